"""Paytables: what each hand of a wager pays, with where it comes from and what was printed about it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import UnknownNameError
from pitboss.paytables.pay import Pay, PayKind
from pitboss.paytables.wagers import Game, PaidHand, Wager, Worth


@dataclass(frozen=True)
class Row:
    """What one hand pays.

    >>> from pitboss.paytables import load_catalogue
    >>> row = load_catalogue()["TCPP-1"].wagers[0].rows[0]
    >>> row.hand.label, str(row.pay), row.envy_cents
    ('A-K-Q of spades', '100% of meter', 10000)
    """

    hand: PaidHand
    pay: Pay
    envy_cents: int | None = None
    """What every other progressive wager at the table receives, at a $1 wager."""


@dataclass(frozen=True)
class MeterTerms:
    """What feeds the meter of a progressive, at a $1 wager.

    >>> from pitboss.paytables import load_catalogue
    >>> load_catalogue()["FSLPP-01"].wagers[0].meter
    MeterTerms(seed_cents=500000, contribution=Fraction(21, 100))
    """

    seed_cents: int
    contribution: Fraction
    """The share of each wager that is added to the meter."""


@dataclass(frozen=True)
class PrintedFigure:
    """A figure as the approval prints it, once or, where it disagrees with itself, several times.

    >>> from pitboss.paytables import load_catalogue
    >>> load_catalogue()["TCPP-1"].wagers[0].printed[2].texts
    ('3.72%', '3.71%')
    """

    name: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class WagerPaytable:
    """The paytable of one wager.

    >>> from pitboss.cards import THREE_CARD_POKER, parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> pair_plus = load_catalogue()["TCP-01"]["pair-plus"]
    >>> str(pair_plus.row_for(THREE_CARD_POKER.value(parse_cards("9s 8s 7s"))).pay)
    '40 to 1'
    """

    wager: Wager
    name: str
    rows: tuple[Row, ...]
    """Best first."""
    meter: MeterTerms | None = None
    printed: tuple[PrintedFigure, ...] = ()

    def row_for(self, worth: Worth) -> Row | None:
        """The row that pays this hand: the first that it matches; nothing where the wager loses."""
        return next((row for row in self.rows if row.hand.matches(worth)), None)

    def as_json(self) -> dict[str, Any]:
        """The wager for machines; amounts in cents, ratios as text."""
        answer: dict[str, Any] = {
            "wager": self.wager.slug,
            "name": self.name,
            "pays": [_row_as_json(row) for row in self.rows],
        }
        if self.meter is not None:
            answer["seed_cents"] = self.meter.seed_cents
            answer["contribution"] = str(self.meter.contribution)
        answer["printed"] = {figure.name: list(figure.texts) for figure in self.printed}
        return answer


def _row_as_json(row: Row) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "hand": row.hand.slug,
        "label": row.hand.label,
        "pay": str(row.pay),
        "kind": row.pay.kind.value,
    }
    if row.pay.kind is not PayKind.PUSH:
        answer["amount"] = str(row.pay.amount)
    if row.envy_cents is not None:
        answer["envy_cents"] = row.envy_cents
    return answer


@dataclass(frozen=True)
class Paytable:
    """A paytable with a designator: one wager or, in Three Card Poker, two.

    >>> from pitboss.paytables import load_catalogue
    >>> [wager.name for wager in load_catalogue()["TCP-07"].wagers]
    ['Ante Bonus A', 'Pair Plus C']
    """

    designator: str
    game: Game
    title: str
    source: str
    wagers: tuple[WagerPaytable, ...]
    operator_supplied: tuple[str, ...] = ()
    """What the approval does not print and the house must supply; ours is a ruling."""
    notes: tuple[str, ...] = ()
    place: str = ""
    """The file and the line where the designator stands, for error messages."""

    def __getitem__(self, wager: str) -> WagerPaytable:
        for paytable in self.wagers:
            if paytable.wager.slug == wager:
                return paytable
        paid = ", ".join(paytable.wager.slug for paytable in self.wagers)
        raise UnknownNameError(f"{self.designator} does not pay {wager!r}; it pays {paid}")

    def as_json(self) -> dict[str, Any]:
        """The paytable for machines."""
        return {
            "format": 1,
            "designator": self.designator,
            "game": self.game.value,
            "title": self.title,
            "source": self.source,
            "operator_supplied": list(self.operator_supplied),
            "notes": list(self.notes),
            "wagers": [wager.as_json() for wager in self.wagers],
        }
