"""The transcribed pays of bonuses and progressives give the printed figures: a slip in a file shows here.

Where the approval's own arithmetic counted a dealt joker among the five cards, so does this test. The edges of the
main games (par per Ante, Double Draw Poker) need their strategies and are not computed here.
"""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pitboss.cards import FIVE_CARD, THREE_CARD_POKER, best_five
from pitboss.cards.batch import best_five_of_six, decode, every_hand, five_card
from pitboss.paytables import PayKind, load_catalogue

CATALOGUE = load_catalogue()

# 10.2248% exactly: the approval rounds it up.
ROUNDING_SLIPS = {"6 Card Bonus 1": {"10.23%": "10.22%"}}


def counted(hands, strengths, value):
    """One value per strength, each with how many hands have it."""
    _, first, times = np.unique(strengths, return_index=True, return_counts=True)
    return [(value(cards), int(number)) for cards, number in zip(decode(hands[first]), times, strict=True)]


@pytest.fixture(scope="module")
def six_of_52():
    hands = every_hand(52, 6)
    return counted(hands, best_five_of_six().strengths(hands), best_five)


@pytest.fixture(scope="module")
def six_of_53_as_printed(six_of_52):
    """With the joker dealt, the best of the five hands that hold it."""
    naturals = every_hand(52, 5)
    joker = np.full((len(naturals), 1), 52, np.uint8)
    fives = np.stack([np.hstack([np.delete(naturals, left_out, axis=1), joker]) for left_out in range(5)])
    strengths = np.stack([five_card().strengths(hands) for hands in fives])
    best = fives[strengths.argmax(axis=0), np.arange(len(naturals))]
    return six_of_52 + counted(best, strengths.max(axis=0), FIVE_CARD.value)


@pytest.fixture(scope="module")
def three_of_52():
    # The progressive looks at suits, so hands are valued one by one.
    return [(THREE_CARD_POKER.value(cards), 1) for cards in decode(every_hand(52, 3))]


def figures(paytable, hands, others_on_envy=0):
    """Edge and hit frequency of a bonus wager, or of a progressive whose meter gives back what it takes."""
    total = sum(number for _, number in hands)
    hits = Counter()
    for value, number in hands:
        if row := paytable.row_for(value):
            hits[row] += number
    returned = Fraction(0)
    for row, number in hits.items():
        if row.pay.kind is not PayKind.METER:
            returned += number * (row.pay.amount + (row.pay.kind is not PayKind.FOR))
        elif row.pay.amount == 1:
            returned += number * Fraction(paytable.meter.seed_cents, 100)
        returned += number * others_on_envy * Fraction(row.envy_cents or 0, 100)
    edge = 1 - returned / total - (paytable.meter.contribution if paytable.meter else 0)
    return edge, Fraction(hits.total(), total), {row.hand.slug: Fraction(hits[row], total) for row in hits}


def rounded(share, text):
    """The share, printed with as many decimals as the text has."""
    decimals = len(text.rstrip("%").partition(".")[2])
    return f"{round(float(share * 100), decimals):.{decimals}f}%"


def check(paytable, hands, others_on_envy=0):
    edge, hit, _ = figures(paytable, hands, others_on_envy)
    printed = {figure.name: figure.texts for figure in paytable.printed}
    for name in ("house-edge", "house-advantage", "hold"):
        for text in printed.get(name, ()):
            assert rounded(edge, text) == ROUNDING_SLIPS.get(paytable.name, {}).get(text, text)
    assert rounded(hit, printed["hit-frequency"][0]) == printed["hit-frequency"][0]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_six_card_bonus(number, six_of_52):
    check(CATALOGUE[f"TCP-6B{number}"]["six-card-bonus"], six_of_52)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_fortune_bonus(number, six_of_53_as_printed):
    check(CATALOGUE[f"FSLP-0{number}"]["fortune-bonus"], six_of_53_as_printed)


@pytest.mark.parametrize("designator", ["FSLPP-01", "FSLPP-03"])
def test_fortune_san_lo_progressive_with_five_others(designator, six_of_53_as_printed):
    paytable = CATALOGUE[designator]["progressive"]
    check(paytable, six_of_53_as_printed, others_on_envy=5)
    _, _, chances = figures(paytable, six_of_53_as_printed)
    top, tenth = chances["five-aces"], chances["royal-flush"] / 10
    seed = Fraction(paytable.meter.seed_cents, 100)
    average = (top * seed + paytable.meter.contribution) / (top + tenth)
    printed = {figure.name: figure.texts[0] for figure in paytable.printed}
    assert f"${round(average):,}" == printed["average-top-payout"]
    assert f"{round(1 / top):,} to 1" == printed["top-probability"]


@pytest.mark.parametrize("designator", ["TCPP-1", "TCPP-2"])
def test_three_card_poker_progressive_with_six_others(designator, three_of_52):
    paytable = CATALOGUE[designator]["progressive"]
    edge, hit, chances = figures(paytable, three_of_52, others_on_envy=6)
    printed = {figure.name: figure.texts for figure in paytable.printed}
    assert rounded(edge, "0.00%") == printed["house-advantage"][0]
    assert rounded(hit, "0.00%") == printed["hit-frequency"][-1]  # of 3.72% and 3.71% the second is right
    top = chances["akq-of-spades"]
    assert f"{round(1 / top):,} to 1" == printed["top-probability"][0]
    # Printed as round figures, $4,000 and $5,000; the note in the file gives ours.
    average = Fraction(paytable.meter.seed_cents, 100) + paytable.meter.contribution / top
    assert f"make it ${round(average):,}." in " ".join(CATALOGUE[designator].notes)
