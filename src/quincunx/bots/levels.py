"""The ladder for people: eight levels, the same in every game, from a beginner to the best that there is.

A lower level thinks less, and its judgement is blurred: at first sight it takes a move for better or worse than it is,
and only thinking mends that. It never plays badly on purpose. Strengths are measured (see docs/bots.md).
"""

from typing import Any

LEVELS: tuple[dict[str, Any], ...] = (
    {"iterations": 1, "jobs": 1, "blur": 0.30},
    {"iterations": 1, "jobs": 1, "blur": 0.10},
    {"iterations": 1, "jobs": 1, "blur": 0.035},
    {"iterations": 6, "jobs": 1, "blur": 0.03},
    {"iterations": 32, "jobs": 1, "blur": 0.02},
    {"iterations": 256, "jobs": 1, "blur": 0.01},
    {"iterations": 2048, "jobs": 1, "blur": 0.01},
    {"seconds": 1.0},
)
NAMES = tuple(f"level-{number}" for number in range(1, len(LEVELS) + 1))
