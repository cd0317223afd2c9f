"""The schema as the newest migration leaves it. A test compares the two."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, LargeBinary, MetaData, Table, Text, text

metadata = MetaData()


def of_table(primary_key: bool) -> Column[str]:
    """The table that a row belongs to, and is deleted with."""
    owner = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", Text, owner, nullable=False, primary_key=primary_key)


Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("header", Text, nullable=False),  # JSON
    Column("seed", LargeBinary, nullable=False),
    Column("length", BigInteger, nullable=False),  # how many entries its list has
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("awaits_bot", Boolean, nullable=False),
    Column("wake", BigInteger),  # 0 if it awaits a bot, or else when it is due
    Index("tables_by_status", "status", "public", "updated"),
    Index("tables_by_wake", "wake"),
    Index("tables_by_updated", "updated"),
)
Table(
    "entries",
    metadata,
    of_table(primary_key=True),
    Column("n", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("seat", BigInteger, nullable=False),  # -1: the table itself
    Column("key", Text),
    Index(
        "entries_by_key",
        "table_id",
        "seat",
        "key",
        unique=True,
        sqlite_where=text("key IS NOT NULL"),
        postgresql_where=text("key IS NOT NULL"),
    ),
)
Table(
    "links",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    of_table(primary_key=False),
    Column("seats", Text, nullable=False),  # JSON
    Column("host", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("links_by_table", "table_id"),
)
Table(
    "leases",
    metadata,
    of_table(primary_key=True),
    Column("owner", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("leases_by_owner", "owner"),
)
Table(  # one row: the last note of any process, and the one before
    "heartbeat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("process", Text, nullable=False),
    Column("previous", BigInteger, nullable=False),
    Column("noted", BigInteger, nullable=False),
)
Table(
    "downtimes",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
