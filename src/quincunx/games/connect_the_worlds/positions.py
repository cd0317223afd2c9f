"""Positions in writing: readable values, and back (`reading.py`, `standing.py`).

The pieces of each seat stand by hex: `{"W0(0,0)": "SB AT AT'"}`, where ' marks a piece that is locked. Cards are
written with their numbers: `HA3 PO1 SC2`. What is left out has its value in the middle of a game: round 5, the main
phase of the first player, no pieces, no cards, nothing in the pools.
"""

from collections.abc import Mapping
from typing import Any

from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.pieces import kind_of, place_of
from quincunx.games.connect_the_worlds.reading import (
    ENDINGS,
    HEAPS,
    IN_SETUP,
    LOCK_MARK,
    PHASES,
    in_mask,
    usual_settlers,
    usually_began,
)
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES
from quincunx.games.connect_the_worlds.standing import Reader


def write(position: Position) -> dict[str, Any]:
    """The state in readable values; what has its usual value, or follows from the others, is left out."""
    now, board = position.state, position.board
    data: dict[str, Any] = {"phase": PHASES[int(now.phase)], "round": int(now.round_no)}
    data |= {"turn": int(now.turn), "first": int(now.first), "pieces": write_pieces(position)}
    if now.phase in IN_SETUP:
        return data | ({"world": int(now.kind)} if now.phase == s.SETUP_HEX else {})
    if now.portals:
        data["portals"] = [[hex_name(int(end)) for end in portal] for portal in now.portal[: now.portals]]
    data["pools"] = [int(pool) for pool in now.pool[: position.players]]
    data |= write_cards(position)
    settlers = [int(seat) for seat in now.settler[: board.worlds]]
    if settlers != usual_settlers(position, int(now.first)):
        data["settlers"] = [None if seat == s.NOBODY else seat for seat in settlers]
    everybody = (1 << position.players) - 1
    if now.alive != everybody:
        data["eliminated"] = in_mask(everybody & ~int(now.alive))
    if now.began != usually_began(position, int(now.alive), int(now.round_no)):
        data["began"] = in_mask(int(now.began))
    return data | write_choice(position) | write_ending(position)


def write_pieces(position: Position) -> list[dict[str, str]]:
    """The pieces of each seat by hex, the base first."""
    now = position.state
    found: dict[int, list[str]] = {}
    for code in map(int, now.piece[: now.pieces]):
        found.setdefault(place_of(code), []).append(PIECE_CODES[kind_of(code)] + LOCK_MARK * (code & s.LOCKED))
    owner = {place: seat for seat in range(position.players) for place in hexes_in(now.held[seat])}
    return [
        {hex_name(place): " ".join(pieces) for place, pieces in found.items() if owner[place] == seat}
        for seat in range(position.players)
    ]


def hexes_in(hexes: Any) -> list[int]:
    """The hexes of a set."""
    found = []
    for chart in range(s.MAPS):
        start = s.SPACE_HEXES + (chart - 1) * s.WORLD_HEXES if chart else 0
        whole = int(hexes[chart, 0]) | int(hexes[chart, 1]) << s.WORD_BITS
        found += [start + bit for bit in range(whole.bit_length()) if whole >> bit & 1]
    return found


def cards_text(counts: Any) -> str:
    """Cards with their numbers: `HA3 PO1`."""
    return " ".join(f"{code}{int(count)}" for code, count in zip(CODES, counts, strict=True) if count)


def write_cards(position: Position) -> dict[str, Any]:
    """Hands, decks, discard piles, the supply if it is limited. In a view the unknown cards of others lie in their
    decks, and the true numbers of cards are told beside."""
    now, seats = position.state, range(position.players)
    data: dict[str, Any] = {key: [cards_text(now[field][seat]) for seat in seats] for key, field, _ in HEAPS}
    if now.known.any():
        data["known"] = [cards_text(now.known[seat]) for seat in seats]
    for _, field, size in HEAPS:
        left = [int(count) for count in now[size][: position.players]]
        if left != [int(now[field][seat].sum()) for seat in seats]:
            data[size] = left
    if (position.board.supply != s.UNLIMITED).any():
        data["supply"] = cards_text(now.supply)
    return data


def write_choice(position: Position) -> dict[str, Any]:
    """A card that is being played, and what has been named for it."""
    now = position.state
    data: dict[str, Any] = {}
    if now.card != s.NOWHERE:
        data["card"] = CODES[int(now.card)]
    if now.picked != s.NOWHERE:
        data["from"] = hex_name(int(now.picked))
    if now.kind != s.NOWHERE:
        data["piece"] = PIECE_CODES[int(now.kind)]
    return data


def write_ending(position: Position) -> dict[str, Any]:
    """Who has won, and how."""
    now = position.state
    return {"winners": in_mask(int(now.winners)), "ending": ENDINGS[int(now.ending)]} if now.over else {}


def place(position: Position, data: Mapping[str, Any]) -> None:
    """Fills a zeroed state from readable values."""
    Reader(position, data).everything()
