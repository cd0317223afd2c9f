"""Which picks on the table spell a move, and which move a path of picks means."""

from collections.abc import Sequence

from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import sight
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.hands import SPECIALS
from quincunx.games.connect_the_worlds.names import hex_number
from quincunx.games.connect_the_worlds.pieces import owner_of
from quincunx.games.connect_the_worlds.prompts import DRAW, END, LATER, MOVE
from quincunx.games.connect_the_worlds.rules import hex_at
from quincunx.games.connect_the_worlds.setup import CODES, NAMES, PIECE_CODES

WHAT_TO_PICK = {
    s.SETUP_WORLD: "Pick a world that nobody has taken.",
    s.SETUP_HEX: "Pick a hex of your world for the first base.",
    s.MAIN: "Pick a card of your hand and what to do with it, or end the turn.",
    s.MOVE_FROM: "Pick a hex with one of your pieces.",
    s.MOVE_PIECE: "Pick which piece of the hex moves.",
    s.MOVE_TO: "Pick the hex that the piece goes to.",
    s.BUY: "Pick the card that you buy.",
    s.CONNECT_A: "Pick one of your bases.",
    s.CONNECT_B: "Pick another of your bases.",
    s.DEPLOY_TO: "Pick a hex of your territory.",
    s.EARLY_DRAW: "Draw now, or later.",
    s.OVER: "The game is over.",
}
BUTTONS = {END: s.END_MOVE, DRAW: s.NOW_MOVE, LATER: s.LATER_MOVE}
Path = tuple[str, ...]


def continues(position: Position, number: int) -> bool:
    """Everything up to the last step of a card, or of a first base, is only half a decision."""
    phase = int(position.state.phase)
    if number >= s.HEX_MOVE:
        return phase in (s.MOVE_FROM, s.CONNECT_A)
    if number >= s.WORLD_MOVE:
        return is_asked_where(position, number - s.WORLD_MOVE)
    if number >= s.PIECE_MOVE:
        return True
    if number >= s.BUY_MOVE:
        return False
    if number >= s.SPECIAL_MOVE and number < s.DEPLOY_MOVE:
        return number - s.SPECIAL_MOVE in (s.SCIENTISTS, s.ENGINEERS, s.PORTAL)
    return number >= s.MOVE_WITH


def is_asked_where(position: Position, world: int) -> bool:
    """CWR-06: whether the choice of a world is followed by that of a hex."""
    centre = int(hex_at(position.board, world, 0, 0))
    return not position.board.start_centre or owner_of(position.board, position.state, centre) != s.NOBODY


# ---------------------------------------------------------------- picks


def picks(position: Position, number: int) -> list[Path]:
    """The paths of picks that spell a move."""
    if number >= s.HEX_MOVE:
        return [(sight.hex_id(number - s.HEX_MOVE),)]
    if number >= s.WORLD_MOVE:
        world = number - s.WORLD_MOVE
        return [(sight.world_id(world),), (sight.hex_id(int(position.board.orbit[world])),)]
    if number >= s.PIECE_MOVE:
        kind = number - s.PIECE_MOVE
        return [(sight.kind_id(kind),), (sight.stack_id(int(position.state.picked), kind),)]
    if number >= s.BUY_MOVE:
        return [(sight.shop_id(number - s.BUY_MOVE),)]
    if number >= s.DEPLOY_MOVE:
        return [(sight.card_id(s.ACTIONS + number - s.DEPLOY_MOVE),)]
    if number >= s.SPECIAL_MOVE:
        card = number - s.SPECIAL_MOVE
        return [(sight.card_id(card), SPECIALS[card])]
    if number >= s.MOVE_WITH:
        return [(sight.card_id(number - s.MOVE_WITH), MOVE)]
    return [(next(id for id, move in BUTTONS.items() if move == number),)]


# ---------------------------------------------------------------- what picks mean


def meant(position: Position, path: Sequence[str]) -> int:
    """The move that a path of picks means, legal or not."""
    number = number_meant(position, path)
    if number in position.moves.numbers and tuple(path) not in picks(position, number):
        raise lost(position)
    return number


def lost(position: Position) -> QuincunxError:
    """What could be picked instead."""
    return QuincunxError(WHAT_TO_PICK[int(position.state.phase)])


def number_meant(position: Position, path: Sequence[str]) -> int:
    """Read generously."""
    first, *rest = path or [""]
    if first in BUTTONS:
        return BUTTONS[first]
    sort, _, name = first.partition(":")
    if sort == "card" and name in CODES:
        return card_meant(position, CODES.index(name), rest)
    if sort == "buy" and name in CODES:
        return s.BUY_MOVE + CODES.index(name)
    if sort == "piece" and name in PIECE_CODES:
        return s.PIECE_MOVE + PIECE_CODES.index(name)
    if sort == "world" and name in (f"W{world}" for world in range(s.WORLDS)):
        return s.WORLD_MOVE + int(name[1:])
    if sort == "hex" and (place := hex_number(name)) is not None:
        return hex_meant(position, place)
    kind, _, where = first.partition("@")
    if kind in PIECE_CODES and (place := hex_number(where.rstrip("!"))) is not None:
        return stack_meant(position, PIECE_CODES.index(kind), place)
    raise lost(position)


def card_meant(position: Position, card: int, rest: Sequence[str]) -> int:
    """A card in hand, and what it is played for."""
    if card >= s.ACTIONS:
        return s.DEPLOY_MOVE + card - s.ACTIONS
    if rest and rest[0] == MOVE:
        return s.MOVE_WITH + card
    if rest and rest[0] == SPECIALS[card]:
        return s.SPECIAL_MOVE + card
    if rest and rest[0] in SPECIALS:
        raise QuincunxError(f"{NAMES[card]} can't do that: move a piece with it, or {SPECIALS[card]}.")
    if position.state.phase == s.MAIN and position.state.hand[position.state.turn, card]:
        raise QuincunxError(f"Pick what to do with {NAMES[card]}: move a piece, or {SPECIALS[card]}.")
    return s.MOVE_WITH + card


def hex_meant(position: Position, place: int) -> int:
    """A hex; during setup a world's orbit stands for the world."""
    if position.state.phase == s.SETUP_WORLD and place < s.SPACE_HEXES:
        world = int(position.board.world_at[place])
        if world == s.NOWHERE:
            raise lost(position)
        return s.WORLD_MOVE + world
    return s.HEX_MOVE + place


def stack_meant(position: Position, kind: int, place: int) -> int:
    """Pieces on the map: which of a hex, or the hex they are on."""
    if position.state.phase == s.MOVE_PIECE and place == position.state.picked:
        return s.PIECE_MOVE + kind
    return s.HEX_MOVE + place
