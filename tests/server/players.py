"""Clients that do not give up: they connect again, and send again, with the same key, what was not acknowledged."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import websockets

from quincunx.server.storage.port import Entry, Store
from quincunx.table.room import Room
from tests.server.clients import PATIENCE, Client, Server

Action = dict[str, Any]
Decide = Callable[["Player"], Action | None]
"""What a player wants to do now, without a key; None: to wait."""

GLANCE = 0.3
"""Seconds between two looks at whether to send something again."""
PAUSE = 0.2
"""Seconds before it is connected again."""
MOST_RESENDS = 3
"""On one connection."""
AGAIN = (OSError, TimeoutError, websockets.WebSocketException)


@dataclass
class Player:
    """One seat of one table, played over connections that break."""

    url: str
    table: str
    token: str
    decide: Decide
    name: str = ""
    in_order: bool = True
    """Whether what the server sends arrives as it was sent: else only the latest view is used."""
    resend_after: float = 10.0
    """Seconds without an answer after which the action is sent again."""
    reconnect_after: float = 60.0
    """Seconds without anything from the server after which it is connected again."""
    client: Client = field(default_factory=lambda: Client(None))
    done: dict[str, tuple[int, Action]] = field(default_factory=dict)
    """What was acknowledged, by key: the number of the entry, and the action."""
    asked: int = 0
    connections: int = 0
    resent: int = 0
    again: int = 0
    """Actions that were acknowledged only after they had been sent again."""
    turned_down: list[dict[str, Any]] = field(default_factory=list)
    stopped: bool = False
    _pending: Action | None = None
    _sent: int = 0
    _slow: float = 1.0
    """So many times longer it waits, since the machine is busy."""

    @property
    def view(self) -> dict[str, Any]:
        """The table as it was last told of."""
        return self.client.view

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.stopped or self.view.get("status") == "over"

    async def play(self) -> None:
        """Plays until the game is over or it is told to stop, and nothing waits for an answer any more."""
        while not (self.is_over and self._pending is None):
            try:
                async with self._connected():
                    await self._converse()
            except AGAIN as error:
                if isinstance(error, TimeoutError):
                    self._slow = min(2 * self._slow, 16)
                await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        at = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        async with websockets.connect(
            at,
            max_size=None,
            ping_interval=None,
            close_timeout=0.5,
            open_timeout=self.reconnect_after * self._slow,
            proxy=None,
        ) as socket:
            self.connections += 1
            self.client.socket = socket
            await socket.send(json.dumps({"type": "hello", "token": self.token, "seen": self.view.get("n", 0)}))
            self._sent = 0
            yield

    async def catch_up(self, n: int) -> None:
        """Connects once more, and receives until an entry has been told of."""
        async with self._connected():
            told = False
            while not told or self.view["n"] < n:
                async with asyncio.timeout(PATIENCE):
                    message = json.loads(await self.client.socket.recv())
                self._take(message)
                told = told or message["type"] == "update"

    async def _converse(self) -> None:
        loop = asyncio.get_running_loop()
        told = False
        heard = sent = loop.time()
        while True:
            if self._pending is None:
                if self.is_over:
                    return
                wanted = self.decide(self) if told else None
                if wanted is not None:
                    self.asked += 1
                    self._pending = {"key": f"{self.name}-{self.asked}", "seen": self.view["n"]} | wanted
                    self._sent = 0
            if self._pending is not None and (not self._sent or loop.time() - sent > self.resend_after * self._slow):
                self.resent += self._pending.get("tries", 0) > 0
                self._pending["tries"] = self._pending.get("tries", 0) + 1
                self._sent, sent = self._sent + 1, loop.time()
                message = {name: value for name, value in self._pending.items() if name != "tries"}
                with suppress(websockets.ConnectionClosed):  # perhaps there is still something to be read
                    await self.client.socket.send(json.dumps(message))
            try:
                async with asyncio.timeout(GLANCE):
                    text = await self.client.socket.recv()
            except TimeoutError:
                if loop.time() - max(heard, sent) > self.reconnect_after * self._slow or self._sent > MOST_RESENDS:
                    raise
                continue
            heard = loop.time()
            message = json.loads(text)
            self._take(message)
            told = told or message["type"] == "update"

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "update" and not self.in_order:
            if message["n"] >= self.view.get("n", 0):
                self.client.view = message
        else:
            self.client.take(message)
        if kind not in ("done", "refused", "stale") or self._pending is None or message["key"] != self._pending["key"]:
            return
        if kind == "done":
            self.done[message["key"]] = (message["n"], self._pending)
            self.again += self._pending["tries"] > 1
            self._slow = max(1.0, self._slow / 2)
        else:
            self.turned_down.append(message)
        self._pending = None


async def open_table(server: Server, game: str, players: int, bots: int = 0, **plan: Any) -> tuple[str, list[str]]:
    """A table that has begun: its id, and a token for each person."""
    people = players - bots
    seats = [{"kind": "me", "name": "Ann"}] + [{"kind": "open"}] * (people - 1)
    seats += [{"kind": "bot", "bot": "greedy"}] * bots
    opened = await server.open(game, players, seats=seats, **({"undo": "off"} | plan))
    tokens = [opened["mine"]["token"], *(each["token"] for each in opened["open"])]
    names = ("Ann", "Ben", "Cleo", "Dov")
    for chair in range(1, people):
        async with server.client(opened["table"], tokens[chair]) as client:
            assert (await client.act("sit", key="sit", seat=chair, name=names[chair]))["type"] == "done"
            assert (await client.act("ready", key="ready"))["type"] == "done"
    async with server.client(opened["table"], tokens[0]) as client:
        assert (await client.act("start", key="start"))["type"] == "done"
    return opened["table"], tokens


async def folded(store: Store, table: str) -> Room:
    """A room made from what a store holds, checked on the way: no gap, no key twice."""
    from quincunx.engine.chance import Seed
    from quincunx.games import get

    kept = await store.table(table)
    assert kept is not None
    entries = await store.entries(table)
    check_list(entries)
    seed = Seed(kept.seed[:32], kept.seed[32:])
    return Room(get(kept.header["game"]), kept.header, seed).fold(entries)


def check_list(entries: list[Entry]) -> None:
    """What holds for every list."""
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    keys = [(entry.seat, entry.key) for entry in entries if entry.key is not None]
    assert len(keys) == len(set(keys))


def check_acknowledged(entries: list[Entry], players: list[Player]) -> int:
    """Everything that was acknowledged is in the list once, as it was meant; returns how much that is."""
    by_key = {entry.key: entry for entry in entries if entry.key is not None}
    count = 0
    for player in players:
        for key, (n, action) in player.done.items():
            entry = by_key[key]
            assert entry.n == n, (entry, n, action)
            if action["type"] == "play":
                line = action["move"] if isinstance(action["move"], list) else [action["move"]]
                assert [each.data for each in entries[n - 1 : n - 1 + len(line)]] == line, (entry, action)
            elif action["type"] == "say":
                assert entry.data["text"] == action["text"], (entry, action)
                assert sum(each.kind == "say" and each.data["text"] == action["text"] for each in entries) == 1
            count += 1
    names = {player.name for player in players}
    strange = [key for key in by_key if "-" in key and key.rpartition("-")[0] not in names]
    assert not strange, strange
    return count
