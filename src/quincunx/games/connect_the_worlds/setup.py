"""The options, the maps, and the board's record made from them."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from quincunx.engine.options import Option, Table, Value
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.weights import Weights
from quincunx.games.connect_the_worlds import state, weights

FOLDER = Path(__file__).parent
RULES = Rulebook(FOLDER / "rulebook.md")
WEIGHTS = Weights(FOLDER / "data" / "advice.toml", vars(weights), weights.WEIGHTS)
GUIDE = Weights(FOLDER / "data" / "guide.toml", vars(weights), weights.WEIGHTS)
DATA: dict[str, Any] = tomllib.loads((FOLDER / "data" / "worlds.toml").read_text(encoding="utf-8"))
CODES: tuple[str, ...] = tuple(DATA["cards"]["code"])
NAMES: tuple[str, ...] = tuple(DATA["cards"]["name"])
PIECE_CODES, PIECE_NAMES = CODES[state.ACTIONS :], NAMES[state.ACTIONS :]
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SPACE_RADIUS, WORLD_WIDTH, WORLD_HEIGHT = 5, 6, 9
GOALS = ("short", "medium", "long")
START_WORLDS = ("choose", "assigned", "free")
EARLY_DRAWS = ("auto", "ask", "off")
PC = {
    "card_set": "pc",
    "start_world": "assigned",
    "start_hex": "centre",
    "start_resources": 6,
    "start_units": 2,
    "moves_per_unit": "once",
    "combat_order": "high_first",
    "base_in_stack": "by_strength",
    "overlap": "none",
    "space_territory": "none",
}
"""Close to the author's later program; two players have two neutral worlds there."""


@lru_cache
def space_cells() -> list[tuple[int, int]]:
    """Axial coordinates of the space map's hexes: a hexagon without its corners."""
    span = range(-SPACE_RADIUS, SPACE_RADIUS + 1)
    corners = {tuple(SPACE_RADIUS * part for part in direction) for direction in DIRECTIONS}
    return [(q, r) for q in span for r in span if abs(q + r) <= SPACE_RADIUS and (q, r) not in corners]


@lru_cache
def world_cells() -> list[tuple[int, int]]:
    """Axial coordinates of a world's hexes."""
    columns, rows = range(-WORLD_WIDTH, WORLD_WIDTH + 1), range(-WORLD_HEIGHT, WORLD_HEIGHT + 1)
    return [(q, r) for q in columns for r in rows if abs(q + 2 * r) <= WORLD_HEIGHT]


def orbits(players: int, options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """2.6: where the worlds are, home worlds first."""
    homes = [tuple(cell) for cell in DATA["homes"][str(players)]]
    if options["home_sw"] == "printed":
        printed = tuple(DATA["homes"]["printed_south_west"])
        homes = [printed if cell == (-4, 4) else cell for cell in homes]
    neutral = DATA["neutral"]["two" if options["neutral_worlds"] == 2 else "one"]
    return homes + [tuple(cell) for cell in neutral]


def _usual(name: str, printed: Value) -> Any:
    """The printed value, or that of the preset."""
    return lambda table: PC.get(name, printed) if table.chosen.get("rules") == "pc" else printed


def _neutral_worlds(table: Table) -> int:
    return 2 if table.chosen.get("rules") == "pc" and table.players == 2 else 1


def _two_have_room(value: Value, table: Table) -> str | None:
    return "CWR-01: two neutral worlds are for two players only." if value == 2 and table.players != 2 else None


def _is_at_table(value: Value, table: Table) -> str | None:
    if value != "random" and int(value[4:]) >= table.players:
        return f"CW-039: there are only {table.players} players."
    return None


OPTIONS = (
    Option(
        "rules",
        "The printed rules, or a preset close to the author's later program; single options may still be set.",
        ("printed", "pc"),
        "printed",
        ("CWR-14",),
    ),
    Option(
        "goal",
        "What wins: bases on three worlds and the largest territory (short), no enemy base (medium), no enemy piece "
        "(long).",
        GOALS,
        "short",
        ("CW-010",),
    ),
    Option(
        "round_limit",
        "After so many rounds the leader wins; 0: no limit.",
        range(1000),
        100,
        ("CW-246", "CWR-54"),
    ),
    Option(
        "opening_truce",
        "Rounds without any attack. We recommend 1 with 4 to 6 players: neighbours are so near that the first player "
        "can often knock one out before that player's first turn.",
        range(4),
        0,
        ("CW-247", "CWR-55"),
    ),
    Option(
        "card_set",
        "Costs and strengths: printed, printed with a Titan Force for 12, or those of the later program.",
        ("printed", "printed_titan12", "pc"),
        _usual("card_set", "printed"),
        ("CWR-14",),
    ),
    Option(
        "start_world",
        "Home worlds are chosen in turn order, assigned by seat, or free: any world, also together.",
        START_WORLDS,
        _usual("start_world", "choose"),
        ("CWR-05",),
    ),
    Option(
        "start_hex",
        "The first base stands on a hex of the player's choice, or in the middle.",
        ("choose", "centre"),
        _usual("start_hex", "choose"),
        ("CWR-06",),
    ),
    Option("start_resources", "Resources at the start.", range(21), _usual("start_resources", 0), ("CW-038", "CWR-08")),
    Option(
        "start_units",
        "Assault Teams at the start: none, two on the base, or three around it.",
        (0, 2, 3),
        _usual("start_units", 0),
        ("CW-038", "CWR-08"),
    ),
    Option("start_deck", "Ten cards, or five.", ("classic", "small"), "classic", ("CW-036",)),
    Option(
        "neutral_worlds",
        "Worlds that nobody starts on: one in the centre, or two beside it.",
        (1, 2),
        _neutral_worlds,
        ("CW-031", "CWR-01"),
        allowed=_two_have_room,
    ),
    Option(
        "home_sw",
        "Where the lower left home world lies with six players: in line with the others, or where the map prints it.",
        ("symmetric", "printed"),
        "symmetric",
        ("CWR-03",),
    ),
    Option(
        "first_player",
        "Who begins.",
        ("random", *(f"seat{seat}" for seat in range(state.SEATS))),
        "random",
        ("CW-039", "CWR-09"),
        allowed=_is_at_table,
    ),
    Option(
        "early_draw",
        "Whether the next hand is drawn at the end of one's turn: always, on request, or never.",
        EARLY_DRAWS,
        "auto",
        ("CW-065", "CWR-11"),
    ),
    Option("bought_to", "Where a bought card goes.", ("discard", "deck"), "discard", ("CW-205", "CWR-12")),
    Option(
        "supply",
        "How many cards can be bought: any number, or what one printed sheet for each player holds.",
        ("unlimited", "sheets"),
        "unlimited",
        ("CWR-13",),
    ),
    Option("markers", "Markers of a kind for each player; 0: no limit.", (0, 8), 8, ("CW-212", "CWR-15")),
    Option(
        "moves_per_unit",
        "Whether a piece may be moved several times in a turn.",
        ("many", "once"),
        _usual("moves_per_unit", "many"),
        ("CW-128", "CWR-18"),
    ),
    Option(
        "deploy_into_enemy",
        "Deploying into a hex with enemies is an attack, or forbidden.",
        ("combat", "forbidden"),
        "combat",
        ("CW-213", "CWR-40"),
    ),
    Option(
        "combat_order",
        "Which defender fights first: the weakest or the strongest.",
        ("low_first", "high_first"),
        _usual("combat_order", "low_first"),
        ("CW-152", "CWR-31"),
    ),
    Option(
        "base_in_stack",
        "When a defending base fights: after its units, or where its strength puts it.",
        ("last", "by_strength"),
        _usual("base_in_stack", "last"),
        ("CW-152", "CWR-32"),
    ),
    Option(
        "beaten_base",
        "What becomes of a base that attacks and loses.",
        ("captured", "destroyed"),
        "captured",
        ("CW-159", "CWR-37"),
    ),
    Option(
        "portal_on_capture",
        "What becomes of the portals of a captured base.",
        ("close", "keep"),
        "close",
        ("CW-162", "CWR-28"),
    ),
    Option(
        "overlap",
        "Whether a hex that two empires claim counts for both or for nobody.",
        ("both", "none"),
        _usual("overlap", "both"),
        ("CW-232", "CWR-43"),
    ),
    Option(
        "space_territory",
        "Whether bases in space control the hexes around them.",
        ("full", "none"),
        _usual("space_territory", "full"),
        ("CW-233", "CWR-42"),
    ),
    Option(
        "most_territory",
        "For the short goal: as much territory as anybody, or more than anybody else.",
        ("joint", "strict"),
        "joint",
        ("CW-240", "CWR-47"),
    ),
    Option("open_discards", "Whether discard piles are open.", (False, True), True, ("CWR-58",)),
)


def make_board(players: int, options: Mapping[str, Value], board: Any) -> None:
    """Fills the board's record from the settled options."""
    board.advice[:] = WEIGHTS.for_players(players).values
    board.guide[:] = GUIDE.values
    board.players = players
    worlds = orbits(players, options)
    board.worlds = len(worlds)
    board.homes = len(worlds) if options["start_world"] == "free" else players
    board.goal = GOALS.index(options["goal"])
    board.round_limit = options["round_limit"]
    board.truce = options["opening_truce"]
    board.start_world = START_WORLDS.index(options["start_world"])
    board.start_centre = options["start_hex"] == "centre"
    board.start_resources = options["start_resources"]
    board.start_units = options["start_units"]
    first = options["first_player"]
    board.first_player = state.NOBODY if first == "random" else int(first[4:])
    board.early_draw = EARLY_DRAWS.index(options["early_draw"])
    board.bought_to_deck = options["bought_to"] == "deck"
    board.markers = options["markers"]
    board.move_once = options["moves_per_unit"] == "once"
    board.deploy_in_peace = options["deploy_into_enemy"] == "forbidden"
    board.high_first = options["combat_order"] == "high_first"
    board.base_by_strength = options["base_in_stack"] == "by_strength"
    board.beaten_base_dies = options["beaten_base"] == "destroyed"
    board.portals_stay = options["portal_on_capture"] == "keep"
    board.overlap_is_nobodys = options["overlap"] == "none"
    board.no_space_territory = options["space_territory"] == "none"
    board.strictly_most = options["most_territory"] == "strict"
    board.closed_discards = not options["open_discards"]
    numbers, deck = DATA["set"][options["card_set"]], DATA["deck"][options["start_deck"]]
    for table in ("cost", "move", "gather", "strength"):
        board[table][:] = numbers[table]
    board.start_deck[:] = [deck.get(code, 0) for code in CODES]
    sheets = [players * (sheet - deck.get(code, 0)) for code, sheet in zip(CODES, DATA["cards"]["sheet"], strict=True)]
    board.supply[:] = sheets if options["supply"] == "sheets" else state.UNLIMITED
    _draw_maps(worlds, board)


def _draw_maps(worlds: list[tuple[int, int]], board: Any) -> None:
    space, world = space_cells(), world_cells()
    board.orbit[:] = state.NOWHERE
    board.orbit[: len(worlds)] = [space.index(cell) for cell in worlds]
    board.world_at[:] = [worlds.index(cell) if cell in worlds else state.NOWHERE for cell in space]
    for row, (first, cells) in enumerate(((0, space), (state.SPACE_HEXES, world))):
        number = {cell: i for i, cell in enumerate(cells)}
        board.all_hexes[row] = _words(range(len(cells)))
        for i, (q, r) in enumerate(cells):
            board.q[first + i], board.r[first + i] = q, r
            around = [(q + dq, r + dr) for dq, dr in ((0, 0), *DIRECTIONS)]
            board.ring[first + i] = _words(number[cell] for cell in around if cell in number)


def _words(numbers: Any) -> list[int]:
    """A set of hexes of one map in two words."""
    whole = sum(1 << number for number in numbers)
    return [whole >> state.WORD_BITS * word & (1 << state.WORD_BITS) - 1 for word in range(state.WORDS)]
