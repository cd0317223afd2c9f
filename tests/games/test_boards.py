"""How boards of Vanagloria Galaxy are composed: rooms, graphs, legal boards, boards as JSON (section 2)."""

import json
import math
import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from quincunx.games.vanagloria.boards import (
    ALPHA,
    BETA,
    COPIES,
    DESIGNS,
    ENTRANCE,
    RADIO,
    SHIELD,
    SIDES,
    TILES,
    WEAPONS,
    BoardError,
    Design,
    Entrance,
    Layout,
    Tile,
    facts,
    kind_of,
    presets,
    problems,
    trace,
)
from quincunx.games.vanagloria.fairness import evenness
from tests.games.layouts import (
    EX1,
    KEEP,
    Row,
    board,
    code,
    links,
)

# ---------------------------------------------------------------- The box


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


# ---------------------------------------------------------------- From tiles to a graph


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


# ---------------------------------------------------------------- Legal boards


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


# ---------------------------------------------------------------- Boards as JSON


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
