"""The felt of a table: its betting spots, with their limits."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.rounds import BASE_WAGERS
from pitboss.games.table import Limit, TableRules
from pitboss.paytables import wager_label


@dataclass(frozen=True)
class Spot:
    """Where a wager lies.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> [spot.label for spot in spots(ThreeCardPokerRules())]
    ['Ante', 'Pair Plus', '6 Card Bonus', 'Progressive', 'Play']
    """

    wager: str
    label: str
    limit: Limit | None
    """Nothing for what is wagered once the cards are out: the bets before set it."""
    is_base: bool
    """Whether it is of the bet that every player makes."""

    @property
    def is_later(self) -> bool:
        """Whether it is made during the round."""
        return self.limit is None


def spots(rules: TableRules) -> Iterator[Spot]:
    """The betting spots of a table, as a player fills them."""
    base = BASE_WAGERS[rules.game]
    for wager in rules.offered():
        yield Spot(wager, wager_label(rules.game, wager), rules.limit(wager), wager in base)
    for wager in rules.offered_later():
        yield Spot(wager, wager_label(rules.game, wager), None, is_base=False)
