"""Saves, positions, moves in writing and paths of picks are read as they were meant."""

import contextlib
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import QuincunxError, Unreadable
from quincunx.table.match import Match
from tests import playouts
from tests.playouts import POLICIES, SEEDS, Setting, choose, crowded, play_on, played
from tests.properties.sound import (
    PLIES,
    TABLES,
    assert_picks_are_moves,
    assert_texts_are_moves,
)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_saved_game_is_the_game(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    if match.line:
        match.undo(1 + seed % len(match.line))
        for _ in play_on(match, policy, seed + 1, 10):
            pass
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.dumps() == match.dumps()
    assert again.log == match.log
    for seat in (None, *range(match.players)):
        assert again.log_for(seat) == match.log_for(seat)
    assert (again.turn, again.over, again.outcome) == (match.turn, match.over, match.outcome)
    if not match.over:
        number = match.moves.numbers[-1]
        assert again.play(number).raw.tobytes() == match.play(number).raw.tobytes()


@given(TABLES, SEEDS, PLIES)
def test_what_seats_do_at_any_time_is_saved_and_taken_back(setting: Setting, seed: int, plies: int) -> None:
    """Commands lie between the moves: they are saved in text, undone like moves, and use no chance."""
    match = played(setting, "uniform", seed, plies)
    random = Random(seed)
    for _ in range(8):
        seat = random.randrange(match.players)
        offered = match.commands(seat)
        if match.game.commands is None:
            assert offered == []
            with pytest.raises(Unreadable, match="no commands"):
                match.command(seat, "concede")
            return
        before, log = match.raw.tobytes(), match.log
        if offered:
            match.command(seat, random.choice(offered[-3:]))
            assert len(match.log) > len(log)
            assert match.undo().raw.tobytes() == before
            assert match.log == log
            match.command(seat, random.choice(offered[-3:]))
        for _ in play_on(match, "uniform", seed, 3):
            pass
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.dumps() == match.dumps()
    assert again.line == match.line
    straight = setting.new(seed)
    for number in match.line:
        seat, command = divmod(number - match.game.move_count, match.game.commands.count if match.game.commands else 1)
        straight.play(number) if number < match.game.move_count else straight.command(seat, command)
    assert straight.raw.tobytes() == match.raw.tobytes()
    assert straight.log == match.log


@given(
    st.lists(st.tuples(st.integers(0, 2), st.text(max_size=30), st.none() | st.integers(0, 2)), max_size=5),
    st.lists(st.text(max_size=12), min_size=3, max_size=3),
)
@example([(0, "a\u2028b", None), (1, "\x85", 2), (2, "x\u2029\x1c\x0b\x0c\ry", None)], ["R\u2028", "\x85", "A\nB"])
@example([(0, "\ud800", None)], ["Ann", "Bob", "\udfff"])
@settings(max_examples=60)
def test_whatever_is_said_and_however_people_are_called_survives_saving(
    talk: list[tuple[int, str, int | None]], seats: list[str]
) -> None:
    """What cannot be saved is not accepted in the first place."""
    try:
        match = quincunx.new("vanagloria", 3, seed=1, seats=seats, talk="alliances")
    except QuincunxError:
        match = quincunx.new("vanagloria", 3, seed=1, talk="alliances")
    for seat, text, to in talk:
        try:
            match.say(seat, text, to)
        except QuincunxError:
            continue
    assert quincunx.loads(match.dumps()) == match


def do_something(match: Match, random: Random) -> None:
    """A move, a word, a pact, an answer, an undo; now and then somebody leaves."""
    seat, other = random.randrange(match.players), random.randrange(match.players)
    match random.randrange(12):
        case 0:
            match.say(seat, "Hello!")
        case 1:
            match.propose(seat, [seat, other], until_round=random.randrange(4))
        case 2 | 3:
            match.answer(seat, random.randint(1, 3), random.choice(["accept", "decline", "leave"]))
        case 4:
            match.undo(random.randint(1, 3))
        case 5 if random.random() < 0.2:
            match.leave(seat)
        case _:
            match.play(choose(match, "fighter", random))


@given(playouts.settings(talk=st.just("alliances")), SEEDS, st.integers(0, 80))
@settings(max_examples=40)
def test_people_who_talk_make_pacts_and_leave_are_saved_too(setting: Setting, seed: int, steps: int) -> None:
    match = setting.new(seed)
    random = Random(seed)
    for _ in range(steps):
        if not match.over:
            with contextlib.suppress(QuincunxError):
                do_something(match, random)
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.pacts == match.pacts
    assert again.left == match.left
    assert again.dumps() == match.dumps()


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_written_position_is_the_position(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    again = quincunx.set_up(match.position(), seed=1)
    assert again.raw.tobytes() == match.raw.tobytes()
    assert again.board_raw.tobytes() == match.board_raw.tobytes()
    assert again.options == match.options
    assert again.position() == match.position()
    assert again.moves.numbers == match.moves.numbers
    for _ in play_on(again, "uniform", seed, 10):
        pass
    assert quincunx.loads(again.dumps()) == again


@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_a_crowd_is_written_and_picked_like_anything_else(setting: Setting, seed: int) -> None:
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, 5):
        pass
    assert quincunx.set_up(match.position(), seed=1).raw.tobytes() == match.raw.tobytes()
    assert_texts_are_moves(match)
    assert_picks_are_moves(match)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_every_legal_move_reads_back_from_its_text(setting: Setting, policy: str, seed: int, plies: int) -> None:
    assert_texts_are_moves(played(setting, policy, seed, plies))


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_every_path_of_picks_leads_to_its_move(setting: Setting, policy: str, seed: int, plies: int) -> None:
    assert_picks_are_moves(played(setting, policy, seed, plies))
