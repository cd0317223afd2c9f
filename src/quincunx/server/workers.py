"""Bots think in processes of their own, behind the people: what a bot does there can't hold up the server.

A worker that dies, hangs or answers nonsense is replaced, and its job is tried again; in the end a bot always moves.
"""

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count as numbers
from multiprocessing.connection import Connection

import msgspec

from quincunx.bots import KINDS
from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position
from quincunx.server import thinking
from quincunx.server.thinking import PREPARING, THINKING, Ask, Chosen, Failed, Opined, Opinion, Prepare, State, Stop

GRACE = 5.0
"""Seconds that an answer may be late, and that a worker may take to begin."""
LONGEST_PREPARATION = 20 * 60.0
"""Seconds: the largest game is compiled within minutes, on a slow machine as well."""
LONGEST_START = 60.0
"""Seconds until a new worker is ready."""
LONGEST_PAUSE = 5.0
"""Seconds before a worker that fails again and again is replaced once more."""
FIRST_PAUSE = 0.2
FAILED_STARTS = 2
"""So often in a row no worker at all could be started: until one can, nobody waits for them."""
TRIES = 2
"""For a job, each with another worker."""
MOMENT = 0.01
"""Seconds between two looks at whether a process has ended."""
WAITING = "waiting"

OnState = Callable[[str], None]
"""Is told what becomes of a job: it is waiting, preparing (which may take minutes, once) or thinking."""
Serve = Callable[[Connection, int], None]

log = logging.getLogger(__name__)
spawn = multiprocessing.get_context("spawn")  # a fork would copy the server's threads and sockets


class Closed(RuntimeError):
    """There are no workers any more, or not yet."""


class NoOpinion(QuincunxError):
    """All workers failed with it."""


class _Lost(Exception):
    """A job has no answer: its worker is dead, hangs, or made a mistake."""


class _Task:
    """A question on its way to an answer."""

    def __init__(self, question: Ask | Prepare, on_state: OnState | None, legal: list[int] | None) -> None:
        self.question = question
        self.legal = legal
        self.answer: asyncio.Future[Chosen | Opined] = asyncio.get_running_loop().create_future()
        self.worker: _Worker | None = None
        self.timer: asyncio.Timeout | None = None
        """Runs while a worker has it."""
        self.state = ""
        self._on_state = on_state

    @property
    def needs(self) -> set[tuple[str, str]]:
        """What has to be compiled for it."""
        if isinstance(self.question, Prepare):
            return {(self.question.game, need) for need in thinking.NEEDS}
        return {(self.question.job.game, need) for need in self.question.job.needs}

    @property
    def seconds(self) -> float:
        """The longest thought."""
        return self.question.job.seconds if isinstance(self.question, Ask) else 0.0

    def tell(self, state: str) -> None:
        """Notes what becomes of it."""
        if state == self.state or self.answer.done():
            return
        self.state = state
        if self._on_state is not None:
            try:
                self._on_state(state)
            except Exception:
                log.exception("Nobody could be told that a bot is %s", state)

    def fail(self, error: Exception) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def accepts(self, answer: Chosen | Opined) -> bool:
        """Whether it is what was asked for."""
        if isinstance(self.question, Prepare):
            return isinstance(answer, Chosen)
        if self.question.job.explain:
            return isinstance(answer, Opined)
        return isinstance(answer, Chosen) and self.legal is not None and answer.move in self.legal


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self, serve: Serve) -> None:
        self._loop = asyncio.get_running_loop()
        self._pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=serve, args=(theirs, os.getpid()), name="quincunx bot", daemon=True)
        try:
            self.process.start()
        except OSError as error:
            self._pipe.close()
            raise _Lost(f"could not be started: {error}") from None
        finally:
            theirs.close()
        self._news: deque[thinking.News] = deque()
        self.is_gone = False
        self.wake = asyncio.Event()
        """Is set when there is news, or perhaps work."""
        self._loop.add_reader(self._pipe.fileno(), self._read)

    def _read(self) -> None:
        # News is short enough (16 KiB) to be written at once, so that this does not wait for the rest of it.
        try:
            self._news.append(thinking.read_news(self._pipe.recv_bytes()))
        except (EOFError, OSError, msgspec.DecodeError):
            self._loop.remove_reader(self._pipe.fileno())
            self.is_gone = True
        self.wake.set()

    async def hear(self) -> thinking.News:
        """The next that it tells."""
        while not self._news:
            await self.rest()
        return self._news.popleft()

    async def rest(self) -> None:
        """Until there is news, or perhaps work."""
        if self.is_gone:
            raise _Lost("died")
        self.wake.clear()
        await self.wake.wait()

    def tell(self, question: thinking.Question) -> None:
        """Asks it."""
        try:
            self._pipe.send_bytes(thinking.encode(question))
        except OSError:
            raise _Lost("died") from None

    async def end(self) -> None:
        """Ends the process; it is gone when this returns."""
        if not self._pipe.closed:
            self._loop.remove_reader(self._pipe.fileno())
            self._pipe.close()
        self.process.kill()
        while self.process.exitcode is None:
            await asyncio.sleep(MOMENT)
        self.process.close()


class Workers:
    """So many processes in which bots think; by default one for each core. Each imports the program that starts it, as
    processes of Python's `multiprocessing` do: a script needs its `if __name__ == "__main__"`."""

    def __init__(self, count: int | None = None, *, grace: float = GRACE, serve: Serve = thinking.serve) -> None:
        self.count = max(1, os.cpu_count() or 1) if count is None else count
        self.grace = grace
        self.done = 0
        """Jobs that were answered."""
        self.failed = 0
        """Tries of a job that were not."""
        self.fallbacks = 0
        """Moves that a lesser bot had to make."""
        self.restarts = 0
        self._serve = serve
        self._numbers = numbers(1)
        self._queue: deque[_Task] = deque()
        self._workers: list[_Worker] = []
        self._keepers: list[asyncio.Task[None]] = []
        self._failed_starts = [0] * self.count
        self._prepared: set[tuple[str, str]] = set()
        """What has been compiled: it is in the cache for all."""
        self._preparing: set[tuple[str, str]] = set()

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return len(self._queue)

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    async def start(self) -> None:
        """Starts the workers; they are ready some seconds later, and jobs wait until then."""
        if not self._keepers:
            self._keepers = [asyncio.create_task(self._keep(slot)) for slot in range(self.count)]

    async def close(self) -> None:
        """Ends all workers; nobody waits for an answer any more."""
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        while self._workers:
            await self._workers[-1].end()
            self._workers.pop()
        while self._queue:
            self._queue.popleft().fail(Closed("The workers are closed."))

    # ------------------------------------------------------------ asking

    async def choose(
        self, position: Position, bot: str, seconds: float | None = None, on_state: OnState | None = None
    ) -> int:
        """A legal move for the seat to move. Whatever happens to the workers, there is one: if need be, a greedy bot's,
        or any. `position` is what the seat knows; more is never passed on."""
        job = thinking.job_for(position, bot, seconds)
        legal = position.view(job.seat).moves.numbers
        if len(legal) == 1:
            return int(legal[0])
        jobs = [job] * TRIES
        if bot not in KINDS:
            jobs.append(msgspec.structs.replace(job, bot="greedy", seconds=0.0))
        for tried, each in enumerate(jobs):
            try:
                answer = await self._submit(Ask(next(self._numbers), each), on_state, legal, again=tried > 0)
            except _Lost:
                continue
            assert isinstance(answer, Chosen)
            assert answer.move is not None
            self.fallbacks += each is not job
            return answer.move
        self.fallbacks += 1
        return int(secrets.choice(legal))

    async def think(
        self,
        position: Position,
        bot: str = "level-8",
        seconds: float | None = None,
        on_state: OnState | None = None,
    ) -> Opinion:
        """What a bot that searches thinks of a position, as far as the seat to move knows it. Raises NoOpinion if all
        workers failed."""
        job = thinking.job_for(position, bot, seconds, explain=True)
        for tried in range(TRIES):
            try:
                answer = await self._submit(Ask(next(self._numbers), job), on_state, again=tried > 0)
            except _Lost:
                continue
            assert isinstance(answer, Opined)
            return answer.opinion
        raise NoOpinion("No bot could think about this position. Try again later.")

    async def prepare(self, game: str) -> None:
        """Compiles what bots need for a game, given by its name or file, so that nobody has to wait for it later."""
        try:
            await self._submit(Prepare(next(self._numbers), game))
        except _Lost as lost:
            log.warning("%s was not prepared for bots: the worker %s", game, lost)

    async def _submit(
        self,
        question: Ask | Prepare,
        on_state: OnState | None = None,
        legal: list[int] | None = None,
        *,
        again: bool = False,
    ) -> Chosen | Opined:
        """Waits for the answer; a job that is tried again has waited already, and comes first."""
        if not self._keepers:
            raise Closed("The workers are closed.")
        if self._is_hopeless:
            raise _Lost("can't be started")
        task = _Task(question, on_state, legal)
        if again:
            self._queue.appendleft(task)
        else:
            self._queue.append(task)
        task.tell(PREPARING if task.needs & self._preparing else WAITING)
        self._wake()
        try:
            return await task.answer
        finally:
            self._withdraw(task)

    def _withdraw(self, task: _Task) -> None:
        """Nobody waits for it any more: its worker should be free soon."""
        if task in self._queue:
            self._queue.remove(task)
        if task.worker is not None and task.answer.cancelled():
            if task.state == THINKING:
                self._limit(task, self.grace)
            with suppress(_Lost):  # whoever keeps it notices that, too
                task.worker.tell(Stop(task.question.number))

    # ------------------------------------------------------------ keeping workers

    async def _keep(self, slot: int) -> None:
        """Keeps one worker at work, and puts another in its place when it fails."""
        pause = 0.0
        while True:
            worker, is_ready = None, False
            try:
                worker = _Worker(self._serve)
                self._workers.append(worker)
                await self._welcome(worker)
                is_ready, self._failed_starts[slot] = True, 0
                while True:
                    await self._carry_out(worker, await self._next(worker))
                    pause = 0.0
            except _Lost as lost:
                log.warning("A worker %s; another one takes its place", lost)
            except Exception:
                log.exception("A worker is replaced")
            finally:
                if worker is not None:
                    await worker.end()
                    self._workers.remove(worker)
            self.restarts += 1
            if not is_ready:
                self._failed_starts[slot] += 1
                self._give_up_if_hopeless()
            await asyncio.sleep(pause)
            pause = min(max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE)

    async def _welcome(self, worker: _Worker) -> None:
        """Waits until a new worker is ready."""
        try:
            async with asyncio.timeout(LONGEST_START):
                await worker.hear()
        except TimeoutError:
            raise _Lost("was not ready in time") from None

    @property
    def _is_hopeless(self) -> bool:
        return all(failed >= FAILED_STARTS for failed in self._failed_starts)

    def _give_up_if_hopeless(self) -> None:
        """Nobody waits for workers that can't be started."""
        while self._is_hopeless and self._queue:
            self.failed += 1
            self._queue.popleft().fail(_Lost("can't be started"))

    def _wake(self) -> None:
        """Perhaps there is work."""
        for worker in self._workers:
            worker.wake.set()

    async def _next(self, worker: _Worker) -> _Task:
        """The oldest job, except one for which another worker is compiling just now: it waits for the cache."""
        while True:
            for task in self._queue:
                if not worker.is_gone and not task.needs & self._preparing:
                    self._queue.remove(task)
                    return task
            await worker.rest()

    async def _carry_out(self, worker: _Worker, task: _Task) -> None:
        """Sees one job through, from the question to the answer."""
        fresh = task.needs - self._prepared
        self._preparing |= fresh
        task.worker = worker
        try:
            worker.tell(task.question)
            async with asyncio.timeout(self.grace) as task.timer:
                answer = await self._listen(worker, task, fresh)
            if task.answer.done():
                return  # nobody wants it any more
            if isinstance(answer, Failed):
                log.warning("A worker has no answer: %s", answer.reason)
                self.failed += 1
                task.fail(_Lost(answer.reason))
                return
            if not task.accepts(answer):
                raise _Lost("gave an answer that is none")
            self._prepared |= fresh
            self.done += 1
            task.answer.set_result(answer)
        except asyncio.CancelledError:
            task.fail(Closed("The workers are closed."))
            raise
        except Exception as error:
            lost = _Lost("gave no answer in time") if isinstance(error, TimeoutError) else error
            self.failed += 1
            task.fail(_Lost(str(lost)))
            raise lost from None
        finally:
            task.worker = task.timer = None
            self._preparing -= fresh
            self._wake()

    async def _listen(self, worker: _Worker, task: _Task, fresh: set[tuple[str, str]]) -> thinking.Answer:
        """Hears what a worker does until it answers."""
        while True:
            news = await worker.hear()
            if isinstance(news, Chosen | Opined | Failed):
                return news
            if isinstance(news, State) and news.state == PREPARING:
                self._limit(task, LONGEST_PREPARATION)
            elif isinstance(news, State):
                self._limit(task, self.grace + (0.0 if task.answer.done() else task.seconds))
                self._prepared |= fresh
                self._preparing -= fresh
                self._wake()
            if isinstance(news, State):
                task.tell(news.state)

    def _limit(self, task: _Task, seconds: float) -> None:
        """So much time is left for the answer."""
        if task.timer is not None and not task.timer.expired():
            task.timer.reschedule(asyncio.get_running_loop().time() + seconds)
