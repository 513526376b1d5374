"""The durable card room: tables, ledger, people, audit and reports, on SQLite or PostgreSQL."""
