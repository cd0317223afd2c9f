"""The light in which the battle is drawn: dry ground, sun, red dust."""

from quincunx.engine.moods import Mood

CAMPAIGN = Mood(
    ground="#e4d5b4",
    stars="",
    area="#d3c096",
    area_edge="#b39c6b",
    link="#b39c6b",
    link_edge="#8f7a4d",
    link_width=6,
    disc="#fdf9ee",
    rim="#8f7a4d",
    worth="#9a3412",
    ink="#2a1f14",
    panel="#f7efdc",
    card="#ecdfc1",
    groove="#d8c69d",
    text="#2a1f14",
    muted="#65573c",
    accent="#9a2d12",
)
