"""Late awards: two people award a win that was missed, and the cage pays it with its envy."""

import pytest

from pitboss.errors import PitbossError
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.proposals import CheckAward, Propose
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.tables.commands import (
    AwardEnvy,
    AwardLate,
    CloseTable,
    ConfigureTable,
    MarkFold,
    PayBooked,
    ReverseJackpot,
)
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, ADMIN, EXECUTIVE, SUPERVISOR, SURVEILLANCE

SEEN = "hand wager payout player"
TOP, SMALL = "akq-of-spades", "akq-of-another-suit"
WHY = {"reason": "the hand was missed", "evidence": "camera 4, 10:41 PM"}


@pytest.fixture
def played(floor):
    """Game 1 of table P is over: seats 2 and 5 had a wager, and nobody a win."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    floor.press("P", "press-game-over")
    return floor


def propose(floor, by=SUPERVISOR, **own):
    content = {"table_id": "P", "round_number": 1, "seat": 2, "row": SMALL} | WHY | own
    proposal_id = floor.ids.new()
    floor.office(Propose(proposal_id, "award-late", "P", content, "the hand was missed"), by)
    return proposal_id


def approve(floor, proposal_id, by=EXECUTIVE, row=SMALL, seat=2):
    return floor.at("P", AwardLate(1, seat, row, *WHY.values(), proposal_id), by)


def checked(floor):
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_a_missed_win_is_booked_by_two_people_and_paid_with_its_envy(played):
    floor = played
    approve(floor, propose(floor))
    won, envy = floor.jackpot("P-1-2"), floor.jackpot("P-1-2.envy-5")
    assert (won.cents, won.status, won.verified_by, won.evidence) == (
        50_000,
        "booked",
        "executive:3",
        "camera 4, 10:41 PM",
    )
    assert (envy.seat, envy.cents, envy.pay, envy.status) == (5, 2_500, "envy", "booked")
    assert floor.cents("house:jackpots") == 52_500
    checked(floor)
    for jackpot_id, name in (("P-1-2", "ann"), ("P-1-2.envy-5", "bob")):
        floor.player(name)
        floor.at("P", PayBooked(jackpot_id, name, "licence WDL-1", ""), ACCOUNTING)
    assert floor.cents("house:jackpots") == 0
    checked(floor)


def test_a_share_of_the_meter_is_taken_from_what_it_shows_now(played):
    floor = played
    approve(floor, propose(floor, row=TOP), row=TOP)
    assert floor.jackpot("P-1-2").cents == 100_028
    assert floor.meter_now("M1").shown_cents == 100_000
    checked(floor)


def test_what_must_be_seen_on_camera_is_checked_by_surveillance_first(floor):
    floor.meter("M1", "TCPP-1", surveillance_above_cents=90_000)
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-coin-in")
    floor.press("P", "press-game-over")
    unseen = propose(floor, row=TOP)
    with pytest.raises(
        RefusedError, match=r"\$1,000.14 at seat 2 needs the checklist of surveillance first: check-award"
    ):
        approve(floor, unseen, row=TOP)
    with pytest.raises(RefusedError, match="missing: player"):
        floor.office(CheckAward(unseen, "hand wager payout"), SURVEILLANCE)
    floor.office(CheckAward(unseen, SEEN), SURVEILLANCE)
    approve(floor, unseen, row=TOP)
    assert floor.jackpot("P-1-2").checked_by == "surveillance:6"
    floor.reopen()
    checked(floor)


def test_a_reversed_win_is_awarded_to_the_true_hand_after_the_game(played):
    floor = played
    approve(floor, propose(floor, row=TOP), row=TOP)
    with pytest.raises(RefusedError, match="seat 2 has akq-of-spades in game 1: reverse that win first if it was none"):
        propose(floor)
    floor.reverse("P-1-2", approved_by=ACCOUNTING)
    approve(floor, propose(floor))
    assert (floor.jackpot("P-1-2").status, floor.jackpot("P-1-2.2").status) == ("reversed", "booked")
    checked(floor)


def pay_envy(floor, jackpot_id):
    floor.at("P", PayBooked(jackpot_id, "bob", "license WDL-1", ""), ACCOUNTING)


def test_the_unpaid_envy_of_a_reversed_late_award_is_withdrawn_with_it(played):
    """$100 stayed booked for a hand that was none, and the cage paid it, and then the $25 of the true hand."""
    floor = played
    floor.player("bob")
    tray = floor.room.table("P").tray_cents
    approve(floor, propose(floor, row=TOP), row=TOP)
    floor.reverse("P-1-2", approved_by=ACCOUNTING)
    assert floor.jackpot("P-1-2.envy-5").status == "reversed"
    assert (floor.cents("house:jackpots"), floor.room.table("P").tray_cents) == (0, tray)
    with pytest.raises(RefusedError, match=r"no booked win 'P-1-2.envy-5' waits to be paid"):
        pay_envy(floor, "P-1-2.envy-5")
    approve(floor, propose(floor))
    assert (floor.jackpot("P-1-2.2").cents, floor.jackpot("P-1-2.2.envy-5").cents) == (50_000, 2_500)
    pay_envy(floor, "P-1-2.2.envy-5")
    floor.reverse("P-1-2.2", approved_by=ACCOUNTING)
    assert floor.jackpot("P-1-2.2.envy-5").status == "paid"
    approve(floor, propose(floor, seat=5), seat=5)
    assert floor.jackpot("P-1-5").status == "booked", "withdrawn envy of a seat is no win of that seat"
    floor.reopen()
    checked(floor)


def test_envy_of_a_late_award_is_not_paid_while_its_reversal_is_proposed(played):
    floor = played
    floor.player("bob")
    approve(floor, propose(floor, row=TOP), row=TOP)
    content = {"jackpot_id": "P-1-2", "keeps_seed": False} | WHY
    floor.office(Propose("r1", "reverse-jackpot", "P-1-2", content, "the hand was none"), SUPERVISOR)
    with pytest.raises(RefusedError, match="the reversal of P-1-2 is proposed .*: decide it first"):
        pay_envy(floor, "P-1-2.envy-5")


def test_who_proposed_or_approved_a_late_award_never_approves_its_reversal(played):
    floor = played
    approve(floor, propose(floor, by=EXECUTIVE), by=ACCOUNTING)
    assert floor.jackpot("P-1-2").named_by == "executive:3"
    content = {"jackpot_id": "P-1-2", "keeps_seed": False} | WHY
    floor.office(Propose("r1", "reverse-jackpot", "P-1-2", content, "the hand was none"), SUPERVISOR)
    for by in (EXECUTIVE, ACCOUNTING):
        with pytest.raises(NotPermittedError, match=f"badge {by.name} booked the win P-1-2: another person must"):
            floor.at("P", ReverseJackpot("P-1-2", *WHY.values(), False, "r1"), by)


def test_what_one_deck_cannot_deal_is_not_awarded(played):
    floor = played
    approve(floor, propose(floor, row=TOP), row=TOP)
    with pytest.raises(RefusedError, match="one deck cannot deal akq-of-spades as well: seat 2 has akq-of-spades"):
        propose(floor, seat=5, row=TOP)


def play_a_game(floor, *commands, **settings):
    """Game 1 of table P with a wager at seats 2 and 5, these commands in it, and all envy paid."""
    floor.meter("M1", "TCPP-1", **settings)
    rules = {"folded_hands_qualify": settings.get("folded_hands_play", False)}
    floor.table("P", meter="M1", cards=CardKind.LIVE, rules=rules)
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    for command in commands:
        floor.at("P", command)
    for seat in list(floor.room.table("P").controller.envy.owed):
        floor.press("P", "pay-envy", seat=seat)
    floor.press("P", "press-game-over")


def test_a_hand_without_a_wager_that_brought_envy_is_of_the_same_deck(floor):
    play_a_game(floor, AwardEnvy(3, TOP))
    with pytest.raises(RefusedError, match="one deck cannot deal akq-of-spades as well: seat 3 has akq-of-spades"):
        propose(floor, row=TOP)


def test_a_hand_that_was_withdrawn_is_nobodys(floor):
    play_a_game(floor, AwardEnvy(3, TOP), AwardEnvy(3, TOP))
    approve(floor, propose(floor, row=TOP), row=TOP)
    assert floor.jackpot("P-1-2").status == "booked"
    floor.reopen()
    checked(floor)


def test_a_fold_that_was_marked_is_not_awarded_late_and_collects_envy(floor):
    play_a_game(floor, MarkFold(2), MarkFold(5), MarkFold(5))
    with pytest.raises(RefusedError, match="seat 2 folded in game 1, and a folded hand does not win"):
        propose(floor, seat=2)
    approve(floor, propose(floor, seat=5), seat=5)
    assert (floor.jackpot("P-1-5").cents, floor.jackpot("P-1-5.envy-2").cents) == (50_000, 2_500)
    checked(floor)


def test_a_folded_hand_is_awarded_late_where_folded_hands_play(floor):
    play_a_game(floor, MarkFold(2), folded_hands_play=True)
    approve(floor, propose(floor, seat=2), seat=2)
    assert floor.jackpot("P-1-2").cents == 50_000


def test_late_awards_of_one_game_go_from_the_right(floor):
    """Appendix A holds after the game too: seat 6 takes its tenth before seat 1, unless that one was paid already."""
    royal = "royal-flush"
    floor.meter("M1", "FSLPP-01")
    floor.table("P", "fortune-san-lo", meter="M1", cards=CardKind.LIVE)
    for seat in (1, 6):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    floor.press("P", "press-game-over")
    waiting = propose(floor, seat=6, row=royal)
    approve(floor, propose(floor, seat=1, row=royal), seat=1, row=royal)
    goes_first = "seat 6 is paid before seat 1, booked already: reverse that win, then award both in order"
    with pytest.raises(RefusedError, match=goes_first):
        approve(floor, waiting, seat=6, row=royal)
    with pytest.raises(RefusedError, match=goes_first):
        propose(floor, seat=6, row=royal)
    floor.reverse("P-1-1", approved_by=ACCOUNTING)
    approve(floor, waiting, seat=6, row=royal)
    approve(floor, propose(floor, seat=1, row=royal), seat=1, row=royal)
    assert [floor.jackpot(won).cents for won in ("P-1-6", "P-1-1.2")] == [50_004, 45_003]
    checked(floor)


def test_a_late_award_comes_off_the_meter_that_the_wagers_of_its_game_fed(played):
    """The table feeds another meter since: its players have nothing to do with that game."""
    floor = played
    floor.meter("M2", "TCPP-1", seed_cents=300_000)
    floor.at("P", CloseTable(floor.room.table("P").tray_cents), SUPERVISOR)
    content = floor.room.table("P").settings.as_json() | {"meter_id": "M2", "controller": "nexus"}
    floor.at("P", ConfigureTable(content, floor.agree("configure-table", "P", content)), ADMIN)
    approve(floor, propose(floor, row=TOP), row=TOP)
    won = floor.jackpot("P-1-2")
    assert (won.meter_id, won.cents) == ("M1", 100_028)
    assert [floor.meter_now(meter_id).shown_cents for meter_id in ("M1", "M2")] == [100_000, 300_000]
    floor.reopen()
    checked(floor)
    floor.reverse("P-1-2", approved_by=ACCOUNTING)
    assert floor.meter_now("M1").shown_cents == 100_028


def test_a_hand_that_the_meter_does_not_pay_is_refused_when_it_is_proposed(played):
    with pytest.raises(PitbossError, match="TCPP-1 does not pay 'royal-flush'; it pays akq-of-spades"):
        propose(played, row="royal-flush")


def test_a_closed_table_has_no_chips_so_the_cage_puts_them_up(played):
    floor = played
    floor.at("P", CloseTable(floor.room.table("P").tray_cents), SUPERVISOR)
    before = floor.cents("desk")
    approve(floor, propose(floor))
    assert (floor.cents("desk") - before, floor.cents("house:jackpots")) == (-52_500, 52_500)
    checked(floor)


def test_a_game_that_is_on_is_the_keypads(played):
    floor = played
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-coin-in")
    content = {"table_id": "P", "round_number": 2, "seat": 2, "row": SMALL} | WHY
    floor.office(Propose("p1", "award-late", "P", content, "missed"), SUPERVISOR)
    with pytest.raises(RefusedError, match="game 2 of table P is on: the keypad records its wins"):
        floor.at("P", AwardLate(2, 2, SMALL, *WHY.values(), "p1"), EXECUTIVE)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"seat": 3}, "seat 3 had no progressive wager in game 1"),
        ({"round_number": 9}, "there is no round 9 at table P"),
        ({"seat": "2"}, "award-late takes table_id, round_number, seat, row, reason and evidence"),
        ({"evidence": " "}, "a line of evidence is needed"),
    ],
)
def test_what_is_no_late_award(played, own, words):
    with pytest.raises(PitbossError, match=words):
        propose(played, **own)


def test_a_hand_that_the_paytable_does_not_pay_is_refused(played):
    with pytest.raises(PitbossError, match="does not pay 'pair'"):
        approve(played, propose(played, row="pair"), row="pair")
