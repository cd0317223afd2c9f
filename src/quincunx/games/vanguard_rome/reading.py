"""Reading positions, the cards: armies, hands, decks and piles, and how single values are read."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from quincunx.engine.errors import BadPosition, QuincunxError, shown
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import notation as n
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import army_is_empty, deck_of, put
from quincunx.games.vanguard_rome.battle import living
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES

PHASES = (
    *("KEEP", "LEAN", "DEPLOY", "CLOSE", "MAIN", "TARGET", "FACE", "ORDER", "CATAPULT", "STANDARD"),
    *("RETREAT", "FILL", "DISCARD", "OVER"),
)
ENDINGS = ("", "destroyed", "turn limit", "resigned")
LAYOUT = (s.KEEPING, s.LEANING, s.LAYING)
DECLARING = (s.FACING, s.ORDERING, s.FIRING, s.FOLLOWING)
IN_A_TURN = (s.KEEPING, s.LEANING, s.MAIN, s.TARGETING, s.ORDERING, s.RETREATING, s.FILLING, s.DISCARDING)
"""Phases that the opening does not have."""
WITH_MARKS = (*LAYOUT, s.MAIN, s.TARGETING, s.FACING, s.ORDERING, s.FIRING, s.FOLLOWING, s.OVER)
"""Until the attack it is noted which abilities were used; an opponent may resign before it does."""
FLAGS = (s.RIDDEN, s.FACE_UP, s.USED, s.RIDER_USED)
UNIT = re.compile(r"(\()?([A-Z]{2})(')?(\+(')?)?(\))?")
EMPTY_ROW, EMPTY, UNSEEN = "-", KIND_CODES[s.NO_UNIT], KIND_CODES[s.UNSEEN]
USED_MARK = "'"
LARGEST_TURN, MOST_REPLAYS = 20_000, 1_000
LEAST_ARMIES = 2
HEAPS = (
    ("unit_decks", "unit_deck", KIND_CODES),
    ("unit_piles", "unit_pile", KIND_CODES),
    ("command_decks", "command_deck", COMMAND_CODES),
    ("command_piles", "command_pile", COMMAND_CODES),
)
SIZES = (("units_left", "unit_decks"), ("commands_left", "command_decks"))
"""How many cards are in the decks, where it is not known which."""
OF_A_DECLARATION = ("facing", "attack", "order", "asked", "queue")
KEYS = (
    *("phase", "turn", "active", "decider", "first", "replays", "command_used", "armies", "pending", "lean", "picked"),
    *("retreated", *OF_A_DECLARATION, *(key for key, _, _ in HEAPS), *(key for key, _ in SIZES), "winners", "ending"),
)
ARMY_KEYS = ("front", "rear", "hand", "pool")


def deck_count(position: Position) -> int:
    """VR-172, VR-173: one deck for all, or one for each."""
    return 1 if position.board.decks == s.SHARED else s.DECKS


def cells_in(row_bits: Any) -> list[int]:
    """The cells of an army of which the columns of both rows are known as bits."""
    return [row * s.COLUMNS + i for row in range(s.ROWS) for i in range(s.COLUMNS) if int(row_bits[row]) >> i & 1]


def bad(key: str, reason: str) -> NoReturn:
    """Names the key and what is wrong with it."""
    raise BadPosition(f"{key}: {reason}")


def unknown(key: str) -> NoReturn:
    """What is not seen cannot be played."""
    bad(key, "this is what one seat sees. A view can be read, but not played: name the hidden cards.")


class Values:
    """Readable values, and how single ones are read."""

    def __init__(self, position: Position, data: Mapping[str, Any]) -> None:
        self.position, self.data, self.now, self.board = position, data, position.state, position.board
        self.seats = range(position.players)

    def number(self, key: str, usual: int, least: int, most: int, given: Any = None) -> int:
        """A whole number within limits."""
        value = self.data.get(key, usual) if given is None else given
        if type(value) is not int or not least <= value <= most:
            bad(key, f"should be a whole number from {least} to {most}, not {shown(value)}.")
        return value

    def flag(self, key: str, usual: bool) -> bool:
        """Yes or no."""
        value = self.data.get(key, usual)
        if type(value) is not bool:
            bad(key, f"should be true or false, not {shown(value)}.")
        return value

    def word(self, key: str, usual: str, known: tuple[str, ...]) -> int:
        """The index of a word; capitals do not matter."""
        value = self.data.get(key, usual)
        words = [word.lower() for word in known]
        if not isinstance(value, str) or value.lower() not in words:
            bad(key, f"should be one of {', '.join(word for word in known if word)}, not {shown(value)}.")
        return words.index(value.lower())

    def seat_or_nobody(self, key: str, value: Any) -> int:
        """A seat, or NOBODY for null."""
        return s.NOBODY if value is None else self.number(key, 0, 0, self.seats[-1], value)

    def each(self, key: str, usual: Any) -> list[Any]:
        """A value for each seat."""
        value = self.data.get(key, usual)
        if not isinstance(value, list) or len(value) != len(self.seats):
            bad(key, f"should be a list of {len(self.seats)} values, one for each seat, not {shown(value)}.")
        return value

    def cell(self, key: str, name: Any) -> int:
        """The number of a cell."""
        if not isinstance(name, str):
            bad(key, f"a space is a text such as 'F-2', not {shown(name)}.")
        try:
            return n.read_cell(name)
        except QuincunxError as error:
            bad(key, str(error))

    def cells(self, key: str, names: Any) -> list[int]:
        """A list of cells, each named once."""
        if not isinstance(names, list):
            bad(key, f"should be a list of spaces such as ['F0', 'R-1'], not {shown(names)}.")
        found = [self.cell(key, name) for name in names]
        if len(set(found)) < len(found):
            bad(key, "names a space twice.")
        return found

    def cards(self, key: str, names: Any, codes: tuple[str, ...]) -> list[int]:
        """The numbers of cards from a list of their codes."""
        if not isinstance(names, list):
            bad(key, f"should be a list of cards such as {list(codes[1:3])}, not {shown(names)}.")
        known = [code for code in codes if code not in (EMPTY, UNSEEN)]
        for name in names:
            if name == UNSEEN:
                unknown(key)
            if not isinstance(name, str) or name not in known:
                bad(key, f"{shown(name)} is no card. Known: {', '.join(known)}.")
        return [codes.index(name) for name in names]


class Cards(Values):
    """Reads what everybody has, and the decks and piles."""

    def armies(self) -> None:
        """What everybody has; a seat without any unit is destroyed (VR-090)."""
        now = self.now
        for seat, army in enumerate(self.each("armies", None)):
            if not isinstance(army, Mapping) or any(key not in ARMY_KEYS for key in army):
                bad("armies", f"each is an object with the keys {', '.join(ARMY_KEYS)}, not {shown(army)}.")
            for row, key in enumerate(ARMY_KEYS[: s.ROWS]):
                self.row(seat, row, army.get(key, EMPTY_ROW))
            self.pool(seat, army.get("pool", []))
            now.alive[seat] = not army_is_empty(now, seat) or now.pool[seat].any()
            self.hand(seat, army.get("hand", []))
        if not now.over and living(self.board, now) < LEAST_ARMIES:
            bad("armies", "at least two seats have units, or the game is over (VR-090).")

    def row(self, seat: int, row: int, text: Any) -> None:
        """The units of a row."""
        key = ARMY_KEYS[row]
        if not isinstance(text, str):
            bad(key, f"a row is a text such as 'SL IN [PR] IN CV', not {shown(text)}.")
        tokens = [] if text.strip() == EMPTY_ROW else text.split()
        if tokens and row >= self.board.rows:
            bad(key, "there is only the front row (VR-002).")
        centre = [i for i, token in enumerate(tokens) if token[0] == "[" and token[-1] == "]"]
        if tokens and len(centre) != 1:
            bad(key, f"one unit or space of {shown(text)} stands in square brackets: that in column 0.")
        for i, token in enumerate(tokens):
            name = token[1:-1] if i == centre[0] else token
            if name != EMPTY:
                self.unit(seat, row, i - centre[0], name)

    def unit(self, seat: int, row: int, column: int, name: str) -> None:
        """One unit, its face and its marks as they can be."""
        key, match = ARMY_KEYS[row], UNIT.fullmatch(name)
        if UNSEEN in name:
            unknown(key)
        if not match or match[2] not in KIND_CODES or bool(match[1]) != bool(match[6]):
            bad(key, f"{shown(name)} is no unit. Write IN, (IN) face down, IN+ with a Chariot, or .. for nobody.")
        if abs(column) > s.CENTRE:
            bad(key, f"columns run from -{s.CENTRE} to +{s.CENTRE}, and {name} stands beyond them (R-40).")
        kind, flags = KIND_CODES.index(match[2]), (match[4], not match[1], match[3], match[5])
        code = kind + sum(flag for flag, is_set in zip(FLAGS, flags, strict=True) if is_set)
        self.check_unit(key, name, seat, row, code)
        put(self.now, seat, n.cell_at((row, column)), code)

    def check_unit(self, key: str, name: str, seat: int, row: int, code: int) -> None:
        """VR-061, VR-119, VR-127, VR-180, VR-182: what can be with a unit."""
        now, kind = self.now, code & s.KIND_MASK
        if not code & s.FACE_UP and (row == s.FRONT or kind == s.ELEPHANT or not self.board.hidden_rear):
            bad(key, f"{name} lies face up, as all front units and Elephants do (VR-127, VR-180).")
        if code & s.RIDDEN:
            self.check_carrier(key, name, kind)
        if not code & (s.USED | s.RIDER_USED):
            return
        if seat != now.active or now.phase not in WITH_MARKS or not code & s.FACE_UP:
            bad(
                key,
                f"{name}: only face-up units of the active seat are marked {USED_MARK}, before the attack (VR-061).",
            )
        if code & s.USED and kind not in (s.CENTURION, s.CONSUL, s.PRAETORIAN, s.CHARIOT):
            bad(key, f"{name}: this unit has no ability that could be used (VR-060).")

    def check_carrier(self, key: str, name: str, kind: int) -> None:
        """VR-027, VR-119: who can carry a Chariot."""
        if self.board.mounted[kind] or not self.now.turn_no:
            bad(key, f"{name}: only unmounted units carry a Chariot, and nobody does before the first turn (VR-119).")

    def pool(self, seat: int, pool: Any) -> None:
        """VR-022, VR-155: units that are still to be laid out."""
        if type(pool) is int:
            unknown("pool")
        if not isinstance(pool, list) or not all(isinstance(name, str) for name in pool):
            bad("pool", f"should be a list of units such as ['IN', 'PR+'], not {shown(pool)}.")
        if pool and self.now.phase not in (*LAYOUT, s.OVER):
            bad("pool", "units are in hand only while armies are laid out (VR-022, VR-155).")
        for name in pool:
            (kind,) = self.cards("pool", [name.removesuffix(n.WITH_CHARIOT)], KIND_CODES)
            if ridden := name.endswith(n.WITH_CHARIOT):
                self.check_carrier("pool", name, kind)
            if self.now.pool[seat, int(ridden), kind] == self.board.unit_count[kind]:
                bad("pool", f"there are not so many cards of the kind {name} (VR-100).")
            self.now.pool[seat, int(ridden), kind] += 1

    def hand(self, seat: int, hand: Any) -> None:
        """R-14, VR-048: the commands of a seat."""
        now = self.now
        if type(hand) is int:
            unknown("hand")
        held = self.cards("hand", hand, COMMAND_CODES)
        most = int(self.board.hand_limit) + int(seat == now.active)
        if held and not (self.board.use_commands and now.turn_no):
            bad("hand", "nobody has commands in the opening, or where they are not used (R-14, VR-003).")
        if held and not now.alive[seat]:
            bad("hand", f"seat {seat} has no unit left: its commands are discarded (R-45).")
        if len(held) > most:
            bad("hand", f"seat {seat} holds {most} commands at most (VR-048).")
        now.hand[seat] = np.bincount(np.array(held, int), minlength=s.COMMANDS)
        now.held[seat] = len(held)

    # ------------------------------------------------------------ cards

    def pending(self) -> None:
        """VR-041, VR-158: cards that are drawn and not placed."""
        now, drawn = self.now, self.cards("pending", self.data.get("pending", []), KIND_CODES)
        if drawn and now.phase not in (s.MAIN, s.TARGETING):
            bad("pending", "cards are placed in the phase MAIN, before the attack (VR-041).")
        if len(drawn) > s.MOST_PENDING or (len(drawn) == s.MOST_PENDING and not now.command_used):
            bad("pending", "one card is drawn in a turn, and one more by Reinforcements, its only command (R-50).")
        now.pending[: len(drawn)] = drawn

    def heaps(self) -> None:
        """VR-100, VR-150: decks and piles; decks that are left out hold all cards that are nowhere else."""
        now, decks = self.now, deck_count(self.position)
        for key, field, codes in HEAPS:
            heaps = self.data.get(key, [{}] * decks)
            if not isinstance(heaps, list) or len(heaps) != decks:
                bad(key, f"should be a list with an object for each of {decks} decks, not {shown(heaps)}.")
            for heap, given in zip(now[field], heaps, strict=False):
                self.heap(key, heap, given, codes)
        units, commands = self.board.unit_count, self.board.command_count * int(self.board.use_commands)
        self.share("unit_decks", now.unit_deck, units.astype(int), self.units_used(), "VR-100")
        self.share("command_decks", now.command_deck, commands.astype(int), self.commands_used(), "VR-150")
        now.units_left[:] = now.unit_deck.sum(axis=1)
        now.commands_left[:] = now.command_deck.sum(axis=1)

    def heap(self, key: str, heap: Any, given: Any, codes: tuple[str, ...]) -> None:
        """The cards of one deck or pile."""
        if not isinstance(given, Mapping):
            bad(key, f'each should be an object such as {{"{codes[1]}": 2}}, not {shown(given)}.')
        for code, count in given.items():
            (kind,) = self.cards(key, [code], codes)
            heap[kind] = self.number(key, 0, 0, int(self.board.unit_count.max()), count)

    def units_used(self) -> Any:
        """The unit cards that belong to each deck and are not in it, by kind."""
        now = self.now
        used = now.unit_pile.astype(int)
        for seat in self.seats:
            mine = used[deck_of(self.board, seat)]
            codes = now.cells[seat][now.cells[seat] != s.NO_UNIT]
            mine += np.bincount(codes & s.KIND_MASK, minlength=s.KINDS + 1)
            mine += now.pool[seat].astype(int).sum(axis=0)
            mine[s.CHARIOT] += np.count_nonzero(codes & s.RIDDEN) + int(now.pool[seat, 1].sum())
            if seat == now.active:
                mine += np.bincount(now.pending[now.pending != s.NO_UNIT], minlength=s.KINDS + 1)
        return used

    def commands_used(self) -> Any:
        """The commands that belong to each deck and are not in it, by kind."""
        used = self.now.command_pile.astype(int)
        for seat in self.seats:
            used[deck_of(self.board, seat)] += self.now.hand[seat]
        return used

    def share(self, key: str, decks: Any, total: Any, used: Any, rule: str) -> None:
        """What the decks have of each kind, if it is not said; there are never more cards than were printed."""
        rest, half = total - used.sum(axis=0), total // 2
        most = half if self.board.decks == s.DIVIDE_EQUAL else total
        if key not in self.data and (rest >= 0).all():
            first = rest if self.board.decks == s.SHARED else np.clip(half - used[0], 0, rest)
            decks[0], decks[1] = first, rest - first
        everywhere = used + decks
        too_many = (everywhere > most).any(axis=0) | (everywhere.sum(axis=0) > total)
        if too_many.any():
            kind = int(too_many.argmax())
            code = (KIND_CODES if key == "unit_decks" else COMMAND_CODES)[kind]
            whose = " in each half" if self.board.decks == s.DIVIDE_EQUAL else ""
            bad(key, f"there are more than the {int(most[kind])} cards {code}{whose} on the table ({rule}).")
