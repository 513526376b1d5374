"""Simulates Three Card Poker: one lookup for each hand, by its number among the 22,100."""

import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import CARDS, THREE_CARD_POKER, Card, FiveCardCategory, HandValue, parse_cards
from pitboss.cards.batch import best_five_of_six, every_hand, three_card_poker
from pitboss.cards.batch.kernel import six_in_columns
from pitboss.cards.batch.tables import Tables
from pitboss.errors import CardError
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.games.three_card_poker.round import dealer_plays
from pitboss.lab.bonus.counts import example_of
from pitboss.lab.simulation.dealing import Cards, Dealer
from pitboss.lab.simulation.spots import NOT_MADE, Ending, Spot, paid_endings
from pitboss.lab.simulation.table import (
    DealtTable,
    Endings,
    Luck,
    Rows,
    Seating,
    SeatingError,
    luck_or_none,
    thresholds,
)
from pitboss.lab.store import Store, key_of, put_file
from pitboss.lab.three_card_poker.ante import ante_endings, play_threshold
from pitboss.lab.work import Resources
from pitboss.paytables import WagerPaytable

Arrays = dict[str, NDArray[Any]]


def kept_arrays(
    name: str,
    inputs: Mapping[str, Any],
    modules: tuple[str, ...],
    make: Callable[[], Arrays],
    store: Store | None = None,
) -> Arrays:
    """Read arrays from the store, or make and store them. A file that cannot be read is made again.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     made = [kept_arrays("tens", {}, (), lambda n=n: {"tens": np.full(n, 10)}, store) for n in (2, 3)]
    >>> [len(arrays["tens"]) for arrays in made]
    [2, 2]
    """
    key = key_of(name, inputs, modules)
    file = (store or Store()).folder / key[:2] / f"{key[2:]}.npz"
    try:
        with np.load(file) as kept:
            return dict(kept)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error):
        arrays = make()
        put_file(file, lambda draft: np.savez(draft, allow_pickle=False, **arrays))
        return arrays


PLAY_FROM: Final = "play-from"
"""The habit: the lowest hand that is played, as cards."""

_OPTIONAL: Final = ("pair-plus", "six-card-bonus", "progressive")
_MODULES: Final = (
    "pitboss.cards",
    "pitboss.games.three_card_poker",
    "pitboss.paytables",
    "pitboss.lab.bonus",
    "pitboss.lab.three_card_poker",
    "pitboss.lab.simulation.three_card_poker",
)
# The packed data of a hand, in one number: its strength, then the rows of Ante Bonus, Pair Plus and progressive.
_STRENGTH: Final = np.uint32((1 << 10) - 1)
_ROW: Final = np.uint32(7)
_ANTE_BONUS, _PAIR_PLUS, _PROGRESSIVE = np.uint32(10), np.uint32(13), np.uint32(16)
_CHOOSE_2: Final = np.array([card * (card - 1) // 2 for card in range(53)], np.uint32)
_CHOOSE_3: Final = np.array([card * (card - 1) * (card - 2) // 6 for card in range(53)], np.uint32)


class _Felt(NamedTuple):
    """Everything that the kernel knows. Spots that the table or the players do not have are -1."""

    hands: NDArray[np.uint32]
    """By number: strength and rows."""
    dealer_from: int
    """The lowest strength with which the dealer plays."""
    play_from: int
    """The lowest strength that the players play."""
    folded_qualify: bool
    best_five: Tables
    """The lookup table of the category of six cards."""
    six_rows: NDArray[np.uint8]
    """The row of the bonus by category of the best five."""
    spots: tuple[int, int, int, int]
    """The indexes of Ante, Pair Plus, 6 Card Bonus and progressive among the endings."""
    made_below: NDArray[np.int64]


class ThreeCardPokerTable(DealtTable):
    """A table of Three Card Poker, compiled.

    >>> table = ThreeCardPokerTable(Seating(ThreeCardPokerRules(), 1, {"ante": 500, "pair-plus": 500}))
    >>> [spot.wager for spot in table.spots]
    ['ante', 'pair-plus']
    """

    def __init__(self, seating: Seating, resources: Resources | None = None) -> None:
        rules = seating.rules
        assert isinstance(rules, ThreeCardPokerRules)
        self.spots = _spots(rules, seating)
        wagers = [spot.wager for spot in self.spots]
        places = [wagers.index(name) if name in wagers else -1 for name in ("ante", *_OPTIONAL)]
        known = _known(rules, seating, resources)
        self.felt = _Felt(
            known["hands"],
            int(known["lowest"][0]),
            int(known["lowest"][1]),
            rules.folded_hands_qualify,
            Tables(known["keys"], known["bias"][0], known["offsets"], known["cells"], known["flushes"]),
            known["six_rows"],
            (places[0], places[1], places[2], places[3]),
            thresholds(seating, _OPTIONAL),
        )
        self.dealer = Dealer(52, 3 * (seating.seats + 1))

    def play_cards(self, cards: Cards, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play rounds with given cards: three for each seat, then three for the dealer."""
        play(cards, luck_or_none(luck, endings), self.felt, np.empty(rows.shape, np.uint8), endings, rows)


def _known(rules: ThreeCardPokerRules, seating: Seating, resources: Resources | None) -> Arrays:
    """The packed data of all hands, for these paytables and habits."""
    inputs = {"habits": dict(seating.habits), "paytables": [each.as_json() for each in rules.paytables().values()]}
    store = resources.store if resources is not None else None
    return kept_arrays("three-card-poker-hands", inputs, _MODULES, lambda: _make_hands(rules, seating), store)


def _make_hands(rules: ThreeCardPokerRules, seating: Seating) -> Arrays:
    best = best_five_of_six().category_tables
    return {
        "hands": _hands(rules),
        "lowest": np.array([_lowest(dealer_plays), _play_from(rules, seating)]),
        "six_rows": _six_rows(rules),
    } | (best._asdict() | {"bias": np.array([best.bias], np.uint64)})


def _spots(rules: ThreeCardPokerRules, seating: Seating) -> tuple[Spot, ...]:
    pays: dict[str, tuple[Ending, ...]] = {
        "ante": tuple(
            Ending(ending.slug, ending.label, ending.net, staked=1 + (ending.slug != "fold"))
            for ending in ante_endings(rules.paytable["ante-bonus"])
        ),
        "pair-plus": paid_endings(rules.paytable["pair-plus"]),
    }
    for wager, paytable in (("six-card-bonus", rules.six_card_bonus), ("progressive", rules.progressive)):
        if paytable is not None:
            pays[wager] = paid_endings(paytable[wager])
    return tuple(Spot.on(rules, wager, seating.bets[wager], pays[wager]) for wager in pays if wager in seating.bets)


def _hands(rules: ThreeCardPokerRules) -> NDArray[np.uint32]:
    """Strength and rows of every hand, found by the readable rules."""
    codes = every_hand(52, 3)
    strengths = three_card_poker().strengths(codes)
    numbers = _CHOOSE_3[codes.max(axis=1)] + _CHOOSE_2[np.sort(codes, axis=1)[:, 1]] + codes.min(axis=1)
    hands = np.empty(len(codes), np.uint32)
    progressive = rules.progressive["progressive"] if rules.progressive is not None else None
    columns = (
        (rules.paytable["ante-bonus"], _ANTE_BONUS),
        (rules.paytable["pair-plus"], _PAIR_PLUS),
        (progressive, _PROGRESSIVE),
    )
    for number, strength, row in zip(numbers, strengths, codes.tolist(), strict=True):
        value = THREE_CARD_POKER.read([CARDS[code] for code in row])
        hands[number] = int(strength) + sum(_row(wager, value) << int(shift) for wager, shift in columns)
    return hands


def _row(wager: WagerPaytable | None, value: HandValue) -> int:
    """The row that pays a hand, counted from 1; 0 if none does."""
    if wager is None:
        return 0
    return next((number for number, row in enumerate(wager.rows, 1) if row.hand.matches(value)), 0)


def _six_rows(rules: ThreeCardPokerRules) -> NDArray[np.uint8]:
    if rules.six_card_bonus is None:
        return np.zeros(len(FiveCardCategory), np.uint8)
    wager = rules.six_card_bonus["six-card-bonus"]
    return np.array([_row(wager, example_of(kind)) for kind in FiveCardCategory], np.uint8)


def _lowest(is_enough) -> int:  # type: ignore[no-untyped-def]
    """The lowest strength that is enough; all higher ones are enough too."""
    ranking = three_card_poker()
    values = [HandValue(*ranking.meaning(strength), ()) for strength in range(ranking.number_of_strengths)]
    return next(strength for strength, value in enumerate(values) if is_enough(value))


def _play_from(rules: ThreeCardPokerRules, seating: Seating) -> int:
    play_from = seating.habits.get(PLAY_FROM)
    best = play_threshold(rules.paytable["ante-bonus"]).lowest_played
    lowest = THREE_CARD_POKER.value(_cards(play_from)) if play_from else best
    return _lowest(lambda value: value >= lowest)


def _cards(text: object) -> tuple[Card, ...]:
    try:
        cards = parse_cards(str(text))
    except CardError as error:
        raise SeatingError(f"{PLAY_FROM} {text!r}: {error}") from None
    if len(set(cards)) != 3 or len(cards) != 3:
        raise SeatingError(f"{PLAY_FROM} {text!r}: write the three cards of the lowest hand that is played")
    return cards


@njit(cache=True, nogil=True)
def play(cards, luck, felt, kinds, endings, rows):  # type: ignore[no-untyped-def]
    """Play the rounds of a chunk together; ``kinds`` is work space for the category of each seat's six cards."""
    seats = endings.shape[0]
    dealer = 3 * seats
    if felt.spots[2] >= 0:
        for seat in range(seats):
            first = 3 * seat
            places = (first, first + 1, first + 2, dealer, dealer + 1, dealer + 2)
            six_in_columns(cards, places, felt.best_five, kinds[seat])
    _match(cards, luck, felt, kinds, endings, rows)


@njit(cache=True, nogil=True)
def _match(cards, luck, felt, kinds, endings, rows):  # type: ignore[no-untyped-def]
    ante, pair_plus, six_card, progressive = felt.spots
    hands, six_rows, play_from, dealer_from = felt.hands, felt.six_rows, felt.play_from, felt.dealer_from
    pair_below, six_below, progressive_below = felt.made_below[0], felt.made_below[1], felt.made_below[2]
    seats = endings.shape[0]
    for number in range(endings.shape[2]):
        dealer = hands[_number(cards, 3 * seats, number)] & _STRENGTH
        for seat in range(seats):
            hand = hands[_number(cards, 3 * seat, number)]
            strength = hand & _STRENGTH
            folded = ante >= 0 and strength < play_from
            if ante >= 0:
                ending = 0
                if not folded:
                    ending = 1 + 4 * (hand >> _ANTE_BONUS & _ROW)
                    if dealer >= dealer_from:
                        ending += 1 + (strength <= dealer) + (strength < dealer)
                endings[seat, ante, number] = ending
            if pair_plus >= 0:
                won = 0 if folded else hand >> _PAIR_PLUS & _ROW
                endings[seat, pair_plus, number] = won if luck[seat, 0, number] < pair_below else NOT_MADE
            if six_card >= 0:
                won = six_rows[kinds[seat, number]]
                endings[seat, six_card, number] = won if luck[seat, 1, number] < six_below else NOT_MADE
            if progressive >= 0:
                won = 0 if folded and not felt.folded_qualify else hand >> _PROGRESSIVE & _ROW
                rows[seat, number] = won
                endings[seat, progressive, number] = won if luck[seat, 2, number] < progressive_below else NOT_MADE


@njit(cache=True, nogil=True)
def _number(cards, first, column):  # type: ignore[no-untyped-def]
    """The number of the hand of three cards from this one on."""
    a, b, c = cards[first, column], cards[first + 1, column], cards[first + 2, column]
    low, high = min(a, b), max(a, b)
    top, rest = max(high, c), min(high, c)
    return _CHOOSE_3[top] + _CHOOSE_2[max(low, rest)] + np.uint32(min(low, rest))
