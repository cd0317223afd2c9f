"""Moves and refusals agree; the same moves give the same game; undoing never rolls again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.engine.errors import Refused
from tests.playouts import POLICIES, SEEDS, Setting, crowded, play_on, played
from tests.properties.sound import BEYOND, PLIES, TABLES, assert_moves_are_sound, assert_undo_never_rolls_again

# ---------------------------------------------------------------- moves


@given(TABLES, POLICIES, SEEDS, PLIES)
@settings(max_examples=40)
def test_moves_agree_with_refusal_on_every_number(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = setting.new(seed)
    assert_moves_are_sound(match)
    for _ in play_on(match, policy, seed, plies):
        assert_moves_are_sound(match)


@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_moves_agree_with_refusal_in_a_crowd(setting: Setting, seed: int) -> None:
    match = crowded(setting, seed)
    assert_moves_are_sound(match)
    for _ in play_on(match, "fighter", seed, 10):
        assert_moves_are_sound(match)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_refused_move_changes_nothing(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    before, entries = match.raw.tobytes(), list(match.entries)
    legal = set(match.moves.numbers)
    random = Random(seed)
    for _ in range(20):
        number = random.randrange(-BEYOND, match.game.move_count + BEYOND)
        if number not in legal:
            with pytest.raises(Refused) as refused:
                match.play(number)
            assert str(refused.value) == match.why_not(number)
            assert refused.value.rule in match.game.reasons
            assert match.raw.tobytes() == before
            assert match.entries == entries


# ---------------------------------------------------------------- replaying, undoing


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_options_seed_and_moves_give_the_same_bytes_again(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = setting.new(seed)
    states = [match.raw.tobytes()]
    states += [match.raw.tobytes() for _ in play_on(match, policy, seed, plies)]
    by_number, by_text = setting.new(seed), setting.new(seed)
    for step, number in enumerate(match.line):
        assert by_number.raw.tobytes() == by_text.raw.tobytes() == match.at(step).raw.tobytes() == states[step]
        text = by_text.game.spell(by_text, number)
        by_number.play(number)
        by_text.play(text)
    assert by_number.raw.tobytes() == states[-1]
    assert by_number == by_text == match
    assert by_number.log == match.log
    assert [entry for move in match.tellings() for entry in move] == [e for m in by_text.tellings() for e in m]


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_undo_restores_the_bytes_and_the_same_moves_give_them_again(
    setting: Setting, policy: str, seed: int, plies: int
) -> None:
    assert_undo_never_rolls_again(played(setting, policy, seed, plies), seed)


@given(st.integers(3, 6), SEEDS)
@settings(max_examples=15)
def test_undo_can_not_roll_the_order_of_play_again(players: int, seed: int) -> None:
    """VG-057"""
    setting = Setting("vanagloria", players, {"turn": "random"})
    match = played(setting, "idler", seed, 12 * players)
    orders = {tuple(match.at(step).state.order[:players]) for step in range(len(match.line))}
    assert len(orders) > 1
    assert_undo_never_rolls_again(match, seed)


@given(st.integers(3, 6), SEEDS, st.integers(1, 20))
@settings(max_examples=15)
def test_no_detour_can_roll_the_order_of_play_again(players: int, seed: int, rounds: int) -> None:
    """VG-057: who spends fewer or more actions does not choose among orders; chance goes by how often it was used."""
    orders = []
    for policy in ("idler", "uniform", "builder"):
        match = Setting("vanagloria", players, {"turn": "random", "target": 150}).new(seed)
        dealt = {1: match.state.order.tolist()}
        for _ in play_on(match, policy, seed, 2 * players * rounds):
            dealt.setdefault(int(match.state.round_no), match.state.order.tolist())
        orders.append(dealt)
    for number in set(orders[0]) & set(orders[1]) & set(orders[2]):
        assert orders[0][number] == orders[1][number] == orders[2][number]


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_another_line_after_an_undo_is_the_line_it_would_have_been(
    setting: Setting, policy: str, seed: int, plies: int
) -> None:
    """Chance belongs to the n-th move of a line, not to how often somebody thought again."""
    match = played(setting, policy, seed, plies)
    match.undo(len(match.line) // 2) if len(match.line) > 1 else None
    for _ in play_on(match, "uniform", seed + 1, 20):
        pass
    straight = setting.new(seed)
    for number in match.line:
        straight.play(number)
    assert straight.raw.tobytes() == match.raw.tobytes()
    assert straight.log == match.log
