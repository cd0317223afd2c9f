"""Section 8 of the rules of Galaxy of D: ```vector blocks with lines `key: value`.

    id: TV-16                                    begins a vector; `title:` and `ids:` are remarks
    opts: starbase_stops=yes                     what is not given is as 8.0 says: the frame
    things: F6=S F8=P
    pirates: S@C3 C@D9
    ships0: F5=L                                 class letters, from the bottom of the stack to its top
    ships1: F6=C
    dice: 1 6 5 3                                all results, in order of use
    moves: SHIP F5 L; GO F6                      each must be legal
    expect: phase BUY; money 10 2; ships0 none   each is compared

`moves:` and `expect:` are carried out in the order given. The dice are found by search: the position is given a state
of its generator that rolls them. A move that rolls more of them than are left is a failure, and so is every key, move
or expectation that is not known.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import quincunx
from quincunx.engine.chance import GAMMA, mix
from quincunx.engine.errors import QuincunxError, Refused, Unreadable
from quincunx.engine.position import Position
from tests.vectors import Block, Failure, Line, Page, Vector, rule_ids
from tests.vectors.notations.wording import bare

GAME = "galaxy-of-d"
SEATS = (0, 1)
REMARKS = ("id", "title", "ids")
STEPS = ("moves", "expect")
FRAME = {"base": "A1 L6", "money": "2 2", "active": "0", "turn": "1", "phase": "MOVE_SELECT"}
GIVEN = (*FRAME, "opts", "things", "pirates", "ships0", "ships1", "dice", "armor", "tokens")
PHASES = {
    "THINGS": "things",
    "RPS": "rps",
    "COLOUR": "colour",
    "BID": "bid",
    "BASE": "base",
    "SECRET_BUY": "secret_buy",
    "MOVE_SELECT": "move",
    "MOVE_GO": "go",
    "COMBAT_SELECT": "combat",
    "ABSORB": "absorb",
    "PIRATE_SELECT": "pirate",
    "BUY": "buy",
    "OVER": "over",
}
"""What a position calls the phases of the document."""
BEFORE_BASES = ("THINGS", "RPS", "COLOUR", "BID", "BASE")
STARTS = (*BEFORE_BASES, "SECRET_BUY", "MOVE_SELECT", "BUY")
THINGS = {"P": "planet", "A": "asteroid", "S": "spaceport"}
KINDS, CLASSES, PIRATES = "ISFCBAD", "ISFLCBAD", "SC"
NOBODY = ("none", "-", "255")
SECTOR = r"[A-Z]\d+"
MOVE = re.compile(
    rf"END|PASS|BID \d+|COLOUR [01]|RPS [012]|(?:PLACE|FIGHT) {SECTOR}|SHIP {SECTOR} [{CLASSES}]|"
    rf"GO {SECTOR}(?: special)?|ABSORB [{CLASSES}]|PIRATE [{PIRATES}01]|BUY [{KINDS}]"
)
COMMAND = re.compile(rf"(CONCEDE|SET_TOP) ([01])((?: {SECTOR} [{CLASSES}])?)")
FACES = 6
MASK = (1 << 64) - 1
BLOCK, MOST_BLOCKS = 1 << 20, 1 << 11
"""Generators that are tried at once, and how often: enough for ten dice and more in one move."""
AT_ONCE = 5
"""So many dice are found before a move is tried; more only if it rolls more."""
MOST_DEALS = 5000


class Unknown(Exception):
    """Something that this notation does not know; its text is quoted."""


class Broken(Exception):
    """The vector cannot go on: what was expected, and what was found."""


class GalaxyOfD:
    """Blocks of vectors, each beginning with `id:`."""

    name = "section 8 of galaxy-of-d.md"

    def recognises(self, page: Page, block: Block) -> bool:
        """By the word after the fence, and by a vector's first line."""
        return block.info == "vector" and any(line.text.lstrip().startswith("id:") for line in block.lines)

    def vectors(self, page: Page, block: Block) -> Sequence[Vector]:
        """All vectors of a block."""
        return [vector_of(lines) for lines in paragraphs(block)]


def paragraphs(block: Block) -> list[list[Line]]:
    """The vectors of a block: a blank line, or `id:`, begins the next."""
    found: list[list[Line]] = []
    fresh = True
    for line in block.lines:
        if not line.text.strip():
            fresh = True
            continue
        if fresh or line.text.lstrip().startswith("id:"):
            found.append([])
        found[-1].append(line)
        fresh = False
    return found


@dataclass(frozen=True)
class Entry:
    """A key, its value, and the line where it stands."""

    line: int
    key: str
    value: str


def vector_of(lines: Sequence[Line]) -> Vector:
    """The vector of a paragraph."""
    entries = []
    for line in lines:
        key, colon, value = line.text.partition(":")
        key = key.strip()
        entries.append(Entry(line.number, key if colon else "", bare(value) if colon else line.text.strip()))
    remarks = {entry.key: entry.value for entry in entries if entry.key in REMARKS}
    first = lines[0].number
    name = remarks.get("id") or f"line {first}"
    rules = tuple(rule_ids(remarks.get("ids", "")))
    return Vector(name, remarks.get("title", ""), rules, first, lambda: Script(entries).run())


# ---------------------------------------------------------------- the position


@lru_cache
def option_values() -> dict[str, dict[str, Any]]:
    """Each option's values by how they are written."""
    return {option.name: {str(value): value for value in option.values} for option in quincunx.game(GAME).options}


def options_of(text: str) -> dict[str, Any]:
    """`map=small base_min_distance=4`"""
    found = {}
    for part in re.split(r"[\s,;]+", text):
        name, equals, value = part.partition("=")
        if part and not (equals and value in option_values().get(name, {})):
            raise Unknown(f"opts: {part}")
        if part:
            found[name] = option_values()[name][value]
    return found


def pair_of(key: str, text: str) -> list[str]:
    """A value for each seat."""
    parts = text.split()
    if len(parts) != len(SEATS):
        raise Unknown(f"{key}: {text}")
    return parts


def number_of(key: str, text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"-?\d+", text):
        raise Unknown(f"{key}: {text}")
    return int(text)


def stacks_of(key: str, text: str) -> dict[str, str]:
    """`F6=CC L6=F`, or `none`."""
    found: dict[str, str] = {}
    for part in [] if text == "none" else text.split():
        match = re.fullmatch(rf"({SECTOR})=([{CLASSES}]+)", part)
        if not match:
            raise Unknown(f"{key}: {part}")
        found[match[1]] = found.get(match[1], "") + match[2]
    return found


def pirates_of(key: str, text: str) -> list[str | None]:
    """`S@C3 C@-`: where the two Pirates are; one that is left out is nowhere."""
    found: dict[str, str | None] = {}
    for part in [] if text == "none" else text.split():
        match = re.fullmatch(rf"([{PIRATES}])@({SECTOR}|-)", part)
        if not match or match[1] in found:
            raise Unknown(f"{key}: {part}")
        found[match[1]] = None if match[2] == "-" else match[2]
    return [found.get(pirate) for pirate in PIRATES]


def things_of(text: str) -> dict[str, str]:
    """`F6=P F8=S`"""
    found: dict[str, str] = {}
    for part in [] if text == "none" else text.split():
        match = re.fullmatch(rf"({SECTOR})=([{''.join(THINGS)}])", part)
        if not match or match[1] in found:
            raise Unknown(f"things: {part}")
        found[match[1]] = THINGS[match[2]]
    return found


def position_of(given: Mapping[str, str]) -> dict[str, Any]:
    """The position as `quincunx.set_up` reads it. The small map has no L6: there its last corner stands for it."""
    frame = {**FRAME, **given}
    phase = frame["phase"]
    if phase not in STARTS:
        raise Unknown(f"phase: {phase}")
    in_setup = phase not in ("MOVE_SELECT", "BUY")
    options = options_of(given.get("opts", ""))
    bases: list[str | None] = [None if name == "-" else name for name in pair_of("base", frame["base"])]
    if "base" not in given:
        bases = [None, None] if phase in BEFORE_BASES else ["A1", "J5" if options.get("map") == "small" else "L6"]
    data: dict[str, Any] = {"game": GAME, "players": len(SEATS), "options": options, "phase": PHASES[phase]}
    active, turn = number_of("active", frame["active"]), number_of("turn", frame["turn"])
    data |= {"first": 0, "active": 0 if in_setup else active, "turn": 0 if in_setup else turn}
    data |= {"bases": bases, "money": [number_of("money", value) for value in pair_of("money", frame["money"])]}
    data |= {"things": things_of(given.get("things", "")), "pirates": pirates_of("pirates", given.get("pirates", ""))}
    data |= {"ships": [stacks_of(f"ships{seat}", given.get(f"ships{seat}", "")) for seat in SEATS]}
    if "armor" in given:
        data["armor"] = [number_of("armor", value) for value in pair_of("armor", given["armor"])]
    if "tokens" in given:
        data["tokens"] = number_of("tokens", given["tokens"])
    if phase == "BASE":  # the bid winner places first, then the other
        data["bid_winner"] = 1 if bases[0] is None and bases[1] is not None else 0
        data["decider"] = 1 - data["bid_winner"] if any(bases) else data["bid_winner"]
    return data


# ---------------------------------------------------------------- dice


@lru_cache
def generator(dice: tuple[int, ...]) -> int:
    """A state of the generator that rolls these dice, one after the other."""
    mix_all = getattr(mix, "py_func", mix)  # compiled, it takes one number at a time
    for block in range(MOST_BLOCKS):
        found = np.arange(block * BLOCK, (block + 1) * BLOCK, dtype=np.uint64)
        for turn, face in enumerate(dice, 1):
            bits = mix_all(found + np.uint64(int(GAMMA) * turn & MASK)) >> np.uint64(32)
            rolled = bits * np.uint64(FACES)
            certain = (rolled & np.uint64(0xFFFF_FFFF)) >= FACES  # else the generator might be asked once more
            found = found[(rolled >> np.uint64(32) == face - 1) & certain]
        if len(found):
            return int(found[0])
    raise Broken("dice that one move can roll", f"{len(dice)} are too many to be found")


def numbers_used(before: int, after: int) -> int:
    """How many numbers a generator has given between two of its states."""
    return (after - before) * pow(int(GAMMA), -1, 1 << 64) & MASK


def set_generator(position: Position, state: int) -> None:
    """The position's generator."""
    position.set_chance(state.to_bytes(8, "little"))


def deals(before: Position, after: Position) -> list[int] | None:
    """The dice of the setup that a move has rolled; None if it has rolled no such dice. The order of the Things comes
    from the generator as well, but from no die."""
    early = [PHASES[phase] for phase in ("THINGS", "RPS", "COLOUR")]
    was, now = written(before), written(after)
    if after.over or was["phase"] not in early or was["phase"] == now["phase"]:
        return None
    normal = after.options["setup"] == "normal"
    found = []
    if normal and was["phase"] == PHASES["RPS"] and after.options["things_roll"] == "die":
        found.append(int(now["tokens"]) - 4)  # GD-102, GD-103
    if normal and now["phase"] == PHASES["BID"] and after.options["money_roll"] == "die":
        found.append(int(now["money"][0]) - 13)  # GD-113
    return found


def written(position: Position) -> dict[str, Any]:
    """The position in readable values."""
    data: dict[str, Any] = json.loads(position.position())
    return data


# ---------------------------------------------------------------- running


class Script:
    """One vector being run."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.failures: list[Failure] = []
        self.dice: list[int] = []
        self.position: Position | None = None

    @property
    def game(self) -> Position:
        """The position, which has been set up."""
        assert self.position is not None
        return self.position

    def fail(self, line: int, what: str, expected: str, found: str) -> None:
        self.failures.append(Failure(line, what, expected, found))

    def run(self) -> list[Failure]:
        """Sets up, and does everything in order; stops where the game can't go on as told."""
        if not self.set_up():
            return self.failures
        for entry in self.entries:
            for text in (part.strip() for part in entry.value.split(";") if entry.key in STEPS):
                if not text:
                    continue
                try:
                    if entry.key == "moves":
                        self.play(text)
                    else:
                        self.expect(entry.line, text)
                except Unknown as unknown:
                    self.fail(entry.line, f"{entry.key}: {text}", "a phrase that is known", f"unknown: {unknown}")
                    return self.failures
                except Broken as broken:
                    self.fail(entry.line, f"{entry.key}: {text}", *broken.args)
                    return self.failures
        return self.failures

    # ------------------------------------------------------------ setting up

    def set_up(self) -> bool:
        """Whether there is a position to begin with."""
        given: dict[str, str] = {}
        for entry in self.entries:
            if entry.key in STEPS or entry.key in REMARKS:
                continue
            if entry.key not in GIVEN:
                self.fail(entry.line, f"{entry.key}: {entry.value}".lstrip(": "), "a key that is known", "it is not")
            elif entry.key in given:
                self.fail(entry.line, f"{entry.key}: {entry.value}", "a key that is given once", "it is given again")
            given[entry.key] = entry.value
        line = self.entries[0].line
        if not any(entry.key == "id" for entry in self.entries):
            self.fail(line, "the vector", "'id:'", "there is none")
        if not any(entry.key in STEPS for entry in self.entries):
            self.fail(line, "the vector", "'moves:' or 'expect:'", "there is nothing to do")
        if self.failures:
            return False
        try:
            self.dice = [number_of("dice", die) for die in given.get("dice", "").split()]
            if not all(1 <= die <= FACES for die in self.dice):
                raise Unknown(f"dice: {given['dice']}")
            self.position = quincunx.set_up(position_of(given)).copy()
        except Unknown as unknown:
            self.fail(line, "the position", "values that are known", f"unknown: {unknown}")
        except QuincunxError as error:
            self.fail(line, "the position", "a position that the program accepts", str(error))
        return not self.failures

    # ------------------------------------------------------------ moves

    def play(self, text: str) -> None:
        """A move, which must be legal, or what a seat may do at any time."""
        if command := COMMAND.fullmatch(text):
            self.command(int(command[2]), (command[1] + command[3]).lower())
            return
        if (refused := self.refusal(text)) is not None:
            raise Broken("a legal move", f"refused by {refused}")
        before, self.position = self.game, self.game.copy()
        set_generator(self.game, generator(()))
        self.game.play(text)
        if numbers_used(generator(()), int(self.game.state.chance)):
            self.roll(before, text)
        set_generator(self.game, 0)

    def roll(self, before: Position, text: str) -> None:
        """Plays a move that needs chance again, so that it rolls the dice of the vector."""
        rolled = deals(before, self.game)
        if rolled is not None:
            self.deal(before, text, len(rolled))
            return
        known = min(len(self.dice), AT_ONCE)
        while True:
            start = generator(tuple(self.dice[:known]))
            self.position = before.copy()
            set_generator(self.game, start)
            self.game.play(text)
            used = numbers_used(start, int(self.game.state.chance))
            if used <= known:
                break
            if known == len(self.dice):
                raise Broken(f"no more dice than the {known} that are left", f"it rolls {used}")
            known = min(len(self.dice), known + 1)
        del self.dice[:used]

    def deal(self, before: Position, text: str, count: int) -> None:
        """The same for a move of the setup, whose dice come before or after what is drawn and shuffled."""
        if count > len(self.dice):
            raise Broken(f"no more dice than the {len(self.dice)} that are left", f"it rolls {count}")
        wanted = self.dice[:count]
        for start in range(MOST_DEALS):
            self.position = before.copy()
            set_generator(self.game, start)
            self.game.play(text)
            if deals(before, self.game) == wanted:
                del self.dice[:count]
                return
        raise Broken(f"the dice {wanted}", "never rolled")

    def command(self, seat: int, text: str) -> None:
        """CONCEDE p, SET_TOP p s c"""
        try:
            self.game.command(seat, text)
        except QuincunxError as error:
            raise Broken("a command that is allowed", str(error)) from None

    def refusal(self, text: str) -> str | None:
        """The rule against a move; None if it is legal. The refusals and the list of moves have to agree."""
        if command := COMMAND.fullmatch(text):
            wanted = (command[1].removeprefix("SET_") + command[3]).lower()
            offered = [known.lower() for known in self.game.commands(int(command[2]))]
            return None if wanted in offered else "the list of commands"
        if not MOVE.fullmatch(text):
            raise Unknown(text)
        try:
            refused = self.game.why_not(text)
            listed = self.game.number(text) in self.game.moves
        except (Unreadable, Refused) as error:
            return str(error)
        if listed != (refused is None):
            raise Broken("the list of legal moves agrees with the refusals", f"listed: {listed}, refusal: {refused}")
        return refused

    # ------------------------------------------------------------ expectations

    def expect(self, line: int, text: str) -> None:
        """Compares one phrase."""
        word, *rest = text.split()
        if word in ("legal", "illegal"):
            refused = self.refusal(" ".join(rest))
            if (refused is None) != (word == "legal"):
                expected = "a legal move" if word == "legal" else "a refusal"
                self.fail(line, f"expect: {text}", expected, f"refused by {refused}" if refused else "it is legal")
            return
        expected, found = self.compare(word, rest)
        if expected != found:
            self.fail(line, f"expect: {text}", shown(expected), shown(found))

    def compare(self, word: str, rest: list[str]) -> tuple[Any, Any]:
        """What a phrase expects, and what there is."""
        said = " ".join(rest)
        if word in ("ships0", "ships1") and rest:
            return sorted_stacks(stacks_of(word, said)), sorted_stacks(self.ships(int(word[-1])))
        if word in ("pool0", "pool1") and rest:
            return self.pool(int(word[-1]), rest)
        if word == "pirates" and rest:
            return pirates_of(word, said), self.pirates()
        if word in ("money", "armor"):
            return [number_of(word, value) for value in pair_of(word, said)], written(self.game)[word]
        if word == "dist" and len(rest) == 3:
            return number_of(word, rest[2]), self.distance(rest[0], rest[1])
        if len(rest) == 1:
            return self.compare_field(word, rest[0])
        raise Unknown(f"{word} {said}".strip())

    def compare_field(self, word: str, value: str) -> tuple[Any, Any]:
        """A field of the state, or a count."""
        data = written(self.game)
        if word == "phase" and value in PHASES:
            phases = {name: phase for phase, name in PHASES.items()}
            return value, phases[data["phase"]]
        if word == "reason":
            return "" if value in NOBODY else value, data.get("ending", "")
        if word in ("decider", "winner"):
            found = self.game.turn if word == "decider" else data.get("winner")
            return None if value in NOBODY else number_of(word, value), found
        numbers = {
            "active": data["active"],
            "turn": max(1, data["turn"]),  # the document has no turn 0
            "bid": data.get("bid", 0),
            "cp": data["cargo_price"],
            "nlegal": len(self.game.moves),
            "dice_left": len(self.dice),
        }
        if word not in numbers:
            raise Unknown(f"{word} {value}")
        return number_of(word, value), numbers[word]

    def ships(self, seat: int) -> dict[str, str]:
        """The stacks of a seat; whether ships have moved or are lost is left out."""
        stacks: dict[str, str] = written(self.game)["ships"][seat]
        return {sector: re.sub(f"[^{CLASSES}]", "", stack) for sector, stack in stacks.items()}

    def pool(self, seat: int, parts: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
        """The chits in the pool: those that are named, and as many as are expected."""
        chits = [int(count) for count in self.game.board.chits]
        in_play = [int(count) for count in self.game.state.in_play[seat]]
        expected = {}
        for part in parts:
            match = re.fullmatch(rf"([{KINDS}])=(\d+)", part)
            if not match:
                raise Unknown(f"pool{seat} {part}")
            expected[match[1]] = int(match[2])
        return expected, {kind: chits[KINDS.index(kind)] - in_play[KINDS.index(kind)] for kind in expected}

    def pirates(self) -> list[str | None]:
        """Where the Pirates are."""
        return [pirate["sector"] if isinstance(pirate, dict) else pirate for pirate in written(self.game)["pirates"]]

    def distance(self, one: str, other: str) -> int:
        """Steps between two sectors."""
        board, corner = self.game.board, self.game.number("place A1")
        try:
            a, b = (self.game.number(f"place {name}") - corner for name in (one, other))
        except QuincunxError as error:
            raise Unknown(str(error)) from None
        dq, dr = int(board.q[a]) - int(board.q[b]), int(board.r[a]) - int(board.r[b])
        return max(abs(dq), abs(dr), abs(dq + dr))


def sorted_stacks(stacks: Mapping[str, str]) -> dict[str, str]:
    """Stacks to be compared: the order in a stack is not."""
    return {sector: "".join(sorted(stacks[sector], key=CLASSES.index)) for sector in sorted(stacks)}


def shown(value: Any) -> str:
    """An expectation as it is written."""
    if isinstance(value, dict):
        return " ".join(f"{key}={one}" for key, one in value.items()) or "none"
    if isinstance(value, list):
        return " ".join("-" if one is None else str(one) for one in value)
    return "none" if value in (None, "") else str(value)
