"""What happened, in words, and what of it a seat gets to hear."""

from collections.abc import Callable, Mapping, Sequence

from quincunx.engine.game import Telling
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import cell_of, is_extremity, is_legal
from quincunx.games.vanguard_rome.notation import cell_text, place_text
from quincunx.games.vanguard_rome.rules import BY_KILLS, BY_POWER, BY_SURVIVAL, BY_TOSS
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_NAMES

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNSEEN_COMMAND = s.COMMANDS + 1
"""In an event: some command was drawn."""
NO_PLURAL = {s.CAVALRY: "Cavalry", s.INFANTRY: "Infantry"}
MOUNTED_RULES = {
    s.BALLISTA: "VR-106",
    s.CATAPULT: "VR-109",
    s.CAVALRY: "VR-114",
    s.CHARIOT: "VR-118",
    s.ELEPHANT: "VR-126",
}


# ---------------------------------------------------------------- names


def a(words: str) -> str:
    """With its article."""
    return f"an {words}" if words[0] in "AEIOUaeiou" else f"a {words}"


def number_text(count: int) -> str:
    """A small number in words."""
    return SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)


def many(count: int, words: str) -> str:
    """So many of something."""
    return a(words) if count == 1 else f"{number_text(count)} {words}s"


def many_units(count: int, kind: int) -> str:
    """So many units of a kind."""
    if count > 1 and kind in NO_PLURAL:
        return f"{number_text(count)} {NO_PLURAL[kind]}"
    return many(count, KIND_NAMES[kind])


def listed(parts: Sequence[str]) -> str:
    """With commas and an 'and'."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def unit_name(code: int) -> str:
    """A unit in words: its kind, and whether a Chariot carries it."""
    kind = KIND_NAMES[code & s.KIND_MASK]
    return f"mounted {kind}" if code & s.RIDDEN else kind


def code_at(position: Position, place: int) -> int:
    """The code of the unit in a place; 0 if it is gone."""
    seat, cell = divmod(place, s.PLACE)
    return int(position.state.cells[seat, cell // s.COLUMNS, cell % s.COLUMNS])


def whose(position: Position, place: int, code: int) -> str:
    """`Ann's Infantry F0`, or `Ann's F0` for a unit that nobody can name any more."""
    kind = f"{unit_name(code)} " if code else ""
    return f"{position.name(place // s.PLACE)}'s {kind}{cell_text(place % s.PLACE)}"


def sum_text(total: int, parts: Sequence[str]) -> str:
    """`6 (4, +2 Slingers)`; a single part needs no sum."""
    return f"{total} ({', '.join(parts)})" if len(parts) > 1 else str(total)


# ---------------------------------------------------------------- secrets


def hear(before: Position, event: Sequence[int], seat: int | None, now: Position) -> Sequence[int] | None:
    """Section 6 of the rules document: of a card that another draws nobody hears which it is. That there was none is
    seen by all; and what lies face down has no name in the position that is told of."""
    kind, drawer, card = int(event[0]), int(event[1]), int(event[2])
    if drawer == seat or card == 0:
        return event
    if kind == s.EV_DREW:
        return [kind, drawer, s.UNSEEN, *event[3:]]
    if kind == s.EV_DREW_COMMAND:
        return [kind, drawer, UNSEEN_COMMAND, *event[3:]]
    return event


# ---------------------------------------------------------------- the beginning


def opening(position: Position) -> list[Telling]:
    """The deal, and what is special at this table."""
    told = [say_deal(position), say_decks(position), say_commands(position)]
    told += [say_hand(position, seat) for seat in range(position.players) if knows_hand(position, seat)]
    return told + say_options(position)


def say_deal(position: Position) -> Telling:
    """VR-021: how many cards, and where they go."""
    players = number_text(position.players)
    if position.board.rows == 1:
        text = f"Each of the {players} players is dealt five unit cards for a front row."
        return Telling(text, ("VR-001", "VR-002", "VR-020", "VR-021", "VR-100", "R-14", "R-46"))
    text = f"Each of the {players} players is dealt ten unit cards for a front row and a rear row of five."
    return Telling(text, ("VR-001", "VR-010", "VR-020", "VR-021", "VR-100", "R-14"))


def say_decks(position: Position) -> Telling:
    """VR-172, VR-173: whose cards are drawn."""
    if position.board.decks == s.SHARED:
        return Telling("All draw from the same decks.", ("VR-172",))
    half = "half of every kind" if position.board.decks == s.DIVIDE_EQUAL else "a random half"
    return Telling(
        f"Divide and Conquer: each player draws from decks of their own, {half}.", ("VR-173", "VR-174", "R-43")
    )


def say_commands(position: Position) -> Telling:
    """VR-003: whether there are any."""
    if position.board.use_commands:
        rules = ("VR-150", "VR-004") if position.board.rows > 1 else ("VR-150", "VR-003")
        return Telling("There are forty command cards; nobody has one yet.", (*rules, "R-14"))
    return Telling("There are no command cards.", ("VR-002", "VR-003"))


def knows_hand(position: Position, seat: int) -> bool:
    """Whether a view shows a seat's units in hand."""
    pool = position.state.pool[seat]
    return bool(pool[:, : s.UNSEEN].any()) and not pool[0, s.UNSEEN]


def say_hand(position: Position, seat: int) -> Telling:
    """What a seat has to lay out."""
    counts = [int(count) for count in position.state.pool[seat, 0]]
    units = listed([many_units(count, kind) for kind, count in enumerate(counts) if count])
    return Telling(f"{position.name(seat)} holds {units}.", ("VR-022", "VR-181", "R-57"))


def say_options(position: Position) -> list[Telling]:
    """What is not as usual, and the limit."""
    board, told = position.board, []
    if board.rows > 1 and not board.hidden_rear:
        told.append(Telling("Rear units are turned up together with the front row.", ("VR-180",)))
    if board.rows_shift:
        told.append(Telling("Only the units of one row shift together.", ("VR-058", "R-05")))
    if board.consul_stacks:
        told.append(Telling("Several Consuls add up.", ("VR-087", "R-21")))
    if board.use_commands and not board.command_on_vanguard:
        told.append(Telling("Volley and Stampede are not given to the own vanguard unit.", ("R-29",)))
    if board.close_up:
        told.append(Telling("After the clash all but the first player mend their lines at once.", ("VR-033", "R-12")))
    if board.turn_limit:
        told.append(Telling(f"After {board.turn_limit} turns the largest army wins.", ("VR-093", "R-42")))
    return told


# ---------------------------------------------------------------- laying out, and the clash


def say_laid(position: Position, seat: int) -> Telling:
    """VR-022, VR-155: all that others hear of it."""
    night = position.state.turn_no > 1 or position.state.command_used
    return Telling(f"{position.name(seat)} has finished laying out.", ("VR-155" if night else "VR-022", "VR-181"))


def say_revealed(position: Position, night: int) -> Telling:
    """VR-024, VR-157: what is turned up."""
    up = "All front rows are turned up"
    if position.board.rows > 1 and not position.board.hidden_rear:
        up = "Both rows are turned up"
    if night:
        return Telling(f"{up}. The night is over.", ("VR-157", "VR-180", "VR-127", "R-25"))
    return Telling(f"{up}.", ("VR-024", "VR-023", "VR-180", "VR-127"))


def say_score(position: Position, seat: int, survived: int, kills: int, power: int) -> Telling:
    """VR-028 to VR-030: what counts in the clash."""
    fate = "survives" if survived else "is lost"
    count = f"{many(kills, 'kill')} of power {power}" if kills else "no kill"
    shared = ("R-47",) if position.players > 2 else ()
    text = f"{position.name(seat)}'s vanguard {fate}; {count}."
    return Telling(text, ("VR-028", "VR-029", "VR-030", "R-10", *shared))


def say_tied(position: Position, replays: int, wiped_out: int) -> Telling:
    """VR-031, R-46: once more."""
    if wiped_out:
        return Telling("No unit is left: the clash is replayed.", ("R-46", "VR-031"))
    text = f"The clash is tied in everything: replay {replays}. Survivors are taken up, losses replaced."
    return Telling(text, ("VR-031", "R-13"))


def say_first(position: Position, seat: int, how: int) -> Telling:
    """VR-028 to VR-032: who takes the first turn, and why."""
    name = position.name(seat)
    why, rules = {
        BY_SURVIVAL: (f"{name}'s vanguard has survived", ("VR-028",)),
        BY_KILLS: (f"{name} has killed more units", ("VR-029",)),
        BY_POWER: (f"{name} has killed the greater power", ("VR-030", "R-10")),
        BY_TOSS: (f"The tie is not replayed any more, and a toss favours {name}", ("R-13",)),
    }[how]
    torn = any(not is_legal(position.state, other) for other in range(position.players) if position.state.alive[other])
    holes = ("VR-033", "R-12") if torn else ()
    return Telling(f"{why}: {name} takes the first turn.", (*rules, "VR-032", *holes))


# ---------------------------------------------------------------- cards and commands


def say_turn(position: Position, number: int, seat: int) -> Telling:
    """VR-040"""
    return Telling(f"Turn {number}: {position.name(seat)}.", ("VR-032", "VR-040"))


def say_drew(position: Position, seat: int, kind: int) -> Telling:
    """VR-041: a unit card, or none."""
    name = position.name(seat)
    if not kind:
        return Telling(f"There is no unit card for {name} to draw.", ("VR-092", "R-41"))
    card = "a unit card" if kind == s.UNSEEN else a(KIND_NAMES[kind])
    first, second = position.state.pending
    equal = ("R-57",) if first == second == kind != s.UNSEEN else ()
    return Telling(f"{name} draws {card}.", ("VR-041", "R-15", *equal))


def say_drew_command(position: Position, seat: int, card: int) -> Telling:
    """VR-042: a command card, or none."""
    name = position.name(seat)
    if not card:
        return Telling(f"There is no command card for {name} to draw.", ("VR-092", "R-41"))
    command = "a command card" if card == UNSEEN_COMMAND else COMMAND_NAMES[card - 1]
    return Telling(f"{name} draws {command}.", ("VR-042", "R-15"))


def say_shuffled(position: Position, commands: int, deck: int) -> Telling:
    """VR-091"""
    cards = "commands" if commands else "units"
    if position.board.decks == s.SHARED:
        return Telling(f"The discarded {cards} are shuffled and become a new deck.", ("VR-091", "VR-172"))
    text = f"{position.name(deck)}'s discarded {cards} are shuffled and become a new deck."
    return Telling(text, ("VR-091", "VR-173"))


def say_reinforced(position: Position, seat: int) -> Telling:
    """VR-158"""
    return Telling(f"{position.name(seat)} plays Reinforcements.", ("VR-158", "VR-049", "VR-050", "R-50"))


def say_nightfall(position: Position, seat: int) -> Telling:
    """VR-155"""
    text = f"{position.name(seat)} plays Nightfall: every army may be laid out anew, unseen."
    return Telling(text, ("VR-155", "VR-156", "VR-049", "VR-050", "R-25"))


def say_discarded(position: Position, seat: int, command: int) -> Telling:
    """VR-048"""
    text = f"{position.name(seat)} discards {COMMAND_NAMES[command]}."
    return Telling(text, ("VR-048", "VR-050", "R-17", "R-18"))


def say_flank(position: Position, seat: int, start: int, end: int, code: int) -> Telling:
    """VR-151: a unit changes wings."""
    here, there = cell_text(start), cell_text(end)
    text = f"{position.name(seat)} plays Flank: the {unit_name(code)} {here} goes to {there}."
    rules = ("VR-151", "VR-152") if start == s.BEHIND else ("VR-151",)
    rear = ("R-24",) if start >= s.COLUMNS else ()
    about = (place_text(seat, start), place_text(seat, end))
    return Telling(text, (*rules, "VR-153", "VR-049", "VR-050", *rear), about)


# ---------------------------------------------------------------- the line


def filling(cell: int) -> tuple[str, ...]:
    """The rules about an empty vanguard position, if it is the one that is filled."""
    return ("VR-059", "R-06") if cell == s.VANGUARD else ()


def say_placed(position: Position, seat: int, kind: int, cell: int) -> Telling:
    """VR-043: where a new unit stands."""
    rules = ["VR-043", "VR-044", "VR-045", "R-16"]
    rules += ["VR-013", "VR-014", *filling(cell)] if cell == s.VANGUARD else []
    rules += ["VR-016", "R-02"] if is_extremity(position.state, seat, cell) else []
    rules += ["VR-046"] if not is_legal(position.state, seat) else []
    rules += ["VR-118"] if kind == s.CHARIOT else []
    text = f"{position.name(seat)} places {a(KIND_NAMES[kind])} on {cell_text(cell)}."
    return Telling(text, tuple(rules), (place_text(seat, cell),))


def say_stepped(position: Position, seat: int, column: int, code: int) -> Telling:
    """VR-057: a rear unit comes forward."""
    here, there = cell_of(s.REAR, column), cell_of(s.FRONT, column)
    text = f"{position.name(seat)}'s {unit_name(code)} {cell_text(here)} steps forward to {cell_text(there)}."
    rules = ("VR-051", "VR-057", "VR-053", "R-37", "R-38", *filling(there))
    return Telling(text, rules, (place_text(seat, here), place_text(seat, there)))


def say_shifted(position: Position, seat: int, cell: int, units: int) -> Telling:
    """VR-058: a block moves in; it has the name of its innermost unit."""
    goal = cell + 1 if cell % s.COLUMNS < s.CENTRE else cell - 1
    here, there = cell_text(cell), cell_text(goal)
    if units == 1:
        text = (
            f"{whose(position, seat * s.PLACE + cell, code_at(position, seat * s.PLACE + goal))} shifts in to {there}."
        )
    else:
        text = f"{position.name(seat)} shifts {number_text(units)} units in by one column, from {here} to {there}."
    rules = ("VR-051", "VR-055", "VR-058", "R-05", "R-38", *filling(goal))
    return Telling(text, rules, (place_text(seat, cell), place_text(seat, goal)))


def say_switched(position: Position, seat: int, cell: int, other: int) -> Telling:
    """VR-116, VR-125, VR-133, VR-134: who changes places with whom; a partner may lie face down."""
    code, partner = code_at(position, seat * s.PLACE + other), code_at(position, seat * s.PLACE + cell)
    text = f"{whose(position, seat * s.PLACE + cell, code)} switches with the {unit_name(partner)} {cell_text(other)}."
    kind = code & s.KIND_MASK
    neighbours = abs(cell % s.COLUMNS - other % s.COLUMNS) + (cell // s.COLUMNS != other // s.COLUMNS) == 1
    rules = [{s.CENTURION: "VR-116", s.CONSUL: "VR-125"}.get(kind, "VR-133" if neighbours else "VR-134"), "VR-061"]
    rules += ["R-04", "R-22"] if neighbours else ["R-22"]
    rules += ["VR-183"] if other >= s.COLUMNS else []
    return Telling(text, tuple(rules), (place_text(seat, cell), place_text(seat, other)))


def say_chariot(position: Position, seat: int, cell: int, other: int, how: int) -> Telling:
    """VR-119, VR-122: onto a unit, onto another one, or down."""
    name, here, there = position.name(seat), cell_text(cell), cell_text(other)
    left = KIND_NAMES[code_at(position, seat * s.PLACE + cell) & s.KIND_MASK]
    mount = KIND_NAMES[code_at(position, seat * s.PLACE + other) & s.KIND_MASK]
    about = (place_text(seat, cell), place_text(seat, other))
    if how == s.MOUNTED_UP:
        rules = ("VR-119", "VR-120", "VR-121", "VR-123", "VR-088", "VR-015", "R-01", "R-23")
        return Telling(f"{name}'s Chariot {here} carries the {mount} {there} from now on.", rules, about)
    if how == s.CHANGED_MOUNT:
        text = f"{name}'s Chariot goes from the {left} {here} to the {mount} {there}."
        return Telling(text, ("VR-122", "VR-120", "VR-121", "VR-123"), about)
    text = f"{name}'s Chariot leaves the {left} {here} and stands on {there} again."
    return Telling(text, ("VR-122", "VR-118", "VR-123", "R-23"), about)


def say_retreated(position: Position, seat: int, cell: int) -> Telling:
    """VR-159: the vanguard unit gives way."""
    unit = unit_name(code_at(position, seat * s.PLACE + cell))
    text = f"{position.name(seat)} plays Retreat: the {unit} leaves the vanguard for {cell_text(cell)}."
    stays_up = ("VR-183",) if cell >= s.COLUMNS else ()
    rules = ("VR-159", "VR-160", "VR-161", "VR-050", "R-27", *stays_up)
    return Telling(text, rules, (place_text(seat, s.VANGUARD), place_text(seat, cell)))


# ---------------------------------------------------------------- the attack


def say_attack(position: Position, seat: int, faced: int, alone: int) -> Telling:
    """VR-062, VR-025: an attack begins, or the clash."""
    together = ("VR-075", "VR-084")
    if seat == s.NOBODY:
        return Telling("The armies clash.", ("VR-025", "VR-026", "R-11", *together))
    rules = ("VR-062", "VR-063", "VR-011", "VR-012", *together)
    if alone:
        return Telling(f"{position.name(seat)} attacks.", rules)
    text = f"{position.name(seat)} attacks, the vanguard against {position.name(faced)}."
    return Telling(text, (*rules, "VR-175", "VR-176", "R-44"))


def say_order(position: Position, seat: int, command: int, place: int, reach: int) -> Telling:
    """VR-154, VR-162 to VR-167: the command for an attack."""
    owner, cell = divmod(place, s.PLACE)
    code = code_at(position, place)
    far = " at the second space" if command == s.VOLLEY and reach == 2 else ""
    plays = f"{position.name(seat)} plays {COMMAND_NAMES[command]}"
    text = f"{plays} for the {unit_name(code)} {cell_text(cell)}{far}."
    if owner != seat:
        text = f"{plays} on {whose(position, place, s.ELEPHANT)}: it turns against its own side."
    rules = {
        s.JAVELIN: ("VR-154",),
        s.SURPRISE: ("VR-164",),
        s.VOLLEY: ("VR-165", "VR-166", "R-30", *(("VR-103",) if code & s.KIND_MASK == s.ARCHER else ())),
        s.STAMPEDE: ("VR-162", "VR-129", "R-31") if owner == seat else ("VR-163", "VR-130", "R-32"),
    }[command]
    vanguard = ("R-29",) if owner == seat and cell == s.VANGUARD else ("VR-167",)
    return Telling(text, (*rules, *vanguard, "VR-050", "R-35"), (place_text(owner, cell),))


def say_no_attack(position: Position, seat: int) -> Telling:
    """R-09, R-55"""
    text = f"Nobody of {position.name(seat)}'s army has a target: the attack goes into the void."
    return Telling(text, ("VR-081", "VR-083", "R-09", "R-53", "R-55"))


def power_parts(position: Position, code: int, power: int, in_vanguard: bool) -> tuple[list[str], list[str]]:
    """VR-085: what an own power is made of, and the rules of it; of a unit that is gone only the sum is known."""
    kind = code & s.KIND_MASK
    if not kind:
        return [str(power)], []
    base, rider = int(position.board.power[kind]), s.CHARIOT_BONUS if code & s.RIDDEN else 0
    parts, rules = [str(base)], []
    if power > base + rider:
        parts.append(f"+{power - base - rider} {'in the vanguard' if in_vanguard else 'at the end of the wing'}")
        rules += ["VR-115", "R-39"]
    if rider:
        parts.append(f"+{rider} Chariot")
        rules.append("VR-120")
    return parts, ["VR-085", *rules] if rules else []


def say_blow(position: Position, place: int, target: int, strong: int, hit: int, why_and_effect: int) -> Telling:
    """VR-070 to VR-073: one attacker, by what right it attacks, with what power, and whom."""
    why, effect = divmod(why_and_effect, 4)
    (seat, cell), (enemy, goal) = divmod(place, s.PLACE), divmod(target, s.PLACE)
    (power, code), (slingers, victim) = divmod(strong, s.CARD), divmod(hit, s.CARD)
    who, rules = attacker(position, place, code, why)
    parts, by_power = power_parts(position, code, power, cell == s.VANGUARD)
    parts += [f"+{slingers} {'Slinger' if slingers == 1 else 'Slingers'}"] if slingers else []
    at = whose(position, target, victim)
    if effect == s.STRIKES:
        verb = {s.BY_CATAPULT: "fires", s.BY_BALLISTA: "fires", s.BY_CAVALRY: "rides", s.BY_ENEMY: "tramples"}
        act = f"{verb.get(why, 'strikes')} with {sum_text(power + slingers, parts)} at {at}"
        rules += [*by_power, *(("VR-077", "VR-086", "VR-135", "R-04") if slingers else ())]
        rules += ["VR-136"] if slingers > 1 else []
    else:
        act = f"shoots at {at}" + (" in vain" if effect == s.SHOOTS_IN_VAIN else "")
        rules += ["VR-101"] if effect == s.SHOOTS else ["VR-102", "VR-170", "VR-171", "R-52"]
    if why not in (s.BY_CAVALRY, s.BY_ENEMY):
        rules += ["VR-072", "R-03"]
        rules += ["VR-177"] if position.players > 2 and cell % s.COLUMNS != s.CENTRE else []
    return Telling(f"{who} {act}.", tuple(dict.fromkeys(rules)), (place_text(seat, cell), place_text(enemy, goal)))


def attacker(position: Position, place: int, code: int, why: int) -> tuple[str, list[str]]:
    """A unit that attacks and by what right, and the rules of that."""
    owner, where, kind = f"{position.name(place // s.PLACE)}'s", cell_text(place % s.PLACE), code & s.KIND_MASK
    unit = unit_name(code)
    match why:
        case s.BY_VANGUARD:
            own = {
                s.BALLISTA: ["R-28"],
                s.CATAPULT: ["VR-107", "VR-108"],
                s.CAVALRY: ["VR-113"],
                s.ELEPHANT: ["VR-126", "VR-128"],
            }
            return f"{owner} {unit} in the vanguard", ["VR-070", "VR-014", "VR-073", "R-33", *own.get(kind, [])]
        case s.BY_BALLISTA:
            return f"{owner} Ballista {where}", ["VR-104", "VR-105", "VR-060", "VR-073"]
        case s.BY_CAVALRY:
            return f"{owner} unguarded Cavalry {where}", cavalry_rules(position, place)
        case s.BY_CATAPULT:
            return f"{owner} Catapult {where}", ["VR-107", "VR-108", "R-33"]
        case s.BY_STANDARD:
            own = {s.STANDARD: ["VR-139"], s.CAVALRY: ["VR-113"], s.ELEPHANT: ["VR-128"]}
            return f"{owner} {unit} {where} follows the Standard and", ["VR-137", "VR-138", "R-26", *own.get(kind, [])]
        case s.BY_ORDER:
            own = {s.CAVALRY: ["VR-113"]}
            return f"{owner} {unit} {where}, by order,", ["VR-071", "VR-082", "R-28", *own.get(kind, [])]
    return f"{owner} stampeded Elephant {where}", ["VR-130", "VR-163", "R-32"]


def cavalry_rules(position: Position, place: int) -> list[str]:
    """VR-110 to VR-112; beside a Standard, R-58."""
    beside = [code_at(position, place + step) & s.KIND_MASK for step in (-1, 1) if place % s.PLACE + step >= 0]
    return ["VR-110", "VR-111", "VR-112", "R-20"] + (["R-58"] if s.STANDARD in beside else [])


def say_fate(position: Position, place: int, code: int, damage: int, power: int, consuls_and_fate: int) -> Telling:
    """VR-074, VR-101: whether a unit that was attacked survives."""
    consuls, fate = divmod(consuls_and_fate, 4)
    seat, cell = divmod(place, s.PLACE)
    who, about = whose(position, place, code), (place_text(seat, cell),)
    parts, rules = power_parts(position, code, power, cell == s.VANGUARD)
    parts += [f"+{consuls} {'Consul' if consuls == 1 else 'Consuls'}"] if consuls else []
    against = f"{damage} against {sum_text(power + consuls, parts)}"
    helped = ["VR-087", "VR-124", "R-21"] if consuls else []
    gone = ["VR-080", *(["R-18", "R-48"] if code & s.RIDDEN else []), *gap_rules(position, seat, cell)]
    if fate == s.SHOT:
        helpless = ["R-19"] if consuls else []
        return Telling(f"{who} is shot.", ("VR-101", *mounted_rules(code), *helpless, *gone), about)
    if fate == s.FELLED:
        return Telling(f"{who} falls: {against}.", ("VR-074", "VR-076", "R-07", "R-08", *rules, *helped, *gone), about)
    if fate == s.STANDS:
        return Telling(f"{who} stands: {against}.", ("VR-074", "VR-078", "VR-079", "R-07", *rules, *helped), about)
    immune = ["VR-131"] if code & s.KIND_MASK == s.INFANTRY else ["VR-132"]
    immune += ["R-49"] if code & s.RIDDEN else []
    also = f", and stands: {against}" if damage else ""
    return Telling(f"{who} is safe from Archers{also}.", ("VR-102", *immune, "R-19"), about)


def gap_rules(position: Position, seat: int, cell: int) -> list[str]:
    """VR-083: a front unit leaves a gap; R-56: an army may have lost its whole front row and live."""
    if cell >= s.COLUMNS:
        return []
    front, rear = position.state.line[seat]
    return ["VR-083", "R-56"] if rear and not front else ["VR-083"]


def mounted_rules(code: int) -> list[str]:
    """VR-088: why Infantry could not have protected a unit."""
    if code & s.RIDDEN:
        return ["VR-088", "VR-121", "R-23"]
    kind = code & s.KIND_MASK
    return ["VR-088", MOUNTED_RULES[kind]] if kind in MOUNTED_RULES else []


def say_turned_up(position: Position, place: int, kind: int) -> Telling:
    """VR-182"""
    seat, cell = divmod(place, s.PLACE)
    text = f"{position.name(seat)}'s hidden unit {cell_text(cell)} is turned up: {a(KIND_NAMES[kind])}."
    return Telling(text, ("VR-182", "R-34"), (place_text(seat, cell),))


# ---------------------------------------------------------------- the end


def say_destroyed(position: Position, seat: int) -> Telling:
    """VR-090"""
    circle = ("VR-178", "R-45") if position.players > 2 else ()
    return Telling(f"{position.name(seat)}'s army is destroyed.", ("VR-090", *circle))


def say_cards(position: Position, seat: int, cards: int, power: int) -> Telling:
    """R-42: what is counted at the limit."""
    count = "one unit card" if cards == 1 else f"{number_text(cards)} unit cards"
    text = f"{position.name(seat)} has {count} on the table, of power {power}."
    return Telling(text, ("R-42", "R-48", "VR-085"))


def say_resigned(position: Position, seat: int) -> Telling:
    """R-54"""
    return Telling(f"{position.name(seat)} concedes; the army leaves the table.", ("R-54",))


def say_won(position: Position, mask: int, ending: int) -> Telling:
    """VR-090, VR-093: how the game ends."""
    winners = [position.name(seat) for seat in range(position.players) if mask >> seat & 1]
    if ending == s.TURN_LIMIT:
        end = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share a draw"
        return Telling(f"The last turn is over: {end}.", ("VR-093", "R-42"))
    rules = ("R-54", "VR-090") if ending == s.RESIGNED else ("VR-090", "VR-178")
    return Telling(f"{winners[0]} wins: no other army is left.", rules)


# ---------------------------------------------------------------- all events


TELLERS: Mapping[int, tuple[Callable[..., Telling], int]] = {
    s.EV_LAID: (say_laid, 1),
    s.EV_REVEALED: (say_revealed, 1),
    s.EV_BLOW: (say_blow, 5),
    s.EV_FATE: (say_fate, 5),
    s.EV_TURNED_UP: (say_turned_up, 2),
    s.EV_SCORE: (say_score, 4),
    s.EV_TIED: (say_tied, 2),
    s.EV_FIRST: (say_first, 2),
    s.EV_TURN: (say_turn, 2),
    s.EV_DREW: (say_drew, 2),
    s.EV_DREW_COMMAND: (say_drew_command, 2),
    s.EV_SHUFFLED: (say_shuffled, 2),
    s.EV_PLACED: (say_placed, 3),
    s.EV_STEPPED: (say_stepped, 3),
    s.EV_SHIFTED: (say_shifted, 3),
    s.EV_SWITCHED: (say_switched, 3),
    s.EV_CHARIOT: (say_chariot, 4),
    s.EV_FLANK: (say_flank, 4),
    s.EV_REINFORCED: (say_reinforced, 1),
    s.EV_NIGHTFALL: (say_nightfall, 1),
    s.EV_ATTACK: (say_attack, 3),
    s.EV_ORDER: (say_order, 4),
    s.EV_NO_ATTACK: (say_no_attack, 1),
    s.EV_DESTROYED: (say_destroyed, 1),
    s.EV_RETREATED: (say_retreated, 2),
    s.EV_DISCARDED: (say_discarded, 2),
    s.EV_CARDS: (say_cards, 3),
    s.EV_RESIGNED: (say_resigned, 1),
    s.EV_WON: (say_won, 2),
}
"""By event: who tells it, and how many of its numbers count."""


def tell(position: Position, event: Sequence[int]) -> Telling:
    """One event in words, with its rules."""
    kind, *numbers = (int(number) for number in event)
    say, width = TELLERS[kind]
    return say(position, *numbers[:width])
