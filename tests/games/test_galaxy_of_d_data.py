"""Galaxy of D: the maps, the Things, the ships, and the most that there can be of anything."""

from collections import Counter
from itertools import combinations

import pytest

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.games.galaxy_of_d import state
from quincunx.games.galaxy_of_d.setup import DATA, KIND_CODES, KIND_NAMES, MAPS, galaxy
from tests.games.galaxies import (
    ARMOR,
    ATTACK,
    NAME,
    around,
    distance,
    fleet,
    money,
    neighbours,
    phase,
    play,
    pool,
    scores,
    set_up,
    settle,
)
from tests.helpers import legal, rule, told

FACTS = {
    "small": (70, {3: 6, 4: 20, 6: 44}, 181, 279448, 10687, 9),
    "standard": (102, {3: 6, 4: 26, 6: 70}, 271, 900881, 27468, 11),
    "large": (140, {3: 6, 4: 32, 6: 102}, 379, 2394415, 60725, 13),
}
"""Section 2.1: sectors, how many have so many neighbours, edges, sum of products, sum of distances, the largest."""
ROWS = {
    "small": ([5, 6, 7, 8, 9, 9, 8, 7, 6, 5], [0, 5, 11, 18, 26, 35, 44, 52, 59, 65], [0, -1, -2, -3] + 6 * [-4]),
    "standard": (
        [6, 7, 8, 9, 10, 11, 11, 10, 9, 8, 7, 6],
        [0, 6, 13, 21, 30, 40, 51, 62, 72, 81, 89, 96],
        [0, -1, -2, -3, -4] + 7 * [-5],
    ),
    "large": (
        [7, 8, 9, 10, 11, 12, 13, 13, 12, 11, 10, 9, 8, 7],
        [0, 7, 15, 24, 34, 45, 57, 70, 83, 95, 106, 116, 125, 133],
        [0, -1, -2, -3, -4, -5] + 8 * [-6],
    ),
}
TABLE = {
    "I": ("Interceptor", 2, 3, 2, 2, 6),
    "S": ("Scavenger", 3, 2, 3, 3, 5),
    "F": ("Freighter", 4, 2, 1, 4, 4),
    "C": ("Cruiser", 5, 2, 5, 8, 4),
    "B": ("Bomber", 6, 2, 0, 3, 3),
    "A": ("Assassin", 7, 3, 9, 5, 3),
    "D": ("Destroyer", 8, 1, 10, 16, 3),
}
"""Section 2.3: name, cost, steps, Attack, Armor, chits."""
ATTACKERS = {1: "F", 2: "I", 3: "S", 4: "SF", 5: "C", 7: "IC", 8: "SC", 15: "CD", 16: "FCD"}
"""Ships with that Attack Score."""
EVERY_SHIP = "IIIIIISSSSSFFFFCCCCBBBAAADDD"


# ---------------------------------------------------------------- the map


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_the_sectors_edges_and_distances_of_the_document(name: str) -> None:
    """GD-003, R-01: TV-72, the table of facts"""
    names, links = galaxy(name).names, galaxy(name).links
    edges = [(i, j) for i, near in enumerate(links) for j in near if i < j]
    apart = [distance(one, other, name) for one, other in combinations(names, 2)]
    degrees = dict(sorted(Counter(map(len, links)).items()))
    found = len(names), degrees, len(edges), sum(i * j for i, j in edges), sum(apart), max(apart)
    assert found == FACTS[name]
    assert all(near == sorted(near) for near in links)


@pytest.mark.parametrize("name", MAPS)
def test_the_two_halves_of_a_map_are_the_same_turned_by_half(name: str) -> None:
    """GD-003, R-01"""
    links = galaxy(name).links
    last = len(links) - 1
    assert all(sorted(last - there for there in links[here]) == links[last - here] for here in range(last + 1))


@pytest.mark.parametrize("name", MAPS)
def test_stepwise_distance_is_the_distance_formula(name: str) -> None:
    """GD-003, R-01: the map is connected and convex"""
    for goal in galaxy(name).names:
        steps = around(goal, frozenset(), name)
        assert steps == {start: distance(start, goal, name) for start in steps}
        assert len(steps) == len(galaxy(name).names)


@pytest.mark.parametrize("name", MAPS)
def test_two_starbases_never_cut_the_map_in_two(name: str) -> None:
    """GD-003, R-01: Pirates can never be walled off"""
    names = galaxy(name).names
    rim = [sector for sector in names if len(neighbours(sector, name)) < 6]
    for one, other in combinations(rim, 2):
        if distance(one, other, name) >= 3:
            start = next(sector for sector in names if sector not in (one, other))
            assert len(around(start, frozenset((one, other)), name)) == len(names) - 2


@pytest.mark.parametrize("name", MAPS)
def test_rows_and_coordinates_are_those_of_the_document(name: str) -> None:
    """GD-003, R-01: TV-72; the board's record agrees with it, too"""
    rows, starts, first_q = ROWS[name]
    board = quincunx.new(NAME, seed=1, map=name).board
    cells = galaxy(name).cells
    assert [sum(r == row for _, r in cells) for row in range(len(rows))] == rows
    assert board.row_start[: len(rows)].tolist() == starts
    assert board.row_q[: len(rows)].tolist() == first_q
    assert [(int(q), int(r)) for q, r in zip(board.q, board.r, strict=True)][: len(cells)] == cells
    assert int(board.sectors) == len(cells) == sum(rows)
    labels = [f"{chr(ord('A') + row)}{column + 1}" for row, many in enumerate(rows) for column in range(many)]
    assert galaxy(name).names == labels


def test_the_standard_map_is_the_usual_one_and_there_are_three() -> None:
    """R-01: option map"""
    assert MAPS == ("small", "standard", "large")
    assert int(quincunx.new(NAME, seed=1).board.sectors) == 102
    with pytest.raises(BadOption, match="map"):
        quincunx.new(NAME, map="huge")


# ---------------------------------------------------------------- the pieces


@pytest.mark.parametrize("players", [1, 3, 6])
def test_exactly_two_play_redog_and_cynder(players: int) -> None:
    """GD-001"""
    with pytest.raises(BadOption, match="2 players"):
        quincunx.new(NAME, players=players)
    game = quincunx.new(NAME, seed=1, first_player="seat0").play("colour cynder")
    assert game.state.colour.tolist() == [1, 0]
    assert "GD-001" in told(game)


def test_there_are_fifteen_things() -> None:
    """GD-012, R-03"""
    assert DATA["things"] == {"spaceport": 1, "pirate": 2, "asteroid": 4, "planet": 8}
    assert sum(DATA["things"].values()) == 15
    assert [state.CLASS_CODES[ship_class] for ship_class in state.PIRATE_CLASS] == ["S", "C"]


def test_each_side_has_the_same_28_ships() -> None:
    """GD-015, R-02: 6 5 4 4 3 3 3, and at most 5 Scavengers as the rulebook has it"""
    game = quincunx.new(NAME, seed=1)
    assert pool(game, 0) == pool(game, 1) == {code: line[5] for code, line in TABLE.items()}
    assert sum(pool(game, 0).values()) == 28 == len(EVERY_SHIP)
    assert pool(game, 0)["S"] == 5


def test_the_ship_table_is_that_of_the_rulebook() -> None:
    """GD-017, GD-015, GD-016, R-02"""
    ships = DATA["ships"]
    lines = zip(*(ships[key] for key in ("name", "cost", "speed", "attack", "armor", "chits")), strict=True)
    assert dict(zip(ships["code"], lines, strict=True)) == TABLE
    assert ships["code"] == list("ISFCBAD")


@pytest.mark.parametrize("code", "ISFLCBAD")
def test_a_ship_reaches_every_sector_within_its_speed(code: str) -> None:
    """GD-016, GD-017, GD-210"""
    speed = TABLE["F" if code == "L" else code][2]
    game = play(set_up(ships0=f"F6={code}"), f"ship F6 {code}")
    within = {sector for sector in galaxy("standard").names if 1 <= distance("F6", sector) <= speed}
    assert legal(game) == {f"go {sector}" for sector in within}
    assert rule(game, f"go F{6 + speed}") is None
    assert rule(game, f"go F{7 + speed}") == "GD-016"


@pytest.mark.parametrize("code", "ISFLCBAD")
def test_a_ship_attacks_with_its_value(code: str) -> None:
    """GD-017, GD-305, GD-018: nothing but the table decides; a Bomber has 0"""
    game = play(set_up(ships0=f"F6={code}", ships1="F6=D"), "end")
    assert scores(game) == [[ATTACK[code], 10]]


@pytest.mark.parametrize("code", "ISFLCBAD")
def test_a_ship_bears_one_less_than_its_armor(code: str) -> None:
    """GD-017, GD-310, GD-018"""
    survives, dies = ATTACKERS[ARMOR[code] - 1], ATTACKERS[ARMOR[code]]
    assert fleet(settle(play(set_up(ships0=f"F6={code}", ships1=f"F6={survives}"), "end")), 0) == f"F6={code}"
    assert fleet(settle(play(set_up(ships0=f"F6={code}", ships1=f"F6={dies}"), "end")), 0) == ""


@pytest.mark.parametrize("code", "ISFCBAD")
def test_a_ship_costs_its_price(code: str) -> None:
    """GD-017, GD-500"""
    _, cost, *_ = TABLE[code]
    game = play(set_up(money=f"{cost} 2", ships0="F6=I"), f"end; buy {code}")
    assert (fleet(game, 0), money(game)[0]) == (f"A1={code} F6=I", 1)
    if cost > 2:
        assert rule(play(set_up(money=f"{cost - 1} 2"), "end"), f"buy {code}") == "GD-500"


def test_interceptors_cruisers_assassins_and_destroyers_do_nothing_special() -> None:
    """GD-018, GD-019, GD-021, GD-217: no cargo, no strike, no bounty"""
    for code in "ICAD":
        game = set_up(things="F6=P F8=S", base="A1 E8", ships0=f"F7={code} F4=D")
        play(game, f"ship F7 {code}")
        assert not any("through" in move for move in legal(game))
        play(game, "go F6")
        assert money(game)[0] == 2
        assert fleet(game, 0) == f"F4=D F6={code}"
        strike = play(set_up(base="A1 G6", ships0=f"F6={code}", ships1="G6=DDD"), f"ship F6 {code}; go G6")
        assert strike.state.armor.tolist() == [20, 20]
        assert not any("strikes" in words for words in strike.log)
        fight = play(set_up(ships0=f"F6={code * 2}", ships1="F6=F"), "end")
        assert fight.state.money.tolist() == [2, 2]


# ---------------------------------------------------------------- the most of anything


def test_a_fast_ship_has_at_most_36_destinations_and_no_ship_has_more() -> None:
    """R-60: a Freighter between three planets has fewer, and so has a Bomber beside the Starbase"""
    fast = play(set_up(ships0="F6=A"), "ship F6 A")
    assert len(fast.moves) == 36
    freighter = play(set_up(things="E5=P F7=P G5=P L1=S", ships0="F6=F"), "ship F6 F")
    through = [move for move in legal(freighter) if "through" in move]
    assert (len(freighter.moves), len(through)) == (28, 13)
    bomber = play(set_up(base="A1 F7", ships0="F6=B"), "ship F6 B")
    assert len(bomber.moves) <= 18 + 1 + 6


def test_28_ships_give_29_moves() -> None:
    """R-60, GD-015: each ship in a sector of its own, and the end of the movement"""
    sectors = galaxy("standard").names[20:48]
    ships = " ".join(f"{sector}={code}" for sector, code in zip(sectors, EVERY_SHIP, strict=True))
    assert len(set_up(ships0=ships).moves) == 29


def test_there_may_be_29_combats_in_one_phase() -> None:
    """R-60, GD-303: 28 sectors with own ships, and the own Starbase; none is forgotten"""
    sectors = galaxy("standard").names[20:48]
    ships0 = " ".join(f"{sector}={code}" for sector, code in zip(sectors, EVERY_SHIP, strict=True))
    enemies = zip(("A1", *sectors[:27]), EVERY_SHIP, strict=True)
    ships1 = " ".join(f"{sector}={code}" for sector, code in enemies)
    game = play(set_up(ships0=ships0, ships1=ships1, pirates=f"C@{sectors[27]}", dice="6 6"), "end")
    assert len(game.moves) == 29
    while phase(game) == "combat":
        game.play(game.moves[0])
        settle(game)
    assert len([words for words in game.log if words.startswith("Combat on")]) >= 29


def test_a_basket_and_a_bidding_have_at_most_eight_and_twenty_moves() -> None:
    """R-60"""
    assert len(set_up(phase="secret_buy", money="19 19").moves) == 8
    assert len(set_up(phase="bid", base="- -", money="19 19").moves) == 20


def test_every_sector_may_take_the_first_thing() -> None:
    """R-60, GD-104: the most moves of the setup"""
    for name in MAPS:
        game = quincunx.new(NAME, seed=1, map=name, thing_placement="alternate")
        assert len(game.moves) == FACTS[name][0] <= state.MOST_MOVES


def test_kinds_have_names_and_letters() -> None:
    """GD-017"""
    assert dict(zip(KIND_CODES, KIND_NAMES, strict=True)) == {code: line[0] for code, line in TABLE.items()}
