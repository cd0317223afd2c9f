"""What happened, in words, and what of it a seat gets to hear."""

from collections.abc import Callable, Mapping, Sequence

from quincunx.engine.game import Telling
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_name, world_of
from quincunx.games.connect_the_worlds.setup import NAMES, PIECE_NAMES

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MANY_PLAYERS = 4
"""CWR-55: from so many players on neighbours are near."""
GOALS = (
    (
        "Master of Expansion: whoever has bases on three worlds and the largest territory at the end of a round wins",
        ("CW-010", "CW-011", "CW-240"),
    ),
    (
        "All your base are belong to us: whoever alone has bases at the end of a round wins",
        ("CW-010", "CW-012", "CW-241", "CWR-49"),
    ),
    (
        "War never ends: whoever alone has pieces on the map at the end of a round wins",
        ("CW-010", "CW-013", "CW-242", "CWR-50"),
    ),
)


# ---------------------------------------------------------------- names


def a(words: str) -> str:
    """With its article."""
    return f"an {words}" if words[0] in "AEIOUaeiou" else f"a {words}"


def number_text(count: int) -> str:
    """A small number in words."""
    return SMALL_NUMBERS[count] if 0 <= count < len(SMALL_NUMBERS) else str(count)


def many(count: int, words: str) -> str:
    """So many of something."""
    return a(words) if count == 1 else f"{number_text(count)} {words}s"


def listed(parts: Sequence[str]) -> str:
    """With commas and an 'and'."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def title(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


def cards(count: int, card: int) -> str:
    """So many cards of a kind."""
    return many(count, f"{NAMES[card]} card")


def names_of(position: Position, mask: int) -> list[str]:
    """The players of a mask."""
    return [position.name(seat) for seat in range(position.players) if mask >> seat & 1]


def whose(position: Position, force: int) -> str:
    """`Ann's Titan Force`"""
    return f"{position.name(force // s.KINDS)}'s {PIECE_NAMES[force % s.KINDS]}"


def strong(position: Position, force: int) -> str:
    """`Ann's Titan Force (4)`"""
    return f"{whose(position, force)} ({position.board.strength[force % s.KINDS]})"


def is_base(force: int) -> bool:
    """Whether a piece is a base."""
    return force % s.KINDS < s.BASES


def about(*places: int) -> tuple[str, ...]:
    """The hexes that a telling is about, as the scene names them."""
    return tuple(f"hex:{hex_name(place)}" for place in places)


# ---------------------------------------------------------------- secrets


def hear(before: Position, event: Sequence[int], seat: int | None, now: Position) -> Sequence[int] | None:
    """Section 6 of the rules document: which cards somebody draws is heard by nobody else, nor is what is discarded if
    discard piles are closed; the others hear how many it were."""
    kind, own = int(event[0]), int(event[1]) == seat
    closed = bool(before.board.closed_discards)
    unheard = {
        s.EV_DREW: not own,
        s.EV_DREW_SOME: own,
        s.EV_DISCARDED: closed and not own,
        s.EV_DISCARDED_SOME: own or not closed,
    }
    return None if unheard.get(kind, False) else event


# ---------------------------------------------------------------- the beginning


def opening(position: Position) -> list[Telling]:
    """How the table was set up, and what is special at it."""
    told = [say_worlds(position), say_first(position, int(position.state.first)), say_goal(position)]
    told += say_options(position)
    if is_knock_out_near(position):
        told.append(say_recommended(position))
    return told + say_done(position)


def say_worlds(position: Position) -> Telling:
    """CW-030 to CW-033: the worlds and their orbits."""
    board, players = position.board, position.players
    places = [f"W{world} at {hex_name(int(board.orbit[world]))}" for world in range(board.worlds)]
    homes, others = listed(places[:players]), listed(places[players:])
    neutral = "nobody's world" if len(places) == players + 1 else "two worlds that are nobody's,"
    text = f"There are {number_text(len(places))} worlds: the home worlds {homes}, and {neutral} {others}."
    rules = ("CW-030", "CW-031", "CW-032", "CW-033", "CWR-01", "CWR-02", *(("CWR-03",) if players == s.SEATS else ()))
    return Telling(text, rules, about(*(int(orbit) for orbit in board.orbit[: board.worlds])))


def say_first(position: Position, seat: int) -> Telling:
    """CW-039, CW-040"""
    text = f"{position.name(seat)} is Player 1; turns go clockwise from there."
    return Telling(text, ("CW-039", "CW-040", "CWR-09"))


def say_begins(position: Position, seat: int) -> Telling:
    """CW-035, CW-039: the first to settle."""
    return Telling(f"{position.name(seat)} begins, as Player 1.", ("CW-035", "CW-039", "CW-040"))


def say_goal(position: Position) -> Telling:
    """CW-010, CW-246"""
    text, rules = GOALS[int(position.board.goal)]
    limit = int(position.board.round_limit)
    if not limit:
        return Telling(f"{text}. There is no round limit.", (*rules, "CWR-54"))
    return Telling(f"{text}. After round {limit} the leader does.", (*rules, "CW-246", "CWR-54"))


def say_options(position: Position) -> list[Telling]:
    """What is not as usual."""
    board = position.board
    deck, units = sum(int(count) for count in board.start_deck), int(board.start_units)
    wealth, teams = many(int(board.start_resources), "resource"), f"{number_text(units)} Assault Teams"
    truce = "In the first round" if board.truce == 1 else f"In the first {number_text(int(board.truce))} rounds"
    known: tuple[tuple[bool, str, tuple[str, ...]], ...] = (
        (bool(board.truce), f"{truce} nobody may attack.", ("CW-247", "CWR-55")),
        (board.start_world == s.ASSIGNED, "The home worlds are assigned in turn order.", ("CWR-05",)),
        (board.start_world == s.FREE, "Everybody starts on any world, also on that of another.", ("CWR-05",)),
        (bool(board.start_centre), "The first bases stand in the middle of their worlds.", ("CWR-06",)),
        (bool(units), f"Everybody starts with {teams}.", ("CWR-08",)),
        (bool(board.start_resources), f"Everybody starts with {wealth}.", ("CWR-08",)),
        (position.options["start_deck"] != "classic", f"Everybody starts with {many(deck, 'card')}.", ("CW-036",)),
        (position.options["card_set"] == "pc", "The cards have the numbers of the later program.", ("CWR-14",)),
        (position.options["card_set"] == "printed_titan12", "A Titan Force costs 12.", ("CWR-14",)),
        (bool(board.bought_to_deck), "A bought card goes straight into the deck.", ("CWR-12",)),
        (board.supply[0] != s.UNLIMITED, "Only the cards of one sheet for each player can be bought.", ("CWR-13",)),
        (not board.markers, "There are markers without limit.", ("CWR-15",)),
        (bool(board.move_once), "A piece is moved once in a turn.", ("CWR-18",)),
        (bool(board.deploy_in_peace), "Nobody deploys into a hex with enemies.", ("CWR-40",)),
        (bool(board.high_first), "The strongest defender fights first.", ("CWR-31",)),
        (bool(board.base_by_strength), "A defending base fights where its strength puts it.", ("CWR-32",)),
        (bool(board.beaten_base_dies), "A base that attacks and loses is destroyed.", ("CWR-37",)),
        (bool(board.portals_stay), "Portals stay open when a base is captured.", ("CWR-28",)),
        (bool(board.overlap_is_nobodys), "A hex that two empires claim counts for nobody.", ("CWR-43",)),
        (bool(board.no_space_territory), "Bases in space bring no territory.", ("CWR-42",)),
        (
            bool(board.strictly_most) and board.goal == s.SHORT,
            "The largest territory must be larger than any other.",
            ("CWR-47",),
        ),
        (bool(board.closed_discards), "Discard piles are closed.", ("CWR-58",)),
    )
    return [Telling(text, rules) for holds, text, rules in known if holds]


def is_knock_out_near(position: Position) -> bool:
    """CWR-55: whether somebody could lose the only base before the own first turn."""
    board = position.board
    has_units = bool(board.start_units) or board.start_deck[s.ACTIONS + s.ASSAULT_TEAM] > 0
    return position.players >= MANY_PLAYERS and not board.truce and not board.move_once and has_units


def say_recommended(position: Position) -> Telling:
    """CWR-55: a truce for the first round, and why."""
    ordinary = position.options["card_set"] != "pc" and position.options["start_deck"] == "classic"
    often = ", and has the cards for it in 63 % of all games" if ordinary else ""
    text = (
        f"With {number_text(position.players)} players we recommend opening_truce=1: neighbouring home worlds are only "
        "six steps apart, so that Player 1 can capture a neighbour's only base before that neighbour has had a turn"
        f"{often}. At this table that is allowed."
    )
    return Telling(text, ("CWR-55", "CW-247", "CW-243"))


def say_done(position: Position) -> list[Telling]:
    """What the options left nobody to decide: the first bases, and the first hand."""
    now, board = position.state, position.board
    if not now.placed:
        return []
    told = []
    for i in range(int(now.placed)):
        seat = (int(now.first) + i) % position.players
        world = [int(settler) for settler in now.settler[: board.worlds]].index(seat)
        told.append(say_settled(position, seat, world, centre_of(world)))
    if now.phase == s.MAIN:
        seat = int(now.turn)
        told += [say_round(position, int(now.round_no)), say_turn(position, int(now.round_no), seat)]
        held = {card: int(now.hand[seat, card]) for card in range(s.CARDS) if now.hand[seat, card]}
        if sum(held.values()) == now.hand_left[seat]:
            told.append(say_drew(position, seat, listed([cards(count, card) for card, count in held.items()])))
        else:
            told.append(say_drew_some(position, seat, int(now.hand_left[seat])))
    return told


def centre_of(world: int) -> int:
    """The hex in the middle of a world: they are symmetric, and numbered from one side to the other."""
    return s.SPACE_HEXES + world * s.WORLD_HEXES + s.WORLD_HEXES // 2


def say_settled(position: Position, seat: int, world: int, place: int) -> Telling:
    """CW-035, CWR-07, CWR-08"""
    units = int(position.board.start_units)
    guards = f" with {number_text(units)} Assault Teams" if units else ""
    text = f"{position.name(seat)} founds a Standard Base on {hex_name(place)}{guards}."
    choice = ("CWR-06",) if position.board.start_centre else ("CWR-05", "CWR-06")
    start = ("CWR-08",) if units else ("CW-038",)
    return Telling(text, ("CW-035", *choice, "CWR-07", *start), about(place))


# ---------------------------------------------------------------- rounds and cards


def say_round(position: Position, number: int) -> Telling:
    """CW-020, CW-247"""
    if number <= position.board.truce:
        return Telling(f"Round {number} begins. Nobody may attack in it.", ("CW-020", "CW-247", "CWR-55"))
    return Telling(f"Round {number} begins.", ("CW-020",))


def say_turn(position: Position, number: int, seat: int) -> Telling:
    """CW-040, CW-050"""
    return Telling(f"Round {number}: {position.name(seat)}'s turn.", ("CW-040", "CW-050"))


def say_drew_card(position: Position, seat: int, card: int) -> Telling:
    """What the owner hears of each card."""
    return say_drew(position, seat, cards(1, card))


def say_drew(position: Position, seat: int, what: str) -> Telling:
    """CW-060, CW-065"""
    early = () if position.board.early_draw == s.DRAW_OFF else ("CW-065", "CWR-11")
    return Telling(f"{position.name(seat)} draws {what}.", ("CW-060", *early, "CW-066"))


def say_drew_some(position: Position, seat: int, count: int) -> Telling:
    """What the others hear."""
    return say_drew(position, seat, many(count, "card"))


def say_shuffled(position: Position, seat: int, count: int) -> Telling:
    """CW-061, CW-064"""
    text = f"{position.name(seat)} shuffles the discard pile: {many(count, 'card')} for the new deck."
    return Telling(text, ("CW-061", "CW-064", "CW-071", "CWR-10"))


def say_discarded(position: Position, seat: int, card: int, count: int) -> Telling:
    """CW-063"""
    text = f"{position.name(seat)} discards {cards(count, card)} unplayed."
    unit = ("CW-112", "CWR-57") if card >= s.ACTIONS else ()
    return Telling(text, ("CW-062", "CW-063", *unit))


def say_discarded_some(position: Position, seat: int, count: int) -> Telling:
    """CW-063, CWR-58: what the others hear if discard piles are closed."""
    return Telling(f"{position.name(seat)} discards {many(count, 'card')} unplayed.", ("CW-062", "CW-063", "CWR-58"))


def say_gathered(position: Position, seat: int, card: int, amount: int) -> Telling:
    """CW-201; the pool is that of the position, for an event has no room for a rich one."""
    pool = int(position.state.pool[seat])
    text = f"{position.name(seat)} gathers {amount} with {a(NAMES[card])} and has {pool} now."
    return Telling(text, ("CW-200", "CW-201", "CW-220"))


def say_bought(position: Position, seat: int, card: int, cost: int, _: int, means: int) -> Telling:
    """CW-202 to CW-205"""
    verb, rule = ("researches", "CW-202") if means == s.SCIENTISTS else ("builds", "CW-203")
    where, to = ("deck", "CWR-12") if position.board.bought_to_deck else ("discard pile", "CW-205")
    left = int(position.state.pool[seat])
    text = f"{position.name(seat)} {verb}: {cards(1, card)} for {cost} into the {where}; {left} left."
    return Telling(text, ("CW-200", rule, "CW-204", to, "CWR-17"))


def say_connected(position: Position, seat: int, one: int, other: int) -> Telling:
    """CW-206, CW-207"""
    text = f"{position.name(seat)} connects the bases on {hex_name(one)} and {hex_name(other)} by a portal."
    return Telling(text, ("CW-200", "CW-206", "CW-207", "CWR-27"), about(one, other))


def say_closed(position: Position, one: int, other: int) -> Telling:
    """CW-162"""
    text = f"The portal between {hex_name(one)} and {hex_name(other)} disappears."
    return Telling(text, ("CW-162", "CWR-28"), about(one, other))


# ---------------------------------------------------------------- movement and combat


def say_moved(position: Position, force: int, card: int, start: int, end: int) -> Telling:
    """CW-120 to CW-123, CW-140, CW-141: a move, and what kinds of steps it has."""
    text = f"{whose(position, force)} moves from {hex_name(start)} to {hex_name(end)} with {cards(1, card)}."
    rules = ["CW-102", "CW-120", "CW-121"]
    here, there = world_of(start), world_of(end)
    if here == there:
        rules.append("CW-122")
    else:
        rules += ["CW-140"] if here != s.NOWHERE else []
        rules += ["CW-141"] if there != s.NOWHERE else []
        rules += ["CW-123"] if not is_base(force) and s.NOWHERE not in (here, there) else []
    rules += ["CW-129", "CW-130", "CW-208"] if is_base(force) else ["CW-126"]
    return Telling(text, tuple(rules), about(start, end))


def say_deployed(position: Position, force: int, place: int) -> Telling:
    """CW-112, CW-210"""
    piece = a(PIECE_NAMES[force % s.KINDS])
    text = f"{position.name(force // s.KINDS)} deploys {piece} on {hex_name(place)}."
    base = ("CW-211",) if is_base(force) else ()
    return Telling(text, ("CW-111", "CW-112", "CW-113", "CW-210", *base, "CW-212", "CW-214", "CW-236"), about(place))


def say_fight(position: Position, force: int, other: int, place: int, how: int) -> Telling:
    """CW-150 to CW-157, CW-159: one fight of two pieces."""
    board = position.board
    fight = f"{strong(position, force)} against {strong(position, other)} on {hex_name(place)}"
    rules = ["CW-150", "CW-151", "CW-152", *(("CWR-31",) if board.high_first else ())]
    rules += ["CWR-32"] if is_base(other) or board.base_by_strength else []
    rules += ["CW-159", "CWR-36"] if is_base(force) else []
    if how == s.BOTH_LOST:
        rules += ["CW-153", "CW-161", *(("CW-156", "CWR-34") if is_base(other) else ())]
        return Telling(f"{fight}: equal, both are destroyed.", tuple(rules), about(place))
    if how == s.ATTACKER_WINS:
        loser, side = other, "defending"
        rules += ["CW-156", "CW-157", "CWR-35"] if is_base(other) else ["CW-154", "CW-155"]
    else:
        loser, side = force, "attacking"
        rules += ["CW-156", "CWR-33"] if is_base(other) else ["CW-154"]
        rules += ["CW-163", *(("CWR-37",) if is_base(force) else ())]
    rules += [] if is_base(loser) else ["CW-161"]
    fate = "is beaten" if is_base(loser) else "is destroyed"
    return Telling(f"{fight}: the {side} {PIECE_NAMES[loser % s.KINDS]} {fate}.", tuple(rules), about(place))


def say_captured(position: Position, force: int, place: int, loser: int) -> Telling:
    """CW-156, CW-159, CW-160, CW-161: a base changes its owner."""
    base = PIECE_NAMES[force % s.KINDS]
    captor = position.name(force // s.KINDS)
    text = f"{captor} captures {position.name(loser)}'s {base} on {hex_name(place)}."
    return Telling(text, ("CW-160", "CW-161", "CW-235", "CWR-39"), about(place))


def say_base_lost(position: Position, force: int, place: int) -> Telling:
    """CW-161, CWR-15, CWR-37: a base that would have been captured is destroyed instead."""
    text = f"{whose(position, force)} on {hex_name(place)} is not captured but destroyed"
    full = f"the captor has all {position.board.markers} markers of the kind on the map"
    if not position.board.beaten_base_dies:
        return Telling(f"{text}: {full}.", ("CW-161", "CWR-15"), about(place))
    return Telling(f"{text}.", ("CW-161", "CWR-15", "CWR-37"), about(place))


def say_eliminated(position: Position, seat: int) -> Telling:
    """CW-243"""
    text = f"{position.name(seat)} has no piece left and is out of the game."
    return Telling(text, ("CW-243", "CWR-51"))


# ---------------------------------------------------------------- the end of a round


def say_standing(position: Position, seat: int, size: int, worlds: int, bases: int, strength: int) -> Telling:
    """CW-231, CWR-46, CWR-54: what counts at the end of a round."""
    where = f"on {number_text(worlds)} worlds" if worlds > 1 else "on one world" if worlds else "in space"
    held = "no base" if not bases else f"{'one base' if bases == 1 else f'{number_text(bases)} bases'} {where}"
    text = f"{position.name(seat)} has a territory of {size}, {held}, and a strength of {strength}."
    return Telling(text, ("CW-051", "CW-230", "CW-231", "CW-232", "CW-233", "CWR-46", "CWR-54"))


def say_tied(position: Position, mask: int) -> Telling:
    """CW-052"""
    text = f"{listed(names_of(position, mask))} are tied for victory: nobody wins, and the next round begins."
    return Telling(text, ("CW-052", "CW-240", "CWR-48"))


def say_won(position: Position, mask: int, ending: int) -> Telling:
    """CW-240 to CW-246: how the game ends."""
    winners = names_of(position, mask)
    end = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the victory"
    match ending:
        case s.BY_GOAL:
            why, rules = (
                ("bases on three worlds and the largest territory", ("CW-011", "CW-240", "CWR-46", "CWR-47")),
                ("nobody else has a base", ("CW-012", "CW-241", "CWR-49")),
                ("nobody else has a piece", ("CW-013", "CW-242", "CW-244", "CWR-50")),
            )[int(position.board.goal)]
            return Telling(f"{title(end)}: {why}.", (*rules, "CW-051"))
        case s.LAST_SURVIVOR:
            return Telling(f"{title(end)}: nobody else has a piece on the map.", ("CW-244", "CWR-52"))
        case s.DEAD_DRAW:
            left = "base" if position.state.pieces else "piece"
            text = f"No {left} is left on the map: {listed(winners)} {'share a draw' if len(winners) > 1 else 'wins'}."
            return Telling(text, ("CW-245", "CWR-53"))
    return Telling(f"The last round is over: {end}.", ("CW-246", "CWR-54"))


# ---------------------------------------------------------------- all events


TELLERS: Mapping[int, tuple[Callable[..., Telling], int]] = {
    s.EV_FIRST: (say_begins, 1),
    s.EV_SETTLED: (say_settled, 3),
    s.EV_ROUND: (say_round, 1),
    s.EV_TURN: (say_turn, 2),
    s.EV_DREW: (say_drew_card, 2),
    s.EV_DREW_SOME: (say_drew_some, 2),
    s.EV_SHUFFLED: (say_shuffled, 2),
    s.EV_MOVED: (say_moved, 4),
    s.EV_DEPLOYED: (say_deployed, 2),
    s.EV_FIGHT: (say_fight, 4),
    s.EV_CAPTURED: (say_captured, 3),
    s.EV_BASE_LOST: (say_base_lost, 2),
    s.EV_CLOSED: (say_closed, 2),
    s.EV_GATHERED: (say_gathered, 3),
    s.EV_BOUGHT: (say_bought, 5),
    s.EV_CONNECTED: (say_connected, 3),
    s.EV_DISCARDED: (say_discarded, 3),
    s.EV_DISCARDED_SOME: (say_discarded_some, 2),
    s.EV_ELIMINATED: (say_eliminated, 1),
    s.EV_STANDING: (say_standing, 5),
    s.EV_TIED: (say_tied, 1),
    s.EV_WON: (say_won, 2),
}
"""By event: who tells it, and how many of its numbers count."""


def tell(position: Position, event: Sequence[int]) -> Telling:
    """One event in words, with its rules."""
    kind, *numbers = (int(number) for number in event)
    say, width = TELLERS[kind]
    return say(position, *numbers[:width])
