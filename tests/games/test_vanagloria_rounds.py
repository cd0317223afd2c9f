"""Vanagloria Galaxy: order of play, scoring, and the end of the game."""

from collections import Counter

import pytest

import quincunx
from quincunx.engine.errors import BadOption, BadPosition, Refused
from quincunx.games.vanagloria import boards
from tests.helpers import legal, order, pass_round, rule, scores, station, told, units, written

PRO_ORDERS = {
    4: ["0132", "1203", "2310", "3021", "0132"],
    5: ["04132", "10243", "21304", "32410", "43021", "04132"],
    6: ["051423", "102534", "213045", "324150", "435201", "540312", "051423"],
}
"""Section 5.1: the seats in acting order, round by round, with seat 0 as first player."""


# ---------------------------------------------------------------- modes


def test_there_are_three_turn_modes() -> None:
    """VG-048"""
    for turn in ("standard", "pro", "random"):
        assert quincunx.new("vanagloria", players=4, turn=turn, seed=1).options["turn"] == turn
    with pytest.raises(BadOption, match="standard, pro, random"):
        quincunx.new("vanagloria", players=4, turn="clockwise")


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("turn", ["standard", "pro", "random"])
def test_turn_modes_go_by_the_number_of_players(players: int, turn: str) -> None:
    """TV-09: VG-050, VG-056, R-30"""
    forbidden = {(2, "pro"): "VG-050", (2, "random"): "VG-050", (3, "pro"): "VG-056"}
    if cited := forbidden.get((players, turn)):
        with pytest.raises(BadOption, match=cited):
            quincunx.new("vanagloria", players=players, turn=turn)
    else:
        assert not quincunx.new("vanagloria", players=players, turn=turn, seed=1).over


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("first", [0, 1])
def test_standard_goes_clockwise_from_the_first_player_and_never_changes(players: int, first: int) -> None:
    """VG-049, VG-058"""
    game = quincunx.new("vanagloria", players=players, first_player=first, seed=1)
    clockwise = [(first + place) % players for place in range(players)]
    for _ in range(4):
        assert order(game) == clockwise
        assert [written(game)["tokens"][seat] for seat in clockwise] == list(range(1, players + 1))
        for seat in clockwise:
            assert game.turn == seat
            game.play("end")


def test_the_first_player_is_drawn_at_random_each_seat_alike() -> None:
    """VG-049, VG-051, R-31"""
    for turn in ("standard", "pro"):
        drawn = Counter(quincunx.new("vanagloria", players=4, turn=turn, seed=seed).turn for seed in range(400))
        assert set(drawn) == {0, 1, 2, 3}
        assert min(drawn.values()) > 70, drawn


@pytest.mark.parametrize(("players", "tokens"), [(4, [1, 2, 4, 3]), (5, [1, 3, 5, 4, 2]), (6, [1, 3, 5, 6, 4, 2])])
def test_pro_tokens_lie_as_in_the_diagram(players: int, tokens: list[int]) -> None:
    """VG-051, VG-052, VG-053, VG-054, R-28: clockwise from the first player, whoever that is"""
    for first in range(players):
        game = quincunx.new("vanagloria", players=players, turn="pro", first_player=first, seed=1)
        lie = written(game)["tokens"]
        assert [lie[(first + place) % players] for place in range(players)] == tokens
        assert game.turn == first


@pytest.mark.parametrize("players", [4, 5, 6])
def test_pro_tokens_pass_to_the_left_after_each_round(players: int) -> None:
    """VG-055, R-29: left is the next seat clockwise; after as many rounds as players all is as before"""
    game = quincunx.new("vanagloria", players=players, turn="pro", first_player=0, seed=1)
    for expected in PRO_ORDERS[players]:
        assert "".join(map(str, order(game))) == expected
        before = written(game)["tokens"]
        pass_round(game)
        assert [written(game)["tokens"][(seat + 1) % players] for seat in range(players)] == before


def test_the_tokens_stay_where_they_are_when_the_game_ends() -> None:
    """R-29: they pass after the end test"""
    game = station("d@K.a", turn="pro", scores=[49, 0, 0, 0])
    before = written(game)["tokens"]
    pass_round(game)
    assert game.over
    assert written(game)["tokens"] == before


def test_random_deals_all_orders_alike_in_every_round() -> None:
    """VG-057, R-31: also in the first"""
    first, second = Counter[str](), Counter[str]()
    for seed in range(360):
        game = quincunx.new("vanagloria", players=3, turn="random", seed=seed)
        first["".join(map(str, order(game)))] += 1
        second["".join(map(str, order(pass_round(game))))] += 1
    for dealt in (first, second):
        assert len(dealt) == 6
        assert min(dealt.values()) > 35, dealt


def test_the_order_of_a_random_round_holds_for_the_round() -> None:
    """VG-057, VG-058, VG-073"""
    game = quincunx.new("vanagloria", players=5, turn="random", seed=4)
    for _ in range(6):
        for seat in order(game):
            assert game.turn == seat
            game.play("end")


def test_an_undo_cannot_deal_again() -> None:
    """VG-057: chance belongs to the move, not to the try"""
    game = quincunx.new("vanagloria", players=6, turn="random", seed=4)
    dealt = order(pass_round(game))
    for _ in range(3):
        assert order(game.undo().play("end")) == dealt


def test_a_fixed_first_player_has_no_effect_in_random_order() -> None:
    """VG-057: section 3"""
    starts = {quincunx.new("vanagloria", players=3, turn="random", first_player=1, seed=s).turn for s in range(30)}
    assert starts == {0, 1, 2}


def test_who_was_first_in_a_random_game_is_on_record() -> None:
    """VG-057, VG-049: the holder of token 1 in round 1, also in later rounds"""
    game = quincunx.new("vanagloria", players=5, turn="random", seed=4)
    first = game.turn
    assert written(pass_round(game, 3))["first"] == first


def test_tokens_that_cannot_lie_like_that_are_refused_in_a_position() -> None:
    """VG-049, VG-055"""
    with pytest.raises(BadPosition, match="round 2 has"):
        station(turn="pro", round=2, tokens=[1, 2, 4, 3])
    with pytest.raises(BadPosition, match="each held by one seat"):
        station(turn="random", tokens=[1, 1, 2, 3])


# ---------------------------------------------------------------- turns


def test_each_player_has_two_actions_and_a_third_never_comes() -> None:
    """VG-058, VG-073"""
    game = station()
    assert written(game)["actions"] == 2
    assert written(game.play("move d@E0 > D0.s"))["actions"] == 1
    game.play("move d@D0.s > F0.b")
    assert (game.turn, written(game)["actions"]) == (1, 2)


@pytest.mark.parametrize("actions", [0, 1, 2])
def test_no_one_or_two_actions_are_allowed(actions: int) -> None:
    """VG-058, VG-073, R-36"""
    game = station()
    for move in ("move d@E0 > D0.s", "move d@D0.s > D0.r")[:actions]:
        game.play(move)
    if actions < 2:
        game.play("end")
    assert (game.turn, written(game)["actions"]) == (1, 2)


def test_the_mark_is_gone_when_the_turn_ends() -> None:
    """VG-064, R-01"""
    game = station("d@D0.r x2", "d@D1.r").play("act d@D0.r")
    assert written(game)["mark"] == "activated d@D0.r"
    assert "mark" not in written(game.play("act d@D0.r"))
    assert rule(game, "act d@D1.r") is None


def test_a_mark_needs_a_first_action_and_a_unit_that_can_have_done_it() -> None:
    """VG-064, VG-065, VG-006, VG-036"""
    assert written(station("m@K.a, d@K.a", actions=1, mark="attacked m@K.a"))["mark"] == "attacked m@K.a"
    for actions, mark in ((2, "attacked m@K.a"), (1, "attacked d@K.a"), (1, "activated m@K.a"), (1, "attacked m@F0.b")):
        with pytest.raises(BadPosition, match="mark"):
            station("m@K.a, d@K.a", actions=actions, mark=mark)


# ---------------------------------------------------------------- scoring


def test_points_are_given_when_everybody_has_acted_and_not_before() -> None:
    """VG-074, VG-029, VG-030"""
    game = station("d@K.a", "d@F0.b")
    for _ in range(3):
        assert scores(game.play("end")) == [0, 0, 0, 0]
    assert scores(game.play("end")) == [4, 2, 0, 0]


def test_alpha_pays_4_and_beta_2_to_who_is_alone() -> None:
    """VG-076, VG-077, VG-037, R-07: number, weapons and shields do not matter"""
    for code in ("d", "m", "r", "d+", "m+", "r+"):
        assert scores(pass_round(station(f"{code}@K.a x3"))) == [4, 0, 0, 0]
        assert scores(pass_round(station(f"{code}@F2.b"))) == [2, 0, 0, 0]


@pytest.mark.parametrize("sharing", [2, 3, 4, 5, 6])
def test_any_number_of_sharers_gets_half_each(sharing: int) -> None:
    """VG-078, VG-080, VG-097, R-08"""
    alpha = station(*["d@F0.a"] * sharing, board="p6a")
    assert scores(pass_round(alpha)) == [2] * sharing + [0] * (6 - sharing)
    beta = station(*["d@F1.b"] * sharing, board="p6a")
    assert scores(pass_round(beta)) == [1] * sharing + [0] * (6 - sharing)


def test_only_units_on_the_platform_count_and_several_score_no_more() -> None:
    """VG-075, VG-079"""
    game = station("d@K.a x4, m@F0.w, d@D0.s", "r@F0.b", "d@F0.b x3")
    assert scores(pass_round(game)) == [4, 1, 1, 0]


def test_a_disarmed_unit_shares_with_an_armed_one_and_order_of_arrival_does_not_matter() -> None:
    """R-07, R-45, VG-078"""
    game = station("r+@K.a x3", "d@F0.b", acts=1).play("move d@F0.b > K.a")
    assert scores(pass_round(game)) == [2, 2, 0, 0]


def test_arriving_with_the_last_action_is_enough_and_leaving_loses_all() -> None:
    """R-06, VG-029, VG-030"""
    game = station("", "", "", "d@F2.b, d@D3.s", acts=3)
    game.play("move d@F2.b > K.a").play("move d@D3.s > F2.b")
    assert scores(game) == [0, 0, 0, 6]
    game = station("d@K.a").play("move d@K.a > F0.b").play("move d@F0.b > F0.w")
    assert scores(pass_round(game)) == [0, 0, 0, 0]


def test_all_platforms_are_scored_on_the_same_position() -> None:
    """R-37, VG-074: TV-36"""
    game = station("d@K.a, r+@F0.b", "m@K.a, d@F0.b, d@F1.b x3", "d@K.a x4", "d@F2.b x2", scores=[10, 20, 0, 0], acts=3)
    assert scores(game.play("end")) == [13, 25, 2, 2]


def test_turn_order_gives_no_precedence_in_scoring() -> None:
    """R-37: whoever began the round"""
    for first in range(4):
        game = station("d@K.a", "d@K.a", "d@F0.b", first=first, acts=first)
        assert scores(pass_round(game)) == [2, 2, 2, 0]


def test_units_on_entrances_radios_shields_and_weapons_score_nothing() -> None:
    """VG-035, VG-036, R-45"""
    assert scores(pass_round(station("d@E0, d@D0.r, d@D0.s, d@F0.w"))) == [0, 0, 0, 0]


def test_passing_all_the_time_still_scores() -> None:
    """R-36, VG-074"""
    assert scores(pass_round(station("d@K.a", "d@F1.b", board="p2a"), 5)) == [20, 10]


# ---------------------------------------------------------------- winning


def test_exactly_the_target_wins_and_only_after_scoring() -> None:
    """VG-081, VG-093, R-09"""
    game = station("d@F0.b", scores=[46, 0, 0, 0]).play("move d@F0.b > K.a").play("end")
    assert not game.over
    pass_round(game)
    assert (scores(game), written(game)["winners"], game.outcome) == ([50, 0, 0, 0], [0], (1.0, -1 / 3, -1 / 3, -1 / 3))


def test_one_point_less_does_not_win() -> None:
    """VG-081, R-09"""
    game = pass_round(station("d@F0.b", "d@F0.b", scores=[48, 0, 0, 0]))
    assert (scores(game)[0], game.over) == (49, False)


def test_of_several_who_reach_the_target_the_highest_wins() -> None:
    """VG-082"""
    game = pass_round(station("d@F0.b", "d@K.a", scores=[49, 48, 0, 0]))
    assert (scores(game), written(game)["winners"]) == ([51, 52, 0, 0], [1])


def test_whoever_is_first_in_the_order_has_no_advantage_at_the_target() -> None:
    """VG-082, R-37"""
    for first in range(4):
        game = pass_round(station("d@F0.b", "d@K.a", scores=[49, 48, 0, 0], first=first, acts=first))
        assert written(game)["winners"] == [1]


def test_a_tie_at_the_target_goes_on_round_by_round_and_a_third_player_may_win_it() -> None:
    """VG-083, VG-093, R-10: TV-39"""
    game = station("m@F0.b", "d@F0.b", "d@K.a", scores=[49, 49, 44, 0], acts=3).play("end")
    assert (game.over, written(game)["overtime"]) == (False, True)
    assert any("Overtime" in banner for banner in game.scene().banners)
    game.play("att m@F0.b > 1:d@F0.b")
    pass_round(game)
    assert (scores(game), game.over) == ([52, 50, 52, 0], False)
    pass_round(game)
    assert (scores(game), written(game)["winners"]) == ([54, 50, 56, 0], [2])


def test_a_tie_below_the_highest_score_does_not_matter() -> None:
    """VG-082, VG-083: two share second place beyond the target"""
    game = pass_round(station("d@K.a", "d@F1.b", "d@F2.b", scores=[48, 49, 49, 0]))
    assert (scores(game), written(game)["winners"]) == ([52, 51, 51, 0], [0])


def test_a_tie_below_the_target_is_no_overtime() -> None:
    """VG-083"""
    game = pass_round(station("d@F0.b", "d@F1.b", scores=[40, 40, 0, 0]))
    assert "overtime" not in written(game)


def test_overtime_keeps_order_tokens_and_rules() -> None:
    """R-10: Pro tokens go on passing"""
    game = station("d@F0.b", "d@F1.b", scores=[48, 48, 0, 0], turn="pro")
    pass_round(game)
    assert written(game)["overtime"]
    assert order(game) == [1, 2, 0, 3]
    assert written(game)["actions"] == 2


def test_the_game_does_not_end_in_the_middle_of_a_round() -> None:
    """VG-093: not even when everybody knows who will win; all may still change it"""
    game = station("d@K.a", "d@F0.b", scores=[49, 0, 0, 0]).play("end")
    assert any("Red would win" in banner for banner in game.scene().banners)
    game.play("move d@F0.b > K.a")
    assert any("Red would win" in banner for banner in game.scene().banners), "51 is still enough"


@pytest.mark.parametrize("target", [100, 150])
def test_longer_games_need_everybodys_consent_and_end_at_their_target(target: int) -> None:
    """VG-084, R-40"""
    option = next(option for option in quincunx.game("vanagloria").options if option.name == "target")
    assert target in option.consent
    assert 50 not in option.consent
    assert not pass_round(station("d@K.a", board="p2a", target=target, scores=[target - 5, 0])).over
    assert pass_round(station("d@K.a", board="p2a", target=target, scores=[target - 4, 0])).over


@pytest.mark.parametrize("target", [0, 49, 60, 64, 200, "many"])
def test_there_is_no_other_target(target: object) -> None:
    """TV-09: R-40, VG-084"""
    with pytest.raises(BadOption, match="50, 100, 150"):
        quincunx.new("vanagloria", players=2, target=target)


def test_at_the_round_limit_the_highest_score_wins_also_below_the_target() -> None:
    """VG-094, R-11"""
    game = pass_round(station("d@F0.b", "d@F1.b", board="p2a", round_limit=30, round=30, scores=[18, 17]))
    assert (scores(game), written(game)["winners"]) == ([20, 19], [0])


def test_equal_highest_scores_share_the_win_at_the_round_limit() -> None:
    """VG-094, R-11, R-35: no further tie-break; the others lose"""
    game = station("d@F0.b", "d@F1.b", "d@F2.b", round_limit=3, round=3, scores=[5, 5, 4, 0])
    pass_round(game)
    assert written(game)["winners"] == [0, 1]
    assert game.outcome == pytest.approx((1 / 3, 1 / 3, -1 / 3, -1 / 3))


def test_all_may_share_the_win_at_the_round_limit() -> None:
    """VG-094, R-11: nobody did anything"""
    game = pass_round(quincunx.new("vanagloria", players=3, seed=1, round_limit=1))
    assert written(game)["winners"] == [0, 1, 2]
    assert game.outcome == (0, 0, 0)


def test_a_tie_at_the_target_in_the_last_round_is_shared() -> None:
    """VG-094, VG-083, R-11: no overtime beyond the limit"""
    game = pass_round(station("d@F0.b", "d@F1.b", board="p2a", round_limit=30, round=30, scores=[48, 48]))
    assert written(game)["winners"] == [0, 1]


def test_the_target_reached_alone_in_the_last_round_is_a_win_by_points() -> None:
    """VG-093, VG-094: the end test comes first"""
    game = pass_round(station("d@K.a", "d@F1.b", board="p2a", round_limit=30, round=30, scores=[48, 48]))
    assert written(game)["winners"] == [0]
    assert "VG-094" not in told(game)


def test_without_a_limit_the_game_ends_after_999_rounds() -> None:
    """R-11"""
    game = station("d@F0.b", "d@F1.b", board="p2a", round=998, scores=[7, 7])
    assert not pass_round(game).over
    pass_round(game)
    assert written(game)["winners"] == [0, 1]


def test_the_round_limit_is_0_to_999() -> None:
    """R-11: section 3"""
    for limit in (-1, 1000, 1.5, "soon", True):
        with pytest.raises(BadOption, match="0 to 999"):
            quincunx.new("vanagloria", players=2, round_limit=limit)


@pytest.mark.parametrize(("target", "limit"), [(50, 60), (100, 120), (150, 180)])
def test_a_game_with_bots_has_a_limit_of_60_rounds_per_50_points(target: int, limit: int) -> None:
    """R-11: section 3; among people there is none"""
    people = quincunx.new("vanagloria", players=2, seats=["Ann", "Ben"], target=target)
    assert people.options["round_limit"] == 0
    mixed = quincunx.new("vanagloria", players=2, seats=["Ann", "bot:greedy"], target=target)
    assert mixed.options["round_limit"] == limit


def test_scores_far_beyond_16_bits_are_kept() -> None:
    """R-46: a level fight of 998 rounds for 70 points each"""
    game = station("d@F0.b", "d@F1.b", board="p2a", round=998, scores=[69_000, 69_000], overtime=True)
    assert scores(pass_round(game)) == [69_002, 69_002]


def test_all_25_tiles_pay_at_most_70_points_a_round() -> None:
    """R-46"""
    platforms = [platform for design in boards.TILES.values() for platform in design.platforms]
    kinds = Counter(boards.kind_of(platform) for platform in platforms)
    assert 4 * kinds[boards.ALPHA] + 2 * kinds[boards.BETA] == 70


def test_when_the_game_is_over_nobody_acts() -> None:
    """VG-093"""
    game = pass_round(station("d@K.a", board="p2a", scores=[48, 0]))
    assert game.turn is None
    assert legal(game) == set()
    assert rule(game, "end") == "VG-093"
    with pytest.raises(Refused, match="VG-093"):
        game.play("move d@K.a > D0.s")
    assert game.undo().play("end").over


def test_a_finished_game_may_be_written_down_and_set_up_again() -> None:
    """VG-093, VG-094"""
    game = pass_round(station("d@K.a", board="p2a", scores=[48, 0]))
    again = quincunx.set_up(game.position())
    assert (again.over, again.raw.tobytes()) == (True, game.raw.tobytes())
    for winners in ([1], [0, 1]):
        with pytest.raises(BadPosition, match="not won by these seats"):
            station(board="p2a", scores=[50, 0], winners=winners)
    with pytest.raises(BadPosition, match="not won by these seats"):
        station(board="p2a", scores=[49, 0], winners=[0])


def test_an_undo_brings_back_score_round_and_tokens() -> None:
    """VG-055, VG-074: everything that the end of a round did"""
    game = station("d@K.a", turn="pro", acts=2)
    before = game.position()
    game.play("end")
    assert scores(game) == [4, 0, 0, 0]
    assert game.undo().position() == before
    assert units(game, 0) == "d@K.a"
