"""Connect the Worlds: what is told, by which rule, to whom; and that every event and every refusal is met."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import quincunx
from quincunx.engine.game import Telling
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds import words
from quincunx.games.connect_the_worlds.state import REASONS
from quincunx.table.match import Match
from tests.games.worlds import NAME, new, play, play_on, set_up, settled
from tests.helpers import told

GAME = quincunx.game(NAME)
THREE_WORLDS = "SB@W0(0,0) SB@W1(3,0) SB@W2(0,0)"


def said(game: Match) -> list[str]:
    """What the last move was told with."""
    return [telling.words for telling in game.tellings()[-1]]


def heard(game: Match, seat: int | None) -> list[str]:
    """What a seat heard of the last move."""
    return [telling.words for telling in game.heard(seat)[-1]]


# ---------------------------------------------------------------- refusals


def steps(game: Match, *moves: str) -> Match:
    """Small steps, as they are written."""
    for move in moves:
        game.play(move)
    return game


def refusals() -> Iterator[tuple[int, Match, int | str]]:
    """For every reason of the game a position and a move that it forbids."""
    for chapter in (in_the_setup, in_a_turn, moving, buying, connecting, deploying):
        yield from chapter()


def in_the_setup() -> Iterator[tuple[int, Match, int | str]]:
    """CW-020, CW-035, CW-038"""
    over = play(set_up("SB@W0(0,0)", "SB@W1(0,0)", turn=1, hand="HA1", round_limit=5), "end")
    world, base = new(2), steps(new(2), "W0")
    shared = steps(new(2, start_world="free"), "W0", "W0(0,0)", "W0")
    yield from ((s.GAME_OVER, over, "end"), (s.CHOOSE_A_WORLD, world, "end"), (s.SETTLE_FIRST, base, "end"))
    yield from ((s.WORLD_TAKEN, world, "W2"), (s.NOT_THAT_WORLD, base, "W1(0,0)"), (s.HEX_TAKEN, shared, "W0(0,0)"))
    yield (s.SETTLED, settled(2), "W0")
    yield (s.NO_SUCH_HEX, settled(2), s.HEX_MOVE + 900)


def in_a_turn() -> Iterator[tuple[int, Match, int | str]]:
    """CW-065, CW-072, CW-090"""
    game = set_up("SB@W0(0,0) AT@W0(0,0)", "SB@W1(0,0)", hand="HA1")
    asked = play(set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="HA1", early_draw="ask"), "end")
    yield from ((s.DRAW_FIRST, asked, "end"), (s.NO_EARLY_DRAW, game, "draw now"), (s.PLAY_A_CARD, game, "W0(0,0)"))
    yield from ((s.NOT_IN_HAND, game, "move SC"), (s.NOT_IN_HAND, game, "deploy AT"))


def moving() -> Iterator[tuple[int, Match, int | str]]:
    """CW-100, CW-102, CW-121, CW-125, CW-127, CW-130, CW-132, CW-247"""
    game = set_up("SB@W0(0,0) AT@W0(0,0) AB@W0(1,0) TF@W1(0,0)", "SB@W1(2,0) AC@S(0,-4) AC@S(0,4)", hand="HA1 SC1")
    yield (s.CANNOT_MOVE_WITH_IT, set_up("AT@W0(0,0)", "AT@W1(0,0)", hand="PF1", card_set="pc"), "move PF")
    fought = play(set_up("AC@W0(0,0)", "AT@W0(1,0) SB@W1(0,0)", hand="SC2"), "move SC AC W0(0,0)->W0(1,0)")
    yield (s.NOTHING_TO_MOVE, fought, "move SC")
    locked = play(set_up("AC@W0(0,0) AT@W0(5,0)", "AT@W0(1,0) SB@W1(0,0)", hand="SC2"), "move SC AC W0(0,0)->W0(1,0)")
    locked.play("move SC")
    yield from ((s.PIECE_IS_LOCKED, locked, "W0(1,0)"), (s.NOT_YOUR_PIECE, locked, "W1(0,0)"))
    moving = steps(game, "move HA")
    yield from ((s.FINISH_THE_MOVE, moving, "end"), (s.NOT_YOUR_PIECE, moving, "S(0,-4)"))
    base = steps(set_up("SB@W0(0,0) AB@W0(1,0)", "SB@W0(0,1) AC@S(0,-4)", hand="HA1"), "move HA", "W0(0,0)")
    yield from ((s.SAME_HEX, base, "W0(0,0)"), (s.BASE_IN_THE_WAY, base, "W0(1,0)"), (s.BLOCKED, base, "S(0,-3)"))
    yield (s.TOO_FAR, base, "S(0,0)")
    truce = steps(set_up("AT@W0(0,0)", "AT@W0(1,0)", hand="HA1", round=1, opening_truce=1), "move HA", "W0(0,0)")
    yield (s.TRUCE, truce, "W0(1,0)")
    around = " ".join(f"AB@W0({q},{r})" for q, r in ((-5, -2), (-5, -1), (-6, 0))) + " MP@S(0,-4)"
    walled = set_up(f"SB@W0(-6,-1) AT@W0(3,0) {around}", "SB@W1(0,0)", hand="SC1")
    yield (s.NO_WAY_OUT, steps(walled, "move SC"), "W0(-6,-1)")


def buying() -> Iterator[tuple[int, Match, int | str]]:
    """CW-202, CW-203, CW-204, CWR-13"""
    words: dict[str, Any] = {"hand": "SC1 EN1", "pool": 8}
    shop = steps(set_up("SB@W0(0,0)", "SB@W1(0,0)", **words), "research")
    yield from (
        (s.FINISH_THE_PURCHASE, shop, "end"),
        (s.TOO_DEAR, shop, "buy PF"),
        (s.ONLY_ACTION_CARDS, shop, "buy AT"),
    )
    yield (s.ONLY_UNIT_CARDS, steps(set_up("SB@W0(0,0)", "SB@W1(0,0)", **words), "build"), "buy HA")
    yield (s.TOO_DEAR, set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="SC1", pool=2), "research")
    scarce = set_up("SB@W0(0,0)", "SB@W1(0,0)", supply="sheets", hand="SC1", discard="SC3", pool=8)
    yield (s.SOLD_OUT, steps(scarce, "research"), "buy SC")


def connecting() -> Iterator[tuple[int, Match, int | str]]:
    """CW-206, CWR-27"""
    joined: dict[str, Any] = {"hand": "PO1", "portals": "W0(0,0)~W0(2,0)"}
    game = steps(set_up("SB@W0(0,0) SB@W0(2,0) SB@W0(4,0)", "SB@W1(0,0)", **joined), "connect", "W0(0,0)")
    yield from (
        (s.FINISH_THE_PORTAL, game, "end"),
        (s.NO_TWO_BASES, game, "W0(0,0)"),
        (s.NOT_YOUR_BASE, game, "W1(0,0)"),
    )
    yield from (
        (s.CONNECTED, game, "W0(2,0)"),
        (s.NO_TWO_BASES, set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="PO1"), "connect"),
    )
    yield (s.CONNECTED, set_up("SB@W0(0,0) SB@W0(2,0)", "SB@W1(0,0)", **joined), "connect")
    places = [f"W0({q},0)" for q in range(-4, 4)]
    pairs = [f"{a}~{b}" for i, a in enumerate(places) for b in places[:i]][:28] + [f"{a}~W2(0,0)" for a in places[:4]]
    bases = " ".join(f"SB@{name}" for name in places) + " AB@W2(0,0)"
    yield (s.TOO_MANY_PORTALS, set_up(bases, "SB@W1(0,0)", hand="PO1", portals=" ".join(pairs)), "connect")


def deploying() -> Iterator[tuple[int, Match, int | str]]:
    """CW-210, CW-211, CW-212, CWR-40"""
    game = set_up("SB@W0(0,0)", "SB@W1(0,0) AT@W0(1,0)", hand="AT1 SB1", deploy_into_enemy="forbidden")
    team = steps(set_up("SB@W0(0,0)", "SB@W1(0,0) AT@W0(1,0)", hand="SB1"), "deploy SB")
    yield from ((s.FINISH_THE_DEPLOYMENT, team, "end"), (s.NOT_YOUR_TERRITORY, team, "W0(3,0)"))
    yield from ((s.BASE_ON_BASE, team, "W0(0,0)"), (s.ENEMY_THERE, steps(game, "deploy AT"), "W0(1,0)"))
    yield (s.NO_MARKER, set_up("SB@W0(0,0) AT@W0(0,0)x8", "SB@W1(0,0)", hand="AT1"), "deploy AT")
    yield (s.NOT_YOUR_TERRITORY, set_up("AT@W0(0,0)", "SB@W1(0,0)", hand="AT1"), "deploy AT")
    yield (
        s.TRUCE,
        steps(set_up("SB@W0(0,0)", "AT@W0(1,0)", hand="AT1", round=1, opening_truce=1), "deploy AT"),
        "W0(1,0)",
    )


def test_every_reason_is_given_for_some_move() -> None:
    """CW-020, CW-035, CW-038, CW-065, CW-072, CW-080, CW-090, CW-100, CW-102, CW-121, CW-125, CW-127, CW-130, CW-132,
    CW-202, CW-203, CW-204, CW-206, CW-210, CW-211, CW-212, CW-247, CWR-05, CWR-06, CWR-11, CWR-13, CWR-20, CWR-27,
    CWR-40: a refusal begins with its rule and says the first sentence of it"""
    given = set()
    for reason, game, move in refusals():
        number = game.number(move)
        assert int(game._core.reason(game.board_raw, game.raw, number)) == reason, (reason, move)
        assert game.why_not(move) == f"{REASONS[reason]}: {GAME.rulebook.sentence(REASONS[reason])}"
        given.add(reason)
    assert given == set(range(1, len(REASONS)))


def test_a_refused_move_changes_nothing() -> None:
    """CW-090: nothing is played, nothing is told"""
    for _, game, move in refusals():
        before, entries = game.raw.tobytes(), len(game.entries)
        assert game.refusal(move) is not None
        assert (game.raw.tobytes(), len(game.entries)) == (before, entries)


# ---------------------------------------------------------------- tellings


@cache
def every_event() -> dict[int, list[Telling]]:
    """What is told of each kind of event, in games played at random and in some that were set up."""
    games = [
        play_on(quincunx.new(NAME, 2 + seed % 5, seed=seed, round_limit=4, open_discards=seed % 2 == 0), seed)
        for seed in range(12)
    ]
    games.append(play(set_up("AT@W1(1,0)", "SB@W1(0,0)", hand="SC2"), "move SC AT W1(1,0)->W1(0,0); end"))
    games.append(play(set_up(THREE_WORLDS, "SB@W1(0,0) SB@W0(3,0) SB@W2(-3,0)", turn=1, hand="SC1"), "end"))
    words: dict[str, Any] = {"hand": "PO1 SC1", "beaten_base": "destroyed"}
    beaten = set_up("SB@W0(0,0) SB@W0(3,0)", "SB@W1(0,0) AC@W0(1,0)", **words)
    games.append(play(beaten, "connect W0(0,0) W0(3,0); move SC SB W0(0,0)->W0(1,0)"))
    found: dict[int, list[Telling]] = {}
    for game in games:
        for played, tellings in zip(game._line, game.tellings(), strict=True):
            for row, telling in zip(played.events, tellings, strict=True):
                found.setdefault(int(row[0]), []).append(telling)
    return found


def test_every_event_is_told_in_a_sentence_with_its_rules() -> None:
    """Every kind of event, by rules that can be read."""
    found = every_event()
    assert set(found) == set(words.TELLERS) == set(range(s.EV_FIRST, s.EV_WON + 1))
    for tellings in found.values():
        for telling in tellings:
            assert re.fullmatch(r"[A-Z].*[.]", telling.words), telling.words
            assert not re.search(r"  |None|nobody's [A-Z]|\bno (card|Assault)", telling.words), telling.words
            assert telling.rules
            assert all(GAME.rulebook.full(rule) for rule in telling.rules)
            assert len(set(telling.rules)) == len(telling.rules), telling


def test_what_a_telling_is_about_is_on_the_table() -> None:
    """Fronts point at it."""
    places = {place.id for place in quincunx.new(NAME, 6, seed=1).scene().places}
    for tellings in every_event().values():
        for telling in tellings:
            assert set(telling.about) <= places


def test_the_opening_tells_worlds_goal_and_options() -> None:
    """CW-010, CW-030, CW-031, CW-033, CW-039, CWR-01, CWR-55"""
    told_first = [telling.words for telling in new(2).opening]
    assert told_first[0] == (
        "There are three worlds: the home worlds W0 at S(0,-4) and W1 at S(0,4), and nobody's world W2 at S(0,0)."
    )
    assert told_first[1] == "Blue is Player 1; turns go clockwise from there."
    assert told_first[2].endswith("After round 100 the leader does.")
    assert len(told_first) == 3
    pc = [telling.words for telling in quincunx.new(NAME, 2, seed=1, rules="pc", round_limit=0).opening]
    assert "two worlds that are nobody's" in pc[0]
    assert pc[2].endswith("There is no round limit.")
    assert "The cards have the numbers of the later program." in pc
    assert sum(" founds a Standard Base on " in telling for telling in pc) == 2
    many = [telling.words for telling in new(4).opening]
    assert "With four players we recommend opening_truce=1" in many[-1]
    assert "63 %" in many[-1]
    assert "recommend" not in " ".join(telling.words for telling in new(4, opening_truce=1).opening)


def test_every_option_that_is_not_usual_is_told() -> None:
    """CWR-05, CWR-06, CWR-08, CWR-12, CWR-13, CWR-14, CWR-15, CWR-18, CWR-28, CWR-31, CWR-32, CWR-37, CWR-40, CWR-42,
    CWR-43, CWR-47, CWR-58"""
    quiet = {"rules", "goal", "round_limit", "first_player", "home_sw", "early_draw", "neutral_worlds"}
    usual = {telling.words for telling in new(2).opening}
    for option in GAME.options:
        values = [value for value in option.values if value != new(2).options[option.name]]
        if option.name not in quiet:
            for value in values[:4]:
                more = [t for t in new(2, **{option.name: value}).opening if t.words not in usual]
                assert more, (option.name, value)
                assert set(option.rules) & {rule for telling in more for rule in telling.rules}


TOLD: dict[str, tuple[Match, str, str, set[str]]] = {}


def case(name: str, game: Match, move: str, sentence: str, rules: str) -> None:
    """A move, what is told of it, and by which rules."""
    TOLD[name] = game, move, sentence, set(rules.split())


@cache
def cases() -> dict[str, tuple[Match, str, str, set[str]]]:
    """One telling of each kind that a card brings about."""
    mine, theirs = "SB@W0(0,0) AT@W1(1,0) SB@W2(0,0)", "SB@W1(0,0) SB@W1(3,0) AC@W1(2,0)"

    def game(**words: Any) -> Match:
        return set_up(mine, theirs, **{"hand": "SC2 EN1 PO1 HA1", "pool": 20} | words)

    case("gather", game(), "gather HA", "Blue gathers 3 with a Harvester and has 23 now.", "CW-200 CW-201 CW-220")
    line = "Blue researches: a Plasma Furnace card for 9 into the discard pile; 11 left."
    case("research", game(), "buy SC PF", line, "CW-202 CW-204 CW-205 CWR-17")
    line = "Blue builds: an Outpost card for 20 into the deck; 0 left."
    case("build", game(bought_to="deck"), "buy EN OP", line, "CW-203 CWR-12")
    line = "Blue connects the bases on W2(0,0) and W0(0,0) by a portal."
    case("connect", game(), "connect W2(0,0) W0(0,0)", line, "CW-206 CW-207 CWR-27")
    line = "Blue's Standard Base moves from W0(0,0) to S(0,-4) with a Harvester card."
    case("take-off", game(), "move HA SB W0(0,0)->S(0,-4)", line, "CW-129 CW-130 CW-140 CW-208")
    line = (
        "Blue's Assault Team (2) against Red's Armoured Core (3) on W1(2,0): the attacking Assault Team is destroyed."
    )
    case("lost", game(), "move SC AT W1(1,0)->W1(2,0)", line, "CW-154 CW-161 CW-163")
    case(
        "captured",
        game(),
        "move SC AT W1(1,0)->W1(0,0)",
        "Blue captures Red's Standard Base on W1(0,0).",
        "CW-160 CW-161",
    )
    equal = set_up("AT@W1(1,0) SB@W0(0,0)", "AB@W1(0,0) SB@W1(3,0)", hand="SC2")
    line = "Blue's Assault Team (2) against Red's Advanced Base (2) on W1(0,0): equal, both are destroyed."
    case("equal", equal, "move SC AT W1(1,0)->W1(0,0)", line, "CW-153 CW-156 CWR-34")
    deploy = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="AT1 HA1")
    case("deploy", deploy, "deploy AT W0(1,0)", "Blue deploys an Assault Team on W0(1,0).", "CW-112 CW-210 CW-236")
    portal = set_up("AT@W2(1,0)", "SB@W1(0,0) SB@W2(0,0)", hand="SC2", portals="W1(0,0)~W2(0,0)")
    line = "The portal between W1(0,0) and W2(0,0) disappears."
    case("portal", portal, "move SC AT W2(1,0)->W2(0,0)", line, "CW-162 CWR-28")
    full = set_up(" ".join(f"SB@W0({q},0)" for q in range(-4, 4)) + " AT@W1(1,0)", "SB@W1(0,0) AT@W1(5,-1)", hand="SC2")
    full_box = "the captor has all 8 markers of the kind on the map"
    line = f"Red's Standard Base on W1(0,0) is not captured but destroyed: {full_box}."
    case("no marker", full, "move SC AT W1(1,0)->W1(0,0)", line, "CW-161 CWR-15")
    out = set_up("AT@W1(1,0)", "SB@W1(0,0)", hand="SC2")
    line = "Red has no piece left and is out of the game."
    case("eliminated", out, "move SC AT W1(1,0)->W1(0,0)", line, "CW-243 CWR-51")
    thrown = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="HA2 CA1")
    case("discarded", thrown, "end", "Blue discards a Capital Army card unplayed.", "CW-063 CW-112 CWR-57")
    case("shuffled", thrown, "", "Blue shuffles the discard pile: three cards for the new deck.", "CW-064 CW-071")
    ends: dict[str, Any] = {"turn": 1, "hand": "HA1"}
    won = set_up(THREE_WORLDS, "SB@W1(0,0)", **ends)
    line = "Blue wins: bases on three worlds and the largest territory."
    case("short goal", won, "end", line, "CW-011 CW-240 CW-051")
    case("standing", won, "", "Red has a territory of 7, one base on one world, and a strength of 1.", "CW-231 CWR-54")
    medium = set_up("SB@W0(0,0)", "AT@W1(0,0)", goal="medium", **ends)
    case("medium goal", medium, "end", "Blue wins: nobody else has a base.", "CW-012 CW-241 CWR-49")
    case("no base", medium, "", "Red has a territory of 0, no base, and a strength of 2.", "CW-231")
    tie = set_up(THREE_WORLDS, "SB@W1(0,0) SB@W0(3,0) SB@W2(-3,0)", **ends)
    line = "Blue and Red are tied for victory: nobody wins, and the next round begins."
    case("tied", tie, "end", line, "CW-052 CW-240 CWR-48")
    case("next round", tie, "", "Round 6 begins.", "CW-020")
    units = set_up("AT@W0(0,0)", "AT@W1(0,0)", **ends)
    case("no base left", units, "end", "No base is left on the map: Blue and Red share a draw.", "CW-245 CWR-53")
    limit = set_up("SB@W0(0,0)", "SB@S(0,0) AT@S(0,0)", round_limit=5, **ends)
    case("round limit", limit, "end", "The last round is over: Blue wins.", "CW-246 CWR-54")
    case("in space", limit, "", "Red has a territory of 7, one base in space, and a strength of 3.", "CW-233 CWR-46")
    return TOLD


@pytest.mark.parametrize("name", list(cases()))
def test_what_happens_is_told(name: str) -> None:
    """CW-020, CW-052, CW-063, CW-064, CW-112, CW-153, CW-161, CW-162, CW-201, CW-202, CW-203, CW-206, CW-210, CW-240,
    CW-241, CW-243, CW-245, CW-246: the sentence, and the rules behind it"""
    game, move, sentence, rules = cases()[name]
    if not move or not game.line:
        earlier = next(other for other, (table, text, _, _) in cases().items() if table is game and text)
        if not game.line:
            play(game, cases()[earlier][1])
    telling = next((telling for telling in game.tellings()[-1] if telling.words == sentence), None)
    assert telling is not None, said(game)
    assert rules <= set(telling.rules)


def test_numbers_and_articles_are_words() -> None:
    """Nobody draws "1 cards"."""
    assert (words.many(1, "card"), words.many(5, "card"), words.many(12, "card")) == (
        "a card",
        "five cards",
        "12 cards",
    )
    assert (words.a("Outpost"), words.a("Portal")) == ("an Outpost", "a Portal")
    assert words.listed(["A"]) == "A"
    assert words.listed(["A", "B", "C"]) == "A, B and C"


# ---------------------------------------------------------------- who hears what


def test_cards_drawn_are_heard_by_their_owner_alone() -> None:
    """CW-060, section 6"""
    game = play(set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="HA1", deck="SC5"), "gather HA")
    assert heard(game, 0).count("Blue draws a Scientists card.") == 5
    assert "Blue draws five cards." not in heard(game, 0)
    for other in (1, None):
        assert heard(game, other).count("Blue draws five cards.") == 1
        assert not [line for line in heard(game, other) if "Scientists" in line]
    assert "CW-060" in told(game)


def test_what_a_seat_hears_is_told_from_what_it_sees() -> None:
    """CW-050: everything on the maps is heard by all"""
    game = play_on(quincunx.new(NAME, 3, seed=8, round_limit=3), 8)
    quiet = (" draws ", " discards ")
    everything = [line for line in game.log if not any(verb in line for verb in quiet)]
    for seat in (None, 0, 1, 2):
        lines = [line for line in game.log_for(seat) if not any(verb in line for verb in quiet)]
        assert lines == everything
