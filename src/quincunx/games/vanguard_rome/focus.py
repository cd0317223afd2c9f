"""Where a search looks, and where it need not: of all orders in which the steps of a turn can be taken, one is enough.

Who reinforces does it first, since it tells more; then units switch, in ascending order, then the drawn unit is placed,
then the line shifts, each as far as it could have been done before the step that was taken last.
"""

import numpy as np

from quincunx.engine.compiling import apart, compiled
from quincunx.engine.style import Style
from quincunx.games.vanguard_rome.army import column_of, left_end, neighbour, right_end, row_of, unit_at
from quincunx.games.vanguard_rome.lines import joints, run_of
from quincunx.games.vanguard_rome.state import (
    CENTRE,
    CHARIOT_MOVE,
    COLUMNS,
    DIRECTIONS,
    DISTANT_MOVE,
    FACE_UP,
    FLANK_MOVE,
    FORWARD_MOVE,
    FRONT,
    KIND_MASK,
    LATERAL_MOVE,
    LAYING,
    MAIN,
    NOBODY,
    PLACE_MOVE,
    REAR,
    REINFORCE_MOVE,
    RIDDEN,
    SWAP_MOVE,
    TARGET_MOVE,
)

STYLES = (Style(), Style(playout=3))
"""To the next turn of everybody, or further: what an army is good for is seen when it has fought for some turns."""
USUAL, FURTHER = range(len(STYLES))


@compiled
def style_at(board, state):
    """With two players a search always looks further, since more thought finds nothing new in a turn alone; with more,
    whose rounds take longer, in the opening only. An army that Nightfall lays out again is in the middle of the battle.
    """
    opening = state.phase <= LAYING and state.active == NOBODY
    return FURTHER if opening or board.players == 2 else USUAL


@compiled
def pair_of(move):
    """The two cells whose units switch."""
    cell = (move - SWAP_MOVE) // DIRECTIONS
    return cell, neighbour(cell, (move - SWAP_MOVE) % DIRECTIONS)


@compiled
def meet(one, other, cell, beside):
    """Whether two pairs of cells share one."""
    return one in (cell, beside) or other in (cell, beside)


@compiled
def side_of(column):
    """-1 left of the centre, 1 right of it."""
    return np.int64(column > CENTRE) - np.int64(column < CENTRE)


@compiled
def shifted_to(name):
    """The column that the inner end of a block has come to by a lateral shift."""
    column = column_of(name)
    return column - side_of(column)


@compiled
def shifted(board, state, seat, name):
    """The columns of a block that has just shifted; it may touch another one now, but only at its inner end."""
    inner = shifted_to(name)
    joined, _ = joints(board, np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR]))
    run = run_of(joined, inner)
    up_to_inner = (1 << inner) | ((1 << inner) - 1)
    return run & up_to_inner if column_of(name) < CENTRE else run & ~(up_to_inner >> 1)


@compiled
def has_come_to(state, seat, column, one, other):
    """Whether a pair is in a column with two units, one of which may have stood there before the other came."""
    both = np.int64(state.line[seat, FRONT]) & np.int64(state.line[seat, REAR])
    return (both >> column) & 1 == 1 and (column_of(one) == column or column_of(other) == column)


@compiled
def switch_needless(board, state, seat, earlier, last, move):
    """Whether two units could have switched before the last step, or to no end."""
    one, other = pair_of(move)
    like = KIND_MASK | RIDDEN | FACE_UP
    if unit_at(state, seat, one) & like == unit_at(state, seat, other) & like:
        return True
    if FORWARD_MOVE <= last < LATERAL_MOVE:
        return last - FORWARD_MOVE not in (one, other)
    if LATERAL_MOVE <= last < PLACE_MOVE:
        name = last - LATERAL_MOVE
        if board.rows_shift or has_come_to(state, seat, shifted_to(name), one, other):
            return False
        columns = shifted(board, state, seat, name)
        return (columns >> column_of(one)) & 1 == (columns >> column_of(other)) & 1
    if PLACE_MOVE <= last < SWAP_MOVE:
        return (last - PLACE_MOVE) % COLUMNS not in (one, other)
    if SWAP_MOVE <= last < DISTANT_MOVE:
        cell, beside = pair_of(last)
        if not meet(one, other, cell, beside):  # a unit that was placed may have come between
            placed = (earlier - PLACE_MOVE) % COLUMNS if PLACE_MOVE <= earlier < SWAP_MOVE else -1
            return move < last or (placed >= 0 and placed not in (one, other))
        return one in (cell, beside) and other in (cell, beside)
    if TARGET_MOVE <= last < FLANK_MOVE and DISTANT_MOVE <= earlier < TARGET_MOVE:
        begun = earlier - (CHARIOT_MOVE if earlier >= CHARIOT_MOVE else DISTANT_MOVE)
        return not meet(one, other, begun, last - TARGET_MOVE)
    if FLANK_MOVE <= last < REINFORCE_MOVE:
        end = right_end(state, seat) - 1 if (last - FLANK_MOVE) % 2 else left_end(state, seat) + 1
        return end not in (one, other)
    return False


@compiled
def place_needless(board, state, seat, last, move):
    """Whether a unit could have been placed before the last step."""
    column = (move - PLACE_MOVE) % COLUMNS
    low, high = left_end(state, seat), right_end(state, seat)
    if PLACE_MOVE <= last < SWAP_MOVE:
        other = (last - PLACE_MOVE) % COLUMNS
        beyond = (column == low and other == low + 1) or (column == high and other == high - 1)
        return move < last and not beyond
    if FORWARD_MOVE <= last < LATERAL_MOVE:
        return side_of(column) * side_of(last - FORWARD_MOVE) < 0
    if LATERAL_MOVE <= last < PLACE_MOVE:
        name = last - LATERAL_MOVE
        side = side_of(column_of(name))
        if side_of(column) * side < 0:
            return True
        end = low + 1 if side < 0 else high - 1
        front, rear = np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR])
        beyond = rear & ((1 << end) - 1) if side < 0 else rear >> (end + 1)
        stood = row_of(name) == REAR and end == shifted_to(name)
        if board.rows_shift or beyond or stood or column != (low if side < 0 else high):
            return False
        return (front & shifted(board, state, seat, name)) >> end & 1 == 1
    return False


@compiled
def shift_needless(last, move):
    """Whether a shift could have been made before the last one."""
    if move < LATERAL_MOVE:
        column = move - FORWARD_MOVE
        if FORWARD_MOVE <= last < LATERAL_MOVE:
            return move < last
        return LATERAL_MOVE <= last < PLACE_MOVE and side_of(column) * side_of(column_of(last - LATERAL_MOVE)) < 0
    if LATERAL_MOVE <= last < PLACE_MOVE:
        return column_of(move - LATERAL_MOVE) < CENTRE < column_of(last - LATERAL_MOVE)
    return False


@apart
def needless(board, state, earlier, last, move):
    """Whether another order leads to where this move leads."""
    seat = np.int64(state.turn)
    if FORWARD_MOVE <= move < PLACE_MOVE:
        return shift_needless(last, move)
    if PLACE_MOVE <= move < SWAP_MOVE:
        return place_needless(board, state, seat, last, move)
    if SWAP_MOVE <= move < DISTANT_MOVE:
        return switch_needless(board, state, seat, earlier, last, move)
    return move == REINFORCE_MOVE and FORWARD_MOVE <= last < REINFORCE_MOVE


@compiled
def prune(board, state, earlier, last, out, count):
    """One order of a turn's steps is enough."""
    if state.phase != MAIN:
        return count
    kept = 0
    for i in range(count):
        if not needless(board, state, earlier, last, np.int64(out[i])):
            out[kept] = out[i]
            kept += 1
    return kept if kept > 0 else count
