"""The bot that searches: given what its seat knows, it grows trees on all cores until its time is up.

The compiled loop works without Python's lock, so each core's tree grows in a thread of its own.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.bots import tree
from quincunx.engine.chance import DICE, mix
from quincunx.engine.errors import QuincunxError, shown
from quincunx.engine.position import NO_CHANCE, Position
from quincunx.engine.style import Style

DEFAULT_SECONDS = 1.0
LONGEST_SECONDS = 3600.0
MOST_ITERATIONS = 10**9
MOST_JOBS = 256
NODES = 1 << 21
"""Room in each tree; memory is only taken as a tree grows."""
SELDOM = 4
"""Visits, below which a position is the first to lose what lies behind it when a tree gets too full."""
THINNING = 0.1
"""So many seconds it may take to thin a tree; a thought with less time left ends when its tree is full."""
DEEPEST = 512
APART = 0.01
"""By how much all trees but the first misjudge moves at first sight at least: else, where nothing is hidden or left to
chance, they would all be the same. It costs no strength that could be measured."""
SLICE = 0.004
"""About so many seconds pass before a tree asks whether it should stop."""
FIRST_SLICE, LARGEST_SLICE = 1, 1 << 14
WATCH = 0.02
"""How often progress is told, in seconds."""
STREAM = 0x9E3779B97F4A7C15
STYLE_LIMITS: dict[str, tuple[float, float]] = {
    "curiosity": (0.0, 100.0),
    "sharpness": (0.0, 1000.0),
    "trust": (0.0, 1000.0),
    "playout": (-1, 1_000),
    "tries": (1, 100),
    "patience": (1, 10_000),
}
SETTINGS = ("seconds", "iterations", "jobs", "blur", "seed", *STYLE_LIMITS)


@dataclass(frozen=True)
class Candidate:
    """A legal move, as the search sees it."""

    move: int
    share: float
    """Of all visits."""
    value: float
    """The outcome that it promises to the seat that makes it; if it got no visit, at first sight only."""


@dataclass(frozen=True)
class Thought:
    """What a search has found out about a position."""

    seat: int
    """Who is to move."""
    values: tuple[float, ...]
    """The expected outcome for each seat, in [-1, 1]."""
    candidates: tuple[Candidate, ...]
    """All legal moves, the most visited first."""
    line: tuple[int, ...]
    """What will probably be played: the best move, the best answer, and so on."""
    iterations: int
    moves: int
    """That were played in imagined worlds."""
    seconds: float

    @property
    def move(self) -> int:
        """The best move."""
        return self.candidates[0].move

    @property
    def tried(self) -> tuple[Candidate, ...]:
        """The moves that were visited, whose values can be compared; without any visit the best at first sight."""
        return tuple(each for each in self.candidates if each.share > 0) or self.candidates[:1]

    def value(self, move: int) -> float:
        """The outcome that a legal move promises to the seat that makes it."""
        return next(each.value for each in self.candidates if each.move == move)

    def share(self, move: int) -> float:
        """How much of the attention a legal move got."""
        return next(each.share for each in self.candidates if each.move == move)


Progress = Callable[[Thought], None]
"""Is told several times a second what has been found so far."""


class Tree:
    """One tree, grown by one thread."""

    def __init__(self, number: int, start: int) -> None:
        self.nodes = np.zeros(NODES, tree.NODE)
        self.spare = np.zeros(0, tree.NODE)
        self.book = np.zeros(1, np.int64)
        self.path = np.zeros(DEEPEST, np.int32)
        self.dice = np.zeros(1, DICE)
        self.dice[0].chance = mix(np.uint64((start + number * STREAM) % 2**64))
        self.totals = np.zeros(0)
        self.visits = self.moves = 0
        self.least_blur = APART if number > 0 else 0.0

    def begin(self, seats: int) -> None:
        """An empty tree."""
        self.nodes[:1] = np.zeros(1, tree.NODE)
        self.book[tree.USED] = 1
        self.totals = np.zeros(seats)
        self.visits = self.moves = 0

    def child(self, node: int, seat: int, move: int) -> int:
        """The node of a move, 0 if there is none."""
        nodes = self.nodes
        first, count = int(nodes["first"][node]), int(nodes["count"][node])
        block = nodes[first : first + count]
        found = np.flatnonzero((block["seat"] == seat) & (block["move"] == move))
        return first + int(found[0]) if len(found) else 0

    def descend(self, steps: Sequence[tuple[int, int]]) -> bool:
        """Keeps only what grows under some moves (each with its seat); returns whether there is such a tree."""
        node = tree.ROOT
        for seat, move in steps:
            node = self.child(node, seat, move)
            if node == 0:
                return False
        self._transplant(node)
        self.totals[:] = 0
        self.visits = self.moves = 0
        return True

    @property
    def is_nearly_full(self) -> bool:
        """Whether it should be thinned before it goes on."""
        return bool(self.book[tree.USED] > len(self.nodes) - len(self.nodes) // tree.MARGIN)

    def thin(self) -> None:
        """Makes room: forgets what lies behind positions that were seldom visited."""
        least = SELDOM
        while self.book[tree.USED] > len(self.nodes) // 2 and least <= self.nodes["visits"][tree.ROOT]:
            self._transplant(tree.ROOT, least)
            least *= 2

    def _transplant(self, node: int, least: int = 0) -> None:
        if len(self.spare) == 0:
            self.spare = np.zeros(NODES, tree.NODE)
        self.book[tree.USED] = tree.transplant(self.nodes, node, self.spare, least)
        self.nodes, self.spare = self.spare, self.nodes

    def line(self) -> list[tuple[int, int]]:
        """The most visited moves, one after the other, with their seats."""
        found, node, nodes = [], tree.ROOT, self.nodes
        while count := int(nodes["count"][node]):
            first = int(nodes["first"][node])
            block = nodes[first : first + count]
            best = int(np.argmax(block["visits"]))
            if block["visits"][best] == 0:
                break
            found.append((int(block["seat"][best]), int(block["move"][best])))
            node = first + best
        return found


class SearchBot:
    """Plays by tree search. `seconds` and `iterations` limit a thought, whichever comes first; `jobs` is the number of
    trees, each with a core of its own; `blur` is by how much it misjudges moves at first sight; the rest changes the
    game's style."""

    def __init__(
        self,
        name: str = "search",
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        jobs: int | None = None,
        blur: float = 0.0,
        seed: int | None = None,
        **style: float,
    ) -> None:
        self.name = name
        self.seconds = _number("seconds", seconds, 0.001, LONGEST_SECONDS)
        self.iterations = _number("iterations", iterations, 1, MOST_ITERATIONS, whole=True)
        if seconds is None and iterations is None:
            self.seconds = DEFAULT_SECONDS
        self.jobs = _number("jobs", jobs, 1, MOST_JOBS, whole=True) or os.cpu_count() or 1
        self.blur = _number("blur", blur, 0.0, 10.0)
        if seed is not None and type(seed) is not int:
            raise QuincunxError(f"A seed is a whole number, not {shown(seed)}.")
        self._changes = {key: _change(key, value) for key, value in style.items()}
        start = secrets.randbits(64) if seed is None else seed
        self._trees = [Tree(number, start) for number in range(self.jobs)]
        self._stop = threading.Event()
        self._root: Position | None = None
        self._line: list[int] | None = None
        self._chosen: int | None = None

    # ------------------------------------------------------------ choosing

    def choose(self, game: Position, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        """A legal move for the seat whose turn it is."""
        self._check(game)
        moves = game.moves.numbers
        if len(moves) == 1:
            return int(moves[0])
        thought = self.think(game, progress=progress, hurry=True, stop=stop)
        self._chosen = thought.move
        return self._chosen

    def stop(self) -> None:
        """Ends a thought that goes on in another thread: it returns what it has found so far. One that has not begun is
        not ended: give it a `stop` of its own."""
        self._stop.set()

    def think(
        self,
        game: Position,
        *,
        progress: Progress | None = None,
        hurry: bool = False,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Everything that the search finds out. `progress` is told the state of things several times a second; in a
        hurry, the search ends when more time could not change its mind; `stop` ends this thought once it is set, also
        if that was before it began."""
        self._check(game)
        self._stop.clear()
        seat = game.turn
        assert seat is not None
        view = game.view(seat)
        style = replace(game.game.search_style(view), **self._changes)
        grow = game.game.bind(tree.grow)

        def work(mine: Tree, rounds: int, deadline: float | None = None) -> bool:
            """Lets a tree grow; returns whether it may go on. It is thinned whenever it gets nearly full, which depends
            on nothing but the tree; by the clock the end may come first."""
            how = style_record(style, max(self.blur, mine.least_blur))
            until = mine.visits + rounds
            while True:
                arena = (mine.nodes, mine.book, mine.path, mine.totals)
                before = int(mine.nodes["visits"][tree.ROOT])
                mine.moves += grow(view.board_raw, view.raw, seat, *arena, mine.dice, how, until - mine.visits)
                mine.visits += int(mine.nodes["visits"][tree.ROOT]) - before
                if mine.is_nearly_full:
                    if deadline is not None and deadline - time.perf_counter() < THINNING:
                        return False
                    mine.thin()
                if mine.visits == until:
                    return True

        if not getattr(grow, "signatures", True):
            self._trees[0].begin(game.game.seats)
            work(self._trees[0], 0)  # compiles it, before the clock is started,
            self._trees[0].descend(())  # and what keeps the tree from one thought to the next
        began = time.perf_counter()
        self._settle_down(game, view)
        deadline = None if self.seconds is None else began + self.seconds
        threads = [
            threading.Thread(target=self._grow, args=(work, each, self._quota(number), deadline, stop), daemon=True)
            for number, each in enumerate(self._trees)
        ]
        for thread in threads:
            thread.start()
        told = began
        for thread in threads:
            while thread.is_alive():
                thread.join(WATCH)
                now = time.perf_counter()
                if hurry and deadline is not None and self._is_settled(now - began, deadline - now):
                    self._stop.set()
                if progress is not None and thread.is_alive() and now - told > 5 * WATCH:
                    told = now
                    progress(self._sum_up(game, seat, now - began))
        self._root, self._chosen = view, None
        self._line = list(line) if isinstance(line := getattr(game, "line", None), list) else None
        return self._sum_up(game, seat, time.perf_counter() - began)

    def _grow(
        self,
        work: Callable[[Tree, int, float | None], bool],
        mine: Tree,
        quota: int | None,
        deadline: float | None,
        stop: threading.Event | None,
    ) -> None:
        """One thread's part: slices of some milliseconds, until it is enough."""
        size, done = FIRST_SLICE, 0
        while not (self._stop.is_set() or (stop is not None and stop.is_set())):
            now = time.perf_counter()
            if deadline is not None and now >= deadline:
                break
            if quota is not None:
                if done >= quota:
                    break
                size = min(size, quota - done)
            if not work(mine, size, deadline):
                break
            done += size
            took = time.perf_counter() - now
            left = SLICE if deadline is None else deadline - time.perf_counter()
            wanted = min(SLICE, max(left, SLICE / 8))
            size = max(1, min(int(size * min(2.0, wanted / max(took, 1e-9))), LARGEST_SLICE))

    def _quota(self, number: int) -> int | None:
        """How many iterations one of the trees may make."""
        if self.iterations is None:
            return None
        return int(self.iterations // self.jobs + (number < self.iterations % self.jobs))

    def _is_settled(self, spent: float, left: float) -> bool:
        """Whether the second-best move can't catch up in the time that is left."""
        visits = self._visits()
        if len(visits) < 2 or spent < SLICE:
            return False
        counts = sorted(visits.values())
        rate = sum(each.visits for each in self._trees) / spent
        return counts[-1] - counts[-2] > rate * left

    # ------------------------------------------------------------ what was found

    def _visits(self) -> dict[int, int]:
        """How often each move of the root was tried, in all trees."""
        return {move: int(row[0]) for move, row in self._merged().items()}

    def _merged(self) -> dict[int, npt.NDArray[np.float64]]:
        """For each move of the root: visits, total and first sight, in all trees."""
        merged: dict[int, npt.NDArray[np.float64]] = {}
        for each in self._trees:
            nodes = each.nodes  # one arena: a thread may thin its tree meanwhile
            first, count = int(nodes["first"][tree.ROOT]), int(nodes["count"][tree.ROOT])
            for node in nodes[first : first + count]:
                row = merged.setdefault(int(node["move"]), np.zeros(3))
                row += (node["visits"], node["total"], node["hope"])
        return merged

    def _sum_up(self, game: Position, seat: int, seconds: float) -> Thought:
        merged, trees = self._merged(), self._trees
        nothing = np.zeros(3)
        rows = {move: merged.get(move, nothing) for move in game.moves.numbers}
        total = sum(row[0] for row in rows.values()) or 1.0

        def promise(row: npt.NDArray[np.float64]) -> float:
            return float(row[1] / row[0] if row[0] else row[2] / len(trees))

        order = sorted(rows, key=lambda move: (-rows[move][0], -promise(rows[move]), move))
        candidates = tuple(Candidate(move, float(rows[move][0] / total), promise(rows[move])) for move in order)
        iterations = sum(each.visits for each in trees)
        sums = np.sum([each.totals for each in trees], axis=0)
        values = tuple(float(value) for value in (sums / max(iterations, 1))[: game.players])
        best = max(trees, key=lambda each: int(each.nodes["visits"][each.child(tree.ROOT, seat, order[0])]))
        line = [move for _, move in best.line()]
        best_line = tuple(line if line[:1] == order[:1] else order[:1])
        return Thought(seat, values, candidates, best_line, iterations, sum(each.moves for each in trees), seconds)

    # ------------------------------------------------------------ going on from the last thought

    def _settle_down(self, game: Position, view: Position) -> None:
        """Keeps what the last thought found out about this position; else begins anew."""
        steps = self._steps_to(game, view)
        for each in self._trees:
            if steps is None or not each.descend(steps):
                each.begin(game.game.seats)

    def _steps_to(self, game: Position, view: Position) -> list[tuple[int, int]] | None:
        """The moves, with their seats, that surely lead from the last thought to this position, as far as the seat can
        know: its own ones; where nothing is hidden, also the others'."""
        root = self._root
        if root is None or (root.game, root.seat) != (game.game, view.seat) or root.board_raw is not game.board_raw:
            return None
        moves = [] if self._chosen is None else [self._chosen]
        line = getattr(game, "line", None)
        if not game.game.secret and self._line is not None and isinstance(line, list):
            if line[: len(self._line)] != self._line:
                return None
            moves = line[len(self._line) :]
        steps = []
        now = root.copy()
        now.game.core.imagine(now.board_raw, now.raw, root.seat)
        for move in moves:
            turn = now.turn
            if turn is None or now.refusal(move) is not None:
                return None
            steps.append((turn, int(move)))
            now.play(move)
        now.set_chance(NO_CHANCE)
        known = now.view(root.seat)
        return steps if np.array_equal(_without_chance(known), _without_chance(view)) else None

    def _check(self, game: Position) -> None:
        if game.turn is None:
            raise QuincunxError("The game is over: there is no move to choose.")


def style_record(style: Style, blur: float = 0.0) -> npt.NDArray[Any]:
    """A style, for compiled code."""
    record = np.zeros(1, tree.STYLE)
    record[0] = (*astuple(style), blur)
    return record


def _without_chance(position: Position) -> npt.NDArray[np.uint8]:
    raw = position.raw.copy()
    raw[position.game.core.chance] = 0
    return raw


def _number(name: str, value: Any, least: float, most: float, *, whole: bool = False) -> Any:
    """A setting within its limits, or None."""
    if value is None:
        return None
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        what = "a whole number" if whole else "a number"
        raise QuincunxError(f"{name} is {what} from {least:g} to {most:g}, not {shown(value)}.")
    return value


def _change(name: str, value: Any) -> Any:
    """A part of the style within its limits."""
    least, most = STYLE_LIMITS[name]
    return _number(name, value, least, most, whole=isinstance(least, int))


def win_share(value: float, players: int) -> float:
    """How many of all games are won, where a seat may expect an outcome: a win is 1 and a loss -1 / (players - 1), and
    a win that some share counts by its share.

    >>> win_share(1.0, 2), win_share(0.0, 2), win_share(0.0, 4), win_share(-1 / 3, 4)
    (1.0, 0.5, 0.25, 0.0)
    """
    return min(max((value * (players - 1) + 1) / players, 0.0), 1.0)


def words(thought: Thought, game: Position) -> list[str]:
    """The best line as a person would say it, as far as the seat can know how it goes on.

    >>> import quincunx
    >>> game = quincunx.new("vanagloria", seed=7)
    >>> words(quincunx.bot("search", iterations=200, jobs=1, seed=1).think(game), game)[0]
    'Move a disarmed dreadnought from E0 to Shield platform D0.s'
    """
    at = game.view(thought.seat)
    at.game.core.imagine(at.board_raw, at.raw, thought.seat)
    told = []
    for move in thought.line:
        if at.turn is None or at.refusal(move) is not None:
            break
        who = "" if at.turn == thought.seat else f"{at.name(at.turn)}: "
        told.append(who + at.game.describe(at, move))
        at.play(move)
    return told
