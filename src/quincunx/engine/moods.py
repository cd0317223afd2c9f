"""The light in which a scene is drawn: a few colours and line widths for each mood."""

from dataclasses import dataclass


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


PAPER = Mood(
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
"""Light, and for any game: a paper map."""
