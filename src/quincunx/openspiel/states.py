"""A state as OpenSpiel's states are: players move, and chance is a player of its own.

A Quincunx game draws from a generator in its record, inside the moves. Here each move that needs chance is followed by
chance nodes that choose where the generator stands, one digit after the other; then the move is carried out. So a
state's clones know nothing of the dice to come, and the same digits always give the same state.
"""

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position

if TYPE_CHECKING:
    from quincunx.openspiel.games import SpielGame

OUTCOMES = 256
"""Of a chance node, all equally likely."""
DIGITS = 4
"""Chance nodes in a row: four billion ways to go on."""
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
DEAL = -1
"""Stands for the deal where a move waits for chance."""


def hashed(*parts: bytes) -> bytes:
    """A short hash."""
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


class Standing:
    """Where a game stands: the position, what waits for chance, and what each seat has seen so far."""

    __slots__ = ("digits", "memories", "position", "waiting")

    def __init__(
        self,
        position: Position,
        waiting: int | None,
        digits: bytes = b"",
        memories: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        self.position = position
        self.waiting = waiting
        self.digits = digits
        self.memories = [(b"", b"")] * position.players if memories is None else memories
        """For each seat a hash of all that it has seen, and one of what it saw last."""

    @property
    def dealt(self) -> bool:
        """Whether the game has begun."""
        return self.waiting != DEAL

    def __deepcopy__(self, memo: Any) -> "Standing":
        return Standing(self.position.copy(), self.waiting, self.digits, self.memories[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return Standing, (self.position, self.waiting, self.digits, self.memories)

    def play(self, move: int) -> None:
        """Plays a move, or leaves it waiting for chance if it needs that."""
        position, before = self.position, self.position.raw.copy()
        seat = int(position.state.turn)
        position.play(move)
        if self.generator == before[position.game.core.chance].tobytes():
            self.remember(seat, move)
        else:
            position.raw[:] = before
            self.waiting = move

    @property
    def generator(self) -> bytes:
        """Where the game's own generator stands."""
        return self.position.raw[self.position.game.core.chance].tobytes()

    def chance(self, digit: int) -> None:
        """Takes a digit; after the last one, the deal or the move is carried out."""
        self.digits += bytes([digit])
        if len(self.digits) < DIGITS:
            return
        position, move = self.position, self.waiting
        assert move is not None
        position.set_chance(hashed(self.generator, self.digits)[:8])
        self.digits, self.waiting = b"", None
        if move == DEAL:
            position.game.core.new(position.board_raw, position.raw)
            self.remember(None, move)
        else:
            seat = int(position.state.turn)
            position.play(move)
            self.remember(seat, move)

    def remember(self, mover: int | None, move: int) -> None:
        """Each seat remembers what it did, and what it sees if that has changed."""
        seen = self.view(-1)
        for seat in range(self.position.players):
            if self.position.game.secret:
                seen = self.view(seat)
            all_seen, last_seen = self.memories[seat]
            if seat == mover:
                all_seen = hashed(all_seen, move.to_bytes(2, "little"))
            if seen != last_seen:
                all_seen = hashed(all_seen, seen)
            self.memories[seat] = all_seen, seen

    def view(self, seat: int) -> bytes:
        """A hash of what a seat sees now (-1: a spectator)."""
        position, known = self.position, np.zeros_like(self.position.raw)
        position.game.core.known(position.board_raw, position.raw, seat, known)
        return hashed(known.tobytes())

    def recall(self, seat: int) -> str:
        """All that a seat has seen."""
        return f"seat {seat}: {self.memories[seat][0].hex()}"

    def guessed(self, seat: int, chance: bytes) -> "Standing":
        """A world that looks the same to a seat. What the others have seen before, it can't know: they remember what
        they see there now."""
        world = self.position.view(seat)
        world = Position(world.game, world.players, world.options, world.board_raw, world.raw)
        world.set_chance(chance)
        world.game.core.imagine(world.board_raw, world.raw, seat)
        other = Standing(world, None)
        other.remember(None, DEAL)
        other.memories[seat] = self.memories[seat]
        return other


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One state of a game."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        position, by_chance = game.start
        self.at = Standing(position.copy(), DEAL if by_chance else None)

    def current_player(self) -> int:
        """The seat to move, or chance."""
        if self.at.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.at.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at.waiting is None and self.at.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.position.moves.numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values of a digit."""
        return CHANCES

    def _apply_action(self, action: int) -> None:
        if self.at.waiting is None:
            self.at.play(action)
        else:
            self.at.chance(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.at.position.game.spell(self.at.position, action)

    def returns(self) -> list[float]:
        """Each seat's outcome once the game is over."""
        return list(self.at.position.outcome or [0.0] * self.at.position.players)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that the seat can't tell from this one; what it can't know is guessed, by the game's own `guess`. It
        has no history: that would tell too much."""
        if self.at.waiting is not None:
            raise QuincunxError("While chance decides, there is nothing to guess: ask at a seat's turn.")
        other = self.get_game().new_initial_state()
        other.at = self.at.guessed(player, hashed(repr(sampler()).encode())[:8])
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if not self.at.dealt:
            return f"chance deals {self.at.digits.hex()}"
        waiting = "" if self.at.waiting is None else f"\nchance decides {self.at.waiting} {self.at.digits.hex()}"
        return self.at.position.position() + waiting
