"""The legal moves of a position, in ascending order."""

import numpy as np

from quincunx.engine.bits import highest, lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.vanguard_rome.army import cell_of, is_run, kind_at, left_end, right_end, unit_at
from quincunx.games.vanguard_rome.legality import (
    distant_consuls,
    face,
    fills,
    follow,
    javelin,
    keep,
    retreat,
    stampede,
    surprise,
    switch_with,
    volley,
)
from quincunx.games.vanguard_rome.lines import list_columns, list_shifts
from quincunx.games.vanguard_rome.state import (
    ALONE_MOVE,
    ARCHER,
    ATTACK_MOVE,
    CENTRE,
    CHARIOT_MOVE,
    CLOSING,
    COLUMNS,
    COMMANDS,
    DEPLOY_MOVE,
    DIRECTIONS,
    DISCARD_MOVE,
    DISCARDING,
    DISTANT_MOVE,
    ELEPHANT,
    FACE_MOVE,
    FACING,
    FILLING,
    FIRE_MOVE,
    FIRING,
    FLANK,
    FLANK_MOVE,
    FOLLOW_MOVE,
    FOLLOWING,
    FRONT,
    HOLD_MOVE,
    JAVELIN,
    JAVELIN_MOVE,
    KEEP,
    KINDS,
    LAYING,
    LEAN_LEFT,
    LEAN_RIGHT,
    LEANING,
    LEGAL,
    MAIN,
    NIGHTFALL,
    NIGHTFALL_MOVE,
    NO_ORDER_MOVE,
    NO_UNIT,
    ORDERING,
    PLACE_MOVE,
    REAR,
    REINFORCE,
    REINFORCE_MOVE,
    REORG,
    RETREAT_MOVE,
    RETREATING,
    RIDDEN,
    ROWS,
    SLINGER,
    STAMPEDE,
    STAMPEDE_MOVE,
    STAY_MOVE,
    SURPRISE,
    SURPRISE_MOVE,
    SWAP_MOVE,
    TARGET_MOVE,
    TARGETING,
    VANGUARD,
    VOLLEY,
    VOLLEY_MOVE,
)

# ---------------------------------------------------------------- sets of columns


@compiled
def able(board, state, seat, row):
    """Who in a row can do what: columns of units that can switch, of Praetorians among them, of Chariots that can leave
    their carrier, of standing Chariots that have not moved, and of units that can carry a Chariot. Without branches:
    this is where random play spends its time."""
    switch = 0
    call = 0
    drive = 0
    mount = 0
    carry = 0
    bits = np.int64(state.line[seat, row])
    if bits:
        for column in range(lowest(bits), highest(bits) + 1):
            traits = np.int64(board.traits[state.cells[seat, row, column]])
            switch |= (traits & 1) << column
            call |= ((traits >> 1) & 1) << column
            drive |= ((traits >> 2) & 1) << column
            mount |= ((traits >> 3) & 1) << column
            carry |= (traits >> 4) << column
    return switch, call, drive, mount, carry


@compiled
def vacant_front(state, seat):
    """VR-043, R-40: the vacant front spaces from end to end."""
    front = np.int64(state.line[seat, FRONT])
    low, high = max(left_end(state, seat), 0), min(right_end(state, seat), COLUMNS - 1)
    up_to_high = (1 << high) | ((1 << high) - 1)
    return up_to_high & ~((1 << low) - 1) & ~front


# ---------------------------------------------------------------- phases


@compiled
def list_pool(state, seat, out):
    """The kinds that can be laid next."""
    count = 0
    for number in range(2 * (KINDS - 1)):
        if state.pool[seat, number % 2, number // 2 + 1] > 0:
            out[count] = DEPLOY_MOVE + number
            count += 1
    return count


@compiled
def list_swaps(switch, row, beside, behind, out, count):
    """The switches of a row with a neighbour to the left, to the right, and in the other row: each is written, and
    stays if somebody is there."""
    while switch:
        column = lowest(switch)
        switch &= switch - 1
        move = SWAP_MOVE + DIRECTIONS * cell_of(row, column)
        out[count] = move
        count += ((beside << 1) >> column) & 1
        out[count] = move + 1
        count += (beside >> (column + 1)) & 1
        out[count] = move + 2
        count += (behind >> column) & 1
    return count


@compiled
def list_calls(state, seat, call, row, out, count):
    """The first steps of switches with a distant Consul."""
    while call:
        cell = cell_of(row, lowest(call))
        call &= call - 1
        if distant_consuls(state, seat, cell) > 0:
            out[count] = DISTANT_MOVE + cell
            count += 1
    return count


@compiled
def list_abilities(board, state, seat, front, rear, out, count):
    """All switches with a neighbour, then those with a distant Consul, then Chariots."""
    switch, call, drive, mount, carry = able(board, state, seat, FRONT)
    count = list_swaps(switch, FRONT, front, rear, out, count)
    rear_switch, rear_call, rear_drive, rear_mount, rear_carry = able(board, state, seat, REAR)
    count = list_swaps(rear_switch, REAR, rear, front, out, count)
    count = list_calls(state, seat, call, FRONT, out, count)
    count = list_calls(state, seat, rear_call, REAR, out, count)
    if carry | rear_carry:
        drive |= mount
        rear_drive |= rear_mount
    count = list_columns(drive, CHARIOT_MOVE, out, count)
    return list_columns(rear_drive, CHARIOT_MOVE + COLUMNS, out, count)


@compiled
def list_flanks(board, state, seat, out, count):
    """VR-151, VR-152: every unit but the vanguard's to the opposite flank, that in R0 to either."""
    left_open, right_open = left_end(state, seat) >= 0, right_end(state, seat) < COLUMNS
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            cell = cell_of(row, column)
            if cell == VANGUARD:
                continue
            if column >= CENTRE and left_open:
                out[count] = FLANK_MOVE + 2 * cell
                count += 1
            if column <= CENTRE and right_open:
                out[count] = FLANK_MOVE + 2 * cell + 1
                count += 1
    return count


@compiled
def list_main(board, state, seat, out):
    """Everything in the main phase."""
    front, rear = np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR])
    legal = is_run(front) and rear & ~front == 0
    count = list_shifts(board, state, seat, out, 0) if board.rows_shift or not legal else 0
    one, two = np.int64(state.pending[0]), np.int64(state.pending[1])
    if one != NO_UNIT:
        vacant = vacant_front(state, seat)
        if two != NO_UNIT and two < one:
            one, two = two, one
        count = list_columns(vacant, PLACE_MOVE + (one - 1) * COLUMNS, out, count)
        if two != NO_UNIT and two != one:
            count = list_columns(vacant, PLACE_MOVE + (two - 1) * COLUMNS, out, count)
    count = list_abilities(board, state, seat, front, rear, out, count)
    if board.use_commands and not state.command_used:
        if state.hand[seat, FLANK] > 0:
            count = list_flanks(board, state, seat, out, count)
        if state.hand[seat, REINFORCE] > 0:
            out[count] = REINFORCE_MOVE
            count += 1
        if state.hand[seat, NIGHTFALL] > 0 and one == NO_UNIT:
            out[count] = NIGHTFALL_MOVE
            count += 1
    if legal and one == NO_UNIT:
        out[count] = ATTACK_MOVE
        count += 1
    return count


@compiled
def list_consuls(state, seat, out):
    """The Consuls that a Praetorian can switch with from afar."""
    count = 0
    for row in range(ROWS):
        bits = np.int64(state.line[seat, row])
        while bits:
            cell = cell_of(row, lowest(bits))
            bits &= bits - 1
            if switch_with(state, seat, np.int64(state.picked), cell) == LEGAL:
                out[count] = TARGET_MOVE + cell
                count += 1
    return count


@compiled
def list_targets(board, state, seat, out):
    """The second steps: of a Chariot units that can carry it, and if it rides also vacant spaces."""
    if not state.picked_chariot:
        return list_consuls(state, seat, out)
    front, rear = np.int64(state.line[seat, FRONT]), np.int64(state.line[seat, REAR])
    in_front = able(board, state, seat, FRONT)[4]
    in_rear = able(board, state, seat, REAR)[4]
    if unit_at(state, seat, np.int64(state.picked)) & RIDDEN:
        in_front |= vacant_front(state, seat)
        if board.rows > 1:
            in_rear |= front & ~rear
    count = list_columns(in_front, TARGET_MOVE, out, 0)
    return list_columns(in_rear, TARGET_MOVE + COLUMNS, out, count)


@compiled
def list_orders(board, state, seat, out):
    """NONE, and every attack command that can be given."""
    out[0] = NO_ORDER_MOVE
    count = 1
    front = np.int64(state.line[seat, FRONT])
    if state.hand[seat, JAVELIN] > 0:
        bits = front
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            if javelin(board, state, seat, column) == LEGAL:
                out[count] = JAVELIN_MOVE + column
                count += 1
    if state.hand[seat, SURPRISE] > 0:
        bits = front
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            if surprise(board, state, seat, column) == LEGAL:
                out[count] = SURPRISE_MOVE + column
                count += 1
    if state.hand[seat, VOLLEY] > 0:
        count = list_volleys(board, state, seat, out, count)
    if state.hand[seat, STAMPEDE] > 0:
        for owner in range(np.int64(board.players)):
            bits = np.int64(state.line[owner, FRONT])
            while bits:
                column = lowest(bits)
                bits &= bits - 1
                if kind_at(state, owner, column) == ELEPHANT and stampede(board, state, seat, owner, column) == LEGAL:
                    out[count] = STAMPEDE_MOVE + owner * COLUMNS + column
                    count += 1
    return count


@compiled
def list_volleys(board, state, seat, out, count):
    """Every Archer and Slinger with a target at one or two spaces."""
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            cell = cell_of(row, lowest(bits))
            bits &= bits - 1
            if kind_at(state, seat, cell) in (ARCHER, SLINGER):
                for reach in range(1, 3):
                    if volley(board, state, seat, cell, reach) == LEGAL:
                        out[count] = VOLLEY_MOVE + 2 * cell + reach - 1
                        count += 1
    return count


@compiled
def list_retreats(board, state, seat, out):
    """NONE, and every destination."""
    out[0] = STAY_MOVE
    count = 1
    low, high = max(left_end(state, seat), 0), min(right_end(state, seat), COLUMNS - 1)
    for row in range(np.int64(board.rows)):
        for column in range(low, high + 1):
            cell = cell_of(row, column)
            if retreat(board, state, seat, cell) == LEGAL:
                out[count] = RETREAT_MOVE + cell
                count += 1
    return count


@compiled
def list_fills(board, state, seat, out):
    """The shifts that fill the vanguard position, or mend the line after that."""
    shifts = list_shifts(board, state, seat, out, 0)
    count = 0
    for i in range(shifts):
        if fills(board, state, seat, np.int64(out[i])) == LEGAL:
            out[count] = out[i]
            count += 1
    return count


@compiled
def list_hand(state, seat, out):
    """The kinds of commands in hand."""
    count = 0
    for which in range(COMMANDS):
        if state.hand[seat, which] > 0:
            out[count] = DISCARD_MOVE + which
            count += 1
    return count


@compiled
def list_answers(board, state, seat, out):
    """The questions of a declaration."""
    phase = np.int64(state.phase)
    if phase == ORDERING:
        return list_orders(board, state, seat, out)
    if phase == FIRING:
        out[0] = HOLD_MOVE
        out[1] = FIRE_MOVE
        return 2
    count = 0
    if phase == FACING:
        for other in range(np.int64(board.players)):
            if face(board, state, seat, other) == LEGAL:
                out[count] = FACE_MOVE + other
                count += 1
        return count
    out[0] = ALONE_MOVE
    count = 1
    for direction in range(DIRECTIONS):
        if follow(board, state, seat, direction) == LEGAL:
            out[count] = FOLLOW_MOVE + direction
            count += 1
    return count


@apart
def moves(board, state, out):
    """Writes the legal moves, ascending, and returns how many there are."""
    phase = np.int64(state.phase)
    seat = np.int64(state.turn)
    if state.over:
        return 0
    if phase == MAIN:
        return list_main(board, state, seat, out)
    if phase == TARGETING:
        return list_targets(board, state, seat, out)
    if phase == LAYING:
        return list_pool(state, seat, out)
    if phase in (FACING, ORDERING, FIRING, FOLLOWING):
        return list_answers(board, state, seat, out)
    if phase == RETREATING:
        return list_retreats(board, state, seat, out)
    if phase == FILLING:
        return list_fills(board, state, seat, out)
    if phase == CLOSING:
        return list_shifts(board, state, seat, out, 0)
    if phase == DISCARDING:
        return list_hand(state, seat, out)
    if phase == LEANING:
        out[0] = LEAN_LEFT
        out[1] = LEAN_RIGHT
        return 2
    count = 0
    if keep(state, seat) == LEGAL:
        out[0] = KEEP
        count = 1
    out[count] = REORG
    return count + 1
