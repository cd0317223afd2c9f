"""Where tables are kept: one port, SQLite behind it by default, PostgreSQL by URL."""
