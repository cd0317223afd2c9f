"""Who is how strong: ratings from the games of a tournament.

The model is that of Bradley and Terry (1952) for two players and of Luce (1959) and Plackett (1975), by who wins, for
more: at a table the chances of winning are in proportion to the players' strengths. A rating is a strength on Elo's
scale: 400 points are a factor of 10. A win that several share is split.

The strengths are those of the largest likelihood, found by Newton's method. Nobody is infinitely strong for having won
all games: each entrant is taken to have won and lost half a game besides, spread over the others (Jeffreys' prior, if
there are two). The intervals are those of the Bayesian bootstrap over the games (Rubin 1981): every game, these halves
included, gets a random weight and the ratings are found again, a thousand times.

The library choix fits the same models, and the tests compare with it. It knows no weights, though: it can't split wins,
and a thousand fits would take minutes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.engine.errors import Unknown
from quincunx.lab.results import header
from quincunx.lab.simulation import CONFIDENCE, ORDINALS, Share, wilson
from quincunx.lab.tournament import Played, Tournament, read_bot, spell_bot

ELO = 400 / np.log(10)
"""Points for a factor of e."""
MEAN = "mean"
USUAL_ANCHOR = "greedy"
REPLICATES = 1000
MOST_STEPS = 200
LARGEST_STEP = 1.0
CLOSE = 1e-9
LEAST_WEIGHT = 1e-6
"""So that nobody is infinitely strong in a replicate, either."""
ROOM = 1 << 22
"""Numbers that are worked on at once."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """An entrant's strength with its confidence interval, relative to the anchor's."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    """If several copies sit at a table, each of them plays a game."""
    wins: float
    always: bool | None
    """True if it won every game against others, False if it won none: then one end of the interval is only a guess."""


@dataclass(frozen=True)
class Pair:
    """Two entrants at the same tables: how often the one won there, of the games that one of the two won."""

    one: str
    other: str
    games: int
    wins: float
    losses: float
    expected: float
    """The one's share if all players were equal; it may have fewer seats."""
    low: float
    high: float
    deals: int
    """At tables for two: deals that both have played from either seat. Some decide themselves: one seat wins, whoever
    sits there."""
    twice: int
    """Of these, those that the one won from both seats ..."""
    never: int
    """... and those that the other did."""

    @property
    def share(self) -> float:
        """The one's share."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else self.expected


@dataclass(frozen=True)
class Standing:
    """What a tournament has shown so far."""

    tournament: Tournament
    games: tuple[Played, ...]
    anchor: str
    """Whose rating is 0: an entrant, or the mean of all."""
    ratings: tuple[Rating, ...]
    """The strongest first."""
    pairs: tuple[Pair, ...]
    shares: tuple[Share, ...]
    """By seat and by order of play."""

    def as_json(self) -> dict[str, Any]:
        """As in `tournament --json`."""
        lengths = [game.moves for game in self.games]
        return header(self.tournament) | {
            "games": len(self.games),
            "moves": {"mean": sum(lengths) / len(lengths), "most": max(lengths)},
            "anchor": self.anchor,
            "ratings": [asdict(rating) for rating in self.ratings],
            "pairs": [asdict(pair) | {"share": pair.share} for pair in self.pairs],
            "shares": [share.as_json() for share in self.shares],
        }


@dataclass(frozen=True)
class Games:
    """The games of a tournament, counted: rows are kinds of games that differ in nothing that matters here."""

    times: Floats
    """How often such a game was played."""
    seats: Floats
    """How many seats each entrant had."""
    wins: Floats
    """How much of a win each entrant had."""

    @staticmethod
    def counted(games: Sequence[Played], entrants: int) -> "Games":
        """Counts them."""
        seats, wins = np.zeros((len(games), entrants)), np.zeros((len(games), entrants))
        for row, game in enumerate(games):
            for entrant, won in zip(game.seats, game.wins, strict=True):
                seats[row, entrant] += 1
                wins[row, entrant] += won
        kinds, times = np.unique(np.hstack([seats, wins]), axis=0, return_counts=True)
        return Games(times.astype(float), kinds[:, :entrants], kinds[:, entrants:])

    def with_halves(self) -> "Games":
        """With the half game that each entrant is taken to have won, and the half that it lost."""
        entrants = self.seats.shape[1]
        pairs = list(combinations(range(entrants), 2))
        one, other = np.eye(entrants)[[pair[0] for pair in pairs]], np.eye(entrants)[[pair[1] for pair in pairs]]
        return Games(
            np.concatenate([self.times, np.full(2 * len(pairs), 0.5 / (entrants - 1))]),
            np.vstack([self.seats, one + other, one + other]),
            np.vstack([self.wins, one, other]),
        )


def strengths(games: Games, times: Floats | None = None) -> Floats:
    """The logarithms of the strengths of largest likelihood, with mean 0: a row for each row of `times`.

    The likelihood is concave in these logarithms, and each step of Newton's method is kept short.
    """
    weights = games.times[None, :] if times is None else times
    tables, table_of = np.unique(games.seats, axis=0, return_inverse=True)
    held = np.zeros((len(games.times), len(tables)))
    held[np.arange(len(held)), table_of.reshape(-1)] = 1
    size = max(1, ROOM // tables.size)
    parts = [weights[first : first + size] for first in range(0, len(weights), size)]
    return np.vstack([_newton(tables, part @ held, part @ games.wins) for part in parts])


def _newton(tables: Floats, played: Floats, won: Floats) -> Floats:
    entrants = tables.shape[1]
    found = np.zeros((len(played), entrants))
    for _ in range(MOST_STEPS):
        chances = tables * np.exp(found - found.max(axis=1, keepdims=True))[:, None, :]
        chances /= np.maximum(chances.sum(axis=2, keepdims=True), np.finfo(float).tiny)
        expected = played[:, :, None] * chances
        slope = won - expected.sum(axis=1)
        curve = -expected.transpose(0, 2, 1) @ chances
        curve[:, np.arange(entrants), np.arange(entrants)] += expected.sum(axis=1)
        # The common level of all strengths is free: a curve in that direction keeps it where it is.
        step = np.linalg.solve(curve + played.sum() / len(played) / entrants, slope[:, :, None])[:, :, 0]
        step *= np.minimum(1, LARGEST_STEP / np.maximum(np.abs(step).max(axis=1, keepdims=True), CLOSE))
        found += step
        if np.abs(step).max() < CLOSE:
            break
    return np.asarray(found - found.mean(axis=1, keepdims=True))


# ---------------------------------------------------------------- what it means


def anchor_for(tournament: Tournament, anchor: str | None = None) -> str:
    """The entrant that a text names, or the mean; without one the usual anchor, if it is there.

    >>> pair = Tournament("vanagloria", 2, ("random", "greedy"))
    >>> anchor_for(pair), anchor_for(pair, "random"), anchor_for(pair, "mean")
    ('greedy', 'random', 'mean')
    """
    if anchor is None:
        return USUAL_ANCHOR if USUAL_ANCHOR in tournament.names else MEAN
    if anchor != MEAN and (anchor := spell_bot(*read_bot(anchor))) not in tournament.names:
        raise Unknown("entrant", anchor, [*tournament.names, MEAN])
    return anchor


def standing(tournament: Tournament, games: Sequence[Played], anchor: str | None = None) -> Standing:
    """Ratings, pairs and shares; the same games give the same numbers."""
    chosen = anchor_for(tournament, anchor)
    ordered = tuple(sorted(games, key=lambda game: game.number))
    rated = [place for place in range(len(tournament.names)) if any(place in game.seats for game in ordered)]
    if len(rated) < 2:
        return Standing(tournament, ordered, MEAN, (), (), ())
    counted = Games.counted(ordered, len(tournament.names))
    counted = Games(counted.times, counted.seats[:, rated], counted.wins[:, rated])
    names = [tournament.names[place] for place in rated]
    if chosen not in names:
        chosen = MEAN
    best, low, high = _on_scale(counted, None if chosen == MEAN else names.index(chosen))
    ratings = [
        Rating(name, best[i], low[i], high[i], *_record(counted, i))
        for i, name in sorted(enumerate(names), key=lambda item: -best[item[0]])
    ]
    order = [names.index(rating.name) for rating in ratings]
    pairs = tuple(_pairs(counted, names, order, _deals(tournament, ordered)))
    return Standing(tournament, ordered, chosen, tuple(ratings), pairs, tuple(_shares(tournament, ordered)))


def _on_scale(counted: Games, anchor: int | None) -> tuple[list[float], list[float], list[float]]:
    """Ratings and the ends of their intervals."""
    games = counted.with_halves()
    dice = np.random.default_rng(0)
    weights = np.maximum(dice.standard_gamma(games.times, (REPLICATES, len(games.times))), LEAST_WEIGHT)
    found = np.vstack([strengths(games), strengths(games, weights)]) * ELO
    if anchor is not None:
        found -= found[:, [anchor]]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(found[1:], [tail, 1 - tail], axis=0)
    return found[0].tolist(), low.tolist(), high.tolist()


def _record(games: Games, entrant: int) -> tuple[int, float, bool | None]:
    seats, wins = games.times @ games.seats[:, entrant], games.times @ games.wins[:, entrant]
    mixed = (games.seats[:, entrant] > 0) & (games.seats[:, entrant] < games.seats.sum(axis=1))
    played, won = games.times[mixed].sum(), games.times[mixed] @ games.wins[mixed, entrant]
    always = None if 0 < won < played or not played else bool(won > 0)
    return round(float(seats)), float(wins), always


def _deals(tournament: Tournament, games: Sequence[Played]) -> dict[tuple[str, str], list[float]]:
    """At tables for two: how often the first of two won each deal that both have played from either seat. Who meets
    again in a round gets the same deal."""
    wins: dict[tuple[int, tuple[int, ...]], list[float]] = {}
    if tournament.players == 2:
        for game in games:
            met = (game.number // tournament.round, tuple(sorted(game.seats)))
            wins.setdefault(met, []).append(game.wins[game.seats.index(min(game.seats))])
    deals: dict[tuple[str, str], list[float]] = {}
    for (_, (one, other)), won in wins.items():
        if len(won) == 2:
            deals.setdefault((tournament.names[one], tournament.names[other]), []).append(sum(won))
            deals.setdefault((tournament.names[other], tournament.names[one]), []).append(2 - sum(won))
    return deals


def _pairs(
    games: Games, names: Sequence[str], order: Sequence[int], deals: dict[tuple[str, str], list[float]]
) -> Iterator[Pair]:
    for one, other in combinations(order, 2):
        met = (games.seats[:, one] > 0) & (games.seats[:, other] > 0)
        times, seats = games.times[met], games.seats[met]
        if not len(times):
            continue
        wins, losses = float(times @ games.wins[met, one]), float(times @ games.wins[met, other])
        expected = float(times @ (seats[:, one] / (seats[:, one] + seats[:, other])) / times.sum())
        low, high = wilson(wins, wins + losses)
        both = deals.get((names[one], names[other]), [])
        told = (len(both), both.count(2.0), both.count(0.0))
        yield Pair(names[one], names[other], round(times.sum()), wins, losses, expected, low, high, *told)


def _shares(tournament: Tournament, games: Sequence[Played]) -> Iterator[Share]:
    players = tournament.players
    by_seat, by_order = np.zeros(players), np.zeros(players)
    for game in games:
        by_seat += game.wins
        by_order += np.roll(game.wins, -game.first)
    for seat in range(players):
        yield Share("seat", f"seat {seat}", len(games), by_seat[seat], 1 / players, *wilson(by_seat[seat], len(games)))
    for place in range(players):
        name, won = f"{ORDINALS[place]} to move", by_order[place]
        yield Share("order", name, len(games), won, 1 / players, *wilson(won, len(games)))
