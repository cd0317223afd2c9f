"""A scene as one self-contained picture. Knows no game: it draws what the scene says, in the scene's mood."""

import hashlib
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from quincunx.engine.moods import Mood
from quincunx.engine.scene import SEAT_STYLES, Area, Link, Piece, Place, Scene, Seat, SeatStyle

Point = tuple[float, float]

FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"
NAMESPACE = "http://www.w3.org/2000/svg"
ON_COLOUR = "#0d1117"
"""Letters on a seat's colour: dark reads better than white on all six."""
NOBODY = SeatStyle("", "", "#9aa5b1", "")
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

FRAME = 24.0
"""How round the corners of the picture are."""
PANEL_WIDTH = 346.0
PANEL_PADDING = 22.0
PANEL_FOR_BOARD = 800.0
"""The size of a board beside which the panel is drawn in its own units."""
BESIDE_LETTER = 50.0
CORNER = 16.0
"""How far before a bend a link begins to turn."""
AREA_GAP = 7.0
STARS_PER_MILLION = 150


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
    panel, panel_width, panel_height = draw_panel(scene, mood)
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


# ---------------------------------------------------------------- elements


def plain(number: float) -> str:
    """A number as short as it can be written to a hundredth."""
    return f"{round(number, 2) + 0.0:g}" if abs(number) < 1000 else f"{round(number, 1):.6g}"


def clean(text: str) -> str:
    """Without the characters that XML forbids or that would turn the text around them."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Cn") and c not in BIDI_CONTROLS)


def add(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """A new element; `stroke_width` means stroke-width."""
    written = {key.replace("_", "-"): v if isinstance(v, str) else plain(v) for key, v in attributes.items()}
    return ET.SubElement(parent, tag, written)


def thing(parent: ET.Element, id: str, label: str, x: float, y: float, colour: str, ink: str) -> ET.Element:
    """The group of a place or piece, around its own middle."""
    group = add(parent, "g", data_id=clean(id), transform=f"translate({plain(x)} {plain(y)})")
    group.set("style", f"--seat:{colour};color:{ink}")
    add(group, "title").text = clean(label or id)
    return group


def write(
    parent: ET.Element, x: float, y: float, words: str, size: float, fill: str, weight: int = 400, anchor: str = "start"
) -> ET.Element:
    """One line of text whose middle is at y."""
    line = add(parent, "text", x=x, y=y + 0.35 * size, font_size=size, fill=fill)
    line.attrib |= {"font-weight": str(weight)} if weight != 400 else {}
    line.attrib |= {"text-anchor": anchor} if anchor != "start" else {}
    line.text = clean(words)
    return line


def width_of(text: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow."""
    ems = 0.0
    for c in text:
        if unicodedata.combining(c):
            continue
        if unicodedata.east_asian_width(c) in "WF":
            ems += 1.0
        elif c in "MW@%—…":
            ems += 1.05
        elif c in "mw":
            ems += 0.9
        elif c in " .,:;'|!()[]/ijltfr1I":
            ems += 0.36
        else:
            ems += 0.7 if c.isupper() else 0.58
    return ems * size


def shortened(text: str, size: float, width: float) -> str:
    """The text, or its beginning and an ellipsis if it is too wide.

    >>> shortened("Maximiliane of Habsburg", 10, 70)
    'Maximilian…'
    """
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in lines, the last of them shortened if there would be too many.

    >>> wrapped("Ann has two actions: move or attack", 10, 110, 2)
    ['Ann has two actions:', 'move or attack']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [shortened(line, size, width) for line in lines]


@lru_cache
def art_of(art: Path) -> tuple[str, dict[str, ET.Element]]:
    """The symbols of an art file by their ids, and a name for the file that keeps ids apart on one page."""
    source = art.read_bytes()
    found = {}
    for symbol in ET.fromstring(source).iter(f"{{{NAMESPACE}}}symbol"):
        for part in symbol.iter():
            part.tag = part.tag.removeprefix(f"{{{NAMESPACE}}}")
            part.text = part.tail = None
        found[symbol.get("id", "")] = symbol
    return f"q{hashlib.blake2b(source, digest_size=3).hexdigest()}", found


class Symbols:
    """The art of a game, and which of it was used."""

    def __init__(self, art: Path | None, mood: Mood) -> None:
        self.mood = mood
        self.prefix, self.art = ("", {}) if art is None else art_of(art)
        self.names: set[str] = set()

    def draw(self, parent: ET.Element, name: str, x: float, y: float, side: float, instead: str = "") -> None:
        """A symbol in a square around (x, y); a few characters instead where the art has none."""
        if name in self.art:
            self.names.add(name)
            corner = {"x": x - side / 2, "y": y - side / 2}
            add(parent, "use", href=f"#{self.prefix}-{name}", **corner, width=side, height=side)
        elif instead:
            size = min(0.6 * side, 1.2 * side / len(instead))
            write(parent, x, y, instead, size, self.mood.ink, 700, "middle")

    def used(self) -> ET.Element:
        """Their definitions."""
        defs = ET.Element("defs")
        for name in sorted(self.names):
            symbol = deepcopy(self.art[name])
            symbol.set("id", f"{self.prefix}-{name}")
            defs.append(symbol)
        return defs


# ---------------------------------------------------------------- the board


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
    taken = {piece.place for piece in scene.pieces}
    for place in scene.places:
        draw_place(parent, place, place.id in taken, mood, symbols)
    for piece in scene.pieces:
        draw_piece(parent, piece, mood, symbols)
    for place in scene.places:
        if place.note:
            draw_note(parent, place, mood)


def draw_stars(parent: ET.Element, mood: Mood, width: float, height: float) -> None:
    """Specks spread evenly but without a pattern, always the same."""
    if not mood.stars:
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


def draw_place(parent: ET.Element, place: Place, taken: bool, mood: Mood, symbols: Symbols) -> None:
    """A disc with its sign and name: large, or small at its foot when pieces stand there."""
    seat = NOBODY if place.owner is None else SEAT_STYLES[place.owner]
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


def draw_piece(parent: ET.Element, piece: Piece, mood: Mood, symbols: Symbols) -> None:
    """A figure on its stand; the stand tells the seat by colour and letter and carries the marks."""
    seat = NOBODY if piece.owner is None else SEAT_STYLES[piece.owner]
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
    size = 0.28 * place.size
    words = shortened(clean(place.note), size, 1.9 * place.size)
    wide, tall = width_of(words, size) + size, 1.3 * size
    group = add(parent, "g", transform=f"translate({plain(place.x)} {plain(place.y + place.size + 2)})")
    add(group, "title").text = clean(place.label or place.note)
    plate = {"x": -wide / 2, "y": -tall / 2, "width": wide, "height": tall, "rx": tall / 2}
    add(group, "rect", **plate, fill=mood.ground, stroke=mood.worth, stroke_width=1)
    write(group, 0, 0, words, size, mood.text, 600, "middle")


# ---------------------------------------------------------------- the panel


def draw_panel(scene: Scene, mood: Mood) -> tuple[ET.Element | None, float, float]:
    """Title, status, players, banners and prompt in a column, with the column's width and height on the picture."""
    if not (scene.seats or scene.status or scene.banners or scene.prompt):
        return None, 0.0, 0.0
    column = Column(mood)
    column.say([scene.title], 21, mood.text, 700, most=2)
    column.skip(5)
    column.say(scene.status, 14, mood.muted, most=2)
    column.skip(16)
    for seat in scene.seats:
        column.player(seat)
    column.skip(12)
    for banner in scene.banners:
        column.box(banner, mood.accent, mood.accent, 600)
    if scene.prompt:
        acting = next((SEAT_STYLES[seat.seat].colour for seat in scene.seats if seat.turn), mood.muted)
        column.box(scene.prompt, acting, mood.text, 400)
    tall = column.y + PANEL_PADDING - 6
    natural = (scene.width + scene.height) / 2 / PANEL_FOR_BOARD
    scale = max(min(natural, scene.height / tall), 0.8 * natural)
    return column.group, PANEL_WIDTH * scale, tall * scale


class Column:
    """Things written one under the other."""

    def __init__(self, mood: Mood) -> None:
        self.mood = mood
        self.group = ET.Element("g")
        self.y = PANEL_PADDING + 6
        self.inner = PANEL_WIDTH - 2 * PANEL_PADDING - 8

    def skip(self, distance: float) -> None:
        """Leaves space."""
        self.y += distance

    def say(
        self, texts: Sequence[str], size: float, fill: str, weight: int = 400, most: int = 3, indent: float = 0.0
    ) -> None:
        """Texts, each on lines of its own."""
        for text in texts:
            for line in wrapped(clean(text), size, self.inner - indent, most):
                write(self.group, PANEL_PADDING + indent, self.y + 0.65 * size, line, size, fill, weight)
                self.y += 1.35 * size

    def box(self, text: str, colour: str, fill: str, weight: int) -> None:
        """A sentence beside a coloured bar."""
        top = self.y
        self.skip(2)
        self.say([text], 15, fill, weight, most=4, indent=16)
        add(self.group, "rect", x=PANEL_PADDING, y=top, width=5, height=self.y - top, rx=2.5, fill=colour)
        self.skip(14)

    def player(self, seat: Seat) -> None:
        """Letter, name, score and bar, facts."""
        style, mood, top, left = SEAT_STYLES[seat.seat], self.mood, self.y, PANEL_PADDING
        group = self.group = add(outer := self.group, "g")
        group.attrib |= {"opacity": "0.45"} if seat.out else {}
        add(group, "title").text = clean(f"{seat.name} ({style.name}){', to move' if seat.turn else ''}")
        card = add(group, "rect", x=left - 10, y=top, width=self.inner + 20, rx=10, fill=mood.card)
        disc = {"cx": left + 19, "cy": top + 30}
        add(group, "circle", **disc, r=15.5, fill=style.colour)
        ring = add(group, "circle", **disc, r=19, fill="none", stroke=style.colour, stroke_width=2.5)
        ring.attrib |= {"stroke-dasharray": style.pattern} if style.pattern else {}
        write(group, left + 19, top + 30, style.letter, 18, ON_COLOUR, 800, "middle")
        taken = self.score(seat, top) if seat.score is not None else 0.0
        name = shortened(clean(seat.name), 18, self.inner - BESIDE_LETTER - taken)
        write(group, left + BESIDE_LETTER, top + 21, name, 18, mood.text, 700 if seat.turn else 600)
        self.y = top + 56
        self.say((*(("out of the game",) if seat.out else ()), *seat.facts), 12.5, mood.muted, most=2)
        self.skip(9)
        if seat.turn:
            card.set("height", plain(self.y - top))
        else:
            group.remove(card)
        self.group = outer
        self.skip(4)

    def score(self, seat: Seat, top: float) -> float:
        """Score, projected gain and goal, with the bar under them; returns the width that the numbers take."""
        score, right = seat.score or 0, PANEL_PADDING + self.inner
        gain = f" {seat.gain:+}" if seat.gain else ""
        goal = f" / {seat.goal}" if seat.goal else ""
        line = write(self.group, right, top + 21, str(score), 20, self.mood.text, 700, "end")
        for words, fill in ((gain, self.mood.accent), (goal, self.mood.muted)):
            if words:
                add(line, "tspan", fill=fill, font_size=14, font_weight="600").text = words
        if seat.goal:
            start = PANEL_PADDING + BESIDE_LETTER
            self.bar(start, top + 38, right - start, score / seat.goal, seat.gain / seat.goal, SEAT_STYLES[seat.seat])
        return width_of(str(score), 20) + width_of(gain + goal, 14) + 8

    def bar(self, x: float, y: float, width: float, have: float, gain: float, style: SeatStyle) -> None:
        """How far the goal is; the projected part is paler."""
        have = min(max(have, 0.0), 1.0)
        hope = min(max(have + gain, 0.0), 1.0)
        parts = ((1.0, self.mood.groove, 1.0), (hope, style.colour, 0.45), (have, style.colour, 1.0))
        for part, colour, opacity in parts:
            if part > 0:
                shape = {"x": x, "y": y, "width": max(part * width, 7), "height": 7, "rx": 3.5}
                add(self.group, "rect", **shape, fill=colour, fill_opacity=opacity)
