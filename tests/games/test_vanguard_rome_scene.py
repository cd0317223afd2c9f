"""Vanguard: Rome on the table: what is to be seen, by whom, which picks spell a move, and what they mean."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import quincunx
from quincunx.engine.canvas import text
from quincunx.engine.position import Position
from quincunx.engine.scene import Arrow, Panel, Place, Scene
from tests.games.legions import clash, new, play, play_on, set_up
from tests.properties.sound import assert_picks_are_moves, ids


def place(scene: Scene, id: str) -> Place:
    return next(place for place in scene.places if place.id == id)


def shown(scene: Scene) -> list[str]:
    return [place.id for place in scene.places]


def marks(position: Position, id: str) -> tuple[str, ...]:
    card = place(position.scene(), id).card
    assert card is not None
    return card.marks


def figures(position: Position, id: str) -> tuple[str, ...]:
    """Attack and defence as they stand on the card."""
    card = place(position.scene(), id).card
    assert card is not None
    return tuple(number for _, number in card.figures)


def panel(scene: Scene, title: str) -> Panel:
    return next(panel for panel in scene.panels if panel.title == title)


def arrows(position: Position) -> dict[tuple[str, str], str]:
    return {(arrow.a, arrow.b): arrow.text for arrow in position.scene().arrows}


def arrow(position: Position, a: str, b: str) -> Arrow:
    return next(arrow for arrow in position.scene().arrows if (arrow.a, arrow.b) == (a, b))


def button_ids(position: Position) -> list[str]:
    return [button.id for button in position.scene().buttons]


def ways(position: Position, *path: str) -> set[str]:
    """What can be picked after a path."""
    return set(position.picks().next(path))


def spelled(position: Position, *path: str) -> str:
    """The moves that a path of picks spells, in writing."""
    *first, last = position.picks().line(path)
    said = [position.game.spell(position, number) for number in first]
    for number in first:
        position = position.copy().play(number)
    return "; ".join([*said, position.game.spell(position, last)])


def why_not(position: Position, *path: str) -> str:
    found = position.why_not_pick(list(path))
    assert found is not None
    return found


def described(position: Position) -> set[str]:
    return {position.game.describe(position, number) for number in position.moves.numbers}


# ---------------------------------------------------------------- the lines


def test_the_own_army_lies_below_and_columns_face_each_other() -> None:
    """2.1, R-03, VR-013"""
    game = set_up("SL IN [PR] IN CV / [(AR)]", "IN [CE] BA CO / [..] (AR)")
    for seat, other in ((0, "B"), (1, "A")):
        scene, own = game.view(seat).scene(), "AB"[seat]
        for column in ("-1", "+1"):
            mirrored = column.translate(str.maketrans("+-", "-+"))
            assert place(scene, f"{own}:F{column}").x == place(scene, f"{other}:F{mirrored}").x
        assert place(scene, f"{own}:F0").x == place(scene, f"{other}:F0").x
        front, vanguard = place(scene, f"{own}:F-1").y, place(scene, f"{own}:F0").y
        assert front > vanguard > place(scene, f"{other}:F0").y > place(scene, f"{other}:F-1").y
    scene = game.view(0).scene()
    assert place(scene, "A:R0").y > place(scene, "A:F-1").y > place(scene, "B:F-1").y > place(scene, "B:R+1").y


@pytest.mark.parametrize("players", [3, 4])
def test_wings_lie_next_to_the_wings_that_they_face(players: int) -> None:
    """VR-175, VR-176"""
    game = set_up(*["SL IN [PR] IN CV / [(AR)]"] * players)
    for seat in range(players):
        scene = game.view(seat).scene()
        assert place(scene, f"{'ABCD'[seat]}:R0").y > max(
            place(scene, f"{letter}:F0").y for letter in "ABCD"[:players].replace("ABCD"[seat], "")
        )
        own, following = "ABCD"[seat], "ABCD"[(seat + 1) % players]
        left, right = place(scene, f"{own}:F-2"), place(scene, f"{following}:F+2")
        others = [place for place in scene.places if place.owner not in (seat, (seat + 1) % players)]
        assert all(
            abs(left.x - right.x) + abs(left.y - right.y) < abs(left.x - far.x) + abs(left.y - far.y) for far in others
        )
        spots = [(place.x, place.y) for place in scene.places]
        assert len(set(spots)) == len(spots)
    assert place(game.scene(), "A:F-3").note == "faces B"
    assert place(game.scene(), "A:F+3").note == f"faces {'ABCD'[players - 1]}"


def test_two_who_are_left_of_four_face_each_other_in_lines() -> None:
    """R-45"""
    scene = set_up("SL [PR] IN", "", "IN [CE] BA", "").scene()
    assert place(scene, "A:F-1").x == place(scene, "C:F+1").x
    assert not any(id.startswith(("B", "D")) for id in shown(scene))


def test_gaps_are_seen_and_the_ends_where_the_line_grows() -> None:
    """VR-043, VR-052"""
    game = set_up("SL .. [..] IN / [(AR)]", "IN [..] PR", pending="CE")
    scene = game.scene()
    slots = {place.id for place in scene.places if place.kind == "slot"}
    assert slots == {"A:F-3", "A:F-1", "A:F0", "A:F+2", "B:F0"}
    assert place(scene, "A:F0").label == "Aurelius F0 (vanguard): empty"
    ordering = play(set_up("SL [IN] IN", "IN [PR] IN", hand="JAVELIN"), "attack")
    assert not {"A:F-2", "A:F+2"} & set(shown(ordering.scene()))


def test_cards_show_their_strength_now_and_say_why() -> None:
    """VR-085..VR-087, 10.1"""
    game = set_up("SL [CE] IN / (CO) [SL] PR+", "IN [PR] IN")
    assert figures(game, "A:F0") == ("6", "4")
    label = place(game.scene(), "A:F0").label
    assert "attack 6 (2 +2 vanguard +1 Slinger F-1 +1 Slinger R0)" in label
    assert "defence 4 (2 +2 vanguard)" in label
    assert figures(game, "A:F-1") == ("1", "2")
    assert "defence 2 (1 +1 Consul R-1)" in place(game.scene(), "A:F-1").label
    assert "attack 6 (4 +1 Chariot +1 Slinger R0)" in place(game.scene(), "A:R+1").label
    end = set_up("CE [IN]", "IN [PR] IN")
    assert "attack 4 (2 +2 end of the line)" in place(end.scene(), "A:F-1").label
    assert figures(set_up("AR [IN]", "[IN]"), "A:F-1") == ("†", "1")


def test_two_consuls_count_once_unless_they_stack() -> None:
    """R-21"""
    label = "defence 5 (4 +1 Consul F-1)"
    assert label in place(set_up("CO [PR] CO", "[IN]").scene(), "A:F0").label
    stacked = set_up("CO [PR] CO", "[IN]", consul_stacks=True)
    assert "defence 6 (4 +1 Consul F-1 +1 Consul F+1)" in place(stacked.scene(), "A:F0").label


def test_marks_tell_who_is_mounted_immune_and_ready() -> None:
    """VR-088, VR-131, VR-132, VR-061, VR-123"""
    game = set_up("CV IN [CE] IN+ CH", "IN [PR] IN")
    assert marks(game, "A:F-2") == ("mounted",)
    assert marks(game, "A:F-1") == ("immune",)
    assert marks(game, "A:F0") == ("immune", "●")
    assert marks(game, "A:F+1") == ("mounted", "immune", "●")
    assert marks(game, "A:F+2") == ("mounted", "●")
    assert marks(game, "B:F0") == ("immune",)
    play(game, "swap F0 F-1")
    assert marks(game, "A:F-1") == ("immune",)


def test_a_riding_chariot_is_a_thing_of_its_own() -> None:
    """VR-119, VR-121"""
    game = set_up("IN [PR+] IN", "IN [IN+] IN")
    riders = {piece.id: piece.place for piece in game.scene().pieces}
    assert riders == {"A:F0+": "A:F0", "B:F0+": "B:F0"}
    assert "Praetorian with a Chariot" in place(game.scene(), "A:F0").label
    play(game, "chariot F0 F-1")
    assert {piece.id: piece.spent for piece in game.scene().pieces} == {"A:F-1+": True, "B:F0+": False}


# ---------------------------------------------------------------- what is hidden


def test_face_down_units_are_backs_and_only_their_owner_knows_them() -> None:
    """VR-180, VR-181"""
    game = set_up("IN [IN] IN / (CA) [(AR+)] EL", "IN [PR] IN / [(CO)]")
    own, other = place(game.view(0).scene(), "A:R-1"), place(game.view(1).scene(), "A:R-1")
    assert own.card is not None
    assert other.card is not None
    assert (own.symbol, own.card.title, own.card.down) == ("catapult", "Catapult", True)
    assert (other.symbol, other.card.title, other.card.down, other.card.figures) == ("back", "", True, ())
    assert other.label == "Aurelius R-1: hidden unit, face down"
    assert [piece.id for piece in game.view(1).scene().pieces] == ["A:R0+"]
    elephant = place(game.view(1).scene(), "A:R+1").card
    assert elephant is not None
    assert not elephant.down
    for seat in (1, None):
        seen = game.view(seat)
        assert "Catapult" not in seen._repr_svg_() + str(seen) + str(seen.scene())


def test_hands_and_drawn_cards_are_seen_by_their_owner_alone() -> None:
    """VR-041, VR-042, OB-4"""
    game = set_up("IN [IN] IN", "IN [PR] IN", pending="CE CE", hands=("FLANK VOLLEY VOLLEY", "RETREAT"))
    mine = shown(game.view(0).scene())
    assert {"new CE", "flank", "volley"} <= set(mine)
    assert "retreat" not in mine
    theirs = game.view(1).scene()
    assert {"new ??", "retreat"} <= set(shown(theirs))
    assert not {"new CE", "flank", "volley"} & set(shown(theirs))
    assert place(theirs, "new ??").note == "×2"
    assert "2 units to place" in theirs.prompt
    watching = set(shown(game.view(None).scene()))
    assert not {"new CE", "flank", "volley", "retreat"} & watching
    assert theirs.seats[0].facts == ("3 units, 3 commands",)
    assert game.view(None).scene().prompt == "It is Aurelius's turn: 2 units to place."
    assert game.view(None).scene().buttons == ()


def test_while_armies_are_laid_out_only_their_size_is_seen() -> None:
    """VR-022, OB-1"""
    game = new("PR IN IN SL SL AR CA EL CO BA", "IN IN IN IN CE CE CE SL SL SL")
    play(game, "deploy PR; deploy IN")
    own = game.view(0).scene()
    assert {"lay IN", "lay EL", "A:F0", "A:F-1", "B:army"} <= set(shown(own))
    assert len([id for id in shown(own) if id.startswith("A:")]) == 10
    assert own.overlays["now"] == ("A:F+1",)
    assert place(own, "A:F+1").note == "next"
    assert own.prompt == "Aurelius lays unit 3 of 10: it goes to F+1."
    assert place(own, "B:army").label == "Brutus: 10 units behind the veil"
    other = game.view(1).scene()
    assert {id for id in shown(other) if id.startswith("A:")} == {"A:army"}
    assert other.prompt == "Aurelius lays out the army in secret."
    assert "Praetorian" not in game.view(1)._repr_svg_() + str(game.view(1))
    card = place(other, "lay CE").card
    assert card is not None
    assert (card.count, card.pale) == (3, True)
    assert [seat.facts[-1] for seat in other.seats] == ["lays out the army", "lays out the army later"]
    assert_picks_are_moves(game)


def test_a_declaration_is_not_seen_by_others() -> None:
    """Section 6"""
    game = play(set_up("IN [IN] IN", "IN [PR] IN", hands=("JAVELIN", "")), "attack")
    assert game.view(0).scene().prompt == "Aurelius: order an attack?"
    assert game.view(1).scene().prompt == "It is Aurelius's turn."
    assert game.view(1).scene().buttons == ()
    assert "javelin" not in shown(game.view(1).scene())


# ---------------------------------------------------------------- the coming attack


def test_arrows_show_what_the_attack_would_do() -> None:
    """VR-070, VR-074, VR-104, VR-111, 10.1"""
    game = set_up("CV BA [PR] IN", "IN [CE] SL")
    assert arrows(game) == {
        ("A:F0", "B:F0"): "4 ≥ 4 kills",
        ("A:F-2", "B:F+1"): "4 ≥ 1 kills",
        ("A:F-1", "B:F+1"): "+1",
    }
    assert arrow(game, "A:F0", "B:F0").kind == "sure"
    coming = panel(game.scene(), "The coming attack")
    assert {item.id for item in coming.choices} == {"B:F0", "B:F+1"}
    assert "Attack: kills" in next(button.label for button in game.scene().buttons if button.id == "attack")
    failing = set_up("IN [IN] IN", "IN [PR] IN")
    assert (arrow(failing, "A:F0", "B:F0").text, arrow(failing, "A:F0", "B:F0").kind) == ("2 < 4 fails", "vain")


def test_the_forecast_is_made_of_what_is_known() -> None:
    """10.1, VR-182"""
    game = set_up("IN [PR] IN / [(SL)]", "IN [PR] IN / [(CO)]")
    assert arrows(game) == {("A:F0", "B:F0"): "5 ≥ 5 kills"}
    assert arrows(game.view(0)) == {("A:F0", "B:F0"): "5 ≥ 4 kills"}
    assert arrow(game.view(0), "A:F0", "B:F0").kind == "sure"
    assert arrows(game.view(1)) == {("A:F0", "B:F0"): "4 < 5 fails?"}
    close = set_up("IN [PR] IN", "IN [PR] IN / [(CO)]").view(0)
    assert (arrow(close, "A:F0", "B:F0").text, arrow(close, "A:F0", "B:F0").kind) == ("4 ≥ 4 kills?", "open")
    unseen = set_up("IN [CA] IN", "IN [PR] IN / [(CO)]")
    assert arrows(unseen.view(0)) == {("A:F0", "B:R0"): "1 against ?"}


def test_archers_kill_or_are_in_vain() -> None:
    """VR-101, VR-102"""
    assert arrows(set_up("IN [AR] IN", "SL [EL] SL")) == {("A:F0", "B:F0"): "† kills"}
    assert arrows(set_up("IN [AR] IN", "SL [IN] SL")) == {("A:F0", "B:F0"): "immune"}
    assert arrows(set_up("IN [AR] IN", "SL [PR] SL / [(IN)]").view(0)) == {("A:F0", "B:F0"): "† kills?"}
    assert arrows(set_up("IN [AR] IN", "SL [EL] SL / [(IN)]").view(0)) == {("A:F0", "B:F0"): "† kills"}


def test_declared_attacks_add_up_and_answers_are_foretold() -> None:
    """VR-076, VR-107, VR-137, VR-154, VR-165"""
    game = play(set_up("IN [PR] IN / [(CA)]", "IN [EL] IN"), "attack")
    assert game.scene().prompt == "Aurelius: fire the Catapult on R0 at B:F0?"
    assert game.scene().overlays["now"] == ("A:R0",)
    assert described(game) == {"Hold fire", "Fire the Catapult (B:F0: 5 ≥ 5 kills)"}
    assert {"fire", "hold"} == set(button_ids(game))
    assert ways(game) == {"fire", "hold", "B:F0"}
    standard = play(set_up("PR [ST] IN", "IN [PR] IN"), "attack")
    assert "The Praetorian on F-1 follows the Standard (B:F+1: 4 ≥ 2 kills)" in described(standard)
    assert ways(standard) == {"alone", "A:F-1", "A:F+1"}
    order = play(set_up("SL [PR] IN", "IN [PR] IN / (CO) [..] (CO)", hand="JAVELIN VOLLEY"), "attack").view(0)
    assert "Javelin: the Infantry on F+1 attacks (B:F-1: 2 ≥ 2 kills?)" in described(order)
    assert "Volley: the Slinger on F-1 shoots at two spaces (B:R+1: 1 against ?)" in described(order)


def test_an_answer_tells_nothing_that_is_hidden() -> None:
    game = play(set_up("CA [PR] IN", "IN [PR] IN / [..] (CO)"), "attack")
    assert described(game) == {"Hold fire", "Fire the Catapult (B:R+1: 1 against ?)"}


# ---------------------------------------------------------------- the hand and the panels


def test_commands_that_cannot_be_played_are_pale_and_say_why() -> None:
    """10.1, R-35, VR-161, R-25"""
    game = set_up("IN [IN] IN", "IN [PR] IN", pending="CE", hand="FLANK JAVELIN RETREAT NIGHTFALL REINFORCE")
    scene = game.scene()
    pale = {place.id for place in scene.places if place.card and place.card.pale}
    assert pale == {"javelin", "retreat", "nightfall"}
    assert "R-35" in place(scene, "javelin").label
    assert "VR-161" in place(scene, "retreat").label
    assert "R-25" in place(scene, "nightfall").label
    play(game, "reinforce")
    reasons = {item.label: item.note[:6] for item in panel(game.scene(), "Not playable now").choices}
    assert reasons == {"Flank and Nightfall": "VR-047", "Javelin": "R-35: ", "Retreat": "VR-161"}
    assert "not your turn" in place(set_up("[IN]", "[IN]", hands=("", "FLANK")).view(1).scene(), "flank").label


def test_the_checklist_of_the_turn() -> None:
    """VR-040, 10.1"""
    game = set_up("IN [..] IN / [IN]", "IN [PR] IN", pending="CE", hand="REINFORCE")
    lines = panel(game.scene(), "Aurelius's turn").lines
    assert lines == ("○ Centurion to place", "○ command used, 0 of 1", "○ line to be closed")
    play(game, "place CE F0; reinforce")
    lines = panel(game.scene(), "Aurelius's turn").lines
    assert lines[1:] == ("✓ command used, 1 of 1", "✓ line closed")
    units = set_up("IN [IN] IN", "IN [PR] IN", level="recruit")
    assert panel(units.scene(), "Aurelius's turn").lines == ("✓ unit placed", "✓ line closed")


def test_decks_and_piles_are_counted() -> None:
    """VR-172, VR-173"""
    scene = set_up("IN [IN] IN", "IN [PR] IN", pile="SL SL").scene()
    assert any("fallen" in line for line in scene.status)
    divided = set_up("IN [IN] IN", "IN [PR] IN", decks="divide_equal").scene()
    assert all("deck" in "; ".join(seat.facts) for seat in divided.seats)


def test_prompts_ask_what_is_to_be_decided() -> None:
    """10.1"""
    assert set_up("IN [IN]", "[IN]", pending="PR").scene().prompt == "Aurelius: Place Praetorian."
    torn = set_up("SL .. [..] .. IN / [SL]", "[IN]")
    assert torn.scene().prompt.startswith("Aurelius: Close the gap: step forward with the Slinger on R0")
    stands = set_up("IN [IN]", "[IN]").scene().prompt
    assert stands == "Aurelius: the line stands. Switch units or play a command, then attack."
    game = play(set_up("IN [PR] IN", "IN [PR] IN", hands=("RETREAT", "")), "attack")
    assert game.scene().prompt == "Aurelius: retreat with the Praetorian?"
    assert game.view(1).scene().prompt == "Aurelius ends the turn."
    play(game, "retreat F+2")
    assert game.scene().prompt.startswith("Aurelius: who takes the vanguard position? Shift the Infantry on F-1 in")
    full = play(set_up("IN [PR] IN", "IN [PR] IN", hand="FLANK " * 4 + "REINFORCE " * 4), "attack")
    assert full.scene().prompt == "Aurelius: discard one. Only 7 commands are held."
    three = play(set_up("IN [PR] IN", "IN [PR] IN", "[IN]"), "attack")
    assert three.scene().prompt == "Aurelius: whom does the vanguard face?"
    assert ways(three) == {"face B", "face C", "B:F0", "C:F0"}


def test_the_end_is_told() -> None:
    """VR-090"""
    game = play(set_up("IN [PR] IN", "[IN]"), "attack")
    assert game.scene().prompt == "The game is over: Aurelius wins, the last army on the table."
    assert game.scene().seats[1].out
    assert str(game).strip()


# ---------------------------------------------------------------- picks


def test_a_drawn_card_is_picked_and_then_a_space() -> None:
    """VR-043"""
    game = set_up("IN [..] IN", "IN [PR] IN", pending="CE PR")
    assert ways(game, "new CE") == {"A:F-2", "A:F0", "A:F+2"}
    assert spelled(game, "new PR", "A:F0") == "place PR F0"
    assert "VR-015" in why_not(game, "new CE", "A:F-1")
    assert "VR-043" in why_not(game, "new CE", "A:F-4")
    assert "VR-044" in why_not(game, "new CE", "A:R-1")
    assert "VR-041" in why_not(game, "new SL", "A:F0")
    assert "Pick a space" in why_not(game, "new CE")
    assert "not in the line of Aurelius" in why_not(game, "new CE", "B:F0")
    assert_picks_are_moves(game)


def test_a_shift_is_one_pick_where_the_unit_can_do_nothing_else() -> None:
    """VR-057, VR-058, VR-059"""
    game = set_up("SL SL [..] IN IN / [SL]", "IN [PR] IN")
    assert spelled(game, "A:R0") == "shift fwd R0"
    assert spelled(game, "A:F-1") == spelled(game, "A:F-2") == "shift lat F-1"
    assert spelled(game, "A:F+2") == "shift lat F+1"
    switching = set_up("SL CE [..] IN IN / [PR]", "IN [PR] IN")
    assert spelled(switching, "A:F-1", "A:F0") == "shift lat F-1"
    assert spelled(switching, "A:F-1", "A:F-2") == "swap F-1 F-2"
    assert spelled(switching, "A:F-2") == "shift lat F-1"
    assert "with whom it changes places" in why_not(switching, "A:F-1")
    assert_picks_are_moves(game)
    assert_picks_are_moves(switching)


def test_a_rear_unit_may_step_forward_or_shift_with_its_block() -> None:
    """R-37"""
    game = set_up("[IN] .. .. / [..] .. SL", "IN [PR] IN")
    assert ways(game, "A:R+2") == {"A:F+2", "A:R+1"}
    assert spelled(game, "A:R+2", "A:F+2") == "shift fwd R+2"
    assert spelled(game, "A:R+2", "A:R+1") == "shift lat R+2"
    assert_picks_are_moves(game)


def test_a_switch_is_a_unit_and_its_partner() -> None:
    """VR-116, VR-133, VR-134"""
    game = set_up("IN [PR] IN CO / [SL]", "IN [PR] IN")
    assert ways(game, "A:F0") == {"A:F-1", "A:F+1", "A:R0", "consul"}
    assert spelled(game, "A:F0", "A:R0") == "swap F0 R0"
    assert spelled(game, "A:F0", "consul", "A:F+2") == "call F0; to F+2"
    assert "VR-060" in why_not(game, "A:F-1", "A:F0")
    assert "VR-117" in why_not(game, "A:F+2", "A:F+3")
    assert "VR-134" in why_not(game, "A:F0", "consul", "A:F-1")
    assert_picks_are_moves(game)
    play(game, "swap F0 F-1")
    assert "VR-061" in why_not(game, "A:F-1", "A:F0")


def test_a_chariot_goes_somewhere_in_one_decision() -> None:
    """VR-119, VR-122"""
    game = set_up("IN [PR+] CH / [SL]", "IN [PR] IN")
    assert ways(game, "A:F+1") == {"A:F-1", "A:R0"}
    assert spelled(game, "A:F+1", "A:R0") == "chariot F+1; to R0"
    assert {"A:F-2", "A:F+2", "A:R-1", "A:R+1", "A:F-1", "A:R0"} == ways(game, "A:F0+")
    assert spelled(game, "A:F0+", "A:R-1") == "chariot F0; to R-1"
    assert "VR-121" in why_not(game, "A:F0+", "A:F0")
    assert "VR-119" in why_not(game, "A:F-1+")
    after = game.copy().play("chariot F0")
    assert after.scene().prompt == "Aurelius: where does the Chariot on F0 go?"
    assert {"A:R-1", "A:R+1"} <= set(shown(after.scene()))
    assert after.scene().overlays["now"] == ("A:F0",)
    assert_picks_are_moves(game)


def test_a_standing_chariot_that_can_also_shift_is_asked_which() -> None:
    """VR-058, VR-119"""
    game = set_up("IN [PR] .. CH", "IN [PR] IN")
    assert ways(game, "A:F+2") == {"A:F+1", "mount"}
    assert "mount" in button_ids(game)
    assert spelled(game, "A:F+2", "A:F+1") == "shift lat F+2"
    assert spelled(game, "A:F+2", "mount", "A:F0") == "chariot F+2; to F0"
    assert_picks_are_moves(game)


def test_a_flank_names_the_card_the_unit_and_in_the_centre_the_end() -> None:
    """VR-151, VR-152"""
    game = set_up("IN [PR] SL / [CE]", "IN [PR] IN", hand="FLANK")
    assert ways(game, "flank") == {"A:F-1", "A:F+1", "A:R0"}
    assert spelled(game, "flank", "A:F-1") == "flank F-1 right"
    assert ways(game, "flank", "A:R0") == {"A:F-2", "A:F+2"}
    assert spelled(game, "flank", "A:R0", "A:F-2") == "flank R0 left"
    assert "VR-151" in why_not(game, "flank", "A:F0")
    assert "Pick the end" in why_not(game, "flank", "A:R0")
    assert "Pick a unit" in why_not(game, "flank")
    assert_picks_are_moves(game)


def test_orders_name_the_card_and_the_unit() -> None:
    """VR-154, VR-162..VR-166, R-36"""
    hand = "JAVELIN SURPRISE VOLLEY STAMPEDE"
    game = play(set_up("SL [PR] EL / [AR]", "EL [PR] IN / SL [SL] SL", hand=hand), "attack")
    assert ways(game) == {"surprise", "volley", "stampede", "no order"}
    assert ways(game, "volley") == {"A:F-1", "A:R0"}
    assert ways(game, "volley", "A:F-1") == {"B:F+1", "B:R+1"}
    assert spelled(game, "volley", "A:F-1", "B:R+1") == "order volley F-1 2"
    assert spelled(game, "volley", "A:R0") == "order volley R0 2"
    assert ways(game, "stampede") == {"A:F+1", "B:F-1"}
    assert spelled(game, "surprise", "A:F+1") == "order surprise F+1"
    assert spelled(game, "no order") == "order none"
    assert "VR-154" in why_not(game, "javelin", "A:F-1")
    assert "VR-082" in why_not(game, "surprise", "A:F0")
    assert "R-36" in why_not(game, "surprise", "A:R0")
    assert "VR-166" in why_not(game, "volley", "A:F-1", "B:F0")
    assert "VR-162" in why_not(game, "stampede", "B:F0")
    assert_picks_are_moves(game)


def test_a_retreat_names_the_card_and_the_space() -> None:
    """VR-159, VR-160"""
    game = play(set_up("PR [IN] SL", "SL [SL] SL", hands=("RETREAT", "")), "attack")
    assert ways(game) == {"retreat", "stay"}
    assert ways(game, "retreat") == {"A:F-2", "A:F+2", "A:R-1", "A:R0", "A:R+1"}
    assert spelled(game, "retreat", "A:R-1") == "retreat R-1"
    assert "VR-159" in why_not(game, "retreat", "A:F-1")
    assert "Pick the Retreat" in why_not(game, "A:F-2")
    assert_picks_are_moves(game)
    play(game, "retreat F+2")
    assert ways(game) == {"A:F-1", "A:F+1", "A:F+2"}
    assert_picks_are_moves(game)


def test_at_night_armies_are_kept_or_taken_up() -> None:
    """VR-155, VR-156"""
    game = play(set_up("IN [PR] SL", "SL [SL] SL", hands=("NIGHTFALL", "")), "nightfall")
    assert button_ids(game) == ["keep", "take up"]
    assert "Night: every army may be laid out anew, face down." in game.scene().banners
    assert game.view(1).scene().prompt == "Nightfall: Aurelius lays out the army in secret."
    play(game, "reorg")
    assert button_ids(game) == ["lean left", "lean right"]
    assert_picks_are_moves(game)
    play(game, "lean right")
    assert set(shown(game.view(0).scene())) >= {"A:F0", "A:F+1", "A:R0", "lay IN", "lay PR", "lay SL", "B:army"}
    assert_picks_are_moves(game)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("attack",), "VR-041"),
        (("nightfall",), "R-25"),
        (("javelin",), "R-35"),
        (("retreat", "A:F-2"), "VR-161"),
        (("surprise",), "R-35"),
        (("A:F0",), "VR-056"),
        (("A:F+1",), "VR-058"),
        (("A:F+4",), "Nobody stands there"),
        (("B:F0",), "not in the line of Aurelius"),
        (("fire",), "VR-071"),
        (("keep",), "VR-156"),
        (("lay IN",), "VR-156"),
        (("face B",), "VR-071"),
        (("nonsense",), "Pick a drawn unit"),
        (("new IN", "nonsense"), "Pick a drawn unit"),
        (("stampede", "nonsense"), "Pick a drawn unit"),
        ((), "Pick a drawn unit"),
    ],
)
def test_a_wrong_pick_is_answered(path: tuple[str, ...], reason: str) -> None:
    game = set_up("IN [SL] IN", "IN [PR] IN", pending="IN", hand="NIGHTFALL JAVELIN RETREAT")
    assert reason in why_not(game, *path)


# ---------------------------------------------------------------- every position


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (2, {"shift_model": "rows", "consul_stacks": True}),
        (2, {"level": "recruit_with_commands", "close_up": True}),
        (3, {}),
        (4, {"hidden_rear": False}),
    ],
)
def test_every_position_on_the_way_can_be_shown_and_picked(players: int, options: dict[str, Any]) -> None:
    game = quincunx.new("vanguard-rome", players, seed=players, **options)
    for step in range(12):
        play_on(game, seed=step, stop=len(game.line) + 17)
        assert_picks_are_moves(game)
        for seat in (None, *range(players)):
            view = game.view(seat)
            scene = view.scene()
            assert len(ids(scene)) == len(scene.places) + len(scene.pieces) + len(scene.buttons)
            known = set(shown(scene))
            assert {end for arrow in scene.arrows for end in (arrow.a, arrow.b)} <= known
            assert {id for overlay in scene.overlays.values() for id in overlay} <= known
            for width in (80, 120):
                assert text(scene, width=width).strip()
            ET.fromstring(view._repr_svg_())
        assert all(words.strip() for words in described(game))
        if game.over:
            break


def test_two_lines_fit_into_eighty_columns() -> None:
    game = clash(
        "SL SL [PR] IN IN / (AR) (AR) [(CA)] (CO) (CO)",
        "CE CE [IN] BA BA / (IN) (IN) [(IN)] (ST) (ST)",
    )
    drawn = text(game.view(0).scene(), width=80)
    assert max(len(line) for line in drawn.splitlines()) <= 80
    assert "PR A:F0" in drawn
    assert "ca R0" in drawn
    assert "?? R0" in drawn
