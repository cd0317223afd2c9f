"""The built table for tests, made once if it is missing or old, whoever else is about to."""

import fcntl
import os
import runpy
import tempfile
from pathlib import Path
from subprocess import CalledProcessError

import pytest

ROOT = Path(__file__).parents[2]
BUILDING = runpy.run_path(str(ROOT / "web" / "build.py"))
BUILT: Path = BUILDING["BUILT"]


def build_table() -> Path:
    """The folder of the built table; the test is skipped where it can't be built."""
    with (Path(tempfile.gettempdir()) / "quincunx-build-table.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            BUILDING["main"]()
        except (BUILDING["NoNode"], CalledProcessError, SystemExit) as error:
            give_up(f"The table in the browser can't be built: {error}")
    return BUILT


def give_up(words: str) -> None:
    """Skips a test for which something is missing that can't be brought; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(words)
    pytest.skip(words)
