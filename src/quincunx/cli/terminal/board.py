"""The board: draws the canvas of a scene, shows what can be picked, and says what was picked."""

import math
from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from quincunx.cli.terminal.look import paint, palette
from quincunx.engine.canvas import Canvas, draw
from quincunx.engine.plan import SHAPES, plan
from quincunx.engine.scene import Scene

STEP = 1.25
"""One step nearer or farther."""


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """A scene that can be walked over and picked from. It moves under the window where it is larger."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go('up')", "walk", show=False),
        Binding("down", "go('down')", "walk", show=False),
        Binding("left", "go('left')", "walk", show=False),
        Binding("right", "go('right')", "walk", show=False),
        Binding("tab", "app.cycle(1)", show=False),
        Binding("shift+tab", "app.cycle(-1)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("ctrl+up", "scroll_up", show=False),
        Binding("ctrl+down", "scroll_down", show=False),
        Binding("ctrl+left", "scroll_left", show=False),
        Binding("ctrl+right", "scroll_right", show=False),
        Binding("plus,equals_sign", "nearer(1)", "nearer", show=False),
        Binding("minus", "nearer(-1)", "farther", show=False),
    ]

    class Go(Message):
        """An arrow key."""

        def __init__(self, way: str) -> None:
            super().__init__()
            self.way = way

    class Chosen(Message):
        """A thing was picked, with the keyboard (None: what the cursor is on) or the mouse."""

        def __init__(self, thing: str | None) -> None:
            super().__init__()
            self.thing = thing

    dark: reactive[bool] = reactive(True)

    def __init__(self, scene: Scene) -> None:
        super().__init__(id="board")
        self.scene = scene
        self.states: dict[str, str] = {}
        self.nearness = 0
        self.canvas = Canvas(1, 1)
        self._first: frozenset[str] = frozenset()

    # ------------------------------------------------------------ showing

    def show(self, scene: Scene, states: Mapping[str, str], first: Collection[str] = ()) -> None:
        """Shows a scene; `states` says what is the matter with which thing, `first` who must not be hidden."""
        redraw = scene is not self.scene or frozenset(first) != self._first
        self.scene, self.states, self._first = scene, dict(states), frozenset(first)
        if redraw:
            self.draw()
        else:
            self.refresh()

    def draw(self) -> None:
        """Draws the scene to fit the window, or as small as can be read."""
        room = self.container_size
        if not room.width or not room.height:
            return
        at = plan(self.scene, room.width, room.height, zoom=STEP**self.nearness)
        self.canvas = draw(self.scene, at, first=self._first)
        self.virtual_size = Size(at.columns, at.rows)
        self.refresh()

    def on_resize(self) -> None:
        """Fits the board anew."""
        self.draw()

    def watch_dark(self) -> None:
        """Paints in other colours."""
        self.styles.background = palette(self.dark).paper
        self.refresh()

    @property
    def margins(self) -> tuple[int, int]:
        """Rows above and columns left of a board that is smaller than the window."""
        room = self.scrollable_content_region.size
        return max(0, (room.height - self.canvas.rows) // 2), max(0, (room.width - self.canvas.columns) // 2)

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        width = self.scrollable_content_region.width
        blank = Style(bgcolor=palette(self.dark).paper)
        above, left = self.margins
        row = y - above + round(self.scroll_y)
        if not 0 <= row < self.canvas.rows:
            return Strip.blank(width, blank)
        segments = [Segment(" " * left, blank)]
        text, now = "", blank
        for cell in self.canvas.row(row):
            char, ink = paint(cell, self.states.get(cell.thing, ""), self.scene.styles, self.dark)
            if ink is not now:
                segments.append(Segment(text, now))
                text, now = "", ink
            text += char
        strip = Strip([*segments, Segment(text, now)])
        start = round(self.scroll_x)
        return strip.crop_extend(start, start + width, blank)

    # ------------------------------------------------------------ walking

    def shown_as(self, thing: str) -> str:
        """The thing itself, or the place of a piece for which there was no room."""
        return next((place for place, hidden in self.canvas.hidden.items() if thing in hidden), thing)

    def spot(self, thing: str) -> tuple[float, float] | None:
        """The middle of a thing: row and column."""
        if thing not in self.canvas.spots:
            return None
        row, first, last = self.canvas.spots[thing]
        return row, (first + last) / 2

    def nearest(self, start: str, way: str, among: Collection[str]) -> str | None:
        """The thing that lies next in a direction."""
        here = self.spot(self.shown_as(start)) or (self.canvas.rows / 2, self.canvas.columns / 2)
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[way]
        best: tuple[float, str] | None = None
        for thing in among:
            there = self.spot(thing)
            if thing in (start, self.shown_as(start)) or there is None:
                continue
            below, beside = (there[0] - here[0]) * SHAPES[0], there[1] - here[1]
            ahead, aside = below * down + beside * right, abs(below * right) + abs(beside * down)
            if ahead > 0.5 and aside <= 3 * ahead:
                cost = math.hypot(ahead, 2 * aside)
                best = min(best or (cost, thing), (cost, thing))
        return best[1] if best else None

    def follow(self, thing: str) -> None:
        """Moves the window so that a thing is in it, with some of what is around it."""
        thing = self.shown_as(thing)
        if thing in self.canvas.spots:
            row, first, last = self.canvas.spots[thing]
            around = Region(first - 12, row - 4, last - first + 25, 9)
            inside = around.intersection(Region(0, 0, self.canvas.columns, self.canvas.rows))
            self.scroll_to_region(inside, animate=False, force=True)

    def action_go(self, way: str) -> None:
        """An arrow key."""
        self.post_message(self.Go(way))

    def action_choose(self) -> None:
        """Picks what the cursor is on."""
        self.post_message(self.Chosen(None))

    def action_nearer(self, steps: int) -> None:
        """Draws larger or smaller."""
        self.nearness = min(max(self.nearness + steps, -3), 5)
        self.draw()

    # ------------------------------------------------------------ the mouse

    def thing_at(self, x: int, y: int) -> str:
        """What is under a point of the window."""
        above, left = self.margins
        return self.canvas.at((y - above + round(self.scroll_y), x - left + round(self.scroll_x))).thing

    def on_click(self, event: events.Click) -> None:
        """Picks what is under the mouse."""
        if thing := self.thing_at(event.x, event.y):
            self.post_message(self.Chosen(thing))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Says what is under the mouse."""
        thing = self.thing_at(event.x, event.y)
        self.tooltip = Text(self.scene.label(thing) or thing) if thing else None
