"""Several server processes on one database: any of them takes moves, exactly one runs a table's clocks and bots."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from quincunx.engine.position import Position
from quincunx.server import live
from quincunx.server.live import Hub
from quincunx.server.storage.port import Unavailable
from quincunx.server.storage.postgres import PostgresStore
from tests.server.clients import PATIENCE, Server, running
from tests.server.killing import Decider, check_views
from tests.server.players import Player, check_acknowledged, folded, open_table
from tests.server.postgres import break_connections
from tests.server.processes import Process

SHORT = 1_000
"""A lease for tests, in milliseconds."""


@dataclass
class Thinkers:
    """Bots that do not think long, and count how often they do."""

    count: int = 0

    async def choose(self, position: Position, bot: str, seconds: Any = None, on_state: Any = None) -> int:
        """A move."""
        self.count += 1
        return int(position.moves.numbers[0])

    async def think(self, position: Position, bot: str = "", seconds: float | None = None) -> Any:
        """Nobody asks."""


@asynccontextmanager
async def two_servers(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Server, Server]]:
    """Two on one database, with short leases."""
    monkeypatch.setattr(live, "LEASE", SHORT)
    monkeypatch.setattr(live, "RENEW_EVERY", SHORT / 4000)
    async with running(url) as one, running(url) as other:
        for hub in hubs(one, other):
            hub.thinkers = Thinkers()
        yield one, other


def hubs(*servers: Server) -> list[Hub]:
    """The tables of each."""
    return [server.app.state.hub for server in servers]


def carers(table: str, *servers: Server) -> list[Server]:
    """Those that run the clocks and bots of a table."""
    return [s for s in servers if table in s.app.state.hub.tables and s.app.state.hub.tables[table].cares]


async def until(condition: Any) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def players_of(table: str, tokens: list[str], *servers: Server, seed: int = 1) -> list[Player]:
    """The people of a table, spread over the servers."""
    return [
        Player(
            servers[chair % len(servers)].url, table, token, Decider(random.Random(seed + chair)), f"{table}/{chair}"
        )
        for chair, token in enumerate(tokens)
    ]


async def play(players: list[Player], steps: int) -> None:
    """Plays until all have seen that many moves."""
    for player in players:
        player.stopped = False
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await until(lambda: all(player.view.get("steps", 0) >= steps or player.is_over for player in players))
        for player in players:
            player.stopped = True
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def test_people_of_one_table_play_through_different_processes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_servers(postgres_url, monkeypatch) as (one, other):
        table, tokens = await open_table(one, "vanagloria", 4, bots=1)
        players = players_of(table, tokens, one, other, other)
        await play(players, 40)
        for player in players:
            await check_views(one, [player])
            await check_views(other, [player])
        room = await folded(one.app.state.hub.store, table)
        assert check_acknowledged(room.entries, players) > 10
        assert carers(table, one, other) == [one]
        thinkers = [hub.thinkers for hub in hubs(one, other)]
        assert [isinstance(each, Thinkers) and each.count > 0 for each in thinkers] == [True, False]
        assert not [m for player in players for m in player.turned_down if m["type"] == "refused"]


async def test_both_may_append_at_once(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_servers(postgres_url, monkeypatch) as (one, other):
        table, tokens = await open_table(one, "vanagloria", 2)
        async with one.client(table, tokens[0]) as ann, other.client(table, tokens[1]) as ben:
            for client in (ann, ben):
                await client.until(lambda client: client.view)
            for round_ in range(15):
                said = await asyncio.gather(
                    ann.act("say", key=f"a{round_}", text=f"a{round_}"),
                    ben.act("say", key=f"b{round_}", text=f"b{round_}"),
                )
                assert {each["type"] for each in said} == {"done"}
                for client in (ann, ben):
                    await client.seen(max(each["n"] for each in said))
            assert ann.talk == ben.talk
            assert sorted(each["text"] for each in ann.talk) == sorted(f"{who}{i}" for who in "ab" for i in range(15))


async def test_a_process_that_could_not_renew_its_leases_notices_that_another_has_them(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_servers(postgres_url, monkeypatch) as (one, other):
        table, tokens = await open_table(one, "vanagloria", 4, bots=2)
        players = players_of(table, tokens, one, other)
        await play(players, 5)
        assert carers(table, one, other) == [one]
        (hub, _) = hubs(one, other)
        renew = hub.store.renew

        async def fail(owner: str, until: int) -> int:
            raise Unavailable("The network is down.")

        async with other.client(table, tokens[0]):
            hub.store.renew = fail  # type: ignore[method-assign]
            await until(lambda: other in carers(table, one, other))
            hub.store.renew = renew  # type: ignore[method-assign]
            await until(lambda: carers(table, one, other) == [other])
            await play(players, 20)
        await folded(hub.store, table)


async def test_what_was_missed_while_a_connection_was_broken_is_looked_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.storage.postgres.PAUSE", 0.5)
    async with two_servers(postgres_url, monkeypatch) as (one, other):
        table, tokens = await open_table(one, "vanagloria", 2)
        players = players_of(table, tokens, one, other)
        for round_ in range(3):
            tasks = [asyncio.create_task(play([player], 10 * round_ + 10)) for player in players]
            await asyncio.sleep(0.05)
            await asyncio.to_thread(break_connections, postgres_url)
            await asyncio.gather(*tasks)
        for server in (one, other):
            await check_views(server, players)
        check_acknowledged((await folded(one.app.state.hub.store, table)).entries, players)


@dataclass
class Processes:
    """Two real processes."""

    url: str
    folder: Path
    both: list[Process] = field(default_factory=list)

    async def __aenter__(self) -> list[Process]:
        self.both = [Process(self.url, self.folder / f"{number}.log") for number in (1, 2)]
        await asyncio.gather(*(process.start() for process in self.both))
        return self.both

    async def __aexit__(self, *why: object) -> None:
        for process in self.both:
            process.kill()
            await process.gone()


async def test_when_the_owner_is_killed_another_takes_bots_and_flags_over(postgres_url: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Processes(postgres_url, Path(folder)) as (owner, heir):
            table, tokens = await open_table(owner.server, "vanagloria", 4, bots=2)
            clock = {"kind": "move", "time": 3_000, "flag": "lose"}
            timed, seats = await open_table(owner.server, "vanagloria", 2, clock=clock)
            players = players_of(table, tokens, heir.server)
            watcher = players_of(timed, seats[:1], heir.server)[0]
            watcher.decide = lambda _: None
            watching = asyncio.create_task(watcher.play())
            await play(players, 12)
            owner.kill()
            await play(players, players[0].view["steps"] + 12)
            async with asyncio.timeout(PATIENCE):
                await watching
            assert watcher.view["ended"] == "time"
            for id, people in ((table, players), (timed, [watcher])):
                store = PostgresStore(postgres_url)
                await store.open()
                room = await folded(store, id)
                check_acknowledged(room.entries, people)
                assert sum(entry.kind in ("flag", "end") for entry in room.entries) in (0, 2)
                await store.close()
            assert heir.stop() == 0
