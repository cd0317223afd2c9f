"""What a game is: the contract's functions, the two records, the options, and how it is written and drawn."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quincunx.engine import core, openly, plain
from quincunx.engine.compiling import Template, hash_of_sources, part_apart, pasted, rebind
from quincunx.engine.contract import CONTRACT
from quincunx.engine.errors import BadOption, Refused, shown
from quincunx.engine.options import Option, Value, settle
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.scene import SEAT_STYLES, SeatStyle
from quincunx.engine.style import PLAYED_OUT, Style
from quincunx.engine.weights import Weights

if TYPE_CHECKING:
    from quincunx.engine.position import Position
    from quincunx.engine.scene import Scene
    from quincunx.engine.workshop import Workshop

Bytes = npt.NDArray[np.uint8]
Function = Callable[..., Any]
LARGEST_MOVE_COUNT = 32_767
MOST_BOARDS = 256
"""So many boards are remembered."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game, complete. `docs/write-a-game.md` builds one step by step."""

    name: str
    """The name for Python and the command line."""
    title: str
    players: range
    version: str
    """Of the rules: a saved game is replayed only under the version that it was played by."""
    state: np.dtype[Any]
    board: np.dtype[Any]
    move_count: int
    most_moves: int
    """The capacity of a move buffer: no position has more legal moves."""

    deal: Function
    moves: Function
    refusal: Function
    play: Function
    outcome: Function
    hide: Function
    guess: Function
    appraise: Function

    scene: Callable[["Position"], "Scene"]
    """The table as data."""

    make_board: Callable[[int, Mapping[str, Value], Any], None] = plain.make_board
    """Fills the board's record from the number of players and the settled options."""
    weights: Weights | None = None
    """What `appraise` goes by, if that can be fitted: `make_board` puts it into the board's field `advice`."""
    write: Callable[["Position"], dict[str, Any]] = plain.write
    """The state as readable JSON values."""
    place: Callable[["Position", Mapping[str, Any]], None] = plain.place
    """Fills a zeroed state from such values; raises BadPosition with the broken limit."""
    spell: Callable[["Position", int], str] = plain.spell
    """A move in text."""
    read: Callable[["Position", str], int] = plain.read
    """The number of a move in text; raises Unreadable, or Refused if no number could ever mean that."""
    describe: Callable[["Position", int], str] = plain.describe
    """A move as a person would say it."""
    picks: Callable[["Position", int], Sequence[tuple[str, ...]]] = plain.picks
    """The paths of picks that spell a move."""
    meant: Callable[["Position", Sequence[str]], int] = plain.meant
    """The move that a path of picks means, legal or not; raises Refused if no number means it."""
    continues: Callable[["Position", int], bool] = lambda position, move: False
    """Whether a move is only the first half of a person's decision: its picks go on with those of the next move. Such a
    move uses no chance and leaves the turn with the seat."""
    tell: Callable[["Position", Sequence[int]], "Telling"] = plain.tell
    """One event in words, in the position after the move."""
    hear: Callable[["Position", Sequence[int], int | None, "Position"], Sequence[int] | None] = (
        lambda before, event, seat, now: event
    )
    """What a seat (None: a spectator) gets of an event: the event, one that tells less, or None. Given the position
    before the move and the one that the table has come to."""
    opening: Callable[["Position"], Sequence["Telling"]] = lambda position: ()
    """What is told before the first move: how the table was set up."""
    side: Callable[["Position", int], "SeatStyle"] = lambda position, seat: SEAT_STYLES[seat]
    """How a seat is told apart."""
    commands: "Commands | None" = None
    """What a seat may do at any time."""
    lane: Function | None = None
    """The contract's `lane`: which games a GPU plays side by side."""
    regard: Function | Template = openly.regard
    """The contract's `regard`: how much one seat likes a position at first sight."""
    guide: Weights | None = None
    """What `regard` goes by, if not by the same as `appraise`: `make_board` puts it into the board's field `guide`."""
    prune: Function = openly.keep_all
    """The contract's `prune`: what a search may leave out."""

    styles: tuple[Style, ...] = ()
    """The ways in which a search looks at it (see `search_styles`)."""
    style_at: Function = openly.one_style
    """The contract's `style_at`: which of them it takes."""
    reasons: tuple[str, ...] = ("",)
    """Rule IDs; `refusal` returns an index into them."""
    options: tuple[Option, ...] = ()
    designer: str = ""
    pitch: str = ""
    minutes: str = ""
    rulebook: Rulebook = field(default_factory=lambda: Rulebook(""))
    art: Path | None = None
    """An SVG file with the symbols that the scene names."""
    lesson: Path | None = None
    """A TOML file with the first lesson: a prepared position and a few guided moves."""
    secret: bool = False
    """Whether seats know different things: fronts then show each person only the own view."""
    scratch: tuple[str, ...] = ()
    """Fields of the state that only serve inside one move, and tell nothing after it: observations leave them out."""
    harmed: Callable[["Position", int], int | None] = lambda position, move: None
    """The seat that a move attacks: a table with pacts asks before one is broken."""
    idle: Callable[["Position"], int] = lambda position: position.moves[0].number
    """What a seat does that nobody plays."""
    workshop: "Workshop | None" = None
    """How boards are composed, checked and generated, if the game's players may do that."""
    source: Path | None = None
    """Where a game outside the package lives."""

    _bound: dict[Template, Any] = field(init=False, repr=False, default_factory=dict)
    _pasted: dict[Template, Any] = field(init=False, repr=False, default_factory=dict)
    _boards: dict[str, Bytes] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.move_count > LARGEST_MOVE_COUNT:
            raise ValueError(f"{self.name}: move numbers are 16 bits; {self.move_count} are too many")

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    @cached_property
    def mark(self) -> str:
        """A name for cache entries that changes with the game's sources."""
        outside = "" if self.source is None else "_" + hash_of_sources(self.source)
        return self.name.replace("-", "_") + outside

    @property
    def seats(self) -> int:
        """The most seats that the game has."""
        return self.players[-1]

    @property
    def search_styles(self) -> tuple[Style, ...]:
        """How a search looks at it: by its own styles; a game without any opinion of positions is played to its end."""
        return self.styles or (PLAYED_OUT if self.appraise is self.outcome else Style(),)

    def search_style(self, view: "Position") -> Style:
        """How a search looks at a position, which is as the seat to move knows it."""
        return self.search_styles[int(self.style_at(view.board, view.state))]

    def names(self) -> dict[str, Any]:
        """What a template's contract names stand for in this game."""
        functions = {name: getattr(self, name) for name in CONTRACT}
        return functions | {
            "STATE": self.state,
            "BOARD": self.board,
            "MOST_MOVES": self.most_moves,
            "SEATS": self.seats,
            "lane": self.lane,
            "prune": self.prune,
            "regard": self.regard,
            "style_at": self.style_at,
            "began": openly.first_by_note if "first" in (self.state.names or ()) else openly.first_by_turn,
        }

    def bind(self, source: Any) -> Any:
        """The compiled version of a template for this game; the same one on every call."""
        assert isinstance(source, Template)
        if source not in self._bound:
            self._bound[source] = rebind(source, self.mark, self.names(), self.paste)
        return self._bound[source]

    def paste(self, source: Template) -> Any:
        """A template inside another: it is compiled as a part of that."""
        if source not in self._pasted:
            jit = part_apart if source.stays_apart else pasted
            self._pasted[source] = rebind(source, self.mark, self.names(), self.paste, jit)
        return self._pasted[source]

    @cached_property
    def core(self) -> "Core":
        """The doors into the compiled rules."""
        return Core(self)

    def settle(self, players: int, given: Mapping[str, Value], *, bots: bool = False) -> dict[str, Value]:
        """All options with their values, checked."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            least, most = self.players[0], self.players[-1]
            span = f"{least}" if least == most else f"{least} to {most}"
            raise BadOption(f"{self.title} is a game for {span} players, not {shown(players)}.")
        return settle(self.options, players, given, bots=bots)

    def board_for(self, players: int, options: Mapping[str, Value]) -> Bytes:
        """The board's record as bytes; nobody may write to it."""
        boards = self._boards
        key = json.dumps([players, options], sort_keys=True)
        if key not in boards:
            if len(boards) >= MOST_BOARDS:
                boards.clear()
            raw = np.zeros(self.board.itemsize, np.uint8)
            self.make_board(players, options, raw.view(self.board)[0])
            raw.flags.writeable = False
            boards[key] = raw
        return boards[key]

    def refuse(self, reason: int) -> Refused:
        """The error for a reason that `refusal` gave."""
        rule = self.reasons[reason]
        return Refused(rule, self.rulebook.sentence(rule))


@dataclass(frozen=True)
class Commands:
    """What a seat may do at any time, whoever's turn it is: concede, look after pieces of its own. They are numbered
    apart from the moves: nobody has to choose among them, and no bot does."""

    count: int
    carry_out: Function
    """Compiled: `(board, state, seat, number, events)`; returns 0, or the reason against it with nothing changed."""
    offered: Callable[["Position", int], Sequence[int]]
    """The numbers of those that a seat can give now."""
    spell: Callable[["Position", int, int], str]
    read: Callable[["Position", int, str], int]
    describe: Callable[["Position", int, int], str]
    """As a person would say it."""
    resign: int | None = None
    """The number of the one by which a seat gives up, if the rules know that."""


@dataclass(frozen=True)
class Telling:
    """An event in words, with the rules that made it happen and the things on the table that it is about."""

    words: str
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


class Core:
    """A game's compiled entry points."""

    def __init__(self, game: Game) -> None:
        self.new = game.bind(core.new)
        self.legal = game.bind(core.legal)
        self.reason = game.bind(core.reason)
        self.step = game.bind(core.step)
        self.result = game.bind(core.result)
        self.known = game.bind(core.known)
        self.imagine = game.bind(core.imagine)
        self.value = game.bind(core.value)
        fields = game.state.fields
        assert fields is not None
        offset = fields["chance"][1]
        self.chance = slice(offset, offset + 8)
