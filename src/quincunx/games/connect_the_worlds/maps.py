"""Where everything lies on the table: space and the worlds in a grid, the cards in rows under them."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from quincunx.engine.position import Position
from quincunx.engine.scene import Piece
from quincunx.games.connect_the_worlds.names import cell_of, world_of

HEX = 50.0
"""From the middle of a hex to its corners, in drawing units: hexes are 100 wide."""
COLUMN, LEVEL = 75.0, 43.3
"""From one column of hexes to the next, and half the height of a hex."""
MAP_COLUMNS, MAP_LEVELS = 14, 24
"""How far apart maps lie: a world is 13 columns wide and 20 levels high; over it is its title."""
MARGIN = 50.0
TITLE = 11.6
"""From the middle of a world up to the middle of its title, in levels."""
TITLE_WIDTH, TITLE_HEIGHT = 104.0, 112.0
CARDS_IN_ROW = 14
"""As many as there are kinds."""
CARD_PART, CARD_SHAPE = 0.92, 1.16
"""A card's width in parts of its room, and its height in parts of its width."""
ROW_GAP = 26.0
Point = tuple[float, float]
Field = tuple[float, float, float, float]
FIELD: Field = (-0.74, -0.58, 0.74, 0.8)
"""Where in a hex its pieces are: left, top, right and bottom, in parts of HEX; above is its name."""
FIELD_WITH_NOTE: Field = (-0.8, -0.62, 0.8, 0.54)
SIZES = [0.58 - 0.01 * i for i in range(50)]


def columns_of(position: Position) -> int:
    """How many maps lie side by side."""
    return 2 if position.board.worlds <= 3 else 3


def rows_of(position: Position) -> int:
    """How many maps lie one under the other."""
    return -(-(1 + int(position.board.worlds)) // columns_of(position))


def width_of(position: Position) -> float:
    """The width of the table."""
    return 2 * MARGIN + COLUMN * MAP_COLUMNS * columns_of(position) - 50


def height_of(position: Position, card_rows: int) -> float:
    """The height of the table with so many rows of cards."""
    maps = MARGIN + LEVEL * MAP_LEVELS * rows_of(position)
    return round(maps + card_rows * (card_size(position)[1] + ROW_GAP) + MARGIN, 1)


def map_middle(position: Position, world: int) -> Point:
    """The middle of a world; of space for NOWHERE, which comes first."""
    row, column = divmod(world + 1, columns_of(position))
    x = MARGIN + 500 + COLUMN * MAP_COLUMNS * column
    return x, MARGIN + LEVEL * (13 + MAP_LEVELS * row)


def hex_middle(position: Position, place: int) -> Point:
    """Flat-top hexes."""
    (q, r), (x, y) = cell_of(place), map_middle(position, world_of(place))
    return round(x + COLUMN * q, 1), round(y + LEVEL * (2 * r + q), 1)


@cache
def hex_corners(x: float, y: float) -> tuple[Point, ...]:
    """The outline of a hex."""
    turns = [math.radians(60 * i) for i in range(6)]
    return tuple((round(x + HEX * math.cos(turn), 1), round(y + HEX * math.sin(turn), 1)) for turn in turns)


def title_middle(position: Position, world: int) -> Point:
    """Where the title of a world is: over the left end of its map."""
    x, y = map_middle(position, world)
    return round(x - 500 + TITLE_WIDTH / 2, 1), round(y - TITLE * LEVEL, 1)


def card_size(position: Position) -> Point:
    """Width and height of a card on the table."""
    wide = CARD_PART * COLUMN * MAP_COLUMNS * columns_of(position) / CARDS_IN_ROW
    return round(wide, 1), round(CARD_SHAPE * wide, 1)


def card_middle(position: Position, row: int, slot: float) -> Point:
    """Where a card lies: in the rows under the maps, `slot` of CARDS_IN_ROW from the left."""
    (wide, tall), top = card_size(position), MARGIN + LEVEL * MAP_LEVELS * rows_of(position)
    x = MARGIN - 25 + (slot + 0.5) * wide / CARD_PART
    return round(x, 1), round(top + (row + 0.5) * tall + row * ROW_GAP, 1)


def box(x: float, y: float, wide: float, tall: float) -> tuple[Point, ...]:
    """The corners of a card around its middle."""
    left, top, right, bottom = (round(edge, 1) for edge in (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


# ---------------------------------------------------------------- pieces in a hex


def spread(pieces: list[Piece], x: float, y: float, noted: bool) -> Iterator[Piece]:
    """The pieces of a hex in rows, as large as they fit."""
    left, top, right, bottom = field = FIELD_WITH_NOTE if noted else FIELD
    size, rows = next((size, rows) for size in SIZES if (rows := ranks(pieces, size, field)))
    for i, row in enumerate(rows):
        for j, piece in enumerate(row):
            across = (left + right) / 2 + (2 * j - len(row) + 1) * size
            down = (top + bottom) / 2 + (2 * i - len(rows) + 1) * size
            yield replace(piece, x=round(x + HEX * across, 1), y=round(y + HEX * down, 1), size=round(HEX * size, 1))


def ranks(pieces: list[Piece], size: float, field: Field) -> list[list[Piece]]:
    """The rows of a hex with pieces of that size; none if they do not fit."""
    left, top, right, bottom = field
    in_row = int((right - left) / (2 * size) + 0.01)
    rows = [pieces[i : i + in_row] for i in range(0, len(pieces), in_row)] if in_row else []
    return rows if len(rows) * 2 * size <= bottom - top + 0.01 else []
