"""Connections that break, messages that come twice or late: nobody misses anything, nothing happens twice."""

import random
from collections.abc import AsyncIterator
from itertools import takewhile
from typing import Any

import pytest
import pytest_asyncio

from tests.server.clients import Client, Group, Server, merged, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

AS_JOINED: dict[str, Any] = {"seating": "as_joined", "first_player": 0}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    async with running(str(tmp_path_factory.mktemp("resuming") / "tables.sqlite"), workers=0) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("vanagloria", 3, AS_JOINED),
        ("vanguard-rome", 2, {"level": "recruit_with_commands"}),
        ("galaxy-of-d", 2, {"setup": "quick", "map": "small"}),
    ],
    ids=["vanagloria", "vanguard-rome", "galaxy-of-d"],
)
async def test_who_comes_back_has_missed_nothing_and_hears_nothing_twice(
    server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    dice = random.Random(game)
    async with server.group(game, players, options=options) as group:
        away = group.people[-1]
        live = server.app.state.hub.tables[group.table]
        for _ in range(6):
            await away.socket.close()
            before = list(live.gallery.steps(away.view["seats"]))
            stay = [client for client in group.people if client is not away]
            for _ in range(dice.randrange(1, 5)):
                await something(dice, stay, group)
            async with server.client(group.table, away.token, away.view["n"]) as back:
                back.told, back.talk = away.told, away.talk
                await server.told(group.table, back)
                after = list(live.gallery.steps(away.view["seats"]))
                common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
                fresh = [told["step"] for told in back.view["told"] if told["step"]]
                assert fresh == [*range(common + 1, len(after) + 1)], "what was known is not told again"
                whole = await server.get(f"/api/tables/{group.table}/view", away.token)
                assert merged({}, whole["scene"]) == back.scene
                assert {told["step"]: told["lines"] for told in whole["told"]} == back.told
                assert whole["talk"] == back.talk
                group.people[-1] = away = back
                await something(dice, group.people, group)


async def something(dice: random.Random, people: list[Client], group: Group) -> None:
    """One of these people does something, and all of them hear of it."""
    turn = next((client for client in people if client.lines), None)
    asked = next((client for client in people if asked_of(client)), None)
    if asked is not None:
        done = await asked.act("consent", yes=dice.random() < 0.7)
    elif turn is not None and dice.random() < 0.7:
        done = await turn.act("play", move=dice.choice(turn.lines))
    elif dice.random() < 0.5:
        done = await dice.choice(people).act("undo")
    else:
        done = await dice.choice(people).act("say", text=f"word {dice.random()}")
    await group.server.told(group.table, *people)
    assert done["type"] in ("done", "refused"), done


def asked_of(client: Client) -> bool:
    """Whether something is asked of somebody."""
    asked = client.view["asked"]
    return asked is not None and bool(set(asked["of"]) & set(client.view["seats"]))


async def test_the_same_action_again_gets_the_same_answer(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED) as group:
        ann, ben = group.people
        move, before = ann.lines[0], ann.view["n"]
        first = await ann.act("play", key="once", move=move)
        assert first == {"type": "done", "key": "once", "n": before + 1}
        assert await ann.act("play", key="once", move=move, seen=before) == first
        async with server.client(group.table, ann.token) as again:
            assert await again.act("play", key="once", move=move, seen=before) == first
        action = {"type": "play", "key": "once", "seen": before, "move": move}
        async with server.http(ann.token) as http:
            assert (await http.post(f"/api/tables/{group.table}/actions", json=action)).json() == first
        view = await server.get(f"/api/tables/{group.table}/view", ann.token)
        assert view["n"] == first["n"]
        other = await ben.act("say", key="once", text="A key is the seat's own.")
        assert (other["type"], other["n"]) == ("done", first["n"] + 1)


async def test_an_action_decided_before_the_game_went_on_is_stale(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED) as group:
        ann = group.people[0]
        before, move = ann.view["n"], ann.lines[0]
        assert (await ann.act("play", move=move))["type"] == "done"
        for late in ({"type": "play", "move": move}, {"type": "undo"}, {"type": "consent", "yes": True}):
            stale = await ann.act(**late, seen=before)
            assert (stale["type"], stale["n"]) == ("stale", before + 1)
        said = await ann.act("say", text="Talk is never stale.", seen=before)
        assert said["type"] == "done"
        await group.seen()
        moved = await group.mover.act("play", move=group.mover.lines[0], seen=before + 1)
        assert moved["type"] == "done", "talk makes nothing stale"


async def test_two_connections_of_one_link_see_the_same(server: Server) -> None:
    async with server.group("vanguard-rome", 2) as group:
        first, other = group.people
        async with server.client(group.table, first.token) as second:
            await second.until(lambda client: client.view)
            done = await second.act("say", text="From my other device.")
            for client in (first, second, other):
                await client.seen(done["n"])
            assert first.scene == second.scene != other.scene
            assert first.talk == second.talk
            await first.socket.close()
            said = await other.act("say", text="Are you there?")
            await second.seen(said["n"])
            seat = second.view["seats"][0]
            assert second.view["chairs"][seat]["here"], "one of two connections is enough"
        await other.until(lambda client: not client.view["chairs"][seat]["here"])


async def test_who_reads_nothing_for_a_while_gets_one_view_of_everything(server: Server) -> None:
    dice = random.Random(2)
    async with (
        server.group("vanagloria", 2, options=AS_JOINED) as group,
        server.client(group.table, group.opened["watch"]) as watcher,
    ):
        for _ in range(12):
            await group.play(dice)
        await watcher.seen(group.people[0].view["n"])
        assert watcher.scene == group.people[0].scene
        assert watcher.told == group.people[0].told
