"""A game being played: an append-only list of entries, and the position that they lead to. Pure, no input or output."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx.engine.chance import DICE, Seed, shuffle
from quincunx.engine.errors import QuincunxError, Refused, shown
from quincunx.engine.game import Bytes, Game, Telling
from quincunx.engine.options import Value
from quincunx.engine.position import NO_CHANCE, Move, Position
from quincunx.engine.scene import SeatStyle
from quincunx.table import talk
from quincunx.table.talk import Pact

GUESSES = 16
"""So many worlds are tried before it is said that a move reveals nothing."""
LONGEST_DECISION, MOST_WAYS = 6, 2_000
"""A decision that resembles none of so many others, and none that is so short, is held to have revealed something:
nobody may keep a server busy with the question."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a person, or a bot by its name."""

    name: str
    bot: str | None = None


class Played(NamedTuple):
    """A move of the line: its number, the state before it, what happened, and how often chance was used before. The
    commands of the seats are numbered after the moves: `move_count + seat * commands.count + number`."""

    number: int
    before: bytes
    events: npt.NDArray[np.int16]
    draws: int


Entry = tuple[str, Any]
"""("move", number), ("command", number), ("undo", how many of these), ("leave", seat), ("say", ...), ("pact", ...)."""


class Match(Position):
    """A game with a past: it can be played, taken back, told, saved and checked.

    >>> import quincunx
    >>> game = quincunx.new("vanagloria", players=4, seed=7)
    >>> game.play("move d@E1 > D1.s").play("end").log[-1]
    'Blue ends the turn with one action unused.'
    >>> game.undo().turn, len(game.moves)
    (1, 5)
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        board: Bytes,
        seed: Seed,
        seats: Sequence[Player] = (),
        start: Position | None = None,
    ) -> None:
        super().__init__(game, players, options, board)
        self.seed = seed
        self.seats = tuple(seats)
        self.names = [player.name for player in self.seats]
        self.start: dict[str, Any] | None = None
        self.entries: list[Entry] = []
        self._line: list[Played] = []
        """The moves that were not taken back."""
        self._draws = 1
        """How often chance has been used on the way here; the deal was the first time."""
        self._chance = seed.chance(self._draws)
        self._told: list[list[Telling]] = []
        self.left: set[int] = set()
        """The seats whose players have left."""
        if start is None:
            self.set_chance(seed.chance(0))
            self._core.new(self.board_raw, self.raw)
            self.set_chance(NO_CHANCE)
        else:
            self.raw[:] = start.raw
            self.start = game.write(start)

    # ------------------------------------------------------------ playing

    def play(self, move: int | str) -> "Match":
        """Plays a move: everything is checked, noted and can be undone. Raises Refused with the rule against it."""
        self._play(int(move) if type(move) is Move else self.number(move))
        if self.left:
            self._play_idle_seats()
        return self

    def _play(self, number: int) -> None:
        before, where = self.raw.tobytes(), self._core.chance
        self._memory[where] = self._chance
        count = self._core.step(self.board_raw, self.raw, number, self._events)
        used, self._memory[where] = self._memory[where] != self._chance, NO_CHANCE
        if count < 0:
            raise self.game.refuse(-count)
        self._line.append(Played(number, before, self._events[1 : count + 1].copy(), self._draws))
        self.entries.append(("move", number))
        if used:
            self._set_draws(self._draws + 1)

    def command(self, seat: int, command: int | str) -> "Match":
        """Carries out what a seat may do at any time, whoever's turn it is; it is noted and can be undone."""
        self._play_command(seat, self.command_number(seat, command))
        if self.left:
            self._play_idle_seats()
        return self

    def _play_command(self, seat: int, number: int) -> None:
        before, where = self.raw.tobytes(), self._core.chance
        self._memory[where] = self._chance
        try:
            self._command(seat, number)
        finally:
            used, self._memory[where] = self._memory[where] != self._chance, NO_CHANCE
        assert self.game.commands is not None
        played = self.game.move_count + seat * self.game.commands.count + number
        self._line.append(Played(played, before, self.happened(), self._draws))
        self.entries.append(("command", played))
        if used:
            self._set_draws(self._draws + 1)

    def _set_draws(self, draws: int) -> None:
        """Chance is keyed by how often it was used before: whoever takes moves back meets the same chance again."""
        self._draws, self._chance = draws, self.seed.chance(draws)

    def undo(self, count: int = 1) -> "Match":
        """Takes moves back. Chance does not change by it: the same move gives the same result again."""
        self._check_undo(count)
        while count < len(self._line) and self.at(len(self._line) - count).turn in self._idle():
            count += 1
        self.take_back(count)
        self._play_idle_seats()
        return self

    def _check_undo(self, count: int) -> None:
        if type(count) is not int or not 1 <= count <= len(self._line):
            raise QuincunxError(f"So many moves can't be taken back: {shown(count)}. Played so far: {len(self._line)}.")

    def take_back(self, count: int) -> None:
        """Takes back exactly so many moves: an entry of the list, as a save file holds it."""
        self._check_undo(count)
        first = self._line[-count]
        del self._line[-count:]
        del self._told[len(self._line) :]
        self.raw[:] = np.frombuffer(first.before, np.uint8)
        self._set_draws(first.draws)
        self.entries.append(("undo", count))

    def made_by(self, step: int) -> int | None:
        """Who made a move of the line, or gave a command."""
        number = self._line[step].number
        return self.at(step).turn if number < self.game.move_count else self._whose(number)[0]

    def unheard(self, step: int) -> frozenset[int | None]:
        """Those who can't know that a move was made (None: spectators): they neither see nor hear anything of it."""
        if not self.game.secret:
            return frozenset()
        states = [np.frombuffer(self._line[step].before, np.uint8), self.raw]
        if step + 1 < len(self._line):
            states[1] = np.frombuffer(self._line[step + 1].before, np.uint8)
        views = {seat: self._seen(seat, states) for seat in (None, *range(self.players))}
        blind = {seat for seat, (one, other) in views.items() if one == other}
        if not blind:
            return frozenset()
        before, after = self.at(step), self.at(step + 1)
        blind.discard(self.made_by(step))
        events = self._line[step].events
        return frozenset(seat for seat in blind if all(self.game.hear(before, e, seat, after) is None for e in events))

    def _seen(self, seat: int | None, states: Sequence[Bytes]) -> list[bytes]:
        """What a seat sees of states."""
        seen = []
        for state in states:
            known = np.zeros_like(self.raw)
            self._core.known(self.board_raw, state, -1 if seat is None else seat, known)
            seen.append(known.tobytes())
        return seen

    def since(self, seats: Collection[int]) -> int:
        """How many moves there are from the last decision that one of these seats made, all moves of that decision
        included; 0 if they made none."""
        for step in range(len(self._line) - 1, -1, -1):
            if self.made_by(step) in seats:
                while step > 0 and self._goes_on(step):
                    step -= 1
                return len(self._line) - step
        return 0

    def _goes_on(self, step: int) -> bool:
        """Whether a move is the second half of a decision."""
        first, second = self._line[step - 1].number, self._line[step].number
        return max(first, second) < self.game.move_count and self.game.continues(self.at(step - 1), first)

    def revealed_in(self, count: int) -> bool:
        """Whether the last so many moves have shown anything new: chance was used, or there is a world that a spectator
        held possible, and in which nothing that could have been done looks like what was done. What a seat learns
        beyond that depends on its secrets: the answer would tell of them."""
        first, last = len(self._line) - count, len(self._line)
        if self._line[first].draws != self._draws:
            return True
        if not self.game.secret:
            return False
        begins = [first, *(step for step in range(first + 1, last) if not self._goes_on(step)), last]
        return any(self._reveals(begin, end) for begin, end in pairwise(begins))

    def _reveals(self, begin: int, end: int) -> bool:
        """Whether a decision has shown something new to a spectator."""
        if all(None in self.unheard(step) for step in range(begin, end)):
            return False
        path = [self.at(step) for step in range(begin, end + 1)]
        events = [played.events for played in self._line[begin:end]]
        known, told = self._known(path), self._told_of(path, events)
        made = self.line[begin:end]
        for guess in range(GUESSES):
            world = path[0].view(None)
            world.set_chance(guess.to_bytes(8, "little"))
            self._core.imagine(world.board_raw, world.raw, -1)
            for tried in islice(chain([made], self._alternatives(world, made)), MOST_WAYS):
                way, happened = self._way(world, tried)
                if way and self._known(way) == known and self._told_of(way, happened) == told:
                    break
            else:
                return True
        return False

    def _alternatives(self, world: Position, made: Sequence[int]) -> Iterator[list[int]]:
        """The decisions, or the commands, that a world allows instead; the shortest first. How many steps were taken
        does not matter: who picks a ship may pick another, and nobody sees it."""
        if made[0] >= self.game.move_count:
            assert self.game.commands is not None
            seat, _ = self._whose(made[0])
            first = self.game.move_count + seat * self.game.commands.count
            yield from ([first + command] for command in self.game.commands.offered(world, seat))
            return
        begun: list[tuple[list[int], Position]] = [([], world)]
        met = {world.raw.tobytes()}
        for _ in range(LONGEST_DECISION):
            longer = []
            for numbers, at in begun:
                for number in at.moves.numbers:
                    yield [*numbers, number]
                    if self.game.continues(at, number):
                        after = at.copy().play(number)
                        if after.raw.tobytes() not in met:
                            met.add(after.raw.tobytes())
                            longer.append(([*numbers, number], after))
            begun = longer

    def _way(self, world: Position, numbers: Sequence[int]) -> tuple[list[Position], list[npt.NDArray[np.int16]]]:
        """Where a decision or command leads from a world step by step, and what happens; nothing if it is forbidden."""
        path, events = [world], []
        for number in numbers:
            path.append(path[-1].copy())
            try:
                if number < self.game.move_count:
                    path[-1].play(number)
                else:
                    path[-1].command(*self._whose(number))
            except Refused:
                return [], []
            events.append(path[-1].happened())
        return path, events

    def _known(self, path: Sequence[Position]) -> bytes:
        """What a spectator knows in the end."""
        known = path[-1].view(None)
        known.set_chance(NO_CHANCE)
        return known.raw.tobytes()

    def _told_of(self, path: Sequence[Position], events: Sequence[npt.NDArray[np.int16]]) -> list[Telling]:
        """What a spectator is told on the way."""
        told = []
        for (before, after), happened in zip(pairwise(path), events, strict=True):
            known = after.view(None)
            rows = [self.game.hear(before, row, None, path[-1]) for row in happened]
            told += [self.game.tell(known, row) for row in rows if row is not None]
        return told

    @property
    def line(self) -> list[int]:
        """The numbers of the moves that led here."""
        return [played.number for played in self._line]

    def at(self, step: int) -> Position:
        """The position after so many moves (0: the start)."""
        if type(step) is not int or not 0 <= step <= len(self._line):
            raise QuincunxError(f"There is no step {shown(step)}; {len(self._line)} moves have been played.")
        raw = self.raw if step == len(self._line) else np.frombuffer(self._line[step].before, np.uint8)
        position = Position(self.game, self.players, self.options, self.board_raw, raw.copy())
        position.names = self.names
        return position

    @property
    def commitment(self) -> str:
        """A hash of the secret seed that may be shown from the start: at the end it proves that nothing was rigged."""
        return self.seed.commitment

    def apply(self, kind: str, data: Any) -> None:
        """Carries out one entry as a list of entries holds it: nothing else follows by itself."""
        if kind == "move":
            self._play(data)
        elif kind == "command":
            self._play_command(*self._whose(data))
        elif kind == "undo":
            self.take_back(data)
        else:
            if kind == "leave":
                self.left.add(data)
            self.entries.append((kind, data))

    def _whose(self, played: int) -> tuple[int, int]:
        """The seat that gave a command, and which one it was."""
        assert self.game.commands is not None
        return divmod(played - self.game.move_count, self.game.commands.count)

    # ------------------------------------------------------------ telling

    def tellings(self) -> list[list[Telling]]:
        """What happened, move by move, with the rules behind it."""
        for step in range(len(self._told), len(self._line)):
            after = self.at(step + 1)
            self._told.append([self.game.tell(after, row) for row in self._line[step].events])
        return self._told

    @property
    def log(self) -> list[str]:
        """What happened, in words: all of it, secrets included. `log_for` is what a seat was told."""
        return [telling.words for move in (self.opening, *self.tellings()) for telling in move]

    @property
    def opening(self) -> list[Telling]:
        """What was told before the first move."""
        return [] if self.start is not None else list(self.game.opening(self.at(0)))

    def heard(self, seat: int | None = None) -> list[list[Telling]]:
        """What a seat (None: a spectator) was told, and what it may still be told of it now: move by move, without
        those of which it heard nothing."""
        if seat is not None:
            self.check_seat(seat)
        told = (self.heard_of(step, seat, self) for step in range(len(self._line)))
        return [said for said in told if said]

    def heard_of(self, step: int, seat: int | None, now: Position) -> list[Telling]:
        """What a seat was told of one move, as far as it may be told of it when the table has come to `now`."""
        before = self.at(step)
        rows = [self.game.hear(before, row, seat, now) for row in self._line[step].events]
        after = self.at(step + 1).view(seat)
        return [self.game.tell(after, row) for row in rows if row is not None]

    def log_for(self, seat: int | None = None) -> list[str]:
        """What a seat (None: a spectator) was told, in words."""
        if not self.game.secret:
            return self.log
        opening = [] if self.start is not None else self.game.opening(self.at(0).view(seat))
        return [telling.words for move in (opening, *self.heard(seat)) for telling in move]

    # ------------------------------------------------------------ people

    def leave(self, seat: int) -> "Match":
        """A player leaves: by the option `leaver` the seat idles from now on, or a bot plays it."""
        self.check_seat(seat)
        if seat not in self.left:
            self.left.add(seat)
            self.entries.append(("leave", seat))
            self._play_idle_seats()
        return self

    def _idle(self) -> set[int]:
        """The seats that pass every turn."""
        return self.left if self.options.get("leaver") == "idle" and len(self.left) < self.players else set()

    def _play_idle_seats(self) -> None:
        while self.turn in self._idle():
            self._play(self.game.idle(self))

    def say(self, seat: int, text: str, to: int | None = None) -> "Match":
        """Says something to all, or to one, as the talk mode allows."""
        self.check_seat(seat)
        if to is not None:
            self.check_seat(to)
        talk.check_speech(self.options, text, private=to is not None)
        self.entries.append(("say", {"seat": seat, "text": text} | ({} if to is None else {"to": to})))
        return self

    def propose(
        self,
        seat: int,
        members: Sequence[int],
        *,
        non_aggression: bool = True,
        common_enemy: int | None = None,
        until_round: int = 0,
        public: bool = True,
    ) -> int:
        """Proposes a pact, where the talk mode knows pacts; returns its number."""
        if not isinstance(members, (list, tuple)):
            raise QuincunxError("The members of a pact are a list of seats.")
        if type(non_aggression) is not bool or type(public) is not bool:
            raise QuincunxError("Non-aggression and public are true or false.")
        for member in (seat, *members, *(() if common_enemy is None else (common_enemy,))):
            self.check_seat(member)
        talk.check_pact(self.options, seat, members, common_enemy, until_round)
        if 0 < until_round < self.round_after(len(self._line)):
            raise QuincunxError(f"Round {until_round} is over; a pact lasts until a later round, or for good (0).")
        number = len(self.pacts) + 1
        record = {
            "propose": number,
            "seat": seat,
            "members": sorted(set(members)),
            "non_aggression": non_aggression,
            "common_enemy": common_enemy,
            "until_round": until_round,
            "public": public,
        }
        self._pact_entry(record)
        return number

    def answer(self, seat: int, pact: int, answer: str) -> "Match":
        """Answers a pact: "accept", "decline" or "leave"."""
        self.check_seat(seat)
        talk.check_answer(self.pacts, seat, pact, answer)
        self._pact_entry({answer: pact, "seat": seat})
        return self

    def _pact_entry(self, record: dict[str, Any]) -> None:
        self.entries.append(("pact", record | {"moves": len(self._line)}))

    @property
    def pacts(self) -> list[Pact]:
        """All pacts with their status; breaches are noted, never prevented."""
        records: list[dict[str, Any]] = []
        played = 0
        for kind, data in self.entries:
            if kind in ("move", "command"):
                played += 1
            elif kind == "undo":  # what was said stays said, at the latest before the next move
                played -= data
                records = [record | {"moves": min(record["moves"], played)} for record in records]
            elif kind == "pact":
                records.append(data)
        return talk.fold(records, self._attacks(), self.round_after, self.round_after(played)) if records else []

    def _attacks(self) -> list[tuple[int, int, int, int]]:
        """Each attack: after how many moves, by whom, on whom, in which round."""
        found = []
        for step, played in enumerate(self._line):
            before = self.at(step)
            harmed = self.game.harmed(before, played.number) if played.number < self.game.move_count else None
            if harmed is not None and before.turn is not None:
                found.append((step, before.turn, harmed, self.round_after(step)))
        return found

    def round_after(self, moves: int) -> int:
        """The round after so many moves, in a game that counts rounds (`round_no`): pacts end with one."""
        return int(self.at(moves).state.round_no) if counts_rounds(self.game) else 0

    @property
    def round(self) -> int:
        """The round, in a game that counts rounds; else 0."""
        return self.round_after(len(self._line))

    def would_break(self, move: int | str) -> list[Pact]:
        """The pacts that a move would break: a table asks its owner once before it is played."""
        harmed = self.game.harmed(self, self.number(move))
        return [] if harmed is None else [pact for pact in self.pacts if pact.forbids(self.turn, harmed)]

    # ------------------------------------------------------------ comparing, saving

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return super().__eq__(other)
        mine = (self.entries, self.seed, self.seats, self.start)
        return bool(super().__eq__(other)) and mine == (other.entries, other.seed, other.seats, other.start)

    __hash__ = None

    def __reduce__(self) -> tuple[Any, ...]:
        from quincunx.table.saving import reload

        return reload, (self.game, self.dumps())

    def dumps(self) -> str:
        """The game as a save file (JSON Lines, see docs/save-files.md)."""
        from quincunx.table.saving import dumps

        return dumps(self)


def counts_rounds(game: Game) -> bool:
    """Whether a game has rounds: its state has the field `round_no`."""
    return "round_no" in (game.state.names or ())


def styles_before(game: Game, players: int, options: Mapping[str, Value]) -> list[SeatStyle]:
    """How the seats will be told apart, if that is settled before the game starts: nobody is moved to another seat, and
    the game does not deal colours or let players choose them."""
    blank = Position(game, players, options, game.board_for(players, options))
    styles = [game.side(blank, seat) for seat in range(players)]
    settled = options.get("seating") != "shuffled" and len({style.letter for style in styles}) == players
    return styles if settled else []


def seated(players: Sequence[Player], seed: Seed, options: Mapping[str, Value]) -> list[Player]:
    """Who sits where, by the option `seating`."""
    if options.get("seating") != "shuffled":
        return list(players)
    dice = np.zeros(1, DICE)
    dice.view(np.uint8)[:] = np.frombuffer(seed.chance(0, b"seating"), np.uint8)
    order = np.arange(len(players))
    shuffle(dice[0], order, len(players))
    return [players[int(i)] for i in order]
