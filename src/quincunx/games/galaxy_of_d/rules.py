"""The course of a game: setup, movement, and how one phase leads to the next.

Which moves are legal stands in `legality.py`, combat in `combat.py`, the Pirates in `pirates.py`.
"""

from quincunx.engine.chance import draw, shuffle
from quincunx.engine.compiling import compiled
from quincunx.engine.events import note
from quincunx.games.galaxy_of_d.combat import absorb, gain, name_losses, resolve_combat, start_combat, win
from quincunx.games.galaxy_of_d.fleets import (
    basket_cost,
    class_of,
    class_of_kind,
    code_of,
    distance,
    enemies_at,
    find,
    put,
    sector_of,
    take,
)
from quincunx.games.galaxy_of_d.legality import (
    absorbing_side,
    act_with,
    chits_left,
    contested,
    floor_of,
    place,
    place_thing,
    purse,
)
from quincunx.games.galaxy_of_d.pirates import act, die, start_pirates
from quincunx.games.galaxy_of_d.reach import effect_at, way
from quincunx.games.galaxy_of_d.state import (
    ABSORB,
    ABSORB_MOVE,
    ASTEROID,
    ASTEROID_INCOME,
    BASE,
    BASE_INCOME,
    BASE_TICK,
    BID,
    BID_MOVE,
    BOMB_DAMAGE,
    BOMBED,
    BOMBER,
    BOMBER_KIND,
    BURNT_OUT,
    BUY,
    BUY_MOVE,
    CARGO_FACTOR,
    CLASS_MASK,
    CLASSES,
    COLOUR,
    COLOUR_MOVE,
    COMBAT_SELECT,
    CONCEDE,
    CONCEDED,
    END,
    EV_BASE,
    EV_BASKET,
    EV_BID,
    EV_BOUGHT,
    EV_COLOUR,
    EV_CONCEDED,
    EV_FIRST,
    EV_GALAXY,
    EV_INCOME,
    EV_LOADED,
    EV_MONEY,
    EV_MOVEMENT_OVER,
    EV_PASS,
    EV_READY,
    EV_REVEALED,
    EV_RPS,
    EV_SOLD,
    EV_STOPPED,
    EV_STRIKE,
    EV_TICK,
    EV_TOKEN,
    EV_TOP,
    EV_TURN,
    EV_WENT,
    EXTRA_MONEY,
    EXTRA_THINGS,
    FIGHT_MOVE,
    FIRST_COIN,
    FIRST_RPS,
    FIRST_SEAT_0,
    FREIGHTER,
    GAME_OVER,
    GO_MOVE,
    KINDS,
    LADEN,
    LAST_TIE,
    LEGAL,
    MOVE_GO,
    MOVE_SELECT,
    MOVED,
    NOWHERE,
    ONLY_YOUR_STACKS,
    OVER,
    PASS,
    PIRATE_C,
    PIRATE_MOVE,
    PIRATE_S,
    PIRATE_SELECT,
    PIRATES,
    PLACE_MOVE,
    PLACING,
    PLANET,
    PLANET_INCOME,
    QUICK_MONEY,
    RPS,
    RPS_CHOICES,
    RPS_MOVE,
    SEATS,
    SECRET_BUY,
    SECTORS,
    SHIP_MOVE,
    SPACEPORT,
    TOP_COMMAND,
)

ALL_PLANETS, ALL_ASTEROIDS = 8, 4
"""GD-012: what the normal setup draws from, and one Pirate of each kind; the Spaceport is added."""
QUICK_THINGS = (PLANET, PLANET, ASTEROID, ASTEROID)
"""GD-601: and the Spaceport."""

# ---------------------------------------------------------------- setup: the first player and the galaxy


@compiled
def deal(board, state):
    """GD-100: everything up to the first decision."""
    state.winner = NOWHERE
    state.bid_winner = NOWHERE
    state.picked = NOWHERE
    state.fight = NOWHERE
    state.colour[1] = 1
    for i in range(PIRATES):
        state.pirate_at[i] = NOWHERE
    for seat in range(SEATS):
        state.starbase[seat] = NOWHERE
        state.armor[seat] = board.start_armor
    if board.first_player == FIRST_RPS:
        state.phase = RPS
        return
    if board.first_player == FIRST_COIN:
        state.first = draw(state, SEATS)
    else:
        state.first = board.first_player - FIRST_SEAT_0
    make_galaxy(board, state, None)  # nobody hears of it: the table is seen as it is dealt


@compiled
def show_hand(board, state, choice, events):
    """R-10: rock, paper, scissors, each beaten by the next; after the fifth tie a coin."""
    if state.turn == 0:
        state.rps = choice + 1
        state.turn = 1
        return
    first = int(state.rps) - 1
    state.rps = 0
    state.turn = 0
    note(events, EV_RPS, first, choice, 0, 0, 0)
    ahead = (first - choice) % RPS_CHOICES
    if ahead == 0:
        state.ties += 1
        if state.ties < LAST_TIE:
            return
    by_coin = ahead == 0
    state.first = draw(state, SEATS) if by_coin else ahead - 1
    state.ties = 0
    note(events, EV_FIRST, state.first, int(by_coin), 0, 0, 0)
    make_galaxy(board, state, events)


@compiled
def make_galaxy(board, state, events):
    """GD-101..GD-104, GD-601: how many Things there are; R-04: chance spreads them, or the players do."""
    if board.quick:
        state.tokens = len(QUICK_THINGS) + 1
    else:
        state.tokens = (board.things_roll if board.things_roll else die(state)) + EXTRA_THINGS + 1
    if board.alternate:
        state.phase = PLACING
        state.turn = state.first
        return
    while state.things < state.tokens:
        sector = draw(state, int(board.sectors))
        if place_thing(board, state, sector) == LEGAL:
            add_thing(state, sector)
    reveal_galaxy(board, state, events)


@compiled
def add_thing(state, sector):
    """A token comes face down to its sector."""
    i = int(state.things)
    while i > 0 and state.thing_at[i - 1] > sector:
        state.thing_at[i] = state.thing_at[i - 1]
        i -= 1
    state.thing_at[i] = sector
    state.things += 1


@compiled
def draw_things(board, state):
    """GD-101..GD-103, GD-601: which Things they are, in random order, the Spaceport among them; R-08: drawn again, by
    option, until there is a planet. Returns whether there is one."""
    count = int(state.tokens) - 1
    state.thing_kind[count] = SPACEPORT
    planets = 0
    if board.quick:
        for i in range(count):
            state.thing_kind[i] = QUICK_THINGS[i]
        planets = 1
    else:
        planets_left, asteroids_left, scavenger_left, cruiser_left = ALL_PLANETS, ALL_ASTEROIDS, 1, 1
        for i in range(count):
            number = draw(state, planets_left + asteroids_left + scavenger_left + cruiser_left)
            if number < planets_left:
                planets_left -= 1
                planets += 1
                state.thing_kind[i] = PLANET
            elif number < planets_left + asteroids_left:
                asteroids_left -= 1
                state.thing_kind[i] = ASTEROID
            elif number < planets_left + asteroids_left + scavenger_left:
                scavenger_left = 0
                state.thing_kind[i] = PIRATE_S
            else:
                cruiser_left = 0
                state.thing_kind[i] = PIRATE_C
    return planets > 0


@compiled
def reveal_galaxy(board, state, events):
    """GD-106, GD-107: all tokens are turned over; Pirates become ships."""
    while not draw_things(board, state) and board.redraw:
        pass
    tokens = int(state.tokens)
    shuffle(state, state.thing_kind, tokens)
    kept = 0
    for i in range(tokens):
        kind, sector = int(state.thing_kind[i]), int(state.thing_at[i])
        state.thing_kind[i] = 0
        state.thing_at[i] = 0
        if kind in (PIRATE_S, PIRATE_C):
            state.pirate_at[kind - PIRATE_S] = sector
        else:
            state.thing_kind[kept] = kind
            state.thing_at[kept] = sector
            kept += 1
    state.things = kept
    set_cargo_price(board, state)
    note(events, EV_GALAXY, tokens, state.cargo_price, 0, 0, 0)
    if board.pick_colours:
        state.phase = COLOUR
        state.turn = state.first
    else:
        give_money(board, state, events)


@compiled
def set_cargo_price(board, state):
    """GD-108, GD-109, R-07..R-09: $4 for each step between the Spaceport and the planet nearest to it."""
    nearest = 0
    for i in range(state.things):
        for j in range(state.things):
            if state.thing_kind[i] == SPACEPORT and state.thing_kind[j] == PLANET:
                steps = distance(board, int(state.thing_at[i]), int(state.thing_at[j]))
                if nearest == 0 or steps < nearest:
                    nearest = steps
    between = nearest - 1 if board.gap else nearest
    state.cargo_price = CARGO_FACTOR * max(between, 0)


# ---------------------------------------------------------------- setup: money, Starbases, first ships


@compiled
def give_money(board, state, events):
    """GD-113, GD-606: both get the same; then the bidding, or in the quick setup the Starbases at once."""
    rolled = 0
    dollars = QUICK_MONEY
    if not board.quick:
        rolled = int(board.money_roll) if board.money_roll else die(state)
        dollars = rolled + EXTRA_MONEY
    for seat in range(SEATS):
        state.money[seat] = dollars
    note(events, EV_MONEY, 0 if board.quick or board.money_roll else rolled, dollars, 0, 0, 0)
    state.turn = state.first
    state.phase = BID
    if board.quick:
        state.bid_winner = state.first
        state.phase = BASE


@compiled
def pick_colour(board, state, colour, events):
    """GD-111: the First Turn Player takes a side."""
    state.colour[state.turn] = colour
    state.colour[1 - state.turn] = 1 - colour
    note(events, EV_COLOUR, state.turn, colour, 0, 0, 0)
    give_money(board, state, events)


@compiled
def pass_bid(state, unable, events):
    """GD-117: the first pass ends the bidding; the other has won and places first."""
    note(events, EV_PASS, state.turn, 1 - state.turn, state.bid, unable, 0)
    state.bid_winner = 1 - state.turn
    state.turn = state.bid_winner
    state.phase = BASE


@compiled
def place_starbase(state, sector, events):
    """GD-118..GD-121: the winner places first and pays; then the other."""
    seat = int(state.turn)
    paid = int(state.bid) if seat == state.bid_winner else 0
    state.starbase[seat] = sector
    state.money[seat] -= paid
    note(events, EV_BASE, seat, sector, paid, 0, 0)
    state.turn = 1 - seat
    if state.starbase[1 - seat] != NOWHERE:
        state.phase = SECRET_BUY
        state.turn = state.first


@compiled
def close_basket(board, state, events):
    """GD-123, GD-124: when both are ready the purchases are revealed together."""
    note(events, EV_READY, state.turn, 0, 0, 0, 0)
    if state.turn == state.first:
        state.turn = 1 - state.turn
        return
    for seat in range(SEATS):
        reveal_basket(board, state, seat, events)
    state.turn_no = 0
    state.active = 1 - state.first
    next_turn(state, events)


@compiled
def reveal_basket(board, state, seat, events):
    """GD-124: paid, and put on the buyer's own Starbase."""
    dollars = basket_cost(board, state, seat)
    low = 0
    high = 0
    for kind in range(KINDS):
        many = int(state.basket[seat, kind])
        if kind < BOMBER_KIND:
            low = low * 8 + many
        else:
            high = high * 8 + many
        for _ in range(many):
            launch(state, seat, kind)
        state.basket[seat, kind] = 0
    state.money[seat] -= dollars
    note(events, EV_REVEALED, seat, low, high, dollars, 0)


@compiled
def launch(state, seat, kind):
    """A ship comes from the pool to the own Starbase."""
    put(state, seat, code_of(int(state.starbase[seat]), class_of_kind(kind)))
    state.in_play[seat, kind] += 1


# ---------------------------------------------------------------- phase 1: movement


@compiled
def strike(state, seat, stayed, events):
    """GD-217, GD-218: a Bomber takes 10 Armor from the enemy Starbase; returns whether it falls."""
    enemy = 1 - seat
    state.armor[enemy] -= BOMB_DAMAGE
    note(events, EV_STRIKE, seat, state.armor[enemy], stayed, 0, 0)
    if state.armor[enemy] > 0:
        return False
    win(state, seat, BOMBED, events)
    return True


@compiled
def go(board, state, goal, special, events):
    """GD-210..GD-224: the chosen ship goes; strike, loading and sale happen on entering."""
    seat = int(state.turn)
    start = sector_of(int(state.picked))
    ship_class = class_of(int(state.picked))
    one = NOWHERE
    if events is not None:
        one, two = way(board, state, seat, start, goal, ship_class, special)
        note(events, EV_WENT, seat * 16 + ship_class, start, one, two, goal)
    effect = special or effect_at(state, seat, goal, ship_class)
    where = one if special else goal
    state.picked = NOWHERE
    state.phase = MOVE_SELECT
    take(state, seat, find(state, seat, start, ship_class, MOVED))
    if not effect:
        put(state, seat, code_of(goal, ship_class) + MOVED)
    elif ship_class == BOMBER:
        base = int(state.starbase[1 - seat])
        put(state, seat, code_of(base if state.armor[1 - seat] <= BOMB_DAMAGE else goal, BOMBER) + MOVED)
        strike(state, seat, 0, events)
    elif ship_class == FREIGHTER:
        note(events, EV_LOADED, seat, where, 0, 0, 0)
        put(state, seat, code_of(goal, LADEN) + MOVED)
    else:
        note(events, EV_SOLD, seat, where, gain(state, seat, int(state.cargo_price)), 0, 0)
        put(state, seat, code_of(goal, FREIGHTER) + MOVED)
    if events is not None and not state.over and enemies_at(state, seat, goal):
        note(events, EV_STOPPED, seat, goal, 0, 0, 0)


@compiled
def has_unmoved(state, seat):
    """Whether any ship can still move."""
    for i in range(state.count[seat]):  # noqa: SIM110 (compiled)
        if state.ship[seat, i] & MOVED == 0:
            return True
    return False


@compiled
def end_movement(board, state, events):
    """GD-300..GD-303: the sectors that have to fight; R-19: by option, Bombers that stayed strike first."""
    seat = int(state.active)
    if board.bomber_stay:
        for i in range(state.count[seat]):
            if state.ship[seat, i] == code_of(int(state.starbase[1 - seat]), BOMBER) and strike(state, seat, 1, events):
                return
    before = NOWHERE
    base = int(state.starbase[seat])
    for i in range(state.count[seat]):
        state.ship[seat, i] &= ~MOVED
        sector = sector_of(int(state.ship[seat, i]))
        if before < base < sector:
            note_fight(state, seat, base)
        if sector != before:
            note_fight(state, seat, sector)
        before = sector
    if before < base:
        note_fight(state, seat, base)
    note(events, EV_MOVEMENT_OVER, seat, state.todo, 0, 0, 0)
    state.phase = COMBAT_SELECT


@compiled
def note_fight(state, seat, sector):
    """Adds a sector to the combats of this phase, if it is contested."""
    if contested(state, seat, sector):
        state.fight_at[state.todo] = sector
        state.todo += 1


# ---------------------------------------------------------------- phase 2: combat


@compiled
def fight_next(board, state, sector, events):
    """GD-303: one combat in each contested sector, in the order that the active player chooses."""
    kept = 0
    for i in range(state.todo):
        if state.fight_at[i] != sector:
            state.fight_at[kept] = state.fight_at[i]
            kept += 1
    state.fight_at[kept] = 0
    state.todo = kept
    start_combat(board, state, sector, 0, events)


@compiled
def go_on_fighting(board, state, events):
    """The running combat, as far as it goes without a decision; returns whether somebody has to decide."""
    if not name_losses(board, state):
        return True
    phase = PIRATE_SELECT if state.by_pirate else COMBAT_SELECT
    resolve_combat(state, events)
    if not state.over:
        state.phase = phase
        state.turn = state.active
    return False


# ---------------------------------------------------------------- phases 4 and 5: buying, income


@compiled
def can_buy(board, state):
    """Whether the deciding seat can add a ship to its purchase."""
    money = purse(board, state)
    for kind in range(floor_of(state), KINDS):
        if board.cost[kind] <= money and chits_left(board, state, kind) > 0:
            return True
    return False


@compiled
def start_buying(state):
    """GD-500"""
    for i in range(PIRATES):
        state.pirate_note[i] = 0
    state.phase = BUY
    state.buy_floor = 0
    state.turn = state.active


@compiled
def buy_ship(state, board, kind, events):
    """GD-123, GD-500: into the hidden basket, or paid and put on the own Starbase."""
    seat = int(state.turn)
    if state.phase == SECRET_BUY:
        state.basket[seat, kind] += 1
        note(events, EV_BASKET, seat, kind, 0, 0, 0)
    else:
        state.money[seat] -= board.cost[kind]
        state.buy_floor = kind
        launch(state, seat, kind)
        note(events, EV_BOUGHT, seat, kind, 0, 0, 0)


@compiled
def collect_income(state, events):
    """GD-503..GD-507: planets, asteroids, the Starbase's dollar; then the Starbase loses 1 Armor."""
    seat = int(state.active)
    planets = 0
    asteroids = 0
    i = 0
    for ship in range(state.count[seat]):
        sector = sector_of(int(state.ship[seat, ship]))
        while i < state.things and state.thing_at[i] < sector:
            i += 1
        if i < state.things and state.thing_at[i] == sector:
            if not enemies_at(state, seat, sector):  # GD-504, GD-505
                planets += state.thing_kind[i] == PLANET
                asteroids += state.thing_kind[i] == ASTEROID
            i += 1
    got = gain(state, seat, PLANET_INCOME * planets + ASTEROID_INCOME * asteroids + BASE_INCOME)
    note(events, EV_INCOME, seat, planets, asteroids, got, 0)
    state.buy_floor = 0
    state.armor[seat] -= BASE_TICK
    note(events, EV_TICK, seat, state.armor[seat], 0, 0, 0)
    if state.armor[seat] <= 0:
        win(state, 1 - seat, BURNT_OUT, events)
    else:
        next_turn(state, events)


@compiled
def next_turn(state, events):
    """GD-200: the players take turns."""
    state.turn_no += 1
    state.active = 1 - state.active
    state.turn = state.active
    state.phase = MOVE_SELECT
    note(events, EV_TURN, state.turn_no, state.active, 0, 0, 0)


# ---------------------------------------------------------------- moves


@compiled
def only_place(board, state):
    """The only sector where the deciding seat can place; NOWHERE if there are several."""
    found = NOWHERE
    for sector in range(board.sectors):
        if place(board, state, sector) == LEGAL:
            if found != NOWHERE:
                return NOWHERE
            found = sector
    return found


@compiled
def place_here(board, state, sector, events):
    """A token or a Starbase comes to a sector."""
    if state.phase == BASE:
        place_starbase(state, sector, events)
        return
    note(events, EV_TOKEN, state.turn, sector, 0, 0, 0)
    add_thing(state, sector)
    state.turn = 1 - state.turn
    if state.things == state.tokens:
        reveal_galaxy(board, state, events)


@compiled
def pirates_left(state):
    """How many Pirates have not acted yet."""
    count = 0
    for i in range(PIRATES):
        count += act_with(state, i) == LEGAL
    return count


@compiled
def advance(board, state, ended, chosen, events):
    """The game goes on by itself until somebody has a choice of at least two moves. `ended`: the deciding seat has just
    said END; `chosen`: the sector to fight in, or the Pirate to act, that it has just named, or NOWHERE.

    The phases stand here in their order, each once: on a GPU, games that run side by side meet at each of them."""
    while state.phase < MOVE_SELECT:
        if set_up(board, state, ended, events):
            return
        ended = False
    while not state.over:
        if state.phase == MOVE_SELECT:
            if not ended and has_unmoved(state, int(state.active)):
                return
            ended = False
            end_movement(board, state, events)
        if state.phase == COMBAT_SELECT:
            if state.todo > 1 and chosen == NOWHERE:
                return
            if state.todo > 0:
                fight_next(board, state, int(state.fight_at[0]) if chosen == NOWHERE else chosen, events)
                chosen = NOWHERE
            else:
                start_pirates(state)
        if state.phase == ABSORB and go_on_fighting(board, state, events):
            return
        while state.phase == PIRATE_SELECT:
            left = pirates_left(state)
            if left == PIRATES and chosen == NOWHERE:
                return
            if left == 0:
                start_buying(state)
            else:
                only = 0 if act_with(state, 0) == LEGAL else 1
                act(board, state, only if chosen == NOWHERE else chosen, events)
                chosen = NOWHERE
        if state.phase == BUY:
            if not ended and can_buy(board, state):
                return
            ended = False
            collect_income(state, events)


@compiled
def set_up(board, state, ended, events):
    """What goes by itself before the first turn; returns whether somebody has to decide."""
    if state.phase == SECRET_BUY:
        if not ended and can_buy(board, state):
            return True
        close_basket(board, state, events)
        return False
    if state.phase == BID:
        if state.money[state.turn] > state.bid:
            return True
        pass_bid(state, 1, events)
        return False
    if state.phase in (BASE, PLACING):
        sector = only_place(board, state)
        if sector == NOWHERE:
            return True
        place_here(board, state, sector, events)
        return False
    return True


@compiled
def play(board, state, move, events):
    """Carries out a legal move and all that follows from it without a decision."""
    chosen = NOWHERE
    if move == PASS:
        pass_bid(state, 0, events)
    elif move == END:
        pass
    elif move < COLOUR_MOVE:
        state.bid = move - BID_MOVE + 1
        note(events, EV_BID, state.turn, state.bid, 0, 0, 0)
        state.turn = 1 - state.turn
    elif move < RPS_MOVE:
        pick_colour(board, state, move - COLOUR_MOVE, events)
    elif move < PLACE_MOVE:
        show_hand(board, state, move - RPS_MOVE, events)
    elif move < SHIP_MOVE:
        place_here(board, state, move - PLACE_MOVE, events)
    elif move < GO_MOVE:
        ship = move - SHIP_MOVE
        state.picked = code_of(ship // CLASSES, ship % CLASSES)
        state.phase = MOVE_GO
        return
    elif move < FIGHT_MOVE:
        goal = move - GO_MOVE
        go(board, state, goal % SECTORS, goal >= SECTORS, events)
    elif move < ABSORB_MOVE:
        chosen = move - FIGHT_MOVE
    elif move < PIRATE_MOVE:
        absorb(board, state, absorbing_side(board, state), move - ABSORB_MOVE, events)
    elif move < BUY_MOVE:
        chosen = move - PIRATE_MOVE
    else:
        buy_ship(state, board, move - BUY_MOVE, events)
    advance(board, state, move == END, chosen, events)


@compiled
def outcome(board, state, out):
    """GD-002, GD-008: one wins, the other loses; R-49: there is no draw."""
    for seat in range(SEATS):
        out[seat] = 1.0 if state.winner == seat else -1.0


@compiled
def lane(state, move):
    """What is listed depends on the phase, what a move leads to also on whether it ends the phase."""
    return int(state.phase) + (OVER if move == END else 0)


# ---------------------------------------------------------------- commands


@compiled
def command(board, state, seat, number, events):
    """What a seat may do at any time: concede (GD-202), or choose the top ship of a stack of its own (R-52). Returns
    0, or the reason against it."""
    if state.over:
        return GAME_OVER
    if number == CONCEDE:
        for i in range(state.count[seat]):
            state.ship[seat, i] = 0
        for kind in range(KINDS):
            state.in_play[seat, kind] = 0
        state.count[seat] = 0
        state.armor[seat] = 0
        state.rps = 0
        for either in range(SEATS):
            for kind in range(KINDS):
                state.basket[either, kind] = 0
        note(events, EV_CONCEDED, seat, 0, 0, 0, 0)
        win(state, 1 - seat, CONCEDED, events)
        return LEGAL
    stack = number - TOP_COMMAND
    sector, ship_class = stack // CLASSES, stack % CLASSES
    lowest = find(state, seat, sector, ship_class, 0)
    if lowest < 0:
        return ONLY_YOUR_STACKS
    highest = lowest
    for i in range(lowest, state.count[seat]):
        code = int(state.ship[seat, i])
        if sector_of(code) == sector and code & CLASS_MASK == ship_class:
            highest = i
    code = int(state.ship[seat, highest])
    take(state, seat, highest)
    put(state, seat, code)
    note(events, EV_TOP, seat, sector, ship_class, 0, 0)
    return LEGAL
