"""Chance: SplitMix64 (Steele, Lea, Flood 2014), whose whole state is one 64-bit number in the game's record.

The functions take any record with a field `chance`. They give the same bits interpreted, compiled and on a GPU.
At a table the number is set anew before every move from a keyed hash of the game's seed (see `Seed.chance`).
"""

import hashlib
import secrets
from typing import NamedTuple

import numpy as np

from quincunx.engine.compiling import compiled, record, wrapping
from quincunx.engine.errors import QuincunxError, shown

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW_HALF = 0xFFFF_FFFF
LARGEST_SEED_BITS = 4096
DICE = record([("chance", "u8")])
"""A generator that belongs to no game: a bot's or a playout's own."""


@wrapping
def mix(number):  # type: ignore[no-untyped-def]
    """SplitMix64's output function: every bit of the number moves every bit of the result."""
    number = (number ^ (number >> SHIFT_30)) * MIX_1
    number = (number ^ (number >> SHIFT_27)) * MIX_2
    return number ^ (number >> SHIFT_31)


@wrapping
def bits(record):  # type: ignore[no-untyped-def]
    """The next 64 random bits."""
    record.chance = record.chance + GAMMA
    return mix(record.chance)


@compiled
def draw(record, count):  # type: ignore[no-untyped-def]
    """A number in range(count), each equally likely (Lemire 2019: a multiplication, and rarely a second try)."""
    wide = np.int64(bits(record) >> SHIFT_32) * np.int64(count)
    low = wide & LOW_HALF
    if low < count:
        threshold = (LOW_HALF + 1 - count) % count
        while low < threshold:
            wide = np.int64(bits(record) >> SHIFT_32) * np.int64(count)
            low = wide & LOW_HALF
    return wide >> 32


@compiled
def shuffle(record, things, count):  # type: ignore[no-untyped-def]
    """Fisher-Yates over the first `count` things: all orders equally likely."""
    for last in range(count - 1, 0, -1):
        other = draw(record, last + 1)
        kept = things[last]
        things[last] = things[other]
        things[other] = kept


class Seed(NamedTuple):
    """The secret of one game: 256 bits, and the salt of the commitment that is shown before the first move. Players may
    add something of their own after they have seen the commitment: then nobody knows the chance to come alone."""

    key: bytes
    salt: bytes
    added: tuple[str, ...] = ()
    """What players added, in their order."""

    @staticmethod
    def new(number: int | None = None) -> "Seed":
        """A fresh secret seed, or the one that a number stands for.

        >>> Seed.new(7) == Seed.new(7), Seed.new() == Seed.new()
        (True, False)
        """
        if number is not None and (type(number) is not int or number.bit_length() > LARGEST_SEED_BITS):
            raise QuincunxError(f"A seed is a whole number of at most {LARGEST_SEED_BITS} bits, not {shown(number)}.")
        if number is None:
            return Seed(secrets.token_bytes(32), secrets.token_bytes(16))
        wide = hashlib.blake2b(str(number).encode(), digest_size=48, person=b"quincunx seed").digest()
        return Seed(wide[:32], wide[32:])

    @property
    def commitment(self) -> str:
        """What everybody may see from the start; the seed can be checked against it at the end."""
        return hashlib.blake2b(self.key, salt=self.salt, digest_size=32, person=b"quincunx commit").hexdigest()

    def chance(self, draw: int, stream: bytes = b"move") -> bytes:
        """The generator's state for the n-th time that a game needs chance (0: the deal). An undo can never roll
        again, and what was seen tells nothing about what is to come."""
        key = self.key
        for text in self.added:
            key = hashlib.blake2b(text.encode(), key=key, digest_size=32, person=b"quincunx added").digest()
        return hashlib.blake2b(draw.to_bytes(8, "little"), key=key, digest_size=8, person=stream).digest()
