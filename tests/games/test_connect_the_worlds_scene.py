"""Connect the Worlds on the table: what is to be seen, by whom, which picks spell a move, and what they mean."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import quincunx
from quincunx.engine.position import Position
from quincunx.engine.scene import Card, Panel, Piece, Place, Scene
from quincunx.table.match import Match
from tests.games.worlds import NAME, new, play, play_on, set_up, settled
from tests.properties.sound import assert_picks_are_moves, ids

BLUE = "SB@W0(0,0) AT@W0(0,0)x2 AC@W0(0,0) AB@W2(0,0) TF@S(0,-4)"
RED = "SB@W1(0,0) OP@W1(2,0) CA@W1(2,0) AT@W0(1,0) SB@W2(1,0)"


def war(**words: Any) -> Match:
    """Two empires that meet on W0 and W2."""
    usual: dict[str, Any] = {"hands": ["SC1 EN1 HA1 PO1 AT1", "HA2 EN1"], "decks": ["HA2 SC1", "SC2 PO1"]}
    usual |= {"discards": ["EN1", "AT1"], "pools": [9, 4], "portals": "W0(0,0)~W2(0,0)"}
    return set_up(BLUE, RED, **usual | words)


def place(scene: Scene, id: str) -> Place:
    return next(place for place in scene.places if place.id == id)


def piece(scene: Scene, id: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id)


def card(scene: Scene, id: str) -> Card:
    found = place(scene, id).card
    assert found is not None
    return found


def panel(scene: Scene, title: str) -> Panel:
    return next(panel for panel in scene.panels if panel.title.startswith(title))


def button_ids(position: Position) -> list[str]:
    return [button.id for button in position.scene().buttons]


def overlay(position: Position, name: str) -> set[str]:
    return {id.removeprefix("hex:") for id in position.scene().overlays.get(name, ())}


def ways(position: Position, *path: str) -> set[str]:
    """What can be picked after a path."""
    return set(position.picks().next(path))


def spelled(position: Position, *path: str) -> str:
    """The moves that a path of picks spells, in writing."""
    said = []
    for number in position.picks().line(path):
        said.append(position.game.spell(position, number))
        position = position.copy().play(number)
    return "; ".join(said)


def why_not(position: Position, *path: str) -> str:
    found = position.why_not_pick(list(path))
    assert found is not None
    return found


def described(position: Position) -> set[str]:
    return {position.game.describe(position, number) for number in position.moves.numbers}


# ---------------------------------------------------------------- the maps


@pytest.mark.parametrize("players", range(2, 7))
def test_every_hex_and_every_world_is_a_place(players: int) -> None:
    """CW-030, CW-031, CW-032, CW-034, CW-080, CWR-04"""
    scene = settled(players).scene()
    kinds = [place.kind for place in scene.places]
    assert kinds.count("orbit") == kinds.count("world") == players + 1
    assert kinds.count("space") == 85 - (players + 1)
    assert kinds.count("ground") == 123 * (players + 1)
    assert len(ids(scene)) == len(scene.places) + len(scene.pieces) + len(scene.buttons)
    spots = [(place.x, place.y) for place in scene.places]
    assert len(set(spots)) == len(spots)
    for world in range(players + 1):
        title = place(scene, f"world:W{world}")
        orbit = next(place for place in scene.places if place.kind == "orbit" and place.caption == f"W{world}")
        assert title.symbol == orbit.symbol, "board and counter match"
        assert f"orbit of W{world}" in orbit.label
    symbols = [place(scene, f"world:W{world}").symbol for world in range(players + 1)]
    assert symbols == [f"world-{board}" for board in (*(1, 2, 3, 4, 6, 7)[:players], 5)]
    assert [place(scene, f"world:W{world}").owner for world in range(players + 1)] == [*range(players), None]


def test_hexes_show_whose_territory_they_are_and_who_stands_there() -> None:
    """CW-230, CW-232, CW-081, 10.1"""
    scene = war().scene()
    assert place(scene, "hex:W0(0,0)").label == (
        "W0(0,0); territory of Blue; Blue: Standard Base, strength 1; Blue: 2 × Assault Team, strength 2; "
        "Blue: Armoured Core, strength 3; portal to W2(0,0)"
    )
    assert place(scene, "hex:S(0,-4)").label == "S(0,-4), orbit of W0; Blue: Titan Force, strength 4"
    assert "territory of Blue and Red" in place(scene, "hex:W2(0,0)").label
    assert place(scene, "hex:W0(-1,0)").owner == 0
    assert place(scene, "hex:W0(3,0)").owner is None
    hatched = {piece.place for piece in scene.pieces if piece.id.startswith("claim:")}
    assert hatched == {f"hex:{name}" for name in ("W2(0,0)", "W2(1,0)", "W2(0,1)", "W2(1,-1)")}
    assert place(scene, "hex:W0(0,0)").note == "2·2·3·⌂1 ⇄1"
    assert place(war(combat_order="high_first").scene(), "hex:W0(0,0)").note == "3·2·2·⌂1 ⇄1"
    assert [(link.a, link.b) for link in scene.links] == [("hex:W0(0,0)", "hex:W2(0,0)")]


def test_pieces_lie_in_their_hexes_and_locked_ones_are_marked() -> None:
    """CW-126, CW-127, CW-160"""
    game = play(war(), "move SC AT W0(0,0)->W2(0,0); move HA AC W0(0,0)->W0(1,0)")
    scene = game.scene()
    forces = {piece.id: piece for piece in scene.pieces if "@W" in piece.id[:4] or "@S" in piece.id[:4]}
    assert {"SB@W0(0,0)", "AT@W0(0,0)", "AC@W0(1,0)!", "AB@W2(0,0)", "AT@W2(0,0)", "TF@S(0,-4)"} <= set(forces)
    assert forces["AC@W0(1,0)!"].label == "Blue: Armoured Core, strength 3, locked; on W0(1,0)"
    assert forces["AC@W0(1,0)!"].symbol == "ac-locked"
    assert (forces["AT@W2(0,0)"].owner, forces["SB@W1(0,0)"].owner) == (0, 1)
    crowd = set_up(" ".join(f"{kind}@W0(0,0)x8" for kind in ("AT", "AC", "TF", "CA")) + " MP@W0(0,0)", "SB@W1(0,0)")
    here = [piece for piece in crowd.scene().pieces if piece.place == "hex:W0(0,0)"]
    assert [piece.count for piece in here] == [1, 8, 8, 8, 8]
    assert len({(piece.x, piece.y) for piece in here}) == 5
    assert place(crowd.scene(), "hex:W0(0,0)").note == "32×·⌂4"


def test_a_world_has_badges_and_its_blockade_is_told() -> None:
    """CW-140, CW-141, CWR-61, 10.1"""
    game = war()
    scene = game.scene()
    assert piece(scene, "bases:1@world:W1").text == "⌂2"
    assert piece(scene, "units:0@hex:S(0,-4)").label == "Blue: 3 units on W0"
    assert card(scene, "world:W0").marks == ("blockade",)
    assert card(scene, "world:W1").marks == ()
    assert game.view(1).scene().banners == ("The orbit of W0 is blockaded by Blue.",)
    assert game.view(0).scene().banners == ()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everything_can_be_drawn_and_printed(seat: int | None) -> None:
    for moves in ("end", "move HA", "move HA; W0(0,0)", "move HA; W0(0,0); SB", "research", "deploy AT"):
        game = war()
        for move in moves.split("; "):
            game.play(move)
        view = game.view(seat)
        ET.fromstring(view._repr_svg_())
        assert "W0" in str(view)


# ---------------------------------------------------------------- cards


def test_the_own_hand_is_seen_and_that_of_others_is_a_number() -> None:
    """CW-072, section 6"""
    game = war()
    mine, theirs, watching = (game.view(seat).scene() for seat in (0, 1, None))
    hand = {"card:SC", "card:EN", "card:HA", "card:PO", "card:AT"}
    assert hand <= ids(mine)
    assert not hand & ids(watching)
    assert {id for id in ids(theirs) if id.startswith("card:")} == {"card:HA", "card:EN"}
    assert place(mine, "hand:1").label == "Red's hand: 3 cards"
    assert place(theirs, "hand:0").label == "Blue's hand: 5 cards"
    assert card(theirs, "card:HA").count == 2
    assert card(theirs, "card:HA").pale
    assert place(mine, "deck").label == "Blue's deck: 3 cards (Scientists, 2 Harvester)"
    assert place(mine, "discard").label == "Blue's discard pile: 1 card (Engineers)"
    assert "with the unknown cards in hand: 2 Scientists" in place(watching, "deck").label


def test_what_everybody_can_infer_is_told() -> None:
    """CW-061, section 6"""
    game = war(known=["", "HA1"])
    assert place(game.view(0).scene(), "hand:1").label == "Red's hand: 3 cards, among them Harvester"
    closed = war(open_discards=False).view(0).scene()
    assert place(closed, "hand:1").label == "Red's hand: 3 cards"
    assert closed.seats[1].facts[1].endswith("hand 3, deck 3, discards 1")


def test_cards_that_cannot_be_played_are_pale() -> None:
    """CW-204, CW-206, CW-111, CWR-57"""
    game = set_up("AT@W0(0,0)", "SB@W1(0,0)", hand="PO1 AT1 SC1 HA1")
    scene = game.scene()
    pale = {place.id for place in scene.places if place.card and place.card.pale and place.id.startswith("card:")}
    assert pale == {"card:AT"}
    assert "not playable now" in place(scene, "card:AT").label
    assert button_ids(game) == ["move", "gather", "end"]
    offered = {
        place.id
        for place in war().scene().places
        if place.id.startswith("buy:") and not card(war().scene(), place.id).pale
    }
    assert offered == {
        "buy:SC",
        "buy:EN",
        "buy:PO",
        "buy:HA",
        "buy:EX",
        "buy:PF",
        "buy:SB",
        "buy:AT",
        "buy:AC",
        "buy:TF",
    }


def test_a_limited_supply_is_shown() -> None:
    """CWR-13"""
    scene = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="SC1", pool=50, supply="sheets", **{"discard": "SC3"}).scene()
    assert place(scene, "buy:SC").label.startswith("Scientists for 5, none left")
    assert place(scene, "buy:HA").label.startswith("Harvester for 3, 7 left")


# ---------------------------------------------------------------- every phase


def test_the_setup_asks_for_a_world_and_a_hex() -> None:
    """CW-035, CWR-05, CWR-06"""
    game = new(3)
    scene = game.scene()
    assert scene.prompt == "Blue chooses a home world."
    assert overlay(game, "reach") == {"S(4,-4)", "S(0,4)", "S(-4,0)"}
    assert card(scene, "world:W0").title == "free"
    assert card(scene, "world:W3").title == "neutral"
    assert ways(game) == {"world:W0", "world:W1", "world:W2", "hex:S(4,-4)", "hex:S(0,4)", "hex:S(-4,0)"}
    assert ways(game, "world:W1") == ways(game, "hex:S(0,4)")
    assert spelled(game, "hex:S(0,4)", "hex:W1(0,0)") == "W1; W1(0,0)"
    assert "seven hexes" in play(game, "W1").scene().prompt
    assert len(overlay(game, "reach")) == 123
    assert "First base on W1(-6,-1), controlling 4 hexes" in described(game)
    play(game, "W1(0,0)")
    assert [seat.facts for seat in game.scene().seats] == [
        ("the first base is placed",),
        ("no base yet",),
        ("no base yet",),
    ]
    assert "CWR-05" in why_not(game, "world:W1")
    assert why_not(game, "hex:S(1,1)") == "Pick a world that nobody has taken."


def test_with_the_middle_given_a_world_is_all_that_is_picked() -> None:
    """CWR-06"""
    game = new(2, start_hex="centre")
    assert spelled(game, "world:W1") == "W1"
    shared = play(new(2, start_hex="centre", start_world="free"), "W1")
    assert ways(shared, "world:W1") > {"hex:W1(1,0)"}
    assert spelled(shared, "world:W2") == "W2"


def test_the_main_phase_asks_for_a_card_and_its_use() -> None:
    """CW-062, CW-067, CW-100, CW-101"""
    game = war()
    scene = game.scene()
    assert scene.prompt == "Blue plays a card: 5 cards left. Pick one and what to do with it, or end the turn."
    assert button_ids(game) == ["move", "research", "build", "gather", "end"]
    assert ways(game) == {"card:SC", "card:EN", "card:PO", "card:HA", "card:AT", "end"}
    assert ways(game, "card:HA") == {"move", "gather"}
    assert ways(game, "card:PO") == {"move"}
    assert spelled(game, "card:HA", "gather") == "gather HA"
    assert spelled(game, "end") == "end"
    assert scene.status[0] == "Round 5 of 100"
    assert described(game) == {
        "End the turn: 5 cards unplayed",
        "Move a piece up to 1 (Scientists)",
        "Move a piece up to 1 (Engineers)",
        "Move a piece up to 2 (Portal)",
        "Move a piece up to 3 (Harvester)",
        "Research: buy an action card (Scientists)",
        "Build: buy a unit card (Engineers)",
        "Gather 3 (Harvester)",
        "Deploy Assault Team",
    }
    idle = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="CA1", markers=8, deploy_into_enemy="forbidden", round=1)
    assert idle.scene().prompt.startswith("Blue plays a card: 1 card left.")
    baseless = set_up("AT@W0(0,0)", "SB@W1(0,0)", hand="CA1")
    assert baseless.scene().prompt == "Blue can't play any card: end the turn."


def test_a_move_asks_for_the_hex_the_piece_and_the_goal() -> None:
    """CW-102, CW-120, CW-124, 10.1"""
    game = play(war(), "move HA")
    assert game.scene().prompt == "Blue plays Harvester: move one piece up to 3. Pick it."
    assert overlay(game, "reach") == {"W0(0,0)", "W2(0,0)", "S(0,-4)"}
    assert panel(game.scene(), "Harvester").lines == ("Instead, it could gather 3.",)
    assert card(game.scene(), "card:HA").marks == ("playing",)
    game.play("W0(0,0)")
    assert game.scene().prompt == "Blue plays Harvester: which piece of W0(0,0) moves?"
    assert button_ids(game) == ["piece:SB", "piece:AT", "piece:AC"]
    assert ways(game) == {"piece:SB", "piece:AT", "piece:AC", "SB@W0(0,0)", "AT@W0(0,0)", "AC@W0(0,0)"}
    game.play("AT")
    scene = game.scene()
    assert scene.prompt == "Blue plays Harvester: the Assault Team on W0(0,0) goes up to 3 steps. Pick where to."
    assert overlay(game, "picked") == {"W0(0,0)"}
    assert overlay(game, "attacks") == {"W0(1,0)", "W2(1,0)"}
    assert overlay(game, "mutual loss") == {"W0(1,0)"}
    assert overlay(game, "attack won") == {"W2(1,0)"}
    assert place(scene, "hex:W0(1,0)").note == "2 ="
    assert place(scene, "hex:W2(1,0)").note == "⌂1 ✓"
    coming = panel(scene, "Attacks: Assault Team, strength 2")
    assert [(item.id, item.note) for item in coming.choices] == [
        ("hex:W2(1,0)", "beats Standard Base 1, takes the Standard Base"),
        ("hex:W0(1,0)", "falls with Assault Team 2"),
    ]
    come_of = "attack won: beats Standard Base 1, takes the Standard Base; territory +3"
    assert f"Assault Team from W0(0,0) to W2(1,0) ({come_of})" in described(game)


def test_a_lost_attack_is_foretold_fight_by_fight() -> None:
    """CW-152, CW-154, CW-243"""
    game = set_up("TF@W1(1,0)", "AT@W1(0,0)x2 AC@W1(0,0) CA@W1(0,0)", hand="SC1")
    for move in ("move SC", "W1(1,0)"):
        game.play(move)
    coming = panel(game.scene(), "Attacks").choices
    assert coming[0].note == (
        "beats Assault Team 2, beats Assault Team 2, beats Armoured Core 3, loses to Capital Army 5, "
        "Blue is out of the game"
    )
    assert overlay(game, "attack lost") == {"W1(0,0)"}


def test_who_moves_a_base_is_warned() -> None:
    """CW-129, CW-162, 10.1"""
    game = play(war(), "move HA")
    for move in ("W0(0,0)", "SB"):
        game.play(move)
    assert game.scene().banners == (
        "This base leaves its guards behind: units stay where they are.",
        "This base loses 1 portal if it is captured.",
    )
    last = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="HA1")
    for move in ("move HA", "W0(0,0)"):
        last.play(move)
    assert last.scene().banners == ("This is your last piece: without it you are out of the game.",)


def test_a_purchase_shows_the_shop() -> None:
    """CW-202, CW-203, CW-205, CWR-12"""
    game = play(war(), "build")
    shop = panel(game.scene(), "Shop: ◆9 in the pool")
    assert {item.id: item.note for item in shop.choices}["buy:AB"] == "too dear"
    assert {item.id: item.note for item in shop.choices}["buy:AT"] == "you have 1"
    assert shop.lines[0] == "The card goes to your discard pile."
    assert panel(game.scene(), "Engineers").lines == ("Instead, it could move a piece up to 1.",)
    assert ways(game) == {"buy:SB", "buy:AT", "buy:AC", "buy:TF"}
    assert described(game) >= {"Buy Titan Force for 9"}
    assert panel(play(war(bought_to="deck"), "research").scene(), "Shop").lines[0] == "The card goes to your deck."
    assert spelled(war(), "card:SC", "research", "buy:PF") == "research; buy PF"


def test_a_portal_asks_for_two_bases() -> None:
    """CW-206"""
    game = play(war(portals=""), "connect")
    assert game.scene().prompt == "Blue plays Portal: pick the first of two bases to connect."
    assert ways(game) == {"hex:W0(0,0)", "hex:W2(0,0)"}
    game.play("W2(0,0)")
    assert game.scene().prompt == "Blue plays Portal: connect the base on W2(0,0) with which other?"
    assert described(game) == {"Connect the bases on W2(0,0) and W0(0,0)"}
    assert spelled(war(portals=""), "card:PO", "connect", "hex:W0(0,0)", "hex:W2(0,0)") == "connect; W0(0,0); W2(0,0)"


def test_a_deployment_shows_the_territory_that_a_base_gains() -> None:
    """CW-210, CW-211, CW-235, 10.1"""
    game = play(war(hands=["SB1 AT1", "HA1"]), "deploy SB")
    assert game.scene().prompt == "Blue deploys Standard Base (strength 1): pick a hex of the territory."
    assert place(game.scene(), "hex:W0(0,1)").note == "+3"
    assert "Deploy Standard Base on W0(0,1) (territory +3)" in described(game)
    assert "hex:W0(0,0)" not in ways(game)
    assert "CW-211" in why_not(game, "hex:W0(0,0)")
    assert overlay(game, "attack lost") == {"W0(1,0)"}
    words = "Deploy Standard Base on W0(1,0) (attack lost: loses to Assault Team 2, Red takes it)"
    assert words in described(game)


def test_the_early_draw_is_asked_for() -> None:
    """CW-065, CWR-11"""
    game = play(war(early_draw="ask"), "end")
    assert game.scene().prompt == "Blue draws the next hand now, or at the start of the next turn."
    assert button_ids(game) == ["draw", "later"]
    assert (spelled(game, "draw"), spelled(game, "later")) == ("draw now", "draw later")
    assert described(game) == {"Draw the next hand now", "Draw the next hand later"}


def test_who_is_ahead_is_told_at_any_time() -> None:
    """CW-051, CW-052, CW-240, 10.1"""
    three, two = "SB@W0(0,0) SB@W1(3,0) SB@W2(0,0)", "SB@W1(0,0) SB@W1(0,3)"
    game = set_up(three, two, hand="HA1")
    assert game.scene().status[2] == "If the round ended now, Blue would win, but Red is last to play"
    assert game.scene().seats[0].marks == ("leader",)
    tie = set_up(three, "SB@W1(0,0) SB@W0(3,0) SB@W2(-3,0)", hand="HA1")
    assert tie.scene().status[2] == "If the round ended now: a tie of Blue and Red, nobody wins"
    assert war().scene().status[2] == "If the round ended now, nobody would win"
    last = set_up(three, two, turn=1, hand="HA1", round_limit=5)
    assert "This is the last round." in last.scene().banners
    assert last.scene().status[2] == "If the round ended now, Blue would win"
    truce = set_up(three, two, hand="HA1", round=2, opening_truce=2)
    assert truce.scene().banners == ("Truce: nobody may attack before round 3.",)


@pytest.mark.parametrize(
    ("seats", "words", "why"),
    [
        (("SB@W0(0,0) SB@W1(3,0) SB@W2(0,0)", "SB@W1(0,0)"), {}, "Blue wins; the goal is reached."),
        (("SB@W0(0,0)", "AT@W1(0,0)"), {"goal": "medium"}, "Blue wins; the goal is reached."),
        (("AT@W0(0,0)", "AT@W1(0,0)"), {}, "a draw between Blue and Red; nobody is left who could win."),
        (("SB@W0(0,0)", "SB@W1(0,0) AT@S(0,0)"), {"round_limit": 5}, "Red wins; first when the last round was over."),
    ],
)
def test_the_end_is_told_with_its_reason(seats: tuple[str, str], words: dict[str, Any], why: str) -> None:
    """CW-240, CW-241, CW-245, CW-246"""
    game = play(set_up(*seats, turn=1, hand="HA1", **words), "end")
    scene = game.scene()
    assert scene.prompt == f"The game is over: {why}"
    assert (scene.buttons, scene.panels, scene.overlays) == ((), (), {})
    assert why_not(game, "end").startswith("CW-020")


# ---------------------------------------------------------------- picks


PHASES = {
    "main": "",
    "from": "move HA",
    "piece": "move HA; W0(0,0)",
    "to": "move SC; W2(0,0)",
    "buy": "build",
    "deploy": "deploy AT",
}


@pytest.mark.parametrize("case", PHASES)
def test_picks_are_moves(case: str) -> None:
    """5.1: every path spells its moves, and everything that can be picked is on the table"""
    game = set_up("SB@W0(0,0) AT@W0(0,0) AB@W2(0,0)", "SB@W1(0,0) AT@W0(1,0)", hand="SC1 EN1 HA1 AT1", pool=9)
    for move in PHASES[case].split("; ") if PHASES[case] else ():
        game.play(move)
    assert_picks_are_moves(game)


def test_picks_are_moves_from_the_setup_on() -> None:
    """CW-035"""
    assert_picks_are_moves(play(new(2), "W0"))
    assert_picks_are_moves(new(2, start_hex="centre"))
    assert_picks_are_moves(play_on(quincunx.new(NAME, 3, seed=4, round_limit=2), 4))


def test_picks_that_mean_no_move_are_answered() -> None:
    """CW-090, CW-132"""
    game = war()
    assert why_not(game, "card:HA") == "Pick what to do with Harvester: move a piece, or gather."
    assert why_not(game, "card:HA", "connect") == "Harvester can't do that: move a piece with it, or gather."
    assert why_not(game, "hand:1") == "Pick a card of your hand and what to do with it, or end the turn."
    assert "CW-072" in why_not(game, "card:TF")
    assert "CW-206" in why_not(game, "card:PO", "connect")
    assert "CW-090" in why_not(game, "hex:W0(0,0)")
    moving = play(game, "move HA")
    assert "CW-132" in why_not(moving, "hex:W1(0,0)")
    assert "CW-132" in why_not(moving, "SB@W1(0,0)")


def test_whoever_does_not_decide_has_nothing_to_pick() -> None:
    """CW-050"""
    for moves in ("move HA", "move HA; W0(0,0)", "research", "deploy AT"):
        game = war()
        for move in moves.split("; "):
            game.play(move)
        scene = game.view(1).scene()
        assert (scene.buttons, scene.panels) == ((), ())
        assert "attacks" not in scene.overlays
