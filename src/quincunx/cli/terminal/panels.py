"""What stands beside the board: whose turn it is, what can be picked, the scores, the log."""

from collections.abc import Collection, Sequence
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
from quincunx.engine.scene import Item, Scene, Seat, SeatStyle, Side, Track

RECENT = 40
"""So many events are kept in the small log."""


def turn_line(seat: SeatStyle | None, words: str, width: int) -> Text:
    """Whose turn it is, across the panel in their colour."""
    if seat is None:
        return Text(f" {words}".ljust(width), Style(bold=True, reverse=True))
    look = Style(color=on(seat.colour), bgcolor=seat.colour, bold=True)
    return Text(f" {seat.letter}  {words}".ljust(width), look)


def bar(seat: Seat, colour: str, width: int) -> Text:
    """The score on its way to the goal; `+` is what it would grow by now."""
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


def score_line(seat: Seat, style: SeatStyle, width: int, names: int, *, tracks: bool) -> Text:
    """One player: letter, name, bar, score, gain; or where the tracks stand."""
    text = Text("►" if seat.turn else " ").append_text(chip(style))
    text.append(f" {fitted(seat.name, names):{names}} ", Style(bold=seat.turn, strike=seat.out))
    if seat.tracks:
        counts = (
            " ".join(f"{(track.text or track.name)[:letters]} {track.value}/{track.most}" for track in seat.tracks)
            for letters in (None, 1)
        )
        fitting = next((words for words in counts if len(text) + len(words) <= width), "")
        return text.append(fitting if tracks else "", "bold")
    points = "" if seat.score is None else str(seat.score) if seat.goal is None else f"{seat.score}/{seat.goal}"
    if seat.out:
        points = "out"
    gain = f"{seat.gain:+}" if seat.gain else ""
    room = width - names - 7 - max(6, len(points)) - 4
    if room >= 4:
        text.append_text(bar(seat, style.colour, room))
    return text.append(f" {points:>6}", "bold").append(f" {gain:<3}", "bold" if gain else "")


def track_line(track: Track, seat: int, colour: str, width: int, names: int) -> Text:
    """A track as a bar with its number."""
    room = max(4, width - names - 13)
    filled = min(room, max(0, room * track.value // max(track.most, 1)))
    text = Text(f"     {track.name:{names}} ", "dim").append(FILLS[seat] * filled, Style(color=colour))
    return text.append("·" * (room - filled), "dim").append(f" {track.value:>3}/{track.most}", "bold")


def scores(scene: Scene, width: int, *, facts: str) -> Text:
    """All players in the order of play; with the facts of "all", of the one whose "turn" it is, or of "none"."""
    longest = max((len(seat.name) for seat in scene.seats), default=0)
    tracked = any(seat.tracks for seat in scene.seats)
    names = min(longest, max(6, width - (24 if tracked else 18)))
    lines: list[Text] = []
    for seat in scene.seats:
        style = scene.styles[seat.seat]
        lines.append(score_line(seat, style, width, names, tracks=facts != "all"))
        if facts == "all":
            longest = max((len(track.name) for track in seat.tracks), default=0)
            lines += [track_line(track, seat.seat, style.colour, width, longest) for track in seat.tracks]
        if facts == "all" or (facts == "turn" and seat.turn):
            stock = " ".join(f"{item.text}{item.count}{item.note}" for item in seat.items)
            said = (*seat.facts, *([stock] if stock else []))
            lines += [Text(f"     {part}", "dim") for fact in said for part in wrap(fact, max(10, width - 5))]
    return Text("\n").join(lines)


def layouts(scene: Scene, dark: bool, *, offered: Collection[str] = ()) -> Text:
    """What is laid out beside the board; what the list of offers says already is left out."""
    blocks = []
    for layout in scene.panels:
        lines = [side_line(scene, side, dark) for side in layout.sides]
        lines += [item_line(item) for item in layout.choices if item.id not in offered]
        lines += [Text(f" {line}", "dim") for line in layout.lines]
        if lines:
            blocks.append(Text("\n").join([Text(layout.title, "bold underline"), *lines]))
    return Text("\n").join(blocks)


def side_line(scene: Scene, side: Side, dark: bool) -> Text:
    """One party: what it brings, and under that its numbers."""
    text = Text("►" if side.turn else " ")
    text.append_text(Text("   ") if side.owner is None else chip(scene.styles[side.owner]))
    text.append(f" {side.heading}", "bold" if side.turn else "")
    colour = palette(dark).dim if side.owner is None else scene.styles[side.owner].colour
    look = Style(color=on(colour), bgcolor=colour, bold=True)
    for item in side.items:
        text.append(" ").append(f"{item.count if item.count > 1 else ''}{item.text}", look + Style(strike=item.crossed))
        text.append("×" if item.crossed else "")
    figures = ", ".join(f"{name} {value}" for name, value in side.figures)
    return text.append(f"\n     {figures}" if figures else "")


def item_line(item: Item) -> Text:
    """Something to choose, and what would come of it."""
    return Text(f" {item.label}: ").append(item.note, "dim")


def about(scene: Scene, thing: str, dark: bool) -> Text:
    """The place that the cursor is at, and all that stands on it."""
    place = next((piece.place for piece in scene.pieces if piece.id == thing), thing)
    if not any(place == known.id for known in scene.places):
        return Text("")
    text = Text(scene.label(place) or place, "bold")
    names = {seat.seat: f"{seat.name}: " for seat in scene.seats}
    for piece in scene.pieces:
        if piece.place == place:
            colour = palette(dark).dim if piece.owner is None else scene.styles[piece.owner].colour
            what = piece.label.removesuffix(f" on {place}")
            if piece.owner is not None:
                what = what.removeprefix(names.get(piece.owner, ""))
            text.append("\n► " if piece.id == thing else "\n  ")
            text.append(token(piece, scene.styles), Style(color=on(colour), bgcolor=colour, bold=True))
            text.append(f" {what}", "none")
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
        yield Static(id="layouts")
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
