"""The HTTP interface: games, tables, saves, replays, and everything that a program needs to play."""

import asyncio
import json
import random
import time
from dataclasses import replace
from functools import cache, partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from quincunx.bots import NAMES as BOTS
from quincunx.engine.chance import Seed
from quincunx.engine.drawing import svg
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Game
from quincunx.engine.options import Option
from quincunx.engine.options import Table as OptionTable
from quincunx.server import messages as m
from quincunx.server.identity import new_token
from quincunx.server.live import Hub, Live, Who, bot_name
from quincunx.server.thinking import Opinion
from quincunx.server.views import Seen
from quincunx.table import saving
from quincunx.table.clocks import FLAGS, KINDS, Terms
from quincunx.table.match import Match
from quincunx.table.room import GATHERING, Room, Settings, header_for

MOST_TABLES = 100
LONGEST_WAIT = 25.0
"""Seconds for which a program may wait for news."""
LARGEST_SAVE = 4_000_000
PICTURED, MOVES_PICTURED = 7, 60
"""The seed of the game of which a picture is shown, and how many moves into it."""


class Body(BaseModel):
    """What a client sends: nothing that is not described here."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why something can't be, and by which rule."""

    words: str
    rule: str | None = None


class GameInfo(BaseModel):
    """A game, in a few words."""

    name: str
    title: str
    designer: str
    pitch: str
    minutes: str
    players: list[int]
    version: str
    secret: bool
    lesson: bool
    """Whether there is a first lesson."""
    ready: bool
    """Whether it can be played at once; else its rules are being compiled, which takes a minute."""


class OptionInfo(BaseModel):
    """One thing that is settled before play."""

    name: str
    help: str
    kind: str
    """ "choice", "number" or "yes or no"."""
    values: list[Any]
    """The choices for that many players; for a number the least and the most."""
    default: Any
    rules: list[str]
    consent: list[Any]


class GameDetails(GameInfo):
    """A game with everything that a set-up form needs."""

    options: list[OptionInfo]
    bots: list[str]
    clocks: dict[str, str]
    flags: dict[str, str]


class RulebookPage(BaseModel):
    """A rulebook, as Markdown and rule by rule."""

    text: str
    rules: dict[str, str]


class SeatPlan(Body):
    """Who a seat is for."""

    kind: str = Field("open", pattern="^(me|open|bot)$")
    name: str = Field("", max_length=40)
    bot: str = ""


class ClockPlan(Body):
    """A clock; times in milliseconds."""

    kind: str = "none"
    time: int = 0
    more: int = 0
    flag: str = "bot"


class TablePlan(Body):
    """A table to be opened."""

    game: str
    players: int
    options: dict[str, Any] = {}
    seats: list[SeatPlan] = Field(default=[], max_length=12)
    """In the order of joining; seats that are left out are open."""
    clock: ClockPlan = ClockPlan()
    undo: str = Field("ask", pattern="^(ask|off)$")
    hints: bool = True
    public: bool = False
    stand_in: str = "level-4"
    start: bool = False
    """Start at once, if nobody has to be waited for."""


class Invitation(BaseModel):
    """A link to a table: whoever has its token has the seats."""

    seats: list[int]
    token: str


class Opened(BaseModel):
    """A new table, with all its links: they are told only here."""

    table: str
    mine: Invitation
    """Whoever has this one opened the table."""
    open: list[Invitation]
    """One for each open seat; none at a public table, where seats are taken."""
    watch: str
    """The token of those who only watch."""


class Seat(BaseModel):
    """A seat, as everybody may see it."""

    name: str
    bot: str | None
    free: bool


class TableInfo(BaseModel):
    """A table, as everybody may see it."""

    table: str
    game: str
    title: str
    status: str
    players: int
    options: dict[str, Any]
    settings: dict[str, Any]
    commitment: str
    seats: list[Seat]
    created: int


class Joining(Body):
    """Somebody who takes a free seat of a public table."""

    name: str = Field(min_length=1, max_length=40)


class SaveText(Body):
    """A save file."""

    text: str = Field(max_length=LARGEST_SAVE)


class Continuing(Body):
    """From which step a finished game is played on, by whom."""

    step: int = Field(ge=0)
    seats: list[SeatPlan] = Field(max_length=12)


class Checked(BaseModel):
    """Whether a game was dealt and played as it should be."""

    right: bool
    words: str
    commitment: str
    seed: str
    salt: str
    added: list[str]


class Replay(BaseModel):
    """A step of a game, from one seat's knowledge."""

    step: int
    steps: int
    turn: int | None
    scene: dict[str, Any]
    told: list[dict[str, Any]]


class Health(BaseModel):
    """How the server is."""

    status: str
    version: str
    tables: dict[str, int]
    """So many of each status."""


PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": words}
    for code, words in {
        400: "What was asked for can't be: the reason is told",
        401: "The token opens nothing here",
        403: "Not for you",
        404: "There is no such thing",
        409: "Not in this state of the table",
        413: "Too large",
        429: "Too often",
        503: "The server is busy or ending",
    }.items()
}


def no(*codes: int) -> dict[int | str, dict[str, Any]]:
    """How an endpoint may say no, for its description."""
    return {code: PROBLEMS[code] for code in codes}


REFERENCE = "#/components/schemas/Message{name}"
"""What the messages of the socket are called in the description of the HTTP interface."""


def message_schemas() -> dict[str, Any]:
    """The messages that go over HTTP, too, and their parts."""
    known = [m.Update, m.AnyAction, m.Done | m.Refused | m.Stale, m.LessonStep, OpinionAnswer]
    _, parts = msgspec.json.schema_components(known, ref_template=REFERENCE)
    return {f"Message{name}": part for name, part in parts.items()}


def one_of(*messages: type) -> dict[str, Any]:
    """A body that is one of these messages, for its description."""
    schema = {"anyOf": [{"$ref": REFERENCE.format(name=message.__name__)} for message in messages]}
    return {"content": {"application/json": {"schema": schema}}}


def text(media: str) -> dict[str, Any]:
    """A body that is text, for its description."""
    return {"content": {media: {"schema": {"type": "string"}}}}


def yes(body: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """What an endpoint answers, for its description."""
    return {200: body}


router = APIRouter(prefix="/api", responses=no(429, 503))


def problem(code: int, error: QuincunxError | str) -> HTTPException:
    """An error as the client gets it."""
    return HTTPException(code, {"words": str(error), "rule": getattr(error, "rule", None)})


def hub_of(request: Request) -> Hub:
    """The tables of this server."""
    hub: Hub = request.app.state.hub
    return hub


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "?"


def limited(what: str) -> Any:
    """A dependency that refuses those who ask too often."""

    def check(request: Request) -> None:
        if not request.app.state.limits.allow(what, address_of(request)):
            raise problem(429, "Too many requests from your address: wait a moment.")

    return Depends(check)


TheHub = Annotated[Hub, Depends(hub_of)]
TableId = Annotated[str, Path(min_length=4, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
GameName = Annotated[str, Path(min_length=1, max_length=60)]


def found_game(request: Request, name: GameName) -> Game:
    """A game of this server by its name."""
    try:
        return request.app.state.find(name)  # type: ignore[no-any-return]
    except QuincunxError as error:
        raise problem(404, error) from None


TheGame = Annotated[Game, Depends(found_game)]


async def found_table(hub: TheHub, table: TableId) -> Live:
    """A table, awake."""
    try:
        live = await hub.wake(table)
        await live.settled()
        return live
    except QuincunxError as error:
        raise problem(404, error) from None


TheTable = Annotated[Live, Depends(found_table)]


Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]


async def found_who(request: Request, hub: TheHub, table: TableId, bearer: Bearer) -> Who:
    """Who somebody is by the token in the header: `Authorization: Bearer TOKEN`."""
    who = await hub.who(table, bearer.credentials) if bearer is not None else None
    if who is None:
        if not request.app.state.limits.allow("guess", address_of(request)):
            raise problem(429, "Too many links that open nothing: wait a moment.")
        refused = problem(401, "This token opens nothing here. Give the one of your link: Authorization: Bearer TOKEN.")
        refused.headers = {"WWW-Authenticate": "Bearer"}
        raise refused
    return who


Somebody = Annotated[Who, Depends(found_who)]


# ---------------------------------------------------------------- games


@router.get("/games", dependencies=[limited("request")])
def games(request: Request, hub: TheHub) -> list[GameInfo]:
    """All games of this server."""
    return [info(request.app.state.find(name), hub) for name in request.app.state.game_names]


@router.get("/games/{name}", dependencies=[limited("request")], responses=no(400, 404))
def game(game: TheGame, hub: TheHub, players: Annotated[int | None, Query(ge=1, le=12)] = None) -> GameDetails:
    """A game with its options for that many players."""
    count = game.players[0] if players is None or players not in game.players else players
    at = OptionTable(count, False, game.settle(count, {}))
    return GameDetails(
        **info(game, hub).model_dump(),
        options=[option_info(option, at) for option in game.options],
        bots=list(BOTS),
        clocks=KINDS,
        flags=FLAGS,
    )


def info(game: Game, hub: Hub) -> GameInfo:
    """A game in a few words."""
    return GameInfo(
        name=game.name,
        title=game.title,
        designer=game.designer,
        pitch=game.pitch,
        minutes=game.minutes,
        players=list(game.players),
        version=game.version,
        secret=game.secret,
        lesson=game.lesson is not None,
        ready=hub.ready.is_ready(game),
    )


def option_info(option: Option, at: OptionTable) -> OptionInfo:
    """An option as a form needs it."""
    number = isinstance(option.values, range)
    return OptionInfo(
        name=option.name,
        help=option.help,
        kind=option.kind,
        values=[option.values[0], option.values[-1]] if number else option.choices(at),
        default=at.chosen[option.name],
        rules=list(option.rules),
        consent=list(option.consent),
    )


@router.get("/games/{name}/rulebook", dependencies=[limited("request")], responses=no(400, 404))
def rulebook(game: TheGame) -> RulebookPage:
    """The rules, every one with its ID."""
    return RulebookPage(text=game.rulebook.text, rules=game.rulebook.rules)


@router.get(
    "/games/{name}/art.svg",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(text("image/svg+xml")) | no(400, 404),
)
def art(game: TheGame) -> Response:
    """The symbols of a game's pieces."""
    text = game.art.read_text("utf-8") if game.art else '<svg xmlns="http://www.w3.org/2000/svg"/>'
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.get(
    "/games/{name}/picture.svg",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(text("image/svg+xml")) | no(400, 404),
)
async def picture(game: TheGame, hub: TheHub) -> Response:
    """A board of the game, some moves into it."""
    kept = game.art.with_name(f"{game.name}.svg") if game.art else None
    if kept is not None and kept.is_file():
        text = kept.read_text("utf-8")
    else:
        await hub.ready.wait(game)
        text = drawn(game)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@cache
def drawn(game: Game) -> str:
    """A board without what stands beside it: always the same. Those of the listed games are kept beside their art."""
    players = min(4, game.players[-1])
    settled = game.settle(players, {})
    match = Match(game, players, settled, game.board_for(players, settled), Seed.new(PICTURED))
    dice = random.Random(PICTURED)
    for _ in range(MOVES_PICTURED):
        if match.over:
            break
        match.play(dice.choice(match.moves.numbers))
    scene = replace(match.view(None).scene(), seats=(), status=(), banners=(), prompt="", panels=())
    return svg(scene, game.art)


# ---------------------------------------------------------------- tables


@router.get("/tables", dependencies=[limited("request")])
async def tables(hub: TheHub) -> list[TableInfo]:
    """The public tables with a free seat."""
    found = []
    for table in await hub.store.tables(GATHERING, MOST_TABLES):
        try:
            found.append(table_info(await hub.wake(table.id), table.created))
        except QuincunxError:
            continue
    return [each for each in found if any(seat.free for seat in each.seats)]


def table_info(live: Live, created: int) -> TableInfo:
    """A table as everybody may see it."""
    room = live.room
    return TableInfo(
        table=live.id,
        game=room.game.name,
        title=room.game.title,
        status=room.status,
        players=room.players,
        options=room.options,
        settings=room.header["settings"],
        commitment=room.header["commitment"],
        seats=[Seat(name=s.name, bot=s.plays, free=not s.name) for s in room.sitters],
        created=created,
    )


@router.get("/tables/{table}", dependencies=[limited("request")], responses=no(400, 404))
async def one_table(live: TheTable, hub: TheHub) -> TableInfo:
    """A table as everybody may see it."""
    kept = await hub.store.table(live.id)
    return table_info(live, kept.created if kept else 0)


@router.post("/tables", status_code=201, dependencies=[limited("request"), limited("open")], responses=no(400, 413))
async def open_table(request: Request, plan: TablePlan, hub: TheHub) -> Opened:
    """Opens a table. Whoever opens it gets all its links."""
    try:
        return await _open(request, hub, plan)
    except QuincunxError as error:
        raise problem(400, error) from None


async def _open(
    request: Request, hub: Hub, plan: TablePlan, start: dict[str, Any] | None = None, options: Any = None
) -> Opened:
    game: Game = request.app.state.find(plan.game)
    terms = Terms.read(plan.clock.model_dump())
    settings = Settings(terms, plan.undo, plan.hints, plan.public, checked_bot(plan.stand_in))
    bots = any(seat.kind == "bot" for seat in plan.seats)
    seed = Seed.new()
    header = header_for(game, plan.players, options or plan.options, settings, seed, bots=bots, start=start)
    if len(plan.seats) > plan.players:
        raise QuincunxError(f"{len(plan.seats)} seats are described, but the table has {plan.players}.")
    seats = plan.seats + [SeatPlan(kind="open", name="")] * (plan.players - len(plan.seats))

    def sit_down(room: Room) -> None:
        for chair, seat in enumerate(seats):
            if seat.kind == "bot":
                room.sit(chair, bot_name(room, chair, seat.bot or "level-3"), seat.bot or "level-3")
            elif seat.kind == "me":
                room.sit(chair, seat.name.strip() or _somebody(room))
                room.ready(chair)
        if plan.start:
            room.start()

    mine = tuple(chair for chair, seat in enumerate(seats) if seat.kind == "me")
    free = [chair for chair, seat in enumerate(seats) if seat.kind == "open"]
    links = [(Who(mine, True), new_token()), (Who(), new_token())]
    if not plan.public:  # there, whoever comes takes a seat and gets a link that nobody else has
        links += [(Who((chair,)), new_token()) for chair in free]
    id = await hub.open_table(header, seed, sit_down, links)
    return Opened(
        table=id,
        mine=Invitation(seats=list(mine), token=links[0][1]),
        watch=links[1][1],
        open=[Invitation(seats=list(who.chairs), token=token) for who, token in links[2:]],
    )


def _somebody(room: Room) -> str:
    """A name for someone who gave none."""
    taken = {sitter.name for sitter in room.sitters}
    return next(name for i in range(1, 20) if (name := "Guest" if i == 1 else f"Guest {i}") not in taken)


def checked_bot(name: str) -> str:
    """The name of a bot, if there is such a one."""
    if name not in BOTS:
        raise QuincunxError(f"There is no bot {name[:40]!r}. Known: {', '.join(BOTS)}.")
    return name


@router.post(
    "/tables/{table}/seats",
    status_code=201,
    dependencies=[limited("request"), limited("open")],
    responses=no(400, 403, 404, 409, 413),
)
async def join(live: TheTable, joining: Joining, hub: TheHub) -> Invitation:
    """Takes a free seat of a public table; the link that this gives is told only here."""
    from quincunx.server.identity import hashed
    from quincunx.server.storage.port import Link

    if not live.room.settings.public:
        raise problem(403, "This table is not public: ask for a link to it.")
    token = new_token()
    while True:
        free = [chair for chair, sitter in enumerate(live.room.sitters) if not sitter.name]
        if live.room.status != GATHERING or not free:
            raise problem(409, "There is no free seat at this table any more.")
        who = Who((free[0],))
        try:
            sit = m.Sit(new_token(), live.room.n, free[0], joining.name.strip())
            done = await live.act(who, sit, check=partial(still_free, free[0]))
        except Taken:
            continue
        if isinstance(done, m.Refused):
            raise problem(400, done.words)
        break
    await hub.store.add_link(Link(hashed(token), live.id, who.chairs, False, hub.now()))
    return Invitation(seats=list(who.chairs), token=token)


class Taken(Exception):
    """Somebody else was quicker."""


def still_free(chair: int, room: Room) -> None:
    """Raises Taken if somebody sits there."""
    if room.sitters[chair].name:
        raise Taken


# ---------------------------------------------------------------- playing over HTTP


@router.get(
    "/tables/{table}/view",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(one_of(m.Update)) | no(400, 401, 404),
)
async def view(
    live: TheTable,
    who: Somebody,
    after: Annotated[int, Query(ge=-1)] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> Response:
    """The table as my seats know it, whole. With `after` and `wait`: as soon as there is an entry after that."""
    ends = time.monotonic() + wait
    while live.gallery.n(live.seats(who)) <= after and time.monotonic() < ends and not live.hub.closing:
        news = asyncio.Event()
        waiter = Waiter(who.chairs, news)
        live.watchers.add(waiter)
        try:
            await asyncio.wait_for(news.wait(), max(0.0, ends - time.monotonic()))
        except TimeoutError:
            break
        finally:
            live.watchers.discard(waiter)
    await live.settled()
    seats = live.seats(who)
    turn = live.room.turn
    viewer = seats[0] if len(seats) == 1 else turn if turn in seats else None
    update, _ = live.gallery.update(Seen(), seats, viewer, live.hub.now(), live.here, thinking=live.thinking)
    return answered(update)


class Waiter:
    """A program that waits for news."""

    def __init__(self, chairs: tuple[int, ...], news: asyncio.Event) -> None:
        self.chairs = chairs
        self.muted: frozenset[int] = frozenset()
        self.news = news

    def wake(self) -> None:
        """Something is new."""
        self.news.set()

    def push(self, message: Any) -> None:
        """Messages beside the view are for sockets."""

    def end(self) -> None:
        """The server ends."""
        self.news.set()


ACTION = msgspec.json.Decoder(m.AnyAction)


@router.post(
    "/tables/{table}/actions",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(one_of(m.Done, m.Refused, m.Stale)) | no(400, 401, 404, 413),
    openapi_extra={"requestBody": {"required": True, **one_of(*m.ACTIONS)}},
)
async def act(request: Request, live: TheTable, who: Somebody) -> Response:
    """Does something at the table: the same actions as on the socket, and the same answers."""
    try:
        action = ACTION.decode(await request.body())
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise problem(400, f"That is no action: {error}") from None
    if isinstance(action, m.TALK) and not request.app.state.limits.allow("say", f"{live.id} {who.first}"):
        raise problem(429, "You talk too much at once: wait a moment.")
    return answered(await live.act(who, action))


class OpinionAnswer(msgspec.Struct, frozen=True):
    """What a strong bot thinks of the position."""

    opinion: Opinion


def answered(message: Any) -> Response:
    """A message as an answer."""
    return Response(m.encode(message), media_type="application/json")


@router.post(
    "/tables/{table}/hint",
    dependencies=[limited("request"), limited("hint")],
    response_class=Response,
    responses=yes(one_of(OpinionAnswer)) | no(400, 401, 404, 409),
)
async def hint(live: TheTable, who: Somebody) -> Response:
    """What a strong bot thinks of the position, where the table allows that."""
    try:
        return answered(OpinionAnswer(await live.hint(who)))
    except QuincunxError as error:
        raise problem(409, error) from None


# ---------------------------------------------------------------- after the game, and before it


def finished(live: Live) -> Match:
    """The match of a game that is over."""
    if live.room.match is None or not live.room.over:
        raise problem(409, "The game is not over yet: until then its seed and its secrets stay closed.")
    return live.room.match


@router.get(
    "/tables/{table}/save",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(text("application/jsonl")) | no(400, 401, 404, 409),
)
async def save(live: TheTable, who: Somebody) -> Response:
    """The finished game as a save file: it opens the seed."""
    match = finished(live)
    name = f"{live.room.game.name}-{live.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(match.dumps(), media_type="application/jsonl", headers=headers)


@router.get("/tables/{table}/verify", dependencies=[limited("request")], responses=no(400, 401, 404, 409))
async def verify(live: TheTable, who: Somebody) -> Checked:
    """Whether the seed fits the commitment that was shown at the start, and the moves lead to the result."""
    match = finished(live)
    seed = live.room.seed
    shown = live.room.header["commitment"]
    try:
        again = saving.loads(match.dumps(), hub_find(live))
        right = seed.commitment == shown and again.digest == match.digest
        words = "The seed is the one that was committed to, and the moves lead to this result."
    except QuincunxError as error:
        right, words = False, str(error)
    if seed.commitment != shown:
        words = "The seed is not the one that was committed to."
    return Checked(
        right=right,
        words=words,
        commitment=shown,
        seed=seed.key.hex(),
        salt=seed.salt.hex(),
        added=list(seed.added),
    )


def hub_find(live: Live) -> Any:
    """How this server finds games."""
    return live.hub.find


@router.get("/tables/{table}/replay/{step}", dependencies=[limited("request")], responses=no(400, 401, 403, 404, 409))
async def replay(
    live: TheTable,
    who: Somebody,
    step: Annotated[int, Path(ge=0)],
    seat: Annotated[int | None, Query(ge=0, le=12)] = None,
) -> Replay:
    """The game after so many moves: from a seat's knowledge of that time; all open once it is over. Until then only
    those moves count of which the seat can know."""
    room = live.room
    if room.match is None:
        raise problem(409, "The game has not begun.")
    seats = live.seats(who)
    if seat is not None and seat not in range(room.players):
        raise problem(404, f"There is no seat {seat}.")
    if not room.over and room.game.secret and seat is not None and seat not in seats:
        raise problem(403, "That is another player's knowledge: it is open once the game is over.")
    steps = room.line if room.over else live.gallery.steps([] if seat is None else [seat])
    if step > len(steps):
        raise problem(404, f"There is no step {step}; {len(steps)} moves have been made.")
    openly = not room.game.secret or (room.over and seat is None)
    made = room.line.index(steps[step - 1]) + 1 if step > 0 else 0
    at = room.match.at(made)
    if made == 0:
        lines = live.gallery.opening(None if openly else seat)
    elif openly:
        lines = [m.Line(t.words, list(t.rules), list(t.about)) for t in room.match.tellings()[made - 1]]
    else:
        lines = live.gallery.told(seat, made - 1)
    shown = at if openly else at.view(seat)
    return Replay(
        step=step,
        steps=len(steps),
        turn=at.turn,
        scene=msgspec.to_builtins(shown.scene()),
        told=msgspec.to_builtins(lines),
    )


@router.post(
    "/tables/{table}/watchers",
    status_code=201,
    dependencies=[limited("request"), limited("open")],
    responses=no(400, 401, 404, 409),
)
async def let_watch(live: TheTable, who: Somebody, hub: TheHub) -> Invitation:
    """A link to a finished game, for somebody who only looks at it."""
    from quincunx.server.identity import hashed
    from quincunx.server.storage.port import Link

    finished(live)
    token = new_token()
    await hub.store.add_link(Link(hashed(token), live.id, (), False, hub.now()))
    return Invitation(seats=[], token=token)


@router.post(
    "/tables/{table}/continue",
    status_code=201,
    dependencies=[limited("request"), limited("open")],
    responses=no(400, 401, 404, 409, 413),
)
async def play_on(request: Request, live: TheTable, who: Somebody, plan: Continuing, hub: TheHub) -> Opened:
    """A new table that begins from a step of a finished game."""
    match = finished(live)
    room = live.room
    if plan.step > len(room.line):
        raise problem(404, f"There is no step {plan.step}; {len(room.line)} moves have been made.")
    at = match.at(plan.step)
    if at.over:
        raise problem(409, "At that step the game was over: choose an earlier one.")
    start = room.game.write(at)
    full = len(plan.seats) == room.players and all(seat.kind != "open" for seat in plan.seats)
    new = TablePlan(game=room.game.name, players=room.players, seats=plan.seats, undo=room.settings.undo, start=full)
    try:
        return await _open(request, hub, new, start, room.options)
    except QuincunxError as error:
        raise problem(400, error) from None


async def loaded(text: str, request: Request, hub: Hub) -> Match:
    """The match of a save file; its game is made ready first."""
    try:
        named = request.app.state.find(str(json.loads(text.split("\n", 1)[0])["game"]))
        await hub.ready.wait(named)
    except (ValueError, TypeError, KeyError, RecursionError):
        pass  # whatever is wrong with it is told in its place
    return saving.loads(text, request.app.state.find)


@router.post("/saves", status_code=201, dependencies=[limited("request"), limited("open")], responses=no(400, 413))
async def load(request: Request, save: SaveText, hub: TheHub) -> Opened:
    """A table from a save file: a finished game to look at, or one to be played on at one screen."""
    try:
        match = await loaded(save.text, request, hub)
        settings = Settings(stand_in="level-4")
        bots = any(player.bot for player in match.seats)
        start = match.start
        header = header_for(
            match.game, match.players, match.options, settings, match.seed, bots=bots, start=start, seated_already=True
        )
        if len(match.seed.added) > match.players:
            raise QuincunxError("More texts were added to the seed than there are players.")

        def restore(room: Room) -> None:
            for chair in range(match.players):
                player = match.seats[chair] if match.seats else None
                bot = player.bot if player and player.bot in BOTS else None
                name = player.name.strip()[:40].strip() if player else ""
                taken = {sitter.name for sitter in room.sitters}
                shown = name if name.isprintable() and name not in taken else ""
                room.sit(chair, shown or f"{match.style(chair).name} {chair + 1}", bot)
                if bot is None:
                    room.ready(chair)
            room.start()
            room.repeat(match.entries)

        mine = tuple(i for i in range(match.players) if not match.seats or match.seats[i].bot not in BOTS)
        links = [(Who(mine, True), new_token()), (Who(), new_token())]
        id = await hub.open_table(header, match.seed._replace(added=()), restore, links)
    except QuincunxError as error:
        raise problem(400, error) from None
    mine_link = Invitation(seats=list(mine), token=links[0][1])
    return Opened(table=id, mine=mine_link, watch=links[1][1], open=[])


@router.get("/messages.json")
def message_schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a table's socket."""
    return m.schema()
