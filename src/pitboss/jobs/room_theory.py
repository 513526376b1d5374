"""Asks the lab for the par sheets of a room's tables, and for everything else that the lab's pages show."""

import json
import logging
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.games.table import TableRules
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import StorageError
from pitboss.house.reports.expected import PAR, theory_of
from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables.settings import TableSettings
from pitboss.jobs.desk import JobDesk
from pitboss.jobs.laboratory import question
from pitboss.paytables import Game, load_catalogue

STRATEGY, VERIFY = "strategy", "verify"
"""The kinds of jobs for the strategy chart of Power Blackjack, and for checking every printed figure."""

Wanted = tuple[str, dict[str, Any]]
"""A job to ask for: its kind and its inputs."""

ASKER: Final = Actor("theory", Role.HOUSE)

_SLOW: Final = Game.DOUBLE_DRAW

_LOG: Final = logging.getLogger("pitboss.worker")


def wanted(tables: Iterable[TableRules]) -> list[Wanted]:
    """The jobs that a room needs, in the order of work: those of its tables, then all others that the pages show.

    >>> [inputs.get("designator", kind) for kind, inputs in wanted([])][-5:]
    ['strategy', 'double-draw', 'DDP-1', 'DDP-2', 'verify']
    """
    # Double Draw Poker takes as long as all others together, and some printed figures need it, so it comes late.
    of_tables = [(PAR, sheet) for rules in sorted(tables, key=_is_slow) for sheet in theory_of(rules)]
    names = [(game.value, game) for game in Game] + [(each.designator, each.game) for each in load_catalogue()]
    quick, slow = (
        [(PAR, {"designator": name}) for name, game in names if (game is _SLOW) is is_slow] for is_slow in (False, True)
    )
    return [*of_tables, *quick, (STRATEGY, {"decks": 6}), *slow, (VERIFY, {})]


def _is_slow(rules: TableRules) -> bool:
    return rules.game is _SLOW


def ask_for_theory(database: Database, property_id: str, desk: JobDesk) -> int:
    """Ask for all jobs that the room needs and that were not asked for yet; returns how many."""
    with database.reading() as connection:
        tables = _rules_in(connection, property_id)
    several = {question(kind, inputs).job_id: (kind, inputs) for kind, inputs in wanted(tables)}
    return sum(_ask(desk, job_id, *each) for job_id, each in several.items())


def _rules_in(connection: Connection, property_id: str) -> list[TableRules]:
    of_room = TABLES.c.property_id == property_id
    rows = connection.scalars(select(TABLES.c.snapshot).where(of_room).order_by(TABLES.c.table_id))
    return [TableSettings.from_json(json.loads(snapshot)["settings"]).rules for snapshot in rows]


def _ask(desk: JobDesk, job_id: str, kind: str, inputs: dict[str, Any]) -> bool:
    """Ask unless the job exists; one that failed or was cancelled is not asked for again automatically."""
    if desk.find(kind, inputs) is not None:
        return False
    try:
        desk.ask(kind, inputs, by=ASKER, command_id=f"theory {job_id}")
    except StorageError:
        raise
    except PitbossError as error:
        _LOG.warning("%s %s cannot be asked for: %s", kind, inputs, error)
        return False
    return True
