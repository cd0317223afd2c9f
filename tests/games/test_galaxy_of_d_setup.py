"""Galaxy of D: the setup up to the money. Things, Cargo Price, First Turn Player, colours, and the quick setup."""

from collections import Counter
from itertools import chain, combinations, pairwise
from typing import Any

import pytest

import quincunx
from quincunx.table.match import Match
from tests.games.galaxies import (
    NAME,
    armor,
    distance,
    money,
    numbers,
    phase,
    pirates,
    play,
    play_on,
    pool,
    set_up,
    written_state,
)
from tests.helpers import legal, rule, told, written

SEEDS = range(1200)


def new(**words: Any) -> Match:
    """A new game; seed 1 unless another is given."""
    return quincunx.new(NAME, **{"seed": 1, **words})


def galaxy_of(game: Match) -> dict[str, str]:
    """Where every Thing lies, Pirates included."""
    data = written(game)
    raiders = {sector: f"pirate {code}" for sector, code in zip(data["pirates"], "SC", strict=True) if sector}
    return {**data["things"], **raiders}


def cited(game: Match) -> set[str]:
    """All rules behind what was told, the opening included."""
    return {rule for telling in (*game.opening, *chain(*game.tellings())) for rule in telling.rules}


def price(things: dict[str, str], name: str = "standard") -> int:
    """GD-108 by the ledger."""
    port = next(sector for sector, thing in things.items() if thing == "spaceport")
    planets = [sector for sector, thing in things.items() if thing == "planet"]
    return 4 * min((distance(port, planet, name) for planet in planets), default=0)


# ---------------------------------------------------------------- the galaxy


def test_a_galaxy_keeps_the_rules_whatever_the_dice_say() -> None:
    """GD-005, GD-011, GD-100..GD-107, GD-112, GD-125: TV-73 over 1200 seeds"""
    tokens: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    dollars: Counter[int] = Counter()
    for seed in SEEDS:
        game = new(seed=seed, colours="fixed")
        things = galaxy_of(game)
        kinds = Counter(things.values())
        tokens[len(things)] += 1
        assert kinds["spaceport"] == 1
        assert kinds["planet"] <= 8
        assert kinds["asteroid"] <= 4
        assert max(kinds["pirate S"], kinds["pirate C"]) <= 1
        assert all(distance(one, other) >= 2 for one, other in combinations(things, 2))
        assert int(game.state.cargo_price) == price(things)
        assert money(game)[0] == money(game)[1]
        dollars[money(game)[0]] += 1
        assert armor(game) == [20, 20]
        firsts[int(game.state.first)] += 1
        assert game.turn == game.state.first
        assert sum(pool(game, 0).values()) + sum(pool(game, 1).values()) == 56
        assert written(game)["bases"] == [None, None]
    assert set(tokens) == set(range(5, 11))
    assert set(dollars) == set(range(14, 20))
    assert min(*tokens.values(), *dollars.values()) > 150
    assert min(firsts[0], firsts[1]) > 530


def test_things_are_drawn_from_the_fourteen_without_replacement() -> None:
    """GD-101, GD-102, GD-012: on the average 8 planets, 4 asteroids and one of each Pirate among 14"""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        seen.update(galaxy_of(new(seed=seed, things_roll=6)).values())
    for thing, chits in (("planet", 8), ("asteroid", 4), ("pirate S", 1), ("pirate C", 1), ("spaceport", 14 / 9)):
        assert abs(seen[thing] - len(SEEDS) * 9 * chits / 14) < 120


def test_tokens_fall_everywhere_on_the_map() -> None:
    """GD-104, R-04: no sector is left out"""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        seen.update(list(galaxy_of(new(seed=seed, things_roll=3))))
    assert len(seen) == 102
    assert min(seen.values()) > 35


@pytest.mark.parametrize("die", range(1, 7))
def test_the_galaxy_die_gives_three_more_things_and_the_spaceport(die: int) -> None:
    """GD-102, GD-103: option things_roll"""
    game = new(things_roll=die)
    assert len(galaxy_of(game)) == die + 3 + 1 == written(game)["tokens"]
    assert f"fixed at {die}" in " ".join(game.log)
    rolled = new(seed=die)
    assert f"shows {len(galaxy_of(rolled)) - 4}" in " ".join(rolled.log)
    assert {"GD-101", "GD-102", "GD-103", "GD-004"} <= cited(rolled)


def test_revealed_pirates_are_ships_and_leave_no_thing_behind() -> None:
    """GD-106, GD-107, GD-013"""
    game = next(game for game in (new(seed=seed, things_roll=6) for seed in SEEDS) if "-" not in pirates(game))
    assert set(written(game)["pirates"]).isdisjoint(written(game)["things"])
    assert {"GD-106", "GD-107"} <= cited(game)
    assert "the Pirate Scavenger and the Pirate Cruiser" in " ".join(game.log)


def test_the_galaxy_stays_for_the_whole_game() -> None:
    """GD-106, GD-109, GD-122: Things, Cargo Price and Starbases never change"""
    for seed in range(6):
        game = new(seed=seed, setup=("normal", "quick")[seed % 2])
        while phase(game) in ("colour", "bid", "base", "secret_buy"):
            game.play(game.moves[seed % len(game.moves)])
        before = {key: written(game)[key] for key in ("things", "cargo_price", "bases")}
        play_on(game, seed)
        assert {key: written(game)[key] for key in before} == before


def test_players_may_place_the_things_face_down_in_turn() -> None:
    """GD-104, GD-105, R-04: option thing_placement; the First Turn Player first, kinds are drawn at the reveal"""
    game = new(thing_placement="alternate", things_roll=1, first_player="seat1")
    assert (phase(game), game.turn, len(game.moves)) == ("things", 1, 102)
    play(game, "place F6")
    assert (game.turn, written(game)["things"]) == (0, {"F6": "token"})
    assert [rule(game, f"place {sector}") for sector in ("F6", "E5", "G6", "F8")] == [
        "GD-104",
        "GD-105",
        "GD-105",
        None,
    ]
    assert rule(game, "end") == "GD-100"
    play(game, "place F8; place C3; place J3")
    assert all(kind == "token" for kind in written_state(game.view(0))["things"].values())
    play(game, "place L6")
    assert set(galaxy_of(game)) == {"F6", "F8", "C3", "J3", "L6"}
    assert (phase(game), game.turn) == ("colour", 1)
    assert {"GD-104", "R-04", "GD-106"} <= cited(game)
    kinds = set()
    for seed in range(40):
        other = new(seed=seed, thing_placement="alternate", things_roll=1, first_player="seat1")
        play(other, "place F6; place F8; place C3; place J3; place L6")
        kinds.add(galaxy_of(other)["F6"])
    assert len(kinds) >= 3


def test_a_place_off_the_small_map_is_refused() -> None:
    """GD-212, GD-104"""
    game = new(map="small", thing_placement="alternate")
    assert rule(game, game.number("place A1") + 70) == "GD-212"


# ---------------------------------------------------------------- the Cargo Price


def test_the_cargo_price_is_four_dollars_for_each_step_to_the_nearest_planet() -> None:
    """GD-108, GD-109, R-07: the nearest counts"""
    for things, dollars in (("F6=S F8=P A1=P", 8), ("F6=S F9=P C3=P", 12), ("A2=S L6=P", 44), ("F6=S C3=A", 0)):
        assert int(set_up(things=things, base="H2 E9").state.cargo_price) == dollars
    assert "GD-108" in cited(new())


def test_by_option_the_sectors_between_are_counted() -> None:
    """R-07: option cargo_count; the least price is $4"""
    assert int(set_up(things="F6=S F8=P", cargo_count="gap").state.cargo_price) == 4
    for seed in range(100):
        steps, gap = new(seed=seed), new(seed=seed, cargo_count="gap")
        assert galaxy_of(steps) == galaxy_of(gap)
        assert int(gap.state.cargo_price) == max(0, int(steps.state.cargo_price) - 4)


def test_without_a_planet_there_is_no_cargo() -> None:
    """R-08: the price is 0; with four Things that happens once in 67 galaxies"""
    bare = [seed for seed in range(1000) if "planet" not in galaxy_of(new(seed=seed, things_roll=1)).values()]
    assert 5 <= len(bare) <= 30
    game = new(seed=bare[0], things_roll=1)
    assert int(game.state.cargo_price) == 0
    assert "R-08" in cited(game)
    assert "planet" in galaxy_of(new(seed=bare[0], things_roll=1, no_planet="redraw")).values()


def test_by_option_things_are_drawn_again_until_there_is_a_planet() -> None:
    """R-08: option no_planet"""
    assert all("planet" in galaxy_of(new(seed=seed, no_planet="redraw", things_roll=1)).values() for seed in range(500))


def test_a_price_above_25_stays_but_the_cap_cuts_the_payment() -> None:
    """R-09, GD-010, R-58"""
    game = set_up(things="A2=S H4=P", ships0="A3=L", base="L1 L6", money="2 2")
    assert int(game.state.cargo_price) == 28
    play(game, "ship A3 L; go A2")
    assert money(game) == [25, 2]
    assert {"GD-010", "R-58"} <= set(told(game))


# ---------------------------------------------------------------- who begins


def test_a_coin_makes_the_first_turn_player_unless_the_table_agrees() -> None:
    """GD-110, GD-011, R-10: option first_player"""
    assert {int(new(seed=seed).state.first) for seed in range(20)} == {0, 1}
    for seed in range(5):
        assert int(new(seed=seed, first_player="seat0").state.first) == 0
        assert int(new(seed=seed, first_player="seat1").state.first) == 1
    assert {"GD-110", "GD-011", "R-10"} <= cited(new())


@pytest.mark.parametrize("hands", ["rock scissors", "paper rock", "scissors paper"])
def test_rock_paper_scissors_decides(hands: str) -> None:
    """GD-110, R-10: the first hand beats the second; nobody sees a hand before both are shown"""
    one, other = hands.split()
    game = new(first_player="rps")
    assert (phase(game), game.turn, rule(game, "bid 1")) == ("rps", 0, "GD-110")
    play(game, f"rps {one}")
    assert game.turn == 1
    assert "hand" not in written_state(game.view(1))
    assert written_state(game.view(0))["hand"] == one
    play(game, f"rps {other}")
    assert int(game.state.first) == 0
    assert int(play(new(first_player="rps"), f"rps {other}; rps {one}").state.first) == 1
    assert "GD-110" in told(game)


def test_a_tie_is_repeated_and_after_the_fifth_a_coin_decides() -> None:
    """R-10"""
    firsts = set()
    for seed in range(20):
        game = new(seed=seed, first_player="rps")
        for _ in range(4):
            play(game, "rps rock; rps rock")
            assert (phase(game), game.turn) == ("rps", 0)
        play(game, "rps paper; rps paper")
        assert phase(game) == "colour"
        firsts.add(int(game.state.first))
    assert firsts == {0, 1}
    assert any("After five ties a coin" in words for words in game.log)


def test_rock_paper_scissors_comes_before_the_things() -> None:
    """R-10, GD-100"""
    game = new(first_player="rps", thing_placement="alternate")
    assert (phase(game), written(game)["things"]) == ("rps", {})
    play(game, "rps rock; rps paper")
    assert (phase(game), game.turn) == ("things", 1)


def test_the_first_turn_player_picks_a_colour_and_the_other_gets_the_rest() -> None:
    """GD-111, GD-001, R-11: in both setups; by option colours they are fixed"""
    for setup in ("normal", "quick"):
        for seat in (0, 1):
            game = new(setup=setup, first_player=f"seat{seat}")
            assert (phase(game), game.turn, legal(game)) == ("colour", seat, {"colour redog", "colour cynder"})
            play(game, "colour cynder")
            assert written(game)["colours"] == [1 - seat, seat]
    fixed = new(colours="fixed", first_player="seat1")
    assert (phase(fixed), written(fixed)["colours"]) == ("bid", [0, 1])
    assert "R-11" in told(game)


def test_colours_have_no_effect_on_play() -> None:
    """GD-111, R-11: the same moves lead to the same position"""
    found = []
    for colour in ("redog", "cynder"):
        game = new(first_player="seat0", seed=4)
        play(game, f"colour {colour}; pass")
        data = written(game)
        found.append({key: data[key] for key in data if key != "colours"})
    assert found[0] == found[1]


def test_only_one_counter_shows_the_first_turn_symbol() -> None:
    """GD-009, GD-011: TV-01; money, Armor and the First Turn Player are open to everybody"""
    for first in (0, 1):
        game = set_up(money="15 16", armor="16 16", first=first, active=0)
        for view in (game, game.view(0), game.view(1), game.view(None)):
            data = written_state(view)
            assert (data["money"], data["armor"], data["first"]) == ([15, 16], [16, 16], first)
            seats = view.scene().seats
            assert [[track.value for track in seat.tracks] for seat in seats] == [[15, 16], [16, 16]]
            assert ["first-turn" in seat.marks for seat in seats] == [first == 0, first == 1]
        later = play(game, "end; end; end; end")
        assert int(later.state.first) == first


# ---------------------------------------------------------------- armor and money


@pytest.mark.parametrize("points", [10, 15, 20])
def test_both_starbases_begin_with_armor_20_or_less_by_option(points: int) -> None:
    """GD-005, GD-112: option start_armor"""
    for setup in ("normal", "quick"):
        assert armor(new(setup=setup, start_armor=points)) == [points, points]
    assert armor(new()) == [20, 20]
    assert {"GD-112", "GD-113"} <= cited(new(colours="fixed"))


@pytest.mark.parametrize("die", range(1, 7))
def test_one_money_die_for_both(die: int) -> None:
    """GD-113, GD-004: option money_roll"""
    game = new(money_roll=die, colours="fixed")
    assert money(game) == [die + 13, die + 13]
    rolled = play(new(seed=die), "colour redog")
    shown = numbers(next(words for words in rolled.log if "money die" in words))
    assert money(rolled) == [shown[0] + 13] * 2 == [shown[1]] * 2
    assert {"GD-113", "GD-009"} <= set(told(rolled))


# ---------------------------------------------------------------- the quick setup


def test_the_quick_setup_has_five_things_fifteen_dollars_and_no_pirates() -> None:
    """GD-600..GD-606, GD-608, GD-104, GD-105: TV-74 over many seeds"""
    firsts = set()
    for seed in range(300):
        game = new(setup="quick", seed=seed, map=("small", "standard", "large")[seed % 3])
        things = galaxy_of(game)
        assert Counter(things.values()) == {"spaceport": 1, "planet": 2, "asteroid": 2}
        name = game.options["map"]
        assert all(distance(one, other, name) >= 2 for one, other in combinations(things, 2))
        assert int(game.state.cargo_price) == price(things, name)
        first = int(game.state.first)
        firsts.add(first)
        assert rule(game, "bid 1") == "GD-600"
        game.play("colour redog")
        assert (phase(game), game.turn, money(game), armor(game)) == ("base", first, [15, 15], [20, 20])
        assert [rule(game, move) for move in ("bid 1", "pass")] == ["GD-600", "GD-600"]
    assert firsts == {0, 1}
    assert {"GD-600", "GD-601", "GD-602", "GD-603", "GD-605", "GD-606", "GD-608"} <= cited(game)


def test_in_the_quick_setup_the_first_turn_player_places_first_and_nobody_pays() -> None:
    """GD-604, GD-607, GD-118, GD-119, GD-121"""
    game = new(setup="quick", first_player="seat1", colours="fixed", seed=3)
    thing = next(iter(galaxy_of(game)))
    assert (game.turn, rule(game, f"place {thing}")) == (1, "GD-118")
    first = game.moves[0].text
    game.play(first)
    assert (game.turn, rule(game, first)) == (0, "GD-121")
    game.play(game.moves[-1])
    assert (phase(game), game.turn, money(game)) == ("secret_buy", 1, [15, 15])
    play(game, "buy A; buy D")
    assert game.turn == 0
    play(game, "buy C; end")
    assert (phase(game), int(game.state.turn_no), int(game.state.active), money(game)) == ("move", 1, 1, [10, 0])
    assert {"GD-604", "GD-607", "GD-124"} <= cited(game)


def test_a_quick_game_is_played_as_usual_afterwards() -> None:
    """GD-600, GD-200: with the map and Things that it has"""
    game = new(setup="quick", first_player="seat0", colours="fixed", thing_placement="alternate")
    assert (phase(game), written(game)["tokens"]) == ("things", 5)
    play_on(game, 1)
    assert written(game)["turn"] <= 39


def test_the_setup_has_its_order() -> None:
    """GD-100: galaxy, Starbases, starting ships"""
    game = new(first_player="rps", thing_placement="alternate", seed=2)
    seen = [phase(game)]
    while int(game.state.turn_no) == 0:
        game.play(game.moves[len(game.moves) // 2])
        seen.append(phase(game))
    order = ["rps", "things", "colour", "bid", "base", "secret_buy", "move"]
    assert [here for here, _ in pairwise([*dict.fromkeys(seen), ""])] == order
    assert rule(new(), "ship F6 I") == rule(new(), "buy I") == "GD-100"
