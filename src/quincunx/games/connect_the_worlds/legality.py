"""Which moves are legal, and which rule forbids the others."""

import numpy as np

from quincunx.engine.bits import lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.connect_the_worlds.battle import are_connected, has_marker, portals_of
from quincunx.games.connect_the_worlds.pieces import (
    bases_of,
    bit_of,
    code_of,
    distance,
    find,
    has_piece,
    is_in,
    kind_of,
    map_of,
    owner_of,
    place_of,
    start_of,
)
from quincunx.games.connect_the_worlds.reach import (
    can_leave,
    claimed,
    enemies,
    finds_way_out,
    has_deployment,
    has_room,
    is_hindered,
    is_own_base,
    is_territory,
    open_for,
    own_bases,
    truce_holds,
)
from quincunx.games.connect_the_worlds.state import (
    ACTIONS,
    BASE_IN_THE_WAY,
    BASE_ON_BASE,
    BASES,
    BLOCKED,
    BUY,
    BUY_MOVE,
    CANNOT_MOVE_WITH_IT,
    CARDS,
    CHOOSE_A_WORLD,
    CONNECT_A,
    CONNECT_B,
    CONNECTED,
    DEPLOY_MOVE,
    DEPLOY_TO,
    DRAW_FIRST,
    EARLY_DRAW,
    END_MOVE,
    ENEMY_THERE,
    ENGINEERS,
    FINISH_THE_DEPLOYMENT,
    FINISH_THE_MOVE,
    FINISH_THE_PORTAL,
    FINISH_THE_PURCHASE,
    FREE,
    GAME_OVER,
    HEX_MOVE,
    HEX_TAKEN,
    KINDS,
    LATER_MOVE,
    LEGAL,
    LOCKED,
    MAIN,
    MOST_PIECES,
    MOST_PORTALS,
    MOVE_COUNT,
    MOVE_FROM,
    MOVE_PIECE,
    MOVE_TO,
    MOVE_WITH,
    NO_EARLY_DRAW,
    NO_MARKER,
    NO_SUCH_HEX,
    NO_TWO_BASES,
    NO_WAY_OUT,
    NOBODY,
    NOT_IN_HAND,
    NOT_THAT_WORLD,
    NOT_YOUR_BASE,
    NOT_YOUR_PIECE,
    NOT_YOUR_TERRITORY,
    NOTHING_TO_MOVE,
    NOW_MOVE,
    NOWHERE,
    ONLY_ACTION_CARDS,
    ONLY_UNIT_CARDS,
    PIECE_IS_LOCKED,
    PIECE_MOVE,
    PLAY_A_CARD,
    PORTAL,
    PORTALS_EACH,
    SAME_HEX,
    SCIENTISTS,
    SETTLE_FIRST,
    SETTLED,
    SETUP_HEX,
    SETUP_WORLD,
    SOLD_OUT,
    SPECIAL_MOVE,
    TOO_DEAR,
    TOO_FAR,
    TOO_MANY_PORTALS,
    TRUCE,
    WORD_BITS,
    WORDS,
    WORLD_MOVE,
    WORLD_TAKEN,
)

# ---------------------------------------------------------------- setup


@compiled
def free_on(board, state, world, word):
    """The hexes of a world, in one of two words, on which nobody stands."""
    hexes = np.int64(board.all_hexes[1, word])
    for seat in range(np.int64(board.players)):
        hexes &= ~np.int64(state.held[seat, world + 1, word])
    return hexes


@compiled
def choose_world(board, state, world):
    """CW-035, CWR-05"""
    if world >= board.homes:
        return WORLD_TAKEN
    if board.start_world == FREE:
        return LEGAL if free_on(board, state, world, 0) | free_on(board, state, world, 1) else WORLD_TAKEN
    return LEGAL if state.settler[world] == NOBODY else WORLD_TAKEN


@compiled
def choose_hex(board, state, place):
    """CW-035, CWR-06"""
    if map_of(place) != state.kind + 1:
        return NOT_THAT_WORLD
    return LEGAL if owner_of(board, state, place) == NOBODY else HEX_TAKEN


# ---------------------------------------------------------------- movement


@compiled
def is_selectable(board, state, seat, i):
    """5.3: whether a piece of the list is the seat's, not locked, and has a destination."""
    code = np.int64(state.piece[i])
    place = place_of(code)
    return not code & LOCKED and is_in(state.held[seat], place) and can_leave(board, state, seat, place, kind_of(code))


@apart
def has_selectable(board, state, seat):
    """Whether anything can be moved."""
    for i in range(np.int64(state.pieces)):  # noqa: SIM110 (compiled)
        if is_selectable(board, state, seat, i):
            return True
    return False


@compiled
def move_with(board, state, seat, card):
    """CW-100, CW-120"""
    if state.hand[seat, card] == 0:
        return NOT_IN_HAND
    if board.move[card] == 0:
        return CANNOT_MOVE_WITH_IT
    return LEGAL if has_selectable(board, state, seat) else NOTHING_TO_MOVE


@compiled
def move_from(board, state, seat, place):
    """CW-127, CW-132: a hex with a piece that can be moved."""
    if not is_in(state.held[seat], place):
        return NOT_YOUR_PIECE
    why = PIECE_IS_LOCKED
    for i in range(find(state, code_of(place, 0, 0)), np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if place_of(code) != place:
            break
        if not code & LOCKED:
            if can_leave(board, state, seat, place, kind_of(code)):
                return LEGAL
            why = TRUCE if kind_of(code) >= BASES else NO_WAY_OUT
    return why


@compiled
def move_piece(board, state, seat, kind):
    """The kinds that can be moved from the hex."""
    place = np.int64(state.picked)
    if not has_piece(state, place, kind, 0):
        return PIECE_IS_LOCKED if has_piece(state, place, kind, 1) else NOT_YOUR_PIECE
    if can_leave(board, state, seat, place, kind):
        return LEGAL
    return TRUCE if kind >= BASES else NO_WAY_OUT


@compiled
def is_enemy_between(board, state, seat, place):
    """CW-125: whether anybody else stands on some way that is short enough."""
    steps = np.int64(board.move[state.card])
    for i in range(np.int64(state.pieces)):
        there = place_of(np.int64(state.piece[i]))
        if not is_in(state.held[seat], there):
            way = distance(board, np.int64(state.picked), there) + distance(board, there, place)
            if way <= steps:
                return True
    return False


@compiled
def move_to(board, state, seat, place):
    """CW-121..CW-125, CW-130, CW-132, CW-247"""
    if is_in(state.reach, place):
        return LEGAL
    if place == state.picked:
        return SAME_HEX
    if state.kind < BASES and is_in(state.based, place):
        return BASE_IN_THE_WAY
    owner = owner_of(board, state, place)
    if owner not in (NOBODY, seat) and truce_holds(board, state):
        return TRUCE
    if distance(board, np.int64(state.picked), place) > board.move[state.card]:
        return TOO_FAR
    return BLOCKED if state.kind >= BASES or is_enemy_between(board, state, seat, place) else BASE_IN_THE_WAY


# ---------------------------------------------------------------- special actions


@compiled
def buy(board, state, seat, card):
    """CW-202..CW-204, CWR-13: with the card that is being played."""
    if state.card == SCIENTISTS and card >= ACTIONS:
        return ONLY_ACTION_CARDS
    if state.card == ENGINEERS and card < ACTIONS:
        return ONLY_UNIT_CARDS
    if state.supply[card] == 0:
        return SOLD_OUT
    return LEGAL if state.pool[seat] >= board.cost[card] else TOO_DEAR


@compiled
def can_shop(board, state, seat, first, last):
    """Whether any card from the first to before the last can be bought."""
    found = 0
    for card in range(first, last):
        found |= np.int64(state.supply[card] != 0) & np.int64(state.pool[seat] >= board.cost[card])
    return found


@compiled
def shop(board, state, seat, first, last):
    """CW-204, CWR-13: why no card from the first to before the last can be bought."""
    if can_shop(board, state, seat, first, last):
        return LEGAL
    for card in range(first, last):
        if state.supply[card] != 0:
            return TOO_DEAR
    return SOLD_OUT


@compiled
def connect_from(board, state, seat, place):
    """CW-206: an own base with a possible partner."""
    if not is_own_base(state, seat, place):
        return NOT_YOUR_BASE
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            bits = own_bases(state, seat, chart, word)
            while bits:
                other = start_of(chart) + WORD_BITS * word + lowest(bits)
                bits &= bits - 1
                if other != place and not are_connected(state, place, other):
                    return LEGAL
    return CONNECTED


@compiled
def connect_to(state, seat, place):
    """CW-206: another own base, not yet connected."""
    if place == state.picked:
        return NO_TWO_BASES
    if not is_own_base(state, seat, place):
        return NOT_YOUR_BASE
    return CONNECTED if are_connected(state, np.int64(state.picked), place) else LEGAL


@apart
def connect(board, state, seat):
    """CW-206, CWR-27: whether any two bases can be connected."""
    bases = bases_of(state, seat)
    if bases < 2:
        return NO_TWO_BASES
    portals = np.int64(state.portals)
    if portals == MOST_PORTALS or (portals >= PORTALS_EACH and portals_of(board, state, seat) >= PORTALS_EACH):
        return TOO_MANY_PORTALS
    if bases * (bases - 1) // 2 > portals:  # more pairs of bases than portals: not all can be connected
        return LEGAL
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            bits = own_bases(state, seat, chart, word)
            while bits:
                place = start_of(chart) + WORD_BITS * word + lowest(bits)
                bits &= bits - 1
                if connect_from(board, state, seat, place) == LEGAL:
                    return LEGAL
    return CONNECTED


@compiled
def special(board, state, seat, card):
    """CW-101, CW-201..CW-206"""
    if state.hand[seat, card] == 0:
        return NOT_IN_HAND
    if card == SCIENTISTS:
        return shop(board, state, seat, 0, ACTIONS)
    if card == ENGINEERS:
        return shop(board, state, seat, ACTIONS, CARDS)
    return connect(board, state, seat) if card == PORTAL else LEGAL


@apart
def deploy(board, state, seat, kind):
    """CW-210..CW-212, CWR-40, CW-247, CWR-57"""
    if state.hand[seat, ACTIONS + kind] == 0:
        return NOT_IN_HAND
    if not has_marker(board, state, seat, kind) or state.pieces == MOST_PIECES:
        return NO_MARKER
    if has_deployment(board, state, seat, kind):
        return LEGAL
    if not has_deployment(board, state, seat, KINDS - 1):
        return NOT_YOUR_TERRITORY
    if not has_room(board, state, seat):
        return BASE_ON_BASE
    return ENEMY_THERE if board.deploy_in_peace else TRUCE


@compiled
def deploy_to(board, state, seat, place):
    """CW-210, CW-211, CW-213, CW-236, CWR-40, CW-247"""
    kind = np.int64(state.card) - ACTIONS
    if not is_territory(board, state, seat, place):
        return NOT_YOUR_TERRITORY
    if kind < BASES and is_in(state.based, place):
        return BASE_ON_BASE
    chart, word, bit = bit_of(place)
    if (enemies(board, state, seat, chart, word) >> bit) & 1 == 0:
        return LEGAL
    if board.deploy_in_peace:
        return ENEMY_THERE
    return TRUCE if truce_holds(board, state) else LEGAL


# ---------------------------------------------------------------- all moves


@compiled
def in_phase(phase):
    """Why a move is not made in this phase."""
    if phase == SETUP_WORLD:
        return CHOOSE_A_WORLD
    if phase == SETUP_HEX:
        return SETTLE_FIRST
    if phase in (MOVE_FROM, MOVE_PIECE, MOVE_TO):
        return FINISH_THE_MOVE
    if phase == BUY:
        return FINISH_THE_PURCHASE
    if phase in (CONNECT_A, CONNECT_B):
        return FINISH_THE_PORTAL
    if phase == DEPLOY_TO:
        return FINISH_THE_DEPLOYMENT
    return DRAW_FIRST if phase == EARLY_DRAW else PLAY_A_CARD


@compiled
def refusal_of_hex(board, state, seat, place):
    """Moves that name a hex."""
    phase = np.int64(state.phase)
    if map_of(place) > board.worlds:
        return NO_SUCH_HEX
    if phase == SETUP_HEX:
        return choose_hex(board, state, place)
    if phase == MOVE_FROM:
        return move_from(board, state, seat, place)
    if phase == MOVE_TO:
        return move_to(board, state, seat, place)
    if phase == CONNECT_A:
        return connect_from(board, state, seat, place)
    if phase == CONNECT_B:
        return connect_to(state, seat, place)
    return deploy_to(board, state, seat, place) if phase == DEPLOY_TO else in_phase(phase)


@apart
def refusal(board, state, move):
    """0 if the move is legal, else the reason against it."""
    move = np.int64(move)
    if state.over:
        return GAME_OVER
    phase = np.int64(state.phase)
    seat = np.int64(state.turn)
    later = in_phase(phase)
    if move < 0 or move >= MOVE_COUNT:
        return later
    if move >= HEX_MOVE:
        return refusal_of_hex(board, state, seat, move - HEX_MOVE)
    if move >= WORLD_MOVE:
        if phase == SETUP_WORLD:
            return choose_world(board, state, move - WORLD_MOVE)
        return SETTLED if phase == MAIN else later
    if move >= PIECE_MOVE:
        return move_piece(board, state, seat, move - PIECE_MOVE) if phase == MOVE_PIECE else later
    if move >= BUY_MOVE:
        return buy(board, state, seat, move - BUY_MOVE) if phase == BUY else later
    if NOW_MOVE <= move <= LATER_MOVE:
        if phase == EARLY_DRAW:
            return LEGAL
        return NO_EARLY_DRAW if phase == MAIN else later
    if phase != MAIN:
        return later
    if move == END_MOVE:
        return LEGAL
    if move >= DEPLOY_MOVE:
        return deploy(board, state, seat, move - DEPLOY_MOVE)
    if move >= SPECIAL_MOVE:
        return special(board, state, seat, move - SPECIAL_MOVE)
    return move_with(board, state, seat, move - MOVE_WITH)


# ---------------------------------------------------------------- lists


@compiled
def list_hexes(chart, word, bits, out, count):
    """A move for each hex of a set."""
    first = HEX_MOVE + start_of(chart) + WORD_BITS * word
    while bits:
        out[np.uint64(count)] = first + lowest(bits)  # unsigned: nobody asks whether it counts from the end
        count += 1
        bits &= bits - 1
    return count


@compiled
def cards_in_hand(state, seat):
    """The kinds of cards in a hand, as bits."""
    cards = 0
    for card in range(CARDS):
        cards |= np.int64(state.hand[seat, card] > 0) << card
    return cards


@compiled
def list_main(board, state, seat, out):
    """END_TURN, and the uses of every card in hand. Each is written and stays if it is legal: no hand can be foreseen,
    and a branch that is guessed wrong costs more than a move that is written in vain."""
    out[0] = END_MOVE
    count = 1
    hand = cards_in_hand(state, seat)
    actions = hand & ((1 << ACTIONS) - 1)
    movable = np.int64(actions != 0 and has_selectable(board, state, seat))
    for card in range(ACTIONS):
        out[count] = MOVE_WITH + card
        count += (actions >> card) & movable & np.int64(board.move[card] > 0)
    legal = actions & ~((1 << SCIENTISTS) | (1 << ENGINEERS) | (1 << PORTAL))
    legal |= actions & (can_shop(board, state, seat, 0, ACTIONS) << SCIENTISTS)
    legal |= actions & (can_shop(board, state, seat, ACTIONS, CARDS) << ENGINEERS)
    if (actions >> PORTAL) & 1:
        legal |= np.int64(connect(board, state, seat) == LEGAL) << PORTAL
    for card in range(ACTIONS):
        out[count] = SPECIAL_MOVE + card
        count += (legal >> card) & 1
    units = hand >> ACTIONS
    while units:
        kind = lowest(units)
        units &= units - 1
        out[count] = DEPLOY_MOVE + kind
        count += np.int64(deploy(board, state, seat, kind) == LEGAL)
    return count


@compiled
def list_from(board, state, seat, out):
    """The hexes with a piece that can be moved. Every piece's hex is written, and stays if it is one of these."""
    count = 0
    last = NOWHERE
    for i in range(np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        place, kind = place_of(code), kind_of(code)
        movable = np.int64(place != last) & np.int64(is_in(state.held[seat], place)) & ~code & LOCKED
        if movable and is_hindered(board, state, kind):
            movable = np.int64(finds_way_out(board, state, seat, place, kind))
        out[np.uint64(count)] = HEX_MOVE + place
        count += movable
        last = place if movable else last
    return count


@compiled
def list_kinds(board, state, seat, out):
    """The kinds that can be moved from the hex."""
    count = 0
    for kind in range(KINDS):
        if move_piece(board, state, seat, kind) == LEGAL:
            out[count] = PIECE_MOVE + kind
            count += 1
    return count


@compiled
def list_reach(board, state, out):
    """All destinations."""
    count = 0
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            count = list_hexes(chart, word, np.int64(state.reach[chart, word]), out, count)
    return count


@compiled
def list_shop(board, state, seat, out):
    """What can be bought."""
    count = 0
    first, last = (0, ACTIONS) if state.card == SCIENTISTS else (ACTIONS, CARDS)
    for card in range(first, last):
        if state.supply[card] != 0 and state.pool[seat] >= board.cost[card]:
            out[count] = BUY_MOVE + card
            count += 1
    return count


@compiled
def list_bases(board, state, seat, out):
    """The bases that can be an end of a new portal."""
    count = 0
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            bits = own_bases(state, seat, chart, word)
            while bits:
                place = start_of(chart) + WORD_BITS * word + lowest(bits)
                bits &= bits - 1
                if state.phase == CONNECT_A:
                    fits = connect_from(board, state, seat, place) == LEGAL
                else:
                    fits = connect_to(state, seat, place) == LEGAL
                if fits:
                    out[count] = HEX_MOVE + place
                    count += 1
    return count


@compiled
def list_deployments(board, state, seat, out):
    """The hexes for the piece of the card."""
    kind = np.int64(state.card) - ACTIONS
    count = 0
    for chart in range(1 + np.int64(board.worlds)):
        one, two = claimed(board, state, seat, chart)
        one = open_for(board, state, seat, chart, 0, one, kind)
        two = open_for(board, state, seat, chart, 1, two, kind)
        count = list_hexes(chart, 0, one, out, count)
        count = list_hexes(chart, 1, two, out, count)
    return count


@compiled
def list_setup(board, state, out):
    """Worlds, or the hexes of one."""
    count = 0
    if state.phase == SETUP_WORLD:
        for world in range(np.int64(board.homes)):
            if choose_world(board, state, world) == LEGAL:
                out[count] = WORLD_MOVE + world
                count += 1
        return count
    world = np.int64(state.kind)
    for word in range(WORDS):
        count = list_hexes(world + 1, word, free_on(board, state, world, word), out, count)
    return count


@apart
def moves(board, state, out):
    """Writes the legal moves, ascending, and returns how many there are."""
    phase = np.int64(state.phase)
    seat = np.int64(state.turn)
    if state.over:
        return 0
    if phase == MAIN:
        return list_main(board, state, seat, out)
    if phase == MOVE_TO:
        return list_reach(board, state, out)
    if phase == MOVE_FROM:
        return list_from(board, state, seat, out)
    if phase == MOVE_PIECE:
        return list_kinds(board, state, seat, out)
    if phase == BUY:
        return list_shop(board, state, seat, out)
    if phase == DEPLOY_TO:
        return list_deployments(board, state, seat, out)
    if phase in (CONNECT_A, CONNECT_B):
        return list_bases(board, state, seat, out)
    if phase == EARLY_DRAW:
        out[0] = NOW_MOVE
        out[1] = LATER_MOVE
        return 2
    return list_setup(board, state, out)
