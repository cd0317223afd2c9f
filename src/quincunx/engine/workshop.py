"""How boards are composed, for games whose players may do that."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Workshop(Protocol):
    """Boards as JSON: listed, checked with reasons, measured for fairness, made at random."""

    def presets(self, players: int | None = None) -> Sequence[tuple[str, str, int]]:
        """Each ready-made board: ID, name and number of players."""

    def get(self, id: str) -> dict[str, Any]:
        """A ready-made board's JSON."""

    def check(self, board: Any) -> str | None:
        """None for a legal board, else the reason."""

    def report(self, board: Any) -> tuple[bool, list[tuple[str, ...]], list[str]]:
        """Whether the board is even, a table (first row: headings) and the reasons why not."""

    def generate(
        self, players: int, seed: int, bound: float, rooms: int | None, progress: Callable[[int], None] | None
    ) -> dict[str, Any]:
        """A random legal board within a bound of fairness."""
