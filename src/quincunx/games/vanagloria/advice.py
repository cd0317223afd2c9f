"""A heuristic value for each seat: what a decent player looks at (rules document, 10.2), in points."""

from quincunx.engine.compiling import compiled
from quincunx.games.vanagloria.state import (
    ENTRANCE,
    MELEE,
    RADIO,
    RANGE,
    SHIELD,
    WEAPON_LEVELS,
    WEAPONS,
)
from quincunx.games.vanagloria.units import class_of, node_of, weapon_of

UNIT_VALUE = 10.0
"""What a unit is worth while there are few; one past ENOUGH_UNITS is worth LATE_UNIT_VALUE."""
ENOUGH_UNITS = 6
LATE_UNIT_VALUE = 1.0
WEAPON_VALUE = (0.0, 3.5, 6.0)
ENOUGH_WEAPONS = 4
SHIELD_VALUE = 2.5
EARLY_INCOME, LATE_INCOME = 1.0, 2.5
"""Points that will be paid if nothing changes count for so many rounds, at the start and near the end."""
NEARER = 0.78
"""Something one corridor farther away is worth this much of it."""
CALLING = (0.0, 24.0, 17.0, 12.0, 9.0, 7.0)
"""A unit on its way to a radio, by the number of units: the second one is what a player needs most."""
ARMING = 3.0
ARMING_AT_ONCE = 2
SHIELDING = 1.6
DANGER = 0.35
"""How likely a unit in an enemy's reach is to be hit."""


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
def near(steps):
    """What is left of a value so many corridors away: half at once, since only being there counts, then less."""
    value = 1.0 if steps == 0 else 0.6
    for _ in range(1, steps):
        value *= NEARER
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
def strength(board, state, seat):
    """Units, weapons and shields: enough is enough."""
    count = int(state.count[seat])
    few = min(count, ENOUGH_UNITS)
    total = UNIT_VALUE * few + LATE_UNIT_VALUE * (count - few)
    ranged = int(state.armed[seat, RANGE])
    melee = int(state.armed[seat, MELEE])
    total += WEAPON_VALUE[RANGE] * min(ranged, ENOUGH_WEAPONS)
    total += WEAPON_VALUE[MELEE] * max(0, min(melee, ENOUGH_WEAPONS - ranged))
    return total + SHIELD_VALUE * min(count - state.plain[seat], ENOUGH_UNITS)


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
def prospects(board, state, seat):
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
            total += CALLING[state.count[seat]] * near(board.distance[node_of(int(state.unit[seat, caller])), RADIO])
    for _ in range(ARMING_AT_ONCE):
        armed = nearest_to_kind(board, state, seat, busy, WEAPONS, MELEE, False)
        if armed >= 0 and state.armed[seat, RANGE] < ENOUGH_WEAPONS:
            busy |= 1 << armed
            total += ARMING * near(board.distance[node_of(int(state.unit[seat, armed])), WEAPONS])
    bare = nearest_to_kind(board, state, seat, busy, SHIELD, RANGE, True)
    if bare >= 0:
        total += SHIELDING * near(board.distance[node_of(int(state.unit[seat, bare])), SHIELD])
    for i in range(board.energy_count):
        node = int(board.energy[i])
        if (int(state.present[node]) >> seat) & 1:
            continue
        holder = nearest(board, state, seat, busy, node)
        if holder >= 0:
            busy |= 1 << holder
            total += worth(board, state, seat, node) * near(board.steps[node_of(int(state.unit[seat, holder])), node])
    return total


@compiled
def danger(board, state, seat):
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
            loss = SHIELD_VALUE if kind >= WEAPON_LEVELS else UNIT_VALUE + WEAPON_VALUE[weapon_of(kind)]
            total += DANGER * loss
    return total


@compiled
def appraise(board, state, out):
    """Points and what is to come, against the best of the others; building counts less as the end comes near."""
    players = int(board.players)
    leader = 0
    for seat in range(players):
        leader = max(leader, int(state.score[seat]))
    to_come = max(0.2, min(1.0, (board.target - leader) / board.target))
    for seat in range(players):
        building = strength(board, state, seat) + prospects(board, state, seat) - danger(board, state, seat)
        rounds = LATE_INCOME - (LATE_INCOME - EARLY_INCOME) * to_come
        out[seat] = state.score[seat] + rounds * income(board, state, seat) + to_come * building
    top = out[0]
    runner_up = -1e9
    total = out[0]
    for seat in range(1, players):
        total += out[seat]
        if out[seat] > top:
            runner_up = top
            top = out[seat]
        else:
            runner_up = max(runner_up, out[seat])
    for seat in range(players):
        others = (total - out[seat]) / (players - 1)
        rival = runner_up if out[seat] == top else top
        lead = out[seat] - 0.6 * rival - 0.4 * others
        out[seat] = lead / (abs(lead) + 40.0)
