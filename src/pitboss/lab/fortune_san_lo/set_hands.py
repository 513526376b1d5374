"""Counts how often the house way sets each high, mid and low hand, over all hands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pitboss.cards import Category, Rank, ThreeCardCategory
from pitboss.games.fortune_san_lo.setting import RANKINGS
from pitboss.lab.fortune_san_lo.work import ALONE, MODULES, dealer_place
from pitboss.lab.work import Resources, Work, only, remembered


@dataclass(frozen=True)
class SetHand:
    """A high, mid or low hand, with the number of hands that are set with it.

    >>> SetHand(ThreeCardCategory.PAIR, (Rank.KING, Rank.FOUR), 1).name
    'pair K-4'
    """

    category: Category
    ranks: tuple[Rank, ...]
    count: int

    @property
    def name(self) -> str:
        """The category and the ranks that count."""
        return f"{self.category.label} {'-'.join(rank.letter for rank in self.ranks)}"


@dataclass(frozen=True)
class SetHands:
    """The hands of all 22,957,480 settings the house way makes. None of them fouls, so each has all three.

    >>> hand = SetHand(ThreeCardCategory.HIGH_CARD, (Rank.ACE,), 3)
    >>> SetHands({"low": (hand,)}, {}).as_json()["low"]["hands"]
    {'high card A': 3}
    """

    hands: Mapping[str, tuple[SetHand, ...]]
    """By high, mid or low; the best hand first."""
    together: Mapping[tuple[Category, Category], int]
    """How often each category of high hand occurs with each category of mid hand."""

    @property
    def total(self) -> int:
        """The number of hands."""
        return sum(self.together.values())

    def categories(self, hand: str) -> dict[Category, int]:
        """How often each category occurs as the high, mid or low hand, the best first."""
        counts: Counter[Category] = Counter()
        for row in self.hands[hand]:
            counts[row.category] += row.count
        return dict(counts)

    def as_json(self) -> dict[str, Any]:
        """The table as JSON."""
        parts = {
            hand: {
                "categories": {_slug(category): count for category, count in self.categories(hand).items()},
                "hands": {row.name: row.count for row in rows},
            }
            for hand, rows in self.hands.items()
        }
        together = [
            {"high": _slug(high), "mid": _slug(mid), "count": count} for (high, mid), count in self.together.items()
        ]
        return {"total": self.total, **parts, "high_and_mid": together}


def _slug(category: Category) -> str:
    return category.label.replace(" ", "-")


def set_hands(resources: Resources = ALONE) -> SetHands:
    """How the house way sets every possible hand.

    >>> found = set_hands()
    >>> found.total, found.hands["low"][0].name, found.hands["low"][0].count
    (22957480, 'high card A', 1688690)
    """
    work = Work("fortune-san-lo-set-hands", {}, (*MODULES, __name__), 1, partial(_count, *dealer_place(resources)))
    found = remembered(work, resources, only)
    hands = {
        hand: tuple(SetHand(ThreeCardCategory(kind), tuple(map(Rank, ranks)), count) for kind, ranks, count in rows)
        for hand, rows in found["hands"].items()
    }
    kind = ThreeCardCategory
    return SetHands(hands, {(kind(high), kind(mid)): count for high, mid, count in found["together"]})


def _count(folder: str | None, key: str, _inputs: Mapping[str, Any], _block: int) -> dict[str, Any]:
    # Imported here, so that reading a stored result does not load NumPy and Numba.
    import numpy as np  # noqa: PLC0415

    from pitboss.cards.batch import san_lo  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.dealer import kept_dealer_table  # noqa: PLC0415

    table, ranking = kept_dealer_table(folder, key), san_lo()[0]
    hands = {}
    for column, hand in enumerate(RANKINGS):
        counts = np.bincount(table.settings[:, column], table.counts)
        found = [(ranking.meaning(strength), int(counts[strength])) for strength in np.flatnonzero(counts)[::-1]]
        hands[hand] = [[int(kind), [int(rank) for rank in ranks], count] for (kind, ranks), count in found]
    together: Counter[tuple[int, int]] = Counter()
    kinds = ranking.category_of[table.settings[:, :2]]
    for (high, mid), count in zip(kinds.tolist(), table.counts.tolist(), strict=True):
        together[high, mid] += count
    ordered = sorted(together.items(), reverse=True)
    return {"hands": hands, "together": [[high, mid, count] for (high, mid), count in ordered]}
