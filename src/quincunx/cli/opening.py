"""Plain `quincunx`: the table in the browser, on this machine, with nothing to set up."""

import json
import os
import socket
import sys
import threading
import webbrowser
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from quincunx.cli.screen import errors
from quincunx.engine.errors import QuincunxError

HOST, PORT = "127.0.0.1", 8017
SECONDS = 3
"""Whoever listens on the usual port has this long to say whether it is a table."""


def open_table(browser: bool) -> None:
    """Shows the table that is open already, or opens one and serves it until it is stopped."""
    address = f"http://{HOST}:{PORT}"
    if is_table(address):
        errors.print(f"The table is open already: {address}", highlight=False)
        if browser:
            show(address)
        return

    from quincunx.cli import serving
    from quincunx.server.app import STATIC

    if not (STATIC / "index.html").is_file():
        raise QuincunxError(
            "The table in the browser has not been built. Build it with `make web`, or play in the terminal: "
            "quincunx play GAME"
        )
    serving.serve(
        host=HOST,
        port=PORT if is_free(PORT) else 0,
        store=None,
        games=(),
        workers=None,
        no_limits=True,
        origins=(),
        behind_proxy=False,
        keep_over=0,
        json_logs=False,
        opened=show if browser else None,
    )


def is_table(address: str) -> bool:
    """Whether a server of ours answers there."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/health", timeout=SECONDS) as answer:
            return {"status", "version", "tables"} <= set(json.load(answer))
    except (OSError, HTTPException, ValueError, TypeError):
        return False


def is_free(port: int) -> bool:
    """Whether nobody listens there."""
    with socket.socket() as found:
        if os.name != "nt":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, port))
        except OSError:
            return False
        return True


def show(address: str) -> None:
    """Opens the person's browser, where there is one to be seen; the address has been told already."""
    if has_display():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_display() -> bool:
    """Whether a browser has somewhere to appear: one in the terminal would only be in the way."""
    seen = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in seen)
