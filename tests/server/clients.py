"""A server in this process, and clients as programs write them: they know the messages, and nothing of the server."""

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

import httpx
import uvicorn
import websockets

from quincunx.engine.position import Position
from quincunx.server.app import Setup, create_app
from quincunx.server.live import now_ms
from quincunx.server.messages import LARGEST_MESSAGE
from quincunx.server.thinking import Opinion

PATIENCE = 300.0
"""Seconds after which a test gives up waiting: nothing is asserted about time."""


@dataclass
class Server:
    """Where a server is to be found."""

    url: str
    app: Any = None

    @asynccontextmanager
    async def http(self, token: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
        """Plain requests, with a token if one is given."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(base_url=self.url, headers=headers, timeout=PATIENCE, verify=False) as client:
            yield client

    async def get(self, path: str, token: str | None = None, **query: Any) -> Any:
        """What a path answers, if it answers well."""
        async with self.http(token) as http:
            answer = await http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open(self, game: str, players: int, **plan: Any) -> dict[str, Any]:
        """Opens a table; by default all seats are open."""
        async with self.http() as http:
            answer = await http.post("/api/tables", json={"game": game, "players": players} | plan)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    @asynccontextmanager
    async def client(self, table: str, token: str, seen: int = 0) -> AsyncIterator["Client"]:
        """A connection that has said hello."""
        at = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with websockets.connect(at, max_size=None, max_queue=None, ping_interval=None) as socket:
            client = Client(socket, token)
            await socket.send(json.dumps({"type": "hello", "token": token, "seen": seen}))
            yield client

    async def told(self, table: str, *clients: "Client") -> None:
        """Clients receive until they have been told all that they can know of."""
        gallery = self.app.state.hub.tables[table].gallery
        for client in clients:
            await client.until(lambda client: client.view)
            await client.seen(gallery.n(client.view["seats"]))

    @asynccontextmanager
    async def group(self, game: str, players: int, **plan: Any) -> AsyncIterator["Group"]:
        """A game that has begun: everybody has a link and a connection of the own."""
        opened = await self.open(game, players, **plan)
        async with AsyncExitStack() as stack:
            people = []
            for number, link in enumerate(opened["open"]):
                client = await stack.enter_async_context(self.client(opened["table"], link["token"]))
                done = await client.act("sit", seat=link["seats"][0], name=NAMES[number])
                assert done["type"] == "done", done
                await client.act("ready")
                people.append(client)
            host = await stack.enter_async_context(self.client(opened["table"], opened["mine"]["token"]))
            started = await host.act("start")
            assert started["type"] == "done", started
            if opened["mine"]["seats"]:
                people.append(host)
            for client in people:
                await client.until(lambda client: client.view["status"] != "gathering")
            people.sort(key=lambda client: client.view["seats"])
            yield Group(self, opened, people, host)


KEYS = count(1)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


@dataclass
class Group:
    """The people around a table, by their seats."""

    server: Server
    opened: dict[str, Any]
    people: list["Client"]
    host: "Client"
    """Who opened the table: one of them, or somebody who only watches."""

    @property
    def table(self) -> str:
        """The table's id."""
        return str(self.opened["table"])

    @property
    def mover(self) -> "Client":
        """Whose turn it is."""
        return next(client for client in self.people if client.view["turn"] in client.view["seats"])

    async def play(self, dice: random.Random) -> None:
        """Somebody makes any decision, and everybody hears of it."""
        done = await self.mover.act("play", move=dice.choice(self.mover.lines))
        assert done["type"] == "done", done
        await self.seen()

    async def seen(self) -> None:
        """Everybody has been told all that he can know of."""
        await self.server.told(self.table, *self.people)


@asynccontextmanager
async def running(store: str, *, now: Callable[[], int] = now_ms, **setup: Any) -> AsyncIterator[Server]:
    """A server on a free port, in this process; without workers, its bots make any move at once."""
    app = create_app(Setup(store, **({"limits": False, "workers": 1, "ahead": False} | setup)), now=now)
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # named, or asyncio lets Nagle wait
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if task.done():
        task.result()
        raise RuntimeError("the server did not start")
    if setup.get("workers") == 0:
        app.state.hub.thinkers = AnyMove()
    try:
        yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
    finally:
        server.should_exit = True
        await task
        listening.close()


class AnyMove:
    """Bots that do not think."""

    async def choose(self, position: Position, bot: str, **_: Any) -> int:
        """The first move that is offered."""
        return int(position.moves.numbers[0])

    async def think(self, position: Position, **_: Any) -> Opinion:
        """No thought at all."""
        return Opinion("level-8", position.turn or 0, [0.5] * position.players, [], [], 0, 0.0)


@dataclass
class Client:
    """What one connection has been told, put together."""

    socket: Any
    token: str = ""
    welcome: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    """The last update."""
    scene: dict[str, Any] = field(default_factory=dict)
    told: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """What was told of each step."""
    talk: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    others: list[dict[str, Any]] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    """Every byte that was received."""
    key: str = ""
    """Of the last action."""

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """Puts a message to the others."""
        match message["type"]:
            case "welcome":
                self.welcome = message
            case "update":
                self.view = message
                self.scene = merged(self.scene, message["scene"])
                self.told = {step: lines for step, lines in self.told.items() if step <= message["steps"]}
                self.told |= {told["step"]: told["lines"] for told in message["told"]}
                self.talk += message["talk"]
            case "done" | "stale":
                self.answers[message["key"]] = message
            case "refused" if message["key"] is not None:
                self.answers[message["key"]] = message
            case _:
                self.others.append(message)

    async def until(self, condition: Any) -> Self:
        """Receives until something holds for the client."""
        while not condition(self):
            await self.receive()
        return self

    async def seen(self, n: int) -> Self:
        """Receives until the entry n has been told of."""
        return await self.until(lambda client: client.view.get("n", -1) >= n)

    async def send(self, type: str, **values: Any) -> None:
        """Sends a message as it is."""
        await self.socket.send(json.dumps({"type": type} | values))

    async def act(self, type: str, **values: Any) -> dict[str, Any]:
        """Sends an action and waits for its answer."""
        if not self.view:
            await self.until(lambda client: client.view)
        key = self.key = values.pop("key", f"k{next(KEYS)}")
        self.answers.pop(key, None)
        await self.send(type, **({"key": key, "seen": self.view["n"]} | values))
        await self.until(lambda client: key in client.answers)
        return self.answers[key]

    @property
    def lines(self) -> list[list[int]]:
        """All decisions that are offered."""
        return list(leaves(self.view["offers"])) if self.view.get("offers") else []


def leaves(offer: Mapping[str, Any]) -> Iterator[list[int]]:
    """The moves of all complete paths of picks."""
    if offer.get("line"):
        yield offer["line"]
    for branch in offer.get("next", {}).values():
        yield from leaves(branch)


def merged(scene: dict[str, Any], patch: dict[str, Any] | None) -> dict[str, Any]:
    """A scene after a patch, as any front puts it together."""
    if patch is None:
        return scene
    scene = scene | patch["values"]
    for name in ("areas", "places", "pieces"):
        things = {thing["id"]: thing for thing in scene.get(name, [])}
        things |= {thing["id"]: thing for thing in patch["changed"].get(name, [])}
        for gone in patch["gone"].get(name, []):
            del things[gone]
        scene[name] = [things[id] for id in patch["order"].get(name, list(things))]
    return scene
