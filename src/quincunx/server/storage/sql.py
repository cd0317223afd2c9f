"""The port, for any database that speaks SQL: a store adds how to read rows, and how to write several at once."""

from collections.abc import Sequence
from itertools import pairwise

from quincunx.server.storage import rows
from quincunx.server.storage.port import Conflict, Entry, Index, Link, Table
from quincunx.server.storage.rows import Row, Step

DOWN_AFTER = 5_000
"""Milliseconds without a note of any process until the server counts as having been down."""


class SqlStore:
    """What both stores have in common."""

    async def _read(self, sql: str, *values: object) -> Sequence[Row]:
        """The rows that a query finds."""
        raise NotImplementedError

    async def _write(self, steps: Sequence[Step], changed: str | None = None) -> int:
        """Takes all steps or none, for good, and returns how many rows the last one has changed. Other processes are
        told which table's list has changed. A broken constraint is a Conflict."""
        raise NotImplementedError

    async def create(self, table: Table, entries: Sequence[Entry], links: Sequence[Link]) -> None:
        """A new table, with its first entries and links."""
        _check_numbers(entries)
        if entries and entries[0].n != 1:
            raise Conflict(f"The list of {table.id} starts at 1, not at {entries[0].n}.")
        steps = [Step(rows.ADD_TABLE, [rows.row_of_table(table, len(entries))])]
        steps.append(Step(rows.ADD_ENTRY, [rows.row_of_entry(table.id, entry) for entry in entries]))
        steps.append(Step(rows.ADD_LINK, [rows.row_of_link(link) for link in links]))
        await self._write(steps)

    async def table(self, id: str) -> Table | None:
        """A table without its list."""
        found = await self._read(rows.GET_TABLE, id)
        return rows.table_of_row(found[0]) if found else None

    async def entries(self, id: str, after: int = 0) -> list[Entry]:
        """The list after an entry, in order."""
        return [rows.entry_of_row(row) for row in await self._read(rows.LIST_ENTRIES, id, after)]

    async def append(self, id: str, entries: Sequence[Entry], index: Index) -> None:
        """Adds entries with consecutive numbers; all or none."""
        _check_numbers(entries)
        before = entries[0].n - 1 if entries else None
        place = (index.status, index.public, index.updated, index.due, index.awaits_bot, rows.wake(index))
        steps = [Step(rows.LENGTHEN, [(*place, len(entries), id, before)], must=True)]
        steps.append(Step(rows.ADD_ENTRY, [rows.row_of_entry(id, entry) for entry in entries]))
        await self._write(steps, changed=id)

    async def tables(self, status: str, limit: int) -> list[Table]:
        """Public tables of a status, the latest changed first."""
        return [rows.table_of_row(row) for row in await self._read(rows.LIST_TABLES, status, limit)]

    async def due(self, until: int, limit: int) -> list[tuple[str, int]]:
        """Tables that are due up to a time, with when, the earliest first."""
        return [(id, wake) for id, wake in await self._read(rows.LIST_DUE, until, limit)]

    async def add_link(self, link: Link) -> None:
        """Another link to a table."""
        await self._write([Step(rows.ADD_LINK, [rows.row_of_link(link)])])

    async def link(self, hash: bytes) -> Link | None:
        """What a link opens."""
        found = await self._read(rows.GET_LINK, hash)
        return rows.link_of_row(found[0]) if found else None

    async def links(self, table: str) -> list[Link]:
        """All links to a table, the oldest first."""
        return [rows.link_of_row(row) for row in await self._read(rows.LIST_LINKS, table)]

    async def forget(self, before: int, statuses: Sequence[str]) -> int:
        """Deletes tables, with everything that belongs to them; returns how many."""
        return await self._write([rows.forget(before, statuses)]) if statuses else 0

    async def lease(self, id: str, owner: str, now: int, until: int) -> bool:
        """Takes or renews the care for a table."""
        return await self._write([Step(rows.LEASE, [(owner, until, id, now)])]) == 1

    async def renew(self, owner: str, until: int) -> int:
        """Keeps all tables that a process cares for up to a later time; returns how many those are."""
        return await self._write([Step(rows.RENEW, [(until, owner)])])

    async def release(self, owner: str, id: str | None = None) -> None:
        """Gives one table back, or all."""
        one = Step(rows.RELEASE, [(owner, id)])
        await self._write([Step(rows.RELEASE_ALL, [(owner,)]) if id is None else one])

    async def alive(self, process: str, now: int) -> None:
        """Notes that a server process is running; the second step sees how long before that none was."""
        await self._write([Step(rows.BEAT, [(process, now, now)]), Step(rows.ADD_DOWNTIME, [(DOWN_AFTER,)])])

    async def downtimes(self) -> list[tuple[int, int]]:
        """The spans in which no process was running, in order."""
        return [(since, until) for since, until in await self._read(rows.LIST_DOWNTIMES)]

    async def counts(self) -> dict[str, int]:
        """Tables by status."""
        return {row[0]: row[1] for row in await self._read(rows.COUNT_TABLES)}


def _check_numbers(entries: Sequence[Entry]) -> None:
    """Entries that are added together follow each other."""
    for one, next in pairwise(entries):
        if next.n != one.n + 1:
            raise Conflict(f"Between the entries {one.n} and {next.n}, one is missing.")
