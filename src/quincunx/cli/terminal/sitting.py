"""A game at one screen, without the screen: who looks, what has been picked, what may be picked next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.bots import Bot
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Telling
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.table.match import Match
from quincunx.table.talk import Pact

Line = tuple[int, ...]
"""The moves that one decision of a person is made of: mostly one. Empty: no decision yet."""


class Command(NamedTuple):
    """What a person at this screen may do at any time."""

    seat: int
    text: str
    words: str


@dataclass
class Sitting:
    """People and bots around one match. It knows no rule: it walks the tree of picks."""

    match: Match
    bots: dict[int, Bot]
    viewer: int | None = None
    """The person who looks at the screen, where that matters."""
    path: list[str] = field(default_factory=list)
    hint: tuple[str, ...] = ()
    """The picks that a strong bot would make."""
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
        self._begun: Line = ()
        self._show(self.seen)
        self.tree: PickTree = self.match.picks() if self.persons_turn else PickTree()
        self._heard: list[list[Telling]] | None = None
        self._opening: list[Telling] | None = None

    def _show(self, position: Position) -> None:
        self.scene: Scene = position.scene()
        pieces, places, areas = self.scene.pieces, self.scene.places, self.scene.areas
        self._on_board = {p.id for p in pieces} | {p.id for p in places} | {a.id for a in areas}

    def _seen(self) -> Position:
        if self.step is not None:
            return self.match.at(self.step)
        if self.secret and not self.match.over:
            return self.match.view(self.viewer)
        return self.match

    def told(self) -> list[list[Telling]]:
        """What happened up to where we look, as far as who looks was told."""
        if self._heard is None:
            known = self.secret and not self.match.over
            self._heard = self.match.heard(self.viewer) if known else self.match.tellings()[: self.step]
        return self._heard

    def opening(self) -> list[Telling]:
        """What was told before the first move."""
        if self._opening is None:
            start = self.match.at(0)
            known = self.secret and not self.match.over
            self._opening = list(self.match.game.opening(start.view(self.viewer) if known else start))
        return self._opening

    # ------------------------------------------------------------ picking

    @property
    def offers(self) -> list[str]:
        """What can be picked now: first what is on the board, then the buttons in their order."""
        buttons = [button.id for button in self.scene.buttons]
        return sorted(self.tree.next(self.path), key=lambda thing: thing in buttons and 1 + buttons.index(thing))

    @property
    def listed(self) -> list[str]:
        """The offers without those that are only another way to pick what others offer, too."""
        lines = {thing: set(_lines(self.tree.at([*self.path, thing]))) for thing in self.offers}
        spelled: set[Line] = set()
        kept = set()
        for thing in sorted(lines, key=lambda thing: len(lines[thing])):
            if not lines[thing] <= spelled:
                kept.add(thing)
                spelled |= lines[thing]
        return [thing for thing in self.offers if thing in kept]

    def on_board(self, thing: str) -> bool:
        """Whether a thing can be seen on the board, not only in a list."""
        return thing in self._on_board

    def place_of(self, thing: str) -> str:
        """The place on which a piece stands."""
        return next((piece.place for piece in self.scene.pieces if piece.id == thing), "")

    def leads(self, thing: str) -> list[str]:
        """What could be picked after that."""
        return self.tree.next([*self.path, thing])

    def line_by(self, thing: str) -> Line:
        """The moves that picking a thing would complete."""
        return self.tree.line([*self.path, thing])

    def pick(self, thing: str) -> Line:
        """Picks a thing. Returns the moves if that spells them; raises the reason if it can't be picked."""
        if self.path and thing == self.path[-1] and thing not in self.offers:
            self.back()
            return ()
        if thing not in self.offers and thing in self.tree.branches:
            self.path = []
        if thing not in self.offers and self.place_of(thing) in self.offers:
            thing = self.place_of(thing)  # where only the place can be picked, a piece on it means the place
        if thing not in self.offers:
            raise QuincunxError(self._why_not(thing))
        self.path.append(thing)
        self._lay()
        node = self.tree.at(self.path)
        return node.numbers if node and not node.branches else ()

    def _lay(self) -> None:
        """Shows the table as it is after the half of a decision that has been picked already."""
        at, begun = self.seen, []
        lines = list(_lines(self.tree.at(self.path))) if self.path else []
        for numbers in zip(*lines, strict=False):
            if len(set(numbers)) > 1 or not at.game.continues(at, numbers[0]):
                break
            at = at.copy().play(numbers[0])
            begun.append(numbers[0])
        if tuple(begun) != self._begun:
            self._begun = tuple(begun)
            self._show(at)

    def _why_not(self, thing: str) -> str:
        if not self.persons_turn:
            return "It is not your turn."
        reason = self.match.why_not_pick([*self.path, thing])
        if self.path and reason is None:
            reason = self.match.why_not_pick([thing])
        return reason or f"{self.scene.label(thing) or thing} can't be picked now."

    def complete(self) -> Line:
        """The moves that have been picked already, where more could be picked."""
        return self.tree.line(self.path) if self.path else ()

    def back(self) -> bool:
        """Steps back by one pick."""
        if not self.path:
            return False
        self.path.pop()
        self._lay()
        return True

    def words(self, line: Line) -> str:
        """A decision as a person would say it, who knows what can be seen here."""
        at = self.seen
        for number in line[:-1]:
            at = at.copy().play(number)
        return self.match.game.describe(at, line[-1])

    def all_moves(self) -> list[tuple[Line, str]]:
        """Every legal decision in words, in the order in which its picks are offered."""
        found: dict[Line, str] = {}
        after: dict[Line, Position] = {(): self.seen}
        for line in self._offered(self.tree):
            if line not in found:
                for i in range(1, len(line)):
                    if line[:i] not in after:
                        after[line[:i]] = after[line[: i - 1]].copy().play(line[i - 1])
                found[line] = self.match.game.describe(after[line[:-1]], line[-1])
        return list(found.items())

    def _offered(self, node: PickTree) -> Iterator[Line]:
        if node.numbers:
            yield node.numbers
        for pick in sorted(node.branches, key=lambda pick: not self.on_board(pick)):
            yield from self._offered(node.branches[pick])

    def path_of(self, line: Line) -> tuple[str, ...]:
        """The first picks that spell a decision."""

        def search(node: PickTree) -> tuple[str, ...] | None:
            if node.numbers == line:
                return ()
            for pick, branch in node.branches.items():
                if (rest := search(branch)) is not None:
                    return (pick, *rest)
            return None

        return search(self.tree) or ()

    def broken_by(self, line: Line) -> list[Pact]:
        """The pacts that a decision would break."""
        at: Position = self.match
        broken = []
        for number in line:
            harmed = at.game.harmed(at, number)
            broken += [] if harmed is None else [pact for pact in self.match.pacts if pact.forbids(at.turn, harmed)]
            if number != line[-1]:
                at = at.copy().play(number)
        return broken

    # ------------------------------------------------------------ commands

    def commands(self) -> list[Command]:
        """What the person who looks may do at any time; where nothing is secret, all people here."""
        known = self.match.game.commands
        if known is None or self.step is not None or self.match.over:
            return []
        seats = self.people if not self.secret else [] if self.viewer is None else [self.viewer]
        found = []
        for seat in seats:
            for number in known.offered(self.match, seat):
                words = known.describe(self.match, seat, number)
                who = f"{self.match.name(seat)}: " if len(seats) > 1 else ""
                found.append(Command(seat, known.spell(self.match, seat, number), f"{who}{words}"))
        return found

    def ends_it(self, command: Command) -> bool:
        """Whether a command would end the game."""
        return self.match.copy().command(command.seat, command.text).over

    # ------------------------------------------------------------ taking back

    def moves_to_undo(self) -> int:
        """How many moves there are from the last decision that a person made."""
        return self.match.since(self.people)

    def undo(self) -> int:
        """Takes back the last decision of a person, and what bots did after it."""
        count = self.moves_to_undo()
        if not count:
            raise QuincunxError("Nobody at this screen has made a move that could be taken back.")
        self.match.undo(count)
        self.step = None
        self.look()
        return count


def _lines(node: PickTree | None) -> Iterator[Line]:
    """Everything that a branch leads to."""
    if node is not None:
        if node.numbers:
            yield node.numbers
        for branch in node.branches.values():
            yield from _lines(branch)
