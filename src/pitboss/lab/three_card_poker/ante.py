"""Computes the best play of the Ante for a given Ante Bonus, and its outcome table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.cards import Card, HandValue
from pitboss.lab.counting import net_of
from pitboss.lab.outcome_table import Outcome, OutcomeTable
from pitboss.lab.sheet import RULES
from pitboss.lab.three_card_poker.deals import DEALER_HANDS, DEALS, LikeHands, against_dealer, all_deals
from pitboss.lab.work import Resources
from pitboss.paytables import Row, WagerPaytable

_FOLD_VALUE: Final = Fraction(-1)
# The net of Ante and Play together, without the bonus.
_ENDINGS: Final = (
    ("dealer-does-not-play", "Dealer does not play", Fraction(1)),
    ("win", "Win", Fraction(2)),
    ("push", "Push", Fraction(0)),
    ("lose", "Lose", Fraction(-2)),
)
_ENDING_SLUGS: Final = tuple(slug for slug, _, _ in _ENDINGS)


@dataclass(frozen=True)
class Threshold:
    """The two adjacent hands between which the best play changes from folding to playing.

    >>> from pitboss.paytables import load_catalogue
    >>> threshold = play_threshold(load_catalogue()["TCP-01"]["ante-bonus"])
    >>> threshold.lowest_played.sentence, threshold.highest_folded.sentence, threshold.hands_played
    ('queen-six-four high', 'queen-six-three high', 14900)
    """

    lowest_played: HandValue
    highest_folded: HandValue
    hands_played: int
    """Of all 22,100."""

    @property
    def is_clean(self) -> bool:
        """Whether every hand above plays and every hand below folds, whatever its suits."""
        return self.lowest_played > self.highest_folded


def ante_readings(wager: WagerPaytable, resources: Resources | None = None) -> dict[str, OutcomeTable]:
    """The outcome table of the Ante, with Play and Ante Bonus, under best play.

    >>> from pitboss.paytables import load_catalogue
    >>> reading = ante_readings(load_catalogue()["TCP-01"]["ante-bonus"])["rules"]
    >>> reading.total, str(reading.house_edge), str(reading.element_of_risk)
    (407170400, '3.3730%', '2.0147%')
    """
    played, folded = _decided(wager, resources)
    counts: Counter[tuple[str, Row | None]] = Counter()
    for group, row in played:
        for slug, count in zip(_ENDING_SLUGS, _counts(group), strict=True):
            counts[slug, row] += group.hands * count
    folds = sum(group.hands for group in folded) * DEALER_HANDS
    found = [folds, *(counts[slug, row] for row in (None, *wager.rows) for slug in _ENDING_SLUGS)]
    outcomes = [replace(ending, count=count) for ending, count in zip(ante_endings(wager), found, strict=True)]
    how = f"all {DEALS:,} deals counted; each hand is played if that nets more than folding"
    return {RULES: OutcomeTable(tuple(outcomes), "Ante", 1 + Fraction(DEALS - folds, DEALS), how)}


def ante_endings(wager: WagerPaytable) -> tuple[Outcome, ...]:
    """Every way for the Ante to end, not counted: the fold, then the four endings without a bonus and with each row.

    >>> from pitboss.paytables import load_catalogue
    >>> endings = ante_endings(load_catalogue()["TCP-01"]["ante-bonus"])
    >>> [(ending.slug, str(ending.net)) for ending in endings[:3]]
    [('fold', '-1'), ('dealer-does-not-play', '1'), ('win', '2')]
    """
    fold = Outcome("fold", "Fold", 0, _FOLD_VALUE)
    return fold, *(_outcome(*ending, row) for row in (None, *wager.rows) for ending in _ENDINGS)


def play_threshold(wager: WagerPaytable, resources: Resources | None = None) -> Threshold:
    """The lowest hand that plays and the highest that folds, by this Ante Bonus.

    >>> from pitboss.paytables import load_catalogue
    >>> play_threshold(load_catalogue()["TCP-05"]["ante-bonus"]).lowest_played.sentence
    'queen-six-four high'
    """
    played, folded = _decided(wager, resources)
    lowest, highest = min(group.value for group, _ in played), max(group.value for group in folded)
    return Threshold(lowest, highest, sum(group.hands for group, _ in played))


def play_value(cards: Sequence[Card], wager: WagerPaytable) -> Fraction:
    """The average net of playing this hand, for one unit of the Ante; folding nets -1.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> pays = load_catalogue()["TCP-01"]["ante-bonus"]
    >>> [round(float(play_value(parse_cards(text), pays)), 4) for text in ("Qs 6d 4h", "Qs 6d 3h", "Ks Qs Js")]
    [-0.9934, -1.0026, 6.6628]
    """
    group = against_dealer(cards)
    return group.play_value(_bonus(wager.row_for(group.value)))


def _counts(group: LikeHands) -> tuple[int, int, int, int]:
    return group.dealer_does_not_play, group.win, group.push, group.lose


def _bonus(row: Row | None) -> Fraction:
    return net_of(row.pay) if row is not None else Fraction(0)


def _decided(
    wager: WagerPaytable, resources: Resources | None
) -> tuple[list[tuple[LikeHands, Row | None]], list[LikeHands]]:
    """The hands that are played, each with its row of the Ante Bonus, and those that are folded."""
    played, folded = [], []
    for group in all_deals(resources):
        row = wager.row_for(group.value)
        if group.play_value(_bonus(row)) > _FOLD_VALUE:
            played.append((group, row))
        else:
            folded.append(group)
    return played, folded


def _outcome(slug: str, label: str, net: Fraction, row: Row | None) -> Outcome:
    if row is None:
        return Outcome(slug, label, 0, net)
    return Outcome(f"{slug}-with-{row.hand.slug}", f"{label}, with {row.hand.label.lower()}", 0, net + _bonus(row))
