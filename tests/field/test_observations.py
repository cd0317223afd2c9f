"""A seat's view as a vector: all of it, nothing else, and where it should stand."""

from random import Random
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.compiling import record
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.training import Observer, layout
from tests.field.short import EXAMPLE, SHORT
from tests.playouts import EVERY_GAME

PLIES = 40
every_game = pytest.mark.parametrize("name", EVERY_GAME)


def some_positions(name: str, seed: int = 3) -> list[Position]:
    """A few positions of a random game for the most players."""
    random, game = Random(seed), quincunx.game(name)
    match = quincunx.new(name, game.players[-1], seed=seed, **SHORT[name])
    found = [match.copy()]
    for _ in range(PLIES):
        if not match.over:
            match.play(random.choice(match.moves.numbers))
            found.append(match.copy())
    return found[::7]


def expected(position: Position, seat: int | None) -> list[int]:
    """The vector, put together by NumPy from the view's record."""
    view, numbers = position.view(seat), []
    for name in position.game.state.names or ():
        if name != "chance" and name not in position.game.scratch:
            value = np.asarray(view.state[name])
            if value.dtype.itemsize == 8:
                numbers += [int(word) >> bit & 1 for word in value.ravel() for bit in range(64)]
            else:
                numbers += value.ravel().tolist()
    return numbers


@every_game
def test_a_vector_holds_all_fields_of_the_view_in_order(name: str) -> None:
    observer = Observer(quincunx.game(name))
    for position in some_positions(name):
        for seat in (None, 0, position.players - 1):
            vector = observer(position, seat)
            assert vector.dtype == np.int32
            assert vector.tolist() == expected(position, seat)


@every_game
def test_the_layout_says_where_each_field_stands(name: str) -> None:
    plan, position = layout(quincunx.game(name)), some_positions(name)[-1]
    vector = Observer(position.game)(position, 1)
    low, high = plan.bounds
    assert ((low <= vector) & (vector <= high)).all()
    assert [field.start for field in plan.fields[1:]] == [field.stop for field in plan.fields[:-1]]
    assert plan.size == len(vector) == plan.fields[-1].stop
    view = position.view(1).state
    for field_name, part in plan.split(vector).items():
        field = plan.by_name[field_name]
        assert part.shape == field.shape
        assert np.shares_memory(part, vector)
        if not field.is_set:
            assert np.array_equal(part, view[field_name])
    assert plan.split(np.zeros((3, 2, plan.size)))["turn"].shape == (3, 2)


@every_game
def test_nothing_that_a_seat_cannot_know_is_in_its_vector(name: str) -> None:
    """Every guess of the rest, the generator included, looks the same."""
    observer, changed = Observer(quincunx.game(name)), False
    for position in some_positions(name):
        for seat in range(position.players):
            other = Position(position.game, position.players, position.options, position.board_raw)
            other.raw[:] = position.view(seat).raw
            other.set_chance(bytes(range(seat, seat + 8)))
            other.game.core.imagine(other.board_raw, other.raw, seat)
            differs = other.raw != position.raw
            differs[other.game.core.chance] = False
            changed |= bool(differs.any())
            assert np.array_equal(observer(other, seat), observer(position, seat))
    assert changed == quincunx.game(name).secret


@every_game
def test_scratch_is_empty_between_moves(name: str) -> None:
    """Or leaving it out would hide something."""
    game = quincunx.game(name)
    assert set(game.scratch) <= set(game.state.names or ())
    for position in some_positions(name):
        if not position.over:
            assert not any(np.any(position.state[field]) for field in game.scratch)


def test_a_vector_can_be_written_in_place() -> None:
    position = quincunx.new(EXAMPLE).play("column 2")
    observer = Observer(position.game)
    out = np.full(observer.layout.size, 9, np.int32)
    assert observer(position, 0, out) is out
    assert np.array_equal(out, observer(position, 0))


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    position = quincunx.new(EXAMPLE)
    with pytest.raises(QuincunxError, match="There is no seat"):
        Observer(position.game)(position, seat)


def test_an_array_of_another_length_cannot_be_split() -> None:
    with pytest.raises(QuincunxError, match=r"should have 139 numbers; the array's shape is \(3, 138\)"):
        layout(quincunx.game(EXAMPLE)).split(np.zeros((3, 138)))


@pytest.mark.parametrize("kind", ["f8", "u4", "S3"])
def test_fields_that_are_not_small_whole_numbers_are_refused(kind: str) -> None:
    known = quincunx.game(EXAMPLE)
    odd = record([("chance", "u8"), ("turn", "i1"), ("over", "i1"), ("odd", kind)])
    values = {name: getattr(known, name) for name in Game.__dataclass_fields__ if not name.startswith("_")}
    with pytest.raises(QuincunxError, match="the field odd"):
        layout(Game(**values | {"state": odd}))
