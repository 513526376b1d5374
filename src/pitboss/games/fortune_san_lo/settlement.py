"""What becomes of the wagers at a seat once the dealer's hand is set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import HandValue, best_five
from pitboss.games.fortune_san_lo.matchups import Matchups, compare
from pitboss.games.fortune_san_lo.rules import HAT_TRICK_PAY, FortuneSanLoRules
from pitboss.games.fortune_san_lo.setting import Setting
from pitboss.games.statement import Line, Source, lost, won
from pitboss.games.table import EVEN_MONEY
from pitboss.paytables import PayKind, Row


@dataclass(frozen=True)
class SeatSettlement:
    """A seat's set hand against the dealer's, wager by wager.

    >>> from pitboss.cards import parse_cards
    >>> own, dealer = map(Setting.of, map(parse_cards, ("Ks Kd 4h Ac Jd Qs", "9s 9d 2h Ad Jc Ts")))
    >>> seat = SeatSettlement(FortuneSanLoRules(), 3, own, dealer)
    >>> seat.line("main", 500).outcome, seat.line("hat-trick", 500).outcome
    ('wins 1 to 1, $5: wins high and low, loses mid (a tie)', 'loses: wins high and low, loses mid (a tie)')
    """

    rules: FortuneSanLoRules
    seat: int
    setting: Setting
    dealer: Setting

    @cached_property
    def matchups(self) -> Matchups:
        """The three hands against the dealer's."""
        return compare(self.setting, self.dealer)

    @cached_property
    def best_hand(self) -> HandValue:
        """The best five of the six cards, however they are set."""
        return best_five(self.setting.cards)

    def lines(self, wagers: Mapping[str, int]) -> Iterator[Line]:
        """Every wager at the seat, in the order of settling."""
        for wager in self.rules.settling_order:
            if wager in wagers:
                yield self.line(wager, wagers[wager])

    def line(self, wager: str, cents: int) -> Line:
        """One wager."""
        if wager in ("main", "hat-trick"):
            return self._against_dealer(wager, cents)
        return self._progressive(cents) if wager == "progressive" else self._fortune_bonus(cents)

    def _against_dealer(self, wager: str, cents: int) -> Line:
        hand = self.setting.words
        if self.setting.is_fouled:
            return lost(self.seat, wager, cents, f"loses: fouled, {self.setting.is_fouled}", hand)
        matchups = self.matchups
        if not (matchups.wins_main if wager == "main" else matchups.wins_all):
            return lost(self.seat, wager, cents, f"loses: {matchups.words}" if matchups.won else matchups.words, hand)
        line = won(self.seat, wager, cents, EVEN_MONEY if wager == "main" else HAT_TRICK_PAY, hand)
        return line._replace(outcome=f"{line.outcome}: {matchups.words}")

    def _fortune_bonus(self, cents: int) -> Line:
        assert self.rules.fortune_bonus is not None
        hand = self.best_hand
        row = self.rules.fortune_bonus["fortune-bonus"].row_for(hand)
        if row is None:
            return lost(self.seat, "fortune-bonus", cents, hand=hand.sentence)
        return won(self.seat, "fortune-bonus", cents, row.pay, hand.sentence)

    def _progressive(self, cents: int) -> Line:
        """The wager was taken when the bets were closed; what it wins is priced by the progressive."""
        hand = self.best_hand
        row = progressive_row(self.rules, hand)
        if row is None:
            return Line(self.seat, "progressive", cents, "taken", 0, hand=hand.sentence)
        source = Source.METER if row.pay.kind is PayKind.METER else Source.TRAY
        return Line(self.seat, "progressive", cents, f"taken; wins {row.pay}", 0, source, hand.sentence)


def progressive_row(rules: FortuneSanLoRules, hand: HandValue) -> Row | None:
    """The row of the progressive that a hand reaches; nothing where it reaches none or the table has no progressive.

    >>> from pitboss.cards import parse_cards
    >>> str(progressive_row(FortuneSanLoRules(), best_five(parse_cards("As Ks Jk 5s 9s 2h"))).pay)
    '6 for 1'
    """
    return None if rules.progressive is None else rules.progressive["progressive"].row_for(hand)
