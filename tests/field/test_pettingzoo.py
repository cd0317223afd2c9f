"""PettingZoo's own tests, at every table; and what they do not ask."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel_wrapper

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Refused, Unknown
from quincunx.pettingzoo import env, raw_env
from quincunx.training import Observer
from tests.field.short import EXAMPLE, TABLES, title
from tests.playouts import Setting

CYCLES = 12
of_each_table = pytest.mark.parametrize("table", [Setting(EXAMPLE, 2), *TABLES], ids=title)
dict_observations = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
"""What PettingZoo says of every environment with masks that is not its own; an empty frame is all zeros, and a game
that is over has no legal moves."""


def at(table: Setting, **settings: Any) -> Any:
    """An environment."""
    return env(table.game, players=table.players, **table.options, **settings)


def played(table: Any, moves: int, seed: int = 0) -> None:
    """Plays random moves."""
    random = np.random.default_rng(seed)
    for _ in range(moves):
        mask = table.last()[0]["action_mask"]
        table.step(random.choice(np.flatnonzero(mask)))


# ---------------------------------------------------------------- PettingZoo's tests


@of_each_table
def test_it_passes_the_test_of_the_interface(table: Setting) -> None:
    api_test(at(table), num_cycles=CYCLES)


for _mark in dict_observations:
    test_it_passes_the_test_of_the_interface = _mark(test_it_passes_the_test_of_the_interface)


@of_each_table
def test_it_passes_the_test_of_seeds(table: Setting) -> None:
    seed_test(lambda: at(table), num_cycles=CYCLES)


def test_it_passes_the_test_of_cycles() -> None:
    """PettingZoo's test lets all agents act in turn, and chooses among all actions: only the example allows that."""

    def seeded(max_cycles: int) -> Any:
        table = raw_env(EXAMPLE, max_cycles=max_cycles)
        table.metadata["is_parallelizable"] = True
        for seat, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(seat + 1)
        return table

    max_cycles_test(SimpleNamespace(env=seeded, parallel_env=lambda **words: aec_to_parallel_wrapper(seeded(**words))))


# ---------------------------------------------------------------- what they do not ask


@of_each_table
def test_a_game_is_cut_off_after_so_many_moves_per_seat(table: Setting) -> None:
    zoo = at(table, max_cycles=1)
    zoo.reset(seed=3)
    for _ in range(table.players):
        assert not any(zoo.truncations.values())
        played(zoo, 1)
    assert all(zoo.truncations.values())
    assert not any(zoo.terminations.values())
    assert not any(zoo.rewards.values())


@of_each_table
def test_a_seat_gets_its_own_view_and_its_own_moves(table: Setting) -> None:
    zoo = at(table)
    zoo.reset(seed=5)
    observer = Observer(zoo.game)
    for move in range(6):
        played(zoo, 1, move)
        for seat, agent in enumerate(zoo.possible_agents):
            seen = zoo.observe(agent)
            assert np.array_equal(seen["observation"], observer(zoo.position, seat))
            mine = zoo.position.moves.numbers if zoo.position.turn == seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == mine


def test_a_game_is_played_to_its_end() -> None:
    zoo = env(EXAMPLE)
    zoo.reset()
    for column in (0, 1, 0, 1, 0, 1):
        zoo.step(column)
        assert zoo.rewards == {"seat_0": 0, "seat_1": 0}
    zoo.step(0)
    assert zoo.rewards == {"seat_0": 1, "seat_1": -1}
    assert all(zoo.terminations.values())
    told = {}
    for agent in zoo.agent_iter():
        told[agent] = zoo.last()[1]
        zoo.step(None)
    assert told == {"seat_0": 1, "seat_1": -1}
    assert zoo.agents == []


@pytest.mark.parametrize(
    ("action", "words"),
    [(7, "CF-3"), (-1, "CF-3"), (10**30, "CF-3"), (None, "has to move"), (1.0, "A move is"), (True, "A move is")],
)
def test_a_wrong_action_is_refused_and_nothing_changes(action: Any, words: str) -> None:
    zoo = env(EXAMPLE)
    zoo.reset()
    zoo.step(3)
    before = zoo.position.digest, zoo.agent_selection, dict(zoo.rewards)
    with pytest.raises(QuincunxError, match=words):
        zoo.step(action)
    assert (zoo.position.digest, zoo.agent_selection, dict(zoo.rewards)) == before
    zoo.step(np.int64(3))


def test_a_move_against_a_rule_is_refused_with_the_rule() -> None:
    zoo = env("vanagloria", players=2)
    zoo.reset(seed=1)
    with pytest.raises(Refused) as told:
        zoo.step(7)
    assert told.value.rule in zoo.game.rulebook.rules


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"players": 3}, BadOption),
        ({"fog": "open"}, Unknown),
        ({"max_cycles": 0}, QuincunxError),
        ({"max_cycles": 1.5}, QuincunxError),
        ({"render_mode": "rgb_array"}, QuincunxError),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        env(EXAMPLE, **settings)


def test_a_table_is_shown_in_characters(capsys: pytest.CaptureFixture[str]) -> None:
    zoo = env(EXAMPLE, render_mode="ansi")
    zoo.reset()
    assert "Connect four" in zoo.render()
    zoo = env(EXAMPLE, render_mode="human")
    zoo.reset()
    zoo.step(0)
    assert "Connect four" in capsys.readouterr().out
    assert str(zoo.unwrapped) == quincunx.game(EXAMPLE).mark
