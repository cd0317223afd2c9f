"""Units on platforms and in boxes: what every rule stands on."""

from quincunx.engine.compiling import compiled
from quincunx.games.vanagloria.state import (
    DISARMED,
    NONE,
    WEAPON_LEVELS,
)


@compiled
def code_of(node, kind):
    """A unit of that class on that platform, as one number."""
    return (node << 3) + kind


@compiled
def node_of(code):
    """Where the unit stands."""
    return code >> 3


@compiled
def class_of(code):
    """Its weapon level, + 3 if it is shielded."""
    return code & 7


@compiled
def weapon_of(kind):
    """The weapon level of a class."""
    return kind - WEAPON_LEVELS if kind >= WEAPON_LEVELS else kind


@compiled
def clockwise(board, seat, places):
    """The seat so many places to the left of another."""
    other = seat + places
    return other - board.players if other >= board.players else other


@compiled
def units_at(state, seat, node, kind):
    """How many units of that class the seat has on the platform."""
    code = code_of(node, kind)
    found = 0
    for i in range(state.count[seat]):
        if state.unit[seat, i] == code:
            found += 1
    return found


@compiled
def armed_at(state, seat, node, weapon):
    """How many units with that weapon, shielded or not, the seat has on the platform."""
    return units_at(state, seat, node, weapon) + units_at(state, seat, node, weapon + WEAPON_LEVELS)


@compiled
def put(state, seat, node, kind):
    """A unit comes to stand on a platform. The codes of a seat stay sorted: equal positions are equal bytes."""
    code = code_of(node, kind)
    slot = int(state.count[seat])
    while slot > 0 and state.unit[seat, slot - 1] > code:
        state.unit[seat, slot] = state.unit[seat, slot - 1]
        slot -= 1
    state.unit[seat, slot] = code
    state.count[seat] += 1
    state.present[node] |= 1 << seat


@compiled
def take(state, seat, node, kind):
    """A unit leaves a platform."""
    code = code_of(node, kind)
    last = int(state.count[seat]) - 1
    slot = 0
    while state.unit[seat, slot] != code:
        slot += 1
    for i in range(slot, last):
        state.unit[seat, i] = state.unit[seat, i + 1]
    state.unit[seat, last] = NONE
    state.count[seat] = last
    if (slot == 0 or node_of(state.unit[seat, slot - 1]) != node) and node_of(state.unit[seat, slot]) != node:
        state.present[node] &= ~(1 << seat)


@compiled
def enter(board, state, seat):
    """VG-020, OC-009: a unit comes into play on its entrance, plain and disarmed."""
    put(state, seat, int(board.entrance[seat]), DISARMED)
    state.plain[seat] += 1
    state.armed[seat, DISARMED] += 1


@compiled
def box(board, state, seat):
    """OC-003, OC-055: cubes left in the player's box; a second life is a cube too."""
    second_lives = state.count[seat] - state.plain[seat]
    return board.cubes - state.count[seat] - second_lives - state.lost[seat]
