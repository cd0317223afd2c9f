"""Hexes, sets of hexes, and the pieces on them. No rule of play is here."""

import numpy as np

from quincunx.engine.bits import count_bits
from quincunx.engine.compiling import compiled
from quincunx.games.connect_the_worlds.state import (
    BASES,
    KINDS,
    LOCKED,
    MAPS,
    NOBODY,
    NOWHERE,
    SPACE,
    SPACE_HEXES,
    WORD_BITS,
    WORDS,
    WORLD_HEXES,
)

# ---------------------------------------------------------------- hexes

SHIFT = 16
ONE_WORLD = (1 << SHIFT) // WORLD_HEXES + 1
"""A factor and a shift instead of a division by the hexes of a world: nothing else is done so often."""


@compiled
def world_of(place):
    """The world of a hex that is not in space."""
    return np.int64(place - SPACE_HEXES) * ONE_WORLD >> SHIFT


@compiled
def map_of(place):
    """The map of a hex: 0 is space, k + 1 is world k."""
    return SPACE if place < SPACE_HEXES else 1 + world_of(place)


@compiled
def start_of(chart):
    """The number of a map's first hex."""
    return 0 if chart == SPACE else SPACE_HEXES + (chart - 1) * WORLD_HEXES


@compiled
def shape_of(place):
    """The hex in the tables: all worlds have the same shape."""
    return place if place < SPACE_HEXES else place - world_of(place) * WORLD_HEXES


@compiled
def bit_of(place):
    """Where a hex is in a set: its map, word and bit."""
    chart = map_of(place)
    number = place - start_of(chart)
    if number < WORD_BITS:
        return chart, 0, number
    return chart, 1, number - WORD_BITS


@compiled
def is_in(hexes, place):
    """Whether a hex is in a set of hexes of all maps."""
    chart, word, bit = bit_of(place)
    return (np.int64(hexes[chart, word]) >> bit) & 1 != 0


@compiled
def is_among(one, two, place):
    """Whether a hex is in a set of hexes of its own map, given in two words."""
    _, word, bit = bit_of(place)
    return ((two if word else one) >> bit) & 1 != 0


@compiled
def add(hexes, place):
    """A hex comes into a set."""
    chart, word, bit = bit_of(place)
    hexes[chart, word] |= np.int64(1) << bit


@compiled
def drop(hexes, place):
    """A hex leaves a set."""
    chart, word, bit = bit_of(place)
    hexes[chart, word] &= ~(np.int64(1) << bit)


@compiled
def clear(hexes):
    """Nothing is left in a set."""
    for chart in range(MAPS):
        for word in range(WORDS):
            hexes[chart, word] = 0


@compiled
def hex_distance(board, one, other):
    """Steps between two hexes of the same map."""
    dq = np.int64(board.q[shape_of(one)]) - np.int64(board.q[shape_of(other)])
    dr = np.int64(board.r[shape_of(one)]) - np.int64(board.r[shape_of(other)])
    return max(abs(dq), abs(dr), abs(dq + dr))


@compiled
def distance(board, one, other):
    """The least number of steps without portals, if nobody is in the way."""
    return distance_of(board, one, map_of(one), other, map_of(other))


@compiled
def distance_of(board, one, here, other, there):
    """The same between hexes whose maps are known."""
    straight = hex_distance(board, one, other) if here == there else 999
    steps = 0
    if here != SPACE:
        one = np.int64(board.orbit[here - 1])
        steps += 1
    if there != SPACE:
        other = np.int64(board.orbit[there - 1])
        steps += 1
    return min(straight, steps + hex_distance(board, one, other))


# ---------------------------------------------------------------- pieces


@compiled
def code_of(place, kind, locked):
    """A piece as one number."""
    return place * 16 + kind * 2 + locked


@compiled
def place_of(code):
    """The hex of a piece."""
    return code >> 4


@compiled
def kind_of(code):
    """The kind of a piece."""
    return (code >> 1) & 7


@compiled
def find(state, code):
    """The index of the first piece whose code is not lower. Steps are added, not chosen: a branch here would be guessed
    wrong half of the time."""
    low = 0
    left = np.int64(state.pieces)
    while left > 1:
        half = left >> 1
        low += half * np.int64(np.int64(state.piece[low + half - 1]) < code)
        left -= half
    return low + left * np.int64(np.int64(state.piece[low]) < code)


@compiled
def owner_of(board, state, place):
    """Who has pieces in a hex; NOBODY if it is empty."""
    chart, word, bit = bit_of(place)
    for seat in range(np.int64(board.players)):
        if (np.int64(state.held[seat, chart, word]) >> bit) & 1:
            return seat
    return NOBODY


@compiled
def base_at(state, place):
    """The kind of the base in a hex; NOWHERE if there is none. On every hex the base comes first."""
    i = find(state, code_of(place, 0, 0))
    if i < np.int64(state.pieces):
        code = np.int64(state.piece[i])
        if place_of(code) == place and kind_of(code) < BASES:
            return kind_of(code)
    return NOWHERE


@compiled
def has_piece(state, place, kind, locked):
    """Whether such a piece is in a hex, locked or not."""
    code = code_of(place, kind, locked)
    i = find(state, code)
    return i < np.int64(state.pieces) and np.int64(state.piece[i]) == code


@compiled
def put(state, seat, place, kind, locked):
    """A piece comes to a hex."""
    code = code_of(place, kind, locked)
    i = np.int64(state.pieces)
    while i > 0 and np.int64(state.piece[i - 1]) > code:
        state.piece[i] = state.piece[i - 1]
        i -= 1
    state.piece[i] = code
    state.pieces += 1
    state.on_map[seat, kind] += 1
    add(state.held[seat], place)
    if kind < BASES:
        add(state.based, place)


@compiled
def lift(state, seat, place, kind, locked):
    """A piece leaves a hex."""
    last = np.int64(state.pieces) - 1
    for i in range(find(state, code_of(place, kind, locked)), last):
        state.piece[i] = state.piece[i + 1]
    state.piece[last] = 0
    state.pieces -= 1
    state.on_map[seat, kind] -= 1
    if kind < BASES:
        drop(state.based, place)
    i = find(state, code_of(place, 0, 0))
    if i == last or place_of(np.int64(state.piece[i])) != place:
        drop(state.held[seat], place)


@compiled
def unlock_all(state):
    """CW-127: all locks end with the turn."""
    for i in range(np.int64(state.pieces)):
        state.piece[i] &= ~LOCKED


@compiled
def pieces_of(state, seat):
    """How many pieces of a seat are on the map."""
    total = 0
    for kind in range(KINDS):
        total += np.int64(state.on_map[seat, kind])
    return total


@compiled
def bases_of(state, seat):
    """How many bases a seat has."""
    total = 0
    for kind in range(BASES):
        total += np.int64(state.on_map[seat, kind])
    return total


@compiled
def strength_of(board, state, seat):
    """CWR-54: the strengths of all pieces of a seat together."""
    total = 0
    for kind in range(KINDS):
        total += np.int64(state.on_map[seat, kind]) * np.int64(board.strength[kind])
    return total


@compiled
def worlds_of(board, state, seat):
    """CWR-46: on how many worlds a seat has a base."""
    count = 0
    for chart in range(1, 1 + np.int64(board.worlds)):
        here = 0
        for word in range(WORDS):
            here |= np.int64(state.held[seat, chart, word]) & np.int64(state.based[chart, word])
        count += np.int64(here != 0)
    return count


@compiled
def size_of(hexes, chart):
    """How many hexes of a map are in a set."""
    return count_bits(np.int64(hexes[chart, 0])) + count_bits(np.int64(hexes[chart, 1]))
