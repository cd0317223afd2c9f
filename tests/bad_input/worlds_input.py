"""Tables of Connect the Worlds to go wrong at, and what an answer has to be."""

from typing import Any

import quincunx
from quincunx.table.match import Match
from tests.bad_input.legions_input import is_sentence

__all__ = ["EMPIRES", "TABLE", "empires", "is_sentence"]

TABLE: dict[str, Any] = {"game": "connect-the-worlds", "players": 2}
EMPIRES: dict[str, Any] = TABLE | {
    "pieces": [
        {"W0(0,0)": "SB AT AT AC", "W2(0,0)": "AB", "S(0,-4)": "TF"},
        {"W1(0,0)": "SB", "W1(2,0)": "OP CA", "W0(1,0)": "AT"},
    ],
    "portals": [["W0(0,0)", "W2(0,0)"]],
    "pools": [9, 4],
    "hands": ["SC1 EN1 HA1 PO1 AT1", "HA2 EN1"],
    "decks": ["HA2 SC1", "SC2 PO1"],
    "discards": ["EN1", "AT1"],
}
"""The main phase of seat 0 in round 5."""


def empires() -> Match:
    """Both have bases and units; seat 0 has five cards."""
    return quincunx.set_up(EMPIRES, seed=1)
