"""Which amount makes a house edge the wanted one: solved exactly, then the amounts next to it that can be paid.

The edge is a straight line in a seed, a contribution or an envy, and in the pay of a hand that is only counted. Where
the player decides, better pays can change the best play: the edge is then a line with bends. The solution is found by
the line through two points and tried; where it misses, the line through the nearer points is taken, until it fits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import PaytableError
from pitboss.lab.design.consequences import Elsewhere, wager_readings
from pitboss.lab.design.errors import DesignError
from pitboss.lab.design.places import CONTRIBUTION, PAYS, SEED, Place
from pitboss.lab.design.reading import Design, DesignQuestion
from pitboss.lab.figure import Figure
from pitboss.lab.work import Resources
from pitboss.paytables import Paytable, print_percent

_MOST_TRIES: Final = 12
_PARTS: Final = (1000, 100, 10, 1)
"""Into how many parts a pay is cut at most, where its analysis does not take every fraction."""
_NEAR: Final = 1e-12
"""Near enough to the target where the edge is not a fraction."""
_Edge = Callable[[Fraction], Figure]


@dataclass(frozen=True)
class PayChoice:
    """An amount that can be paid, with the house edge that it gives.

    >>> str(PayChoice(Fraction(3), "3 to 1", Figure.of(Fraction(1, 20))))
    '3 to 1: 5.0000%'
    """

    amount: Fraction
    text: str
    house_edge: Figure

    def __str__(self) -> str:
        return f"{self.text}: {self.house_edge}"

    def as_json(self) -> dict[str, Any]:
        """The choice for machines."""
        return {"amount": str(self.amount), "text": self.text, "house_edge": self.house_edge.as_json()}


@dataclass(frozen=True)
class Solution:
    """The answer to the question of a design.

    >>> from pitboss.lab.design import read_design
    >>> solution = solve(read_design('''
    ... base = "TCP-6B1"
    ... [solve]
    ... unknown = "wagers.six-card-bonus.pays.flush"
    ... target = "house-edge 12%"
    ... '''))
    >>> round(float(solution.amount), 4), str(solution.below), str(solution.above)
    (18.2438, '18 to 1: 12.2465%', '19 to 1: 11.2356%')
    """

    question: DesignQuestion
    amount: Fraction
    """What meets the target."""
    is_exact: bool
    """Whether it meets it exactly; where the edge itself is known only within an error, it meets it within that."""
    now: PayChoice
    """What stands there without it."""
    below: PayChoice | None
    """The nearest amount that can be paid and is not above, where there is one."""
    above: PayChoice | None

    def as_json(self) -> dict[str, Any]:
        """The solution for machines."""
        return {
            "unknown": str(self.question.unknown),
            "target": Figure.of(self.question.target).as_json(),
            "reading": self.question.reading,
            "amount": {"fraction": str(self.amount), "value": float(self.amount)},
            "is_exact": self.is_exact,
            "now": self.now.as_json(),
            "below": self.below.as_json() if self.below is not None else None,
            "above": self.above.as_json() if self.above is not None else None,
        }


def solve(design: Design, resources: Resources | None = None, elsewhere: Elsewhere | None = None) -> Solution:
    """The amount that makes the house edge the target.

    >>> from pitboss.lab.design import read_design
    >>> question = '[solve]\\nunknown = "contribution"\\ntarget = "house-edge 20%"'
    >>> solution = solve(read_design(f'base = "TCPP-1"\\n{question}'))
    >>> str(solution.below), str(solution.above)
    ('16.334%: 20.0008%', '16.335%: 19.9998%')
    """
    question = design.question
    if question is None:
        raise DesignError("the design asks for nothing: it needs a table [solve] with 'unknown' and 'target'")
    place = question.unknown
    edge = _edge_of(design, question, resources or Resources(processes=1), elsewhere)
    start = place.amount_in(design.paytable) or Fraction(0)
    amount, is_exact = _find(place, question.target, edge, start)
    _verify_allowed(place, question.target, amount)

    def choice(payable: Fraction | None) -> PayChoice | None:
        if payable is None:
            return None
        return PayChoice(payable, place.print(payable, design.paytable), edge(payable))

    below, above = map(choice, place.around(amount, design.paytable))
    now = choice(start)
    assert now is not None
    return Solution(question, amount, is_exact, now, below, above)


def _edge_of(design: Design, question: DesignQuestion, resources: Resources, elsewhere: Elsewhere | None) -> _Edge:
    """The house edge by the amount at the unknown place; each is worked out once."""
    place, known = question.unknown, dict[Fraction, Figure]()

    def edge(amount: Fraction) -> Figure:
        if amount not in known:
            paytable: Paytable = place.put(design.paytable, amount)
            found = wager_readings(paytable, paytable[place.wager], design, resources, elsewhere)
            if question.reading not in found:
                title = paytable[place.wager].name
                raise DesignError(f"{title} has no reading {question.reading!r}; it has {', '.join(found)}")
            known[amount] = found[question.reading].house_edge
        return known[amount]

    return edge


def _find(place: Place, target: Fraction, edge: _Edge, start: Fraction) -> tuple[Fraction, bool]:
    step = Fraction(1, 100) if place.part == CONTRIBUTION else Fraction(100 if place.part == SEED else 1)
    first, second = start, start - step if place.part == CONTRIBUTION and start + step >= 1 else start + step
    for _ in range(_MOST_TRIES):
        rise = _value(edge(second)) - _value(edge(first))
        if not rise:
            raise DesignError(f"the house edge does not depend on {place}")
        found = first + (target - _value(edge(first))) * (second - first) / rise
        # Only pays can change the best play; and what nobody could pay need not be tried.
        if place.part != PAYS or found < 0:
            return found, True
        tried = _workable(found, edge)
        reached = edge(tried)
        miss = abs(_value(reached) - target)
        if miss == 0 or (reached.exact is None and miss <= max(reached.error, _NEAR)):
            return tried, reached.exact is not None
        if tried in (first, second):
            # Nothing nearer can be worked out: what is left to the target is less than one such part, and a line.
            return found, False
        first, second = second, tried
    raise DesignError(f"no amount for {place} was found in {_MOST_TRIES} tries that gives {print_percent(target)}")


def _workable(amount: Fraction, edge: _Edge) -> Fraction:
    """An amount, or the nearest of few parts where the analysis refuses it: Double Draw Poker is in whole numbers."""
    for parts in _PARTS:
        try:
            edge(amount)
        except PaytableError:
            amount = amount.limit_denominator(parts)
        else:
            break
    return amount


def _value(figure: Figure) -> Fraction:
    return figure.exact if figure.exact is not None else Fraction(figure.value)


def _verify_allowed(place: Place, target: Fraction, amount: Fraction) -> None:
    """Refuse what no paytable can say."""
    wanted = f"a house edge of {float(target * 100):g}%"
    if place.part == CONTRIBUTION and not 0 < amount < 1:
        raise DesignError(f"{wanted} would need a contribution of {float(amount * 100):.4f}%: it must be within 0-100%")
    if amount < 0:
        raise DesignError(f"{wanted} would need {float(amount):.4f} at {place}: it cannot be less than nothing")
