"""Before a game: who sits where, what players add to the seed, and that a save proves it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import quincunx
from quincunx.cli.main import main
from quincunx.engine.errors import BadSave, QuincunxError
from quincunx.table.clocks import Terms
from quincunx.table.room import LONGEST_ADDITION, LONGEST_NAME, Room
from quincunx.table.saving import Chain, _text
from tests.helpers import station
from tests.playouts import EVERY_GAME
from tests.table.rooms import (
    BOT,
    NOT_SEATS,
    PEOPLE,
    acts_of_the_game,
    again,
    everybody_sits,
    gathered,
    of,
    placed,
    playing,
    refused,
    same,
    seen,
    turn,
)

# ---------------------------------------------------------------- gathering


def test_a_table_gathers_before_it_plays() -> None:
    room = gathered("vanagloria", 3)
    assert (room.status, room.turn, room.results, room.over, room.n) == ("gathering", None, None, False, 0)
    room.act(5).sit(1, "Bob")
    assert [sitter.name for sitter in room.sitters] == ["", "Bob", ""]
    assert room.people == [1]
    room.sit(1, "Robert")
    assert room.sitters[1].name == "Robert"
    everybody_sits(room).act(9).start()
    assert (room.status, room.over) == ("playing", False)
    assert sorted(of(room).names) == ["Ann", "Bob", "Cem"]
    same(room, again(room))


def test_everybody_has_to_sit_and_be_ready() -> None:
    room = gathered("vanagloria", 3).act(0)
    refused(room, room.start, "3 of 3 seats are free")
    room.sit(0, "Ann")
    room.sit(2, "Cem")
    refused(room, room.start, "1 of 3 seats are free: wait, or give them to bots")
    room.sit(1, "Deep", BOT)
    refused(room, room.start, "Not everybody is ready: Ann, Cem")
    room.ready(0)
    room.ready(2)
    room.ready(0, False)
    refused(room, room.start, r"Not everybody is ready: Ann\.")
    room.ready(0)
    room.start()
    assert room.status == "playing"


def test_bots_are_always_ready() -> None:
    room = gathered().act(0)
    room.sit(0, "Deep", BOT)
    assert room.sitters[0].ready
    before = seen(room)
    room.ready(0, False)
    assert seen(room) == before, "nobody can hold a table up in the name of a bot"


def test_who_takes_a_seat_anew_is_not_ready_yet() -> None:
    room = everybody_sits(gathered())
    room.sit(0, "Zoë")
    assert not room.sitters[0].ready
    room.sit(1, "")
    assert (room.sitters[1].name, room.sitters[1].ready, room.people) == ("", False, [0])
    refused(room, lambda: room.ready(1), "Nobody sits there")


def test_nobody_is_called_like_somebody_else() -> None:
    room = gathered("vanagloria", 3).act(0)
    room.sit(0, "Ann")
    refused(room, lambda: room.sit(1, "Ann"), "Somebody here is called Ann already")
    room.sit(0, "Ann")
    room.sit(0, "Anna")
    room.sit(1, "Ann")
    room.sit(0, "")
    room.sit(1, "")
    assert room.people == []


@pytest.mark.parametrize(
    "name",
    [None, 7, True, " Ann", "Ann ", " ", "a\nb", "a\0b", "\u202eAnn", "\ud800", "x" * (LONGEST_NAME + 1), [], {}],
)
def test_a_name_can_be_shown(name: Any) -> None:
    room = gathered().act(0)
    refused(room, lambda: room.sit(0, name), "A name has 1 to 40 characters")
    room.sit(0, "Zoë 🦊" + "x" * (LONGEST_NAME - 5))


@pytest.mark.parametrize("bot", [7, True, "", [], {}, "\ud800"])
def test_a_bot_is_known_by_a_text(bot: Any) -> None:
    room = gathered().act(0)
    refused(room, lambda: room.sit(0, "Deep", bot), "A bot has a name")
    refused(room, lambda: room.sit(0, "", BOT), "A bot has a name")


@pytest.mark.parametrize("chair", NOT_SEATS)
def test_nobody_takes_a_seat_that_is_not_there(chair: Any) -> None:
    room = gathered().act(0)
    for what in (lambda: room.sit(chair, "Ann"), lambda: room.ready(chair), lambda: room.add_to_seed(chair, "x")):
        refused(room, what, "There is no seat")


@pytest.mark.parametrize("ready", [1, 0, None, "yes", []])
def test_ready_is_true_or_false(ready: Any) -> None:
    room = gathered().act(0)
    room.sit(0, "Ann")
    refused(room, lambda: room.ready(0, ready), "true or false")


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_ADDITION + 1), 7, None, b"x", "\ud800", []])
def test_what_is_added_to_the_seed_is_a_text(text: Any) -> None:
    room = gathered().act(0)
    refused(room, lambda: room.add_to_seed(0, text), "Add a text of 1 to 200")
    room.add_to_seed(0, "x" * LONGEST_ADDITION)


def test_before_the_game_nothing_of_the_game_can_be_done() -> None:
    room = everybody_sits(gathered(talk="alliances"))
    for what in acts_of_the_game(room):
        refused(room, what, "has not begun")
    assert not room.act(10**9).flag(10**9)


def test_after_the_start_nobody_gathers_any_more() -> None:
    room = playing()
    calls: list[Callable[[], None]] = [lambda: room.sit(0, "Zoë"), lambda: room.ready(0), room.start]
    for what in (*calls, lambda: room.add_to_seed(0, "x"), lambda: room.sit(0, "Deep", BOT)):
        refused(room, what, "The game has begun")


def test_a_table_of_other_rules_is_not_opened() -> None:
    room = gathered()
    with pytest.raises(QuincunxError, match=r"opened under version 0\.1 of the rules"):
        Room(room.game, room.header | {"rules": "0.1"}, room.seed)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_clock_counts_rounds_only_where_there_are_some(name: str) -> None:
    if name in ("galaxy-of-d", "vanguard-rome"):
        with pytest.raises(QuincunxError, match="has no rounds that a clock could count"):
            gathered(name, clock=Terms("round", 5_000))
    else:
        assert playing(name, clock=Terms("round", 5_000)).clock.deadline == 5_000


def test_a_start_that_cannot_be_changes_nothing() -> None:
    room = everybody_sits(gathered(start={"units": [["m@nowhere"], []]}))
    refused(room, room.start)
    assert room.status == "gathering"


# ---------------------------------------------------------------- chairs and seats


def test_a_chair_keeps_its_person_wherever_it_is_put() -> None:
    """R-32"""
    orders = set()
    for seed in range(12):
        room = everybody_sits(gathered("vanagloria", 3, seed=seed, seating="shuffled"))
        room.start()
        assert sorted(room.seat_of) == [0, 1, 2]
        for chair, seat in enumerate(room.seat_of):
            assert room.sitters[seat].name == of(room).names[seat] == PEOPLE[chair]
        orders.add(tuple(room.seat_of))
        same(room, again(room))
    assert len(orders) > 3


def test_a_bot_is_shuffled_with_its_name() -> None:
    """R-32"""
    for seed in range(8):
        room = gathered("vanagloria", 3, seed=seed, seating="shuffled").act(0)
        for chair in range(3):
            room.sit(chair, PEOPLE[chair], BOT if chair == 1 else None)
            room.ready(chair)
        room.start()
        assert [player.bot for player in of(room).seats].index(BOT) == room.seat_of[1]
        assert room.people == sorted([room.seat_of[0], room.seat_of[2]])


def test_who_sits_as_joined_keeps_the_number() -> None:
    assert playing("vanagloria", 4, seating="as_joined").seat_of == [0, 1, 2, 3]
    assert placed(station()).seat_of == [0, 1, 2, 3], "a position says where everybody sits"


# ---------------------------------------------------------------- the seed


def with_salt(*texts: tuple[int, str], game: str = "vanguard-rome") -> Room:
    """A game for which players have added something to the seed."""
    room = everybody_sits(gathered(game))
    for chair, text in texts:
        room.add_to_seed(chair, text)
    room.start()
    return room


def test_what_players_add_changes_the_deal() -> None:
    plain, salted, other = with_salt(), with_salt((0, "salt")), with_salt((0, "salt!"))
    assert len({of(room).digest for room in (plain, salted, other)}) == 3
    assert plain.header["commitment"] == salted.header["commitment"] == salted.seed.commitment
    assert of(with_salt((0, "salt"))).digest == of(salted).digest
    for room in (plain, salted, other):
        same(room, again(room))


def test_what_is_added_counts_by_chair_and_the_last_word_counts() -> None:
    one = with_salt((1, "b"), (0, "x"), (0, "a"))
    assert one.seed.added == ("a", "b")
    assert of(one).digest == of(with_salt((0, "a"), (1, "b"))).digest
    assert of(one).digest != of(with_salt((0, "b"), (1, "a"))).digest


def test_what_is_added_also_decides_who_sits_where() -> None:
    """R-32"""
    found = set()
    for text in "abcdefgh":
        room = everybody_sits(gathered("vanagloria", 3, seating="shuffled"))
        room.add_to_seed(0, text)
        room.start()
        found.add(tuple(room.seat_of))
    assert len(found) > 1


def test_what_was_added_is_saved_and_verified(tmp_path: Path) -> None:
    room = with_salt((0, "salt ☂"), (1, 'pepper "\\'), game="vanagloria")
    room.act(1).play(turn(room), "end")
    text = of(room).dumps()
    assert json.loads(text.splitlines()[0])["added"] == ["salt ☂", 'pepper "\\']
    assert quincunx.loads(text) == room.match
    file = tmp_path / "game.quincunx"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0
    assert room.header["commitment"] in "".join(result.output.split())
    file.write_text(edited(text, added=["salt"]), encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 1


def edited(text: str, **header: Any) -> str:
    """A save with another header, and checks that fit: what somebody writes who knows the format."""
    chain, lines = Chain(), [json.loads(line) for line in text.splitlines()]
    lines[0] = {key: value for key, value in (lines[0] | header).items() if value is not None}
    for line in lines:
        line.pop("check")
        line["check"] = chain.add(_text(line))
    return "".join(_text(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    "added", [None, [], ["salt"], ["pepper", "salt"], ["salt", "pepper", ""], "salt", [7], [None], {}, ["\ud800"], 7]
)
def test_a_save_with_other_additions_is_refused(added: Any) -> None:
    room = with_salt((0, "salt"), (1, "pepper"))
    room.act(1).play(turn(room), of(room).moves.numbers[0])
    text = of(room).dumps()
    assert edited(text) == text
    with pytest.raises(BadSave, match=r"^Line \d+: "):
        quincunx.loads(edited(text, added=added))


def test_a_save_without_additions_is_as_it_was() -> None:
    match = of(with_salt())
    assert "added" not in json.loads(match.dumps().splitlines()[0])
    assert quincunx.loads(match.dumps()).seed.added == ()
    with pytest.raises(BadSave):
        quincunx.loads(edited(match.dumps(), added=["salt"]))
