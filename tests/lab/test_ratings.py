"""Ratings: known strengths are found again, intervals hold what they promise, and another library agrees."""

import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import choix
import numpy as np
import pytest

from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.lab import plots, ratings
from quincunx.lab.ratings import ELO, Games, Standing, anchor_for, standing, strengths
from quincunx.lab.tournament import ONE_AGAINST_REST, Played, Tournament

TRUE = (-500.0, -120.0, 0.0, 80.0, 300.0)
NAMES = ("random", "a", "greedy", "b", "c")


def of(players: int, games: int, names: Sequence[str] = NAMES, **words: Any) -> Tournament:
    return Tournament("vanagloria", players, tuple(names), games=games, **words)


def simulated(asked: Tournament, true: Sequence[float], seed: int = 0, draws: float = 0.0) -> list[Played]:
    """Games that players of known strengths would play."""
    dice, games = random.Random(seed), []
    for number in range(asked.total):
        seats = asked.seating(number)
        chances = [math.exp(true[entrant] / ELO) for entrant in seats]
        if dice.random() < draws:
            results = [0.0] * len(seats)
        else:
            winner = dice.choices(range(len(seats)), chances)[0]
            results = [1.0 if seat == winner else -1 / (len(seats) - 1) for seat in range(len(seats))]
        games.append(Played(number, seats, dice.randrange(len(seats)), 40, tuple(results)))
    return games


def found(standing: Standing) -> dict[str, float]:
    return {rating.name: rating.rating for rating in standing.ratings}


# ---------------------------------------------------------------- the model


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_known_strengths_are_found_again(players: int) -> None:
    asked = of(players, 6000)
    close = found(standing(asked, simulated(asked, TRUE)))
    for name, true in zip(NAMES, TRUE, strict=True):
        assert close[name] == pytest.approx(true, abs=50)


def test_one_against_copies_is_rated_on_the_same_scale() -> None:
    """Odds of 10 to 1 against each of three others: 10 wins in 13 games."""
    asked = of(4, 8000, ("a", "greedy"), format=ONE_AGAINST_REST)
    found = standing(asked, simulated(asked, (400, 0)))
    assert found.ratings[0].rating == pytest.approx(400, abs=40)
    assert found.ratings[0].wins / found.ratings[0].games == pytest.approx(10 / 13, abs=0.02)
    assert found.pairs[0].expected == 0.25


def test_two_players_alone_are_rated_by_their_odds() -> None:
    asked = of(2, 100, ("a", "greedy"))
    games = [replace(game, results=won(game, 0, number < 75)) for number, game in enumerate(simulated(asked, (0, 0)))]
    found = standing(asked, games)
    assert found.ratings[0].rating == pytest.approx(400 * math.log10(75.5 / 25.5))
    assert (found.ratings[0].wins, found.pairs[0].share) == (75, 0.75)


def won(game: Played, entrant: int, yes: bool) -> tuple[float, ...]:
    return tuple(1.0 if (seat == entrant) == yes else -1.0 for seat in game.seats)


@pytest.mark.parametrize("players", [2, 4])
def test_another_library_finds_the_same_strengths(players: int) -> None:
    asked = of(players, 1000)
    games = simulated(asked, TRUE, seed=1)
    top = []
    for game in games:
        winner = game.wins.index(1)
        top.append((game.seats[winner], tuple(seat for i, seat in enumerate(game.seats) if i != winner)))
    theirs = choix.ilsr_top1(len(NAMES), top)
    assert strengths(Games.counted(games, len(NAMES)))[0] == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_another_library_splits_draws_in_the_same_way() -> None:
    asked = of(2, 1000)
    games = simulated(asked, TRUE, seed=2, draws=0.3)
    wins = np.zeros((len(NAMES), len(NAMES)))
    for game in games:
        for one, other in ((0, 1), (1, 0)):
            wins[game.seats[one], game.seats[other]] += game.wins[one]
    theirs = choix.ilsr_pairwise_dense(wins)
    assert strengths(Games.counted(games, len(NAMES)))[0] == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_equal_records_give_equal_ratings() -> None:
    asked = of(2, 20)
    drawn = [replace(game, results=(0.0, 0.0)) for game in simulated(asked, TRUE)]
    assert list(found(standing(asked, drawn)).values()) == pytest.approx([0] * 5, abs=1e-6)


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize("players", [2, 4])
def test_the_intervals_hold_the_true_ratings_as_often_as_they_say(players: int) -> None:
    asked = of(players, 200, ("a", "b", "greedy"))
    true = {"a": 250.0, "b": -60.0}
    inside = [
        each.low <= true[each.name] <= each.high
        for seed in range(40)
        for each in standing(asked, simulated(asked, (250, -60, 0), seed)).ratings
        if each.name in true
    ]
    assert 0.89 <= np.mean(inside) <= 0.99


def test_more_games_make_narrower_intervals() -> None:
    widths = []
    for games in (100, 400, 1600):
        asked = of(2, games)
        each = next(r for r in standing(asked, simulated(asked, TRUE)).ratings if r.name == "c")
        widths.append(each.high - each.low)
    assert widths[0] > 1.4 * widths[1] > 1.4 * 1.4 * widths[2]


def test_the_same_games_give_the_same_numbers_in_any_order() -> None:
    asked = of(3, 100)
    games = simulated(asked, TRUE)
    assert standing(asked, games) == standing(asked, games[::-1])


@pytest.mark.parametrize("count", [10, 400])
def test_who_wins_every_game_gets_a_finite_rating_and_a_wide_interval(count: int) -> None:
    asked = of(2, count, ("a", "greedy"))
    games = [replace(game, results=won(game, 0, True)) for game in simulated(asked, (0, 0))]
    best, anchor = standing(asked, games).ratings
    assert best.rating == pytest.approx(400 * math.log10((count + 0.5) / 0.5))
    assert best.low == pytest.approx(400 * math.log10(count / 2.5), rel=0.15)
    assert best.high > best.rating + 400
    assert (best.always, anchor.always) == (True, False)


def test_a_ladder_in_which_the_better_one_always_wins_is_rated() -> None:
    asked = of(2, 1000, tuple("abcdefgh"))
    games = [replace(g, results=won(g, min(g.seats), True)) for g in simulated(asked, [0] * 8)]
    ladder = standing(asked, games)
    assert [rating.name for rating in ladder.ratings] == list("abcdefgh")
    assert all(math.isfinite(rating.low + rating.high) for rating in ladder.ratings)
    assert [rating.always for rating in ladder.ratings] == [True, *[None] * 6, False]


# ---------------------------------------------------------------- anchors, pairs, seats


def test_the_anchor_is_greedy_or_the_mean_or_whom_you_name() -> None:
    asked = of(2, 100)
    games = simulated(asked, TRUE)
    usual, mean, named = (standing(asked, games, anchor) for anchor in (None, "mean", " b "))
    assert (usual.anchor, mean.anchor, named.anchor) == ("greedy", "mean", "b")
    assert found(usual)["greedy"] == 0
    assert found(named)["b"] == 0
    assert sum(found(mean).values()) == pytest.approx(0, abs=1e-6)
    apart = [found(each)["c"] - found(each)["random"] for each in (usual, mean, named)]
    assert apart == pytest.approx([apart[0]] * 3)
    zero = next(rating for rating in named.ratings if rating.name == "b")
    assert (zero.low, zero.high) == (0, 0)


def test_an_anchor_that_does_not_play_is_refused() -> None:
    assert anchor_for(of(2, 10, ("a", "b"))) == "mean"
    with pytest.raises(Unknown, match="There is no entrant 'x'"):
        anchor_for(of(2, 10), "x")


def test_pairs_and_shares_add_up() -> None:
    asked = of(2, 400)
    games = simulated(asked, TRUE, draws=0.2)
    found = standing(asked, games)
    assert len(found.pairs) == 10
    for pair in found.pairs:
        assert pair.games == len(games) // 10 == pair.wins + pair.losses
        assert pair.low < pair.share < pair.high
        assert pair.expected == 0.5
    assert sum(rating.wins for rating in found.ratings) == pytest.approx(len(games))
    for group in ("seat", "order"):
        assert sum(share.wins for share in found.shares if share.group == group) == pytest.approx(len(games))


def test_deals_that_decide_themselves_are_told_from_those_that_one_bot_wins_from_either_seat() -> None:
    asked = of(2, 14, ("a", "greedy"))
    by_whom = {0: "aa", 1: "ag", 2: "gg", 3: "aa", 4: "aa", 5: "g", 6: "--"}
    results = {"a": True, "g": False}
    games = []
    for game in simulated(asked, (0, 0)):
        deal, place = divmod(game.number, asked.round)
        if place < len(by_whom[deal]):
            who = by_whom[deal][place]
            games.append(replace(game, results=won(game, 0, results[who]) if who in results else (0.0, 0.0)))
    (pair,) = standing(asked, games).pairs
    assert (pair.one, pair.deals, pair.twice, pair.never) == ("a", 6, 3, 1)
    (pair,) = standing(of(2, 14, ("greedy", "a")), games).pairs
    assert (pair.one, pair.deals, pair.twice, pair.never) == ("greedy", 6, 3, 1)


def test_only_at_tables_for_two_one_deal_is_played_from_either_seat() -> None:
    asked = of(4, 100)
    assert {pair.deals for pair in standing(asked, simulated(asked, TRUE)).pairs} == {0}


def test_an_advantage_of_a_seat_is_seen() -> None:
    asked = of(3, 300)
    games = [replace(game, results=(1.0, -0.5, -0.5), first=1) for game in simulated(asked, TRUE)]
    found = standing(asked, games)
    assert [share.wins for share in found.shares] == [300, 0, 0, 0, 0, 300]
    assert [share.name for share in found.shares][-1] == "third to move"
    assert max(abs(rating.rating) for rating in found.ratings) < 60


def test_whoever_has_not_played_yet_is_not_rated() -> None:
    asked = of(2, 20)
    games = [game for game in simulated(asked, TRUE) if 2 not in game.seats]
    assert {rating.name for rating in standing(asked, games).ratings} == set(NAMES) - {"greedy"}
    assert standing(asked, games).anchor == "mean"
    assert standing(asked, []).ratings == ()


def test_the_findings_are_json() -> None:
    asked = of(2, 20)
    data = json.loads(json.dumps(standing(asked, simulated(asked, TRUE)).as_json(), allow_nan=False))
    assert (data["game"], data["players"], data["anchor"], data["games"]) == ("vanagloria", 2, "greedy", 20)
    assert list(data["ratings"][0]) == ["name", "rating", "low", "high", "games", "wins", "always"]
    numbers = {"games", "wins", "losses", "share", "low", "high", "expected", "deals", "twice", "never"}
    assert {"one", "other"} | numbers == set(data["pairs"][0])


def test_many_entrants_are_rated_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = of(4, 100)
    games = simulated(asked, TRUE)
    whole = standing(asked, games)
    monkeypatch.setattr(ratings, "ROOM", 1000)
    assert found(standing(asked, games)) == pytest.approx(found(whole))


# ---------------------------------------------------------------- pictures

TIMED = ("greedy", "search:seconds=0.1", "search:seconds=0.4,jobs=1", "search:seconds=0.2", "search:seconds=0.4")


def test_entrants_that_differ_only_in_seconds_are_a_family() -> None:
    asked = of(2, 40, TIMED)
    found = plots.families(standing(asked, simulated(asked, TRUE)))
    assert {name: [seconds for seconds, _ in members] for name, members in found.items()} == {"search": [0.1, 0.2, 0.4]}


@pytest.mark.parametrize("names", [NAMES, TIMED], ids=["ratings", "curve"])
def test_a_picture_names_everybody_and_is_the_same_every_time(names: Sequence[str]) -> None:
    asked = of(2, 40, names)
    shown = standing(asked, simulated(asked, TRUE))
    picture = plots.svg(shown)
    assert picture == plots.svg(shown)
    for name in asked.names:
        assert f">{name}<" in picture
    assert ("points for each doubling" in picture) == (names == TIMED)
    assert len(picture) < 60_000


def test_without_the_library_for_pictures_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(QuincunxError, match=r"pip install 'quincunx\[lab\]'"):
        plots.check()
