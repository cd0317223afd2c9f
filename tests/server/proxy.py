"""A bad network between clients and a server: messages are dropped, doubled, delayed, overtaken, and held up, and
connections break. Seeded, as far as a network can be."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import websockets
from websockets.asyncio.server import ServerConnection, serve


@dataclass(frozen=True)
class Weather:
    """How often each thing happens to a message, and for how long at most (in seconds)."""

    drop: float = 0.01
    double: float = 0.05
    delay: float = 0.1
    """Those that come after it may overtake it."""
    stall: float = 0.005
    """Everything that comes after it waits, too."""
    cut: float = 0.002
    """The connection breaks."""
    longest_delay: float = 0.2
    longest_stall: float = 0.5


@dataclass
class Proxy:
    """Counts what it has done."""

    target: str
    weather: Weather
    dice: random.Random
    url: str = ""
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("drop", "double", "delay", "stall", "cut"), 0)
    )
    messages: int = 0
    connections: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def handle(self, client: ServerConnection) -> None:
        """One connection."""
        self.connections += 1
        assert client.request is not None
        at = self.target.replace("http", "ws") + client.request.path
        with suppress(OSError, websockets.WebSocketException):
            async with websockets.connect(
                at, max_size=None, ping_interval=None, close_timeout=0.5, proxy=None
            ) as server:
                pumps = [asyncio.create_task(self.pump(*way)) for way in ((client, server), (server, client))]
                try:
                    await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for pump in pumps:
                        pump.cancel()
                    await asyncio.gather(*pumps, return_exceptions=True)

    async def pump(self, source: Any, sink: Any) -> None:
        """Passes messages on, more or less, until the connection breaks."""
        weather = self.weather
        with suppress(websockets.ConnectionClosed):
            async for message in source:
                self.messages += 1
                if self.happens("cut", weather.cut):
                    return
                if self.happens("stall", weather.stall):
                    await asyncio.sleep(self.dice.uniform(0, weather.longest_stall))
                if self.happens("drop", weather.drop):
                    continue
                if self.happens("double", weather.double):
                    self.later(sink, message)
                if self.happens("delay", weather.delay):
                    self.later(sink, message)
                else:
                    await sink.send(message)

    def happens(self, what: str, share: float) -> bool:
        """Whether something happens now."""
        if self.dice.random() >= share:
            return False
        self.counts[what] += 1
        return True

    def later(self, sink: Any, message: Any) -> None:
        """Passes a message on after a while, if the connection is still there."""

        async def send() -> None:
            await asyncio.sleep(self.dice.uniform(0, self.weather.longest_delay))
            with suppress(websockets.ConnectionClosed):
                await sink.send(message)

        task = asyncio.create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@asynccontextmanager
async def bad_network(target: str, seed: int, weather: Weather | None = None) -> AsyncIterator[Proxy]:
    """A proxy in front of a server."""
    proxy = Proxy(target, weather or Weather(), random.Random(seed))
    async with serve(proxy.handle, "127.0.0.1", 0, max_size=None, ping_interval=None, close_timeout=0.5) as listening:
        proxy.url = f"http://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}"
        yield proxy
        for task in list(proxy._tasks):
            task.cancel()
        await asyncio.gather(*proxy._tasks, return_exceptions=True)
