from dataclasses import replace

import pytest

from pitboss.cards import CARDS, DECK_52
from pitboss.errors import DuplicateCardError
from pitboss.shuffler import FalseOpeningError, RecordError, Seal, SealedDeck, SeenCards, WrongDeckError
from pitboss.sources import SeededEntropy


def crooked_deck():
    """A deck with two of clubs twice and no ace of spades, sealed by a house that left out the count."""
    honest = SealedDeck.of(DECK_52, DECK_52.cards, SeededEntropy("a drill"))
    crooked = object.__new__(SealedDeck)
    order = (*DECK_52.cards[:-1], CARDS[0])
    crooked.__dict__.update(deck=DECK_52, order=order, nonces=honest.nonces)
    return crooked


def test_what_was_dealt_is_proven(deck):
    deck.deal(5)
    seen = SeenCards(deck.seal, tuple(map(deck.open, (5, 1, 3))))
    seen.verify()
    assert not seen.is_complete
    assert SeenCards.from_json(seen.as_json()) == seen


def test_a_retired_deck_is_complete(deck):
    deck.retire()
    seen = SeenCards(deck.seal, deck.open_all())
    seen.verify()
    assert seen.is_complete


def test_one_false_opening_among_true_ones_is_named(deck):
    deck.retire()
    openings = list(deck.open_all())
    openings[16] = replace(openings[16], nonce=bytes(32))
    with pytest.raises(FalseOpeningError, match=r"^the opening of position 17 is false"):
        SeenCards(deck.seal, tuple(openings)).verify()


def test_a_crooked_deck_is_found_when_it_is_retired():
    crooked = crooked_deck()
    seen = SeenCards(crooked.seal, tuple(map(crooked.opening, range(1, 53))))
    with pytest.raises(WrongDeckError, match=r"^these 52 cards are not the 52-card deck: missing As; too many 2c$"):
        seen.verify()


def test_a_crooked_deck_is_found_by_who_has_seen_the_card_twice():
    crooked = crooked_deck()
    assert crooked.seal.proves(crooked.opening(52))
    seen = SeenCards(crooked.seal, (crooked.opening(1), crooked.opening(52)))
    with pytest.raises(DuplicateCardError, match=r"^2c appears twice, and the 52-card deck has only one$"):
        seen.verify()


def test_nothing_seen_proves_nothing():
    with pytest.raises(RecordError, match=r"^there is no opening, so nothing can be proven: give at least 1$"):
        SeenCards(Seal(DECK_52, bytes(32)), ())


def test_a_position_is_given_once(deck):
    deck.deal(2)
    with pytest.raises(RecordError, match=r"^position 2 is opened 2 times: give each position once$"):
        SeenCards(deck.seal, (deck.open(1), deck.open(2), deck.open(2)))


def test_as_many_openings_as_cards_are_not_a_whole_deck_when_a_position_is_not_there(deck):
    deck.retire()
    first, *rest = deck.open_all()
    seen = SeenCards(deck.seal, (replace(first, position=53), *rest))
    assert not seen.is_complete
    with pytest.raises(FalseOpeningError, match=r"^the opening of position 53 is false: the 52-card deck has 1 to 52$"):
        seen.verify()
