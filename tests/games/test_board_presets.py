"""The ready-made boards of Vanagloria Galaxy and Orbit Cubes: sections 2 and 3 of the rules."""

import math

import pytest

from quincunx.games.vanagloria.boards import (
    ALPHA,
    BETA,
    ENTRANCE,
    RADIO,
    SHIELD,
    WEAPONS,
    BoardError,
    default_board,
    moves_from,
    orbit_board,
    orbit_default,
    preset,
    presets,
    problems,
    trace,
)
from quincunx.games.vanagloria.fairness import evenness
from tests.games.layouts import EVERY_NUMBER_OF_PLAYERS, assert_clockwise, links, orbits, points_on

# ---------------------------------------------------------------- The presets


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


# ---------------------------------------------------------------- Orbit Cubes


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
