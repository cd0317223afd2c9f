"""Orbit Cubes: all cubes lost, out of the game, gone for good."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadPosition
from tests.helpers import facts, legal, orbit, order, pass_round, rule, scores, station, units, written


def supply(cubes: int) -> str:
    """As it is shown beside the board."""
    return f"{cubes} cubes in the box"


# ---------------------------------------------------------------- replacement


def test_a_player_without_cubes_gets_one_at_once() -> None:
    """OC-052, R-14, R-12: in the attacker's turn; who is still to act, acts with it"""
    game = orbit("m@H0", "r@H0", players=3).play("att m@H0 > 1:r@H0")
    assert (units(game, 1), facts(game, 1)) == ("d@S2", supply(19))
    assert (game.turn, written(game)["actions"]) == (0, 1)
    assert game.play("end").turn == 1


def test_a_cube_waiting_on_the_starting_planet_is_on_the_board() -> None:
    """R-13, OC-052"""
    game = orbit("m@H0", "r@H0, d@S3").play("att m@H0 > 1:r@H0")
    assert units(game, 1) == "d@S3"


def test_removed_cubes_return_to_the_box_and_may_come_back_at_once() -> None:
    """OC-053, R-15, OC-059: twenty in play, one is removed, the next call brings it back"""
    game = orbit("m@F0", "d@C3 x19, d@F0")
    assert facts(game, 1) == supply(0)
    game.play("att m@F0 > 1:d@F0").play("end")
    assert facts(game, 1) == supply(1)
    assert units(game.play("act d@C3"), 1) == "d@S3, d@C3 x19"


# ---------------------------------------------------------------- out of the game


def test_by_option_who_loses_everything_is_out_and_skipped() -> None:
    """OC-052, R-14, R-43: TV-51"""
    game = orbit("m@H0", "d@H0", "d@H0", players=3, oc_respawn=False).play("att m@H0 > 1:d@H0")
    assert (written(game)["out"], written(game)["units"][1], game.over) == ([1], [], False)
    assert game.scene().seats[1].out
    assert game.play("end").turn == 2
    assert game.play("end").turn == 0
    assert written(game)["round"] == 2


def test_the_last_one_left_wins_at_once_in_the_middle_of_a_turn() -> None:
    """R-14, OC-052: with an action left, and whatever the scores say"""
    game = orbit("m@H0", "d@H0", oc_respawn=False, scores=[0, 50]).play("att m@H0 > 1:d@H0")
    assert (game.over, written(game)["winners"], scores(game)) == (True, [0], [0, 50])
    assert game.outcome == (1.0, -1.0)
    assert legal(game) == set()


def test_two_may_go_out_in_one_turn() -> None:
    """R-14: the attacker stays alone and wins"""
    game = orbit("m@H0 x2", "d@H0", "d@H0", players=3, oc_respawn=False)
    game.play("att m@H0 > 2:d@H0").play("att m@H0 > 1:d@H0")
    assert (written(game)["winners"], written(game)["out"]) == ([0], [1, 2])


def test_who_goes_out_before_acting_does_not_act_this_round() -> None:
    """R-14: the last in order is out, so the round ends with the one before"""
    game = orbit("", "m@H0", "d@H0", players=3, oc_respawn=False, acts=1)
    game.play("att m@H0 > 2:d@H0").play("end")
    assert (written(game)["round"], game.turn, scores(game)) == (2, 0, [0, 2, 0])


def test_who_goes_out_after_acting_leaves_the_order_of_the_others_as_it_was() -> None:
    """R-14, OC-031: seat 0 has acted and is out; seats 1 to 3 act once each, this round and the next"""
    game = orbit("d@H0", "m@H0", players=4, oc_respawn=False, acts=1)
    game.play("att m@H0 > 0:d@H0").play("end")
    acted = []
    for _ in range(5):
        acted.append(game.turn)
        game.play("end")
    assert acted == [2, 3, 1, 2, 3]


def test_the_first_player_may_be_out_and_the_next_one_begins() -> None:
    """R-14, OC-058: the token stays where it is"""
    game = orbit("d@H0", "m@H0", players=3, oc_respawn=False, acts=1).play("att m@H0 > 0:d@H0").play("end").play("end")
    assert (written(game)["round"], game.turn) == (2, 1)
    assert (written(game)["first"], order(game)) == (0, [0, 1, 2])


def test_an_action_that_takes_the_next_player_out_passes_the_turn_to_the_one_after() -> None:
    """R-14: by the second action, with no END between"""
    game = orbit("m@C0", "d@H0", players=3, oc_respawn=False).play("move m@C0 > H0").play("att m@H0 > 1:d@H0")
    assert (game.turn, written(game)["actions"]) == (2, 2)


def test_a_player_who_is_out_cannot_win() -> None:
    """R-14: the score is kept for the record"""
    game = orbit("d@H0", players=3, scores=[10, 70, 5], out=[1], oc_respawn=False)
    pass_round(game)
    assert (game.over, scores(game)) == (False, [12, 70, 5])


def test_a_player_who_is_out_cannot_hold_up_a_tie() -> None:
    """R-14, OC-049: 66 against the 66 of somebody who is out"""
    game = pass_round(orbit("d@F0", players=3, scores=[62, 66, 5], out=[1], oc_respawn=False))
    assert (game.over, written(game)["winners"]) == (True, [0])
    assert "overtime" not in written(game)


def test_a_player_who_is_out_is_ignored_at_the_round_limit() -> None:
    """R-14, R-11: the best of the others wins, or shares"""
    words: dict[str, Any] = {"players": 4, "out": [1], "oc_respawn": False, "round_limit": 5, "round": 5}
    assert written(pass_round(orbit(scores=[3, 70, 9, 4], **words)))["winners"] == [2]
    assert written(pass_round(orbit(scores=[9, 70, 9, 4], **words)))["winners"] == [0, 2]


def test_nobody_is_told_that_a_player_who_is_out_would_win() -> None:
    """R-14: the banner looks at those who are left"""
    game = orbit(players=3, scores=[10, 70, 5], out=[1], oc_respawn=False)
    assert game.scene().banners == ()
    game = orbit("d@F0", players=3, scores=[60, 70, 5], out=[1], oc_respawn=False)
    assert game.scene().banners == ("Red would win if the round ended now (64 points).",)


def test_a_player_who_is_out_is_no_target_and_has_no_cubes() -> None:
    """R-14"""
    game = orbit("m@F0", players=3, out=[1], oc_respawn=False)
    assert rule(game, "att m@F0 > 1:d@F0") == "OC-036"
    with pytest.raises(BadPosition, match="R-14"):
        orbit("", "d@F0", players=3, out=[1], oc_respawn=False)
    with pytest.raises(BadPosition, match="R-14"):
        orbit(players=3, out=[1], oc_respawn=False, acts=1)
    with pytest.raises(BadPosition, match="fewer than two"):
        orbit(players=3, out=[1, 2], oc_respawn=False)


def test_nobody_is_out_where_a_replacement_always_comes() -> None:
    """VG-072, OC-052, R-14: such a position cannot occur"""
    with pytest.raises(BadPosition, match="out"):
        station(out=[1])
    with pytest.raises(BadPosition, match="out"):
        orbit(players=3, out=[1])


def test_an_undo_brings_a_player_back() -> None:
    """R-14"""
    game = orbit("m@H0", "d@H0", oc_respawn=False)
    before = game.position()
    assert game.play("att m@H0 > 1:d@H0").over
    assert game.undo().position() == before


def test_a_game_with_a_player_out_is_written_down_and_saved() -> None:
    """R-14"""
    game = orbit("m@H0", "d@H0", players=3, oc_respawn=False).play("att m@H0 > 1:d@H0")
    assert quincunx.set_up(game.position()).raw.tobytes() == game.raw.tobytes()
    assert quincunx.loads(game.dumps()) == game


# ---------------------------------------------------------------- gone for good


def test_by_option_lost_cubes_are_gone_for_good() -> None:
    """OC-053, R-15: a life and a cube alike; box = 20 - in play - lost"""
    game = orbit("m@F0 x2", "r+@F0, d@S3", oc_losses="permanent").play("att m@F0 > 1:r+@F0")
    assert (units(game, 1), facts(game, 1), written(game)["lost"]) == ("d@S3, r@F0", supply(17), [0, 1])
    game.play("att m@F0 > 1:r@F0")
    assert (units(game, 1), facts(game, 1), written(game)["lost"]) == ("d@S3", supply(17), [0, 2])


def test_the_replacement_comes_from_what_is_left() -> None:
    """OC-052, R-15: 18 lost, the 19th falls, the 20th appears"""
    game = orbit("m@F0", "d@F0", oc_losses="permanent", lost=[0, 18]).play("att m@F0 > 1:d@F0")
    assert (units(game, 1), facts(game, 1), written(game)["lost"]) == ("d@S3", supply(0), [0, 19])


def test_who_needs_a_replacement_and_has_no_cube_is_out() -> None:
    """OC-052, OC-053, R-14, R-15: TV-54, and of three players the other two go on"""
    game = orbit("d@C0", "m@C0", oc_losses="permanent", lost=[19, 0], acts=1).play("att m@C0 > 0:d@C0")
    assert (written(game)["out"], written(game)["winners"], facts(game, 0)) == ([0], [1], supply(0))
    game = orbit("d@C0", "m@C0", players=3, oc_losses="permanent", lost=[19, 0, 0], acts=1).play("att m@C0 > 0:d@C0")
    assert (written(game)["out"], game.over) == ([0], False)


def test_a_pile_as_the_last_cubes_falls_life_by_life() -> None:
    """R-15, R-16, OC-043: 18 lost and a pile; the first hit leaves one cube, the second nobody"""
    game = orbit("m@F0 x2", "d+@F0", oc_losses="permanent", lost=[0, 18]).play("att m@F0 > 1:d+@F0")
    assert (units(game, 1), written(game)["lost"]) == ("d@F0", [0, 19])
    game.play("att m@F0 > 1:d@F0")
    assert (written(game)["winners"], written(game)["lost"]) == ([0], [0, 20])


def test_lost_cubes_are_missing_for_calls_and_lives() -> None:
    """OC-055, OC-056, R-15"""
    game = orbit("d@C0, d@L0, d@W0", oc_losses="permanent", lost=[17, 0])
    assert facts(game, 0) == supply(0)
    assert rule(game, "act d@C0") == "OC-055"
    assert rule(game, "act d@L0") == "OC-055"
    assert rule(game, "act d@W0") is None


def test_without_the_option_nothing_is_lost_for_good() -> None:
    """OC-053, R-15"""
    assert "lost" not in written(orbit("m@F0", "d@F0").play("att m@F0 > 1:d@F0"))
    with pytest.raises(BadPosition, match="OC-053"):
        orbit(lost=[1, 0])
    with pytest.raises(BadPosition, match="OC-055"):
        orbit("d@F0 x2", oc_losses="permanent", lost=[19, 0])


def test_both_options_together_out_with_cubes_in_the_box() -> None:
    """R-14, R-15: no respawn, although cubes are left"""
    game = orbit("m@F0", "d@F0", players=3, oc_respawn=False, oc_losses="permanent").play("att m@F0 > 1:d@F0")
    assert (written(game)["out"], facts(game, 1)) == ([1], supply(19))


def test_every_game_of_losses_ends_and_nobody_is_stuck() -> None:
    """R-11, R-14, R-15, R-43: random games with cubes gone for good"""
    for seed in range(3):
        game = quincunx.new("orbit-cubes", 3, seed=seed, oc_losses="permanent", oc_respawn=False, round_limit=15)
        bot = quincunx.bot("random", seed=seed)
        while not game.over:
            assert "end" in legal(game)
            assert game.turn not in written(game).get("out", [])
            game.play(bot.choose(game))
        assert not set(written(game)["winners"]) & set(written(game).get("out", []))
