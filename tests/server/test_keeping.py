"""Nobody is told of anything that is not kept, and nothing that was begun is forgotten: with a store that is slow, or
away for a while."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from quincunx.server.live import Hub
from quincunx.server.storage.port import Entry, Index, Unavailable
from tests.server.clients import PATIENCE, Client, Server, running
from tests.server.players import open_table


@dataclass
class Door:
    """Between the server and its store: it can be shut, so that writes wait, or locked, so that calls fail."""

    hub: Hub
    open: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0
    locked: bool = False
    failures: int = 0
    """So many writes of the table itself fail, and for a while everything."""
    lost: bool = False
    """Whether writes are kept, but nobody hears of that."""

    def __post_init__(self) -> None:
        self.open.set()
        store = self.hub.store
        append, entries, table = store.append, store.entries, store.table

        async def slow_append(id: str, entries: Sequence[Entry], index: Index) -> None:
            self.waiting += 1
            await self.open.wait()
            self.waiting -= 1
            if self.lost:
                await append(id, entries, index)
            if self.failures and entries[0].seat is None:
                self.failures -= 1
                self.locked = True
                asyncio.get_running_loop().call_later(0.1, self.unlock)
            self.check()
            await append(id, entries, index)

        async def careful_entries(id: str, after: int = 0) -> list[Entry]:
            self.check()
            return await entries(id, after)

        async def careful_table(id: str) -> Any:
            self.check()
            return await table(id)

        store.append = slow_append  # type: ignore[method-assign]
        store.entries = careful_entries  # type: ignore[method-assign]
        store.table = careful_table  # type: ignore[method-assign]

    def unlock(self) -> None:
        """The store is back."""
        self.locked = False

    def check(self) -> None:
        """Fails while it is locked."""
        if self.locked:
            raise Unavailable("The store is away.")

    async def somebody_waits(self) -> None:
        """Waits until a write has come to the door."""
        async with asyncio.timeout(PATIENCE):
            while not self.waiting:
                await asyncio.sleep(0.005)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server with an empty store, which looks often whether the store is back."""
    monkeypatch.setattr("quincunx.server.live.PAUSE", 0.05)
    async with running(str(tmp_path / "tables.sqlite")) as found:
        yield found


@contextlib.asynccontextmanager
async def two_players(server: Server, **plan: Any) -> AsyncIterator[tuple[Client, Client, str, list[str]]]:
    """Two people at a table: first the one whose turn it is."""
    table, tokens = await open_table(server, "vanagloria", 2, **plan)
    async with server.client(table, tokens[0]) as ann, server.client(table, tokens[1]) as ben:
        for client in (ann, ben):
            await client.until(lambda client: client.view)
        if ann.lines:
            yield ann, ben, table, tokens
        else:
            yield ben, ann, table, tokens[::-1]


async def test_nobody_sees_a_move_before_it_is_kept(server: Server) -> None:
    async with two_players(server) as (mover, other, table, tokens):
        door = Door(server.app.state.hub)
        before = mover.view["n"]
        door.open.clear()
        moving = asyncio.create_task(mover.act("play", key="one", move=mover.lines[0]))
        await door.somebody_waits()
        async with server.client(table, tokens[1]) as late:
            reading = asyncio.create_task(late.until(lambda client: client.view))
            await other.send("alive")
            await other.until(lambda client: client.others)
            async with server.http(tokens[1]) as http:
                asking = asyncio.create_task(http.get(f"/api/tables/{table}/view"))
                done, _ = await asyncio.wait([moving, reading, asking], timeout=0.3)
                assert not done
                assert other.view["n"] == before
                door.open.set()
                assert (await moving)["n"] == before + 1
                assert (await reading).view["n"] == before + 1
                assert (await asking).json()["n"] == before + 1


async def test_a_move_is_made_even_if_its_player_is_gone_meanwhile(server: Server) -> None:
    async with two_players(server) as (mover, other, _, _):
        door = Door(server.app.state.hub)
        before = mover.view["n"]
        door.open.clear()
        await mover.send("play", key="one", seen=before, move=mover.lines[0])
        await door.somebody_waits()
        await mover.socket.close()
        await other.until(lambda client: not all(chair["here"] for chair in client.view["chairs"]) or door.waiting)
        door.open.set()
        await other.seen(before + 1)
        assert other.lines


@pytest.mark.parametrize("lost", [False, True], ids=["not kept", "kept, but nobody heard of it"])
async def test_a_move_of_which_nobody_knows_whether_it_was_kept_is_sent_again(server: Server, lost: bool) -> None:
    async with two_players(server) as (mover, other, table, tokens):
        door = Door(server.app.state.hub)
        before, line = mover.view["n"], mover.lines[0]
        door.locked, door.lost = True, lost
        await mover.send("play", key="one", seen=before, move=line)
        bye = (await mover.until(lambda client: client.others)).others[-1]
        assert (bye["type"], bye["again"]) == ("bye", True)
        assert "one" not in mover.answers
        door.locked = door.lost = False
        async with server.client(table, tokens[0], seen=before) as again:
            done = await again.act("play", key="one", seen=before, move=line)
            assert (done["type"], done["n"]) == ("done", before + 1)
            await other.seen(before + 1)
            entries = await server.app.state.hub.store.entries(table)
            assert [entry.key for entry in entries].count("one") == 1
            assert len(entries) == before + 1


async def test_who_comes_while_the_store_is_away_is_told_to_come_back(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, tokens = await open_table(server, "vanagloria", 2)

    async def away(*_: Any) -> None:
        raise Unavailable("The store is away.")

    with monkeypatch.context() as patch:
        patch.setattr(server.app.state.hub.store, "link", away)
        async with server.client(table, tokens[0]) as early:
            bye = (await early.until(lambda client: client.others)).others[-1]
    assert (bye["type"], bye["again"]) == ("bye", True)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("quincunx")] == [
        "a table could not be read: The store is away."
    ]
    async with server.client(table, tokens[0]) as late:
        await late.until(lambda client: client.view)


async def test_bots_go_on_when_the_store_is_back(server: Server) -> None:
    opened = await server.open(
        "vanagloria", 2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}], start=True
    )
    door = Door(server.app.state.hub, failures=3)
    async with server.client(opened["table"], opened["mine"]["token"]) as ann:
        while door.failures:
            await ann.until(lambda client: client.lines)
            done = await ann.act("play", move=ann.lines[0])
            assert done["type"] == "done"
            await ann.seen(done["n"])
        await ann.until(lambda client: client.lines)


async def test_a_flag_falls_when_the_store_is_back(server: Server) -> None:
    async with two_players(server, clock={"kind": "move", "time": 1000, "flag": "lose"}) as (mover, other, _, _):
        door = Door(server.app.state.hub, failures=2)
        for client in (mover, other):
            await client.until(lambda client: client.view["status"] == "over")
            assert client.view["ended"] == "time"
        assert not door.failures
