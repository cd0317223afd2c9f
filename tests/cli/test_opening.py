"""Plain `quincunx` opens the table in the browser."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from quincunx.cli import opening
from quincunx.server import app
from tests.cli.program import run, wrong

PATIENCE = 60


@contextmanager
def answering(body: bytes) -> Iterator[int]:
    """Somebody who answers everything alike; yields the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_it_serves_on_this_machine_and_opens_the_browser(tmp_path: Path) -> None:
    """The address is told, the browser is called with it, and Ctrl-C ends everything in order, pressed twice or not."""
    called = tmp_path / "called"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {called}\n')
    browser.chmod(0o755)
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>Quincunx</title>")
    program = (
        "from pathlib import Path\n"
        "from quincunx.cli import main, opening\n"
        "from quincunx.server import app\n"
        f"app.STATIC = Path({str(static)!r})\n"
        "opening.PORT = 0\n"
        "main.main([], prog_name='quincunx')\n"
    )
    settings = {"QUINCUNX_DATA": str(tmp_path / "data"), "BROWSER": f"{browser} %s", "PYTHONPATH": ":".join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, env={**os.environ, **settings}
    )
    assert process.stderr is not None
    try:
        told = process.stderr.readline()
        address = told.removeprefix("The table is open: ").removesuffix(" (Ctrl-C ends it).\n")
        assert address.startswith("http://127.0.0.1:"), told
        while not (called.exists() and called.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        assert called.read_text().strip() == address
        assert "Quincunx" in httpx.get(address, timeout=PATIENCE).text
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
        assert (tmp_path / "data" / "tables.sqlite").exists()
    finally:
        process.kill()
        process.stderr.close()


def test_a_table_that_is_open_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(opening, "show", shown.append)
    with answering(b'{"status": "ok", "version": "0.1.0", "tables": {}}') as port:
        monkeypatch.setattr(opening, "PORT", port)
        address = f"http://127.0.0.1:{port}"
        assert f"The table is open already: {address}" in run().stderr
        assert shown == [address]
        assert address in run("--no-browser").stderr
        assert shown == [address]


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"7", b'{"status": "ok"}'])
def test_somebody_else_on_the_usual_port_is_left_alone(body: bytes) -> None:
    with answering(body) as port:
        assert not opening.is_table(f"http://127.0.0.1:{port}")
        assert not opening.is_free(port)


def test_a_port_that_nobody_listens_on_is_free() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    assert opening.is_free(port)
    assert not opening.is_table(f"http://127.0.0.1:{port}")


def test_a_table_that_was_not_built_says_how_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "is_table", lambda address: False)
    monkeypatch.setattr(app, "STATIC", tmp_path)
    assert "make web" in wrong()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a browser to be seen")
def test_without_a_display_no_browser_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr("webbrowser.open", called.append)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    opening.show("http://127.0.0.1:8017")
    assert called == []
