"""Tables of Vanguard: Rome to go wrong at, and what an answer has to be."""

from typing import Any

import quincunx
from quincunx.table.match import Match

TABLE: dict[str, Any] = {"game": "vanguard-rome", "players": 2}
ARMIES: list[dict[str, Any]] = [
    {"front": "CE IN [PR] IN CV", "rear": "(SL) [(CA)]", "hand": ["FLANK", "JAVELIN", "RETREAT"]},
    {"front": "SL [EL] IN BA", "rear": "[(AR)] (CO)"},
]
LEGIONS: dict[str, Any] = TABLE | {"armies": ARMIES}


def legions() -> Match:
    """Both have an army; seat 0 has a card to place."""
    return quincunx.set_up(LEGIONS | {"pending": ["ST"]}, seed=1)


def is_sentence(words: str) -> bool:
    """Whole sentences, that say more than that something is wrong."""
    return words.endswith((".", "!", "?", ".'", ")")) and len(words) > 25 and "  " not in words
