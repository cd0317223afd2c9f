"""The same source, the same bytes: interpreted, compiled, and compiled with checks on every index.

Run as a program, this file prints what it played; the tests run it in other modes and compare.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.games import GAMES
from quincunx.table.match import Match

PLIES = 150
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("vanagloria", 2, {"vg_limit": "total12"}),
    ("vanagloria", 3, {"turn": "random"}),
    ("vanagloria", 4, {"turn": "pro", "board": "p4b"}),
    ("vanagloria", 6, {"turn": "random", "board": "g6", "target": 150}),
    ("orbit-cubes", 2, {"oc_losses": "permanent", "oc_respawn": False}),
    ("orbit-cubes", 5, {}),
    ("orbit-cubes", 6, {"oc_losses": "permanent", "round_limit": 3}),
    ("galaxy-of-d", 2, {}),
    ("galaxy-of-d", 2, {"map": "small", "setup": "quick", "first_player": "seat1", "start_armor": 10}),
    ("galaxy-of-d", 2, {"map": "large", "thing_placement": "alternate", "first_player": "rps", "things_roll": 6}),
    ("vanguard-rome", 2, {"decks": "divide_random"}),
    ("vanguard-rome", 4, {"shift_model": "rows", "close_up": True}),
    ("connect-the-worlds", 2, {"round_limit": 4}),
    ("connect-the-worlds", 6, {"rules": "pc", "round_limit": 2, "open_discards": False, "early_draw": "ask"}),
]
ARMIES: list[dict[str, Any]] = [
    {
        "game": "vanagloria",
        "players": 2,
        "units": [
            ["m@K.a x4", "r+@K.a x3", "d+@D0.s x3", "d@D0.r x4"],
            ["r@K.a x2", "m+@D1.s x4", "d@K.a x5", "d@D1.r x3"],
        ],
        "scores": [49, 49],
    },
    {
        "game": "orbit-cubes",
        "players": 3,
        "options": {"oc_respawn": False, "oc_losses": "permanent"},
        "units": [["r+@F0 x3", "m@F0 x2"], ["d@F0", "d+@H0"], ["d@F0"]],
    },
    {
        "game": "galaxy-of-d",
        "players": 2,
        "options": {"absorb_order": "secret", "pirate_absorb": "active", "bomber_stay": "yes"},
        "bases": ["A1", "L6"],
        "things": {"C3": "planet", "F6": "spaceport", "H4": "asteroid"},
        "pirates": ["C3", "D4"],
        "money": [25, 20],
        "ships": [{"C3": "CCSSIL", "L6": "B", "F6": "DF"}, {"C3": "DASI", "F6": "CAI", "L6": "FI"}],
    },
    {
        "game": "galaxy-of-d",
        "players": 2,
        "options": {"absorb_order": "defender_first", "starbase_stops": "yes", "pirate_repeat": "once", "fog": "open"},
        "bases": ["A1", "L6"],
        "things": {"A3": "planet", "C1": "spaceport"},
        "pirates": ["B3", "B3"],
        "ships": [{"A1": "IIIIIISSSSSFFFFCCCCBBBAAADDD"}, {"A1": "DDCSI", "B3": "ICA", "A3": "LL"}],
    },
    {
        "game": "vanguard-rome",
        "players": 2,
        "options": {"turn_limit": 20},
        "armies": [
            {
                "front": "IN .. ST CE [PR] CH BA " + ".. " * 28 + "IN",
                "rear": "(SL) .. (CA) CO [EL]",
                "hand": ["NIGHTFALL", "VOLLEY", "RETREAT"],
            },
            {
                "front": "CV " + ".. " * 27 + "IN+ IN CO [ST] AR EL",
                "rear": "[(CA)] (SL) (CA)",
                "hand": ["FLANK", "STAMPEDE", "SURPRISE"],
            },
        ],
        "turn": 9,
        "pending": ["CO"],
    },
    {
        "game": "connect-the-worlds",
        "players": 3,
        "options": {"portal_on_capture": "keep", "goal": "medium", "round_limit": 6, "markers": 0},
        "pieces": [
            {"W0(0,0)": "SB AT AT CA", "W3(0,0)": "AB TF", "W3(2,0)": "SB", "S(0,-1)": "CA"},
            {"W1(0,0)": "SB AC", "W3(1,0)": "AT AT TF", "W3(-1,0)": "OP", "W0(1,0)": "AT", "S(0,0)": "AC"},
            {"W2(0,0)": "MP AT", "W3(0,1)": "SB AT AC", "W0(-1,0)": "AC"},
        ],
        "portals": [["W0(0,0)", "W3(0,0)"], ["W0(0,0)", "W3(2,0)"], ["W1(0,0)", "W3(-1,0)"]],
        "hands": ["HA2 PO1 AT1 SC1"] * 3,
        "decks": ["HA3 EN2 AC1 SB1 PO1"] * 3,
        "pools": [12, 20, 9],
        "round": 4,
    },
]
"""Full boxes, hits on shields, replaced and eliminated players; combats of three sides, secret losses, full stacks;
lines with gaps as long as they can be: what a short game does not come to."""


def matches() -> Iterator[Match]:
    """The games to play."""
    for seed, (name, players, options) in enumerate(TABLES):
        yield quincunx.new(name, players, seed=seed, **options)
    for seed, position in enumerate(ARMIES):
        yield quincunx.set_up(position, seed=seed)


def known(match: Match) -> Iterator[str]:
    """What everybody knows, and a world that everybody could imagine."""
    for seat in (None, *range(match.players)):
        world = match.view(seat)
        yield world.digest
        world.set_chance(b"imagined")
        match.game.core.imagine(world.board_raw, world.raw, -1 if seat is None else seat)
        yield world.digest


def transcript() -> Iterator[str]:
    """Every state of every game, as a hash; what `moves`, `refusal`, `appraise` and the bots say on the way."""
    for number, match in enumerate(matches()):
        random = Random(number)
        yield f"{number} {match.game.name} {match.digest}"
        for _ in range(PLIES):
            if match.over:
                yield f"{number} over {match.outcome}"
                break
            numbers = match.moves.numbers
            fights = [n for n in numbers if str(match.game.spell(match, n)).startswith("att")]
            asked = random.randrange(match.game.move_count)
            match.play(random.choice(fights or numbers))
            values = " ".join(value.hex() for value in match.values)
            yield f"{number} {len(numbers)} {match.why_not(asked)} {match.digest} {values}"
            if match.game.secret:
                yield f"{number} {' '.join(known(match))}"
    for name in GAMES:
        match = quincunx.new(name, 2, seed=3)
        for bot in (quincunx.bot("greedy", seed=1), quincunx.bot("random", seed=2)) * 6:
            match.play(bot.choose(match))
            yield f"{name} {bot.name} {match.digest}"
        yield from match.log


@pytest.fixture(scope="module")
def here() -> list[str]:
    """Played by this process."""
    return list(transcript())


@pytest.mark.parametrize(
    "mode",
    [{"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}],
    ids=["interpreted", "bounds checked"],
)
def test_every_mode_gives_the_same_bytes(mode: dict[str, str], here: list[str], tmp_path: Path) -> None:
    """Interpreted, an overflow would be a RuntimeWarning; with checks, an index out of bounds is an IndexError."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__],
        env={**os.environ, **mode, "QUINCUNX_CACHE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    played = done.stdout.splitlines()
    for step, (line, wanted) in enumerate(zip(played, here, strict=False)):
        assert line == wanted, f"the modes part at line {step}"
    assert len(played) == len(here)


def test_the_games_reach_what_they_are_meant_to_reach(here: list[str]) -> None:
    assert sum("over" in line for line in here) >= 3
    assert len(set(here)) > 300


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in transcript():
        print(line)
