"""What becomes of each wager when the dealer's hand is known."""

from collections.abc import Sequence

from pitboss.cards import BlackjackTotal
from pitboss.games.power_blackjack.hand import BlackjackSeat, Hand
from pitboss.games.statement import Line, lost, pushed, won
from pitboss.games.table import EVEN_MONEY
from pitboss.paytables import WagerPaytable

PUSH = 22
"""The dealer's total that pushes every hand still live."""

HIGHEST_FOR_PUSH_22 = 29
"""A hand above it loses the Push 22 wager of its seat."""


def settle_hand(seat: int, wager: str, cents: int, hand: Hand, dealer: BlackjackTotal) -> Line:
    """One bet on a hand, or its double, against the dealer's hand.

    >>> from pitboss.cards import blackjack_total, parse_cards
    >>> dealer = blackjack_total(parse_cards("As 3d 3c 9h 6s"))
    >>> settle_hand(1, "bet", 500, Hand(cards=parse_cards("Ts 7d")), dealer).outcome
    'pushes: the dealer has 22'
    """
    own = hand.total
    if hand.is_surrendered:
        return Line(seat, wager, cents, "loses half: surrendered", cents // 2, hand=own.sentence)
    if own.is_bust:
        return lost(seat, wager, cents, "loses: bust", own.sentence)
    if dealer.natural:
        return _against_blackjack(seat, wager, cents, own)
    if dealer.total == PUSH:
        return pushed(seat, wager, cents, "pushes: the dealer has 22", own.sentence)
    if dealer.is_bust or own.total > dealer.total:
        return won(seat, wager, cents, EVEN_MONEY, own.sentence)
    if own.total == dealer.total:
        return pushed(seat, wager, cents, "pushes: equal totals", own.sentence)
    return lost(seat, wager, cents, f"loses to {dealer.sentence}", own.sentence)


def _against_blackjack(seat: int, wager: str, cents: int, own: BlackjackTotal) -> Line:
    if own.natural:
        return pushed(seat, wager, cents, "pushes: blackjack against blackjack", own.sentence)
    return lost(seat, wager, cents, "loses to blackjack", own.sentence)


def exceeding(hands: Sequence[Hand]) -> Hand | None:
    """The hand that is too high for Push 22, if there is one.

    >>> from pitboss.cards import parse_cards
    >>> exceeding([Hand(cards=parse_cards("Ts 9d Kh"))]) is None
    True
    """
    counted = (hand for hand in hands if hand.cards and not hand.is_dead)
    return next((hand for hand in counted if hand.total.total > HIGHEST_FOR_PUSH_22), None)


def push_22_stands(seat: BlackjackSeat) -> bool:
    """Whether a seat has a Push 22 wager that a dealer's 22 would still win.

    >>> from pitboss.cards import parse_cards
    >>> push_22_stands(BlackjackSeat("ann", {"bet": 500, "push-22": 100}, hands=[Hand(cards=parse_cards("Ts 9d Kh"))]))
    True
    """
    return "push-22" in seat.wagers and seat.is_contested and exceeding(seat.hands) is None


def settle_push_22(
    seat: int, cents: int, hands: Sequence[Hand], dealer: BlackjackTotal, paytable: WagerPaytable
) -> Line:
    """The Push 22 wager of a seat: the dealer has exactly 22, and no hand of the seat exceeds 29.

    >>> from pitboss.cards import blackjack_total, parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> dealer, paytable = blackjack_total(parse_cards("Ts 6d 6c")), load_catalogue()["PUSH22-11"]["push-22"]
    >>> settle_push_22(1, 100, [Hand(cards=parse_cards("Ts 9d Kh"))], dealer, paytable).outcome
    'wins 11 to 1, $11'
    """
    if dealer.natural:
        return lost(seat, "push-22", cents, "loses to blackjack", dealer.sentence)
    too_high = exceeding(hands)
    if too_high is not None:
        return lost(seat, "push-22", cents, "loses: a hand exceeds 29", too_high.total.sentence)
    row = paytable.row_for(dealer)
    if row is None:
        return lost(seat, "push-22", cents, "loses: the dealer does not have 22", dealer.sentence)
    return won(seat, "push-22", cents, row.pay, row.hand.label)
