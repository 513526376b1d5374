"""The shuffle, and the count of the cards before the deal."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card, Deck
from pitboss.shuffler.chance import draw_below
from pitboss.shuffler.errors import WrongDeckError
from pitboss.sources import Entropy

_MAX_NAMED: Final = 6


def shuffle(cards: Sequence[Card], entropy: Entropy) -> tuple[Card, ...]:
    """The cards in an order drawn by chance, each order equally often (Fisher and Yates).

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.sources import SeededEntropy
    >>> shuffle(parse_cards("As Kd Qh Jc"), SeededEntropy("a drill"))
    (Jc, Qh, As, Kd)
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw_below(entropy, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def check_deck(deck: Deck, cards: Sequence[Card]) -> None:
    """Raise unless these cards are the whole deck, in any order.

    >>> from pitboss.cards import DECK_52
    >>> check_deck(DECK_52, DECK_52.cards[::-1])
    """
    counted, expected = Counter(cards), Counter(deck.cards)
    if counted == expected:
        return
    wrong = {"missing": expected - counted, "too many": counted - expected}
    named = "; ".join(f"{what} {_named(cards)}" for what, cards in wrong.items() if cards)
    raise WrongDeckError(f"these {len(cards)} cards are not the {deck}: {named}")


def _named(cards: Counter[Card]) -> str:
    names = [f"{card}" if count == 1 else f"{count} x {card}" for card, count in cards.items()]
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
