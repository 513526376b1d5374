"""docs/follow-a-wager.md is run as it stands."""

import doctest
from pathlib import Path

import pytest

from pitboss.games.audience import PUBLIC, player
from pitboss.games.event import SeatSettled
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.house.jackpots import meters
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.proposals import Propose
from pitboss.house.people.signing import OwnPin
from pitboss.house.property import Property
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import Act, BuyInWithCash, CreateTable, DealCards, OpenTable, StartRound, TakeSeat
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import print_millicents, usual_parameters
from pitboss.sources import SystemIds
from support.card_room import PIN, FakeClock, approval, hire, hire_chiefs, office, register
from support.stacked import StackedEntropy

PAGE = Path(__file__).parents[2] / "docs" / "follow-a-wager.md"
IDS = SystemIds()
NAMES = (
    *("room", "ann", "dealer", "supervisor", "do", "balance", "trial_balance", "last_record", "meter"),
    *("play_to_the_end", "reopened"),
)


class Evening:
    """The names that the page uses."""

    def __init__(self, folder):
        self.database, self.key = Database(str(folder / "room.db")), folder / "room.key"
        self.entropy = StackedEntropy()
        clock = FakeClock()
        create_room(self.database, Property("P1", "Lucky Ace"), self.key, clock=clock)
        self.room = open_room(self.database, self.key, clock=clock, entropy=self.entropy)
        hire_chiefs(self.room)
        self.executive, self.admin = hire(self.room, "2", "executive"), hire(self.room, "3", "admin")
        self.dealer, self.supervisor = hire(self.room, "4", "dealer"), hire(self.room, "5", "supervisor")
        self.ann = register(self.room, "ann")
        self.set_up()

    def agree(self, kind, subject, content):
        proposal = IDS.new()
        office(self.room, Propose(proposal, kind, subject, content, "a new table"), self.executive)
        office(self.room, approval(self.room, proposal), self.admin)
        return proposal

    def set_up(self):
        parameters = usual_parameters("TCPP-1").as_json()
        self.agree("create-meter", "M1", {"meter_id": "M1", "parameters": parameters})
        settings = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1").as_json()
        self.do(self.executive, CreateTable(settings, self.agree("create-table", "T1", settings)))
        self.do(self.supervisor, OpenTable(500_000))
        self.do(self.ann, TakeSeat(3, "ann"))
        self.do(self.dealer, BuyInWithCash(3, 20_000))
        self.entropy.stack(Game.THREE_CARD_POKER, {3: "9h 8h 7h"}, "Qs 6d 4c")

    def do(self, by, command):
        return self.room.at_table("T1", command, by=by, command_id=IDS.new(), pin=OwnPin(PIN))

    def balance(self, account):
        with self.database.reading() as connection:
            return print_millicents(journal.balance(connection, "P1", account))

    def trial_balance(self):
        with self.database.reading() as connection:
            return print_millicents(connection.exec_driver_sql("SELECT sum(millicents) FROM accounts").scalar())

    def last_record(self):
        with self.database.reading() as connection:
            return list(journal.read(connection, "P1", "table:T1"))[-1]

    def meter(self, meter_id):
        with self.database.reading() as connection:
            return meters.look(connection, "P1", meter_id).meter

    def play_to_the_end(self):
        table, answer = self.room.table("T1"), None
        while table.is_playing:
            want = table.round.want
            step = DealCards() if want.kind == "cards" else Act(table.round.options()[0].as_json())
            answer = self.do(self.dealer, step)
        settled = next(event for event in table.round.events if isinstance(event, SeatSettled))
        told = [event["all"] for event in answer.events]
        paid = f"seat {told[-1]['seat']} wins ${told[-1]['cents'] // 100} with the progressive: {told[-1]['hand']}"
        return {"lines": [line.as_json() for line in settled.lines], "events": [paid]}

    def reopened(self):
        return open_room(Database(str(self.key.with_suffix(".db"))), self.key)


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.database.close()


def test_the_page_is_true(evening):
    names = {"Act": Act, "DealCards": DealCards, "StartRound": StartRound, "PUBLIC": PUBLIC, "player": player}
    names |= {name: getattr(evening, name) for name in NAMES}
    result = doctest.testfile(str(PAGE), module_relative=False, globs=names)
    assert result.attempted > 15
    assert result.failed == 0
