"""Vanguard: Rome in one line: armies in the notation of the rules document, and questions about them.

An army is its front row and, after a slash, its rear row, as its owner sees them: the unit in square brackets stands in
column 0, `..` is an empty space, a face-down unit stands in parentheses, and `PR+` carries a Chariot.

>>> game = set_up("SL .. [..] IN / [(IN)]", "IN [PR] IN", pending="CE")
>>> play(game, "place CE F0; shift lat F-2; attack")
<Vanguard: Rome, 2 players, ...>
>>> army(game, 0), army(game, 1), kills(game)
('SL [CE] IN / [(IN)]', 'IN [..] IN', ['B:F0'])
"""

from collections import Counter
from random import Random
from typing import Any

import quincunx
from quincunx.engine.errors import Refused
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import army as armies
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.notation import cell_text
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES
from quincunx.table.match import Match

NAME = "vanguard-rome"
SEATS = "ABCD"
UNITS = {"AR": 6, "BA": 4, "CA": 4, "CV": 4, "CE": 6, "CH": 4, "CO": 4, "EL": 4, "IN": 8, "PR": 4, "SL": 8, "ST": 4}
POWER = dict(zip(UNITS, (1, 1, 1, 3, 2, 2, 2, 5, 2, 4, 1, 2), strict=True))
MOUNTED = ("BA", "CA", "CV", "CH", "EL")
COMMANDS = {
    "FLANK": 4,
    "JAVELIN": 6,
    "NIGHTFALL": 4,
    "REINFORCE": 6,
    "RETREAT": 6,
    "STAMPEDE": 4,
    "SURPRISE": 4,
    "VOLLEY": 6,
}
"""The tables of the rules document, once more."""
PHASES = (
    *("keep", "lean", "deploy", "close", "main", "target"),
    *("face", "order", "catapult", "standard", "retreat", "fill", "discard", "over"),
)


# ---------------------------------------------------------------- setting up


def set_up(*seats: str, active: int = 0, pending: str = "", hand: str = "", turn: int = 2, **words: Any) -> Match:
    """Armies in the main phase of a seat: `pending` are its cards to be placed, `hand` its commands, `hands` those of
    all seats; `deck`, `pile`, `commands` (a deck) and `command_pile` say all that is in them, for divided decks as
    lists of two. All other words are options."""
    armies = [rows_of(text) for text in seats]
    for seat, held in {active: hand, **dict(enumerate(words.pop("hands", ())))}.items():
        armies[seat]["hand"] = held.split()
    data: dict[str, Any] = {"phase": "MAIN", "active": active, "turn": turn, "armies": armies}
    data["pending"] = pending.split()
    data["command_used"] = len(data["pending"]) > 1
    return from_data(data, words)


HEAPS = {"deck": "unit_decks", "pile": "unit_piles", "commands": "command_decks", "command_pile": "command_piles"}


def from_data(data: dict[str, Any], words: dict[str, Any]) -> Match:
    """A written position with what is in its decks; the other words are options."""
    for word, key in HEAPS.items():
        if word in words:
            said = words.pop(word)
            data[key] = [dict(Counter(heap.split())) for heap in ([said] if isinstance(said, str) else said)]
    seed = words.pop("seed", 0)
    data |= {"game": NAME, "players": len(data["armies"]), "options": words}
    return quincunx.set_up(data, seed=seed)


def rows_of(text: str) -> dict[str, Any]:
    """An army as it is written in a position."""
    rows = [bracketed(line.split()) for line in text.split("/")]
    return dict(zip(("front", "rear"), rows, strict=False))


def bracketed(tokens: list[str]) -> str:
    """A row; if nobody stands in brackets the first is in column 0."""
    if tokens and tokens[0] != "-" and not any(token.startswith("[") for token in tokens):
        tokens[0] = f"[{tokens[0]}]"
    return " ".join(tokens) or "-"


def new(*hands: str, **words: Any) -> Match:
    """A new game in which everybody has been dealt what is said."""
    armies = [{"pool": hand.split()} for hand in hands]
    return from_data({"phase": "DEPLOY", "active": None, "armies": armies}, words)


ORDER = (0, -1, 1, -2, 2)
"""In which the columns of a row are laid out."""


def clash(*seats: str, **words: Any) -> Match:
    """A new game in which these armies have been dealt and laid out: two rows of five, or one."""
    rows = [[line.replace("[", "").replace("]", "").split() for line in text.split("/")] for text in seats]
    hands = [" ".join(token.strip("()") for line in lines for token in line) for lines in rows]
    game = new(*hands, **words)
    for lines in rows:
        for line in lines:
            for column in ORDER:
                game.play(f"deploy {line[2 + column].strip('()')}")
    return game


# ---------------------------------------------------------------- playing


def steps(text: str) -> list[str]:
    """A move as it is played: the Chariot's and the switch with a distant Consul are made in two steps."""
    word, *cells = text.split()
    if len(cells) != 2 or word not in ("chariot", "swap"):
        return [text]
    start, goal = cells
    if word == "chariot":
        return [f"chariot {start}", f"to {goal}"]
    return [text] if armies.is_adjacent(number_of(start), number_of(goal)) else [f"call {start}", f"to {goal}"]


def number_of(cell: str) -> int:
    """The number of a cell."""
    return "FR".index(cell[0]) * s.COLUMNS + s.CENTRE + int(cell[1:])


def play(game: Match, moves: str) -> Match:
    """Plays moves with semicolons between them."""
    for move in moves.split(";"):
        for step in steps(move.strip()):
            game.play(step)
    return game


def play_on(game: Match, seed: int, stop: int = 10**6) -> Match:
    """Plays at random, to the end or so many moves."""
    dice = Random(seed)
    while not game.over and len(game.line) < stop:
        game.play(dice.choice(game.moves.numbers))
    return game


def refused(game: Position, move: str | int) -> str | None:
    """The rule that forbids a move, its first or its second step; None if it is legal."""
    *before, last = steps(move) if isinstance(move, str) else [move]
    for step in before:
        if why := why_not(game, step):
            return why
        game = game.copy().play(step)
    return why_not(game, last)


def why_not(game: Position, step: str | int) -> str | None:
    """The rule that forbids a step; `refusal` and the list of moves must agree."""
    why = game.refusal(step)
    assert (why is None) == is_listed(game, step)
    return None if why is None else why.rule


def is_listed(game: Position, step: str | int) -> bool:
    """Whether the list of legal moves has it."""
    try:
        return game.number(step) in game.moves
    except Refused:
        return False


def options(game: Match, word: str) -> set[str]:
    """The legal moves that begin with a word, without it."""
    return {move.text.removeprefix(word).strip() for move in game.moves if move.text.startswith(word)}


def chariots(game: Match) -> set[str]:
    """All moves of Chariots: `F-2 F0`."""
    return two_steps(game, s.CHARIOT_MOVE)


def swaps(game: Match) -> set[str]:
    """All switches: with neighbours and with distant Consuls."""
    near = {move.text.removeprefix("swap ") for move in game.moves if s.SWAP_MOVE <= move < s.DISTANT_MOVE}
    return near | two_steps(game, s.DISTANT_MOVE)


def two_steps(game: Match, first: int) -> set[str]:
    """Moves that begin with a step of one kind."""
    found = set()
    for move in game.moves.numbers:
        if first <= move < first + s.CELLS:
            for goal in game.copy().play(move).moves.numbers:
                found.add(f"{cell_text(move - first)} {cell_text(goal - s.TARGET_MOVE)}")
    return found


def shifts(game: Match) -> set[str]:
    """`fwd R0`, `lat F+2`."""
    return options(game, "shift")


def places(game: Match) -> set[str]:
    """The spaces that are offered to the cards to be placed."""
    return {text.split()[1] for text in options(game, "place")}


# ---------------------------------------------------------------- asking


def army(game: Position, seat: int) -> str:
    """An army as it is written; a row without units is left out."""
    front, rear = row(game, seat, s.FRONT), row(game, seat, s.REAR)
    return f"{front} / {rear}" if rear != "-" else front


def row(game: Position, seat: int, which: int) -> str:
    """A row from its leftmost to its rightmost unit, column 0 included."""
    codes = [int(code) for code in game.state.cells[seat, which]]
    held = [column for column, code in enumerate(codes) if code]
    if not held:
        return "-"
    span = range(min(*held, s.CENTRE), max(*held, s.CENTRE) + 1)
    return " ".join(f"[{unit(codes[i])}]" if i == s.CENTRE else unit(codes[i]) for i in span)


def unit(code: int) -> str:
    """A unit as it is written."""
    token = KIND_CODES[code & s.KIND_MASK] + ("+" if code & s.RIDDEN else "")
    return token if not code or code & s.FACE_UP else f"({token})"


def events(game: Match, kind: int) -> list[list[int]]:
    """What the last move brought about, of one kind."""
    return [[int(number) for number in row[1:]] for row in game._line[-1].events if row[0] == kind]


def place(number: int) -> str:
    """`B:F0`"""
    return f"{SEATS[number // s.PLACE]}:{cell_text(number % s.PLACE)}"


def kills(game: Match) -> list[str]:
    """Who was killed in the last move, sorted."""
    return sorted(place(row[0]) for row in events(game, s.EV_FATE) if row[4] % 4 in (s.FELLED, s.SHOT))


def damage(game: Match) -> dict[str, int]:
    """Who was attacked in the last move, with the damage: 0 by Archers only."""
    return {place(row[0]): row[2] for row in events(game, s.EV_FATE)}


def scores(game: Match) -> list[tuple[int, ...]]:
    """Of the clash: survived, kills, power killed, by seat."""
    return [tuple(row[1:4]) for row in events(game, s.EV_SCORE)]


def phase(game: Position) -> str:
    """Where the turn stands, and whose decision it is: `main A`."""
    name = PHASES[game.state.phase]
    return name if game.over else f"{name} {SEATS[game.state.turn]}"


def power(game: Position, where: str) -> int:
    """The own power of a unit: `A:F0`."""
    return int(armies.own_power(game.board, game.state, *cell(where)))


def attack(game: Position, where: str) -> int:
    """Its attack strength."""
    return int(armies.attack_strength(game.board, game.state, *cell(where)))


def defence(game: Position, where: str) -> int:
    """Its defence strength."""
    return int(armies.defence_strength(game.board, game.state, *cell(where)))


def immune(game: Position, where: str) -> bool:
    """Whether it is safe from Archers."""
    return bool(armies.is_immune(game.board, game.state, *cell(where)))


def cell(where: str) -> tuple[int, int]:
    """Seat and number of a cell."""
    return SEATS.index(where[0]), number_of(where[2:])


def hand(game: Position, seat: int) -> str:
    """The commands that a seat holds."""
    return cards(game.state.hand[seat], COMMAND_CODES)


def pending(game: Position) -> str:
    """The cards to be placed."""
    return " ".join(sorted(KIND_CODES[kind] for kind in game.state.pending if kind))


def pile(game: Position, deck: int = 0) -> str:
    """The discarded units."""
    return cards(game.state.unit_pile[deck], KIND_CODES)


def command_pile(game: Position, deck: int = 0) -> str:
    """The discarded commands."""
    return cards(game.state.command_pile[deck], COMMAND_CODES)


def cards(counts: Any, codes: tuple[str, ...]) -> str:
    """Cards by kind."""
    return " ".join(codes[kind] for kind, count in enumerate(counts) for _ in range(count))


def winners(game: Position) -> str:
    """The letters of those who have won or share a draw."""
    return "".join(letter for seat, letter in enumerate(SEATS) if game.state.winners >> seat & 1)


def said(game: Match) -> list[str]:
    """What the last move was told with."""
    return [telling.words for telling in game.tellings()[-1]]
