"""The boards of both games: from rooms and homes to platforms and links (rules, sections 2.2 to 2.5)."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, TypeVar

from quincunx.engine.errors import QuincunxError

ENTRANCE, RADIO, SHIELD, WEAPONS, ALPHA, BETA = range(6)
KIND_NAMES = ("entrance", "radio", "shield", "weapons", "alpha", "beta")

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The four sides of a room, clockwise, and where the cell beyond lies."""
SIDES = tuple(STEPS)
ROOM = 100.0
"""Length of a room's side on the drawing."""
TOKEN_GAP = 30.0
"""How far outside its room an Entrance token is drawn."""
POLAR_UNIT = 60.0
FARTHEST_CELL = 99
LONGEST_LABEL = 8
LONGEST_NAME = 64

Cell = tuple[int, int]
Point = tuple[float, float]
T = TypeVar("T")


class BoardError(QuincunxError):
    """Why a board cannot be played on: a code of section 2.3 (B0: there is no such board) and a sentence.

    >>> print(BoardError("B6", "Nobody can score."))
    B6: Nobody can score.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


@cache
def facts(game: str) -> Mapping[str, Any]:
    """A data file of this folder, "vanagloria" or "orbit_cubes".

    >>> facts("vanagloria")["limits"]["plain"]
    12
    """
    return tomllib.loads((files(__package__) / "data" / f"{game}.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Tile:
    """A room on the table: which of the 25, in which cell, turned clockwise by so many quarters."""

    label: str
    tile: str
    x: int
    y: int
    rotation: int

    @property
    def cell(self) -> Cell:
        """Where it lies."""
        return self.x, self.y


@dataclass(frozen=True)
class Entrance:
    """A player's Entrance token, beside a room."""

    seat: int
    label: str
    side: str


@dataclass(frozen=True)
class Layout:
    """A composed board of Vanagloria Galaxy: rooms and Entrance tokens.

    >>> Layout.from_json(preset("p4a").as_json()) == preset("p4a")
    True
    """

    id: str
    name: str
    players: int
    tiles: tuple[Tile, ...]
    entrances: tuple[Entrance, ...]

    def as_json(self) -> dict[str, Any]:
        """The board as JSON values; `from_json` reads them."""
        return {
            "id": self.id,
            "name": self.name,
            "players": self.players,
            "tiles": [[t.label, t.tile, t.x, t.y, t.rotation] for t in self.tiles],
            "entrances": [[e.seat, e.label, e.side] for e in self.entrances],
        }

    @staticmethod
    def from_json(data: object) -> "Layout":
        """The board that was written down, or a BoardError that says what is wrong with the writing."""
        if not isinstance(data, dict):
            raise BoardError("B1", "A board is an object with id, name, players, tiles and entrances.")
        return Layout(
            _text(data.get("id"), LONGEST_NAME, "The board's id"),
            _text(data.get("name"), LONGEST_NAME, "The board's name"),
            _whole(data.get("players"), FEWEST, MOST, "B2", "The number of players"),
            tuple(_tile(i, row) for i, row in _rows(data, "tiles", 5, "B1")),
            tuple(_entrance(i, row) for i, row in _rows(data, "entrances", 3, "B2")),
        )


def _text(value: object, longest: int, what: str, code: str = "B1") -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise BoardError(code, f"{what} must be a text of 1 to {longest} printable characters.")
    return value


def _whole(value: object, least: int, most: int, code: str, what: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BoardError(code, f"{what} must be a whole number from {least} to {most}.")
    return value


def _rows(data: Mapping[object, object], key: str, width: int, code: str) -> list[tuple[int, list[object]]]:
    rows = data.get(key)
    if not isinstance(rows, list) or len(rows) > len(TILES):
        raise BoardError(code, f"The board's {key} must be a list of at most {len(TILES)} entries.")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != width:
            raise BoardError(code, f"Entry {number} of the board's {key} must be a list of {width} values.")
    return list(enumerate(rows, 1))


def _tile(number: int, row: list[object]) -> Tile:
    label = _text(row[0], LONGEST_LABEL, f"The label of tile entry {number}")
    if not (label.isascii() and label.isalnum()):
        raise BoardError("B1", f"The label {label!r} must consist of the letters A-Z, a-z and digits only.")
    return Tile(
        label,
        _text(row[1], LONGEST_LABEL, f"The tile of room {label}"),
        _whole(row[2], -FARTHEST_CELL, FARTHEST_CELL, "B1", f"x of room {label}"),
        _whole(row[3], -FARTHEST_CELL, FARTHEST_CELL, "B1", f"y of room {label}"),
        _whole(row[4], 0, len(SIDES) - 1, "B1", f"The rotation of room {label}"),
    )


def _entrance(number: int, row: list[object]) -> Entrance:
    seat = _whole(row[0], 0, MOST - 1, "B2", f"The seat of entrance entry {number}")
    label = _text(row[1], LONGEST_LABEL, f"The room of entrance E{seat}", "B2")
    if not isinstance(row[2], str) or row[2] not in SIDES:
        raise BoardError("B2", f"The side of entrance E{seat} must be one of N, E, S and W.")
    return Entrance(seat, label, row[2])


@dataclass(frozen=True)
class Design:
    """What is printed on a room: platforms, links between them, and where the corridor behind each port leads."""

    platforms: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    ports: Mapping[str, str]
    xy: Mapping[str, Point]

    @staticmethod
    def read(table: Mapping[str, Any]) -> "Design":
        """A design as the data file writes it; a link's ends are platforms or ports.

        >>> Design.read({"platforms": ["a"], "links": ["N-a", "E-W"], "xy": {"a": [50, 50]}}).ports
        {'N': 'a', 'E': 'W', 'W': 'E'}
        """
        ports: dict[str, str] = {}
        links = []
        for one, other in (link.split("-") for link in table["links"]):
            if one not in SIDES and other not in SIDES:
                links.append((one, other))
            for port, end in ((one, other), (other, one)):
                if port in SIDES:
                    if port in ports:
                        raise ValueError(f"port {port} has two links")
                    ports[port] = end
        return Design(tuple(table["platforms"]), tuple(links), ports, {p: (x, y) for p, (x, y) in table["xy"].items()})

    def behind(self, side: str, rotation: int) -> str | None:
        """Where the corridor leads that opens on a side of the turned room: a platform, a side, or None at a wall."""
        end = self.ports.get(turned(side, -rotation))
        return turned(end, rotation) if end in STEPS else end


def turned(side: str, rotation: int) -> str:
    """A side after quarter turns clockwise.

    >>> turned("N", 1), turned("E", -1)
    ('E', 'N')
    """
    return SIDES[(SIDES.index(side) + rotation) % len(SIDES)]


def kind_of(platform: str) -> int:
    """The kind of a platform of a design: its letter, without the digit."""
    return KIND_NAMES.index(facts("vanagloria")["platforms"][platform[0]])


DESIGNS: Mapping[str, Design] = {name: Design.read(table) for name, table in facts("vanagloria")["design"].items()}
COPIES: Mapping[str, tuple[str, ...]] = {name: tuple(tiles) for name, tiles in facts("vanagloria")["tiles"].items()}
TILES: Mapping[str, Design] = {tile: DESIGNS[name] for name, tiles in COPIES.items() for tile in tiles}
"""The 25 tiles in the box by their ids."""
FEWEST, MOST = (pick(map(int, facts("vanagloria")["default"])) for pick in (min, max))
"""VG-001, OC-001: numbers of players."""


@dataclass(frozen=True)
class Graph:
    """What the rules need to know of a board, and where it is drawn (x to the right, y downwards).

    >>> keep = trace(preset("p4a"))
    >>> [keep.names[n] for n in keep.links[keep.names.index("K.a")]]
    ['F0.b', 'F1.b', 'F2.b', 'F3.b']
    """

    id: str
    name: str
    names: tuple[str, ...]
    kinds: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    entrances: tuple[int, ...]
    """The node of each seat's entrance."""
    xy: tuple[Point, ...]
    rooms: tuple[tuple[str, float, float], ...]
    """Label, left and top of each room."""
    paths: Mapping[tuple[int, int], tuple[Point, ...]] = field(hash=False, repr=False)
    """The corridor between linked nodes a < b as a line of points from a to b."""


def _neighbours(nodes: int, links: Mapping[tuple[int, int], object]) -> tuple[tuple[int, ...], ...]:
    both_ways = sorted([*links, *((b, a) for a, b in links)])
    return tuple(tuple(b for a, b in both_ways if a == node) for node in range(nodes))


@cache
def presets(players: int | None = None) -> tuple[Layout, ...]:
    """The boards of the data file, in its order; of one number of players if asked.

    >>> [board.id for board in presets(6)]
    ['p6a', 'p6b', 'g6']
    """
    boards = tuple(Layout.from_json(board) for board in facts("vanagloria")["board"])
    return tuple(board for board in boards if players in (None, board.players))


def preset(id: str) -> Layout:
    """The preset board of this id."""
    for board in presets():
        if board.id == id:
            return board
    raise _unknown(id, [board.id for board in presets()])


def _unknown(id: str, known: list[str]) -> BoardError:
    return BoardError("B0", f"There is no board {id!s:.24}. Choose one of {', '.join(known)}.")


def _default(game: str, players: int) -> str:
    if not FEWEST <= players <= MOST:
        raise BoardError("B2", f"The game is for {FEWEST} to {MOST} players.")
    return str(facts(game)["default"][str(players)])


def default_board(players: int) -> str:
    """The preset for this number of players (R-39: also for four).

    >>> default_board(4)
    'p4a'
    """
    return _default("vanagloria", players)


def problems(layout: Layout, players: int, designs: Mapping[str, Design] = TILES) -> BoardError | None:
    """R-27: the first of the conditions B1 to B6 that the board fails, or None if it is legal.

    >>> print(problems(preset("p4a"), 5))
    B2: The board is for 4 players, but 5 want to play. Choose a board for 5 or add entrances.
    """
    failed = _rooms(layout, designs) or _one_entrance_each(layout, players) or _entrances_touch(layout, designs)
    if failed:
        return failed
    graph = trace(layout, designs)
    return _entrances_lead_in(graph) or _connected(graph) or _energy(graph)


def _twice(values: Sequence[T]) -> T | None:
    return next((one for one, other in combinations(values, 2) if one == other), None)


def _rooms(layout: Layout, designs: Mapping[str, Design]) -> BoardError | None:
    """B1: known tiles, each once; distinct labels; one tile per cell; rotations; 1 to 25 tiles."""
    if not 1 <= len(layout.tiles) <= len(TILES):
        return BoardError("B1", f"A board has 1 to {len(TILES)} rooms. Add or remove some.")
    for room in layout.tiles:
        if room.tile not in designs:
            return BoardError("B1", f"Room {room.label} uses {room.tile!r}, which is not in the box. Use T01 to T25.")
        if not 0 <= room.rotation < len(SIDES):
            return BoardError("B1", f"Room {room.label} must be turned by 0 to 3 quarters.")
    if label := _twice([room.label for room in layout.tiles]):
        return BoardError("B1", f"Two rooms are called {label}. Give one of them another label.")
    for one, other in combinations(layout.tiles, 2):
        if one.tile == other.tile:
            return BoardError(
                "B1", f"Rooms {one.label} and {other.label} both use {one.tile}. Each tile is there once: replace one."
            )
        if one.cell == other.cell:
            return BoardError("B1", f"Rooms {one.label} and {other.label} lie in the same cell. Move one of them.")
    return None


def _one_entrance_each(layout: Layout, players: int) -> BoardError | None:
    """B2, VG-019: exactly one entrance per player, no two on the same side of the same room."""
    if layout.players != players:
        return BoardError(
            "B2",
            f"The board is for {layout.players} players, but {players} want to play. "
            f"Choose a board for {players} or add entrances.",
        )
    seats = [entrance.seat for entrance in layout.entrances]
    for seat in range(players):
        if (found := seats.count(seat)) != 1:
            return BoardError("B2", f"The board has {found} entrances E{seat}. Each player needs exactly one.")
    if len(seats) != players:
        return BoardError("B2", f"{len(seats)} entrances are too many for {players} players. Remove some.")
    if place := _twice([(entrance.label, entrance.side) for entrance in layout.entrances]):
        return BoardError("B2", f"Two entrances lie on side {place[1]} of room {place[0]}. Move one of them.")
    return None


def _entrances_touch(layout: Layout, designs: Mapping[str, Design]) -> BoardError | None:
    """B3, VG-023: each entrance lies beside a room, at a port, and nothing else is there."""
    rooms = {room.label: room for room in layout.tiles}
    cells = {room.cell for room in layout.tiles}
    for entrance in layout.entrances:
        where = f"Entrance E{entrance.seat} lies on side {entrance.side} of room {entrance.label}"
        room = rooms.get(entrance.label)
        if room is None:
            return BoardError("B3", f"{where}, but there is no such room. Put it beside a room of the board.")
        if designs[room.tile].behind(entrance.side, room.rotation) is None:
            return BoardError("B3", f"{where}, which is a wall. Put it on a side where a corridor leaves.")
        if beyond(room.cell, entrance.side) in cells:
            return BoardError("B3", f"{where}, where another room lies. Put it on a side that faces no room.")
    return None


def _entrances_lead_in(graph: Graph) -> BoardError | None:
    """B4: the corridor from each entrance leads to a platform."""
    for node in graph.entrances:
        if not graph.links[node]:
            where = graph.names[node]
            return BoardError("B4", f"The corridor from entrance {where} leads to no platform. Put {where} elsewhere.")
    return None


def _connected(graph: Graph) -> BoardError | None:
    """B5: all platforms are connected when entrances are left out."""
    platforms = [node for node, kind in enumerate(graph.kinds) if kind != ENTRANCE]
    reached = moves_from(graph, platforms[0]) if platforms else {}
    for node in platforms:
        if node not in reached:
            one, other = graph.names[platforms[0]], graph.names[node]
            return BoardError("B5", f"No corridors lead from {one} to {other}. Turn or move rooms until they do.")
    return None


def _energy(graph: Graph) -> BoardError | None:
    """B6: somebody must be able to score."""
    if ALPHA in graph.kinds or BETA in graph.kinds:
        return None
    return BoardError("B6", "The board has no alpha or beta platform, so nobody can score. Add a room that has one.")


def moves_from(graph: Graph, start: int) -> dict[int, int]:
    """How many moves it takes from a node to every node in reach; entrances are never entered (R-25).

    >>> moves_from(orbit_board("oc-fit2", 2), 0)
    {0: 0, 2: 1, 4: 1, 6: 2, 8: 3, 9: 3, 10: 3, 7: 4, 11: 4, 3: 5, 5: 5}
    """
    moves = {start: 0}
    for node in (queue := [start]):
        for other in graph.links[node]:
            if other not in moves and graph.kinds[other] != ENTRANCE:
                moves[other] = moves[node] + 1
                queue.append(other)
    return moves


def trace(layout: Layout, designs: Mapping[str, Design] = TILES) -> Graph:
    """The graph of a board (section 2.3). A board that fails only B3 to B6 can be traced, and drawn, too."""
    rooms = {room.label: room for room in layout.tiles}
    failed = _rooms(layout, designs) or _one_entrance_each(layout, layout.players)
    if failed is None and any(entrance.label not in rooms for entrance in layout.entrances):
        failed = _entrances_touch(layout, designs)
    if failed:
        raise failed
    seats = sorted(layout.entrances, key=lambda entrance: entrance.seat)
    platforms = [(room, platform) for room in layout.tiles for platform in designs[room.tile].platforms]
    number = {(room.cell, platform): len(seats) + i for i, (room, platform) in enumerate(platforms)}
    tokens = {(rooms[entrance.label].cell, entrance.side): entrance.seat for entrance in seats}
    at = {room.cell: room for room in layout.tiles}
    xy = [_port(*place, TOKEN_GAP) for place in tokens]
    xy += [_drawn(room, designs[room.tile].xy[platform]) for room, platform in platforms]

    def follow(cell: Cell, side: str) -> tuple[int | None, list[Point]]:
        """Leave a room by a port: the node at the corridor's other end, if any, and the ports on the way."""
        points = [_port(cell, side)]
        if (cell, side) in tokens:
            return tokens[cell, side], points
        cell, side = beyond(cell, side), turned(side, 2)
        end = designs[at[cell].tile].behind(side, at[cell].rotation) if cell in at else None
        if end is None:
            return None, points
        if end not in STEPS:
            return number[cell, end], points
        node, further = follow(cell, end)
        return node, points + further

    paths: dict[tuple[int, int], tuple[Point, ...]] = {}

    def link(a: int, b: int, points: list[Point]) -> None:
        """VG-032; two corridors between the same platforms count once, one that comes back to its start not at all."""
        if a != b:
            line = (xy[a], *points, xy[b])
            paths.setdefault((min(a, b), max(a, b)), line if a < b else line[::-1])

    for room in layout.tiles:
        for one, other in designs[room.tile].links:
            link(number[room.cell, one], number[room.cell, other], [])
        for side in SIDES:
            start = designs[room.tile].behind(side, room.rotation)
            if start is not None and start not in STEPS:
                node, points = follow(room.cell, side)
                if node is not None:
                    link(number[room.cell, start], node, points)
    return Graph(
        layout.id,
        layout.name,
        (*(f"E{entrance.seat}" for entrance in seats), *(f"{room.label}.{platform}" for room, platform in platforms)),
        (*(ENTRANCE for _ in seats), *(kind_of(platform) for _, platform in platforms)),
        _neighbours(len(xy), paths),
        tuple(range(len(seats))),
        tuple(xy),
        tuple((room.label, room.x * ROOM, room.y * ROOM) for room in layout.tiles),
        dict(sorted(paths.items())),
    )


def beyond(cell: Cell, side: str) -> Cell:
    """The cell next to this one."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def _port(cell: Cell, side: str, outside: float = 0.0) -> Point:
    """The middle of a side of a room, or a point so far outside it."""
    (x, y), (dx, dy) = cell, STEPS[side]
    return (x + 0.5) * ROOM + dx * (ROOM / 2 + outside), (y + 0.5) * ROOM + dy * (ROOM / 2 + outside)


def _drawn(room: Tile, xy: Point) -> Point:
    x, y = xy
    for _ in range(room.rotation):
        x, y = ROOM - y, x
    return room.x * ROOM + x, room.y * ROOM + y


def orbit_default(players: int) -> str:
    """The Orbit Cubes board for this number of players (R-44: a fitted one for five).

    >>> orbit_default(5)
    'oc-fit5'
    """
    return _default("orbit_cubes", players)


def orbit_board(id: str, players: int) -> Graph:
    """The Orbit Cubes board of this id: "oc" with six homes, "oc-fit2" to "oc-fit5" with one home per player."""
    board = facts("orbit_cubes")["board"]
    homes = {board["id"]: board["homes"]} | {f"{board['id']}-fit{fitted}": fitted for fitted in board["fitted"]}
    if id not in homes:
        raise _unknown(id, [*homes])
    return orbit(homes[id], players, id)


def orbit(homes: int, players: int, id: str) -> Graph:
    """The construction of section 2.5 with any number of homes.

    >>> len(orbit(6, 4, "oc").names), orbit(6, 4, "oc").entrances
    (36, (0, 1, 3, 4))
    """
    board = facts("orbit_cubes")["board"]
    starts = board["starts"].get(str(players)) if homes == board["homes"] else [*range(homes)]
    if starts is None or len(starts) != players:
        fits = f"{FEWEST} to {MOST}" if homes == board["homes"] else f"exactly {homes}"
        raise BoardError("B2", f"Board {id} is for {fits} players, but {players} want to play. Choose another board.")
    letters = "".join(board["kinds"])
    places = [(letter, home) for letter in letters for home in range(homes)]
    centre = POLAR_UNIT * (1 + max(radius for radius, *_ in board["polar"].values()))
    xy = []
    for letter, home in places:
        radius, degrees, further = board["polar"][letter]
        angle = math.radians((home + further) * 360 / homes + degrees)
        xy.append((centre + POLAR_UNIT * radius * math.sin(angle), centre - POLAR_UNIT * radius * math.cos(angle)))
    paths = {}
    for home in range(homes):
        for edge in board["edges_per_home"]:
            a, b = sorted(_planet(letters, end, home, homes) for end in edge.split("-"))
            paths[a, b] = xy[a], xy[b]
    return Graph(
        id,
        f"{homes} homes",
        tuple(f"{letter}{home}" for letter, home in places),
        tuple(KIND_NAMES.index(board["kinds"][letter]) for letter, _ in places),
        _neighbours(len(places), paths),
        tuple(starts),
        tuple(xy),
        (),
        dict(sorted(paths.items())),
    )


def _planet(letters: str, end: str, home: int, homes: int) -> int:
    """The node that "Ci" or "C(i+1)" means for home i."""
    return letters.index(end[0]) * homes + (home + end.endswith("(i+1)")) % homes
