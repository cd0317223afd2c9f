"""Connect the Worlds: the two types of card, and what a card can be played for."""

import pytest

from quincunx.engine.errors import Unreadable
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.setup import space_cells
from tests.games.worlds import (
    ACTION_CARDS,
    BASES,
    COST,
    GATHER,
    MOVE,
    STRENGTH,
    UNITS,
    acts,
    at,
    destinations,
    discard,
    hand,
    legal,
    offers,
    pieces,
    play,
    pool,
    refused,
    set_up,
    sizes,
    territory,
)

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"
SPECIAL = {"SC": "research", "EN": "build", "PO": "connect", "HA": "gather HA", "EX": "gather EX", "PF": "gather PF"}


def test_everything_is_done_with_a_card_from_the_hand() -> None:
    """CW-090, CW-072: without one there is only the end of the turn"""
    game = set_up(f"{HOME} AT@W0(0,0) SB@W2(0,0)", AWAY, hand="HA", pool=100)
    assert legal(game) == {"end", "move HA", "gather HA"}
    for code in ACTION_CARDS:
        if code != "HA":
            assert refused(game, f"move {code}") == refused(game, SPECIAL[code]) == "CW-072"
    for code in (*BASES, *UNITS):
        assert refused(game, f"deploy {code}") == "CW-072"
    assert refused(game, "W0(0,0)") == refused(game, "AT") == refused(game, "buy HA") == "CW-090"


@pytest.mark.parametrize("card", ACTION_CARDS)
def test_an_action_card_is_played_for_movement_or_for_its_special_action(card: str) -> None:
    """CW-100, CW-101, CW-120, CW-200: in either way it is gone for this turn"""
    game = set_up(f"{HOME} AT@W0(1,0) SB@W2(0,0)", AWAY, hand=f"{card} SB", pool=100)
    assert legal(game) == {"end", f"move {card}", SPECIAL[card], "deploy SB"}
    moved = play(set_up(f"{HOME} AT@W0(1,0)", AWAY, hand=f"{card} SB", pool=100), f"move {card} AT W0(1,0)->W0(2,0)")
    assert (discard(moved, 0), hand(moved, 0)) == (f"{card}1", "SB1")
    assert refused(moved, SPECIAL[card]) == refused(moved, f"move {card}") == "CW-072"
    special = {"SC": "buy SC HA", "EN": "buy EN AT", "PO": "connect W0(0,0) W2(0,0)"}.get(card, SPECIAL[card])
    play(game, special)
    assert f"{card}1" in discard(game, 0).split()
    assert refused(game, f"move {card}") == refused(game, SPECIAL[card]) == "CW-072"


@pytest.mark.parametrize("card", ACTION_CARDS)
@pytest.mark.parametrize("piece", ["AT", "SB"])
def test_a_card_moves_one_piece_up_to_its_distance(card: str, piece: str) -> None:
    """CW-102, CW-121: in open space"""
    game = set_up(f"{piece}@S(2,-1)", AWAY, hand=f"{card} SB")
    far = MOVE[card]
    near = {f"S({q},{r})" for q, r in space_cells() if max(abs(q - 2), abs(r + 1), abs(q + r - 1)) <= far}
    found = destinations(game, card, piece, "S(2,-1)")
    assert {place for place in found if place.startswith("S")} == near - {"S(2,-1)"}
    assert any(place.startswith("W2") for place in found) == (far == 3)
    assert refused(game, f"move {card} {piece} S(2,-1)->S(2,{far})") == "CW-121"


def test_while_a_card_is_being_played_nothing_else_is() -> None:
    """CW-102, CW-204, CW-206, CW-210: each question is answered first"""
    game = set_up(f"{HOME} AT@W0(0,0) SB@W2(0,0)", AWAY, hand="HA SC PO AT", pool=10)
    others = ("end", "gather HA", "move SC", "deploy AT", "W0")
    for steps, rule in (
        ("move HA", "CW-102"),
        ("move HA; W0(0,0)", "CW-102"),
        ("move HA; W0(0,0); AT", "CW-102"),
        ("research", "CW-204"),
        ("connect", "CW-206"),
        ("connect; W0(0,0)", "CW-206"),
        ("deploy AT", "CW-210"),
    ):
        here = game.copy()
        for step in steps.split("; "):
            here.play(step)
        assert {refused(here, other) for other in others} == {rule}, steps
        assert {refused(here, move) for move in (s.NOW_MOVE, s.MOVE_COUNT, -1)} == {rule}
    assert refused(play(game, "research"), "W0(0,0)") == "CW-204"


@pytest.mark.parametrize("code", [*BASES, *UNITS])
def test_a_unit_card_is_only_deployed(code: str) -> None:
    """CW-110, CW-111, CW-112, CW-113: bases, too; the card is gone, the piece has the strength of the card"""
    game = set_up(HOME, AWAY, hand=f"{code} HA")
    assert refused(game, f"move {code}") == refused(game, f"gather {code}") == "CW-111"
    assert refused(game, "deploy HA") == "CW-111"
    assert legal(game) == {"end", "move HA", "gather HA", f"deploy {code}"}
    play(game, f"deploy {code} W0(1,0)")
    assert at(game, "W0(1,0)") == f"A: {code}"
    assert (hand(game, 0), discard(game, 0), sizes(game, 0)) == ("HA1", "", (1, 0, 0))
    kind = (*BASES, *UNITS).index(code)
    assert int(game.board.strength[kind]) == STRENGTH[code]


def test_bases_control_territory_and_units_do_not() -> None:
    """CW-081, CW-234"""
    for code in (*BASES, *UNITS):
        game = set_up(f"{code}@W0(0,0)", AWAY)
        assert territory(game, 0) == (7 if code in BASES else 0)


def test_an_undeployed_unit_card_is_discarded() -> None:
    """CW-112, CWR-57, CW-063"""
    game = play(set_up("AT@W0(0,0)", AWAY, hand="SB CA", deck="HA5"), "end")
    assert (discard(game, 0), pieces(game, 0)) == ("SB1 CA1", "AT@W0(0,0)")


def test_what_a_unit_card_without_a_hex_is_told() -> None:
    """CW-210, CW-211, CW-212, CWR-57: no base, only bases around, no marker"""
    assert refused(set_up("AT@W0(0,0)", AWAY, hand="SB AT"), "deploy AT") == "CW-210"
    corner = "SB@W0(-6,-1) SB@W0(-6,0) SB@W0(-5,-1) SB@W0(-5,-2)"
    ring = "AB@W0(-6,1) AB@W0(-5,0) AB@W0(-4,-1) AB@W0(-4,-2) OP@W0(-5,1) OP@W0(-4,0)"
    assert refused(set_up(corner, AWAY, hand="MP"), "deploy MP W0(-6,-1)") == "CW-211"
    full = set_up("SB@S(0,-4)", AWAY, hand="MP AT", space_territory="none")
    assert refused(full, "deploy MP") == "CW-211"
    assert refused(full, "deploy AT S(0,-4)") is None
    assert refused(set_up(f"{corner} {ring}", AWAY, hand="MP"), "deploy MP W0(-5,-2)") == "CW-211"


# ---------------------------------------------------------------- purchases


@pytest.mark.parametrize("card", ["SC", "EN"])
def test_only_one_type_can_be_bought(card: str) -> None:
    """CW-202, CW-203, CW-110: action cards by research, unit cards (bases, too) by building"""
    wanted = ACTION_CARDS if card == "SC" else (*BASES, *UNITS)
    game = set_up(HOME, AWAY, hand=f"{card} HA", pool=100)
    assert offers(game, card) == set(wanted)
    for code in COST:
        rule = None if code in wanted else {"SC": "CW-202", "EN": "CW-203"}[card]
        assert refused(game, f"buy {card} {code}") == rule


@pytest.mark.parametrize("code", COST)
def test_every_card_has_its_cost(code: str) -> None:
    """CW-204, CW-205, CW-220, CW-222: no credit; the card comes to the discard pile"""
    means = "SC" if code in ACTION_CARDS else "EN"
    cost = COST[code]
    poor = set_up(HOME, AWAY, hand=f"{means} PF", pool=cost - 1)
    cheapest = 3
    assert refused(poor, f"buy {means} {code}") == "CW-204"
    assert (refused(poor, "research" if means == "SC" else "build") is None) == (cost - 1 >= cheapest)
    game = play(set_up(HOME, AWAY, hand=f"{means} PF", pool=cost + 2), f"buy {means} {code}")
    assert pool(game, 0) == 2
    found = sorted(discard(game, 0).split())
    assert found == ([f"{means}2"] if code == means else sorted([f"{means}1", f"{code}1"]))


def test_a_card_buys_exactly_one_card() -> None:
    """CWR-17, CW-204: a second purchase needs a second card, and nothing is played for nothing"""
    game = play(set_up(HOME, AWAY, hand="SC2 PF", pool=50), "buy SC HA")
    play(game, "buy SC EX")
    assert (pool(game, 0), discard(game, 0)) == (41, "SC2 HA1 EX1")
    assert refused(game, "research") == "CW-072"
    assert "end" not in legal(play(set_up(HOME, AWAY, hand="SC PF", pool=50), "research"))
    with pytest.raises(Unreadable):
        refused(game, "sell HA")


def test_a_bought_card_may_go_to_the_deck() -> None:
    """CW-205, CWR-12"""
    game = set_up(HOME, AWAY, hand="SC PF", pool=9, deck="EN2", bought_to="deck")
    play(game, "buy SC PO")
    assert (sizes(game, 0), discard(game, 0)) == ((1, 3, 1), "SC1")
    last = play(set_up(HOME, AWAY, hand="SC", pool=9, bought_to="deck", early_draw="off"), "buy SC PO")
    assert (sizes(last, 0), discard(last, 0)) == ((0, 1, 1), "SC1")


def test_a_purchase_with_the_last_card_may_be_drawn_at_once() -> None:
    """CW-064, CW-205, CWR-12: if the deck is empty the new card is shuffled in"""
    game = play(set_up(HOME, AWAY, hand="SC", pool=9), "buy SC PF")
    assert hand(game, 0) == "SC1 PF1"


def test_the_supply_may_be_limited() -> None:
    """CWR-13: one sheet for each player; deployed cards come back"""
    decks = ["SC HA3 PO AT", "SC2 EN2 HA3 PO AT2"]
    game = set_up(HOME, AWAY, hand="EN2 SC AT", decks=decks, supply="sheets", pool=200)
    assert refused(game, "buy EN AT") == refused(game, "buy SC SC") == refused(game, "buy SC EN") == "CWR-13"
    assert offers(game, "SC") == {"PO", "HA", "EX", "PF"}
    play(game, "buy SC PO; deploy AT W0(1,0)")
    assert "AT" in offers(game, "EN")
    play(game, "buy EN AT")
    assert refused(game, "buy EN AT") == "CWR-13"


def test_research_can_be_sold_out() -> None:
    """CWR-13, CW-204: then the card cannot be played for it"""
    owned = "SC4 EN4 PO4 HA8 EX4 PF4"
    game = set_up(HOME, AWAY, hand="SC HA", decks=["SC3 EN4 PO4 HA7 EX4 PF4", ""], supply="sheets", pool=200)
    assert sum(sizes(game, 0)) == sum(int(card[2:]) for card in owned.split())
    assert refused(game, "research") == "CWR-13"


def test_unlimited_means_unlimited() -> None:
    """CWR-13, CWR-15: buying knows no marker limit either"""
    game = set_up(" ".join([HOME, "AT@W0(1,0)x8"]), AWAY, hand="EN", discard="AT60", pool=3)
    play(game, "buy EN AT")
    assert sum(sizes(game, 0)) == 62


def test_a_titan_force_costs_nine_or_twelve() -> None:
    """CWR-14"""
    for card_set, cost in (("printed", 9), ("printed_titan12", 12), ("pc", 12)):
        game = set_up(HOME, AWAY, hand="EN HA", pool=cost, card_set=card_set)
        assert refused(game, "buy EN TF") is None
        assert pool(play(game, "buy EN TF"), 0) == 0
        assert refused(set_up(HOME, AWAY, hand="EN", pool=cost - 1, card_set=card_set), "buy EN TF") == "CW-204"


# ---------------------------------------------------------------- gathering


@pytest.mark.parametrize(("card", "amount"), GATHER.items())
def test_gathering_needs_nothing_else(card: str, amount: int) -> None:
    """CW-201, CW-200, CW-101: each card once"""
    game = play(set_up("AT'@S(3,0)", AWAY, hand=f"{card}2 SC"), f"gather {card}")
    assert (pool(game, 0), hand(game, 0), discard(game, 0)) == (amount, f"SC1 {card}1", f"{card}1")
    play(game, f"gather {card}")
    assert pool(game, 0) == 2 * amount
    assert refused(game, f"gather {card}") == "CW-072"


@pytest.mark.parametrize("card", ["SC", "EN", "PO"])
def test_the_other_three_do_not_gather(card: str) -> None:
    """CW-101"""
    assert refused(set_up(HOME, AWAY, hand=card), f"gather {card}") == "CW-101"


def test_resources_of_this_turn_are_spent_this_turn() -> None:
    """CW-222, CW-221: and only on cards"""
    game = set_up(HOME, AWAY, hand="HA SC PF")
    assert refused(game, "research") == "CW-204"
    play(game, "gather HA; buy SC HA")
    assert (pool(game, 0), acts(game)) == (0, "A")


def test_a_pool_persists_and_has_no_limit() -> None:
    """CW-220, CW-221, CW-223: more than all counters together; moving, deploying and ending cost nothing"""
    counters = 16 * 1 + 32 * 3 + 16 * 5
    game = set_up(f"{HOME} AT@W0(0,0)", AWAY, hand="PF HA AT", pool=counters)
    play(game, "gather PF; move HA AT W0(0,0)->W0(1,0); deploy AT W0(0,0)")
    assert (acts(game), pool(game, 0)) == ("B", counters + 5)
    play(game, "end")
    assert (acts(game), pool(game, 0), pool(game, 1)) == ("A", counters + 5, 0)


def test_there_is_no_way_to_throw_a_card_away_or_to_give_anything() -> None:
    """CWR-66, CWR-63, CW-003: the moves of a turn are those of the rules, and nothing else"""
    game = set_up(f"{HOME} AT@W0(0,0) SB@W2(0,0)", AWAY, hand="SC EN PO HA AT", pool=100)
    assert legal(game) == {
        *("end", "research", "build", "connect", "gather HA", "deploy AT"),
        *(f"move {card}" for card in ("SC", "EN", "PO", "HA")),
    }
    for words in ("trash HA", "give HA", "trade 3", "pay B 3"):
        with pytest.raises(Unreadable):
            refused(game, words)
