"""What can be seen in a position, and never more; and what would come of a move, found by making it on a copy."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from quincunx.engine.events import buffer
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.battle import arrive
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.pieces import kind_of, lift, owner_of, place_of, start_of
from quincunx.games.connect_the_worlds.reach import claimed, territory
from quincunx.games.connect_the_worlds.rules import end_round
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES, PIECE_NAMES

WON, MUTUAL, LOST = "attack won", "mutual loss", "attack lost"
VERDICTS = {s.ATTACKER_WINS: WON, s.BOTH_LOST: MUTUAL, s.DEFENDER_WINS: LOST}
BEATS = {s.ATTACKER_WINS: "beats", s.BOTH_LOST: "falls with", s.DEFENDER_WINS: "loses to"}
ARRIVING = (s.MOVE_TO, s.DEPLOY_TO)
"""The phases that end with a piece coming to a hex."""

# ---------------------------------------------------------------- names of things on the table


def hex_id(place: int) -> str:
    """A hex: `hex:W0(0,0)`."""
    return f"hex:{hex_name(place)}"


def card_id(card: int) -> str:
    """A card in hand: `card:HA`."""
    return f"card:{CODES[card]}"


def shop_id(card: int) -> str:
    """A card that can be bought: `buy:HA`."""
    return f"buy:{CODES[card]}"


def kind_id(kind: int) -> str:
    """A kind of piece: `piece:AT`."""
    return f"piece:{PIECE_CODES[kind]}"


def world_id(world: int) -> str:
    """A world: `world:W0`."""
    return f"world:W{world}"


def stack_id(place: int, kind: int, locked: bool = False) -> str:
    """Equal pieces in a hex: `AT@W0(0,0)`; with an exclamation mark those that are locked."""
    return f"{PIECE_CODES[kind]}@{hex_name(place)}{'!' * locked}"


# ---------------------------------------------------------------- words


def plural(count: int, words: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{count} {words}{'' if count == 1 else 's'}"


def seats_in(position: Position, mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(position.players) if int(mask) >> seat & 1]


def many_cards(names: Sequence[str], counts: Iterable[int]) -> str:
    """`2 Harvester, Portal`."""
    found = [f"{many} {name}" if many > 1 else name for name, many in zip(names, counts, strict=True) if many]
    return ", ".join(found)


# ---------------------------------------------------------------- who looks


def decides_here(position: Position) -> bool:
    """Whether who looks is the one who decides, or sees everything."""
    if position.over or position.seat is not None:
        return not position.over and position.seat == position.turn
    return hand_is_known(position, int(position.state.turn))


def viewer(position: Position) -> int:
    """Whose side is shown: who looks, else whose turn it is."""
    return int(position.state.turn) if position.seat is None else position.seat


def hand_is_known(position: Position, seat: int) -> bool:
    """Whether all cards in a hand are to be seen."""
    return int(position.state.hand[seat].sum()) == int(position.state.hand_left[seat])


# ---------------------------------------------------------------- the maps


class Stack(NamedTuple):
    """Equal pieces in one hex."""

    place: int
    owner: int
    kind: int
    locked: bool
    many: int


def stacks(position: Position) -> dict[int, list[Stack]]:
    """The pieces of every hex that has any: the base, then units from the weakest on."""
    now, found = position.state, dict[int, list[Stack]]()
    for code in (int(code) for code in now.piece[: now.pieces]):
        place, kind, locked = place_of(code), kind_of(code), bool(code & s.LOCKED)
        here = found.setdefault(place, [])
        if here and (here[-1].kind, here[-1].locked) == (kind, locked):
            here[-1] = here[-1]._replace(many=here[-1].many + 1)
        else:
            here.append(Stack(place, int(owner_of(position.board, now, place)), kind, locked, 1))
    return found


def hexes(position: Position) -> range:
    """All hexes of the game."""
    return range(int(start_of(1 + int(position.board.worlds))))


def claims(position: Position) -> dict[int, list[int]]:
    """CW-230, CW-232: the seats whose territory a hex is."""
    found: dict[int, list[int]] = {}
    for seat in range(position.players):
        for chart in range(1 + int(position.board.worlds)):
            for word, bits in enumerate(claimed(position.board, position.state, seat, chart)):
                for bit in range(s.WORD_BITS):
                    if int(bits) >> bit & 1:
                        place = int(start_of(chart)) + s.WORD_BITS * word + bit
                        found.setdefault(place, []).append(seat)
    return found


def portals(position: Position) -> list[tuple[int, int]]:
    """The ends of every portal."""
    return [(int(one), int(other)) for one, other in position.state.portal[: position.state.portals]]


def blockades(position: Position) -> dict[int, int]:
    """CW-140, CW-141: the worlds with somebody in orbit whose pieces are not the only ones on the ground, and who it
    is."""
    found = {}
    for world in range(int(position.board.worlds)):
        above = int(owner_of(position.board, position.state, int(position.board.orbit[world])))
        below = {seat for seat in range(position.players) if position.state.held[seat, world + 1].any()}
        if above != s.NOBODY and below - {above}:
            found[world] = above
    return found


def territories(position: Position) -> list[int]:
    """CW-231: how many hexes count for each seat."""
    return [int(territory(position.board, position.state, seat)) for seat in range(position.players)]


# ---------------------------------------------------------------- what would be


class Standing(NamedTuple):
    """How the game would stand at the end of the round if nothing happened any more."""

    over: bool
    winners: list[int]
    tied: list[int]


def if_round_ended(position: Position) -> Standing:
    """CW-051: the checks at the end of a round, made now on a copy."""
    ahead, events = position.copy(), buffer()
    end_round(ahead.board, ahead.state, events)
    tied = [int(row[1]) for row in events[1 : 1 + events[0, 0]] if row[0] == s.EV_TIED]
    over = bool(ahead.state.over)
    winners = seats_in(position, int(ahead.state.winners)) if over else []
    return Standing(over, winners, seats_in(position, tied[0]) if tied else [])


class Forecast(NamedTuple):
    """What would come of a piece's arrival."""

    verdict: str
    """WON, MUTUAL or LOST; empty where nobody fights."""
    words: str
    """Fight by fight."""
    gain: int
    """Of territory."""


def mover(position: Position) -> tuple[int, int]:
    """The kind of the piece that is about to arrive somewhere, and where it comes from."""
    now = position.state
    if now.phase == s.MOVE_TO:
        return int(now.kind), int(now.picked)
    return int(now.card) - s.ACTIONS, s.NOWHERE


def is_attack(position: Position, place: int) -> bool:
    """Whether somebody else has pieces in a hex."""
    return int(owner_of(position.board, position.state, place)) not in (s.NOBODY, int(position.state.turn))


def forecast(position: Position, place: int) -> Forecast:
    """The piece that is about to arrive comes to that hex on a copy of the table. No cards are drawn there: who looks
    may not know them."""
    ahead, events = position.copy(), buffer()
    now, seat, (kind, origin) = ahead.state, int(ahead.state.turn), mover(position)
    before = int(territory(ahead.board, now, seat))
    if origin != s.NOWHERE:
        lift(now, seat, origin, kind, 0)
    arrive(ahead.board, now, seat, place, kind, 0, origin, events)
    rows = events[1 : 1 + events[0, 0]].tolist()
    fights = [row for row in rows if row[0] == s.EV_FIGHT]
    verdict = VERDICTS[fights[-1][4]] if fights else ""
    return Forecast(verdict, told(position, rows), int(territory(ahead.board, now, seat)) - before)


def told(position: Position, rows: list[list[int]]) -> str:
    """Every fight, and what becomes of bases, portals and players."""
    strength, said = position.board.strength, []
    for event, one, two, _, how, _ in rows:
        owner, kind = divmod(one, s.KINDS)
        if event == s.EV_FIGHT:
            other = two % s.KINDS
            said.append(f"{BEATS[how]} {PIECE_NAMES[other]} {strength[other]}")
        elif event == s.EV_CAPTURED:
            mine = owner == int(position.state.turn)
            said.append(f"takes the {PIECE_NAMES[kind]}" if mine else f"{position.name(owner)} takes it")
        elif event == s.EV_BASE_LOST:
            said.append(f"the {PIECE_NAMES[kind]} is destroyed")
        elif event == s.EV_ELIMINATED:
            said.append(f"{position.name(one)} is out of the game")
    closed = sum(row[0] == s.EV_CLOSED for row in rows)
    return ", ".join([*said, *([f"{plural(closed, 'portal')} lost"] if closed else [])])


def offered_hexes(position: Position) -> list[int]:
    """The hexes that a legal move names."""
    return [number - s.HEX_MOVE for number in position.moves.numbers if number >= s.HEX_MOVE]


def forecasts(position: Position) -> dict[int, Forecast]:
    """What would come of every attack that can be made now; of a base that is deployed also the gain elsewhere."""
    if position.state.phase not in ARRIVING or not decides_here(position):
        return {}
    settles = position.state.phase == s.DEPLOY_TO and mover(position)[0] < s.BASES
    places = offered_hexes(position)
    return {place: forecast(position, place) for place in places if settles or is_attack(position, place)}


def reshuffle_in(position: Position, seat: int) -> int:
    """CW-061, CW-064: after how many further turns of a seat the discard pile becomes the deck."""
    return int(position.state.deck_left[seat]) // s.HAND


def worth_of(position: Position, place: int) -> int:
    """CW-230: how many hexes a base there would control."""
    shape = place if place < s.SPACE_HEXES else s.SPACE_HEXES + (place - s.SPACE_HEXES) % s.WORLD_HEXES
    return sum(int(np.int64(word)).bit_count() for word in position.board.ring[shape])
