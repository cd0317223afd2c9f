"""Section 8 of the rules of Vanguard: Rome: ```vec blocks, as the section's introduction defines them.

    [TV-56] Reinforcements: a second unit           begins a vector
    opt: shift_model=rows                           options that differ from the defaults
    A.F: IN [..] IN | B.F: IN [IN] IN               rows, from the owner's left; column 0 in square brackets
    state: MAIN A; pending SL; hand A REINFORCE; udraw PR
    > A: REINFORCE                                  must be legal, and is made
    ? A: ATTACK                                     must be legal
    ! A: ATTACK                                     must be illegal
    = pending SL PR ; phase MAIN A                  must hold
    ids: VR-158 VR-041

A position is set up as near to the wished one as the program knows it: before a clash (`CLASH`) the last unit is yet to
be laid out, and before a turn (`TURN`) the player before has yet to close the line after a Retreat. Cards to be drawn
are found by search: a move that draws is tried with one state of the generator after the other. Moves with two free
cells are made in their two steps. What a resolution brought is read from the events of the move, and strengths are
asked of the army itself; all else goes through the public interface.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import quincunx
from quincunx.engine.errors import QuincunxError, Unreadable
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import army
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.notation import cell_text, read_cell
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES
from tests.vectors import Block, Failure, Line, Page, Vector, rule_ids

GAME = "vanguard-rome"
SEATS = "ABCD"
TITLE = re.compile(r"\[([A-Z]+-\d+[a-z]?)\]\s*(.*)")
ROW = re.compile(r"([A-D])\.([FR]):\s*(.*)")
MOVE = re.compile(r"([A-D]):\s*(.+)")
CELL = r"[FR][+-]?\d+"
ROWS = {"F": "front", "R": "rear"}
SIGNS = (">", "?", "!", "=")
PHASES = {
    "KEEP": ("DEPLOY", "KEEP"),
    "LEAN": ("DEPLOY", "LEAN"),
    "DEPLOY": ("DEPLOY", "DEPLOY"),
    "CLOSE": ("CLOSE",),
    "MAIN": ("MAIN",),
    "TARGET": ("MAIN", "TARGET"),
    "FACE": ("DECLARE", "FACE"),
    "ORDER": ("DECLARE", "ORDER"),
    "CATAPULT": ("DECLARE", "CAT"),
    "STANDARD": ("DECLARE", "STD"),
    "RETREAT": ("AFTER",),
    "FILL": ("FILL",),
    "DISCARD": ("DISCARD",),
    "OVER": ("OVER",),
}
"""What the document calls the phases of a position."""
CLOSE_AGAIN = "shift lat F-1"
"""The move that ends the turn before a TURN."""
MOST_TRIES = 50_000


class Unknown(Exception):
    """Something that this notation does not know; its text is quoted."""


class Broken(Exception):
    """The vector cannot go on: what was expected, and what was found."""


class VanguardRome:
    """Blocks of vectors, each beginning with a title in square brackets."""

    name = "section 8 of vanguard-rome.md"

    def recognises(self, page: Page, block: Block) -> bool:
        """By the word after the fence."""
        return block.info == "vec"

    def vectors(self, page: Page, block: Block) -> Sequence[Vector]:
        """All vectors of a block: a blank line stands between them."""
        found: list[list[Line]] = [[]]
        for line in block.lines:
            if line.text.strip():
                found[-1].append(line)
            elif found[-1]:
                found.append([])
        return [vector_of(lines) for lines in found if lines]


def vector_of(lines: Sequence[Line]) -> Vector:
    """The vector of a paragraph."""
    first = lines[0]
    title = TITLE.fullmatch(first.text.strip())
    name, words = (title[1], title[2]) if title else (f"line {first.number}", first.text.strip())
    ids = " ".join(line.text for line in lines if line.text.startswith("ids:"))
    check = Script(lines[1:], first.number, titled=bool(title)).run
    return Vector(name, words, tuple(rule_ids(ids)), first.number, check)


# ---------------------------------------------------------------- the position


@dataclass
class Given:
    """What stands before the first sign."""

    options: dict[str, Any] = field(default_factory=dict)
    rows: dict[int, dict[str, str]] = field(default_factory=dict)
    items: dict[str, list[str]] = field(default_factory=dict)
    """`state:`: what a word is followed by; of `hand` and `units` the seat belongs to the word."""
    start: tuple[str, ...] = ()

    def cards(self, word: str, seat: int) -> list[str]:
        """The cards of a seat."""
        return self.items.get(f"{word} {SEATS[seat]}", [])

    def number(self, word: str, usual: int) -> int:
        """A whole number."""
        value = self.items.get(word, [str(usual)])
        if len(value) != 1 or not value[0].isdigit():
            raise Unknown(f"{word} {' '.join(value)}")
        return int(value[0])


def read_options(text: str) -> dict[str, Any]:
    """`close_up=True shift_model=rows`"""
    known = {option.name: {str(value): value for value in option.values} for option in quincunx.game(GAME).options}
    found = {}
    for part in re.split(r"[\s,;]+", text.strip()):
        name, _, value = part.partition("=")
        if value not in known.get(name, {}):
            raise Unknown(f"opt: {part}")
        found[name] = known[name][value]
    return found


def read_rows(given: Given, text: str) -> None:
    """`A.F: IN [PR] IN | A.R: [(SL)]`"""
    for part in text.split(" | "):
        if not (match := ROW.fullmatch(part.strip())):
            raise Unknown(part.strip())
        given.rows.setdefault(SEATS.index(match[1]), {})[ROWS[match[2]]] = match[3].strip()


def read_state(given: Given, text: str) -> None:
    """`MAIN A; pending SL; hand A REINFORCE; udraw PR`"""
    first, *items = (item.split() for item in text.split(";"))
    given.start = tuple(first)
    for word, *rest in items:
        if word in ("hand", "units") and rest and rest[0] in SEATS:
            given.items[f"{word} {rest[0]}"] = rest[1:]
        elif word in ("pending", "turn", "replays", "udraw", "cdraw", "noudeck", "udisc"):
            given.items[word] = rest
        else:
            raise Unknown(" ".join((word, *rest)))


def position_of(given: Given) -> tuple[dict[str, Any], str | None]:
    """The position as `quincunx.set_up` reads it, and a move that leads to the wished one."""
    match given.start:
        case ("MAIN", seat) if seat in SEATS:
            return frame(given) | {"phase": "MAIN", "active": SEATS.index(seat)} | pending_of(given), None
        case ("TURN", seat) if seat in SEATS:
            return before_turn(given, SEATS.index(seat))
        case ("CLASH",):
            return before_clash(given)
        case ("DEPLOY",):
            return frame(given) | {"phase": "DEPLOY", "active": None, "turn": 0}, None
    raise Unknown(f"state: {' '.join(given.start)}")


def pending_of(given: Given) -> dict[str, Any]:
    """Cards that are drawn."""
    return {"pending": given.items.get("pending", [])}


def frame(given: Given) -> dict[str, Any]:
    """The armies, the decks, and where the game stands."""
    named = [*given.rows, *(SEATS.index(key[-1]) for key in given.items if key.startswith("units "))]
    players = max(2, 1 + max(named, default=0))
    data: dict[str, Any] = {"game": GAME, "players": players, "options": given.options}
    data |= {"turn": given.number("turn", 1), "replays": given.number("replays", 0), "armies": []}
    for seat in range(players):
        cards = {"hand": given.cards("hand", seat), "pool": given.cards("units", seat)}
        data["armies"].append({**given.rows.get(seat, {}), **cards})
    if "noudeck" in given.items:
        data["unit_decks"] = [{}]
    if "udisc" in given.items:
        data["unit_piles"] = [dict(Counter(given.items["udisc"]))]
    return data


def before_clash(given: Given) -> tuple[dict[str, Any], str]:
    """The last player has one more unit to lay out: that at the right end of the last row."""
    data = frame(given) | {"phase": "DEPLOY", "active": None, "turn": 0}
    data["decider"] = data["players"] - 1
    last = data["armies"][-1]
    row = "front" if given.options.get("use_rear") is False else "rear"
    *tokens, token = last.get(row, "-").split()
    kind = token.strip("()")
    last |= {row: " ".join(tokens), "pool": [kind]}
    return data, f"deploy {kind}"


def before_turn(given: Given, seat: int) -> tuple[dict[str, Any], str]:
    """The player before has played Retreat in the last turn, and the left wing has yet to close up: everything from
    column 0 to the left stands one column further out."""
    data = frame(given) | {"phase": "FILL", "turn": max(1, given.number("turn", 2) - 1)}
    before = (seat - 1) % data["players"]
    data["active"] = before
    mine = data["armies"][before]
    for row in ("front", "rear"):
        units = columns(mine.get(row, "-"))
        if row == "front" and max(units, default=0) <= 0:
            raise Unknown(f"TURN {SEATS[seat]}: {SEATS[before]} has no right wing")
        mine[row] = row_of({column - (column <= 0): token for column, token in units.items()})
    data["retreated"] = f"F+{max(columns(mine['front']))}"
    return data, CLOSE_AGAIN


def columns(text: str) -> dict[int, str]:
    """The units of a row by column; that they were used in this turn is left out."""
    tokens = [] if text.strip() in ("", "-") else text.split()
    centre = [i for i, token in enumerate(tokens) if token[0] == "["]
    if tokens and len(centre) != 1:
        raise Unknown(text)
    bare = [token.strip("[]").replace("'", "") for token in tokens]
    return {i - centre[0]: token for i, token in enumerate(bare) if token != ".."}


def row_of(units: Mapping[int, str]) -> str:
    """A row in writing."""
    if not units:
        return "-"
    tokens = {i: units.get(i, "..") for i in range(min(*units, 0), max(*units, 0) + 1)}
    return " ".join(f"[{token}]" if i == 0 else token for i, token in tokens.items())


def written(position: Position) -> dict[str, Any]:
    """The position in readable values."""
    data: dict[str, Any] = json.loads(position.position())
    return data


# ---------------------------------------------------------------- moves and cards


@lru_cache
def steps(text: str) -> tuple[str, ...]:
    """A move of the document as it is made: two of them have two steps."""
    if match := re.fullmatch(rf"CHARIOT ({CELL}) ({CELL})", text):
        return f"chariot {match[1]}", f"to {match[2]}"
    match = re.fullmatch(rf"SWAP ({CELL}) ({CELL})", text)
    if match and not army.is_adjacent(read_cell(match[1]), read_cell(match[2])):
        return f"call {match[1]}", f"to {match[2]}"
    return (text,)


def all_moves(position: Position) -> list[list[str]]:
    """The legal moves in the words of the document; two steps are one move."""
    found = []
    for move in position.moves:
        words = move.text.split()
        if words[0] in ("call", "chariot"):
            verb = "swap" if words[0] == "call" else words[0]
            after = position.copy().play(int(move))
            found += [[verb, words[1], step.text.split()[1]] for step in after.moves]
        else:
            found.append(words)
    return found


def events_of(position: Position, *kinds: int) -> list[list[int]]:
    """What the last move brought about."""
    return [[int(number) for number in row] for row in position.happened() if int(row[0]) in kinds]


def kind_counts(position: Position, seat: int) -> Counter[str]:
    """The units of a seat by kind, on the table and in hand."""
    mine = written(position)["armies"][seat]
    units = [token for row in ROWS.values() for token in columns(mine.get(row, "-")).values()]
    return Counter(token.strip("()+") for token in (*units, *mine.get("pool", [])))


def drawn_units(before: Position, after: Position) -> list[list[str]]:
    """The unit cards that a move has drawn, in order; those that a player is dealt at once are one group."""
    if not events_of(after, s.EV_TIED):
        return [[KIND_CODES[row[2]]] for row in events_of(after, s.EV_DREW) if row[2]]
    groups = []
    for seat in range(after.players):
        dead = [row for row in fates(after) if row[1] // s.PLACE == seat and is_kill(row)]
        killed = Counter(KIND_CODES[row[2] & s.KIND_MASK] for row in dead)
        groups.append(sorted((kind_counts(after, seat) - (kind_counts(before, seat) - killed)).elements()))
    return groups


def drawn_commands(after: Position) -> list[str]:
    """The commands that a move has drawn, in order."""
    return [COMMAND_CODES[row[2] - 1] for row in events_of(after, s.EV_DREW_COMMAND) if row[2]]


def fates(position: Position) -> list[list[int]]:
    """Who was attacked in the last move."""
    return events_of(position, s.EV_FATE)


def is_kill(row: Sequence[int]) -> bool:
    """Whether a fate is death."""
    return row[5] % 4 in (s.FELLED, s.SHOT)


def place_text(place: int) -> str:
    """`B:F0`"""
    return f"{SEATS[place // s.PLACE]}:{cell_text(place % s.PLACE)}"


@dataclass
class Resolution:
    """What the last resolution of attacks brought."""

    damage: dict[str, int] = field(default_factory=dict)
    kills: set[str] = field(default_factory=set)
    scores: dict[str, tuple[str, int, int]] = field(default_factory=dict)


def resolution_of(position: Position) -> Resolution:
    """From the events of the last move."""
    found = Resolution()
    for row in fates(position):
        found.damage[place_text(row[1])] = row[3]
        if is_kill(row):
            found.kills.add(place_text(row[1]))
    for _, seat, survived, kills, power, _ in events_of(position, s.EV_SCORE):
        found.scores[SEATS[seat]] = ("yes" if survived else "no", kills, power)
    return found


# ---------------------------------------------------------------- running


class Script:
    """One vector being run."""

    def __init__(self, lines: Sequence[Line], first: int, titled: bool) -> None:
        self.lines, self.first, self.titled = lines, first, titled

    def fail(self, line: int, what: str, expected: str, found: str) -> None:
        self.failures.append(Failure(line, what, expected, found))

    def run(self) -> list[Failure]:
        """Sets up, and does everything in order; stops where the game can't go on as told."""
        self.failures: list[Failure] = []
        self.given = Given()
        self.position: Position | None = None
        self.last = Resolution()
        if not self.titled:
            self.fail(self.first, "the vector", "a title such as [TV-01]", "there is none")
        for line in self.lines:
            text = line.text.strip()
            if self.failures and self.position is None:
                return self.failures
            try:
                if not self.line(line.number, text):
                    return self.failures
            except Unknown as unknown:
                self.fail(line.number, text, "a phrase that is known", f"unknown: {unknown}")
                return self.failures
        if self.position is None:
            self.fail(self.first, "the vector", "'state:'", "there is none")
        return self.failures

    def line(self, number: int, text: str) -> bool:
        """One line of the vector; whether it can go on."""
        if text.startswith(("#", "ids:")):
            return True
        if text[0] in SIGNS:
            return all(self.entry(number, text[0], entry.strip()) for entry in text[1:].split(" ; "))
        if self.position is not None:
            raise Unknown(text)
        if text.startswith("opt:"):
            self.given.options |= read_options(text.removeprefix("opt:"))
        elif text.startswith("state:"):
            read_state(self.given, text.removeprefix("state:"))
            self.set_up(number)
            return self.position is not None
        else:
            read_rows(self.given, text)
        return True

    def entry(self, line: int, sign: str, text: str) -> bool:
        """What one sign asks for; whether the vector can go on."""
        if self.position is None:
            raise Unknown(f"{sign} before 'state:'")
        try:
            if sign == "=":
                self.expect(line, text)
            elif move := MOVE.fullmatch(text):
                self.move(line, sign, move[1], move[2].strip())
            else:
                raise Unknown(text)
        except Broken as broken:
            self.fail(line, f"{sign} {text}", *broken.args)
            return False
        return True

    @property
    def game(self) -> Position:
        """The position, which has been set up."""
        assert self.position is not None
        return self.position

    # ------------------------------------------------------------ setting up

    def set_up(self, line: int) -> None:
        """The position to begin with."""
        self.units, self.commands = (list(self.given.items.get(word, [])) for word in ("udraw", "cdraw"))
        data, move = position_of(self.given)
        try:
            self.position = quincunx.set_up(data).copy()
            if move:
                self.step(move)
        except QuincunxError as error:
            self.position = None
            self.fail(line, "the position", "a position that the program accepts", str(error))
        except Broken as broken:
            self.position = None
            self.fail(line, "the position", *broken.args)

    # ------------------------------------------------------------ moves

    def move(self, line: int, sign: str, seat: str, text: str) -> None:
        """`>`, `?` and `!`"""
        decides = self.game.turn == SEATS.index(seat)
        refused = self.refusal(text) if decides else "not this seat's decision"
        if sign == "!":
            if refused is None:
                self.fail(line, f"! {seat}: {text}", "a refusal", "it is legal")
        elif refused is not None:
            raise Broken("a legal move", f"refused by {refused}")
        elif sign == ">":
            for step in steps(text):
                self.step(step)

    def refusal(self, text: str) -> str | None:
        """The rule against a move; None if it is legal. The refusals and the list of moves have to agree."""
        position = self.game
        for step in steps(text):
            try:
                refused = position.why_not(step)
                listed = refused is None and position.number(step) in position.moves
            except Unreadable as error:
                raise Unknown(f"{text}: {error}") from None
            if listed != (refused is None):
                raise Broken("the list of legal moves agrees with the refusals", f"{step} is not in it")
            if refused is not None:
                return refused
            position = position.copy().play(step) if step != steps(text)[-1] else position
        return None

    def step(self, text: str) -> None:
        """A legal step; if it draws cards, they are those of the vector."""
        before = self.game
        for start in range(MOST_TRIES):
            self.position = before.copy()
            self.position.set_chance(start.to_bytes(8, "little"))
            self.position.play(text)
            if self.drew_as_told(before):
                break
        else:
            raise Broken(f"the cards {' '.join((*self.units, *self.commands))}", "never drawn")
        if events_of(self.game, s.EV_ATTACK):
            self.last = resolution_of(self.game)

    def drew_as_told(self, before: Position) -> bool:
        """Whether the drawn cards are the next ones; then they are done with. What is not named may be any."""
        units, commands = list(self.units), list(self.commands)
        for group in drawn_units(before, self.game):
            wanted, units = units[: len(group)], units[len(group) :]
            if Counter(wanted) - Counter(group):
                return False
        for card in drawn_commands(self.game):
            if commands and commands.pop(0) != card:
                return False
        self.units, self.commands = units, commands
        return True

    # ------------------------------------------------------------ expectations

    def expect(self, line: int, text: str) -> None:
        """Compares one phrase."""
        if match := ROW.fullmatch(text):
            mine = written(self.game)["armies"][SEATS.index(match[1])]
            expected, found = row_of(columns(match[3])), row_of(columns(mine.get(ROWS[match[2]], "-")))
        else:
            word, *rest = text.split()
            if word not in COMPARISONS:
                raise Unknown(text)
            try:
                expected, found = COMPARISONS[word](self, rest)
            except (ValueError, IndexError, KeyError):
                raise Unknown(text) from None
        if expected != found:
            self.fail(line, f"= {text}", shown(expected), shown(found))

    def strength(self, measure: Callable[..., Any], rest: Sequence[str]) -> tuple[Any, Any]:
        """`own A:F0 4`, `immune B:F0 yes`"""
        where, value = rest
        found = measure(self.game.board, self.game.state, SEATS.index(where[0]), read_cell(where[2:]))
        return (value == "yes", bool(found)) if value in ("yes", "no") else (int(value), int(found))

    def options(self, verb: str, wanted: Sequence[str], part: slice = slice(1, None)) -> tuple[set[str], set[str]]:
        """`options SWAP F0_F-1`: all moves of a kind."""
        found = {"_".join(words[part]).lower() for words in all_moves(self.game) if words[0] == verb.lower()}
        return set() if list(wanted) == ["none"] else {move.lower() for move in wanted}, found

    def phase(self, rest: Sequence[str]) -> tuple[Any, Any]:
        """`phase DEPLOY A KEEP`: who decides, and the sub-step if it is named."""
        name, *sub = PHASES[written(self.game)["phase"]]
        found = [name, *([] if self.game.over else [SEATS[self.game.state.turn]]), *sub]
        return list(rest), found[: len(rest)]

    def pile(self, rest: Sequence[str]) -> tuple[Any, Any]:
        """`udisc CV CV`, `udisc B: CE`"""
        deck = 0
        if rest and rest[0].endswith(":"):
            deck, rest = SEATS.index(rest[0][0]), rest[1:]
        return Counter(rest), Counter(written(self.game)["unit_piles"][deck])

    def winner(self, rest: Sequence[str]) -> tuple[Any, Any]:
        """`winner A`, `winner draw`"""
        winners = written(self.game).get("winners", [])
        found = "nobody" if not winners else SEATS[winners[0]] if len(winners) == 1 else "draw"
        return rest[0], found

    def army(self, seat: str) -> dict[str, Any]:
        """A seat's army as it is written."""
        mine: dict[str, Any] = written(self.game)["armies"][SEATS.index(seat)]
        return mine


COMPARISONS: dict[str, Callable[[Script, list[str]], tuple[Any, Any]]] = {
    "kills": lambda script, rest: (set(rest) - {"none"}, script.last.kills),
    "dmg": lambda script, rest: (rest[1], str(script.last.damage.get(rest[0]))),
    "score": lambda script, rest: ((rest[1], int(rest[2]), int(rest[3])), script.last.scores[rest[0]]),
    "own": lambda script, rest: script.strength(army.own_power, rest),
    "att": lambda script, rest: script.strength(army.attack_strength, rest),
    "def": lambda script, rest: script.strength(army.defence_strength, rest),
    "immune": lambda script, rest: script.strength(army.is_immune, rest),
    "shifts": lambda script, rest: script.options("SHIFT", rest),
    "places": lambda script, rest: script.options("PLACE", rest, slice(2, None)),
    "options": lambda script, rest: script.options(rest[0], rest[1:]),
    "phase": lambda script, rest: script.phase(rest),
    "hand": lambda script, rest: (Counter(rest[1:]), Counter(script.army(rest[0]).get("hand", []))),
    "pending": lambda script, rest: (Counter(rest), Counter(written(script.game).get("pending", []))),
    "udisc": lambda script, rest: script.pile(rest),
    "alive": lambda script, rest: (rest[1] == "yes", bool(script.game.state.alive[SEATS.index(rest[0])])),
    "replays": lambda script, rest: (int(rest[0]), written(script.game).get("replays", 0)),
    "winner": lambda script, rest: script.winner(rest),
}
"""What a phrase expects, and what there is, by its first word."""


def shown(value: Any) -> str:
    """An expectation as it is written."""
    if isinstance(value, Counter):
        return " ".join(sorted(value.elements())) or "none"
    if isinstance(value, set):
        return " ".join(sorted(value)) or "none"
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
