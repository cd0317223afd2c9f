"""Moves and commands in writing, as in the rules document: `place PR F+2`, `shift lat F-1`, `order volley F-1 2`.

The two moves with two free cells are written in two steps: `chariot F-2` or `call F-2` (a Praetorian calls a distant
Consul), and then `to R+1`.
"""

import re
from collections.abc import Callable, Sequence

from quincunx.engine.errors import Refused, Unreadable, shown
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES, RULES

ROW_LETTERS = "FR"
SEAT_LETTERS = "ABCD"
SIDES = ("left", "right")
WAYS = ("left", "right", "behind")
"""The directions of a neighbour, where it is not known of whom."""
WITH_CHARIOT = "+"
NONE, YES, NO = "none", "yes", "no"
CELL = re.compile(r"([FR])([+-]?)(\d{1,2})", re.ASCII | re.IGNORECASE)
UNIT_CODES = KIND_CODES[1 : s.KINDS]
HOW_TO_WRITE = (
    "Write 'place PR F+2', 'shift fwd R0', 'shift lat F-1', 'swap F0 F-1', 'chariot F-2' or 'call F-2' and then "
    "'to R+1', 'flank F-1 right', 'reinforce', 'nightfall', 'attack', 'face B', 'order none', 'order javelin F-2', "
    "'order volley F-1 2', 'order stampede B:F0', 'catapult R0 yes', 'standard F0 F-1', 'retreat F+2', "
    "'discard FLANK', 'keep', 'reorg', 'lean left' or 'deploy IN'."
)


def column_text(cell: int) -> str:
    """A cell's column as the owner counts it: 0 is the vanguard's."""
    column = cell % s.COLUMNS - s.CENTRE
    return f"{column:+d}" if column else "0"


def cell_text(cell: int) -> str:
    """`F0`, `R-2`."""
    return ROW_LETTERS[cell // s.COLUMNS] + column_text(cell)


def spot_text(spot: tuple[int, int]) -> str:
    """A row and a column as the owner counts it, which may lie one beyond the last: `F-32`."""
    row, column = spot
    return ROW_LETTERS[row] + (f"{column:+d}" if column else "0")


def spot_of(cell: int) -> tuple[int, int]:
    """The row of a cell, and its column as the owner counts it."""
    return cell // s.COLUMNS, cell % s.COLUMNS - s.CENTRE


def beside(cell: int, direction: int) -> tuple[int, int]:
    """The neighbour of a cell in a direction."""
    row, column = spot_of(cell)
    return (1 - row, column) if direction == s.DIRECTIONS - 1 else (row, column - 1 + 2 * direction)


# ---------------------------------------------------------------- spelling


def spell(position: Position, number: int) -> str:
    """The move of that number in writing."""
    number = int(number)
    if not 0 <= number < s.MOVE_COUNT:
        return f"no move ({number})"
    first = max(known for known in SPELLERS if known <= number)
    return SPELLERS[first](position, number - first)


def swap_text(position: Position, number: int) -> str:
    """`swap F0 F-1`"""
    cell, direction = divmod(number, s.DIRECTIONS)
    return f"swap {cell_text(cell)} {spot_text(beside(cell, direction))}"


def catapult_text(position: Position, answer: str) -> str:
    """`catapult R0 yes`: the cell is that of the Catapult in question."""
    asked = int(position.state.asked)
    return f"catapult {answer}" if asked == s.NOWHERE else f"catapult {cell_text(asked)} {answer}"


def standard_text(position: Position, number: int) -> str:
    """`standard F0 none`, `standard F0 F-1`: the cell is that of the Standard in question."""
    asked = int(position.state.asked)
    if asked == s.NOWHERE:
        return f"standard {(NONE, *WAYS)[number]}"
    companion = spot_text(beside(asked, number - 1)) if number else NONE
    return f"standard {cell_text(asked)} {companion}"


SPELLERS: dict[int, Callable[[Position, int], str]] = {
    s.KEEP: lambda position, n: "keep",
    s.REORG: lambda position, n: "reorg",
    s.LEAN_LEFT: lambda position, n: f"lean {SIDES[n]}",
    s.DEPLOY_MOVE: lambda position, n: f"deploy {UNIT_CODES[n // 2]}" + n % 2 * WITH_CHARIOT,
    s.FORWARD_MOVE: lambda position, n: f"shift fwd {cell_text(s.COLUMNS + n)}",
    s.LATERAL_MOVE: lambda position, n: f"shift lat {cell_text(n)}",
    s.PLACE_MOVE: lambda position, n: f"place {UNIT_CODES[n // s.COLUMNS]} {cell_text(n % s.COLUMNS)}",
    s.SWAP_MOVE: swap_text,
    s.DISTANT_MOVE: lambda position, n: f"call {cell_text(n)}",
    s.CHARIOT_MOVE: lambda position, n: f"chariot {cell_text(n)}",
    s.TARGET_MOVE: lambda position, n: f"to {cell_text(n)}",
    s.FLANK_MOVE: lambda position, n: f"flank {cell_text(n // 2)} {SIDES[n % 2]}",
    s.REINFORCE_MOVE: lambda position, n: "reinforce",
    s.NIGHTFALL_MOVE: lambda position, n: "nightfall",
    s.ATTACK_MOVE: lambda position, n: "attack",
    s.FACE_MOVE: lambda position, n: f"face {SEAT_LETTERS[n]}",
    s.NO_ORDER_MOVE: lambda position, n: f"order {NONE}",
    s.JAVELIN_MOVE: lambda position, n: f"order javelin {cell_text(n)}",
    s.SURPRISE_MOVE: lambda position, n: f"order surprise {cell_text(n)}",
    s.VOLLEY_MOVE: lambda position, n: f"order volley {cell_text(n // 2)} {n % 2 + 1}",
    s.STAMPEDE_MOVE: lambda position, n: f"order stampede {place_text(n // s.COLUMNS, n % s.COLUMNS)}",
    s.HOLD_MOVE: lambda position, n: catapult_text(position, NO),
    s.FIRE_MOVE: lambda position, n: catapult_text(position, YES),
    s.ALONE_MOVE: standard_text,
    s.STAY_MOVE: lambda position, n: f"retreat {NONE}",
    s.RETREAT_MOVE: lambda position, n: f"retreat {cell_text(n)}",
    s.DISCARD_MOVE: lambda position, n: f"discard {COMMAND_CODES[n]}",
}
"""How the moves from a number on are written; `n` counts from that number."""


def place_text(seat: int, cell: int) -> str:
    """A cell of somebody's army: `B:F0`."""
    return f"{SEAT_LETTERS[seat]}:{cell_text(cell)}"


# ---------------------------------------------------------------- reading


def read(position: Position, text: str) -> int:
    """The number of a move in writing."""
    words = text.lower().split() or [""]
    for length in (2, 1):
        reader = READERS.get((" ".join(words[:length]), len(words) - length))
        if len(words) >= length and reader:
            return reader(position, *words[length:])
    raise Unreadable(f"{shown(text)} is not a move. {HOW_TO_WRITE}")


def refuse(rule: str) -> Refused:
    """A rule against what no number means."""
    return Refused(rule, RULES.sentence(rule))


def among(what: str, choices: Sequence[str], given: str) -> int:
    """The index of a choice given in words."""
    for i, choice in enumerate(choices):
        if given.lower() == choice.lower():
            return i
    raise Unreadable(f"{shown(given)} is no {what}. Choose one of: {', '.join(choices)}.")


def read_spot(text: str) -> tuple[int, int]:
    """A row and a column as the owner counts it, from a text such as `F-2`."""
    match = CELL.fullmatch(text)
    if not match or (match[2] == "") != (int(match[3]) == 0) or (len(match[3]) > 1 and match[3][0] == "0"):
        raise Unreadable(
            f"{shown(text)} is no space. F0 is the vanguard's, F-2 is in the front row two columns to the left, R+1 in "
            "the rear row one column to the right."
        )
    return ROW_LETTERS.index(match[1].upper()), int(match[2] + match[3])


def cell_at(spot: tuple[int, int]) -> int:
    """The number of a cell; R-40: there are 31 columns on each side."""
    row, column = spot
    if abs(column) > s.CENTRE:
        raise Unreadable(f"There is no space {spot_text(spot)}: columns run from -{s.CENTRE} to +{s.CENTRE} (R-40).")
    return row * s.COLUMNS + column + s.CENTRE


def read_cell(text: str) -> int:
    """The number of a cell from a text such as `F-2`."""
    return cell_at(read_spot(text))


def front_column(text: str, rule: str) -> int:
    """A column of the front row; the rule says why no other is meant."""
    cell = read_cell(text)
    if cell >= s.COLUMNS:
        raise refuse(rule)
    return cell


def read_forward(position: Position, text: str) -> int:
    """`shift fwd R0`: only rear units step forward."""
    cell = read_cell(text)
    if cell < s.COLUMNS:
        raise refuse("VR-057")
    return s.FORWARD_MOVE + cell - s.COLUMNS


def read_deploy(position: Position, text: str) -> int:
    """`deploy IN`, `deploy IN+`"""
    kind = among("kind of unit", UNIT_CODES, text.removesuffix(WITH_CHARIOT))
    return s.DEPLOY_MOVE + 2 * kind + text.endswith(WITH_CHARIOT)


def read_place(position: Position, kind: str, text: str) -> int:
    """`place PR F+2`: never in the rear row."""
    return s.PLACE_MOVE + s.COLUMNS * among("kind of unit", UNIT_CODES, kind) + front_column(text, "VR-044")


def read_swap(position: Position, text: str, other: str) -> int:
    """`swap F0 F-1`: two neighbours."""
    cell, partner = read_cell(text), read_spot(other)
    for direction in range(s.DIRECTIONS):
        if beside(cell, direction) == partner:
            return s.SWAP_MOVE + s.DIRECTIONS * cell + direction
    here, there = cell_text(cell), spot_text(partner)
    raise Unreadable(
        f"{here} and {there} are not next to each other. A Praetorian switches with a distant Consul in two steps: "
        f"write 'call {here}' and then 'to {there}'."
    )


def read_both_steps(position: Position, text: str, other: str) -> int:
    """`chariot F-2 F0` is more than one move."""
    here, there = cell_text(read_cell(text)), cell_text(read_cell(other))
    raise Unreadable(f"A Chariot moves in two steps: write 'chariot {here}' and then 'to {there}'.")


def read_flank(position: Position, text: str, side: str) -> int:
    """`flank F-1 right`"""
    return s.FLANK_MOVE + 2 * read_cell(text) + among("side", SIDES, side)


def read_seat(text: str) -> int:
    """A seat by its letter, or by its number from 0 on."""
    for seat, letter in enumerate(SEAT_LETTERS):
        if text.upper() in (letter, str(seat)):
            return seat
    raise Unreadable(f"{shown(text)} is no player. Choose one of: {', '.join(SEAT_LETTERS)}.")


def read_volley(position: Position, text: str, reach: str) -> int:
    """`order volley F-1 2`"""
    return s.VOLLEY_MOVE + 2 * read_cell(text) + among("reach", ("1", "2"), reach)


def read_stampede(position: Position, text: str) -> int:
    """`order stampede B:F0`: only Elephants of the front row."""
    owner, colon, cell = text.partition(":")
    if not colon:
        raise Unreadable(f"{shown(text)} does not say whose Elephant it is. Write 'order stampede B:F0'.")
    return s.STAMPEDE_MOVE + s.COLUMNS * read_seat(owner) + front_column(cell, "R-31")


def check_asked(position: Position, phase: int, text: str, what: str, way_on: str) -> int:
    """The cell that an answer names; if somebody is asked, it has to be the one in question."""
    cell, asked = read_cell(text), int(position.state.asked)
    if position.state.phase == phase and asked not in (s.NOWHERE, cell):
        here = cell_text(asked)
        raise Unreadable(
            f"The {what} in {here} is in question, not one in {cell_text(cell)}. Write '{way_on.format(here)}'."
        )
    return cell


def read_catapult(position: Position, text: str, answer: str) -> int:
    """`catapult R0 yes`: the Catapult in question."""
    check_asked(position, s.FIRING, text, "Catapult", "catapult {0} yes' or 'catapult {0} no")
    return read_shot(position, answer)


def read_shot(position: Position, answer: str) -> int:
    """`catapult yes`"""
    return s.HOLD_MOVE + among("answer", (NO, YES), answer)


def read_standard(position: Position, text: str, companion: str) -> int:
    """`standard F0 F-1`, `standard F0 none`: the Standard in question."""
    cell = check_asked(position, s.FOLLOWING, text, "Standard", "standard {0} none' or name a neighbour of {0} as '")
    if companion == NONE:
        return s.ALONE_MOVE
    spot = read_spot(companion)
    for direction in range(s.DIRECTIONS):
        if beside(cell, direction) == spot:
            return s.FOLLOW_MOVE + direction
    raise Unreadable(
        f"{spot_text(spot)} is not next to {cell_text(cell)}: only a neighbour follows a Standard (VR-137). Write "
        f"'standard {cell_text(cell)} {NONE}' if nobody does."
    )


def read_companion(position: Position, way: str) -> int:
    """`standard none`, `standard left`"""
    return s.ALONE_MOVE + among("companion", (NONE, *WAYS), way)


def read_retreat(position: Position, text: str) -> int:
    """`retreat F+2`, `retreat none`"""
    return s.STAY_MOVE if text == NONE else s.RETREAT_MOVE + read_cell(text)


READERS: dict[tuple[str, int], Callable[..., int]] = {
    ("keep", 0): lambda position: s.KEEP,
    ("reorg", 0): lambda position: s.REORG,
    ("lean", 1): lambda position, side: s.LEAN_LEFT + among("side", SIDES, side),
    ("deploy", 1): read_deploy,
    ("shift fwd", 1): read_forward,
    ("shift lat", 1): lambda position, cell: s.LATERAL_MOVE + read_cell(cell),
    ("place", 2): read_place,
    ("swap", 2): read_swap,
    ("call", 1): lambda position, cell: s.DISTANT_MOVE + read_cell(cell),
    ("chariot", 1): lambda position, cell: s.CHARIOT_MOVE + read_cell(cell),
    ("chariot", 2): read_both_steps,
    ("to", 1): lambda position, cell: s.TARGET_MOVE + read_cell(cell),
    ("flank", 2): read_flank,
    ("reinforce", 0): lambda position: s.REINFORCE_MOVE,
    ("nightfall", 0): lambda position: s.NIGHTFALL_MOVE,
    ("attack", 0): lambda position: s.ATTACK_MOVE,
    ("face", 1): lambda position, seat: s.FACE_MOVE + read_seat(seat),
    (f"order {NONE}", 0): lambda position: s.NO_ORDER_MOVE,
    ("order javelin", 1): lambda position, cell: s.JAVELIN_MOVE + front_column(cell, "R-36"),
    ("order surprise", 1): lambda position, cell: s.SURPRISE_MOVE + front_column(cell, "R-36"),
    ("order volley", 2): read_volley,
    ("order stampede", 1): read_stampede,
    ("catapult", 1): read_shot,
    ("catapult", 2): read_catapult,
    ("standard", 1): read_companion,
    ("standard", 2): read_standard,
    ("retreat", 1): read_retreat,
    ("discard", 1): lambda position, card: s.DISCARD_MOVE + among("command", COMMAND_CODES, card),
}
"""By the words that a move begins with, and how many follow."""


# ---------------------------------------------------------------- commands


def offered(position: Position, seat: int) -> list[int]:
    """R-54: who has to decide may resign instead."""
    return [s.RESIGN] if position.turn == seat else []


def spell_command(position: Position, seat: int, number: int) -> str:
    """A command in writing."""
    return "resign"


def read_command(position: Position, seat: int, text: str) -> int:
    """The number of a command in writing."""
    if text.strip().lower() not in ("resign", "concede"):
        raise Unreadable(f"{shown(text)} is not a command. Write 'resign' to leave the game; it ends for that army.")
    return s.RESIGN


def describe_command(position: Position, seat: int, number: int) -> str:
    """A command as a person would say it."""
    return "Resign: the army leaves the field"
