import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, parse_card, parse_cards, print_cards
from pitboss.errors import NotationError


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("As Kd 10h Td Jk", "As Kd Th Td Jk"),
        ("as KD 10H", "As Kd Th"),
        ("AsKd10h2c", "As Kd Th 2c"),
        ("A♠ K♦ T♥ 2♣", "As Kd Th 2c"),
        ("A♠️K♥️", "As Kh"),
        ("A♠\ufe0eK♥", "As Kh"),
        ("♤".join("AK") + "♡", "As Kh"),
        ("As,Kd; Qh|Jc/Ts", "As Kd Qh Jc Ts"),
        ("  As\tKd\n", "As Kd"),
        ("joker * 🃏", "Jk Jk Jk"),
        ("Jk Jk", "Jk Jk2"),
        ("jk1 jk2", "Jk Jk2"),
        ("Jk2 Jk", "Jk2 Jk"),
        ("JkJkAs", "Jk Jk2 As"),
        ("Jk2d", "Jk 2d"),
        ("Jk10h", "Jk Th"),
        ("Jk2As", "Jk2 As"),
        ("JcJk", "Jc Jk"),
        ("", ""),
    ],
)
def test_what_people_write(written, printed):
    assert print_cards(parse_cards(written)) == printed


@pytest.mark.parametrize(
    ("written", "token"),
    [
        ("As 1h", "1h"),
        ("As Kx Qd", "Kx"),
        ("11h", "11h"),
        ("A", "A"),
        ("s", "s"),
        ("As Kd9", "9"),
        ("hello", "hello"),
        ("As 0d", "0d"),
        ("sA", "sA"),
        ("\u212as", "\u212as"),  # the Kelvin sign is not a king
        ("A\u017f", "A\u017f"),  # nor the long s a spade
    ],
)
def test_an_error_names_the_bad_token_and_what_is_allowed(written, token):
    with pytest.raises(NotationError) as caught:
        parse_cards(written)
    assert str(caught.value).startswith(f"{token!r} is not a card: write a rank")


@given(st.lists(st.sampled_from(CARDS), unique=True), st.sampled_from([" ", ",", "", " | "]))
def test_what_is_printed_is_read_back(cards, separator):
    assert parse_cards(separator.join(map(str, cards))) == tuple(cards)


@given(st.text(max_size=12))
def test_any_text_is_cards_or_a_notation_error(text):
    with contextlib.suppress(NotationError):
        assert all(card in CARDS for card in parse_cards(text))


def test_every_card_reads_back_alone():
    assert [parse_card(str(card)) for card in CARDS] == list(CARDS)
