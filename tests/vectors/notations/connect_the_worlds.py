"""Section 8 of the rules of Connect the Worlds: ```worlds blocks, as the introduction of the page defines them.

    [TV-52] Deploying into a hex with enemies is an attack     begins a vector
    opt: deploy_into_enemy=combat                              options that differ from the defaults
    A: SB@W0(0,0) | B: AT@W0(1,0) SB@W1(0,0)                   pieces; ' marks a locked one
    state: hand A AC1 SC1; pool A 4                            all else that is not as in fixture F
    > DEPLOY AC W0(1,0)                                        must be legal, and is made
    ? END                                                      must be legal
    ! DEPLOY AC W0(5,0) by CW-210                              must be illegal, perhaps by this rule
    = at W0(1,0) A: AC' ; selectable SC W0(0,0)                must hold
    ids: CW-213 CWR-40

Positions go through `quincunx.set_up`; moves are made step by step as the program asks for them.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import quincunx
from quincunx.engine.errors import QuincunxError, Unreadable
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_number
from tests.games import worlds as w
from tests.vectors import Block, Failure, Line, Page, Vector, rule_ids

TITLE = re.compile(r"\[([A-Z]+-\d+[a-z]?)\]\s*(.*)")
PIECES = re.compile(r"([A-F]):\s*(.*)")
SEAT = re.compile(r"([A-F]):\s*(.+)")
BY = re.compile(r"(.+?)\s+by\s+(CWR?-\d+)")
SIGNS = (">", "?", "!", "=")
HEAPS = {"hand": "hands", "deck": "decks", "discard": "discards", "known": "known"}
NUMBERS = ("round", "tries", "players")


class Unknown(Exception):
    """Something that this notation does not know; its text is quoted."""


class Broken(Exception):
    """The vector cannot go on: what was expected, and what was found."""


class ConnectTheWorlds:
    """Blocks of vectors, each beginning with a title in square brackets."""

    name = "section 8 of connect-the-worlds.md"

    def recognises(self, page: Page, block: Block) -> bool:
        """By the word after the fence."""
        return block.info == "worlds"

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

    def check() -> list[Failure]:
        """A vector about chance is run with one state of the generator after the other."""
        script = Script(lines[1:], first.number, titled=bool(title))
        failures = script.run()
        for chance in range(1, script.tries):
            failures = failures or Script(lines[1:], first.number, titled=bool(title), chance=chance).run()
        return failures

    return Vector(name, words, tuple(rule_ids(ids)), first.number, check)


def read_options(text: str) -> dict[str, Any]:
    """`overlap=none markers=0`"""
    known = {option.name: {str(value): value for value in option.values} for option in quincunx.game(w.NAME).options}
    found = {}
    for part in text.split():
        name, _, value = part.partition("=")
        if value not in known.get(name, {}):
            raise Unknown(f"opt: {part}")
        found[name] = known[name][value]
    return found


class Script:
    """A vector as it is carried out: what stands before the first sign, the position, and what went wrong."""

    def __init__(self, lines: Sequence[Line], start: int, titled: bool, chance: int = 0) -> None:
        self.lines, self.start, self.titled, self.chance = lines, start, titled, chance
        self.pieces: dict[int, str] = {}
        self.options: dict[str, Any] = {}
        self.words: dict[str, Any] = {"turn": 0, "first": 0}
        self.heaps: dict[str, dict[int, Any]] = {}
        self.tries = 1
        self.fresh = False
        self.position: Position | None = None
        self.failures: list[Failure] = []

    def fail(self, line: int, what: str, expected: str, found: str) -> None:
        """Notes a failure."""
        self.failures.append(Failure(line, what, expected, found))

    def run(self) -> list[Failure]:
        """All lines, one after the other, as far as it makes sense."""
        if not self.titled:
            self.fail(self.start, "the first line", "a title such as [TV-01]", "none")
        for line in self.lines:
            try:
                if not self.line(line.number, line.text.partition("#")[0].strip()):
                    break
            except Unknown as unknown:
                self.fail(line.number, repr(str(unknown)), "something that the notation knows", "this")
                break
        return self.failures

    def line(self, number: int, text: str) -> bool:
        """One line; False if nothing further has a meaning."""
        if not text or text.startswith("ids:"):
            return True
        if text[0] not in SIGNS:
            if self.position is not None:
                raise Unknown(text)
            self.read(text)
            return True
        if self.position is None:
            self.set_up(number)
        sign, rest = text[0], text[1:]
        return self.position is not None and all(self.part(number, sign, part.strip()) for part in rest.split(" ; "))

    def part(self, line: int, sign: str, text: str) -> bool:
        """One move or expectation."""
        try:
            if sign == "=":
                self.expect(line, text)
            else:
                self.move(line, sign, text)
        except Broken as broken:
            self.fail(line, f"{sign} {text}", *broken.args)
            return False
        return True

    # ------------------------------------------------------------ setting up

    def read(self, text: str) -> None:
        """Options, pieces, and the rest of the position."""
        word, _, rest = text.partition(":")
        if word == "opt":
            self.options |= read_options(rest)
        elif word == "state":
            for item in rest.split(";"):
                self.read_item(*item.split())
        else:
            for part in text.split(" | "):
                if not (match := PIECES.fullmatch(part.strip())):
                    raise Unknown(part.strip())
                self.pieces[w.SEATS.index(match[1])] = "" if match[2] == "-" else match[2]

    def read_item(self, word: str, *rest: str) -> None:
        """`hand A HA3`, `pool A 5`, `round 1`, `portal W0(0,0)~W2(0,0)`, `turn B`, `eliminated C`, `new`"""
        if word in (*HEAPS, "pool"):
            seat, *cards = rest
            self.heaps.setdefault(word, {})[w.SEATS.index(seat)] = int(cards[0]) if word == "pool" else " ".join(cards)
        elif word == "tries":
            self.tries = int(rest[0])
        elif word in NUMBERS:
            self.words[word] = int(rest[0])
        elif word in ("turn", "first"):
            self.words[word] = w.SEATS.index(rest[0])
        elif word in ("eliminated", "began"):
            self.words[word] = [w.SEATS.index(seat) for seat in rest]
        elif word == "portals":
            self.words[word] = " ".join(rest)
        elif word == "new":
            self.fresh = True
        else:
            raise Unknown(" ".join((word, *rest)))

    def set_up(self, line: int) -> None:
        """The position to begin with."""
        players = self.words.get("players", max(2, 1 + max(self.pieces, default=0)))
        try:
            if self.fresh:
                self.position = w.new(players, self.chance, **self.options).copy()
                return
            words = {**self.words, **self.options}
            for word, held in self.heaps.items():
                usual = 0 if word == "pool" else ""
                words[HEAPS.get(word, "pools")] = [held.get(seat, usual) for seat in range(players)]
            if "hand" in self.heaps:
                decks = self.heaps.get("deck", {})
                out = {self.words["turn"], *self.heaps["hand"], *self.words.get("eliminated", [])}
                words["decks"] = [decks.get(seat, "" if seat in out else "HA1") for seat in range(players)]
            seats = [self.pieces.get(seat, "") for seat in range(players)]
            self.position = w.set_up(*seats, seed=self.chance, **words).copy()
        except QuincunxError as error:
            self.fail(line, "the position", "a position that the program accepts", str(error))

    @property
    def game(self) -> Position:
        """The position, which has been set up."""
        assert self.position is not None
        return self.position

    # ------------------------------------------------------------ moves

    def move(self, line: int, sign: str, text: str) -> None:
        """`>`, `?` and `!`"""
        rule = None
        if match := BY.fullmatch(text):
            text, rule = match[1], match[2]
        if match := SEAT.fullmatch(text):
            if w.acts(self.game) != match[1]:
                raise Broken(f"{match[1]} decides", f"{w.acts(self.game)} does")
            text = match[2]
        try:
            why = w.refused(self.game, written_move(text))
        except (Unreadable, ValueError) as error:
            raise Unknown(f"{text}: {error}") from None
        except AssertionError:
            raise Broken("the list of legal moves agrees with the refusals", "it does not") from None
        if sign == "!":
            if why is None or why != (rule or why):
                self.fail(line, f"! {text}", f"a refusal {rule or ''}", why or "it is legal")
        elif why is not None:
            raise Broken("a legal move", f"refused by {why}")
        elif sign == ">":
            for step in w.steps(self.game, written_move(text)):
                self.game.play(step)

    # ------------------------------------------------------------ expectations

    def expect(self, line: int, text: str) -> None:
        """Compares one phrase."""
        if match := PIECES.fullmatch(text):
            seat, wanted = w.SEATS.index(match[1]), match[2].replace("-", "", match[2] == "-")
            expected, found = Counter(wanted.split()), Counter(w.pieces(self.game, seat).split())
        else:
            word, *rest = text.split()
            if word not in COMPARISONS:
                raise Unknown(text)
            try:
                expected, found = COMPARISONS[word](self.game, rest)
            except (ValueError, IndexError, KeyError, QuincunxError) as error:
                raise Unknown(f"{text}: {error}") from None
        if expected != found:
            self.fail(line, f"= {text}", shown(expected), shown(found))


def written_move(text: str) -> str:
    """A move of the document in the program's words: `SPECIAL SC` is `research`."""
    word, *rest = text.split()
    if word == "SPECIAL":
        return {"SC": "research", "EN": "build", "PO": "connect"}.get(rest[0], f"gather {rest[0]}")
    return " ".join((word.lower(), *rest)) if word.isalpha() and word.isupper() else text


def seat_of(letter: str) -> int:
    """The number of a seat."""
    return w.SEATS.index(letter)


def count_or_set(rest: Sequence[str], found: set[str]) -> tuple[Any, Any]:
    """`128 S=5 W0=123`: how many, perhaps by map; else the hexes themselves, or none."""
    if rest and rest[0].isdigit():
        parts = dict(part.split("=") for part in rest[1:])
        counted = {name: sum(place.startswith(f"{name}(") for place in found) for name in parts}
        return (int(rest[0]), {name: int(many) for name, many in parts.items()}), (len(found), counted)
    return set() if list(rest) == ["none"] else set(rest), found


def among(position: Position, rest: Sequence[str]) -> tuple[bool, bool]:
    """`reaches HA TF W0(0,0) W0(3,0) no`: whether a hex is a destination."""
    card, piece, start, goal, answer = rest
    return answer == "yes", goal in w.destinations(position, card, piece, start)


def degrees(position: Position, rest: Sequence[str]) -> tuple[Any, Any]:
    """`degrees space 55 6 12 12`: how many hexes of a map have 6, 5, 4 and 3 neighbours."""
    start, hexes = (0, s.SPACE_HEXES) if rest[0] == "space" else (s.SPACE_HEXES, s.WORLD_HEXES)
    rings = [sum(int(word).bit_count() for word in ring) - 1 for ring in position.board.ring[start : start + hexes]]
    return [int(many) for many in rest[1:]], [rings.count(many) for many in (6, 5, 4, 3)]


def holds(position: Position, rest: Sequence[str]) -> tuple[Any, Any]:
    """`holds A HA1 PO1`: at least these cards are in hand; `holds A sizes 5 3 0`"""
    seat = seat_of(rest[0])
    wanted = Counter({card[:2]: int(card[2:]) for card in rest[1:]})
    mine = Counter({card[:2]: int(card[2:]) for card in w.hand(position, seat).split()})
    return wanted, wanted & mine


COMPARISONS: dict[str, Callable[[Position, list[str]], tuple[Any, Any]]] = {
    "at": lambda game, rest: (" ".join(rest[1:]), w.at(game, rest[0])),
    "hand": lambda game, rest: (set(rest[1:]), set(w.hand(game, seat_of(rest[0])).split())),
    "deck": lambda game, rest: (set(rest[1:]), set(w.deck(game, seat_of(rest[0])).split())),
    "discard": lambda game, rest: (set(rest[1:]), set(w.discard(game, seat_of(rest[0])).split())),
    "known": lambda game, rest: (set(rest[1:]), set(w.known(game, seat_of(rest[0])).split())),
    "holds": holds,
    "sizes": lambda game, rest: (tuple(map(int, rest[1:])), w.sizes(game, seat_of(rest[0]))),
    "pool": lambda game, rest: (int(rest[1]), w.pool(game, seat_of(rest[0]))),
    "portals": lambda game, rest: (set(rest) - {"none"}, set(w.portals(game).split())),
    "territory": lambda game, rest: (int(rest[1]), w.territory(game, seat_of(rest[0]))),
    "worlds": lambda game, rest: (int(rest[1]), w.worlds(game, seat_of(rest[0]))),
    "reach": lambda game, rest: count_or_set(rest[3:], w.destinations(game, *rest[:3])),
    "reaches": among,
    "deploys": lambda game, rest: count_or_set(rest[1:], w.deployments(game, rest[0])),
    "selectable": lambda game, rest: (set(rest[1:]) - {"none"}, w.movable(game, rest[0])),
    "offers": lambda game, rest: (set(rest[1:]) - {"none"}, w.offers(game, rest[0])),
    "options": lambda game, rest: (set(rest) - {"none"}, {text.replace(" ", "_") for text in w.legal(game)}),
    "turn": lambda game, rest: (rest[0], w.acts(game)),
    "round": lambda game, rest: (int(rest[0]), w.round_no(game)),
    "alive": lambda game, rest: (rest[0], w.alive(game)),
    "winner": lambda game, rest: (rest[0], w.winners(game) or "nobody"),
    "orbits": lambda game, rest: (rest, w.orbits(game)),
    "hexes": lambda game, rest: (int(rest[0]), s.SPACE_HEXES + int(game.board.worlds) * s.WORLD_HEXES),
    "id": lambda game, rest: (int(rest[1]), hex_number(rest[0])),
    "degrees": degrees,
}
"""What a phrase expects, and what there is, by its first word."""


def shown(value: Any) -> str:
    """An expectation as it is written."""
    if isinstance(value, Counter):
        return " ".join(sorted(value.elements())) or "none"
    if isinstance(value, set):
        return " ".join(sorted(value)) or "none"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
