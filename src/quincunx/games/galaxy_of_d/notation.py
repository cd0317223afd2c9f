"""Moves and commands in writing, as in the rules document: `ship F6 C`, `go F7 through`, `buy I`, `absorb C`."""

from collections.abc import Callable

from quincunx.engine.errors import Unreadable, shown
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.fleets import class_of, sector_of
from quincunx.games.galaxy_of_d.setup import KIND_CODES, sector_names

COLOURS = ("redog", "cynder")
HANDS = ("rock", "paper", "scissors")
PIRATE_CODES = ("S", "C")
THROUGH = "through"
HOW_TO_WRITE = (
    "Write 'ship F6 C' and then 'go F7' (or 'go F7 through'), 'end', 'pass', 'bid 3', 'colour redog', 'rps rock', "
    "'place F6', 'fight A1', 'absorb C', 'pirate S' or 'buy I'."
)


def names(position: Position) -> list[str]:
    """The names of the sectors by number."""
    return sector_names(position.options["map"])


def sector_text(position: Position, sector: int) -> str:
    """A sector's name; a number that is not on this map stays a number."""
    known = names(position)
    return known[sector] if 0 <= sector < len(known) else f"#{sector}"


# ---------------------------------------------------------------- moves


def spell(position: Position, number: int) -> str:
    """The move of that number in writing."""
    number = int(number)
    if not 0 <= number < s.MOVE_COUNT:
        return f"no move ({number})"
    if number == s.END:
        return "end"
    if number == s.PASS:
        return "pass"
    if number < s.COLOUR_MOVE:
        return f"bid {number - s.BID_MOVE + 1}"
    if number < s.RPS_MOVE:
        return f"colour {COLOURS[number - s.COLOUR_MOVE]}"
    if number < s.PLACE_MOVE:
        return f"rps {HANDS[number - s.RPS_MOVE]}"
    if number < s.SHIP_MOVE:
        return f"place {sector_text(position, number - s.PLACE_MOVE)}"
    if number < s.GO_MOVE:
        sector, ship_class = divmod(number - s.SHIP_MOVE, s.CLASSES)
        return f"ship {sector_text(position, sector)} {s.CLASS_CODES[ship_class]}"
    if number < s.FIGHT_MOVE:
        special, sector = divmod(number - s.GO_MOVE, s.SECTORS)
        return f"go {sector_text(position, sector)}" + special * f" {THROUGH}"
    if number < s.ABSORB_MOVE:
        return f"fight {sector_text(position, number - s.FIGHT_MOVE)}"
    if number < s.PIRATE_MOVE:
        return f"absorb {s.CLASS_CODES[number - s.ABSORB_MOVE]}"
    if number < s.BUY_MOVE:
        return f"pirate {PIRATE_CODES[number - s.PIRATE_MOVE]}"
    return f"buy {KIND_CODES[number - s.BUY_MOVE]}"


def read(position: Position, text: str) -> int:
    """The number of a move in writing."""
    verb, *rest = text.split() or [""]
    if (reader := READERS.get((verb.lower(), len(rest)))) is None:
        raise Unreadable(f"{shown(text)} is not a move. {HOW_TO_WRITE}")
    return reader(position, *rest)


def read_sector(position: Position, name: str) -> int:
    """The number of a sector from its name."""
    known = names(position)
    if name.upper() not in known:
        raise Unreadable(f"There is no sector {shown(name)} on this map. Its corners are {known[0]} and {known[-1]}.")
    return known.index(name.upper())


def read_class(name: str) -> int:
    """A ship's class from its letter."""
    if len(name) != 1 or name.upper() not in s.CLASS_CODES:
        raise Unreadable(
            f"{shown(name)} is no ship. The letters are I S F C B A D for the seven types, and L for a laden Freighter."
        )
    return s.CLASS_CODES.index(name.upper())


def among(what: str, choices: tuple[str, ...], given: str) -> int:
    """The index of a choice given in words or as its number."""
    for i, choice in enumerate(choices):
        if given.lower() in (choice.lower(), str(i)):
            return i
    raise Unreadable(f"{shown(given)} is no {what}. Choose one of: {', '.join(choices)}.")


def read_number(given: str) -> int:
    """A bid."""
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:4]) <= s.MONEY_CAP):
        raise Unreadable(f"{shown(given)} is no bid. Name a whole number of dollars from 1 to {s.MONEY_CAP}.")
    return int(given)


def read_through(position: Position, sector: str, special: str) -> int:
    """`go F7 through`: an effect happened on the way."""
    if special.lower() not in (THROUGH, "special"):
        raise Unreadable(f"{shown(special)} is not understood here. Write 'go F7' or 'go F7 {THROUGH}'.")
    return s.GO_MOVE + s.SECTORS + read_sector(position, sector)


def ship_move(sector: int, ship_class: int) -> int:
    """The number of choosing a ship to move."""
    return s.SHIP_MOVE + sector * s.CLASSES + ship_class


READERS: dict[tuple[str, int], Callable[..., int]] = {
    ("end", 0): lambda position: s.END,
    ("pass", 0): lambda position: s.PASS,
    ("bid", 1): lambda position, bid: s.BID_MOVE + read_number(bid) - 1,
    ("colour", 1): lambda position, colour: s.COLOUR_MOVE + among("colour", COLOURS, colour),
    ("rps", 1): lambda position, hand: s.RPS_MOVE + among("hand", HANDS, hand),
    ("place", 1): lambda position, sector: s.PLACE_MOVE + read_sector(position, sector),
    ("ship", 2): lambda position, sector, ship: ship_move(read_sector(position, sector), read_class(ship)),
    ("go", 1): lambda position, sector: s.GO_MOVE + read_sector(position, sector),
    ("go", 2): read_through,
    ("fight", 1): lambda position, sector: s.FIGHT_MOVE + read_sector(position, sector),
    ("absorb", 1): lambda position, ship: s.ABSORB_MOVE + read_class(ship),
    ("pirate", 1): lambda position, pirate: s.PIRATE_MOVE + among("Pirate", PIRATE_CODES, pirate),
    ("buy", 1): lambda position, kind: s.BUY_MOVE + among("type of ship", KIND_CODES, kind),
}


# ---------------------------------------------------------------- commands


def offered(position: Position, seat: int) -> list[int]:
    """Conceding, and every class that could come to the top of a stack of the seat."""
    if position.over:
        return []
    found = [s.CONCEDE]
    codes = [int(code) for code in position.state.ship[seat, : position.state.count[seat]]]
    for sector in sorted({sector_of(code) for code in codes}):
        stack = [class_of(code) for code in codes if sector_of(code) == sector]
        others = {ship_class for ship_class in stack if ship_class not in (stack[-1], s.UNSEEN)}
        found += [top_command(sector, ship_class) for ship_class in sorted(others)]
    return found


def top_command(sector: int, ship_class: int) -> int:
    """The number of bringing a ship to the top of its stack."""
    return s.TOP_COMMAND + sector * s.CLASSES + ship_class


def spell_command(position: Position, seat: int, number: int) -> str:
    """A command in writing."""
    if number == s.CONCEDE:
        return "concede"
    sector, ship_class = divmod(number - s.TOP_COMMAND, s.CLASSES)
    return f"top {sector_text(position, sector)} {s.CLASS_CODES[ship_class]}"


def read_command(position: Position, seat: int, text: str) -> int:
    """The number of a command in writing."""
    match text.split():
        case [word] if word.lower() == "concede":
            return s.CONCEDE
        case [word, sector, ship] if word.lower() in ("top", "set_top"):
            return top_command(read_sector(position, sector), read_class(ship))
    raise Unreadable(f"{shown(text)} is not a command. Write 'concede', or 'top F6 D' for the top ship of a stack.")
