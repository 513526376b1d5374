"""Compares a replay with its records: the rules version and settings, the events, and the money at the table.

The money of a progressive is not compared: its meter has moved on since. The audit compares the meter's own movements.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from pitboss.games.command import read_command
from pitboss.games.event import Event
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.house.cage.ledger import Posting, account, kind_of
from pitboss.house.errors import StorageError
from pitboss.house.records.face_down import covered, events_of, secret_of
from pitboss.house.records.journal import FORMAT, Record
from pitboss.house.records.rounds import RoundRow
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables import events as of_tables
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import MILLICENTS
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.progressive.controllers.events import ControllerEvent, WagersTaken

NAME: Final = "engine"

SETS: Final = ("create-table", "configure-table")
"""The commands that configure a table."""


def engine_of(settings: TableSettings) -> dict[str, int | str]:
    """The engine as a record names it, when a table is configured or a round begins: rules version and settings."""
    return {"rules_version": settings.rules.rules_version, "settings": settings_hash(settings)}


def settings_hash(settings: TableSettings) -> str:
    """A hash of all settings of a table.

    >>> from pitboss.games.double_draw import DoubleDrawRules
    >>> one, other = TableSettings(rules=DoubleDrawRules()), TableSettings(rules=DoubleDrawRules(), meter_id="M1")
    >>> settings_hash(one) == settings_hash(one), settings_hash(one) == settings_hash(other)
    (True, False)
    """
    text = json_text(settings.stored(), sort=True)
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


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
    """Refuse a record or round that was played under another version of the rules of its game."""
    if rules_version != kind.rules_version:
        raise OtherRulesError(
            f"{what} was played under rules version {rules_version} of {kind.game.label}, and this version of "
            f"Pitboss has {kind.rules_version}: use the version that played it, or see `pitboss upgrade --check`"
        )


def verify_format(record: Record) -> None:
    """Refuse a record in the format of another version."""
    if record.format != FORMAT:
        raise StorageError(
            f"record {record.seq} of {record.chain} is written in format {record.format}, and this version reads "
            f"format {FORMAT}"
        )


class OtherRulesError(StorageError):
    """A round that was played under another version of the rules of its game.

    >>> raise OtherRulesError("record 7 of table T1 was played under rules version 1")
    Traceback (most recent call last):
    pitboss.house.records.replay_check.OtherRulesError: record 7 of table T1 was played under rules version 1
    """


TABLE_MONEY: Final = frozenset({"desk", "wallet", "chips", "felt", "tray", "drop"})
"""The kinds of accounts that a table moves by itself, without a meter."""

Recorded = Sequence[tuple[Record, Sequence[Posting]]]
"""Records with their postings."""


def verify_same(
    box: Strongbox, record: Record, events: Sequence[dict[str, Any]], made: Iterable[Posting], stored: Iterable[Posting]
) -> None:
    """Refuse a record of a table if its replay has other events or other postings."""
    replayed = covered(json.loads(record.asked), events)
    secret = secret_of(box, record).get("events", [])
    if json.loads(json_text(replayed.events)) != json.loads(record.events):
        raise differs(record, "other events than")
    if json.loads(json_text(replayed.secret.get("events", []))) != secret:
        raise differs(record, "other cards than")
    if _at_table(made) != _at_table(stored):
        raise differs(record, "other postings than")


def differs(record: Record, what: str) -> StorageError:
    """The error for a record whose replay differs."""
    table_id = record.chain.partition(":")[2]
    return StorageError(
        f"done again, record {record.seq} of table {table_id} brings {what} what it says: "
        "the record was changed, or another version of Pitboss wrote it"
    )


def _at_table(postings: Iterable[Posting]) -> dict[str, int]:
    return {name: millicents for name, millicents in postings if kind_of(name) in TABLE_MONEY}


# ---- replaying a round that is over from its row alone


def round_again(box: Strongbox, row: RoundRow, recorded: Recorded) -> Round[Any, Any]:
    """Replay a round of cards from its row, and compare its events and the wagers in action with its records.

    :raises OtherRulesError: if it was played under another version of the rules of its game
    :raises StorageError: naming the first record that differs
    """
    content = row.unsealed(box)
    stored = content.round
    if not stored:
        raise StorageError(f"round {row.number} of table {row.table_id} was void from postings: no version replays it")
    kind = ROUNDS[Game(stored["game"])]
    verify_rules(f"round {row.number} of table {row.table_id}", content.rules_version, kind.rules_type)
    commands = iter(stored["commands"])
    again = kind.from_json({**stored, "commands": []})
    for record, postings in recorded:
        expected = [event["all"] for event in events_of(box, record) if _is_of_round(event["all"])]
        staked, settled, first = _staked_cents(again), len(again.lines), len(again.events)
        while len(again.events) - first < len(expected) and (command := next(commands, None)) is not None:
            again.do(read_command(command, again.operations))
        if _as_stored(again.events[first:]) != expected:
            raise differs(record, "other events than")
        taken = sum(line.stake_cents for line in again.lines[settled:])
        felt = account("felt", record.chain.partition(":")[2])
        if (_staked_cents(again) - staked - taken) * MILLICENTS != dict(postings).get(felt, 0):
            raise differs(record, "other postings than")
    if next(commands, None) is not None or not again.is_over:
        raise differs(recorded[-1][0], "another end of the round than")
    return again


def _staked_cents(round: Round[Any, Any]) -> int:
    return sum(seat.staked_cents for seat in round.seats.values())


def verify_presses(box: Strongbox, stored: Mapping[str, Any], recorded: Recorded) -> None:
    """Replay the presses of a game's keypad, and compare the events with its records.

    :raises StorageError: naming the first record that differs
    """
    again, of_keypads = _presses_again(stored), _of_keypads(ControllerEvent)
    for record, _ in recorded:
        for event in events_of(box, record):
            if event["all"]["event"] in of_keypads and next(again, None) != event["all"]:
                raise differs(record, "other events than")
    if next(again, None) is not None:
        raise differs(recorded[-1][0], "another end of the game than")


def _presses_again(stored: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of the keypad, replayed from the press that began the game."""
    kind = CONTROLLERS[stored["controller"]]
    keypad = kind.from_json(dict(stored) | {"presses": []})
    has_begun = False
    for press in stored["presses"]:
        events = keypad.do(kind.read_press(press))
        has_begun |= any(isinstance(event, WagersTaken) for event in events)
        if has_begun:
            yield from _as_stored(events)


def _as_stored(events: Iterable[Event]) -> list[dict[str, Any]]:
    stored: list[dict[str, Any]] = json.loads(json_text([event.as_json() for event in events]))
    return stored


def _names_in(module: ModuleType) -> frozenset[str]:
    """The names of the events that a module declares."""
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    return frozenset(kind.slug() for kind in kinds if kind.__module__ == module.__name__)


_OF_TABLES: Final = _names_in(of_tables)


def _of_keypads(kind: type[ControllerEvent]) -> frozenset[str]:
    """The names of the events of all controllers, wherever they are declared."""
    return frozenset({kind.slug()}).union(*map(_of_keypads, kind.__subclasses__()))


def _is_of_round(event: Mapping[str, Any]) -> bool:
    """Whether an event comes from a round of cards, and not from the table."""
    return event["event"] not in _OF_TABLES
