"""Shifting: how gaps are closed, and the shape that Nightfall prescribes."""

import numpy as np

from quincunx.engine.bits import highest, lowest
from quincunx.engine.compiling import compiled
from quincunx.games.vanguard_rome.army import (
    cell_of,
    column_of,
    is_legal,
    lift,
    put,
    row_of,
)
from quincunx.games.vanguard_rome.state import (
    BLOCK_IS_ANCHORED,
    CENTRE,
    CENTRE_BIT,
    COLUMNS,
    FORWARD_MOVE,
    FRONT,
    FRONT_TAKEN,
    LATERAL_MOVE,
    LEFT_BITS,
    LEGAL,
    NAMED_BY_NEAREST,
    NO_REAR_UNIT,
    NO_UNIT_TO_SHIFT,
    REAR,
    RIGHT_BITS,
    VANGUARD,
    VANGUARD_NEVER_SHIFTS,
)

# ---------------------------------------------------------------- blocks


@compiled
def joints(board, front, rear):
    """R-05: the columns that shift together with the next one to the right, in the front and in the rear row. Units in
    one column always shift together, so with blocks of both rows these are the same."""
    in_front, in_rear = front & (front >> 1), rear & (rear >> 1)
    if board.rows_shift:
        return in_front, in_rear
    return in_front | in_rear, in_front | in_rear


@compiled
def run_of(joined, column):
    """The columns from the first to the last that are joined to one."""
    apart_before = ~joined & ((1 << column) - 1)
    first = highest(apart_before) + 1 if apart_before else 0
    last = column + lowest(~(joined >> column))
    return ((1 << last) | ((1 << last) - 1)) & ~((1 << first) - 1)


@compiled
def block_of(board, front, rear, cell):
    """R-05: the cells that shift together with one, as columns of the front and of the rear row."""
    joined_front, joined_rear = joints(board, front, rear)
    if board.rows_shift:
        if cell < COLUMNS:
            return front & run_of(joined_front, cell), np.int64(0)
        return np.int64(0), rear & run_of(joined_rear, cell - COLUMNS)
    columns = run_of(joined_front, column_of(cell))
    return front & columns, rear & columns


@compiled
def nearest_of(in_front, in_rear):
    """The cell that names a block: the nearest to the centre, front before rear. The block lies on one side."""
    both = in_front | in_rear
    column = highest(both) if both & LEFT_BITS else lowest(both)
    return column if (in_front >> column) & 1 else cell_of(REAR, column)


@compiled
def nearest(units, joined):
    """The columns of blocks that are nearest to the centre: the last one to its left, the first one to its right. A
    block that holds the centre has neither."""
    return (units & ~joined & LEFT_BITS) | (units & ~(joined << 1) & RIGHT_BITS)


@compiled
def names_of_blocks(board, state, seat):
    """VR-056, VR-058, R-05: the cells that name the blocks that can shift, as columns of the front and of the rear row:
    the nearest to the centre, front before rear."""
    front, rear = np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR])
    joined_front, joined_rear = joints(board, front, rear)
    if board.rows_shift:
        return nearest(front, joined_front), nearest(rear, joined_rear)
    names = nearest(front | rear, joined_front)
    return names & front, names & ~front


@compiled
def lateral(board, state, seat, cell):
    """VR-055, VR-056, VR-058: whether the block of that name can shift."""
    front, rear = np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR])
    if not ((rear if row_of(cell) == REAR else front) >> column_of(cell)) & 1:
        return NO_UNIT_TO_SHIFT
    if cell == VANGUARD:
        return VANGUARD_NEVER_SHIFTS
    in_front, in_rear = block_of(board, front, rear, cell)
    if (in_front | in_rear) & CENTRE_BIT:
        return BLOCK_IS_ANCHORED
    return LEGAL if nearest_of(in_front, in_rear) == cell else NAMED_BY_NEAREST


@compiled
def forward(state, seat, column):
    """VR-057: whether the rear unit of a column can step forward."""
    if not (np.int64(state.line[seat, REAR]) >> column) & 1:
        return NO_REAR_UNIT
    return FRONT_TAKEN if (np.int64(state.line[seat, FRONT]) >> column) & 1 else LEGAL


@compiled
def step_forward(state, seat, column):
    """VR-057: a rear unit comes to the front row, face up; returns its code."""
    code = lift(state, seat, cell_of(REAR, column))
    put(state, seat, column, code)
    return code


@compiled
def shift_block(board, state, seat, cell):
    """VR-058: a block moves one column nearer to the centre; returns how many units moved."""
    in_front, in_rear = block_of(board, np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR]), cell)
    left = column_of(cell) < CENTRE
    moved = 0
    for row in range(np.int64(board.rows)):
        bits = in_rear if row == REAR else in_front
        while bits:
            column = highest(bits) if left else lowest(bits)
            bits &= ~(1 << column)
            code = lift(state, seat, cell_of(row, column))
            put(state, seat, cell_of(row, column + 1 if left else column - 1), code)
            moved += 1
    return moved


@compiled
def needs_shift(board, state, seat):
    """Whether there may be a shift at all: with blocks of both rows only in a line that is not legal (R-05)."""
    return board.rows_shift or not is_legal(state, seat)


@compiled
def list_columns(bits, first, out, count):
    """A move for each of some columns."""
    while bits:
        out[count] = first + lowest(bits)
        count += 1
        bits &= bits - 1
    return count


@compiled
def list_shifts(board, state, seat, out, count):
    """All shifts, ascending."""
    if not needs_shift(board, state, seat):
        return count
    orphans = np.int64(state.line[seat, REAR]) & ~np.int64(state.line[seat, FRONT])
    count = list_columns(orphans, FORWARD_MOVE, out, count)
    front_names, rear_names = names_of_blocks(board, state, seat)
    count = list_columns(front_names, LATERAL_MOVE, out, count)
    return list_columns(rear_names, LATERAL_MOVE + COLUMNS, out, count)


# ---------------------------------------------------------------- the shape of an army


@compiled
def front_of(board, units):
    """VR-156, 2.6: how many of so many units stand in the front row."""
    return units if board.rows == 1 else (units + 1) // 2


@compiled
def has_lean(board, units):
    """2.6: whether a row is even and not empty."""
    front = front_of(board, units)
    rear = units - front
    return (front > 0 and front % 2 == 0) or (rear > 0 and rear % 2 == 0)


@compiled
def column_in_row(size, lean, number):
    """The column of the n-th unit of a row: 0, -1, +1, -2, +2, ..., leaving out what lies outside the shape."""
    reach = size // 2
    shorter_left = size % 2 == 0 and lean == 1
    shorter_right = size % 2 == 0 and lean == 0
    if number == 0:
        return CENTRE
    left_size = reach - 1 if shorter_left else reach
    right_size = reach - 1 if shorter_right else reach
    paired = 2 * min(left_size, right_size)
    step = (number + 1) // 2
    if number <= paired:
        return CENTRE - step if number % 2 == 1 else CENTRE + step
    return CENTRE - reach if left_size > right_size else CENTRE + reach


@compiled
def cell_in_shape(board, units, lean, number):
    """2.6: the cell of the n-th unit that is laid out: front row first."""
    front = front_of(board, units)
    if number < front:
        return column_in_row(front, lean, number)
    return cell_of(REAR, column_in_row(units - front, lean, number - front))
