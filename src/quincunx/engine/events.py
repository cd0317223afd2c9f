"""What happened: a small buffer of integer rows, filled by `play`. Row 0 holds the count. Where nobody listens, in
search and simulation, the buffer is None, and what would be noted is not even compiled."""

import numpy as np
import numpy.typing as npt

from quincunx.engine.compiling import apart, pasted

ROWS, WIDTH = 256, 6
Events = npt.NDArray[np.int16]


@apart
def write_down(events, kind, a, b, c, d, e):  # type: ignore[no-untyped-def]
    """One more row, if there is room."""
    row = events[0, 0] + 1 if len(events) > 0 else 0
    if 0 < row < len(events):
        events[0, 0] = row
        events[row, 0] = kind
        events[row, 1] = a
        events[row, 2] = b
        events[row, 3] = c
        events[row, 4] = d
        events[row, 5] = e


@pasted
def note(events, kind, a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Adds one row: the kind of event and up to five numbers whose meaning the kind defines."""
    if events is not None:
        write_down(events, np.int64(kind), np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e))


def buffer(rows: int = ROWS) -> Events:
    """An empty buffer; `buffer(0)` makes `play` note nothing."""
    return np.zeros((rows, WIDTH), np.int16)
