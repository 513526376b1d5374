"""Every report by its name, over the days that somebody names or over the usual ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.house.checks import read_day
from pitboss.house.errors import UnknownError
from pitboss.house.property import Property
from pitboss.house.reports.deposits import deposit_report
from pitboss.house.reports.master import master_game_report
from pitboss.house.reports.meter_history import meter_history
from pitboss.house.reports.meter_sums import meter_ids
from pitboss.house.reports.reconciliation import reconciliation
from pitboss.house.reports.sheet import Report, Sheet
from pitboss.house.reports.theory import theory_report
from pitboss.house.reports.trial_balance import trial_balance

WEEK: Final = 7
QUARTER: Final = 13 * WEEK


@dataclass(frozen=True)
class Span:
    """The days of a report, as somebody named them.

    >>> from datetime import UTC
    >>> span = Span(Property("P1", "Lucky Ace"), datetime(2026, 11, 15, 20, tzinfo=UTC))
    >>> span.last, span.first(WEEK)
    ('2026-11-15', '2026-11-09')
    """

    house: Property
    now: datetime
    day: str | None = None
    """The only or the last gambling day; today where none is named."""
    since: str | None = None
    """The first gambling day."""

    @property
    def last(self) -> str:
        """The last day."""
        return gambling_day(self.house, self.day, self.now)

    def first(self, usual: int) -> str:
        """The first day; where none is named, so many days up to the last."""
        return gambling_day(self.house, self.since or days_before(self.last, usual - 1), self.now)


def gambling_day(house: Property, text: str | None, now: datetime) -> str:
    """A gambling day that was named; today's where none was.

    >>> gambling_day(Property("P1", "Lucky Ace"), "2026-11-15", datetime.max)
    '2026-11-15'
    """
    return read_day(text, "gambling day").isoformat() if text is not None else house.days.day_of(now).isoformat()


def days_before(day: str, number: int) -> str:
    """The day so many days before; the calendar's first where there is none.

    >>> days_before("2026-11-15", 6), days_before("0001-01-02", 6)
    ('2026-11-09', '0001-01-01')
    """
    try:
        return (date.fromisoformat(day) - timedelta(days=number)).isoformat()
    except OverflowError:
        return date.min.isoformat()


@dataclass(frozen=True)
class Together:
    """Several reports as one.

    >>> Together("Progressives", []).as_json()
    {'reports': []}
    """

    title: str
    reports: Sequence[Report]

    @property
    def alarms(self) -> Sequence[str]:
        """What any of them says."""
        return [alarm for report in self.reports for alarm in report.alarms]

    def sheets(self) -> Sequence[Sheet]:
        """The sheets of each, with its title before theirs."""
        return [
            replace(sheet, title=f"{report.title}: {sheet.title}")
            for report in self.reports
            for sheet in report.sheets()
        ]

    def as_json(self) -> dict[str, Any]:
        """All of them for machines."""
        return {"reports": [report.as_json() for report in self.reports]}


def make_report(connection: Connection, name: str, span: Span, meter_id: str | None = None) -> Report:
    """A report by its name; one of progressives about a single one, where it is named."""
    if name not in REPORTS:
        raise UnknownError(f"there is no report {name!r}; there are: {', '.join(REPORTS)}")
    return REPORTS[name](connection, span, meter_id)


def _meters(connection: Connection, span: Span, meter_id: str | None) -> Report:
    first, last = span.first(WEEK), span.last
    wanted = [meter_id] if meter_id else meter_ids(connection, span.house.property_id)
    return Together(
        f"Progressives, gambling days {first} to {last}",
        [meter_history(connection, span.house, each, first, last) for each in wanted],
    )


Making = Callable[[Connection, Span, str | None], Report]

REPORTS: Final[dict[str, Making]] = {
    "master-game": lambda connection, span, _: master_game_report(connection, span.house, span.last),
    "trial-balance": lambda connection, span, _: trial_balance(
        connection, span.house, span.last if span.day is not None else None
    ),
    "deposits": lambda connection, span, _: deposit_report(connection, span.house, span.last),
    "meters": _meters,
    "reconciliation": lambda connection, span, _: reconciliation(
        connection, span.house, span.first(QUARTER), span.last
    ),
    "theory": lambda connection, span, _: theory_report(connection, span.house, span.first(1), span.last),
}
"""How each is made: of a day (master-game, trial-balance, theory), a week (deposits, meters) or a quarter
(reconciliation)."""
