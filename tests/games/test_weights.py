"""What `appraise` goes by: every weight that the code reads is in the data, and nothing else is."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import quincunx
from quincunx.engine.compiling import Template
from quincunx.engine.weights import Weights
from quincunx.games import GAMES
from tests.playouts import EVERY_GAME


def weights_of(name: str) -> Weights:
    found = quincunx.game(name).weights
    assert found is not None
    return found


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_data_has_exactly_the_names_that_the_code_expects(name: str) -> None:
    places = vars(import_module(f"{GAMES[name][0]}.weights"))
    expected = {key.lower(): place for key, place in places.items() if key.isupper() and key != "WEIGHTS"}
    assert {each.name: each.place for each in weights_of(name).all} == expected


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_weight_is_finite_within_its_bounds_and_says_what_it_means(name: str) -> None:
    for each in weights_of(name).all:
        assert np.isfinite(each.values).all()
        assert each.between[0] <= min(each.values) <= max(each.values) <= each.between[1]
        assert each.meaning.endswith((".", "..."))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_board_carries_the_weights(name: str) -> None:
    game = quincunx.game(name)
    for players in game.players:
        board = game.board_for(players, game.settle(players, {})).view(game.board)[0]
        assert board.advice.tolist() == weights_of(name).values.tolist()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_file_is_written_as_it_was_read(name: str) -> None:
    weights = weights_of(name)
    assert weights.write(weights.values.tolist()) == weights.file.read_text("utf-8")


def test_both_games_of_one_engine_have_weights_of_their_own() -> None:
    assert weights_of("vanagloria").file != weights_of("orbit-cubes").file


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('a = { value = 1.0, meaning = "A." }', {"A": 1}),
        ('a = { value = [1.0, 2.0], meaning = "A." }\nb = { value = 1.0, meaning = "B." }', {"A": 0, "B": 1}),
        ('a = { value = 1.0, meaning = "A." }', {"A": 0, "B": 1}),
    ],
)
def test_values_that_do_not_fit_their_places_are_an_error(tmp_path: Path, text: str, places: dict[str, int]) -> None:
    file = tmp_path / "advice.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"advice\.toml: its values stand at"):
        Weights(file, places, 2)


GUIDED = [name for name in EVERY_GAME if quincunx.game(name).guide is not None]
OF_ONE_SEAT = [
    name for name in EVERY_GAME if name not in GUIDED and not isinstance(quincunx.game(name).regard, Template)
]


@pytest.mark.parametrize("name", GUIDED)
def test_what_guides_at_first_sight_is_on_every_board_too(name: str) -> None:
    game = quincunx.game(name)
    guide = game.guide
    assert guide is not None
    assert [(each.name, each.place) for each in guide.all] == [(each.name, each.place) for each in weights_of(name).all]
    assert guide.write(guide.values.tolist()) == guide.file.read_text("utf-8")
    for players in game.players:
        board = game.board_for(players, game.settle(players, {})).view(game.board)[0]
        assert board.guide.tolist() == guide.values.tolist()


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_that_is_the_appraisal_would_say_the_same(name: str) -> None:
    """Both weigh the same things: with the same weights they agree."""
    game = quincunx.game(name)
    assert not isinstance(game.regard, Template)
    one, every = np.zeros(game.seats), np.zeros(game.seats)
    match, bot = quincunx.new(name, 3, seed=3), quincunx.bot("greedy", seed=3)
    board = match.board_raw.copy().view(game.board)[0]
    board.advice[:] = board.guide
    for _ in range(40):
        match.play(bot.choose(match))
        game.appraise(board, match.state, every)
        game.regard(match.board, match.state, 1, one)
        assert one[1] == every[1]


@pytest.mark.parametrize("name", OF_ONE_SEAT)
def test_what_is_said_of_one_seat_is_what_is_said_of_it_among_all(name: str) -> None:
    game = quincunx.game(name)
    assert not isinstance(game.regard, Template)
    one, every = np.zeros(game.seats), np.zeros(game.seats)
    for players in game.players:
        match, bot = quincunx.new(name, players, seed=players), quincunx.bot("greedy", seed=players)
        for _ in range(150):
            if match.over:
                break
            match.play(bot.choose(match))
            game.appraise(match.board, match.state, every)
            for seat in range(players):
                game.regard(match.board, match.state, seat, one)
            assert one[:players].tolist() == every[:players].tolist()
