"""Decks, hands and discard piles: multisets, since nobody may look into a deck (5.5)."""

import numpy as np

from quincunx.engine.chance import draw
from quincunx.engine.compiling import apart, compiled
from quincunx.engine.events import note
from quincunx.games.connect_the_worlds.state import (
    CARDS,
    EV_DISCARDED,
    EV_DISCARDED_SOME,
    EV_DREW,
    EV_DREW_SOME,
    EV_SHUFFLED,
    HAND,
    UNLIMITED,
)


@compiled
def take_card(state, seat):
    """5.5: a random card of a deck that is not empty."""
    number = draw(state, np.int64(state.deck_left[seat]))
    card = 0
    while number >= np.int64(state.deck[seat, card]):
        number -= np.int64(state.deck[seat, card])
        card += 1
    state.deck[seat, card] -= 1
    state.deck_left[seat] -= 1
    return card


@compiled
def reshuffle(state, seat, events):
    """CW-061, CW-064: the discard pile becomes the deck, which is empty."""
    note(events, EV_SHUFFLED, seat, state.discard_left[seat], 0, 0, 0)
    for card in range(CARDS):
        state.deck[seat, card] += state.discard[seat, card]
        state.discard[seat, card] = 0
    state.deck_left[seat] = state.discard_left[seat]
    state.discard_left[seat] = 0


@apart
def draw_hand(board, state, seat, events):
    """CW-060, CW-061, CWR-10: up to five cards. If the whole deck comes into the hand, everybody knows that part."""
    wanted = HAND - np.int64(state.hand_left[seat])
    if state.deck_left[seat] <= wanted and not board.closed_discards:
        for card in range(CARDS):
            state.known[seat, card] += np.int64(state.deck[seat, card])
    drawn = 0
    while drawn < wanted and state.deck_left[seat] + state.discard_left[seat] > 0:
        if state.deck_left[seat] == 0:
            reshuffle(state, seat, events)
        card = take_card(state, seat)
        state.hand[seat, card] += 1
        state.hand_left[seat] += 1
        drawn += 1
        note(events, EV_DREW, seat, card, 0, 0, 0)
    if drawn > 0:
        note(events, EV_DREW_SOME, seat, drawn, 0, 0, 0)


@compiled
def leave_hand(state, seat, card):
    """A card is played; what everybody knew of the hand is less by one."""
    state.hand[seat, card] -= 1
    state.hand_left[seat] -= 1
    if state.known[seat, card] > 0:
        state.known[seat, card] -= 1


@compiled
def to_discard(state, seat, card, many):
    """Cards come to the discard pile."""
    state.discard[seat, card] += many
    state.discard_left[seat] += many


@compiled
def spend(state, seat, card):
    """CW-200, CWR-16: an action card goes from the hand to the discard pile at once."""
    leave_hand(state, seat, card)
    to_discard(state, seat, card, 1)


@compiled
def take_from_supply(state, card):
    """CWR-13"""
    if state.supply[card] != UNLIMITED:
        state.supply[card] -= 1


@compiled
def back_to_supply(state, card):
    """CWR-13: a deployed card can be bought again."""
    if state.supply[card] != UNLIMITED:
        state.supply[card] += 1


@compiled
def discard_hand(state, seat, events):
    """CW-063: all cards still in hand."""
    left = np.int64(state.hand_left[seat])
    for card in range(CARDS):
        many = np.int64(state.hand[seat, card])
        to_discard(state, seat, card, many)
        if many > 0:
            note(events, EV_DISCARDED, seat, card, many, 0, 0)
        state.hand[seat, card] = 0
        state.known[seat, card] = 0
    state.hand_left[seat] = 0
    if left > 0:
        note(events, EV_DISCARDED_SOME, seat, left, 0, 0, 0)
