"""Who may do what at a table: links, seats, guests, hosts, those who share a screen and those who watch."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.server.clients import Server, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

AS_JOINED: dict[str, Any] = {"seating": "as_joined", "first_player": 0}
ME: dict[str, Any] = {"kind": "me"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    async with running(str(tmp_path_factory.mktemp("people") / "tables.sqlite"), workers=0) as found:
        yield found


async def test_a_link_is_a_seat_and_its_owner_says_the_name(server: Server) -> None:
    opened = await server.open("vanagloria", 3, seats=[{"kind": "me", "name": "Ann"}])
    assert opened["mine"]["seats"] == [0]
    assert [link["seats"] for link in opened["open"]] == [[1], [2]]
    async with server.client(opened["table"], opened["open"][0]["token"]) as ben:
        assert (await ben.act("ready"))["words"] == "Nobody sits there: give your name first."
        assert "called Ann already" in (await ben.act("sit", seat=1, name="Ann"))["words"]
        for name in ("x" * 41, " Ben", "B\x00n", "B\ned"):
            assert "1 to 40 characters" in (await ben.act("sit", seat=1, name=name))["words"]
        assert (await ben.act("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ben.act("sit", seat=1, name="Benjamin"))["type"] == "done"
        assert (await ben.act("ready"))["type"] == "done"
        assert (await ben.act("add", text="rabbit"))["type"] == "done"
        await ben.until(lambda client: client.view["chairs"][1]["ready"])
        assert [chair["name"] for chair in ben.view["chairs"]] == ["Ann", "Benjamin", ""]
        for foreign in (0, 2, 3, -1, 2**70):
            assert (await ben.act("sit", seat=foreign, name="Mine"))["words"] == "That is not your seat."
        for host_only in ({"bot": "random"}, {"name": ""}):
            assert (await ben.act("sit", seat=1, **host_only))[
                "words"
            ] == "Only who opened the table gives seats to bots."
        assert (await ben.act("start"))["words"] == "Only who opened the table starts it."
        assert "has not begun" in (await ben.act("play", move=0))["words"]


async def test_the_host_gives_seats_to_bots_frees_them_and_starts(server: Server) -> None:
    opened = await server.open("vanagloria", 3, seats=[ME])
    async with (
        server.client(opened["table"], opened["mine"]["token"]) as host,
        server.client(opened["table"], opened["open"][0]["token"]) as ben,
    ):
        await host.until(lambda client: client.view)
        assert host.view["chairs"][0]["name"] == "Guest"
        assert host.welcome["host"]
        assert (await host.act("start"))["words"] == "2 of 3 seats are free: wait, or give them to bots."
        assert (await host.act("sit", seat=1, name="Ben"))["words"] == "Only who sits there says the name."
        assert "There is no bot" in (await host.act("sit", seat=1, bot="deep-thought"))["words"]
        assert (await host.act("sit", seat=1, bot="random"))["type"] == "done"
        done = await host.act("sit", seat=2, bot="random")
        await ben.seen(done["n"])
        assert not ben.welcome["host"]
        assert [chair["name"] for chair in ben.view["chairs"]] == ["Guest", "Random I", "Random II"]
        assert ben.view["seats"] == [], "a bot has the seat"
        assert (await ben.act("say", text="Hello!"))["words"] == "You watch: only players do that."
        done = await host.act("sit", seat=1, name="")
        await ben.seen(done["n"])
        assert ben.view["seats"] == [1]
        assert (await ben.act("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await host.act("start"))["words"] == "Not everybody is ready: Ben."
        assert (await ben.act("ready"))["type"] == "done"
        assert (await host.act("start"))["type"] == "done"
        assert "could only be done before" in (await host.act("sit", seat=1, bot="random"))["words"]


async def test_guests_get_names(server: Server) -> None:
    opened = await server.open("vanagloria", 2, seats=[ME, ME], start=True)
    view = await server.get(f"/api/tables/{opened['table']}/view", opened["mine"]["token"])
    assert sorted(chair["name"] for chair in view["chairs"]) == ["Guest", "Guest 2"]


async def test_anybody_takes_a_free_seat_of_a_public_table(server: Server) -> None:
    opened = await server.open("vanagloria", 3, seats=[{"kind": "me", "name": "Ann"}], public=True)
    assert opened["open"] == [], "nobody has a second link to a seat that is taken"
    path = f"/api/tables/{opened['table']}"
    assert opened["table"] in [table["table"] for table in await server.get("/api/tables")]
    async with server.http() as http:
        same = await http.post(f"{path}/seats", json={"name": "Ann"})
        assert (same.status_code, same.json()["rule"]) == (400, None)
        joined = await asyncio.gather(*(http.post(f"{path}/seats", json={"name": name}) for name in ("Ben", "Cleo")))
        assert sorted(answer.json()["seats"] for answer in joined) == [[1], [2]]
        assert (await http.post(f"{path}/seats", json={"name": "Dan"})).status_code == 409
        assert opened["table"] not in [table["table"] for table in await server.get("/api/tables")]
        closed = await server.open("vanagloria", 2)
        refused = await http.post(f"/api/tables/{closed['table']}/seats", json={"name": "Dan"})
        assert refused.status_code == 403
    token = joined[0].json()["token"]
    async with (
        server.client(opened["table"], token) as ben,
        server.client(opened["table"], joined[1].json()["token"]) as cleo,
        server.client(opened["table"], opened["mine"]["token"]) as ann,
    ):
        await ben.act("ready")
        await cleo.act("ready")
        assert (await ann.act("start"))["type"] == "done"


async def test_two_who_come_at_once_do_not_get_the_same_seat(server: Server) -> None:
    opened = await server.open("vanagloria", 6, public=True)
    path = f"/api/tables/{opened['table']}/seats"
    live = server.app.state.hub.tables[opened["table"]]
    async with server.http() as http:
        await live.lock.acquire()
        coming = [asyncio.create_task(http.post(path, json={"name": f"Guest {i}"})) for i in range(8)]
        await asyncio.sleep(0.2)
        live.lock.release()
        answers = await asyncio.gather(*coming)
    assert sorted(answer.status_code for answer in answers) == [201] * 6 + [409] * 2
    seats = [answer.json()["seats"][0] for answer in answers if answer.status_code == 201]
    assert sorted(seats) == list(range(6))


async def test_who_watches_sees_the_table_and_can_do_nothing(server: Server) -> None:
    talk = AS_JOINED | {"talk": "alliances", "private_chat": "on"}
    async with (
        server.group("vanagloria", 3, options=talk) as group,
        server.client(group.table, group.opened["watch"]) as watcher,
    ):
        ann, ben, cleo = group.people
        await ann.act("say", text="Hello, all!")
        done = await ann.act("say", text="Psst.", to=1)
        await ann.act("propose", members=[0, 1], public=False)
        await ann.act("propose", members=[0, 2])
        last = await ann.act("say", text="What?")
        for client in (*group.people, watcher):
            await client.until(lambda client: client.talk[-1:] and client.talk[-1]["text"] == "What?")
        assert [said["text"] for said in ben.talk] == ["Hello, all!", "Psst.", "What?"]
        for outside in (cleo, watcher):
            assert [said["text"] for said in outside.talk] == ["Hello, all!", "What?"]
            assert [pact["members"] for pact in outside.view["pacts"]] == [[0, 2]]
        assert [pact["members"] for pact in ann.view["pacts"]] == [[0, 1], [0, 2]]
        assert not any("Psst" in text for text in watcher.raw + cleo.raw)
        assert (watcher.view["seats"], watcher.view["viewer"], watcher.view["offers"]) == ([], None, None)
        n = last["n"]
        for type, values in DOES_NOTHING.items():
            refused = await watcher.act(type, **values)
            assert refused["type"] == "refused", refused
        assert (await watcher.act("start", key=group.host.key))["type"] == "refused", "the host's keys are the host's"
        assert done["n"] < n == (await server.get(f"/api/tables/{group.table}/view", ann.token))["n"]
        await watcher.send("why", id=1, path=[])
        await watcher.send("point", thing="E1")
        await watcher.send("hint", id=2)
        await watcher.until(lambda client: len(client.others) == 3)
        words = sorted(str(message["words"]) for message in watcher.others)
        assert words == [
            "Hints are for the player whose turn it is.",
            "It is not your turn.",
            "You watch: only players do that.",
        ]


DOES_NOTHING: dict[str, dict[str, Any]] = {
    "play": {"move": 0},
    "command": {"command": "resign"},
    "undo": {},
    "consent": {"yes": True},
    "say": {"text": "I would not do that!"},
    "propose": {"members": [0, 1]},
    "answer": {"pact": 1, "answer": "accept"},
    "resign": {},
    "leave": {},
    "back": {},
    "sit": {"seat": 0, "name": "Me"},
    "ready": {},
    "add": {"text": "x"},
    "start": {},
}


async def test_nobody_acts_for_another_seat(server: Server) -> None:
    async with server.group("vanguard-rome", 2) as group:
        mover = group.mover
        other = next(client for client in group.people if client is not mover)
        seat, n = mover.view["seats"][0], mover.view["n"]
        assert "not yours" in (await other.act("play", move=mover.lines[0]))["words"]
        assert (await other.act("command", command="resign", seat=seat))["words"] == "That is not your seat."
        async with server.http(other.token) as http:
            action = {"type": "play", "key": "forged", "seen": n, "move": mover.lines[0]}
            assert (await http.post(f"/api/tables/{group.table}/actions", json=action)).json()["type"] == "refused"
            other_table = await server.open("vanguard-rome", 2)
            assert (await http.get(f"/api/tables/{other_table['table']}/view")).status_code == 401
        await other.send("look", seat=seat)
        await other.until(lambda client: client.raw and client.view["n"] == n)
        said = await other.act("say", text="I looked.")
        await other.seen(said["n"])
        assert other.view["viewer"] != seat, "one who has one seat looks from there"
        assert other.view["offers"] is None


async def test_at_a_shared_screen_everybody_looks_in_turn(server: Server) -> None:
    opened = await server.open("vanguard-rome", 2, seats=[ME, ME], start=True)
    async with (
        server.client(opened["table"], opened["mine"]["token"]) as screen,
        server.client(opened["table"], opened["watch"]) as watcher,
    ):
        for client in (screen, watcher):
            await client.until(lambda client: client.view)
        assert screen.view["seats"] == [0, 1]
        assert (screen.view["viewer"], screen.view["offers"], screen.view["commands"]) == (None, None, [])
        assert screen.scene == watcher.scene, "the curtain is down"
        scenes = []
        for seat in (0, 1):
            await screen.send("look", seat=seat)
            await screen.until(lambda client, seat=seat: client.view["viewer"] == seat)
            scenes.append(screen.scene)
            assert bool(screen.view["offers"]) == (screen.view["turn"] == seat)
        assert scenes[0] != scenes[1]
        turn = screen.view["turn"]
        await screen.send("look", seat=turn)
        await screen.until(lambda client: client.lines)
        done = await screen.act("play", move=screen.lines[0])
        assert done["type"] == "done", done
        await server.told(opened["table"], screen, watcher)
        for nobody in (None, 7, -1, 2**70):
            await screen.send("look", seat=turn)
            await screen.until(lambda client: client.view["viewer"] == turn)
            await screen.send("look", seat=nobody)
            await screen.until(lambda client: client.view["viewer"] is None)
            assert screen.scene == watcher.scene
            told = {step: lines for step, lines in screen.told.items() if lines}
            assert told == watcher.told, "also what was told is what anybody was told"


async def test_at_a_shared_screen_without_secrets_nobody_has_to_look(server: Server) -> None:
    opened = await server.open("vanagloria", 2, seats=[ME, ME], start=True)
    async with server.client(opened["table"], opened["mine"]["token"]) as screen:
        await screen.until(lambda client: client.view)
        turn = screen.view["turn"]
        while screen.view["turn"] == turn:
            done = await screen.act("play", move=screen.lines[-1])
            assert done["type"] == "done", done
            await screen.seen(done["n"])
        undone = await screen.act("undo")
        await screen.seen(undone["n"])
        assert screen.view["turn"] == turn, "who sits together takes back freely"


async def test_a_token_that_is_forged_opens_nothing(server: Server) -> None:
    opened = await server.open("vanagloria", 2)
    other = await server.open("vanagloria", 2)
    good = opened["mine"]["token"]
    for forged in ("", "x", good[:-1], good + "x", good.swapcase(), "é\x00", "x" * 5000, other["mine"]["token"]):
        async with server.client(opened["table"], forged) as client:
            bye = await client.receive()
            assert bye == {"type": "bye", "words": "This link opens no table here.", "again": False}
    async with server.client("nosuchtable", good) as client:
        assert (await client.receive())["type"] == "bye"
