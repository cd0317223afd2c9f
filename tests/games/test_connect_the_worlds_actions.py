"""Connect the Worlds: connecting bases and deploying pieces."""

from itertools import combinations

import pytest

from tests.games.worlds import (
    BASES,
    UNITS,
    after,
    alive,
    at,
    deployments,
    discard,
    hand,
    legal,
    play,
    portals,
    refused,
    set_up,
    sizes,
)
from tests.helpers import told

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"
NINE = [*(f"W0({q},0)" for q in range(-4, 4)), "W2(0,0)"]
"""Eight Standard Bases and an Advanced one."""


def among_nine(many: int) -> str:
    """So many portals between nine bases."""
    return " ".join("~".join(pair) for pair in list(combinations(NINE, 2))[:many])


# ---------------------------------------------------------------- portals


def test_connect_joins_two_own_bases_of_any_maps() -> None:
    """CW-206, CW-207, CW-101, CWR-27: same world, two worlds, space; a base may have any number"""
    game = set_up(f"{HOME} AB@W0(1,0) OP@W2(0,0) MP@S(3,0)", AWAY, hand="PO4 SC")
    for other in ("W0(1,0)", "W2(0,0)", "S(3,0)"):
        play(game, f"connect W0(0,0) {other}")
    assert portals(game) == "S(3,0)~W0(0,0) W0(0,0)~W0(1,0) W0(0,0)~W2(0,0)"
    assert (hand(game, 0), discard(game, 0)) == ("SC1 PO1", "PO3")
    assert {"CW-206", "CW-207", "CW-200"} <= set(told(game))


def test_what_cannot_be_connected() -> None:
    """CW-206: one base, a base with itself, an enemy's, no base at all, and a pair that is connected"""
    assert refused(set_up(HOME, AWAY, hand="PO"), "connect") == "CW-206"
    assert refused(set_up("AT@W0(0,0)", AWAY, hand="PO"), "connect") == "CW-206"
    game = set_up(f"{HOME} SB@W2(0,0) SB@S(3,0) AT@W0(5,0)", AWAY, hand="PO", portals="W0(0,0)~W2(0,0)")
    assert after(game, "connect") == {"W0(0,0)", "W2(0,0)", "S(3,0)"}
    for start in ("W1(0,0)", "W0(5,0)", "W0(1,0)"):
        assert refused(game, f"connect {start} W0(0,0)") == "CW-206"
    assert after(game, "connect", "W0(0,0)") == {"S(3,0)"}
    for other in ("W0(0,0)", "W2(0,0)", "W1(0,0)", "W0(5,0)"):
        assert refused(game, f"connect W0(0,0) {other}") == "CW-206"


def test_a_base_with_all_its_connections_is_no_beginning() -> None:
    """CW-206"""
    joined = "W0(0,0)~W2(0,0) S(3,0)~W0(0,0)"
    game = set_up(f"{HOME} SB@W2(0,0) SB@S(3,0)", AWAY, hand="PO", portals=joined)
    assert after(game, "connect") == {"W2(0,0)", "S(3,0)"}
    assert refused(game, "connect W0(0,0) W2(0,0)") == "CW-206"
    game = set_up(f"{HOME} SB@W2(0,0)", AWAY, hand="PO", portals="W0(0,0)~W2(0,0)")
    assert refused(game, "connect") == "CW-206"


def test_nobody_makes_more_than_32_portals() -> None:
    """CWR-27: that still exist"""
    bases = " ".join([*(f"SB@{place}" for place in NINE[:8]), "AB@W2(0,0)"])
    game = set_up(bases, AWAY, hand="PO SC", portals=among_nine(31))
    assert refused(game, "connect W0(3,0) W2(0,0)") is None
    game = set_up(bases, AWAY, hand="PO SC", portals=among_nine(32))
    assert refused(game, "connect") == "CWR-27"


def test_a_kept_portal_counts_for_the_owner_of_the_lower_hex() -> None:
    """CWR-27, CWR-28"""
    bases = " ".join(f"SB@{place}" for place in NINE[:8])
    words = {"hand": "PO SC", "portals": among_nine(32), "portal_on_capture": "keep"}
    lower = set_up(f"{bases} AB@S(0,0)", f"AB@W2(0,0) {AWAY}", **words)
    assert refused(lower, "connect") == "CWR-27"
    words = {"hand": "PO SC", "portals": among_nine(32).replace("W2(0,0)", "S(0,0)"), "portal_on_capture": "keep"}
    higher = set_up(f"{bases} AB@W2(0,0)", f"AB@S(0,0) {AWAY}", **words)
    assert refused(higher, "connect") is None


def test_connecting_needs_no_territory_and_no_unit() -> None:
    """CW-206: captured bases of this turn, too"""
    game = set_up(f"{HOME} AT@W1(1,0)", f"{AWAY} AT@W1(5,0)", hand="SC PO HA")
    play(game, "move SC AT W1(1,0)->W1(0,0); connect W1(0,0) W0(0,0)")
    assert portals(game) == "W0(0,0)~W1(0,0)"


# ---------------------------------------------------------------- deployment


@pytest.mark.parametrize("code", [*BASES, *UNITS])
def test_a_piece_is_deployed_on_the_own_territory(code: str) -> None:
    """CW-210, CW-211, CW-236: the base's hex and those around it; a base not on a base"""
    game = set_up(HOME, AWAY, hand=f"{code} HA")
    ring = {"W0(1,0)", "W0(1,-1)", "W0(0,-1)", "W0(-1,0)", "W0(-1,1)", "W0(0,1)"}
    assert deployments(game, code) == (ring if code in BASES else {*ring, "W0(0,0)"})
    assert refused(game, f"deploy {code} W0(0,0)") == ("CW-211" if code in BASES else None)
    for far in ("W0(2,0)", "S(0,-4)", "W1(1,0)", "W2(0,0)"):
        assert refused(game, f"deploy {code} {far}") == "CW-210"


def test_deployment_stays_on_the_map_of_the_base() -> None:
    """CW-210, CW-233, CWR-42, CWR-44: a base in orbit offers space, at the edge there is less"""
    game = set_up("SB@S(0,-4)", AWAY, hand="AT SB")
    assert all(text.startswith("S") for text in deployments(game, "AT"))
    assert (len(deployments(game, "AT")), len(deployments(game, "SB"))) == (6, 5)
    assert len(deployments(set_up("SB@W0(-6,-1)", AWAY, hand="AT"), "AT")) == 4


def test_territory_overlapped_by_an_enemy_is_still_own() -> None:
    """CW-236, CWR-43: also with overlap=none"""
    for overlap in ("both", "none"):
        game = set_up(HOME, f"SB@W0(1,0) {AWAY}", hand="AT SB", overlap=overlap)
        assert len(deployments(game, "AT")) == 7
        assert deployments(game, "SB") == {"W0(1,-1)", "W0(0,-1)", "W0(-1,0)", "W0(-1,1)", "W0(0,1)"}


def test_units_give_no_territory_to_deploy_on() -> None:
    """CW-210, CW-234"""
    game = set_up(f"{HOME} AT@W0(5,0)", AWAY, hand="AT")
    assert refused(game, "deploy AT W0(5,0)") == "CW-210"


def test_a_new_base_widens_the_territory_at_once() -> None:
    """CW-235, CW-236, CW-210"""
    game = set_up(HOME, AWAY, hand="SB AT HA")
    assert refused(game, "deploy AT W0(2,0)") == "CW-210"
    play(game, "deploy SB W0(1,0)")
    assert refused(game, "deploy AT W0(2,0)") is None


@pytest.mark.parametrize("code", [*BASES, *UNITS])
def test_there_are_eight_markers_of_each_kind(code: str) -> None:
    """CW-212, CWR-15: the first base counts, too; no ninth piece unless markers=0"""
    spots = [f"{code}@W0({q},{r})" for q in (-4, -2, 0, 2) for r in (0, 1)]
    base = "" if code in BASES else " SB@W2(0,0)"
    seven, eight = " ".join(spots[:7]) + base, " ".join(spots) + base
    assert refused(set_up(seven, AWAY, hand=code), f"deploy {code}") is None
    assert refused(set_up(eight, AWAY, hand=code), f"deploy {code}") == "CW-212"
    assert refused(set_up(eight, AWAY, hand=code, markers=0), f"deploy {code}") is None


def test_captured_bases_use_markers() -> None:
    """CWR-15, CW-212"""
    seven = " ".join(f"SB@W0({q},0)" for q in range(-4, 3))
    game = set_up(f"{seven} AT@W1(1,0)", f"{AWAY} SB@W1(-5,3)", hand="SC SB HA")
    assert refused(game, "deploy SB") is None
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert refused(game, "deploy SB") == "CW-212"


def test_a_deployed_piece_may_be_moved_at_once() -> None:
    """CW-214, CWR-41: bases, too"""
    game = set_up(HOME, AWAY, hand="AT SB HA SC PO")
    play(game, "deploy AT W0(1,0); move SC AT W0(1,0)->W0(2,0)")
    play(game, "deploy SB W0(1,0); move HA SB W0(1,0)->S(0,-4)")
    assert (at(game, "W0(2,0)"), at(game, "S(0,-4)"), at(game, "W0(1,0)")) == ("A: AT", "A: SB", "-")


def test_deploying_into_enemies_may_be_forbidden() -> None:
    """CW-213, CWR-40: units and bases alike"""
    game = set_up(HOME, f"AT@W0(1,0) {AWAY}", hand="AC SB", deploy_into_enemy="forbidden")
    assert refused(game, "deploy AC W0(1,0)") == refused(game, "deploy SB W0(1,0)") == "CWR-40"
    assert (len(deployments(game, "AC")), len(deployments(game, "SB"))) == (6, 5)
    usual = set_up(HOME, f"AT@W0(1,0) {AWAY}", hand="AC SB")
    assert (len(deployments(usual, "AC")), len(deployments(usual, "SB"))) == (7, 6)


def test_a_base_that_enemies_leave_no_hex_is_refused_for_them() -> None:
    """CWR-40, CW-247, CWR-57: there is a hex without a base, but somebody stands on each"""
    around = " ".join(f"AT@W0{cell}" for cell in ("(1,0)", "(1,-1)", "(0,-1)", "(-1,0)", "(-1,1)", "(0,1)"))
    enemies = f"{around} {AWAY}"
    assert refused(set_up(HOME, enemies, hand="SB", deploy_into_enemy="forbidden"), "deploy SB") == "CWR-40"
    assert refused(set_up(HOME, enemies, hand="SB", opening_truce=3, round=2), "deploy SB") == "CW-247"
    assert refused(set_up(HOME, enemies, hand="SB"), "deploy SB W0(1,0)") is None


def test_deploying_onto_an_enemy_base_captures_it() -> None:
    """CW-213, CW-156, CWR-40: an enemy base inside the own ring"""
    game = set_up(HOME, f"SB@W0(1,0) {AWAY}", hand="AT HA")
    play(game, "deploy AT W0(1,0)")
    assert (at(game, "W0(1,0)"), alive(game)) == ("A: SB' AT'", "AB")
    assert refused(game, "move HA AT W0(1,0)->W0(2,0)") == "CW-127"


def test_a_captured_base_is_reinforced_in_the_same_turn() -> None:
    """CW-210, CW-235, CWR-46: also with bases, since it is own territory now"""
    game = set_up(f"{HOME} AT@W1(1,0)", f"{AWAY} SB@W1(-5,3)", hand="SC AC SB HA")
    play(game, "move SC AT W1(1,0)->W1(0,0); deploy AC W1(0,0); deploy SB W1(0,1)")
    assert (at(game, "W1(0,0)"), at(game, "W1(0,1)")) == ("A: SB' AT' AC", "A: SB")


def test_all_actions_of_the_introduction() -> None:
    """CW-003: explore, expand, exploit, exterminate are what the rules allow"""
    game = set_up(f"{HOME} SB@W2(0,0) AT@W0(0,0)", f"AT@S(0,-4) {AWAY}", hand="HA SC EN PO AC", pool=20)
    assert legal(game) == {
        *("end", "move SC", "move EN", "move PO", "move HA"),
        *("research", "build", "connect", "gather HA", "deploy AC"),
    }
    play(game, "buy EN SB; connect W0(0,0) W2(0,0); gather HA; deploy AC W2(0,0)")
    assert sizes(game, 0) == (1, 0, 4)
