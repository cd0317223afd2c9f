"""Games for the tests: any table of any game, and policies that lead into different corners of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.engine.game import Game
from quincunx.engine.options import Option, Table
from quincunx.engine.position import Position
from quincunx.games import GAMES
from quincunx.table.match import Match

EVERY_GAME = list(GAMES)
SEEDS = st.integers(0, 2**32)
MOST_ROUNDS = 40
"""Of a drawn round limit: games stay short."""

# ---------------------------------------------------------------- tables


@dataclass(frozen=True)
class Setting:
    """A game, how many play it, and by which options."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def new(self, seed: int) -> Match:
        """A new game at this table."""
        return quincunx.new(self.game, self.players, seed=seed, **self.options)


def choices(option: Option, table: Table) -> list[Any]:
    """The listed values of an option that fit the table; of a range its ends and some small numbers."""
    values = option.values
    tried = sorted({values[0], *range(1, 6), 20, MOST_ROUNDS} & set(values)) if isinstance(values, range) else values
    return [value for value in tried if fits(option, value, table)]


def fits(option: Option, value: Any, table: Table) -> bool:
    """Whether the rules allow the value at the table."""
    try:
        option.read(value, table)
    except BadOption:
        return False
    return True


@st.composite
def settings(draw: st.DrawFn, /, game: str | None = None, **wanted: Any) -> Setting:
    """Any table: every option of the game is left at its default, or takes any value that is allowed there."""
    name = game or draw(st.sampled_from(EVERY_GAME))
    chosen = quincunx.game(name)
    players = draw(st.sampled_from(chosen.players))
    given: dict[str, Any] = {}
    settled: dict[str, Any] = {}
    for option in chosen.options:
        table = Table(players, False, {**given, **settled})
        if option.name in wanted:
            given[option.name] = draw(wanted[option.name])
        elif draw(st.booleans()):
            given[option.name] = draw(values(chosen, option, table))
        value = given[option.name] if option.name in given else option.default_for(table)
        settled[option.name] = option.read(value, table)
    return Setting(name, players, given)


def values(game: Game, option: Option, table: Table) -> st.SearchStrategy[Any]:
    """What an option may be at a table, boards composed at random included."""
    listed = st.sampled_from(choices(option, table))
    if option.custom is None or game.workshop is None:
        return listed
    made = st.builds(composed, st.just(game.name), st.just(table.players), st.integers(0, 99), st.booleans())
    return listed | made


@lru_cache
def composed(name: str, players: int, seed: int, even: bool) -> dict[str, Any]:
    """A board made by the game's workshop."""
    workshop = quincunx.game(name).workshop
    assert workshop is not None
    return workshop.generate(players, seed, 0.12 if even else 1.0, None, None)


# ---------------------------------------------------------------- policies

LOVES: dict[str, tuple[tuple[str, float], ...]] = {
    "uniform": (),
    "builder": (("act", 12.0), ("att", 0.03), ("end", 0.02)),
    "gatherer": (
        ("act d@.*(s|L.)$", 0.01),
        ("act m", 0.01),
        ("act .*(r|w|C.|W.)$", 30.0),
        ("att", 0.03),
        ("end", 0.02),
    ),
    "fighter": (("act", 3.0), ("att", 12.0), ("end", 0.05)),
    "idler": (("end", 30.0),),
}
"""How much a policy loves a move: the weight of the first pattern that its text begins with, else 1.

Builders empty their boxes; gatherers call and arm, and raise no shields: they meet other limits."""
POLICIES = st.sampled_from(sorted(LOVES))
_weights: dict[tuple[str, str], float] = {}


def weight(policy: str, text: str) -> float:
    """How much a policy loves a move."""
    key = policy, text
    if key not in _weights:
        _weights[key] = next((love for start, love in LOVES[policy] if re.match(start, text)), 1.0)
    return _weights[key]


def choose(position: Position, policy: str, random: Random) -> int:
    """A legal move, as the policy likes it."""
    numbers = position.moves.numbers
    if not LOVES[policy]:
        return random.choice(numbers)
    spell = position.game.spell
    return random.choices(numbers, [weight(policy, spell(position, number)) for number in numbers])[0]


def play_on(match: Match, policy: str, seed: int, plies: int) -> Iterator[int]:
    """Plays so many moves, or to the end; yields each after it was played."""
    random = Random(seed)
    for _ in range(plies):
        if match.over:
            return
        number = choose(match, policy, random)
        match.play(number)
        yield number


def played(setting: Setting, policy: str, seed: int, plies: int) -> Match:
    """A game that has gone on for so many moves, or to its end."""
    match = setting.new(seed)
    for _ in play_on(match, policy, seed, plies):
        pass
    return match


def crowded(setting: Setting, seed: int) -> Match:
    """A game of the Vanagloria family, set up with armies anywhere on the board; often a box is empty."""
    random = Random(seed)
    fresh = setting.new(seed)
    names, board = [place.id for place in fresh.scene().places], fresh.board
    platforms = [name for name, kind in zip(names, board.kind, strict=False) if kind]
    crowd = random.sample(platforms, random.randint(2, len(platforms)))
    units: list[list[str]] = []
    for _ in range(setting.players):
        army: list[str] = []
        weapons = "dmr" + 4 * random.choice("dmr")
        for _ in range(random.choice([1, 5, 12, 30, 60])):
            kind = random.choice(weapons) + random.choice(["", "+"])
            if within_limits(board, [*army, kind]):
                army.append(kind)
        units.append([f"{kind}@{random.choice(crowd)}" for kind in army])
    scores = [random.randrange(board.target) for _ in units]
    start = {"game": setting.game, "players": setting.players, "options": setting.options, "units": units}
    return quincunx.set_up(start | {"scores": scores, "turn": random.randrange(setting.players)}, seed=seed)


def within_limits(board: Any, army: list[str]) -> bool:
    """VG-012..VG-015, R-02, OC-055"""
    shielded = sum("+" in kind for kind in army)
    if board.cubes:
        return len(army) + shielded <= 20
    if shielded > 11 or len(army) - shielded > 12 or (board.total12 and len(army) > 12):
        return False
    return all(sum(kind[0] == weapon for kind in army) <= most for weapon, most in (("d", 8), ("m", 8), ("r", 7)))
