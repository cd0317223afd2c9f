"""The window: a head, the board, the panel beside it, a line that speaks, the keys. It shows a sitting."""

import re

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from quincunx.cli.terminal.board import Board
from quincunx.cli.terminal.look import THEMES, palette
from quincunx.cli.terminal.panels import Offers, Panel, about, layouts, scores, turn_line
from quincunx.cli.terminal.sitting import Sitting
from quincunx.cli.terminal.styles import CSS
from quincunx.cli.terminal.thinking import Thinking
from quincunx.engine.errors import QuincunxError
from quincunx.engine.scene import SeatStyle

DONE = ""
"""The offer to play what has been picked, where more could be picked."""


class Window(App[None]):
    """What is to be seen of a sitting. What the keys do stands in `app`."""

    CSS = CSS
    TITLE = "Quincunx"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.match = sitting.match
        self.cursor = ""
        self.wandering = False
        """Whether arrows visit everything, not only what can be picked."""
        self.overlay = ""
        self.message: Text | None = None
        self.thinking: Thinking | None = None
        """What a bot is thinking about, for its own turn or for a hint."""
        self.cited: str | None = None
        """The rule that was named last."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        """Head, board and panel, a line that speaks, the keys."""
        yield Static(id="head")
        with Horizontal(id="body"):
            yield Board(self.sitting.scene)
            yield Panel(id="panel")
        yield Static(id="message")
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Panels shrink, or stack under the board."""
        width, height = self.size
        self.set_class(width < 66, "stacked")
        self.set_class(66 <= width < 96, "narrow")
        self.set_class(width >= 125, "wide")
        self.set_class(height < 38, "low")
        self.set_class(height >= 38, "tall")
        self.call_after_refresh(self.show)

    @property
    def board(self) -> Board:
        """The board widget."""
        return self.screen_stack[0].query_one(Board)

    @property
    def panel(self) -> Panel:
        """What stands beside it."""
        return self.screen_stack[0].query_one(Panel)

    def say(self, words: str, look: str = "") -> None:
        """Says something in the message line; a rule's ID in it is remembered for the rulebook."""
        self.message = Text(words, look)
        for rule in re.findall(r"\b[A-Z]+-?\d+\b", words):
            if rule in self.match.game.rulebook.rules:
                self.cited = rule
                self.message.highlight_words([rule], Style(bold=True, reverse=True))
                break
        self._show_message()

    def refuse(self, error: Exception) -> None:
        """Says why something can't be done."""
        words = str(error) if isinstance(error, QuincunxError) else f"Something went wrong: {error!r}"
        self.say(words, palette(self.dark).danger)
        if self.cited and self.cited in words and self.message is not None:
            self.message.append("  (r: read the rule)", "none")
            self._show_message()

    @property
    def dark(self) -> bool:
        """Whether the room is dark."""
        return self.current_theme.dark

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Brings everything on the screen up to date."""
        sitting, scene = self.sitting, self.sitting.scene
        self.board.dark = self.dark
        self.board.show(scene, self._states(), [*sitting.offers, *sitting.path, *sitting.hint])
        head = Text(f" {scene.title}", "bold").append(f"   {' · '.join(self._in_head())}", "none")
        self.screen_stack[0].query_one("#head", Static).update(head)
        self._show_panel()
        self._show_message()

    def _states(self) -> dict[str, str]:
        """What is the matter with the things on the board, what matters most last."""
        sitting = self.sitting
        told = sitting.told()
        states: dict[str, str] = {}
        states |= {thing: "recent" for telling in (told[-1] if told else []) for thing in telling.about}
        states |= dict.fromkeys(sitting.leads(self.cursor), "leads")
        states |= dict.fromkeys(sitting.offers, "lit")
        states |= dict.fromkeys(sitting.hint, "hint")
        states |= dict.fromkeys(sitting.path, "picked")
        if self.cursor:
            states[self.cursor] = "cursor"
        for place, pieces in self.board.canvas.hidden.items():
            hidden = {states[piece] for piece in pieces if piece in states}
            if found := next((state for state in ("cursor", "picked", "hint", "lit") if state in hidden), None):
                states[place] = found if states.get(place) not in ("cursor", "picked") else states[place]
        for thing in sitting.scene.overlays.get(self.overlay, ()):
            states[thing] = f"{states.get(thing, '')}!"
        return states

    def _in_head(self) -> tuple[str, ...]:
        """The lines of status that fit beside the title; the panel shows the others."""
        status = self.sitting.scene.status
        room = self.size.width - len(self.sitting.scene.title) - 5
        fitting = [count for count in range(len(status) + 1) if len(" · ".join(status[:count])) <= room]
        return status[: fitting[-1]]

    def _show_panel(self) -> None:
        sitting, scene, panel = self.sitting, self.sitting.scene, self.panel
        wide = panel.scrollable_content_region.width or 30
        panel.line("turn", turn_line(*self._whose_turn(), wide))
        panel.line("prompt", Text(scene.prompt))
        warning = Style(color=palette(self.dark).note, bold=True)
        panel.line("banners", Text("\n".join(f"! {banner}" for banner in scene.banners), warning))
        panel.line("layouts", layouts(scene, self.dark, offered=sitting.offers))
        panel.query_one(Offers).show(self._offers(), self.cursor)
        panel.line("about", about(scene, self.cursor, self.dark))
        height, seats = self.size.height, len(scene.seats)
        facts = "all" if height >= 32 + 3 * seats else "turn" if height >= 29 + seats else "none"
        panel.line("scores", scores(scene, wide, facts=facts))
        shown = f"Overlay: {self.overlay}" if self.overlay else ""
        rest = scene.status[len(self._in_head()) :]
        between = "\n" if height >= 30 else " · "
        panel.line("status", Text(between.join(filter(None, (shown, *rest))), palette(self.dark).dim))
        panel.log_lines([sitting.opening(), *sitting.told()], self.dark)

    def _whose_turn(self) -> tuple[SeatStyle | None, str]:
        sitting, turn, styles = self.sitting, self.match.turn, self.sitting.scene.styles
        if sitting.step is not None:
            return None, f"Replay: move {sitting.step} of {len(self.match.line)}"
        if turn is None:
            return None, "The game is over"
        if turn in sitting.bots:
            return styles[turn], f"{self.match.name(turn)} is thinking …"
        return styles[turn], f"{self.match.name(turn)} to move"

    def _offers(self) -> list[tuple[str, str]]:
        """What can be picked, in words."""
        sitting = self.sitting
        offers = [(thing, self._offer_words(thing)) for thing in sitting.listed]
        line = sitting.complete()
        return [(DONE, f"That is all: {sitting.words(line)}"), *offers] if line else offers

    def _offer_words(self, thing: str) -> str:
        """A thing to pick; whose turn it is need not be said again."""
        label = self.sitting.scene.label(thing) or thing
        if self.match.turn is not None:
            label = label.removeprefix(f"{self.match.name(self.match.turn)}: ")
        place = self.sitting.place_of(thing)
        for item in (item for layout in self.sitting.scene.panels for item in layout.choices):
            if item.id == thing:
                return f"{item.label}: {item.note}"
        # In a narrow panel the end of a line is cut off: where a piece stands comes first.
        return f"{place}: {label.replace(f' on {place}', '', 1)}" if place else label

    def _show_message(self) -> None:
        text = self.message or Text(self._guidance(), palette(self.dark).dim)
        if self.thinking is not None and (told := self.thinking.told()):
            text = Text(f"{told}\n", palette(self.dark).note).append_text(text)
        for line in self.screen_stack[0].query("#message").results(Static):  # None is left while the window closes.
            line.update(text)

    def _guidance(self) -> str:
        """What the keys would do now."""
        sitting, scene = self.sitting, self.sitting.scene
        if sitting.step is not None:
            return "← → one move back or on, Home and End to the start or the end, Escape to the result."
        if not sitting.persons_turn:
            return "u takes your last move back, q saves and quits." if self.match.turn is not None else ""
        picked = "".join(f"{scene.label(thing) or thing} → " for thing in sitting.path)
        if self.cursor not in sitting.offers:
            if self.wandering:
                return "Looking around: Enter asks why this can't be picked, v ends it."
            return f"{picked}pick what is marked •." if picked else "Pick what is marked •."
        line = sitting.line_by(self.cursor)
        if line and not sitting.leads(self.cursor):
            return f"Enter: {sitting.words(line)}."
        ways = len(sitting.leads(self.cursor))
        on = "one way to go on" if ways == 1 else f"{ways} ways to go on"
        return f"{picked}{scene.label(self.cursor) or self.cursor}. Enter picks it: {on}, marked ◦."
