"""The light in which the worlds are drawn: a night sky, blue haze over the maps, a warm lamp for what matters now."""

from quincunx.engine.moods import Mood

COSMOS = Mood(
    ground="#0b0f1a",
    stars="#b9c4e6",
    area="#1b2438",
    area_edge="#41507a",
    link="#7fd6e8",
    link_edge="#123040",
    link_width=5,
    disc="#eceff6",
    rim="#8a97bd",
    worth="#7fd6e8",
    ink="#121829",
    panel="#121829",
    card="#1f2945",
    groove="#2c385c",
    text="#ecf0fa",
    muted="#a9b5d3",
    accent="#f4c95d",
)
