"""To whom a win is paid: a registered person, asked about at the payment; what the law forbids to pay is withheld."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from pitboss.house.cage.wallets import Withdraw
from pitboss.house.errors import MoneyError, NotPermittedError, RefusedError, UnknownError
from pitboss.house.jackpots.win_page import read_win_page
from pitboss.house.people.incidents import AddNote, CloseIncident, OpenIncident, ReportToCommission, incidents
from pitboss.house.people.players import ExcludePlayer, RegisterPlayer
from pitboss.house.people.proposals import Propose, Reject
from pitboss.house.records.list_check import wrong_lists
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    PayBooked,
    RejectJackpot,
    VerifyJackpot,
    WithholdWin,
)
from pitboss.house.tables.settings import CardKind
from pitboss.progressive import SeveralWins
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, told

NEEDS_MANAGER = r"^no payment to ann at this window: it needs the shift manager$"
TOP = "akq-of-spades"


@pytest.fixture
def live(floor):
    """Table P of live cards, where seat 2 has won all of the meter, $1,000.14, and Ann waits at the cage."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    for name in ("ann", "bob"):
        floor.player(name)
    for do, values, by in (
        ("place-chip", {"seat": 2}, DEALER_7),
        ("press-coin-in", {}, DEALER_7),
        ("press-hand", {"row": TOP}, DEALER_7),
        ("turn-key", {"position": "JPH"}, SUPERVISOR),
        ("press-j-pot", {"seat": 2}, SUPERVISOR),
        ("turn-key", {"position": "RUN"}, SUPERVISOR),
        ("press-game-over", {}, DEALER_7),
    ):
        if do == "press-j-pot":
            floor.name_winner("P", 2)
        floor.press("P", do, by, **values)
    return floor


@pytest.fixture
def electronic(floor):
    """Table F, where Ann at seat 5 and Bob at seat 2 have won fixed pays of the progressive."""
    return two_winners(floor)


def two_winners(floor, **meter):
    floor.meter("M1", "TCPP-1", **meter)
    floor.table("F", meter="M1")
    for seat, name in ((2, "bob"), (5, "ann")):
        floor.player(name)
        floor.sit("F", seat, name, dollars=100)
    wagers = {seat: {"ante": 500, "progressive": 100} for seat in (2, 5)}
    floor.play("F", wagers=wagers, hands={2: "Ah Kh Qh", 5: "Ad Kd Qd"}, dealer="9d 7c 2s")
    for seat in (5, 2):
        floor.at("F", VerifyJackpot(seat), SUPERVISOR)
    return floor


def pay(floor, player="ann", identity="driving licence WDL-1", tax_form="W-2G 17"):
    return floor.at("P", PayBooked("P-1-2", player, identity, tax_form), ACCOUNTING)


def authorize(floor, seat):
    return floor.at("F", AuthorizeJackpot(seat, "driving licence WDL-1", "W-2G 17"), EXECUTIVE)


def exclude(floor, player="ann"):
    floor.office(ExcludePlayer(player, None, "asked for it"), EXECUTIVE)


def withhold(floor, table_id, jackpot_id, player="ann", by=EXECUTIVE, **people):
    content = {"jackpot_id": jackpot_id, "player": player}
    return floor.at(
        table_id, WithholdWin(**content, proposal_id=floor.agree("withhold-win", table_id, content, **people)), by
    )


def known_incidents(floor):
    with floor.database.reading() as connection:
        return incidents(connection, "P1")


def verify_all(floor):
    """Every list is as the records say, also after a restart, and play may go on."""
    with floor.database.reading() as connection:
        assert wrong_lists(connection, "P1") == []
    floor.reopen()
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


# ---- who is paid


def test_an_excluded_person_is_not_paid(live):
    exclude(live)
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        pay(live)
    assert (live.cents("house:jackpots"), live.jackpot("P-1-2").status) == (100_014, "booked")


def test_who_turns_out_to_be_too_young_is_not_paid(live):
    live.agree("correct-player", "ann", {"player": "ann", "name": "Ann", "born": "2010-01-01"})
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        pay(live)


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("Ann Lee", "player 'Ann Lee' is not registered"),
        ("carl", "player 'carl' is not registered"),
        ("guest", "guest is a guest with play money: a booked win is paid to a registered player"),
    ],
)
def test_a_payee_is_somebody_who_is_registered(live, player, why):
    live.office(RegisterPlayer("guest", "Guest", None, is_guest=True), HOUSE)
    with pytest.raises((RefusedError, UnknownError), match=why):
        pay(live, player)


def test_a_payment_names_the_registered_person_and_the_document(live):
    pay(live)
    row = live.jackpot("P-1-2")
    assert (row.status, row.player, row.identity) == ("paid", "ann", "driving licence WDL-1")
    assert winner_of(live)["Player"] == "Ann (ann)"
    verify_all(live)


def winner_of(floor, jackpot_id="P-1-2"):
    with floor.database.reading() as connection:
        return dict(dict(read_win_page(connection, floor.room.house, jackpot_id).sections)["The winner"])


def test_at_electronic_cards_exclusion_is_asked_at_the_payment_too(electronic):
    exclude(electronic)
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        authorize(electronic, 5)
    assert electronic.jackpot("F-1-5").status == "verified"


def test_whoever_waits_for_the_others_is_asked_about_again(floor):
    two_winners(floor, several_wins=SeveralWins.FULL_METER_EACH)
    authorize(floor, 5)
    exclude(floor)
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        authorize(floor, 2)
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        floor.at("F", RejectJackpot(2, "the hand was misread"), EXECUTIVE)


# ---- what is withheld


def test_a_booked_win_is_withheld_by_two_people(live):
    exclude(live)
    answer = withhold(live, "P", "P-1-2")
    assert told(answer)[0] == {"event": "win-withheld", "jackpot_id": "P-1-2", "player": "ann", "cents": 100_014}
    assert (live.cents("house:jackpots"), live.cents("house:confiscated")) == (0, 100_014)
    row = live.jackpot("P-1-2")
    assert (row.status, row.player, row.decided_by) == ("withheld", "ann", "executive:3")
    with pytest.raises(RefusedError, match="waiting: none"):
        pay(live)
    verify_all(live)
    assert live.room.table("P").booked == {}


def test_the_commission_must_know_of_it_within_72_hours(live):
    exclude(live)
    withhold(live, "P", "P-1-2")
    (incident,) = known_incidents(live)
    assert (incident.incident_id, incident.subject) == ("withheld-P-1-2", "win P-1-2")
    assert (
        incident.words == "the win P-1-2 of ann, $1,000.14, is withheld and confiscated: give notice to the commission"
    )
    assert incident.time_left(live.clock.now()) == timedelta(hours=72)
    with pytest.raises(RefusedError, match="'withheld-P-1-3' begins like the ids that the room gives itself"):
        live.office(OpenIncident("withheld-P-1-3", "a", "b", True, None), SUPERVISOR)


def test_the_incident_of_a_withheld_win_goes_its_way(live):
    exclude(live)
    withhold(live, "P", "P-1-2")
    live.office(ReportToCommission("withheld-P-1-2", "letter 118"), EXECUTIVE)
    live.office(AddNote("withheld-P-1-2", "handed over"), EXECUTIVE)
    live.office(CloseIncident("withheld-P-1-2", "the commission has it"), EXECUTIVE)
    verify_all(live)


def test_the_win_page_says_who_has_withheld_it(live):
    exclude(live)
    withhold(live, "P", "P-1-2")
    with live.database.reading() as connection:
        page = read_win_page(connection, live.room.house, "P-1-2")
    assert page.status == "withheld"
    assert dict(dict(page.sections)["Who verified it"])["Withheld by"] == (
        "Badge 4 (supervisor, badge 4), who proposed it, and Badge 3 (executive, badge 3)"
    )
    assert winner_of(live)["Tax form"] == "-"


def test_nobody_withholds_the_win_of_somebody_who_may_be_paid(live):
    with pytest.raises(RefusedError, match="ann may be paid: only what the law forbids to pay is withheld"):
        withhold(live, "P", "P-1-2")
    exclude(live)
    with pytest.raises(NotPermittedError, match="another person must decide it"):
        live.agree("withhold-win", "P", {"jackpot_id": "P-1-2", "player": "ann"}, EXECUTIVE, EXECUTIVE)
    with pytest.raises(NotPermittedError, match="withhold-win is not proposed by accounting 5"):
        live.agree("withhold-win", "P", {"jackpot_id": "P-1-2", "player": "ann"}, ACCOUNTING, EXECUTIVE)
    with pytest.raises(NotPermittedError, match="withhold-win is not for accounting 5"):
        withhold(live, "P", "P-1-2", by=ACCOUNTING)
    for content, why in (
        ({"jackpot_id": "P-1-2"}, "withhold-win takes jackpot_id and player, each a text"),
        ({"jackpot_id": "P-1-9", "player": "ann"}, "there is no jackpot 'P-1-9'"),
    ):
        with pytest.raises((RefusedError, UnknownError), match=why):
            live.agree("withhold-win", "P", content)
    assert live.jackpot("P-1-2").status == "booked"


def test_what_is_paid_is_not_withheld(live):
    pay(live)
    exclude(live)
    with pytest.raises(RefusedError, match="the win P-1-2 is paid: only one that waits to be paid is withheld"):
        withhold(live, "P", "P-1-2")


def test_at_electronic_cards_a_win_is_withheld_in_its_turn(electronic):
    floor = electronic
    exclude(floor)
    before = floor.cents("wallet:ann")
    withhold(floor, "F", "F-1-5")
    assert (floor.jackpot("F-1-5").status, floor.cents("house:confiscated")) == ("withheld", 50_000)
    assert floor.cents("wallet:ann") == before
    authorize(floor, 2)
    assert floor.jackpot("F-1-2").status == "paid"
    assert not floor.room.table("F").is_playing
    verify_all(floor)


def test_a_win_at_electronic_cards_is_withheld_from_its_winner_when_it_is_verified(electronic):
    floor = electronic
    exclude(floor, "bob")
    with pytest.raises(RefusedError, match="the win F-1-5 is of ann, not of bob"):
        withhold(floor, "F", "F-1-5", "bob")
    with pytest.raises(RefusedError, match="seat 5 comes first"):
        withhold(floor, "F", "F-1-2", "bob")


def test_one_that_waits_for_the_others_is_withheld_with_them(floor):
    two_winners(floor, several_wins=SeveralWins.FULL_METER_EACH)
    exclude(floor)
    withhold(floor, "F", "F-1-5")
    assert (floor.jackpot("F-1-5").status, floor.cents("house:confiscated")) == ("authorized", 0)
    authorize(floor, 2)
    assert [floor.jackpot(name).status for name in ("F-1-5", "F-1-2")] == ["withheld", "paid"]
    assert floor.cents("house:confiscated") == 50_000
    verify_all(floor)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpots SET status = 'paid' WHERE jackpot_id = 'P-1-2'",
        "UPDATE jackpots SET player = 'bob' WHERE jackpot_id = 'P-1-2'",
        "UPDATE jackpots SET decided_by = 'executive:9' WHERE jackpot_id = 'P-1-2'",
        "UPDATE incidents SET words = 'a chair broke'",
        "UPDATE incidents SET due_at = '2027-11-15T20:00:00.000000Z'",
        "DELETE FROM incidents",
    ],
)
def test_a_withheld_win_that_was_edited_is_found(live, statement):
    exclude(live)
    withhold(live, "P", "P-1-2")
    with live.database.transaction() as connection:
        connection.execute(text(statement))
    with live.database.reading() as connection:
        assert len(wrong_lists(connection, "P1")) == 1


# ---- money at the cage


def test_money_of_an_excluded_person_is_paid_out_by_two_people_or_confiscated(floor):
    floor.player("ann", dollars=300)
    exclude(floor)
    with pytest.raises(RefusedError, match=NEEDS_MANAGER):
        floor.office(Withdraw("ann", 30_000), ACCOUNTING)
    floor.agree("return-money", "ann", {"player": "ann", "cents": 20_000})
    assert (floor.cents("wallet:ann"), floor.cents("house:confiscated")) == (10_000, 0)
    floor.agree("confiscate-money", "ann", {"player": "ann", "cents": 10_000})
    assert (floor.cents("wallet:ann"), floor.cents("house:confiscated")) == (0, 10_000)
    (incident,) = known_incidents(floor)
    assert incident.subject == "player ann"
    assert incident.words == "$100 of ann is confiscated: give notice to the commission"
    assert incident.is_reportable
    verify_all(floor)


@pytest.mark.parametrize("kind", ["return-money", "confiscate-money"])
def test_money_of_others_is_theirs(floor, kind):
    floor.player("ann", dollars=300)
    with pytest.raises(RefusedError, match="ann may be paid: only what the law forbids to pay is withheld"):
        floor.agree(kind, "ann", {"player": "ann", "cents": 10_000})
    exclude(floor)
    with pytest.raises(MoneyError, match=r"ann has \$300 at the cage, less than \$300.01"):
        floor.agree(kind, "ann", {"player": "ann", "cents": 30_001})


# ---- withheld and reversed


def test_a_win_is_not_withheld_while_its_reversal_is_proposed(live):
    wrong = {"jackpot_id": "P-1-2", "reason": "the king was a jack", "evidence": "camera 4", "keeps_seed": False}
    exclude(live)
    live.office(Propose("r1", "reverse-jackpot", "P-1-2", wrong, "the king was a jack"), SUPERVISOR)
    with pytest.raises(RefusedError, match=r"the reversal of P-1-2 is proposed \(r1\): decide it first"):
        withhold(live, "P", "P-1-2")
    live.office(Reject("r1", "it was a king"), EXECUTIVE)
    withhold(live, "P", "P-1-2")
    verify_all(live)


def test_a_withheld_win_that_was_none_goes_back_to_the_meter(live):
    """What was confiscated was the meter's all along."""
    exclude(live)
    withhold(live, "P", "P-1-2")
    assert live.cents("house:confiscated") == 100_014
    live.reverse("P-1-2", approved_by=ACCOUNTING)
    assert live.cents("house:confiscated") == 0
    assert (live.jackpot("P-1-2").status, live.meter_now("M1").shown_cents) == ("reversed", 100_014)
    verify_all(live)


def test_a_withheld_win_from_the_tray_goes_back_there(electronic):
    floor = electronic
    exclude(floor)
    withhold(floor, "F", "F-1-5")
    authorize(floor, 2)
    before = floor.room.table("F").tray_cents
    floor.reverse("F-1-5", approved_by=ACCOUNTING)
    assert (floor.cents("house:confiscated"), floor.room.table("F").tray_cents - before) == (0, 50_000)
    verify_all(floor)
