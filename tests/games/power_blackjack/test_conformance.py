"""Power Blackjack over random play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import shoe
from pitboss.games.audience import HIDDEN
from pitboss.games.command import Deal
from pitboss.games.power_blackjack import (
    BackUp,
    Burn,
    DeadHand,
    Double,
    Insure,
    PowerBlackjackRules,
    PowerDouble,
)
from pitboss.games.table import Limit
from pitboss.paytables import Game, Pay
from support.conformance import Conformance
from support.seating import any_amount, any_paytable
from support.twins import fresh

SWITCHES = [
    "adjacent_seats",
    "dealer_hits_soft_17",
    "insurance",
    "double_after_split",
    "double_for_less",
    "split_equal_value",
    "split_aces_one_card",
    "resplit_aces",
    "surrender",
    "power_split",
    "power_double",
]
LIMITS = [{}, {"bet": Limit(100, 20_000, 100)}]
BLACKJACK_PAYS = [Pay.parse("3 to 2"), Pay.parse("6 to 5")]


class BlackjackConformance(Conformance):
    game = Game.POWER_BLACKJACK

    def decks(self, draw):
        return draw(st.integers(2, 8))

    def rules(self, draw):
        return PowerBlackjackRules(
            seats=draw(st.sampled_from([7, 7, 7, 4, 2])),
            limits=draw(st.sampled_from(LIMITS)),
            decks=self.decks(draw),
            cut_card_percent=draw(st.sampled_from([10, 75, 90])),
            blackjack_pays=draw(st.sampled_from(BLACKJACK_PAYS)),
            hands_per_seat=draw(st.integers(2, 4)),
            push_22=any_paytable(draw, self.game, "push-22"),
            **{name: draw(st.booleans()) for name in SWITCHES},
        )

    def deck_of(self, rules):
        return shoe(rules.decks)

    def bets(self, rules, draw):
        wagers = ["bet"] + [wager for wager in rules.offered()[1:] if draw(st.booleans())]
        return {wager: any_amount(draw, rules, wager) for wager in wagers}

    def go_together(self, rules, wagers):
        return "bet" in wagers

    def choices(self, round):
        """Insurance and doubles of less too."""
        found = round.options()
        less = [Insure(option.seat, 50) for option in found if isinstance(option, Insure)]
        less += [type(option)(option.seat, 500) for option in found if isinstance(option, (Double, PowerDouble))]
        return (*found, *filter(round.can, less))

    def known_cards(self, round, audience):
        """All but the hole card; where another copy of it lies open, its name is no secret."""
        lying = [
            *(card for card in round.burned if card != HIDDEN),
            *round.dealer_cards[:1],
            *(card for seat in round.seats.values() for card in seat.cards),
        ]
        return set(map(str, lying)) | self.known_dealer_cards(round)

    def keeps_secrets(self, round):
        """The look under an ace or ten tells whether the hole card makes a blackjack."""
        return len(round.dealer_cards) == 2 and not round.has_peeked and not round.dealer_is_shown

    def twin(self, round, audience, chance):
        """The round with another hole card, and with other cards burned from the shoe."""
        again, left = fresh(round), self.undealt(round)
        chance.shuffle(left)
        for command in round.commands:
            is_hole_card = len(again.dealer_cards) == 1 and again.awaiting.seat is None
            if isinstance(command, Deal) and (again.burning or is_hole_card):
                again.do(Deal(tuple(left.pop() for _ in command.cards)))
            else:
                again.do(command)
        return again

    def undealt(self, round):
        left = list(self.deck_of(round.rules).cards)
        for command in round.commands:
            for card in getattr(command, "cards", ()):
                left.remove(card)
        return left


class TestConformanceWithOneDeck(BlackjackConformance):
    """Every card is there once, so a hole card that is seen anywhere is a leak. Two seats cannot use up the deck."""

    most_seats = 2
    examples = 100

    def decks(self, draw):
        return 1


class TestConformanceWithAShoe(BlackjackConformance):
    most_seats = 5
    examples = 80


class TestConformanceWithIrregularities(BlackjackConformance):
    """The floor decides, wherever it may. Often with one deck, so that a burned card which comes again is found."""

    most_seats = 2
    examples = 80

    def decks(self, draw):
        return draw(st.sampled_from([1, 1, 6]))

    def answer(self, round, deck, away, draw):
        floor = draw(st.one_of(st.none(), st.none(), st.sampled_from(self.floor(round, deck))))
        if floor is None or not round.can(floor):
            return super().answer(round, deck, away, draw)
        return floor

    def floor(self, round, deck):
        """A burn while enough cards are left to play on with, the last hit taken back, a hand that is dead."""
        seat = round.awaiting.seat or min(round.seats)
        dead = [DeadHand(seat, hand.number, "misread") for hand in round.seats[seat].hands]
        burn = [Burn(1, "exposed")] if len(deck) > 36 else []
        return [*burn, BackUp(seat, "waved"), *dead]
