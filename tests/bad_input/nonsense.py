"""Values that are wrong nearly everywhere, and what comes out of a call with them."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import QuincunxError
from quincunx.table.match import Match

NONSENSE: list[Any] = [
    None,
    True,
    -1,
    7,
    10**30,
    1.0,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\ud800",
    "a\0b",
    "1" * 5000,
    "{" * 5000,
    '{"a":' * 5000,
    "x" * 5000 + ".py",
    b"bytes",
    [],
    ["x"],
    [[]],
    {},
    {"x": 1},
    object(),
]
"""Values that are wrong nearly everywhere. A few are right in some places, and may be accepted there."""


def complaints(call: Callable[[Any], object], values: list[Any] = NONSENSE) -> list[str]:
    """What else than a QuincunxError came out of a call, for each value."""
    found = []
    for value in values:
        try:
            call(value)
        except QuincunxError as error:
            found += [] if str(error).strip() else [f"{str(value)[:20]!r}: no words"]
        except Exception as error:
            found.append(f"{str(value)[:20]!r}: {type(error).__name__}: {str(error)[:80]}")
    return found


def vanagloria() -> Match:
    return quincunx.new("vanagloria", 3, seed=1, talk="alliances")


STATION: dict[str, Any] = {"game": "vanagloria", "players": 2}
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["d@E0", "m@K.a x3", "r+@F0", "activated d@K.a", "oc", "p2a", "pro", 0, 1, 2, 7, 999]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
