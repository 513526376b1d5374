"""The settings of tables and meters at the time of each round, and the progressive wins on record."""

import json
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from pitboss.house.records.journal import chain_of
from pitboss.house.storage.schema import JACKPOTS, JOURNAL, PARAMETERS, TABLES
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.paytables import Game
from pitboss.progressive import MeterParameters

_SETS: Final = JOURNAL.c.kind.in_(("create-table", "configure-table"))
_NO_WINS: Final = ("rejected", "reversed")
_OPENS_OR_CLOSES: Final = JOURNAL.c.kind.in_(("open-table", "close-table"))


class Hit(NamedTuple):
    """A progressive win that was verified, or recorded by a keypad.

    >>> Hit("2026-11-15T20:00:00.000000Z", Game.THREE_CARD_POKER, "M1", 5000, None).is_whole_meter
    False
    """

    at: str
    game: Game
    meter_id: str
    cents: int
    share: str | None
    """Which share of the meter it won; None for a fixed pay, which the tray pays."""

    @property
    def is_whole_meter(self) -> bool:
        """Whether it won the whole meter, so that the house seeds the meter again."""
        return self.share is not None and Fraction(self.share) == 1


@dataclass(frozen=True)
class History:
    """The settings of a table and of its meters, each with the record or time from which they apply."""

    settings: tuple[tuple[int, TableSettings], ...]
    meters: dict[str, tuple[tuple[str, MeterParameters], ...]]

    def at_record(self, seq: int) -> TableSettings:
        """The table's settings at a record."""
        return self.settings[max(bisect_right(self.settings, seq, key=lambda each: each[0]) - 1, 0)][1]

    def meter_at(self, meter_id: str, at: str) -> MeterParameters:
        """A meter's parameters at an instant."""
        known = self.meters[meter_id]
        return known[max(bisect_right(known, at, key=lambda each: each[0]) - 1, 0)][1]


def settings_on_record(connection: Connection, key: tuple[str, str]) -> tuple[tuple[int, TableSettings], ...]:
    """All settings that a table (property and id) ever had, by the record that set them."""
    property_id, table_id = key
    of_table = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id))
    rows = connection.execute(select(JOURNAL.c.seq, JOURNAL.c.asked).where(of_table, _SETS).order_by(JOURNAL.c.seq))
    return tuple((seq, _settings(asked)) for seq, asked in rows)


def settings_of_day(connection: Connection, property_id: str, day: str) -> dict[str, list[TableSettings]]:
    """The settings of each table when it was used on a gaming day, by its chain; if unused, its latest by then.

    Settings change only while a table is closed, so every setting used that day has an opening or closing in it.
    """
    of_house = JOURNAL.c.property_id == property_id
    by_chain: dict[str, tuple[tuple[int, TableSettings], ...]] = {}
    records = select(JOURNAL.c.chain, JOURNAL.c.seq, JOURNAL.c.asked).where(of_house, JOURNAL.c.day <= day, _SETS)
    for chain, seq, asked in connection.execute(records.order_by(JOURNAL.c.seq)):
        by_chain[chain] = (*by_chain.get(chain, ()), (seq, _settings(asked)))
    turns = select(JOURNAL.c.chain, JOURNAL.c.seq).where(of_house, JOURNAL.c.day == day, _OPENS_OR_CLOSES)
    used = connection.execute(turns).all()
    return {
        chain: [History(settings, {}).at_record(seq) for of, seq in used if of == chain] or [settings[-1][1]]
        for chain, settings in by_chain.items()
    }


class TableOfDay(NamedTuple):
    """A table that existed on a gaming day."""

    table_id: str
    game: Game
    is_live: bool
    """Whether live cards were dealt on it that day, even if electronic cards were too."""


def tables_of_day(connection: Connection, property_id: str, day: str) -> list[TableOfDay]:
    """The tables of a room by id, without those that were created on a later day."""
    query = select(TABLES.c.table_id, TABLES.c.game).where(TABLES.c.property_id == property_id)
    in_force = settings_of_day(connection, property_id, day)
    return [
        TableOfDay(table_id, Game(game), any(each.cards is CardKind.LIVE for each in settings))
        for table_id, game in connection.execute(query.order_by(TABLES.c.table_id))
        if (settings := in_force.get(chain_of(table_id))) is not None
    ]


def _settings(asked: str) -> TableSettings:
    return TableSettings.from_json(json.loads(asked)["settings"])


def meters_on_record(connection: Connection, property_id: str) -> dict[str, tuple[tuple[str, MeterParameters], ...]]:
    """All parameters that the meters of a room ever had, and since when."""
    query = select(PARAMETERS.c.meter_id, PARAMETERS.c.since, PARAMETERS.c.parameters)
    rows = connection.execute(query.where(PARAMETERS.c.property_id == property_id).order_by(PARAMETERS.c.number))
    by_meter: dict[str, tuple[tuple[str, MeterParameters], ...]] = {}
    for meter_id, since, text in rows:
        by_meter[meter_id] = (*by_meter.get(meter_id, ()), (since, MeterParameters.from_json(json.loads(text))))
    return by_meter


def hits_on_record(connection: Connection, key: tuple[str, str], game: Game, days: tuple[str, str]) -> list[Hit]:
    """The recorded progressive wins by the day of their round, without those that were rejected or reversed.

    A win that was rejected or reversed after the last of these days still counts.
    """
    columns = (JACKPOTS.c.claimed_at, JACKPOTS.c.meter_id, JACKPOTS.c.cents, JACKPOTS.c.percent)
    of_table = (JACKPOTS.c.property_id == key[0]) & (JACKPOTS.c.table_id == key[1])
    is_win = JACKPOTS.c.status.not_in(_NO_WINS) | (JACKPOTS.c.decided_day > days[1])
    in_days = JACKPOTS.c.claimed_day.between(*days) & is_win
    rows = connection.execute(select(*columns).where(of_table, in_days).order_by(JACKPOTS.c.claimed_at))
    return [Hit(at, game, meter_id, cents, share) for at, meter_id, cents, share in rows]
