"""Studies: the same seed gives the same games on any number of cores, and the findings add up."""

import csv
import io
import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.bots import KINDS
from quincunx.engine.chance import DICE, draw
from quincunx.engine.errors import BadOption, QuincunxError, Unknown
from quincunx.engine.position import Position
from quincunx.lab import loops, simulation
from quincunx.lab.simulation import Games, Share, Study, findings, plan, play_some, run, wilson
from tests.playouts import EVERY_GAME

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
FIELDS = ("seeds", "kinds", "firsts", "lengths", "results")


def same(one: Games, other: Games) -> bool:
    """Whether every row is the same, bit for bit."""
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in FIELDS)


@lru_cache
def played(study: Study) -> Games:
    """On one core."""
    return run(study, jobs=1)


class Fixed(dict[str, Any]):
    """Options that can be a part of a cached study."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


def some(name: str) -> int:
    """Three players, or as many as the game has."""
    return min(3, quincunx.game(name).seats)


def study(game: str = "vanagloria", players: int = 2, *bots: str, **words: Any) -> Study:
    """A small study."""
    options = Fixed(words.pop("options", {}))
    return Study(game, players, bots or ("random",), words.pop("games", 60), options=options, **words)


# ---------------------------------------------------------------- the same study, the same results


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_number_of_processes_changes_nothing(name: str) -> None:
    asked = study(name, some(name), "greedy", "random", games=601)
    assert same(run(asked, jobs=1), run(asked, jobs=2))


@pytest.mark.parametrize("size", [1, 7, 59, 60, 61])
def test_the_size_of_the_portions_changes_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = study("vanagloria", 4, "greedy", "random", seed=3)
    monkeypatch.setattr(simulation, "CHUNK", size)
    assert same(run(asked, jobs=1), Games.joined([play_some(asked, 0, asked.games)]))


def test_any_part_of_a_study_can_be_played_alone() -> None:
    asked = study("orbit-cubes", 3, "random", "greedy", seed=9)
    parts = [play_some(asked, first, count) for first, count in ((40, 20), (0, 1), (1, 39))]
    assert same(Games.joined(parts), played(asked))


def test_a_longer_study_begins_like_the_shorter_one() -> None:
    short, long = played(study(games=40)), played(study(games=60))
    for name in FIELDS:
        assert getattr(long, name)[:40].tobytes() == getattr(short, name).tobytes()


def test_another_seed_gives_other_games() -> None:
    one, other = played(study(seed=1)), played(study(seed=2))
    assert not set(one.seeds.tolist()) & set(other.seeds.tolist())
    assert one.lengths.tolist() != other.lengths.tolist()


def test_random_players_play_the_same_games_in_the_bots_loop() -> None:
    """All random is the loop that is measured; it must not be another game."""
    asked = study("vanagloria", 4, games=80)
    game, board, seats = asked.check()
    seeds, kinds = plan(asked, 0, asked.games, seats)
    firsts, lengths, results = np.zeros(80, np.int16), np.zeros(80, np.int32), np.zeros((80, game.seats))
    game.bind(loops.bot_games)(kinds, board, seeds, np.zeros(0, game.state), firsts, lengths, results)
    assert same(Games(seeds, kinds, firsts, lengths, results[:, :4]), played(asked))


def is_won_later(position: Position) -> bool:
    """VR-032: whether the first turn goes to the winner of a clash, and nobody has won it yet."""
    return position.game.name == "vanguard-rome" and bool(position.state.turn_no == 0)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_simulated_game_is_the_game_that_python_plays_by_the_same_dice(name: str) -> None:
    players = some(name)
    asked = study(name, players, games=5, seed=4)
    games = played(asked)
    game, board, _ = asked.check()
    for row, seed in enumerate(games.seeds):
        position = Position(game, players, game.settle(players, {}, bots=True), board)
        position.set_chance(np.uint64(loops.start_of(seed)).tobytes())
        position._core.new(board, position.raw)
        dice = np.zeros(1, DICE)
        dice[0].chance = loops.dice_of(seed)
        first, count = None, 0
        while not position.over:
            if first is None and not is_won_later(position):
                first = position.turn
            numbers = position.moves.numbers
            position.play(numbers[int(draw(dice[0], len(numbers)))])
            count += 1
        assert first == games.firsts[row]
        assert count == games.lengths[row]
        assert position.outcome == tuple(games.results[row])


def test_progress_tells_of_every_game_once() -> None:
    for jobs in (1, 2):
        told: list[int] = []
        run(study(games=501), jobs=jobs, progress=told.append)
        assert sum(told) == 501
        assert len(told) > 1


# ---------------------------------------------------------------- who sits where


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("bots", [("greedy",), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")])
def test_each_bot_sits_at_each_seat_equally_often(players: int, bots: tuple[str, ...]) -> None:
    asked = study("vanagloria", players, *bots, games=12 * players)
    _, _, seats = asked.check()
    _, kinds = plan(asked, 0, asked.games, seats)
    at_table = sum(KINDS[bots[i % len(bots)]] for i in range(players))
    assert (kinds.sum(axis=1) == at_table).all(), "the same bots play every game"
    assert (kinds.sum(axis=0) == 12 * at_table).all(), "each seat sees as many of them"


def test_the_rotation_goes_on_where_a_portion_begins() -> None:
    asked = study("vanagloria", 3, "greedy", "random", "random")
    _, _, seats = asked.check()
    whole = plan(asked, 0, 60, seats)[1]
    assert whole[:4].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]
    for first in (1, 2, 31):
        assert (plan(asked, first, 9, seats)[1] == whole[first : first + 9]).all()


def test_fixed_bots_stay_where_they_are() -> None:
    asked = study("vanagloria", 3, "random", "greedy", rotate=False)
    _, _, seats = asked.check()
    assert (plan(asked, 17, 30, seats)[1] == [0, 1, 0]).all()


def test_a_study_that_makes_no_sense_is_refused() -> None:
    for wrong, error, words in (
        (study(games=0), QuincunxError, "from 1 to 1,000,000,000 games, not 0"),
        (study(games=-1), QuincunxError, "not -1"),
        (study(games=10**9 + 1), QuincunxError, "not 1,000,000,001"),
        (study("vanagloria", 2, "greedy", "random", "random"), QuincunxError, "3 bots are named for 2 seats"),
        (replace(study(), bots=()), QuincunxError, "0 bots are named for 2 seats"),
        (study("vanagloria", 2, "gredy"), Unknown, "Did you mean 'greedy'"),
        (study("vanagloria", 7), BadOption, "for 2 to 6 players"),
        (study("vanaglorai"), Unknown, "Did you mean 'vanagloria'"),
        (study(options={"targt": 50}), Unknown, "Did you mean 'target'"),
        (study(options={"turn": "pro"}), BadOption, "VG-050"),
        (study(options={"board": "p3a"}), BadOption, "3 entrances"),
    ):
        for call in (wrong.check, lambda wrong=wrong: run(wrong, jobs=1)):
            with pytest.raises(error, match=words):
                call()


@pytest.mark.parametrize("seed", [-1, 2**31, 2**63 - 1, 2**64, 10**30, -(10**30)])
def test_any_whole_number_is_a_seed_or_refused_in_words(seed: int) -> None:
    asked = study(games=3, seed=seed)
    try:
        games = run(asked, jobs=1)
    except QuincunxError:
        return
    assert same(games, Games.joined([play_some(asked, 0, 3)]))
    assert len(set(games.seeds.tolist())) == 3


# ---------------------------------------------------------------- what it means


@pytest.mark.parametrize(
    ("name", "players"), [("vanagloria", 2), ("vanagloria", 5), ("orbit-cubes", 4), ("galaxy-of-d", 2)]
)
def test_the_wins_of_a_game_sum_to_one_and_the_results_to_nothing(name: str, players: int) -> None:
    games = played(study(name, players, "greedy", "random"))
    assert games.wins.sum(axis=1) == pytest.approx(1.0)
    assert games.wins.sum() == pytest.approx(60)
    assert games.results.sum(axis=1) == pytest.approx(0.0)
    assert games.results.shape == (60, players)


def test_a_shared_win_is_shared() -> None:
    results = np.array([[1, -1, -1], [0.25, 0.25, -0.5], [0, 0, 0]])
    assert replace(played(study()), results=results).wins.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # these four: Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (95, 100, 0.8882, 0.9785),
        (20, 20, 0.8389, 1.0),
        (0.5, 1, 0.0546, 0.9454),
    ],
)
def test_wilsons_interval_is_the_published_one(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_wilsons_interval_knows_its_limits() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert 0.0 <= wilson(0, 5)[0] < 1e-12
    assert 1.0 - 1e-12 < wilson(5, 5)[1] <= 1.0
    low, high = wilson(30, 100, confidence=0.99)
    assert low < wilson(30, 100)[0] < 0.3 < wilson(30, 100)[1] < high
    assert wilson(30, 100) == pytest.approx((1 - wilson(70, 100)[1], 1 - wilson(70, 100)[0]))


def shares(asked: Study) -> dict[tuple[str, str], Share]:
    return {(share.group, share.name): share for share in findings(asked, played(asked))}


def test_findings_are_grouped_by_bot_seat_and_order() -> None:
    asked = study("vanagloria", 4, "greedy", "random")
    assert list(shares(asked)) == [
        *(("bot", name) for name in ("random", "greedy")),
        *(("seat", f"seat {seat}") for seat in range(4)),
        *(("order", f"{name} to move") for name in ("first", "second", "third", "fourth")),
    ]


def test_the_shares_of_each_group_sum_to_the_games() -> None:
    asked = study("orbit-cubes", 3, "greedy", "random", "random")
    for group in ("bot", "seat", "order"):
        found = [share for (of, _), share in shares(asked).items() if of == group]
        assert sum(share.wins for share in found) == pytest.approx(60)
        assert sum(share.games for share in found) == 180
        for share in found:
            assert share.expected == pytest.approx(1 / 3)
            assert (share.low, share.high) == wilson(share.wins, share.games)
            assert share.low - 1e-12 <= share.wins / share.games <= share.high + 1e-12
    assert shares(asked)["bot", "greedy"].games == 60
    assert shares(asked)["bot", "random"].games == 120


def test_a_bot_that_does_not_play_is_not_listed() -> None:
    assert [name for group, name in shares(study()) if group == "bot"] == ["random"]


def test_the_first_to_move_is_who_the_deal_names() -> None:
    for seat in range(3):
        games = played(study("vanagloria", 3, options={"first_player": seat}))
        assert (games.firsts == seat).all()
    firsts = played(study("vanagloria", 3)).firsts
    assert set(firsts.tolist()) == {0, 1, 2}


def test_the_order_of_play_is_counted_from_the_first_to_move() -> None:
    asked = study("vanagloria", 3, options={"first_player": 1})
    found = shares(asked)
    for name, seat in (("first to move", 1), ("second to move", 2), ("third to move", 0)):
        assert found["order", name].wins == pytest.approx(found["seat", f"seat {seat}"].wins)


def test_by_hand() -> None:
    """Three games of two: seat 1 begins twice; the first to move wins the first game and shares the last."""
    asked = study("vanagloria", 2, "random", "greedy", games=3, rotate=False)
    results = np.array([[-1.0, 1.0], [1.0, -1.0], [0.0, 0.0]])
    firsts, kinds = np.array([1, 1, 0], np.int16), np.array([[0, 1]] * 3, np.int16)
    games = Games(np.arange(3, dtype=np.uint64), kinds, firsts, np.array([5, 7, 9], np.int32), results)
    won = {share.name: share.wins for share in findings(asked, games)}
    assert won == {
        "random": 1.5,
        "greedy": 1.5,
        "seat 0": 1.5,
        "seat 1": 1.5,
        "first to move": 1.5,
        "second to move": 1.5,
    }
    games.results[2] = [1.0, -1.0]
    won = {share.name: share.wins for share in findings(asked, games)}
    assert (won["random"], won["seat 1"], won["first to move"], won["second to move"]) == (2, 1, 2, 1)


# ---------------------------------------------------------------- files


def test_the_csv_has_a_row_for_each_game() -> None:
    asked = study("vanagloria", 3, "greedy", "random")
    games = played(asked)
    rows = list(csv.DictReader(io.StringIO(simulation.as_csv(games))))
    assert list(rows[0]) == ["seed", "first", "moves", "bot0", "bot1", "bot2", "result0", "result1", "result2"]
    assert [int(row["seed"]) for row in rows] == games.seeds.tolist()
    assert [int(row["first"]) for row in rows] == games.firsts.tolist()
    assert [int(row["moves"]) for row in rows] == games.lengths.tolist()
    assert [[KINDS[row[f"bot{i}"]] for i in range(3)] for row in rows] == games.kinds.tolist()
    assert [[float(row[f"result{i}"]) for i in range(3)] for row in rows] == games.results.tolist()


def test_the_json_holds_the_study_and_its_findings() -> None:
    asked = study("vanagloria", 2, "greedy", "random", seed=5, options={"target": "100"})
    games = played(asked)
    data = json.loads(simulation.as_json(asked, games))
    assert {key: data[key] for key in ("game", "players", "bots", "games", "seed", "options")} == {
        "game": "vanagloria",
        "players": 2,
        "bots": ["greedy", "random"],
        "games": 60,
        "seed": 5,
        "options": {"target": "100"},
    }
    assert data["moves"] == {"mean": pytest.approx(games.lengths.mean()), "most": games.lengths.max()}
    assert [(share["group"], share["name"]) for share in data["shares"]] == list(shares(asked))
    for share in data["shares"]:
        assert set(share) == {"group", "name", "games", "wins", "expected", "low", "high", "share"}
        assert share["share"] == pytest.approx(share["wins"] / share["games"])
        assert 0 <= share["low"] <= share["share"] + 1e-12
        assert share["share"] - 1e-12 <= share["high"] <= 1


def test_options_reach_the_games() -> None:
    usual, short = played(study()), played(study(options={"round_limit": "2"}))
    assert short.lengths.max() < usual.lengths.min()


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize("name", EVERY_GAME)
def test_greedy_beats_a_random_player_in_95_of_100_games(name: str) -> None:
    assert shares(study(name, 2, "greedy", "random", games=400))["bot", "greedy"].wins >= 380


@pytest.mark.parametrize("name", [name for name in EVERY_GAME if quincunx.game(name).seats >= 4])
def test_greedy_beats_three_random_players_in_90_of_100_games(name: str) -> None:
    found = shares(study(name, 4, "greedy", "random", "random", "random", games=400))["bot", "greedy"]
    assert found.games == 400
    assert found.wins >= 360


@pytest.mark.parametrize("name", EVERY_GAME)
def test_greedy_does_not_see_what_chance_will_bring(name: str) -> None:
    """The same view and the same seed, another future: the same choice, all through a game."""
    match = quincunx.new(name, some(name), seed=8)
    for step in range(60):
        if match.over:
            break
        other = match.copy()
        other.set_chance(bytes([step, 255, 1, 2, 3, 4, 5, 6]))
        choice = quincunx.bot("greedy", seed=step).choose(match)
        assert quincunx.bot("greedy", seed=step).choose(other) == choice
        assert quincunx.bot("greedy", seed=step).choose(match.view(match.turn)) == choice
        match.play(choice)
    assert len(match.line) > 30
