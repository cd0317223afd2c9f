"""Nobody can tell apart two worlds that differ only in what is hidden from him: not by one byte of what he gets."""

from random import Random

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import quincunx
from tests import playouts
from tests.playouts import EVERY_GAME, POLICIES, SEEDS, Setting, crowded, play_on, played
from tests.properties.components import INVARIANTS
from tests.properties.secrets import WATCHERS, assert_same, guessed
from tests.properties.sound import assert_moves_are_sound

SECRETIVE = [name for name in EVERY_GAME if quincunx.game(name).secret]
TABLES = playouts.settings(games=SECRETIVE)
PLIES = st.integers(0, 320)
LIMITS = {"turn_limit": st.sampled_from([20, 60]), "round_limit": st.sampled_from([5, 10])}
"""Random play may go on for ever otherwise."""


def limited(name: str) -> st.SearchStrategy[Setting]:
    """Tables of a game that end soon."""
    options = {option.name for option in quincunx.game(name).options}
    return playouts.settings(games=[name], **{option: LIMITS[option] for option in options & LIMITS.keys()})


ENDING = st.one_of([limited(name) for name in SECRETIVE])


def test_there_is_a_game_with_secrets() -> None:
    assert SECRETIVE


@given(TABLES, POLICIES, SEEDS, PLIES)
@settings(max_examples=25)
def test_no_guess_can_be_told_from_the_truth(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    truth = match.copy()
    for seat in WATCHERS:
        for start in range(6):
            assert_same(truth, guessed(match, seat, start), seat, pictures=start == 0)


@given(TABLES, SEEDS, st.integers(0, 40))
@settings(max_examples=25)
def test_no_guess_can_be_told_from_the_truth_in_a_crowd(setting: Setting, seed: int, plies: int) -> None:
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, plies):
        pass
    truth = match.copy()
    for seat in WATCHERS:
        for start in range(6):
            assert_same(truth, guessed(match, seat, start), seat, pictures=start == 0)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_who_looks_twice_sees_the_same(setting: Setting, policy: str, seed: int, plies: int) -> None:
    """Hiding what is hidden changes nothing, and a spectator never sees more than a seat."""
    match = played(setting, policy, seed, plies)
    for seat in WATCHERS:
        view = match.view(seat)
        assert view.view(seat) == view
        spectator = view.view(None)
        assert spectator.raw.tobytes() == match.view(None).raw.tobytes()


@given(ENDING, SEEDS, st.integers(0, 60), st.booleans())
@settings(max_examples=25)
def test_a_guess_is_a_sound_world_that_can_be_written_and_played_to_its_end(
    setting: Setting, seed: int, plies: int, in_a_crowd: bool
) -> None:
    match = crowded(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    for seat in WATCHERS:
        world = guessed(match, seat, seed)
        random = Random(seed)
        again = quincunx.set_up(world.position(), seed=seed)
        chance = world.game.core.chance
        assert np.delete(again.raw, range(chance.start, chance.stop)).tobytes() == (
            np.delete(world.raw, range(chance.start, chance.stop)).tobytes()
        )
        INVARIANTS[setting.game](again)
        assert_moves_are_sound(world)
        for number in range(10_000):
            if world.over:
                break
            world.play(random.choice(world.moves.numbers))
            if number % 16 == 0:
                sound = world.copy()
                sound.set_chance(bytes(8))
                INVARIANTS[setting.game](sound)
        assert world.over
        assert world.outcome is not None


@given(TABLES, SEEDS, st.integers(0, 60))
def test_two_guesses_bring_two_futures(setting: Setting, seed: int, plies: int) -> None:
    match = played(setting, "uniform", seed, plies)
    chance = match.game.core.chance
    for seat in WATCHERS:
        futures = {guessed(match, seat, start).raw[chance].tobytes() for start in range(5)}
        assert len(futures) == 5
        assert not match.view(seat).raw[chance].any()


@given(TABLES, SEEDS, PLIES)
def test_bots_choose_by_what_their_seat_knows(setting: Setting, seed: int, plies: int) -> None:
    match = played(setting, "fighter", seed, plies)
    assume(not match.over)
    for start in range(3):
        world = guessed(match, match.turn, start)
        for name in ("random", "greedy"):
            choice = quincunx.bot(name, seed=seed).choose(match)
            assert quincunx.bot(name, seed=seed).choose(world) == choice
