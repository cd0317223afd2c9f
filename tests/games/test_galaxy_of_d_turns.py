"""Galaxy of D: the course of a turn, buying, income, self-destruction, conceding, and the end."""

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import Refused
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.setup import MAPS
from quincunx.table.match import Match
from tests.games.galaxies import (
    NAME,
    armor,
    fleet,
    money,
    phase,
    pirates,
    play,
    play_on,
    pool,
    set_up,
    stack,
    winner,
    written_state,
)
from tests.helpers import legal, rule, told, written

ORDER = ["move", "go", "combat", "absorb", "pirate", "buy"]


# ---------------------------------------------------------------- turns and phases


def test_the_players_take_turns_beginning_with_the_first_turn_player() -> None:
    """GD-200, R-12: whoever won the bidding"""
    game = set_up(phase="bid", base="- -", money="15 15", first=1)
    play(game, "bid 2; pass; place A1; place L6; buy D; buy D")
    turns: list[tuple[int, int | None]] = []
    while len(turns) < 6:
        turns.append((int(game.state.turn_no), game.turn))
        play(game, "end; end")
    assert turns == [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1), (6, 0)]
    assert {"GD-200", "GD-201"} <= set(told(game))


def test_a_turn_has_five_phases_in_this_order() -> None:
    """GD-201: movement, combat, Pirates, buying, income and Armor -1"""
    game = set_up(ships0="F6=CI C3=I E5=I", ships1="F6=CI E5=I", pirates="S@I7 C@I5", dice="6 6")
    seen = [phase(game)]
    for move in ("ship C3 I", "go C2", "end", "fight F6", "absorb C", "absorb C", "pirate S", "end"):
        seen.append(phase(play(game, move)))
    assert seen == ["move", "go", "move", "combat", "absorb", "absorb", "pirate", "buy", "move"]
    assert (game.turn, money(game), armor(game)) == (1, [3, 2], [19, 20])


def test_what_does_not_belong_to_a_phase_is_refused() -> None:
    """GD-201: buying while moving, moving and fighting while buying"""
    game = set_up(ships0="F6=I", money="9 9")
    assert [rule(game, move) for move in ("buy I", "fight F6", "absorb I", "pirate S", "go F7")] == ["GD-201"] * 5
    play(game, "end")
    assert [rule(game, move) for move in ("ship F6 I", "go F7", "fight A1", "pass", "rps rock")] == ["GD-201"] * 5
    assert rule(game, -1) == rule(game, 10**6) == "GD-201"


def test_who_can_do_nothing_still_has_a_turn() -> None:
    """R-55: combat at the Starbase, Pirates, income, tick; all without being asked"""
    game = set_up(ships1="A1=C F6=I", money="0 2", pirates="C@F4", active=1, dice="6/6")
    play(game, "end; end")
    assert (int(game.state.turn_no), game.turn) == (3, 1)
    assert (money(game), armor(game)) == ([1, 3], [20 - 5 - 5 - 1, 19])
    assert " ".join(game.log).count("rolls 6") == 2


def invariants(game: Match) -> None:
    """Section 9, for fuzzing."""
    now, data = game.state, written_state(game)
    bases = [sector for sector in data["bases"] if sector]
    assert all(0 <= dollars <= 25 for dollars in money(game))
    assert not {at["sector"] if isinstance(at, dict) else at for at in data["pirates"]} & set(bases)
    assert int(now.turn_no) <= 39
    assert (min(armor(game)) > 0) != game.over
    for seat, stacks in enumerate(data["ships"]):
        ships = "".join(stacks.values()).replace("'", "").replace("x", "")
        assert all(count >= 0 for count in pool(game, seat).values())
        assert len(ships) + sum(pool(game, seat).values()) == 28
        for sector, stacked in stacks.items():
            thing = data["things"].get(sector)
            assert not ("F" in stacked and thing == "planet")
            assert not ("L" in stacked and thing == "spaceport")
            assert "'" not in stacked or (phase(game) in ("move", "go") and seat == now.active)
            assert "x" not in stacked or phase(game) == "absorb"
    assert ("combat" in data) == (phase(game) == "absorb")
    assert "combats" not in data or phase(game) in ("combat", "absorb")


@pytest.mark.parametrize("seed", range(14))
def test_every_game_keeps_the_invariants_and_has_a_winner(seed: int) -> None:
    """GD-002, GD-008, GD-200, GD-201, GD-211, GD-212, R-49, R-53: TV-75 over whole random games of all maps"""
    dice = Random(seed)
    options = {option.name: dice.choice(option.values) for option in quincunx.game(NAME).options if seed > 3}
    options |= {"map": MAPS[seed % 3], "base_min_distance": 3}
    game = quincunx.new(NAME, seed=seed, **options)
    before, turn = "", 0
    while not game.over:
        moves = game.moves.numbers
        assert len(moves) >= 2
        assert phase(game) != "move" or s.END in moves
        game.play(dice.choice(moves))
        invariants(game)
        now = phase(game)
        if now in ORDER and before in ORDER and int(game.state.turn_no) == turn and (now, before) != ("move", "go"):
            assert ORDER.index(now) >= ORDER.index(before) or now in ("combat", "pirate")
        before, turn = now, int(game.state.turn_no)
    assert sorted(game.outcome or ()) == [-1.0, 1.0]
    assert armor(game)[1 - winner(game)[0]] <= 0 < armor(game)[winner(game)[0]]
    assert len(game.line) < 8600


# ---------------------------------------------------------------- buying


def test_ships_are_bought_for_cash_and_put_on_the_own_starbase() -> None:
    """GD-500, GD-017: several, in ascending order of kinds (R-15)"""
    game = play(set_up(money="12 2", ships0="F6=I"), "end; buy I; buy S")
    assert (stack(game, 0, "A1"), money(game)) == ("IS", [7, 2])
    assert [rule(game, move) for move in ("buy I", "buy D", "buy S", "buy A")] == ["R-15", "GD-500", None, None]
    play(game, "end")
    assert money(game)[0] == 8
    assert {"GD-500", "GD-017"} <= {cited for t in game.tellings()[1] for cited in t.rules}


@pytest.mark.parametrize(("code", "chits"), list(zip("ISFCBAD", (6, 5, 4, 4, 3, 3, 3), strict=True)))
def test_nobody_has_more_ships_of_a_type_than_chits(code: str, chits: int) -> None:
    """GD-501: laden Freighters count, lost ships come back (R-57)"""
    full = "FFLL" if code == "F" else code * chits
    game = play(set_up(money="25 2", ships0=f"F6={full}"), "end")
    assert rule(game, f"buy {code}") == "GD-501"
    one_less = play(set_up(money="25 2", ships0=f"F6={full[1:]}"), "end")
    assert rule(one_less, f"buy {code}") is None
    if code != "D":  # after a Destroyer nothing can follow, and the turn ends
        assert rule(play(one_less, f"buy {code}"), f"buy {code}") == "GD-501"


def test_income_comes_after_buying() -> None:
    """GD-502, GD-700, GD-225: FAQ 1, the Starbase's dollar is too late for an Interceptor; a sale is not"""
    game = play(set_up(money="1 2", ships0="F6=I"), "end")
    assert (game.turn, money(game), fleet(game, 0)) == (1, [2, 2], "F6=I")
    sale = play(set_up(money="0 2", things="F6=S F8=P", ships0="F5=L"), "ship F5 L; go F6; buy D")
    assert (stack(sale, 0, "A1"), money(sale)) == ("D", [1, 2])
    assert "GD-700" in told(game)
    rich = play(set_up(money="2 2", things="F6=P", ships0="F6=I"), "end; end")
    assert "GD-502" in told(rich)


def test_new_ships_do_not_move_in_the_turn_in_which_they_are_bought() -> None:
    """R-61, GD-210: they do in the next"""
    game = play(set_up(money="4 2", ships0="F6=I"), "end; buy I; end; end")
    assert game.turn == 0
    assert legal(game) == {"end", "ship A1 I", "ship F6 I"}
    assert "R-61" in {cited for move in game.tellings() for t in move for cited in t.rules}


def test_a_besieged_player_buys_and_gets_his_dollar() -> None:
    """R-46, R-47, GD-506: the new ship fights first in the opponent's phase 2"""
    game = play(set_up(money="8 2", ships1="A1=C"), "end; buy D")
    assert (fleet(game, 0), fleet(game, 1), money(game)) == ("A1=D", "A1=C", [1, 2])
    play(game, "end")
    assert (fleet(game, 0), fleet(game, 1)) == ("A1=D", "")


def test_destroyed_ships_may_be_bought_again_without_limit() -> None:
    """R-57, GD-313: a fourth Bomber of three chits"""
    game = set_up(base="A1 D1", money="25 2", ships0="B1=BBB", ships1="D1=C", armor="20 20")
    assert pool(game, 0)["B"] == 0
    play(game, "ship B1 B; go D1; end; buy B; end; end")
    assert (armor(game), fleet(game, 0)) == ([19, 10], "A1=B B1=BB")
    assert pool(game, 0)["B"] == 0


# ---------------------------------------------------------------- income


def test_planets_give_2_asteroids_1_and_the_starbase_1() -> None:
    """GD-503, GD-506, GD-007, GD-014: to the active player, for any type of ship; the Spaceport gives nothing"""
    things = "C3=P E3=P H4=A J6=S F8=A"
    game = set_up(things=things, ships0="C3=L E3=B H4=I J6=F", ships1="F8=I", money="3 3")
    play(game, "end; end")
    assert money(game) == [3 + 2 + 2 + 1 + 1, 3]
    play(game, "end; end")
    assert money(game) == [9, 3 + 1 + 1]
    assert {"GD-503", "GD-506"} <= set(told(game))


def test_a_thing_with_ships_of_more_sides_is_held_by_nobody() -> None:
    """GD-504, GD-505: the opponent's or a Pirate's; an empty one is nobody's either"""
    shared = set_up(things="C3=P H4=P", ships0="C3=D H4=I", ships1="C3=D", money="3 3")
    play(shared, "end; end")
    assert money(shared) == [6, 3]
    raided = play(set_up(things="H4=P", ships0="H4=C", pirates="C@H4", money="3 3"), "end; end")
    assert (money(raided), pirates(raided)) == ([4, 3], "S@- C@H4")
    assert {"GD-504", "GD-505"} <= set(told(shared))


def test_income_is_only_the_active_players_and_only_in_his_own_phase_5() -> None:
    """R-48, GD-503: each own turn"""
    game = set_up(things="C3=P H4=P", ships0="C3=I", ships1="H4=I", money="2 2")
    for turn in range(1, 5):
        play(game, "end; end")
        assert money(game) == [2 + 3 * ((turn + 1) // 2), 2 + 3 * (turn // 2)]


def test_a_planet_keeps_producing_where_freighters_load() -> None:
    """R-59, GD-503, GD-504: a Freighter holds it, too"""
    game = play(set_up(things="F6=P F9=S", ships0="F5=F", money="2 2"), "ship F5 F; go F6; end")
    assert (fleet(game, 0), money(game)) == ("F6=L", [5, 2])


def test_income_stops_at_25() -> None:
    """GD-010, R-58"""
    game = play(set_up(things="C3=P", ships0="C3=I", money="24 2"), "end; end")
    assert money(game) == [25, 2]
    full = play(set_up(things="C3=P", ships0="C3=I", money="25 2"), "end; end")
    assert money(full) == [25, 2]
    assert "gets $0" in " ".join(full.log)


def test_then_the_starbase_loses_one_armor() -> None:
    """GD-507: the active player's only"""
    game = set_up(ships0="A1=F", ships1="L6=F")
    for turn in range(1, 7):
        play(game, "end; end")
        assert armor(game) == [20 - (turn + 1) // 2, 20 - turn // 2]
        assert "GD-507" in told(game)


# ---------------------------------------------------------------- the end


def test_a_destroyed_starbase_ends_the_game_at_once() -> None:
    """GD-002, GD-008, GD-508, R-62: by a strike, by a combat, by itself"""
    struck = play(set_up(armor="1 3", ships0="K6=BI"), "ship K6 B; go L6")
    assert (winner(struck), armor(struck), struck.outcome) == ((0, "bombed"), [1, -7], (1.0, -1.0))
    fought = play(set_up(armor="1 3", ships0="L6=C F6=I", ships1="F6=I"), "end; fight L6")
    assert (winner(fought), fleet(fought, 1)) == ((0, "combat"), "F6=I")
    burnt = play(set_up(armor="1 3"), "end; end")
    assert (winner(burnt), money(burnt)) == ((1, "self-destruct"), [3, 2])
    for game in (struck, fought, burnt):
        assert (len(game.moves), rule(game, "end")) == (0, "GD-508")
        assert {"GD-508", "GD-002", "R-49"} <= set(told(game))
    assert "GD-008" in told(burnt)


def test_negative_armor_is_kept_as_computed_and_told_as_0() -> None:
    """R-56"""
    game = play(set_up(armor="20 3", ships0="K6=B"), "ship K6 B; go L6")
    assert armor(game) == [20, -7]
    assert "0 Armor are left" in " ".join(game.log)


def test_a_bomber_in_passing_stays_where_it_ended_the_game() -> None:
    """R-62: nothing else happens, no income, no tick"""
    game = play(set_up(base="A1 G6", armor="20 10", ships0="F6=BC", ships1="F6=C"), "ship F6 B; go H6 through")
    assert (winner(game), stack(game, 0, "G6"), money(game), armor(game)) == ((0, "bombed"), "B", [2, 2], [20, 0])


def test_both_starbases_never_fall_together() -> None:
    """R-49, GD-303: the active player may take the winning combat first"""
    frame: dict[str, Any] = {"armor": "3 3", "ships0": "L6=C", "ships1": "A1=C"}
    assert winner(play(set_up(**frame), "end; fight L6")) == (0, "combat")
    assert winner(play(set_up(**frame), "end; fight A1")) == (1, "combat")


def test_if_nobody_does_anything_the_first_turn_player_loses_on_player_turn_39() -> None:
    """R-53, R-54, GD-507: the whole way; by option start_armor it is 2 * Armor - 1"""
    for points in (20, 15, 10):
        game = set_up(money="0 0", start_armor=points, ships0="A1=F", ships1="L6=F")
        while not game.over:
            game.play("end")
        assert (winner(game), int(game.state.turn_no)) == ((1, "self-destruct"), 2 * points - 1)
    assert {"R-53", "R-54"} <= set(told(game))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (0, 1), (1, 0), (1, 1), (5, 6), (6, 5), (3, 9)])
def test_the_first_turn_player_outlasts_the_other_only_with_less_damage(mine: int, theirs: int) -> None:
    """R-54: they burn out on player-turns 2(20 - a) - 1 and 2(20 - b)"""
    game = set_up(money="0 0", armor=f"{20 - mine} {20 - theirs}", ships0="A1=F", ships1="L6=F")
    while not game.over:
        game.play("end")
    assert winner(game)[0] == (0 if theirs > mine else 1)
    assert int(game.state.turn_no) == min(2 * (20 - mine) - 1, 2 * (20 - theirs))


def test_faq_2_a_freighter_sells_is_stopped_and_fights() -> None:
    """GD-701, GD-702, GD-222, GD-225"""
    game = set_up(things="F6=S F8=P", ships0="F5=L A1=I", ships1="F6=C")
    play(game, "ship F5 L")
    assert rule(game, "go F7 through") == "GD-214"
    play(game, "go F6; end")
    assert (fleet(game, 0), money(game)) == ("A1=I", [10, 2])
    play(game, "buy D")
    assert stack(game, 0, "A1") == "ID"


def test_faq_3_a_besieger_hits_an_empty_starbase_in_both_turns() -> None:
    """GD-703, GD-301, GD-302"""
    game = play(set_up(ships0="K6=A"), "ship K6 A; go L6")
    assert armor(game) == [20, 11]
    play(game, "end")
    assert (armor(game), game.turn, fleet(game, 0)) == ([19, 2], 1, "L6=A")
    assert "GD-703" in told(game)


# ---------------------------------------------------------------- conceding


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("phase_name", "moves"),
    [
        ("rps", ""),
        ("rps", "rps rock"),
        ("rps", "rps rock; rps rock"),
        ("things", "rps rock; rps paper; place F6"),
        ("colour", "rps rock; rps paper; place A1; place C1; place E1; place G1; place I1"),
    ],
)
def test_a_player_may_concede_in_the_setup(seat: int, phase_name: str, moves: str) -> None:
    """GD-202, R-50: whoever decides; the position can be written and read"""
    game = quincunx.new(NAME, seed=1, first_player="rps", thing_placement="alternate", things_roll=1)
    if moves:
        play(game, moves)
    assert phase(game) == phase_name
    game.command(seat, "concede")
    assert (winner(game), armor(game)[seat]) == ((1 - seat, "conceded"), 0)
    assert quincunx.set_up(game.position()).digest == game.digest


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "moves", ["", "ship F6 C", "end", "end; fight F6", "end; fight F6; absorb C; absorb S", "TO BUY", "TO BUY; buy S"]
)
def test_a_player_may_concede_in_every_phase_of_either_turn(seat: int, moves: str) -> None:
    """GD-202, R-50: his ships are gone, those of the other stay; the position can be written and read"""
    game = set_up(ships0="F6=CI E5=I", ships1="F6=CS E5=I", pirates="S@I7 C@I5", money="25 25", dice="6 6")
    script = moves.replace("TO BUY", "end; fight E5; absorb I; absorb S; pirate S")
    if script:
        play(game, script)
    other = fleet(game, 1 - seat)
    before = money(game)
    game.command(seat, "concede")
    assert (winner(game), armor(game)[seat], fleet(game, seat)) == ((1 - seat, "conceded"), 0, "")
    assert (fleet(game, 1 - seat), money(game), sum(pool(game, seat).values())) == (other, before, 28)
    assert {"GD-202", "R-50"} <= set(told(game))
    assert game.outcome == ((-1.0, 1.0) if seat == 0 else (1.0, -1.0))
    assert quincunx.set_up(game.position()).digest == game.digest


def test_conceding_overrides_nothing_already_decided() -> None:
    """R-50, GD-508: a game that is over stays so"""
    game = play(set_up(armor="1 3"), "end; end")
    with pytest.raises(Refused, match="GD-508"):
        game.command(0, "concede")
    assert (game.commands(0), winner(game)) == ([], (1, "self-destruct"))


def test_both_may_concede_at_any_time() -> None:
    """GD-202: it is always offered, and can be taken back"""
    game = set_up(ships0="F6=C", ships1="H4=C")
    assert "concede" in game.commands(0)
    assert "concede" in game.commands(1)
    before = game.digest
    assert game.command(1, "concede").over
    assert game.undo().digest == before


def test_whole_games_hold_at_most_so_many_decisions() -> None:
    """R-53: far below 8,600"""
    longest = max(len(play_on(quincunx.new(NAME, seed=seed), seed).line) for seed in range(6))
    assert 39 < longest < 8600
    assert written(play_on(quincunx.new(NAME, seed=1), 1))["turn"] <= 39
