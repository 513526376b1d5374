"""Splits the difference between a count and the books into table result and over or short, and posts it."""

from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.cage.ledger import account
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import print_dollars


class Difference(NamedTuple):
    """The difference between a count and the books, in cents; negative if less was counted.

    >>> Difference(result_cents=-45_600).words, Difference(over_cents=-200).words, Difference().words
    ('table result -$456', 'short $2', '')
    """

    result_cents: int = 0
    """What the house won with the ordinary wagers of a live-card table, known only from the count."""
    over_cents: int = 0
    """Over, or short if negative: a mistake, because the books had every chip."""

    @property
    def words(self) -> str:
        """The difference in words; empty if there is none."""
        result = f"table result {print_dollars(self.result_cents)}" if self.result_cents else ""
        name = "over" if self.over_cents > 0 else "short"
        over = f"{name} {print_dollars(abs(self.over_cents))}" if self.over_cents else ""
        return ", ".join(filter(None, (result, over)))

    def less(self, other: "Difference") -> "Difference":
        """This difference minus another one: the correction between two counts.

        >>> Difference(1_000, 0).less(Difference(0, -500))
        Difference(result_cents=1000, over_cents=500)
        """
        return Difference(self.result_cents - other.result_cents, self.over_cents - other.over_cents)

    def post(self, move: Callable[[str, str, int], None], counted_in: str, table_id: str, *of: str) -> None:
        """Post the difference from the result and variance accounts of a table to the account that was counted.

        >>> from pitboss.house.cage.ledger import Entry
        >>> entry = Entry()
        >>> Difference(result_cents=-500).post(entry.move_cents, "tray:T1", "T1")
        >>> entry.postings()
        (Posting(account='house:table-result:T1', millicents=500000), Posting(account='tray:T1', millicents=-500000))
        """
        move(result_account(table_id, *of), counted_in, self.result_cents)
        move(variance_account(table_id, *of), counted_in, self.over_cents)


def result_account(table_id: str, *of: str) -> str:
    """The account for the result of a live-card table; its balance is negative when the table has won.

    >>> result_account("T1")
    'house:table-result:T1'
    """
    return account("house", "table-result", table_id, *of)


def variance_account(table_id: str, *of: str) -> str:
    """The account for what is over or short at a table.

    >>> variance_account("T1")
    'house:variance:T1'
    """
    return account("house", "variance", table_id, *of)


def difference_of(what: str, cards: CardKind, *, expected_cents: int, counted_cents: int) -> Difference:
    """The difference that the count of a ``tray`` or a ``drop`` box found, as result or as over and short.

    With live cards Pitboss does not see ordinary wagers, so a difference in the tray is what they won or lost. The drop
    box must hold at least the recorded buy-ins, so less is short. More comes from buy-ins that nobody keyed in: their
    chips left the tray unseen, so it counts as table result. With electronic cards every difference is a mistake.

    >>> difference_of("tray", CardKind.LIVE, expected_cents=500_000, counted_cents=454_400)
    Difference(result_cents=-45600, over_cents=0)
    >>> difference_of("drop", CardKind.LIVE, expected_cents=30_000, counted_cents=29_000)
    Difference(result_cents=0, over_cents=-1000)
    >>> difference_of("tray", CardKind.ELECTRONIC, expected_cents=500_000, counted_cents=499_800)
    Difference(result_cents=0, over_cents=-200)
    """
    cents = counted_cents - expected_cents
    is_result = cards is CardKind.LIVE and (what == "tray" or cents > 0)
    return Difference(result_cents=cents) if is_result else Difference(over_cents=cents)
