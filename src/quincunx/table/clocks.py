"""Clocks: how long each seat may still think. Pure arithmetic over the times of entries, in milliseconds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.engine.errors import QuincunxError, is_text, shown

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
        if not is_text(terms.kind) or terms.kind not in KINDS:
            raise QuincunxError(f"There is no clock {shown(terms.kind)}; choose {', '.join(KINDS)}.")
        if not is_text(terms.flag) or terms.flag not in FLAGS:
            raise QuincunxError(f"At the flag: {shown(terms.flag)} is not known; choose {', '.join(FLAGS)}.")
        least = 0 if terms.kind == "none" else SECOND
        for name, value, low in (("time", terms.time, least), ("more", terms.more, 0)):
            if type(value) is not int or not low <= value <= LONGEST:
                raise QuincunxError(f"{name}: {shown(value)} is not a time from {low} to {LONGEST} milliseconds.")
        return terms


def apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same time as spans in order that do not overlap.

    >>> apart([(5, 9), (1, 3), (2, 4)])
    [(1, 4), (5, 9)]
    """
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        elif start < stop:
            found.append((start, stop))
    return found


class Clock:
    """The clocks of all seats. Only the seat that is awaited is charged, and never for a span in which the server was
    down. Moves that are taken back take back what they brought: nobody gains time by them, and nobody loses any.

    >>> clock = Clock(Terms("fischer", 10_000, 1_000), players=2)
    >>> clock.await_seat(0, at=0)
    >>> clock.moved(1, at=4_000)
    >>> clock.left(0, 5_000), clock.left(1, 5_000), clock.deadline
    (7000, 9000, 14000)
    >>> clock.taken_back(1, 0, at=5_000)
    >>> clock.left(0, 5_000), clock.left(1, 5_000)
    (6000, 10000)
    """

    def __init__(self, terms: Terms, players: int, downtimes: Sequence[tuple[int, int]] = ()) -> None:
        self.terms = terms
        self.downtimes = downtimes
        self.turn: int | None = None
        """The seat to move, whoever plays it."""
        self.awaited: int | None = None
        """That seat, if a person plays it."""
        self._left = [terms.time] * players
        self._bank = [terms.more if terms.kind == "days" else 0] * players
        self._since = 0
        self._round = 0
        self._marks: list[tuple[list[int], list[int], int]] = []
        """What everybody had left when each move of the line was made, and in which round that was."""

    def await_seat(self, turn: int | None, at: int, round_: int = 0, *, bot: bool = False) -> None:
        """From now on it is this seat's turn, though nothing was played: the game begins or ends, a bot stands in, its
        player is back."""
        self._charge(at)
        self._round = round_
        self._go_on(turn, at, bot)

    def moved(self, turn: int | None, at: int, round_: int = 0, *, bot: bool = False, command: bool = False) -> None:
        """The seat to move has moved, or some seat has given a command; whose turn it is now."""
        self._charge(at)
        self._marks.append((self._left.copy(), self._bank.copy(), self._round))
        kind, passed = self.terms.kind, turn != self.turn
        if kind == "fischer" and passed and self.turn is not None:
            self._add(self.turn)
        if kind == "round" and round_ != self._round:
            self._left = [self.terms.time] * len(self._left)
        if turn is not None and ((kind == "move" and not command) or (kind in ("move", "days") and passed)):
            self._left[turn] = self.terms.time
        self._round = round_
        self._go_on(turn, at, bot)

    def _add(self, seat: int) -> None:
        """Some more after a turn. For one that a bot has played, nobody gets more than the next turn needs."""
        added = self._left[seat] + self.terms.more
        self._left[seat] = added if seat == self.awaited else max(self._left[seat], self.terms.more)

    def taken_back(self, count: int, turn: int | None, at: int, *, bot: bool = False) -> None:
        """So many moves and commands were taken back: everybody has left what was left before them."""
        self._left, self._bank, self._round = self._marks[-count]
        del self._marks[-count:]
        self._go_on(turn, at, bot)

    def _go_on(self, turn: int | None, at: int, bot: bool) -> None:
        self.turn, self.awaited = turn, None if bot else turn
        self._since = max(at, self._since)

    def _charge(self, at: int) -> None:
        if (seat := self.awaited) is not None:
            over = self._spent(at) - self._left[seat]
            self._left[seat] = max(0, -over)
            self._bank[seat] -= min(max(0, over), self._bank[seat])

    def _down(self) -> list[tuple[int, int]]:
        """The spans since the seat is awaited in which the server was down."""
        return apart((max(start, self._since), stop) for start, stop in self.downtimes if stop > self._since)

    def _spent(self, at: int) -> int:
        """Of the span since the seat is awaited, what counts."""
        down = sum(max(0, min(stop, at) - start) for start, stop in self._down())
        return max(0, at - self._since - down)

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
        for start, stop in self._down():
            if start < end:
                end += stop - start
        return end
