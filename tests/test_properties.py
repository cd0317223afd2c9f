"""What must hold everywhere: in random games of every game, at any table, by players of several habits."""

import contextlib
import itertools
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, STATE, moves, refusal
from quincunx.engine.errors import QuincunxError, Refused
from quincunx.engine.game import Bytes
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.games.vanagloria import state as vg
from quincunx.games.vanagloria.units import class_of, node_of
from quincunx.table.match import Match
from tests import playouts
from tests.playouts import EVERY_GAME, POLICIES, SEEDS, Setting, choose, crowded, play_on, played

PLIES = st.integers(0, 160)
TABLES = playouts.settings()
AGREE = 1 << 20
BEYOND = 3
"""Numbers below 0 and above the last are tried too."""


# ---------------------------------------------------------------- moves


@template
def disagreement(board: Any, state: Any, out: Any, count: int) -> int:
    """The first number about which `moves` and `refusal` do not agree, or AGREE. A wrong order shows as well."""
    table = board.view(BOARD)[0]
    now = state.view(STATE)[0]
    listed = moves(table, now, out)
    i = 0
    for number in range(-BEYOND, count + BEYOND):
        is_listed = i < listed and out[i] == number
        is_legal = refusal(table, now, number) == 0
        if is_listed != is_legal:
            return number
        if is_listed:
            i += 1
    return AGREE if i == listed else int(out[i])


def assert_moves_are_sound(position: Position) -> None:
    game = position.game
    out = np.full(2 * game.most_moves, -1, np.int16)
    wrong = game.bind(disagreement)(position.board_raw, position.raw, out, game.move_count)
    assert wrong == AGREE, f"number {wrong}: listed {wrong in out}, refused {position.why_not(int(wrong))!r}"
    numbers = position.moves.numbers
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= game.most_moves
    assert bool(numbers) != position.over


@given(TABLES, POLICIES, SEEDS, PLIES)
@settings(max_examples=40)
def test_moves_agree_with_refusal_on_every_number(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = setting.new(seed)
    assert_moves_are_sound(match)
    for _ in play_on(match, policy, seed, plies):
        assert_moves_are_sound(match)


@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_moves_agree_with_refusal_among_armies(setting: Setting, seed: int) -> None:
    match = crowded(setting, seed)
    assert_moves_are_sound(match)
    for _ in play_on(match, "fighter", seed, 10):
        assert_moves_are_sound(match)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_refused_move_changes_nothing(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    before, entries = match.raw.tobytes(), list(match.entries)
    legal = set(match.moves.numbers)
    random = Random(seed)
    for _ in range(20):
        number = random.randrange(-BEYOND, match.game.move_count + BEYOND)
        if number not in legal:
            with pytest.raises(Refused) as refused:
                match.play(number)
            assert str(refused.value) == match.why_not(number)
            assert refused.value.rule in match.game.reasons
            assert match.raw.tobytes() == before
            assert match.entries == entries


# ---------------------------------------------------------------- replaying, undoing


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_options_seed_and_moves_give_the_same_bytes_again(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = setting.new(seed)
    states = [match.raw.tobytes()]
    states += [match.raw.tobytes() for _ in play_on(match, policy, seed, plies)]
    by_number, by_text = setting.new(seed), setting.new(seed)
    for step, number in enumerate(match.line):
        assert by_number.raw.tobytes() == by_text.raw.tobytes() == match.at(step).raw.tobytes() == states[step]
        text = by_text.game.spell(by_text, number)
        by_number.play(number)
        by_text.play(text)
    assert by_number.raw.tobytes() == states[-1]
    assert by_number == by_text == match
    assert by_number.log == match.log
    assert [entry for move in match.tellings() for entry in move] == [e for m in by_text.tellings() for e in m]


def assert_undo_never_rolls_again(match: Match, seed: int) -> None:
    random = Random(seed)
    states = [match.at(step).raw.tobytes() for step in range(len(match.line))] + [match.raw.tobytes()]
    for _ in range(3):
        line = match.line
        if not line:
            return
        count = random.randint(1, len(line))
        told = match.log
        match.undo(count)
        assert match.raw.tobytes() == states[len(line) - count]
        assert match.log == told[: len(match.log)]
        assert match.line == line[:-count]
        for number in line[-count:]:
            match.play(number)
        assert match.raw.tobytes() == states[-1]
        assert match.log == told


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_undo_restores_the_bytes_and_the_same_moves_give_them_again(
    setting: Setting, policy: str, seed: int, plies: int
) -> None:
    assert_undo_never_rolls_again(played(setting, policy, seed, plies), seed)


@given(st.integers(3, 6), SEEDS)
@settings(max_examples=15)
def test_undo_can_not_roll_the_order_of_play_again(players: int, seed: int) -> None:
    """VG-057"""
    setting = Setting("vanagloria", players, {"turn": "random"})
    match = played(setting, "idler", seed, 12 * players)
    orders = {tuple(match.at(step).state.order[:players]) for step in range(len(match.line))}
    assert len(orders) > 1
    assert_undo_never_rolls_again(match, seed)


@given(st.integers(3, 6), SEEDS, st.integers(1, 20))
@settings(max_examples=15)
def test_no_detour_can_roll_the_order_of_play_again(players: int, seed: int, rounds: int) -> None:
    """VG-057: who spends fewer or more actions does not choose among orders; chance goes by how often it was used."""
    orders = []
    for policy in ("idler", "uniform", "builder"):
        match = Setting("vanagloria", players, {"turn": "random", "target": 150}).new(seed)
        dealt = {1: match.state.order.tolist()}
        for _ in play_on(match, policy, seed, 2 * players * rounds):
            dealt.setdefault(int(match.state.round_no), match.state.order.tolist())
        orders.append(dealt)
    for number in set(orders[0]) & set(orders[1]) & set(orders[2]):
        assert orders[0][number] == orders[1][number] == orders[2][number]


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_another_line_after_an_undo_is_the_line_it_would_have_been(
    setting: Setting, policy: str, seed: int, plies: int
) -> None:
    """Chance belongs to the n-th move of a line, not to how often somebody thought again."""
    match = played(setting, policy, seed, plies)
    match.undo(len(match.line) // 2) if len(match.line) > 1 else None
    for _ in play_on(match, "uniform", seed + 1, 20):
        pass
    straight = setting.new(seed)
    for number in match.line:
        straight.play(number)
    assert straight.raw.tobytes() == match.raw.tobytes()
    assert straight.log == match.log


# ---------------------------------------------------------------- writing and reading


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_saved_game_is_the_game(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    if match.line:
        match.undo(1 + seed % len(match.line))
        for _ in play_on(match, policy, seed + 1, 10):
            pass
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.dumps() == match.dumps()
    assert again.log == match.log
    assert (again.turn, again.over, again.outcome) == (match.turn, match.over, match.outcome)
    if not match.over:
        number = match.moves.numbers[-1]
        assert again.play(number).raw.tobytes() == match.play(number).raw.tobytes()


@given(
    st.lists(st.tuples(st.integers(0, 2), st.text(max_size=30), st.none() | st.integers(0, 2)), max_size=5),
    st.lists(st.text(max_size=12), min_size=3, max_size=3),
)
@example([(0, "a\u2028b", None), (1, "\x85", 2), (2, "x\u2029\x1c\x0b\x0c\ry", None)], ["R\u2028", "\x85", "A\nB"])
@example([(0, "\ud800", None)], ["Ann", "Bob", "\udfff"])
@settings(max_examples=60)
def test_whatever_is_said_and_however_people_are_called_survives_saving(
    talk: list[tuple[int, str, int | None]], seats: list[str]
) -> None:
    """What cannot be saved is not accepted in the first place."""
    try:
        match = quincunx.new("vanagloria", 3, seed=1, seats=seats, talk="alliances")
    except QuincunxError:
        match = quincunx.new("vanagloria", 3, seed=1, talk="alliances")
    for seat, text, to in talk:
        try:
            match.say(seat, text, to)
        except QuincunxError:
            continue
    assert quincunx.loads(match.dumps()) == match


def do_something(match: Match, random: Random) -> None:
    """A move, a word, a pact, an answer, an undo; now and then somebody leaves."""
    seat, other = random.randrange(match.players), random.randrange(match.players)
    match random.randrange(12):
        case 0:
            match.say(seat, "Hello!")
        case 1:
            match.propose(seat, [seat, other], until_round=random.randrange(4))
        case 2 | 3:
            match.answer(seat, random.randint(1, 3), random.choice(["accept", "decline", "leave"]))
        case 4:
            match.undo(random.randint(1, 3))
        case 5 if random.random() < 0.2:
            match.leave(seat)
        case _:
            match.play(choose(match, "fighter", random))


@given(playouts.settings(talk=st.just("alliances")), SEEDS, st.integers(0, 80))
@settings(max_examples=40)
def test_people_who_talk_make_pacts_and_leave_are_saved_too(setting: Setting, seed: int, steps: int) -> None:
    match = setting.new(seed)
    random = Random(seed)
    for _ in range(steps):
        if not match.over:
            with contextlib.suppress(QuincunxError):
                do_something(match, random)
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.pacts == match.pacts
    assert again.left == match.left
    assert again.dumps() == match.dumps()


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_written_position_is_the_position(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    again = quincunx.set_up(match.position(), seed=1)
    assert again.raw.tobytes() == match.raw.tobytes()
    assert again.board_raw.tobytes() == match.board_raw.tobytes()
    assert again.options == match.options
    assert again.position() == match.position()
    assert again.moves.numbers == match.moves.numbers
    for _ in play_on(again, "uniform", seed, 10):
        pass
    assert quincunx.loads(again.dumps()) == again


@given(TABLES, SEEDS)
@settings(max_examples=60)
def test_armies_are_written_and_picked_like_anything_else(setting: Setting, seed: int) -> None:
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, 5):
        pass
    assert quincunx.set_up(match.position(), seed=1).raw.tobytes() == match.raw.tobytes()
    assert_texts_are_moves(match)
    assert_picks_are_moves(match)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_every_legal_move_reads_back_from_its_text(setting: Setting, policy: str, seed: int, plies: int) -> None:
    assert_texts_are_moves(played(setting, policy, seed, plies))


def assert_texts_are_moves(match: Match) -> None:
    texts = [str(move) for move in match.moves]
    assert len(set(texts)) == len(texts)
    for move, text in zip(match.moves, texts, strict=True):
        assert match.number(text) == match.number(f"  {text.replace(' ', '   ')} ") == move
        assert match.game.describe(match, move).strip()


def ids(scene: Scene) -> set[str]:
    """Everything on the table that can be picked."""
    return {p.id for p in scene.pieces} | {p.id for p in scene.places} | {b.id for b in scene.buttons}


def leaves(tree: PickTree) -> list[int]:
    """All moves of a tree; a complete path goes no further."""
    assert tree.number is None or not tree.branches
    if tree.number is not None:
        return [tree.number]
    return [number for branch in tree.branches.values() for number in leaves(branch)]


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_every_path_of_picks_leads_to_its_move(setting: Setting, policy: str, seed: int, plies: int) -> None:
    assert_picks_are_moves(played(setting, policy, seed, plies))


def assert_picks_are_moves(match: Match) -> None:
    game, tree, scene = match.game, match.picks(), match.scene()
    shown = ids(scene)
    for move in match.moves:
        paths = game.picks(match, move)
        assert paths
        for path in paths:
            assert tree.move(path) == move
            assert game.meant(match, path) == move
            assert match.why_not_pick(path) is None
            assert set(path) <= shown
            for i in range(len(path)):
                assert path[i] in tree.next(path[:i])
    assert match.over or sorted(set(leaves(tree))) == match.moves.numbers


# ---------------------------------------------------------------- components, scores, the end


def units_of(position: Position, seat: int) -> list[tuple[int, int]]:
    """Node and class of each unit."""
    codes = [int(code) for code in position.state.unit[seat] if code != vg.NONE]
    return [(node_of(code), class_of(code)) for code in codes]


def assert_components_are_in_order(position: Position) -> None:
    """The invariants of section 9 of the rules document, recomputed from the units."""
    now, board, players = position.state, position.board, position.players
    present = np.zeros(vg.NODES, int)
    for seat in range(vg.SEATS):
        units = units_of(position, seat)
        classes = [kind for _, kind in units]
        plain = sum(kind < vg.WEAPON_LEVELS for kind in classes)
        shielded = len(units) - plain
        armed = [sum(kind % vg.WEAPON_LEVELS == level for kind in classes) for level in range(vg.WEAPON_LEVELS)]
        assert units == sorted(units)
        assert (now.unit[seat, len(units) :] == vg.NONE).all()
        assert (now.count[seat], now.plain[seat], list(now.armed[seat])) == (len(units), plain, armed)
        out = bool(now.out >> seat & 1)
        assert bool(units) == (seat < players and not out)
        for node, kind in units:
            assert node < board.nodes
            present[node] |= 1 << seat
            if board.kind[node] == vg.ENTRANCE:
                assert node == board.entrance[seat]
                assert kind == vg.DISARMED
        if board.cubes:
            assert plain + 2 * shielded + now.lost[seat] <= board.cubes == 20
            assert now.lost[seat] == 0 or board.permanent
        else:
            assert plain <= 12
            assert shielded <= 11
            assert all(have <= limit for have, limit in zip(armed, (8, 8, 7), strict=True))
            assert len(units) <= (12 if board.total12 else 23)
            assert not now.lost[seat]
            assert not out
    assert (now.present == present).all()
    assert_turn_is_in_order(position)


def assert_turn_is_in_order(position: Position) -> None:
    now, board, players = position.state, position.board, position.players
    order, token = list(now.order[:players]), list(now.token[:players])
    assert sorted(order) == list(range(players))
    assert [token[seat] for seat in order] == list(range(1, players + 1))
    assert not any(now.order[players:])
    assert not any(now.token[players:])
    assert not any(now.score[players:])
    assert 1 <= now.round_no <= (board.round_limit or vg.ROUND_CAP)
    assert now.chance == 0
    if now.over:
        assert (now.turn, now.place, now.actions, now.mark, now.mark_node, now.mark_class) == (0, 0, 0, 0, 0, 0)
        assert 0 < now.winners < 1 << players
        assert not now.winners & now.out
        return
    assert now.winners == 0
    assert order[now.place] == now.turn
    assert not now.out >> now.turn & 1
    assert now.actions in (1, vg.ACTIONS)
    if now.mark == vg.NO_MARK:
        assert (now.mark_node, now.mark_class) == (0, 0)
        return
    assert now.actions == 1
    marked = (int(now.mark_node), int(now.mark_class))
    units = units_of(position, now.turn)
    if now.mark == vg.ACTIVATED:
        assert marked in units
        assert board.kind[now.mark_node] in (vg.RADIO, vg.SHIELD, vg.WEAPONS)
    else:
        assert marked in [(node, kind % vg.WEAPON_LEVELS) for node, kind in units]
        assert now.mark_class in (vg.MELEE, vg.RANGE)


GAINED = {vg.EV_CALLED: 1, vg.EV_REPLACED: 1, vg.EV_DESTROYED: -1, vg.EV_LOST_AT_TWELVE: -1}
"""How many units an event adds, to the seat that it names first."""


def assert_events_tell_of_every_unit(before: Position, match: Match, events: Any) -> None:
    change = [0] * match.players
    shields = [0] * match.players
    for kind, seat, unit_class, *_ in (map(int, event) for event in events):
        if kind in GAINED:
            change[seat] += GAINED[kind]
        if kind == vg.EV_SHIELDED:
            shields[seat] += 1
        if kind == vg.EV_SHIELD_BROKEN or kind == vg.EV_LOST_AT_TWELVE:
            assert kind == vg.EV_SHIELD_BROKEN or unit_class >= vg.WEAPON_LEVELS
            shields[seat] -= 1
    for seat in range(match.players):
        old, new = units_of(before, seat), units_of(match, seat)
        assert len(new) - len(old) == change[seat]
        assert sum(kind >= 3 for _, kind in new) - sum(kind >= 3 for _, kind in old) == shields[seat]


INVARIANTS = {"vanagloria": assert_components_are_in_order, "orbit-cubes": assert_components_are_in_order}


def test_every_game_says_what_holds_of_its_components() -> None:
    assert set(INVARIANTS) == set(EVERY_GAME)


@given(TABLES, POLICIES, SEEDS, PLIES)
@settings(max_examples=40)
def test_components_are_conserved_and_never_exceeded(setting: Setting, policy: str, seed: int, plies: int) -> None:
    """VG-012..VG-015, VG-020, VG-022, VG-072, OC-003, OC-009, OC-012, OC-052, OC-055, R-02"""
    match = setting.new(seed)
    check = INVARIANTS[setting.game]
    check(match)
    before = match.at(0)
    for _ in play_on(match, policy, seed, plies):
        check(match)
        assert_events_tell_of_every_unit(before, match, match.happened())
        before = match.copy()


@given(TABLES, POLICIES, SEEDS)
@settings(max_examples=60)
def test_components_are_conserved_among_armies(setting: Setting, policy: str, seed: int) -> None:
    """VG-012..VG-016, OC-055"""
    match = crowded(setting, seed)
    INVARIANTS[setting.game](match)
    before = match.copy()
    for _ in play_on(match, policy, seed, 40):
        INVARIANTS[setting.game](match)
        assert_events_tell_of_every_unit(before, match, match.happened())
        before = match.copy()


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


@given(TABLES, POLICIES, SEEDS, PLIES)
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


@given(playouts.settings(round_limit=st.integers(1, 8)), POLICIES, SEEDS)
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
    with pytest.raises(Refused, match=match.game.reasons[vg.GAME_OVER]):
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


@pytest.mark.parametrize("name", EVERY_GAME)
def test_even_a_game_in_which_nobody_does_anything_ends(name: str) -> None:
    """R-11: a technical cap"""
    match = quincunx.new(name, 2, seed=1)
    assert match.options["round_limit"] == 0
    for _ in range(vg.ROUND_CAP * 2):
        match.play(match.game.idle(match))
    assert match.over
    assert match.outcome == (0, 0)


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_heuristic_values_are_opinions_not_outcomes(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    assert len(match.values) == setting.players
    assert all(-1 <= value <= 1 for value in match.values)


# ---------------------------------------------------------------- who knows what

ELSEWHERE = np.frombuffer(b"elsewise", np.uint8)


def known(position: Position, seat: int) -> Bytes:
    """The bytes that a seat is given (-1: a spectator)."""
    out = np.zeros(position.game.state.itemsize, np.uint8)
    position.game.core.known(position.board_raw, position.raw, seat, out)
    return out


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_guess_is_a_possible_world(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    chance = match.game.core.chance
    for seat in range(-1, setting.players):
        view = known(match, seat)
        guesses = []
        for start in (b"guess #1", b"guess #2"):
            world = Position(match.game, match.players, match.options, match.board_raw, view.copy())
            world.set_chance(start)
            world.game.core.imagine(world.board_raw, world.raw, seat)
            guesses.append(world.raw[chance].tobytes())
            assert world.raw[chance].tobytes() not in (start, bytes(8))
            assert known(world, seat).tobytes() == view.tobytes()
            assert world.moves.numbers == match.moves.numbers
            if not match.game.secret:
                assert world.position() == match.position()
            assert_moves_are_sound(world)
            world.set_chance(bytes(8))
            INVARIANTS[setting.game](world)
        assert guesses[0] != guesses[1]


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_view_does_not_depend_on_what_is_hidden(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    other = match.copy()
    other.raw[match.game.core.chance] = ELSEWHERE
    for seat in range(-1, setting.players):
        assert known(other, seat).tobytes() == known(match, seat).tobytes()
    for seat in (None, *range(setting.players)):
        assert other.view(seat) == match.view(seat)
        assert match.view(seat).seat == seat
        assert not any(match.view(seat).raw[match.game.core.chance])


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_two_seeds_look_the_same_until_chance_decides(setting: Setting, policy: str, seed: int, plies: int) -> None:
    """Views, moves, refusals, log, picture and text of two games that differ in nothing but the secret seed."""
    start = played(setting, policy, seed, plies).position()
    one, two = (quincunx.set_up(start, seed=number) for number in (1, 2))
    assert one.seed != two.seed
    random = Random(seed)
    for _ in range(6):
        assert one.raw.tobytes() == two.raw.tobytes()
        assert one.moves.numbers == two.moves.numbers
        for number in (random.randrange(one.game.move_count) for _ in range(20)):
            assert one.why_not(number) == two.why_not(number)
        for seat in (None, *range(setting.players)):
            assert one.view(seat).raw.tobytes() == two.view(seat).raw.tobytes()
        assert one.log == two.log
        assert one.scene() == two.scene()
        assert str(one) == str(two)
        assert one.position() == two.position()
        if one.over:
            return
        number = choose(one, policy, random)
        round_no = one.state.round_no
        one.play(number)
        two.play(number)
        if one.state.round_no != round_no:
            assume(one.raw.tobytes() == two.raw.tobytes())


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_a_bot_chooses_by_what_its_seat_knows(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    assume(not match.over)
    other = match.copy()
    other.raw[match.game.core.chance] = ELSEWHERE
    for name in ("random", "greedy"):
        number = quincunx.bot(name, seed=seed).choose(match)
        assert number in match.moves
        assert quincunx.bot(name, seed=seed).choose(other) == number


# ---------------------------------------------------------------- showing


@given(TABLES, POLICIES, SEEDS, PLIES)
def test_whatever_happens_can_be_shown(setting: Setting, policy: str, seed: int, plies: int) -> None:
    match = played(setting, policy, seed, plies)
    for seat in (None, *range(setting.players)):
        view = match.view(seat)
        scene = view.scene()
        assert str(view).strip()
        assert repr(view).startswith("<")
        ElementTree.fromstring(view._repr_svg_())
        things = len(scene.areas) + len(scene.places) + len(scene.pieces) + len(scene.buttons)
        assert len(ids(scene) | {area.id for area in scene.areas}) == things
        places = {place.id for place in scene.places}
        assert {piece.place for piece in scene.pieces} <= places
        assert {end for link in scene.links for end in (link.a, link.b)} <= places
        assert {id for overlay in scene.overlays.values() for id in overlay} <= places
        assert {line.seat for line in scene.seats} == set(range(setting.players))
        for x, y in [(p.x, p.y) for p in scene.places] + [(p.x, p.y) for p in scene.pieces]:
            assert 0 <= x <= scene.width
            assert 0 <= y <= scene.height
    assert all(words.strip() and "  " not in words for words in match.log)
    for move in match.tellings():
        for telling in move:
            assert all(match.game.rulebook.full(rule) for rule in telling.rules)


# ---------------------------------------------------------------- a game of one's own

OWN = Path(__file__).parents[1] / "examples" / "connect_four.py"


def own_game(seed: int, plies: int) -> Match:
    match = quincunx.new(str(OWN), 2, seed=seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    return match


@given(SEEDS, st.integers(0, 42))
@settings(max_examples=15)
def test_a_game_from_a_file_keeps_the_contract_too(seed: int, plies: int) -> None:
    match = own_game(seed, plies)
    assert_moves_are_sound(match)
    assert_undo_never_rolls_again(match, seed)
    assert_texts_are_moves(match)
    assert_picks_are_moves(match)
    assert not match.over or sum(match.outcome or [1]) == 0
    assert str(match).strip()
    ElementTree.fromstring(match._repr_svg_())


def test_a_game_from_a_file_is_loaded_once_and_then_known_by_its_name() -> None:
    """A save and a position hold the name, never the path: reading one must not run a file that it names."""
    match = own_game(1, 9)
    assert quincunx.game(str(OWN)) is match.game
    assert quincunx.loads(match.dumps()) == match
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
