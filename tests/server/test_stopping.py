"""SIGTERM and SIGKILL while people play, and a bad network; `tests.server.killing` and `chaos` do that at length."""

import asyncio
import random
from pathlib import Path

import pytest

from quincunx.server.storage import open_store
from tests.server import chaos, killing
from tests.server.clients import PATIENCE
from tests.server.killing import Decider
from tests.server.players import Player, check_acknowledged, folded, open_table
from tests.server.processes import Process


class Listener(Player):
    """A player that notes what the server said last."""

    byes: int = 0

    def _take(self, message: dict[str, object]) -> None:
        super()._take(message)
        if message["type"] == "bye":
            self.byes += 1
            self.stopped = True
            self._pending = None
            assert message["again"]


async def test_a_server_that_is_asked_to_end_says_goodbye_and_leaves_one_file(tmp_path: Path) -> None:
    process = Process(str(tmp_path / "tables.sqlite"), tmp_path / "server.log")
    await process.start()
    try:
        table, tokens = await open_table(process.server, "vanagloria", 4, bots=1)
        url = process.server.url
        players = [Listener(url, table, t, Decider(random.Random(i)), f"p{i}") for i, t in enumerate(tokens)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        async with process.server.http(tokens[0]) as http:
            waiting = asyncio.create_task(http.get(f"/api/tables/{table}/view?after=1000000&wait=25"))
            async with asyncio.timeout(PATIENCE):
                while any(player.view.get("steps", 0) < 5 for player in players):
                    await asyncio.sleep(0.01)
            assert len(process.group) > 1
            assert await asyncio.to_thread(process.stop) == 0
            assert (await waiting).status_code == 200
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)
        assert [player.byes for player in players] == [1] * len(players)
        await process.gone()
        assert {path.name for path in tmp_path.iterdir()} == {"tables.sqlite", "tables.sqlite.lock", "server.log"}
        assert process.log.read_text().count("\n") == 1, process.log.read_text()
    finally:
        process.kill()
    store = open_store(process.place)
    await store.open()
    room = await folded(store, table)
    check_acknowledged(room.entries, list(players))
    await store.close()


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
@pytest.mark.usefixtures("postgres_server")
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(store: str) -> None:
    tables = (("vanagloria", 2, 0), ("vanagloria", 3, 1 if store == "sqlite" else 0))  # or bots wait for the lease
    report = await killing.run_on(store, kills=6, crashes=1, seed=5, pause=0.3, tables=tables)
    assert report.kills == 6
    assert report.acknowledged


async def test_over_a_bad_network_the_list_is_the_same(tmp_path: Path) -> None:
    clean, bad = await chaos.compare(1_500, tmp_path)
    assert bad.resent
    assert clean.lists == bad.lists
