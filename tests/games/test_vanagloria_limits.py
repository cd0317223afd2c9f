"""Vanagloria Galaxy: the pieces of the box, the case of twelve, and the house reading total12."""

import pytest

from quincunx.engine.errors import BadPosition
from tests.helpers import facts, legal, rule, station, told, units

EVERYTHING = "d@D0.r x8, m@D0.s, m@F0.w x3, m+@F3.b x4, r+@F0.b x7"
"""TV-34: all 23."""
TWELVE = "d@D1.s x8, m@D1.r x4"
"""Twelve plain units, as in TV-04."""


def test_23_units_are_the_whole_box_and_only_move_attack_and_end_remain() -> None:
    """VG-003, VG-012, R-02: section 7, the table of piece limits"""
    game = station(EVERYTHING, "m@F0.b")
    assert facts(game, 0).startswith("box: 0 plain, 0 shielded; stands 0 d, 0 m, 0 r")
    assert not any(move.startswith("act") for move in legal(game))
    assert rule(game, "att r@F0.b > 1:m@F0.b") is None


@pytest.mark.parametrize(
    ("pieces", "cited"),
    [
        ("d@K.a x6, m@K.a x7", "VG-013"),
        ("m@K.a x9", "VG-014"),
        ("d@K.a x9", "VG-015"),
        ("r@K.a x8", "VG-015"),
        ("d+@K.a x5, m+@K.a x7", "VG-015"),
    ],
)
def test_a_position_with_pieces_that_nobody_owns_cannot_be_set_up(pieces: str, cited: str) -> None:
    """VG-012, VG-013, VG-014, VG-015"""
    with pytest.raises(BadPosition, match=cited):
        station(pieces)


def test_the_radio_needs_a_plain_standee() -> None:
    """VG-012, VG-013, VG-088, R-04: twelve plain, although Discharged stands are left"""
    game = station("d@D0.r, d@E0 x3, m@F0.b x7, m@D0.s")
    assert rule(game, "act d@D0.r") == "VG-013"
    assert units(game.play("act m@D0.s").play("act d@D0.r"), 0) == "d@E0 x4, m+@D0.s, d@D0.r, m@F0.b x7"


def test_the_radio_needs_a_discharged_stand() -> None:
    """VG-012, VG-015, VG-088, R-04: eight disarmed, however few units there are; a charge frees a stand"""
    game = station("d@D0.r, d@E0 x6, d@F0.w")
    assert rule(game, "act d@D0.r") == "VG-015"
    assert rule(game.play("act d@F0.w"), "act d@D0.r") is None


def test_a_shielded_disarmed_unit_takes_a_discharged_stand_as_well() -> None:
    """VG-015, VG-005: the stand counts, not the standee"""
    assert rule(station("d+@D0.r x8"), "act d+@D0.r") == "VG-015"


def test_the_first_charge_needs_a_half_charge_stand() -> None:
    """VG-014, VG-088, R-04, R-19"""
    game = station("d@F0.w, m@F0.w, m@K.a x7")
    assert rule(game, "act d@F0.w") == "VG-014"
    assert units(game.play("act m@F0.w").play("act d@F0.w"), 0) == "m@F0.w, r@F0.w, m@K.a x7"


def test_the_second_charge_needs_a_complete_charge_stand() -> None:
    """VG-015, VG-088"""
    game = station("m@F0.w, d@F0.w, r@K.a x7")
    assert rule(game, "act m@F0.w") == "VG-015"
    assert rule(game, "act d@F0.w") is None


def test_a_shield_needs_a_shielded_standee() -> None:
    """VG-015, VG-025, VG-088"""
    game = station("d@D0.s, d+@D0.r x7, m+@F0.w x4")
    assert rule(game, "act d@D0.s") == "VG-015"
    assert rule(station("d@D0.s, d+@D0.r x7, m+@F0.w x3"), "act d@D0.s") is None


def test_pieces_of_a_lost_unit_are_in_the_box_at_once() -> None:
    """VG-087, R-03: usable in the same round"""
    game = station("m@F0.b", "d@D1.r, d@D1.s x6, d@F0.b").play("att m@F0.b > 1:d@F0.b").play("end")
    assert rule(game, "act d@D1.r") is None
    assert rule(game.play("act d@D1.r"), "act d@D1.r") == "VG-064"


def test_pieces_freed_by_the_first_action_serve_the_second() -> None:
    """R-21, VG-087, VG-091: a shield at twelve plain frees a standee, a charge frees a stand"""
    game = station("d@D0.r, d@D0.s, m@K.a x8, d@E0 x2")
    assert rule(game, "act d@D0.r") == "VG-013"
    assert rule(game.play("act d@D0.s"), "act d@D0.r") is None


# ---------------------------------------------------------------- the case of twelve


def test_at_twelve_plain_a_shielded_unit_that_is_hit_is_lost() -> None:
    """VG-016, R-02, R-05: its standee and its stand go back to the box"""
    game = station("m@F0.b", f"{TWELVE}, r+@F0.b")
    assert "12 plain in play: shields do not protect now" in facts(game, 1)
    game.play("att m@F0.b > 1:r+@F0.b")
    assert units(game, 1) == "d@D1.s x8, m@D1.r x4"
    assert facts(game, 1).startswith("box: 0 plain, 11 shielded; stands 0 d, 4 m, 7 r")
    assert "VG-016" in told(game)


def test_at_eleven_plain_the_shield_works_and_makes_the_twelfth() -> None:
    """VG-016, VG-071, R-05: afterwards no shield protects"""
    game = station("m@F0.b x2", "d@D1.s x8, m@D1.r x3, r+@F0.b, m+@F0.b")
    game.play("att m@F0.b > 1:r+@F0.b")
    assert units(game, 1) == "d@D1.s x8, m@D1.r x3, r@F0.b, m+@F0.b"
    game.play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x8, m@D1.r x3, r@F0.b"


def test_the_case_of_twelve_is_tested_at_the_instant_of_the_hit() -> None:
    """R-05: the attack before it removed a plain unit, so a standee is free"""
    game = station("m@F0.b x2", "d@D1.s x7, m@D1.r x4, d@F0.b, m+@F0.b")
    game.play("att m@F0.b > 1:d@F0.b").play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x7, m@D1.r x4, m@F0.b"


def test_a_shield_taken_at_twelve_lowers_the_count_so_the_next_hit_is_survived() -> None:
    """VG-016, R-05: section 7, consequences"""
    game = station("", "d@D1.s, d@D1.r x7, m@D1.r x4", "r@F0.b", acts=1)
    game.play("act d@D1.s").play("end").play("att r@F0.b > 1:d+@D1.s")
    assert units(game, 1) == "d@D1.s, d@D1.r x7, m@D1.r x4"


def test_plain_units_of_others_do_not_count() -> None:
    """VG-016, R-05: the defender's pieces decide"""
    game = station("d@D0.s x8, m@D0.r x3, m@F0.b", "d@D1.s x8, m@D1.r x3, m+@F0.b").play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x8, m@D1.r x3, m@F0.b"


def test_units_on_the_entrance_count_among_the_twelve() -> None:
    """VG-016, R-13"""
    game = station("m@F0.b", "d@E1 x8, m@D1.r x4, m+@F0.b").play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@E1 x8, m@D1.r x4"


def test_a_shielded_unit_lost_at_twelve_leaves_its_owner_with_units() -> None:
    """VG-016, VG-072: twelve plain ones are left, so there is no replacement"""
    game = station("m@F0.b", f"{TWELVE}, r+@F0.b").play("att m@F0.b > 1:r+@F0.b")
    assert "VG-072" not in told(game)


# ---------------------------------------------------------------- the house reading


def test_total12_counts_all_units_for_the_radio() -> None:
    """R-02"""
    twelve = "d@D0.r x2, m+@K.a x8, r@K.a x2"
    assert rule(station(twelve, vg_limit="total12"), "act d@D0.r") == "R-02"
    assert rule(station(twelve), "act d@D0.r") is None
    assert rule(station("d@D0.r, m+@K.a x8, r@K.a x2", vg_limit="total12"), "act d@D0.r") is None


def test_total12_forbids_a_thirteenth_unit_in_a_position() -> None:
    """R-02"""
    with pytest.raises(BadPosition, match="R-02"):
        station("d@K.a x2, m+@K.a x8, r@K.a x3", vg_limit="total12")


def test_under_total12_a_shield_fails_at_twelve_in_all() -> None:
    """R-02: the literal sentence"""
    twelve = "d@D1.s x6, m@D1.r x2, m+@D1.r x3, m+@F0.b"
    game = station("m@F0.b", twelve, vg_limit="total12").play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x6, m@D1.r x2, m+@D1.r x3"
    game = station("m@F0.b", twelve).play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x6, m@D1.r x2, m+@D1.r x3, m@F0.b"


def test_under_total12_a_shield_works_at_eleven_in_all() -> None:
    """R-02, R-05: after one of twelve is gone the next shield protects"""
    game = station("m@F0.b x2", "d@D1.s x6, m@D1.r x2, m+@D1.r x2, m+@F0.b, d@F0.b", vg_limit="total12")
    game.play("att m@F0.b > 1:d@F0.b").play("att m@F0.b > 1:m+@F0.b")
    assert units(game, 1) == "d@D1.s x6, m@D1.r x2, m+@D1.r x2, m@F0.b"


def test_under_total12_the_component_limits_stay() -> None:
    """R-02, VG-014, VG-015: it is played on top of them"""
    assert rule(station("d@D0.r x8", vg_limit="total12"), "act d@D0.r") == "VG-015"
    assert rule(station("d@F0.w, m@K.a x8", vg_limit="total12"), "act d@F0.w") == "VG-014"


def test_under_total12_shields_and_charges_are_not_limited_by_the_total() -> None:
    """R-02: only the radio and the hit look at it"""
    twelve = "d@D0.s, d@F0.w, m+@K.a x7, r@K.a x3"
    game = station(twelve, vg_limit="total12")
    assert rule(game, "act d@D0.s") is None
    assert rule(game, "act d@F0.w") is None


def test_under_total12_the_warning_beside_the_board_is_about_all_units() -> None:
    """R-02: at twelve in all shields do not protect, and the table says so"""
    game = station("d@D1.s x6, m@D1.r x2, m+@D1.r x4", vg_limit="total12")
    assert "shields do not protect now" in facts(game, 0)


def test_under_total12_nobody_claims_that_no_plain_standee_was_left() -> None:
    """R-02: four are in the box; the unit is lost by the literal sentence"""
    game = station("m@F0.b", "d@D1.s x6, m@D1.r x2, m+@D1.r x3, m+@F0.b", vg_limit="total12")
    game.play("att m@F0.b > 1:m+@F0.b")
    assert facts(game, 1).startswith("box: 4 plain")
    assert "no plain standee was left" not in game.log[-1]
