"""The finding of one test: its statistic, its p-value, and how both are computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.lab.randomness.law import Tails, chi_square_tails, normal_tails, poisson_upper, worst_of
from pitboss.lab.randomness.words import REPEATS, TESTS, Words


@dataclass(frozen=True)
class Finding:
    """One test of one subject.

    >>> found = chi_square("byte-values", "bytes", 20_000, 261.4, 255)
    >>> found.words.title, round(found.p, 2), found.is_too_good
    ('Byte values', 0.76, False)
    """

    test: str
    subject: str
    seen: int
    """The number of observations."""
    statistic: float
    tails: Tails
    degrees: int | None = None
    """Degrees of freedom, if the distribution has them."""
    both: bool = True
    """Whether a statistic that is too small counts against the generator as well as one that is too large."""
    detail: str = ""
    """The place of the largest deviation, in words."""

    @property
    def words(self) -> Words:
        """The fault that the test looks for, and the distribution of its statistic."""
        return TESTS[self.test]

    @property
    def p(self) -> float:
        """The p-value: two-sided if both tails count."""
        return self.tails.two_sided if self.both else self.tails.upper

    @property
    def counts_repeats(self) -> bool:
        """Whether it only counts what came twice, of which there is mostly none."""
        return self.words.law == REPEATS

    @property
    def is_too_good(self) -> bool:
        """Whether it is closer to the expected value than chance allows: 1 in 40 of sound generators are."""
        return self.both and self.degrees is not None and self.tails.lower < 0.025

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "test": self.test,
            "subject": self.subject,
            "observations": self.seen,
            "statistic": self.statistic,
            "degrees_of_freedom": self.degrees,
            "law": self.words.law,
            "two_sided": self.both,
            "p_value": self.p,
            "as_low": self.tails.lower,
            "as_high": self.tails.upper,
            "detail": self.detail,
        }


def chi_square(  # noqa: PLR0913
    test: str, subject: str, seen: int, statistic: float, degrees: int, *, detail: str = ""
) -> Finding:
    """A sum of squares, which may be too large and too small."""
    # Otherwise NumPy's numbers would spread into everything computed from them.
    statistic = float(statistic)
    return Finding(test, subject, seen, statistic, chi_square_tails(statistic, degrees), degrees, detail=detail)


def normal(test: str, subject: str, seen: int, strays: float, *, detail: str = "") -> Finding:
    """A mean, in standard errors from where it should be."""
    return Finding(test, subject, seen, strays, normal_tails(strays), detail=detail)


def worst(test: str, subject: str, seen: int, uppers: Sequence[float], names: Sequence[str]) -> Finding:
    """The worst of several p-values, corrected for being the worst; the finding shows only its name."""
    place = min(range(len(uppers)), key=uppers.__getitem__)
    least = float(uppers[place])
    upper = worst_of(least, len(uppers))
    tails = Tails(1 - upper, upper)
    return Finding(test, subject, seen, least, tails, both=False, detail=names[place])


def repeats(  # noqa: PLR0913
    test: str, subject: str, seen: int, count: int, mean: float, *, detail: str = ""
) -> Finding:
    """Things that came twice, where ``mean`` are expected. Few are no fault."""
    upper = poisson_upper(count, mean)
    return Finding(test, subject, seen, float(count), Tails(1 - upper, upper), both=False, detail=detail)
