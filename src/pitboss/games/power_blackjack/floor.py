"""Irregularities: settled items stand, and the floor decides about the rest."""

from typing import Final

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN
from pitboss.games.command import Deal
from pitboss.games.power_blackjack.commands import Hit
from pitboss.games.power_blackjack.events import BurnOrdered, CardsBurned, HandDead
from pitboss.games.power_blackjack.hand import Hand, Stage
from pitboss.games.power_blackjack.layout import BlackjackLayout, Burning
from pitboss.games.round import NotAllowedError

MAX_BURNED: Final = 10
"""How many cards the floor may have burned at once."""


class Floor(BlackjackLayout):
    """What the floor may decide. A void comes from all rounds alike, and is refused once anything is settled."""

    def _verify_floor(self, what: str, reason: str) -> None:
        if not reason.strip():
            raise NotAllowedError(f"{what} needs a reason")
        if self.is_over:
            raise NotAllowedError("the round is over; corrections are documented adjustments")
        if self.phase == "betting":
            raise NotAllowedError(f"{what} is not possible before the bets are closed")
        if self.burning is not None:
            raise NotAllowedError(f"{what} is not possible now: the round waits for {self.awaiting.words}")

    def verify_burn(self, number: int, reason: str) -> None:
        """The next cards of the shoe may be burned. Nobody names them, so that nobody learns a card by guessing."""
        self._verify_floor("a burn", reason)
        if not 1 <= number <= MAX_BURNED:
            raise NotAllowedError(f"a burn takes 1 to {MAX_BURNED} cards, not {number}")

    def _burn(self, number: int, reason: str) -> None:
        self.burning = Burning(number, reason, self.phase)
        self.phase = "burning"
        self.events.append(BurnOrdered(number, reason))

    def _burn_dealt(self, cards: tuple[Card, ...]) -> None:
        """The cards go to the discards face down: not even the floor sees what they are."""
        assert self.burning is not None
        faces = (HIDDEN,) * len(cards)
        self.burned += faces
        self.events.append(CardsBurned(faces, self.burning.reason))
        self.phase, self.burning = self.burning.phase, None

    def verify_back_up(self, seat: int, reason: str) -> None:
        """The card of a hit may be taken off before anything else has happened."""
        self._verify_floor("backing up", reason)
        self._seat(seat)
        # The hit itself and its card are the last two commands, or something has happened since.
        if self.commands[-2:-1] != [Hit(seat)] or not isinstance(self.commands[-1], Deal):
            raise NotAllowedError(f"seat {seat} has not just drawn a card by a hit, and no other card is backed up")

    def _back_up(self, seat: int, reason: str) -> None:
        hand = self._last_hit(seat)
        self._burn_from(seat, hand, reason)
        hand.stage = Stage.OPEN
        self.phase = "deciding"

    def _last_hit(self, seat: int) -> Hand:
        # The card ended the turn of its hand or not: the hand in turn, if it drew, else the last that is done.
        hands = [hand for hand in self.seats[seat].hands if len(hand.cards) > 2]
        return max(hands, key=lambda hand: hand.number)

    def verify_dead_hand(self, seat: int, hand: int, reason: str) -> None:
        """A hand may be dead until its bet is settled."""
        self._verify_floor("a dead hand", reason)
        state = self._seat(seat)
        found = next((held for held in state.hands if held.number == hand), None)
        if found is None:
            raise NotAllowedError(f"seat {seat} has no hand {hand}: it has {len(state.hands)}")
        if found.is_dead:
            raise NotAllowedError(f"{self._called(seat, found)} is dead already")
        if state.is_settled or found.bet_wager in state.settled_early:
            raise NotAllowedError(f"{self._called(seat, found)} is settled, and settled items stand")

    def _dead_hand(self, seat: int, hand: int, reason: str) -> None:
        found = self.seats[seat].hands[hand - 1]
        found.dead_reason = reason
        found.stage = Stage.DONE
        self.events.append(HandDead(seat, hand, reason))
        self._go_on()
