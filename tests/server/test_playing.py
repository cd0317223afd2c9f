"""What people do at a table beside their moves: take back, give up, leave, ask, talk, agree."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.server.clients import Client, Server, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

AS_JOINED: dict[str, Any] = {"seating": "as_joined", "first_player": 0}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    async with running(str(tmp_path_factory.mktemp("playing") / "tables.sqlite")) as found:
        yield found


async def done(client: Client, type: str, **values: Any) -> int:
    """Does something that has to be possible; returns the number of its entry."""
    answer = await client.act(type, **values)
    assert answer["type"] == "done", answer
    return int(answer["n"])


async def refused(client: Client, type: str, **values: Any) -> str:
    """Does something that has to be impossible; returns why."""
    answer = await client.act(type, **values)
    assert answer["type"] == "refused", answer
    return str(answer["words"])


# ---------------------------------------------------------------- taking back


async def test_a_move_is_taken_back_freely_then_by_consent(server: Server) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED) as group:
        ann, ben, cleo = group.people
        assert await refused(ann, "undo") == "You have made no move that could be taken back."
        start = ann.scene
        await group.play(random.Random(1))
        await done(ann, "undo")
        await group.seen()
        assert ann.scene == start
        assert (ann.view["steps"], ann.view["asked"]) == (0, None)
        while ben.view["turn"] != 1:
            await done(ann, "play", move=ann.lines[-1])
            await group.seen()
        await done(ben, "play", move=ben.lines[0])
        await group.seen()
        steps = ben.view["steps"]
        for answers in ((False,), (True, False), (True, True)):
            await done(ann, "undo")
            await group.seen()
            assert cleo.view["asked"] == {"seat": 0, "count": 2, "of": [1, 2]}
            assert "answered first" in await refused(ann, "undo")
            assert await refused(ann, "consent", yes=True) == "Nothing is asked of you."
            for client, yes in zip((ben, cleo), answers, strict=False):
                await done(client, "consent", yes=yes)
                await group.seen()
        await ann.until(lambda client: client.view["steps"] == steps - 2)
        assert ann.view["asked"] is None


async def test_at_some_tables_nothing_is_taken_back(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED, undo="off") as group:
        await group.play(random.Random(1))
        assert await refused(group.people[0], "undo") == "At this table nothing is taken back."


# ---------------------------------------------------------------- giving up, leaving


async def test_of_two_the_one_who_gives_up_has_lost(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED) as group:
        ann, ben = group.people
        await done(ben, "resign")
        await group.seen()
        assert (ann.view["status"], ann.view["ended"], ann.view["results"]) == ("over", "resigned", [1.0, -1.0])
        assert ann.view["opened"]["seed"]
        assert (ann.view["offers"], ann.view["commands"], ann.view["turn"]) == (None, [], None)
        for late in ("resign", "undo", "leave"):
            assert await refused(ann, late) == "The game is over."
        assert await done(ben, "say", text="Well played.")


async def test_a_game_that_knows_resigning_does_it_by_its_rules(server: Server) -> None:
    async with server.group("vanguard-rome", 3) as group:
        first = group.people[0]
        assert {order["seat"] for order in first.view["commands"]} == {0}
        await done(first, "resign")
        await group.seen()
        assert first.view["status"] == "playing"
        assert not first.view["commands"]
        assert first.view["told"][-1]["lines"]
        other = group.people[1]
        resign = next(order for order in other.view["commands"] if "resign" in order["text"].lower())
        assert await refused(other, "command", command="dance")
        await done(other, "command", command=resign["text"], seat=1)
        await group.seen()
        assert group.people[2].view["status"] == "over"
        assert group.people[2].view["ended"] is None, "by the rules, not by the table"


async def test_a_bot_stands_in_for_who_leaves_until_they_are_back(server: Server) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED, stand_in="random") as group:
        ann, ben, _ = group.people
        assert await refused(ann, "back") == "No bot stands in for you."
        await ben.seen(await done(ann, "leave"))
        assert ben.view["chairs"][0]["standIn"] == "random"
        await ben.until(lambda client: client.view["turn"] == 1)
        await ann.seen(ben.view["n"])
        assert "A bot stands in for you" in await refused(ann, "play", move=0)
        n = await done(ann, "back")
        await ben.seen(n)
        assert ben.view["chairs"][0]["standIn"] is None
        await ben.seen(await done(ann, "resign"))
        assert ben.view["chairs"][0]["standIn"] == "random", "of more than two, a bot plays on"


async def test_a_seat_can_idle_instead(server: Server) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED | {"leaver": "idle"}) as group:
        ann, ben, _ = group.people
        await ben.seen(await done(ann, "leave"))
        assert ben.view["turn"] == 1
        assert ben.view["chairs"][0]["standIn"] is None


async def test_nobody_plays_while_a_bot_stands_in(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED) as group:
        live = server.app.state.hub.tables[group.table]
        monkeypatch.setattr(live, "cares", False)  # the bot does not move by itself
        ann = group.people[0]
        await done(ann, "leave")
        await group.seen()
        assert await refused(ann, "play", move=ann.lines[0]) == "A bot plays for you: take your seat back first."
        await done(ann, "back")
        await group.seen()
        await done(ann, "play", move=ann.lines[0])


# ---------------------------------------------------------------- asking


async def test_why_something_cannot_be_picked_is_told_with_its_rule(server: Server) -> None:
    rules = (await server.get("/api/games/vanagloria/rulebook"))["rules"]
    async with server.group("vanagloria", 2, options=AS_JOINED) as group:
        ann, ben = group.people
        paths = [[place["id"]] for place in ann.scene["places"]]
        piece = next(pick for pick, branch in ann.view["offers"]["next"].items() if branch.get("next"))
        paths += [[piece, place["id"]] for place in ann.scene["places"]]
        for id, path in enumerate(paths):
            await ann.send("why", id=id, path=path)
        await ann.until(lambda client: len(client.others) == len(paths))
        because = {message["id"]: message for message in ann.others}
        told = [message for message in because.values() if message["rule"] is not None]
        assert told
        for message in told:
            assert message["rule"] in rules
            assert message["words"].startswith(f"{message['rule']}: ")
        await ann.send("why", id=-1, path=complete(ann))
        await ann.until(lambda client: len(client.others) > len(paths))
        assert ann.others[-1] == {"type": "because", "id": -1, "words": None, "rule": None}
        await ben.send("why", id=0, path=[])
        await ben.until(lambda client: client.others)
        assert ben.others[0]["words"] == "It is not your turn."


def complete(client: Client) -> list[str]:
    """The picks of an offered decision."""
    offer, path = client.view["offers"], []
    while not offer.get("line"):
        pick, offer = next(iter(offer["next"].items()))
        path.append(pick)
    return path


async def test_a_strong_bot_is_asked_where_the_table_allows_it(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED) as group:
        ann, ben = group.people
        await ann.send("hint", id=7)
        await ann.until(lambda client: client.others)
        assert (ann.others[0]["type"], ann.others[0]["id"]) == ("opinion", 7)
        opinion = ann.others[0]["opinion"]
        assert [opinion["moves"][0]["move"]] in ann.lines
        assert opinion["seat"] == 0
        async with server.http(ann.token) as http:
            answer = await http.post(f"/api/tables/{group.table}/hint")
            assert answer.json()["opinion"]["moves"]
        async with server.http(ben.token) as http:
            assert (await http.post(f"/api/tables/{group.table}/hint")).status_code == 409
        await ben.send("hint", id=8)
        await ben.until(lambda client: client.others)
        assert ben.others[0]["words"] == "Hints are for the player whose turn it is."
        assert ben.others[0]["id"] == 8
    async with server.group("vanagloria", 2, options=AS_JOINED, hints=False) as group:
        await group.people[0].send("hint", id=1)
        await group.people[0].until(lambda client: client.others)
        assert group.people[0].others[0]["words"] == "At this table nobody is given hints."


# ---------------------------------------------------------------- talking


async def test_what_a_muted_seat_says_is_not_sent(server: Server) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED) as group:
        ann, ben, cleo = group.people
        await ann.send("mute", seat=1)
        await ann.send("mute", seat=2**70)
        await ann.send("alive")
        await ann.until(lambda client: client.others)
        await ben.send("point", thing="E1")
        await cleo.send("point", thing="E2")
        await done(ben, "say", text="Blah.")
        await group.seen()
        await done(cleo, "say", text="Quiet, please.")
        await group.seen()
        assert [said["text"] for said in ann.talk] == ["Quiet, please."]
        assert [message for message in ann.others if message["type"] == "pointed"] == [
            {"type": "pointed", "seat": 2, "thing": "E2"}
        ]
        assert {message["thing"] for message in cleo.others} == {"E1"}
        await ann.send("mute", seat=1, muted=False)
        await done(ben, "say", text="Sorry.")
        await group.seen()
        assert [said["text"] for said in ann.talk] == ["Quiet, please.", "Sorry."]


async def test_neutral_talk_has_no_pacts_and_as_the_table_says_no_whispers(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED | {"private_chat": "off"}) as group:
        ann = group.people[0]
        assert "no pacts in neutral talk" in await refused(ann, "propose", members=[0, 1])
        assert "Private chat is off" in await refused(ann, "say", text="Psst.", to=1)
        for nothing in ("", "   ", "x" * 501):
            assert "1 to 500 characters" in await refused(ann, "say", text=nothing)
        assert "seat" in await refused(ann, "say", text="Who is there?", to=9)


async def test_competitive_talk_has_only_phrases(server: Server) -> None:
    async with server.group("vanagloria", 2, options=AS_JOINED | {"talk": "competitive"}) as group:
        ann = group.people[0]
        assert "only fixed phrases" in await refused(ann, "say", text="Attack Ben!")
        assert await done(ann, "say", text="Good luck!")
        assert "no pacts" in await refused(ann, "propose", members=[0, 1])
        await ann.send("point", thing="E1")
        await ann.until(lambda client: client.others)
        assert ann.others[0]["words"] == "Nobody points at things in competitive talk."


async def test_alliances_are_proposed_answered_and_left(server: Server) -> None:
    async with server.group("vanagloria", 3, options=AS_JOINED | {"talk": "alliances"}) as group:
        ann, ben, cleo = group.people
        assert "at least two members" in await refused(ann, "propose", members=[1, 2])
        assert "common enemy" in await refused(ann, "propose", members=[0, 1], commonEnemy=1)
        await done(ann, "propose", members=[0, 1], commonEnemy=2, untilRound=9)
        await group.seen()
        assert cleo.view["pacts"] == [PACT]
        assert "not a member" in await refused(cleo, "answer", pact=1, answer="accept")
        assert "no answer" in await refused(ben, "answer", pact=1, answer="maybe")
        assert "There is no pact" in await refused(ben, "answer", pact=2, answer="accept")
        await done(ben, "answer", pact=1, answer="accept")
        await group.seen()
        assert ann.view["pacts"] == [PACT | {"status": "active", "accepted": [0, 1]}]
        await done(ann, "answer", pact=1, answer="leave")
        await group.seen()
        assert ann.view["pacts"][0]["status"] == "left"


PACT: dict[str, Any] = {
    "number": 1,
    "members": [0, 1],
    "nonAggression": True,
    "commonEnemy": 2,
    "untilRound": 9,
    "public": True,
    "status": "proposed",
    "accepted": [0],
    "brokenBy": None,
}


# ---------------------------------------------------------------- limits


async def test_who_says_too_much_is_asked_to_wait(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("limits") / "tables.sqlite"
    async with (
        running(str(place), limits=True, workers=0) as server,
        server.group("vanagloria", 2, options=AS_JOINED) as group,
    ):
        ann, ben = group.people
        answers = [await ann.act("say", text=f"{i}") for i in range(15)]
        assert [answer["type"] for answer in answers[:10]] == ["done"] * 10
        assert answers[-1]["words"] == "You talk too much at once: wait a moment."
        for _ in range(200):
            await ben.send("alive")
        await ben.until(lambda client: any(message["type"] == "bye" for message in client.others))
        assert ben.others[-1] == {"type": "bye", "words": "Too many messages: wait a moment.", "again": True}
        async with server.client(group.table, ann.token) as large:
            await large.socket.send(" " * 16_385)
            await large.until(lambda client: client.others)
            assert large.others[0]["words"] == "A message has at most 16384 bytes."
            await large.socket.wait_closed()
            assert large.socket.close_code == 1009
        async with server.client(group.table, ann.token) as huge:
            await huge.socket.send(" " * 200_000)
            await huge.socket.wait_closed()
            assert huge.socket.close_code == 1009
