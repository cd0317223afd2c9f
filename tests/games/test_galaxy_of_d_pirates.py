"""Galaxy of D: phase 3. Who acts, whom a Pirate seeks, and which way it takes."""

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.games.galaxy_of_d.pirates import roll_among, steps_around
from quincunx.games.galaxy_of_d.setup import MAPS, galaxy
from quincunx.table.match import Match
from tests.games.galaxies import (
    around,
    distance,
    fleet,
    money,
    neighbours,
    numbers,
    phase,
    pirates,
    play,
    scores,
    set_up,
    settle,
    written_state,
)
from tests.helpers import legal, rule, told, written


def seek(dice: str, **words: Any) -> Match:
    """Seat 0 stays, and the Pirates act; seat 0 has an Interceptor at home, which is no target."""
    return play(set_up(**{"ships0": "A1=I", **words}, dice=dice), "end")


def rolled(game: Match) -> list[int]:
    """The activity dice so far."""
    return [numbers(words)[0] for words in game.log if "rolls" in words]


# ---------------------------------------------------------------- who acts


def test_each_pirate_acts_once_in_the_order_that_the_active_player_chooses() -> None:
    """GD-400: in every turn, the opponent's too; with one Pirate nobody is asked"""
    game = seek("2/3", ships1="F6=D", pirates="S@C3 C@I6")
    assert (phase(game), legal(game)) == ("pirate", {"pirate S", "pirate C"})
    assert [rule(game, move) for move in ("end", "buy I", "ship A1 I")] == ["GD-400"] * 3
    play(game, "pirate C")
    assert phase(game) == "buy"
    assert [words.split()[2] for words in game.log if "rolls" in words] == ["Cruiser", "Scavenger"]
    theirs = play(set_up(ships1="L6=I", ships0="F6=D", active=1, pirates="S@C3", dice="2"), "end")
    assert rolled(theirs) == [2]
    assert "GD-400" in told(theirs)


def test_a_pirate_that_has_acted_or_is_dead_cannot_be_chosen() -> None:
    """GD-400: in play nobody is asked then, but a position may be set up so"""
    game = seek("", pirates="S@C3 C@F6", ships1="H4=D")
    data = written(game)
    acted = quincunx.set_up(data | {"pirates": [{"sector": "C3", "notes": ["acted"]}, "F6"]})
    assert [rule(acted, move) for move in ("pirate S", "pirate C")] == ["GD-400", None]
    dead = quincunx.set_up(data | {"pirates": ["C3", None]})
    assert [rule(dead, move) for move in ("pirate S", "pirate C")] == [None, "GD-400"]


@pytest.mark.parametrize("die", range(1, 7))
def test_a_pirate_moves_on_1_to_3_and_stays_on_4_to_6(die: int) -> None:
    """GD-402, GD-403, GD-004: two steps straight to its only target"""
    game = seek(str(die), ships1="F6=D", pirates="S@F2")
    assert pirates(game) == ("S@F4 C@-" if die <= 3 else "S@F2 C@-")
    assert {"GD-402", "GD-004"} <= set(told(game))


def test_a_pirate_in_contact_does_not_move_but_fights() -> None:
    """GD-401, GD-409: at once, without a die, with all ships in the sector"""
    game = seek("", ships1="F6=D", pirates="S@F6")
    assert (rolled(game), pirates(game), scores(game)) == ([], "S@- C@-", [[10, 3]])
    assert {"GD-401", "GD-409"} <= set(told(game))


def test_contact_is_noted_for_both_before_either_acts() -> None:
    """R-37, GD-401: a Pirate whose company has just died rolls no die and stays"""
    game = seek("", ships1="F6=I H4=I", pirates="S@F6 C@F6")
    play(game, "pirate C")
    assert (rolled(game), pirates(game), fleet(game, 1)) == ([], "S@F6 C@F6", "H4=I")
    assert any("alone now" in words for words in game.log)
    assert "R-37" in told(game)


def test_a_pirate_that_gets_company_in_the_phase_still_rolls() -> None:
    """R-37, GD-401: one Pirate comes to the other, which was alone when the phase began"""
    game = seek("1 6", ships1="F8=I", pirates="S@F6 C@F5")
    play(game, "pirate S")
    assert (rolled(game), pirates(game)) == ([1, 6], "S@F8 C@F5")


def test_two_pirates_in_contact_start_two_combats() -> None:
    """R-37, R-36: by option pirate_repeat one that has fought starts none"""
    frame: dict[str, Any] = {"ships0": "A1=I", "ships1": "F6=D", "pirates": "S@F6 C@F6"}
    each = play(set_up(**frame), "end; pirate S")
    assert (scores(each), pirates(each)) == ([[10, 8], [10, 5]], "S@- C@-")
    once = play(set_up(**frame, pirate_repeat="once"), "end; pirate S")
    assert (scores(once), pirates(once)) == ([[10, 8]], "S@- C@F6")
    assert any("has fought already" in words for words in once.log)


def test_a_pirate_that_died_in_the_others_combat_starts_none() -> None:
    """GD-400, R-37"""
    game = seek("", ships1="F6=DF", pirates="S@F6 C@F6")
    settle(play(game, "pirate S"))
    assert (scores(game), pirates(game)) == ([[11, 8]], "S@- C@-")


def test_by_option_once_a_pirate_that_has_not_fought_yet_still_does() -> None:
    """R-37: they are in different sectors"""
    game = seek("", ships1="F6=D H4=D", pirates="S@F6 C@H4", pirate_repeat="once")
    assert len(scores(play(game, "pirate S"))) == 2


def test_a_sector_may_fight_in_phase_2_and_again_in_phase_3() -> None:
    """R-36, GD-401: even three times, with two Pirates"""
    one = play(set_up(ships0="F6=C", pirates="C@F6"), "end")
    assert scores(one) == [[5, 5], [5, 5]]
    two = settle(play(set_up(ships0="F6=FFFFBBB", pirates="S@F6 C@F6"), "end"))
    assert scores(settle(play(two, "pirate S"))) == [[4, 8], [2, 8], [0, 8]]


# ---------------------------------------------------------------- targets


def test_a_pirate_heads_for_the_nearest_target() -> None:
    """GD-403: the farther one is passed over"""
    game = seek("1", ships1="F9=I C2=I", pirates="S@F6")
    assert pirates(game) == "S@F8 C@-"


def test_a_die_decides_among_all_nearest_sectors_however_many_ships_they_hold() -> None:
    """GD-404, R-38: three Destroyers in one sector count once; ascending, 1-3 is the first"""
    frame: dict[str, Any] = {"ships0": "A1=I F3=DDD", "ships1": "F9=I", "pirates": "C@F6"}
    assert pirates(seek("1 3", **frame)) == "S@- C@F4"
    assert pirates(seek("1 4", **frame)) == "S@- C@F8"
    assert "GD-404" in told(seek("1 4", **frame))


def test_both_players_ships_are_targets_but_none_in_starbase_sectors() -> None:
    """GD-405, R-43: neither guards at home nor besiegers"""
    game = seek("1", base="F5 F8", ships0="F5=I F1=I", ships1="F8=D F5=D", pirates="S@F6")
    assert distance("F6", "F1") == 5
    assert "F1" in next(words for words in game.log if "heads for" in words)


def test_without_a_target_the_die_is_rolled_and_nothing_happens() -> None:
    """R-42, GD-405"""
    game = seek("2", ships1="L6=D", pirates="S@F6")
    assert (rolled(game), pirates(game)) == ([2], "S@F6 C@-")
    assert {"R-42", "GD-405"} <= set(told(game))


def test_distance_to_a_target_ignores_the_starbases() -> None:
    """R-39: the one behind the Starbase is as near as the other, although the way is longer"""
    frame: dict[str, Any] = {"base": "A1 F7", "ships0": "A1=I F4=D", "ships1": "F8=S", "pirates": "C@F6"}
    assert "heads for F8" in " ".join(seek("1 6", **frame).log)
    assert "heads for F4" in " ".join(seek("1 1", **frame).log)


def test_pirates_neither_seek_nor_stop_for_each_other() -> None:
    """R-44, GD-408: one passes through the other's sector"""
    game = seek("1 6", ships1="F9=D", pirates="S@F6 C@F7")
    play(game, "pirate S")
    assert pirates(game) == "S@F8 C@F7"
    assert pirates(play(seek("1 6", ships1="L6=I", pirates="S@F6 C@F7"), "pirate S")) == "S@F6 C@F7"


# ---------------------------------------------------------------- the way


def test_a_pirate_enters_every_sector_but_starbase_sectors() -> None:
    """GD-406, R-43: Things do not matter, and besiegers are never met"""
    game = seek("1", things="F7=P E8=S", ships1="F9=I", pirates="S@F6")
    assert pirates(game) == "S@F8 C@-"
    walled = seek("1 1", base="A1 F7", ships0="F7=D", ships1="F7=D F9=I", pirates="S@F6")
    assert pirates(walled) == "S@E7 C@-"
    assert "GD-406" in told(walled)


def test_a_die_decides_between_equally_good_ways_step_by_step() -> None:
    """GD-407, R-40, R-41: 1-3 up, 4-6 down, thrown for each step"""
    frame: dict[str, Any] = {"ships1": "D7=I", "pirates": "C@F5"}  # two steps up and right, two to the right
    found = {dice: pirates(seek(f"1 {dice}", **frame))[-2:] for dice in ("1 1", "1 6", "6 1", "6 6")}
    assert distance("F5", "D7") == 4
    assert found == {"1 1": "D5", "1 6": "E6", "6 1": "E6", "6 6": "F7"}
    assert {"GD-407", "R-40", "R-41"} <= set(told(seek("1 1 6", **frame)))


def test_of_two_shortest_ways_round_the_straighter_step_is_taken() -> None:
    """R-40, GD-403: the least way first, then the least distance as the crow flies"""
    game = seek("1 1", base="A1 F7", ships1="F8=D", pirates="C@F6")
    assert pirates(game) == "S@- C@E7"  # E6, then E7 beside the target; G6 and G7 are as good


def test_a_pirate_that_meets_a_ship_stops_and_fights_at_once() -> None:
    """GD-408, GD-409: also somebody else on the way to its target"""
    direct = seek("1", ships1="F7=D", pirates="S@F6")
    assert (pirates(direct), fleet(direct, 1)) == ("S@- C@-", "F7=D")
    assert "GD-408" in told(direct)
    nearby = seek("1 5 2", base="A1 F7", ships1="F8=I E7=I", pirates="S@F6")
    assert (pirates(nearby), fleet(nearby, 1)) == ("S@E7 C@-", "F8=I")


def test_a_pirate_may_fight_only_the_player_who_is_not_active() -> None:
    """R-45: who then names his own losses"""
    game = seek("1", ships1="F7=CI", pirates="C@F6")
    assert (phase(game), game.turn, int(game.state.active)) == ("absorb", 1, 0)
    assert fleet(play(game, "absorb I"), 1) == "F7=C"


def test_three_sides_meet_where_a_pirate_comes_to_both() -> None:
    """R-45, GD-409, GD-308: both players fight each other again, too"""
    game = play(set_up(ships0="F7=D", ships1="F7=D", pirates="S@F6", dice="1"), "end")
    assert scores(game) == [[10, 10], [10, 10, 3]]
    assert "R-45" in told(game)


def test_dice_are_read_in_base_six_and_thrown_again_above() -> None:
    """R-41, GD-404: among 3 in pairs, among 4 and 5 again on what is too high, among 7 with two dice"""
    for count, dice, chosen in ((3, "1", 0), (3, "4", 1), (3, "5", 2), (4, "6 4", 3), (5, "6 6 1", 0), (6, "6", 5)):
        spots = ["E5", "E6", "F5", "F7", "G5", "G6"][:count]
        game = seek(f"1 {dice}", ships0=" ".join(f"{spot}=I" for spot in spots), pirates="C@F6")
        assert pirates(game) == f"S@- C@{spots[chosen]}"
    two_away = [sector for sector in galaxy("standard").names if distance("F6", sector) == 2][:7]
    for dice, chosen in (("1 1", 0), ("1 6", 1), ("2 4", 1), ("2 5", 2), ("6 5", 6), ("6 6 1 1", 0)):
        ships = " ".join(f"{sector}={code}" for sector, code in zip(two_away, "IIIIIDD", strict=True))
        game = seek(f"1 {dice}", ships0=ships, pirates="C@F6")
        assert f"heads for {two_away[chosen]}" in " ".join(game.log)


def test_every_candidate_is_equally_likely() -> None:
    """R-41: over many throws"""
    game = set_up()
    for count in (2, 3, 5, 7, 36):
        game.state.chance = count
        hits = [int(roll_among(game.state, count)[0]) for _ in range(600 * count)]
        assert set(hits) == set(range(count))
        assert max(abs(hits.count(i) - 600) for i in range(count)) < 120


# ---------------------------------------------------------------- all ways


@pytest.mark.parametrize("name", MAPS)
def test_the_way_around_the_starbases_is_the_shortest_on_every_map(name: str) -> None:
    """R-40, GD-406: steps around two Starbases against a breadth-first search; on the rim, in corners and inside"""
    names = galaxy(name).names
    game = set_up(map=name, base=f"{names[0]} {names[-1]}")
    dice = Random(name)
    rim = [sector for sector in names if len(neighbours(sector, name)) < 6]
    pairs = [(a, b) for a in names for b in names if 3 <= distance(a, b, name) <= 5]
    chosen = dice.sample(pairs, 12) + [pair for pair in pairs if pair[0] in rim and pair[1] in rim][::37]
    for one, other in chosen:
        game.state.starbase[:] = names.index(one), names.index(other)
        beside = {*neighbours(one, name), *neighbours(other, name)}
        for goal in dice.sample(names, 8) + dice.sample(sorted(beside), 4):
            if goal in (one, other):
                continue
            steps = around(goal, frozenset((one, other)), name)
            for start in names[::3]:
                if start not in (one, other):
                    found = steps_around(game.board, game.state, names.index(start), names.index(goal))
                    assert found == steps[start], (one, other, start, goal)


def test_pirates_have_no_money_and_take_none() -> None:
    """R-35, GD-107: nothing remains of a Pirate that died or left, and its sector gives no income"""
    game = play(set_up(ships0="F6=D", pirates="S@F6"), "end; end")
    assert money(game)[0] == 3
    assert (written_state(game)["things"], pirates(game)) == ({}, "S@- C@-")
