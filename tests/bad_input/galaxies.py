"""Tables of Galaxy of D to go wrong at, and what an answer has to be."""

from typing import Any

import quincunx
from quincunx.table.match import Match

GALAXY: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"]}
TABLE: dict[str, Any] = {"game": "galaxy-of-d", "players": 2}


def galaxy() -> Match:
    """Both have a stack; seat 0 is to move."""
    return quincunx.set_up(GALAXY | {"ships": [{"F6": "CBI"}, {"G6": "DI"}], "money": [9, 9]}, seed=1)


def is_sentence(words: str) -> bool:
    """Whole sentences, that say more than that something is wrong."""
    return words.endswith((".", "!", "?", ".'", ")")) and len(words) > 25 and "  " not in words
