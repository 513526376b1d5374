"""The kernel of Power Blackjack against the readable round, card for card."""

import random
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from pitboss.cards import CARDS, parse_cards, shoe
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import (
    Hit,
    Insure,
    NoInsurance,
    PowerBlackjackRound,
    PowerBlackjackRules,
    Stand,
    basic_strategy,
)
from pitboss.games.table import shipped_paytable
from pitboss.lab.power_blackjack.compiled import UnknownOptionError
from pitboss.lab.simulation.power_blackjack import PowerBlackjackTable
from pitboss.lab.simulation.power_blackjack.shoe import PLACE
from pitboss.lab.simulation.spots import NOT_MADE
from pitboss.lab.simulation.table import Seating, SeatingError
from pitboss.paytables import Pay
from support.best_player import BestPlayer

BETS = {"bet": 1000, "push-22": 100}
BASIC = {"chart": "basic"}
SUITED = shipped_paytable("PUSH22-SUITED")


def readable(rules, seats, cards, strategy, made=None):
    """What each seat's wagers bring and had at risk, by the readable round; and how many cards it took."""
    round, left = (
        PowerBlackjackRound(rules, seats={seat: f"player {seat}" for seat in range(1, seats + 1)}),
        list(cards),
    )
    for seat in range(1, seats + 1):
        round.place_wager(seat, "bet", BETS["bet"])
        if rules.push_22 is not None and (made is None or made[seat - 1]):
            round.place_wager(seat, "push-22", BETS["push-22"])
    round.no_more_bets()
    play_out(round, lambda number: tuple(left.pop(0) for _ in range(number)), strategy)
    found = {}
    for line in round.lines:
        spot = line.wager if line.wager in ("push-22", "insurance") else "bet"
        net, staked = found.get((line.seat, spot), (0, 0))
        found[line.seat, spot] = net + line.net_cents, staked + line.stake_cents
    return found, len(cards) - len(left)


def simulated(table, endings, column):
    """The same by the kernel."""
    found = {}
    for seat, spots in enumerate(endings[:, :, column].tolist(), 1):
        for spot, ending in zip(table.spots, spots, strict=True):
            if ending != NOT_MADE:
                found[seat, spot.wager] = int(spot.nets[ending]), int(spot.stakes[ending])
    return found


def room(table, seats, rounds):
    return np.empty((seats, len(table.spots), rounds), np.uint8), np.empty((seats, rounds), np.uint8)


def deals(rules, rounds, seed):
    """Shuffled shoes; every fourth with few ranks only, so that splits and odd hands come up often."""
    drawn, every = random.Random(seed), shoe(rules.decks).cards
    for number in range(rounds):
        cards = drawn.sample(every, min(len(every), 160))
        if number % 4 == 0:
            ranks = {drawn.choice(every).rank for _ in range(3)}
            cards.sort(key=lambda card: (card.rank not in ranks) + drawn.random())
        yield cards


def assert_alike(seating, deals, strategy, luck=None):
    table, deals = PowerBlackjackTable(seating), list(deals)
    codes = np.array([[card.code for card in cards] for cards in deals], np.uint8).T
    endings, rows = room(table, seating.seats, len(deals))
    table.play_cards(codes, luck, endings, rows)
    for column, cards in enumerate(deals):
        made = None if luck is None else luck[:, 0, column] < 32_768
        expected, _ = readable(seating.rules, seating.seats, cards, strategy, made)
        assert simulated(table, endings, column) == expected, cards[:30]
    assert not rows.any()


RULES = [
    {},
    {"dealer_hits_soft_17": False, "decks": 1, "push_22": SUITED},
    {"decks": 2, "surrender": True, "resplit_aces": True, "blackjack_pays": Pay.parse("6 to 5")},
    {"decks": 8, "split_aces_one_card": False, "double_after_split": False, "hands_per_seat": 3},
    {"split_equal_value": False, "hands_per_seat": 2, "power_split": False, "power_double": False},
    {"split_aces_one_card": False, "resplit_aces": True, "push_22": None, "surrender": True},
]


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("settings", RULES)
def test_basic_strategy_is_the_readable_one_card_for_card(settings, seats):
    rules = PowerBlackjackRules(**settings)
    assert_alike(Seating(rules, seats, BETS, BASIC), deals(rules, 250, f"{settings} {seats}"), basic_strategy)


@pytest.mark.parametrize("settings", [{}, RULES[2], {"split_equal_value": False, "decks": 1, "resplit_aces": True}])
def test_best_play_is_that_of_the_analysis_card_for_card(settings):
    rules = PowerBlackjackRules(**settings)
    player = BestPlayer(rules)
    assert_alike(Seating(rules, 2, BETS), deals(rules, 250, str(settings)), player.decide)


def test_insurance_and_whims():
    rules = PowerBlackjackRules(insurance_pays=Pay.parse("3 to 1"))
    seating = Seating(rules, 2, BETS, {**BASIC, "insurance": "always"}, chances={"push-22": 0.5})
    luck = np.random.default_rng(5).integers(0, 65_536, (2, 4, 400)).astype(np.uint16)
    aces = [cards for cards in deals(rules, 1500, "insured") if cards[2].rank.letter in "AT"][:400]

    def strategy(round, seat):
        return Insure(seat, 500) if round.phase == "insuring" else basic_strategy(round, seat)

    luck = luck[:, :, : len(aces)]
    assert_alike(seating, aces, strategy, luck)


def test_every_draw_of_luck_has_its_wager():
    rules = PowerBlackjackRules()
    chances = {"push-22": 0.25, "insurance": 0.5}
    table = PowerBlackjackTable(Seating(rules, 1, BETS, {**BASIC, "insurance": "always"}, chances))
    luck = np.zeros((1, 4, 3), np.uint16)
    luck[0, 0], luck[0, 1] = (16_383, 16_384, 0), (32_767, 32_768, 32_767)
    endings, rows = room(table, 1, 3)
    ace_up = [card.code for card in parse_cards("Ts Ah Tc 8d 5s 5h")]
    five_up = [card.code for card in parse_cards("Ts 5h Tc 8d 5s 5h")]
    table.play_cards(np.array([ace_up, ace_up, five_up], np.uint8).T, luck, endings, rows)
    assert (endings[0, 1] != NOT_MADE).tolist() == [True, False, True]
    assert (endings[0, 2] != NOT_MADE).tolist() == [True, False, False]


# ---- odd charts and odd deals

HITS_TWENTY = {"hard": {"20": "HHHHHHHHHH"}, "soft": {"20": "SSSSSSSSSS"}}


def draws_to_21(round, seat):
    if round.phase == "insuring":
        return NoInsurance(seat)
    total = round.turn[1].total
    return Stand(seat) if total.soft and total.total == 20 else Hit(seat)


def test_a_hand_above_29_loses_push_22():
    rules = PowerBlackjackRules(push_22=SUITED)
    assert_alike(Seating(rules, 2, BETS, {"chart": HITS_TWENTY}), deals(rules, 400, "too high"), draws_to_21)


def test_cards_that_do_not_suffice_make_a_round_void():
    table = PowerBlackjackTable(Seating(PowerBlackjackRules(), 1, BETS, BASIC))
    endings, rows = room(table, 1, 1)
    cards = [[card.code] for card in parse_cards("Ts 6h 2d Td")]
    table.play_cards(np.array(cards, np.uint8), None, endings, rows)
    assert (endings == NOT_MADE).all()


# ---- the shoe


@pytest.mark.parametrize(
    ("settings", "seats"),
    [({}, 1), ({"decks": 1, "cut_card_percent": 90}, 3), ({"decks": 2, "cut_card_percent": 10}, 7)],
)
def test_a_shoe_is_dealt_to_its_cut_card_as_the_readable_rounds_take_its_cards(settings, seats):
    """Round after round the readable one gets what the kernel has read, takes all of it, and brings the same."""
    rules = PowerBlackjackRules(**settings)
    table = PowerBlackjackTable(Seating(rules, seats, BETS, BASIC))
    endings, rows = room(table, seats, 1)
    table.begin(31, 5000)
    size, after, shoes, refills = rules.decks * 52, rules.decks * 52, 0, 0
    for number in range(5000, 5300):
        # The first card of a shoe is burned.
        before = 1 if after >= rules.cut_card_at else after
        shoes += before == 1
        table.play(number, None, endings, rows)
        after = int(table.shoe.now[PLACE])
        cards = [CARDS[code] for code in table.shoe.cards[:after]]
        assert max(Counter(cards[:size]).values()) <= rules.decks
        assert (simulated(table, endings, 0), after - before) == readable(rules, seats, cards[before:], basic_strategy)
        if after > size:
            # What refills the shoe was burned or discarded before this round.
            assert not Counter(cards[size:]) - Counter(cards[:before])
            refills += 1
    assert shoes > 5
    assert (refills > 0) == (settings.get("cut_card_percent") == 90)


# ---- what is refused


@pytest.mark.parametrize(
    ("bets", "seats", "habits", "words"),
    [
        (BETS, 8, {}, "8 seats taken: this table has 1 to 7"),
        ({"push-22": 100}, 1, {}, "nobody plays Power Blackjack without a bet"),
        (BETS, 1, {"counts": True}, "there is no habit 'counts' at Power Blackjack"),
        (BETS, 1, {"insurance": "sometimes"}, "insurance 'sometimes': say always or never"),
        (BETS, 1, {"chart": "feeling"}, "chart 'feeling': say basic"),
        (BETS, 1, {"chart": {"hard": {"16": "SSS"}, "soft": {}}}, "chart: hard 16: 'SSS' is not a row of ten letters"),
        (BETS, 1, {"chart": {"hard": 3}}, "chart: this is no chart"),
        (BETS, 1, {"chart": HITS_TWENTY | {"power_doubles": {"10": "XXXXXXXXXX"}}}, "chart: this is no chart"),
        (BETS, 1, {"chart": "nowhere.toml"}, "nowhere.toml cannot be read"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(bets, seats, habits, words):
    with pytest.raises(SeatingError, match=words):
        PowerBlackjackTable(Seating(PowerBlackjackRules(), seats, bets, habits))


def test_a_setting_that_nobody_knows_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class TripleDown(PowerBlackjackRules):
        triple_down: bool = True

    with pytest.raises(UnknownOptionError, match="triple_down"):
        PowerBlackjackTable(Seating(TripleDown(), 1, BETS, BASIC))
