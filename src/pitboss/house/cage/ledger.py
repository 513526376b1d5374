"""The double-entry ledger: every amount moves from one account to another, so all accounts add up to zero.

The name of an account says whose money it holds: ``wallet:ann``, ``chips:T1:3`` (in front of seat 3), ``felt:T1``
(wagers in action), ``tray:T1``, ``drop:T1``, ``custody:M1``, and ``desk`` for the cage. The cage issues all value, so
its balance is minus the sum of all others. Amounts are thousandths of a cent; only progressives have parts of a cent.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.house.errors import MoneyError
from pitboss.progressive import MILLICENTS, print_millicents

KINDS: Final = {
    "desk": "the cage, which issues all value",
    "wallet": "what a player has at the cage",
    "chips": "chips in front of a seat",
    "felt": "wagers in action at a table",
    "tray": "a table's chips",
    "drop": "a table's drop box",
    "custody": "a progressive's money: the amount shown, and amounts frozen for winners",
    "reserve": "a progressive's hidden reserve",
    "overflow": "what a progressive took beyond its posted maximum",
    "contribution": "what a table's progressive wagers have fed to meters",
    "seed": "what the house has put into a progressive",
    "house": "what the house has won, given and written off",
}
"""The kinds of accounts, and what each holds."""

MAY_OWE: Final = frozenset({"desk", "contribution", "seed", "house"})
"""Kinds whose balance may be negative: what the house itself owes or has spent."""


# Called with every wager, always for the same few accounts.
@lru_cache(maxsize=4096)
def account(kind: str, *of: str | int) -> str:
    """The name of an account.

    >>> account("chips", "T1", 3), account("desk")
    ('chips:T1:3', 'desk')
    """
    assert kind in KINDS, kind
    return ":".join((kind, *map(str, of)))


def kind_of(name: str) -> str:
    """The kind of an account.

    >>> kind_of("chips:T1:3")
    'chips'
    """
    return name.partition(":")[0]


@lru_cache(maxsize=4096)
def may_owe(name: str) -> int:
    """1 for an account whose balance may be negative, 0 for all others.

    >>> may_owe("desk"), may_owe("wallet:ann")
    (1, 0)
    """
    return int(kind_of(name) in MAY_OWE)


class Posting(NamedTuple):
    """The change of one account by one entry.

    >>> Posting("tray:T1", 500_000).millicents
    500000
    """

    account: str
    millicents: int


class Entry:
    """Collects the postings of one command. It always balances, because every move has two sides.

    >>> entry = Entry()
    >>> entry.move("desk", "tray:T1", 500_000), entry.move("tray:T1", "chips:T1:2", 100_000)
    (None, None)
    >>> entry.postings()
    (Posting(account='chips:T1:2', millicents=100000), Posting(account='desk', millicents=-500000), \
Posting(account='tray:T1', millicents=400000))
    """

    def __init__(self) -> None:
        self._moved: dict[str, int] = {}

    def move(self, source: str, target: str, millicents: int) -> None:
        """Move an amount; a negative one moves back."""
        self._moved[source] = self._moved.get(source, 0) - millicents
        self._moved[target] = self._moved.get(target, 0) + millicents

    def move_cents(self, source: str, target: str, cents: int) -> None:
        """Move whole cents."""
        self.move(source, target, cents * MILLICENTS)

    def postings(self) -> tuple[Posting, ...]:
        """One posting for each account, sorted by name so that two writers cannot deadlock."""
        moved = tuple([Posting(*one) for one in sorted(self._moved.items()) if one[1]])
        verify_balanced(moved)
        return moved


def verify_balanced(postings: Iterable[Posting]) -> None:
    """Refuse postings that do not add up to zero.

    >>> verify_balanced([Posting("desk", -500), Posting("tray:T1", 400)])
    Traceback (most recent call last):
    pitboss.house.errors.MoneyError: an entry must balance, and this one is off by -$0.001: desk -$0.005, \
tray:T1 $0.004
    """
    listed = tuple(postings)
    off = sum([posting.millicents for posting in listed])
    if off:
        named = ", ".join(f"{posting.account} {print_millicents(posting.millicents)}" for posting in listed)
        raise MoneyError(f"an entry must balance, and this one is off by {print_millicents(off)}: {named}")
