"""Compiling the rules of games ahead of time, in another process: a server that compiled them itself would stand still
for a minute the first time that a game is played."""

import asyncio
import hashlib
import os
import sys
from pathlib import Path

from quincunx.engine.compiling import CACHE, INTERPRETED, PACKAGE
from quincunx.engine.game import Game
from quincunx.games import get
from quincunx.server.helping import stand_back
from quincunx.table.match import Match


def compile_for_tables(game: Game) -> None:
    """Uses once what a table needs of a game, so that it is in the cache, and notes that it is."""
    from quincunx.engine.chance import Seed

    players = game.players[0]
    options = game.settle(players, {})
    match = Match(game, players, options, game.board_for(players, options), Seed.new(1))
    match.play(match.moves[0])
    match.why_not(0)
    seat = match.turn or 0
    view = match.view(seat)
    view.scene()
    view.picks()
    match.revealed_in(1)
    if game.commands is not None:
        match.copy().refusal(0)
    assert match.values
    noted(game).touch()


def noted(game: Game) -> Path:
    """The file that says that a game's rules are in the cache, where each place of the package has its own."""
    place = hashlib.blake2b(str(PACKAGE).encode(), digest_size=8).hexdigest()
    return CACHE / f"{game.mark}-{place}.played"


class Readiness:
    """Which games can be played at once. The others are compiled one by one, first those that are asked for."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._ready: set[str] = set()

    def is_ready(self, game: Game) -> bool:
        """Whether a game can be played at once."""
        if game.name not in self._ready and (INTERPRETED or noted(game).exists()):
            self._ready.add(game.name)
        return game.name in self._ready

    async def wait(self, game: Game) -> None:
        """Waits until a game can be played."""
        while not self.is_ready(game):
            async with self._lock:
                if not self.is_ready(game):
                    await _compile(game)
                    self._ready.add(game.name)


async def _compile(game: Game) -> None:
    name = game.name if game.source is None else str(game.source)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quincunx.server.ready", name, str(os.getpid()), stdin=asyncio.subprocess.DEVNULL
    )
    try:
        await process.wait()  # if that failed, the server itself will compile: slowly, but it will
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise


if __name__ == "__main__":
    stand_back(int(sys.argv[2]))
    compile_for_tables(get(sys.argv[1]))
