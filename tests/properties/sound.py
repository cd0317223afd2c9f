"""What must hold of any position and any match of any game."""

from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, STATE, moves, refusal
from quincunx.engine.picks import PickTree
from quincunx.engine.position import Position
from quincunx.engine.scene import Scene
from quincunx.table.match import Match
from tests import playouts

PLIES = st.integers(0, 160)
TABLES = playouts.settings()
AGREE = 1 << 20
BEYOND = 3
"""Numbers below 0 and above the last are tried too."""


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


def assert_texts_are_moves(match: Match) -> None:
    texts = [str(move) for move in match.moves]
    assert len(set(texts)) == len(texts)
    for move, text in zip(match.moves, texts, strict=True):
        assert match.number(text) == match.number(f"  {text.replace(' ', '   ')} ") == move
        assert match.game.describe(match, move).strip()


def ids(scene: Scene) -> set[str]:
    """Everything on the table that can be picked."""
    return {p.id for p in scene.pieces} | {p.id for p in scene.places} | {b.id for b in scene.buttons}


def leaves(tree: PickTree) -> list[tuple[int, ...]]:
    """All decisions of a tree; a complete path goes no further."""
    assert not tree.numbers or not tree.branches
    if tree.numbers:
        return [tree.numbers]
    return [numbers for branch in tree.branches.values() for numbers in leaves(branch)]


def assert_picks_are_moves(match: Position) -> None:
    """Every path spells its move; half a decision goes on with the picks of the position after it."""
    game, tree, scene = match.game, match.picks(), match.scene()
    shown = ids(scene)
    lines: set[tuple[int, ...]] = set()
    for move in match.moves.numbers:
        paths = game.picks(match, move)
        assert paths
        rest = PickTree((move,))
        if game.continues(match, move):
            after = match.copy().play(move)
            assert after.turn == match.turn
            assert_picks_are_moves(after)
            rest = after.picks()
        lines |= {(move, *line) for line in leaves(rest)} if rest.branches else {(move,)}
        for path in paths:
            assert tree.next(path) == rest.next([])
            assert tree.line(path) == (() if rest.branches else (move,))
            assert game.meant(match, path) == move
            assert match.why_not_pick(path) is None
            assert set(path) <= shown
            for i in range(len(path)):
                assert path[i] in tree.next(path[:i])
    assert match.over or set(leaves(tree)) == lines
