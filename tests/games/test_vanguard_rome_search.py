"""What a search may leave out in Vanguard: Rome."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.bots.search import SearchBot
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.table.match import Match
from tests.games.legions import set_up, steps

GAME = quincunx.game("vanguard-rome")
FLAGS = s.FACE_UP | s.USED | s.RIDER_USED
WIDEST = 60
"""Positions with more moves lead to too many others to be looked at."""


def kept(at: Position, earlier: int = -1, last: int = -1) -> list[int]:
    """The moves that a search looks at."""
    numbers = np.array(at.moves.numbers, np.int16)
    return [int(move) for move in numbers[: GAME.prune(at.board, at.state, earlier, last, numbers, len(numbers))]]


def looked_at(game: Match) -> list[str]:
    """The same in a game, as they are written."""
    made = [-1, -1, *game.line][-2:]
    return [GAME.spell(game.at(len(game.line)), move) for move in kept(game, *made)]


def in_main_phases(seed: int, options: dict[str, Any]) -> Iterator[Position]:
    """What a greedy and a random bot meet."""
    match = quincunx.new(GAME.name, seed=seed, **options)
    bots = quincunx.bot("greedy", seed=seed), quincunx.bot("random", seed=seed)
    while not match.over and len(match.line) < 200:
        match.play(bots[len(match.line) % 4 == 0].choose(match))
        if len(match.line) % 20 == 0 and match.state.phase == s.MAIN and len(match.moves) <= WIDEST:
            yield match.at(len(match.line))


def reached(at: Position, pruned: bool, steps: int) -> dict[bytes, list[set[int]]]:
    """All positions of a main phase that so many steps lead to: for each, whatever its flags, which ones are set."""
    found: dict[bytes, list[set[int]]] = {}

    def go(here: Position, left: int, earlier: int, last: int) -> None:
        if here.state.phase == s.MAIN:
            same = here.copy()
            same.state.cells[:] &= 255 & ~FLAGS
            flags = {
                8 * place + bit
                for place, code in enumerate(np.ravel(here.state.cells))
                for bit in range(8)
                if code & FLAGS & 1 << bit
            }
            found.setdefault(same.raw.tobytes(), []).append(flags)
            if left == 0:
                return
        for move in kept(here, earlier, last) if pruned else here.moves.numbers:
            after = here.copy().play(move)
            if after.state.turn_no == at.state.turn_no and after.state.phase in (s.MAIN, s.TARGETING):
                go(after, left - (here.state.phase == s.MAIN), last, int(move))

    go(at, steps, -1, -1)
    return found


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        *((seed, {}) for seed in range(8)),
        *((seed, {"shift_model": "rows"}) for seed in range(4)),
        *((seed, {"level": "recruit_with_commands"}) for seed in range(2)),
    ],
)
def test_one_order_of_steps_gets_everywhere(seed: int, options: dict[str, Any]) -> None:
    """VR-040: everything that two steps lead to is also reached by those that a search looks at; nothing more is shown
    to the others then, and no more abilities are used."""
    for at in in_main_phases(seed, options):
        few = reached(at, True, 2)
        for position, ways in reached(at, False, 2).items():
            assert all(any(flags <= others for flags in few[position]) for others in ways)


def test_what_is_left_are_legal_moves_in_their_order() -> None:
    """At least one, each of them once."""
    for at in in_main_phases(3, {}):
        for last in at.moves.numbers:
            after = at.copy().play(last)
            if after.turn is not None:
                left = kept(after, -1, last)
                assert left
                assert left == sorted(set(left) & set(after.moves.numbers))


@pytest.mark.parametrize(
    ("army", "moves"),
    [
        ("BA CO [..] CE / [IN]", "shift lat F-1; swap F0 R0"),
        ("CE IN .. [..] PR IN / (PR) (SL) [(SL)] (SL) (AR)", "flank F-2 right; shift lat F-3; swap F-2 R-2"),
        ("CA .. .. [PR] / (AR) [..] (AR)", "shift lat R+1; place IN F+1"),
        ("SL [PR] IN / (CE) [CE]", "swap R-1 R0"),
        ("SL [PR] CE", "place IN F+2; swap F+1 F+2"),
        ("SL [PR] CE CH", "chariot F+2 F+1; swap F+1 F0"),
    ],
)
def test_a_step_that_others_make_possible_is_left(army: str, moves: str) -> None:
    """VR-058, VR-043, VR-133: a unit can switch with one that has just come beside it, and a space beyond the end is
    free only then. A face-down unit is not as good as another one of its kind."""
    game = set_up(army, "IN [PR] IN", pending="IN", hand="FLANK")
    *before, last = (step for move in moves.split(";") for step in steps(move.strip()))
    for step in before:
        game.play(step)
    assert last in looked_at(game)


@pytest.mark.parametrize(
    ("army", "moves"),
    [
        ("SL CE [PR] IN", "place IN F+2; swap F-1 F-2"),
        ("SL CE [PR] CE IN", "swap F+1 F+2; swap F-1 F-2"),
        ("SL CE [PR] IN", "swap F-1 F0; swap F-1 F0"),
        ("CE CE [PR] IN", "swap F-2 F-1"),
        ("SL .. [PR] .. IN", "shift lat F-2; place IN F+3"),
        ("SL .. [PR] .. IN", "shift lat F+2; shift lat F-2"),
        ("SL CE .. [PR] IN", "shift lat F-2; swap F-1 F-2"),
        ("SL CE [PR] IN", "place IN F+2; reinforce"),
    ],
)
def test_a_step_that_could_have_been_made_before_is_left_out(army: str, moves: str) -> None:
    """VR-040: reinforcements come first, then units switch, in ascending order, then the drawn unit is placed, then the
    line shifts; and what changes nothing needs no look."""
    game = set_up(army, "IN [PR] IN", pending="IN", hand="REINFORCE")
    *before, last = (step for move in moves.split(";") for step in steps(move.strip()))
    for step in before:
        game.play(step)
    assert last in [move.text for move in game.moves]
    assert last not in looked_at(game)


# ---------------------------------------------------------------- how far it looks


def looks_far(match: Match) -> bool:
    """Whether a search looks further at what comes next than the game's style says."""
    return GAME.search_style(match.at(len(match.line))).playout > GAME.search_styles[0].playout


def test_a_search_looks_further_while_armies_are_laid_out() -> None:
    match, bot = quincunx.new(GAME.name, 3, seed=1), quincunx.bot("random", seed=1)
    longer = SearchBot(iterations=20, jobs=1, seed=1).think(match)
    shorter = SearchBot(iterations=20, jobs=1, seed=1, playout=GAME.search_styles[0].playout).think(match)
    assert longer.moves > 1.5 * shorter.moves
    while match.state.phase <= s.LAYING:
        assert looks_far(match)
        match.play(bot.choose(match))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_the_battle_it_looks_further_if_two_play(players: int) -> None:
    match, bot = quincunx.new(GAME.name, players, seed=1), quincunx.bot("random", seed=1)
    while match.state.phase <= s.LAYING:
        match.play(bot.choose(match))
    for _ in range(30):
        assert looks_far(match) == (players == 2)
        match.play(bot.choose(match))


@pytest.mark.parametrize("armies", [2, 3])
def test_an_army_that_is_laid_out_by_night_is_in_the_middle_of_the_battle(armies: int) -> None:
    night = set_up("IN IN [SL] IN / IN SL [CV]", *["IN [PR] IN / [(AR)]"] * (armies - 1), hand="NIGHTFALL RETREAT")
    night.play("nightfall")
    assert night.state.phase <= s.LAYING
    assert looks_far(night) == (armies == 2)
