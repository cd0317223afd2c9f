"""`hide` and `guess` for games in which everything on the table is open and only the future of chance is not."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.chance import bits
from quincunx.engine.compiling import compiled


@compiled
def hide(board, state, seat, out):
    """All but the generator is known to all."""
    out[0] = state
    out[0].chance = np.uint64(0)


@compiled
def guess(board, state, seat):
    """What chance will bring, nobody knows: any future is as likely as the true one."""
    state.chance = bits(state)
