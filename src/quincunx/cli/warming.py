"""Compiling: with a progress display, or in another process while the table is open already."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np

import quincunx
from quincunx.bots import KINDS
from quincunx.bots.search import SearchBot
from quincunx.cli.screen import progress
from quincunx.engine.compiling import CACHE, INTERPRETED
from quincunx.engine.game import Game
from quincunx.lab import loops
from quincunx.table.match import Match


def steps(name: str, complete: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a game at the table needs, in the order in which it is needed; then, if complete, what bots that search and
    the lab need."""
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
        yield "the search", lambda: compile_search(match)
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


def named(game: Game) -> str:
    """What `quincunx.game` knows a game by."""
    return game.name if game.source is None else str(game.source)


# ---------------------------------------------------------------- the search


def compile_search(match: Match) -> None:
    """Compiles what bots that search need, and notes that it is in the cache."""
    bot = SearchBot(iterations=1, jobs=1, seed=1)
    for _ in range(2):  # the second time it goes on from the first
        bot.think(match)
    (CACHE / f"{match.game.mark}.searched").touch()


class Preparation:
    """The search of a game, compiled in another process unless that was done before: it takes long, and until a bot or
    a hint needs it, the table is there without it."""

    def __init__(self, game: Game) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if not INTERPRETED and not (CACHE / f"{game.mark}.searched").exists():
            quiet = subprocess.DEVNULL
            command = [sys.executable, "-m", "quincunx.cli.warming", named(game)]
            self._process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    @property
    def is_going_on(self) -> bool:
        """Whether it is not done yet."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> None:
        """Waits until it is done."""
        if self._process is not None:
            self._process.wait()

    def end(self) -> None:
        """Ends it, done or not."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


if __name__ == "__main__":
    compile_search(quincunx.new(sys.argv[1], quincunx.game(sys.argv[1]).players[0], seed=1))
