"""Connect the Worlds: the maps, the worlds, the first bases and the starting decks."""

from itertools import combinations

import numpy as np
import pytest

import quincunx
from quincunx.engine.errors import BadOption, BadPosition
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import cell_of, hex_name, hex_number
from quincunx.games.connect_the_worlds.pieces import distance, map_of, shape_of
from quincunx.games.connect_the_worlds.scene import scene
from quincunx.games.connect_the_worlds.setup import CODES, DATA, NAMES
from tests.games.worlds import (
    ACTION_CARDS,
    BASES,
    COST,
    GATHER,
    MOVE,
    NAME,
    STRENGTH,
    UNITS,
    acts,
    cards,
    deck,
    discard,
    hand,
    legal,
    new,
    orbits,
    pieces,
    play,
    play_on,
    pool,
    portals,
    refused,
    round_no,
    set_up,
    settled,
    sizes,
    written,
)

SPACE_COLUMNS = (4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4)
WORLD_COLUMNS = (9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9)
ORBITS = {
    2: ["S(0,-4)", "S(0,4)", "S(0,0)"],
    3: ["S(4,-4)", "S(0,4)", "S(-4,0)", "S(0,0)"],
    4: ["S(0,-4)", "S(4,0)", "S(0,4)", "S(-4,0)", "S(0,0)"],
    5: ["S(0,-4)", "S(4,-4)", "S(4,0)", "S(0,4)", "S(-4,0)", "S(0,0)"],
    6: ["S(0,-4)", "S(4,-4)", "S(4,0)", "S(0,4)", "S(-4,4)", "S(-4,0)", "S(0,0)"],
}
"""The table of 2.6."""


# ---------------------------------------------------------------- the maps


def test_space_and_worlds_have_the_printed_shapes() -> None:
    """CW-080: columns as 2.3 and 2.4 list them; a hexagon without its corners, and borders without wrap-around"""
    space = [cell_of(place) for place in range(s.SPACE_HEXES)]
    world = [cell_of(place) for place in range(s.SPACE_HEXES, s.SPACE_HEXES + s.WORLD_HEXES)]
    assert (len(set(space)), len(set(world)), s.HEXES) == (85, 123, 946)
    assert tuple(sum(q == column for q, _ in space) for column in range(-5, 6)) == SPACE_COLUMNS
    assert tuple(sum(q == column for q, _ in world) for column in range(-6, 7)) == WORLD_COLUMNS
    assert {(-q, -r) for q, r in world} == {(-q, q + r) for q, r in world} == set(world)
    assert space == sorted(space)
    assert world == sorted(world)
    assert hex_number("S(5,0)") is hex_number("W0(0,5)") is None


def test_every_hex_has_a_name_and_a_number() -> None:
    """CW-080: 2.8"""
    assert [hex_number(hex_name(place)) for place in range(s.HEXES)] == list(range(s.HEXES))


def test_every_hex_is_on_one_map_and_has_its_place_there() -> None:
    for place in range(s.HEXES):
        world, number = divmod(place - s.SPACE_HEXES, s.WORLD_HEXES)
        in_space = place < s.SPACE_HEXES
        assert map_of(place) == (s.SPACE if in_space else 1 + world)
        assert shape_of(place) == (place if in_space else s.SPACE_HEXES + number)
        assert map_of(np.int16(place)) == map_of(place)


def test_adjacent_hexes_differ_by_one_of_six_directions_on_one_map() -> None:
    """CW-080, CW-142: space and ground are different maps"""
    board = new().board
    for start, many in ((0, s.SPACE_HEXES), (s.SPACE_HEXES, s.WORLD_HEXES)):
        cells = [cell_of(start + number) for number in range(many)]
        for number, (q, r) in enumerate(cells):
            ring = sum(int(word) << s.WORD_BITS * i for i, word in enumerate(board.ring[start + number]))
            near = {cells[bit] for bit in range(many) if ring >> bit & 1}
            steps = ((0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
            assert near == {(q + dq, r + dr) for dq, dr in steps} & set(cells)


def test_terrain_has_no_effect() -> None:
    """CW-082, CWR-65: every world has the same hexes, and nothing else is known of a hex"""
    game = set_up("AT@W0(0,0)", "AT@W1(0,0)", hand="HA")
    play(game, "move HA")
    here = play(game, "W0(0,0)")
    reached = {text[2:] for text in legal(here) if text.startswith("W0")}
    other = set_up("AT@W2(0,0)", "AT@W1(0,0)", hand="HA")
    play(other, "move HA; W2(0,0)")
    assert reached == {text[2:] for text in legal(other) if text.startswith("W2")}
    assert len(reached) == s.WORLD_HEXES - 1


# ---------------------------------------------------------------- players and worlds


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_empires_with_their_own_things(players: int) -> None:
    """CW-001, CW-002, CW-030, CW-070: each a deck, a discard pile, a hand and a pool; one base each"""
    game = settled(players, start_resources=4)
    for seat in range(players):
        assert pieces(game, seat) == f"SB@W{seat}(0,0)"
        assert pool(game, seat) == 4
        assert sum(sizes(game, seat)) == 10
    assert len(scene(game).seats) == players


def test_there_are_no_games_of_one_or_seven() -> None:
    """CW-001"""
    assert quincunx.game(NAME).players == range(2, 7)
    for players in (1, 7):
        with pytest.raises(BadOption):
            new(players)


def test_no_hex_has_pieces_of_two_empires() -> None:
    """CW-002, CW-158: nor does a position say so"""
    with pytest.raises(BadPosition, match="CW-158"):
        set_up("AT@W0(0,0)", "AC@W0(0,0)")


@pytest.mark.parametrize("players", range(2, 7))
def test_worlds_lie_where_the_table_says(players: int) -> None:
    """CW-031, CW-032, CW-033, CWR-01, CWR-02: one more than there are players, the last in the centre"""
    game = new(players)
    assert orbits(game) == ORBITS[players]
    assert len(set(orbits(game))) == players + 1 == game.board.worlds
    home = [hex_number(name) for name in ORBITS[players][:-1]]
    apart = sorted(int(distance(game.board, a, b)) for a in home for b in home if a != b)
    fours = {2: 0, 3: 0, 4: 4, 5: 8, 6: 12}[players]
    assert apart == [4] * fours + [8] * (len(apart) - fours)
    assert {int(distance(game.board, place, hex_number("S(0,0)"))) for place in home} == {4}


def test_five_homes_are_not_equal_and_the_misprinted_hex_is_needed_by_six_only() -> None:
    """CWR-02, CWR-03: W3 and W4 of five have one near neighbour"""
    board = new(5).board
    home = [hex_number(name) for name in ORBITS[5][:-1]]
    near = [sum(distance(board, a, b) == 4 for b in home) for a in home]
    assert near == [2, 2, 2, 1, 1]
    for players in range(2, 6):
        assert orbits(new(players, home_sw="printed")) == ORBITS[players]
    assert orbits(new(6, home_sw="printed"))[4] == "S(-4,5)"


def test_two_neutral_worlds_are_for_two_players() -> None:
    """CW-031, CWR-01: beside the centre, none in it"""
    assert orbits(new(2, neutral_worlds=2)) == ["S(0,-4)", "S(0,4)", "S(-2,1)", "S(2,-1)"]
    with pytest.raises(BadOption, match="CWR-01"):
        new(3, neutral_worlds=2)


def test_worlds_never_move() -> None:
    """CW-032"""
    game = settled(3, 5)
    before = orbits(game)
    assert orbits(play_on(game, 3, 300)) == before


@pytest.mark.parametrize("players", range(2, 7))
def test_boards_and_counters_match_by_colour(players: int) -> None:
    """CW-034, CWR-04: boards 1, 2, 3, 4, 6, 7 for the homes in order, the grey board 5 in the centre"""
    drawn = {place.caption: place.symbol for place in scene(new(players)).places if place.kind == "orbit"}
    boards = [*(1, 2, 3, 4, 6, 7)[:players], 5]
    assert drawn == {f"W{world}": f"world-{board}" for world, board in enumerate(boards)}


# ---------------------------------------------------------------- the first bases


def test_each_picks_a_free_home_world_and_then_any_hex_of_it() -> None:
    """CW-035, CWR-05, CWR-06, CWR-07, CW-040: in turn order from Player 1; a Standard Base"""
    game = new(3, first_player="seat1")
    assert acts(game) == "B"
    assert legal(game) == {"W0", "W1", "W2"}
    play(game, "W2")
    assert acts(game) == "B"
    assert len(legal(game)) == s.WORLD_HEXES
    assert all(text.startswith("W2(") for text in legal(game))
    play(game, "W2(-6,-1)")
    assert (acts(game), legal(game)) == ("C", {"W0", "W1"})
    play(game, "W0; W0(6,1)")
    assert (acts(game), legal(game)) == ("A", {"W1"})
    play(game, "W1; W1(0,0)")
    assert [pieces(game, seat) for seat in range(3)] == ["SB@W1(0,0)", "SB@W2(-6,-1)", "SB@W0(6,1)"]
    assert (acts(game), round_no(game)) == ("B", 1)


def test_what_is_refused_while_everybody_settles() -> None:
    """CW-035, CWR-05, CWR-06, CW-031, CW-080"""
    game = new(3)
    assert refused(game, "W3") == "CWR-05"
    assert refused(game, "W4") == "CW-031"
    assert refused(game, "end") == refused(game, "W0(0,0)") == refused(game, "AT") == "CW-035"
    play(game, "W1")
    assert refused(game, "W2(0,0)") == refused(game, "S(0,0)") == "CWR-06"
    assert refused(game, "W0") == refused(game, "gather HA") == refused(game, "draw now") == "CW-035"
    assert refused(game, s.HEX_MOVE + s.SPACE_HEXES + 4 * s.WORLD_HEXES) == "CW-080"
    play(game, "W1(0,0)")
    assert refused(game, "W1") == "CWR-05"


def test_after_the_setup_nobody_settles() -> None:
    """CW-038"""
    assert refused(settled(), "W0") == "CW-038"


def test_worlds_may_be_assigned() -> None:
    """CWR-05: seat first+i gets Wi"""
    game = new(3, start_world="assigned", first_player="seat2")
    assert acts(game) == "C"
    play(game, "W0(0,0)")
    play(game, "W1(1,1)")
    play(game, "W2(0,0)")
    assert [pieces(game, seat) for seat in range(3)] == ["SB@W1(1,1)", "SB@W2(0,0)", "SB@W0(0,0)"]


def test_worlds_may_be_free() -> None:
    """CWR-05, CW-130: the centre and a shared world, but not the hex of another's piece"""
    game = new(3, start_world="free", start_units=3)
    assert legal(game) == {"W0", "W1", "W2", "W3"}
    play(game, "W3; W3(0,0); W3")
    for taken in ("W3(0,0)", "W3(-1,1)", "W3(1,0)", "W3(0,-1)"):
        assert refused(game, taken) == "CW-130"
    assert len(legal(game)) == s.WORLD_HEXES - 4
    play(game, "W3(1,1)")
    assert pieces(game, 1) == "AT@W3(0,2) SB@W3(1,1) AT@W3(1,1) AT@W3(2,1)"
    assert legal(game) == {"W0", "W1", "W2", "W3"}


def test_the_middle_hex_may_be_given() -> None:
    """CWR-06: asked only if it is taken"""
    game = new(2, start_hex="centre", start_world="free")
    play(game, "W2")
    assert pieces(game, 0) == "SB@W2(0,0)"
    play(game, "W2")
    assert acts(game) == "B"
    assert refused(game, "W2(0,0)") == "CW-130"
    play(game, "W2(3,-3)")
    assert pieces(game, 1) == "SB@W2(3,-3)"


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("W0(0,0)", "AT@W0(-1,1) AT@W0(0,-1) SB@W0(0,0) AT@W0(1,0)"),
        ("W0(-6,-1)", "SB@W0(-6,-1) AT@W0(-6,-1)x2 AT@W0(-5,-1)"),
        ("W0(6,1)", "AT@W0(5,2) AT@W0(6,0) SB@W0(6,1) AT@W0(6,1)"),
    ],
)
def test_three_units_stand_around_the_base(place: str, found: str) -> None:
    """CWR-08: on the base hex where the neighbour does not exist"""
    game = play(new(start_units=3, start_world="assigned"), place)
    assert pieces(game, 0) == found


def test_a_start_unit_beside_another_player_stands_on_the_base() -> None:
    """CWR-08: where the neighbour holds another player's piece"""
    game = new(start_world="free", start_units=3)
    play(game, "W2; W2(0,0); W2; W2(-1,0)")
    assert pieces(game, 1) == "AT@W2(-2,1) AT@W2(-1,-1) SB@W2(-1,0) AT@W2(-1,0)"


def test_two_units_stand_on_the_base() -> None:
    """CWR-08"""
    assert pieces(settled(start_units=2), 1) == "SB@W1(0,0) AT@W1(0,0)x2"


def test_usually_there_are_no_units_no_portals_and_no_resources() -> None:
    """CW-038, CWR-08"""
    game = settled(4)
    assert [pieces(game, seat) for seat in range(4)] == [f"SB@W{seat}(0,0)" for seat in range(4)]
    assert portals(game) == ""
    assert {pool(game, seat) for seat in range(4)} == {0}
    assert {pool(settled(4, start_resources=20), seat) for seat in range(4)} == {20}


# ---------------------------------------------------------------- decks


def test_starting_decks_are_shuffled() -> None:
    """CW-036, CW-037: ten cards; hand and discard pile are empty before the first draw"""
    game = new()
    assert deck(game, 0) == deck(game, 1) == "SC2 EN2 PO1 HA3 AT2"
    assert sizes(game, 0) == sizes(game, 1) == (0, 10, 0)
    hands = {hand(settled(2, seed), 0) for seed in range(30)}
    assert len(hands) > 8
    small = new(start_deck="small")
    assert (deck(small, 0), sizes(small, 1)) == ("SC1 EN1 HA3", (0, 5, 0))


def test_the_first_hand_is_drawn_uniformly() -> None:
    """CW-037, CW-060, CWR-55: how many of the 252 first hands can reach a neighbour, and a far home"""
    cards_of = [code for code, many in DATA["deck"]["classic"].items() for _ in range(many)]
    hands = list(combinations(range(10), 5))
    near = far = armed = 0
    for held in hands:
        codes = [cards_of[i] for i in held]
        movement = sum(MOVE.get(code, 0) for code in codes)
        near += "AT" in codes and movement >= 6
        far += "AT" in codes and movement >= 10
        armed += "AT" in codes
    assert (len(hands), near, far) == (252, 158, 10)
    assert round(100 * armed / 252) == 78


# ---------------------------------------------------------------- the printed tables


def test_the_tables_of_the_cards() -> None:
    """CW-091, CW-110, CW-113, CW-222, CWR-14: six action cards, eight unit cards, their numbers"""
    board = new().board
    assert (*ACTION_CARDS, *BASES, *UNITS) == CODES
    assert [int(cost) for cost in board.cost] == list(COST.values())
    assert [int(move) for move in board.move] == list(MOVE.values())
    assert [int(gather) for gather in board.gather] == [GATHER.get(code, 0) for code in ACTION_CARDS]
    assert [int(strength) for strength in board.strength] == list(STRENGTH.values())
    assert len(set(NAMES)) == 14


def test_one_sheet_holds_a_starting_deck() -> None:
    """CW-036, CWR-13: thirty cards"""
    assert sum(DATA["cards"]["sheet"]) == 30
    sheet = dict(zip(CODES, DATA["cards"]["sheet"], strict=True))
    assert all(sheet[code] >= many for code, many in DATA["deck"]["classic"].items())
    left = [2 * (many - DATA["deck"]["classic"].get(code, 0)) for code, many in sheet.items()]
    game = new(supply="sheets")
    assert cards(game.state.supply) == cards(left) == "PO2 HA2 EX4 PF4 SB4 AB4 OP4 MP4 AC4 TF4 CA4"


# ---------------------------------------------------------------- Player 1


def test_the_table_names_player_1_or_chance_does() -> None:
    """CW-039, CWR-09, CW-040"""
    for seat in range(4):
        game = new(4, first_player=f"seat{seat}")
        assert game.state.first == game.state.turn == seat
    drawn = {int(new(4, seed, first_player="random").state.first) for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    with pytest.raises(BadOption, match="CW-039"):
        new(2, first_player="seat2")


def test_a_game_has_exactly_one_goal() -> None:
    """CW-010, CW-011, CW-012, CW-013: short, medium or long; short is usual"""
    for number, goal in enumerate(("short", "medium", "long")):
        game = new(goal=goal)
        assert game.board.goal == number
        assert any("CW-010" in telling.rules for telling in game.opening)
    assert written(new())["options"]["goal"] == "short"
    with pytest.raises(BadOption):
        new(goal="huge")


def test_everything_starts_with_an_empty_discard_pile() -> None:
    """CW-037"""
    game = settled(6)
    assert {discard(game, seat) for seat in range(6)} == {""}
    assert sizes(game, 0) == (5, 5, 0)
