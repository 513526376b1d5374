"""The shoe of a blackjack table: rounds until the cut card, and what happens when it runs out in the middle of one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_52, shoe
from pitboss.shuffler import EntropyError, NotNowError, OutOfCardsError, Shoe, ShufflerError, check_deck
from pitboss.shuffler.allowed import is_allowed
from pitboss.sources import SeededEntropy, SystemEntropy


def again(shoe):
    """The shoe after it was stored and read back."""
    secrets = [deck and deck.sealed.as_json() for deck in (shoe.shuffled, shoe.refilled)]
    return Shoe.from_json(*json.loads(json.dumps([shoe.as_json(), *secrets])))


@pytest.fixture
def entropy():
    return SeededEntropy("rounds")


def in_second_round(entropy, discarded=21):
    """A one-deck shoe in its second round, before the first card of it."""
    shoe = Shoe(DECK_52, cut_percent=90, is_drill=True)
    shoe.start_round(entropy)
    shoe.deal(discarded - 1)
    shoe.take_back_cards()
    shoe.start_round(entropy)
    return shoe


def test_rounds_are_dealt_from_one_shuffle_until_the_cut_card(entropy):
    six = Shoe(shoe(6), cut_percent=75, is_drill=True)
    first = six.start_round(entropy)
    six.deal(232)  # with the burned card 233; the cut card lies after 234
    six.take_back_cards()
    assert six.start_round(entropy) == first
    six.deal()
    assert not six.shuffled.retired  # the round is played to its end
    six.take_back_cards()
    assert six.shuffled.retired
    assert six.start_round(entropy) != first


def test_the_first_card_of_a_shuffle_is_burned(entropy):
    one = Shoe(DECK_52, cut_percent=50, is_drill=True)
    one.start_round(entropy)
    assert one.deal() == one.shuffled.sealed.order[1:2]
    assert not is_allowed(one.shuffled.verify_open, 1)


def test_cards_leave_only_in_a_round_and_nothing_is_shuffled_in_one(entropy):
    one = Shoe(DECK_52, cut_percent=50, is_drill=True)
    for act, sentence in [
        (one.deal, "no card leaves the shoe between rounds: start a round first"),
        (one.take_back_cards, "no cards can be taken back between rounds: start a round first"),
        (lambda: one.refill(entropy), "the shoe is not refilled between rounds: start a round first"),
    ]:
        with pytest.raises(NotNowError, match=f"^{sentence}$"):
            act()
    one.start_round(entropy)
    one.deal(51)
    before = again(one)
    with pytest.raises(
        NotNowError, match=r"^no round can start from the shoe: the cards of the last one are not taken"
    ):
        one.start_round(entropy)
    assert not is_allowed(one.verify_start_round, entropy)
    assert one == before


def test_a_shoe_that_runs_out_is_refilled_from_the_burned_and_discarded_cards(entropy):
    one = in_second_round(entropy)
    on_the_table = one.deal(31)
    assert not one.can_deal()
    seal = one.refill(entropy)
    assert (seal.size, seal.left_out, str(seal)[:34]) == (21, 31, "refill of the 52-card deck under r")
    dealt_on = one.deal(21)
    check_deck(DECK_52, on_the_table + dealt_on)
    assert dealt_on != one.shuffled.sealed.order[:21]  # shuffled, not turned over
    for position in range(1, 22):
        seal.verify(one.deck.open(position))


def test_a_shoe_is_refilled_only_when_it_is_empty(entropy):
    one = in_second_round(entropy)
    one.deal(30)
    before = again(one)
    with pytest.raises(NotNowError, match=r"^the shoe is not refilled while cards are left in it: it has 1$"):
        one.refill(entropy)
    assert not is_allowed(one.verify_refill, entropy)
    assert one == before


def test_when_every_card_is_in_the_round_the_floor_decides(entropy):
    one = in_second_round(entropy)
    one.deal(31)
    one.refill(entropy)
    one.deal(21)
    with pytest.raises(
        OutOfCardsError, match=r"^every card of the 52-card deck is in this round, and none is left to refill from: the"
    ):
        one.refill(entropy)
    assert not one.can_deal()


def test_nothing_opens_whole_before_the_round_is_over(refilled):
    """Both together would tell the dealer's hole card."""
    assert not is_allowed(refilled.shuffled.verify_open_all)
    assert not is_allowed(refilled.refilled.verify_open_all)
    assert not is_allowed(refilled.refilled.verify_open, 2)
    refilled.take_back_cards()
    assert len(refilled.shuffled.open_all()) == 52
    assert {opening.card for opening in refilled.refilled.open_all()} == set(refilled.shuffled.sealed.order[:21])


def test_after_a_refill_all_cards_are_shuffled_anew(refilled, entropy):
    refilled.take_back_cards()
    assert refilled.needs_shuffle
    seal = refilled.start_round(entropy)
    assert (seal.size, refilled.refilled, refilled.discarded) == (52, None, 1)


@given(st.integers(2, 46), st.integers(0, 50))
def test_with_any_discards_no_card_comes_twice_in_a_round(discarded, seed):
    entropy = SeededEntropy(seed)
    one = in_second_round(entropy, discarded)
    dealt = one.deal(52 - discarded)
    one.refill(entropy)
    while one.can_deal():
        dealt += one.deal()
        assert again(one) == one
    check_deck(DECK_52, dealt)


def test_a_live_shoe_refuses_a_seed_also_for_a_refill(entropy):
    live = Shoe(DECK_52, cut_percent=50)
    assert not is_allowed(live.verify_start_round, entropy)
    live.start_round(SystemEntropy())
    live.deal(51)
    with pytest.raises(EntropyError, match=r"^a live table is not dealt from SeededEntropy"):
        live.refill(entropy)
    assert live.refilled is None
    assert live.refill(SystemEntropy()).size == 1


def test_a_source_that_fails_half_way_changes_nothing(scripted, entropy):
    one = in_second_round(entropy)
    one.deal(31)
    before = again(one)
    with pytest.raises(scripted.Ended):
        one.refill(scripted(SeededEntropy(1).token(100)))
    assert one == before


def test_the_public_record_names_no_card(refilled):
    public = json.dumps(refilled.as_json())
    assert not any(f'"{card}"' in public for card in DECK_52.cards)
    assert again(refilled) == refilled


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"discarded": 53}, "53 cards cannot be discarded: 52 have left the 52-card deck"),
        ({"discarded": 0}, "0 cards cannot be discarded: 52 have left the 52-card deck"),
        ({"discarded": 20}, "a shoe with 20 discards, 52 cards dealt cannot be refilled so"),
        ({"whole": {"jokers": 0, "copies": 6}}, "a six-deck shoe is not dealt from a 52-card deck"),
    ],
)
def test_a_record_that_could_not_have_come_about_is_refused(refilled, entries, sentence):
    secrets = [refilled.shuffled.sealed.as_json(), refilled.refilled.sealed.as_json()]
    with pytest.raises(ShufflerError, match=f"^{sentence}$"):
        Shoe.from_json(refilled.as_json() | entries, *secrets)
