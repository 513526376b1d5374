"""A deck that comes out as a test wants it: the chance behind the shuffle, reckoned backwards."""

from collections import deque
from copy import copy

from pitboss.cards import DECK_52, DECK_53, DECK_54, parse_cards, shoe
from pitboss.games.fortune_san_lo.seat import dealing_order
from pitboss.paytables import Game
from pitboss.sources import SeededEntropy

DECKS = {Game.THREE_CARD_POKER: (DECK_52, 3), Game.FORTUNE_SAN_LO: (DECK_53, 6), Game.DOUBLE_DRAW: (DECK_54, 5)}


class StackedEntropy:
    """Chance by a seed, but for the shuffles that a test has stacked. It passes as live, since the tables are."""

    is_live = True

    def __init__(self, seed="a day at the Lucky Ace"):
        self._chance = SeededEntropy(seed)
        self._stacked = deque()

    def copy(self):
        """The same from here on, with nothing stacked."""
        other = StackedEntropy()
        other._chance = copy(self._chance)
        return other

    def token(self, size):
        # A shuffle draws numbers of a byte or two each; nonces and keys are longer, and stay chance.
        if self._stacked and size == len(self._stacked[0]):
            return self._stacked.popleft()
        return self._chance.token(size)

    def stack(self, game, hands, dealer="", start=1):
        """The next deck deals these hands by seat, and the dealer's; what no hand is told for is left to the rest."""
        deck, packet = DECKS[game]
        told = {seat: parse_cards(text) for seat, text in hands.items()} | {None: parse_cards(dealer)}
        used = {card for cards in told.values() for card in cards}
        rest = iter([card for card in deck.cards if card not in used])
        receivers = dealing_order(start) if game is Game.FORTUNE_SAN_LO else [*sorted(hands), None]
        order = [card for seat in receivers for card in told.get(seat) or [next(rest) for _ in range(packet)]]
        self._stacked.extend(_numbers(deck.cards, [*order, *rest]))
        if game is Game.FORTUNE_SAN_LO:
            self._stacked.append(_token(start - 1, 7))

    def stack_shoe(self, cards, decks=6):
        """The next shoe begins with these cards, after the one that is burned."""
        wanted, rest = list(parse_cards(cards)), list(shoe(decks).cards)
        for card in wanted:
            rest.remove(card)
        self._stacked.extend(_numbers(shoe(decks).cards, [rest[0], *wanted, *rest[1:]]))

    @property
    def is_used_up(self):
        """Whether every stacked deck has been shuffled."""
        return not self._stacked


def _numbers(cards, wanted):
    """What the shuffle must draw so that it ends in the wanted order: it settles the last place first."""
    order = list(cards)
    assert sorted(card.code for card in order) == sorted(card.code for card in wanted)
    for last in range(len(order) - 1, 0, -1):
        chosen = order.index(wanted[last])
        order[last], order[chosen] = order[chosen], order[last]
        yield _token(chosen, last + 1)


def _token(number, limit):
    """The bytes from which this number below the limit is drawn."""
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    return (number << (8 * size - bits)).to_bytes(size)
