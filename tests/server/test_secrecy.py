"""Secrecy on the wire: whoever can't tell two worlds apart gets the same bytes in both, of everything that a table
sends."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import pytest

import quincunx
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.server import api, thinking, views
from quincunx.table.room import Room
from tests.playouts import EVERY_GAME, Setting, choose, crowded
from tests.properties.secrets import guessed
from tests.server.worlds import (
    MOMENT,
    Viewer,
    a_hint,
    a_room,
    a_sketch,
    again,
    answer,
    assert_same,
    bad_actions,
    change,
    connection,
    everything,
    match_of,
    some_paths,
    table,
    the_view,
    viewers,
    who,
)

POSITIONS = 1_000
"""Of each game, in all of which every viewer is sent the same in another world."""
PICTURED, DESCRIBED, WHOLE = 50, 10, 25
"""In one of so many positions all is drawn, all that is offered is said in words, and all is told from the beginning.
In the others it is compared what scenes and offers would be made of."""
PAIRS = 120
"""Of each game with secrets: two games that somebody can't tell apart."""
SETTINGS = {
    "vanagloria": [
        Setting("vanagloria", 2),
        Setting("vanagloria", 4, {"turn": "random", "talk": "alliances"}),
        Setting("vanagloria", 6, {"turn": "pro", "vg_limit": "total12"}),
    ],
    "orbit-cubes": [
        Setting("orbit-cubes", 2),
        Setting("orbit-cubes", 4, {"oc_losses": "permanent"}),
        Setting("orbit-cubes", 5, {"talk": "alliances"}),
    ],
    "galaxy-of-d": [
        Setting("galaxy-of-d", 2),
        Setting("galaxy-of-d", 2, {"absorb_order": "secret", "first_player": "rps", "thing_placement": "alternate"}),
        Setting("galaxy-of-d", 2, {"setup": "quick", "absorb_order": "secret"}),
        Setting("galaxy-of-d", 2, {"fog": "open", "pirate_absorb": "active"}),
    ],
    "vanguard-rome": [
        Setting("vanguard-rome", 2),
        Setting("vanguard-rome", 3, {"hand_limit": 3, "hidden_rear": False}),
        Setting("vanguard-rome", 2, {"decks": "divide_random"}),
        Setting("vanguard-rome", 4, {"decks": "shared", "shift_model": "rows"}),
        Setting("vanguard-rome", 2, {"decks": "divide_equal", "level": "recruit_with_commands"}),
    ],
    "connect-the-worlds": [
        Setting("connect-the-worlds", 2),
        Setting("connect-the-worlds", 3, {"open_discards": False, "early_draw": "ask"}),
        Setting("connect-the-worlds", 4, {"rules": "pc"}),
        Setting("connect-the-worlds", 6, {"early_draw": "off", "open_discards": False}),
    ],
}
SECRETIVE = [name for name in EVERY_GAME if quincunx.game(name).secret]
of_every_game = pytest.mark.parametrize("name", EVERY_GAME)


def games(name: str, random: Random) -> Iterator[Room]:
    """Tables of a game, one after the other by all settings, from the deal or with crowds on the board, after every
    move that is made there."""
    for number in range(1_000_000):
        setting, crowd = SETTINGS[name][number // 2 % len(SETTINGS[name])], number % 2
        room = a_room(setting, number, crowded(setting, number) if crowd else None)
        policy = random.choice(["uniform", "fighter", "builder"])
        for _ in range(random.randint(20, 60 if crowd else 160)):
            yield room
            if room.turn is None:
                break
            play(room, choose(match_of(room), policy, random))


def play(room: Room, number: int) -> None:
    """Whose turn it is makes a move."""
    assert room.turn is not None
    room.act(MOMENT).play(room.turn, number)


@contextmanager
def sketched(scenes: bool, offers: bool) -> Iterator[None]:
    """Scenes, or offers, are nothing but what they are made of."""
    with pytest.MonkeyPatch.context() as patch:
        if scenes:
            patch.setattr(Position, "scene", a_sketch)
        if offers:
            patch.setattr(Position, "picks", PickTree)
            patch.setattr(views, "offer", a_hint)
        yield


@of_every_game
async def test_another_hidden_world_sends_the_same_bytes(name: str) -> None:
    """Updates, offers, what is told, replays, refusals of all kinds, what a bot is asked: for every seat and a
    spectator."""
    random, counted, different = Random(name), 0, 0
    paths = [["nowhere"]]
    for room in games(name, random):
        if room.over or random.random() < 0.5:
            continue
        other = again(room)
        for viewer in dict.fromkeys((None, room.turn, random.randrange(room.players))):
            change(other, guessed(match_of(room), viewer, random.getrandbits(32)))
            if viewer is not None and viewer == room.turn:
                paths = [*paths[-30:], *some_paths(room, random)]
                jobs = [thinking.encode(thinking.job_for(match_of(each), "level-1")) for each in (room, other)]
                assert jobs[0] == jobs[1]
            tries, asked = bad_actions(room, viewer, random), random.choices(paths, k=2)
            with sketched(scenes=counted % PICTURED != 0, offers=counted % DESCRIBED != 0):
                whole = counted % WHOLE == 0
                sent = [await everything(each, viewer, whole, tries, asked) for each in (room, other)]
            assert_same(sent, viewer)
        different += match_of(room).raw.tobytes() != match_of(other).raw.tobytes()
        counted += 1
        if counted == POSITIONS:
            break
    assert not room.game.secret or different > POSITIONS // 4, "else this proves little"


# ---------------------------------------------------------------- moves


def noticed(room: Room, viewer: Viewer, before: Room) -> bool:
    """Whether a viewer has seen or heard anything since."""
    return the_view(room, viewer) != the_view(before, viewer) or heard(room, viewer, before) != []


def heard(room: Room, viewer: Viewer, before: Room) -> list[str]:
    """What a viewer was told since."""
    match = match_of(room)
    steps = range(len(before.line), len(match.line))
    return [told.words for step in steps for told in match.heard_of(step, viewer, match.at(step + 1))]


def go_on(room: Room, viewer: Viewer, random: Random, numbers: Sequence[int] = ()) -> bool:
    """Moves are made, these if any are given, until a viewer notices something; whether they could be made."""
    before = again(room)
    for number in numbers or range(12):
        if room.turn is None or noticed(room, viewer, before):
            break
        legal = match_of(room).moves.numbers
        if numbers and number not in legal:
            return False
        play(room, number if numbers else random.choice(legal))
    return not room.over


def like(room: Room, one: Room, viewer: Viewer, random: Random) -> Room | None:
    """Another world in which other moves were made after `room`, but nothing else was noticed than in `one`."""
    made = match_of(one).line[len(room.line) :]
    for numbers in (made, made, (), (), ()):
        other = again(room)
        change(other, guessed(match_of(room), viewer, random.getrandbits(32)))
        if (
            go_on(other, viewer, random, numbers)
            and the_view(one, viewer) == the_view(other, viewer)
            and heard(one, viewer, room) == heard(other, viewer, room)
        ):
            return other
    return None


@pytest.mark.parametrize("name", SECRETIVE)
async def test_what_is_done_unseen_leaves_no_trace(name: str) -> None:
    """In another world other moves are made, and more or fewer: whoever notices no difference gets the same bytes. So
    it is when the last decision is taken back: whether others are asked tells nothing."""
    random, found = Random(name), Counter[str]()
    for room in games(name, random):
        if room.over or random.random() < 0.8:
            continue
        viewer = random.choice(viewers(room))
        one = again(room)
        other = like(room, one, viewer, random) if go_on(one, viewer, random) else None
        if other is None:
            continue
        for undone in (False, True):
            with sketched(scenes=True, offers=True):
                sent = [await everything(each, viewer, found["pairs"] % WHOLE == 0, (), ()) for each in (one, other)]
            assert_same(sent, viewer)
            if not undone:
                found["pairs"] += 1
                found["different"] += match_of(one).raw.tobytes() != match_of(other).raw.tobytes()
                found["longer"] += len(one.line) != len(other.line)
                maker = match_of(one).made_by(len(one.line) - 1)
                assert maker is not None
                if maker != match_of(other).made_by(len(other.line) - 1):
                    break
                for each in (one, other):
                    each.act(MOMENT).undo([maker])
                found["asked"] += one.asked is not None
        if found["pairs"] == PAIRS:
            break
    assert found["different"] > PAIRS // 10
    assert 0 < found["asked"] <= PAIRS
    assert name == "connect-the-worlds" or found["longer"] > 0


@of_every_game
async def test_the_seed_is_not_to_be_seen(name: str) -> None:
    """Two tables that differ in nothing but the seed send the same until chance decides something."""
    random, counted = Random(name), 0
    for room in games(name, random):
        if room.over or random.random() < 0.9:
            continue
        one, two = (a_room(Setting(name, room.players), number, match_of(room)) for number in (1, 2))
        for _ in range(8):
            with sketched(scenes=True, offers=True):
                for viewer in (None, one.turn):
                    sent = [await everything(each, viewer, True, (), ()) for each in (one, two)]
                    assert_same(sent, viewer)
            number = random.choice(match_of(one).moves.numbers)
            for each in (one, two):
                play(each, number)
            if one.over or match_of(one)._draws > 1:
                break
        counted += 1
        if counted == 25:
            break


# ---------------------------------------------------------------- talk


async def test_nobody_can_tell_that_others_talk_in_private() -> None:
    """Neither what was said, nor that something was; the same for pacts that are not public."""
    setting = Setting("vanagloria", 4, {"talk": "alliances", "private_chat": "on"})
    one, two = a_room(setting, 1), a_room(setting, 1)
    two.say(0, "I attack Cleo.", to=1)
    two.propose(0, {"members": [0, 1], "common_enemy": 2, "public": False})
    two.answer(1, 1, "accept")
    for each in (one, two):
        each.say(3, "Hello!")
        play(each, match_of(each).moves.numbers[0])
        each.say(0, "Good luck!", to=2)
    for viewer in (None, 2, 3):
        sent = [await everything(each, viewer, True, (), ()) for each in (one, two)]
        assert_same(sent, viewer)
    told = [connection(two, viewer).view() or b"" for viewer in (0, 1, 2)]
    assert [b"I attack Cleo." in update for update in told] == [True, True, False]
    assert [b"Good luck!" in update for update in told] == [True, False, True]


# ---------------------------------------------------------------- numbers


async def test_what_is_done_in_secret_is_not_even_counted() -> None:
    """A basket is filled: the other gets no message, and the same numbers; who fills it counts every purchase."""
    start = {"game": "galaxy-of-d", "players": 2, "phase": "secret_buy", "bases": ["A1", "L6"], "money": [9, 9]}
    room = a_room(Setting("galaxy-of-d", 2), 1, quincunx.set_up(start))
    ann, ben, watcher = (connection(room, viewer) for viewer in (0, 1, None))
    first = [json.loads(each.view() or b"") for each in (ann, ben, watcher)]
    for _ in range(2):
        room.act(MOMENT).play(0, "buy I")
        assert json.loads(ann.view() or b"")["n"] > first[0]["n"]
        assert ben.view() is None
        assert watcher.view() is None
    room.act(MOMENT).undo([0])
    assert json.loads(ann.view() or b"")["steps"] == 1
    assert ben.view() is None
    room.act(MOMENT).play(0, "end")
    after = [json.loads(each.view() or b"") for each in (ann, ben, watcher)]
    assert [update["n"] - old["n"] for update, old in zip(after, first, strict=True)] == [4, 1, 1]
    assert [update["steps"] for update in after] == [2, 1, 1]
    assert after[1]["n"] == after[1]["changedAt"]
    room.act(MOMENT, 1, "k").play(1, "buy I")
    assert room.known([1])[-1] == room.n
    assert len(room.known([1])) == after[1]["n"] + 1
    replayed = [json.loads(await answer(api.replay(table(room), who(seat), 1, seat))) for seat in (0, 1)]
    assert [each["steps"] for each in replayed] == [2, 2]
