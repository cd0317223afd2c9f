"""What a seat receives: its own view of a room, and what has changed in it. It is built up from what the seat knows:
the state itself never leaves the server."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.server import messages as m
from quincunx.table.room import Room

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
class Glance:
    """A room as one seat knows it after one entry: made once, for all who look with that knowledge."""

    position: Position | None
    scene: Scene | None
    offers: m.Offer | None
    commands: list[m.Order]


@dataclass
class Gallery:
    """All views of a room, kept until the game changes."""

    room: Room
    _glances: dict[tuple[int | None, int | None], Glance] = field(default_factory=dict)
    _changed_at: int = -1
    _told: dict[tuple[int | None, int], list[m.Line]] = field(default_factory=dict)

    def glance(self, viewer: int | None, mover: int | None) -> Glance:
        """What a viewer knows, and what `mover` is offered."""
        if self._changed_at != self.room.n:
            self._glances, self._changed_at = {}, self.room.n
        if not self.room.game.secret or self.room.over:
            viewer = None
        if (viewer, mover) not in self._glances:
            self._glances[viewer, mover] = self._look(viewer, mover)
        return self._glances[viewer, mover]

    def _look(self, viewer: int | None, mover: int | None) -> Glance:
        room = self.room
        if room.match is None:
            return Glance(None, None, None, [])
        openly = not room.game.secret or room.over
        if mover is not None and openly and (viewer, None) in self._glances:
            seen = self._glances[viewer, None]
            position, scene = seen.position, seen.scene
        else:
            position = room.match if openly else room.match.view(viewer)
            scene = position.scene()
        assert position is not None
        offers = None
        if mover is not None and room.turn == mover:
            offers = offer(position, position.picks())
        return Glance(position, scene, offers, [])

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
        mover = room.turn if room.turn in seats and (not room.game.secret or room.turn == viewer) else None
        glance = self.glance(viewer, mover)
        steps = tuple(room.line)
        common = 0
        while common < min(len(steps), len(seen.steps)) and steps[common] == seen.steps[common]:
            common += 1
        told = [m.Told(0, self.opening(viewer))] if told_nothing(seen, room) else []
        told += [m.Told(step + 1, self.told(viewer, step)) for step in range(common, len(steps))]
        patch = difference(seen.scene, glance.scene) if glance.scene is not None else None
        message = m.Update(
            n=room.n,
            changed_at=room.changed_at,
            status=room.status,
            seats=list(seats),
            chairs=[
                m.Chair(s.name, s.bot, s.ready, i in here, s.stand_in, i in room.flagged)
                for i, s in enumerate(room.sitters)
            ],
            turn=room.turn,
            viewer=viewer,
            scene=patch,
            offers=glance.offers,
            commands=self.commands(seats, viewer),
            steps=len(steps),
            told=[each for each in told if each.lines],
            talk=[each for each in self.talk(seen.n, seats) if each.seat not in muted],
            pacts=self.pacts(seats),
            asked=self.asked(),
            times=self.times(now),
            results=None if room.results is None else list(room.results),
            ended=None if room.ended is None else room.ended["reason"],
            opened=self.opened(),
            thinking=thinking,
        )
        return message, Seen(room.n, glance.scene, steps)

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
                    found.append(m.Talk(entry.n, entry.at, entry.data["seat"], entry.data["text"], to))
        return found

    def pacts(self, seats: Sequence[int]) -> list[m.PactView]:
        """The pacts that these seats know of."""
        if self.room.match is None:
            return []
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
            for pact in self.room.match.pacts
            if pact.public or set(pact.members) & set(seats)
        ]

    def asked(self) -> m.Question | None:
        """What is asked."""
        asked = self.room.asked
        return None if asked is None else m.Question(asked.seat, asked.count, sorted(asked.of))

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
