"""How often somebody may ask: a bucket for each address, seat or token that fills up again with time."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_BUCKETS = 100_000
"""So many are remembered; full ones are forgotten first, since they say nothing."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    per_second: float
    at_once: float


RATES = {
    "request": Rate(20, 200),  # an address, over HTTP
    "open": Rate(0.5, 30),  # an address that opens tables
    "guess": Rate(0.2, 30),  # an address that comes with links that open nothing
    "connect": Rate(5, 100),  # an address that opens sockets
    "message": Rate(15, 60),  # a link, over its sockets
    "say": Rate(0.5, 10),  # a seat that talks
    "hint": Rate(0.2, 3),  # a seat that asks a strong bot
}
"""What is limited."""


@dataclass
class Limits:
    """All buckets.

    >>> now = 0.0
    >>> limits = Limits(clock=lambda: now, rates={"say": Rate(1, 2)})
    >>> [limits.allow("say", "Ann") for _ in range(3)]
    [True, True, False]
    >>> now = 1.0
    >>> limits.allow("say", "Ann"), limits.allow("say", "Ann")
    (True, False)
    """

    clock: Callable[[], float] = time.monotonic
    rates: dict[str, Rate] = field(default_factory=lambda: dict(RATES))
    _buckets: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)

    def allow(self, what: str, who: str) -> bool:
        """Whether somebody may do that now; it counts if so."""
        rate = self.rates.get(what)
        if rate is None:
            return True
        now = self.clock()
        if len(self._buckets) >= MOST_BUCKETS:
            self._forget(now)
        filled, at = self._buckets.get((what, who), (rate.at_once, now))
        filled = min(rate.at_once, filled + (now - at) * rate.per_second)
        self._buckets[what, who] = (max(filled - 1, 0.0) if filled >= 1 else filled, now)
        return filled >= 1

    def _forget(self, now: float) -> None:
        """Forgets the buckets that have filled up again; all, if none has."""
        kept = {
            (what, who): (filled, at)
            for (what, who), (filled, at) in self._buckets.items()
            if filled + (now - at) * self.rates[what].per_second < self.rates[what].at_once
        }
        self._buckets = kept if len(kept) < MOST_BUCKETS else {}


NO_LIMITS: dict[str, Rate] = {}
"""For a server that only its owner can reach."""
