"""License numbers of staff: each number belongs to one badge, however the number is written."""

import unicodedata
from typing import Final

from pitboss.games.table import PRACTICE
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.property import Property

LICENSES: Final = {"commercial": "license", "tribal": "certification"}
"""What the number of a staff member is called, by the kind of room."""

_PRACTICE_PREFIX: Final = "PRACTICE-"
"""Prefix of the numbers that a practice room makes itself."""


def verify_licensed(house: Property, badge: str, number: str) -> None:
    """Refuse a badge without a license number where the law requires one.

    >>> from pitboss.house.property import PropertySettings
    >>> verify_licensed(Property("P1", "Ace", PropertySettings(jurisdiction="washington", kind="tribal")), "17", "")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: badge 17 needs the number of its certification
    """
    if not number.strip() and house.jurisdiction is not PRACTICE:
        raise RefusedError(f"badge {badge} needs the number of its {LICENSES[house.settings.kind]}")
    number = license_of(badge, number)
    verify_words(number, "license number")
    if not _bare(number):
        raise RefusedError(f"{number!a} is not a license number: it has no letter and no digit")


def license_of(badge: str, number: str) -> str:
    """A license number as it is stored, in capitals. A practice room makes a number from the badge.

    >>> license_of("17", ""), license_of("17", " 68-12a ")
    ('PRACTICE-17', '68-12A')
    """
    return number.strip().upper() or f"{_PRACTICE_PREFIX}{badge.upper()}"


def is_same_license(one: str, other: str) -> bool:
    """Whether two license numbers are the same: spaces, dashes and capitals do not matter.

    >>> is_same_license("68-12A", "68 12a"), is_same_license("68-12", "68-13")
    (True, False)
    >>> is_same_license("PRACTICE-1-7", "PRACTICE-17")
    False
    """
    return _bare(one) == _bare(other)


def _bare(number: str) -> str:
    """A license number reduced to its letters and digits; full-width digits become plain ones.

    Numbers that a practice room made from badges stay as they are: in a badge, dashes and spaces matter.
    """
    if number.startswith(_PRACTICE_PREFIX):
        return number
    return "".join(each for each in unicodedata.normalize("NFKC", number).casefold() if each.isalnum())
