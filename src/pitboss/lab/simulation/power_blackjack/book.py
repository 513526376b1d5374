"""Makes the book of a table: the action for every hand against every up card, in one array for the kernel."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.command import Command
from pitboss.games.power_blackjack import (
    Double,
    Hand,
    Hit,
    PowerBlackjackRules,
    PowerDouble,
    PowerSplit,
    Split,
    Stage,
    Stand,
    Surrender,
)
from pitboss.games.power_blackjack.choices import choices, gets_one_card
from pitboss.lab.simulation.power_blackjack.hands import (
    HITS,
    RANKS,
    ROWS,
    VALUES,
    WIDTH,
    Rows,
    card_of,
    dealer_rows,
    drawing_hands,
    hand_rows,
)
from pitboss.lab.simulation.power_blackjack.ways import Way

STAND, HIT, DOUBLE, SPLIT, POWER_DOUBLE, SURRENDER, BLACKJACK = range(7)
"""The actions for two cards. A power split is a split."""

TWO: Final = ROWS
"""After the rows of hands: the action for two cards, by their section, and by the ranks of the up card, the first
and the second, four bits for each."""
FIRST: Final = 0
"""The first two cards of the seat."""
MAY_SPLIT: Final = 1 << 12
"""Two cards after a split, if the seat may have another hand."""
FULL: Final = 2 << 12
"""Two cards after a split, if it may not, or does not want to."""
MARKS: Final = TWO + (3 << 12)
"""By the same ranks, a bit for each rank: cards of a power double that are replaced; of a split, split again."""
DEALER: Final = MARKS + (1 << 12)
"""The rows of the dealer's hands."""
MAX_HANDS: Final = DEALER - 1
"""How many hands a seat may have; no two cards have their marks there."""

Book = NDArray[np.uint16]

_NUMBERS: Final[dict[type[Command], int]] = {
    Stand: STAND,
    Hit: HIT,
    Double: DOUBLE,
    Split: SPLIT,
    PowerSplit: SPLIT,
    PowerDouble: POWER_DOUBLE,
    Surrender: SURRENDER,
}
_TEN, _COURT = 8, (9, 10, 11)


def write_book(rules: PowerBlackjackRules, way: Way) -> Book:
    """Make the book of a table for a way to play.

    >>> from pitboss.games.power_blackjack.charts import chart_for
    >>> from pitboss.lab.simulation.power_blackjack.ways import ByChart
    >>> book = write_book(PowerBlackjackRules(), ByChart(chart_for(PowerBlackjackRules())))
    >>> nine_up = TWO + FIRST + (7 << 8)
    >>> book[nine_up + (8 << 4 | 4)] == SPLIT, book[nine_up + (12 << 4 | 8)] == BLACKJACK
    (np.True_, np.True_)
    """
    dealer = dealer_rows(rules.dealer_hits_soft_17)
    book = np.concatenate([hand_rows(), np.zeros(DEALER - ROWS, np.uint16), dealer])
    _write_hits(book, way)
    by_rank = book[TWO:DEALER].reshape(4, 16, 16, 16)
    for up in range(RANKS):
        if up in _COURT:
            by_rank[:, up] = by_rank[:, _TEN]
        else:
            for first in range(RANKS):
                for second in range(RANKS):
                    by_rank[:, up, first, second] = _two_cards(
                        rules, way, card_of(up), (card_of(first), card_of(second))
                    )
    book[MAX_HANDS] = rules.hands_per_seat
    return book


def _two_cards(rules: PowerBlackjackRules, way: Way, up: Card, cards: tuple[Card, Card]) -> tuple[int, ...]:
    """What is done with two first cards, with two after a split, where no more may be split; and the marks."""
    whole, part = Hand(cards=cards), Hand(cards=cards, is_split=True)
    at_first = _decided(rules, way, [whole], up)
    marks = 0
    for rank in range(RANKS):
        card = card_of(rank)
        if at_first == POWER_DOUBLE:
            marks |= way.replaces(Hand(cards=(*cards, card), stage=Stage.CHOOSING), up) << rank
        elif at_first == SPLIT:
            marks |= way.splits_again(cards, up, card) << rank
    full = _decided(rules, way, [part] * rules.hands_per_seat, up)
    return at_first, _decided(rules, way, [part] * 2, up), full, marks


def _decided(rules: PowerBlackjackRules, way: Way, hands: Sequence[Hand], up: Card) -> int:
    """What is done with the first of some hands of a seat, which has two cards."""
    hand = hands[0]
    if hand.total.natural:
        return BLACKJACK
    if hand.total.total == 21 or gets_one_card(rules, hands, hand):
        return STAND
    return _NUMBERS[way.decide(hand, up, choices(rules, hands, hand))]


def _write_hits(rows: Rows, way: Way) -> None:
    """With three or more cards, the player hits or stands."""
    table, numbers = drawing_hands()
    cards = [card_of(int(np.flatnonzero(value == VALUES)[0])) for value in range(10)]
    for number in numbers:
        hand = Hand(cards=tuple(cards[value] for value in np.repeat(np.arange(10), table.counts[number])))
        takes = [way.decide(hand, card_of(up), (Hit, Stand)) is Hit for up in range(RANKS)]
        rows[number * WIDTH + HITS] = sum(hit << up for up, hit in enumerate(takes))
