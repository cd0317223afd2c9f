"""How fast it is: measured in one run, on this machine, as rows of (game, measure, value, unit)."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from quincunx.bots.search import SearchBot
from quincunx.engine.game import Bytes, Game
from quincunx.engine.position import Position
from quincunx.games import get
from quincunx.lab import loops, probes
from quincunx.lab.processes import helpers
from quincunx.lab.simulation import Study, findings, play_some

POSITIONS = 2_000
PLAIN = {"trust": 0.0, "sharpness": 0.0, "curiosity": 5.0, "playout": -1, "tries": 1}
"""The style of a search that knows nothing of a game but its rules: random playouts to the end."""
ADVANTAGE_GAMES = {"random": 2_000, "greedy": 400}
SMALL, LARGE = 1_000, 20_000
"""The cost of a move must not grow with the number of games."""


@dataclass(frozen=True)
class Row:
    """One measured figure."""

    game: str
    measure: str
    value: float
    unit: str
    low: float | None = None
    high: float | None = None
    """The 95 % confidence interval of a value that is an estimate."""

    def as_json(self) -> dict[str, Any]:
        """As in `bench --json`."""
        return asdict(self)


def usual_players(name: str) -> int:
    """Four, where four can play."""
    game = get(name)
    return 4 if 4 in game.players else game.players[-1]


def table_for(game: Game, players: int) -> Bytes:
    """The board's record for a benchmark: default options, with bots at the table."""
    return game.board_for(players, game.settle(players, {}, bots=True))


def run_random(game: Game, board: Bytes, count: int, first_seed: int = 0) -> tuple[int, float]:
    """Plays random games on one core; returns moves and CPU seconds."""
    seeds = np.arange(first_seed, first_seed + count, dtype=np.uint64)
    firsts, lengths, results = np.zeros(count, np.int16), np.zeros(count, np.int32), np.zeros((count, game.seats))
    ends = np.zeros(0, game.state)
    run = game.bind(loops.random_games)
    started = time.process_time()
    run(board, seeds, ends, firsts, lengths, results)
    return int(lengths.sum()), time.process_time() - started


def playouts(name: str, seconds: float = 2.0, players: int | None = None, device: str = "cpu") -> dict[str, float]:
    """Random games for about so many seconds: how many moves, and how long they took."""
    game = get(name)
    board = table_for(game, players or game.players[0])
    if device == "cuda":
        return gpu_playouts(game, board, seconds)
    run_random(game, board, 1)
    moves, used, count, seed = 0, 0.0, 64, 1
    while used < seconds:
        played, took = run_random(game, board, count, seed)
        moves, used, seed = moves + played, used + took, seed + count
        count = min(count * 2, 1 << 16)
    return {"moves": moves, "cpu_seconds": used}


def gpu_playouts(game: Game, board: Bytes, seconds: float) -> dict[str, float]:
    """The same on a GPU, where each thread plays on without end."""
    from quincunx.lab import gpu

    moves, games, wall = gpu.playouts(game, board, seconds)
    return {"moves": moves, "games": games, "wall_seconds": wall}


def _rate(name: str, players: int, seconds: float) -> float:
    measured = playouts(name, seconds, players)
    return measured["moves"] / measured["cpu_seconds"]


def _wall_rate(name: str, players: int, seconds: float) -> float:
    """Moves per second by the clock on the wall, for processes that run beside each other."""
    game = get(name)
    board = table_for(game, players)
    run_random(game, board, 1)
    moves, started, seed = 0, time.perf_counter(), 1
    while time.perf_counter() - started < seconds:
        moves += run_random(game, board, 2_000, seed)[0]
        seed += 2_000
    return moves / (time.perf_counter() - started)


def _nanoseconds(game: Game, players: int, seconds: float) -> Iterator[tuple[str, float]]:
    board = table_for(game, players)
    positions, choices = np.zeros(POSITIONS, game.state), np.zeros(POSITIONS, np.int16)
    game.bind(probes.sample)(board, np.uint64(1), positions, choices)
    copying = 0.0
    for measure, source, copies in (
        ("copy a state", probes.copy_states, False),
        ("moves", probes.list_moves, False),
        ("refusal", probes.check_moves, False),
        ("play", probes.play_moves, True),
        ("guess", probes.guess_states, True),
    ):
        run = game.bind(source)
        run(board, positions, choices, 1)
        rounds, used = 1, 0.0
        while used < seconds:
            rounds *= 2
            started = time.process_time()
            run(board, positions, choices, rounds)
            used = time.process_time() - started
        each = used / rounds / POSITIONS * 1e9
        if measure == "copy a state":
            copying = each
        yield measure, max(0.0, each - copying) if copies else each


def searching(game: Game, players: int, seconds: float, style: Mapping[str, Any]) -> tuple[float, float]:
    """Iterations and moves a second of a search on one core, from the first position of a game."""
    options = game.settle(players, {}, bots=True)
    start = Position(game, players, options, game.board_for(players, options))
    game.core.new(start.board_raw, start.raw)
    bot = SearchBot(seconds=seconds, jobs=1, seed=1, **style)
    bot.think(start)
    used = time.process_time()
    thought = SearchBot(seconds=seconds, jobs=1, seed=1, **style).think(start)
    used = time.process_time() - used
    return thought.iterations / used, thought.moves / used


def advantage(name: str, players: int, bot: str, games: int) -> Row:
    """How often the first player wins among equal bots."""
    study = Study(name, players, (bot,), games)
    shares = findings(study, play_some(study, 0, games))
    first = next(share for share in shares if share.group == "order")
    percent = [100 * part for part in (first.wins / first.games, first.low, first.high)]
    return Row(name, f"first player wins, {players} {bot} bots", percent[0], "%", *percent[1:])


def bench(
    name: str,
    players: int,
    seconds: float = 1.0,
    device: str = "cpu",
    report: Callable[[str], None] = lambda text: None,
) -> Iterator[Row]:
    """All figures of one game, each as soon as it is known."""
    game = get(name)
    what = f"{game.name}, {players} players"
    if device == "cuda":
        report(f"{what}: random games on the GPU")
        measured = gpu_playouts(game, table_for(game, players), seconds)
        yield Row(game.name, "random moves, GPU", measured["moves"] / measured["wall_seconds"], "moves/s")
        yield Row(game.name, "random games, GPU", measured["games"] / measured["wall_seconds"], "games/s")
        report(f"{what}: random games on one core, for comparison")
        yield Row(game.name, "random moves, one core", _rate(name, players, seconds), "moves/s")
        return
    report(f"{what}: random games on one core")
    board = table_for(game, players)
    yield Row(game.name, "random moves, one core", _rate(name, players, seconds), "moves/s")
    for count in (SMALL, LARGE):
        moves, used = run_random(game, board, count)
        yield Row(game.name, f"random move, in {count} games", used / moves * 1e9, "ns")
    moves, used = run_random(game, board, SMALL)
    yield Row(game.name, "moves in a random game", moves / SMALL, "moves")
    report(f"{what}: one process, then two")
    alone = _wall_rate(name, players, seconds)
    with helpers(2) as pool:
        list(pool.map(_wall_rate, [name] * 2, [players] * 2, [0.1] * 2))
        both = sum(pool.map(_wall_rate, [name] * 2, [players] * 2, [seconds] * 2))
    yield Row(game.name, "two processes against one", both / alone, "times")
    report(f"{what}: search on one core")
    for how, style in (("", {}), (", random playouts to the end", PLAIN)):
        iterations, played = searching(game, players, seconds, style)
        yield Row(game.name, f"search{how}", iterations, "iterations/s")
    raw = _rate(name, players, seconds)
    yield Row(game.name, "moves in these playouts against random games", 100 * played / raw, "%")
    for bot, games in ADVANTAGE_GAMES.items():
        report(f"{what}: the first player's advantage, {bot} bots")
        yield advantage(game.name, players, bot, games)
    for measure, value in _nanoseconds(game, players, seconds / 4):
        report(f"{what}: {measure}")
        yield Row(game.name, measure, value, "ns")
