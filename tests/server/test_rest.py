"""The HTTP interface, endpoint by endpoint: what it answers, and how it says no."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
import websockets

import quincunx
from quincunx.games import GAMES, get
from quincunx.server.app import HEADERS
from tests.server.clients import PATIENCE, Group, Server, merged, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

AS_JOINED: dict[str, Any] = {"seating": "as_joined", "first_player": 0}
ME: dict[str, Any] = {"kind": "me"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for all tests of this file."""
    async with running(str(tmp_path_factory.mktemp("rest") / "tables.sqlite"), workers=0) as found:
        yield found


def problem(answer: httpx.Response, status: int) -> str:
    """The words of a refusal."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"words", "rule"}
    return str(body["words"])


async def finished(server: Server, game: str = "vanagloria", **options: Any) -> dict[str, Any]:
    """A game at a shared screen that is over."""
    opened = await server.open(game, 2, seats=[ME, ME], start=True, options=options)
    dice = random.Random(5)
    async with server.client(opened["table"], opened["mine"]["token"]) as screen:
        await screen.until(lambda client: client.view)
        while screen.view["status"] == "playing":
            if screen.view["offers"] is None:
                await screen.send("look", seat=screen.view["turn"])
                await screen.until(lambda client: client.lines or client.view["status"] == "over")
            else:
                done = await screen.act("play", move=dice.choice(screen.lines))
                await screen.seen(done["n"])
    return opened


# ---------------------------------------------------------------- games


async def test_every_game_has_options_for_every_number_of_players(server: Server) -> None:
    games = await server.get("/api/games")
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        for players in game["players"]:
            details = await server.get(f"/api/games/{game['name']}", players=players)
            settled = {option["name"]: option["default"] for option in details["options"]}
            assert settled == json.loads(json.dumps(get(game["name"]).settle(players, {})))
            for option in details["options"]:
                if option["kind"] == "number":
                    least, most = option["values"]
                    assert least <= option["default"] <= most
                else:
                    assert option["default"] in option["values"]
        assert details["bots"]
        assert set(details["flags"]) == {"bot", "lose", "nothing"}
        book = await server.get(f"/api/games/{game['name']}/rulebook")
        assert book["rules"]
        assert next(iter(book["rules"])) in book["text"]
        async with server.http() as http:
            art = await http.get(f"/api/games/{game['name']}/art.svg")
        assert art.headers["content-type"].startswith("image/svg+xml")
        assert art.text.lstrip().startswith("<")


async def test_unknown_games_and_paths_are_not_found(server: Server) -> None:
    async with server.http() as http:
        for path in ("", "/rulebook", "/art.svg"):
            assert "There is no game" in problem(await http.get(f"/api/games/chess{path}"), 404)
            assert problem(await http.get(f"/api/games/..%2f..%2fetc%2fpasswd{path}"), 404)
        assert "There is no such table" in problem(await http.get("/api/tables/nosuchtable"), 404)
        problem(await http.get("/api/nothing"), 404)
        problem(await http.delete("/api/games"), 405)
        problem(await http.get("/api/games/vanagloria", params={"players": 99}), 400)
        problem(await http.get("/api/tables/no"), 400)


async def test_a_table_that_cannot_be_is_refused_with_a_reason(server: Server) -> None:
    good = {"game": "vanagloria", "players": 2}
    bad: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "There is no game"),
        ({"players": 9}, "9"),
        ({"players": 2**70}, ""),
        ({"players": "2"}, "players"),
        ({"options": {"target": 51}}, "target"),
        ({"options": {"colour": "red"}}, "There is no option"),
        ({"options": {"x" * 3000: [[[[{}]]]]}}, "There is no option"),
        ({"options": []}, "options"),
        ({"seats": [ME] * 3}, "3 seats are described"),
        ({"seats": [{"kind": "ghost"}]}, "kind"),
        ({"seats": [{"kind": "bot", "bot": "deep-thought"}]}, "There is no bot"),
        ({"seats": [{"kind": "me", "name": "Ann"}] * 2}, "called Ann already"),
        ({"seats": [{"kind": "me", "name": "A\nn"}]}, "characters that can be shown"),
        ({"clock": {"kind": "sand"}}, "There is no clock"),
        ({"clock": {"kind": "move", "time": 10}}, "time"),
        ({"clock": {"kind": "move", "time": 2000, "flag": "explode"}}, "At the flag"),
        ({"stand_in": "nobody"}, "There is no bot"),
        ({"undo": "always"}, "undo"),
        ({"start": True}, "seats are free"),
        ({"extra": 1}, "extra"),
        ({"\ud800": 1}, ""),
        ({"game": "\ud800"}, ""),
    ]
    tables = len(await server.app.state.hub.store.tables("gathering", 1000))
    async with server.http() as http:
        for change, words in bad:
            body = json.dumps(good | change)
            refused = await http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
            assert words in problem(refused, 400)
        for broken in (b"", b"{", b"[]", b"\xff\xfe", b'{"game":', b"[" * 20_000, b"null", b"NaN"):
            refused = await http.post("/api/tables", content=broken, headers={"Content-Type": "application/json"})
            problem(refused, 400)
        problem(await http.post("/api/tables", content=b"x" * 70_000), 413)
    assert len(await server.app.state.hub.store.tables("gathering", 1000)) == tables


# ---------------------------------------------------------------- playing


async def test_a_program_plays_over_plain_requests(server: Server) -> None:
    opened = await server.open("vanguard-rome", 2, seats=[ME, {"kind": "bot", "bot": "random"}], start=True)
    path = f"/api/tables/{opened['table']}"
    async with server.http(opened["mine"]["token"]) as http:
        n = -1
        for turn in range(6):
            view = (await http.get(f"{path}/view", params={"after": n, "wait": 20})).json()
            n = view["n"]
            if view["offers"] is not None:
                line = leftmost(view["offers"])
                action = {"type": "play", "key": f"turn{turn}", "seen": n, "move": line}
                answer = (await http.post(f"{path}/actions", json=action)).json()
                assert answer["type"] in ("done", "stale"), answer
        assert view["steps"] > 0
        waited = asyncio.create_task(http.get(f"{path}/view", params={"after": 10**6, "wait": 0.2}))
        assert (await waited).status_code == 200
    async with server.http() as http:
        info = (await http.get(path)).json()
        assert (info["status"], info["players"], len(info["seats"])) == ("playing", 2, 2)
        assert "seed" not in str(info)


def leftmost(offer: dict[str, Any]) -> list[int]:
    """The first decision of a tree of picks."""
    while not offer.get("line"):
        offer = next(iter(offer["next"].values()))
    return list(offer["line"])


async def test_requests_need_a_token_of_this_table(server: Server) -> None:
    opened = await server.open("vanagloria", 2)
    path = f"/api/tables/{opened['table']}"
    with_token = ["view", "save", "verify", "replay/0"]
    for header in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {opened['watch']}"}):
        async with httpx.AsyncClient(base_url=server.url, headers=header, timeout=PATIENCE, verify=False) as http:
            for part in with_token:
                assert "opens nothing here" in problem(await http.get(f"{path}/{part}"), 401)
            problem(await http.post(f"{path}/actions", json={}), 401)
            problem(await http.post(f"{path}/hint"), 401)
            problem(await http.post(f"{path}/continue", json={"step": 0, "seats": []}), 401)
            problem(await http.post(f"{path}/watchers"), 401)


async def test_actions_that_are_none_are_refused(server: Server) -> None:
    opened = await server.open("vanagloria", 2, seats=[ME, ME], start=True)
    path = f"/api/tables/{opened['table']}/actions"
    async with server.http(opened["mine"]["token"]) as http:
        for body in (
            b"",
            b"{",
            b"\xff",
            b"[]",
            b'{"type":"dance"}',
            b'{"type":"hello","token":"x"}',
            b'{"type":"undo"}',
            b'{"type":"undo","key":"","seen":0}',
            b'{"type":"undo","key":"\\u0000","seen":0}',
            b'{"type":"undo","key":"a","seen":0,"more":1}',
            b'{"type":"undo","key":"a","seen":"0"}',
            b"[" * 60_000,
        ):
            assert problem(await http.post(path, content=body), 400).startswith("That is no action: ")
        problem(await http.post(path, content=b" " * 70_000), 413)


# ---------------------------------------------------------------- saves, replays


async def test_a_finished_game_is_saved_checked_loaded_and_continued(server: Server) -> None:
    opened = await finished(server, round_limit=1)
    path, token = f"/api/tables/{opened['table']}", opened["watch"]
    async with server.http(token) as http:
        save = await http.get(f"{path}/save")
        assert save.headers["content-type"] == "application/jsonl"
        assert "attachment" in save.headers["content-disposition"]
        checked = (await http.get(f"{path}/verify")).json()
        assert checked["right"]
        view = (await http.get(f"{path}/view")).json()
        assert view["opened"]["seed"] == checked["seed"]
        assert checked["commitment"] == (await http.get(path)).json()["commitment"]
        loaded = await http.post("/api/saves", json={"text": save.text})
        assert loaded.status_code == 201, loaded.text
        new = loaded.json()
        again = await server.get(f"/api/tables/{new['table']}/view", new["watch"])
        assert (again["status"], again["results"], again["steps"]) == ("over", view["results"], view["steps"])
        assert merged({}, again["scene"]) == merged({}, view["scene"])
        assert again["told"] == view["told"]
        assert (await server.get(f"/api/tables/{new['table']}/verify", new["watch"]))["right"]
        for step in (0, 1, view["steps"]):
            shown = (await http.get(f"{path}/replay/{step}")).json()
            assert (shown["step"], shown["steps"]) == (step, view["steps"])
        problem(await http.get(f"{path}/replay/{view['steps'] + 1}"), 404)
        problem(await http.get(f"{path}/replay/0", params={"seat": 7}), 404)
        problem(await http.get(f"{path}/replay/-1"), 400)
        problem(await http.post(f"{path}/continue", json={"step": view["steps"], "seats": [ME, ME]}), 409)
        problem(await http.post(f"{path}/continue", json={"step": 10**9, "seats": [ME, ME]}), 404)
        problem(await http.post(f"{path}/continue", json={"step": 0, "seats": [ME] * 3}), 400)
        onward = await http.post(f"{path}/continue", json={"step": 2, "seats": [ME, ME]})
        assert onward.status_code == 201, onward.text
        played_on = onward.json()
        start = await server.get(f"/api/tables/{played_on['table']}/view", played_on["mine"]["token"])
        assert (start["status"], start["steps"]) == ("playing", 0)
        third = (await http.get(f"{path}/replay/2")).json()
        assert start["turn"] == third["turn"]
        pieces = [(piece["id"], piece["place"]) for piece in third["scene"]["pieces"]]
        assert [(piece["id"], piece["place"]) for piece in merged({}, start["scene"])["pieces"]] == pieces
        invited = await http.post(f"{path}/continue", json={"step": 2, "seats": [ME]})
        assert len(invited.json()["open"]) == 1
        link = (await http.post(f"{path}/watchers")).json()
        assert link["seats"] == []
        assert (await server.get(f"{path}/replay/1", link["token"]))["step"] == 1
        assert (await server.get(f"{path}/view", link["token"]))["seats"] == []


async def test_an_unfinished_save_is_played_on(server: Server) -> None:
    match = quincunx.new("connect-the-worlds", players=2, seed=3)
    for _ in range(4):
        match.play(match.moves[0])
    async with server.http() as http:
        loaded = await http.post("/api/saves", json={"text": match.dumps()})
        assert loaded.status_code == 201, loaded.text
    new = loaded.json()
    assert new["mine"]["seats"] == [0, 1]
    view = await server.get(f"/api/tables/{new['table']}/view", new["mine"]["token"])
    assert (view["status"], view["steps"], view["turn"]) == ("playing", 4, match.turn)
    action = {"type": "play", "key": "on", "seen": view["n"], "move": leftmost(view["offers"])}
    async with server.http(new["mine"]["token"]) as http:
        done = await http.post(f"/api/tables/{new['table']}/actions", json=action)
        assert done.json()["type"] == "done", done.text
        problem(await http.get(f"/api/tables/{new['table']}/save"), 409)


async def test_saves_that_are_damaged_are_refused_by_line(server: Server) -> None:
    text = quincunx.new("vanagloria", players=2, seed=3).play(0).dumps()
    lines = text.splitlines()
    async with server.http() as http:
        for damaged in (
            "",
            "nonsense",
            text[:-30],
            "\n".join(lines[:-1]),
            text.replace('"players":2', '"players":3'),
            "\n".join([lines[0], lines[0], *lines[1:]]),
            "[" * 5000,
            "\x00",
        ):
            assert problem(await http.post("/api/saves", json={"text": damaged}), 400).startswith("Line ")
        problem(await http.post("/api/saves", json={"text": "x" * 4_000_001}), 400)
        problem(await http.post("/api/saves", content=b"x" * 8_000_001), 413)
        problem(await http.post("/api/saves", json={"text": 7}), 400)


async def test_a_replay_shows_what_a_seat_knew_until_the_game_is_over(server: Server) -> None:
    dice = random.Random(6)
    async with server.group("vanguard-rome", 2) as group:
        for _ in range(5):
            await group.play(dice)
        path = f"/api/tables/{group.table}/replay"
        await own_knowledge_only(server, group, path)
        step = group.people[0].view["steps"]
        for client in group.people:
            await client.act("resign")
        async with server.http(group.people[0].token) as http:
            for seat in (None, 0, 1):
                query = {} if seat is None else {"seat": seat}
                assert (await http.get(f"{path}/{step}", params=query)).status_code == 200
            before = await http.post(f"/api/tables/{group.table}/hint")
            assert "Hints are for" in problem(before, 409)


async def own_knowledge_only(server: Server, group: Group, path: str) -> None:
    """While the game goes on, another player's knowledge is closed, and nobody can count what he can't know of."""
    watch = await server.get(f"/api/tables/{group.table}/view", group.opened["watch"])
    for client in group.people:
        seat, step = client.view["seats"][0], client.view["steps"]
        async with server.http(client.token) as http:
            mine = await http.get(f"{path}/{step}", params={"seat": seat})
            assert mine.json()["scene"] == client.scene
            assert mine.json()["told"] == client.told[step]
            assert "another player's knowledge" in problem(
                await http.get(f"{path}/{step}", params={"seat": 1 - seat}), 403
            )
            anybody = await http.get(f"{path}/{watch['steps']}")
            assert anybody.json()["scene"] == merged({}, watch["scene"]) != client.scene
            problem(await http.get(f"{path}/{watch['steps'] + 1}"), 404)


async def test_before_the_game_there_is_nothing_to_save_or_replay(server: Server) -> None:
    opened = await server.open("vanagloria", 2)
    path = f"/api/tables/{opened['table']}"
    async with server.http(opened["watch"]) as http:
        for part in ("save", "verify", "replay/0"):
            problem(await http.get(f"{path}/{part}"), 409)
        problem(await http.post(f"{path}/continue", json={"step": 0, "seats": []}), 409)
        problem(await http.post(f"{path}/watchers"), 409)
        problem(await http.post(f"{path}/hint"), 409)
        view = (await http.get(f"{path}/view")).json()
        assert (view["status"], view["scene"], view["told"], view["opened"]) == ("gathering", None, [], None)


# ---------------------------------------------------------------- the server itself


async def test_the_server_says_how_it_is(server: Server) -> None:
    health = await server.get("/health")
    assert health["status"] == "ok"
    async with server.http() as http:
        figures = (await http.get("/metrics")).text
        assert "quincunx_tables_awake" in figures
        messages = (await http.get("/api/messages.json")).json()
        assert {"FromClient", "FromServer", "Update", "Play"} <= set(messages["$defs"])


async def test_every_answer_keeps_browsers_careful(server: Server) -> None:
    async with server.http() as http:
        for path in (
            "/api/games",
            "/api/games/chess",
            "/nothing",
            "/health",
            "/metrics",
            "/api/games/vanagloria/art.svg",
        ):
            answer = await http.get(path)
            for name, value in HEADERS.items():
                assert answer.headers[name] == value
        assert (
            "access-control-allow-origin" not in (await http.get("/api/games", headers={"Origin": "http://x"})).headers
        )


async def test_pages_of_other_origins_open_no_sockets(server: Server) -> None:
    opened = await server.open("vanagloria", 2)
    at = f"{server.url.replace('http', 'ws')}/api/tables/{opened['table']}/socket"
    for foreign in ("https://evil.example", "null", server.url.replace("http://", "http://evil.")):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(at, origin=websockets.Origin(foreign)):
                pass
        assert refused.value.response.status_code == 403
    async with websockets.connect(at, origin=websockets.Origin(server.url)) as socket:
        await socket.send(json.dumps({"type": "hello", "token": opened["watch"]}))
        assert json.loads(await socket.recv())["type"] == "welcome"


async def test_who_asks_too_often_is_told_to_wait(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = str(tmp_path_factory.mktemp("limited") / "tables.sqlite")
    async with running(place, workers=0, limits=True) as server, server.http() as http:
        opened = [await http.post("/api/tables", json={"game": "vanagloria", "players": 2}) for _ in range(40)]
        assert "wait a moment" in problem(opened[-1], 429)
        table = opened[0].json()["table"]
        guesses = [
            await http.get(f"/api/tables/{table}/view", headers={"Authorization": f"Bearer {i}"}) for i in range(40)
        ]
        assert "links that open nothing" in problem(guesses[-1], 429)
        problem(guesses[0], 401)
        many = await asyncio.gather(*(http.get("/api/games") for _ in range(300)))
        assert {answer.status_code for answer in many} == {200, 429}


async def test_no_secret_gets_into_the_log(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    opened = await server.open("vanguard-rome", 2)
    tokens = [opened["mine"]["token"], opened["watch"], *(link["token"] for link in opened["open"])]
    table = server.app.state.hub.tables[opened["table"]]
    secrets = [table.room.seed.key.hex(), table.room.seed.salt.hex(), repr(table.room.seed.key)]
    for token in (*tokens, "forged"):
        async with server.client(opened["table"], token) as client:
            await client.receive()
            await client.socket.send("{}")
            await client.socket.wait_closed()
        async with server.http(token) as http:
            for part in ("view", "save", "verify", "replay/0"):
                await http.get(f"/api/tables/{opened['table']}/{part}")
            await http.post(f"/api/tables/{opened['table']}/actions", content=b"{")
    async with server.group("vanguard-rome", 2) as group:
        await group.play(random.Random(1))
        await group.people[0].act("resign")
        tokens += [client.token for client in group.people]
    lines = [str(record.__dict__) for record in caplog.records]
    assert any("request" in line for line in lines)
    assert not [line for line in lines for secret in (*tokens, *secrets) if secret in line]


async def test_words_in_another_language_are_patterns_of_what_is_said_in_english(server: Server) -> None:
    async with server.http() as http:
        general = await http.get("/api/words/de")
        assert general.json()["The game is over."] == "Die Partie ist zu Ende."
        assert "max-age" in general.headers["cache-control"]
        own = await http.get("/api/games/vanagloria/words/de")
        assert own.json()["raise a shield"] == "einen Schild errichten"
        for path in ("/api/words/xx", "/api/games/vanagloria/words/xx"):
            assert "'xx'" in problem(await http.get(path), 404)
        assert "no game 'ludo'" in problem(await http.get("/api/games/ludo/words/de"), 404)
