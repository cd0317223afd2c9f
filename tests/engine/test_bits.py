"""Sets as bits: the same numbers interpreted and compiled."""

import random

from quincunx.engine.bits import count_bits, highest, lowest

LARGEST = (1 << 63) - 1


def test_a_single_bit_is_found() -> None:
    for place in range(63):
        assert lowest(1 << place) == highest(1 << place) == place
        assert count_bits(1 << place) == 1


def test_bits_are_counted_and_found_as_python_does() -> None:
    chance = random.Random(1)
    for _ in range(2_000):
        bits = chance.getrandbits(63) & chance.getrandbits(63) | 1 << chance.randrange(63)
        assert count_bits(bits) == bits.bit_count()
        assert lowest(bits) == (bits & -bits).bit_length() - 1
        assert highest(bits) == bits.bit_length() - 1


def test_nothing_and_everything_are_counted() -> None:
    assert count_bits(0) == 0
    assert count_bits(LARGEST) == 63
    assert (lowest(LARGEST), highest(LARGEST)) == (0, 62)
