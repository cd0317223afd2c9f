"""The first schema: tables, their lists and links, leases, and when the server was down."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("length", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("awaits_bot", sa.Boolean, nullable=False),
        sa.Column("wake", sa.BigInteger),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "updated"])
    op.create_index("tables_by_wake", "tables", ["wake"])
    op.create_index("tables_by_updated", "tables", ["updated"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.BigInteger, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("seat", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text),
    )
    with_key = sa.text("key IS NOT NULL")
    columns = ["table_id", "seat", "key"]
    op.create_index("entries_by_key", "entries", columns, unique=True, sqlite_where=with_key, postgresql_where=with_key)
    op.create_table(
        "links",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("links_by_table", "links", ["table_id"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("leases_by_owner", "leases", ["owner"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("previous", sa.BigInteger, nullable=False),
        sa.Column("noted", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "downtimes",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
