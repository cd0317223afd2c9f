"""Which moves are legal, and which rule forbids the others. Both answers come from the same conditions."""

from quincunx.engine.compiling import compiled
from quincunx.games.vanagloria.rules import best_score
from quincunx.games.vanagloria.state import (
    ACTIVATE,
    ACTIVATED,
    ALREADY_ACTIVATED,
    ALREADY_ATTACKED,
    ALREADY_RANGE,
    ALREADY_SHIELDED,
    ATTACKED,
    ATTACKER_DISARMED,
    BOX_EMPTY,
    CLASSES,
    DISARMED,
    EIGHT_DISARMED,
    EIGHT_MELEE,
    ELEVEN_SHIELDED,
    END,
    ENEMY_HERE,
    ENERGY_HAS_NO_FUNCTION,
    ENTRANCE,
    ENTRANCE_HAS_NO_FUNCTION,
    GAME_OVER,
    INTO_ENTRANCE,
    INTO_UNUSED_START,
    LEGAL,
    MELEE,
    MELEE_REACH,
    MOVE_COUNT,
    NO_ATTACKER,
    NO_PLATFORM,
    NO_SUCH_MOVE,
    NO_TARGET,
    NO_UNIT_TO_ACTIVATE,
    NO_UNIT_TO_MOVE,
    NOT_LINKED,
    OVER_AT_THE_LIMIT,
    OVER_FOR_ALL_BUT_ONE,
    PER_NODE,
    PER_STACK,
    RADIO,
    RANGE,
    RANGE_REACH,
    REACH_LINK,
    REACH_MELEE,
    REACH_OWN,
    RIVALS,
    SEVEN_RANGE,
    SHIELD,
    STACK_MOVES,
    TARGET_ON_ENTRANCE,
    TWELVE_PLAIN,
    TWELVE_UNITS,
    WEAPON_LEVELS,
    WEAPONS,
)
from quincunx.games.vanagloria.units import armed_at, box, class_of, clockwise, node_of, units_at, weapon_of


@compiled
def activation_refusal(board, state, node, kind):
    """VG-062, VG-064, VG-088, OC-035, OC-037, OC-056: why the unit's platform can't be used now, or LEGAL."""
    seat = state.turn
    function = board.kind[node]
    if function == ENTRANCE:
        return ENTRANCE_HAS_NO_FUNCTION
    if function > WEAPONS:
        return ENERGY_HAS_NO_FUNCTION
    if state.present[node] & ~(1 << seat):
        return ENEMY_HERE
    marked = state.mark == ACTIVATED and state.mark_node == node and state.mark_class == kind
    if marked and units_at(state, seat, node, kind) == 1:
        return ALREADY_ACTIVATED
    if function == RADIO:
        return radio_refusal(board, state, seat)
    if function == SHIELD:
        return shield_refusal(board, state, seat, kind)
    return charge_refusal(board, state, seat, kind)


@compiled
def radio_refusal(board, state, seat):
    """VG-012, VG-013, VG-015, R-02, OC-055: the new unit's pieces must be in the box."""
    if board.cubes > 0:
        return LEGAL if box(board, state, seat) > 0 else BOX_EMPTY
    if state.plain[seat] >= board.plain_limit:
        return TWELVE_PLAIN
    if board.total12 and state.count[seat] >= board.plain_limit:
        return TWELVE_UNITS
    if state.armed[seat, DISARMED] >= board.stand_limit[DISARMED]:
        return EIGHT_DISARMED
    return LEGAL


@compiled
def shield_refusal(board, state, seat, kind):
    """VG-015, VG-025, VG-088, OC-016, OC-055: one shield, and only if there is one in the box."""
    if kind >= WEAPON_LEVELS:
        return ALREADY_SHIELDED
    if board.cubes > 0:
        return LEGAL if box(board, state, seat) > 0 else BOX_EMPTY
    if state.count[seat] - state.plain[seat] >= board.shield_limit:
        return ELEVEN_SHIELDED
    return LEGAL


@compiled
def charge_refusal(board, state, seat, kind):
    """VG-014, VG-015, VG-088, OC-056: nothing is above range, and the stand must be in the box."""
    weapon = weapon_of(kind)
    if weapon == RANGE:
        return ALREADY_RANGE
    if board.cubes == 0 and state.armed[seat, weapon + 1] >= board.stand_limit[weapon + 1]:
        return EIGHT_MELEE if weapon == DISARMED else SEVEN_RANGE
    return LEGAL


@compiled
def can_attack(state, node, weapon):
    """VG-065, OC-037: is there a unit with that weapon here that has not attacked this turn?"""
    ready = armed_at(state, state.turn, node, weapon)
    if state.mark == ATTACKED and state.mark_node == node and state.mark_class == weapon:
        ready -= 1
    return ready > 0


@compiled
def list_targets(board, state, there, first, out, n):
    """Writes an attack on every enemy stack of that platform; returns the new count."""
    seat = int(state.turn)
    players = int(board.players)
    enemies = state.present[there] & ~(1 << seat)
    if enemies == 0:
        return n
    for rival in range(1, players):
        target = clockwise(board, seat, rival)
        if not (enemies >> target) & 1:
            continue
        before = -1
        for i in range(state.count[target]):
            code = int(state.unit[target, i])
            if node_of(code) == there and code != before:
                out[n] = first + (rival - 1) * CLASSES + class_of(code)
                n += 1
                before = code
    return n


@compiled
def list_attacks(board, state, node, melee, ranged, out, n):
    """VG-067, VG-068, OC-039, OC-040: melee here; range here and one corridor away, never at an entrance."""
    if board.kind[node] == ENTRANCE:
        return n
    first = 1 + node * PER_NODE + STACK_MOVES
    if state.mark == ATTACKED and state.mark_node == node:
        if state.mark_class == MELEE:
            melee -= 1
        else:
            ranged -= 1
    if melee > 0:
        n = list_targets(board, state, node, first, out, n)
    if ranged > 0:
        n = list_targets(board, state, node, first + REACH_OWN * RIVALS * CLASSES, out, n)
        for link in range(board.gates[node], board.degree[node]):
            there = int(board.link[node, link])
            n = list_targets(board, state, there, first + (REACH_LINK + link) * RIVALS * CLASSES, out, n)
    return n


@compiled
def moves(board, state, out):
    """VG-058, VG-059, OC-032: END, and what each stack can do."""
    if state.over:
        return 0
    seat = int(state.turn)
    out[0] = END
    n = 1
    i = 0
    count = int(state.count[seat])
    while i < count:
        node = node_of(int(state.unit[seat, i]))
        melee = 0
        ranged = 0
        before = -1
        while i < count and node_of(int(state.unit[seat, i])) == node:
            code = int(state.unit[seat, i])
            kind = class_of(code)
            weapon = weapon_of(kind)
            if weapon == MELEE:
                melee += 1
            elif weapon == RANGE:
                ranged += 1
            if code != before:
                first = 1 + node * PER_NODE + kind * PER_STACK
                for link in range(board.gates[node], board.degree[node]):
                    out[n] = first + link
                    n += 1
                if activation_refusal(board, state, node, kind) == LEGAL:
                    out[n] = first + ACTIVATE
                    n += 1
                before = code
            i += 1
        if melee + ranged > 0:
            n = list_attacks(board, state, node, melee, ranged, out, n)
    return n


@compiled
def stack_refusal(board, state, node, kind, verb):
    """Why a stack can't move along a corridor or use its platform, or LEGAL."""
    have = units_at(state, state.turn, node, kind) > 0
    if verb == ACTIVATE:
        return activation_refusal(board, state, node, kind) if have else NO_UNIT_TO_ACTIVATE
    if not have:
        return NO_UNIT_TO_MOVE
    if verb >= board.degree[node]:
        return NOT_LINKED
    there = board.link[node, verb]
    if board.kind[there] == ENTRANCE:
        for seat in range(board.players):
            if board.entrance[seat] == there:
                return INTO_ENTRANCE
        return INTO_UNUSED_START
    return LEGAL


@compiled
def attack_refusal(board, state, node, reach, rival, kind):
    """Why an attack can't be made, or LEGAL."""
    seat = state.turn
    weapon = MELEE if reach == REACH_MELEE else RANGE
    if not can_attack(state, node, weapon):
        if armed_at(state, seat, node, weapon) > 0:
            return ALREADY_ATTACKED
        if weapon == RANGE and armed_at(state, seat, node, MELEE) > 0:
            return MELEE_REACH
        if armed_at(state, seat, node, DISARMED) > 0 and armed_at(state, seat, node, RANGE) == 0:
            return ATTACKER_DISARMED
        return NO_ATTACKER
    there = node
    if reach >= REACH_LINK:
        if reach - REACH_LINK >= board.degree[node]:
            return RANGE_REACH
        there = int(board.link[node, reach - REACH_LINK])
    if board.kind[there] == ENTRANCE:
        return TARGET_ON_ENTRANCE
    if rival >= board.players or units_at(state, clockwise(board, seat, rival), there, kind) == 0:
        return NO_TARGET
    return LEGAL


@compiled
def end_refusal(board, state):
    """VG-093, VG-094, OC-049, OC-052: by which rule the game is over."""
    standing = ((1 << board.players) - 1) & ~state.out
    if state.out != 0 and standing & (standing - 1) == 0:
        return OVER_FOR_ALL_BUT_ONE
    alone = state.winners & (state.winners - 1) == 0
    return GAME_OVER if alone and best_score(board, state) >= board.target else OVER_AT_THE_LIMIT


@compiled
def refusal(board, state, number):
    """LEGAL, or the reason (an index into REASONS) why the move of that number can't be made now."""
    if state.over:
        return end_refusal(board, state)
    if number < 0 or number >= MOVE_COUNT:
        return NO_SUCH_MOVE
    if number == END:
        return LEGAL
    node = (number - 1) // PER_NODE
    rest = (number - 1) % PER_NODE
    if node >= board.nodes:
        return NO_PLATFORM
    if rest < STACK_MOVES:
        return stack_refusal(board, state, node, rest // PER_STACK, rest % PER_STACK)
    rest -= STACK_MOVES
    return attack_refusal(board, state, node, rest // (RIVALS * CLASSES), rest // CLASSES % RIVALS + 1, rest % CLASSES)
