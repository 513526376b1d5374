"""Counts how many hands win each row of a bonus wager: three cards of 52, or the best five of six of 52 or 53.

Six cards of the 53-card deck are six of the 52, or the joker with five of the 52. The joker is read in two ways. By
the rules the best five of the six count. The approval's own arithmetic takes the joker, when dealt, as one of the five.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final

from pitboss.cards import CARDS, THREE_CARD_POKER, FiveCardCategory, HandValue, best_five, parse_cards
from pitboss.errors import UnknownNameError
from pitboss.lab.counting import read_counts
from pitboss.lab.outcome_table import OutcomeTable
from pitboss.lab.sheet import PRINTED, RULES
from pitboss.lab.work import Resources, Work, only, remembered
from pitboss.paytables import WAGERS, Game, Wager, WagerPaytable

_MODULES: Final = ("pitboss.lab.bonus.counts", "pitboss.cards")

SIX_OF_52: Final = "six of 52"
JOKER_AND_FIVE: Final = "joker and five of 52"
JOKER_COUNTED: Final = "joker and five of 52, the joker counted"


def six_card_kinds(which: str, resources: Resources | None = None) -> dict[FiveCardCategory, int]:
    """The number of hands of each kind in a named set of hands.

    >>> kinds = six_card_kinds(JOKER_AND_FIVE)
    >>> kinds[FiveCardCategory.FIVE_ACES], sum(kinds.values())
    (48, 2598960)
    """
    work = Work("six-card-kinds", {"which": which}, _MODULES, 1, _count_kinds)
    counts = remembered(work, resources or Resources(processes=1), only)
    return {kind: counts[kind] for kind in FiveCardCategory}


def _count_kinds(inputs: Mapping[str, Any], _block: int) -> list[int]:
    return _kinds(inputs["which"])


# Cached, so that the same few numbers are counted only once, even without a store.
@cache
def _kinds(which: str) -> list[int]:
    import numpy as np  # noqa: PLC0415

    from pitboss.cards.batch import best_five_of_six, every_hand, five_card  # noqa: PLC0415

    if which == SIX_OF_52:
        kinds = best_five_of_six().categories(every_hand(52, 6))
    else:
        fives = every_hand(52, 5)
        joker = np.full((len(fives), 1), CARDS[52].code, np.uint8)
        if which == JOKER_AND_FIVE:
            kinds = best_five_of_six().categories(np.hstack([fives, joker]))
        else:
            with_joker = (np.hstack([np.delete(fives, left_out, axis=1), joker]) for left_out in range(5))
            kinds = np.max([five_card().categories(hands) for hands in with_joker], axis=0)
    return [int(np.count_nonzero(kinds == kind)) for kind in FiveCardCategory]


def three_card_rows(wager: str, resources: Resources | None = None) -> dict[str, int]:
    """How many of the 22,100 hands of Three Card Poker win each row of a wager, by the rules.

    >>> three_card_rows("pair-plus")
    {'straight-flush': 48, 'three-of-a-kind': 52, 'straight': 720, 'flush': 1096, 'pair': 3744}
    """
    modules = (*_MODULES, "pitboss.paytables.wagers")
    work = Work("three-card-rows", {"wager": wager}, modules, 1, _count_rows)
    counts: dict[str, int] = remembered(work, resources or Resources(processes=1), only)
    return counts


def _count_rows(inputs: Mapping[str, Any], _block: int) -> dict[str, int]:
    return _rows(inputs["wager"])


@cache
def _rows(wager: str) -> dict[str, int]:
    rows = WAGERS[Game.THREE_CARD_POKER][wager].hands
    counts: Counter[str] = Counter({row.slug: 0 for row in rows})
    for cards in combinations(CARDS[:52], 3):
        value = THREE_CARD_POKER.read(cards)
        counts.update([row.slug for row in rows if row.matches(value)][:1])
    return dict(counts)


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
