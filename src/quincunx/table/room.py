"""A table with people around it: who sits where, the match, clocks, and what is asked of whom. It is a fold over one
list of entries; pure, no input or output. Whoever keeps the list can make the room again at any time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError, is_text, shown
from quincunx.engine.game import Game
from quincunx.engine.options import Value
from quincunx.engine.position import Position, read_position
from quincunx.table.clocks import Clock, Terms
from quincunx.table.match import Match, Player, counts_rounds, seated
from quincunx.table.talk import PROPOSED

LONGEST_NAME = 40
LONGEST_ADDITION = 200
MOST_PROPOSALS = 8
"""So many pacts of a seat may wait for answers at the same time."""
GATHERING, PLAYING, OVER = "gathering", "playing", "over"
IN_THE_MATCH = {"move", "command", "undo", "leave", "say", "pact"}
"""Entries that the match itself knows."""
PACT_WORDS = ("propose", "accept", "decline", "leave")
CHANGES_THE_GAME = {"start", "move", "command", "undo", "leave", "end"}
"""Entries after which an offer made before is stale."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's list."""

    n: int
    """From 1, without gaps."""
    at: int
    """When it was made: milliseconds since 1970."""
    kind: str
    data: Any
    """JSON values."""
    seat: int | None = None
    """Who made it; None: the table itself."""
    key: str | None = None
    """What the client called the action, so that a resend gets the same answer: unique for a seat of a table."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on beside the game's own options."""

    clock: Terms = Terms()
    undo: str = "ask"
    """"ask": free until something new was revealed, then by consent. "off": never."""
    hints: bool = True
    """Whether a player may ask a strong bot."""
    public: bool = False
    """Whether the lobby shows the table, so that anybody can take a free seat."""
    stand_in: str = "level-4"
    """The bot that plays on for someone who leaves."""


@dataclass
class Sitter:
    """Who has a seat."""

    name: str = ""
    """Empty: the seat is free."""
    bot: str | None = None
    ready: bool = False
    stand_in: str | None = None
    """The bot that plays for a person who is away."""

    @property
    def plays(self) -> str | None:
        """The bot that plays the seat now, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True)
class Asked:
    """Somebody would like to take moves back."""

    seat: int
    count: int
    of: frozenset[int]
    """Those who have not answered yet."""


def header_for(
    game: Game,
    players: int,
    options: Mapping[str, Value],
    settings: Settings,
    seed: Seed,
    *,
    bots: bool = False,
    start: Mapping[str, Any] | None = None,
    seated_already: bool = False,
) -> dict[str, Any]:
    """The first line of a table's list: everything that is settled before anybody sits down, and nothing secret."""
    if settings.clock.kind == "round" and not counts_rounds(game):
        raise QuincunxError(f"{game.title} has no rounds that a clock could count: choose another one.")
    header: dict[str, Any] = {
        "game": game.name,
        "rules": game.version,
        "players": players,
        "options": game.settle(players, options, bots=bots),
        "settings": msgspec.to_builtins(settings),
        "commitment": seed.commitment,
    }
    if seated_already:
        header["seated"] = True
    return header if start is None else header | {"start": dict(start), "seated": True}


class Room:
    """A table: the header and the fold of its entries. What people do is checked here, and noted as entries; seats are
    numbered as they were joined (chairs) until the game starts, then as they sit."""

    def __init__(
        self, game: Game, header: Mapping[str, Any], seed: Seed, downtimes: Sequence[tuple[int, int]] = ()
    ) -> None:
        if header["rules"] != game.version:
            played = f"The table was opened under version {header['rules']} of the rules"
            raise QuincunxError(f"{played}; this program has {game.version}.")
        self.game = game
        self.header = dict(header)
        self.players: int = header["players"]
        self.options: dict[str, Value] = header["options"]
        self.settings = msgspec.convert(header["settings"], Settings)
        self.seed = seed
        self.entries: list[Entry] = []
        self.sitters = [Sitter() for _ in range(self.players)]
        self.seat_of = list(range(self.players))
        """The seat of each chair."""
        self.added: list[tuple[int, str]] = []
        """What players add to the seed, by chair."""
        self.match: Match | None = None
        self.clock = Clock(self.settings.clock, self.players, downtimes)
        self.asked: Asked | None = None
        self.ended: dict[str, Any] | None = None
        """Why the table ended the game, where the rules did not."""
        self.flagged: set[int] = set()
        self.changed_at = 0
        """The last entry after which offers made before are stale."""
        self.keys: dict[tuple[int | None, str], int] = {}
        """The entry by which each named action began."""
        self.line: list[int] = []
        """The entries that made the moves of the match's line."""
        self.unheard: list[frozenset[int | None]] = []
        """Of each entry, those who can't know that there is one: seats, and None for spectators."""
        self._known: dict[frozenset[int | None], tuple[list[int], int]] = {}
        self._fresh: list[Entry] = []
        self._now: tuple[int, int | None, str | None] = (0, None, None)

    # ------------------------------------------------------------ folding

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def status(self) -> str:
        """ "gathering", "playing" or "over"."""
        if self.match is None:
            return GATHERING
        return OVER if self.over else PLAYING

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by the table."""
        return self.ended is not None or (self.match is not None and self.match.over)

    @property
    def turn(self) -> int | None:
        """The seat that is awaited."""
        return None if self.match is None or self.over else self.match.turn

    @property
    def results(self) -> tuple[float, ...] | None:
        """Each seat's result once it is over."""
        if self.match is None or not self.over:
            return None
        if self.match.outcome is not None or self.ended is None:
            return self.match.outcome
        loser = self.ended["loser"]
        return tuple(-1.0 if seat == loser else 1.0 / (self.players - 1) for seat in range(self.players))

    @property
    def people(self) -> list[int]:
        """The seats that persons play now."""
        left = self.match.left if self.match is not None else set()
        here = [seat for seat, sitter in enumerate(self.sitters) if sitter.name and sitter.plays is None]
        return [seat for seat in here if seat not in left]

    def fold(self, entries: Sequence[Entry]) -> "Room":
        """Adds entries that were kept: they were checked when they were made."""
        for entry in entries:
            if entry.kind in IN_THE_MATCH:
                assert self.match is not None
                self.match.apply(entry.kind, entry.data)
            else:
                self._apply(entry)
            self._follow(entry)
        return self

    def _apply(self, entry: Entry) -> None:
        data = entry.data
        if entry.kind == "sit":
            sitter = self.sitters[data["seat"]]
            sitter.name, sitter.bot, sitter.ready = data["name"], data.get("bot"), bool(data.get("bot"))
        elif entry.kind == "ready":
            self.sitters[data["seat"]].ready = data["ready"]
        elif entry.kind == "add":
            self.added = [(chair, text) for chair, text in self.added if chair != data["seat"]]
            self.added.append((data["seat"], data["text"]))
        elif entry.kind == "start":
            self._deal()
        elif entry.kind == "ask":
            self.asked = Asked(data["seat"], data["count"], frozenset(data["of"]))
        elif entry.kind == "consent":
            assert self.asked is not None
            left = self.asked.of - {data["seat"]}
            self.asked = Asked(self.asked.seat, self.asked.count, left) if data["yes"] and left else None
        elif entry.kind == "stand-in":
            self.sitters[data["seat"]].stand_in = data["bot"]
            if self.asked is not None and data["seat"] in self.asked.of | {self.asked.seat}:
                self.asked = None
        elif entry.kind == "flag":
            self.flagged.add(data["seat"])
        elif entry.kind == "end":
            self.ended = data

    def _deal(self) -> None:
        """The game starts: who sits where, and the deal."""
        added = self.header.get("added") or [text for _, text in sorted(self.added)]
        seed = self.seed._replace(added=tuple(added))
        chairs = [Player(str(chair)) for chair in range(self.players)]
        order = chairs if self.header.get("seated") else seated(chairs, seed, self.options)
        chair_of = [int(player.name) for player in order]
        sitters = [self.sitters[chair] for chair in chair_of]
        game, board = self.game, self.game.board_for(self.players, self.options)
        start = None
        if "start" in self.header:
            start = read_position({"players": self.players, "options": self.options} | self.header["start"], game)
        people = [Player(sitter.name, sitter.bot) for sitter in sitters]
        self.match = Match(game, self.players, self.options, board, seed, people, start)
        self.seed, self.sitters = seed, sitters
        self.seat_of = [chair_of.index(chair) for chair in range(self.players)]

    def _follow(self, entry: Entry) -> None:
        """What every entry brings with it."""
        self.entries.append(entry)
        self.unheard.append(self._unheard(entry))
        if entry.key is not None:
            self.keys[entry.seat, entry.key] = entry.n
        if entry.kind in ("move", "command"):
            self.line.append(entry.n)
        elif entry.kind == "undo":
            del self.line[-entry.data :]
        if entry.kind in CHANGES_THE_GAME:
            self.changed_at = entry.n
            self.asked = None
        if self.match is not None and entry.kind in CHANGES_THE_GAME | {"stand-in"}:
            self._follow_clock(self.match, entry)

    def _follow_clock(self, match: Match, entry: Entry) -> None:
        """Goes by the moves up to this entry: several may be noted after all of them were played."""
        turn = match.at(len(self.line)).turn if self.ended is None else None
        bot = turn is not None and (self.sitters[turn].plays is not None or turn in match.left)
        round_ = match.round_after(len(self.line))
        if entry.kind == "undo":
            self.clock.taken_back(entry.data, turn, entry.at, bot=bot)
        elif entry.kind in ("move", "command"):
            if entry.kind == "move" and self.clock.turn is not None:
                self.flagged.discard(self.clock.turn)
            self.clock.moved(turn, entry.at, round_, bot=bot, command=entry.kind == "command")
        else:
            self.clock.await_seat(turn, entry.at, round_, bot=bot)

    def _unheard(self, entry: Entry) -> frozenset[int | None]:
        """Those who can't know of an entry that has just been made."""
        if entry.kind in ("move", "command"):
            assert self.match is not None
            return self.match.unheard(len(self.line))
        if entry.kind == "undo":
            return frozenset.intersection(*(self.unheard[n - 1] for n in self.line[-entry.data :]))
        privately: set[int | None] = set()
        if entry.kind == "say" and "to" in entry.data:
            privately = {entry.data["seat"], entry.data["to"]}
        elif entry.kind == "pact":
            assert self.match is not None
            pact = self.match.pacts[next(entry.data[word] for word in PACT_WORDS if word in entry.data) - 1]
            privately = set() if pact.public else set(pact.members)
        return frozenset({None, *range(self.players)} - privately) if privately else frozenset()

    def known(self, seats: Collection[int]) -> list[int]:
        """The numbers of the entries of which somebody with these seats can know; without seats, a spectator. Others
        are not even counted for them: the numbers would tell how much is done in secret."""
        who: frozenset[int | None] = frozenset(seats) or frozenset({None})
        found, done = self._known.get(who, ([], 0))
        found += [n for n, unheard in enumerate(self.unheard[done:], done + 1) if not who <= unheard]
        self._known[who] = (found, self.n)
        return found

    # ------------------------------------------------------------ doing

    def act(self, at: int, seat: int | None = None, key: str | None = None) -> "Room":
        """Says when, by whom and under which name the next thing is done; `taken` gives the entries then made."""
        self._now = (max(at, self.entries[-1].at if self.entries else 0), seat, key)
        self._fresh = []
        return self

    def taken(self) -> list[Entry]:
        """The entries made since `act`: to be kept before anybody is told."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _note(self, kind: str, data: Any) -> None:
        at, seat, key = self._now
        entry = Entry(self.n + 1, at, kind, data, seat, key)
        self._now = (at, seat, None)
        if kind not in IN_THE_MATCH:
            self._apply(entry)
        self._follow(entry)
        self._fresh.append(entry)

    def _note_match(self, before: int) -> None:
        assert self.match is not None
        for kind, data in self.match.entries[before:]:
            self._note(kind, data)

    def _playing(self) -> Match:
        if self.match is None:
            raise QuincunxError("The game has not begun: wait until everybody sits and it is started.")
        if self.over:
            raise QuincunxError("The game is over.")
        return self.match

    def _playing_for(self, seat: int) -> Match:
        """The match, if this seat is played by a person."""
        match = self._playing()
        match.check_seat(seat)
        if self.sitters[seat].bot is not None:
            raise QuincunxError("A bot plays this seat.")
        if self.sitters[seat].stand_in is not None:
            raise QuincunxError("A bot stands in for you: take your seat back first.")
        if seat in match.left:
            raise QuincunxError("You have left this game.")
        return match

    def _gathering(self) -> None:
        if self.match is not None:
            raise QuincunxError("The game has begun: that could only be done before it.")

    def _check_chair(self, chair: object) -> None:
        if type(chair) is not int or chair not in range(self.players):
            raise QuincunxError(f"There is no seat {shown(chair)}; this table has seats 0 to {self.players - 1}.")

    # ------------------------------------------------------------ gathering

    def sit(self, chair: int, name: str, bot: str | None = None) -> None:
        """Somebody takes a seat, or is called something else; a bot is given one; with an empty name it is free."""
        self._gathering()
        self._check_chair(chair)
        if not is_text(name) or len(name) > LONGEST_NAME or name != name.strip() or not name.isprintable():
            raise QuincunxError(f"A name has 1 to {LONGEST_NAME} characters that can be shown: {shown(name)} does not.")
        if name and any(name == other.name for i, other in enumerate(self.sitters) if i != chair):
            raise QuincunxError(f"Somebody here is called {name} already: choose another name.")
        if bot is not None and not (name and is_text(bot) and bot):
            raise QuincunxError(f"A bot has a name, and is known by a text: {shown(bot)} is none.")
        self._note("sit", {"seat": chair, "name": name} | ({"bot": bot} if bot else {}))

    def ready(self, chair: int, ready: bool = True) -> None:
        """A person is ready to start, or is not after all."""
        self._gathering()
        self._check_chair(chair)
        if not self.sitters[chair].name:
            raise QuincunxError("Nobody sits there: give your name first.")
        if type(ready) is not bool:
            raise QuincunxError("Ready is true or false.")
        if self.sitters[chair].bot is None:  # bots always are
            self._note("ready", {"seat": chair, "ready": ready})

    def add_to_seed(self, chair: int, text: str) -> None:
        """A player adds something of the own to the seed of the shuffle."""
        self._gathering()
        self._check_chair(chair)
        if not is_text(text) or not 1 <= len(text) <= LONGEST_ADDITION:
            raise QuincunxError(f"Add a text of 1 to {LONGEST_ADDITION} characters.")
        self._note("add", {"seat": chair, "text": text})

    def start(self) -> None:
        """The game starts: everybody sits and is ready."""
        self._gathering()
        if free := [i for i, sitter in enumerate(self.sitters) if not sitter.name]:
            raise QuincunxError(f"{len(free)} of {self.players} seats are free: wait, or give them to bots.")
        if waiting := [sitter.name for sitter in self.sitters if not sitter.ready]:
            raise QuincunxError(f"Not everybody is ready: {', '.join(waiting)}.")
        self._note("start", {})

    # ------------------------------------------------------------ playing

    def play(self, seat: int, line: list[int] | tuple[int, ...] | int | str) -> None:
        """A decision: a move as a number or in text, or the moves that a path of picks spells."""
        by_a_person = self._now[1] is not None
        match = self._playing_for(seat) if by_a_person else self._playing()
        if type(seat) is not int or seat != match.turn:
            raise QuincunxError(f"It is the turn of {match.name(match.turn or 0)}, not yours.")
        numbers = line if isinstance(line, (list, tuple)) else [match.view(seat).number(line)]
        if not numbers or not all(type(number) is int for number in numbers):
            raise QuincunxError("A decision is a move, or a list of numbers of moves.")
        self._check_decision(match.copy(), numbers)
        before = len(match.entries)
        for number in numbers:
            match.play(number)
        self._note_match(before)

    def _check_decision(self, at: Position, numbers: Sequence[int]) -> None:
        """Raises the reason why these moves can't be played, or are not one decision."""
        for number in numbers[:-1]:
            if (refused := at.refusal(number)) is not None:
                raise refused
            if not self.game.continues(at, number):
                raise QuincunxError("These moves are not one decision: play them one after the other.")
            at.play(number)
        if (refused := at.refusal(numbers[-1])) is not None:
            raise refused

    def command(self, seat: int, command: str) -> None:
        """What a seat may do at any time."""
        match = self._playing_for(seat)
        before = len(match.entries)
        match.command(seat, match.view(seat).command_number(seat, command))
        self._note_match(before)

    def resign(self, seat: int) -> None:
        """A player gives up: by the rules if they know that; else, of two, the other wins; else a bot plays on."""
        match = self._playing_for(seat)
        known = self.game.commands
        if known is not None and known.resign is not None and known.resign in known.offered(match.view(seat), seat):
            self.command(seat, known.spell(match, seat, known.resign))
        elif self.players == 2:
            self._note("end", {"reason": "resigned", "loser": seat})
        else:
            self.leave(seat)

    def leave(self, seat: int) -> None:
        """A player leaves: a bot plays on, or by the option `leaver` the seat idles."""
        match = self._playing()
        match.check_seat(seat)
        if seat not in self.people:
            return
        if self.options.get("leaver") == "idle":
            before = len(match.entries)
            match.leave(seat)
            self._note_match(before)
        else:
            self._note("stand-in", {"seat": seat, "bot": self.settings.stand_in})

    def come_back(self, seat: int) -> None:
        """A player takes the seat back from the bot that stood in."""
        self._playing().check_seat(seat)
        if self.sitters[seat].stand_in is None:
            raise QuincunxError("No bot stands in for you.")
        if seat in self.flagged and seat == self.turn:
            raise QuincunxError("Your time is up: the bot makes this move, then you can take your seat back.")
        self._note("stand-in", {"seat": seat, "bot": None})

    def flag(self, at: int) -> bool:
        """Whether somebody's time was up at this moment: then what the table agreed on for that has happened."""
        deadline, seat = self.clock.deadline, self.clock.awaited
        if self.match is None or self.over or deadline is None or seat is None or at < deadline:
            return False
        if seat in self.flagged:
            return False
        terms = self.settings.clock
        self._note("flag", {"seat": seat})
        if terms.flag == "lose" and self.players == 2:
            self._note("end", {"reason": "time", "loser": seat})
        elif terms.flag != "nothing":
            self._note("stand-in", {"seat": seat, "bot": self.settings.stand_in})
        return True

    @property
    def due(self) -> int | None:
        """When the next flag falls, if it means something."""
        if self.status != PLAYING or self.clock.awaited in self.flagged:
            return None
        return self.clock.deadline

    def repeat(self, entries: Sequence[tuple[str, Any]]) -> None:
        """Takes over what happened in a match that was saved: it was checked when it was read."""
        match = self._playing()
        for kind, data in entries:
            match.apply(kind, data)
            self._note(kind, data)

    # ------------------------------------------------------------ taking back

    def undo(self, seats: Collection[int]) -> None:
        """Takes back the last decision of these seats: freely until something new was revealed or somebody else has
        moved, then if those who play, too, agree."""
        match = self._playing()
        if self.settings.undo == "off":
            raise QuincunxError("At this table nothing is taken back.")
        if not isinstance(seats, Collection) or isinstance(seats, (str, bytes, Mapping)):
            raise QuincunxError("Moves are taken back for a list of seats.")
        for seat in seats:
            match.check_seat(seat)
        mine = [seat for seat in self.people if seat in seats]
        count = match.since(mine)
        if not count:
            raise QuincunxError("You have made no move that could be taken back.")
        others = frozenset(self.people) - set(mine)
        makers = {match.made_by(step) for step in range(len(match.line) - count, len(match.line))}
        if others and (not makers <= set(mine) or match.revealed_in(count)):
            if self.asked is not None:
                raise QuincunxError("Somebody has asked already: that has to be answered first.")
            self._note("ask", {"seat": min(mine), "count": count, "of": sorted(others)})
        else:
            self._take_back(count)

    def consent(self, seat: int, yes: bool) -> None:
        """Agrees to a takeback, or does not."""
        self._playing_for(seat)
        if self.asked is None or seat not in self.asked.of:
            raise QuincunxError("Nothing is asked of you.")
        if type(yes) is not bool:
            raise QuincunxError("The answer is true or false.")
        count, last = self.asked.count, len(self.asked.of) == 1
        self._note("consent", {"seat": seat, "yes": yes})
        if yes and last:
            self._take_back(count)

    def _take_back(self, count: int) -> None:
        match = self._playing()
        before = len(match.entries)
        match.undo(count)
        self._note_match(before)

    # ------------------------------------------------------------ talking

    def say(self, seat: int, text: str, to: int | None = None) -> None:
        """Says something to all or to one."""
        if self.match is None:
            raise QuincunxError("The game has not begun: talk begins with it.")
        match = self.match
        match.check_seat(seat)
        if self.sitters[seat].bot is not None:
            raise QuincunxError("A bot plays this seat.")
        before = len(match.entries)
        match.say(seat, text, to)
        self._note_match(before)

    def propose(self, seat: int, pact: Mapping[str, Any]) -> None:
        """Proposes a pact."""
        match = self._playing_for(seat)
        waiting = [known for known in match.pacts if known.status == PROPOSED and seat in known.accepted]
        if len(waiting) >= MOST_PROPOSALS:
            raise QuincunxError(f"{MOST_PROPOSALS} of your pacts wait for answers: withdraw one (decline it) first.")
        before = len(match.entries)
        try:
            match.propose(seat, **pact)
        except TypeError:
            raise QuincunxError("A pact has members, non_aggression, common_enemy, until_round and public.") from None
        self._note_match(before)

    def answer(self, seat: int, pact: int, answer: str) -> None:
        """Answers a pact."""
        match = self._playing_for(seat)
        before = len(match.entries)
        match.answer(seat, pact, answer)
        self._note_match(before)
