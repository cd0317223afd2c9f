"""Connect the Worlds: positions in writing, of every phase, of the whole table and of what one seat sees."""

import json
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadPosition
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.reading import PHASES
from tests.games.worlds import NAME, new, play, play_on, set_up, settled, written

MINE, THEIRS = "SB@W0(0,0) AT@W0(0,0)x2 AB@W2(0,0)", "SB@W1(0,0) AT@W0(1,0)"
HAND = "HA1 SC1 EN1 PO1 AT1"


def again(position: Position) -> Position:
    """Written and read; the same bytes, and the same text."""
    text = position.position()
    found = quincunx.set_up(text)
    assert found.raw.tobytes() == position.raw.tobytes()
    assert found.position() == text
    return found


IN_PHASE = {
    s.SETUP_WORLD: ("new", ""),
    s.SETUP_HEX: ("new", "W1"),
    s.MAIN: ("war", ""),
    s.MOVE_FROM: ("war", "move HA"),
    s.MOVE_PIECE: ("war", "move HA; W0(0,0)"),
    s.MOVE_TO: ("war", "move HA; W0(0,0); AT"),
    s.BUY: ("war", "research"),
    s.CONNECT_A: ("war", "connect"),
    s.CONNECT_B: ("war", "connect; W2(0,0)"),
    s.DEPLOY_TO: ("war", "deploy AT"),
    s.EARLY_DRAW: ("war", "end"),
    s.OVER: ("end", "end"),
}


def assert_read_or_a_view(view: Position) -> None:
    """What hides cards is readable, and refused as a game to be played."""
    if not any(key.endswith("_left") for key in written(view)):
        again(view)
        return
    with pytest.raises(BadPosition, match="can be read, but not played"):
        quincunx.set_up(view.position())


@pytest.mark.parametrize("phase", IN_PHASE, ids=lambda phase: PHASES[phase])
def test_a_position_of_every_phase_is_read_as_it_was_written(phase: int) -> None:
    """5.1, section 9"""
    table, moves = IN_PHASE[phase]
    tables = {
        "new": new(3),
        "war": set_up(MINE, THEIRS, hand=HAND, pool=9, early_draw="ask"),
        "end": set_up(MINE, THEIRS, hand="HA1", turn=1, round_limit=5),
    }
    game = tables[table]
    for move in moves.split("; ") if moves else ():
        game.play(move)
    assert game.state.phase == phase
    assert written(game)["phase"] == PHASES[phase]
    found = again(game)
    assert found.moves.numbers == game.moves.numbers
    for seat in (None, *range(game.players)):
        assert_read_or_a_view(game.view(seat))


def test_a_position_is_readable() -> None:
    """What has its usual value is left out."""
    game = play(set_up(MINE, THEIRS, hand=HAND, pool=9, portals="W0(0,0)~W2(0,0)"), "move SC AT W0(0,0)->W2(0,0)")
    data = written(game)
    assert data["pieces"] == [{"W0(0,0)": "SB AT", "W2(0,0)": "AB AT"}, {"W0(1,0)": "AT", "W1(0,0)": "SB"}]
    assert data["portals"] == [["W0(0,0)", "W2(0,0)"]]
    assert data["hands"] == ["EN1 PO1 HA1 AT1", ""]
    assert data["discards"] == ["SC1", ""]
    assert data["pools"] == [9, 0]
    for key in ("known", "supply", "settlers", "eliminated", "began", "card", "from", "piece", "winners", "hand_left"):
        assert key not in data
    play(game, "move HA AT W0(0,0)->W0(1,0)")
    assert written(game)["pieces"] == [{"W0(0,0)": "SB", "W2(0,0)": "AB AT"}, {"W1(0,0)": "SB"}]


def test_locks_are_written() -> None:
    """CW-127, CW-160"""
    game = play(set_up("AC@W0(0,0) AC@W0(5,0)", THEIRS, hand="SC2"), "move SC AC W0(0,0)->W0(1,0)")
    assert written(game)["pieces"][0] == {"W0(1,0)": "AC'", "W0(5,0)": "AC"}
    again(game)


def test_what_is_unusual_is_written() -> None:
    """CW-243, CWR-05, CWR-13: settlers, the eliminated, a limited supply, what everybody knows"""
    game = play(new(3, supply="sheets", first_player="seat1"), "W2; W2(0,0); W0; W0(0,0); W1; W1(0,0)")
    data = written(game)
    assert data["settlers"] == [2, 0, 1, None]
    assert data["supply"] == "PO3 HA3 EX6 PF6 SB6 AB6 OP6 MP6 AC6 TF6 CA6"
    assert data["first"] == data["turn"] == 1
    again(game)
    out = play(set_up("AT@W1(1,0)", "SB@W1(0,0)", "SB@W2(0,0)", hand="SC2"), "move SC AT W1(1,0)->W1(0,0)")
    assert written(out)["eliminated"] == [1]
    assert written(out)["began"] == [0, 1, 2]
    again(out)
    known = play(set_up(MINE, THEIRS, hand="HA1", deck="SC2", discard="EN4"), "gather HA")
    assert written(known)["known"][0] == "SC2"
    again(known)


def test_the_end_is_written_with_its_reason() -> None:
    """CW-240 to CW-246"""
    game = play(set_up(MINE, THEIRS, hand="HA1", turn=1, round_limit=5), "end")
    data = written(game)
    assert (data["phase"], data["winners"], data["ending"]) == ("OVER", [0], "round limit")
    assert again(game).over


def test_what_is_left_out_has_its_value_in_the_middle_of_a_game() -> None:
    """Round 5, the main phase of the first player, no pieces, no cards, nothing in the pools"""
    game = quincunx.set_up({"game": NAME, "players": 2})
    now = game.state
    assert (now.phase, now.round_no, now.turn, now.first, now.pieces, now.portals) == (s.MAIN, 5, 0, 0, 0, 0)
    assert not now.pool.any()
    assert not now.hand.any()
    assert now.settler[:3].tolist() == [0, 1, s.NOBODY]
    short = quincunx.set_up({"game": NAME, "players": 2, "options": {"round_limit": 3}})
    assert short.state.round_no == 3
    assert quincunx.set_up({"game": NAME, "players": 2, "phase": "SETUP_WORLD"}).state.deck_left[:2].tolist() == [
        10,
        10,
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"hands": ["HA3", ""]}, {"hands": ["HA HA HA", ""]}),
        ({"hands": ["HA2 SC1", ""]}, {"hands": [["sc", "ha2"], ""]}),
        ({"pieces": [{"W0(0,0)": "SB AT AT"}, {}]}, {"pieces": [{"w0( 0, 0 )": ["AT", "SB", "at"]}, {}]}),
        ({"pieces": [{"W0(0,0)": "SB", "S(1,0)": "AB"}, {}]}, {"pieces": [{"S(1,0)": "AB", "W0(0,0)": "SB"}, {}]}),
        ({"phase": "MAIN"}, {"phase": "main"}),
    ],
)
def test_the_same_may_be_written_in_several_ways(one: dict[str, Any], other: dict[str, Any]) -> None:
    """The order does not matter, nor do capitals and blanks."""
    table = {"game": NAME, "players": 2}
    assert quincunx.set_up(table | one).raw.tobytes() == quincunx.set_up(table | other).raw.tobytes()


def test_a_view_tells_how_many_cards_are_where() -> None:
    """Section 6: the unknown cards of others lie together in their decks"""
    game = set_up(MINE, THEIRS, hands=[HAND, "HA2 SC1"], decks=["EN2", "PO1"], discards=["", "AT1"])
    data = json.loads(game.view(0).position())
    assert data["hands"] == ["SC1 EN1 PO1 HA1 AT1", ""]
    assert data["decks"] == ["EN2", "SC1 PO1 HA2"]
    assert data["discards"] == ["", "AT1"]
    assert (data["hand_left"], data["deck_left"]) == ([5, 3], [2, 1])
    assert "discard_left" not in data
    closed = set_up(MINE, THEIRS, hands=[HAND, "HA2"], decks=["EN2", "PO1"], discards=["", "AT1"], open_discards=False)
    data = json.loads(closed.view(0).position())
    assert (data["decks"], data["discards"], data["discard_left"]) == (["EN2", "PO1 HA2 AT1"], ["", ""], [0, 1])
    assert_read_or_a_view(closed.view(0))
    assert_read_or_a_view(closed.view(None))


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_are_written_and_read_at_every_step(players: int) -> None:
    """Section 9"""
    game = play_on(quincunx.new(NAME, players, seed=players, round_limit=2), players)
    for step in range(0, len(game.line), 3):
        again(game.at(step))
    again(game)


def test_setup_positions_are_settled_again() -> None:
    """CW-035, CWR-08: units of the start included"""
    for options in ({"start_units": 3}, {"start_units": 2, "start_world": "free"}, {"start_resources": 7}):
        game = play(new(3, **options), "W0; W0(-6,-1); W1")
        data = written(game)
        assert data["world"] == 1
        assert "pools" not in data
        again(game)
    with pytest.raises(BadPosition, match="CW-035"):
        quincunx.set_up(written(play(new(3, start_units=2), "W0; W0(0,0)")) | {"options": {}})
    assert written(settled(2))["phase"] == "MAIN"
