"""Orbit Cubes: the cubes, the board, the actions, the moons. What the two games share is proved for both."""

from collections import Counter
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.engine.errors import BadOption, BadPosition
from quincunx.games.vanagloria import boards
from quincunx.table.match import Match
from tests.helpers import facts, legal, orbit, order, owned, pass_round, rule, scores, units, wealth, written


def supply(game: Match, seat: int) -> int:
    """Cubes in a player's box, as shown beside the board."""
    return int(facts(game, seat).split()[0])


# ---------------------------------------------------------------- cubes


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play(players: int) -> None:
    """OC-001, OC-027: each with a colour and 20 cubes of it"""
    game = quincunx.new("orbit-cubes", players=players, seed=1)
    assert len({seat.name for seat in game.scene().seats}) == players
    assert all(supply(game, seat) == 19 for seat in range(players))


@pytest.mark.parametrize("players", [1, 7])
def test_neither_one_nor_seven_play(players: int) -> None:
    """OC-001"""
    with pytest.raises(BadOption, match="2 to 6 players"):
        quincunx.new("orbit-cubes", players=players)


def test_the_old_rules_say_20_to_30_minutes_from_fourteen_on() -> None:
    """OC-002"""
    game = quincunx.game("orbit-cubes")
    assert game.minutes == "20-30"
    assert "20 to 30 minutes" in game.rulebook.full("OC-002")
    assert "14 and up" in game.rulebook.full("OC-002")
    assert "working title" in game.title


def test_each_player_has_20_cubes_and_a_ticker() -> None:
    """OC-003, OC-027, OC-028, OC-055: all in play are 20, second lives included"""
    assert boards.facts("orbit_cubes")["limits"]["cubes"] == 20
    for cubes in ("d@F0 x20", "d+@F0 x10", "d@F0 x4, m+@F0 x5, r+@H0 x3"):
        assert supply(orbit(cubes), 0) == 0
    for cubes in ("d@F0 x21", "d+@F0 x10, d@S0", "d@F0 x5, m+@F0 x8"):
        with pytest.raises(BadPosition, match="OC-055"):
            orbit(cubes)
    assert [seat.score for seat in orbit().scene().seats] == [0, 0]


def test_one_token_marks_the_first_player() -> None:
    """OC-004, OC-029"""
    game = quincunx.new("orbit-cubes", players=4, seed=1)
    assert written(game)["tokens"].count(1) == 1
    assert written(game)["first"] == written(game)["tokens"].index(1) == game.turn


def test_every_cube_has_an_empty_face_a_triangle_and_a_square() -> None:
    """OC-005, OC-006, OC-007, OC-008: so all cubes of a player may show the same one"""
    for code, symbol in (("d", "face-empty"), ("m", "face-triangle"), ("r", "face-square")):
        (piece,) = (piece for piece in orbit(f"{code}@F0 x20").scene().pieces if piece.owner == 0)
        assert (piece.count, piece.marks) == (20, (symbol,))
    art = quincunx.game("orbit-cubes").art
    assert art is not None
    drawn = {element.get("id") for element in ElementTree.parse(art).iter()}
    assert {"face-empty", "face-triangle", "face-square"} <= drawn


def test_an_empty_face_is_no_weapon_a_triangle_short_range_a_square_long_range() -> None:
    """OC-006, OC-007, OC-008, OC-038, OC-039, OC-040"""
    game = orbit("d@F0, m@F0", "d@F0, d@F1")
    assert rule(game, "att d@F0 > 1:d@F0") == "OC-038"
    assert rule(game, "att m@F0 > 1:d@F0") is None
    assert rule(game, "att m@F0 > 1:d@F1") == "OC-039"
    assert rule(orbit("r@F0", "d@F1"), "att r@F0 > 1:d@F1") is None


def test_a_second_life_is_a_cube_of_the_box() -> None:
    """OC-014, OC-015, OC-055"""
    game = orbit("m@L0").play("act m@L0")
    assert (units(game, 0), supply(game, 0)) == ("m+@L0", 18)


def test_a_cube_has_two_lives_at_most() -> None:
    """OC-016, OC-056, R-04"""
    game = orbit("m+@L0, m@L0")
    assert rule(game, "act m+@L0") == "OC-016"
    assert rule(game, "act m@L0") is None


def test_a_pile_is_one_unit_and_keeps_its_weapon() -> None:
    """OC-054, R-16: it moves as one, scores as one, attacks once, and a life gained or lost leaves the face"""
    game = orbit("r@L0", "d@C0 x3").play("act r@L0").play("att r+@L0 > 1:d@C0")
    assert units(game, 0) == "r+@L0"
    game = orbit("m+@F0", "d@F0 x3").play("att m+@F0 > 1:d@F0")
    assert rule(game, "att m@F0 > 1:d@F0") == "OC-037"
    assert units(orbit("m+@F0").play("move m+@F0 > F1"), 0) == "m+@F1"
    assert scores(pass_round(orbit("m+@F0"))) == [4, 0]
    hit = orbit("m@F0", "r+@F0").play("att m@F0 > 1:r+@F0")
    assert (units(hit, 1), supply(hit, 1)) == ("r@F0", 19)


def test_a_pile_blocks_like_one_cube() -> None:
    """OC-035, OC-054, R-16"""
    assert rule(orbit("d@C0", "d+@C0"), "act d@C0") == "OC-035"
    game = orbit("m@C0", "d+@C0").play("att m@C0 > 1:d+@C0")
    assert rule(game, "act m@C0") == "OC-035", "one life is left, and it blocks"


# ---------------------------------------------------------------- the board


def test_cubes_enter_on_their_own_starting_planet_empty_face_up() -> None:
    """OC-009, OC-013, OC-030: by the set-up, by Planet Cube, by the replacement"""
    assert written(quincunx.new("orbit-cubes", players=3, seed=1))["units"] == [["d@S0"], ["d@S2"], ["d@S4"]]
    assert units(orbit("r+@C3").play("act r+@C3"), 0) == "d@S0, r+@C3"
    assert units(orbit("m@F0", "r@F0").play("att m@F0 > 1:r@F0"), 1) == "d@S3"


def test_the_board_has_six_starting_planets_one_for_each_team() -> None:
    """OC-010, OC-057, R-25, R-32: with fewer teams they are spread, and the others are no one's"""
    starts = {2: "S0 S3", 3: "S0 S2 S4", 4: "S0 S1 S3 S4", 5: "S0 S1 S2 S3 S4", 6: "S0 S1 S2 S3 S4 S5"}
    for players, used in starts.items():
        game = orbit(players=players, board="oc")
        assert " ".join(owned(game)) == used
        kinds = [place.kind for place in game.scene().places if place.id.startswith("S")]
        assert len(kinds) == 6
        assert kinds.count("unused") == 6 - players


def test_a_cube_on_a_starting_planet_cannot_be_attacked() -> None:
    """OC-011, R-24"""
    assert rule(orbit("r@L3", "d@S3"), "att r@L3 > 1:d@S3") == "OC-011"
    assert rule(orbit("m@L3", "d@S3"), "att m@L3 > 1:d@S3") == "OC-039"


def test_nobody_moves_a_cube_into_a_starting_planet() -> None:
    """OC-012, OC-023, R-25: not into the own one, not into another's, not into an unused one"""
    game = orbit("d@L0, d@W3, d@L1")
    assert rule(game, "move d@L0 > S0") == "OC-012"
    assert rule(game, "move d@W3 > S3") == "OC-012"
    assert rule(game, "move d@L1 > S1") == "OC-057"
    assert rule(game, "act d@L1") is None, "the planets beside an unused start work as usual"


def test_a_starting_planet_serves_for_entering_only() -> None:
    """OC-023"""
    assert rule(orbit(), "act d@S0") == "OC-023"
    for cubes in ("m@S0", "d+@S0", "d@S3", "d@S1"):
        with pytest.raises(BadPosition, match="OC-0"):
            orbit(cubes)


def test_planets_are_linked_by_orbits_only() -> None:
    """TV-02: OC-021, OC-022, R-26: two ways lead out of a Starting planet"""
    game = orbit()
    assert legal(game) == {"end", "move d@S0 > L0", "move d@S0 > W0"}
    for planet in ("H0", "H5", "C0", "F0"):
        assert rule(game, f"move d@S0 > {planet}") == "OC-021"
    assert {move for move in legal(orbit("d@C0")) if move.startswith("move")} == {
        f"move d@C0 > {planet}" for planet in ("L0", "W0", "H0", "H5", "F0")
    }
    assert {move for move in legal(orbit("d@F0")) if move.startswith("move")} == {
        f"move d@F0 > {planet}" for planet in ("C0", "F1", "F5")
    }
    assert {move for move in legal(orbit("d@H5")) if move.startswith("move")} == {"move d@H5 > C0", "move d@H5 > C5"}


def test_five_play_on_a_board_of_their_own_unless_they_choose_otherwise() -> None:
    """TV-68: R-44"""
    usual = {players: quincunx.new("orbit-cubes", players=players, seed=1).options["board"] for players in range(2, 7)}
    assert usual == {2: "oc", 3: "oc", 4: "oc", 5: "oc-fit5", 6: "oc"}
    assert owned(orbit(players=5)) == ["S0", "S1", "S2", "S3", "S4"]
    assert len([place for place in orbit(players=5).scene().places if place.id.startswith("S")]) == 5
    assert len(owned(orbit(players=5, board="oc"))) == 5


@pytest.mark.parametrize(("board", "players"), [("oc-fit3", 2), ("oc-fit2", 3), ("oc-fit5", 6), ("p2a", 2)])
def test_a_fitted_board_has_as_many_homes_as_players(board: str, players: int) -> None:
    """OC-010, R-44"""
    with pytest.raises(BadOption, match="board"):
        quincunx.new("orbit-cubes", players=players, board=board)


def test_usual_options() -> None:
    """TV-68: R-14, R-15, R-30, R-40"""
    options = quincunx.new("orbit-cubes", players=2, seed=1).options
    expected = {"target": 64, "turn": "standard", "talk": "neutral", "oc_respawn": True, "oc_losses": "reserve"}
    assert expected.items() <= options.items()
    assert options["round_limit"] == 0
    with_bot = quincunx.new("orbit-cubes", players=2, seats=["Ann", "bot:random"], seed=1)
    assert with_bot.options["round_limit"] == 60


# ---------------------------------------------------------------- order and actions


@pytest.mark.parametrize("turn", ["pro", "random"])
def test_there_is_no_other_order_than_clockwise(turn: str) -> None:
    """TV-09: OC-031, R-30"""
    with pytest.raises(BadOption, match="OC-031"):
        quincunx.new("orbit-cubes", players=4, turn=turn)


@pytest.mark.parametrize("first", range(4))
def test_play_goes_clockwise_and_the_first_player_stays_first(first: int) -> None:
    """OC-031, OC-058, R-47"""
    game = quincunx.new("orbit-cubes", players=4, first_player=first, seed=1)
    for _ in range(3):
        assert order(game) == [(first + place) % 4 for place in range(4)]
        pass_round(game)


def test_a_random_player_is_first_each_alike() -> None:
    """OC-029, R-31"""
    drawn = Counter(quincunx.new("orbit-cubes", players=3, seed=seed).turn for seed in range(300))
    assert set(drawn) == {0, 1, 2}
    assert min(drawn.values()) > 70, drawn


def test_up_to_two_actions_a_round() -> None:
    """OC-032, R-36: two, one or none"""
    game = orbit().play("move d@S0 > L0").play("act d@L0")
    assert (game.turn, units(game, 0)) == (1, "d+@L0")
    assert orbit().play("move d@S0 > L0").play("end").turn == 1
    assert orbit().play("end").turn == 1


def test_a_move_goes_to_a_linked_planet_and_a_cube_may_move_twice() -> None:
    """OC-033, OC-037, OC-059"""
    assert units(orbit().play("move d@S0 > W0").play("move d@W0 > C0"), 0) == "d@C0"
    assert rule(orbit(), "move d@S3 > L3") == "OC-033"


def test_planet_cube_life_up_and_weaponry_make_a_team_larger_tougher_and_better_armed() -> None:
    """OC-013, OC-014, OC-017, OC-018, OC-024, OC-025, OC-034"""
    assert units(orbit("d@C0").play("act d@C0"), 0) == "d@S0, d@C0"
    assert units(orbit("d@L0").play("act d@L0"), 0) == "d+@L0"
    assert units(orbit("d@W0").play("act d@W0"), 0) == "m@W0"
    assert units(orbit("m+@W0").play("act m+@W0"), 0) == "r+@W0"


def test_their_benefit_needs_the_action_and_a_cube_on_the_planet() -> None:
    """OC-025, OC-034"""
    assert units(pass_round(orbit("d@C0, d@L0, d@W0")), 0) == "d@L0, d@W0, d@C0"
    assert rule(orbit("d@L0"), "act d@C0") == "OC-034"
    assert rule(orbit("d@F0, d@H0"), "act d@F0") == "OC-025"


def test_an_enemy_cube_closes_a_planet() -> None:
    """OC-035"""
    for planet in ("C1", "L1", "W1"):
        assert rule(orbit(f"d@{planet}", f"d@{planet}"), f"act d@{planet}") == "OC-035"


def test_the_same_cube_does_not_activate_or_attack_twice_in_a_round() -> None:
    """OC-037, R-19"""
    game = orbit("d@W0").play("act d@W0")
    assert rule(game, "act m@W0") == "OC-037"
    pass_round(game)
    assert rule(game, "act m@W0") is None
    game = orbit("m@F0", "d@F0 x3").play("att m@F0 > 1:d@F0")
    assert rule(game, "att m@F0 > 1:d@F0") == "OC-037"
    pair = orbit("d@C0 x2").play("act d@C0").play("act d@C0")
    assert units(pair, 0) == "d@S0 x2, d@C0 x2"


def test_a_weapon_is_needed_and_its_range_counts() -> None:
    """OC-036, OC-038, OC-039, OC-040, R-24: TV-49"""
    game = orbit("r@L3, m@F3", "d@L3, d@S3, m@C3, d@W3")
    assert {move for move in legal(game) if move.startswith("att")} == {"att r@L3 > 1:d@L3", "att r@L3 > 1:m@C3"}
    assert rule(game, "att r@L3 > 1:d@W3") == "OC-040"
    assert rule(game, "att m@F3 > 1:m@C3") == "OC-039"


def test_the_target_loses_one_life_and_with_the_last_it_is_removed() -> None:
    """OC-041, OC-042, OC-043, OC-053, R-38: TV-47"""
    game = orbit("m@H2 x2", "r+@H2, d@C3").play("att m@H2 > 1:r+@H2")
    assert (units(game, 1), supply(game, 1)) == ("d@C3, r@H2", 18)
    game.play("att m@H2 > 1:r@H2")
    assert (units(game, 1), supply(game, 1)) == ("d@C3", 19)


def test_an_activation_that_changes_nothing_or_needs_a_missing_cube_is_not_legal() -> None:
    """OC-055, OC-056, R-04: TV-48; weapons need no cube"""
    game = orbit("d@C0 x3, d+@C0 x5, d@L0, d@W0, m+@F0 x2, r@F0", "r@H0")
    assert rule(game, "act d@C0") == "OC-055"
    assert rule(game, "act d@L0") == "OC-055"
    assert rule(game, "act d@W0") is None
    assert rule(orbit("r@W0"), "act r@W0") == "OC-056"
    game.play("end").play("att r@H0 > 0:d+@C0").play("end")
    assert rule(game, "act d@C0") is None
    assert rule(game, "act d@L0") is None


def test_there_is_no_case_of_twelve_and_no_limit_per_weapon() -> None:
    """OC-043, OC-055: section 1.1, rows 3 and 4"""
    game = orbit("m@F0", "d@F0 x13, m+@F0").play("att m@F0 > 1:m+@F0")
    assert units(game, 1) == "d@F0 x13, m@F0"
    assert rule(orbit("m@W0, r@F0 x15"), "act m@W0") is None


def test_what_the_sibling_rules_say_holds_here_too() -> None:
    """OC-059: VG-087, VG-089, VG-090, VG-091, VG-092, VG-093, VG-095, VG-096, VG-098"""
    game = orbit("d@C0", "d@F0 x15, r+@F0 x2").play("act d@C0").play("move d@S0 > W0")
    assert units(game, 0) == "d@W0, d@C0", "a fresh cube acts at once"
    game = orbit("m@W0", "d@W0")
    assert rule(game, "act m@W0") == "OC-035"
    game.play("att m@W0 > 1:d@W0")
    assert units(game, 1) == "d@S3", "the replacement comes at once, and the planet is free"
    assert units(game.play("act m@W0"), 0) == "r@W0", "one attack and one activation by the same cube"
    assert rule(orbit("m@F0, d@F0"), "att m@F0 > 0:d@F0") == "OC-036", "own cubes are no targets"
    assert rule(orbit("d@C0", "d@F0 x20"), "move d@C0 > F0") is None, "nothing blocks the way"


def test_nothing_is_given_up_freely_and_a_weapon_only_gets_better() -> None:
    """R-42, OC-018: the four verbs are all there are"""
    game = orbit("d@L0, m+@W0, r@C0, r+@F0, d+@C0", "d@F0, m+@C0")
    assert {move.text.split()[0] for move in game.moves} == {"end", "move", "act", "att"}
    before = wealth(game, 0)
    for move in list(game.moves):
        after = wealth(game.play(move), 0)
        assert all(now >= then for now, then in zip(after, before, strict=True)), move.text
        game.undo()


# ---------------------------------------------------------------- moons


def test_moons_pay_when_the_last_player_has_acted() -> None:
    """OC-019, OC-020, OC-026, OC-044, OC-045, OC-046"""
    game = orbit("d@H0", "d@F3").play("end")
    assert scores(game) == [0, 0]
    assert scores(game.play("end")) == [2, 4]


def test_several_teams_get_half_each_and_several_cubes_no_more() -> None:
    """OC-047, OC-048, R-07, R-08, R-37: TV-52"""
    game = orbit("d@F0 x3", "d+@F0, d@H1, d@H0", "m@F0, m@H1", "d@H3, d@S4", players=4, acts=3).play("end")
    assert scores(game) == [2, 5, 3, 2]
    assert scores(pass_round(orbit(*["d@F0"] * 6, players=6))) == [2] * 6


def test_other_planets_pay_nothing_and_arriving_late_is_enough() -> None:
    """OC-024, OC-026, R-06"""
    game = orbit("d@C0, d@L0, d@W0, d@S0", "d@C3", acts=1).play("move d@C3 > F3").play("end")
    assert scores(game) == [0, 4]


def test_at_least_64_points_win() -> None:
    """OC-049, R-09, R-40"""
    assert not pass_round(orbit("d@H0", "d@H0", scores=[62, 0])).over
    game = pass_round(orbit("d@H0", scores=[62, 0]))
    assert (scores(game), written(game)["winners"]) == ([64, 0], [0])
    for target in (50, 63, 100):
        with pytest.raises(BadOption, match="64"):
            quincunx.new("orbit-cubes", players=2, target=target)


def test_of_several_the_highest_wins_and_a_draw_goes_on() -> None:
    """OC-050, OC-051, R-10: TV-53"""
    game = pass_round(orbit("d@F0", "d@H3", scores=[62, 63]))
    assert (scores(game), written(game)["winners"]) == ([66, 65], [0])
    game = pass_round(orbit("d@H0", "d@F3", scores=[62, 60]))
    assert (scores(game), game.over, written(game)["overtime"]) == ([64, 64], False, True)
    pass_round(game)
    assert (scores(game), written(game)["winners"]) == ([66, 68], [1])


def test_the_round_limit_and_the_cap_hold_here_too() -> None:
    """R-11, OC-059: VG-094"""
    game = pass_round(orbit("d@H0", "d@H3", round_limit=9, round=9))
    assert written(game)["winners"] == [0, 1]
    assert pass_round(orbit(round=999)).over


def test_the_board_pays_at_most_36_points_a_round() -> None:
    """R-46"""
    everywhere = ", ".join(f"d@{moon}{home}" for moon in "FH" for home in range(6))
    assert scores(pass_round(orbit(everywhere))) == [36, 0]
