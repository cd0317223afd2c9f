"""Connect the Worlds: every option and its values, the preset, and every reason for a refusal."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.games.connect_the_worlds import legality
from quincunx.games.connect_the_worlds import state as s
from quincunx.table.match import Match
from tests.games.worlds import (
    ACTION_CARDS,
    BASES,
    NAME,
    UNITS,
    acts,
    at,
    cards,
    deployments,
    discard,
    end_round,
    known,
    new,
    offers,
    orbits,
    pieces,
    play,
    play_on,
    pool,
    refused,
    round_no,
    set_up,
    settled,
    sizes,
    steps,
    territory,
    winners,
    written,
)

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"
OPTIONS = {option.name: option for option in quincunx.game(NAME).options}
PC = {
    "card_set": "pc",
    "start_world": "assigned",
    "start_hex": "centre",
    "start_resources": 6,
    "start_units": 2,
    "moves_per_unit": "once",
    "combat_order": "high_first",
    "base_in_stack": "by_strength",
    "overlap": "none",
    "space_territory": "none",
}
USUAL = {
    "goal": "short",
    "round_limit": 100,
    "opening_truce": 0,
    "card_set": "printed",
    "start_world": "choose",
    "start_hex": "choose",
    "start_resources": 0,
    "start_units": 0,
    "start_deck": "classic",
    "neutral_worlds": 1,
    "home_sw": "symmetric",
    "first_player": "random",
    "early_draw": "auto",
    "bought_to": "discard",
    "supply": "unlimited",
    "markers": 8,
    "moves_per_unit": "many",
    "deploy_into_enemy": "combat",
    "combat_order": "low_first",
    "base_in_stack": "last",
    "beaten_base": "captured",
    "portal_on_capture": "close",
    "overlap": "both",
    "space_territory": "full",
    "most_territory": "joint",
    "open_discards": True,
}
"""Section 3 of the rules document, once more."""


# ---------------------------------------------------------------- the table of section 3


def test_the_defaults_follow_the_printed_rulebook() -> None:
    """CW-010, CWR-05, CWR-08, CWR-11, CWR-14, CWR-54: and there are no other options of the rules"""
    options = written(quincunx.new(NAME, players=2, seed=1))["options"]
    assert {name: options[name] for name in USUAL} == USUAL
    assert set(options) == {*USUAL, "rules"}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("goal", ["short", "medium", "long"]),
        ("round_limit", [*range(1000)]),
        ("opening_truce", [0, 1, 2, 3]),
        ("card_set", ["printed", "printed_titan12", "pc"]),
        ("start_world", ["choose", "assigned", "free"]),
        ("start_hex", ["choose", "centre"]),
        ("start_resources", [*range(21)]),
        ("start_units", [0, 2, 3]),
        ("start_deck", ["classic", "small"]),
        ("neutral_worlds", [1, 2]),
        ("home_sw", ["symmetric", "printed"]),
        ("early_draw", ["auto", "ask", "off"]),
        ("bought_to", ["discard", "deck"]),
        ("supply", ["unlimited", "sheets"]),
        ("markers", [0, 8]),
        ("moves_per_unit", ["many", "once"]),
        ("deploy_into_enemy", ["combat", "forbidden"]),
        ("combat_order", ["low_first", "high_first"]),
        ("base_in_stack", ["last", "by_strength"]),
        ("beaten_base", ["captured", "destroyed"]),
        ("portal_on_capture", ["close", "keep"]),
        ("overlap", ["both", "none"]),
        ("space_territory", ["full", "none"]),
        ("most_territory", ["joint", "strict"]),
        ("open_discards", [False, True]),
    ],
)
def test_every_option_has_the_values_of_the_table_and_can_be_played(name: str, values: list[Any]) -> None:
    """CW-010, CWR-54, CWR-08: a hundred moves at random with each (of many numbers: with the least and the greatest)"""
    assert list(OPTIONS[name].values) == values
    for value in values if len(values) < 5 else (values[0], values[-1]):
        game = new(2, 1, **{name: value})
        assert written(game)["options"][name] == value
        play_on(game, 2, 100)


@pytest.mark.parametrize("value", ["huge", -1, 1000, None])
def test_other_values_are_refused(value: Any) -> None:
    """CW-010, CWR-54, CW-247"""
    for name in ("goal", "round_limit", "opening_truce", "markers"):
        with pytest.raises(BadOption):
            new(2, **{name: value})


# ---------------------------------------------------------------- the preset


@pytest.mark.parametrize("players", range(2, 7))
def test_the_preset_pc(players: int) -> None:
    """CWR-14, CWR-01: section 3; two neutral worlds for two players only"""
    options = written(new(players, rules="pc"))["options"]
    wanted = USUAL | PC | {"neutral_worlds": 2 if players == 2 else 1, "first_player": "seat0"}
    assert {name: options[name] for name in USUAL} == wanted


def test_single_options_may_be_set_beside_the_preset() -> None:
    """CWR-14, CWR-18"""
    options = written(new(2, rules="pc", moves_per_unit="many", neutral_worlds=1))["options"]
    assert (options["moves_per_unit"], options["neutral_worlds"], options["overlap"]) == ("many", 1, "none")


def test_how_a_game_of_the_preset_begins() -> None:
    """CWR-01, CWR-05, CWR-06, CWR-08: nobody is asked anything"""
    game = new(rules="pc")
    assert (round_no(game), acts(game)) == (1, "A")
    assert [pieces(game, seat) for seat in (0, 1)] == ["SB@W0(0,0) AT@W0(0,0)x2", "SB@W1(0,0) AT@W1(0,0)x2"]
    assert (pool(game, 0), orbits(game)[2:]) == (6, ["S(-2,1)", "S(2,-1)"])


def test_the_numbers_of_the_later_program() -> None:
    """CWR-14, CW-100: card_set=pc; a Plasma Furnace does not move anybody"""
    board = new(card_set="pc").board
    costs = dict(zip((*ACTION_CARDS, *BASES, *UNITS), map(int, board.cost), strict=True))
    assert costs == dict(
        zip((*ACTION_CARDS, *BASES, *UNITS), (5, 5, 8, 4, 7, 10, 5, 10, 20, 40, 3, 6, 12, 24), strict=True)
    )
    assert [int(move) for move in board.move] == [2, 2, 3, 1, 1, 0]
    assert [int(gather) for gather in board.gather] == [0, 0, 0, 2, 3, 5]
    assert [int(strength) for strength in board.strength] == [1, 2, 3, 4, 1, 2, 3, 4]
    game = set_up(f"{HOME} AT@W0(0,0)", AWAY, hand="PF HA", card_set="pc")
    assert refused(game, "move PF") == "CW-100"
    assert refused(game, "move HA AT W0(0,0)->W0(2,0)") == "CW-121"
    assert pool(play(game, "gather HA; gather PF"), 0) == 7


def test_units_of_the_later_program_are_weaker() -> None:
    """CWR-14, CW-153, CW-156: an Assault Team and a Standard Base have one each"""
    game = set_up(f"AT@W1(1,0) AC@W1(1,0) {HOME}", f"{AWAY} SB@W1(-5,3)", hand="SC2 HA", card_set="pc")
    assert at(game.copy().play("move SC").play("W1(1,0)").play("AC").play("W1(0,0)"), "W1(0,0)") == "A: SB' AC'"
    play(game, "move SC AT W1(1,0)->W1(0,0)")
    assert (at(game, "W1(0,0)"), pieces(game, 0)) == ("-", "SB@W0(0,0) AC@W1(1,0)")


# ---------------------------------------------------------------- options that change a whole game


def knock_out(game: Match) -> bool:
    """Whether Player 1 can take W1 with an Assault Team and two Harvesters."""
    play(game, "deploy AT W0(0,0); move HA AT W0(0,0)->S(2,-4)")
    return refused(game, "move HA AT S(2,-4)->W1(0,0)") is None


def test_a_knock_out_before_the_first_turn() -> None:
    """CWR-55, CW-247, CWR-18: possible by the printed rules with six; a truce or one move per unit prevents it"""
    seats = [f"SB@W{seat}(0,0)" for seat in range(6)]
    hand = "AT HA2 SC EN"
    assert knock_out(set_up(*seats, hand=hand, round=1))
    assert not knock_out(set_up(*seats, hand=hand, round=1, opening_truce=1))
    assert not knock_out(set_up(*seats, hand=hand, round=1, moves_per_unit="once"))
    guarded = set_up(seats[0], "SB@W1(0,0) AT@W1(0,0)x2", *seats[2:], hand=hand, round=1)
    assert knock_out(guarded)
    play(guarded, "move HA AT S(2,-4)->W1(0,0)")
    assert at(guarded, "W1(0,0)") == "B: SB AT"


def test_a_truce_is_recommended_with_many_players() -> None:
    """CWR-55"""
    for players in range(2, 7):
        recommended = any("opening_truce=1" in telling.words for telling in settled(players).opening)
        assert recommended == (players >= 4)
    assert not any("opening_truce=1" in telling.words for telling in settled(5, opening_truce=1).opening)


@pytest.mark.parametrize("truce", range(4))
def test_a_truce_lasts_so_many_rounds(truce: int) -> None:
    """CW-247, CWR-55"""
    for number in range(1, 6):
        game = set_up(f"{HOME} AC@W0(0,0)", f"AT@W0(1,0) {AWAY}", hand="SC", round=number, opening_truce=truce)
        assert (refused(game, "move SC AC W0(0,0)->W0(1,0)") is None) == (number > truce)


def test_the_small_deck() -> None:
    """CW-036, CWR-10: five cards, drawn whole in every turn and known to all"""
    game = settled(start_deck="small")
    for _ in range(3):
        assert sizes(game, 0) == (5, 0, 0)
        end_round(game)
    assert known(game, 0) == "SC1 EN1 HA3"


def test_bought_cards_in_discard_pile_or_deck() -> None:
    """CWR-12, CW-205"""
    for place, found in (("discard", "SC1 HA1"), ("deck", "SC1")):
        game = play(set_up(HOME, AWAY, hand="SC PF", pool=3, bought_to=place), "buy SC HA")
        assert discard(game, 0) == found


def test_supply_by_sheets_grows_with_the_players() -> None:
    """CWR-13"""
    for players in (2, 6):
        supply = new(players, supply="sheets").state.supply
        assert cards(supply).split()[:2] == [f"PO{players}", f"HA{players}"]
        assert cards(supply).endswith(f"CA{2 * players}")
    assert offers(set_up(HOME, AWAY, hand="SC", pool=99), "SC") == set(ACTION_CARDS)


def test_closed_discards_hide_even_known_hands() -> None:
    """CWR-58"""
    game = settled(open_discards=False)
    end_round(end_round(game))
    assert known(game, 0) == known(game, 1) == ""


def test_both_readings_of_space() -> None:
    """CWR-42, CWR-43, CWR-47: options that decide a short game"""
    seats = ("SB@W0(0,0) SB@W1(3,0) SB@W2(0,0)", "SB@W1(-3,0) SB@W1(-3,3) SB@S(2,0) SB@S(-2,0)")
    assert winners(end_round(set_up(*seats, hand="HA"))) == ""
    assert winners(end_round(set_up(*seats, hand="HA", space_territory="none"))) == "A"
    game = set_up("SB@S(2,0)", AWAY, hand="AT", space_territory="none")
    assert (territory(game, 0), deployments(game, "AT")) == (0, {"S(2,0)"})


# ---------------------------------------------------------------- every reason


def corner(hand: str = "HA") -> Match:
    """A base that is shut in."""
    return set_up("SB@W0(-6,-1) AB@W0(-6,0) AB@W0(-5,-1) AB@W0(-5,-2) AB@S(0,-4)", AWAY, hand=hand)


def many_portals() -> Match:
    """32 portals between nine bases."""
    places = [*(f"W0({q},0)" for q in range(-4, 4)), "W2(0,0)"]
    pairs = [f"{one}~{other}" for i, one in enumerate(places) for other in places[i + 1 :]]
    bases = " ".join(f"{'AB' if place[1] == '2' else 'SB'}@{place}" for place in places)
    return set_up(bases, AWAY, hand="PO", portals=" ".join(pairs[:32]))


def usual(hand: str, **words: Any) -> Match:
    """A base and a unit, an enemy beside them."""
    return set_up(f"{HOME} AT@W0(0,0)", f"AC@W0(1,0) {AWAY}", hand=hand, **words)


FAR = s.HEX_MOVE + s.HEXES - 1
REFUSALS: Mapping[str, tuple[str, Callable[[], Match], str | int]] = {
    "GAME_OVER": ("CW-020", lambda: end_round(set_up(f"{HOME} SB@W1(3,0) SB@W2(0,0)", AWAY, hand="HA")), "end"),
    "SETTLE_FIRST": ("CW-035", lambda: play(new(), "W0"), "end"),
    "SETTLED": ("CW-038", settled, "W0"),
    "CHOOSE_A_WORLD": ("CW-035", new, "end"),
    "WORLD_TAKEN": ("CWR-05", lambda: play(new(), "W0; W0(0,0)"), "W0"),
    "NOT_THAT_WORLD": ("CWR-06", lambda: play(new(), "W0"), "W1(0,0)"),
    "HEX_TAKEN": ("CW-130", lambda: play(new(start_world="free"), "W0; W0(0,0); W0"), "W0(0,0)"),
    "DRAW_FIRST": ("CW-065", lambda: play(usual("HA", early_draw="ask"), "end"), "end"),
    "NO_EARLY_DRAW": ("CWR-11", lambda: usual("HA"), "draw now"),
    "FINISH_THE_MOVE": ("CW-102", lambda: play(usual("HA"), "move HA"), "end"),
    "FINISH_THE_PURCHASE": ("CW-204", lambda: play(usual("SC", pool=9), "research"), "end"),
    "FINISH_THE_PORTAL": ("CW-206", lambda: play(set_up(f"{HOME} AB@S(0,0)", AWAY, hand="PO"), "connect"), "end"),
    "FINISH_THE_DEPLOYMENT": ("CW-210", lambda: play(usual("AT"), "deploy AT"), "end"),
    "PLAY_A_CARD": ("CW-090", lambda: usual("HA"), "W0(0,0)"),
    "NOT_IN_HAND": ("CW-072", lambda: usual("HA"), "move SC"),
    "CANNOT_MOVE_WITH_IT": ("CW-100", lambda: usual("PF", card_set="pc"), "move PF"),
    "NOTHING_TO_MOVE": ("CW-132", lambda: set_up("AT'@W0(0,0)", AWAY, hand="HA"), "move HA"),
    "NOT_YOUR_PIECE": ("CW-132", lambda: play(usual("HA"), "move HA"), "W1(0,0)"),
    "PIECE_IS_LOCKED": ("CW-127", lambda: play(set_up("AT'@W0(0,0) AT@S(0,0)", AWAY, hand="HA"), "move HA"), "W0(0,0)"),
    "NO_WAY_OUT": ("CW-130", lambda: play(corner(), "move HA"), "W0(-6,-1)"),
    "SAME_HEX": ("CWR-20", lambda: usual("HA"), "move HA AT W0(0,0)->W0(0,0)"),
    "TOO_FAR": ("CW-121", lambda: usual("SC"), "move SC AT W0(0,0)->W0(2,0)"),
    "BLOCKED": (
        "CW-125",
        lambda: set_up("AT@W0(0,0)", f"AC@W0(1,0) {AWAY} AC@S(0,-4)", hand="PO"),
        "move PO AT W0(0,0)->W0(2,0)",
    ),
    "BASE_IN_THE_WAY": ("CW-130", lambda: corner("SC"), "move SC AB W0(-6,0)->W0(-6,-1)"),
    "TRUCE": ("CW-247", lambda: usual("SC", round=1, opening_truce=1), "move SC AT W0(0,0)->W0(1,0)"),
    "TOO_DEAR": ("CW-204", lambda: usual("SC", pool=3), "buy SC PF"),
    "ONLY_ACTION_CARDS": ("CW-202", lambda: usual("SC", pool=99), "buy SC AT"),
    "ONLY_UNIT_CARDS": ("CW-203", lambda: usual("EN", pool=99), "buy EN HA"),
    "SOLD_OUT": ("CWR-13", lambda: usual("SC", deck="SC3", pool=99, supply="sheets"), "buy SC SC"),
    "NO_TWO_BASES": ("CW-206", lambda: usual("PO"), "connect"),
    "NOT_YOUR_BASE": ("CW-206", lambda: set_up(f"{HOME} AB@S(0,0)", AWAY, hand="PO"), "connect W0(0,0) W1(0,0)"),
    "CONNECTED": (
        "CW-206",
        lambda: set_up(f"{HOME} AB@S(0,0)", AWAY, hand="PO", portals="S(0,0)~W0(0,0)"),
        "connect",
    ),
    "TOO_MANY_PORTALS": ("CWR-27", many_portals, "connect"),
    "NO_MARKER": ("CW-212", lambda: set_up(f"{HOME} AT@S(0,0)x8", AWAY, hand="AT"), "deploy AT"),
    "NOT_YOUR_TERRITORY": ("CW-210", lambda: usual("AT"), "deploy AT W0(2,0)"),
    "BASE_ON_BASE": ("CW-211", lambda: usual("SB"), "deploy SB W0(0,0)"),
    "ENEMY_THERE": ("CWR-40", lambda: usual("TF", deploy_into_enemy="forbidden"), "deploy TF W0(1,0)"),
    "NO_SUCH_HEX": ("CW-080", lambda: usual("HA"), FAR),
}
"""For each reason its rule, a position, and a move that it forbids."""


def test_the_table_of_refusals_is_complete() -> None:
    """CW-020: every reason of the program but that which is none"""
    numbers = {getattr(s, name) for name in REFUSALS}
    assert numbers == set(range(1, len(s.REASONS)))


@pytest.mark.parametrize("name", REFUSALS)
def test_every_reason_is_reached_with_its_rule(name: str) -> None:
    """CW-020, CW-035, CW-038, CW-065, CW-072, CW-080, CW-090, CW-100, CW-102, CW-121, CW-125, CW-127, CW-130, CW-132,
    CW-202, CW-203, CW-204, CW-206, CW-210, CW-211, CW-212, CW-247, CWR-05, CWR-06, CWR-11, CWR-13, CWR-20, CWR-27,
    CWR-40"""
    rule, start, move = REFUSALS[name]
    game = start()
    assert refused(game, move) == rule
    *before, last = list(walked(game, move)) if isinstance(move, str) else [move]
    position = game.copy()
    for step in before:
        position.play(step)
    reason = int(legality.refusal(position.board, position.state, position.number(last)))
    assert (reason, s.REASONS[reason]) == (getattr(s, name), rule)


def walked(game: Match, move: str) -> list[str]:
    """The steps of a move up to the first that is refused."""
    position, found = game.copy(), []
    for step in steps(position, move):
        found.append(step)
        if position.why_not(step):
            break
        position.play(step)
    return found
