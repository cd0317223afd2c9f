"""A heuristic value for each seat: what a decent player looks at (rules document, 10.2), in dollars."""

from quincunx.engine.advice import expect
from quincunx.engine.compiling import compiled
from quincunx.games.galaxy_of_d.fleets import (
    basket_cost,
    class_of,
    class_of_kind,
    distance,
    has_ship,
    sector_of,
)
from quincunx.games.galaxy_of_d.reach import CELLS, REACH, SIDE, effect_at, reachable, sector_in
from quincunx.games.galaxy_of_d.state import (
    ABSORB,
    ASSASSIN,
    BASE,
    BID,
    BOMB_DAMAGE,
    BOMBER,
    CRUISER,
    DEAD,
    FIGHT_MOVE,
    FREIGHTER,
    GO_MOVE,
    INTERCEPTOR,
    KINDS,
    LADEN,
    MONEY_CAP,
    MOVE_GO,
    MOVE_SELECT,
    MOVED,
    NOWHERE,
    PLANET,
    SCAVENGER,
    SEATS,
    SECRET_BUY,
    SHIP_MOVE,
    SPACEPORT,
)
from quincunx.games.galaxy_of_d.weights import (
    ARMOR,
    ATTACKER_NEAR,
    BOMBER_NEAR,
    CARGO_EMPTY,
    CARGO_LADEN,
    DOLLAR,
    FORECAST,
    FURTHER_DOLLAR,
    HOLDING,
    LATE_ARMOR,
    NEARER,
    NO_GUARD,
    SCALE,
    SITE,
    STRIKE_DANGER,
    WORTH,
)

USEFUL_MONEY = 20
LATE = 6
"""With so much Armor left the race of self-destruction is near its end."""
FAR = 99


@compiled
def faded(board, value, steps):
    """What is left of a value so many steps away."""
    for _ in range(steps):
        value *= board.advice[NEARER]
    return value


@compiled
def dollars_of(kind):
    """What a Thing brings its holder in a turn; the Spaceport's neighbourhood is worth as much to a site."""
    return 2.0 if kind in (PLANET, SPACEPORT) else 1.0


@compiled
def gathers(ship_class):
    """Cheap or tough ships hold planets and asteroids."""
    return ship_class in (INTERCEPTOR, SCAVENGER, CRUISER)


@compiled
def gathering(board, state, seat, start, goal):
    """Planets and asteroids, each by the gatherer that is nearest to it; one gatherer in `start` is taken to be in
    `goal` already (NOWHERE: none)."""
    total = 0.0
    for i in range(state.things):
        thing = int(state.thing_at[i])
        if state.thing_kind[i] == SPACEPORT:
            continue
        nearest = FAR if goal == NOWHERE else distance(board, goal, thing)
        gone = goal == NOWHERE
        for j in range(state.count[seat]):
            code = int(state.ship[seat, j])
            if code & DEAD or not gathers(class_of(code)):
                continue
            if not gone and sector_of(code) == start:
                gone = True
            else:
                nearest = min(nearest, distance(board, sector_of(code), thing))
        if state.phase == SECRET_BUY and state.basket[seat, 0] + state.basket[seat, 1] + state.basket[seat, 3] > 0:
            nearest = min(nearest, distance(board, int(state.starbase[seat]), thing))
        total += faded(board, board.advice[HOLDING] * dollars_of(int(state.thing_kind[i])), nearest)
    return total


@compiled
def carrying(board, state, sector, ship_class):
    """For a Freighter: a part of the Cargo Price, the more the nearer the planet or the Spaceport is."""
    wanted = PLANET if ship_class == FREIGHTER else SPACEPORT
    share = board.advice[CARGO_EMPTY] if ship_class == FREIGHTER else board.advice[CARGO_LADEN]
    best = 0.0
    for i in range(state.things):
        if state.thing_kind[i] == wanted:
            best = max(best, faded(board, share * state.cargo_price, distance(board, sector, int(state.thing_at[i]))))
    return best


@compiled
def placed(board, state, seat, ship_class, sector):
    """What it is worth to have a ship of that class in a sector."""
    enemy_base = int(state.starbase[1 - seat])
    if ship_class == BOMBER:
        steps = distance(board, sector, enemy_base)
        return faded(board, board.advice[BOMBER_NEAR], steps if steps > 0 else 2)
    if ship_class in (FREIGHTER, LADEN):
        return carrying(board, state, sector, ship_class)
    return faded(board, board.advice[ATTACKER_NEAR] * board.attack[ship_class], distance(board, sector, enemy_base))


@compiled
def best_way(board, state, seat):
    """What the ship that is about to move gains at its best destination."""
    start = sector_of(int(state.picked))
    ship_class = class_of(int(state.picked))
    here = placed(board, state, seat, ship_class, start)
    gatherer = gathers(ship_class)
    if gatherer:
        here += gathering(board, state, seat, start, start)
    best = -1.0
    for special in range(2):
        cells = reachable(board, state, seat, start, ship_class, special == 1)
        for cell in range(CELLS):
            if (cells >> cell) & 1:
                goal = sector_in(board, start, int(board.r[start]) + cell // SIDE - REACH, cell % SIDE - REACH)
                effect = special == 1 or effect_at(state, seat, goal, ship_class)
                after = ship_class
                value = 0.0
                if effect and ship_class == BOMBER:
                    value = board.advice[ARMOR] * BOMB_DAMAGE
                elif effect and ship_class == LADEN:
                    value = board.advice[DOLLAR] * state.cargo_price
                    after = FREIGHTER
                elif effect:
                    after = LADEN
                value += placed(board, state, seat, after, goal) - here
                if gatherer:
                    value += gathering(board, state, seat, start, goal)
                best = max(best, value)
    return best


@compiled
def side_in(board, state, seat, sector):
    """A seat's ships in a sector: Attack, largest Armor, sum of Armor, worth."""
    attack = 0
    largest = 0
    armor = 0
    worth = 0.0
    for i in range(state.count[seat]):
        code = int(state.ship[seat, i])
        if sector_of(code) == sector and not code & DEAD:
            attack += int(board.attack[class_of(code)])
            largest = max(largest, int(board.armor[class_of(code)]))
            armor += int(board.armor[class_of(code)])
            worth += board.advice[WORTH + class_of(code)]
    return attack, largest, armor, worth


@compiled
def expected_loss(attack, largest, armor, worth):
    """What a stack loses to an Attack Score: nothing if its toughest ship takes all of it."""
    if armor == 0 or attack < largest:
        return 0.0
    return worth if attack >= armor else worth * attack / armor


@compiled
def forecast(board, state, seat):
    """What the seat will lose where it stands together with the enemy, and what its Starbase will take."""
    total = 0.0
    before = NOWHERE
    for i in range(state.count[seat]):
        sector = sector_of(int(state.ship[seat, i]))
        if sector == before:
            continue
        before = sector
        _, largest, armor, worth = side_in(board, state, seat, sector)
        attack, _, _, _ = side_in(board, state, 1 - seat, sector)
        if state.starbase[1 - seat] == sector:
            attack += 3
        total += board.advice[FORECAST] * expected_loss(attack, largest, armor, worth)
    base = int(state.starbase[seat])
    if base != NOWHERE:
        _, _, armor, _ = side_in(board, state, seat, base)
        attack, _, _, _ = side_in(board, state, 1 - seat, base)
        total += board.advice[FORECAST] * board.advice[ARMOR] * max(0, attack - armor)
    return total


@compiled
def naming(board, state, seat):
    """In a combat: what the seat will still lose to what it has left to absorb."""
    if state.phase != ABSORB:
        return 0.0
    _, largest, armor, worth = side_in(board, state, seat, int(state.fight))
    return expected_loss(int(state.left[seat]), largest, armor, worth)


@compiled
def danger(board, state, seat):
    """Enemy Bombers that are near, and a Starbase without a guard."""
    base = int(state.starbase[seat])
    if base == NOWHERE:
        return 0.0
    total = 0.0
    nearest = 99
    for i in range(state.count[1 - seat]):
        code = int(state.ship[1 - seat, i])
        steps = distance(board, base, sector_of(code))
        if class_of(code) == BOMBER and 0 < steps <= 2:
            total += board.advice[STRIKE_DANGER]
        if class_of(code) == BOMBER or class_of(code) == ASSASSIN:
            nearest = min(nearest, steps)
    if nearest <= 4 and not has_ship(state, seat, base):
        total += board.advice[NO_GUARD]
    return total


@compiled
def site(board, state, seat):
    """A Starbase is well placed near to Things."""
    base = int(state.starbase[seat])
    if base == NOWHERE:
        return 0.0
    total = 0.0
    for i in range(state.things):
        steps = distance(board, base, int(state.thing_at[i]))
        total += faded(board, board.advice[SITE] * dollars_of(int(state.thing_kind[i])), steps)
    return total


@compiled
def fleet(board, state, seat):
    """Ships and where they are, bought or still in the basket."""
    total = 0.0
    for i in range(state.count[seat]):
        code = int(state.ship[seat, i])
        if not code & DEAD:
            total += board.advice[WORTH + class_of(code)]
            total += placed(board, state, seat, class_of(code), sector_of(code))
    if state.phase == SECRET_BUY:
        for kind in range(KINDS):
            ship_class = class_of_kind(kind)
            base = int(state.starbase[seat])
            each = board.advice[WORTH + ship_class] + placed(board, state, seat, ship_class, base)
            total += state.basket[seat, kind] * each
    return total


@compiled
def purse(board, state, seat):
    """Money: what cannot be spent is worth little; a bid that is not paid yet is as good as spent."""
    money = int(state.money[seat])
    if state.phase == SECRET_BUY:
        money -= basket_cost(board, state, seat)
    highest = state.phase == BID and state.turn != seat
    if highest or (state.phase == BASE and state.bid_winner == seat and state.starbase[seat] == NOWHERE):
        money -= int(state.bid)
    further = max(0, min(money, MONEY_CAP) - USEFUL_MONEY)
    return board.advice[DOLLAR] * min(money, USEFUL_MONEY) + board.advice[FURTHER_DOLLAR] * further


@compiled
def worth_of(board, state, seat):
    """Everything a seat has, in dollars."""
    armor = int(state.armor[seat])
    total = board.advice[ARMOR] * armor - (board.advice[LATE_ARMOR] - board.advice[ARMOR]) * max(0, LATE - armor)
    total += purse(board, state, seat) + site(board, state, seat)
    if state.starbase[1 - seat] != NOWHERE and state.starbase[seat] != NOWHERE:
        total += gathering(board, state, seat, NOWHERE, NOWHERE)
        total += fleet(board, state, seat) - forecast(board, state, seat) - naming(board, state, seat)
        total -= danger(board, state, seat)
    if state.phase == MOVE_GO and state.turn == seat:
        total += best_way(board, state, seat)
    return total


@compiled
def value_of(board, state, seat):
    """`worth_of`, compiled once for both seats."""
    return worth_of(board, state, seat)


@compiled
def appraise(board, state, out):
    """Who has more; the First Turn Player's Starbase burns out first."""
    lead = value_of(board, state, 0) - value_of(board, state, 1)
    lead += board.advice[ARMOR] / 2 if state.first == 1 else -board.advice[ARMOR] / 2
    out[0], out[1] = lead, -lead
    expect(out, SEATS, board.advice[SCALE])


@compiled
def has_begun(state):
    """Whether the one whose turn it is has moved a ship in this phase."""
    moved = 0
    for i in range(state.count[state.turn]):
        moved |= state.ship[state.turn, i] & MOVED
    return moved != 0


@compiled
def prune(board, state, earlier, last, out, count):
    """R-16: ship moves of one phase commute, so it is enough to select the ships in ascending order. Only the order of
    ships in a stack can differ, and that is their owner's to choose at any time. What was moved in an earlier phase
    does not count."""
    if state.phase != MOVE_SELECT or not SHIP_MOVE <= earlier < GO_MOVE or not GO_MOVE <= last < FIGHT_MOVE:
        return count
    if not has_begun(state):
        return count
    kept = 0
    for i in range(count):
        if not SHIP_MOVE <= out[i] < earlier:
            out[kept] = out[i]
            kept += 1
    return kept
