"""`quincunx serve` as a process that can be killed and started again, and a database that can be."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.server.clients import PATIENCE, Server
from tests.server.postgres import running_postgres

SOURCES = Path(__file__).parents[2] / "src"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Process:
    """One server process, always at the same port, over one store."""

    place: str
    log: Path
    port: int = field(default_factory=free_port)
    options: tuple[str, ...] = ()
    sources: Path = SOURCES
    starts: list[float] = field(default_factory=list)
    """Seconds from each start until it answered."""
    running: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> Server:
        """Where it is to be found."""
        return Server(f"http://127.0.0.1:{self.port}")

    def launch(self) -> None:
        """Starts it; it answers some time later."""
        words = [sys.executable, "-m", "quincunx", "serve", "--port", str(self.port), "--store", self.place]
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                [*words, "--workers", "1", "--no-limits", *self.options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | {"PYTHONPATH": str(self.sources)},
                start_new_session=True,
            )

    async def start(self) -> None:
        """Starts it, and waits until it answers."""
        began = time.monotonic()
        self.launch()
        await self.ready()
        self.starts.append(time.monotonic() - began)

    async def ready(self) -> None:
        """Waits until it answers."""
        assert self.running is not None
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE, verify=False) as http:
            ends = time.monotonic() + PATIENCE
            while time.monotonic() < ends:
                if self.running.poll() is not None:
                    raise RuntimeError(f"the server ended:\n{self.log.read_text()[-3000:]}")
                try:
                    if (await http.get("/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.1)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """Ends it as a power failure would: only the server itself, its workers have to notice."""
        if self.running is not None:
            self.running.kill()
            self.running.wait()

    def stop(self) -> int:
        """Asks it to end, waits for that, and returns how it did."""
        assert self.running is not None
        self.running.terminate()
        return self.running.wait(PATIENCE)

    @property
    def group(self) -> set[int]:
        """The processes that it started and that are still there, itself included."""
        assert self.running is not None
        found = set()
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group, *_ = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(group) == self.running.pid and state != "Z":
                found.add(int(stat.parent.name))
        return found

    async def gone(self) -> None:
        """Waits until nothing of it is left."""
        async with asyncio.timeout(PATIENCE):
            while self.group:
                await asyncio.sleep(0.02)


@dataclass
class Database:
    """PostgreSQL in a directory; it can crash."""

    directory: Path
    url: str = ""
    _running: AbstractContextManager[str] | None = None

    def start(self) -> str:
        """Starts it; it goes on with what it finds."""
        self._running = running_postgres(self.directory)
        self.url = self._running.__enter__()
        return self.url

    def stop(self) -> None:
        """Stops it in order."""
        if self._running is not None:
            self._running.__exit__(None, None, None)
            self._running = None

    def crash(self) -> None:
        """Stops it at once, as `pg_ctl stop -m immediate` does: whatever is not on the disk is lost."""
        os.kill(int((self.directory / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        self.stop()
