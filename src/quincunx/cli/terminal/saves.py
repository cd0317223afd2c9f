"""Where a game at the terminal table is saved, and how to go on with it."""

import re
import shutil
import sys
from datetime import datetime
from pathlib import Path

from quincunx.cli import files
from quincunx.table.match import Match


def default_path(match: Match) -> Path:
    """A new name in the folder of saved games."""
    name = re.sub(r"[^\w-]+", "-", match.game.name) + datetime.now().strftime("-%Y-%m-%d-%H%M%S")
    path = files.saves_folder() / f"{name}.quincunx"
    number = 2
    while path.exists():
        path = path.with_name(f"{name}-{number}.quincunx")
        number += 1
    return path


def resume_command(path: Path, source: Path | None = None) -> str:
    """What to type to go on with a saved game; a game from a file of its own has to be named."""
    opened = [] if source is None else [quoted(near(source))]
    return " ".join([program(), "play", *opened, "--resume", quoted(str(path))])


def program() -> str:
    """How this program was called, if its name alone would not find it."""
    running = Path(sys.argv[0])
    if running.name != "quincunx" or shutil.which("quincunx") == str(running.absolute()):
        return "quincunx"
    return quoted(near(running))


def near(path: Path) -> str:
    """A path as it is written from here."""
    here = Path.cwd()
    return str(path.absolute().relative_to(here)) if here in path.absolute().parents else str(path)


def quoted(word: str) -> str:
    """A word as a shell takes it."""
    return f'"{word}"' if re.search(r"[^\w./~:\\-]", word) else word
