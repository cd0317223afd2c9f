"""What a seat may know, and worlds that fit what it knows (rules document, section 6).

Hidden are: a basket until both are revealed, a hand of rock-paper-scissors, the losses named in secret, and, with
`fog`, all but the top ship of an enemy stack outside the running combat.
"""

import numpy as np

from quincunx.engine.chance import bits, draw
from quincunx.engine.compiling import compiled
from quincunx.games.galaxy_of_d.combat import to_absorb
from quincunx.games.galaxy_of_d.fleets import basket_cost, class_of, class_of_kind, kind_of, sector_of, thing_at
from quincunx.games.galaxy_of_d.state import (
    ABSORB,
    CLASS_MASK,
    DEAD,
    FREIGHTER,
    FREIGHTER_KIND,
    KINDS,
    LADEN,
    MOVE_GO,
    MOVE_SELECT,
    NOWHERE,
    PIRATE_SIDE,
    PLANET,
    RPS,
    RPS_CHOICES,
    SEATS,
    SECRET,
    SECRET_BUY,
    SPACEPORT,
    UNSEEN,
)


@compiled
def is_top(state, seat, i):
    """Whether a ship lies on top of its stack."""
    if i + 1 == state.count[seat]:
        return True
    return sector_of(int(state.ship[seat, i])) != sector_of(int(state.ship[seat, i + 1]))


@compiled
def cover(board, state, seat):
    """GD-230: of a stack of the seat only the top ship and the height are seen. How many of the covered ships have
    moved is seen, too; they come in no other order."""
    for i in range(state.count[seat]):
        code = int(state.ship[seat, i])
        if not is_top(state, seat, i) and sector_of(code) != state.fight:
            state.ship[seat, i] = (code & ~CLASS_MASK) | UNSEEN
    for i in range(1, state.count[seat]):
        if class_of(int(state.ship[seat, i])) == UNSEEN:
            code = int(state.ship[seat, i])
            j = i
            while (
                j > 0 and sector_of(int(state.ship[seat, j - 1])) == sector_of(code) and state.ship[seat, j - 1] > code
            ):
                state.ship[seat, j] = state.ship[seat, j - 1]
                j -= 1
            state.ship[seat, j] = code


@compiled
def forget_losses(state, seat):
    """R-27: what the seat has named in secret."""
    for i in range(state.count[seat]):
        state.ship[seat, i] &= ~DEAD
    state.left[seat] = to_absorb(state, seat)


@compiled
def losses_are_secret(board, state):
    """R-27: until both players have named theirs."""
    return board.absorb_order == SECRET and state.phase == ABSORB and state.cursor < PIRATE_SIDE


@compiled
def hide(board, state, seat, out):
    """The state as a seat knows it; -1: a spectator."""
    out[0] = state
    known = out[0]
    known.chance = np.uint64(0)
    for other in range(SEATS):
        if other == seat:
            continue
        for kind in range(KINDS):
            known.basket[other, kind] = 0
        if other == 0:
            known.rps = 0
        if known.phase == MOVE_GO and known.turn == other:
            known.phase = MOVE_SELECT
            known.picked = NOWHERE
        if losses_are_secret(board, state):
            forget_losses(known, other)
        if board.fog:
            cover(board, known, other)


# ---------------------------------------------------------------- guessing


@compiled
def uncover(board, state, seat):
    """Each covered ship becomes one of the kinds that are in play and not seen, all orders equally likely. A Freighter
    is laden on a planet, empty at the Spaceport, and anything elsewhere (R-21)."""
    covered = 0
    for i in range(state.count[seat]):
        covered += class_of(int(state.ship[seat, i])) == UNSEEN
    for i in range(state.count[seat]):
        code = int(state.ship[seat, i])
        if class_of(code) != UNSEEN:
            continue
        number = draw(state, covered)
        kind = 0
        while number >= unseen_of_kind(state, seat, kind):
            number -= unseen_of_kind(state, seat, kind)
            kind += 1
        ship_class = class_of_kind(kind)
        if kind == FREIGHTER_KIND:
            here = thing_at(state, sector_of(code))
            loaded = here == PLANET or (here != SPACEPORT and draw(state, 2) == 1)
            ship_class = LADEN if loaded else FREIGHTER
        state.ship[seat, i] = (code & ~CLASS_MASK) | ship_class
        covered -= 1


@compiled
def unseen_of_kind(state, seat, kind):
    """How many ships of a kind are in play without being seen."""
    count = int(state.in_play[seat, kind])
    for i in range(state.count[seat]):
        ship_class = class_of(int(state.ship[seat, i]))
        count -= ship_class != UNSEEN and kind_of(ship_class) == kind
    return count


@compiled
def fill_basket(board, state, seat):
    """Some purchase that the seat could pay for: kinds are drawn until nothing fits or the seat has had enough."""
    while True:
        kind = draw(state, KINDS + 1)
        if kind == KINDS:
            return
        spent = basket_cost(board, state, seat)
        has_chit = state.in_play[seat, kind] + state.basket[seat, kind] < board.chits[kind]
        if has_chit and spent + board.cost[kind] <= state.money[seat]:
            state.basket[seat, kind] += 1


@compiled
def name_some_losses(board, state, seat):
    """R-27: losses that the seat may have named in secret: its ships in the combat in random order."""
    count = int(state.count[seat])
    ships = 0
    for i in range(count):
        ships += sector_of(int(state.ship[seat, i])) == state.fight
    while state.left[seat] > 0 and ships > 0:
        number = draw(state, ships)
        for i in range(count):
            code = int(state.ship[seat, i])
            if sector_of(code) == state.fight and not code & DEAD:
                if number == 0:
                    armor = int(board.armor[class_of(code)])
                    if state.left[seat] < armor:
                        state.left[seat] = 0
                    else:
                        state.left[seat] -= armor
                        state.ship[seat, i] |= DEAD
                        ships -= 1
                    break
                number -= 1


@compiled
def has_decided(board, state, seat):
    """Whether the seat has already taken its hidden decision, and the other has not yet: else there is nothing to
    guess, since what a seat is still choosing is chosen after the guess."""
    if state.phase == RPS:
        return seat == 0 and state.turn == 1
    if state.phase == SECRET_BUY:
        return seat == state.first and state.turn != state.first
    return losses_are_secret(board, state) and state.turn != seat and state.cursor == 1


@compiled
def guess(board, state, seat):
    """Replaces what a seat can't know by a random world; what chance will bring, nobody knows."""
    state.chance = bits(state)
    for other in range(SEATS):
        if other == seat:
            continue
        uncover(board, state, other)
        if has_decided(board, state, other):
            if state.phase == RPS:
                state.rps = draw(state, RPS_CHOICES) + 1
            elif state.phase == SECRET_BUY:
                fill_basket(board, state, other)
            else:
                name_some_losses(board, state, other)
