"""Connect the Worlds: territory."""

from random import Random

import pytest

from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.setup import space_cells, world_cells
from tests.games.worlds import (
    BASES,
    DIRECTIONS,
    crowd,
    deployments,
    play,
    play_on,
    set_up,
    settled,
    territory,
    worlds,
    written,
)

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"


def ring(place: str) -> set[str]:
    """A hex and its neighbours on the same map."""
    head, cells = place.partition("(")[0], space_cells() if place[0] == "S" else world_cells()
    q, r = (int(part) for part in place.partition("(")[2][:-1].split(","))
    return {f"{head}({q + dq},{r + dr})" for dq, dr in ((0, 0), *DIRECTIONS) if (q + dq, r + dr) in cells}


def claims(game: Position, seat: int) -> set[str]:
    """What the bases of a seat control."""
    mine = written(game)["pieces"][seat]
    return {near for place, codes in mine.items() if codes[:2] in BASES for near in ring(place)}


@pytest.mark.parametrize("kind", BASES)
def test_a_base_controls_its_hex_and_those_around_it(kind: str) -> None:
    """CW-230, CW-233, CWR-42, CWR-44: 7 in the middle, fewer at the edge, on planets and in space alike"""
    counts: dict[str, list[int]] = {"S": [], "W": []}
    game = settled()
    for place in range(85 + 123):
        counts[hex_name(place)[0]].append(sum(int(word).bit_count() for word in game.board.ring[place]))
    assert [counts["S"].count(many) for many in (7, 6, 5, 4)] == [55, 6, 12, 12]
    assert [counts["W"].count(many) for many in (7, 6, 5, 4)] == [83, 10, 14, 16]
    for place in Random(kind).sample(range(85 + 123), 6):
        name = hex_name(place)
        assert territory(set_up(f"{kind}@{name}", AWAY), 0) == len(ring(name))


@pytest.mark.parametrize("seed", range(6))
def test_territory_is_the_union_of_the_rings(seed: int) -> None:
    """CW-231, CW-232, CW-234, CWR-43, CWR-45: own hexes once, overlapped ones fully for each, units without effect"""
    game = crowd(seed)
    for seat in (0, 1):
        assert territory(game, seat) == len(claims(game, seat))
    mine, theirs = claims(game, 0), claims(game, 1)
    alone = crowd(seed, overlap="none")
    assert (territory(alone, 0), territory(alone, 1)) == (len(mine - theirs), len(theirs - mine))
    flat = crowd(seed, space_territory="none")
    assert territory(flat, 0) == len({place for place in mine if place[0] == "W"})


def test_overlap_of_three_empires() -> None:
    """CW-232, CWR-43: for each of them, or for nobody"""
    seats = ("SB@W0(0,0)", "SB@W0(1,0)", "SB@W0(0,1)")
    assert [territory(set_up(*seats), seat) for seat in range(3)] == [7, 7, 7]
    found = [ring(seat[3:]) for seat in seats]
    alone = [len(found[i] - found[i - 1] - found[i - 2]) for i in range(3)]
    assert [territory(set_up(*seats, overlap="none"), seat) for seat in range(3)] == alone


def test_an_enemy_base_in_the_ring_changes_nothing() -> None:
    """CWR-45, CW-232"""
    assert territory(set_up(HOME, f"MP@W0(1,0) CA@W0(0,1) {AWAY}"), 0) == 7


def test_a_base_in_orbit_controls_no_ground() -> None:
    """CW-233, CWR-42: nor does it count as a base on the world"""
    game = set_up("SB@S(0,-4)", AWAY, hand="AT")
    assert (territory(game, 0), worlds(game, 0)) == (6, 0)
    assert not any(place.startswith("W") for place in deployments(game, "AT"))


def test_space_may_bring_no_territory() -> None:
    """CWR-42, CW-233: then a base there offers its own hex, to units only"""
    game = set_up("SB@S(2,-1) SB@W0(0,0)", AWAY, hand="AT SB", space_territory="none")
    assert territory(game, 0) == 7
    assert deployments(game, "AT") == ring("W0(0,0)") | {"S(2,-1)"}
    assert deployments(game, "SB") == ring("W0(0,0)") - {"W0(0,0)"}


def test_territory_follows_the_position_at_once() -> None:
    """CW-235: moved, captured and destroyed bases"""
    game = set_up(f"{HOME} AT@W1(1,0)", f"{AWAY} SB@W1(-5,3)", hand="SC EN HA")
    assert (territory(game, 0), territory(game, 1)) == (7, 14)
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert (territory(game, 0), territory(game, 1)) == (14, 7)
    play(game, "move EN SB W0(0,0)->S(0,-4)")
    assert territory(game, 0) == 13
    lost = set_up(f"{HOME} AT@W1(1,0)", "AB@W1(0,0) SB@W1(-5,3)", hand="SC HA")
    assert territory(play(lost, "move SC AT W1(1,0)->W1(0,0)"), 1) == 7


@pytest.mark.parametrize("seed", range(3))
def test_deployment_is_allowed_exactly_on_the_territory(seed: int) -> None:
    """CW-236, CW-210, CW-211"""
    game = crowd(seed, hand="AT MP")
    mine = claims(game, 0)
    based = {place for owned in written(game)["pieces"] for place, codes in owned.items() if codes[:2] in BASES}
    assert deployments(game, "AT") == mine
    assert deployments(game, "MP") == mine - based


def test_a_world_counts_for_everybody_with_a_base_on_it() -> None:
    """CWR-59, CWR-46: also when all hexes there are overlapped"""
    game = set_up("SB@W0(0,0) SB@W2(0,0) SB@W2(3,0)", "SB@W0(1,0) AT@W2(5,0)", overlap="none")
    assert (worlds(game, 0), worlds(game, 1)) == (2, 1)


@pytest.mark.parametrize("seed", range(2))
def test_territory_stays_right_in_random_games(seed: int) -> None:
    """CW-235, CW-231"""
    game = settled(3, seed, start_units=2, start_resources=20)
    for _ in range(6):
        play_on(game, seed, len(game.line) + 40)
        for seat in range(3):
            assert territory(game, seat) == len(claims(game, seat))
