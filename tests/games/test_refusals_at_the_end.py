"""A finished game refuses every move, and says by which rule it is over."""

from tests.helpers import orbit, station


def test_a_game_won_by_points_is_over_by_that_rule() -> None:
    """VG-093, OC-049"""
    for game, rule in (
        (station("d@K.a", board="p2a", scores=[50, 0], winners=[0]), "VG-093"),
        (orbit("d@F0", scores=[64, 0], winners=[0]), "OC-049"),
    ):
        refused = game.refusal("end")
        assert refused is not None
        assert refused.rule == rule


def test_a_game_at_its_round_limit_is_over_by_that_rule() -> None:
    """VG-094, R-11"""
    game = station("d@F0.b", "d@F1.b", board="p2a", acts=1, round=3, round_limit=3, scores=[48, 48])
    game.play("end")
    assert game.outcome == (0, 0)
    for move in ("end", "move d@F0.b > K.a", "move d@F0.b > E1"):
        refused = game.refusal(move)
        assert refused is not None
        assert refused.rule == "VG-094"


def test_the_last_player_left_ends_the_game_by_that_rule() -> None:
    """OC-052, R-14"""
    game = orbit("m@H0", "d@H0", acts=0, oc_respawn=False, scores=[0, 60])
    game.play("att m@H0 > 1:d@H0")
    refused = game.refusal("end")
    assert game.outcome == (1, -1)
    assert refused is not None
    assert refused.rule == "OC-052"
