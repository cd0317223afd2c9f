"""Vanguard: Rome: the battle line, what stands legally, and how gaps are closed."""

from random import Random
from typing import Any

import pytest

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import army as armies
from quincunx.games.vanguard_rome import state as s
from quincunx.table.match import Match
from tests.games.legions import army, options, play, refused, set_up, shifts
from tests.helpers import told

QUIET = "IN [IN] IN"


def line(front: str, rear: str = "-", **words: Any) -> Match:
    """The line of seat 0 against a quiet enemy."""
    return set_up(f"{front} / {rear}", QUIET, **words)


# ---------------------------------------------------------------- standing legally


@pytest.mark.parametrize(
    ("front", "rear", "rule"),
    [
        ("IN IN [PR] SL", "AR .. [AR]", None),  # the rear row may keep gaps
        ("IN IN [PR] SL", "[..] .. AR", "VR-054"),
        ("IN IN [PR] SL", "[AR] AR AR", "VR-054"),
        ("IN .. [PR] SL", "-", "VR-052"),
        ("IN IN [..] SL", "-", "VR-052"),
        ("[..] SL", "-", "VR-052"),
        ("[PR]", "-", None),
        ("[PR] SL SL SL SL SL SL SL SL", "-", None),
        ("IN IN IN [PR] IN", "AR AR AR [AR] AR", None),
    ],
)
def test_which_formation_is_legal(front: str, rear: str, rule: str | None) -> None:
    """VR-011, VR-012, VR-013, VR-016, VR-052, VR-053, VR-054, R-02: no gap in front, nobody alone in the rear"""
    assert refused(line(front, rear), "attack") == rule


def test_a_space_holds_one_unit() -> None:
    """VR-015, R-01: a Chariot on a unit shares its space and is no unit"""
    game = line("CH [IN] IN", pending="SL")
    assert refused(game, "place SL F0") == "VR-015"
    play(game, "chariot F-1 F0")
    assert army(game, 0) == "[IN+] IN"
    assert int(armies.units_of(game.state, 0)) == 2
    assert {"VR-015", "R-01"} <= set(told(game))


def test_the_vanguard_position_never_moves() -> None:
    """VR-013, VR-056: lines grow and shrink around it"""
    game = line("[IN]", pending="SL SL")
    play(game, "place SL F-1; place SL F-2")
    assert army(game, 0) == "SL SL [IN]"
    game = line(".. [..] IN IN", pending="SL")
    play(game, "shift lat F+1")
    assert army(game, 0) == "[IN] IN"


# ---------------------------------------------------------------- forward


def test_a_unit_steps_forward_alone_into_the_vacant_space_before_it() -> None:
    """VR-051, VR-055, VR-057: out of the rear, face up; only there, and only if it is vacant"""
    game = line("IN [PR] ..", "(SL) [(AR)] (CE)")
    assert shifts(game) == {"fwd R+1"}
    assert refused(game, "shift fwd R0") == refused(game, "shift fwd R+2") == "VR-057"
    assert refused(game, "shift fwd F0") == "VR-057"
    play(game, "shift fwd R+1")
    assert army(game, 0) == "IN [PR] CE / (SL) [(AR)]"
    assert {"VR-051", "VR-057", "VR-053", "R-37"} <= set(told(game))


def test_a_gap_with_full_rear_rows_is_closed_by_the_unit_behind() -> None:
    """VR-053, VR-055, VR-057, VR-058, R-05: the example of stepping forward (TV-16)"""
    game = line("IN IN [PR] .. IN", "(SL) (SL) [(SL)] (AR) (AR)")
    assert shifts(game) == {"fwd R+1"}
    assert refused(game, "shift lat F+2") == "VR-058"
    play(game, "shift fwd R+1")
    assert army(game, 0) == "IN IN [PR] AR IN / (SL) (SL) [(SL)] .. (AR)"
    assert refused(game, "attack") is None


def test_the_same_gap_when_only_a_row_shifts_together() -> None:
    """VR-055, VR-057, VR-058, R-05: the front run slides, then the orphan steps forward (TV-17)"""
    game = line("IN IN [PR] .. CE", "(SL) (SL) [(SL)] (AR) (IN)", shift_model="rows")
    assert shifts(game) == {"fwd R+1", "lat F+2"}
    play(game, "shift lat F+2")
    assert shifts(game) == {"fwd R+2"}
    play(game, "shift fwd R+2")
    assert army(game, 0) == "IN IN [PR] CE IN / (SL) (SL) [(SL)] (AR)"


# ---------------------------------------------------------------- sideways


def test_an_empty_column_is_closed_by_the_whole_wing_both_rows() -> None:
    """VR-055, VR-056, VR-058, R-05: one step for each column, the example of the wing (TV-18)"""
    game = line("IN [PR] .. .. CE SL", "[(SL)] .. .. (AR) (IN)")
    assert shifts(game) == {"lat F+3"}
    assert refused(game, "shift lat F+4") == "R-05"
    play(game, "shift lat F+3")
    assert refused(game, "attack") == "VR-052"
    play(game, "shift lat F+2")
    assert army(game, 0) == "IN [PR] CE SL / [(SL)] (AR) (IN)"
    assert {"VR-051", "VR-058", "R-05", "R-38"} <= set(told(game))
    assert refused(game, "attack") is None


def test_the_vanguard_unit_and_what_is_linked_to_it_never_shifts() -> None:
    """VR-055, VR-056, VR-058"""
    game = line("IN [PR] .. IN")
    assert refused(game, "shift lat F0") == "VR-056"
    assert refused(game, "shift lat F-1") == "VR-058"
    assert refused(game, "shift lat F+1") == "VR-055"
    behind = line("IN .. [..] .. IN", "[(AR)]")
    assert refused(behind, "shift lat R0") == "VR-058"


def test_an_empty_vanguard_position_may_be_filled_in_every_way() -> None:
    """VR-059, R-06: the new unit, or the left or the right wing, the example of three ways (TV-19)"""
    game = line("SL CE [..] IN", "(AR) [..] (SL)", pending="ST")
    assert shifts(game) == {"lat F-1", "lat F+1"}
    assert options(game, "place") == {"ST F-3", "ST F0", "ST F+2"}
    left = play(line("SL CE [..] IN", "(AR) [..] (SL)"), "shift lat F-1")
    assert army(left, 0) == "SL [CE] IN / [(AR)] (SL)"
    play(game, "shift lat F+1")
    assert army(game, 0) == "SL CE [IN] / (AR) [(SL)]"
    assert {"VR-059", "R-06"} <= set(told(game))


def test_the_wing_whose_rear_neighbour_is_empty_may_slide_in_front_of_the_unit_behind() -> None:
    """VR-057, VR-058, VR-059: the other wing is linked through the rear row (TV-20)"""
    game = line("SL CE [..] IN", "(AR) .. [(PR)] (SL)")
    assert shifts(game) == {"fwd R0", "lat F-1"}
    play(game, "shift lat F-1")
    assert army(game, 0) == "SL [CE] IN / (AR) [(PR)] (SL)"


def test_a_switch_or_a_chariot_may_fill_the_vanguard_position_as_well() -> None:
    """R-06, R-22: abilities may be used before the gaps are closed"""
    game = line("IN [..] IN+", "[(CE)]")
    assert refused(game, "chariot F+1 F0") is None
    play(game, "chariot F+1 F0")
    assert army(game, 0) == "IN [CH] IN / [(CE)]"
    moved = line("CE IN [PR] ..", "[..] (SL)")
    assert refused(moved, "swap F-2 F-1") is None


def test_a_rear_unit_without_a_front_unit_steps_forward_or_inward() -> None:
    """VR-053, VR-054, VR-057, VR-058, R-37: inward if it stands alone (TV-21)"""
    game = line("IN IN [PR]", "[(SL)] .. (AR)")
    assert shifts(game) == {"fwd R+2", "lat R+2"}
    assert refused(game, "attack") == "VR-054"
    play(game, "shift lat R+2")
    assert shifts(game) == {"fwd R+1"}
    play(game, "shift fwd R+1")
    assert army(game, 0) == "IN IN [PR] AR / [(SL)]"
    assert refused(game, "attack") is None


def test_a_new_unit_may_be_placed_before_a_rear_unit_that_lost_its_own() -> None:
    """R-37: any repair will do"""
    game = line("IN [PR]", "[..] (AR)", pending="SL")
    play(game, "place SL F+1")
    assert refused(game, "attack") is None


def test_an_army_without_a_front_row_lives_and_mends() -> None:
    """VR-043, VR-052, VR-054, VR-090, R-56: forward and sideways (TV-22)"""
    game = line("-", "(SL) [..] .. (CE)", pending="IN")
    assert options(game, "place") == {"IN F-1", "IN F0", "IN F+1"}
    assert shifts(game) == {"fwd R-1", "fwd R+2", "lat R-1", "lat R+2"}
    play(game, "place IN F0; shift fwd R-1; shift lat R+2; shift fwd R+1")
    assert army(game, 0) == "SL [IN] CE"
    assert refused(game, "attack") is None


def test_a_shift_is_never_outward_or_backward() -> None:
    """VR-055, R-38: no shift takes back another; every step brings the army nearer to the centre"""
    for seed in range(40):
        game = scattered(seed)
        while any(move.startswith(("fwd", "lat")) for move in shifts(game)):
            before = distance(game)
            game.play(f"shift {sorted(shifts(game))[0]}")
            assert distance(game) < before


# ---------------------------------------------------------------- always mendable, never superfluous


def scattered(seed: int, **words: Any) -> Match:
    """Up to twelve units anywhere in eleven columns."""
    dice = Random(seed)
    cells = dice.sample([(row, column) for row in (0, 1) for column in range(-5, 6)], dice.randint(1, 12))
    units = iter(["SL"] * 6 + ["AR"] * 6)
    rows = [[next(units) if (row, column) in cells else ".." for column in range(-5, 6)] for row in (0, 1)]
    for row in rows:
        row[5] = f"[{row[5]}]"
    return line(" ".join(rows[0]), " ".join(rows[1]), deck="", use_commands=False, **words)


def distance(game: Position) -> int:
    """How far the units are from the centre; one step more in the rear."""
    held = [(row, column) for row in (0, 1) for column in range(s.COLUMNS) if game.state.cells[0, row, column]]
    return sum(2 * abs(column - s.CENTRE) + row for row, column in held)


@pytest.mark.parametrize("model", ["group", "rows"])
def test_every_formation_can_be_mended_whatever_the_order(model: str) -> None:
    """R-05, VR-051, VR-052, VR-054: with blocks of both rows a shift exists only while the line is not legal (SC-5)"""
    for seed in range(150):
        game, dice = scattered(seed, shift_model=model), Random(seed)
        while refused(game, "attack") is not None:
            choices = sorted(shifts(game))
            assert choices
            if model == "rows":  # a rear run may be shifted for its own sake
                assert all(refused(game, f"shift {choice}") is None for choice in choices)
            game.play(f"shift {dice.choice(choices)}")
        if model == "group":
            assert shifts(game) == set()
        assert armies.is_legal(game.state, 0)


def test_a_rear_run_may_be_shifted_for_its_own_sake_when_rows_shift() -> None:
    """R-05: in a legal line, but not with blocks of both rows"""
    rows = line("IN IN [IN]", "(SL) .. [..]", shift_model="rows")
    assert shifts(rows) == {"lat R-2"}
    assert shifts(line("IN IN [IN]", "(SL) .. [..]")) == set()
    play(rows, "shift lat R-2")
    assert army(rows, 0) == "IN IN [IN] / (SL) [..]"
