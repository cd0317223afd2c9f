"""Composing boards from the 25 tiles: what `quincunx board` and, later, a board editor call."""

from collections.abc import Callable, Sequence
from typing import Any

from quincunx.games.vanagloria import boards, fairness
from quincunx.games.vanagloria.boards import BoardError, Layout


class StationWorkshop:
    """The workshop of space stations (VG-017, VG-018, VG-041, R-27)."""

    def presets(self, players: int | None = None) -> Sequence[tuple[str, str, int]]:
        """Each ready-made board: ID, name and number of players."""
        return [(layout.id, layout.name, layout.players) for layout in boards.presets(players)]

    def get(self, id: str) -> dict[str, Any]:
        """A ready-made board's JSON."""
        return boards.preset(id).as_json()

    def check(self, board: Any) -> str | None:
        """None for a legal board, else the reason."""
        try:
            layout = Layout.from_json(board)
        except BoardError as error:
            return str(error)
        problem = boards.problems(layout, layout.players)
        return None if problem is None else str(problem)

    def report(self, board: Any) -> tuple[bool, list[tuple[str, ...]], list[str]]:
        """The evenness report: a row for each entrance."""
        measured = fairness.evenness(boards.trace(Layout.from_json(board)))
        heads = (
            "entrance",
            "radio",
            "shield",
            "weapons",
            "alpha",
            "beta",
            "≤2",
            "≤3",
            "≤4",
            "≤5",
            "≤6",
            "share",
            "rivals",
        )
        rows: list[tuple[str, ...]] = [heads]
        for seat, (near, energy, share, opp) in enumerate(
            zip(measured.near, measured.energy, measured.share, measured.opp, strict=True)
        ):
            distances = ["–" if moves is None else str(moves) for moves in near]
            rows.append((f"E{seat}", *distances, *map(str, energy), f"{share:.2f}", " ".join(map(str, opp))))
        return measured.even, rows, list(measured.reasons)

    def generate(
        self, players: int, seed: int, bound: float, rooms: int | None, progress: Callable[[int], None] | None
    ) -> dict[str, Any]:
        """A random legal board within a bound of fairness."""
        return fairness.generate(players, seed=seed, bound=bound, rooms=rooms, progress=progress).as_json()
