"""How soon live games answer after a restart, and what sleeping games cost.

`python -m tests.server.restarting --live 500 --sleeping 10000 --store sqlite`
"""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from quincunx.engine.chance import Seed
from quincunx.games import get
from quincunx.server.identity import hashed
from quincunx.server.live import now_ms
from quincunx.server.storage import open_store
from quincunx.server.storage.port import Entry, Index, Link, Store, Table
from quincunx.table.clocks import DAY, Terms
from quincunx.table.room import Room, Settings, header_for
from tests.server.players import AGAIN, Player
from tests.server.processes import Database, Process

GAME, SEATS, MOVES = "vanagloria", 4, 60
KINDS = 10
"""So many different games are played; the rest are copies."""
IDLE = 20.0
"""Seconds over which the cost of sleeping games is measured."""


def a_game(number: int) -> tuple[Seed, dict[str, object], list[Entry], Index]:
    """A game some moves after its start, with days to think."""
    game = get(GAME)
    dice, seed = random.Random(number), Seed(number.to_bytes(32), bytes(16))
    header = header_for(game, SEATS, {}, Settings(Terms("days", 5 * DAY, 5 * DAY)), seed)
    room = Room(game, header, seed).act(now_ms())
    for chair in range(SEATS):
        room.sit(chair, f"P{chair}")
        room.ready(chair)
    room.start()
    while room.turn is not None and len(room.line) < MOVES:
        assert room.match is not None
        room.play(room.turn, int(dice.choice(room.match.moves.numbers)))
    return seed, header, room.taken(), Index(room.status, False, room.entries[-1].at, room.due, False)


async def fill(store: Store, count: int) -> list[str]:
    """Many tables; `token` and the number of the table open the first seat."""
    games = [a_game(number) for number in range(KINDS)]

    async def add(number: int) -> None:
        seed, header, entries, index = games[number % KINDS]
        id = f"table{number}"
        links = [Link(hashed(f"token{number}"), id, (0,), True, now_ms())]
        await store.create(Table(id, now_ms(), header, seed.key + seed.salt, index), entries, links)

    for first in range(0, count, 200):
        await asyncio.gather(*(add(number) for number in range(first, min(first + 200, count))))
    return [f"table{number}" for number in range(count)]


async def answers(url: str, number: int) -> float:
    """When a table has sent a view to somebody who has been there before, and tries until it does."""
    player = Player(url, f"table{number}", f"token{number}", lambda _: None)
    player.client.view["n"] = MOVES
    while True:
        try:
            await player.catch_up(MOVES)
            return time.monotonic()
        except AGAIN:
            await asyncio.sleep(random.uniform(0.5, 1.5))


async def measure_restart(process: Process, count: int) -> str:
    """Everybody comes back at once after a kill."""
    await process.start()
    process.kill()
    await process.gone()
    began = time.monotonic()
    process.launch()
    players = [asyncio.create_task(answers(process.server.url, number)) for number in range(count)]
    await process.ready()
    ready = time.monotonic()
    moments: Sequence[float] = await asyncio.gather(*players)
    assert process.running is not None
    used = cpu_seconds(process.running.pid)
    memory = int(Path(f"/proc/{process.running.pid}/statm").read_text().split()[1])
    process.kill()
    await process.gone()
    return (
        f"{count} live games after a restart: the server is up after {ready - began:.1f} s; half of the games have "
        f"answered {statistics.median(moments) - ready:.1f} s later, all {max(moments) - ready:.1f} s later "
        f"({used:.1f} s of CPU since its start, {memory * os.sysconf('SC_PAGE_SIZE') >> 20} MiB)"
    )


def cpu_seconds(pid: int) -> float:
    """The time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure_sleep(process: Process, count: int) -> str:
    """A server that has nothing to do but to keep games."""
    await process.start()
    await asyncio.sleep(5)
    assert process.running is not None
    before = {pid: cpu_seconds(pid) for pid in process.group}
    await asyncio.sleep(IDLE)
    used = sum(cpu_seconds(pid) - since for pid, since in before.items())
    process.kill()
    await process.gone()
    return f"{count} sleeping games: {used:.2f} s of CPU in {IDLE:.0f} s ({used / IDLE:.2%} of a core)"


async def run(place: str, folder: Path, live: int, sleeping: int) -> None:
    """Both."""
    store = open_store(place)
    await store.open()
    await store.alive("before", now_ms())
    await fill(store, max(live, sleeping))
    await store.close()
    process = Process(place, folder / "server.log")
    try:
        empty = Process(str(folder / "empty.sqlite"), folder / "empty.log")
        print(await measure_sleep(empty, 0), flush=True)
        print(await measure_sleep(process, max(live, sleeping)), flush=True)
        print(await measure_restart(process, live), flush=True)
    finally:
        process.kill()


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--live", type=int, default=500)
    parser.add_argument("--sleeping", type=int, default=10_000)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quincunx-restarting-") as name:
        folder = Path(name)
        if given.store == "sqlite":
            asyncio.run(run(str(folder / "tables.sqlite"), folder, given.live, given.sleeping))
            return
        folder.chmod(0o755)
        database = Database(folder / "postgres")
        try:
            asyncio.run(run(database.start(), folder, given.live, given.sleeping))
        finally:
            database.stop()


if __name__ == "__main__":
    main()
