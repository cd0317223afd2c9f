"""Screens over the table: help, rulebook, all moves, a question, the curtain, the log, the result."""

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from quincunx.cli.terminal.look import MARKS, chip
from quincunx.cli.terminal.panels import happenings, turn_line
from quincunx.engine.game import Telling
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.scene import Scene, SeatStyle

KEYS = (
    ("← ↑ → ↓", "walk between the things that can be picked"),
    ("v", "walk over everything instead, to look at it or to ask why it can't be picked"),
    ("Tab, Shift+Tab", "the next offer, the one before"),
    ("Enter, Space", "pick it; a complete pick plays the move"),
    ("Escape", "one pick back"),
    ("1 to 9", "pick one of the first nine offers"),
    ("/", "all legal moves in words; type to search"),
    ("c", "commands: what you may do at any time, where the game has some"),
    ("mouse", "click anything; the wheel moves a large board"),
    ("u", "take back your last move, and what bots did since"),
    ("h", "a hint from the strongest bot, after a second (it never plays for you)"),
    ("o", "overlays: what the game can show on the board"),
    ("r", "the rulebook, at the rule that was cited last"),
    ("l", "the whole log"),
    ("← →, Home, End", "when it is over: watch the game again, step by step"),
    ("s", "save now (every move is saved by itself, too)"),
    ("t", "light or dark"),
    ("+ and -", "a larger or smaller board; Ctrl and arrows move it"),
    ("q", "quit; the game is saved"),
)


class Page(ModalScreen[None]):
    """A page to read; any of its keys puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space", "dismiss", "back to the table")]

    def __init__(self, title: str, *parts: Text | Table) -> None:
        super().__init__()
        self._title = title
        self._parts = parts

    def compose(self) -> ComposeResult:
        """A frame with a title, and the parts under each other."""
        with Vertical(classes="frame page") as frame:
            frame.border_title = self._title
            frame.border_subtitle = "Escape: back to the table"
            with VerticalScroll():
                for part in self._parts:
                    yield Static(part, classes="part")

    def on_mount(self) -> None:
        """The keyboard scrolls the page."""
        self.query_one(VerticalScroll).focus()


def help_page(scene: Scene, commitment: str) -> Page:
    """The keys, the marks, what the letters on this board mean, and the seal on the game's chance."""
    keys = Table.grid(padding=(0, 2))
    for key, what in KEYS:
        keys.add_row(Text(key, "bold"), what)
    marks = Table.grid(padding=(0, 2))
    meanings = {
        "lit": "can be picked now",
        "cursor": "the cursor is here",
        "picked": "has been picked",
        "leads": "what the thing under the cursor leads to",
        "hint": "a hint",
        "overlay": "part of the overlay that is shown",
    }
    for state, what in meanings.items():
        marks.add_row(Text(MARKS[state], "bold"), what)
    marks.add_row(Text("R:2m'", "bold"), "a piece: owner's letter, how many, what; ' has done something this turn")
    marks.add_row(Text("+3", "bold"), "more pieces than fit; put the cursor on the place to see all")
    marks.add_row(Text("R:5", "bold"), "so many pieces of one owner, where there is no room for each")
    board = Table.grid(padding=(0, 2))
    for mark, name in legend(scene):
        board.add_row(Text(mark, "bold"), name)
    parts: list[Text | Table] = [Text("Keys", "bold underline"), keys, Text("\nMarks", "bold underline"), marks]
    parts += [Text("\nOn this board", "bold underline"), board, Text("\nChance", "bold underline")]
    seal = "was fixed before the first move. Write this down; `quincunx verify` checks the saved game against it:"
    return Page("Help", *parts, Text(f"Everything that chance will bring {seal}\n{commitment}"))


def legend(scene: Scene) -> list[tuple[str, str]]:
    """What the marks of places and the codes of pieces stand for."""
    found: dict[str, str] = {}
    for place in sorted(scene.places, key=lambda place: place.owner is not None):
        name = place.label.partition(",")[0].replace(place.id, "").strip()
        found.setdefault(place.mark or place.id, re.sub(r"^\S+'s ", "", name))
    for piece in scene.pieces:
        code = piece.text.lstrip("0123456789")
        name = piece.label.partition(": ")[2] or piece.label
        found.setdefault(code or piece.id, re.sub(r"^\d+ | on \S+$", "", name))
    return [(mark, name) for mark, name in found.items() if name]


def log_page(opening: Sequence[Telling], moves: Sequence[Sequence[Telling]], dark: bool) -> Page:
    """Everything that happened."""
    parts = [happenings([opening], dark)] if opening else []
    parts.append(happenings(moves, dark, numbered=True) if moves else Text("Nothing has happened yet."))
    page = Page("The log", *parts)
    page.call_after_refresh(lambda: page.query_one(VerticalScroll).scroll_end(animate=False))
    return page


class RulesScreen(ModalScreen[None]):
    """The rulebook, chapter by chapter, opened at a rule."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "dismiss", "back to the table"),
        Binding("left", "turn(-1)", priority=True),
        Binding("right", "turn(1)", priority=True),
    ]

    def __init__(self, rulebook: Rulebook, rule: str | None) -> None:
        super().__init__()
        self._rule = rule
        self._cited = rulebook.full(rule) if rule else ""
        parts = re.split(r"^(?=## )", rulebook.text, flags=re.MULTILINE)
        self._chapters = [part for part in parts if part.strip()] or ["# Rulebook\n\nThere is none."]
        self.at = next((i for i, text in enumerate(self._chapters) if rule and f"- **{rule}**" in text), 0)

    def compose(self) -> ComposeResult:
        """The cited rule in full, the contents, the chapter."""
        if self._rule:
            yield Static(Text(f"{self._rule}  ", "bold").append(self._cited, "none"), id="cited")
        with Horizontal():
            titles = [chapter.partition("\n")[0].strip("# ") for chapter in self._chapters]
            yield OptionList(*[Option(Text(title)) for title in titles], id="contents")
            with VerticalScroll(id="chapter"):
                yield Markdown(open_links=False)
        yield Static(" ← → another chapter   ↑ ↓ PgUp PgDn read   Escape: back to the table", classes="foot")

    async def on_mount(self) -> None:
        """Opens the chapter of the rule."""
        self.query_one("#contents", OptionList).can_focus = False
        self.query_one("#contents").display = self.app.size.width >= 100
        self.query_one("#chapter").focus()
        await self.read(self.at)

    async def read(self, chapter: int) -> None:
        """Shows a chapter, with the cited rule marked and in sight."""
        self.at = chapter % len(self._chapters)
        self.query_one("#contents", OptionList).highlighted = self.at
        page = self.query_one(Markdown)
        await page.update(self._chapters[self.at])
        scroll = self.query_one("#chapter", VerticalScroll)
        scroll.scroll_home(animate=False)
        for block in page.query("MarkdownParagraph") if self._rule else ():
            if str(block.render()).lstrip().startswith(str(self._rule)):
                block.add_class("cited")
                self.call_after_refresh(scroll.scroll_to_widget, block, animate=False)

    async def action_turn(self, by: int) -> None:
        """The next chapter, or the one before."""
        await self.read(self.at + by)

    @on(OptionList.OptionSelected)
    async def click(self, event: OptionList.OptionSelected) -> None:
        """The clicked chapter."""
        await self.read(event.option_index)


class MovesScreen(ModalScreen[int | None]):
    """A list in words; typing narrows it down. Gives the index of what was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "back", priority=True),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        Binding("enter", "take", "play it", priority=True),
    ]

    def __init__(self, title: str, listed: Sequence[tuple[str, str]], example: str) -> None:
        """`listed` has the words of each choice, and how it is written: both are searched."""
        super().__init__()
        self._title, self._example = title, example
        self._listed = list(listed)
        self._shown: list[int] = []

    def compose(self) -> ComposeResult:
        """A line to type in over the list."""
        with Vertical(classes="frame moves") as frame:
            frame.border_title = self._title
            frame.border_subtitle = "type to search · ↑ ↓ · Enter chooses · Escape: back"
            yield Input(placeholder=self._example, compact=True)
            yield OptionList()

    def on_mount(self) -> None:
        """Shows all of them."""
        self.query_one(OptionList).can_focus = False
        self._filter("")

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        """Every word that was typed has to occur."""
        self._filter(event.value)

    def _filter(self, wish: str) -> None:
        wanted = wish.casefold().split()
        texts = [" ".join(parts).casefold() for parts in self._listed]
        self._shown = [i for i, text in enumerate(texts) if all(word in text for word in wanted)]
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(Text(self._listed[i][0])) for i in self._shown])
        if not self._shown:
            listed.add_option(Option("Nothing that is possible now says that.", disabled=True))
        listed.highlighted = 0 if self._shown else None

    def action_step(self, by: int) -> None:
        """Up and down in the list."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_take(self) -> None:
        """The marked move."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss(self._shown[at])

    @on(OptionList.OptionSelected)
    def click(self, event: OptionList.OptionSelected) -> None:
        """The clicked move."""
        self.dismiss(self._shown[event.option_index])

    def action_cancel(self) -> None:
        """No move."""
        self.dismiss(None)


class Question(ModalScreen[bool]):
    """A question with two answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes"),
        Binding("n,escape", "answer(False)", "no"),
    ]

    def __init__(self, title: str, text: str, yes: str, no: str) -> None:
        super().__init__()
        self._title, self._text = title, text
        self._answers = (yes, no)

    def compose(self) -> ComposeResult:
        """The question, and the keys that answer it."""
        with Vertical(classes="frame question") as frame:
            frame.border_title = self._title
            yield Label(Text(self._text), classes="part")
            yield Label(Text(f"Enter or y: {self._answers[0]}\nEscape or n: {self._answers[1]}", "bold"))

    def action_answer(self, answer: bool) -> None:
        """Puts the question away."""
        self.dismiss(answer)


class Curtain(ModalScreen[None]):
    """Hides everything until the next person sits at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss", "show the table"),
        Binding("q", "app.leave", "quit"),
    ]

    def __init__(self, seat: SeatStyle, name: str) -> None:
        super().__init__()
        self._line = turn_line(seat, f"{name} is next", 54)
        self._name = name

    def compose(self) -> ComposeResult:
        """One sentence."""
        with Vertical(id="curtain"):
            yield Static(self._line)
            yield Static(Text(f"Hand the keyboard to {self._name}; press Enter."), classes="part")


class ResultScreen(ModalScreen[str]):
    """The end: who won and why, and what to do now."""

    def __init__(self, scene: Scene, outcome: Sequence[float], why: Sequence[Telling], saved: str) -> None:
        super().__init__()
        self._scene, self._outcome, self._why, self._saved = scene, outcome, why, saved

    def compose(self) -> ComposeResult:
        """Result, standings, reasons, keys."""
        with Vertical(classes="frame result") as frame:
            frame.border_title = "The game is over"
            with VerticalScroll(can_focus=False):
                yield Static(Text(self._scene.prompt, "bold"), classes="part")
                yield Static(self._standings(), classes="part")
                for telling in self._why[-3:]:
                    rules = f"  {', '.join(telling.rules)}" if telling.rules else ""
                    yield Static(Text(telling.words).append(rules, "dim"))
                yield Static(Text(f"\n{self._saved}", "dim"))
                keys = "\n← or Enter: watch it again, step by step\nEscape: look at the board   u: take back   q: quit"
                yield Static(Text(keys, "bold"))

    def _standings(self) -> Table:
        table = Table.grid(padding=(0, 2))
        best = max(self._outcome, default=0.0)
        won = "won" if self._outcome.count(best) == 1 else "shared the win"
        for seat in sorted(self._scene.seats, key=lambda seat: (-self._outcome[seat.seat], -(seat.score or 0))):
            word = won if self._outcome[seat.seat] == best else "lost"
            points = "" if seat.score is None else f"{seat.score} points"
            table.add_row(chip(self._scene.styles[seat.seat]), seat.name, Text(word, "bold"), points)
        return table

    def on_key(self, event: events.Key) -> None:
        """Puts the result away, and says what comes now."""
        answers = {"left": "replay", "enter": "replay", "u": "undo", "q": "quit", "s": "save", "escape": "look"}
        if event.key in answers:
            event.stop()
            self.dismiss(answers[event.key])
