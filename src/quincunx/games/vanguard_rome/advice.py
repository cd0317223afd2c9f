"""A heuristic value of the position: material, what the next attacks will kill, and where units stand."""

import numpy as np

from quincunx.engine.advice import expect
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
    NO_UNIT,
    NOBODY,
    NOWHERE,
    PLACE,
    RIDDEN,
    SEATS,
)
from quincunx.games.vanguard_rome.weights import (
    AT_THE_END,
    COMMAND_WORTH,
    GAP,
    IN_THE_REAR,
    IN_VANGUARD,
    LIKELY,
    SCALE,
    SURE,
    WORTH,
)


@compiled
def worth_of_kind(board, kind):
    """A unit of that kind."""
    return board.advice[WORTH + kind - 1]


@compiled
def worth_of_code(board, code):
    """A unit and its Chariot."""
    return worth_of_kind(board, kind_of(code)) + (worth_of_kind(board, CHARIOT) if code & RIDDEN else 0.0)


@compiled
def material(board, state, seat):
    """Everything a seat has, on the table, in hand and drawn."""
    total = board.advice[COMMAND_WORTH] * np.int64(state.held[seat])
    for row in range(np.int64(board.rows)):
        bits = np.int64(state.line[seat, row])
        while bits:
            total += worth_of_code(board, np.int64(state.cells[seat, row, lowest(bits)]))
            bits &= bits - 1
    for ridden in range(2):
        for kind in range(1, KINDS):
            worth = worth_of_kind(board, kind) + ridden * worth_of_kind(board, CHARIOT)
            total += np.int64(state.pool[seat, ridden, kind]) * worth
    if state.active == seat:
        for i in range(len(state.pending)):
            if state.pending[i] != NO_UNIT:
                total += worth_of_kind(board, np.int64(state.pending[i]))
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
                total += board.advice[IN_THE_REAR + kind - 1]
            elif column == CENTRE:
                total += board.advice[IN_VANGUARD + kind - 1]
            elif abs(column - CENTRE) == 2:
                total += board.advice[AT_THE_END + kind - 1]
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
                total += worth_of_code(board, unit_at(state, target // PLACE, target % PLACE))
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
    total += (board.advice[SURE] if now else board.advice[LIKELY]) * threat(board, state, seat)
    if not is_legal(state, seat):
        total -= board.advice[GAP]
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
        out[seat] -= others
    expect(out, players, board.advice[SCALE])
