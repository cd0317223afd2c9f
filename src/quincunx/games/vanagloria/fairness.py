"""How even a board is for its players, and random boards that are even (rules, section 2.3)."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, permutations
from random import Random

from quincunx.games.vanagloria.boards import (
    COPIES,
    DESIGNS,
    ENTRANCE,
    FEWEST,
    KIND_NAMES,
    MOST,
    SIDES,
    TILES,
    BoardError,
    Cell,
    Entrance,
    Graph,
    Layout,
    Tile,
    beyond,
    facts,
    kind_of,
    moves_from,
    problems,
    trace,
    turned,
)

SHARE_BOUND = 0.12
"""Shares may differ by this part of their mean on an even board."""
ROUNDING = 1e-9
ENERGY_BOUND = 2
REACHES = range(2, 7)
POINTS = {KIND_NAMES.index(kind): points for kind, points in facts("vanagloria")["points"].items()}
"""Energy points of a kind of platform; they are the same in Orbit Cubes."""


@dataclass(frozen=True)
class Evenness:
    """The evenness report of a board; every row has one entry per seat."""

    near: tuple[tuple[int | None, ...], ...]
    """Moves to the nearest radio, shield, weapons, alpha and beta; None for a kind that the board does not have."""
    energy: tuple[tuple[int, ...], ...]
    """Energy points within 2, 3, 4, 5 and 6 moves."""
    share: tuple[float, ...]
    """Energy points that this entrance is nearest to, split equally on ties."""
    opp: tuple[tuple[int, ...], ...]
    """Moves to the platforms in front of the other entrances, ascending."""
    reasons: tuple[str, ...]
    """What makes the board uneven, a sentence each."""

    @property
    def even(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


def evenness(graph: Graph, bound: float = SHARE_BOUND) -> Evenness:
    """What each entrance of a legal board is near to. An uneven board is legal: warn, never forbid (R-27).

    >>> from quincunx.games.vanagloria.boards import preset
    >>> report = evenness(trace(preset("p4a")))
    >>> report.near[0], report.energy[0], report.share[0], report.opp[0], report.even
    ((2, 1, 3, 3, 2), (4, 8, 12, 12, 12), 3.0, (3, 3, 5), True)
    """
    seats = range(len(graph.entrances))
    moves = [moves_from(graph, entrance) for entrance in graph.entrances]
    share = [Fraction(0) for _ in seats]
    energy_nodes = [(node, POINTS[kind]) for node, kind in enumerate(graph.kinds) if kind in POINTS]
    for node, points in energy_nodes:
        nearest = min((moves[seat][node] for seat in seats if node in moves[seat]), default=None)
        closest = [seat for seat in seats if nearest is not None and moves[seat].get(node) == nearest]
        for seat in closest:
            share[seat] += Fraction(points, len(closest))
    near, energy, opp = [], [], []
    for seat in seats:
        near.append(tuple(_nearest(graph, moves[seat], kind) for kind in range(ENTRANCE + 1, len(KIND_NAMES))))
        energy.append(tuple(sum(p for node, p in energy_nodes if moves[seat].get(node, d + 1) <= d) for d in REACHES))
        fronts = [graph.links[graph.entrances[other]] for other in seats if other != seat]
        reached = [[moves[seat][node] for node in front if node in moves[seat]] for front in fronts]
        opp.append(tuple(sorted(min(front) for front in reached if front)))
    return Evenness(
        tuple(near),
        tuple(energy),
        tuple(map(float, share)),
        tuple(opp),
        tuple(_reasons([graph.names[node] for node in graph.entrances], near, energy, share, opp, bound)),
    )


def _nearest(graph: Graph, moves: dict[int, int], kind: int) -> int | None:
    return min((count for node, count in moves.items() if graph.kinds[node] == kind), default=None)


def _reasons(
    names: list[str],
    near: list[tuple[int | None, ...]],
    energy: list[tuple[int, ...]],
    share: list[Fraction],
    opp: list[tuple[int, ...]],
    bound: float,
) -> Iterator[str]:
    def each(values: tuple[object, ...]) -> str:
        return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True)) + "."

    for kind, counts in zip(KIND_NAMES[ENTRANCE + 1 :], zip(*near, strict=True), strict=True):
        if len(set(counts)) > 1:
            yield f"The nearest {kind} platform is not equally far from all: moves {each(counts)}"
    for reach, points in zip(REACHES, zip(*energy, strict=True), strict=True):
        if max(points) - min(points) > ENERGY_BOUND:
            yield f"Within {reach} moves stand energy points that differ by more than {ENERGY_BOUND}: {each(points)}"
    mean, spread = float(sum(share)) / len(share), float(max(share) - min(share))
    if spread > bound * mean + ROUNDING:
        shown = each(tuple(f"{float(part):.2f}" for part in share))
        yield f"The shares of energy points differ by {spread / mean:.0%} of their mean, more than {bound:.0%}: {shown}"
    if len(set(opp)) > 1:
        yield f"The opponents are not equally far: moves {each(tuple(' '.join(map(str, moves)) for moves in opp))}"


# Random boards. Seats are even when a symmetry of the graph takes every entrance to every other. For two and four
# players the rooms themselves are laid out symmetrically. Squares know no symmetry of three, five or six: there the
# same rooms are repeated along a ring or around a hub, and only their corridors, not their places, repeat.

HOME, HOME_FRONT = "DOCK", "s"
"""As on the presets, every entrance opens on the shield platform of such a room."""
USUAL_ROOMS = {2: (7, 17), 3: (6, 18), 4: (9, 19), 5: (10, 19), 6: (12, 20)}
CLOSEST_OPPONENT, SMALLEST_SHARE = 3, 3
"""As on the tightest presets."""
PATIENCE = 60
"""How often a step of the building may fail before the board is given up."""


class Plan:
    """A board being built: designs and rotations by cell, and what is left in the box."""

    def __init__(self) -> None:
        self.rooms: dict[Cell, tuple[str, int]] = {}
        self.spare = Counter({design: len(tiles) for design, tiles in COPIES.items()})
        self.homes: list[Cell] = []

    def copy(self) -> "Plan":
        """The same plan again, free to go its own way."""
        other = Plan()
        other.rooms, other.spare, other.homes = dict(self.rooms), self.spare.copy(), self.homes
        return other

    def put(self, cell: Cell, design: str, rotation: int) -> None:
        """Lays a room."""
        self.rooms[cell] = design, rotation % len(SIDES)
        self.spare[design] -= 1

    def behind(self, cell: Cell, side: str) -> str | None:
        """The platform behind a side of a room; None at a wall and where no room is."""
        design, rotation = self.rooms.get(cell, (None, 0))
        return DESIGNS[design].behind(side, rotation) if design else None

    def contacts(self, cell: Cell, design: str, rotation: int) -> list[str]:
        """The sides on which a room put here would join corridors with its neighbours."""
        return [s for s in SIDES if DESIGNS[design].behind(s, rotation) and self.behind(beyond(cell, s), turned(s, 2))]

    def open_sides(self, cell: Cell, platform: str) -> list[str]:
        """Where corridors from a platform leave its room into an empty cell."""
        return [s for s in SIDES if self.behind(cell, s) == platform and beyond(cell, s) not in self.rooms]

    def outside(self) -> set[Cell]:
        """The empty cells around the board, without the holes in it."""
        xs, ys = zip(*self.rooms, strict=True)
        reached = {(min(xs) - 1, min(ys) - 1)}
        for cell in (queue := list(reached)):
            for x, y in (beyond(cell, side) for side in SIDES):
                inside = min(xs) - 1 <= x <= max(xs) + 1 and min(ys) - 1 <= y <= max(ys) + 1
                if inside and (x, y) not in self.rooms and (x, y) not in reached:
                    reached.add((x, y))
                    queue.append((x, y))
        return reached


def generate(
    players: int,
    *,
    seed: int,
    rooms: int | None = None,
    bound: float = SHARE_BOUND,
    tries: int = 1500,
    progress: Callable[[int], None] | None = None,
) -> Layout:
    """A random legal board with all five kinds of platforms whose evenness report, with this bound, says "even".

    The same arguments always give the same board. `progress` is told the number of tries so far.

    >>> board = generate(5, seed=1)
    >>> problems(board, 5) is None, evenness(trace(board)).even
    (True, True)
    """
    if not FEWEST <= players <= MOST:
        raise BoardError("B0", f"The game is for {FEWEST} to {MOST} players.")
    if rooms is not None and not players <= rooms <= len(TILES):
        raise BoardError(
            "B0", f"A board for {players} has {players} to {len(TILES)} rooms. Choose a number among them."
        )
    random = Random(seed)
    for number in range(tries):
        if progress:
            progress(number)
        if number % PATIENCE == 0:
            build, size = random.choice(WAYS[players]), rooms or random.randint(*USUAL_ROOMS[players])
        plan = build(random, players, size)
        if len(plan.homes) != players:
            continue
        if rooms:
            add_neutral_rooms(plan, random, rooms)
        layout = write_down(plan, seed, random)
        if layout and rooms in (None, len(layout.tiles)) and is_good(layout, bound):
            return layout
    usual = " to ".join(map(str, USUAL_ROOMS[players]))
    wish = f" with {rooms} rooms" if rooms else ""
    raise BoardError(
        "B0",
        f"No even board for {players} players{wish} was found in {tries} tries. "
        f"Try another seed, {usual} rooms, a bound of {SHARE_BOUND} or more, or more tries.",
    )


def is_good(layout: Layout, bound: float) -> bool:
    """Legal, even, with something of everything, enough for all, and nobody sits on another's doorstep."""
    if problems(layout, layout.players):
        return False
    graph = trace(layout)
    if set(graph.kinds) != set(range(len(KIND_NAMES))):
        return False
    report = evenness(graph, bound)
    return report.even and min(chain(*report.opp)) >= CLOSEST_OPPONENT and min(report.share) >= SMALLEST_SHARE


def write_down(plan: Plan, seed: int, random: Random) -> Layout | None:
    """The plan as a board, entrances clockwise from the west (R-32); None if an entrance has no place."""
    free = plan.outside()
    tokens = []
    for home in plan.homes:
        sides = [side for side in plan.open_sides(home, HOME_FRONT) if beyond(home, side) in free]
        if not sides:
            return None
        tokens.append((home, random.choice(sides)))
        free.remove(beyond(*tokens[-1]))
    (left, top), (right, bottom) = (tuple(pick(axis) for axis in zip(*plan.rooms, strict=True)) for pick in (min, max))

    def clockwise(token: tuple[Cell, str]) -> float:
        x, y = beyond(*token)
        return (math.atan2(2 * y - top - bottom, 2 * x - left - right) - math.pi) % math.tau

    tokens.sort(key=clockwise)
    label = {(x, y): f"{y - top + 1}{chr(ord('A') + x - left)}" for x, y in plan.rooms}
    box = {design: iter(tiles) for design, tiles in COPIES.items()}
    tiles = []
    for x, y in sorted(plan.rooms, key=lambda cell: cell[::-1]):
        design, rotation = plan.rooms[x, y]
        tiles.append(Tile(label[x, y], next(box[design]), x - left, y - top, rotation))
    entrances = tuple(Entrance(seat, label[home], side) for seat, (home, side) in enumerate(tokens))
    number = seed % 2**64
    id = f"random-{len(entrances)}-{number}"
    return Layout(id, f"Random board {number}", len(entrances), tuple(tiles), entrances)


def add_neutral_rooms(plan: Plan, random: Random, rooms: int) -> None:
    """Fill up to the number of rooms asked for, first with rooms that hold no energy."""
    for _ in range(PATIENCE):
        if len(plan.rooms) >= rooms:
            return
        spare = [d for d, count in plan.spare.items() if count > 0]
        spare = [d for d in spare if not any(kind_of(p) in POINTS for p in DESIGNS[d].platforms)] or spare
        cell, design, rotation = random.choice(frontier(plan)), random.choice(spare), random.randrange(len(SIDES))
        if len(plan.contacts(cell, design, rotation)) == 1:
            plan.put(cell, design, rotation)


def frontier(plan: Plan) -> list[Cell]:
    """The empty cells beside rooms, those beside several rooms more than once."""
    around = (beyond(cell, side) for cell in plan.rooms for side in SIDES)
    return [cell for cell in around if cell not in plan.rooms]


# Two and four players: rooms in symmetric places.

GROUPS = {
    2: (((0, False), (2, False)), ((0, False), (0, True))),
    4: (
        tuple((turns, False) for turns in range(4)),
        tuple((turns, mirror) for turns in (0, 2) for mirror in (False, True)),
    ),
}
"""Point or mirror symmetry; quarter turns or two mirrors. A motion: quarter turns, after mirroring east-west or not."""


@cache
def symmetries(design: str, direction: int) -> frozenset[int]:
    """All k for which side p -> k + direction * p takes the design to itself (direction -1: mirrored)."""
    plan = DESIGNS[design]
    behind = [plan.ports.get(side) for side in SIDES]
    links = {frozenset(link) for link in plan.links}
    found = set()
    for k in range(len(SIDES)):
        for images in permutations(plan.platforms):
            to = dict(zip(plan.platforms, images, strict=True))
            if (
                all(kind_of(one) == kind_of(other) for one, other in to.items())
                and all(behind[(k + direction * p) % 4] == (end and to[end]) for p, end in enumerate(behind))
                and {frozenset(to[end] for end in link) for link in links} == links
            ):
                found.add(k)
    return frozenset(found)


@dataclass(frozen=True)
class Motions:
    """A group of motions around a centre: a cell, the middle of a side of one, or a corner."""

    group: tuple[tuple[int, bool], ...]
    x: int
    y: int

    def images(self, cell: Cell, design: str, rotation: int) -> dict[Cell, int]:
        """A room and all its images; none if its place asks for more symmetry than it has."""
        found: dict[Cell, int] = {}
        for turns, mirror in self.group:
            (x, y), turn = cell, rotation
            if mirror:
                if not symmetries(design, -1):
                    return {}
                x, turn = self.x - x, -rotation - min(symmetries(design, -1))
            if turns == 2:
                x, y = self.x - x, self.y - y
            elif turns:
                x, y = (self.x - y, x) if turns == 1 else (y, self.y - x)
            turn += turns
            if (turn - found.setdefault((x, y), turn)) % len(SIDES) not in symmetries(design, 1):
                return {}
        return found


def symmetric(random: Random, players: int, size: int) -> Plan:
    """Put rooms and all their images beside those already there, the homes last."""
    plan = Plan()
    group, x, y = random.choice(GROUPS[players]), random.randint(0, 1), random.randint(0, 1)
    motions = Motions(group, x, x if (1, False) in group else y)

    def put(design: str, fewest: int, most: int) -> list[Cell]:
        cell, rotation = random.choice(frontier(plan) or [(0, 0), (1, 0), (1, 1)]), random.randrange(len(SIDES))
        images = motions.images(cell, design, rotation)
        joined = not plan.rooms or plan.contacts(cell, design, rotation)
        if not joined or not fewest <= len(images) <= min(most, plan.spare[design]):
            return []
        for image, turn in images.items():
            plan.put(image, design, turn)
        return [*images]

    for _ in range(PATIENCE):
        if len(plan.rooms) < size - players:
            fields = plan.spare - Counter({HOME: players})
            put(random.choice([*fields.elements()]), 1, size - players - len(plan.rooms))
    for _ in range(PATIENCE):
        plan.homes = plan.homes or put(HOME, players, players)
    return plan


# Three, five and six players: the same rooms again and again along a ring or around a hub.

Role = list[tuple[Cell, str]]
"""Platforms that take the same part on the board, each for another player or another group of players."""
Passage = tuple[int, str, str, str]
"""A room of a ring: its part, its design, and the platforms at which the ring comes in and goes out."""


def ringed(random: Random, players: int, size: int) -> Plan:
    """A ring and rooms around it."""
    return surrounded(*ring(random, players, size), random, players, size)


def starred(random: Random, players: int, size: int) -> Plan:
    """A hub and rooms around it."""
    return surrounded(*hub(random, players), random, players, size)


WAYS = {2: (symmetric,), 3: (ringed, starred), 4: (symmetric,), 5: (ringed, starred), 6: (ringed, starred)}


def surrounded(plan: Plan, roles: list[Role], random: Random, players: int, size: int) -> Plan:
    """Add rooms, at all platforms that take the same part at once; the homes last, unless they are there already."""
    for _ in range(PATIENCE if roles else 0):
        left = size - len(plan.rooms) - (0 if plan.homes else players)
        if left <= 0 and plan.homes:
            break
        role = random.choice(roles)
        each = random.choice((1, max(1, players // len(role))))
        design = random.choice([*plan.spare]) if left > 0 else HOME
        homes = design == HOME and not plan.homes and each * len(role) == players
        if homes or each * len(role) <= left:
            grown, cells = attached(plan, random, role, design, each)
            if cells:
                plan = grown
                roles += [[(cell, platform) for cell in cells] for platform in DESIGNS[design].platforms]
                plan.homes = cells if homes else plan.homes
    return plan


def attached(plan: Plan, random: Random, role: Role, design: str, each: int) -> tuple[Plan, list[Cell]]:
    """The plan with new rooms at every platform of a role, joined by one corridor only; no cells if they don't fit."""
    plan = plan.copy()
    cells: list[Cell] = []
    entry = random.choice([*DESIGNS[design].ports.values()])
    if plan.spare[design] < each * len(role):
        return plan, []
    for cell, platform in role:
        sides = plan.open_sides(cell, platform)
        random.shuffle(sides)
        wanted = len(cells) + each
        for side in sides:
            way_in, place = turned(side, 2), beyond(cell, side)
            fitting = [
                rotation
                for rotation in range(len(SIDES))
                if DESIGNS[design].behind(way_in, rotation) == entry
                and plan.contacts(place, design, rotation) == [way_in]
            ]
            if fitting and len(cells) < wanted:
                plan.put(place, design, random.choice(fitting))
                cells.append(place)
        if len(cells) < wanted:
            return plan, []
    return plan, cells


def ring(random: Random, players: int, size: int) -> tuple[Plan, list[Role]]:
    """Rooms in a ring, the same for every player or, for six, mirrored from one player to the next."""
    plan = Plan()
    passages = mirrored_parts(random, players) if players == MOST else equal_parts(random, players, size)
    if not passages or len(passages) > size:
        return plan, []
    cells = loop(random, len(passages))
    roles: dict[tuple[int, str], Role] = {}
    for i, (part, design, way_in, way_out) in enumerate(passages):
        cell, before, after = cells[i], cells[i - 1], cells[(i + 1) % len(cells)]
        ends = {
            side: way_in if beyond(cell, side) == before else way_out
            for side in SIDES
            if beyond(cell, side) in (before, after)
        }
        fitting = [
            rotation
            for rotation in range(len(SIDES))
            if all(DESIGNS[design].behind(side, rotation) == end for side, end in ends.items())
            and set(plan.contacts(cell, design, rotation)) <= set(ends)
        ]
        if not fitting:
            return Plan(), []
        plan.put(cell, design, random.choice(fitting))
        for platform in DESIGNS[design].platforms:
            roles.setdefault((part, platform), []).append((cell, platform))
        if design == HOME:
            plan.homes = [cell for cell, platform in roles[part, HOME_FRONT]]
    return plan, [*roles.values()]


def loop(random: Random, length: int) -> list[Cell]:
    """A closed walk over cells that visits none twice: bulges grow out of a square."""
    cells = [(0, 0), (1, 0), (1, 1), (0, 1)]
    while len(cells) < length:
        i, side = random.randrange(len(cells)), random.choice(SIDES)
        bulge = [beyond(cells[i - 1], side), beyond(cells[i], side)]
        if not set(bulge) & set(cells):
            cells[i:i] = bulge
    return cells


def equal_parts(random: Random, players: int, size: int) -> list[Passage]:
    """The same designs, joined in the same way, for every player. A ring of squares has an even number of rooms."""
    box = [design for design, tiles in COPIES.items() for _ in range(len(tiles) // players)]
    lengths = [length for length in (2, 4, 6) if length <= min(len(box), size // players)]
    if not lengths:
        return []
    parts = []
    for part, design in enumerate(random.sample(box, random.choice(lengths))):
        way_in, way_out = random.sample([*DESIGNS[design].ports.values()], 2)
        parts.append((part, design, way_in, way_out))
    return parts * players


def mirrored_parts(random: Random, players: int) -> list[Passage]:
    """Two kinds of mirrors take turns; between them lie the same rooms, there and back."""
    mirrors = [
        (design, platform)
        for design, tiles in COPIES.items()
        for platform in DESIGNS[design].platforms
        if len(tiles) >= players // 2 and [*DESIGNS[design].ports.values()].count(platform) > 1
    ]
    between = [mirror for mirror in mirrors if len(COPIES[mirror[0]]) >= players]
    way = [random.choice(mirrors), *random.sample(between, random.randint(1, len(between))), random.choice(mirrors)]
    parts = [(part, design, platform, platform) for part, (design, platform) in enumerate(way)]
    passages = (parts + parts[-2:0:-1]) * (players // 2)
    used = Counter(design for _, design, _, _ in passages)
    return passages if all(count <= len(COPIES[design]) for design, count in used.items()) else []


def hub(random: Random, players: int) -> tuple[Plan, list[Role]]:
    """Rooms in the middle with a corridor for everybody."""
    plan = Plan()
    if players == 5:  # alphas in a pentagon
        plan.put((0, 0), "DUO", 0)
        role = [((0, 0), "a1"), ((0, 0), "a2")]
        for cell in ((1, 0), (1, 1), (0, 1)):
            plan.put(cell, "CORE", 0)
            role.append((cell, "a"))
        return plan, [role]
    # one hall for three, two for six, perhaps with a room between them
    halls = players // 3
    ports = {design: [*DESIGNS[design].ports.values()] for design, tiles in COPIES.items() if len(tiles) >= halls}
    design = random.choice([design for design, ends in ports.items() if ends.count(ends[0]) >= halls + 2])
    cells = [(0, 0), (random.choice((1, 2)), 0)][:halls]
    for cell in cells:
        plan.put(cell, design, random.randrange(len(SIDES)))
    if (2, 0) in cells:
        plan.put((1, 0), random.choice([*+plan.spare]), random.randrange(len(SIDES)))
    return plan, [[(cell, ports[design][0]) for cell in cells]]
