"""The example of the recipe for a report: what players have at the cage."""

from dataclasses import dataclass

from pitboss.dates import written_day
from pitboss.house.cage.ledger import kind_of
from pitboss.house.reports.registry import report
from pitboss.house.reports.sheet import Money, ReportTable, ReportView
from pitboss.house.reports.sums import balances

NAME = "wallets"


class WalletsView(ReportView, frozen=True, kw_only=True, tag_field="report", tag=NAME):
    """What every player has at the cage, for machines."""

    day: str
    wallets_millicents: dict[str, int]


@dataclass(frozen=True)
class Wallets:
    """What every player has at the cage at the end of a gaming day."""

    day: str
    wallets: dict[str, int]

    @property
    def title(self):
        return f"Wallets, gaming day {written_day(self.day)}"

    @property
    def alarms(self):
        return ()

    def sheets(self):
        rows = tuple((name, Money(held)) for name, held in sorted(self.wallets.items()))
        return (ReportTable("Players", ("Player", "Balance"), rows, ("All", Money(sum(self.wallets.values())))),)

    def view(self):
        return WalletsView(day=self.day, wallets_millicents=self.wallets)


@report(NAME, "Player wallets")
def wallets(connection, span):
    """What every player has at the cage at the end of a gaming day."""
    held = balances(connection, span.house.property_id, span.last)
    named = {name.partition(":")[2]: amount for name, amount in held.items() if kind_of(name) == "wallet"}
    return Wallets(span.last, named)
