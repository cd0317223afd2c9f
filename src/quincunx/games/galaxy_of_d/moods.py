"""The light in which the galaxy is drawn: a star map on old paper with cardboard chits; by night, by candlelight."""

from quincunx.engine.moods import Mood, lit

BY_DAY = Mood(
    ground="#efe3c8",
    stars="#b79f6a",
    area="#e6d6b2",
    area_edge="#b39a66",
    link="#b39a66",
    link_edge="#d9c79f",
    link_width=3,
    disc="#fffaf0",
    rim="#8c7442",
    worth="#a1480f",
    ink="#2a2114",
    panel="#fbf5e6",
    card="#efe3c8",
    groove="#d9c79f",
    text="#2a2114",
    muted="#5f4e2c",
    accent="#8f2f10",
    grain="map",
    chits=True,
)
BY_CANDLE = Mood(
    ground="#1d1a14",
    stars="#7a673e",
    area="#2a251b",
    area_edge="#5c4f33",
    link="#5c4f33",
    link_edge="#2a251b",
    link_width=3,
    disc="#f2e8d2",
    rim="#a68d57",
    worth="#e9b44c",
    ink="#1d1710",
    panel="#231f17",
    card="#332d20",
    groove="#453c29",
    text="#f3ead6",
    muted="#c6b58f",
    accent="#f0b860",
    grain="map",
    chits=True,
)
GALAXY = lit(BY_DAY, dark=BY_CANDLE)
