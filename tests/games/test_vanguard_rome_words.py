"""Vanguard: Rome: what is told, by which rule, and that every rule can be met at the table."""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import QuincunxError, Refused, Unreadable
from quincunx.games.vanguard_rome import blows, words
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.state import REASONS
from quincunx.table.match import Match
from tests.games.legions import NAME, clash, new, phase, play, play_on, said, set_up
from tests.helpers import told

GAME = quincunx.game(NAME)
QUIET = "CO [IN] IN"
TEN = "PR IN IN SL SL AR CA EL CO BA"
OTHER_TEN = "IN IN IN IN CE CE CE SL SL SL"
LONG = " ".join(["AR"] * 6 + ["BA", "CA", "CV", "CH", "CO", "EL", "ST"] * 3 + ["CE"] * 4)

# ---------------------------------------------------------------- refusals


def refusals() -> Iterator[tuple[int, Match, int | str]]:
    """For every reason of the game a position and a move that it forbids."""
    for chapter in (before_the_turn, in_the_line, abilities, commands_before, declarations, afterwards):
        yield from chapter()


def before_the_turn() -> Iterator[tuple[int, Match, int | str]]:
    """Laying out, the clash, mending, Nightfall."""
    opening, night = new(TEN, OTHER_TEN), play(set_up("IN .. [IN]", QUIET, hand="NIGHTFALL"), "nightfall")
    standard = clash("IN IN [ST] IN IN / SL SL [SL] SL SL", "CO CO [PR] CE CE / AR AR [AR] AR AR")
    torn = clash("IN IN [PR] IN IN / SL SL [SL] SL SL", "CO CO [SL] CE CE / AR AR [AR] AR AR", close_up=True)
    yield (s.GAME_OVER, play(set_up("[PR]", "[SL]"), "attack"), "attack")
    yield from ((s.LAY_OUT_FIRST, opening, "attack"), (s.NOT_IN_POOL, opening, "deploy CV"))
    yield from ((s.NO_LEAN, opening, "lean left"), (s.NO_SUCH_ACTION_IN_THE_CLASH, standard, "attack"))
    yield from ((s.MEND_FIRST, torn, "attack"), (s.NIGHT_FIRST, night, "attack"), (s.NOT_TO_KEEP, night, "keep"))


def in_the_line() -> Iterator[tuple[int, Match, int | str]]:
    """Placing and shifting."""
    game = set_up("CE SL .. IN [PR] .. / [..] AR", QUIET, pending="SL")
    yield from ((s.ONLY_MAIN, game, "to F0"), (s.ONLY_IN_OPENING_OR_NIGHT, game, "keep"))
    yield from ((s.NO_SURPLUS, game, "discard FLANK"), (s.NOT_ASKED, game, "face B"))
    yield from ((s.NO_REAR_UNIT, game, "shift fwd R0"), (s.NO_UNIT_TO_SHIFT, game, "shift lat F+1"))
    yield (s.FRONT_TAKEN, set_up("IN [PR] / [AR]", QUIET), "shift fwd R0")
    yield from ((s.VANGUARD_NEVER_SHIFTS, game, "shift lat F0"), (s.BLOCK_IS_ANCHORED, game, "shift lat F-1"))
    yield from ((s.NAMED_BY_NEAREST, game, "shift lat F-4"), (s.NOT_DRAWN, game, "place IN F+1"))
    yield from ((s.SPACE_TAKEN, game, "place SL F0"), (s.BEYOND_THE_ENDS, game, "place SL F+2"))
    yield from ((s.PLACE_BEFORE_ATTACK, game, "attack"), (s.GAPS, set_up("IN .. [PR]", QUIET), "attack"))
    yield (s.REAR_WITHOUT_FRONT, set_up("IN [PR] / [..] AR", QUIET), "attack")


def abilities() -> Iterator[tuple[int, Match, int | str]]:
    """Switches and Chariots."""
    game = play(set_up("PR CO CE [IN] CH / [CO]", QUIET), "swap F-1 F0")
    yield from ((s.CANNOT_SWITCH, game, "swap F-1 F0"), (s.ABILITY_USED, game, "swap F0 F-1"))
    yield from ((s.SWITCH_NEEDS_A_UNIT, game, "swap F-2 R-2"), (s.NOT_A_PRAETORIAN, game, "call F-2"))
    yield (s.NO_DISTANT_CONSUL, set_up("PR [IN]", QUIET), "call F-1")
    called = play(set_up("PR CO CE [IN] CH / [CO]", QUIET), "call F-3")
    yield from ((s.CONSUL_IS_ADJACENT, called, "to F-2"), (s.FINISH_THE_SWITCH, called, "attack"))
    yield from ((s.NO_CHARIOT, game, "chariot F-1"), (s.NOBODY_TO_MOUNT, set_up("CH [CV]", QUIET), "chariot F-1"))
    driven = play(set_up("PR CO CE [IN] CH / [CO]", QUIET), "chariot F+1")
    yield from ((s.FINISH_THE_CHARIOT, driven, "attack"), (s.STANDING_CHARIOT, driven, "to F+2"))
    yield (s.IS_MOUNTED, driven, "to F+1")
    yield (s.CHARIOT_USED, play(driven, "to F0"), "chariot F0")
    riding = play(set_up("[IN+]", QUIET), "chariot F0")
    front = play(set_up("[IN+]", QUIET, use_rear=False), "chariot F0")
    yield from ((s.NOT_A_LEGAL_SPACE, riding, "to R+1"), (s.ONLY_THE_FRONT_ROW, front, "to R0"))


def commands_before() -> Iterator[tuple[int, Match, int | str]]:
    """Commands before the attack."""
    game = set_up("IN IN [PR] IN", QUIET, pending="SL", hand="FLANK NIGHTFALL")
    long = set_up(f"{LONG} [IN] IN", "SL [PR] SL", hand="FLANK", deck="")
    yield (s.NO_COMMANDS, set_up("[IN]", QUIET, use_commands=False), "reinforce")
    yield from ((s.NOT_IN_HAND, game, "reinforce"), (s.PLACE_FIRST, game, "nightfall"))
    yield from ((s.VANGUARD_STAYS, game, "flank F0 left"), (s.NO_UNIT_THERE, game, "flank F+2 left"))
    yield from ((s.OPPOSITE_FLANK, game, "flank F-1 left"), (s.BEYOND_THE_CAP, long, "flank F+1 left"))
    flanked = play(set_up("IN IN [PR] IN", QUIET, hand="FLANK NIGHTFALL"), "flank F-2 right")
    yield from ((s.ONE_COMMAND, flanked, "nightfall"), (s.ORDERS_COME_WITH_THE_ATTACK, game, "order none"))


def declarations() -> Iterator[tuple[int, Match, int | str]]:
    """With the attack."""
    commands = "JAVELIN SURPRISE VOLLEY STAMPEDE"
    game = set_up("IN CA BA [AR] SL EL / [..] AR", "EL [PR] IN", hand=commands, command_on_vanguard=False)
    play(game, "attack")
    yield from ((s.ATTACK_IS_ON, game, "attack"), (s.NO_JAVELIN, game, "order javelin F+1"))
    yield (s.NOBODY_TO_SURPRISE, game, "order surprise F+3")
    yield from ((s.NO_TARGET, game, "order javelin F-3"), (s.ATTACKS_ANYWAY, game, "order surprise F-1"))
    yield from ((s.NO_SURPRISE_FOR_CATAPULTS, game, "order surprise F-2"), (s.NO_VOLLEY, game, "order volley F-3 1"))
    yield from ((s.VOLLEY_REACH, game, "order volley R+1 1"), (s.NOT_THE_VANGUARD, game, "order volley F0 2"))
    yield from ((s.NO_ELEPHANT, game, "order stampede A:F0"), (s.NOTHING_BEHIND, game, "order stampede B:F-1"))
    yield (s.NOT_AN_OPPONENT, play(set_up("[IN]", "[IN]", "[IN]"), "attack"), "face A")
    standard = play(set_up("CA [ST] PR", "IN [PR] IN"), "attack")
    yield from ((s.NO_CATAPULT_COMPANION, standard, "standard F0 F-1"), (s.NO_COMPANION, standard, "standard F0 R0"))


def afterwards() -> Iterator[tuple[int, Match, int | str]]:
    """After the attack."""
    before = set_up("IN [PR] IN / SL [..] SL", QUIET, hand="RETREAT")
    yield (s.RETREAT_COMES_AFTER, before, "retreat F+2")
    game = play(before, "attack")
    yield from ((s.AFTER_THE_ATTACK, game, "attack"), (s.NO_RETREAT_THERE, game, "retreat F+3"))
    yield (s.NOBODY_FILLS, game, "retreat R0")
    retreated = play(set_up("[PR] IN", QUIET, hand="RETREAT"), "attack; retreat F-1")
    yield from ((s.FILL_FIRST, retreated, "attack"), (s.NOT_THE_RETREATED, retreated, "shift lat F-1"))
    rows = play(set_up("IN [PR] IN", QUIET, hand="RETREAT", shift_model="rows"), "attack; retreat R+1")
    yield (s.MUST_FILL_VANGUARD, rows, "shift lat R+1")
    full = play(set_up(QUIET, "CO [PR] IN", hand="FLANK FLANK FLANK FLANK", hand_limit=3), "attack")
    yield (s.DISCARD_FIRST, full, "attack")


def test_every_reason_is_given_for_some_move() -> None:
    """VR-002, VR-003, VR-015, VR-022, VR-027, VR-033, VR-040, VR-041, VR-042, VR-043, VR-047, VR-048, VR-052, VR-054,
    VR-055..VR-058, VR-060..VR-062, VR-071, VR-081, VR-082, VR-090, VR-117, VR-119, VR-121..VR-123, VR-133, VR-134,
    VR-137, VR-151, VR-154..VR-156, VR-159..VR-162, VR-165, VR-166, VR-176, R-05, R-22, R-23, R-25..R-27, R-29, R-32,
    R-35, R-36, R-40, R-51, R-54: a refusal begins with its rule and says the first sentence of it"""
    given = set()
    for reason, game, move in refusals():
        number = game.number(move)
        assert int(game._core.reason(game.board_raw, game.raw, number)) == reason, (reason, move)
        assert game.why_not(move) == f"{REASONS[reason]}: {GAME.rulebook.sentence(REASONS[reason])}"
        given.add(reason)
    with pytest.raises(Refused, match="R-54"):
        set_up(QUIET, QUIET).command(1, "resign")
    given.add(s.NOT_YOUR_DECISION)
    assert given == set(range(1, len(REASONS)))


def test_a_refused_move_changes_nothing() -> None:
    """VR-040: nothing is played, nothing is told"""
    for reason, game, move in refusals():
        before = game.raw.tobytes(), len(game.line)
        with pytest.raises(Refused, match=REASONS[reason]):
            game.play(move)
        assert (game.raw.tobytes(), len(game.line)) == before


@pytest.mark.parametrize(
    "move",
    ["", "march F0", "place", "place XX F0", "place IN Z9", "shift up R0", "swap F0 F+2", "order", "discard one"],
)
def test_what_is_no_move_is_not_understood(move: str) -> None:
    """VR-040: and says how to write one"""
    with pytest.raises(Unreadable):
        set_up(QUIET, QUIET).play(move)


def test_spaces_of_the_rear_row_that_no_rule_allows_are_refused_by_it() -> None:
    """VR-044, R-31, R-36, VR-057: no number means them"""
    game = set_up("IN [PR] IN / [EL]", QUIET, pending="SL", hand="STAMPEDE")
    moves = {"place SL R+1": "VR-044", "order javelin R0": "R-36", "order surprise R0": "R-36"}
    moves |= {"order stampede A:R0": "R-31", "shift fwd F0": "VR-057"}
    for move, name in moves.items():
        refused = game.refusal(move)
        assert refused is not None
        assert refused.rule == name


# ---------------------------------------------------------------- tellings


def scripted() -> Iterator[Match]:
    """Games in which happens what players at random seldom do."""
    yield play(set_up("CV [ST] IN", "IN [PR] .. IN"), "attack; standard F0 none")
    yield play(set_up("CV ST [ST] IN", "SL [IN] SL SL"), "attack; standard F0 F-1; standard F-1 F-2")
    yield play(set_up("IN [AR] IN", "SL [IN+] SL"), "attack")
    yield play(set_up("IN [AR] IN", "SL [CA] SL / [CO]"), "attack")
    yield play(set_up("IN [AR] IN", "IN [BA] IN"), "attack")
    yield play(set_up("IN [AR] IN", "IN [CH] IN"), "attack")
    yield play(set_up("IN [AR] IN", "[EL] / [(PR)]", hand="STAMPEDE"), "attack; order stampede B:F0")
    yield play(set_up("IN [AR] IN", "[CV] / [(PR)]"), "attack")
    yield play(set_up("[IN]", QUIET, pending="SL", hand="REINFORCE", deck="SL"), "reinforce")
    yield play(set_up(QUIET, QUIET, deck="", pile="IN", commands="", command_pile="FLANK"), "attack")
    yield play(set_up(QUIET, QUIET, deck="", commands=""), "attack")
    yield play(set_up("IN [IN] IN+", "SL [PR] SL SL", turn=30, turn_limit=30), "attack")
    yield play(set_up("IN [PR] IN", "IN [..] IN / [SL]"), "attack")
    yield play(set_up("BA [PR]", "[..] SL", "[SL]"), "attack; face C")
    yield set_up("IN [PR] IN", QUIET).command(0, "resign")
    yield play(set_up("IN [EL] IN", "IN [PR] IN / [(PR)]", hand="STAMPEDE"), "attack; order stampede A:F0")
    yield play(set_up("IN [AR] IN", "IN [IN] IN / [(CV)]", hand="VOLLEY"), "attack; order volley F0 2")
    yield play(set_up("CV [IN] IN", "IN [PR] CV", hand="SURPRISE"), "attack; order surprise F-1")
    yield play(set_up("IN [BA] IN", "IN [PR] IN"), "attack")
    tied = ("IN IN [CV] IN IN / IN IN [SL] SL SL", "PR PR [CV] AR CE / CO CO [AR] AR AR")
    yield from (clash(*tied), clash(*tied, replay_cap=0))
    yield clash("IN IN [CE] IN IN / IN IN [SL] SL SL", "PR PR [CV] IN IN / CO CO [SL] AR AR")
    wiped = clash("IN ST [ST] BA BA", "BA BA [ST] ST IN", use_rear=False)
    yield play(wiped, "standard F0 F-1; standard F-1 F-2; standard F0 F+1; standard F+1 F+2")


KINDS_OF_GAMES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 3},
    {"players": 4},
    {"decks": "divide_equal", "close_up": True},
    {"decks": "divide_random", "shift_model": "rows", "consul_stacks": True},
    {"use_rear": False},
    {"level": "recruit"},
    {"use_commands": False, "hidden_rear": False, "command_on_vanguard": False},
    {"hand_limit": 3, "command_on_vanguard": False},
)


@cache
def games() -> list[Match]:
    """Scripted games, and random ones with all kinds of options."""
    found = list(scripted())
    for seed, options in enumerate(KINDS_OF_GAMES * 2):
        found.append(play_on(quincunx.new(NAME, seed=seed, turn_limit=80, **options), seed))
    return found


@cache
def met() -> dict[str, str]:
    """Rules that were cited by something that happened, each with an example."""
    found: dict[str, str] = {}
    for game in games():
        for telling in (*game.opening, *(telling for move in game.tellings() for telling in move)):
            found |= {cited: telling.words for cited in telling.rules if cited not in found}
    return found


def cited_in_source() -> set[str]:
    """The rules that `words.py` and `blows.py` cite."""
    sources = "".join(map(inspect.getsource, (words, blows)))
    return set(re.findall(r'"(VR-\d{3}|R-\d{2})"', sources))


def test_everything_that_is_told_can_be_looked_up() -> None:
    """VR-040: every rule that a telling cites is in the rulebook"""
    assert set(met()) <= set(GAME.rulebook.rules)


def test_every_rule_and_every_ruling_can_be_met_at_the_table() -> None:
    """VR-004, R-18, R-34: each is given as a reason, cited by a telling, or shown beside an option"""
    cited = set(REASONS) | set(met()) | {name for option in GAME.options for name in option.rules}
    assert sorted(set(GAME.rulebook.rules) - cited) == []


def test_what_the_source_cites_is_really_met_in_play() -> None:
    """VR-040: every rule and ruling of words.py is cited by something that happened"""
    assert sorted(cited_in_source() - set(met())) == []


def test_every_kind_of_event_is_told() -> None:
    """VR-040: none is without words, and none without a rule"""
    seen = set()
    for game in games():
        for played, tellings in zip(game._line, game.tellings(), strict=True):
            seen |= {int(row[0]) for row in played.events}
            assert all(telling.words.endswith(".") and telling.rules for telling in tellings)
    assert seen == set(words.TELLERS) == set(range(s.EV_LAID, s.EV_WON + 1))


def test_no_telling_cites_a_rule_twice_and_each_names_the_spaces_that_it_is_about() -> None:
    """VR-072, VR-043: fronts light them up"""
    for game in games():
        for move in game.tellings():
            for telling in move:
                assert len(set(telling.rules)) == len(telling.rules), telling
                spaces = set(re.findall(r"\b[FR](?:0|[+-]\d+)\b", telling.words))
                assert spaces <= {place.partition(":")[2] for place in telling.about}, telling


def test_all_that_is_lit_up_is_on_the_table() -> None:
    """VR-072: the things that a telling is about have the names of cells"""
    for game in games():
        for move in game.tellings():
            for telling in move:
                for place in telling.about:
                    assert re.fullmatch(r"[A-D]:[FR](0|[+-]\d{1,2})", place)


# ---------------------------------------------------------------- wording


def story(game: Match) -> list[str]:
    """What was told since the start."""
    return [telling.words for move in game.tellings() for telling in move]


def test_a_turn_reads_like_a_story() -> None:
    """VR-070, VR-077, VR-087, VR-104, VR-111, VR-115, VR-120, VR-182: who, by what right, how strong, and then"""
    game = set_up("BA SL [..] CE IN CV / [(SL)]", "SL [IN+] CO / [(CO)]", pending="PR", deck="SL", commands="FLANK")
    play(game, "place PR F0; swap F+1 F0; attack")
    assert story(game) == [
        "Aurelius places a Praetorian on F0.",
        "Aurelius's Centurion F+1 switches with the Praetorian F0.",
        "Aurelius attacks.",
        "Aurelius's Centurion in the vanguard strikes with 6 (2, +2 in the vanguard, +2 Slingers) at Brutus's mounted "
        "Infantry F0.",
        "Aurelius's unguarded Cavalry F+3 rides with 3 at Brutus's Slinger F-1.",
        "Aurelius's hidden unit R0 is turned up: a Slinger.",
        "Brutus's mounted Infantry F0 falls: 6 against 4 (2, +1 Chariot, +1 Consul).",
        "Brutus's hidden unit R0 is turned up: a Consul.",
        "Brutus's Slinger F-1 falls: 3 against 1.",
        "Turn 3: Brutus.",
        "Brutus draws a Slinger.",
        "Brutus draws Flank.",
    ]


def test_the_ways_of_attacking_are_told_apart() -> None:
    """VR-104, VR-107, VR-137, VR-154, VR-101, VR-102: Ballista, Catapult, companion, order, Archers"""
    game = set_up("BA PR [ST] IN / [CA]", "SL [EL] IN CO", hand="JAVELIN", use_rear=True)
    play(game, "attack; order javelin F+1; catapult R0 yes; standard F0 F-1")
    assert said(game)[:11] == [
        "Aurelius attacks.",
        "Aurelius plays Javelin for the Infantry F+1.",
        "Aurelius's Ballista F-2 fires with 1 at Brutus's Consul F+2.",
        "Aurelius's Praetorian F-1 follows the Standard and strikes with 4 at Brutus's Infantry F+1.",
        "Aurelius's Standard in the vanguard strikes with 2 at Brutus's Elephant F0.",
        "Aurelius's Infantry F+1, by order, strikes with 2 at Brutus's Slinger F-1.",
        "Aurelius's Catapult R0 fires with 1 at Brutus's Elephant F0.",
        "Brutus's Consul F+2 stands: 1 against 2.",
        "Brutus's Infantry F+1 falls: 4 against 3 (2, +1 Consul).",
        "Brutus's Elephant F0 stands: 3 against 5.",
        "Brutus's Slinger F-1 falls: 2 against 1.",
    ]
    shot = play(set_up("IN [AR] IN", "SL [PR] IN"), "attack")
    assert said(shot)[1:3] == [
        "Aurelius's Archer in the vanguard shoots at Brutus's Praetorian F0 in vain.",
        "Brutus's Praetorian F0 is safe from Archers.",
    ]
    killed = play(set_up("IN [AR] IN", "SL [PR] SL"), "attack")
    assert said(killed)[1:3] == [
        "Aurelius's Archer in the vanguard shoots at Brutus's Praetorian F0.",
        "Brutus's Praetorian F0 is shot.",
    ]


def test_a_stampede_is_told_from_both_sides() -> None:
    """VR-129, VR-130, VR-162, VR-163"""
    own = play(set_up("EL [IN] IN", "SL [PR] PR / [..] (PR)", hand="STAMPEDE"), "attack; order stampede A:F-1")
    assert said(own)[1:4] == [
        "Aurelius plays Stampede for the Elephant F-1.",
        "Aurelius's Elephant F-1, by order, strikes with 5 at Brutus's Praetorian F+1.",
        "Aurelius's Elephant F-1, by order, strikes with 5 at Brutus's Praetorian R+1.",
    ]
    enemy = play(set_up("IN [IN] IN", "EL [PR] IN / (AR) [..]", hand="STAMPEDE"), "attack; order stampede B:F-1")
    assert said(enemy)[1] == "Aurelius plays Stampede on Brutus's Elephant F-1: it turns against its own side."
    assert "Brutus's stampeded Elephant F-1 tramples with 5 at Brutus's Archer R-1." in said(enemy)


def test_moves_of_the_line_are_told_with_their_spaces() -> None:
    """VR-057, VR-058, VR-119, VR-122, VR-151, VR-159"""
    assert said(play(set_up("IN [PR] .. / [..] (SL)", QUIET), "shift fwd R+1")) == [
        "Aurelius's Slinger R+1 steps forward to F+1."
    ]
    assert said(play(set_up("IN [PR] .. CE SL", QUIET), "shift lat F+2")) == [
        "Aurelius shifts two units in by one column, from F+2 to F+1."
    ]
    assert said(play(set_up("CH [PR] IN", QUIET), "chariot F-1 F+1")) == [
        "Aurelius's Chariot F-1 carries the Infantry F+1 from now on."
    ]
    assert said(play(set_up("SL [PR] IN+", QUIET), "chariot F+1 F-1")) == [
        "Aurelius's Chariot goes from the Infantry F+1 to the Slinger F-1."
    ]
    assert said(play(set_up("SL [PR] IN+", QUIET), "chariot F+1 R0")) == [
        "Aurelius's Chariot leaves the Infantry F+1 and stands on R0 again."
    ]
    assert said(play(set_up("CE [PR] IN", QUIET, hand="FLANK"), "flank F-1 right")) == [
        "Aurelius plays Flank: the Centurion F-1 goes to F+2."
    ]
    assert said(play(set_up("CE [SL] IN", QUIET, hand="RETREAT"), "attack; retreat R+1")) == [
        "Aurelius plays Retreat: the Slinger leaves the vanguard for R+1."
    ]


def test_a_new_game_tells_how_it_was_set_up() -> None:
    """VR-001, VR-021, VR-172, VR-150, VR-093: and what is not as usual"""
    usual = quincunx.new(NAME, seed=1)
    assert [telling.words for telling in usual.opening if " holds " not in telling.words] == [
        "Each of the two players is dealt ten unit cards for a front row and a rear row of five.",
        "All draw from the same decks.",
        "There are forty command cards; nobody has one yet.",
        "After 200 turns the largest army wins.",
    ]
    special: dict[str, Any] = {"shift_model": "rows", "consul_stacks": True, "close_up": True, "hidden_rear": False}
    special |= {"command_on_vanguard": False, "decks": "divide_equal", "turn_limit": 0}
    game = quincunx.new(NAME, seed=1, **special)
    cited = {name for telling in game.opening for name in telling.rules}
    assert {"R-05", "R-21", "R-12", "VR-180", "R-29", "R-43"} <= cited
    assert "VR-093" not in cited


def test_a_written_position_has_no_invented_past() -> None:
    """VR-021"""
    assert set_up(QUIET, QUIET).log == []


def test_the_score_of_a_clash_is_told() -> None:
    """VR-028, VR-029, VR-030, VR-032, R-10"""
    game = clash("IN IN [CE] IN IN / IN IN [SL] SL SL", "PR PR [CV] IN IN / CO CO [SL] AR AR")
    assert said(game)[-6:-3] == [
        "Aurelius's vanguard is lost; a kill of power 3.",
        "Brutus's vanguard is lost; a kill of power 4.",
        "Brutus has killed the greater power: Brutus takes the first turn.",
    ]
    assert {"VR-030", "R-10", "VR-032"} <= set(told(game))


def test_numbers_that_are_no_commands_are_refused_politely() -> None:
    """R-54"""
    game = set_up(QUIET, QUIET)
    for command in (-1, 10**6, True, 2.5):
        with pytest.raises(QuincunxError):
            game.command(0, command)  # type: ignore[arg-type]
    assert phase(game) == "main A"
