"""The one property of a table: it is a fold over its list. Whatever people do, the room that is made again from what is
kept is the same room; what is refused changes nothing; results sum to 0; and the save holds."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

import quincunx
from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError
from quincunx.table.clocks import FLAGS, KINDS, Terms
from quincunx.table.room import OVER, PLAYING, Room, Settings, header_for
from tests.playouts import EVERY_GAME, SEEDS, Setting, settings
from tests.table.rooms import BOT, PEOPLE, again, of, same, seen, turn


class Company:
    """People who do what comes to their minds."""

    def __init__(self, room: Room, random: Random) -> None:
        self.room, self.random, self.now = room, random, 1_000

    def do(self) -> None:
        """One thing that somebody does, or tries."""
        room, random = self.room, self.random
        self.now += random.choice([0, 1, 300, 900, 5_000])
        before = seen(room)
        kept = room.n
        actions = (
            [self.play] * 12 + [self.undo] * 4 + [self.consent] * 4 + [self.talk, self.pact, self.pact, self.come_back]
        )
        actions += [self.flag] * 2 + [self.command, self.away, self.nonsense]
        chair = random.choice([None, *range(room.players)])
        room.act(self.now, chair, f"key {kept}" if random.random() < 0.5 else None)
        reason = None
        try:
            random.choice([self.gather] if room.match is None else actions)()
        except QuincunxError as error:
            reason = str(error)
        fresh = room.taken()
        if reason is not None:
            assert reason.strip()
            assert (seen(room), fresh) == (before, []), f"refused, and something changed: {reason}"
        assert room.entries[kept:] == fresh
        assert [entry.n for entry in room.entries] == list(range(1, room.n + 1))

    def seat(self) -> int:
        return self.random.randrange(self.room.players)

    def gather(self) -> None:
        room, random, chair = self.room, self.random, self.seat()
        what = random.choice(["sit", "sit", "bot", "ready", "ready", "ready", "add", "start", "free"])
        if what == "sit":
            room.sit(chair, random.choice(PEOPLE))
        elif what == "bot":
            room.sit(chair, f"Bot {random.randrange(9)}", BOT)
        elif what == "free":
            room.sit(chair, "")
        elif what == "ready":
            room.ready(chair, random.random() < 0.9)
        elif what == "add":
            room.add_to_seed(chair, random.choice(["salt", "pepper", "☂"]))
        else:
            room.start()

    def play(self) -> None:
        room, random = self.room, self.random
        if room.turn is None:
            room.play(0, 0)
        at = of(room).copy()
        line: list[int] = []
        while True:
            number = random.choice(at.moves.numbers)
            line.append(number)
            if not room.game.continues(at, number) or random.random() < 0.1:
                break
            at.play(number)
        spelled = of(room).game.spell(of(room), line[0])
        decision: Any = random.choice([line, line[0], spelled])
        room.play(turn(room), decision)

    def undo(self) -> None:
        seats = self.random.sample(range(self.room.players), self.random.randint(1, self.room.players))
        self.room.undo(seats if self.random.random() < 0.5 else seats[:1])

    def consent(self) -> None:
        asked = self.room.asked
        seats = sorted(asked.of) if asked else list(range(self.room.players))
        for seat in seats:
            self.room.consent(seat, self.random.random() < 0.8)
            if self.room.asked is None or self.random.random() < 0.3:
                break

    def talk(self) -> None:
        self.room.say(self.seat(), self.random.choice(["Hello!", "Hm."]), self.random.choice([None, self.seat()]))

    def pact(self) -> None:
        if self.random.random() < 0.5:
            seat = self.seat()
            self.room.propose(seat, {"members": [seat, self.seat()], "until_round": 3})
        else:
            answer = self.random.choice(["accept", "decline", "leave"])
            self.room.answer(self.seat(), self.random.randint(1, 4), answer)

    def flag(self) -> None:
        room = self.room
        if room.due is not None and self.random.random() < 0.7:
            self.now = max(self.now, room.due)
            room.act(self.now)
        assert room.flag(self.now) == bool(room._fresh)

    def command(self) -> None:
        seat = self.seat()
        offered = of(self.room).commands(seat)
        self.room.command(seat, self.random.choice(offered[1:] or ["dance"]))

    def away(self) -> None:
        gone = self.random.random() < 0.9
        self.room.leave(self.seat()) if gone else self.room.resign(self.seat())

    def come_back(self) -> None:
        self.room.come_back(self.seat())

    def nonsense(self) -> None:
        what: Any = self.random.choice([None, -1, 99, "x", [], {}, 1.5, True, b"x", [0, "x"], 10**30])
        room = self.room
        calls: list[Any] = [room.leave, room.resign, room.undo, room.come_back]
        calls += [lambda value: room.play(room.turn or 0, value), lambda value: room.consent(0, value)]
        self.random.choice(calls)(what)


CLOCKS = st.builds(Terms, st.sampled_from(sorted(KINDS)), st.just(5_000), st.just(700), st.sampled_from(sorted(FLAGS)))


@pytest.mark.parametrize("name", EVERY_GAME)
@given(st.data(), SEEDS, CLOCKS, st.sampled_from(["ask", "ask", "off"]), st.booleans())
@examples(max_examples=20)
def test_a_room_is_the_fold_of_its_entries(
    name: str, data: st.DataObject, seed: int, clock: Terms, undo: str, was_down: bool
) -> None:
    game, random, setting = quincunx.game(name), Random(seed), data.draw(settings([name]))
    if clock.kind == "round" and "round_no" not in (game.state.names or ()):
        clock = Terms("fischer", 5_000, 700)
    table = Settings(clock=clock, undo=undo)
    secret = Seed.new(seed)
    header = header_for(game, setting.players, setting.options, table, secret)
    room = Room(game, header, secret, [(2_000, 4_000), (30_000, 31_000)] if was_down else ())
    company = Company(room, random)
    for _ in range(25):
        company.do()
    same(room, again(room))
    if room.match is None:
        for chair in range(room.players):
            bot = BOT if random.random() < 0.2 else None
            room.act(company.now).sit(chair, f"{PEOPLE[chair]}!", bot)
            room.ready(chair)
        room.start()
    for number in range(90):
        company.do()
        if number in (30, 60):
            same(room, again(room))
    same(room, again(room))
    assert (room.results is not None) == (room.status == OVER)
    if room.results is not None:
        assert abs(sum(room.results)) < 1e-9
    assert room.match is not None
    loaded = quincunx.loads(room.match.dumps())
    assert loaded == room.match
    assert loaded.seed == room.seed


@given(settings(), SEEDS)
@examples(max_examples=10)
def test_a_room_that_was_made_again_goes_on_in_the_same_way(setting: Setting, seed: int) -> None:
    game, secret = quincunx.game(setting.game), Seed.new(seed)
    header = header_for(game, setting.players, setting.options, Settings(clock=Terms("fischer", 9_000, 500)), secret)
    room = Room(game, header, secret).act(0)
    for chair in range(room.players):
        room.sit(chair, PEOPLE[chair])
        room.ready(chair)
    room.start()
    one = Company(room, Random(seed))
    for _ in range(20):
        one.do()
    state = one.random.getstate()
    other = Company(again(room), Random())
    other.random.setstate(state)
    other.now = one.now
    for _ in range(30):
        one.do()
        other.do()
    same(one.room, other.room)
    assert one.room.status in (PLAYING, OVER)
