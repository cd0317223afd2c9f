"""Units, spaces and numbers as they are called in the log."""

from collections.abc import Sequence

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.notation import cell_text
from quincunx.games.vanguard_rome.setup import KIND_NAMES

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NO_PLURAL = {s.CAVALRY: "Cavalry", s.INFANTRY: "Infantry"}


def a(words: str) -> str:
    """With its article."""
    return f"an {words}" if words[0] in "AEIOUaeiou" else f"a {words}"


def number_text(count: int) -> str:
    """A small number in words."""
    return SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)


def many(count: int, words: str) -> str:
    """So many of something."""
    return a(words) if count == 1 else f"{number_text(count)} {words}s"


def many_units(count: int, kind: int) -> str:
    """So many units of a kind."""
    if count > 1 and kind in NO_PLURAL:
        return f"{number_text(count)} {NO_PLURAL[kind]}"
    return many(count, KIND_NAMES[kind])


def listed(parts: Sequence[str]) -> str:
    """With commas and an 'and'."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def unit_name(code: int) -> str:
    """A unit in words: its kind, and whether a Chariot carries it."""
    kind = KIND_NAMES[code & s.KIND_MASK]
    return f"mounted {kind}" if code & s.RIDDEN else kind


def code_at(position: Position, place: int) -> int:
    """The code of the unit in a place; 0 if it is gone."""
    seat, cell = divmod(place, s.PLACE)
    return int(position.state.cells[seat, cell // s.COLUMNS, cell % s.COLUMNS])


def whose(position: Position, place: int, code: int) -> str:
    """`Ann's Infantry F0`, or `Ann's F0` for a unit that nobody can name any more."""
    kind = f"{unit_name(code)} " if code else ""
    return f"{position.name(place // s.PLACE)}'s {kind}{cell_text(place % s.PLACE)}"


def sum_text(total: int, parts: Sequence[str]) -> str:
    """`6 (4, +2 Slingers)`; a single part needs no sum."""
    return f"{total} ({', '.join(parts)})" if len(parts) > 1 else str(total)
