"""Every report by its name, over the days that somebody names or over the usual ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.dates import written_day, written_days
from pitboss.house.checks import read_day
from pitboss.house.errors import RefusedError, UnknownError
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
EARLIEST: Final = date(1970, 1, 1)
"""No clock of a computer tells an earlier day."""


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
        if self.since is None:
            return days_before(self.last, usual - 1)
        first = gambling_day(self.house, self.since, self.now)
        verify_order(first, self.last)
        return first


def gambling_day(house: Property, text: str | None, now: datetime) -> str:
    """A gambling day that was named, no later than today's; today's where none was.

    >>> from datetime import UTC
    >>> gambling_day(Property("P1", "Lucky Ace"), "2026-11-16", datetime(2026, 11, 15, 20, tzinfo=UTC))
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: there is nothing to tell of gaming day Nov 16, 2026: name one from \
Jan 1, 1970 to today's, Nov 15, 2026
    """
    today = house.days.day_of(now)
    day = today if text is None else read_day(text, "gaming day")
    if not EARLIEST <= day <= today:
        allowed = f"name one from {written_day(EARLIEST)} to today's, {written_day(today)}"
        raise RefusedError(f"there is nothing to tell of gaming day {written_day(day)}: {allowed}")
    return day.isoformat()


def named_days(house: Property, days: tuple[str | None, str | None], now: datetime) -> tuple[str | None, str | None]:
    """The first and the last gambling day as they were named; what was not named stays open.

    >>> from datetime import UTC
    >>> named_days(Property("P1", "Lucky Ace"), ("2026-11-09", None), datetime(2026, 11, 15, 20, tzinfo=UTC))
    ('2026-11-09', None)
    """
    first, last = (None if text is None else gambling_day(house, text, now) for text in days)
    if first is not None and last is not None:
        verify_order(first, last)
    return first, last


def verify_order(first: str, last: str) -> None:
    """Refuse days from a later to an earlier one: nothing lies between them, and that looks like a clean report.

    >>> verify_order("2026-11-16", "2026-11-10")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the first gaming day, Nov 16, 2026, is after the last, Nov 10, 2026
    """
    if first > last:
        words = f"the first gaming day, {written_day(first)}, is after the last, {written_day(last)}"
        raise RefusedError(words)


def days_before(day: str, number: int) -> str:
    """The day so many days before.

    >>> days_before("2026-11-15", 6)
    '2026-11-09'
    """
    return (date.fromisoformat(day) - timedelta(days=number)).isoformat()


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
    wanted = [meter_id] if meter_id else meter_ids(connection, span.house.property_id, last)
    return Together(
        f"Progressives, gaming days {written_days(first, last)}",
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
