"""Galaxy of D: phase 1. How far, through what, and what happens on entering a sector."""

from random import Random
from typing import Any

from quincunx.games.galaxy_of_d.setup import galaxy
from quincunx.table.match import Match
from tests.games.galaxies import (
    armor,
    distance,
    fleet,
    money,
    neighbours,
    phase,
    pirates,
    play,
    pool,
    set_up,
    stack,
    winner,
)
from tests.helpers import legal, rule, told


def picked(game: Match, ship: str = "F6 I") -> Match:
    """The game with a ship about to go."""
    return play(game, f"ship {ship}")


def reasons(game: Match, *moves: str) -> list[str | None]:
    """The rule against each of some moves."""
    return [rule(game, move) for move in moves]


# ---------------------------------------------------------------- one ship after the other


def test_each_ship_moves_at_most_once_in_a_turn() -> None:
    """GD-210: a ship that has moved is no longer offered, one of the same class beside it still is"""
    game = play(set_up(ships0="A1=I F6=CI"), "ship F6 I; go F7")
    assert legal(game) == {"end", "ship A1 I", "ship F6 C"}
    assert rule(game, "ship F7 I") == "GD-210"
    play(game, "ship A1 I; go B1; ship F6 C; go F7")
    assert phase(game) == "buy"
    moved_next_to_unmoved = play(set_up(ships0="F6=I F7=I"), "ship F6 I; go F7")
    assert legal(moved_next_to_unmoved) == {"end", "ship F7 I"}
    play(moved_next_to_unmoved, "ship F7 I; go F8")
    assert fleet(moved_next_to_unmoved, 0) == "F7=I F8=I"


def test_only_own_ships_that_are_there_can_be_chosen() -> None:
    """GD-210: neither the opponent's, nor Pirates, nor another class, nor an empty sector"""
    game = set_up(ships0="F6=L", ships1="H4=I", pirates="S@C3")
    assert reasons(game, "ship H4 I", "ship C3 S", "ship F6 F", "ship E5 L") == ["GD-210"] * 4
    assert rule(game, "ship F6 L") is None


def test_a_selected_ship_must_go_before_anything_else() -> None:
    """R-16, R-24: it completes its move, and staying is not to select it"""
    game = picked(set_up(ships0="F6=I A1=I"))
    assert reasons(game, "ship A1 I", "end", "buy I") == ["R-16"] * 3
    assert rule(game, "go F6") == "R-24"


def test_any_ship_may_stay() -> None:
    """GD-211: the end of the movement is always offered"""
    game = set_up(ships0="F6=IC A1=D")
    assert "end" in legal(game)
    assert fleet(play(game, "end"), 0) == "A1=D F6=IC"
    assert "GD-211" in told(game)


def test_the_order_of_moves_never_matters() -> None:
    """R-16: own ships do not block; sales, strikes and stops add up to the same"""
    turns = ["ship F5 L; go F6", "ship F5 C; go F7", "ship K6 B; go L6", "ship E5 I; go G7"]
    found = set()
    for seed in range(12):
        game = set_up(things="F6=S F9=P", ships0="F5=LC K6=B E5=I", ships1="F7=I G7=D L6=F", armor="20 20")
        order = list(turns)
        Random(seed).shuffle(order)
        for turn in order:
            play(game, turn)
        found.add((fleet(game, 0), fleet(game, 1), *money(game), *armor(game), phase(game)))
    assert len(found) == 1


# ---------------------------------------------------------------- steps


def test_no_step_leaves_the_map() -> None:
    """GD-212: from a corner only three neighbours; on the small map sectors of larger ones do not exist"""
    game = picked(set_up(base="F6 L6", ships0="A1=D"), "A1 D")
    assert legal(game) == {"go A2", "go B1", "go B2"}
    small = picked(set_up(map="small", base="A1 J5", ships0="E5=I"), "E5 I")
    number = small.number("go A1")
    assert rule(small, number + 70) == "GD-212"
    for corner in ("A1", "A6", "F1", "G11", "L1", "L6"):
        fast = picked(set_up(base="E5 I5", ships0=f"{corner}=A"), f"{corner} A")
        reached = {move.split()[1] for move in legal(fast)}
        assert reached == {sector for sector in galaxy("standard").names if 0 < distance(corner, sector) <= 3}


def test_nothing_but_enemies_stops_a_ship() -> None:
    """GD-216: not own ships, not Things, not the own Starbase"""
    game = picked(set_up(base="F7 L6", things="E6=P G6=S", ships0="F6=A F7=DDD E6=II G6=C"), "F6 A")
    assert len(game.moves) == 36
    play(game, "go F9")
    assert fleet(game, 0) == "E6=II F7=DDD F9=A G6=C"


def test_a_sector_holds_any_number_of_ships() -> None:
    """GD-213: all 28 of one side, those of the other, and both Pirates"""
    everything = "IIIIIISSSSSFFFFCCCCBBBAAADD"
    game = set_up(ships0=f"F6={everything} F5=D", ships1=f"F6={everything}D", pirates="S@F6 C@F6")
    play(game, "ship F5 D; go F6")
    assert fleet(game, 0) == f"F6={everything}D"


def test_an_enemy_ends_the_move_of_a_ship_that_enters() -> None:
    """GD-214: an opponent's ship or a Pirate, even a Bomber; the ship may go round if it has the steps"""
    anybody: list[dict[str, Any]] = [{"ships1": "F7=B"}, {"pirates": "S@F7"}, {"pirates": "C@F7"}]
    for enemies in anybody:
        game = picked(set_up(ships0="F6=I", **enemies))
        assert reasons(game, "go F7", "go F8", "go F9") == [None, None, "GD-214"]
        medium = picked(set_up(ships0="F6=C", **enemies), "F6 C")
        assert reasons(medium, "go F7", "go F8", "go E7", "go F9") == [None, "GD-214", None, "GD-016"]


def test_being_stopped_is_told() -> None:
    """GD-214: and not told of a ship that meets nobody"""
    assert "GD-214" in told(play(set_up(ships0="F6=I A1=I", ships1="F7=D"), "ship F6 I; go F7"))
    assert "GD-214" not in told(play(set_up(ships0="F6=I A1=I", ships1="F7=D"), "ship F6 I; go F5"))


def test_a_ship_leaves_its_start_freely_but_stops_on_the_next_enemy() -> None:
    """GD-215, R-24: from one contested sector into another"""
    game = picked(set_up(ships0="F6=AD", ships1="F6=D F7=I E6=C", pirates="C@F6"), "F6 A")
    assert {"go C3", "go F7", "go E6", "go F3"} <= legal(game)
    assert reasons(game, "go F9", "go F6") == ["GD-214", "R-24"]
    play(game, "go F7")
    assert stack(game, 0, "F7") == "A"


def test_a_ring_of_enemies_holds_a_fast_ship() -> None:
    """GD-214: it can only step onto the ring, whoever stands in the middle with it"""
    ring = " ".join(f"{sector}=I" for sector in neighbours("F6"))
    game = picked(set_up(ships0="F6=A", ships1=f"{ring} L6=D"), "F6 A")
    assert legal(game) == {f"go {sector}" for sector in neighbours("F6")}


# ---------------------------------------------------------------- Freighters


def test_an_empty_freighter_loads_on_entering_a_planet() -> None:
    """GD-219, GD-019, GD-020: from any planet, without limit"""
    game = set_up(things="F6=P H3=P F9=S", ships0="F5=FF H2=F G5=F")
    for way in ("F5 F; go F6", "F5 F; go F6", "H2 F; go H3", "G5 F; go F6"):
        play(game, f"ship {way}")
    assert fleet(game, 0) == "F6=LLL H3=L"
    assert "GD-219" in told(game)


def test_a_laden_freighter_sells_on_entering_the_spaceport() -> None:
    """GD-220, GD-109, GD-014: for the same price, wherever the cargo was loaded"""
    game = set_up(things="F6=S F9=P C3=P", ships0="F7=L E5=L A1=I")
    play(game, "ship F7 L; go F6")
    assert (fleet(game, 0), money(game)) == ("A1=I E5=L F6=F", [14, 2])
    play(game, "ship E5 L; go F6")
    assert (fleet(game, 0), money(game)) == ("A1=I F6=FF", [25, 2])
    assert {"GD-220", "GD-010", "R-58"} <= set(told(game))


def test_a_laden_freighter_on_a_planet_and_an_empty_one_at_the_spaceport_change_nothing() -> None:
    """GD-223: neither in passing nor on arrival; only one cargo is carried"""
    game = set_up(things="F6=P F9=S", ships0="F5=L F8=F A1=I")
    laden = picked(game, "F5 L")
    assert not any("through" in move for move in legal(laden))
    assert rule(laden, "go F7") is None
    play(laden, "go F6; ship F8 F")
    assert not any("through" in move for move in legal(game))
    play(game, "go F9")
    assert (fleet(game, 0), money(game)) == ("A1=I F6=L F9=F", [2, 2])


def test_loading_and_selling_cost_no_movement() -> None:
    """GD-221, R-21: in passing, with the second step left"""
    game = play(set_up(things="F6=P F9=S", ships0="F5=F A1=I"), "ship F5 F; go G6 through")
    assert fleet(game, 0) == "A1=I G6=L"
    game = play(set_up(things="F6=S F9=P", ships0="F5=L A1=I"), "ship F5 L; go F5 through")
    assert (fleet(game, 0), money(game)[0]) == ("A1=I F5=F", 14)


def test_loading_and_selling_cannot_be_declined() -> None:
    """R-21, GD-222: the only way to a sector leads over the planet; another way avoids it"""
    game = picked(set_up(things="F6=P D2=S", ships0="F5=F"), "F5 F")
    assert reasons(game, "go F7", "go F7 through", "go E6", "go E6 through", "go F6") == [
        "R-21",
        None,
        None,
        None,
        None,
    ]
    sale = picked(set_up(things="F6=S D2=P", ships0="F5=L"), "F5 L")
    assert reasons(sale, "go F7", "go G6", "go G6 through") == ["R-21", None, None]


def test_a_way_through_needs_an_effect_on_the_way() -> None:
    """GD-222: no planet at all, a planet too far off, or a planet only at the end"""
    assert rule(picked(set_up(ships0="F6=F"), "F6 F"), "go F8 through") == "GD-222"
    assert rule(picked(set_up(ships0="F6=I")), "go F8 through") == "GD-222"
    far = picked(set_up(things="F8=P D2=S", ships0="F5=F"), "F5 F")
    assert reasons(far, "go F7 through", "go F6 through") == ["GD-222", "GD-222"]
    last = picked(set_up(things="F6=P D2=S", ships0="F5=F"), "F5 F")
    assert rule(last, "go F6 through") == "GD-222"


def test_no_way_through_for_a_ship_that_is_stopped_at_the_effect() -> None:
    """GD-214, GD-221: it loads where the enemy is, and stays there"""
    game = picked(set_up(things="F6=P D2=S", ships0="F5=F", ships1="F6=D"), "F5 F")
    assert reasons(game, "go F7 through", "go F5 through", "go F6") == ["GD-214", "GD-214", None]


def test_a_freighter_may_shuttle_as_often_as_its_owner_likes() -> None:
    """GD-224, GD-219, GD-220: three round trips at distance 2"""
    game = set_up(things="F6=P F8=S", ships0="F8=F", money="2 2")
    for trip in range(3):
        play(game, "ship F8 F; go F6; end; end; ship F6 L; go F8; end; end")
        assert fleet(game, 0) == "F8=F"
        assert money(game)[0] == min(25, 2 + (trip + 1) * (8 + 2 + 2))


def test_enemies_on_planet_and_spaceport_prevent_neither_loading_nor_selling() -> None:
    """GD-222, R-22: nor does anybody need to hold the planet"""
    load = play(set_up(things="F6=P F9=S", ships0="F5=F A1=I", ships1="F6=B", pirates="S@F6"), "ship F5 F; go F6")
    assert fleet(load, 0) == "A1=I F6=L"
    sale = play(set_up(things="F6=S F9=P", ships0="F5=L A1=I", ships1="F6=D"), "ship F5 L; go F6")
    assert (fleet(sale, 0), money(sale)) == ("A1=I F6=F", [14, 2])


def test_loading_and_selling_in_one_move_is_impossible() -> None:
    """R-21: planet and Spaceport are never adjacent, so even between them a second step ends there"""
    game = play(set_up(things="F6=P F8=S", ships0="F7=F A1=I"), "ship F7 F; go F6; end; end; end")
    picked(game, "F6 L")
    assert not any("through" in move for move in legal(game))
    assert money(play(game, "go F8"))[0] == 2 + 2 + 1 + 8


def test_cargo_of_a_destroyed_freighter_is_lost() -> None:
    """R-23, GD-313: it is empty in the pool, and empty when it is bought again"""
    game = play(set_up(ships0="F6=L A1=I", ships1="F6=D", money="4 2"), "end")
    assert (pool(game, 0)["F"], money(game)) == (4, [4, 2])
    assert "R-23" in told(game)
    assert fleet(play(game, "buy F"), 0) == "A1=IF"


# ---------------------------------------------------------------- Bombers and Starbases


def test_a_bomber_strikes_once_each_time_it_enters() -> None:
    """GD-217, GD-021, R-19, R-20: three Bombers, one of them in passing, one round from inside"""
    game = set_up(base="A1 G6", ships0="F6=B G6=B H5=B A1=I", armor="20 20", start_armor=20)
    play(game, "ship F6 B; go G7 through")
    assert armor(game) == [20, 10]
    picked(game, "G6 B")
    assert reasons(game, "go G6", "go G6 through", "go G7") == [None, "R-19", None]
    play(game, "go G7")
    assert armor(game) == [20, 10]
    assert {"GD-217", "GD-021"} <= {cited for move in game.tellings() for telling in move for cited in telling.rules}


def test_a_strike_on_the_way_cannot_be_declined() -> None:
    """GD-217: a Bomber that could only pass the Starbase strikes it"""
    game = picked(set_up(base="A1 F7", ships0="F6=B"), "F6 B")
    assert reasons(game, "go F8", "go F8 through", "go E7", "go E7 through") == ["GD-217", None, None, None]


def test_a_strike_ignores_defenders_and_comes_before_combat() -> None:
    """GD-218, GD-222, R-20: the defenders stop the Bomber and shoot it afterwards"""
    game = play(set_up(base="A1 G6", ships0="F6=B A1=I", ships1="G6=DDD"), "ship F6 B; go G6")
    assert (armor(game), fleet(game, 0)) == ([20, 10], "A1=I G6=B")
    play(game, "end")
    assert (armor(game), fleet(game, 0)) == ([20, 10], "A1=I")


def test_a_strike_wins_on_the_spot() -> None:
    """GD-218, GD-508, R-62: no further move, no combat; the Bomber stays in the Starbase sector even in passing"""
    game = play(set_up(base="A1 G6", armor="1 10", ships0="F6=BB", ships1="A1=A"), "ship F6 B; go G7 through")
    assert (winner(game), armor(game), fleet(game, 0)) == ((0, "bombed"), [1, 0], "F6=B G6=B")
    assert {"GD-218", "GD-508"} <= set(told(game))
    assert len(game.moves) == 0
    assert rule(game, "ship F6 B") == "GD-508"


def test_an_own_starbase_and_a_pirate_are_never_struck() -> None:
    """GD-021, GD-217"""
    game = set_up(base="G6 L6", ships0="F6=B F5=B A1=I", pirates="C@E5")
    play(game, "ship F6 B; go G6; ship F5 B; go E5")
    assert (armor(game), pirates(game)) == ([20, 20], "S@- C@E5")


def test_an_enemy_starbase_without_ships_does_not_stop_a_ship() -> None:
    """R-17, GD-216: any ship flies through; one defender changes that"""
    game = picked(set_up(base="A1 F7", ships0="F6=C"), "F6 C")
    assert rule(game, "go F8") is None
    guarded = picked(set_up(base="A1 F7", ships0="F6=C", ships1="F7=I"), "F6 C")
    assert rule(guarded, "go F8") == "GD-214"


def test_by_option_an_enemy_starbase_stops_a_ship() -> None:
    """R-17: option starbase_stops; the own one never does, and leaving is free"""
    game = picked(set_up(base="A1 F7", ships0="F6=CB F7=I F5=A", starbase_stops="yes"), "F6 C")
    assert reasons(game, "go F8", "go F7") == ["R-17", None]
    play(game, "go F7")
    bomber = picked(game, "F6 B")
    assert reasons(bomber, "go F8 through", "go F8", "go F7") == ["R-17", "R-17", None]
    play(bomber, "go F7; ship F7 I")
    assert rule(game, "go F10") is None
    play(game, "go F10; ship F5 A")
    assert reasons(game, "go F8") == ["R-17"]
    home = picked(set_up(base="F7 L6", ships0="F6=C", starbase_stops="yes"), "F6 C")
    assert rule(home, "go F8") is None


def test_a_ship_may_end_on_either_starbase() -> None:
    """R-18, GD-301: on the enemy's it fights"""
    game = play(set_up(base="F5 F8", ships0="F6=CC A1=I"), "ship F6 C; go F5; ship F6 C; go F8; end")
    assert (fleet(game, 0), armor(game)) == ("A1=I F5=C F8=C", [20, 15])


def test_a_bomber_that_stays_does_not_strike() -> None:
    """R-19: nor does it hurt the Starbase in combat"""
    game = play(set_up(base="A1 G6", ships0="G6=BF A1=I"), "end; absorb F")
    assert (armor(game), fleet(game, 0)) == ([20, 19], "A1=I G6=FB")


def test_by_option_bombers_that_stayed_strike_when_the_movement_ends() -> None:
    """R-19, GD-508: option bomber_stay; one that came in this turn does not strike again, one that left does not"""
    game = set_up(base="A1 G6", ships0="F6=B G6=B A1=I", bomber_stay="yes", armor="20 20")
    play(game, "ship F6 B; go G6")
    assert armor(game) == [20, 10]
    play(game, "end")
    assert (winner(game), armor(game)) == ((0, "bombed"), [20, 0])
    left = play(set_up(base="A1 G6", ships0="G6=B A1=I", bomber_stay="yes"), "ship G6 B; go F6; end")
    assert armor(left) == [20, 20]
    again = play(set_up(base="A1 G6", ships0="G6=B A1=I", bomber_stay="yes"), "ship G6 B; go G6; end")
    assert armor(again) == [20, 10]
    stays = play(set_up(base="A1 G6", ships0="G6=B A1=I", bomber_stay="yes"), "end")
    assert armor(stays) == [20, 10]
    assert "R-19" in told(stays)


def test_out_and_in_needs_a_sector_outside_that_does_not_stop() -> None:
    """R-19, GD-214: all around the Starbase stand enemies"""
    ring = " ".join(f"{sector}={code}" for sector, code in zip(neighbours("G6"), "IIIIII", strict=True))
    game = picked(set_up(base="A1 G6", ships0="G6=B", ships1=ring), "G6 B")
    assert rule(game, "go G6") is not None
    open_door = picked(set_up(base="A1 G6", ships0="G6=B", ships1=ring.partition(" ")[2]), "G6 B")
    assert rule(open_door, "go G6") is None
