"""Computes the exact value of each option for a given hand of Double Draw Poker."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import DECK_54, FIVE_CARD, Card, print_cards
from pitboss.errors import HandSizeError
from pitboss.games.double_draw.options import FOLD, MASKS, REPLACED, STAND
from pitboss.games.double_draw.second_draw import FOLD_1, FOLD_2, Worth, second_draw
from pitboss.lab.double_draw.money import CASES, CASES_OF_A_DRAW, Money, bonus_of
from pitboss.lab.question import AdviceError
from pitboss.paytables import Game, Paytable, WagerPaytable, load_catalogue

MAX_DEAD = 3
"""Cards that a player may have discarded before the second draw."""


class Option(NamedTuple):
    """An option in words and its average value, in units of the Ante.

    >>> Option.of(Worth(None, FOLD_2))
    Option(words='fold', value=Fraction(-3, 1), discards=None)
    """

    words: str
    value: Fraction
    discards: tuple[Card, ...] | None = None
    """The cards replaced; None means fold."""

    @staticmethod
    def of(worth: Worth) -> "Option":
        """The option with its words."""
        if worth.discards is None:
            return Option("fold", worth.value)
        words = f"replace {print_cards(worth.discards)}" if worth.discards else "keep all five cards"
        return Option(words, worth.value, worth.discards)


def advise(
    cards: Sequence[Card],
    draw_number: int = 1,
    dead: Sequence[Card] = (),
    paytable: Paytable | WagerPaytable | None = None,
) -> list[Option]:
    """Every option with five cards and its value, the best first: 27 at the first draw, 7 at the second.

    Dead cards are the player's discards of the first draw. Of equal options the first risks less.

    >>> from pitboss.cards import parse_cards
    >>> best, *_ = advise(parse_cards("Ks Kd 9h 5c 2d"), 2, parse_cards("3h 4h 7d"))
    >>> best.words, best.value
    ('replace 2d', Fraction(-63, 23))
    >>> advise(parse_cards("Ks Kd 7h 4c Jk"), 3)
    Traceback (most recent call last):
    pitboss.lab.question.AdviceError: there is no draw 3 in Double Draw Poker: it is 1 or 2
    """
    if draw_number not in (1, 2):
        raise AdviceError(f"there is no draw {draw_number} in {Game.DOUBLE_DRAW.label}: it is 1 or 2")
    if len(cards) != FIVE_CARD.size:
        shown = print_cards(cards) or "none"
        raise HandSizeError(f"a hand of {Game.DOUBLE_DRAW.label} has 5 cards, not {len(cards)}: {shown}")
    if draw_number == 1 and dead:
        raise AdviceError(f"nothing is discarded before the first draw, so {print_cards(dead)} cannot be dead")
    if len(dead) > MAX_DEAD:
        raise AdviceError(f"at most 3 cards are discarded before the second draw, not {len(dead)}: {print_cards(dead)}")
    DECK_54.check([*cards, *dead], Game.DOUBLE_DRAW.label)
    bonus = bonus_of(paytable or load_catalogue()["DDP-1"])
    options = _first_draw(cards, bonus) if draw_number == 1 else second_draw(cards, dead, bonus)
    return [Option.of(option) for option in options]


def _first_draw(cards: Sequence[Card], bonus: WagerPaytable) -> list[Worth]:
    import numpy as np  # noqa: PLC0415

    from pitboss.lab.double_draw.first_draw import stand_values  # noqa: PLC0415
    from pitboss.lab.double_draw.numbering import number_of  # noqa: PLC0415
    from pitboss.lab.double_draw.tables import kept_sums, tables  # noqa: PLC0415

    money = Money.of(bonus)
    table = tables(money.amounts)
    ordered = sorted(cards, key=lambda card: card.code)
    codes = np.array([card.code for card in ordered], np.uint8)
    options = [Worth(None, FOLD_1)]
    for number in range(STAND, len(MASKS)):
        size, gone = REPLACED[number], [bool(MASKS[number] >> place & 1) for place in range(5)]
        out = np.array(gone)
        if number == STAND:
            total = int(stand_values(table, codes[np.newaxis])[0])
        else:
            total = int(kept_sums(table, codes[out])[number_of(codes[~out][np.newaxis])[0]])
        value = Fraction(total * CASES_OF_A_DRAW[size], CASES * money.parts) + FOLD_2
        discards = {card for card, replaced in zip(ordered, gone, strict=True) if replaced}
        options.append(Worth(tuple(card for card in cards if card in discards), value))
    assert options[FOLD].folds
    return sorted(options, key=lambda option: -option.value)
