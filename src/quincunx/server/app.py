"""The server, put together: one ASGI app with the HTTP interface, the socket of the tables, limits and measurements."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import fastapi
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx import __version__
from quincunx.engine.game import Game
from quincunx.games import GAMES, get
from quincunx.server import api, language, lessons, sockets
from quincunx.server.limits import NO_LIMITS, Limits
from quincunx.server.live import Hub, now_ms
from quincunx.server.storage import open_store
from quincunx.server.storage.port import Conflict, Unavailable
from quincunx.server.workers import Workers

log = logging.getLogger("quincunx.server")

LARGEST_BODY = 65_536
STATIC = Path(__file__).parent / "static"
"""The built front end."""
SMALL = 1000
"""Files of it with fewer bytes are not compressed."""
DAY = 86_400_000
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Setup:
    """How a server is run."""

    store: str
    """A file, or the URL of a database."""
    games: tuple[str, ...] = ()
    """Files with games of one's own, beside the listed ones."""
    workers: int | None = None
    """Processes in which bots think; None: as many as there are cores."""
    limits: bool = True
    ahead: bool = True
    """Whether all games are compiled before anybody asks for them."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may open sockets here."""
    keep_open: int = 14
    """Days after which a table that never began is cleared away."""
    keep_over: int = 0
    """Days after which a finished game is cleared away; 0: never."""


@dataclass
class Measures:
    """What the server counts."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        self.requests = Counter("quincunx_requests", "HTTP requests", ["status"], registry=self.registry)
        self.seconds = Histogram("quincunx_request_seconds", "Time of a request", registry=self.registry)
        self.sockets = Gauge("quincunx_sockets", "Open sockets", registry=self.registry)

    def watch(self, hub: Hub, workers: Workers) -> None:
        """Figures that are read when they are asked for."""
        for name, words, read in (
            ("quincunx_tables_awake", "Tables that are awake in this process", lambda: len(hub.tables)),
            ("quincunx_entries", "Entries made durable by this process", lambda: hub.kept),
            ("quincunx_bot_moves", "Choices that bots have made", lambda: workers.done),
            ("quincunx_bot_failures", "Thoughts that failed", lambda: workers.failed),
            ("quincunx_worker_restarts", "Worker processes that were replaced", lambda: workers.restarts),
            ("quincunx_bots_waiting", "Thoughts that wait for a worker", lambda: workers.waiting),
        ):
            Gauge(name, words, registry=self.registry).set_function(read)


def create_app(setup: Setup, *, now: Callable[[], int] = now_ms) -> FastAPI:
    """The server as an ASGI app; it opens its store when it starts. `now` is the time, in milliseconds since 1970."""
    own = {game.name: game for game in (get(path) for path in setup.games)}

    def find(name: str) -> Game:
        return own[name] if name in own else get(name, listed_only=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = open_store(setup.store)
        await store.open()
        workers = Workers(setup.workers)
        await workers.start()
        hub = Hub(store, find, workers, now=now)
        app.state.hub, app.state.workers = hub, workers
        app.state.measures.watch(hub, workers)
        await hub.open()
        hub.spawn(lambda: _clear_away(hub, setup))
        if setup.ahead:
            hub.spawn(lambda: _make_ready(hub, [find(name) for name in app.state.game_names]))
        try:
            yield
        finally:
            app.state.ending = True
            await hub.close()
            await workers.close()
            await store.close()

    app = FastAPI(
        title="Quincunx",
        version=__version__,
        description="A table for games of conquest: open tables, play, replay. No account is needed; a link is a seat.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.find = find
    app.state.game_names = [*GAMES, *(name for name in own if name not in GAMES)]
    app.state.limits = Limits() if setup.limits else Limits(rates=NO_LIMITS)
    app.state.measures = Measures()
    app.state.ending = False
    app.include_router(api.router)
    app.include_router(lessons.router)
    app.include_router(language.router)
    _add_doors(app, setup)
    _add_pages(app)
    _add_errors(app)
    _tell_the_truth(app)
    app.add_middleware(Guard, measures=app.state.measures)
    return app


def _add_doors(app: FastAPI, setup: Setup) -> None:
    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        address = websocket.client.host if websocket.client else "?"
        if not allowed_origin(websocket, setup.origins) or not app.state.limits.allow("connect", address):
            await websocket.close(sockets.POLICY)
            return
        app.state.measures.sockets.inc()
        try:
            await sockets.serve(websocket, app.state.hub, table[:40], app.state.limits, address)
        finally:
            app.state.measures.sockets.dec()

    @app.get("/health", tags=["operations"], responses=api.no(503))
    async def health() -> api.Health:
        """Whether the server takes moves: its store answers."""
        try:
            counts = await asyncio.wait_for(app.state.hub.store.counts(), 5)
        except Exception:
            raise api.problem(503, "The store does not answer.") from None
        if app.state.ending:
            raise api.problem(503, "The server is ending.")
        return api.Health(status="ok", version=__version__, tables=counts)

    @app.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
    def metrics() -> Response:
        """Figures for Prometheus."""
        return PlainTextResponse(generate_latest(app.state.measures.registry).decode())


def _add_pages(app: FastAPI) -> None:
    """The table in the browser, if it has been built: every address that is nothing else is one of its pages."""
    if not (STATIC / "index.html").is_file():

        @app.get("/", include_in_schema=False)
        async def nothing() -> Response:
            return PlainTextResponse("The server is running. Its table in the browser has not been built: make web.\n")

        return
    app.mount("/assets", GZipMiddleware(StaticFiles(directory=STATIC / "assets"), SMALL), name="assets")

    @app.get("/{page:path}", include_in_schema=False)
    async def pages(page: str) -> Response:
        if page.startswith("api/"):
            raise api.problem(404, "There is no such thing here.")
        file = STATIC / page
        found = file if page and "/" not in page and file.is_file() else STATIC / "index.html"
        return FileResponse(found, headers={"Cache-Control": "no-cache"})


def allowed_origin(websocket: WebSocket, others: Sequence[str]) -> bool:
    """Whether a socket was opened by a page of ours, or by a program that is no browser."""
    origin = websocket.headers.get("origin")
    if origin is None or origin in others:
        return True
    return urlsplit(origin).netloc == websocket.headers.get("host")


def _add_errors(app: FastAPI) -> None:
    """Errors as clients get them: always words, sometimes a rule, never a traceback."""

    @app.exception_handler(HTTPException)
    async def told(request: Request, error: HTTPException) -> JSONResponse:
        detail = error.detail if isinstance(error.detail, dict) else {"words": f"{error.detail}.", "rule": None}
        return JSONResponse(detail, error.status_code, headers=error.headers)

    @app.exception_handler(Unavailable)
    @app.exception_handler(Conflict)
    async def busy(request: Request, error: Exception) -> JSONResponse:
        words = "The server does not know whether this was kept. Send the same again in a moment."
        return JSONResponse({"words": words, "rule": None}, 503)

    @app.exception_handler(RequestValidationError)
    async def unfit(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return JSONResponse({"words": f"{where}: {first['msg']}.", "rule": None}, 400)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        log.exception("a request failed", exc_info=error)
        words = "Something failed in the server. Nothing was changed by halves; try again in a moment."
        return JSONResponse({"words": words, "rule": None}, 500, headers=HEADERS)


def _tell_the_truth(app: FastAPI) -> None:
    """The description with the messages of the socket, and without the answer that this server never gives (422: it
    says 400, with words)."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = describe()
            for path in found["paths"].values():
                for operation in path.values():
                    operation["responses"].pop("422", None)
            for unused in ("HTTPValidationError", "ValidationError"):
                found["components"]["schemas"].pop(unused, None)
            found["components"]["schemas"] |= api.message_schemas()
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


class Guard:
    """Around every request: its size, its measures, a line in the log, and headers that keep browsers careful. Tokens
    are in headers and bodies only, so that no line of the log can hold one."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self.app = app
        self.measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = api.LARGEST_SAVE * 2 if scope["path"] == "/api/saves" else LARGEST_BODY
        started, status, taken = time.perf_counter(), 500, 0

        async def take() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise TooLarge(limit)
            return message

        async def give(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), *((k.lower().encode(), v.encode()) for k, v in HEADERS.items())]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.app(scope, take, give)
        finally:
            seconds = time.perf_counter() - started
            self.measures.requests.labels(status).inc()
            self.measures.seconds.observe(seconds)
            details = {
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            log.info("request", extra={"details": details})


class TooLarge(fastapi.HTTPException):
    """A body that nobody reads to its end."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, {"words": f"A request has at most {limit} bytes.", "rule": None})


async def _make_ready(hub: Hub, games: Sequence[Game]) -> None:
    """Compiles what is not compiled yet, before somebody asks for it."""
    for game in games:
        await hub.ready.wait(game)


async def _clear_away(hub: Hub, setup: Setup) -> None:
    """Clears old tables away, once an hour."""
    while True:
        for days, status in ((setup.keep_open, "gathering"), (setup.keep_over, "over")):
            if days:
                gone = await hub.store.forget(hub.now() - days * DAY, (status,))
                if gone:
                    log.info("cleared away", extra={"details": {"tables": gone, "status": status}})
        await asyncio.sleep(3600)


class JsonLines(logging.Formatter):
    """One line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= getattr(record, "details", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
