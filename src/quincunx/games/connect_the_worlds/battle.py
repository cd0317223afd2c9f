"""Combat, and what becomes of bases and portals."""

import numpy as np

from quincunx.engine.compiling import apart, compiled
from quincunx.engine.events import note
from quincunx.games.connect_the_worlds.pieces import (
    base_at,
    code_of,
    find,
    kind_of,
    lift,
    owner_of,
    pieces_of,
    place_of,
    put,
)
from quincunx.games.connect_the_worlds.state import (
    ATTACKER_WINS,
    BASES,
    BOTH_LOST,
    CARDS,
    DEFENDER_WINS,
    EV_BASE_LOST,
    EV_CAPTURED,
    EV_CLOSED,
    EV_ELIMINATED,
    EV_FIGHT,
    KINDS,
    NOBODY,
    NOWHERE,
)

# ---------------------------------------------------------------- portals


@compiled
def insert_portal(state, one, other):
    """A portal comes into the list, which stays in order."""
    low, high = min(one, other), max(one, other)
    i = np.int64(state.portals)
    while i > 0 and (
        np.int64(state.portal[i - 1, 0]) > low
        or (np.int64(state.portal[i - 1, 0]) == low and np.int64(state.portal[i - 1, 1]) > high)
    ):
        state.portal[i, 0] = state.portal[i - 1, 0]
        state.portal[i, 1] = state.portal[i - 1, 1]
        i -= 1
    state.portal[i, 0] = low
    state.portal[i, 1] = high
    state.portals += 1


@compiled
def remove_portal(state, i):
    """A portal leaves the list."""
    last = np.int64(state.portals) - 1
    for j in range(i, last):
        state.portal[j, 0] = state.portal[j + 1, 0]
        state.portal[j, 1] = state.portal[j + 1, 1]
    state.portal[last, 0] = 0
    state.portal[last, 1] = 0
    state.portals -= 1


@compiled
def end_in(state, place):
    """The first portal that ends in a hex; NOWHERE if there is none."""
    for i in range(np.int64(state.portals)):
        if state.portal[i, 0] == place or state.portal[i, 1] == place:
            return i
    return NOWHERE


@apart
def close_portals(state, place, events):
    """CW-162: all portals of a base disappear."""
    i = end_in(state, place)
    while i != NOWHERE:
        note(events, EV_CLOSED, state.portal[i, 0], state.portal[i, 1], 0, 0, 0)
        remove_portal(state, i)
        i = end_in(state, place)


@compiled
def carry_portals(state, place, to):
    """CW-208: the portals of a base move with it. The new hex has no portals: no base was there."""
    i = end_in(state, place)
    while i != NOWHERE:
        low, high = np.int64(state.portal[i, 0]), np.int64(state.portal[i, 1])
        remove_portal(state, i)
        insert_portal(state, to, high if low == place else low)
        i = end_in(state, place)


@compiled
def are_connected(state, one, other):
    """Whether a portal joins two hexes."""
    low, high = min(one, other), max(one, other)
    for i in range(np.int64(state.portals)):  # noqa: SIM110 (compiled)
        if state.portal[i, 0] == low and state.portal[i, 1] == high:
            return True
    return False


@compiled
def portals_of(board, state, seat):
    """CWR-27: a portal counts for who owns the base in the lower hex."""
    count = 0
    for i in range(np.int64(state.portals)):
        count += np.int64(owner_of(board, state, np.int64(state.portal[i, 0])) == seat)
    return count


# ---------------------------------------------------------------- fights


@compiled
def has_marker(board, state, seat, kind):
    """CWR-15: whether a marker of a kind is left."""
    return board.markers == 0 or state.on_map[seat, kind] < board.markers


@compiled
def next_unit(board, state, place):
    """CW-152, CWR-31: the kind of the unit that fights next; NOWHERE if no unit is left. Defenders bear no locks."""
    found = NOWHERE
    for i in range(find(state, code_of(place, BASES, 0)), np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if place_of(code) != place:
            break
        if found == NOWHERE or board.high_first:
            found = kind_of(code)
    return found


@compiled
def next_defender(board, state, place, base):
    """CW-152, CWR-32: who fights next: the base, if it has not been beaten, after all units or where its strength puts
    it; among equals the units come first."""
    unit = next_unit(board, state, place)
    if unit == NOWHERE or base == NOWHERE or not board.base_by_strength:
        return base if unit == NOWHERE else unit
    weaker, stronger = np.int64(board.strength[base]), np.int64(board.strength[unit])
    if board.high_first:
        weaker, stronger = stronger, weaker
    return base if weaker < stronger else unit


@compiled
def take_base(board, state, seat, loser, place, kind, locked, events):
    """CW-161, CW-162: a base changes its owner; without a marker for it, it is destroyed. It is not on the map now."""
    if has_marker(board, state, seat, kind):
        put(state, seat, place, kind, locked)
        note(events, EV_CAPTURED, seat * KINDS + kind, place, loser, 0, 0)
        if not board.portals_stay:
            close_portals(state, place, events)
    else:
        note(events, EV_BASE_LOST, loser * KINDS + kind, place, 0, 0, 0)
        close_portals(state, place, events)


@compiled
def lose_attack(board, state, seat, owner, place, kind, origin, events):
    """CW-154, CW-159, CWR-37: the attacker is beaten. A base is captured by the defender, its portals with it if they
    stay; `origin` is where it came from, NOWHERE if it was deployed."""
    if kind >= BASES:
        return
    if board.beaten_base_dies:
        note(events, EV_BASE_LOST, seat * KINDS + kind, place, 0, 0, 0)
        close_portals(state, origin, events)
        return
    carry_portals(state, origin, place)
    take_base(board, state, owner, seat, place, kind, 0, events)


@apart
def fight(board, state, seat, place, kind, origin, events):
    """5.4: one piece against all that a hex holds; the piece has been lifted. It is put there if it wins."""
    owner = owner_of(board, state, place)
    strength = np.int64(board.strength[kind])
    base = base_at(state, place)
    beaten = NOWHERE
    force = seat * KINDS + kind
    while True:
        other = next_defender(board, state, place, NOWHERE if beaten != NOWHERE else base)
        if other == NOWHERE:
            break
        against = np.int64(board.strength[other])
        how = ATTACKER_WINS if strength > against else BOTH_LOST if strength == against else DEFENDER_WINS
        note(events, EV_FIGHT, force, owner * KINDS + other, place, how, 0)
        if how == DEFENDER_WINS:
            lose_attack(board, state, seat, owner, place, kind, origin, events)
            return
        if how == ATTACKER_WINS and other < BASES:
            beaten = other
            continue
        lift(state, owner, place, other, 0)
        if how == BOTH_LOST:
            if other < BASES:
                close_portals(state, place, events)
            if kind < BASES:
                close_portals(state, origin, events)
            return
    if beaten != NOWHERE:
        lift(state, owner, place, beaten, 0)
        take_base(board, state, seat, owner, place, beaten, 1, events)
    settle(state, seat, place, kind, 1, origin)


@compiled
def settle(state, seat, place, kind, locked, origin):
    """A piece arrives, a base with its portals."""
    put(state, seat, place, kind, locked)
    if kind < BASES and origin != NOWHERE:
        carry_portals(state, origin, place)


@apart
def arrive(board, state, seat, place, kind, locked, origin, events):
    """CW-124, CW-150, CW-213: a piece comes to a hex, and fights if somebody else is there."""
    owner = owner_of(board, state, place)
    if owner in (NOBODY, seat):
        settle(state, seat, place, kind, locked, origin)
    else:
        fight(board, state, seat, place, kind, origin, events)
        for other in range(np.int64(board.players)):
            if (np.int64(state.alive) >> other) & 1 and pieces_of(state, other) == 0:
                eliminate(state, other, events)


@compiled
def eliminate(state, seat, events):
    """CW-243: who has no piece left is out of the game with all cards and resources."""
    state.alive &= ~(1 << seat)
    state.pool[seat] = 0
    state.deck_left[seat] = 0
    state.hand_left[seat] = 0
    state.discard_left[seat] = 0
    for card in range(CARDS):
        state.deck[seat, card] = 0
        state.hand[seat, card] = 0
        state.discard[seat, card] = 0
        state.known[seat, card] = 0
    note(events, EV_ELIMINATED, seat, 0, 0, 0, 0)
