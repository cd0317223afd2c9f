"""Attacks: who faces whom, who attacks whom, and the one resolution of all attacks."""

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.engine.events import note
from quincunx.games.vanguard_rome.army import (
    army_is_empty,
    attack_strength,
    cell_of,
    column_of,
    consuls_of,
    defence_strength,
    discard_hand,
    discard_unit,
    flank_end,
    is_immune,
    is_mounted,
    kind_at,
    kind_of,
    lift,
    neighbour,
    own_power,
    row_of,
    slingers_of,
    turn_up,
    unit_at,
)
from quincunx.games.vanguard_rome.state import (
    ARCHER,
    BALLISTA,
    BY_BALLISTA,
    BY_CATAPULT,
    BY_CAVALRY,
    BY_ENEMY,
    BY_ORDER,
    BY_STANDARD,
    BY_VANGUARD,
    CARD,
    CATAPULT,
    CAVALRY,
    CENTRE,
    CENTRE_BIT,
    COLUMNS,
    CONSUL,
    DIRECTIONS,
    EV_BLOW,
    EV_DESTROYED,
    EV_FATE,
    EV_TURNED_UP,
    FELLED,
    FRONT,
    INFANTRY,
    KILL,
    NO_COMMAND,
    NO_UNIT,
    NOBODY,
    NOWHERE,
    PLACE,
    REAR,
    ROWS,
    SEATS,
    SHOOTS,
    SHOOTS_IN_VAIN,
    SHOT,
    SLINGER,
    STAMPEDE,
    STANDARD,
    STANDS,
    STRIKES,
    SURVIVED,
    UNHARMED,
    VANGUARD,
    VOLLEY,
)

# ---------------------------------------------------------------- who faces whom


@compiled
def living(board, state):
    """How many armies are left."""
    count = 0
    for seat in range(np.int64(board.players)):
        count += np.int64(state.alive[seat])
    return count


@compiled
def clockwise(board, seat):
    """The next seat (a remainder would take several times as long)."""
    return 0 if seat + 1 == board.players else seat + 1


@compiled
def anticlockwise(board, seat):
    """The seat before."""
    return np.int64(board.players) - 1 if seat == 0 else seat - 1


@compiled
def next_living(board, state, seat):
    """The next seat clockwise whose army lives."""
    other = clockwise(board, seat)
    while not state.alive[other] and other != seat:
        other = clockwise(board, other)
    return other


@compiled
def last_living(board, state, seat):
    """The next seat anticlockwise whose army lives."""
    other = anticlockwise(board, seat)
    while not state.alive[other] and other != seat:
        other = anticlockwise(board, other)
    return other


@compiled
def across(board, state, seat, column):
    """VR-175, VR-176, R-44: the opponent that a column faces; NOBODY if that is not chosen yet."""
    if column < CENTRE:
        return next_living(board, state, seat)
    if column > CENTRE:
        return last_living(board, state, seat)
    return np.int64(state.facing[seat])


@compiled
def opposite(column):
    """R-03: columns are mirrored."""
    return COLUMNS - 1 - column


@compiled
def is_held(state, seat, row, column):
    """Whether a unit stands there; false for nobody's army."""
    return seat != NOBODY and (np.int64(state.line[seat, row]) >> column) & 1 != 0


@compiled
def place_of(seat, cell):
    """A cell of somebody's army as one number."""
    return seat * PLACE + cell


@compiled
def target_in(board, state, seat, column, row):
    """The place in the opposite column, in a row of the army across; NOWHERE if nobody stands there."""
    enemy = across(board, state, seat, column)
    if not is_held(state, enemy, row, opposite(column)):
        return NOWHERE
    return place_of(enemy, cell_of(row, opposite(column)))


@compiled
def ride(board, state, seat, column):
    """VR-110..VR-112, R-20: the target of an unguarded Cavalry outside the centre; NOWHERE if it is guarded or the
    flank that it faces is empty."""
    enemy = across(board, state, seat, column)
    if column == CENTRE or enemy == NOBODY or is_held(state, enemy, FRONT, opposite(column)):
        return NOWHERE
    end = flank_end(state, enemy, column > CENTRE)
    return NOWHERE if end < 0 else place_of(enemy, end)


@apart
def aim(board, state, seat, cell):
    """VR-072, VR-073, VR-081, VR-105, VR-108: the target of a unit's own attack; NOWHERE if it has none."""
    row, column = row_of(cell), column_of(cell)
    kind = kind_of(np.int64(state.cells[seat, row, column]))
    if kind == CATAPULT:
        return target_in(board, state, seat, column, REAR if row == FRONT else FRONT)
    if row == REAR:
        return NOWHERE
    straight = target_in(board, state, seat, column, FRONT)
    if kind == CAVALRY and straight == NOWHERE:
        return ride(board, state, seat, column)
    return straight


@compiled
def volley_aim(board, state, seat, cell, reach):
    """VR-166, R-30: the target of a Volley; NOWHERE if it has none."""
    if row_of(cell) == REAR:
        return target_in(board, state, seat, column_of(cell), FRONT) if reach == 2 else NOWHERE
    return target_in(board, state, seat, column_of(cell), REAR if reach == 2 else FRONT)


# ---------------------------------------------------------------- attackers


@compiled
def attacks(state, seat, cell):
    """Whether a unit is among the declared attackers."""
    return (np.int64(state.attack[seat, row_of(cell)]) >> column_of(cell)) & 1 != 0


@compiled
def join_attack(state, seat, cell):
    """A unit attacks."""
    state.attack[seat, row_of(cell)] |= 1 << column_of(cell)


@apart
def attack_unasked(board, state, seat):
    """VR-070, VR-104, VR-111: the vanguard unit, front Ballistas and unguarded Cavalry, each if it has a target."""
    bits = np.int64(state.line[seat, FRONT])
    while bits:
        column = lowest(bits)
        bits &= bits - 1
        kind = kind_at(state, seat, column)
        if column == CENTRE or kind == BALLISTA:
            if aim(board, state, seat, column) != NOWHERE:
                join_attack(state, seat, column)
        elif kind == CAVALRY and ride(board, state, seat, column) != NOWHERE:
            join_attack(state, seat, column)


@compiled
def may_fire(board, state, seat, cell):
    """VR-107: a Catapult outside the vanguard that has a target."""
    return cell != VANGUARD and kind_at(state, seat, cell) == CATAPULT and aim(board, state, seat, cell) != NOWHERE


@apart
def next_catapult(board, state, seat, after):
    """The next Catapult to be asked: front row by rising column, then the rear row; NOWHERE after the last."""
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            cell = cell_of(row, lowest(bits))
            bits &= bits - 1
            if cell > after and may_fire(board, state, seat, cell):
                return cell
    return NOWHERE


@compiled
def may_follow(board, state, seat, cell):
    """VR-137, R-26: whether the unit in a cell can be a companion; the cell may lie beyond the last column."""
    if cell < 0:
        return False
    kind = kind_at(state, seat, cell)
    if kind in (NO_UNIT, CATAPULT) or attacks(state, seat, cell):
        return False
    return aim(board, state, seat, cell) != NOWHERE


@compiled
def has_companion(board, state, seat, cell):
    """Whether a Standard has anybody to bring."""
    for direction in range(DIRECTIONS):  # noqa: SIM110 (compiled)
        if may_follow(board, state, seat, neighbour(cell, direction)):
            return True
    return False


@compiled
def queue_standards(state, seat):
    """5.1: all attacking Standards, the one in the vanguard first, then the front row by rising column."""
    state.queued = 0
    bits = np.int64(state.attack[seat, FRONT])
    if bits & CENTRE_BIT and kind_at(state, seat, VANGUARD) == STANDARD:
        state.queue[0] = VANGUARD
        state.queued = 1
    bits &= ~CENTRE_BIT
    while bits:
        column = lowest(bits)
        bits &= bits - 1
        if kind_at(state, seat, column) == STANDARD:
            state.queue[state.queued] = column
            state.queued += 1


@compiled
def pop_standard(state):
    """The head of the queue has been asked."""
    for i in range(1, state.queued):
        state.queue[i - 1] = state.queue[i]
    state.queued -= 1
    state.queue[state.queued] = 0


@compiled
def push_standard(state, cell):
    """VR-139: a companion that is a Standard is asked next."""
    for i in range(state.queued, 0, -1):
        state.queue[i] = state.queue[i - 1]
    state.queue[0] = cell
    state.queued += 1


# ---------------------------------------------------------------- blows


@compiled
def is_ordered(state, seat, cell, command):
    """Whether a unit has the running order."""
    return state.order == command and state.order_owner == seat and state.order_at == cell


@apart
def blow(board, state, seat, cell, second):
    """The target of a declared attacker, or its second target (VR-129, a Stampede); NOWHERE if there is none."""
    if is_ordered(state, seat, cell, STAMPEDE):
        if seat != state.active:  # VR-130: turned against its own side
            return NOWHERE if second else place_of(seat, cell_of(REAR, cell))
        return target_in(board, state, seat, cell, REAR if second else FRONT)
    if second:
        return NOWHERE
    if is_ordered(state, seat, cell, VOLLEY):
        return volley_aim(board, state, seat, cell, np.int64(state.order_reach))
    return aim(board, state, seat, cell)


@compiled
def reason_for(board, state, seat, cell):
    """Why a unit attacks."""
    if state.order != NO_COMMAND and state.order_owner == seat and state.order_at == cell:
        return BY_ORDER if seat == state.active else BY_ENEMY
    if cell == VANGUARD:
        return BY_VANGUARD
    kind = kind_at(state, seat, cell)
    if kind == CATAPULT:
        return BY_CATAPULT
    if kind == BALLISTA:
        return BY_BALLISTA
    if kind == CAVALRY and ride(board, state, seat, column_of(cell)) != NOWHERE:
        return BY_CAVALRY
    return BY_STANDARD


@apart
def sum_blows(board, state, target):
    """All that hits a target: (damage, 1 if an Archer shoots, mask of the seats that attack, 1 if any other unit)."""
    damage = 0
    shot = 0
    seats = 0
    struck = 0
    for seat in range(np.int64(board.players)):
        for row in range(np.int64(board.rows)):
            bits = np.int64(state.attack[seat, row])
            while bits:
                cell = cell_of(row, lowest(bits))
                bits &= bits - 1
                hits = blow(board, state, seat, cell, 0) == target
                if hits or (state.order == STAMPEDE and blow(board, state, seat, cell, 1) == target):
                    seats |= 1 << seat
                    if kind_at(state, seat, cell) == ARCHER:
                        shot = 1
                    else:
                        struck = 1
                        damage += attack_strength(board, state, seat, cell)
    return damage, shot, seats, struck


@compiled
def tell_blow(board, state, seat, cell, target, events):
    """An attack, for those who watch."""
    effect = STRIKES
    if kind_at(state, seat, cell) == ARCHER:
        immune = is_immune(board, state, target // PLACE, target % PLACE)
        effect = SHOOTS_IN_VAIN if immune else SHOOTS
    helped = slingers_of(state, seat, cell) if effect == STRIKES else 0
    why = reason_for(board, state, seat, cell)
    strong = own_power(board, state, seat, cell) * CARD + unit_at(state, seat, cell) % CARD
    hit = helped * CARD + unit_at(state, target // PLACE, target % PLACE) % CARD
    note(events, EV_BLOW, place_of(seat, cell), target, strong, hit, why * 4 + effect)


@compiled
def tell_blows(board, state, events):
    """All attacks, for those who watch."""
    for seat in range(np.int64(board.players)):
        for row in range(np.int64(board.rows)):
            bits = np.int64(state.attack[seat, row])
            while bits:
                cell = cell_of(row, lowest(bits))
                bits &= bits - 1
                for second in range(2 if state.order == STAMPEDE else 1):
                    target = blow(board, state, seat, cell, second)
                    if target != NOWHERE:
                        tell_blow(board, state, seat, cell, target, events)


# ---------------------------------------------------------------- the resolution


@compiled
def show(state, seat, cell, events):
    """VR-182: a hidden unit is turned up."""
    if turn_up(state, seat, cell):
        note(events, EV_TURNED_UP, place_of(seat, cell), kind_at(state, seat, cell), 0, 0, 0)


@compiled
def show_neighbours(state, seat, cell, kind, events):
    """VR-182: every neighbour of a kind is turned up."""
    for direction in range(DIRECTIONS):
        beside = neighbour(cell, direction)
        if beside >= 0 and kind_at(state, seat, beside) == kind:
            show(state, seat, beside, events)


@compiled
def show_attacker(board, state, seat, cell, events):
    """VR-182: who attacks is turned up, and the Slingers who help."""
    show(state, seat, cell, events)
    if kind_at(state, seat, cell) != ARCHER:
        show_neighbours(state, seat, cell, SLINGER, events)


@compiled
def show_attacked(board, state, target, shot, struck, events):
    """VR-182: who is attacked is turned up, and the Consuls and the Infantry that protect or could have."""
    seat, cell = target // PLACE, target % PLACE
    show(state, seat, cell, events)
    if struck:
        show_neighbours(state, seat, cell, CONSUL, events)
    code = unit_at(state, seat, cell)
    if shot and kind_of(code) != INFANTRY and not is_mounted(board, code):
        show_neighbours(state, seat, cell, INFANTRY, events)


@compiled
def judge(board, state, target, events):
    """VR-074, VR-101: the fate of a target; returns whether it dies. In the clash kills are counted."""
    seat, cell = target // PLACE, target % PLACE
    damage, shot, seats, struck = sum_blows(board, state, target)
    immune = is_immune(board, state, seat, cell)
    power = own_power(board, state, seat, cell)
    consuls = consuls_of(board, state, seat, cell)
    fate = STANDS
    if shot and not immune:
        fate = SHOT
    elif struck and damage >= power + consuls:
        fate = FELLED
    elif shot:
        fate = UNHARMED
    note(events, EV_FATE, target, unit_at(state, seat, cell), damage, power, consuls * 4 + fate)
    show_attacked(board, state, target, shot, struck, events)
    if fate not in (SHOT, FELLED):
        return False
    if state.active == NOBODY:
        for other in range(np.int64(board.players)):
            if (seats >> other) & 1:
                state.score[other] += KILL + power
        if cell == VANGUARD:
            state.score[seat] -= SURVIVED
    return True


@compiled
def judge_quietly(board, state, target):
    """Whether the declared attacks kill a target; nothing is turned up or counted."""
    seat, cell = target // PLACE, target % PLACE
    damage, shot, _, struck = sum_blows(board, state, target)
    if shot and not is_immune(board, state, seat, cell):
        return True
    return struck == 1 and damage >= defence_strength(board, state, seat, cell)


@compiled
def judge_once(board, state, target, events):
    """The fate of a target that several may attack."""
    owner, row, column = target // PLACE, row_of(target % PLACE), column_of(target % PLACE)
    if (np.int64(state.judged[owner, row]) >> column) & 1 == 0:
        state.judged[owner, row] |= 1 << column
        if judge(board, state, target, events):
            state.doomed[owner, row] |= 1 << column


@apart
def resolve(board, state, events):
    """VR-075, VR-084: all attacks at once, read from the position as it is; then all the dead are removed."""
    if events is not None:
        tell_blows(board, state, events)
    for seat in range(np.int64(board.players)):
        state.score[seat] = SURVIVED * np.int64(state.alive[seat]) if state.active == NOBODY else 0
    for seat in range(np.int64(board.players)):
        for row in range(np.int64(board.rows)):
            bits = np.int64(state.attack[seat, row])
            while bits:
                cell = cell_of(row, lowest(bits))
                bits &= bits - 1
                for second in range(2 if state.order == STAMPEDE else 1):
                    target = blow(board, state, seat, cell, second)
                    if target != NOWHERE:
                        show_attacker(board, state, seat, cell, events)
                        judge_once(board, state, target, events)
    bury(board, state)
    end_declaring(state)


@compiled
def end_declaring(state):
    """Nobody attacks any more."""
    for seat in range(SEATS):
        for row in range(ROWS):
            state.attack[seat, row] = 0
            state.judged[seat, row] = 0
            state.doomed[seat, row] = 0
        state.facing[seat] = NOBODY
    state.order = NO_COMMAND
    state.order_owner = 0
    state.order_at = 0
    state.order_reach = 0


@compiled
def bury(board, state):
    """VR-080: all killed units are removed together."""
    for seat in range(np.int64(board.players)):
        for row in range(np.int64(board.rows)):
            bits = np.int64(state.doomed[seat, row])
            while bits:
                cell = cell_of(row, lowest(bits))
                bits &= bits - 1
                discard_unit(board, state, seat, lift(state, seat, cell))


@apart
def leave_destroyed(board, state, events):
    """VR-090, R-45: armies without units are destroyed, their hands discarded."""
    for seat in range(np.int64(board.players)):
        if state.alive[seat] and army_is_empty(state, seat):
            state.alive[seat] = 0
            discard_hand(board, state, seat)
            note(events, EV_DESTROYED, seat, 0, 0, 0, 0)
