"""What happened, in words, and what of it a seat gets to hear. Attacks are told in `blows.py`."""

from collections.abc import Callable, Mapping, Sequence

from quincunx.engine.game import Telling
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import cell_of, is_extremity, is_legal
from quincunx.games.vanguard_rome.blows import say_attack, say_blow, say_fate, say_no_attack, say_order, say_turned_up
from quincunx.games.vanguard_rome.naming import a, code_at, listed, many, many_units, number_text, unit_name, whose
from quincunx.games.vanguard_rome.notation import cell_text, place_text
from quincunx.games.vanguard_rome.rules import BY_KILLS, BY_POWER, BY_SURVIVAL, BY_TOSS
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_NAMES

UNSEEN_COMMAND = s.COMMANDS + 1
"""In an event: some command was drawn."""


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
