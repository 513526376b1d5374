"""A card room at work: staff, players, meters and tables, and rounds with chosen cards.

Everything goes through the room's own commands and proposals. The clock ticks with each, so that records have an order.
"""

from sqlalchemy import select

from pitboss.cards import parse_cards
from pitboss.games.audience import DEALER, PUBLIC, Audience, player
from pitboss.games.audience import Role as Looking
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit
from pitboss.house.jackpots import meters
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.enrollment import code_for
from pitboss.house.people.login import enroll, first_admins
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.proposals import Propose
from pitboss.house.people.signing import OwnPin
from pitboss.house.property import Property, PropertySettings
from pitboss.house.records import journal
from pitboss.house.records.audit import AnchorChains
from pitboss.house.records.refused_acts import NoteRefusal
from pitboss.house.storage.schema import JACKPOTS, METADATA
from pitboss.house.tables.commands import (
    Act,
    BuyInWithCash,
    CreateTable,
    DealCards,
    NameWinner,
    OpenTable,
    Press,
    ReverseJackpot,
    StartRound,
    TakeSeat,
)
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from pitboss.sources import SystemClock
from support.card_room import approval
from support.san_lo import BEST_HIGH
from support.stacked import StackedEntropy

ADMIN, SECOND_ADMIN = Actor("1", Role.ADMIN), Actor("2", Role.ADMIN)
EXECUTIVE, SUPERVISOR, ACCOUNTING = Actor("3", Role.EXECUTIVE), Actor("4", Role.SUPERVISOR), Actor("5", Role.ACCOUNTING)
SURVEILLANCE, DEALER_7 = Actor("6", Role.SURVEILLANCE), Actor("7", Role.DEALER)
HOUSE = Actor("house", Role.HOUSE)
PIN = "470815"
OWN_PIN = OwnPin(PIN)
"""Everybody has the same, and keys it in with whatever they sign."""

STAFF = (EXECUTIVE, SUPERVISOR, ACCOUNTING, SURVEILLANCE, DEALER_7)

AUDIENCES = (
    PUBLIC,
    DEALER,
    Audience(Looking.SUPERVISOR),
    Audience(Looking.SURVEILLANCE),
    *(player(seat) for seat in range(1, 8)),
    player(1, 2),
)
"""Everybody who may look at a table."""

RULES = {
    Game.THREE_CARD_POKER: ThreeCardPokerRules,
    Game.FORTUNE_SAN_LO: lambda **rules: FortuneSanLoRules(**({"house_way": BEST_HIGH} | rules)),
    Game.DOUBLE_DRAW: DoubleDrawRules,
    Game.POWER_BLACKJACK: PowerBlackjackRules,
}
PROGRESSIVES = (Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO)
"""Games that have a progressive, unless a table does without."""


class Ids:
    """Names in a row, the same in every run."""

    def __init__(self, prefix="id"):
        self._prefix, self._number = prefix, 0

    def new(self):
        self._number += 1
        return f"{self._prefix}-{self._number}"


class Floor:
    """A card room, open, with its staff in it."""

    def __init__(self, database, key, clock, *, is_new=True, ids="id", entropy=None, **settings):  # noqa: PLR0913
        self.database, self.key, self.clock = database, key, clock
        self.entropy, self.ids = entropy or StackedEntropy(), Ids(ids) if isinstance(ids, str) else ids
        if is_new:
            create_room(
                database, Property("P1", "Lucky Ace", PropertySettings(**settings)), key, self.entropy, clock=clock
            )
        self.reopen()
        if is_new:
            self._hire()

    def reopen(self):
        """The room anew, as after a restart: nothing is at hand, all comes from the database."""
        self.room = open_room(self.database, self.key, clock=self.clock, entropy=self.entropy)

    def _hire(self):
        founders = ((who.name, "Chief", f"68-{who.name}", PIN) for who in (ADMIN, SECOND_ADMIN))
        self.clock.tick(seconds=1)
        first_admins(self.room, *founders, ids=self.ids)
        for person in STAFF:
            self.hire(person)

    def hire(self, person):
        """Somebody new, who enrolls."""
        new = {"badge": person.name, "name": f"Badge {person.name}", "role": person.role.value}
        self.agree("add-staff", person.name, new | {"license": f"68-{person.name}"}, ADMIN, SECOND_ADMIN)

    # ---- commands

    def office(self, command, by, command_id=None):
        """A command of the office."""
        self.clock.tick(seconds=1)
        return self.room.in_office(command, by=by, command_id=command_id or self.ids.new(), pin=OWN_PIN)

    def at(self, table_id, command, by=None, *, command_id=None, version=None):
        """A command at a table, by its dealer where nobody else is named."""
        by = by or self.usual_sender(table_id, command)
        self.clock.tick(seconds=1)
        who = {"by": by, "command_id": command_id or self.ids.new(), "pin": OWN_PIN}
        return self.room.at_table(table_id, command, **who, version=version)

    def usual_sender(self, table_id, command):
        """The dealer, but for cards that only their player names."""
        if not (isinstance(command, Act) and command.names_cards):
            return DEALER_7
        seats = self.room.table(table_id).round.seats
        return Actor(seats[command.command["seat"]].player, Role.PLAYER)

    def act(self, table_id, do, by=None, **values):
        """A command of the round."""
        return self.at(table_id, Act({"do": do, **values}), by)

    def press(self, table_id, do, by=DEALER_7, **values):
        """A press of the keypad."""
        return self.at(table_id, Press({"do": do, **values}), by)

    def name_winner(self, table_id, seat, by=SUPERVISOR, *, none_to_the_right=None):
        """The supervisor names the seat of the lit hand."""
        return self.at(table_id, NameWinner(seat, none_to_the_right), by)

    def key_in_a_jackpot(self, table_id):
        """Physical cards, seats 2 and 5 in: $60 paid to seat 5 at once, $500 booked for seat 2, $25 of envy."""
        for do, values, by in (
            ("place-chip", {"seat": 2}, DEALER_7),
            ("place-chip", {"seat": 5}, DEALER_7),
            ("press-coin-in", {}, DEALER_7),
            ("press-hand", {"row": "three-of-a-kind"}, DEALER_7),
            ("pay-hand", {"seat": 5}, DEALER_7),
            ("press-hand", {"row": "akq-of-another-suit"}, DEALER_7),
            ("turn-key", {"position": "JPH"}, SUPERVISOR),
            ("press-j-pot", {"seat": 2}, SUPERVISOR),
            ("turn-key", {"position": "RUN"}, SUPERVISOR),
            ("pay-envy", {"seat": 5}, DEALER_7),
            ("press-game-over", {}, DEALER_7),
        ):
            self.press(table_id, do, by, **values)

    def agree(self, kind, subject, content, by=SUPERVISOR, approved_by=EXECUTIVE):
        """What one proposes and another approves; the id of the proposal."""
        proposal_id = self.ids.new()
        self.office(Propose(proposal_id, kind, subject, content, "as discussed"), by)
        code = code_for(self.room, approved_by, self.approve(proposal_id, approved_by))
        if code is not None:
            # The new person is there, and enrolls at once.
            enroll(self.room, code.badge, code.code, PIN, approver=(approved_by.name, PIN), ids=self.ids)
        return proposal_id

    def approve(self, proposal_id, by=EXECUTIVE):
        """Somebody approves a proposal as they have read it."""
        return self.office(approval(self.room, proposal_id), by)

    def days_pass(self, days):
        """A day of work after the other: without a record of two days the clock would be in doubt."""
        for _ in range(days):
            self.clock.tick(days=1)
            self.office(AnchorChains(), EXECUTIVE)

    def go_by_the_machine(self):
        """Other processes go by the clock of the machine: from now on so does this one, and two people have seen it."""
        self.clock.now, self.clock.tick = SystemClock().now, lambda **_much: None
        self.acknowledge()

    def acknowledge(self):
        """Two people have looked at the clock."""
        return self.agree("acknowledge-clock", "clock", {})

    # ---- setting up

    def player(self, name, dollars=0):
        """Somebody of age, with money at the cage."""
        self.office(RegisterPlayer(name, name.title(), "1990-12-31", is_guest=False), HOUSE)
        if dollars:
            self.office(Deposit(name, dollars * 100, "cash"), ACCOUNTING)
        return Actor(name, Role.PLAYER)

    def meter(self, meter_id, designator, **settings):
        """A meter by a paytable."""
        parameters = usual_parameters(designator, **settings)
        self.agree("create-meter", meter_id, {"meter_id": meter_id, "parameters": parameters.as_json()})

    def reverse(self, jackpot_id, *, keeps_seed=False, by=SUPERVISOR, approved_by=EXECUTIVE):
        """A booked win that was none, as one proposes and another approves."""
        why = {"reason": "the king was a jack", "evidence": "camera 4, 10:41 PM"}
        content = {"jackpot_id": jackpot_id, "keeps_seed": keeps_seed} | why
        proposal_id = self.ids.new()
        self.office(Propose(proposal_id, "reverse-jackpot", jackpot_id, content, why["reason"]), by)
        table_id = self.jackpot(jackpot_id).table_id
        return self.at(table_id, ReverseJackpot(jackpot_id, *why.values(), keeps_seed, proposal_id), approved_by)

    def adjust(self, meter_id, reason, dollars, note="documented", **people):
        """A documented adjustment, up or down."""
        content = {"meter_id": meter_id, "reason": reason, "millicents": round(dollars * 100_000), "note": note}
        return self.agree("adjust-meter", meter_id, content, **people)

    def table(self, table_id, game=Game.THREE_CARD_POKER, meter=None, opener=5000, rules=None, **settings):
        """A table, open with this many dollars in its tray."""
        without = {"progressive": None} if meter is None and game in PROGRESSIVES else {}
        rules = RULES[game](**(without | (rules or {})))
        content = TableSettings(rules=rules, meter_id=meter, **settings).as_json()
        self.at(table_id, CreateTable(content, self.agree("create-table", table_id, content)), ADMIN)
        if opener:
            self.at(table_id, OpenTable(opener * 100), SUPERVISOR)

    def sit(self, table_id, seat, name, dollars=100, by=DEALER_7):
        """A player at a seat, with chips bought for cash."""
        self.at(table_id, TakeSeat(seat, name), by)
        if dollars:
            self.at(table_id, BuyInWithCash(seat, dollars * 100), by)

    # ---- rounds

    def play(self, table_id, **cards):
        """A whole round with chosen cards."""
        return list(self.steps(table_id, **cards))[-1]

    def steps(self, table_id, wagers, hands, dealer, *, folds=(), start=1, until="nothing"):  # noqa: PLR0913
        """The same command by command. ``hands`` lie as they are told; seats that fold do so.

        It goes on until the round waits for something of that kind, or for nothing.
        """
        game = self.room.table(table_id).settings.game
        self.entropy.stack(game, hands, dealer, start)
        yield self.at(table_id, StartRound())
        assert self.entropy.is_used_up
        for seat, spots in wagers.items():
            for wager, cents in spots.items():
                yield self.act(table_id, "place-wager", seat=seat, wager=wager, cents=cents)
        yield self.act(table_id, "no-more-bets")
        while self.awaiting(table_id).kind not in ("nothing", until):
            yield self.at(table_id, self._next(table_id, hands, folds))

    def _next(self, table_id, hands, folds):
        """What the dealer or the players do now."""
        round = self.room.table(table_id).round
        match round.awaiting.kind, round.awaiting.operations:
            case ("cards", _) | (_, ("press_green_button",)):
                return DealCards()
            case "decision", ("play", "fold"):
                seat = round.awaiting.seat
                return Act({"do": "fold" if seat in folds else "play", "seat": seat})
            case "decision", ("set_hand", "ask_house_way"):
                seat = round.awaiting.seat
                return Act({"do": "set-hand", "seat": seat, "cards": " ".join(map(str, parse_cards(hands[seat])))})
        return Act(round.options()[0].as_json())

    # ---- looking

    def awaiting(self, table_id):
        """What the round waits for."""
        return self.room.table(table_id).round.awaiting

    def views(self, table_id, audiences=AUDIENCES):
        """The table as everybody sees it."""
        return [self.room.view(table_id, audience) for audience in audiences]

    def cents(self, account):
        """What lies in an account."""
        with self.database.reading() as connection:
            millicents = journal.balance(connection, "P1", account)
        assert millicents % 1000 == 0, account
        return millicents // 1000

    def balances(self):
        """Every account that is not empty, in millicents."""
        return {row["account"]: row["millicents"] for row in self.rows("accounts") if row["millicents"]}

    def meter_now(self, meter_id):
        """A meter as it stands."""
        with self.database.reading() as connection:
            return meters.look(connection, "P1", meter_id).meter

    def jackpot(self, jackpot_id):
        """What became of a jackpot."""
        with self.database.reading() as connection:
            return connection.execute(select(JACKPOTS).where(JACKPOTS.c.jackpot_id == jackpot_id)).one()

    def rows(self, name):
        """Everything stored under a name, in order."""
        return everything_in(self.database, [name])[name]

    def everything(self):
        """All that is in the database."""
        return everything_in(self.database)


def but_for_notes(rows):
    """All that is in a database but the notes of what staff were refused: all else stays as it was."""
    return rows | {"journal": [row for row in rows["journal"] if row["kind"] != NoteRefusal.slug()]}


def everything_in(database, names=None):
    """All rows of a database by table, in order."""
    with database.reading() as connection:
        return {name: _rows(connection, METADATA.tables[name]) for name in names or sorted(METADATA.tables)}


def _rows(connection, table):
    # Asked for after every command of some tests, so it does without what SQLAlchemy adds to a row.
    order = ", ".join(column.name for column in table.primary_key.columns)
    found = connection.exec_driver_sql(f"SELECT * FROM {table.name} ORDER BY {order}")
    names = list(found.keys())
    return [dict(zip(names, row, strict=True)) for row in found]


def told(answer):
    """What happened, as the record has it: the names of the events, and the events."""
    return [event["all"] for event in answer.events]
