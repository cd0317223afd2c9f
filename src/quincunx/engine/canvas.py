"""A scene drawn in characters: what `print(game)` shows, and what the terminal table colours and lights up.

It knows no game. A plan (see `engine/plan.py`) says which cell each place stands in; `draw` fills a `Canvas` of cells,
each of which says what it shows, in whose colour, and of which thing on the table it is a part.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from textwrap import wrap
from typing import NamedTuple

from quincunx.engine.plan import Plan, Point, Spot, glyphs, label, plan, token
from quincunx.engine.scene import Panel as Layout
from quincunx.engine.scene import Piece, Place, Scene, Seat, SeatStyle
from quincunx.engine.tiles import draw_tiles

MOST_PIECE_ROWS, MOST_PIECE_COLUMNS = 4, 24
"""Pieces do not stray farther from their place."""
USUAL_WIDTH = 100
"""`print(game)` makes use of so many columns; larger boards take what they need."""


class Cell(NamedTuple):
    """One character, and what it belongs to."""

    char: str = " "
    role: str = ""
    """What it is part of: area, link, pad (before a label), mark, id, note, piece, spent, sum (of pieces), more, or
    nothing."""
    seat: int | None = None
    thing: str = ""
    """The id of the thing on the table that is here."""
    ground: int = 0
    """Which kind of area lies under it: 0 for none, else 1, 2, ... in the order in which the scene names them; the
    shades of tiles are -1, -2, ..."""


EMPTY = Cell()
BESIDE = ("note", "more", "sum")
"""Roles of what belongs to a thing but is not where it stands."""

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
    _kept: dict[Spot, str] = field(default_factory=dict)
    """Room under a label: for the pieces of that place alone."""

    def write(self, spot: Spot, text: str, role: str, seat: int | None = None, thing: str = "") -> None:
        """Text on top of whatever is there."""
        row, column = spot
        cells = glyphs(text)
        for i, char in enumerate(cells):
            self.cells[row, column + i] = Cell(char, role, seat, thing)
        if thing and cells and role not in BESIDE:
            _, first, last = self.spots.get(thing, (row, column, column))
            self.spots[thing] = (row, min(first, column), max(last, column + len(cells) - 1))

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

    def shade(self, spot: Spot, height: int, width: int, shade: int) -> None:
        """The ground of a tile."""
        for row in range(spot[0], spot[0] + height):
            for column in range(spot[1], spot[1] + width):
                self._ground[row, column] = -1 - shade

    def settle(self) -> None:
        """Puts lines and ground under the text. Everything is drawn after this."""
        for role in ("link", "area"):
            for spot, char in self._lines[role].chars():
                self.cells.setdefault(spot, Cell(char, role))
        for spot, ground in self._ground.items():
            self.cells[spot] = self.cells.get(spot, EMPTY)._replace(ground=ground)

    def keep(self, spot: Spot, width: int, thing: str) -> None:
        """Keeps room for what belongs to a thing."""
        self._kept |= {(spot[0], spot[1] + i): thing for i in range(width)}

    def free(self, row: int, first: int, last: int, thing: str = "") -> bool:
        """Whether nothing is written there or kept for others, and it is on the canvas."""
        inside = 0 <= row < self.rows and first >= 0 and last < self.columns
        spots = [(row, column) for column in range(first, last + 1)]
        return inside and all(spot not in self.cells and self._kept.get(spot, thing) == thing for spot in spots)

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


# ---------------------------------------------------------------- drawing


def draw(scene: Scene, at: Plan, *, first: Collection[str] = ()) -> Canvas:
    """The scene on a canvas. Where not all pieces of a place find room, those named in `first` are shown."""
    canvas = Canvas(at.columns, at.rows)
    kinds = list(dict.fromkeys(area.kind for area in scene.areas))
    for area in (area for area in scene.areas if area.points):
        corners = [at.spot(x, y) for x, y in area.points]
        canvas.fill(corners, kinds.index(area.kind) + 1)
        canvas.line([*corners, corners[0]], "area")
    for link in scene.links:
        canvas.line(at.way(link), "link")
    if at.tiles:
        draw_tiles(canvas, scene, at)
        canvas.settle()
        return canvas
    for place in scene.places:
        _write_place(canvas, place, at.labels[place.id])
    pieces: dict[str, list[Piece]] = {place.id: [] for place in scene.places}
    for piece in scene.pieces:
        if piece.place in pieces:
            pieces[piece.place].append(piece)
        elif piece.id in at.labels:
            _write_tokens(canvas, at.labels[piece.id], [piece], scene.styles)
    for place in scene.places:
        here = sorted(pieces[place.id], key=lambda piece: piece.id not in first)
        if here:
            _put_pieces(canvas, place, here, scene.styles)
    for place in scene.places:
        if place.note.strip():
            _put_note(canvas, place)
    for area in (area for area in scene.areas if area.points and area.label):
        row, column = min(at.spot(x, y) for x, y in area.points)
        if canvas.free(row, column + 1, column + len(area.label) + 2):
            canvas.write((row, column + 2), area.label, "area")
    canvas.settle()
    return canvas


def _write_place(canvas: Canvas, place: Place, spot: Spot) -> None:
    row, column = spot
    canvas.write((row, column - 1), " ", "pad", place.owner, place.id)
    canvas.write(spot, place.mark, "mark", place.owner, place.id)
    rest = label(place).removeprefix(place.mark)
    canvas.write((row, column + _width(place.mark)), rest, "id", place.owner, place.id)
    canvas.write((row, column + _width(label(place))), " ", "")
    canvas.keep((row + 1, column), _width(label(place)), place.id)


def _width(text: str) -> int:
    return len(glyphs(text))


def _write_tokens(canvas: Canvas, spot: Spot, pieces: Sequence[Piece], styles: Sequence[SeatStyle]) -> None:
    row, column = spot
    for piece in pieces:
        canvas.write((row, column - 1), " ", "pad", piece.owner, piece.id)
        canvas.write((row, column), token(piece, styles), "spent" if piece.spent else "piece", piece.owner, piece.id)
        column += _width(token(piece, styles)) + 1
    canvas.cells.setdefault((row, column - 1), EMPTY)


def _put_pieces(canvas: Canvas, place: Place, pieces: Sequence[Piece], styles: Sequence[SeatStyle]) -> None:
    """The pieces under their place, or beside it: as many as find room, and "+3" for the others."""
    sizes = [_width(token(piece, styles)) + 1 for piece in pieces]
    best = min(_arrangements(canvas, place, sizes), default=None)
    shown: list[list[int]] = [] if best is None else best[1]
    count = sum(len(line) for line in shown)
    rest = [piece.id for piece in pieces[count:]]
    for line, (row, column) in zip(shown, () if best is None else best[2], strict=False):
        _write_tokens(canvas, (row, column + 1), [pieces[i] for i in line], styles)
        if rest and line is shown[-1]:
            end = column + sum(sizes[i] for i in line)
            canvas.write((row, end), f" +{len(rest)}", "more", None, place.id)
    if rest:
        canvas.hidden[place.id] = rest


Arrangement = tuple[float, list[list[int]], list[Spot]]


def _arrangements(canvas: Canvas, place: Place, sizes: Sequence[int]) -> Iterator[Arrangement]:
    """What it costs to show so many pieces in so many rows somewhere around a place."""
    label_row, left, right = canvas.spots[place.id]
    right += 1
    for count in range(len(sizes), -1, -1):
        more = f" +{len(sizes) - count}" if count < len(sizes) else ""
        for rows in range(1, min(count, MOST_PIECE_ROWS) + 1) if count else (1,):
            per_row = -(-count // rows) if count else 0
            lines = [list(range(i, min(i + per_row, count))) for i in range(0, count, per_row)] if count else [[]]
            widths = [sum(sizes[i] for i in line) for line in lines]
            widths[-1] += len(more)
            width = max(widths)
            if width > MOST_PIECE_COLUMNS:
                continue
            middle = (left + right) // 2 - width // 2
            for wish, row, column in (
                (0.0, label_row + 1, middle),
                (1.0, label_row + 1, left),
                (1.0, label_row + 1, right - width),
                (3.0, label_row, right),
                (5.0, label_row, left - width),
            ):
                spots = [(row + i, column) for i in range(len(lines))]
                if all(canvas.free(r, c, c + w - 1, place.id) for (r, c), w in zip(spots, widths, strict=True)):
                    crossed = sum(canvas.crossed(r, c, c + w - 1) for (r, c), w in zip(spots, widths, strict=True))
                    yield 40 * (len(sizes) - count) + 5 * len(lines) + wish + crossed / 2, lines, spots


def _put_note(canvas: Canvas, place: Place) -> None:
    """The note beside its place, or under or over it, where it fits."""
    row, left, right = canvas.spots[place.id]
    for text in (f" {place.note} ", f" {place.note.split()[0]} "):
        width = _width(text)
        middle = (left + right + 2 - width) // 2
        beside = [(row, right + 1), (row, left - width)]
        for at, start in [beside[0], (row + 1, middle), (row - 1, middle), (row + 2, middle), beside[1]]:
            if canvas.free(at, start + (start > right), start + width - 1 + 2 * (start > right), place.id):
                canvas.write((at, start), text, "note", place.owner, place.id)
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
        lines += _player(seat, scene.styles[seat.seat], names)
    lines += ["", " · ".join(scene.status), scene.prompt, *(f"! {banner}" for banner in scene.banners)]
    for panel in scene.panels:
        lines += ["", *_panel(panel, scene.styles)]
    if width is None:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in (_wrapped(line, width) if line != board else [line]))


def _player(seat: Seat, style: SeatStyle, names: int) -> list[str]:
    """One player's line, and one for what the player has."""
    points = "" if seat.score is None else f"{seat.score}" if seat.goal is None else f"{seat.score}/{seat.goal}"
    gain = f"{seat.gain:+}" if seat.gain else ""
    tracks = (f"{track.name} {track.value}/{track.most}" for track in seat.tracks)
    facts = "; ".join((*(("out",) if seat.out else ()), *tracks, *seat.facts))
    turn = "►" if seat.turn else " "
    line = f"{turn} {style.letter} {seat.name:{names}} {points:>7} {gain:>3}  {facts}".rstrip()
    if seat.tracks:
        line = f"{turn} {style.letter} {seat.name:{names}}  {facts}"
    stock = ", ".join(f"{item.text} {item.count}{item.note}".rstrip() for item in seat.items)
    return [line, *([f"      {stock}"] if stock else [])]


def _panel(panel: Layout, styles: Sequence[SeatStyle]) -> list[str]:
    """What is laid out beside the board."""
    lines = [panel.title]
    for side in panel.sides:
        letter = " " if side.owner is None else styles[side.owner].letter
        figures = ", ".join(f"{name} {value}" for name, value in side.figures)
        things = " ".join(
            f"{item.count if item.count > 1 else ''}{item.text}{'×' if item.crossed else ''}" for item in side.items
        )
        lines.append(f"{'►' if side.turn else ' '} {letter} {side.heading}: {figures}: {things}".rstrip(" :"))
    lines += [f"  {item.label}: {item.note}" for item in panel.choices]
    return [*lines, *(f"  {line}" for line in panel.lines)]


def _wrapped(line: str, width: int) -> list[str]:
    return wrap(line, max(width, 20), subsequent_indent="    ", replace_whitespace=False) or [""]
