"""Reads the explanations of printed figures that differ from exact counting."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.data_file import read_toml
from pitboss.errors import PitbossError


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
    pitboss.lab.verify.explanations.ExplanationError: the verdict 'guess' on hold of X-1 is not one of \
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
