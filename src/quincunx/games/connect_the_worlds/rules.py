"""The course of a game: setup, turns and rounds, and what every move does.

Which moves are legal stands in `legality.py`, where pieces can go in `reach.py`, combat in `battle.py`.
"""

import numpy as np

from quincunx.engine.bits import count_bits
from quincunx.engine.chance import draw
from quincunx.engine.compiling import apart, compiled
from quincunx.engine.events import note
from quincunx.games.connect_the_worlds.battle import arrive, insert_portal
from quincunx.games.connect_the_worlds.cards import (
    back_to_supply,
    discard_hand,
    draw_hand,
    leave_hand,
    reshuffle,
    spend,
    take_from_supply,
    to_discard,
)
from quincunx.games.connect_the_worlds.pieces import (
    bases_of,
    code_of,
    find,
    kind_of,
    lift,
    owner_of,
    pieces_of,
    place_of,
    put,
    start_of,
    strength_of,
    unlock_all,
    worlds_of,
)
from quincunx.games.connect_the_worlds.reach import can_leave, find_reach, forget_reach, territory
from quincunx.games.connect_the_worlds.state import (
    ACTIONS,
    ASSAULT_TEAM,
    ASSIGNED,
    BUY,
    BUY_MOVE,
    BY_GOAL,
    CARDS,
    CONNECT_A,
    CONNECT_B,
    DEAD_DRAW,
    DEPLOY_MOVE,
    DEPLOY_TO,
    DRAW_ASK,
    DRAW_AUTO,
    EARLY_DRAW,
    END_MOVE,
    ENGINEERS,
    EV_BOUGHT,
    EV_CONNECTED,
    EV_DEPLOYED,
    EV_FIRST,
    EV_GATHERED,
    EV_MOVED,
    EV_ROUND,
    EV_SETTLED,
    EV_STANDING,
    EV_TIED,
    EV_TURN,
    EV_WON,
    HEX_MOVE,
    KINDS,
    LAST_SURVIVOR,
    LOCKED,
    LONG,
    MAIN,
    MEDIUM,
    MOVE_FROM,
    MOVE_PIECE,
    MOVE_TO,
    MOVE_WITH,
    NOBODY,
    NOW_MOVE,
    NOWHERE,
    OVER,
    PIECE_MOVE,
    PORTAL,
    ROUND_LIMIT,
    SCIENTISTS,
    SEATS,
    SETUP_HEX,
    SETUP_WORLD,
    SHORT,
    SPACE_HEXES,
    SPECIAL_MOVE,
    STANDARD_BASE,
    WORLD_HEXES,
    WORLD_MOVE,
    WORLDS,
)

WORLDS_TO_WIN = 3
"""CW-011"""
LAST_ROUND = 32_000
"""The count stops here, should anybody play on for so long."""

# ---------------------------------------------------------------- setup


@apart
def deal(board, state):
    """CW-030..CW-040"""
    players = np.int64(board.players)
    state.first = draw(state, players) if board.first_player == NOBODY else np.int64(board.first_player)
    forget_picks(state)
    for world in range(WORLDS):
        state.settler[world] = NOBODY
    for card in range(CARDS):
        state.supply[card] = board.supply[card]
    for seat in range(players):
        state.alive |= 1 << seat
        state.pool[seat] = board.start_resources
        for card in range(CARDS):
            state.deck[seat, card] = board.start_deck[card]
            state.deck_left[seat] += board.start_deck[card]
    settle_next(board, state, None)


@compiled
def forget_picks(state):
    """No decision is half made."""
    state.card = NOWHERE
    state.picked = NOWHERE
    state.kind = NOWHERE


@compiled
def hex_at(board, world, q, r):
    """The hex of a world with these coordinates; NOWHERE if there is none."""
    for number in range(WORLD_HEXES):
        if board.q[SPACE_HEXES + number] == q and board.r[SPACE_HEXES + number] == r:
            return start_of(world + 1) + number
    return NOWHERE


@apart
def settle_next(board, state, events):
    """CW-035: the next seat without a base chooses a world and a hex, as far as the options leave a choice; after the
    last one the first round begins."""
    players = np.int64(board.players)
    while state.placed < players:
        state.turn = (np.int64(state.first) + np.int64(state.placed)) % players
        if state.kind == NOWHERE:
            if board.start_world != ASSIGNED:
                state.phase = SETUP_WORLD
                return
            state.kind = state.placed
        centre = hex_at(board, np.int64(state.kind), 0, 0)
        if not board.start_centre or owner_of(board, state, centre) != NOBODY:
            state.phase = SETUP_HEX
            return
        settle_on(board, state, centre, events)
    forget_picks(state)
    note(events, EV_FIRST, state.first, 0, 0, 0, 0)
    begin_round(board, state, events)
    state.turn = state.first
    begin_turn(board, state, events)


@compiled
def settle_on(board, state, place, events):
    """CW-035, CWR-07, CWR-08: a Standard Base, and what the table gives besides."""
    seat = np.int64(state.turn)
    world = np.int64(state.kind)
    put(state, seat, place, STANDARD_BASE, 0)
    if board.start_units == 2:
        put(state, seat, place, ASSAULT_TEAM, 0)
        put(state, seat, place, ASSAULT_TEAM, 0)
    elif board.start_units == 3:
        guard(board, state, seat, world, place, -1, 1)
        guard(board, state, seat, world, place, 1, 0)
        guard(board, state, seat, world, place, 0, -1)
    if state.settler[world] == NOBODY:
        state.settler[world] = seat
    state.placed += 1
    state.kind = NOWHERE
    note(events, EV_SETTLED, seat, world, place, 0, 0)


@compiled
def guard(board, state, seat, world, place, dq, dr):
    """CWR-08: an Assault Team beside the base, or on it where nobody can stand beside."""
    number = SPACE_HEXES + place - start_of(world + 1)
    beside = hex_at(board, world, np.int64(board.q[number]) + dq, np.int64(board.r[number]) + dr)
    if beside == NOWHERE or owner_of(board, state, beside) not in (NOBODY, seat):
        beside = place
    put(state, seat, beside, ASSAULT_TEAM, 0)


# ---------------------------------------------------------------- turns and rounds


@compiled
def begin_round(board, state, events):
    """CW-020"""
    state.round_no = min(np.int64(state.round_no) + 1, LAST_ROUND)
    state.began = state.alive
    note(events, EV_ROUND, state.round_no, 0, 0, 0, 0)


@compiled
def begin_turn(board, state, events):
    """CW-060"""
    seat = np.int64(state.turn)
    note(events, EV_TURN, state.round_no, seat, 0, 0, 0)
    draw_hand(board, state, seat, events)
    state.phase = MAIN


@compiled
def is_alive(state, seat):
    """CW-243"""
    return (np.int64(state.alive) >> seat) & 1 != 0


@compiled
def anybody_has_cards(board, state):
    """Nobody is skipped for ever."""
    for seat in range(np.int64(board.players)):
        if state.hand_left[seat] + state.deck_left[seat] + state.discard_left[seat] > 0:
            return True
    return False


@apart
def next_turn(board, state, events):
    """CW-040, CW-050, CW-051, CW-067: the next living seat clockwise that has a card; when Player 1's turn comes round,
    the round ends."""
    seat = np.int64(state.turn)
    while True:
        seat = (seat + 1) % np.int64(board.players)
        if seat == state.first:
            end_round(board, state, events)
            if state.over:
                return
            begin_round(board, state, events)
        if is_alive(state, seat):
            state.turn = seat
            begin_turn(board, state, events)
            if state.hand_left[seat] > 0 or not anybody_has_cards(board, state):
                return


@apart
def end_turn(board, state, events):
    """CW-063..CW-065"""
    seat = np.int64(state.turn)
    discard_hand(state, seat, events)
    unlock_all(state)
    if state.deck_left[seat] == 0 and state.discard_left[seat] > 0:
        reshuffle(state, seat, events)
    if board.early_draw == DRAW_ASK:
        state.phase = EARLY_DRAW
        return
    if board.early_draw == DRAW_AUTO:
        draw_hand(board, state, seat, events)
    next_turn(board, state, events)


@compiled
def finish_card(board, state, events):
    """A card has been played: the turn goes on, or ends with the last card (CW-067) or the last piece (CW-243)."""
    seat = np.int64(state.turn)
    forget_picks(state)
    state.phase = MAIN
    if not is_alive(state, seat):
        unlock_all(state)
        next_turn(board, state, events)
    elif state.hand_left[seat] == 0:
        end_turn(board, state, events)


# ---------------------------------------------------------------- the end of a round


@compiled
def win(state, winners, ending, events):
    """The game is over."""
    state.winners = winners
    state.ending = ending
    state.over = 1
    state.phase = OVER
    state.turn = lowest_seat(winners)
    note(events, EV_WON, winners, ending, 0, 0, 0)


@compiled
def lowest_seat(seats):
    """The first seat of a mask."""
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


@apart
def end_round(board, state, events):
    """5.2: the checks, in their order."""
    with_pieces = 0
    with_bases = 0
    for seat in range(np.int64(board.players)):
        with_pieces |= np.int64(pieces_of(state, seat) > 0) << seat
        with_bases |= np.int64(bases_of(state, seat) > 0) << seat
        if events is not None and is_alive(state, seat):
            worlds, bases = worlds_of(board, state, seat), bases_of(state, seat)
            strength = strength_of(board, state, seat)
            note(events, EV_STANDING, seat, territory(board, state, seat), worlds, bases, strength)
    if with_pieces == 0:
        win(state, np.int64(state.began), DEAD_DRAW, events)
    elif count_bits(with_pieces) == 1:
        win(state, with_pieces, BY_GOAL if board.goal == LONG else LAST_SURVIVOR, events)
    elif board.goal != LONG and with_bases == 0:
        win(state, with_pieces, DEAD_DRAW, events)
    elif board.goal == MEDIUM and count_bits(with_bases) == 1:
        win(state, with_bases, BY_GOAL, events)
    else:
        masters = find_masters(board, state) if board.goal == SHORT else 0
        if count_bits(masters) == 1:
            win(state, masters, BY_GOAL, events)
            return
        if state.round_no == board.round_limit:
            win(state, leaders(board, state), ROUND_LIMIT, events)
        elif masters:
            note(events, EV_TIED, masters, 0, 0, 0, 0)


@compiled
def find_masters(board, state):
    """CW-240, CWR-47: who has bases on three worlds and the largest territory."""
    most = 0
    holders = 0
    ready = 0
    for seat in range(np.int64(board.players)):
        size = territory(board, state, seat)
        if size > most:
            most = size
            holders = 0
        if size == most:
            holders |= 1 << seat
        ready |= np.int64(worlds_of(board, state, seat) >= WORLDS_TO_WIN) << seat
    if board.strictly_most and count_bits(holders) > 1:
        return 0
    return holders & ready


@compiled
def rank(board, state, seat):
    """CWR-54: territory, worlds or bases, strength and resources in the order of the goal, as one number."""
    size, strength = territory(board, state, seat), strength_of(board, state, seat)
    bases = bases_of(state, seat)
    one, two, three = size, worlds_of(board, state, seat), strength
    if board.goal == MEDIUM:
        one, two, three = bases, size, strength
    elif board.goal == LONG:
        one, two, three = strength, bases, size
    return (((one << 10) | two) << 42) | (three << 31) | np.int64(state.pool[seat])


@compiled
def leaders(board, state):
    """CW-246: who is first among those not eliminated; what is equal in everything is shared."""
    best = np.int64(-1)
    found = 0
    for seat in range(np.int64(board.players)):
        if is_alive(state, seat):
            value = rank(board, state, seat)
            if value > best:
                best = value
                found = 0
            if value == best:
                found |= 1 << seat
    return found


# ---------------------------------------------------------------- moves


@compiled
def pick_piece(board, state, kind):
    """The piece that moves is known: where can it go?"""
    state.kind = kind
    state.phase = MOVE_TO
    seat, place = np.int64(state.turn), np.int64(state.picked)
    find_reach(board, state, seat, place, kind, np.int64(board.move[state.card]))


@compiled
def pick_from(board, state, place):
    """CW-102: a hex; if only one kind of piece can be moved from there, it is that."""
    state.picked = place
    found = NOWHERE
    for i in range(find(state, code_of(place, 0, 0)), np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if place_of(code) != place:
            break
        kind = kind_of(code)
        if not code & LOCKED and kind != found and can_leave(board, state, np.int64(state.turn), place, kind):
            if found != NOWHERE:
                state.phase = MOVE_PIECE
                return
            found = kind
    pick_piece(board, state, found)


@compiled
def move_piece_to(board, state, place, events):
    """CW-120..CW-129, CW-150"""
    seat, card = np.int64(state.turn), np.int64(state.card)
    origin, kind = np.int64(state.picked), np.int64(state.kind)
    spend(state, seat, card)
    forget_reach(board, state)
    lift(state, seat, origin, kind, 0)
    note(events, EV_MOVED, seat * KINDS + kind, card, origin, place, 0)
    arrive(board, state, seat, place, kind, np.int64(board.move_once), origin, events)
    finish_card(board, state, events)


@compiled
def deploy_on(board, state, place, events):
    """CW-112, CW-210..CW-214"""
    seat, card = np.int64(state.turn), np.int64(state.card)
    leave_hand(state, seat, card)
    back_to_supply(state, card)
    note(events, EV_DEPLOYED, seat * KINDS + card - ACTIONS, place, 0, 0, 0)
    arrive(board, state, seat, place, card - ACTIONS, 0, NOWHERE, events)
    finish_card(board, state, events)


@compiled
def connect_with(board, state, place, events):
    """CW-206"""
    seat = np.int64(state.turn)
    spend(state, seat, PORTAL)
    insert_portal(state, np.int64(state.picked), place)
    note(events, EV_CONNECTED, seat, state.picked, place, 0, 0)
    finish_card(board, state, events)


@compiled
def gather(board, state, card, events):
    """CW-201"""
    seat = np.int64(state.turn)
    spend(state, seat, card)
    state.pool[seat] += board.gather[card]
    note(events, EV_GATHERED, seat, card, board.gather[card], 0, 0)
    finish_card(board, state, events)


@compiled
def buy_card(board, state, card, events):
    """CW-202..CW-205, CWR-12"""
    seat = np.int64(state.turn)
    spend(state, seat, np.int64(state.card))
    state.pool[seat] -= board.cost[card]
    take_from_supply(state, card)
    if board.bought_to_deck:
        state.deck[seat, card] += 1
        state.deck_left[seat] += 1
    else:
        to_discard(state, seat, card, 1)
    note(events, EV_BOUGHT, seat, card, board.cost[card], 0, state.card)
    finish_card(board, state, events)


@compiled
def play_special(board, state, card, events):
    """CW-101: gathering is done at once, the others go on with a question."""
    if card in (SCIENTISTS, ENGINEERS):
        state.card = card
        state.phase = BUY
    elif card == PORTAL:
        state.card = card
        state.phase = CONNECT_A
    else:
        gather(board, state, card, events)


@compiled
def play_hex(board, state, place, events):
    """A hex is named."""
    phase = np.int64(state.phase)
    if phase == MOVE_TO:
        move_piece_to(board, state, place, events)
    elif phase == MOVE_FROM:
        pick_from(board, state, place)
    elif phase == DEPLOY_TO:
        deploy_on(board, state, place, events)
    elif phase == CONNECT_A:
        state.picked = place
        state.phase = CONNECT_B
    elif phase == CONNECT_B:
        connect_with(board, state, place, events)
    else:
        settle_on(board, state, place, events)
        settle_next(board, state, events)


@apart
def play(board, state, move, events):
    """Carries out a legal move and all that follows from it without a decision."""
    move = np.int64(move)
    if move >= HEX_MOVE:
        play_hex(board, state, move - HEX_MOVE, events)
    elif move >= WORLD_MOVE:
        state.kind = move - WORLD_MOVE
        settle_next(board, state, events)
    elif move >= PIECE_MOVE:
        pick_piece(board, state, move - PIECE_MOVE)
    elif move >= BUY_MOVE:
        buy_card(board, state, move - BUY_MOVE, events)
    elif move >= DEPLOY_MOVE:
        state.card = ACTIONS + move - DEPLOY_MOVE
        state.phase = DEPLOY_TO
    elif move >= SPECIAL_MOVE:
        play_special(board, state, move - SPECIAL_MOVE, events)
    elif move >= MOVE_WITH:
        state.card = move - MOVE_WITH
        state.phase = MOVE_FROM
    elif move == END_MOVE:
        end_turn(board, state, events)
    else:
        if move == NOW_MOVE:
            draw_hand(board, state, np.int64(state.turn), events)
        next_turn(board, state, events)


@compiled
def outcome(board, state, out):
    """5.2: the winners share what the others lose; everybody's share of a draw is nothing."""
    winners = count_bits(np.int64(state.winners))
    others = np.int64(board.players) - 1
    for seat in range(SEATS):
        if seat > others:
            out[seat] = 0.0
        elif (np.int64(state.winners) >> seat) & 1:
            out[seat] = (others + 1 - winners) / (winners * others)
        else:
            out[seat] = -1.0 / others


@compiled
def lane(state, move):
    """What is listed depends on the phase; in the main phase what is played depends on the kind of move."""
    phase = np.int64(state.phase)
    if phase != MAIN or move < 0:
        return phase
    if move == END_MOVE:
        return OVER + 1
    if move < SPECIAL_MOVE:
        return OVER + 2
    return OVER + 3 if move < DEPLOY_MOVE else OVER + 4
