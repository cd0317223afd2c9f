"""Tables for the tests: people around them, what can be seen of one, and the same table made again from its list."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError
from quincunx.table.clocks import Terms
from quincunx.table.match import Match
from quincunx.table.room import Entry, Room, Settings, header_for

PEOPLE = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
BOT = "level-1"
NOT_SEATS: list[Any] = [-1, 2, 10**30, True, None, 0.0, "0", [], {}, [0], object()]


def gathered(
    game: str = "vanagloria",
    players: int = 2,
    *,
    seed: int = 1,
    start: Mapping[str, Any] | None = None,
    down: Sequence[tuple[int, int]] = (),
    clock: Terms | None = None,
    undo: str = "ask",
    **options: Any,
) -> Room:
    """A table at which nobody sits yet."""
    chosen, secret = quincunx.game(game), Seed.new(seed)
    settings = Settings(clock=clock or Terms(), undo=undo)
    header = header_for(chosen, players, options, settings, secret, start=start)
    return Room(chosen, header, secret, down)


def playing(game: str = "vanagloria", players: int = 2, *, bots: Sequence[int] = (), **words: Any) -> Room:
    """A table whose game has just begun, at the moment 0. Everybody sits as they joined, wherever that is an option."""
    if any(option.name == "seating" for option in quincunx.game(game).options):
        words = {"seating": "as_joined"} | words
    room = gathered(game, players, **words).act(0)
    for chair in range(players):
        room.sit(chair, f"Bot {chair}" if chair in bots else PEOPLE[chair], BOT if chair in bots else None)
        room.ready(chair)
    room.start()
    return room


def placed(match: Match, *, bots: Sequence[int] = (), **words: Any) -> Room:
    """A table whose game begins from the position of a match."""
    start, options = match.game.write(match), match.options
    return playing(match.game.name, match.players, bots=bots, start=start, **{**options, **words})


def of(room: Room) -> Match:
    """The match of a game that has begun."""
    assert room.match is not None
    return room.match


def turn(room: Room) -> int:
    """The seat to move."""
    assert room.turn is not None
    return room.turn


def kinds(room: Room) -> list[str]:
    """The kinds of its entries since the start."""
    found = [entry.kind for entry in room.entries]
    return found[found.index("start") + 1 :]


def asked(room: Room) -> tuple[int, int, list[int]] | None:
    """Who asks to take back how many moves, and who has not answered yet."""
    now = room.asked
    return None if now is None else (now.seat, now.count, sorted(now.of))


def on_time(kind: str = "move", flag: str = "bot", players: int = 3, **words: Any) -> Room:
    """A table at which seat 0 has ten seconds."""
    return playing("vanagloria", players, first_player=0, clock=Terms(kind, 10_000, 500, flag), **words)


def everybody_sits(room: Room) -> Room:
    """In the order of their names."""
    for chair in range(room.players):
        room.act(chair).sit(chair, PEOPLE[chair])
        room.ready(chair)
    return room


def acts_of_the_game(room: Room) -> list[Callable[[], None]]:
    """Everything that is done while a game is played."""
    return [
        lambda: room.play(0, "end"),
        lambda: room.command(0, "concede"),
        lambda: room.resign(0),
        lambda: room.leave(0),
        lambda: room.come_back(0),
        lambda: room.undo([0]),
        lambda: room.consent(0, True),
        lambda: room.propose(0, {"members": [0, 1]}),
        lambda: room.answer(0, 1, "accept"),
        lambda: room.repeat([]),
    ]


# ---------------------------------------------------------------- the same table


def seen(room: Room) -> dict[str, Any]:
    """Everything that can be seen of a room."""
    last = room.entries[-1].at if room.entries else 0
    found: dict[str, Any] = {
        "entries": list(room.entries),
        "sitters": [msgspec.to_builtins(sitter) for sitter in room.sitters],
        "clock": [[room.clock.left(seat, last + ms) for seat in range(room.players)] for ms in (0, 1, 700, 10**6)],
        "deadline": room.clock.deadline,
        "awaited": (room.clock.turn, room.clock.awaited, room.due),
        "match": None,
    }
    for name in ("asked", "ended", "line", "keys", "seat_of", "status", "n", "changed_at", "added", "seed"):
        found[name] = getattr(room, name)
    found |= {"flagged": set(room.flagged), "turn": room.turn, "over": room.over, "results": room.results}
    found |= {"people": room.people, "keys": dict(room.keys), "line": list(room.line)}
    if room.match is not None:
        match = room.match
        found["match"] = match.raw.tobytes(), list(match.entries), match.line, set(match.left), match.seats
        found["pacts"], found["round"] = match.pacts, match.round
    return found


def again(room: Room) -> Room:
    """The room made from nothing but what is kept: the header, the seed and the list of entries, through JSON."""
    header = msgspec.json.decode(msgspec.json.encode(room.header))
    entries = msgspec.json.decode(msgspec.json.encode(room.entries), type=list[Entry])
    kept = Seed(room.seed.key, room.seed.salt)
    return Room(room.game, header, kept, room.clock.downtimes).fold(entries)


def same(room: Room, other: Room) -> None:
    """Nobody can tell the two rooms apart."""
    mine, others = seen(room), seen(other)
    assert mine.keys() == others.keys()
    for part, value in mine.items():
        assert value == others[part], part


def refused(room: Room, what: Callable[[], object], reason: str = ".") -> None:
    """Something is refused with a reason, and leaves everything as it was."""
    room.taken()
    before = seen(room)
    with pytest.raises(QuincunxError, match=reason) as error:
        what()
    assert len(str(error.value)) > 10
    assert seen(room) == before
    assert room.taken() == []
