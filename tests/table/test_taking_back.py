"""Undo until something new was revealed to somebody, then by consent; and what is said at a table."""

from typing import Any

import pytest

from quincunx.table.room import MOST_PROPOSALS
from quincunx.table.talk import LONGEST_TEXT
from tests.games import galaxies, legions
from tests.table.rooms import again, asked, kinds, of, on_time, placed, playing, refused, same, turn

# ---------------------------------------------------------------- taking back


def test_an_open_move_is_taken_back_freely() -> None:
    room = playing("vanagloria", 3, first_player=0)
    room.act(1).play(0, "end")
    room.act(2).undo([0])
    assert (kinds(room), turn(room), room.line, room.asked) == (["move", "undo"], 0, [], None)
    refused(room, lambda: room.undo([0]), "no move that could be taken back")
    refused(room, lambda: room.undo([1]), "no move that could be taken back")
    same(room, again(room))


def test_both_halves_of_a_decision_are_taken_back() -> None:
    room = placed(galaxies.set_up(ships0="F5=C", ships1="L6=C"))
    room.act(1).play(0, "ship F5 C")
    room.play(0, "go F6")
    room.undo([0])
    assert of(room).line == []


def test_after_somebody_elses_move_the_others_are_asked() -> None:
    room = playing("vanagloria", 3, first_player=0)
    room.act(1).play(0, "end")
    room.play(1, "end")
    room.undo([0])
    assert asked(room) == (0, 2, [1, 2])
    same(room, again(room))
    refused(room, lambda: room.undo([0]), "Somebody has asked already")
    refused(room, lambda: room.consent(0, True), "Nothing is asked of you")
    room.consent(2, True)
    assert asked(room) == (0, 2, [1])
    refused(room, lambda: room.consent(2, True), "Nothing is asked of you")
    same(room, again(room))
    room.consent(1, True)
    assert (asked(room), room.line, turn(room)) == (None, [], 0)
    assert kinds(room)[-3:] == ["consent", "consent", "undo"]
    same(room, again(room))


def test_one_no_is_enough() -> None:
    room = playing("vanagloria", 3, first_player=0)
    room.act(1).play(0, "end")
    room.play(1, "end")
    room.undo([0])
    room.consent(1, False)
    assert (asked(room), len(room.line)) == (None, 2)
    refused(room, lambda: room.consent(2, True), "Nothing is asked of you")
    room.undo([0])
    assert asked(room) == (0, 2, [1, 2]), "it may be asked again"
    same(room, again(room))


@pytest.mark.parametrize("yes", [1, 0, None, "no", []])
def test_an_answer_is_true_or_false(yes: Any) -> None:
    room = playing("vanagloria", 2, first_player=0)
    room.act(1).play(0, "end")
    room.play(1, "end")
    room.undo([0])
    refused(room, lambda: room.consent(1, yes), "true or false")


def test_what_is_asked_is_void_once_the_game_goes_on() -> None:
    room = playing("vanagloria", 3, first_player=0)
    room.act(1).play(0, "end")
    room.play(1, "end")
    room.undo([0])
    room.say(2, "Hm.")
    assert asked(room) == (0, 2, [1, 2]), "talk is no answer"
    room.play(2, "end")
    assert asked(room) is None
    refused(room, lambda: room.consent(1, True), "Nothing is asked of you")


@pytest.mark.parametrize("gone", [0, 1])
def test_nobody_waits_for_the_answer_of_who_has_left(gone: int) -> None:
    room = playing("vanagloria", 3, first_player=0)
    room.act(1).play(0, "end")
    room.play(1, "end")
    room.undo([0])
    room.leave(gone)
    assert asked(room) is None
    same(room, again(room))
    if gone == 1:
        room.undo([0])
        assert asked(room) == (0, 2, [2])


def test_after_chance_the_others_are_asked() -> None:
    """The tokens of the next round were dealt, and everybody has seen them."""
    room = playing("vanagloria", 3, turn="random")
    for _ in range(3):
        last = turn(room)
        room.act(1).play(last, "end")
    room.undo([last])
    assert asked(room) == (last, 1, [seat for seat in range(3) if seat != last])


def test_chance_does_not_change_by_taking_back() -> None:
    room = playing("vanagloria", 3, turn="random")
    for _ in range(3):
        last = turn(room)
        room.act(1).play(last, "end")
    after = of(room).digest
    room.undo([last])
    for seat in sorted(room.people):
        if seat != last:
            room.consent(seat, True)
    room.play(last, "end")
    assert of(room).digest == after


def test_a_secret_that_was_revealed_cannot_be_taken_back_freely() -> None:
    """GD-230"""
    fleets = galaxies.set_up(ships0="F5=CS B4=DI H3=A", ships1="L6=C")
    room = placed(fleets)
    room.act(1).play(0, "ship H3 A")
    room.play(0, "go H4")
    room.undo([0])
    assert of(room).line == [], "everybody had seen that ship"
    room.play(0, "ship F5 S")
    room.play(0, "go F6")
    room.undo([0])
    assert asked(room) == (0, 2, [1])


def test_a_face_down_unit_may_be_taken_up_again() -> None:
    """VR-022"""
    room = playing("vanguard-rome")
    seat = turn(room)
    room.act(1).play(seat, of(room).moves.numbers[0])
    room.undo([seat])
    assert of(room).line == []
    game = placed(legions.set_up("SL .. [..] IN / [(IN)]", "IN [PR] IN", pending="CE"))
    game.act(1).play(0, "place CE F0")
    game.undo([0])
    assert asked(game) == (0, 1, [1]), "everybody has seen the card"


def test_against_bots_everything_is_taken_back_freely() -> None:
    room = playing("vanagloria", 3, bots=[1, 2], first_player=0, turn="standard")
    room.act(1).play(0, "end")
    room.act(2).play(1, "end")
    room.act(3).play(2, "end")
    room.act(4).undo([0])
    assert (kinds(room)[-1], room.line, turn(room)) == ("undo", [], 0)
    same(room, again(room))


def test_who_shares_a_screen_takes_back_freely() -> None:
    room = playing("vanagloria", 3, turn="random")
    for _ in range(3):
        room.act(1).play(turn(room), "end")
    room.undo([0, 1, 2])
    room.undo((0, 1, 2))
    room.undo({0, 1, 2})
    assert room.line == []


def test_at_some_tables_nothing_is_taken_back() -> None:
    room = playing("vanagloria", 2, undo="off", first_player=0)
    room.act(1).play(0, "end")
    refused(room, lambda: room.undo([0]), "At this table nothing is taken back")


def test_a_command_is_taken_back_by_who_gave_it() -> None:
    room = placed(galaxies.set_up(ships0="F5=C", ships1="L6=CB", fog="open"))
    room.act(1).play(0, "ship F5 C")
    room.command(1, "top L6 C")
    room.undo([1])
    assert (kinds(room)[-1], len(room.line)) == ("undo", 1)
    refused(room, lambda: room.undo([1]), "no move")


def test_a_player_takes_no_time_from_another_by_taking_back() -> None:
    room = on_time("fischer", players=2)
    room.act(1_000).play(0, "end")
    room.act(9_000).undo([0])
    assert (room.clock.left(0, 9_000), room.clock.left(1, 9_000)) == (9_000, 10_000)
    for at in range(9_000, 9_010):
        room.act(at).play(0, "end")
        room.act(at).undo([0])
    assert room.clock.left(0, 9_009) == 8_991, "and gets none for it"
    same(room, again(room))


# ---------------------------------------------------------------- talk


def test_talk_goes_by_the_mode_of_the_table() -> None:
    """R-34"""
    room = playing("vanagloria", 3, talk="neutral")
    room.act(1, 2).say(2, "Hm.")
    assert room.entries[-1].data == {"seat": 2, "text": "Hm."}
    refused(room, lambda: room.say(0, "psst", 1), "Private chat is off")
    quiet = playing("vanagloria", 3, talk="competitive")
    refused(quiet, lambda: quiet.say(0, "Hm."), "only fixed phrases")
    quiet.say(0, "Hello!")
    open_ = playing("vanagloria", 3, talk="alliances")
    open_.say(0, "psst", 2)
    assert open_.entries[-1].data == {"seat": 0, "text": "psst", "to": 2}
    for each in (room, quiet, open_):
        same(each, again(each))


@pytest.mark.parametrize("text", ["", " ", "\n", "x" * (LONGEST_TEXT + 1), None, 7, b"x", "\ud800", []])
def test_what_is_said_has_a_size(text: Any) -> None:
    room = playing()
    refused(room, lambda: room.say(0, text), "Say something of 1 to 500 characters")
    room.say(0, "x" * LONGEST_TEXT)


def test_who_is_away_may_still_talk_and_so_may_everybody_after_the_end() -> None:
    room = playing("vanagloria", 2)
    room.act(1).leave(0)
    room.say(0, "I am back.")
    room.come_back(0)
    room.resign(0)
    room.say(1, "Well played.")
    assert room.entries[-1].kind == "say"


def test_pacts_go_by_the_mode_of_the_table() -> None:
    """VG-043, R-34"""
    room = playing("vanagloria", 3, talk="alliances")
    room.act(1, 0).propose(0, {"members": [0, 1], "until_round": 5})
    refused(room, lambda: room.answer(2, 1, "accept"), "not a member")
    room.answer(1, 1, "accept")
    assert [pact.status for pact in of(room).pacts] == ["active"]
    same(room, again(room))
    plain = playing("vanagloria", 3, talk="neutral")
    refused(plain, lambda: plain.propose(0, {"members": [0, 1]}), "There are no pacts in neutral talk")
    refused(plain, lambda: plain.answer(0, 1, "accept"), "There is no pact")


@pytest.mark.parametrize(
    "pact",
    [
        None,
        7,
        [],
        "members",
        {},
        {"members": 7},
        {"members": [0]},
        {"members": [1, 2]},
        {"members": [0, 9]},
        {"members": [0, [1]]},
        {"members": [0, 1], "seat": 1},
        {"members": [0, 1], "colour": "red"},
        {"members": [0, 1], 7: 7},
        {"members": [0, 1], "public": "yes"},
        {"members": [0, 1], "non_aggression": 1},
        {"members": [0, 1], "common_enemy": "Bob"},
        {"members": [0, 1], "common_enemy": 1},
        {"members": [0, 1], "until_round": 10**9},
        {"members": [0, 1], "until_round": True},
        {"members": [0, 1], "until_round": "later"},
    ],
)
def test_nonsense_is_no_pact(pact: Any) -> None:
    room = playing("vanagloria", 3, talk="alliances")
    refused(room, lambda: room.propose(0, pact))


def test_nobody_drowns_a_table_in_pacts() -> None:
    room = playing("vanagloria", 3, talk="alliances")
    for _ in range(MOST_PROPOSALS):
        room.propose(0, {"members": [0, 1]})
    refused(room, lambda: room.propose(0, {"members": [0, 1]}), "wait for answers")
    room.propose(1, {"members": [0, 1]})
    room.answer(0, 1, "decline")
    room.propose(0, {"members": [0, 2]})
