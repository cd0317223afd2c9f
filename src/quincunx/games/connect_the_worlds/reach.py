"""Territory, and where a piece can go."""

import numpy as np

from quincunx.engine.bits import count_bits, lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.connect_the_worlds.pieces import (
    add,
    bit_of,
    drop,
    is_among,
    map_of,
    shape_of,
    start_of,
)
from quincunx.games.connect_the_worlds.state import BASES, NOWHERE, SPACE, SPACE_HEXES, WORD_BITS, WORDS

# ---------------------------------------------------------------- sets of hexes on one map


@compiled
def own_bases(state, seat, chart, word):
    """The hexes with a base of a seat."""
    return np.int64(state.held[seat, chart, word]) & np.int64(state.based[chart, word])


@compiled
def enemies(board, state, seat, chart, word):
    """The hexes with pieces of anybody else."""
    hexes = 0
    for other in range(np.int64(board.players)):
        if other != seat:
            hexes |= np.int64(state.held[other, chart, word])
    return hexes


@compiled
def truce_holds(board, state):
    """CW-247"""
    return state.round_no <= board.truce


@compiled
def spread(board, chart, word, bits, around_0, around_1):
    """The hexes of one word and all their neighbours, added to a set in two words."""
    first = WORD_BITS * word + (0 if chart == SPACE else SPACE_HEXES)
    while bits:
        shape = first + lowest(bits)
        bits &= bits - 1
        around_0 |= np.int64(board.ring[shape, 0])
        around_1 |= np.int64(board.ring[shape, 1])
    return around_0, around_1


# ---------------------------------------------------------------- territory


@compiled
def claimed(board, state, seat, chart):
    """CW-230, CWR-42: the hexes of a map that the bases of a seat control, in two words."""
    one, two = own_bases(state, seat, chart, 0), own_bases(state, seat, chart, 1)
    if chart == SPACE and board.no_space_territory:
        return one, two
    around_0, around_1 = spread(board, chart, 0, one, np.int64(0), np.int64(0))
    return spread(board, chart, 1, two, around_0, around_1)


@apart
def territory(board, state, seat):
    """CW-231, CW-232, CWR-42, CWR-43: how many hexes count for a seat."""
    total = 0
    for chart in range(np.int64(board.no_space_territory), 1 + np.int64(board.worlds)):
        one, two = claimed(board, state, seat, chart)
        if board.overlap_is_nobodys:
            for other in range(np.int64(board.players)):
                if other != seat:
                    not_one, not_two = claimed(board, state, other, chart)
                    one &= ~not_one
                    two &= ~not_two
        total += count_bits(one) + count_bits(two)
    return total


@compiled
def open_for(board, state, seat, chart, word, hexes, kind):
    """CW-211, CW-213, CWR-40, CW-247: those of some hexes where a piece may be deployed."""
    if kind < BASES:
        hexes &= ~np.int64(state.based[chart, word])
    if board.deploy_in_peace or truce_holds(board, state):
        hexes &= ~enemies(board, state, seat, chart, word)
    return hexes


@compiled
def has_deployment(board, state, seat, kind):
    """Whether there is any hex for a piece: a unit always finds room on an own base."""
    for chart in range(1 + np.int64(board.worlds)):
        if kind >= BASES:
            if own_bases(state, seat, chart, 0) | own_bases(state, seat, chart, 1):
                return True
            continue
        one, two = claimed(board, state, seat, chart)
        one = open_for(board, state, seat, chart, 0, one, kind)
        if one | open_for(board, state, seat, chart, 1, two, kind):
            return True
    return False


@compiled
def has_room(board, state, seat):
    """Whether there is a hex without a base in the territory, whoever may stand there."""
    for chart in range(1 + np.int64(board.worlds)):
        one, two = claimed(board, state, seat, chart)
        if one & ~np.int64(state.based[chart, 0]) or two & ~np.int64(state.based[chart, 1]):
            return True
    return False


# ---------------------------------------------------------------- movement


@compiled
def closed_to(board, state, seat, chart, word, kind):
    """CW-130, CW-247: the hexes of a map that a piece may not even enter."""
    hexes = np.int64(state.based[chart, word]) if kind < BASES else np.int64(0)
    if truce_holds(board, state):
        hexes |= enemies(board, state, seat, chart, word)
    return hexes


@compiled
def may_enter(board, state, seat, place, kind):
    """Whether a hex is not closed to a piece."""
    chart, word, bit = bit_of(place)
    return (closed_to(board, state, seat, chart, word, kind) >> bit) & 1 == 0


@compiled
def partner(state, i, place):
    """The other end of a portal; NOWHERE if the hex is not an end of it."""
    if state.portal[i, 0] == place:
        return np.int64(state.portal[i, 1])
    return np.int64(state.portal[i, 0]) if state.portal[i, 1] == place else NOWHERE


@compiled
def is_hindered(board, state, kind):
    """CW-130, CW-247: whether there may be hexes that a piece may not even enter."""
    return kind < BASES or truce_holds(board, state)


@compiled
def can_leave(board, state, seat, place, kind):
    """Whether a piece has any destination."""
    return not is_hindered(board, state, kind) or finds_way_out(board, state, seat, place, kind)


@apart
def finds_way_out(board, state, seat, place, kind):
    """Whether a piece that may not enter every hex has any destination."""
    chart, at_word, bit = bit_of(place)
    shape = shape_of(place)
    for word in range(WORDS):
        around = np.int64(board.ring[shape, word]) & ~closed_to(board, state, seat, chart, word, kind)
        if word == at_word:
            around &= ~(np.int64(1) << bit)
        if around:
            return True
    if chart != SPACE:
        if may_enter(board, state, seat, np.int64(board.orbit[chart - 1]), kind):
            return True
    elif board.world_at[place] != NOWHERE:
        ground = 1 + np.int64(board.world_at[place])
        for word in range(WORDS):
            if np.int64(board.all_hexes[1, word]) & ~closed_to(board, state, seat, ground, word, kind):
                return True
    if kind >= BASES and (own_bases(state, seat, chart, at_word) >> bit) & 1:
        for i in range(np.int64(state.portals)):
            other = partner(state, i, place)
            if other != NOWHERE and may_enter(board, state, seat, other, kind):
                return True
    return False


@compiled
def jump(board, state, seat, chart, word, bits):
    """CW-123, CWR-26: the far ends of the portals of own bases in some hexes; returns the maps where they are."""
    maps = 0
    bits &= own_bases(state, seat, chart, word)
    while bits:
        place = start_of(chart) + WORD_BITS * word + lowest(bits)
        bits &= bits - 1
        for i in range(np.int64(state.portals)):
            other = partner(state, i, place)
            if other != NOWHERE:
                add(state.edge[1], other)
                maps |= 1 << map_of(other)
    return maps


@compiled
def land(board, state, one, two):
    """CW-140: from some hexes of space, given in two words, to all hexes of the worlds there; returns these maps."""
    maps = 0
    for world in range(np.int64(board.worlds)):
        _, word, bit = bit_of(np.int64(board.orbit[world]))
        if ((two if word else one) >> bit) & 1:
            state.edge[1, world + 1, 0] |= board.all_hexes[1, 0]
            state.edge[1, world + 1, 1] |= board.all_hexes[1, 1]
            maps |= 1 << (world + 1)
    return maps


@compiled
def go_on(board, state, seat, chart, kind, landed):
    """CW-121..CW-125, CW-140, CW-141: one step from all hexes of a map that were reached last; returns the maps that it
    leads to, and those of them on which the piece lands. On a map where it could have landed anywhere, the ground
    brings nothing new."""
    one, two = np.int64(state.edge[0, chart, 0]), np.int64(state.edge[0, chart, 1])
    state.edge[0, chart, 0] = 0
    state.edge[0, chart, 1] = 0
    one &= ~enemies(board, state, seat, chart, 0)
    two &= ~enemies(board, state, seat, chart, 1)
    if not one | two:
        return 0, 0
    maps = 0
    if not (landed >> chart) & 1:
        around_0, around_1 = spread(board, chart, 0, one, np.int64(0), np.int64(0))
        around_0, around_1 = spread(board, chart, 1, two, around_0, around_1)
        state.edge[1, chart, 0] |= around_0
        state.edge[1, chart, 1] |= around_1
        maps |= 1 << chart
    worlds = 0
    if chart == SPACE:
        worlds = land(board, state, one, two)
        maps |= worlds
    else:
        add(state.edge[1], np.int64(board.orbit[chart - 1]))
        maps |= 1 << SPACE
    if kind >= BASES and state.portals > 0:
        maps |= jump(board, state, seat, chart, 0, one) | jump(board, state, seat, chart, 1, two)
    return maps, worlds


@compiled
def enter(board, state, seat, chart, kind):
    """CW-130, CW-247: what the last step led to on a map is reached, as far as the piece may enter; returns whether
    anything is new."""
    anything = np.int64(0)
    for word in range(WORDS):
        fresh = np.int64(state.edge[1, chart, word]) & ~np.int64(state.reach[chart, word])
        fresh &= ~closed_to(board, state, seat, chart, word, kind)
        state.edge[1, chart, word] = 0
        state.edge[0, chart, word] = fresh
        state.reach[chart, word] |= fresh
        anything |= fresh
    return anything != 0


@apart
def find_reach(board, state, seat, place, kind, steps):
    """5.3: all destinations of a piece within so many steps, as `state.reach`."""
    add(state.reach, place)
    add(state.edge[0], place)
    active = 1 << map_of(place)
    landed = 0
    for _ in range(steps):
        before = landed
        touched = 0
        while active:
            maps, worlds = go_on(board, state, seat, lowest(active), kind, before)
            active &= active - 1
            touched |= maps
            landed |= worlds
        while touched:
            chart = lowest(touched)
            touched &= touched - 1
            active |= np.int64(enter(board, state, seat, chart, kind)) << chart
    while active:
        state.edge[0, lowest(active), 0] = 0
        state.edge[0, lowest(active), 1] = 0
        active &= active - 1
    drop(state.reach, place)


@compiled
def forget_reach(board, state):
    """The move is made."""
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            state.reach[chart, word] = 0


@compiled
def is_own_base(state, seat, place):
    """Whether a base of a seat stands there."""
    chart, word, bit = bit_of(place)
    return (own_bases(state, seat, chart, word) >> bit) & 1 != 0


@compiled
def is_territory(board, state, seat, place):
    """CW-236: whether a seat may deploy there, as far as territory goes."""
    one, two = claimed(board, state, seat, map_of(place))
    return is_among(one, two, place)


@compiled
def is_on_table(board, place):
    """Whether the game has that hex at all."""
    return map_of(place) <= board.worlds
