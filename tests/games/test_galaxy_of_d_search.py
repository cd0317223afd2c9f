"""What a search may leave out in Galaxy of D."""

import numpy as np
import pytest

import quincunx
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d.state import GO_MOVE, MOVE_GO, MOVE_SELECT

GAME = quincunx.game("galaxy-of-d")


def before_the_first_movement(seed: int) -> Position:
    """Random bots have chosen sides, places and ships."""
    match = quincunx.new("galaxy-of-d", seed=seed)
    bot = quincunx.bot("random", seed=seed)
    while match.state.phase != MOVE_SELECT:
        match.play(bot.choose(match))
    return match.at(len(match.line))


def with_sorted_stacks(position: Position) -> bytes:
    """The state, whatever the order of the ships in their stacks."""
    same = position.copy()
    for seat in range(2):
        ships = int(same.state.count[seat])
        same.state.ship[seat, :ships] = np.sort(same.state.ship[seat, :ships])
    return same.raw.tobytes()


def ends(at: Position, pruned: bool, earlier: int = -1, last: int = -1) -> set[bytes]:
    """Every way that a movement phase can end."""
    numbers = np.array(at.moves.numbers, np.int16)
    count = GAME.prune(at.board, at.state, earlier, last, numbers, len(numbers)) if pruned else len(numbers)
    found = set()
    for move in numbers[:count].tolist():
        after = at.copy().play(move)
        if after.turn == at.turn and after.state.phase in (MOVE_SELECT, MOVE_GO):
            found |= ends(after, pruned, last, move)
        else:
            found.add(with_sorted_stacks(after))
    return found


@pytest.mark.parametrize("seed", [13, 23])
def test_ships_moved_in_ascending_order_get_everywhere(seed: int) -> None:
    """R-16"""
    start = before_the_first_movement(seed)
    assert len(start.moves) > 2, "two kinds of ships"
    assert ends(start, pruned=True) == ends(start, pruned=False)


def test_only_earlier_ships_are_left_out() -> None:
    """R-16: the choice to end the movement, and ships that come later, are always there."""
    start = before_the_first_movement(13)
    ships = start.moves.numbers[1:]
    for chosen in ships:
        after = start.copy().play(chosen)
        way = after.moves.numbers[0]
        after.play(way)
        numbers = np.array(after.moves.numbers, np.int16)
        kept = numbers[: GAME.prune(after.board, after.state, chosen, way, numbers, len(numbers))].tolist()
        assert kept == [move for move in after.moves.numbers if move == after.moves.numbers[0] or move >= chosen]


@pytest.mark.parametrize("seed", [13, 23])
def test_a_phase_can_begin_with_any_ship(seed: int) -> None:
    """R-16 speaks of one phase: the last ship that was moved in the turn before binds nobody."""
    start = before_the_first_movement(seed)
    numbers = np.array(start.moves.numbers, np.int16)
    assert GAME.prune(start.board, start.state, GO_MOVE - 1, GO_MOVE, numbers, len(numbers)) == len(numbers)
