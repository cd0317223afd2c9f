"""Which picks on the table spell a move, and which move a path of picks means."""

from collections.abc import Sequence

from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import is_adjacent, kind_at, left_end, neighbour, right_end, unit_at
from quincunx.games.vanguard_rome.battle import aim, volley_aim
from quincunx.games.vanguard_rome.legality import may_switch
from quincunx.games.vanguard_rome.lines import block_of, nearest_of
from quincunx.games.vanguard_rome.notation import SEAT_LETTERS, place_text, refuse
from quincunx.games.vanguard_rome.setup import KIND_NAMES

ATTACK, CONSUL, MOUNT = "attack", "consul", "mount"
KEEP, REORG, LEAN_LEFT, LEAN_RIGHT = "keep", "take up", "lean left", "lean right"
NO_ORDER, HOLD, FIRE, ALONE, STAY = "no order", "hold", "fire", "alone", "stay"
BUTTONS = {
    KEEP: s.KEEP,
    REORG: s.REORG,
    LEAN_LEFT: s.LEAN_LEFT,
    LEAN_RIGHT: s.LEAN_RIGHT,
    ATTACK: s.ATTACK_MOVE,
    NO_ORDER: s.NO_ORDER_MOVE,
    HOLD: s.HOLD_MOVE,
    FIRE: s.FIRE_MOVE,
    ALONE: s.ALONE_MOVE,
    STAY: s.STAY_MOVE,
} | {f"face {letter}": s.FACE_MOVE + seat for seat, letter in enumerate(SEAT_LETTERS)}
BUTTON_OF = {number: id for id, number in BUTTONS.items()}
DRAWN = {sight.drawn_id(kind): kind for kind in range(1, s.KINDS)}
POOL = {
    sight.pool_id(kind, bool(ridden)): s.DEPLOY_MOVE + 2 * (kind - 1) + ridden
    for kind in range(1, s.KINDS)
    for ridden in range(2)
}
POOL_OF = {number: id for id, number in POOL.items()}
WHAT_TO_PICK = {
    s.KEEPING: "Keep the army as it lies, or take it up.",
    s.LEANING: "Pick the side to which the even row leans.",
    s.LAYING: "Pick one of the units in your hand: it goes to the marked space.",
    s.CLOSING: "Pick a unit that steps forward or a block that closes the gap.",
    s.MAIN: "Pick a drawn unit and a space, one of your units, a command, or the attack.",
    s.TARGETING: "Pick where it goes.",
    s.FACING: "Pick the opponent whom your vanguard faces.",
    s.ORDERING: "Pick an attack command and a unit, or give no order.",
    s.FIRING: "Fire the Catapult, or hold it.",
    s.FOLLOWING: "Pick a neighbour of the Standard, or let it attack alone.",
    s.RETREATING: "Pick the Retreat and a space for the vanguard unit, or stay.",
    s.FILLING: "Pick who fills the vanguard position.",
    s.DISCARDING: "Pick a command to discard.",
    s.OVER: "The game is over.",
}
Path = tuple[str, ...]


def continues(position: Position, number: int) -> bool:
    """A Chariot that moves has to go somewhere, and so has a Praetorian that calls a Consul."""
    return s.DISTANT_MOVE <= number < s.TARGET_MOVE


# ---------------------------------------------------------------- picks


def picks(position: Position, number: int) -> list[Path]:
    """The paths of picks that spell a move."""
    seat = int(position.state.turn)
    if number in BUTTON_OF:
        return [(BUTTON_OF[number],), *shortcuts(position, seat, number)]
    if number in POOL_OF:
        return [(POOL_OF[number],)]
    if number < s.PLACE_MOVE:
        return shift_picks(position, seat, number)
    if number < s.SWAP_MOVE:
        kind, column = divmod(number - s.PLACE_MOVE, s.COLUMNS)
        return [(sight.drawn_id(kind + 1), place_text(seat, column))]
    if number < s.FLANK_MOVE:
        return unit_picks(position, seat, number)
    if number < s.FACE_MOVE:
        return main_command_picks(position, seat, number)
    if number < s.HOLD_MOVE:
        return order_picks(position, seat, number)
    if number < s.STAY_MOVE:
        beside = int(neighbour(int(position.state.asked), number - s.FOLLOW_MOVE))
        return [(place_text(seat, beside),)]
    if number < s.DISCARD_MOVE:
        return [(sight.COMMAND_IDS[s.RETREAT], place_text(seat, number - s.RETREAT_MOVE))]
    return [(sight.COMMAND_IDS[number - s.DISCARD_MOVE],)]


def shortcuts(position: Position, seat: int, number: int) -> list[Path]:
    """What can be picked on the table instead of a button: the enemy vanguard, the Catapult's target."""
    if s.FACE_MOVE <= number < s.FACE_MOVE + s.SEATS:
        return [(place_text(number - s.FACE_MOVE, s.VANGUARD),)]
    if number == s.FIRE_MOVE:
        return [(sight.place_id(int(aim(position.board, position.state, seat, int(position.state.asked)))),)]
    return []


def started(position: Position, cell: int) -> list[int]:
    """The legal moves that begin with picking the unit of a cell; a riding Chariot is picked for itself."""
    return [number for number in position.moves.numbers if start_of(position, number) == cell]


def start_of(position: Position, number: int) -> int | None:
    """The cell of the unit that a shift, a switch or a standing Chariot's move begins with."""
    if s.FORWARD_MOVE <= number < s.LATERAL_MOVE:
        return s.COLUMNS + number - s.FORWARD_MOVE
    if s.LATERAL_MOVE <= number < s.PLACE_MOVE:
        return number - s.LATERAL_MOVE
    if s.SWAP_MOVE <= number < s.DISTANT_MOVE:
        return (number - s.SWAP_MOVE) // s.DIRECTIONS
    if s.DISTANT_MOVE <= number < s.CHARIOT_MOVE:
        return number - s.DISTANT_MOVE
    if s.CHARIOT_MOVE <= number < s.TARGET_MOVE:
        cell = number - s.CHARIOT_MOVE
        return None if unit_at(position.state, int(position.state.turn), cell) & s.RIDDEN else cell
    return None


def goal_of(number: int) -> int:
    """Where the unit that names a shift goes."""
    if number < s.LATERAL_MOVE:
        return number - s.FORWARD_MOVE
    cell = number - s.LATERAL_MOVE
    return cell + (1 if cell % s.COLUMNS < s.CENTRE else -1)


def shift_picks(position: Position, seat: int, number: int) -> list[Path]:
    """VR-057, VR-058: the unit, and where it goes if it can do anything else; any unit of a block that can do nothing
    else stands for its block."""
    cell = start_of(position, number)
    assert cell is not None
    name = place_text(seat, cell)
    alone = len(started(position, cell)) <= 1
    found: list[Path] = [(name,) if alone else (name, place_text(seat, goal_of(number)))]
    if number >= s.LATERAL_MOVE:
        others = (member for member in block(position, seat, cell) if member != cell)
        found += [(place_text(seat, member),) for member in others if not started(position, member)]
    return found


def block(position: Position, seat: int, cell: int) -> list[int]:
    """R-05: the cells that shift together."""
    line = position.state.line[seat]
    rows = block_of(position.board, int(line[s.FRONT]), int(line[s.REAR]), cell)
    return [member for member in range(s.CELLS) if int(rows[member // s.COLUMNS]) >> member % s.COLUMNS & 1]


def unit_picks(position: Position, seat: int, number: int) -> list[Path]:
    """Switches and Chariots: the unit, then the other or where to."""
    if number < s.DISTANT_MOVE:
        cell, direction = divmod(number - s.SWAP_MOVE, s.DIRECTIONS)
        return [(place_text(seat, cell), place_text(seat, int(neighbour(cell, direction))))]
    if number < s.CHARIOT_MOVE:
        return [(place_text(seat, number - s.DISTANT_MOVE), CONSUL)]
    if number >= s.TARGET_MOVE:
        return [(place_text(seat, number - s.TARGET_MOVE),)]
    cell = number - s.CHARIOT_MOVE
    if unit_at(position.state, seat, cell) & s.RIDDEN:
        return [(sight.rider_id(seat, cell),)]
    name = place_text(seat, cell)
    return [(name,) if len(started(position, cell)) <= 1 else (name, MOUNT)]


def main_command_picks(position: Position, seat: int, number: int) -> list[Path]:
    """VR-151, VR-152: for Flank the card, the unit, and the end of the line if there is a choice; else the card."""
    if number >= s.REINFORCE_MOVE:
        return [(sight.COMMAND_IDS[s.REINFORCE if number == s.REINFORCE_MOVE else s.NIGHTFALL],)]
    cell, right = divmod(number - s.FLANK_MOVE, 2)
    path = (sight.COMMAND_IDS[s.FLANK], place_text(seat, cell))
    if len(both_flanks(position, cell)) > 1:
        return [(*path, place_text(seat, line_end(position, seat, bool(right))))]
    return [path]


def both_flanks(position: Position, cell: int) -> set[int]:
    """The legal ways of flanking with the unit of a cell."""
    numbers = {s.FLANK_MOVE + 2 * cell, s.FLANK_MOVE + 2 * cell + 1}
    return numbers & set(position.moves.numbers)


def line_end(position: Position, seat: int, right: bool) -> int:
    """F lo or F hi."""
    return int(right_end(position.state, seat)) if right else int(left_end(position.state, seat))


def order_picks(position: Position, seat: int, number: int) -> list[Path]:
    """Attack commands: the card, the unit, and the target of a Volley if there is a choice."""
    if number < s.SURPRISE_MOVE:
        return [(sight.COMMAND_IDS[s.JAVELIN], place_text(seat, number - s.JAVELIN_MOVE))]
    if number < s.VOLLEY_MOVE:
        return [(sight.COMMAND_IDS[s.SURPRISE], place_text(seat, number - s.SURPRISE_MOVE))]
    if number >= s.STAMPEDE_MOVE:
        owner, column = divmod(number - s.STAMPEDE_MOVE, s.COLUMNS)
        return [(sight.COMMAND_IDS[s.STAMPEDE], place_text(owner, column))]
    cell, far = divmod(number - s.VOLLEY_MOVE, 2)
    path = (sight.COMMAND_IDS[s.VOLLEY], place_text(seat, cell))
    if {s.VOLLEY_MOVE + 2 * cell, s.VOLLEY_MOVE + 2 * cell + 1} <= set(position.moves.numbers):
        target = int(volley_aim(position.board, position.state, seat, cell, far + 1))
        return [(*path, sight.place_id(target))]
    return [path]


def goals(position: Position) -> set[int]:
    """The spaces of the deciding army that some legal move leads to."""
    if not sight.decides_here(position):
        return set()
    seat, found = int(position.state.turn), set()
    for number in position.moves.numbers:
        if s.FORWARD_MOVE <= number < s.PLACE_MOVE:
            found.add(goal_of(number))
        elif s.PLACE_MOVE <= number < s.SWAP_MOVE:
            found.add((number - s.PLACE_MOVE) % s.COLUMNS)
        elif s.TARGET_MOVE <= number < s.FLANK_MOVE:
            found.add(number - s.TARGET_MOVE)
        elif s.FLANK_MOVE <= number < s.REINFORCE_MOVE:
            found.add(line_end(position, seat, number % 2 != s.FLANK_MOVE % 2))
        elif s.RETREAT_MOVE <= number < s.DISCARD_MOVE:
            found.add(number - s.RETREAT_MOVE)
    return found


# ---------------------------------------------------------------- what picks mean


def meant(position: Position, path: Sequence[str]) -> int:
    """The move that a path of picks means, legal or not."""
    number = number_meant(position, path)
    if number in position.moves.numbers and tuple(path) not in picks(position, number):
        raise lost(position)
    return number


def lost(position: Position) -> QuincunxError:
    """What could be picked instead."""
    return QuincunxError(WHAT_TO_PICK[int(position.state.phase)])


def number_meant(position: Position, path: Sequence[str]) -> int:
    """Read generously."""
    first, *rest = path or [""]
    if first in BUTTONS:
        return BUTTONS[first]
    if first in POOL:
        return POOL[first]
    if first in DRAWN:
        return place_meant(position, DRAWN[first], rest)
    if first in sight.COMMAND_IDS:
        return command_meant(position, sight.COMMAND_IDS.index(first), rest)
    if first.endswith("+") and first[:-1] in sight.CELLS_BY_NAME:
        return s.CHARIOT_MOVE + own_cell(position, first[:-1])
    if first in sight.CELLS_BY_NAME:
        return cell_meant(position, first, rest)
    raise lost(position)


def own_cell(position: Position, id: str) -> int:
    """A space of the deciding army."""
    seat, cell = sight.CELLS_BY_NAME.get(id, (s.NOBODY, 0))
    if seat == s.NOBODY:
        raise lost(position)
    if seat != position.state.turn:
        raise QuincunxError(f"{id} is not in the line of {position.name(int(position.state.turn))}.")
    return cell


def place_meant(position: Position, kind: int, rest: Sequence[str]) -> int:
    """VR-043, VR-044: a drawn card and a space."""
    if not rest:
        raise QuincunxError(f"Pick a space of the front row for the {KIND_NAMES[kind]}.")
    cell = own_cell(position, rest[0])
    if cell >= s.COLUMNS:
        raise refuse("VR-044")
    return s.PLACE_MOVE + (kind - 1) * s.COLUMNS + cell


def command_meant(position: Position, command: int, rest: Sequence[str]) -> int:
    """A card in hand, and what it is played on."""
    if position.state.phase == s.DISCARDING:
        return s.DISCARD_MOVE + command
    if command in (s.REINFORCE, s.NIGHTFALL):
        return s.REINFORCE_MOVE if command == s.REINFORCE else s.NIGHTFALL_MOVE
    if command == s.STAMPEDE and rest:
        owner, cell = sight.CELLS_BY_NAME.get(rest[0], (s.NOBODY, 0))
        if owner == s.NOBODY:
            raise lost(position)
        if cell >= s.COLUMNS:
            raise position.game.refuse(s.NO_ELEPHANT)
        return s.STAMPEDE_MOVE + owner * s.COLUMNS + cell
    cell = own_cell(position, rest[0]) if rest else s.VANGUARD
    number = played_on(position, command, cell, rest[1:])
    if not rest and position.refusal(number) is not None and not playable(position, command):
        return number
    if not rest:
        raise QuincunxError("Pick a unit for this command." if command != s.RETREAT else "Pick where to retreat.")
    return number


def playable(position: Position, command: int) -> bool:
    """Whether any legal move plays the card."""
    name = sight.COMMAND_IDS[command]
    return any(path[0] == name for number in position.moves.numbers for path in picks(position, number))


def played_on(position: Position, command: int, cell: int, rest: Sequence[str]) -> int:
    """The number of a command that names an own unit or space."""
    if command == s.RETREAT:
        return s.RETREAT_MOVE + cell
    if command == s.FLANK:
        return s.FLANK_MOVE + 2 * cell + flank_meant(position, cell, rest)
    if command == s.VOLLEY:
        return s.VOLLEY_MOVE + 2 * cell + reach_meant(position, cell, rest)
    if command == s.STAMPEDE:
        return s.STAMPEDE_MOVE + int(position.state.turn) * s.COLUMNS + cell % s.COLUMNS
    if cell >= s.COLUMNS:
        raise refuse("R-36")
    return (s.JAVELIN_MOVE if command == s.JAVELIN else s.SURPRISE_MOVE) + cell


def flank_meant(position: Position, cell: int, rest: Sequence[str]) -> int:
    """VR-151, VR-152: 0 to the left end, 1 to the right one."""
    column = cell % s.COLUMNS
    if rest:
        return int(own_cell(position, rest[0]) % s.COLUMNS > s.CENTRE)
    if len(both_flanks(position, cell)) > 1:
        raise QuincunxError("Pick the end of the line to which it goes.")
    legal = both_flanks(position, cell)
    return (legal.pop() - s.FLANK_MOVE) % 2 if legal else int(column < s.CENTRE)


def reach_meant(position: Position, cell: int, rest: Sequence[str]) -> int:
    """VR-166: 0 for the first space, 1 for the second."""
    legal = [far for far in range(2) if s.VOLLEY_MOVE + 2 * cell + far in position.moves.numbers]
    if not rest:
        if len(legal) > 1:
            raise QuincunxError("Pick the target of the Volley.")
        return legal[0] if legal else 0
    seat = int(position.state.turn)
    for far in range(2):
        target = int(volley_aim(position.board, position.state, seat, cell, far + 1))
        if target != s.NOWHERE and sight.place_id(target) == rest[0]:
            return far
    raise position.game.refuse(s.VOLLEY_REACH)


def cell_meant(position: Position, id: str, rest: Sequence[str]) -> int:
    """A space of the table that is picked first."""
    now, (owner, cell) = position.state, sight.CELLS_BY_NAME[id]
    phase = int(now.phase)
    if phase == s.FACING:
        return s.FACE_MOVE + owner
    if phase == s.FIRING:
        if id != sight.place_id(int(aim(position.board, now, int(now.turn), int(now.asked)))):
            raise lost(position)
        return s.FIRE_MOVE
    own_cell(position, id)
    if phase == s.TARGETING:
        return s.TARGET_MOVE + cell
    if phase == s.FOLLOWING:
        around = [int(neighbour(int(now.asked), direction)) for direction in range(s.DIRECTIONS)]
        if cell not in around:
            raise position.game.refuse(s.NO_COMPANION)
        return s.FOLLOW_MOVE + around.index(cell)
    if phase == s.RETREATING:
        return s.RETREAT_MOVE + cell
    if rest:
        return unit_meant(position, cell, rest[0])
    return shift_meant(position, cell)


def unit_meant(position: Position, cell: int, goal: str) -> int:
    """A unit, and what it is to do."""
    now, seat = position.state, int(position.state.turn)
    if goal == CONSUL:
        return s.DISTANT_MOVE + cell
    if goal == MOUNT:
        return s.CHARIOT_MOVE + cell
    other = own_cell(position, goal)
    if unit_at(now, seat, other):
        if kind_at(now, seat, cell) == s.CHARIOT:
            return s.CHARIOT_MOVE + cell
        if is_adjacent(cell, other):
            around = [int(neighbour(cell, direction)) for direction in range(s.DIRECTIONS)]
            return s.SWAP_MOVE + s.DIRECTIONS * cell + around.index(other)
        return s.DISTANT_MOVE + cell
    if cell >= s.COLUMNS and other == cell - s.COLUMNS:
        return s.FORWARD_MOVE + other
    if may_switch(kind_at(now, seat, cell)) and other != goal_of(s.LATERAL_MOVE + cell):
        raise position.game.refuse(s.SWITCH_NEEDS_A_UNIT)
    if kind_at(now, seat, cell) == s.CHARIOT and other != goal_of(s.LATERAL_MOVE + cell):
        raise position.game.refuse(s.STANDING_CHARIOT)
    return s.LATERAL_MOVE + cell


def shift_meant(position: Position, cell: int) -> int:
    """A unit alone: it steps forward, or its block shifts."""
    seat = int(position.state.turn)
    if not unit_at(position.state, seat, cell):
        raise QuincunxError("Nobody stands there. Pick a card first, then the space.")
    begun = started(position, cell)
    if len(begun) > 1 or (begun and begun[0] >= s.PLACE_MOVE and not continues(position, begun[0])):
        raise QuincunxError("Pick with whom it changes places, or where it goes.")
    if begun:
        return begun[0]
    wing = s.LATERAL_MOVE + block_name(position, seat, cell)
    if wing in position.moves.numbers:
        return wing
    if cell >= s.COLUMNS and not unit_at(position.state, seat, cell - s.COLUMNS):
        return s.FORWARD_MOVE + cell - s.COLUMNS
    if kind_at(position.state, seat, cell) == s.CHARIOT:
        return s.CHARIOT_MOVE + cell
    return s.SWAP_MOVE + s.DIRECTIONS * cell if may_switch(kind_at(position.state, seat, cell)) else wing


def block_name(position: Position, seat: int, cell: int) -> int:
    """R-05: the cell that names the block of a unit; of a block in the middle any will do."""
    line = position.state.line[seat]
    in_front, in_rear = block_of(position.board, int(line[s.FRONT]), int(line[s.REAR]), cell)
    return cell if (in_front | in_rear) & s.CENTRE_BIT else int(nearest_of(in_front, in_rear))
