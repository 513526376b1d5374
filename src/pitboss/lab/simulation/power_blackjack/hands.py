"""Makes the table of hands for the kernel: a row of sixteen numbers for each hand, so that a card is one lookup.

Ranks are numbered from 0 for a two to 12 for an ace, as in the codes of cards. The index of its row identifies a hand.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, Rank, Suit
from pitboss.lab.power_blackjack.tables import ACE, TWENTY_TWO, HandTable, hand_table, total_of

RANKS: Final = 13
WIDTH: Final = 16
"""The length of a row: the hand after a card of each rank, and three more numbers."""
HITS: Final = 13
"""For a player: the up cards against which the hand takes a card, one bit for each rank."""
WORTH: Final = 14
"""For a player: the total of a hand; 0 for a bust."""
DRAWS: Final = 13
"""For the dealer: whether a card is drawn."""
END: Final = 14
"""For the dealer: the end of the hand, numbered as in the lab, from 0 for 17 to 6 for more than 22."""
BLACKJACK_END: Final = 7
"""The dealer's blackjack, which the lab handles before the play."""

Rows = NDArray[np.uint16]

VALUES: Final = np.array([*range(1, 10), 9, 9, 9, ACE])
"""The lab's number for the value of each rank."""
HAND_NUMBERS: Final = len(hand_table().total)
BUST: Final = HAND_NUMBERS * WIDTH
"""The row of all hands with 23 to 29 points."""
TOO_HIGH: Final = BUST + WIDTH
"""The row of hands with more, which lose the Push 22 wager of their seat."""
ROWS: Final = TOO_HIGH + WIDTH
"""The size of all rows of players' hands."""


def card_of(rank: int) -> Card:
    """A card of a rank, in any suit.

    >>> card_of(0).rank, card_of(12).rank
    (<Rank.TWO: 2>, <Rank.ACE: 14>)
    """
    return Card.of(Rank(rank + 2), Suit.SPADES)


@cache
def hand_rows() -> Rows:
    """The rows of all hands of the lab's table; nobody takes a card yet.

    >>> rows = hand_rows()
    >>> two_tens = rows[rows[8] + 11]
    >>> int(rows[two_tens + WORTH]), int(rows[two_tens + 7]) == BUST, int(rows[two_tens + 8]) == TOO_HIGH
    (20, True, True)
    """
    table = hand_table()
    rows = np.full((HAND_NUMBERS + 2, WIDTH), BUST, np.uint16)
    points = table.counts @ np.arange(1, 11)
    after = table.after[:, VALUES]
    beyond = np.where(points[:, None] + VALUES + 1 > 29, TOO_HIGH, BUST)
    rows[:HAND_NUMBERS, :RANKS] = np.where(after >= 0, after * WIDTH, beyond)
    rows[:, RANKS:] = 0
    rows[:HAND_NUMBERS, WORTH] = np.where(table.total <= 21, table.total, 0)
    return rows.reshape(-1)


def drawing_hands() -> tuple[HandTable, list[int]]:
    """The table, and the numbers of all hands with three cards or more whose player may take another.

    >>> table, numbers = drawing_hands()
    >>> int(max(table.total[numbers])), int(min(table.size[numbers]))
    (20, 3)
    """
    table = hand_table()
    return table, [int(number) for number in np.flatnonzero((table.total < 21) & (table.size >= 3))]


@cache
def dealer_rows(hits_soft_17: bool) -> Rows:
    """The dealer's hands; the first row is the empty one.

    >>> rows = dealer_rows(True)
    >>> soft_17 = rows[rows[12] + 4]
    >>> int(rows[soft_17 + DRAWS]), int(dealer_rows(False)[soft_17 + DRAWS])
    (1, 0)
    """
    # By points with aces as one, whether there is an ace, and how many cards there are, three standing for all above.
    states = {(0, False, 0): 0}
    rows: list[list[int]] = []
    waiting = list(states)
    for state in waiting:
        points, has_ace, size = state
        row, end = [0] * WIDTH, _dealer_end(points, has_ace, size, hits_soft_17)
        rows.append(row)
        if end is not None:
            # The final hands lead to themselves, so that the kernel may take a step too many.
            row[:RANKS] = [states[state] * WIDTH] * RANKS
            row[END] = end
            continue
        row[DRAWS] = 1
        for rank in range(RANKS):
            value = int(VALUES[rank])
            then = (min(points + value + 1, 23), has_ace or value == ACE, min(size + 1, 3))
            if then not in states:
                states[then] = len(states)
                waiting.append(then)
            row[rank] = states[then] * WIDTH
    return np.array(rows, np.uint16).reshape(-1)


def _dealer_end(points: int, has_ace: bool, size: int, hits_soft_17: bool) -> int | None:
    """The end of a dealer's hand; None if the dealer takes another card."""
    total, soft = total_of(points, has_ace)
    if size < 2 or total < 17 or (total == 17 and soft and hits_soft_17):
        return None
    if size == 2 and total == 21:
        return BLACKJACK_END
    return min(total - 17, TWENTY_TWO + 1)


@cache
def results() -> NDArray[np.uint64]:
    """By the total of a hand: the result of a unit on it for each end of the dealer, eight bits for each.

    0 loses, 1 pushes, 2 wins; so results of several hands can be added before the dealer's end is known.

    >>> [int(results()[20]) >> 8 * end & 255 for end in range(7)]
    [2, 2, 2, 1, 0, 1, 2]
    """
    table = np.zeros(22, np.uint64)
    for total in range(1, 22):
        for end in range(7):
            won = 1 if end == TWENTY_TWO else 2 if end > TWENTY_TWO else 1 + (total > end + 17) - (total < end + 17)
            table[total] |= np.uint64(won << 8 * end)
    return table
