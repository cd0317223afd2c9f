"""Galaxy of D: stacks, fog, the top ship, and what a seat sees and hears."""

import pytest

from quincunx.engine.errors import Refused, Unreadable
from quincunx.table.match import Match
from tests.games.galaxies import fleet, phase, play, pool, set_up, stack, written_state
from tests.helpers import legal, told


def seen(game: Match, viewer: int | None, sector: str = "F6", seat: int = 1) -> str:
    """A stack as another seat, or a spectator, sees it."""
    return stack(game.view(viewer), seat, sector)


def tall(fog: str = "top", **words: str) -> Match:
    """TV-70: a Destroyer, a Cruiser and an Interceptor have arrived on F6 in this order."""
    return set_up(**{"ships1": "F6=DCI", "ships0": "A1=IS", **words}, active=1, fog=fog)  # type: ignore[arg-type]


# ---------------------------------------------------------------- stacks


def test_of_an_enemy_stack_only_the_top_ship_and_the_height_are_seen() -> None:
    """GD-230, R-51, R-52: TV-70, with fog as usual"""
    game = tall()
    assert (seen(game, 0), seen(game, None), seen(game, 1)) == ("??I", "??I", "DCI")
    play(game, "ship F6 I; go F9")
    assert (seen(game, 0), seen(game, 0, "F9")) == ("?C", "I")
    moves = legal(game)
    game.command(1, "top F6 D")
    assert (seen(game, 0), stack(game, 1, "F6")) == ("?D", "CD")
    assert legal(game) == moves
    assert {"R-52", "GD-230"} <= set(told(game))


def test_by_option_all_ships_are_open() -> None:
    """R-51: TV-70 with fog = open"""
    game = tall("open")
    assert (seen(game, 0), seen(game, None)) == ("DCI", "DCI")
    play(game, "ship F6 I; go F9").command(1, "top F6 D")
    assert sorted(seen(game, 0)) == ["C", "D"]


def test_fog_changes_no_legal_move_and_no_result() -> None:
    """R-51: the same moves, the same position"""
    games = [tall(fog) for fog in ("top", "open")]
    for move in ("ship F6 C", "go F8", "ship F6 I", "go F9", "end"):
        assert legal(games[0]) == legal(games[1])
        for game in games:
            game.play(move)
    assert written_state(games[0]) == written_state(games[1])


def test_a_seat_sees_all_of_its_own_stacks_and_pirates_always() -> None:
    """GD-230: a spectator sees the top of both sides"""
    game = set_up(ships0="F6=DCI", ships1="H4=AS", pirates="C@C3")
    assert stack(game.view(0), 0, "F6") == "DCI"
    assert (seen(game, None, "F6", 0), seen(game, None, "H4", 1)) == ("??I", "?S")
    assert written_state(game.view(1))["pirates"] == [None, "C3"]


def test_a_freighter_on_top_shows_its_cargo() -> None:
    """GD-019, GD-230"""
    game = set_up(ships1="F6=CL H4=CF")
    assert (seen(game, 0), seen(game, 0, "H4")) == ("?L", "?F")


def test_pools_and_so_the_fleets_in_play_are_open() -> None:
    """GD-125, GD-230: how many of each kind, not where"""
    game = tall()
    assert pool(game.view(0), 1) == pool(game, 1)
    assert sorted(written_state(game.view(0))["fleet"][1]) == ["C", "D", "I"]


def test_in_a_combat_every_ship_is_seen() -> None:
    """GD-230, GD-304, R-51: but not the stacks elsewhere"""
    game = play(set_up(ships0="F6=CI", ships1="F6=CSB H4=DI"), "end")
    assert phase(game) == "absorb"
    assert (seen(game, 0), seen(game, 0, "H4")) == ("CSB", "?I")


# ---------------------------------------------------------------- the top ship


def test_the_last_to_arrive_or_to_be_bought_lies_on_top() -> None:
    """R-52"""
    game = play(set_up(ships0="F6=I F7=D A1=C", money="9 2"), "ship F6 I; go F7; end; buy S; buy F")
    assert (stack(game, 0, "F7"), stack(game, 0, "A1")) == ("DI", "CSF")


def test_survivors_of_a_combat_keep_their_order() -> None:
    """R-52, GD-316"""
    game = play(set_up(ships0="F6=DICSI", ships1="F6=S"), "end; absorb S")
    assert stack(game, 0, "F6") == "DICI"


def test_the_owner_may_choose_the_top_ship_at_any_time() -> None:
    """R-52: also in the opponent's turn; it stays there until another comes"""
    game = set_up(ships0="F6=DCI", ships1="H4=S")
    assert game.commands(0) == ["concede", "top F6 C", "top F6 D"]
    game.command(0, "top F6 D").command(0, "set_top F6 C")
    assert stack(game, 0, "F6") == "IDC"
    play(game, "end; end")
    assert game.turn == 1
    game.command(0, "top F6 I")
    assert stack(game, 0, "F6") == "DCI"
    assert game.undo().command(0, "top F6 D").turn == 1


def test_a_moved_ship_may_come_to_the_top_without_moving_again() -> None:
    """R-52, GD-210: only the display changes, in mid-move, too"""
    game = play(set_up(ships0="F6=I F7=CI"), "ship F6 I; go F7")
    game.command(0, "top F7 C").command(0, "top F7 I")
    assert legal(game) == {"end", "ship F7 C", "ship F7 I"}
    play(game, "ship F7 I").command(0, "top F7 C")
    assert fleet(play(game, "go F8"), 0) == "F7=IC F8=I"


def test_nobody_handles_enemy_stacks() -> None:
    """GD-230: nor one that is not there"""
    game = set_up(ships0="F6=DC", ships1="H4=CI")
    for stacked in ("top H4 C", "top F6 I", "top A1 D"):
        with pytest.raises(Refused, match="GD-230"):
            game.command(0, stacked)
    with pytest.raises(Unreadable):
        game.command(0, "look H4")


# ---------------------------------------------------------------- what is heard


def test_a_move_is_seen_as_it_is_made_and_remembered_as_a_ship() -> None:
    """GD-230, R-51: the class in the turn itself, later "a ship"; the owner keeps it all"""
    game = play(set_up(ships0="F6=DCI", ships1="H4=S"), "ship F6 C; go F8; end")
    assert any("moves a Cruiser" in words for words in game.log_for(1))
    play(game, "end")
    assert int(game.state.turn_no) == 2
    assert not any("Cruiser" in words for words in game.log_for(1))
    assert any("moves a ship from F6 to F8" in words for words in game.log_for(1))
    assert any("moves a Cruiser" in words for words in game.log_for(0))
    assert any("moves a ship" in words for words in game.log_for(None))


def test_what_a_ship_did_on_its_way_does_not_name_it_later_either() -> None:
    """GD-230, R-51: a Freighter that loaded and a Bomber that struck are ships, once their turn is over"""
    game = set_up(things="F6=P D2=S", base="A1 F9", ships0="F5=FI F8=B", ships1="H4=S")
    play(game, "ship F5 F; go F7 through; ship F8 B; go F10 through; end")
    assert {"Freighter", "Bomber"} <= set(" ".join(game.log_for(1)).split())
    play(game, "end")
    assert int(game.state.turn_no) == 2
    assert not any("Freighter" in words or "Bomber" in words for words in game.log_for(1))


def test_with_open_stacks_nothing_is_forgotten() -> None:
    """R-51"""
    game = play(set_up(ships0="F6=DCI", ships1="H4=S", fog="open"), "ship F6 C; go F8; end; end")
    assert any("moves a Cruiser" in words for words in game.log_for(1))


def test_reports_of_combats_stay_complete() -> None:
    """GD-230, R-51: every loss is told for good"""
    game = play(set_up(ships0="F6=A C2=I", ships1="F6=AI"), "end; end; end")
    assert int(game.state.turn_no) >= 2
    for seat in (0, 1, None):
        log = " ".join(game.log_for(seat))
        assert "loses an Assassin" in log
        assert "loses an Interceptor" in log


def test_which_ship_is_about_to_go_is_the_movers_own_business() -> None:
    """GD-230: the others see it when it goes"""
    game = play(set_up(ships0="F6=DCI", ships1="H4=S"), "ship F6 C")
    assert (phase(game), phase(game.view(0)), phase(game.view(1))) == ("go", "go", "move")
    assert "picked" not in written_state(game.view(1))


def test_a_covered_ship_does_not_show_whether_it_has_moved_by_its_place_in_the_stack() -> None:
    """GD-230: how many have moved is seen, not which"""
    one = play(set_up(ships0="F6=I F7=DC", ships1="H4=S"), "ship F6 I; go F7")
    one.command(0, "top F7 C")
    other = play(set_up(ships0="F6=I F7=DC", ships1="H4=S"), "ship F6 I; go F7")
    other.command(0, "top F7 D").command(0, "top F7 C")
    assert written_state(one.view(1))["ships"] == written_state(other.view(1))["ships"]
