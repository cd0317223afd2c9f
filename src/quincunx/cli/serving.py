"""`quincunx serve`: the table on the network."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from quincunx.cli.files import data_folder
from quincunx.cli.screen import errors
from quincunx.engine.errors import QuincunxError
from quincunx.server.app import JsonLines, Setup, create_app
from quincunx.server.messages import LARGEST_MESSAGE

GRACE = 10
"""Seconds that connections get to end when the server does."""
YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000
"""When garbage is looked for among new things, and never by itself among all: with many tables open, that takes half a
second, in which nobody is answered."""
TIDY_EVERY = 600
"""Seconds between two looks among all."""


def default_store() -> Path:
    """Where tables are kept if nobody says."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.sqlite"


def serve(
    host: str,
    port: int,
    store: str | None,
    games: tuple[str, ...],
    workers: int | None,
    no_limits: bool,
    origins: tuple[str, ...],
    behind_proxy: bool,
    keep_over: int,
    json_logs: bool,
    opened: Callable[[str], None] | None = None,
) -> None:
    """Serves until it is stopped; `opened` is called with the address as soon as somebody can come."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    write_logs(json_logs)
    setup = Setup(
        store or str(default_store()), games, workers, limits=not no_limits, origins=origins, keep_over=keep_over
    )
    app = create_app(setup)
    listening = listen(host, port)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips="*" if behind_proxy else None,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}"
    server = Server(config, address, opened)
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn ends by them, and raises them again when all is done
        signal.signal(number, lambda number, frame: None)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


class Server(uvicorn.Server):
    """Says when it has opened, looks for garbage seldom, and says goodbye before it ends."""

    def __init__(self, config: uvicorn.Config, address: str, opened: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self.address, self.opened = address, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the app, and listens."""
        await super().startup(sockets)
        gc.freeze()  # what is there now stays
        self._tidying = asyncio.create_task(_tidy())
        if self.started:
            errors.print(f"The table is open: {self.address} (Ctrl-C ends it).", highlight=False)
            if self.opened is not None:
                self.opened(self.address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends it in order; asking twice makes it no faster, and breaks nothing off."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends all connections, and then the app."""
        self._tidying.cancel()
        await self.config.app.state.hub.say_goodbye()  # type: ignore[union-attr]
        await super().shutdown(sockets)


async def _tidy() -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY)
        gc.collect()


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on, or the reason why not."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio lets Nagle wait
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError as error:
        raise QuincunxError(f"{host}:{port} can't be listened on: {error}. Choose another --port, or 0.") from None
    return found


def write_logs(as_json: bool) -> None:
    """Log lines to standard error: what happened, and never a secret."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if as_json else logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("quincunx.server").setLevel(logging.INFO if as_json else logging.WARNING)
