"""Other languages: whatever the server says of a game is found in its words, by the browser's own translation."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import quincunx
from quincunx.engine.game import Game
from quincunx.games import GAMES
from quincunx.server.language import GENERAL, LANGUAGES, folder, patterns
from quincunx.table.clocks import FLAGS, KINDS
from tests.web.collecting import collected

WEB = Path(__file__).parents[2] / "web"
PLAYED = 5


def words_of(game: Game, language: str) -> dict[str, str]:
    """A game's words together with those of the table."""
    beside = folder(game)
    assert beside is not None
    return patterns(GENERAL, language) | patterns(beside, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_is_said_of_a_game_is_translated(name: str, language: str, tmp_path: Path) -> None:
    npx = shutil.which("npx")
    if npx is None or not (WEB / "node_modules").is_dir():
        pytest.skip("there is no Node.js here, or npm install has not been run in web/")
    texts = sorted(collected(name, PLAYED) | {*KINDS, *KINDS.values(), *FLAGS.values()})
    sample = tmp_path / "said.json"
    said = {"language": language, "words": words_of(quincunx.game(name), language), "texts": texts}
    sample.write_text(json.dumps(said), "utf-8")
    done = subprocess.run(
        [npx, "vitest", "run", "tests/said.test.ts"],
        cwd=WEB,
        env=os.environ | {"SAID": str(sample)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
