"""What every store promises, proved on SQLite and on PostgreSQL alike; then what each has of its own."""

import asyncio
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.engine.errors import QuincunxError
from quincunx.server.storage import open_store
from quincunx.server.storage.port import Conflict, Entry, Index, Link, Store, Table, Unavailable
from quincunx.server.storage.postgres import CONNECTIONS, PostgresStore
from quincunx.server.storage.sqlite import SqliteStore
from tests.server.postgres import break_connections, execute, running_postgres

NOW = 1_790_000_000_000
PLAYING = Index("playing", True, NOW)
KILLS = 15


def a_table(id: str = "t", **index: Any) -> Table:
    """A table that is being played at."""
    return Table(id, NOW, {"game": "chess"}, b"\x00seed\xff", msgspec.structs.replace(PLAYING, **index))


def a_link(token: str, table: str = "t", *seats: int, created: int = NOW) -> Link:
    """A link to seats of a table."""
    return Link(hashlib.sha256(token.encode()).digest(), table, seats, host=False, created=created)


def moves(*numbers: int, key: str | None = None, seat: int | None = 0) -> list[Entry]:
    """Entries of these numbers."""
    return [Entry(n, NOW + n, "move", {"move": n}, seat, key) for n in numbers]


async def numbers(store: Store, id: str = "t") -> list[int]:
    """Which entries a table has."""
    return [entry.n for entry in await store.entries(id)]


# ---------------------------------------------------------------- tables and their lists


async def test_what_is_created_is_found_again(store: Store) -> None:
    table = Table("Ωmega", NOW, {"z": [1, None, True, 1.5], "a": {"é": "日本\0"}}, bytes(range(256)), PLAYING)
    link = Link(b"\x00" * 32, table.id, (2, 0), host=True, created=5)
    first = Entry(1, NOW, "made", {"by": "☃"}, seat=None, key=None)
    second = Entry(2, NOW, "move", [1, "x", None], seat=3, key="k")
    await store.create(table, [first, second], [link])
    assert await store.table("Ωmega") == table
    assert await store.entries("Ωmega") == [first, second]
    assert await store.entries("Ωmega", after=1) == [second]
    assert await store.link(link.hash) == link


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.table("t") is None
    assert await store.entries("t") == []
    assert await store.link(b"x") is None
    assert await store.links("t") == []
    assert await store.counts() == {}
    assert await store.downtimes() == []


async def test_a_table_is_created_once_and_as_a_whole(store: Store) -> None:
    await store.create(a_table(), moves(1), [a_link("a")])
    with pytest.raises(Conflict):
        await store.create(a_table(), [], [])
    with pytest.raises(Conflict):
        await store.create(a_table("u"), moves(1), [a_link("b", "u"), a_link("a", "u")])
    assert await store.table("u") is None
    assert await store.entries("u") == []
    assert await store.link(a_link("b").hash) is None


async def test_an_append_keeps_entries_and_index(store: Store) -> None:
    await store.create(a_table(), moves(1), [])
    index = Index("over", False, NOW + 9, due=NOW + 10, awaits_bot=True)
    await store.append("t", moves(2, 3), index)
    assert await store.entries("t") == moves(1, 2, 3)
    assert await store.table("t") == msgspec.structs.replace(a_table(), index=index)


async def test_an_append_without_entries_keeps_the_index(store: Store) -> None:
    await store.create(a_table(), moves(1), [])
    await store.append("t", [], Index("over", True, NOW))
    await store.append("t", moves(2), PLAYING)
    assert await numbers(store) == [1, 2]


@pytest.mark.parametrize("wrong", [(1,), (2,), (4,), (2, 3), (3, 5), (3, 3), (4, 3), (0,), (-1,)])
async def test_a_list_has_no_gaps_and_no_number_twice(store: Store, wrong: tuple[int, ...]) -> None:
    await store.create(a_table(), moves(1, 2), [])
    with pytest.raises(Conflict):
        await store.append("t", moves(*wrong), Index("over", False, NOW + 1))
    assert await store.entries("t") == moves(1, 2)
    assert await store.table("t") == a_table()


async def test_a_list_starts_at_one(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.create(a_table(), moves(2), [])
    assert await store.table("t") is None
    with pytest.raises(Conflict):
        await store.append("t", moves(1), PLAYING)


@pytest.mark.parametrize("seat", [0, None])
async def test_a_key_is_used_once_by_a_seat_of_a_table(store: Store, seat: int | None) -> None:
    await store.create(a_table(), moves(1, key="k", seat=seat), [])
    await store.create(a_table("u"), moves(1, key="k", seat=seat), [])
    for wrong in ([*moves(2), *moves(3, key="k", seat=seat)], moves(2, key="k", seat=seat)):
        with pytest.raises(Conflict):
            await store.append("t", wrong, PLAYING)
    await store.append("t", moves(2, key="k", seat=1), PLAYING)
    await store.append("t", moves(3, 4, seat=seat), PLAYING)
    assert await numbers(store) == [1, 2, 3, 4]


async def test_of_two_writers_of_a_number_exactly_one_wins(store: Store) -> None:
    await store.create(a_table(), [], [])
    for n in range(1, 11):
        writers = [store.append("t", moves(n, seat=seat), PLAYING) for seat in range(8)]
        results = await asyncio.gather(*writers, return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 7 + ["NoneType"]
        assert (await store.entries("t"))[-1].seat == results.index(None)
    assert await numbers(store) == list(range(1, 11))


async def test_many_tables_are_written_at_once(store: Store) -> None:
    """A Conflict of one does not hurt the others, though on SQLite they share a commit."""

    async def play(id: str) -> None:
        for n in range(1, 11):
            await store.append(id, moves(n), PLAYING)
            with pytest.raises(Conflict):
                await store.append(id, moves(n), PLAYING)

    ids = [f"t{number}" for number in range(60)]
    await asyncio.gather(*(store.create(a_table(id), [], []) for id in ids))
    await asyncio.gather(*map(play, ids))
    for id in ids:
        assert await numbers(store, id) == list(range(1, 11))


async def test_large_data_round_trips(store: Store) -> None:
    large = {"text": "ü🂡" * 250_000, "list": list(range(10_000))}
    await store.create(Table("t", NOW, large, b"s" * 100_000, PLAYING), [Entry(1, NOW, "large", large)], [])
    (entry,) = await store.entries("t")
    assert entry.data == large
    table = await store.table("t")
    assert table is not None
    assert table.header == large


async def test_times_have_64_bits(store: Store) -> None:
    last = 2**63 - 1
    index = Index("playing", True, last, due=last)
    await store.create(Table("t", last, {}, b"", index), [Entry(1, last, "x", last)], [a_link("a", created=last)])
    assert await store.table("t") == Table("t", last, {}, b"", index)
    assert await store.entries("t") == [Entry(1, last, "x", last)]
    assert await store.links("t") == [a_link("a", created=last)]
    assert await store.due(last, 9) == [("t", last)]
    assert await store.lease("t", "a", last - 1, last)


@pytest.mark.parametrize("wrong", ["a\0b", "\ud800"])
async def test_what_no_database_can_hold_is_refused(store: Store, wrong: str) -> None:
    await store.create(a_table(), [], [])
    for attempt in (
        store.table(wrong),
        store.entries(wrong),
        store.append("t", moves(1, key=wrong), PLAYING),
        store.append("t", [Entry(1, 2**63, "x", None)], PLAYING),
        store.append("t", [Entry(1, NOW, "x", "\ud800")], PLAYING),
        store.create(a_table(wrong), [], []),
    ):
        with pytest.raises(QuincunxError, match="cannot be stored"):
            await attempt
    assert await numbers(store) == []


# ---------------------------------------------------------------- the index


async def test_the_lobby_lists_public_tables_the_latest_changed_first(store: Store) -> None:
    for number, id in enumerate("abcd"):
        await store.create(a_table(id, updated=NOW + number), [], [])
    await store.create(a_table("private", public=False), [], [])
    await store.create(a_table("over", status="over"), [], [])
    await store.append("b", moves(1), Index("playing", True, NOW + 9))
    assert [table.id for table in await store.tables("playing", 9)] == ["b", "d", "c", "a"]
    assert [table.id for table in await store.tables("playing", 2)] == ["b", "d"]
    assert [table.id for table in await store.tables("over", 9)] == ["over"]
    assert await store.tables("gathering", 9) == []
    assert await store.counts() == {"playing": 5, "over": 1}


async def test_due_tables_come_in_order_and_bots_first(store: Store) -> None:
    await store.create(a_table("late", due=NOW + 3), [], [])
    await store.create(a_table("early", due=NOW + 1), [], [])
    await store.create(a_table("never"), [], [])
    await store.create(a_table("bot", due=NOW + 2, awaits_bot=True), [], [])
    await store.create(a_table("bot without a clock", awaits_bot=True), [], [])
    bots = [("bot", 0), ("bot without a clock", 0)]
    assert await store.due(NOW + 3, 9) == [*bots, ("early", NOW + 1), ("late", NOW + 3)]
    assert await store.due(NOW + 2, 9) == [*bots, ("early", NOW + 1)]
    assert await store.due(NOW + 3, 3) == [*bots, ("early", NOW + 1)]
    for id in ("bot", "bot without a clock", "early"):
        await store.append(id, [], PLAYING)
    assert await store.due(NOW + 9, 9) == [("late", NOW + 3)]


# ---------------------------------------------------------------- links


async def test_links_open_what_they_were_made_for(store: Store) -> None:
    await store.create(a_table(), [], [a_link("a", "t", 1, 2, created=2)])
    await store.create(a_table("u"), [], [])
    await store.add_link(a_link("b", "t", created=1))
    await store.add_link(a_link("c", "u", 0))
    assert await store.links("t") == [a_link("b", "t", created=1), a_link("a", "t", 1, 2, created=2)]
    assert await store.link(a_link("c").hash) == a_link("c", "u", 0)


async def test_a_link_is_added_once_and_to_a_table(store: Store) -> None:
    await store.create(a_table(), [], [a_link("a")])
    with pytest.raises(Conflict):
        await store.add_link(a_link("a", "t", 5))
    with pytest.raises(Conflict):
        await store.add_link(a_link("b", "u"))
    assert await store.link(a_link("a").hash) == a_link("a")


# ---------------------------------------------------------------- forgetting, leases, downtimes


async def test_forgotten_tables_leave_nothing(store: Store) -> None:
    for id, status, updated in (("old", "over", 1), ("new", "over", 5), ("playing", "playing", 1)):
        await store.create(a_table(id, status=status, updated=updated), moves(1), [a_link(id, id)])
        assert await store.lease(id, "a", 0, 100)
    assert await store.forget(5, []) == 0
    assert await store.forget(5, ["over", "gathering"]) == 1
    assert await store.table("old") is None
    assert await store.entries("old") == []
    assert await store.links("old") == []
    assert await store.link(a_link("old").hash) is None
    assert not await store.lease("old", "a", 0, 100)
    assert await store.counts() == {"over": 1, "playing": 1}
    with pytest.raises(Conflict):
        await store.append("old", moves(2), PLAYING)
    await store.create(a_table("old"), [], [])
    assert await store.lease("old", "b", 0, 100)
    assert await numbers(store, "old") == []
    assert await numbers(store, "new") == [1]


async def test_a_lease_is_one_process_s_until_it_ends(store: Store) -> None:
    await store.create(a_table(), [], [])
    assert await store.lease("t", "a", 0, 10)
    assert not await store.lease("t", "b", 9, 20)
    assert await store.lease("t", "a", 9, 15)
    assert not await store.lease("t", "b", 10, 20)
    assert await store.lease("t", "b", 15, 25)
    assert not await store.lease("t", "a", 16, 30)
    assert not await store.lease("no table", "a", 0, 10)


async def test_all_leases_of_a_process_are_renewed_at_once(store: Store) -> None:
    for id in "tuv":
        await store.create(a_table(id), [], [])
        assert await store.lease(id, "b" if id == "v" else "a", 0, 10)
    await store.renew("a", 50)
    assert [await store.lease(id, "c", 20, 30) for id in "tuv"] == [False, False, True]


async def test_of_many_that_want_a_lease_one_gets_it(store: Store) -> None:
    await store.create(a_table(), [], [])
    for now in range(0, 50, 10):
        got = await asyncio.gather(*(store.lease("t", f"{now} {name}", now, now + 10) for name in "abcdefgh"))
        assert sum(got) == 1


async def test_leases_are_given_back(store: Store) -> None:
    for id in "tuv":
        await store.create(a_table(id), [], [])
        assert await store.lease(id, "a", 0, 100)
    await store.release("b")
    await store.release("b", "t")
    assert not await store.lease("t", "b", 0, 100)
    await store.release("a", "t")
    assert await store.lease("t", "b", 0, 100)
    assert not await store.lease("u", "b", 0, 100)
    await store.release("a")
    assert await store.lease("u", "b", 0, 100)
    assert await store.lease("v", "b", 0, 100)
    assert not await store.lease("t", "a", 0, 100)


async def test_a_gap_between_notes_of_all_processes_is_a_downtime(store: Store) -> None:
    for process, now in (("a", NOW), ("b", NOW + 3000), ("a", NOW + 8000), ("a", NOW + 7000), ("b", NOW + 9000)):
        await store.alive(process, now)
    assert await store.downtimes() == []
    await store.alive("c", NOW + 14_001)
    await store.alive("c", NOW + 19_001)
    await store.alive("d", NOW + 100_000)
    assert await store.downtimes() == [(NOW + 9000, NOW + 14_001), (NOW + 19_001, NOW + 100_000)]


async def test_a_downtime_is_noted_once(store: Store) -> None:
    await store.alive("a", NOW)
    await asyncio.gather(*(store.alive(f"p{number}", NOW + 60_000 + number) for number in range(20)))
    ((since, until),) = await store.downtimes()
    assert since == NOW
    assert NOW + 60_000 <= until < NOW + 60_020


# ---------------------------------------------------------------- opening, closing, crashes


async def test_everything_is_there_after_closing(place: str) -> None:
    store = open_store(place)
    await store.open()
    await store.create(a_table(), moves(1), [a_link("a")])
    await store.alive("a", NOW)
    await store.close()
    await store.close()
    with pytest.raises(Unavailable):
        await store.table("t")
    with pytest.raises(Unavailable):
        await store.append("t", moves(2), PLAYING)
    await store.open()
    assert await store.entries("t") == moves(1)
    await store.alive("b", NOW + 9000)
    assert await store.downtimes() == [(NOW, NOW + 9000)]
    await store.close()


async def test_closing_finishes_what_is_under_way(place: str) -> None:
    store = open_store(place)
    await store.open()
    await store.create(a_table(), [], [])
    under_way = [asyncio.ensure_future(store.create(a_table(f"t{number}"), [], [])) for number in range(30)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*under_way)
    await store.open()
    assert await store.counts() == {"playing": 31}
    await store.close()


async def test_who_gives_up_waiting_hurts_nobody(store: Store) -> None:
    await store.create(a_table(), [], [])
    writes = [asyncio.ensure_future(store.create(a_table(f"t{number}"), [], [])) for number in range(20)]
    await asyncio.sleep(0)
    for write in writes[::2]:
        write.cancel()
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert results[1::2] == [None] * 10
    await store.append("t", moves(1), PLAYING)
    assert await numbers(store) == [1]


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(place: str) -> None:
    """Also, the file's lock is gone with the process."""
    chance = random.Random()
    acknowledged: dict[str, int] = defaultdict(int)
    for _ in range(KILLS):
        appender = subprocess.Popen(
            [sys.executable, "-m", "tests.server.appender", place, "4"], stdout=subprocess.PIPE, text=True
        )
        assert appender.stdout is not None
        with appender.stdout as said:
            assert said.readline() == "ready\n"
            lines = [said.readline() for _ in range(chance.randrange(60))]
            appender.send_signal(signal.SIGKILL)
            lines += said.readlines()
        assert appender.wait() == -signal.SIGKILL
        for line in lines:
            id, n = line.split()
            assert int(n) > acknowledged[id]
            acknowledged[id] = int(n)
        store = open_store(place)
        await store.open()
        for id, last in acknowledged.items():
            there = await numbers(store, id)
            assert there == list(range(1, len(there) + 1))
            assert len(there) >= last
        await store.close()
    assert sum(acknowledged.values()) > KILLS


# ---------------------------------------------------------------- SQLite


async def test_waiting_writes_share_a_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    ids = [f"t{number}" for number in range(200)]
    await asyncio.gather(*(store.create(a_table(id), [], []) for id in ids))
    before = store.commits
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # holds the writer up, so that all the others wait
    appends = [asyncio.ensure_future(store.append(id, moves(1), PLAYING)) for id in ids]
    await asyncio.sleep(0)
    other.close()
    await asyncio.gather(*appends)
    assert store.commits - before <= 2
    await store.close()


async def test_a_full_disk_is_told_and_does_not_last(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    await store.create(a_table(), [], [])
    (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
    store._writing.execute(f"PRAGMA max_page_count = {pages}")
    large = [Entry(1, NOW, "large", "x" * 10**6)]
    results = await asyncio.gather(
        store.append("t", large, PLAYING), store.append("t", large, PLAYING), return_exceptions=True
    )
    assert [type(result) for result in results] == [Unavailable, Unavailable]
    assert "full" in str(results[0])
    assert await numbers(store) == []
    store._writing.execute("PRAGMA max_page_count = 1000000")
    await store.append("t", large, PLAYING)
    assert await numbers(store) == [1]
    await store.close()


async def test_a_commit_that_fails_is_told_to_all_and_keeps_nothing(tmp_path: Path) -> None:
    """As when some other program has the file locked."""
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    await store.create(a_table(), [], [])
    store._writing.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    attempts = [store.append("t", moves(1), PLAYING), store.create(a_table("u"), [], [])]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert [type(result) for result in results] == [Unavailable, Unavailable]
    other.close()
    assert await numbers(store) == []
    await store.append("t", moves(1), PLAYING)
    await store.close()


async def test_after_closing_one_file_is_everything(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    await store.create(a_table(), moves(1), [])
    await store.close()
    assert not list(tmp_path.glob("*-wal"))
    (tmp_path / "copy.db").write_bytes((tmp_path / "tables.db").read_bytes())
    copy = SqliteStore(tmp_path / "copy.db")
    await copy.open()
    assert await copy.entries("t") == moves(1)
    await copy.close()


async def test_a_backup_is_made_while_the_store_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    await store.create(a_table(), moves(1), [])

    async def play() -> None:
        for n in range(2, 200):
            await store.append("t", moves(n), PLAYING)

    playing = asyncio.ensure_future(play())
    for _ in range(3):
        await store.backup(tmp_path / "backup.db")
    await playing
    copy = SqliteStore(tmp_path / "backup.db")
    await copy.open()
    there = await numbers(copy)
    assert there == list(range(1, len(there) + 1))
    assert there
    await copy.close()
    await store.close()


async def test_a_second_process_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    program = [sys.executable, "-m", "tests.server.appender", str(path), "1"]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(QuincunxError, match=f"tables.db is in use by process {other.pid} on .*PostgreSQL"):
            await SqliteStore(path).open()
        other.kill()
        other.stdout.read()
    store = SqliteStore(path)
    await store.open()
    with pytest.raises(QuincunxError, match="in use by this very process"):
        await SqliteStore(path).open()
    (tmp_path / "link.db").symlink_to(path)
    with pytest.raises(QuincunxError, match="in use by this very process"):
        await SqliteStore(tmp_path / "link.db").open()
    refused = subprocess.run(program, capture_output=True, text=True)
    assert f"in use by process {os.getpid()} on" in refused.stderr
    await store.close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader, " * 100)
    for _ in range(2):
        with pytest.raises(QuincunxError, match="not a database"):
            await SqliteStore(tmp_path / "letter.txt").open()
    with pytest.raises(QuincunxError, match="cannot be kept"):
        await SqliteStore(tmp_path / "letter.txt" / "tables.db").open()
    with pytest.raises(QuincunxError, match="cannot be kept"):
        await SqliteStore(tmp_path).open()


async def test_nobody_else_changes_a_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "folder" / "tables.db")
    await store.open()
    assert [id async for id in store.changes()] == []
    await store.close()


# ---------------------------------------------------------------- PostgreSQL


async def listening(store: Store, other: Store, id: str) -> asyncio.Task[str]:
    """A task that waits for the next change, once it has heard a first one."""
    changes = store.changes()
    assert await anext(changes) == ""
    await other.append(id, [], PLAYING)
    assert await anext(changes) == id

    async def wait() -> str:
        async for changed in changes:
            if changed not in ("", id):
                return changed
        return "the end"

    return asyncio.ensure_future(wait())


async def test_processes_hear_of_each_other_s_changes_only(postgres_url: str) -> None:
    one, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    await asyncio.gather(one.open(), other.open())
    for id in ("first", "mine", "theirs", "none"):
        await one.create(a_table(id), [], [])
    change = await listening(one, other, "first")
    await one.append("mine", moves(1), PLAYING)
    with pytest.raises(Conflict):
        await other.append("none", moves(2), PLAYING)
    await other.append("theirs", moves(1), PLAYING)
    assert await change == "theirs"
    await one.close()
    await other.close()


async def test_changes_end_with_the_store(postgres_url: str) -> None:
    one, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    await one.open()
    await other.open()
    await one.create(a_table(), [], [])
    change = await listening(one, other, "t")
    await one.close()
    assert await change == "the end"
    await other.close()


async def test_broken_connections_are_made_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.storage.postgres.PAUSE", 0.01)
    one, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    await one.open()
    await other.open()
    await one.create(a_table("t"), [], [])
    await one.create(a_table("u"), [], [])
    change = await listening(one, other, "t")
    break_connections(postgres_url)
    n = 0
    while not change.done():
        try:
            await other.append("u", moves(n + 1), PLAYING)
            n += 1
        except Unavailable:
            pass
        await asyncio.wait([change], timeout=0.05)
    assert await change == "u"
    assert await numbers(one, "u") == list(range(1, n + 1))
    await one.close()
    await other.close()


async def test_reads_at_once_outlive_the_loss_of_all_connections(postgres_url: str) -> None:
    """Nobody is sent away because another read was quicker to take the connection that had been made again."""
    store = PostgresStore(postgres_url)
    await store.open()
    await store.create(a_table("t"), moves(1), [])

    async def read(later: int) -> list[int]:
        for _ in range(later):
            await asyncio.sleep(0)
        return await numbers(store, "t")

    for seed in range(8):
        dice = random.Random(seed)
        await asyncio.gather(*(read(0) for _ in range(CONNECTIONS)))
        break_connections(postgres_url)
        assert await asyncio.gather(*(read(dice.randrange(12)) for _ in range(8))) == [[1]] * 8
    await store.close()


@pytest.mark.usefixtures("postgres_server")
async def test_the_store_outlives_a_restart_of_the_server() -> None:
    with tempfile.TemporaryDirectory(prefix="quincunx-postgres-") as directory:
        with running_postgres(Path(directory)) as url:
            store = PostgresStore(url)
            await store.open()
            await store.create(a_table(), moves(1), [])
        for attempt in (store.append("t", moves(2), PLAYING), store.table("t")):
            with pytest.raises(Unavailable, match="does not answer"):
                await attempt
        with pytest.raises(QuincunxError, match="Check that PostgreSQL is running"):
            await PostgresStore(url).open()
        with running_postgres(Path(directory)):
            await store.append("t", moves(2), PLAYING)
            assert await store.entries("t") == moves(1, 2)
            await store.close()


@pytest.mark.parametrize("wrong", ["postgresql://host:port/x", "postgresql://nobody@localhost:1/x?sslmode=nonsense"])
async def test_a_wrong_url_is_told(wrong: str) -> None:
    with pytest.raises(QuincunxError, match="cannot be opened"):
        await open_store(wrong).open()


async def test_a_user_who_may_not_create_tables_is_told(empty_postgres_url: str) -> None:
    execute(empty_postgres_url, "CREATE ROLE reader LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(QuincunxError, match="permission denied"):
        await open_store(empty_postgres_url.replace("quincunx@", "reader@")).open()
    execute(empty_postgres_url, "DROP ROLE reader")


async def test_a_password_is_never_told() -> None:
    with pytest.raises(QuincunxError) as told:
        await open_store("postgresql://me:secret@127.0.0.1:1/games").open()
    assert "127.0.0.1/games" in str(told.value)
    assert "secret" not in str(told.value)


# ---------------------------------------------------------------- choosing a store


def test_the_place_says_which_store() -> None:
    assert isinstance(open_store("postgresql://host/db"), PostgresStore)
    assert isinstance(open_store("postgres://host/db"), PostgresStore)
    for place in ("tables.db", "sqlite:///tables.db"):
        store = open_store(place)
        assert isinstance(store, SqliteStore)
        assert store.path == Path("tables.db").absolute()
    store = open_store("sqlite:////folder/tables.db")
    assert isinstance(store, SqliteStore)
    assert store.path == Path("/folder/tables.db")
    for wrong in ("", "mysql://host/db", "sqlite://tables.db", "sqlite:///", "http://host/", "a\0b"):
        with pytest.raises(QuincunxError, match="Give a path"):
            open_store(wrong)


def test_without_asyncpg_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "quincunx.server.storage.postgres")
    with pytest.raises(QuincunxError, match=r"pip install 'quincunx\[postgres\]'"):
        open_store("postgresql://host/db")
