"""What is refused, and the sentence that says why."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import PitbossError
from pitboss.games.command import Deal, PlaceWager, Settle, TakeBack, Void
from pitboss.games.double_draw import DoubleDrawRound, DoubleDrawRules, Draw, Fold, PressGreenButton
from pitboss.games.table import Limit
from pitboss.games.three_card_poker import Play
from pitboss.paytables import load_catalogue

TO_DECIDE = "seat 2 to fold, or to make the first Draw bet and replace up to three cards"
TO_DECIDE_AGAIN = "seat 2 to fold, or to make the second Draw bet and replace up to one card"


@pytest.fixture
def at():
    """The round at a moment; seats 2 and 3 play, and somebody without a wager sits at seat 5."""

    def betting():
        return DoubleDrawRound(seats={2: "ann", 3: "bob", 5: "eve"})

    def dealing():
        round = betting()
        for seat in (2, 3):
            round.place_wager(seat, "ante", 500)
            round.place_wager(seat, "bonus", 500)
        round.no_more_bets()
        return round

    def dispensing():
        round = dealing()
        round.deal(parse_cards("Ks Kd 9h 5c 2d"))
        round.deal(parse_cards("Qs Qd 8h 6c 3d"))
        return round

    def deciding():
        round = dispensing()
        round.press_green_button()
        return round

    def replacing():
        round = deciding()
        round.draw(2, parse_cards("9h 5c"))
        return round

    def second():
        round = deciding()
        round.draw(2)
        round.fold(3)
        return round

    def settling():
        round = second()
        round.draw(2)
        return round

    def settled():
        round = settling()
        round.settle(3)
        return round

    moments = {make.__name__: make for make in (betting, dealing, dispensing, deciding, replacing, second, settling)}
    return lambda moment: (moments | {"settled": settled})[moment]()


REFUSALS = [
    ("betting", PlaceWager(2, "ante", 100), "Ante of $1 at seat 2 is below the minimum of $5"),
    ("betting", PlaceWager(2, "bonus", 40_000), "Bonus of $400 at seat 2 is above the maximum of $300"),
    ("betting", PlaceWager(2, "bonus", 700), "Bonus of $7 at seat 2 is not a multiple of $5"),
    ("betting", PlaceWager(2, "draw-1", 500), "'draw-1' is not a wager here; offered: ante, bonus"),
    ("betting", PlaceWager(1, "ante", 500), "nobody sits at seat 1; taken seats: 2, 3, 5"),
    ("betting", TakeBack(2, "ante"), "there is no Ante at seat 2"),
    ("betting", Play(2), "play is not a command of Double Draw Poker"),
    (
        "betting",
        PressGreenButton(),
        "pressing the green button is not possible now: the round waits for wagers, and the dealer to close the bets",
    ),
    (
        "dealing",
        PressGreenButton(),
        "pressing the green button is not possible now: the round waits for five cards for seat 2",
    ),
    ("dealing", Deal(parse_cards("As Ks")), "five cards for seat 2: 2 were given: As Ks"),
    ("dealing", Deal(parse_cards("As As 3d 4d 5d")), "As appears twice, and the 54-card deck has only one"),
    ("dealing", Draw(2), "drawing is not possible now: the round waits for five cards for seat 2"),
    ("dealing", PlaceWager(5, "ante", 500), "a wager is not possible now: the round waits for five cards for seat 2"),
    (
        "dispensing",
        Fold(2),
        "folding is not possible now: the round waits for the dealer to press the green button",
    ),
    (
        "deciding",
        PressGreenButton(),
        f"pressing the green button is not possible now: the round waits for {TO_DECIDE}",
    ),
    ("deciding", Deal(parse_cards("As")), f"no cards are wanted now: the round waits for {TO_DECIDE}"),
    ("deciding", Settle(3), f"settling is not possible now: the round waits for {TO_DECIDE}"),
    ("deciding", Draw(3), "seat 3 is not next: seat 2 decides now"),
    ("deciding", Fold(3), "seat 3 is not next: seat 2 decides now"),
    ("deciding", Fold(5), "seat 5 has no wager and nothing to decide"),
    ("deciding", Fold(4), "nobody sits at seat 4; taken seats: 2, 3, 5"),
    (
        "deciding",
        Draw(2, parse_cards("Ks Kd 9h 5c")),
        "seat 2 may discard three cards at most in the first draw, not 4: Ks Kd 9h 5c",
    ),
    ("deciding", Draw(2, parse_cards("9h 9h")), "seat 2 discards a card twice: 9h 9h"),
    (
        "deciding",
        Draw(2, parse_cards("9h Ac")),
        "seat 2 does not hold all of these cards: only own cards are discarded",
    ),
    ("deciding", Draw(2, parse_cards("Qs")), "seat 2 does not hold all of these cards: only own cards are discarded"),
    ("deciding", Void(" "), "a void needs a reason"),
    ("replacing", Fold(2), "folding is not possible now: the round waits for two cards for seat 2"),
    ("replacing", Draw(3), "drawing is not possible now: the round waits for two cards for seat 2"),
    ("replacing", Deal(parse_cards("As")), "two cards for seat 2: 1 were given: As"),
    ("replacing", Deal(parse_cards("As 9h")), "9h appears twice, and the 54-card deck has only one"),
    ("second", Draw(3), "seat 3 has folded and has nothing to decide"),
    (
        "second",
        Draw(2, parse_cards("9h 5c")),
        "seat 2 may discard one card at most in the second draw, not 2: 9h 5c",
    ),
    ("second", Settle(3), f"settling is not possible now: the round waits for {TO_DECIDE_AGAIN}"),
    ("settling", Settle(2), "seat 2 is not next: settle seat 3"),
    ("settling", Fold(2), "folding is not possible now: the round waits for the dealer to settle seat 3"),
    ("settled", Void("misdeal"), "seat 3 is settled: a void is no longer possible"),
]


@pytest.mark.parametrize(("moment", "command", "sentence"), REFUSALS)
def test_a_refusal_says_why_and_changes_nothing(at, moment, command, sentence):
    round = at(moment)
    before = (round.as_json(), list(round.events), round.phase)
    with pytest.raises(PitbossError) as refusal:
        round.do(command)
    assert str(refusal.value) == sentence
    assert not round.can(command)
    assert (round.as_json(), round.events, round.phase) == before


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({}, "there is no wager on the table yet"),
        ({"ante": 500}, "seat 2 has no Bonus: Ante and Bonus are both bet, in equal amounts"),
        ({"bonus": 500}, "seat 2 has no Ante: Ante and Bonus are both bet, in equal amounts"),
        ({"ante": 500, "bonus": 1000}, "seat 2 has an Ante of $5 and a Bonus of $10: they must be equal"),
    ],
)
def test_bets_are_closed_only_when_ante_and_bonus_are_equal(at, wagers, sentence):
    round = at("betting")
    for wager, cents in wagers.items():
        round.place_wager(2, wager, cents)
    with pytest.raises(PitbossError) as refusal:
        round.no_more_bets()
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 7}, "7 seats at Double Draw Poker: allowed are 1 to 6, since six players may use 6 x 9 = 54 cards"),
        ({"seats": 0}, "0 seats at Double Draw Poker: allowed are 1 to 6, since six players may use 6 x 9 = 54 cards"),
        ({"limits": {"draw-1": Limit(500, 500, 500)}}, "a limit for 'draw-1': wagers are ante, bonus"),
        (
            {"limits": {"bonus": Limit(100, 500, 100)}},
            "the limits of ante and bonus differ: the two are bet in equal amounts",
        ),
        (
            {"paytable": load_catalogue()["TCP-01"]},
            "TCP-01 is a paytable of Three Card Poker; Double Draw Poker has DDP-1 and DDP-2",
        ),
    ],
)
def test_table_rules_that_make_no_sense_are_refused(settings, sentence):
    with pytest.raises(PitbossError) as refusal:
        DoubleDrawRules(**settings)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seats": {}}, "a round needs at least one seat taken"),
        ({"seats": {7: "ann"}}, "there is no seat 7: this table has seats 1 to 6"),
        (
            {"seats": {1: "ann", 3: "ann"}},
            "ann has seats 1, 3: one player may have two adjacent seats at most",
        ),
        (
            {"seats": {2: "ann"}, "lit": {2: 100}},
            "seat 2 is lit, and this table has no progressive",
        ),
    ],
)
def test_a_round_that_cannot_begin_is_refused(arguments, sentence):
    with pytest.raises(PitbossError) as refusal:
        DoubleDrawRound(**arguments)
    assert str(refusal.value) == sentence


def test_a_refusal_never_names_the_hand_of_the_seat(at):
    round = at("deciding")
    with pytest.raises(PitbossError) as refusal:
        round.draw(2, parse_cards("Ac"))
    assert [card for card in ("Ks", "Kd", "9h", "5c", "2d") if card in str(refusal.value)] == []


def test_rules_are_stored_and_restored():
    rules = DoubleDrawRules(
        seats=5, paytable=load_catalogue()["DDP-2"], limits={"ante": Limit(100, 5000, 100)}, adjacent_seats=False
    )
    assert DoubleDrawRules.from_json(rules.as_json()) == rules
    assert rules.limit("bonus") == Limit(100, 5000, 100), "the bonus follows the ante"
