"""Nobody sees what is hidden from him; everything else can be shown; a game of one's own keeps the contract."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.game import Bytes
from quincunx.engine.position import Position
from quincunx.table.match import Match
from tests.playouts import POLICIES, SEEDS, Setting, choose, play_on, played
from tests.properties.components import INVARIANTS
from tests.properties.sound import (
    PLIES,
    TABLES,
    assert_moves_are_sound,
    assert_picks_are_moves,
    assert_texts_are_moves,
    assert_undo_never_rolls_again,
    ids,
)

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
            if not match.game.secret or seat == match.turn:
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
            assert one.log_for(seat) == two.log_for(seat)
        assert one.log == two.log
        assert one.scene() == two.scene()
        assert str(one) == str(two)
        assert one.position() == two.position()
        if one.over:
            return
        number = choose(one, policy, random)
        used = one._draws
        one.play(number)
        two.play(number)
        if one._draws != used and (one.raw.tobytes() != two.raw.tobytes() or one.log != two.log):
            return


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
        assert all(words.strip() and "  " not in words for words in match.log_for(seat))
    assert all(words.strip() and "  " not in words for words in match.log)
    for move in match.tellings():
        for telling in move:
            assert all(match.game.rulebook.full(rule) for rule in telling.rules)


# ---------------------------------------------------------------- a game of one's own


OWN = Path(__file__).parents[2] / "examples" / "connect_four.py"


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
