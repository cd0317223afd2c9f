"""Vanagloria Galaxy: the box, the dreadnoughts, the board and the set-up."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, BadPosition
from quincunx.games.vanagloria import boards
from tests.helpers import facts, legal, owned, pass_round, rule, scores, station, units, written

EX1: dict[str, Any] = {
    "id": "ex1",
    "name": "Two Vaults",
    "players": 2,
    "tiles": [["V0", "T24", 0, 0, 0], ["V1", "T25", 1, 0, 2]],
    "entrances": [[0, "V0", "W"], [1, "V1", "E"]],
}
"""TV-01: the rulebook's connection example."""
CLASSES = ("d", "m", "r", "d+", "m+", "r+")


# ---------------------------------------------------------------- the box


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play_each_with_a_colour_and_an_entrance(players: int) -> None:
    """VG-001, R-39: four, too, although no board for four survives in the book"""
    game = quincunx.new("vanagloria", players=players, seed=1)
    assert owned(game) == [f"E{seat}" for seat in range(players)]
    assert len({seat.name for seat in game.scene().seats}) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, True])
def test_nobody_plays_alone_and_seven_are_too_many(players: int) -> None:
    """VG-001"""
    with pytest.raises(BadOption, match="2 to 6 players"):
        quincunx.new("vanagloria", players=players)


def test_the_box_says_half_an_hour_to_three_quarters_from_fourteen_on() -> None:
    """VG-002"""
    game = quincunx.game("vanagloria")
    assert game.minutes == "30-45"
    assert "30 to 45 minutes" in game.rulebook.full("VG-002")
    assert "14 and up" in game.rulebook.full("VG-002")


def test_each_player_owns_23_standees_and_23_stands() -> None:
    """VG-003, VG-038, R-49: all stands are personal; one plain standee and one Discharged stand are in play already"""
    game = quincunx.new("vanagloria", players=6, seed=1)
    for seat in range(6):
        assert facts(game, seat) == "box: 11 plain, 11 shielded; stands 7 d, 8 m, 7 r"
    limits = boards.facts("vanagloria")["limits"]
    assert (limits["plain"], limits["shielded"]) == (12, 11)
    assert (limits["disarmed"], limits["melee"], limits["range"]) == (8, 8, 7)


def test_stands_of_one_player_are_no_concern_of_another() -> None:
    """R-49, VG-038: seat 0 uses all 8 Half Charge stands, seat 1 still has theirs"""
    game = station("m@K.a x8, d@F0.w", "d@F1.w")
    assert rule(game, "act d@F0.w") == "VG-014"
    assert rule(game.play("end"), "act d@F1.w") is None


def test_common_parts_are_25_tiles_six_entrances_six_turn_tokens() -> None:
    """VG-004"""
    assert len(boards.TILES) == 25
    game = quincunx.new("vanagloria", players=6, seed=1)
    assert len(owned(game)) == 6
    assert sorted(written(game)["tokens"]) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("score", "token"),
    [(0, ""), (49, ""), (50, ""), (51, "+50"), (100, "+50"), (101, "+100"), (150, "+100"), (153, "+100")],
)
def test_the_track_has_51_cells_and_the_bonus_token_shows_what_it_cannot(score: int, token: str) -> None:
    """TV-08: VG-004, VG-039, VG-085, VG-086, R-33"""
    for target in (50, 150):
        game = station(scores=[score, score, 0, 0], target=target)
        assert game.scene().seats[0].score == score
        assert (f"bonus token {token}" in facts(game, 0)) == bool(token)
        assert ("bonus token" in facts(game, 0)) == bool(token)
        assert "bonus token" not in facts(game, 2)


def test_passing_fifty_in_play_turns_the_token() -> None:
    """VG-085, VG-086: 48 and an alpha, then 100 and a beta"""
    game = station("d@K.a", scores=[48, 0, 0, 0], target=150)
    assert "bonus" not in facts(game, 0)
    assert "bonus token +50" in facts(pass_round(game), 0)
    game = station("d@F0.b", scores=[99, 0, 0, 0], target=150)
    assert "bonus token +50" in facts(game, 0)
    assert "bonus token +100" in facts(pass_round(game), 0)


# ---------------------------------------------------------------- dreadnoughts


@pytest.mark.parametrize("code", CLASSES)
def test_a_dreadnought_is_one_of_six_classes(code: str) -> None:
    """VG-005"""
    assert units(station(f"{code}@K.a"), 0) == f"{code}@K.a"


@pytest.mark.parametrize("code", ["", "+", "x", "d++", "dm", "+d", "D"])
def test_there_is_no_seventh_class(code: str) -> None:
    """VG-005"""
    with pytest.raises(BadPosition, match="is not a unit"):
        station(f"{code}@K.a")


def test_words_name_the_stands_and_the_standees() -> None:
    """VG-011"""
    pieces = {piece.id: piece.label for piece in station("d@K.a, m@K.a, r+@K.a").scene().pieces}
    assert pieces["0:d@K.a"] == "Red: disarmed dreadnought on K.a"
    assert pieces["0:m@K.a"] == "Red: melee dreadnought on K.a"
    assert pieces["0:r+@K.a"] == "Red: shielded range dreadnought on K.a"


def test_a_disarmed_unit_cannot_attack() -> None:
    """VG-006, VG-063"""
    game = station("d@K.a, d+@F0.b", "d@K.a, d@F0.b")
    assert rule(game, "att d@K.a > 1:d@K.a") == "VG-006"
    assert rule(game, "att d+@F0.b > 1:d@F0.b") == "VG-006"
    assert not any(move.startswith("att") for move in legal(game))


def test_a_melee_unit_attacks_only_on_its_own_platform() -> None:
    """VG-007, VG-067"""
    game = station("m@F0.b", "d@F0.b, d@K.a, d@D1.s")
    assert [move for move in legal(game) if move.startswith("att")] == ["att m@F0.b > 1:d@F0.b"]
    assert rule(game, "att m@F0.b > 1:d@K.a") == "VG-067"


def test_a_range_unit_attacks_on_its_own_platform_and_one_corridor_away_in_any_direction() -> None:
    """VG-008, VG-068, R-24"""
    game = station("r@F0.b", "d@F0.b, d@K.a, m@D1.s, d@D0.s, d+@F0.w, d@F1.b, d@D1.r")
    assert {move for move in legal(game) if move.startswith("att")} == {
        "att r@F0.b > 1:d@F0.b",
        "att r@F0.b > 1:d@K.a",
        "att r@F0.b > 1:m@D1.s",
        "att r@F0.b > 1:d@D0.s",
        "att r@F0.b > 1:d+@F0.w",
    }
    assert rule(game, "att r@F0.b > 1:d@F1.b") == "VG-068"
    assert rule(game, "att r@F0.b > 1:d@D1.r") == "VG-068"


def test_range_reaches_past_any_units() -> None:
    """R-24: friends and enemies in between do not matter"""
    game = station("r@F0.b, d@K.a x3", "d@K.a, r+@F0.b x2", "d@K.a")
    assert rule(game, "att r@F0.b > 2:d@K.a") is None


def test_a_plain_unit_that_is_hit_is_removed() -> None:
    """VG-009, VG-070"""
    game = station("m@K.a", "r@K.a, d@E1").play("att m@K.a > 1:r@K.a")
    assert units(game, 1) == "d@E1"


@pytest.mark.parametrize("attacker", ["m", "r", "m+", "r+"])
@pytest.mark.parametrize("weapon", ["d", "m", "r"])
def test_a_shield_cancels_one_attack_of_any_weapon_and_the_stand_stays(attacker: str, weapon: str) -> None:
    """VG-010, VG-028, VG-071, R-38"""
    game = station(f"{attacker}@K.a", f"{weapon}+@K.a").play(f"att {attacker}@K.a > 1:{weapon}+@K.a")
    assert units(game, 1) == f"{weapon}@K.a"
    assert facts(game, 1).startswith("box: 11 plain, 11 shielded")


def test_a_second_hit_in_the_same_turn_must_come_from_another_unit() -> None:
    """VG-065, R-38"""
    alone = station("m@K.a", "d+@K.a, d@E1").play("att m@K.a > 1:d+@K.a")
    assert rule(alone, "att m@K.a > 1:d@K.a") == "VG-065"
    pair = station("m@K.a, m+@K.a", "d+@K.a, d@E1").play("att m@K.a > 1:d+@K.a").play("att m@K.a > 1:d@K.a")
    assert units(pair, 1) == "d@E1"


def test_a_lost_shield_must_be_fetched_anew() -> None:
    """R-38, VG-025"""
    game = station("m@D1.s", "d+@D1.s").play("att m@D1.s > 1:d+@D1.s").play("move m@D1.s > F0.b")
    assert units(game.play("act d@D1.s"), 1) == "d+@D1.s"


# ---------------------------------------------------------------- the board


def test_a_station_may_have_as_many_rooms_as_the_players_like() -> None:
    """VG-017, VG-018, VG-041: ready boards of 6 to 23 rooms, and one of two rooms of our own"""
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    rooms = {id: len(workshop.get(id)["tiles"]) for id, _, _ in workshop.presets()}
    assert (min(rooms.values()), max(rooms.values())) == (6, 23)
    for id, _, players in workshop.presets():
        assert len(quincunx.new("vanagloria", players=players, board=id, seed=1).scene().areas) == rooms[id]
    assert len(station(board=EX1).scene().areas) == 2


def test_ready_boards_serve_2_3_5_and_6_as_in_the_book_and_4_as_well() -> None:
    """VG-018, R-39"""
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    assert {players for _, _, players in workshop.presets()} == {2, 3, 4, 5, 6}


def test_a_board_has_exactly_one_entrance_per_player() -> None:
    """VG-019"""
    with pytest.raises(BadOption, match="VG-019"):
        quincunx.new("vanagloria", players=3, board="p4a")
    with pytest.raises(BadOption, match="B2"):
        quincunx.new("vanagloria", players=3, board=EX1)
    with pytest.raises(BadOption, match="B2"):
        quincunx.new("vanagloria", players=2, board=EX1 | {"entrances": [[0, "V0", "W"], [0, "V1", "E"]]})


def test_an_entrance_touches_a_corridor_beside_a_room() -> None:
    """VG-023, R-27: TV-10 through the front door; at a wall (c) and between rooms (b) it is refused"""
    keep = boards.preset("p4a").as_json()
    for side in ("N", "E"):
        moved = keep | {"entrances": [[0, "D0", side], *keep["entrances"][1:]]}
        with pytest.raises(BadOption, match="B3: Entrance E0"):
            quincunx.new("vanagloria", players=4, board=moved)
    assert quincunx.new("vanagloria", players=4, board=keep, seed=1).options["board"] == keep


def test_a_free_board_must_pass_the_six_checks_and_may_be_unfair() -> None:
    """R-27, VG-041: TV-10 (a), (e), (f); dead ends and unfair boards are legal"""
    tiles = [list(row) for row in EX1["tiles"]]
    for bad, code in (
        ({"tiles": [tiles[0], ["V1", "T24", 1, 0, 2]]}, "B1"),
        (
            {"tiles": [["V0", "T01", 0, 0, 0], ["V1", "T02", 1, 1, 0]], "entrances": [[0, "V0", "N"], [1, "V1", "S"]]},
            "B5",
        ),
        ({"tiles": [["V0", "T05", 0, 0, 0]], "entrances": [[0, "V0", "W"], [1, "V0", "E"]]}, "B6"),
    ):
        with pytest.raises(BadOption, match=code):
            quincunx.new("vanagloria", players=2, board=EX1 | bad)
    unfair = EX1 | {"tiles": [*tiles, ["K", "T01", 0, -1, 0]]}
    game = quincunx.new("vanagloria", players=2, board=unfair, seed=1)
    assert {link.b for link in game.scene().links if link.a == "V0.a"} == {"K.a"}


def test_the_entrance_of_the_example_is_connected_to_the_shield_but_not_to_alpha_or_weapons() -> None:
    """TV-01: VG-031, VG-032, VG-033, R-26"""
    game = station(board=EX1)
    assert legal(game) == {"end", "move d@E0 > V0.s"}
    assert rule(game, "move d@E0 > V0.a") == "VG-032"
    assert rule(game, "move d@E0 > V0.w") == "VG-032"


def test_connected_platforms_may_lie_in_different_rooms() -> None:
    """TV-01: VG-034"""
    game = station("d@V0.w", board=EX1)
    assert legal(game) == {"end", "act d@V0.w", "move d@V0.w > V0.s", "move d@V0.w > V1.w"}
    assert rule(game, "move d@V0.w > V0.a") == "VG-032", "the same room, but the shield platform lies between"


def test_another_platform_on_the_way_breaks_the_connection() -> None:
    """VG-032: F0.b and F1.b both touch K.a and D1.s, but not each other"""
    assert rule(station("d@F0.b"), "move d@F0.b > F1.b") == "VG-032"


def test_units_come_into_the_game_on_their_own_entrance_plain_and_disarmed() -> None:
    """VG-020, VG-024, VG-035: by the set-up, by the radio, by the replacement; on any radio of the board"""
    assert units(quincunx.new("vanagloria", players=4, seed=3), 2) == "d@E2"
    assert units(station("r+@D2.r").play("act r+@D2.r"), 0) == "d@E0, r+@D2.r"
    assert units(station("m@K.a", "r@K.a").play("att m@K.a > 1:r@K.a"), 1) == "d@E1"


@pytest.mark.parametrize("unit", ["m@E0", "d+@E0", "d@E1"])
def test_nothing_else_can_stand_on_an_entrance(unit: str) -> None:
    """VG-020, VG-022, R-24: so nobody ever shoots out of an entrance"""
    with pytest.raises(BadPosition, match=r"VG-02[02]"):
        station(unit)


def test_units_on_an_entrance_cannot_be_attacked() -> None:
    """VG-021, R-24"""
    game = station("r@D1.s, m@D1.s", "d@E1, d@D1.s")
    assert rule(game, "att r@D1.s > 1:d@E1") == "VG-021"
    assert rule(game, "att m@D1.s > 1:d@E1") == "VG-067"


def test_nobody_moves_onto_an_entrance_not_even_its_owner() -> None:
    """VG-022, R-25"""
    game = station("d@D0.s", "d@D0.s")
    assert rule(game, "move d@D0.s > E0") == "VG-022"
    assert rule(game.play("end"), "move d@D0.s > E0") == "VG-022"


def test_an_entrance_has_exactly_one_way_out() -> None:
    """R-26"""
    for board in ("p2a", "p2b", "p3a", "p3b", "p4a", "p4b", "p5a", "p5b", "p6a", "p6b", "g6"):
        assert len(station(board=board).moves) == 2, "the corridor, or end"


# ---------------------------------------------------------------- set-up


def test_everybody_begins_with_one_disarmed_plain_unit_and_no_points() -> None:
    """VG-040, VG-042, VG-038"""
    for players in range(2, 7):
        game = quincunx.new("vanagloria", players=players, seed=players)
        assert written(game)["units"] == [[f"d@E{seat}"] for seat in range(players)]
        assert scores(game) == [0] * players
        assert written(game)["round"] == 1


def test_entrance_k_belongs_to_seat_k_and_both_go_clockwise() -> None:
    """R-32: on Keep the entrances lie west, north, east and south"""
    places = {place.id: place for place in station().scene().places}
    west, north, east, south = (places[f"E{seat}"] for seat in range(4))
    assert west.x < north.x < east.x
    assert north.y < west.y < south.y
    assert [places[f"E{seat}"].owner for seat in range(4)] == [0, 1, 2, 3]


def test_seating_decides_who_takes_which_seat() -> None:
    """R-32"""
    names = ["Ann", "Ben", "Cem", "Dee"]
    joined = quincunx.new("vanagloria", players=4, seed=5, seats=names, seating="as_joined")
    assert [joined.name(seat) for seat in range(4)] == names
    seatings = {
        tuple(game.name(seat) for seat in range(4))
        for game in (quincunx.new("vanagloria", players=4, seed=seed, seats=names) for seed in range(40))
    }
    assert len(seatings) > 10
    assert all(sorted(seating) == names for seating in seatings)


def test_usual_boards_and_options() -> None:
    """TV-68: R-39, R-40, VG-081"""
    games = {players: quincunx.new("vanagloria", players=players, seed=1) for players in range(2, 7)}
    usual = {2: "p2a", 3: "p3b", 4: "p4a", 5: "p5a", 6: "p6a"}
    assert {players: game.options["board"] for players, game in games.items()} == usual
    expected = {"target": 50, "turn": "standard", "talk": "neutral", "vg_limit": "components", "round_limit": 0}
    assert all(expected.items() <= game.options.items() for game in games.values())


def test_the_evenness_report_of_keep() -> None:
    """TV-58: R-27"""
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    even, rows, reasons = workshop.report(workshop.get("p4a"))
    assert (even, reasons) == (True, [])
    for seat, row in enumerate(rows[1:]):
        near, energy = ("2", "1", "3", "3", "2"), ("4", "8", "12", "12", "12")
        assert row == (f"E{seat}", *near, *energy, "3.00", "3 3 5")
