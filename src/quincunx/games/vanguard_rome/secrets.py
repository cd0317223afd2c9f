"""What a seat may know, and worlds that fit what it knows (rules document, section 6).

Hidden are: face-down rear units, hands, drawn cards before they are placed, decks, whole armies while they are laid
out, and what is declared before the attack is resolved.
"""

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.chance import bits, draw
from quincunx.engine.compiling import apart, compiled
from quincunx.games.vanguard_rome.army import cell_of, deck_of, kind_of, lift, pool_size, put, units_of
from quincunx.games.vanguard_rome.battle import attack_unasked, join_attack, last_living, next_catapult, next_living
from quincunx.games.vanguard_rome.lines import cell_in_shape, has_lean
from quincunx.games.vanguard_rome.state import (
    CHARIOT,
    COMMANDS,
    DECKS,
    DISCARDING,
    DIVIDE_RANDOM,
    ELEPHANT,
    FACE_UP,
    FACING,
    FOLLOWING,
    KEEPING,
    KIND_MASK,
    KINDS,
    LAYING,
    LEANING,
    MAIN,
    NO_COMMAND,
    NO_UNIT,
    NOBODY,
    NOWHERE,
    REAR,
    RETREAT,
    RETREATING,
    RIDDEN,
    TARGETING,
    UNSEEN,
)

# ---------------------------------------------------------------- hiding


@compiled
def unknown_deck(board, seat):
    """Where cards go that nobody can tell apart from a seat's deck. Nobody knows a random division: all that is unseen
    is one heap."""
    return 0 if board.decks == DIVIDE_RANDOM else deck_of(board, seat)


@compiled
def cover_unit(board, state, seat, code):
    """A unit that is not seen is, for the others, one of the unseen cards."""
    if kind_of(code) != UNSEEN:
        state.unit_deck[unknown_deck(board, seat), kind_of(code)] += 1


@compiled
def cover_army(board, state, seat):
    """VR-022, VR-155: of an army that is being laid out only the number of units is known."""
    count = units_of(state, seat) + np.int64(state.pool[seat, 0, UNSEEN])
    for row in range(np.int64(board.rows)):
        row_bits = np.int64(state.line[seat, row])
        while row_bits:
            code = lift(state, seat, cell_of(row, lowest(row_bits)))
            row_bits &= row_bits - 1
            cover_unit(board, state, seat, code)
            if code & RIDDEN:
                cover_unit(board, state, seat, CHARIOT)
    for ridden in range(2):
        for kind in range(1, KINDS):
            many = np.int64(state.pool[seat, ridden, kind])
            count += many
            state.unit_deck[unknown_deck(board, seat), kind] += many
            if ridden:
                state.unit_deck[unknown_deck(board, seat), CHARIOT] += many
            state.pool[seat, ridden, kind] = 0
    state.pool[seat, 0, UNSEEN] = count


@compiled
def cover_rear(board, state, seat):
    """VR-180, VR-181: face-down units are seen as backs, and whether a Chariot rides on them."""
    row_bits = np.int64(state.line[seat, REAR])
    while row_bits:
        column = lowest(row_bits)
        row_bits &= row_bits - 1
        code = np.int64(state.cells[seat, REAR, column])
        if not code & FACE_UP:
            cover_unit(board, state, seat, code)
            state.cells[seat, REAR, column] = (code & ~KIND_MASK & 255) | UNSEEN


@compiled
def cover_hand(board, state, seat):
    """A hand is known by its size."""
    for which in range(COMMANDS):
        state.command_deck[unknown_deck(board, seat), which] += state.hand[seat, which]
        state.hand[seat, which] = 0


@compiled
def cover_turn(board, state, seat):
    """Of the deciding seat's turn: cards that are drawn and not placed, a move that is half made, and everything that
    is declared before the attack is resolved. To the others the declaration is still the main phase: not even that a
    question came up may be seen."""
    for i in range(len(state.pending)):
        if state.pending[i] != NO_UNIT:
            cover_unit(board, state, seat, np.int64(state.pending[i]))
            state.pending[i] = UNSEEN
    state.asked = NOWHERE
    state.picked = NOWHERE
    state.picked_chariot = 0
    state.queued = 0
    for i in range(len(state.queue)):
        state.queue[i] = 0
    if state.order != NO_COMMAND:
        state.command_pile[deck_of(board, seat), state.order] -= 1
        state.command_deck[unknown_deck(board, seat), state.order] += 1
        state.held[seat] += 1
        state.command_used = 0
        state.order = NO_COMMAND
        state.order_owner = 0
        state.order_at = 0
        state.order_reach = 0
    if state.active != NOBODY:
        for other in range(np.int64(board.players)):
            for row in range(np.int64(board.rows)):
                state.attack[other, row] = 0
    if state.phase == TARGETING or (FACING <= state.phase <= FOLLOWING and state.active != NOBODY):
        state.phase = MAIN
    elif FACING <= state.phase <= FOLLOWING:
        state.phase = FACING
    elif state.phase == DISCARDING:
        state.phase = RETREATING


@apart
def hide(board, state, seat, out):
    """The state as a seat knows it; -1: a spectator."""
    out[0] = state
    known = out[0]
    known.chance = np.uint64(0)
    if board.decks == DIVIDE_RANDOM:
        merge_decks(known)
    for other in range(np.int64(board.players)):
        if other == seat:
            continue
        if state.phase <= LAYING:
            cover_army(board, known, other)
            if state.turn == other:
                known.laid = 0
                known.lean = 0
        else:
            cover_rear(board, known, other)
        cover_hand(board, known, other)
        if state.active == NOBODY:  # in a turn only Act's orders are noted there
            for row in range(np.int64(board.rows)):
                known.attack[other, row] = 0
        known.facing[other] = NOBODY
    if seat != state.turn and not state.over:
        cover_turn(board, known, np.int64(state.turn))
        if state.phase <= LAYING:
            known.phase = LAYING


@compiled
def merge_decks(state):
    """R-43: how the cards were divided nobody knows."""
    for kind in range(KINDS):
        state.unit_deck[0, kind] += state.unit_deck[1, kind]
        state.unit_deck[1, kind] = 0
    for which in range(COMMANDS):
        state.command_deck[0, which] += state.command_deck[1, which]
        state.command_deck[1, which] = 0


# ---------------------------------------------------------------- guessing


@compiled
def fits(board, kind, rider, hidden):
    """Whether a card can be the one in question: a carrier is unmounted (VR-119), a face-down unit no Elephant."""
    if rider:
        return not board.mounted[kind]
    return not (hidden and kind == ELEPHANT)


@apart
def draw_fitting(board, state, deck, rider, hidden):
    """A random unseen card that fits, or any if none does; NO_UNIT if there is no card at all."""
    for strict in range(1, -1, -1):
        total = 0
        for kind in range(1, KINDS):
            if not strict or fits(board, kind, rider, hidden):
                total += np.int64(state.unit_deck[deck, kind])
        if total > 0:
            number = draw(state, total)
            for kind in range(1, KINDS):
                if not strict or fits(board, kind, rider, hidden):
                    if number < state.unit_deck[deck, kind]:
                        state.unit_deck[deck, kind] -= 1
                        return kind
                    number -= np.int64(state.unit_deck[deck, kind])
    return NO_UNIT


@compiled
def guess_rear(board, state, seat, rider):
    """Every face-down unit, with a Chariot or without, becomes some unseen one."""
    row_bits = np.int64(state.line[seat, REAR])
    while row_bits:
        column = lowest(row_bits)
        row_bits &= row_bits - 1
        code = np.int64(state.cells[seat, REAR, column])
        if kind_of(code) == UNSEEN and np.int64(code & RIDDEN != 0) == rider:
            kind = draw_fitting(board, state, unknown_deck(board, seat), rider == 1, True)
            state.cells[seat, REAR, column] = (code & ~KIND_MASK & 255) | kind


@compiled
def unseen_in(state, deck):
    """How many unseen unit cards are taken for those of a deck."""
    total = 0
    for kind in range(KINDS):
        total += np.int64(state.unit_deck[deck, kind])
    return total


@compiled
def riders_in(board, state, deck):
    """How many Chariots ride in armies of which only the number of units is known: cards that are not in the deck and
    are no units."""
    riders = unseen_in(state, deck) - np.int64(state.units_left[deck])
    if board.decks == DIVIDE_RANDOM:
        riders -= np.int64(state.units_left[1])
    for seat in range(np.int64(board.players)):
        if unknown_deck(board, seat) == deck:
            riders -= np.int64(state.pool[seat, 0, UNSEEN])
    return min(riders, np.int64(state.unit_deck[deck, CHARIOT]))


@compiled
def riders_of(board, state, seat):
    """R-43: a player has half of all cards; what is in no deck, on no pile and no unit rides."""
    riders = -np.int64(state.units_left[seat]) - np.int64(state.pool[seat, 0, UNSEEN])
    half = 0
    for kind in range(KINDS):
        half += np.int64(board.unit_count[kind])
        riders -= np.int64(state.unit_pile[seat, kind])
    return riders + half // 2


@compiled
def guess_army(board, state, seat, laid, riders):
    """A random army of the known size: laid out in the shape of 2.6, or still in hand. Returns how many Chariots found
    no carrier."""
    deck = unknown_deck(board, seat)
    units = np.int64(state.pool[seat, 0, UNSEEN])
    state.pool[seat, 0, UNSEEN] = 0
    lean = draw(state, 2) if has_lean(board, units) else 0
    for number in range(units):
        carries = riders > 0
        kind = draw_fitting(board, state, deck, carries, False)
        carries = carries and not board.mounted[kind]
        riders -= np.int64(carries)
        if not laid:
            state.pool[seat, np.int64(carries), kind] += 1
        else:
            up = kind == ELEPHANT or not board.hidden_rear
            code = kind + (RIDDEN if carries else 0) + (FACE_UP if up else 0)
            put(state, seat, cell_in_shape(board, units, lean, number), code)
    return riders


@compiled
def guess_armies(board, state, seat):
    """Armies behind the veil. In the opening those who come later have not laid out anything yet."""
    for deck in range(DECKS):
        riders = riders_in(board, state, deck)
        state.unit_deck[deck, CHARIOT] -= riders
        for other in range(np.int64(board.players)):
            if other != seat and state.pool[other, 0, UNSEEN] > 0 and unknown_deck(board, other) == deck:
                laid = state.active != NOBODY or other < state.turn
                own = riders_of(board, state, other) if board.decks == DIVIDE_RANDOM else riders
                riders += guess_army(board, state, other, laid, own) - own
        state.unit_deck[deck, CHARIOT] += riders


@compiled
def guess_hand(board, state, seat):
    """So many unseen commands. Who can still retreat holds a Retreat."""
    deck = unknown_deck(board, seat)
    left = np.int64(state.held[seat])
    ending = state.phase == RETREATING and state.turn == seat
    if ending and left <= board.hand_limit and state.command_deck[deck, RETREAT] > 0:
        state.command_deck[deck, RETREAT] -= 1
        state.hand[seat, RETREAT] += 1
        left -= 1
    total = 0
    for which in range(COMMANDS):
        total += np.int64(state.command_deck[deck, which])
    for _ in range(min(left, total)):
        number = draw(state, total)
        which = 0
        while number >= state.command_deck[deck, which]:
            number -= np.int64(state.command_deck[deck, which])
            which += 1
        state.command_deck[deck, which] -= 1
        state.hand[seat, which] += 1
        total -= 1
    if ending and (state.command_used or state.hand[seat, RETREAT] == 0):
        state.phase = DISCARDING


@compiled
def guess_declarations(board, state, seat):
    """VR-025: what those have declared in the clash who were asked before."""
    for other in range(np.int64(board.players)):
        if other == seat or not state.alive[other] or other >= state.turn:
            continue
        state.facing[other] = next_living(board, state, other)
        if draw(state, 2):
            state.facing[other] = last_living(board, state, other)
        attack_unasked(board, state, other)
        cell = next_catapult(board, state, other, NOWHERE)
        while cell != NOWHERE:
            if draw(state, 2):
                join_attack(state, other, cell)
            cell = next_catapult(board, state, other, cell)


@compiled
def split_heap(board, state):
    """R-43: some division of the unseen cards into the two decks."""
    while unseen_in(state, 1) < state.units_left[1]:
        kind = draw_fitting(board, state, 0, False, False)
        if kind == NO_UNIT:
            break
        state.unit_deck[1, kind] += 1
    left = 0
    total = 0
    for which in range(COMMANDS):
        left += np.int64(state.command_deck[1, which])
        total += np.int64(state.command_deck[0, which])
    while left < state.commands_left[1] and total > 0:
        number = draw(state, total)
        which = 0
        while number >= state.command_deck[0, which]:
            number -= np.int64(state.command_deck[0, which])
            which += 1
        state.command_deck[0, which] -= 1
        state.command_deck[1, which] += 1
        left += 1
        total -= 1


@apart
def guess(board, state, seat):
    """Replaces what a seat can't know by a random world; what chance will bring, nobody knows."""
    state.chance = bits(state)
    if state.phase <= LAYING:
        guess_armies(board, state, seat)
        if state.turn != seat:
            if state.active != NOBODY:
                state.phase = KEEPING
            elif has_lean(board, pool_size(state, np.int64(state.turn))):
                state.phase = LEANING
    for rider in range(1, -1, -1):
        for other in range(np.int64(board.players)):
            if other != seat:
                guess_rear(board, state, other, rider)
    if state.turn != seat:
        for i in range(len(state.pending)):
            if state.pending[i] == UNSEEN:
                deck = unknown_deck(board, np.int64(state.turn))
                state.pending[i] = draw_fitting(board, state, deck, False, False)
    for i in range(np.int64(board.players)):  # the deciding seat first: it may have to hold a Retreat
        other = (np.int64(state.turn) + i) % np.int64(board.players)
        if other != seat:
            guess_hand(board, state, other)
    if FACING <= state.phase <= FOLLOWING and state.active == NOBODY:
        guess_declarations(board, state, seat)
    if board.decks == DIVIDE_RANDOM:
        split_heap(board, state)
