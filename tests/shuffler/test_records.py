"""Records that cannot be read are refused in one sentence that names the entry, and never tells a sealed card."""

import pytest

from pitboss.cards import DECK_52
from pitboss.errors import NotationError
from pitboss.shuffler import DeckInPlay, RecordError, Seal, SealedDeck, SeenCards, Shuffler, shuffle_deck
from pitboss.sources import SeededEntropy

HASH = "ab" * 32


def spoiled(record, **entries):
    """The record with some entries replaced; an entry of nothing is left out."""
    return {key: value for key, value in (record | entries).items() if value is not ...}


SEAL = {"format": 1, "root": HASH, "deck": {"jokers": 0, "copies": 1}}


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ([], "the seal is [], and must be a JSON object"),
        (spoiled(SEAL, format=...), "the seal has format 'none', and this version reads format 1"),
        (spoiled(SEAL, format=3), "the seal has format 3, and this version reads format 1"),
        (spoiled(SEAL, format=True), "the seal has format True, and this version reads format 1"),
        (spoiled(SEAL, root=...), "the seal has no entry 'root', and needs deck, format, root"),
        (spoiled(SEAL, note="x"), "the seal has an unknown entry 'note'; allowed: deck, format, root, size"),
        (spoiled(SEAL, root="xy"), "'root' of the seal is 'xy', and must be 64 hexadecimal digits"),
        (spoiled(SEAL, root=7), "'root' of the seal is 7, and must be 64 hexadecimal digits"),
        (spoiled(SEAL, root=" " * 32 + "ab" * 16), "and must be 64 hexadecimal digits"),
        (spoiled(SEAL, size=53), "'size' of the seal is 53, and must be a whole number from 1 to 52"),
        (spoiled(SEAL, size=0), "'size' of the seal is 0, and must be a whole number from 1 to 52"),
        (spoiled(SEAL, deck=52), "'deck' of the seal is 52, and must be a JSON object"),
        (spoiled(SEAL, deck={"jokers": 0}), "'deck' of the seal has no entry 'copies', and needs copies, jokers"),
        (spoiled(SEAL, deck={"jokers": 3, "copies": 1}), "is 3, and must be a whole number from 0 to 2"),
        (spoiled(SEAL, deck={"jokers": 0, "copies": 10**9}), "must be a whole number from 1 to 100"),
        (spoiled(SEAL, deck={"jokers": False, "copies": 1}), "is False, and must be a whole number from 0 to 2"),
    ],
)
def test_a_seal_that_cannot_be_read(record, sentence):
    with pytest.raises(RecordError) as caught:
        Seal.from_json(record)
    assert sentence in str(caught.value)


OPENING = {"position": 3, "card": "As", "nonce": HASH, "path": [HASH] * 6}


@pytest.mark.parametrize(
    ("opening", "error", "sentence"),
    [
        (spoiled(OPENING, position=0), RecordError, "'position' of opening 1 of the record is 0, and must be a whole"),
        (spoiled(OPENING, position="3"), RecordError, "is '3', and must be a whole number from 1 up"),
        (spoiled(OPENING, card="1x"), NotationError, "'1x' is not a card"),
        (spoiled(OPENING, card=51), RecordError, "'card' of opening 1 of the record is 51, and must be a text"),
        (spoiled(OPENING, nonce=HASH[2:]), RecordError, "and must be 64 hexadecimal digits"),
        (spoiled(OPENING, path=HASH), RecordError, "and must be a list"),
        (spoiled(OPENING, path=[HASH, None]), RecordError, "and must be a list of 64 hexadecimal digits each"),
        (spoiled(OPENING, path=...), RecordError, "opening 1 of the record has no entry 'path'"),
        (None, RecordError, "opening 1 of the record is None, and must be a JSON object"),
    ],
)
def test_openings_that_cannot_be_read(opening, error, sentence):
    with pytest.raises(error) as caught:
        SeenCards.from_json(SEAL | {"openings": [opening]})
    assert sentence in str(caught.value)


START = {"number": 3, "nonce": HASH, "path": [HASH]}


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (
            spoiled(START, number=0),
            "'number' of the start position of the record is 0, and must be a whole number from",
        ),
        (spoiled(START, number=10**12), "and must be a whole number from 1 to 100"),
        (spoiled(START, path=7), "and must be a list"),
        (spoiled(START, nonce=...), "the start position of the record has no entry 'nonce'"),
        (3, "the start position of the record is 3, and must be a JSON object"),
    ],
)
def test_a_start_position_that_cannot_be_read(start, sentence):
    with pytest.raises(RecordError) as caught:
        SeenCards.from_json(SEAL | {"openings": [OPENING], "start": start})
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record | {"order": " ".join(record["order"])},
        lambda record: record | {"order": [*record["order"][:-1], 7]},
        lambda record: record | {"nonces": [*record["nonces"][:-1], 7]},
        lambda record: record | {"start": 0},
        lambda record: record | {"left_out": -1},
        lambda record: record["order"],
    ],
)
def test_an_error_does_not_tell_what_is_sealed(deck, spoil):
    with pytest.raises(RecordError, match=r"sealed deck'? is something else, and must be") as caught:
        SealedDeck.from_json(spoil(deck.sealed.as_json()))
    assert not any(str(card) in str(caught.value) for card in DECK_52.cards)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"retired": 1}, "'retired' of the deck in play is 1, and must be true or false"),
        ({"cut_after": 0}, "'cut_after' of the deck in play is 0, and must be a whole number from 1 up"),
        ({"packets": [{"cards": 0, "burned": False}]}, "'cards' of packet 1 is 0, and must be a whole number from 1"),
        ({"packets": [[3, False]]}, "packet 1 is [3, False], and must be a JSON object"),
    ],
)
def test_a_deck_in_play_that_cannot_be_read(deck, entries, sentence):
    with pytest.raises(RecordError) as caught:
        DeckInPlay.from_json(deck.as_json() | entries, deck.sealed.as_json())
    assert sentence in str(caught.value)


def test_a_state_that_no_shuffler_has():
    with pytest.raises(
        RecordError, match=r"^'state' of the shuffler is 'jammed', and must be one of unset, ready, disp"
    ):
        Shuffler.from_json(Shuffler().as_json() | {"state": "jammed"})


def test_a_shuffler_with_a_deck_needs_its_secret_record():
    shuffler = Shuffler(deck=shuffle_deck(DECK_52, SeededEntropy(1), is_drill=True))
    with pytest.raises(RecordError, match=r"^the sealed deck is something else, and must be a JSON object$"):
        Shuffler.from_json(shuffler.as_json())
