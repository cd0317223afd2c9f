"""Combat: Attack Scores, losses named ship by ship, Starbase damage, bounty. No die."""

from quincunx.engine.compiling import compiled
from quincunx.engine.events import note
from quincunx.games.galaxy_of_d.fleets import class_of, find, has_ship, kind_of, sector_of, take
from quincunx.games.galaxy_of_d.legality import absorbing_side
from quincunx.games.galaxy_of_d.state import (
    ABSORB,
    BASE_ATTACK,
    CLASSES,
    DEAD,
    EV_BASE_HIT,
    EV_BOUNTY,
    EV_COMBAT,
    EV_COMBAT_OVER,
    EV_LOST,
    EV_NAMED,
    EV_WON,
    FALLEN,
    FOUGHT,
    IN_COMBAT,
    MONEY_CAP,
    MOVED,
    NOWHERE,
    OVER,
    PIRATE_CLASS,
    PIRATE_SIDE,
    PIRATES,
    SCAVENGER,
    SEATS,
    SIDES,
)


@compiled
def gain(state, seat, dollars):
    """GD-010: nobody ever has more than $25; returns what was really got."""
    got = min(dollars, MONEY_CAP - int(state.money[seat]))
    state.money[seat] += got
    return got


@compiled
def win(state, winner, ending, events):
    """GD-508: the game stops at once (R-62)."""
    state.over = 1
    state.phase = OVER
    state.winner = winner
    state.ending = ending
    state.picked = NOWHERE
    for i in range(state.todo):
        state.fight_at[i] = 0
    state.todo = 0
    for seat in range(SEATS):
        for i in range(state.count[seat]):
            state.ship[seat, i] &= ~(MOVED | DEAD)
    for i in range(PIRATES):
        state.pirate_note[i] = 0
    state.buy_floor = 0
    state.ties = 0
    leave_combat(state)
    note(events, EV_WON, winner, ending, 0, 0, 0)


@compiled
def leave_combat(state):
    """No combat is running."""
    state.fight = NOWHERE
    state.by_pirate = 0
    state.cursor = 0
    for side in range(SIDES):
        state.score[side] = 0
        state.left[side] = 0


@compiled
def attack_score(board, state, side, sector):
    """GD-305..GD-307: the sum of the ships' Attack, and 3 for a Starbase; -1 if the side is not there."""
    total = 0
    there = False
    if side == PIRATE_SIDE:
        for i in range(PIRATES):
            if state.pirate_at[i] == sector:
                there = True
                total += int(board.attack[PIRATE_CLASS[i]])
    else:
        for i in range(state.count[side]):
            code = int(state.ship[side, i])
            if sector_of(code) == sector:
                there = True
                total += int(board.attack[class_of(code)])
        if state.starbase[side] == sector:
            there = True
            total += BASE_ATTACK
    return total if there else -1


@compiled
def start_combat(board, state, sector, by_pirate, events):
    """GD-308, GD-309: all Attack Scores are fixed; each side absorbs the higher one of its enemies."""
    state.fight = sector
    state.by_pirate = by_pirate
    state.cursor = 0
    zero = attack_score(board, state, 0, sector)
    one = attack_score(board, state, 1, sector)
    pirates = attack_score(board, state, PIRATE_SIDE, sector)
    note(events, EV_COMBAT, sector, zero, one, pirates, by_pirate)
    state.score[0] = max(zero, 0)
    state.score[1] = max(one, 0)
    state.score[PIRATE_SIDE] = max(pirates, 0)
    for side in range(SIDES):
        state.left[side] = to_absorb(state, side)
    state.phase = ABSORB


@compiled
def to_absorb(state, side):
    """GD-308: with two enemies the higher Attack Score, not the sum."""
    return max(int(state.score[(side + 1) % SIDES]), int(state.score[(side + 2) % SIDES]))


@compiled
def armor_here(board, state, side):
    """Of a side's ships that are not lost yet: how many classes there are, their least Armor, and the sum of Armor."""
    classes = 0
    least = 0
    total = 0
    if side == PIRATE_SIDE:
        for i in range(PIRATES):
            if state.pirate_at[i] == state.fight and not state.pirate_note[i] & FALLEN:
                armor = int(board.armor[PIRATE_CLASS[i]])
                classes |= 1 << PIRATE_CLASS[i]
                least = armor if total == 0 else min(least, armor)
                total += armor
    else:
        for i in range(state.count[side]):
            code = int(state.ship[side, i])
            if sector_of(code) == state.fight and not code & DEAD:
                armor = int(board.armor[class_of(code)])
                classes |= 1 << class_of(code)
                least = armor if total == 0 else min(least, armor)
                total += armor
    return classes, least, total


@compiled
def absorb(board, state, side, ship_class, events):
    """GD-310, GD-311: one ship takes what is left; it is destroyed if that is at least its Armor."""
    armor = int(board.armor[ship_class])
    destroyed = int(state.left[side]) >= armor
    if destroyed:
        state.left[side] -= armor
        if side == PIRATE_SIDE:
            for i in range(PIRATES):
                if PIRATE_CLASS[i] == ship_class:
                    state.pirate_note[i] |= FALLEN
        else:
            state.ship[side, find(state, side, int(state.fight), ship_class, DEAD)] |= DEAD
    else:
        state.left[side] = 0
    note(events, EV_NAMED, side, ship_class, state.fight, int(destroyed), state.left[side])


@compiled
def lose_all(state, side):
    """Everything the side has in the combat is lost."""
    if side == PIRATE_SIDE:
        for i in range(PIRATES):
            if state.pirate_at[i] == state.fight:
                state.pirate_note[i] |= FALLEN
    else:
        for i in range(state.count[side]):
            if sector_of(int(state.ship[side, i])) == state.fight:
                state.ship[side, i] |= DEAD


@compiled
def lose_some_of_one_class(board, state, side, classes):
    """The ships are all of one class: as many are lost as the score destroys."""
    ship_class = 0
    while not (classes >> ship_class) & 1:
        ship_class += 1
    armor = int(board.armor[ship_class])
    while state.left[side] >= armor:
        if side == PIRATE_SIDE:
            lose_all(state, side)
        else:
            state.ship[side, find(state, side, int(state.fight), ship_class, DEAD)] |= DEAD
        state.left[side] -= armor
    state.left[side] = 0


@compiled
def pirates_lose_least(board, state):
    """R-34: both Pirates are there and not both die: the Cruiser takes all if it can, else the Scavenger is lost."""
    if state.left[PIRATE_SIDE] >= board.armor[PIRATE_CLASS[1]]:
        state.pirate_note[0] |= FALLEN
    state.left[PIRATE_SIDE] = 0


@compiled
def absorb_unasked(board, state, side):
    """R-28: where the choice has no effect nobody is asked; returns whether the side is done."""
    if state.left[side] == 0:
        return True
    classes, least, total = armor_here(board, state, side)
    if total == 0:
        return True
    if state.left[side] >= total:
        lose_all(state, side)
        state.left[side] -= total
        return True
    if state.left[side] < least:
        state.left[side] = 0
        return True
    if classes & (classes - 1) == 0:
        lose_some_of_one_class(board, state, side, classes)
        return True
    if side == PIRATE_SIDE and not board.pirate_active:
        pirates_lose_least(board, state)
        return True
    return False


@compiled
def remove_lost(state, side, events):
    """GD-313: lost ships go back to the pool, without cargo; Pirates leave the game. Returns how many."""
    lost = 0
    if side == PIRATE_SIDE:
        for i in range(PIRATES):
            if state.pirate_note[i] & FALLEN:
                note(events, EV_LOST, side, PIRATE_CLASS[i], 1, state.fight, 0)
                state.pirate_note[i] &= ~FALLEN
                state.pirate_at[i] = NOWHERE
                lost += 1
        return lost
    if events is not None:
        for ship_class in range(CLASSES):
            many = 0
            for i in range(state.count[side]):
                code = int(state.ship[side, i])
                many += code & DEAD != 0 and class_of(code) == ship_class
            if many:
                note(events, EV_LOST, side, ship_class, many, state.fight, 0)
    i = int(state.count[side]) - 1
    while i >= 0:
        code = int(state.ship[side, i])
        if code & DEAD:
            state.in_play[side, kind_of(class_of(code))] -= 1
            take(state, side, i)
            lost += 1
        i -= 1
    return lost


@compiled
def pay_bounty(state, seat, kills, events):
    """GD-318..GD-321: $1 for each enemy ship destroyed, if a Scavenger of the seat has survived here."""
    if kills > 0 and find(state, seat, int(state.fight), SCAVENGER, 0) >= 0:
        note(events, EV_BOUNTY, seat, gain(state, seat, kills), kills, 0, 0)


@compiled
def hit_base(state, sector, events):
    """GD-314, GD-315: what the owner could not absorb with ships hits the Starbase; returns whether it falls."""
    for seat in range(SEATS):
        damage = int(state.left[seat])
        if state.starbase[seat] == sector and damage > 0 and not has_ship(state, seat, sector):
            state.armor[seat] -= damage
            note(events, EV_BASE_HIT, seat, damage, state.armor[seat], 0, 0)
            if state.armor[seat] <= 0:
                return True
    return False


@compiled
def resolve_combat(state, events):
    """GD-309, GD-313..GD-321: all losses are removed together, then the Starbase is hit, then bounties are paid."""
    sector = int(state.fight)
    lost_zero = remove_lost(state, 0, events)
    lost_one = remove_lost(state, 1, events)
    lost_pirates = remove_lost(state, PIRATE_SIDE, events)
    if hit_base(state, sector, events):
        win(state, 0 if state.armor[0] > 0 else 1, IN_COMBAT, events)
        return
    pay_bounty(state, 0, lost_one + lost_pirates, events)
    pay_bounty(state, 1, lost_zero + lost_pirates, events)
    remain = int(has_ship(state, 0, sector)) + 2 * int(has_ship(state, 1, sector))
    for i in range(PIRATES):
        if state.pirate_at[i] == sector:
            remain |= 1 << PIRATE_SIDE
            if state.by_pirate:
                state.pirate_note[i] |= FOUGHT
    note(events, EV_COMBAT_OVER, sector, remain, 0, 0, 0)
    leave_combat(state)


@compiled
def name_losses(board, state):
    """R-27: side after side, until somebody has to be asked; returns whether everything is named."""
    while state.cursor < SIDES:
        side = absorbing_side(board, state)
        if not absorb_unasked(board, state, side):
            state.turn = state.active if side == PIRATE_SIDE else side
            return False
        state.cursor += 1
    return True
