"""The light in which the battle is drawn: parchment on white marble; by night, on black marble."""

from quincunx.engine.moods import Mood, lit

WHITE_MARBLE = Mood(
    ground="#e9e5de",
    stars="#b7afa3",
    area="#dccfae",
    area_edge="#a8966c",
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
    muted="#5f5138",
    accent="#9a2d12",
    grain="marble",
)
BLACK_MARBLE = Mood(
    ground="#24211f",
    stars="#5b544c",
    area="#35302a",
    area_edge="#6e6046",
    link="#6e6046",
    link_edge="#3a332a",
    link_width=6,
    disc="#f6ecd6",
    rim="#a08a5c",
    worth="#e0793f",
    ink="#2a1f14",
    panel="#2b2723",
    card="#3b352e",
    groove="#4d453b",
    text="#f4ecdd",
    muted="#cbbd9f",
    accent="#f39a6e",
    grain="marble",
)
CAMPAIGN = lit(WHITE_MARBLE, dark=BLACK_MARBLE)
