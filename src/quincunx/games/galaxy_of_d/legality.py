"""Which moves are legal, and which rule forbids the others."""

from quincunx.engine.compiling import compiled
from quincunx.games.galaxy_of_d.fleets import (
    basket_cost,
    class_of,
    distance,
    find,
    has_ship,
    near_thing,
    sector_of,
)
from quincunx.games.galaxy_of_d.reach import MIDDLE, REACH, SIDE, bit_of, effects, one_step, reachable, sector_in, stops
from quincunx.games.galaxy_of_d.state import (
    ABSORB,
    ABSORB_MOVE,
    ACTED,
    ALREADY_FOUGHT,
    ALREADY_LOST,
    BASE,
    BASE_DISTANCE,
    BASE_NEXT_TO_PIRATE,
    BASE_NEXT_TO_THING,
    BASE_ON_THING,
    BASES_TOO_NEAR,
    BASKET_IN_ORDER,
    BID,
    BID_ABOVE_CASH,
    BID_MOVE,
    BID_TOO_LOW,
    BOMBER,
    BUY,
    BUY_MOVE,
    CANNOT_RAISE,
    CLASSES,
    COLOUR,
    COLOUR_MOVE,
    COMBAT_SELECT,
    COMBATS_ARE_MANDATORY,
    DEAD,
    DEFENDER_FIRST,
    EFFECT_CANNOT_BE_DECLINED,
    END,
    FALLEN,
    FIGHT_MOVE,
    GAME_OVER,
    GO_MOVE,
    HAS_MOVED,
    HOUSE_DISTANCE,
    KINDS,
    LEGAL,
    MOVE_COUNT,
    MOVE_GO,
    MOVE_SELECT,
    MOVED,
    MUST_ABSORB,
    MUST_GO,
    NO_CHIT,
    NO_EFFECT,
    NO_ROOM_FOR_THE_OTHER,
    NO_SHIP,
    NO_SUCH_PIRATE,
    NO_WAY_BACK,
    NOT_CONTESTED,
    NOT_IN_COMBAT,
    NOT_IN_QUICK_SETUP,
    NOT_IN_SETUP,
    NOT_NOW,
    NOWHERE,
    OFF_THE_MAP,
    ONE_FIRST_PLAYER,
    PASS,
    PIRATE_CLASS,
    PIRATE_HAS_ACTED,
    PIRATE_MOVE,
    PIRATE_SELECT,
    PIRATE_SIDE,
    PIRATES,
    PIRATES_ACT,
    PLACE_MOVE,
    PLACING,
    RPS,
    RPS_CHOICES,
    RPS_MOVE,
    SEATS,
    SECRET_BUY,
    SECRET_NO_CHIT,
    SECRET_TOO_DEAR,
    SECTORS,
    SHIP_MOVE,
    STOPPED,
    STOPPED_BY_STARBASE,
    STRIKE_CANNOT_BE_DECLINED,
    STRIKES_ONLY_ON_ENTERING,
    THING_DISTANCE,
    THING_HERE,
    THING_NEXT,
    TOO_DEAR,
    TOO_FAR,
    UNSEEN,
)

WORD = 60
"""So many sectors are looked at together, as the bits of a number."""

# ---------------------------------------------------------------- setup


@compiled
def place_thing(board, state, sector):
    """GD-104, GD-105: where a Thing may lie."""
    if sector >= board.sectors:
        return OFF_THE_MAP
    near = near_thing(board, state, sector)
    if near == 0:
        return THING_HERE
    return THING_NEXT if near < THING_DISTANCE else LEGAL


@compiled
def base_site(board, state, sector):
    """GD-118, GD-119: where a Starbase may stand, whatever the other does."""
    for i in range(state.things):
        near = distance(board, sector, int(state.thing_at[i]))
        if near < THING_DISTANCE:
            return BASE_ON_THING if near == 0 else BASE_NEXT_TO_THING
    for i in range(PIRATES):
        if state.pirate_at[i] != NOWHERE and distance(board, sector, int(state.pirate_at[i])) < THING_DISTANCE:
            return BASE_NEXT_TO_PIRATE
    return LEGAL


@compiled
def leaves_room(board, state, sector):
    """R-05: whether the other Starbase still finds a place. The farther half of the map is tried first."""
    count = int(board.sectors)
    upper_half = sector < count // 2
    for i in range(count):
        other = count - 1 - i if upper_half else i
        if distance(board, sector, other) >= board.base_distance and base_site(board, state, other) == LEGAL:
            return True
    return False


@compiled
def place_base(board, state, sector):
    """GD-118, GD-119, GD-121, R-05"""
    if sector >= board.sectors:
        return OFF_THE_MAP
    why = base_site(board, state, sector)
    if why != LEGAL:
        return why
    other = int(state.starbase[1 - state.turn])
    if other != NOWHERE:
        near = distance(board, sector, other)
        if near < BASE_DISTANCE:
            return BASES_TOO_NEAR
        return HOUSE_DISTANCE if near < board.base_distance else LEGAL
    return LEGAL if leaves_room(board, state, sector) else NO_ROOM_FOR_THE_OTHER


@compiled
def place(board, state, sector):
    """A Thing or a Starbase, as the phase has it."""
    return place_thing(board, state, sector) if state.phase == PLACING else place_base(board, state, sector)


@compiled
def raise_to(board, state, bid):
    """GD-115, GD-116"""
    cash = int(state.money[state.turn])
    if cash <= state.bid:
        return CANNOT_RAISE
    if bid <= state.bid:
        return BID_TOO_LOW
    return BID_ABOVE_CASH if bid > cash else LEGAL


# ---------------------------------------------------------------- movement


@compiled
def select_ship(board, state, sector, ship_class):
    """GD-210: an unmoved own ship of that class in that sector."""
    if sector >= board.sectors:
        return OFF_THE_MAP
    if find(state, int(state.turn), sector, ship_class, MOVED) >= 0:
        return LEGAL
    return HAS_MOVED if find(state, int(state.turn), sector, ship_class, 0) >= 0 else NO_SHIP


@compiled
def go_to(board, state, sector, special):
    """GD-016, GD-210..GD-224: where the chosen ship may go."""
    if sector >= board.sectors:
        return OFF_THE_MAP
    seat = int(state.turn)
    start = sector_of(int(state.picked))
    ship_class = class_of(int(state.picked))
    cell = bit_of(board, start, sector)
    if reachable(board, state, seat, start, ship_class, special) & cell:
        return LEGAL
    if distance(board, start, sector) > board.speed[ship_class]:
        return TOO_FAR
    if special:
        if ship_class == BOMBER and cell == MIDDLE and state.starbase[1 - seat] == sector:
            return STRIKES_ONLY_ON_ENTERING
        beside = effects(board, state, seat, start, ship_class) & one_step(MIDDLE)
        if beside & ~stops(board, state, seat, start) or beside == 0:
            return NO_EFFECT
        return STOPPED_BY_STARBASE if stopped_by_starbase_only(board, state, seat, start) else STOPPED
    if cell == MIDDLE:
        return NO_WAY_BACK
    if reachable(board, state, seat, start, ship_class, True) & cell:
        return STRIKE_CANNOT_BE_DECLINED if ship_class == BOMBER else EFFECT_CANNOT_BE_DECLINED
    return STOPPED_BY_STARBASE if stopped_by_starbase_only(board, state, seat, start) else STOPPED


@compiled
def stopped_by_starbase_only(board, state, seat, start):
    """R-17: whether no ship, but only the enemy Starbase, can have stopped a ship that starts here."""
    if not board.starbase_stops:
        return False
    for enemy in range(state.count[1 - seat]):
        if bit_of(board, start, sector_of(int(state.ship[1 - seat, enemy]))):
            return False
    for i in range(PIRATES):
        if state.pirate_at[i] != NOWHERE and bit_of(board, start, int(state.pirate_at[i])):
            return False
    return True


# ---------------------------------------------------------------- combat


@compiled
def contested(state, seat, sector):
    """GD-300..GD-302: whether the seat has to fight there in its phase 2."""
    own_ship = has_ship(state, seat, sector)
    if not own_ship and state.starbase[seat] != sector:
        return False
    if has_ship(state, 1 - seat, sector) or state.pirate_at[0] == sector or state.pirate_at[1] == sector:
        return True
    return own_ship and state.starbase[1 - seat] == sector


@compiled
def fight_in(board, state, sector):
    """GD-300, GD-303"""
    if sector >= board.sectors:
        return OFF_THE_MAP
    for i in range(state.todo):
        if state.fight_at[i] == sector:
            return LEGAL
    return ALREADY_FOUGHT if contested(state, int(state.active), sector) else NOT_CONTESTED


@compiled
def absorbing_side(board, state):
    """R-27: whose losses are being named."""
    if state.cursor == PIRATE_SIDE:
        return PIRATE_SIDE
    active_now = (state.cursor == 0) != (board.absorb_order == DEFENDER_FIRST)
    return int(state.active) if active_now else 1 - int(state.active)


@compiled
def alive_of_class(state, side, ship_class):
    """Whether the side has a ship of that class in the running combat that is not lost yet."""
    if side == PIRATE_SIDE:
        for i in range(PIRATES):
            fallen = state.pirate_note[i] & FALLEN
            if PIRATE_CLASS[i] == ship_class and state.pirate_at[i] == state.fight and not fallen:
                return True
        return False
    return find(state, side, int(state.fight), ship_class, DEAD) >= 0


@compiled
def absorb_with(board, state, ship_class):
    """GD-310, GD-311"""
    side = absorbing_side(board, state)
    if alive_of_class(state, side, ship_class):
        return LEGAL
    if side != PIRATE_SIDE and find(state, side, int(state.fight), ship_class, 0) >= 0:
        return ALREADY_LOST
    return NOT_IN_COMBAT


# ---------------------------------------------------------------- Pirates, buying


@compiled
def act_with(state, pirate):
    """GD-400"""
    if state.pirate_at[pirate] == NOWHERE:
        return NO_SUCH_PIRATE
    return PIRATE_HAS_ACTED if state.pirate_note[pirate] & ACTED else LEGAL


@compiled
def floor_of(state):
    """R-15: the least kind that the running purchase may still name."""
    if state.phase == BUY:
        return int(state.buy_floor)
    floor = 0
    for kind in range(KINDS):
        if state.basket[state.turn, kind] > 0:
            floor = kind
    return floor


@compiled
def purse(board, state):
    """What the deciding seat can still spend."""
    spent = basket_cost(board, state, int(state.turn)) if state.phase == SECRET_BUY else 0
    return int(state.money[state.turn]) - spent


@compiled
def chits_left(board, state, kind):
    """What the deciding seat's pool holds of a kind."""
    return int(board.chits[kind]) - int(state.in_play[state.turn, kind]) - int(state.basket[state.turn, kind])


@compiled
def buy(board, state, kind):
    """GD-123, GD-500, GD-501"""
    secret = state.phase == SECRET_BUY
    if kind < floor_of(state):
        return BASKET_IN_ORDER
    if chits_left(board, state, kind) <= 0:
        return SECRET_NO_CHIT if secret else NO_CHIT
    if board.cost[kind] > purse(board, state):
        return SECRET_TOO_DEAR if secret else TOO_DEAR
    return LEGAL


# ---------------------------------------------------------------- all moves


@compiled
def out_of_phase(board, state):
    """Why a move is not made now: the turn or the setup has its order, and some things must be done."""
    if state.phase < MOVE_SELECT:
        if board.quick:
            return NOT_IN_QUICK_SETUP
        return ONE_FIRST_PLAYER if state.phase == RPS else NOT_IN_SETUP
    if state.phase == MOVE_GO:
        return MUST_GO
    if state.phase == COMBAT_SELECT:
        return COMBATS_ARE_MANDATORY
    if state.phase == ABSORB:
        return MUST_ABSORB
    return PIRATES_ACT if state.phase == PIRATE_SELECT else NOT_NOW


@compiled
def refusal(board, state, move):
    """0 if the move is legal, else the reason against it."""
    if state.over:
        return GAME_OVER
    phase = int(state.phase)
    later = out_of_phase(board, state)
    if move < 0 or move >= MOVE_COUNT:
        return later
    if move == END:
        return LEGAL if phase in (MOVE_SELECT, BUY, SECRET_BUY) else later
    if move == PASS:
        return LEGAL if phase == BID else later
    if move < COLOUR_MOVE:
        return raise_to(board, state, move - BID_MOVE + 1) if phase == BID else later
    if move < RPS_MOVE:
        return LEGAL if phase == COLOUR else later
    if move < PLACE_MOVE:
        return LEGAL if phase == RPS else later
    if move < SHIP_MOVE:
        return place(board, state, move - PLACE_MOVE) if phase in (PLACING, BASE) else later
    if move < GO_MOVE:
        ship = move - SHIP_MOVE
        return select_ship(board, state, ship // CLASSES, ship % CLASSES) if phase == MOVE_SELECT else later
    if move < FIGHT_MOVE:
        goal = move - GO_MOVE
        return go_to(board, state, goal % SECTORS, goal >= SECTORS) if phase == MOVE_GO else later
    if move < ABSORB_MOVE:
        return fight_in(board, state, move - FIGHT_MOVE) if phase == COMBAT_SELECT else later
    if move < PIRATE_MOVE:
        return absorb_with(board, state, move - ABSORB_MOVE) if phase == ABSORB else later
    if move < BUY_MOVE:
        return act_with(state, move - PIRATE_MOVE) if phase == PIRATE_SELECT else later
    return buy(board, state, move - BUY_MOVE) if phase in (BUY, SECRET_BUY) else later


@compiled
def list_ships(state, out):
    """END, and every class with an unmoved ship in every stack."""
    seat = int(state.turn)
    ships = int(state.count[seat])
    out[0] = END
    count = 1
    i = 0
    while i < ships:
        sector = sector_of(int(state.ship[seat, i]))
        there = 0
        while i < ships and sector_of(int(state.ship[seat, i])) == sector:
            if state.ship[seat, i] & MOVED == 0:
                there |= 1 << class_of(int(state.ship[seat, i]))
            i += 1
        there &= (1 << UNSEEN) - 1
        ship_class = 0
        while there:
            if there & 1:
                out[count] = SHIP_MOVE + sector * CLASSES + ship_class
                count += 1
            there >>= 1
            ship_class += 1
    return count


@compiled
def list_ways(board, state, out):
    """Every sector that the chosen ship can go to, plain and with an effect on the way."""
    start = sector_of(int(state.picked))
    ship_class = class_of(int(state.picked))
    count = 0
    for special in range(2):
        cells = reachable(board, state, int(state.turn), start, ship_class, special == 1)
        row = int(board.r[start]) - REACH
        while cells:
            in_row = cells & ((1 << SIDE) - 1)
            if in_row:
                move = GO_MOVE + special * SECTORS + sector_in(board, start, row, -REACH)
                while in_row:
                    if in_row & 1:
                        out[count] = move
                        count += 1
                    in_row >>= 1
                    move += 1
            cells >>= SIDE
            row += 1
    return count


@compiled
def closed_by(board, sector, first):
    """A sector and its neighbours, as bits of the sectors from `first` on."""
    bits = one_sector(sector, first)
    for i in range(board.degree[sector]):
        bits |= one_sector(int(board.link[sector, i]), first)
    return bits


@compiled
def one_sector(sector, first):
    """The bit of a sector among the WORD sectors from `first` on; 0 if it is not one of them."""
    return 1 << (sector - first) if first <= sector < first + WORD else 0


@compiled
def closed(board, state, first):
    """GD-104, GD-105, GD-118, GD-119: the sectors from `first` on that have a Thing or a Pirate in or next to them."""
    bits = 0
    for i in range(state.things):
        bits |= closed_by(board, int(state.thing_at[i]), first)
    for i in range(PIRATES):
        if state.pirate_at[i] != NOWHERE:
            bits |= closed_by(board, int(state.pirate_at[i]), first)
    return bits


@compiled
def list_open(board, state, out):
    """All sectors that are not closed."""
    count = 0
    sectors = int(board.sectors)
    for first in range(0, sectors, WORD):
        bits = closed(board, state, first)
        for sector in range(first, min(first + WORD, sectors)):
            if not bits & 1:
                out[count] = PLACE_MOVE + sector
                count += 1
            bits >>= 1
    return count


@compiled
def keep_far_from(board, out, count, base):
    """GD-121: only those far enough from the first Starbase."""
    kept = 0
    for i in range(count):
        if distance(board, int(out[i]) - PLACE_MOVE, base) >= board.base_distance:
            out[kept] = out[i]
            kept += 1
    return kept


@compiled
def keep_with_room(board, out, count):
    """R-05: only those from which some open sector is far enough. The farthest one from anywhere lies at one of the six
    outermost coordinates of all open sectors."""
    low_q, low_r, low_s = 99, 99, 99
    high_q, high_r, high_s = -99, -99, -99
    for i in range(count):
        sector = int(out[i]) - PLACE_MOVE
        q, r = int(board.q[sector]), int(board.r[sector])
        low_q, high_q = min(low_q, q), max(high_q, q)
        low_r, high_r = min(low_r, r), max(high_r, r)
        low_s, high_s = min(low_s, q + r), max(high_s, q + r)
    kept = 0
    for i in range(count):
        sector = int(out[i]) - PLACE_MOVE
        q, r = int(board.q[sector]), int(board.r[sector])
        farthest = max(q - low_q, high_q - q, r - low_r, high_r - r, q + r - low_s, high_s - q - r)
        if farthest >= board.base_distance:
            out[kept] = out[i]
            kept += 1
    return kept


@compiled
def list_places(board, state, out):
    """Sectors for a Thing or a Starbase."""
    count = list_open(board, state, out)
    if state.phase == PLACING:
        return count
    other = int(state.starbase[1 - state.turn])
    return keep_with_room(board, out, count) if other == NOWHERE else keep_far_from(board, out, count, other)


@compiled
def list_purchases(board, state, out):
    """END, and the kinds that can be bought."""
    out[0] = END
    count = 1
    floor = floor_of(state)
    money = purse(board, state)
    for kind in range(floor, KINDS):
        if board.cost[kind] <= money and chits_left(board, state, kind) > 0:
            out[count] = BUY_MOVE + kind
            count += 1
    return count


@compiled
def list_span(out, first, count):
    """Some numbers in a row."""
    for i in range(count):
        out[i] = first + i
    return count


@compiled
def moves(board, state, out):
    """Writes the legal moves, ascending, and returns how many there are."""
    phase = int(state.phase)
    if state.over:
        return 0
    if phase == MOVE_SELECT:
        return list_ships(state, out)
    if phase == MOVE_GO:
        return list_ways(board, state, out)
    if phase in (BUY, SECRET_BUY):
        return list_purchases(board, state, out)
    if phase == ABSORB:
        side = absorbing_side(board, state)
        count = 0
        for ship_class in range(CLASSES):
            if alive_of_class(state, side, ship_class):
                out[count] = ABSORB_MOVE + ship_class
                count += 1
        return count
    if phase == COMBAT_SELECT:
        for i in range(state.todo):
            out[i] = FIGHT_MOVE + state.fight_at[i]
        return int(state.todo)
    if phase == PIRATE_SELECT:
        count = 0
        for pirate in range(PIRATES):
            if act_with(state, pirate) == LEGAL:
                out[count] = PIRATE_MOVE + pirate
                count += 1
        return count
    if phase in (PLACING, BASE):
        return list_places(board, state, out)
    if phase == BID:
        out[0] = PASS
        count = 1
        for bid in range(int(state.bid) + 1, int(state.money[state.turn]) + 1):
            out[count] = BID_MOVE + bid - 1
            count += 1
        return count
    if phase == COLOUR:
        return list_span(out, COLOUR_MOVE, SEATS)
    return list_span(out, RPS_MOVE, RPS_CHOICES)
