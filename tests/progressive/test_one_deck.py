"""What one deck can deal to several seats at once: held against every hand of the deck, and by dealing it."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from pitboss.cards import DECK_52, DECK_53, THREE_CARD_POKER, best_five
from pitboss.cards.batch import decode, every_hand, five_card
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.paytables import WAGERS, Game
from pitboss.progressive import one_deck
from pitboss.progressive.one_deck import clashing_seats

SEATS = 7
THREE_CARD, SAN_LO = Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO
SIZES = {THREE_CARD: 3, SAN_LO: 6}
RULES = {THREE_CARD: ThreeCardPokerRules, SAN_LO: FortuneSanLoRules}
DECKS = {THREE_CARD: DECK_52, SAN_LO: DECK_53}
ROWS = {game: [hand.slug for hand in WAGERS[game]["progressive"].hands] for game in SIZES}


def row_of(game, cards):
    """The row of the progressive that pays a dealt hand."""
    worth = THREE_CARD_POKER.value(cards) if game is THREE_CARD else best_five(cards)
    return next((hand.slug for hand in WAGERS[game]["progressive"].hands if hand.matches(worth)), None)


def is_refused(rows):
    """Whether the last of these hands is refused, wherever it comes in the game."""
    hands = dict(enumerate(rows, 1))
    return any(
        clashing_seats(row, {other: hands[other] for other in hands if other != seat}) for seat, row in hands.items()
    )


# ---- the cards of the scarce hands


def test_the_scarce_hands_of_three_cards_are_all_there_are():
    found = {}
    for cards in combinations(DECK_52.cards, 3):
        found.setdefault(row_of(THREE_CARD, cards), set()).add(frozenset(cards))
    for row in ROWS[THREE_CARD][:2]:
        assert set(one_deck._MADE_OF[row]) == found[row]


def test_the_scarce_hands_of_six_cards_hold_five_of_those_there_are():
    """All 2,869,685 hands of five cards, by the kernel: a hand of six has one of them in it or is none."""
    hands = every_hand(53, 5)
    categories = five_card().categories(hands)
    for row, numbers in (("five-aces", (11,)), ("royal-flush", (9, 10))):
        found = {frozenset(cards) for number in numbers for cards in decode(hands[categories == number])}
        assert set(one_deck._MADE_OF[row]) == found


# ---- every combination of hands


@cache
def cards_of(game):
    """The cards of hands by their row: for six cards the five that count, some thousand of each row."""
    found = {row: [] for row in ROWS[game]}
    if game is THREE_CARD:
        for cards in combinations(DECK_52.cards, 3):
            found.get(row_of(game, cards), []).append(frozenset(cards))
        return found
    hands = every_hand(53, 5)
    categories = five_card().categories(hands)
    for row, numbers in zip(ROWS[game], ((11,), (10, 9), (8,), (7,), (6,), (5,), (4,)), strict=True):
        of_row = [hands[categories == number] for number in numbers]
        found[row] = [frozenset(cards) for some in of_row for cards in decode(some[:: max(1, len(some) // 4000)])]
    return found


def deal(game, rows):
    """Hands of these rows for all seats from one deck; those that many cards make come last."""
    for attempt in range(500):
        hands = _try_to_deal(game, rows, Random(attempt))
        if hands is not None:
            return hands
    raise AssertionError(f"{rows} cannot be dealt, or not found in 500 attempts")


def _try_to_deal(game, rows, chance):
    free, hands = set(DECKS[game].cards), []
    for row in rows:
        made = [cards for cards in cards_of(game)[row] if cards <= free]
        if not made:
            return None
        hands.append(list(chance.choice(made)))
        free -= set(hands[-1])
    for row, hand in zip(rows, hands, strict=True):
        rest = sorted(free, key=lambda _: chance.random())
        while len(hand) < SIZES[game]:
            card = next((card for card in rest if row_of(game, [*hand, card]) == row), None)
            if card is None:
                return None
            hand.append(card)
            free.discard(card)
    return hands


@pytest.mark.parametrize(("game", "wanted"), [(THREE_CARD, (174, 156)), (SAN_LO, (981, 735))], ids=list(SIZES))
def test_every_combination_that_is_not_refused_can_be_dealt(game, wanted):
    """To all seats at once, from one deck. With fewer hands a part of one of these is dealt, which can be too."""
    assert RULES[game].most_seats == SEATS
    dealt = refused = 0
    for rows in combinations_with_replacement(ROWS[game], SEATS):
        if is_refused(rows):
            refused += 1
            continue
        dealt += 1
        hands = deal(game, rows)
        assert [row_of(game, hand) for hand in hands] == list(rows)
        cards = [card for hand in hands for card in hand]
        assert len(set(cards)) == len(cards) == SEATS * SIZES[game]
        assert set(cards) <= set(DECKS[game].cards)
    assert (dealt, refused) == wanted


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_fewer_hands_that_are_not_refused_are_a_part_of_seven_that_are_not(game):
    """The lowest hand can always be dealt to the other seats: what is tried above is all there is."""
    for many in range(SEATS):
        for rows in combinations_with_replacement(ROWS[game], many):
            assert is_refused(rows) == is_refused((*rows, *ROWS[game][-1:] * (SEATS - many)))


def test_what_is_refused_names_the_seats_that_have_the_cards():
    assert clashing_seats("akq-of-spades", {2: "straight", 5: "akq-of-spades"}) == (5,)
    others = {1: "akq-of-another-suit", 4: "akq-of-another-suit", 7: "akq-of-another-suit"}
    assert clashing_seats("akq-of-another-suit", others) == (1, 4, 7)
    assert clashing_seats("akq-of-spades", others) == ()
    royals = dict.fromkeys((1, 2, 3, 4), "royal-flush")
    assert clashing_seats("royal-flush", royals) == (1, 2, 3, 4)
    assert clashing_seats("five-aces", royals) == (1,)
    assert clashing_seats("five-aces", {3: "five-aces"}) == (3,)
