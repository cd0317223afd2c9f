"""A fresh place for tables in either database, for every test."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from quincunx.server.storage import migrations, open_store
from quincunx.server.storage.port import Store
from tests.server.postgres import Missing, execute, other_database, running_postgres

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A server with a database `empty` and a database `migrated` to copy from."""
    with tempfile.TemporaryDirectory(prefix="quincunx-postgres-") as directory:
        server = running_postgres(Path(directory))
        try:
            url = server.__enter__()
        except Missing as missing:
            if os.environ.get("CI") == "true":
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        try:
            execute(url, "CREATE DATABASE migrated")
            migrations.in_postgres(other_database(url, "migrated"))
            yield url
        finally:
            server.__exit__(None, None, None)


def fresh_database(server: str, template: str) -> Iterator[str]:
    """A database of its own."""
    name = f"test{next(NUMBERS)}"
    execute(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield other_database(server, name)
    execute(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A database with today's schema, and nothing in it."""
    yield from fresh_database(postgres_server, "migrated")


@pytest.fixture
def empty_postgres_url(postgres_server: str) -> Iterator[str]:
    """A database without any schema."""
    yield from fresh_database(postgres_server, "template0")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where tables can be kept: a new place in each of the databases."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", "postgres"])
def empty_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place where nothing has ever been kept."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return str(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    """An open store in each of the databases."""
    store = open_store(place)
    await store.open()
    yield store
    await store.close()
