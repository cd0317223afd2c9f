"""Galaxy of D: what is told, by which rule, and that every rule can be met at the table."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import QuincunxError, Refused, Unreadable
from quincunx.games.galaxy_of_d import words
from quincunx.games.galaxy_of_d.state import REASONS
from quincunx.table.match import Match
from tests.games.galaxies import NAME, phase, play, play_on, set_up
from tests.helpers import rule, told

GAME = quincunx.game(NAME)
LEDGER = [name for name in GAME.rulebook.rules if name.startswith("GD-")]
RULINGS = [name for name in GAME.rulebook.rules if name.startswith("R-")]

COMPONENTS = {"GD-003", "GD-015", "GD-018"}
"""Facts of the box: the shape of the map, the number of chits, and who has no special rule. Nothing happens by them."""
ADVICE = {"GD-509"}
QUIET_RULINGS = {
    *("R-01", "R-02", "R-03"),  # the box: map, chits, Pirates
    *("R-28", "R-55", "R-60"),  # what is not asked, or how much there can be
    *("R-26", "R-35", "R-36", "R-44"),  # what does not happen
    *("R-09", "R-18", "R-22", "R-25", "R-59"),  # readings of a rule that is cited itself
}
"""Rulings about what nothing is told of."""


# ---------------------------------------------------------------- refusals


def refusals() -> Iterator[tuple[str, Match, int | str]]:
    """For every reason of the game a position and a move that it forbids."""
    quick = quincunx.new(NAME, seed=1, setup="quick")
    normal = quincunx.new(NAME, seed=1, colours="fixed")
    hands = quincunx.new(NAME, seed=1, first_player="rps")
    things = quincunx.new(NAME, seed=1, thing_placement="alternate").play("place F6")
    sites = set_up(phase="base", base="- -", things="F6=P", pirates="C@I5", money="9 9", base_min_distance=4)
    second = play(set_up(phase="base", base="- -", money="9 9", base_min_distance=4), "place F6")
    narrow = "A1=P B3=P B5=P D2=P D7=P E5=P F1=P F8=P G2=A I2=S"
    bids = play(set_up(phase="bid", base="- -", money="9 9"), "bid 3")
    basket = play(set_up(phase="secret_buy", money="24 9"), "buy S; buy S; buy S; buy S; buy S")
    fleet = play(set_up(ships0="F6=C H4=I", ships1="F7=I"), "ship H4 I; go H5")
    cruiser = play(set_up(ships0="F6=C H4=I", ships1="F7=I"), "ship F6 C")
    freighter = play(set_up(things="F6=P D2=S", ships0="F5=F"), "ship F5 F")
    bomber = play(set_up(base="A1 F7", ships0="F6=B"), "ship F6 B")
    inside = play(set_up(base="A1 F7", ships0="F7=B"), "ship F7 B")
    station = play(set_up(base="A1 F7", ships0="F6=C", starbase_stops="yes"), "ship F6 C")
    shop = play(set_up(money="5 2", ships0="F6=SSSSS"), "end")
    fights = play(set_up(ships0="C3=D E5=D G7=D", ships1="C3=D E5=D G7=D"), "end; fight C3")
    losses = play(set_up(ships0="F6=ISCA", ships1="F6=A"), "end; absorb I")
    raid = play(set_up(ships0="A1=I", ships1="H4=D", pirates="S@C3 C@F6"), "end")
    over = play(set_up(armor="1 3"), "end; end")
    yield from (("GD-508", over, "end"), ("GD-201", shop, "ship F6 S"), ("GD-100", normal, "ship F6 I"))
    yield from (("GD-600", quick, "bid 1"), ("GD-110", hands, "bid 1"))
    yield from (("GD-104", things, "place F6"), ("GD-105", things, "place F7"))
    yield from (("GD-118", sites, "place F6"), ("GD-119", sites, "place F7"), ("R-14", sites, "place I5"))
    yield from (("GD-121", second, "place F7"), ("R-06", second, "place F9"))
    yield ("R-05", set_up(phase="base", base="- -", map="small", things=narrow), "place H5")
    yield from (("GD-115", bids, "bid 3"), ("GD-115", bids, "bid 10"))
    yield ("GD-116", set_up(phase="bid", base="- -", money="5 5", bid=5), "bid 6")
    yield from (("R-15", basket, "buy I"), ("GD-123", basket, "buy S"))
    yield ("GD-123", set_up(phase="secret_buy", money="4 4"), "buy C")
    yield from (("GD-210", fleet, "ship A1 D"), ("GD-210", fleet, "ship H5 I"))
    small = play(set_up(map="small", base="A1 J5", ships0="E5=I"), "ship E5 I")
    yield ("GD-212", small, small.number("go A1") + 70)
    yield from (("GD-016", cruiser, "go F9"), ("GD-214", cruiser, "go F8"), ("R-24", cruiser, "go F6"))
    yield from (("R-16", cruiser, "end"), ("GD-222", cruiser, "go F5 through"), ("R-21", freighter, "go F7"))
    yield from (("GD-217", bomber, "go F8"), ("R-19", inside, "go F7 through"), ("R-17", station, "go F8"))
    yield from (("GD-500", shop, "buy A"), ("GD-501", shop, "buy S"))
    yield from (("GD-300", fights, "fight A1"), ("GD-303", fights, "fight C3"), ("GD-303", fights, "end"))
    yield from (("R-29", losses, "absorb D"), ("GD-311", losses, "absorb I"), ("R-30", losses, "end"))
    yield ("GD-400", raid, "end")


def test_every_reason_is_given_for_some_move() -> None:
    """GD-016, GD-100, GD-104, GD-105, GD-110, GD-115, GD-116, GD-118, GD-119, GD-121, GD-123, GD-201, GD-210, GD-212,
    GD-214, GD-217, GD-222, GD-300, GD-303, GD-311, GD-400, GD-500, GD-501, GD-508, GD-600, R-05, R-06, R-14..R-17,
    R-19, R-21, R-24, R-29, R-30: a refusal begins with its rule and says the first sentence of it"""
    given = set()
    for name, game, move in refusals():
        assert rule(game, move) == name, (name, move)
        assert game.why_not(move) == f"{name}: {GAME.rulebook.sentence(name)}"
        given.add(name)
    with pytest.raises(Refused) as refused:
        set_up(ships1="F6=CI").command(0, "top F6 C")
    given.add(refused.value.rule)
    assert given == set(REASONS[1:])


def test_a_refused_move_changes_nothing() -> None:
    """GD-201: nothing is played, nothing is told"""
    for name, game, move in refusals():
        before = game.digest, len(game.line)
        with pytest.raises(Refused, match=name):
            game.play(move)
        assert (game.digest, len(game.line)) == before


@pytest.mark.parametrize(
    "move", ["", "fly F6", "ship F6", "ship Z9 C", "ship F6 X", "go F6 slowly", "bid many", "buy L"]
)
def test_what_is_no_move_is_not_understood(move: str) -> None:
    """GD-201: and says how to write one"""
    with pytest.raises(Unreadable):
        set_up(ships0="F6=C").play(move)


def test_every_move_and_command_reads_as_it_is_written() -> None:
    """GD-201: over whole games with every option that has phases of its own"""
    for seed, options in enumerate(({"first_player": "rps", "thing_placement": "alternate"}, {"setup": "quick"}, {})):
        game = play_on(quincunx.new(NAME, seed=seed, **options), seed)  # type: ignore[arg-type]
        for step in range(0, len(game.line), 7):
            position = game.at(step)
            assert [position.number(move.text) for move in position.moves] == position.moves.numbers
            for seat in (0, 1):
                assert all(position.command_number(seat, text) >= 0 for text in position.commands(seat))


# ---------------------------------------------------------------- tellings


def scripted() -> Iterator[Match]:
    """Games in which happens what players at random seldom do."""
    yield play(set_up(things="F6=S F8=P", ships0="F5=L A1=I", ships1="F6=C"), "ship F5 L; go F6; end")
    yield play(set_up(things="F6=S F8=P", ships0="F5=L", money="24 2"), "ship F5 L; go F6")
    yield play(set_up(base="A1 G6", armor="20 10", ships0="F6=B"), "ship F6 B; go G6")
    yield play(set_up(base="A1 G6", ships0="G6=B A1=I", bomber_stay="yes"), "end")
    yield play(set_up(ships0="A1=I", ships1="F6=I", pirates="S@F6 C@F6"), "end; pirate C")
    yield play(set_up(phase="bid", base="- -", money="9 9"), "bid 9")
    yield set_up(ships0="F6=CI").command(0, "top F6 C").command(1, "concede")
    dealt = (quincunx.new(NAME, seed=seed, things_roll=1) for seed in range(1000))
    yield next(game for game in dealt if not game.state.cargo_price)


@cache
def met() -> dict[str, str]:
    """Rules that were cited by something that happened, each with an example: scripted games, and random ones with all
    kinds of options."""
    found: dict[str, str] = {}
    games = list(scripted())
    for seed in range(36):
        options: dict[str, Any] = {"setup": "quick" if seed % 6 == 5 else "normal", "map": "small"}
        options |= {"things_roll": 6} if seed % 2 else {}
        options |= {"thing_placement": "alternate"} if seed % 3 == 0 else {}
        options |= {"first_player": "rps"} if seed % 4 == 0 else {}
        options |= {"pirate_repeat": "once", "pirate_absorb": "active"} if seed % 5 == 0 else {}
        games.append(play_on(quincunx.new(NAME, seed=seed, **options), seed))
    for game in games:
        for telling in (*game.opening, *(telling for move in game.tellings() for telling in move)):
            found |= {cited: telling.words for cited in telling.rules if cited not in found}
    return found


def test_everything_that_is_told_can_be_looked_up() -> None:
    """GD-201: every rule that a telling cites is in the rulebook"""
    assert set(met()) <= set(GAME.rulebook.rules)


def test_every_rule_of_the_ledger_is_given_as_a_reason_or_cited_by_a_telling() -> None:
    """GD-013, GD-223, GD-224, GD-509, GD-701, GD-702: but for the facts of the box, and advice, which is no rule"""
    source = Path(words.__file__).read_text(encoding="utf-8")
    cited = set(REASONS) | set(re.findall(r'"(GD-\d{3})"', source))
    assert sorted(set(LEDGER) - cited) == sorted(COMPONENTS | ADVICE)


def test_every_ruling_is_given_as_a_reason_cited_by_a_telling_or_shown_beside_an_option() -> None:
    """R-07, R-51, R-62: but for a few of which nothing is told"""
    source = Path(words.__file__).read_text(encoding="utf-8")
    cited = set(REASONS) | set(re.findall(r'"(R-\d{2})"', source))
    cited |= {name for option in GAME.options for name in option.rules}
    assert sorted(set(RULINGS) - cited - QUIET_RULINGS) == []


def test_what_the_source_cites_is_really_met_in_play() -> None:
    """GD-022, GD-201, R-62: every rule and ruling of words.py is cited by something that happened"""
    source = Path(words.__file__).read_text(encoding="utf-8")
    assert sorted(set(re.findall(r'"(GD-\d{3}|R-\d{2})"', source)) - set(met())) == []


def test_tips_are_advice_and_no_rules() -> None:
    """GD-509: nothing is refused by them, and the rulebook says so"""
    assert "GD-509" not in REASONS
    assert "GD-509" not in met()
    assert "advice" in GAME.rulebook.full("GD-509").lower()


def test_pirates_are_told_as_ships() -> None:
    """GD-013: they stop ships, fight and are destroyed like ships"""
    game = play(set_up(ships0="F5=D A1=I", pirates="S@F6"), "ship F5 D; go F6; end")
    log = " ".join(game.log)
    assert "It meets enemy ships on F6" in log
    assert "The Pirates lose a Scavenger on F6." in log


# ---------------------------------------------------------------- wording


def test_a_turn_reads_like_a_story() -> None:
    """GD-016, GD-219, GD-305, GD-310, GD-507: the words of one turn"""
    game = set_up(things="F6=P F9=S", ships0="F5=F C3=CI", ships1="C3=CS L6=I")
    play(game, "ship F5 F; go F7 through; end; absorb I; absorb C; end")
    assert [words.replace("Redog", "Red").replace("Cynder", "Blue") for words in story(game)] == [
        "Red moves a Freighter from F5 to F7 by way of F6.",
        "The Freighter loads cargo on F6.",
        "Red's ships have moved: a combat to fight.",
        "Combat on C3. Attack Scores: Red 7 and Blue 8.",
        "Red names an Interceptor: it is destroyed, 6 left to absorb.",
        "Blue names a Cruiser: it survives.",
        "Red loses an Interceptor on C3.",
        "Blue's Scavengers earn $1 for a ship destroyed.",
        "Red and Blue stay on C3, fully repaired.",
        "Red gets $1 from the Starbase.",
        "Red's Starbase burns down to 19 Armor.",
        "Turn 2: Blue.",
    ]


def story(game: Match) -> list[str]:
    """What was told since the start."""
    return [telling.words for move in game.tellings() for telling in move]


def test_a_written_position_has_no_invented_past() -> None:
    """GD-113, GD-102: no die is told of that nobody rolled"""
    game = set_up(things="F6=S F9=P", money="2 2")
    assert not any("die" in words or "coin" in words for words in game.log)


def test_a_new_game_tells_how_it_was_set_up() -> None:
    """GD-102, GD-108, GD-110, GD-113"""
    game = quincunx.new(NAME, seed=1, first_player="seat1", things_roll=2, money_roll=3, colours="fixed")
    assert len(game.opening) == 4
    assert [len(telling.rules) > 0 for telling in game.opening] == [True] * 4
    assert "$16" in game.log[-1]


def test_every_event_names_the_sectors_that_it_is_about() -> None:
    """GD-210, GD-305, GD-403: fronts light them up"""
    for seed in range(4):
        game = play_on(quincunx.new(NAME, seed=seed), seed)
        for move in game.tellings():
            for telling in move:
                mentioned = set(re.findall(r"\b[A-L]\d{1,2}\b", telling.words))
                assert mentioned <= set(telling.about), telling


def test_told_rules_of_a_sale_under_fire() -> None:
    """GD-220, GD-222, GD-225"""
    game = play(set_up(things="F6=S F8=P", ships0="F5=L A1=I", ships1="F6=C"), "ship F5 L; go F6")
    assert {"GD-220", "GD-222", "GD-225", "GD-214"} <= set(told(game))


def test_numbers_that_are_no_commands_are_refused_politely() -> None:
    """GD-202"""
    game = set_up(ships0="F6=C")
    for command in (-1, 10**6, True, 2.5):
        with pytest.raises(QuincunxError):
            game.command(0, command)  # type: ignore[arg-type]
    assert phase(game) == "move"
