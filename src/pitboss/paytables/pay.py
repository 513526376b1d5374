"""What a winning hand is paid: a ratio, a share of a meter, or a push."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

# At most twelve digits, with all of their commas or none.
_WHOLE = r"(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})"
_DECIMAL = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"
_RATIO = re.compile(rf"({_WHOLE}) (to|for) ({_WHOLE})")
_SHARE = re.compile(rf"({_DECIMAL})% of meter")
_PERCENT = re.compile(rf"{_DECIMAL}%")
_DOLLARS = re.compile(rf"\$({_WHOLE})(?:\.([0-9]{{2}}))?")
_CHANCE = re.compile(rf"{_WHOLE} to 1")


class PayKind(StrEnum):
    """How a pay is meant.

    >>> PayKind.TO.value
    'to'
    """

    TO = "to"
    """The wager comes back and the ratio is paid on top."""
    FOR = "for"
    """The ratio is paid; the wager is already gone."""
    METER = "meter"
    """A share of the progressive meter is paid; the wager is already gone."""
    PUSH = "push"
    """The wager comes back, nothing is paid."""


@dataclass(frozen=True)
class Pay:
    """One pay, exact.

    >>> Pay.parse("3 to 2").amount, Pay.parse("100% of meter").kind.value, str(Pay.parse("1,000 to 1"))
    (Fraction(3, 2), 'meter', '1,000 to 1')
    """

    kind: PayKind
    amount: Fraction
    """The ratio to one, the share of the meter, or nothing for a push."""

    @staticmethod
    def parse(text: str) -> "Pay":
        """The pay that a text names; ``ValueError`` says what is allowed."""
        if text == "push":
            return Pay(PayKind.PUSH, Fraction(0))
        if match := _RATIO.fullmatch(text):
            pays, kind, wagers = int(match[1].replace(",", "")), match[2], int(match[3].replace(",", ""))
            if pays and wagers:
                return Pay(PayKind(kind), Fraction(pays, wagers))
        if (match := _SHARE.fullmatch(text)) and 0 < Fraction(match[1]) <= 100:
            return Pay(PayKind.METER, Fraction(match[1]) / 100)
        raise ValueError(f"{text!r} is not a pay: write '40 to 1', '500 for 1', '10% of meter' or 'push'")

    def __str__(self) -> str:
        if self.kind is PayKind.PUSH:
            return "push"
        if self.kind is PayKind.METER:
            return f"{print_percent(self.amount)} of meter"
        return f"{self.amount.numerator:,} {self.kind} {self.amount.denominator:,}"


def parse_percent(text: str) -> Fraction:
    """A percentage as an exact fraction.

    >>> parse_percent("30.331%")
    Fraction(30331, 100000)
    """
    if not _PERCENT.fullmatch(text):
        raise ValueError(f"{text!r} is not a percentage: write it like '21%' or '30.331%'")
    return Fraction(text[:-1]) / 100


def print_percent(share: Fraction) -> str:
    """An exact fraction as a percentage, without needless zeros.

    >>> print_percent(Fraction(30331, 100000)), print_percent(Fraction(1))
    ('30.331%', '100%')
    """
    percent = share * 100
    whole, rest = divmod(percent, 1)
    digits = ""
    while rest and len(digits) < 12:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return f"{whole}.{digits}%" if digits else f"{whole}%"


def parse_dollars(text: str) -> int:
    """An amount of dollars as cents.

    >>> parse_dollars("$5,000"), parse_dollars("$2.50")
    (500000, 250)
    """
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount: write it like '$5,000' or '$2.50'")
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def check_chance(text: str) -> str:
    """A chance as it is printed.

    >>> check_chance("22,100 to 1")
    '22,100 to 1'
    """
    if not _CHANCE.fullmatch(text):
        raise ValueError(f"{text!r} is not a chance: write it like '22,100 to 1'")
    return text


def print_dollars(cents: int) -> str:
    """Cents as dollars.

    >>> print_dollars(500000), print_dollars(250), print_dollars(-5)
    ('$5,000', '$2.50', '-$0.05')
    """
    dollars, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}${dollars:,}.{rest:02}" if rest else f"{sign}${dollars:,}"
