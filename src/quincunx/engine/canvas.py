"""A scene drawn in characters: what `print(game)` shows, and what the terminal table colours and lights up.

It knows no game. `plan` decides which cell each place stands in; `draw` fills a `Canvas` of cells, each of which says
what it shows, in whose colour, and of which thing on the table it is a part.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import floor
from textwrap import wrap
from typing import NamedTuple

from quincunx.engine.scene import SEAT_STYLES, Link, Piece, Place, Scene

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
MOST_PIECE_ROWS = 3
USUAL_WIDTH = 100
"""`print(game)` makes use of so many columns; larger boards take what they need."""

Point = tuple[float, float]
Spot = tuple[int, int]
"""A row and a column."""


class Cell(NamedTuple):
    """One character, and what it belongs to."""

    char: str = " "
    role: str = ""
    """What it is part of: area, link, pad (before a label), mark, id, note, piece, spent, more, or nothing."""
    seat: int | None = None
    thing: str = ""
    """The id of the thing on the table that is here."""
    ground: int = 0
    """Which kind of area lies under it: 0 for none, else 1, 2, ... in the order in which the scene names them."""


EMPTY = Cell()

# ---------------------------------------------------------------- lines

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SOLID = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the sides that a line leaves a cell through."""
DASHED = SOLID.replace("│", "┆").replace("─", "┄")
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a braille character, by row and column."""
BRAILLE = 0x2800


class Lines:
    """Lines of one role: box-drawing where they run straight across or down, braille dots elsewhere."""

    def __init__(self, straight: str, every: int = 1) -> None:
        self.straight = straight
        self.every = every
        """Only every so many dots of a slanted line are set."""
        self.sides: dict[Spot, int] = {}
        self.dots: dict[Spot, int] = {}

    def add(self, points: Sequence[Point]) -> None:
        """A line through points given as (row, column); whole numbers are the middles of cells."""
        if all(one[0] == two[0] or one[1] == two[1] for one, two in pairwise(points)):
            for one, two in pairwise([(round(row), round(column)) for row, column in points]):
                self._run(min(one, two), max(one, two))
        else:
            for start, end in pairwise(points):
                self._slant(start, end)

    def _run(self, at: Spot, end: Spot) -> None:
        step, ahead, behind = ((0, 1), EAST, WEST) if at[0] == end[0] else ((1, 0), SOUTH, NORTH)
        while at != end:
            self.sides[at] = self.sides.get(at, 0) | ahead
            at = (at[0] + step[0], at[1] + step[1])
            self.sides[at] = self.sides.get(at, 0) | behind

    def _slant(self, start: Point, end: Point) -> None:
        (down, right), (down_to, right_to) = ((row * 4 + 1.5, column * 2 + 0.5) for row, column in (start, end))
        steps = max(1, round(max(abs(down_to - down), abs(right_to - right))))
        for i in range(0, steps + 1, self.every):
            row = floor(down + (down_to - down) * i / steps + 0.5)
            column = floor(right + (right_to - right) * i / steps + 0.5)
            spot = (row // 4, column // 2)
            self.dots[spot] = self.dots.get(spot, 0) | DOTS[row % 4][column % 2]

    def chars(self) -> Iterator[tuple[Spot, str]]:
        """Every cell that is drawn on."""
        for spot, dots in self.dots.items():
            yield spot, chr(BRAILLE + dots)
        for spot, sides in self.sides.items():
            yield spot, self.straight[sides]


# ---------------------------------------------------------------- the canvas


@dataclass
class Canvas:
    """A rectangle of cells.

    >>> canvas = Canvas(12, 3)
    >>> canvas.write((1, 2), "S D0.s", "mark", thing="D0.s")
    >>> canvas.line([(1, 0), (1, 1)], "link"), canvas.line([(0, 9), (2, 11)], "link")
    (None, None)
    >>> canvas.settle()
    >>> print(canvas)  # doctest: +SKIP
    >>> canvas.at((1, 4)).thing, canvas.spots["D0.s"]
    ('D0.s', (1, 2, 7))
    """

    columns: int
    rows: int
    cells: dict[Spot, Cell] = field(default_factory=dict)
    spots: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Where each thing is written: row, first and last column."""
    hidden: dict[str, list[str]] = field(default_factory=dict)
    """The pieces that found no room, by place."""
    _lines: dict[str, Lines] = field(default_factory=lambda: {"area": Lines(DASHED, 3), "link": Lines(SOLID)})
    _ground: dict[Spot, int] = field(default_factory=dict)

    def write(self, spot: Spot, text: str, role: str, seat: int | None = None, thing: str = "") -> None:
        """Text on top of whatever is there."""
        row, column = spot
        for i, char in enumerate(text):
            self.cells[row, column + i] = Cell(char, role, seat, thing)
        if thing:
            _, first, last = self.spots.get(thing, (row, column, column))
            self.spots[thing] = (row, min(first, column), max(last, column + len(text) - 1))

    def line(self, points: Sequence[Point], role: str) -> None:
        """A line through points given as (row, column), under every text."""
        self._lines[role].add(points)

    def fill(self, corners: Sequence[Point], ground: int) -> None:
        """The ground inside a polygon given in (row, column)."""
        first, last = min(row for row, _ in corners), max(row for row, _ in corners)
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        for row in range(int(first), int(last) + 1):
            level = min(max(row, first + 0.01), last - 0.01)
            cuts = sorted(
                left + (level - up) * (right - left) / (down - up)
                for (up, left), (down, right) in edges
                if min(up, down) <= level < max(up, down)
            )
            for start, end in zip(cuts[::2], cuts[1::2], strict=False):
                for column in range(round(start), round(end) + 1):
                    self._ground.setdefault((row, column), ground)

    def settle(self) -> None:
        """Puts lines and ground under the text. Everything is drawn after this."""
        for role in ("link", "area"):
            for spot, char in self._lines[role].chars():
                self.cells.setdefault(spot, Cell(char, role))
        for spot, ground in self._ground.items():
            self.cells[spot] = self.cells.get(spot, EMPTY)._replace(ground=ground)

    def free(self, row: int, first: int, last: int) -> bool:
        """Whether nothing is written there, and it is on the canvas."""
        inside = 0 <= row < self.rows and first >= 0 and last < self.columns
        return inside and not any((row, column) in self.cells for column in range(first, last + 1))

    def crossed(self, row: int, first: int, last: int) -> int:
        """How many cells of links lie there."""
        lines = self._lines["link"]
        return sum((row, c) in lines.sides or (row, c) in lines.dots for c in range(first, last + 1))

    def at(self, spot: Spot) -> Cell:
        """What is to be seen in a cell."""
        return self.cells.get(spot, EMPTY)

    def row(self, row: int) -> list[Cell]:
        """One row of cells."""
        return [self.at((row, column)) for column in range(self.columns)]

    def __str__(self) -> str:
        return "\n".join("".join(cell.char for cell in self.row(row)).rstrip() for row in range(self.rows))


# ---------------------------------------------------------------- the plan


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
        start, end = self.anchors.get(link.a, points[0]), self.anchors.get(link.b, points[-1])
        between = points[1:-1]
        if start[0] == end[0] and all(abs(row - start[0]) <= SAME_ROW for row, _ in between):
            between = []
        elif column := self._shared_column(link, between):
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
    loose = [piece for piece in scene.pieces if piece.place not in {place.id for place in scene.places}]
    things = [(place.id, len(label(place)), (place.x, place.y)) for place in scene.places]
    things += [(piece.id, len(token(piece)), (piece.x, piece.y)) for piece in loose]
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
    low, high = 0.0, 1.0
    while not _readable(_lay(ground, high, shape), ground, air) and high < 64:
        high *= 2
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


# ---------------------------------------------------------------- drawing


def label(place: Place) -> str:
    """A place's mark and id."""
    return f"{place.mark} {place.id}" if place.mark else place.id


def token(piece: Piece) -> str:
    """A piece in a few characters: the owner's letter, then what the game says it is. One that has acted is ticked."""
    owner = "" if piece.owner is None else f"{SEAT_STYLES[piece.owner].letter}:"
    what = piece.text or piece.symbol[:3] or "?"
    return f"{owner}{what}{SPENT if piece.spent else ''}"


SPENT = "'"


def draw(scene: Scene, at: Plan, *, first: Collection[str] = ()) -> Canvas:
    """The scene on a canvas. Where not all pieces of a place find room, those named in `first` are shown."""
    canvas = Canvas(at.columns, at.rows)
    kinds = list(dict.fromkeys(area.kind for area in scene.areas))
    for area in scene.areas:
        corners = [at.spot(x, y) for x, y in area.points]
        canvas.fill(corners, kinds.index(area.kind) + 1)
        canvas.line([*corners, corners[0]], "area")
    for link in scene.links:
        canvas.line(at.way(link), "link")
    for place in scene.places:
        _write_place(canvas, place, at.labels[place.id])
    pieces: dict[str, list[Piece]] = {place.id: [] for place in scene.places}
    for piece in scene.pieces:
        if piece.place in pieces:
            pieces[piece.place].append(piece)
        elif piece.id in at.labels:
            _write_tokens(canvas, at.labels[piece.id], [piece])
    for place in scene.places:
        here = sorted(pieces[place.id], key=lambda piece: piece.id not in first)
        if here:
            _put_pieces(canvas, place, here)
    for place in scene.places:
        if place.note:
            _put_note(canvas, place)
    for area in scene.areas:
        row, column = min(at.spot(x, y) for x, y in area.points)
        if area.label and canvas.free(row, column + 1, column + len(area.label) + 2):
            canvas.write((row, column + 2), area.label, "area")
    canvas.settle()
    return canvas


def _write_place(canvas: Canvas, place: Place, spot: Spot) -> None:
    row, column = spot
    canvas.write((row, column - 1), " ", "pad", place.owner, place.id)
    canvas.write(spot, place.mark, "mark", place.owner, place.id)
    rest = label(place)[len(place.mark) :]
    canvas.write((row, column + len(place.mark)), rest, "id", place.owner, place.id)
    canvas.write((row, column + len(place.mark + rest)), " ", "")


def _write_tokens(canvas: Canvas, spot: Spot, pieces: Sequence[Piece]) -> None:
    row, column = spot
    for piece in pieces:
        canvas.write((row, column - 1), " ", "pad", piece.owner, piece.id)
        canvas.write((row, column), token(piece), "spent" if piece.spent else "piece", piece.owner, piece.id)
        column += len(token(piece)) + 1
    canvas.cells.setdefault((row, column - 1), EMPTY)


def _put_pieces(canvas: Canvas, place: Place, pieces: Sequence[Piece]) -> None:
    """The pieces under their place, or beside or over it: as many as find room, and "+3" for the others."""
    best = min(_arrangements(canvas, place, pieces), default=None)
    shown: list[list[int]] = [] if best is None else best[1]
    count = sum(len(line) for line in shown)
    rest = [piece.id for piece in pieces[count:]]
    for line, (row, column) in zip(shown, () if best is None else best[2], strict=False):
        _write_tokens(canvas, (row, column + 1), [pieces[i] for i in line])
        end = column + sum(len(token(pieces[i])) + 1 for i in line)
        if rest and line is shown[-1]:
            canvas.write((row, end), f" +{len(rest)}", "more", None, place.id)
            _, first, last = canvas.spots[place.id]
            canvas.spots[place.id] = (canvas.spots[place.id][0], first, last)
    if rest:
        canvas.hidden[place.id] = rest


Arrangement = tuple[float, list[list[int]], list[Spot]]


def _arrangements(canvas: Canvas, place: Place, pieces: Sequence[Piece]) -> Iterator[Arrangement]:
    """What it costs to show so many pieces in so many rows somewhere around a place."""
    label_row, left, right = canvas.spots[place.id]
    right += 1
    for count in range(len(pieces), -1, -1):
        more = f" +{len(pieces) - count}" if count < len(pieces) else ""
        for rows in range(1, min(count, MOST_PIECE_ROWS) + 1) if count else (1,):
            per_row = -(-count // rows) if count else 0
            lines = [list(range(i, min(i + per_row, count))) for i in range(0, count, per_row)] if count else [[]]
            widths = [sum(len(token(pieces[i])) + 1 for i in line) for line in lines]
            widths[-1] += len(more)
            width = max(widths)
            middle = (left + right) // 2 - width // 2
            for wish, row, column in (
                (0.0, label_row + 1, middle),
                (1.0, label_row + 1, left),
                (1.0, label_row + 1, right - width),
                (3.0, label_row, right),
                (5.0, label_row, left - width),
            ):
                spots = [(row + i, column) for i in range(len(lines))]
                if all(canvas.free(r, c, c + w - 1) for (r, c), w in zip(spots, widths, strict=True)):
                    crossed = sum(canvas.crossed(r, c, c + w - 1) for (r, c), w in zip(spots, widths, strict=True))
                    yield 40 * (len(pieces) - count) + 5 * len(lines) + wish + crossed / 2, lines, spots


def _put_note(canvas: Canvas, place: Place) -> None:
    """The note beside its place, or under or over it, where it fits."""
    row, left, right = canvas.spots[place.id]
    for text in (f" {place.note} ", f" {place.note.split()[0]} "):
        width = len(text)
        middle = (left + right + 2 - width) // 2
        beside = [(row, right + 1), (row, left - width)]
        for at, start in [beside[0], (row + 1, middle), (row - 1, middle), (row + 2, middle), beside[1]]:
            if canvas.free(at, start + (start > right), start + width - 1 + 2 * (start > right)):
                canvas.write((at, start), text, "note", place.owner, place.id)
                canvas.spots[place.id] = (row, left, right)
                return


# ---------------------------------------------------------------- text


def text(scene: Scene, *, width: int | None = None) -> str:
    """The whole table in characters: the board, the players, what is asked of whom.

    >>> import quincunx
    >>> print(quincunx.new("vanagloria", players=2, seed=7))  # doctest: +ELLIPSIS
    Vanagloria Galaxy: Bridgehead
    ...
    """
    board = str(draw(scene, plan(scene, width or USUAL_WIDTH)))
    names = max((len(seat.name) for seat in scene.seats), default=0)
    lines = [scene.title, "", *([board, ""] if board.strip() else [])]
    for seat in scene.seats:
        letter = SEAT_STYLES[seat.seat].letter
        points = "" if seat.score is None else f"{seat.score}" if seat.goal is None else f"{seat.score}/{seat.goal}"
        gain = f"{seat.gain:+}" if seat.gain else ""
        facts = "; ".join((*(("out",) if seat.out else ()), *seat.facts))
        lines.append(
            f"{'►' if seat.turn else ' '} {letter} {seat.name:{names}} {points:>7} {gain:>3}  {facts}".rstrip()
        )
    lines += ["", " · ".join(scene.status), scene.prompt, *(f"! {banner}" for banner in scene.banners)]
    if width is None:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in (_wrapped(line, width) if line != board else [line]))


def _wrapped(line: str, width: int) -> list[str]:
    return wrap(line, max(width, 20), subsequent_indent="    ", replace_whitespace=False) or [""]
