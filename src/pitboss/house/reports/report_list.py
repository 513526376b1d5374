"""Makes a report by its name."""

from typing import Final

from sqlalchemy import Connection

from pitboss.house.errors import UnknownError
from pitboss.house.reports import deposits, master, meter_history, reconciliation, theory, trial_balance
from pitboss.house.reports.registry import REPORTS
from pitboss.house.reports.sheet import Report
from pitboss.house.reports.span import Span

MODULES: Final = (master, trial_balance, deposits, meter_history, reconciliation, theory)
"""Where the reports are: importing a module registers its report."""


def make_report(connection: Connection, name: str, span: Span) -> Report:
    """A report by its name; one of progressives about a single one, where it is named."""
    if name not in REPORTS:
        raise UnknownError(f"there is no report {name!r}; there are: {', '.join(REPORTS)}")
    return REPORTS[name].make(connection, span)
