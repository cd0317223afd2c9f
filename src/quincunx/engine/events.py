"""What happened: a small buffer of integer rows, filled by `play`. Row 0 holds the count; no rows, no notes."""

import numpy as np
import numpy.typing as npt

from quincunx.engine.compiling import compiled

ROWS, WIDTH = 64, 6
Events = npt.NDArray[np.int16]


@compiled
def note(events, kind, a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Adds one row: the kind of event and up to five numbers whose meaning the kind defines."""
    if len(events) > 0 and events[0, 0] + 1 < len(events):
        row = events[0, 0] + 1
        events[0, 0] = row
        events[row, 0] = kind
        events[row, 1] = a
        events[row, 2] = b
        events[row, 3] = c
        events[row, 4] = d
        events[row, 5] = e


def buffer(rows: int = ROWS) -> Events:
    """An empty buffer; `buffer(0)` makes `play` note nothing."""
    return np.zeros((rows, WIDTH), np.int16)
