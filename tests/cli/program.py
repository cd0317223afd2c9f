"""The `quincunx` command as the tests use it.

Exit codes: 0 done, 1 something did not hold, 2 wrong input, 130 stopped by the user.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

import quincunx
from quincunx.cli.main import main

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


def run(*args: str) -> Result:
    """Runs a command in this process; whatever happens, nobody sees a traceback."""
    done = CliRunner().invoke(main, [*args], prog_name="quincunx")
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    assert "Traceback" not in done.output
    assert done.exit_code in (0, 1, 2, 130)
    if done.exit_code in (1, 2):
        assert done.output.strip(), "an exit code says too little"
    return done


def good(*args: str) -> str:
    """What a command prints that goes well."""
    done = run(*args)
    assert done.exit_code == 0, done.output
    return words(done.stdout)


def wrong(*args: str, code: int | tuple[int, ...] = 2) -> str:
    """What a command says about a wrong input: on the error stream, nothing on the other."""
    done = run(*args)
    assert done.exit_code in (code if isinstance(code, tuple) else (code,)), done.output
    assert done.stdout == ""
    return words(done.stderr)


def words(text: str) -> str:
    """Without the line breaks that a narrow screen makes."""
    return " ".join(text.split())


def start(*args: str, **options: Any) -> "subprocess.Popen[str]":
    """Starts the program itself."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=environment,
        **options,
    )


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """All commands with the words that name them."""
    found: list[tuple[tuple[str, ...], click.Command]] = [(path, group)]
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
        else:
            found.append(((*path, name), command))
    return found


ALL = commands(main)


def board(id: str = "p4a") -> dict[str, Any]:
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    return workshop.get(id)


def written(here: Path, data: Any, name: str = "board.json") -> str:
    (here / name).write_text(json.dumps(data), "utf-8")
    return name
