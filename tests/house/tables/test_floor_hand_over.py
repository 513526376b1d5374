"""Who deals at a table: a person, the house, or nobody by name. Dealers change between rounds."""

import pytest

from pitboss.games.audience import PUBLIC
from pitboss.games.round import NotAllowedError
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.staff import DeactivateStaff
from pitboss.house.tables.commands import (
    Act,
    BuyInFromWallet,
    CashOut,
    CloseTable,
    DealCards,
    HandOver,
    LeaveSeat,
    OpenTable,
    StartRound,
)
from pitboss.house.tables.settings import CardKind
from support.floor import ADMIN, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, told


@pytest.fixture
def seated(floor):
    """Table T1 with ann at seat 2."""
    floor.table("T1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    return floor


def dealer_of(floor):
    return floor.room.view("T1", PUBLIC).dealer


def bet(floor, by=DEALER_7):
    return floor.act("T1", "place-wager", by, seat=2, wager="ante", cents=500)


def test_a_table_goes_from_nobody_to_the_house_and_to_a_person(seated):
    assert dealer_of(seated) == ""
    answer = seated.at("T1", HandOver("house"), SUPERVISOR)
    assert [event["dealer"] for event in told(answer)] == ["house"]
    assert dealer_of(seated) == "house"
    seated.at("T1", HandOver("7"))
    assert dealer_of(seated) == "7"
    seated.at("T1", HandOver("house"))
    assert dealer_of(seated) == "house"
    seated.reopen()
    assert dealer_of(seated) == "house"


@pytest.mark.parametrize("by", [SUPERVISOR, EXECUTIVE, HOUSE])
def test_the_floor_and_the_house_hand_over_any_table(seated, by):
    seated.at("T1", HandOver("7"), by)
    seated.at("T1", HandOver("house"), by)
    seated.at("T1", HandOver(""), by)
    assert dealer_of(seated) == ""


def test_a_dealer_hands_over_the_table_they_deal_and_no_other(seated):
    with pytest.raises(NotPermittedError, match="badge 7 does not deal at table T1"):
        seated.at("T1", HandOver("house"))
    seated.at("T1", HandOver("7"))
    seated.at("T1", HandOver("4"))
    with pytest.raises(NotPermittedError, match="badge 7 does not deal"):
        seated.at("T1", HandOver(""))


def test_nobody_takes_over_in_a_round_but_before_the_first_bet(seated):
    seated.at("T1", HandOver("house"), SUPERVISOR)
    seated.at("T1", StartRound(), HOUSE)
    seated.at("T1", HandOver("7"))
    bet(seated)
    with pytest.raises(
        RefusedError, match="round 1 of table T1 is in progress: end it before the table is handed over"
    ):
        seated.at("T1", HandOver("house"), SUPERVISOR)
    assert dealer_of(seated) == "7"


def test_while_the_house_deals_a_dealer_does_not_and_the_floor_may(seated):
    seated.at("T1", HandOver("house"), SUPERVISOR)
    with pytest.raises(NotPermittedError, match="the auto-dealer deals at table T1"):
        seated.at("T1", StartRound())
    seated.at("T1", StartRound(), HOUSE)
    bet(seated, SUPERVISOR)
    with pytest.raises(NotPermittedError, match="the auto-dealer deals at table T1"):
        seated.act("T1", "no-more-bets")
    seated.act("T1", "no-more-bets", SUPERVISOR)
    with pytest.raises(NotPermittedError, match="the auto-dealer deals at table T1"):
        seated.at("T1", DealCards())
    seated.at("T1", DealCards(), EXECUTIVE)


@pytest.mark.parametrize("who", [HOUSE, DEALER_7])
def test_whoever_deals_calls_a_round_off_only_while_nobody_has_bet(seated, who):
    seated.at("T1", StartRound())
    bet(seated)
    with pytest.raises(NotPermittedError, match="void is for a supervisor"):
        seated.act("T1", "void", who, reason="nobody has bet")
    with pytest.raises(NotAllowedError, match="seat 2 has bet: only the floor can void the round"):
        seated.act("T1", "call-off", who)
    seated.act("T1", "take-back", seat=2, wager="ante")
    seated.act("T1", "call-off", who)
    assert seated.room.table("T1").round.void_reason == "nobody has bet"


def test_where_the_house_deals_a_dealer_calls_nothing_off(seated):
    seated.at("T1", HandOver("house"), SUPERVISOR)
    seated.at("T1", StartRound(), EXECUTIVE)
    with pytest.raises(NotPermittedError, match="the auto-dealer deals at table T1"):
        seated.act("T1", "call-off", DEALER_7)


@pytest.mark.parametrize(
    ("dealer", "match"), [("house", "the auto-dealer deals at table T1"), ("4", "badge 4 deals at table T1")]
)
def test_a_dealer_who_deals_elsewhere_touches_no_player_here(seated, dealer, match):
    seated.at("T1", HandOver(dealer), SUPERVISOR)
    seated.at("T1", StartRound(), EXECUTIVE)
    wager = {"do": "place-wager", "seat": 2, "wager": "ante", "cents": 500}
    for command in (BuyInFromWallet(2, 10_000), LeaveSeat(2), CashOut(2, 500), Act(wager)):
        with pytest.raises(NotPermittedError, match=match):
            seated.at("T1", command, DEALER_7)


def test_a_badge_must_be_of_somebody_who_deals_here(seated):
    for badge, reason in {"99": "no active person has badge '99'", "5": "badge 5 is accounting"}.items():
        with pytest.raises(RefusedError, match=reason):
            seated.at("T1", HandOver(badge), SUPERVISOR)
    seated.office(DeactivateStaff("7", "left"), ADMIN)
    with pytest.raises(RefusedError, match="no active person has badge '7'"):
        seated.at("T1", HandOver("7"), SUPERVISOR)


def test_the_same_again_and_a_player_are_refused(seated):
    with pytest.raises(RefusedError, match="nobody deals at table T1 already"):
        seated.at("T1", HandOver(""), SUPERVISOR)
    with pytest.raises(NotPermittedError):
        seated.at("T1", HandOver("house"), Actor("ann", Role.PLAYER))


def test_the_house_deals_no_cards_on_the_felt(floor):
    floor.table("T1", cards=CardKind.LIVE)
    with pytest.raises(RefusedError, match="electronic cards only"):
        floor.at("T1", HandOver("house"), SUPERVISOR)
    floor.at("T1", HandOver("7"))
    assert dealer_of(floor) == "7"


def test_whoever_deals_goes_home_when_the_table_closes(seated):
    seated.at("T1", HandOver("house"), SUPERVISOR)
    seated.at("T1", LeaveSeat(2), SUPERVISOR)
    seated.at("T1", CloseTable(490_000), SUPERVISOR)
    assert dealer_of(seated) == ""
    with pytest.raises(RefusedError, match="closed and cannot be handed over"):
        seated.at("T1", HandOver("house"), SUPERVISOR)
    seated.at("T1", OpenTable(490_000), SUPERVISOR)
    assert dealer_of(seated) == ""
