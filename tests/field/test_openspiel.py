"""OpenSpiel's own test at every table, its tree searches at ours, and what a seat may learn through it."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import quincunx
import quincunx.openspiel
from quincunx.engine.errors import BadOption, QuincunxError, Refused
from quincunx.openspiel.games import NUMBER, is_number
from quincunx.openspiel.states import DIGITS, OUTCOMES
from quincunx.training import Observer
from tests.field.short import EXAMPLE, SHORT, TABLES, title
from tests.playouts import EVERY_GAME, Setting

NAMES = {name: quincunx.openspiel.register(name) for name in [EXAMPLE, *EVERY_GAME]}
OPEN = [name for name in EVERY_GAME if not quincunx.game(name).secret]
SECRETIVE = [name for name in EVERY_GAME if quincunx.game(name).secret]
of_each_table = pytest.mark.parametrize("table", [Setting(EXAMPLE, 2), *TABLES], ids=title)


def load(table: Setting, **options: Any) -> Any:
    """A table's game in OpenSpiel."""
    return pyspiel.load_game(NAMES[table.game], {"players": table.players, **table.options, **options})


def sampled(state: Any, random: Random) -> Any:
    """The state after chance has decided what waits for it."""
    while state.is_chance_node():
        state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
    return state


def played(state: Any, moves: int, seed: int = 1) -> Any:
    """The state after so many random moves, or at the end."""
    random = Random(seed)
    for _ in range(moves):
        if not sampled(state, random).is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return sampled(state, random)


# ---------------------------------------------------------------- OpenSpiel's test


@of_each_table
def test_it_passes_the_random_simulation(table: Setting) -> None:
    pyspiel.random_sim_test(load(table), num_sims=1, serialize=True, verbose=False)


def test_every_game_is_registered_by_its_name() -> None:
    assert {f"quincunx_{name.replace('-', '_')}" for name in EVERY_GAME} <= set(pyspiel.registered_names())
    assert NAMES[EXAMPLE] == quincunx.openspiel.register(EXAMPLE) == "quincunx_connect_four"


def test_python_ends_in_peace() -> None:
    """OpenSpiel frees what was registered after Python has ended."""
    words = "import pyspiel, quincunx.openspiel; pyspiel.load_game('quincunx_vanagloria').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")


# ---------------------------------------------------------------- parameters


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_option_is_a_parameter(name: str) -> None:
    chosen = quincunx.game(name)
    for option in chosen.options:
        values = [value for value in option.values if type(value) is not bool][-1:] + [
            word for word in ("yes", "no") if option.kind == "yes or no"
        ]
        for value in values:
            wanted = value if is_number(option) else f"{NUMBER}{value}" if type(value) is int else value
            for players in chosen.players:
                try:
                    chosen.settle(players, {option.name: value}, bots=True)
                except BadOption:
                    continue
                loaded = pyspiel.load_game(NAMES[name], {"players": players, option.name: wanted})
                read = {"yes": True, "no": False}.get(value, value) if option.kind == "yes or no" else value
                assert loaded.options[option.name] == read
                assert pyspiel.load_game(str(loaded)).options == loaded.options
                break


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(BadOption, match="a game for 2 to 6 players, not 9"):
        pyspiel.load_game("quincunx_vanagloria(players=9)")
    with pytest.raises(BadOption, match="target: 7 is not a value of it"):
        pyspiel.load_game("quincunx_vanagloria(target=7)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("quincunx_vanagloria(fog=open)")


# ---------------------------------------------------------------- states


@of_each_table
def test_a_state_plays_by_the_rules(table: Setting) -> None:
    """Its moves are the position's, whatever chance did before."""
    state, random = load(table).new_initial_state(), Random(4)
    for _ in range(20):
        if sampled(state, random).is_terminal():
            break
        position = state.at.position.copy()
        assert state.current_player() == position.turn
        assert state.legal_actions() == position.moves.numbers
        action = random.choice(state.legal_actions())
        assert state.action_to_string(action) == position.game.spell(position, action)
        before = position.copy()
        state.apply_action(action)
        if not state.is_chance_node():
            assert state.at.position == before.play(action)
        else:
            assert state.at.position == position


def test_a_wrong_action_is_refused_and_nothing_changes() -> None:
    state = load(Setting(EXAMPLE, 2)).new_initial_state()
    with pytest.raises(Refused, match="CF-3"):
        state.apply_action(7)
    assert state.history() == []
    assert state.legal_actions() == list(range(7))


def test_chance_is_a_player_and_the_same_digits_give_the_same_game() -> None:
    game = load(Setting("vanagloria", 3, {"turn": "random", "round_limit": 5}))
    one, two, other = (game.new_initial_state() for _ in range(3))
    assert len(one.chance_outcomes()) == OUTCOMES == game.max_chance_outcomes()
    for digit in range(DIGITS):
        assert one.is_chance_node()
        one.apply_action(digit)
        two.apply_action(digit)
        other.apply_action(digit + 1)
    assert not one.is_chance_node()
    assert str(one) == str(two)
    assert one.at.position != other.at.position


def test_clones_do_not_share_the_dice_to_come() -> None:
    """A search that goes on from clones learns nothing of the future."""
    state = load(Setting("vanagloria", 4, {"turn": "random"})).new_initial_state()
    seen = {str(sampled(state.clone(), Random(seed))) for seed in range(20)}
    assert len(seen) > 5


def test_most_moves_need_no_chance() -> None:
    state = played(load(Setting("vanagloria", 2)).new_initial_state(), 3)
    state.apply_action(state.legal_actions()[0])
    assert not state.is_chance_node()


# ---------------------------------------------------------------- what a seat knows


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_seat_observes_its_own_view(name: str) -> None:
    game = load(Setting(name, 2, SHORT[name]))
    state = played(game.new_initial_state(), 9)
    assert game.observation_tensor_shape() == [2 + Observer(quincunx.game(name)).layout.size]
    for seat in range(2):
        tensor = state.observation_tensor(seat)
        assert tensor[:2] == [float(player == seat) for player in range(2)]
        assert tensor[2:] == Observer(quincunx.game(name))(state.at.position, seat).tolist()
        assert state.observation_string(seat) == f"seat {seat}: {state.at.position.view(seat).position()}"
    spectator = game.make_py_observer(watching(pyspiel.PrivateInfoType.NONE))
    assert spectator.string_from(state, 0) == f"seat 0: {state.at.position.view().position()}"
    with pytest.raises(QuincunxError, match="as one seat knows it"):
        game.make_py_observer(watching(pyspiel.PrivateInfoType.ALL_PLAYERS))


def watching(private: Any) -> Any:
    """A kind of observation."""
    return pyspiel.IIGObservationType(perfect_recall=False, private_info=private)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_guess_looks_the_same_to_the_seat_and_has_no_history(name: str) -> None:
    game = load(Setting(name, 2))
    guesses = set()
    for moves in (8, 10, 12, 24):
        state = played(game.new_initial_state(), moves)
        seat = state.current_player()
        for number in range(6):
            other = state.resample_from_infostate(seat, Random(number).random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == []
            guesses.add(str(other))
    assert len(guesses) > 2


def test_what_a_seat_has_seen_is_remembered() -> None:
    """Two ways to the same position are two information states, and one observation."""
    game = load(Setting(EXAMPLE, 2))
    one, two = game.new_initial_state(), game.new_initial_state()
    for mine, other in zip((0, 1, 2, 3), (2, 1, 0, 3), strict=True):
        one.apply_action(mine)
        two.apply_action(other)
    for seat in range(2):
        assert one.observation_string(seat) == two.observation_string(seat)
        assert one.information_state_string(seat) != two.information_state_string(seat)


def test_what_is_hidden_does_not_change_what_was_seen() -> None:
    """The other seat's secret choices are not in a seat's memory, not even how many there were."""
    game = load(Setting("galaxy-of-d", 2, {"setup": "quick", "colours": "fixed", "first_player": "seat0"}))
    start = game.new_initial_state()
    random = Random(1)
    while int(sampled(start, random).at.position.state.phase) != 5:
        start.apply_action(start.legal_actions()[0])
    mover = start.current_player()
    memories = set()
    for length in (1, 2):
        state = start.clone()
        for _ in range(length):
            state.apply_action(state.legal_actions()[1])
        assert state.current_player() == mover
        memories.add(state.information_state_string(1 - mover))
    assert memories == {start.information_state_string(1 - mover)}


def test_while_chance_decides_nothing_can_be_guessed() -> None:
    state = load(Setting("vanguard-rome", 2)).new_initial_state()
    with pytest.raises(QuincunxError, match="ask at a seat's turn"):
        state.resample_from_infostate(0, Random(1).random)


# ---------------------------------------------------------------- OpenSpiel's bots


def searched(game: Any, make: Any, moves: int, simulations: int = 12) -> Any:
    """The state after so many moves of bots that search."""
    bots = []
    for seat in range(game.num_players()):
        dice = np.random.RandomState(seat)
        bots.append(make(game, mcts.RandomRolloutEvaluator(1, dice, max_length=10), simulations, dice))
    state, random = game.new_initial_state(), Random(2)
    for _ in range(moves):
        if not sampled(state, random).is_terminal():
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    return state


def tree_search(game: Any, evaluator: Any, simulations: int, dice: Any) -> Any:
    """OpenSpiel's MCTS bot."""
    return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=dice)


def information_set_search(game: Any, evaluator: Any, simulations: int, dice: Any) -> Any:
    """OpenSpiel's IS-MCTS bot."""
    return ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=dice)


@pytest.mark.parametrize("name", OPEN)
def test_tree_search_plays_the_open_games(name: str) -> None:
    searched(load(Setting(name, 3, SHORT[name])), tree_search, 3)


def test_tree_search_copes_with_chance() -> None:
    game = load(Setting("vanagloria", 3, {"turn": "random", "round_limit": 2}))
    assert searched(game, tree_search, 40, simulations=30).is_terminal()


@pytest.mark.parametrize("name", SECRETIVE)
def test_information_set_search_plays_the_games_with_secrets(name: str) -> None:
    searched(load(Setting(name, 2, SHORT[name])), information_set_search, 3)


def test_tree_search_finds_the_winning_column() -> None:
    game = load(Setting(EXAMPLE, 2))
    state = game.new_initial_state()
    for column in (3, 0, 3, 0, 3, 1):
        state.apply_action(column)
    dice = np.random.RandomState(1)
    bot = tree_search(game, mcts.RandomRolloutEvaluator(1, dice), 60, dice)
    assert bot.step(state) == 3
