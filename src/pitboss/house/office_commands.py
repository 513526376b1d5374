"""Lists every command of the office. A module with handlers must be named here, so that it is imported."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.games.command import Command
from pitboss.house import house_settings
from pitboss.house.cage import drop_boxes, wallets
from pitboss.house.errors import UnknownError
from pitboss.house.jackpots import display_readings, meter_suspension, progressives
from pitboss.house.office import HANDLERS, OfficeContext
from pitboss.house.people import disputes, enrollment, incidents, players, proposals, second_factor, sessions, staff
from pitboss.house.people.proposals import ON_APPROVAL
from pitboss.house.records import audit, clock_doubts, refused_acts
from pitboss.house.records.projector import verify_projections
from pitboss.house.reports import day_close
from pitboss.house.tables import conditions, table_proposals
from pitboss.house.tables.table import Table

MODULES: Final = (
    audit,
    wallets,
    clock_doubts,
    day_close,
    conditions,
    disputes,
    enrollment,
    meter_suspension,
    enrollment,
    house_settings,
    incidents,
    players,
    progressives,
    proposals,
    table_proposals,
    display_readings,
    drop_boxes,
    refused_acts,
    second_factor,
    sessions,
    staff,
)
"""The modules with handlers."""

OFFICE_COMMANDS: Final[tuple[type[Command], ...]] = tuple(HANDLERS)
"""Every command of the office."""


verify_projections({*(kind.slug() for kind in (*OFFICE_COMMANDS, *Table.operations)), *ON_APPROVAL})


def handler_of(command: Command) -> Callable[[Any, OfficeContext], None]:
    """The handler of a command of the office."""
    kind = type(command)
    if kind not in HANDLERS:
        raise UnknownError(f"{command.slug()} is not a command of the office")
    return HANDLERS[kind]
