"""Whole games in the browser: by mouse, by touch and by the keyboard alone, of every game, and of one's own."""

from random import Random
from typing import Any

import pytest

from tests.web.browsing import PHONE, Visitors
from tests.web.players import BOT, ME, Finger, Keys, Player, open_table

SHORT: dict[str, dict[str, Any]] = {
    "vanagloria": {},
    "orbit-cubes": {},
    "galaxy-of-d": {"setup": "quick"},
    "vanguard-rome": {},
    "connect-the-worlds": {},
    "connect-four": {},
}
"""Every game, with options that make it short."""


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_by_mouse(visitors: Visitors, game: str) -> None:
    table, _ = open_table(visitors.url, game, ME, BOT, **SHORT[game])
    player = Player(visitors.visit(table))
    player.play()
    assert player.picks


def test_a_whole_game_by_keyboard(visitors: Visitors) -> None:
    table, _ = open_table(visitors.url, "vanagloria", ME, BOT)
    Keys(visitors.visit(table), Random(2)).play()


def test_a_whole_game_by_touch_on_a_phone(visitors: Visitors) -> None:
    table, _ = open_table(visitors.url, "orbit-cubes", ME, BOT)
    Finger(visitors.visit(table, **PHONE), Random(3)).play()
