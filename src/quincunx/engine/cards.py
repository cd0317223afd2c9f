"""Cards on a board: their faces and backs, the slots where they can lie, and arrows from one to another."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from quincunx.engine.moods import Mood
from quincunx.engine.scene import Arrow, Card, Piece, Place, Scene, SeatStyle
from quincunx.engine.strokes import ON_COLOUR, Symbols, add, clean, plain, shortened, thing, width_of, write

Point = tuple[float, float]

ROUND = 0.09
"""How round a card's corners are, in parts of its width."""
FOOT = 0.19
"""How much of a card's height its name takes."""
ARROW_WIDTH, HEAD = 5.0, 13.0
PLATE = 15.0
"""The size of what is written on an arrow."""
SHORT = 60.0
"""From edge to edge: an arrow shorter than this reaches into both places, and what is written on it stands beside."""
INSIDE, BESIDE = 0.45, 60.0
GLOW_STEP = 5.0
"""How far the edge of one overlay lies outside the one before."""


def size_of(place: Place) -> Point:
    """Width and height of an upright outline."""
    across, down = [x for x, _ in place.outline], [y for _, y in place.outline]
    return max(across) - min(across), max(down) - min(down)


def draw_slot(
    parent: ET.Element, place: Place, seat: SeatStyle, glows: Sequence[int], mood: Mood, symbols: Symbols
) -> None:
    """Room for a card: a dashed edge with its name."""
    group = thing(parent, place.id, place.label, place.x, place.y, seat.colour, mood.ink)
    wide, tall = size_of(place)
    edge = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall, "rx": ROUND * wide}
    frame = add(group, "rect", **edge, fill=mood.area, fill_opacity=0.35, stroke=seat.colour, stroke_width=2)
    frame.attrib |= {"stroke-dasharray": "5 6", "stroke-opacity": "0.7"}
    draw_glows(group, place, glows, mood)
    symbols.draw(group, place.symbol, 0, 0, 0.5 * wide, place.mark)
    write(group, 0, 0, place.caption or place.id, 0.17 * wide, mood.muted, 600, "middle")


def draw_glows(group: ET.Element, place: Place, glows: Sequence[int], mood: Mood) -> None:
    """An edge around a card for each overlay that it is in."""
    wide, tall = size_of(place)
    for i, glow in enumerate(glows):
        out = 2 + GLOW_STEP * i
        edge = {"x": -wide / 2 - out, "y": -tall / 2 - out, "width": wide + 2 * out, "height": tall + 2 * out}
        ring = add(group, "rect", **edge, rx=ROUND * wide + out, fill="none", stroke=mood.accent, stroke_width=3.5)
        if glow % 2:
            ring.set("stroke-dasharray", "3 5")


def draw_card(
    parent: ET.Element,
    place: Place,
    card: Card,
    seat: SeatStyle,
    glows: Sequence[int],
    mood: Mood,
    symbols: Symbols,
) -> None:
    """A card: where it lies at the top, its sign, its numbers, its name; a back is shaded with the seat's colour."""
    group = thing(parent, place.id, place.label, place.x, place.y, seat.colour, mood.ink)
    wide, tall = size_of(place)
    left, top, foot = -wide / 2, -tall / 2, tall / 2 - FOOT * tall
    sheet = {"x": left, "width": wide, "height": tall, "rx": ROUND * wide}
    add(group, "rect", y=top + 3, **sheet, fill="#000", fill_opacity=0.22)
    draw_glows(group, place, glows, mood)
    add(group, "rect", y=top, **sheet, fill=mood.disc)
    shown = add(group, "g", opacity=0.5) if card.pale else group
    if card.down:
        add(shown, "rect", y=top, **sheet, fill=seat.colour, fill_opacity=0.38)
    known = add(shown, "g", opacity=0.55) if card.down and card.title else shown
    middle = top + (0.38 if card.figures else 0.47 if card.title else 0.5) * tall
    symbols.draw(known, place.symbol, 0, middle, (0.52 if card.figures else 0.62) * wide, place.mark)
    if card.title:
        draw_foot(shown, card, seat, left, foot, wide, tall, mood)
    write(shown, left + 0.07 * wide, top + 0.1 * tall, card.corner, 0.145 * wide, mood.ink, 600)
    draw_marks(shown, card, wide, top, mood, symbols)
    for i, (symbol, number) in enumerate(card.figures[:2]):
        draw_figure(shown, symbol, number, (2 * i - 1) * 0.25 * wide, foot - 0.14 * wide, 0.27 * wide, mood, symbols)
    edge = add(shown, "rect", y=top, **sheet, fill="none", stroke=seat.colour, stroke_width=0.035 * wide)
    edge.attrib |= {"stroke-dasharray": seat.pattern} if seat.pattern else {}


def draw_foot(
    parent: ET.Element, card: Card, seat: SeatStyle, left: float, foot: float, wide: float, tall: float, mood: Mood
) -> None:
    """The name on a band of the seat's colour."""
    high, bow = FOOT * tall, ROUND * wide
    band = f"M{plain(left)} {plain(foot)}h{plain(wide)}v{plain(high - bow)}q0 {plain(bow)} {plain(-bow)} {plain(bow)}"
    band += f"h{plain(2 * bow - wide)}q{plain(-bow)} 0 {plain(-bow)} {plain(-bow)}Z"
    add(parent, "path", d=band, fill=seat.colour)
    words = clean(card.title)
    size = min(0.155 * wide, 0.155 * wide * 0.92 * wide / max(width_of(words, 0.155 * wide), 1))
    write(parent, 0, foot + high / 2, shortened(words, size, wide), size, ON_COLOUR, 700, "middle")


def draw_marks(parent: ET.Element, card: Card, wide: float, top: float, mood: Mood, symbols: Symbols) -> None:
    """What else holds for a card, down its right side; how many there are is the first."""
    x, y, side = 0.37 * wide, top + 0.15 * wide, 0.2 * wide
    if card.count > 1:
        add(parent, "circle", cx=x, cy=y, r=0.15 * wide, fill=mood.ink)
        write(parent, x, y, f"{card.count}", 0.19 * wide, mood.disc, 700, "middle")
        y += 0.28 * wide
    for mark in card.marks:
        if mark in symbols.art:
            symbols.draw(parent, mark, x, y, side)
        else:
            write(parent, x, y, mark, side, mood.accent, 800, "middle")
        y += 0.22 * wide


def draw_figure(
    parent: ET.Element, symbol: str, number: str, x: float, y: float, size: float, mood: Mood, symbols: Symbols
) -> None:
    """A number beside its sign, on a plate."""
    plate = {"x": x - 0.87 * size, "y": y - 0.5 * size, "width": 1.7 * size, "height": size, "rx": 0.3 * size}
    add(parent, "rect", **plate, fill=mood.disc, fill_opacity=0.8)
    symbols.draw(parent, symbol, x - 0.4 * size, y, 0.8 * size)
    write(parent, x + 0.38 * size, y, number, size, mood.ink, 800, "middle")


def draw_on_card(parent: ET.Element, piece: Piece, seat: SeatStyle, mood: Mood, symbols: Symbols) -> None:
    """A small figure on a card; the card tells whose it is."""
    group = thing(parent, piece.id, piece.label, piece.x, piece.y, seat.colour, mood.ink)
    group.attrib |= {"opacity": "0.5"} if piece.spent else {}
    add(group, "circle", r=piece.size, fill=mood.disc, stroke=seat.colour, stroke_width=0.12 * piece.size)
    symbols.draw(group, piece.symbol, 0, 0, 1.5 * piece.size, piece.text)


# ---------------------------------------------------------------- arrows


def draw_arrows(parent: ET.Element, scene: Scene, mood: Mood) -> None:
    """All arrows, and over them what is written on them."""
    where = {place.id: place for place in scene.places}
    lines, plates = (add(parent, "g") for _ in range(2)) if scene.arrows else (parent, parent)
    for arrow in scene.arrows:
        draw_arrow(lines, plates, arrow, where[arrow.a], where[arrow.b], mood)


def draw_arrow(lines: ET.Element, plates: ET.Element, arrow: Arrow, a: Place, b: Place, mood: Mood) -> None:
    """A line with a head, from edge to edge, and what is written on it."""
    colour = mood.accent if arrow.kind == "sure" else mood.muted
    group = add(lines, "g")
    add(group, "title").text = clean(arrow.label or arrow.text)
    middle, dx, dy = ((a.x + b.x) / 2, (a.y + b.y) / 2), b.x - a.x, b.y - a.y
    turn = (middle[0] + 2 * arrow.bend * dy, middle[1] - 2 * arrow.bend * dx)
    start, end = edge_point(a, turn), edge_point(b, turn)
    beside = math.dist(start, end) < SHORT
    if beside:
        start, end = between((a.x, a.y), start, INSIDE), between((b.x, b.y), end, INSIDE)
    draw_shaft(group, start, turn, end, colour, mood, arrow.kind == "vain")
    if arrow.text:
        spot = between(between(start, end, 0.5), turn, 0.5)
        if beside:
            away = BESIDE / max(math.dist(start, end), 1)
            spot = (spot[0] + away * (end[1] - start[1]), spot[1] - away * (end[0] - start[0]))
        draw_plate(plates, spot, arrow.text, colour, mood)


def between(one: Point, other: Point, part: float) -> Point:
    """A point on the way from one to another."""
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def draw_shaft(group: ET.Element, start: Point, turn: Point, end: Point, colour: str, mood: Mood, dashed: bool) -> None:
    """The line and its head, with a pale edge."""
    length = max(math.dist(turn, end), 1)
    ux, uy = (end[0] - turn[0]) / length, (end[1] - turn[1]) / length
    neck = (end[0] - HEAD * ux, end[1] - HEAD * uy)
    d = f"M{plain(start[0])} {plain(start[1])}Q{plain(turn[0])} {plain(turn[1])} {plain(neck[0])} {plain(neck[1])}"
    sides = [(neck[0] - way * HEAD * uy, neck[1] + way * HEAD * ux) for way in (0.7, -0.7)]
    head = " ".join(f"{plain(x)},{plain(y)}" for x, y in (end, *sides))
    for stroke, more in ((mood.panel, 4.0), (colour, 0.0)):
        line = add(group, "path", d=d, fill="none", stroke=stroke, stroke_width=ARROW_WIDTH + more)
        line.attrib |= {"stroke-dasharray": "9 6"} if dashed and not more else {}
        add(group, "polygon", points=head, fill=stroke, stroke=stroke, stroke_width=more, stroke_linejoin="round")


def edge_point(place: Place, toward: Point) -> Point:
    """Where the way from the middle of a place to a point leaves it."""
    wide, tall = size_of(place) if place.outline else (2 * place.size, 2 * place.size)
    dx, dy = toward[0] - place.x, toward[1] - place.y
    part = min(wide / 2 / abs(dx) if dx else 1.0, tall / 2 / abs(dy) if dy else 1.0, 1.0)
    return place.x + dx * part, place.y + dy * part


def draw_plate(parent: ET.Element, at: Point, words: str, colour: str, mood: Mood) -> None:
    """A few words on a line."""
    wide, tall = width_of(words, PLATE) + PLATE, 1.45 * PLATE
    plate = {"x": at[0] - wide / 2, "y": at[1] - tall / 2, "width": wide, "height": tall, "rx": tall / 2}
    add(parent, "rect", **plate, fill=mood.panel, stroke=colour, stroke_width=2)
    write(parent, at[0], at[1], clean(words), PLATE, mood.text, 700, "middle")
