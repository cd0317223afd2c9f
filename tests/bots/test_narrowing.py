"""Search where a game leaves out moves: it plans further, and what it says of the others is no more than it knows."""

from quincunx.bots.search import SearchBot
from quincunx.games.connect_the_worlds import state as s
from tests.games.worlds import pieces, set_up


def test_something_is_known_of_every_move_that_can_be_made_now() -> None:
    """Moves that are left out get no visit, but a first look."""
    game = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="SC1 HA1", pool=5)
    thought = SearchBot(iterations=200, jobs=1, seed=1).think(game)
    assert {each.move for each in thought.candidates} == set(game.moves.numbers)
    assert thought.share(s.END_MOVE) == 0
    assert thought.value(s.END_MOVE) != 0
    assert [each.move for each in thought.tried] == [each.move for each in thought.candidates[:-1]]


def test_who_has_no_guard_flees_from_a_neighbour_who_will_strike() -> None:
    """Two steps of a plan that looks bad at first: the base leaves its world, since six steps away an Assault Team is
    about to be deployed (CWR-55)."""
    game = set_up(
        "SB@W0(0,0)",
        "SB@W3(0,0)",
        "SB@W1(0,0)",
        "SB@W2(0,0)",
        players=4,
        round=1,
        hands=["HA3 SC1 PO1", "", "", ""],
        decks=["SC1 EN2 AT2", *["HA3 PO1 SC2 EN2 AT2"] * 3],
    )
    bot = SearchBot(iterations=6000, jobs=1, seed=1)
    while game.turn == 0:
        game.play(bot.choose(game))
    assert pieces(game, 0).startswith("SB@S")
