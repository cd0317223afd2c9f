"""Tables in one SQLite file, for one server process.

One thread writes. It takes everything that waits, each write in a savepoint of its own, commits once, and answers only
then: under load, hundreds of writes share one wait for the disk. Other threads read, and never wait for the writer.
"""

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from sqlalchemy.exc import DBAPIError

from quincunx.engine.errors import QuincunxError
from quincunx.server.storage import migrations
from quincunx.server.storage.lock import Lock
from quincunx.server.storage.port import Conflict, Unavailable
from quincunx.server.storage.rows import Row, Step, storable
from quincunx.server.storage.sql import SqlStore

READERS = 2
"""Threads that read."""
BUSY = 5
"""Seconds to wait while some other program, such as the sqlite3 shell, keeps the file locked."""


class Write(NamedTuple):
    """A write that waits for its turn."""

    steps: Sequence[Step]
    answer: asyncio.Future[int]


class SqliteStore(SqlStore):
    """A store in a file. Once it is closed, that one file holds everything; before, `backup` copies it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()
        self.commits = 0
        """Waits for the disk so far: under load, far fewer than writes."""
        self._lock = Lock(self.path.resolve().with_name(self.path.resolve().name + ".lock"))
        self._open = False
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []

    async def open(self) -> None:
        """Takes the file for this process, and brings its schema up to date."""
        self._loop = asyncio.get_running_loop()
        self._writing = await asyncio.to_thread(self._prepare)
        self._readers = ThreadPoolExecutor(READERS, "quincunx-read")
        self._writer = threading.Thread(target=self._write_all, name="quincunx-write", daemon=True)
        self._writer.start()
        self._open = True

    def _prepare(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.take()
            migrations.in_sqlite(self.path)
            connection = self._connect()
            connection.execute("DELETE FROM leases")  # of processes that ended without a word
            return connection
        except (OSError, sqlite3.Error, DBAPIError) as error:
            self._lock.release()
            reason = getattr(error, "orig", error)
            raise QuincunxError(
                f"Tables cannot be kept in {self.path}: {reason}. Name another file, or put that one right."
            ) from error
        except BaseException:
            self._lock.release()
            raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    async def close(self) -> None:
        """Finishes what waits, moves everything into the one file, and gives it back."""
        if not self._open:
            return
        self._open = False
        self._waiting.put(None)
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._writer.join()
        self._readers.shutdown()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = threading.local()
        try:
            with closing(self._writing):
                self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._lock.release()

    async def backup(self, path: str | Path) -> None:
        """Copies everything committed so far to a file that can be opened, while the store goes on."""
        await asyncio.to_thread(self._back_up, Path(path))

    def _back_up(self, path: Path) -> None:
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        with closing(self._connect()) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # else reading the copy needs files beside it
        os.replace(part, path)

    async def changes(self) -> AsyncIterator[str]:
        """Nothing: no other process can have the file."""
        nobody: tuple[str, ...] = ()
        for id in nobody:
            yield id

    # ---------------------------------------------------------------- reading

    async def _read(self, sql: str, *values: object) -> Sequence[Row]:
        self._check_open()
        return await self._loop.run_in_executor(self._readers, self._find, _with_marks(sql), storable(values))

    def _find(self, sql: str, values: Row) -> list[Row]:
        try:
            if not hasattr(self._local, "connection"):
                self._local.connection = self._connect()
                self._connections.append(self._local.connection)
            return self._local.connection.execute(sql, values).fetchall()  # type: ignore[no-any-return]
        except sqlite3.Error as error:
            raise Unavailable(f"Reading {self.path} failed: {error}.") from error

    # ---------------------------------------------------------------- writing

    async def _write(self, steps: Sequence[Step], changed: str | None = None) -> int:
        self._check_open()
        for step in steps:
            for row in step.rows:
                storable(row)
        answer: asyncio.Future[int] = self._loop.create_future()
        self._waiting.put(Write(steps, answer))
        return await answer

    def _write_all(self) -> None:
        """The writer's thread."""
        last = False
        while not last:
            group = [self._waiting.get()]
            while not self._waiting.empty():
                group.append(self._waiting.get())
            last = None in group
            writes = [write for write in group if write is not None]
            results = self._commit(writes)
            with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer any more
                self._loop.call_soon_threadsafe(_answer, writes, results)

    def _commit(self, writes: Sequence[Write]) -> list[int | Exception]:
        """Writes a group for good. If that fails, nothing of the group is kept, and everybody hears of it."""
        if not writes:
            return []
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            results = [self._take(write.steps) for write in writes]
            self._writing.execute("COMMIT")
            self.commits += 1
            return results
        except Exception as error:
            with suppress(sqlite3.Error):
                self._writing.rollback()
            return [Unavailable(f"Writing {self.path} failed: {error}.") for _ in writes]

    def _take(self, steps: Sequence[Step]) -> int | Exception:
        """Takes all steps of one write, or none."""
        result: int | Exception = 0
        self._writing.execute("SAVEPOINT one")
        try:
            for step in steps:
                result = 0
                for row in step.rows:
                    result += self._writing.execute(_with_marks(step.sql), row).rowcount
                if step.must and not result:
                    raise Conflict("The list has grown or is gone: read it again.")
        except Exception as error:
            if not self._writing.in_transaction:  # as when the disk is full: SQLite itself has given up the whole group
                raise
            result = _told(error)
            self._writing.execute("ROLLBACK TO one")
        self._writing.execute("RELEASE one")
        return result

    def _check_open(self) -> None:
        if not self._open:
            raise Unavailable(f"The store in {self.path} is closed.")


def _with_marks(sql: str) -> str:
    """Parameters as SQLite wants them.

    >>> _with_marks("SELECT $1, $12")
    'SELECT ?, ?'
    """
    return re.sub(r"\$\d+", "?", sql)


def _told(error: Exception) -> Exception:
    """An error as the port names it."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(f"That is there already, or belongs to nothing: {error}.")
    if isinstance(error, sqlite3.Error):
        return Unavailable(f"Writing failed: {error}.")
    return error


def _answer(writes: Sequence[Write], results: Sequence[int | Exception]) -> None:
    """Tells everybody who still waits; runs in the loop."""
    for write, result in zip(writes, results, strict=True):
        if write.answer.done():
            continue
        if isinstance(result, Exception):
            write.answer.set_exception(result)
        else:
            write.answer.set_result(result)
