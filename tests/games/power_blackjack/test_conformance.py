"""Power Blackjack over random legal play: see tests/support/conformance.py for what must hold."""

import random

from hypothesis import strategies as st

from pitboss.cards import shoe
from pitboss.games.power_blackjack import (
    BackUp,
    Burn,
    DeadHand,
    Double,
    Insure,
    PowerBlackjackRound,
    PowerBlackjackRules,
    PowerDouble,
)
from support.conformance import Conformance

SWITCHES = [
    "dealer_hits_soft_17",
    "insurance",
    "double_after_split",
    "split_equal_value",
    "split_aces_one_card",
    "resplit_aces",
    "surrender",
]


class BlackjackConformance(Conformance):
    round_type = PowerBlackjackRound

    def new_round(self, draw):
        rules = PowerBlackjackRules(
            decks=self.decks,
            hands_per_seat=draw(st.integers(2, 4)),
            double_for_less=True,
            **{name: draw(st.booleans()) for name in SWITCHES},
        )
        numbers = draw(st.sets(st.integers(1, 7), min_size=1, max_size=self.most_seats))
        round = self.round_type(rules, seats={number: f"player {number}" for number in numbers})
        for number in numbers:
            round.place_wager(number, "bet", draw(st.sampled_from([500, 1000, 2500])))
            if draw(st.booleans()):
                round.place_wager(number, "push-22", 100)
        round.no_more_bets()
        return round

    def fresh_deck(self, draw):
        cards = shoe(self.decks).cards
        return random.Random(draw(st.integers(0, 2**32))).sample(cards, len(cards))

    def known_cards(self, round, audience):
        """All but the hole card; where another copy of it lies open, its name is no secret."""
        lying = [
            *round.burned,
            *round.dealer_cards[:1],
            *(card for seat in round.seats.values() for card in seat.cards),
        ]
        return set(map(str, lying)) | self.known_dealer_cards(round)


class TestConformanceWithOneDeck(BlackjackConformance):
    """Every card is there once, so a hole card that is seen anywhere is a leak. Two seats cannot use up the deck."""

    decks = 1
    most_seats = 2


class TestConformanceWithAShoe(BlackjackConformance):
    decks = 6
    most_seats = 7
    examples = 25


class RoundOfEveryAmount(PowerBlackjackRound):
    """Offers insurance and doubles of less too."""

    def options(self):
        found = super().options()
        less = [Insure(option.seat, 250) for option in found if isinstance(option, Insure)]
        less += [type(option)(option.seat, 500) for option in found if isinstance(option, (Double, PowerDouble))]
        return (*found, *less)


class TestConformanceOfEveryAmount(BlackjackConformance):
    round_type = RoundOfEveryAmount
    decks = 6
    most_seats = 3
    examples = 30


class RoundWithIrregularities(PowerBlackjackRound):
    """Offers what the floor may decide, wherever it may."""

    def options(self):
        seat = self.want.seat or min(self.seats)
        kept = (card for card in self._shoe.cards[::-1] if self._drawn.count(card) < self.rules.decks)
        floor = [Burn((next(kept),), "exposed"), BackUp(seat, "waved")]
        floor += [DeadHand(seat, hand.number, "misread") for hand in self.seats[seat].hands]
        return (*super().options(), *filter(self.can, floor))


class TestConformanceWithIrregularities(BlackjackConformance):
    """The dealt cards come from a shoe of their own, so that burned ones do not run short."""

    round_type = RoundWithIrregularities
    decks = 8
    most_seats = 3
    examples = 30

    def fresh_deck(self, draw):
        return super().fresh_deck(draw)[: 4 * 52]
