"""The rules, once, for both games: plain functions over the two flat records of `state.py`.

Which moves are legal stands in `legality.py`; here is what they do.
"""

from quincunx.engine.chance import draw, shuffle
from quincunx.engine.compiling import compiled
from quincunx.engine.events import note
from quincunx.games.vanagloria.state import (
    ACTIONS,
    ACTIVATE,
    ACTIVATED,
    AT_THE_LIMIT,
    ATTACKED,
    BY_POINTS,
    CLASSES,
    END,
    EV_ATTACKED,
    EV_CALLED,
    EV_CHARGED,
    EV_DESTROYED,
    EV_LOST_AT_TWELVE,
    EV_MOVED,
    EV_OUT,
    EV_OVERTIME,
    EV_PAID,
    EV_REPLACED,
    EV_ROUND,
    EV_SHIELD_BROKEN,
    EV_SHIELDED,
    EV_TURN_ENDED,
    EV_WON,
    LAST_STANDING,
    MELEE,
    NO_MARK,
    NONE,
    PER_NODE,
    PER_STACK,
    PRO,
    RADIO,
    RANDOM,
    RANGE,
    REACH_LINK,
    REACH_MELEE,
    RIVALS,
    ROUND_CAP,
    SEATS,
    SHIELD,
    STACK_MOVES,
    STANDARD,
    UNITS,
    WEAPON_LEVELS,
)
from quincunx.games.vanagloria.units import box, clockwise, enter, put, take, weapon_of

# ---------------------------------------------------------------- a new game, rounds and turns


@compiled
def deal(board, state):
    """VG-042, OC-030: one unit each on its entrance, no points; VG-049, OC-029: chance names the first player."""
    for seat in range(SEATS):
        for slot in range(UNITS):
            state.unit[seat, slot] = NONE
    for seat in range(board.players):
        enter(board, state, seat)
    if board.turn_mode != RANDOM:
        state.first = board.first if board.first >= 0 else draw(state, board.players)
    state.round_no = 1
    start_round(board, state)


@compiled
def deal_tokens(board, state):
    """VG-049, VG-051..VG-055, VG-057, OC-031: who holds which turn token in this round."""
    if board.turn_mode == STANDARD and state.round_no > 1 and state.token[0] > 0:
        return
    players = int(board.players)
    for seat in range(players):
        after_first = (seat - state.first) % players
        if board.turn_mode == PRO:
            state.token[seat] = board.pro[(after_first - (state.round_no - 1)) % players]
        else:
            state.token[seat] = after_first + 1
    if board.turn_mode == RANDOM:
        for seat in range(players):
            state.token[seat] = seat + 1
        shuffle(state, state.token, players)
        if state.round_no == 1:
            for seat in range(players):
                if state.token[seat] == 1:
                    state.first = seat


@compiled
def start_round(board, state):
    """VG-058: the seats act in ascending order of their tokens."""
    deal_tokens(board, state)
    for seat in range(board.players):
        state.order[state.token[seat] - 1] = seat
    state.place = -1
    next_turn(board, state)


@compiled
def is_out(state, seat):
    """R-14: an eliminated seat is skipped from then on."""
    return (state.out >> seat) & 1


@compiled
def next_turn(board, state):
    """The next seat in order that is not out gets its two actions; returns whether there is one in this round."""
    state.place += 1
    while state.place < board.players and is_out(state, state.order[state.place]):
        state.place += 1
    state.mark = NO_MARK
    state.mark_node = 0
    state.mark_class = 0
    if state.place == board.players:
        return False
    state.turn = state.order[state.place]
    state.actions = ACTIONS
    return True


@compiled
def end_turn(board, state, events):
    """VG-074, OC-044: when everybody has acted the round ends and points are given."""
    if not next_turn(board, state):
        score(board, state, events)
        if not finished(board, state, events):
            state.round_no += 1
            note(events, EV_ROUND, state.round_no, 0, 0, 0, 0)
            start_round(board, state)


@compiled
def spend_action(board, state, events):
    """VG-073, OC-032: two actions at most."""
    if state.over:
        return
    state.actions -= 1
    if state.actions == 0:
        end_turn(board, state, events)


# ---------------------------------------------------------------- scoring and the end


@compiled
def score(board, state, events):
    """VG-075..VG-080, OC-045..OC-048: all of it to one player alone, half to each of several."""
    for i in range(board.energy_count):
        node = int(board.energy[i])
        there = int(state.present[node])
        if there == 0:
            continue
        points = int(board.points[board.kind[node]])
        if there & (there - 1):
            points //= 2
        note(events, EV_PAID, node, points, there, 0, 0)
        for seat in range(board.players):
            if (there >> seat) & 1:
                state.score[seat] += points


@compiled
def best_score(board, state):
    """The highest score of the seats that are not out."""
    best = -1
    for seat in range(board.players):
        if not is_out(state, seat) and state.score[seat] > best:
            best = int(state.score[seat])
    return best


@compiled
def leaders(board, state):
    """The seats with the highest score, as a mask."""
    best = best_score(board, state)
    mask = 0
    for seat in range(board.players):
        if not is_out(state, seat) and state.score[seat] == best:
            mask |= 1 << seat
    return mask


@compiled
def finished(board, state, events):
    """VG-081..VG-083, VG-093, OC-049..OC-051: one player alone leads with at least the target; VG-094: or the limit."""
    ahead = leaders(board, state)
    alone = ahead & (ahead - 1) == 0
    reached = best_score(board, state) >= board.target
    if reached and alone:
        win(state, ahead, BY_POINTS, events)
        return True
    if state.round_no == board.round_limit or state.round_no == ROUND_CAP:
        win(state, ahead, AT_THE_LIMIT, events)
        return True
    if reached and not state.overtime:
        state.overtime = 1
        note(events, EV_OVERTIME, best_score(board, state), 0, 0, 0, 0)
    return False


@compiled
def win(state, winners, how, events):
    """The game is over."""
    state.over = 1
    state.winners = winners
    state.turn = 0
    state.place = 0
    state.actions = 0
    state.mark = NO_MARK
    state.mark_node = 0
    state.mark_class = 0
    note(events, EV_WON, winners, how, 0, 0, 0)


# ---------------------------------------------------------------- the three actions


@compiled
def move(board, state, node, kind, link, events):
    """VG-060, VG-089, OC-033: a unit goes along one corridor; nothing blocks it and its class stays."""
    there = int(board.link[node, link])
    note(events, EV_MOVED, state.turn, kind, node, there, 0)
    take(state, state.turn, node, kind)
    put(state, state.turn, there, kind)


@compiled
def activate(board, state, node, kind, events):
    """VG-061, OC-034: the platform's function is used, once a turn by the same unit."""
    seat = state.turn
    function = board.kind[node]
    after = kind
    if function == RADIO:
        call(board, state, node, events)
    elif function == SHIELD:
        after = raise_shield(state, node, kind, events)
    else:
        after = charge(state, node, kind, events)
    if after != kind:
        take(state, seat, node, kind)
        put(state, seat, node, after)
    state.mark = ACTIVATED
    state.mark_node = node
    state.mark_class = after


@compiled
def call(board, state, node, events):
    """VG-024, OC-013: a new disarmed unit on the player's own entrance."""
    note(events, EV_CALLED, state.turn, node, board.entrance[state.turn], 0, 0)
    enter(board, state, state.turn)


@compiled
def raise_shield(state, node, kind, events):
    """VG-025, OC-014: the plain standee is exchanged for a shielded one; the pile gets a second cube."""
    state.plain[state.turn] -= 1
    note(events, EV_SHIELDED, state.turn, kind + WEAPON_LEVELS, node, 0, 0)
    return kind + WEAPON_LEVELS


@compiled
def charge(state, node, kind, events):
    """VG-026, VG-027, OC-017, OC-018: disarmed becomes melee, melee becomes range."""
    weapon = weapon_of(kind)
    state.armed[state.turn, weapon] -= 1
    state.armed[state.turn, weapon + 1] += 1
    note(events, EV_CHARGED, state.turn, kind + 1, node, 0, 0)
    return kind + 1


@compiled
def attack(board, state, node, reach, rival, kind, events):
    """VG-063, VG-069, OC-036: one enemy unit, chosen by the attacker, is hit."""
    seat = state.turn
    weapon = MELEE if reach == REACH_MELEE else RANGE
    there = node if reach < REACH_LINK else int(board.link[node, reach - REACH_LINK])
    target = clockwise(board, seat, rival)
    note(events, EV_ATTACKED, seat, node, weapon, 0, 0)
    hit(board, state, target, there, kind, events)
    if not state.over:
        state.mark = ATTACKED
        state.mark_node = node
        state.mark_class = weapon


@compiled
def hit(board, state, target, node, kind, events):
    """VG-010, VG-070, VG-071, OC-041..OC-043: a hit takes the shield or second life; without one, the unit."""
    shielded = kind >= WEAPON_LEVELS
    if shielded and not shield_fails(board, state, target):
        take(state, target, node, kind)
        put(state, target, node, kind - WEAPON_LEVELS)
        state.plain[target] += 1
        lose_cube(board, state, target)
        note(events, EV_SHIELD_BROKEN, target, kind - WEAPON_LEVELS, node, 0, 0)
    else:
        note(events, EV_LOST_AT_TWELVE if shielded else EV_DESTROYED, target, kind, node, 0, 0)
        remove(board, state, target, node, kind)
        if state.count[target] == 0:
            wiped_out(board, state, target, events)


@compiled
def shield_fails(board, state, target):
    """VG-016, R-05: with twelve plain units in play no plain standee is left to fall back to (R-02: twelve in all)."""
    if board.cubes > 0:
        return False
    if board.total12 and state.count[target] >= board.plain_limit:
        return True
    return state.plain[target] >= board.plain_limit


@compiled
def remove(board, state, target, node, kind):
    """VG-009, VG-087: the unit leaves the board; its pieces go to the box at once."""
    take(state, target, node, kind)
    state.armed[target, weapon_of(kind)] -= 1
    if kind < WEAPON_LEVELS:
        state.plain[target] -= 1
    lose_cube(board, state, target)


@compiled
def lose_cube(board, state, target):
    """OC-053: a removed cube returns to the box, or is gone for good by option."""
    if board.permanent:
        state.lost[target] += 1


@compiled
def wiped_out(board, state, target, events):
    """VG-072, VG-092, OC-052: one new unit at once; by option, or without a cube, the player is out (R-14, R-15)."""
    if board.respawn and (board.cubes == 0 or box(board, state, target) > 0):
        enter(board, state, target)
        note(events, EV_REPLACED, target, board.entrance[target], 0, 0, 0)
        return
    state.out |= 1 << target
    note(events, EV_OUT, target, 0, 0, 0, 0)
    standing = ((1 << board.players) - 1) & ~state.out
    if standing & (standing - 1) == 0:
        win(state, standing, LAST_STANDING, events)


# ---------------------------------------------------------------- playing


@compiled
def play(board, state, number, events):
    """VG-091: one action, or END; all conditions were checked at this moment."""
    if number == END:
        note(events, EV_TURN_ENDED, state.turn, state.actions, 0, 0, 0)
        end_turn(board, state, events)
        return
    node = (number - 1) // PER_NODE
    rest = (number - 1) % PER_NODE
    if rest < STACK_MOVES:
        kind = rest // PER_STACK
        if rest % PER_STACK == ACTIVATE:
            activate(board, state, node, kind, events)
        else:
            move(board, state, node, kind, rest % PER_STACK, events)
    else:
        rest -= STACK_MOVES
        attack(board, state, node, rest // (RIVALS * CLASSES), rest // CLASSES % RIVALS + 1, rest % CLASSES, events)
    spend_action(board, state, events)


@compiled
def outcome(board, state, out):
    """R-35, VG-094: the winners share what the others lose equally."""
    players = int(board.players)
    winners = 0
    for seat in range(players):
        winners += (state.winners >> seat) & 1
    for seat in range(players):
        if (state.winners >> seat) & 1:
            out[seat] = (players - winners) / (winners * (players - 1))
        else:
            out[seat] = -1.0 / (players - 1)
