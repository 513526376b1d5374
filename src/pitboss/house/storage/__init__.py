"""Storage: one database, SQLite in a file or PostgreSQL, used in the same way.

- ``database``, ``transactions``: connections, transactions, and the migration of the schema
- ``schema``: every table of the database; each column names what protects it
- ``schema_check``: compares a database with the schema
- ``one_writer``: one process writes into a room on SQLite, and one version of Pitboss serves a room
- ``notifications``: tells other processes what was committed
- ``atomic_files``, ``sqlite_tools``, ``postgresql_tools``: what a backup needs
- ``json_text``: stored JSON
"""
