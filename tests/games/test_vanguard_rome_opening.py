"""Vanguard: Rome: the frame, the deal, laying out, the clash, and who begins."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.games.vanguard_rome import state as s
from tests.games.legions import (
    NAME,
    UNITS,
    army,
    chariots,
    clash,
    damage,
    events,
    kills,
    new,
    options,
    phase,
    pile,
    play,
    play_on,
    refused,
    said,
    scores,
    set_up,
    shifts,
    winners,
)
from tests.helpers import told

WEAK = "SL SL [IN] IN IN / (AR) (AR) [(AR)] (ST) (ST)"
TEN = "PR IN IN SL SL AR CA EL CO BA"
OTHER_TEN = "IN IN IN IN CE CE CE SL SL SL"


def hand(game: Any, seat: int) -> int:
    """How many units a seat has to lay out."""
    return int(game.state.pool[seat].sum())


# ---------------------------------------------------------------- the frame


def test_two_three_or_four_armies_meet() -> None:
    """VR-001: two are usual"""
    assert quincunx.new(NAME, seed=1).players == 2
    for players in (2, 3, 4):
        game = quincunx.new(NAME, players=players, seed=1)
        assert [hand(game, seat) for seat in range(players)] == [10] * players
    for players in (1, 5):
        with pytest.raises(BadOption):
            quincunx.new(NAME, players=players, seed=1)


@pytest.mark.parametrize("level", ["recruit", "recruit_with_commands", "recruit_with_rear", "legion"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_learning_level_can_be_played_to_the_end(level: str, players: int) -> None:
    """VR-001, VR-002, VR-003, VR-004: commands and the rear row are added independently of each other"""
    game = quincunx.new(NAME, players=players, seed=players, level=level, turn_limit=60)
    commands, rear = level in ("recruit_with_commands", "legion"), level in ("recruit_with_rear", "legion")
    assert (bool(game.board.use_commands), game.board.rows == 2) == (commands, rear)
    assert {hand(game, seat) for seat in range(players)} == {10 if rear else 5}
    assert int(game.state.commands_left[0]) == (40 if commands else 0)
    assert play_on(game, players).over


def test_the_first_level_knows_no_commands_and_no_rear_row() -> None:
    """VR-002, VR-003, R-46: nothing is drawn or played, and nobody can stand behind"""
    game = set_up("IN [IN+] IN", "IN [PR] IN", active=1, level="recruit")
    play(game, "attack")
    assert not events(game, s.EV_DREW_COMMAND)
    assert refused(game, "reinforce") == "VR-003"
    assert refused(game, "nightfall") == "VR-003"
    game = set_up("IN [IN+] IN", "IN [PR] IN", level="recruit")
    assert refused(game, "chariot F0 R0") == "VR-002"
    game = set_up("IN [IN] IN", "IN [PR] IN", level="recruit_with_commands", hand="RETREAT")
    assert refused(play(game, "attack"), "retreat R0") == "VR-002"


def test_the_full_game_has_everything_from_the_first_turn_on() -> None:
    """VR-004: commands are drawn and may be played in turn 1"""
    game = play_on(quincunx.new(NAME, seed=3), 3, stop=24)
    while not game.state.turn_no:
        game.play(game.moves[0])
    assert int(game.state.turn_no) >= 1
    assert any("draws" in words for words in game.log)


# ---------------------------------------------------------------- the deal


def test_ten_units_are_dealt_and_no_command() -> None:
    """VR-020, VR-021, VR-100, R-14: five without the rear row (R-46)"""
    game = quincunx.new(NAME, seed=1)
    assert [hand(game, seat) for seat in (0, 1)] == [10, 10]
    assert (int(game.state.units_left[0]), int(game.state.commands_left[0])) == (40, 40)
    assert not game.state.hand.any()
    dealt = game.state.pool[:, 0].sum(axis=0) + game.state.unit_deck[0]
    assert dealt[1 : s.KINDS].tolist() == list(UNITS.values())
    assert [hand(quincunx.new(NAME, seed=1, use_rear=False), seat) for seat in (0, 1)] == [5, 5]
    assert game.opening[0].words.startswith("Each of the two players is dealt ten unit cards")
    assert {"VR-020", "VR-021", "R-14"} <= set(game.opening[0].rules)


def test_deals_differ_from_seed_to_seed() -> None:
    """VR-021: the cards are shuffled"""
    assert len({quincunx.new(NAME, seed=seed).state.pool.tobytes() for seed in range(20)}) == 20


# ---------------------------------------------------------------- laying out


def test_two_rows_of_five_are_laid_out_the_front_revealed_the_rear_hidden() -> None:
    """VR-010, VR-020..VR-026, VR-028, VR-032, VR-033, VR-127, VR-180, VR-182: the example of the opening (TV-08)"""
    game = new(TEN, OTHER_TEN)
    assert phase(game) == "deploy A"
    play(game, "deploy PR; deploy IN; deploy SL; deploy IN")
    assert refused(game, "deploy PR") == "VR-022"
    play(game, "deploy BA; deploy SL; deploy EL; deploy CA; deploy AR; deploy CO")
    assert said(game) == ["Aurelius has finished laying out."]
    assert phase(game) == "deploy B"
    play(game, "deploy IN; deploy IN; deploy IN; deploy CE; deploy CE")
    play(game, "deploy SL; deploy SL; deploy SL; deploy CE; deploy IN")
    assert army(game, 0) == "IN IN [PR] SL BA / (AR) EL [(SL)] (CA) (CO)"
    assert army(game, 1) == "CE IN [IN] IN CE / (CE) (SL) [(SL)] (SL) (IN)"
    assert phase(game) == "catapult A"
    play(game, "catapult R+1 no")
    assert damage(game) == {"B:F0": 6, "B:F-2": 2, "A:F0": 3}
    assert kills(game) == ["B:F0"]
    assert army(game, 0).split(" / ")[1] == "(AR) EL [SL] (CA) (CO)"
    assert army(game, 1) == "CE IN [..] IN CE / (CE) (SL) [SL] (SL) (IN)"
    assert scores(game) == [(1, 1, 2), (0, 0, 0)]
    assert phase(game) == "main A"
    assert {"VR-025", "VR-026", "R-11", "VR-028", "VR-032", "VR-033"} <= set(told(game))


def test_every_kind_in_hand_is_one_choice_and_nothing_else_is() -> None:
    """VR-022, R-57: equal cards are one and the same choice"""
    game = new(TEN, OTHER_TEN)
    assert options(game, "deploy") == {"PR", "IN", "SL", "AR", "CA", "EL", "CO", "BA"}
    assert refused(game, "deploy CV") == "VR-022"
    assert refused(game, "deploy IN+") == "VR-022"
    assert [refused(game, move) for move in ("attack", "shift fwd R0", "place IN F0", "retreat none")] == ["VR-022"] * 4


def test_a_layout_has_no_lean_and_nothing_to_keep_in_the_opening() -> None:
    """VR-022, VR-156: five and five have one shape"""
    game = new(TEN, OTHER_TEN)
    assert refused(game, "lean left") == "VR-156"
    assert refused(game, "keep") == refused(game, "reorg") == "VR-022"


def test_the_unit_laid_in_the_centre_is_the_first_vanguard_unit() -> None:
    """VR-023, VR-013, VR-014: cells are filled from the centre outward"""
    game = clash("IN IN [PR] SL SL / (SL) (AR) [(AR)] (ST) (ST)", WEAK)
    assert army(game, 0).split(" / ")[0] == "IN IN [PR] SL SL"
    assert [row[0] for row in events(game, s.EV_BLOW)] == [s.VANGUARD, s.PLACE + s.VANGUARD]


@pytest.mark.parametrize(("option", "rear"), [(True, "(AR) (AR) [EL] (ST) (CA)"), (False, "AR AR [EL] ST CA")])
def test_rear_units_lie_face_down_but_for_elephants(option: bool, rear: str) -> None:
    """VR-024, VR-127, VR-180: with the option everything is turned up"""
    game = clash("IN IN [CE] SL SL / AR AR [EL] ST CA", "IN IN [PR] IN CO / CO CO [CO] CV CV", hidden_rear=option)
    assert army(game, 0).split(" / ")[1] == rear


# ---------------------------------------------------------------- the clash


def test_the_surviving_vanguard_wins_although_its_side_killed_fewer() -> None:
    """VR-025, VR-026, VR-028, VR-032: the Ballistas attack, too (TV-09)"""
    game = clash(
        "SL SL [PR] IN IN / (AR) (AR) [(AR)] (CO) (CO)",
        "CE CE [IN] BA BA / (IN) (IN) [(IN)] (ST) (ST)",
    )
    assert kills(game) == ["A:F-1", "A:F-2", "B:F0"]
    assert scores(game) == [(1, 1, 2), (0, 2, 2)]
    assert phase(game) == "main A"
    assert "Aurelius's vanguard has survived: Aurelius takes the first turn." in said(game)


def test_if_both_vanguards_die_more_kills_win() -> None:
    """VR-026, VR-029, VR-075: the dead have struck as well (TV-10)"""
    game = clash(
        "SL SL [CV] IN IN / (AR) (AR) [(AR)] (ST) (ST)",
        "IN IN [CV] BA CE / (CO) (CO) [(IN)] (IN) (PR)",
    )
    assert kills(game) == ["A:F-1", "A:F0", "B:F0"]
    assert scores(game) == [(0, 1, 3), (0, 2, 4)]
    assert phase(game) == "main B"
    assert "VR-029" in told(game)


def test_if_both_vanguards_survive_more_kills_win_as_well() -> None:
    """VR-029: a single Slinger decides"""
    game = clash(
        "SL IN [PR] IN IN / (AR) (AR) [(CO)] (ST) (ST)",
        "IN IN [PR] IN BA / (CO) (CO) [(CO)] (CE) (CE)",
    )
    assert scores(game) == [(1, 0, 0), (1, 1, 1)]
    assert phase(game) == "main B"


def test_if_the_kills_are_equal_the_dearer_victim_wins() -> None:
    """VR-030, VR-074, VR-115, R-10: a Centurion in the vanguard counts 4 (TV-11)"""
    game = clash(
        "IN IN [CE] IN IN / (IN) (IN) [(SL)] (SL) (SL)",
        "PR PR [CV] IN IN / (CO) (CO) [(SL)] (AR) (AR)",
    )
    assert kills(game) == ["A:F0", "B:F0"]
    assert scores(game) == [(0, 1, 3), (0, 1, 4)]
    assert phase(game) == "main B"
    assert army(game, 0).startswith("IN IN [..] IN IN")
    assert {"VR-030", "R-10"} <= set(told(game))


def test_a_consuls_help_is_no_power_of_the_victim() -> None:
    """R-10: killed is the own power; a lent bonus does not count"""
    game = clash(
        "IN IN [PR] CO IN / (IN) (AR) [(SL)] (SL) (SL)",
        "CE CE [IN] CO IN / (CO) (CO) [(AR)] (AR) (AR)",
    )
    assert damage(game)["B:F0"] == 5
    assert scores(game)[0] == (1, 1, 2)


TIED = ("IN IN [CV] IN IN / (IN) (IN) [(SL)] (SL) (SL)", "PR PR [CV] AR CE / (CO) (CO) [(AR)] (AR) (AR)")


def test_a_full_tie_is_replayed_with_the_survivors_and_new_cards() -> None:
    """VR-031, VR-080: killed units are discarded, everybody has ten again and lays all out anew (TV-12)"""
    game = clash(*TIED, deck="EL EL")
    assert int(game.state.replays) == 1
    assert phase(game) == "deploy A"
    assert options(game, "deploy") == {"IN", "SL", "EL"}
    assert pile(game) == "CV CV"
    assert [hand(game, seat) for seat in (0, 1)] == [10, 10]
    assert army(game, 0) == army(game, 1) == "-"
    assert "VR-031" in told(game)
    assert not game.state.score.any()


def test_the_clash_is_replayed_only_so_often() -> None:
    """R-13: then a toss decides, fairly"""
    begins = set()
    for seed in range(8):
        game = clash(*TIED, replay_cap=0, seed=seed)
        assert int(game.state.replays) == 0
        assert "R-13" in told(game)
        begins.add(game.state.first.item())
    assert begins == {0, 1}
    assert phase(clash(*TIED, replay_cap=1)) == "deploy A"


def test_a_standard_brings_a_companion_in_the_clash_and_nothing_else_may_be_done() -> None:
    """VR-026, VR-027, VR-028, VR-137, R-11: declarations, then one resolution (TV-13)"""
    game = clash(
        "IN PR [ST] IN IN / (IN) (IN) [(SL)] (SL) (SL)",
        "SL SL [PR] SL SL / (CO) (CO) [(AR)] (AR) (AR)",
    )
    assert options(game, "standard") == {"F0 none", "F0 F-1", "F0 F+1"}
    moves = ("swap F-1 F0", "attack", "place IN F+3", "shift fwd R0", "reinforce", "order none", "chariot F0 F+1")
    assert [refused(game, move) for move in moves] == ["VR-027"] * len(moves)
    play(game, "standard F0 F-1")
    assert kills(game) == ["A:F0", "B:F+1"]
    assert scores(game) == [(0, 1, 1), (1, 1, 2)]
    assert phase(game) == "main B"


def test_catapults_may_fire_in_the_clash_from_either_row() -> None:
    """VR-026, VR-107, R-11: their owner is asked for each"""
    game = clash("IN CA [IN] IN IN / (IN) (IN) [(CA)] (SL) (SL)", "SL SL [IN] SL SL / (CO) (CO) [(AR)] (SL) (AR)")
    assert phase(game) == "catapult A"
    play(game, "catapult F-1 yes; catapult R0 yes")
    assert damage(game)["B:F0"] == 2 + (1 + 1)
    assert damage(game)["B:R+1"] == 1
    assert "VR-108" in told(game)


def test_cavalry_on_a_wing_is_guarded_in_the_clash() -> None:
    """VR-026: five face five"""
    game = clash("CV CV [IN] CV CV / (IN) (IN) [(IN)] (IN) (SL)", "SL SL [PR] SL SL / (CO) (CO) [(AR)] (SL) (AR)")
    assert set(damage(game)) == {"A:F0", "B:F0"}


def test_the_attacks_of_all_are_one_resolution() -> None:
    """VR-025, VR-075: two vanguards kill each other"""
    game = clash("IN IN [PR] IN IN / SL SL [SL] SL IN", "IN IN [PR] AR CO / SL SL [SL] SL AR")
    assert kills(game) == ["A:F0", "B:F0"]
    assert len(events(game, s.EV_ATTACK)) == 1


def test_the_losers_hole_stays_open_and_the_first_attack_hits_nothing() -> None:
    """VR-033, VR-081, VR-083, R-12, R-53: the loser mends in the own turn (TV-14)"""
    game = clash(
        "SL SL [PR] IN IN / (AR) (AR) [(AR)] (ST) (ST)",
        "IN IN [IN] IN CE / (CO) (CO) [(SL)] (AR) (AR)",
        deck="ST ST",
        commands="FLANK FLANK",
    )
    assert kills(game) == ["B:F0"]
    assert phase(game) == "main A"
    play(game, "place ST F+3; attack")
    assert kills(game) == []
    assert army(game, 1).split(" / ")[1] == "(CO) (CO) [SL] (AR) (AR)"
    assert phase(game) == "main B"
    assert shifts(game) == {"fwd R0"}
    assert {"R-09", "R-53", "R-55"} <= set(told(game))


def test_with_close_up_the_loser_mends_at_once_by_shifts_only() -> None:
    """VR-033, VR-057, VR-058, R-12: then the first turn begins (TV-14b)"""
    game = clash(
        "SL SL [PR] IN IN / (AR) (AR) [(AR)] (ST) (ST)",
        "IN IN [IN] IN CE / (CO) (CO) [(SL)] (AR) (AR)",
        close_up=True,
        deck="ST",
        commands="FLANK",
    )
    assert (phase(game), shifts(game)) == ("close B", {"fwd R0"})
    assert refused(game, "shift lat F-1") == "VR-058"
    assert [refused(game, move) for move in ("attack", "place ST F0", "keep", "face A")] == ["VR-033"] * 4
    play(game, "shift fwd R0")
    assert army(game, 1).startswith("IN IN [SL] IN CE")
    assert phase(game) == "main A"
    play(game, "place ST F+3; attack")
    assert kills(game) == ["B:F0"]


def test_with_close_up_the_first_player_mends_in_the_first_turn() -> None:
    """R-12: everybody but the first player mends at once"""
    game = clash(
        "SL SL [CV] IN IN / (AR) (AR) [(AR)] (ST) (ST)",
        "IN IN [CV] BA CE / (CO) (CO) [(IN)] (IN) (PR)",
        close_up=True,
    )
    assert phase(game) == "close A"
    play(game, "shift fwd R0; shift fwd R-1")
    assert phase(game) == "main B"
    assert army(game, 1).startswith("IN IN [..] BA CE")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_alternate_after_the_first(players: int) -> None:
    """VR-032: clockwise with more players"""
    game = set_up(*["CO [IN] IN"] * players, deck="", use_commands=False)
    turns = []
    for _ in range(2 * players + 1):
        turns.append(game.turn)
        play(game, "attack")
        if players > 2:
            game.play(game.moves[0])
    assert turns == [turn % players for turn in range(2 * players + 1)]


# ---------------------------------------------------------------- the front row alone


def test_only_without_a_rear_row_can_the_clash_destroy_an_army() -> None:
    """R-46, VR-090: it is destroyed at once, before anything is compared"""
    game = clash("BA BA [EL] BA BA", "SL SL [SL] SL SL", use_rear=False)
    assert len(kills(game)) == 5
    assert (game.over, winners(game)) == (True, "A")
    assert army(game, 1) == "-"


def test_if_nobody_has_a_unit_left_everybody_replays() -> None:
    """R-46, VR-031: even when no replay is allowed any more"""
    game = clash("IN ST [ST] BA BA", "BA BA [ST] ST IN", use_rear=False, replay_cap=0)
    play(game, "standard F0 F-1; standard F-1 F-2; standard F0 F+1; standard F+1 F+2")
    assert len(kills(game)) == 10
    assert (int(game.state.replays), phase(game)) == (1, "deploy A")
    assert {"R-46", "VR-031"} <= set(told(game))


def test_units_that_need_the_rear_row_are_idle_without_it() -> None:
    """R-46, VR-002, VR-108, VR-122, VR-159: Catapult, Chariot and Retreat (TV-67)"""
    game = set_up("CA IN+ [IN] CA", "IN [PR] IN", hand="RETREAT", use_rear=False)
    assert chariots(game) == {"F-1 F0", "F-1 F-3", "F-1 F+2"}
    play(game, "attack")
    assert kills(game) == []
    assert options(game, "retreat") == {"none", "F-3", "F+2"}
