"""Where a board lies on a canvas of characters: a scale at which it can be read, and the cell of each place."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from quincunx.engine.scene import SEAT_STYLES, Link, Piece, Place, Scene, SeatStyle

SHAPES = (2.2, 2.0, 2.5, 1.8, 2.8, 1.6, 3.1, 3.4)
"""How much taller than wide a cell is taken to be: the truest first, then others that may fit a window better."""
ROOMY = 1.7
"""How much larger than necessary a board is drawn where there is room."""
STRAIGHT = 0.2
"""A link that rises no more than this is meant to run straight across; likewise down."""
SAME_ROW, SAME_COLUMN = 2.0, 4.5
"""Places on such links are drawn in line if they lie no farther apart than this."""
GAP = 3
"""Columns between two labels in one row: enough to see a line between them."""
WIDEST, USUAL = 400, 100
"""Columns: a board whose labels collide even at the widest is drawn at the usual width all the same."""
SPENT = "'"
TILE_SIZES = ((0, 2), (1, 3), (3, 3), (5, 4), (8, 5), (12, 6))
"""Tiles from small to large: columns beyond what a name needs, and rows. From three rows on they have edges."""
EDGED = 3
TILE_STEP = 1.25
"""One step nearer is the next size."""
SHADES = 3
"""Of tiles: no two neighbours in a field of hexes have the same."""

Point = tuple[float, float]
Spot = tuple[int, int]
"""A row and a column."""


def glyphs(text: str) -> list[str]:
    """A text cell by cell: a wide character takes two, a combining one none, and what can't be shown is a `?`.

    >>> glyphs("4 for 李\\n"), glyphs("e\\u0301")
    (['4', ' ', 'f', 'o', 'r', ' ', '李', '', '?'], ['e\u0301'])
    """
    cells: list[str] = []
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me") and cells:
            cells[-1] += char
        elif unicodedata.category(char).startswith(("C", "Z")) and char != " ":
            cells.append("?")
        else:
            cells += [char, ""] if unicodedata.east_asian_width(char) in "WF" else [char]
    return cells


def label(place: Place) -> str:
    """A place's mark and id, or what is written on it; between a tile's mark and its id there is no room."""
    gap = " " if place.mark and (place.caption or not place.outline) else ""
    return f"{place.mark}{gap}{place.caption or place.id}"


def token(piece: Piece, styles: Sequence[SeatStyle] = SEAT_STYLES) -> str:
    """A piece in a few characters: the owner's letter, then what the game says it is. One that has acted is ticked."""
    owner = "" if piece.owner is None else f"{styles[piece.owner].letter}:"
    what = piece.text or piece.symbol[:3] or "?"
    return f"{owner}{what}{SPENT if piece.spent else ''}"


class Tile(NamedTuple):
    """A rectangle of cells for one place. Edges are drawn in its first row and column, and in those after its last."""

    row: int
    column: int
    height: int
    width: int
    shade: int
    edged: bool

    @property
    def inner(self) -> Spot:
        """The first cell that is free to write in."""
        return self.row + self.edged, self.column + self.edged


@dataclass(frozen=True)
class Plan:
    """How a board lies on a canvas: the scale, and the cells of its places."""

    across: float
    down: float
    """Cells per drawing unit."""
    top: int
    left: int
    rows: int
    columns: int
    anchors: dict[str, Spot]
    """The cell that stands for a place's own point; its label covers it."""
    labels: dict[str, Spot]
    """Where a place's label begins."""
    widths: dict[str, int]
    tiles: dict[str, Tile] = field(default_factory=dict)
    """The places of a board of tiles."""

    def point(self, x: float, y: float) -> Point:
        """A point of the scene as (row, column), with fractions."""
        return y * self.down - self.top, x * self.across - self.left

    def spot(self, x: float, y: float) -> Spot:
        """The cell of a point of the scene."""
        row, column = self.point(x, y)
        return round(row), round(column)

    def way(self, link: Link) -> list[Point]:
        """A link from cell to cell; one that runs nearly straight across or down does so exactly."""
        points = [self.point(x, y) for x, y in link.points]
        ends = [self.anchors[name] for name in (link.a, link.b) if name in self.anchors]
        start, *between, end = [*ends[:1], *points[1:-1], *ends[1:]] if len(ends) == 2 else [*points, *points[-1:]]
        if start[0] == end[0] and all(abs(row - start[0]) <= SAME_ROW for row, _ in between):
            between = []
        elif (column := self._shared_column(link, between)) is not None:
            return [(start[0], column), (end[0], column)]
        return [start, *between, end]

    def _shared_column(self, link: Link, between: Sequence[Point]) -> int | None:
        """A column in which a straight line down meets the labels of both ends."""
        if link.a not in self.labels or link.b not in self.labels:
            return None
        spans = [(self.labels[end][1], self.labels[end][1] + self.widths[end] - 1) for end in (link.a, link.b)]
        first, last = max(start for start, _ in spans), min(end for _, end in spans)
        if first > last:
            return None
        middle = (self.anchors[link.a][1] + self.anchors[link.b][1]) // 2
        column = min(max(middle, first), last)
        return column if all(abs(right - column) <= SAME_COLUMN for _, right in between) else None


class _Ground(NamedTuple):
    """What a plan depends on: everything about a scene that stays while its pieces move."""

    names: tuple[str, ...]
    widths: tuple[int, ...]
    anchors: tuple[Point, ...]
    edges: tuple[Point, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    """Which places lie in line with each other."""


def plan(scene: Scene, columns: int | None = None, rows: int | None = None, *, zoom: float = 1.0, air: int = 2) -> Plan:
    """Where everything goes: the truest proportions with which no two labels collide, filling the window if it can.

    Each place gets a label and room for its pieces under it: `air` is the number of rows between two labels. A board
    that does not fit the window is drawn as small as is readable; the window moves over it.
    """
    if scene.places and all(place.outline for place in scene.places):
        return plan_tiles(scene.places, columns, rows, zoom)
    loose = [piece for piece in scene.pieces if piece.place not in {place.id for place in scene.places}]
    things = [(place.id, len(glyphs(label(place))), (place.x, place.y)) for place in scene.places]
    things += [(piece.id, len(glyphs(token(piece, scene.styles))), (piece.x, piece.y)) for piece in loose]
    names, widths, anchors = zip(*things, strict=True) if things else ((), (), ())
    edges = [point for area in scene.areas for point in area.points]
    edges += [point for link in scene.links for point in link.points]
    number = {name: i for i, name in enumerate(names)}
    pairs = [(number[link.a], number[link.b]) for link in scene.links if link.a in number and link.b in number]
    apart = [(abs(anchors[a][0] - anchors[b][0]), abs(anchors[a][1] - anchors[b][1])) for a, b in pairs]
    across = [pair for pair, (dx, dy) in zip(pairs, apart, strict=True) if dy <= STRAIGHT * dx]
    down = [pair for pair, (dx, dy) in zip(pairs, apart, strict=True) if dx <= STRAIGHT * dy]
    ground = _Ground(names, widths, anchors, tuple(edges), _groups(len(names), across), _groups(len(names), down))
    return _plan(ground, columns, rows, zoom, air)


def _groups(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The numbers below `count`, those that pairs join together."""
    group = {i: [i] for i in range(count)}
    for one, two in pairs:
        if group[one] is not group[two]:
            group[one] += group[two]
            for i in group[two]:
                group[i] = group[one]
    return tuple(tuple(members) for i, members in group.items() if members[0] == i)


@lru_cache(maxsize=64)
def _plan(ground: _Ground, columns: int | None, rows: int | None, zoom: float, air: int) -> Plan:
    if not ground.anchors and not ground.edges:
        return Plan(1, 1, 0, 0, 1, 1, {}, {}, {})
    least = {shape: _least(ground, shape, air) for shape in SHAPES}
    for shape, smallest in least.items():
        scale = smallest
        while scale < smallest * ROOMY and _fits(_lay(ground, scale * 1.03, shape), columns, rows):
            scale *= 1.03
        if _fits(_lay(ground, scale, shape), columns, rows):
            return _lay(ground, max(scale * zoom, smallest), shape)
    tries = [_lay(ground, smallest * max(zoom, 1), shape) for shape, smallest in least.items()]
    return min(tries, key=lambda found: max(found.columns / (columns or 1e9), 1) * max(found.rows / (rows or 1e9), 1))


def _fits(found: Plan, columns: int | None, rows: int | None) -> bool:
    return (columns is None or found.columns <= columns) and (rows is None or found.rows <= rows)


def _least(ground: _Ground, shape: float, air: int) -> float:
    """The smallest scale at which the labels do not collide."""
    points = ground.anchors or ground.edges
    span = max(max(values) - min(values) for values in zip(*points, strict=True)) or 1.0
    low, high = 0.0, WIDEST / span
    if not _readable(_lay(ground, high, shape), ground, air):
        return USUAL / span
    while high - low > 0.01 * high:
        middle = (low + high) / 2
        if _readable(_lay(ground, middle, shape), ground, air):
            high = middle
        else:
            low = middle
    return high


def _lay(ground: _Ground, across: float, shape: float) -> Plan:
    """The plan at one scale."""
    down = across / shape
    in_row = _lined_up([y * down for _, y in ground.anchors], ground.rows, SAME_ROW)
    in_column = _lined_up([x * across for x, _ in ground.anchors], ground.columns, SAME_COLUMN)
    spots = list(zip(in_row, in_column, strict=True))
    starts = _side_by_side(spots, ground.widths)
    edges = [(round(y * down), round(x * across)) for x, y in ground.edges]
    rows = [row for row, _ in edges] + [row + more for row, _ in spots for more in (0, 1)]
    columns = [column for _, column in edges] + [
        column for start, width in zip(starts, ground.widths, strict=True) for column in (start - 1, start + width)
    ]
    top, left = min(rows), min(columns)
    anchors = {name: (row - top, column - left) for name, (row, column) in zip(ground.names, spots, strict=True)}
    labels = {
        name: (row - top, start - left) for name, (row, _), start in zip(ground.names, spots, starts, strict=True)
    }
    height, width = max(rows) - top + 1, max(columns) - left + 1
    sizes = dict(zip(ground.names, ground.widths, strict=True))
    return Plan(across, down, top, left, height, width, anchors, labels, sizes)


def _lined_up(values: Sequence[float], groups: Iterable[Sequence[int]], span: float) -> list[int]:
    """The cells of coordinates: a group shares one, so that nearly straight lines are straight."""
    cells = [round(value) for value in values]
    for group in groups:
        here = [values[i] for i in group]
        if max(here) - min(here) <= span:
            for i in group:
                cells[i] = round(sum(here) / len(here))
    return cells


def _side_by_side(spots: Sequence[Spot], widths: Sequence[int]) -> list[int]:
    """Where labels begin: centred on their places, neighbours in a row pushed apart while they still touch theirs."""
    starts = [column - width // 2 for (_, column), width in zip(spots, widths, strict=True)]
    rows: dict[int, list[int]] = {}
    for i in sorted(range(len(spots)), key=lambda i: spots[i][1]):
        rows.setdefault(spots[i][0], []).append(i)
    for here in rows.values():
        for _ in range(3):
            for one, two in pairwise(here):
                overlap = starts[one] + widths[one] + GAP - starts[two]
                if overlap > 0:
                    starts[one] = max(starts[one] - (overlap + 1) // 2, spots[one][1] - widths[one] + 1)
                    overlap = starts[one] + widths[one] + GAP - starts[two]
                    starts[two] = min(starts[two] + max(overlap, 0), spots[two][1])
    return starts


def _readable(found: Plan, ground: _Ground, air: int) -> bool:
    """Whether no label stands in another's room."""
    boxes = sorted(
        (row, start - 1, start + width)
        for (row, start), width in zip(found.labels.values(), ground.widths, strict=True)
    )
    for i, (row, first, last) in enumerate(boxes):
        for other_row, other_first, other_last in boxes[i + 1 :]:
            if other_row >= row + air:
                break
            gap = GAP - 2 if row == other_row else 0
            if other_first <= last + gap and first <= other_last + gap:
                return False
    return True


# ---------------------------------------------------------------- boards of tiles


def plan_tiles(places: Sequence[Place], columns: int | None, rows: int | None, zoom: float) -> Plan:
    """Tiles in rows, like bricks: the largest size that fits the window, and some steps nearer or farther."""
    name = max(1 + len(glyphs(label(place))) if place.caption else 2 + len(glyphs(place.id)) for place in places)
    sizes = [(name + more, height) for more, height in TILE_SIZES]
    plans = [_lay_tiles(places, width, height) for width, height in sizes]
    fitting = [i for i, found in enumerate(plans) if _fits(found, columns, rows)]
    best = max(fitting[-1] if fitting else 0, 0)
    if rows is None:
        best = max((i for i in fitting if sizes[i][1] <= EDGED), default=0)
    step = best + round(log(zoom) / log(TILE_STEP))
    chosen = plans[min(max(step, 0), len(plans) - 1)]
    if step != best or not fitting:
        return chosen
    width, height = sizes[best]
    while best + 1 < len(sizes) and width < sizes[best + 1][0] + 2:
        wider = _lay_tiles(places, width + 1, height)
        if not _fits(wider, columns, rows):
            break
        width, chosen = width + 1, wider
    return chosen


def _lay_tiles(places: Sequence[Place], width: int, height: int) -> Plan:
    """Tiles of so many columns and rows."""
    levels = sorted({round(place.y, 1) for place in places})
    apart = [b - a for y in levels for a, b in pairwise(sorted(p.x for p in places if round(p.y, 1) == y)) if b > a]
    span = min(apart, default=1.0)
    first = min(place.x for place in places)
    edged = height >= EDGED
    tiles = {}
    for place in places:
        row, across = levels.index(round(place.y, 1)), (place.x - first) / span
        shade = round(across - 1.5 * row) % SHADES
        tiles[place.id] = Tile(row * height, int(across * width + 0.25), height, width, shade, edged)
    labels = {name: (tile.inner[0], tile.inner[1] + 1) for name, tile in tiles.items()}
    rows = len(levels) * height + edged
    columns = max(tile.column for tile in tiles.values()) + width + edged
    widths = {place.id: len(glyphs(label(place))) for place in places}
    return Plan(width / span, height, 0, 0, rows, columns, labels, labels, widths, tiles)
