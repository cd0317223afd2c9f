"""Games are copied, pickled and compared like any other value."""

import copy
import pickle
from collections.abc import Callable

import pytest

import quincunx
from quincunx.engine.errors import QuincunxError
from quincunx.table.match import Match


def a_game() -> Match:
    game = quincunx.new("vanagloria", 3, seed=1, seats=["Ann", "Ben", "Cleo"], talk="alliances", turn="random")
    bot = quincunx.bot("random", seed=1)
    for _ in range(30):
        game.play(bot.choose(game))
    game.say(0, "Hello!")
    return game.undo(2)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_is_equal_and_goes_its_own_way(again: Callable[[Match], Match]) -> None:
    game = a_game()
    other = again(game)
    assert other == game
    other.play("end")
    assert other != game
    assert game.play("end") == other


def test_what_a_seat_knows_can_be_pickled() -> None:
    view = a_game().view(1)
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert again.names == tuple(view.names)
    assert not again.board_raw.flags.writeable


def test_a_definition_is_the_same_one_after_pickling() -> None:
    game = quincunx.game("orbit-cubes")
    assert pickle.loads(pickle.dumps(game)) is game


def test_moves_are_compared_and_searched_by_number_and_by_text() -> None:
    game = a_game()
    assert game.moves == game.moves
    texts: list[object] = ["end", 0, game.moves[1], str(game.moves[1])]
    assert all(text in game.moves for text in texts)
    assert not any(text in game.moves for text in ["end now", -1, None])
    before = game.moves
    assert game.play("end").moves != before


def test_a_seat_that_has_left_never_keeps_the_turn_after_an_undo() -> None:
    """R-41"""
    game = quincunx.new("vanagloria", 2, seed=1, leaver="idle", first_player=0)
    game.leave(0)
    assert game.turn == 1
    assert game.undo().turn == 1
    game.play("move d@E1 > D1.s")
    assert game.undo().turn == 1
    assert quincunx.loads(game.dumps()) == game


def test_a_pact_is_public_and_peaceful_or_not() -> None:
    """VG-044"""
    game = a_game()
    with pytest.raises(QuincunxError, match="true or false"):
        game.propose(0, [0, 1], public=3)  # type: ignore[arg-type]
    with pytest.raises(QuincunxError, match="true or false"):
        game.propose(0, [0, 1], non_aggression="x")  # type: ignore[arg-type]
