"""Vanguard: Rome: face-down units, and who sees and hears what."""

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.games.vanguard_rome import state as s
from quincunx.table.match import Match
from tests.games.legions import (
    NAME,
    army,
    clash,
    damage,
    kills,
    new,
    options,
    phase,
    play,
    play_on,
    refused,
    set_up,
    swaps,
)
from tests.helpers import told

QUIET = "IN [IN] IN"
TEN = "PR IN IN SL SL AR CA EL CO BA"
OTHER_TEN = "IN IN IN IN CE CE CE SL SL SL"


def seen(game: Match, seat: int | None) -> bytes:
    """All that a seat can know of the position."""
    return game.view(seat).raw.tobytes()


def rear(game: Match, seat: int) -> str:
    """A rear row as it is written."""
    return (*army(game, seat).split(" / "), "-")[1]


# ---------------------------------------------------------------- turned up or not


def test_front_units_are_face_up_and_rear_units_face_down_but_for_elephants() -> None:
    """VR-024, VR-127, VR-180, VR-181: after the opening (OB-2)"""
    game = new(TEN, OTHER_TEN)
    play(game, "deploy PR; deploy IN; deploy SL; deploy IN; deploy BA")
    play(game, "deploy SL; deploy EL; deploy CA; deploy AR; deploy CO")
    play(game, "deploy IN; deploy IN; deploy IN; deploy CE; deploy CE")
    play(game, "deploy SL; deploy SL; deploy SL; deploy CE; deploy IN")
    assert army(game.view(1), 0) == "IN IN [PR] SL BA / (??) EL [(??)] (??) (??)"
    assert army(game.view(None), 0) == "IN IN [PR] SL BA / (??) EL [(??)] (??) (??)"
    assert army(game.view(0), 0) == "IN IN [PR] SL BA / (AR) EL [(SL)] (CA) (CO)"


SHOWN: dict[str, tuple[Any, ...]] = {
    "comes to the front row": (("IN [PR] .. / [..] (SL)", QUIET), "shift fwd R+1", 0, "-", {}),
    "is flanked": (("IN [PR] IN / (SL) [..]", QUIET), "flank R-1 right", 0, "-", {"hand": "FLANK"}),
    "attacks": (("IN [IN] IN / [(CA)]", "IN [PR] IN"), "attack; catapult R0 yes", 0, "[CA]", {}),
    "shoots a Volley": (
        ("IN [IN] IN / (AR) [..]", "IN [PR] IN"),
        "attack; order volley R-1 2",
        0,
        "AR [..]",
        {"hand": "VOLLEY"},
    ),
    "is attacked and killed": (
        ("CA [IN] IN", "IN [PR] IN / [..] (SL) (AR)"),
        "attack; catapult F-1 yes",
        1,
        "[..] .. (AR)",
        {},
    ),
    "is attacked and survives": (
        ("CA [IN] IN", "IN [PR] IN / [..] (CV)"),
        "attack; catapult F-1 yes",
        1,
        "[..] CV",
        {},
    ),
    "switches": (("IN [IN] / (CE) [(SL)]", QUIET), "swap R-1 R0", 0, "(SL) [CE]", {}),
    "receives a Chariot": (("CH [IN] / [(SL)]", QUIET), "chariot F-1 R0", 0, "[SL+]", {}),
    "loses a Chariot": (("IN [IN] / [(SL+)]", QUIET), "chariot R0 F0", 0, "[SL]", {}),
    "is a Consul called from afar": (("IN IN [IN] / (PR) .. [(CO)]", QUIET), "swap R-2 R0", 0, "CO .. [PR]", {}),
    "adds its stones": (("IN [IN] IN / [(SL)]", "IN [PR] IN"), "attack", 0, "[SL]", {}),
    "is a Consul beside the attacked": (("IN [IN] IN", "IN [PR] IN / [(CO)]"), "attack", 1, "[CO]", {}),
    "is Infantry beside one shot at": (("IN [AR] IN", "SL [PR] SL / [(IN)]"), "attack", 1, "[IN]", {}),
}
HIDDEN: dict[str, tuple[Any, ...]] = {
    "a Catapult that holds its fire": (
        ("IN [IN] IN / [(CA)]", "IN [PR] IN"),
        "attack; catapult R0 no",
        0,
        "[(CA)]",
        {},
    ),
    "a Slinger beside an Archer": (("IN [AR] IN / [(SL)]", "IN [PR] SL"), "attack", 0, "[(SL)]", {}),
    "a Slinger beside a unit without target": (("IN [IN] IN / [(SL)]", "IN [..] IN"), "attack", 0, "[(SL)]", {}),
    "a Slinger that is not adjacent": (("IN [IN] IN / (SL) [..]", "IN [PR] IN"), "attack", 0, "(SL) [..]", {}),
    "a Consul beside a unit that is shot at": (("IN [AR] IN", "IN [CV] IN / [(CO)]"), "attack", 1, "[(CO)]", {}),
    "Infantry beside a mounted unit": (("IN [AR] IN", "SL [CV] SL / [(IN)]"), "attack", 1, "[(IN)]", {}),
    "Infantry beside Infantry": (("IN [AR] IN", "SL [IN] SL / [(IN)]"), "attack", 1, "[(IN)]", {}),
    "Infantry beside a unit that is struck": (("IN [IN] IN", "SL [PR] SL / [(IN)]"), "attack", 1, "[(IN)]", {}),
    "the partner of a switch in the rear": (("IN [IN] / (CE) [(SL)]", QUIET), "swap R-1 R0", 0, "(SL) [CE]", {}),
    "a block that shifts": (("IN [PR] .. IN / [..] .. (SL)", QUIET), "shift lat F+2", 0, "[..] (SL)", {}),
}


@pytest.mark.parametrize("case", [*SHOWN, *HIDDEN])
def test_when_a_face_down_unit_is_turned_up(case: str) -> None:
    """VR-182, R-34, R-22: and when it is not; its abilities work as if it lay face up"""
    armies, moves, seat, left, words = (SHOWN | HIDDEN)[case]
    game = play(set_up(*armies, **words), moves)
    assert rear(game, seat) == left


def test_every_adjacent_consul_is_turned_up_even_where_one_counts() -> None:
    """VR-182, R-21"""
    game = play(set_up("IN [IN] IN / [(CA)]", "CO [PR] IN / (CO) [(CO)]"), "attack; catapult R0 no")
    assert rear(game, 1) == "(CO) [CO]"
    inner = play(set_up("CA [IN]", "[PR] IN IN / [(CO)] (SL) (CO)"), "attack; catapult F-1 yes")
    assert rear(inner, 1) == "[CO] SL CO"
    assert {"VR-182", "R-34"} <= set(told(inner))


def test_every_adjacent_infantry_is_turned_up() -> None:
    """VR-182: around a unit that an Archer shoots at"""
    game = set_up("AR [IN]", "[PR] PR PR / [(IN)] (SL) (IN)", hand="VOLLEY")
    play(game, "attack; order volley F-1 2")
    assert rear(game, 1) == "[IN] SL IN"


def test_a_face_up_unit_in_the_rear_stays_face_up_until_nightfall() -> None:
    """VR-183, VR-180, VR-155"""
    game = play(set_up("IN [PR] IN / [(SL)]", "CO [IN] IN", hand="NIGHTFALL"), "swap F0 R0")
    assert army(game, 0) == "IN [SL] IN / [PR]"
    assert "VR-183" in told(game)
    play(game, "nightfall; reorg; lean left; deploy IN; deploy SL; deploy PR; deploy IN; keep")
    assert army(game, 0) == "SL [IN] / (IN) [(PR)]"


def test_abilities_of_face_down_units_work() -> None:
    """VR-182, R-34: bonuses, immunity, switches"""
    game = set_up("IN [IN] / (PR) [(CE)]", QUIET)
    assert {"R-1 R0", "R-1 F-1", "R0 R-1", "R0 F0"} == swaps(game)


def test_by_option_nothing_is_ever_hidden() -> None:
    """VR-180: not after Nightfall either"""
    game = set_up("IN [IN] IN / [SL]", "CO [IN] IN", hand="NIGHTFALL", hidden_rear=False)
    play(game, "nightfall; reorg; lean left; deploy IN; deploy IN; deploy SL; deploy IN; keep")
    assert rear(game, 0) == "IN [SL]"


# ---------------------------------------------------------------- the opening


def test_nobody_sees_anything_of_a_layout_before_all_have_finished() -> None:
    """VR-022, VR-181, VR-025: not even the order of the cards (OB-1)"""
    views = set()
    for seed in range(6):
        game, dice = new(TEN, OTHER_TEN), Random(seed)
        before = seen(game, 1)
        for number in range(9):
            game.play(dice.choice(game.moves.numbers))
            assert seen(game, 1) == before, number
            assert game.log_for(1) == []
        game.play(dice.choice(game.moves.numbers))
        assert game.log_for(1)[-1] == "Aurelius has finished laying out."
        views.add((seen(game, 1), tuple(game.log_for(1))))
    assert len(views) == 1


def test_declarations_of_the_clash_are_secret_until_all_are_made() -> None:
    """VR-025, R-11, R-47: whom the others face, and who fires"""
    armies = (
        "CE CE [IN] CE CE / (AR) (AR) [(CA)] (CO) (CO)",
        "PR PR [IN] ST ST / (AR) (AR) [(AR)] (CO) (CO)",
        "IN IN [PR] IN IN / (SL) (SL) [(EL)] (ST) (ST)",
    )
    views = set()
    for moves in ("face C; catapult R0 yes", "face C; catapult R0 no", "face B; catapult R0 no"):
        game = play(clash(*armies), moves)
        assert phase(game) == "face B"
        views.add(seen(game, 1))
    assert len(views) == 1


def test_the_opening_tells_each_seat_only_its_own_cards() -> None:
    """VR-181, VR-021"""
    game = quincunx.new(NAME, players=3, seed=4)
    for seat, name in enumerate(("Aurelius", "Brutus", "Cassius")):
        holds = [words for words in game.log_for(seat) if " holds " in words]
        assert len(holds) == 1
        assert holds[0].startswith(name)
    assert not [words for words in game.log_for(None) if " holds " in words]
    assert len([words for words in game.log if " holds " in words]) == 3


# ---------------------------------------------------------------- the turn


def test_of_drawn_cards_others_learn_only_that_they_were_drawn() -> None:
    """VR-041, VR-042, VR-181: until they are placed or played (OB-4)"""
    game = set_up("CO [IN] IN", "CO [IN] IN", active=1, deck="SL SL PR", commands="REINFORCE", seed=1)
    play(game, "attack")
    assert game.log_for(1)[-2:] == ["Aurelius draws a unit card.", "Aurelius draws a command card."]
    assert game.log_for(0)[-1] == "Aurelius draws Reinforcements."
    view = game.view(1).state
    assert view.pending.tolist() == [s.UNSEEN, 0]
    assert not view.hand.any()
    assert view.held.tolist() == [1, 0, 0, 0]
    play(game, "reinforce")
    assert game.view(1).state.pending.tolist() == [s.UNSEEN, s.UNSEEN]
    assert game.log_for(None)[-2:] == ["Aurelius plays Reinforcements.", "Aurelius draws a unit card."]


def test_that_no_card_is_left_is_seen_by_all() -> None:
    """VR-092, R-41"""
    game = play(set_up("CO [IN] IN", "CO [IN] IN", active=1, deck="", commands=""), "attack")
    assert game.log_for(1)[-2:] == [
        "There is no unit card for Aurelius to draw.",
        "There is no command card for Aurelius to draw.",
    ]


@pytest.mark.parametrize("kind", ["CA", "BA", "AR", "IN", "ST"])
def test_a_catapult_that_holds_its_fire_cannot_be_told_from_any_other_unit(kind: str) -> None:
    """VR-107, R-34: the same view, and the same story (OB-3)"""
    views = []
    for code in ("CA", kind):
        game = set_up(f"IN [IN] IN / ({code}) [..] IN", "SL [PR] SL", deck="", use_commands=False)
        play(game, "attack")
        if code == "CA":
            play(game, "catapult R-1 no")
        views.append((game.log_for(1), army(game.view(1), 0)))
    assert views[0] == views[1]


def test_that_an_order_or_a_retreat_was_not_given_betrays_nothing() -> None:
    """VR-181, R-35: to the others the declaration is still the main phase"""
    game = set_up("IN [IN] IN", "IN [PR] IN", hand="JAVELIN RETREAT", deck="SL", commands="FLANK")
    other = set_up("IN [IN] IN", "IN [PR] IN", hand="FLANK FLANK", deck="SL", commands="FLANK")
    play(game, "attack")
    assert (phase(game), phase(game.view(1))) == ("order A", "main A")
    assert game.log_for(1) == []
    play(game, "order none; retreat none")
    play(other, "attack")
    assert game.log_for(1) == other.log_for(1)
    assert (damage(other), kills(other)) == ({"B:F0": 2}, [])


def test_while_act_is_asked_about_the_attack_the_others_see_no_change() -> None:
    """VR-181, R-34, R-35: not even that a question came up; abilities that were used are still seen as used"""
    game = set_up("CE IN [IN] IN / [(CA)]", "IN [PR] IN", hand="JAVELIN", commands="FLANK")
    before = seen(play(game, "swap F-2 F-1"), 1)
    for move, asked in (("attack", "order A"), ("order javelin F-1", "catapult A")):
        assert phase(play(game, move)) == asked
        assert seen(game, 1) == before
    assert game.log_for(1) == ["Aurelius's Centurion F-2 switches with the Infantry F-1."]


def test_a_switch_names_a_face_down_partner_only_to_its_owner() -> None:
    """VR-181, R-22, R-34"""
    game = play(set_up("IN [IN] / (CE) [(SL)]", QUIET), "swap R-1 R0")
    assert game.log_for(0) == ["Aurelius's Centurion R-1 switches with the Slinger R0."]
    assert game.log_for(1) == ["Aurelius's Centurion R-1 switches with the hidden unit R0."]
    assert game.log_for(None) == game.log_for(1)


def test_a_face_down_unit_that_shifts_alone_is_not_named() -> None:
    """VR-181: a rear unit that lost its front unit"""
    game = play(set_up("IN IN [PR] / [..] .. (AR)", QUIET), "shift lat R+2")
    assert game.log_for(0) == ["Aurelius's Archer R+2 shifts in to R+1."]
    assert game.log_for(1) == ["Aurelius's hidden unit R+2 shifts in to R+1."]


# ---------------------------------------------------------------- Nightfall


def test_at_nightfall_nobody_sees_what_the_others_do() -> None:
    """VR-155, VR-181, R-25: not the formation, not the lean, not even whether it is kept (OB-5)"""
    line, views = "IN IN [SL] IN / IN SL [CV]", set()
    layouts = (
        "keep",
        "reorg; lean left; deploy CV; deploy SL; deploy SL; deploy IN; deploy IN; deploy IN; deploy IN",
        "reorg; lean right; deploy IN; deploy IN; deploy IN; deploy IN; deploy CV; deploy SL; deploy SL",
    )
    for moves in layouts:
        game = set_up(line, "IN [PR] IN / [(AR)]", hand="NIGHTFALL", deck="", commands="")
        play(game, f"nightfall; {moves}")
        assert phase(game) == "keep B"
        assert options(game, "lean") == set()
        views.add((seen(game, 1), tuple(game.log_for(1))))
    assert len(views) == 1


def test_every_army_is_covered_from_the_play_of_nightfall_on() -> None:
    """VR-155, VR-180: others are shown only its number of units"""
    game = play(set_up("IN [SL] IN / [(CV)]", "IN [PR] IN / [(AR)]", hand="NIGHTFALL"), "nightfall")
    view = game.view(0)
    assert army(view, 1) == "-"
    assert int(view.state.pool[1, 0, s.UNSEEN]) == 4
    assert army(view, 0) == "IN [SL] IN / [(CV)]"
    assert refused(game, "deploy IN") == "VR-155"


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_story_names_what_its_listener_cannot_know(players: int) -> None:
    """VR-181, R-34: cards drawn by others, and units that lie face down"""
    game = play_on(quincunx.new(NAME, players=players, seed=players, turn_limit=20), players)
    for seat in (*range(players), None):
        others = [name for i, name in enumerate(("Aurelius", "Brutus", "Cassius", "Drusus")) if i != seat]
        for words in game.log_for(seat):
            if " draws " in words and words.split()[0] in others:
                assert words.split(" draws ")[1] in ("a unit card.", "a command card.")
    for step, played in enumerate(game._line):
        before = game.at(step)
        for seat in range(players):
            after = game.at(step + 1).view(seat)
            for row in played.events:
                heard = game.game.hear(before, row, seat, game)
                assert heard is not None
                telling = game.game.tell(after, heard)
                if row[0] == s.EV_SWITCHED:
                    partner = after.state.cells[row[1], row[2] // s.COLUMNS, row[2] % s.COLUMNS]
                    assert ("hidden unit" in telling.words) == (int(partner) & s.KIND_MASK == s.UNSEEN)


def test_the_owner_may_always_look_at_the_own_cards() -> None:
    """VR-181"""
    game = play_on(quincunx.new(NAME, seed=9, turn_limit=40), 9)
    for step in range(0, len(game.line), 5):
        position = game.at(step)
        for seat in (0, 1):
            view = position.view(seat)
            assert army(view, seat) == army(position, seat)
            assert (view.state.hand[seat] == position.state.hand[seat]).all()
            assert (view.state.pool[seat] == position.state.pool[seat]).all()
