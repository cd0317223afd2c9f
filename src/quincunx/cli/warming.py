"""Compiling with a progress display."""

from collections.abc import Callable, Iterator

import numpy as np

import quincunx
from quincunx.bots import KINDS
from quincunx.cli.screen import progress
from quincunx.engine.compiling import INTERPRETED
from quincunx.lab import loops


def steps(name: str, complete: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a game at the table needs, in the order in which it is needed; then, if complete, what the lab needs."""
    game = quincunx.game(name)
    match = quincunx.new(name, game.players[0], seed=1)
    yield "dealing and listing moves", lambda: match.moves
    yield "playing", lambda: match.play(match.moves[-1])
    yield "refusals", lambda: match.why_not(0)
    yield "drawing", match.scene
    for bot in KINDS:
        yield f"the {bot} bot", lambda bot=bot: quincunx.bot(bot, seed=1).choose(match)  # type: ignore[misc]
    yield "written positions", lambda: quincunx.set_up(match.position())
    if complete:
        board = game.board_for(match.players, game.settle(match.players, {}, bots=True))
        seeds, ends = np.zeros(1, np.uint64), np.zeros(0, game.state)
        firsts, lengths = np.zeros(1, np.int16), np.zeros(1, np.int32)
        results, kinds = np.zeros((1, game.seats)), np.zeros((1, match.players), np.int16)
        yield "random games", lambda: game.bind(loops.random_games)(board, seeds, ends, firsts, lengths, results)
        yield "bots' games", lambda: game.bind(loops.bot_games)(kinds, board, seeds, ends, firsts, lengths, results)


def warm(name: str, *, complete: bool = False) -> None:
    """Compiles what is not in the cache yet; shows what it is doing if that takes time."""
    if INTERPRETED:
        return
    with progress() as display:
        task = display.add_task(f"Compiling {name}", total=None)
        plan = list(steps(name, complete))
        display.update(task, total=len(plan))
        for what, work in plan:
            display.update(task, description=f"Compiling {name}: {what}")
            work()
            display.advance(task)
