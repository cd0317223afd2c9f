"""Armies: who stands where, and how strong. No rule of play is here."""

import numpy as np

from quincunx.engine.bits import count_bits, highest, lowest
from quincunx.engine.compiling import compiled
from quincunx.games.vanguard_rome.state import (
    CENTRE,
    CENTRE_BIT,
    CENTURION,
    CENTURION_BONUS,
    CHARIOT,
    CHARIOT_BONUS,
    COLUMNS,
    CONSUL,
    FACE_UP,
    FRONT,
    INFANTRY,
    KIND_MASK,
    KINDS,
    LEFT_BITS,
    NO_UNIT,
    REAR,
    RIDDEN,
    RIGHT_BITS,
    ROWS,
    SHARED,
    SLINGER,
)

# ---------------------------------------------------------------- cells


@compiled
def row_of(cell):
    """The row of a cell."""
    return REAR if cell >= COLUMNS else FRONT


@compiled
def column_of(cell):
    """The column of a cell, from 0 on."""
    return cell - COLUMNS if cell >= COLUMNS else cell


@compiled
def cell_of(row, column):
    """The number of a cell."""
    return row * COLUMNS + column


@compiled
def kind_of(code):
    """The kind of a unit; 0: no unit."""
    return code & KIND_MASK


@compiled
def unit_at(state, seat, cell):
    """The code of the unit in a cell; 0: none."""
    return np.int64(state.cells[seat, row_of(cell), column_of(cell)])


@compiled
def kind_at(state, seat, cell):
    """The kind of the unit in a cell; 0: none."""
    return kind_of(unit_at(state, seat, cell))


@compiled
def put(state, seat, cell, code):
    """A unit comes to a cell; in the front row it lies face up (VR-180)."""
    row, column = row_of(cell), column_of(cell)
    state.cells[seat, row, column] = code | FACE_UP if row == FRONT else code
    state.line[seat, row] |= 1 << column


@compiled
def lift(state, seat, cell):
    """A unit leaves its cell; returns its code."""
    row, column = row_of(cell), column_of(cell)
    code = np.int64(state.cells[seat, row, column])
    state.cells[seat, row, column] = NO_UNIT
    state.line[seat, row] &= ~(1 << column)
    return code


@compiled
def turn_up(state, seat, cell):
    """A unit is shown to all; returns whether it was hidden."""
    row, column = row_of(cell), column_of(cell)
    code = np.int64(state.cells[seat, row, column])
    state.cells[seat, row, column] = code | FACE_UP
    return code & FACE_UP == 0


@compiled
def neighbour(cell, direction):
    """The cell one column to the left (0), to the right (1), or in the other row (2); -1 beyond the last column."""
    column = column_of(cell)
    if direction == 0:
        return cell - 1 if column > 0 else -1
    if direction == 1:
        return cell + 1 if column < COLUMNS - 1 else -1
    return cell + COLUMNS if cell < COLUMNS else cell - COLUMNS


@compiled
def adjacent_of_kind(state, seat, cell, kind):
    """R-04: how many neighbours are of a kind."""
    row, column = row_of(cell), column_of(cell)
    count = np.int64(kind_of(np.int64(state.cells[seat, 1 - row, column])) == kind)
    if column > 0:
        count += np.int64(kind_of(np.int64(state.cells[seat, row, column - 1])) == kind)
    if column < COLUMNS - 1:
        count += np.int64(kind_of(np.int64(state.cells[seat, row, column + 1])) == kind)
    return count


@compiled
def is_adjacent(one, other):
    """R-04: whether two cells of an army are neighbours."""
    apart_by = abs(column_of(one) - column_of(other))
    return apart_by == 1 if row_of(one) == row_of(other) else apart_by == 0


@compiled
def army_is_empty(state, seat):
    """VR-090: no unit in either row."""
    return state.line[seat, FRONT] == 0 and state.line[seat, REAR] == 0


@compiled
def units_of(state, seat):
    """How many units an army has; a unit with its Chariot counts once."""
    return count_bits(np.int64(state.line[seat, FRONT])) + count_bits(np.int64(state.line[seat, REAR]))


@compiled
def deck_of(board, seat):
    """Which deck a seat draws from and which pile its cards go to."""
    return 0 if board.decks == SHARED else seat


# ---------------------------------------------------------------- the line


@compiled
def left_end(state, seat):
    """The column of F lo: one beyond the leftmost front unit, the vanguard position counting as occupied; may be -1."""
    return lowest(np.int64(state.line[seat, FRONT]) | CENTRE_BIT) - 1


@compiled
def right_end(state, seat):
    """The column of F hi; may be 63."""
    return highest(np.int64(state.line[seat, FRONT]) | CENTRE_BIT) + 1


@compiled
def is_run(front):
    """VR-052: no gap, and the vanguard position is occupied."""
    if front & CENTRE_BIT == 0:
        return False
    run = front >> lowest(front)
    return run & (run + 1) == 0


@compiled
def is_legal(state, seat):
    """VR-011: the front row is one run through the vanguard, and every rear unit has a front unit."""
    front = np.int64(state.line[seat, FRONT])
    return is_run(front) and np.int64(state.line[seat, REAR]) & ~front == 0


@compiled
def is_extremity(state, seat, column):
    """Whether a front column is the outermost of its flank."""
    front = np.int64(state.line[seat, FRONT])
    if column < CENTRE:
        return lowest(front) == column
    return column > CENTRE and highest(front) == column


@compiled
def flank_end(state, seat, left):
    """The column of the extremity unit of a flank; -1 if the flank has no front unit."""
    bits = np.int64(state.line[seat, FRONT]) & (LEFT_BITS if left else RIGHT_BITS)
    if bits == 0:
        return -1
    return lowest(bits) if left else highest(bits)


# ---------------------------------------------------------------- strength


@compiled
def is_mounted(board, code):
    """VR-088, VR-121"""
    return code & RIDDEN != 0 or board.mounted[kind_of(code)] != 0


@compiled
def own_power(board, state, seat, cell):
    """VR-085: base power, +2 for a Centurion in the vanguard or at a flank's end, +1 with a Chariot."""
    code = unit_at(state, seat, cell)
    power = np.int64(board.power[kind_of(code)])
    if code & RIDDEN:
        power += CHARIOT_BONUS
    if kind_of(code) == CENTURION and cell < COLUMNS and (cell == CENTRE or is_extremity(state, seat, cell)):
        power += CENTURION_BONUS
    return power


@compiled
def slingers_of(state, seat, cell):
    """VR-086, VR-136: adjacent Slingers, who add to an attack."""
    return adjacent_of_kind(state, seat, cell, SLINGER)


@compiled
def attack_strength(board, state, seat, cell):
    """VR-086"""
    return own_power(board, state, seat, cell) + slingers_of(state, seat, cell)


@compiled
def consuls_of(board, state, seat, cell):
    """VR-087: what adjacent Consuls add to a defence."""
    count = adjacent_of_kind(state, seat, cell, CONSUL)
    return count if board.consul_stacks else min(count, 1)


@compiled
def defence_strength(board, state, seat, cell):
    """VR-087"""
    return own_power(board, state, seat, cell) + consuls_of(board, state, seat, cell)


@compiled
def is_immune(board, state, seat, cell):
    """VR-131, VR-132, R-49: Infantry, and unmounted units next to Infantry, cannot be harmed by Archers."""
    code = unit_at(state, seat, cell)
    if kind_of(code) == INFANTRY:
        return True
    return not is_mounted(board, code) and adjacent_of_kind(state, seat, cell, INFANTRY) > 0


@compiled
def cards_of(state, seat):
    """R-42, R-48: unit cards on the table, Chariots on units included."""
    count = 0
    for row in range(ROWS):
        bits = np.int64(state.line[seat, row])
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            count += 2 if np.int64(state.cells[seat, row, column]) & RIDDEN else 1
    return count


@compiled
def power_of(board, state, seat):
    """R-42: the sum of own powers."""
    total = 0
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            total += own_power(board, state, seat, cell_of(row, column))
    return total


# ---------------------------------------------------------------- discards


@compiled
def discard_unit(board, state, seat, code):
    """VR-080: a unit and the Chariot on it go to the pile."""
    pile = deck_of(board, seat)
    state.unit_pile[pile, kind_of(code)] += 1
    if code & RIDDEN:
        state.unit_pile[pile, CHARIOT] += 1


@compiled
def discard_command(board, state, seat, command):
    """VR-050: a command goes face up to the pile."""
    state.hand[seat, command] -= 1
    state.held[seat] -= 1
    state.command_pile[deck_of(board, seat), command] += 1


@compiled
def discard_hand(board, state, seat):
    """R-45: all commands of a seat."""
    pile = deck_of(board, seat)
    for command in range(len(board.command_count)):
        state.command_pile[pile, command] += state.hand[seat, command]
        state.hand[seat, command] = 0
    state.held[seat] = 0


@compiled
def pool_size(state, seat):
    """How many units are still to be laid out."""
    total = 0
    for kind in range(KINDS + 1):
        total += np.int64(state.pool[seat, 0, kind]) + np.int64(state.pool[seat, 1, kind])
    return total
