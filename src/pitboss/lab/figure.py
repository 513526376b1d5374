"""A figure of a par sheet and its accuracy: an exact fraction, or a float with an error bound."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A figure of a par sheet.

    >>> Figure.of(Fraction(1, 8)).percent, str(Figure.of(Fraction(1, 8)))
    (12.5, '12.5000%')
    >>> str(Figure(0.0275, error=0.0004))
    '2.7500% ± 0.0400%'
    """

    value: float
    exact: Fraction | None = None
    """The exact value, if it can be counted."""
    error: float = 0.0
    """The error bound of a value that is not exact. The outcome table says what kind of bound it is."""

    @staticmethod
    def of(exact: Fraction) -> "Figure":
        """An exact figure."""
        return Figure(float(exact), exact)

    @property
    def percent(self) -> float:
        """The value in percent."""
        return float(self.exact * 100) if self.exact is not None else self.value * 100

    def __str__(self) -> str:
        text = f"{self.percent:.4f}%"
        return f"{text} ± {self.error * 100:.4f}%" if self.error else text

    def as_json(self) -> dict[str, Any]:
        """The figure as JSON; the fraction is null if the value is not exact.

        >>> Figure.of(Fraction(1, 8)).as_json()
        {'fraction': '1/8', 'percent': 12.5}
        """
        if self.exact is not None:
            return {"fraction": f"{self.exact.numerator}/{self.exact.denominator}", "percent": self.percent}
        return {"fraction": None, "percent": round(self.percent, 10)} | (
            {"error_percent": self.error * 100} if self.error else {}
        )
