"""Weights of `appraise` fitted to results: bots play, positions of their games are drawn, and the weights are moved so
that what `appraise` says of a position comes as near as it can to what came out in the end."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.bots.search import style_record
from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.engine.game import Bytes, Game
from quincunx.engine.options import Value
from quincunx.engine.weights import UNBOUNDED, Weights
from quincunx.games import get
from quincunx.lab import selfplay
from quincunx.lab.simulation import STUDY_STRIDE, wilson

Floats = npt.NDArray[np.float64]
Tell = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""

CHUNK = 4
"""Games that a thread plays before it reports."""
CARELESS = (0, 0.05, 0.125, 0.25, 0.5, 1)
"""Each seat of each game draws one of these: how many moves it makes at random, as a part of the most."""
MOST_CARELESS = 0.4
"""The most, if nothing else is said: two moves of five."""
CHECK_SLIPS = 50
"""In a check: without any slip two greedy bots would play the same few games again and again."""
PER_GAME = 12
"""Positions drawn from a game."""
HELD_OUT = 5
"""Every fifth game is not fitted to: it tells how good the fit is."""
NUDGE = 1e-3
"""Derivatives are taken over such a part of a weight: less, and the steps within `appraise` would be missed."""
MOST_GAMES = 10**6
MOST_SEARCHED = 100_000
"""Iterations before a move."""


@dataclass(frozen=True)
class Task:
    """What is to be fitted."""

    game: str
    players: tuple[int, ...] = ()
    """Numbers of players; empty: all that have no weights of their own."""
    games: int = 2000
    """For each number of players."""
    seed: int = 0
    loose: float = 0.5
    """How far a weight is expected to move, as a part of itself: the data has to outweigh that."""
    only: tuple[str, ...] = ()
    """Names of the weights that may move; empty: all."""
    search: int = 0
    """Iterations of search before each move; 0: greedy bots play."""
    greedy: float = 0.0
    """The share of the seats, drawn by lot, at which bots are greedy all the same: who has only met searching ones may
    lose to weaker ones. In a duel all search."""
    slips: float = MOST_CARELESS
    """The most careless players make this part of their moves at random."""
    options: dict[str, Value] = field(default_factory=dict)

    def check(self) -> tuple[Game, Weights]:
        """The game and the weights that these numbers of players go by; raises what is wrong."""
        game = get(self.game)
        if game.weights is None:
            raise QuincunxError(f"{game.title} has no weights to fit: its board has no field 'advice'.")
        known = [each.name for each in game.weights.all]
        for name in self.only:
            if name not in known:
                raise Unknown("weight", name, known)
        for players in self.counts():
            game.settle(players, self.options, bots=True)
        lists = {game.weights.for_players(players).file: players for players in self.counts()}
        if len(lists) > 1:
            one, other, *_ = lists
            raise QuincunxError(
                f"{lists[one]} and {lists[other]} players go by different weights ({one.name}, {other.name}): fit them "
                "one after the other."
            )
        if not HELD_OUT <= self.games <= MOST_GAMES:
            raise QuincunxError(f"Play from {HELD_OUT} to {MOST_GAMES:,} games, not {self.games:,}.")
        if not 0 <= self.search <= MOST_SEARCHED:
            raise QuincunxError(f"Bots can search for 0 to {MOST_SEARCHED:,} iterations here, not {self.search:,}.")
        if not 0 <= self.greedy < 1:
            raise QuincunxError(f"From none to nearly all (0.99) of the seats can be greedy, not {self.greedy:g}.")
        if self.greedy and not self.search:
            raise QuincunxError("All bots are greedy where none searches: let the others search, such as --search 256.")
        if not 0 <= self.slips <= 1:
            raise QuincunxError(f"From none to all (1) of the moves can be slips, not {self.slips:g}.")
        if not 0 < self.loose <= 100:
            raise QuincunxError(f"Weights can be loose by more than 0 and at most 100, not by {self.loose:g}.")
        return game, game.weights.for_players(self.counts()[0])

    def counts(self) -> Sequence[int]:
        """The numbers of players."""
        game = get(self.game)
        common = game.weights
        sharing = [n for n in game.players if common is None or common.for_players(n) is common]
        return self.players or sharing or list(game.players)


def board_with(game: Game, players: int, options: dict[str, Value], weights: Floats) -> Bytes:
    """The board's record as bytes, with other weights."""
    raw = game.board_for(players, game.settle(players, options, bots=True)).copy()
    raw.view(game.board)[0].advice[:] = weights
    return raw


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Sample:
    """Positions of games with one number of players, and what came out."""

    players: int
    positions: npt.NDArray[Any]
    results: Floats
    """By position and seat."""
    held_out: npt.NDArray[np.bool_]

    def part(self, chosen: npt.NDArray[np.bool_]) -> "Sample":
        """Some of the positions."""
        return replace(
            self, positions=self.positions[chosen], results=self.results[chosen], held_out=self.held_out[chosen]
        )


def _spread(work: Callable[[slice], object], count: int, size: int, jobs: int) -> Iterator[int]:
    """Does all parts of a work, some at once; tells of each how large it was. Compiled loops let each other run."""
    parts = [slice(first, min(first + size, count)) for first in range(0, count, size)]
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for part, _ in zip(parts, pool.map(work, parts), strict=True):
                yield part.stop - part.start
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play(
    task: Task,
    boards: Any,
    sides: Any,
    slips: Any,
    rounds: Any,
    seeds: Any,
    per_game: int,
    jobs: int,
    tell: Callable[[int], None],
) -> tuple[Any, Any, Floats]:
    """Plays games on all cores; returns positions, how many of each game, and results."""
    game, count = get(task.game), len(seeds)
    run, styles = game.bind(selfplay.self_play), np.concatenate([style_record(each) for each in game.search_styles])
    positions = np.zeros((count, per_game), game.state)
    sampled, results = np.zeros(count, np.int64), np.zeros((count, game.seats))

    def some(part: slice) -> None:
        thought = np.zeros(game.state.itemsize, np.uint8)
        seats = (sides[part], slips[part], styles, rounds[part])
        run(boards, *seats, thought, seeds[part], positions[part], sampled[part], results[part])

    some(slice(0, 0))  # compiles
    done = 0
    for played in _spread(some, count, CHUNK, jobs):
        done += played
        tell(done)
    return positions, sampled, results


def _seeds(seed: int, players: int, count: int) -> npt.NDArray[np.uint64]:
    """Games of neighbouring seeds share no game."""
    first = (seed * STUDY_STRIDE + (players << 40)) % 2**64
    with np.errstate(over="ignore"):
        return np.arange(count, dtype=np.uint64) + np.uint64(first)


def sample(task: Task, weights: Floats, *, jobs: int | None = None, tell: Tell | None = None) -> list[Sample]:
    """Plays games with these weights and draws positions from them."""
    game, _ = task.check()
    say = tell or (lambda what, done, of: None)
    samples = []
    for players in task.counts():
        board = board_with(game, players, task.options, weights)
        draws = np.random.default_rng([task.seed & (2**63 - 1), players])
        careless = np.rint(np.array(CARELESS) * task.slips * selfplay.SLIPS).astype(np.int16)
        slips = draws.choice(careless, (task.games, players))
        sides = np.zeros((task.games, players), np.int16)
        rounds = np.where(draws.random(slips.shape) < task.greedy, 0, task.search).astype(np.int32)
        what = f"Playing, {players} players"
        positions, sampled, results = _play(
            task,
            board,
            sides,
            slips,
            rounds,
            _seeds(task.seed, players, task.games),
            PER_GAME,
            jobs or os.cpu_count() or 1,
            lambda done, what=what: say(what, done, task.games),  # type: ignore[misc]
        )
        there = np.arange(PER_GAME)[None, :] < sampled[:, None]
        number = np.broadcast_to(np.arange(task.games)[:, None], there.shape)[there]
        samples.append(
            Sample(players, positions[there], results[number][:, :players], number % HELD_OUT == HELD_OUT - 1)
        )
    return samples


@dataclass(frozen=True)
class Duel:
    """How new weights did against old ones."""

    players: int
    slips: int
    games: int
    wins: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """Of the games, those that a seat with the new weights won."""
        return self.wins / self.games

    @property
    def weaker(self) -> bool:
        """Whether it can be told that the new weights are weaker."""
        return self.high < 0.5


def duel(
    task: Task,
    new: Floats,
    old: Floats,
    games: int,
    players: int,
    *,
    slips: int = CHECK_SLIPS,
    jobs: int | None = None,
    tell: Tell | None = None,
) -> Duel:
    """Bots with new weights against bots with old ones, at every second seat; each deal is played twice, with changed
    sides."""
    game, _ = task.check()
    say = tell or (lambda what, done, of: None)
    boards = np.concatenate([board_with(game, players, task.options, weights) for weights in (new, old)])
    numbers = np.arange(games)
    sides = ((numbers[:, None] + np.arange(players)[None, :]) % 2).astype(np.int16)
    seeds = _seeds(task.seed + 1, players, games)[numbers // 2]
    _, _, results = _play(
        task,
        boards,
        sides,
        np.full((games, players), slips, np.int16),
        np.full((games, players), task.search, np.int32),
        seeds,
        0,
        jobs or os.cpu_count() or 1,
        lambda done: say(f"Checking by play, {players} players", done, games),
    )
    best = results[:, :players] == results[:, :players].max(axis=1, keepdims=True)
    wins = float((best / best.sum(axis=1, keepdims=True))[sides == 0].sum())
    return Duel(players, slips, games, wins, *wilson(wins, games))


# ---------------------------------------------------------------- fitting


@dataclass(frozen=True)
class Fit:
    """What came out of a fit. An error is the mean square of what `appraise` said less what came out, over all seats of
    positions that were not fitted to."""

    before: Floats
    after: Floats
    error_before: float
    error_after: float
    error_of_nothing: float
    """If every position were called even."""
    positions: int
    held_out: int


class Appraisals:
    """What a game's `appraise` says of sampled positions, as a function of the weights."""

    def __init__(self, task: Task, samples: Sequence[Sample], jobs: int | None = None) -> None:
        self.game, _ = task.check()
        self.options, self.samples, self.jobs = task.options, samples, jobs or os.cpu_count() or 1
        self.run = self.game.bind(selfplay.appraisals)

    def __call__(self, weights: Floats) -> list[Floats]:
        """Values by position and seat, for each sample."""
        said = []
        for sample in self.samples:
            board = board_with(self.game, sample.players, self.options, weights)
            values = np.zeros((len(sample.positions), self.game.seats))

            def some(part: slice, board: Bytes = board, sample: Sample = sample, values: Floats = values) -> None:
                self.run(board, sample.positions[part], values[part])

            for _ in _spread(some, len(values), max(1, -(-len(values) // self.jobs)), self.jobs):
                pass
            said.append(values[:, : sample.players])
        return said

    def residuals(self, weights: Floats) -> Floats:
        """Every sample counts by its positions, every position the same, whatever its number of seats."""
        parts = [
            ((values - sample.results) / np.sqrt(sample.players)).ravel()
            for values, sample in zip(self(weights), self.samples, strict=True)
        ]
        return np.concatenate(parts)

    def error(self, weights: Floats) -> float:
        """The mean square error."""
        return float(np.square(self.residuals(weights)).sum() / sum(len(each.positions) for each in self.samples))


def limits(weights: Weights) -> tuple[Floats, Floats, Floats]:
    """The least and the largest sensible value of each weight, and what is a large step of it. What is not negative
    stays so, unless others of its list are."""
    least, most, step = [], [], []
    for each in weights.all:
        low, high = each.between
        if each.between == UNBOUNDED and min(each.values) >= 0:
            low = 0.0
        usual = float(np.sqrt(np.mean(np.square(each.values)))) or 1.0
        for value in each.values:
            least.append(low)
            most.append(high)
            step.append(max(abs(value), usual / 2))
    return np.array(least), np.array(most), np.array(step)


def solver() -> Any:
    """SciPy's least squares; raises a clear message where it is missing."""
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise QuincunxError("Fitting needs SciPy. Install it: pip install 'quincunx[lab]'.") from None
    return least_squares


def fit(
    task: Task, samples: Sequence[Sample], start: Floats, *, jobs: int | None = None, tell: Tell | None = None
) -> Fit:
    """Moves the weights towards what the samples say: nonlinear least squares, held back towards the start."""
    least_squares = solver()
    _, known = task.check()
    say = tell or (lambda what, done, of: None)
    training = Appraisals(task, [each.part(~each.held_out) for each in samples], jobs)
    testing = Appraisals(task, [each.part(each.held_out) for each in samples], jobs)
    least, most, step = limits(known)
    free = np.array([not task.only or each.name in task.only for each in known.all for _ in each.values])
    places = np.flatnonzero(free)
    noise = training.error(start)
    per_game = max(1.0, sum(len(each.positions) for each in samples) / task.games / len(samples))
    loud = np.sqrt(per_game * max(noise, 1e-9))  # positions of a game share its result: they count as one
    rounds = 0

    def weights_at(moved: Floats) -> Floats:
        weights = start.copy()
        weights[places] += moved * step[places]
        return np.clip(weights, least, most)

    def wrong(moved: Floats) -> Floats:
        return np.concatenate([training.residuals(weights_at(moved)) / loud, moved / task.loose])

    def slopes(moved: Floats) -> Floats:
        nonlocal rounds
        rounds += 1
        here = wrong(moved)
        columns = np.empty((len(here), len(moved)))
        for i in range(len(moved)):
            say(f"Fitting, step {rounds}", i, len(moved))
            there = moved.copy()
            there[i] += NUDGE if there[i] + NUDGE <= top[i] else -NUDGE
            columns[:, i] = (wrong(there) - here) / (there[i] - moved[i])
        return columns

    bottom = (least[places] - start[places]) / step[places] - 1e-9
    top = (most[places] - start[places]) / step[places] + 1e-9
    found = least_squares(wrong, np.zeros(len(places)), slopes, bounds=(bottom, top), max_nfev=12, xtol=1e-3, ftol=1e-4)
    after = known.rounded(weights_at(found.x))
    nothing = [np.square(each.results).sum() / each.players for each in testing.samples]
    held_out = sum(len(each.positions) for each in testing.samples)
    return Fit(
        start,
        after,
        testing.error(start),
        testing.error(after),
        float(sum(nothing) / held_out),
        sum(len(each.positions) for each in training.samples),
        held_out,
    )
