"""Tables in other worlds: the same table, where all that is hidden from a seat is something else; and every byte that
such a table sends to somebody."""

import json
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
from fastapi import HTTPException, Response

import quincunx
from quincunx.engine import events
from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.server import api
from quincunx.server import messages as m
from quincunx.server.live import Live, Who, perform
from quincunx.server.sockets import Connection
from quincunx.server.views import Seen
from quincunx.table.match import Match
from quincunx.table.room import Room, Settings, header_for
from tests.playouts import Setting

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
MOMENT = 1_750_000_000_000
Viewer = int | None
"""A seat; None: a spectator."""
Sent = dict[str, bytes]


def seed_of(number: int) -> Seed:
    """A seed that a test can repeat."""
    return Seed(blake2b(b"%d" % number, digest_size=32).digest(), bytes(16))


def a_room(setting: Setting, number: int, start: Position | None = None) -> Room:
    """A table where all have sat down and the game has begun, or goes on from a start. All tables show the same
    commitment: it is the one thing that differs by the seed."""
    game, seed = quincunx.game(setting.game), seed_of(number)
    options = setting.options if start is None else start.options
    data = None if start is None else game.write(start)
    header = header_for(game, setting.players, options, Settings(), seed, start=data, seated_already=True)
    room = Room(game, header | {"commitment": "the same"}, seed).act(MOMENT)
    for chair in range(setting.players):
        room.sit(chair, NAMES[chair])
        room.ready(chair)
    room.start()
    return room


def again(room: Room) -> Room:
    """The same table once more."""
    return Room(room.game, room.header, room.seed).fold(room.entries).act(MOMENT)


def change(room: Room, world: Position) -> None:
    """The table comes into another world."""
    match_of(room).raw[:] = world.raw
    match_of(room).set_chance(bytes(8))


def match_of(room: Room) -> Match:
    """The match of a game that has begun."""
    assert room.match is not None
    return room.match


def some_paths(room: Room, random: Random) -> list[list[str]]:
    """Paths of picks that may be asked for: some that are legal here, and beginnings of them."""
    match = match_of(room)
    numbers = match.moves.numbers
    found = [list(random.choice(room.game.picks(match, random.choice(numbers)))) for _ in range(3)]
    return [*found, *([*path[:-1], "nowhere"] for path in found)]


def viewers(room: Room) -> tuple[Viewer, ...]:
    """A spectator, and all seats."""
    return (None, *range(room.players))


def the_view(room: Room, viewer: Viewer) -> bytes:
    """What a viewer knows."""
    return match_of(room).view(viewer).raw.tobytes()


def who(viewer: Viewer) -> Who:
    """Somebody with the link of a seat, or of a spectator."""
    return Who(() if viewer is None else (viewer,))


def table(room: Room) -> Live:
    """The room, awake."""
    hub: Any = SimpleNamespace(now=lambda: MOMENT)
    return Live(hub, "table", room)


def connection(room: Room, viewer: Viewer, seen: Seen | None = None) -> Connection:
    """A connection of a viewer, without its socket."""
    nothing: Any = None
    made = Connection(nothing, table(room), who(viewer), nothing, "token")
    made.seen = seen or Seen()
    return made


async def everything(room: Room, viewer: Viewer, whole: bool, tries: Sequence[m.AnyAction], paths: Any) -> Sent:
    """All that a viewer gets from a table, by socket and by HTTP, and for whatever it tries that can't be. Whole: with
    all that was told since the game began; else of the last moves."""
    me = connection(room, viewer)
    live = me.live
    me.seen = Seen() if whole else Seen(0, None, live.gallery.steps(live.seats(me.who))[:-3])
    got = {"the update": me.view() or b""}
    got["nothing new"] = me.view() or b""
    if whole:
        got["the view by HTTP"] = await answer(api.view(live, me.who))
        got["the save"] = await answer(api.save(live, me.who))
        got["the check"] = await answer(api.verify(live, me.who))
    steps = json.loads(got["the update"])["steps"]
    for step in {steps // 2, steps} if whole else {steps}:
        got[f"the replay of step {step}"] = await answer(api.replay(live, me.who, step, viewer))
    got["a replay from the future"] = await answer(api.replay(live, me.who, steps + 1, viewer))
    got["a replay of another's knowledge"] = await answer(api.replay(live, me.who, steps, 0 if viewer else 1))
    got["the table"] = api.table_info(live, 0).model_dump_json().encode()
    for path in paths:
        got[f"why not {path}"] = m.encode(me._why(1, path))
    for action in tries:
        got[f"the refusal of {action}"] = refused(room, viewer, action)
    return got


async def answer(request: Any) -> bytes:
    """What a request is answered with."""
    try:
        found = await request
        return bytes(found.body) if isinstance(found, Response) else msgspec.json.encode(found.model_dump())
    except HTTPException as problem:
        return json.dumps([problem.status_code, problem.detail]).encode()


def refused(room: Room, viewer: Viewer, action: m.AnyAction) -> bytes:
    """Why an action can't be."""
    seats = [] if viewer is None else [viewer]
    try:
        perform(room.act(MOMENT, viewer, action.key), who(viewer), seats, action)
    except QuincunxError as error:
        return m.encode(m.Refused(str(error), getattr(error, "rule", None), action.key))
    raise AssertionError(f"{action} is not refused")


def bad_actions(room: Room, viewer: Viewer, random: Random) -> list[m.AnyAction]:
    """What a viewer can try, and may not: moves by number and in text, halves of decisions, commands. Which these are
    is found by what the viewer knows."""
    view, game = match_of(room).view(viewer), room.game
    legal = view.moves.numbers if viewer is not None and viewer == room.turn else []
    tried: list[m.AnyAction] = []

    def attempt(move: int | str | list[int]) -> None:
        tried.append(m.Play(f"k{len(tried)}", room.n, move))

    some = [random.randrange(-1, game.move_count + 1) for _ in range(3)]
    for number in (number for number in some if number not in legal):
        attempt(number)
        attempt([number, random.choice(some)])
        if legal and not game.continues(view, legal[0]):
            attempt([random.choice(legal[:1]), number])
        if 0 <= number < game.move_count:
            attempt(spelled(view, number))
    attempt("sdf 7")
    if legal:
        attempt(game.spell(view, random.choice(legal)) + "!")
    if viewer is not None and game.commands is not None:
        offered = game.commands.offered(view, viewer)
        for number in {random.randrange(game.commands.count) for _ in range(4)} - set(offered):
            if game.commands.carry_out(view.board, view.copy().state, viewer, number, events.buffer()):
                tried.append(m.Command(f"c{number}", room.n, command=game.commands.spell(view, viewer, number)))
    tried.append(m.Command("c", room.n, command="sdf"))
    tried.append(m.Consent("y", room.n, True))
    return tried


def spelled(view: Position, number: int) -> str:
    """A move in text, as far as one who may not make it can write it."""
    try:
        return view.game.spell(view, number)
    except (QuincunxError, LookupError):
        return f"#{number}"


def ingredients(position: Position) -> str:
    """All that scenes and offers are made of."""
    return f"{position.game.name} {position.options} {position.seat} {position.names} {position.raw.tobytes().hex()}"


def a_sketch(position: Position) -> Scene:
    """In place of a scene: far quicker."""
    return Scene("a sketch", 1, 1, prompt=ingredients(position))


def a_hint(position: Position, tree: PickTree) -> m.Offer:
    """In place of offers in words: far quicker."""
    return m.Offer(words=ingredients(position))


def assert_same(sent: Sequence[Sent], viewer: Viewer) -> None:
    """Part by part, so that a leak is named."""
    one, other = sent
    assert one.keys() == other.keys()
    for part, got in one.items():
        assert got == other[part], f"viewer {viewer} can tell by {part}"
