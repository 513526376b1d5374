"""How Alembic reaches the database: by the connection it is given, never by one of its own."""

from alembic import context

from pitboss.house.storage.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
