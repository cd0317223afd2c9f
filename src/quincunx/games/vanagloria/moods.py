"""Two cold places in space: the light in which each game is drawn."""

from quincunx.engine.moods import Mood

STATION = Mood(
    ground="#0a0f17",
    stars="#8fa6bf",
    area="#1a2532",
    area_edge="#3b5068",
    link="#2d3f53",
    link_edge="#4d6681",
    link_width=20,
    disc="#dde5ec",
    rim="#7f94a9",
    worth="#e9b44c",
    ink="#121b26",
    panel="#111924",
    card="#1d2a3a",
    groove="#2b3a4c",
    text="#e8eef5",
    muted="#9fb0c3",
    accent="#f2c14e",
)
ORBIT = Mood(
    ground="#0b0a1c",
    stars="#b9b3e6",
    area="#17153a",
    area_edge="#3a3670",
    link="#7d78c9",
    link_edge="#23204f",
    link_width=3,
    disc="#e4e1f2",
    rim="#8b84bf",
    worth="#e9c46a",
    ink="#17142e",
    panel="#131129",
    card="#211e42",
    groove="#312d5c",
    text="#efedfa",
    muted="#aba5d4",
    accent="#f0cd74",
)
