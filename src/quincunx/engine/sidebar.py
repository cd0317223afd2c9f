"""The column beside a board: title, players, what is asked, and what is laid out while it lasts."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from quincunx.engine.moods import Mood
from quincunx.engine.scene import Item, Panel, Scene, Seat, SeatStyle, Side, Track
from quincunx.engine.strokes import (
    NOBODY,
    ON_COLOUR,
    Symbols,
    add,
    clean,
    cross,
    plain,
    shortened,
    width_of,
    wrapped,
    write,
)

PANEL_WIDTH = 346.0
PANEL_PADDING = 22.0
PANEL_FOR_BOARD = 800.0
"""The size of a board beside which the panel is drawn in its own units."""
BESIDE_LETTER = 50.0
MOST_STEPS = 30
"""A track of no more steps than this shows each of them."""
MOST_CHOICES = 9
CELL = 36.0
"""The room of a thing in a panel."""


def draw_panel(scene: Scene, mood: Mood, symbols: Symbols) -> tuple[ET.Element | None, float, float]:
    """Title, status, players, banners and prompt in a column, with the column's width and height on the picture."""
    if not (scene.seats or scene.status or scene.banners or scene.prompt):
        return None, 0.0, 0.0
    column = Column(scene, mood, symbols)
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
        acting = next((scene.styles[seat.seat].colour for seat in scene.seats if seat.turn), mood.muted)
        column.box(scene.prompt, acting, mood.text, 400)
    for panel in scene.panels:
        column.panel(panel)
    tall = column.y + PANEL_PADDING - 6
    natural = (scene.width + scene.height) / 2 / PANEL_FOR_BOARD
    scale = max(min(natural, scene.height / tall), 0.8 * natural)
    return column.group, PANEL_WIDTH * scale, tall * scale


class Column:
    """Things written one under the other."""

    def __init__(self, scene: Scene, mood: Mood, symbols: Symbols) -> None:
        self.styles, self.mood, self.symbols = scene.styles, mood, symbols
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
        style, mood, top, left = self.styles[seat.seat], self.mood, self.y, PANEL_PADDING
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
        self.marks(seat, name, top)
        self.y = top + (36 if seat.tracks else 56)
        for track in seat.tracks:
            self.track(track, style)
        self.say((*(("out of the game",) if seat.out else ()), *seat.facts), 12.5, mood.muted, most=2)
        if seat.items:
            self.stock(seat.items)
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
            self.bar(start, top + 38, right - start, score / seat.goal, seat.gain / seat.goal, self.styles[seat.seat])
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

    # ------------------------------------------------------------ what a player has

    def marks(self, seat: Seat, name: str, top: float) -> None:
        """Symbols after the name."""
        x = PANEL_PADDING + BESIDE_LETTER + width_of(name, 18) + 16
        for i, mark in enumerate(seat.marks):
            self.symbols.draw(self.group, mark, x + 24 * i, top + 21, 22)

    def track(self, track: Track, style: SeatStyle) -> None:
        """A symbol, the steps, the number."""
        left, right, tall = PANEL_PADDING + BESIDE_LETTER, PANEL_PADDING + self.inner, 9.0
        group = add(self.group, "g", style=f"color:{self.mood.ink}")
        add(group, "title").text = clean(f"{track.name}: {track.value} of {track.most}")
        self.symbols.draw(group, track.symbol, left + 9, self.y + 10, 19, track.text)
        line = write(group, right, self.y + 10, str(track.value), 15, self.mood.text, 700, "end")
        add(line, "tspan", fill=self.mood.muted, font_size=11, font_weight="400").text = f"/{track.most}"
        start, end = left + 24, right - 48
        step = (end - start) / max(track.most, 1)
        count = track.most if track.most <= MOST_STEPS else 1
        share = track.value if count > 1 else track.value / max(track.most, 1)
        for i in range(count):
            wide = step * track.most / count
            cell = {"x": start + i * wide, "y": self.y + 10 - tall / 2, "width": wide - 1, "height": tall, "rx": 1.5}
            add(group, "rect", **cell, fill=style.colour if i < share else self.mood.groove)
        self.skip(21)

    def stock(self, items: Sequence[Item]) -> None:
        """A row of symbols with their numbers; what is not there is pale."""
        wide = min(self.inner / len(items), 48.0)
        self.skip(4)
        for i, item in enumerate(items):
            group = add(self.group, "g", style=f"--seat:{self.colour(item.owner)};color:{self.mood.ink}")
            add(group, "title").text = clean(item.label)
            x = PANEL_PADDING + wide * (i + 0.5)
            faint = add(group, "g", opacity=1.0 if item.count else 0.35)
            self.symbols.draw(faint, item.symbol, x, self.y + 14, 26, item.text)
            line = write(group, x, self.y + 35, str(item.count), 12.5, self.mood.text, 700, "middle")
            if item.note:
                add(line, "tspan", fill=self.mood.muted, font_size=10.5, font_weight="400").text = item.note
        self.skip(44)

    def colour(self, owner: int | None) -> str:
        """The colour of an owner."""
        return NOBODY.colour if owner is None else self.styles[owner].colour

    # ------------------------------------------------------------ panels

    def panel(self, panel: Panel) -> None:
        """A title over its sides, its choices and its lines."""
        self.skip(2)
        self.say([panel.title], 16, self.mood.text, 700, most=1)
        self.skip(5)
        if panel.sides:
            self.sides(panel.sides)
        for item in panel.choices[:MOST_CHOICES]:
            self.choice(item)
        if len(panel.choices) > MOST_CHOICES:
            self.say([f"and {len(panel.choices) - MOST_CHOICES} more"], 12.5, self.mood.muted)
        self.say(panel.lines, 13, self.mood.muted)
        self.skip(10)

    def sides(self, sides: Sequence[Side]) -> None:
        """One column each, on cards of the same height."""
        gap, top = 6.0, self.y
        wide = (self.inner + 20 - gap * (len(sides) - 1)) / len(sides)
        cards, ends = [], []
        for i, side in enumerate(sides):
            group = add(self.group, "g", style=f"--seat:{self.colour(side.owner)};color:{self.mood.ink}")
            left = PANEL_PADDING - 10 + i * (wide + gap)
            cards.append(add(group, "rect", x=left, y=top, width=wide, rx=8, fill=self.mood.card))
            if side.turn:
                cards[-1].attrib |= {"stroke": self.mood.accent, "stroke-width": "2"}
            add(group, "rect", x=left, y=top, width=wide, height=5, rx=2.5, fill=self.colour(side.owner))
            ends.append(self.side(group, side, left + 9, wide - 18))
        for card in cards:
            card.set("height", plain(max(ends) - top))
        self.y = max(ends) + 9

    def side(self, group: ET.Element, side: Side, left: float, wide: float) -> float:
        """A heading, numbers, things; returns where it ends."""
        y = self.y + 20
        write(group, left, y, shortened(clean(side.heading), 14, wide), 14, self.mood.text, 700)
        y += 3
        x = left + wide
        for name, value in side.figures:
            room = width_of(str(value), 19) + width_of(name, 11.5) + 16
            if x + room > left + wide:
                x, y = left, y + 22
            number = write(group, x, y, str(value), 19, self.mood.text, 700)
            add(number, "tspan", dx=5, fill=self.mood.muted, font_size=11.5, font_weight="400").text = clean(name)
            x += room
        y += 17
        in_row = max(1, int(wide / CELL))
        for i, item in enumerate(side.items):
            self.thing(group, item, left + CELL * (i % in_row + 0.5) - 3, y + CELL * (i // in_row + 0.5))
        return y + CELL * -(-len(side.items) // in_row) + (6 if side.items else 0)

    def thing(self, parent: ET.Element, item: Item, x: float, y: float) -> None:
        """A symbol with its number, crossed out if it is lost."""
        group = add(parent, "g")
        add(group, "title").text = clean(item.label)
        shown = add(group, "g", opacity=0.45) if item.crossed else group
        self.symbols.draw(shown, item.symbol, x, y, 29, item.text)
        if item.count > 1:
            add(group, "circle", cx=x + 12, cy=y + 10, r=8, fill=self.mood.disc, stroke=self.mood.ink, stroke_width=1.2)
            write(group, x + 12, y + 10, str(item.count), 11.5, self.mood.ink, 700, "middle")
        if item.crossed:
            cross(group, x, y, 10, self.mood.accent)

    def choice(self, item: Item) -> None:
        """One line: what can be chosen, and what would come of it; on two lines if it is long."""
        indent = 26.0 if item.symbol else 0.0
        group = add(self.group, "g", style=f"--seat:{self.colour(item.owner)};color:{self.mood.ink}")
        add(group, "title").text = clean(f"{item.label}: {item.note}")
        self.symbols.draw(group, item.symbol, PANEL_PADDING + 9, self.y + 10, 24, item.text if item.symbol else "")
        left, room = PANEL_PADDING + indent, self.inner - indent
        label = shortened(clean(item.label), 13, room)
        line = write(group, left, self.y + 10, label, 13, self.mood.text, 600)
        note = clean(item.note)
        if width_of(label, 13) + width_of(note, 12) <= room + 4:
            add(line, "tspan", dx=8, fill=self.mood.muted, font_size=12, font_weight="400").text = note
            self.skip(24)
            return
        self.skip(19)
        self.say([note], 12, self.mood.muted, most=2, indent=indent)
        self.skip(5)
