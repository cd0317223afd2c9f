"""The sources of the table in the browser: its types fit the server's messages, and its own tests pass."""

import shutil
import subprocess
from pathlib import Path

import pytest

from quincunx.games import GAMES
from quincunx.server.typescript import typescript

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


def test_it_is_sound_and_its_own_tests_pass() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no Node.js here")
    for command in (["install", "--no-save", "--silent"], ["run", "--silent", "check"], ["run", "--silent", "test"]):
        done = subprocess.run([npm, *command], cwd=WEB, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"npm {' '.join(command)}\n{done.stdout}\n{done.stderr}"
