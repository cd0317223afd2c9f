"""What Alembic runs for every command: it works on the connection that `upgrade` has given it."""

from alembic import context

from quincunx.server.storage.schema import metadata


def run() -> None:
    """Runs the migrations in the transaction that is open already."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # Alembic's name for this file; imported as a module, it does nothing
    run()
