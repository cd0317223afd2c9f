"""What `appraise` goes by: every weight that the code reads is in the data, and nothing else is."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import quincunx
from quincunx.engine.advice import share_out
from quincunx.engine.compiling import Template
from quincunx.engine.weights import Weights
from quincunx.games import GAMES
from tests.playouts import EVERY_GAME


def weights_of(name: str) -> Weights:
    found = quincunx.game(name).weights
    assert found is not None
    return found


def lists_of(name: str) -> list[Weights]:
    """The common list, and those for some numbers of players."""
    common = weights_of(name)
    return list(dict.fromkeys([common, *map(common.for_players, quincunx.game(name).players)]))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_data_has_exactly_the_names_that_the_code_expects(name: str) -> None:
    places = vars(import_module(f"{GAMES[name][0]}.weights"))
    expected = {key.lower(): place for key, place in places.items() if key.isupper() and key != "WEIGHTS"}
    guide = quincunx.game(name).guide
    lists = [*lists_of(name), *([guide] if guide is not None else [])]
    assert {each.name: each.place for every in lists for each in every.all} == expected


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_weight_is_finite_within_its_bounds_and_says_what_it_means(name: str) -> None:
    for each in [each for every in lists_of(name) for each in every.all]:
        assert np.isfinite(each.values).all()
        assert each.between[0] <= min(each.values) <= max(each.values) <= each.between[1]
        assert each.meaning.endswith((".", "..."))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_board_carries_the_weights(name: str) -> None:
    game = quincunx.game(name)
    for players in game.players:
        board = game.board_for(players, game.settle(players, {})).view(game.board)[0]
        assert board.advice.tolist() == weights_of(name).for_players(players).values.tolist()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_file_is_written_as_it_was_read(name: str) -> None:
    for weights in lists_of(name):
        assert weights.write(weights.values.tolist()) == weights.file.read_text("utf-8")


def test_some_numbers_of_players_may_go_by_a_list_of_their_own(tmp_path: Path) -> None:
    for stem, value in (("advice", 1.0), ("advice_4", 4.0), ("advice_other", 9.0)):
        (tmp_path / f"{stem}.toml").write_text(f'a = {{ value = {value}, meaning = "A." }}', "utf-8")
    common = Weights(tmp_path / "advice.toml", {"A": 0}, 1)
    assert [common.for_players(players).values.tolist() for players in (2, 3, 4)] == [[1.0], [1.0], [4.0]]


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
SHARING = [name for name in EVERY_GAME if hasattr(import_module(f"{GAMES[name][0]}.advice"), "share_out")]
"""Games whose `appraise` shares one win out among the seats; `regard` does not."""
OF_ONE_SEAT = [
    name for name in EVERY_GAME if name not in SHARING and not isinstance(quincunx.game(name).regard, Template)
]


@pytest.mark.parametrize("name", GUIDED)
def test_what_guides_at_first_sight_is_on_every_board_too(name: str) -> None:
    game = quincunx.game(name)
    guide = game.guide
    assert guide is not None
    assert guide.write(guide.values.tolist()) == guide.file.read_text("utf-8")
    for players in game.players:
        board = game.board_for(players, game.settle(players, {})).view(game.board)[0]
        assert board.guide.tolist() == guide.values.tolist()


@pytest.mark.parametrize("name", SHARING)
def test_the_chances_of_all_seats_add_up_to_one(name: str) -> None:
    game = quincunx.game(name)
    values = np.zeros(game.seats)
    for players in game.players:
        match, bot = quincunx.new(name, players, seed=players), quincunx.bot("random", seed=players)
        for _ in range(60):
            match.play(bot.choose(match))
            game.appraise(match.board, match.state, values)
            assert values[:players].sum() == pytest.approx(0, abs=1e-12)
            assert values[:players].min() > -1 / (players - 1)


def test_who_is_behind_by_the_scale_has_a_third_of_the_chance() -> None:
    """1/e of it, nearly, and never none at all."""
    values = np.array([10.0, 7.0, 10.0 - 300.0])
    share_out(values, 3, 3.0)
    chances = (2 * values + 1) / 3
    assert chances.sum() == pytest.approx(1)
    assert chances[1] / chances[0] == pytest.approx(np.exp(-1), abs=0.005)
    assert 0 < chances[2] < 1e-6


@pytest.mark.parametrize("name", OF_ONE_SEAT)
def test_what_is_said_of_one_seat_is_what_is_said_of_it_among_all(name: str) -> None:
    """By the same weights, of course."""
    game = quincunx.game(name)
    assert not isinstance(game.regard, Template)
    one, every = np.zeros(game.seats), np.zeros(game.seats)
    for players in game.players:
        match, bot = quincunx.new(name, players, seed=players), quincunx.bot("greedy", seed=players)
        for _ in range(150):
            if match.over:
                break
            match.play(bot.choose(match))
            board = match.board_raw.copy().view(game.board)[0]
            if game.guide is not None:
                board.guide[:] = board.advice
            game.appraise(board, match.state, every)
            for seat in range(players):
                game.regard(board, match.state, seat, one)
            assert one[:players].tolist() == every[:players].tolist()
