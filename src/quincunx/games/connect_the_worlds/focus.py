"""What a search need not look at: of the many empty hexes of a world one is as good as the other."""

import numpy as np

from quincunx.engine.bits import count_bits
from quincunx.engine.compiling import apart, compiled
from quincunx.games.connect_the_worlds.pieces import is_among, map_of, shape_of
from quincunx.games.connect_the_worlds.reach import claimed, enemies, spread
from quincunx.games.connect_the_worlds.state import (
    ACTIONS,
    BASES,
    DEPLOY_TO,
    END_MOVE,
    FURNACE,
    HARVESTER,
    HEX_MOVE,
    MAIN,
    MOVE_TO,
    NOBODY,
    SETUP_HEX,
    SPACE,
    SPECIAL_MOVE,
    STANDARD_BASE,
)


@compiled
def kind_to_place(state):
    """The piece for which a hex is being chosen."""
    if state.phase == MOVE_TO:
        return np.int64(state.kind)
    return np.int64(state.card) - ACTIONS if state.phase == DEPLOY_TO else STANDARD_BASE


@compiled
def fresh(board, one, two, place):
    """How many hexes a base there would add to those of a set."""
    shape = shape_of(place)
    return count_bits(np.int64(board.ring[shape, 0]) & ~one) + count_bits(np.int64(board.ring[shape, 1]) & ~two)


@compiled
def held_by_all(board, state, chart, word):
    """The hexes of a map with pieces of anybody."""
    return enemies(board, state, NOBODY, chart, word)


@compiled
def keep_of_world(board, state, chart, kind, out, first, last, kept):
    """Of some hexes of one world: those with pieces, those beside an enemy, and one of all others; for a base the one
    that adds most territory. Returns how many are kept in all."""
    seat = np.int64(state.turn)
    there_0, there_1 = held_by_all(board, state, chart, 0), held_by_all(board, state, chart, 1)
    beside_0, beside_1 = spread(board, chart, 0, enemies(board, state, seat, chart, 0), there_0, there_1)
    beside_0, beside_1 = spread(board, chart, 1, enemies(board, state, seat, chart, 1), beside_0, beside_1)
    own_0, own_1 = claimed(board, state, seat, chart)
    best = -1
    chosen = -1
    for i in range(first, last):
        place = np.int64(out[i]) - HEX_MOVE
        if not is_among(beside_0, beside_1, place):
            gain = fresh(board, own_0, own_1, place) if kind < BASES else 0
            if gain > best:
                best = gain
                chosen = i
    for i in range(first, last):
        if i == chosen or is_among(beside_0, beside_1, np.int64(out[i]) - HEX_MOVE):
            out[kept] = out[i]
            kept += 1
    return kept


@apart
def keep_hexes(board, state, out, count):
    """All hexes of space, and those of each world that differ."""
    kind = kind_to_place(state)
    kept = 0
    first = 0
    while first < count:
        chart = map_of(np.int64(out[first]) - HEX_MOVE)
        last = first + 1
        while last < count and map_of(np.int64(out[last]) - HEX_MOVE) == chart:
            last += 1
        if chart == SPACE:
            for i in range(first, last):
                out[kept] = out[i]
                kept += 1
        else:
            kept = keep_of_world(board, state, chart, kind, out, first, last, kept)
        first = last
    return kept


@compiled
def prune(board, state, earlier, last, out, count):
    """Nobody ends a turn who can still gather (CW-201 costs nothing), and of like hexes one is enough."""
    phase = np.int64(state.phase)
    if phase in (MOVE_TO, DEPLOY_TO, SETUP_HEX):
        return keep_hexes(board, state, out, count)
    if phase != MAIN or count == 0 or out[0] != END_MOVE:
        return count
    for i in range(1, count):
        if SPECIAL_MOVE + HARVESTER <= out[i] <= SPECIAL_MOVE + FURNACE:
            for k in range(1, count):
                out[k - 1] = out[k]
            return count - 1
    return count
