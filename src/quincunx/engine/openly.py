"""`hide` and `guess` for games in which everything on the table is open and only the future of chance is not."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.chance import bits
from quincunx.engine.compiling import compiled, template
from quincunx.engine.contract import appraise


@compiled
def hide(board, state, seat, out):
    """All but the generator is known to all."""
    out[0] = state
    out[0].chance = np.uint64(0)


@compiled
def first_by_turn(state, turn):
    """Who began, in a game that does not note it: the seat that had the first move."""
    return turn


@compiled
def first_by_note(state, turn):
    """Who began, in a game whose state has a field `first`: the first move may have been made by another seat."""
    return state.first


@compiled
def guess(board, state, seat):
    """What chance will bring, nobody knows: any future is as likely as the true one."""
    state.chance = bits(state)


@template
def regard(board, state, seat, out):
    """For a game that appraises all seats together."""
    appraise(board, state, out)


@compiled
def keep_all(board, state, earlier, last, out, count):
    """For a game of which nobody knows which moves commute."""
    return count


@compiled
def one_style(board, state):
    """For a game that a search always looks at in the same way."""
    return 0
