"""Vanguard: Rome: the eight commands."""

import pytest

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import army as armies
from quincunx.games.vanguard_rome import lines
from tests.games.legions import (
    COMMANDS,
    UNITS,
    army,
    attack,
    command_pile,
    damage,
    defence,
    hand,
    kills,
    options,
    pending,
    phase,
    play,
    refused,
    set_up,
    shifts,
)
from tests.helpers import told

QUIET = "IN [IN] IN"


def test_every_played_command_is_told_with_its_rule_and_discarded() -> None:
    """VR-049, VR-050, VR-150: face up to the pile"""
    plays = {
        "FLANK": ("flank F-1 right", {"VR-151", "VR-153"}),
        "JAVELIN": ("attack; order javelin F-1", {"VR-154", "VR-167"}),
        "NIGHTFALL": ("nightfall", {"VR-155", "VR-156"}),
        "REINFORCE": ("reinforce", {"VR-158", "R-50"}),
        "RETREAT": ("attack; retreat F+3", {"VR-159", "VR-160", "VR-161"}),
        "STAMPEDE": ("attack; order stampede A:F+1", {"VR-162", "VR-129"}),
        "SURPRISE": ("attack; order surprise F+1", {"VR-164", "VR-167"}),
        "VOLLEY": ("attack; order volley F+2 1", {"VR-165", "VR-166"}),
    }
    assert set(plays) == set(COMMANDS)
    for command, (moves, rules) in plays.items():
        game = play(set_up("IN [IN] EL AR", "SL SL [PR] SL", hand=command), moves)
        assert (hand(game, 0), command_pile(game)) == ("", command)
        assert rules | {"VR-050"} <= set(told(game)), command


# ---------------------------------------------------------------- Flank


def test_flank_brings_a_unit_to_the_end_of_the_other_wing() -> None:
    """VR-047, VR-151, VR-152, VR-153: the orphaned rear unit steps up (TV-55)"""
    game = set_up("CE IN [PR] IN / (SL) [(AR)]", QUIET, hand="FLANK")
    assert options(game, "flank") == {
        *("F-2 right", "F-1 right", "R-1 right"),
        *("R0 left", "R0 right", "F+1 left"),
    }
    play(game, "flank F-1 right")
    assert army(game, 0) == "CE .. [PR] IN IN / (SL) [(AR)]"
    assert shifts(game) == {"fwd R-1", "lat F-2"}
    assert refused(game, "flank F-2 right") == "VR-047"
    play(game, "shift fwd R-1")
    assert army(game, 0) == "CE SL [PR] IN IN / [(AR)]"
    assert refused(game, "attack") is None


def test_what_flank_refuses() -> None:
    """VR-151: the vanguard unit, the own flank, and nobody"""
    game = set_up("CE IN [PR] IN", QUIET, hand="FLANK")
    assert refused(game, "flank F0 left") == refused(game, "flank F0 right") == "VR-151"
    assert refused(game, "flank F-1 left") == refused(game, "flank F+1 right") == "VR-151"
    assert refused(game, "flank R+1 left") == refused(game, "flank F+2 left") == "VR-151"


@pytest.mark.parametrize("kind", UNITS)
def test_every_kind_may_be_flanked_from_either_row(kind: str) -> None:
    """VR-151, VR-152, R-24: also with a Chariot, face up (R-23)"""
    game = play(set_up(f"IN {kind} [PR] IN", QUIET, hand="FLANK"), "flank F-1 right")
    assert army(game, 0).startswith(f"IN .. [PR] IN {kind}")
    hidden = f"({kind})" if kind != "EL" else kind
    rear = play(set_up(f"IN [PR] IN / {hidden} [..]", QUIET, hand="FLANK"), "flank R-1 right")
    assert army(rear, 0) == f"IN [PR] IN {kind}"
    assert {"R-24", "VR-151"} <= set(told(rear))
    centre = play(set_up(f"IN [PR] IN / [{hidden}]", QUIET, hand="FLANK"), "flank R0 left")
    assert army(centre, 0) == f"{kind} IN [PR] IN"
    assert {"R-24", "VR-152"} <= set(told(centre))


def test_if_the_other_wing_is_empty_flank_leads_beside_the_vanguard() -> None:
    """R-24: to column 1"""
    game = play(set_up("IN+ IN [PR]", QUIET, hand="FLANK"), "flank F-2 right")
    assert army(game, 0) == "IN [PR] IN+"


# ---------------------------------------------------------------- Javelin and Surprise


def test_javelin_gives_one_more_attacker_and_then_there_is_no_retreat() -> None:
    """VR-047, VR-154, VR-161, VR-167: the vanguard still attacks (TV-46)"""
    game = set_up("CE SL [SL] IN", "SL [PR] IN CE", hand="JAVELIN RETREAT")
    play(game, "attack")
    assert options(game, "order") == {"none", "javelin F-2", "javelin F+1"}
    play(game, "order javelin F-2")
    assert damage(game) == {"B:F+2": 5, "B:F0": 2}
    assert (kills(game), hand(game, 0), phase(game)) == (["B:F+2"], "RETREAT", "main B")
    assert {"VR-154", "VR-167", "VR-071", "R-28", "R-35"} <= set(told(game))


@pytest.mark.parametrize("kind", UNITS)
def test_who_may_be_given_javelin_and_surprise(kind: str) -> None:
    """VR-082, VR-154, VR-164, R-28, R-36: three kinds; and anybody but a Catapult and those that attack anyway"""
    game = set_up(f"{kind} [IN] SL", "AR [PR] AR / [..] AR", hand="JAVELIN SURPRISE")
    play(game, "attack")
    if kind == "CA":
        assert phase(game) == "order A"
        assert refused(game, "order surprise F-1") == "R-36"
        assert refused(game, "order javelin F-1") == "VR-154"
        return
    javelin = kind in ("IN", "CE", "PR")
    assert refused(game, "order javelin F-1") == (None if javelin else "VR-154")
    assert refused(game, "order surprise F-1") == ("VR-082" if kind == "BA" else None)
    if kind == "BA":
        return
    play(game, f"order {'javelin' if javelin else 'surprise'} F-1")
    assert "B:F+1" in damage(game)
    assert {"VR-154" if javelin else "VR-164", "VR-167"} <= set(told(game))


@pytest.mark.parametrize("kind", UNITS)
def test_neither_javelin_nor_surprise_is_given_in_the_rear(kind: str) -> None:
    """R-36, R-09: its own front unit stands before it"""
    game = set_up(f"IN [IN] IN / {kind} [..]", "AR [PR] AR", hand="JAVELIN SURPRISE")
    play(game, "attack")
    assert phase(game) == "order A"
    assert refused(game, "order javelin R-1") == refused(game, "order surprise R-1") == "R-36"


def test_surprise_lets_any_unit_attack_that_has_a_target_and_does_not_attack_anyway() -> None:
    """VR-081, VR-082, VR-137, VR-164: a Standard by order looks for a companion (TV-47)"""
    game = set_up("EL BA [IN] ST IN / (SL) [(AR)]", "SL [PR] SL SL", hand="SURPRISE")
    play(game, "attack")
    assert options(game, "order") == {"none", "surprise F-2", "surprise F+1"}
    assert refused(game, "order surprise F+2") == "VR-081"
    assert refused(game, "order surprise F+3") == "VR-164"
    play(game, "order surprise F+1")
    assert (damage(game)["B:F-1"], damage(game)["B:F+1"]) == (2, 2)
    assert kills(game) == ["B:F+1", "B:F-1"]
    assert army(game, 0).endswith("/ SL [(AR)]")
    assert phase(game) == "main B"


def test_orders_are_asked_at_the_declaration_and_only_if_one_is_possible() -> None:
    """R-35, R-51, VR-047: after the line is mended; not after another command"""
    game = set_up("IN [IN] IN", "IN [PR] IN", hand="JAVELIN")
    assert refused(game, "order javelin F-1") == "R-35"
    assert phase(play(game, "attack")) == "order A"
    assert refused(game, "order surprise F-1") == "VR-042"
    assert phase(play(set_up("[IN]", "IN [PR] IN", hand="JAVELIN"), "attack")) == "main B"
    spent = play(set_up("IN IN [IN] IN", "IN [PR] IN", hand="JAVELIN FLANK"), "flank F-2 right; attack")
    assert phase(spent) == "main B"


# ---------------------------------------------------------------- Volley


def test_volley_reaches_either_enemy_row_and_from_the_rear_over_a_friend() -> None:
    """VR-103, VR-165, VR-166, VR-182, R-30: the example of the Volley (TV-48)"""
    game = set_up("AR [IN] SL / (SL) [..] (AR)", "SL [PR] PR / [..] (PR)", hand="VOLLEY")
    play(game, "attack")
    orders = {"volley F-1 1", "volley F-1 2", "volley F+1 1", "volley R-1 2", "volley R+1 2"}
    assert options(game, "order") == {"none"} | orders
    assert refused(game, "order volley R-1 1") == refused(game, "order volley F+1 2") == "VR-166"
    play(game, "order volley F-1 2")
    assert damage(game)["B:F0"] == 3
    assert kills(game) == ["B:R+1"]
    assert army(game, 0).endswith("/ (SL) [..] (AR)")
    assert army(game, 1) == "SL [PR] PR"
    assert {"VR-103", "VR-165", "VR-166", "R-30"} <= set(told(game))


def test_a_slingers_volley_deals_its_strength_and_does_not_kill_like_an_archer() -> None:
    """VR-135, VR-165, VR-166, R-30: a hidden one is shown (TV-49)"""
    game = set_up("SL [IN] IN / (SL) [..]", "SL [PR] CV", hand="VOLLEY")
    play(game, "attack; order volley R-1 2")
    assert damage(game) == {"B:F+1": 2, "B:F0": 3}
    assert kills(game) == []
    assert army(game, 0).endswith("/ SL [..]")


def test_volley_on_the_own_vanguard_changes_the_reach_of_its_one_attack() -> None:
    """VR-103, VR-165, VR-166, R-29 (TV-50)"""
    game = set_up("IN [AR] IN", "IN [IN] IN / [(CV)]", hand="VOLLEY")
    play(game, "attack")
    assert options(game, "order") == {"none", "volley F0 2"}
    assert refused(game, "order volley F0 1") == "R-29"
    play(game, "order volley F0 2")
    assert (damage(game), kills(game)) == ({"B:R0": 0}, ["B:R0"])
    assert "R-29" in told(game)


def test_by_option_no_command_is_given_to_the_own_vanguard() -> None:
    """R-29, VR-102, VR-165: neither Volley nor Stampede (TV-51)"""
    game = set_up("IN [AR] IN", "IN [IN] IN / [(CV)]", hand="VOLLEY", command_on_vanguard=False)
    play(game, "attack")
    assert (kills(game), phase(game)) == ([], "main B")
    game = set_up("EL [EL] IN", "IN [IN] IN", hand="STAMPEDE", command_on_vanguard=False)
    assert refused(play(game, "attack"), "order stampede A:F0") == "R-29"
    game = set_up("AR [AR] IN", "IN [IN] IN / [(CV)]", hand="VOLLEY", command_on_vanguard=False)
    assert refused(play(game, "attack"), "order volley F0 2") == "R-29"


@pytest.mark.parametrize("kind", UNITS)
@pytest.mark.parametrize("cell", ["F-1", "R-1", "F0"])
def test_who_may_be_given_volley(kind: str, cell: str) -> None:
    """VR-165, R-29, R-30: Archers and Slingers, in either row; the vanguard only at two spaces"""
    line = {"F-1": f"{kind} [IN] AR", "R-1": f"IN [IN] AR / {kind} [..]", "F0": f"IN [{kind}] AR"}[cell]
    game = set_up(line, "SL [PR] SL / CV [CV] CV", hand="VOLLEY")
    play(game, "attack")
    shoots = kind in ("AR", "SL")
    reach = {"F-1": ("1", "2"), "R-1": ("2",), "F0": ("2",)}[cell] if shoots else ()
    found = {order.split()[2] for order in options(game, "order") if f" {cell} " in f" {order} "}
    assert found == set(reach)
    if not shoots:
        assert refused(game, f"order volley {cell} 2") == "VR-165"


def test_a_volley_passes_over_an_empty_space() -> None:
    """R-30, R-09: at two spaces only"""
    game = set_up("AR [IN] IN", "IN [PR] / [..] (CV)", hand="VOLLEY")
    play(game, "attack")
    assert refused(game, "order volley F-1 1") == "VR-166"
    play(game, "order volley F-1 2")
    assert kills(game) == ["B:R+1"]


# ---------------------------------------------------------------- Stampede


def test_an_own_stampede_hits_both_rows_with_full_strength() -> None:
    """VR-076, VR-129, VR-162, R-31: rear Elephants cannot (TV-52)"""
    game = set_up("EL [IN] IN / [EL]", "SL [PR] PR / [(SL)] (PR)", hand="STAMPEDE")
    play(game, "attack")
    assert options(game, "order") == {"none", "stampede A:F-1"}
    assert refused(game, "order stampede A:R0") == "R-31"
    play(game, "order stampede A:F-1")
    assert damage(game) == {"B:F+1": 5, "B:R+1": 5, "B:F0": 2}
    assert kills(game) == ["B:F+1", "B:R+1"]
    assert {"VR-162", "VR-129", "R-31", "VR-167"} <= set(told(game))


def test_an_enemy_elephant_tramples_the_unit_behind_it() -> None:
    """VR-075, VR-130, VR-163, R-32: in the same resolution, even if it dies in it (TV-53)"""
    game = set_up("IN [AR] IN", "EL [EL] IN / [(PR)] EL", hand="STAMPEDE")
    play(game, "attack")
    assert options(game, "order") == {"none", "stampede B:F0"}
    assert refused(game, "order stampede B:F-1") == "R-32"
    assert refused(game, "order stampede B:F+1") == refused(game, "order stampede A:F0") == "VR-162"
    play(game, "order stampede B:F0")
    assert damage(game) == {"B:R0": 5, "B:F0": 0}
    assert kills(game) == ["B:F0", "B:R0"]
    assert army(game, 1) == "EL [..] IN / [..] EL"
    assert {"VR-163", "VR-130", "R-32"} <= set(told(game))


def test_the_trampled_units_consul_counts_and_so_do_slingers_beside_the_elephant() -> None:
    """VR-124, VR-130, VR-135, VR-163, R-32: the example of the wrong way (TV-54)"""
    game = set_up("IN [IN] IN", "EL [SL] IN / (PR) [(CO)]", hand="STAMPEDE")
    assert (attack(game, "B:F-1"), defence(game, "B:R-1")) == (6, 5)
    play(game, "attack; order stampede B:F-1")
    assert damage(game)["B:R-1"] == 6
    assert kills(game) == ["B:F0", "B:R-1"]
    assert army(game, 1) == "EL [..] IN / [CO]"


def test_an_elephant_in_the_vanguard_may_stampede() -> None:
    """R-29, VR-129: its one attack hits both; also if only the rear is occupied"""
    game = play(set_up("IN [EL] IN", "IN [PR] IN / [(PR)]", hand="STAMPEDE"), "attack; order stampede A:F0")
    assert damage(game) == {"B:F0": 5, "B:R0": 5}
    hole = play(set_up("IN [EL] IN", "IN [..] IN / [(PR)]", hand="STAMPEDE"), "attack; order stampede A:F0")
    assert damage(hole) == {"B:R0": 5}


def test_an_own_elephant_without_a_target_does_not_stampede() -> None:
    """VR-081, VR-162"""
    game = play(set_up("EL EL [IN] IN", "IN [PR] IN", hand="STAMPEDE"), "attack")
    assert refused(game, "order stampede A:F-2") == "VR-081"
    assert options(game, "order") == {"none", "stampede A:F-1"}


@pytest.mark.parametrize("kind", UNITS)
def test_who_may_be_given_stampede(kind: str) -> None:
    """VR-162, VR-163: Elephants, one's own or an enemy's"""
    game = play(set_up(f"{kind} [EL] IN", f"{kind} [PR] IN / PR [..]", hand="STAMPEDE"), "attack")
    if kind == "CA":
        assert phase(game) == "order A"
    found = options(game, "order")
    assert found == {"none", "stampede A:F0"} | ({"stampede A:F-1", "stampede B:F-1"} if kind == "EL" else set())


# ---------------------------------------------------------------- Reinforcements


def test_reinforcements_bring_a_second_unit_and_both_must_be_placed() -> None:
    """VR-041, VR-043, VR-158, R-50: in any order (TV-56)"""
    game = set_up("IN [..] IN", QUIET, pending="SL", hand="REINFORCE", deck="PR")
    play(game, "reinforce")
    assert pending(game) == "PR SL"
    play(game, "place PR F0")
    assert refused(game, "attack") == "VR-041"
    play(game, "place SL F-2")
    assert army(game, 0) == "SL IN [PR] IN"
    assert refused(game, "attack") is None


def test_reinforcements_may_come_after_the_first_unit_is_placed() -> None:
    """R-50, VR-158; without a card left the command is spent in vain (R-41)"""
    game = play(set_up("[IN]", QUIET, pending="SL", hand="REINFORCE", deck="PR"), "place SL F+1; reinforce")
    assert (pending(game), refused(game, "attack")) == ("PR", "VR-041")
    empty = play(set_up("[IN]", QUIET, hand="REINFORCE", deck=""), "reinforce")
    assert (pending(empty), command_pile(empty), refused(empty, "attack")) == ("", "REINFORCE", None)


# ---------------------------------------------------------------- Retreat


def test_retreat_is_played_after_the_attack_and_another_unit_fills_the_vanguard() -> None:
    """VR-049, VR-159, VR-160, VR-161: the example of the way out (TV-07)"""
    game = set_up("PR [IN] SL", "SL [SL] SL", hand="RETREAT")
    assert refused(game, "retreat F+2") == "VR-161"
    play(game, "attack")
    assert (kills(game), phase(game)) == (["B:F0"], "retreat A")
    assert options(game, "retreat") == {"none", "F-2", "F+2", "R-1", "R0", "R+1"}
    assert refused(game, "retreat F+3") == refused(game, "retreat R+2") == "VR-159"
    play(game, "retreat F+2")
    assert (phase(game), shifts(game)) == ("fill A", {"lat F-1", "lat F+1"})
    assert refused(game, "attack") == "VR-160"
    play(game, "shift lat F-1")
    assert (army(game, 0), hand(game, 0), phase(game)) == ("[PR] SL IN", "", "main B")


def test_retreat_behind_the_vanguard_needs_a_wing_that_can_slide_in_front() -> None:
    """VR-159, VR-160, R-27: not if both are linked through the rear row (TV-57)"""
    game = play(set_up("IN [PR] IN / (SL) [..] (SL)", QUIET, hand="RETREAT"), "attack")
    assert options(game, "retreat") == {"none", "F-2", "F+2"}
    assert refused(game, "retreat R0") == "R-27"
    rows = play(set_up("IN [PR] IN / (SL) [..] (SL)", QUIET, hand="RETREAT", shift_model="rows"), "attack")
    assert refused(rows, "retreat R0") is None


def test_the_retreated_unit_may_not_step_forward_again() -> None:
    """VR-159, VR-160, VR-183, R-27: the left wing fills (TV-58)"""
    game = play(set_up("SL IN [PR] IN / (AR) .. [..] (SL)", QUIET, hand="RETREAT"), "attack")
    assert options(game, "retreat") == {"none", "F-3", "F+2", "R-1", "R0"}
    play(game, "retreat R0")
    assert "VR-183" in told(game)
    assert shifts(game) == {"lat F-1"}
    assert refused(game, "shift fwd R0") == "VR-160"
    play(game, "shift lat F-1")
    assert (army(game, 0), phase(game)) == ("SL [IN] IN / (AR) [PR] (SL)", "main B")


def test_a_retreated_unit_beside_the_vanguard_does_not_come_back() -> None:
    """VR-160, R-27: with an empty wing it stands next to the hole"""
    game = play(set_up("[PR] IN", QUIET, hand="RETREAT"), "attack; retreat F-1")
    assert (army(game, 0), shifts(game)) == ("PR [..] IN", {"lat F+1"})
    assert refused(game, "shift lat F-1") == "VR-160"


def test_the_fill_must_reach_the_vanguard() -> None:
    """VR-160: a shift elsewhere is refused"""
    game = set_up("IN [PR] IN", QUIET, hand="RETREAT", shift_model="rows")
    play(game, "attack; retreat R+1")
    assert shifts(game) == {"lat F-1", "lat F+1"}
    assert refused(game, "shift lat R+1") == "VR-160"
    play(game, "shift lat F+1")
    assert (phase(game), shifts(game)) == ("fill A", {"fwd R+1", "lat R+1"})


def test_an_army_of_one_cannot_retreat() -> None:
    """R-27: nobody is asked"""
    assert phase(play(set_up("[PR]", QUIET, hand="RETREAT"), "attack")) == "main B"


@pytest.mark.parametrize("kind", UNITS)
def test_every_kind_may_retreat_its_chariot_with_it(kind: str) -> None:
    """VR-159, R-23"""
    game = play(set_up(f"IN [{kind}] IN", "[EL] / [CO]", hand="RETREAT"), "attack; retreat F-2; shift lat F+1")
    assert army(game, 0) == f"{kind} IN [IN]"


# ---------------------------------------------------------------- Nightfall


def test_nightfall_lays_out_anew_and_leads_straight_to_the_attack() -> None:
    """VR-155, VR-156, VR-157, VR-161, VR-180, R-25: the example of seven units (TV-59)"""
    game = set_up("IN IN [SL] IN / IN SL [CV]", "IN [PR] IN / [(AR)]", hand="NIGHTFALL RETREAT")
    play(game, "nightfall")
    assert phase(game) == "keep A"
    assert refused(game, "attack") == "VR-155"
    play(game, "reorg")
    assert options(game, "lean") == {"left", "right"}
    play(game, "lean right; deploy CV; deploy SL; deploy SL; deploy IN; deploy IN; deploy IN; deploy IN")
    assert phase(game) == "keep B"
    play(game, "keep")
    assert damage(game) == {"B:F0": 5}
    assert kills(game) == ["B:F0"]
    assert army(game, 0) == "SL [CV] SL IN / (IN) [(IN)] (IN)"
    assert army(game, 1) == "IN [..] IN / [(AR)]"
    assert (hand(game, 0), phase(game)) == ("RETREAT", "main B")
    assert {"VR-157", "VR-180", "R-25"} <= set(told(game))


def test_nightfall_waits_for_placing_and_a_broken_line_cannot_be_kept() -> None:
    """VR-155, VR-156, VR-157, VR-182, R-25 (TV-60)"""
    game = set_up("IN .. [SL] IN", "IN [PR] IN / [AR]", pending="SL", hand="NIGHTFALL")
    assert refused(game, "nightfall") == "R-25"
    play(game, "place SL F+2")
    assert refused(game, "attack") == "VR-052"
    play(game, "nightfall")
    assert refused(game, "keep") == "R-25"
    play(game, "reorg; lean left; deploy IN; deploy SL; deploy SL; deploy IN")
    play(game, "reorg; lean left; deploy AR; deploy IN; deploy PR; deploy IN")
    assert army(game, 0) == "SL [IN] / (IN) [SL]"
    assert (damage(game), kills(game)) == ({"B:F0": 4}, ["B:F0"])
    assert army(game, 1) == "IN [..] / (IN) [(PR)]"


def test_chariots_stay_on_their_carriers_and_count_once() -> None:
    """R-25, R-48, R-57: a carrier is one unit and a choice of its own"""
    game = set_up("IN [IN+] IN", "IN [PR] IN", hand="NIGHTFALL")
    play(game, "nightfall; reorg; lean left")
    assert options(game, "deploy") == {"IN", "IN+"}
    play(game, "deploy IN; deploy IN; deploy IN+; keep")
    assert army(game, 0) == "IN [IN] / [(IN+)]"


def test_everybody_may_keep_the_army_faces_included() -> None:
    """R-25, VR-155: then nothing has changed"""
    game = set_up("IN [CE] IN / SL [(SL)]", "IN [PR] IN / [(AR)] IN", hand="NIGHTFALL")
    play(game, "nightfall; keep; keep")
    assert army(game, 0) == "IN [CE] IN / SL [SL]"
    assert army(game, 1) == "IN [..] IN / [(AR)] IN"


SHAPES = {1: (1, 0), 2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (5, 4)}
SHAPES |= {10: (5, 5), 11: (6, 5), 12: (6, 6)}


@pytest.mark.parametrize("units", range(1, 13))
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_shape_of_an_army_at_nightfall(units: int, side: str) -> None:
    """VR-156, VR-011, R-25: the table of 2.6 (SC-4)"""
    line = " ".join(["[PR]", *["SL"] * 7, *["AR"] * 4][:units])
    game = set_up(line, QUIET, hand="NIGHTFALL", deck="")
    play(game, "nightfall; reorg")
    leans = units not in (1, 2, 6, 10)
    assert (phase(game) == "lean A") == leans
    if leans:
        play(game, f"lean {side}")
    else:
        assert refused(game, f"lean {side}") == "VR-156"
    for _ in range(units):
        game.play(game.moves[0])
    front, rear = SHAPES[units]
    assert [sorted(columns(game, row)) for row in (0, 1)] == [centred(front, side), centred(rear, side)]
    assert armies.is_legal(game.state, 0)


def columns(game: Position, row: int) -> list[int]:
    """The occupied columns of seat 0, as the owner counts them."""
    held = game.state.cells[0, row]
    return [column - 31 for column in range(63) if held[column]]


def centred(size: int, side: str) -> list[int]:
    """An odd row is centred; an even one has one unit more on a side."""
    reach = size // 2
    if size % 2:
        return list(range(-reach, reach + 1))
    return list(range(-reach + 1, reach + 1)) if side == "right" else list(range(-reach, reach))


def test_shapes_of_all_sizes_are_legal_and_within_the_cap() -> None:
    """VR-156, VR-011, R-40: up to 60 units, on both levels"""
    for use_rear in (True, False):
        board = set_up("[IN]", QUIET, use_rear=use_rear).board
        for units in range(1, 61):
            for lean in (0, 1):
                cells = [int(lines.cell_in_shape(board, units, lean, i)) for i in range(units)]
                assert len(set(cells)) == units
                front = {cell for cell in cells if cell < 63}
                assert 31 in front
                assert sorted(front) == list(range(min(front), max(front) + 1))
                assert {cell - 63 for cell in cells if cell >= 63} <= front
