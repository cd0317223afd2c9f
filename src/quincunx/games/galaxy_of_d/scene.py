"""The table as data: the map with its sectors, Things and ships. What stands beside it, what is asked and which picks
spell a move have modules of their own."""

import math
from collections.abc import Iterator
from dataclasses import replace

from quincunx.engine.position import Position
from quincunx.engine.scene import SEAT_STYLES, Piece, Place, Scene, SeatStyle
from quincunx.games.galaxy_of_d import sight
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.beside import panels, player
from quincunx.games.galaxy_of_d.fleets import thing_at
from quincunx.games.galaxy_of_d.moods import GALAXY
from quincunx.games.galaxy_of_d.notation import names, sector_text
from quincunx.games.galaxy_of_d.picking import continues, describe, meant, picks
from quincunx.games.galaxy_of_d.prompts import banners, buttons, notes, prompt, status
from quincunx.games.galaxy_of_d.setup import galaxy
from quincunx.games.galaxy_of_d.words import SIDE_NAMES, ship_name

__all__ = ["continues", "describe", "meant", "picks", "scene", "side"]

HEX = 52.0
"""From the middle of a sector to its corners, in drawing units."""
MARGIN = 26.0
Field = tuple[float, float, float, float]
FIELD: Field = (-0.8, -0.6, 0.8, 0.6)
"""Where in a sector its ships are: left, top, right and bottom, in parts of HEX; above is its name."""
FIELD_WITH_NOTE: Field = (-0.8, -0.6, 0.8, 0.52)
MUCH_LARGER = 1.15
LARGEST_SHIP, BASE_SIZE = 0.5, 0.62
SIZES = [LARGEST_SHIP - 0.01 * i for i in range(40)]
THING_SYMBOLS = ("token", "planet", "asteroid", "spaceport")
THING_WORDS = ("face-down token", "planet", "asteroid", "Spaceport")
THING_MARKS = ("?", "●", "∗", "$")
BASE_MARK = "⌂"
Point = tuple[float, float]


def side(position: Position, seat: int) -> SeatStyle:
    """GD-001: the colour that the seat plays."""
    colour = int(position.state.colour[seat])
    look = SEAT_STYLES[colour]
    return SeatStyle(SIDE_NAMES[colour], SIDE_NAMES[colour][0], look.colour, look.pattern)


def scene(position: Position) -> Scene:
    """The map, the ships, the players, what is asked of whom."""
    middles = sector_middles(position)
    overlays = marked(position)
    return Scene(
        title=position.game.title,
        width=round(max(x for x, _ in middles) + HEX * math.sqrt(3) / 2 + MARGIN, 1),
        height=round(max(y for _, y in middles) + HEX + MARGIN, 1),
        prompt=prompt(position),
        mood=GALAXY,
        styles=tuple(side(position, seat) for seat in range(s.SEATS)),
        places=tuple(sectors(position, middles)),
        pieces=tuple(pieces(position, middles)),
        seats=tuple(player(position, seat) for seat in range(s.SEATS)),
        buttons=tuple(buttons(position)),
        status=status(position),
        banners=tuple(banners(position)),
        overlays={name: tuple(sector_text(position, sector) for sector in found) for name, found in overlays.items()},
        shown=("reach", "must stop", "picked") if position.state.phase == s.MOVE_GO else ("combats",),
        panels=tuple(panels(position)),
    )


# ---------------------------------------------------------------- sectors


def sector_middles(position: Position) -> list[Point]:
    """Where each sector is drawn: pointy-top hexes."""
    cells = galaxy(position.options["map"]).cells
    across = [math.sqrt(3) * (q + r / 2) for q, r in cells]
    left = min(across) - math.sqrt(3) / 2
    return [
        (round((x - left) * HEX + MARGIN, 1), round((1.5 * r + 1) * HEX + MARGIN, 1))
        for x, (_, r) in zip(across, cells, strict=True)
    ]


def corners(x: float, y: float) -> tuple[Point, ...]:
    """The outline of a sector."""
    turns = [math.radians(60 * i - 90) for i in range(6)]
    return tuple((round(x + HEX * math.cos(turn), 1), round(y + HEX * math.sin(turn), 1)) for turn in turns)


def sectors(position: Position, middles: list[Point]) -> Iterator[Place]:
    """Every sector with its Thing, its holder and what is to be said of it now."""
    said = notes(position)
    for sector, name in enumerate(names(position)):
        x, y = middles[sector]
        thing = int(thing_at(position.state, sector))
        base = base_owner(position, sector)
        label, mark, owner = name, "", None
        if base is not None:
            armor = max(0, int(position.state.armor[base]))
            label, mark, owner = f"Starbase {name} of {position.name(base)}, Armor {armor}", BASE_MARK, base
        elif thing != s.NOWHERE:
            owner = sight.holder(position, sector) if thing in (s.PLANET, s.ASTEROID) else None
            label, mark = f"{THING_WORDS[thing]} {name}{worth(position, thing, owner)}", THING_MARKS[thing]
        yield Place(
            id=name,
            x=x,
            y=y,
            size=round(HEX * math.sqrt(3) / 2, 1),
            symbol="" if thing == s.NOWHERE else THING_SYMBOLS[thing],
            kind="" if thing == s.NOWHERE else THING_SYMBOLS[thing],
            mark=mark,
            owner=owner,
            label=label,
            note=said.get(sector, ""),
            outline=corners(x, y),
        )


def base_owner(position: Position, sector: int) -> int | None:
    """Whose Starbase is there."""
    return next((seat for seat in range(s.SEATS) if position.state.starbase[seat] == sector), None)


def worth(position: Position, thing: int, owner: int | None) -> str:
    """What a Thing gives, and to whom."""
    if thing == s.SPACEPORT:
        return f", a cargo sells for ${position.state.cargo_price}"
    if thing == s.TOKEN:
        return ""
    dollars = s.PLANET_INCOME if thing == s.PLANET else s.ASTEROID_INCOME
    return f", ${dollars} a turn for {'its holder' if owner is None else position.name(owner)}"


def marked(position: Position) -> dict[str, list[int]]:
    """The overlays: where the picked ship can go, where fights are to come, where the enemy can come."""
    now = position.state
    found: dict[str, list[int]] = {}
    if position.over or now.phase < s.MOVE_SELECT:
        return found
    if now.phase == s.MOVE_GO:
        seat, (_, ship_class) = int(now.turn), sight.picked(position)
        goals = list(sight.goals(position))
        found["reach"] = goals
        found["picked"] = [sight.picked(position)[0]]
        found["must stop"] = [goal for goal in goals if sight.stopped_on(position, seat, goal)]
        for effect in filter(None, [sight.effect_word(ship_class)]):
            found[effect] = [goal for goal in goals if sight.effect_on(position, seat, goal, ship_class)]
    fight = [int(now.fight)] if now.fight != s.NOWHERE else []
    found["combats"] = sorted([*sight.combats(position), *fight])
    viewer = int(now.turn) if position.seat is None else position.seat
    found["threatened"] = sorted(sight.threatened(position, viewer))
    return found


# ---------------------------------------------------------------- ships


def pieces(position: Position, middles: list[Point]) -> Iterator[Piece]:
    """Starbases, then in each sector the ships of both sides and the Pirates, side by side."""
    for seat in range(s.SEATS):
        if position.state.starbase[seat] != s.NOWHERE:
            yield starbase(position, seat, middles)
    here: dict[int, list[list[Piece]]] = {}
    for seat in range(s.SEATS):
        for squad in sight.squads(position, seat):
            parties = here.setdefault(squad.sector, [[], [], []])
            parties[seat].append(squadron(position, squad))
    for pirate in range(s.PIRATES):
        at = int(position.state.pirate_at[pirate])
        if at != s.NOWHERE:
            here.setdefault(at, [[], [], []])[s.PIRATE_SIDE].append(pirate_ship(position, pirate))
    noted = notes(position)
    for sector in sorted(here):
        yield from spread(here[sector], *middles[sector], sector in noted)


def starbase(position: Position, seat: int, middles: list[Point]) -> Piece:
    """It stands behind the ships of its sector."""
    sector, armor = int(position.state.starbase[seat]), max(0, int(position.state.armor[seat]))
    x, y = middles[sector]
    return Piece(
        id=sight.base_id(seat),
        place=sector_text(position, sector),
        x=x,
        y=y,
        size=round(HEX * BASE_SIZE, 1),
        symbol="starbase",
        owner=seat,
        text=f"{BASE_MARK}{armor}",
        label=f"{position.name(seat)}: Starbase with Armor {armor} on {sector_text(position, sector)}",
        fixed=True,
    )


def squadron(position: Position, squad: sight.Squad) -> Piece:
    """Ships of one class, or a stack of which only the top ship is seen; `spread` says where."""
    where, name = sector_text(position, squad.sector), ship_name(squad.ship_class)
    letter = sight.CLASS_LETTERS[squad.ship_class]
    shown = squad.many if squad.covered else squad.alive or squad.lost
    moves = shown - squad.moved
    if squad.covered:
        what, text = f"{name} on top of {squad.many} ships", f"{letter}+{squad.many - 1}"
    else:
        what = f"{shown} {name}s" if shown > 1 else name
        text = f"{shown if shown > 1 else ''}{letter}"
        if 0 < squad.moved < shown:
            what, text = f"{what} ({moves} can still move)", f"{moves}/{text}"
    lost = not squad.alive
    return Piece(
        id=sight.ship_id(position, squad.seat, squad.ship_class, squad.sector),
        place=where,
        x=0,
        y=0,
        size=0,
        symbol=sight.SHIP_SYMBOLS[squad.ship_class],
        owner=squad.seat,
        count=shown,
        text=text,
        label=f"{position.name(squad.seat)}: {what}{', lost' * lost} on {where}",
        spent=squad.moved == squad.many,
        crossed=lost,
        under=sight.SHIP_SYMBOLS[s.UNSEEN] if squad.covered else "",
    )


def pirate_ship(position: Position, pirate: int) -> Piece:
    """A ship of nobody."""
    where = sector_text(position, int(position.state.pirate_at[pirate]))
    lost = bool(position.state.pirate_note[pirate] & s.FALLEN)
    return Piece(
        id=sight.pirate_id(position, pirate),
        place=where,
        x=0,
        y=0,
        size=0,
        symbol=sight.PIRATE_SYMBOLS[pirate],
        text=f"p:{s.CLASS_CODES[s.PIRATE_CLASS[pirate]]}",
        label=f"{sight.PIRATE_WORDS[pirate]}{', lost' * lost} on {where}",
        spent=bool(position.state.pirate_note[pirate] & s.ACTED),
        crossed=lost,
    )


def spread(parties: list[list[Piece]], x: float, y: float, noted: bool) -> Iterator[Piece]:
    """Each party in rows of its own, or all in common rows where they can be drawn much larger so."""
    field = FIELD_WITH_NOTE if noted else FIELD
    left, top, right, bottom = field
    apart, together = largest(parties, field), largest([[piece for party in parties for piece in party]], field)
    size, rows = together if together[0] > MUCH_LARGER * apart[0] else apart
    for i, row in enumerate(rows):
        for j, piece in enumerate(row):
            across = (left + right) / 2 + (2 * j - len(row) + 1) * size
            down = (top + bottom) / 2 + (2 * i - len(rows) + 1) * size
            middle = round(x + HEX * across, 1), round(y + HEX * down, 1)
            yield replace(piece, x=middle[0], y=middle[1], size=round(HEX * size, 1))


def largest(parties: list[list[Piece]], field: Field) -> tuple[float, list[list[Piece]]]:
    """The largest size at which the rows of all parties fit into a sector, and these rows."""
    return next((size, rows) for size in SIZES if (rows := ranks(parties, size, field)))


def ranks(parties: list[list[Piece]], size: float, field: Field) -> list[list[Piece]]:
    """The rows of a sector with pieces of that size; none if they do not fit."""
    left, top, right, bottom = field
    in_row = int((right - left) / (2 * size) + 0.01)
    rows = [party[i : i + in_row] for party in parties if in_row for i in range(0, len(party), in_row)]
    return rows if len(rows) * 2 * size <= bottom - top + 0.01 else []
