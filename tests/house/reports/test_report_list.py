"""The reports of a day, a week and a meter, as accounting reads them."""

import csv
import io
import re
from fractions import Fraction
from html import unescape

import msgspec
import pytest
from rich.console import Console
from sqlalchemy import update

from pitboss.errors import PitbossError
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.jackpots.display_readings import RecordReading
from pitboss.house.jackpots.queries import meter_status, movements_of
from pitboss.house.people.incidents import incidents
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.reports.deposits import deposit_report
from pitboss.house.reports.master import MasterGameReport, TableDay, master_game_report
from pitboss.house.reports.meter_history import meter_history
from pitboss.house.reports.reconciliation import reconciliation
from pitboss.house.reports.sheet import Money, as_html, as_text, print_cell, write_csv
from pitboss.house.reports.trial_balance import TrialBalance, trial_balance
from pitboss.house.storage.schema import ACCOUNTS, POSTINGS
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    CloseTable,
    ConfigureTable,
    CountDrop,
    Credit,
    Fill,
    LeaveSeat,
    OpenTable,
    PayBooked,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.printing import PrintingError, to_pdf
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE
from support.printed import printed

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"
WINS, LOSES = {3: "9h 8h 7h"}, {3: "Jh 8c 2d"}
DEALER = "Qd 6d 4c"
BETS = {3: {"ante": 1000, "pair-plus": 1000}}


def of_day(floor, day=SUNDAY):
    with floor.database.reading() as connection:
        return master_game_report(connection, floor.room.house, day)


def lines(sheet):
    """A sheet as people read it."""
    return [" ".join(print_cell(cell) or "-" for cell in row) for row in sheet.rows]


@pytest.fixture
def floor(floor):
    floor.player("ann", dollars=500)
    floor.table("T1")
    floor.sit("T1", 3, "ann", dollars=200)
    return floor


# ---- the master game report


def test_a_day_at_one_table(floor):
    floor.play("T1", wagers=BETS, hands=WINS, dealer=DEALER)  # Ante Bonus 5 to 1, Ante and Play, Pair Plus 40 to 1
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.at("T1", Fill(100_000), SUPERVISOR)
    floor.at("T1", Credit(30_000), SUPERVISOR)
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(580_000 - 42_000), SUPERVISOR)
    floor.at("T1", CountDrop(20_000), ACCOUNTING)
    report = of_day(floor)
    (table,) = report.tables
    #   opener 5,000  fills 1,000  credits 300  drop 200
    #   the player wins 10 + 10 + 50 + 400 and loses 10 + 10 + 10
    assert (table.opener_cents, table.fills_cents, table.credits_cents, table.drop_cents) == (
        500_000,
        100_000,
        30_000,
        20_000,
    )
    assert (
        table.win_cents
        == table.ledger_win_cents
        == -47_000 + 3_000 + (538_000 - (500_000 + 100_000 - 30_000 - 20_000 - 44_000))
    )
    assert report.alarms == ()
    assert report.total.win_cents == table.win_cents


@pytest.mark.parametrize(
    ("counted_tray", "counted_box", "told"),
    [
        (0, 0, "T1 counted $5,000 $0 $0 $4,530 $200 -$270 - - -135.00% $0 $0"),
        (-500, 0, "T1 counted $5,000 $0 $0 $4,525 $200 -$275 - - -137.50% $0 -$5"),
        (700, 0, "T1 counted $5,000 $0 $0 $4,537 $200 -$263 - - -131.50% $0 $7"),
        (0, -2_000, "T1 counted $5,000 $0 $0 $4,530 $200 -$270 - - -135.00% $0 -$20"),
    ],
)
def test_over_and_short_are_shown_apart(floor, counted_tray, counted_box, told):
    floor.play("T1", wagers={3: {"ante": 1000, "pair-plus": 500}}, hands=WINS, dealer=DEALER)
    floor.at("T1", LeaveSeat(3))
    # 5,000 less 200 in chips, less 10 + 10 + 50 + 200 that were won
    floor.at("T1", CloseTable(453_000 + counted_tray), SUPERVISOR)
    floor.at("T1", CountDrop(20_000 + counted_box), ACCOUNTING)
    report = of_day(floor)
    assert lines(report.sheets()[0]) == [told]
    assert report.alarms == ()


@pytest.mark.parametrize(("what", "sides"), [("drop", {"counted_cents": 2000}), ("tray", {"closer_cents": 2000})])
def test_a_count_that_was_wrong_is_corrected_on_the_day_of_the_correction(floor, what, sides):
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(480_000 - 2_000), SUPERVISOR)
    floor.at("T1", CountDrop(20_000 - 2_000), ACCOUNTING)
    before = of_day(floor)
    floor.clock.tick(days=1)
    floor.agree("correct-count", "T1", {"table_id": "T1", "what": what, "cents": 2_000}, ACCOUNTING, EXECUTIVE)
    assert of_day(floor) == before
    (line,) = (report := of_day(floor, MONDAY)).tables
    assert line.over_cents == 2_000
    assert {name: getattr(line, name) for name in sides} == sides
    assert line.win_cents == sides.get("closer_cents", 0)
    assert not report.alarms


def test_a_correction_is_of_what_was_counted(floor):
    def correct(table_id="T1", what="drop", cents=100, subject="T1"):
        content = {"table_id": table_id, "what": what, "cents": cents}
        floor.agree("correct-count", subject, content, ACCOUNTING, EXECUTIVE)

    with pytest.raises(RefusedError, match="drop box of table T1 was never counted: there is nothing to correct"):
        correct()
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(480_000), SUPERVISOR)
    floor.at("T1", CountDrop(20_000), ACCOUNTING)
    correct(cents=-15_000)
    with pytest.raises(RefusedError, match=r"had \$50 at its last count: that cannot be corrected by -\$50\.01"):
        correct(cents=-5_001)
    with pytest.raises(RefusedError, match="a correction of 0 cents"):
        correct(cents=0)
    with pytest.raises(RefusedError, match="the count of a drop or a tray can be corrected, not of 'purse'"):
        correct(what="purse")
    with pytest.raises(RefusedError, match="the proposal is about 'T2', and its content about 'T1'"):
        correct(subject="T2")
    with pytest.raises(RefusedError, match="correct-count takes table_id, what and cents, not cents"):
        floor.agree("correct-count", "T1", {"cents": 5}, ACCOUNTING, EXECUTIVE)
    correct(cents=-5_000)


def test_a_fill_that_a_pay_brings_with_it_is_a_fill(floor):
    floor.table("T2", opener=100)
    floor.player("bob", dollars=100)
    floor.sit("T2", 3, "bob", dollars=100)
    floor.play("T2", wagers=BETS, hands=WINS, dealer=DEALER)
    report = of_day(floor)
    second = report.tables[1]
    # An opener of 100 went out as chips; of the 470 that were won, the stakes of 20 and 10 were there.
    assert second.opener_cents == 10_000
    assert second.fills_cents == 47_000
    assert (second.win_cents, second.closer_cents) == (-47_000, 0)
    assert report.alarms == ()


def test_a_table_that_is_open_over_the_change_of_the_day(floor):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.clock.tick(days=1)
    floor.play("T1", wagers=BETS, hands=WINS, dealer=DEALER)
    first, second = of_day(floor, SUNDAY), of_day(floor, MONDAY)
    assert first.tables[0].closer_cents == second.tables[0].opener_cents == 500_000 - 20_000 + 3_000
    assert (first.tables[0].win_cents, second.tables[0].win_cents) == (3_000, -47_000)
    assert (first.tables[0].drop_cents, second.tables[0].drop_cents) == (20_000, 0)
    assert second.tables[0].hold is None
    assert first.alarms == second.alarms == ()


def test_a_table_is_in_no_report_before_it_was_there(floor):
    floor.clock.tick(days=1)
    floor.table("T2", opener=0)
    told = [[table.table_id for table in of_day(floor, day).tables] for day in ("2026-11-14", SUNDAY, MONDAY)]
    assert told == [[], ["T1"], ["T1", "T2"]]
    assert of_day(floor, "2026-11-14").alarms == ()


def test_money_in_a_round_that_goes_on_is_nobodys_win_yet(floor):
    for _ in floor.steps("T1", BETS, WINS, DEALER, until="decision"):
        pass
    report = of_day(floor)
    assert report.tables[0].win_cents == 0
    assert report.alarms == ()


def test_tables_add_up_to_games(floor):
    floor.table("T2")
    floor.player("bob", dollars=100)
    floor.sit("T2", 3, "bob", dollars=100)
    for table_id in ("T1", "T2"):
        floor.play(table_id, wagers=BETS, hands=LOSES, dealer=DEALER)
    report = of_day(floor)
    (game,) = report.games
    assert (game.game, game.win_cents, game.drop_cents, str(game.hold)) == ("Three Card Poker", 6_000, 30_000, "1/5")


def test_a_jackpot_from_the_meter_is_not_the_tables_loss(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1")
    floor.player("bob", dollars=100)
    floor.sit("T2", 3, "bob", dollars=100)
    floor.play("T2", wagers={3: {"ante": 500, "progressive": 100}}, hands={3: "As Ks Qs"}, dealer=DEALER)
    win_jackpot(floor, "T2")
    report = of_day(floor)
    table = report.tables[1]
    # Ante and Play win $5 each, the Ante Bonus $25; the progressive wager of $1 is the table's, 14% of it the meter's.
    assert table.win_cents == 100 - 3_500
    assert table.to_meters_millicents == 14_000
    assert report.alarms == ()


def win_jackpot(floor, table_id, seat=3):
    floor.at(table_id, VerifyJackpot(seat), SUPERVISOR)
    if floor.room.table(table_id).jackpots[seat].needs_surveillance:
        floor.at(table_id, CheckJackpot(seat), SURVEILLANCE)
    floor.at(table_id, AuthorizeJackpot(seat, "WA licence 123", "W-2G 17"), EXECUTIVE)


def test_physical_cards_win_by_count(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.at("T2", CloseTable(512_300), SUPERVISOR)
    table = of_day(floor).tables[1]
    assert (table.win_cents, table.is_live) == (12_300, True)
    assert of_day(floor).alarms == ()


def test_over_and_short_of_physical_cards_is_that_of_the_drop_box(floor):
    """T1 is $5 short in its tray; at T2, of live cards, $100 of the $300 in the box are missing."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.player("bob")
    floor.sit("T2", 3, "bob", dollars=300)
    floor.at("T1", LeaveSeat(3))
    floor.at("T2", LeaveSeat(3))
    for table_id, tray, box in (("T1", 480_000 - 500, 20_000), ("T2", 470_000 + 12_300, 20_000)):
        floor.at(table_id, CloseTable(tray), SUPERVISOR)
        floor.at(table_id, CountDrop(box), ACCOUNTING)
    report = of_day(floor)
    tables, games, _ = report.sheets()
    # The $123 that the tray of T2 is over are what the felt won.
    assert [row[-1] for row in tables.rows] == [Money.of_cents(-500), Money.of_cents(-10_000)]
    assert [sheet.totals[-1] for sheet in (tables, games)] == [Money.of_cents(-10_500)] * 2
    assert [row[-1] for row in games.rows] == [Money.of_cents(-10_500)]
    assert report.alarms == ()


def set_anew(floor, table_id, **settings):
    """The table closed, set anew by two people, and open again."""
    floor.at(table_id, CloseTable(512_300), SUPERVISOR)
    content = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1", **settings).as_json()
    floor.at(table_id, ConfigureTable(content, floor.agree("configure-table", table_id, content)), ADMIN)
    floor.at(table_id, OpenTable(500_000), SUPERVISOR)


def test_a_day_is_told_by_the_cards_that_were_dealt_on_it(floor):
    """Physical cards on Sunday and on Monday until noon, electronic ones from then on."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    before = of_day(floor, SUNDAY)
    floor.clock.tick(days=1)
    set_anew(floor, "T2")
    floor.clock.tick(days=1)
    floor.at("T2", CloseTable(499_500), SUPERVISOR)
    # The $123 over on Monday are what the felt won, and not a mistake in the tray; the $5 short on Tuesday are one.
    told = [of_day(floor, day).tables[1].cells()[-1] for day in (SUNDAY, MONDAY, "2026-11-17", "2026-11-18")]
    assert told == [Money(0), Money(0), Money.of_cents(-500), Money(0)]
    assert of_day(floor, SUNDAY) == before


def test_wins_from_the_tray_at_physical_cards_are_the_tables_loss(floor):
    """Two wagers of $1 in; $60 paid at once, $500 booked and $25 of envy out: the count and the ledger say the same."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    for command, by in (
        (Fill(10_000), SUPERVISOR),
        (CloseTable(500_000 + 10_000 - 58_300), SUPERVISOR),
        (PayBooked("T2-1-2", "ann", "licence", ""), ACCOUNTING),
    ):
        floor.at("T2", command, by)
        table = of_day(floor).tables[1]
        assert (table.win_cents, table.ledger_win_cents, table.short_cents) == (-58_300, -58_300, 0)
        assert of_day(floor).alarms == ()


def test_a_booked_win_that_is_taken_back_after_the_table_has_closed_is_a_credit(floor):
    """The $500 that were set aside for a winner on Sunday go to the cage on Monday: no fill is less than nothing."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    floor.at("T2", CloseTable(500_000 - 58_300), SUPERVISOR)
    floor.clock.tick(days=1)
    floor.reverse("T2-1-2")
    table = of_day(floor, MONDAY).tables[1]
    assert (table.fills_cents, table.credits_cents, table.win_cents) == (0, 50_000, 50_000)
    assert of_day(floor, SUNDAY).tables[1].win_cents == -58_300
    assert of_day(floor, MONDAY).alarms == ()


def test_a_posting_that_was_changed_raises_the_alarm(floor):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    with floor.database.transaction() as connection:
        connection.execute(update(POSTINGS).where(POSTINGS.c.account == "drop:T1").values(millicents=30_000_000))
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.account == "drop:T1").values(millicents=30_000_000))
    assert "Win, and what the players lost: the report says $130, the ledger $30" in of_day(floor).alarms


# ---- the trial balance


def test_the_trial_balance_is_nothing_now_and_on_every_day_before(floor):
    floor.clock.tick(days=1)
    floor.at("T1", Fill(100_000), SUPERVISOR)
    with floor.database.reading() as connection:
        now = trial_balance(connection, floor.room.house)
        then = trial_balance(connection, floor.room.house, SUNDAY)
    assert (now.total_millicents, then.total_millicents) == (0, 0)
    assert now.accounts == floor.balances()
    assert now.accounts["tray:T1"] - then.accounts["tray:T1"] == 100_000_000
    assert now.alarms == ()


# ---- progressives


@pytest.fixture
def progressive(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1")
    floor.player("bob", dollars=1000)
    floor.sit("T2", 3, "bob", dollars=500)
    return floor


def rounds(floor, number, hand="Jh 8c 2d"):
    for _ in range(number):
        floor.play("T2", wagers={3: {"ante": 500, "progressive": 100}}, hands={3: hand}, dealer=DEALER)


def test_the_weekly_deposit(progressive):
    floor = progressive
    rounds(floor, 3)  # Sunday, the last day of its week
    floor.clock.tick(days=1)
    rounds(floor, 5)
    rounds(floor, 1, "As Ks Qs")
    win_jackpot(floor, "T2")
    with floor.database.reading() as connection:
        reports = [deposit_report(connection, floor.room.house, day) for day in (SUNDAY, MONDAY, "2026-11-22")]
    assert [(report.first_day, report.last_day) for report in reports] == [
        ("2026-11-09", SUNDAY),
        (MONDAY, "2026-11-22"),
        (MONDAY, "2026-11-22"),
    ]
    assert [report.deposits[0].to_deposit_millicents for report in reports[:2]] == [3 * 14_000, 6 * 14_000]
    # The jackpot took $1,001.26, and the house seeded the meter again with $1,000.
    assert lines(reports[1].sheets()[0]) == ["M1 $1,000.42 $0.84 $1,000 -$1,001.26 $0 $0 $0 $1,000 $1,000"]
    assert reports[0].alarms == reports[1].alarms == ()


def test_the_history_of_a_meter_and_its_hits(progressive):
    floor = progressive
    rounds(floor, 2)
    rounds(floor, 1, "As Ks Qs")
    win_jackpot(floor, "T2")
    floor.adjust("M1", "seed recovered", -100, "half a seed too much")
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
    assert [(hit.player, hit.hand, hit.cents, hit.shown_after_cents) for hit in history.hits] == [
        ("bob", "ace-king-queen straight flush in spades", 100_042, 100_000)
    ]
    assert history.hits_in_all == 1
    told = [(line.reason, line.millicents, line.note) for line in history.movements]
    assert told == [
        ("seed", 100_000_000, ""),
        ("won", 100_042_000, ""),
        ("seed", 100_000_000, ""),
        ("seed recovered", 10_000_000, "half a seed too much"),
    ]
    (day,) = history.days
    assert (day.sums.contributions, day.sums.won, day.sums.seeds) == (3 * 14_000, 100_042_000, 200_000_000)
    assert day.sums.adjusted == -10_000_000, "a seed recovered by hand is an adjustment"
    assert (history.movements[-1].act, history.movements[-1].proposed_by) == ("adjustment", "4")
    assert day.sums.gain == floor.meter_now("M1").shown


def test_a_reversal_is_shown_as_one_with_who_proposed_and_approved_it_and_why(floor):
    """It is neither a win less nor a seed less."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    for do, values, by in (
        ("place-chip", {"seat": 3}, DEALER_7),
        ("press-coin-in", {}, DEALER_7),
        ("press-hand", {"row": "akq-of-spades"}, DEALER_7),
        ("turn-key", {"position": "JPH"}, SUPERVISOR),
        ("press-j-pot", {"seat": 3}, SUPERVISOR),
        ("turn-key", {"position": "RUN"}, SUPERVISOR),
    ):
        if do == "press-j-pot":
            floor.name_winner("T2", 3)
        floor.press("T2", do, by, **values)
    floor.reverse("T2-1-3")
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
        deposit = deposit_report(connection, floor.room.house, SUNDAY)
        listed = movements_of(connection, "P1", "M1")
    (day,) = history.days
    assert (day.sums.won, day.sums.seeds, day.sums.reversed) == (100_014_000, 200_000_000, 14_000)
    reversal = [line for line in history.movements if line.act == "reversal"]
    assert [(line.source, line.target, line.reason, line.millicents) for line in reversal] == [
        ("winner", "shown", "win reversed", 100_014_000),
        ("shown", "house", "seed recovered", 100_000_000),
    ]
    assert {(line.proposed_by, line.actor, line.note) for line in reversal} == {
        ("4", "executive:3", "T2-1-3: the king was a jack")
    }
    assert [(each.act, each.proposed_by, each.actor) for each in listed[-2:]] == [
        ("reversal", "4", "executive:3"),
        ("reversal", "4", "executive:3"),
    ], "what the terminal and the page of the meter list"
    assert deposit.alarms == ()


def test_what_the_dealer_pays_is_no_hit_of_the_meter(floor):
    """Of $60 and $500 at live cards: the small ones would soon be all of the last 25."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
    assert [(hit.jackpot_id, hit.cents) for hit in history.hits] == [("T2-1-2", 50_000)]
    assert history.hits_in_all == 1


def test_the_history_shows_what_the_display_shows(floor):
    """Between J-POT and the key back at RUN the win is booked, and still on the display."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    for do, values, by in (
        ("place-chip", {"seat": 3}, DEALER_7),
        ("press-coin-in", {}, DEALER_7),
        ("press-hand", {"row": "akq-of-spades"}, DEALER_7),
        ("turn-key", {"position": "JPH"}, SUPERVISOR),
        ("press-j-pot", {"seat": 3}, SUPERVISOR),
    ):
        if do == "press-j-pot":
            floor.name_winner("T2", 3)
        floor.press("T2", do, by, **values)
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
        now = meter_status(connection, "P1", history.stored).shown_cents
    assert history.sheets()[0].rows[0] == ("Shown now", Money.of_cents(100_014))
    assert now == 100_014


def test_a_contribution_made_good_by_hand_is_listed_and_is_no_wagers(progressive):
    floor = progressive
    rounds(floor, 2)
    floor.adjust("M1", "contribution", 7, "missed on Saturday")
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
        deposit = deposit_report(connection, floor.room.house, SUNDAY)
    by_hand = history.movements[-1]
    assert (by_hand.actor, by_hand.millicents, by_hand.note) == ("executive:3", 700_000, "missed on Saturday")
    assert (by_hand.source, by_hand.target) == ("adjustments", "shown")
    assert floor.balances()["house:adjustments:M1"] == -700_000
    assert [line.reason for line in history.movements] == ["seed", "contribution"]
    assert history.sheets()[1].title == "Days"
    assert lines(history.sheets()[1]) == ["Nov 15, 2026 $0.28 $7 $1,000 $0 $0 $0 $0"]
    # It is the players' all the same, and goes to the separate account.
    assert deposit.deposits[0].to_deposit_millicents == 728_000
    assert deposit.alarms == ()


def test_overflow_never_goes_to_the_house_and_leaves_as_gross_receipts(floor):
    """WAC 230-15-695(3) and (4): over the maximum corrects a display; what is not displayed is gross receipts."""
    floor.meter("M1", "TCPP-1", maximum_cents=100_000, reserve_rate=Fraction(1, 100))
    floor.table("T2", meter="M1")
    floor.player("zoe")
    floor.sit("T2", 3, "zoe", dollars=200)
    rounds(floor, 2)
    assert (floor.balances()["overflow:M1"], floor.balances()["reserve:M1"]) == (28_000, 2_000)
    content = {"meter_id": "M1", "reason": "over maximum", "millicents": -28_000, "note": "over the maximum"}
    with pytest.raises(PitbossError, match=re.escape("$0.28 cannot be moved: $0 is shown above the maximum")):
        floor.agree("adjust-meter", "M1", content)
    for pot, millicents in (("overflow", 28_000), ("reserve", 1_000)):
        other = {"reason": "not displayed", "pot": pot, "millicents": -millicents, "note": "the fund is closed"}
        floor.agree("adjust-meter", "M1", content | other)
    assert floor.balances()["house:gross-receipts:M1"] == 29_000
    assert floor.balances()["seed:M1"] == -100_000_000
    assert (floor.balances().get("overflow:M1"), floor.balances()["reserve:M1"]) == (None, 1_000)
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
        deposit = deposit_report(connection, floor.room.house, SUNDAY)
        reconciled = reconciliation(connection, floor.room.house, SUNDAY, SUNDAY)
    assert [(line.source, line.target, line.reason) for line in history.movements[-2:]] == [
        ("overflow", "gross receipts", "not displayed"),
        ("reserve", "gross receipts", "not displayed"),
    ]
    assert history.days[0].sums.gross_receipts == 29_000
    assert history.days[0].sums.adjusted == 0
    assert (deposit.deposits[0].week.gross_receipts, deposit.alarms) == (29_000, ())
    assert reconciled.alarms == ()
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_the_history_says_where_the_money_of_a_movement_lay(progressive):
    rounds(progressive, 1)
    progressive.adjust("M1", "contribution", 7)
    progressive.adjust("M1", "won", -5)
    with progressive.database.reading() as connection:
        moved = movements_of(connection, "P1", "M1")
    assert [(each.source, each.target) for each in moved] == [
        ("house", "shown"),
        ("tray", "shown"),
        ("adjustments", "shown"),
        ("shown", "adjustments"),
    ]


def test_each_line_reads_what_stood_on_the_display_after_it(floor):
    """A lit button freezes the meter and seeds it anew; put out, it gives both back."""
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.press("T2", "place-chip", seat=3)
    for do, values in (("press-coin-in", {}), *[("press-hand", {"row": "akq-of-spades"})] * 2):
        floor.press("T2", do, **values)
    with floor.database.reading() as connection:
        history = meter_history(connection, floor.room.house, "M1", SUNDAY, SUNDAY)
    assert [row[4:6] + tuple(map(str, row[6:])) for row in history.sheets()[2].rows] == [
        ("house to shown", "seed", "$1,000", "$1,000"),
        ("shown to frozen", "won", "$1,000.14", "$0"),
        ("house to shown", "seed", "$1,000", "$1,000"),
        ("frozen to shown", "claim rejected: the hand button was put out, nothing booked", "$1,000.14", "$2,000.14"),
        ("shown to house", "seed recovered: the hand button was put out, nothing booked", "$1,000", "$1,000.14"),
    ]


def test_readings_within_50_dollars_are_quiet_and_others_open_an_incident(progressive):
    floor = progressive
    for cents in (100_000, 105_000, 105_001, 94_999):
        floor.office(RecordReading("M1", cents), ACCOUNTING)
    with floor.database.reading() as connection:
        report = reconciliation(connection, floor.room.house, SUNDAY, SUNDAY)
        opened = incidents(connection, "P1")
    assert [reading.is_alarming for reading in report.readings] == [False, False, True, True]
    assert report.alarms == (
        "meter M1 showed $1,050.01 on Nov 15, 2026, and the books said $1,000: over $50",
        "meter M1 showed $949.99 on Nov 15, 2026, and the books said $1,000: over $50",
    )
    assert [found.words for found in opened] == [
        "the display of meter M1 shows $1,050.01, and the books say $1,000: a variance of $50.01, over $50",
        "the display of meter M1 shows $949.99, and the books say $1,000: a variance of $50.01, over $50",
    ]


def test_weeks_without_a_reading_are_named(progressive):
    floor = progressive
    floor.clock.tick(days=1)
    floor.office(RecordReading("M1", 100_000), ACCOUNTING)
    with floor.database.reading() as connection:
        report = reconciliation(connection, floor.room.house, MONDAY, "2026-12-06")
    assert report.unread == (("M1", "2026-11-23"), ("M1", "2026-11-30"))


def test_a_week_is_read_by_a_reading_before_the_first_day_of_the_report(progressive):
    floor = progressive
    floor.clock.tick(days=1)
    floor.office(RecordReading("M1", 100_000), ACCOUNTING)
    with floor.database.reading() as connection:
        report = reconciliation(connection, floor.room.house, "2026-11-17", "2026-11-29")
    assert report.unread == (("M1", "2026-11-23"),)
    assert report.readings == ()


def test_nobody_reads_a_meter_before_it_is_there(progressive):
    """M1 was made on a Sunday, M2 on the Thursday after: each misses readings from its own week on."""
    progressive.days_pass(4)
    progressive.meter("M2", "TCPP-1")
    with progressive.database.reading() as connection:
        report = reconciliation(connection, progressive.room.house, "2026-11-01", "2026-11-22")
    assert report.unread == (("M1", "2026-11-09"), ("M1", "2026-11-16"), ("M2", "2026-11-16"))


def test_only_accounting_reads_displays(progressive):
    with pytest.raises(NotPermittedError, match="record-reading is not for executive 3; it is for: accounting"):
        progressive.office(RecordReading("M1", 100_000), EXECUTIVE)
    with pytest.raises(RefusedError, match="a display cannot show -1 cents"):
        progressive.office(RecordReading("M1", -1), ACCOUNTING)


def test_a_meter_that_is_not_what_its_accounts_hold_raises_the_alarm(progressive):
    with progressive.database.transaction() as connection:
        of_meter = ACCOUNTS.c.account == "custody:M1"
        connection.execute(update(ACCOUNTS).where(of_meter).values(millicents=ACCOUNTS.c.millicents - 5_000))
    with progressive.database.reading() as connection:
        report = reconciliation(connection, progressive.room.house, SUNDAY, SUNDAY)
    assert report.alarms == ("meter M1 and its accounts differ by $0.05",)


# ---- on paper


def every_report(floor):
    with floor.database.reading() as connection:
        house = floor.room.house
        return [
            master_game_report(connection, house, SUNDAY),
            trial_balance(connection, house),
            deposit_report(connection, house, SUNDAY),
            meter_history(connection, house, "M1", SUNDAY, SUNDAY),
            reconciliation(connection, house, SUNDAY, SUNDAY),
        ]


def test_every_report_prints_everywhere(progressive):
    rounds(progressive, 2)
    progressive.office(RecordReading("M1", 200_000), ACCOUNTING)
    for report in every_report(progressive):
        screen = Console(file=io.StringIO(), width=200)
        screen.print(as_text(report))
        out = io.StringIO()
        write_csv(report, out)
        page = unescape(as_html(report, "Lucky Ace"))
        told = [print_cell(cell) for sheet in report.sheets() for row in sheet.rows for cell in row]
        assert told
        for cell in told:
            assert cell in screen.file.getvalue()
            assert cell in page
        assert report.title in page
        assert next(csv.reader(io.StringIO(out.getvalue()))) == [report.title]
        assert msgspec.to_builtins(report.view())["report"]


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_no_amount_is_broken_over_two_lines_however_narrow_the_terminal(width):
    day = TableDay("T1", "Three Card Poker", opener_cents=2_000_000, drop_cents=1_234_567, closer_cents=1_820_245)
    report = MasterGameReport("Lucky Ace", SUNDAY, (day, day), ())
    screen = Console(file=io.StringIO(), width=width)
    screen.print(as_text(report), crop=False)
    told = screen.file.getvalue().split()
    for cell in (*day.cells(), *report.total.cells()):
        assert not cell or set(print_cell(cell).split(" ")) <= set(told)
    assert "Controls" in told
    assert "Nothing." in told


def test_amounts_in_csv_are_numbers_and_words_are_harmless(progressive):
    rounds(progressive, 1, "9h 8h 7h")
    out = io.StringIO()
    write_csv(of_day(progressive), out)
    (second,) = [row for row in csv.reader(io.StringIO(out.getvalue())) if row[:1] == ["T2"]]
    # Ante and Play $5 each, the Ante Bonus $25, the progressive $70 for $1
    assert second[7] == "-104.00"


def test_a_page_is_printed_as_pdf(progressive):
    assert to_pdf(as_html(of_day(progressive), "Lucky Ace")).startswith(b"%PDF-")


def test_every_page_of_a_long_list_has_the_titles_of_its_columns():
    accounts = {f"wallet:player-{number}": 100 for number in range(100)}
    pages = printed(as_html(TrialBalance("Lucky Ace", SUNDAY, accounts), "Lucky Ace"))
    assert len(pages) > 2
    assert all("Account" in page and "Balance" in page for page in pages)


def test_a_page_fetches_nothing_from_outside(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"")
    with pytest.raises(PrintingError, match="a page may not load other files"):
        to_pdf(f'<img src="file://{tmp_path}/secret.png">')
