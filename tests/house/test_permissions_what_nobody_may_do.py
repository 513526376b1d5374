"""Ways to money, cards and records that are shut."""

import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from pitboss.games.table import PRACTICE, WASHINGTON
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.disputes import OpenDispute
from pitboss.house.people.players import ExcludePlayer, RegisterPlayer
from pitboss.house.people.proposals import Propose
from pitboss.house.records.export import exported_record
from pitboss.house.records.face_down import events_of
from pitboss.house.records.journal import as_record
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    BuyInFromWallet,
    BuyInWithCash,
    CloseTable,
    CountDrop,
    DealCards,
    LeaveSeat,
    OpenTable,
    StartRound,
    SuspendTable,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.room_host import RoomChecks
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, Floor

BETS = {"ante": 500, "progressive": 100}
HANDS, WEAK = {2: "As Ks Qs", 5: "9c 7d 2h"}, "Jh 8c 3c"


@pytest.fixture
def two(floor):
    """Ann at seat 2 and bob at seat 5 of T1, on a meter of $1,000."""
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    people = {name: floor.player(name, dollars=500) for name in ("ann", "bob")}
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.sit("T1", seat, name)
    floor.people = people
    return floor


def test_players_do_not_say_that_they_have_paid_cash(two):
    with pytest.raises(NotPermittedError, match="buy-in-with-cash is not for player ann; it is for: dealer"):
        two.at("T1", BuyInWithCash(2, 40_000), two.people["ann"])
    two.at("T1", BuyInFromWallet(2, 10_000), two.people["ann"])


def test_chips_on_a_real_felt_do_not_come_back_by_leaving(floor):
    bob = floor.player("bob", dollars=1000)
    floor.table("P", cards=CardKind.LIVE)
    floor.at("P", TakeSeat(1, "bob"), bob)
    with pytest.raises(NotPermittedError, match="chips of table P are handed out by its dealer, not to player:bob"):
        floor.at("P", BuyInFromWallet(1, 50_000), bob)
    floor.at("P", BuyInFromWallet(1, 50_000), DEALER_7)
    floor.at("P", LeaveSeat(1), bob)
    assert (floor.cents("wallet:bob"), floor.cents("drop:P"), floor.cents("tray:P")) == (50_000, 50_000, 450_000)


def test_guests_play_for_play_money_only(floor):
    floor.table("T1")
    floor.office(RegisterPlayer("gus", "Gus", None, is_guest=True), HOUSE)
    floor.at("T1", TakeSeat(1, "gus"))
    with pytest.raises(RefusedError, match="gus is a guest with play money, and does not buy in for cash"):
        floor.at("T1", BuyInWithCash(1, 1000))
    assert floor.room.house.jurisdiction is PRACTICE


def test_guests_do_not_play_in_a_room_for_money(database, tmp_path, clock):
    floor = washington(database, tmp_path, clock)
    assert floor.room.house.jurisdiction is WASHINGTON
    floor.table("T1")
    floor.office(RegisterPlayer("gus", "Gus", None, is_guest=True), HOUSE)
    with pytest.raises(RefusedError, match="gus is a guest with play money, and this room plays for money"):
        floor.at("T1", TakeSeat(1, "gus"))
    with pytest.raises(RefusedError, match="gus is a guest with play money, and this room plays for money"):
        floor.office(GiveGuestChips("gus"), ACCOUNTING)
    assert "wallet:gus" not in floor.balances()


def washington(database, tmp_path, clock, **settings):
    return Floor(database, tmp_path / "room.key", clock, jurisdiction="washington", **settings)


def test_a_room_has_no_more_tables_open_than_the_law_allows(database, tmp_path, clock):
    floor = washington(database, tmp_path, clock, max_tables=2)
    for table_id in ("T1", "T2", "T3"):
        floor.table(table_id, opener=None)
    floor.at("T1", OpenTable(500_000), SUPERVISOR)
    floor.at("T2", OpenTable(500_000), SUPERVISOR)
    floor.at("T2", SuspendTable("a spilled drink"), SUPERVISOR)
    with pytest.raises(RefusedError, match="2 tables are open, and this room may have 2: close one first"):
        floor.at("T3", OpenTable(500_000), SUPERVISOR)
    floor.at("T2", CloseTable(500_000), SUPERVISOR)
    floor.at("T3", OpenTable(500_000), SUPERVISOR)
    floor.reopen()
    assert [floor.room.table(table_id).status for table_id in ("T1", "T2", "T3")] == ["open", "closed", "open"]


def test_of_many_who_open_tables_at_once_no_more_do_than_may(database, tmp_path, clock):
    floor = washington(database, tmp_path, clock, max_tables=2)
    tables = [f"T{number}" for number in range(1, 6)]
    for table_id in tables:
        floor.table(table_id, opener=None)

    def opens(table_id):
        try:
            floor.room.at_table(table_id, OpenTable(500_000), by=SUPERVISOR, command_id=f"open {table_id}")
        except RefusedError:
            return False
        return True

    with ThreadPoolExecutor(len(tables)) as hands:
        assert sum(hands.map(opens, tables)) == 2


def test_a_room_for_practice_has_as_many_tables_as_it_likes(floor):
    assert (floor.room.house.max_tables, floor.room.house.settings.max_tables) == (None, 15)


def test_who_is_excluded_gets_no_more_cards(two):
    two.office(ExcludePlayer("ann", None, "asked for it"), two.people["ann"])
    two.at("T1", StartRound())
    assert set(two.room.table("T1").round.seats) == {5}
    two.reopen()
    assert set(two.room.table("T1").round.seats) == {5}


def test_who_is_excluded_while_bets_are_open_bets_no_more(two):
    two.at("T1", StartRound())
    two.act("T1", "place-wager", seat=2, wager="ante", cents=1000)
    two.office(ExcludePlayer("ann", "2026-12-15", "asked for it"), two.people["ann"])
    for wager, cents, by in (("ante", 1500, two.people["ann"]), ("pair-plus", 500, DEALER_7)):
        with pytest.raises(RefusedError, match="ann is excluded until Dec 15, 2026"):
            two.act("T1", "place-wager", by, seat=2, wager=wager, cents=cents)
    # What lies there may become less, and is played to its end, also where a decision costs more.
    two.act("T1", "place-wager", two.people["ann"], seat=2, wager="ante", cents=500)
    two.act("T1", "place-wager", two.people["bob"], seat=5, wager="ante", cents=500)
    two.act("T1", "no-more-bets")
    while two.awaiting("T1").kind == "cards":
        two.at("T1", DealCards())
    two.act("T1", "play", two.people["ann"], seat=2)
    two.reopen()
    assert two.room.table("T1").round.seats[2].wagers == {"ante": 500, "play": 500}


def corrected(floor, player, born):
    floor.agree("correct-player", player, {"player": player, "name": player.title(), "born": born})


@pytest.mark.parametrize(("born", "seats"), [("2008-11-15", {2, 5}), ("2008-11-16", {5})])
def test_who_turns_out_to_be_too_young_gets_no_more_cards(two, born, seats):
    """Today is 15 November 2026, and Ann must be 18."""
    corrected(two, "ann", born)
    two.at("T1", StartRound())
    assert set(two.room.table("T1").round.seats) == seats
    two.reopen()
    assert set(two.room.table("T1").round.seats) == seats


def test_who_turns_out_to_be_too_young_while_bets_are_open_bets_no_more(two):
    two.at("T1", StartRound())
    two.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    corrected(two, "ann", "2010-01-01")
    with pytest.raises(RefusedError, match="ann is 16 years old, and must be 18 to play"):
        two.act("T1", "place-wager", two.people["ann"], seat=2, wager="ante", cents=1000)
    two.act("T1", "place-wager", two.people["bob"], seat=5, wager="ante", cents=500)


def test_what_an_earlier_version_allowed_is_done_again(two, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(RoomChecks, "verify_not_excluded", lambda *_: None)
        earlier.setattr(RoomChecks, "verify_uncounted", lambda *_: None)
        two.at("T1", StartRound())
        two.office(ExcludePlayer("ann", None, "asked for it"), two.people["ann"])
        two.act("T1", "place-wager", seat=2, wager="ante", cents=1000)
        two.table("T2")
        two.at("T2", CloseTable(500_000), SUPERVISOR)
        for _ in range(2):
            two.at("T2", CountDrop(700), ACCOUNTING)
    two.reopen()
    assert two.room.table("T1").round.seats[2].wagers == {"ante": 1000}
    with pytest.raises(RefusedError, match="the drop box of table T2 was counted already"):
        two.at("T2", CountDrop(700), ACCOUNTING)


def test_a_jackpot_of_a_disputed_round_waits_for_the_ruling(two):
    two.play("T1", wagers=dict.fromkeys(HANDS, BETS), hands=HANDS, dealer=WEAK)
    two.at("T1", VerifyJackpot(2), SUPERVISOR)
    two.at("T1", SuspendTable("a player disputes the hand"), SUPERVISOR)
    two.office(OpenDispute("D1", "T1", 1, "bob", "the dealer misread my hand"), SUPERVISOR)
    with pytest.raises(RefusedError, match="dispute D1 is about round 1, which is on the table: rule it first"):
        two.at("T1", AuthorizeJackpot(2, "licence", "W-2G 1"), SUPERVISOR)


def test_a_disputed_round_is_not_cleared_by_closing_and_opening(two):
    two.play("T1", wagers={5: {"ante": 500}}, hands={5: "9c 7d 2h"}, dealer=WEAK)
    two.at("T1", SuspendTable("a player disputes the hand"), SUPERVISOR)
    two.office(OpenDispute("D1", "T1", 1, "bob", "the dealer misread my hand"), SUPERVISOR)
    for seat in (2, 5):
        two.at("T1", LeaveSeat(seat))
    two.at("T1", CloseTable(two.room.table("T1").tray_cents), SUPERVISOR)
    with pytest.raises(RefusedError, match="dispute D1 is about round 1"):
        two.at("T1", OpenTable(500_000), SUPERVISOR)


def test_a_proposal_is_about_what_it_says(two):
    content = {"meter_id": "M2", "reason": "seed", "millicents": 100_000, "note": "x"}
    with pytest.raises(RefusedError, match="the proposal is about 'M1', and its content about 'M2'"):
        two.office(Propose("p1", "adjust-meter", "M1", content, "a slip"), EXECUTIVE)


@pytest.mark.parametrize("millicents", [10**30, 2**63, -(10**30)])
def test_an_amount_that_no_room_has_is_refused(two, millicents):
    content = {"meter_id": "M1", "reason": "seed", "millicents": millicents, "note": "x"}
    with pytest.raises(RefusedError, match=r"an adjustment of -?\$[0-9,.]+ is more than \$100,000,000"):
        two.agree("adjust-meter", "M1", content)


def test_the_ids_of_anchors_are_the_rooms_own(two):
    with pytest.raises(RefusedError, match="command id 'anchor table:T1 99' is the room's own"):
        two.at("T1", StartRound(), command_id="anchor table:T1 99")


def test_a_badge_that_nobody_has_does_nothing_at_a_table(two):
    from pitboss.house.actor import Actor, Role

    with pytest.raises(NotPermittedError, match="nobody here has badge '99'"):
        two.at("T1", SuspendTable("because"), Actor("99", Role.SUPERVISOR))
    with pytest.raises(NotPermittedError, match="badge 7"):
        two.at("T1", SuspendTable("because"), Actor("7", Role.SUPERVISOR))
    assert two.room.table("T1").status == "open"


def test_the_reason_of_a_suspension_is_one_readable_line(two):
    for reason in (" ", "two\nlines", "\x1b[31mred", "x" * 501):
        with pytest.raises(RefusedError, match="a reason is needed"):
            two.at("T1", SuspendTable(reason), SUPERVISOR)


def test_asking_for_tables_that_are_not_there_keeps_nothing(two):
    for number in range(20):
        with pytest.raises(RefusedError):
            two.at(f"X{number}", StartRound())
    assert two.room._table_cache.cached("X1") is None


def test_the_hash_of_a_record_does_not_tell_the_cards_in_it(two):
    """Whoever sees a record without its cards could try every packet, were nothing else unknown in what is hashed."""
    for _ in two.steps("T1", {2: BETS, 5: BETS}, HANDS, WEAK, until="decision"):
        pass
    rows = [row for row in two.rows("journal") if row["kind"] == "deal-cards"]
    records = [as_record(SimpleNamespace(**row)) for row in rows]
    assert any("Ks" in json.dumps(events_of(two.room.box, record)) for record in records)
    for record in records:
        assert "Ks" not in record.events
        assert record.hash_with([]) == record.hash
        assert record._replace(drawn="{}").hash_with([]) != record.hash
    salts = [json.loads(row["drawn"])["salt"] for row in two.rows("journal")]
    assert len(set(salts)) == len(salts)
    exported = [exported_record(record, ()) for record in records]
    assert not any(salt in str(exported) for salt in salts)
