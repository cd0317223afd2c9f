"""What the server asks of a store. Two stores implement it, and the same tests run on both.

A table is an append-only list of entries, numbered from 1. Everything else here is an index over those lists, or says
who may see them: the state of a table is always a fold over its list.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

import msgspec

from quincunx.table.room import Entry as Entry


class Index(msgspec.Struct, frozen=True):
    """What the lists of tables are searched by: it is kept with each append, and could be made again from the list."""

    status: str
    """"gathering", "playing" or "over"."""
    public: bool
    """Whether the lobby lists it."""
    updated: int
    """When something was last added."""
    due: int | None = None
    """When somebody's time is up, or the table itself has something to do: until then it may sleep."""
    awaits_bot: bool = False
    """Whether a bot is to move: after a restart such a table has to be woken."""


class Table(msgspec.Struct, frozen=True):
    """A table's first line, and its place in the index."""

    id: str
    created: int
    header: dict[str, Any]
    """Game, rules version, players, options, settings, commitment: nothing secret."""
    seed: bytes
    """The secret of the shuffle: it never leaves the server before the game is over."""
    index: Index


class Link(msgspec.Struct, frozen=True):
    """What an unguessable link opens. The link itself is not kept, only its hash."""

    hash: bytes
    """SHA-256 of the token."""
    table: str
    seats: tuple[int, ...]
    """The seats that it plays; none: it only watches."""
    host: bool = False
    """Whether it may start the table, and give seats to bots."""
    created: int = 0


class Conflict(Exception):
    """Somebody else was there first (or the table is gone): nothing was kept; read the list again."""


class Unavailable(Exception):
    """The store cannot be reached, or cannot write: the connection broke, the disk is full. Whether something was kept
    is not known: read the list again. Later calls may well succeed."""


class Store(Protocol):
    """A store. All times are milliseconds since 1970, given by the caller.

    Every call may raise Unavailable. What a cancelled call was about to write may be kept or not. Text with a zero
    character or half a surrogate pair, and numbers of more than 64 bits, are refused with a QuincunxError: not every
    database can hold them. (JSON may have zero characters.)
    """

    async def open(self) -> None:
        """Connects, and brings the schema up to date. Raises a QuincunxError that says why it cannot."""

    async def close(self) -> None:
        """Lets everything under way be finished."""

    async def create(self, table: Table, entries: Sequence[Entry], links: Sequence[Link]) -> None:
        """A new table, with its first entries and links; all or nothing. Durable when it returns. Raises Conflict if
        the table or a link is there already."""

    async def table(self, id: str) -> Table | None:
        """A table without its list."""

    async def entries(self, id: str, after: int = 0) -> list[Entry]:
        """The list after an entry, in order."""

    async def append(self, id: str, entries: Sequence[Entry], index: Index) -> None:
        """Adds entries with consecutive numbers; all or none. Durable when it returns: never before. Raises Conflict if
        an entry of such a number is there already or one before it is missing, and likewise if a key was used before.
        Without entries it only keeps the index."""

    async def tables(self, status: str, limit: int) -> list[Table]:
        """Public tables of a status, the latest changed first."""

    async def due(self, until: int, limit: int) -> list[tuple[str, int]]:
        """Tables that are due up to a time, with when, the earliest first. Those that await a bot are due at 0."""

    async def add_link(self, link: Link) -> None:
        """Another link to a table. Raises Conflict if it is there already, or the table is gone."""

    async def link(self, hash: bytes) -> Link | None:
        """What a link opens."""

    async def links(self, table: str) -> list[Link]:
        """All links to a table, the oldest first."""

    async def forget(self, before: int, statuses: Sequence[str]) -> int:
        """Deletes tables of these statuses that nobody has changed since then, with everything that belongs to them;
        returns how many."""

    async def lease(self, id: str, owner: str, now: int, until: int) -> bool:
        """Takes or renews the care for a table (its clocks and bots) up to a time; False while another process has it,
        or if there is no such table."""

    async def renew(self, owner: str, until: int) -> int:
        """Keeps all tables that a process cares for up to a later time; returns how many those are."""

    async def release(self, owner: str, id: str | None = None) -> None:
        """Gives one table back, or all."""

    async def alive(self, process: str, now: int) -> None:
        """Notes that a server process is running."""

    async def downtimes(self) -> list[tuple[int, int]]:
        """The spans in which no process was running, in order: nobody's clock runs there. A gap of more than some
        seconds between notes of `alive`, over all processes, is one."""

    def changes(self) -> AsyncIterator[str]:
        """The ids of tables to which another process may have added something: "look again". First, and after a
        connection was made anew, "": until then something may have been missed, look at all. Ends with the store; at
        once, if there can be no other process."""

    async def counts(self) -> dict[str, int]:
        """Tables by status."""
