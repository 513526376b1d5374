"""What a hand may do, and why not. The table's settings and the cards decide; whose turn it is, the round knows."""

from collections.abc import Callable, Sequence
from typing import Final

from pitboss.cards import card_points, print_cards
from pitboss.games.command import Command
from pitboss.games.power_blackjack.commands import (
    Double,
    Hit,
    KeepCard,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
)
from pitboss.games.power_blackjack.hand import Hand, Stage
from pitboss.games.power_blackjack.rules import PowerBlackjackRules

WhyNot = Callable[[PowerBlackjackRules, Sequence[Hand], Hand], str | None]
"""The reason against a decision on a hand, given all hands of its seat; nothing where it is allowed."""


def _stand(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    return None


def _hit(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if hand.is_split_ace and rules.split_aces_one_card:
        return "split aces get one card each"
    return None


def _double(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if len(hand.cards) != 2:
        return f"a double is for two cards, not {len(hand.cards)}"
    if hand.is_split and not rules.double_after_split:
        return "this table has no double after a split"
    return _hit(rules, hands, hand)


def _split(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if len(hand.cards) != 2:
        return f"a split is for two cards, not {len(hand.cards)}"
    if not is_pair(hand, rules):
        equal = "value" if rules.split_equal_value else "rank"
        return f"{print_cards(hand.cards)} are not two cards of equal {equal}"
    if hand.is_split_ace and not rules.resplit_aces:
        return "split aces are not split again"
    if len(hands) >= rules.hands_per_seat:
        return f"{rules.hands_per_seat} hands are the most at a seat"
    return None


def _power_split(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if not rules.power_split:
        return "this table has no power split"
    if not hand.is_untouched:
        return "a power split is for the first two cards of the seat"
    if hand.total.soft or hand.total.total not in (15, 16):
        return f"a power split is for hard 15 or 16, not {hand.total.sentence}"
    if hand.cards[0].rank is hand.cards[1].rank:
        return f"{print_cards(hand.cards)} are a pair, which is split as usual"
    return None


def _power_double(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if not rules.power_double:
        return "this table has no power double"
    if not hand.is_untouched:
        return "a power double is for the first two cards of the seat"
    if hand.total.soft or hand.total.total not in (10, 11):
        return f"a power double is for hard 10 or 11, not {hand.total.sentence}"
    return None


def _surrender(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> str | None:
    if not rules.surrender:
        return "this table has no surrender"
    if not hand.is_untouched:
        return "only the first two cards of the seat can be surrendered"
    return None


WHY_NOT: Final[dict[type[Command], WhyNot]] = {
    Hit: _hit,
    Stand: _stand,
    Double: _double,
    Split: _split,
    PowerDouble: _power_double,
    PowerSplit: _power_split,
    Surrender: _surrender,
}
"""The decisions on a hand that waits for one."""

_EVERY: tuple[type[Command], ...] = (*WHY_NOT, KeepCard, ReplaceCard)
OPERATIONS: Final = {kind: kind.operation() for kind in _EVERY}
"""Their names."""


def is_pair(hand: Hand, rules: PowerBlackjackRules) -> bool:
    """Whether two cards may be split as equal.

    >>> from pitboss.cards import parse_cards
    >>> is_pair(Hand(cards=parse_cards("Ks Qd")), PowerBlackjackRules())
    True
    """
    first, second = hand.cards
    if rules.split_equal_value:
        return card_points(first) == card_points(second)
    return first.rank is second.rank


def choices(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> tuple[type[Command], ...]:
    """Every decision that is allowed on a hand whose turn it is.

    >>> from pitboss.cards import parse_cards
    >>> hand = Hand(cards=parse_cards("Ts 5d"))
    >>> [kind.__name__ for kind in choices(PowerBlackjackRules(), [hand], hand)]
    ['Hit', 'Stand', 'Double', 'PowerSplit']
    """
    if hand.stage is Stage.CHOOSING:
        return KeepCard, ReplaceCard
    return tuple(kind for kind, why_not in WHY_NOT.items() if why_not(rules, hands, hand) is None)


def gets_one_card(rules: PowerBlackjackRules, hands: Sequence[Hand], hand: Hand) -> bool:
    """Whether a split ace has its card and nothing left to decide; a second ace may wait to be split again."""
    return hand.is_split_ace and rules.split_aces_one_card and _split(rules, hands, hand) is not None
