"""Debian's Chromium for tests, installed, if that is allowed and it is missing; and what went wrong in its pages."""

import fcntl
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.server.postgres import Missing, run

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PATIENCE = 60_000
"""Milliseconds: a server that compiles first, on a busy machine."""


def find_chromium() -> str:
    """The path of the browser; Debian's package is installed once, whoever else is about to."""
    if found := shutil.which("chromium"):
        return found
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing("Chromium is not installed. On Debian: apt-get install chromium")
    with (Path(tempfile.gettempdir()) / "quincunx-install-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if shutil.which("chromium") is None:
            run(["apt-get", "update"])
            run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
    if found := shutil.which("chromium"):
        return found
    raise Missing("Chromium was installed, and is not there.")


@dataclass
class Visitors:
    """Opens pages of a server, each in a browser of its own, and notes every error in them."""

    browser: Browser
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    """What pages complained about."""

    def visit(self, path: str = "/", **options: Any) -> Page:
        """A page of somebody who has never been here."""
        settings = {**DESK, "reduced_motion": "reduce", "locale": "en-GB", **options}
        context = self.browser.new_context(base_url=self.url, **settings)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.errors.append(f"{error.error}"))
        self.contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.location.get('url', '')}: {message.text}")

    def close(self) -> None:
        """Closes all pages."""
        for context in self.contexts:
            context.close()
