"""A heuristic value for each seat: what a decent player looks at (rules document, 10.2)."""

from quincunx.engine.compiling import compiled
from quincunx.games.vanagloria.state import ALPHA, BETA, FAR, RADIO
from quincunx.games.vanagloria.units import class_of, node_of

UNIT_VALUE = (1.0, 1.8, 2.8, 1.8, 2.8, 4.0)
"""By class, in action equivalents."""
INCOME_WEIGHT = 3.0
ENOUGH_UNITS = 7
"""Later units count for less."""


@compiled
def income(board, state, seat):
    """What the seat would score if the round ended now."""
    points = 0
    for i in range(board.energy_count):
        node = int(board.energy[i])
        there = int(state.present[node])
        if (there >> seat) & 1:
            worth = int(board.points[board.kind[node]])
            points += worth // 2 if there & (there - 1) else worth
    return points


@compiled
def strength(board, state, seat):
    """Units by class, with falling value past the seventh, and how near they stand to what they want."""
    total = 0.0
    on_radio = 0
    for i in range(state.count[seat]):
        code = int(state.unit[seat, i])
        node = node_of(code)
        value = UNIT_VALUE[class_of(code)]
        total += value if i < ENOUGH_UNITS else 0.3 * value
        near = min(board.distance[node, ALPHA], board.distance[node, BETA] + 1)
        if board.kind[node] == RADIO and state.count[seat] < ENOUGH_UNITS and on_radio == 0:
            on_radio = 1
            total += 1.2
        elif near < FAR:
            total -= 0.35 * near
    return total


@compiled
def appraise(board, state, out):
    """Score, income to come, strength; against the best of the others."""
    players = int(board.players)
    for seat in range(players):
        left = max(1.0, float(board.target - state.score[seat]))
        out[seat] = (
            state.score[seat] + INCOME_WEIGHT * income(board, state, seat) + strength(board, state, seat) + 20.0 / left
        )
    best = 0
    second = -1
    for seat in range(1, players):
        if out[seat] > out[best]:
            second = best
            best = seat
        elif second < 0 or out[seat] > out[second]:
            second = seat
    top = out[best]
    runner_up = out[second]
    total = 0.0
    for seat in range(players):
        total += out[seat]
    for seat in range(players):
        others = (total - out[seat]) / (players - 1)
        rival = runner_up if seat == best else top
        lead = out[seat] - 0.6 * rival - 0.4 * others
        out[seat] = lead / (abs(lead) + 40.0)
