"""Scenes: the table described as data. The browser, the terminal, the printer and a notebook all draw this."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from quincunx.engine.moods import PAPER, Mood


@dataclass(frozen=True)
class SeatStyle:
    """How a seat is told apart: by colour, by pattern and by letter, also in greyscale."""

    name: str
    letter: str
    colour: str
    pattern: str
    """Dashes of the outline, as in SVG's stroke-dasharray."""


SEAT_STYLES = (
    SeatStyle("Red", "R", "#d1495b", ""),
    SeatStyle("Blue", "B", "#3f7cc4", "6 3"),
    SeatStyle("Green", "G", "#4c9f70", "2 3"),
    SeatStyle("Amber", "A", "#d99a2b", "10 3 2 3"),
    SeatStyle("Violet", "V", "#8d6cc4", "1 2"),
    SeatStyle("Teal", "T", "#2a9d9d", "8 2 2 2 2 2"),
)


@dataclass(frozen=True)
class Area:
    """Ground to stand on: a room, a hex, a board. Drawn first."""

    id: str
    points: tuple[tuple[float, float], ...]
    kind: str = ""
    label: str = ""


@dataclass(frozen=True)
class Link:
    """A line between two places."""

    a: str
    b: str
    points: tuple[tuple[float, float], ...]
    kind: str = ""


@dataclass(frozen=True)
class Card:
    """A card that lies in a place; the place's outline is the card's."""

    title: str = ""
    """Its name, at the foot."""
    corner: str = ""
    """A few characters in its upper corner."""
    figures: tuple[tuple[str, str], ...] = ()
    """Up to two symbols with a number each, over the name."""
    marks: tuple[str, ...] = ()
    """Symbols, or single characters, that say what else holds for it now."""
    count: int = 1
    """Of equal cards that lie there."""
    down: bool = False
    """Lies face down; the place's symbol is what one who looks knows of it."""
    pale: bool = False
    """Can't be used now."""


@dataclass(frozen=True)
class Arrow:
    """From one place to another: something that is about to happen."""

    a: str
    b: str
    text: str = ""
    """A few characters on it."""
    kind: str = ""
    """`sure`, `vain` (nothing will come of it), or open."""
    label: str = ""
    bend: float = 0.0
    """How far it swings out to its left, in parts of its length."""


@dataclass(frozen=True)
class Place:
    """Somewhere a piece can be."""

    id: str
    x: float
    y: float
    size: float
    """Its radius."""
    symbol: str = ""
    """A symbol of the game's art."""
    kind: str = ""
    mark: str = ""
    """One or two characters for the terminal."""
    owner: int | None = None
    label: str = ""
    """In words, for a tooltip and a screen reader."""
    note: str = ""
    """A short text beside it: what it is worth now."""
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of a tile, such as a hex; without them the place is a disc."""
    caption: str = ""
    """What is written on it, if that is not its id."""
    card: Card | None = None
    """The card that lies there."""


@dataclass(frozen=True)
class Piece:
    """A piece, or a stack of equal ones."""

    id: str
    place: str
    x: float
    y: float
    size: float
    symbol: str
    owner: int | None = None
    count: int = 1
    marks: tuple[str, ...] = ()
    """Further symbols, drawn small beside it."""
    text: str = ""
    """A few characters for the terminal."""
    label: str = ""
    spent: bool = False
    """Has done something this turn."""
    under: str = ""
    """The symbol of what lies covered under it: `count` includes those."""
    fixed: bool = False
    """Stands there for good, behind all others."""
    crossed: bool = False
    """Lost, but not yet taken away."""


@dataclass(frozen=True)
class Track:
    """A counter that runs from 0 to its end."""

    name: str
    value: int
    most: int
    symbol: str = ""
    text: str = ""
    """A few characters for the terminal."""


@dataclass(frozen=True)
class Item:
    """Some equal things in a list beside the board."""

    symbol: str
    count: int = 1
    text: str = ""
    """A few characters for the terminal."""
    label: str = ""
    note: str = ""
    """What is to be said of it: its price, what would happen to it."""
    owner: int | None = None
    crossed: bool = False
    """Lost."""
    id: str = ""
    """What to pick if this is meant."""


@dataclass(frozen=True)
class Seat:
    """One player's line beside the board."""

    seat: int
    name: str
    turn: bool = False
    score: int | None = None
    goal: int | None = None
    gain: int = 0
    """What the score would grow by if nothing changed."""
    facts: tuple[str, ...] = ()
    out: bool = False
    tracks: tuple[Track, ...] = ()
    marks: tuple[str, ...] = ()
    """Symbols beside the name."""
    items: tuple[Item, ...] = ()
    """What the player has, and how much of it is left."""


@dataclass(frozen=True)
class Side:
    """A column of a panel: one party and what it brings."""

    heading: str
    owner: int | None = None
    figures: tuple[tuple[str, int], ...] = ()
    """Numbers by their names."""
    items: tuple[Item, ...] = ()
    turn: bool = False
    """Has something to decide here."""


@dataclass(frozen=True)
class Panel:
    """Something laid out beside the board while it lasts: a fight side by side, a shop."""

    title: str
    sides: tuple[Side, ...] = ()
    choices: tuple[Item, ...] = ()
    """What can be chosen, and what would come of it."""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Button:
    """Something to pick that is not on the board."""

    id: str
    label: str


@dataclass(frozen=True)
class Scene:
    """Everything that is to be seen, in drawing units."""

    title: str
    width: float
    height: float
    prompt: str
    mood: Mood = PAPER
    """The colours of the game."""
    styles: tuple[SeatStyle, ...] = SEAT_STYLES
    """How each seat is told apart."""
    areas: tuple[Area, ...] = ()
    links: tuple[Link, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    seats: tuple[Seat, ...] = ()
    buttons: tuple[Button, ...] = ()
    status: tuple[str, ...] = ()
    """Round, order of play and the like."""
    banners: tuple[str, ...] = ()
    """What nobody should overlook."""
    overlays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Named sets of places that a person can have shown."""
    shown: tuple[str, ...] = ()
    """The overlays that are shown unasked."""
    panels: tuple[Panel, ...] = ()

    def label(self, id: str) -> str:
        """What a thing on the table is called."""
        labels = {thing.id: thing.label for thing in self.buttons}
        labels |= {thing.id: thing.label for thing in self.places} | {thing.id: thing.label for thing in self.pieces}
        return labels.get(id) or id

    def as_json(self) -> dict[str, Any]:
        """For the wire."""
        return asdict(self)
