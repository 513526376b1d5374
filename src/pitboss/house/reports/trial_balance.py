"""The trial balance: the balance of every account, and a check that all of them together are zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from pitboss.dates import written_day
from pitboss.house.cage.ledger import KINDS, kind_of
from pitboss.house.property import Property
from pitboss.house.reports.registry import ReportDays, report
from pitboss.house.reports.sheet import Money, ReportTable, ReportView
from pitboss.house.reports.span import Span
from pitboss.house.reports.sums import balances
from pitboss.progressive import print_millicents


class TrialBalanceView(ReportView, frozen=True, kw_only=True, tag_field="report", tag="trial-balance"):
    """The trial balance for machines."""

    house: str
    day: str | None
    accounts_millicents: dict[str, int]
    total_millicents: int


@dataclass(frozen=True)
class TrialBalance:
    """The balance of every account.

    >>> TrialBalance("Lucky Ace", None, {"desk": -500, "tray:T1": 500}).total_millicents
    0
    """

    house: str
    day: str | None
    """The gaming day at whose end; None means now."""
    accounts: dict[str, int]

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Trial balance, {'now' if self.day is None else f'at the end of gaming day {written_day(self.day)}'}"

    @property
    def total_millicents(self) -> int:
        """All accounts together; anything but zero means that money appeared or vanished."""
        return sum(self.accounts.values())

    @property
    def alarms(self) -> tuple[str, ...]:
        """A total that is not zero."""
        off = self.total_millicents
        return (f"all accounts together are {print_millicents(off)}, and must be zero",) if off else ()

    def sheets(self) -> Sequence[ReportTable]:
        """By kind of account, and every account."""
        by_kind = {kind: 0 for kind in KINDS if any(kind_of(name) == kind for name in self.accounts)}
        for name, millicents in self.accounts.items():
            by_kind[kind_of(name)] = by_kind.get(kind_of(name), 0) + millicents
        kinds = tuple((kind, KINDS.get(kind, "unknown"), Money(held)) for kind, held in by_kind.items())
        total = Money(self.total_millicents)
        each = tuple((name, Money(held)) for name, held in sorted(self.accounts.items()))
        return (
            ReportTable("Kinds of accounts", ("Kind", "What lies there", "Balance"), kinds, ("All", "", total)),
            ReportTable("Accounts", ("Account", "Balance"), each, ("All", total)),
        )

    def view(self) -> TrialBalanceView:
        """The report for machines."""
        return TrialBalanceView(
            house=self.house,
            day=self.day,
            accounts_millicents=self.accounts,
            total_millicents=self.total_millicents,
        )


def trial_balance(connection: Connection, house: Property, day: str | None = None) -> TrialBalance:
    """The trial balance at the end of a gaming day, or now."""
    held = balances(connection, house.property_id, day)
    return TrialBalance(house.name, day, {name: amount for name, amount in sorted(held.items()) if amount})


@report("trial-balance", "Trial balance", days=ReportDays.NOW)
def _report(connection: Connection, span: Span) -> TrialBalance:
    """Every account, and that all of them together are nothing: now, or at the end of a gaming day."""
    return trial_balance(connection, span.house, span.last if span.day is not None else None)
