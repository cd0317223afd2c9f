"""Vanguard: Rome: whole random games keep every limit of the rules document; shapes, shifts, the order of actions."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import lines
from quincunx.games.vanguard_rome import state as vr
from quincunx.games.vanguard_rome.setup import LEVELS
from quincunx.lab.loops import start_of
from tests import playouts
from tests.games import legions
from tests.playouts import SEEDS, Setting, play_on
from tests.properties.armies import (
    DECLARING,
    LAYOUT,
    assert_armies_are_in_order,
    assert_states_are_in_order,
    is_legal,
    large_armies,
    row_text,
)
from tests.properties.sound import (
    assert_moves_are_sound,
    assert_picks_are_moves,
    assert_texts_are_moves,
    assert_undo_never_rolls_again,
)
from tests.properties.test_galaxy_of_d import quarrels, trace

NAME = "vanguard-rome"
LIMITS = st.sampled_from([20, 30])
"""Turns of a game: whole games stay short."""
TABLES = playouts.settings(games=[NAME], turn_limit=LIMITS)
PLIES = st.integers(0, 200)
MOST_DECISIONS = 6_000
MOVES = 2_760
"""SC-8, without RESIGN."""
BRANCHING = {
    vr.KEEPING: (1, 2),
    vr.LEANING: (2, 2),
    vr.LAYING: (1, 19),
    vr.CLOSING: (1, 60),
    vr.MAIN: (1, 300),
    vr.TARGETING: (1, 125),
    vr.FACING: (2, 3),
    vr.ORDERING: (2, 130),
    vr.FIRING: (2, 2),
    vr.FOLLOWING: (2, 4),
    vr.RETREATING: (2, 70),
    vr.FILLING: (1, 60),
    vr.DISCARDING: (1, 8),
}
"""5.1, 5.3, 5.4: the least and the most moves of each phase."""
STAGES = {
    **dict.fromkeys(LAYOUT, 1),
    vr.MAIN: 0,
    vr.TARGETING: 0,
    **{phase: 2 + i for i, phase in enumerate((*DECLARING, vr.RETREATING, vr.FILLING, vr.DISCARDING, vr.OVER))},
}
"""5.1: the order of the phases of a turn; Nightfall comes between the main phase and the attack."""
OPENING_STAGES = {vr.LEANING: 0, vr.LAYING: 0, vr.FACING: 1, vr.FIRING: 1, vr.FOLLOWING: 1, vr.CLOSING: 2, vr.OVER: 3}


# ---------------------------------------------------------------- whole games


def dealt(players: int, options: dict[str, Any], seed: int) -> Position:
    """A new game with its own chance."""
    game = quincunx.game(NAME)
    settled = game.settle(players, options)
    position = Position(game, players, settled, game.board_for(players, settled))
    position.set_chance(np.uint64(start_of(np.uint64(seed))).tobytes())
    game.core.new(position.board_raw, position.raw)
    return position


def course_of(position: Position, seed: int) -> tuple[Any, Any]:
    """All states of a random game, and how many moves each has."""
    states, counts = np.zeros(MOST_DECISIONS, position.game.state), np.zeros(MOST_DECISIONS, np.int64)
    steps = position.game.bind(trace)(position.board_raw, position.raw, np.uint64(seed), states, counts)
    return states[:steps], counts[:steps]


def assert_course_is_regular(states: Any, counts: Any, board: Any) -> None:
    """5.1, VR-093: a game ends, and its phases, turns and commands come in their order."""
    assert states["over"][-1], "every game ends"
    assert not states["over"][:-1].any()
    assert counts[-1] == 0
    assert (board.turn_limit == 0) or states["turn_no"].max() <= board.turn_limit
    for phase in np.unique(states["phase"][:-1]):
        least, most = BRANCHING[int(phase)]
        found = counts[states["phase"] == phase]
        assert least <= found.min() <= found.max() <= most, f"phase {phase}"
    first_turn = int(np.argmax(states["turn_no"] > 0)) if states["turn_no"].any() else len(states)
    opening, turns = states[:first_turn], states[first_turn:]
    stages = np.array([OPENING_STAGES[int(phase)] for phase in opening["phase"]])
    assert (np.diff(opening["replays"] * 10 + stages) >= 0).all(), "phases of the opening in order"
    stages = np.array([STAGES[int(phase)] for phase in turns["phase"]])
    assert (np.diff(turns["turn_no"] * 100 + stages) >= 0).all(), "phases of a turn in order"
    assert (np.diff(states["alive"], axis=0)[first_turn:] <= 0).all(), "nobody comes back"
    if len(turns):
        assert turns["active"][0] == turns["first"][0] or not len(opening), "the winner of the clash begins"
        assert_turns_are_regular(turns, int(board.players))


def assert_turns_are_regular(states: Any, players: int) -> None:
    """SC-7, VR-011, VR-032, VR-047: what happens from one decision to the next."""
    before, after = states[:-1], states[1:]
    passed = after["turn_no"] > before["turn_no"]
    index = np.arange(len(before))
    assert (after["turn_no"] - before["turn_no"] <= 1).all()
    legal = is_legal(after["cells"] > 0)[index, before["active"]]
    ended = passed | ((after["over"] != 0) & (after["ending"] == vr.TURN_LIMIT))
    assert legal[ended].all(), "SC-7: a line without gaps at the end of its owner's turn"
    following = before["active"].copy()
    for step in np.flatnonzero(passed):
        seat = int(before["active"][step])
        ring = [(seat + i) % players for i in range(1, players + 1)]
        following[step] = next(other for other in ring if after["alive"][step, other])
    assert (after["active"] == following).all(), "clockwise"
    used = after["command_used"] - before["command_used"]
    assert (used[~passed] >= 0).all(), "a command that was played stays played"
    lost = (before["held"] - after["held"])[index, before["active"]]
    discards = (before["phase"] == vr.DISCARDING).astype(int)
    assert (lost[~passed] == (used + discards)[~passed])[after["over"][~passed] == 0].all(), "one command in a turn"
    assert (lost[passed] <= 1 + discards[passed]).all()


def tables(count: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """OB-6: all levels and numbers of players in turn, other options at random."""
    random = Random(7)
    for players, level in itertools.islice(itertools.cycle(itertools.product((2, 3, 4), LEVELS)), count):
        options: dict[str, Any] = {"level": level, "turn_limit": random.choice([20, 60, 60])}
        options["decks"] = random.choice(["shared", "divide_equal", "divide_random"]) if players == 2 else "shared"
        options |= {"shift_model": random.choice(["group", "rows"]), "replay_cap": random.choice([0, 1, 5, 20])}
        options |= {"hand_limit": random.choice([3, 7, 12])}
        for name in ("hidden_rear", "consul_stacks", "command_on_vanguard", "close_up"):
            options[name] = random.random() < 0.5
        yield players, options


@pytest.mark.parametrize("batch", range(4))
def test_every_state_of_many_random_games_keeps_all_limits(batch: int) -> None:
    """VR-011, VR-047, VR-048, VR-054, VR-093, VR-100, VR-127, VR-150, VR-173, VR-180: SC-6, SC-7, SC-8, OB-6"""
    game = quincunx.game(NAME)
    assert game.move_count == MOVES
    out = np.empty(2 * game.most_moves, np.int16)
    for number, (players, options) in enumerate(tables(48)):
        if number % 4 != batch:
            continue
        start = dealt(players, options, number)
        states, counts = course_of(start, number)
        assert_course_is_regular(states, counts, start.board)
        assert_states_are_in_order(states, start.board)
        raw = states.view(np.uint8).reshape(len(states), -1)[:: 1 + len(states) // 20]
        assert game.bind(quarrels)(start.board_raw, raw, out, game.move_count) == 0
        assert_outcome_is_fair(Position(game, players, start.options, start.board_raw, raw_of(states[-1])))


def raw_of(state: Any) -> Any:
    """The bytes of a record."""
    return np.frombuffer(state.tobytes(), np.uint8).copy()


def assert_outcome_is_fair(position: Position) -> None:
    """VR-090, R-42: winners share what the others lose."""
    outcome = position.outcome
    assert outcome is not None
    assert len(outcome) == position.players
    assert sum(outcome) == pytest.approx(0)
    winners = [seat for seat in range(position.players) if position.state.winners >> seat & 1]
    assert all(outcome[seat] == max(outcome) for seat in winners)
    assert len(winners) == position.players or all(
        outcome[seat] == -1 / (position.players - 1) for seat in range(position.players) if seat not in winners
    )


@given(TABLES, SEEDS)
def test_long_and_broken_lines_keep_all_limits_to_their_end(setting: Setting, seed: int) -> None:
    """R-40, VR-091, VR-092: Chariots, full hands, and decks that run out."""
    match = large_armies(setting, seed)
    match.set_chance(b"battles!")
    states, counts = course_of(match, seed)
    assert_states_are_in_order(states, match.board)
    if not states["over"][0]:
        assert_course_is_regular(states, counts, match.board)
    raw = states.view(np.uint8).reshape(len(states), -1)[:: 1 + len(states) // 50]
    out = np.empty(2 * match.game.most_moves, np.int16)
    assert match.game.bind(quarrels)(match.board_raw, raw, out, match.game.move_count) == 0


def test_random_games_reach_every_phase_and_every_end() -> None:
    """The tests above would prove little otherwise."""
    phases: set[int] = set()
    endings: set[int] = set()
    most: dict[str, int] = {"replays": 0, "riders": 0, "hidden": 0, "units": 0}
    for number, (players, options) in enumerate(tables(36)):
        start: Position = dealt(players, options, number)
        if number % 2:
            start = large_armies(Setting(NAME, players, options), number)
            start.set_chance(b"battles!")
        states, _ = course_of(start, number)
        phases |= set(states["phase"].tolist())
        endings |= set(states["ending"].tolist())
        codes = states["cells"]
        most["replays"] = max(most["replays"], int(states["replays"].max()))
        most["riders"] = max(most["riders"], int(((codes & vr.RIDDEN) > 0).sum(axis=(1, 2, 3)).max()))
        hidden = (codes > 0) & (codes & vr.FACE_UP == 0)
        most["hidden"] = max(most["hidden"], int(hidden.sum(axis=(1, 2, 3)).max()))
        most["units"] = max(most["units"], int((codes > 0).sum(axis=(2, 3)).max()))
    assert phases == set(range(vr.OVER + 1))
    assert {vr.NOT_OVER, vr.DESTROYED, vr.TURN_LIMIT} <= endings
    assert most["replays"] >= 1
    assert most["riders"] >= 3
    assert most["hidden"] >= 15
    assert most["units"] >= 20


@given(TABLES, st.sampled_from(["uniform", "fighter"]), SEEDS, PLIES, st.booleans())
@settings(max_examples=15)
def test_games_at_a_table_keep_all_limits(
    setting: Setting, policy: str, seed: int, plies: int, in_a_crowd: bool
) -> None:
    """SC-6, SC-8: every move as it is played; taken back it leaves the same bytes."""
    match = large_armies(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, policy, seed, plies):
        assert_armies_are_in_order(match)
        assert len(match.happened()) < 255, "events are not cut off"
    assert_moves_are_sound(match)
    assert_texts_are_moves(match)
    assert_picks_are_moves(match)
    assert_undo_never_rolls_again(match, seed)
    assert all(words.strip() for seat in (None, *range(match.players)) for words in match.log_for(seat))


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=60)
def test_whoever_resigns_leaves_everything_in_order(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """R-54: at any decision, one after the other; what is left is a position like any other."""
    match = large_armies(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    while match.turn is not None:
        match.command(match.turn, "resign")
        assert_armies_are_in_order(match)
        assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
        for _ in play_on(match, "uniform", seed, 1 + seed % 7):
            assert_armies_are_in_order(match)
    assert_outcome_is_fair(match)


# ---------------------------------------------------------------- the shape of Nightfall


SHAPES = {
    1: (1, 0, "no"),
    2: (1, 1, "no"),
    3: (2, 1, "front"),
    4: (2, 2, "both"),
    5: (3, 2, "rear"),
    6: (3, 3, "no"),
    7: (4, 3, "front"),
    8: (4, 4, "both"),
    9: (5, 4, "rear"),
    10: (5, 5, "no"),
    11: (6, 5, "front"),
    12: (6, 6, "both"),
}
"""Table 2.6: units in the front row, in the rear row, which row leans."""
LEFT, RIGHT = range(2)


def row_of(size: int, lean: int) -> set[int]:
    """2.6: the columns of a row, as the owner counts them."""
    if size % 2:
        return set(range(-(size // 2), size // 2 + 1))
    half = size // 2
    return set(range(-half, half)) if lean == LEFT else set(range(1 - half, half + 1))


def laid(size: int, columns: set[int]) -> list[int]:
    """5.1: the order 0, -1, +1, -2, +2, ... without the columns outside the shape."""
    order = [0, *itertools.chain.from_iterable((-step, step) for step in range(1, size + 1))]
    return [column for column in order if column in columns]


@pytest.mark.parametrize("rows", [1, 2])
def test_the_shape_of_nightfall_is_that_of_the_table(rows: int) -> None:
    """VR-156, VR-010: SC-4"""
    board = quincunx.new(NAME, seed=1, use_rear=rows == 2).board
    for units in range(1, 61):
        front, rear, leaning = SHAPES.get(units, ((units + 1) // 2, units // 2, "?"))
        if rows == 1:
            front, rear, leaning = units, 0, "front" if units % 2 == 0 else "no"
        has_choice = (front % 2 == 0) or (rear > 0 and rear % 2 == 0)
        assert lines.front_of(board, units) == front
        assert bool(lines.has_lean(board, units)) == has_choice
        assert leaning == "?" or (leaning != "no") == has_choice
        assert rows == 1 or has_choice == (units != 1 and units % 4 != 2)
        for lean in (LEFT, RIGHT):
            cells = [int(lines.cell_in_shape(board, units, lean, number)) for number in range(units)]
            wanted = [vr.CENTRE + column for column in laid(units, row_of(front, lean))]
            wanted += [vr.COLUMNS + vr.CENTRE + column for column in laid(units, row_of(rear, lean))]
            assert cells == wanted
            here = np.zeros((1, 1, vr.ROWS, vr.COLUMNS), bool)
            here[0, 0].reshape(-1)[cells] = True
            assert is_legal(here).all(), "always a legal formation"
            assert here.sum() == units


@pytest.mark.parametrize("size", range(1, 13))
@pytest.mark.parametrize("lean", ["left", "right"])
def test_an_army_is_laid_out_in_that_shape(size: int, lean: str) -> None:
    """VR-155, VR-156, 5.1: at the table"""
    front, rear, leaning = SHAPES[size]
    line = " ".join(["[IN]", *itertools.islice(itertools.cycle(["SL", "AR"]), size - 1)])
    game = legions.set_up(line, "IN [IN] IN", hand="NIGHTFALL")
    legions.play(game, "nightfall; reorg")
    assert (legions.options(game, "lean") == {"left", "right"}) == (leaning != "no")
    if leaning != "no":
        game.play(f"lean {lean}")
    while game.turn == 0:
        game.play(game.moves.numbers[0])
    at = ("left", "right").index(lean)
    for row, many in ((vr.FRONT, front), (vr.REAR, rear)):
        columns = {int(column) - vr.CENTRE for column in np.flatnonzero(game.state.cells[0, row])}
        assert columns == (row_of(many, at) if many else set())


# ---------------------------------------------------------------- shifting


Cell = tuple[int, int]
"""Row and column, as the owner counts it."""


def near(one: Cell, other: Cell, same_row: bool) -> bool:
    """R-04, R-05: whether two cells are adjacent, or adjacent in their row."""
    (row, column), (other_row, other_column) = one, other
    if row == other_row:
        return abs(column - other_column) == 1
    return column == other_column and not same_row


def blocks(cells: set[Cell], same_row: bool) -> list[set[Cell]]:
    """R-05: what shifts together."""
    left, found = set(cells), []
    while left:
        block = {left.pop()}
        while more := {cell for cell in left if any(near(cell, other, same_row) for other in block)}:
            block |= more
            left -= more
        found.append(block)
    return found


def shifts_of(cells: set[Cell], same_row: bool) -> dict[str, set[Cell]]:
    """VR-055..VR-058: every shift in writing, and where the army stands after it."""
    found = {}
    for row, column in cells:
        if row == vr.REAR and (vr.FRONT, column) not in cells:
            found[f"fwd {text((row, column))}"] = cells - {(row, column)} | {(vr.FRONT, column)}
    for block in blocks(cells, same_row):
        if all(column != 0 for _, column in block):
            name = min(block, key=lambda cell: (abs(cell[1]), cell[0]))
            step = -1 if name[1] > 0 else 1
            found[f"lat {text(name)}"] = cells - block | {(row, column + step) for row, column in block}
    return found


def text(cell: Cell) -> str:
    """`F-2`"""
    row, column = cell
    return "FR"[row] + (f"{column:+d}" if column else "0")


def stands_legally(cells: set[Cell]) -> bool:
    """2.1: the formation of an army."""
    front = sorted(column for row, column in cells if row == vr.FRONT)
    gapless = 0 in front and front == list(range(front[0], front[-1] + 1))
    return gapless and all(column in front for row, column in cells if row == vr.REAR)


def standing(game: Position) -> set[Cell]:
    """The occupied cells of seat 0."""
    found = np.argwhere(game.state.cells[0] > 0)
    return {(int(row), int(column) - vr.CENTRE) for row, column in found}


def scattered(cells: set[Cell], **options: Any) -> Any:
    """A game in which seat 0 stands in these cells, and has nothing to do but to mend."""
    kinds = itertools.cycle(["IN", "SL", "AR", "ST", "CV", "BA"])
    rows = [{column: next(kinds) for r, column in sorted(cells) if r == row} for row in range(2)]
    return legions.set_up(f"{row_text(rows[0])} / {row_text(rows[1])}", "IN [IN] IN", **options)


COLUMNS = st.integers(-5, 5) | st.sampled_from([-31, -30, 30, 31])
CELLS = st.sets(st.tuples(st.integers(0, 1), COLUMNS), min_size=1, max_size=12)


@given(CELLS, st.sampled_from(["group", "rows"]), SEEDS)
@settings(max_examples=60)
def test_a_line_can_be_mended_whenever_it_has_to_be(cells: set[Cell], model: str, seed: int) -> None:
    """VR-051..VR-059, R-05, R-06: SC-5; every shift, and every sequence of shifts to its end"""
    random = Random(seed)
    game = scattered(cells, shift_model=model).copy()
    for _ in range(1 + 2 * 31 * 12):
        here = standing(game)
        wanted = shifts_of(here, model == "rows")
        numbers = [n for n in game.moves.numbers if vr.FORWARD_MOVE <= n < vr.PLACE_MOVE]
        assert {game.game.spell(game, n).removeprefix("shift ") for n in numbers} == set(wanted)
        if model == "group":
            assert bool(wanted) != stands_legally(here), "a shift exists iff the line is not legal"
        assert wanted or stands_legally(here), "a maximal sequence ends in a legal line"
        assert (vr.ATTACK_MOVE in game.moves.numbers) == stands_legally(here)
        if not wanted:
            return
        number = random.choice(numbers)
        after = wanted[game.game.spell(game, number).removeprefix("shift ")]
        assert weight(after) < weight(here)
        game.play(number)
        assert standing(game) == after
    pytest.fail("endless shifts")


def weight(cells: set[Cell]) -> int:
    """5.1: what every shift reduces."""
    return sum(2 * abs(column) + (row == vr.REAR) for row, column in cells)


# ---------------------------------------------------------------- the order of actions


def touched(position: Position, number: int) -> set[Cell]:
    """The cells that a move empties or fills; none for a move that may touch anything."""
    if vr.SWAP_MOVE <= number < vr.DISTANT_MOVE:
        words = position.game.spell(position, number).split()
        return {cell_of(word) for word in words[1:]}
    if vr.FORWARD_MOVE <= number < vr.LATERAL_MOVE:
        column = number - vr.FORWARD_MOVE - vr.CENTRE
        return {(vr.FRONT, column), (vr.REAR, column)}
    if vr.PLACE_MOVE <= number < vr.SWAP_MOVE:
        return {(vr.FRONT, (number - vr.PLACE_MOVE) % vr.COLUMNS - vr.CENTRE)}
    if vr.LATERAL_MOVE <= number < vr.PLACE_MOVE:
        name = cell_of(position.game.spell(position, number).split()[2])
        block = next(block for block in blocks(mine(position), bool(position.board.rows_shift)) if name in block)
        step = -1 if name[1] > 0 else 1
        return block | {(row, column + step) for row, column in block}
    return set()


def cell_of(word: str) -> Cell:
    """From its text."""
    return "FR".index(word[0]), int(word[1:])


def mine(position: Position) -> set[Cell]:
    """The occupied cells of the deciding seat."""
    found = np.argwhere(position.state.cells[position.state.turn] > 0)
    return {(int(row), int(column) - vr.CENTRE) for row, column in found}


def apart(one: set[Cell], other: set[Cell]) -> bool:
    """Whether no cell of the one is or touches a cell of the other."""
    return bool(one and other) and not any(a == b or near(a, b, False) for a in one for b in other)


def is_legal_move(position: Position, number: int) -> bool:
    """Whether it can be played."""
    return position.refusal(number) is None


@given(TABLES, SEEDS)
@settings(max_examples=40)
def test_actions_that_do_not_touch_can_be_done_in_any_order(setting: Setting, seed: int) -> None:
    """VR-040, VR-059, R-38: switches, shifts and placings in two orders leave the same bytes."""
    random = Random(seed)
    match = large_armies(setting, seed)
    for _ in play_on(match, "uniform", seed, seed % 5):
        pass
    if match.state.phase != vr.MAIN:
        return
    numbers = [number for number in match.moves.numbers if number < vr.DISTANT_MOVE]
    places = {number: touched(match, number) for number in random.sample(numbers, min(12, len(numbers)))}
    for one, other in itertools.combinations(places, 2):
        if apart(places[one], places[other]):
            here, there = match.copy().play(one), match.copy().play(other)
            assert is_legal_move(here, other) == is_legal_move(there, one)
            if is_legal_move(here, other):
                assert here.play(other).raw.tobytes() == there.play(one).raw.tobytes()


def test_two_switches_can_be_made_in_either_order() -> None:
    """VR-040, VR-061, VR-116: the same bytes, marks included"""
    line = "CE IN IN [IN] IN PR / (SL) .. .. [..] .. (AR)"
    one, two = (legions.set_up(line, "IN [IN] IN") for _ in range(2))
    legions.play(one, "swap F-3 R-3; swap F+2 F+1")
    legions.play(two, "swap F+2 F+1; swap F-3 R-3")
    assert one.raw.tobytes() == two.raw.tobytes()
    assert legions.army(one, 0) == "SL IN IN [IN] PR IN / CE .. .. [..] .. (AR)"


def test_a_game_in_which_nobody_is_killed_ends_at_the_limit() -> None:
    """VR-093, R-42: nothing else ends it"""
    game = legions.set_up("CO [PR] IN", "CO [PR] IN", deck="", commands="", turn_limit=20)
    while not game.over:
        legions.play(game, "attack")
    assert (int(game.state.turn_no), int(game.state.ending)) == (20, vr.TURN_LIMIT)
    assert game.outcome == (0.0, 0.0)
