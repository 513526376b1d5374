"""Storage: the database of the card room, SQLite in a file or PostgreSQL; both are used in the same way.

- ``database``, ``transactions``: connections, transactions, their errors, and the migration of the schema
- ``write_queue``: queues writes on SQLite, so that several commands share one sync to the disk
- ``schema``: every table of the database; each column names the check that finds an edit of it
- ``schema_check``: compares a database with the schema
- ``one_writer``: lets one process write into a room on SQLite, and one version of Pitboss serve a room
- ``notifications``: tells other processes what was committed
- ``atomic_files``, ``sqlite_tools``, ``postgresql_tools``: files, copies and dumps for backups
- ``json_text``: writes the JSON that is stored
"""
