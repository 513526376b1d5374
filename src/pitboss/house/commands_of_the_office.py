"""Every command of the office, in one list. A module with handlers stands here, so that they are known."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.games.command import Command
from pitboss.house import (
    audit,
    cash_desk,
    clock_doubts,
    closing,
    conditions,
    disputes,
    held_meters,
    house_settings,
    incidents,
    progressives,
    proposals,
    readings,
    recounts,
    refused_acts,
)
from pitboss.house.errors import UnknownError
from pitboss.house.office import HANDLERS, Desk
from pitboss.house.people import enrollment, hiring, players, second_factor, sessions, staff
from pitboss.house.projector import verify_projections
from pitboss.house.proposals import ON_APPROVAL
from pitboss.house.tables import Table, proposing

MODULES: Final = (
    audit,
    cash_desk,
    clock_doubts,
    closing,
    conditions,
    disputes,
    enrollment,
    held_meters,
    hiring,
    house_settings,
    incidents,
    players,
    progressives,
    proposals,
    proposing,
    readings,
    recounts,
    refused_acts,
    second_factor,
    sessions,
    staff,
)
"""Where the handlers are."""

OFFICE_COMMANDS: Final[tuple[type[Command], ...]] = tuple(HANDLERS)
"""What the office can be asked for."""


verify_projections({*(kind.slug() for kind in (*OFFICE_COMMANDS, *Table.operations)), *ON_APPROVAL})


def handler_of(command: Command) -> Callable[[Any, Desk], None]:
    """What does a command of the office."""
    kind = type(command)
    if kind not in HANDLERS:
        raise UnknownError(f"{command.slug()} is not a command of the office")
    return HANDLERS[kind]
