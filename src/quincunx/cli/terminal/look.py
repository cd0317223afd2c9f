"""Colours and marks of the terminal table. Everything that a colour says, a letter or a mark says too."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from quincunx.engine.canvas import Cell
from quincunx.engine.scene import SeatStyle

MARKS = {"cursor": "►", "picked": "●", "hint": "★", "lit": "•", "leads": "◦", "overlay": "!"}
"""What stands before a thing on the board, by what is the matter with it."""
FILLS = "█▓▒▚░▞"
"""The bar of each seat's score, told apart without colour."""


@dataclass(frozen=True)
class Palette:
    """The colours of a board."""

    paper: str
    grounds: tuple[str, ...]
    """Kinds of area, in turn."""
    tiles: tuple[str, ...]
    """Shades of tiles: hardly different, so that neighbours can be told apart."""
    text: str
    dim: str
    link: str
    area: str
    note: str
    lit: str
    cursor: tuple[str, str]
    """Letters and what is behind them."""
    picked: tuple[str, str]
    hint: str
    danger: str
    recent: str


DARK = Palette(
    paper="#0d1220",
    grounds=("#161e32", "#1d2a2b", "#2a2233", "#2c2719", "#1a2b3b", "#301f24"),
    tiles=("#121a2e", "#161f36", "#1a243e"),
    text="#d8dfee",
    dim="#8794b2",
    link="#7f8fb3",
    area="#48577e",
    note="#e6c873",
    lit="#ffd45e",
    cursor=("#0b0d12", "#ffffff"),
    picked=("#0b0d12", "#9be7f5"),
    hint="#7ce0b8",
    danger="#ff7b72",
    recent="#2c3a60",
)
LIGHT = Palette(
    paper="#f3efe4",
    grounds=("#fdfbf5", "#eef5ea", "#f3ecf6", "#f7eeda", "#e8f1f7", "#f8e8e6"),
    tiles=("#fbf8f0", "#f5f0e2", "#eee7d4"),
    text="#262b36",
    dim="#6c7280",
    link="#6f7891",
    area="#bdb6a3",
    note="#8a6100",
    lit="#a85600",
    cursor=("#ffffff", "#1b1f27"),
    picked=("#ffffff", "#00647a"),
    hint="#00724c",
    danger="#b3261e",
    recent="#e6dcb8",
)

THEMES = (
    Theme(
        name="quincunx-dark",
        primary="#7f9fe0",
        secondary="#e6c873",
        accent="#ffd45e",
        warning="#ffd45e",
        error="#ff7b72",
        success="#7ce0b8",
        foreground="#d8dfee",
        background="#0d1220",
        surface="#131a2c",
        panel="#1b243b",
        dark=True,
        variables={"footer-key-foreground": "#ffd45e", "footer-background": "#1b243b"},
    ),
    Theme(
        name="quincunx-light",
        primary="#3c5a99",
        secondary="#8a6100",
        accent="#a85600",
        warning="#a85600",
        error="#b3261e",
        success="#00724c",
        foreground="#262b36",
        background="#f3efe4",
        surface="#fbf8f0",
        panel="#e7e0cf",
        dark=False,
        variables={"footer-key-foreground": "#a85600", "footer-background": "#e7e0cf"},
    ),
)


def palette(dark: bool) -> Palette:
    """The board's colours in a dark or a light room."""
    return DARK if dark else LIGHT


@lru_cache(maxsize=16)
def on(colour: str) -> str:
    """Black or white: what can be read on a colour."""
    red, green, blue = Color.parse(colour).get_truecolor()
    return "#0b0d12" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#ffffff"


@lru_cache(maxsize=4096)
def style(role: str, owner: str | None, ground: int, state: str, dark: bool) -> Style:
    """How a cell of the board looks: `owner` is a seat's colour, `state` a key of MARKS, "recent" or nothing."""
    colours = palette(dark)
    under = colours.paper
    if ground:
        shades, number = (colours.grounds, ground) if ground > 0 else (colours.tiles, -ground)
        under = shades[(number - 1) % len(shades)]
    written = role in ("pad", "mark", "id", "piece", "spent", "sum")
    if state in ("cursor", "picked") and written:
        letters, behind = colours.cursor if state == "cursor" else colours.picked
        return Style(color=letters, bgcolor=behind, bold=True)
    if role == "pad":
        mark = {"hint": colours.hint, "overlay": colours.danger, "lit": colours.lit, "leads": colours.lit}
        return Style(color=mark.get(state, colours.text), bgcolor=under, bold=True)
    underline = state in ("lit", "hint")
    if role in ("piece", "spent", "sum") or (role == "mark" and owner):
        colour = owner or colours.dim
        return Style(
            color=on(colour), bgcolor=colour, bold=role != "spent", italic=role == "spent", underline=underline
        )
    if role in ("mark", "id"):
        strong = {"lit": colours.lit, "hint": colours.hint, "overlay": colours.danger}.get(state)
        usual = colours.text if role == "mark" else colours.dim
        behind = colours.recent if state == "recent" else under
        return Style(color=strong or usual, bgcolor=behind, bold=role == "mark" or bool(strong), underline=underline)
    plain = {"link": colours.link, "area": colours.area, "note": colours.note, "more": colours.lit}
    return Style(color=plain.get(role, colours.text), bgcolor=under, italic=role == "note")


def paint(cell: Cell, state: str, styles: Sequence[SeatStyle], dark: bool) -> tuple[str, Style]:
    """A cell as it is shown."""
    owner = None if cell.seat is None else styles[cell.seat].colour
    overlaid, state = state.endswith("!"), state.removesuffix("!")
    mark = MARKS["overlay"] if overlaid else MARKS.get(state, cell.char)
    if overlaid and state in ("", "recent"):
        state = "overlay"
    return mark if cell.role == "pad" else cell.char, style(cell.role, owner, cell.ground, state, dark)


def chip(seat: SeatStyle) -> Text:
    """A seat's letter in its colour."""
    return Text(f" {seat.letter} ", Style(color=on(seat.colour), bgcolor=seat.colour, bold=True))
