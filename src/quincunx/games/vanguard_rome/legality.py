"""Which moves are legal, and which rule forbids the others."""

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.vanguard_rome.army import (
    adjacent_of_kind,
    cell_of,
    column_of,
    is_adjacent,
    is_legal,
    is_mounted,
    is_run,
    kind_at,
    kind_of,
    left_end,
    neighbour,
    right_end,
    row_of,
    unit_at,
    units_of,
)
from quincunx.games.vanguard_rome.battle import aim, attacks, is_held, may_follow, target_in, volley_aim
from quincunx.games.vanguard_rome.lines import forward, lateral
from quincunx.games.vanguard_rome.state import (
    ABILITY_USED,
    AFTER_THE_ATTACK,
    ALONE_MOVE,
    ARCHER,
    ATTACK_IS_ON,
    ATTACKS_ANYWAY,
    BEHIND,
    BEYOND_THE_CAP,
    BEYOND_THE_ENDS,
    CANNOT_SWITCH,
    CATAPULT,
    CENTRE,
    CENTURION,
    CHARIOT,
    CHARIOT_MOVE,
    CHARIOT_USED,
    CLOSING,
    COLUMNS,
    CONSUL,
    CONSUL_IS_ADJACENT,
    DEPLOY_MOVE,
    DIRECTIONS,
    DISCARD_FIRST,
    DISCARD_MOVE,
    DISCARDING,
    DISTANT_MOVE,
    ELEPHANT,
    FACE_MOVE,
    FACING,
    FILL_FIRST,
    FILLING,
    FINISH_THE_CHARIOT,
    FINISH_THE_SWITCH,
    FIRE_MOVE,
    FIRING,
    FLANK,
    FLANK_MOVE,
    FOLLOW_MOVE,
    FOLLOWING,
    FORWARD_MOVE,
    FRONT,
    GAME_OVER,
    GAPS,
    HOLD_MOVE,
    INFANTRY,
    IS_MOUNTED,
    JAVELIN,
    JAVELIN_MOVE,
    KEEP,
    KEEPING,
    LATERAL_MOVE,
    LAY_OUT_FIRST,
    LAYING,
    LEANING,
    LEGAL,
    MAIN,
    MEND_FIRST,
    MOVE_COUNT,
    MUST_FILL_VANGUARD,
    NIGHT_FIRST,
    NIGHTFALL,
    NIGHTFALL_MOVE,
    NO_CATAPULT_COMPANION,
    NO_CHARIOT,
    NO_COMMANDS,
    NO_COMPANION,
    NO_DISTANT_CONSUL,
    NO_ELEPHANT,
    NO_JAVELIN,
    NO_LEAN,
    NO_ORDER_MOVE,
    NO_RETREAT_THERE,
    NO_SUCH_ACTION_IN_THE_CLASH,
    NO_SURPLUS,
    NO_SURPRISE_FOR_CATAPULTS,
    NO_TARGET,
    NO_UNIT,
    NO_UNIT_THERE,
    NO_VOLLEY,
    NOBODY,
    NOBODY_FILLS,
    NOBODY_TO_MOUNT,
    NOBODY_TO_SURPRISE,
    NOT_A_LEGAL_SPACE,
    NOT_A_PRAETORIAN,
    NOT_AN_OPPONENT,
    NOT_ASKED,
    NOT_DRAWN,
    NOT_IN_HAND,
    NOT_IN_POOL,
    NOT_THE_RETREATED,
    NOT_THE_VANGUARD,
    NOT_TO_KEEP,
    NOTHING_BEHIND,
    NOWHERE,
    ONE_COMMAND,
    ONLY_IN_OPENING_OR_NIGHT,
    ONLY_MAIN,
    ONLY_THE_FRONT_ROW,
    OPPOSITE_FLANK,
    ORDERING,
    ORDERS_COME_WITH_THE_ATTACK,
    PLACE_BEFORE_ATTACK,
    PLACE_FIRST,
    PLACE_MOVE,
    PRAETORIAN,
    REAR,
    REAR_WITHOUT_FRONT,
    REINFORCE,
    REINFORCE_MOVE,
    REORG,
    RETREAT_COMES_AFTER,
    RETREAT_MOVE,
    RETREATING,
    RIDDEN,
    RIDER_USED,
    ROWS,
    SLINGER,
    SPACE_TAKEN,
    STAMPEDE,
    STAMPEDE_MOVE,
    STANDING_CHARIOT,
    STAY_MOVE,
    SURPRISE,
    SURPRISE_MOVE,
    SWAP_MOVE,
    SWITCH_NEEDS_A_UNIT,
    SWITCHERS,
    TARGET_MOVE,
    TARGETING,
    USED,
    VANGUARD,
    VANGUARD_STAYS,
    VOLLEY,
    VOLLEY_MOVE,
    VOLLEY_REACH,
)

# ---------------------------------------------------------------- laying out


@compiled
def keep(state, seat):
    """R-25: everybody may keep the army as it lies; who attacks next only if the line is legal."""
    return NOT_TO_KEEP if seat == state.active and not is_legal(state, seat) else LEGAL


@compiled
def deploy(state, seat, number):
    """VR-022, VR-155: a unit of the pool; `number` is that of the move, from 0 on."""
    return LEGAL if state.pool[seat, number % 2, number // 2 + 1] > 0 else NOT_IN_POOL


# ---------------------------------------------------------------- placing, switching, Chariots


@compiled
def is_pending(state, kind):
    """Whether a card of that kind has been drawn and not placed."""
    return state.pending[0] == kind or state.pending[1] == kind


@compiled
def free_front(state, seat, column):
    """VR-043, R-40: a vacant front space from end to end."""
    if (np.int64(state.line[seat, FRONT]) >> column) & 1:
        return SPACE_TAKEN
    return LEGAL if left_end(state, seat) <= column <= right_end(state, seat) else BEYOND_THE_ENDS


@compiled
def place(state, seat, kind, column):
    """VR-041..VR-044"""
    return free_front(state, seat, column) if is_pending(state, kind) else NOT_DRAWN


@compiled
def may_switch(kind):
    """VR-116, VR-125, VR-133"""
    return kind in SWITCHERS


@compiled
def swap(state, seat, cell, direction):
    """VR-061, VR-116, VR-117, VR-125, VR-133"""
    code = unit_at(state, seat, cell)
    if code == NO_UNIT:
        return SWITCH_NEEDS_A_UNIT
    if not may_switch(kind_of(code)):
        return CANNOT_SWITCH
    if code & USED:
        return ABILITY_USED
    other = neighbour(cell, direction)
    return LEGAL if other >= 0 and unit_at(state, seat, other) != NO_UNIT else SWITCH_NEEDS_A_UNIT


@compiled
def distant_consuls(state, seat, cell):
    """VR-134: how many Consuls of the army are not next to a cell."""
    count = 0
    for row in range(ROWS):
        bits = np.int64(state.line[seat, row])
        while bits:
            count += np.int64(kind_at(state, seat, cell_of(row, lowest(bits))) == CONSUL)
            bits &= bits - 1
    return count - adjacent_of_kind(state, seat, cell, CONSUL)


@compiled
def call_consul(state, seat, cell):
    """VR-134, first step"""
    code = unit_at(state, seat, cell)
    if kind_of(code) != PRAETORIAN:
        return NOT_A_PRAETORIAN
    if code & USED:
        return ABILITY_USED
    return LEGAL if distant_consuls(state, seat, cell) > 0 else NO_DISTANT_CONSUL


@compiled
def switch_with(state, seat, cell, other):
    """VR-134, second step"""
    if kind_at(state, seat, other) != CONSUL:
        return NO_DISTANT_CONSUL
    return CONSUL_IS_ADJACENT if is_adjacent(cell, other) else LEGAL


@compiled
def can_carry(board, code):
    """VR-119, VR-121: an unmounted unit."""
    return code != NO_UNIT and not is_mounted(board, code)


@compiled
def anybody_to_mount(board, state, seat):
    """Whether an unmounted unit is there."""
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            if can_carry(board, np.int64(state.cells[seat, row, lowest(bits)])):
                return True
            bits &= bits - 1
    return False


@compiled
def move_chariot(board, state, seat, cell):
    """VR-119, VR-122, VR-123, first step. A riding Chariot always finds an empty space (R-40)."""
    code = unit_at(state, seat, cell)
    if code & RIDDEN:
        return CHARIOT_USED if code & RIDER_USED else LEGAL
    if kind_of(code) != CHARIOT:
        return NO_CHARIOT
    if code & USED:
        return CHARIOT_USED
    return LEGAL if anybody_to_mount(board, state, seat) else NOBODY_TO_MOUNT


@compiled
def chariot_to(board, state, seat, cell, other):
    """VR-119, VR-121, VR-122, R-23, second step"""
    code = unit_at(state, seat, other)
    if cell == other:
        return IS_MOUNTED
    if code != NO_UNIT:
        return LEGAL if can_carry(board, code) else IS_MOUNTED
    if not unit_at(state, seat, cell) & RIDDEN:
        return STANDING_CHARIOT
    if row_of(other) == FRONT:
        return LEGAL if free_front(state, seat, other) == LEGAL else NOT_A_LEGAL_SPACE
    return behind_front(board, state, seat, other, NOT_A_LEGAL_SPACE)


@compiled
def behind_front(board, state, seat, cell, otherwise):
    """A vacant rear cell behind a front unit."""
    if board.rows == 1:
        return ONLY_THE_FRONT_ROW
    column = column_of(cell)
    vacant = not is_held(state, seat, REAR, column)
    return LEGAL if vacant and is_held(state, seat, FRONT, column) else otherwise


@compiled
def target(board, state, seat, other):
    """The second step of a Chariot's move or of a switch with a distant Consul."""
    if state.picked_chariot:
        return chariot_to(board, state, seat, np.int64(state.picked), other)
    return switch_with(state, seat, np.int64(state.picked), other)


# ---------------------------------------------------------------- commands of the main phase, the attack


@compiled
def command(board, state, seat, which):
    """VR-047, VR-040: whether a command can be played at all."""
    if not board.use_commands:
        return NO_COMMANDS
    if state.command_used:
        return ONE_COMMAND
    return LEGAL if state.hand[seat, which] > 0 else NOT_IN_HAND


@compiled
def flank(board, state, seat, cell, right):
    """VR-151, VR-152, R-24"""
    why = command(board, state, seat, FLANK)
    if why != LEGAL:
        return why
    if cell == VANGUARD:
        return VANGUARD_STAYS
    if unit_at(state, seat, cell) == NO_UNIT:
        return NO_UNIT_THERE
    column = column_of(cell)
    if (column < CENTRE and not right) or (column > CENTRE and right):
        return OPPOSITE_FLANK
    end = right_end(state, seat) if right else left_end(state, seat)
    return LEGAL if 0 <= end < COLUMNS else BEYOND_THE_CAP


@compiled
def nightfall(board, state, seat):
    """R-25"""
    why = command(board, state, seat, NIGHTFALL)
    if why != LEGAL:
        return why
    return LEGAL if state.pending[0] == NO_UNIT else PLACE_FIRST


@compiled
def attack(state, seat):
    """VR-041, VR-052, VR-054, VR-062"""
    if state.pending[0] != NO_UNIT:
        return PLACE_BEFORE_ATTACK
    if not is_run(np.int64(state.line[seat, FRONT])):
        return GAPS
    return LEGAL if is_legal(state, seat) else REAR_WITHOUT_FRONT


# ---------------------------------------------------------------- the declaration


@compiled
def face(board, state, seat, other):
    """VR-176"""
    return LEGAL if other != seat and other < board.players and state.alive[other] else NOT_AN_OPPONENT


@compiled
def extra_attack(board, state, seat, cell):
    """VR-081, VR-082: a unit with a target that does not attack anyway."""
    if attacks(state, seat, cell):
        return ATTACKS_ANYWAY
    return NO_TARGET if aim(board, state, seat, cell) == NOWHERE else LEGAL


@apart
def javelin(board, state, seat, column):
    """VR-154"""
    why = command(board, state, seat, JAVELIN)
    if why != LEGAL:
        return why
    if kind_at(state, seat, column) not in (INFANTRY, CENTURION, PRAETORIAN):
        return NO_JAVELIN
    return extra_attack(board, state, seat, column)


@apart
def surprise(board, state, seat, column):
    """VR-164"""
    why = command(board, state, seat, SURPRISE)
    if why != LEGAL:
        return why
    kind = kind_at(state, seat, column)
    if kind == NO_UNIT:
        return NOBODY_TO_SURPRISE
    return NO_SURPRISE_FOR_CATAPULTS if kind == CATAPULT else extra_attack(board, state, seat, column)


@apart
def volley(board, state, seat, cell, reach):
    """VR-165, VR-166, R-29, R-30"""
    why = command(board, state, seat, VOLLEY)
    if why != LEGAL:
        return why
    if kind_at(state, seat, cell) not in (ARCHER, SLINGER):
        return NO_VOLLEY
    if cell == VANGUARD and (reach == 1 or not board.command_on_vanguard):
        return NOT_THE_VANGUARD
    return VOLLEY_REACH if volley_aim(board, state, seat, cell, reach) == NOWHERE else LEGAL


@apart
def stampede(board, state, seat, owner, column):
    """VR-162, VR-163, R-29, R-32"""
    why = command(board, state, seat, STAMPEDE)
    if why != LEGAL:
        return why
    if owner >= board.players or kind_at(state, owner, column) != ELEPHANT:
        return NO_ELEPHANT
    if owner != seat:
        return LEGAL if is_held(state, owner, REAR, column) else NOTHING_BEHIND
    if column == CENTRE and not board.command_on_vanguard:
        return NOT_THE_VANGUARD
    front = target_in(board, state, seat, column, FRONT)
    rear = target_in(board, state, seat, column, REAR)
    return NO_TARGET if front == NOWHERE and rear == NOWHERE else LEGAL


@compiled
def has_order(board, state, seat):
    """Whether any attack command can be given."""
    extra = state.hand[seat, JAVELIN] > 0 or state.hand[seat, SURPRISE] > 0
    for row in range(np.int64(board.rows)):
        if not (extra and row == FRONT) and state.hand[seat, VOLLEY] == 0:
            continue
        bits = np.int64(state.line[seat, row])
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            if row == FRONT and extra and orders_extra(board, state, seat, column):
                return True
            if state.hand[seat, VOLLEY] > 0 and orders_volley(board, state, seat, cell_of(row, column)):
                return True
    return state.hand[seat, STAMPEDE] > 0 and orders_stampede(board, state, seat)


@compiled
def orders_extra(board, state, seat, column):
    """Whether a unit can get a Javelin or make a Surprise."""
    return javelin(board, state, seat, column) == LEGAL or surprise(board, state, seat, column) == LEGAL


@compiled
def orders_volley(board, state, seat, cell):
    """Whether a unit can give a Volley."""
    return volley(board, state, seat, cell, 1) == LEGAL or volley(board, state, seat, cell, 2) == LEGAL


@compiled
def orders_stampede(board, state, seat):
    """Whether any Elephant can be made to stampede."""
    for owner in range(np.int64(board.players)):
        bits = np.int64(state.line[owner, FRONT])
        while bits:
            if stampede(board, state, seat, owner, lowest(bits)) == LEGAL:
                return True
            bits &= bits - 1
    return False


@compiled
def follow(board, state, seat, direction):
    """VR-137, R-26: whether a neighbour of the Standard in question can follow it."""
    cell = neighbour(np.int64(state.asked), direction)
    if cell < 0 or unit_at(state, seat, cell) == NO_UNIT:
        return NO_COMPANION
    if kind_at(state, seat, cell) == CATAPULT:
        return NO_CATAPULT_COMPANION
    if attacks(state, seat, cell):
        return ATTACKS_ANYWAY
    return LEGAL if may_follow(board, state, seat, cell) else NO_TARGET


# ---------------------------------------------------------------- after the attack


@compiled
def can_retreat(state, seat):
    """R-27: not the only unit. In a legal line one of the ends is always within the cap."""
    return units_of(state, seat) > 1


@compiled
def retreat(board, state, seat, cell):
    """VR-159, R-27: where the vanguard unit may go."""
    column = column_of(cell)
    if row_of(cell) == FRONT:
        is_end = column in (left_end(state, seat), right_end(state, seat))
        return LEGAL if is_end and units_of(state, seat) > 1 else NO_RETREAT_THERE
    why = behind_front(board, state, seat, cell, NO_RETREAT_THERE)
    if why != LEGAL or cell != BEHIND:
        return why
    for side in range(CENTRE - 1, CENTRE + 2, 2):
        if is_held(state, seat, FRONT, side) and (board.rows_shift or not is_held(state, seat, REAR, side)):
            return LEGAL
    return NOBODY_FILLS


@compiled
def fills(board, state, seat, move):
    """VR-160, R-27: whether a shift brings another unit than the one that retreated into the vanguard position; once
    that is done, any shift mends the line."""
    if is_held(state, seat, FRONT, CENTRE):
        return LEGAL
    if move < LATERAL_MOVE:
        if move != FORWARD_MOVE + CENTRE:
            return MUST_FILL_VANGUARD
        return NOT_THE_RETREATED if state.retreated == BEHIND else LEGAL
    cell = move - LATERAL_MOVE
    if cell not in (VANGUARD - 1, VANGUARD + 1):
        return MUST_FILL_VANGUARD
    return NOT_THE_RETREATED if state.retreated == cell else LEGAL


@compiled
def shift(board, state, move):
    """A shift in any phase that has one."""
    seat = np.int64(state.turn)
    if move < LATERAL_MOVE:
        why = forward(state, seat, move - FORWARD_MOVE)
    else:
        why = lateral(board, state, seat, move - LATERAL_MOVE)
    return fills(board, state, seat, move) if why == LEGAL and state.phase == FILLING else why


# ---------------------------------------------------------------- all moves


@compiled
def in_phase(state, phase, move):
    """Why a move is not made in this phase."""
    if phase <= LAYING:
        return LAY_OUT_FIRST if state.active == NOBODY else NIGHT_FIRST
    if phase == CLOSING:
        return MEND_FIRST
    if phase == TARGETING:
        return FINISH_THE_CHARIOT if state.picked_chariot else FINISH_THE_SWITCH
    if phase == MAIN:
        if move < FORWARD_MOVE:
            return ONLY_IN_OPENING_OR_NIGHT
        if NO_ORDER_MOVE <= move < HOLD_MOVE:
            return ORDERS_COME_WITH_THE_ATTACK
        if STAY_MOVE <= move < DISCARD_MOVE:
            return RETREAT_COMES_AFTER
        return NO_SURPLUS if move >= DISCARD_MOVE else NOT_ASKED
    if phase in (FACING, ORDERING, FIRING, FOLLOWING):
        return NO_SUCH_ACTION_IN_THE_CLASH if state.active == NOBODY else ATTACK_IS_ON
    if phase == RETREATING:
        return AFTER_THE_ATTACK
    return FILL_FIRST if phase == FILLING else DISCARD_FIRST


@compiled
def refusal_in_main(board, state, seat, move):
    """Moves of the main phase."""
    if move < SWAP_MOVE:
        number = move - PLACE_MOVE
        return place(state, seat, number // COLUMNS + 1, number % COLUMNS)
    if move < DISTANT_MOVE:
        number = move - SWAP_MOVE
        return swap(state, seat, number // DIRECTIONS, number % DIRECTIONS)
    if move < CHARIOT_MOVE:
        return call_consul(state, seat, move - DISTANT_MOVE)
    if move < TARGET_MOVE:
        return move_chariot(board, state, seat, move - CHARIOT_MOVE)
    if move < FLANK_MOVE:
        return ONLY_MAIN
    if move < REINFORCE_MOVE:
        number = move - FLANK_MOVE
        return flank(board, state, seat, number // 2, number % 2 == 1)
    if move == REINFORCE_MOVE:
        return command(board, state, seat, REINFORCE)
    if move == NIGHTFALL_MOVE:
        return nightfall(board, state, seat)
    return attack(state, seat)


@compiled
def refusal_of_order(board, state, seat, move):
    """Attack commands."""
    if move == NO_ORDER_MOVE:
        return LEGAL
    if move < SURPRISE_MOVE:
        return javelin(board, state, seat, move - JAVELIN_MOVE)
    if move < VOLLEY_MOVE:
        return surprise(board, state, seat, move - SURPRISE_MOVE)
    if move < STAMPEDE_MOVE:
        number = move - VOLLEY_MOVE
        return volley(board, state, seat, number // 2, number % 2 + 1)
    number = move - STAMPEDE_MOVE
    return stampede(board, state, seat, number // COLUMNS, number % COLUMNS)


@apart
def refusal(board, state, move):
    """0 if the move is legal, else the reason against it."""
    move = np.int64(move)
    if state.over:
        return GAME_OVER
    phase = np.int64(state.phase)
    seat = np.int64(state.turn)
    later = in_phase(state, phase, move)
    if move < 0 or move >= MOVE_COUNT:
        return later
    if move <= REORG:
        if phase != KEEPING:
            return later
        return keep(state, seat) if move == KEEP else LEGAL
    if move < DEPLOY_MOVE:
        if phase == LEANING:
            return LEGAL
        return NO_LEAN if phase == LAYING else later
    if move < FORWARD_MOVE:
        return deploy(state, seat, move - DEPLOY_MOVE) if phase == LAYING else later
    if move < PLACE_MOVE:
        return shift(board, state, move) if phase in (MAIN, CLOSING, FILLING) else later
    if TARGET_MOVE <= move < FLANK_MOVE and phase == TARGETING:
        return target(board, state, seat, move - TARGET_MOVE)
    if move < FACE_MOVE:
        return refusal_in_main(board, state, seat, move) if phase == MAIN else later
    if move < NO_ORDER_MOVE:
        return face(board, state, seat, move - FACE_MOVE) if phase == FACING else later
    if move < HOLD_MOVE:
        return refusal_of_order(board, state, seat, move) if phase == ORDERING else later
    if move <= FIRE_MOVE:
        return LEGAL if phase == FIRING else later
    if move == ALONE_MOVE:
        return LEGAL if phase == FOLLOWING else later
    if move < STAY_MOVE:
        return follow(board, state, seat, move - FOLLOW_MOVE) if phase == FOLLOWING else later
    if move == STAY_MOVE:
        return LEGAL if phase == RETREATING else later
    if move < DISCARD_MOVE:
        return retreat(board, state, seat, move - RETREAT_MOVE) if phase == RETREATING else later
    if phase != DISCARDING:
        return later
    return LEGAL if state.hand[seat, move - DISCARD_MOVE] > 0 else NOT_IN_HAND
