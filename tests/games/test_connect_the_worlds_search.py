"""What a search may leave out in Connect the Worlds."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import advice
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.pieces import map_of
from tests.games.worlds import set_up, territory
from tests.properties.atlas import Atlas, beside

GAME = quincunx.game("connect-the-worlds")


def kept(at: Position) -> list[int]:
    """The moves that a search looks at."""
    numbers = np.array(at.moves.numbers, np.int16)
    return [int(move) for move in numbers[: GAME.prune(at.board, at.state, -1, -1, numbers, len(numbers))]]


def kept_hexes(at: Position) -> list[str]:
    """The hexes among them, by name."""
    return [hex_name(move - s.HEX_MOVE) for move in kept(at)]


def positions(players: int, seed: int, options: dict[str, Any], plies: int = 150) -> Iterator[Position]:
    """What greedy bots meet."""
    match = quincunx.new(GAME.name, players=players, seed=seed, **options)
    bot = quincunx.bot("greedy", seed=seed)
    while match.turn is not None and len(match.line) < plies:
        yield match.at(len(match.line))
        match.play(bot.choose(match))


TABLES: list[tuple[int, int, dict[str, Any]]] = [
    (2, 1, {}),
    (4, 2, {}),
    (6, 3, {"start_world": "free"}),
    (3, 4, {"goal": "long", "start_units": 3, "card_set": "pc", "early_draw": "ask"}),
    (2, 5, {"goal": "medium", "opening_truce": 2, "space_territory": "none", "overlap": "none"}),
]


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_what_is_left_are_legal_moves_in_their_order(players: int, seed: int, options: dict[str, Any]) -> None:
    """At least one, each of them once."""
    for at in positions(players, seed, options):
        left = kept(at)
        assert left
        assert left == sorted(set(left) & set(at.moves.numbers))


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_of_each_world_all_hexes_that_matter_are_left_and_one_more(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    """Those with pieces and those beside an enemy matter, and all of space does."""
    wide = 0
    for at in positions(players, seed, options):
        if at.state.phase not in (s.MOVE_TO, s.DEPLOY_TO, s.SETUP_HEX):
            continue
        atlas = Atlas(at)
        enemies = {place for place, owner in atlas.owner.items() if owner != at.turn}
        matter = {*atlas.owner, *(place for enemy in enemies for place in beside()[enemy]), *range(s.SPACE_HEXES)}
        hexes = {move - s.HEX_MOVE for move in at.moves.numbers}
        left = {move - s.HEX_MOVE for move in kept(at)}
        assert hexes & matter <= left
        others = [int(map_of(place)) for place in left - matter]
        assert sorted(others) == sorted({int(map_of(place)) for place in hexes - matter})
        wide += len(hexes) > 100
    assert wide, "such positions came up"


def test_the_best_move_at_first_sight_is_left() -> None:
    """A greedy bot would hardly miss what is left out."""
    values = np.zeros(GAME.seats)

    def liking(at: Position, move: int) -> float:
        after = at.copy().play(move)
        if after.turn is None:
            return 1.0
        advice.regard(after.board, after.state, at.turn, values)
        return float(values[at.turn])

    missed = []
    for at in positions(4, 7, {}, plies=120):
        if len(left := kept(at)) < len(at.moves):
            missed.append(max(liking(at, move) for move in at.moves.numbers) - max(liking(at, move) for move in left))
    assert len(missed) > 10
    assert max(missed) < 0.01


def test_nobody_ends_a_turn_who_can_still_gather() -> None:
    """CW-201 costs nothing, and a card that is left in the hand is discarded all the same (CW-063)."""
    game = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="SC1 HA1", pool=5)
    assert s.END_MOVE in game.moves.numbers
    assert s.END_MOVE not in kept(game)
    assert set(kept(game)) == set(game.moves.numbers) - {s.END_MOVE}
    game = set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="SC1 PO1", pool=5)
    assert kept(game) == list(game.moves.numbers), "nothing to gather with"


def test_a_base_lands_where_it_adds_most() -> None:
    """CW-231: one hex of an empty world, with all its neighbours; on an own world one that overlaps nothing."""
    game = set_up("SB@S(0,-4) SB@W0(0,0)", "SB@W1(0,0)", hand="SC1").play("move SC").play("S(0,-4)")
    (landing,) = [name for name in kept_hexes(game) if name.startswith("W0") and name != "W0(0,0)"]
    assert territory(game.play(landing), 0) == 14
