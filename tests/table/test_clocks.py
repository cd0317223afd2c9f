"""Clocks: who is charged, for what, and when a flag falls."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import QuincunxError
from quincunx.table.clocks import DAY, FLAGS, KINDS, LONGEST, SECOND, Clock, Terms, apart
from tests.bad_input.nonsense import NONSENSE, complaints


def clock(kind: str, time: int = 10_000, more: int = 0, players: int = 2, down: Any = ()) -> Clock:
    """A clock that runs for seat 0 from the moment 0, in round 1."""
    made = Clock(Terms(kind, time, more), players, down)
    made.await_seat(0, 0, 1)
    return made


def left(clock: Clock, at: int) -> list[int | None]:
    """What everybody has left."""
    return [clock.left(seat, at) for seat in range(len(clock._left))]


# ---------------------------------------------------------------- the kinds


def test_without_a_clock_nothing_is_measured() -> None:
    none = clock("none")
    assert left(none, 10**9) == [None, None]
    none.moved(1, 10**9)
    assert (none.awaited, none.deadline) == (1, None)


def test_each_decision_has_its_own_time() -> None:
    each = clock("move")
    assert (left(each, 4_000), each.deadline) == ([6_000, 10_000], 10_000)
    each.moved(0, 4_000, 1)
    assert (left(each, 4_000), each.deadline) == ([10_000, 10_000], 14_000), "the same seat decides again"
    each.moved(1, 5_000, 1)
    assert (left(each, 6_000), each.deadline) == ([9_000, 9_000], 15_000)


def test_some_more_comes_after_each_turn_and_not_after_each_move() -> None:
    fischer = clock("fischer", more=3_000)
    fischer.moved(0, 4_000, 1)
    assert left(fischer, 4_000) == [6_000, 10_000]
    fischer.moved(1, 5_000, 1)
    assert left(fischer, 5_000) == [8_000, 10_000]
    fischer.moved(0, 25_000, 1)
    assert (left(fischer, 25_000), fischer.deadline) == ([8_000, 3_000], 33_000), "10 s are all that could be used up"


def test_a_round_has_one_budget_for_each_seat() -> None:
    budget = clock("round")
    budget.moved(1, 4_000, 1)
    budget.moved(0, 5_000, 1)
    assert left(budget, 6_000) == [5_000, 9_000]
    budget.moved(0, 7_000, 2)
    assert (left(budget, 7_000), budget.deadline) == ([10_000, 10_000], 17_000)


def test_the_first_decision_of_a_round_is_charged_too() -> None:
    budget = clock("round")
    budget.moved(1, 4_000, 1)
    assert left(budget, 4_000) == [6_000, 10_000], "the game was in round 1 before"


def test_in_a_game_without_rounds_one_budget_is_all() -> None:
    budget = Clock(Terms("round", 10_000), 2)
    budget.await_seat(0, 0)
    for turn, at in ((1, 1_000), (0, 2_000), (1, 3_000)):
        budget.moved(turn, at)
    assert left(budget, 3_000) == [8_000, 9_000]


def test_the_bank_is_used_up_after_the_days_of_a_turn() -> None:
    days = clock("days", DAY, 2 * DAY)
    assert left(days, DAY // 2) == [2 * DAY + DAY // 2, 3 * DAY]
    assert days.deadline == 3 * DAY
    days.moved(0, DAY // 2, 1)
    assert days.deadline == 3 * DAY, "a turn has its days once, however many moves it takes"
    days.moved(1, 2 * DAY, 1)
    assert left(days, 2 * DAY) == [DAY, 3 * DAY], "one of the two days in the bank is gone"
    days.moved(0, 2 * DAY + 1, 1)
    assert (left(days, 2 * DAY + 1), days.deadline) == ([2 * DAY, 3 * DAY - 1], 4 * DAY + 1)


def test_nobody_has_less_than_nothing_left() -> None:
    for kind in set(KINDS) - {"none"}:
        late = clock(kind)
        late.moved(0, 10**9, 1)
        assert late.left(0, 2 * 10**9) == 0


# ---------------------------------------------------------------- who is charged


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"none"}))
def test_a_bot_is_not_charged(kind: str) -> None:
    running = clock(kind)
    running.moved(1, 1_000, 1, bot=True)
    assert (running.turn, running.awaited, running.deadline) == (1, None, None)
    assert running.left(1, 10**9) == 10_000


def test_nobody_is_charged_after_the_end() -> None:
    over = clock("fischer")
    over.moved(None, 4_000, 1)
    assert (left(over, 10**9), over.deadline) == ([6_000, 10_000], None)


def test_only_the_seat_to_move_is_charged() -> None:
    running = clock("fischer", players=4)
    running.moved(2, 1_000)
    running.moved(3, 3_000)
    assert left(running, 3_500) == [9_000, 10_000, 8_000, 9_500]


@pytest.mark.parametrize("kind", ["fischer", "move", "days"])
def test_who_leaves_and_comes_back_gains_no_time(kind: str) -> None:
    running = clock(kind, more=5_000 if kind == "fischer" else 0)
    for at in range(1_000, 6_000, 1_000):
        running.await_seat(0, at, 1, bot=True)
        running.await_seat(0, at, 1)
    assert (running.left(0, 5_000), running.deadline) == (5_000, 10_000)


def test_what_a_bot_plays_for_somebody_saves_no_time_up() -> None:
    running = clock("fischer", more=3_000)
    running.await_seat(0, 9_500, 1, bot=True)
    for _ in range(5):
        running.moved(1, 9_500, 1)
        running.moved(0, 9_500, 1, bot=True)
    assert running.left(0, 9_500) == 3_000, "enough for a turn"
    assert running.left(1, 9_500) == 25_000


@pytest.mark.parametrize("kind", ["move", "days", "fischer"])
def test_a_command_gives_no_new_time(kind: str) -> None:
    running = clock(kind)
    running.moved(0, 4_000, 1, command=True)
    assert (running.left(0, 4_000), running.deadline) == (6_000, 10_000)


def test_a_command_that_ends_the_turn_gives_the_next_one_its_time() -> None:
    running = clock("move")
    running.moved(1, 4_000, 1)
    running.moved(0, 9_000, 1, command=True)
    assert left(running, 9_000) == [10_000, 5_000]


# ---------------------------------------------------------------- taking back


@pytest.mark.parametrize("kind", ["move", "fischer", "round", "days"])
def test_nobody_gains_time_by_taking_back(kind: str) -> None:
    running = clock(kind, more=5_000 if kind == "fischer" else 0)
    for at in range(1_000, 6_000, 1_000):
        running.moved(1, at, 2)
        running.taken_back(1, 0, at)
        assert left(running, at) == [10_000 - at, 10_000]


@pytest.mark.parametrize("kind", ["move", "fischer", "round", "days"])
def test_nobody_loses_time_by_what_others_take_back(kind: str) -> None:
    running = clock(kind)
    running.moved(1, 1_000, 1)
    running.taken_back(1, 0, 8_000)
    assert (left(running, 8_000), running.deadline) == ([9_000, 10_000], 17_000)
    running.moved(1, 9_000, 1)
    assert left(running, 9_000) == [8_000, 10_000]


def test_several_moves_are_taken_back_together() -> None:
    running = clock("fischer", more=1_000)
    for turn, at in ((1, 2_000), (0, 5_000), (1, 6_000)):
        running.moved(turn, at)
    assert left(running, 6_000) == [9_000, 8_000]
    running.taken_back(2, 1, 7_000)
    assert (left(running, 7_000), running.awaited) == ([9_000, 7_000], 1)
    running.taken_back(1, 0, 7_000, bot=True)
    assert (left(running, 9_000), running.awaited) == ([8_000, 10_000], None)


# ---------------------------------------------------------------- when the server was down


@pytest.mark.parametrize(
    ("down", "counted"),
    [
        ([], 4_000),
        ([(-9_000, -1_000)], 4_000),
        ([(-9_000, 0)], 4_000),
        ([(-9_000, 1_000)], 3_000),
        ([(1_000, 2_000)], 3_000),
        ([(3_000, 9_000)], 3_000),
        ([(4_000, 9_000)], 4_000),
        ([(5_000, 9_000)], 4_000),
        ([(-1, 9_000)], 0),
        ([(0, 4_000)], 0),
        ([(1_000, 1_500), (2_000, 2_250), (3_500, 7_000)], 2_750),
        ([(3_500, 7_000), (1_000, 1_500), (2_000, 2_250)], 2_750),
        ([(1_000, 3_000), (2_000, 3_500)], 1_500),
        ([(0, 4_000), (1_000, 2_000), (1_000, 2_000)], 0),
        ([(3_000, 2_000)], 4_000),
    ],
)
def test_downtime_is_never_charged(down: list[tuple[int, int]], counted: int) -> None:
    running = clock("fischer", down=down)
    assert running.left(0, 4_000) == 10_000 - counted
    running.moved(1, 4_000)
    assert running.left(0, 4_000) == 10_000 - counted


def test_the_flag_falls_later_by_every_span_that_it_does_not_count() -> None:
    running = clock("move", down=[(-5, 100), (9_000, 12_000), (13_099, 14_000), (15_000, 99_000)])
    assert running.deadline == 10_000 + 100 + 3_000 + 901
    running.downtimes = [(10_000, 12_000)]
    assert running.deadline == 10_000, "it had fallen when the server went down"


SPANS = st.lists(st.tuples(st.integers(-50, 300), st.integers(-50, 300)), max_size=4)


@given(SPANS)
def test_spans_apart_are_the_same_time_in_order(spans: list[tuple[int, int]]) -> None:
    found = apart(spans)
    assert {ms for span in found for ms in range(*span)} == {ms for span in spans for ms in range(*span)}
    assert all(one[1] < other[0] for one, other in pairwise(found))


# ---------------------------------------------------------------- whatever happens

WHAT_HAPPENS = st.tuples(
    st.sampled_from(["moved", "moved", "moved", "command", "await", "undo"]),
    st.sampled_from([None, 0, 0, 1, 1, 2]),
    st.booleans(),
    st.integers(-20, 60),
    st.integers(0, 1),
)
"""What, whose turn it is then, whether a bot plays, how much later it is (or earlier), and whether a round ends."""


@given(
    st.sampled_from(sorted(set(KINDS) - {"none"})),
    st.integers(1, 80),
    st.integers(0, 40),
    SPANS,
    st.lists(WHAT_HAPPENS, max_size=12),
    st.integers(0, 200),
)
def test_the_deadline_is_where_nothing_is_left(
    kind: str, time: int, more: int, down: list[tuple[int, int]], happens: list[Any], later: int
) -> None:
    running = Clock(Terms(kind, time, more), 3, down)
    running.await_seat(0, 0, 1)
    now, round_, line = 0, 1, 0
    for what, turn, bot, passes, rounds in happens:
        now += passes
        before = left(running, now)
        if what == "await":
            running.await_seat(turn, now, round_, bot=bot)
            assert left(running, now) == before, "nothing is gained or lost"
        elif what != "undo":
            round_ += rounds
            running.moved(turn, now, round_, bot=bot, command=what == "command")
            line += 1
        elif line:
            running.taken_back(1, turn, now, bot=bot)
            line -= 1
        assert all(each is not None and each >= 0 for each in left(running, now))
        assert [running.left(seat, now + later) for seat in range(3) if seat != running.awaited] == [
            running.left(seat, now) for seat in range(3) if seat != running.awaited
        ]
        if running.awaited is None:
            assert running.deadline is None
            continue
        deadline = running.deadline
        assert deadline is not None
        assert running.left(running.awaited, deadline) == 0
        if running._left[running.awaited] + running._bank[running.awaited]:
            assert running.left(running.awaited, deadline - 1) == 1
        up = (running.left(running.awaited, now) or 0) - (running.left(running.awaited, now + later) or 0)
        assert 0 <= up <= later


# ---------------------------------------------------------------- terms


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flag", FLAGS)
def test_terms_are_read_as_they_are_given(kind: str, flag: str) -> None:
    given = {"kind": kind, "time": SECOND, "more": LONGEST, "flag": flag}
    assert Terms.read(given) == Terms(kind, SECOND, LONGEST, flag)


def test_a_table_has_no_clock_by_default() -> None:
    assert Terms.read({}) == Terms() == Terms("none", 0, 0, "bot")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (None, "kind, time, more and flag"),
        ([], "kind, time, more and flag"),
        ({"kind": "move", "time": 5_000, "color": 1}, "kind, time, more and flag"),
        ({"kind": "egg"}, "There is no clock 'egg'; choose none, move,"),
        ({"kind": ["move"]}, "There is no clock"),
        ({"kind": {}}, "There is no clock"),
        ({"kind": "move", "time": 5_000, "flag": "explode"}, "'explode' is not known; choose bot, lose, nothing"),
        ({"kind": "move", "time": 5_000, "flag": []}, "is not known"),
        ({"kind": "move"}, "time: 0 is not a time from 1000 to"),
        ({"kind": "move", "time": 999}, "time: 999 is not"),
        ({"kind": "move", "time": LONGEST + 1}, "time: "),
        ({"kind": "move", "time": 10**400}, "time: a huge number"),
        ({"kind": "move", "time": True}, "time: True"),
        ({"kind": "move", "time": 5e3}, "time: 5000.0"),
        ({"kind": "fischer", "time": 5_000, "more": -1}, "more: -1 is not a time from 0 to"),
        ({"kind": "days", "time": DAY, "more": "2 days"}, "more: '2 days'"),
        ({"kind": "none", "time": -1}, "time: -1 is not a time from 0 to"),
    ],
)
def test_wrong_terms_are_refused_with_the_reason(given: Any, reason: str) -> None:
    with pytest.raises(QuincunxError, match=reason.replace(".", r"\.")):
        Terms.read(given)


@pytest.mark.parametrize("key", ["kind", "time", "more", "flag"])
def test_nonsense_is_no_clock(key: str) -> None:
    good: dict[str, Any] = {"kind": "move", "time": 5_000, "more": 0, "flag": "bot"}
    assert complaints(lambda value: Terms.read(good | {key: value})) == []
    assert complaints(Terms.read, [*NONSENSE, {1: 2}, {"": ""}]) == []
