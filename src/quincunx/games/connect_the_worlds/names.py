"""How hexes are called: `S(0,-4)` in space, `W2(1,-1)` on a world."""

import re
from functools import cache

from quincunx.games.connect_the_worlds import state
from quincunx.games.connect_the_worlds.setup import space_cells, world_cells

HEX_NAME = re.compile(r"(?:(s)|w(\d))\(([-+]?\d{1,2}),([-+]?\d{1,2})\)", re.IGNORECASE | re.ASCII)


def cell_of(place: int) -> tuple[int, int]:
    """The axial coordinates of a hex on its map."""
    if place < state.SPACE_HEXES:
        return space_cells()[place]
    return world_cells()[(place - state.SPACE_HEXES) % state.WORLD_HEXES]


def world_of(place: int) -> int:
    """The world of a hex; NOWHERE in space."""
    return state.NOWHERE if place < state.SPACE_HEXES else (place - state.SPACE_HEXES) // state.WORLD_HEXES


@cache
def hex_name(place: int) -> str:
    """A hex in text.

    >>> hex_name(38), hex_name(146), hex_name(945)
    ('S(0,-4)', 'W0(0,0)', 'W6(6,1)')
    """
    q, r = cell_of(place)
    world = world_of(place)
    return f"S({q},{r})" if world == state.NOWHERE else f"W{world}({q},{r})"


def hex_number(text: str) -> int | None:
    """The number of a hex in text; None if that is not the name of one.

    >>> hex_number("w1(0,0)"), hex_number("S(-5, 1)"), hex_number("S(9,9)")
    (269, 0, None)
    """
    found = HEX_NAME.fullmatch(re.sub(r"\s+", "", text).replace("\u2212", "-"))
    if found is None:
        return None
    cell = int(found[3]), int(found[4])
    if found[1]:
        return space_cells().index(cell) if cell in space_cells() else None
    world = int(found[2])
    if world >= state.WORLDS or cell not in world_cells():
        return None
    return state.SPACE_HEXES + world * state.WORLD_HEXES + world_cells().index(cell)
