"""A program that takes a seat and plays: `python examples/bot.py http://127.0.0.1:8017/t/TABLE#TOKEN`.

It plays any game of a server, since it knows none: it takes one of the decisions that it is offered. When the
connection breaks it comes back, and sends what was not acknowledged again, under the same key.
"""

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import websockets


def decisions(offer: dict[str, Any]) -> Iterator[list[int]]:
    """The moves of all complete paths of picks."""
    if offer.get("line"):
        yield offer["line"]
    for branch in offer.get("next", {}).values():
        yield from decisions(branch)


async def play(link: str) -> None:
    """Plays until the game is over."""
    where = urlsplit(link)
    scheme, table = where.scheme.replace("http", "ws"), where.path.rsplit("/", 1)[-1]
    decided: dict[str, Any] | None = None
    count = 0
    async for socket in websockets.connect(f"{scheme}://{where.netloc}/api/tables/{table}/socket", max_size=None):
        await socket.send(json.dumps({"type": "hello", "token": where.fragment}))
        if decided is not None:
            await socket.send(json.dumps(decided))
        try:
            async for text in socket:
                message = json.loads(text)
                if message["type"] in ("done", "stale", "refused"):
                    decided = None
                elif message["type"] == "bye" and not message["again"]:
                    sys.exit(message["words"])
                elif message["type"] == "update" and message["status"] == "over":
                    print("The results:", message["results"])
                    return
                elif message["type"] == "update" and message["offers"] and decided is None:
                    count += 1
                    move = random.choice(list(decisions(message["offers"])))
                    decided = {"type": "play", "key": f"{id(socket)}-{count}", "seen": message["n"], "move": move}
                    await socket.send(json.dumps(decided))
        except websockets.ConnectionClosed:
            continue


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
