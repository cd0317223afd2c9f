"""Plain ways to write, read and pick, for a game that needs no better ones. A new game starts with these."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from quincunx.engine.errors import BadPosition, Unreadable, shown

if TYPE_CHECKING:
    from quincunx.engine.game import Telling
    from quincunx.engine.position import Position


def write(position: "Position") -> dict[str, Any]:
    """The state's fields as they are, without the generator."""
    names = position.game.state.names or ()
    return {name: position.state[name].tolist() for name in names if name != "chance"}


def place(position: "Position", data: Mapping[str, Any]) -> None:
    """Fills the fields; types and ranges are those of the record."""
    names = [name for name in position.game.state.names or () if name != "chance"]
    for key, value in data.items():
        if key not in names:
            raise BadPosition(f"{key}: this game's positions have no such key. Known: {', '.join(names)}.")
        try:
            wanted = position.state[key]
            given = np.array(value, dtype=object)
            if given.shape != wanted.shape or any(type(item) is not int for item in given.flat):
                raise ValueError
            position.state[key] = np.array(value, dtype=wanted.dtype)
        except (ValueError, TypeError, OverflowError):
            raise BadPosition(f"{key}: {shown(value)} does not fit {wanted.dtype} of shape {wanted.shape}.") from None


def spell(position: "Position", move: int) -> str:
    """A move's number is its name."""
    return str(int(move))


def read(position: "Position", text: str) -> int:
    """The move that is spelled like that; the legal ones are tried first."""
    wanted = " ".join(text.split())
    numbers: list[int] = [*position.moves.numbers, *range(position.game.move_count)]
    for number in numbers:
        if position.game.spell(position, number) == wanted:
            return number
    legal = ", ".join(str(move) for move in position.moves[:8])
    raise Unreadable(f"{shown(text)} is not a move of this game. Legal now: {legal or 'nothing, the game is over'}.")


def describe(position: "Position", move: int) -> str:
    """In words as in writing."""
    return position.game.spell(position, move)


def picks(position: "Position", move: int) -> list[tuple[str, ...]]:
    """One pick: the move itself."""
    return [(position.game.spell(position, move),)]


def meant(position: "Position", path: Sequence[str]) -> int:
    """The move of that name."""
    number: int = position.game.read(position, " ".join(path))
    return number


def tell(position: "Position", event: Sequence[int]) -> "Telling":
    """The event's numbers."""
    from quincunx.engine.game import Telling

    return Telling(f"Event {' '.join(str(int(number)) for number in event)}.")


def make_board(players: int, options: Mapping[str, Any], board: Any) -> None:
    """A board of which nothing needs to be known but the number of players."""
    if "players" in (board.dtype.names or ()):
        board.players = players
