"""Players: anything with `choose`. They are given what their seat knows, and nothing else."""

from typing import Any, Protocol

from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.engine.position import Position

KINDS = {"random": 0, "greedy": 1}
"""The bots by name, and the numbers that stand for them in compiled loops."""


class Bot(Protocol):
    """A player."""

    name: str

    def choose(self, game: Position) -> int:
        """A legal move for the seat whose turn it is."""


def make(name: str, **settings: Any) -> Bot:
    """A bot by its name."""
    from quincunx.bots.simple import SimpleBot

    if not isinstance(name, str) or name not in KINDS:
        raise Unknown("bot", name, list(KINDS))
    if unknown := set(settings) - {"seed"}:
        raise QuincunxError(f"The bot {name} has no setting {sorted(unknown)[0]!r}; it knows: seed.")
    return SimpleBot(name, **settings)
