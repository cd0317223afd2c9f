"""Vanagloria Galaxy: the three actions, and what happens to whoever loses everything."""

import pytest

import quincunx
from tests.helpers import facts, legal, pass_round, rule, station, units, wealth, written

CLASSES = ("d", "m", "r", "d+", "m+", "r+")

# ---------------------------------------------------------------- movement


def test_a_move_takes_one_own_unit_along_one_corridor() -> None:
    """VG-059, VG-060"""
    game = station("m+@F0.b x2", "r@F0.b")
    assert rule(game, "move r@F0.b > K.a") == "VG-060", "not an own unit"
    assert rule(game, "move m+@F0.b > F2.b") == "VG-032", "not connected"
    assert units(game.play("move m+@F0.b > K.a"), 0) == "m+@F0.b, m+@K.a"


def test_one_unit_may_move_twice_and_even_back() -> None:
    """VG-066, R-18"""
    assert units(station("d@F0.b").play("move d@F0.b > K.a").play("move d@K.a > F0.b"), 0) == "d@F0.b"


def test_units_never_block_and_any_number_shares_a_platform() -> None:
    """VG-089, R-22: all 23 of one player and enemies besides"""
    everything = "d@K.a x8, m@K.a x4, m+@K.a x4, r+@K.a x7"
    game = station("d@F0.b", everything, everything).play("move d@F0.b > K.a")
    assert units(game, 0) == "d@K.a"
    assert units(game.play("move d@K.a > F2.b"), 0) == "d@F2.b"


# ---------------------------------------------------------------- activation


def test_a_radio_adds_a_disarmed_unit_on_the_own_entrance() -> None:
    """VG-024, VG-061"""
    game = station("d@D1.r", "d@E1 x3").play("act d@D1.r")
    assert units(game, 0) == "d@E0, d@D1.r"
    assert units(game, 1) == "d@E1 x3"


@pytest.mark.parametrize("weapon", ["d", "m", "r"])
def test_a_shield_platform_exchanges_the_standee(weapon: str) -> None:
    """VG-025, VG-061"""
    game = station(f"{weapon}@D0.s").play(f"act {weapon}@D0.s")
    assert units(game, 0) == f"{weapon}+@D0.s"
    assert facts(game, 0).startswith("box: 12 plain, 10 shielded")


@pytest.mark.parametrize("shield", ["", "+"])
def test_a_weapons_platform_exchanges_the_stand_step_by_step(shield: str) -> None:
    """VG-026, VG-027, VG-061"""
    game = station(f"d{shield}@F0.w").play(f"act d{shield}@F0.w")
    assert units(game, 0) == f"m{shield}@F0.w"
    assert "stands 8 d, 7 m, 7 r" in facts(game, 0)
    game = station(f"m{shield}@F0.w").play(f"act m{shield}@F0.w")
    assert units(game, 0) == f"r{shield}@F0.w"
    assert "stands 8 d, 8 m, 6 r" in facts(game, 0)


def test_radio_shield_and_weapons_need_a_unit_on_them_and_the_action() -> None:
    """VG-036, VG-061: standing there is not enough, and standing next door is nothing"""
    game = pass_round(station("d@F0.w, d@D0.s, d@D0.r"))
    assert units(game, 0) == "d@D0.s, d@D0.r, d@F0.w"
    assert rule(station("d@D0.s"), "act d@D0.r") == "VG-061"


def test_energy_platforms_and_entrances_have_no_function() -> None:
    """VG-035, VG-036"""
    game = station("d@K.a, d@F0.b, d@E0")
    assert rule(game, "act d@K.a") == "VG-036"
    assert rule(game, "act d@F0.b") == "VG-036"
    assert rule(game, "act d@E0") == "VG-035"


@pytest.mark.parametrize("enemy", CLASSES)
@pytest.mark.parametrize("platform", ["D0.r", "D0.s", "F0.w"])
def test_any_enemy_unit_on_the_platform_stops_activation(enemy: str, platform: str) -> None:
    """VG-062, VG-098, R-45"""
    game = station(f"d@{platform} x3", "", f"{enemy}@{platform}")
    assert rule(game, f"act d@{platform}") == "VG-062"


def test_enemies_elsewhere_do_not_stop_activation() -> None:
    """VG-062, R-45: not next door, and not on the entrance beyond"""
    assert rule(station("d@D1.r", "d@E1 x3, r@D1.s"), "act d@D1.r") is None


def test_the_same_unit_cannot_activate_twice_but_may_next_round() -> None:
    """VG-064, R-01: once per turn and once per round are the same"""
    game = station("d@F0.w").play("act d@F0.w")
    assert rule(game, "act m@F0.w") == "VG-064"
    pass_round(game)
    assert game.turn == 0
    assert units(game.play("act m@F0.w"), 0) == "r@F0.w"


def test_two_units_may_activate_the_same_platform_in_one_turn() -> None:
    """R-19, VG-064: the limit is per unit"""
    assert units(station("d@D0.r x2").play("act d@D0.r").play("act d@D0.r"), 0) == "d@E0 x2, d@D0.r x2"
    assert units(station("d@D0.s x2").play("act d@D0.s").play("act d@D0.s"), 0) == "d+@D0.s x2"


def test_a_unit_that_became_like_another_is_still_known_to_have_activated() -> None:
    """VG-064, R-19: of two equal melee units one has just been charged; the other one may charge, once"""
    game = station("d@F0.w, m@F0.w").play("act d@F0.w")
    assert units(game, 0) == "m@F0.w x2"
    assert units(game.play("act m@F0.w"), 0) == "m@F0.w, r@F0.w"


def test_an_activation_elsewhere_leaves_other_units_free() -> None:
    """VG-064: the mark is on one unit of one platform"""
    game = station("d@F0.w, m@F1.w").play("act d@F0.w")
    assert rule(game, "act m@F0.w") == "VG-064"
    assert rule(game, "act m@F1.w") is None


def test_an_activation_that_changes_nothing_is_not_possible() -> None:
    """VG-088, R-04"""
    game = station("d+@D0.s, r@F0.w")
    assert rule(game, "act d+@D0.s") == "VG-088"
    assert rule(game, "act r@F0.w") == "VG-088"


def test_a_fresh_unit_may_act_at_once() -> None:
    """VG-095, R-20"""
    game = station("d@D0.r").play("act d@D0.r").play("move d@E0 > D0.s")
    assert units(game, 0) == "d@D0.s, d@D0.r"
    assert game.turn == 1


def test_weapon_energy_is_never_lost_and_nothing_is_given_up_freely() -> None:
    """VG-028, R-42: no legal move of a rich position takes a weapon, a shield or a unit from its own side"""
    game = station("d@D0.s, m+@F0.w, r@F0.b, r+@K.a, d+@D0.r", "d@F0.b, m+@K.a")
    before = wealth(game, 0)
    for move in list(game.moves):
        after = wealth(game.play(move), 0)
        assert all(now >= then for now, then in zip(after, before, strict=True)), move.text
        game.undo()
    assert {move.text.split()[0] for move in game.moves} == {"end", "move", "act", "att"}


# ---------------------------------------------------------------- attack


def test_the_attacker_chooses_the_target() -> None:
    """VG-069, R-05: the defender has no say"""
    game = station("m@K.a", "d@K.a, r+@K.a", "m@K.a")
    assert {move for move in legal(game) if move.startswith("att")} == {
        "att m@K.a > 1:d@K.a",
        "att m@K.a > 1:r+@K.a",
        "att m@K.a > 2:m@K.a",
    }
    assert units(game.play("att m@K.a > 1:r+@K.a"), 1) == "d@K.a, r@K.a"


def test_own_units_are_never_targets() -> None:
    """VG-090, R-23"""
    game = station("r@K.a, d@K.a", "d@K.a")
    assert rule(game, "att r@K.a > 0:d@K.a") == "VG-090"
    assert game.why_not_pick(("0:r@K.a", "0:d@K.a")) == game.why_not("att r@K.a > 0:d@K.a")


def test_nothing_is_compulsory() -> None:
    """R-23, R-36, VG-073: one may end the turn with an enemy in reach and two actions left"""
    game = station("r@K.a", "d@K.a")
    assert game.play("end").turn == 1


def test_any_enemy_in_reach_is_a_legal_target_useful_or_not() -> None:
    """R-48: a lone unit on a radio that nobody wants, of a player without points"""
    assert rule(station("r@D2.s", "", "", "d@D2.r"), "att r@D2.s > 3:d@D2.r") is None


def test_an_attack_needs_an_attacker_and_a_target() -> None:
    """VG-063"""
    game = station("m@K.a", "d@K.a")
    assert rule(game, "att m@F0.b > 1:d@F0.b") == "VG-063"
    assert rule(game, "att m@K.a > 1:m@K.a") == "VG-063"
    assert rule(game, "att m@K.a > 2:d@K.a") == "VG-063"


def test_the_shield_of_the_attacker_does_not_matter() -> None:
    """Section 8: in an `att` line the attacker's + is irrelevant"""
    game = station("m+@K.a", "d@K.a")
    assert game.number("att m@K.a > 1:d@K.a") == game.number("att m+@K.a > 1:d@K.a")
    assert rule(game, "att m@K.a > 1:d@K.a") is None


def test_the_same_unit_cannot_attack_twice_in_a_round_but_may_in_the_next() -> None:
    """VG-065, R-01"""
    game = station("r@K.a", "d@K.a x2, d@F0.b").play("att r@K.a > 1:d@K.a")
    assert rule(game, "att r@K.a > 1:d@K.a") == "VG-065"
    assert rule(game, "att r@K.a > 1:d@F0.b") == "VG-065"
    pass_round(game)
    assert rule(game, "att r@K.a > 1:d@K.a") is None


def test_two_units_of_one_stack_may_each_attack() -> None:
    """VG-065: the limit is per unit; a shield makes no other weapon"""
    game = station("m@K.a, m+@K.a", "d@K.a x3").play("att m@K.a > 1:d@K.a").play("att m+@K.a > 1:d@K.a")
    assert units(game, 1) == "d@K.a"


def test_melee_and_range_units_on_one_platform_do_not_share_their_marks() -> None:
    """VG-065"""
    game = station("m@K.a, r@K.a", "d@K.a x3").play("att m@K.a > 1:d@K.a")
    assert rule(game, "att m@K.a > 1:d@K.a") == "VG-065"
    assert rule(game, "att r@K.a > 1:d@K.a") is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("act m@F0.w", "att r@F0.w > 1:d@F0.b"),
        ("move m@F0.w > F0.b", "att m@F0.b > 1:d@F0.b"),
        ("act m@F0.w", "move r@F0.w > F0.b"),
        ("move m@F0.w > F0.b", "move m@F0.b > K.a"),
    ],
)
def test_one_unit_may_combine_different_actions(first: str, second: str) -> None:
    """VG-096, R-18: activate and attack, move and attack, activate and move, move and move"""
    assert station("m@F0.w", "d@F0.b, d@E1").play(first).play(second).turn == 1


def test_the_attack_may_come_first() -> None:
    """VG-096, R-18: attack and activate, attack and move"""
    game = station("m@F0.w", "d@F0.w, d@E1").play("att m@F0.w > 1:d@F0.w")
    assert rule(game, "move m@F0.w > F0.b") is None
    assert units(game.play("act m@F0.w"), 0) == "r@F0.w"


def test_move_then_activate() -> None:
    """R-18"""
    assert units(station("d@F0.b").play("move d@F0.b > F0.w").play("act d@F0.w"), 0) == "m@F0.w"


def test_conditions_are_checked_at_each_single_action() -> None:
    """VG-091, R-21: removing the last enemy with the first action frees the platform; one of two is not enough"""
    game = station("m@F0.w", "d@F0.w")
    assert rule(game, "act m@F0.w") == "VG-062"
    assert rule(game.play("att m@F0.w > 1:d@F0.w"), "act m@F0.w") is None
    game = station("m@F0.w", "d@F0.w x2").play("att m@F0.w > 1:d@F0.w")
    assert rule(game, "act m@F0.w") == "VG-062"


def test_a_charge_of_the_first_action_attacks_with_the_second() -> None:
    """VG-091, R-21: disarmed, then melee"""
    game = station("d@F0.w", "d@F0.b, d@E1").play("act d@F0.w")
    assert rule(game, "att m@F0.w > 1:d@F0.b") == "VG-067"
    game = station("m@F0.w", "d@F0.b, d@E1").play("act m@F0.w").play("att r@F0.w > 1:d@F0.b")
    assert units(game, 1) == "d@E1"


# ---------------------------------------------------------------- losing everything


def test_the_replacement_appears_at_once_in_the_middle_of_the_attackers_turn() -> None:
    """VG-072, VG-092, R-12"""
    game = station("m@F0.b", "r@F0.b").play("att m@F0.b > 1:r@F0.b")
    assert units(game, 1) == "d@E1"
    assert (game.turn, written(game)["actions"]) == (0, 1)
    assert facts(game, 1) == "box: 11 plain, 11 shielded; stands 7 d, 8 m, 7 r"


def test_who_has_not_acted_yet_acts_with_the_replacement() -> None:
    """R-12, VG-092"""
    game = station("m@F0.b", "r@F0.b").play("att m@F0.b > 1:r@F0.b").play("end")
    assert game.turn == 1
    assert units(game.play("move d@E1 > D1.s").play("act d@D1.s"), 1) == "d+@D1.s"


def test_who_has_acted_already_waits_for_the_next_round() -> None:
    """R-12, VG-092, VG-073"""
    game = station("d@D0.r", "", "", "r@D0.s", acts=3).play("att r@D0.s > 0:d@D0.r")
    assert units(game, 0) == "d@E0"
    assert game.play("end").turn == 0
    assert written(game)["round"] == 2


def test_a_unit_waiting_on_the_entrance_is_on_the_board() -> None:
    """R-13: no replacement while it is there"""
    assert units(station("m@F0.b", "r@F0.b, d@E1").play("att m@F0.b > 1:r@F0.b"), 1) == "d@E1"


def test_several_players_may_lose_everything_in_one_turn() -> None:
    """R-12, VG-072"""
    game = station("m@K.a x2", "r@K.a", "r@K.a").play("att m@K.a > 1:r@K.a").play("att m@K.a > 2:r@K.a")
    assert (units(game, 1), units(game, 2)) == ("d@E1", "d@E2")


def test_the_same_player_may_lose_everything_again_and_again() -> None:
    """R-12, VG-072: round after round"""
    game = station("m@D1.s", "d@D1.s", board="p4a")
    for _ in range(3):
        game.play("att m@D1.s > 1:d@D1.s").play("end")
        assert units(game, 1) == "d@E1"
        game.play("move d@E1 > D1.s").play("end")
        pass_round(game)
        assert units(game, 1) == "d@D1.s"


def test_an_own_unit_never_dies_in_the_own_turn_and_nobody_is_ever_stuck() -> None:
    """R-12, R-43: END is always legal, and everybody always has a unit"""
    game = quincunx.new("vanagloria", players=3, seed=11, round_limit=12)
    bot = quincunx.bot("random", seed=11)
    while not game.over:
        assert "end" in legal(game)
        seat = game.turn
        assert seat is not None
        before = wealth(game, seat)
        game.play(bot.choose(game))
        assert wealth(game, seat)[0] >= before[0]
        assert all(written(game)["units"])
