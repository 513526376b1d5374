"""Lists the printed figures of paytables as claims, each with the precision of its print."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.paytables import Paytable


@dataclass(frozen=True)
class Claim:
    """One printed figure.

    >>> claim = Claim("TCP-6B1", "six-card-bonus", "hit-frequency", "7.2798%")
    >>> claim.value, claim.step
    (Fraction(36399, 500000), Fraction(1, 1000000))
    """

    designator: str
    wager: str
    figure: str
    text: str

    @property
    def value(self) -> Fraction:
        """The value of the text: a share, an amount of dollars, or a number to one."""
        number = Fraction(re.sub(r"[$,%]| to 1", "", self.text))
        return number / 100 if self.text.endswith("%") else number

    @property
    def step(self) -> Fraction:
        """The value of one in the last printed place."""
        digits = re.sub(r"[^0-9.]", "", self.text.removesuffix(" to 1"))
        places = len(digits.partition(".")[2])
        return Fraction(1, 10**places) / (100 if self.text.endswith("%") else 1)

    def rounded(self, exact: Fraction) -> Fraction:
        """Round a figure to the places of this one, halves away from zero.

        >>> Claim("DDP-1", "bonus", "house-edge", "3.37%").rounded(Fraction(3365, 100_000))
        Fraction(337, 10000)
        """
        steps, half = divmod(abs(exact), self.step)
        return (steps + (2 * half >= self.step)) * self.step * (-1 if exact < 0 else 1)

    def as_printed(self, exact: Fraction) -> str:
        """Print a figure in the form of this one, with a few more places."""
        if self.text.endswith("%"):
            return f"{float(exact * 100):.6f}%"
        return f"${float(exact):,.2f}" if self.text.startswith("$") else f"{float(exact):,.3f} to 1"


def claims_of(paytables: Iterable[Paytable]) -> Iterator[Claim]:
    """Every printed figure of some paytables; a figure printed in two ways is two claims.

    >>> from pitboss.paytables import load_catalogue
    >>> [claim.text for claim in claims_of([load_catalogue()["TCPP-1"]]) if claim.figure == "hit-frequency"]
    ['3.72%', '3.71%']
    """
    for paytable in paytables:
        for wager in paytable.wagers:
            for figure in wager.printed:
                for text in figure.texts:
                    yield Claim(paytable.designator, wager.wager.slug, figure.name, text)
