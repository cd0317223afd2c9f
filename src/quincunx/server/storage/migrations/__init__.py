"""Brings a database's schema up to date: one history for SQLite and PostgreSQL alike, run by Alembic.

A change of the schema is a new file in `versions`, numbered after the last, with the same change in `schema.py`; a test
compares the two. Files that have been released are never changed. There are no downgrades: restore a backup.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from quincunx.engine.errors import QuincunxError

UPGRADE_LOCK = 0x51C7
"""The number of PostgreSQL's advisory lock that one process holds while it upgrades."""

_one_at_a_time = threading.Lock()  # Alembic keeps the migration under way in global names


def config() -> Config:
    """Alembic's settings, without a file."""
    settings = Config()
    settings.set_main_option("script_location", "quincunx.server.storage:migrations")
    return settings


def revisions() -> list[str]:
    """All revisions, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Upgrades what a connection is open to, in the transaction that the caller has begun."""
    known = revisions()
    for there in MigrationContext.configure(connection).get_current_heads():
        if there not in known:
            raise QuincunxError(
                f"The database is newer than the program: its schema is {there}, the last known here {known[-1]}. "
                "Use the newer version of Quincunx, or a backup from before its upgrade."
            )
    settings = config()
    settings.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(settings, to)


def in_sqlite(path: Path, work: Callable[[sa.Connection], None] = upgrade) -> None:
    """Upgrades an SQLite file, or makes it; all or nothing. Foreign keys stay off: a table that is made anew must not
    take along what belongs to its rows."""
    engine = sa.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None), poolclass=sa.NullPool
    )
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        work(connection)


def in_postgres(url: str, work: Callable[[sa.Connection], None] = upgrade) -> None:
    """Upgrades a PostgreSQL database; all or nothing, one process after the other. Call it in a thread of its own."""
    asyncio.run(_in_postgres(url, work))


async def _in_postgres(url: str, work: Callable[[sa.Connection], None]) -> None:
    import asyncpg

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=sa.NullPool
    )
    try:
        async with engine.begin() as connection:
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
            await connection.run_sync(work)
    finally:
        await engine.dispose()
