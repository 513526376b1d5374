"""Converts the rules of a table to a record of integers, which is all that the kernels read."""

from dataclasses import fields
from typing import Final, NamedTuple

from pitboss.errors import PitbossError
from pitboss.games.power_blackjack import PowerBlackjackRules

_NO_MATTER: Final = {
    "seats": "other seats take cards of the same distribution",
    "adjacent_seats": "each seat is valued separately",
    "limits": "values are per unit of the bet",
    "cut_card_percent": "the value is that of a round from a fresh shoe",
    "double_for_less": "the gain of a double is proportional to its stake, so the whole bet or nothing is best",
    "push_22": "the side wager has its own outcome table",
}
"""Settings that do not change the value of the main bet, and why."""

_SWITCHES: Final = (
    "dealer_hits_soft_17",
    "insurance",
    "double_after_split",
    "split_equal_value",
    "split_aces_one_card",
    "resplit_aces",
    "surrender",
    "power_split",
    "power_double",
)
_NUMBERS: Final = ("decks", "hands_per_seat")
_PAYS: Final = ("blackjack_pays", "insurance_pays")


class UnknownOptionError(PitbossError):
    """A setting that the analysis does not know, so its answer would be for another game.

    >>> issubclass(UnknownOptionError, PitbossError)
    True
    """


class CompiledRules(NamedTuple):
    """The rules as the kernels read them. Everything is an integer; a switch is 0 or 1.

    >>> compile_rules(PowerBlackjackRules()).dealer_22_pushes
    1
    """

    decks: int
    dealer_hits_soft_17: int
    dealer_22_pushes: int
    blackjack_pays: int
    """The numerator of the pay; the next field is the denominator: 3 and 2 mean 3 to 2."""
    blackjack_for: int
    insurance: int
    insurance_pays: int
    insurance_for: int
    double_after_split: int
    split_equal_value: int
    hands_per_seat: int
    split_aces_one_card: int
    resplit_aces: int
    surrender: int
    power_split: int
    power_double: int


def compile_rules(rules: PowerBlackjackRules, *, dealer_22_pushes: bool = True) -> CompiledRules:
    """Convert the rules for the kernels; refuse a setting that they do not know.

    ``dealer_22_pushes=False`` makes 22 a plain bust, as in ordinary blackjack: no table of ours plays so, but with it
    figures can be compared with published ones.

    >>> compiled = compile_rules(PowerBlackjackRules(decks=8))
    >>> compiled.decks, compiled.blackjack_pays, compiled.blackjack_for
    (8, 3, 2)
    """
    known = {*_NO_MATTER, *_SWITCHES, *_NUMBERS, *_PAYS}
    for field in fields(rules):
        if field.name not in known:
            raise UnknownOptionError(f"the analysis of Power Blackjack does not know the setting {field.name!r}")
    numbers = {name: int(getattr(rules, name)) for name in (*_SWITCHES, *_NUMBERS)}
    blackjack, insurance = rules.blackjack_pays.amount, rules.insurance_pays.amount
    return CompiledRules(
        dealer_22_pushes=int(dealer_22_pushes),
        blackjack_pays=blackjack.numerator,
        blackjack_for=blackjack.denominator,
        insurance_pays=insurance.numerator,
        insurance_for=insurance.denominator,
        **numbers,
    )
