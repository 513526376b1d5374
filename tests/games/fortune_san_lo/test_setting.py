"""Setting six cards: what is legal, what fouls and why, and what is not a setting at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_53, parse_cards
from pitboss.errors import CardError, DuplicateCardError, HandSizeError, NotInDeckError
from pitboss.games.fortune_san_lo.setting import Setting, SettingError, every_setting, legal_settings

six_cards = st.lists(st.sampled_from(DECK_53.cards), min_size=6, max_size=6, unique=True)


@pytest.mark.parametrize(
    "cards",
    [
        "As Ks Jk / 5d 5c / 2h",
        "Kd Qc 4h / Ks Qh / Kc",  # K-Q-4 over K-Q over K
        "7d 7c 2h / 7s 7h / Ac",  # a pair with a kicker over the pair
        "2h 3h 4d / As Ac / Ad",  # a straight over a pair of aces
        "2h 5h 9h / Kc Kd / Ks",  # a flush over a pair of kings
        "Ah Ad Ac / As Jk / Kd",  # five aces; the joker is an ace in the mid hand
        "Ah Kd 9c / Ad 4s / Jk",  # ace-four over the joker, an ace
    ],
)
def test_hands_in_order(cards):
    setting = Setting.of(parse_cards(cards))
    assert setting.is_legal
    assert setting.is_fouled is None


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (
            "5d 5c 2h / Ks Kc / Jk",
            "the high hand (pair of fives, two kicker) is not above the mid hand (pair of kings)",
        ),
        ("5d 5c 2h / Ks 9c / Jk", "the mid hand (king-nine high) is not above the low hand (ace high)"),
        ("Kd Qc 4h / Ks Kh / 2c", "the high hand (king-queen-four high) is not above the mid hand (pair of kings)"),
        ("Kd 9c 4h / Ks Th / 2c", "the high hand (king-nine-four high) is not above the mid hand (king-ten high)"),
        ("Kd Qc 4h / Js Jk / Ac", "the high hand (king-queen-four high) is not above the mid hand (ace-jack high)"),
        ("9d 9c 4h / 8s 7h / 8c", None),
        ("9d 9c 4h / 7s 6h / 8c", "the mid hand (seven-six high) is not above the low hand (eight high)"),
    ],
)
def test_a_foul_says_why(cards, reason):
    setting = Setting.of(parse_cards(cards))
    assert setting.is_fouled == reason
    assert setting.is_legal is (reason is None)


@given(six_cards)
def test_the_sixty_settings(cards):
    settings = every_setting(cards)
    assert len(set(settings)) == 60
    assert {frozenset(setting.cards) for setting in settings} == {frozenset(cards)}
    legal = legal_settings(cards)
    assert legal
    assert list(legal) == [setting for setting in settings if setting.is_fouled is None]


@given(six_cards, st.randoms(use_true_random=False))
def test_the_order_of_dealing_does_not_matter(cards, rng):
    shuffled = list(cards)
    rng.shuffle(shuffled)
    assert every_setting(shuffled) == every_setting(cards)


@given(six_cards)
def test_a_setting_is_laid_down_and_read_again(cards):
    setting = Setting.of(cards)
    setting.verify_sets(cards)
    assert Setting.of(setting.cards) == setting
    assert Setting.of(parse_cards(str(setting))) == setting


def test_the_order_within_a_hand_does_not_matter():
    first, second = (Setting.of(parse_cards(text)) for text in ("Ks Kc 2h / As 4d / 9c", "2h Kc Ks / 4d As / 9c"))
    assert first == second
    assert hash(first) == hash(second)
    assert str(first) == "Ks Kc 2h / As 4d / 9c"
    assert first != Setting.of(parse_cards("Ks Kc 4d / As 2h / 9c"))


@pytest.mark.parametrize(
    ("high", "mid", "low", "error", "sentence"),
    [
        ("Ks Kc", "As 4d", "9c", HandSizeError, "a Fortune San Lo high hand has 3 cards, not 2: Ks Kc"),
        ("Ks Kc 2h", "As", "9c", HandSizeError, "a Fortune San Lo mid hand has 2 cards, not 1: As"),
        ("Ks Kc 2h", "As 4d", "", HandSizeError, "a Fortune San Lo low hand has 1 card, not 0: none"),
        (
            "Ks Kc 2h",
            "As 4d",
            "Ks",
            DuplicateCardError,
            "Ks appears twice, and the 53-card deck of Fortune San Lo Poker has only one",
        ),
        ("Ks Kc 2h", "As Jk2", "9c", NotInDeckError, "Jk2 is not in the 53-card deck"),
    ],
)
def test_cards_that_are_not_a_setting(high, mid, low, error, sentence):
    with pytest.raises(error) as caught:
        Setting(parse_cards(high), parse_cards(mid), parse_cards(low))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("read", [Setting.of, every_setting, legal_settings])
@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("Ks Kc 2h As 4d", "Fortune San Lo Poker reads 6 cards where a hand is set, not 5: Ks Kc 2h As 4d"),
        ("Ks Kc 2h As 4d Kc", "Kc appears twice, and the 53-card deck of Fortune San Lo Poker has only one"),
        ("Ks Kc 2h As Jk Jk", "2 jokers are too many: the 53-card deck of Fortune San Lo Poker has 1"),
    ],
)
def test_cards_that_cannot_be_set(read, cards, sentence):
    with pytest.raises(CardError) as caught:
        read(parse_cards(cards))
    assert str(caught.value) == sentence


def test_other_cards_than_those_dealt():
    setting = Setting.of(parse_cards("Ks Kc 2h / As 4d / 9c"))
    with pytest.raises(SettingError, match="the setting holds 9c, which was not dealt: 2h 4d 9s Ks Kc As"):
        setting.verify_sets(parse_cards("2h 4d 9s Ks Kc As"))
    with pytest.raises(HandSizeError, match="reads 6 cards where a hand is set, not 5"):
        setting.verify_sets(parse_cards("2h 4d 9s Ks Kc"))
