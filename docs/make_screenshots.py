"""Takes the pictures of the table in the browser again, for README and docs: `python docs/make_screenshots.py`.

Debian's Chromium looks at a server of its own; games and moments are those of the drawn pictures.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from make_pictures import PICTURES, games, played
from playwright.sync_api import Browser, sync_playwright

SCREENS = PICTURES / "screens"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
LOOKS = ("light", "dark")
PATIENCE = 300
"""Seconds: the server may have to compile first."""


def main() -> None:
    """Takes them all."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    vanagloria = played("vanagloria", players=4, seed=5, moves=97, seating="as_joined")
    with serving() as url, sync_playwright() as playwright:
        pages = {"home": "/"}
        for match in games(vanagloria):
            opened = post(f"{url}/api/saves", {"text": match.dumps()})
            pages[match.game.name] = f"/t/{opened['table']}#{opened['mine']['token']}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, page in pages.items():
            for size in SIZES:
                for look in LOOKS:
                    take(browser, url + page, SCREENS / f"{name}-{size}-{look}.png", size, look)
        browser.close()


def take(browser: Browser, address: str, path: Path, size: str, look: str) -> None:
    """One picture."""
    context = browser.new_context(**SIZES[size], color_scheme=look, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(address)
    page.locator("main h2, [data-turn=yours], [data-turn=curtain]").first.wait_for(state="attached")
    if page.locator(".curtain button").count():
        page.locator(".curtain button").click()
        page.locator("[data-turn=yours]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.mouse.move(1, 1)
    page.wait_for_timeout(500)
    page.screenshot(path=path)
    context.close()
    print(f"docs/pictures/screens/{path.name}: {path.stat().st_size / 1000:.0f} kB")


@contextmanager
def serving() -> Iterator[str]:
    """A server of the built table for as long as the pictures are taken."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", str(port), "--store", f"{folder}/tables.sqlite", "--no-limits", "--workers", "1"]
        server = subprocess.Popen([sys.executable, "-m", "quincunx", *words])
        try:
            while not answers(url):
                time.sleep(0.2)
            yield url
        finally:
            server.terminate()
            server.wait()


def answers(url: str) -> bool:
    """Whether the server is there."""
    try:
        with urlopen(f"{url}/health", timeout=5):
            return True
    except (URLError, OSError):
        return False


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Sends something to the server; its answer."""
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


if __name__ == "__main__":
    main()
