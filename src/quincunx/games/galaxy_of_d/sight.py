"""What can be seen in a position, and never more: its state may be what one seat knows, with covered ships in it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.combat import attack_score
from quincunx.games.galaxy_of_d.fleets import class_of, enemies_at, has_ship, sector_of
from quincunx.games.galaxy_of_d.legality import contested
from quincunx.games.galaxy_of_d.notation import PIRATE_CODES, sector_text
from quincunx.games.galaxy_of_d.reach import bit_of, effect_at, reachable, stops_at
from quincunx.games.galaxy_of_d.words import listed, side_name

MOVEMENT = (s.MOVE_SELECT, s.MOVE_GO)
SHIP_SYMBOLS = (
    *("interceptor", "scavenger", "freighter", "freighter-laden", "cruiser", "bomber", "assassin", "destroyer"),
    "unseen-ship",
)
PIRATE_SYMBOLS = ("pirate-scavenger", "pirate-cruiser")
PIRATE_WORDS = ("Pirate Scavenger", "Pirate Cruiser")
CLASS_LETTERS = s.CLASS_CODES + "?"
LOAD, SELL, STRIKE = "load", "sell", "strike"
WINDOWS: dict[tuple[str, int], dict[int, int]] = {}
"""Filled as they are needed."""

# ---------------------------------------------------------------- names of things on the table


def ship_id(position: Position, seat: int, ship_class: int, sector: int) -> str:
    """The ships of one class in one sector: `0:C@F6`."""
    return f"{seat}:{CLASS_LETTERS[ship_class]}@{sector_text(position, sector)}"


def pirate_id(position: Position, pirate: int) -> str:
    """A Pirate where it is: `p:S@E5`."""
    return f"p:{PIRATE_CODES[pirate]}@{sector_text(position, int(position.state.pirate_at[pirate]))}"


def base_id(seat: int) -> str:
    """A Starbase."""
    return f"base {seat}"


# ---------------------------------------------------------------- ships


class Squad(NamedTuple):
    """The ships of one class of one seat in one sector; or a stack of which only the top ship is seen."""

    seat: int
    sector: int
    ship_class: int
    many: int
    moved: int
    lost: int
    """How many are lost in the running combat; they are among `many`."""
    covered: bool

    @property
    def alive(self) -> int:
        """Those that are not lost."""
        return self.many - self.lost


def fleet(position: Position, seat: int) -> list[int]:
    """The codes of a seat's ships, by sector and from the bottom of a stack to its top."""
    return [int(code) for code in position.state.ship[seat, : position.state.count[seat]]]


def stacks(position: Position, seat: int) -> dict[int, list[int]]:
    """The codes by sector, from bottom to top."""
    found: dict[int, list[int]] = {}
    for code in fleet(position, seat):
        found.setdefault(sector_of(code), []).append(code)
    return found


def squads(position: Position, seat: int) -> Iterator[Squad]:
    """A seat's ships as they are seen."""
    for sector, codes in stacks(position, seat).items():
        moved = Counter(class_of(code) for code in codes if code & s.MOVED)
        lost = Counter(class_of(code) for code in codes if code & s.DEAD)
        kinds = Counter(class_of(code) for code in codes)
        if s.UNSEEN in kinds:
            yield Squad(seat, sector, class_of(codes[-1]), len(codes), moved.total(), lost.total(), True)
        else:
            for kind in sorted(kinds):
                yield Squad(seat, sector, kind, kinds[kind], moved[kind], lost[kind], False)


def pirates_on(position: Position, sector: int) -> list[int]:
    """The Pirates in a sector."""
    return [pirate for pirate in range(s.PIRATES) if position.state.pirate_at[pirate] == sector]


# ---------------------------------------------------------------- combats


def score(position: Position, side: int, sector: int) -> int | None:
    """GD-305, GD-306: a side's Attack Score, as far as its ships are seen; None if it is not there."""
    found = int(attack_score(position.board, position.state, side, sector))
    return None if found < 0 else found


def score_text(position: Position, side: int, sector: int) -> str:
    """With "at least" where ships are covered."""
    unsure = side != s.PIRATE_SIDE and any(
        class_of(code) == s.UNSEEN for code in stacks(position, side).get(sector, [])
    )
    return f"{'at least ' if unsure else ''}{score(position, side, sector)}"


def combat_text(position: Position, sector: int) -> str:
    """Who fights there with which Attack Scores."""
    sides = sides_of(position, sector)
    first, *rest = [f"{side_name(position, side)} {score_text(position, side, sector)}" for side in sides]
    return f"{first} against {listed(rest)}" if rest else first


def sides_of(position: Position, sector: int) -> list[int]:
    """The sides in a sector, the active player first."""
    active = int(position.state.active)
    return [side for side in (active, 1 - active, s.PIRATE_SIDE) if score(position, side, sector) is not None]


def combats(position: Position) -> list[int]:
    """The sectors that have to fight: as things stand if movement ended now, or those that are left."""
    now = position.state
    if now.phase in (s.COMBAT_SELECT, s.ABSORB):
        return [int(sector) for sector in now.fight_at[: now.todo]]
    if now.phase not in MOVEMENT:
        return []
    active = int(now.active)
    sectors = {*stacks(position, active), int(now.starbase[active])}
    return [sector for sector in sorted(sectors) if contested(now, active, sector)]


def losing(position: Position, side: int, ship_class: int) -> tuple[bool, int]:
    """GD-310: whether a ship that is named now is destroyed, and what is left to absorb then."""
    left, armor = int(position.state.left[side]), int(position.board.armor[ship_class])
    return left >= armor, left - armor if left >= armor else 0


def losing_text(position: Position, side: int, ship_class: int) -> str:
    """What comes of naming a ship of that class."""
    destroyed, left = losing(position, side, ship_class)
    if not destroyed:
        return f"takes all {position.state.left[side]} and survives"
    return f"destroyed, {left} left to absorb" if left else "destroyed, nothing left to absorb"


# ---------------------------------------------------------------- ways


def effect_word(ship_class: int) -> str:
    """What a ship of that class can do on entering a sector, if anything."""
    return {s.FREIGHTER: LOAD, s.LADEN: SELL, s.BOMBER: STRIKE}.get(ship_class, "")


def effect_on(position: Position, seat: int, sector: int, ship_class: int) -> str:
    """What happens when a ship enters the sector: load, sell, strike or nothing."""
    return effect_word(ship_class) if effect_at(position.state, seat, sector, ship_class) else ""


def stopped_on(position: Position, seat: int, sector: int) -> bool:
    """GD-214: whether a ship has to stop there."""
    return bool(stops_at(position.board, position.state, seat, sector))


def picked(position: Position) -> tuple[int, int]:
    """Sector and class of the ship that is about to move."""
    code = int(position.state.picked)
    return sector_of(code), class_of(code)


def goals(position: Position) -> dict[int, list[int]]:
    """Where the picked ship can go, each with the ways to it: 0 plain, 1 with an effect on the way."""
    found: dict[int, list[int]] = {}
    for number in position.moves.numbers if position.state.phase == s.MOVE_GO else []:
        special, sector = divmod(number - s.GO_MOVE, s.SECTORS)
        found.setdefault(sector, []).append(special)
    return dict(sorted(found.items()))


def within_reach(position: Position, seat: int, sector: int, ship_class: int) -> set[int]:
    """Where a ship could go, if it moved from there."""
    board, now = position.board, position.state
    cells = [int(reachable(board, now, seat, sector, ship_class, special)) for special in (False, True)]
    return {goal for bit, goal in window(position, sector).items() if bit & (cells[0] | cells[1])}


def window(position: Position, middle: int) -> dict[int, int]:
    """The sectors around one by their bits in what `reachable` says."""
    key = position.options["map"], middle
    if key not in WINDOWS:
        bits = {int(bit_of(position.board, middle, sector)): sector for sector in range(position.board.sectors)}
        WINDOWS[key] = {bit: sector for bit, sector in bits.items() if bit}
    return WINDOWS[key]


def threatened(position: Position, seat: int) -> set[int]:
    """Where ships of the opponent, as far as they are seen, could go."""
    enemy, found = 1 - seat, set()
    for squad in squads(position, enemy):
        if squad.ship_class != s.UNSEEN:
            found |= within_reach(position, enemy, squad.sector, squad.ship_class)
    return found


def bombers_near(position: Position, seat: int) -> int:
    """GD-217: how many enemy Bombers, as far as they are seen, could strike the seat's Starbase in one move."""
    base, found = int(position.state.starbase[seat]), 0
    for squad in squads(position, 1 - seat):
        if squad.ship_class == s.BOMBER and base in within_reach(position, 1 - seat, squad.sector, s.BOMBER):
            found += 1 if squad.covered else squad.many
    return found


# ---------------------------------------------------------------- holding


def holder(position: Position, sector: int) -> int | None:
    """GD-504, GD-505: the player whose ships alone are there."""
    now = position.state
    held = [seat for seat in range(s.SEATS) if has_ship(now, seat, sector) and not enemies_at(now, seat, sector)]
    return held[0] if held else None


def income(position: Position, seat: int) -> int:
    """GD-503..GD-506: what the next phase 5 would bring."""
    now, dollars = position.state, s.BASE_INCOME
    for i in range(now.things):
        if holder(position, int(now.thing_at[i])) == seat:
            dollars += {s.PLANET: s.PLANET_INCOME, s.ASTEROID: s.ASTEROID_INCOME}.get(int(now.thing_kind[i]), 0)
    return dollars
