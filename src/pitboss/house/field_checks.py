"""Checks the fields of commands: ids, words, amounts and days that people write."""

import re
from datetime import date
from typing import Any, Final

from pitboss.house.errors import RefusedError

MAX_CENTS: Final = 10_000_000_000
"""The highest single amount: 100 million dollars, far below what a database can hold."""

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MAX_WORDS: Final = 500


def is_id(value: object) -> bool:
    """Whether a value can be an id. Ids are part of account names, so they have no colon and no space.

    >>> is_id("ann-3"), is_id("ann:3")
    (True, False)
    """
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def verify_id(value: object, what: str) -> None:
    """Refuse a value that cannot be an id.

    >>> verify_id("ann b", "player")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: 'ann b' cannot be a player: write 1 to 64 letters, digits, dots, dashes or \
underscores
    """
    if not is_id(value):
        allowed = "write 1 to 64 letters, digits, dots, dashes or underscores"
        raise RefusedError(f"{_shown(value)} cannot be a {what}: {allowed}")


def verify_command_id(value: object) -> None:
    """Refuse a command id that is missing, too long or unreadable. Senders choose their own ids.

    >>> verify_command_id(" ")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: ' ' cannot be a command id: write 1 to 200 readable characters
    """
    if not (isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= 200):
        raise RefusedError(f"{_shown(value)} cannot be a command id: write 1 to 200 readable characters")


def verify_words(value: object, what: str) -> None:
    """Refuse text that is missing, too long, or more than one readable line.

    >>> verify_words(" ", "reason")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: a reason is needed: one line of 1 to 500 readable characters, not ' '
    """
    is_line = isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= _MAX_WORDS
    if not is_line:
        line = f"one line of 1 to {_MAX_WORDS} readable characters"
        raise RefusedError(f"a {what} is needed: {line}, not {_shown(value)}")


TICKS: Final = ("hand", "wager", "payout", "player")
"""What surveillance must see on camera before a win is paid (WAC 230-15-320)."""


def verify_ticks(seen: str) -> None:
    """Refuse an incomplete checklist of surveillance.

    >>> verify_ticks("hand wager")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the checklist needs hand, wager, payout, player seen on camera; missing: \
payout, player
    """
    missing = [tick for tick in TICKS if tick not in seen.split()]
    if missing:
        raise RefusedError(f"the checklist needs {', '.join(TICKS)} seen on camera; missing: {', '.join(missing)}")


def verify_cents(cents: object, what: str, min_cents: int = 1) -> None:
    """Refuse an amount that is not whole cents, or is too small or too large.

    >>> verify_cents(0, "deposit")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: a deposit of 0 cents: it must be a whole number from 1 to 10000000000
    """
    if type(cents) is not int or not min_cents <= cents <= MAX_CENTS:
        article = "an" if what[0] in "aeiou" else "a"
        allowed = f"a whole number from {min_cents} to {MAX_CENTS}"
        raise RefusedError(f"{article} {what} of {_shown(cents)} cents: it must be {allowed}")


def verify_correction(cents: object) -> None:
    """Refuse an amount that cannot be a correction, up or down.

    >>> verify_correction(-500), verify_correction(500)
    (None, None)
    """
    verify_cents(-cents if type(cents) is int and cents < 0 else cents, "correction")


def read_texts(content: object, what: str, names: tuple[str, ...]) -> dict[str, str]:
    """Read named texts: exactly these names, each with a text. Messages never show their values.

    >>> read_texts({"badge": "17"}, "add-staff", ("badge", "name"))
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: add-staff takes badge and name, each a text
    """
    values = content if isinstance(content, dict) else {}
    if set(values) != set(names) or not all(isinstance(value, str) for value in values.values()):
        *others, last = names
        raise RefusedError(f"{what} takes {' and '.join(filter(None, (', '.join(others), last)))}, each a text")
    return dict(values)


def read_day(text: object, what: str) -> date:
    """Read a day that a person wrote.

    >>> read_day("2001-02-29", "day of birth")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: '2001-02-29' is not a day of birth: write one such as 1990-12-31
    """
    try:
        if isinstance(text, str) and _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise RefusedError(f"{_shown(text)} is not a {what}: write one such as 1990-12-31")


def _shown(value: Any) -> str:
    written = ascii(value)
    return written if len(written) <= 80 else f"{written[:77]}..."
