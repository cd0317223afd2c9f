"""Kills the server at random moments while people play, starts it again, and looks whether anything was lost.

`python -m tests.server.killing --kills 200 --store sqlite` (or `postgres`: then the database crashes a few times, too).
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from quincunx.server.storage import open_store
from tests.server.clients import PATIENCE, Server
from tests.server.players import AGAIN, Action, Player, check_acknowledged, folded, open_table
from tests.server.processes import Database, Process

Tables = tuple[tuple[str, int, int], ...]
TABLES: Tables = (("vanagloria", 2, 0), ("vanagloria", 3, 0), ("vanagloria", 4, 2), ("orbit-cubes", 2, 0))
"""Games with how many seats, and how many bots among them."""


@dataclass
class Report:
    """What a run has shown."""

    kills: int = 0
    crashes: int = 0
    """Of the database."""
    acknowledged: int = 0
    only_again: int = 0
    """Acknowledged only after having been sent again."""
    entries: int = 0
    tables: int = 0
    finished: int = 0
    connections: int = 0
    starts: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.crashes} crashes of the database, {self.tables} tables ({self.finished} "
            f"finished), {self.entries} entries, {self.acknowledged} acknowledged actions ({self.only_again} of them "
            f"only after a resend), {self.connections} connections; start-up {statistics.median(self.starts):.2f} s "
            f"(median), {max(self.starts):.2f} s (longest); {self.seconds:.0f} s in all. Nothing lost, nothing doubled."
        )


@dataclass
class Decider:
    """Any legal decision, and sometimes a word."""

    dice: random.Random
    said: int = 0

    def __call__(self, player: Player) -> Action | None:
        """What the player does next."""
        if self.dice.random() < 0.02:
            self.said += 1
            return {"type": "say", "text": f"{player.name} says {self.said}"}
        lines = player.client.lines
        return {"type": "play", "move": self.dice.choice(lines)} if lines else None


@dataclass
class Crowd:
    """People at several tables; where a game ends, another begins."""

    process: Process
    dice: random.Random
    tables: dict[str, list[Player]] = field(default_factory=dict)
    ending: bool = False

    async def play(self, game: str, seats: int, bots: int) -> None:
        """One table after the other."""
        while not self.ending:
            try:
                await self.process.ready()
                id, tokens = await open_table(self.process.server, game, seats, bots)
            except (
                *AGAIN,
                httpx.TransportError,
                RuntimeError,
                AssertionError,
            ):  # the server is away: one that nobody plays is left
                await asyncio.sleep(0.1)
                continue
            self.tables[id] = [
                Player(self.process.server.url, id, token, Decider(random.Random(self.dice.random())), f"{id}/{chair}")
                for chair, token in enumerate(tokens)
            ]
            await asyncio.gather(*(player.play() for player in self.tables[id]))

    @property
    def acknowledged(self) -> int:
        """Actions so far."""
        return sum(len(player.done) for players in self.tables.values() for player in players)

    async def progress(self) -> None:
        """Waits until something is acknowledged."""
        before = self.acknowledged
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged == before:
                await asyncio.sleep(0.01)

    def stop(self) -> None:
        """Everybody finishes what is under way."""
        self.ending = True
        for players in self.tables.values():
            for player in players:
                player.stopped = True


async def check_views(server: Server, players: list[Player]) -> None:
    """Everybody who has been there through all kills sees what somebody sees who comes only now."""
    for player in players:
        async with server.client(player.table, player.token) as fresh:
            await fresh.until(lambda client: client.view)
            mine = player.client
            await player.catch_up(fresh.view["n"])
            while mine.view["n"] != fresh.view["n"]:
                await player.catch_up(fresh.view["n"])
                await fresh.seen(mine.view["n"])
            assert mine.told == fresh.told
            assert mine.talk == fresh.talk
            assert mine.scene == fresh.scene
            for name in ("status", "turn", "offers", "steps", "results", "seats", "changedAt", "pacts"):
                assert mine.view[name] == fresh.view[name], name


async def check_goes_on(players: list[Player]) -> None:
    """Unless the game is over, another move can be made by whoever's turn it is."""
    before = players[0].view["steps"]
    for player in players:
        player.stopped = False
    tasks = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(PATIENCE):
        while not all(player.view["steps"] > before or player.is_over for player in players):
            await asyncio.sleep(0.01)
        for player in players:
            player.stopped = True
        await asyncio.gather(*tasks)


async def run(
    place: str,
    kills: int,
    folder: Path,
    seed: int = 1,
    pause: float = 1.0,
    tables: Tables = TABLES,
    database: Database | None = None,
    crashes: int = 0,
) -> Report:
    """Kills a server that often, with such a pause in the mean; raises AssertionError if anything is wrong then."""
    began = time.monotonic()
    dice = random.Random(seed)
    process = Process(place, folder / "server.log")
    await process.start()
    crowd = Crowd(process, dice)
    playing = [asyncio.create_task(crowd.play(*table)) for table in tables]
    report = Report()
    async with asyncio.timeout(PATIENCE):
        while len(crowd.tables) < len(tables):
            await asyncio.sleep(0.01)
    crash_after = {round((i + 1) * kills / (crashes + 1)) for i in range(crashes)}
    try:
        while report.kills < kills:
            if dice.random() < 0.1:
                await asyncio.sleep(dice.uniform(0.0, 2.0))  # perhaps it has not even started
            else:
                await crowd.progress()
                await asyncio.sleep(dice.expovariate(1 / pause))
            process.kill()
            await process.gone()
            report.kills += 1
            if database is not None and report.kills in crash_after:
                await process.start()
                await asyncio.sleep(dice.uniform(0.5, 1.5))
                database.crash()
                report.crashes += 1
                await asyncio.sleep(dice.uniform(0.0, 1.0))
                database.start()
                await asyncio.sleep(dice.uniform(0.0, 2.0))
            else:
                process.launch()
            if report.kills % 20 == 0:
                print(f"{report.kills} kills, {crowd.acknowledged} acknowledged", flush=True)
        process.kill()
        await process.gone()
        await process.start()
        crowd.stop()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        for players in crowd.tables.values():
            await check_views(process.server, players)
            await check_goes_on(players)
        assert process.stop() == 0
        await process.gone()
    except BaseException:
        print(process.log.read_text()[-6000:])
        raise
    finally:
        process.kill()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await check_lists(place, crowd, report)
    report.starts, report.seconds = process.starts, time.monotonic() - began
    return report


async def check_lists(place: str, crowd: Crowd, report: Report) -> None:
    """What the store holds in the end: every acknowledged action once, no gap, and a game that can be made again."""
    store = open_store(place)
    await store.open()
    try:
        for id, players in crowd.tables.items():
            room = await folded(store, id)
            report.acknowledged += check_acknowledged(room.entries, players)
            report.entries += room.n
            report.finished += room.over
            report.only_again += sum(player.again for player in players)
            report.connections += sum(player.connections for player in players)
            turned_down = [each for player in players for each in player.turned_down if each["type"] == "refused"]
            assert not turned_down, turned_down
        report.tables = len(crowd.tables)
    finally:
        await store.close()


async def run_on(
    store: str, kills: int, crashes: int = 0, seed: int = 1, pause: float = 1.0, tables: Tables = TABLES
) -> Report:
    """A run with a store of its own."""
    with tempfile.TemporaryDirectory(prefix="quincunx-killing-") as name:
        if store == "sqlite":
            return await run(str(Path(name) / "tables.sqlite"), kills, Path(name), seed, pause, tables)
        database = Database(Path(name) / "postgres")
        Path(name).chmod(0o755)
        try:
            return await run(database.start(), kills, Path(name), seed, pause, tables, database, crashes)
        finally:
            database.stop()


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--crashes", type=int, default=5, help="of the database")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(asyncio.run(run_on(given.store, given.kills, given.crashes, given.seed)))


if __name__ == "__main__":
    main()
