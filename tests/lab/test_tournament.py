"""Tournaments: everybody sits everywhere equally often, the same seed gives the same games, results are kept whole."""

import json
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.bots import make
from quincunx.engine.errors import BadOption, QuincunxError, Unknown
from quincunx.engine.position import Position
from quincunx.lab import results, tournament
from quincunx.lab.results import BadResults
from quincunx.lab.tournament import (
    NEIGHBOURS,
    ONE_AGAINST_REST,
    ROUND_ROBIN,
    Played,
    Tournament,
    make_bot,
    play_one,
    read_bot,
    run,
    spell_bot,
)

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
PAIR = Tournament(CONNECT_FOUR, 2, ("greedy", "random"), games=12, seed=3)


def of(players: int, entrants: int, form: str = ROUND_ROBIN, seed: int = 0) -> Tournament:
    """A tournament of bots that nobody has to make."""
    return Tournament("vanagloria", players, tuple(f"bot{i}" for i in range(entrants)), seed=seed, format=form)


@lru_cache
def played(games: int = 12, seed: int = 3) -> tuple[Played, ...]:
    """The games of the pair, in this process."""
    return tuple(run(replace(PAIR, games=games, seed=seed), jobs=1))


# ---------------------------------------------------------------- entrants


@pytest.mark.parametrize(
    ("text", "name", "settings"),
    [
        ("greedy", "greedy", {}),
        (" greedy ", "greedy", {}),
        ("level-3", "level-3", {}),
        ("search:seconds=0.2,jobs=1", "search", {"seconds": 0.2, "jobs": 1}),
        ("search: seconds = .5 , deep=true", "search", {"seconds": 0.5, "deep": True}),
        ("search:iterations=None,seed=-4", "search", {"iterations": None, "seed": -4}),
        ("net:file=a:b.bin", "net", {"file": "a:b.bin"}),
    ],
)
def test_a_bot_is_read_from_one_text(text: str, name: str, settings: dict[str, Any]) -> None:
    assert read_bot(text) == (name, settings)
    assert {key: type(value) for key, value in read_bot(text)[1].items()} == {
        key: type(value) for key, value in settings.items()
    }
    assert read_bot(spell_bot(name, settings)) == (name, settings)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("search:", "'' should be SETTING=VALUE"),
        ("search:seconds", "'seconds' should be SETTING=VALUE"),
        ("search:seconds=", "'seconds=' should be SETTING=VALUE"),
        ("search:=1", "'=1' should be SETTING=VALUE"),
        ("search:jobs=1,", "'' should be SETTING=VALUE"),
        ("search:jobs=1,jobs=2", "'jobs' is given twice"),
        ("search:seconds=nan", "'nan' is not a number"),
        ("search:seconds=inf", "'inf' is not a number"),
        (5, "written as a text"),
    ],
)
def test_what_is_no_bot_is_explained(text: Any, reason: str) -> None:
    with pytest.raises(QuincunxError, match=reason):
        read_bot(text)


def test_the_seed_belongs_to_the_tournament() -> None:
    assert read_bot("greedy", seed=5) == ("greedy", {"seed": 5})
    with pytest.raises(QuincunxError, match="'seed' can't be chosen here"):
        make_bot("greedy:seed=1", seed=5)


def test_one_bot_is_spelled_in_one_way() -> None:
    spellings = ("search:jobs=1,seconds=2", "search:seconds=2.0,jobs=1", " search : seconds=2 , jobs=1")
    assert {spell_bot(*read_bot(text)) for text in spellings} == {"search:jobs=1,seconds=2"}


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("entrants", range(2, 9))
@pytest.mark.parametrize("seed", [0, 1])
def test_in_a_round_every_entrant_sits_in_every_seat_equally_often(players: int, entrants: int, seed: int) -> None:
    asked = of(players, entrants, seed=seed)
    for first in (0, 5 * asked.round):
        seatings = [asked.seating(first + place) for place in range(asked.round)]
        sat = Counter((seat, entrant) for seating in seatings for seat, entrant in enumerate(seating))
        assert len(sat) == players * entrants
        assert len(set(sat.values())) == 1
        for seating in seatings:
            times = Counter(seating)
            assert max(times.values()) - min(times[i] for i in range(entrants)) <= 1


@pytest.mark.parametrize("entrants", range(2, 9))
def test_with_two_players_all_pairs_meet_equally_often(entrants: int) -> None:
    asked = of(2, entrants)
    assert asked.round == entrants * (entrants - 1)
    assert len({asked.seating(place) for place in range(asked.round)}) == asked.round


def test_with_more_players_all_pairs_meet_about_equally_often() -> None:
    asked = of(4, 7)
    met = Counter(
        pair
        for number in range(200 * asked.round)
        for pair in ((a, b) for a in asked.seating(number) for b in asked.seating(number) if a < b)
    )
    assert len(met) == 21
    assert max(met.values()) < 1.2 * min(met.values())


@pytest.mark.parametrize("players", range(2, 7))
def test_one_sits_against_copies_of_the_last_in_every_seat(players: int) -> None:
    asked = of(players, 3, ONE_AGAINST_REST)
    seatings = [asked.seating(place) for place in range(asked.round)]
    assert asked.round == 2 * players
    assert all(sorted(Counter(seating).values()) == sorted([1, players - 1]) for seating in seatings)
    assert {(seating.index(one), one) for seating in seatings for one in set(seating) - {2}} == {
        (seat, one) for seat in range(players) for one in (0, 1)
    }


def test_neighbours_meet_in_both_orders_and_nobody_else_does() -> None:
    asked = of(2, 4, NEIGHBOURS)
    assert sorted(asked.seating(place) for place in range(asked.round)) == [
        (0, 1),
        (1, 0),
        (1, 2),
        (2, 1),
        (2, 3),
        (3, 2),
    ]
    four = of(4, 3, NEIGHBOURS)
    assert sorted(four.seating(place) for place in range(four.round)) == [
        (0, 1, 0, 1),
        (1, 0, 1, 0),
        (1, 2, 1, 2),
        (2, 1, 2, 1),
    ]


@pytest.mark.parametrize(
    ("players", "entrants", "form", "deals"),
    [
        (2, 3, ROUND_ROBIN, 3),
        (2, 4, NEIGHBOURS, 3),
        (5, 3, NEIGHBOURS, 2),
        (4, 3, ONE_AGAINST_REST, 2),
        (3, 3, ROUND_ROBIN, 1),
    ],
)
def test_who_meets_again_in_a_round_gets_the_same_deal(players: int, entrants: int, form: str, deals: int) -> None:
    asked = of(players, entrants, form)
    rounds = [{asked.deal(turn * asked.round + place) for place in range(asked.round)} for turn in range(3)]
    assert [len(each) for each in rounds] == [deals] * 3
    assert len(set.union(*rounds)) == 3 * deals


def test_rounds_are_played_to_their_end() -> None:
    assert [replace(of(2, 3), games=games).total for games in (1, 6, 7, 12)] == [6, 6, 12, 12]
    assert replace(of(4, 2, ONE_AGAINST_REST), games=5).total == 8


# ---------------------------------------------------------------- games


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    assert sorted(run(PAIR, jobs=2), key=lambda game: game.number) == list(played())
    assert [game.number for game in played()] == list(range(12))


def test_another_seed_gives_other_games() -> None:
    assert [game.moves for game in played(seed=4)] != [game.moves for game in played()]


def test_a_longer_tournament_begins_like_the_shorter_one() -> None:
    assert played(games=16)[:12] == played()


def test_games_that_are_done_are_not_played_again() -> None:
    rest = list(run(PAIR, done=[0, 1, 5, 11], jobs=1))
    assert rest == [game for game in played() if game.number not in (0, 1, 5, 11)]
    assert list(run(PAIR, done=range(12))) == []


def test_a_game_is_told_as_it_was_played() -> None:
    for game in played():
        assert game.seats == PAIR.seating(game.number)
        assert sum(game.wins) == pytest.approx(1)
        assert sum(game.results) == pytest.approx(0)
        assert game.moves >= 7
        assert game.first == 0
    greedy = sum(game.wins[game.seats.index(0)] for game in played())
    assert greedy > 8


def test_who_began_is_noted() -> None:
    """The first player is drawn in Vanagloria Galaxy."""
    asked = Tournament("vanagloria", 3, ("random", "greedy"), games=6, options={"round_limit": 2, "first_player": 2})
    assert {game.first for game in run(asked, jobs=1)} == {2}


def test_every_seat_of_every_game_gets_a_new_bot_with_its_own_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def noted(name: str, **settings: Any) -> Any:
        made.append((name, settings["seed"]))
        return make(name, **settings)

    monkeypatch.setattr(tournament, "make", noted)
    for number in range(4):
        play_one(PAIR, number)
    assert Counter(name for name, _ in made) == {"greedy": 4, "random": 4}
    assert len({seed for _, seed in made}) == 8


class Cheat:
    """A bot that always wants the same."""

    name = "cheat"

    def choose(self, game: Position) -> int:
        return 0


def test_a_bot_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "make", lambda name, **settings: Cheat())
    with pytest.raises(QuincunxError, match=r"greedy(:x=1)? chose a move that is not legal, in game \d+: CF-1"):
        play_one(replace(PAIR, entrants=("greedy", "greedy:x=1")), 0)


def test_a_win_that_is_shared_is_split() -> None:
    assert Played(0, (0, 1, 2), 0, 9, (0.5, 0.5, -1.0)).wins == (0.5, 0.5, 0)
    assert Played(0, (0, 1), 0, 9, (0.0, 0.0)).wins == (0.5, 0.5)


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"game": "ludo"}, Unknown, "There is no game 'ludo'"),
        ({"players": 3}, BadOption, "2 players, not 3"),
        ({"options": {"x": 1}}, Unknown, "There is no option 'x'"),
        ({"format": "swiss"}, Unknown, "There is no format 'swiss'"),
        ({"entrants": ()}, QuincunxError, "2 to 50 entrants, not 0"),
        ({"entrants": ("greedy",)}, QuincunxError, "2 to 50 entrants, not 1"),
        ({"entrants": ("greedy", " greedy")}, QuincunxError, "'greedy' is entered twice"),
        ({"entrants": ("greedy", "gredy")}, Unknown, "Did you mean 'greedy'"),
        ({"entrants": ("greedy", "random:x=1")}, QuincunxError, "no setting 'x'"),
        ({"games": 0}, QuincunxError, "from 1 to 100,000 games"),
        ({"games": 10**9}, QuincunxError, "from 1 to 100,000 games"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    change: dict[str, Any], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        next(run(replace(PAIR, **change)))


# ---------------------------------------------------------------- results


def written() -> str:
    return results.first_line(PAIR) + "".join(map(results.line, played()))


def test_results_are_read_as_they_were_written() -> None:
    assert results.loads(written(), PAIR) == list(played())
    assert results.loads(results.first_line(PAIR), PAIR) == []


def test_the_order_of_the_lines_does_not_matter() -> None:
    head, *lines = written().splitlines(keepends=True)
    assert results.loads(head + "".join(reversed(lines)), PAIR) == list(played())


def test_the_header_says_what_is_played() -> None:
    data = json.loads(results.first_line(PAIR))
    assert data["entrants"] == ["greedy", "random"]
    assert (data["game"], data["players"], data["seed"]) == ("connect-four", 2, 3)
    assert data["rules"] == quincunx.game(CONNECT_FOUR).version


def test_a_longer_tournament_goes_on_with_the_same_file() -> None:
    assert results.loads(written(), replace(PAIR, games=100)) == list(played())


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seed": 4}, "seed"),
        ({"entrants": ("random", "greedy")}, "entrants"),
        ({"format": ONE_AGAINST_REST}, "pairing"),
        ({"game": "vanagloria"}, "game"),
    ],
)
def test_results_of_another_tournament_are_refused(change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadResults, match=f"Line 1: the file holds another tournament: its '{key}'"):
        results.loads(written(), replace(PAIR, **change))


def test_a_last_line_that_was_cut_off_is_played_again() -> None:
    assert results.loads(written()[:-1], PAIR) == list(played())[:-1]
    assert results.loads(written()[:-20], PAIR) == list(played())[:-1]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "is not JSON"),
        ("x", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[1]", "is not a JSON object"),
        ({"game": -1}, "'game' should be a whole number from 0 to 99,999, not -1"),
        ({"game": True}, "'game' should be a whole number"),
        ({"game": None}, "'game' should be a whole number"),
        ({"seats": [0, 0]}, r"'seats' should be \[.*\] in game 2, not \[0, 0\]"),
        ({"first": 2}, "'first' should be a whole number from 0 to 1, not 2"),
        ({"moves": 1.5}, "'moves' should be a whole number"),
        ({"results": [1]}, "'results' should be 2 numbers from -1 to 1"),
        ({"results": [1, -2]}, "'results' should be 2 numbers from -1 to 1"),
        ({"results": [1, float("nan")]}, "'results' should be 2 numbers from -1 to 1"),
        ({"results": [1, "x"]}, "'results' should be 2 numbers from -1 to 1"),
        ({"game": 1, "seats": list(PAIR.seating(1))}, "game 1 stands in line 3 already"),
    ],
)
def test_a_broken_line_is_named(line: Any, reason: str) -> None:
    lines = written().splitlines()
    lines[3] = line if isinstance(line, str) else json.dumps(json.loads(lines[3]) | line)
    with pytest.raises(BadResults, match=f"Line 4: .*{reason}") as broken:
        results.loads("\n".join(lines) + "\n", PAIR)
    assert broken.value.line == 4


@pytest.mark.parametrize("text", ["", "\n", "x\n", "{}\n", "[]\n", '{"quincunx": "game"}\n'])
def test_what_is_no_results_file_is_refused(text: str) -> None:
    with pytest.raises(BadResults, match=r"Line 1: "):
        results.loads(text, PAIR)
