"""Connect the Worlds: moves in writing, step by step, and how they are read."""

import pytest

import quincunx
from quincunx.engine.errors import Refused, Unreadable
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_name, hex_number
from quincunx.games.connect_the_worlds.notation import spell
from tests.games.worlds import NAME, legal, new, play, set_up

MINE, THEIRS = "SB@W0(0,0) AT@W0(0,0) AB@W2(0,0)", "SB@W1(0,0) AT@W0(1,0)"


def test_every_number_has_a_text_of_its_own() -> None:
    """5.6: and is read as that number"""
    game = quincunx.new(NAME, 6, seed=1)
    texts = [spell(game, number) for number in range(s.MOVE_COUNT)]
    assert len(set(texts)) == s.MOVE_COUNT
    for number, text in enumerate(texts):
        assert game.number(text) == number
        assert game.number(f"  {text.upper()} ".replace(" ", "  ")) == number
    assert spell(game, -1) == "no move (-1)"
    assert spell(game, s.MOVE_COUNT) == f"no move ({s.MOVE_COUNT})"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("end", s.END_MOVE),
        ("End turn", s.END_MOVE),
        ("draw now", s.NOW_MOVE),
        ("DRAW LATER", s.LATER_MOVE),
        ("move HA", s.MOVE_WITH + s.HARVESTER),
        ("move harvester", s.MOVE_WITH + s.HARVESTER),
        ("move Plasma Furnace", s.MOVE_WITH + s.FURNACE),
        ("gather ex", s.SPECIAL_MOVE + s.EXCAVATOR),
        ("research", s.SPECIAL_MOVE + s.SCIENTISTS),
        ("build", s.SPECIAL_MOVE + s.ENGINEERS),
        ("connect", s.SPECIAL_MOVE + s.PORTAL),
        ("deploy AT", s.DEPLOY_MOVE + s.ASSAULT_TEAM),
        ("deploy titan force", s.DEPLOY_MOVE + s.TITAN_FORCE),
        ("buy SB", s.BUY_MOVE + s.ACTIONS + s.STANDARD_BASE),
        ("buy 'Standard Base'", s.BUY_MOVE + s.ACTIONS + s.STANDARD_BASE),
        ("AC", s.PIECE_MOVE + s.ARMOURED_CORE),
        ("armoured core", s.PIECE_MOVE + s.ARMOURED_CORE),
        ("W1", s.WORLD_MOVE + 1),
        ("world 1", s.WORLD_MOVE + 1),
        ("S(0,-4)", s.HEX_MOVE + 38),
        ("s ( 0 , −4 )", s.HEX_MOVE + 38),
        ("w0(0,0)", s.HEX_MOVE + 146),
        ("W1(+0,0)", s.HEX_MOVE + 269),
    ],
)
def test_a_move_may_be_written_in_several_ways(text: str, number: int) -> None:
    """Capitals, blanks, quotation marks and whole names do not matter."""
    game = set_up(MINE, THEIRS, hand="HA1")
    assert game.number(text) == number
    assert game.number(spell(game, number)) == number


def test_hexes_have_names() -> None:
    """2.8, CW-080"""
    for number in range(s.HEXES):
        assert hex_number(hex_name(number)) == number
    for name in ("S(5,0)", "S(0,5)", "W7(0,0)", "W0(7,0)", "W0(0,5)", "", "S", "T(0,0)", "S(0,0)x"):
        assert hex_number(name) is None


def test_a_whole_decision_is_told_to_be_written_in_steps() -> None:
    """CW-102, CW-202, CW-206, CW-210"""
    game = set_up(MINE, THEIRS, hand="HA1 SC1 EN1 PO1 AT1", pool=9)
    for text, words in (
        ("move HA AT W0(0,0)->S(0,-4)", "'move HA', then the hex of the piece"),
        ("research HA", "'research', and then 'buy HA'"),
        ("build AT", "'build', and then 'buy AT'"),
        ("buy HA SC", "'research' or 'build', and then 'buy HA'"),
        ("connect W0(0,0) W2(0,0)", "'connect', then the hex of one base"),
        ("deploy AT W0(0,0)", "'deploy AT', and then a hex"),
        ("HA", "'move HA', 'gather HA' or 'buy HA'"),
        ("SC", "'move SC', 'research' or 'buy SC'"),
    ):
        with pytest.raises(Unreadable) as wrong:
            game.number(text)
        assert words in str(wrong.value)


def test_what_is_not_understood_is_answered_with_what_can_be_written() -> None:
    """At most eight moves are named."""
    game = set_up(MINE, THEIRS, hand="HA1")
    with pytest.raises(Unreadable, match=r"You can write now: 'end', 'move HA', 'gather HA'\."):
        game.number("attack")
    with pytest.raises(Unreadable, match=r"'W0\(-6,5\)', 'W0\(-6,6\)' and 115 more\."):
        play(new(2), "W0").number("anywhere")
    with pytest.raises(Unreadable, match="The cards are SC Scientists, EN Engineers"):
        game.number("buy gold")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("W3", "CW-031"),
        ("W3(0,0)", "CW-031"),
        ("S(5,0)", "CW-080"),
        ("W0(9,9)", "CW-080"),
        ("move AT", "CW-111"),
        ("gather AT", "CW-111"),
        ("deploy HA", "CW-111"),
        ("gather PO", "CW-101"),
        ("research AT", "CW-202"),
        ("build HA", "CW-203"),
    ],
)
def test_what_no_number_means_is_refused_by_its_rule(text: str, rule: str) -> None:
    """CW-031, CW-080, CW-101, CW-111, CW-202, CW-203"""
    with pytest.raises(Refused) as wrong:
        set_up(MINE, THEIRS, hand="HA1").number(text)
    assert wrong.value.rule == rule


def test_a_turn_can_be_played_in_writing() -> None:
    """CW-062, CW-100, CW-101, CW-102"""
    game = set_up(MINE, THEIRS, hand="HA1 SC1 EN1 PO1 AT1", pool=9)
    assert legal(game) == {
        *("end", "move SC", "move EN", "move PO", "move HA"),
        *("gather HA", "research", "build", "connect", "deploy AT"),
    }
    for text in (
        "connect",
        "W0(0,0)",
        "W2(0,0)",
        "move SC",
        "W0(0,0)",
        "AT",
        "W2(0,0)",
        "build",
        "buy TF",
        "deploy AT",
    ):
        game.play(text)
    assert "W0(1,0)" in legal(game)
    game.play("W0(-1,0)").play("gather HA")
    assert game.turn == 1
    again = quincunx.loads(game.dumps())
    assert again.raw.tobytes() == game.raw.tobytes()
    assert '"move":"W2(0,0)"' in game.dumps().replace(" ", "")
