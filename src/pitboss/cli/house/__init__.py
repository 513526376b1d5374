"""The terminal door to the card room: its people, tables, progressives, reports and records.

Every module here brings the database along, so each is loaded only when one of its commands is called.
"""
