"""Picks: every legal move is spelled as a short path of things on the table. All fronts walk this tree.

A path may spell several moves in a row, where a person takes one decision (this ship goes there) and the game two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class PickTree:
    """The picks that can come next, and the moves that a complete path spells: mostly one.

    >>> tree = PickTree.of([(("ship 1", "F6"), 10), (("ship 1", "F7"), 11), (("pass",), 0)])
    >>> tree.next([]), tree.next(["ship 1"])
    (['ship 1', 'pass'], ['F6', 'F7'])
    >>> tree.line(["ship 1", "F7"]), tree.line(["ship 1"])
    ((11,), ())
    """

    numbers: tuple[int, ...] = ()
    branches: dict[str, "PickTree"] = field(default_factory=dict)

    @staticmethod
    def of(paths: Iterable[tuple[Sequence[str], int | tuple[int, ...]]]) -> "PickTree":
        """The tree of all pairs of a path and what it spells, in their order."""
        root = PickTree()
        for path, line in paths:
            node = root
            for pick in path:
                node = node.branches.setdefault(pick, PickTree())
            node.numbers = line if isinstance(line, tuple) else (int(line),)
        return root

    def at(self, path: Sequence[str]) -> "PickTree | None":
        """The branch after a path, or None if it leads nowhere."""
        node: PickTree | None = self
        for pick in path:
            node = node.branches.get(pick) if node else None
        return node

    def next(self, path: Sequence[str]) -> list[str]:
        """What can be picked after a path."""
        node = self.at(path)
        return list(node.branches) if node else []

    def line(self, path: Sequence[str]) -> tuple[int, ...]:
        """The moves that a path spells; none if it is not complete."""
        node = self.at(path)
        return node.numbers if node else ()
