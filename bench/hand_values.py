"""How fast hands are valued: one core, compilation not counted, best of several runs.

Speeds depend on the machine, so there are ratios within this run: against one plain pass of NumPy over the same bytes
(what just reading the hands costs), against the readable ranking, and against the peers on the same hands. Hands are
dealt at random and in any order, except where all of them are gone through; six cards are categorised, the others get
their strength.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealt_hands import RUNS, same_hands, worth_of
from groups import ARRAYS, SAME_HANDS
from pitboss.cards import CARDS, FIVE_CARD
from pitboss.cards.batch import best_five_of_six, every_hand, five_card, san_lo, three_card_poker
from rows import OURS, Row
from telling import tell
from timing import seconds

ARRAY_RUNS = 15
Hands = NDArray[np.uint8]


def dealt(number: int, deck_size: int, hand_size: int) -> Hands:
    """Random hands, their cards in the order dealt."""
    rng = np.random.default_rng(deck_size * 10 + hand_size)
    drawn = rng.integers(0, deck_size, (number * 3, hand_size), np.uint8)
    in_order = np.sort(drawn, axis=1)
    distinct = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    return np.ascontiguousarray(drawn[distinct][:number])


def among_peers(quick: bool) -> Iterator[Row]:
    codes = same_hands(quick)
    hands, cards = np.array(codes, np.uint8), [tuple(CARDS[code] for code in hand) for hand in codes]
    out = np.empty(len(hands), np.uint16)
    row = partial(Row, SAME_HANDS, unit="M hands/s")
    taken = seconds(lambda: five_card().strengths(hands, out), ARRAY_RUNS)
    yield row(
        work="one call for all",
        who=OURS,
        figure=len(hands) / taken / 1e6,
        measured=f"{len(hands):,} hands of 52 cards as an array, best of {ARRAY_RUNS}: `five_card().strengths`.",
        name="same-hands",
        worth=worth_of(out.tolist()),
    )
    taken = seconds(lambda: [FIVE_CARD.value(hand) for hand in cards], RUNS)
    yield row(
        work="one hand a call, by the readable rules",
        who=OURS,
        figure=len(hands) / taken / 1e6,
        measured=f"The same hands one by one, best of {RUNS}: `FIVE_CARD.value`, written to be read.",
        against="same-hands",
    )


def arrays(quick: bool) -> Iterator[Row]:
    number, runs = (100_000, 2) if quick else (4_000_000, ARRAY_RUNS)
    row = partial(valued, runs=runs)
    strengths, categories = np.empty(number, np.uint16), np.empty(number, np.uint8)
    for deck_size in (52, 53, 54):
        hands = dealt(number, deck_size, 5)
        work = f"five cards of {deck_size}"
        yield row(work, hands, partial(five_card().strengths, hands, strengths), mark=335, name=work)
        if deck_size == 52:
            yield row("the same bytes, only read", hands, hands.max, who=f"NumPy {np.__version__}", against=work)
    for name, ranking, deck_size in (("Three Card Poker", three_card_poker(), 52), ("San Lo high", san_lo()[0], 53)):
        hands = dealt(number, deck_size, 3)
        yield row(f"three cards of {deck_size}, {name}", hands, partial(ranking.strengths, hands, strengths))
    hands = dealt(number, 53, 6)
    yield row("six cards of 53, categorised", hands, partial(best_five_of_six().categories, hands, categories))
    every = every_hand(52, 5)
    out = np.empty(len(every), np.uint16)
    yield row("every five-card hand of 52", every, partial(five_card().strengths, every, out))
    every = every_hand(53, 6)
    work = "every six-card hand of 53, categorised"
    yield row(work, every, partial(best_five_of_six().categories, every, np.empty(len(every), np.uint8)), mark=100)


def valued(work: str, hands: Hands, value: Callable[[], object], *, runs: int, who: str = OURS, **more: Any) -> Row:
    order = "in order" if work.startswith("every") else "dealt at random"
    measured = f"{len(hands):,} hands {order}, as an array, best of {runs}."
    return Row(ARRAYS, work, who, len(hands) / seconds(value, runs) / 1e6, "M hands/s", measured, **more)


def measure(quick: bool) -> Iterator[Row]:
    yield from among_peers(quick)
    yield from arrays(quick)


if __name__ == "__main__":
    tell(measure)
