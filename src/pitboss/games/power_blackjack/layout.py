"""What lies on a blackjack table during a round: hands, the dealer's cards, burned cards; and who sees what of it."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import BlackjackTotal, Card, blackjack_total, shoe
from pitboss.games.audience import Audience
from pitboss.games.event import CardsDealt, Decided, WagerPlaced
from pitboss.games.power_blackjack.events import CardsBurned
from pitboss.games.power_blackjack.hand import BlackjackSeat, Hand, Stage
from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.round_view import CardRow, HandView, faces
from pitboss.paytables import Game


class Burning(NamedTuple):
    """Cards that the floor has ordered to be burned, until the shoe gives them.

    >>> Burning(2, "two cards stuck together", "deciding").words
    '2 cards to burn'
    """

    number: int
    reason: str
    phase: str
    """Where the round goes on afterwards."""

    @property
    def words(self) -> str:
        """What the round waits for."""
        return "one card to burn" if self.number == 1 else f"{self.number} cards to burn"


class BlackjackLayout(Round[PowerBlackjackRules, BlackjackSeat]):
    """The cards and stakes of a round; the chapters of its procedure build on it."""

    game = Game.POWER_BLACKJACK
    rules_type = PowerBlackjackRules
    seat_type = BlackjackSeat

    def __init__(
        self,
        rules: PowerBlackjackRules | None = None,
        *,
        seats: Mapping[int, str],
        lit: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(rules, seats=seats, lit=lit)
        self.dealer_cards: tuple[Card, ...] = ()
        """The up card, the hole card, and what the dealer drew."""
        self.dealer_is_shown = False
        """Whether the hole card is turned over."""
        self.has_peeked = False
        self.burned: list[Card | str] = []
        """What was burned, as everybody saw it: a card from the shoe is burned face down."""
        self.burning: Burning | None = None
        self.deck = shoe(self.rules.decks)

    @abstractmethod
    def _go_on(self) -> None:
        """Pass to the next part of the round when this one has nothing left to do."""

    # ---- hands

    def _hands(self) -> Iterator[tuple[int, Hand]]:
        """Every hand with its seat, from the dealer's left to right."""
        for number, seat in self.seats.items():
            for hand in seat.hands:
                yield number, hand

    @property
    def turn(self) -> tuple[int, Hand] | None:
        """The seat and the hand whose turn it is among the players."""
        if self.phase != "deciding":
            return None
        return self._unfinished()

    def _unfinished(self) -> tuple[int, Hand] | None:
        for number, seat in self.seats.items():
            for hand in seat.hands:
                if hand.stage is not Stage.DONE:
                    return number, hand
        return None

    def _called(self, seat: int, hand: Hand) -> str:
        """The hand in words; its number only where the seat has several."""
        return f"seat {seat}" if len(self.seats[seat].hands) == 1 else f"hand {hand.number} of seat {seat}"

    # ---- cards

    def _give(self, seat: int, hand: Hand, card: Card) -> None:
        hand.lay(card)
        self.seats[seat].gather()
        self.events.append(CardsDealt(seat, (card,), face_up=True))

    def _give_dealer(self, card: Card) -> None:
        # The second card is the hole card; all others lie open.
        self.events.append(CardsDealt(None, (card,), face_up=len(self.dealer_cards) != 1))
        self.dealer_cards += (card,)

    def _burn_from(self, seat: int, hand: Hand, reason: str) -> None:
        card = hand.lift()
        self.seats[seat].gather()
        self.burned.append(card)
        self.events.append(CardsBurned((card,), reason))

    @property
    def up_card(self) -> Card:
        """The dealer's first card, which lies open."""
        if not self.dealer_cards:
            raise NotAllowedError("the dealer has no card yet")
        return self.dealer_cards[0]

    @property
    def dealer_total(self) -> BlackjackTotal:
        """What the dealer holds, the hole card included."""
        return _total(self.dealer_cards)

    # ---- stakes and decisions

    def _stake(self, seat: int, wager: str, cents: int) -> None:
        self.seats[seat].wagers[wager] = cents
        self.events.append(WagerPlaced(seat, wager, cents))

    def _decided(self, seat: int, choice: str, hand: Hand | None = None) -> None:
        several = hand is not None and len(self.seats[seat].hands) > 1
        self.events.append(Decided(seat, f"{choice} on hand {hand.number}" if hand and several else choice))

    # ---- views: all but the hole card lies open

    def _view_hands(self, number: int, seat: BlackjackSeat, audience: Audience) -> list[HandView]:
        return [self._view_hand(seat, hand) for hand in seat.hands]

    def _view_hand(self, seat: BlackjackSeat, hand: Hand) -> HandView:
        bets = [seat.wagers[wager] for wager in (hand.bet_wager, hand.double_wager) if wager in seat.wagers]
        rows = [CardRow(faces(hand.cards), words=hand.total.sentence)] if hand.cards else []
        return HandView(hand.number, rows, hand.status, hand.dead_reason, bets)

    def _view_dealer(self, audience: Audience) -> list[HandView]:
        if not self.dealer_cards:
            return []
        if self.dealer_is_shown:
            return [HandView(1, [CardRow(faces(self.dealer_cards), words=self.dealer_total.sentence)])]
        up_card, *others = self.dealer_cards
        return [HandView(1, [CardRow([*faces([up_card]), *faces(others, is_seen=False)])])]

    def _view_piles(self) -> list[CardRow]:
        return [CardRow(list(map(str, self.burned)), "burned")] if self.burned else []


# Every wager at the table asks what the dealer's cards count.
@lru_cache(maxsize=64)
def _total(cards: tuple[Card, ...]) -> BlackjackTotal:
    return blackjack_total(cards)
