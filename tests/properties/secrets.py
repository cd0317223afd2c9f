"""Everything that a seat gets from a table, so that two worlds can be compared as the seat would see them."""

import json
from typing import Any

import numpy as np

from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, STATE, refusal
from quincunx.engine.position import Position
from quincunx.table.match import Match

WATCHERS = (None, 0, 1)
"""A spectator, and both seats."""


@template
def reasons(board: Any, state: Any, out: Any) -> None:
    """Why each number is refused; 0 where it is legal."""
    for number in range(len(out)):
        out[number] = refusal(board.view(BOARD)[0], state.view(STATE)[0], number)


def refusals(position: Position) -> bytes:
    """The reasons against all moves."""
    out = np.zeros(position.game.move_count, np.int16)
    position.game.bind(reasons)(position.board_raw, position.raw, out)
    return out.tobytes()


def received(position: Position, seat: int | None) -> dict[str, Any]:
    """Everything that a table gives to a seat (None: to a spectator)."""
    view = position.view(seat)
    got: dict[str, Any] = {"bytes": view.raw.tobytes(), "turn": (position.turn, position.over, position.outcome)}
    got |= {"position": view.position(), "moves": view.moves.numbers, "refusals": refusals(view)}
    if seat is not None:
        got["commands"] = position.commands(seat)
    if seat is not None and position.turn == seat:
        assert position.moves.numbers == got["moves"], "whoever is to move knows the own moves"
        assert refusals(position) == got["refusals"], "and why others are refused"
    if isinstance(position, Match):
        got |= {"log": position.log_for(seat), "heard": position.heard(seat)}
    return got


def pictured(position: Position, seat: int | None) -> dict[str, Any]:
    """What a front makes of that: the scene, and the picks of whoever is to move, in words."""
    view = position.view(seat)
    got: dict[str, Any] = {"scene": json.dumps(view.scene().as_json())}
    if seat is not None and position.turn == seat:
        numbers = view.moves.numbers
        got |= {"picks": view.picks(), "words": [view.game.describe(view, number) for number in numbers]}
    if seat is not None:
        assert view.commands(seat) == position.commands(seat)
    return got


def assert_same(one: Position, other: Position, seat: int | None, pictures: bool = True) -> None:
    """Part by part, so that a leak is named. Pictures are slow; they are made of the same bytes."""
    for get in (received, pictured)[: 1 + pictures]:
        mine, others = get(one, seat), get(other, seat)
        assert mine.keys() == others.keys()
        for part, got in mine.items():
            assert got == others[part], f"seat {seat} can tell by: {part}"


def guessed(position: Position, seat: int | None, start: int) -> Position:
    """A world as the seat could imagine it."""
    world = position.view(seat)
    world.seat = None
    world.set_chance(np.uint64(start + 1).tobytes())
    world.game.core.imagine(world.board_raw, world.raw, -1 if seat is None else seat)
    return world
