"""Who knows what: everything on the table is open, the future of chance is not."""

import numpy as np
from quincunx.engine.chance import bits
from quincunx.engine.compiling import compiled


@compiled
def hide(board, state, seat, out):
    """Section 6 of the rules document: all but the generator is known to all."""
    out[0] = state
    out[0].chance = np.uint64(0)


@compiled
def guess(board, state, seat):
    """The tokens of coming rounds (VG-057) are drawn from chance that nobody knows."""
    state.chance = bits(state)
