"""Which tables the law lets share a meter (WAC 230-15-685(5)-(6)).

The house asks for more: all tables of a meter pay by its paytable.
"""

from collections.abc import Mapping

from pitboss.paytables import print_dollars
from pitboss.progressive.chances import top_chance
from pitboss.progressive.errors import LinkError
from pitboss.progressive.parameters import MeterParameters


def verify_link(tables: Mapping[str, MeterParameters]) -> None:
    """Refuse tables, by name, that may not share a meter; the sentence says why.

    >>> from pitboss.progressive import usual_parameters
    >>> verify_link({"table 1": usual_parameters("TCPP-1"), "table 2": usual_parameters("FSLPP-01")})
    Traceback (most recent call last):
    pitboss.progressive.errors.LinkError: table 1 and table 2 deal different games, and A-K-Q of spades wins the \
meter at one and Five aces at the other: different games share a meter only where the same hand wins it
    """
    if not tables:
        raise LinkError("a link needs at least one table")
    (first_name, first), *others = tables.items()
    for name, parameters in others:
        pair = f"{first_name} and {name}"
        if first.game is not parameters.game:
            _verify_games(pair, first, parameters)
        _verify_one_meter(pair, first, parameters)


def can_link(tables: Mapping[str, MeterParameters]) -> bool:
    """Whether these tables may share a meter.

    >>> from pitboss.progressive import usual_parameters
    >>> can_link({"table 1": usual_parameters("TCPP-1"), "table 2": usual_parameters("TCPP-2")})
    True
    """
    try:
        verify_link(tables)
    except LinkError:
        return False
    return True


def _verify_games(pair: str, first: MeterParameters, second: MeterParameters) -> None:
    hands = [parameters.pays.rows[0].hand for parameters in (first, second)]
    if hands[0].slug != hands[1].slug:
        raise LinkError(
            f"{pair} deal different games, and {hands[0].label} wins the meter at one and {hands[1].label} at the "
            "other: different games share a meter only where the same hand wins it"
        )
    chances = [top_chance(parameters.game) for parameters in (first, second)]
    if chances[0] != chances[1]:
        raise LinkError(
            f"{pair} deal different games, and {hands[0].label} has the chance {chances[0]} at one and {chances[1]} "
            "at the other: different games share a meter only where the chance is the same"
        )


def _verify_one_meter(pair: str, first: MeterParameters, second: MeterParameters) -> None:
    """What the display posts is one thing for all: the wager it takes, its seed and its maximum."""
    for words, name in (("denomination", "denomination_cents"), ("seed", "seed_cents"), ("maximum", "maximum_cents")):
        amounts = [getattr(first, name), getattr(second, name)]
        if amounts[0] != amounts[1]:
            one, other = ("none" if cents is None else print_dollars(cents) for cents in amounts)
            raise LinkError(f"the {words} of {pair} is {one} and {other}: a meter has one {words}")
