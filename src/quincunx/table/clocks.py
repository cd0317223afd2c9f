"""Clocks: how long each seat may still think. Pure arithmetic over the times of entries, in milliseconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.engine.errors import QuincunxError, shown

SECOND, DAY = 1_000, 86_400_000
KINDS = {
    "none": "Nobody's time is measured.",
    "move": "So long for each decision.",
    "fischer": "So long for the whole game, and some more after each turn.",
    "round": "So long for all decisions of a round.",
    "days": "So many days for each turn, and a bank of days that is used up after that.",
}
FLAGS = {
    "bot": "A bot takes the seat over; its player may take it back.",
    "lose": "With two players the game is lost; with more, a bot plays the seat on.",
    "nothing": "The flag is shown, and nothing else happens.",
}
LONGEST = 100 * DAY


@dataclass(frozen=True)
class Terms:
    """What a table has agreed on.

    >>> Terms.read({"kind": "fischer", "time": 300_000, "more": 5_000})
    Terms(kind='fischer', time=300000, more=5000, flag='bot')
    """

    kind: str = "none"
    time: int = 0
    """For a decision, the game, a round or a turn."""
    more: int = 0
    """After each turn (fischer), or the bank (days)."""
    flag: str = "bot"

    @staticmethod
    def read(data: Any) -> "Terms":
        """From JSON values, checked."""
        if not isinstance(data, dict) or set(data) - {"kind", "time", "more", "flag"}:
            raise QuincunxError("A clock is given as kind, time, more and flag.")
        terms = Terms(**data)
        if terms.kind not in KINDS:
            raise QuincunxError(f"There is no clock {shown(terms.kind)}; choose {', '.join(KINDS)}.")
        if terms.flag not in FLAGS:
            raise QuincunxError(f"At the flag: {shown(terms.flag)} is not known; choose {', '.join(FLAGS)}.")
        least = 0 if terms.kind == "none" else SECOND
        for name, value, low in (("time", terms.time, least), ("more", terms.more, 0)):
            if type(value) is not int or not low <= value <= LONGEST:
                raise QuincunxError(f"{name}: {shown(value)} is not a time from {low} to {LONGEST} milliseconds.")
        return terms


class Clock:
    """The clocks of all seats. Only the seat that is awaited is charged, and never for a span in which the server was
    down.

    >>> clock = Clock(Terms("fischer", 10_000, 1_000), players=2)
    >>> clock.await_seat(0, at=0)
    >>> clock.await_seat(1, at=4_000)
    >>> clock.left(0, 5_000), clock.left(1, 5_000), clock.deadline
    (7000, 9000, 14000)
    """

    def __init__(self, terms: Terms, players: int, downtimes: Sequence[tuple[int, int]] = ()) -> None:
        self.terms = terms
        self.downtimes = downtimes
        self._left = [terms.time] * players
        self._bank = [terms.more if terms.kind == "days" else 0] * players
        self.awaited: int | None = None
        self._since = 0
        self._round = 0

    def await_seat(self, seat: int | None, at: int, round_: int = 0) -> None:
        """From now on this seat is awaited; called after every move, also if it is the same seat again."""
        before = self.awaited
        if before is not None:
            self._charge(before, at)
            if before != seat and self.terms.kind == "fischer":
                self._left[before] += self.terms.more
        if round_ != self._round:
            self._round = round_
            if self.terms.kind == "round":
                self._left = [self.terms.time] * len(self._left)
        fresh = self.terms.kind == "move" or (self.terms.kind == "days" and before != seat)
        if seat is not None and fresh:
            self._left[seat] = self.terms.time
        self.awaited, self._since = seat, at

    def _charge(self, seat: int, at: int) -> None:
        over = self._spent(at) - self._left[seat]
        self._left[seat] = max(0, -over)
        self._bank[seat] -= min(max(0, over), self._bank[seat])
        self._since = at

    def _spent(self, at: int) -> int:
        """Of the span since the seat is awaited, what counts."""
        span = (self._since, max(at, self._since))
        down = sum(max(0, min(end, span[1]) - max(start, span[0])) for start, end in self.downtimes)
        return span[1] - span[0] - down

    def left(self, seat: int, at: int) -> int | None:
        """How much time a seat has left at a moment; None without a clock."""
        if self.terms.kind == "none":
            return None
        spent = self._spent(at) if seat == self.awaited else 0
        return max(0, self._left[seat] + self._bank[seat] - spent)

    @property
    def deadline(self) -> int | None:
        """When the flag of the awaited seat falls, if the server stays up."""
        if self.terms.kind == "none" or self.awaited is None:
            return None
        end = self._since + self._left[self.awaited] + self._bank[self.awaited]
        for start, stop in self.downtimes:
            if stop > self._since and start < end:
                end += stop - max(start, self._since)
        return end
