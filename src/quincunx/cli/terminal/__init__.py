"""The terminal table."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.bots import Bot
from quincunx.engine.errors import QuincunxError
from quincunx.table.match import Match

if TYPE_CHECKING:
    from quincunx.cli.warming import Preparation

__all__ = ["play"]


def play(
    match: Match,
    *,
    bots: Mapping[int, Bot],
    save: Path | None = None,
    delay: float = 0.4,
    preparation: "Preparation | None" = None,
) -> None:
    """Plays a match at this terminal: `bots` by seat, the other seats are people here.

    The game is saved after every move, to `save` or to a new file in the folder of saved games. Bots that search wait
    for their `preparation`.
    """
    from quincunx.cli.terminal.app import TableApp
    from quincunx.cli.terminal.saves import resume_command

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise QuincunxError("The terminal table needs a terminal: run it without redirecting its input or output.")
    table = TableApp(match, bots, save, delay, preparation)
    try:
        table.run()
    finally:
        table.end()
    where = f"It is saved in {table.save_path}.\nGo on with it: {resume_command(table.save_path, match.game.source)}"
    if table.failure:
        kept = where if table.saved else "It could not be saved."
        raise QuincunxError(
            f"The table broke off because of a fault in this program ({table.failure!r}). {kept}"
        ) from table.failure
    print(f"{match.game.title}: the game is over. {where}" if match.over else f"{match.game.title}. {where}")
