"""The second witness of the blackjack analysis: small shoes in fractions, card by card in the order of the table.

Cards are ranks: 0 an ace, 1 a two, ... 9 to 12 a ten, jack, queen, king. The hole card is drawn first and lies there,
so nothing here knows of the kernels' formula for cards given that the dealer has no blackjack; splits are played hand
after hand, each to its end before the next gets its second card, so nothing knows of exchangeable cards either.
"""

from collections import Counter
from fractions import Fraction
from functools import cache


def value(rank):
    return min(rank, 9)


def total(cards):
    points = sum(value(card) + 1 for card in cards)
    soft = 0 in cards and points <= 11
    return (points + 10 if soft else points), soft


def without(left, card):
    return (*left[:card], left[card] - 1, *left[card + 1 :])


def mixed(parts):
    """Outcomes with their chances, mixed."""
    mix = Counter()
    for chance, outcomes in parts:
        for outcome, share in outcomes.items():
            mix[outcome] += chance * share
    return mix


def mean(outcomes):
    return sum(net * share for net, share in outcomes.items())


class SmallShoe:
    """A shoe of few cards, an up card out of it, and how to play."""

    def __init__(self, rules, ranks, up):
        self.rules, self.up = rules, up
        self.left = without(tuple(ranks), up)
        self.dealer = cache(self.dealer)
        self.stand_in = cache(self.stand_in)
        self.best = cache(self.best)

    # ---- chances

    def cards_of(self, left):
        size = sum(left)
        return [(Fraction(number, size), card) for card, number in enumerate(left) if number]

    def holes(self, left):
        """The hole card, given that there is no blackjack."""
        fits = {card: n for card, n in enumerate(left) if n and total((self.up, card))[0] != 21}
        return [(Fraction(n, sum(fits.values())), card) for card, n in fits.items()]

    def draws(self, left):
        """The player's next card, the hole card unknown."""
        chances = Counter()
        for chance, hole in self.holes(left):
            for share, card in self.cards_of(without(left, hole)):
                chances[card] += chance * share
        return [(chance, card) for card, chance in chances.items()]

    # ---- the dealer

    def dealer(self, cards, left):
        now, soft = total(cards)
        if now > 17 or (now == 17 and not (soft and self.rules.dealer_hits_soft_17)):
            return {now: Fraction(1)}
        ways = [
            (chance, self.dealer(tuple(sorted((*cards, card))), without(left, card)))
            for chance, card in self.cards_of(left)
        ]
        return mixed(ways)

    def score(self, own, end):
        if own > 21:
            return -1
        if end == 22 and self.rules.dealer_22_pushes:
            return 0
        return 1 if end > 21 or end < own else 0 if end == own else -1

    # ---- one hand

    def stand_in(self, own, left):
        """What a total brings when it stands."""
        if own > 21:
            return Fraction(-1)
        ends = mixed((chance, self.dealer((self.up, hole), without(left, hole))) for chance, hole in self.holes(left))
        return sum(share * self.score(own, end) for end, share in ends.items())

    def stand(self, cards, left):
        return self.stand_in(total(cards)[0], left)

    def hit(self, cards, left):
        draws = self.draws(left)
        return sum(chance * self.best(tuple(sorted((*cards, card))), without(left, card)) for chance, card in draws)

    def best(self, cards, left):
        if total(cards)[0] >= 21:
            return self.stand(cards, left)
        return max(self.stand(cards, left), self.hit(cards, left))

    def double(self, cards, left):
        return 2 * sum(chance * self.stand((*cards, card), without(left, card)) for chance, card in self.draws(left))

    def power_double(self, cards, left):
        value, choices = Fraction(0), {}
        for chance, card in self.draws(left):
            then = without(left, card)
            keep = 2 * self.stand((*cards, card), then)
            choices[card] = keep, self.double(cards, then)
            value += chance * max(choices[card])
        return value, choices

    # ---- splits: a row of hands, played one after the other

    def split(self, cards, again, action):
        """The nets of a split, with the hole card lying there.

        ``again`` are the ranks whose pairs are split again; ``action`` is what a hand of two cards or more does.
        """
        left = self.left
        for card in cards:
            left = without(left, card)
        self.again, self.action = again, action
        self._row = cache(type(self)._row.__get__(self))
        row = tuple((card,) for card in cards)
        return mixed((chance, self._row(row, (), hole, without(left, hole))) for chance, hole in self.holes(left))

    def _row(self, row, done, hole, left):
        if not row:
            ends = self.dealer((self.up, hole), left)
            return mixed(
                (share, {sum(stake * self.score(own, end) for own, stake in done): 1}) for end, share in ends.items()
            )
        # A hand that waits in the row has one card.
        hand, *others = row
        ways = [(share, (*hand, card), without(left, card)) for share, card in self.cards_of(left)]
        return mixed((share, self._turn((then, *others), done, hole, rest)) for share, then, rest in ways)

    def _turn(self, row, done, hole, left):
        hand, *others = row
        if len(hand) == 2 and self._splits_again(hand, len(others) + len(done) + 1):
            return self._row(((hand[0],), *others, (hand[1],)), done, hole, left)
        own = total(hand)[0]
        choice = "stand" if own >= 21 or self._gets_one_card(hand) else self.action(hand)
        if choice == "stand":
            return self._row(tuple(others), tuple(sorted((*done, (own, 1)))), hole, left)
        ways = [(share, (*hand, card), without(left, card)) for share, card in self.cards_of(left)]
        if choice == "double":
            return mixed(
                (share, self._row(tuple(others), tuple(sorted((*done, (total(then)[0], 2)))), hole, rest))
                for share, then, rest in ways
            )
        return mixed((share, self._turn((then, *others), done, hole, rest)) for share, then, rest in ways)

    def _splits_again(self, hand, hands):
        equal = value(hand[0]) == value(hand[1]) if self.rules.split_equal_value else hand[0] == hand[1]
        if hand[0] == 0 and not self.rules.resplit_aces:
            return False
        return equal and value(hand[0]) in self.again and hands < self.rules.hands_per_seat

    def _gets_one_card(self, hand):
        return hand[0] == 0 and self.rules.split_aces_one_card
