"""Addresses the amounts in a paytable that a design may change, such as a pay or the seed; reads and replaces them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pitboss.errors import PitbossError
from pitboss.paytables import (
    MeterTerms,
    Pay,
    PayKind,
    Paytable,
    Row,
    WagerPaytable,
    parse_dollars,
    parse_percent,
    print_dollars,
    print_percent,
)


class DesignError(PitbossError):
    """A design cannot be read, or asks for something that no paytable can have.

    >>> issubclass(DesignError, PitbossError)
    True
    """


PAYS, ENVY, SEED, CONTRIBUTION = "pays", "envy", "seed", "contribution"
_MIN_RATE: Final = Fraction(1, 100_000)
"""A thousandth of a cent of a $1 wager, the unit of meters."""


@dataclass(frozen=True)
class Place:
    """The place of an amount in a paytable.

    >>> from pitboss.paytables import load_catalogue
    >>> place = Place.parse("wagers.pair-plus.pays.flush", load_catalogue()["TCP-01"])
    >>> place.part, place.row, str(place)
    ('pays', 'flush', 'wagers.pair-plus.pays.flush')
    """

    wager: str
    part: str
    row: str = ""

    @staticmethod
    def parse(text: str, paytable: Paytable) -> "Place":
        """Read a place; ``seed`` and ``contribution`` alone mean those of the progressive."""
        if text in (SEED, CONTRIBUTION):
            text = f"wagers.progressive.{text}"
        keys = text.split(".")
        if keys[0] == "wagers" and len(keys) == (3 if keys[-1] in (SEED, CONTRIBUTION) else 4):
            place = Place(*keys[1:])
            place.verify(paytable)
            return place
        raise DesignError(
            f"{text!r} is not a place in a paytable: write it like 'wagers.pair-plus.pays.flush', 'seed' or "
            "'contribution'"
        )

    def __str__(self) -> str:
        return ".".join(filter(None, ("wagers", self.wager, self.part, self.row)))

    def verify(self, paytable: Paytable) -> None:
        """Refuse a place that the paytable does not have."""
        paid = [part.wager.slug for part in paytable.wagers]
        if self.wager not in paid:
            raise DesignError(f"{self}: {paytable.designator} does not pay {self.wager!r}; it pays {', '.join(paid)}")
        wager = paytable[self.wager].wager
        parts = (PAYS, ENVY, SEED, CONTRIBUTION) if wager.is_progressive else (PAYS,)
        if self.part not in parts:
            raise DesignError(f"{self}: {wager.title} has {', '.join(parts)}, not {self.part!r}")
        if self.part in (PAYS, ENVY) and wager.hand(self.row) is None:
            rows = ", ".join(hand.slug for hand in wager.hands)
            raise DesignError(f"{self}: {self.row!r} is not a hand that {wager.title} pays; its rows are {rows}")

    def row_in(self, paytable: Paytable) -> Row | None:
        """The row of the place; None if the paytable does not have it."""
        return next((row for row in paytable[self.wager].rows if row.hand.slug == self.row), None)

    def text_in(self, paytable: Paytable) -> str | None:
        """The amount there, as a paytable file writes it; None if there is no such row."""
        amount = self.amount_in(paytable)
        return None if amount is None else self.print(amount, paytable)

    def amount_in(self, paytable: Paytable) -> Fraction | None:
        """The amount there: a ratio, a share, or dollars."""
        meter, row = paytable[self.wager].meter, self.row_in(paytable)
        if self.part == PAYS:
            return row.pay.amount if row is not None else None
        if self.part == ENVY:
            return Fraction(row.envy_cents, 100) if row is not None and row.envy_cents is not None else None
        assert meter is not None
        return Fraction(meter.seed_cents, 100) if self.part == SEED else meter.contribution

    # ---- amounts and texts

    def print(self, amount: Fraction, paytable: Paytable) -> str:
        """An amount as a paytable file writes it at this place."""
        if self.part == PAYS:
            row = self.row_in(paytable)
            kind = row.pay.kind if row is not None else self._usual_kind(paytable)
            if not amount:
                return "nothing" if kind is PayKind.FOR else "push"
            return str(Pay(PayKind.TO if kind is PayKind.PUSH else kind, amount))
        return print_percent(amount) if self.part == CONTRIBUTION else print_dollars(round(amount * 100))

    def _usual_kind(self, paytable: Paytable) -> PayKind:
        return PayKind.FOR if paytable[self.wager].wager.is_progressive else PayKind.TO

    def around(self, amount: Fraction, paytable: Paytable) -> tuple[Fraction | None, Fraction | None]:
        """The nearest payable amounts, at most and at least this one; None if there is none."""
        min_step = _MIN_RATE if self.part == CONTRIBUTION else Fraction(1)
        below, above = floor(amount / min_step) * min_step, ceil(amount / min_step) * min_step
        # A "for 1" pay of zero is not a pay; every other amount may be zero.
        is_for = self.part == PAYS and self._usual_kind(paytable) is PayKind.FOR
        lowest = min_step if is_for or self.part == CONTRIBUTION else Fraction(0)
        highest = 1 - min_step if self.part == CONTRIBUTION else None
        return (
            below if lowest <= below and (highest is None or below <= highest) else None,
            above if lowest <= above and (highest is None or above <= highest) else None,
        )

    # ---- changing it

    def put(self, paytable: Paytable, amount: Fraction) -> Paytable:
        """The paytable with this amount at the place."""
        if self.part == PAYS:
            row = self.row_in(paytable)
            kind = row.pay.kind if row is not None else self._usual_kind(paytable)
            return self.put_pay(paytable, Pay(PayKind.TO if kind is PayKind.PUSH else kind, amount))
        if self.part == ENVY:
            return self._with_row(paytable, lambda row: replace(row, envy_cents=round(amount * 100)))
        meter = paytable[self.wager].meter
        assert meter is not None
        cents = round(amount * 100) if self.part == SEED else meter.seed_cents
        terms = MeterTerms(cents, amount if self.part == CONTRIBUTION else meter.contribution)
        return _with_wager(paytable, replace(paytable[self.wager], meter=terms))

    def put_pay(self, paytable: Paytable, pay: Pay) -> Paytable:
        """The paytable with this pay in the row, which may be a new row."""
        wager = paytable[self.wager].wager
        allowed = (PayKind.FOR, PayKind.METER) if wager.is_progressive else (PayKind.TO, PayKind.PUSH)
        if pay.kind not in allowed:
            meant = "'for 1' or '% of meter'" if wager.is_progressive else "'to 1' or 'push'"
            raise DesignError(f"{self}: {wager.title} pays {meant}, not '{pay}'")
        return self._with_row(paytable, lambda row: replace(row, pay=pay), pay)

    def put_text(self, paytable: Paytable, text: object) -> Paytable:
        """The paytable with the text of a design at the place."""
        examples = {PAYS: "40 to 1", CONTRIBUTION: "21%"}
        if not isinstance(text, str):
            raise DesignError(f"{self} is {text!r}, and must be a text such as '{examples.get(self.part, '$5,000')}'")
        try:
            if self.part == PAYS:
                return self.put_pay(paytable, Pay.parse(text))
            amount = parse_percent(text) if self.part == CONTRIBUTION else Fraction(parse_dollars(text), 100)
        except ValueError as error:
            raise DesignError(f"{self}: {error}") from error
        if self.part == CONTRIBUTION and not 0 < amount < 1:
            raise DesignError(f"{self} is {text}, and must be more than 0% and less than 100%")
        if self.part == ENVY and self.row_in(paytable) is None:
            raise DesignError(f"{self}: the paytable has no such row to award envy")
        return self.put(paytable, amount)

    def _with_row(self, paytable: Paytable, change: Callable[[Row], Row], pay: Pay | None = None) -> Paytable:
        part = paytable[self.wager]
        rows = {row.hand.slug: change(row) if row.hand.slug == self.row else row for row in part.rows}
        hand = part.wager.hand(self.row)
        if self.row not in rows and pay is not None and hand is not None:
            rows[self.row] = Row(hand, pay)
        in_order = tuple(rows[hand.slug] for hand in part.wager.hands if hand.slug in rows)
        return _with_wager(paytable, replace(part, rows=in_order))


def _with_wager(paytable: Paytable, changed: WagerPaytable) -> Paytable:
    wagers = (changed if part.wager.slug == changed.wager.slug else part for part in paytable.wagers)
    return replace(paytable, wagers=tuple(wagers))
