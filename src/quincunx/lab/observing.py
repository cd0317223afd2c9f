"""What a seat knows, as one vector of whole numbers: the fields of the record that `hide` writes, one after the other.

Left out are the generator, which nobody may see, and what a game calls `scratch`. A field of 64 bits is a set, and
each of its bits gets a place of its own. What does not change during a game (the board's record) is not repeated here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.engine.compiling import compiled, template
from quincunx.engine.contract import BOARD, STATE, hide
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Bytes, Game
from quincunx.engine.position import Position

SET = 64
"""Bits of a field that is a set."""
KINDS = ("u1", "i1", "u2", "i2", "i4", "u8")
"""How a field's numbers are stored; sets are read as `u8`."""
U1, I1, U2, I2, I4, U8 = range(6)
OFFSET, KIND, COUNT, START = range(4)
"""The columns of a plan."""
CODES = {"|u1": U1, "|b1": U1, "|i1": I1, "<u2": U2, "<i2": I2, "<i4": I4, "<i8": U8, "<u8": U8}

Vector = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Field:
    """Where a field of the state stands in the vector."""

    name: str
    shape: tuple[int, ...]
    start: int
    dtype: np.dtype[Any]
    """As in the record."""

    @property
    def is_set(self) -> bool:
        """Whether the numbers are single bits, 0 or 1."""
        return self.dtype.itemsize * 8 == SET

    @property
    def size(self) -> int:
        """How many places it takes."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after its last one."""
        return self.start + self.size

    @property
    def least(self) -> int:
        """No number of it is smaller."""
        return 0 if self.is_set or self.dtype.kind == "b" else int(np.iinfo(self.dtype).min)

    @property
    def most(self) -> int:
        """No number of it is larger."""
        return 1 if self.is_set or self.dtype.kind == "b" else int(np.iinfo(self.dtype).max)


@dataclass(frozen=True, eq=False)
class Layout:
    """How a game's observations are laid out.

    >>> import quincunx
    >>> print(layout(quincunx.game("examples/connect_four.py")))
    start  size  field   shape
        0     1  turn
        1     1  over
        2     1  winner
        3     1  discs
        4     7  height  7
       11   128  stones  2 x 64 bits
    """

    fields: tuple[Field, ...]
    plan: npt.NDArray[np.int64]
    """For the compiled loop: offset in the record, kind, count, start."""

    @property
    def size(self) -> int:
        """The length of a vector."""
        return self.fields[-1].stop

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """The fields by their names."""
        return {field.name: field for field in self.fields}

    @cached_property
    def bounds(self) -> tuple[Vector, Vector]:
        """The least and the largest number that each place can hold."""
        low, high = np.zeros(self.size, np.int32), np.zeros(self.size, np.int32)
        for field in self.fields:
            low[field.start : field.stop], high[field.start : field.stop] = field.least, field.most
        return low, high

    def split(self, vectors: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Views of one vector, or of many in an array whose last axis they are, by field and in the field's shape."""
        if vectors.shape[-1:] != (self.size,):
            raise QuincunxError(f"The last axis should have {self.size} numbers; the array's shape is {vectors.shape}.")
        ahead = vectors.shape[:-1]
        return {
            field.name: vectors[..., field.start : field.stop].reshape((*ahead, *field.shape)) for field in self.fields
        }

    def __str__(self) -> str:
        rows = [("start", "size", "field", "shape"), *map(_row, self.fields)]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        lines = (f"{s:>{widths[0]}}  {n:>{widths[1]}}  {name:<{widths[2]}}  {shape}" for s, n, name, shape in rows)
        return "\n".join(line.rstrip() for line in lines)


def _row(field: Field) -> tuple[str, str, str, str]:
    lengths = [str(length) for length in field.shape]
    if field.is_set:
        lengths[-1] += " bits"
    return str(field.start), str(field.size), field.name, " x ".join(lengths)


def layout(game: Game) -> Layout:
    """The layout of a game's observations; the same for any number of players and all options."""
    fields, plan, start = [], [], 0
    for name, offset, dtype, shape in _stored(game):
        code = CODES.get(dtype.str)
        if code is None:
            raise QuincunxError(f"{game.title}: the field {name} is not of whole numbers of at most 32 bits, or sets.")
        field = Field(name, (*shape, SET) if code == U8 else shape, start, dtype)
        fields.append(field)
        plan.append((offset, code, prod(shape), start))
        start = field.stop
    return Layout(tuple(fields), np.array(plan, np.int64))


def _stored(game: Game) -> Iterator[tuple[str, int, np.dtype[Any], tuple[int, ...]]]:
    """Name, offset, type of a number and shape of each field that is shown."""
    fields = game.state.fields
    assert fields is not None
    for name in game.state.names or ():
        if name != "chance" and name not in game.scratch:
            dtype, offset = fields[name][:2]
            yield name, offset, dtype.base, dtype.shape


@compiled
def flatten(raw, plan, out):  # type: ignore[no-untyped-def]
    """Writes the numbers of a record, given as bytes, into a vector."""
    i1, u2, i2 = raw.view(np.int8), raw.view(np.uint16), raw.view(np.int16)
    i4, u8 = raw.view(np.int32), raw.view(np.uint64)
    for row in range(len(plan)):
        offset, kind, count, start = plan[row, OFFSET], plan[row, KIND], plan[row, COUNT], plan[row, START]
        if kind == I2:
            for i in range(count):
                out[start + i] = i2[offset // 2 + i]
        elif kind == U1:
            for i in range(count):
                out[start + i] = raw[offset + i]
        elif kind == I1:
            for i in range(count):
                out[start + i] = i1[offset + i]
        elif kind == U2:
            for i in range(count):
                out[start + i] = u2[offset // 2 + i]
        elif kind == I4:
            for i in range(count):
                out[start + i] = i4[offset // 4 + i]
        else:
            out[start : start + SET * count] = 0
            for i in range(count):
                number = u8[offset // 8 + i]
                if number != 0:
                    for bit in range(SET):
                        out[start + SET * i + bit] = (number >> np.uint64(bit)) & np.uint64(1)


@template
def observe(board, state, seat, plan, known, out):  # type: ignore[no-untyped-def]
    """What a seat knows, as a vector; `known` is room for a state."""
    hide(board.view(BOARD)[0], state.view(STATE)[0], seat, known.view(STATE))
    flatten(known, plan, out)


class Observer:
    """Writes observations of one game's positions.

    >>> import quincunx
    >>> position = quincunx.new("examples/connect_four.py").play("column 3")
    >>> observer = Observer(position.game)
    >>> observer.layout.split(observer(position, seat=1))["height"]
    array([0, 0, 1, 0, 0, 0, 0], dtype=int32)
    """

    def __init__(self, game: Game) -> None:
        self.layout = layout(game)
        self._known: Bytes = np.zeros(game.state.itemsize, np.uint8)
        self._observe = game.bind(observe)

    def __call__(self, position: Position, seat: int | None, out: Vector | None = None) -> Vector:
        """What a seat knows (None: a spectator), in a new vector or in the one that is given."""
        if seat is not None:
            position.check_seat(seat)
        if out is None:
            out = np.zeros(self.layout.size, np.int32)
        seen_by = -1 if seat is None else seat
        self._observe(position.board_raw, position.raw, seen_by, self.layout.plan, self._known, out)
        return out
