"""A game at one screen, without the screen: who looks, what has been picked, what may be picked next."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quincunx.bots import Bot
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Telling
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.table.match import Match


@dataclass
class Sitting:
    """People and bots around one match. It knows no rule: it walks the tree of picks."""

    match: Match
    bots: dict[int, Bot]
    viewer: int | None = None
    """The person who looks at the screen, where that matters."""
    path: list[str] = field(default_factory=list)
    hint: tuple[str, ...] = ()
    """The picks that the greedy bot would make."""
    step: int | None = None
    """While a finished game is replayed: after how many moves."""

    def __post_init__(self) -> None:
        self.secret = bool(getattr(self.match.game, "secret", False))
        people = self.people
        if self.secret and len(people) == 1:
            self.viewer = people[0]
        self.look()

    @staticmethod
    def of(match: Match, bots: Mapping[int, Bot]) -> "Sitting":
        """A sitting with these bots; the other seats are people here."""
        return Sitting(match, dict(bots))

    # ------------------------------------------------------------ seeing

    @property
    def people(self) -> list[int]:
        """The seats that are played at this screen."""
        return [seat for seat in range(self.match.players) if seat not in self.bots]

    @property
    def persons_turn(self) -> bool:
        """Whether somebody at this screen is to move, and sees it."""
        turn = self.match.turn
        if self.step is not None or turn is None or turn in self.bots:
            return False
        return not self.secret or turn == self.viewer

    @property
    def needs_curtain(self) -> bool:
        """Whether the keyboard has to be handed over before the next move."""
        turn = self.match.turn
        return self.secret and turn is not None and turn not in self.bots and turn != self.viewer

    def look(self) -> None:
        """Looks again: after a move, an undo, a step of a replay."""
        self.path = []
        self.hint = ()
        self.seen: Position = self._seen()
        self.scene: Scene = self.seen.scene()
        pieces, places, areas = self.scene.pieces, self.scene.places, self.scene.areas
        self._on_board = {p.id for p in pieces} | {p.id for p in places} | {a.id for a in areas}
        self.tree: PickTree = self.match.picks() if self.persons_turn else PickTree()

    def _seen(self) -> Position:
        if self.step is not None:
            return self.match.at(self.step)
        if self.secret and not self.match.over:
            return self.match.view(self.viewer)
        return self.match

    def told(self) -> list[list[Telling]]:
        """What happened up to where we look."""
        return self.match.tellings()[: self.step]

    # ------------------------------------------------------------ picking

    @property
    def offers(self) -> list[str]:
        """What can be picked now: first what is on the board, then the rest."""
        return sorted(self.tree.next(self.path), key=lambda thing: not self.on_board(thing))

    def on_board(self, thing: str) -> bool:
        """Whether a thing can be seen on the board, not only in a list."""
        return thing in self._on_board

    def leads(self, thing: str) -> list[str]:
        """What could be picked after that."""
        return self.tree.next([*self.path, thing])

    def move_by(self, thing: str) -> int | None:
        """The move that picking a thing would complete."""
        return self.tree.move([*self.path, thing])

    def pick(self, thing: str) -> int | None:
        """Picks a thing. Returns the move if that spells one; raises the reason if it can't be picked."""
        if self.path and thing == self.path[-1] and thing not in self.offers:
            self.path.pop()
            return None
        if thing not in self.offers and thing in self.tree.branches:
            self.path = []
        if thing not in self.offers:
            raise QuincunxError(self._why_not(thing))
        self.path.append(thing)
        node = self.tree.at(self.path)
        return node.number if node and not node.branches else None

    def _why_not(self, thing: str) -> str:
        if not self.persons_turn:
            return "It is not your turn."
        reason = self.match.why_not_pick([*self.path, thing])
        if self.path and reason is None:
            reason = self.match.why_not_pick([thing])
        return reason or f"{self.scene.label(thing) or thing} can't be picked now."

    def complete(self) -> int | None:
        """The move that has been picked already, where more could be picked."""
        return self.tree.move(self.path) if self.path else None

    def back(self) -> bool:
        """Steps back by one pick."""
        if self.path:
            self.path.pop()
            return True
        return False

    def words(self, number: int) -> str:
        """A move as a person would say it."""
        return self.match.game.describe(self.match, number)

    def all_moves(self) -> list[tuple[int, str]]:
        """Every legal move in words, in the order in which its picks are offered."""
        found: dict[int, str] = {}

        def walk(node: PickTree) -> None:
            if node.number is not None and node.number not in found:
                found[node.number] = self.words(node.number)
            for pick in sorted(node.branches, key=lambda pick: not self.on_board(pick)):
                walk(node.branches[pick])

        walk(self.tree)
        return list(found.items())

    def path_of(self, number: int) -> tuple[str, ...]:
        """The picks that spell a move."""
        paths = self.match.game.picks(self.match, number)
        return tuple(paths[0]) if paths else ()

    # ------------------------------------------------------------ taking back

    def moves_to_undo(self) -> int:
        """How many moves there are from the last one that a person made."""
        for back in range(1, len(self.match.line) + 1):
            if self.match.at(len(self.match.line) - back).turn not in self.bots:
                return back
        return 0

    def undo(self) -> int:
        """Takes back the last move of a person, and what bots did after it."""
        count = self.moves_to_undo()
        if not count:
            raise QuincunxError("Nobody at this screen has made a move that could be taken back.")
        self.match.undo(count)
        self.step = None
        self.look()
        return count
