"""Terminal commands of the card room: its people, tables, progressives, reports and records.

Every module here loads the database code, so each is loaded only when one of its commands runs.
"""
