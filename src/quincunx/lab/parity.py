"""The same seeds on CPU and GPU, byte for byte, for every option set of a game."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from quincunx.engine.errors import BadOption
from quincunx.engine.game import Game
from quincunx.games import get
from quincunx.lab import loops
from quincunx.lab.processes import helpers

CHUNK = 500


def option_sets(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """For every number of players: the defaults, and each option's other values one at a time, as far as they make a
    different board."""
    seen = set()
    for players in game.players:
        variants: list[dict[str, Any]] = [{}]
        for option in game.options:
            values = [option.values[len(option.values) // 2]] if isinstance(option.values, range) else option.values
            variants += [{option.name: value} for value in values]
        for variant in variants:
            try:
                board = game.board_for(players, game.settle(players, variant, bots=True)).tobytes()
            except BadOption:
                continue
            if board not in seen:
                seen.add(board)
                yield players, variant


def cpu_ends(name: str, players: int, variant: dict[str, Any], first: int, count: int) -> Any:
    """The last states of random games on a core."""
    game = get(name)
    board = game.board_for(players, game.settle(players, variant, bots=True))
    ends, firsts = np.zeros(count, game.state), np.zeros(count, np.int16)
    lengths, results = np.zeros(count, np.int32), np.zeros((count, game.seats))
    seeds = np.arange(first, first + count, dtype=np.uint64)
    game.bind(loops.random_games)(board, seeds, ends, firsts, lengths, results)
    return ends.tobytes(), int(lengths.sum())


@dataclass(frozen=True)
class Compared:
    """One option set: how many games ended in the same bytes."""

    game: str
    players: int
    options: dict[str, Any]
    games: int
    same: int
    moves: int


def compare(name: str, games: int = 10_000) -> Iterator[Compared]:
    """Plays each option set's seeds on both devices."""
    from quincunx.lab import gpu

    gpu.target()
    game = get(name)
    seeds = np.arange(games, dtype=np.uint64)
    firsts = range(0, games, CHUNK)
    with helpers(os.cpu_count() or 1) as pool:
        for players, variant in option_sets(game):
            counts = [min(CHUNK, games - first) for first in firsts]
            jobs = [pool.submit(cpu_ends, name, players, variant, f, c) for f, c in zip(firsts, counts, strict=True)]
            board = game.board_for(players, game.settle(players, variant, bots=True))
            ends = gpu.run(game, board, seeds, keep_ends=games)[0].view(np.uint8).reshape(games, -1)
            done = [job.result() for job in jobs]
            expected = np.frombuffer(b"".join(part for part, _ in done), np.uint8).reshape(games, -1)
            same = int((ends == expected).all(axis=1).sum())
            yield Compared(game.name, players, variant, games, same, sum(moves for _, moves in done))
