"""Whatever is sent to the server, it answers as its description says, changes nothing that it refuses, and goes on."""

import asyncio
import json
import logging
import random
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest
import pytest_asyncio
import schemathesis
import schemathesis.checks as checks
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from quincunx.server import messages as m
from quincunx.server.app import Setup, create_app
from quincunx.server.live import Live
from tests.server.clients import PATIENCE, Server, running

DESCRIPTION = schemathesis.openapi.from_dict(create_app(Setup("nowhere")).openapi())
OPERATIONS = [f"{method.upper()} {path}" for path, found in DESCRIPTION.raw_schema["paths"].items() for method in found]
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ME: dict[str, Any] = {"kind": "me"}


def no_errors(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether nothing was logged as an error; uvicorn says so of text that is none."""
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    return all(record.getMessage().startswith("Invalid UTF-8 sequence") for record in errors)


# ---------------------------------------------------------------- HTTP


@dataclass(frozen=True)
class Known:
    """A server in a thread, with tables that it knows."""

    url: str
    tables: list[tuple[str, str]]
    """With a token."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    """A server with a table in each state."""
    place = str(tmp_path_factory.mktemp("fuzz") / "tables.sqlite")
    started, ending, urls = threading.Event(), threading.Event(), list[str]()

    async def serve() -> None:
        async with running(place, workers=0) as server:
            urls.append(server.url)
            started.set()
            await asyncio.to_thread(ending.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    started.wait()
    try:
        yield Known(urls[0], [gathering(urls[0]), playing(urls[0]), over(urls[0])])
    finally:
        ending.set()
        thread.join()


def opened(url: str, **plan: Any) -> tuple[str, str]:
    """A table, and the token of its host."""
    found = httpx.post(f"{url}/api/tables", json={"players": 2} | plan, timeout=PATIENCE).json()
    return found["table"], found["mine"]["token"]


def gathering(url: str) -> tuple[str, str]:
    """A table that waits for players."""
    return opened(url, game="vanagloria", seats=[ME], public=True)


def playing(url: str) -> tuple[str, str]:
    """A game that has begun."""
    return opened(url, game="vanguard-rome", seats=[ME, ME], start=True)


def over(url: str) -> tuple[str, str]:
    """A game that is over."""
    table, token = opened(url, game="galaxy-of-d", seats=[ME, ME], start=True, options={"setup": "quick"})
    for action in ({"type": "play", "move": 0}, {"type": "resign"}):
        body = {"key": action["type"], "seen": 99, **action}
        headers = {"Authorization": f"Bearer {token}"}
        httpx.post(f"{url}/api/tables/{table}/actions", json=body, headers=headers, timeout=PATIENCE)
    return table, token


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fit", "unfit"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_as_it_is_described(
    known: Known, label: str, mode: GenerationMode, caplog: pytest.LogCaptureFixture
) -> None:
    method, path = label.split(" ")
    operation = DESCRIPTION[path][method]
    if mode is GenerationMode.NEGATIVE and not (operation.query or operation.path_parameters or operation.body):
        pytest.skip("it takes nothing that could be unfit")

    @settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(
        case=operation.as_strategy(generation_mode=mode),
        table=st.sampled_from([None, *known.tables]),
        game=st.sampled_from([None, "orbit-cubes"]),
    )
    def ask(case: schemathesis.Case[Any], table: tuple[str, str] | None, game: str | None) -> None:
        headers, checked = {}, [*CHECKS, checks.negative_data_rejection]
        if table is not None and "table" in case.path_parameters:
            headers, checked = {"Authorization": f"Bearer {table[1]}"}, CHECKS
            case.path_parameters["table"] = table[0]
        if game is not None and "name" in case.path_parameters:
            case.path_parameters["name"], checked = game, CHECKS
        if label == "POST /api/tables" and mode is GenerationMode.POSITIVE and game is not None:
            plan: Any = case.body
            seats = [{"kind": seat["kind"]} for seat in plan.get("seats", []) if "kind" in seat]
            case.body = {"game": game, "players": 2, "public": True, "seats": seats[:2]}  # type: ignore[dict-item]
        if isinstance(case.query, dict) and isinstance(case.query.get("wait"), float | int):
            case.query["wait"] = min(case.query["wait"], 0.01)
        answer = case.call(base_url=known.url, headers=headers, timeout=PATIENCE)
        case.validate_response(answer, checks=checked, headers=headers)

    ask()
    assert no_errors(caplog)
    assert httpx.get(f"{known.url}/health", timeout=PATIENCE).json()["status"] == "ok"


# ---------------------------------------------------------------- the socket


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for the sockets."""
    async with running(str(tmp_path_factory.mktemp("fuzz") / "tables.sqlite"), workers=0) as found:
        yield found


@dataclass
class Target:
    """A game that has begun, to be shot at by a player."""

    server: Server
    table: str
    token: str
    live: Live

    @property
    def state(self) -> tuple[int, str]:
        """What may not change."""
        assert self.live.room.match is not None
        return self.live.room.n, self.live.room.match.digest

    @asynccontextmanager
    async def connection(self, *, hello: bool = True) -> AsyncIterator[Any]:
        """A bare socket."""
        at = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        async with websockets.connect(at, max_size=None, max_queue=None, ping_interval=None) as socket:
            if hello:
                await socket.send(json.dumps({"type": "hello", "token": self.token, "seen": self.live.room.n}))
            yield socket

    async def shoot(self, socket: Any, shot: str | bytes) -> list[dict[str, Any]]:
        """Everything that is answered to a message; the last is "alive" or `bye`."""
        await socket.send(shot)
        return await heard(socket)


async def heard(socket: Any) -> list[dict[str, Any]]:
    """What comes until the server shows that it still listens, or ends the connection."""
    found: list[dict[str, Any]] = []
    asked = next(QUESTIONS)
    try:
        await socket.send(json.dumps({"type": "why", "id": asked, "path": []}))
        while not found or found[-1]["type"] != "bye":
            found.append(json.loads(await socket.recv()))
            if found[-1].get("id") == asked:
                found[-1] = {"type": "alive"}
                break
    except websockets.ConnectionClosed as closed:
        code = None if closed.rcvd is None else closed.rcvd.code
        found.append({"type": "bye" if code in REFUSALS else f"closed with {code}"})
    return found


QUESTIONS = count(10**9)
REFUSALS = (1002, 1003, 1007, 1008, 1009)


@pytest_asyncio.fixture(loop_scope="module")
async def target(server: Server) -> Target:
    """A fresh game."""
    opened = await server.open("vanagloria", 3, seats=[ME, ME], options={"talk": "alliances"})
    table, token = opened["table"], opened["mine"]["token"]
    async with server.client(table, opened["open"][0]["token"]) as cleo:
        await cleo.act("sit", seat=2, name="Cleo")
        await cleo.act("ready")
    async with server.client(table, token) as host:
        assert (await host.act("start"))["type"] == "done"
    return Target(server, table, token, server.app.state.hub.tables[table])


NOT_MESSAGES: list[str | bytes] = [
    "",
    " ",
    "null",
    "true",
    "7",
    '"hello"',
    "[]",
    "{}",
    "{",
    '{"type":"alive"',
    '{"type":"alive"}{"type":"alive"}',
    '{"type":null}',
    '{"type":"Alive"}',
    '{"type":"welcome"}',
    '{"type":"done","key":"a","n":1}',
    '{"type":"alive","more":1}',
    '{"kind":"alive"}',
    '{"type":"say","key":"a","seen":0}',
    '{"type":"say","key":"","seen":0,"text":"x"}',
    '{"type":"say","key":"a\\u0000","seen":0,"text":"x"}',
    '{"type":"say","key":"' + "k" * 101 + '","seen":0,"text":"x"}',
    '{"type":"say","key":"a","seen":0,"text":"\\ud800"}',
    '{"type":"say","key":"a","seen":0,"text":"\\udc00\\ud800"}',
    '{"type":"say","key":"a","seen":1.5,"text":"x"}',
    '{"type":"say","key":"a","seen":true,"text":"x"}',
    '{"type":"say","key":"a","seen":1e999,"text":"x"}',
    '{"type":"play","key":"a","seen":99,"move":[[1]]}',
    '{"type":"play","key":"a","seen":99,"move":{}}',
    '{"type":"play","key":"a","seen":99,"move":1.5}',
    '{"type":"play","key":"a","seen":99,"move":null}',
    '{"type":"why","id":1,"path":[1]}',
    '{"type":"point","thing":["E1"]}',
    "[" * 16_000,
    '{"type":' * 2000,
    '{"a":[' * 2000 + "]}" * 2000,
    b"\xff\xfe\x00",
    b'{"type":"say","key":"a","seen":0,"text":"\xff"}',
    b"\x00" * 100,
    " " * 16_385,
    '{"type":"say","key":"a","seen":0,"text":"' + "x" * 16_384 + '"}',
]
HUGE = 10**400
SHOTS = 2000


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_no_message_ends_the_connection_and_nothing_else(
    target: Target, caplog: pytest.LogCaptureFixture
) -> None:
    before = target.state
    for shot in (*NOT_MESSAGES, json.dumps({"type": "hello", "token": target.token})):
        async with target.connection() as socket:
            answers = await target.shoot(socket, shot)
            assert answers[-1]["type"] == "bye", shot
        async with target.connection(hello=False) as socket:
            answers = await target.shoot(socket, shot)
            assert answers[-1]["type"] == "bye" or "hello" in str(shot), shot
    assert target.state == before
    assert no_errors(caplog)


@pytest.mark.asyncio(loop_scope="module")
async def test_bytes_that_are_no_text_end_the_connection(target: Target, caplog: pytest.LogCaptureFixture) -> None:
    before = target.state
    async with target.connection() as socket:
        await socket.send([b'{"type":', b'"alive"}'], text=True)
        assert (await heard(socket))[-1]["type"] == "alive", "in pieces"
    async with target.connection() as socket:
        assert (await target.shoot(socket, b'{"type":"alive"}'))[-1]["type"] == "alive", "binary, but readable"
    async with target.connection() as socket:
        await socket.send(b"\xc3\x28\xa0\xff", text=True)
        assert (await heard(socket))[-1]["type"] == "bye", "invalid UTF-8"
    assert target.state == before
    assert no_errors(caplog)


@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_is_done_before_hello(target: Target, caplog: pytest.LogCaptureFixture) -> None:
    before = target.state
    for message in valid_messages(target):
        if message["type"] != "hello":
            async with target.connection(hello=False) as socket:
                answers = await target.shoot(socket, json.dumps(message))
                assert answers == [{"type": "bye", "words": "Say hello first.", "again": False}]
    assert target.state == before
    assert no_errors(caplog)


@pytest.mark.asyncio(loop_scope="module")
async def test_what_cannot_be_is_refused_and_changes_nothing(target: Target, caplog: pytest.LogCaptureFixture) -> None:
    before = target.state
    action = {"seen": 10**9}
    impossible: list[dict[str, Any]] = [
        *({"type": "play", "move": move} for move in (-1, HUGE, -HUGE, "", "x" * 9000, "\x00", [], [HUGE], [0] * 5000)),
        *({"type": "command", "command": text, "seat": seat} for text in ("", "resign", "\x00") for seat in (0, HUGE)),
        *({"type": "say", "text": "x", "to": to} for to in (-1, 3, HUGE)),
        *({"type": "say", "text": text} for text in ("", " ", "x" * 501)),
        *({"type": "propose", "members": members} for members in ([], [0], [HUGE, 0], [-1], [0] * 4000)),
        *({"type": "propose", "members": [0, 1], "untilRound": until} for until in (-1, 1000, HUGE)),
        *({"type": "propose", "members": [0, 1], "commonEnemy": enemy} for enemy in (0, -1, HUGE)),
        *({"type": "answer", "pact": pact, "answer": "accept"} for pact in (0, -1, 1, HUGE)),
        {"type": "answer", "pact": 1, "answer": "\x00"},
        *({"type": "sit", "seat": seat, "name": "x"} for seat in (0, -1, HUGE)),
        {"type": "sit", "seat": 0, "bot": "x"},
        {"type": "undo"},
        {"type": "consent", "yes": True},
        {"type": "back"},
        {"type": "ready"},
        {"type": "add", "text": "x"},
        {"type": "start"},
    ]
    async with target.connection() as socket:
        for number, message in enumerate(impossible):
            answers = await target.shoot(socket, json.dumps(action | {"key": f"impossible{number}"} | message))
            kinds = [answer["type"] for answer in answers if answer["type"] not in ("welcome", "update")]
            assert kinds == ["refused", "alive"], (message, answers)
        for harmless in (
            {"type": "why", "id": HUGE, "path": []},
            {"type": "why", "id": 0, "path": ["x"] * 3000},
            {"type": "look", "seat": HUGE},
            {"type": "look", "seat": -1},
            {"type": "mute", "seat": HUGE},
            {"type": "point", "thing": "x" * 101},
            {"type": "point", "thing": "\x00"},
        ):
            assert (await target.shoot(socket, json.dumps(harmless)))[-1]["type"] == "alive"
    for seen in (-HUGE, -1, HUGE):
        async with target.connection(hello=False) as socket:
            await socket.send(json.dumps({"type": "hello", "token": target.token, "seen": seen}))
            assert (await heard(socket))[-1]["type"] == "alive"
    assert target.state == before
    assert no_errors(caplog)


def valid_messages(target: Target) -> list[dict[str, Any]]:
    """One of each kind."""
    action = {"key": "k", "seen": target.live.room.n}
    return [
        {"type": "hello", "token": target.token, "seen": 0},
        {"type": "alive"},
        {"type": "look", "seat": 0},
        {"type": "why", "id": 1, "path": ["0:d@E0", "D0.s"]},
        {"type": "hint", "id": 1},
        {"type": "mute", "seat": 1, "muted": True},
        {"type": "point", "thing": "E1"},
        {"type": "play", "move": 0, **action},
        {"type": "play", "move": "end", **action},
        {"type": "play", "move": [0], **action},
        {"type": "command", "command": "resign", "seat": 0, **action},
        {"type": "undo", **action},
        {"type": "consent", "yes": True, **action},
        {"type": "say", "text": "Hello!", "to": 1, **action},
        {"type": "propose", "members": [0, 1], "nonAggression": True, "commonEnemy": 2, "untilRound": 3, **action},
        {"type": "answer", "pact": 1, "answer": "accept", **action},
        {"type": "resign", **action},
        {"type": "leave", **action},
        {"type": "back", **action},
        {"type": "sit", "seat": 0, "name": "Ann", "bot": "random", **action},
        {"type": "ready", "ready": True, **action},
        {"type": "add", "text": "x", **action},
        {"type": "start", **action},
    ]


STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    HUGE,
    0.5,
    "",
    "x",
    "\x00",
    "end",
    "é😀",
    [],
    [0],
    ["x"],
    {},
    {"a": []},
)


def changed(dice: random.Random, message: dict[str, Any], key: str) -> str | bytes:
    """A message with some of it exchanged, left out, added or broken."""
    made = dict(message)
    if "key" in made:
        made["key"] = key
    for _ in range(dice.randrange(3)):
        field = dice.choice([*made, "more", "seat"])
        if dice.random() < 0.2:
            made.pop(field, None)
        else:
            made[field] = dice.choice(STRANGE)
    text = json.dumps(made)
    if dice.random() < 0.2:
        raw = bytearray(text.encode())
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(raw))
            raw[at : at + dice.randrange(2)] = bytes(dice.randrange(256) for _ in range(dice.randrange(3)))
        return bytes(raw)
    return text


@pytest.mark.asyncio(loop_scope="module")
async def test_thousands_of_broken_messages_change_only_what_is_acknowledged(
    target: Target, caplog: pytest.LogCaptureFixture
) -> None:
    dice = random.Random(8)
    sent, done = 0, 0
    while sent < SHOTS:
        async with target.connection() as socket:
            answers = await heard(socket)
            while answers[-1]["type"] == "alive" and sent < SHOTS:
                message = dice.choice(valid_messages(target))
                if message["type"] in ("resign", "leave"):  # then a bot would move by itself
                    continue
                before, sent = target.state, sent + 1
                answers = await target.shoot(socket, changed(dice, message, f"s{sent}"))
                if any(answer["type"] == "done" for answer in answers):
                    done += 1
                else:
                    assert target.state == before, answers
            assert answers[-1]["type"] in ("alive", "bye")
    assert 0 < done < SHOTS
    assert no_errors(caplog)
    whole = await target.server.get(f"/api/tables/{target.table}/view", target.token)
    kept = await target.server.app.state.hub.store.entries(target.table)
    assert (whole["n"], kept) == (len(kept), target.live.room.entries)
    assert (await target.server.get("/health"))["status"] == "ok"


def test_every_text_is_read_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(9)
    target = Target(None, "table", "token", None)  # type: ignore[arg-type]
    target.live = type("Nobody", (), {"room": type("Nowhere", (), {"n": 5})})  # type: ignore[assignment]
    read = 0
    for number in range(20_000):
        text = changed(dice, dice.choice(valid_messages(target)), f"s{number}")
        try:
            m.decode(text.encode() if isinstance(text, str) else text)
            read += 1
        except (msgspec.DecodeError, UnicodeError):
            continue
    assert 0 < read < 20_000
