"""What bots decide from their view, held against the round itself."""

import json

import msgspec
import pytest

from pitboss.bots.chance import Chance
from pitboss.bots.deciding import STRATEGIES as WAYS
from pitboss.bots.deciding import decide, is_asked
from pitboss.games import deck_of
from pitboss.games.audience import player
from pitboss.games.command import NoMoreBets, PlaceWager, read_command
from pitboss.games.driver import answer
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.round_view import RoundView
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, STRATEGIES
from pitboss.paytables import Game
from pitboss.sources import SeededEntropy

ROUNDS_OF_A_TEST = 60
PLAYERS = {1: "ann", 2: "bob", 3: "bob", 5: "cid"}
"""Bob has two seats side by side."""

SURRENDER = PowerBlackjackRules(surrender=True, resplit_aces=True, split_aces_one_card=False)


def open_round(game, chance, rules=None):
    """A round of four seats with closed bets, and its cards by chance."""
    round = ROUNDS[game](rules, seats=PLAYERS)
    for seat in round.seats:
        for wager in BASE_WAGERS[game]:
            round.do(PlaceWager(seat, wager, 1000))
    round.do(NoMoreBets())
    decks = 6 if game is Game.POWER_BLACKJACK else 1
    cards = iter(chance.some(deck_of(game).cards * decks, 52 * decks))
    return round, lambda number: tuple(next(cards) for _ in range(number))


def seen_by(round, seat):
    """The view of the player at a seat as it comes over the wire."""
    own = [number for number, name in PLAYERS.items() if name == PLAYERS[seat]]
    return msgspec.json.decode(msgspec.json.encode(round.view(player(*own))), type=RoundView)


def sent(round, command):
    """The command as the server reads it."""
    return read_command(json.loads(json.dumps(command.as_json())), round.operations)


def play(game, strategy, seed, compare, rules=None):
    """A round whose seats decide by their views; answers with how many decisions there were."""
    chance, decisions = Chance(SeededEntropy(f"{game} {strategy} {seed}")), 0
    round, deal = open_round(game, chance, rules)
    while not round.is_over:
        awaiting = round.awaiting
        if awaiting.kind != "decision":
            round.do(answer(round, deal, STRATEGIES[game], chance.below))
            continue
        asked = [seat for seat in round.seats if is_asked(seen_by(round, seat), seat)]
        assert awaiting.seat in asked
        seat = chance.pick(asked)
        command = sent(round, decide(strategy, seen_by(round, seat), seat, chance))
        compare(round, seat, command)
        round.do(command)
        decisions += 1
    return decisions


def is_legal(round, seat, command):
    round.verify(command)
    assert command.seat == seat


def is_as_published(round, seat, command):
    assert command == STRATEGIES[round.game](round, seat)


@pytest.mark.parametrize("game", Game)
def test_simple_decides_as_the_published_strategy(game):
    assert sum(play(game, "simple", seed, is_as_published) for seed in range(ROUNDS_OF_A_TEST)) > ROUNDS_OF_A_TEST


def test_simple_surrenders_and_splits_again_where_the_table_allows_it():
    game = Game.POWER_BLACKJACK
    assert sum(play(game, "simple", seed, is_as_published, SURRENDER) for seed in range(ROUNDS_OF_A_TEST)) > 0


@pytest.mark.parametrize("strategy", ["timid", "random"])
@pytest.mark.parametrize("game", Game)
def test_every_other_decision_is_allowed_too(game, strategy):
    assert sum(play(game, strategy, seed, is_legal) for seed in range(ROUNDS_OF_A_TEST)) > ROUNDS_OF_A_TEST


def test_random_does_everything_that_is_allowed():
    done = set()
    for seed in range(3 * ROUNDS_OF_A_TEST):
        play(Game.POWER_BLACKJACK, "random", seed, lambda _round, _seat, command: done.add(command.slug()), SURRENDER)
    players = "insure no-insurance hit stand double split power-double keep-card replace-card power-split surrender"
    assert done == set(players.split())


@pytest.mark.parametrize("game", Game)
def test_a_sleeper_never_answers(game):
    chance = Chance(SeededEntropy("asleep"))
    round, deal = open_round(game, chance)
    while round.awaiting.kind != "decision":
        round.do(answer(round, deal, STRATEGIES[game]))
    assert decide("sleeper", seen_by(round, round.awaiting.seat), round.awaiting.seat, chance) is None


def test_the_strategies_are_those_of_the_command_line():
    assert WAYS == ("simple", "timid", "random", "sleeper")


def test_seats_of_three_card_poker_decide_at_once_and_only_once():
    round, deal = open_round(Game.THREE_CARD_POKER, Chance(SeededEntropy("at once")))
    while round.awaiting.kind != "decision":
        round.do(answer(round, deal, STRATEGIES[round.game]))
    assert all(is_asked(seen_by(round, seat), seat) for seat in PLAYERS)
    round.fold(5)
    assert not is_asked(seen_by(round, 5), 5)
    assert not is_asked(seen_by(round, 1), 7)
