"""Components are conserved, scores come from energy, and every game ends."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import Refused
from quincunx.engine.position import Position
from quincunx.games.vanagloria import state as vg
from quincunx.table.match import Match
from tests import playouts
from tests.playouts import ARMIES, EVERY_GAME, POLICIES, SEEDS, Setting, crowded, play_on, played
from tests.properties.components import INVARIANTS, assert_events_tell_of_every_unit, units_of
from tests.properties.sound import PLIES, TABLES

ARMED = playouts.settings(games=ARMIES)


def test_every_game_says_what_holds_of_its_components() -> None:
    assert set(INVARIANTS) == set(EVERY_GAME)


def assert_components_are_conserved(match: Match, policy: str, seed: int, plies: int) -> None:
    check = INVARIANTS[match.game.name]
    check(match)
    before = match.copy()
    for _ in play_on(match, policy, seed, plies):
        check(match)
        if match.game.name in ARMIES:
            assert_events_tell_of_every_unit(before, match, match.happened())
        before = match.copy()


@given(TABLES, POLICIES, SEEDS, PLIES)
@settings(max_examples=40)
def test_components_are_conserved_and_never_exceeded(setting: Setting, policy: str, seed: int, plies: int) -> None:
    """VG-012..VG-015, VG-020, VG-022, VG-072, OC-003, OC-009, OC-012, OC-052, OC-055, R-02; GD-010, GD-015, GD-501"""
    assert_components_are_conserved(setting.new(seed), policy, seed, plies)


@given(TABLES, POLICIES, SEEDS)
@settings(max_examples=60)
def test_components_are_conserved_in_a_crowd(setting: Setting, policy: str, seed: int) -> None:
    """VG-012..VG-016, OC-055, GD-015"""
    assert_components_are_conserved(crowded(setting, seed), policy, seed, 40)


def test_some_armies_do_empty_the_box() -> None:
    """The tests above would prove little otherwise."""
    met: set[tuple[str, int]] = set()
    for seed, limit in itertools.product(range(60), ("components", "total12")):
        now = crowded(Setting("vanagloria", 3, {"vg_limit": limit}), seed).state
        for count, plain, armed in zip(now.count, now.plain, now.armed, strict=True):
            met |= {("plain", plain), ("shielded", count - plain), (limit, count)}
            met |= {(weapon, many) for weapon, many in zip("dmr", armed, strict=True)}
        seats = crowded(Setting("orbit-cubes", 3), seed).scene().seats
        met |= {("cubes", int(seat.facts[0].split()[0])) for seat in seats}
    assert {("plain", 12), ("shielded", 11), ("total12", 12), ("d", 8), ("m", 8), ("r", 7), ("cubes", 0)} <= met


def income(position: Position) -> list[int]:
    """VG-075..VG-080, OC-045..OC-048, from the units alone."""
    points = [0] * position.players
    for node in range(position.board.nodes):
        worth = {vg.ALPHA: 4, vg.BETA: 2}.get(int(position.board.kind[node]), 0)
        here = [seat for seat in range(position.players) if any(at == node for at, _ in units_of(position, seat))]
        for seat in here:
            points[seat] += worth if len(here) == 1 else worth // 2
    return points


@given(ARMED, POLICIES, SEEDS, PLIES)
@settings(max_examples=40)
def test_scores_grow_only_when_a_round_ends_and_only_from_energy(
    setting: Setting, policy: str, seed: int, plies: int
) -> None:
    """VG-074..VG-080, OC-044..OC-048"""
    match = setting.new(seed)
    players = setting.players
    assert not any(match.state.score)
    before = match.copy()
    for _ in play_on(match, policy, seed, plies):
        gain = (match.state.score - before.state.score)[:players].tolist()
        last_standing = match.over and match.state.out != before.state.out and bin(match.state.winners).count("1") == 1
        if match.state.round_no > before.state.round_no or (match.over and not last_standing):
            assert gain == income(match)
            assert before.state.place == players - 1 or before.state.out
        else:
            assert not any(gain)
            assert last_standing or not match.over
        before = match.copy()


@given(playouts.settings(games=ARMIES, round_limit=st.integers(1, 8)), POLICIES, SEEDS)
@settings(max_examples=40)
def test_every_game_ends_under_a_round_limit(setting: Setting, policy: str, seed: int) -> None:
    """VG-094, OC-059, R-11"""
    match = setting.new(seed)
    limit = setting.options["round_limit"]
    assert match.outcome is None
    for _ in play_on(match, policy, seed, limit * setting.players * vg.ACTIONS):
        assert match.state.round_no <= limit
    assert match.over
    assert match.turn is None
    assert_outcome_is_fair(match)
    assert len(match.moves) == 0
    assert match.picks().branches == {}
    standing = [seat for seat in range(match.players) if not match.state.out >> seat & 1]
    best = max(int(match.state.score[seat]) for seat in standing)
    by_points = int(match.state.winners).bit_count() == 1 and best >= match.board.target
    over = vg.OVER_FOR_ALL_BUT_ONE if len(standing) == 1 else vg.GAME_OVER if by_points else vg.OVER_AT_THE_LIMIT
    with pytest.raises(Refused, match=match.game.reasons[over]):
        match.play(0)


def assert_outcome_is_fair(match: Match) -> None:
    outcome = match.outcome
    assert outcome is not None
    assert len(outcome) == match.players
    assert all(-1 <= result <= 1 for result in outcome)
    assert sum(outcome) == pytest.approx(0)
    standing = [seat for seat in range(match.players) if not match.state.out >> seat & 1]
    best = max(match.state.score[seat] for seat in standing)
    if len(standing) > 1:
        winners = [seat for seat in standing if match.state.score[seat] == best]
        assert [seat for seat in range(match.players) if match.state.winners >> seat & 1] == winners
        assert all(outcome[seat] == max(outcome) for seat in winners)


@pytest.mark.parametrize(
    ("name", "outcomes"),
    [("vanagloria", [(0, 0)]), ("orbit-cubes", [(0, 0)]), ("galaxy-of-d", [(-1, 1), (1, -1)])],
)
def test_even_a_game_in_which_nobody_does_anything_ends(name: str, outcomes: list[tuple[int, int]]) -> None:
    """R-11: a technical cap; R-53: Starbases burn out"""
    match = quincunx.new(name, 2, seed=1)
    assert match.options.get("round_limit", 0) == 0
    for _ in range(vg.ROUND_CAP * 2):
        if not match.over:
            match.play(match.game.idle(match))
    assert match.over
    assert match.outcome in outcomes


def test_every_game_is_known_to_end() -> None:
    """The list above is complete."""
    assert set(EVERY_GAME) == {*ARMIES, "galaxy-of-d", "vanguard-rome", "connect-the-worlds"}


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_heuristic_values_are_opinions_not_outcomes(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    assert len(match.values) == setting.players
    assert all(-1 <= value <= 1 for value in match.values)
