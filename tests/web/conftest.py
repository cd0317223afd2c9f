"""A server, a browser, and visitors whose pages have nothing to complain about."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.postgres import Missing
from tests.server.processes import Process
from tests.web.browsing import ARGUMENTS, Visitors, find_chromium
from tests.web.building import ROOT, build_table, give_up

EXAMPLE = ROOT / "examples" / "connect_four.py"


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    """A server with the built table, and a game of one's own beside the others."""
    build_table()
    with tempfile.TemporaryDirectory(prefix="quincunx-web-") as folder:
        place = Path(folder)
        found = Process(str(place / "tables.sqlite"), place / "log", options=("--game", str(EXAMPLE)))
        asyncio.run(found.start())
        yield found
        assert found.running is not None
        ended = found.running.poll()
        found.kill()
        assert ended is None, f"the server ended by itself ({ended}):\n{found.log.read_text()[-3000:]}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    try:
        path = find_chromium()
    except Missing as missing:
        give_up(str(missing))
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def visitors(process: Process, browser: Browser) -> Iterator[Visitors]:
    """Opens pages; in the end none of them may have complained."""
    found = Visitors(browser, process.server.url)
    yield found
    found.close()
    assert not found.errors, "\n".join(found.errors)
