"""Picks: every legal move is spelled as a short path of things on the table. All fronts walk this tree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class PickTree:
    """The picks that can come next, and the move that a complete path spells.

    >>> tree = PickTree.of([(("ship 1", "F6"), 10), (("ship 1", "F7"), 11), (("pass",), 0)])
    >>> tree.next([]), tree.next(["ship 1"])
    (['ship 1', 'pass'], ['F6', 'F7'])
    >>> tree.move(["ship 1", "F7"]), tree.move(["ship 1"])
    (11, None)
    """

    number: int | None = None
    branches: dict[str, "PickTree"] = field(default_factory=dict)

    @staticmethod
    def of(paths: Iterable[tuple[Sequence[str], int]]) -> "PickTree":
        """The tree of all (path, move) pairs, in their order."""
        root = PickTree()
        for path, move in paths:
            node = root
            for pick in path:
                node = node.branches.setdefault(pick, PickTree())
            node.number = int(move)
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

    def move(self, path: Sequence[str]) -> int | None:
        """The move that a path spells, if it is complete."""
        node = self.at(path)
        return node.number if node else None
