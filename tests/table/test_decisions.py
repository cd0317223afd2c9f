"""Whose decision was it, what did it reveal, what was heard of it, and how a list of entries is carried out again."""

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import QuincunxError, Refused
from quincunx.table.match import Match
from tests.games import galaxies, legions, worlds
from tests.helpers import pass_round, station
from tests.playouts import EVERY_GAME

# ---------------------------------------------------------------- whose it was


def two_fleets(**words: Any) -> Match:
    """Galaxy of D: seat 0 has two stacks with a hidden ship each, and a ship that everybody sees."""
    return galaxies.set_up(ships0="F5=CS B4=DI H3=A", ships1="L6=CB", **words)


def test_nobody_has_decided_anything_at_the_start() -> None:
    assert quincunx.new("vanagloria", 2, seed=1).since([0, 1]) == 0


def test_a_decision_is_counted_from_the_last_move_of_the_seats() -> None:
    match = station("d@K.a", "d@K.a", acts=0).play("end").play("move d@K.a > F0.b").play("end")
    assert [match.made_by(step) for step in range(3)] == [0, 1, 1]
    assert (match.since([0]), match.since([1]), match.since([0, 1]), match.since([])) == (3, 1, 1, 0)


def test_the_two_halves_of_a_decision_belong_together() -> None:
    match = galaxies.play(two_fleets(), "ship H3 A; go H4")
    assert match.since([0]) == 2
    assert match.since([1]) == 0
    assert galaxies.play(two_fleets(), "ship H3 A").since([0]) == 1


def test_all_steps_of_a_card_belong_together() -> None:
    game = worlds.set_up("SB@W0(0,0) AT@W0(0,0)x2", "SB@W0(1,0)", hand="SC HA")
    worlds.play(game, "move SC AT W0(0,0)->W0(1,0)")
    assert game.since([0]) == len(game.line) > 1


def test_a_command_is_its_own_decision() -> None:
    match = galaxies.play(two_fleets(), "ship H3 A").command(1, "top L6 C")
    assert [match.made_by(step) for step in range(2)] == [0, 1]
    assert (match.since([1]), match.since([0])) == (1, 2), "seat 1 did not pick the ship"
    galaxies.play(match, "go H4")
    assert match.since([0]) == 1, "what was in between is not part of the decision"


# ---------------------------------------------------------------- what it revealed


def test_an_open_move_without_chance_reveals_nothing() -> None:
    match = station("d@K.a x2", "m@K.a").play("move d@K.a > F0.b").play("end")
    assert not match.revealed_in(1)
    assert not match.revealed_in(2)


def test_chance_reveals_something() -> None:
    match = pass_round(station(turn="random", round=1))
    assert match.revealed_in(1), "the tokens of the next round were dealt"
    assert match.revealed_in(4)
    match.play("end")
    assert not match.revealed_in(1)
    assert match.revealed_in(2)


def test_dice_reveal_something() -> None:
    """GD-113: the money die"""
    assert quincunx.new("galaxy-of-d", 2, seed=1).play("colour redog").revealed_in(1)


def test_a_ship_that_everybody_sees_reveals_nothing_where_it_goes() -> None:
    match = galaxies.play(two_fleets(), "ship H3 A; go H4")
    assert not match.revealed_in(2)
    assert not galaxies.play(two_fleets(), "ship F5 C").revealed_in(1), "only the owner knows what was picked"


def test_a_stack_that_loses_its_top_ship_reveals_the_next_one() -> None:
    """GD-230"""
    assert galaxies.play(two_fleets(), "ship F5 S; go F6").revealed_in(2)
    assert galaxies.play(two_fleets(), "ship F5 C; go F6").revealed_in(2), "a hidden ship shows itself"
    assert not galaxies.play(two_fleets(fog="open"), "ship F5 S; go F6").revealed_in(2), "nothing was hidden"


def test_what_must_be_so_is_no_revelation() -> None:
    """GD-230: the only covered ship can only be the one that was bought and is not seen"""
    match = galaxies.set_up(ships0="F5=CS", ships1="L6=C")
    assert not galaxies.play(match, "ship F5 S; go F6").revealed_in(2)


def test_another_ship_on_top_reveals_it() -> None:
    """R-52"""
    assert two_fleets().command(0, "top F5 C").revealed_in(1)
    assert not two_fleets(fog="open").command(0, "top F5 C").revealed_in(1)


def test_a_card_that_is_played_from_a_hidden_hand_is_revealed() -> None:
    """CW-072"""
    hidden = worlds.set_up("SB@W0(0,0) AT@W0(0,0)", "SB@W0(1,0)", hand="SC HA", deck="EN PO EX")
    worlds.play(hidden, "move SC AT W0(0,0)->W0(0,1)")
    assert hidden.revealed_in(len(hidden.line))
    certain = worlds.set_up("SB@W0(0,0) AT@W0(0,0)", "SB@W0(1,0)", hand="SC HA")
    worlds.play(certain, "move SC AT W0(0,0)->W0(0,1)")
    assert not certain.revealed_in(len(certain.line)), "all cards were in the hand, and everybody knew it"


def test_a_unit_that_is_placed_in_front_is_revealed() -> None:
    """VR-180"""
    game = legions.play(legions.set_up("SL .. [..] IN / [(IN)]", "IN [PR] IN", pending="CE"), "place CE F0")
    assert game.revealed_in(1)


def test_an_army_that_is_laid_out_reveals_nothing() -> None:
    """VR-022: of an army that is being laid out only the number of units is known"""
    match = quincunx.new("vanguard-rome", 2, seed=1)
    match.play("deploy CE").play("deploy ST")
    assert not match.revealed_in(1)
    assert not match.revealed_in(2)


def test_two_decisions_reveal_what_one_of_them_does() -> None:
    match = galaxies.play(two_fleets(), "ship F5 S; go F6; ship H3 A; go H4")
    assert not match.revealed_in(2)
    assert match.revealed_in(4)


@pytest.mark.parametrize("name", [name for name in EVERY_GAME if quincunx.game(name).secret])
def test_asking_what_was_revealed_changes_nothing(name: str) -> None:
    match, random = quincunx.new(name, 2, seed=4), Random(4)
    for _ in range(30):
        match.play(random.choice(match.moves.numbers))
        before = match.raw.tobytes(), list(match.entries), match.line
        assert isinstance(match.revealed_in(min(3, len(match.line))), bool)
        assert (match.raw.tobytes(), match.entries, match.line) == before


# ---------------------------------------------------------------- what was heard of it


def test_a_seat_hears_of_a_secret_only_that_there_is_one() -> None:
    """CW-070: which cards somebody draws is heard by nobody else"""
    match = worlds.set_up("SB@W0(0,0)", "SB@W0(1,0)", hand="HA", deck="EN PO EX SC PF HA2").play("end")
    mine, theirs, spectators = (match.heard_of(0, seat, match) for seat in (0, 1, None))
    assert mine != theirs != spectators
    assert not any("draws a Harvester" in telling.words for telling in spectators)


def test_what_was_heard_is_told_again_as_far_as_it_is_still_known() -> None:
    """GD-230: in a later turn an enemy ship that went somewhere was just a ship"""
    match = galaxies.play(two_fleets(), "ship F5 S; go F6; end")
    while match.state.turn_no == 1:
        match.play("end")
    then, later = (match.heard_of(1, 1, now) for now in (match.at(2), match))
    assert "Scavenger" in then[0].words
    assert "Scavenger" not in later[0].words
    assert match.heard_of(1, 0, match) == match.heard_of(1, 0, match.at(2)), "its owner knows"


def test_an_open_move_is_heard_by_everybody() -> None:
    match = station("d@K.a x2", "m@K.a").play("move d@K.a > F0.b").play("end")
    for step in range(2):
        assert match.heard_of(step, None, match) == match.heard_of(step, 3, match) == match.tellings()[step]


def test_nothing_is_heard_of_a_move_that_was_not_made() -> None:
    with pytest.raises(QuincunxError, match="There is no step 7"):
        quincunx.new("vanagloria", 2, seed=1).heard_of(7, None, quincunx.new("vanagloria", 2, seed=1))


# ---------------------------------------------------------------- carried out again


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_list_of_entries_leads_to_the_same_match(name: str) -> None:
    one, other, random = quincunx.new(name, 2, seed=3), quincunx.new(name, 2, seed=3), Random(3)
    for number in range(60):
        if one.over:
            break
        one.play(random.choice(one.moves.numbers))
        if number % 7 == 6:
            one.undo(random.randint(1, 4))
        if number % 11 == 6:
            one.say(number % 2, "Hello!")
    if one.game.commands and not one.over:
        one.command(one.turn or 0, one.commands(one.turn or 0)[0])
    for kind, data in one.entries:
        other.apply(kind, data)
    assert other == one
    assert other.raw.tobytes() == one.raw.tobytes()
    assert (other.line, other.log) == (one.line, one.log)


def test_an_entry_brings_nothing_else_with_it() -> None:
    """R-41: the passes of those who left are entries of their own"""
    match = quincunx.new("vanagloria", 3, seed=1, first_player=0, leaver="idle")
    match.apply("leave", 1)
    match.apply("move", match.number("end"))
    assert (match.turn, match.entries) == (1, [("leave", 1), ("move", match.line[0])])


def test_an_entry_that_the_rules_forbid_changes_nothing() -> None:
    match = quincunx.new("vanagloria", 3, seed=1)
    before = match.digest
    with pytest.raises(Refused):
        match.apply("move", match.game.move_count - 1)
    with pytest.raises(QuincunxError):
        match.apply("undo", 1)
    assert (match.digest, match.entries) == (before, [])
