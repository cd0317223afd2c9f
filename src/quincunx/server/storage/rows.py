"""The SQL that both databases understand, and how values become rows and rows become values.

Parameters are written $1, $2, ... in their order, each once, so that SQLite can read them as question marks.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from quincunx.engine.errors import QuincunxError, is_text, shown
from quincunx.server.storage.port import Entry, Index, Link, Table

Row = Sequence[Any]
"""The values of a row, in the order of its columns."""

NOBODY = -1
"""The seat of entries that the table itself made. It is no NULL, since two NULLs are never the same, and keys are to be
unique."""

TABLE_COLUMNS = "id, created, header, seed, status, public, updated, due, awaits_bot"
ADD_TABLE = f"""INSERT INTO tables ({TABLE_COLUMNS}, wake, length)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"""
GET_TABLE = f"SELECT {TABLE_COLUMNS} FROM tables WHERE id = $1"
LIST_TABLES = f"SELECT {TABLE_COLUMNS} FROM tables WHERE status = $1 AND public ORDER BY updated DESC, id LIMIT $2"
LENGTHEN = """UPDATE tables
    SET status = $1, public = $2, updated = $3, due = $4, awaits_bot = $5, wake = $6, length = length + $7
    WHERE id = $8 AND length = COALESCE($9, length)"""
COUNT_TABLES = "SELECT status, COUNT(*) FROM tables GROUP BY status ORDER BY status"
LIST_DUE = "SELECT id, wake FROM tables WHERE wake <= $1 ORDER BY wake, id LIMIT $2"

ENTRY_COLUMNS = "n, at, kind, data, seat, key"
ADD_ENTRY = f"INSERT INTO entries (table_id, {ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)"
LIST_ENTRIES = f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n"

LINK_COLUMNS = "hash, table_id, seats, host, created"
ADD_LINK = f"INSERT INTO links ({LINK_COLUMNS}) VALUES ($1, $2, $3, $4, $5)"
GET_LINK = f"SELECT {LINK_COLUMNS} FROM links WHERE hash = $1"
LIST_LINKS = f"SELECT {LINK_COLUMNS} FROM links WHERE table_id = $1 ORDER BY created, hash"

LEASE = """INSERT INTO leases (owner, until, table_id)
    SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), id FROM tables WHERE id = $3
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE leases.owner = excluded.owner OR leases.until <= $4"""
RENEW = "UPDATE leases SET until = $1 WHERE owner = $2"
RELEASE = "DELETE FROM leases WHERE owner = $1 AND table_id = $2"
RELEASE_ALL = "DELETE FROM leases WHERE owner = $1"

BEAT = """INSERT INTO heartbeat (id, process, previous, noted) VALUES (1, $1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET process = excluded.process, previous = heartbeat.noted,
    noted = CASE WHEN excluded.noted > heartbeat.noted THEN excluded.noted ELSE heartbeat.noted END"""
ADD_DOWNTIME = "INSERT INTO downtimes (since, until) SELECT previous, noted FROM heartbeat WHERE noted - previous > $1"
LIST_DOWNTIMES = "SELECT since, until FROM downtimes ORDER BY since"


class Step(NamedTuple):
    """A statement of a write, once for each row."""

    sql: str
    rows: list[Row]
    must: bool = False
    """Whether it is a Conflict if no row is changed."""


def forget(before: int, statuses: Sequence[str]) -> Step:
    """Deletes tables; what belongs to them goes with them."""
    listed = ", ".join(f"${number}" for number in range(2, len(statuses) + 2))
    return Step(f"DELETE FROM tables WHERE updated < $1 AND status IN ({listed})", [(before, *statuses)])


def storable(values: Row) -> Row:
    """The values, if every database can hold them.

    >>> storable(["Ω", 2**63])
    Traceback (most recent call last):
    quincunx.engine.errors.QuincunxError: 9223372036854775808 cannot be stored: ...
    """
    for value in values:
        if isinstance(value, str) and not ("\0" not in value and is_text(value)):
            raise QuincunxError(f"{shown(value)} cannot be stored: it has a character that is none. Leave it out.")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise QuincunxError(f"{shown(value)} cannot be stored: it has more than 64 bits. Use a smaller number.")
    return values


def as_text(value: Any) -> str:
    """JSON, the same text for the same value.

    >>> as_text({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    try:
        return msgspec.json.encode(value, order="deterministic").decode()
    except UnicodeEncodeError:
        raise QuincunxError("Text with half a surrogate pair cannot be stored. Leave it out.") from None


def wake(index: Index) -> int | None:
    """When somebody has to look at the table."""
    return 0 if index.awaits_bot else index.due


def row_of_table(table: Table, length: int) -> Row:
    """For ADD_TABLE."""
    index = table.index
    first = (table.id, table.created, as_text(table.header), table.seed)
    return (*first, index.status, index.public, index.updated, index.due, index.awaits_bot, wake(index), length)


def table_of_row(row: Row) -> Table:
    """From TABLE_COLUMNS."""
    id, created, header, seed, status, public, updated, due, awaits_bot = row
    index = Index(status, bool(public), updated, due, bool(awaits_bot))
    return Table(id, created, msgspec.json.decode(header), seed, index)


def row_of_entry(table: str, entry: Entry) -> Row:
    """For ADD_ENTRY."""
    seat = NOBODY if entry.seat is None else entry.seat
    return (table, entry.n, entry.at, entry.kind, as_text(entry.data), seat, entry.key)


def entry_of_row(row: Row) -> Entry:
    """From ENTRY_COLUMNS."""
    n, at, kind, data, seat, key = row
    return Entry(n, at, kind, msgspec.json.decode(data), None if seat == NOBODY else seat, key)


def row_of_link(link: Link) -> Row:
    """For ADD_LINK."""
    return (link.hash, link.table, as_text(link.seats), link.host, link.created)


def link_of_row(row: Row) -> Link:
    """From LINK_COLUMNS."""
    hash, table, seats, host, created = row
    return Link(hash, table, tuple(msgspec.json.decode(seats)), bool(host), created)
