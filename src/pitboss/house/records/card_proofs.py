"""What proves the cards of any round on record, for whoever may have seen them.

The chance behind every shuffle was kept under lock, so its deck is sealed again, under the root that was published
before the deal. Only the cards are dealt again, not the wagers: no more of the journal is read than since the shuffle.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection

from pitboss.cards import Card, parse_cards
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.audience import Role as Looking
from pitboss.games.card_source import CardSource
from pitboss.games.event import CardsDealt, CardsShown
from pitboss.games.power_blackjack import CardsBurned
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.records import journal, rounds
from pitboss.house.records.face_down import events_of
from pitboss.house.records.journal import Record
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.room import Room
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.record_host import RecordHost
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table import Table
from pitboss.shuffler import SeenCards


def openings(room: Room, table_id: str, round_number: int, audience: Audience) -> list[SeenCards]:
    """The openings of the cards of a round that this audience may see, one record for each seal.

    Players have seen their own cards, and everybody what lay face up. Surveillance and auditors get every card that was
    dealt, folded hands too, when the round is over. The seats of a player are those of that round, not of today:
    :func:`audience_of` knows them.
    """
    key = (room.house.property_id, table_id, round_number)
    with room.database.reading() as connection:
        row = rounds.find(connection, *key)
        records = rounds.records_of(connection, *key)
        if records[0].kind != "start-round":
            raise RefusedError(f"round {round_number} of table {table_id} was dealt by hand: its cards were not sealed")
        shuffled_seq = _shuffled_in(connection, records[0]) if row is None else row.shuffled_seq
        again = _deal_again(connection, room.box, records, shuffled_seq)
        sees_all = audience.role is Looking.SURVEILLANCE and row is not None
    return again.source.openings(again.events, None if sees_all else audience)


def audience_of(room: Room, table_id: str, round_number: int, by: Actor) -> Audience:
    """In what capacity somebody looks at a round: players from the seats that they had then."""
    if by.role is not Role.PLAYER:
        return staff_audience(by.role)
    with room.database.reading() as connection:
        row = rounds.find(connection, room.house.property_id, table_id, round_number)
        if row is None:
            rounds.start_of(connection, room.house.property_id, table_id, round_number)
    players = row.summary.players if row is not None else room.look_at(table_id, partial(_players_in, round_number))
    return Audience(Looking.PLAYER, frozenset(seat for seat, player in players.items() if player == by.name))


def _players_in(round_number: int, table: Table, _version: int) -> dict[int, str]:
    """Who plays in the round that is in progress; nobody where that is over by now."""
    if table.round is None or table.round_number != round_number:
        return {}
    return {number: seat.player for number, seat in table.round.seats.items()}


def staff_audience(role: Role) -> Audience:
    """In what capacity staff looks at cards.

    >>> staff_audience(Role.AUDITOR).role.value
    'surveillance'
    """
    return Audience(role.looks_as)


# ---- the cards once more


class _DealtAgain:
    """The cards of a table, dealt again from the records since their shuffle."""

    def __init__(self, source: CardSource, box: Strongbox) -> None:
        self.source, self._box = source, box
        self.events: list[CardsDealt | CardsBurned | CardsShown] = []
        """What was dealt, burned and shown in the round that was dealt last."""

    def repeat(self, record: Record) -> None:
        """What the record did to the cards."""
        stored = events_of(self._box, record)
        told = [event["all"] for event in stored]
        happened = [event for event in map(_as_event, told) if event is not None]
        chance = RecordHost(record, self._box).entropy
        if record.kind == "start-round":
            self.events = []
            root = self.source.start_round(chance).root.hex()
            _verify_same(record, any(event.get("root") == root for event in told))
        elif record.kind == "deal-cards":
            wanted = [card for event in happened if isinstance(event, CardsDealt | CardsBurned) for card in event.cards]
            if wanted:
                dealt = self.source.deal(len(wanted), chance)
                pairs = zip(wanted, dealt, strict=True)
                _verify_same(record, all(card in (HIDDEN, again) for card, again in pairs))
                places = [event["positions"] for event in stored if "positions" in event]
                _verify_same(record, places in ([], [self.source.dealt_from()["positions"]]))
            else:
                self.source.press_green_button()
        self.events += happened


def _shuffled_in(connection: Connection, first: Record) -> int | None:
    """With which record the cards of a round in progress were shuffled: its first, or as those of the round before."""
    if "chance" in json.loads(first.drawn):
        return first.seq
    before = rounds.last(connection, first.property_id, first.chain.partition(":")[2])
    return None if before is None else before.shuffled_seq


def _deal_again(
    connection: Connection, box: Strongbox, records: Sequence[Record], shuffled_seq: int | None
) -> _DealtAgain:
    """A round from the shuffle that its cards came from: its own, or the last of its shoe."""
    assert shuffled_seq is not None, "no card is dealt that was not shuffled"
    first = records[0]
    again = _DealtAgain(CardSource(_settings_at(connection, first, shuffled_seq).rules), box)
    for record in journal.read(connection, first.property_id, first.chain, shuffled_seq - 1, records[-1].seq):
        again.repeat(record)
    return again


def _as_event(told: dict[str, Any]) -> CardsDealt | CardsBurned | CardsShown | None:
    if told["event"] == "cards-dealt":
        return CardsDealt(told["seat"], _cards(told["cards"]), told["face_up"])
    if told["event"] == "cards-burned":
        return CardsBurned(_cards(told["cards"]), told["reason"])
    if told["event"] == "cards-shown":
        return CardsShown(told["seat"], parse_cards(" ".join(told["cards"])), told["words"])
    return None


def _cards(told: list[str]) -> tuple[Card | str, ...]:
    """A packet that nobody plays lies hidden in the record, too."""
    return tuple(told) if HIDDEN in told else parse_cards(" ".join(told))


def _verify_same(record: Record, is_same: bool) -> None:
    if not is_same:
        raise StorageError(f"the cards of record {record.seq} of {record.chain} do not come out of the journal again")


def _settings_at(connection: Connection, of_table: Record, seq: int) -> TableSettings:
    """What the table of a record was set to at another record of it."""
    setting = JOURNAL.c.kind.in_(("create-table", "configure-table")) & (JOURNAL.c.seq <= seq)
    found = journal.last(connection, of_table.property_id, of_table.chain, setting)
    assert found is not None, "a table is created before anything is dealt"
    return TableSettings.from_json(json.loads(found.asked)["settings"])
