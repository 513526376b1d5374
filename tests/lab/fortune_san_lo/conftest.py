"""A deck so small that every deal can be gone through by the readable rules: jacks to aces and the joker."""

from itertools import combinations

import pytest

from pitboss.cards import CARDS
from pitboss.games.fortune_san_lo.house_way import house_way
from pitboss.lab.fortune_san_lo.dealer import dealer_table
from pitboss.lab.fortune_san_lo.held import held_cards

LOWEST = 36


@pytest.fixture(scope="package")
def dealer():
    return dealer_table()


@pytest.fixture(scope="package")
def held(dealer):
    return held_cards(dealer)


@pytest.fixture(scope="package")
def small_dealer(dealer):
    return dealer.of_cards_from(LOWEST)


@pytest.fixture(scope="package")
def small_held(small_dealer):
    return held_cards(small_dealer)


@pytest.fixture(scope="package")
def small_hands():
    """Every hand of the small deck, set the house way by the readable rules."""
    return {cards: house_way(cards).setting for cards in combinations(CARDS[LOWEST:53], 6)}
