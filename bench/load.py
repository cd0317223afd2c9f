"""Load on a server: many live games, their sockets and durable moves, on this machine's own cores.

    python bench/load.py                      # SQLite, 500 games of four seats, 2,000 sockets, 50 moves a second
    python bench/load.py --store postgres     # the same on a PostgreSQL that is started for it

The generator runs beside the server on the same cores. Every seat of every game is a socket of its own. Acknowledgement
is the time from sending a move until `done` arrives, which is after it is durable. `--stalled 5` lets 5 in 100 sockets
stop reading; `--restart` measures how soon all games answer after the server was killed.
"""

import argparse
import asyncio
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

ROOT = Path(__file__).parent.parent
PORT = 8191


@dataclass
class Figures:
    """What was measured."""

    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    """Seconds until another seat was told."""
    refused: int = 0
    games: int = 0
    moves: int = 0


@contextmanager
def store_at(kind: str, folder: Path) -> Iterator[str]:
    """A place for tables."""
    if kind == "sqlite":
        yield str(folder / "tables.sqlite")
        return
    sys.path.insert(0, str(ROOT))
    from tests.server.postgres import running_postgres

    with tempfile.TemporaryDirectory(prefix="quincunx-postgres-") as place, running_postgres(Path(place)) as url:
        yield url


class Served:
    """The server as a process of its own."""

    def __init__(self, store: str) -> None:
        self.store = store
        self.url = f"http://127.0.0.1:{PORT}"
        self.start()

    def start(self) -> float:
        """Starts it; returns after how many seconds it answers."""
        command = [sys.executable, "-m", "quincunx", "serve", "--port", str(PORT), "--store", self.store]
        started = time.perf_counter()
        self.process = subprocess.Popen([*command, "--workers", "1", "--no-limits"])
        while time.perf_counter() - started < 60:
            try:
                if httpx.get(f"{self.url}/health").status_code == 200:
                    return time.perf_counter() - started
            except httpx.TransportError:
                time.sleep(0.02)
        raise RuntimeError("the server does not answer")

    def figures(self) -> dict[str, float]:
        """Memory and processor time of the server process itself."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return {"memory_mb": memory / 1024, "cpu_s": (int(times[11]) + int(times[12])) / 100}

    def kill(self) -> None:
        """Ends it at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Ends it in order."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Seat:
    """One socket at one seat."""

    def __init__(self, game: "Game", token: str) -> None:
        self.game, self.token = game, token
        self.n = 0
        self.steps = 0
        self.offers: dict[str, Any] | None = None
        self.key = 0
        self.waiting: dict[str, float] = {}
        self.stalled = False

    async def connect(self, url: str) -> None:
        """Opens the socket and says hello."""
        at = f"{url.replace('http', 'ws')}/api/tables/{self.game.table}/socket"
        self.socket = await websockets.connect(
            at, max_size=None, ping_interval=None, compression=None, max_queue=1 if self.stalled else 16
        )
        await self.socket.send(json.dumps({"type": "hello", "token": self.token}))

    async def read(self, figures: Figures) -> None:
        """Takes what comes."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "update":
                self.n, self.offers = message["n"], message["offers"]
                self.game.over = message["status"] == "over"
                if message["steps"] > self.steps and self.game.moved is not None:
                    figures.told.append(time.perf_counter() - self.game.moved)
                self.steps = message["steps"]
                if self.offers is not None:
                    self.game.mover = self
            elif message["type"] == "done":
                figures.acknowledged.append(time.perf_counter() - self.waiting.pop(message["key"]))
                figures.moves += 1
                self.game.busy = False
            elif message["type"] in ("refused", "stale"):
                self.waiting.pop(message["key"], None)
                figures.refused += 1
                self.game.busy = False

    async def move(self, dice: random.Random) -> None:
        """Plays one of the offered decisions."""
        assert self.offers is not None
        self.key += 1
        key = f"{id(self)}-{self.key}-{time.time_ns()}"
        self.game.busy, self.game.mover = True, None
        line = dice.choice(list(leaves(self.offers)))
        self.offers = None
        self.waiting[key] = self.game.moved = time.perf_counter()
        await self.socket.send(json.dumps({"type": "play", "key": key, "seen": self.n, "move": line}))


class Game:
    """A table with a socket for each seat."""

    def __init__(self, opened: dict[str, Any]) -> None:
        self.table = opened["table"]
        tokens = [opened["mine"]["token"], *(each["token"] for each in opened["open"])]
        self.seats = [Seat(self, token) for token in tokens]
        self.mover: Seat | None = None
        self.busy = False
        self.over = False
        self.moved: float | None = None


def leaves(offer: dict[str, Any]) -> Iterator[list[int]]:
    """All decisions that are offered."""
    if offer.get("line"):
        yield offer["line"]
    for branch in offer.get("next", {}).values():
        yield from leaves(branch)


async def open_games(url: str, game: str, count: int) -> list[Game]:
    """Opens tables of four seats and lets everybody sit down."""
    games = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for i in range(count):
            plan = {"game": game, "players": 4, "seats": [{"kind": "me", "name": "A"}], "options": {"target": 150}}
            answer = await http.post("/api/tables", json=plan if game == "vanagloria" else {**plan, "options": {}})
            answer.raise_for_status()
            opened = answer.json()
            at = f"/api/tables/{opened['table']}/actions"
            for seat, invitation in enumerate(opened["open"], 1):
                head = {"Authorization": f"Bearer {invitation['token']}"}
                for action in ({"type": "sit", "seat": seat, "name": f"P{seat}"}, {"type": "ready"}):
                    (
                        await http.post(at, json={**action, "key": action["type"], "seen": 0}, headers=head)
                    ).raise_for_status()
            head = {"Authorization": f"Bearer {opened['mine']['token']}"}
            (await http.post(at, json={"type": "start", "key": "start", "seen": 0}, headers=head)).raise_for_status()
            games.append(Game(opened))
            if (i + 1) % 100 == 0:
                print(f"{i + 1} games opened", file=sys.stderr)
    return games


async def connect(games: list[Game], url: str, figures: Figures) -> list[asyncio.Task[None]]:
    """Connects all seats; those that stall never read."""
    tasks = []
    for game in games:
        for seat in game.seats:
            await seat.connect(url)
            if not seat.stalled:
                tasks.append(asyncio.create_task(seat.read(figures)))
    return tasks


async def play(games: list[Game], rate: float, seconds: float, dice: random.Random) -> None:
    """So many moves a second, each in a random game that waits for one."""
    started, sent = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        free = [game for game in games if game.mover is not None and not game.busy and not game.over]
        due = int((time.perf_counter() - started) * rate) - sent
        for game in dice.sample(free, min(due, len(free))):
            assert game.mover is not None
            await game.mover.move(dice)
        sent += max(due, 0)
        await asyncio.sleep(0.005)


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000 if values else float("nan")


async def measure(served: Served, options: argparse.Namespace) -> dict[str, Any]:
    """The whole run."""
    dice = random.Random(options.seed)
    figures = Figures()
    games = await open_games(served.url, options.game, options.games)
    for game in games:
        for seat in game.seats[1:]:
            seat.stalled = dice.random() < options.stalled / 100 * 4 / 3
    tasks = await connect(games, served.url, figures)
    await play(games, options.rate, options.warm_up, dice)
    figures.acknowledged.clear()
    figures.told.clear()
    figures.moves = 0
    before, started = served.figures(), time.perf_counter()
    await play(games, options.rate, options.seconds, dice)
    await asyncio.sleep(1)
    spent = time.perf_counter() - started
    after = served.figures()
    result = {
        "store": options.store,
        "game": options.game,
        "games": len(games),
        "sockets": sum(len(game.seats) for game in games),
        "stalled": sum(seat.stalled for game in games for seat in game.seats),
        "moves_per_s": figures.moves / spent,
        "ack_p50_ms": percentile(figures.acknowledged, 0.5),
        "ack_p99_ms": percentile(figures.acknowledged, 0.99),
        "ack_max_ms": percentile(figures.acknowledged, 1.0),
        "told_p50_ms": percentile(figures.told, 0.5),
        "told_p99_ms": percentile(figures.told, 0.99),
        "refused": figures.refused,
        "server_memory_mb": after["memory_mb"],
        "server_cpu": (after["cpu_s"] - before["cpu_s"]) / spent,
        "games_over": sum(game.over for game in games),
    }
    if options.restart:
        for task in tasks:
            task.cancel()
        served.kill()
        result["listening_s"], result["restart_s"] = await restart(served, games)
    for task in tasks:
        task.cancel()
    return result


async def restart(served: Served, games: list[Game]) -> tuple[float, float]:
    """Seconds from starting the server again until it answers at all, and until all games have answered a seat."""
    started = time.perf_counter()
    listening = await asyncio.to_thread(served.start)

    async def ask(game: Game) -> None:
        seat = Seat(game, game.seats[0].token)
        await seat.connect(served.url)
        while json.loads(await seat.socket.recv())["type"] != "update":
            pass
        await seat.socket.close()

    await asyncio.gather(*(ask(game) for game in games))
    return listening, time.perf_counter() - started


def main() -> None:
    """Runs it and prints a table and JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--game", default="vanagloria")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm-up", type=float, default=5.0)
    parser.add_argument("--stalled", type=float, default=0.0, help="of 100 sockets")
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="quincunx-load-")))
        served = Served(stack.enter_context(store_at(options.store, folder)))
        try:
            result = asyncio.run(measure(served, options))
        finally:
            served.close()
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for name, value in result.items():
        print(f"{name:20} {value:.1f}" if isinstance(value, float) else f"{name:20} {value}")


if __name__ == "__main__":
    main()
