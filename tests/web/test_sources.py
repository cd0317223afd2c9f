"""The sources of the table in the browser: its types fit the server's messages, and its own tests pass."""

from pathlib import Path

import pytest

from quincunx.games import GAMES
from quincunx.server.typescript import typescript
from tests.web.building import BUILDING, build_table

WEB = Path(__file__).parents[2] / "web"


def test_the_types_are_those_of_the_server() -> None:
    kept = (WEB / "src" / "lib" / "messages.ts").read_text("utf-8")
    assert kept == typescript(), "run: python -m quincunx.server.typescript > web/src/lib/messages.ts"


def test_no_game_is_known_by_name() -> None:
    names = [*GAMES, *(name.replace("-", " ") for name in GAMES)]
    for path in (WEB / "src").rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8").lower()
            assert not [name for name in names if name in text], path


def test_it_is_sound_and_its_own_tests_pass(capfd: pytest.CaptureFixture[str]) -> None:
    build_table()
    for command in ("check", "test"):
        try:
            BUILDING["npm"]("run", "--silent", command)
        except SystemExit as failed:
            pytest.fail(f"{failed}\n{capfd.readouterr().out}")
