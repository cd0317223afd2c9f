"""The first lessons over HTTP: every step of every game, and how it says no."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from quincunx.games import GAMES, get
from tests.server.clients import Server, running

pytestmark = pytest.mark.asyncio(loop_scope="module")
EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    async with running(str(tmp_path_factory.mktemp("lessons") / "tables.sqlite"), workers=0) as found:
        yield found


def lines(offer: dict[str, Any]) -> list[list[int]]:
    """The decisions of a tree of picks."""
    found = [offer["line"]] if offer.get("line") else []
    return found + [line for branch in offer.get("next", {}).values() for line in lines(branch)]


def words(answer: httpx.Response, status: int) -> str:
    """The words of a refusal."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"words", "rule"}
    return str(answer.json()["words"])


@pytest.mark.parametrize("name", list(GAMES))
async def test_every_step_shows_the_table_and_what_can_be_picked(server: Server, name: str) -> None:
    games = {game["name"]: game for game in await server.get("/api/games")}
    assert games[name]["lesson"]
    first = await server.get(f"/api/games/{name}/lesson/0")
    assert first["told"] == []
    for step in range(first["steps"]):
        shown = await server.get(f"/api/games/{name}/lesson/{step}")
        assert shown["step"] == step
        assert shown["say"].keys() == shown["title"].keys() == {"en", "de"}
        assert all(line in lines(shown["offers"]) for line in shown["lines"])
        assert set(shown["rules"]) <= set(get(name).rulebook.rules)
        assert shown["scene"]["prompt"]
    end = await server.get(f"/api/games/{name}/lesson/{first['steps']}")
    assert (end["offers"], end["lines"], end["title"]) == (None, [], None)
    assert end["told"]
    assert end["say"]["de"]


async def test_what_the_rules_forbid_is_answered_with_the_rule(server: Server) -> None:
    reason = await server.get("/api/games/vanagloria/lesson/0/why", pick=["0:d@F0.b", "1:d@D1.s"])
    assert reason["rule"] == "VG-006"
    assert reason["words"].startswith("VG-006: A disarmed dreadnought cannot attack.")
    allowed = await server.get("/api/games/vanagloria/lesson/0/why", pick=["0:d@D0.r", "activate"])
    assert allowed == {"words": None, "rule": None}
    nothing = await server.get("/api/games/vanagloria/lesson/0/why", pick=["the moon"])
    assert nothing["words"]


async def test_a_learner_sees_no_more_than_at_a_real_table(server: Server) -> None:
    """R-51: of the enemy's stack only the top ship"""
    shown = await server.get("/api/games/galaxy-of-d/lesson/1")
    labels = [piece["label"] for piece in shown["scene"]["pieces"] if piece["place"] == "C5"]
    assert any("Interceptor" in label for label in labels)
    assert not any("Scavenger" in label for label in labels)


async def test_steps_and_lessons_that_are_not_there_are_not_found(server: Server) -> None:
    async with server.http() as http:
        for path in ("", "/why"):
            assert "There is no game" in words(await http.get(f"/api/games/chess/lesson/0{path}"), 404)
            assert "There is no step 6" in words(await http.get(f"/api/games/vanagloria/lesson/6{path}"), 404)
            words(await http.get(f"/api/games/vanagloria/lesson/-1{path}"), 400)
            words(await http.get(f"/api/games/vanagloria/lesson/first{path}"), 400)
        words(await http.get("/api/games/vanagloria/lesson/0/why", params={"pick": ["x"] * 21}), 400)


async def test_a_game_of_ones_own_may_have_no_lesson(tmp_path: Path) -> None:
    async with running(str(tmp_path / "tables.sqlite"), workers=0, games=(str(EXAMPLE),)) as server:
        games = {game["name"]: game for game in await server.get("/api/games")}
        assert not games["connect-four"]["lesson"]
        async with server.http() as http:
            assert "There is no lesson" in words(await http.get("/api/games/connect-four/lesson/0"), 404)
