"""Where tables are kept: one port, SQLite behind it by default, PostgreSQL by URL."""

import re

from quincunx.engine.errors import QuincunxError, shown
from quincunx.server.storage.port import Store
from quincunx.server.storage.sqlite import SqliteStore


def open_store(place: str) -> Store:
    """The store at a URL or path; its `open` is still to be called.

    >>> open_store("tables.db").path.name
    'tables.db'
    >>> open_store("mysql://localhost/games")
    Traceback (most recent call last):
    quincunx.engine.errors.QuincunxError: Tables cannot be kept in 'mysql://localhost/games': ...
    """
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", place)
    if place.startswith(("postgresql://", "postgres://")):
        from quincunx.server.storage.postgres import PostgresStore  # needs asyncpg, which not everybody has

        return PostgresStore(place)
    path = place.removeprefix("sqlite:///")
    if path.strip() and "\0" not in path and (path != place or not scheme):
        return SqliteStore(path)
    raise QuincunxError(
        f"Tables cannot be kept in {shown(place)}: that is neither the path of an SQLite file nor a URL of PostgreSQL. "
        "Give a path such as tables.db, or sqlite:///tables.db, or postgresql://user@host/database."
    )
