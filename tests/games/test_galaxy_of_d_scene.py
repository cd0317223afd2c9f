"""Galaxy of D on the table: what is to be seen, by whom, which picks spell a move, and what they mean."""

from collections.abc import Sequence

import pytest

import quincunx
from quincunx.engine.canvas import text
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Panel, Piece, Place, Scene
from quincunx.games.galaxy_of_d import scene as look
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.setup import galaxy
from tests.games.galaxies import play, set_up
from tests.properties.sound import assert_picks_are_moves


def piece(scene: Scene, id: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id)


def place(scene: Scene, id: str) -> Place:
    return next(place for place in scene.places if place.id == id)


def panel(scene: Scene, title: str) -> Panel:
    return next(panel for panel in scene.panels if panel.title == title)


def button_ids(position: Position) -> list[str]:
    return [button.id for button in position.scene().buttons]


def ways(position: Position, *path: str) -> list[str]:
    """What can be picked after a path."""
    return position.picks().next(path)


def why_not(position: Position, *path: str) -> str:
    found = position.why_not_pick(list(path))
    assert found is not None
    return found


def spelled(position: Position, *path: str) -> list[str]:
    """The moves that a path of picks spells, in writing."""
    return [position.game.spell(position, number) for number in position.picks().line(path)]


# ---------------------------------------------------------------- the map


@pytest.mark.parametrize(("name", "sectors"), [("small", 70), ("standard", 102), ("large", 140)])
def test_every_sector_is_a_hex_that_touches_its_neighbours(name: str, sectors: int) -> None:
    """GD-003"""
    scene = quincunx.new("galaxy-of-d", seed=1, map=name).scene()
    assert len(scene.places) == sectors
    corners = {place.id: {(round(x), round(y)) for x, y in place.outline} for place in scene.places}
    chart = galaxy(name)
    assert all(len(found) == 6 for found in corners.values())
    for sector, links in zip(chart.names, chart.links, strict=True):
        for other in links:
            theirs = corners[chart.names[other]]
            near = [1 for x, y in corners[sector] if any(abs(x - p) + abs(y - q) <= 2 for p, q in theirs)]
            assert len(near) == 2
    for x, y in (corner for place in scene.places for corner in place.outline):
        assert 0 < x < scene.width
        assert 0 < y < scene.height


def test_things_show_what_they_are_worth_and_to_whom() -> None:
    """GD-108, GD-503, GD-504"""
    game = set_up(things="F6=S D6=P H3=A J3=P", ships0="D6=I H3=I", ships1="H3=I")
    scene = game.scene()
    assert place(scene, "F6").note == f"${game.state.cargo_price}"
    assert (place(scene, "D6").symbol, place(scene, "D6").owner) == ("planet", 0)
    assert place(scene, "D6").label == "planet D6, $2 a turn for Redog"
    assert (place(scene, "H3").symbol, place(scene, "H3").owner) == ("asteroid", None)
    assert place(scene, "J3").label == "planet J3, $2 a turn for its holder"
    assert place(scene, "A1").owner == 0
    assert place(scene, "A1").note == "Armor 20"
    assert piece(scene, "base 1").place == "L6"


def test_face_down_tokens_say_nothing() -> None:
    """GD-104"""
    game = quincunx.new("galaxy-of-d", seed=1, thing_placement="alternate")
    play(game, "place F6")
    assert place(game.scene(), "F6").symbol == "token"
    assert place(game.scene(), "F6").label == "face-down token F6"


def test_sides_follow_the_colours() -> None:
    """GD-001, GD-111"""
    game = quincunx.new("galaxy-of-d", seed=1, first_player="seat0")
    assert [style.name for style in game.scene().styles] == ["Redog", "Cynder"]
    game.play("colour cynder")
    assert [style.letter for style in game.scene().styles] == ["C", "R"]
    assert (game.name(0), game.style(0).name) == ("Cynder", "Cynder")


# ---------------------------------------------------------------- ships and stacks


def test_own_stacks_are_fanned_out_by_class() -> None:
    game = set_up(ships0="F6=CICL", ships1="L6=D")
    here = {piece.id: piece.count for piece in game.view(0).scene().pieces if piece.place == "F6"}
    assert here == {"0:I@F6": 1, "0:L@F6": 1, "0:C@F6": 2}
    assert piece(game.scene(), "0:C@F6").label == "Redog: 2 Cruisers on F6"


def test_of_enemy_stacks_only_the_top_ship_and_the_height_are_seen() -> None:
    """GD-230, TV-70"""
    game = set_up(ships0="A1=I", ships1="F6=DCI")
    seen = [piece for piece in game.view(0).scene().pieces if piece.place == "F6"]
    assert [(piece.id, piece.count, piece.text, piece.under) for piece in seen] == [("1:I@F6", 3, "I+2", "unseen-ship")]
    assert seen[0].label == "Cynder: Interceptor on top of 3 ships on F6"
    assert len([piece for piece in game.view(1).scene().pieces if piece.place == "F6"]) == 3
    assert len([piece for piece in game.scene().pieces if piece.place == "F6"]) == 3
    spectator = game.view(None).scene()
    assert [piece.count for piece in spectator.pieces if piece.place == "F6"] == [3]


def test_open_stacks_and_those_in_a_combat_are_seen_whole() -> None:
    """GD-230, GD-304"""
    game = set_up(ships0="A1=I", ships1="F6=DCI", fog="open")
    assert len([piece for piece in game.view(0).scene().pieces if piece.place == "F6"]) == 3
    fight = play(set_up(ships0="F6=CSI", ships1="F6=CI"), "end")
    assert len([piece for piece in fight.view(0).scene().pieces if piece.place == "F6"]) == 5


def test_ships_that_have_moved_are_told_apart() -> None:
    """GD-210"""
    game = play(set_up(ships0="F5=CC F6=I"), "ship F5 C; go F6")
    assert not piece(game.scene(), "0:C@F5").spent
    assert piece(game.scene(), "0:C@F6").spent
    play(game, "ship F5 C; go F6")
    both = set_up(ships0="F5=C F6=CC'")
    assert (piece(both.scene(), "0:C@F6").text, piece(both.scene(), "0:C@F6").spent) == ("1/2C", False)
    assert "1 can still move" in piece(both.scene(), "0:C@F6").label


@pytest.mark.parametrize("sides", [["D"], ["CI"], ["ISF", "C"], ["ISFLCBAD", "ISFLCBAD"]])
def test_ships_in_a_sector_do_not_cover_each_other(sides: Sequence[str]) -> None:
    ships = {f"ships{seat}": f"F6={stack}" for seat, stack in enumerate(sides)}
    game = set_up(ships0=ships["ships0"], ships1=ships.get("ships1", ""), pirates="S@F6 C@F6")
    scene = game.scene()
    here = [piece for piece in scene.pieces if piece.place == "F6"]
    assert len(here) == sum(map(len, sides)) + 2
    for i, one in enumerate(here):
        assert abs(one.x - place(scene, "F6").x) + one.size <= look.HEX * 0.87
        assert abs(one.y - place(scene, "F6").y) + one.size <= look.HEX * 0.7
        for other in here[i + 1 :]:
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 2 * one.size - 0.3


# ---------------------------------------------------------------- moving a ship


def test_a_ship_is_picked_by_itself_or_by_its_sector_and_then_goes_somewhere() -> None:
    """GD-210"""
    game = set_up(ships0="F5=C H5=CI")
    assert set(ways(game)) == {"0:C@F5", "F5", "0:C@H5", "0:I@H5", "H5", "end"}
    assert ways(game, "0:C@F5") == ways(game, "F5")
    assert set(ways(game, "H5")) == {"0:C@H5", "0:I@H5"}
    assert spelled(game, "F5", "F7") == ["ship F5 C", "go F7"]
    assert spelled(game, "H5", "0:I@H5", "H8") == ["ship H5 I", "go H8"]
    assert game.picks().line(["0:C@F5"]) == ()
    assert_picks_are_moves(game)


def test_where_only_one_class_can_still_move_the_sector_is_enough() -> None:
    """GD-210"""
    game = set_up(ships0="F5=CI'")
    assert "F6" in ways(game, "F5")
    assert "GD-210" in why_not(game, "0:I@F5")


def test_where_two_ways_lead_the_person_is_asked_which() -> None:
    """R-21, GD-219, GD-220, GD-217"""
    loading = set_up(things="F6=P J6=S", ships0="F5=F")
    assert ways(loading, "0:F@F5", "E6") == ["around", "through"]
    assert spelled(loading, "0:F@F5", "E6", "through") == ["ship F5 F", "go E6 through"]
    assert ways(loading, "0:F@F5", "F7") == []
    assert spelled(loading, "0:F@F5", "F7") == ["ship F5 F", "go F7 through"]
    labels = {button.id: button.label for button in play(loading, "ship F5 F").scene().buttons}
    assert labels == {"around": "Around the planet: stay empty", "through": "Through the planet: load"}
    assert_picks_are_moves(loading)
    selling = play(set_up(things="F6=S F9=P", ships0="F5=L"), "ship F5 L")
    assert "Past the Spaceport: sell for $12" in [button.label for button in selling.scene().buttons]
    bombing = play(set_up(base="A1 F6", ships0="F5=B"), "ship F5 B")
    assert "Past the Starbase: strike, −10 Armor" in [button.label for button in bombing.scene().buttons]
    assert "around it or through it" in why_not(bombing, "E6")


def test_a_ship_that_can_only_go_out_and_back_is_offered_its_own_sector() -> None:
    """R-19, R-24"""
    game = set_up(base="A1 F6", ships0="F6=B")
    assert spelled(game, "0:B@F6", "F6") == ["ship F6 B", "go F6"]
    assert "out and back, striking Cynder's Starbase" in describe_all(game, "0:B@F6", "F6")


def describe_all(position: Position, *path: str) -> str:
    """The last move of a path, in words."""
    *first, last = position.picks().line(path)
    for number in first:
        position = position.copy().play(number)
    return position.game.describe(position, last)


def test_the_reach_of_the_picked_ship_is_shown_with_its_stops_and_effects() -> None:
    """GD-214, GD-219, GD-220, GD-217"""
    game = play(set_up(things="F6=S F9=P", ships0="F5=L", ships1="E5=I", money="20 2"), "ship F5 L")
    scene = game.scene()
    assert set(scene.overlays["reach"]) == {game.game.spell(game, move).split()[1] for move in game.moves.numbers}
    assert scene.overlays["must stop"] == ("E5",)
    assert scene.overlays["sell"] == ("F6",)
    assert scene.overlays["picked"] == ("F5",)
    assert set(scene.shown) <= set(scene.overlays)
    assert (place(scene, "F6").note, place(scene, "E5").note) == ("sell $5", "stop")
    assert "A sale would be cut by the $25 cap: $5 instead of $12." in scene.banners
    bomber = play(set_up(base="A1 F6", ships0="F5=B"), "ship F5 B").scene()
    assert place(bomber, "F6").note == "strike −10"
    freighter = play(set_up(things="F6=P H3=S", ships0="F5=F"), "ship F5 F").scene()
    assert place(freighter, "F6").note == "load"


def test_of_a_ship_that_another_has_picked_nothing_is_seen() -> None:
    game = play(set_up(ships0="F5=C", ships1="L6=I"), "ship F5 C")
    assert "reach" not in game.view(1).scene().overlays
    assert game.view(1).scene().prompt == "Redog moves: 1 ship can still go. Pick one, or end the movement."
    assert game.view(0).scene().prompt == "Redog's Cruiser on F5 goes up to 2 sectors. Pick where to."


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("1:I@F6",), "GD-210"),
        (("F6",), "GD-210"),
        (("A3",), "GD-210"),
        (("p:S@H5",), "GD-210"),
        (("H4",), "Pick which ship on H4"),
        (("0:C@F5", "F9"), "GD-016"),
        (("0:C@F5", "F8"), "GD-016"),
        (("0:C@F5", "F5"), "R-24"),
        (("H4", "0:I@H4", "A1"), "GD-016"),
        (("buy I",), "GD-201"),
        (("pass",), "GD-201"),
        (("around",), "Pick one of your ships"),
        (("nowhere",), "Pick one of your ships"),
        (("Z9",), "Pick one of your ships"),
        ((), "Pick one of your ships"),
    ],
)
def test_a_wrong_pick_in_the_movement_is_answered(path: tuple[str, ...], reason: str) -> None:
    game = set_up(ships0="F5=C H4=CI", ships1="F6=I", pirates="S@H5")
    assert reason in why_not(game, *path)


def test_a_sector_beyond_an_enemy_is_refused_by_the_rule_of_stopping() -> None:
    """GD-214"""
    game = set_up(ships0="A1=C", ships1="A2=I B1=I B2=I")
    assert "GD-214" in why_not(game, "0:C@A1", "A3")


# ---------------------------------------------------------------- setup, combat, Pirates, buying


def test_every_phase_of_the_setup_has_its_buttons_and_prompt() -> None:
    """GD-110, GD-111, GD-115, GD-118, GD-123"""
    game = quincunx.new("galaxy-of-d", seed=1, first_player="rps", seats=["Ann", "Ben"])
    assert button_ids(game) == ["rock", "paper", "scissors"]
    assert game.view(1).scene().buttons == ()
    assert game.scene().prompt == "Ann shows a hand: rock, paper or scissors."
    play(game, "rps rock; rps rock")
    assert game.scene().prompt == "Ann shows a hand once more (1 tie): rock, paper or scissors."
    play(game, "rps paper; rps rock")
    assert button_ids(game) == ["redog", "cynder"]
    assert game.scene().prompt == "Ann takes the first turn and picks a side: Redog or Cynder."
    assert spelled(game, "cynder") == ["colour cynder"]
    play(game, "colour cynder; bid 2")
    assert button_ids(game)[:2] == ["pass", "bid 3"]
    assert game.scene().prompt.startswith("The bid stands at $2: Ben raises or passes.")
    assert "GD-115" in why_not(game, "bid 1")
    play(game, "pass")
    assert game.scene().prompt == "Ann places the Starbase and pays $2: not on or next to a Thing."
    assert game.scene().buttons == ()
    thing = next(place.id for place in game.scene().places if place.symbol)
    assert "GD-118" in why_not(game, thing)
    play(game, ways(game)[0].join(("place ", "")))
    assert "at least 3 steps from" in game.scene().prompt
    assert "GD-121" in why_not(game, game.scene().pieces[0].place)


def test_a_basket_is_bought_piece_by_piece_and_only_its_owner_sees_it() -> None:
    """GD-123, TV-71"""
    game = set_up(phase="secret_buy", money="15 15", ships0="", ships1="")
    assert button_ids(game) == [*(f"buy {code}" for code in "ISFCBAD"), "end"]
    assert game.scene().buttons[0].label == "Interceptor $2, 6 in the pool"
    play(game, "buy I; buy C")
    assert game.scene().buttons[0].label == "Interceptor $2, 5 in the pool"
    assert "R-15" in why_not(game, "buy I")
    own = panel(game.view(0).scene(), "First ships, in secret")
    assert [(side.heading, dict(side.figures)) for side in own.sides] == [("Redog's basket", {"spent": 7, "left": 8})]
    assert [(item.text, item.count) for item in own.sides[0].items] == [("I", 1), ("C", 1)]
    assert game.view(0).scene().prompt == "Redog fills the first basket in secret: $8 left."
    play(game, "end; buy B")
    for seat in (1, None):
        seen = game.view(seat).scene()
        assert "Redog" not in str(panel(seen, "First ships, in secret").sides)
        assert "Redog is ready." in panel(seen, "First ships, in secret").lines
        assert "Interceptor" not in text(seen).replace("Interceptor $2", "")
    assert "Cynder is still choosing." in panel(game.view(0).scene(), "First ships, in secret").lines
    assert game.view(0).scene().prompt == "Cynder chooses the first ships in secret."
    assert len(panel(game.scene(), "First ships, in secret").sides) == 2


def test_a_combat_is_laid_out_side_by_side_with_what_each_loss_would_mean() -> None:
    """GD-305, GD-308, GD-310"""
    game = play(set_up(ships0="F6=CSI", ships1="F6=CB", pirates="S@F6"), "end")
    scene = game.view(0).scene()
    shown = panel(scene, "Combat on F6")
    assert [(side.heading, dict(side.figures), side.turn) for side in shown.sides] == [
        ("Redog", {"attack": 10, "to absorb": 5}, True),
        ("Cynder", {"attack": 5, "to absorb": 10}, False),
        ("The Pirates", {"attack": 3, "to absorb": 10}, False),
    ]
    assert {item.id: item.note for item in shown.choices} == {
        "0:I@F6": "destroyed, 3 left to absorb",
        "0:S@F6": "destroyed, 2 left to absorb",
        "0:C@F6": "takes all 5 and survives",
    }
    assert panel(game.view(1).scene(), "Combat on F6").choices == ()
    assert set(ways(game)) == {"0:I@F6", "0:S@F6", "0:C@F6"}
    assert place(scene, "F6").note == "10:5:3"
    assert scene.prompt == "Redog names a ship on F6: 5 left to absorb."
    play(game, "absorb S")
    lost = [item for item in panel(game.scene(), "Combat on F6").sides[0].items if item.crossed]
    assert [(item.text, item.label) for item in lost] == [("S", "Scavenger, lost")]
    assert piece(game.scene(), "0:S@F6").crossed
    assert "GD-311" in why_not(game, "0:S@F6")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("1:C@F6", "not an enemy's"),
        ("p:S@F6", "not a Pirate"),
        ("F6", "Pick a ship on F6"),
        ("0:D@F6", "R-29"),
        ("0:I@H3", "R-29"),
        ("end", "R-30"),
    ],
)
def test_a_wrong_pick_in_a_combat_is_answered(path: str, reason: str) -> None:
    """GD-310, R-29, R-30"""
    game = play(set_up(ships0="F6=CSI H3=I", ships1="F6=CB", pirates="S@F6"), "end")
    assert reason in why_not(game, path)


def test_losses_named_in_secret_are_not_shown_to_the_other() -> None:
    """R-27"""
    game = play(set_up(ships0="F6=CSI", ships1="F6=CSI", absorb_order="secret"), "end; absorb I")
    if game.turn == 0:
        play(game, "absorb C")
    seen = panel(game.view(1).scene(), "Combat on F6")
    assert not any(item.crossed for side in seen.sides for item in side.items)


def test_combats_to_come_are_listed_with_both_scores() -> None:
    """GD-300, GD-303, GD-305"""
    game = set_up(ships0="F6=C H3=I", ships1="F6=DI", pirates="C@H3")
    shown = panel(game.scene(), "Combats to come")
    assert {item.id: item.note for item in shown.choices} == {
        "F6": "Redog 5 against Cynder 12",
        "H3": "Redog 2 against the Pirates 5",
    }
    hidden = panel(game.view(0).scene(), "Combats to come")
    assert hidden.choices[0].note == "Redog 5 against Cynder at least 2"
    assert place(game.view(0).scene(), "F6").note == "5:≥2"
    assert game.scene().overlays["combats"] == ("F6", "H3")
    assert "End the movement: combats on F6 and H3" in [button.label for button in game.scene().buttons]
    play(game, "end")
    assert ways(game) == ["F6", "H3"]
    assert game.scene().prompt == "Redog chooses which of 2 combats is fought next."
    assert game.game.describe(game.view(0), game.moves.numbers[0]) == "Fight on F6: Redog 5 against Cynder at least 2"
    assert "GD-300" in why_not(game, "A2")


def test_pirates_are_picked_with_what_they_would_do() -> None:
    """GD-400, GD-401, GD-403"""
    game = play(set_up(ships0="F6=F", ships1="L6=I", pirates="S@F6 C@H7"), "end")
    assert [(item.id, item.note) for item in panel(game.scene(), "Pirates").choices] == [
        ("p:S@F6", "fights at once"),
        ("p:C@H7", "rolls: on 1 to 3 it heads for F6"),
    ]
    both = play(set_up(ships0="F6=D", pirates="S@E2 C@H7"), "end")
    assert ways(both) == ["p:S@E2", "p:C@H7"]
    assert "Pick a Pirate" in why_not(both, "H7")
    assert "Pick a Pirate" in why_not(both, "A1")
    assert both.game.describe(both, both.moves.numbers[0]) == "The Pirate Scavenger on E2 acts"
    notes = [item.note for item in panel(both.scene(), "Pirates").choices]
    assert notes == ["rolls: on 1 to 3 it heads for F6"] * 2


def test_the_active_player_may_name_the_pirates_losses() -> None:
    """R-34"""
    game = play(set_up(ships0="F6=CS", pirates="S@F6 C@F6", pirate_absorb="active"), "end; absorb C")
    assert ways(game) == ["p:S@F6", "p:C@F6"]
    assert game.scene().prompt == "Redog names a Pirate on F6: 8 left to absorb."
    assert "have to absorb" in why_not(game, "0:C@F6")
    assert [item.note for item in panel(game.scene(), "Combat on F6").choices] == [
        "destroyed, 5 left to absorb",
        "destroyed, nothing left to absorb",
    ]
    assert game.game.describe(game, game.moves.numbers[0]) == "Name the Pirate Scavenger: destroyed, 5 left to absorb"


def set_up_buying(money: str) -> Position:
    """In phase 4."""
    return play(set_up(money=money), "end")


def test_the_shipyard_is_open_to_who_buys() -> None:
    """GD-500, GD-017"""
    game = set_up_buying("9 2")
    shown = panel(game.view(0).scene(), "Shipyard")
    assert [item.id for item in shown.choices] == [f"buy {code}" for code in "ISFCBAD"]
    assert shown.choices[4].note == "strike 10, armor 3, speed 2"
    assert game.view(1).scene().panels == ()
    assert "GD-500" in why_not(set_up_buying("2 2"), "buy D")
    assert game.scene().prompt == "Redog has $9 to buy ships, or ends the turn and gets $1."
    assert game.game.describe(game, s.BUY_MOVE) == "Buy an Interceptor for $2"
    assert game.game.describe(game, s.END) == "End the turn"


# ---------------------------------------------------------------- beside the map


def test_players_have_their_tracks_their_fleets_and_their_time() -> None:
    """GD-009, GD-010, GD-011, GD-125, TV-01"""
    game = set_up(ships0="F6=CCI", money="15 3", armor="16 20", first=1, active=1, decider=1, ships1="L6=I")
    redog, cynder = game.scene().seats
    assert [(track.name, track.value, track.most) for track in redog.tracks] == [("Money", 15, 25), ("Armor", 16, 20)]
    assert (redog.marks, cynder.marks) == ((), ("first-turn",))
    assert "burns out in 16 own turns, income $1" in redog.facts
    assert {item.text: (item.count, item.note) for item in redog.items}["C"] == (2, "/4")
    assert game.scene().status == ("Turn 1 of at most 39", "Phase 1: Movement", "Cargo Price $0")


def test_warnings_of_what_can_come_next() -> None:
    """GD-217, GD-218, R-17"""
    near = set_up(ships0="F6=C", ships1="C1=BB", armor="20 20")
    assert "Redog has no ship at home: the Starbase can be struck in passing." in near.scene().banners
    assert (
        "Redog's Starbase can be bombed out in the next turn: 2 Bombers in reach, 20 Armor left."
        in near.scene().banners
    )
    one = set_up(ships0="F6=C A1=I", ships1="C1=B")
    assert one.scene().banners == ("1 enemy Bomber can strike Redog's Starbase in the next turn.",)
    covered = set_up(ships0="F6=C A1=I", ships1="C1=BI")
    assert covered.view(0).scene().banners == ()
    holding = play(set_up(things="F6=P H2=S", ships0="F6=I A1=I"), "ship F6 I")
    assert "This ship holds the planet on F6 (−$2 without it)." in holding.scene().banners


def test_the_end_says_who_has_won_and_how() -> None:
    """GD-508"""
    game = set_up(ships0="L6=I", ships1="A1=C")
    game.command(1, "concede")
    assert game.scene().prompt == "The game is over: Redog wins. Cynder's side was conceded."
    assert game.scene().buttons == ()
    assert game.picks() == PickTree()
    assert "The game is over." in why_not(game)


def test_the_map_can_be_read_on_eighty_columns() -> None:
    game = set_up(things="F6=S D6=P", ships0="F7=CCI A1=I", ships1="D6=S", pirates="C@E3")
    lines = text(game.scene(), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    drawn = "\n".join(lines)
    assert all(f" {name} " in drawn for name in ("F1", "G11", "L3", "$F6", "●D6", "⌂A1", "⌂L6"))
    assert "C:S" in drawn
    assert "p:C" in drawn
    assert "R:3" in drawn
