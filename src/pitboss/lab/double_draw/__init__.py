"""Double Draw Poker: computes the exact best play of both decisions, and its house edge, for any Bonus paytable."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import FiveCardCategory
from pitboss.games.double_draw.second_draw import FOLD_1, FOLD_2, LESS
from pitboss.lab.double_draw.advice import Option, advise
from pitboss.lab.double_draw.money import CASES, DEALS, Money, bonus_of
from pitboss.lab.double_draw.solving import MODULES, FirstDecisions, solve
from pitboss.lab.outcome_table import Outcome, OutcomeTable
from pitboss.lab.sheet import RULES
from pitboss.lab.work import Resources
from pitboss.paytables import Paytable, WagerPaytable

__all__ = ["METHOD", "MODULES", "BestPlay", "Option", "advise", "best_play", "readings"]

METHOD: Final = "All 3,162,510 hands with the best of both decisions, the player's discards known to be gone; counted."
"""How it was computed, in a sentence for the sheet."""

_PER: Final = "Ante and Bonus"


@dataclass(frozen=True)
class BestPlay:
    """The best play against one paytable, and its outcome table.

    >>> reading = OutcomeTable((Outcome("fold-1", "Fold at the first draw", 1, Fraction(-1)),))
    >>> BestPlay(reading, FirstDecisions("f", -1, (1, 0, 0, 0, 0))).fold_at_first_draw
    Fraction(1, 1)
    """

    reading: OutcomeTable
    """Per Ante and Bonus together, which are two units."""
    decisions: FirstDecisions

    @property
    def fold_at_first_draw(self) -> Fraction:
        """The share of hands folded at the first draw."""
        return Fraction(self.reading.counts["fold-1"], self.reading.total)

    @property
    def fold_at_second_draw(self) -> Fraction:
        """The share of rounds folded at the second draw."""
        return Fraction(self.reading.counts["fold-2"], self.reading.total)

    @property
    def replaced(self) -> tuple[Fraction, ...]:
        """The shares of hands that replace no card, one, two and three at the first draw."""
        return tuple(Fraction(hands, DEALS) for hands in self.decisions.hands[1:])


def best_play(paytable: Paytable | WagerPaytable, resources: Resources | None = None) -> BestPlay:
    """The best play against a paytable, from the store if it is there.

    The edge is per Ante and Bonus together, as the approval prints it. Rounds that are equally likely are counted: a
    hand, a first draw and a card for the second draw, brought to one common number of cases for each hand.

    >>> from pitboss.paytables import load_catalogue
    >>> best_play(load_catalogue()["TCP-01"]["pair-plus"])
    Traceback (most recent call last):
    pitboss.errors.PaytableError: Pair Plus A is a paytable of Three Card Poker, not of Double Draw Poker
    """
    bonus = bonus_of(paytable)
    money = Money.of(bonus)
    decisions, ends = solve(money, resources or Resources())
    folds = decisions.hands[0] * CASES
    rows = [
        ("fold-1", "Fold at the first draw", folds, FOLD_1, False),
        ("fold-2", "Fold at the second draw", ends.fold_2, FOLD_2, False),
        *(
            (_slug(kind), kind.label.capitalize(), ends.by_category[kind], money.nets[kind], money.nets[kind] != LESS)
            for kind in FiveCardCategory
        ),
    ]
    outcomes = tuple(Outcome(slug, label, count, net / 2, hit) for slug, label, count, net, hit in reversed(rows))
    total = DEALS * CASES
    wagered = Fraction(4 * total - 2 * folds - ends.fold_2, 2 * total)
    reading = OutcomeTable(outcomes, _PER, wagered)
    # Two passes over all rounds, one for the values and one for the ends, must agree.
    assert reading.total == total, "every round ends in one way"
    assert reading.mean == (Fraction(decisions.value, total * money.parts) + FOLD_2) / 2, "ends and values agree"
    return BestPlay(reading, decisions)


def readings(wager: WagerPaytable, resources: Resources | None = None) -> dict[str, OutcomeTable]:
    """The outcome table of the whole game with this Bonus paytable, which is what the printed edge describes.

    >>> from pitboss.lab.work import StoppedError
    >>> from pitboss.paytables import load_catalogue
    >>> def stop(done, total):
    ...     raise StoppedError(f"stopped after {done} of {total} blocks")
    >>> readings(load_catalogue()["DDP-1"]["bonus"], Resources(watch=stop))
    Traceback (most recent call last):
    pitboss.lab.work.StoppedError: stopped after 0 of 86 blocks
    """
    return {RULES: best_play(wager, resources).reading}


def _slug(category: FiveCardCategory) -> str:
    return category.label.replace(" ", "-")
