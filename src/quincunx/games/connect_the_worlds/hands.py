"""The cards on the table: the hand, deck and discard pile of who looks, the backs of others, and what can be bought."""

from collections.abc import Iterator
from typing import NamedTuple

from quincunx.engine.position import Position
from quincunx.engine.scene import Card, Place
from quincunx.games.connect_the_worlds import maps, sight
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.setup import CODES, NAMES
from quincunx.games.connect_the_worlds.sight import plural

SYMBOLS = tuple(code.lower() for code in CODES)
HAND_ROW, SHOP_ROW = range(2)
DECK, DISCARD = "deck", "discard"
SPECIALS = ("research", "build", "connect", "gather", "gather", "gather")
"""CW-101: what an action card does, as a word and as a pick."""


class Laid(NamedTuple):
    """A card, and where it lies."""

    id: str
    symbol: str
    caption: str
    """For the terminal."""
    label: str
    owner: int | None
    card: Card
    row: int
    slot: float


def cards_on_table(position: Position) -> list[Laid]:
    """All cards that are to be seen, of hands only once the game has begun."""
    shop = list(market(position))
    if position.state.round_no == 0:
        return [card._replace(row=0) for card in shop]
    return [*own_cards(position), *backs(position), *shop]


def place_of_card(position: Position, laid: Laid) -> Place:
    """A card as a place that can be picked."""
    x, y = maps.card_middle(position, laid.row, laid.slot)
    wide, tall = maps.card_size(position)
    return Place(
        id=laid.id,
        x=x,
        y=y,
        size=wide / 2,
        symbol=laid.symbol,
        kind="card",
        owner=laid.owner,
        label=laid.label,
        outline=maps.box(x, y, wide, tall),
        caption=laid.caption,
        card=laid.card,
    )


# ---------------------------------------------------------------- hands


def own_cards(position: Position) -> Iterator[Laid]:
    """Deck and discard pile, then the hand, equal cards together; the card that is being played comes without marks of
    doubt: it is known to all."""
    now, seat = position.state, sight.viewer(position)
    deck, pile = int(now.deck_left[seat]), int(now.discard_left[seat])
    if now.alive >> seat & 1:
        yield Laid(
            DECK,
            "back",
            f"dk {deck}",
            f"{position.name(seat)}'s deck: {plural(deck, 'card')}{deck_words(position, seat)}",
            seat,
            Card(corner=DECK, count=deck, down=True, pale=not deck),
            HAND_ROW,
            0,
        )
        yield Laid(
            DISCARD,
            "pile",
            f"dp {pile}",
            f"{position.name(seat)}'s discard pile: {plural(pile, 'card')}{pile_words(position, seat)}",
            seat,
            Card(corner=DISCARD, count=pile, pale=not pile),
            HAND_ROW,
            1,
        )
    slot = 2.4
    for card in range(s.CARDS):
        if now.hand[seat, card]:
            yield in_hand(position, seat, card, slot)
            slot += 1
    unknown = int(now.hand_left[seat]) - int(now.hand[seat].sum())
    if unknown:
        yield back(position, seat, unknown, slot)


def deck_words(position: Position, seat: int) -> str:
    """What is in it, for who may know: the order is chance."""
    now = position.state
    if not now.deck_left[seat]:
        return ""
    if sight.hand_is_known(position, seat):
        return f" ({sight.many_cards(NAMES, now.deck[seat])})"
    return f" (with the unknown cards in hand: {sight.many_cards(NAMES, now.deck[seat])})"


def pile_words(position: Position, seat: int) -> str:
    """CWR-58: what is in it, if that is known."""
    found = sight.many_cards(NAMES, position.state.discard[seat])
    return f" ({found})" if found else ""


def in_hand(position: Position, seat: int, card: int, slot: float) -> Laid:
    """A card in hand; one that can't be played now is pale."""
    many = int(position.state.hand[seat, card])
    said = [f"{many} × {NAMES[card]}" if many > 1 else NAMES[card], use_words(position, card)]
    pale = not is_playable(position, seat, card)
    return Laid(
        sight.card_id(card),
        SYMBOLS[card],
        CODES[card] + (f"×{many}" if many > 1 else ""),
        f"{'; '.join(said)}{'; not playable now' * pale}",
        seat,
        Card(
            title=NAMES[card],
            figures=figures(position, card),
            marks=("playing",) if position.state.card == card and position.state.turn == seat else (),
            count=many,
            pale=pale,
        ),
        HAND_ROW,
        slot,
    )


def is_playable(position: Position, seat: int, card: int) -> bool:
    """Whether a legal move plays the card, or it is being played."""
    now = position.state
    if not sight.decides_here(position) or seat != now.turn:
        return False
    if now.phase != s.MAIN:
        return bool(now.card == card)
    numbers = position.moves.numbers
    if card >= s.ACTIONS:
        return s.DEPLOY_MOVE + card - s.ACTIONS in numbers
    return s.MOVE_WITH + card in numbers or s.SPECIAL_MOVE + card in numbers


def figures(position: Position, card: int) -> tuple[tuple[str, str], ...]:
    """What a card says: movement and yield, or strength."""
    board = position.board
    if card >= s.ACTIONS:
        return (("strength", str(board.strength[card - s.ACTIONS])),)
    found = [("steps", str(board.move[card]))] if board.move[card] else []
    return (*found, *([("yield", str(board.gather[card]))] if board.gather[card] else []))


def use_words(position: Position, card: int) -> str:
    """What a card is for."""
    board = position.board
    if card >= s.ACTIONS:
        return f"deploys a piece of strength {board.strength[card - s.ACTIONS]}"
    special = {
        "research": "buys an action card",
        "build": "buys a unit card",
        "connect": "connects two own bases",
    }.get(SPECIALS[card], f"gathers {board.gather[card]}")
    return f"moves a piece up to {board.move[card]}, or {special}" if board.move[card] else special


def backs(position: Position) -> Iterator[Laid]:
    """The hands of the others: only how many cards."""
    now, slot = position.state, maps.CARDS_IN_ROW - 1.0
    others = [seat for seat in range(position.players) if seat != sight.viewer(position)]
    for seat in reversed(others):
        if now.alive >> seat & 1:
            yield back(position, seat, int(now.hand_left[seat]), slot)
            slot -= 1


def back(position: Position, seat: int, many: int, slot: float) -> Laid:
    """Cards in a hand that are not to be seen; what everybody can infer is told in words."""
    name, letter = position.name(seat), position.style(seat).letter
    known = sight.many_cards(NAMES, position.state.known[seat])
    return Laid(
        f"hand:{seat}",
        "back",
        f"{letter}×{many}",
        f"{name}'s hand: {plural(many, 'card')}{f', among them {known}' if known else ''}",
        seat,
        Card(corner=f"{letter} hand", count=many, down=True, pale=not many),
        HAND_ROW,
        slot,
    )


# ---------------------------------------------------------------- the market


def market(position: Position) -> Iterator[Laid]:
    """Every kind of card with its price; what can't be bought now is pale."""
    board, now = position.board, position.state
    offered = affordable(position)
    for card in range(s.CARDS):
        left, cost = int(now.supply[card]), int(board.cost[card])
        stock = "" if left == s.UNLIMITED else f", {left or 'none'} left"
        yield Laid(
            sight.shop_id(card),
            SYMBOLS[card],
            f"{CODES[card]}{cost}",
            f"{NAMES[card]} for {cost}{stock}: {use_words(position, card)}",
            None,
            Card(
                title=NAMES[card],
                corner=f"◆{cost}",
                figures=figures(position, card),
                count=max(left, 1),
                pale=card not in offered,
            ),
            SHOP_ROW,
            card,
        )


def affordable(position: Position) -> set[int]:
    """CW-204: what the seat on turn could buy with a card in hand, or with the one that is being played."""
    now, seat = position.state, int(position.state.turn)
    if not sight.decides_here(position):
        return set()
    if now.phase == s.BUY:
        return {number - s.BUY_MOVE for number in position.moves.numbers}
    if now.phase != s.MAIN:
        return set()
    found: set[int] = set()
    for card, sold in ((s.SCIENTISTS, range(s.ACTIONS)), (s.ENGINEERS, range(s.ACTIONS, s.CARDS))):
        if s.SPECIAL_MOVE + card in position.moves.numbers:
            found |= {c for c in sold if now.supply[c] != 0 and now.pool[seat] >= position.board.cost[c]}
    return found
