"""Vanguard: Rome: three and four players, divided decks, and leaving the game."""

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, Refused
from quincunx.games.vanguard_rome import state as s
from tests.games.legions import (
    COMMANDS,
    NAME,
    UNITS,
    army,
    clash,
    command_pile,
    damage,
    hand,
    kills,
    options,
    pending,
    phase,
    pile,
    play,
    play_on,
    refused,
    said,
    scores,
    set_up,
    winners,
)
from tests.helpers import told

# ---------------------------------------------------------------- who faces whom


def test_the_left_wing_faces_the_next_player_and_the_right_wing_the_previous_one() -> None:
    """VR-104, VR-175, VR-176, VR-177, R-44: three players (TV-68)"""
    game = set_up("BA IN [IN] IN BA", "IN [PR] IN SL", "SL IN [SL] IN", deck="", use_commands=False)
    play(game, "attack")
    assert options(game, "face") == {"B", "C"}
    play(game, "face C")
    assert damage(game) == {"B:F+2": 1, "C:F-2": 1, "C:F0": 2}
    assert kills(game) == ["B:F+2", "C:F-2", "C:F0"]
    assert phase(game) == "main B"
    assert {"VR-175", "VR-176", "VR-177", "R-44"} <= set(told(game))


def test_the_player_across_is_reached_by_column_0_only() -> None:
    """VR-108, VR-175, VR-176, VR-177, R-44: four players; the Catapult behind faces the same opponent (TV-69)"""
    game = set_up("BA [IN] BA / [(CA)]", "SL [PR] SL", "SL [CV] SL", "SL [PR] SL")
    play(game, "attack")
    assert options(game, "face") == {"B", "C", "D"}
    play(game, "face C; catapult R0 yes")
    assert damage(game) == {"C:F0": 3, "B:F+1": 1, "D:F-1": 1}
    assert kills(game) == ["B:F+1", "C:F0", "D:F-1"]


def test_whom_column_0_cannot_face() -> None:
    """VR-176: oneself, a destroyed player, nobody; but anybody else, even with an empty vanguard (R-44)"""
    game = set_up("IN [IN] IN", "IN [..] IN", "-", "IN [PR] IN")
    play(game, "attack")
    assert options(game, "face") == {"B", "D"}
    assert refused(game, "face A") == refused(game, "face C") == "VR-176"
    play(game, "face B")
    assert damage(game) == {}
    three = play(set_up("IN [IN] IN", "IN [IN] IN", "IN [PR] IN"), "attack")
    assert refused(three, "face D") == "VR-176"


def test_with_two_players_nobody_is_asked_whom_to_face() -> None:
    """VR-176, VR-178: nor when only two are left"""
    assert phase(play(set_up("[IN]", "[PR]"), "attack")) == "main B"
    assert phase(play(set_up("[IN]", "[PR]", "-"), "attack")) == "main B"
    assert refused(set_up("[IN]", "[PR]"), "face B") == "VR-071"


def test_units_outside_column_0_attack_only_the_neighbour_on_their_side() -> None:
    """VR-177: Javelin, Volley and Standards, too; whomever the vanguard faces"""
    game = set_up("AR IN [ST] IN", "IN [PR] IN IN", "IN [PR] IN", "SL [PR] SL", hand="VOLLEY")
    play(game, "attack; face C; order volley F-2 1; standard F0 F-1")
    assert damage(game) == {"B:F+2": 0, "C:F0": 2, "B:F+1": 2}


def test_holes_in_a_third_players_line() -> None:
    """VR-081, VR-083, VR-110, VR-111, VR-177, R-20, R-53: Cavalry before a hole is unguarded (TV-72)"""
    game = set_up("IN [PR] CV BA IN", "IN [PR] IN", "SL .. .. [PR] IN", hand="JAVELIN")
    play(game, "attack; face B")
    assert options(game, "order") == {"none", "javelin F-1", "javelin F+3"}
    play(game, "order none")
    assert damage(game) == {"C:F-3": 3, "B:F0": 4}
    assert kills(game) == ["B:F0", "C:F-3"]


def test_the_stampede_may_hit_an_elephant_of_any_opponent() -> None:
    """R-32, VR-163: of the player across as well"""
    game = set_up("IN [IN] IN", "IN [PR] IN", "EL [PR] IN / (SL) [..]", "IN [PR] IN", hand="STAMPEDE")
    play(game, "attack; face B; order stampede C:F-1")
    assert kills(game) == ["C:R-1"]


# ---------------------------------------------------------------- elimination


def test_a_destroyed_player_leaves_and_the_circle_closes() -> None:
    """VR-090, VR-178, R-45: the hand is discarded, the seat is skipped (TV-70)"""
    game = set_up("IN [PR] BA", "IN [PR] IN", "[SL]", active=1, hands=("", "", "JAVELIN"), commands="FLANK FLANK")
    play(game, "attack; face C")
    assert (kills(game), game.state.alive[:3].tolist()) == (["C:F0"], [1, 1, 0])
    assert (hand(game, 2), command_pile(game), phase(game)) == ("", "JAVELIN", "main A")
    assert {"VR-090", "VR-178", "R-45"} <= set(told(game))


def test_after_an_elimination_the_two_player_mirror_applies() -> None:
    """VR-175, VR-178, R-45: the Ballista of the right wing now hits the survivor (TV-71)"""
    game = play(set_up("IN [PR] BA", "SL [PR] IN", "-"), "attack")
    assert damage(game) == {"B:F0": 4, "B:F-1": 1}
    assert kills(game) == ["B:F-1", "B:F0"]


def test_several_players_may_be_destroyed_at_once_and_the_last_one_wins() -> None:
    """R-45, VR-178"""
    game = play(set_up("BA [PR] BA", "[..] SL", "SL [..]", "[SL]"), "attack; face D")
    assert kills(game) == ["B:F+1", "D:F0"]
    assert game.state.alive.tolist() == [1, 0, 1, 0]
    last = play(set_up("BA [PR]", "[..] SL", "[SL]"), "attack; face C")
    assert (last.over, winners(last)) == (True, "A")
    assert last.outcome == (1.0, -0.5, -0.5)


# ---------------------------------------------------------------- the clash of three and four


def test_a_kill_counts_for_everybody_who_attacked_the_victim() -> None:
    """R-47, VR-076: damage of different players adds up"""
    game = clash(
        "CE CE [IN] CE CE / (AR) (AR) [(AR)] (CO) (CO)",
        "PR PR [IN] ST ST / (AR) (AR) [(AR)] (CO) (CO)",
        "IN IN [PR] IN IN / (SL) (SL) [(EL)] (ST) (ST)",
    )
    assert phase(game) == "face A"
    play(game, "face C; face C; face A")
    assert damage(game) == {"C:F0": 4, "A:F0": 4}
    assert kills(game) == ["A:F0", "C:F0"]
    assert scores(game) == [(0, 1, 4), (1, 1, 4), (0, 1, 2)]
    assert phase(game) == "main B"
    assert "R-47" in told(game)


def test_a_shared_first_place_is_a_tie_and_everybody_replays() -> None:
    """R-47, VR-031: the third player as well"""
    game = clash(
        "CE CE [IN] CE CE / (AR) (AR) [(AR)] (CO) (CO)",
        "PR PR [IN] ST ST / (AR) (AR) [(AR)] (CO) (CO)",
        "IN IN [IN] IN IN / (SL) (SL) [(EL)] (ST) (ST)",
    )
    play(game, "face C; face C; face A")
    assert scores(game) == [(0, 1, 2), (1, 1, 2), (0, 1, 2)]
    assert phase(game) == "main B"
    again = clash(
        "CE CE [IN] CE CE / (AR) (AR) [(AR)] (CO) (CO)",
        "PR PR [PR] ST ST / (AR) (AR) [(AR)] (CO) (CO)",
        "IN IN [PR] IN IN / (SL) (SL) [(EL)] (ST) (ST)",
    )
    play(again, "face B; face A; face A")
    assert scores(again) == [(0, 0, 0), (1, 1, 2), (1, 1, 2)]
    assert (phase(again), int(again.state.replays)) == ("deploy A", 1)


# ---------------------------------------------------------------- Divide and Conquer


def test_normally_there_is_one_deck_for_all() -> None:
    """VR-172"""
    game = quincunx.new(NAME, seed=1)
    assert game.state.units_left.tolist() == [40, 0]
    assert game.state.commands_left.tolist() == [40, 0]
    assert any("VR-172" in telling.rules for telling in game.opening)


@pytest.mark.parametrize("decks", ["divide_equal", "divide_random"])
def test_divided_decks_have_thirty_units_and_twenty_commands(decks: str) -> None:
    """VR-173, R-43: half of every kind, or a random half (SC-3)"""
    game = quincunx.new(NAME, seed=1, decks=decks)
    halves = game.state.unit_deck[:, 1 : s.KINDS] + game.state.pool[:2, 0, 1 : s.KINDS]
    assert halves.sum(axis=1).tolist() == [30, 30]
    assert halves.sum(axis=0).tolist() == list(UNITS.values())
    assert game.state.command_deck.sum(axis=1).tolist() == [20, 20]
    assert (halves[0] == halves[1]).all() == (decks == "divide_equal")
    assert any({"VR-173", "VR-174", "R-43"} <= set(telling.rules) for telling in game.opening)


def test_the_half_of_a_random_division_differs_from_seed_to_seed() -> None:
    """R-43"""
    halves = {quincunx.new(NAME, seed=seed, decks="divide_random").state.unit_deck.tobytes() for seed in range(8)}
    assert len(halves) == 8


def test_divide_and_conquer_is_for_two() -> None:
    """VR-174"""
    for players in (3, 4):
        with pytest.raises(BadOption, match="VR-174"):
            quincunx.new(NAME, players=players, decks="divide_equal")


def test_a_killed_unit_goes_to_its_owners_own_pile() -> None:
    """VR-172, VR-173, VR-174, R-18, R-43 (TV-73)"""
    game = play(set_up("IN [PR] IN", "IN [CE] IN", decks="divide_equal"), "attack")
    assert kills(game) == ["B:F0"]
    assert (pile(game, 0), pile(game, 1)) == ("", "CE")


def test_each_draws_from_the_own_deck_and_discards_to_the_own_piles() -> None:
    """VR-173, VR-091: units and commands"""
    cards: dict[str, Any] = {"deck": ["SL", ""], "pile": ["", "EL"], "commands": ["", "FLANK"]}
    game = set_up("CO [IN] IN", "CO [IN] IN", decks="divide_equal", hand="REINFORCE", **cards)
    play(game, "reinforce; place SL F+2; attack")
    assert (command_pile(game, 0), command_pile(game, 1)) == ("REINFORCE", "")
    assert (pending(game), hand(game, 1)) == ("EL", "FLANK")
    assert "Brutus's discarded units are shuffled and become a new deck." in said(game)
    assert {"VR-091", "VR-173"} <= set(told(game))


# ---------------------------------------------------------------- leaving


def test_who_resigns_has_lost() -> None:
    """R-54, VR-090: with two players the other one wins"""
    game = set_up("IN [PR] IN", "IN [IN] IN", pending="SL", hand="FLANK")
    assert (game.commands(0), game.commands(1)) == (["resign"], [])
    game.command(0, "resign")
    assert (game.over, winners(game)) == (True, "B")
    assert said(game) == ["Aurelius concedes; the army leaves the table.", "Brutus wins: no other army is left."]
    assert "R-54" in told(game)


def test_only_at_a_decision_of_the_own() -> None:
    """R-54: and not after the end"""
    game = set_up("IN [PR] IN", "IN [IN] IN")
    with pytest.raises(Refused, match="R-54"):
        game.command(1, "resign")
    game.command(0, "resign")
    with pytest.raises(Refused, match="VR-090"):
        game.command(1, "resign")


def test_with_more_players_the_next_turn_begins_and_all_cards_are_discarded() -> None:
    """R-54, R-45: units, Chariots, pending cards and the hand; `concede` means the same"""
    game = set_up("IN [PR+] IN / (SL)", "IN [IN] IN", "[IN]", pending="AR", hand="FLANK", deck="EL", commands="VOLLEY")
    game.command(0, "concede")
    assert (army(game, 0), pile(game), command_pile(game)) == ("-", "AR CH IN IN PR SL", "FLANK")
    assert (phase(game), pending(game)) == ("main B", "EL")
    play(game, "place EL F+2; attack")
    assert kills(game) == ["C:F0"]
    assert winners(game) == "B"


def test_a_round_goes_on_without_who_resigns() -> None:
    """R-54: laying out, the clash and mending"""
    game = quincunx.new(NAME, players=3, seed=2)
    game.command(0, "resign")
    assert phase(game) == "deploy B"
    play_on(game, 2, stop=1 + 20)
    assert phase(game).split()[0] in ("main", "standard", "catapult", "deploy")
    last = quincunx.new(NAME, players=3, seed=2)
    play_on(last, 2, stop=20)
    assert phase(last) == "deploy C"
    last.command(2, "resign")
    assert last.turn in (0, 1)
    assert phase(last).split()[0] in ("main", "standard", "catapult", "deploy")


def test_resigning_is_no_move() -> None:
    """R-54: it is not among the legal moves"""
    game = set_up("IN [PR] IN", "IN [IN] IN")
    assert [move.text for move in game.moves] == ["swap F0 F-1", "swap F0 F+1", "attack"]


@pytest.mark.parametrize("seed", range(12))
def test_whenever_players_resign_the_game_goes_on_and_no_card_is_lost(seed: int) -> None:
    """R-54, R-45, VR-178: at random decisions of random games, until one is left"""
    options = ({}, {"close_up": True}, {"use_rear": False}, {"shift_model": "rows"})[seed % 4]
    game, dice = quincunx.new(NAME, players=3 + seed % 2, seed=seed, turn_limit=60, **options), Random(seed)
    while not game.over:
        if dice.random() < 0.01:
            game.command(int(game.state.turn), "resign")
        else:
            game.play(dice.choice(game.moves.numbers))
        now = game.state
        cells = now.cells[now.cells > 0]
        units = now.unit_deck.sum() + now.unit_pile.sum() + now.pool.sum() + now.pool[:, 1].sum()
        units += len(cells) + ((cells & s.RIDDEN) > 0).sum() + (now.pending > 0).sum()
        assert units == sum(UNITS.values())
        assert now.hand.sum() + now.command_deck.sum() + now.command_pile.sum() == sum(COMMANDS.values())
    assert any(game.state.winners >> seat & 1 for seat in range(game.players) if game.state.alive[seat])
