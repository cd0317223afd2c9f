"""Vanguard: Rome: what each of the twelve kinds can do."""

import pytest

import quincunx
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.setup import KIND_CODES
from tests.games.legions import (
    COMMANDS,
    MOUNTED,
    NAME,
    POWER,
    UNITS,
    army,
    attack,
    chariots,
    damage,
    defence,
    events,
    immune,
    kills,
    options,
    phase,
    pile,
    play,
    power,
    refused,
    set_up,
    shifts,
    swaps,
)
from tests.helpers import told

QUIET = "IN [IN] IN"


# ---------------------------------------------------------------- the cards


def test_there_are_sixty_units_of_twelve_kinds() -> None:
    """VR-100: numbers and powers of the table, all even (SC-1)"""
    board = quincunx.new(NAME, seed=1).board
    assert board.unit_count[1 : s.KINDS].tolist() == list(UNITS.values())
    assert board.power[1 : s.KINDS].tolist() == list(POWER.values())
    assert KIND_CODES[1 : s.KINDS] == tuple(UNITS)
    assert (sum(UNITS.values()), {count % 2 for count in UNITS.values()}) == (60, {0})


def test_there_are_forty_commands_of_eight_kinds() -> None:
    """VR-150: numbers of the table, all even (SC-2)"""
    board = quincunx.new(NAME, seed=1).board
    assert board.command_count.tolist() == list(COMMANDS.values())
    assert (sum(COMMANDS.values()), {count % 2 for count in COMMANDS.values()}) == (40, {0})


@pytest.mark.parametrize("kind", UNITS)
def test_which_kinds_are_mounted(kind: str) -> None:
    """VR-088, VR-106, VR-109, VR-114, VR-118, VR-121, VR-126: and whoever carries a Chariot"""
    game = set_up(f"CH [IN] {kind}", QUIET)
    assert ("F-1 F+1" in chariots(game)) == (kind not in MOUNTED)
    assert refused(game, "chariot F-1 F+1") == ("VR-121" if kind in MOUNTED else None)


def test_the_five_mounted_kinds_have_no_protection_and_no_chariot() -> None:
    """VR-088, VR-106, VR-109, VR-114, VR-118, VR-121, VR-126 (TV-75)"""
    game = set_up("BA CA CV [IN] CH EL IN / (IN) (IN) (IN) [..] IN IN", "[PR]")
    cells = ("F-3", "F-2", "F-1", "F+1", "F+2", "F+3")
    assert [immune(game, f"A:{cell}") for cell in cells] == [False] * 5 + [True]
    goals = ("F0", "F+3", "R-3", "R-2", "R-1", "R+1", "R+2")
    assert chariots(game) == {f"F+1 {goal}" for goal in goals}


# ---------------------------------------------------------------- Archer


def test_archers_always_win() -> None:
    """VR-101, VR-170, R-19: whatever the strength, and no Consul helps (TV-04)"""
    game = set_up("IN [AR] IN", "PR [EL] PR / [CO]")
    assert defence(game, "B:F0") == 6
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert army(game, 1) == "PR [..] PR / [CO]"
    assert {"VR-101", "R-19"} <= set(told(game))


def test_but_infantry_is_immune() -> None:
    """VR-102, VR-131, VR-170, VR-171, R-52: the example of cards that contradict each other (TV-05)"""
    game = set_up("IN [AR] IN", "SL [IN] SL")
    assert immune(game, "B:F0")
    play(game, "attack")
    assert (kills(game), damage(game)) == ([], {"B:F0": 0})
    assert {"VR-102", "VR-131", "VR-170", "VR-171", "R-52"} <= set(told(game))


def test_infantry_protects_its_unmounted_neighbours_and_is_shown() -> None:
    """VR-102, VR-132, VR-182: in all three directions (TV-30)"""
    game = set_up("IN [AR] IN", "SL [PR] SL / [(IN)]")
    assert (immune(game, "B:F0"), immune(game, "B:F-1")) == (True, False)
    play(game, "attack")
    assert kills(game) == []
    assert army(game, 1).endswith("/ [IN]")
    for line in ("IN [PR] SL", "SL [PR] IN", "SL [PR] SL / [IN]"):
        assert immune(set_up("[IN]", line), "B:F0")


def test_mounted_neighbours_are_not_protected() -> None:
    """VR-088, VR-101, VR-132, VR-114: and nobody is shown for it (TV-31)"""
    game = set_up("IN [AR] IN", "IN [CV] IN / [(IN)]")
    assert not immune(game, "B:F0")
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert army(game, 1).endswith("/ [(IN)]")
    assert {"VR-088", "VR-114"} <= set(told(game))


def test_an_archer_adds_nothing_to_the_damage_of_others() -> None:
    """VR-076, VR-102, VR-131, R-19: on an immune unit theirs counts as usual (TV-32)"""
    game = play(set_up("IN [AR] IN / [(CA)]", "SL [IN] SL"), "attack; catapult R0 yes")
    assert (damage(game), kills(game)) == ({"B:F0": 1}, [])
    strong = play(set_up("IN [AR] IN / SL [(CA)]", "SL [IN] SL"), "attack; catapult R0 yes")
    assert (damage(strong), kills(strong)) == ({"B:F0": 2}, ["B:F0"])


def test_an_archer_uses_no_strength() -> None:
    """R-19: neither Slingers nor a Chariot matter, and no Slinger is shown"""
    game = play(set_up("SL [AR+] IN / [(SL)]", "SL [IN] SL"), "attack")
    assert (damage(game), kills(game)) == ({"B:F0": 0}, [])
    assert army(game, 0).endswith("/ [(SL)]")


def test_mounted_infantry_is_still_immune_and_still_protects() -> None:
    """R-49, VR-131, VR-132: its neighbour with a Chariot is not"""
    game = set_up("IN [AR] IN", "SL [IN+] SL+")
    assert [immune(game, f"B:{cell}") for cell in ("F-1", "F0", "F+1")] == [True, True, False]
    play(game, "attack")
    assert kills(game) == []
    assert "R-49" in told(game)


def test_a_mounted_neighbour_of_infantry_loses_the_protection() -> None:
    """VR-080, VR-121, VR-132, R-23: carrier and Chariot die together (TV-42)"""
    game = set_up("IN [AR] IN", "IN [SL+] IN")
    assert not immune(game, "B:F0")
    play(game, "attack")
    assert (kills(game), pile(game)) == (["B:F0"], "CH SL")
    assert {"VR-121", "R-23"} <= set(told(game))


# ---------------------------------------------------------------- Ballista, Catapult


def test_a_ballista_attacks_every_turn_although_not_in_the_vanguard() -> None:
    """VR-060, VR-071, VR-072, VR-104: by itself (TV-02)"""
    game = play(set_up("BA [IN] IN", "IN [PR] SL"), "attack")
    assert damage(game) == {"B:F+1": 1, "B:F0": 2}
    assert army(game, 1) == "IN [PR]"
    assert {"VR-104", "VR-105", "VR-060"} <= set(told(game))


def test_a_ballista_in_the_rear_does_not_attack() -> None:
    """VR-105: it faces its own front unit (TV-35)"""
    game = play(set_up("IN [IN] IN / (BA) [BA]", "SL [PR] SL"), "attack")
    assert damage(game) == {"B:F0": 2}
    assert army(game, 0).endswith("/ (BA) [BA]")


def test_a_catapult_hits_exactly_the_second_space() -> None:
    """VR-107, VR-108: from the front the enemy's rear, from the rear the enemy's front (TV-33)"""
    game = set_up("CA [IN] IN / [..] (CA)", "SL [PR] SL / [..] (SL)")
    play(game, "attack; catapult F-1 yes; catapult R+1 yes")
    assert damage(game) == {"B:R+1": 1, "B:F-1": 1, "B:F0": 2}
    assert kills(game) == ["B:F-1", "B:R+1"]
    assert army(game, 1) == "[PR] SL"


@pytest.mark.parametrize("enemy", ["SL", "PR", ".."])
def test_a_catapult_shoots_over_enemies_and_over_nobody(enemy: str) -> None:
    """VR-108, R-09: the space between does not matter"""
    game = play(set_up("IN [IN] CA", f"{enemy} [PR] IN / (AR) [..]"), "attack; catapult F+1 yes")
    assert damage(game) == {"B:F0": 2, "B:R-1": 1}


@pytest.mark.parametrize("friend", ["SL", "EL", "BA"])
def test_a_catapult_shoots_over_friends(friend: str) -> None:
    """VR-108: from the rear row"""
    game = play(set_up(f"{friend} [IN] / CA [..]", "[PR] EL"), "attack; catapult R-1 yes")
    assert "B:F+1" in damage(game)


def test_a_hidden_catapult_that_holds_its_fire_stays_hidden() -> None:
    """VR-081, VR-107, R-34: and there is no question without a target (TV-34)"""
    game = set_up("IN [IN] IN CA / (CA) [..] IN", "SL [PR] SL")
    play(game, "attack")
    assert (phase(game), options(game, "catapult")) == ("catapult A", {"R-1 yes", "R-1 no"})
    play(game, "catapult R-1 no")
    assert (kills(game), army(game, 0).split(" / ")[1]) == ([], "(CA) [..] IN")


def test_a_catapult_in_the_vanguard_must_fire_and_never_hits_the_vanguard() -> None:
    """R-33, VR-107, VR-108, VR-070: at the unit behind, if there is one"""
    game = play(set_up("IN [CA] IN", "IN [SL] IN / [(SL)]"), "attack")
    assert (damage(game), phase(game)) == ({"B:R0": 1}, "main B")
    idle = play(set_up("IN [CA] IN", "IN [SL] IN"), "attack")
    assert damage(idle) == {}


# ---------------------------------------------------------------- Cavalry


def test_unguarded_cavalry_rides_for_the_end_of_the_facing_flank() -> None:
    """VR-110, VR-111, R-20: the example of riding around (TV-36)"""
    game = play(set_up("IN [IN] IN IN CV", "CV IN [PR]"), "attack")
    assert damage(game) == {"B:F-2": 3, "B:F0": 2}
    assert kills(game) == ["B:F-2"]
    assert {"VR-110", "VR-111", "VR-112", "R-20"} <= set(told(game))


def test_cavalry_never_hits_the_vanguard_by_the_flank_nor_rides_past_it() -> None:
    """VR-110, VR-112, VR-113: and guarded Cavalry stays idle (TV-37)"""
    game = play(set_up("CV CV [IN] CV", "IN [PR]"), "attack")
    assert damage(game) == {"B:F0": 2}


def test_cavalry_in_the_vanguard_or_by_order_attacks_straight_ahead() -> None:
    """VR-113, R-20: like any unit"""
    game = play(set_up("IN [CV] IN", "IN [PR] IN"), "attack")
    assert damage(game) == {"B:F0": 3}
    assert "VR-113" in told(game)
    ordered = play(set_up("CV [IN] IN", "IN [PR] CV", hand="SURPRISE"), "attack; order surprise F-1")
    assert damage(ordered) == {"B:F0": 2, "B:F+1": 3}
    assert "VR-113" in told(ordered)


def test_a_hole_inside_the_enemy_line_makes_cavalry_unguarded() -> None:
    """R-20, R-53: the target is still the end of that wing, and two on one wing hit the same unit"""
    game = play(set_up("[IN] IN CV CV", "PR .. .. IN [PR]"), "attack")
    assert damage(game) == {"B:F0": 2, "B:F-4": 6}


def test_a_riding_cavalry_is_helped_by_slingers_but_not_by_its_guard() -> None:
    """VR-111, VR-135, VR-082: it strikes once"""
    game = play(set_up("[IN] IN SL CV", "IN [PR]"), "attack")
    assert damage(game) == {"B:F0": 2, "B:F-1": 4}


# ---------------------------------------------------------------- Centurion, Consul, Praetorian: switches


def test_a_praetorian_switches_once_with_a_neighbour_also_between_the_rows() -> None:
    """VR-060, VR-061, VR-133, VR-182, VR-183: the example of the one switch (TV-03)"""
    game = set_up("SL [PR] IN / [(AR)]", "IN [IN] IN")
    assert swaps(game) == {"F0 F-1", "F0 F+1", "F0 R0"}
    play(game, "swap F0 R0")
    assert army(game, 0) == "SL [AR] IN / [PR]"
    assert swaps(game) == set()
    assert refused(game, "swap R0 F0") == "VR-061"
    assert {"VR-133", "VR-061", "R-04", "R-22", "VR-183"} <= set(told(game))


def test_consul_and_centurion_switch_too_each_once_and_never_into_an_empty_space() -> None:
    """VR-061, VR-116, VR-117, VR-125, R-22 (TV-44)"""
    game = set_up("CO CE [IN] IN / [..] (SL)", "IN [IN] IN")
    assert swaps(game) == {"F-2 F-1", "F-1 F-2", "F-1 F0"}
    assert refused(game, "swap F-1 R-1") == "VR-117"
    play(game, "swap F-1 F0")
    assert army(game, 0) == "CO IN [CE] IN / [..] (SL)"
    assert power(game, "A:F0") == 4
    assert "VR-116" in told(game)
    assert swaps(game) == {"F-2 F-1"}
    play(game, "swap F-2 F-1")
    assert army(game, 0) == "IN CO [CE] IN / [..] (SL)"
    assert "VR-125" in told(game)
    assert swaps(game) == set()


def test_a_praetorian_calls_a_distant_hidden_consul() -> None:
    """VR-134, VR-125, VR-182: which is shown (TV-45)"""
    game = set_up("PR IN [IN] IN / [..] (CO)", "IN [IN] IN")
    assert swaps(game) == {"F-2 F-1", "F-2 R+1", "R+1 F+1"}
    play(game, "swap F-2 R+1")
    assert army(game, 0) == "CO IN [IN] IN / [..] PR"
    assert "VR-134" in told(game)
    assert swaps(game) == {"F-2 F-1"}
    assert refused(game, "swap R+1 F+1") == "VR-061"


def test_a_consul_called_from_rear_to_rear_is_shown_and_a_switched_one_is_not() -> None:
    """VR-134, VR-182, R-22: a face-down partner of a switch that stays in the rear remains face down"""
    called = play(set_up("IN IN [IN] / (PR) .. [(CO)]", QUIET), "swap R-2 R0")
    assert army(called, 0) == "IN IN [IN] / CO .. [PR]"
    near = play(set_up("IN IN [IN] / (PR) (CO) [..]", QUIET), "swap R-2 R-1")
    assert army(near, 0) == "IN IN [IN] / (CO) PR [..]"


def test_calling_a_consul_has_its_own_refusals() -> None:
    """VR-133, VR-134: only a Praetorian calls, only Consuls come, and a neighbour is switched with in the usual way"""
    game = set_up("PR CO [IN] IN / [..] (CO)", QUIET)
    assert refused(game, "call F0") == "VR-134"
    play(game, "call F-2")
    assert [refused(game, move) for move in ("to F0", "to F-1", "attack")] == ["VR-134", "VR-133", "VR-134"]
    assert refused(set_up("PR CO [IN]", QUIET), "call F-2") == "VR-134"
    used = play(set_up("PR CO [IN] / [CO]", QUIET), "swap F-2 F-1")
    assert refused(used, "call F-1") == "VR-061"


@pytest.mark.parametrize("kind", UNITS)
def test_which_units_can_switch(kind: str) -> None:
    """VR-060, VR-116, VR-125, VR-133: three kinds; the others are refused"""
    game = set_up(f"IN {kind} [IN] / SL [..]", QUIET)
    can = kind in ("CE", "CO", "PR")
    assert swaps(game) == ({"F-1 F-2", "F-1 F0", "F-1 R-1"} if can else set())
    assert refused(game, "swap F-1 F0") == (None if can else "VR-060")


def test_the_vanguard_unit_may_switch_and_be_switched() -> None:
    """R-22, VR-056: only shifting is forbidden to it"""
    assert army(play(set_up("IN [CE] SL", QUIET), "swap F0 F+1"), 0) == "IN [SL] CE"
    assert army(play(set_up("IN [SL] CE", QUIET), "swap F+1 F0"), 0) == "IN [CE] SL"


def test_equal_cards_may_be_switched_and_chariots_go_along() -> None:
    """R-22, R-23: it has no effect, but the ability is used"""
    game = play(set_up("CE+ CE [IN]", QUIET), "swap F-2 F-1")
    assert army(game, 0) == "CE CE+ [IN]"
    assert refused(game, "swap F-1 F-2") == "VR-061"
    assert refused(game, "swap F-2 F-1") is None


def test_nobody_switches_with_the_enemy_or_with_nobody() -> None:
    """R-22, VR-117"""
    game = set_up("[CE]", QUIET)
    assert swaps(game) == set()
    assert refused(game, "swap F0 F+1") == refused(game, "swap F0 R0") == refused(game, "swap F+5 F+6") == "VR-117"


# ---------------------------------------------------------------- Chariot


def test_a_chariot_mounts_and_its_space_is_empty() -> None:
    """VR-015, VR-118, VR-119, VR-120, VR-121, VR-123: the example of mounting (TV-39)"""
    game = set_up("CH CV [IN] IN", "IN [AR] IN")
    assert chariots(game) == {"F-2 F0", "F-2 F+1"}
    play(game, "chariot F-2 F0")
    assert army(game, 0) == "CV [IN+] IN"
    assert (attack(game, "A:F0"), defence(game, "A:F0")) == (3, 3)
    assert chariots(game) == set()
    assert refused(game, "chariot F0 F+1") == "VR-123"
    assert refused(game, "attack") is None
    assert {"VR-119", "VR-120", "VR-121", "VR-123"} <= set(told(game))


def test_a_chariot_may_leave_the_vanguard_position_and_the_gap_is_closed() -> None:
    """VR-052, VR-056, VR-119, R-23 (TV-40)"""
    game = play(set_up("SL [CH] SL", "IN [AR] IN"), "chariot F0 F+1")
    assert (army(game, 0), power(game, "A:F+1")) == ("SL [..] SL+", 2)
    assert refused(game, "attack") == "VR-052"
    assert shifts(game) == {"lat F-1", "lat F+1"}
    play(game, "shift lat F+1")
    assert army(game, 0) == "SL [SL+]"


def test_a_riding_chariot_changes_its_mount_or_dismounts() -> None:
    """VR-122, VR-123, VR-182, R-23: into any empty legal space (TV-41)"""
    game = set_up("IN [IN+] IN / [..] (SL)", "AR [AR] IN")
    goals = ("F-1", "F+1", "R+1", "F-2", "F+2", "R-1", "R0")
    assert chariots(game) == {f"F0 {goal}" for goal in goals}
    play(game, "chariot F0 R+1")
    assert army(game, 0) == "IN [IN] IN / [..] SL+"
    assert chariots(game) == set()
    assert "VR-122" in told(game)


def test_a_chariot_that_dismounts_is_a_unit_again() -> None:
    """VR-122, VR-118, VR-123: and cannot move once more in this turn"""
    game = play(set_up("IN [IN+] IN", QUIET), "chariot F0 R0")
    assert army(game, 0) == "IN [IN] IN / [CH]"
    assert refused(game, "chariot R0 F0") == "VR-123"
    assert {"VR-122", "VR-118", "R-23"} <= set(told(game))


def test_a_standing_chariot_only_mounts() -> None:
    """R-23, VR-119, VR-121: not into an empty space, not onto a mounted unit, and only if there is a Chariot"""
    game = set_up("CH [IN] CV", QUIET)
    assert refused(game, "chariot F-1 F+2") == refused(game, "chariot F-1 R0") == "R-23"
    assert refused(game, "chariot F-1 F+1") == refused(game, "chariot F-1 F-1") == "VR-121"
    assert refused(game, "chariot F0 F+1") == "VR-119"
    assert refused(set_up("CH [CV] BA", QUIET), "chariot F-1 F0") == "VR-119"


def test_a_chariot_dismounts_only_where_a_unit_may_stand() -> None:
    """VR-122, R-23: not beyond the ends, not in the rear without a front unit"""
    game = set_up("IN [IN+] IN", QUIET)
    assert refused(game, "chariot F0 F+3") == refused(game, "chariot F0 R+2") == "VR-122"
    play(game, "chariot F0")
    assert refused(game, "attack") == refused(game, "swap F0 F+1") == "VR-122"


def test_mounting_range_is_any_distance_and_one_chariot_to_a_unit() -> None:
    """VR-119, VR-121: however far away, but never two on one"""
    game = set_up("CH SL SL SL SL [IN+] SL SL SL SL AR", QUIET)
    assert refused(game, "chariot F-5 F+5") is None
    assert refused(game, "chariot F-5 F0") == "VR-121"


def test_the_carrier_keeps_its_abilities() -> None:
    """R-23, VR-120: a mounted Praetorian may switch and its Chariot may move, each once"""
    game = set_up("IN [PR+] SL", QUIET)
    assert swaps(game) == {"F0 F-1", "F0 F+1"}
    play(game, "swap F0 F+1")
    assert army(game, 0) == "IN [SL] PR+"
    play(game, "chariot F+1 F0")
    assert army(game, 0) == "IN [SL+] PR"


# ---------------------------------------------------------------- Elephant


def test_without_stampede_an_elephant_hits_one_space() -> None:
    """VR-073, VR-126, VR-128: with 5 (TV-76)"""
    game = play(set_up("IN [EL] IN", "IN [PR] IN / [(SL)]"), "attack")
    assert (damage(game), army(game, 1)) == ({"B:F0": 5}, "IN [..] IN / [(SL)]")
    assert {"VR-126", "VR-128"} <= set(told(game))


def test_an_elephant_in_the_rear_lies_face_up() -> None:
    """VR-127, VR-183: after the opening and after Nightfall"""
    game = set_up("IN [IN] EL / [SL]", "IN [PR] IN", hand="NIGHTFALL", hidden_rear=True)
    play(game, "nightfall; reorg; lean left; deploy IN; deploy IN; deploy EL; deploy SL; keep")
    assert army(game, 0) == "IN [IN] / (SL) [EL]"


# ---------------------------------------------------------------- Standard


def test_a_standard_brings_a_companion_and_chains_go_through_standards() -> None:
    """VR-137, VR-138, VR-139, R-26: the example of the chain (TV-43)"""
    game = set_up("CV ST [ST] IN / (CA) [(AR)]", "SL [IN] SL SL")
    play(game, "attack; catapult R-1 no")
    assert options(game, "standard") == {"F0 none", "F0 F-1", "F0 F+1"}
    play(game, "standard F0 F-1")
    assert options(game, "standard") == {"F-1 none", "F-1 F-2"}
    play(game, "standard F-1 F-2")
    assert damage(game) == {"B:F0": 2, "B:F+1": 2, "B:F+2": 3}
    assert kills(game) == ["B:F+1", "B:F+2", "B:F0"]
    assert {"VR-137", "VR-138", "VR-139", "R-26", "VR-113"} <= set(told(game))


def test_nobody_has_to_follow() -> None:
    """VR-138"""
    game = play(set_up("PR [ST] IN", "IN [PR] IN"), "attack; standard F0 none")
    assert damage(game) == {"B:F0": 2}


def test_who_cannot_follow_a_standard() -> None:
    """R-26, VR-082, VR-137, VR-081: a Catapult, who attacks already, nobody, and who has no target"""
    game = set_up("BA [ST] IN / [(CA)]", "IN [PR] IN / [(SL)]")
    play(game, "attack; catapult R0 yes")
    assert refused(game, "standard F0 F-1") == "VR-082"
    assert refused(game, "standard F0 R0") == "R-26"
    assert refused(game, "standard F0 F+1") is None
    other = play(set_up("IN [ST] / [(AR)]", "IN [PR] IN"), "attack")
    assert refused(other, "standard F0 F+1") == "VR-137"
    assert refused(other, "standard F0 R0") == "VR-081"
    assert refused(other, "attack") == "VR-062"


def test_a_standard_without_a_target_brings_nobody() -> None:
    """R-26, R-09"""
    game = play(set_up("PR [ST] IN", "IN [..] IN / [(SL)]"), "attack")
    assert (damage(game), phase(game)) == ({}, "main B")


def test_a_standard_in_the_rear_brings_nobody_and_one_by_order_does() -> None:
    """VR-137, VR-139, R-26: on whatever occasion it attacks"""
    idle = play(set_up("IN [IN] IN / ST [ST] ST", "IN [PR] IN"), "attack")
    assert phase(idle) == "main B"
    game = play(set_up("IN ST [IN] IN", "IN [PR] IN IN", hand="SURPRISE"), "attack; order surprise F-1")
    assert options(game, "standard") == {"F-1 none", "F-1 F-2"}


def test_unguarded_cavalry_beside_a_standard_is_no_companion() -> None:
    """R-58, VR-082: it attacks already"""
    game = set_up("CV [ST] IN", "IN [PR] .. IN")
    play(game, "attack")
    assert refused(game, "standard F0 F-1") == "VR-082"
    play(game, "standard F0 none")
    assert damage(game) == {"B:F0": 2, "B:F+2": 3}
    assert "R-58" in told(game)


def test_all_attacking_standards_are_asked_the_vanguards_first() -> None:
    """VR-139: several Standards attack, each brings one"""
    game = set_up("IN ST [ST] IN", "IN [PR] IN IN", hand="SURPRISE")
    play(game, "attack; order surprise F-1")
    assert options(game, "standard") == {"F0 none", "F0 F+1"}
    play(game, "standard F0 F+1; standard F-1 F-2")
    assert set(damage(game)) == {"B:F0", "B:F+1", "B:F-1", "B:F+2"}
    assert len(events(game, s.EV_BLOW)) == 4
