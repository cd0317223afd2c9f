"""Where a ship can go: a few shifts over a small window of the map.

The window around a sector is a square of 7 x 7 cells, bit (dr + 3) * 7 + (dq + 3): everything within 3 steps. A step in
each of the six directions is a shift by 1, 6 or 7 bits; from cells at most 2 steps away none leaves the square.
"""

from quincunx.engine.compiling import compiled
from quincunx.games.galaxy_of_d.fleets import enemies_at, kind_of, sector_of, thing_at
from quincunx.games.galaxy_of_d.state import (
    BOMBER,
    FREIGHTER,
    FREIGHTER_KIND,
    LADEN,
    NOWHERE,
    PIRATES,
    PLANET,
    SPACEPORT,
)

REACH = 3
SIDE = 2 * REACH + 1
CELLS = SIDE * SIDE
MIDDLE = 1 << (REACH * SIDE + REACH)
ACROSS, DOWN_LEFT, DOWN_RIGHT = 1, SIDE - 1, SIDE


@compiled
def bit_of(board, middle, sector):
    """The bit of a sector in the window around another; 0 if it is too far away."""
    dq = int(board.q[sector]) - int(board.q[middle])
    dr = int(board.r[sector]) - int(board.r[middle])
    if max(abs(dq), abs(dr), abs(dq + dr)) > REACH:
        return 0
    return 1 << ((dr + REACH) * SIDE + dq + REACH)


@compiled
def sector_in(board, middle, row, across):
    """The number of the sector in a row that lies so far across from a window's middle. Before a row begins the count
    goes on backwards."""
    return int(board.row_start[row]) + int(board.q[middle]) + across - int(board.row_q[row])


@compiled
def one_step(cells):
    """All neighbours of some cells, on the map or not."""
    return (
        (cells << ACROSS)
        | (cells >> ACROSS)
        | (cells << DOWN_LEFT)
        | (cells >> DOWN_LEFT)
        | (cells << DOWN_RIGHT)
        | (cells >> DOWN_RIGHT)
    )


@compiled
def stops(board, state, seat, start):
    """GD-214: where a ship has to stop; R-17: by option also at the enemy Starbase."""
    found = 0
    enemy = 1 - seat
    before = NOWHERE
    for i in range(state.count[enemy]):
        sector = sector_of(int(state.ship[enemy, i]))
        if sector != before:
            found |= bit_of(board, start, sector)
            before = sector
    for i in range(PIRATES):
        if state.pirate_at[i] != NOWHERE:
            found |= bit_of(board, start, int(state.pirate_at[i]))
    if board.starbase_stops:
        found |= bit_of(board, start, int(state.starbase[enemy]))
    return found


@compiled
def effects(board, state, seat, start, ship_class):
    """Where a ship of that class loads (GD-219), sells (GD-220) or strikes (GD-217) on entering."""
    found = 0
    if ship_class == BOMBER:
        found = bit_of(board, start, int(state.starbase[1 - seat]))
    elif kind_of(ship_class) == FREIGHTER_KIND:
        wanted = PLANET if ship_class == FREIGHTER else SPACEPORT
        for i in range(state.things):
            if state.thing_kind[i] == wanted:
                found |= bit_of(board, start, int(state.thing_at[i]))
    return found


@compiled
def reachable(board, state, seat, start, ship_class, special):
    """GD-210, GD-216: the cells where a ship may end; `special`: having had an effect in a sector that it left again.
    R-24: where it started only if that has an effect. R-21: two effects in one move are not possible."""
    effect = effects(board, state, seat, start, ship_class)
    if special and effect == 0:
        return 0
    window = int(board.window[start])
    stop = stops(board, state, seat, start)
    speed = int(board.speed[ship_class])
    edge = one_step(MIDDLE) & window
    if special:
        return one_step(edge & effect & ~stop) & window if speed > 1 else 0
    cells = edge
    for _ in range(1, speed):
        edge = one_step(edge & ~stop & ~effect) & window
        cells |= edge
    return cells & (~MIDDLE | effect)


@compiled
def effect_at(state, seat, sector, ship_class):
    """Whether a ship of that class loads, sells or strikes there."""
    if ship_class == BOMBER:
        return state.starbase[1 - seat] == sector
    if ship_class == FREIGHTER:
        return thing_at(state, sector) == PLANET
    return ship_class == LADEN and thing_at(state, sector) == SPACEPORT


@compiled
def stops_at(board, state, seat, sector):
    """Whether a ship of the seat that enters the sector ends its move there."""
    return enemies_at(state, seat, sector) or (board.starbase_stops and state.starbase[1 - seat] == sector)


@compiled
def passes(board, state, seat, sector, ship_class, special):
    """Whether a ship flies through a sector on a way with that `special`."""
    return not stops_at(board, state, seat, sector) and effect_at(state, seat, sector, ship_class) == special


@compiled
def way(board, state, seat, start, goal, ship_class, special):
    """The sectors between start and goal on the shortest, then first way: (via, via), each NOWHERE if there is none."""
    if not special:
        for i in range(board.degree[start]):
            if board.link[start, i] == goal:
                return NOWHERE, NOWHERE
    for i in range(board.degree[start]):
        one = int(board.link[start, i])
        if passes(board, state, seat, one, ship_class, special):
            for j in range(board.degree[one]):
                if board.link[one, j] == goal:
                    return one, NOWHERE
    for i in range(board.degree[start]):
        one = int(board.link[start, i])
        if passes(board, state, seat, one, ship_class, special):
            for j in range(board.degree[one]):
                two = int(board.link[one, j])
                if passes(board, state, seat, two, ship_class, special):
                    for k in range(board.degree[two]):
                        if board.link[two, k] == goal:
                            return one, two
    return NOWHERE, NOWHERE
