"""License numbers: one number has one badge, however it is written."""

import unicodedata
from typing import Final

from pitboss.games.table import PRACTICE
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.property import Property

LICENSES: Final = {"commercial": "license", "tribal": "certification"}
"""What a person who works in a room of a kind has a number of."""

_OWN_NUMBER: Final = "PRACTICE-"
"""How the numbers begin that a practice room makes by itself."""


def verify_licensed(house: Property, badge: str, given: str) -> None:
    """Refuse a badge without a license number, where the law asks for one.

    >>> from pitboss.house.property import PropertySettings
    >>> verify_licensed(Property("P1", "Ace", PropertySettings(jurisdiction="washington", kind="tribal")), "17", "")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: badge 17 needs the number of its certification
    """
    if not given.strip() and house.jurisdiction is not PRACTICE:
        raise RefusedError(f"badge {badge} needs the number of its {LICENSES[house.settings.kind]}")
    number = license_of(badge, given)
    verify_words(number, "license number")
    if not _bare(number):
        raise RefusedError(f"{number!a} is not a license number: it has no letter and no digit")


def license_of(badge: str, given: str) -> str:
    """A license number as it is kept: its letters are capitals. A practice room numbers its people by itself.

    >>> license_of("17", ""), license_of("17", " 68-12a ")
    ('PRACTICE-17', '68-12A')
    """
    return given.strip().upper() or f"{_OWN_NUMBER}{badge.upper()}"


def is_same_license(one: str, other: str) -> bool:
    """Whether two license numbers are the same one: spaces, dashes and capitals make no other number.

    >>> is_same_license("68-12A", "68 12a"), is_same_license("68-12", "68-13")
    (True, False)
    >>> is_same_license("PRACTICE-1-7", "PRACTICE-17")
    False
    """
    return _bare(one) == _bare(other)


def _bare(number: str) -> str:
    """A license number without the signs between its letters and digits; full-width digits become plain ones.

    A practice room makes its numbers of badges, and in a badge these signs count.
    """
    if number.startswith(_OWN_NUMBER):
        return number
    return "".join(each for each in unicodedata.normalize("NFKC", number).casefold() if each.isalnum())
