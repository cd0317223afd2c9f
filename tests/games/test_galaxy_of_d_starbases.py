"""Galaxy of D: bidding, placing the Starbases, and the first ships in secret."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption
from quincunx.games.galaxy_of_d.setup import MAPS, galaxy
from quincunx.table.match import Match
from tests.games.galaxies import NAME, distance, fleet, money, phase, play, pool, set_up, stack, written_state
from tests.helpers import legal, rule, told, written

FULL = "A1=P B3=P B5=P D2=P D7=P E5=P F1=P F8=P G2=A I2=S"
"""Ten Things on the small map: with a Starbase on H5 there would be no sector for the other one."""
NARROW = "B2=P B5=P D1=P D7=P F9=P G1=P G7=P I2=P I4=A I6=S"
"""With a Starbase on E5 only A3 is left."""


def bidding(money: str = "15 15", **words: Any) -> Match:
    """The First Turn Player is about to speak."""
    return set_up(phase="bid", base="- -", money=money, **words)


def placing(**words: Any) -> Match:
    """Seat 0 has won the bidding at 0."""
    return set_up(phase="base", base="- -", money="15 15", **words)


def buying(money: str = "15 15", **words: Any) -> Match:
    """Both Starbases stand."""
    return set_up(phase="secret_buy", money=money, **words)


# ---------------------------------------------------------------- bidding


@pytest.mark.parametrize("first", [0, 1])
def test_bidding_starts_at_0_with_the_first_turn_player_and_alternates(first: int) -> None:
    """GD-114, GD-115: jumps are allowed (R-12)"""
    game = bidding(first=first)
    assert (game.turn, len(game.moves), rule(game, "bid 1")) == (first, 16, None)
    play(game, "bid 1")
    assert (game.turn, rule(game, "bid 1"), rule(game, "bid 2")) == (1 - first, "GD-115", None)
    play(game, "bid 9")
    assert game.turn == first
    assert [rule(game, f"bid {dollars}") for dollars in (8, 9, 10, 15, 16)] == [
        "GD-115",
        "GD-115",
        None,
        None,
        "GD-115",
    ]
    assert {"GD-114", "GD-115"} <= set(told(game))


def test_a_bid_has_to_be_in_the_bidders_own_cash() -> None:
    """GD-115: also where the other has more"""
    game = play(bidding("14 19"), "bid 3")
    assert rule(game, "bid 19") is None
    play(game, "bid 5")
    assert [rule(game, move) for move in ("bid 14", "bid 15", "pass")] == [None, "GD-115", None]


def test_who_cannot_raise_must_pass() -> None:
    """GD-116, R-12: a bid of all cash ends the bidding by itself"""
    game = play(bidding("16 16"), "bid 16")
    assert (phase(game), game.turn, written(game)["bid"]) == ("base", 0, 16)
    assert {"GD-116", "R-12"} <= set(told(game))
    stuck = set_up(phase="bid", base="- -", money="5 5", bid=5)
    assert (legal(stuck), rule(stuck, "bid 6")) == ({"pass"}, "GD-116")


def test_the_first_pass_ends_the_bidding() -> None:
    """GD-117, R-12: at once for 0, or at the last bid; the first turn stays where it was"""
    nothing = play(bidding(), "pass")
    assert (phase(nothing), nothing.turn, "bid" in written(nothing)) == ("base", 1, False)
    later = play(bidding(), "bid 2; bid 3; pass")
    assert (later.turn, written(later)["bid"], written(later)["first"]) == (1, 3, 0)
    assert "GD-117" in told(later)
    assert [rule(later, move) for move in ("bid 4", "pass")] == ["GD-100", "GD-100"]


# ---------------------------------------------------------------- Starbases


def test_the_winner_places_first_and_pays_the_loser_pays_nothing() -> None:
    """GD-118, GD-120, R-13: nothing happens between"""
    game = play(bidding(), "bid 2; bid 6; pass")
    assert (game.turn, money(game)) == (1, [15, 15])
    play(game, "place C4")
    assert (game.turn, money(game), written(game)["bases"]) == (0, [15, 9], [None, "C4"])
    assert {"GD-118", "GD-120", "R-13"} <= set(told(game))
    play(game, "place J4")
    assert (phase(game), game.turn, money(game)) == ("secret_buy", 0, [15, 9])
    assert {"GD-121", "GD-122", "GD-005"} <= set(told(game))


def test_no_starbase_on_or_next_to_a_thing() -> None:
    """GD-118, GD-119, R-14: a revealed Pirate is a Thing still; distance 2 is enough"""
    game = placing(things="F6=S C3=P I8=A", pirates="C@I5")
    reasons = {sector: rule(game, f"place {sector}") for sector in galaxy("standard").names}
    for sector, why in reasons.items():
        things = {thing: distance(sector, thing) for thing in ("F6", "C3", "I8")}
        wanted = "GD-118" if 0 in things.values() else "GD-119" if 1 in things.values() else None
        wanted = "R-14" if distance(sector, "I5") < 2 and wanted is None else wanted
        assert why == wanted
    assert set(reasons.values()) == {None, "GD-118", "GD-119", "R-14"}


@pytest.mark.parametrize("steps", [3, 4, 5, 6])
def test_the_starbases_keep_their_distance(steps: int) -> None:
    """GD-121, R-06: 3 steps; by option base_min_distance more"""
    game = play(placing(base_min_distance=steps), "place F6")
    for sector in galaxy("standard").names:
        away = distance("F6", sector)
        wanted = "GD-121" if away < 3 else "R-06" if away < steps else None
        assert rule(game, f"place {sector}") == wanted


def test_the_small_map_has_no_room_for_5_or_6_steps() -> None:
    """R-06: option base_min_distance"""
    assert quincunx.new(NAME, map="small", base_min_distance=4, seed=1).options["base_min_distance"] == 4
    for steps in (5, 6):
        with pytest.raises(BadOption, match="small map"):
            quincunx.new(NAME, map="small", base_min_distance=steps)


def test_the_first_starbase_leaves_the_other_a_sector() -> None:
    """R-05: ten Things on the small map; every sector agrees with a second reckoning"""
    game = placing(map="small", things=FULL)
    assert rule(game, "place H5") == "R-05"
    names = galaxy("small").names
    sites = [one for one in names if all(distance(one, thing, "small") > 1 for thing in written(game)["things"])]
    for site in sites:
        room = any(distance(site, other, "small") >= 3 for other in sites)
        assert rule(game, f"place {site}") == (None if room else "R-05")


@pytest.mark.parametrize("name", MAPS)
def test_a_second_starbase_always_finds_a_sector(name: str) -> None:
    """R-05: random galaxies of ten Things, for the largest distance that the map offers"""
    steps = 4 if name == "small" else 6
    for seed in range(15):
        game = quincunx.new(NAME, seed=seed, map=name, base_min_distance=steps, things_roll=6, colours="fixed")
        play(game, "pass")
        for number in game.moves.numbers[:: 1 + len(game.moves) // 8]:
            other = game.copy().play(number)
            assert other.moves.numbers or phase(other) == "secret_buy"


def test_the_only_sector_left_is_taken_by_itself() -> None:
    """R-05: nobody is asked where there is one legal move"""
    game = play(placing(map="small", things=NARROW), "place E5")
    assert (phase(game), written(game)["bases"]) == ("secret_buy", ["E5", "A3"])


# ---------------------------------------------------------------- the first ships


def test_a_basket_stays_within_cash_and_chits() -> None:
    """GD-123, R-15: none is allowed; kinds are named in ascending order"""
    game = buying("24 24")
    assert rule(game, "end") is None
    play(game, "buy D; buy D; buy D")
    assert game.turn == 1
    play(game, "buy I; buy S; buy S; buy S; buy S; buy S")
    assert [rule(game, move) for move in ("buy S", "buy I", "buy F", "buy D")] == ["GD-123", "R-15", None, "GD-123"]
    poor = buying("4 4")
    assert [rule(poor, f"buy {code}") for code in "ISFCBAD"] == [None] * 3 + ["GD-123"] * 4
    assert [rule(poor, move) for move in ("pass", "place F6", "bid 1")] == ["GD-100"] * 3


def test_buying_nothing_is_legal_and_keeps_the_money() -> None:
    """GD-123, GD-124, R-15"""
    game = play(buying(), "end; end")
    assert (phase(game), money(game), fleet(game, 0), fleet(game, 1)) == ("buy", [15, 15], "", "")
    assert any("reveals no ship" in words for words in game.log)


@pytest.mark.parametrize("first", [0, 1])
def test_baskets_are_hidden_until_both_are_revealed_together(first: int) -> None:
    """GD-123, GD-124, GD-125, R-15: TV-71; also what is heard of it"""
    other = 1 - first
    game = play(buying(first=first), "buy B; buy B")
    assert game.turn == other
    for seat in (other, None):
        known = game.view(seat)
        data = written_state(known)
        assert (money(known), data["baskets"], pool(known, first)["B"]) == ([15, 15], ["", ""], 3)
        heard = " ".join(game.log_for(seat))
        assert "Bomber" not in heard
        assert "has chosen the first ships" in heard
    assert written_state(game.view(first))["baskets"][first] == "BB"
    assert "Bomber" in " ".join(game.log_for(first))
    play(game, "buy I; end")
    home = ("A1", "L6")
    assert (stack(game, first, home[first]), stack(game, other, home[other])) == ("BB", "I")
    assert (money(game)[first], money(game)[other]) == (3, 13)
    assert (pool(game, first)["B"], pool(game, other)["I"]) == (1, 5)
    assert "two Bombers for $12" in " ".join(game.log_for(other))
    assert {"GD-124", "GD-125", "R-15"} <= set(told(game))


def test_a_seat_without_money_is_ready_at_once() -> None:
    """R-15, GD-120: the winner who bid everything starts with no ship"""
    game = play(bidding("14 14"), "bid 14; place F6; place L6")
    assert (phase(game), game.turn) == ("secret_buy", 1)
    play(game, "buy B; buy D")
    assert (fleet(game, 0), fleet(game, 1), money(game)) == ("", "L6=BD", [1, 0])  # his turn 1 has passed


def test_all_other_ships_lie_in_the_open_pool() -> None:
    """GD-125, GD-015"""
    game = play(buying("14 14"), "buy I; buy S; buy D; end")
    assert game.turn == 0
    assert pool(game.view(1), 0) == {"I": 5, "S": 4, "F": 4, "C": 4, "B": 3, "A": 3, "D": 2}
    assert sum(pool(game, 1).values()) == 28


def test_a_starbase_never_moves() -> None:
    """GD-122: no move places it again"""
    game = play(buying(), "end; end")
    assert not any(move.startswith("place") for move in legal(game))
    assert rule(game, "place F6") == "GD-201"
