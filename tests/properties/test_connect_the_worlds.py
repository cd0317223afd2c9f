"""Connect the Worlds: whole random games keep every limit of the rules document; moves, combat and the end of a round
are those of the same rules in plain sets (`atlas.py`)."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadPosition
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as cw
from quincunx.games.connect_the_worlds.names import hex_name, hex_number
from quincunx.table.match import Match
from tests import playouts
from tests.playouts import POLICIES, SEEDS, Setting, play_on
from tests.properties.atlas import COSTS, DECKS, SHEET, STEPS, STRENGTHS, YIELDS, Atlas, Force, beside, cells, orbits
from tests.properties.empires import Books, assert_empires_are_in_order, large_empires
from tests.properties.sound import (
    assert_moves_are_sound,
    assert_picks_are_moves,
    assert_texts_are_moves,
    assert_undo_never_rolls_again,
)

NAME = "connect-the-worlds"
TABLES = playouts.settings(games=[NAME], round_limit=st.integers(1, 3))
"""Whole games stay short."""
PLIES = st.integers(0, 60)
MOST_DECISIONS = 21
"""5.7: in a turn, with EARLY_DRAW."""
MOST_CHOICES = {
    cw.SETUP_WORLD: 7,
    cw.SETUP_HEX: 123,
    cw.MAIN: 11,
    cw.MOVE_FROM: 64,
    cw.MOVE_PIECE: 5,
    cw.MOVE_TO: 945,
    cw.BUY: 8,
    cw.CONNECT_A: 32,
    cw.CONNECT_B: 32,
    cw.DEPLOY_TO: 224,
    cw.EARLY_DRAW: 2,
}
"""5.6: with the marker limit."""


def tables(count: int) -> Iterator[Setting]:
    """All numbers of players in turn; every option but the limits at random."""
    random = Random(7)
    for players, _ in zip(itertools.cycle(range(2, 7)), range(count), strict=False):
        options: dict[str, Any] = {"round_limit": random.randint(2, 5)}
        for option in quincunx.game(NAME).options:
            if option.name in ("rules", "round_limit", "first_player") or random.random() < 0.4:
                continue
            values = [value for value in option.values if option.name != "neutral_worlds" or players == 2 or value == 1]
            options[option.name] = random.choice(values)
        yield Setting(NAME, players, options)


# ---------------------------------------------------------------- the maps and the cards


def test_the_maps_are_those_of_the_document() -> None:
    """CW-080, CW-082, CWR-65: TV-01; numbers, neighbours, coordinates"""
    assert len(cells()) == cw.HEXES == 946
    space, world = beside()[:85], beside()[85:208]
    assert [[len(around) for around in space].count(many) for many in (6, 5, 4, 3)] == [55, 6, 12, 12]
    assert [[len(around) for around in world].count(many) for many in (6, 5, 4, 3)] == [83, 10, 14, 16]
    known = {"S(-5,1)": 0, "S(-4,0)": 5, "S(-4,4)": 9, "S(-4,5)": 10, "S(5,-1)": 84, "S(0,-4)": 38, "S(0,0)": 42}
    known |= {"S(0,4)": 46, "S(4,-4)": 75, "S(4,0)": 79, "W0(-6,-1)": 85, "W0(0,0)": 146, "W0(6,1)": 207}
    for name, number in (known | {"W1(0,0)": 269, "W6(6,1)": 945}).items():
        assert hex_number(name) == number
        assert hex_name(number) == name
    for number, (chart, q, r) in enumerate(cells()):
        assert hex_name(number) == (f"W{chart - 1}({q},{r})" if chart else f"S({q},{r})")
    board = quincunx.new(NAME, 6, seed=1).board
    for place in range(208):
        bits = int(board.ring[place, 0]) | int(board.ring[place, 1]) << 62
        first = 0 if place < 85 else 85
        assert bits == sum(1 << other - first for other in (place, *beside()[place]))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("options", [{}, {"home_sw": "printed"}, {"neutral_worlds": 2}], ids=str)
def test_the_worlds_are_where_the_document_puts_them(players: int, options: dict[str, Any]) -> None:
    """CW-030, CW-031, CW-032, CW-033, CWR-01, CWR-02, CWR-03: TV-03"""
    if players > 2 and "neutral_worlds" in options:
        return
    match = quincunx.new(NAME, players, seed=1, **options)
    wanted = orbits(players, match.options)
    assert match.board.orbit[: len(wanted)].tolist() == wanted
    assert match.board.worlds == len(wanted) == players + 1 + (match.options["neutral_worlds"] == 2)


@pytest.mark.parametrize("card_set", COSTS)
def test_the_cards_have_the_numbers_of_the_document(card_set: str) -> None:
    """CW-036, CW-091, CW-113, CW-222, CWR-13, CWR-14: tables 2.1"""
    for deck in DECKS:
        board = quincunx.new(NAME, 3, seed=1, card_set=card_set, start_deck=deck, supply="sheets").board
        assert board.start_deck.tolist() == list(DECKS[deck])
        assert board.supply.tolist() == [3 * (sheet - own) for sheet, own in zip(SHEET, DECKS[deck], strict=True)]
        assert board.cost.tolist() == list(COSTS[card_set])
        assert board.move.tolist() == list(STEPS[card_set])
        assert board.gather.tolist() == [0, 0, 0, *YIELDS[card_set]]
        assert board.strength.tolist() == list(STRENGTHS[card_set])


# ---------------------------------------------------------------- whole games


def assert_outcome_is_fair(position: Position) -> None:
    """5.2: winners share what the others lose."""
    outcome = position.outcome
    assert outcome is not None
    assert len(outcome) == position.players
    assert sum(outcome) == pytest.approx(0)
    winners = [seat for seat in range(position.players) if position.state.winners >> seat & 1]
    assert all(outcome[seat] == max(outcome) for seat in winners)
    losers = set(range(position.players)) - set(winners)
    assert all(outcome[seat] == -1 / (position.players - 1) for seat in losers)


def assert_move_is_regular(before: Position, match: Match, books: Books) -> None:
    """CW-036, CW-040, CW-050, CW-051, CW-060, CW-127, CW-220, CW-243: from one decision to the next."""
    old, now = before.state, match.state
    books.follow(match, match.happened())
    assert len(match.happened()) < 255, "events are not cut off"
    assert now.alive & ~old.alive == 0, "nobody comes back"
    assert now.round_no - old.round_no in (0, 1) or not all(old.deck_left[: match.players])
    for seat in range(match.players):
        if seat not in (old.turn, now.turn) and now.alive >> seat & 1:
            for field in ("hand", "deck", "discard", "pool", "known"):
                assert (old[field][seat] == now[field][seat]).all(), "CW-050: nobody else acts"
    if now.turn != old.turn and now.round_no > 0 and not now.over:
        assert not (now.piece[: now.pieces] % 2).any(), "all locks end with the turn"
        assert now.phase in (cw.MAIN, cw.SETUP_WORLD, cw.SETUP_HEX)
        total = sum(int(now[size][now.turn]) for size in ("hand_left", "deck_left", "discard_left"))
        assert now.hand_left[now.turn] == min(cw.HAND, total), "CW-060"
    if now.over or (now.round_no == old.round_no + 1 and old.round_no > 0):
        assert verdict(Atlas(match), int(old.round_no), int(old.began)) == (now.winners, now.ending)


def verdict(atlas: Atlas, round_no: int, began: int) -> tuple[int, int]:
    """5.2: the checks at the end of a round: a mask of winners, and how the game ends; (0, 0) if it goes on."""
    seats = range(atlas.players)
    options, goal = atlas.options, atlas.options["goal"]
    with_pieces = sum(1 << seat for seat in seats if seat in atlas.owner.values())
    with_bases = sum(1 << seat for seat in seats if atlas.bases(seat))
    if not with_pieces:
        return began, cw.DEAD_DRAW
    if with_pieces.bit_count() == 1:
        return with_pieces, cw.BY_GOAL if goal == "long" else cw.LAST_SURVIVOR
    if goal != "long" and not with_bases:
        return with_pieces, cw.DEAD_DRAW
    if goal == "medium" and with_bases.bit_count() == 1:
        return with_bases, cw.BY_GOAL
    size = [atlas.territory(seat) for seat in seats]
    masters = [seat for seat in seats if len(atlas.worlds(seat)) >= 3 and size[seat] == max(size)]
    if options["most_territory"] == "strict" and size.count(max(size)) > 1:
        masters = []
    if goal == "short" and len(masters) == 1:
        return 1 << masters[0], cw.BY_GOAL
    if round_no != options["round_limit"]:
        return 0, cw.NOT_OVER
    ranks = {seat: rank(atlas, seat, goal) for seat in seats if with_pieces >> seat & 1}
    return sum(1 << seat for seat in ranks if ranks[seat] == max(ranks.values())), cw.ROUND_LIMIT


def rank(atlas: Atlas, seat: int, goal: str) -> tuple[int, ...]:
    """CWR-54"""
    strength = sum(atlas.strength[force.kind] for force in atlas.forces if atlas.owner[force.place] == seat)
    size, bases, pool = atlas.territory(seat), len(atlas.bases(seat)), int(atlas.now.pool[seat])
    return {
        "short": (size, len(atlas.worlds(seat)), strength, pool),
        "medium": (bases, size, strength, pool),
        "long": (strength, bases, size, pool),
    }[goal]


def assert_game_is_regular(match: Match, policy: str, seed: int, plies: int = 10**6) -> None:
    """Every state keeps all limits, and has the moves that the rules give it; decisions of a turn are few."""
    books, decisions, before = Books(match), 0, match.copy()
    assert_empires_are_in_order(match)
    for _ in play_on(match, policy, seed, plies):
        decisions = decisions + 1 if before.state.turn == match.state.turn else 0
        assert decisions <= MOST_DECISIONS
        assert_empires_are_in_order(match)
        assert_move_is_regular(before, match, books)
        assert Atlas(match).legal() == match.moves.numbers
        if not match.over and match.options["markers"]:
            assert len(match.moves) <= MOST_CHOICES[int(match.state.phase)]
        before = match.copy()


@pytest.mark.parametrize("batch", range(5))
def test_every_state_of_many_random_games_keeps_all_limits(batch: int) -> None:
    """CW-001, CW-002, CW-020, CW-036, CW-050, CW-051, CW-066, CW-070, CW-112, CW-158, CW-231, CW-246, CWR-54, CWR-64:
    section 9; every game ends"""
    for number, setting in enumerate(tables(20)):
        if number % 5 == batch:
            match = setting.new(number)
            Books(match).assert_fresh(match)
            assert_game_is_regular(match, "uniform", number)
            assert match.over
            assert_outcome_is_fair(match)


@given(TABLES, POLICIES, SEEDS)
@settings(max_examples=15)
def test_games_at_any_table_keep_all_limits(setting: Setting, policy: str, seed: int) -> None:
    """Section 9, 5.7: all options, some players who love or hate to buy, deploy and end"""
    match = setting.new(seed)
    assert_game_is_regular(match, policy, seed, 120)


@given(TABLES, SEEDS)
@settings(max_examples=25)
def test_crowded_worlds_keep_all_limits(setting: Setting, seed: int) -> None:
    """CW-130, CW-152, CW-161, CW-162, CW-208, CW-212, CWR-15, CWR-27, CWR-28: stacks, portals, full boxes of markers"""
    assert_game_is_regular(large_empires(setting, seed), "uniform", seed, 30)


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=15)
def test_moves_agree_with_refusal_on_every_number(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """5.3: SC-6 of every game; each refusal names a rule"""
    match = large_empires(setting, seed) if in_a_crowd else setting.new(seed)
    for number in play_on(match, "uniform", seed, plies):
        if number % 4 == 0:
            assert_moves_are_sound(match)
    assert_moves_are_sound(match)


def test_random_games_reach_every_phase_and_every_end() -> None:
    """The tests above would prove little otherwise."""
    phases: set[int] = set()
    endings: set[int] = set()
    events: set[int] = set()
    for number, setting in enumerate(tables(60)):
        match = large_empires(setting, number) if number % 3 else setting.new(number)
        for _ in play_on(match, "uniform", number, 80):
            phases.add(int(match.state.phase))
            endings.add(int(match.state.ending))
            events |= {int(row[0]) for row in match.happened()}
    assert phases == set(range(cw.OVER + 1))
    assert endings >= {cw.NOT_OVER, cw.BY_GOAL, cw.ROUND_LIMIT}
    assert events >= set(range(cw.EV_FIRST, cw.EV_WON + 1)) - {cw.EV_TIED, cw.EV_BASE_LOST}


# ---------------------------------------------------------------- combat


def here(position: Position, place: int) -> tuple[int | None, list[tuple[int, bool]]]:
    """Who stands in a hex, with which pieces."""
    atlas = Atlas(position)
    return atlas.owner.get(place), sorted((f.kind, f.locked) for f in atlas.forces if f.place == place)


def assert_attacks_end_as_the_rules_say(position: Position, random: Random) -> int:
    """5.4: some attacks that can be made now, on copies; returns how many."""
    atlas, now, seat = Atlas(position), position.state, int(position.state.turn)
    kind = int(now.kind) if now.phase == cw.MOVE_TO else int(now.card) - cw.ACTIONS
    places = [number - cw.HEX_MOVE for number in position.moves.numbers]
    attacks = [place for place in places if atlas.enemies(seat, place)]
    for place in random.sample(attacks, min(3, len(attacks))):
        before = lifted(position, int(now.picked), kind) if now.phase == cw.MOVE_TO else atlas
        owner, left = before.fought(seat, kind, place)
        after = position.copy().play(cw.HEX_MOVE + place)
        found, pieces = here(after, place)
        assert found == owner
        assert [piece for piece, _ in pieces] == [piece for piece, _ in left]
        same_turn = after.turn == seat and after.state.round_no == now.round_no
        if same_turn and after.state.hand_left[seat] == now.hand_left[seat] - 1:
            assert pieces == left, "CW-160: locks"
    return len(attacks)


def lifted(position: Position, place: int, kind: int) -> Atlas:
    """The map while a piece is on its way."""
    atlas = Atlas(position)
    atlas.forces.remove(Force(place, kind, False))
    return atlas


@pytest.mark.parametrize("batch", range(3))
def test_attacks_end_as_the_rules_say(batch: int) -> None:
    """CW-150, CW-151, CW-152, CW-153, CW-154, CW-155, CW-156, CW-157, CW-159, CW-160, CW-161, CWR-15, CWR-31..CWR-37,
    CWR-40: 5.4, in crowded worlds with all options"""
    random, fought = Random(batch), 0
    for number, setting in enumerate(tables(60)):
        if number % 3 == batch:
            match = large_empires(setting, number)
            for _ in play_on(match, "uniform", number, 40):
                if match.state.phase in (cw.MOVE_TO, cw.DEPLOY_TO):
                    fought += assert_attacks_end_as_the_rules_say(match, random)
    assert fought > 50


# ---------------------------------------------------------------- writing


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=25)
def test_positions_are_read_as_they_were_written_and_views_are_not_played(
    setting: Setting, seed: int, plies: int, in_a_crowd: bool
) -> None:
    """Section 9: the same bytes, whoever looks"""
    match = large_empires(setting, seed) if in_a_crowd else setting.new(seed)
    for number in play_on(match, "uniform", seed, plies):
        if number % 3 == 0:
            assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    for seat in (None, *range(match.players)):
        view = match.view(seat)
        if "_left" in view.position():
            with pytest.raises(BadPosition, match="can be read, but not played"):
                quincunx.set_up(view.position())
        else:
            assert quincunx.set_up(view.position()).position() == view.position()


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=12)
def test_texts_undo_and_saves_are_the_same_game(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """5.6: every move in writing; taken back it leaves the same bytes"""
    match = large_empires(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    assert_texts_are_moves(match)
    assert_undo_never_rolls_again(match, seed)
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.log == match.log
    for seat in (None, *range(match.players)):
        assert all(words.strip() and "  " not in words for words in match.log_for(seat))


@given(TABLES, SEEDS, st.integers(0, 40))
@settings(max_examples=4)
def test_picks_are_moves(setting: Setting, seed: int, plies: int) -> None:
    """10.1: every path of picks spells its moves"""
    match = setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    assert_picks_are_moves(match)
