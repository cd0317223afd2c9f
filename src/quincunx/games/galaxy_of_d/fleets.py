"""Ships, stacks and Things: who stands where. No rule of play is here."""

from quincunx.engine.compiling import compiled
from quincunx.games.galaxy_of_d.state import (
    CLASS_MASK,
    LADEN,
    NOWHERE,
    PIRATES,
    SECTOR_SHIFT,
)


@compiled
def sector_of(code):
    """Where a ship is."""
    return code >> SECTOR_SHIFT


@compiled
def class_of(code):
    """Of which class a ship is."""
    return code & CLASS_MASK


@compiled
def code_of(sector, ship_class):
    """A ship's code without flags."""
    return (sector << SECTOR_SHIFT) + ship_class


@compiled
def kind_of(ship_class):
    """A laden Freighter is a Freighter."""
    return ship_class if ship_class < LADEN else ship_class - 1


@compiled
def class_of_kind(kind):
    """The class of a ship as it leaves the pool: a Freighter is empty."""
    return kind if kind < LADEN else kind + 1


@compiled
def distance(board, one, other):
    """Steps of a shortest way."""
    return int(board.steps[one, other])


@compiled
def put(state, seat, code):
    """A ship comes to lie on top of its stack."""
    i = int(state.count[seat])
    above = sector_of(code) + 1
    while i > 0 and sector_of(int(state.ship[seat, i - 1])) >= above:
        state.ship[seat, i] = state.ship[seat, i - 1]
        i -= 1
    state.ship[seat, i] = code
    state.count[seat] += 1


@compiled
def take(state, seat, index):
    """A ship leaves the list."""
    last = int(state.count[seat]) - 1
    for i in range(index, last):
        state.ship[seat, i] = state.ship[seat, i + 1]
    state.ship[seat, last] = 0
    state.count[seat] = last


@compiled
def find(state, seat, sector, ship_class, without):
    """Index of the lowest ship of that class in a sector that bears none of the flags; -1 if there is none."""
    for i in range(state.count[seat]):
        code = int(state.ship[seat, i])
        if sector_of(code) == sector and class_of(code) == ship_class and code & without == 0:
            return i
    return -1


@compiled
def has_ship(state, seat, sector):
    """Whether the seat has a ship there."""
    for i in range(state.count[seat]):  # noqa: SIM110 (compiled)
        if sector_of(int(state.ship[seat, i])) == sector:
            return True
    return False


@compiled
def has_pirate(state, sector):
    """Whether a Pirate is there."""
    return state.pirate_at[0] == sector or state.pirate_at[1] == sector


@compiled
def enemies_at(state, seat, sector):
    """GD-214: an opponent's ship or a Pirate."""
    return has_pirate(state, sector) or has_ship(state, 1 - seat, sector)


@compiled
def is_base(state, sector):
    """A Starbase sector."""
    return state.starbase[0] == sector or state.starbase[1] == sector


@compiled
def player_ship_at(state, sector):
    """A ship of either player."""
    return has_ship(state, 0, sector) or has_ship(state, 1, sector)


@compiled
def thing_at(state, sector):
    """The kind of Thing in a sector; NOWHERE if there is none."""
    for i in range(state.things):
        if state.thing_at[i] == sector:
            return int(state.thing_kind[i])
    return NOWHERE


@compiled
def near_thing(board, state, sector):
    """Steps to the nearest Thing, Pirates included (R-14); many if there is none."""
    nearest = 99
    for i in range(state.things):
        nearest = min(nearest, distance(board, sector, int(state.thing_at[i])))
    for i in range(PIRATES):
        if state.pirate_at[i] != NOWHERE:
            nearest = min(nearest, distance(board, sector, int(state.pirate_at[i])))
    return nearest


@compiled
def basket_cost(board, state, seat):
    """What a hidden basket will cost."""
    total = 0
    for kind in range(len(board.cost)):
        total += int(board.cost[kind]) * int(state.basket[seat, kind])
    return total
