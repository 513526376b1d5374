"""How fast other libraries value five cards: one core, each by its fastest documented call, hands made ready before.

Runs in the environment of the peers. None of the four values whole arrays, so each is called in a loop.
"""

from collections.abc import Callable, Iterator
from importlib import import_module

from dealt_hands import FACES, RUNS, same_hands, worth_of
from groups import SAME_HANDS
from rows import Row, not_measured
from telling import tell
from timing import seconds
from titles import title

Valuer = Callable[[list[list[int]]], Callable[[], list[int]]]
"""Makes hands ready in the form a library wants; what it gives values them all."""


def phevaluator(hands: list[list[int]]) -> Callable[[], list[int]]:
    value = import_module("phevaluator").evaluate_5cards
    return lambda: [value(*hand) for hand in hands]


def eval7(hands: list[list[int]]) -> Callable[[], list[int]]:
    library = import_module("eval7")
    ready = [[library.Card(FACES[code]) for code in hand] for hand in hands]
    return lambda: list(map(library.evaluate, ready))


def treys(hands: list[list[int]]) -> Callable[[], list[int]]:
    library = import_module("treys")
    ready = [[library.Card.new(FACES[code]) for code in hand] for hand in hands]
    value = library.Evaluator().evaluate
    return lambda: [value(hand, []) for hand in ready]


def pokerkit(hands: list[list[int]]) -> Callable[[], list[int]]:
    library = import_module("pokerkit")
    cards = [next(library.Card.parse(face)) for face in FACES]
    ready = [tuple(cards[code] for code in hand) for hand in hands]
    value = library.StandardHighHand.lookup.get_entry
    return lambda: [value(hand).index for hand in ready]


HIGHER, LOWER = 1, -1
"""Which number the better hand has."""
PEERS: dict[str, tuple[Valuer, int, str]] = {
    "phevaluator": (phevaluator, LOWER, "`evaluate_5cards` with the numbers of the cards, C behind one call a hand"),
    "eval7": (eval7, HIGHER, "`evaluate` on lists of its cards, C behind one call a hand"),
    "treys": (treys, LOWER, "`Evaluator.evaluate` on its integers, Python"),
    "pokerkit": (pokerkit, HIGHER, "the entry of its look-up, the quickest of its documented ways, Python"),
}


def measure(quick: bool) -> Iterator[Row]:
    hands = same_hands(quick)
    for name, (valuer, better, way) in PEERS.items():
        try:
            value = valuer(hands)
        except ImportError as error:
            yield not_measured(SAME_HANDS, "one hand a call", name, str(error))
            continue
        rate = len(hands) / seconds(value, RUNS) / 1e6
        yield Row(
            SAME_HANDS,
            "one hand a call",
            title(name),
            rate,
            "M hands/s",
            f"The same {len(hands):,} hands in its own form, best of {RUNS}; {way}. It has no call for arrays.",
            against="same-hands",
            worth=worth_of(better * number for number in value()),
        )


if __name__ == "__main__":
    tell(measure)
