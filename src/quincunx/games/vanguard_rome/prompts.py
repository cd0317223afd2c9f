"""What is asked of whom, what nobody should overlook, the buttons of each phase, and moves in a person's words."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Button
from quincunx.games.vanguard_rome import picking, sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import is_legal, neighbour, pool_size, unit_at
from quincunx.games.vanguard_rome.battle import aim
from quincunx.games.vanguard_rome.lines import cell_in_shape
from quincunx.games.vanguard_rome.naming import listed
from quincunx.games.vanguard_rome.notation import SEAT_LETTERS, cell_text, place_text
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_NAMES

SIDES = ("left", "right")
ENDINGS = {
    s.DESTROYED: "the last army on the table",
    s.TURN_LIMIT: "the larger army when the last turn was over",
    s.RESIGNED: "everybody else has resigned",
}


def plural(count: int, words: str) -> str:
    """`1 unit`, `3 units`."""
    return f"{count} {words}{'' if count == 1 else 's'}"


# ---------------------------------------------------------------- prompts


def prompt(position: Position) -> str:
    """Who does what now."""
    now = position.state
    if position.over:
        return ending(position)
    who = position.name(int(now.turn))
    if sight.laying_out(position):
        return laying_prompt(position, who)
    if s.MAIN <= now.phase <= s.TARGETING:
        return main_prompt(position, who)
    if now.phase in sight.DECLARING:
        return declaring_prompt(position, who)
    return after_prompt(position, who)


def ending(position: Position) -> str:
    """Who has won, and why."""
    now = position.state
    winners = [position.name(seat) for seat in range(position.players) if int(now.winners) >> seat & 1]
    if len(winners) > 1:
        return f"The game is over: a draw between {listed(winners)}, equal in cards and power after the last turn."
    return f"The game is over: {winners[0]} wins, {ENDINGS[int(now.ending)]}."


def laying_prompt(position: Position, who: str) -> str:
    """The opening, and Nightfall."""
    now, seat = position.state, int(position.state.turn)
    night = "Nightfall: " if now.active != s.NOBODY else ""
    if not sight.decides_here(position):
        return f"{night}{who} lays out the army in secret."
    if now.phase == s.KEEPING:
        return f"{night}{who} keeps the army as it lies, or takes it up and lays it out anew."
    if now.phase == s.LEANING:
        return f"{night}{who} chooses to which side the even row leans."
    units = int(now.laid) + int(pool_size(now, seat))
    cell = cell_text(int(cell_in_shape(position.board, units, int(now.lean), int(now.laid))))
    vanguard = ", the vanguard" if now.laid == 0 else ""
    return f"{night}{who} lays unit {now.laid + 1} of {units}: it goes to {cell}{vanguard}."


def main_prompt(position: Position, who: str) -> str:
    """Placing, closing gaps, and what else can be done before the attack."""
    now, seat = position.state, int(position.state.turn)
    if now.phase == s.TARGETING:
        return targeting_prompt(position, who)
    pending = [int(kind) for kind in now.pending if kind != s.NO_UNIT]
    if not sight.decides_here(position):
        placing = f": {plural(len(pending), 'unit')} to place" if pending else ""
        return f"It is {who}'s turn{placing}."
    said = []
    if pending:
        said.append(f"Place {listed([KIND_NAMES[kind] for kind in pending])}.")
    if not is_legal(now, seat):
        said.append(f"Close the gap: {closing_ways(position)}.")
    if not said:
        return f"{who}: the line stands. Switch units or play a command, then attack."
    return f"{who}: {' '.join(said)}"


def targeting_prompt(position: Position, who: str) -> str:
    """The second half of a move."""
    where = cell_text(int(position.state.picked))
    if position.state.picked_chariot:
        return f"{who}: where does the Chariot on {where} go?"
    return f"{who}: with which Consul does the Praetorian on {where} change places?"


def closing_ways(position: Position) -> str:
    """VR-059: how the line can be mended now: step forward, left wing, right wing."""
    ways = [describe(position, number) for number in position.moves.numbers if is_shift(number)]
    if not ways:
        return "place a unit there"
    shown = ways if len(ways) <= 3 else [*ways[:3], f"{len(ways) - 3} other ways"]
    return listed([way[0].lower() + way[1:] for way in shown]).replace(" and ", " or ")


def is_shift(number: int) -> bool:
    """Whether a move is a shift."""
    return s.FORWARD_MOVE <= number < s.PLACE_MOVE


def declaring_prompt(position: Position, who: str) -> str:
    """The questions before an attack."""
    now, seat = position.state, int(position.state.turn)
    clash = "The clash: " if now.active == s.NOBODY else ""
    if not sight.decides_here(position):
        return f"{clash}{who} declares the attack in secret." if clash else f"It is {who}'s turn."
    match int(now.phase):
        case s.FACING:
            return f"{clash}{who}: whom does the vanguard face?"
        case s.ORDERING:
            return f"{who}: order an attack?"
        case s.FIRING:
            target = sight.place_id(int(aim(position.board, now, seat, int(now.asked))))
            return f"{clash}{who}: fire the Catapult on {cell_text(int(now.asked))} at {target}?"
    return f"{clash}{who}: who follows the Standard on {cell_text(int(now.asked))}?"


def after_prompt(position: Position, who: str) -> str:
    """After an attack, or after the clash."""
    now = position.state
    match int(now.phase):
        case s.CLOSING:
            return f"{who} mends the line: {closing_ways(position)}."
        case s.FILLING:
            ways = closing_ways(position)
            return f"{who}: who takes the vanguard position? {ways[0].upper()}{ways[1:]}."
    if not sight.decides_here(position):
        return f"{who} ends the turn."
    if now.phase == s.RETREATING:
        unit = sight.unit_name(int(unit_at(now, int(now.turn), s.VANGUARD)))
        return f"{who}: retreat with the {unit}?"
    surplus = int(now.held[now.turn]) - int(position.board.hand_limit)
    return f"{who}: discard {'one' if surplus == 1 else surplus}. Only {position.board.hand_limit} commands are held."


def status(position: Position) -> tuple[str, ...]:
    """The turn, and how many cards are left."""
    now, board = position.state, position.board
    if now.active == s.NOBODY:
        said = ["The opening" + (f", replay {now.replays}" if now.replays else "")]
    else:
        limit = f" of at most {board.turn_limit}" if board.turn_limit else ""
        said = [f"Turn {now.turn_no}{limit}"]
    if board.decks == s.SHARED:
        said.append(f"Units: {now.units_left[0]} in the deck, {now.unit_pile[0].sum()} fallen")
        if board.use_commands:
            said.append(f"Commands: {now.commands_left[0]} in the deck, {now.command_pile[0].sum()} played")
    return tuple(said)


def banners(position: Position) -> list[str]:
    """What nobody should overlook."""
    now = position.state
    if position.over or now.active == s.NOBODY:
        return []
    said = []
    if now.phase <= s.LAYING:
        said.append("Night: every army may be laid out anew, face down.")
    if position.board.turn_limit and now.turn_no + position.players > position.board.turn_limit:
        left = int(position.board.turn_limit - now.turn_no)
        said.append(f"{plural(left, 'turn')} left after this one." if left else "This is the last turn.")
    return said


# ---------------------------------------------------------------- buttons


def buttons(position: Position) -> list[Button]:
    """What can be picked beside the table, by whom it concerns."""
    now = position.state
    if not sight.decides_here(position):
        return []
    match int(now.phase):
        case s.KEEPING:
            keep = [Button(picking.KEEP, "Keep the army as it lies")] if s.KEEP in position.moves.numbers else []
            return [*keep, Button(picking.REORG, "Take the army up and lay it out anew")]
        case s.LEANING:
            return [Button(id, f"Lean to the {side}") for id, side in zip(LEANS, SIDES, strict=True)]
        case s.MAIN:
            return [*unit_buttons(position), Button(picking.ATTACK, attack_words(position))]
        case s.FACING:
            others = [seat for seat in sight.living_seats(position) if seat != now.turn]
            return [Button(f"face {SEAT_LETTERS[seat]}", f"Face {position.name(seat)}") for seat in others]
        case s.ORDERING:
            return [Button(picking.NO_ORDER, "Give no order")]
        case s.FIRING:
            return [Button(picking.FIRE, describe(position, s.FIRE_MOVE)), Button(picking.HOLD, "Hold fire")]
        case s.FOLLOWING:
            return [Button(picking.ALONE, "Nobody follows")]
        case s.RETREATING:
            return [Button(picking.STAY, "Stay")]
    return []


LEANS = (picking.LEAN_LEFT, picking.LEAN_RIGHT)


def unit_buttons(position: Position) -> list[Button]:
    """What a unit can do besides what its picked partner or space says."""
    numbers = position.moves.numbers
    found = []
    if any(s.DISTANT_MOVE <= number < s.CHARIOT_MOVE for number in numbers):
        found.append(Button(picking.CONSUL, "Change places with a distant Consul"))
    if any(path[1:] == (picking.MOUNT,) for number in numbers for path in chariot_paths(position, number)):
        found.append(Button(picking.MOUNT, "Mount a unit"))
    return found


def chariot_paths(position: Position, number: int) -> list[tuple[str, ...]]:
    """The picks of a Chariot's first step."""
    return picking.picks(position, number) if s.CHARIOT_MOVE <= number < s.TARGET_MOVE else []


def attack_words(position: Position) -> str:
    """What the attack would do."""
    fates = sight.fates(position)
    killed = [sight.place_id(fate.target) for fate in fates if fate.verdict == sight.SURE]
    maybe = [sight.place_id(fate.target) for fate in fates if fate.verdict == sight.OPEN]
    said = [f"kills {listed(killed)}"] if killed else []
    said += [f"perhaps {listed(maybe)}"] if maybe else []
    return f"Attack: {', '.join(said) or ('kills nobody' if fates else 'nobody has a target yet')}"


# ---------------------------------------------------------------- moves in words


def describe(position: Position, number: int) -> str:
    """A move as a person would say it."""
    if number < s.FORWARD_MOVE:
        return describe_layout(position, number)
    if number < s.PLACE_MOVE:
        return describe_shift(position, number)
    if number < s.FLANK_MOVE:
        return describe_unit(position, number)
    if number < s.FACE_MOVE:
        return describe_main(position, number)
    if number < s.HOLD_MOVE:
        return describe_order(position, number)
    return describe_answer(position, number)


def describe_layout(position: Position, number: int) -> str:
    """KEEP, REORG, LEAN and DEPLOY."""
    if number < s.DEPLOY_MOVE:
        sides = [f"Lean to the {side}" for side in SIDES]
        return ["Keep the army as it lies", "Take the army up and lay it out anew", *sides][number]
    kind, ridden = divmod(number - s.DEPLOY_MOVE, 2)
    now, seat = position.state, int(position.state.turn)
    units = int(now.laid) + int(pool_size(now, seat))
    unit = sight.unit_name(kind + 1 + ridden * s.RIDDEN)
    if now.phase != s.LAYING or not units:
        return f"Lay the {unit}"
    return f"Lay the {unit} to {cell_text(int(cell_in_shape(position.board, units, int(now.lean), int(now.laid))))}"


def describe_shift(position: Position, number: int) -> str:
    """VR-057, VR-058"""
    now, seat = position.state, int(position.state.turn)
    if number < s.LATERAL_MOVE:
        cell = s.COLUMNS + number - s.FORWARD_MOVE
        return f"Step forward with the {sight.unit_name(int(unit_at(now, seat, cell)))} on {cell_text(cell)}"
    cell = number - s.LATERAL_MOVE
    side = "left" if cell % s.COLUMNS < s.CENTRE else "right"
    many = len(picking.block(position, seat, cell))
    if many == 1:
        return f"Shift the {sight.unit_name(int(unit_at(now, seat, cell)))} on {cell_text(cell)} in from the {side}"
    return f"Shift the {side} wing from {cell_text(cell)} on ({plural(many, 'unit')})"


def describe_unit(position: Position, number: int) -> str:
    """Placing, switches and Chariots."""
    now, seat = position.state, int(position.state.turn)
    if number < s.SWAP_MOVE:
        kind, column = divmod(number - s.PLACE_MOVE, s.COLUMNS)
        return f"Place the {KIND_NAMES[kind + 1]} on {cell_text(column)}"
    if number < s.DISTANT_MOVE:
        cell, direction = divmod(number - s.SWAP_MOVE, s.DIRECTIONS)
        return f"Switch {unit_on(position, cell)} with {unit_on(position, int(neighbour(cell, direction)))}"
    if number < s.CHARIOT_MOVE:
        return f"Call a distant Consul with {unit_on(position, number - s.DISTANT_MOVE)}"
    if number < s.TARGET_MOVE:
        return f"Move the Chariot on {cell_text(number - s.CHARIOT_MOVE)}"
    other = number - s.TARGET_MOVE
    if now.picked_chariot:
        what = f"to {unit_on(position, other)}" if unit_at(now, seat, other) else f"off, to {cell_text(other)}"
        return f"Move the Chariot on {cell_text(int(now.picked))} {what}"
    return f"Switch {unit_on(position, int(now.picked))} with {unit_on(position, other)}"


def unit_on(position: Position, cell: int) -> str:
    """An own unit and its cell."""
    if cell < 0:
        return "nobody"
    return f"the {sight.unit_name(int(unit_at(position.state, int(position.state.turn), cell)))} on {cell_text(cell)}"


def describe_main(position: Position, number: int) -> str:
    """Commands of the main phase, and the attack."""
    if number >= s.REINFORCE_MOVE:
        words = ("Call Reinforcements: draw one more unit", "Play Nightfall: all armies may be laid out anew", "Attack")
        return words[number - s.REINFORCE_MOVE]
    cell, right = divmod(number - s.FLANK_MOVE, 2)
    return f"Flank: {unit_on(position, cell)} goes to the {SIDES[right]} end"


def describe_order(position: Position, number: int) -> str:
    """Whom the vanguard faces, and attack commands."""
    seat = int(position.state.turn)
    if number < s.NO_ORDER_MOVE:
        other = number - s.FACE_MOVE
        return f"Face {position.name(other) if other < position.players else SEAT_LETTERS[other]}"
    if number == s.NO_ORDER_MOVE:
        return "Give no order"
    if number < s.SURPRISE_MOVE:
        text = f"Javelin: {unit_on(position, number - s.JAVELIN_MOVE)} attacks"
    elif number < s.VOLLEY_MOVE:
        text = f"Surprise: {unit_on(position, number - s.SURPRISE_MOVE)} attacks"
    elif number < s.STAMPEDE_MOVE:
        cell, far = divmod(number - s.VOLLEY_MOVE, 2)
        text = f"Volley: {unit_on(position, cell)} shoots at {('one space', 'two spaces')[far]}"
    else:
        owner, column = divmod(number - s.STAMPEDE_MOVE, s.COLUMNS)
        how = "tramples front and rear" if owner == seat else "tramples its own side"
        text = f"Stampede: the Elephant on {place_text(owner, column)} {how}"
    return text + foretold(position, number)


def foretold(position: Position, number: int) -> str:
    """` (B:F0: 4 ≥ 3 kills)`, where that can be told."""
    said = sight.foretold(position, number)
    return f" ({said})" if said else ""


def describe_answer(position: Position, number: int) -> str:
    """The last questions of a declaration, and what comes after the attack."""
    if number == s.HOLD_MOVE:
        return "Hold fire"
    if number == s.FIRE_MOVE:
        return "Fire the Catapult" + foretold(position, number)
    if number == s.ALONE_MOVE:
        return "Nobody follows the Standard"
    if number < s.STAY_MOVE:
        if position.state.phase != s.FOLLOWING:
            return "Follow the Standard"
        who = unit_on(position, int(neighbour(int(position.state.asked), number - s.FOLLOW_MOVE)))
        return f"{who[0].upper()}{who[1:]} follows the Standard{foretold(position, number)}"
    if number == s.STAY_MOVE:
        return "Stay"
    if number < s.DISCARD_MOVE:
        return f"Retreat to {cell_text(number - s.RETREAT_MOVE)}"
    return f"Discard {COMMAND_NAMES[number - s.DISCARD_MOVE]}"
