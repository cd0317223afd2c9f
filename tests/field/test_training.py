"""Many tables at once: the same as one table played by hand, from arrays that nobody else can write."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Unknown
from quincunx.engine.position import Position
from quincunx.training import Observer, Tables
from tests.field.short import EXAMPLE, SHORT
from tests.playouts import EVERY_GAME

GAMES = [EXAMPLE, EVERY_GAME[0]]
"""Compiled, one of the large games will do: the loop is the same for all, and each takes long to compile."""
OTHERS = EVERY_GAME[1:]
every_game = pytest.mark.parametrize("name", GAMES)


def tables(name: str = EXAMPLE, count: int = 5, seed: int | None = 7, **settings: Any) -> Tables:
    """Some tables of a game that ends soon."""
    return Tables(name, count, seed=seed, **SHORT.get(name, {}) | settings)


def choose(mask: npt.NDArray[np.bool_], random: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal move at each table."""
    return np.array([random.choice(np.flatnonzero(row)) for row in mask])


def played(at: Tables, steps: int, seed: int = 1) -> Iterator[npt.NDArray[np.int64]]:
    """Plays so many random moves at each table; yields them after each step."""
    random = np.random.default_rng(seed)
    for _ in range(steps):
        actions = choose(at.mask, random)
        at.step(actions)
        yield actions


def everything(at: Tables) -> str:
    """A hash of all arrays and all states."""
    digest = hashlib.blake2b()
    for array in (at.observation, at.mask, at.turn, at.reward, at.done):
        digest.update(array.tobytes())
    for table in range(at.count):
        digest.update(at.position(table).raw.tobytes())
    return digest.hexdigest()


# ---------------------------------------------------------------- what it does


@every_game
def test_it_is_the_same_as_stepping_positions_by_hand(name: str) -> None:
    assert_same_by_hand(name, 60)


def assert_same_by_hand(name: str, steps: int) -> None:
    """Plays random moves at some tables, and the same ones with positions."""
    at = tables(name, 3, players=quincunx.game(name).players[-1])
    observer = Observer(at.game)
    by_hand = [at.position(table) for table in range(at.count)]
    ended = 0
    for actions in played(at, steps):
        for table, position in enumerate(by_hand):
            position.play(actions[table])
            assert at.done[table] == position.over
            assert at.reward[table].tolist() == pytest.approx(position.outcome or [0] * at.players)
            if position.over:
                ended += 1
                by_hand[table] = position = at.position(table)
            assert np.array_equal(position.raw, at.position(table).raw)
            assert at.turn[table] == position.turn
            assert np.flatnonzero(at.mask[table]).tolist() == position.moves.numbers
            assert np.array_equal(at.observation[table], observer(position, position.turn))
    assert ended or name != EXAMPLE


def test_interpreted_it_is_the_same_for_the_other_games() -> None:
    """This file as a program plays them."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == OTHERS


@every_game
def test_the_same_seed_gives_the_same_arrays(name: str) -> None:
    one, two, other = tables(name), tables(name), tables(name, seed=8)
    for _ in zip(played(one, 25), played(two, 25), strict=True):
        assert everything(one) == everything(two)
    assert everything(one.reset(seed=7) and one) == everything(tables(name))
    if name != EXAMPLE:
        assert everything(other) != everything(tables(name))


@pytest.mark.parametrize("name", GAMES[1:])
def test_tables_play_different_games_and_never_the_same_twice(name: str) -> None:
    at = tables(name, 4)
    starts = [at.position(table).digest for table in range(4)]
    at.reset()
    starts += [at.position(table).digest for table in range(4)]
    assert len(set(starts)) == 8


def test_a_game_does_not_depend_on_how_many_tables_there_are() -> None:
    few, many = tables(GAMES[1], 2), tables(GAMES[1], 9)
    assert [few.position(table) for table in range(2)] == [many.position(table) for table in range(2)]


def test_a_table_whose_game_ends_gets_a_new_one_at_once() -> None:
    at = tables(count=2)
    for column in (0, 1, 0, 1, 0, 1):
        at.step([column, (column + at.turn[0]) % 7])
        assert not at.done.any()
        assert not at.reward.any()
    at.step([0, 6])
    assert at.done.tolist() == [True, False]
    assert at.reward.tolist() == [[1, -1], [0, 0]]
    assert at.turn.tolist() == [0, 1]
    assert at.position(0) == quincunx_start(at)
    at.step([3, 5])
    assert not at.done.any()
    assert not at.reward.any()


def quincunx_start(at: Tables) -> Position:
    """The example's first position, with the table's own generator."""
    start = Position(at.game, at.players, at.options, at.position(0).board_raw)
    start.set_chance(int(at.position(0).state.chance).to_bytes(8, "little"))
    return start


def test_the_arrays_stay_the_same_objects_and_cannot_be_written() -> None:
    at = tables()
    arrays: tuple[npt.NDArray[Any], ...] = at.reset()
    addresses = [array.ctypes.data for array in arrays]
    for again, mine in zip(arrays, (at.observation, at.mask, at.turn, at.reward, at.done), strict=True):
        assert again is mine
        assert not again.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            again[0] = 0
    assert all(again is array for again, array in zip(at.step([1] * 5), arrays, strict=True))
    assert [array.ctypes.data for array in arrays] == addresses


def test_a_position_that_was_looked_at_is_a_copy() -> None:
    at = tables()
    before = everything(at)
    at.position(0).play("column 1")
    assert everything(at) == before


# ---------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 7, 0, 0], r"Table 2: move 7 is not legal\. CF-3"),
        ([0, 0, 0, 0, -1], r"Table 4: move -1 is not legal\. CF-3"),
        ([0, 0, 0, 2**62, 0], r"Table 3: move 4611686018427387904 is not legal"),
        (np.array([0, 0, 0, 0, 2**64 - 1], np.uint64), r"Table 4: move 18446744073709551615 is not legal"),
        ([0, 0, 0, 0], r"5 tables, and each needs one action; the array's shape is \(4,\)"),
        ([[0, 0, 0, 0, 0]], r"the array's shape is \(1, 5\)"),
        (3, r"the array's shape is \(\)"),
        ([0.0] * 5, "whole numbers; these are of type float64"),
        ([True] * 5, "whole numbers; these are of type bool"),
        (["1"] * 5, "whole numbers; these are of type <U1"),
        (None, "whole numbers; these are of type object"),
        ([10**30] * 5, "whole numbers; these are of type object"),
    ],
)
def test_wrong_actions_are_refused_and_nothing_is_played(actions: Any, words: str) -> None:
    at = tables()
    for _ in played(at, 3):
        pass
    before = everything(at)
    with pytest.raises(QuincunxError, match=words):
        at.step(actions)
    assert everything(at) == before


def test_a_full_column_is_refused_at_its_table_only() -> None:
    at = tables(count=3)
    for column in range(6):
        at.step([3, column, column])
    with pytest.raises(QuincunxError, match=r"Table 0: move 3 is not legal\. CF-1: A full column is closed\."):
        at.step([3, 3, 3])
    at.step([2, 3, 3])


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64])
def test_actions_of_any_whole_numbers_will_do(kind: Any) -> None:
    at, other = tables(), tables()
    at.step(np.arange(5).astype(kind))
    other.step([0, 1, 2, 3, 4])
    assert everything(at) == everything(other)
    strided = np.zeros((5, 2), kind)
    strided[:, 0] = 3
    at.step(strided[:, 0])
    other.step([3] * 5)
    assert everything(at) == everything(other)


@pytest.mark.parametrize("count", [0, -1, 1.0, True, "4", None, 10**9])
def test_a_wrong_number_of_tables_is_refused(count: Any) -> None:
    with pytest.raises(QuincunxError, match="Play at 1 to 16,777,216 tables"):
        Tables(EXAMPLE, count)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_a_wrong_seed_is_refused_and_nothing_is_dealt(seed: Any) -> None:
    at = tables()
    at.step([3] * 5)
    before = everything(at)
    with pytest.raises(QuincunxError, match="A seed is a whole number from 0"):
        at.reset(seed)
    assert everything(at) == before


@pytest.mark.parametrize("table", [5, -1, 1.0, None])
def test_a_table_that_is_not_there_is_refused(table: Any) -> None:
    with pytest.raises(QuincunxError, match=r"There is no table .*; they are numbered from 0 to 4\."):
        tables().position(table)


def test_wrong_games_players_and_options_are_refused() -> None:
    with pytest.raises(Unknown, match="There is no game 'ludo'"):
        Tables("ludo", 1)
    with pytest.raises(BadOption, match="a game for 2 players, not 3"):
        Tables(EXAMPLE, 1, players=3)
    with pytest.raises(Unknown, match="There is no option 'fog'"):
        Tables(EXAMPLE, 1, fog=True)


if __name__ == "__main__":
    for other in OTHERS:
        assert_same_by_hand(other, 12)
        print(other)
