"""A game at a table: who may do what, who leaves, what happens at the flag, and how it ends."""

from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import Refused
from quincunx.table.clocks import Terms
from tests.bad_input.nonsense import NONSENSE
from tests.games import galaxies
from tests.playouts import EVERY_GAME
from tests.table.rooms import (
    NOT_SEATS,
    acts_of_the_game,
    again,
    asked,
    kinds,
    of,
    on_time,
    placed,
    playing,
    refused,
    same,
    seen,
    turn,
)

# ---------------------------------------------------------------- playing


def test_a_decision_is_given_as_number_text_or_line() -> None:
    fleets = galaxies.set_up(ships0="F5=C", ships1="L6=C")
    numbers = [fleets.number("ship F5 C"), galaxies.play(galaxies.set_up(ships0="F5=C"), "ship F5 C").number("go F6")]
    ways: list[list[Any]] = [[numbers], [tuple(numbers)], [[numbers[0]], numbers[1]], ["ship F5 C", "go F6"]]
    for lines in ways:
        room = placed(fleets)
        for at, line in enumerate(lines):
            room.act(at, 0).play(0, line)
        assert of(room).line == numbers
        assert kinds(room) == ["move", "move"]
        assert [entry.data for entry in room.entries[-2:]] == numbers
        assert room.line == [room.n - 1, room.n]
        same(room, again(room))


def test_a_named_action_is_known_by_its_first_entry() -> None:
    room = placed(galaxies.set_up(ships0="F5=C", ships1="L6=C"))
    match = of(room)
    numbers = [match.number("ship F5 C"), match.copy().play("ship F5 C").number("go F6")]
    first = room.n + 1
    room.act(5, 0, "abc").play(0, numbers)
    assert [entry.key for entry in room.taken()] == ["abc", None]
    assert room.keys == {(0, "abc"): first}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["ship F5 C", "go L1"], "GD-"),
        (["ship F5 C", "ship F5 C"], "R-16"),
        (["ship B1 C", "go F6"], "GD-"),
        (["end", "end"], "These moves are not one decision"),
    ],
)
def test_a_line_is_played_whole_or_not_at_all(line: list[str], reason: str) -> None:
    room = placed(galaxies.set_up(ships0="F5=C", ships1="L6=C"))
    at, numbers = of(room).copy(), []
    for text in line:
        numbers.append(at.number(text))
        if at.refusal(numbers[-1]) is None:
            at.play(numbers[-1])
    refused(room.act(1, 0), lambda: room.play(0, numbers), reason)


def test_only_the_seat_to_move_moves() -> None:
    room = playing("vanagloria", 3, first_player=1)
    for seat in (0, 2, -2, 1.0, True, None, "1"):
        refused(room.act(1), lambda seat=seat: room.play(seat, "end"), "It is the turn of Bob, not yours")  # type: ignore[misc]
    room.play(1, "end")
    refused(room, lambda: room.play(1, "end"), "It is the turn of Cem")


NOT_MOVES: list[Any] = [value for value in NONSENSE if value != 7] + [-1, 32_768, [[0]], [0.5], [None], (), {0}, b"\0"]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_nonsense_is_no_move(name: str) -> None:
    room = playing(name).act(1)
    for line in NOT_MOVES:
        refused(room, lambda line=line: room.play(turn(room), line))  # type: ignore[misc]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_illegal_move_is_refused_with_its_rule(name: str) -> None:
    room = playing(name).act(1)
    wrong = next(number for number in range(room.game.move_count) if of(room).refusal(number))
    before = seen(room)
    with pytest.raises(Refused) as error:
        room.play(turn(room), wrong)
    assert error.value.rule in room.game.rulebook.rules
    assert seen(room) == before


def test_commands_may_be_given_at_any_time() -> None:
    room = placed(galaxies.set_up(ships0="F5=CS", ships1="L6=CB"))
    assert turn(room) == 0
    room.act(1, 1).command(1, "top L6 C")
    assert (kinds(room), turn(room)) == (["command"], 0)
    same(room, again(room))
    refused(room, lambda: room.command(1, "top F5 C"))
    wrong: list[Any] = [None, 10**9, "", "dance", [], 1.5]
    for command in wrong:
        refused(room, lambda command=command: room.command(1, command))  # type: ignore[misc]
    vanagloria = playing()
    refused(vanagloria, lambda: vanagloria.command(0, "concede"), "no commands")


# ---------------------------------------------------------------- resigning, leaving, coming back


def test_a_player_resigns_by_the_rules() -> None:
    """GD-202"""
    room = playing("galaxy-of-d")
    room.act(1, 0).resign(1)
    assert kinds(room) == ["command"]
    assert (room.status, room.ended, room.results) == ("over", None, (1.0, -1.0))
    same(room, again(room))


def test_of_two_the_other_wins_where_the_rules_say_nothing() -> None:
    for name in ("vanagloria", "orbit-cubes", "connect-the-worlds"):
        room = playing(name)
        room.act(1, 0).resign(0)
        assert (room.status, room.ended) == ("over", {"reason": "resigned", "loser": 0})
        assert (room.results, room.turn, room.clock.awaited) == ((-1.0, 1.0), None, None)
        same(room, again(room))


def test_who_is_not_to_move_resigns_as_well() -> None:
    """R-54: by the rules of Vanguard: Rome only who has to decide may resign"""
    room = playing("vanguard-rome")
    room.act(1).resign(1 - turn(room))
    assert room.ended is not None
    assert room.results is not None
    assert sum(room.results) == 0
    four = playing("vanguard-rome", 4)
    one = turn(four)
    four.act(1).resign(one)
    assert (kinds(four), four.over) == (["command"], False)
    other = next(seat for seat in range(4) if seat not in (one, four.turn))
    four.resign(other)
    assert four.sitters[other].stand_in == "level-4"
    same(four, again(four))


def test_of_four_a_bot_plays_on() -> None:
    room = playing("vanagloria", 4)
    room.act(1).resign(2)
    assert (room.status, room.people, room.sitters[2].plays) == ("playing", [0, 1, 3], "level-4")
    assert room.sitters[2].bot is None


def test_a_bot_stands_in_for_who_leaves_until_they_are_back() -> None:
    room = playing("vanagloria", 3, first_player=0, clock=Terms("fischer", 9_000))
    room.act(1_000, 0).leave(0)
    assert (room.people, room.clock.awaited, room.due, turn(room)) == ([1, 2], None, None, 0)
    for what in (lambda: room.play(0, "end"), lambda: room.resign(0), lambda: room.consent(0, True)):
        refused(room.act(2_000, 0), what, "A bot stands in for you: take your seat back first")
    refused(room, lambda: room.undo([0]), "no move that could be taken back")
    before = room.n
    room.leave(0)
    assert room.n == before, "gone is gone"
    room.act(5_000).play(0, "end")
    refused(room, lambda: room.come_back(1), "No bot stands in for you")
    room.act(6_000, 0).come_back(0)
    assert (room.people, room.clock.left(0, 6_000)) == ([0, 1, 2], 8_000)
    same(room, again(room))


def test_a_bot_of_the_table_is_nobodys() -> None:
    """Who had a link to the seat before it was given to a bot can't play in its name."""
    room = playing("vanagloria", 3, bots=[1], first_player=1, talk="alliances")
    calls: list[Callable[[], None]] = [
        lambda: room.play(1, "end"),
        lambda: room.resign(1),
        lambda: room.say(1, "Hello!"),
    ]
    calls += [lambda: room.propose(1, {"members": [0, 1]}), lambda: room.consent(1, True)]
    for what in calls:
        refused(room.act(1, 1), what, "A bot plays this seat")
    refused(room, lambda: room.come_back(1), "No bot stands in")
    before = room.n
    room.leave(1)
    assert room.n == before
    room.act(2).play(1, "end")
    refused(room.act(3, 1), lambda: room.undo([1]), "no move that could be taken back")


def test_a_seat_that_idles_passes_and_does_nothing_else() -> None:
    """R-41"""
    room = playing("vanagloria", 3, first_player=0, leaver="idle", talk="alliances", clock=Terms("fischer", 9_000, 500))
    room.act(1_000, 0).leave(0)
    assert (kinds(room), turn(room), room.people) == (["leave", "move"], 1, [1, 2])
    room.act(2_000).play(1, "end")
    room.act(3_000).play(2, "end")
    assert (turn(room), room.clock.left(0, 3_000)) == (1, 8_000)
    same(room, again(room))
    calls: list[Callable[[], None]] = [lambda: room.resign(0), lambda: room.consent(0, True)]
    for what in (*calls, lambda: room.propose(0, {"members": [0, 1]}), lambda: room.answer(0, 1, "accept")):
        refused(room, what, "You have left this game")
    refused(room, lambda: room.undo([0]), "no move that could be taken back")
    refused(room, lambda: room.come_back(0), "No bot stands in")
    before = room.n
    room.leave(0)
    assert room.n == before


def test_nobody_waits_for_who_left_when_moves_are_taken_back() -> None:
    """R-41"""
    room = playing("vanagloria", 3, first_player=0, leaver="idle")
    room.act(1).leave(2)
    room.play(0, "end")
    room.play(1, "end")
    room.undo([0])
    assert asked(room) == (0, 3, [1])
    room.consent(1, True)
    assert (turn(room), room.line) == (0, [])
    same(room, again(room))


# ---------------------------------------------------------------- flags


def test_no_flag_falls_before_its_time() -> None:
    room = on_time()
    assert room.due == 10_000
    assert not room.act(9_999).flag(9_999)
    assert kinds(room) == []
    assert not playing().act(10**12).flag(10**12), "there is no clock"


def test_a_bot_takes_over_at_the_flag() -> None:
    room = on_time()
    assert room.act(10_000).flag(10_000)
    assert (kinds(room), room.flagged, room.sitters[0].plays) == (["flag", "stand-in"], {0}, "level-4")
    assert room.due is None
    assert not room.flag(20_000)
    refused(room.act(11_000, 0), lambda: room.come_back(0), "Your time is up: the bot makes this move")
    room.act(12_000).play(0, "end")
    assert room.flagged == set()
    room.act(12_500, 0).come_back(0)
    assert room.people == [0, 1, 2]
    assert room.due == 22_000
    same(room, again(room))


def test_nobody_holds_up_a_table_by_coming_back_without_time() -> None:
    room = on_time("fischer", players=2)
    room.act(10_000).flag(10_000)
    room.act(10_001).play(0, "end")
    room.act(10_002).play(1, "end")
    room.act(10_003, 0).come_back(0)
    assert room.due == 10_503, "what comes after a turn is all there is"
    assert room.act(10_503).flag(10_503)
    assert room.sitters[0].plays == "level-4"


def test_of_two_who_oversteps_the_time_loses() -> None:
    room = on_time(flag="lose", players=2)
    assert room.act(10_000).flag(10_000)
    assert (kinds(room), room.ended) == (["flag", "end"], {"reason": "time", "loser": 0})
    assert (room.status, room.results) == ("over", (-1.0, 1.0))
    assert not room.flag(20_000)
    same(room, again(room))


def test_of_more_a_bot_plays_on_for_who_oversteps_the_time() -> None:
    room = on_time(flag="lose")
    assert room.act(10_000).flag(10_000)
    assert (room.over, room.sitters[0].plays) == (False, "level-4")


def test_the_flag_may_be_only_shown() -> None:
    room = on_time(flag="nothing")
    assert room.act(10_000).flag(10_000)
    assert (kinds(room), room.flagged, room.people, room.due) == (["flag"], {0}, [0, 1, 2], None)
    assert not room.flag(30_000)
    room.act(30_000, 0).play(0, "end")
    assert (room.flagged, room.due) == (set(), 40_000)
    same(room, again(room))


def test_a_flag_falls_for_the_budget_of_a_round() -> None:
    room = on_time("round", "nothing", players=2)
    room.act(6_000).play(0, "end")
    room.act(7_000).play(1, "end")
    assert room.due == 7_000 + 10_000, "a new round"
    room.act(8_000).play(0, of(room).moves.numbers[1])
    assert room.due == 17_000 if turn(room) == 0 else 18_000


def test_the_servers_downtime_is_nobodys() -> None:
    room = on_time(down=[(2_000, 60_000)])
    assert room.due == 68_000
    assert not room.act(67_999).flag(67_999)
    assert room.act(68_000).flag(68_000)


def test_bots_have_no_clock() -> None:
    room = on_time(bots=[0])
    assert (room.due, room.clock.awaited) == (None, None)
    room.act(10**9).play(0, "end")
    assert room.due == 10**9 + 10_000


# ---------------------------------------------------------------- the end


def test_after_the_end_nothing_more_can_be_done() -> None:
    by_the_rules = playing("vanagloria", 2, round_limit=1, talk="alliances")
    for _ in range(2):
        by_the_rules.act(1).play(turn(by_the_rules), "end")
    resigned = playing("vanagloria", 2, talk="alliances")
    resigned.act(1).resign(1)
    late = on_time(flag="lose", players=2, talk="alliances")
    late.act(10_000).flag(10_000)
    for room in (by_the_rules, resigned, late):
        assert (room.status, room.turn, room.due, room.asked) == ("over", None, None, None)
        assert room.results is not None
        assert sum(room.results) == 0
        for what in acts_of_the_game(room):
            refused(room, what, "The game is over")
        assert not room.act(10**9).flag(10**9)
        same(room, again(room))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_game_comes_to_its_end_and_opens_its_seed(name: str) -> None:
    limit: dict[str, Any] = {"round_limit": 3} if name not in ("galaxy-of-d", "vanguard-rome") else {}
    room = playing(name, 2, **limit)
    bot = quincunx.bot("random", seed=1)
    while not room.over:
        room.act(room.n).play(turn(room), int(bot.choose(of(room))))
    assert room.results is not None
    assert abs(sum(room.results)) < 1e-9
    assert room.seed.commitment == room.header["commitment"]
    assert quincunx.loads(of(room).dumps()) == room.match
    same(room, again(room))


def test_a_saved_game_is_taken_over_entry_by_entry() -> None:
    match = quincunx.new("vanagloria", 3, seed=1, talk="alliances", seating="as_joined", leaver="idle")
    match.play("end").say(0, "Hello!").undo().play("end").leave(match.turn or 0).play("end")
    match.answer(1, match.propose(0, [0, 1]), "accept").play("end").undo(1)
    room = playing("vanagloria", 3, talk="alliances", leaver="idle", clock=Terms("fischer", 9_000, 500))
    room.act(5).repeat(match.entries)
    assert of(room).entries == match.entries
    assert of(room).digest == match.digest
    same(room, again(room))


# ---------------------------------------------------------------- anything at all


@pytest.mark.parametrize("seat", NOT_SEATS)
def test_nobody_acts_for_a_seat_that_is_not_there(seat: Any) -> None:
    room = playing("vanagloria", 2, talk="alliances").act(1, 0)
    calls: list[Callable[[], None]] = [lambda: room.command(seat, "concede"), lambda: room.resign(seat)]
    calls += [lambda: room.leave(seat), lambda: room.come_back(seat), lambda: room.consent(seat, True)]
    calls += [lambda: room.say(seat, "Hello!"), lambda: room.propose(seat, {"members": [0, 1]})]
    calls += [lambda: room.answer(seat, 1, "accept"), lambda: room.undo([seat]), lambda: room.undo(seat)]
    for what in (*calls, lambda: room.play(seat, "end")):
        refused(room, what)
    refused(room, lambda: room.say(0, "Hello!", seat) if seat is not None else room.say(2, "Hello!"))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_nonsense_changes_nothing(name: str) -> None:
    talk: dict[str, Any] = {"talk": "alliances"} if name in ("vanagloria", "orbit-cubes") else {}
    room = playing(name, 2, **talk).act(1, 0)
    room.play(turn(room), of(room).moves.numbers[0])
    calls: list[Callable[[Any], None]] = [
        lambda value: room.command(0, value),
        lambda value: room.undo([0, value] if value not in (0, 1) else [9]),
        lambda value: room.undo({0: value}),
        lambda value: room.consent(0, value),
        lambda value: room.answer(0, value, "accept"),
        lambda value: room.answer(0, 1, value),
        lambda value: room.propose(0, value),
        lambda value: room.propose(0, {"members": value}),
        lambda value: room.propose(0, {"members": [0, 1], "until_round": value if value != 7 else -7}),
    ]
    for value in NONSENSE:
        for what in calls:
            refused(room, lambda what=what, value=value: what(value))  # type: ignore[misc]
