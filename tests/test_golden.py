"""Recorded games are replayed to the same bytes. One that fails shows a bug or a new rules version (tests/golden)."""

import json
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.games import GAMES
from quincunx.table.match import Match
from tests.golden import COMMAND, EVERY, FOLDER, begin, check, recipes, step

FILES = sorted(FOLDER.glob("*.json"))


def read(file: Path) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return game


def start(golden: dict[str, Any]) -> Match:
    return begin(golden["game"], golden["players"], golden["seed"], golden["options"], golden["start"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_played_again_to_the_same_bytes(file: Path) -> None:
    golden = read(file)
    assert quincunx.game(golden["game"]).version == golden["rules"]
    match = start(golden)
    checks = [check(match)]
    for row in golden["moves"]:
        for text in row.split("; "):
            step(match, text)
        if len(match.line) % EVERY == 0:
            checks.append(check(match))
            bytes_then, written_then = golden["checks"][len(checks) - 1].split()
            bytes_now, written_now = checks[-1].split()
            assert written_now == written_then, f"the game took another way by move {len(match.line)}"
            assert bytes_now == bytes_then, f"the same position is other bytes at move {len(match.line)}: saves break"
    assert checks == golden["checks"]
    assert check(match) == golden["end"]
    assert match.outcome == (tuple(golden["outcome"]) if golden["outcome"] else None)
    assert quincunx.loads(match.dumps()) == match


def test_every_listed_game_is_recorded() -> None:
    assert sorted(recipe.name for recipe in recipes()) == sorted(file.stem for file in FILES)
    assert sum(file.stat().st_size for file in FILES) < 400_000


def test_golden_players_give_commands() -> None:
    """GD-202, R-52"""
    given = [
        text.split()[1]
        for golden in map(read, FILES)
        for row in golden["moves"]
        for text in row.split("; ")
        if text[0] == COMMAND
    ]
    assert set(given) == {"top", "concede", "resign"}


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_is_in_some_golden_game(name: str) -> None:
    game = quincunx.game(name)
    recorded = [golden for golden in map(read, FILES) if golden["game"] == name]
    settled = [game.settle(golden["players"], golden["options"]) for golden in recorded]
    assert {golden["players"] for golden in recorded} == set(game.players)
    for option in game.options:
        if isinstance(option.values, range):
            continue
        missing = [value for value in option.values if not any(table[option.name] == value for table in settled)]
        impossible = [value for value in missing if not possible(name, option.name, value)]
        assert missing == impossible, f"{option.name}: no golden game has {missing}"


def possible(name: str, option: str, value: Any) -> bool:
    """Whether any number of players can choose the value."""
    for players in quincunx.game(name).players:
        try:
            quincunx.game(name).settle(players, {option: value})
        except BadOption:
            continue
        return True
    return False


def test_golden_games_end_in_every_way() -> None:
    outcomes = [tuple(golden["outcome"]) for golden in map(read, FILES) if golden["outcome"]]
    assert len(outcomes) == len(FILES)
    assert any(outcome.count(max(outcome)) > 1 for outcome in outcomes), "a shared win"
    assert {outcome.index(1) for outcome in outcomes if 1 in outcome} == set(range(6)), "each seat wins once"


def test_golden_players_lose_cubes_for_good_and_drop_out() -> None:
    """OC-052, OC-053"""
    ends = []
    for golden in map(read, FOLDER.glob("oc-*-out*.json")):
        match = start(golden)
        for text in "; ".join(golden["moves"]).split("; "):
            match.play(text)
        ends.append(match.state)
    assert any(end.out for end in ends)
    assert any(end.lost.any() for end in ends)
