"""The light in which a scene is drawn: a few colours and line widths for each mood."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Mood:
    """Colours from the back to the front. Text on `panel` and marks on `disc` have a contrast of 4.5 or more."""

    ground: str
    """Behind everything."""
    stars: str
    """Specks on the ground; empty for none."""
    area: str
    area_edge: str
    link: str
    link_edge: str
    link_width: float
    disc: str
    """What pieces stand on: always pale, so that the dark outlines of the art read well."""
    rim: str
    worth: str
    """The rim of a place that has a note."""
    ink: str
    """Outlines and signs on a disc."""
    panel: str
    card: str
    """Behind the player whose turn it is."""
    groove: str
    """The empty part of a bar."""
    text: str
    muted: str
    accent: str
    """Banners."""
    grain: str = "stars"
    """What the specks on the ground are: `stars`, the lines of a `map`, veins of `marble` or the dots of `print`."""
    chits: bool = False
    """Whether pieces on tiles are cardboard counters."""
    lights: Mapping[str, "Mood"] = field(default_factory=dict)
    """The same game by `light`, by `dark` and in high `contrast`, where that differs."""


def lit(mood: Mood, **others: Mood) -> Mood:
    """A mood that is known in other lights, too."""
    return replace(mood, lights={**others, "contrast": high_contrast(mood)})


def high_contrast(mood: Mood) -> Mood:
    """Black, white and one signal colour; what is wide or thin stays so."""
    return replace(
        mood,
        ground="#000000",
        stars="",
        area="#000000",
        area_edge="#ffffff",
        link="#4d4d4d",
        link_edge="#ffffff",
        disc="#ffffff",
        rim="#ffffff",
        worth="#ffd60a",
        ink="#000000",
        panel="#000000",
        card="#1a1a1a",
        groove="#4d4d4d",
        text="#ffffff",
        muted="#ffffff",
        accent="#ffd60a",
    )


NIGHT = Mood(
    ground="#191611",
    stars="",
    area="#2a251c",
    area_edge="#574c36",
    link="#574c36",
    link_edge="#3a3325",
    link_width=10,
    disc="#f4ecda",
    rim="#a08f6a",
    worth="#e0a040",
    ink="#211c13",
    panel="#221e17",
    card="#322c21",
    groove="#453d2e",
    text="#f2eadb",
    muted="#c0b294",
    accent="#f0bd62",
)
"""Paper by night."""
PAPER_BY_DAY = Mood(
    ground="#f3ede0",
    stars="",
    area="#e9dfca",
    area_edge="#c8b993",
    link="#cdbd97",
    link_edge="#a8966c",
    link_width=10,
    disc="#fffdf8",
    rim="#9c8d6d",
    worth="#b7791f",
    ink="#29241c",
    panel="#fbf8f1",
    card="#efe7d6",
    groove="#ddd2bb",
    text="#29241c",
    muted="#6b6150",
    accent="#8a5000",
)
PAPER = lit(PAPER_BY_DAY, dark=NIGHT)
"""Light, and for any game: a paper map."""
