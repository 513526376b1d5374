import json
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.cards import CARDS, DECK_52, DECK_53, DECK_54, Deck, shoe
from pitboss.errors import DuplicateCardError
from pitboss.shuffler import (
    EntropyError,
    FalseOpeningError,
    Opening,
    Seal,
    SealedCardError,
    SealedDeck,
    StartOpening,
    WrongDeckError,
    shuffle,
)
from pitboss.sources import SeededEntropy

DECKS = [DECK_52, DECK_53, DECK_54, shoe(6), Deck(jokers=1, copies=2)]


def sealed_deck(deck, seed="a drill"):
    entropy = SeededEntropy(seed)
    return SealedDeck.of(deck, shuffle(deck.cards, entropy), entropy)


SEALED = {deck: sealed_deck(deck) for deck in DECKS}
positions = st.integers(1, 52)
bits = st.integers(0, 255)


def flip(data, bit):
    """The same bytes with one bit turned over."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << (bit % 8)
    return bytes(changed)


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_every_position_opens_to_its_card_under_one_root(deck):
    sealed = SEALED[deck]
    for position, card in enumerate(sealed.order, start=1):
        opening = sealed.opening(position)
        assert (opening.position, opening.card) == (position, card)
        sealed.seal.verify(opening)


@pytest.fixture(scope="module")
def seal():
    return SEALED[DECK_52].seal


@given(position=positions, card=st.sampled_from(CARDS))
def test_another_card_is_detected(seal, position, card):
    opening = SEALED[DECK_52].opening(position)
    assume(card is not opening.card)
    with pytest.raises(
        FalseOpeningError, match=f"^the opening of position {position} is false: {card} with this nonce"
    ):
        seal.verify(replace(opening, card=card))


@given(position=positions, other=st.integers(-60, 120))
def test_another_position_is_detected(seal, position, other):
    assume(position != other)
    with pytest.raises(FalseOpeningError, match=f"^the opening of position {other} is false"):
        seal.verify(replace(SEALED[DECK_52].opening(position), position=other))


@given(position=positions, bit=bits)
def test_another_nonce_is_detected(seal, position, bit):
    opening = SEALED[DECK_52].opening(position)
    assert not seal.proves(replace(opening, nonce=flip(opening.nonce, bit)))


@given(position=positions, bit=bits, step=st.integers(0, 5))
def test_another_path_is_detected(seal, position, bit, step):
    opening = SEALED[DECK_52].opening(position)
    path = list(opening.path)
    path[step % len(path)] = flip(path[step % len(path)], bit)
    assert not seal.proves(replace(opening, path=tuple(path)))


@given(position=positions, bit=bits)
def test_another_root_is_detected(seal, position, bit):
    assert not replace(seal, root=flip(seal.root, bit)).proves(SEALED[DECK_52].opening(position))


@given(position=positions)
def test_a_path_that_is_cut_stretched_or_turned_round_is_detected(seal, position):
    opening = SEALED[DECK_52].opening(position)
    for path in (opening.path[1:], opening.path[:-1], (*opening.path, bytes(32)), (), opening.path[::-1]):
        assert not seal.proves(replace(opening, path=path))
    with pytest.raises(FalseOpeningError, match=r"its path has 0 hashes, and must have [5-7]$"):
        seal.verify(replace(opening, path=()))


@pytest.mark.parametrize("deck", [DECK_53, DECK_54, shoe(2)], ids=str)
def test_the_root_of_one_deck_is_not_that_of_another(seal, deck):
    other = replace(seal, deck=deck)
    assert not any(other.proves(SEALED[DECK_52].opening(position)) for position in range(1, 53))


def test_an_opening_of_another_shuffle_is_detected(seal):
    other = sealed_deck(DECK_52, "another drill")
    assert not any(seal.proves(other.opening(position)) for position in range(1, 53))


def test_an_opening_tells_nothing_about_the_other_positions():
    """Every hash beside the way changes with nonces that stay sealed, so no guess of the cards can be checked."""
    order = SEALED[DECK_52].order
    first, second = (SealedDeck.of(DECK_52, order, SeededEntropy(seed)) for seed in (1, 2))
    for position in range(1, 53):
        opening = first.opening(position)
        assert set(opening.path).isdisjoint(second.opening(position).path)
        told = json.dumps(opening.as_json())
        hidden = [nonce.hex() for place, nonce in enumerate(first.nonces, start=1) if place != position]
        assert not any(nonce in told for nonce in hidden)


@pytest.fixture(scope="module")
def started():
    return SealedDeck.of(DECK_53, DECK_53.cards, SeededEntropy("a drill"), start=3)


def test_the_start_position_opens_under_the_same_root(started):
    opening = started.start_opening()
    assert opening.number == 3
    started.seal.verify_start(opening)
    assert StartOpening.from_json(json.loads(json.dumps(opening.as_json()))) == opening
    assert SealedDeck.from_json(json.loads(json.dumps(started.as_json()))) == started


@given(number=st.integers(0, 100), bit=bits)
def test_another_start_position_nonce_or_path_is_detected(started, number, bit):
    opening = started.start_opening()
    assume(number != 3)
    with pytest.raises(FalseOpeningError, match=f"^the start position is false: {number} with this nonce and path"):
        started.seal.verify_start(replace(opening, number=number))
    assert not started.seal.proves_start(replace(opening, nonce=flip(opening.nonce, bit)))
    assert not started.seal.proves_start(replace(opening, path=(flip(opening.path[0], bit), *opening.path[1:])))
    with pytest.raises(FalseOpeningError, match=r"^the start position is false: its path has 0 hashes"):
        started.seal.verify_start(replace(opening, path=()))


def test_another_start_position_makes_another_root(started):
    others = [replace(started, start=start) for start in (None, *range(1, 8))]
    assert len({other.seal.root for other in others}) == 8


def test_a_card_is_no_start_position_and_a_start_position_no_card(started):
    card, start = started.opening(53), started.start_opening()
    assert not started.seal.proves_start(StartOpening(3, card.nonce, card.path))
    assert not started.seal.proves(Opening(53, CARDS[3], start.nonce, start.path))
    assert not started.seal.proves(Opening(54, CARDS[3], start.nonce, start.path))


def test_a_deck_without_a_start_position_opens_none():
    with pytest.raises(SealedCardError, match=r"^no start position was drawn for the 52-card deck: the game has none$"):
        SEALED[DECK_52].start_opening()


@pytest.mark.parametrize(("cards", "left_out"), [(20, 31), (20, 33), (0, 52)])
def test_a_refill_that_does_not_add_up_is_never_sealed(cards, left_out):
    with pytest.raises(WrongDeckError, match=f"^{cards} cards with {left_out} on the table are not the 52-card deck"):
        SealedDeck.of(DECK_52, DECK_52.cards[:cards], SeededEntropy(1), left_out=left_out)
    with pytest.raises(DuplicateCardError, match=r"^2c appears twice"):
        SealedDeck.of(DECK_52, (CARDS[0], CARDS[0]), SeededEntropy(1), left_out=50)


def test_a_sealed_deck_is_not_printed():
    sealed = SEALED[DECK_52]
    assert repr(sealed) == str(sealed) == "SealedDeck(deck=Deck(jokers=0, copies=1))"


def test_nonces_are_fresh_for_every_position_and_every_shuffle():
    nonces = SEALED[shoe(6)].nonces + sealed_deck(shoe(6), "another drill").nonces
    assert {len(nonce) for nonce in nonces} == {32}
    assert len(set(nonces)) == len(nonces) == 626


@pytest.mark.parametrize(
    "spoil",
    [lambda nonces: nonces[:-1], lambda nonces: [*nonces[:-1], nonces[0]], lambda nonces: [b"short", *nonces[1:]]],
)
def test_nonces_that_are_missing_repeated_or_short_are_refused(spoil):
    sealed = SEALED[DECK_52]
    with pytest.raises(EntropyError, match=r"^5[23] nonces with 52 different ones of 32 bytes were given: the 52-card"):
        replace(sealed, nonces=tuple(spoil(sealed.nonces)))


def test_a_deck_with_a_wrong_card_is_never_sealed():
    with pytest.raises(WrongDeckError, match=r"missing As; too many 2c$"):
        SealedDeck.of(DECK_52, (*DECK_52.cards[:-1], CARDS[0]), SeededEntropy(1))


@pytest.mark.parametrize("position", [0, 53, -1])
def test_a_position_that_is_not_there_cannot_be_opened(position):
    with pytest.raises(SealedCardError, match=f"^there is no position {position} in the 52-card deck: it has 1 to 52$"):
        SEALED[DECK_52].opening(position)


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_public_and_secret_records_are_read_back(deck):
    sealed = SEALED[deck]
    assert SealedDeck.from_json(json.loads(json.dumps(sealed.as_json()))) == sealed
    assert Seal.from_json(json.loads(json.dumps(sealed.seal.as_json()))) == sealed.seal
    opening = sealed.opening(deck.size)
    assert Opening.from_json(json.loads(json.dumps(opening.as_json()))) == opening


def test_the_root_of_a_known_deck_never_changes():
    """Seals that were published must stay checkable for as long as records are kept."""
    sealed = SealedDeck.of(DECK_53, DECK_53.cards, SeededEntropy("golden"), start=3)
    assert sealed.seal.as_json() == {
        "format": 1,
        "root": "1d00eafd176cd74597d22828af00bd6e54db63a898adc91af9792d2387bb8a41",
        "deck": {"jokers": 1, "copies": 1},
        "size": 53,
    }
