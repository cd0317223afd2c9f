"""Reading positions, the things: pieces, portals, cards and resources, and how single values are read."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from quincunx.engine.errors import BadPosition, shown
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import HEX_NAME, hex_name, hex_number, world_of
from quincunx.games.connect_the_worlds.pieces import base_at, owner_of, place_of, put
from quincunx.games.connect_the_worlds.setup import CODES, DATA, PIECE_CODES

PHASES = (
    *("SETUP_WORLD", "SETUP_HEX", "MAIN", "MOVE_FROM", "MOVE_PIECE", "MOVE_TO", "BUY", "CONNECT_A", "CONNECT_B"),
    *("DEPLOY_TO", "EARLY_DRAW", "OVER"),
)
ENDINGS = ("", "goal", "last survivor", "draw", "round limit")
IN_SETUP = (s.SETUP_WORLD, s.SETUP_HEX)
WITH_LOCKS = range(s.MAIN, s.DEPLOY_TO + 1)
"""CW-127: all locks end with the turn."""
HEAPS = (("hands", "hand", "hand_left"), ("decks", "deck", "deck_left"), ("discards", "discard", "discard_left"))
"""How a heap of cards is called in writing and in the state, and the number of its cards."""
SIZES = tuple(size for _, _, size in HEAPS)
CHOICES: dict[int, tuple[str, ...]] = {
    s.MOVE_FROM: ("card",),
    s.MOVE_PIECE: ("card", "from"),
    s.MOVE_TO: ("card", "from", "piece"),
    s.BUY: ("card",),
    s.CONNECT_A: ("card",),
    s.CONNECT_B: ("card", "from"),
    s.DEPLOY_TO: ("card",),
}
"""What has been named when a phase is reached."""
SETUP_KEYS = ("phase", "round", "turn", "first", "pieces", "world")
KEYS = (
    *(*SETUP_KEYS, "portals", "pools", "hands", "decks", "discards", "known", *SIZES, "supply", "settlers"),
    *("eliminated", "began", "card", "from", "piece", "winners", "ending"),
)
LOCK_MARK = "'"
PIECE = re.compile(r"([A-Za-z]{2})('?)", re.ASCII)
CARD = re.compile(r"([A-Za-z]{2})(\d{0,5})", re.ASCII)
LONGEST_HEX = 24
USUAL_ROUND = 5
LARGEST_ROUND = 30_000
"""Without a round limit; the state counts to 32,767."""
LARGEST_POOL = 10**9
"""So much that nobody's gathering can exceed what the state can hold."""
MOST_CARDS = 10_000
"""Of one player; the state counts to 32,767."""
MOST_OF_A_KIND = 255
"""Of one player's pieces if markers are not limited."""
LOCKS_PER_CARD = 2


def bad(key: str, reason: str) -> NoReturn:
    """Names the key and what is wrong with it."""
    raise BadPosition(f"{key}: {reason}")


def in_mask(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(s.SEATS) if mask >> seat & 1]


def usual_settlers(position: Position, first: int) -> list[int]:
    """Who started on each world if nobody chose: the seats in turn order on the home worlds."""
    seats = [(first + i) % position.players for i in range(position.players)]
    return seats + [s.NOBODY] * (int(position.board.worlds) - position.players)


def usually_began(position: Position, alive: int, round_no: int) -> int:
    """Who was in the game when the round began, if it is not said: all that are still alive; but at least two were
    (CW-244), and in the first round everybody."""
    return alive if round_no > 1 and alive.bit_count() > 1 else (1 << position.players) - 1


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

    def word(self, key: str, usual: str, known: tuple[str, ...]) -> int:
        """The index of a word; capitals do not matter."""
        value = self.data.get(key, usual)
        words = [word.lower() for word in known]
        if not isinstance(value, str) or not value or value.lower() not in words:
            bad(key, f"should be one of {', '.join(word for word in known if word)}, not {shown(value)}.")
        return words.index(value.lower())

    def each(self, key: str, usual: Any) -> list[Any]:
        """A value for each seat."""
        value = self.data.get(key, [usual] * len(self.seats))
        if not isinstance(value, list) or len(value) != len(self.seats):
            bad(key, f"should be a list of {len(self.seats)} values, one for each seat, not {shown(value)}.")
        return value

    def some(self, key: str) -> int:
        """A list of different seats, as a mask."""
        value = self.data[key]
        if not isinstance(value, list):
            bad(key, f"should be a list of seats such as [0, 1], not {shown(value)}.")
        seats = [self.number(key, 0, 0, self.seats[-1], seat if seat is not None else "null") for seat in value]
        if len(set(seats)) < len(seats):
            bad(key, "names a seat twice.")
        return sum(1 << seat for seat in seats)

    def hex(self, key: str, name: Any) -> int:
        """The number of a hex of this game."""
        if not isinstance(name, str) or len(name) > LONGEST_HEX or not HEX_NAME.fullmatch("".join(name.split())):
            bad(key, f"a hex is a text such as 'W0(0,0)' or 'S(0,-4)', not {shown(name)}.")
        place = hex_number(name)
        if place is None or world_of(place) >= self.board.worlds:
            bad(key, f"there is no hex {shown(name)} in this game (CW-031, CW-080).")
        return place

    def tokens(self, key: str, given: Any, example: str) -> list[str]:
        """The words of a text or of a list."""
        if isinstance(given, str):
            return given.replace(",", " ").split()
        if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
            bad(key, f"should be a text such as {example!r} or a list of such words, not {shown(given)}.")
        return given

    def cards(self, key: str, given: Any) -> list[int]:
        """How many cards of each kind a text names: `HA3 PO1`; `HA` is one."""
        counts = [0] * s.CARDS
        for token in self.tokens(key, given, "HA3 PO1"):
            match = CARD.fullmatch(token)
            if not match or match[1].upper() not in CODES:
                bad(key, f"{shown(token)} is no card. Write HA or HA3; known are {', '.join(CODES)}.")
            counts[CODES.index(match[1].upper())] += int(match[2] or 1)
        if sum(counts) > MOST_CARDS:
            bad(key, f"nobody has more than {MOST_CARDS} cards.")
        return counts


class Things(Values):
    """Reads what stands on the maps, and everybody's cards and resources."""

    # ------------------------------------------------------------ the map

    def pieces(self) -> None:
        """CW-002, CW-130, CW-158: what stands where."""
        for seat, hexes in enumerate(self.each("pieces", {})):
            if not isinstance(hexes, Mapping):
                bad("pieces", f'each seat has an object such as {{"W0(0,0)": "SB AT"}}, not {shown(hexes)}.')
            counts = [0] * s.KINDS
            for name, given in hexes.items():
                place = self.hex("pieces", name)
                owner = owner_of(self.board, self.now, place)
                if owner == seat:
                    bad("pieces", f"{hex_name(place)} is named twice for seat {seat}.")
                if owner != s.NOBODY:
                    bad("pieces", f"{hex_name(place)} has pieces of seats {owner} and {seat} (CW-158).")
                self.stack(seat, place, self.tokens("pieces", given, "SB AT AT'"), counts)

    def stack(self, seat: int, place: int, tokens: list[str], counts: list[int]) -> None:
        """The pieces of one hex; `counts` are the markers that the seat has used."""
        most = int(self.board.markers) or MOST_OF_A_KIND
        for token in tokens:
            match = PIECE.fullmatch(token)
            if not match or match[1].upper() not in PIECE_CODES:
                known = ", ".join(PIECE_CODES)
                bad("pieces", f"{shown(token)} is no piece. Known are {known}; AT{LOCK_MARK} is a locked AT.")
            kind, locked = PIECE_CODES.index(match[1].upper()), int(bool(match[2]))
            counts[kind] += 1
            if counts[kind] > most:
                bad("pieces", f"seat {seat} has more than {most} markers {PIECE_CODES[kind]} (CW-212, CWR-15).")
            if self.now.pieces >= s.MOST_PIECES:
                bad("pieces", f"there are more than {s.MOST_PIECES} pieces (CWR-15).")
            if kind < s.BASES and base_at(self.now, place) != s.NOWHERE:
                bad("pieces", f"{hex_name(place)} has two bases (CW-130).")
            put(self.now, seat, place, kind, locked)

    def portals(self) -> None:
        """CW-206, CWR-27, CWR-28: each joins two bases."""
        given = self.data.get("portals", [])
        if not isinstance(given, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in given):
            bad("portals", 'should be a list of pairs such as ["W0(0,0)", "W2(0,0)"], not ' + shown(given) + ".")
        if len(given) > s.MOST_PORTALS:
            bad("portals", f"there are never more than {s.MOST_PORTALS} (CWR-27).")
        found = sorted(tuple(sorted(self.hex("portals", name) for name in pair)) for pair in given)
        if len(set(found)) < len(found):
            bad("portals", "two bases are connected only once (CW-206).")
        made = [0] * len(self.seats)
        for number, (low, high) in enumerate(found):
            self.portal(low, high)
            self.now.portal[number] = low, high
            made[owner_of(self.board, self.now, low)] += 1
        self.now.portals = len(found)
        if max(made) > s.PORTALS_EACH and not self.board.portals_stay:
            bad("portals", f"nobody has more than {s.PORTALS_EACH} (CWR-27).")

    def portal(self, low: int, high: int) -> None:
        """The two ends of a portal."""
        if low == high:
            bad("portals", f"a portal joins two different bases, not {hex_name(low)} with itself (CW-206).")
        for end in (low, high):
            if base_at(self.now, end) == s.NOWHERE:
                bad("portals", f"there is no base on {hex_name(end)} (CW-206).")
        owners = {owner_of(self.board, self.now, end) for end in (low, high)}
        if len(owners) > 1 and not self.board.portals_stay:
            bad("portals", f"{hex_name(low)} and {hex_name(high)} have different owners (CW-162, CWR-28).")

    def locks(self) -> None:
        """CW-127: only pieces of the seat whose turn it is, at most two for each card played."""
        now = self.now
        locked = [place_of(code) for code in map(int, now.piece[: now.pieces]) if code & s.LOCKED]
        for place in locked:
            if now.phase not in WITH_LOCKS or owner_of(self.board, now, place) != now.turn:
                bad("pieces", f"{hex_name(place)}: only pieces of the seat whose turn it is are locked (CW-127).")
        most = LOCKS_PER_CARD * (s.HAND - int(now.hand_left[now.turn]))
        if len(locked) > most:
            bad("pieces", f"at most {most} pieces can be locked: two for each card played (CW-127, CW-160).")

    # ------------------------------------------------------------ cards and resources

    def pools(self) -> None:
        """CW-220"""
        for seat, pool in enumerate(self.each("pools", 0)):
            self.now.pool[seat] = self.number("pools", 0, 0, LARGEST_POOL, pool if pool is not None else "null")

    def heaps(self) -> None:
        """CW-066, CW-070: hands, decks and discard piles. In a view their sizes are given beside: the unknown cards of
        others lie together in their decks (section 6 of the rules document), and cannot be played."""
        now = self.now
        for key, field, size in HEAPS:
            for seat, given in enumerate(self.each(key, "")):
                now[field][seat] = self.cards(key, given)
                now[size][seat] = now[field][seat].sum()
        for seat in self.seats:
            if now.hand_left[seat] > s.HAND:
                bad("hands", f"seat {seat} has {now.hand_left[seat]} cards in hand; {s.HAND} is the most (CW-066).")
            if sum(int(now[size][seat]) for size in SIZES) > MOST_CARDS:
                bad("decks", f"nobody has more than {MOST_CARDS} cards.")
        for size in SIZES:
            most = s.HAND if size == "hand_left" else MOST_CARDS
            for seat, left in enumerate(self.each(size, 0) if size in self.data else ()):
                if self.number(size, 0, 0, most, left if left is not None else "null") != now[size][seat]:
                    bad(size, "this is what one seat sees. A view can be read, but not played: name the hidden cards.")

    def known(self) -> None:
        """Section 6 of the rules document: what everybody can infer of a hand."""
        for seat, given in enumerate(self.each("known", "")):
            counts = self.cards("known", given)
            if any(sure > held for sure, held in zip(counts, self.now.hand[seat], strict=True)):
                bad("known", f"is a part of the hand of seat {seat} (CW-060).")
            if any(counts) and self.board.closed_discards:
                bad("known", "with closed discard piles nobody can infer anything of a hand (CWR-58).")
            self.now.known[seat] = counts

    def supply(self) -> None:
        """CWR-13: what can still be bought, if that is limited."""
        now, players = self.now, len(self.seats)
        if (self.board.supply == s.UNLIMITED).all():
            if "supply" in self.data:
                bad("supply", "is not limited (CWR-13).")
            return
        owned = sum(now[field][:players].astype(int).sum(axis=0) for _, field, _ in HEAPS)
        rest = [players * int(sheet) - int(many) for sheet, many in zip(DATA["cards"]["sheet"], owned, strict=True)]
        counts = self.cards("supply", self.data["supply"]) if "supply" in self.data else rest
        for card, (count, most) in enumerate(zip(counts, rest, strict=True)):
            if not 0 <= count <= most:
                sheets = players * int(DATA["cards"]["sheet"][card])
                bad("supply", f"there are more than the {sheets} cards {CODES[card]} of {players} sheets (CWR-13).")
        now.supply[:] = counts
