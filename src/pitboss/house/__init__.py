"""The card room: tables, jackpots, cage, people, records and reports, stored in SQLite or PostgreSQL."""
