"""The options, the maps, and the board's record made from them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quincunx.engine.options import Option, Table, Value
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.weights import Weights
from quincunx.games.galaxy_of_d import state, weights
from quincunx.games.galaxy_of_d.reach import REACH, SIDE

FOLDER = Path(__file__).parent
RULES = Rulebook(FOLDER / "rulebook.md")
WEIGHTS = Weights(FOLDER / "data" / "advice.toml", vars(weights), weights.WEIGHTS)
DATA: dict[str, Any] = tomllib.loads((FOLDER / "data" / "galaxy.toml").read_text(encoding="utf-8"))
MAPS = tuple(DATA["map"])
DIRECTIONS = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
"""North-west, north-east, west, east, south-west, south-east: neighbours in ascending order."""

FIRST_PLAYERS = ("coin", "seat0", "seat1", "rps")
ABSORB_ORDERS = ("active_first", "defender_first", "secret")
ROLLS = ("die", 1, 2, 3, 4, 5, 6)
KIND_NAMES: tuple[str, ...] = tuple(DATA["ships"]["name"])
KIND_CODES: tuple[str, ...] = tuple(DATA["ships"]["code"])
CLASS_NAMES = tuple(
    name for kind in KIND_NAMES for name in ((kind, "laden " + kind) if kind == "Freighter" else (kind,))
)
CLASS_KINDS = tuple(KIND_CODES.index("F" if code == "L" else code) for code in state.CLASS_CODES)


@dataclass(frozen=True)
class Galaxy:
    """A map: two halves of k rows, the second turned by 180 degrees."""

    k: int

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Axial coordinates (q, r) of all sectors, row by row."""
        rows, span = range(2 * self.k), range(-(self.k - 1), self.k)
        return [(q, r) for r in rows for q in span if 0 <= q + r <= 2 * self.k - 1]

    @property
    def names(self) -> list[str]:
        """A letter for the row, a number for the column."""
        first = {r: min(q for q, row in self.cells if row == r) for r in range(2 * self.k)}
        return [f"{chr(ord('A') + r)}{q - first[r] + 1}" for q, r in self.cells]

    @property
    def links(self) -> list[list[int]]:
        """Each sector's neighbours, ascending."""
        number = {cell: i for i, cell in enumerate(self.cells)}
        around = [[(q + dq, r + dr) for dq, dr in DIRECTIONS] for q, r in self.cells]
        return [[number[cell] for cell in cells if cell in number] for cells in around]


@lru_cache
def galaxy(name: str) -> Galaxy:
    """A map by its name."""
    return Galaxy(DATA["map"][name])


@lru_cache
def sector_names(name: str) -> list[str]:
    """The names of a map's sectors by number."""
    return galaxy(name).names


def _small_map_is_small(value: Value, table: Table) -> str | None:
    if value > 4 and table.chosen.get("map") == "small":
        return "The small map has no room for Starbases that far apart."
    return None


OPTIONS = (
    Option(
        "setup",
        "How a game begins: normal (bidding, Pirates) or quick (five Things, $15, no Pirates: good for a first game).",
        ("normal", "quick"),
        "normal",
        ("GD-100", "GD-600"),
    ),
    Option("map", "The galaxy: 70, 102 or 140 sectors.", MAPS, "standard", ("GD-003", "R-01")),
    Option(
        "thing_placement",
        "Who spreads the Things: chance, or the players in turn, face down.",
        ("random", "alternate"),
        "random",
        ("GD-104", "R-04"),
    ),
    Option(
        "first_player",
        "Who takes the first turn: a coin decides, a seat, or rock-paper-scissors.",
        FIRST_PLAYERS,
        "coin",
        ("GD-110", "GD-603", "R-10"),
    ),
    Option(
        "colours",
        "The First Turn Player picks a colour, or seat 0 is Redog and seat 1 Cynder.",
        ("pick", "fixed"),
        "pick",
        ("GD-111", "R-11"),
    ),
    Option(
        "base_min_distance",
        "The least distance between the Starbases, in steps; more than 3 is a house rule.",
        (3, 4, 5, 6),
        3,
        ("GD-121", "R-06"),
        allowed=_small_map_is_small,
    ),
    Option(
        "cargo_count",
        "The Cargo Price counts the steps from the Spaceport to the nearest planet, or the sectors between (gap).",
        ("steps", "gap"),
        "steps",
        ("GD-108", "R-07"),
    ),
    Option(
        "no_planet",
        "If no planet is drawn: keep it so, or draw again.",
        ("keep", "redraw"),
        "keep",
        ("R-08",),
    ),
    Option(
        "starbase_stops",
        "Whether an enemy Starbase without ships ends a ship's move.",
        ("no", "yes"),
        "no",
        ("R-17",),
    ),
    Option(
        "bomber_stay",
        "Whether a Bomber that stays on the enemy Starbase strikes when the movement phase ends.",
        ("no", "yes"),
        "no",
        ("R-19",),
    ),
    Option(
        "absorb_order",
        "Who names his losses first: the active player, the defender, or both in secret.",
        ABSORB_ORDERS,
        "active_first",
        ("R-27",),
    ),
    Option(
        "pirate_absorb",
        "Who names the Pirates' losses: they lose what is cheapest (auto), or the active player chooses.",
        ("auto", "active"),
        "auto",
        ("R-34",),
    ),
    Option(
        "pirate_repeat",
        "Whether each of two Pirates in contact starts a combat, or one that has fought starts none.",
        ("each", "once"),
        "each",
        ("R-37",),
    ),
    Option(
        "fog",
        "What is shown of enemy stacks: the top ship and the height, or all ships (open). For a game against a bot, "
        "open is the fair choice.",
        ("top", "open"),
        "top",
        ("GD-230", "R-51"),
    ),
    Option("things_roll", "The galaxy die: rolled, or fixed (house rule).", ROLLS, "die", ("GD-102",)),
    Option("money_roll", "The money die: rolled, or fixed (house rule).", ROLLS, "die", ("GD-113",)),
    Option("start_armor", "Armor of a new Starbase; less than 20 is a house rule.", (10, 15, 20), 20, ("GD-005",)),
)


def make_board(players: int, options: Mapping[str, Value], board: Any) -> None:
    """Fills the board's record from the settled options."""
    board.advice[:] = WEIGHTS.values
    board.players = players
    board.quick = options["setup"] == "quick"
    board.alternate = options["thing_placement"] == "alternate"
    board.first_player = FIRST_PLAYERS.index(options["first_player"])
    board.pick_colours = options["colours"] == "pick"
    board.base_distance = options["base_min_distance"]
    board.gap = options["cargo_count"] == "gap"
    board.redraw = options["no_planet"] == "redraw"
    board.starbase_stops = options["starbase_stops"] == "yes"
    board.bomber_stay = options["bomber_stay"] == "yes"
    board.absorb_order = ABSORB_ORDERS.index(options["absorb_order"])
    board.pirate_active = options["pirate_absorb"] == "active"
    board.pirate_once = options["pirate_repeat"] == "once"
    board.fog = options["fog"] == "top"
    board.things_roll = 0 if options["things_roll"] == "die" else options["things_roll"]
    board.money_roll = 0 if options["money_roll"] == "die" else options["money_roll"]
    board.start_armor = options["start_armor"]
    _draw_map(galaxy(options["map"]), board)
    ships = DATA["ships"]
    board.cost[:], board.chits[:] = ships["cost"], ships["chits"]
    for table in ("speed", "attack", "armor"):
        board[table][: state.CLASSES] = [ships[table][kind] for kind in CLASS_KINDS]


def _draw_map(chart: Galaxy, board: Any) -> None:
    cells, links = chart.cells, chart.links
    board.sectors = len(cells)
    board.link[:] = state.NOWHERE
    for sector, (q, r) in enumerate(cells):
        board.q[sector], board.r[sector] = q, r
        board.steps[sector, : len(cells)] = [max(abs(x - q), abs(y - r), abs(x - q + y - r)) for x, y in cells]
        board.degree[sector] = len(links[sector])
        board.link[sector, : len(links[sector])] = links[sector]
        near = [(dq - q, dr - r) for dq, dr in cells if max(abs(dq - q), abs(dr - r), abs(dq - q + dr - r)) <= REACH]
        board.window[sector] = sum(1 << (dr + REACH) * SIDE + dq + REACH for dq, dr in near)
    for r in range(2 * chart.k):
        row = [i for i, cell in enumerate(cells) if cell[1] == r]
        board.row_start[r], board.row_q[r] = row[0], cells[row[0]][0]
