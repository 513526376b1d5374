"""The cut card at the table: the round that meets it is played to its end, the next one comes from a new shuffle."""

from pitboss.cards import shoe
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import PowerBlackjackRound, PowerBlackjackRules, basic_strategy
from pitboss.shuffler import Shoe
from pitboss.sources import SeededEntropy

RULES = PowerBlackjackRules(decks=2, cut_card_percent=50)


def play_round(dealt_from, entropy):
    """A round of three seats; returned are its seal and how many cards had left the shoe before it and after."""
    seal = dealt_from.start_round(entropy)
    before = dealt_from.shuffled.gone
    round = PowerBlackjackRound(RULES, seats={1: "ann", 4: "bob", 5: "bob"})
    for seat in round.seats:
        round.place_wager(seat, "bet", 500)
    round.no_more_bets()
    play_out(round, dealt_from.deal, basic_strategy)
    dealt_from.take_back_cards()
    return seal, before, dealt_from.shuffled.gone


def test_pbj_rule_cut_card_the_round_that_meets_it_is_the_last_of_the_shoe():
    entropy = SeededEntropy("a cut card")
    dealt_from = Shoe(shoe(RULES.decks), cut_percent=RULES.cut_card_percent, is_drill=True)
    rounds = [play_round(dealt_from, entropy)]
    while not dealt_from.needs_shuffle:
        rounds.append(play_round(dealt_from, entropy))
    seal, before, after = rounds[-1]
    assert before < RULES.cut_card_at <= after
    assert {earlier for earlier, _, _ in rounds} == {seal}
    following, first, _ = play_round(dealt_from, entropy)
    assert following != seal
    assert first == 1, "the first card of a shuffle is burned"
