import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pitboss.cards import DECK_52, DECK_54, shoe
from pitboss.shuffler import (
    DeckInPlay,
    EntropyError,
    OutOfCardsError,
    RecordError,
    SealedCardError,
    SeenCards,
    ShufflerError,
    check_deck,
    shuffle_deck,
)
from pitboss.shuffler.allowed import is_allowed
from pitboss.sources import SeededEntropy, SystemEntropy


def again(deck):
    """The deck after it was stored and read back."""
    public, secret = json.dumps(deck.as_json()), json.dumps(deck.sealed.as_json())
    return DeckInPlay.from_json(json.loads(public), json.loads(secret))


def test_cards_leave_in_order_and_their_positions_are_remembered(deck):
    first, second = deck.deal(3), deck.deal(2)
    assert first + second == deck.sealed.order[:5]
    assert [packet.positions for packet in deck.packets] == [(1, 2, 3), (4, 5)]
    assert (deck.gone, deck.remaining) == (5, 47)


@given(st.lists(st.integers(1, 9)), st.integers(0, 100))
def test_no_card_is_ever_dealt_twice_however_the_deck_is_dealt(sizes, seed):
    deck = shuffle_deck(DECK_54, SeededEntropy(seed), is_drill=True)
    dealt = [card for size in sizes if deck.can_deal(size) for card in deck.deal(size)]
    dealt += deck.deal(deck.remaining) if deck.remaining else ()
    check_deck(DECK_54, dealt)
    assert not deck.can_deal()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (3, "3 cards were asked for, and 2 of the 52-card deck remain"),
        (0, "0 cards cannot be dealt: deal at least 1"),
        (-1, "-1 cards cannot be dealt: deal at least 1"),
    ],
)
def test_a_deal_that_is_not_possible_is_refused_and_changes_nothing(deck, number, reason):
    deck.deal(50)
    before = deck.as_json()
    for refused in (deck.deal, deck.burn, deck.verify_deal, deck.verify_burn):
        with pytest.raises(OutOfCardsError, match=f"^{reason}$"):
            refused(number)
    assert not deck.can_deal(number)
    assert not is_allowed(deck.verify_burn, number)
    assert deck.as_json() == before
    assert len(deck.deal(2)) == 2


def test_a_burned_card_is_gone_and_stays_sealed(deck):
    deck.burn()
    assert deck.deal(1) == deck.sealed.order[1:2]
    assert [packet.burned for packet in deck.packets] == [True, False]
    with pytest.raises(SealedCardError, match=r"^position 1 was burned face down, and stays sealed until the deck is"):
        deck.open(1)
    deck.retire()
    assert deck.open(1).card is deck.sealed.order[0]


def test_only_dealt_cards_open_while_the_deck_is_in_play(deck):
    deck.deal(3)
    assert [is_allowed(deck.verify_open, position) for position in (0, 1, 3, 4, 52, 53)] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]
    deck.seal.verify(deck.open(3))
    with pytest.raises(
        SealedCardError, match=r"^position 4 is not dealt yet, and stays sealed until the deck is retired$"
    ):
        deck.open(4)


def test_the_whole_deck_opens_only_when_it_is_retired(deck):
    deck.deal(3)
    with pytest.raises(
        SealedCardError, match=r"^the 52-card deck is still in play, and opens as a whole only when retired"
    ):
        deck.open_all()
    assert not is_allowed(deck.verify_open_all)
    deck.retire()
    openings = deck.open_all()
    assert tuple(opening.card for opening in openings) == deck.sealed.order
    SeenCards(deck.seal, openings).verify()


def test_a_retired_deck_deals_no_more(deck):
    deck.retire()
    with pytest.raises(OutOfCardsError, match=r"^no card leaves the 52-card deck any more: it is retired$"):
        deck.deal()
    with pytest.raises(ShufflerError, match=r"^the 52-card deck is retired already$"):
        deck.retire()
    assert not is_allowed(deck.verify_retire)


@pytest.mark.parametrize(
    ("decks", "percent", "cut_after"), [(6, 75, 234), (8, 75, 312), (1, 50, 26), (1, 1, 1), (6, 100, 312), (1, 75, 39)]
)
def test_the_cut_card_asks_for_a_shuffle_after_the_round(decks, percent, cut_after):
    deck = shuffle_deck(shoe(decks), SeededEntropy(1), cut_percent=percent, is_drill=True)
    assert deck.cut_after == cut_after
    if cut_after > 1:
        deck.deal(cut_after - 1)
    assert not deck.needs_reshuffle
    deck.deal()
    assert deck.needs_reshuffle
    assert deck.can_deal() == (percent < 100)  # the round is played to its end


def test_without_a_cut_card_every_round_needs_a_shuffle(deck):
    assert not deck.needs_reshuffle
    deck.deal()
    assert deck.needs_reshuffle


def test_a_retired_deck_needs_a_shuffle():
    deck = shuffle_deck(shoe(6), SeededEntropy(1), cut_percent=75, is_drill=True)
    deck.retire()
    assert deck.needs_reshuffle


@pytest.mark.parametrize("percent", [0, -5, 101])
def test_a_cut_card_outside_the_shoe_is_refused(percent):
    with pytest.raises(ShufflerError, match=f"^a cut card at {percent}% is not in the shoe: choose 1 to 100$"):
        shuffle_deck(shoe(6), SeededEntropy(1), cut_percent=percent, is_drill=True)


def test_a_cut_card_after_more_cards_than_there_are_is_refused(deck):
    with pytest.raises(ShufflerError, match=r"^a cut card after 53 cards is not in the deck: it has 52 cards$"):
        DeckInPlay(deck.sealed, cut_after=53)


def test_a_live_deck_refuses_a_seed_and_takes_the_system():
    with pytest.raises(EntropyError, match=r"^a live table is not dealt from SeededEntropy"):
        shuffle_deck(DECK_52, SeededEntropy(1))
    assert shuffle_deck(DECK_52, SystemEntropy()).remaining == 52


def test_the_start_position_is_sealed_with_the_deck(deck):
    started = shuffle_deck(DECK_54, SeededEntropy(1), start_positions=7, is_drill=True)
    assert 1 <= started.open_start().number <= 7
    assert started.seal.proves_start(started.open_start())
    assert again(started) == started
    assert not deck.can_open_start()


def test_nothing_that_is_printed_or_public_names_a_card(deck):
    deck.burn()
    deck.deal(3)
    assert repr(deck).startswith("DeckInPlay(sealed=SealedDeck(deck=Deck(jokers=0, copies=1)), cut_after=None")
    public = json.dumps(deck.as_json())
    assert not any(f'"{card}"' in public for card in DECK_52.cards)
    assert not any(nonce.hex() in public for nonce in deck.sealed.nonces)


def test_public_and_secret_records_must_belong_together(deck):
    other = shuffle_deck(DECK_52, SeededEntropy("another drill"), is_drill=True)
    with pytest.raises(RecordError, match=r"^the sealed deck is a 52-card deck under root \w{16}\.\.\., and not the"):
        DeckInPlay.from_json(deck.as_json(), other.sealed.as_json())


def test_two_cards_exchanged_in_the_store_are_found(deck):
    secret = deck.sealed.as_json()
    secret["order"][40], secret["order"][41] = secret["order"][41], secret["order"][40]
    with pytest.raises(RecordError, match=r"and not the published"):
        DeckInPlay.from_json(deck.as_json(), secret)


def test_a_record_that_deals_more_than_the_deck_is_refused(deck):
    record = deck.as_json() | {"packets": [{"cards": 50, "burned": False}, {"cards": 3, "burned": True}]}
    with pytest.raises(OutOfCardsError, match=r"^3 cards were asked for, and 2 of the 52-card deck remain$"):
        DeckInPlay.from_json(record, deck.sealed.as_json())


class AnyHandling(RuleBasedStateMachine):
    """A deck handled in any way, stored and read back at any moment, beside a plain list of its cards."""

    def __init__(self):
        super().__init__()
        self.deck = shuffle_deck(DECK_52, SeededEntropy("any handling"), cut_percent=75, is_drill=True)
        self.pile = list(self.deck.sealed.order)

    @precondition(lambda self: self.pile and not self.deck.retired)
    @rule(number=st.integers(1, 9))
    def deal(self, number):
        if number > len(self.pile):
            assert not self.deck.can_deal(number)
            return
        assert list(self.deck.deal(number)) == [self.pile.pop(0) for _ in range(number)]

    @precondition(lambda self: self.pile and not self.deck.retired)
    @rule()
    def burn(self):
        self.deck.burn()
        self.pile.pop(0)

    @precondition(lambda self: len(self.pile) < 20 and not self.deck.retired)
    @rule()
    def retire(self):
        self.deck.retire()

    @rule()
    def store_and_restore(self):
        restored = again(self.deck)
        assert restored == self.deck
        self.deck = restored

    @invariant()
    def the_rest_is_what_is_left(self):
        assert self.deck.remaining == len(self.pile)
        assert self.deck.needs_reshuffle == (self.deck.retired or len(self.pile) <= 13)


TestAnyHandling = AnyHandling.TestCase
