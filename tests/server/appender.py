"""A program that adds to tables as fast as it can, and says what has been acknowledged: a test kills it at some moment.

`python -m tests.server.appender PLACE TABLES` prints "ready", and then a line "table n" for each entry.
"""

import asyncio
import os
import sys

from quincunx.server.storage import open_store
from quincunx.server.storage.port import Entry, Index, Store, Table

PLAYING = Index("playing", True, 0)


def say(words: str) -> None:
    """Writes a line at once."""
    os.write(1, f"{words}\n".encode())


async def add_for_ever(store: Store, id: str) -> None:
    """Goes on where the list ends."""
    if await store.table(id) is None:
        await store.create(Table(id, 0, {}, b"", PLAYING), [], [])
    n = len(await store.entries(id))
    while True:
        n += 1
        await store.append(id, [Entry(n, 0, "move", {"n": n, "filler": "x" * 500})], PLAYING)
        say(f"{id} {n}")


async def main(place: str, tables: int) -> None:
    """Adds to several tables at once."""
    store = open_store(place)
    await store.open()
    say("ready")
    await asyncio.gather(*(add_for_ever(store, f"t{number}") for number in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
