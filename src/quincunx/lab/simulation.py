"""Many games at once: who wins, from which seat, how long it takes. On all cores, or on a GPU."""

import csv
import io
import json
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.bots import KINDS, NAMES
from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.engine.game import Bytes, Game
from quincunx.games import get
from quincunx.lab import loops
from quincunx.lab.processes import done_by

CHUNK = 250
"""Games that one process plays before it reports."""
GPU_CHUNK = 1 << 18
CONFIDENCE = 0.95
MOST_GAMES = 10**9
STUDY_STRIDE = 0x9E3779B97F4A7C15
"""Studies of neighbouring seeds share no game."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Study:
    """What is to be played."""

    game: str
    players: int
    bots: tuple[str, ...] = ("random",)
    """One for each seat, or a few that are repeated."""
    games: int = 1000
    seed: int = 0
    rotate: bool = True
    """Bots change seats from game to game, so that no seat favours one of them."""
    options: Mapping[str, Any] = field(default_factory=dict)

    def check(self) -> tuple[Game, Bytes, npt.NDArray[np.int16]]:
        """The game, its board and the kind of bot at each seat; raises what is wrong."""
        game = get(self.game)
        settled = game.settle(self.players, self.options, bots=True)
        for name in self.bots:
            if name in NAMES and name not in KINDS:
                raise QuincunxError(
                    f"The bot {name} can't be simulated: only {' and '.join(KINDS)} compile into the loop that plays "
                    "thousands of games. Use `quincunx tournament`, which takes any bot."
                )
            if name not in KINDS:
                raise Unknown("bot", name, list(KINDS))
        if not 1 <= self.games <= MOST_GAMES:
            raise QuincunxError(f"Play from 1 to {MOST_GAMES:,} games, not {self.games:,}.")
        if not 1 <= len(self.bots) <= self.players:
            raise QuincunxError(f"{len(self.bots)} bots are named for {self.players} seats.")
        seats = [KINDS[self.bots[i % len(self.bots)]] for i in range(self.players)]
        return game, game.board_for(self.players, settled), np.array(seats, np.int16)


@dataclass
class Games:
    """What came out, one row a game."""

    seeds: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.int16]
    firsts: npt.NDArray[np.int16]
    lengths: npt.NDArray[np.int32]
    results: npt.NDArray[np.float64]

    @staticmethod
    def joined(parts: Sequence["Games"]) -> "Games":
        """All rows together, by seed."""
        names = ("seeds", "kinds", "firsts", "lengths", "results")
        whole = Games(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
        order = np.argsort(whole.seeds, kind="stable")
        return Games(*(getattr(whole, name)[order] for name in names))

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """1 for a win, a half for a win shared by two, and so on."""
        best = self.results == self.results.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True))


def plan(study: Study, first: int, count: int, seats: npt.NDArray[np.int16]) -> tuple[Any, Any]:
    """Seeds and bots of some games of a study."""
    numbers = np.arange(first, first + count)
    with np.errstate(over="ignore"):
        seeds = numbers.astype(np.uint64) + np.uint64(study.seed * STUDY_STRIDE % 2**64)
    turns = (numbers % study.players if study.rotate else np.zeros(count, np.int64))[:, None]
    return seeds, seats[(np.arange(study.players)[None, :] - turns) % study.players].astype(np.int16)


def play_some(study: Study, first: int, count: int, device: str = "cpu") -> Games:
    """Plays some games of a study in this process."""
    game, board, seats = study.check()
    seeds, kinds = plan(study, first, count, seats)
    all_random = not kinds.any()
    if device == "cuda":
        from quincunx.lab import gpu

        _, firsts, lengths, results = gpu.run(game, board, seeds, None if all_random else kinds)
    else:
        firsts, lengths = np.zeros(count, np.int16), np.zeros(count, np.int32)
        results, ends = np.zeros((count, game.seats)), np.zeros(0, game.state)
        if all_random:
            game.bind(loops.random_games)(board, seeds, ends, firsts, lengths, results)
        else:
            game.bind(loops.bot_games)(kinds, board, seeds, ends, firsts, lengths, results)
    return Games(seeds, kinds, firsts, lengths, results[:, : study.players])


def run(
    study: Study, *, jobs: int | None = None, device: str = "cpu", progress: Callable[[int], None] | None = None
) -> Games:
    """Plays a whole study; `progress` is told how many games have been added."""
    study.check()
    tell = progress or (lambda count: None)
    parts = []
    with closing(_parts(study, jobs or os.cpu_count() or 1, device)) as playing:
        for part in playing:
            parts.append(part)
            tell(len(part.seeds))
    return Games.joined(parts)


def _parts(study: Study, jobs: int, device: str) -> Generator[Games, None, None]:
    size = GPU_CHUNK if device == "cuda" else max(1, min(CHUNK, -(-study.games // jobs)))
    chunks = [(first, min(size, study.games - first)) for first in range(0, study.games, size)]
    if device == "cuda" or jobs == 1 or len(chunks) == 1:
        for first, count in chunks:
            yield play_some(study, first, count, device)
        return
    play_some(study, 0, 1)  # compiles before the others start, which then find it in the cache
    yield from done_by(min(jobs, len(chunks)), play_some, ((study, *chunk) for chunk in chunks))


# ---------------------------------------------------------------- what it means


def wilson(wins: float, games: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's confidence interval (1927) for a share of wins.

    >>> [round(bound, 3) for bound in wilson(95, 100)]
    [0.888, 0.978]
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


@dataclass(frozen=True)
class Share:
    """How often some player won."""

    group: str
    """"bot", "seat" or "order"."""
    name: str
    games: int
    wins: float
    expected: float
    """If all players were equal."""
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """As in `simulate --json`."""
        return {**self.__dict__, "share": self.wins / self.games if self.games else 0.0}


def findings(study: Study, games: Games) -> list[Share]:
    """Shares of wins by bot, by seat and by order of play, with confidence intervals."""
    wins, players = games.wins, study.players
    shares = []

    def add(group: str, name: str, chosen: npt.NDArray[np.bool_]) -> None:
        count, won = int(chosen.sum()), float(wins[chosen].sum())
        if count:
            shares.append(Share(group, name, count, won, 1 / players, *wilson(won, count)))

    for name, kind in KINDS.items():
        add("bot", name, games.kinds == kind)
    for seat in range(players):
        add("seat", f"seat {seat}", np.broadcast_to(np.arange(players) == seat, wins.shape))
    for place in range(players):
        moves_as = (np.arange(players)[None, :] - games.firsts[:, None]) % players == place
        add("order", f"{ORDINALS[place]} to move", moves_as)
    return shares


def as_csv(games: Games) -> str:
    """One row a game."""
    names = {kind: name for name, kind in KINDS.items()}
    out = io.StringIO()
    writer = csv.writer(out)
    players = games.results.shape[1]
    writer.writerow(
        ["seed", "first", "moves"] + [f"bot{i}" for i in range(players)] + [f"result{i}" for i in range(players)]
    )
    for i in range(len(games.seeds)):
        bots = [names[int(kind)] for kind in games.kinds[i]]
        writer.writerow([games.seeds[i], games.firsts[i], games.lengths[i], *bots, *games.results[i]])
    return out.getvalue()


def as_json(study: Study, games: Games) -> str:
    """The study and its findings."""
    data = {
        "game": study.game,
        "players": study.players,
        "bots": list(study.bots),
        "games": study.games,
        "seed": study.seed,
        "options": dict(study.options),
        "moves": {"mean": float(games.lengths.mean()), "most": int(games.lengths.max())},
        "shares": [share.as_json() for share in findings(study, games)],
    }
    return json.dumps(data, indent=2)
