"""A par sheet fit to be filed: with the version, the hashes of code and paytable, and the day."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version

from pitboss.lab.sheet import ParSheet
from pitboss.lab.store import code_hash
from pitboss.paytables import Paytable


@dataclass(frozen=True)
class Filing:
    """A sheet with what identifies it.

    >>> from datetime import UTC
    >>> from pitboss.paytables import Game
    >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", ())
    >>> Filing(sheet, (), datetime(2026, 1, 2, tzinfo=UTC), "1.0", "code", "paytable").day
    '2026-01-02'
    """

    sheet: ParSheet
    paytables: tuple[Paytable, ...]
    made_at: datetime
    version: str
    code_hash: str
    paytable_hash: str

    @property
    def day(self) -> str:
        """The day it was made."""
        return self.made_at.date().isoformat()


def file_sheet(sheet: ParSheet, paytables: tuple[Paytable, ...], made_at: datetime) -> Filing:
    """The sheet with its marks.

    >>> from datetime import UTC
    >>> from pitboss.paytables import Game, load_catalogue
    >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", (), modules=("pitboss.lab.sheet",))
    >>> filing = file_sheet(sheet, (load_catalogue()["TCP-01"],), datetime(2026, 1, 2, tzinfo=UTC))
    >>> filing.day, len(filing.code_hash), len(filing.paytable_hash)
    ('2026-01-02', 64, 64)
    """
    marks = code_hash(sheet.modules), hash_of(paytables)
    return Filing(sheet, paytables, made_at, version("pitboss"), *marks)


def hash_of(paytables: tuple[Paytable, ...]) -> str:
    """A hash over what paytables say, however their files are laid out.

    >>> from pitboss.paytables import load_catalogue
    >>> hash_of((load_catalogue()["TCP-01"],)) == hash_of((load_catalogue()["TCP-02"],))
    False
    """
    said = json.dumps([paytable.as_json() for paytable in paytables], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()
