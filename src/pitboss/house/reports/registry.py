"""The registry of reports: its address, its terminal command and its place on the page follow from the registration."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from inspect import cleandoc
from typing import Final

from sqlalchemy import Connection

from pitboss.house.reports.sheet import Report
from pitboss.house.reports.span import Span
from pitboss.registry import Registry

Making = Callable[[Connection, Span], Report]


class ReportDays(StrEnum):
    """The days that a report is about.

    >>> ReportDays.WEEK.value
    'week'
    """

    NOW = "now"
    """Now, or the end of a gaming day."""
    DAY = "day"
    """One gaming day."""
    WEEK = "week"
    """The week of a gaming day, Monday to Sunday."""
    SPAN = "span"
    """From one gaming day to another."""


@dataclass(frozen=True)
class ReportKind:
    """A report as it was registered."""

    label: str
    """What the page and the terminal call it."""
    make: Making
    days: ReportDays
    is_by_meter: bool
    """Whether it can be about a single progressive."""

    @property
    def words(self) -> str:
        """What it says, for the help of the terminal."""
        return cleandoc(self.make.__doc__ or "")


REPORTS: Final = Registry[ReportKind]("report")
"""Every report by its name. ``report_list`` imports the modules that register them."""


def report(
    name: str, label: str, *, days: ReportDays = ReportDays.DAY, is_by_meter: bool = False
) -> Callable[[Making], Making]:
    """Register the function that makes a report. Its docstring is the help of its terminal command."""

    def register(make: Making) -> Making:
        REPORTS.add(name, ReportKind(label, make, days, is_by_meter))
        return make

    return register
