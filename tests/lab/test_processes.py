"""Processes that play for another one."""

import multiprocessing
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from quincunx.lab.processes import done_by

LONG_GAMES = """
import multiprocessing, os, sys, time
from concurrent.futures import ProcessPoolExecutor
from quincunx.lab.processes import begin_to_help

if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, multiprocessing.get_context(sys.argv[1]), initializer=begin_to_help)
    games = [pool.submit(time.sleep, 600) for _ in range(4)]
    while len(multiprocessing.active_children()) < 2 or not games[1].running():
        time.sleep(0.01)
    print("playing", flush=True)
"""


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_nobody_plays_on_when_the_one_who_asked_is_gone(method: str, tmp_path: Path) -> None:
    program = tmp_path / "long_games.py"
    program.write_text(LONG_GAMES)
    process = subprocess.Popen([sys.executable, str(program), method], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    process.kill()
    process.communicate(timeout=60)  # comes back when nobody holds the other end any more


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_who_breaks_off_waits_for_nobody(method: str) -> None:
    """And nothing is left that could still be at work when the program ends."""
    threads = threading.enumerate()
    waiting = done_by(2, time.sleep, ((seconds,) for seconds in (0, 600, 600, 600)), method)
    assert next(waiting) is None
    assert len(multiprocessing.active_children()) == 2
    waiting.close()
    assert not multiprocessing.active_children()
    assert threading.enumerate() == threads
