"""Files to use the `quincunx` command on."""

from pathlib import Path

import pytest

import quincunx


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def saved(here: Path) -> Path:
    """A saved game that is not over."""
    match = quincunx.new("vanagloria", 3, seed=7, seats=["Ann", "Bob", "bot:greedy"], seating="as_joined")
    bot = quincunx.bot("greedy", seed=1)
    for _ in range(12):
        match.play(bot.choose(match))
    (path := here / "game.jsonl").write_text(match.dumps(), "utf-8")
    return path


@pytest.fixture
def bad_files(here: Path) -> dict[str, str]:
    """Files that are not what they should be."""
    contents = {
        "empty": b"",
        "binary": b"\xff\xfe\x00\x01",
        "cut": b'{"id": "x", "tiles": [',
        "list": b"[1, 2, 3]",
        "number": b"NaN",
        "nan": b'{"id": NaN, "players": Infinity}',
        "deep": b"[" * 100_000,
        "deeper": b'{"a":' * 100_000,
        "null": b"null",
        "text": "Ärger \U0001f600\n".encode(),
    }
    for name, content in contents.items():
        (here / f"{name}.json").write_bytes(content)
    (here / "folder.json").mkdir()
    return {name: str(here / f"{name}.json") for name in (*contents, "folder", "missing")}
