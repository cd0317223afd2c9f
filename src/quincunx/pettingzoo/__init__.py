"""The games as PettingZoo environments (AEC, with action masks). Needs `pip install 'quincunx[pettingzoo]'`.

>>> from quincunx.pettingzoo import env
>>> table = env("examples/connect_four.py")
>>> table.reset(seed=1)
>>> table.agent_selection, table.observe("seat_0")["action_mask"]
('seat_0', array([1, 1, 1, 1, 1, 1, 1], dtype=int8))
>>> table.step(3)
>>> table.agent_selection
'seat_1'
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"PettingZoo is missing ({error.name}): pip install 'quincunx[pettingzoo]'.", name=error.name
    ) from None

from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError, shown
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.games import get
from quincunx.lab.observing import Observer

__all__ = ["env", "raw_env"]


def env(game: str | Game, **settings: Any) -> Any:
    """A table, with PettingZoo's checks that calls come in order; the settings are those of `raw_env`."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **settings))


class raw_env(AECEnv):  # type: ignore[misc]
    """One table of a game. Its agents are the seats: `seat_0`, `seat_1`, ...

    An observation is a dict: `observation`, what the seat knows (`layout` says what stands where), and `action_mask`,
    its legal moves, none unless it is its turn. A move that is not legal raises an error with the rule, and nothing
    changes. Rewards are the outcome in [-1, 1], at the end of the game. After `max_cycles` moves per seat, on average,
    the game is cut off. Other settings are options of the game.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else get(game)
        self.players = self.game.players[0] if players is None else players
        self.options = self.game.settle(self.players, options, bots=True)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise QuincunxError(f"max_cycles is a whole number from 1, not {shown(max_cycles)}.")
        if render_mode not in (None, "ansi", "human"):
            raise QuincunxError(f"render_mode is 'ansi' or 'human', not {shown(render_mode)}.")
        self.metadata = {
            "name": self.game.mark,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._observer = Observer(self.game)
        self.layout = self._observer.layout
        self._board = self.game.board_for(self.players, self.options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        low, high = self.layout.bounds
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (self.game.move_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self.game.move_count) for agent in self.possible_agents}

    def __str__(self) -> str:
        return self.game.mark

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for all seats."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete":
        """The numbers of all moves; `action_mask` says which are legal."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals a new game; with the same seed, the same one. `options` is not used: a table's options stay."""
        self.position = Position(self.game, self.players, self.options, self._board)
        self.position.set_chance(Seed.new(seed).chance(0))
        self.game.core.new(self._board, self.position.raw)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves = 0
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[int(self.position.state.turn)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat knows, and what it may do now."""
        mask = np.zeros(self.game.move_count, np.int8)
        if self.position.turn == self._seat[agent] and not self.truncations.get(agent, False):
            mask[self.position.moves.numbers] = 1
        return {"observation": self._observer(self.position, self._seat[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move for the seat whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise QuincunxError(f"{agent} has to move: None is only for seats whose game has ended.")
        self.position.play(action)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.agents, outcome, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._moves >= self.max_cycles * self.players:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table in characters, everything on it included: returned ("ansi") or printed ("human")."""
        if self.render_mode == "human":
            print(self.position)
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to give back."""
