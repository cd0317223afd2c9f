"""Bots in processes of their own: what they are told, and that the game goes on whatever happens to them."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import quincunx
from quincunx.bots.search import _without_chance
from quincunx.engine.errors import QuincunxError
from quincunx.server.helping import NICENESS
from quincunx.server.thinking import Opinion, encode, job_for, position_of
from quincunx.server.workers import Closed, NoOpinion, Serve, Workers
from quincunx.table.match import Match
from tests.playouts import Setting, crowded
from tests.properties.secrets import guessed
from tests.server import strange_workers

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
PATIENCE = 300.0
"""Seconds until a test gives up: a worker may have to compile first."""


def four(columns: str = "4") -> Match:
    """Connect four after discs in these columns, from 1 on."""
    match = quincunx.new(CONNECT_FOUR, 2, seed=1)
    for column in columns:
        match.play(f"column {column}")
    return match


@asynccontextmanager
async def pool(count: int = 1, **settings: Any) -> AsyncIterator[Workers]:
    workers = Workers(count, **settings)
    await workers.start()
    try:
        async with asyncio.timeout(PATIENCE):
            yield workers
    finally:
        await workers.close()


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """One worker."""
    async with pool() as made:
        yield made


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has only not been buried yet does not count."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.parent.parent.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Asked:
    """A move that is being chosen, and what became of the job so far."""

    def __init__(self, workers: Workers, match: Match, bot: str, seconds: float | None = None) -> None:
        self.states: list[str] = []
        self.move = asyncio.create_task(workers.choose(match, bot, seconds, self.states.append))

    async def is_at(self, state: str) -> None:
        await until(lambda: self.states[-1:] == [state])


# ---------------------------------------------------------------- what they are told


def test_a_job_holds_what_the_seat_knows_and_nothing_else() -> None:
    """Two worlds that the seat can't tell apart make the same job, byte for byte."""
    match, bot = crowded(Setting("galaxy-of-d", 2), 3), quincunx.bot("random", seed=1)
    exchanged = 0
    for step in range(12):
        seat = match.turn
        if seat is None:
            break
        other = guessed(match, seat, step)
        exchanged += not np.array_equal(_without_chance(other), _without_chance(match))
        jobs = {encode(job_for(given, "level-8")) for given in (match, match.view(seat), other, other.view(seat))}
        assert len(jobs) == 1
        match.play(bot.choose(match))
    assert exchanged


def test_a_job_is_the_view_again_in_the_worker() -> None:
    match = four("4453")
    view = match.view(0)
    again = position_of(msgspec.msgpack.decode(encode(job_for(match, "greedy")), type=type(job_for(match, "greedy"))))
    assert again == view
    assert again.seat == 0
    assert np.array_equal(again.board_raw, view.board_raw)


def test_a_job_for_another_version_of_a_game_file_is_refused() -> None:
    job = msgspec.structs.replace(job_for(four(), "greedy"), view=b"short")
    with pytest.raises(QuincunxError, match="is not the game that it was"):
        position_of(job)


async def test_what_can_not_be_asked_is_answered_in_words(workers: Workers) -> None:
    with pytest.raises(QuincunxError, match=r"There is no bot 'levle-1'\. Did you mean 'level-1'"):
        await workers.choose(four(), "levle-1")
    with pytest.raises(QuincunxError, match="The game is over"):
        await workers.choose(four("1212121"), "random")
    with pytest.raises(QuincunxError, match="The bot greedy has no opinions"):
        await workers.think(four(), "greedy")
    with pytest.raises(QuincunxError, match=r"seconds is a number from 0.001 to 3600, not 0\."):
        await workers.choose(four(), "level-1", 0)
    match = quincunx.new("galaxy-of-d", 2, seed=1)
    assert match.turn is not None
    with pytest.raises(QuincunxError, match="can't know what seat"):
        await workers.choose(match.view(1 - match.turn), "random")


# ---------------------------------------------------------------- choosing and thinking


async def test_all_kinds_of_bots_choose_legal_moves(workers: Workers) -> None:
    match = four()
    for bot in ("random", "greedy", "level-1", "level-4"):
        states: list[str] = []
        before = match.digest
        assert await workers.choose(match, bot, on_state=states.append) in match.moves
        assert match.digest == before
        assert states[0] == "waiting"
        assert states[-1] == "thinking"
    assert states == ["waiting", "thinking"], "the search was compiled for the bot before"
    assert (workers.done, workers.failed, workers.restarts, workers.fallbacks, workers.waiting) == (4, 0, 0, 0, 0)


async def test_a_search_finds_the_winning_move(workers: Workers) -> None:
    assert await workers.choose(four("445566"), "level-6") in (2, 6)


def played(seed: int) -> Match:
    """A random game that is over, or has a single legal move."""
    match, bot = four(), quincunx.bot("random", seed=seed)
    while not match.over and len(match.moves) > 1:
        match.play(bot.choose(match))
    return match


async def test_a_single_legal_move_needs_no_thought() -> None:
    match = next(match for match in map(played, range(1000)) if not match.over)
    async with pool(serve=strange_workers.stillborn) as workers:
        assert await workers.choose(match, "level-8") == match.moves[0]
        assert workers.done == workers.fallbacks == 0


async def test_an_opinion_has_moves_words_and_shares(workers: Workers) -> None:
    match, states = four("4455"), list[str]()
    opinion = await workers.think(match, "level-8", seconds=0.3, on_state=states.append)
    assert (opinion.bot, opinion.seat) == ("level-8", 0)
    assert sum(opinion.wins) == pytest.approx(1.0)
    assert sum(each.share for each in opinion.moves) == pytest.approx(1.0)
    assert sorted(each.move for each in opinion.moves) == match.moves.numbers
    assert opinion.moves[0].move in (2, 5), "three with both ends open"
    assert opinion.moves[0].text == f"column {opinion.moves[0].move + 1}"
    assert opinion.moves[0].wins > 0.8
    assert all(each.words for each in opinion.moves)
    assert opinion.line
    assert opinion.iterations > 0
    assert states[-1] == "thinking"
    assert msgspec.json.decode(msgspec.json.encode(opinion), type=Opinion) == opinion


async def test_what_was_prepared_is_there_at_once(workers: Workers) -> None:
    await workers.prepare(CONNECT_FOUR)
    for bot in ("greedy", "level-2"):
        states: list[str] = []
        assert await workers.choose(four(), bot, on_state=states.append) in four().moves
        assert states == ["waiting", "thinking"]
    await workers.prepare("no such game")
    assert workers.failed == 1, "which is noted, and harms nobody"


async def test_workers_step_back_behind_people_and_leave_an_interrupt_to_the_server(workers: Workers) -> None:
    move = await workers.choose(four(), "random")
    assert move in four().moves
    [pid] = workers.processes
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    os.kill(pid, signal.SIGINT)
    assert await workers.choose(four(), "random") in four().moves
    assert workers.processes == [pid]


async def test_who_listens_badly_harms_nobody(workers: Workers) -> None:
    def stumble(state: str) -> None:
        raise RuntimeError(state)

    assert await workers.choose(four(), "random", on_state=stumble) in four().moves
    assert (workers.failed, workers.restarts) == (0, 0)


async def test_many_jobs_are_shared_by_few_workers() -> None:
    async with pool(2) as workers:
        match = four()
        moves = await asyncio.gather(*(workers.choose(match, "random") for _ in range(40)))
        assert all(move in match.moves for move in moves)
        assert len(set(moves)) > 1
        assert workers.done == 40


# ---------------------------------------------------------------- what goes wrong


def strike(workers: Workers, how: signal.Signals, struck: list[int]) -> Callable[[str], None]:
    """Strikes the worker that begins to think first."""

    def on_state(state: str) -> None:
        if state == "thinking" and not struck:
            struck.append(workers.processes[0])
            os.kill(struck[0], how)

    return on_state


async def test_a_worker_that_is_killed_is_replaced_and_its_job_done(workers: Workers) -> None:
    match, struck = four(), list[int]()
    assert await workers.choose(match, "search", 2.0, strike(workers, signal.SIGKILL, struck)) in match.moves
    [first] = struck
    assert not is_running(first)
    [second] = workers.processes
    assert second != first
    assert is_running(second)
    assert (workers.done, workers.failed, workers.restarts, workers.fallbacks) == (1, 1, 1, 0)


async def test_an_idle_worker_that_is_killed_is_replaced(workers: Workers) -> None:
    await until(lambda: len(workers.processes) == 1)
    [first] = workers.processes
    os.kill(first, signal.SIGKILL)
    await until(lambda: workers.restarts == 1 and len(workers.processes) == 1)
    assert await workers.choose(four(), "random") in four().moves
    assert workers.processes != [first]


async def test_a_worker_that_hangs_is_replaced_and_its_job_done() -> None:
    async with pool(grace=2.0) as workers:
        match, struck = four(), list[int]()
        assert await workers.choose(match, "search", 1.0, strike(workers, signal.SIGSTOP, struck)) in match.moves
        assert not is_running(struck[0])
        assert workers.restarts >= 1


@pytest.mark.parametrize(
    ("serve", "failed"),
    [
        (strange_workers.stillborn, 1),
        (strange_workers.mortal, 3),
        (strange_workers.lying, 3),
        (strange_workers.babbling, 3),
        (strange_workers.mute, 3),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_the_game_goes_on_without_any_good_worker(serve: Serve, failed: int) -> None:
    async with pool(serve=serve, grace=0.2) as workers:
        match = four()
        assert await workers.choose(match, "level-3", seconds=0.2) in match.moves
        assert workers.failed == failed
        assert workers.fallbacks == 1
        assert workers.done == 0
        assert workers.restarts >= 2
        with pytest.raises(NoOpinion, match="No bot could think about this position"):
            await workers.think(match, seconds=0.2)
        await workers.prepare(CONNECT_FOUR)
        assert workers.waiting == 0


async def test_a_worker_that_only_has_no_answer_is_kept() -> None:
    async with pool(serve=strange_workers.clueless) as workers:
        assert await workers.choose(four(), "greedy") in four().moves
        assert (workers.failed, workers.restarts, workers.fallbacks) == (2, 0, 1)


async def test_greed_comes_before_chance() -> None:
    async with pool(2, serve=strange_workers.weak) as workers:
        assert await workers.choose(four(), "level-8") == 6
        assert (workers.done, workers.failed, workers.fallbacks) == (1, 2, 1)


async def test_workers_that_die_again_and_again_are_not_started_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds >= 0.2:
            pauses.append(seconds)
        await sleep(min(seconds, 0.01))

    monkeypatch.setattr("quincunx.server.workers.asyncio.sleep", noted)
    async with pool(serve=strange_workers.stillborn):
        await until(lambda: len(pauses) == 7)
    assert pauses[:7] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


# ---------------------------------------------------------------- compiling


async def test_nobody_waits_for_what_another_worker_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except those who need the same: they wait for the cache."""
    gate = tmp_path / "gate"
    monkeypatch.setenv(strange_workers.GATE, str(gate))
    async with pool(2, serve=strange_workers.slow, grace=60.0) as workers:
        first = Asked(workers, four(), "level-1")
        await first.is_at("preparing")
        second = Asked(workers, four(), "level-2")
        assert await workers.choose(four(), "random") in four().moves
        assert second.states == ["preparing"]
        assert workers.waiting == 1
        gate.touch()
        assert {await first.move, await second.move} <= set(four().moves.numbers)
        assert second.states == ["preparing", "thinking"]


async def test_others_go_on_when_whoever_compiles_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv(strange_workers.GATE, str(gate))
    async with pool(serve=strange_workers.slow, grace=60.0) as workers:
        first = Asked(workers, four(), "level-1")
        await first.is_at("preparing")
        second = Asked(workers, four(), "level-2")
        await second.is_at("preparing")
        gate.touch()
        os.kill(workers.processes[0], signal.SIGKILL)
        assert {await first.move, await second.move} <= set(four().moves.numbers)


# ---------------------------------------------------------------- calling it off


async def test_a_thought_that_is_called_off_frees_its_worker(workers: Workers) -> None:
    asked = Asked(workers, four(), "search", seconds=3000.0)
    await asked.is_at("thinking")
    [pid] = workers.processes
    asked.move.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked.move
    assert await workers.choose(four(), "level-1") in four().moves
    assert workers.processes == [pid]
    assert (workers.done, workers.failed, workers.restarts) == (1, 0, 0)


async def test_a_job_that_is_called_off_while_it_waits_is_never_begun(workers: Workers) -> None:
    thinking = Asked(workers, four(), "search", seconds=3000.0)
    await thinking.is_at("thinking")
    waiting = Asked(workers, four(), "random")
    await waiting.is_at("waiting")
    assert workers.waiting == 1
    for asked in (waiting, thinking):
        asked.move.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked.move
    assert workers.waiting == 0
    assert await workers.choose(four(), "random") in four().moves
    assert waiting.states == ["waiting"]


async def test_a_thought_that_is_called_off_while_it_is_prepared_ends_with_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv(strange_workers.GATE, str(gate))
    async with pool(serve=strange_workers.slow, grace=60.0) as workers:
        asked = Asked(workers, four(), "level-8", seconds=3000.0)
        await asked.is_at("preparing")
        asked.move.cancel()
        gate.touch()
        assert await workers.choose(four(), "random") in four().moves
        assert workers.restarts == 0


async def test_a_worker_that_does_not_stop_is_replaced() -> None:
    async with pool(serve=strange_workers.mute, grace=0.5) as workers:
        asked = Asked(workers, four(), "search", seconds=3000.0)
        await asked.is_at("thinking")
        asked.move.cancel()
        await until(lambda: workers.restarts == 1)


# ---------------------------------------------------------------- the end


async def test_nothing_is_left_after_closing() -> None:
    workers = Workers(2)
    with pytest.raises(Closed):
        await workers.choose(four(), "random")
    await workers.start()
    async with asyncio.timeout(PATIENCE):
        asked = [Asked(workers, four(), "search", seconds=3000.0) for _ in range(3)]
        await asked[0].is_at("thinking")
        pids = workers.processes
        assert len(pids) == 2
        await workers.close()
        for each in asked:
            with pytest.raises(Closed):
                await each.move
    assert not any(is_running(pid) for pid in pids)
    assert workers.processes == []
    with pytest.raises(Closed):
        await workers.choose(four(), "random")
    await workers.close()


SERVER = """
import asyncio, os, signal, sys
import quincunx
from quincunx.server.workers import Workers

async def main():
    workers = Workers(2)
    await workers.start()
    begun = asyncio.Event()
    match = quincunx.new(sys.argv[1], 2, seed=1)
    job = workers.choose(match, "search", 3000.0, lambda state: state == "thinking" and begun.set())
    thinking = asyncio.create_task(job)
    await begun.wait()
    print(*workers.processes, flush=True)
    await thinking

asyncio.run(main())
"""


@pytest.mark.parametrize("stopped", [False, True], ids=["working", "hanging"])
def test_no_worker_outlives_a_server_that_is_killed(stopped: bool) -> None:
    if stopped and sys.platform != "linux":
        pytest.skip("only Linux ends a process with its parent")
    with subprocess.Popen([sys.executable, "-c", SERVER, CONNECT_FOUR], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(is_running(pid) for pid in pids)
        if stopped:
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
        server.kill()
    last = time.monotonic() + 60.0
    while any(is_running(pid) for pid in pids) and time.monotonic() < last:
        time.sleep(0.05)
    assert not any(is_running(pid) for pid in pids)
