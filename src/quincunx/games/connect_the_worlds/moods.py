"""The light in which the worlds are drawn: the bright print of a pulp magazine; by night, its back page."""

from quincunx.engine.moods import Mood, lit

COVER = Mood(
    ground="#fff0c2",
    stars="#f2a07b",
    area="#a6e0d6",
    area_edge="#14686f",
    link="#e4572e",
    link_edge="#fff8e4",
    link_width=5,
    disc="#fffdf5",
    rim="#14686f",
    worth="#c2255c",
    ink="#1c1330",
    panel="#fff8e4",
    card="#ffe9b8",
    groove="#f3d79a",
    text="#241539",
    muted="#54406b",
    accent="#a3123f",
    grain="print",
)
BACK_PAGE = Mood(
    ground="#1b1038",
    stars="#4a2f96",
    area="#2c1b5c",
    area_edge="#7a4fd0",
    link="#35e0d0",
    link_edge="#1b1038",
    link_width=5,
    disc="#fff6e0",
    rim="#b48cff",
    worth="#ffd23f",
    ink="#1c1330",
    panel="#221549",
    card="#33206b",
    groove="#452d8a",
    text="#fff4e0",
    muted="#d2c0f5",
    accent="#ffd23f",
    grain="print",
)
COSMOS = lit(COVER, dark=BACK_PAGE)
