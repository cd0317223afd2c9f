"""Galaxy of D in one line: positions in the notation of the rules document's vectors, and questions about them.

>>> game = set_up(things="F6=S F9=P", ships0="F5=L", ships1="L6=C")
>>> play(game, "ship F5 L; go F7 through")
<Galaxy of D, 2 players, ...>
>>> fleet(game, 0), fleet(game, 1), money(game), phase(game)
('F7=F', 'L6=C', [14, 2], 'buy')
"""

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import numpy as np

import quincunx
from quincunx.engine.chance import DICE, Seed, draw
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d.setup import DATA, KIND_CODES, galaxy
from quincunx.games.galaxy_of_d.state import CLASS_CODES
from quincunx.table.match import Match
from tests.helpers import written

NAME = "galaxy-of-d"
THINGS = {"P": "planet", "A": "asteroid", "S": "spaceport", "T": "token"}
POSITION = ("first", "decider", "colours", "tokens", "bid", "bid_winner", "hand", "ties", "baskets", "bought_up_to")
"""What is said of a position beside the frame; all other words are options."""
ATTACK = dict(zip(CLASS_CODES, (2, 3, 1, 1, 5, 0, 9, 10), strict=True))
ARMOR = dict(zip(CLASS_CODES, (2, 3, 4, 4, 8, 3, 5, 16), strict=True))


def set_up(
    *,
    things: str = "",
    pirates: str = "",
    ships0: str = "",
    ships1: str = "",
    base: str = "A1 L6",
    armor: str = "",
    money: str = "2 2",
    active: int = 0,
    turn: int = 1,
    phase: str = "move",
    dice: str = "",
    **words: Any,
) -> Match:
    """The frame of section 8.0: Starbases on A1 and L6, $2 each, no Things, no ships, seat 0 moves. `dice` are those
    of the first move that rolls any, and after each `/` those of the next one."""
    in_setup = phase in ("things", "rps", "colour", "bid", "base", "secret_buy")
    data: dict[str, Any] = {key: words.pop(key) for key in POSITION if key in words}
    data |= {"game": NAME, "players": 2, "phase": phase, "money": numbers(money)}
    data |= {} if in_setup else {"turn": turn, "active": active}
    data |= {"armor": numbers(armor)} if armor else {}
    data["things"] = {sector: THINGS[letter] for sector, letter in pairs(things)}
    data["pirates"] = [found_at(pirates, letter) for letter in "SC"]
    data["bases"] = [None if sector == "-" else sector for sector in base.split()]
    data["ships"] = [dict(pairs(ships)) for ships in (ships0, ships1)]
    seed = words.pop("seed", None)
    return quincunx.set_up(data | {"options": words}, seed=seed_of(dice) if seed is None else seed)


def pairs(text: str) -> list[tuple[str, str]]:
    """`F6=CC L6=I` as pairs."""
    return [(part.partition("=")[0], part.partition("=")[2]) for part in text.split()]


def numbers(text: str) -> list[int]:
    """All whole numbers of a text."""
    return [int(number) for number in re.findall(r"-?\d+", text)]


def found_at(pirates: str, letter: str) -> str | None:
    """Where `S@F6 C@-` puts a Pirate."""
    return next((part[2:] for part in pirates.split() if part[0] == letter and part[2:] != "-"), None)


@cache
def seed_of(dice: str) -> int:
    """The first seed whose moves with chance roll these dice."""
    wanted = [numbers(group) for group in dice.split("/")]
    return next(seed for seed in range(10**6) if all(rolls(seed, i, group) for i, group in enumerate(wanted, 1)))


def rolls(seed: int, use: int, dice: list[int]) -> bool:
    """Whether the n-th use of chance under a seed begins with these dice."""
    generator = np.zeros(1, DICE)
    generator["chance"] = np.frombuffer(Seed.new(seed).chance(use), np.uint64)
    return all(draw(generator[0], 6) + 1 == die for die in dice)


# ---------------------------------------------------------------- playing and asking


def play(game: Match, moves: str) -> Match:
    """Plays moves with semicolons between them."""
    for move in moves.split(";"):
        game.play(move.strip())
    return game


def play_on(game: Match, seed: int) -> Match:
    """Plays a whole game at random."""
    dice = Random(seed)
    while not game.over:
        game.play(dice.choice(game.moves.numbers))
    return game


def settle(game: Match) -> Match:
    """Plays the first loss that may be named, until nobody is asked any more."""
    while phase(game) == "absorb":
        game.play(game.moves[0])
    return game


def phase(game: Position) -> str:
    """Where the turn stands, in the words of a written position."""
    return str(written_state(game)["phase"])


def written_state(game: Position) -> Mapping[str, Any]:
    """The state in readable values."""
    return game.game.write(game)


def money(game: Position) -> list[int]:
    """Both players' dollars."""
    return [int(dollars) for dollars in game.state.money]


def armor(game: Position) -> list[int]:
    """Both Starbases' Armor, as computed."""
    return [int(points) for points in game.state.armor]


def fleet(game: Position, seat: int) -> str:
    """All ships of a seat as in a vector, by sector; the order in a stack does not count."""
    stacks = written_state(game)["ships"][seat]
    return " ".join(f"{sector}={''.join(sorted(letters(stack), key=by_class))}" for sector, stack in stacks.items())


def letters(stack: str) -> str:
    """A stack without marks."""
    return stack.replace("'", "").replace("x", "")


def by_class(letter: str) -> int:
    """Letters in the order of the ship table."""
    return (CLASS_CODES + "?").index(letter)


def stack(game: Position, seat: int, sector: str) -> str:
    """A stack as it lies, from bottom to top."""
    return letters(written_state(game)["ships"][seat].get(sector, ""))


def pirates(game: Position) -> str:
    """`S@F6 C@-`"""
    found = written_state(game)["pirates"]
    places = [pirate["sector"] if isinstance(pirate, Mapping) else pirate for pirate in found]
    return f"S@{places[0] or '-'} C@{places[1] or '-'}"


def pool(game: Position, seat: int) -> dict[str, int]:
    """The chits of each kind that are not in play."""
    in_play = game.state.in_play[seat]
    return {code: DATA["ships"]["chits"][kind] - int(in_play[kind]) for kind, code in enumerate(KIND_CODES)}


def winner(game: Match) -> tuple[int, str]:
    """Who has won, and how."""
    data = written(game)
    return data["winner"], data["ending"]


def scores(game: Match) -> list[list[int]]:
    """The Attack Scores of all combats so far, as they were told."""
    return [numbers(words.partition("Scores:")[2]) for words in game.log if words.startswith("Combat on")]


def clash(mine: str, theirs: str = "", raiders: str = "", **words: Any) -> Match:
    """A combat on F6 and nothing after it: two more sectors still have to fight, Bomber against Bomber."""
    ships = [f"C2=B C5=B F6={side}".removesuffix(" F6=") for side in (mine, theirs)]
    there = " ".join(f"{code}@F6" for code in raiders)
    return play(set_up(ships0=ships[0], ships1=ships[1], pirates=there, **words), "end; fight F6")


def left_over(game: Match) -> list[str]:
    """The ships of both seats on F6 after a clash."""
    return ["".join(sorted(stack(game, seat, "F6"), key=by_class)) for seat in (0, 1)]


# ---------------------------------------------------------------- the map, by formula


@cache
def number_of(map_name: str, sector: str) -> int:
    """A sector's number."""
    return galaxy(map_name).names.index(sector)


@cache
def distance(one: str, other: str, map_name: str = "standard") -> int:
    """Section 2.1: the distance formula."""
    cells = galaxy(map_name).cells
    (q, r), (p, s) = cells[number_of(map_name, one)], cells[number_of(map_name, other)]
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


@cache
def neighbours(sector: str, map_name: str = "standard") -> tuple[str, ...]:
    """The sectors one step away, ascending."""
    return tuple(name for name in galaxy(map_name).names if distance(sector, name, map_name) == 1)


def around(goal: str, walls: frozenset[str], map_name: str = "standard") -> dict[str, int]:
    """Steps of a shortest way from every sector to a goal that keeps off some sectors: breadth first."""
    steps = {goal: 0}
    queue = [goal]
    for here in queue:
        for there in neighbours(here, map_name):
            if there not in steps and there not in walls:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
