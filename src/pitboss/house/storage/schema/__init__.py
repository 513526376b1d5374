"""What is stored. Every row says of which property it is."""

from pitboss.house.storage.schema.base import METADATA
from pitboss.house.storage.schema.core import (
    ACCOUNTS,
    HOUSE_SETTINGS,
    JOURNAL,
    METERS,
    MOVEMENTS,
    PARAMETERS,
    POSTINGS,
    PROPERTIES,
    TABLES,
)
from pitboss.house.storage.schema.days import CLOCK_DOUBTS, CLOSED_DAYS
from pitboss.house.storage.schema.doors import DEADLINES, SESSION_EPOCHS, SESSIONS
from pitboss.house.storage.schema.jackpots import JACKPOTS
from pitboss.house.storage.schema.jobs import JOBS
from pitboss.house.storage.schema.people import EXCLUSIONS, PLAYERS, PROPOSALS, STAFF
from pitboss.house.storage.schema.records import CONDITIONS, DISPUTES, INCIDENT_NOTES, INCIDENTS, READINGS, SIGNATURES
from pitboss.house.storage.schema.rounds import ROUND_ROWS

__all__ = [
    "ACCOUNTS",
    "CLOCK_DOUBTS",
    "CLOSED_DAYS",
    "CONDITIONS",
    "DEADLINES",
    "DISPUTES",
    "EXCLUSIONS",
    "HOUSE_SETTINGS",
    "INCIDENTS",
    "INCIDENT_NOTES",
    "JACKPOTS",
    "JOBS",
    "JOURNAL",
    "METADATA",
    "METERS",
    "MOVEMENTS",
    "PARAMETERS",
    "PLAYERS",
    "POSTINGS",
    "PROPERTIES",
    "PROPOSALS",
    "READINGS",
    "ROUND_ROWS",
    "SESSIONS",
    "SESSION_EPOCHS",
    "SIGNATURES",
    "STAFF",
    "TABLES",
]
