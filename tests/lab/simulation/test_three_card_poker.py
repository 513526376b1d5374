"""The kernel of Three Card Poker against the readable round, card for card, and against the exact figures."""

import numpy as np
import pytest

from pitboss.cards import CARDS, THREE_CARD_POKER, parse_cards
from pitboss.games.driver import play_out
from pitboss.games.three_card_poker import Fold, Play, ThreeCardPokerRound, ThreeCardPokerRules, simple_strategy
from pitboss.lab.simulation.checking import checks_of
from pitboss.lab.simulation.dealing import Dealer
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.simulation.spots import NOT_MADE
from pitboss.lab.simulation.table import Seating, SeatingError
from pitboss.lab.simulation.three_card_poker import ThreeCardPokerTable
from pitboss.paytables import Game, load_catalogue

BETS = {"ante": 500, "pair-plus": 1000, "six-card-bonus": 100, "progressive": 100}
OF_SPOT = {"ante": ("ante", "play", "ante-bonus"), "pair-plus": ("pair-plus",), "six-card-bonus": ("six-card-bonus",)}


def played_by_the_rules(rules, seats, bets, cards, strategy=simple_strategy):
    """The readable round with these cards; what each seat has more by each spot, and the rows of the progressive."""
    deal = iter(cards)
    round = ThreeCardPokerRound(rules, seats={seat: f"player {seat}" for seat in range(1, seats + 1)})
    for seat in range(1, seats + 1):
        for wager, cents in bets.items():
            round.place_wager(seat, wager, cents)
    round.no_more_bets()
    play_out(round, lambda number: tuple(CARDS[next(deal)] for _ in range(number)), strategy)
    nets = {
        (seat, spot): sum(line.net_cents for line in round.lines if line.seat == seat and line.wager in wagers)
        for seat in range(1, seats + 1)
        for spot, wagers in OF_SPOT.items()
        if spot in bets
    }
    return nets, {hand.seat: hand.row for hand in round.progressive_report.hands}


def played_by_the_kernel(rules, seats, bets, cards, **more):
    table = ThreeCardPokerTable(Seating(rules, seats, bets, **more))
    rounds = cards.shape[1]
    endings, rows = np.empty((seats, len(table.spots), rounds), np.uint8), np.zeros((seats, rounds), np.uint8)
    table.play_cards(cards, None, endings, rows)
    return table, endings, rows


def assert_alike(rules, seats, bets, cards, strategy=simple_strategy, **more):
    table, endings, rows = played_by_the_kernel(rules, seats, bets, cards, **more)
    for number in range(cards.shape[1]):
        nets, hands = played_by_the_rules(rules, seats, bets, cards[:, number].tolist(), strategy)
        for place, spot in enumerate(table.spots):
            for seat in range(seats):
                ending = endings[seat, place, number]
                if spot.wager == "progressive":
                    reached = spot.endings[rows[seat, number]].slug if rows[seat, number] else None
                    assert reached == hands.get(seat + 1)
                    assert ending == rows[seat, number]
                else:
                    assert spot.nets[ending] == nets[seat + 1, spot.wager], cards[:, number]


@pytest.mark.parametrize("seats", [1, 3, 7])
@pytest.mark.parametrize("designator", ["TCP-01", "TCP-09"])
def test_random_deals_card_for_card(seats, designator):
    rules = ThreeCardPokerRules(paytable=load_catalogue()[designator])
    assert_alike(rules, seats, BETS, Dealer(52, 3 * seats + 3).deal(5, 0, 600 // seats).copy())


@pytest.mark.parametrize(
    "text",
    [
        "As Ks Qs Qd 3h 2c",  # the top hand against the lowest that plays
        "Ah Kh Qh Jd 3h 2c",  # AKQ of another suit, and the dealer does not play
        "Qs 6d 4h Qd 6s 4c",  # equal hands, the lowest that is played
        "Qs 6d 3h Qd 6s 4c",  # the highest that is folded
        "3s 2s As 3d 2d Ad",  # the lowest straight flush, twice
        "5s 5d 5h 5c 9s 9d",  # three of a kind; four of a kind among the six
        "As Ks Qs Js Ts 9d",  # a royal flush among the six
        "2s 2d 7h Ah Kd Qc",
    ],
)
def test_deals_at_the_edges(text):
    cards = np.array([[card.code for card in parse_cards(text)]], np.uint8).T
    assert_alike(ThreeCardPokerRules(), 1, BETS, cards)


def test_deals_with_other_rules_and_habits():
    cards = Dealer(52, 6).deal(6, 0, 400).copy()
    qualify = ThreeCardPokerRules(folded_hands_qualify=True)

    def kings(round, seat):
        return Play(seat) if round.hand_of(seat) >= king else Fold(seat)

    king = THREE_CARD_POKER.value(parse_cards("Ks 3d 2c"))
    assert_alike(qualify, 1, BETS, cards, kings, habits={"play-from": "Ks 3d 2c"})
    assert_alike(ThreeCardPokerRules(six_card_bonus=None, progressive=None), 1, {"ante": 500}, cards)
    assert_alike(ThreeCardPokerRules(), 1, {"pair-plus": 500}, cards)


def test_optional_wagers_are_made_by_luck():
    table = ThreeCardPokerTable(Seating(ThreeCardPokerRules(), 1, BETS, chances={"pair-plus": 0.5, "progressive": 0.0}))
    cards = Dealer(52, 6).deal(1, 0, 3)
    endings, rows = np.empty((1, 4, 3), np.uint8), np.zeros((1, 3), np.uint8)
    luck = np.zeros((1, 4, 3), np.uint16)
    luck[0, 0] = [0, 32_767, 32_768]
    table.play_cards(cards, luck, endings, rows)
    assert (endings[0, 1] == NOT_MADE).tolist() == [False, False, True]
    assert (endings[0, 2] != NOT_MADE).all()
    assert (endings[0, 3] == NOT_MADE).all()


@pytest.mark.parametrize("said", ["Qs 6d", "Qs 6d Xx", "Qs Qs 2d", 7])
def test_a_lowest_hand_that_is_none(said):
    with pytest.raises(SeatingError, match="play-from"):
        ThreeCardPokerTable(Seating(ThreeCardPokerRules(), 1, BETS, habits={"play-from": said}))


def test_every_wager_against_its_exact_figure(resources):
    simulation = Simulation.ask(Game.THREE_CARD_POKER, rounds=400_000, seed=11)
    checks = checks_of(simulate(simulation, resources), resources)
    assert [check.wager for check in checks] == ["ante", "pair-plus", "six-card-bonus", "progressive"]
    assert not [check.sentence for check in checks if not check.holds]
