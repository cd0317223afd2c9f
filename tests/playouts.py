"""Games for the tests: any table of any game, and policies that lead into different corners of it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from quincunx.games.galaxy_of_d import fleets as ships
from quincunx.games.galaxy_of_d import state as gd
from quincunx.games.galaxy_of_d.setup import sector_names
from quincunx.table.match import Match

EVERY_GAME = list(GAMES)
ARMIES = ["vanagloria", "orbit-cubes"]
"""The family whose units stand on platforms."""
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
def settings(draw: st.DrawFn, /, games: Sequence[str] = EVERY_GAME, **wanted: Any) -> Setting:
    """Any table of a game that has the wanted options: every option of it is left at its default, or takes any value
    that is allowed there."""
    known = {name: {option.name for option in quincunx.game(name).options} for name in games}
    name = draw(st.sampled_from([name for name in games if wanted.keys() <= known[name]]))
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
    "builder": (("act", 12.0), ("att", 0.03), ("end", 0.02), ("buy", 12.0)),
    "gatherer": (
        ("act d@.*(s|L.)$", 0.01),
        ("act m", 0.01),
        ("act .*(r|w|C.|W.)$", 30.0),
        ("att", 0.03),
        ("end", 0.02),
        ("buy F", 20.0),
        ("ship .* [FL]", 20.0),
        ("go .* through", 30.0),
    ),
    "fighter": (("act", 3.0), ("att", 12.0), ("end", 0.05), ("bid", 0.1), ("buy [ABD]", 6.0)),
    "idler": (("end", 30.0),),
}
"""How much a policy loves a move: the weight of the first pattern that its text begins with, else 1.

Builders empty their boxes; gatherers call and arm, and raise no shields: they meet other limits. Where there
are Freighters, gatherers run them."""
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
    weights = [weight(policy, spell(position, number)) for number in numbers]
    if policy == "fighter" and (aim := AIMS.get(position.game.name)):
        weights = [love * aim(position, number) for love, number in zip(weights, numbers, strict=True)]
    return random.choices(numbers, weights)[0]


def towards_the_enemy(position: Position, number: int) -> float:
    """How much nearer a ship of Galaxy of D comes to what it can fight."""
    if not gd.GO_MOVE <= number < gd.FIGHT_MOVE:
        return 1.0
    now, seat = position.state, int(position.state.turn)
    goal = (number - gd.GO_MOVE) % gd.SECTORS
    if ships.enemies_at(now, seat, goal):
        return 4.0
    return float(2.0 ** -ships.distance(position.board, goal, int(now.starbase[1 - seat])))


AIMS: dict[str, Callable[[Position, int], float]] = {"galaxy-of-d": towards_the_enemy}
"""What a fighter wants of a move beside its text, where the text does not say it."""


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
    """A game that is set up with far more on the board than a few moves would bring there."""
    return CROWDS[setting.game](setting, seed)


def armies(setting: Setting, seed: int) -> Match:
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


def fleets(setting: Setting, seed: int) -> Match:
    """A game of Galaxy of D in its first turn, with fleets in a few sectors, on planets and on both Starbases; often a
    pool is empty."""
    random = Random(seed)
    match = setting.new(seed)
    while match.state.turn_no == 0:
        match.play(random.choice(match.moves.numbers))
    data = json.loads(match.position())
    start = {key: data[key] for key in ("game", "players", "options", "first", "colours", "bases", "tokens", "things")}
    names, things, bases = sector_names(match.options["map"]), data["things"], data["bases"]
    crowd = [*random.sample(names, random.randint(1, 8)), *random.sample(bases, random.randint(1, 2)), *things]
    pirates: list[str | None] = [None, None]
    if not match.board.quick:
        pirates = [random.choice([None, name]) for name in random.sample([n for n in crowd if n not in bases], 2)]
    start |= {"pirates": pirates, "money": [random.randrange(gd.MONEY_CAP + 1) for _ in range(gd.SEATS)]}
    start |= {"armor": [random.randint(1, int(match.board.start_armor)) for _ in range(gd.SEATS)]}
    return quincunx.set_up(start | {"ships": [fleet(crowd, things, random) for _ in range(gd.SEATS)]}, seed=seed)


CHITS = "IIIIIISSSSSFFFFCCCCBBBAAADDD"
"""GD-015: all ships of a side."""


def fleet(crowd: list[str], things: Mapping[str, str], random: Random) -> dict[str, str]:
    """Some of a side's ships, from bottom to top of each stack (R-21: laden on planets, empty at the Spaceport)."""
    stacks: dict[str, str] = {}
    for kind in random.sample(CHITS, random.choice([1, 3, 8, 15, 28])):
        where = random.choice(crowd)
        cargo = {"planet": "L", "spaceport": "F"}.get(things.get(where, ""), random.choice("FL"))
        stacks[where] = stacks.get(where, "") + (cargo if kind == "F" else kind)
    return stacks


def legions(setting: Setting, seed: int) -> Match:
    """A game of cards with long lines."""
    from tests.properties.armies import large_armies

    return large_armies(setting, seed)


def empires(setting: Setting, seed: int) -> Match:
    """A game of bases and units with crowded worlds."""
    from tests.properties.empires import large_empires

    return large_empires(setting, seed)


CROWDS: dict[str, Callable[[Setting, int], Match]] = {
    "vanagloria": armies,
    "orbit-cubes": armies,
    "galaxy-of-d": fleets,
    "vanguard-rome": legions,
    "connect-the-worlds": empires,
}
"""How each game gets crowded."""
