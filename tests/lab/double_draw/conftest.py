"""The paytables, and the slow but plain way to the numbers that the kernels make: every card that may come is tried."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import CARDS, DECK_54
from pitboss.games.double_draw.second_draw import FOLD_2, second_draw
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.numbering import completed, number_of
from pitboss.lab.double_draw.outcomes import FOLDED
from pitboss.lab.double_draw.tables import tables
from pitboss.paytables import load_catalogue


@pytest.fixture(scope="session")
def bonus():
    return load_catalogue()["DDP-1"]["bonus"]


@pytest.fixture(scope="session")
def table(bonus):
    return tables(Money.of(bonus).amounts)


@pytest.fixture(scope="session")
def worth_by_the_rules(bonus):
    """The best second decision of a hand by the readable rules, above folding, times the cards unseen."""

    def worth(hand, dead):
        best = second_draw([CARDS[code] for code in hand], [CARDS[code] for code in dead], bonus)[0].value
        return (best - FOLD_2) * (DECK_54.size - 5 - len(dead))

    return worth


@pytest.fixture(scope="session")
def try_all_draws(table):
    """The best second decision after each draw to some cards, and how they end: hand by hand, without blocks.

    Only the category of a hand with one more card is looked up, which has its own test against the rules.
    """

    def tried(kept, dead):
        stub = [code for code in range(54) if code not in {*kept, *dead}]
        hands = np.array([sorted([*kept, *drawn]) for drawn in combinations(stub, 5 - len(kept))], np.uint8)
        may_come = np.ones((54, len(hands)), bool)
        may_come[list(dead)] = False
        may_come[hands.T, np.arange(len(hands))] = False
        unseen = 49 - len(dead)
        own = completed()[hands[:, 0], number_of(hands[:, 1:])]
        ends = [completed()[:, number_of(np.delete(hands, place, axis=1))] for place in range(5)]
        values = np.array(
            [
                np.zeros(len(hands), np.int64),
                unseen * table.by_category[own].astype(np.int64),
                *((table.by_category[end] * may_come).sum(axis=0) for end in ends),
            ]
        )
        best, counts = values.argmax(axis=0), Counter({FOLDED: unseen * int((values.argmax(axis=0) == 0).sum())})
        for category in own[best == 1].tolist():
            counts[category] += unseen
        for place, end in enumerate(ends):
            counts.update(end[:, best == place + 2][may_come[:, best == place + 2]].tolist())
        return dict(zip(map(tuple, hands.tolist()), values.max(axis=0).tolist(), strict=True)), +counts

    return tried
