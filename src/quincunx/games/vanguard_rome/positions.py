"""Positions in writing: readable values, and back (`reading.py`, `standing.py`).

A row is written as in the rules document, from the owner's left: `SL IN [PR] .. CV` has a Praetorian in F0 and an
empty space in F+1. `(AR)` lies face down, `IN+` carries a Chariot, `CE'` has used its ability in this turn, and the
Chariot of `IN+'` has moved in it.
"""

from collections.abc import Mapping
from typing import Any

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import notation as n
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.reading import (
    DECLARING,
    EMPTY,
    EMPTY_ROW,
    ENDINGS,
    HEAPS,
    PHASES,
    SIZES,
    UNSEEN,
    USED_MARK,
    cells_in,
    deck_count,
)
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES
from quincunx.games.vanguard_rome.standing import Reader


def write(position: Position) -> dict[str, Any]:
    """The state in readable values; what has its usual value is left out."""
    now = position.state
    data: dict[str, Any] = {"phase": PHASES[int(now.phase)], "turn": int(now.turn_no)}
    data |= {"active": seat_or_none(now.active), "decider": int(now.turn), "first": int(now.first)}
    if now.replays:
        data["replays"] = int(now.replays)
    if now.command_used:
        data["command_used"] = True
    data["armies"] = [write_army(position, seat) for seat in range(position.players)]
    if now.pending.any():
        data["pending"] = [KIND_CODES[int(kind)] for kind in now.pending if kind]
    if now.phase == s.LAYING and now.lean:
        data["lean"] = n.SIDES[int(now.lean)]
    if now.picked != s.NOWHERE:
        data["picked"] = f"{'chariot' if now.picked_chariot else 'call'} {n.cell_text(int(now.picked))}"
    if now.retreated != s.NOWHERE:
        data["retreated"] = n.cell_text(int(now.retreated))
    if now.phase in DECLARING:
        data |= write_declaration(position)
    return data | write_heaps(position) | write_ending(position)


def seat_or_none(seat: Any) -> int | None:
    """A seat, or None for nobody."""
    return None if seat == s.NOBODY else int(seat)


def write_army(position: Position, seat: int) -> dict[str, Any]:
    """The rows of a seat, its hand, and what it has yet to lay out; of what is not seen only the number."""
    now = position.state
    data: dict[str, Any] = {"front": row_text(now.cells[seat, s.FRONT])}
    if position.board.rows > 1:
        data["rear"] = row_text(now.cells[seat, s.REAR])
    hand = cards_in(now.hand[seat], COMMAND_CODES)
    if now.held[seat]:
        data["hand"] = hand if len(hand) == now.held[seat] else int(now.held[seat])
    pool = [code + ridden * n.WITH_CHARIOT for ridden in range(2) for code in cards_in(now.pool[seat, ridden])]
    if pool:
        data["pool"] = len(pool) if UNSEEN in pool else pool
    return data


def cards_in(counts: Any, codes: tuple[str, ...] = KIND_CODES) -> list[str]:
    """The codes of cards of which the numbers are known."""
    return [code for code, count in zip(codes, counts, strict=True) for _ in range(int(count))]


def row_text(codes: Any) -> str:
    """A row from its leftmost to its rightmost unit, column 0 included."""
    held = [column for column in range(s.COLUMNS) if codes[column]]
    if not held:
        return EMPTY_ROW
    first = min(*held, s.CENTRE)
    tokens = [unit_text(int(code)) for code in codes[first : max(*held, s.CENTRE) + 1]]
    tokens[s.CENTRE - first] = f"[{tokens[s.CENTRE - first]}]"
    return " ".join(tokens)


def unit_text(code: int) -> str:
    """A unit with its marks."""
    if not code:
        return EMPTY
    text = KIND_CODES[code & s.KIND_MASK] + (USED_MARK if code & s.USED else "")
    if code & s.RIDDEN:
        text += n.WITH_CHARIOT + (USED_MARK if code & s.RIDER_USED else "")
    return text if code & s.FACE_UP else f"({text})"


def write_declaration(position: Position) -> dict[str, Any]:
    """Who faces whom, who attacks, which order was given, and who is asked."""
    now, seats = position.state, range(position.players)
    data: dict[str, Any] = {}
    if now.attack.any() or (now.facing != s.NOBODY).any():
        data["facing"] = [seat_or_none(now.facing[seat]) for seat in seats]
        data["attack"] = [[n.cell_text(cell) for cell in cells_in(now.attack[seat])] for seat in seats]
    if now.order != s.NO_COMMAND:
        data["order"] = n.spell(position, order_move(now)).removeprefix("order ")
    if now.phase == s.FIRING:
        data["asked"] = n.cell_text(int(now.asked))
    if now.phase == s.FOLLOWING:
        data["queue"] = [n.cell_text(int(cell)) for cell in now.queue[: now.queued]]
    return data


def order_move(now: Any) -> int:
    """The number of the move that gave the order."""
    cell = int(now.order_at)
    match int(now.order):
        case s.JAVELIN:
            return s.JAVELIN_MOVE + cell
        case s.SURPRISE:
            return s.SURPRISE_MOVE + cell
        case s.VOLLEY:
            return s.VOLLEY_MOVE + 2 * cell + int(now.order_reach) - 1
    return s.STAMPEDE_MOVE + s.COLUMNS * int(now.order_owner) + cell


def write_heaps(position: Position) -> dict[str, Any]:
    """Decks and piles. In a view the decks hold all cards that are not seen, and their true sizes are told beside."""
    now, decks = position.state, deck_count(position)
    data: dict[str, Any] = {}
    for key, field, codes in HEAPS:
        data[key] = [{code: int(heap[i]) for i, code in enumerate(codes) if heap[i]} for heap in now[field][:decks]]
    for key, of in SIZES:
        left = [int(size) for size in now[key][:decks]]
        if left != [sum(heap.values()) for heap in data[of]]:
            data[key] = left
    return data


def write_ending(position: Position) -> dict[str, Any]:
    """Who has won, and how."""
    now = position.state
    if not now.over:
        return {}
    winners = [seat for seat in range(position.players) if int(now.winners) >> seat & 1]
    return {"winners": winners, "ending": ENDINGS[int(now.ending)]}


def place(position: Position, data: Mapping[str, Any]) -> None:
    """Fills a zeroed state from readable values."""
    Reader(position, data).everything()
