"""The options, the cards, and the board's record made from them."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quincunx.engine.options import Option, Table, Value
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.weights import Weights
from quincunx.games.vanguard_rome import state, weights

FOLDER = Path(__file__).parent
RULES = Rulebook(FOLDER / "rulebook.md")
WEIGHTS = Weights(FOLDER / "data" / "advice.toml", vars(weights), weights.WEIGHTS)
DATA: dict[str, Any] = tomllib.loads((FOLDER / "data" / "cards.toml").read_text(encoding="utf-8"))
UNITS, COMMANDS = DATA["units"], DATA["commands"]
KIND_CODES: tuple[str, ...] = ("..", *UNITS["code"], "??")
"""By kind: nobody, the twelve, unseen."""
KIND_NAMES: tuple[str, ...] = ("nobody", *UNITS["name"], "hidden unit")
COMMAND_CODES: tuple[str, ...] = tuple(COMMANDS["code"])
COMMAND_NAMES: tuple[str, ...] = tuple(COMMANDS["name"])
DECKS = ("shared", "divide_equal", "divide_random")
LEVELS = {
    "recruit": (False, False),
    "recruit_with_commands": (True, False),
    "recruit_with_rear": (False, True),
    "legion": (True, True),
}
"""VR-002, VR-003: whether commands and the rear row are used."""
LEAST_TURNS = 20


def _level(table: Table) -> tuple[bool, bool]:
    return LEVELS.get(table.chosen.get("level", "legion"), LEVELS["legion"])


def _two_may_divide(value: Value, table: Table) -> str | None:
    if value != "shared" and table.players != 2:
        return "VR-174: Divide and Conquer is for two players only."
    return None


def _not_too_short(value: Value, table: Table) -> str | None:
    return f"Choose 0 for no limit, or at least {LEAST_TURNS} turns." if 0 < value < LEAST_TURNS else None


OPTIONS = (
    Option(
        "level",
        "The learning levels: units alone, units and commands, units in two rows, or the complete game.",
        tuple(LEVELS),
        "legion",
        ("VR-002", "VR-003", "VR-004"),
    ),
    Option(
        "use_commands",
        "Whether there are command cards; the level decides if nothing is said.",
        (False, True),
        lambda table: _level(table)[0],
        ("VR-002", "VR-003"),
    ),
    Option(
        "use_rear",
        "Whether there is a rear row; without it five units are dealt instead of ten.",
        (False, True),
        lambda table: _level(table)[1],
        ("VR-002", "VR-003", "R-46"),
    ),
    Option(
        "decks",
        "One deck for all, or a deck for each of two players: half of every kind, or a random half.",
        DECKS,
        "shared",
        ("VR-172", "VR-173", "R-43"),
        allowed=_two_may_divide,
    ),
    Option(
        "hidden_rear",
        "Whether units laid out in the rear row lie face down.",
        (False, True),
        True,
        ("VR-180",),
    ),
    Option(
        "shift_model",
        "What moves together in a lateral shift: all adjacent units of both rows, or the run in the same row.",
        ("group", "rows"),
        "group",
        ("VR-058", "R-05"),
    ),
    Option(
        "consul_stacks",
        "Whether several adjacent Consuls add up.",
        (False, True),
        False,
        ("VR-087", "R-21"),
    ),
    Option(
        "command_on_vanguard",
        "Whether Volley and Stampede may be given to the own vanguard unit.",
        (False, True),
        True,
        ("R-29",),
    ),
    Option(
        "close_up",
        "Whether the others mend their lines at once after the opening clash.",
        (False, True),
        False,
        ("VR-033", "R-12"),
    ),
    Option(
        "replay_cap",
        "How many times a tied clash is replayed before a toss decides.",
        range(21),
        5,
        ("VR-031", "R-13"),
    ),
    Option("hand_limit", "Most commands held at the end of one's turn.", range(3, 13), 7, ("VR-048", "R-17")),
    Option(
        "turn_limit",
        "After so many turns of all players together the larger army wins; 0: no limit.",
        range(2001),
        200,
        ("VR-093", "R-42"),
        allowed=_not_too_short,
    ),
)


def traits_of(code: int, mounted: Any) -> int:
    """VR-060, VR-119, VR-121: what a unit can do in the main phase, and whether it can carry a Chariot."""
    kind = code & state.KIND_MASK
    if kind == state.NO_UNIT or kind > state.UNSEEN:
        return 0
    rides, fresh = bool(code & state.RIDDEN), not code & state.USED
    traits = {
        state.CAN_SWITCH: fresh and kind in state.SWITCHERS,
        state.CAN_CALL: fresh and kind == state.PRAETORIAN,
        state.CAN_DRIVE: rides and not code & state.RIDER_USED,
        state.CAN_MOUNT: fresh and not rides and kind == state.CHARIOT,
        state.CAN_CARRY: not rides and not mounted[kind],
    }
    return sum(trait for trait, holds in traits.items() if holds)


def make_board(players: int, options: Mapping[str, Value], board: Any) -> None:
    """Fills the board's record from the settled options."""
    board.advice[:] = WEIGHTS.values
    board.players = players
    board.use_commands = options["use_commands"]
    board.rows = 1 + options["use_rear"]
    board.decks = DECKS.index(options["decks"])
    board.hidden_rear = options["hidden_rear"]
    board.rows_shift = options["shift_model"] == "rows"
    board.consul_stacks = options["consul_stacks"]
    board.command_on_vanguard = options["command_on_vanguard"]
    board.close_up = options["close_up"]
    board.replay_cap = options["replay_cap"]
    board.hand_limit = options["hand_limit"]
    board.turn_limit = options["turn_limit"]
    board.power[1 : state.KINDS] = UNITS["power"]
    board.unit_count[1 : state.KINDS] = UNITS["count"]
    board.mounted[1 : state.KINDS] = [code in UNITS["mounted"] for code in UNITS["code"]]
    board.command_count[:] = COMMANDS["count"]
    board.traits[:] = [traits_of(code, board.mounted) for code in range(state.CODES)]
