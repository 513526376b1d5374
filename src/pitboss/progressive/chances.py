"""How often the top hand comes, and what the meter holds on average when it does."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from pitboss.paytables import Game, PayKind
from pitboss.progressive.errors import ProgressiveError
from pitboss.progressive.parameters import MeterParameters

# Three Card Poker: the three cards A-K-Q of spades. Fortune San Lo: four aces, the joker and any of 48 other cards.
_TOP = {Game.THREE_CARD_POKER: Fraction(1, comb(52, 3)), Game.FORTUNE_SAN_LO: Fraction(48, comb(53, 6))}


def top_chance(game: Game) -> Fraction:
    """The probability of the hand that wins the whole meter.

    >>> top_chance(Game.THREE_CARD_POKER), round(1 / top_chance(Game.FORTUNE_SAN_LO))
    (Fraction(1, 22100), 478281)
    """
    if game not in _TOP:
        raise ProgressiveError(f"{game.label} has no progressive; these have: {', '.join(g.label for g in _TOP)}")
    return _TOP[game]


def average_top_payout_cents(parameters: MeterParameters, chances: Mapping[str, Fraction]) -> Fraction:
    """What the meter holds on average when the whole of it is won.

    With c what a wager adds, S the seed, p the chance of the top hand and q that of a hand that wins the share s, each
    wager puts in c, and p S by the reseed; it takes out p and s q of the meter. In balance: (p S + c) / (p + s q).
    ``chances`` are those of every hand that is paid from the meter, by row.

    >>> from pitboss.progressive import usual_parameters
    >>> chances = {"five-aces": Fraction(48, 22_957_480), "royal-flush": Fraction(1132, 22_957_480)}
    >>> round(average_top_payout_cents(usual_parameters("FSLPP-01"), chances) / 100)
    31396
    """
    rows = [row for row in parameters.pays.rows if row.pay.kind is PayKind.METER]
    missing = [row.hand.slug for row in rows if row.hand.slug not in chances]
    if missing:
        raise ProgressiveError(f"the chance of {missing[0]!r} is needed, which is paid from the meter")
    top = sum(chances[row.hand.slug] for row in rows if row.pay.amount == 1)
    taken = sum(chances[row.hand.slug] * row.pay.amount for row in rows)
    return (top * parameters.seed_cents + parameters.rate * parameters.denomination_cents) / Fraction(taken)
