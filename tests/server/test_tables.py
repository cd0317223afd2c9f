"""Every game over the socket, from the first move to the last, with a client for each seat."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.server.clients import Client, Group, Server, merged, running

SHORT_GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("vanagloria", 4, {"round_limit": 2}),
    ("orbit-cubes", 4, {"round_limit": 2}),
    ("galaxy-of-d", 2, {"setup": "quick", "map": "small", "start_armor": 10}),
    ("vanguard-rome", 4, {"level": "recruit", "turn_limit": 20}),
    ("connect-the-worlds", 4, {"round_limit": 1, "start_deck": "small", "start_world": "assigned"}),
]
LONGEST = 40
"""Decisions after which everybody resigns."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    place: Path = tmp_path_factory.mktemp("tables")
    async with running(str(place / "tables.sqlite"), workers=0) as found:
        yield found


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(("game", "players", "options"), SHORT_GAMES, ids=lambda value: str(value).split(",")[0])
async def test_a_game_is_played_to_its_end(server: Server, game: str, players: int, options: dict[str, Any]) -> None:
    dice = random.Random(f"{game} {players}")
    async with (
        server.group(game, players, options=options) as group,
        server.client(group.table, group.opened["watch"]) as watcher,
    ):
        decisions = 0
        while group.people[0].view["status"] == "playing":
            if decisions == LONGEST:
                for client in group.people:
                    assert (await client.act("resign"))["type"] in ("done", "refused")
                for client in group.people:
                    await client.until(lambda client: client.view["status"] == "over")
            else:
                await group.play(dice)
            if decisions % 20 == 0:
                await same_as_whole(server, group, watcher)
            decisions += 1
        await same_as_whole(server, group, watcher)
        for client in group.people:
            assert client.view["results"] == group.people[0].view["results"] is not None
            assert client.scene == group.people[0].scene, "once it is over, everything is open"
        checked = await server.get(f"/api/tables/{group.table}/verify", group.people[0].token)
        assert checked["right"], checked


async def same_as_whole(server: Server, group: Group, watcher: Client) -> None:
    """What each client has put together from what was new is what the table is."""
    await server.told(group.table, *group.people, watcher)
    for client in (*group.people, watcher):
        whole = await server.get(f"/api/tables/{group.table}/view", client.token)
        assert whole["n"] == client.view["n"]
        assert merged({}, whole["scene"]) == client.scene
        assert {told["step"]: told["lines"] for told in whole["told"]} == client.told
        assert list(client.told) == list(range(whole["steps"] + 1))
        for same in ("turn", "seats", "chairs", "offers", "commands", "results", "viewer"):
            assert whole[same] == client.view[same], same
