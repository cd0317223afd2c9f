"""The course of a game: the opening, turns, and how one phase leads to the next.

Which moves are legal stands in `legality.py`, shifting in `lines.py`, attacks in `battle.py`.
"""

import numpy as np

from quincunx.engine.bits import count_bits, lowest
from quincunx.engine.chance import draw
from quincunx.engine.compiling import apart, compiled
from quincunx.engine.events import note
from quincunx.games.vanguard_rome.army import (
    army_is_empty,
    cards_of,
    cell_of,
    column_of,
    deck_of,
    discard_command,
    discard_hand,
    is_legal,
    kind_at,
    kind_of,
    left_end,
    lift,
    neighbour,
    pool_size,
    power_of,
    put,
    right_end,
    row_of,
    turn_up,
    unit_at,
)
from quincunx.games.vanguard_rome.battle import (
    attack_unasked,
    end_declaring,
    has_companion,
    join_attack,
    leave_destroyed,
    living,
    next_catapult,
    next_living,
    place_of,
    pop_standard,
    push_standard,
    queue_standards,
    resolve,
)
from quincunx.games.vanguard_rome.legality import can_retreat, has_order
from quincunx.games.vanguard_rome.lines import cell_in_shape, has_lean, shift_block, step_forward
from quincunx.games.vanguard_rome.state import (
    ALONE_MOVE,
    CHANGED_MOUNT,
    CHARIOT,
    CHARIOT_MOVE,
    CLOSING,
    COLUMNS,
    COMMANDS,
    CONSUL,
    DEPLOY_MOVE,
    DESTROYED,
    DIRECTIONS,
    DISCARD_MOVE,
    DISCARDING,
    DISMOUNTED,
    DISTANT_MOVE,
    DIVIDE_EQUAL,
    DIVIDE_RANDOM,
    ELEPHANT,
    EV_ATTACK,
    EV_CARDS,
    EV_CHARIOT,
    EV_DISCARDED,
    EV_DREW,
    EV_DREW_COMMAND,
    EV_FIRST,
    EV_FLANK,
    EV_LAID,
    EV_NIGHTFALL,
    EV_NO_ATTACK,
    EV_ORDER,
    EV_PLACED,
    EV_REINFORCED,
    EV_RESIGNED,
    EV_RETREATED,
    EV_REVEALED,
    EV_SCORE,
    EV_SHIFTED,
    EV_SHUFFLED,
    EV_STEPPED,
    EV_SWITCHED,
    EV_TIED,
    EV_TURN,
    EV_WON,
    FACE_MOVE,
    FACE_UP,
    FACING,
    FILLING,
    FIRE_MOVE,
    FIRING,
    FLANK,
    FLANK_MOVE,
    FOLLOW_MOVE,
    FOLLOWING,
    FORWARD_MOVE,
    FRONT_AT_START,
    GAME_OVER,
    HOLD_MOVE,
    JAVELIN,
    JAVELIN_MOVE,
    KEEP,
    KEEPING,
    KILL,
    KINDS,
    LATERAL_MOVE,
    LAYING,
    LEAN_LEFT,
    LEANING,
    LEGAL,
    MAIN,
    MOUNTED_UP,
    NIGHTFALL,
    NIGHTFALL_MOVE,
    NO_COMMAND,
    NO_ORDER_MOVE,
    NO_UNIT,
    NOBODY,
    NOT_YOUR_DECISION,
    NOWHERE,
    ORDERING,
    OVER,
    PLACE_MOVE,
    REAR,
    REINFORCE,
    REINFORCE_MOVE,
    REORG,
    RESIGNED,
    RETREAT,
    RETREAT_MOVE,
    RETREATING,
    RIDDEN,
    RIDER_USED,
    ROWS,
    SEATS,
    STAMPEDE,
    STAMPEDE_MOVE,
    STANDARD,
    STAY_MOVE,
    SURPRISE,
    SURPRISE_MOVE,
    SURVIVED,
    SWAP_MOVE,
    TARGET_MOVE,
    TARGETING,
    TURN_LIMIT,
    USED,
    VANGUARD,
    VOLLEY,
    VOLLEY_MOVE,
)

BY_SURVIVAL, BY_KILLS, BY_POWER, BY_TOSS = range(1, 5)
"""How the first player is found."""

# ---------------------------------------------------------------- decks


@compiled
def make_decks(board, state):
    """VR-172, VR-173, R-43: one deck for all, or a half for each of two players."""
    for kind in range(KINDS):
        count = np.int64(board.unit_count[kind])
        half = count // 2 if board.decks == DIVIDE_EQUAL else 0
        state.unit_deck[0, kind] = count - half
        state.unit_deck[1, kind] = half
        state.units_left[0] += count - half
        state.units_left[1] += half
    for which in range(COMMANDS):
        count = np.int64(board.command_count[which]) if board.use_commands else 0
        half = count // 2 if board.decks == DIVIDE_EQUAL else 0
        state.command_deck[0, which] = count - half
        state.command_deck[1, which] = half
        state.commands_left[0] += count - half
        state.commands_left[1] += half
    if board.decks == DIVIDE_RANDOM:
        while state.units_left[1] < state.units_left[0]:
            kind = take_unit(state, 0)
            state.unit_deck[1, kind] += 1
            state.units_left[1] += 1
        while state.commands_left[1] < state.commands_left[0]:
            which = take_command(state, 0)
            state.command_deck[1, which] += 1
            state.commands_left[1] += 1


@compiled
def take_unit(state, deck):
    """A random card of a deck that is not empty; the order of a deck that nobody sees need not be kept."""
    number = draw(state, np.int64(state.units_left[deck]))
    kind = 0
    while number >= state.unit_deck[deck, kind]:
        number -= np.int64(state.unit_deck[deck, kind])
        kind += 1
    state.unit_deck[deck, kind] -= 1
    state.units_left[deck] -= 1
    return kind


@compiled
def take_command(state, deck):
    """A random command of a deck that is not empty."""
    number = draw(state, np.int64(state.commands_left[deck]))
    which = 0
    while number >= state.command_deck[deck, which]:
        number -= np.int64(state.command_deck[deck, which])
        which += 1
    state.command_deck[deck, which] -= 1
    state.commands_left[deck] -= 1
    return which


@apart
def draw_unit(board, state, seat, events):
    """VR-091, VR-092: the top unit card, the pile shuffled into a new deck if need be; NO_UNIT if there is no card."""
    deck = deck_of(board, seat)
    if state.units_left[deck] == 0:
        for kind in range(KINDS):
            state.units_left[deck] += state.unit_pile[deck, kind]
            state.unit_deck[deck, kind] = state.unit_pile[deck, kind]
            state.unit_pile[deck, kind] = 0
        if state.units_left[deck] == 0:
            return NO_UNIT
        note(events, EV_SHUFFLED, 0, deck, 0, 0, 0)
    return take_unit(state, deck)


@compiled
def draw_command(board, state, seat, events):
    """VR-042, VR-091, VR-092: one command into the hand, if there is one."""
    deck = deck_of(board, seat)
    if state.commands_left[deck] == 0:
        for which in range(COMMANDS):
            state.commands_left[deck] += state.command_pile[deck, which]
            state.command_deck[deck, which] = state.command_pile[deck, which]
            state.command_pile[deck, which] = 0
        if state.commands_left[deck] == 0:
            note(events, EV_DREW_COMMAND, seat, 0, 0, 0, 0)
            return
        note(events, EV_SHUFFLED, 1, deck, 0, 0, 0)
    which = take_command(state, deck)
    state.hand[seat, which] += 1
    state.held[seat] += 1
    note(events, EV_DREW_COMMAND, seat, which + 1, 0, 0, 0)


# ---------------------------------------------------------------- the opening


@apart
def deal(board, state):
    """VR-020..VR-022"""
    state.active = NOBODY
    forget_move(state)
    end_declaring(state)
    for seat in range(np.int64(board.players)):
        state.alive[seat] = 1
    make_decks(board, state)
    deal_units(board, state, None)  # nobody hears of it: the table is seen as it is dealt


@compiled
def forget_move(state):
    """No half-made move is left."""
    state.asked = NOWHERE
    state.retreated = NOWHERE
    state.picked = NOWHERE
    state.picked_chariot = 0


@apart
def deal_units(board, state, events):
    """VR-021, VR-031: everybody has ten units (five with the front row alone) and lays them out."""
    for seat in range(np.int64(board.players)):
        if state.alive[seat]:
            many = pool_size(state, seat)
            while many < FRONT_AT_START * board.rows:
                kind = draw_unit(board, state, seat, events)
                if kind == NO_UNIT:
                    break
                state.pool[seat, 0, kind] += 1
                many += 1
    state.laid = 0
    state.lean = 0
    state.turn = starts_round(board, state)
    begin_laying(board, state)


@compiled
def starts_round(board, state):
    """The living seat from which a round of all players begins: Act's, or in the opening the lowest."""
    start = 0 if state.active == NOBODY else np.int64(state.active)
    return start if state.alive[start] else next_living(board, state, start)


@compiled
def next_in_round(board, state):
    """The seat that comes after the deciding one in a round of all players; NOBODY after the last."""
    first = starts_round(board, state)
    if state.turn == NOBODY:
        return first
    following = next_living(board, state, np.int64(state.turn))
    return NOBODY if following == first or following == state.turn else following


@apart
def lay_out(board, state, seat, events):
    """A player lays out the army, behind a veil; after the last one (NOBODY comes next) the front rows are revealed."""
    state.laid = 0
    state.lean = 0
    state.turn = seat
    if seat != NOBODY:
        if state.active == NOBODY:
            begin_laying(board, state)
        else:
            state.phase = KEEPING
        return
    note(events, EV_REVEALED, np.int64(state.active != NOBODY), 0, 0, 0, 0)
    if state.active == NOBODY:
        declare_in_clash(board, state, next_in_round(board, state), events)
    else:
        state.turn = state.active
        begin_declaring(board, state, events)


@compiled
def begin_laying(board, state):
    """The lean first, if the shape has a choice."""
    state.phase = LEANING if has_lean(board, pool_size(state, np.int64(state.turn))) else LAYING


@compiled
def take_up(state, seat):
    """VR-155, VR-031: the whole army comes into the owner's hand, Chariots on their carriers (R-25)."""
    for row in range(ROWS):
        bits = np.int64(state.line[seat, row])
        while bits:
            code = lift(state, seat, cell_of(row, lowest(bits)))
            bits &= bits - 1
            state.pool[seat, np.int64(code & RIDDEN != 0), kind_of(code)] += 1


@compiled
def lay(board, state, number, events):
    """VR-022, VR-156: the next cell of the shape gets a unit; in the rear face down unless it is an Elephant."""
    seat = np.int64(state.turn)
    ridden, kind = number % 2, number // 2 + 1
    units = np.int64(state.laid) + pool_size(state, seat)
    cell = cell_in_shape(board, units, np.int64(state.lean), np.int64(state.laid))
    up = kind == ELEPHANT or not board.hidden_rear
    put(state, seat, cell, kind + (RIDDEN if ridden else 0) + (FACE_UP if up else 0))
    state.pool[seat, ridden, kind] -= 1
    state.laid += 1
    if state.laid == units:
        note(events, EV_LAID, seat, 0, 0, 0, 0)
        lay_out(board, state, next_in_round(board, state), events)


# ---------------------------------------------------------------- the clash


@apart
def declare_in_clash(board, state, seat, events):
    """VR-025: everybody declares behind a veil; then all attacks are one resolution."""
    while seat != NOBODY:
        state.turn = seat
        if not begin_declaring(board, state, events):
            return
        seat = next_in_round(board, state)
    note(events, EV_ATTACK, NOBODY, NOBODY, 0, 0, 0)
    resolve(board, state, events)
    end_clash(board, state, events)


@compiled
def end_clash(board, state, events):
    """VR-028..VR-032, R-46, R-47: who takes the first turn, or a replay."""
    survivors = 0
    for seat in range(np.int64(board.players)):
        if state.alive[seat]:
            score = np.int64(state.score[seat])
            kills = (score % SURVIVED) // KILL
            note(events, EV_SCORE, seat, score // SURVIVED, kills, score % KILL, 0)
            survivors += np.int64(not army_is_empty(state, seat))
    if survivors == 0:
        replay(board, state, 1, events)
        return
    leave_destroyed(board, state, events)
    best = -1
    second = -1
    tied = 0
    for seat in range(np.int64(board.players)):
        score = np.int64(state.score[seat]) if state.alive[seat] else -1
        if score > best:
            second = best
            best = score
            tied = 1 << seat
        elif state.alive[seat]:
            second = max(second, score)
            tied |= np.int64(score == best) << seat
    if survivors == 1:
        state.first = lowest(tied)
        win(state, tied, DESTROYED, events)
        return
    if best == second and state.replays < board.replay_cap:
        replay(board, state, 0, events)
        return
    how = BY_TOSS
    if best == second:
        for _ in range(draw(state, count_bits(tied))):
            tied &= tied - 1
    elif best // SURVIVED != second // SURVIVED:
        how = BY_SURVIVAL
    else:
        how = BY_KILLS if best // KILL != second // KILL else BY_POWER
    state.first = lowest(tied)
    note(events, EV_FIRST, state.first, how, 0, 0, 0)
    forget_scores(state)
    state.turn = state.first
    close_next(board, state, events)


@compiled
def forget_scores(state):
    """The clash is over."""
    for seat in range(SEATS):
        state.score[seat] = 0


@apart
def replay(board, state, wiped_out, events):
    """VR-031, R-46: survivors are taken up, everybody draws back to ten and lays out anew."""
    state.replays += 1
    note(events, EV_TIED, state.replays, wiped_out, 0, 0, 0)
    forget_scores(state)
    for seat in range(np.int64(board.players)):
        take_up(state, seat)
    deal_units(board, state, events)


@apart
def close_next(board, state, events):
    """R-12: by option everybody but the first player mends the line; then the first turn begins."""
    if board.close_up:
        seat = next_living(board, state, np.int64(state.turn))
        while seat != state.first:
            if not is_legal(state, seat):
                state.turn = seat
                state.phase = CLOSING
                return
            seat = next_living(board, state, seat)
    begin_turn(board, state, np.int64(state.first), events)


# ---------------------------------------------------------------- turns


@apart
def begin_turn(board, state, seat, events):
    """VR-041, VR-042, R-15: a unit card and a command card are drawn."""
    state.active = seat
    state.turn = seat
    state.turn_no += 1
    state.phase = MAIN
    state.command_used = 0
    note(events, EV_TURN, state.turn_no, seat, 0, 0, 0)
    kind = draw_unit(board, state, seat, events)
    state.pending[0] = kind
    state.pending[1] = NO_UNIT
    note(events, EV_DREW, seat, kind, 0, 0, 0)
    if board.use_commands:
        draw_command(board, state, seat, events)


@apart
def end_turn(board, state, events):
    """VR-048: surplus commands are discarded first."""
    seat = np.int64(state.active)
    forget_move(state)
    state.turn = seat
    if state.held[seat] > board.hand_limit:
        state.phase = DISCARDING
    else:
        pass_turn(board, state, events)


@compiled
def pass_turn(board, state, events):
    """VR-032, VR-093: the next living player's turn, or the end by the limit."""
    if state.turn_no == board.turn_limit:
        end_by_limit(board, state, events)
    else:
        begin_turn(board, state, next_living(board, state, np.int64(state.active)), events)


@compiled
def end_by_limit(board, state, events):
    """R-42: most unit cards on the table, then the greatest power; what is still equal is a draw."""
    best = -1
    winners = 0
    for seat in range(np.int64(board.players)):
        if state.alive[seat]:
            cards, power = cards_of(state, seat), power_of(board, state, seat)
            note(events, EV_CARDS, seat, cards, power, 0, 0)
            value = 1024 * cards + power
            if value > best:
                best = value
                winners = 0
            if value == best:
                winners |= 1 << seat
    win(state, winners, TURN_LIMIT, events)


@compiled
def forget_round(state):
    """Nothing is left of a layout, a declaration, or half a move."""
    forget_move(state)
    end_declaring(state)
    state.laid = 0
    state.lean = 0
    state.queued = 0
    for i in range(len(state.queue)):
        state.queue[i] = 0


@apart
def win(state, winners, ending, events):
    """VR-090"""
    state.over = 1
    state.phase = OVER
    state.winners = winners
    state.ending = ending
    forget_round(state)
    forget_scores(state)
    if state.turn == NOBODY:
        state.turn = lowest(winners)
    note(events, EV_WON, winners, ending, 0, 0, 0)


# ---------------------------------------------------------------- the main phase


@compiled
def place_card(state, seat, kind, column, events):
    """VR-043, VR-045: a drawn card comes face up to the front row."""
    if state.pending[0] == kind:
        state.pending[0] = state.pending[1]
    state.pending[1] = NO_UNIT
    put(state, seat, column, kind + FACE_UP)
    note(events, EV_PLACED, seat, kind, column, 0, 0)


@apart
def switch(state, seat, cell, other, events):
    """VR-116, VR-125, VR-133, VR-134: two units change places, Chariots and all; the one that switches is shown, and
    so is a Consul that is called from afar."""
    code = lift(state, seat, cell)
    partner = lift(state, seat, other)
    put(state, seat, other, code | USED | FACE_UP)
    called = row_of(cell) == REAR and kind_of(partner) == CONSUL and state.picked != NOWHERE
    put(state, seat, cell, partner | FACE_UP if called else partner)
    note(events, EV_SWITCHED, seat, cell, other, 0, 0)


@compiled
def drive(state, seat, cell, other, events):
    """VR-119, VR-122: a Chariot mounts a unit, changes its mount, or becomes a unit again."""
    code = unit_at(state, seat, cell)
    how = MOUNTED_UP
    if code & RIDDEN:
        turn_up(state, seat, cell)
        state.cells[seat, row_of(cell), column_of(cell)] &= 255 & ~(RIDDEN | RIDER_USED)
        how = CHANGED_MOUNT
    else:
        lift(state, seat, cell)
    rider = unit_at(state, seat, other)
    if rider == NO_UNIT:
        how = DISMOUNTED
        put(state, seat, other, CHARIOT + USED + FACE_UP)
    else:
        put(state, seat, other, rider | RIDDEN | RIDER_USED | FACE_UP)
    note(events, EV_CHARIOT, seat, cell, other, how, 0)


@compiled
def take_flank(board, state, seat, cell, right, events):
    """VR-151: a unit goes to the end of the opposite flank, face up."""
    end = right_end(state, seat) if right else left_end(state, seat)
    code = lift(state, seat, cell)
    put(state, seat, end, code)
    use_command(board, state, seat, FLANK)
    note(events, EV_FLANK, seat, cell, end, code, 0)


@compiled
def use_command(board, state, seat, which):
    """VR-047, VR-050: the one command of the turn."""
    discard_command(board, state, seat, which)
    state.command_used = 1


@compiled
def reinforce(board, state, seat, events):
    """VR-158, R-50: one more unit card."""
    use_command(board, state, seat, REINFORCE)
    note(events, EV_REINFORCED, seat, 0, 0, 0, 0)
    kind = draw_unit(board, state, seat, events)
    state.pending[np.int64(state.pending[0] != NO_UNIT)] = kind
    note(events, EV_DREW, seat, kind, 0, 0, 0)


@compiled
def forget_abilities(state, seat):
    """VR-061: what was used counts for this turn, and nothing more can be used after the attack."""
    for row in range(ROWS):
        bits = np.int64(state.line[seat, row])
        while bits:
            state.cells[seat, row, lowest(bits)] &= 255 & ~(USED | RIDER_USED)
            bits &= bits - 1


# ---------------------------------------------------------------- the declaration


@apart
def begin_declaring(board, state, events):
    """5.1: whom column 0 faces; then the attackers that nobody is asked about, and the first question. Returns whether
    nothing is to be asked, in the clash; in a turn the attacks are then resolved at once."""
    seat = np.int64(state.turn)
    if living(board, state) > 2:
        state.phase = FACING
        return False
    state.facing[seat] = next_living(board, state, seat)
    return find_attackers(board, state, events)


@compiled
def find_attackers(board, state, events):
    """The attackers that nobody is asked about; then the first question."""
    seat = np.int64(state.turn)
    attack_unasked(board, state, seat)
    if state.active != NOBODY and board.use_commands and not state.command_used and has_order(board, state, seat):
        state.phase = ORDERING
        return False
    return ask_catapults(board, state, events)


@apart
def ask_catapults(board, state, events):
    """VR-107: one Catapult after the other; then the Standards."""
    seat = np.int64(state.turn)
    state.asked = next_catapult(board, state, seat, np.int64(state.asked))
    if state.asked != NOWHERE:
        state.phase = FIRING
        return False
    queue_standards(state, seat)
    return ask_standards(board, state, events)


@apart
def ask_standards(board, state, events):
    """VR-137: one Standard after the other; then, in a turn, the attack."""
    while state.queued > 0 and not has_companion(board, state, np.int64(state.turn), np.int64(state.queue[0])):
        pop_standard(state)
    if state.queued > 0:
        state.phase = FOLLOWING
        state.asked = state.queue[0]
        return False
    state.asked = NOWHERE
    if state.active != NOBODY:
        strike(board, state, events)
    return True


@compiled
def give_order(board, state, which, owner, cell, reach):
    """VR-154, VR-162..VR-166: one more attacker, or another reach for the vanguard unit."""
    use_command(board, state, np.int64(state.turn), which)
    state.order = which
    state.order_owner = owner
    state.order_at = cell
    state.order_reach = reach
    join_attack(state, owner, cell)


@compiled
def order(board, state, move):
    """An attack command."""
    seat = np.int64(state.turn)
    if move == NO_ORDER_MOVE:
        return
    if move < SURPRISE_MOVE:
        give_order(board, state, JAVELIN, seat, move - JAVELIN_MOVE, 1)
    elif move < VOLLEY_MOVE:
        give_order(board, state, SURPRISE, seat, move - SURPRISE_MOVE, 1)
    elif move < STAMPEDE_MOVE:
        number = move - VOLLEY_MOVE
        give_order(board, state, VOLLEY, seat, number // 2, number % 2 + 1)
    else:
        number = move - STAMPEDE_MOVE
        give_order(board, state, STAMPEDE, number // COLUMNS, number % COLUMNS, 1)


@compiled
def follow_standard(state, direction):
    """VR-137, VR-139: a neighbour attacks as well; a Standard among them is asked next."""
    seat = np.int64(state.turn)
    cell = neighbour(np.int64(state.asked), direction)
    join_attack(state, seat, cell)
    pop_standard(state)
    if kind_at(state, seat, cell) == STANDARD:
        push_standard(state, cell)


# ---------------------------------------------------------------- the attack and after


@compiled
def strike(board, state, events):
    """VR-062: all attacks of the turn; then destroyed armies leave, and Act may retreat."""
    seat = np.int64(state.active)
    if events is not None:
        tell_attack(board, state, seat, events)
    resolve(board, state, events)
    forget_abilities(state, seat)
    leave_destroyed(board, state, events)
    if living(board, state) == 1:
        win(state, 1 << seat, DESTROYED, events)
        return
    if board.use_commands and not state.command_used and state.hand[seat, RETREAT] > 0 and can_retreat(state, seat):
        state.phase = RETREATING
        return
    end_turn(board, state, events)


@compiled
def tell_attack(board, state, seat, events):
    """The attack and the order, for those who watch: nothing of it was told before."""
    attackers = 0
    for other in range(np.int64(board.players)):
        for row in range(np.int64(board.rows)):
            attackers += count_bits(np.int64(state.attack[other, row]))
    alone = np.int64(living(board, state) == 2)
    note(events, EV_ATTACK, seat, state.facing[seat], alone, attackers, 0)
    if state.order != NO_COMMAND:
        at = place_of(np.int64(state.order_owner), np.int64(state.order_at))
        note(events, EV_ORDER, seat, state.order, at, state.order_reach, 0)
    if attackers == 0:
        note(events, EV_NO_ATTACK, seat, 0, 0, 0, 0)


@compiled
def retreat_to(board, state, seat, cell, events):
    """VR-159: the vanguard unit leaves; somebody else has to take its place."""
    use_command(board, state, seat, RETREAT)
    put(state, seat, cell, lift(state, seat, VANGUARD))
    state.retreated = cell
    state.phase = FILLING
    note(events, EV_RETREATED, seat, cell, 0, 0, 0)


@compiled
def make_shift(board, state, move, events):
    """VR-055..VR-059"""
    seat = np.int64(state.turn)
    if move < LATERAL_MOVE:
        column = move - FORWARD_MOVE
        note(events, EV_STEPPED, seat, column, step_forward(state, seat, column), 0, 0)
    else:
        cell = move - LATERAL_MOVE
        note(events, EV_SHIFTED, seat, cell, shift_block(board, state, seat, cell), 0, 0)
    if state.phase == CLOSING and is_legal(state, seat):
        close_next(board, state, events)
    elif state.phase == FILLING and is_legal(state, seat):
        end_turn(board, state, events)


# ---------------------------------------------------------------- moves


@compiled
def play_main(board, state, move, events):
    """Moves of the main phase, shifts aside."""
    seat = np.int64(state.turn)
    if move < SWAP_MOVE:
        number = move - PLACE_MOVE
        place_card(state, seat, number // COLUMNS + 1, number % COLUMNS, events)
    elif move < DISTANT_MOVE:
        number = move - SWAP_MOVE
        cell = number // DIRECTIONS
        switch(state, seat, cell, neighbour(cell, number % DIRECTIONS), events)
    elif move < TARGET_MOVE:
        chariot = move >= CHARIOT_MOVE
        state.picked = move - (CHARIOT_MOVE if chariot else DISTANT_MOVE)
        state.picked_chariot = np.int64(chariot)
        state.phase = TARGETING
    elif move < FLANK_MOVE:
        if state.picked_chariot:
            drive(state, seat, np.int64(state.picked), move - TARGET_MOVE, events)
        else:
            switch(state, seat, np.int64(state.picked), move - TARGET_MOVE, events)
        forget_move(state)
        state.phase = MAIN
    elif move < REINFORCE_MOVE:
        number = move - FLANK_MOVE
        take_flank(board, state, seat, number // 2, number % 2 == 1, events)
    elif move == REINFORCE_MOVE:
        reinforce(board, state, seat, events)
    elif move == NIGHTFALL_MOVE:
        use_command(board, state, seat, NIGHTFALL)
        note(events, EV_NIGHTFALL, seat, 0, 0, 0, 0)
        lay_out(board, state, seat, events)
    else:
        begin_declaring(board, state, events)


@compiled
def answer(board, state, move, events):
    """The questions of a declaration; in the clash the next player follows who has any."""
    if move < NO_ORDER_MOVE:
        state.facing[state.turn] = move - FACE_MOVE
        done = find_attackers(board, state, events)
    elif move <= FIRE_MOVE:
        if move < HOLD_MOVE:
            order(board, state, move)
        elif move == FIRE_MOVE:
            join_attack(state, np.int64(state.turn), np.int64(state.asked))
        done = ask_catapults(board, state, events)
    else:
        if move == ALONE_MOVE:
            pop_standard(state)
        else:
            follow_standard(state, move - FOLLOW_MOVE)
        done = ask_standards(board, state, events)
    if done and state.active == NOBODY and not state.over:
        declare_in_clash(board, state, next_in_round(board, state), events)


@compiled
def play_layout(board, state, move, events):
    """KEEP, REORG, LEAN and DEPLOY."""
    seat = np.int64(state.turn)
    if move == KEEP:
        note(events, EV_LAID, seat, 0, 0, 0, 0)
        lay_out(board, state, next_in_round(board, state), events)
    elif move == REORG:
        take_up(state, seat)
        begin_laying(board, state)
    elif move < DEPLOY_MOVE:
        state.lean = move - LEAN_LEFT
        state.phase = LAYING
    else:
        lay(board, state, move - DEPLOY_MOVE, events)


@apart
def play(board, state, move, events):
    """Carries out a legal move and all that follows from it without a decision."""
    move = np.int64(move)
    if move < FORWARD_MOVE:
        play_layout(board, state, move, events)
    elif move < PLACE_MOVE:
        make_shift(board, state, move, events)
    elif move < FACE_MOVE:
        play_main(board, state, move, events)
    elif move < STAY_MOVE:
        answer(board, state, move, events)
    elif move == STAY_MOVE:
        end_turn(board, state, events)
    elif move < DISCARD_MOVE:
        retreat_to(board, state, np.int64(state.turn), move - RETREAT_MOVE, events)
    else:
        which = move - DISCARD_MOVE
        discard_command(board, state, np.int64(state.turn), which)
        note(events, EV_DISCARDED, state.turn, which, 0, 0, 0)
        end_turn(board, state, events)


@compiled
def outcome(board, state, out):
    """VR-090, R-42: the winners share what the others lose."""
    winners = count_bits(np.int64(state.winners))
    others = np.int64(board.players) - 1
    for seat in range(SEATS):
        if seat > others:
            out[seat] = 0.0
        elif (np.int64(state.winners) >> seat) & 1:
            out[seat] = (others + 1 - winners) / (winners * others)
        else:
            out[seat] = -1.0 / others


@compiled
def lane(state, move):
    """What is listed depends on the phase; in the main phase what is played depends on the kind of move."""
    phase = np.int64(state.phase)
    if phase != MAIN or move < 0:
        return phase
    if move < PLACE_MOVE:
        return OVER + 1
    if move < SWAP_MOVE:
        return OVER + 2
    if move < REINFORCE_MOVE:
        return OVER + 3
    return OVER + 4 + move - REINFORCE_MOVE


# ---------------------------------------------------------------- leaving


@compiled
def carry_out(board, state, seat, number, events):
    """R-54: a player resigns, at a decision of the own. Returns 0, or the reason against it."""
    if state.over:
        return GAME_OVER
    if state.turn != seat:
        return NOT_YOUR_DECISION
    note(events, EV_RESIGNED, seat, 0, 0, 0, 0)
    following = next_in_round(board, state)
    scatter(board, state, seat)
    if living(board, state) == 1:
        win(state, 1 << next_living(board, state, seat), RESIGNED, events)
        return LEGAL
    go_on_without(board, state, seat, following, events)
    return LEGAL


@compiled
def scatter(board, state, seat):
    """R-54: everything that a player has goes to the piles."""
    take_up(state, seat)
    pile = deck_of(board, seat)
    for kind in range(KINDS):
        for ridden in range(2):
            count = np.int64(state.pool[seat, ridden, kind])
            state.unit_pile[pile, kind] += count
            state.pool[seat, ridden, kind] = 0
            if ridden:
                state.unit_pile[pile, CHARIOT] += count
    if state.active == seat:
        for i in range(len(state.pending)):
            if state.pending[i] != NO_UNIT:
                state.unit_pile[pile, state.pending[i]] += 1
                state.pending[i] = NO_UNIT
    discard_hand(board, state, seat)
    for row in range(np.int64(board.rows)):
        state.attack[seat, row] = 0
    state.alive[seat] = 0


@compiled
def go_on_without(board, state, seat, following, events):
    """R-54: the running round goes on with the next player, or the next turn begins."""
    phase = np.int64(state.phase)
    state.queued = 0
    for i in range(len(state.queue)):
        state.queue[i] = 0
    forget_move(state)
    if phase == CLOSING:
        close_next(board, state, events)
    elif state.active == seat:
        forget_round(state)
        pass_turn(board, state, events)
    elif phase <= LAYING:
        lay_out(board, state, following, events)
    else:
        declare_in_clash(board, state, following, events)
