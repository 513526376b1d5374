"""Proves the cards of a recorded round to those who were allowed to see them.

The random bytes of every shuffle are kept encrypted, so its deck can be sealed again, under the root that was published
before the deal. Only the cards are dealt again, not the wagers: the journal is read from the shuffle on.
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

    Players have seen their own cards, and everybody the face-up cards. When the round is over, surveillance and
    auditors get every card that was dealt, folded hands included. :func:`audience_of` gives the seats that a player had
    in that round.
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
    """The capacity in which a person sees a round; for players, with the seats that they had then."""
    if by.role is not Role.PLAYER:
        return staff_audience(by.role)
    with room.database.reading() as connection:
        row = rounds.find(connection, room.house.property_id, table_id, round_number)
        if row is None:
            rounds.start_of(connection, room.house.property_id, table_id, round_number)
    players = row.summary.players if row is not None else room.query_table(table_id, partial(_players_in, round_number))
    return Audience(Looking.PLAYER, frozenset(seat for seat, player in players.items() if player == by.name))


def _players_in(round_number: int, table: Table, _version: int) -> dict[int, str]:
    """The players of the round in progress, by seat; empty if that round is over by now."""
    if table.round is None or table.round_number != round_number:
        return {}
    return {number: seat.player for number, seat in table.round.seats.items()}


def staff_audience(role: Role) -> Audience:
    """The capacity in which staff see cards.

    >>> staff_audience(Role.AUDITOR).role.value
    'surveillance'
    """
    return Audience(role.looks_as)


# ---- dealing the cards again


class _DealtAgain:
    """Deals the cards of a table again, from the records since their shuffle."""

    def __init__(self, source: CardSource, box: Strongbox) -> None:
        self.source, self._box = source, box
        self.events: list[CardsDealt | CardsBurned | CardsShown] = []
        """The cards that were dealt, burned and shown in the last round."""

    def repeat(self, record: Record) -> None:
        """Do again what the record did with the cards."""
        stored = events_of(self._box, record)
        recorded = [event["all"] for event in stored]
        card_events = [event for event in map(_as_event, recorded) if event is not None]
        entropy = RecordHost(record, self._box).entropy
        if record.kind == "start-round":
            self.events = []
            root = self.source.start_round(entropy).root.hex()
            _verify_same(record, any(event.get("root") == root for event in recorded))
        elif record.kind == "deal-cards":
            dealings = [event for event in card_events if isinstance(event, CardsDealt | CardsBurned)]
            cards = [card for event in dealings for card in event.cards]
            if cards:
                dealt = self.source.deal(len(cards), entropy)
                pairs = zip(cards, dealt, strict=True)
                _verify_same(record, all(card in (HIDDEN, again) for card, again in pairs))
                places = [event["positions"] for event in stored if "positions" in event]
                _verify_same(record, places in ([], [self.source.dealt_from()["positions"]]))
            else:
                self.source.press_green_button()
        self.events += card_events


def _shuffled_in(connection: Connection, first: Record) -> int | None:
    """The record that shuffled the cards of a round in progress: its first, or the same as for the round before."""
    if "chance" in json.loads(first.drawn):
        return first.seq
    before = rounds.last(connection, first.property_id, first.chain.partition(":")[2])
    return None if before is None else before.shuffled_seq


def _deal_again(
    connection: Connection, box: Strongbox, records: Sequence[Record], shuffled_seq: int | None
) -> _DealtAgain:
    """Deal a round again from the shuffle of its cards: its own, or the last one of its shoe."""
    assert shuffled_seq is not None, "no card is dealt that was not shuffled"
    first = records[0]
    again = _DealtAgain(CardSource(_settings_at(connection, first, shuffled_seq).rules), box)
    for record in journal.read(connection, first.property_id, first.chain, shuffled_seq - 1, records[-1].seq):
        again.repeat(record)
    return again


def _as_event(event: dict[str, Any]) -> CardsDealt | CardsBurned | CardsShown | None:
    if event["event"] == "cards-dealt":
        return CardsDealt(event["seat"], _cards(event["cards"]), event["face_up"])
    if event["event"] == "cards-burned":
        return CardsBurned(_cards(event["cards"]), event["reason"])
    if event["event"] == "cards-shown":
        return CardsShown(event["seat"], parse_cards(" ".join(event["cards"])), event["words"])
    return None


def _cards(names: list[str]) -> tuple[Card | str, ...]:
    """The cards of an event. A packet that nobody plays is hidden in the record, too."""
    return tuple(names) if HIDDEN in names else parse_cards(" ".join(names))


def _verify_same(record: Record, is_same: bool) -> None:
    if not is_same:
        raise StorageError(f"the cards of record {record.seq} of {record.chain} do not come out of the journal again")


def _settings_at(connection: Connection, of_table: Record, seq: int) -> TableSettings:
    """The settings that the table of a record had at an earlier record."""
    setting = JOURNAL.c.kind.in_(("create-table", "configure-table")) & (JOURNAL.c.seq <= seq)
    record = journal.last(connection, of_table.property_id, of_table.chain, setting)
    assert record is not None, "a table is created before anything is dealt"
    return TableSettings.from_json(json.loads(record.asked)["settings"])
