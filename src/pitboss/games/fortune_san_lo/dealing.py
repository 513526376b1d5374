"""The first half of a round of Fortune San Lo Poker: wagers, the green button, eight packets, unused hands."""

from collections.abc import Mapping

from pitboss.cards import DECK_53, Card
from pitboss.games.audience import HIDDEN
from pitboss.games.event import CardsDealt
from pitboss.games.fortune_san_lo.display import BLANK_SCREEN, READY_SCREEN, Display, start_screen
from pitboss.games.fortune_san_lo.events import DisplayShown, UnusedHandsPickedUp
from pitboss.games.fortune_san_lo.rules import POSITIONS, FortuneSanLoRules
from pitboss.games.fortune_san_lo.seat import FortuneSanLoSeat, dealing_order
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.round_view import Awaiting
from pitboss.paytables import print_dollars


class DealtRound(Round[FortuneSanLoRules, FortuneSanLoSeat]):
    """A round up to the point where every position has its packet and the players set their hands.

    >>> from pitboss.games.fortune_san_lo import FortuneSanLoRound
    >>> round = FortuneSanLoRound(seats={5: "ann"})
    >>> _ = round.place_wager(5, "main", 500), round.no_more_bets(), round.press_green_button(2)
    >>> round.awaiting.words, round.display.words
    ('six cards for seat 2, which is not in play', '2')
    """

    deck = DECK_53

    def __init__(
        self,
        rules: FortuneSanLoRules | None = None,
        *,
        seats: Mapping[int, str],
        lit: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(rules, seats=seats, lit=lit)
        self.start: int | None = None
        """The number that the display showed at the green button."""
        self.display = BLANK_SCREEN
        self.dealer_cards: tuple[Card, ...] = ()
        self._receivers: list[int | None] = []
        self._unused: list[int] = []

    def _wanted_packet(self) -> Awaiting:
        seat = self._receivers[0]
        receiver = "the dealer" if seat is None else f"seat {seat}"
        unused = ", which is not in play" if seat is not None and seat not in self._in_play() else ""
        return Awaiting("cards", f"six cards for {receiver}{unused}", seat, 6, ("deal",))

    # ---- wagers

    def verify_place_wager(self, seat: int, wager: str, cents: int) -> None:
        """A wager must be offered, within its limit, in time, and a Hat Trick not above the main bet."""
        super().verify_place_wager(seat, wager, cents)
        self._verify_hat_trick(seat, self.seats[seat].wagers | {wager: cents})

    def _verify_hat_trick(self, seat: int, wagers: Mapping[str, int]) -> None:
        hat_trick, main = wagers.get("hat-trick"), wagers.get("main")
        if hat_trick is not None and main is not None and hat_trick > main:
            raise NotAllowedError(
                f"a Hat Trick of {print_dollars(hat_trick)} at seat {seat} is above the main bet of "
                f"{print_dollars(main)}"
            )

    def _verify_wagers(self, seat: int, wagers: Mapping[str, int]) -> None:
        if "main" not in wagers:
            raise NotAllowedError(f"seat {seat} has {self._label(*wagers)} without a main bet")
        self._verify_hat_trick(seat, wagers)

    def _no_more_bets(self) -> None:
        super()._no_more_bets()
        self.phase = "starting"

    # ---- dealing

    def verify_press_green_button(self, start: int) -> None:
        """The green button starts the deal, with a number that the display can show."""
        self._verify_phase("starting", "pressing the green button")
        if not 1 <= start <= POSITIONS:
            raise NotAllowedError(f"the display cannot show {start}: it shows a number from 1 to {POSITIONS}")

    def _press_green_button(self, start: int) -> None:
        self.start = start
        self._receivers = list(dealing_order(self.rules.seat_of_number(start)))
        self._show(start_screen(start))
        self.phase = "dealing"

    def _show(self, screen: Display) -> None:
        self.display = screen
        self.events.append(DisplayShown(screen))

    def _hand_out(self, seat: int | None, cards: tuple[Card, ...]) -> None:
        del self._receivers[0]
        if seat is None:
            self.dealer_cards = cards
            self._dealt(None, cards)
        elif seat in self._in_play():
            self.seats[seat].cards = cards
            self._dealt(seat, cards)
        else:
            # Not even the player who sits there without a bet may look.
            self._unused.append(seat)
            self.events.append(CardsDealt(seat, (HIDDEN,) * len(cards), face_up=False))
        if not self._receivers:
            self._pick_up_unused_hands()

    def _pick_up_unused_hands(self) -> None:
        if self._unused:
            self.events.append(UnusedHandsPickedUp(tuple(sorted(self._unused))))
        self._show(READY_SCREEN)
        self.phase = "setting"
