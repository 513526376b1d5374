"""A round of Fortune San Lo Poker: what it refuses, what it shows to whom, hints, voids, strategies."""

import json
import random

import pytest

from pitboss.cards import DECK_53, parse_cards
from pitboss.errors import PitbossError
from pitboss.games.audience import DEALER, PUBLIC, Audience, Role, player
from pitboss.games.command import Deal
from pitboss.games.driver import play_out
from pitboss.games.fortune_san_lo import (
    AskHouseWay,
    FortuneSanLoRound,
    FortuneSanLoRules,
    HandSet,
    PressGreenButton,
    SetHand,
    house_way,
    house_way_strategy,
    legal_settings,
    time_out,
)
from pitboss.games.fortune_san_lo.matchups import compare, hidden_rows
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import CardRow, HandView, Screen
from support.san_lo import PLAIN, STRONG, WEAK_DEALER, closed, deal, dealt

OTHER = "Ts 7d 6d 5d 3h 2d"
THIRD = "Th 8c 7c 5h 4s 3c"


def asked_and_shown():
    """Seats 1 and 2 have asked for the house way, and the display shows that of seat 1."""
    round = dealt({1: STRONG, 2: OTHER})
    round.ask_house_way(1)
    round.ask_house_way(2)
    round.player_house_way(1)
    return round


def all_set():
    round = dealt({1: STRONG, 2: OTHER})
    round.set_hand(1, parse_cards(STRONG))
    round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d"))
    return round


def over():
    round = all_set()
    round.dealer_house_way()
    round.settle(2)
    round.settle(1)
    return round


REFUSALS = [
    (lambda: closed({1: {"main": 500}}), ("press_green_button", 8), "the display cannot show 8: it shows a number"),
    (lambda: dealt({1: STRONG}), ("press_green_button", 3), "pressing the green button is not possible now: the round"),
    (
        lambda: closed({1: {"main": 500}}),
        ("set_hand", 1, ()),
        "setting a hand is not possible now: the round waits for",
    ),
    (
        lambda: closed({1: {"main": 500}}),
        ("ask_house_way", 1),
        "asking for the house way is not possible now: the round",
    ),
    (lambda: dealt({1: STRONG}), ("ask_house_way", 4), "nobody sits at seat 4; taken seats: 1"),
    (
        lambda: deal(closed({1: {"main": 500}}, seats=[1, 4]), {1: STRONG}),
        ("ask_house_way", 4),
        "seat 4 has no main bet and no hand to set",
    ),
    (
        lambda: dealt({1: STRONG}),
        ("set_hand", 1, parse_cards("Ks Kd 4h Ac Jd Qd")),
        "seat 1 sets exactly its own six cards (high 3, mid 2, low 1), not Ks Kd 4h Ac Jd Qd",
    ),
    (
        lambda: dealt({1: STRONG}),
        ("set_hand", 1, parse_cards("Ks Kd 4h Ac Jd")),
        "seat 1 sets exactly its own six cards (high 3, mid 2, low 1), not Ks Kd 4h Ac Jd",
    ),
    (
        lambda: dealt({1: STRONG}),
        ("set_hand", 1, ()),
        "seat 1 sets exactly its own six cards (high 3, mid 2, low 1), not none",
    ),
    (
        lambda: dealt({1: STRONG}),
        ("set_hand", 1, parse_cards("Ks Ks 4h Ac Jd Qs")),
        "seat 1 sets exactly its own six cards (high 3, mid 2, low 1), not Ks Ks 4h Ac Jd Qs",
    ),
    (all_set, ("set_hand", 1, parse_cards(STRONG)), "seat 1 has set its hand already"),
    (all_set, ("ask_house_way", 1), "seat 1 has set its hand already"),
    (all_set, ("player_house_way", 1), "seat 1 has set its hand already"),
    (asked_and_shown, ("set_hand", 2, parse_cards(OTHER)), "seat 2 has asked for the house way already"),
    (asked_and_shown, ("ask_house_way", 2), "seat 2 has asked for the house way already"),
    (asked_and_shown, ("player_house_way", 2), "the display shows the house way of seat 1: press EXIT first"),
    (asked_and_shown, ("dealer_house_way",), "the display shows the house way of seat 1: press EXIT first"),
    (lambda: dealt({1: STRONG}), ("player_house_way", 1), "seat 1 has not asked for the house way"),
    (lambda: closed({1: {"main": 500}}), ("player_house_way", 1), "showing a house way is not possible now: the round"),
    (all_set, ("exit_display",), "there is nothing to exit: the display does not show a player's hand"),
    (
        over,
        ("exit_display",),
        "exiting the display is not possible now: the round waits for nothing: the round is over",
    ),
    (over, ("dealer_house_way",), "the dealer's house way is not possible now: the round waits for nothing"),
    (all_set, ("settle", 2), "settling is not possible now: the round waits for the dealer to press DEALER HOUSE WAY"),
    (lambda: closed({1: {"main": 500}}), ("hint", 1), "a hint for seat 1 is not possible now: the round waits for the"),
    (all_set, ("hint", 5), "nobody sits at seat 5; taken seats: 1, 2"),
    (over, ("void", "too late"), "the round is over; corrections are documented adjustments"),
]


@pytest.mark.parametrize(("round", "act", "words"), REFUSALS, ids=lambda value: value if isinstance(value, str) else "")
def test_refusals_say_why_and_change_nothing(round, act, words):
    table = round()
    before = json.dumps([table.as_json(), [event.as_json() for event in table.events]])
    name, *arguments = act
    with pytest.raises(PitbossError) as refusal:
        getattr(table, name)(*arguments)
    assert str(refusal.value).startswith(words)
    assert not getattr(table, f"can_{name}")(*arguments)
    assert json.dumps([table.as_json(), [event.as_json() for event in table.events]]) == before


def test_a_refused_setting_does_not_tell_the_cards_of_the_seat():
    with pytest.raises(NotAllowedError) as refusal:
        dealt({1: STRONG}).set_hand(1, parse_cards("2c 3c 4c 5c 6c 7c"))
    assert not any(card in str(refusal.value) for card in STRONG.split())


# ---- what the round waits for


def test_what_the_round_waits_for_from_the_bets_to_the_end():
    round = closed({1: {"main": 500}, 2: {"main": 500}})
    told = [round.awaiting.words]
    deal(round, {1: STRONG, 2: OTHER})
    for act in (
        lambda: round.ask_house_way(1),
        lambda: round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d")),
        lambda: round.player_house_way(1),
        round.exit_display,
        round.dealer_house_way,
        lambda: round.settle(2),
        lambda: round.settle(1),
    ):
        told.append(round.awaiting.words)
        act()
    assert [*told, round.awaiting.words] == [
        "the dealer to press the green button",
        "seat 1 to set the hand",
        "seat 2 to set the hand",
        "the dealer to show the house way of seat 1",
        "the dealer to exit the display",
        "the dealer to press DEALER HOUSE WAY",
        "the dealer to settle seat 2",
        "the dealer to settle seat 1",
        "nothing: the round is over",
    ]


def test_options_are_the_house_way_every_legal_setting_and_one_foul():
    round = dealt({1: STRONG})
    ask, *settings, foul = round.options()
    assert ask == AskHouseWay(1)
    assert settings == [SetHand(1, setting.cards) for setting in legal_settings(parse_cards(STRONG))]
    round.do(foul)
    assert round.seats[1].setting.is_fouled


def test_options_of_the_green_button_are_the_seven_numbers():
    assert closed({1: {"main": 500}}).options() == tuple(map(PressGreenButton, range(1, 8)))


# ---- who sees what

EVERYBODY_ELSE = [PUBLIC, DEALER, Audience(Role.SUPERVISOR), Audience(Role.SURVEILLANCE), player(2)]


@pytest.mark.parametrize("audience", EVERYBODY_ELSE, ids=lambda audience: audience.role.value)
def test_a_set_hand_lies_face_down_until_its_seat_is_settled(audience):
    round = dealt({1: STRONG, 2: OTHER})
    round.set_hand(1, parse_cards("Qs Jd 4h Ks Kd Ac"))
    hands = round.view(audience).seats[1].hands
    hidden = [HandView(1, hidden_rows(round.seats[1].setting), "set")]
    assert hands == hidden
    round.ask_house_way(2)
    round.player_house_way(2)
    round.exit_display()
    round.dealer_house_way()
    assert round.view(audience).seats[1].hands == hidden
    round.settle(2)
    round.settle(1)
    (shown,) = round.view(audience).seats[1].hands
    assert [row.cards for row in shown.rows if row.label == "mid"] == [["Ks", "Kd"]]
    assert shown.status == "fouled"
    assert shown.note == "the high hand (queen-jack-four high) is not above the mid hand (pair of kings)"


def test_a_player_sees_the_own_setting_and_is_told_of_a_foul():
    round = dealt({1: STRONG})
    (event,) = round.set_hand(1, parse_cards("Qs Jd 4h Ks Kd Ac"))
    assert isinstance(event, HandSet)
    fouled = "the high hand (queen-jack-four high) is not above the mid hand (pair of kings)"
    assert event.seen_by(player(1)).sentence == f"seat 1 sets Qs Jd 4h Ks Kd Ac: fouled: {fouled}"
    assert event.seen_by(PUBLIC).sentence == "seat 1 sets ?? ?? ?? ?? ?? ??"
    (shown,) = round.view(player(1)).seats[1].hands
    assert (shown.status, shown.note) == ("fouled", fouled)


@pytest.mark.parametrize("audience", EVERYBODY_ELSE, ids=lambda audience: audience.role.value)
def test_ruling_a_players_house_way_on_the_display_is_for_that_player_only(audience):
    round = asked_and_shown()
    shown, hidden = round.view(player(1)), round.view(audience)
    assert shown.screen.rows[0] == CardRow(["Ac", "Ks", "Qs"], "high")
    assert shown.seats[1].hands[0].note.startswith("Rule 1, ")
    backs = [CardRow(["??"] * 3, "high"), CardRow(["??"] * 2, "mid"), CardRow(["??"], "low")]
    assert hidden.screen == Screen("PLAYER HOUSE WAY, SEAT 1", 1, backs)
    assert hidden.seats[1].hands[0].note is None


def outcomes_of(round, audience):
    """How the hands of seat 1 do against the dealer's, as an audience sees it."""
    (hand,) = round.view(audience).seats[1].hands
    return [row.outcome for row in hand.rows]


def test_the_matchups_are_seen_as_soon_as_both_hands_are():
    round = dealt({1: STRONG})
    round.set_hand(1, parse_cards(STRONG))
    assert outcomes_of(round, player(1)) == [None] * 3
    round.dealer_house_way()
    outcomes = list(compare(round.seats[1].setting, round.dealer_choice.setting).outcomes)
    assert outcomes_of(round, player(1)) == outcomes
    assert outcomes_of(round, PUBLIC) == [None] * 3
    round.settle(1)
    assert outcomes_of(round, PUBLIC) == outcomes


def test_a_fouled_hand_has_no_matchups():
    round = dealt({1: STRONG})
    round.set_hand(1, parse_cards("Qs Jd 4h Ks Kd Ac"))
    round.dealer_house_way()
    assert outcomes_of(round, player(1)) == [None] * 3


def told_to(round, audience):
    return [round.view(audience), [event.seen_by(audience).as_json() for event in round.events]]


@pytest.mark.parametrize("seed", range(20))
def test_what_others_see_does_not_depend_on_hidden_cards(seed):
    """Two deals that differ in everything but the hand of seat 1 look alike to seat 1 and to the public."""
    own = parse_cards(STRONG)
    tables = []
    for shuffle in (random.Random(seed), random.Random(-seed - 1)):
        rest = [card for card in DECK_53.cards if card not in own]
        shuffle.shuffle(rest)
        round = closed({1: {"main": 500}, 2: {"main": 500}, 4: {"main": 500}}, seats=[1, 2, 4, 5], rules=PLAIN)
        round.press_green_button(4)
        while round.phase == "dealing":
            round.deal(own if round.awaiting.seat == 1 else tuple(rest.pop() for _ in range(6)))
        round.set_hand(2, round.seats[2].cards)
        round.ask_house_way(4)
        round.ask_house_way(1)
        round.player_house_way(4)
        tables.append(round)
    for audience in (PUBLIC, DEALER, player(1), player(5)):
        assert told_to(tables[0], audience) == told_to(tables[1], audience)
    assert told_to(tables[0], player(2)) != told_to(tables[1], player(2))


# ---- hints


def test_ruling_hints_obey_the_lock_of_the_display():
    round = dealt({1: STRONG, 2: OTHER, 3: THIRD})
    locked = "^the house way of seat 1 is locked until all other players have set or asked for it: "
    with pytest.raises(NotAllowedError, match=f"{locked}seats 2 and 3 not yet$"):
        round.hint(1)
    round.ask_house_way(3)
    assert not round.can_hint(1)
    round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d"))
    assert str(round.hint(1).setting) == "Ac Ks Qs / Kd Jd / 4h"


def test_a_hint_is_a_question_and_changes_nothing():
    round = dealt({1: STRONG})
    before = (len(round.commands), len(round.events), round.display)
    assert round.hint(1).words.startswith("Rule 1, ")
    assert (len(round.commands), len(round.events), round.display) == before


def test_a_hint_can_still_be_looked_at_when_the_round_is_over():
    assert over().can_hint(1)


def test_there_is_no_hint_in_a_void_round():
    round = dealt({1: STRONG})
    round.void("wrong number of cards at seat 1")
    assert not round.can_hint(1)


# ---- two seats, one player

SAME = {1: "ann", 2: "ann", 3: "cid"}


def test_ruling_the_lock_waits_for_other_players_not_for_the_own_second_seat():
    round = dealt({1: STRONG, 2: OTHER, 3: THIRD}, players=SAME)
    round.ask_house_way(1)
    with pytest.raises(NotAllowedError, match="seat 3 not yet$"):
        round.player_house_way(1)
    round.set_hand(3, parse_cards("Th 8c 4s 7c 5h 3c"))
    assert round.can_hint(2)
    round.player_house_way(1)
    assert round.awaiting.operations == ("exit_display",)
    round.exit_display()
    assert round.awaiting.words == "seat 2 to set the hand"


def test_a_player_with_two_seats_sees_both():
    round = dealt({1: STRONG, 2: OTHER, 3: THIRD}, players=SAME)
    view = round.view(player(1, 2)).seats
    assert view[1].cards == STRONG.split()
    assert view[2].cards == OTHER.split()
    assert view[3].cards == ["??"] * 6


def test_seats_of_one_player_must_be_side_by_side():
    with pytest.raises(NotAllowedError, match="^ann has seats 1, 3: one player may have two adjacent seats at most$"):
        FortuneSanLoRound(seats={1: "ann", 3: "ann"})


# ---- irregularities


@pytest.mark.parametrize("cards", ["2c 3c 4c 5c 6c", "2c 3c 4c 5c 6c 7c 8c", ""])
def test_ruling_a_wrong_number_of_cards_is_refused_and_voids_the_round(cards):
    round = closed({1: {"main": 500, "hat-trick": 500, "progressive": 100}})
    round.press_green_button(2)
    with pytest.raises(NotAllowedError, match="^six cards for seat 2, which is not in play: [057] were given: "):
        round.deal(parse_cards(cards))
    round.void("wrong number of cards at seat 2")
    assert {line.wager: line.pay_cents for line in round.lines} == {"main": 500, "hat-trick": 500, "progressive": 0}
    assert round.phase == "void"


def test_a_card_is_never_dealt_twice_even_if_it_lies_in_an_unused_hand():
    round = closed({1: {"main": 500}})
    round.press_green_button(2)
    round.deal(parse_cards("2c 3c 4c 5c 6c 7c"))
    with pytest.raises(PitbossError, match="^7c appears twice, and the 53-card deck has only one$"):
        round.deal(parse_cards("7c 8c 9c Tc Jc Qc"))


def test_a_second_joker_is_not_in_the_deck():
    round = closed({1: {"main": 500}})
    round.press_green_button(1)
    assert not round.can_deal(parse_cards("2c 3c 4c 5c Jk Jk2"))


def test_no_void_after_the_first_seat_is_settled():
    round = all_set()
    round.dealer_house_way()
    round.settle(2)
    with pytest.raises(NotAllowedError, match="^seat 2 is settled: a void is no longer possible$"):
        round.void("too late")


def test_a_void_round_shows_no_more_than_before():
    round = dealt({1: STRONG, 2: OTHER})
    round.void("shuffler malfunction")
    assert round.view(PUBLIC).seats[1].cards == ["??"] * 6


# ---- strategies


def from_deck(seed):
    cards = list(DECK_53.cards)
    random.Random(seed).shuffle(cards)
    rest = iter(cards)
    return lambda number: tuple(next(rest) for _ in range(number))


@pytest.mark.parametrize("strategy", [house_way_strategy, time_out])
def test_strategies_set_every_hand_the_house_way(strategy):
    round = closed({seat: {"main": 500} for seat in (1, 3, 4, 7)}, rules=FortuneSanLoRules())
    play_out(round, from_deck("strategies"), strategy)
    assert round.phase == "over"
    for seat in round.seats.values():
        assert seat.setting == house_way(seat.cards).setting


def test_the_strategy_does_not_look_at_the_display_before_it_may():
    round = dealt({1: STRONG, 2: OTHER})
    assert house_way_strategy(round, 1) == AskHouseWay(1)
    round.ask_house_way(1)
    assert house_way_strategy(round, 2) == SetHand(2, PLAIN.house_way.choose(parse_cards(OTHER)).setting.cards)


def test_a_time_out_never_throws_a_winner_away():
    round = dealt({1: STRONG}, WEAK_DEALER, rules=FortuneSanLoRules())
    round.do(time_out(round, 1))
    play_out(round, from_deck("not asked for"), time_out)
    assert round.statement.paid_cents == 1000


# ---- storage


def test_a_stored_round_comes_back_in_the_middle_of_the_setting():
    round = asked_and_shown()
    again = FortuneSanLoRound.from_json(json.loads(json.dumps(round.as_json())))
    assert again.display == round.display
    assert again.awaiting == round.awaiting
    assert again.view(player(1)) == round.view(player(1))
    assert [event.as_json() for event in again.events] == [event.as_json() for event in round.events]


def test_every_event_has_a_sentence():
    round = asked_and_shown()
    told = [event.sentence for event in round.events if not isinstance(event, HandSet)]
    assert "the display shows 1" in told
    assert "the dealer picks up the unused hands of seats 3, 4, 5, 6 and 7" in told
    assert "the display shows DEALER HOUSE WAY" in told
    assert told[-1] == "the display shows PLAYER HOUSE WAY, SEAT 1: high Ac Ks Qs, mid Kd Jd, low 4h"


def test_deal_is_the_only_way_in_for_cards():
    assert not closed({1: {"main": 500}}).can(Deal(parse_cards("2c 3c 4c 5c 6c 7c")))
