"""The table as data: space and the worlds with their hexes, territory, pieces and portals. The cards, what stands
beside the maps, what is asked and which picks spell a move have modules of their own."""

import math
from collections.abc import Iterator

from quincunx.engine.plan import SPENT
from quincunx.engine.position import Position
from quincunx.engine.scene import SEAT_STYLES, Card, Link, Piece, Place, Scene, SeatStyle
from quincunx.games.connect_the_worlds import maps, sight
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.beside import VERDICT_MARKS, panels, player
from quincunx.games.connect_the_worlds.hands import SYMBOLS, cards_on_table, place_of_card
from quincunx.games.connect_the_worlds.moods import COSMOS
from quincunx.games.connect_the_worlds.names import cell_of, hex_name, world_of
from quincunx.games.connect_the_worlds.picking import continues, meant, picks
from quincunx.games.connect_the_worlds.prompts import banners, buttons, describe, prompt, status
from quincunx.games.connect_the_worlds.setup import PIECE_CODES, PIECE_NAMES
from quincunx.games.connect_the_worlds.sight import plural
from quincunx.games.connect_the_worlds.words import listed

__all__ = ["continues", "describe", "meant", "picks", "scene", "side"]

EMPIRES = (
    ("Blue", "#4a8bd6"),
    ("Red", "#d1495b"),
    ("Green", "#4c9f70"),
    ("Purple", "#9b78d3"),
    ("Orange", "#e08a3c"),
    ("Slate", "#7b97ab"),
)
"""2.2: the colours of the counter sheet."""
HOME_BOARDS, NEUTRAL_BOARDS = (1, 2, 3, 4, 6, 7), (5, 6)
"""2.6, CWR-04: the planet boards of home worlds and of the others."""
MOST_ON_BADGE, MOST_STRENGTHS = 9, 5
BASE_MARK, PORTAL_MARK, ORBIT_MARK = "⌂", "⇄", "◉"
Said = dict[int, list[str]]


def side(position: Position, seat: int) -> SeatStyle:
    """How a seat is told apart."""
    name, colour = EMPIRES[seat]
    return SeatStyle(name, name[0], colour, SEAT_STYLES[seat].pattern)


def scene(position: Position) -> Scene:
    """The maps, the cards, the players, what is asked of whom."""
    cards = cards_on_table(position)
    stacks, seen = sight.stacks(position), sight.forecasts(position)
    claims, said = sight.claims(position), notes(position, stacks, seen)
    overlays, gates = marked(position, seen), sight.portals(position)
    return Scene(
        title=position.game.title,
        width=maps.width_of(position),
        height=maps.height_of(position, 1 + max(card.row for card in cards)),
        prompt=prompt(position),
        mood=COSMOS,
        styles=tuple(side(position, seat) for seat in range(s.SEATS)),
        links=tuple(portals(position)),
        places=(
            *(hexagon(position, place, claims, stacks, gates, said) for place in sight.hexes(position)),
            *(title(position, world) for world in range(position.board.worlds)),
            *(place_of_card(position, card) for card in cards),
        ),
        pieces=(*hatches(position, claims), *badges(position, stacks), *forces(position, stacks, said)),
        seats=tuple(player(position, seat, sight.territories(position)) for seat in range(position.players)),
        buttons=tuple(buttons(position)),
        status=status(position),
        banners=tuple(banners(position)),
        overlays={name: tuple(sight.hex_id(place) for place in places) for name, places in overlays.items()},
        shown=("reach", "attacks", "picked"),
        panels=tuple(panels(position, seen)),
    )


# ---------------------------------------------------------------- hexes and worlds


def world_symbol(position: Position, world: int) -> str:
    """The disc of a world, in the colours of its planet board."""
    homes = position.players
    return f"world-{HOME_BOARDS[world] if world < homes else NEUTRAL_BOARDS[world - homes]}"


def hexagon(
    position: Position,
    place: int,
    claims: dict[int, list[int]],
    stacks: dict[int, list[sight.Stack]],
    gates: list[tuple[int, int]],
    said: Said,
) -> Place:
    """A hex with its world if it is an orbit, its empire, and what is to be said of it now."""
    x, y = maps.hex_middle(position, place)
    q, r = cell_of(place)
    world = int(position.board.world_at[place]) if place < s.SPACE_HEXES else s.NOWHERE
    orbit = world != s.NOWHERE
    kind = "orbit" if orbit else "space" if world_of(place) == s.NOWHERE else "ground"
    return Place(
        id=sight.hex_id(place),
        x=x,
        y=y,
        size=maps.LEVEL,
        symbol=world_symbol(position, world) if orbit else "",
        kind=kind,
        mark=ORBIT_MARK if orbit else "",
        owner=claims[place][0] if place in claims else None,
        label=hex_label(position, place, world, claims.get(place, []), stacks.get(place, []), gates),
        note=" ".join(said.get(place, [])),
        outline=maps.hex_corners(x, y),
        caption=f"W{world}" if orbit else f"{q},{r}",
    )


def hex_label(
    position: Position,
    place: int,
    world: int,
    claimed: list[int],
    here: list[sight.Stack],
    gates: list[tuple[int, int]],
) -> str:
    """A hex in words: whose territory it is, and who stands there."""
    said = [hex_name(place) + (f", orbit of W{world}" if world != s.NOWHERE else "")]
    if claimed:
        said.append(f"territory of {listed([position.name(seat) for seat in claimed])}")
    said += [stack_words(position, stack) for stack in here]
    ends = [b if a == place else a for a, b in gates if place in (a, b)]
    said += [f"portal to {hex_name(end)}" for end in ends]
    return "; ".join(said)


def stack_words(position: Position, stack: sight.Stack) -> str:
    """Pieces in words: `Ann: 2 Assault Teams, strength 2, locked`."""
    name = PIECE_NAMES[stack.kind]
    what = f"{stack.many} × {name}" if stack.many > 1 else name
    strength = f"strength {position.board.strength[stack.kind]}"
    return f"{position.name(stack.owner)}: {what}, {strength}{', locked' * stack.locked}"


def title(position: Position, world: int) -> Place:
    """A world's own card over its map; an enemy in orbit is marked."""
    x, y = maps.title_middle(position, world)
    settler, above = int(position.state.settler[world]), sight.blockades(position).get(world)
    home = None if settler == s.NOBODY else settler
    to_take = position.state.round_no == 0 and world < position.board.homes
    said = [f"World W{world}", "nobody's home" if home is None else f"home of {position.name(home)}"]
    if above is not None:
        said.append(f"{position.name(above)} blockades its orbit")
    return Place(
        id=sight.world_id(world),
        x=x,
        y=y,
        size=maps.TITLE_WIDTH / 2,
        symbol=world_symbol(position, world),
        kind="world",
        owner=home,
        label="; ".join(said),
        outline=maps.box(x, y, maps.TITLE_WIDTH, maps.TITLE_HEIGHT),
        caption=f"W{world}" + "!" * (above is not None),
        card=Card(
            title=f"{position.name(home)}'s home" if home is not None else "free" if to_take else "neutral",
            corner=f"W{world}",
            marks=("blockade",) if above is not None else (),
        ),
    )


def notes(position: Position, stacks: dict[int, list[sight.Stack]], seen: dict[int, sight.Forecast]) -> Said:
    """On a hex: the strengths in the order in which they defend, the numbers of its portals, and what would come of
    going there."""
    found: Said = {}
    for place, here in stacks.items():
        found[place] = [strengths(position, here)]
    for number, ends in enumerate(sight.portals(position), 1):
        for place in ends:
            found.setdefault(place, []).append(f"{PORTAL_MARK}{number}")
    for place, what in seen.items():
        if what.verdict:
            found.setdefault(place, []).append(VERDICT_MARKS[what.verdict])
        else:
            found.setdefault(place, []).append(f"{what.gain:+}")
    return found


def strengths(position: Position, here: list[sight.Stack]) -> str:
    """`2·2·4·⌂1`; of many units only how many there are."""
    strength = position.board.strength
    units = [str(strength[stack.kind]) for stack in here for _ in range(stack.many) if stack.kind >= s.BASES]
    base = [f"{BASE_MARK}{strength[stack.kind]}" for stack in here if stack.kind < s.BASES]
    if position.board.high_first:
        units.reverse()
    return "·".join([*units, *base] if len(units) <= MOST_STRENGTHS else [f"{len(units)}×", *base])


def marked(position: Position, seen: dict[int, sight.Forecast]) -> dict[str, list[int]]:
    """The overlays: what can be picked, what an attack would bring, where the picked piece is."""
    now, found = position.state, dict[str, list[int]]()
    if position.over or not sight.decides_here(position):
        return found
    offered = sight.offered_hexes(position)
    if now.phase == s.SETUP_WORLD:
        offered = [int(position.board.orbit[number - s.WORLD_MOVE]) for number in position.moves.numbers]
    attacks = {place: what.verdict for place, what in seen.items() if what.verdict}
    found["reach"] = [place for place in offered if place not in attacks]
    found["attacks"] = list(attacks)
    for verdict in VERDICT_MARKS:
        found[verdict] = [place for place, what in attacks.items() if what == verdict]
    found["picked"] = [int(now.picked)] if now.picked != s.NOWHERE else []
    return {name: places for name, places in found.items() if places}


def portals(position: Position) -> Iterator[Link]:
    """CW-206: a line from base to base, also from map to map."""
    for one, other in sight.portals(position):
        points = maps.hex_middle(position, one), maps.hex_middle(position, other)
        yield Link(sight.hex_id(one), sight.hex_id(other), points, "portal")


# ---------------------------------------------------------------- pieces


def hatches(position: Position, claims: dict[int, list[int]]) -> Iterator[Piece]:
    """CW-232: stripes in the colour of everybody else whose territory a hex is as well."""
    for place, seats in claims.items():
        for number, seat in enumerate(seats[1:]):
            x, y = maps.hex_middle(position, place)
            yield Piece(
                id=f"claim:{hex_name(place)}:{seat}",
                place=sight.hex_id(place),
                x=x,
                y=y,
                size=maps.HEX,
                symbol=f"claim-{number % 2}",
                owner=seat,
                text="/",
                label=f"also territory of {position.name(seat)}",
                fixed=True,
            )


def badges(position: Position, stacks: dict[int, list[sight.Stack]]) -> Iterator[Piece]:
    """How many bases and units of whom are on each world: at its disc in space, and beside its title."""
    for world in range(position.board.worlds):
        counts: dict[tuple[int, str], int] = {}
        for place, here in stacks.items():
            for stack in here if world_of(place) == world else ():
                key = stack.owner, "bases" if stack.kind < s.BASES else "units"
                counts[key] = counts.get(key, 0) + stack.many
        orbit = int(position.board.orbit[world])
        spots = {
            sight.hex_id(orbit): (maps.hex_middle(position, orbit), True),
            sight.world_id(world): (maps.title_middle(position, world), False),
        }
        for where, ((x, y), small) in spots.items():
            for i, ((seat, what), many) in enumerate(sorted(counts.items())):
                turn = math.radians(90 + 30 * ((i + 1) // 2) * (-1) ** i)
                dx, dy = (38 * math.cos(turn), 31 * math.sin(turn)) if small else (92 + 64 * i, 0)
                yield Piece(
                    id=f"{what}:{seat}@{where}",
                    place=where,
                    x=round(x + dx, 1),
                    y=round(y + dy, 1),
                    size=12 if small else 27,
                    symbol=f"{what}-{min(many, MOST_ON_BADGE)}",
                    owner=seat,
                    text=f"{BASE_MARK if what == 'bases' else '▲'}{many}",
                    label=f"{position.name(seat)}: {plural(many, what[:-1])} on W{world}",
                    fixed=small,
                )


def forces(position: Position, stacks: dict[int, list[sight.Stack]], said: Said) -> Iterator[Piece]:
    """Bases and units, side by side in their hexes."""
    for place, here in stacks.items():
        yield from maps.spread(
            [force(position, stack) for stack in here], *maps.hex_middle(position, place), place in said
        )


def force(position: Position, stack: sight.Stack) -> Piece:
    """Equal pieces; `spread` says where. CW-127: what is locked has a lock, and a tick in the terminal."""
    return Piece(
        id=sight.stack_id(stack.place, stack.kind, stack.locked),
        place=sight.hex_id(stack.place),
        x=0,
        y=0,
        size=0,
        symbol=SYMBOLS[s.ACTIONS + stack.kind] + "-locked" * stack.locked,
        owner=stack.owner,
        count=stack.many,
        text=f"{stack.many if stack.many > 1 else ''}{PIECE_CODES[stack.kind]}{SPENT * stack.locked}",
        label=f"{stack_words(position, stack)}; on {hex_name(stack.place)}",
    )
