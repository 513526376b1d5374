"""The kernel against the readable rules, against another way of counting, and against rounds of the game."""

import numpy as np
import pytest

from pitboss.cards import CARDS, THREE_CARD_POKER, parse_cards
from pitboss.cards.batch import decode, every_hand, three_card_poker
from pitboss.games.three_card_poker.round import ThreeCardPokerRound, dealer_plays
from pitboss.lab.three_card_poker import against_dealer, all_deals, ante_readings
from pitboss.lab.three_card_poker.deals import DEALER_HANDS, DEALS
from pitboss.lab.three_card_poker.kernel import count_deals
from pitboss.paytables import load_catalogue

EDGE_CASES = [
    "2s 3s 5s",
    "2s 3d 5h",
    "As 3s 2s",
    "As 3d 2h",
    "As Ks Qs",
    "As Kd Qh",
    "Js 9d 8h",
    "Jc Td 8h",
    "Qs 3d 2h",
    "Qs 6d 3h",
    "Qs 6d 4h",
    "Qs 6s 4h",
    "Qs 6d 4s",
    "As Kd Jh",
    "2s 2d 3h",
    "As Ad Ah",
    "Ks Js 9s",
]


@pytest.fixture(scope="module")
def counted():
    hands, counts = count_deals()
    return {frozenset(cards): tuple(row) for cards, row in zip(decode(hands), counts.tolist(), strict=True)}


def random_hands(number):
    rng = np.random.default_rng(3)
    return [[CARDS[code] for code in rng.permutation(52)[:3]] for _ in range(number)]


@pytest.mark.parametrize("hand", [parse_cards(text) for text in EDGE_CASES] + random_hands(8), ids=str)
def test_the_kernel_counts_as_the_readable_rules_do(counted, hand):
    readable = against_dealer(hand)
    assert counted[frozenset(hand)] == (readable.dealer_does_not_play, readable.win, readable.push, readable.lose)
    assert sum(counted[frozenset(hand)]) == DEALER_HANDS


def holding(hands, strengths, cards, most):
    """How many hands up to each strength hold all of some cards."""
    with_all = np.ones(len(hands), bool)
    for card in cards:
        with_all &= (hands == card).any(axis=1)
    return np.cumsum(np.bincount(strengths[with_all], minlength=most))


def test_all_22100_hands_by_inclusion_and_exclusion(counted):
    """Another way to the same counts: of all hands up to a strength, less those that hold one of mine, and so on."""
    hands, ranking = every_hand(52, 3), three_card_poker()
    strengths, most = ranking.strengths(hands), ranking.number_of_strengths
    everything = holding(hands, strengths, [], most)
    one = [holding(hands, strengths, [card], most) for card in range(52)]
    two = {(a, b): holding(hands, strengths, [a, b], most) for a in range(52) for b in range(a + 1, 52)}
    # The dealer does not play below the lowest queen-high hand, queen-three-two.
    below_queen = int(ranking.strengths([[40, 5, 2]])[0]) - 1
    for (a, b, c), own in zip(hands.tolist(), strengths.tolist(), strict=True):
        up_to = everything - one[a] - one[b] - one[c] + two[a, b] + two[a, c] + two[b, c]
        idle = int(up_to[below_queen]) - (own <= below_queen)
        below, ties = int(up_to[own - 1]) if own else 0, int(up_to[own]) - 1
        beaten = max(below - idle, 0)
        tied = ties - below if own > below_queen else 0
        expected = (idle, beaten, tied, DEALER_HANDS - idle - beaten - tied)
        assert counted[frozenset(CARDS[code] for code in (a, b, c))] == expected


def test_the_groups_hold_every_hand_once():
    groups = all_deals()
    assert sum(group.hands for group in groups) == 22_100
    ends = [(g.dealer_does_not_play + g.win + g.push + g.lose) * g.hands for g in groups]
    assert sum(ends) == DEALS == 407_170_400
    assert [group.value for group in groups] == sorted(group.value for group in groups)


def played_out(player, dealer):
    """What a round of the game itself brings for an Ante of $5 that is played, by the dollar."""
    round = ThreeCardPokerRound(seats={1: "ann"})
    round.place_wager(1, "ante", 500)
    round.no_more_bets()
    round.deal(player)
    round.deal(dealer)
    round.play(1)
    round.reveal_dealer()
    round.settle(1)
    return sum(line.net_cents for line in round.lines) // 5


def test_rounds_of_the_game_end_as_the_outcomes_say():
    """Random deals through the game: each ends in an outcome of the sheet, with its net result."""
    pays = load_catalogue()["TCP-01"]["ante-bonus"]
    nets = {outcome.slug: outcome.net for outcome in ante_readings(pays)["rules"].outcomes}
    rng = np.random.default_rng(11)
    for _ in range(300):
        cards = tuple(CARDS[code] for code in rng.permutation(52)[:6])
        assert played_out(cards[:3], cards[3:]) == 100 * nets[outcome_of(cards[:3], cards[3:], pays)]


@pytest.mark.parametrize(
    ("player", "dealer", "cents"),
    [
        ("As Ks Qs", "Jd 8c 2h", 600),  # the dealer does not play: Ante 1, bonus 5
        ("As Ks Qs", "Ah Kh Qh", 500),  # a tie still pays the bonus
        ("3s 2s As", "4h 3h 2h", 300),  # beaten, and the bonus is paid
        ("4s 3d 2h", "Qc Qd Qh", -100),  # a straight that loses both wagers and wins 1
        ("Qs 6d 4h", "Qh 6c 4d", 0),
    ],
)
def test_chosen_deals(player, dealer, cents):
    player, dealer = parse_cards(player), parse_cards(dealer)
    pays = load_catalogue()["TCP-01"]["ante-bonus"]
    nets = {outcome.slug: outcome.net for outcome in ante_readings(pays)["rules"].outcomes}
    assert played_out(player, dealer) == cents == 100 * nets[outcome_of(player, dealer, pays)]


def outcome_of(player, dealer, pays):
    mine, theirs = THREE_CARD_POKER.value(player), THREE_CARD_POKER.value(dealer)
    ending = "win" if mine > theirs else "lose" if mine < theirs else "push"
    if not dealer_plays(theirs):
        ending = "dealer-does-not-play"
    row = pays.row_for(mine)
    return f"{ending}-with-{row.hand.slug}" if row else ending
