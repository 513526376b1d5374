"""Random words and cards by counting: known answers, fairness, and the same round wherever it is dealt."""

import numpy as np
import pytest

from pitboss.lab.simulation.dealing import CHUNK, Dealer, _choose_again
from pitboss.lab.simulation.philox import CARDS, four_words, one_word, philox


def philox_by_the_paper(counter, key):
    """Philox 4x32-10 in plain integers, written apart from the kernel."""
    c, k = list(counter), list(key)
    for _ in range(10):
        high_0, low_0 = divmod(0xD2511F53 * c[0], 2**32)
        high_1, low_1 = divmod(0xCD9E8D57 * c[2], 2**32)
        c = [high_1 ^ c[1] ^ k[0], low_1, high_0 ^ c[3] ^ k[1], low_0]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((2**32 - 1,) * 4, (2**32 - 1,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_the_known_answers_of_philox(counter, key, words):
    expected = [int(word, 16) for word in words.split()]
    assert philox_by_the_paper(counter, key) == expected
    assert [int(word) for word in philox(*map(np.uint64, (*counter, *key)))] == expected


def test_words_of_a_round_by_the_paper():
    seed, first, words = 2**40 + 17, 2**33 + 5, np.empty((4, 9), np.uint32)
    four_words(np.uint64(seed), first, 3, CARDS, words)
    for column in range(9):
        number = first + column
        counter = (number % 2**32, number >> 32, 3, CARDS)
        expected = philox_by_the_paper(counter, (seed % 2**32, seed >> 32))
        assert words[:, column].tolist() == expected
        assert [int(one_word(np.uint64(seed), number, 12 + place, CARDS)) for place in range(4)] == expected


@pytest.mark.parametrize(("deck", "cards"), [(52, 6), (53, 12), (54, 9), (52, 24)])
def test_a_deal_has_different_cards_of_the_deck_and_every_card_as_often(deck, cards):
    dealer, counts = Dealer(deck, cards), np.zeros((cards, deck))
    for chunk in range(100):
        dealt = dealer.deal(3, chunk * CHUNK, CHUNK)
        assert (np.diff(np.sort(dealt, axis=0), axis=0) > 0).all()
        for place in range(cards):
            counts[place] += np.bincount(dealt[place], minlength=deck)
    expected = 100 * CHUNK / deck
    # Each place has a chi-square with deck - 1 degrees of freedom; this is beyond five deviations of it.
    assert ((counts - expected) ** 2 / expected).sum(axis=1).max() < deck - 1 + 5 * np.sqrt(2 * (deck - 1))


def test_a_round_is_the_same_in_any_company():
    alone = [Dealer(53, 12).deal(8, number, 1)[:, 0].tolist() for number in range(40, 60)]
    together = Dealer(53, 12).deal(8, 30, 100)
    assert [together[:, number - 30].tolist() for number in range(40, 60)] == alone


def test_words_that_favour_a_card_are_replaced():
    """Of 2**32 words, 2**32 % 52 would be one too many for some cards: the lowest products."""
    words, chosen = np.array([0, 1, 2**32 - 1], np.uint32), np.zeros(3, np.uint8)
    unfair = 2**32 % 52
    _choose_again(np.uint64(1), 0, 0, np.uint64(52), np.uint64(unfair), words, chosen)
    assert chosen[2] == 51
    assert chosen[1] == 0  # its product, 52, is above 48 and stays
    product = int(one_word(np.uint64(1), 0, 0, 1)) * 52
    assert product % 2**32 >= unfair
    assert chosen[0] == product >> 32
