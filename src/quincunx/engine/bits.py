"""Sets of small numbers as the bits of one number."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.compiling import INTERPRETED, compiled

ODD, PAIRS, NIBBLES, BYTES = (
    np.uint64(each) for each in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)
ONE, TWO, FOUR, TOP_BYTE = (np.uint64(each) for each in (1, 2, 4, 56))

if INTERPRETED:

    def count_bits(bits):
        """How many bits are set, of a number that is not negative."""
        return np.int64(int(bits).bit_count())  # a Python int would grow beyond 64 bits

else:

    @compiled
    def count_bits(bits):
        """How many bits are set, of a number that is not negative: in pairs, nibbles, bytes, then all. Compilers know
        this way of writing it and have an instruction for it."""
        word = np.uint64(bits)
        word = word - ((word >> ONE) & ODD)
        word = (word & PAIRS) + ((word >> TWO) & PAIRS)
        word = (word + (word >> FOUR)) & NIBBLES
        return np.int64((word * BYTES) >> TOP_BYTE)


@compiled
def lowest(bits):
    """The number of the lowest bit of a positive number."""
    return count_bits((bits & -bits) - 1)


@compiled
def highest(bits):
    """The number of the highest bit of a positive number: all bits below it are set."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    bits |= bits >> 32
    return count_bits(bits) - 1
