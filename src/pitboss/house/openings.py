"""What proves the cards of any round on record, for whoever may have seen them.

The chance behind every shuffle was kept under lock, so its deck is sealed again, under the root that was published
before the deal. Only the cards are dealt again, not the wagers: no more of the journal is read than since the shuffle.
"""

import json
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection

from pitboss.cards import Card, parse_cards
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.audience import Role as Looking
from pitboss.games.card_source import CardSource
from pitboss.games.event import CardsDealt, CardsShown
from pitboss.games.power_blackjack import CardsBurned
from pitboss.house import journal
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.face_down import events_of
from pitboss.house.journal import Record
from pitboss.house.json_text import json_entry
from pitboss.house.room import Room
from pitboss.house.rounds_on_record import begins_round, is_over, start_of
from pitboss.house.schema import JOURNAL
from pitboss.house.strongbox import Strongbox
from pitboss.house.tables.record_host import RecordHost
from pitboss.house.tables.settings import TableSettings
from pitboss.shuffler import SeenCards

_LOOKS_AS: Final = {
    Role.DEALER: Looking.DEALER,
    Role.SUPERVISOR: Looking.SUPERVISOR,
    Role.EXECUTIVE: Looking.SUPERVISOR,
    Role.SURVEILLANCE: Looking.SURVEILLANCE,
    Role.AUDITOR: Looking.SURVEILLANCE,
}
"""In what capacity staff looks; everybody else sees what the whole room has seen."""


def openings(room: Room, table_id: str, round_number: int, audience: Audience) -> list[SeenCards]:
    """The openings of the cards of a round that this audience may see, one record for each seal.

    Players have seen their own cards, and everybody what lay face up. Surveillance and auditors get every card that was
    dealt, folded hands too, when the round is over. The seats of a player are those of that round, not of today:
    :func:`audience_of` knows them.
    """
    key = (room.house.property_id, table_id, round_number)
    with room.database.reading() as connection:
        first = start_of(connection, *key)
        if first.kind != "start-round":
            raise RefusedError(f"round {round_number} of table {table_id} was dealt by hand: its cards were not sealed")
        again = _deal_again(connection, room.box, first)
        sees_all = audience.role is Looking.SURVEILLANCE and is_over(connection, *key)
    return again.source.openings(again.events, None if sees_all else audience)


def audience_of(room: Room, table_id: str, round_number: int, by: Actor) -> Audience:
    """In what capacity somebody looks at a round: players from the seats that they had then."""
    if by.role is not Role.PLAYER:
        return staff_audience(by.role)
    with room.database.reading() as connection:
        first = start_of(connection, room.house.property_id, table_id, round_number)
        most = _settings_before(connection, first).rules.seats
        own = {seat for seat in range(1, most + 1) if _sat_at(connection, first, seat) == by.name}
    return Audience(Looking.PLAYER, frozenset(own))


def staff_audience(role: Role) -> Audience:
    """In what capacity staff looks at cards.

    >>> staff_audience(Role.AUDITOR).role.value
    'surveillance'
    """
    return Audience(_LOOKS_AS.get(role, Looking.PUBLIC))


def _sat_at(connection: Connection, first: Record, seat: int) -> str | None:
    """Who sat at a seat when a round began. Nobody else can take it before the round is over."""
    found = last_seating(connection, first, seat)
    return json.loads(found.asked).get("player") if found else None


def last_seating(connection: Connection, first: Record, seat: int) -> Record | None:
    """The record by which a seat was last taken or left before a round began."""
    return _last(connection, first, JOURNAL.c.kind.in_(("take-seat", "leave-seat")), _of_seat(seat))


def _of_seat(seat: int) -> ColumnElement[bool]:
    # What was asked is written in the order of its names, and the seat comes last.
    return JOURNAL.c.asked.endswith(f"{json_entry('seat', seat)}}}", autoescape=True)


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


def _deal_again(connection: Connection, box: Strongbox, first: Record) -> _DealtAgain:
    """A round from the shuffle that its cards came from: its own, or the last of its shoe."""
    shuffled = _last(connection, first, JOURNAL.c.kind == "start-round", JOURNAL.c.drawn.contains('"chance"'))
    assert shuffled is not None, "no card is dealt that was not shuffled"
    again = _DealtAgain(CardSource(_settings_before(connection, shuffled).rules), box)
    for record in journal.read(connection, first.property_id, first.chain, after=shuffled.seq - 1):
        if record.seq > first.seq and begins_round(record):
            break
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


def _settings_before(connection: Connection, record: Record) -> TableSettings:
    found = _last(connection, record, JOURNAL.c.kind.in_(("create-table", "configure-table")))
    assert found is not None, "a table is created before anything is dealt"
    return TableSettings.from_json(json.loads(found.asked)["settings"])


def _last(connection: Connection, until: Record, *wanted: ColumnElement[bool]) -> Record | None:
    """The last record of a chain of some kind, up to another one."""
    return journal.last(connection, until.property_id, until.chain, JOURNAL.c.seq <= until.seq, *wanted)
