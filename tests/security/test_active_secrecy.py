"""Nobody learns a hidden card by asking: what staff try at a table answers the same, whichever cards lie face down."""

from collections import Counter

import pytest

from pitboss.cards import DECK_54, shoe
from pitboss.house.errors import CommandReusedError
from pitboss.house.tables.commands import Act, DealCards, StartRound, TimeOut
from pitboss.house.tables.table import Table
from support.demo import ANN
from support.demo_rooms import visited
from support.floor import SUPERVISOR

EVERY_CARD = [str(card) for card in DECK_54.cards]


def answer_of(answer):
    return answer.status_code, answer.json()


# ---- the two attacks


@pytest.fixture
def blackjack(own_demo):
    """Ann at seat 2 of T4 with ten and five against a nine; the king of spades lies face down."""
    own_demo.entropy.stack_shoe("Ts 9h 5d Ks 7c")
    own_demo.sit("T4", 2, ANN.name)
    own_demo.at("T4", StartRound())
    own_demo.act("T4", "place-wager", seat=2, wager="bet", cents=500)
    own_demo.act("T4", "no-more-bets")
    while own_demo.awaiting("T4").kind == "cards":
        own_demo.at("T4", DealCards())
    return own_demo


def test_a_burn_does_not_tell_the_hole_card(blackjack):
    """Every copy that the floor has not seen, and a seventh two of clubs: whatever is refused is no card."""
    left = Counter(map(str, shoe(6).cards)) - Counter(["Ts", "9h", "5d"])
    named = " ".join([*left.elements(), "2c"])
    with visited(blackjack) as visitors:
        told = visitors.as_("supervisor").command("/api/tables/T4/round/burn", cards=named, reason="exposed").text
    assert "Ks" not in told


@pytest.fixture
def double_draw(own_demo):
    """Ann at seat 2 of T3 decides about her first draw, with nothing left to bet."""
    own_demo.sit("T3", 2, ANN.name, dollars=10)
    wagers = {2: {"ante": 500, "bonus": 500}}
    list(own_demo.steps("T3", wagers, {2: "Ks Kd 9h 5c 2d"}, "", until="decision"))
    return own_demo


@pytest.mark.parametrize("who", ["supervisor", "dealer", "executive"])
def test_a_draw_for_a_player_does_not_tell_which_cards_they_hold(double_draw, who):
    with visited(double_draw) as visitors:
        staff = visitors.as_(who)
        told = {
            (answer.status_code, answer.json()["detail"])
            for answer in (staff.command("/api/tables/T3/round/draw", seat=2, cards=card) for card in EVERY_CARD)
        }
    assert len(told) == 1


def test_under_a_used_id_a_guess_is_not_looked_at(double_draw, monkeypatch):
    verified = []
    monkeypatch.setattr(Table, "verify", lambda table, command, *_: verified.append(command))
    for card in ("Ks", "As"):
        guess = Act({"do": "draw", "seat": 2, "cards": card})
        with pytest.raises(CommandReusedError):
            double_draw.room.at_table("T3", guess, by=ANN, command_id="floor-1")
    assert verified == []


@pytest.mark.parametrize("command", [TimeOut(2), DealCards(), Act({"do": "settle", "seat": 2})])
def test_under_a_used_id_nothing_that_shows_cards_is_tried(double_draw, monkeypatch, command):
    """What a time-out decides depends on the cards. Under a used id it would be worked out and never written down."""
    tried = []
    monkeypatch.setattr(Table, "verify", lambda table, command, *_: tried.append(command))
    with pytest.raises(CommandReusedError):
        double_draw.room.at_table("T3", command, by=SUPERVISOR, command_id="floor-1")
    assert tried == []


def test_a_player_who_is_away_gets_the_time_out_and_nobody_names_a_card(double_draw):
    double_draw.at("T3", TimeOut(2), SUPERVISOR)
    record = [record for record in double_draw.rows("journal") if record["chain"] == "table:T3"][-1]
    assert (record["kind"], record["asked"]) == ("time-out", '{"do":"time-out","seat":2}')
    assert double_draw.room.table("T3").round.seats[2].is_folded, "a draw costs $5, and there are no chips"
    assert double_draw.awaiting("T3").kind == "dealer"
