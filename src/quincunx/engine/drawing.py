"""A scene as one self-contained picture. Knows no game: it draws what the scene says, in the scene's mood."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from quincunx.engine.cards import draw_arrows, draw_card, draw_on_card, draw_slot
from quincunx.engine.moods import Mood
from quincunx.engine.scene import Area, Link, Piece, Place, Scene, SeatStyle
from quincunx.engine.sidebar import PANEL_WIDTH, draw_panel
from quincunx.engine.strokes import (
    NAMESPACE,
    NOBODY,
    ON_COLOUR,
    Symbols,
    add,
    clean,
    cross,
    plain,
    shortened,
    thing,
    width_of,
    write,
)

Point = tuple[float, float]

FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"
FRAME = 24.0
"""How round the corners of the picture are."""
CORNER = 16.0
"""How far before a bend a link begins to turn."""
AREA_GAP = 7.0
STARS_PER_MILLION = 150
MOST_UNDER = 3
"""So many of the covered pieces of a stack show behind its top."""
GLOWS: tuple[dict[str, str | float], ...] = (
    {"part": 0.9, "fill_opacity": 0.13, "stroke_opacity": 0.7, "stroke_width": 1.6},
    {"part": 0.83, "fill_opacity": 0.0, "stroke_width": 2.2, "stroke_dasharray": "2 5", "stroke_linecap": "round"},
    {"part": 0.9, "fill_opacity": 0.2, "stroke_width": 3.5},
)
"""The edges of tiles in overlays, in the order in which the scene shows them."""
NOTE_ON_TILE = 0.77
"""Where a tile's note is: in parts of its size, under its middle."""
SLOT = "slot"
"""The kind of a tile that is only room for a card."""


def svg(scene: Scene, art: Path | None) -> str:
    """The scene as SVG: the same bytes for the same scene, nothing loaded from elsewhere.

    >>> import quincunx
    >>> game = quincunx.new("vanagloria", players=2, seed=7)
    >>> svg(game.scene(), game.game.art)[:46]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBo'
    """
    mood = scene.mood
    symbols = Symbols(art, mood)
    board = ET.Element("g")
    draw_board(board, scene, mood, symbols)
    panel, panel_width, panel_height = draw_panel(scene, mood, symbols)
    width, height = scene.width + panel_width, max(scene.height, panel_height)

    root = ET.Element("svg", {"xmlns": NAMESPACE, "viewBox": f"0 0 {plain(width)} {plain(height)}"})
    root.attrib |= {"width": plain(width), "height": plain(height), "style": "max-width:100%;height:auto"}
    root.attrib |= {"role": "img", "aria-label": clean(f"{scene.title}. {scene.prompt}".strip())}
    root.attrib |= {"font-family": FONT, "font-size": "14", "text-rendering": "geometricPrecision"}
    add(root, "title").text = clean(scene.title)
    root.append(symbols.used())
    add(root, "rect", width=width, height=height, rx=FRAME, fill=mood.ground)
    draw_stars(root, mood, scene.width, height)
    board.set("transform", f"translate(0 {plain((height - scene.height) / 2)})")
    root.append(board)
    if panel is not None:
        inset = {"y": FRAME / 2, "height": height - FRAME, "rx": FRAME / 2}
        add(root, "rect", x=scene.width, width=panel_width - FRAME / 2, **inset, fill=mood.panel)
        panel.set("transform", f"translate({plain(scene.width)} 0) scale({plain(panel_width / PANEL_WIDTH)})")
        root.append(panel)
    return ET.tostring(root, encoding="unicode") + "\n"


def draw_board(parent: ET.Element, scene: Scene, mood: Mood, symbols: Symbols) -> None:
    """Areas, links, places, pieces and, in front of them all, notes."""
    for area in scene.areas:
        draw_area(parent, area, mood)
    roads = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    edges = add(parent, "g", stroke=mood.link_edge, stroke_width=mood.link_width + 5, **roads)
    floors = add(parent, "g", stroke=mood.link, stroke_width=mood.link_width, **roads)
    for link in scene.links:
        for layer in (edges, floors):
            add(layer, "path", d=course(link))
    taken = {piece.place for piece in scene.pieces if not piece.fixed}
    tiles = {place.id for place in scene.places if place.outline}
    cards = {place.id for place in scene.places if place.card}
    for place in scene.places:
        seat = style_of(scene, place.owner)
        if place.outline:
            glows = [i for i, name in enumerate(scene.shown) if place.id in scene.overlays.get(name, ())]
            if place.card:
                draw_card(parent, place, place.card, seat, glows, mood, symbols)
            else:
                (draw_slot if place.kind == SLOT else draw_tile)(parent, place, seat, glows, mood, symbols)
        else:
            draw_place(parent, place, place.id in taken, seat, mood, symbols)
    for piece in scene.pieces:
        seat = style_of(scene, piece.owner)
        if piece.fixed:
            draw_fixed(parent, piece, piece.place in taken, seat, mood, symbols)
        elif piece.place in cards:
            draw_on_card(parent, piece, seat, mood, symbols)
        else:
            (draw_token if piece.place in tiles else draw_piece)(parent, piece, seat, mood, symbols)
    draw_arrows(parent, scene, mood)
    for place in scene.places:
        if place.note and not place.card:
            draw_note(parent, place, mood)


def style_of(scene: Scene, owner: int | None) -> SeatStyle:
    """How the owner of something is told apart."""
    return NOBODY if owner is None else scene.styles[owner]


def draw_stars(parent: ET.Element, mood: Mood, width: float, height: float) -> None:
    """Specks spread evenly but without a pattern, always the same."""
    if not mood.stars or mood.grain != "stars":
        return
    many = int(width * height * STARS_PER_MILLION / 1e6)
    for size, first in ((1.4, 0), (2.4, 1)):
        step = 1 if first == 0 else 5
        dots = ((i * 0.7548776662 % 1 * width, i * 0.5698402910 % 1 * height) for i in range(first, many, step))
        d = "".join(f"M{x:.0f} {y:.0f}h0" for x, y in dots)
        add(parent, "path", d=d, stroke=mood.stars, stroke_width=size, stroke_linecap="round", opacity=0.45)


def draw_area(parent: ET.Element, area: Area, mood: Mood) -> None:
    """A tile, a little smaller than its outline so that neighbours can be told apart."""
    x = sum(x for x, _ in area.points) / len(area.points)
    y = sum(y for _, y in area.points) / len(area.points)
    corners = []
    for px, py in area.points:
        keep = 1 - AREA_GAP / max(AREA_GAP, ((px - x) ** 2 + (py - y) ** 2) ** 0.5)
        corners.append((x + (px - x) * keep, y + (py - y) * keep))
    outline = " ".join(f"{plain(px)},{plain(py)}" for px, py in corners)
    group = add(parent, "g", data_id=clean(area.id))
    for colour, width in ((mood.area_edge, 10), (mood.area, 7)):
        shape = add(group, "polygon", points=outline, fill=colour, stroke=colour, stroke_width=width)
        shape.set("stroke-linejoin", "round")
    if area.label:
        left, top = min(corners, key=lambda corner: corner[0] + corner[1])
        write(group, left + 9, top + 14, area.label, 17, mood.muted, 600).set("opacity", "0.75")


def course(link: Link) -> str:
    """The line of a link, its bends rounded."""
    points = link.points
    parts = [f"M{plain(points[0][0])} {plain(points[0][1])}"]
    for before, bend, after in zip(points, points[1:], points[2:], strict=False):
        (ax, ay), (bx, by) = toward(bend, before), toward(bend, after)
        parts.append(f"L{plain(ax)} {plain(ay)}Q{plain(bend[0])} {plain(bend[1])} {plain(bx)} {plain(by)}")
    parts.append(f"L{plain(points[-1][0])} {plain(points[-1][1])}")
    return "".join(parts)


def toward(bend: Point, other: Point) -> Point:
    """The point where the turn at a bend begins."""
    dx, dy = other[0] - bend[0], other[1] - bend[1]
    length = (dx * dx + dy * dy) ** 0.5
    part = min(CORNER / length, 0.5) if length else 0.0
    return bend[0] + dx * part, bend[1] + dy * part


def draw_tile(
    parent: ET.Element, place: Place, seat: SeatStyle, glows: Sequence[int], mood: Mood, symbols: Symbols
) -> None:
    """A piece of the map with its name at the top and its sign in the middle; an owner is told by the edge."""
    group = thing(parent, place.id, place.label, place.x, place.y, seat.colour, mood.ink)
    corners = [(x - place.x, y - place.y) for x, y in place.outline]
    top = min(y for _, y in corners)

    def edge(part: str | float, **look: str | float) -> ET.Element:
        points = " ".join(f"{plain(x * float(part))},{plain(y * float(part))}" for x, y in corners)
        return add(group, "polygon", points=points, stroke_linejoin="round", **look)

    edge(1, fill=mood.area, fill_opacity=0.62, stroke=mood.area_edge, stroke_width=1.2)
    if place.owner is not None:
        ring = edge(0.92, fill=seat.colour, fill_opacity=0.16, stroke=seat.colour, stroke_width=2.5)
        ring.attrib |= {"stroke-dasharray": seat.pattern} if seat.pattern else {}
    for glow in glows:
        edge(**GLOWS[min(glow, len(GLOWS) - 1)] | {"stroke": mood.accent}, fill=mood.text)
    symbols.draw(group, place.symbol, 0, 0, 1.3 * place.size, place.mark)
    name = write(group, 0, 0.7 * top, place.caption or place.id, 0.235 * place.size, mood.muted, 600, "middle")
    name.attrib |= {"stroke": mood.ground, "stroke-width": "3", "paint-order": "stroke"}


def draw_place(parent: ET.Element, place: Place, taken: bool, seat: SeatStyle, mood: Mood, symbols: Symbols) -> None:
    """A disc with its sign and name: large, or small at its foot when pieces stand there."""
    group = thing(parent, place.id, place.label, place.x, place.y, seat.colour, mood.ink)
    if place.kind == "unused":
        group.set("opacity", "0.4")
    radius = place.size
    add(group, "circle", cy=3, r=radius + 1.5, fill="#000", fill_opacity=0.25)
    rim = mood.worth if place.note else mood.rim
    if place.owner is None:
        add(group, "circle", r=radius, fill=rim)
    else:
        add(group, "circle", r=radius + 2, fill=mood.ground)
        ring = add(group, "circle", r=radius - 1, fill="none", stroke=seat.colour, stroke_width=6)
        if seat.pattern:
            ring.set("stroke-dasharray", " ".join(plain(float(n) * 1.5) for n in seat.pattern.split()))
    add(group, "circle", r=radius - 4, fill=mood.disc)
    if taken:
        sign, size = 0.4 * radius, 0.22 * radius
        wide = sign + 3 + width_of(place.id, size)
        symbols.draw(group, place.symbol, (sign - wide) / 2, 0.6 * radius, sign, place.mark)
        write(group, sign + 3 - wide / 2, 0.6 * radius, place.id, size, mood.ink, 600)
    else:
        symbols.draw(group, place.symbol, 0, -0.12 * radius, radius, place.mark)
        write(group, 0, 0.6 * radius, place.id, 0.25 * radius, mood.ink, 600, "middle")


def draw_fixed(parent: ET.Element, piece: Piece, taken: bool, seat: SeatStyle, mood: Mood, symbols: Symbols) -> None:
    """What stands behind the others of its place: pale, so that they can be read."""
    group = thing(parent, piece.id, piece.label, piece.x, piece.y, seat.colour, mood.ink)
    group.attrib |= {"opacity": "0.4"} if taken else {}
    symbols.draw(group, piece.symbol, 0, 0, 2 * piece.size, piece.text)


def draw_token(parent: ET.Element, piece: Piece, seat: SeatStyle, mood: Mood, symbols: Symbols) -> None:
    """A figure on a tile; its plate tells the seat and how many there are. Behind it is what it covers."""
    group = thing(parent, piece.id, piece.label, piece.x, piece.y, seat.colour, mood.ink)
    size = piece.size
    if piece.spent or piece.crossed:
        add(group, "circle", r=0.95 * size, fill=mood.ground, fill_opacity=0.6)
    shown = add(group, "g", opacity=0.5) if piece.spent or piece.crossed else group
    covered = min(piece.count - 1, MOST_UNDER) if piece.under else 0
    for i in range(covered, 0, -1):
        symbols.draw(shown, piece.under, 0.24 * size * i, -0.14 * size * i - 0.12 * size, 1.3 * size)
    if mood.chits and seat.letter:
        chit = {"x": -0.94 * size, "y": -1.02 * size, "width": 1.88 * size, "height": 1.88 * size, "rx": 0.26 * size}
        add(shown, "rect", **chit, fill=mood.disc, stroke=seat.colour, stroke_width=0.14 * size)
    symbols.draw(shown, piece.symbol, 0, -0.16 * size, (1.5 if mood.chits else 1.74) * size, piece.text)
    words = f"{seat.letter}{piece.count if piece.count > 1 else ''}"
    if words:
        letters, tall = 0.64 * size, 0.66 * size
        wide = max(width_of(words, letters) + 0.3 * size, 0.84 * size)
        plate = {"x": -wide / 2, "y": 0.36 * size, "width": wide, "height": tall, "rx": 0.18 * size}
        add(shown, "rect", **plate, fill=seat.colour, stroke=mood.ink, stroke_width=0.08 * size)
        write(shown, 0, 0.36 * size + tall / 2, words, letters, ON_COLOUR, 800, "middle")
    if piece.crossed:
        cross(group, 0, -0.06 * size, 0.7 * size, mood.accent)


def draw_piece(parent: ET.Element, piece: Piece, seat: SeatStyle, mood: Mood, symbols: Symbols) -> None:
    """A figure on its stand; the stand tells the seat by colour and letter and carries the marks."""
    group = thing(parent, piece.id, piece.label, piece.x, piece.y, seat.colour, mood.ink)
    group.attrib |= {"opacity": "0.45"} if piece.spent else {}
    size = piece.size
    signs = [*([seat.letter] if seat.letter else []), *piece.marks]
    if signs:
        wide, tall, top = size * max(0.72 * len(signs), 1.1), 0.62 * size, 0.36 * size
        stand = {"x": -wide / 2, "y": top, "width": wide, "height": tall, "rx": 0.2 * size}
        symbols.draw(group, piece.symbol, 0, -0.3 * size, 1.44 * size, piece.text)
        add(group, "rect", **stand, fill=seat.colour, stroke=mood.ink, stroke_width=0.09 * size)
        for i, sign in enumerate(signs):
            x = (i - (len(signs) - 1) / 2) * 0.66 * size
            if i == 0 and seat.letter:
                write(group, x, top + tall / 2, sign, 0.62 * size, ON_COLOUR, 800, "middle")
            else:
                symbols.draw(group, sign, x, top + tall / 2, 0.56 * size)
    else:
        symbols.draw(group, piece.symbol, 0, 0, 1.9 * size, piece.text)
    if piece.count > 1:
        x, y, radius = 0.68 * size, -0.7 * size, 0.42 * size
        add(group, "circle", cx=x, cy=y, r=radius, fill=mood.ink, stroke=mood.disc, stroke_width=0.08 * size)
        digits = 0.6 if piece.count < 10 else 0.46
        write(group, x, y, str(piece.count), digits * size, mood.disc, 700, "middle")


def draw_note(parent: ET.Element, place: Place, mood: Mood) -> None:
    """A small plate on the rim of a place."""
    size = (0.25 if place.outline else 0.28) * place.size
    words = shortened(clean(place.note), size, 1.9 * place.size)
    wide, tall = width_of(words, size) + size, 1.3 * size
    foot = place.y + (NOTE_ON_TILE * place.size if place.outline else place.size + 2)
    group = add(parent, "g", transform=f"translate({plain(place.x)} {plain(foot)})")
    add(group, "title").text = clean(place.label or place.note)
    plate = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall, "rx": tall / 2}
    add(group, "rect", **plate, fill=mood.ground, stroke=mood.worth, stroke_width=1)
    write(group, 0, 0, words, size, mood.text, 600, "middle")
