"""The boards of Vanagloria Galaxy and Orbit Cubes: sections 2 and 3 of the rules."""

import json
import math
import pickle
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from quincunx.games.vanagloria.boards import (
    ALPHA,
    BETA,
    COPIES,
    DESIGNS,
    ENTRANCE,
    KIND_NAMES,
    RADIO,
    SHIELD,
    SIDES,
    TILES,
    WEAPONS,
    BoardError,
    Design,
    Entrance,
    Graph,
    Layout,
    Tile,
    default_board,
    facts,
    kind_of,
    moves_from,
    orbit_board,
    orbit_default,
    preset,
    presets,
    problems,
    trace,
)
from quincunx.games.vanagloria.fairness import POINTS, evenness, generate

EVERY_NUMBER_OF_PLAYERS = range(2, 7)
Row = tuple[Any, ...]


def board(tiles: list[Row], entrances: list[Row]) -> Layout:
    return Layout(
        "test", "Test", len(entrances), tuple(Tile(*t) for t in tiles), tuple(Entrance(*e) for e in entrances)
    )


EX1 = board([("V0", "T24", 0, 0, 0), ("V1", "T25", 1, 0, 2)], [(0, "V0", "W"), (1, "V1", "E")])
KEEP = preset("p4a")


def links(graph: Graph) -> dict[str, str]:
    return {name: " ".join(graph.names[n] for n in graph.links[node]) for node, name in enumerate(graph.names)}


def code(layout: Layout, players: int | None = None) -> str | None:
    error = problems(layout, players or layout.players)
    return error.code if error else None


def points_on(graph: Graph) -> int:
    return sum(POINTS.get(kind, 0) for kind in graph.kinds)


# The box


def test_the_box_holds_25_rooms_with_52_platforms() -> None:
    """VG-004, VG-017: section 2.2, the totals"""
    assert len(TILES) == 25
    platforms = Counter(kind_of(platform) for design in TILES.values() for platform in design.platforms)
    assert platforms == {RADIO: 8, SHIELD: 8, WEAPONS: 13, ALPHA: 12, BETA: 11}
    assert platforms.total() == 52
    assert sum(map(len, COPIES.values())) == 25


def test_pieces_and_points_are_those_of_the_books() -> None:
    """VG-003, VG-012: sections 2.1"""
    limits = facts("vanagloria")["limits"]
    assert limits == {"plain": 12, "shielded": 11, "disarmed": 8, "melee": 8, "range": 7}
    assert limits["plain"] + limits["shielded"] == limits["disarmed"] + limits["melee"] + limits["range"] == 23
    assert facts("orbit_cubes")["limits"] == {"cubes": 20}
    assert facts("vanagloria")["points"] == facts("orbit_cubes")["points"] == {"alpha": 4, "beta": 2}


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_names_only_platforms_and_ports_and_draws_them_inside_the_room(name: str) -> None:
    """Section 2.2"""
    design = DESIGNS[name]
    assert 1 <= len(design.platforms) <= 3
    assert set(design.xy) == set(design.platforms)
    assert all(0 < x < 100 and 0 < y < 100 for x, y in design.xy.values())
    assert set(design.ports) <= set(SIDES)
    assert set(design.ports.values()) <= set(design.platforms), "none of the 25 rooms has a corridor without a platform"
    assert {end for link in design.links for end in link} <= set(design.platforms)
    degree = Counter([*design.ports.values(), *(end for link in design.links for end in link)])
    assert max(degree.values()) <= 4


def test_a_port_has_one_link_at_most() -> None:
    """Section 2.2"""
    with pytest.raises(ValueError, match=r"port N has two links"):
        Design.read({"platforms": ["a"], "links": ["N-a", "E-N"], "xy": {"a": [50, 50]}})


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("tile", ["T01", "T04", "T05", "T11", "T17", "T22", "T24"])
def test_rooms_turn_clockwise_with_their_corridors_and_their_drawing(tile: str, rotation: int) -> None:
    """Section 2.3: a port printed at N points to E after one quarter turn"""
    design = TILES[tile]
    lone = trace(Layout("lone", "Lone", 0, (Tile("R", tile, 3, 4, rotation),), ()))
    for printed, side in zip(SIDES, SIDES[rotation:] + SIDES[:rotation], strict=True):
        assert design.behind(side, rotation) == design.ports.get(printed)
    assert len(lone.paths) == len(design.links)
    x, y = design.xy[design.platforms[0]]
    turn = [(x, y), (100 - y, x), (100 - x, 100 - y), (y, 100 - x)][rotation]
    assert lone.xy[0] == (300 + turn[0], 400 + turn[1])
    assert lone.rooms == (("R", 300.0, 400.0),)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("name", DESIGNS)
def test_any_room_fits_any_neighbour_in_any_rotation(name: str, rotation: int) -> None:
    """VG-032, VG-034: section 2.2; walls make no link, ports do"""
    copies = COPIES[name]
    middle = Tile("M", copies[0], 1, 1, rotation)
    around = [("N", 1, 0), ("E", 2, 1), ("S", 1, 2), ("W", 0, 1)]
    hall = Design.read({"platforms": ["r"], "links": ["N-r", "E-r", "S-r", "W-r"], "xy": {"r": [50, 50]}})
    designs = {copies[0]: DESIGNS[name]} | {f"H{side}": hall for side in SIDES}
    rooms = (middle, *(Tile(side, f"H{side}", x, y, 0) for side, x, y in around))
    joined = links(trace(Layout("all", "All", 0, rooms, ()), designs))
    for side in SIDES:
        end = DESIGNS[name].behind(side, rotation)
        assert joined[f"{side}.r"] == (f"M.{end}" if end else "")


# From tiles to a graph


def test_the_connection_example_of_the_vanagloria_book() -> None:
    """TV-01: VG-032, VG-033, VG-034, R-26"""
    graph = trace(EX1)
    assert links(graph) == {
        "E0": "V0.s",
        "E1": "V1.s",
        "V0.s": "E0 V0.a V0.w",
        "V0.a": "V0.s",
        "V0.w": "V0.s V1.w",
        "V1.s": "E1 V1.a V1.w",
        "V1.a": "V1.s",
        "V1.w": "V0.w V1.s",
    }
    assert (len(graph.names), len(graph.paths)) == (8, 7)


def test_the_whole_graph_of_the_keep() -> None:
    """TV-57"""
    assert links(trace(KEEP)) == {
        "E0": "D0.s",
        "E1": "D1.s",
        "E2": "D2.s",
        "E3": "D3.s",
        "D0.s": "E0 D0.r F0.b F3.b",
        "D0.r": "D0.s",
        "D1.s": "E1 D1.r F0.b F1.b",
        "D1.r": "D1.s",
        "D2.s": "E2 D2.r F1.b F2.b",
        "D2.r": "D2.s",
        "D3.s": "E3 D3.r F2.b F3.b",
        "D3.r": "D3.s",
        "F0.b": "D0.s D1.s F0.w K.a",
        "F0.w": "F0.b",
        "F1.b": "D1.s D2.s F1.w K.a",
        "F1.w": "F1.b",
        "F2.b": "D2.s D3.s F2.w K.a",
        "F2.w": "F2.b",
        "F3.b": "D0.s D3.s F3.w K.a",
        "F3.w": "F3.b",
        "K.a": "F0.b F1.b F2.b F3.b",
    }


CROSS = {"platforms": [], "links": ["N-S", "E-W"], "xy": {}}
BEND = {"platforms": [], "links": ["N-E"], "xy": {}}
PASSAGES = {
    **TILES,
    **{f"X{i}": Design.read(CROSS) for i in range(4)},
    **{f"B{i}": Design.read(BEND) for i in range(4)},
}


def test_a_corridor_crosses_a_room_without_a_platform() -> None:
    """VG-032: section 2.3 step 3"""
    layout = board(
        [
            ("A", "T01", 0, 0, 0),
            ("X", "X0", 1, 0, 0),
            ("Y", "X1", 2, 0, 1),
            ("B", "T02", 3, 0, 0),
            ("C", "T22", 1, 1, 0),
        ],
        [(0, "A", "W"), (1, "X", "N")],
    )
    graph = trace(layout, PASSAGES)
    assert links(graph) == {"E0": "A.a", "E1": "C.r", "A.a": "E0 B.a", "B.a": "A.a", "C.r": "E1"}
    a, b, c = (graph.names.index(name) for name in ("A.a", "B.a", "C.r"))
    assert graph.paths[a, b] == ((50, 50), (100, 50), (200, 50), (300, 50), (350, 50))
    assert graph.paths[1, c] == ((150, -30), (150, 0), (150, 100), (150, 150))


def test_a_corridor_round_the_corner_back_to_its_own_start_makes_no_edge() -> None:
    """Section 2.3 step 3"""
    layout = board(
        [("A", "T01", 0, 0, 0), ("P", "B0", 1, 0, 2), ("Q", "B1", 1, 1, 3), ("R", "B2", 0, 1, 0)],
        [(0, "A", "W"), (1, "A", "N")],
    )
    assert links(trace(layout, PASSAGES)) == {"E0": "A.a", "E1": "A.a", "A.a": "E0 E1"}
    assert problems(layout, 2, PASSAGES) is None


def test_two_corridors_between_the_same_platforms_count_once() -> None:
    """Section 2.3 step 4"""
    layout = board(
        [("A", "T01", 0, 0, 0), ("B", "T02", 1, 0, 0), ("P", "B0", 0, 1, 0), ("Q", "B1", 1, 1, 3)],
        [(0, "A", "W"), (1, "B", "E")],
    )
    assert links(trace(layout, PASSAGES)) == {"E0": "A.a", "E1": "B.a", "A.a": "E0 B.a", "B.a": "E1 A.a"}


@pytest.mark.parametrize("entrances", [[(0, "A", "W"), (1, "X", "S")], [(0, "X", "N"), (1, "X", "S")]])
def test_an_entrance_must_not_lead_to_nothing_or_to_another_entrance(entrances: list[Row]) -> None:
    """R-27: B4"""
    layout = board([("A", "T01", 0, 0, 0), ("X", "X0", 1, 0, 0)], entrances)
    error = problems(layout, 2, PASSAGES)
    assert str(error).startswith("B4: ")
    assert "no platform" in str(error)


@pytest.mark.parametrize("layout", presets(), ids=lambda layout: layout.id)
def test_corridors_are_drawn_from_platform_to_platform_through_the_doors_between_rooms(layout: Layout) -> None:
    """VG-031"""
    graph = trace(layout)
    doors = {
        (left + dx, top + dy) for _, left, top in graph.rooms for dx, dy in ((50, 0), (100, 50), (50, 100), (0, 50))
    }
    assert set(graph.paths) == {(a, b) for a, bs in enumerate(graph.links) for b in bs if a < b}
    for (a, b), line in graph.paths.items():
        assert (line[0], line[-1]) == (graph.xy[a], graph.xy[b])
        assert len(line) == 2 + (graph.names[a].split(".")[0] != graph.names[b].split(".")[0])
        assert set(line[1:-1]) <= doors
        if graph.kinds[a] == ENTRANCE:
            assert math.dist(line[0], line[1]) == 30
    assert len(set(graph.xy)) == len(graph.xy)


# Legal boards


def test_the_board_checks() -> None:
    """TV-10: VG-019, VG-023, R-27"""

    def keep(entrance: Entrance) -> Layout:
        return replace(KEEP, entrances=(entrance, *KEEP.entrances[1:]))

    assert code(replace(KEEP, tiles=(*KEEP.tiles[:-1], replace(KEEP.tiles[-1], tile="T11")))) == "B1"
    assert code(keep(Entrance(0, "D0", "E"))) == "B3"
    assert code(keep(Entrance(0, "D0", "N"))) == "B3"
    assert code(replace(KEEP, entrances=KEEP.entrances[:3])) == "B2"
    assert code(board([("A", "T01", 0, 0, 0), ("B", "T02", 1, 1, 0)], [(0, "A", "N"), (1, "B", "S")])) == "B5"
    assert code(board([("A", "T05", 0, 0, 0)], [(0, "A", "W"), (1, "A", "E")])) == "B6"
    assert code(EX1) is None


A, B = ("A", "T01", 0, 0, 0), ("B", "T02", 1, 0, 0)
DOORS = [(0, "A", "W"), (1, "B", "E")]


@pytest.mark.parametrize(
    ("tiles", "entrances", "begins", "names"),
    [
        ([], DOORS, "B1", "1 to 25"),
        ([A, ("B", "T26", 1, 0, 0)], DOORS, "B1", "'T26'"),
        ([A, ("B", "T02", 1, 0, 4)], DOORS, "B1", "Room B"),
        ([A, ("A", "T02", 1, 0, 0)], DOORS, "B1", "called A"),
        ([A, ("B", "T01", 1, 0, 0)], DOORS, "B1", "A and B both use T01"),
        ([A, ("B", "T02", 0, 0, 0)], DOORS, "B1", "A and B lie in the same cell"),
        ([A, B], [(0, "A", "W"), (0, "B", "E")], "B2", "2 entrances E0"),
        ([A, B], [(0, "A", "W"), (2, "B", "E")], "B2", "0 entrances E1"),
        ([A, B], [(0, "A", "W"), (1, "A", "W")], "B2", "side W of room A"),
        ([A, B], [(0, "A", "W"), (1, "Z", "E")], "B3", "no such room"),
        ([A, B], [(0, "A", "W"), (1, "B", "W")], "B3", "Entrance E1"),
        ([A, ("B", "T05", 1, 0, 1)], DOORS, "B3", "a wall"),
        ([A, ("B", "T02", 2, 0, 0)], DOORS, "B5", "from A.a to B.a"),
        ([("A", "T22", 0, 0, 0), ("B", "T23", 1, 0, 0)], DOORS, "B6", "nobody can score"),
    ],
)
def test_an_illegal_board_is_refused_with_a_sentence_that_names_the_culprit(
    tiles: list[Row], entrances: list[Row], begins: str, names: str
) -> None:
    """R-27: B1, B2, B3, B5, B6"""
    error = problems(board(tiles, entrances), 2)
    assert str(error).startswith(f"{begins}: ")
    assert names in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_first_condition_that_fails_is_reported() -> None:
    """R-27"""
    tiles = [("A", "T22", 0, 0, 0), ("B", "T23", 2, 0, 0)]
    assert code(board([*tiles, ("C", "T22", 5, 5, 0)], [(0, "A", "W")]), 2) == "B1"
    assert code(board(tiles, [(0, "Z", "W")]), 2) == "B2"
    assert code(board(tiles, [(0, "A", "W"), (1, "Z", "W")])) == "B3"
    assert code(board(tiles, [(0, "A", "W"), (1, "B", "W")])) == "B5"


def test_a_board_with_the_wrong_number_of_entrances_does_not_fit_the_players() -> None:
    """VG-019, R-27: B2; section 3"""
    assert code(KEEP, 5) == "B2"
    assert code(KEEP, 3) == "B2"
    assert code(replace(KEEP, players=5), 5) == "B2"
    assert code(replace(KEEP, players=3), 3) == "B2"


def test_dead_ends_and_unfair_boards_are_legal() -> None:
    """R-27"""
    lopsided = board(
        [("A", "T01", 0, 0, 0), ("B", "T05", 1, 0, 0), ("C", "T11", 2, 0, 0)], [(0, "A", "W"), (1, "C", "E")]
    )
    assert code(lopsided) is None
    assert not evenness(trace(lopsided)).even


def test_tracing_refuses_what_has_no_graph_and_draws_what_is_merely_illegal() -> None:
    """R-27"""
    with pytest.raises(BoardError, match=r"^B1: "):
        trace(board([("A", "T99", 0, 0, 0)], [(0, "A", "W")]))
    with pytest.raises(BoardError, match=r"^B2: "):
        trace(board([A, B], [(0, "A", "W"), (0, "B", "E")]))
    with pytest.raises(BoardError, match=r"^B3: "):
        trace(board([A, B], [(0, "A", "W"), (1, "Z", "E")]))
    apart = trace(board([A, ("B", "T02", 2, 0, 0)], DOORS))
    assert links(apart) == {"E0": "A.a", "E1": "B.a", "A.a": "E0", "B.a": "E1"}


# Boards as JSON


@pytest.mark.parametrize("layout", presets(), ids=lambda layout: layout.id)
def test_a_board_survives_being_written_down(layout: Layout) -> None:
    """VG-018"""
    assert Layout.from_json(json.loads(json.dumps(layout.as_json()))) == layout


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else []


GOOD: dict[str, Any] = {
    "id": "x",
    "name": "X",
    "players": 2,
    "tiles": [["A", "T01", 0, 0, 0], ["B", "T02", 1, 0, 0]],
    "entrances": [[0, "A", "W"], [1, "B", "E"]],
}
NONSENSE: list[Any] = [
    None,
    True,
    3,
    1.5,
    float("nan"),
    "",
    "\ud800",
    "x" * 1000,
    [],
    {},
    10**5000,
    -1,
    [None],
    nested(500),
]


def test_what_is_not_a_board_is_refused_in_words() -> None:
    """VG-018"""
    for data in [*NONSENSE, [GOOD], {**GOOD, "tiles": [["A", "T01", 0, 0, 0]] * 26}]:
        with pytest.raises(BoardError, match=r"^B1: "):
            Layout.from_json(data)


@pytest.mark.parametrize("key", GOOD)
def test_a_board_lacks_nothing_and_holds_no_nonsense(key: str) -> None:
    """VG-018"""
    Layout.from_json(GOOD)
    expected = "B2" if key in ("players", "entrances") else "B1"
    with pytest.raises(BoardError, match=f"^{expected}: "):
        Layout.from_json({k: v for k, v in GOOD.items() if k != key})
    for value in NONSENSE:
        allowed = (key == "players" and value == 3 and value is not True) or (
            key in ("tiles", "entrances") and value == []
        )
        if not allowed:
            with pytest.raises(BoardError, match=f"^{expected}: "):
                Layout.from_json({**GOOD, key: value})


@pytest.mark.parametrize(("key", "width"), [("tiles", 5), ("entrances", 3)])
def test_every_value_of_every_row_is_checked(key: str, width: int) -> None:
    """VG-018"""
    good = GOOD[key][0]
    wrong: list[Any] = [None, True, 1.0, "", "\ud800", "x" * 1000, [], {}, 10**5000, -(10**30)]
    rows: list[Any] = [None, "A", {}, [], good[:-1], [*good, 0]]
    rows += [[*good[:column], value, *good[column + 1 :]] for column in range(width) for value in wrong]
    rows += [["A.b", *good[1:]], ["Ä", *good[1:]], [*good[:-1], "NE"], [*good[:-1], 4]]
    for row in rows:
        with pytest.raises(BoardError, match="^B2: " if key == "entrances" else "^B1: "):
            Layout.from_json({**GOOD, key: [row]})


# The presets

TABLE = """
p2a | Bridgehead    | 2 |  7 | 13 14 | 4 2 2 1 2    |  8 | 2 1 3 2 2 | 6 6 8 8 8     | 4    | 3          | 1
p2b | Crossfire     | 2 |  9 | 21 24 | 5 6 4 2 2    | 12 | 2 1 3 3 2 | 2 6 12 12 12  | 6    | 5          | 1
p3a | Trident       | 3 |  7 | 16 15 | 3 3 3 1 3    | 10 | 2 1 3 3 2 | 2 6 10 10 10  | 3.33 | 5 5        | 1
p3b | Triangle      | 3 |  6 | 18 21 | 3 3 3 3 3    | 18 | 2 1 3 2 2 | 6 12 12 18 18 | 6    | 4 4        | 1
p4a | Keep          | 4 |  9 | 21 24 | 4 4 4 1 4    | 12 | 2 1 3 3 2 | 4 8 12 12 12  | 3    | 3 3 5      | 1
p4b | Pinwheel      | 4 |  9 | 25 32 | 5 4 4 4 4    | 24 | 2 1 3 2 2 | 6 12 20 24 24 | 6    | 4 4 5      | 1
p5a | Pentacle      | 5 | 10 | 30 35 | 5 5 5 5 5    | 30 | 2 1 3 2 2 | 6 12 12 18 24 | 6    | 4 4 7 7    | 1
p5b | Starfish      | 5 | 14 | 30 30 | 5 5 5 5 5    | 30 | 2 1 3 3 2 | 2 6 14 26 30  | 6    | 6 6 7 7    | 1
p6a | Crown         | 6 | 12 | 27 27 | 6 6 3 3 3    | 18 | 2 1 3 2 2 | 6 6 12 12 18  | 3    | 3 3 5 5 7  | 1
p6b | Twin Suns     | 6 | 14 | 32 31 | 6 6 6 2 6    | 20 | 2 1 3 3 2 | 2 6 14 20 20  | 3.33 | 5 5 6 6 6  | 1
g6  | Grand Station | 6 | 23 | 54 59 | 8 8 12 10 10 | 60 | 2 1 3 3 2 | 2 6 12 20 28, 2 6 12 20 30 | 9.67, 10.67 | 7 7 10 10 10 | 3
"""  # noqa: E501
ROWS = {row[0]: row[1:] for row in ([cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines())}


def numbers(cell: str) -> set[tuple[int, ...]]:
    return {tuple(map(int, part.split())) for part in cell.split(",")}


def test_there_are_eleven_presets_in_this_order() -> None:
    """VG-018, R-39: section 2.4"""
    assert [layout.id for layout in presets()] == [*ROWS]
    assert {players: len(presets(players)) for players in EVERY_NUMBER_OF_PLAYERS} == {2: 2, 3: 2, 4: 2, 5: 2, 6: 3}
    assert presets(7) == ()


@pytest.mark.parametrize("id", ROWS)
def test_a_preset_is_as_the_table_says(id: str) -> None:
    """VG-001, VG-018, VG-019, R-27, R-39: the table of section 2.4"""
    name, players, tiles, size, platforms, points, near, energy, share, opp, classes = ROWS[id]
    layout, graph = preset(id), trace(preset(id))
    assert problems(layout, int(players)) is None
    assert (layout.name, layout.players, len(layout.tiles)) == (name, int(players), int(tiles))
    assert (graph.id, graph.name) == (id, name)
    assert numbers(size) == {(len(graph.names), len(graph.paths))}
    assert numbers(platforms) == {tuple(graph.kinds.count(kind) for kind in (RADIO, SHIELD, WEAPONS, ALPHA, BETA))}
    assert points_on(graph) == int(points)
    report = evenness(graph)
    assert set(report.near) == numbers(near)
    assert set(report.energy) == numbers(energy)
    assert {round(part, 2) for part in report.share} == {float(part) for part in share.split(",")}
    assert sum(report.share) == pytest.approx(int(points))
    assert set(report.opp) == numbers(opp)
    assert report.even
    assert report.reasons == ()
    assert len(orbits(graph)) == int(classes)


def orbits(graph: Graph) -> list[list[int]]:
    """Seats in classes that automorphisms of the coloured graph take to each other."""
    found: list[list[int]] = []
    for seat, node in enumerate(graph.entrances):
        for seats in found:
            if automorphism(graph, graph.entrances[seats[0]], node):
                seats.append(seat)
                break
        else:
            found.append([seat])
    return found


def automorphism(graph: Graph, one: int, other: int) -> bool:
    order = [one]
    for node in order:
        order += [n for n in graph.links[node] if n not in order]
    kinds = [(kind, node in graph.entrances, len(graph.links[node])) for node, kind in enumerate(graph.kinds)]
    image: dict[int, int] = {}

    def extend(i: int) -> bool:
        if i == len(order):
            return True
        node = order[i]
        mapped = [n for n in graph.links[node] if n in image]
        for candidate in graph.links[image[mapped[0]]] if mapped else [other]:
            fits = kinds[candidate] == kinds[node] and candidate not in image.values()
            if fits and all(image[n] in graph.links[candidate] for n in mapped):
                image[node] = candidate
                if extend(i + 1):
                    return True
                del image[node]
        return False

    return extend(0)


def test_the_seats_of_the_grand_station_are_equivalent_in_pairs() -> None:
    """Section 2.4"""
    assert orbits(trace(preset("g6"))) == [[0, 3], [1, 4], [2, 5]]


@pytest.mark.parametrize("id", ROWS)
def test_every_preset_entrance_opens_on_a_shield_platform_and_has_one_link(id: str) -> None:
    """VG-023, VG-033, R-26"""
    graph = trace(preset(id))
    for entrance in graph.entrances:
        (front,) = graph.links[entrance]
        assert graph.kinds[front] == SHIELD


def assert_clockwise(graph: Graph) -> None:
    xs, ys = zip(*((left + 50, top + 50) for _, left, top in graph.rooms), strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    angles = [math.atan2(graph.xy[e][1] - middle[1], graph.xy[e][0] - middle[0]) for e in graph.entrances]
    turns = [(after - before) % math.tau for before, after in pairwise([*angles, angles[0]])]
    assert sum(turns) == pytest.approx(math.tau)


@pytest.mark.parametrize("id", ROWS)
def test_preset_entrances_are_numbered_clockwise(id: str) -> None:
    """R-32"""
    assert_clockwise(trace(preset(id)))


def test_default_boards() -> None:
    """TV-68: R-39, R-44; sections 2.4 and 2.5"""
    assert [default_board(players) for players in EVERY_NUMBER_OF_PLAYERS] == ["p2a", "p3b", "p4a", "p5a", "p6a"]
    assert [orbit_default(players) for players in EVERY_NUMBER_OF_PLAYERS] == ["oc", "oc", "oc", "oc-fit5", "oc"]
    for players in EVERY_NUMBER_OF_PLAYERS:
        assert preset(default_board(players)).players == players
        assert len(orbit_board(orbit_default(players), players).entrances) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 10**30])
def test_no_board_for_one_or_seven(players: int) -> None:
    """VG-001, OC-001"""
    for default in (default_board, orbit_default):
        with pytest.raises(BoardError, match=r"2 to 6 players"):
            default(players)


def test_an_unknown_board_is_answered_with_the_known_ones() -> None:
    """VG-018"""
    with pytest.raises(BoardError, match=r"B0: There is no board p9z. Choose one of p2a, p2b, .* g6"):
        preset("p9z")
    with pytest.raises(BoardError, match=r"Choose one of oc, oc-fit2, oc-fit3, oc-fit4, oc-fit5"):
        orbit_board("oc-fit6", 6)


# Orbit Cubes


def test_the_connection_example_of_the_orbit_cubes_book() -> None:
    """TV-02: OC-021, OC-022, R-26"""
    joined = links(orbit_board("oc", 6))
    assert joined["S0"] == "L0 W0"
    assert set(joined["C0"].split()) == {"L0", "W0", "H0", "H5", "F0"}
    assert set(joined["F0"].split()) == {"C0", "F1", "F5"}
    assert joined["H5"] == "C0 C5"


def test_the_fixed_board_passes_its_checks() -> None:
    """OC-010, OC-023: section 2.5"""
    graph = orbit_board("oc", 6)
    assert (len(graph.names), len(graph.paths)) == (36, 48)
    degree = {(name[0], len(graph.links[node])) for node, name in enumerate(graph.names)}
    assert degree == {("S", 2), ("L", 2), ("W", 2), ("C", 5), ("H", 2), ("F", 3)}
    assert [name for name in graph.names if name.endswith("0")] == ["S0", "L0", "W0", "C0", "H0", "F0"]
    assert graph.names.index("F5") == 35
    assert points_on(graph) == 36
    assert len(moves_from(graph, 0)) == 31, "all but the other five starts are in reach"
    assert set(evenness(graph).near) == {(2, 1, 1, 3, 3)}


@pytest.mark.parametrize(("players", "starts"), {2: "03", 3: "024", 4: "0134", 5: "01234", 6: "012345"}.items())
def test_starting_planets_in_use(players: int, starts: str) -> None:
    """OC-010, R-25, R-44: section 2.5; unused starts stay on the board"""
    graph = orbit_board("oc", players)
    assert [graph.names[node] for node in graph.entrances] == [f"S{start}" for start in starts]
    assert graph.kinds.count(ENTRANCE) == 6
    assert evenness(graph).even == (len(orbits(graph)) == 1) == (players != 5)


def test_five_on_the_board_for_six_are_uneven_and_the_report_says_why() -> None:
    """R-44: section 2.5; the seats beside the gap have share 9 against 6"""
    report = evenness(orbit_board("oc", 5))
    assert report.share == (9, 6, 6, 6, 9)
    assert any("shares of energy points" in reason and "S0 9.00, S1 6.00" in reason for reason in report.reasons)


@pytest.mark.parametrize(("homes", "nodes", "edges"), [(2, 12, 15), (3, 18, 24), (4, 24, 32), (5, 30, 40)])
def test_fitted_boards_have_a_home_for_each_player(homes: int, nodes: int, edges: int) -> None:
    """R-44: section 2.5"""
    graph = orbit_board(f"oc-fit{homes}", homes)
    assert (len(graph.names), len(graph.paths)) == (nodes, edges)
    assert graph.entrances == tuple(range(homes))
    assert evenness(graph).even
    assert len(orbits(graph)) == 1
    for players in set(range(8)) - {homes}:
        with pytest.raises(BoardError, match=f"^B2: .*exactly {homes} players"):
            orbit_board(f"oc-fit{homes}", players)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_the_fixed_board_is_for_two_to_six(players: int) -> None:
    """OC-001"""
    with pytest.raises(BoardError, match=r"^B2: .*2 to 6 players"):
        orbit_board("oc", players)


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_homes_are_drawn_clockwise_around_the_middle(players: int) -> None:
    """OC-021, R-32"""
    graph = orbit_board("oc" if players == 6 else f"oc-fit{players}", players)
    assert all(x > 0 and y > 0 for x, y in graph.xy)
    assert graph.xy[0] == (360, 60), "home 0 is on top, five units of 60 from the middle"
    angles = [math.atan2(graph.xy[e][0] - 360, 360 - graph.xy[e][1]) % math.tau for e in graph.entrances]
    assert angles == pytest.approx([math.tau * home / players for home in range(players)])
    middle_of_homes = graph.xy[graph.names.index("H0")]
    assert math.atan2(middle_of_homes[0] - 360, 360 - middle_of_homes[1]) == pytest.approx(math.pi / players)
    assert all(line == (graph.xy[a], graph.xy[b]) for (a, b), line in graph.paths.items())
    assert graph.rooms == ()


# Evenness


def test_the_evenness_report_of_the_keep() -> None:
    """TV-58"""
    report = evenness(trace(KEEP))
    assert report.near == ((2, 1, 3, 3, 2),) * 4
    assert report.energy == ((4, 8, 12, 12, 12),) * 4
    assert report.share == (3.0,) * 4
    assert report.opp == ((3, 3, 5),) * 4
    assert report.even


def test_an_uneven_board_is_reported_with_every_reason() -> None:
    """R-27: section 2.3"""
    layout = board(
        [("A", "T01", 0, 0, 0), ("B", "T22", 1, 0, 0), ("C", "T05", 2, 0, 0), ("D", "T23", 1, 1, 0)],
        [(0, "A", "W"), (1, "C", "E"), (2, "D", "S")],
    )
    report = evenness(trace(layout))
    assert report.near == ((2, 3, None, 1, None), (2, 1, None, 3, None), (1, 3, None, 3, None))
    assert report.energy == ((4,) * 5, (0, 4, 4, 4, 4), (0, 4, 4, 4, 4))
    assert report.share == (4, 0, 0)
    assert report.opp == ((3, 3), (3, 3), (3, 3))
    assert report.reasons == (
        "The nearest radio platform is not equally far from all: moves E0 2, E1 2, E2 1.",
        "The nearest shield platform is not equally far from all: moves E0 3, E1 1, E2 3.",
        "The nearest alpha platform is not equally far from all: moves E0 1, E1 3, E2 3.",
        "Within 2 moves stand energy points that differ by more than 2: E0 4, E1 0, E2 0.",
        "The shares of energy points differ by 300% of their mean, more than 12%: E0 4.00, E1 0.00, E2 0.00.",
    )


def test_opponents_at_different_distances_are_a_reason() -> None:
    """R-27: section 2.3"""
    row = [("A", "T22", 0, 0, 0), ("B", "T01", 1, 0, 0), ("C", "T23", 2, 0, 0)]
    report = evenness(trace(board(row, [(0, "A", "W"), (1, "B", "N"), (2, "C", "E")])))
    assert report.reasons[-1] == "The opponents are not equally far: moves E0 2 3, E1 2 2, E2 2 3."


def test_the_bound_on_shares_can_be_chosen() -> None:
    """R-27: the Grand Station's shares differ by a tenth"""
    graph = trace(preset("g6"))
    assert evenness(graph, 0.1).even
    assert not evenness(graph, 0.09).even


# Random boards


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_random_boards_are_legal_even_and_worth_playing(players: int) -> None:
    """VG-017, VG-018, VG-019, R-27, R-32"""
    boards = [generate(players, seed=seed) for seed in range(25)]
    for layout in boards:
        assert Layout.from_json(layout.as_json()) == layout
        assert problems(layout, players) is None
        graph = trace(layout)
        assert evenness(graph).even
        assert set(graph.kinds) == set(range(len(KIND_NAMES)))
        assert min(min(opp) for opp in evenness(graph).opp) >= 3
        assert_clockwise(graph)
    assert len({(layout.tiles, layout.entrances) for layout in boards}) > 20


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_same_seed_gives_the_same_board(players: int) -> None:
    """R-27"""
    assert generate(players, seed=2**255 + 7) == generate(players, seed=2**255 + 7)


@pytest.mark.parametrize(
    ("players", "rooms"), [(2, 7), (2, 22), (3, 6), (3, 17), (4, 9), (4, 18), (5, 10), (5, 20), (6, 12)]
)
def test_a_random_board_has_the_rooms_asked_for(players: int, rooms: int | None) -> None:
    """VG-017"""
    layout = generate(players, seed=5, rooms=rooms)
    assert len(layout.tiles) == rooms
    assert evenness(trace(layout)).even


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_shares_may_be_asked_to_be_exactly_equal(players: int) -> None:
    """R-27"""
    share = evenness(trace(generate(players, seed=3, bound=0.0))).share
    assert max(share) == min(share)


def test_a_search_in_vain_tells_its_progress_and_then_what_to_do() -> None:
    """R-27"""
    heard: list[int] = []
    with pytest.raises(
        BoardError, match=r"^B0: No even board for 6 players with 7 rooms .* 10 tries. Try another seed"
    ):
        generate(6, seed=1, rooms=7, tries=10, progress=heard.append)
    assert heard == [*range(10)]


@pytest.mark.parametrize(("players", "rooms"), [(1, None), (7, None), (4, 0), (4, 26), (4, 3)])
def test_impossible_wishes_are_refused_at_once(players: int, rooms: int | None) -> None:
    """VG-001, R-27"""
    with pytest.raises(BoardError, match=r"^B0: "):
        generate(players, seed=1, rooms=rooms)
