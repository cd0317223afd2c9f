"""How even a board is, and random boards that are: section 2.3 of the rules."""

import pytest

from quincunx.games.vanagloria.boards import (
    KIND_NAMES,
    BoardError,
    Layout,
    preset,
    problems,
    trace,
)
from quincunx.games.vanagloria.fairness import evenness, generate
from tests.games.layouts import EVERY_NUMBER_OF_PLAYERS, KEEP, assert_clockwise, board

# ---------------------------------------------------------------- Evenness


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


# ---------------------------------------------------------------- Random boards


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
