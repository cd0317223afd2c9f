"""What a seat receives: its own view of a room, and what has changed in it. It is built up from what the seat knows:
the state itself never leaves the server."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.server import messages as m
from quincunx.table.room import CHANGES_THE_GAME, Room
from quincunx.table.talk import Pact

LISTS = ("areas", "places", "pieces")
"""The parts of a scene that are lists of things with ids: only what changed in them is sent."""
VALUES = tuple(name for name in Scene.__dataclass_fields__ if name not in LISTS)


@dataclass(frozen=True)
class Seen:
    """What one connection has been sent: what comes next is only what is new."""

    n: int = 0
    scene: Scene | None = None
    steps: tuple[int, ...] = ()
    """The entries that made the moves of which it was told."""


@dataclass
class Gallery:
    """All views of a room. What several people see alike is made once."""

    room: Room
    _made_at: int = -1
    _scenes: dict[int | None, tuple[Position, Scene]] = field(default_factory=dict)
    _offers: dict[int, m.Offer] = field(default_factory=dict)
    _told: dict[tuple[int | None, int], list[m.Line]] = field(default_factory=dict)
    _patches: dict[tuple[int, int], tuple[Scene | None, m.Patch | None]] = field(default_factory=dict)
    _pacts: list[Pact] | None = None

    def _fresh(self) -> None:
        """Forgets what was made before the last entry."""
        if self._made_at != self.room.n:
            self._made_at, self._scenes, self._offers, self._patches = self.room.n, {}, {}, {}
            self._pacts = None

    def known(self, viewer: int | None) -> tuple[Position, Scene] | None:
        """The table as a seat knows it (None: a spectator), and how that looks."""
        self._fresh()
        match = self.room.match
        if match is None:
            return None
        openly = not self.room.game.secret or self.room.over
        viewer = None if openly else viewer
        if viewer not in self._scenes:
            position = match if openly else match.view(viewer)
            self._scenes[viewer] = (position, position.scene())
        return self._scenes[viewer]

    def offers(self, mover: int) -> m.Offer:
        """What a seat may do, by what it knows."""
        self._fresh()
        if mover not in self._offers:
            found = self.known(mover)
            assert found is not None
            self._offers[mover] = offer(found[0], found[0].picks())
        return self._offers[mover]

    def patch(self, old: Scene | None, new: Scene) -> m.Patch | None:
        """What has changed from one scene to the next: for most who look, that is the same."""
        key = (id(old), id(new))
        if key not in self._patches:
            self._patches[key] = (old, difference(old, new))
        return self._patches[key][1]

    def told(self, viewer: int | None, step: int) -> list[m.Line]:
        """What a viewer was told of a move when it was made."""
        room = self.room
        assert room.match is not None
        key = (viewer if room.game.secret else None, room.line[step])
        if key not in self._told:
            said = room.match.heard_of(step, key[0], room.match.at(step + 1))
            self._told[key] = [m.Line(each.words, list(each.rules), list(each.about)) for each in said]
        return self._told[key]

    def opening(self, viewer: int | None) -> list[m.Line]:
        """What was told before the first move."""
        room = self.room
        if room.match is None or room.match.start is not None:
            return []
        start = room.match.at(0)
        said = room.game.opening(start.view(viewer) if room.game.secret else start)
        return [m.Line(each.words, list(each.rules), list(each.about)) for each in said]

    # ------------------------------------------------------------ numbers

    def n(self, seats: Collection[int]) -> int:
        """How many entries there are for somebody with these seats."""
        return len(self.room.known(seats))

    def number(self, entry: int, seats: Collection[int]) -> int:
        """The number of an entry, as they count."""
        return bisect_right(self.room.known(seats), entry)

    def entry(self, number: int, seats: Collection[int]) -> int:
        """The entry that they count as this number; the last one, if there are not so many."""
        known = self.room.known(seats)[: max(number, 0)]
        return known[-1] if known else 0

    def changed_at(self, seats: Collection[int]) -> int:
        """The number of the last entry that changed the game, as far as they can know."""
        known, entries = self.room.known(seats), self.room.entries
        changes = (i for i in range(len(known), 0, -1) if entries[known[i - 1] - 1].kind in CHANGES_THE_GAME)
        return next(changes, 0)

    def steps(self, seats: Collection[int], line: Sequence[int] | None = None) -> tuple[int, ...]:
        """The entries that made the moves of which they can know: of the game as it is, or of another line."""
        line = self.room.line if line is None else line
        if not self.room.game.secret:
            return tuple(line)
        known = set(self.room.known(seats))
        return tuple(n for n in line if n in known)

    # ------------------------------------------------------------ updates

    def update(
        self,
        seen: Seen,
        seats: Sequence[int],
        viewer: int | None,
        now: int,
        here: frozenset[int] = frozenset(),
        muted: frozenset[int] = frozenset(),
        thinking: str | None = None,
    ) -> tuple[m.Update, Seen]:
        """Everything that is new for somebody who plays these seats, and what has been seen then."""
        room = self.room
        turn = room.turn
        offered = turn is not None and turn in seats and (not room.game.secret or turn == viewer)
        found = self.known(viewer)
        scene = None if found is None else found[1]
        steps = self.steps(seats)
        common = 0
        while common < min(len(steps), len(seen.steps)) and steps[common] == seen.steps[common]:
            common += 1
        told = [m.Told(0, self.opening(viewer))] if told_nothing(seen, room) else []
        places = {n: step for step, n in enumerate(room.line)} if common < len(steps) else {}
        told += [m.Told(i + 1, self.told(viewer, places[steps[i]])) for i in range(common, len(steps))]
        message = m.Update(
            n=self.n(seats),
            changed_at=self.changed_at(seats),
            status=room.status,
            seats=list(seats),
            chairs=[
                m.Chair(s.name, s.bot, s.ready, i in here, s.stand_in, i in room.flagged)
                for i, s in enumerate(room.sitters)
            ],
            turn=turn,
            viewer=viewer,
            scene=None if scene is None else self.patch(seen.scene, scene),
            offers=self.offers(turn) if turn is not None and offered else None,
            commands=self.commands(seats, viewer),
            steps=len(steps),
            told=told,
            talk=[each for each in self.talk(seen.n, seats) if each.seat not in muted],
            pacts=self.pacts(seats),
            asked=self.asked(seats),
            times=self.times(now),
            results=None if room.results is None else list(room.results),
            ended=None if room.ended is None else room.ended["reason"],
            opened=self.opened(),
            thinking=thinking,
        )
        return message, Seen(room.n, scene, steps)

    def commands(self, seats: Sequence[int], viewer: int | None) -> list[m.Order]:
        """What these seats may do at any time."""
        room = self.room
        known = room.game.commands
        if known is None or room.match is None or room.over:
            return []
        found = []
        for seat in seats if not room.game.secret else [seat for seat in seats if seat == viewer]:
            position = room.match.view(seat) if room.game.secret else room.match
            for number in known.offered(position, seat):
                words = known.describe(position, seat, number)
                found.append(m.Order(seat, known.spell(position, seat, number), words))
        return found

    def talk(self, after: int, seats: Sequence[int]) -> list[m.Talk]:
        """What these seats could hear of what was said."""
        found = []
        for entry in self.room.entries[after:]:
            if entry.kind == "say":
                to = entry.data.get("to")
                if to is None or to in seats or entry.data["seat"] in seats:
                    n = self.number(entry.n, seats)
                    found.append(m.Talk(n, entry.at, entry.data["seat"], entry.data["text"], to))
        return found

    def pacts(self, seats: Sequence[int]) -> list[m.PactView]:
        """The pacts that these seats know of."""
        if self.room.match is None:
            return []
        self._fresh()
        if self._pacts is None:
            self._pacts = self.room.match.pacts
        return [
            m.PactView(
                pact.number,
                list(pact.members),
                pact.non_aggression,
                pact.common_enemy,
                pact.until_round,
                pact.public,
                pact.status,
                sorted(pact.accepted),
                pact.broken_by,
            )
            for pact in self._pacts
            if pact.public or set(pact.members) & set(seats)
        ]

    def asked(self, seats: Collection[int]) -> m.Question | None:
        """What is asked."""
        asked = self.room.asked
        if asked is None:
            return None
        return m.Question(asked.seat, len(self.steps(seats, self.room.line[-asked.count :])), sorted(asked.of))

    def times(self, now: int) -> m.Times | None:
        """The clocks."""
        clock = self.room.clock
        left = [clock.left(seat, now) for seat in range(self.room.players)]
        if self.room.match is None or any(each is None for each in left):
            return None
        awaited = None if self.room.over else clock.awaited
        return m.Times(now, [each or 0 for each in left], awaited)

    def opened(self) -> m.Opened | None:
        """The seed, when there is nothing left to hide."""
        seed = self.room.seed
        return m.Opened(seed.key.hex(), seed.salt.hex(), list(seed.added)) if self.room.over else None


def told_nothing(seen: Seen, room: Room) -> bool:
    """Whether the connection has not even been told how the table was set up."""
    return room.match is not None and seen.scene is None and not seen.steps


def offer(position: Position, tree: PickTree) -> m.Offer:
    """The tree of picks, each complete path with its decision in words."""
    after: dict[tuple[int, ...], Position] = {(): position}

    def describe(line: tuple[int, ...]) -> str:
        for i in range(1, len(line)):
            if line[:i] not in after:
                after[line[:i]] = after[line[: i - 1]].copy().play(line[i - 1])
        return position.game.describe(after[line[:-1]], line[-1])

    def walk(node: PickTree) -> m.Offer:
        words = describe(node.numbers) if node.numbers else ""
        return m.Offer(list(node.numbers), words, {pick: walk(branch) for pick, branch in node.branches.items()})

    return walk(tree)


def difference(old: Scene | None, new: Scene) -> m.Patch | None:
    """What has changed from one scene to the next; None: nothing."""
    if old is new:
        return None
    values = {name: getattr(new, name) for name in VALUES if old is None or getattr(old, name) != getattr(new, name)}
    changed: dict[str, list[Any]] = {}
    gone: dict[str, list[str]] = {}
    order: dict[str, list[str]] = {}
    for name in LISTS:
        before = {} if old is None else {thing.id: thing for thing in getattr(old, name)}
        after = {thing.id: thing for thing in getattr(new, name)}
        if different := [thing for id, thing in after.items() if before.get(id) != thing]:
            changed[name] = different
        if lost := [id for id in before if id not in after]:
            gone[name] = lost
        if old is None or [id for id in before if id in after] + [id for id in after if id not in before] != list(
            after
        ):
            order[name] = list(after)
    if not (values or changed or gone or order):
        return None
    return m.Patch(values, changed, gone, order)
