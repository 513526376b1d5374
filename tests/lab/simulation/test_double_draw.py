"""Double Draw Poker in the simulation: card for card as the readable round has it."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pitboss.cards import CARDS, FIVE_CARD, FiveCardCategory, Rank, parse_cards
from pitboss.games.double_draw import DoubleDrawRound, DoubleDrawRules, Draw, Fold, best_strategy
from pitboss.games.double_draw.first_draw import first_draw
from pitboss.games.double_draw.second_draw import second_draw
from pitboss.games.driver import play_out
from pitboss.games.table import shipped_paytable
from pitboss.lab.double_draw.classes import hands
from pitboss.lab.double_draw.money import CASES, DEALS, Money
from pitboss.lab.double_draw.solving import ends_work, sums_work
from pitboss.lab.simulation.double_draw import HOLD_PAIRS_ONLY, MIND_DISCARDS, NEVER_FOLD, DoubleDrawTable
from pitboss.lab.simulation.table import Seating
from pitboss.lab.store import Store
from pitboss.paytables import Pay

CENTS = 1000


def seated(rules=None, seats=1, habits=None, **bets):
    return Seating(rules or DoubleDrawRules(), seats, {"ante": CENTS, "bonus": CENTS} | bets, habits or {})


def with_pay(slug, pay):
    """Rules with a paytable that pays one hand differently."""
    paytable = shipped_paytable("DDP-1")
    rows = tuple(replace(r, pay=Pay.parse(pay)) if r.hand.slug == slug else r for r in paytable["bonus"].rows)
    return DoubleDrawRules(paytable=replace(paytable, wagers=(replace(paytable["bonus"], rows=rows),)))


def by_kernel(seating, deals):
    """For each deal and seat: what was staked and what the seat has more, in cents."""
    table, cards = DoubleDrawTable(seating), np.array(deals, np.uint8).T
    endings = np.empty((seating.seats, 1, len(deals)), np.uint8)
    table.play_cards(cards, None, endings, np.zeros((seating.seats, len(deals)), np.uint8))
    spot = table.spots[0]
    return [[(spot.stakes[e], spot.nets[e]) for e in endings[:, 0, deal]] for deal in range(len(deals))]


def by_rules(seating, deal, decide=best_strategy):
    """The same from the statement of the readable round."""
    cards = iter(deal)
    round = DoubleDrawRound(seating.rules, seats={seat: f"player {seat}" for seat in range(1, seating.seats + 1)})
    for seat in round.seats:
        for wager, cents in seating.bets.items():
            round.place_wager(seat, wager, cents)
    round.no_more_bets()
    play_out(round, lambda number: tuple(CARDS[next(cards)] for _ in range(number)), decide)
    lines = [[line for line in round.lines if line.seat == seat] for seat in round.seats]
    return [(sum(line.stake_cents for line in own), sum(line.net_cents for line in own)) for own in lines]


def random_deals(seed, seats, deals):
    random = Random(seed)
    return [random.sample(range(54), 9 * seats) for _ in range(deals)]


# ---- card for card


@pytest.mark.parametrize("designator", ["DDP-1", "DDP-2"])
@pytest.mark.parametrize(("seats", "deals"), [(1, 400), (3, 150), (6, 40)])
def test_rounds_come_out_as_by_the_rules(designator, seats, deals):
    seating = seated(DoubleDrawRules(paytable=shipped_paytable(designator)), seats)
    dealt = random_deals(f"{designator} {seats}", seats, deals)
    assert by_kernel(seating, dealt) == [by_rules(seating, deal) for deal in dealt]


EDGES = {
    "a royal flush is held": "As Ks Qs Js Ts 2c 3c 4c 5c",
    "five aces are held": "As Ah Ad Ac Jk 2c 3c 4c 5c",
    "four aces wait for a joker, which comes at last": "As Ah Ad Ac 2s 3c Jk 4c 5c",
    "both jokers": "Jk Jk2 9s 8s 2c 7s 3h Th 5c",
    "the second joker alone": "Jk2 Ks 9h 5c 2d Kh Kd Kc 5h",
    "jokers dealt the other way round": "Jk2 Jk As Kd 7c 7h 3h 4h 5h",
    "a pat flush with four to a royal": "As Ks Qs Js 2s Ts 9s 3c 4d",
    "nothing at all": "Ks Jd 9h 6c 2d 3h 3c 4d 4s",
    "a pair, then nothing": "Ks Kd 9h 5c 2d 3h 4s 7c 8c",
    "two pair of equal suits": "7c 7d 4c 4d Ks 4s 7s 3c 2c",
    "three of a kind and a pair in hand": "7c 7d 7h 4d 4s Jk 3c 2c As",
    "the wheel with a joker": "As 2d 3h 4c Jk Kd Kc Kh Ks",
}


@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES)
@pytest.mark.parametrize("designator", ["DDP-1", "DDP-2"])
def test_edge_cases_come_out_as_by_the_rules(designator, text):
    seating = seated(DoubleDrawRules(paytable=shipped_paytable(designator)))
    deal = [card.code for card in parse_cards(text)]
    assert by_kernel(seating, [deal]) == [by_rules(seating, deal)]


def test_the_discards_of_other_seats_are_not_known_and_cards_go_round_in_turn():
    seats = ["Ks Kd 9h 5c 2d", "Qs Qd 9c 5d 2h", "Js Jd 9d 5h 2s"]
    deal = [card.code for card in parse_cards(" ".join([*seats, "Kh Kc Qh Qc Jh Jc 3c 4c 6c 7c 8c Tc"]))]
    assert by_kernel(seated(seats=3), [deal]) == [by_rules(seated(seats=3), deal)]


# ---- habits, each against the same habit in the words of the rules


def by_habit(first, second):
    """A strategy of two decisions: each gives the discards, or nothing to fold."""

    def decide(round, seat):
        own, bonus = round.seats[seat], round.rules.paytable["bonus"]
        choose = first if round.draw_number == 1 else second
        discards = choose(own.cards, own.discards, bonus)
        return Fold(seat) if discards is None else Draw(seat, tuple(discards))

    return decide


def best_first(cards, _dead, _bonus):
    return first_draw(cards, "DDP-1")


def stubborn_first(cards, dead, bonus):
    discards = best_first(cards, dead, bonus)
    return sorted(cards, key=lambda card: card.code)[:3] if discards is None else discards


def pairs_first(cards, _dead, _bonus):
    if FIVE_CARD.value(cards).category >= FiveCardCategory.STRAIGHT:
        return ()
    ranks = Counter(min(card.height, Rank.ACE) for card in cards)
    alone = [card for card in cards if ranks[min(card.height, Rank.ACE)] == 1]
    return alone if len(alone) < 5 else sorted(cards, key=lambda card: card.code)[:3]


def best_second(cards, dead, bonus):
    return second_draw(cards, dead, bonus)[0].discards


def forgetful_second(cards, _dead, bonus):
    return best_second(cards, (), bonus)


def stubborn_second(cards, dead, bonus):
    return next(option.discards for option in second_draw(cards, dead, bonus) if not option.folds)


HABITS = [
    ({}, best_first, best_second),
    ({NEVER_FOLD: True}, stubborn_first, stubborn_second),
    ({MIND_DISCARDS: False}, best_first, forgetful_second),
    ({HOLD_PAIRS_ONLY: True}, pairs_first, best_second),
    (
        {NEVER_FOLD: True, MIND_DISCARDS: False},
        stubborn_first,
        lambda cards, _dead, bonus: stubborn_second(cards, (), bonus),
    ),
]


@pytest.mark.parametrize(("habits", "first", "second"), HABITS)
def test_a_habit_plays_as_it_says(habits, first, second):
    seating, dealt = seated(habits=habits, seats=2), random_deals(f"{habits}", 2, 150)
    assert by_kernel(seating, dealt) == [by_rules(seating, deal, by_habit(first, second)) for deal in dealt]


@pytest.mark.parametrize("habits", [habits for habits, *_ in HABITS[1:]])
def test_a_habit_makes_a_difference(habits):
    dealt = random_deals("differences", 1, 1000)
    assert by_kernel(seated(habits=habits), dealt) != by_kernel(seated(), dealt)


# ---- other paytables


def test_a_paytable_that_is_not_shipped_is_played_as_the_lab_solved_it(tmp_path, monkeypatch):
    """What the lab has kept is used; here decisions that nobody would take: every hand stands at the first draw."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    seating = seated(with_pay("flush", "7 to 2"))
    money, letters = Money.of(seating.rules.paytable["bonus"]), "s" * len(hands().cards)
    Store().put(sums_work(money).key, {"letters": letters, "value": 0, "hands": [0, DEALS, 0, 0, 0]})
    Store().put(ends_work(money, letters).key, [0] * 12 + [DEALS * CASES])
    dealt = [*random_deals("standing", 1, 100), [card.code for card in parse_cards("Kd Jd 9d 6d 2d 3c 4c 5c 6c")]]
    played = by_kernel(seating, dealt)
    assert played == [by_rules(seating, deal, by_habit(lambda *_: (), best_second)) for deal in dealt]
    assert played[-1] == [(4 * CENTS, 3 * CENTS + CENTS * 7 // 2)]
