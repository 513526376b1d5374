"""Win and hold against theory: exact where the wagers are known, flagged where chance cannot be meant, silent if unknown."""

import io
import random
from fractions import Fraction
from math import sqrt
from statistics import pstdev

import msgspec
import pytest
from rich.console import Console

from pitboss.cards import DECK_52
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRound, ThreeCardPokerRules
from pitboss.games.three_card_poker.strategy import simple_strategy
from pitboss.house.reports.expected import PAR, Expected, command_for, is_measure, kind_of_wager
from pitboss.house.reports.history import History
from pitboss.house.reports.report_list import Span, make_report
from pitboss.house.reports.sheet import as_html, as_text, write_csv
from pitboss.house.reports.tally import PlayedRound, Staked, TableTally
from pitboss.house.reports.theory import TheoryLine, theory_report
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    CloseTable,
    ConfigureTable,
    LeaveSeat,
    OpenTable,
    RejectJackpot,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.jobs.desk import JobDesk
from pitboss.lab.question import Question
from pitboss.lab.sheets import kept_sheet, par_sheet
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import Game, load_catalogue
from support.floor import ADMIN, EXECUTIVE, SUPERVISOR, SURVEILLANCE

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"
WINS, LOSES, WEAK = {3: "9h 8h 7h"}, {3: "Jh 8c 2d"}, {3: "9h 8c 2d"}
DEALER = "Qd 6d 4c"
BETS = {3: {"ante": 1000, "pair-plus": 1000}}

ANTE = Fraction(686_689, 20_358_520)
"""The Ante with the Ante Bonus of 1, 4 and 5 to 1: 3.3730 %, as in all literature about the game."""
PAIR_PLUS = Fraction(128, 5525)
"""Pair Plus at 40, 30, 6, 4 and 1 to 1: 2.3167 %."""
BONUS = 16_440, {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744}
"""How many of 22,100 hands lose Pair Plus, and how many win what."""


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A store with the sheets of the usual paytables of Three Card Poker."""
    store = Store(tmp_path_factory.mktemp("lab"))
    for designator in ("TCP-01", "TCP-02", "TCPP-1"):
        par_sheet(Question.ask(designator, load_catalogue()), Resources(processes=1, store=store))
    return store


@pytest.fixture
def floor(floor):
    floor.player("ann", dollars=500)
    floor.table("T1")
    floor.sit("T1", 3, "ann", dollars=200)
    return floor


def of_days(floor, store, first=SUNDAY, last=SUNDAY):
    with floor.database.reading() as connection:
        return theory_report(connection, floor.room.house, first, last, store)


# ---- a day with known wagers


def test_a_day_has_the_exact_theoretical_win(floor, known):
    floor.play("T1", wagers=BETS, hands=WINS, dealer=DEALER)  # Ante Bonus 5 to 1, Ante and Play, Pair Plus 40 to 1
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.play("T1", wagers={3: {"ante": 500}}, hands=WEAK, dealer=DEALER, folds=(3,))
    report = of_days(floor, known)
    (table,) = report.tables
    ante, pair_plus = table.wagers
    assert (ante.kind, ante.handle_cents, ante.won_millicents) == ("ante", 4_500, (-7_000 + 2_000 + 500) * 1000)
    assert (pair_plus.kind, pair_plus.handle_cents, pair_plus.won_millicents) == ("pair-plus", 2_000, -39_000_000)
    # By the Ante, not by the Play that may follow.
    assert ante.expected_cents == 2_500 * ANTE
    assert pair_plus.expected_cents == 2_000 * PAIR_PLUS
    assert table.expected_cents == 2_500 * ANTE + 2_000 * PAIR_PLUS
    assert (table.rounds, table.handle_cents, table.won_millicents) == (3, 6_500, -43_500_000)
    assert table.hold == Fraction(-43_500, 6_500)
    assert report.view().tables[0].theoretical_win_cents == str(2_500 * ANTE + 2_000 * PAIR_PLUS)


def test_the_band_adds_deviations_within_a_round_and_squares_over_rounds(floor, known):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.play("T1", wagers={3: {"ante": 1000, "pair-plus": 500}}, hands=LOSES, dealer=DEALER)
    (table,) = of_days(floor, known).tables
    lost, won = BONUS
    mean_square = Fraction(lost + sum(pay**2 * hands for pay, hands in won.items()), 22_100)
    pair_plus = sqrt(mean_square - PAIR_PLUS**2)
    ante = 1.6392527541  # with the sheet of TCP-01 held against all deals in the tests of the lab
    variance = (1000 * ante + 1000 * pair_plus) ** 2 + (1000 * ante + 500 * pair_plus) ** 2
    assert table.variance == pytest.approx(variance, rel=1e-9)
    low, high = table.band(0.99)
    assert high - low == pytest.approx(2 * 2.5758293035 * sqrt(variance))
    assert (low + high) / 2 == pytest.approx(float(table.expected_cents))
    assert table.verdict == "within 95%"


def test_seats_of_a_round_share_the_dealer_so_their_deviations_are_added(floor, known):
    floor.player("bob", dollars=100)
    floor.sit("T1", 5, "bob", dollars=100)
    bets = {3: {"ante": 1000}, 5: {"ante": 1000}}
    floor.play("T1", wagers=bets, hands=LOSES | {5: "Th 8d 2c"}, dealer=DEALER)
    (table,) = of_days(floor, known).tables
    assert table.rounds == 1
    assert sqrt(table.variance) == pytest.approx(2000 * 1.6392527541)


# ---- the flag


def test_a_rigged_day_is_flagged_and_an_honest_one_is_not(floor, known):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    assert of_days(floor, known).alarms == ()
    floor.clock.tick(days=1)
    for _ in range(3):
        floor.play("T1", wagers=BETS, hands=WINS, dealer=DEALER)
    report = of_days(floor, known, MONDAY, MONDAY)
    (table,) = report.tables
    assert table.is_outside
    assert table.verdict == "outside the band: look at it"
    (alarm,) = report.alarms
    assert alarm.startswith("T1 is outside the band: look at it. It won -$1,410 in 3 rounds; 99% is -$")
    assert of_days(floor, known).alarms == ()


def test_a_span_of_days_is_one_sum(floor, known):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.clock.tick(days=1)
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    assert [of_days(floor, known, day, day).tables[0].rounds for day in (SUNDAY, MONDAY)] == [1, 1]
    both = of_days(floor, known, SUNDAY, MONDAY)
    assert both.tables[0].expected_cents == 2_000 * (ANTE + PAIR_PLUS)
    assert "Nov 15, 2026 to Nov 16, 2026" in both.title


def test_a_void_round_and_one_that_goes_on_are_not_in_it(floor, known):
    for _ in floor.steps("T1", BETS, WINS, DEALER, until="decision"):
        pass
    assert of_days(floor, known).tables[0].verdict == "nothing was played"
    floor.act("T1", "void", by=SUPERVISOR, reason="misdeal")
    assert of_days(floor, known).tables[0].rounds == 0


def test_what_was_collected_from_a_folded_hand_is_not_in_it_where_the_round_is_void(floor, known):
    for _ in floor.steps("T1", BETS, WEAK, DEALER, folds=(3,), until="dealer"):
        pass
    assert of_days(floor, known).tables[0].handle_cents == 2_000
    floor.act("T1", "void", by=SUPERVISOR, reason="four cards in the hand of the dealer")
    (table,) = of_days(floor, known).tables
    assert (table.rounds, table.handle_cents, table.won_millicents) == (0, 0, 0)
    assert floor.cents("chips:T1:3") == 20_000


# ---- theory that is not there


def test_missing_theory_is_said_and_no_number_stands_for_it(floor, tmp_path):
    for _ in range(3):
        floor.play("T1", wagers=BETS, hands=WINS, dealer=DEALER)
    report = of_days(floor, Store(tmp_path / "empty"))
    (table,) = report.tables
    assert table.verdict == "theory is not worked out yet: pitboss par TCP-01"
    assert (table.expected_cents, table.band(0.99), table.is_outside, report.alarms) == (None, None, False, ())
    assert table.won_millicents == -141_000_000
    assert report.total.expected_cents is None
    told = msgspec.to_builtins(report.view())["tables"][0]
    assert (told["theoretical_win_cents"], told["standard_deviation_cents"], told["bands_cents"]["99%"]) == (None,) * 3
    assert report.pictures() == []


def test_one_wager_without_theory_leaves_the_table_without(floor, known):
    floor.play("T1", wagers={3: {"ante": 1000, "six-card-bonus": 500}}, hands=LOSES, dealer=DEALER)
    (table,) = of_days(floor, known).tables
    assert table.verdict == "theory is not worked out yet: pitboss par TCP-6B1"
    assert [wager.expected_cents for wager in table.wagers] == [1000 * ANTE, None]


def test_the_result_of_a_job_will_do(floor, known, tmp_path):
    floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    desk = JobDesk(floor.database, "P1", floor.clock)
    job = desk.ask(PAR, {"designator": "TCP-01"}, by=EXECUTIVE, command_id="sheet")
    sheet = kept_sheet(Question.ask("TCP-01", load_catalogue()), known)
    empty = Store(tmp_path / "empty")
    assert of_days(floor, empty).tables[0].expected_cents is None
    assert desk.claim("w1").job_id == job.job_id
    desk.finish(job.job_id, "w1", {"sheet": sheet.as_json(), "plots": {}})
    assert of_days(floor, empty).tables[0].expected_cents == 1000 * (ANTE + PAIR_PLUS)


def test_the_command_that_is_named_is_the_one_that_helps():
    usual, other = PowerBlackjackRules(), PowerBlackjackRules(decks=2)
    assert command_for(usual, "bet") == "pitboss par power-blackjack"
    assert command_for(other, "bet").startswith("pitboss par power-blackjack --rules FILE")
    assert command_for(other, "push-22").startswith("pitboss par PUSH22-11 --rules FILE")
    assert command_for(ThreeCardPokerRules(progressive=None), "pair-plus") == "pitboss par TCP-01"


# ---- rules as they were


def test_each_round_goes_by_the_paytable_it_was_played_under(floor, known):
    bets = {3: {"ante": 500, "pair-plus": 1000}}
    floor.play("T1", wagers=bets, hands=LOSES, dealer=DEALER)
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(481_000), SUPERVISOR)
    rules = ThreeCardPokerRules(paytable=load_catalogue()["TCP-02"], progressive=None)
    anew = TableSettings(rules=rules).as_json()
    floor.at("T1", ConfigureTable(anew, floor.agree("configure-table", "T1", anew)), ADMIN)
    floor.at("T1", OpenTable(500_000), SUPERVISOR)
    floor.sit("T1", 3, "ann", dollars=100)
    floor.play("T1", wagers=bets, hands=LOSES, dealer=DEALER)
    second = PAIR_PLUS + Fraction(5 * 52, 22_100)  # three of a kind pays 25 to 1 there, not 30
    pair_plus = of_days(floor, known).tables[0].wagers[1]
    assert pair_plus.expected_cents == 1000 * (PAIR_PLUS + second)


# ---- progressives


def of_others(others):
    """What the house keeps of TCPP-1: A-K-Q of spades 1 hand, of other suits 3, straight flushes 44, trips 52, straights
    720; 14% to the meter, a seed of $1,000, envy of $100 and $25."""
    paid = 3 * 500 + 44 * 70 + 52 * 60 + 720 * 6 + 1000 + others * (100 + 3 * 25)
    return 1 - Fraction(14, 100) - Fraction(paid, 22_100)


def test_a_progressive_is_held_against_its_long_run(floor, known):
    assert of_others(6) == Fraction(1234, 5525), "as printed: 22.33 %"
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1")
    for seat, name in ((2, "bob"), (5, "eve")):
        floor.player(name)
        floor.sit("T2", seat, name)
    bets = {seat: {"ante": 500, "progressive": 100} for seat in (2, 5)}
    hands = {2: "As Ks Qs", 5: "9c 7d 2h"}
    floor.play("T2", wagers=bets, hands=hands, dealer="Jh 8c 3c", folds=(5,))
    before = of_days(floor, known).tables[1].wagers[-1]
    floor.at("T2", VerifyJackpot(2), SUPERVISOR)
    floor.at("T2", CheckJackpot(2, "hand wager payout player"), SURVEILLANCE)
    floor.at("T2", AuthorizeJackpot(2, "WA licence 123", "W-2G 17"), EXECUTIVE)
    table = of_days(floor, known).tables[1]
    progressive = table.wagers[-1]
    assert (progressive.kind, progressive.handle_cents) == ("progressive", 200)
    # Two wagers less 14 cents each, the seed of $1,000, and $100 envy to seat 5 once the jackpot is paid.
    assert progressive.won_millicents == (200 - 28 - 100_000 - 10_000) * 1000
    assert before.won_millicents == (200 - 28 - 100_000) * 1000
    assert progressive.expected_cents == 200 * of_others(1)
    own = sqrt(
        Fraction(3 * 500**2 + 44 * 70**2 + 52 * 60**2 + 720 * 36 + 1000**2, 22_100) - Fraction(13_020, 22_100) ** 2
    )
    envy = sqrt(Fraction(100**2 + 3 * 25**2, 22_100) - Fraction(175, 22_100) ** 2)
    assert sqrt(table.variance) == pytest.approx(200 * (own + envy) + 1000 * 1.6392527541)


def test_a_rejected_jackpot_costs_nothing(floor, known):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1")
    floor.player("bob")
    floor.sit("T2", 2, "bob")
    bets = {2: {"ante": 500, "progressive": 100}}
    floor.play("T2", wagers=bets, hands={2: "As Ks Qs"}, dealer="Jh 8c 3c")
    floor.at("T2", VerifyJackpot(2), SUPERVISOR)
    floor.at("T2", RejectJackpot(2, "a marked card"), EXECUTIVE)
    assert of_days(floor, known).tables[1].wagers[-1].won_millicents == 86_000


def test_a_booked_win_that_was_taken_back_costs_nothing(floor, known):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    floor.reverse("T2-1-2")
    # The $500 are back in the tray; $60 and the envy of $25 are out.
    assert of_days(floor, known).tables[1].wagers[-1].won_millicents == (200 - 28 - 6_000 - 2_500) * 1000


def test_envy_that_is_paid_on_a_day_without_play_is_no_reason_to_look(floor, known):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1")
    for seat, name in ((2, "bob"), (5, "eve")):
        floor.player(name)
        floor.sit("T2", seat, name)
    bets = {seat: {"ante": 500, "progressive": 100} for seat in (2, 5)}
    floor.play("T2", wagers=bets, hands={2: "Ah Kh Qh", 5: "9c 7d 2h"}, dealer="Jh 8c 3c", folds=(5,))
    floor.clock.tick(days=1)
    floor.at("T2", VerifyJackpot(2), SUPERVISOR)
    floor.at("T2", AuthorizeJackpot(2, "WA licence 123", ""), SUPERVISOR)
    report = of_days(floor, known, MONDAY, MONDAY)
    assert (report.tables[1].won_millicents, report.tables[1].verdict) == (-2_500_000, "nothing was played")
    assert report.alarms == ()


def test_a_past_day_is_told_by_the_cards_of_that_day(floor, known):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    before = of_days(floor, known)
    floor.clock.tick(days=1)
    floor.at("T2", CloseTable(441_700), SUPERVISOR)
    content = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1").as_json()
    floor.at("T2", ConfigureTable(content, floor.agree("configure-table", "T2", content)), ADMIN)
    floor.table("T3")
    assert of_days(floor, known) == before


def test_physical_cards_are_held_against_theory_by_the_progressive_only(floor, known):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    table = of_days(floor, known).tables[1]
    (progressive,) = table.wagers
    assert (table.rounds, progressive.handle_cents) == (1, 200)
    assert progressive.won_millicents == (200 - 28 - 6_000 - 50_000 - 2_500) * 1000
    assert progressive.expected_cents == 200 * of_others(1)
    assert table.cells()[1] == "Three Card Poker, the progressive only"


# ---- other games


class Fixed:
    """A theory that says the same of every wager."""

    def reading(self, _rules, _kind):
        return {"house_edge": {"fraction": None, "percent": 2.5}, "standard_deviation": 1.5}


def test_splits_and_doubles_follow_from_the_first_bet():
    history = History(((1, TableSettings(rules=PowerBlackjackRules())),), {})
    tally = TableTally(Fixed(), history)
    wagers = [
        Staked(1, "bet", 1000, 2000),
        Staked(1, "split-2", 1000, 0),
        Staked(1, "double-2", 1000, 0),
        Staked(1, "push-22", 100, 0),
    ]
    tally.add([PlayedRound(2, "2026-11-15T20:00:00Z", wagers, {1})], [])
    bet, push = tally.wagers.values()
    assert (bet.handle_cents, bet.won_millicents, bet.expected_cents) == (3000, 1_000_000, 25)
    assert (push.kind, push.expected_cents) == ("push-22", Fraction(5, 2))
    assert tally.variance == (1.5 * 1100) ** 2


def test_every_wager_of_every_game_is_accounted_somewhere():
    assert [kind_of_wager(Game.DOUBLE_DRAW, wager) for wager in ("ante", "bonus", "draw-1", "draw-2")] == ["ante"] * 4
    assert [is_measure(Game.DOUBLE_DRAW, wager) for wager in ("ante", "bonus", "draw-1")] == [True, True, False]
    for wager in ("split-2", "split-4", "double", "double-4"):
        assert kind_of_wager(Game.POWER_BLACKJACK, wager) == "bet"
        assert not is_measure(Game.POWER_BLACKJACK, wager)
    assert is_measure(Game.FORTUNE_SAN_LO, "main")
    assert not is_measure(Game.THREE_CARD_POKER, "ante-bonus")


def test_a_long_day_keeps_few_moments_for_its_picture():
    tally = TableTally(Fixed(), History(((1, TableSettings(rules=PowerBlackjackRules())),), {}))
    bet = [Staked(1, "bet", 1000, 0)]
    tally.add((PlayedRound(number, "", bet, {1}) for number in range(2, 5002)), [])
    moments = list(tally.thinned())
    assert len(moments) <= 241
    assert moments[-1].rounds == 5000
    assert moments[-1].expected == pytest.approx(5000 * 25)
    assert tally.wagers[Game.POWER_BLACKJACK, "bet"].measured == {Expected(Fraction(1, 40), 1.5): 5_000_000}


# ---- an honest game, dealt by the readable rules


class FromSheet:
    """The theory of one paytable."""

    def __init__(self, store, designator):
        self.sheet = kept_sheet(Question.ask(designator, load_catalogue()), store)

    def reading(self, _rules, kind):
        return self.sheet["ante-bonus" if kind == "ante" else kind].reading.as_json()


def played_by_chance(chance, rules, number):
    """A round of three seats with the usual strategy, as its lines tell it."""
    round = ThreeCardPokerRound(rules, seats={seat: f"p{seat}" for seat in (1, 2, 3)})
    for seat in (1, 2, 3):
        round.place_wager(seat, "ante", 1000)
        round.place_wager(seat, "pair-plus", 500)
    round.no_more_bets()
    cards = iter(chance.sample(DECK_52.cards, 12))
    play_out(round, lambda wanted: tuple(next(cards) for _ in range(wanted)), simple_strategy)
    wagers = [Staked(line.seat, line.wager, line.stake_cents, line.pay_cents) for line in round.lines]
    return PlayedRound(number, "", wagers, {1, 2, 3})


def test_honest_days_stay_in_their_bands(known):
    rules = ThreeCardPokerRules(progressive=None)
    history, theory = History(((1, TableSettings(rules=rules)),), {}), FromSheet(known, "TCP-01")
    chance, lines = random.Random(7), []
    for _ in range(40):
        tally = TableTally(theory, history)
        tally.add((played_by_chance(chance, rules, number) for number in range(2, 52)), [])
        lines.append(TheoryLine("T1", "", tally.rounds, tuple(tally.wagers.values()), tally.variance))
    strays = [(line.won_millicents / 1000 - float(line.expected_cents)) / sqrt(line.variance) for line in lines]
    # Three seats whose own hands differ stray by less than three times one seat: the band is an upper bound.
    assert 0.4 < pstdev(strays) < 1
    assert sum(line.is_outside for line in lines) <= 1
    assert abs(sum(strays)) / sqrt(len(strays)) < 2.6


# ---- as people get it


def test_it_comes_by_its_name_in_every_form(floor, known, monkeypatch):
    monkeypatch.setattr("pitboss.house.reports.expected.Store", lambda: known)
    for _ in range(2):
        floor.play("T1", wagers=BETS, hands=LOSES, dealer=DEALER)
    floor.table("T2")
    with floor.database.reading() as connection:
        report = make_report(connection, "theory", Span(floor.room.house, floor.clock.now()))
    screen = Console(file=io.StringIO(), width=240)
    screen.print(as_text(report))
    text = screen.file.getvalue()
    assert "Ante, Play and Ante Bonus" in text
    assert "within 95%" in text
    assert "nothing was played" in text
    assert "The band is an upper bound" in text
    page = as_html(report, "Lucky Ace")
    assert page.count("data:image/svg+xml") == 1
    out = io.StringIO()
    write_csv(report, out)
    assert "Pair Plus" in out.getvalue()
    assert msgspec.to_builtins(report.view())["report"] == "theory"
