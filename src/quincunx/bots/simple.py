"""The random and the greedy bot, as Python objects."""

# The door into the compiled policies stands here, so that one seat's view is all that can pass it.

import secrets

import numpy as np

from quincunx.bots import KINDS
from quincunx.bots.policies import pick
from quincunx.engine.chance import DICE, mix
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, MOST_MOVES, SEATS, STATE
from quincunx.engine.errors import QuincunxError, shown
from quincunx.engine.position import Position


@template
def choose(kind, board, state, dice):  # type: ignore[no-untyped-def]
    """A bot's choice, from bytes."""
    out = np.empty(MOST_MOVES, np.int16)
    known = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    values = np.zeros(SEATS, np.float64)
    now = state.view(STATE)[0]
    return pick(kind, board.view(BOARD)[0], now, dice[0], out, known, trial, values, None)


class SimpleBot:
    """Thinks one step ahead at most, at once."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._kind = KINDS[name]
        self._dice = np.zeros(1, DICE)
        if seed is not None and type(seed) is not int:
            raise QuincunxError(f"A seed is a whole number, not {shown(seed)}.")
        start = secrets.randbits(64) if seed is None else seed & (2**64 - 1)
        self._dice[0].chance = mix(np.uint64(start))

    def choose(self, game: Position) -> int:
        """A legal move for the seat whose turn it is."""
        if game.turn is None:
            raise QuincunxError("The game is over: there is no move to choose.")
        view = game.view(game.turn)
        return int(view.game.bind(choose)(self._kind, view.board_raw, view.raw, self._dice))
