"""A game from a file of one's own is saved, checked and told like the others."""

import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from quincunx.cli.terminal import saves
from quincunx.engine.compiling import INTERPRETED

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = quincunx.new(str(EXAMPLE), seed=1)
    for column in (4, 4, 3):
        game.play(f"column {column}")
    (path := tmp_path / "four.quincunx").write_text(game.dumps(), "utf-8")
    return path


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A process of its own: nothing has opened the game's file there."""
    command = [sys.executable, "-m", "quincunx", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_its_saves_are_checked_and_told_if_the_file_is_named(saved: Path) -> None:
    checked = run("verify", str(saved), "--game", str(EXAMPLE))
    assert checked.returncode == 0, checked.stderr
    assert "3 moves; every line holds" in checked.stdout
    told = run("replay", str(saved), "--game", str(EXAMPLE))
    assert told.returncode == 0, told.stderr


def test_without_the_file_the_error_says_what_to_do(saved: Path) -> None:
    for command in ("verify", "replay"):
        result = run(command, str(saved))
        assert result.returncode in (1, 2)
        assert "name its file, too" in " ".join((result.stdout + result.stderr).split())


def test_the_table_tells_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "quincunx")])
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / "bin" / "quincunx"))
    source = tmp_path / "my games" / "four.py"
    assert saves.resume_command(Path("a.quincunx")) == "quincunx play --resume a.quincunx"
    assert saves.resume_command(Path("a"), source) == 'quincunx play "my games/four.py" --resume a'
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert saves.resume_command(Path("a")) == "bin/quincunx play --resume a"


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("wrong", ["state.discs += np.zeros(1, np.int64)[0]", "state.discs += len(str(move)) > 9"])
def test_rules_that_cannot_be_compiled_are_told_by_file_and_line(tmp_path: Path, wrong: str) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    place = lines.index("    state.discs += 1")
    lines[place] += "; " + wrong
    (source := tmp_path / "mine.py").write_text("\n".join(lines), "utf-8")
    result = run("simulate", str(source), "-n", "1")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert f"mine.py, line {place + 1}" in result.stderr
    assert "allocates nothing" in result.stderr
