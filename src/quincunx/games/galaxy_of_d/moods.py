"""The light in which the galaxy is drawn: deep space, cold edges, warm lamps."""

from quincunx.engine.moods import Mood

GALAXY = Mood(
    ground="#070a14",
    stars="#aebbe0",
    area="#141c33",
    area_edge="#3a4870",
    link="#3a4870",
    link_edge="#1d2744",
    link_width=3,
    disc="#e6eaf4",
    rim="#8a97bd",
    worth="#e9b44c",
    ink="#10162a",
    panel="#0e1424",
    card="#1a2340",
    groove="#2a3558",
    text="#eaeffa",
    muted="#a3b0d1",
    accent="#f2c45a",
)
