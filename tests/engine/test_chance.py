"""Chance: the bits are SplitMix64's, the draws are fair, the seed is committed to."""

import math
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quincunx.engine.chance import DICE, Seed, bits, draw, mix, shuffle
from quincunx.engine.compiling import compiled

REFERENCE = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""The first outputs of SplitMix64 for the seed 1234567, as published with the algorithm's reference code."""


def dice(start: int) -> Any:
    made = np.zeros(1, DICE)
    made[0].chance = np.uint64(start)
    return made[0]


def assert_even(counts: Any) -> None:
    """Chi-square, within five standard deviations of what fair dice give. The seeds are fixed: no luck is involved."""
    counts = np.asarray(counts, float)
    expected = counts.sum() / len(counts)
    freedom = len(counts) - 1
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert chi_square < freedom + 5 * math.sqrt(2 * freedom)


def test_the_bits_are_those_of_splitmix64() -> None:
    generator = dice(1234567)
    assert [int(bits(generator)) for _ in REFERENCE] == REFERENCE


def test_the_whole_state_is_one_number_that_wraps_around() -> None:
    generator = dice(2**64 - 1)
    bits(generator)
    assert int(generator.chance) == 0x9E3779B97F4A7C15 - 1
    assert int(mix(np.uint64(0))) == 0
    assert len({int(mix(np.uint64(n))) for n in range(1000)}) == 1000


@compiled
def tally(generator: Any, count: int, divisor: int, modulus: int, times: int, out: Any) -> None:
    """Counts draws by (number // divisor) % modulus."""
    for _ in range(times):
        out[(draw(generator, count) // divisor) % modulus] += 1


def tallied(count: int, bins: int, *, divisor: int = 1, seed: int = 1, times: int = 60_000) -> list[int]:
    out = np.zeros(bins, np.int64)
    tally(dice(seed), count, divisor, bins, times, out)
    found: list[int] = out.tolist()
    assert sum(found) == times
    return found


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 10, 12, 100])
def test_small_draws_are_even(count: int) -> None:
    assert_even(tallied(count, count, seed=count))


@pytest.mark.parametrize("seed", range(5))
def test_neighbouring_seeds_give_even_first_draws(seed: int) -> None:
    """At a table and in the lab every game has its own seed: the first draw of many seeds must be fair too."""
    assert_even([*Counter(int(draw(dice(seed * 10**6 + n), 6)) for n in range(6000)).values()])


def test_draws_at_the_edges() -> None:
    generator = dice(5)
    assert {int(draw(generator, 1)) for _ in range(100)} == {0}
    most = 2**31 - 1
    numbers = [int(draw(generator, most)) for _ in range(2000)]
    assert 0 <= min(numbers) < most // 100
    assert most - most // 100 < max(numbers) < most
    assert_even(tallied(most, 16, divisor=most // 16 + 1))
    assert_even(tallied(most, 16, seed=9))
    assert_even(tallied(2, 2, seed=3))


def test_a_draw_tries_again_rather_than_being_uneven() -> None:
    """2**32 is no multiple of this count: without a second try every third number would come up too seldom."""
    assert_even(tallied(3 * 2**29, 3))


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_shuffles_give_all_orders_alike(length: int) -> None:
    generator = dice(length)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        things = np.arange(length + 2, dtype=np.int16)
        shuffle(generator, things, length)
        assert things[length:].tolist() == [length, length + 1], "only the first things are shuffled"
        orders[tuple(things[:length].tolist())] += 1
    assert set(orders) == set(permutations(range(length)))
    if length > 1:
        assert_even([*orders.values()])


# ---------------------------------------------------------------- the seed of a table


def test_a_number_stands_for_one_seed_and_no_number_for_a_secret_one() -> None:
    assert Seed.new(7) == Seed.new(7)
    assert len({Seed.new(number) for number in range(-50, 50)}) == 100
    assert len({Seed.new() for _ in range(50)}) == 50
    for seed in (Seed.new(7), Seed.new()):
        assert (len(seed.key), len(seed.salt)) == (32, 16)


def test_a_commitment_binds_key_and_salt_and_tells_neither() -> None:
    seed = Seed.new(7)
    assert Seed(seed.key, seed.salt).commitment == seed.commitment
    assert len(bytes.fromhex(seed.commitment)) == 32
    for bit in range(256):
        key = (int.from_bytes(seed.key, "big") ^ 1 << bit).to_bytes(32, "big")
        assert Seed(key, seed.salt).commitment != seed.commitment
    for bit in range(128):
        salt = (int.from_bytes(seed.salt, "big") ^ 1 << bit).to_bytes(16, "big")
        assert Seed(seed.key, salt).commitment != seed.commitment
    assert seed.key.hex() not in seed.commitment
    assert seed.salt.hex() not in seed.commitment


def test_every_move_of_every_game_has_a_stream_of_its_own() -> None:
    streams = [Seed.new(number).chance(move) for number in range(20) for move in range(200)]
    assert len(set(streams)) == len(streams)
    assert all(len(stream) == 8 for stream in streams)
    seed = Seed.new(7)
    assert seed.chance(3) == seed.chance(3)
    assert seed.chance(0) != seed.chance(0, b"seating")
    assert Seed(seed.key, bytes(16)).chance(3) == seed.chance(3), "the salt is for the commitment only"


def test_the_first_draws_of_successive_moves_are_even() -> None:
    """At a table each move starts its own stream: dice already seen tell nothing about dice to come."""
    seed = Seed.new(1)
    starts = [int.from_bytes(seed.chance(move), "little") for move in range(6000)]
    faces = [int(draw(dice(start), 6)) for start in starts]
    assert_even([*Counter(faces).values()])
    assert_even([*Counter((b - a) % 6 for a, b in pairwise(faces)).values()])


# ---------------------------------------------------------------- interpreted and compiled

SCRIPT = """
import numpy as np
from quincunx.engine.chance import DICE, bits, draw, mix, shuffle
made = np.zeros(1, DICE)
made[0].chance = np.uint64(2**64 - 3)
print([int(bits(made[0])) for _ in range(50)])
print([int(draw(made[0], count)) for count in (1, 2, 3, 6, 7, 1000, 3 * 2**29, 2**31 - 1) for _ in range(50)])
things = np.arange(40)
shuffle(made[0], things, 40)
print(things.tolist(), int(made[0].chance), int(mix(np.uint64(2**63))))
"""


@pytest.mark.parametrize("jit", ["0", "1"])
def test_interpreted_and_compiled_bits_are_the_same(jit: str, tmp_path: Path) -> None:
    """NumPy's warning of an overflow would be an error here."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": jit}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    generator = dice(2**64 - 3)
    first = [int(bits(generator)) for _ in range(50)]
    counts = (1, 2, 3, 6, 7, 1000, 3 * 2**29, 2**31 - 1)
    second = [int(draw(generator, count)) for count in counts for _ in range(50)]
    things = np.arange(40)
    shuffle(generator, things, 40)
    third = f"{things.tolist()} {int(generator.chance)} {int(mix(np.uint64(2**63)))}"
    assert done.stdout.splitlines() == [str(first), str(second), third]
