"""Tables in PostgreSQL, for any number of server processes."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError

from quincunx.engine.errors import QuincunxError
from quincunx.server.storage import migrations
from quincunx.server.storage.port import Conflict, Unavailable
from quincunx.server.storage.rows import Row, Step, storable
from quincunx.server.storage.sql import SqlStore

try:
    import asyncpg
except ImportError as missing:
    raise QuincunxError(
        "To keep tables in PostgreSQL, the package asyncpg is needed, and it is not installed. "
        "Install it with: pip install 'quincunx[postgres]'"
    ) from missing

CHANNEL = "quincunx"
"""Where processes tell each other which tables have changed: PostgreSQL's LISTEN and NOTIFY."""
CONNECTIONS = 10
"""The most that one process holds, besides the one that listens."""
PATIENCE = 30
"""Seconds for a call, or for silence on the connection that listens, until it counts as broken."""
PAUSE = 1
"""Seconds between two attempts to listen again."""

LOST = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What is heard of a connection that broke, perhaps in the middle of a call."""
TROUBLE = (*LOST, OSError)
"""What goes wrong with a database that is far away."""


class PostgresStore(SqlStore):
    """A store in a database. Lost connections are made again by themselves, for the next call."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._me = uuid.uuid4().hex
        self._pool: asyncpg.Pool[Any] | None = None
        self._heard: set[asyncio.Queue[str | None]] = set()
        self._under_way = 0
        self._quiet = asyncio.Event()

    async def open(self) -> None:
        """Connects, and brings the schema up to date."""
        try:
            await (await asyncpg.connect(self.url, timeout=PATIENCE)).close()  # its errors are the plainest
            await asyncio.to_thread(migrations.in_postgres, self.url)
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=CONNECTIONS, timeout=PATIENCE, command_timeout=PATIENCE
            )
        except QuincunxError:
            raise
        except (*TROUBLE, DBAPIError, ValueError) as error:
            reason = str(getattr(error, "orig", error)) or type(error).__name__
            raise QuincunxError(
                f"The database {_without_secrets(self.url)} cannot be opened: {reason}. "
                "Check that PostgreSQL is running, that the URL is right, and that its user may create tables there."
            ) from error

    async def close(self) -> None:
        """Lets everything under way be finished."""
        pool, self._pool = self._pool, None
        for heard in self._heard:
            heard.put_nowait(None)
        if pool is not None:
            while self._under_way:
                self._quiet.clear()
                await self._quiet.wait()
            await pool.close()

    async def changes(self) -> AsyncIterator[str]:
        """What other processes tell. A broken connection is made again."""
        while self._pool is not None:
            try:
                async for id in self._listen():
                    yield id
            except TROUBLE:
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> AsyncIterator[str]:
        """What other processes tell on one connection, until it breaks or the store is closed."""
        heard: asyncio.Queue[str | None] = asyncio.Queue()

        def hear(connection: object, pid: int, channel: str, payload: object) -> None:
            process, _, id = str(payload).partition(" ")
            if process != self._me:
                heard.put_nowait(id)

        connection = await asyncpg.connect(self.url, timeout=PATIENCE, command_timeout=PATIENCE)
        self._heard.add(heard)
        try:
            connection.add_termination_listener(lambda _: heard.put_nowait(None))
            await connection.add_listener(CHANNEL, hear)
            yield ""
            while self._pool is not None:
                try:
                    id = await asyncio.wait_for(heard.get(), PATIENCE)
                except TimeoutError:
                    await connection.execute("SELECT 1")  # raises, if nobody is there any more
                    continue
                if id is None:
                    return
                yield id
        finally:
            self._heard.discard(heard)
            connection.terminate()

    async def _read(self, sql: str, *values: object) -> Sequence[Row]:
        storable(values)
        try:
            return await self._fetch(sql, *values)
        except Unavailable as error:
            if not isinstance(error.__cause__, LOST):
                raise
            return await self._fetch(sql, *values)  # on a new connection

    async def _fetch(self, sql: str, *values: object) -> Sequence[Row]:
        async with self._call() as pool:
            return await pool.fetch(sql, *values)

    async def _write(self, steps: Sequence[Step], changed: str | None = None) -> int:
        for step in steps:
            for row in step.rows:
                storable(row)
        async with self._call() as pool, pool.acquire() as connection, connection.transaction():
            result = 0
            for step in steps:
                if len(step.rows) == 1:
                    result = int((await connection.execute(step.sql, *step.rows[0])).split()[-1])
                    if step.must and not result:
                        raise Conflict("The list has grown or is gone: read it again.")
                else:
                    await connection.executemany(step.sql, step.rows)
            if changed is not None:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self._me} {changed}")
            return result

    @asynccontextmanager
    async def _call(self) -> "AsyncIterator[asyncpg.Pool[Any]]":
        """The connections for a call that `close` waits for, with errors as the port names them. When one connection
        breaks, the others are made again, too: most often all have broken, and not all have noticed yet."""
        if self._pool is None:
            raise Unavailable("The store is closed.")
        self._under_way += 1
        pool = self._pool
        try:
            yield pool
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict(f"That is there already, or belongs to nothing: {error}.") from error
        except TROUBLE as error:
            await pool.expire_connections()
            reason = str(error) or type(error).__name__
            raise Unavailable(f"The database {_without_secrets(self.url)} does not answer: {reason}.") from error
        finally:
            self._under_way -= 1
            self._quiet.set()


def _without_secrets(url: str) -> str:
    """What of a URL may be shown.

    >>> _without_secrets("postgresql://me:secret@host:5432/games?password=secret")
    'host/games'
    """
    parts = urlsplit(url)
    return (parts.hostname or "") + parts.path
