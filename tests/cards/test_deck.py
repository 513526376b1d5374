import pytest

from pitboss.cards import DECK_52, DECK_53, DECK_54, Deck, parse_cards, shoe
from pitboss.errors import CardError, DuplicateCardError, NotInDeckError


@pytest.mark.parametrize(
    ("deck", "size", "name"),
    [
        (DECK_52, 52, "52-card deck"),
        (DECK_53, 53, "53-card deck"),
        (DECK_54, 54, "54-card deck"),
        (shoe(1), 52, "52-card deck"),
        (shoe(6), 312, "six-deck shoe"),
        (shoe(12), 624, "12-deck shoe"),
    ],
)
def test_sizes_and_names(deck, size, name):
    assert (deck.size, len(deck.cards), str(deck)) == (size, size, name)


def test_a_shoe_holds_every_card_once_per_deck():
    assert all(shoe(6).cards.count(card) == 6 for card in DECK_52.cards)


@pytest.mark.parametrize(
    ("deck", "text", "error", "message"),
    [
        (DECK_52, "As Jk", NotInDeckError, "Jk is not in the 52-card deck"),
        (DECK_53, "Jk Jk", DuplicateCardError, "2 jokers are too many: the 53-card deck has 1"),
        (DECK_54, "Jk Jk Jk", DuplicateCardError, "3 jokers are too many: the 54-card deck has 2"),
        (DECK_52, "As Kd As", DuplicateCardError, "As appears twice, and the 52-card deck has only one"),
        (shoe(2), "As As As", DuplicateCardError, "As appears three times, and the two-deck shoe has only 2"),
        (shoe(2), "5c " * 5, DuplicateCardError, "5c appears 5 times, and the two-deck shoe has only 2"),
    ],
)
def test_cards_that_cannot_all_come_from_the_deck(deck, text, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        deck.check(parse_cards(text))


def test_cards_that_can():
    DECK_54.check(parse_cards("Jk Jk As Ad"))
    shoe(2).check(parse_cards("As As"))


def test_decks_that_nobody_sells():
    with pytest.raises(CardError, match="0, 1 or 2 jokers, not 3"):
        Deck(jokers=3)
    with pytest.raises(CardError, match="at least one deck, not 0"):
        shoe(0)
