"""Galaxy of D: phase 2. Who fights, with what, who names which losses, and what it pays."""

from typing import Any

import pytest

from quincunx.engine.errors import Refused
from quincunx.table.match import Match
from tests.games.galaxies import (
    armor,
    clash,
    fleet,
    left_over,
    money,
    phase,
    pirates,
    play,
    pool,
    scores,
    set_up,
    settle,
    winner,
    written_state,
)
from tests.helpers import legal, rule, told, written

# ---------------------------------------------------------------- who fights


def test_a_combat_needs_the_active_player_and_another_side() -> None:
    """GD-300: own ship or Starbase, and an opponent or a Pirate; sectors of others do not fight in phase 2"""
    game = set_up(ships0="C3=D E5=D G7=D", ships1="C3=D H8=D", pirates="C@E5 S@H8", dice="6 6")
    play(game, "end")
    assert legal(game) == {"fight C3", "fight E5"}
    assert [rule(game, move) for move in ("fight G7", "fight H8", "fight A1", "fight L6")] == ["GD-300"] * 4
    assert "GD-300" in told(play(game, "fight C3"))


def test_ships_on_the_enemy_starbase_fight_even_if_it_is_empty() -> None:
    """GD-301, R-25: FAQ 3"""
    game = play(set_up(ships0="L6=A"), "end")
    assert (armor(game), scores(game)) == ([20, 11], [[9, 3]])
    assert "GD-301" in told(game)


def test_an_own_starbase_fights_the_enemies_on_it_empty_or_not() -> None:
    """GD-302, GD-306: in its owner's phase 2, too"""
    empty = play(set_up(ships1="A1=I"), "end")
    assert (fleet(empty, 1), armor(empty)) == ("", [18, 20])
    guarded = play(set_up(ships0="A1=F", ships1="A1=A"), "end")
    assert (scores(guarded), armor(guarded)) == ([[4, 9]], [15, 20])
    assert "GD-302" in told(empty)


def test_a_lone_starbase_does_not_fight_an_empty_sector() -> None:
    """GD-300, GD-302: neither Starbase fights where nobody is, nor an own fleet at home"""
    game = play(set_up(ships0="A1=D", ships1="L6=D"), "end")
    assert scores(game) == []


def test_combats_are_mandatory_one_per_sector_in_the_active_players_order() -> None:
    """GD-303: nothing else may be done before, and no sector fights twice in the phase"""
    game = play(set_up(ships0="C3=D E5=D G7=D", ships1="C3=D E5=D G7=D", active=0), "end")
    assert [rule(game, move) for move in ("end", "buy I", "ship C3 D", "absorb D")] == ["GD-303"] * 4
    play(game, "fight E5")
    assert rule(game, "fight E5") == "GD-303"
    assert legal(game) == {"fight C3", "fight G7"}
    play(game, "fight G7")
    assert phase(game) == "buy"
    assert [words.split()[2] for words in game.log if words.startswith("Combat")] == ["E5.", "G7.", "C3."]


def test_opponent_and_pirate_do_not_fight_in_my_phase_2() -> None:
    """R-26, GD-300: the Pirate starts it in phase 3 of the same turn"""
    game = play(set_up(ships0="A1=I", ships1="F6=D", pirates="S@F6"), "end")
    combat = next(telling for telling in game.tellings()[-1] if telling.words.startswith("Combat"))
    assert {"GD-401", "GD-409"} <= set(combat.rules)
    assert pirates(game) == "S@- C@-"


# ---------------------------------------------------------------- Attack Scores


def test_all_ships_of_a_sector_take_part() -> None:
    """GD-304, GD-305: every type, moved or not, with or without cargo; Bombers count 0"""
    game = set_up(ships0="F6=ISFLCBAD F5=I", ships1="F6=D")
    play(game, "ship F5 I; go F6; end")
    assert written(game)["combat"]["scores"] == [2 + 3 + 1 + 1 + 5 + 0 + 9 + 10 + 2, 10, 0]


def test_the_owners_score_is_3_higher_in_a_starbase_sector() -> None:
    """GD-306, GD-006, R-31: in both players' turns, with or without ships, also against lone Bombers"""
    for active in (0, 1):
        game = settle(play(set_up(ships0="L6=CB", ships1="L6=I", active=active), "end"))
        assert scores(game) == [[5, 5]]
        bomber = play(set_up(ships0="L6=B", active=active), "end")
        assert (scores(bomber), fleet(bomber, 0), armor(bomber)) == ([[0, 3]], "", [20, 20])
    assert "GD-006" in told(bomber)


def test_a_guest_gets_nothing_from_the_starbase_of_another() -> None:
    """GD-306: neither the besieger at the enemy's, nor the owner elsewhere"""
    assert scores(settle(play(set_up(ships0="L6=C F6=C", ships1="L6=C F6=C"), "end; fight F6"))) == [[5, 5], [5, 8]]


def test_all_pirates_form_one_side() -> None:
    """GD-307, GD-410, GD-013: Attack 3 and 5 make 8; alone they are a Scavenger and a Cruiser"""
    both = play(set_up(ships0="F6=DDD", pirates="S@F6 C@F6"), "end")
    assert scores(both) == [[30, 8]]
    assert scores(play(set_up(ships0="F6=DDD", pirates="S@F6"), "end")) == [[30, 3]]
    assert scores(play(set_up(ships0="F6=DDD", pirates="C@F6"), "end")) == [[30, 5]]
    assert "GD-307" in told(both)


def test_with_two_enemies_a_side_absorbs_the_higher_score_not_the_sum() -> None:
    """GD-308, R-32: each score works in full against each enemy"""
    game = clash("D", "D", "SC")
    assert (scores(game), left_over(game)) == ([[10, 10, 8]], ["D", "D"])
    assert pirates(game) == "S@- C@F6"  # 10, not 20, which would destroy both
    close = clash("C", "S", "C")
    assert (scores(close), left_over(close), pirates(close)) == ([[5, 3, 5]], ["C", ""], "S@- C@F6")
    assert {"GD-308", "R-32"} <= set(told(close))


def test_the_pirates_score_counts_where_it_is_the_higher_one() -> None:
    """GD-308: 5 of the Pirate destroys an Assassin that bears the opponent's 3"""
    game = clash("A", "S", "C")
    assert (left_over(game), pirates(game)) == (["", ""], "S@- C@-")


def test_ships_that_die_have_still_attacked() -> None:
    """GD-309: both sides are wiped out together"""
    game = play(set_up(ships0="F6=AA", ships1="F6=AA"), "end")
    assert (fleet(game, 0), fleet(game, 1)) == ("", "")
    assert "GD-309" in told(game)


# ---------------------------------------------------------------- absorbing


def test_a_named_ship_dies_if_what_is_left_is_at_least_its_armor() -> None:
    """GD-310, GD-311: else it survives and nothing is left to absorb"""
    game = play(set_up(ships0="F6=ISCA", ships1="F6=A"), "end")
    assert legal(game) == {"absorb I", "absorb S", "absorb C", "absorb A"}
    play(game, "absorb S")
    assert written(game)["combat"]["left"][0] == 6
    play(game, "absorb A")
    assert fleet(settle(game), 0) == "F6=IC"  # 1 is left, which is below every Armor
    spared = play(set_up(ships0="F6=ISCA", ships1="F6=IC"), "end; absorb C")
    assert (fleet(spared, 0), fleet(spared, 1)) == ("F6=ISCA", "")
    assert "GD-310" in told(spared)


def test_absorbing_goes_on_ship_by_ship_and_a_lost_ship_is_not_named_again() -> None:
    """GD-311, R-30: nor may it be stopped early, nor the Starbase be named"""
    game = play(set_up(ships0="F6=ISCA", ships1="F6=A"), "end; absorb I")
    assert phase(game) == "absorb"
    assert [rule(game, move) for move in ("absorb I", "absorb D", "end", "fight F6", "pass")] == [
        "GD-311",
        "R-29",
        "R-30",
        "R-30",
        "R-30",
    ]


def test_a_ship_too_strong_to_be_destroyed_may_be_named_first() -> None:
    """GD-312, GD-316: nothing is lost, and damage is not kept"""
    game = set_up(ships0="F6=DI", ships1="F6=DC")
    for _ in range(3):
        play(game, "end; absorb D; absorb D" if phase(game) == "move" else "end")
        play(game, "end")
    assert fleet(game, 0) == "F6=ID"
    first = play(set_up(ships0="F6=DI", ships1="F6=DC"), "end; absorb D")
    assert "GD-312" in told(first)


def test_lost_ships_go_back_to_the_pool_and_pirates_leave_the_game() -> None:
    """GD-313, R-57: they can be bought again in the same turn"""
    game = play(set_up(ships0="F6=AAA A1=I", ships1="F6=DDD", money="25 2", pirates="C@F6"), "end")
    assert (pool(game, 0)["A"], pool(game, 1)["D"], pirates(game)) == (3, 1, "S@- C@-")
    assert fleet(play(game, "buy A; buy A; buy A"), 0) == "A1=IAAA"
    assert {"GD-313", "R-57", "R-34"} <= {cited for move in game.tellings() for t in move for cited in t.rules}


def test_what_the_ships_cannot_absorb_is_wasted_except_at_the_own_starbase() -> None:
    """GD-314, R-18: the attacker's surplus hits nothing, the defender's Starbase takes it"""
    game = play(set_up(ships0="L6=DD", ships1="L6=I"), "end")
    assert (armor(game), fleet(game, 1)) == ([20, 2], "")
    elsewhere = play(set_up(ships0="F6=DD", ships1="F6=I"), "end")
    assert armor(elsewhere) == [20, 20]
    guest = play(set_up(ships0="L6=I", ships1="L6=D"), "end")
    assert armor(guest) == [20, 20]
    assert "GD-314" in told(game)


def test_the_starbase_takes_nothing_while_a_defender_survives() -> None:
    """GD-315, R-29: and every ship absorbs, Bombers and Freighters too"""
    game = play(set_up(ships0="L6=AA", ships1="L6=BFC"), "end")
    assert (fleet(game, 1), armor(game)) == ("", [20, 20 - (18 - 15)])
    wall = play(set_up(ships0="L6=AA", ships1="L6=BFDS"), "end; absorb B; absorb F; absorb S")
    assert (fleet(wall, 1), armor(wall)) == ("L6=D", [20, 20])
    shielded = play(set_up(ships0="L6=AA", ships1="L6=DC"), "end; absorb C")
    assert (fleet(shielded, 1), armor(shielded)) == ("L6=D", [20, 20])


def test_survivors_of_all_sides_stay_and_are_repaired() -> None:
    """GD-316, GD-317: three sides in one sector, turn after turn"""
    game = set_up(things="F6=P", ships0="F6=D", ships1="F6=D", pirates="S@H4", dice="6/6/6/6")
    for _ in range(4):
        play(game, "end")
        assert (fleet(game, 0), fleet(game, 1)) == ("F6=D", "F6=D")
        assert {"GD-316", "GD-317"} <= set(told(game))
        play(game, "end")


def test_nobody_is_asked_where_the_choice_has_no_effect() -> None:
    """R-28: score 0, one class only, below every Armor, at least the sum of Armor"""
    for mine, theirs in (("SIC", "B"), ("SSS", "C"), ("CDD", "C"), ("SIS", "DD"), ("SI", "C")):
        assert phase(play(set_up(ships0=f"F6={mine}", ships1=f"F6={theirs}"), "end")) == "buy"
    asked = play(set_up(ships0="F6=SI", ships1="F6=SF"), "end")
    assert (phase(asked), asked.turn) == ("absorb", 0)
    assert phase(play(set_up(ships0="F6=FL", ships1="F6=C"), "end")) == "absorb"  # cargo makes a difference


# ---------------------------------------------------------------- the order of naming


def both_asked(**options: Any) -> Match:
    """Both sides have something to choose."""
    return play(set_up(ships0="F6=CI", ships1="F6=CS", **options), "end")


def test_the_active_player_names_first_and_the_opponent_sees_it() -> None:
    """R-27: all losses are removed together"""
    game = both_asked()
    assert game.turn == 0
    play(game, "absorb I")
    assert (game.turn, written_state(game.view(1))["ships"][0]) == (1, {"F6": "CIx"})
    play(game, "absorb S")
    assert (fleet(game, 0), fleet(game, 1)) == ("F6=C", "F6=C")


def test_by_option_the_defender_names_first() -> None:
    """R-27: option absorb_order; in the active seat 1's turn that is seat 0"""
    assert both_asked(absorb_order="defender_first").turn == 1
    game = set_up(ships0="F6=CI", ships1="F6=CS", active=1, absorb_order="defender_first")
    assert play(game, "end").turn == 0


def test_by_option_losses_are_named_in_secret() -> None:
    """R-27: asked in the usual order, but not seen before both have named theirs"""
    game = play(both_asked(absorb_order="secret"), "absorb I")
    assert game.turn == 1
    for seat in (1, None):
        known = written_state(game.view(seat))
        assert (known["ships"][0], known["combat"]["left"][:2]) == ({"F6": "CI"}, [8, 7])
        assert not any("names" in words for words in game.log_for(seat))
    assert written_state(game.view(0))["ships"][0] == {"F6": "CIx"}
    assert any("names an Interceptor" in words for words in game.log_for(0))
    play(game, "absorb C")
    assert (fleet(game, 0), fleet(game, 1)) == ("F6=C", "F6=SC")
    assert any("loses an Interceptor" in words for words in game.log_for(1))


def test_in_a_pirate_combat_the_active_player_still_names_first() -> None:
    """R-27, R-45: both players are there, and each decides his own losses"""
    game = set_up(ships0="F6=CI", ships1="F6=CI", pirates="C@F7", active=1, dice="1")
    play(game, "end; absorb C; absorb C")
    assert (phase(game), game.turn, written(game)["combat"]["in_phase_3"]) == ("absorb", 1, True)
    play(game, "absorb C")
    assert game.turn == 0


# ---------------------------------------------------------------- bounty


def test_a_surviving_scavenger_earns_a_dollar_for_each_enemy_destroyed() -> None:
    """GD-318, GD-319, GD-022: however many Scavengers there are; own losses do not count"""
    one = settle(play(set_up(ships0="F6=SD", ships1="F6=III"), "end; absorb D"))
    assert money(one) == [5, 2]
    four = settle(play(set_up(ships0="F6=SSSSD", ships1="F6=III"), "end; absorb D"))
    assert money(four) == [5, 2]
    losing = play(set_up(ships0="F6=SSSSS", ships1="F6=CC"), "end")
    assert (fleet(losing, 0), money(losing)) == ("F6=SS", [3, 2])
    assert {"GD-318", "GD-319", "GD-022"} <= set(told(losing))


def test_a_scavenger_that_dies_or_is_elsewhere_earns_nothing() -> None:
    """GD-318"""
    assert money(play(set_up(ships0="F6=S F5=S", ships1="F6=II"), "end")) == [2, 2]
    assert money(play(set_up(ships0="F6=D F5=S", ships1="F6=II"), "end")) == [2, 2]


def test_in_a_three_sided_combat_the_losses_of_both_enemies_count() -> None:
    """GD-320: whoever's score destroyed them, and for both players"""
    game = play(clash("SC", "SD", "S"), "absorb D")
    assert (left_over(game), pirates(game), money(game)) == (["", "SD"], "S@- C@-", [2, 5])
    assert "GD-320" in told(game)
    both = play(clash("SD", "SDI", "S"), "absorb D; absorb D")
    assert (left_over(both), money(both)) == (["SD", "ISD"], [3, 3])
    nobody = clash("D", "II", "S")
    assert (left_over(nobody), money(nobody)) == (["D", ""], [2, 2])


def test_the_bounty_is_paid_in_every_combat_whoever_has_the_turn() -> None:
    """GD-321: in the opponent's phase 2, and in a combat that a Pirate starts; a hit Starbase is no kill (R-33)"""
    theirs = play(set_up(ships0="F6=DS", ships1="F6=I", active=1), "end")
    assert money(theirs) == [3, 2]
    pirate = play(set_up(ships0="A1=I", ships1="F6=SD", pirates="S@F7", dice="1"), "end; absorb D")
    assert money(pirate) == [2, 3]
    assert "GD-321" in told(theirs)
    siege = play(set_up(ships0="L6=SC"), "end; absorb C")
    assert (armor(siege), money(siege)) == ([20, 12], [2, 2])


def test_a_bounty_stops_at_the_cap() -> None:
    """GD-010, R-58, GD-318: $24 and five kills make $25"""
    game = settle(play(set_up(money="24 2", ships0="F6=SDD", ships1="F6=IIIII"), "end; absorb D"))
    assert money(game) == [25, 2]
    assert "GD-010" in told(game)
    full = settle(play(set_up(money="25 2", ships0="F6=SDD", ships1="F6=IIIII"), "end; absorb D"))
    assert money(full) == [25, 2]


def test_no_bounty_is_paid_when_the_starbase_falls() -> None:
    """R-33, R-62: the game is over before"""
    game = play(set_up(armor="20 3", ships0="L6=DS", ships1="L6=II"), "end; absorb D")
    assert (winner(game), armor(game), money(game)) == ((0, "combat"), [20, -6], [2, 2])
    assert {"GD-314", "R-33"} <= set(told(game))


def test_pirates_earn_nothing() -> None:
    """R-35: a Pirate Scavenger destroys a Bomber and nobody gets a dollar"""
    game = play(set_up(ships0="F6=B", pirates="S@F6", dice="6"), "end")
    assert (fleet(game, 0), money(game)) == ("", [2, 2])


# ---------------------------------------------------------------- Pirates' losses


@pytest.mark.parametrize(
    ("ships", "left"),
    [("I", "S@F6 C@F6"), ("CI", "S@F6 C@F6"), ("CS", "S@- C@F6"), ("D", "S@- C@F6"), ("DF", "S@- C@-")],
)
def test_pirates_lose_the_least_in_cost(ships: str, left: str) -> None:
    """R-34: below 8 nothing, from 8 the Scavenger, from 11 both"""
    assert pirates(settle(clash(ships, "", "SC"))) == left


def test_a_lone_pirate_dies_at_its_armor() -> None:
    """R-34, GD-410: the Scavenger at 3, the Cruiser at 8"""
    for pirate, survives, dies in (("S", "I", "S"), ("C", "CI", "CS")):
        alive = settle(play(set_up(ships0=f"F6={survives}", pirates=f"{pirate}@F6"), "end"))
        assert "The Pirates lose" not in " ".join(alive.log)
        dead = settle(play(set_up(ships0=f"F6={dies}", pirates=f"{pirate}@F6"), "end"))
        assert pirates(dead) == "S@- C@-"


def test_by_option_the_active_player_names_the_pirates_losses() -> None:
    """R-34: option pirate_absorb; the Scavenger first, then the Cruiser, or the Cruiser alone"""
    frame: dict[str, Any] = {"ships0": "F6=A", "pirates": "S@F6 C@F6", "pirate_absorb": "active"}
    game = play(set_up(**frame), "end")
    assert (phase(game), game.turn, legal(game)) == ("absorb", 0, {"absorb S", "absorb C"})
    assert rule(game, "absorb A") == "R-29"
    assert pirates(play(game, "absorb C")) == "S@F6 C@-"
    theirs = set_up(ships0="A1=I", ships1="F6=A", pirates="S@F6 C@F6", pirate_absorb="active")
    play(theirs, "end; pirate S")
    assert (theirs.turn, legal(theirs)) == (0, {"absorb S", "absorb C"})
    assert pirates(play(theirs, "absorb S")).startswith("S@-")


def test_a_refused_loss_changes_nothing() -> None:
    """GD-311, R-29"""
    game = play(set_up(ships0="F6=ISCA", ships1="F6=A"), "end")
    before = game.digest
    with pytest.raises(Refused, match="R-29"):
        game.play("absorb D")
    assert game.digest == before
