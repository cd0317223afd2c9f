"""A heuristic value for each seat: what a decent player looks at (rules document, 10.2), in points."""

from quincunx.engine.advice import expect, share_out
from quincunx.engine.compiling import compiled
from quincunx.games.vanagloria.state import (
    ACTIONS,
    DISARMED,
    ENTRANCE,
    MELEE,
    RADIO,
    RANGE,
    SHIELD,
    WEAPON_LEVELS,
    WEAPONS,
)
from quincunx.games.vanagloria.units import class_of, node_of, weapon_of
from quincunx.games.vanagloria.weights import (
    ARMING,
    BESIDE,
    CALLING,
    DANGER,
    EARLY_INCOME,
    EARLY_SCALE,
    LATE_INCOME,
    LATE_SCALE,
    LATE_UNIT_VALUE,
    LATER,
    LEAST_TO_COME,
    NEARER,
    RIVAL,
    SCALE,
    SHIELD_VALUE,
    SHIELDING,
    TO_ACT,
    UNIT_VALUE,
    WEAPON_VALUE,
)

ENOUGH_UNITS = 6
"""Enough is enough: more than so many units are worth little, and nobody needs more weapons than that."""
ENOUGH_WEAPONS = 4
ARMING_AT_ONCE = 2


@compiled
def income(board, state, seat):
    """What the seat would score if the round ended now."""
    points = 0
    for i in range(board.energy_count):
        node = int(board.energy[i])
        there = int(state.present[node])
        if (there >> seat) & 1:
            worth = int(board.points[board.kind[node]])
            points += worth // 2 if there & (there - 1) else worth
    return points


@compiled
def near(advice, steps):
    """What is left of a value so many corridors away: half at once, since only being there counts, then less."""
    value = 1.0 if steps == 0 else advice[BESIDE]
    for _ in range(1, steps):
        value *= advice[NEARER]
    return value


@compiled
def nearest(board, state, seat, busy, node):
    """The seat's unit nearest to a platform that has nothing better to do, as a slot; -1 if there is none."""
    best = -1
    for i in range(state.count[seat]):
        if not (busy >> i) & 1:
            steps = board.steps[node_of(int(state.unit[seat, i])), node]
            if best < 0 or steps < board.steps[node_of(int(state.unit[seat, best])), node]:
                best = i
    return best


@compiled
def nearest_to_kind(board, state, seat, busy, kind, most_weapon, plain_only):
    """The seat's unit nearest to a kind of platform, among those that it could still serve; -1 if there is none."""
    best = -1
    for i in range(state.count[seat]):
        code = int(state.unit[seat, i])
        useful = weapon_of(class_of(code)) <= most_weapon and (not plain_only or class_of(code) < WEAPON_LEVELS)
        if useful and not (busy >> i) & 1:
            steps = board.distance[node_of(code), kind]
            if best < 0 or steps < board.distance[node_of(int(state.unit[seat, best])), kind]:
                best = i
    return best


@compiled
def weapon_value(advice, weapon):
    """Of a weapon of that level."""
    return 0.0 if weapon == DISARMED else advice[WEAPON_VALUE + weapon - MELEE]


@compiled
def strength(advice, state, seat):
    """Units, weapons and shields: enough is enough."""
    count = int(state.count[seat])
    few = min(count, ENOUGH_UNITS)
    total = advice[UNIT_VALUE] * few + advice[LATE_UNIT_VALUE] * (count - few)
    ranged = int(state.armed[seat, RANGE])
    melee = int(state.armed[seat, MELEE])
    total += weapon_value(advice, RANGE) * min(ranged, ENOUGH_WEAPONS)
    total += weapon_value(advice, MELEE) * max(0, min(melee, ENOUGH_WEAPONS - ranged))
    return total + advice[SHIELD_VALUE] * min(count - state.plain[seat], ENOUGH_UNITS)


@compiled
def hold(board, state, seat, node):
    """The slot of a unit of the seat on a platform; -1 if there is none."""
    for i in range(state.count[seat]):
        if node_of(int(state.unit[seat, i])) == node:
            return i
    return -1


@compiled
def worth(board, state, seat, node):
    """What an energy platform pays: half where a rival stands."""
    points = float(board.points[board.kind[node]])
    return 0.5 * points if state.present[node] & ~(1 << seat) else points


@compiled
def prospects(board, advice, state, seat):
    """What the units are about to do: those on energy hold it; of the others one calls, two arm themselves, one
    fetches a shield, and the rest walk to the energy that is left."""
    total = 0.0
    busy = 0
    for i in range(board.energy_count):
        holder = hold(board, state, seat, int(board.energy[i]))
        if holder >= 0:
            busy |= 1 << holder
            total += worth(board, state, seat, int(board.energy[i]))
    if state.count[seat] < ENOUGH_UNITS:
        caller = nearest_to_kind(board, state, seat, busy, RADIO, RANGE, False)
        if caller >= 0:
            busy |= 1 << caller
            steps = board.distance[node_of(int(state.unit[seat, caller])), RADIO]
            total += advice[CALLING + state.count[seat] - 1] * near(advice, steps)
    for _ in range(ARMING_AT_ONCE):
        armed = nearest_to_kind(board, state, seat, busy, WEAPONS, MELEE, False)
        if armed >= 0 and state.armed[seat, RANGE] < ENOUGH_WEAPONS:
            busy |= 1 << armed
            steps = board.distance[node_of(int(state.unit[seat, armed])), WEAPONS]
            total += advice[ARMING] * near(advice, steps)
    bare = nearest_to_kind(board, state, seat, busy, SHIELD, RANGE, True)
    if bare >= 0:
        steps = board.distance[node_of(int(state.unit[seat, bare])), SHIELD]
        total += advice[SHIELDING] * near(advice, steps)
    for i in range(board.energy_count):
        node = int(board.energy[i])
        if (int(state.present[node]) >> seat) & 1:
            continue
        holder = nearest(board, state, seat, busy, node)
        if holder >= 0:
            busy |= 1 << holder
            steps = board.steps[node_of(int(state.unit[seat, holder])), node]
            total += worth(board, state, seat, node) * near(advice, steps)
    return total


@compiled
def danger(board, advice, state, seat):
    """What enemies could destroy from where they stand; a shield takes the first hit."""
    total = 0.0
    before = -1
    for i in range(state.count[seat]):
        node = node_of(int(state.unit[seat, i]))
        if node == before or board.kind[node] == ENTRANCE:
            continue
        before = node
        hits = 0
        for rival in range(board.players):
            if rival == seat:
                continue
            for j in range(state.count[rival]):
                code = int(state.unit[rival, j])
                weapon = weapon_of(class_of(code))
                steps = board.steps[node_of(code), node]
                if (weapon >= MELEE and steps == 0) or (weapon == RANGE and steps == 1):
                    hits += 1
        if hits > 0:
            kind = class_of(int(state.unit[seat, i]))
            loss = advice[UNIT_VALUE] + weapon_value(advice, weapon_of(kind))
            if kind >= WEAPON_LEVELS:
                loss = advice[SHIELD_VALUE]
            total += advice[DANGER] * loss
    return total


@compiled
def tempo(board, advice, state, seat):
    """Who acts late in a round has the last word before points are given; who has acted has nothing more to say."""
    place = 0
    while state.order[place] != seat:
        place += 1
    to_act = 0.0
    if place >= state.place:
        to_act = 1.0 if place > state.place else state.actions / ACTIONS
    return advice[TO_ACT] * to_act + advice[LATER] * place / (int(board.players) - 1)


@compiled
def still_to_come(board, advice, state):
    """How much of the game: what building counts for, which is less as the end comes near."""
    leader = 0
    for seat in range(board.players):
        leader = max(leader, int(state.score[seat]))
    return max(advice[LEAST_TO_COME], min(1.0, (board.target - leader) / board.target))


@compiled
def between(late, early, to_come):
    """A weight that changes as the game goes on."""
    return late - (late - early) * to_come


@compiled
def weigh(board, advice, state, to_come, out):
    """What each seat is worth by one list of weights: points, and what is to come."""
    rounds = between(advice[LATE_INCOME], advice[EARLY_INCOME], to_come)
    for seat in range(board.players):
        building = strength(advice, state, seat) + prospects(board, advice, state, seat)
        building -= danger(board, advice, state, seat)
        out[seat] = state.score[seat] + rounds * income(board, state, seat) + to_come * building
        out[seat] += tempo(board, advice, state, seat)


@compiled
def appraise(board, state, out):
    """What each seat may expect of the position: its weights are fitted to results."""
    advice = board.advice
    to_come = still_to_come(board, advice, state)
    weigh(board, advice, state, to_come, out)
    share_out(out, int(board.players), between(advice[LATE_SCALE], advice[EARLY_SCALE], to_come))


@compiled
def regard(board, state, seat, out):
    """Where a seat should go that looks no further than one move: its weights show the way. A unit near a radio wins
    nearly as many games as one on it, but by that alone nobody would ever call. What counts is the lead over the
    others, the best of them most."""
    advice = board.guide
    players = int(board.players)
    weigh(board, advice, state, still_to_come(board, advice, state), out)
    top = out[0]
    runner_up = -1e9
    total = out[0]
    for each in range(1, players):
        total += out[each]
        if out[each] > top:
            runner_up = top
            top = out[each]
        else:
            runner_up = max(runner_up, out[each])
    for each in range(players):
        others = (total - out[each]) / (players - 1)
        rival = runner_up if out[each] == top else top
        out[each] -= advice[RIVAL] * rival + (1.0 - advice[RIVAL]) * others
    expect(out, players, advice[SCALE])
