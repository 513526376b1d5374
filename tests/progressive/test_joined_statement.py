"""Rounds of the real games, priced: both statements join, and every stake counts exactly once."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.games.statement import Statement
from pitboss.games.three_card_poker import ThreeCardPokerRound
from pitboss.progressive import (
    Level,
    Meter,
    PricingError,
    level_of,
    practice_meter,
    price,
    take_wagers,
    usual_parameters,
)
from support.san_lo import closed, deal, dealt

SPADES = "As Ks Qs"
WAGERS = {"ante": 500, "progressive": 100}
SAN_LO = {"main": 500, "progressive": 100}


def three_card_round(hands, dealer="Js 9d 2h", wagers=WAGERS, folded=(), lit=None):
    round = ThreeCardPokerRound(seats={seat: name for seat, name, _ in hands}, lit=lit)
    for seat, _, _ in hands:
        for wager, cents in wagers.items():
            if not (wager == "progressive" and seat in (lit or {})):
                round.place_wager(seat, wager, cents)
    round.no_more_bets()
    for _, _, cards in hands:
        round.deal(parse_cards(cards))
    round.deal(parse_cards(dealer))
    for seat, _, _ in hands:
        (round.fold if seat in folded else round.play)(seat)
    if len(folded) < len(hands):
        round.reveal_dealer()
    while not round.is_over:
        round.settle(round.awaiting.seat)
    return round


def joined(round, pricing):
    return Statement((*round.statement.lines, *pricing.statement_lines))


def test_three_card_poker_joins_awards_and_envy():
    round = three_card_round([(1, "ann", SPADES), (2, "bob", "7s 7d 4c"), (3, "cy", "9h 8h 7h")])
    practice = practice_meter("TCPP-1")
    practice.take(round.progressive_report)
    assert practice.shown_cents == 100_042
    statement = joined(round, practice.settle(round.progressive_report))
    progressive = [line for line in statement.lines if line.wager in ("progressive", "envy")]
    assert sum(line.stake_cents for line in progressive) == 300
    assert [(line.seat, line.sentence) for line in progressive if line.pay_cents] == [
        (3, "progressive wins 70 for 1, $70"),
        (1, "progressive wins 100% of meter, $1,000.42"),
        (3, "envy wins $100: ace-king-queen straight flush in spades at seat 1"),
        (2, "envy wins $100: ace-king-queen straight flush in spades at seat 1"),
    ]
    assert statement.paid_cents == round.statement.paid_cents + 7_000 + 100_042 + 20_000
    assert statement.staked_cents == round.statement.staked_cents
    assert practice.shown_cents == 100_000


def test_a_folded_hand_loses_its_wager_and_still_collects_envy():
    round = three_card_round([(1, "ann", "Ah Kh Qh"), (2, "bob", SPADES)], folded=(2,))
    practice = practice_meter("TCPP-1")
    pricing = practice.settle(round.progressive_report)
    assert [(award.seat, award.cents) for award in pricing.awards] == [(1, 50_000)]
    assert [(envy.seat, envy.from_seat) for envy in pricing.envy] == [(2, 1)]


def test_fortune_san_lo_joins_awards_and_envy():
    hands = {1: "As Ad Ah Ac Jk Ks", 2: "Ts 7d 6d 5d 3h 2d", 4: "Kd Qd Jd Td 9d 2h"}
    round = dealt(hands, "9s 8h 6h 5c 3d 2c", wagers=dict.fromkeys(hands, SAN_LO))
    for seat in hands:
        round.set_hand(seat, round.seats[seat].cards)
    round.dealer_house_way()
    for seat in sorted(hands, reverse=True):
        round.settle(seat)
    practice = practice_meter("FSLPP-01")
    practice.take(round.progressive_report)
    pricing = practice.settle(round.progressive_report)
    assert [(award.seat, award.cents, award.source.value) for award in pricing.awards] == [
        (4, 30_000, "tray"),
        (1, 500_063, "meter"),
    ]
    assert [(envy.seat, envy.from_seat, envy.cents) for envy in pricing.envy] == [
        (2, 4, 1_000),
        (1, 4, 1_000),
        (4, 1, 10_000),
        (2, 1, 10_000),
    ]
    statement = joined(round, pricing)
    assert sum(line.stake_cents for line in statement.lines if line.wager == "progressive") == 300


def test_over_a_void_a_wager_is_charged_once_and_contributes_once():
    parameters = usual_parameters("TCPP-1")
    meter = Meter.start(parameters).meter
    void = ThreeCardPokerRound(seats={1: "ann"})
    for wager, cents in WAGERS.items():
        void.place_wager(1, wager, cents)
    void.no_more_bets()
    meter = take_wagers(void.progressive_report, parameters, meter).meter
    void.void("a card was exposed")
    assert price(void.progressive_report, parameters, meter).statement_lines == ()

    again = three_card_round([(1, "ann", "6h 6d 6c")], lit=void.still_lit)
    taken = take_wagers(again.progressive_report, parameters, meter)
    assert taken.meter == meter
    assert taken.movements == ()
    pricing = price(again.progressive_report, parameters, meter)
    lines = [*void.statement.lines, *joined(again, pricing).lines]
    progressive = [line for line in lines if line.wager == "progressive"]
    assert sum(line.stake_cents for line in progressive) == 100
    assert sum(line.pay_cents for line in progressive) == 6_000


def test_hands_priced_one_by_one_come_to_the_same_as_together():
    """So wins may be booked one at a time, in the order of booking."""
    parameters = usual_parameters("FSLPP-01")
    meter = Meter.start(parameters).meter
    wagers = tuple(ProgressiveWager(seat, f"p{seat}", 100) for seat in (1, 2, 5))
    hands = tuple(
        QualifyingHand(seat, f"p{seat}", row, row, has_wager=True, is_folded=False)
        for seat, row in [(1, "royal-flush"), (2, "flush"), (5, "royal-flush")]
    )
    together = price(ProgressiveReport(wagers, hands), parameters, meter)
    awards, envy, movements, now = [], [], [], meter
    for hand in reversed(hands):
        one = price(ProgressiveReport(wagers, (hand,)), parameters, now)
        awards += one.awards
        envy += one.envy
        movements += one.movements
        now = one.meter
    assert (tuple(awards), tuple(envy), tuple(movements), now) == (
        together.awards,
        together.envy,
        together.movements,
        together.meter,
    )


def test_a_claim_is_not_paid_until_it_is_confirmed():
    parameters = usual_parameters("TCPP-1", jackpot_lock=True)
    round = three_card_round([(2, "bob", SPADES)])
    meter = take_wagers(round.progressive_report, parameters, Meter.start(parameters).meter).meter
    pricing = price(round.progressive_report, parameters, meter, {2: "T3-18-2"})
    (award,) = pricing.awards
    assert award.claim == "T3-18-2"
    assert award.line.sentence == "progressive claims 100% of meter, $1,000.14, pending"
    assert award.line.pay_cents == 0
    confirmed = pricing.meter.confirm(award.claim)
    assert confirmed.cents == award.cents == 100_014
    assert award.percent == 1


@pytest.mark.parametrize(
    ("cents", "is_share", "level"),
    [
        (49_999, False, Level.DEALER),
        (50_000, False, Level.SUPERVISOR),
        (1, True, Level.SUPERVISOR),
        (500_000, True, Level.SUPERVISOR),
        (500_001, True, Level.EXECUTIVE),
        (500_001, False, Level.EXECUTIVE),
    ],
)
def test_who_confirms_an_award(cents, is_share, level):
    assert level_of(cents, is_share, usual_parameters("TCPP-1")) is level


@pytest.mark.parametrize(("seed_cents", "watched"), [(300_000, False), (300_001, True)])
def test_surveillance_looks_at_awards_above_its_threshold(seed_cents, watched):
    parameters = usual_parameters("TCPP-1", seed_cents=seed_cents)
    report = ProgressiveReport((wager(1),), (hand(1, "akq-of-spades"),))
    assert price(report, parameters, Meter.start(parameters).meter).awards[0].needs_surveillance is watched


def wager(seat, player="ann", cents=100):
    return ProgressiveWager(seat, player, cents)


def hand(seat, row="straight", player="ann", has_wager=True):
    return QualifyingHand(seat, player, row, row, has_wager, is_folded=False)


@pytest.mark.parametrize(
    ("wagers", "hands", "words"),
    [
        (
            [wager(1, cents=200)],
            [],
            r"the progressive wager of \$2 at seat 1 is not one of this meter, which takes \$1",
        ),
        ([wager(1), wager(1)], [], "seat 1 is reported 2 times"),
        ([wager(1)], [hand(1), hand(1)], "seat 1 is reported 2 times"),
        ([wager(1)], [hand(1, "flush")], "TCPP-1 does not pay 'flush'; it pays akq-of-spades"),
        ([wager(1)], [hand(2)], "does not agree with itself about the progressive wager at seat 2"),
        ([wager(1)], [hand(1, has_wager=False)], "does not agree with itself about the progressive wager at seat 1"),
        ([wager(1, "bob")], [hand(1)], "does not agree with itself about the progressive wager at seat 1"),
    ],
)
def test_a_report_that_cannot_be_priced_is_refused(wagers, hands, words):
    parameters = usual_parameters("TCPP-1")
    with pytest.raises(PricingError, match=words):
        price(ProgressiveReport(tuple(wagers), tuple(hands)), parameters, Meter.start(parameters).meter)


def test_a_lit_seat_of_san_lo_is_priced_without_a_second_stake():
    round = deal(closed({1: {"main": 500}}, lit={1: 100}), {1: "Ks Kd Kh 4s 4d 2h"})
    round.set_hand(1, parse_cards("Ks Kd Kh 4s 4d 2h"))
    round.dealer_house_way()
    round.settle(1)
    pricing = practice_meter("FSLPP-01").settle(round.progressive_report)
    lines = [line for line in joined(round, pricing).lines if line.wager == "progressive"]
    assert (sum(line.stake_cents for line in lines), sum(line.pay_cents for line in lines)) == (0, 1_500)
