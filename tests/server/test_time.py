"""Clocks, tables that sleep, and servers that start again."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from quincunx.server import live
from quincunx.server.live import Hub
from quincunx.server.storage.port import Entry
from tests.server.clients import Server, running

AS_JOINED: dict[str, Any] = {"seating": "as_joined", "first_player": 0}
ME: dict[str, Any] = {"kind": "me"}
DAY = 86_400_000


class Time:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now

    async def passes(self, hub: Hub, seconds: int) -> None:
        """Some seconds in which the server runs."""
        for _ in range(seconds):
            self.now += 1000
            await hub.store.alive(hub.process, self.now)


async def kept(server: Server, table: str, kind: str) -> Entry:
    """Waits until an entry of a kind is in the store; looks at nothing else, so that nobody wakes the table."""
    while True:
        for entry in await server.app.state.hub.store.entries(table):
            if entry.kind == kind:
                return entry  # type: ignore[no-any-return]
        await asyncio.sleep(0.02)


async def test_a_flag_falls_and_the_table_does_what_it_agreed_on(tmp_path: Path) -> None:
    async with running(str(tmp_path / "tables.sqlite"), workers=0) as server:
        await asyncio.gather(a_bot_takes_over(server), the_game_is_lost(server), nothing_happens(server))


def clock(flag: str) -> dict[str, Any]:
    """A second for each decision."""
    return {"clock": {"kind": "move", "time": 1000, "flag": flag}, "options": AS_JOINED, "stand_in": "random"}


async def a_bot_takes_over(server: Server) -> None:
    async with server.group("vanagloria", 3, **clock("bot")) as group:
        ann = group.people[0]
        assert ann.view["times"]["awaited"] == 0
        assert ann.view["times"]["left"][1:] == [1000, 1000]
        await ann.until(lambda client: client.view["chairs"][0]["standIn"] == "random")
        assert ann.view["chairs"][0]["flagged"]
        await ann.until(lambda client: client.view["turn"] == 1)
        assert (await ann.act("back"))["type"] == "done"
        await ann.until(lambda client: client.view["chairs"][0]["standIn"] is None)


async def the_game_is_lost(server: Server) -> None:
    async with server.group("vanagloria", 2, **clock("lose")) as group:
        ben = group.people[1]
        await ben.until(lambda client: client.view["status"] == "over")
        assert (ben.view["ended"], ben.view["results"]) == ("time", [-1.0, 1.0])
        assert ben.view["times"]["left"] == [0, 1000]
        assert ben.view["times"]["awaited"] is None


async def nothing_happens(server: Server) -> None:
    async with server.group("vanagloria", 2, **clock("nothing")) as group:
        ann = group.people[0]
        await ann.until(lambda client: client.view["chairs"][0]["flagged"])
        assert (ann.view["status"], ann.view["chairs"][0]["standIn"]) == ("playing", None)
        n = (await ann.act("play", move=ann.lines[0]))["n"]
        await ann.seen(n)
        assert not ann.view["chairs"][0]["flagged"]


async def test_the_flag_of_a_sleeping_table_falls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLEEPS_AFTER", 0.2)
    async with running(str(tmp_path / "tables.sqlite"), workers=0) as server:
        opened = await server.open(
            "vanagloria",
            2,
            seats=[ME, ME],
            start=True,
            clock={"kind": "move", "time": 2000, "flag": "lose"},
        )
        table = opened["table"]
        while table in server.app.state.hub.tables:
            await asyncio.sleep(0.02)
        await kept(server, table, "end")
        view = await server.get(f"/api/tables/{table}/view", opened["mine"]["token"])
        assert (view["status"], view["ended"]) == ("over", "time")


async def test_a_sleeping_table_is_woken_by_who_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLEEPS_AFTER", 0.2)
    async with running(str(tmp_path / "tables.sqlite"), workers=0) as server:
        async with server.group("vanagloria", 2, options=AS_JOINED) as group:
            await group.play(random.Random(3))
            ann = group.people[0]
            tables = server.app.state.hub.tables
            await asyncio.sleep(0.5)
            assert group.table in tables, "somebody looks at it"
        while group.table in tables:
            await asyncio.sleep(0.02)
        async with server.client(group.table, ann.token) as back:
            await back.seen(ann.view["n"])
            assert back.scene == ann.scene


async def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path: Path) -> None:
    """Clocks are not charged for the time in which it did not run."""
    place, time, dice = str(tmp_path / "tables.sqlite"), Time(), random.Random(4)
    terms = {"kind": "fischer", "time": 60_000, "more": 0}
    async with (
        running(place, now=time, workers=0) as server,
        server.group("vanagloria", 2, options=AS_JOINED, clock=terms) as group,
    ):
        ann, ben = group.people
        await time.passes(server.app.state.hub, 7)
        while ann.view["turn"] == 0:
            await group.play(dice)
        await time.passes(server.app.state.hub, 10)
        await ben.act("say", text="A pause?")
        await group.seen()
        before = ben.view
        assert before["times"] == {"at": time.now, "left": [53_000, 50_000], "awaited": 1}
        offered = ben.lines
    time.now += DAY
    async with (
        running(place, now=time, workers=0) as server,
        server.client(group.table, ben.token, before["n"]) as back,
    ):
        await back.until(lambda client: client.view)
        assert back.view["times"] == before["times"] | {"at": time.now}
        assert (back.view["n"], back.scene, back.lines) == (before["n"], ben.scene, offered)
        assert (back.talk, back.view["told"]) == ([], [])
        await time.passes(server.app.state.hub, 5)
        assert (await back.act("play", move=dice.choice(back.lines)))["type"] == "done"
        await back.seen(before["n"] + 1)
        assert back.view["times"]["left"] == [53_000, 45_000]


async def test_a_bot_moves_after_the_server_has_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any, **__: Any) -> int:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    place = str(tmp_path / "tables.sqlite")
    async with running(place, workers=0) as server:
        monkeypatch.setattr(server.app.state.hub.thinkers, "choose", nothing)
        opened = await server.open(
            "vanagloria", 2, seats=[{"kind": "bot", "bot": "random"}, ME], start=True, options=AS_JOINED
        )
        assert not any(entry.kind == "move" for entry in await server.app.state.hub.store.entries(opened["table"]))
    async with running(place, workers=0) as server:
        await kept(server, opened["table"], "move")
        async with server.client(opened["table"], opened["mine"]["token"]) as ann:
            await ann.until(lambda client: client.lines)
            assert ann.view["turn"] == 1


async def test_only_bots_at_a_table_play_to_the_end(tmp_path: Path) -> None:
    async with running(str(tmp_path / "tables.sqlite"), workers=0) as server:
        bot = {"kind": "bot", "bot": "random"}
        opened = await server.open("vanagloria", 2, seats=[bot, bot], start=True, options={"round_limit": 1})
        async with server.client(opened["table"], opened["watch"]) as watcher:
            await watcher.until(lambda client: client.view.get("status") == "over")
