"""Phase 3: the Pirates and their die."""

from quincunx.engine.chance import draw
from quincunx.engine.compiling import compiled
from quincunx.engine.events import note
from quincunx.games.galaxy_of_d.combat import start_combat
from quincunx.games.galaxy_of_d.fleets import distance, has_ship, is_base, player_ship_at, sector_of
from quincunx.games.galaxy_of_d.state import (
    ACTED,
    CONTACT,
    EV_PIRATE_IDLE,
    EV_PIRATE_ROLLS,
    EV_PIRATE_STEP,
    EV_PIRATE_TARGET,
    FOUGHT,
    LINKS,
    NOWHERE,
    PIRATE_MOVES_UP_TO,
    PIRATE_SELECT,
    PIRATE_SPEED,
    PIRATES,
    SEATS,
    SECTORS,
)

FACES = 6
NO_TARGET, ALONE_NOW, HAS_FOUGHT = range(3)


@compiled
def die(state):
    """GD-004: 1 to 6."""
    return int(draw(state, FACES)) + 1


@compiled
def roll_among(state, candidates):
    """R-41: (which candidate, the number rolled). Dice are read as one number in base 6; what is too high is rolled
    again. One candidate needs no die."""
    if candidates == 1:
        return 0, -1
    numbers = FACES
    while numbers < candidates:
        numbers *= FACES
    each = numbers // candidates
    while True:
        rolled = 0
        dice = 1
        while dice < numbers:
            rolled = FACES * rolled + die(state) - 1
            dice *= FACES
        if rolled < candidates * each:
            return rolled // each, rolled


@compiled
def start_pirates(state):
    """GD-400, GD-401, R-37: contact is noted for both Pirates before either acts."""
    state.phase = PIRATE_SELECT
    state.turn = state.active
    for i in range(PIRATES):
        at = int(state.pirate_at[i])
        state.pirate_note[i] = CONTACT if at != NOWHERE and player_ship_at(state, at) else 0


# ---------------------------------------------------------------- targets


@compiled
def next_target(state, mine, yours):
    """GD-405, R-38: the next sector, ascending, with a player's ship that is no Starbase sector; NOWHERE after the
    last. Given how far the ship lists of both seats have been read; returns the sector and how far they are now."""
    while mine < state.count[0] or yours < state.count[1]:
        sector = SECTORS
        if mine < state.count[0]:
            sector = sector_of(int(state.ship[0, mine]))
        if yours < state.count[1]:
            sector = min(sector, sector_of(int(state.ship[1, yours])))
        while mine < state.count[0] and sector_of(int(state.ship[0, mine])) == sector:
            mine += 1
        while yours < state.count[1] and sector_of(int(state.ship[1, yours])) == sector:
            yours += 1
        if not is_base(state, sector):
            return sector, mine, yours
    return NOWHERE, mine, yours


@compiled
def chosen_target(board, state, here, least, chosen):
    """The sector of that number, ascending, among the targets at the least distance."""
    target, mine, yours = next_target(state, 0, 0)
    while chosen > 0 or distance(board, here, target) != least:
        chosen -= distance(board, here, target) == least
        target, mine, yours = next_target(state, mine, yours)
    return target


@compiled
def nearest_target(board, state, pirate, events):
    """GD-403..GD-405, R-38, R-39: a die decides among all nearest sectors; NOWHERE if there is no target."""
    here = int(state.pirate_at[pirate])
    least = 99
    candidates = 0
    target = NOWHERE
    for seat in range(SEATS):
        before = NOWHERE
        for i in range(state.count[seat]):
            sector = sector_of(int(state.ship[seat, i]))
            if sector == before:
                continue
            before = sector
            steps = distance(board, here, sector)
            if steps > least or is_base(state, sector):
                continue
            if steps < least:
                least = steps
                candidates = 0
            if seat == 0 or candidates == 0 or not has_ship(state, 0, sector):
                target = sector
                candidates += 1
    if candidates == 0:
        return NOWHERE
    chosen, rolled = roll_among(state, candidates)
    if candidates > 1:
        target = chosen_target(board, state, here, least, chosen)
    note(events, EV_PIRATE_TARGET, pirate, target, candidates, rolled, 0)
    return target


# ---------------------------------------------------------------- the way


@compiled
def ways(board, one, other):
    """How many shortest ways there are between two sectors, Starbases or not: a binomial coefficient."""
    dq = int(board.q[other]) - int(board.q[one])
    dr = int(board.r[other]) - int(board.r[one])
    ds = -dq - dr
    steps = max(abs(dq), abs(dr), abs(ds))
    sideways = min(abs(dq), abs(dr), abs(ds))
    count = 1
    for i in range(sideways):
        count = count * (steps - i) // (i + 1)
    return count


@compiled
def ways_around(board, start, goal, near, far):
    """How many of them avoid both Starbases; `near` is the one that is nearer to the start."""
    steps = distance(board, start, goal)
    free = ways(board, start, goal)
    if distance(board, start, near) + distance(board, near, goal) == steps:
        free -= ways(board, start, near) * ways(board, near, goal)
    if distance(board, start, far) + distance(board, far, goal) == steps:
        free -= ways(board, start, far) * ways(board, far, goal)
    if distance(board, start, near) + distance(board, near, far) + distance(board, far, goal) == steps:
        free += ways(board, start, near) * ways(board, near, far) * ways(board, far, goal)
    return free


@compiled
def steps_around(board, state, start, goal):
    """R-40: steps of a shortest way around the Starbases. If they lie on all straight ways, one step more is enough."""
    steps = distance(board, start, goal)
    near, far = int(state.starbase[0]), int(state.starbase[1])
    to_near, to_far = distance(board, start, near), distance(board, start, far)
    if to_near + distance(board, near, goal) > steps and to_far + distance(board, far, goal) > steps:
        return steps
    if to_near > to_far:
        near, far = far, near
    return steps if ways_around(board, start, goal, near, far) > 0 else steps + 1


@compiled
def straight_steps(board, state, here, target):
    """The neighbours on a straight way that no Starbase blocks, as bits of their order."""
    wanted = distance(board, here, target) - 1
    which = 0
    for i in range(board.degree[here]):
        there = int(board.link[here, i])
        if distance(board, there, target) == wanted and not is_base(state, there):
            which |= int(steps_around(board, state, there, target) == wanted) << i
    return which


@compiled
def steps_of_a_detour(board, state, here, target):
    """The neighbours with the shortest way around the Starbases; of these the ones nearest as the crow flies."""
    best = 1 << 20
    which = 0
    for i in range(board.degree[here]):
        there = int(board.link[here, i])
        if not is_base(state, there):
            value = 64 * steps_around(board, state, there, target) + distance(board, there, target)
            if value < best:
                best = value
                which = 0
            which |= int(value == best) << i
    return which


@compiled
def step_towards(board, state, pirate, target, events):
    """GD-403, GD-406, GD-407, R-40: straight towards the target if a way is free, else around the Starbases; a die
    decides among several."""
    here = int(state.pirate_at[pirate])
    which = straight_steps(board, state, here, target)
    if which == 0:
        which = steps_of_a_detour(board, state, here, target)
    candidates = 0
    for i in range(LINKS):
        candidates += (which >> i) & 1
    chosen, rolled = roll_among(state, candidates)
    i = 0
    while chosen > 0 or not (which >> i) & 1:
        chosen -= (which >> i) & 1
        i += 1
    state.pirate_at[pirate] = board.link[here, i]
    note(events, EV_PIRATE_STEP, pirate, here, state.pirate_at[pirate], candidates, rolled)


@compiled
def prowl(board, state, pirate, events):
    """GD-402..GD-408: a Pirate without contact rolls; on 1-3 it goes its full speed until it meets a player's ship."""
    rolled = die(state)
    note(events, EV_PIRATE_ROLLS, pirate, rolled, 0, 0, 0)
    if rolled > PIRATE_MOVES_UP_TO:
        return
    target = nearest_target(board, state, pirate, events)
    if target == NOWHERE:
        note(events, EV_PIRATE_IDLE, pirate, NO_TARGET, 0, 0, 0)
        return
    for _ in range(PIRATE_SPEED):
        step_towards(board, state, pirate, target, events)
        if player_ship_at(state, int(state.pirate_at[pirate])):
            start_combat(board, state, int(state.pirate_at[pirate]), 1, events)
            return


@compiled
def act(board, state, pirate, events):
    """GD-401, R-37: a Pirate that had company when the phase began fights if it still has; the others roll."""
    state.pirate_note[pirate] |= ACTED
    if not state.pirate_note[pirate] & CONTACT:
        prowl(board, state, pirate, events)
    elif not player_ship_at(state, int(state.pirate_at[pirate])):
        note(events, EV_PIRATE_IDLE, pirate, ALONE_NOW, 0, 0, 0)
    elif board.pirate_once and state.pirate_note[pirate] & FOUGHT:
        note(events, EV_PIRATE_IDLE, pirate, HAS_FOUGHT, 0, 0, 0)
    else:
        start_combat(board, state, int(state.pirate_at[pirate]), 1, events)
