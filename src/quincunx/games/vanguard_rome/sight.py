"""What can be seen in a position, and never more: its state may be what one seat knows, with hidden units in it."""

from collections.abc import Iterator
from typing import NamedTuple

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import (
    attack_strength,
    consuls_of,
    defence_strength,
    is_immune,
    is_mounted,
    kind_at,
    neighbour,
    own_power,
    unit_at,
)
from quincunx.games.vanguard_rome.battle import attack_unasked, blow, join_attack, living, next_living
from quincunx.games.vanguard_rome.notation import cell_text, place_text
from quincunx.games.vanguard_rome.rules import order
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_CODES, KIND_NAMES

UNIT_SYMBOLS = ("", *(name.lower() for name in KIND_NAMES[1 : s.KINDS]), "back")
COMMAND_IDS = tuple(name.lower() for name in COMMAND_NAMES)
"""A command card in hand is picked by its name."""
DECLARING = (s.FACING, s.ORDERING, s.FIRING, s.FOLLOWING)
SURE, VAIN, OPEN = "sure", "vain", "open"

# ---------------------------------------------------------------- names of things on the table


def place_id(place: int) -> str:
    """A space of an army from its number as a place: `A:F-2`."""
    return place_text(place // s.PLACE, place % s.PLACE)


def rider_id(seat: int, cell: int) -> str:
    """The Chariot that rides on a unit: `A:F-2+`."""
    return f"{place_text(seat, cell)}+"


def drawn_id(kind: int) -> str:
    """A card that is drawn and not placed yet: `new PR`."""
    return f"new {KIND_CODES[kind]}"


def pool_id(kind: int, ridden: bool) -> str:
    """A unit that is still to be laid out: `lay PR`, with a Chariot `lay PR+`."""
    return f"lay {KIND_CODES[kind]}{'+' * ridden}"


CELLS_BY_NAME = {place_text(seat, cell): (seat, cell) for seat in range(s.SEATS) for cell in range(s.CELLS)}

# ---------------------------------------------------------------- who looks, who decides


def decides_here(position: Position) -> bool:
    """Whether who looks is the one who decides, or sees everything."""
    return not position.over and (
        position.seat == position.turn or (position.seat is None and not is_covered(position))
    )


def is_covered(position: Position) -> bool:
    """Whether cards of who decides are hidden here: a spectator looks."""
    now, seat = position.state, int(position.state.turn)
    covered = s.UNSEEN in now.pending or now.pool[seat, 0, s.UNSEEN] > 0
    return bool(covered or now.hand[seat].sum() < now.held[seat])


def viewer(position: Position) -> int:
    """The seat whose army lies below and whose hand is shown: that of who looks."""
    if position.seat is not None:
        return position.seat
    return next((seat for seat in range(position.players) if position.state.alive[seat]), 0)


def hand_owner(position: Position) -> int:
    """Whose cards in hand are shown: those of who looks, or of who decides."""
    return int(position.state.turn) if position.seat is None else position.seat


def living_seats(position: Position) -> list[int]:
    """Seats whose armies are left."""
    return [seat for seat in range(position.players) if position.state.alive[seat]]


def laying_out(position: Position) -> bool:
    """Whether armies are behind the veil."""
    return not position.over and bool(position.state.phase <= s.LAYING)


def acting(position: Position) -> int:
    """Whose attack is coming: that of the turn, in the clash that of who decides."""
    now = position.state
    return int(now.turn if now.active == s.NOBODY else now.active)


# ---------------------------------------------------------------- units


def units(position: Position, seat: int) -> Iterator[int]:
    """The occupied cells of an army: the front row from the left, then the rear row."""
    for cell in range(s.CELLS):
        if unit_at(position.state, seat, cell):
            yield cell


def unit_name(code: int) -> str:
    """A unit in words, with its Chariot."""
    return KIND_NAMES[code & s.KIND_MASK] + (" with a Chariot" if code & s.RIDDEN else "")


def neighbours(position: Position, seat: int, cell: int, kind: int) -> list[int]:
    """The adjacent cells with a unit of that kind."""
    around = [int(neighbour(cell, direction)) for direction in range(s.DIRECTIONS)]
    return [beside for beside in around if beside >= 0 and kind_at(position.state, seat, beside) == kind]


def attack_of(position: Position, seat: int, cell: int) -> int:
    """VR-086, as far as who looks knows."""
    return int(attack_strength(position.board, position.state, seat, cell))


def defence_of(position: Position, seat: int, cell: int) -> int:
    """VR-087, as far as who looks knows."""
    return int(defence_strength(position.board, position.state, seat, cell))


def power_text(position: Position, seat: int, cell: int) -> str:
    """VR-085 part by part: `2 +2 vanguard +1 Chariot`."""
    code = int(unit_at(position.state, seat, cell))
    base = int(position.board.power[code & s.KIND_MASK])
    rider = s.CHARIOT_BONUS if code & s.RIDDEN else 0
    bonus = int(own_power(position.board, position.state, seat, cell)) - base - rider
    said = [str(base)]
    if bonus:
        said.append(f"+{bonus} {'vanguard' if cell == s.VANGUARD else 'end of the line'}")
    if rider:
        said.append(f"+{rider} Chariot")
    return " ".join(said)


def attack_text(position: Position, seat: int, cell: int) -> str:
    """`2 +2 vanguard +1 Slinger F-1`."""
    if kind_at(position.state, seat, cell) == s.ARCHER:
        return "kills whatever is not immune to Archers"
    helpers = neighbours(position, seat, cell, s.SLINGER)
    return " ".join([power_text(position, seat, cell), *(f"+1 Slinger {cell_text(beside)}" for beside in helpers)])


def defence_text(position: Position, seat: int, cell: int) -> str:
    """`4 +1 Consul R0`."""
    helpers = neighbours(position, seat, cell, s.CONSUL)[: int(consuls_of(position.board, position.state, seat, cell))]
    return " ".join([power_text(position, seat, cell), *(f"+1 Consul {cell_text(beside)}" for beside in helpers)])


def is_ready(position: Position, seat: int, cell: int) -> bool:
    """VR-061, VR-123: whether the ability of a unit, or its Chariot's, can still be used in this turn."""
    now, code = position.state, int(unit_at(position.state, seat, cell))
    if seat != now.active or now.phase not in (s.MAIN, s.TARGETING):
        return False
    switches = code & s.KIND_MASK in (s.CENTURION, s.CHARIOT, s.CONSUL, s.PRAETORIAN) and not code & s.USED
    return switches or bool(code & s.RIDDEN and not code & s.RIDER_USED)


# ---------------------------------------------------------------- the coming attack


class Blow(NamedTuple):
    """An attacker and its target, both as places."""

    attacker: int
    target: int
    strength: int
    shot: bool
    """An Archer's."""


class Fate(NamedTuple):
    """What the coming attack does to a unit, as far as who looks can tell."""

    target: int
    blows: tuple[Blow, ...]
    verdict: str
    """SURE: it dies; VAIN: it does not; OPEN: what is hidden decides."""
    text: str


def with_attackers(position: Position) -> Position | None:
    """The position with all attackers in it that are sure or declared; None if no attack is coming."""
    now = position.state
    if position.over or not (s.MAIN <= now.phase <= s.FOLLOWING):
        return None
    ahead = position.copy()
    if now.phase in (s.MAIN, s.TARGETING, s.FACING):
        seat = acting(position)
        if living(ahead.board, ahead.state) == 2:
            ahead.state.facing[seat] = next_living(ahead.board, ahead.state, seat)
        attack_unasked(ahead.board, ahead.state, seat)
    return ahead


def blows(ahead: Position) -> Iterator[Blow]:
    """Every attack that is declared."""
    board, now = ahead.board, ahead.state
    for seat in range(ahead.players):
        for cell in units(ahead, seat):
            if not int(now.attack[seat, cell // s.COLUMNS]) >> cell % s.COLUMNS & 1:
                continue
            for second in range(2):
                target = int(blow(board, now, seat, cell, second))
                if target != s.NOWHERE:
                    shot = bool(kind_at(now, seat, cell) == s.ARCHER)
                    yield Blow(seat * s.PLACE + cell, target, attack_of(ahead, seat, cell), shot)


def fates(position: Position) -> list[Fate]:
    """VR-074..VR-076, VR-101: what would happen now, by target."""
    ahead = with_attackers(position)
    found: dict[int, list[Blow]] = {}
    for one in blows(ahead) if ahead else ():
        found.setdefault(one.target, []).append(one)
    return [fate(position, target, tuple(many)) for target, many in found.items()]


def fate(position: Position, target: int, many: tuple[Blow, ...]) -> Fate:
    """What comes of all blows on a unit."""
    board, now = position.board, position.state
    seat, cell = divmod(target, s.PLACE)
    hidden = neighbours(position, seat, cell, s.UNSEEN)
    struck = [one for one in many if not one.shot]
    damage = sum(one.strength for one in struck)
    if kind_at(now, seat, cell) == s.UNSEEN:
        return Fate(target, many, OPEN, f"{damage} against ?" if struck else "?")
    if len(struck) < len(many) and not is_immune(board, now, seat, cell):
        safe = bool(hidden) and not is_mounted(board, unit_at(now, seat, cell))
        return Fate(target, many, OPEN if safe else SURE, "† kills?" if safe else "† kills")
    if not struck:
        return Fate(target, many, VAIN, "immune")
    defence, most = defence_of(position, seat, cell), highest_defence(position, seat, cell, hidden)
    helpers = sum(len(neighbours(position, *divmod(one.attacker, s.PLACE), s.UNSEEN)) for one in struck)
    kills, sure = damage >= defence, damage >= most or damage + helpers < defence
    text = f"{damage} {'≥' if kills else '<'} {defence} {'kills' if kills else 'fails'}"
    if not sure:
        return Fate(target, many, OPEN, f"{text}?")
    return Fate(target, many, SURE if kills else VAIN, text)


def highest_defence(position: Position, seat: int, cell: int, hidden: list[int]) -> int:
    """The defence that a unit would have if all hidden units beside it were Consuls."""
    ahead = position.copy()
    for beside in hidden:
        row, column = divmod(beside, s.COLUMNS)
        ahead.state.cells[seat, row, column] = s.CONSUL
    return defence_of(ahead, seat, cell)


def foretold(position: Position, number: int) -> str:
    """What an order, a Catapult's shot or a companion's attack would do to its targets, as far as who decides knows."""
    now, seat = position.state, int(position.state.turn)
    if position.over or now.phase not in (s.ORDERING, s.FIRING, s.FOLLOWING):
        return ""
    ahead = position.copy() if position.seat is not None else position.view(seat)
    if s.JAVELIN_MOVE <= number < s.HOLD_MOVE:
        order(ahead.board, ahead.state, number)
        attacker = int(ahead.state.order_owner) * s.PLACE + int(ahead.state.order_at)
    elif number == s.FIRE_MOVE or s.FOLLOW_MOVE <= number < s.STAY_MOVE:
        asked = int(now.asked)
        cell = asked if number == s.FIRE_MOVE else int(neighbour(asked, number - s.FOLLOW_MOVE))
        join_attack(ahead.state, seat, cell)
        attacker = seat * s.PLACE + cell
    else:
        return ""
    hit = [one for one in fates(ahead) if any(blow.attacker == attacker for blow in one.blows)]
    return ", ".join(f"{place_id(one.target)}: {one.text}" for one in hit)
