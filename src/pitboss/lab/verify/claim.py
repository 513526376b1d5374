"""Lists the printed figures of paytables as claims, with the precision of their print, and explains differences."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.data_file import read_toml
from pitboss.errors import PitbossError
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


class ExplanationError(PitbossError):
    """The file of explanations cannot be read.

    >>> issubclass(ExplanationError, PitbossError)
    True
    """


@dataclass(frozen=True)
class Explanation:
    """The reason for one figure, or for the same figure of several paytables.

    >>> shipped_explanations()[("TCP-6B1", "house-advantage", "10.23%")].verdict
    'rounding slip'
    """

    verdict: str
    """``rounding slip``, ``differs`` or ``cannot be derived``."""
    why: str


Explanations = Mapping[tuple[str, str, str], Explanation]
"""The explanations by designator, figure and printed text."""

VERDICTS = ("rounding slip", "differs", "cannot be derived")


@cache
def shipped_explanations() -> Explanations:
    """The shipped explanations.

    >>> shipped_explanations()["TCPP-1", "hit-frequency", "3.72%"].verdict
    'rounding slip'
    """
    file = files("pitboss.lab.verify") / "data" / "explanations.toml"
    _, data = read_toml(file, "explanations.toml", ExplanationError)
    return read_explanations(data)


def read_explanations(data: Mapping[str, Any]) -> Explanations:
    """Explanations from their file.

    >>> entry = {"designators": ["X-1"], "figure": "hold", "printed": ["20%"], "verdict": "guess", "why": "none"}
    >>> read_explanations({"explained": [entry]})
    Traceback (most recent call last):
    pitboss.lab.verify.claim.ExplanationError: the verdict 'guess' on hold of X-1 is not one of \
rounding slip, differs, cannot be derived
    """
    found = {}
    for entry in data["explained"]:
        if entry["verdict"] not in VERDICTS:
            where = f"{entry['figure']} of {entry['designators'][0]}"
            raise ExplanationError(f"the verdict {entry['verdict']!r} on {where} is not one of {', '.join(VERDICTS)}")
        for designator in entry["designators"]:
            for text in entry["printed"]:
                found[designator, entry["figure"], text] = Explanation(entry["verdict"], entry["why"])
    return found
