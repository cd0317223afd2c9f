"""Fitting the weights of `appraise`: it finds what is there to be found, twice the same, and says what is wrong."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Unknown
from quincunx.engine.weights import Weights
from quincunx.lab import fitting
from quincunx.lab.fitting import Floats, Task
from tests.cli.program import CONNECT_FOUR, good, run, wrong
from tests.lab import lots

LOTS = str(Path(lots.__file__))
TASK = Task(LOTS, games=900, loose=2)
TRUE = np.array(lots.TRUE_WEIGHTS)


def wrong_weights() -> Floats:
    weights = quincunx.game(LOTS).weights
    assert weights is not None
    return weights.values


@pytest.fixture(scope="module")
def samples() -> list[fitting.Sample]:
    return fitting.sample(TASK, wrong_weights())


# ---------------------------------------------------------------- playing


def test_positions_come_from_all_along_the_games(samples: list[fitting.Sample]) -> None:
    (sample,) = samples
    made = np.bincount(sample.positions["made"])
    assert made.tolist() == [0, TASK.games, TASK.games, TASK.games]
    assert sample.positions["over"].sum() == 0
    assert sample.held_out.mean() == pytest.approx(1 / fitting.HELD_OUT)
    assert set(sample.results.ravel()) == {-1.0, 1.0}


def test_long_games_give_no_more_positions_than_short_ones() -> None:
    task = Task("vanagloria", (3,), games=5, options={"round_limit": 4})
    game = quincunx.game("vanagloria")
    assert game.weights is not None
    (sample,) = fitting.sample(task, game.weights.values)
    assert len(sample.positions) <= 5 * fitting.PER_GAME
    assert sample.results.shape == (len(sample.positions), 3)
    assert sample.results.sum(axis=1) == pytest.approx(0)


def test_the_same_seed_gives_the_same_positions_however_many_threads_play() -> None:
    task = replace(TASK, games=60)
    one, two = (fitting.sample(task, wrong_weights(), jobs=jobs)[0] for jobs in (1, 3))
    assert one.positions.tobytes() == two.positions.tobytes()
    other = fitting.sample(replace(task, seed=1), wrong_weights())[0]
    assert other.positions.tobytes() != one.positions.tobytes()


def test_bots_may_search_before_they_move() -> None:
    """Each by the weights of its own side, and with the same numbers however many threads play."""
    task = replace(TASK, games=60, search=8)
    one, two = (fitting.sample(task, TRUE, jobs=jobs)[0] for jobs in (1, 3))
    assert one.positions.tobytes() == two.positions.tobytes()
    assert one.positions.tobytes() != fitting.sample(replace(task, search=0), TRUE)[0].positions.tobytes()
    assert fitting.duel(task, TRUE, TRUE, 40, 2, slips=0).share == 0.5
    assert fitting.duel(task, TRUE, wrong_weights(), 800, 2, slips=0).low > 0.5


def test_some_seats_may_be_greedy_while_the_others_search() -> None:
    """By lot, so that a table has none, some or only such seats; the same seed draws the same lots."""
    searched, mixed, more = (replace(TASK, games=60, search=8, greedy=greedy) for greedy in (0.0, 0.3, 0.9))
    games = [fitting.sample(task, TRUE)[0].positions.tobytes() for task in (searched, mixed, mixed, more)]
    assert games[1] == games[2]
    assert len(set(games)) == 3


def test_players_may_be_more_or_less_careless() -> None:
    """If nothing is said, the most careless make two moves of five at random."""
    usual = replace(TASK, games=60)
    tasks = usual, *(replace(usual, slips=slips) for slips in (0.4, 1.0, 0.0))
    games = [fitting.sample(task, TRUE)[0].positions.tobytes() for task in tasks]
    assert games[0] == games[1]
    assert len(set(games)) == 3


# ---------------------------------------------------------------- fitting


def test_known_weights_are_found(samples: list[fitting.Sample]) -> None:
    found = fitting.fit(TASK, samples, wrong_weights())
    assert found.error_after < found.error_before
    assert found.error_after < found.error_of_nothing
    assert found.after == pytest.approx(TRUE, abs=0.06)


def test_a_fit_can_be_repeated_to_the_same_numbers(samples: list[fitting.Sample]) -> None:
    few = [each.part(np.arange(len(each.positions)) < 300) for each in samples]
    one, two = (fitting.fit(TASK, few, wrong_weights(), jobs=jobs) for jobs in (1, 2))
    assert one.after.tolist() == two.after.tolist()
    assert (one.error_before, one.error_after) == (two.error_before, two.error_after)


def test_only_the_named_weights_move(samples: list[fitting.Sample]) -> None:
    found = fitting.fit(replace(TASK, only=("gold",)), samples, wrong_weights())
    assert found.after[lots.TIN] == wrong_weights()[lots.TIN]
    assert found.after[lots.GOLD] > wrong_weights()[lots.GOLD]


def test_tight_weights_hardly_move(samples: list[fitting.Sample]) -> None:
    tight, loose = (fitting.fit(replace(TASK, loose=by), samples, wrong_weights()).after for by in (0.02, 2))
    assert np.abs(tight - wrong_weights()).max() < np.abs(loose - wrong_weights()).max() / 2


def test_weights_stay_within_their_bounds(tmp_path: Path) -> None:
    file = tmp_path / "advice.toml"
    file.write_text(
        'a = { value = 0.5, between = [0, 1], meaning = "A." }\nb = { value = [0.0, 2.0], meaning = "B." }\n'
        'c = { value = [-1.0, 1.0], meaning = "C." }\n',
        "utf-8",
    )
    least, most, step = fitting.limits(Weights(file, {"A": 0, "B": 1, "C": 3}, 5))
    assert least.tolist() == [0, 0, 0, -np.inf, -np.inf]
    assert most.tolist() == [1, np.inf, np.inf, np.inf, np.inf]
    assert (step > 0).all()


# ---------------------------------------------------------------- checking by play


def test_equal_weights_win_half_of_the_games() -> None:
    result = fitting.duel(TASK, TRUE, TRUE, 40, 2)
    assert result.share == 0.5
    assert not result.weaker


def test_better_weights_win_more_games() -> None:
    better = fitting.duel(TASK, TRUE, wrong_weights(), 800, 2, slips=0)
    worse = fitting.duel(TASK, wrong_weights(), TRUE, 800, 2, slips=0)
    assert better.low > 0.5
    assert worse.weaker


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("task", "error", "said"),
    [
        (Task(CONNECT_FOUR), QuincunxError, "Connect four has no weights to fit"),
        (replace(TASK, only=("glod",)), Unknown, "There is no weight 'glod'. Did you mean 'gold'"),
        (replace(TASK, players=(3,)), BadOption, "a game for 2 players, not 3"),
        (replace(TASK, games=4), QuincunxError, "Play from 5 to 1,000,000 games, not 4"),
        (replace(TASK, loose=0), QuincunxError, "loose by more than 0"),
        (replace(TASK, loose=float("nan")), QuincunxError, "loose by more than 0"),
        (replace(TASK, search=100_001), QuincunxError, "search for 0 to 100,000 iterations here, not 100,001"),
        (replace(TASK, search=8, greedy=1.0), QuincunxError, "From none to nearly all .* not 1"),
        (replace(TASK, search=8, greedy=float("nan")), QuincunxError, "From none to nearly all .* not nan"),
        (replace(TASK, greedy=0.5), QuincunxError, "let the others search, such as --search 256"),
        (replace(TASK, slips=-0.1), QuincunxError, "From none to all .* can be slips, not -0.1"),
        (replace(TASK, slips=float("nan")), QuincunxError, "can be slips, not nan"),
        (replace(TASK, options={"speed": 1}), Unknown, "There is no option 'speed'"),
        (replace(TASK, game="lost"), Unknown, "There is no game 'lost'"),
        (Task("vanagloria", (2, 4)), QuincunxError, "2 and 4 players go by different weights .*: fit them one after"),
    ],
)
def test_a_task_that_can_not_be_done_is_explained(task: Task, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        task.check()


def test_who_names_no_number_of_players_fits_those_without_weights_of_their_own() -> None:
    common = quincunx.game("vanagloria").weights
    assert common is not None
    assert Task("vanagloria").check()[1] is common
    assert 4 not in Task("vanagloria").counts()
    assert Task("vanagloria", (4,)).check()[1] is common.for_players(4)
    assert Task(LOTS).counts() == [2]


def test_where_every_number_of_players_has_its_own_weights_one_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    common = quincunx.game("vanagloria").weights
    assert common is not None
    own, other = common.for_players(3), common.for_players(4)
    monkeypatch.setattr(common, "_others", {players: own if players < 4 else other for players in range(2, 7)})
    with pytest.raises(QuincunxError, match="go by different weights"):
        Task("vanagloria").check()


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(QuincunxError, match=r"pip install 'quincunx\[lab\]'"):
        fitting.solver()


# ---------------------------------------------------------------- the command


def test_the_command_fits_checks_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "advice.toml"
    args: list[Any] = ["fit", LOTS, "-n", "300", "--loose", "2", "--rounds", "2", "--check", "200", "--out", out]
    said = good(*map(str, args))
    for part in ("Round 2 of 2", "Mean square error", "gold", "tin", "the new weights win", "Written to"):
        assert part in said
    written = Weights(out, {"GOLD": lots.GOLD, "TIN": lots.TIN}, lots.METALS)
    assert written.values[lots.GOLD] > written.values[lots.TIN]
    assert [each.meaning for each in written.all] == ["A bar of gold.", "A bar of tin."]


def test_weaker_weights_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quincunx.cli import fitting as command

    lost = fitting.Duel(2, 0, 100, 20, 0.1, 0.3)
    monkeypatch.setattr(fitting, "duel", lambda *args, **words: lost)
    out = tmp_path / "advice.toml"
    assert not command.run(replace(TASK, games=20), 1, 100, 1, out)
    assert not out.exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([CONNECT_FOUR], "no weights to fit"),
        ([LOTS, "--only", "glod"], "There is no weight 'glod'"),
        ([LOTS, "-p", "3"], "not 3"),
        ([LOTS, "-n", "1"], "Play from 5"),
        ([LOTS, "--loose", "0"], "loose by more than 0"),
        ([LOTS, "--write", "--out", "x.toml"], "either --write or --out"),
        ([LOTS, "--check", "0"], "--check"),
        (["vanagloria", "--check", "10"], "let the bots search, for example with --search 256"),
    ],
)
def test_wrong_input_is_explained(args: list[str], said: str) -> None:
    assert said in wrong("fit", *args)


def test_help_says_what_it_does() -> None:
    assert "--check" in run("fit", "--help").stdout
