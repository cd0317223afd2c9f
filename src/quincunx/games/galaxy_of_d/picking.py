"""Which picks on the table spell a move, and a move as a person would say it."""

from collections.abc import Sequence

from quincunx.engine.errors import QuincunxError, Unreadable
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import notation as n
from quincunx.games.galaxy_of_d import sight
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.fleets import class_of
from quincunx.games.galaxy_of_d.legality import absorbing_side
from quincunx.games.galaxy_of_d.prompts import AROUND, THROUGH
from quincunx.games.galaxy_of_d.reach import way
from quincunx.games.galaxy_of_d.setup import KIND_CODES, KIND_NAMES
from quincunx.games.galaxy_of_d.words import SIDE_NAMES, a, ship_name, title

WHAT_TO_PICK = {
    s.PLACING: "Pick a sector for the token.",
    s.RPS: "Pick rock, paper or scissors.",
    s.COLOUR: "Pick Redog or Cynder.",
    s.BID: "Pick a bid, or pass.",
    s.BASE: "Pick a sector for the Starbase.",
    s.SECRET_BUY: "Pick a type of ship to buy, or end.",
    s.MOVE_SELECT: "Pick one of your ships, or the sector it is on; or end the movement.",
    s.MOVE_GO: "Pick the sector that the ship goes to.",
    s.COMBAT_SELECT: "Pick a contested sector.",
    s.ABSORB: "Pick one of your ships in the combat.",
    s.PIRATE_SELECT: "Pick a Pirate.",
    s.BUY: "Pick a type of ship to buy, or end the turn.",
    s.OVER: "The game is over.",
}
Path = tuple[str, ...]


def continues(position: Position, number: int) -> bool:
    """A ship that is picked has to go somewhere: only both together are a decision."""
    return s.SHIP_MOVE <= number < s.GO_MOVE


# ---------------------------------------------------------------- picks


def picks(position: Position, number: int) -> list[Path]:
    """The paths of picks that spell a move."""
    now = position.state
    if number < s.PLACE_MOVE or number >= s.BUY_MOVE:
        return [(button_of(number),)]
    if number < s.SHIP_MOVE:
        return [(n.sector_text(position, number - s.PLACE_MOVE),)]
    if number < s.GO_MOVE:
        sector, ship_class = divmod(number - s.SHIP_MOVE, s.CLASSES)
        return ship_picks(position, sector, ship_class)
    if number < s.FIGHT_MOVE:
        special, sector = divmod(number - s.GO_MOVE, s.SECTORS)
        both = len(sight.goals(position).get(sector, ())) > 1
        place = n.sector_text(position, sector)
        return [(place, THROUGH if special else AROUND)] if both else [(place,)]
    if number < s.ABSORB_MOVE:
        return [(n.sector_text(position, number - s.FIGHT_MOVE),)]
    if number < s.PIRATE_MOVE:
        ship_class, side = number - s.ABSORB_MOVE, int(absorbing_side(position.board, now))
        if side == s.PIRATE_SIDE:
            return [(sight.pirate_id(position, s.PIRATE_CLASS.index(ship_class)),)]
        return [(sight.ship_id(position, side, ship_class, int(now.fight)),)]
    return [(sight.pirate_id(position, number - s.PIRATE_MOVE),)]


def button_of(number: int) -> str:
    """The button of a move that is not made on the map."""
    if number in (s.END, s.PASS):
        return "end" if number == s.END else "pass"
    if number < s.COLOUR_MOVE:
        return f"bid {number - s.BID_MOVE + 1}"
    if number < s.RPS_MOVE:
        return n.COLOURS[number - s.COLOUR_MOVE]
    if number < s.PLACE_MOVE:
        return n.HANDS[number - s.RPS_MOVE]
    return f"buy {KIND_CODES[number - s.BUY_MOVE]}"


def ship_picks(position: Position, sector: int, ship_class: int) -> list[Path]:
    """A ship itself; or its sector, and then the ship unless it is the only one there that can move."""
    place = n.sector_text(position, sector)
    piece = sight.ship_id(position, int(position.state.turn), ship_class, sector)
    return [(piece,), (place,) if len(movable(position, sector)) == 1 else (place, piece)]


def movable(position: Position, sector: int) -> list[int]:
    """The classes that can still move out of a sector."""
    codes = sight.stacks(position, int(position.state.turn)).get(sector, [])
    return sorted({class_of(code) for code in codes if not code & s.MOVED} - {s.UNSEEN})


# ---------------------------------------------------------------- what picks mean


def meant(position: Position, path: Sequence[str]) -> int:
    """The move that a path of picks means, legal or not."""
    number = number_meant(position, path)
    if number in position.moves.numbers and tuple(path) not in picks(position, number):
        raise QuincunxError(WHAT_TO_PICK[int(position.state.phase)])
    return number


def number_meant(position: Position, path: Sequence[str]) -> int:
    """Read generously."""
    phase = int(position.state.phase)
    first = path[0] if path else ""
    if (number := button_number(first)) is not None:
        return number
    if first in ("", AROUND, THROUGH):
        raise QuincunxError(WHAT_TO_PICK[phase])
    if phase == s.MOVE_SELECT:
        return ship_meant(position, path)
    if phase == s.MOVE_GO:
        return goal_meant(position, path)
    if phase == s.ABSORB:
        return loss_meant(position, first)
    if phase == s.PIRATE_SELECT or is_pirate(first):
        return pirate_meant(position, first)
    sector = sector_of_pick(position, first)
    if phase in (s.PLACING, s.BASE):
        return s.PLACE_MOVE + sector
    if phase == s.COMBAT_SELECT:
        return s.FIGHT_MOVE + sector
    if is_ship(first):  # out of its phase
        return n.ship_move(sector, n.read_class(first[2]))
    raise QuincunxError(WHAT_TO_PICK[phase])


def button_number(id: str) -> int | None:
    """The move of a button."""
    numbers = (*range(s.PLACE_MOVE), *range(s.BUY_MOVE, s.MOVE_COUNT))
    return next((number for number in numbers if button_of(number) == id), None)


def is_ship(id: str) -> bool:
    """Whether a player's ships are picked."""
    return id[:2] in ("0:", "1:") and id[3:4] == "@"


def is_pirate(id: str) -> bool:
    """Whether a Pirate is picked."""
    return id[:2] == "p:" and id[3:4] == "@"


def sector_of_pick(position: Position, id: str) -> int:
    """The sector that is picked, or on which the picked thing stands."""
    if id in (sight.base_id(0), sight.base_id(1)):
        return int(position.state.starbase[int(id[-1])])
    try:
        return n.read_sector(position, id.partition("@")[2] if is_ship(id) or is_pirate(id) else id)
    except Unreadable:
        raise QuincunxError(WHAT_TO_PICK[int(position.state.phase)]) from None


def ship_meant(position: Position, path: Sequence[str]) -> int:
    """GD-210: which ship is to move."""
    seat, first = int(position.state.turn), path[0]
    sector = sector_of_pick(position, first)
    if is_ship(first) and int(first[0]) == seat:
        return n.ship_move(sector, n.read_class(first[2]))
    if is_ship(first) or is_pirate(first):
        raise position.game.refuse(s.NO_SHIP)
    if len(path) > 1 and is_ship(path[1]):
        return ship_meant(position, path[1:])
    here = [class_of(code) for code in sight.stacks(position, seat).get(sector, [])]
    can_move = movable(position, sector)
    if len(can_move) > 1:
        raise QuincunxError(f"Pick which ship on {n.sector_text(position, sector)} is to move.")
    return n.ship_move(sector, (can_move or here or [s.INTERCEPTOR])[0])


def goal_meant(position: Position, path: Sequence[str]) -> int:
    """Where the picked ship goes, and which way."""
    sector = sector_of_pick(position, path[0])
    ways = sight.goals(position).get(sector, [0])
    if len(path) > 1 and path[1] in (AROUND, THROUGH):
        special = path[1] == THROUGH
    elif len(ways) > 1:
        raise QuincunxError("Pick which way: around it or through it.")
    else:
        special = bool(ways[0])
    return s.GO_MOVE + special * s.SECTORS + sector


def loss_meant(position: Position, id: str) -> int:
    """GD-310: which ship absorbs."""
    naming = int(absorbing_side(position.board, position.state))
    where = n.sector_text(position, int(position.state.fight))
    if is_ship(id) and id[0] != str(naming):
        raise QuincunxError("Name one of the ships that have to absorb, not an enemy's.")
    if is_pirate(id) and naming != s.PIRATE_SIDE:
        raise QuincunxError("Name one of your own ships, not a Pirate.")
    if not is_ship(id) and not is_pirate(id):
        raise QuincunxError(f"Pick a ship on {where}: it absorbs what is left, or as much as its Armor.")
    if id.partition("@")[2] != where:
        raise position.game.refuse(s.NOT_IN_COMBAT)
    return s.ABSORB_MOVE + n.read_class(id[2])


def pirate_meant(position: Position, id: str) -> int:
    """GD-400: which Pirate acts."""
    if is_pirate(id):
        return s.PIRATE_MOVE + n.among("Pirate", n.PIRATE_CODES, id[2])
    sector = sector_of_pick(position, id)
    here = sight.pirates_on(position, sector)
    if len(here) != 1:
        raise QuincunxError(WHAT_TO_PICK[s.PIRATE_SELECT])
    return s.PIRATE_MOVE + here[0]


# ---------------------------------------------------------------- in words


def describe(position: Position, number: int) -> str:
    """A move as a person would say it."""
    number, now = int(number), position.state
    if number < s.PLACE_MOVE:
        return describe_button(position, number)
    if number < s.SHIP_MOVE:
        what = "a token" if now.phase == s.PLACING else "the Starbase"
        return f"Place {what} on {n.sector_text(position, number - s.PLACE_MOVE)}"
    if number < s.GO_MOVE:
        sector, ship_class = divmod(number - s.SHIP_MOVE, s.CLASSES)
        return f"Move {a(ship_name(ship_class))} from {n.sector_text(position, sector)}"
    if number < s.FIGHT_MOVE:
        special, sector = divmod(number - s.GO_MOVE, s.SECTORS)
        return describe_way(position, sector, bool(special))
    if number < s.ABSORB_MOVE:
        sector = number - s.FIGHT_MOVE
        return f"Fight on {n.sector_text(position, sector)}: {sight.combat_text(position, sector)}"
    if number < s.PIRATE_MOVE:
        ship_class, side = number - s.ABSORB_MOVE, int(absorbing_side(position.board, now))
        ship = f"the Pirate {ship_name(ship_class)}" if side == s.PIRATE_SIDE else a(ship_name(ship_class))
        return f"Name {ship}: {sight.losing_text(position, side, ship_class)}"
    if number < s.BUY_MOVE:
        pirate = number - s.PIRATE_MOVE
        where = n.sector_text(position, int(now.pirate_at[pirate]))
        return f"The {sight.PIRATE_WORDS[pirate]} on {where} acts"
    kind = number - s.BUY_MOVE
    return f"Buy {a(KIND_NAMES[kind])} for ${position.board.cost[kind]}"


def describe_button(position: Position, number: int) -> str:
    """Moves that are not made on the map."""
    phase = int(position.state.phase)
    if number == s.END:
        if phase == s.SECRET_BUY:
            return "Buy no more first ships"
        return "End the turn" if phase == s.BUY else "End the movement"
    if number == s.PASS:
        return "Pass"
    if number < s.COLOUR_MOVE:
        return f"Bid ${number - s.BID_MOVE + 1}"
    if number < s.RPS_MOVE:
        return f"Take {SIDE_NAMES[number - s.COLOUR_MOVE]}"
    return f"Show {n.HANDS[number - s.RPS_MOVE]}"


def describe_way(position: Position, goal: int, special: bool) -> str:
    """A ship's move with what it does on the way and at its end."""
    if position.state.phase != s.MOVE_GO:
        return f"Go to {n.sector_text(position, goal)}"
    seat = int(position.state.turn)
    start, ship_class = sight.picked(position)
    there = n.sector_text(position, goal)
    back = "out and back" if goal == start else f"to {there}"
    text = f"{ship_name(ship_class)} from {n.sector_text(position, start)} {back}"
    if special:
        via, _ = way(position.board, position.state, seat, start, goal, ship_class, True)
        return f"{title(text)} through {n.sector_text(position, int(via))}, {deed(position, ship_class)} there"
    if sight.effect_on(position, seat, goal, ship_class):
        return f"{title(text)}, {deed(position, ship_class)}"
    return f"{title(text)}, where it stops" if sight.stopped_on(position, seat, goal) else title(text)


def deed(position: Position, ship_class: int) -> str:
    """What a ship does on entering."""
    now = position.state
    if ship_class == s.LADEN:
        return f"selling for ${min(int(now.cargo_price), s.MONEY_CAP - int(now.money[now.turn]))}"
    return "loading" if ship_class == s.FREIGHTER else f"striking {position.name(1 - int(now.turn))}'s Starbase"
