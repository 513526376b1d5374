"""The four games."""

from collections.abc import Callable, Sequence

from pitboss.cards import Card, Deck
from pitboss.games.double_draw import hands as double_draw_hands
from pitboss.games.fortune_san_lo import hands as fortune_san_lo_hands
from pitboss.games.power_blackjack import hands as power_blackjack_hands
from pitboss.games.reading import HandReading
from pitboss.games.three_card_poker import hands as three_card_poker_hands
from pitboss.paytables import Game

_DECKS: dict[Game, Deck] = {
    Game.THREE_CARD_POKER: three_card_poker_hands.DECK,
    Game.FORTUNE_SAN_LO: fortune_san_lo_hands.DECK,
    Game.DOUBLE_DRAW: double_draw_hands.DECK,
    Game.POWER_BLACKJACK: power_blackjack_hands.DECK,
}
_READERS: dict[Game, Callable[[Sequence[Card]], tuple[HandReading, ...]]] = {
    Game.THREE_CARD_POKER: three_card_poker_hands.read,
    Game.FORTUNE_SAN_LO: fortune_san_lo_hands.read,
    Game.DOUBLE_DRAW: double_draw_hands.read,
    Game.POWER_BLACKJACK: power_blackjack_hands.read,
}


def deck_of(game: Game) -> Deck:
    """The cards that a game is dealt from.

    >>> str(deck_of(Game.DOUBLE_DRAW))
    '54-card deck'
    """
    return _DECKS[game]


def read_hand(game: Game, cards: Sequence[Card]) -> tuple[HandReading, ...]:
    """What these cards say in a game: every hand they form, with its value.

    >>> from pitboss.cards import parse_cards
    >>> read_hand(Game.POWER_BLACKJACK, parse_cards("As 6d"))[0].worth.sentence
    'soft 17'
    """
    deck_of(game).check(cards, game.label)
    return _READERS[game](cards)


__all__ = ["HandReading", "deck_of", "read_hand"]
