"""Tables that are awake. At each, one task at a time takes what people do, in order: it is checked, kept, acknowledged,
and then the others are told."""

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from quincunx import NUMERALS
from quincunx.bots import NAMES as BOTS
from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.server import messages as m
from quincunx.server.identity import hashed
from quincunx.server.ready import Readiness
from quincunx.server.storage.port import Conflict, Entry, Index, Link, Store, Table, Unavailable
from quincunx.server.views import Gallery
from quincunx.table.room import Room

log = logging.getLogger("quincunx.server")
T = TypeVar("T")
Answer = m.Done | m.Refused | m.Stale

TRIES = 8
"""So often an action is tried again when another process was quicker."""
ALIVE_EVERY = 1.0
RENEW_EVERY, LEASE = 3.0, 12_000
"""A process renews the care for its tables every so many seconds; it lasts so many milliseconds."""
SWEEP_EVERY = 1.0
"""Seconds after which sleeping tables are looked through for those that are due."""
SLEEPS_AFTER = 60.0
"""Seconds after which a table that nobody looks at is let go."""
MOST_DUE = 1000
PAUSE = 1.0
"""Seconds before something that failed is tried again."""
STOPPED_AFTER = 4_000
"""Milliseconds without a note that this process runs, after which no process may have been running."""
GOODBYE = 3.0
"""Seconds that connections get to hear that the server ends."""

NOT_OF_A_PACT = ("key", "seen", "seat")
ONLY_PLAYERS = "You watch: only players do that."


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Thinkers(Protocol):
    """Whoever chooses the bots' moves."""

    async def choose(
        self, position: Position, bot: str, seconds: float | None = None, on_state: Callable[[str], None] | None = None
    ) -> int:
        """A legal move for the seat whose view this is."""

    async def think(self, position: Position, bot: str = "level-8", seconds: float | None = None) -> Any:
        """What a strong bot thinks of a position."""


class Watcher(Protocol):
    """A connection, as the table sees it."""

    chairs: tuple[int, ...]
    muted: frozenset[int]
    """The seats of whose talk it wants to hear nothing."""

    def wake(self) -> None:
        """Something is new."""

    def push(self, message: Any) -> None:
        """A message that is not part of the view."""

    def end(self) -> None:
        """The server ends."""


@dataclass(frozen=True)
class Who:
    """Somebody with a link."""

    chairs: tuple[int, ...] = ()
    host: bool = False

    @property
    def first(self) -> int | None:
        """The name under which the actions of a link are kept."""
        return min(self.chairs) if self.chairs else None

    @staticmethod
    def of(link: Link) -> "Who":
        """What a link makes of somebody."""
        return Who(link.seats, link.host)


@dataclass(eq=False)
class Live:
    """One table that is awake in this process."""

    hub: "Hub"
    id: str
    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: str | None = None
    used: float = field(default_factory=time.monotonic)
    kept: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the room holds what is kept, and nothing else: only then may anybody look at it."""
    cares: bool = False
    """Whether this process runs the table's clocks and bots."""
    _bot: asyncio.Task[None] | None = None
    _bot_for: int = -1
    _timer: asyncio.TimerHandle | None = None
    _mending: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.gallery = Gallery(self.room)
        self.kept.set()

    # ------------------------------------------------------------ people

    def seats(self, who: Who) -> list[int]:
        """The seats of somebody, as they are numbered now; one that the host has given to a bot is nobody's."""
        seats = [self.room.seat_of[chair] for chair in who.chairs]
        return sorted(seat for seat in seats if self.room.sitters[seat].bot is None)

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people are connected."""
        return frozenset(self.room.seat_of[chair] for watcher in self.watchers for chair in watcher.chairs)

    def tell(self) -> None:
        """Wakes everybody who looks at the table."""
        for watcher in list(self.watchers):
            watcher.wake()

    async def settled(self) -> None:
        """Waits until the room may be looked at; what is read before the next `await` is kept for good."""
        while not self.kept.is_set():
            await self.kept.wait()

    async def act(
        self,
        who: Who,
        action: m.AnyAction,
        answer: Callable[[Answer], None] = lambda found: None,
        check: Callable[[Room], None] = lambda room: None,
    ) -> Answer:
        """Does what somebody wants, if it may be: kept for good before it is acknowledged, and told to all after. It is
        seen through even if the connection breaks meanwhile. `answer` is called before others are told; `check` raises
        what else is against it, then."""
        self.used = time.monotonic()
        return await self.hub.see_through(self._act(who, action, answer, check))

    async def _act(
        self, who: Who, action: m.AnyAction, answer: Callable[[Answer], None], check: Callable[[Room], None]
    ) -> Answer:
        def answered(found: Answer) -> Answer:
            answer(found)
            return found

        async with self.lock:
            for _ in range(TRIES):
                await self._mend()
                if not who.chairs and not who.host:
                    return answered(m.Refused(ONLY_PLAYERS, None, action.key))
                known = self.room.keys.get((who.first, action.key))
                seats = self.seats(who)
                if known is not None:
                    return answered(m.Done(action.key, self.gallery.number(known, seats)))
                stale = isinstance(action, (m.Play, m.Undo, m.Consent)) and action.seen < self.gallery.changed_at(seats)
                if stale:
                    return answered(m.Stale(action.key, self.gallery.n(seats)))
                check(self.room)
                try:
                    perform(self.room.act(self.hub.now(), who.first, action.key), who, seats, action)
                except Exception as error:
                    if self.room.taken() or not isinstance(error, QuincunxError):
                        await self._mend_after_failure()
                    if not isinstance(error, QuincunxError):
                        raise
                    return answered(m.Refused(str(error), getattr(error, "rule", None), action.key))
                fresh = self.room.taken()
                if not fresh:
                    return answered(m.Done(action.key, self.gallery.n(seats)))
                done = m.Done(action.key, self.gallery.number(fresh[0].n, self.seats(who)))
                try:
                    await self._keep(fresh, functools.partial(answer, done))
                except Conflict:
                    continue
                return done
        raise Conflict("Other processes were quicker too often.")

    async def _keep(self, fresh: Sequence[Entry], then: Callable[[], None] | None = None) -> None:
        """Makes entries durable; then others are told. If that fails, the room is read again from what is kept."""
        self.kept.clear()
        try:
            await self.hub.store.append(self.id, fresh, self.index())
        except Exception:
            await self._mend_after_failure()
            raise
        self.kept.set()
        self.hub.kept += len(fresh)
        if then is not None:
            then()
        self.tell()
        self.arrange()

    def index(self) -> Index:
        """Where the table stands among the others."""
        room = self.room
        turn = room.turn
        awaits_bot = turn is not None and room.sitters[turn].plays is not None
        last = room.entries[-1].at if room.entries else 0
        return Index(room.status, room.settings.public, last, room.due, awaits_bot)

    async def _mend(self) -> None:
        """Reads the room again, if it may hold what was not kept."""
        if not self.kept.is_set():
            self.room = await self.hub.read(self.id)
            self.gallery = Gallery(self.room)
            self.kept.set()
            self.tell()
            self.arrange()

    async def _mend_after_failure(self) -> None:
        """Reads the room again; as soon as the store answers, if it does not now."""
        self.kept.clear()
        try:
            await self._mend()
        except Exception:
            if self._mending is None or self._mending.done():
                self._mending = self.hub.spawn(self._mend_later)

    async def _mend_later(self) -> None:
        while not self.kept.is_set():
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(Unavailable):
                async with self.lock:
                    await self._mend()

    async def catch_up(self) -> None:
        """Another process may have added something: looks again."""
        async with self.lock:
            await self._mend()
            try:
                more = await self.hub.store.entries(self.id, self.room.n)
            except Unavailable:
                await self._mend_after_failure()
                raise
            if more:
                self.room.fold(more)
                self.tell()
            self.arrange()

    # ------------------------------------------------------------ bots and clocks

    def arrange(self) -> None:
        """Sees to it that the next thing that happens by itself happens: a bot's move, a flag."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.cares or self.hub.closing:
            self._stop_bot()
            self.thinking = None
            return
        room = self.room
        if room.due is not None:
            wait = max(0.0, (room.due - self.hub.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(wait, self.hub.spawn, self._flag)
        bot = None if room.turn is None else room.sitters[room.turn].plays
        if bot is None or self._bot_for != room.changed_at:
            self._stop_bot()
        if bot is None:  # else it goes on: how many moves a bot makes in secret is not to be counted
            self.thinking = None
        if bot is not None and self._bot is None:
            self._bot_for = room.changed_at
            self._bot = self.hub.spawn(lambda: self._move(bot))

    def _stop_bot(self) -> None:
        if self._bot is not None and self._bot is not asyncio.current_task():
            self._bot.cancel()
        self._bot = None

    def _say(self, state: str) -> None:
        if self.thinking != state:
            self.thinking = state
            self.tell()

    async def _move(self, bot: str) -> None:
        """A bot's turn."""
        room, seat, changed_at = self.room, self.room.turn, self.room.changed_at
        assert room.match is not None
        assert seat is not None
        try:
            move = await self.hub.thinkers.choose(room.match.view(seat), bot, on_state=self._say)
        except Exception:
            log.exception("a bot could not choose")
            await asyncio.sleep(PAUSE)
            self._bot = None
            self.arrange()
            return
        async with self.lock:
            self._bot = None
            await self._mend()
            if self.room is room and room.changed_at == changed_at and room.turn == seat:
                room.act(self.hub.now()).play(seat, int(move))
                try:
                    await self._keep(room.taken())
                except Conflict:
                    self.tell()
            self.arrange()

    async def _flag(self) -> None:
        """Somebody's time is up."""
        async with self.lock:
            await self._mend()
            if self.room.act(self.hub.now()).flag(self.hub.now()):
                with contextlib.suppress(Conflict):
                    await self._keep(self.room.taken())
            else:
                self.arrange()

    async def hint(self, who: Who) -> Any:
        """What a strong bot thinks of the position, for somebody whose turn it is."""
        room = self.room
        if not room.settings.hints:
            raise QuincunxError("At this table nobody is given hints.")
        if room.match is None or room.turn not in self.seats(who):
            raise QuincunxError("Hints are for the player whose turn it is.")
        return await self.hub.thinkers.think(room.match.view(room.turn))

    def close(self) -> None:
        """Lets go of everything under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._bot is not None:
            self._bot.cancel()


def perform(room: Room, who: Who, seats: Sequence[int], action: m.AnyAction) -> None:
    """Carries an action out in a room; raises the reason why it can't be."""
    match action:
        case m.Sit(seat=chair, name=name, bot=bot):
            if chair not in who.chairs and not who.host:
                raise QuincunxError("That is not your seat.")
            if bot is not None or not name:
                if not who.host:
                    raise QuincunxError("Only who opened the table gives seats to bots.")
                room.sit(chair, bot_name(room, chair, bot) if bot else "", bot)
            elif chair not in who.chairs:
                raise QuincunxError("Only who sits there says the name.")
            else:
                room.sit(chair, name)
            return
        case m.Start():
            if not who.host:
                raise QuincunxError("Only who opened the table starts it.")
            room.start()
            return
    if not seats:
        raise QuincunxError(ONLY_PLAYERS)
    turn = room.turn
    mine = turn if turn is not None and turn in seats else seats[0]
    named = getattr(action, "seat", None)
    if named is not None:
        if named not in seats:
            raise QuincunxError("That is not your seat.")
        mine = named
    match action:
        case m.Ready(ready=ready):
            for seat in seats:
                room.ready(seat, ready)
        case m.Add(text=text):
            room.add_to_seed(seats[0], text)
        case m.Play(move=move):
            if turn == mine and room.sitters[mine].stand_in is not None:
                raise QuincunxError("A bot plays for you: take your seat back first.")
            room.play(mine, move)
        case m.Command(command=command):
            room.command(mine, command)
        case m.Undo():
            room.undo(seats)
        case m.Consent(yes=yes):
            asked = [seat for seat in seats if room.asked is not None and seat in room.asked.of]
            for seat in asked or seats[:1]:
                room.consent(seat, yes)
                if not yes:
                    break
        case m.Say(text=text, to=to):
            room.say(mine, text, to)
        case m.Propose():
            pact = {name: getattr(action, name) for name in m.Propose.__struct_fields__ if name not in NOT_OF_A_PACT}
            room.propose(mine, pact)
        case m.Answer(pact=number, answer=answer):
            room.answer(mine, number, answer)
        case m.Resign():
            room.resign(mine)
        case m.Leave():
            for seat in seats:
                room.leave(seat)
        case m.Back():
            for seat in [seat for seat in seats if room.sitters[seat].stand_in is not None] or seats[:1]:
                room.come_back(seat)


def bot_name(room: Room, chair: int, bot: str) -> str:
    """A bot's name: its kind, and a number if there are several."""
    if bot not in BOTS:
        raise Unknown("bot", bot, list(BOTS))
    taken = {sitter.name for i, sitter in enumerate(room.sitters) if i != chair}
    return next(
        name for numeral in NUMERALS if (name := f"{bot.replace('-', ' ').capitalize()} {numeral}") not in taken
    )


class Hub:
    """All tables of a server process: wakes them, keeps them going, lets them sleep."""

    def __init__(
        self,
        store: Store,
        find: Callable[[str], Game],
        thinkers: Thinkers,
        *,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.store = store
        self.find = find
        self.thinkers = thinkers
        self.now = now
        self.ready = Readiness()
        self.process = secrets.token_hex(8)
        self.tables: dict[str, Live] = {}
        self.kept = 0
        """Entries that were made durable here."""
        self.downtimes: list[tuple[int, int]] = []
        self._waking: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._hopeless: set[str] = set()
        """Tables that are due and can't be woken, as they were played by other rules."""
        self._nudge = asyncio.Event()
        self.closing = False

    # ------------------------------------------------------------ life

    async def open(self) -> None:
        """Starts to look after the tables."""
        await self.store.alive(self.process, self.now())
        self.downtimes = await self.store.downtimes()
        for work in (self._stay_alive, self._sweep, self._listen, self._renew, self._let_sleep):
            self.spawn(work)

    async def say_goodbye(self) -> None:
        """The server ends soon: bots stop, and everybody who looks at a table is sent away."""
        self.closing = True
        for live in self.tables.values():
            live.close()
            for watcher in list(live.watchers):
                watcher.end()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while any(live.watchers for live in self.tables.values()):
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Finishes what is under way and lets go of all tables."""
        self.closing = True
        for live in self.tables.values():
            live.close()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for live in list(self.tables.values()):
            async with live.lock:
                pass
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.store.release(self.process)

    async def see_through(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for something that is finished even if nobody waits for it any more."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    def spawn(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Starts something in the background; what goes wrong there is logged, and the server goes on."""

        async def run() -> None:
            try:
                await work()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("something failed in the background")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _stay_alive(self) -> None:
        noted = self.now()
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            try:
                now = self.now()
                await self.store.alive(self.process, now)
                if now - noted > STOPPED_AFTER:
                    self.downtimes[:] = await self.store.downtimes()
                    for live in self.tables.values():
                        self.spawn(live.catch_up)
                noted = now
            except Exception as error:
                log.warning("it could not be noted that the server is running: %s", error)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                mine = sum(live.cares for live in self.tables.values())
                some_lost = await self.store.renew(self.process, self.now() + LEASE) < mine
                for live in list(self.tables.values()):
                    if some_lost or not live.cares:
                        await self._care(live)
            except Exception:
                log.exception("leases could not be renewed")

    async def _listen(self) -> None:
        async for id in self.store.changes():
            if not id:
                for live in self.tables.values():
                    self.spawn(live.catch_up)
            elif id in self.tables:
                self.spawn(self.tables[id].catch_up)

    async def _let_sleep(self) -> None:
        while True:
            await asyncio.sleep(SLEEPS_AFTER / 4)
            for live in list(self.tables.values()):
                idle = time.monotonic() - live.used > SLEEPS_AFTER
                if idle and not live.watchers and live._bot is None and not live.lock.locked():
                    live.close()
                    del self.tables[live.id]
                    self._nudge.set()
                    with contextlib.suppress(Unavailable):  # then it runs out
                        await self.store.release(self.process, live.id)

    async def _sweep(self) -> None:
        """Wakes the tables that are due: those with a flag to fall, or with a bot to move."""
        while True:
            wait = SWEEP_EVERY
            try:
                for id, due in await self.store.due(self.now() + int(1000 * wait), MOST_DUE):
                    if id in self.tables or id in self._hopeless:
                        continue
                    if due > self.now():
                        wait = max((due - self.now()) / 1000, 0.0)
                        break
                    try:
                        await self.wake(id)
                    except QuincunxError as error:
                        log.warning("a table that is due can't be woken: %s", error)
                        self._hopeless.add(id)
            except Exception:
                log.exception("the due tables could not be looked up")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for can lose a cancellation
                    await self._nudge.wait()
            self._nudge.clear()

    # ------------------------------------------------------------ tables

    async def read(self, id: str) -> Room:
        """A room, made from what is kept."""
        table = await self.store.table(id)
        if table is None:
            raise QuincunxError("There is no such table; it may have been cleared away.")
        game = self.find(table.header["game"])
        await self.ready.wait(game)
        seed = Seed(table.seed[:32], table.seed[32:])
        return Room(game, table.header, seed, self.downtimes).fold(await self.store.entries(id))

    async def wake(self, id: str) -> Live:
        """A table, awake."""
        if id in self.tables:
            self.tables[id].used = time.monotonic()
            return self.tables[id]
        if id not in self._waking:
            self._waking[id] = asyncio.get_running_loop().create_task(self._wake(id))
            self._waking[id].add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(self._waking[id])

    async def _wake(self, id: str) -> Live:
        room = await self.read(id)
        live = Live(self, id, room)
        self.tables[id] = live
        await self._care(live)
        if not live.cares:
            await live.catch_up()  # another process may have added something before changes were looked up here
        return live

    async def _care(self, live: Live) -> None:
        """Takes the care for a table, if no other process has it."""
        before, live.cares = live.cares, await self.store.lease(live.id, self.process, self.now(), self.now() + LEASE)
        if before or live.cares:
            await live.catch_up()

    async def open_table(
        self, header: dict[str, Any], seed: Seed, entries: Callable[[Room], None], links: Sequence[tuple[Who, str]]
    ) -> str:
        """A new table: its header, what happens first, and the hashes of its links. Returns its id."""
        await self.ready.wait(self.find(header["game"]))
        id = secrets.token_urlsafe(9)
        room = Room(self.find(header["game"]), header, seed)
        entries(room.act(self.now()))
        live = Live(self, id, room)
        created = self.now()
        table = Table(id, created, header, seed.key + seed.salt, live.index())
        kept = [Link(hashed(token), id, who.chairs, who.host, created) for who, token in links]
        await self.store.create(table, room.taken(), kept)
        room.clock.downtimes = self.downtimes
        self.tables[id] = live
        await self._care(live)
        return id

    async def who(self, id: str, token: str) -> Who | None:
        """What a token makes of somebody at a table."""
        link = await self.store.link(hashed(token))
        return Who.of(link) if link is not None and link.table == id else None
