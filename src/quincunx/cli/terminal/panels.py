"""What stands beside the board: whose turn it is, what can be picked, the scores, the log."""

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quincunx.cli.terminal.look import FILLS, chip, on, palette
from quincunx.engine.game import Telling
from quincunx.engine.plan import token
from quincunx.engine.scene import SEAT_STYLES, Scene, Seat

RECENT = 40
"""So many events are kept in the small log."""


def turn_line(seat: int | None, words: str, width: int) -> Text:
    """Whose turn it is, across the panel in their colour."""
    if seat is None:
        return Text(f" {words}".ljust(width), Style(bold=True, reverse=True))
    colour = SEAT_STYLES[seat].colour
    look = Style(color=on(colour), bgcolor=colour, bold=True)
    return Text(f" {SEAT_STYLES[seat].letter}  {words}".ljust(width), look)


def bar(seat: Seat, width: int) -> Text:
    """The score on its way to the goal; `+` is what it would grow by now."""
    colour = SEAT_STYLES[seat.seat].colour
    if not seat.goal or seat.score is None:
        return Text(" " * width)
    filled = min(width, max(0, width * seat.score // seat.goal))
    hoped = filled if seat.gain <= 0 else min(width, -(-width * (seat.score + seat.gain) // seat.goal))
    text = Text(FILLS[seat.seat] * filled, Style(color=colour))
    text.append("+" * (hoped - filled), Style(color=colour, bold=True))
    return text.append("·" * (width - max(filled, hoped)), "dim")


def fitted(name: str, room: int) -> str:
    """A name in so many characters; its last word, which tells it from others, is kept.

    >>> fitted("Greedy III", 8), fitted("Wilhelmina", 6)
    ('Gree III', 'Wilhel')
    """
    first, _, last = name.rpartition(" ")
    if len(name) <= room or not first or len(last) > room - 2:
        return name[:room]
    return f"{first[: room - len(last) - 1]} {last}"


def score_line(seat: Seat, width: int, names: int) -> Text:
    """One player: letter, name, bar, score, gain."""
    points = "" if seat.score is None else str(seat.score) if seat.goal is None else f"{seat.score}/{seat.goal}"
    if seat.out:
        points = "out"
    gain = f"{seat.gain:+}" if seat.gain else ""
    room = width - names - 7 - max(6, len(points)) - 4
    text = Text("►" if seat.turn else " ").append_text(chip(seat.seat))
    text.append(f" {fitted(seat.name, names):{names}} ", Style(bold=seat.turn, strike=seat.out))
    if room >= 4:
        text.append_text(bar(seat, room))
    return text.append(f" {points:>6}", "bold").append(f" {gain:<3}", "bold" if gain else "")


def scores(scene: Scene, width: int, *, facts: str) -> Text:
    """All players in the order of play; with the facts of "all", of the one whose "turn" it is, or of "none"."""
    longest = max((len(seat.name) for seat in scene.seats), default=0)
    names = min(longest, max(6, width - 18))
    lines: list[Text] = []
    for seat in scene.seats:
        lines.append(score_line(seat, width, names))
        if facts == "all" or (facts == "turn" and seat.turn):
            lines += [Text(f"     {part}", "dim") for fact in seat.facts for part in wrap(fact, max(10, width - 5))]
    return Text("\n").join(lines)


def about(scene: Scene, thing: str, dark: bool) -> Text:
    """The place that the cursor is at, and all that stands on it."""
    place = next((piece.place for piece in scene.pieces if piece.id == thing), thing)
    if not any(place == known.id for known in scene.places):
        return Text("")
    text = Text(scene.label(place) or place, "bold")
    names = {seat.seat: f"{seat.name}: " for seat in scene.seats}
    for piece in scene.pieces:
        if piece.place == place:
            colour = palette(dark).dim if piece.owner is None else SEAT_STYLES[piece.owner].colour
            what = piece.label.removesuffix(f" on {place}")
            if piece.owner is not None:
                what = what.removeprefix(names.get(piece.owner, ""))
            text.append("\n► " if piece.id == thing else "\n  ")
            text.append(token(piece), Style(color=on(colour), bgcolor=colour, bold=True)).append(f" {what}", "none")
    return text


def happenings(moves: Sequence[Sequence[Telling]], dark: bool, *, numbered: bool = False) -> Text:
    """What happened, with the rules behind it dimmed."""
    lines = []
    quiet = Style(color=palette(dark).dim)
    for number, move in enumerate(moves, 1):
        for i, telling in enumerate(move):
            before = (f"{number:>4}  " if i == 0 else "      ") if numbered else ""
            line = Text(before, quiet).append(telling.words, palette(dark).text)
            if telling.rules:
                line.append(f" {', '.join(telling.rules)}", quiet)
            lines.append(line)
    return Text("\n").join(lines)


class Offers(OptionList):
    """What can be picked, numbered. It never takes the keyboard from the board."""

    can_focus = False

    def show(self, offers: Sequence[tuple[str, str]], cursor: str) -> None:
        """Offers as (id, words); the one under the cursor is marked."""
        self.clear_options()
        for number, (_, words) in enumerate(offers, 1):
            key = f"{number}" if number <= 9 else " "
            self.add_option(Option(Text(" ").append(key, "bold reverse").append(f" {words}")))
        ids = [id for id, _ in offers]
        self.highlighted = ids.index(cursor) if cursor in ids else None
        self.display = bool(offers)


class Panel(Vertical):
    """Everything beside the board."""

    def compose(self) -> ComposeResult:
        """From what matters now to what has been."""
        yield Static(id="turn")
        yield Static(id="prompt")
        yield Static(id="banners")
        yield Offers(id="offers")
        yield Static(id="about")
        yield Static(id="scores")
        yield Static(id="status")
        yield VerticalScroll(Static(id="log"), id="log-box", can_focus=False)

    def line(self, name: str, text: Text) -> None:
        """Fills one of the lines; an empty one takes no room."""
        widget = self.query_one(f"#{name}", Static)
        widget.update(text)
        widget.display = bool(str(text))

    def log_lines(self, moves: Sequence[Sequence[Telling]], dark: bool) -> None:
        """The latest events, the last one in sight."""
        self.query_one("#log", Static).update(happenings(moves[-RECENT:], dark))
        self.query_one("#log-box", VerticalScroll).scroll_end(animate=False)
