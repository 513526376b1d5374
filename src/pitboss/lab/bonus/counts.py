"""Counts how many hands win each row of a bonus wager, and makes its outcome table."""

from collections import Counter
from functools import cache
from math import comb
from typing import Final

from pitboss.cards import FiveCardCategory, HandValue, best_five, parse_cards
from pitboss.errors import UnknownNameError
from pitboss.lab.bonus.hands import JOKER_AND_FIVE, JOKER_COUNTED, SIX_OF_52, six_card_kinds, three_card_rows
from pitboss.lab.counting import read_counts
from pitboss.lab.outcome_table import OutcomeTable
from pitboss.lab.sheet import PRINTED, RULES
from pitboss.lab.work import Resources
from pitboss.paytables import WAGERS, Game, Wager, WagerPaytable

_TCP, _SAN_LO = Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO

# The sets of hands that each wager's six cards come from, by outcome table.
_SIX_CARDS: Final = {
    (_TCP, "six-card-bonus", RULES): (SIX_OF_52,),
    (_SAN_LO, "fortune-bonus", RULES): (SIX_OF_52, JOKER_AND_FIVE),
    (_SAN_LO, "fortune-bonus", PRINTED): (SIX_OF_52, JOKER_COUNTED),
    (_SAN_LO, "progressive", RULES): (SIX_OF_52, JOKER_AND_FIVE),
    (_SAN_LO, "progressive", PRINTED): (SIX_OF_52, JOKER_COUNTED),
}
_THREE_CARDS: Final = {(_TCP, "pair-plus", RULES), (_TCP, "progressive", RULES)}

# One hand of each kind, to find the row that pays the kind.
_EXAMPLES: Final = {
    FiveCardCategory.HIGH_CARD: "As Kd 9h 6c 4s 2d",
    FiveCardCategory.PAIR: "As Ad 9h 6c 4s 2d",
    FiveCardCategory.TWO_PAIR: "As Ad 9h 9c 4s 2d",
    FiveCardCategory.THREE_OF_A_KIND: "As Ad Ah 9c 4s 2d",
    FiveCardCategory.STRAIGHT: "9s 8d 7h 6c 5s 2d",
    FiveCardCategory.FLUSH: "As Js 9s 6s 4s 2d",
    FiveCardCategory.FULL_HOUSE: "As Ad Ah 9c 9s 2d",
    FiveCardCategory.FOUR_OF_A_KIND: "As Ad Ah Ac 9s 2d",
    FiveCardCategory.STRAIGHT_FLUSH: "9s 8s 7s 6s 5s 2d",
    FiveCardCategory.WILD_ROYAL_FLUSH: "Jk Ks Qs Js Ts 2d",
    FiveCardCategory.NATURAL_ROYAL_FLUSH: "As Ks Qs Js Ts 2d",
    FiveCardCategory.FIVE_ACES: "As Ad Ah Ac Jk 2d",
}


def counts_for(
    game: Game, wager: str, reading: str = RULES, resources: Resources | None = None
) -> tuple[dict[str, int], int]:
    """How many hands win each row of a wager, and how many hands there are.

    >>> counts, total = counts_for(Game.THREE_CARD_POKER, "progressive")
    >>> list(counts.values()), total
    ([1, 3, 44, 52, 720], 22100)
    """
    key = (game, wager, reading)
    if key in _THREE_CARDS:
        return three_card_rows(wager, resources), comb(52, 3)
    if key not in _SIX_CARDS:
        known = "; ".join(f"{of} {name}, {read}" for of, name, read in [*_SIX_CARDS, *sorted(_THREE_CARDS)])
        raise UnknownNameError(f"the hands of {game} {wager}, {reading}, are not counted so; these are: {known}")
    counts: Counter[str] = Counter({hand.slug: 0 for hand in WAGERS[game][wager].hands})
    total = 0
    for which in _SIX_CARDS[key]:
        for kind, number in six_card_kinds(which, resources).items():
            total += number
            row = _row_of(WAGERS[game][wager], kind)
            counts.update({row: number} if row is not None else {})
    return dict(counts), total


def readings_of(game: Game, wager: str) -> tuple[str, ...]:
    """The names of the outcome tables of a wager; none if its hands are not counted here.

    >>> readings_of(Game.FORTUNE_SAN_LO, "progressive"), readings_of(Game.DOUBLE_DRAW, "bonus")
    (('rules', 'printed'), ())
    """
    return tuple(name for name in (RULES, PRINTED) if (game, wager, name) in {*_SIX_CARDS, *_THREE_CARDS})


def readings(wager: WagerPaytable, resources: Resources | None = None) -> dict[str, OutcomeTable]:
    """The outcome tables of a bonus wager that is not a progressive: by the rules and, if that differs, as printed.

    >>> from pitboss.paytables import load_catalogue
    >>> found = readings(load_catalogue()["FSLP-01"]["fortune-bonus"])
    >>> {name: str(reading.house_edge) for name, reading in found.items()}
    {'rules': '1.9005%', 'printed': '1.9971%'}
    """
    game, slug = wager.wager.game, wager.wager.slug
    if wager.wager.is_progressive:
        raise UnknownNameError(f"{game.label} {wager.wager.title} depends on its meter: ask pitboss.lab.progressives")
    counted = {name: counts_for(game, slug, name, resources) for name in readings_of(game, slug) or (RULES,)}
    return {name: read_counts(wager, counts, total, how=_how(total)) for name, (counts, total) in counted.items()}


def _how(total: int) -> str:
    return f"all {total:,} hands counted"


def _row_of(wager: Wager, kind: FiveCardCategory) -> str | None:
    value = example_of(kind)
    return next((hand.slug for hand in wager.hands if hand.matches(value)), None)


@cache
def example_of(kind: FiveCardCategory) -> HandValue:
    """An example hand of a kind, to find the row that pays the kind.

    >>> example_of(FiveCardCategory.FIVE_ACES).sentence
    'five aces'
    """
    value = best_five(parse_cards(_EXAMPLES[kind]))
    assert value.category is kind
    return value
