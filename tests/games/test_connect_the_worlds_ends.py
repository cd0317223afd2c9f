"""Connect the Worlds: the three goals, elimination, dead positions and the round limit."""

from typing import Any

import pytest

from tests.games.worlds import (
    acts,
    alive,
    end_round,
    ending,
    pieces,
    play,
    round_no,
    set_up,
    sizes,
    territory,
    winners,
    worlds,
)
from tests.helpers import told

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"
THREE = "SB@W0(0,0) SB@W1(3,0) SB@W2(0,0)"


def result(*seats: str, **words: Any) -> tuple[str, str]:
    """Who has won when the round ends, and how."""
    game = end_round(set_up(*seats, hand="HA", **words))
    return winners(game), ending(game)


# ---------------------------------------------------------------- the short goal


def test_three_worlds_and_the_largest_territory_win() -> None:
    """CW-011, CW-240, CWR-46: at least three, on any worlds"""
    assert result(THREE, f"{AWAY} SB@W1(0,3)") == ("A", "goal")
    assert result(AWAY, THREE.replace("W0", "W2").replace("W2(0,0) SB@W1(3,0)", "W0(3,0) SB@W1(3,0)")) == ("B", "goal")
    assert result("SB@W0(0,0) SB@W2(0,0)", AWAY) == ("", "")


def test_bases_may_be_of_any_kind_built_or_captured() -> None:
    """CWR-46: controlled is enough"""
    game = set_up("MP@W0(0,0) OP@W2(0,0) AT@W1(1,0)", f"{AWAY} AT@W1(5,0)", hand="SC HA")
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert winners(end_round(game)) == "A"


def test_a_base_in_space_is_on_no_world() -> None:
    """CWR-46: not even in orbit, but it counts as territory"""
    game = set_up("SB@W0(0,0) SB@W2(0,0) SB@S(0,4)", AWAY, hand="HA")
    assert (worlds(game, 0), territory(game, 0)) == (2, 20)
    assert winners(end_round(game)) == ""


def test_the_largest_territory_may_be_shared_with_who_lacks_a_world() -> None:
    """CWR-47, CW-240: joint is enough, unless the table wants it strictly"""
    rival = f"{AWAY} SB@W1(0,3) SB@W1(-3,0)"
    assert result(THREE, rival) == ("A", "goal")
    assert result(THREE, rival, most_territory="strict") == ("", "")
    assert result(THREE, AWAY, most_territory="strict") == ("A", "goal")
    assert result(THREE, f"{rival} SB@W1(-3,3)") == ("", "")


@pytest.mark.parametrize("most", ["joint", "strict"])
def test_two_masters_are_tied(most: str) -> None:
    """CW-052, CW-240, CWR-48, CWR-47: nobody wins"""
    rival = "SB@W1(0,0) SB@W0(3,0) SB@W2(-3,0)"
    assert result(THREE, rival, most_territory=most) == ("", "")
    assert result(THREE, rival, "SB@W3(0,0)", most_territory=most) == ("", "")


def test_a_contested_world_counts() -> None:
    """CWR-59: also if all of it is overlapped"""
    game = set_up("SB@W0(0,0) SB@W0(4,0) SB@W1(0,0) SB@W2(0,0)", "SB@W1(1,0)", hand="HA", overlap="none")
    assert (worlds(game, 0), winners(end_round(game))) == (3, "A")


def test_the_last_seat_may_break_a_win() -> None:
    """CW-051: only the end of the round counts"""
    game = set_up(THREE, f"{AWAY} AT@W1(2,0)", hand="HA", hands=["HA1", "SC1"], decks=["", ""])
    play(game, "end; move SC AT W1(2,0)->W1(3,0)")
    assert (winners(game), round_no(game)) == ("", 6)


# ---------------------------------------------------------------- the medium and the long goal


def test_who_alone_has_bases_wins_the_medium_game() -> None:
    """CW-012, CW-241, CWR-49: however the others lost theirs; three worlds win nothing"""
    assert result(HOME, "CA@W1(0,0)x8", goal="medium") == ("A", "goal")
    assert result("AT@W0(0,0)", "SB@S(0,0)", goal="medium") == ("B", "goal")
    assert result(THREE, AWAY, goal="medium") == ("", "")
    assert result(HOME, "AT@W1(0,0)", "SB@W2(0,0)", goal="medium") == ("", "")


def test_a_player_without_bases_may_come_back() -> None:
    """CWR-49: by capturing one"""
    game = set_up(HOME, "AT@W0(1,0)", "SB@W2(0,0)", goal="medium", hands=["HA1", "SC1", "HA1"], decks=[""] * 3)
    play(game, "end; move SC AT W0(1,0)->W0(0,0)")
    assert (pieces(game, 1), alive(game)) == ("SB@W0(0,0) AT@W0(0,0)", "BC")


def test_who_alone_has_pieces_wins_the_long_game() -> None:
    """CW-013, CW-242, CWR-50: a single unit of an enemy is enough to go on, cards and resources are not"""
    assert result(HOME, "AT@W1(0,0)", goal="long") == ("", "")
    assert result(THREE, "AT@S(3,0)", goal="long") == ("", "")
    assert result("AT@W0(0,0)", "", goal="long", pools=[0, 99]) == ("A", "goal")


def test_a_captured_base_is_no_longer_the_enemys() -> None:
    """CWR-50, CW-242, CW-243"""
    game = set_up("AT@W1(1,0)", AWAY, hand="SC HA", goal="long")
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert (alive(game), game.over) == ("A", False)
    play(game, "end")
    assert (winners(game), ending(game)) == ("A", "goal")


# ---------------------------------------------------------------- survivors and dead positions


@pytest.mark.parametrize("goal", ["short", "medium"])
def test_the_last_survivor_wins_with_any_goal(goal: str) -> None:
    """CW-244, CWR-52: at the end of the round"""
    assert result("AT@W0(0,0)", "", goal=goal) == ("A", "last survivor")
    game = set_up("AT@W1(1,0)", "SB@W1(0,0)", hand="SC HA", goal=goal)
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert not game.over
    play(game, "end")
    assert (winners(game), ending(game)) == ("A", "last survivor")
    assert {"CW-244", "CWR-52"} <= set(told(game))


@pytest.mark.parametrize("goal", ["short", "medium", "long"])
def test_if_nobody_has_a_piece_those_who_began_the_round_share(goal: str) -> None:
    """CW-245, CWR-53: also those who fell in it, but not those who had fallen before"""
    game = set_up("AT@W1(1,0)", "AT@W1(0,0)", hand="SC HA", goal=goal)
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert (winners(game), ending(game), alive(game)) == ("AB", "draw", "")
    seats = ("AT@W1(1,0) AC@W2(1,0)", "AT@W1(0,0)", "AC@W2(0,0)")
    moves = "move SC AT W1(1,0)->W1(0,0); move EN AC W2(1,0)->W2(0,0)"
    assert winners(play(set_up(*seats, hand="SC EN HA", goal=goal), moves)) == "ABC"
    four = set_up(*seats, "", hand="SC EN HA", goal=goal, eliminated=[3])
    assert winners(play(four, moves)) == "ABC"


def test_without_a_base_on_the_map_nobody_can_build_again() -> None:
    """CW-245, CWR-53: short and medium are a draw of all with units, long goes on"""
    for goal in ("short", "medium"):
        assert result("AT@W0(0,0)", "CA@W1(0,0)x8", goal=goal) == ("AB", "draw")
        assert result("AT@W0(0,0)", "CA@W1(0,0)", "", goal=goal, eliminated=[2]) == ("AB", "draw")
    assert result("AT@W0(0,0)", "CA@W1(0,0)x8", goal="long") == ("", "")


def test_a_result_is_shared() -> None:
    """CW-245: the outcome of a draw of all is nothing for everybody; a winner takes what the others lose"""
    draw = end_round(set_up("AT@W0(0,0)", "AT@W1(0,0)", hand="HA"))
    assert draw.outcome == (0.0, 0.0)
    won = end_round(set_up(THREE, AWAY, hand="HA"))
    assert won.outcome == (1.0, -1.0)
    two = end_round(set_up("AT@W0(0,0)", "AT@W1(0,0)", "", hand="HA", eliminated=[2]))
    assert two.outcome == (0.25, 0.25, -0.5)


# ---------------------------------------------------------------- elimination


def test_an_eliminated_seat_is_skipped_for_ever() -> None:
    """CW-243, CWR-51, CW-040"""
    game = set_up(HOME, "", "SB@W2(0,0)", hand="HA", eliminated=[1])
    order = []
    for _ in range(4):
        order.append(acts(game))
        play(game, "end")
    assert order == ["A", "C", "A", "C"]


def test_a_round_starts_with_the_next_living_seat_if_player_1_is_out() -> None:
    """CW-243, CW-020, CW-040: the round is still counted where Player 1 would begin"""
    game = set_up("", AWAY, "SB@W2(0,0)", turn=2, hand="HA", eliminated=[0])
    assert (acts(game), round_no(game)) == ("C", 5)
    play(game, "end")
    assert (acts(game), round_no(game)) == ("B", 6)
    play(game, "end")
    assert (acts(game), round_no(game)) == ("C", 6)


def test_who_attacks_with_the_last_piece_and_loses_is_out() -> None:
    """CW-243, CWR-51, CW-245: the round ends if nobody is left to play in it"""
    game = set_up("SB@W2(0,0) AT@W2(1,0)", "AT@W0(1,0)", hand="SC", hands=["SC1", "SC1"], decks=["", ""])
    play(game, "move SC AT W2(1,0)->W2(1,-1); move SC AT W0(1,0)->W0(2,0)")
    assert (alive(game), round_no(game)) == ("AB", 6)
    last = set_up("AT@W2(0,0)", "CA@W2(1,0)", hand="SC HA")
    play(last, "move SC AT W2(0,0)->W2(1,0)")
    assert (alive(last), acts(last), sizes(last, 0)) == ("B", "B", (0, 0, 0))
    assert winners(play(last, "end")) == "B"


# ---------------------------------------------------------------- the round limit


def limit(goal: str, mine: str, theirs: str, pools: tuple[int, int] = (0, 0)) -> str:
    """Who wins when the limit is reached."""
    game = end_round(set_up(mine, theirs, hand="HA", goal=goal, round_limit=5, pools=list(pools)))
    assert ending(game) == "round limit"
    assert {"CW-246", "CWR-54"} <= set(told(game))
    return winners(game)


def test_the_round_limit_of_a_short_game() -> None:
    """CW-246, CWR-54: territory, worlds with a base, strength, resources"""
    assert limit("short", "SB@W0(0,0)", "SB@W1(0,-4) CA@W1(0,0)x8", (0, 9)) == "A"
    assert limit("short", "SB@W0(0,0) SB@W2(0,0)", "SB@W1(0,0) MP@W1(3,0) CA@W1(0,0)", (0, 9)) == "A"
    assert limit("short", "SB@W0(0,0) AC@W0(0,0)", "SB@W1(0,0) AT@W1(0,0)", (0, 9)) == "A"
    assert limit("short", "SB@W0(0,0)", "SB@W1(0,0)", (3, 2)) == "A"
    assert limit("short", "SB@W0(0,0)", "SB@W1(0,0)", (3, 3)) == "AB"


def test_the_round_limit_of_a_medium_game() -> None:
    """CW-246, CWR-54: bases, territory, strength, resources"""
    assert limit("medium", "SB@W0(0,0) SB@W0(1,0)", "MP@W1(0,0) CA@W1(0,0)x8", (0, 9)) == "A"
    assert limit("medium", "SB@W0(0,0) SB@W0(1,0)", "SB@W1(0,0) SB@W1(3,0)") == "B"
    assert limit("medium", "SB@W0(0,0)", "SB@W1(0,-4) CA@W1(0,0)x8", (0, 9)) == "A"
    assert limit("medium", "AB@W0(0,0)", "SB@W1(0,0)", (0, 9)) == "A"
    assert limit("medium", "SB@W0(0,0)", "SB@W1(0,0)", (4, 5)) == "B"
    assert limit("medium", "SB@W0(0,0)", "SB@W1(0,0)") == "AB"


def test_the_round_limit_of_a_long_game() -> None:
    """CW-246, CWR-54: strength, bases, territory, resources"""
    assert limit("long", "CA@W0(0,0)", "SB@W1(0,0) SB@W1(3,0) AT@W1(0,0)", (0, 9)) == "A"
    assert limit("long", "SB@W0(-6,-1) SB@W0(-6,0)", "AB@W1(0,0)", (0, 9)) == "A"
    assert limit("long", "SB@W0(0,0)", "SB@W1(0,-4)", (0, 9)) == "A"
    assert limit("long", "SB@W0(0,0)", "SB@W1(0,0)", (1, 0)) == "A"
    assert limit("long", "SB@W0(0,0)", "SB@W1(0,0)") == "AB"


def test_the_goal_comes_before_the_limit() -> None:
    """CW-246, CWR-54: it is checked after the goals of that round"""
    assert result(THREE, AWAY, round_limit=5) == ("A", "goal")
    assert result("AT@W0(0,0)", "CA@W1(0,0)", round_limit=5) == ("AB", "draw")


def test_the_limit_may_be_another_or_none() -> None:
    """CW-246, CWR-54: usually 100 rounds"""
    assert result(HOME, AWAY, round=99) == ("", "")
    assert result(HOME, AWAY, round=100) == ("AB", "round limit")
    assert result(HOME, AWAY, round=100, round_limit=0) == ("", "")
    assert result(HOME, AWAY, round=999, round_limit=999) == ("AB", "round limit")
    assert result(HOME, AWAY, round=1, round_limit=1) == ("AB", "round limit")


def test_only_who_is_not_eliminated_is_ranked() -> None:
    """CW-246, CWR-54"""
    assert result(HOME, AWAY, "", eliminated=[2], round_limit=5) == ("AB", "round limit")


def test_a_captured_marker_of_strength_counts_for_its_owner() -> None:
    """CWR-54, CW-161: the sum of all own bases and units on the map"""
    game = set_up(f"{HOME} TF@W1(1,0)", f"OP@W1(0,0) {AWAY.replace('(0,0)', '(0,3)')}", hand="SC HA", goal="long")
    play(game, "move SC TF W1(1,0)->W1(0,0); end; end")
    standing = [telling.words for part in game.tellings() for telling in part if "strength of" in telling.words]
    assert "a strength of 8" in standing[0]
    assert "a strength of 1" in standing[1]
