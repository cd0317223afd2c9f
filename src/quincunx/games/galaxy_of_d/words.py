"""What happened, in words, and what of it a seat gets to hear."""

from collections.abc import Callable, Sequence

from quincunx.engine.game import Telling
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.fleets import thing_at
from quincunx.games.galaxy_of_d.notation import HANDS, sector_text
from quincunx.games.galaxy_of_d.setup import CLASS_NAMES, DATA, KIND_NAMES

SIDE_NAMES = ("Redog", "Cynder")
PIRATE_NAMES = ("the Pirate Scavenger", "the Pirate Cruiser")
SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
LARGEST_ROLL = 6
COVERED = 1
"""In an event of an older turn: nobody says which ship it was."""
ENDINGS = {
    s.BOMBED: ("bombs the enemy Starbase out", ("GD-218", "GD-508", "R-62")),
    s.IN_COMBAT: ("destroys the enemy Starbase in combat", ("GD-314", "GD-508", "R-33")),
    s.BURNT_OUT: ("wins: the enemy Starbase has burnt out", ("GD-508", "GD-008", "R-53", "R-54")),
    s.CONCEDED: ("wins: the opponent has conceded", ("GD-202", "R-50")),
}


def ship_name(ship_class: int) -> str:
    """A class of ships in words; of a covered ship nothing is said."""
    return "ship" if ship_class == s.UNSEEN else CLASS_NAMES[ship_class]


def a(words: str) -> str:
    """With its article."""
    return f"an {words}" if words[0] in "AEIOUaeiou" else f"a {words}"


def many(count: int, words: str) -> str:
    """So many of something."""
    if count == 1:
        return a(words)
    number = SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)
    return f"{number} {words}s"


def listed(parts: Sequence[str]) -> str:
    """With commas and an 'and'."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def side_name(position: Position, side: int) -> str:
    """A player, or the Pirates."""
    return "the Pirates" if side == s.PIRATE_SIDE else position.name(side)


def title(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


# ---------------------------------------------------------------- secrets


def hear(before: Position, event: Sequence[int], seat: int | None, now: Position) -> Sequence[int] | None:
    """Section 6 of the rules document: nobody hears of another's basket or, while losses are secret, of what another
    has named; with fog, an enemy ship that moved in an older turn was just a ship."""
    kind, whose = int(event[0]), int(event[1])
    if kind == s.EV_BASKET and whose != seat:
        return None
    if kind == s.EV_NAMED and whose in (0, 1) and whose != seat and before.board.absorb_order == s.SECRET:
        return None
    covered = bool(before.board.fog) and before.state.turn_no != now.state.turn_no
    if covered and kind == s.EV_WENT and whose // 16 != seat:
        return [kind, whose // 16 * 16 + s.UNSEEN, *event[2:]]
    if covered and kind == s.EV_TOP and whose != seat:
        return [*event[:3], s.UNSEEN, *event[4:]]
    if covered and kind in (s.EV_LOADED, s.EV_STRIKE) and whose != seat:
        return [*event[:4], COVERED, *event[5:]]
    return event


# ---------------------------------------------------------------- the beginning


def opening(position: Position) -> list[Telling]:
    """How the galaxy came about."""
    now, board = position.state, position.board
    told = []
    first = position.name(int(now.first))
    if board.first_player != s.FIRST_RPS:
        how = "A coin makes" if board.first_player == s.FIRST_COIN else "By agreement"
        verb = "the First Turn Player" if board.first_player == s.FIRST_COIN else "is the First Turn Player"
        rules = ("GD-603", "R-10") if board.quick else ("GD-110", "R-10", "GD-011")
        told.append(Telling(f"{how} {first} {verb}.", rules))
    if now.tokens:
        told.append(say_tokens(position))
    if now.phase > s.RPS:
        told.append(say_galaxy(position))
    if now.phase > s.COLOUR:
        told.append(say_money(position, 0 if board.money_roll else int(now.money[0]) - s.EXTRA_MONEY))
    return told


def say_tokens(position: Position) -> Telling:
    """How many Things there will be."""
    now, board = position.state, position.board
    if board.quick:
        return Telling("Quick setup: the Spaceport, two planets and two asteroids.", ("GD-600", "GD-601", "GD-608"))
    drawn = int(now.tokens) - 1
    die = "is fixed at" if board.things_roll else "shows"
    text = f"The galaxy die {die} {drawn - s.EXTRA_THINGS}: {drawn} Things and the Spaceport."
    return Telling(text, ("GD-100", "GD-101", "GD-102", "GD-103", "GD-004", "GD-012"))


def say_galaxy(position: Position) -> Telling:
    """What was turned over, and the Cargo Price."""
    now = position.state
    kinds = [int(kind) for kind in now.thing_kind[: now.things]]
    found = [many(kinds.count(kind), word) for kind, word in ((s.PLANET, "planet"), (s.ASTEROID, "asteroid"))]
    found.append("the Spaceport")
    found += [name for name, at in zip(PIRATE_NAMES, now.pirate_at, strict=True) if at != s.NOWHERE]
    price = f"A cargo is worth ${now.cargo_price}." if s.PLANET in kinds else "Without a planet there is no cargo."
    rules = ["GD-104", "GD-105", "GD-106", "GD-107", "GD-602" if position.board.quick else "GD-108", "GD-109"]
    rules += [] if s.PLANET in kinds else ["R-08"]
    about = [sector_text(position, int(at)) for at in (*now.thing_at[: now.things], *now.pirate_at) if at != s.NOWHERE]
    return Telling(f"The galaxy has {listed(found)}. {price}", tuple(rules), tuple(about))


def say_money(position: Position, die: int) -> Telling:
    """What both begin with."""
    dollars = int(position.state.money[0])
    if position.board.quick:
        return Telling(f"Each player gets ${dollars}.", ("GD-606", "GD-605"))
    rolled = f"The money die shows {die}: each" if die else "Each"
    return Telling(f"{rolled} player gets ${dollars}.", ("GD-113", "GD-009", "GD-112"))


# ---------------------------------------------------------------- the setup


def tell_setup(position: Position, kind: int, one: int, two: int, three: int, four: int) -> Telling | None:
    """Events before the first turn."""
    match kind:
        case s.EV_RPS:
            tie = " A tie: once more." if one == two else ""
            hands = f"{position.name(0)} shows {HANDS[one]}, {position.name(1)} {HANDS[two]}."
            return Telling(hands + tie, ("GD-110", "R-10"))
        case s.EV_FIRST:
            how = "After five ties a coin makes" if two else "That makes"
            return Telling(f"{how} {position.name(one)} the First Turn Player.", ("GD-110", "GD-011", "R-10"))
        case s.EV_TOKEN:
            where = sector_text(position, two)
            return Telling(f"{position.name(one)} puts a token face down on {where}.", ("GD-104", "R-04"), (where,))
        case s.EV_GALAXY:
            return say_galaxy(position)
        case s.EV_COLOUR:
            rules = ("GD-111", "GD-001", "R-11") if not position.board.quick else ("GD-603", "R-11")
            return Telling(f"{position.name(one)} takes {SIDE_NAMES[two]}.", rules)
        case s.EV_MONEY:
            return say_money(position, one)
        case s.EV_BID:
            return Telling(f"{position.name(one)} bids ${two}.", ("GD-114", "GD-115"))
        case s.EV_PASS:
            why = "cannot raise and passes" if four else "passes"
            text = f"{position.name(one)} {why}: {position.name(two)} has won the bidding at ${three}"
            return Telling(f"{text} and places first.", ("GD-116", "R-12") if four else ("GD-117", "R-12"))
        case s.EV_BASE:
            where = sector_text(position, two)
            paid = f" and pays ${three}" if three else ""
            placing = ("GD-604",) if position.board.quick else ("GD-118", "GD-119")
            paying = ("GD-120", "R-13") if three else ("GD-121",) if one != position.state.bid_winner else ()
            return Telling(
                f"{position.name(one)} places the Starbase on {where}{paid}.",
                (*placing, *paying, "GD-122", "GD-005"),
                (where,),
            )
        case s.EV_BASKET:
            text = f"{position.name(one)} puts {a(KIND_NAMES[two])} into the hidden basket."
            return Telling(text, ("GD-123", "R-15"))
        case s.EV_READY:
            return Telling(f"{position.name(one)} has chosen the first ships.", ("GD-123",))
        case s.EV_REVEALED:
            counts = [*octal_digits(two, s.BOMBER_KIND), *octal_digits(three, s.KINDS - s.BOMBER_KIND)]
            bought = [many(count, KIND_NAMES[i]) for i, count in enumerate(counts) if count]
            rules = ("GD-607", "GD-124") if position.board.quick else ("GD-124", "GD-125")
            text = f"{position.name(one)} reveals {listed(bought) if bought else 'no ship'} for ${four}."
            return Telling(text, (*rules, "R-15"))
    return None


def octal_digits(number: int, count: int) -> list[int]:
    """The counts that an event has packed."""
    return [number >> 3 * (count - 1 - i) & 7 for i in range(count)]


# ---------------------------------------------------------------- movement


def tell_movement(
    position: Position, kind: int, one: int, two: int, three: int, four: int, five: int
) -> Telling | None:
    """Phase 1."""
    where = sector_text(position, two)
    match kind:
        case s.EV_WENT:
            seat, ship_class = divmod(one, 16)
            via = [sector_text(position, sector) for sector in (three, four) if sector != s.NOWHERE]
            goal = sector_text(position, five)
            way = f" by way of {listed(via)}" if via else ""
            speed = () if ship_class == s.UNSEEN else ("GD-016",)
            back = " and back" if five == two else ""
            text = f"{position.name(seat)} moves {a(ship_name(ship_class))} from {where}"
            text += f"{way}{back}." if back else f" to {goal}{way}."
            idle = {s.LADEN: s.PLANET, s.FREIGHTER: s.SPACEPORT}.get(ship_class, s.NOWHERE - 1)
            nothing = ("GD-223",) if thing_at(position.state, five) == idle else ()
            rules = ("GD-210", *speed, *nothing, "GD-213", "GD-215", "GD-216")
            return Telling(text, rules, (where, *via, goal))
        case s.EV_STOPPED:
            text = f"It meets enemy ships on {where}: its move ends there."
            return Telling(text, ("GD-214", "GD-013"), (where,))
        case s.EV_LOADED:
            ship = "It" if four == COVERED else "The Freighter"
            rules = ("GD-219", "GD-019", "GD-020", "GD-221", "GD-224", "R-22", "R-59")
            return Telling(f"{ship} loads cargo on {where}.", rules, (where,))
        case s.EV_SOLD:
            cut = f" (${position.state.cargo_price} cut by the cap)" if three < position.state.cargo_price else ""
            rules = ("GD-220", "GD-010", "R-09", "R-58") if cut else ("GD-220", "GD-109", "GD-222", "GD-225")
            always = ("GD-014", "GD-224", "GD-701", "GD-702", "R-22")
            return Telling(f"The cargo is sold on {where} for ${three}{cut}.", (*rules, *always), (where,))
        case s.EV_STRIKE:
            enemy = 1 - one
            base = sector_text(position, int(position.state.starbase[enemy]))
            stays = " that stayed" if three else ""
            left = f"{max(two, 0)} Armor {'is' if two == 1 else 'are'} left"
            ship = "It" if four == COVERED else f"A Bomber{stays}"
            text = f"{ship} strikes {position.name(enemy)}'s Starbase on {base}: {left}."
            return Telling(text, ("R-19",) if three else ("GD-217", "GD-021", "R-20"), (base,))
        case s.EV_MOVEMENT_OVER:
            fights = f"{many(two, 'combat')} to fight" if two else "nobody fights"
            return Telling(f"{position.name(one)}'s ships have moved: {fights}.", ("GD-201", "GD-211", "GD-303"))
    return None


# ---------------------------------------------------------------- combat


def tell_combat(position: Position, kind: int, one: int, two: int, three: int, four: int, five: int) -> Telling | None:
    """Phase 2, and combats that Pirates start."""
    match kind:
        case s.EV_COMBAT:
            where = sector_text(position, one)
            scores = [(side, score) for side, score in enumerate((two, three, four)) if score >= 0]
            listed_scores = listed([f"{side_name(position, side)} {score}" for side, score in scores])
            at_base = ("GD-306", "GD-301", "GD-302", "GD-006", "R-25", "R-31")
            pirates = ("GD-013", "GD-307", "R-32")
            in_phase_3 = ("GD-401", "GD-408", "GD-409", "R-26", "R-36", "R-45")
            by = ["GD-300", "GD-304", "GD-305", "GD-308", "GD-309"]
            by += [*(at_base if one in position.state.starbase else ()), *(pirates if four >= 0 else ())]
            by += in_phase_3 if five else ()
            return Telling(f"Combat on {where}. Attack Scores: {listed_scores}.", tuple(by), (where,))
        case s.EV_NAMED:
            fate = "it is destroyed" if four else "it survives"
            rest = f", {five} left to absorb" if five else ""
            where = sector_text(position, three)
            rules = ("GD-310", "GD-311") if four else ("GD-310", "GD-312", "GD-316")
            name = title(side_name(position, one))
            plural = "name" if one == s.PIRATE_SIDE else "names"
            return Telling(f"{name} {plural} {a(ship_name(two))}: {fate}{rest}.", (*rules, "R-27"), (where,))
        case s.EV_LOST:
            where = sector_text(position, four)
            verb = "lose" if one == s.PIRATE_SIDE else "loses"
            rules = ("GD-313", "R-34") if one == s.PIRATE_SIDE else ("GD-313", "R-23" if two == s.LADEN else "R-57")
            return Telling(
                f"{title(side_name(position, one))} {verb} {many(three, ship_name(two))} on {where}.", rules, (where,)
            )
        case s.EV_BASE_HIT:
            base = sector_text(position, int(position.state.starbase[one]))
            text = f"{position.name(one)}'s Starbase on {base} takes {two}: {max(three, 0)} Armor left."
            return Telling(text, ("GD-314", "GD-315", "GD-703"), (base,))
        case s.EV_BOUNTY:
            ships = many(three, "ship")
            cut = ("GD-010",) if two < three else ()
            rules = ("GD-318", "GD-319", "GD-320", "GD-321", "GD-022", *cut)
            return Telling(f"{position.name(one)}'s Scavengers earn ${two} for {ships} destroyed.", rules)
        case s.EV_COMBAT_OVER:
            where = sector_text(position, one)
            stay = [side_name(position, side) for side in range(s.SIDES) if two >> side & 1]
            if not stay:
                return Telling(f"Nobody's ships are left on {where}.", ("GD-309",), (where,))
            together = ("GD-317",) if len(stay) > 1 else ()
            verb = "stay" if len(stay) > 1 or two >> s.PIRATE_SIDE else "stays"
            return Telling(f"{title(listed(stay))} {verb} on {where}, fully repaired.", ("GD-316", *together), (where,))
    return None


# ---------------------------------------------------------------- Pirates, buying, income, the end


def rolled_words(candidates: int, rolled: int) -> str:
    """What decided among several."""
    if candidates < 2:
        return ""
    dice = [rolled % LARGEST_ROLL + 1]
    while candidates > LARGEST_ROLL ** len(dice):
        dice.insert(0, rolled // LARGEST_ROLL ** len(dice) % LARGEST_ROLL + 1)
    return f" ({candidates} to choose from, rolled {' and '.join(map(str, dice))})"


def tell_pirates(position: Position, kind: int, one: int, two: int, three: int, four: int, five: int) -> Telling | None:
    """Phase 3."""
    name = title(PIRATE_NAMES[one]) if one in (0, 1) else ""
    match kind:
        case s.EV_PIRATE_ROLLS:
            does = "it moves" if two <= s.PIRATE_MOVES_UP_TO else "it stays"
            return Telling(f"{name} rolls {two}: {does}.", ("GD-400", "GD-402", "GD-004", "GD-410"))
        case s.EV_PIRATE_IDLE:
            why = ("finds no target and stays", "is alone now and does nothing", "has fought already")[two]
            return Telling(f"{name} {why}.", (("R-42", "GD-405", "R-43"), ("R-37", "GD-401"), ("R-37",))[two])
        case s.EV_PIRATE_TARGET:
            where = sector_text(position, two)
            rules = ("GD-403", "GD-404", "GD-405", "R-38", "R-39") if three > 1 else ("GD-403", "GD-405", "R-39")
            return Telling(f"{name} heads for {where}{rolled_words(three, four)}.", rules, (where,))
        case s.EV_PIRATE_STEP:
            start, goal = sector_text(position, two), sector_text(position, three)
            rules = ("GD-403", "GD-406", "GD-407", "R-40", "R-41") if four > 1 else ("GD-403", "GD-406", "R-40")
            return Telling(f"{name} goes from {start} to {goal}{rolled_words(four, five)}.", rules, (start, goal))
    return None


def tell_rest(position: Position, kind: int, one: int, two: int, three: int, four: int) -> Telling:
    """Phases 4 and 5, commands, and the end."""
    match kind:
        case s.EV_BOUGHT:
            cost = DATA["ships"]["cost"][two]
            text = f"{position.name(one)} buys {a(KIND_NAMES[two])} for ${cost}."
            return Telling(text, ("GD-500", "GD-501", "GD-017", "R-46", "R-61"))
        case s.EV_INCOME:
            held = [many(count, word) for count, word in ((two, "planet"), (three, "asteroid")) if count]
            sources = listed([*held, "the Starbase"])
            rules = ("GD-503", "GD-504", "GD-505", "GD-506", "GD-502") if held else ("GD-506", "GD-007", "GD-700")
            return Telling(f"{position.name(one)} gets ${four} from {sources}.", (*rules, "R-47", "R-48"))
        case s.EV_TICK:
            return Telling(f"{position.name(one)}'s Starbase burns down to {max(two, 0)} Armor.", ("GD-507", "R-56"))
        case s.EV_TURN:
            return Telling(f"Turn {one}: {position.name(two)}.", ("GD-200", "GD-201"))
        case s.EV_CONCEDED:
            return Telling(f"{position.name(one)} concedes; all ships and the Starbase are lost.", ("GD-202", "R-50"))
        case s.EV_TOP:
            where = sector_text(position, two)
            text = f"{position.name(one)} puts {a(ship_name(three))} on top of the stack on {where}."
            return Telling(text, ("R-52", "GD-230"), (where,))
    how, by = ENDINGS[two]
    return Telling(f"{position.name(one)} {how}.", (*by, "GD-002", "R-49"))


def tell(position: Position, event: Sequence[int]) -> Telling:
    """One event in words, with its rules."""
    kind, *numbers = (int(number) for number in event)
    tellers: tuple[tuple[int, Callable[..., Telling | None]], ...] = (
        (4, tell_setup),
        (5, tell_movement),
        (5, tell_combat),
        (5, tell_pirates),
    )
    for width, teller in tellers:
        if told := teller(position, kind, *numbers[:width]):
            return told
    return tell_rest(position, kind, *numbers[:4])


def describe_command(position: Position, seat: int, number: int) -> str:
    """What a seat may do at any time, as a person would say it."""
    if number == s.CONCEDE:
        return "Concede the game"
    sector, ship_class = divmod(number - s.TOP_COMMAND, s.CLASSES)
    return f"Put {a(ship_name(ship_class))} on top of the stack on {sector_text(position, sector)}"
