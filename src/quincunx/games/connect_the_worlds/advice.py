"""A heuristic value for each seat: what a decent player looks at (rules document, 10.2), in hexes of territory."""

import numpy as np

from quincunx.engine.advice import expected
from quincunx.engine.bits import count_bits, lowest
from quincunx.engine.compiling import apart, compiled
from quincunx.games.connect_the_worlds.pieces import (
    bases_of,
    code_of,
    distance_of,
    find,
    hex_distance,
    is_in,
    kind_of,
    map_of,
    owner_of,
    place_of,
    start_of,
    strength_of,
    worlds_of,
)
from quincunx.games.connect_the_worlds.reach import enemies, own_bases, territory
from quincunx.games.connect_the_worlds.rules import WORLDS_TO_WIN
from quincunx.games.connect_the_worlds.state import (
    ACTIONS,
    BASES,
    BUY,
    CARDS,
    CONNECT_A,
    CONNECT_B,
    DEPLOY_TO,
    KINDS,
    LOCKED,
    LONG,
    MAIN,
    MOVE_FROM,
    MOVE_PIECE,
    MOVE_TO,
    NOBODY,
    NOWHERE,
    SCIENTISTS,
    SEATS,
    SHORT,
    SPACE,
    WORD_BITS,
    WORDS,
)
from quincunx.games.connect_the_worlds.weights import (
    BASE,
    CAPTURE,
    CARD_WORTH,
    COLONY,
    ESTIMATE,
    FURTHER_RESOURCE,
    FURTHER_WORLD,
    GUARD,
    HESITATION,
    LITTLE,
    MOST_OF_A_RING,
    PORTAL,
    PREY,
    RESOURCE,
    RISKY,
    SCALE,
    STAND_BY,
    STEP,
    STRENGTH,
    THREAT,
    WORLD,
)

ENOUGH = 12
"""More resources than this are worth little."""
USEFUL = np.array([3, 3, 1, 7, 3, 3, 3, 1, 1, 1, 4, 3, 4, 2])
"""More cards of a kind than this are worth little."""
NEAR = 5
FAR = 99


@compiled
def faded(advice, value, steps):
    """What is left of a value so many steps away."""
    for _ in range(steps):
        value *= advice[STEP]
    return value


@compiled
def travel(board, place, world):
    """Steps from a hex to the ground of a world."""
    here = map_of(place)
    if here == world + 1:
        return 0
    orbit = np.int64(board.orbit[world])
    if here == SPACE:
        return hex_distance(board, place, orbit) + 1
    return hex_distance(board, np.int64(board.orbit[here - 1]), orbit) + 2


@compiled
def worth_of_worlds(board, advice, worlds):
    """Bases on so many worlds."""
    wanted = min(worlds, WORLDS_TO_WIN) if board.goal == SHORT else 0
    return advice[WORLD] * wanted + advice[FURTHER_WORLD] * (worlds - wanted)


@compiled
def settled(state, seat, world):
    """Whether a seat has a base on a world."""
    return own_bases(state, seat, world + 1, 0) | own_bases(state, seat, world + 1, 1) != 0


@compiled
def is_spare(state, seat, place):
    """A base in space, or one of several on its world."""
    chart = map_of(place)
    if chart == SPACE:
        return True
    one, two = own_bases(state, seat, chart, 0), own_bases(state, seat, chart, 1)
    return one & (one - 1) != 0 or two & (two - 1) != 0 or (one != 0 and two != 0)


@compiled
def is_open(board, state, seat, place, world):
    """Whether a base finds the orbit of a world free."""
    orbit = np.int64(board.orbit[world])
    owner = owner_of(board, state, orbit)
    return orbit == place or (owner in (NOBODY, seat) and not is_in(state.based, orbit))


@compiled
def way_to_colony(board, state, seat, place):
    """Steps to the nearest world without an own base."""
    nearest = FAR
    for world in range(np.int64(board.worlds)):
        if not settled(state, seat, world) and is_open(board, state, seat, place, world):
            nearest = min(nearest, travel(board, place, world))
    return nearest


@compiled
def defence(board, state, place):
    """The strongest piece in a hex."""
    return strongest_from(board, state, place, find(state, code_of(place, 0, 0)))


@compiled
def strongest_from(board, state, place, first):
    """The same, if it is known which of its pieces comes first."""
    best = 0
    for i in range(first, np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if place_of(code) != place:
            break
        best = max(best, np.int64(board.strength[kind_of(code)]))
    return best


@compiled
def prey(board, state, seat, chart, word):
    """The hexes with enemy bases; with the long goal those with any enemy piece."""
    if board.goal == LONG:
        return enemies(board, state, seat, chart, word)
    return np.int64(state.based[chart, word]) & ~np.int64(state.held[seat, chart, word])


@compiled
def hunting_grounds(board, state, seat):
    """The maps with prey, and those of them that a unit from elsewhere can come to: no enemy is in the orbit."""
    there = 0
    near = 0
    for chart in range(1 + np.int64(board.worlds)):
        if prey(board, state, seat, chart, 0) | prey(board, state, seat, chart, 1):
            there |= 1 << chart
            owner = NOBODY if chart == SPACE else owner_of(board, state, np.int64(board.orbit[chart - 1]))
            if owner in (NOBODY, seat):
                near |= 1 << chart
    return there, near


@compiled
def way_to_prey(board, state, seat, place, strength, grounds):
    """Steps to the nearest prey that a unit of that strength can take."""
    nearest = FAR
    here = map_of(place)
    there, near = grounds
    charts = near | there & (1 << here)
    while charts:
        chart = lowest(charts)
        charts &= charts - 1
        for word in range(WORDS):
            hexes = prey(board, state, seat, chart, word)
            while hexes:
                goal = start_of(chart) + WORD_BITS * word + lowest(hexes)
                hexes &= hexes - 1
                steps = distance_of(board, place, here, goal, chart)
                if steps < nearest and defence(board, state, goal) < strength:
                    nearest = steps
    return nearest


@apart
def aim_of(board, advice, state, seat, place, kind, grounds):
    """What a unit or a spare base is after: the value of being there, and the steps to it."""
    if kind >= BASES:
        return advice[PREY], way_to_prey(board, state, seat, place, np.int64(board.strength[kind]), grounds)
    return advice[COLONY], way_to_colony(board, state, seat, place)


@compiled
def errands(board, advice, state, seat):
    """All pieces that are on their way; one base on every world stays there. Of the units the one counts that is
    nearest to its prey, since only one can take it; the others stand by."""
    total = 0.0
    best = 0.0
    home = SPACE
    grounds = hunting_grounds(board, state, seat)
    for i in range(np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        place, kind = place_of(code), kind_of(code)
        if not is_in(state.held[seat], place):
            continue
        if kind < BASES and map_of(place) != home:
            home = map_of(place)
            continue
        value, steps = aim_of(board, advice, state, seat, place, kind, grounds)
        if steps == FAR:
            continue
        worth = faded(advice, value, steps)
        if kind < BASES:
            total += worth
        else:
            total += advice[STAND_BY] * worth
            best = max(best, (1.0 - advice[STAND_BY]) * worth)
    return total + best


@compiled
def gain(board, advice, state, seat, place, kind, moves, grounds):
    """What a piece gains if it goes on with its errand."""
    if kind < BASES and not is_spare(state, seat, place):
        return 0.0
    value, steps = aim_of(board, advice, state, seat, place, kind, grounds)
    if steps == FAR:
        return 0.0
    if steps <= moves:
        worlds = worlds_of(board, state, seat)
        colony = worth_of_worlds(board, advice, worlds + 1) - worth_of_worlds(board, advice, worlds)
        return (colony if kind < BASES else advice[CAPTURE]) - faded(advice, value, steps)
    later = faded(advice, value, steps - moves)
    return later - faded(advice, later, moves)


@compiled
def best_gain(board, advice, state, seat, place, kind):
    """Of the pieces that may still be chosen for a movement card; NOWHERE: from any hex, of any kind."""
    best = 0.0
    moves = np.int64(board.move[state.card])
    grounds = hunting_grounds(board, state, seat)
    for i in range(np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if code & LOCKED or not is_in(state.held[seat], place_of(code)):
            continue
        if place not in (NOWHERE, place_of(code)) or kind not in (NOWHERE, kind_of(code)):
            continue
        best = max(best, gain(board, advice, state, seat, place_of(code), kind_of(code), moves, grounds))
    return best


@compiled
def owned(state, seat, card):
    """How many cards of a kind a seat has."""
    return np.int64(state.deck[seat, card]) + np.int64(state.hand[seat, card]) + np.int64(state.discard[seat, card])


@compiled
def card_worth(advice, card, few):
    """A card of which there are few, or enough."""
    return advice[CARD_WORTH + card] if few else advice[LITTLE]


@compiled
def cards_worth(advice, state, seat):
    """All cards of a seat."""
    total = 0.0
    for card in range(CARDS):
        many = owned(state, seat, card)
        useful = min(many, USEFUL[card])
        total += useful * advice[CARD_WORTH + card] + (many - useful) * advice[LITTLE]
    return total


@compiled
def purse(advice, resources):
    """Resources are for cards."""
    return advice[RESOURCE] * min(resources, ENOUGH) + advice[FURTHER_RESOURCE] * max(resources - ENOUGH, 0)


@compiled
def best_purchase(board, advice, state, seat):
    """What a purchase gains."""
    best = 0.0
    pool = np.int64(state.pool[seat])
    first, last = (0, ACTIONS) if state.card == SCIENTISTS else (ACTIONS, CARDS)
    for card in range(first, last):
        cost = np.int64(board.cost[card])
        if state.supply[card] != 0 and cost <= pool:
            worth = card_worth(advice, card, owned(state, seat, card) < USEFUL[card])
            best = max(best, worth - purse(advice, pool) + purse(advice, pool - cost))
    return best


@compiled
def best_deployment(board, advice, state, seat):
    """What a deployment gains: a unit its strength, a base most of a ring."""
    kind = np.int64(state.card) - ACTIONS
    few = owned(state, seat, np.int64(state.card)) <= USEFUL[state.card]
    here = advice[STRENGTH] * np.int64(board.strength[kind]) - card_worth(advice, np.int64(state.card), few)
    return here + (advice[BASE] + advice[MOST_OF_A_RING] if kind < BASES else advice[GUARD])


@compiled
def half_made(board, advice, state, seat):
    """What the decision that is being made will bring."""
    phase = np.int64(state.phase)
    if phase in (MOVE_FROM, MOVE_PIECE, MOVE_TO):
        place = np.int64(state.picked)
        best = best_gain(board, advice, state, seat, place, np.int64(state.kind))
        return advice[RISKY] * best - advice[HESITATION]
    if phase == BUY:
        return advice[ESTIMATE] * best_purchase(board, advice, state, seat)
    if phase == DEPLOY_TO:
        return advice[ESTIMATE] * best_deployment(board, advice, state, seat)
    return advice[PORTAL] if phase in (CONNECT_A, CONNECT_B) else 0.0


@compiled
def strongest_enemy(board, state, seat):
    """The strength of the others' strongest unit on the map."""
    best = 0
    for other in range(np.int64(board.players)):
        if other != seat:
            for kind in range(BASES, KINDS):
                if state.on_map[other, kind]:
                    best = max(best, np.int64(board.strength[kind]))
    return best


@compiled
def is_in_danger(board, state, seat, place, chart, strong):
    """Whether an enemy unit near by is stronger than that."""
    for i in range(np.int64(state.pieces)):
        code = np.int64(state.piece[i])
        if kind_of(code) < BASES or np.int64(board.strength[kind_of(code)]) <= strong:
            continue
        other = place_of(code)
        if distance_of(board, other, map_of(other), place, chart) <= NEAR and not is_in(state.held[seat], other):
            return True
    return False


@compiled
def guards(board, advice, state, seat):
    """Bases with a unit on them, and bases that an enemy unit near by can take."""
    total = 0.0
    feared = strongest_enemy(board, state, seat)
    for chart in range(1 + np.int64(board.worlds)):
        for word in range(WORDS):
            hexes = own_bases(state, seat, chart, word)
            while hexes:
                place = start_of(chart) + WORD_BITS * word + lowest(hexes)
                hexes &= hexes - 1
                first = find(state, code_of(place, 0, 0))  # the base
                strong = strongest_from(board, state, place, first)
                if strong > np.int64(board.strength[kind_of(np.int64(state.piece[first]))]):
                    total += advice[GUARD]
                if strong < feared and is_in_danger(board, state, seat, place, chart, strong):
                    total -= advice[THREAT]
    return total


@apart
def value_of(board, advice, state, seat):
    """Everything a seat has."""
    if not (np.int64(state.alive) >> seat) & 1:
        return 0.0
    total = 1.0 * territory(board, state, seat) + advice[BASE] * bases_of(state, seat)
    total += worth_of_worlds(board, advice, worlds_of(board, state, seat))
    total += advice[STRENGTH] * strength_of(board, state, seat) + purse(advice, np.int64(state.pool[seat]))
    return total + cards_worth(advice, state, seat) + guards(board, advice, state, seat)


@apart
def plans_of(board, advice, state, seat):
    """What a seat is about to do. The others' plans are left to them: who fears all that could happen stays at home."""
    if not (np.int64(state.alive) >> seat) & 1:
        return 0.0
    half = half_made(board, advice, state, seat) if state.turn == seat and state.phase > MAIN else 0.0
    return half + errands(board, advice, state, seat)


@compiled
def result_of(board, advice, state, seat, lead):
    """The result to be expected: the fewer empires are left, the better for each of them."""
    players = np.int64(board.players)
    if not (np.int64(state.alive) >> seat) & 1:
        return -1.0 / (players - 1)
    return expected(lead, players, max(count_bits(np.int64(state.alive)), 2), advice[SCALE])


@apart
def appraise(board, state, out):
    """Each seat's worth against the best of the others: its weights are fitted to results."""
    advice = board.advice
    players = np.int64(board.players)
    for seat in range(SEATS):
        out[seat] = 0.0
    if state.over:
        return
    best = -1.0
    second = -1.0
    for seat in range(players):
        out[seat] = value_of(board, advice, state, seat)
        if out[seat] > best:
            second = best
            best = out[seat]
        else:
            second = max(second, out[seat])
    for seat in range(players):
        rival = second if out[seat] == best else best
        out[seat] = result_of(board, advice, state, seat, out[seat] + (plans_of(board, advice, state, seat) - rival))


@apart
def regard(board, state, seat, out):
    """The same for one seat that looks no further than one move: its weights show the way."""
    advice = board.guide
    out[seat] = 0.0
    if state.over:
        return
    rival = -1.0
    for other in range(np.int64(board.players)):
        if other != seat:
            rival = max(rival, value_of(board, advice, state, other))
    lead = value_of(board, advice, state, seat) + (plans_of(board, advice, state, seat) - rival)
    out[seat] = result_of(board, advice, state, seat, lead)
