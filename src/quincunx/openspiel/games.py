"""A game as OpenSpiel's games are: its type, its parameters, and how it is observed."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Game
from quincunx.engine.options import Option, Value
from quincunx.engine.position import Position
from quincunx.lab.loops import MOST_MOVES_IN_A_GAME
from quincunx.lab.observing import Observer
from quincunx.openspiel.states import DIGITS, OUTCOMES, SpielState

NUMBER = "#"
"""Stands before a number that is one of an option's texts: OpenSpiel would read it as a number otherwise."""


def short_name(game: Game) -> str:
    """A game's name in OpenSpiel."""
    return "quincunx_" + game.name.replace("-", "_")


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(kinds.Information.IMPERFECT_INFORMATION if game.secret else kinds.Information.PERFECT_INFORMATION),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            **{option.name: unset(option) for option in game.options},
        },
    )


def is_number(option: Option) -> bool:
    """Whether all values of an option are whole numbers."""
    return all(type(value) is int for value in option.values)


def unset(option: Option) -> int | str:
    """The parameter's value that leaves an option at its default: a text, or the number below all its numbers."""
    return min(option.values) - 1 if is_number(option) else ""


def given(game: Game, parameters: Mapping[str, Value]) -> dict[str, Value]:
    """The parameters that set options."""
    asked = {option.name: parameters.get(option.name, unset(option)) for option in game.options}
    return {option.name: asked[option.name] for option in game.options if asked[option.name] != unset(option)}


def plain(value: Value) -> Value:
    """A parameter as the option takes it."""
    return value.removeprefix(NUMBER) if isinstance(value, str) else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options; each game has a subclass of its own."""

    game: Game
    kind: Any

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        game, parameters = self.game, parameters or {}
        players = parameters.get("players", game.players[0])
        chosen = given(game, parameters)
        settled = game.settle(players, {name: plain(value) for name, value in chosen.items()}, bots=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.move_count,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES_IN_A_GAME,
        )
        super().__init__(self.kind, info, {"players": players, **chosen})
        self.players = players
        self.options = settled
        self.board = game.board_for(players, settled)

    @cached_property
    def observer(self) -> Observer:
        """Writes what seats know into vectors."""
        return Observer(self.game)

    @cached_property
    def start(self) -> tuple[Position, bool]:
        """The position at the beginning, and whether it waits for a deal that needs chance."""
        empty = Position(self.game, self.players, self.options, self.board)
        dealt = empty.copy()
        self.game.core.new(self.board, dealt.raw)
        by_chance = int(dealt.state.chance) != int(empty.state.chance)
        return (empty if by_chance else dealt), by_chance

    def new_initial_state(self) -> SpielState:
        """A new game: chance deals first, where the deal needs chance."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Each move, and the deal, may need chance."""
        return DIGITS * (MOST_MOVES_IN_A_GAME + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What sees states as a seat does."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielObserver:
    """A seat's view of states: as it is now, or (perfect recall) all that the seat has ever seen, as a hash."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise QuincunxError(f"Observations have no parameters; {params} was given.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise QuincunxError("A state is observed as one seat knows it, or as a spectator does.")
        self._game = game
        self._recalls = kind.perfect_recall
        self._spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.dict: dict[str, Any] = {}
        self.tensor = None
        if not self._recalls:
            layout = game.observer.layout
            self.tensor = np.zeros(game.players + layout.size, np.float32)
            fields = layout.split(self.tensor[game.players :])
            self.dict = {"player": self.tensor[: game.players], **{k: np.atleast_1d(v) for k, v in fields.items()}}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the seat's number, one-hot, and what it knows."""
        if self.tensor is not None:
            self.tensor[:] = 0
            self.tensor[player] = 1
            if state.at.dealt:
                seen_by = None if self._spectator else player
                self.tensor[self._game.players :] = self._game.observer(state.at.position, seen_by)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat knows, as text."""
        if self._recalls:
            return state.at.recall(player)
        if not state.at.dealt:
            return f"seat {player}"
        return f"seat {player}: {state.at.position.view(None if self._spectator else player).position()}"
