"""The `quincunx` command as a whole: its help, odd arguments, stopping it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import get_completion_class

import quincunx
from quincunx.bots import NAMES
from quincunx.cli.main import main
from quincunx.games import GAMES
from tests.cli.program import ALL, CONNECT_FOUR, good, run, start, words, wrong

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


# ---------------------------------------------------------------- help


def test_all_commands_are_there() -> None:
    assert {" ".join(path) for path, _ in ALL} >= {
        "games",
        "options",
        "play",
        "rules",
        "simulate",
        "tournament",
        "bench",
        "warm",
        "verify",
        "replay",
        "think",
        "completion",
        *(f"board {word}" for word in ("list", "show", "check", "generate")),
    }


@pytest.mark.parametrize(("path", "command"), ALL, ids=[" ".join(path) or "quincunx" for path, _ in ALL])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself(path: tuple[str, ...], command: click.Command, flag: str) -> None:
    text = good(*path, flag)
    assert text.startswith(f"Usage: {' '.join(('quincunx', *path))} ")
    assert command.help
    assert words(command.help).replace("\b ", "").split(".")[0] in text
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.opts[0] in text


@pytest.mark.parametrize("args", [["nonsense"], ["--nonsense"], ["simulate"], ["rules", "vanagloria", "VG-001", "x"]])
def test_an_unknown_command_or_argument_is_a_wrong_input(args: list[str]) -> None:
    said = wrong(*args)
    assert "Usage: quincunx" in said
    assert "Error: " in said


def test_the_version_is_told() -> None:
    assert good("--version") == f"quincunx, version {quincunx.__version__}"


@pytest.mark.parametrize(
    "args", [["options"], ["play"], ["rules"], ["simulate"], ["bench"], ["warm"], ["board", "list"]]
)
def test_an_unknown_game_is_answered_with_the_known_ones(args: list[str]) -> None:
    said = f"There is no game 'vanaglorai'. Did you mean 'vanagloria'? Known: {', '.join(GAMES)}."
    assert said in wrong(*args, "vanaglorai")
    assert "There is no game ''" in wrong(*args, "")


@pytest.mark.parametrize("args", [["options"], ["play"], ["rules"], ["simulate"], ["board", "list"]])
def test_a_file_that_is_no_game_is_refused_in_words(args: list[str], here: Path) -> None:
    for name, content, reason in (
        ("none.py", None, "There is no file"),
        ("empty.py", "", "defines no GAME"),
        ("number.py", "GAME = 5", "GAME"),
        ("syntax.py", "GAME = ", "syntax.py"),
        ("raises.py", "raise RuntimeError('oh no')", "oh no"),
        ("imports.py", "import no_such_module", "no_such_module"),
    ):
        if content is not None:
            (here / name).write_text(content, "utf-8")
        assert reason in wrong(*args, str(here / name)), name


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    text = good("completion", shell)
    assert "_QUINCUNX_COMPLETE" in text
    assert f"{shell}_complete" in text


@pytest.mark.parametrize("shell", ["", "tcsh", "Bash"])
def test_only_three_shells_are_known(shell: str) -> None:
    assert "'bash', 'zsh', 'fish'" in wrong("completion", shell)


def completed(*words: str) -> list[str]:
    """What the Tab key offers after these words."""
    completer = get_completion_class("bash")
    assert completer is not None
    found = completer(main, {}, "quincunx", "_QUINCUNX_COMPLETE").get_completions([*words[:-1]], words[-1])
    return [item.value for item in found]


def test_names_of_bots_are_completed() -> None:
    assert completed("play", "vanagloria", "--bot", "") == list(NAMES)
    assert completed("play", "vanagloria", "--bot", "level-8") == ["level-8"]
    assert completed("tournament", "vanagloria", "greedy", "se") == ["search"]
    assert completed("simulate", "vanagloria", "--bots", "random,") == ["random,random", "random,greedy"]


# ---------------------------------------------------------------- odd arguments


ODD = ["", " ", "x", "nan", "inf", "-1", "0", "9" * 30, "1" * 5000, "[/]", "a" * 300, "../..", "@", "☂"]
"""Wrong nearly everywhere."""
WELL: dict[str, list[str]] = {
    "options": ["vanagloria"],
    "play": ["vanagloria"],
    "rules": ["vanagloria"],
    "simulate": ["vanagloria", "-n", "2", "-j", "1"],
    "tournament": [CONNECT_FOUR, "greedy", "random", "-n", "2", "-j", "1"],
    "bench": [CONNECT_FOUR],
    "verify": ["game.jsonl"],
    "replay": ["game.jsonl"],
    "think": ["game.jsonl", "--seconds", "0.01", "--jobs", "1"],
    "board show": ["vanagloria", "p2a"],
    "board check": ["vanagloria", "p2a"],
    "board generate": ["vanagloria", "-p", "2", "--seed", "1"],
}
"""For each command arguments with which it does something small."""
SLOW = {("bench", "--device"), ("verify", "--device"), ("think", "--seconds")}
TAKES = [
    (name, param.opts[0])
    for path, command in ALL
    if (name := " ".join(path)) in WELL
    for param in command.params
    if isinstance(param, click.Option) and not param.is_flag and (name, param.opts[0]) not in SLOW
]


@pytest.mark.parametrize(("name", "option"), [(name, option) for name, option in TAKES if name != "bench"])
def test_an_odd_value_of_an_option_is_answered_in_words(name: str, option: str, saved: Path) -> None:
    assert saved.name in WELL["replay"]
    for value in ODD:
        run(*name.split(), *WELL[name], option, f"target={value}" if option == "--option" else value)


@pytest.mark.parametrize("name", [" ".join(path) for path, command in ALL if path and path != ("warm",)])
def test_odd_arguments_are_answered_in_words(name: str, here: Path) -> None:
    for value in ODD:
        for args in ([value], ["vanagloria", value], [value, value]):
            if name not in ("bench", "simulate", "board generate") or args[0] != "vanagloria":
                run(*name.split(), *args)


# ---------------------------------------------------------------- stopping


def test_stopping_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from quincunx.lab import simulation

    def interrupted(*args: Any, **words: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "run", interrupted)
    done = run("simulate", "vanagloria", "-n", "5")
    assert done.exit_code == 130
    assert "Stopped." in done.stderr
    assert done.stdout == ""


INTERRUPTED = """
import os, signal, sys
from rich.progress import Progress
from quincunx.cli.main import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us in the background
update = Progress.update
def and_stop(self, *args, **words):
    update(self, *args, **words)
    os.killpg(os.getpgrp(), signal.SIGINT)
Progress.update = and_stop
main(sys.argv[1:], prog_name="quincunx")
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_all_processes_at_once_without_a_traceback(jobs: str) -> None:
    """A terminal interrupts the whole group, as soon as the first games are played."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "simulate", "vanagloria", "-n", "1000000", "-j", jobs],
        capture_output=True,
        text=True,
        timeout=120,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 130, done.stderr
    assert done.stdout == ""
    assert words(done.stderr) == "Stopped."


@pytest.mark.parametrize(
    "args", [["completion", "bash"], ["rules", "vanagloria"], ["games"], ["board", "check", "vanagloria", "p4a"]]
)
def test_a_reader_who_goes_away_is_no_error(args: list[str]) -> None:
    """`quincunx rules vanagloria | head -1`"""
    process = start(*args)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0, said
    assert said == ""


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["simulate", "vanagloria", "-n", "0"], 2),
        (["play", "vanagloria"], 2),
        (["verify", "no such file"], 1),
        (["verify", "\udcff"], 1),
        (["replay", "\udcff"], 2),
    ],
)
def test_the_program_itself_ends_with_these_codes(args: list[str], code: int) -> None:
    """\\udcff is what Python makes of a byte that is not UTF-8; some file systems allow such names."""
    process = start(*args)
    output, said = process.communicate(timeout=60)
    assert "Traceback" not in said + output, said
    assert process.returncode == code
