"""Tournaments: any bots against each other, each in every seat equally often, on all cores."""

import hashlib
import math
import os
import random
import re
from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

from quincunx.bots import Bot, make
from quincunx.engine.compiling import INTERPRETED
from quincunx.engine.errors import QuincunxError, Refused, Unknown, shown
from quincunx.engine.game import Game
from quincunx.engine.options import Value
from quincunx.engine.position import Position
from quincunx.games import get
from quincunx.lab.loops import MOST_MOVES_IN_A_GAME
from quincunx.lab.processes import done_by

ROUND_ROBIN, ONE_AGAINST_REST, NEIGHBOURS = "round-robin", "one-against-rest", "neighbours"
FORMATS = (ROUND_ROBIN, ONE_AGAINST_REST, NEIGHBOURS)
MOST_GAMES = 100_000
MOST_ENTRANTS = 50
WORDS: dict[str, Any] = {"true": True, "false": False, "none": None}
"""Values of settings that are neither numbers nor plain text."""


# ---------------------------------------------------------------- entrants


def read_bot(text: str, **extra: Any) -> tuple[str, dict[str, Any]]:
    """A bot's name and its settings, from one text.

    >>> read_bot("greedy", seed=1)
    ('greedy', {'seed': 1})
    >>> read_bot("search:seconds=0.2,jobs=1,iterations=none")
    ('search', {'seconds': 0.2, 'jobs': 1, 'iterations': None})
    """
    if not isinstance(text, str):
        raise QuincunxError(f"A bot is written as a text, such as greedy or search:seconds=0.2, not {shown(text)}.")
    name, colon, rest = (part.strip() for part in text.partition(":"))
    settings: dict[str, Any] = {}
    for pair in rest.split(",") if colon else []:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (equals and key and value):
            raise QuincunxError(
                f"{shown(text)}: {shown(pair)} should be SETTING=VALUE; write a bot like search:seconds=0.2,jobs=1."
            )
        if key in settings or key in extra:
            why = "is given twice" if key in settings else "can't be chosen here"
            raise QuincunxError(f"{shown(text)}: the setting {shown(key)} {why}.")
        settings[key] = _value(text, value)
    return name, settings | extra


def _value(text: str, value: str) -> Any:
    if value.lower() in WORDS:
        return WORDS[value.lower()]
    if re.fullmatch(r"[+-]?\d{1,18}", value):
        return int(value)
    try:
        number = float(value)
    except ValueError:
        return value
    if not math.isfinite(number):
        raise QuincunxError(f"{shown(text)}: {shown(value)} is not a number that a setting can have.")
    return number


def make_bot(text: str, **extra: Any) -> Bot:
    """The bot that a text means.

    >>> make_bot("greedy", seed=1).name
    'greedy'
    """
    name, settings = read_bot(text, **extra)
    return make(name, **settings)


def spell_bot(name: str, settings: Mapping[str, Any]) -> str:
    """The one way to write a bot that `read_bot` reads.

    >>> spell_bot("search", {"seconds": 0.2, "jobs": 1, "iterations": None})
    'search:iterations=none,jobs=1,seconds=0.2'
    """
    pairs = [f"{key}={_spelled(value)}" for key, value in sorted(settings.items())]
    return name + (":" if pairs else "") + ",".join(pairs)


def _spelled(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


# ---------------------------------------------------------------- what is played


@dataclass(frozen=True)
class Tournament:
    """What is to be played.

    >>> Tournament("vanagloria", 2, ("greedy", "random")).round
    2
    """

    game: str
    players: int
    entrants: tuple[str, ...]
    """Bots as `read_bot` reads them."""
    games: int = 100
    """At least so many: rounds are played to their end."""
    seed: int = 0
    format: str = ROUND_ROBIN
    options: Mapping[str, Any] = field(default_factory=dict)

    def settle(self) -> tuple[Game, dict[str, Value]]:
        """The game and its settled options."""
        game = get(self.game)
        return game, game.settle(self.players, self.options, bots=True)

    def check(self) -> None:
        """Raises what is wrong."""
        self.settle()
        if self.format not in FORMATS:
            raise Unknown("format", self.format, list(FORMATS))
        if not 2 <= len(self.entrants) <= MOST_ENTRANTS:
            raise QuincunxError(
                f"A tournament has from 2 to {MOST_ENTRANTS} entrants, not {len(self.entrants)}. "
                "Name bots, such as: greedy random."
            )
        for text, name in zip(self.entrants, self.names, strict=True):
            make_bot(text, seed=1)
            if self.names.count(name) > 1:
                raise QuincunxError(f"{shown(name)} is entered twice.")
        if type(self.games) is not int or not 1 <= self.games <= MOST_GAMES:
            raise QuincunxError(f"Play from 1 to {MOST_GAMES:,} games, not {shown(self.games)}.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The entrants, each spelled in the one way."""
        return tuple(spell_bot(*read_bot(text)) for text in self.entrants)

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """Who meets whom in a round, two at a time, by their places in the list."""
        apart = 1 if self.format == NEIGHBOURS else len(self.entrants)
        return [(one, other) for one, other in permutations(range(len(self.entrants)), 2) if abs(one - other) <= apart]

    @property
    def _by_pairs(self) -> bool:
        return self.players == 2 or self.format == NEIGHBOURS

    @property
    def round(self) -> int:
        """Games after which every entrant has been in every seat equally often."""
        if self.format == ONE_AGAINST_REST:
            return (len(self.entrants) - 1) * self.players
        return len(self._pairs) if self._by_pairs else len(self.entrants)

    @property
    def total(self) -> int:
        """Games in all: whole rounds."""
        return -(-self.games // self.round) * self.round

    def seating(self, number: int) -> tuple[int, ...]:
        """The entrant at each seat in a game, by their places in the list.

        >>> pairs = Tournament("vanagloria", 2, ("greedy", "random"))
        >>> pairs.seating(0), pairs.seating(1)
        ((0, 1), (1, 0))
        >>> rest = Tournament("vanagloria", 3, ("greedy", "random"), format="one-against-rest")
        >>> [rest.seating(number) for number in range(3)]
        [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
        """
        turn, place = divmod(number, self.round)
        count = len(self.entrants)
        if self.format == ONE_AGAINST_REST:
            one, seat = divmod(place, self.players)
            return tuple(one if other == seat else count - 1 for other in range(self.players))
        dice = random.Random(self.number_for("seating", turn))
        if self._by_pairs:
            pair = dice.sample(self._pairs, self.round)[place]
            return tuple(pair[seat % 2] for seat in range(self.players))
        # In a round everybody moves on by one place from game to game, past every seat; who sits with whom is drawn.
        order = dice.sample(range(count), count)
        steps = [*range(count)] * (self.players // count) + dice.sample(range(count), self.players % count)
        dice.shuffle(steps)
        return tuple(order[(place + step) % count] for step in steps)

    def deal(self, number: int) -> int:
        """The chance that a game is dealt by: the same whenever the same entrants meet in a round, in whatever seats.
        What the deal decides, such as who begins, then helps each of them equally often.

        >>> pairs = Tournament("vanagloria", 2, ("greedy", "random"))
        >>> pairs.deal(0) == pairs.deal(1) != pairs.deal(2)
        True
        """
        return self.number_for("deal", number // self.round, *sorted({*self.seating(number)}))

    def number_for(self, *what: object) -> int:
        """A random 63-bit number for one thing in this tournament, the same on every machine."""
        text = "/".join(str(part) for part in (self.seed, *what))
        return (
            int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8, person=b"tournament").digest(), "little") >> 1
        )


@dataclass(frozen=True)
class Played:
    """One game that was played."""

    number: int
    seats: tuple[int, ...]
    """The entrant at each seat."""
    first: int
    """The seat that took the first turn."""
    moves: int
    results: tuple[float, ...]
    """Of each seat, in [-1, 1]."""

    @property
    def wins(self) -> tuple[float, ...]:
        """Of each seat: 1 for a win, a half for a win shared by two, and so on."""
        best = [result == max(self.results) for result in self.results]
        return tuple(won / sum(best) for won in best)


# ---------------------------------------------------------------- playing


def play_one(tournament: Tournament, number: int) -> Played:
    """Plays one game of a tournament in this process. Bots may remember, so each seat gets a new one."""
    seats = tournament.seating(number)
    names = [tournament.names[entrant] for entrant in seats]
    bots = [make_bot(name, seed=tournament.number_for("bot", number, seat)) for seat, name in enumerate(names)]
    position = _dealt(tournament, number)
    first, moves = position.turn, 0
    while position.turn is not None and moves < MOST_MOVES_IN_A_GAME:
        seat = position.turn
        try:
            position.play(bots[seat].choose(position))
        except Refused as refused:
            raise QuincunxError(f"{names[seat]} chose a move that is not legal, in game {number}: {refused}") from None
        moves += 1
    if "first" in (position.game.state.names or ()):
        first = int(position.state["first"])
    return Played(number, seats, first or 0, moves, position.outcome or (0.0,) * tournament.players)


def _dealt(tournament: Tournament, number: int) -> Position:
    game, settled = tournament.settle()
    position = Position(game, tournament.players, settled, game.board_for(tournament.players, settled))
    position.set_chance(tournament.deal(number).to_bytes(8, "little"))
    game.core.new(position.board_raw, position.raw)
    return position


def run(
    tournament: Tournament,
    *,
    done: Collection[int] = (),
    jobs: int | None = None,
) -> Generator[Played, None, None]:
    """Plays the games that are not done yet and gives each as soon as it is over."""
    tournament.check()
    known = set(done)
    numbers = [number for number in range(tournament.total) if number not in known]
    processes = min(jobs or os.cpu_count() or 1, len(numbers))
    if processes > 1:
        _compile(tournament)
        calls = ((tournament, number) for number in numbers)
        yield from done_by(processes, play_one, calls, "spawn")  # bots may use threads, which don't survive a fork
    else:
        for number in numbers:
            yield play_one(tournament, number)


def _compile(tournament: Tournament) -> None:
    """Compiles before the processes start, which then find it in the cache: a first move by each kind of bot."""
    if INTERPRETED:
        return
    position = _dealt(tournament, 0)
    for text in {read_bot(text)[0]: text for text in tournament.entrants}.values():
        move = make_bot(text, seed=1).choose(position)
    position.play(move)
