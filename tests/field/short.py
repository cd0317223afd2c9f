"""Tables whose games end soon, for tests that play to the end."""

from typing import Any

import quincunx
from tests.playouts import EVERY_GAME, Setting

EXAMPLE = "examples/connect_four.py"
SHORT: dict[str, dict[str, Any]] = {
    "vanagloria": {"round_limit": 2},
    "orbit-cubes": {"round_limit": 2},
    "galaxy-of-d": {"setup": "quick", "start_armor": 10, "map": "small"},
    "vanguard-rome": {"turn_limit": 20, "replay_cap": 0},
    "connect-the-worlds": {"round_limit": 1},
}
TABLES = [
    Setting(name, players, SHORT[name])
    for name in EVERY_GAME
    for players in sorted({quincunx.game(name).players[0], quincunx.game(name).players[-1]})
]
"""Every game, for the fewest and for the most players."""


def title(table: Setting) -> str:
    """How a test names a table."""
    return f"{table.game}-{table.players}"
