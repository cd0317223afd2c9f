"""Files on disk: whole or not at all, and a sentence for everything that can go wrong."""

import os
import stat
from pathlib import Path

import pytest

from quincunx.cli import files
from quincunx.engine.errors import QuincunxError


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "α Energy\nβ Energy\n")
    assert files.read(tmp_path / "a") == "α Energy\nβ Energy\n"
    assert (tmp_path / "a").read_bytes() == "α Energy\nβ Energy\n".encode()


def test_folders_are_made_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    files.write(tmp_path / "new" / "folder" / "a", "one")
    files.write(tmp_path / "new" / "folder" / "a", "two")
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["a"]
    assert files.read(tmp_path / "new" / "folder" / "a") == "two"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write(tmp_path / "a", "old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(QuincunxError, match="No space left on device"):
        files.write(tmp_path / "a", "new")
    assert files.read(tmp_path / "a") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_replaced_file_keeps_its_rights(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "one")
    (tmp_path / "a").chmod(0o640)
    files.write(tmp_path / "a", "two")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_is_written_through(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "one")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    files.write(tmp_path / "link", "two")
    assert (tmp_path / "link").is_symlink()
    assert files.read(tmp_path / "a") == "two"


def test_every_failure_to_read_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(QuincunxError, match="There is no file"):
        files.read(tmp_path / "none")
    with pytest.raises(QuincunxError, match="it is a folder, not a file"):
        files.read(tmp_path)
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(QuincunxError, match="byte 4 is not UTF-8"):
        files.read(tmp_path / "latin")
    with pytest.raises(QuincunxError, match="can't be read"):
        files.read("bad\0name")
    monkeypatch.setattr(files, "LARGEST", 4)
    (tmp_path / "large").write_text("12345")
    with pytest.raises(QuincunxError, match="larger than"):
        files.read(tmp_path / "large")


def test_no_permission_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)
    with pytest.raises(QuincunxError, match="not allowed to read"):
        files.read(tmp_path / "a")


def test_every_failure_to_write_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(QuincunxError, match="it is a folder"):
        files.write(tmp_path, "text")
    files.write(tmp_path / "a", "a file")
    with pytest.raises(QuincunxError, match="can't be written"):
        files.write(tmp_path / "a" / "b", "text")
    with pytest.raises(QuincunxError, match="can't be written"):
        files.write("bad\0name", "text")


def test_saved_games_have_a_folder_that_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_DATA", str(tmp_path))
    assert files.saves_folder() == tmp_path / "saves"
    monkeypatch.delenv("QUINCUNX_DATA")
    assert files.saves_folder().parts[-2:] == ("quincunx", "saves")
