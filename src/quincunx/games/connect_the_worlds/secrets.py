"""What a seat may know, and worlds that fit what it knows (rules document, section 6).

Hidden is only how another player's cards are split between hand and deck, and, if discard piles are closed, these as
well. In what a seat sees, the unknown cards of others lie together in the deck; the sizes are as they are.
"""

import numpy as np

from quincunx.engine.chance import bits, draw
from quincunx.engine.compiling import compiled
from quincunx.games.connect_the_worlds.state import CARDS


@compiled
def veil(board, state, seat):
    """The cards of a seat as others see them: what must be in the hand, and all the others together."""
    for card in range(CARDS):
        sure = np.int64(state.known[seat, card])
        if state.turn == seat and state.card == card:
            sure = max(sure, 1)
        unknown = np.int64(state.hand[seat, card]) - sure
        state.hand[seat, card] = sure
        if board.closed_discards:
            unknown += np.int64(state.discard[seat, card])
            state.discard[seat, card] = 0
        state.deck[seat, card] += unknown


@compiled
def hide(board, state, seat, out):
    """The state as a seat knows it; -1: a spectator."""
    out[0] = state
    known = out[0]
    known.chance = np.uint64(0)
    for other in range(np.int64(board.players)):
        if other != seat:
            veil(board, known, other)


@compiled
def take_unknown(state, seat, left):
    """One of so many cards that lie together."""
    number = draw(state, left)
    card = 0
    while number >= np.int64(state.deck[seat, card]):
        number -= np.int64(state.deck[seat, card])
        card += 1
    state.deck[seat, card] -= 1
    return card


@compiled
def guess(board, state, seat):
    """Replaces what a seat can't know by a random world; what chance will bring, nobody knows."""
    state.chance = bits(state)
    for other in range(np.int64(board.players)):
        if other == seat:
            continue
        left = 0
        in_hand = 0
        discarded = 0
        for card in range(CARDS):
            left += np.int64(state.deck[other, card])
            in_hand += np.int64(state.hand[other, card])
            discarded += np.int64(state.discard[other, card])
        for _ in range(np.int64(state.hand_left[other]) - in_hand):
            state.hand[other, take_unknown(state, other, left)] += 1
            left -= 1
        for _ in range(np.int64(state.discard_left[other]) - discarded):
            state.discard[other, take_unknown(state, other, left)] += 1
            left -= 1
