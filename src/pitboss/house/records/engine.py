"""What of this version decides how a table goes on: the rules of its game, its settings, and how records are written.

The version of the rules is raised by hand, when the same commands make another round than before. A hash of the source
would change with every comment.
"""

import hashlib
import json
from typing import Any, Final

from pitboss.games.table import TableRules
from pitboss.house.errors import StorageError
from pitboss.house.records.journal import FORMAT, Record
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.settings import TableSettings

NAME: Final = "engine"

SETS: Final = ("create-table", "configure-table")
"""Commands that set a table."""


def engine_of(settings: TableSettings) -> dict[str, Any]:
    """What a record says of the engine that sets a table, or begins a round at it."""
    return {"rules_version": settings.rules.rules_version, "settings": settings_hash(settings)}


def settings_hash(settings: TableSettings) -> str:
    """A hash of all that a table is set to.

    >>> from pitboss.games.double_draw import DoubleDrawRules
    >>> one, other = TableSettings(rules=DoubleDrawRules()), TableSettings(rules=DoubleDrawRules(), meter_id="M1")
    >>> settings_hash(one) == settings_hash(one), settings_hash(one) == settings_hash(other)
    (True, False)
    """
    said = json_text(settings.as_json(), sort=True)
    return hashlib.blake2b(said.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def verify_engine(record: Record, settings: TableSettings) -> None:
    """Refuse a record that was played under other rules, or at a table with other settings."""
    table_id = record.chain.partition(":")[2]
    stored = json.loads(record.drawn).get(NAME)
    if stored is None:
        return
    if record.kind not in SETS:
        verify_rules(f"record {record.seq} of table {table_id}", stored["rules_version"], type(settings.rules))
    if stored["settings"] != settings_hash(settings):
        raise StorageError(f"record {record.seq} of table {table_id} was written for other settings than the table has")


def verify_rules(what: str, rules_version: int, kind: type[TableRules]) -> None:
    """Refuse what was played under another version of the rules of a game."""
    if rules_version != kind.rules_version:
        raise OtherRulesError(
            f"{what} was played under rules version {rules_version} of {kind.game.label}, and this version of "
            f"Pitboss has {kind.rules_version}: use the version that played it, or see `pitboss upgrade --check`"
        )


def verify_format(record: Record) -> None:
    """Refuse a record that another version has written in another way."""
    if record.format != FORMAT:
        raise StorageError(
            f"record {record.seq} of {record.chain} is written in format {record.format}, and this version reads "
            f"format {FORMAT}"
        )


class OtherRulesError(StorageError):
    """A round that was played under another version of the rules of its game.

    >>> raise OtherRulesError("record 7 of table T1 was played under rules version 1")
    Traceback (most recent call last):
    pitboss.house.records.engine.OtherRulesError: record 7 of table T1 was played under rules version 1
    """
