"""The server as clients find it."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.clients import Server, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with an empty store."""
    async with running(str(tmp_path / "tables.sqlite")) as found:
        yield found


async def test_two_people_play_a_game_to_its_end(server: Server) -> None:
    opened = await server.open("vanagloria", 2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
    dice = random.Random(7)
    tokens = (opened["mine"]["token"], opened["open"][0]["token"])
    async with server.client(opened["table"], tokens[0]) as ann, server.client(opened["table"], tokens[1]) as ben:
        assert (await ben.act("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ben.act("ready"))["type"] == "done"
        assert (await ben.act("start"))["words"] == "Only who opened the table starts it."
        started = await ann.act("start")
        for client in (ann, ben):
            await client.seen(started["n"])
        while ann.view["status"] == "playing":
            mover, other = (ann, ben) if ann.lines else (ben, ann)
            done = await mover.act("play", move=dice.choice(mover.lines))
            assert done["type"] == "done", done
            for client in (mover, other):
                await client.seen(done["n"])
        assert ann.view["results"] == ben.view["results"]
        assert ann.scene == ben.scene
        assert ann.told == ben.told
    async with server.http(tokens[1]) as http:
        checked = (await http.get(f"/api/tables/{opened['table']}/verify")).json()
        assert checked["right"], checked
