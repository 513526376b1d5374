"""Every command counts once, and a refused one changes nothing."""

import pytest
from sqlalchemy import update

from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.errors import CommandReusedError, MoneyError, RefusedError, StaleVersionError
from pitboss.house.people.login import change_pin, log_in
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.commands import (
    Act,
    BuyInFromWallet,
    BuyInWithCash,
    CloseTable,
    CreateTable,
    Credit,
    DealCards,
    Fill,
    OpenTable,
    Press,
    StartRound,
    SuspendTable,
    TakeSeat,
)
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, PIN, SUPERVISOR, but_for_notes

EARLIER = '{"cents": 10000, "do": "fill"}'


@pytest.fixture
def open_table(floor):
    floor.table("T1")
    floor.player("ann", 100)
    floor.sit("T1", 2, "ann")
    return floor


def test_the_same_id_brings_the_same_answer(open_table):
    floor = open_table
    first = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    before = floor.everything()
    again = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    assert (again.chain, again.version, again.events) == (first.chain, first.version, first.events)
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert floor.everything() == before
    # The table at hand is as it was stored, also after the second try.
    assert floor.room.table("T1").tray_cents * 1000 == floor.balances()["tray:T1"]


def test_the_same_id_brings_the_same_answer_although_it_would_be_refused_now(open_table):
    floor = open_table
    first = floor.at("T1", StartRound(), command_id="start-1")
    floor.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    again = floor.at("T1", StartRound(), command_id="start-1", version=0)
    assert (again.version, again.events, again.is_repeat) == (first.version, first.events, True)


def test_the_same_id_in_another_process_brings_the_same_answer(open_table):
    floor = open_table
    first = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    floor.reopen()
    again = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    assert (again.version, again.events, again.is_repeat) == (first.version, first.events, True)
    assert floor.cents("tray:T1") == 500_000


def test_the_same_id_brings_the_same_answer_also_where_an_earlier_version_wrote_it(open_table):
    """What was asked was written with a space after every colon then."""
    floor = open_table
    first = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    with floor.database.transaction() as connection:
        wrote = connection.execute(update(JOURNAL).where(JOURNAL.c.command_id == "fill-1").values(asked=EARLIER))
    assert wrote.rowcount == 1
    again = floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    assert (again.version, again.events, again.is_repeat) == (first.version, first.events, True)
    with pytest.raises(CommandReusedError):
        floor.at("T1", Fill(10_001), SUPERVISOR, command_id="fill-1")


def test_the_same_id_at_the_office_brings_the_same_answer(open_table):
    floor = open_table
    first = floor.office(Deposit("ann", 5000, "cash"), ACCOUNTING, "deposit-1")
    again = floor.office(Deposit("ann", 5000, "cash"), ACCOUNTING, "deposit-1")
    assert (again.version, again.events, again.is_repeat) == (first.version, first.events, True)
    assert floor.cents("wallet:ann") == 15_000


@pytest.mark.parametrize(
    ("command", "by"),
    [(Fill(10_001), SUPERVISOR), (Credit(10_000), SUPERVISOR), (Fill(10_000), EXECUTIVE), (CloseTable(0), DEALER_7)],
)
def test_the_same_id_for_something_else_or_by_somebody_else_is_refused(open_table, command, by):
    floor = open_table
    floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    before = floor.everything()
    with pytest.raises(CommandReusedError, match="command id 'fill-1' was used for fill by supervisor:4"):
        floor.at("T1", command, by, command_id="fill-1")
    assert but_for_notes(floor.everything()) == but_for_notes(before)


def test_the_same_id_at_another_table_is_refused(open_table):
    floor = open_table
    floor.table("T2")
    floor.at("T1", Fill(10_000), SUPERVISOR, command_id="fill-1")
    with pytest.raises(CommandReusedError):
        floor.at("T2", Fill(10_000), SUPERVISOR, command_id="fill-1")


def test_an_id_of_the_office_is_not_free_at_a_table(open_table):
    floor = open_table
    floor.office(Deposit("ann", 5000, "cash"), ACCOUNTING, "deposit-1")
    with pytest.raises(CommandReusedError, match="was used for deposit by accounting:5"):
        floor.at("T1", Fill(10_000), SUPERVISOR, command_id="deposit-1")


def test_whoever_saw_an_older_version_is_refused(open_table):
    floor = open_table
    seen = floor.at("T1", Fill(10_000), SUPERVISOR).version
    floor.at("T1", Credit(10_000), SUPERVISOR, version=seen)
    before = floor.everything()
    with pytest.raises(StaleVersionError, match=f"T1 is at version {seen + 1}, and you saw version {seen}"):
        floor.at("T1", Credit(10_000), SUPERVISOR, version=seen)
    assert floor.everything() == before


def test_a_room_that_is_behind_the_database_catches_up(open_table):
    """Two processes at one table: whoever is behind learns of it when writing, and does the command on what is there."""
    floor = open_table
    behind = floor.room
    assert behind.table("T1").tray_cents == 490_000
    floor.reopen()
    floor.at("T1", Credit(490_000), SUPERVISOR)
    with pytest.raises(RefusedError, match="the tray has \\$0"):
        behind.at_table("T1", Credit(100), by=SUPERVISOR, command_id="late")
    behind.at_table("T1", Fill(700), by=SUPERVISOR, command_id="fill")
    assert floor.cents("tray:T1") == 700
    assert behind.table("T1").tray_cents == 700


REFUSED = [
    (BuyInFromWallet(2, 10_001), DEALER_7, MoneyError),
    (BuyInWithCash(2, 400_001 + 90_000), DEALER_7, RefusedError),
    (TakeSeat(2, "ann"), DEALER_7, RefusedError),
    (TakeSeat(3, "nobody"), DEALER_7, PitbossError),
    (Act({"do": "no-more-bets"}), DEALER_7, RefusedError),
    (Act({"do": "shout"}), DEALER_7, RefusedError),
    (DealCards(), DEALER_7, RefusedError),
    (CloseTable(0), SUPERVISOR, RefusedError),
    (Fill(1), DEALER_7, PitbossError),
    (StartRound(), Actor("ann", Role.PLAYER), PitbossError),
    (Press({"do": "press-coin-in"}), DEALER_7, RefusedError),
]


@pytest.mark.parametrize(
    ("command", "by", "kind"),
    REFUSED,
    ids=lambda value: getattr(value, "operation", str)() if hasattr(value, "operation") else None,
)
def test_a_refused_command_changes_nothing(open_table, command, by, kind):
    floor = open_table
    before, views = floor.everything(), floor.views("T1")
    with pytest.raises(kind):
        floor.at("T1", command, by, command_id="refused")
    assert but_for_notes(floor.everything()) == but_for_notes(before)
    assert floor.views("T1") == views
    # Its id is free: refusals are not stored.
    floor.at("T1", StartRound(), command_id="refused")


@pytest.mark.parametrize("table_id", ["", "T 1", "T:1", "T1\n"])
def test_a_table_has_a_name_that_can_stand_in_an_account(floor, table_id):
    with pytest.raises(RefusedError, match="cannot be a table: write 1 to 64 letters"):
        floor.at(table_id, CreateTable({}, "none"), ADMIN)


def test_a_table_that_was_closed_while_it_was_suspended_opens_without_the_reason(floor):
    floor.table("T1")
    floor.at("T1", SuspendTable("a question"), SUPERVISOR)
    floor.at("T1", CloseTable(500_000), SUPERVISOR)
    floor.at("T1", OpenTable(500_000), SUPERVISOR)
    assert floor.views("T1")[0].reason == ""


def test_a_refused_command_of_the_office_changes_nothing(open_table):
    floor = open_table
    before = floor.everything()
    with pytest.raises(MoneyError):
        floor.office(Withdraw("ann", 10_001), ACCOUNTING, "too-much")
    assert floor.everything() == before


def test_a_command_of_the_office_is_refused_at_a_table_and_the_other_way_round(open_table):
    with pytest.raises(PitbossError, match="deposit is not a command at a table"):
        open_table.at("T1", Deposit("ann", 100, "cash"), ACCOUNTING)
    with pytest.raises(PitbossError, match="fill is not a command of the office"):
        open_table.office(Fill(100), SUPERVISOR)


@pytest.mark.parametrize("nonsense", [None, "fold", ["fold"], 7, {"do": ["fold"]}, {}])
@pytest.mark.parametrize("kind", [Act, Press])
def test_nonsense_instead_of_a_command_is_refused_in_a_sentence(open_table, kind, nonsense):
    floor = open_table
    floor.at("T1", StartRound())
    for by in (DEALER_7, Actor("ann", Role.PLAYER)):
        with pytest.raises(PitbossError):
            floor.at("T1", kind(nonsense), by)


def test_the_same_id_with_another_pin_tells_nobody_which_is_the_right_one(floor):
    """Somebody at an open session could else try PINs under the id of the change until one brings the same answer."""

    def change(old, new, by=DEALER_7):
        return change_pin(floor.room, by.name, old, new, command_id="my-own-pin")

    assert not change(PIN, "739105").is_repeat
    for old, new in (("9999", "820014"), (PIN, "739105"), ("739105", "820014")):
        assert change(old, new).is_repeat
    assert log_in(floor.room, DEALER_7.name, "739105") == DEALER_7
    with pytest.raises(CommandReusedError):
        change(PIN, "739105", ADMIN)
