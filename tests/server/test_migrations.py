"""The history of the schema: from nothing, and from every revision there has been, it leads to today's."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from quincunx.engine.errors import QuincunxError
from quincunx.server.storage import migrations, open_store
from quincunx.server.storage.port import Entry, Index, Link, Table
from quincunx.server.storage.schema import metadata

CONTENTS = {
    "0001": """
        INSERT INTO tables (id, created, header, seed, length, status, public, updated, due, awaits_bot, wake)
            VALUES ('t', 1, '{"game":"chess"}', :seed, 2, 'playing', true, 5, 7, false, 7);
        INSERT INTO entries (table_id, n, at, kind, data, seat, key) VALUES ('t', 1, 2, 'made', 'null', -1, NULL);
        INSERT INTO entries (table_id, n, at, kind, data, seat, key) VALUES ('t', 2, 3, 'move', '[1]', 1, 'k');
        INSERT INTO links (hash, table_id, seats, host, created) VALUES (:hash, 't', '[0,1]', true, 4);
        INSERT INTO leases (table_id, owner, until) VALUES ('t', 'a', 100);
        INSERT INTO heartbeat (id, process, previous, noted) VALUES (1, 'a', 10000, 20000);
        INSERT INTO downtimes (since, until) VALUES (10000, 20000)
    """,
}
"""The same contents in the words of every revision."""
VALUES = {"seed": b"\x00\xff", "hash": b"\x01" * 32}


async def work(place: str, what: Callable[[sa.Connection], None]) -> None:
    """Does something in a transaction of either database."""
    if place.startswith("postgresql:"):
        await asyncio.to_thread(migrations.in_postgres, place, what)
    else:
        await asyncio.to_thread(migrations.in_sqlite, Path(place), what)


def test_the_contents_of_every_revision_are_written_down() -> None:
    assert list(CONTENTS) == migrations.revisions()


@pytest.mark.parametrize("revision", migrations.revisions())
async def test_every_revision_with_its_contents_is_brought_up_to_date(empty_place: str, revision: str) -> None:
    def fill(connection: sa.Connection) -> None:
        migrations.upgrade(connection, revision)
        for statement in CONTENTS[revision].split(";"):
            connection.execute(sa.text(statement), VALUES)

    await work(empty_place, fill)
    store = open_store(empty_place)
    await store.open()
    assert await store.table("t") == Table("t", 1, {"game": "chess"}, VALUES["seed"], Index("playing", True, 5, 7))
    assert await store.entries("t") == [Entry(1, 2, "made", None), Entry(2, 3, "move", [1], 1, "k")]
    assert await store.link(VALUES["hash"]) == Link(VALUES["hash"], "t", (0, 1), True, 4)
    assert await store.due(7, 9) == [("t", 7)]
    nobody_else = not empty_place.startswith("postgresql:")  # has a file that was just opened
    assert await store.lease("t", "b", 99, 200) == nobody_else
    await store.alive("b", 30000)
    assert await store.downtimes() == [(10000, 20000), (20000, 30000)]
    await store.append("t", [Entry(3, 9, "move", 1)], Index("over", True, 9))
    assert await store.forget(10, ["over"]) == 1
    await store.close()


async def test_the_history_leads_to_the_schema_that_is_written_down(empty_place: str) -> None:
    differences: list[object] = []

    def compare(connection: sa.Connection) -> None:
        migrations.upgrade(connection)
        differences.extend(compare_metadata(MigrationContext.configure(connection), metadata))

    await work(empty_place, compare)
    assert differences == []


async def test_the_comparison_sees_differences(empty_place: str) -> None:
    differences: list[object] = []

    def compare(connection: sa.Connection) -> None:
        migrations.upgrade(connection)
        connection.execute(sa.text("DROP INDEX tables_by_wake"))
        connection.execute(sa.text("ALTER TABLE links ADD COLUMN more TEXT"))
        differences.extend(compare_metadata(MigrationContext.configure(connection), metadata))

    await work(empty_place, compare)
    assert len(differences) == 2


async def test_a_newer_database_is_refused_and_left_alone(place: str) -> None:
    store = open_store(place)
    await store.open()
    await store.close()

    def make_newer(connection: sa.Connection) -> None:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

    await work(place, make_newer)
    for _ in range(2):
        with pytest.raises(QuincunxError, match="newer than the program: its schema is 9999"):
            await open_store(place).open()


async def test_an_upgrade_that_fails_leaves_nothing(empty_place: str) -> None:
    def fail(connection: sa.Connection) -> None:
        migrations.upgrade(connection)
        raise RuntimeError("the power is out")

    with pytest.raises(RuntimeError):
        await work(empty_place, fail)

    def look(connection: sa.Connection) -> None:
        assert sa.inspect(connection).get_table_names() == []

    await work(empty_place, look)


async def test_processes_that_start_at_once_upgrade_once(empty_postgres_url: str) -> None:
    """Each in a thread of its own, as processes would."""
    stores = [open_store(empty_postgres_url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    for store in stores:
        assert await store.counts() == {}
        await store.close()
