"""A card room in which all has happened that is ever stored: at least one row of every table, most columns filled."""

from datetime import timedelta

import pytest

from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.errors import NotPermittedError
from pitboss.house.jackpots.display_readings import RecordReading
from pitboss.house.jackpots.meter_suspension import SuspendMeter
from pitboss.house.people.disputes import CloseDispute, OpenDispute, RuleDispute, SignDispute
from pitboss.house.people.incidents import AddNote, CloseIncident, OpenIncident, ReportToCommission
from pitboss.house.people.login import log_in
from pitboss.house.people.players import ExcludePlayer, LiftExclusion, RegisterPlayer
from pitboss.house.people.proposals import CheckAward, Propose, Reject, WithdrawProposal
from pitboss.house.people.sessions import IssuePass, LogOutEverywhere, hash_token, open_session
from pitboss.house.people.staff import DeactivateStaff
from pitboss.house.property import PropertySettings
from pitboss.house.tables import deadlines
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    AwardLate,
    CheckJackpot,
    PayBooked,
    RejectJackpot,
    VerifyJackpot,
)
from pitboss.house.tables.conditions import LapseCondition
from pitboss.house.tables.settings import CardKind
from pitboss.jobs.desk import JobDesk
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from pitboss.sources import SystemEntropy
from support.floor import (
    ACCOUNTING,
    ADMIN,
    DEALER_7,
    EXECUTIVE,
    HOUSE,
    SUPERVISOR,
    SURVEILLANCE,
)
from support.lab import Adding

SUNDAY = "2026-11-15"
SEEN = "hand wager payout player"
WHY = {"reason": "the hand was missed", "evidence": "camera 4, 10:41 PM"}


def make_busy(floor):
    """Days of work, with everything that goes wrong in them."""
    people(floor)
    meters_and_tables(floor)
    wins(floor)
    trouble(floor)
    the_clock(floor)
    set_the_house(floor)
    outside_the_journal(floor)
    return floor


def people(floor):
    floor.player("ann", 900)
    floor.player("bob", 100)
    floor.office(RegisterPlayer("guest", "Guest", None, is_guest=True), HOUSE)
    floor.office(GiveGuestChips("guest"), HOUSE)
    floor.agree("correct-player", "bob", {"player": "bob", "name": "Robert", "born": "1980-01-01"})
    floor.office(ExcludePlayer("bob", SUNDAY, "asked for a day"), SUPERVISOR)
    for badge in ("9", "10"):
        floor.hire(Actor(badge, Role.SUPERVISOR))
    for _ in range(floor.room.house.settings.failed_tries):
        with pytest.raises(NotPermittedError):
            log_in(floor.room, "9", "9999")
    floor.office(DeactivateStaff("10", "left"), ADMIN)
    for name in ("open", "rejected", "withdrawn"):
        floor.office(Propose(name, "correct-wallet", "ann", {"player": "ann", "cents": 7000}, "a slip"), SUPERVISOR)
    floor.office(Reject("rejected", "no"), EXECUTIVE)
    floor.office(WithdrawProposal("withdrawn"), SUPERVISOR)


def meters_and_tables(floor):
    floor.meter("M1", "TCPP-1", maximum_cents=100_010)
    again = {"meter_id": "M1", "parameters": usual_parameters("TCPP-1", maximum_cents=900_000).as_json()}
    floor.agree("set-parameters", "M1", again)
    floor.meter("M2", "FSLPP-01")
    floor.adjust("M1", "display corrected", 5)
    floor.office(SuspendMeter("M2", "no funds"), EXECUTIVE)
    floor.table("T1", meter="M1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    for table_id, game in (("S", Game.FORTUNE_SAN_LO), ("D", Game.DOUBLE_DRAW), ("B", Game.POWER_BLACKJACK)):
        floor.table(table_id, game)
    content = {"table_id": "D", "evidence": "letter 7", "dated": "2026-11-03"}
    for condition in ("internal-controls", "suppliers-licensed"):
        floor.agree("meet-condition", "D", content | {"condition": condition}, EXECUTIVE, ADMIN)
    floor.office(LapseCondition("D", "suppliers-licensed", "the license has ended", "2026-11-04"), EXECUTIVE)


def wins(floor):
    """Ann's wins at T1: one paid, one rejected, one that is being verified. At P two by the keypad, one of them reversed,
    and one that was awarded late."""
    floor.sit("T1", 2, "ann")
    for spades in ("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd"):
        bets = {"ante": 500, "progressive": 100}
        floor.play("T1", wagers={2: bets}, hands={2: spades}, dealer="Jh 8c 3c")
        floor.at("T1", VerifyJackpot(2), SUPERVISOR)
        if "s" in spades:
            floor.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
            floor.at("T1", AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), EXECUTIVE)
        elif "h" in spades:
            floor.at("T1", RejectJackpot(2, "the hand was exposed"), EXECUTIVE)
    for _ in range(2):
        floor.key_in_a_jackpot("P")
    floor.at("P", PayBooked("P-1-2", "ann", "licence WDL-2", ""), ACCOUNTING)
    floor.reverse("P-2-2")
    content = {"table_id": "P", "round_number": 2, "seat": 2, "row": "akq-of-another-suit"} | WHY
    floor.office(Propose("late", "award-late", "P", content, "the hand was missed"), SUPERVISOR)
    floor.office(CheckAward("late", SEEN), SURVEILLANCE)
    floor.at("P", AwardLate(2, 2, content["row"], *WHY.values(), "late"), EXECUTIVE)


def trouble(floor):
    floor.office(OpenDispute("D1", "T1", 2, "ann", "short paid"), DEALER_7)
    floor.office(RuleDispute("D1", "paid as it lay"), SUPERVISOR)
    floor.office(SignDispute("D1", "player", "Ann Lee"), EXECUTIVE)
    floor.office(SignDispute("D1", "supervisor", "S. Ortiz"), SUPERVISOR)
    floor.office(CloseDispute("D1"), EXECUTIVE)
    floor.office(OpenDispute("D2", "T1", 1, "ann", "envy is missing"), DEALER_7)
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, "2026-11-15T10:00:00Z"), DEALER_7)
    floor.office(AddNote("I1", "the cable was loose"), SUPERVISOR)
    floor.office(ReportToCommission("I1", "letter 118"), EXECUTIVE)
    floor.office(CloseIncident("I1", "display replaced"), EXECUTIVE)
    shown = floor.meter_now("M1").shown_cents
    for off in (0, 9_000):
        floor.office(RecordReading("M1", shown + off), ACCOUNTING)
    floor.office(RecordReading("M2", floor.meter_now("M2").shown_cents), ACCOUNTING)


def the_clock(floor):
    """Days pass, one of them is closed, and the clock is found in doubt."""
    floor.days_pass(2)
    floor.office(LiftExclusion("bob", "asked in writing"), EXECUTIVE)
    open_tables = [row["table_id"] for row in floor.rows("tables")]
    content = {"day": SUNDAY, "slips": 0, "by_book": open_tables}
    floor.agree("close-day", SUNDAY, content, ACCOUNTING, EXECUTIVE)
    floor.clock.tick(hours=-1)
    floor.office(OpenIncident("I2", "the machine", "its clock was set back", False, None), DEALER_7)
    floor.acknowledge()


def set_the_house(floor):
    content = {"room": "P1", "from_day": "2026-12-24", "settings": PropertySettings(min_age=21).as_json()}
    floor.agree("set-house", "P1", content, EXECUTIVE, ADMIN)


def outside_the_journal(floor):
    """Sessions, also ended ones, and passes; a move that is due, and a job."""
    for label, kind in (("lobby", "display"), ("keypad", "controller")):
        floor.office(IssuePass(label, kind, "P", hash_token(label)), ADMIN)
    with floor.database.transaction() as connection:
        ends = (floor.clock.now(), floor.clock.now() + timedelta(hours=8))
        for actor in (EXECUTIVE, SUPERVISOR):
            open_session(connection, floor.room.box, "P1", actor, ends, SystemEntropy())
    floor.office(LogOutEverywhere(), SUPERVISOR)
    with floor.database.transaction() as connection:
        deadlines.put(connection, "P1", "T1", 12, floor.clock.now())
    JobDesk(floor.database, "P1", floor.clock, Adding()).ask("adding", {"blocks": 3}, by=EXECUTIVE, command_id="c1")
