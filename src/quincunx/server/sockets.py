"""The table's socket: messages in, views out. A slow reader gets fewer, newer views; one that stops reading is dropped.
Nobody waits for it."""

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quincunx.engine.errors import QuincunxError
from quincunx.server import messages as m
from quincunx.server.limits import Limits
from quincunx.server.live import ONLY_PLAYERS, Hub, Live, Who
from quincunx.server.storage.port import Conflict, Unavailable
from quincunx.server.views import Seen
from quincunx.table import talk
from quincunx.table.match import styles_before

log = logging.getLogger("quincunx.server")

FIRST_WORD = 10.0
"""Seconds in which a new connection has to say who it is."""
SEND_LIMIT = 20.0
"""Seconds in which a message has to be taken."""
MOST_WAITING = 200
"""Messages beside views that may wait for a slow reader."""
LONGEST_THING = 100
POLICY, TOO_BIG, RESTART, TRY_AGAIN = 1008, 1009, 1012, 1013


class Dropped(Exception):
    """The connection has to end: why, and whether to come back."""

    def __init__(self, code: int, words: str, *, again: bool = False) -> None:
        super().__init__(words)
        self.code, self.words, self.again = code, words, again


class Connection:
    """One socket at one table."""

    def __init__(self, socket: WebSocket, live: Live, who: Who, limits: Limits, token: str) -> None:
        self.socket = socket
        self.live = live
        self.who = who
        self.limits = limits
        self.token = token
        self.chairs = who.chairs
        self.seen = Seen()
        self.looks: int | None = None
        """At a shared screen: who looks at it."""
        self.muted: frozenset[int] = frozenset()
        self._waiting: deque[Any] = deque()
        self._news = asyncio.Event()
        self._fresh = True
        self._last: m.Update | None = None
        """The last update, without what it only adds to."""
        self._asking: set[asyncio.Task[None]] = set()
        self.gone: Dropped | None = None

    # ------------------------------------------------------------ out

    def wake(self) -> None:
        """Something is new at the table."""
        self._fresh = True
        self._news.set()

    def push(self, message: Any) -> None:
        """A message that is not part of the view."""
        if len(self._waiting) >= MOST_WAITING:
            self.drop(Dropped(POLICY, "You do not read what you are sent.", again=True))
            return
        self._waiting.append(message)
        self._news.set()

    def end(self) -> None:
        """The server ends."""
        self.drop(Dropped(RESTART, "The server is being restarted: come back in a moment.", again=True))

    def drop(self, why: Dropped) -> None:
        """Ends the connection soon."""
        self.gone = self.gone or why
        self._news.set()

    async def send_all(self) -> None:
        """Sends what is new, as long as the connection lasts."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._send(m.encode(self._waiting.popleft()))
            if self.gone is not None:
                raise self.gone
            if self._fresh and self.live.kept.is_set():  # else it is told as soon as it is kept
                self._fresh = False
                if news := self.view():
                    await self._send(news)

    def view(self) -> bytes | None:
        """What is new for this connection; None: nothing that it may know of."""
        live = self.live
        update, self.seen = live.gallery.update(
            self.seen,
            live.seats(self.who),
            self.viewer,
            live.hub.now(),
            live.here,
            self.muted,
            live.thinking,
        )
        before, self._last = self._last, msgspec.structs.replace(update, scene=None, told=[], talk=[], times=None)
        if self._last == before and update.scene is None and not update.told and not update.talk:
            return None
        return m.encode(update)

    @property
    def viewer(self) -> int | None:
        """Whose knowledge is shown: the seat's own; at a shared screen that of the one who looks."""
        seats = self.live.seats(self.who)
        if len(seats) == 1:
            return seats[0]
        return self.looks if self.looks in seats else None

    async def _send(self, data: bytes) -> None:
        try:
            async with asyncio.timeout(SEND_LIMIT):  # wait_for can lose a cancellation
                await self.socket.send_text(data.decode())
        except TimeoutError:
            raise Dropped(POLICY, "You do not read what you are sent.", again=True) from None

    # ------------------------------------------------------------ in

    async def receive_all(self) -> None:
        """Takes messages, in order."""
        while True:
            message = await receive(self.socket)
            if not self.limits.allow("message", self.token):
                raise Dropped(POLICY, "Too many messages: wait a moment.", again=True)
            await self.take(message)

    async def take(self, message: m.FromClient) -> None:
        """Answers one message."""
        live = self.live
        match message:
            case m.Hello():
                raise Dropped(POLICY, "You have said hello already.")
            case m.Alive():
                self.push(message)
            case m.Look(seat=seat):
                self.looks = seat
                self.seen = Seen(self.seen.n, None, ())
                self.wake()
            case m.Mute(seat=seat, muted=muted):
                if seat in range(live.room.players):
                    self.muted = self.muted | {seat} if muted else self.muted - {seat}
            case m.Why(id=id, path=path):
                self.push(self._why(id, path))
            case m.Point(thing=thing):
                self._point(thing)
            case m.Hint(id=id):
                self._ask(id)
            case _:
                if isinstance(message, m.TALK) and not self.limits.allow("say", self.token):
                    self.push(m.Refused("You talk too much at once: wait a moment.", None, message.key))
                    return
                try:
                    await live.act(self.who, message, self.push)
                except (Unavailable, Conflict) as error:
                    log.warning("an action could not be kept: %s", error)
                    words = "The server does not know whether this was kept: come back, and send it again."
                    raise Dropped(TRY_AGAIN, words, again=True) from None

    def _why(self, id: int, path: list[str]) -> m.Because:
        seats, room = self.live.seats(self.who), self.live.room
        if room.match is None or room.turn not in seats:
            return m.Because(id, "It is not your turn.")
        known = room.match.view(room.turn) if room.game.secret else room.match
        words = known.why_not_pick(path[:20])
        return m.Because(id, words, room.game.rulebook.cited(words))

    def _point(self, thing: str) -> None:
        seats, room = self.live.seats(self.who), self.live.room
        if not seats:
            self.push(m.Refused(ONLY_PLAYERS))
        elif talk.mode(room.options) == "competitive":
            self.push(m.Refused("Nobody points at things in competitive talk."))
        elif len(thing) <= LONGEST_THING and self.limits.allow("say", self.token):
            seat = room.turn if room.turn in seats else seats[0]
            for other in self.live.watchers:
                if other is not self and seat not in other.muted:
                    other.push(m.Pointed(seat, thing))

    def _ask(self, id: int) -> None:
        if not self.limits.allow("hint", self.token):
            self.push(m.Refused("You ask too often: wait a moment.", id=id))
            return

        async def answer() -> None:
            try:
                self.push(m.Opinion(id, await self.live.hint(self.who)))
            except QuincunxError as error:
                self.push(m.Refused(str(error), id=id))

        task = self.live.hub.spawn(answer)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    def close(self) -> None:
        """Nothing more is asked for this connection."""
        for task in self._asking:
            task.cancel()


async def receive(socket: WebSocket) -> m.FromClient:
    """The next message, checked."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    raw = event.get("text")
    data = raw.encode("utf-8", "surrogatepass") if raw is not None else event.get("bytes") or b""
    if len(data) > m.LARGEST_MESSAGE:
        raise Dropped(TOO_BIG, f"A message has at most {m.LARGEST_MESSAGE} bytes.")
    try:
        return m.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Dropped(POLICY, f"That message can't be read: {error}") from None


async def serve(socket: WebSocket, hub: Hub, id: str, limits: Limits, address: str) -> None:
    """One connection from its first word to its end."""
    await socket.accept()
    connection: Connection | None = None
    try:
        connection = await greet(socket, hub, id, limits, address)
        await _both(connection)
    except Dropped as dropped:
        await _bye(socket, dropped)
    except WebSocketDisconnect:
        pass
    except Unavailable as error:
        log.warning("a table could not be read: %s", error)
        await _bye(socket, Dropped(TRY_AGAIN, "The tables can't be read just now: come back in a moment.", again=True))
    except Exception:
        log.exception("a connection failed")
        await _bye(socket, Dropped(TRY_AGAIN, "Something failed in the server: come back in a moment.", again=True))
    finally:
        if connection is not None:
            connection.close()
            connection.live.watchers.discard(connection)
            connection.live.tell()


async def greet(socket: WebSocket, hub: Hub, id: str, limits: Limits, address: str) -> Connection:
    """Waits for the first word, and answers it."""
    try:
        hello = await asyncio.wait_for(receive(socket), FIRST_WORD)
    except TimeoutError:
        raise Dropped(POLICY, "Say hello first.") from None
    if not isinstance(hello, m.Hello):
        raise Dropped(POLICY, "Say hello first.")
    who = await hub.who(id, hello.token)
    if who is None:
        limits.allow("guess", address)
        raise Dropped(POLICY, "This link opens no table here.")
    try:
        live = await hub.wake(id)
    except QuincunxError as error:
        raise Dropped(POLICY, str(error)) from None
    if hub.closing:
        raise Dropped(RESTART, "The server is being restarted: come back in a moment.", again=True)
    connection = Connection(socket, live, who, limits, hello.token)
    room = live.room
    seats = live.seats(who)
    seen = live.gallery.entry(hello.seen, seats)
    connection.seen = Seen(seen, None, live.gallery.steps(seats, line_at(live, seen)))
    connection.push(
        m.Welcome(
            id,
            room.game.name,
            room.game.title,
            room.game.version,
            room.players,
            room.options,
            room.header["settings"],
            room.header["commitment"],
            who.host,
            room.game.secret,
            styles_before(room.game, room.players, room.options),
        )
    )
    live.watchers.add(connection)
    live.tell()
    return connection


def line_at(live: Live, n: int) -> tuple[int, ...]:
    """The entries that had made the moves of the game when entry n was the last."""
    line: list[int] = []
    for entry in live.room.entries[: max(n, 0)]:
        if entry.kind in ("move", "command"):
            line.append(entry.n)
        elif entry.kind == "undo":
            del line[-entry.data :]
    return tuple(line)


async def _both(connection: Connection) -> None:
    """Sends and receives until one of them ends."""
    tasks = [asyncio.ensure_future(connection.send_all()), asyncio.ensure_future(connection.receive_all())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _bye(socket: WebSocket, dropped: Dropped) -> None:
    with contextlib.suppress(Exception):
        if socket.application_state == WebSocketState.CONNECTED:
            await asyncio.wait_for(socket.send_text(m.encode(m.Bye(dropped.words, dropped.again)).decode()), 2)
            await asyncio.wait_for(socket.close(dropped.code), 2)
