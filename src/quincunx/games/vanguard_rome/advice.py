"""A heuristic value of the position: material, what the next attacks will kill, and where units stand."""

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.vanguard_rome.army import (
    cell_of,
    is_legal,
    kind_of,
    unit_at,
)
from quincunx.games.vanguard_rome.battle import (
    attack_unasked,
    blow,
    judge_quietly,
    next_living,
)
from quincunx.games.vanguard_rome.state import (
    CENTRE,
    CHARIOT,
    FOLLOWING,
    FRONT,
    KINDS,
    LAYING,
    MAIN,
    NOBODY,
    NOWHERE,
    PLACE,
    RIDDEN,
    SEATS,
)

WORTH = np.array([0.0, 0.54, 0.64, 0.55, 0.86, 0.98, 0.39, 0.77, 1.21, 0.41, 0.87, 0.57, 0.67, 0.65])
"""Of a unit, by kind: the document's fit over bot games; the last for an unseen one."""
COMMAND_WORTH = 0.13
SURE, LIKELY = 0.9, 0.45
"""What an attack is worth that comes in this turn, or in the next one."""
IN_VANGUARD = np.array([0.0, 0.3, 0.0, -0.3, 0.3, 0.8, -0.1, -0.1, 0.7, 0.1, 0.8, 0.0, 0.2, 0.0])
AT_THE_END = np.array([0.0, 0.0, 0.1, -0.1, 0.2, 0.5, 0.0, 0.0, 0.1, 0.1, 0.2, 0.0, 0.0, 0.0])
IN_THE_REAR = np.array([0.0, 0.0, -0.2, 0.3, -0.2, -0.2, 0.0, 0.2, -0.2, 0.0, -0.3, 0.2, -0.1, 0.0])
"""Where a unit is best laid out."""
MANY = 12.0
GAP = 0.05
"""What an unmended line costs."""


@compiled
def worth_of_code(code):
    """A unit and its Chariot."""
    return WORTH[kind_of(code)] + (WORTH[CHARIOT] if code & RIDDEN else 0.0)


@compiled
def material(board, state, seat):
    """Everything a seat has, on the table, in hand and drawn."""
    total = COMMAND_WORTH * np.int64(state.held[seat])
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            total += worth_of_code(np.int64(state.cells[seat, row, lowest(bits)]))
            bits &= bits - 1
    for ridden in range(2):
        for kind in range(1, KINDS):
            total += np.int64(state.pool[seat, ridden, kind]) * (WORTH[kind] + ridden * WORTH[CHARIOT])
    if state.active == seat:
        for i in range(len(state.pending)):
            total += WORTH[state.pending[i]]
    return total


@compiled
def layout(board, state, seat):
    """How well the units stand that are laid out so far."""
    total = 0.0
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            kind = kind_of(np.int64(state.cells[seat, row, column]))
            if row != FRONT:
                total += IN_THE_REAR[kind]
            elif column == CENTRE:
                total += IN_VANGUARD[kind]
            elif abs(column - CENTRE) == 2:
                total += AT_THE_END[kind]
    return total


@apart
def kills(board, state, seat):
    """What the declared attacks of a seat will kill, by worth."""
    total = 0.0
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.attack[seat, row])
        while bits:
            cell = cell_of(row, lowest(bits))
            bits &= bits - 1
            target = blow(board, state, seat, cell, 0)
            if target != NOWHERE and judge_quietly(board, state, target):
                total += worth_of_code(unit_at(state, target // PLACE, target % PLACE))
    return total


@compiled
def threat(board, state, seat):
    """What the attack of a seat would kill as things stand."""
    if MAIN < state.phase <= FOLLOWING and (state.active == seat or state.active == NOBODY):
        return kills(board, state, seat)
    best = 0.0
    enemy = next_living(board, state, seat)
    while enemy != seat:
        state.facing[seat] = enemy
        attack_unasked(board, state, seat)
        best = max(best, kills(board, state, seat))
        for row in range(np.int64(board.rows)):
            state.attack[seat, row] = 0
        enemy = next_living(board, state, enemy)
    state.facing[seat] = NOBODY
    return best


@compiled
def value_of(board, state, seat):
    """A seat's strength, in units."""
    if not state.alive[seat]:
        return 0.0
    total = material(board, state, seat)
    if state.phase <= LAYING:
        return total + layout(board, state, seat)
    now = MAIN <= state.phase <= FOLLOWING and (state.active == seat or state.active == NOBODY)
    total += (SURE if now else LIKELY) * threat(board, state, seat)
    if not is_legal(state, seat):
        total -= GAP
    return total


@apart
def appraise(board, state, out):
    """Each seat's strength against the average of the others."""
    players = np.int64(board.players)
    for seat in range(SEATS):
        out[seat] = 0.0
    if state.over:
        return
    total = 0.0
    for seat in range(players):
        out[seat] = value_of(board, state, seat)
        total += out[seat]
    for seat in range(players):
        others = (total - out[seat]) / (players - 1)
        out[seat] = min(max((out[seat] - others) / MANY, -1.0), 1.0)
