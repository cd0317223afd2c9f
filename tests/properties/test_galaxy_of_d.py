"""Galaxy of D: whole random games keep every limit of the rules document; ways, Pirates and the order of ship moves."""

import itertools
from collections import deque
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.chance import DICE, draw
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, MOST_MOVES, STATE, moves, play
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import fleets, pirates
from quincunx.games.galaxy_of_d import state as gd
from quincunx.games.galaxy_of_d.setup import MAPS, OPTIONS
from quincunx.lab.loops import dice_of, start_of
from tests import playouts
from tests.playouts import SEEDS, Setting, crowded, play_on, played
from tests.properties.fleets import assert_fleets_are_in_order, assert_states_are_in_order
from tests.properties.sound import (
    AGREE,
    assert_moves_are_sound,
    assert_picks_are_moves,
    assert_texts_are_moves,
    disagreement,
)

GALAXIES = playouts.settings(games=["galaxy-of-d"])
PLIES = st.integers(0, 320)
MOST_DECISIONS = 8_600
"""R-53"""
BRANCHING = {
    gd.RPS: 3,
    gd.COLOUR: 2,
    gd.BID: 20,
    gd.SECRET_BUY: 8,
    gd.MOVE_SELECT: 29,
    gd.MOVE_GO: 36,
    gd.COMBAT_SELECT: 29,
    gd.ABSORB: 8,
    gd.PIRATE_SELECT: 2,
    gd.BUY: 8,
}
"""R-60: the most legal moves of each phase; where something is placed, every sector."""
STAGES = (gd.RPS, gd.PLACING, gd.COLOUR, gd.BID, gd.BASE, gd.SECRET_BUY)
"""The setup's order; then come the phases of a turn."""


# ---------------------------------------------------------------- whole games


@template
def trace(board: Any, start: Any, seed: Any, states: Any, counts: Any) -> int:
    """A random game to its end: every state with a decision in it, and how many moves it has. Returns how many."""
    table = board.view(BOARD)[0]
    state = np.zeros(1, STATE)
    state[0] = start.view(STATE)[0]
    dice = np.zeros(1, DICE)
    dice[0].chance = dice_of(seed)
    out = np.empty(MOST_MOVES, np.int16)
    no_events = np.zeros((0, 1), np.int16)
    steps = 0
    while steps < len(states):
        states[steps] = state[0]
        counts[steps] = moves(table, state[0], out)
        steps += 1
        if state[0].over:
            break
        play(table, state[0], out[draw(dice[0], counts[steps - 1])], no_events)
    return steps


@template
def quarrels(board: Any, raw: Any, out: Any, count: int) -> int:
    """How many states there are in which `moves` and `refusal` do not agree on every number."""
    found = 0
    for i in range(len(raw)):
        if disagreement(board, raw[i], out, count) != AGREE:
            found += 1
    return found


def dealt(game: Game, options: dict[str, Any], seed: int) -> Position:
    """A new game with its own chance."""
    settled = game.settle(2, options)
    position = Position(game, 2, settled, game.board_for(2, settled))
    position.set_chance(np.uint64(start_of(np.uint64(seed))).tobytes())
    game.core.new(position.board_raw, position.raw)
    return position


def course_of(position: Position, seed: int) -> tuple[Any, Any]:
    """All states of a random game, and how many moves each has."""
    states, counts = np.zeros(MOST_DECISIONS + 2, position.game.state), np.zeros(MOST_DECISIONS + 2, np.int64)
    steps = position.game.bind(trace)(position.board_raw, position.raw, np.uint64(seed), states, counts)
    return states[:steps], counts[:steps]


def assert_course_is_regular(states: Any, counts: Any, board: Any) -> None:
    """R-53, R-60, GD-201: a game ends, somebody decides something in every state, and the phases come in order."""
    assert states["over"][-1]
    assert not states["over"][:-1].any()
    assert len(states) - 1 <= MOST_DECISIONS
    assert states["turn_no"].max() <= 2 * board.start_armor - 1 <= 39
    assert states["winner"][-1] in (0, 1)
    assert (counts[:-1] >= 2).all()
    assert counts[-1] == 0
    for phase in np.unique(states["phase"][:-1]):
        assert counts[states["phase"] == phase].max() <= BRANCHING.get(int(phase), int(board.sectors)), f"phase {phase}"
    stage = np.array([stage_of(state) for state in states])
    assert (np.diff(states["turn_no"] * 100 + stage) >= 0).all(), "phases in order"
    for field, since in (("starbase", gd.SECRET_BUY), ("colour", gd.BID), ("thing_at", gd.BASE), ("first", gd.COLOUR)):
        later = states[field][(states["phase"] >= since)]
        assert (later == later[:1]).all(), f"{field} stays"
    gone = states["pirate_at"][states["phase"] > gd.RPS] == gd.NOWHERE
    assert (np.diff(gone.astype(int), axis=0) >= 0).all(), "no Pirate comes back"


def stage_of(state: Any) -> int:
    """Which step of the setup or of a turn it is."""
    phase = int(state["phase"])
    if phase in STAGES:
        return STAGES.index(phase)
    if phase in (gd.MOVE_SELECT, gd.MOVE_GO):
        return 10
    if phase == gd.COMBAT_SELECT or (phase == gd.ABSORB and not state["by_pirate"]):
        return 11
    return {gd.ABSORB: 12, gd.PIRATE_SELECT: 12, gd.BUY: 13}.get(phase, 14)


def tables(count: int) -> list[dict[str, Any]]:
    """Options at random; both setups and all maps come in turn."""
    random = Random(5)
    found = []
    for setup, chart in itertools.islice(itertools.cycle(itertools.product(("normal", "quick"), MAPS)), count):
        options: dict[str, Any] = {"setup": setup, "map": chart}
        for option in OPTIONS[2:]:
            values = [v for v in option.values if chart != "small" or option.name != "base_min_distance" or v <= 4]
            if random.random() < 0.5:
                options[option.name] = random.choice(values)
        found.append(options)
    return found


@pytest.mark.parametrize("batch", range(4))
def test_every_state_of_a_thousand_random_games_keeps_all_limits(batch: int) -> None:
    """GD-010, GD-015, GD-121, GD-200, GD-201, GD-211, GD-212, GD-406, GD-508, R-21, R-49, R-53, R-60: TV-75"""
    game = quincunx.game("galaxy-of-d")
    out = np.empty(2 * game.most_moves, np.int16)
    wins = [0, 0]
    for number, options in enumerate(tables(252)):
        if number % 4 != batch:
            continue
        for seed in range(4):
            start = dealt(game, options, 1000 * number + seed)
            states, counts = course_of(start, seed)
            assert_course_is_regular(states, counts, start.board)
            assert_states_are_in_order(states, start.board)
            if seed == 0:
                raw = states.view(np.uint8).reshape(len(states), -1)
                assert game.bind(quarrels)(start.board_raw, raw, out, game.move_count) == 0
            wins[int(states["winner"][-1] != states["first"][-1])] += 1
    assert sum(wins) == 252
    assert wins[1] > wins[0], "section 1: who waits and comes second wins the race of self-destruction"


@given(GALAXIES, SEEDS)
@settings(max_examples=60)
def test_crowded_galaxies_keep_all_limits_to_their_end(setting: Setting, seed: int) -> None:
    """The same from fleets that meet at once: combats of many sectors and three sides, empty pools, strikes."""
    match = crowded(setting, seed)
    match.set_chance(b"galaxies")
    states, counts = course_of(match, seed)
    assert_states_are_in_order(states, match.board)
    assert_course_is_regular(
        states[1:] if counts[0] < 2 else states, counts[1:] if counts[0] < 2 else counts, match.board
    )
    raw = states.view(np.uint8).reshape(len(states), -1)[:: 1 + len(states) // 100]
    out = np.empty(2 * match.game.most_moves, np.int16)
    assert match.game.bind(quarrels)(match.board_raw, raw, out, match.game.move_count) == 0


def test_random_and_crowded_games_reach_every_phase_and_every_end() -> None:
    """The tests above would prove little otherwise."""
    game = quincunx.game("galaxy-of-d")
    phases: set[int] = set()
    endings: set[int] = set()
    most: dict[int, int] = {}
    for number, options in enumerate(tables(48)):
        start = crowded(Setting("galaxy-of-d", 2, options), number) if number % 2 else dealt(game, options, number)
        states, counts = course_of(start, number)
        phases |= set(states["phase"].tolist())
        endings |= set(states["ending"].tolist())
        for phase, count in zip(states["phase"], counts, strict=True):
            most[int(phase)] = max(most.get(int(phase), 0), int(count))
    assert phases == set(range(gd.OVER + 1))
    assert {gd.BOMBED, gd.IN_COMBAT, gd.BURNT_OUT} <= endings
    assert most[gd.MOVE_GO] >= 30
    assert most[gd.COMBAT_SELECT] >= 5
    assert most[gd.ABSORB] >= 4


@given(GALAXIES, st.sampled_from(["fighter", "gatherer", "builder"]), SEEDS, PLIES)
@settings(max_examples=15)
def test_games_with_a_purpose_keep_all_limits(setting: Setting, policy: str, seed: int, plies: int) -> None:
    """Freighters that shuttle, Bombers that come home, pools that are bought empty; every move as it is played."""
    match = setting.new(seed)
    for _ in play_on(match, policy, seed, plies):
        assert_fleets_are_in_order(match)
        assert match.over or len(match.moves) >= 2
        assert len(match.happened()) < 200, "events are not cut off"
    assert_moves_are_sound(match)
    assert_texts_are_moves(match)
    assert_picks_are_moves(match)


@given(GALAXIES, SEEDS)
def test_whatever_happens_in_a_crowd_is_told(setting: Setting, seed: int) -> None:
    """The buffer of events is long enough for a turn of many combats, and everything in it has words."""
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, 40):
        assert len(match.happened()) < 255, "events are not cut off"
    assert all(words.strip() for seat in (None, 0, 1) for words in match.log_for(seat))


# ---------------------------------------------------------------- movement


def go_options(position: Position) -> set[int]:
    """Section 5.3 of the rules document, line by line: where the picked ship can go, as move numbers."""
    now, board, seat = position.state, position.board, int(position.state.turn)
    start, ship = int(now.picked) >> gd.SECTOR_SHIFT, int(now.picked) & gd.CLASS_MASK
    lie = {int(now.thing_at[i]): int(now.thing_kind[i]) for i in range(now.things)}

    def effect(kind: int, sector: int) -> int | None:
        """The class after it; None without an effect."""
        if kind == gd.FREIGHTER and lie.get(sector) == gd.PLANET:
            return gd.LADEN
        if kind == gd.LADEN and lie.get(sector) == gd.SPACEPORT:
            return gd.FREIGHTER
        return gd.BOMBER if kind == gd.BOMBER and now.starbase[1 - seat] == sector else None

    def stops(sector: int) -> bool:
        base = board.starbase_stops and now.starbase[1 - seat] == sector
        return bool(fleets.enemies_at(now, seat, sector) or base)

    found = set()
    frontier = [(start, ship, 0, False)]
    for step in range(int(board.speed[ship])):
        reached = []
        for sector, kind, special, just_now in frontier:
            if step > 0 and stops(sector):
                continue
            left = 1 if step > 0 and just_now else special
            for link in board.link[sector, : board.degree[sector]].tolist():
                after = effect(kind, link)
                reached.append((link, kind if after is None else after, left, after is not None))
        for sector, _, special, just_now in reached:
            if sector != start or special or just_now:
                found.add(gd.GO_MOVE + special * gd.SECTORS + sector)
        frontier = list(dict.fromkeys(reached))
    return found


@given(GALAXIES, SEEDS)
@settings(max_examples=60)
def test_a_ship_goes_where_the_steps_of_the_rules_lead(setting: Setting, seed: int) -> None:
    """GD-210..GD-224, R-17, R-21, R-24, R-60"""
    match = crowded(setting, seed)
    for ship in match.moves.numbers[1:]:
        picked = match.copy().play(ship)
        assert set(picked.moves.numbers) == go_options(picked), match.game.spell(match, ship)
        assert 1 <= len(picked.moves) <= BRANCHING[gd.MOVE_GO]


def as_sets(position: Position) -> bytes:
    """The state's bytes with every stack sorted."""
    sorted_stacks = position.copy()
    for seat in range(gd.SEATS):
        count = int(position.state.count[seat])
        sorted_stacks.state.ship[seat, :count] = np.sort(position.state.ship[seat, :count])
    return sorted_stacks.raw.tobytes()


@given(GALAXIES, SEEDS, st.integers(2, 7))
@settings(max_examples=60)
def test_ship_moves_within_one_phase_commute(setting: Setting, seed: int, count: int) -> None:
    """R-16: in whatever order the same ships make the same moves, only the order within stacks differs."""
    random = Random(seed)
    match = crowded(setting, seed)
    seat = int(match.state.active)
    after = match.copy()
    done: list[tuple[int, int]] = []
    while len(done) < min(count, int(match.state.count[seat]) - 1) and not after.over:
        ship = random.choice(after.moves.numbers[1:])
        after.play(ship)
        go = random.choice(after.moves.numbers)
        after.play(go)
        done.append((ship, go))
    if after.over:
        return
    for _ in range(4):
        random.shuffle(done)
        other = match.copy()
        for ship, go in done:
            other.play(ship).play(go)
        assert as_sets(other) == as_sets(after)
        assert set(other.moves.numbers) == set(after.moves.numbers)


# ---------------------------------------------------------------- Pirates


@lru_cache
def galaxy(name: str) -> Position:
    """A game on a map."""
    return quincunx.new("galaxy-of-d", seed=1, map=name).copy()


def steps_from(board: Any, goal: int, shut: set[int]) -> dict[int, int]:
    """R-40, section 5.5: breadth-first distances to the goal over sectors that are not Starbase sectors."""
    found, queue = {goal: 0}, deque([goal])
    while queue:
        sector = queue.popleft()
        for link in board.link[sector, : board.degree[sector]].tolist():
            if link not in found and link not in shut:
                found[link] = found[sector] + 1
                queue.append(link)
    return found


@given(st.sampled_from(MAPS), st.data())
@settings(max_examples=60)
def test_the_way_around_the_starbases_is_as_long_as_a_search_finds_it(name: str, data: st.DataObject) -> None:
    """R-39, R-40"""
    position = galaxy(name).copy()
    sectors = st.integers(0, int(position.board.sectors) - 1)
    one = data.draw(sectors)
    other = data.draw(sectors.filter(lambda sector: fleets.distance(position.board, one, sector) >= gd.BASE_DISTANCE))
    goal = data.draw(sectors.filter(lambda sector: sector not in (one, other)))
    position.state.starbase[:] = one, other
    for sector, steps in steps_from(position.board, goal, {one, other}).items():
        assert pirates.steps_around(position.board, position.state, sector, goal) == steps


@given(GALAXIES, SEEDS)
@settings(max_examples=40)
def test_a_pirate_goes_towards_a_nearest_ship(setting: Setting, seed: int) -> None:
    """GD-400..GD-408: a target is a nearest sector with ships, each step is a best one, and it ends at a ship."""
    match = crowded(setting, seed)
    for _ in play_on(match, "uniform", seed, 60):
        before = match.at(len(match.line) - 1)
        heading: dict[int, int] = {}
        for kind, pirate, one, two, *_ in match.happened().tolist():
            if kind == gd.EV_PIRATE_TARGET:
                heading[pirate] = one
                assert one not in before.state.starbase
            if kind == gd.EV_PIRATE_STEP:
                shut = {int(sector) for sector in before.state.starbase}
                way = steps_from(before.board, heading[pirate], shut)
                links = before.board.link[one, : before.board.degree[one]].tolist()
                assert two in links
                assert way[two] == min(way[link] for link in links if link not in shut)


# ---------------------------------------------------------------- the setup


@pytest.mark.parametrize("chart", MAPS)
def test_normal_setups_are_as_the_rules_deal_them(chart: str) -> None:
    """GD-005, GD-100..GD-113, GD-122, GD-125: TV-73"""
    game = quincunx.game("galaxy-of-d")
    firsts, tokens, money = set(), set(), set()
    for seed in range(350):
        now = dealt(game, {"map": chart, "colours": "fixed"}, seed).state
        hidden = int((now.pirate_at != gd.NOWHERE).sum())
        assert now.things + hidden == now.tokens
        assert list(now.thing_kind[: now.things]).count(gd.SPACEPORT) == 1
        assert now.money[0] == now.money[1]
        assert list(now.armor) == [20, 20]
        assert not now.in_play.any()
        firsts.add(int(now.first))
        tokens.add(int(now.tokens))
        money.add(int(now.money[0]))
    assert firsts == {0, 1}
    assert tokens == set(range(5, 11))
    assert money == set(range(14, 20))


@pytest.mark.parametrize("chart", MAPS)
def test_quick_setups_are_as_the_rules_deal_them(chart: str) -> None:
    """GD-600..GD-608: TV-74"""
    game = quincunx.game("galaxy-of-d")
    for seed in range(100):
        position = dealt(game, {"map": chart, "setup": "quick", "colours": "fixed"}, seed)
        now = position.state
        assert sorted(now.thing_kind[: now.things].tolist()) == [1, 1, 2, 2, 3]
        assert (now.pirate_at == gd.NOWHERE).all()
        assert list(now.money) == [15, 15]
        assert (now.phase, now.turn) == (gd.BASE, now.first)


@given(GALAXIES, SEEDS, PLIES)
@settings(max_examples=15)
def test_conceding_ends_the_game_at_any_moment(setting: Setting, seed: int, plies: int) -> None:
    """GD-202, R-50: what is left is a finished game like any other, that can be written down, saved and taken back."""
    match = played(setting, "uniform", seed, plies)
    if match.over:
        return
    before = match.raw.tobytes()
    seat = seed % 2
    match.command(seat, "concede")
    assert match.over
    assert match.outcome == ((-1.0, 1.0) if seat == 0 else (1.0, -1.0))
    assert (match.moves.numbers, match.commands(0), match.commands(1)) == ([], [], [])
    assert_fleets_are_in_order(match)
    assert quincunx.loads(match.dumps()) == match
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert match.undo().raw.tobytes() == before


@given(GALAXIES, SEEDS, st.integers(0, 30))
def test_a_stack_is_turned_over_without_any_other_effect(setting: Setting, seed: int, plies: int) -> None:
    """R-52: the order within stacks changes no legal move and nothing else."""
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, plies):
        pass
    for seat in (0, 1):
        for command in match.commands(seat)[1:]:
            before = match.copy()
            match.command(seat, command)
            sector, letter = command.split()[1:]
            assert quincunx.game("galaxy-of-d").write(match)["ships"][seat][sector].rstrip("'x")[-1] == letter
            assert as_sets(match) == as_sets(before)
            assert match.moves.numbers == before.moves.numbers
            assert command not in match.commands(seat)
            assert_fleets_are_in_order(match)
