"""Many tables of one game that are played in step: each call plays one move at every table."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx.engine.chance import DICE
from quincunx.engine.errors import QuincunxError, shown
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.games import get
from quincunx.lab import batches
from quincunx.lab.observing import layout

MOST_TABLES = 1 << 24
NO_ACTIONS = np.zeros(0, np.int64)


class Step(NamedTuple):
    """What `step` returns: the arrays of the tables, which the next call writes anew."""

    observation: npt.NDArray[np.int32]
    mask: npt.NDArray[np.bool_]
    turn: npt.NDArray[np.int64]
    reward: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]


class Tables:
    """So many tables of one game.

    Five arrays have a row for each table. They stay the same objects: every call writes into them, nobody else can.
    Copy what you want to keep.

    - `observation[i]`: what the seat to move knows (`layout` says what stands where);
    - `mask[i, move]`: whether it may play the move;
    - `turn[i]`: which seat that is;
    - `reward[i, seat]`: each seat's outcome in [-1, 1] if the last move ended the game, else 0;
    - `done[i]`: whether it did. Then a new game has been dealt already, and the other arrays belong to that.

    Everything follows from the seed: the tables' games and the order in which each table gets them.
    """

    def __init__(
        self, game: str | Game, count: int, *, players: int | None = None, seed: int | None = None, **options: Any
    ) -> None:
        self.game = game if isinstance(game, Game) else get(game)
        self.players = self.game.players[0] if players is None else players
        self.options = self.game.settle(self.players, options, bots=True)
        if type(count) is not int or not 1 <= count <= MOST_TABLES:
            raise QuincunxError(f"Play at 1 to {MOST_TABLES:,} tables, not {shown(count)}.")
        self.count = count
        self.layout = layout(self.game)
        self._board = self.game.board_for(self.players, self.options)
        self._states = np.zeros((count, self.game.state.itemsize), np.uint8)
        self._dice = np.zeros(count, DICE)
        self._known = np.zeros(self.game.state.itemsize, np.uint8)
        self._listed = np.zeros((count, self.game.most_moves), np.int16)
        self._counts = np.zeros(count, np.int64)
        self._arrays = Step(
            np.zeros((count, self.layout.size), np.int32),
            np.zeros((count, self.game.move_count), np.bool_),
            np.zeros(count, np.int64),
            np.zeros((count, self.players), np.float32),
            np.zeros(count, np.bool_),
        )
        self._shown = self._arrays._replace(
            **{name: _read_only(array) for name, array in self._arrays._asdict().items()}
        )
        self.observation, self.mask, self.turn, self.reward, self.done = self._shown
        self._advance = self.game.bind(batches.advance)
        self._seed(seed)
        self._play(NO_ACTIONS)

    def reset(self, seed: int | None = None) -> Step:
        """Deals a new game at every table. With a seed, the same games as at tables that were made with it; without
        one, the next game of each table."""
        if seed is not None:
            self._seed(seed)
        self._play(NO_ACTIONS)
        return self._shown

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays one move at each table, for the seat whose turn it is there.

        If one of them is not legal, nothing is played at all, and the error names the table and the rule.
        """
        illegal = self._play(self._checked(actions))
        if illegal >= 0:
            move = int(np.asarray(actions)[illegal])
            why = self.position(illegal).why_not(move)
            raise QuincunxError(f"Table {illegal}: move {move} is not legal. {why} Nothing was played.")
        return self._shown

    def position(self, table: int) -> Position:
        """A copy of the position at a table, to be looked at. It holds everything, secrets included."""
        if type(table) is not int or table not in range(self.count):
            raise QuincunxError(f"There is no table {shown(table)}; they are numbered from 0 to {self.count - 1}.")
        return Position(self.game, self.players, self.options, self._board, self._states[table].copy())

    def _seed(self, seed: int | None) -> None:
        if seed is not None and (type(seed) is not int or seed < 0):
            raise QuincunxError(f"A seed is a whole number from 0, not {shown(seed)}.")
        self._dice["chance"] = np.random.SeedSequence(seed).generate_state(self.count, np.uint64)

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise QuincunxError(f"Actions are whole numbers; these are of type {given.dtype}. Nothing was played.")
        if given.shape != (self.count,):
            raise QuincunxError(
                f"There are {self.count} tables, and each needs one action; the array's shape is {given.shape}. "
                "Nothing was played."
            )
        return np.ascontiguousarray(given, np.int64)

    def _play(self, actions: npt.NDArray[np.int64]) -> int:
        """Goes on by the compiled loop; returns a table whose action is not legal, or -1."""
        inside = (self._states, self._dice, self._known, self.layout.plan, self._listed, self._counts)
        return int(self._advance(self._board, actions, *inside, *self._arrays))


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same array for everybody else."""
    view = array.view()
    view.flags.writeable = False
    return view
