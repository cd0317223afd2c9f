"""A position: a game, its options and board, and one state. Reads well, checks everything, draws itself."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from quincunx.engine import events as happenings
from quincunx.engine.errors import BadPosition, QuincunxError, Refused, Unreadable, shown
from quincunx.engine.game import Bytes, Game
from quincunx.engine.options import Value
from quincunx.engine.picks import PickTree

if TYPE_CHECKING:
    from quincunx.engine.scene import Scene, SeatStyle

FORMAT = 1
NO_CHANCE = bytes(8)


class Move(int):
    """A legal move: a number that can be read.

    >>> import quincunx
    >>> move = quincunx.new("vanagloria", players=2, seed=7).moves[1]
    >>> move
    Move('move d@E0 > D0.s')
    >>> move.number == int(move)
    True
    """

    among: "Moves"

    @property
    def number(self) -> int:
        """The plain number."""
        return int(self)

    @property
    def text(self) -> str:
        """The move in words that `play` understands."""
        at = self.among.position
        return at.game.spell(at, int(self))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


class Moves(Sequence[Move]):
    """The legal moves of a position, in ascending order of their numbers."""

    __slots__ = ("__dict__", "_of", "_state", "numbers")

    def __init__(self, of: "Position", numbers: list[int]) -> None:
        self._of = of
        self._state = of.raw.tobytes()
        self.numbers = numbers

    @cached_property
    def position(self) -> "Position":
        """The position these moves belong to, however the game went on."""
        of = self._of
        return Position(of.game, of.players, of.options, of.board_raw, np.frombuffer(self._state, np.uint8).copy())

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        move = Move(self.numbers[index])
        move.among = self
        return move

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(move == known.text for known in self)
        return move in self.numbers

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves):
            return self.numbers == other.numbers and self._state == other._state
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Moves({', '.join(repr(move.text) for move in self)})"


class Position:
    """One state of a game, as everybody sees it or (`seat`) as one seat knows it."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        board: Bytes,
        raw: Bytes | None = None,
        seat: int | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.board_raw = board
        self.raw: Bytes = np.zeros(game.state.itemsize, np.uint8) if raw is None else raw
        self.seat = seat
        self.names: Sequence[str] = ()
        self._core = game.core
        self._memory = memoryview(self.raw)  # type: ignore[arg-type]
        self._events = happenings.buffer()
        record = self.raw.view(game.state)
        self._turn, self._over = record["turn"], record["over"]

    # ------------------------------------------------------------ reading

    @cached_property
    def state(self) -> Any:
        """The state as a record: `position.state.score`."""
        return self.raw.view(self.game.state)[0]

    @cached_property
    def board(self) -> Any:
        """What does not change, as a record."""
        return self.board_raw.view(self.game.board)[0]

    @property
    def turn(self) -> int | None:
        """The seat to move; None once the game is over."""
        return None if self._over[0] else int(self._turn[0])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._over[0])

    @property
    def moves(self) -> Moves:
        """The legal moves."""
        out = np.empty(self.game.most_moves, np.int16)
        count = self._core.legal(self.board_raw, self.raw, out)
        return Moves(self, out[:count].tolist())

    @property
    def outcome(self) -> tuple[float, ...] | None:
        """Each seat's result in [-1, 1] once the game is over; they sum to 0."""
        if not self.over:
            return None
        out = np.zeros(self.game.seats)
        self._core.result(self.board_raw, self.raw, out)
        return tuple(out[: self.players].tolist())

    @property
    def values(self) -> tuple[float, ...]:
        """The game's own rough opinion of each seat's prospects, in [-1, 1]."""
        out = np.zeros(self.game.seats)
        self._core.value(self.board_raw, self.raw, out)
        return tuple(out[: self.players].tolist())

    @property
    def digest(self) -> str:
        """A hash of the state's bytes."""
        return hashlib.blake2b(self.raw.tobytes(), digest_size=16).hexdigest()

    def number(self, move: int | str) -> int:
        """The number of a move given as a number or in text.

        A text that is no move raises Unreadable; one that no rule could ever allow raises Refused.
        """
        if isinstance(move, str):
            return self.game.read(self, move)
        if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
            raise QuincunxError(f"A move is a number or a text, not {shown(move)}.")
        return min(max(int(move), -1), self.game.move_count)

    def refusal(self, move: int | str) -> Refused | None:
        """The rule that forbids a move, or None if it is legal."""
        try:
            number = self.number(move)
        except Refused as refused:
            return refused
        reason = self._core.reason(self.board_raw, self.raw, number)
        return self.game.refuse(reason) if reason else None

    def why_not(self, move: int | str) -> str | None:
        """The rule that forbids a move, in words; None if it is legal."""
        refused = self.refusal(move)
        return None if refused is None else str(refused)

    def view(self, seat: int | None = None) -> "Position":
        """What a seat knows (None: a spectator)."""
        if seat is not None:
            self.check_seat(seat)
        known = Position(self.game, self.players, self.options, self.board_raw, seat=seat)
        self._core.known(self.board_raw, self.raw, -1 if seat is None else seat, known.raw)
        known.names = self.names
        return known

    def check_seat(self, seat: object) -> None:
        """Raises an error unless there is such a seat."""
        if type(seat) is not int or seat not in range(self.players):
            raise QuincunxError(f"There is no seat {shown(seat)}; this game has seats 0 to {self.players - 1}.")

    def copy(self) -> "Position":
        """The same position again, free to go its own way."""
        other = Position(self.game, self.players, self.options, self.board_raw, self.raw.copy(), self.seat)
        other.names = self.names
        return other

    # ------------------------------------------------------------ moving

    def play(self, move: int | str) -> "Position":
        """Plays a move; chance runs on from the state's own generator. Raises Refused if a rule forbids it."""
        count = self._step(self.number(move))
        if count < 0:
            raise self.game.refuse(-count)
        return self

    def command(self, seat: int, command: int | str) -> "Position":
        """Carries out what a seat may do at any time, whoever's turn it is. Raises Refused if a rule forbids it."""
        self._command(seat, self.command_number(seat, command))
        return self

    def command_number(self, seat: int, command: int | str) -> int:
        """The number of a command given as a number or in text."""
        self.check_seat(seat)
        if (known := self.game.commands) is None:
            raise Unreadable("This game has no commands: everything in it is a move.")
        if isinstance(command, str):
            return known.read(self, seat, command)
        if isinstance(command, bool) or not isinstance(command, (int, np.integer)) or command not in range(known.count):
            raise QuincunxError(f"A command is a text, or a number below {known.count}, not {shown(command)}.")
        return int(command)

    def commands(self, seat: int) -> list[str]:
        """What a seat may do now beside its moves, in text."""
        self.check_seat(seat)
        known = self.game.commands
        return [known.spell(self, seat, number) for number in known.offered(self, seat)] if known else []

    def _command(self, seat: int, number: int) -> None:
        assert self.game.commands is not None
        self._events[0, 0] = 0
        if reason := self.game.commands.carry_out(self.board, self.state, seat, number, self._events):
            raise self.game.refuse(reason)

    def _step(self, number: int) -> int:
        return int(self._core.step(self.board_raw, self.raw, number, self._events))

    def happened(self) -> npt.NDArray[np.int16]:
        """The events of the last move played here."""
        return self._events[1 : 1 + self._events[0, 0]].copy()

    def set_chance(self, state: bytes) -> None:
        """Sets the generator (8 bytes)."""
        self._memory[self._core.chance] = state

    # ------------------------------------------------------------ showing

    def scene(self) -> "Scene":
        """The table as data: what any front draws."""
        return self.game.scene(self)

    def picks(self) -> PickTree:
        """All legal moves as a tree of picks."""
        return PickTree.of(self._paths())

    def _paths(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """Every path of picks with the moves that it spells; a move that is only half a decision is followed on."""
        for move in self.moves.numbers:
            rest: list[tuple[tuple[str, ...], tuple[int, ...]]] = [((), ())]
            if self.game.continues(self, move):
                rest = list(self.copy().play(move)._paths())
            for path in self.game.picks(self, move):
                for more, line in rest:
                    yield (*path, *more), (move, *line)

    def why_not_pick(self, path: Sequence[str]) -> str | None:
        """The rule that forbids a path of picks, in words."""
        if not isinstance(path, (list, tuple)) or not all(isinstance(pick, str) for pick in path):
            return "A path of picks is a list of names of things on the table."
        for move in self.moves.numbers:
            if self.game.continues(self, move):
                for first in self.game.picks(self, move):
                    if len(first) < len(path) and tuple(path[: len(first)]) == tuple(first):
                        return self.copy().play(move).why_not_pick(path[len(first) :])
        try:
            return self.why_not(self.game.meant(self, path))
        except QuincunxError as error:
            return str(error)

    def name(self, seat: int) -> str:
        """The seat's player, or its side."""
        return self.names[seat] if self.names else self.style(seat).name

    def style(self, seat: int) -> "SeatStyle":
        """How the seat is told apart."""
        return self.game.side(self, seat)

    def _repr_svg_(self) -> str:
        from quincunx.engine.drawing import svg

        return svg(self.scene(), self.game.art)

    def __str__(self) -> str:
        from quincunx.engine.canvas import text

        return text(self.scene())

    def __repr__(self) -> str:
        doing = "over" if self.over else f"{self.name(int(self.state.turn))} to move"
        return f"<{self.game.title}, {self.players} players, {doing}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.game.name, self.players, self.options, self.seat)
        return mine == (other.game.name, other.players, other.options, other.seat) and bool(
            np.array_equal(self.raw, other.raw)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        known = (self.game, self.players, self.options, self.board_raw, self.raw.copy(), self.seat)
        return _again, (known, tuple(self.names))

    # ------------------------------------------------------------ writing down

    def position(self) -> str:
        """The position as JSON that a person can read and edit; `quincunx.set_up` reads it."""
        data = {
            "quincunx": "position",
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.version,
            "players": self.players,
            "options": self.options,
        } | self.game.write(self)
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
        return "{\n" + ",\n".join(lines) + "\n}"


def _again(known: tuple[Any, ...], names: tuple[str, ...]) -> Position:
    """A position after `copy` or `pickle`."""
    position = Position(*known)
    position.board_raw.flags.writeable = False
    position.names = names
    return position


HEADER = {"quincunx", "format", "game", "rules", "players", "options"}


def read_position(data: Mapping[str, Any], game: Game) -> Position:
    """A position from its JSON values, everything checked."""
    if data.get("quincunx", "position") != "position":
        raise BadPosition("This JSON is not a position: its key 'quincunx' should say 'position'.")
    if (form := data.get("format", FORMAT)) != FORMAT:
        raise BadPosition(f"The position is written in format {shown(form)}; this program reads format {FORMAT}.")
    if (version := data.get("rules", game.version)) != game.version:
        raise BadPosition(f"The position belongs to rules version {shown(version)}; this program plays {game.version}.")
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        raise BadPosition("'options' should be an object, such as {\"target\": 100}.")
    players = data.get("players")
    if players is None:
        raise BadPosition("'players' is missing: say how many sit at the table.")
    settled = game.settle(players, options)
    position = Position(game, players, settled, game.board_for(players, settled))
    game.place(position, {key: value for key, value in data.items() if key not in HEADER})
    return position
