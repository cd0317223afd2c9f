"""Help, names and completion come at once: nothing heavy is imported for them."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from quincunx.games import GAMES

HEAVY = ("numba", "numpy", "textual", "rich", "llvmlite")
COMMANDS = [
    ["--help"],
    ["--version"],
    ["nonsense"],
    ["play", "--help"],
    ["simulate", "--help"],
    ["board", "--help"],
    ["board", "generate", "--help"],
    ["rules", "nonsense"],
    ["completion", "bash"],
]
PROGRAM = """
import json, sys
from quincunx.cli.main import main

codes = []
for args in [None, *json.loads(sys.argv[1])]:
    try:
        args is None or main(args, prog_name="quincunx")
        code = 0
    except SystemExit as stop:
        code = stop.code
    codes.append([args, code, sorted({name.partition(".")[0] for name in sys.modules})])
print("\\n" + json.dumps(codes))
"""


def python(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python anew."""
    return subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )


@pytest.fixture(scope="module")
def started() -> list[tuple[list[str] | None, int, list[str]]]:
    """Each command with its exit code and the packages that have been imported by then; first the import alone."""
    done = python("-c", PROGRAM, json.dumps(COMMANDS))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return [(args, code, modules) for args, code, modules in found]


def test_nothing_heavy_is_imported_before_a_command_needs_it(
    started: list[tuple[list[str] | None, int, list[str]]],
) -> None:
    for args, _, modules in started:
        assert [name for name in HEAVY if name in modules] == [], f"after {args}"
    assert len(started) == len(COMMANDS) + 1


def test_these_commands_did_what_they_are_for(started: list[tuple[list[str] | None, int, list[str]]]) -> None:
    assert [code for _, code, _ in started] == [0, 0, 0, 2, 0, 0, 0, 0, 2, 0]


def test_the_list_would_notice_a_heavy_import() -> None:
    """What the test above looks at is what `sys.modules` says."""
    done = python("-c", PROGRAM.replace("import json, sys", "import json, sys, numpy"), "[]")
    assert "numpy" in json.loads(done.stdout.splitlines()[-1])[0][2]


def test_the_program_runs_as_a_module_and_names_itself_so() -> None:
    """For those whose PATH does not have it."""
    done = python("-m", "quincunx", "games", "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Try 'python -m quincunx games --help' for help." in done.stderr


def test_importing_the_package_imports_nothing_heavy() -> None:
    done = python("-c", "import quincunx, sys; print(*sorted({m.partition('.')[0] for m in sys.modules}))")
    assert set(done.stdout.split()).isdisjoint(HEAVY), done.stdout
    assert "quincunx" in done.stdout


def test_names_of_games_are_completed_without_loading_a_game() -> None:
    """What the shell calls at every press of the Tab key."""
    program = (
        "import sys, atexit\n"
        "from quincunx.cli.main import main\n"
        f"atexit.register(lambda: print('heavy:', [m for m in {HEAVY} if m in sys.modules]))\n"
        "main(prog_name='quincunx')\n"
    )
    done = python("-c", program, _QUINCUNX_COMPLETE="bash_complete", COMP_WORDS="quincunx simulate van", COMP_CWORD="2")
    fitting = [f"plain,{name}" for name in GAMES if name.startswith("van")]
    assert done.stdout.splitlines() == [*fitting, "heavy: []"], done.stderr
    assert "plain,vanagloria" in fitting
