"""Large wins of ordinary wagers: nobody is paid above $3,000 in Washington before surveillance has seen it on camera."""

import pytest

from pitboss.games.audience import PUBLIC, Audience
from pitboss.games.audience import Role as Looking
from pitboss.games.round_view import CardRow, HandView
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.disputes import OpenDispute, RuleDispute
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.reports.tally import rounds_played
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    CloseTable,
    LeaveSeat,
    RejectJackpot,
    StartRound,
    SuspendTable,
    VerifyJackpot,
)
from pitboss.house.tables.views import HeldWin
from support.floor import DEALER_7, SUPERVISOR, SURVEILLANCE, Floor, told

SEEN = "hand wager payout player"
STRAIGHT_FLUSH, WEAK, NO_HAND = "9h 8h 7h", "Jh 8c 3c", "9c 7d 2s"
PAIR_PLUS_CENTS = 10_000
WON_CENTS = 40 * PAIR_PLUS_CENTS + 5 * 500 + 500
"""Pair Plus 40 to 1, the Ante Bonus 5 to 1, and the Ante 1 to 1: the dealer does not play."""
PAID_CENTS = WON_CENTS + PAIR_PLUS_CENTS + 2 * 500
CHIPS_CENTS = 30_000
WAGERS = {"ante": 500, "pair-plus": PAIR_PLUS_CENTS}
SURVEILLANCE_LOOKS = Audience(Looking.SURVEILLANCE)


@pytest.fixture
def washington(database, tmp_path, clock):
    floor = Floor(database, tmp_path / "room.key", clock, jurisdiction="washington")
    seat_two(floor)
    return floor


def seat_two(floor):
    floor.table("T1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name, dollars=CHIPS_CENTS // 100)


def win(floor, wagers=WAGERS):
    """Seat 2 has a straight flush, and seat 5 nothing."""
    return floor.play("T1", wagers={2: wagers, 5: {"ante": 500}}, hands={2: STRAIGHT_FLUSH, 5: NO_HAND}, dealer=WEAK)


def held(floor):
    return floor.room.view("T1", PUBLIC).held_wins


def test_a_large_win_waits_for_the_camera_and_is_paid_then(washington):
    events = told(win(washington))
    assert events[-1] == {"event": "win-held", "seat": 2, "cents": WON_CENTS}
    assert held(washington) == [HeldWin(seat=2, cents=WON_CENTS)]
    staked = PAIR_PLUS_CENTS + 2 * 500
    assert washington.cents("chips:T1:2") == CHIPS_CENTS - staked
    assert washington.cents("felt:T1") == 0
    paid = told(washington.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE))
    assert paid[-1] == {"event": "held-win-paid", "seat": 2, "cents": WON_CENTS}
    assert held(washington) == []
    assert washington.cents("chips:T1:2") == CHIPS_CENTS - staked + PAID_CENTS
    washington.at("T1", StartRound())


def test_until_then_the_cards_lie_there_and_nobody_leaves_with_it(washington):
    win(washington)
    words = r"\$4,030 at seat 2 of table T1 waits for surveillance, who must see it on camera before "
    with pytest.raises(RefusedError, match=words + "a new round starts"):
        washington.at("T1", StartRound())
    with pytest.raises(RefusedError, match=words):
        washington.at("T1", CloseTable(1), SUPERVISOR)
    with pytest.raises(
        RefusedError, match="surveillance must see the win of seat 2 first: it can be left when the win is paid"
    ):
        washington.at("T1", LeaveSeat(2))
    # Whoever has won nothing goes.
    washington.at("T1", LeaveSeat(5))


def test_where_the_dealer_picks_and_pays_the_hand_lies_there_until_it_is_paid(washington):
    washington.table("T2", rules={"lay_and_pay": False})
    washington.player("cal")
    washington.sit("T2", 2, "cal", dollars=CHIPS_CENTS // 100)
    washington.play("T2", wagers={2: WAGERS}, hands={2: STRAIGHT_FLUSH}, dealer=WEAK)
    for look in (PUBLIC, SURVEILLANCE_LOOKS):
        seat = washington.room.view("T2", look).round.seats[2]
        assert seat.hands == [HandView(1, [CardRow(STRAIGHT_FLUSH.split())])]
    washington.at("T2", CheckJackpot(2, SEEN), SURVEILLANCE)
    assert washington.room.view("T2", PUBLIC).round.seats[2].hands == [HandView(1, [], "picked-up")]


def test_only_surveillance_sees_it_and_sees_all_of_it(washington):
    win(washington)
    for by in (DEALER_7, SUPERVISOR):
        with pytest.raises(NotPermittedError):
            washington.at("T1", CheckJackpot(2, SEEN), by)
    with pytest.raises(RefusedError, match="missing: payout, player"):
        washington.at("T1", CheckJackpot(2, "hand wager"), SURVEILLANCE)
    words = "no jackpot is pending at seat {} of table T1; pending: none; to be seen on camera only: 2"
    with pytest.raises(RefusedError, match=words.format(5)):
        washington.at("T1", CheckJackpot(5, SEEN), SURVEILLANCE)
    with pytest.raises(RefusedError, match=words.format(2)):
        washington.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert held(washington) == [HeldWin(seat=2, cents=WON_CENTS)]


def test_it_waits_over_a_restart(washington):
    win(washington)
    before = washington.room.view("T1", PUBLIC)
    washington.reopen()
    assert washington.room.view("T1", PUBLIC) == before
    washington.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
    after = washington.room.view("T1", PUBLIC)
    washington.reopen()
    assert washington.room.view("T1", PUBLIC) == after
    room = washington.room
    refuse_play(selfcheck(room.database, room.house, room.box))


def test_in_a_disputed_round_it_waits_for_the_ruling(washington):
    win(washington)
    washington.at("T1", SuspendTable("the floor looks into it"), SUPERVISOR)
    washington.office(OpenDispute("d1", "T1", 1, "bob", "seat 2 touched the cards"), SUPERVISOR)
    with pytest.raises(RefusedError, match="dispute d1 is about round 1, which is on the table: rule it first"):
        washington.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
    washington.office(RuleDispute("d1", "paid as it lay"), SUPERVISOR)
    washington.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
    assert held(washington) == []


def test_the_others_are_settled_meanwhile_and_the_round_ends_with_the_last(washington):
    wagers = {2: {"ante": 500}, 5: WAGERS}
    steps = washington.steps("T1", wagers, {2: NO_HAND, 5: STRAIGHT_FLUSH}, WEAK)
    next(answer for answer in steps if told(answer)[-1]["event"] == "win-held")
    assert washington.awaiting("T1").seat == 2
    washington.at("T1", CheckJackpot(5, SEEN), SURVEILLANCE)
    assert washington.cents("chips:T1:5") == CHIPS_CENTS + WON_CENTS
    with pytest.raises(RefusedError, match="round 1 of table T1 is in progress"):
        washington.at("T1", StartRound())
    list(steps)
    washington.at("T1", StartRound())


def test_with_a_jackpot_at_the_same_seat_one_look_is_for_both(washington):
    washington.meter("M1", "TCPP-1", surveillance_above_cents=40_000)
    washington.table("T2", meter="M1")
    washington.player("cal")
    washington.sit("T2", 2, "cal", dollars=CHIPS_CENTS // 100)
    hand = {"wagers": {2: WAGERS | {"progressive": 100}}, "hands": {2: "Ah Kh Qh"}, "dealer": WEAK}
    washington.play("T2", **hand)
    assert washington.jackpot("T2-1-2").status == "claimed"
    washington.at("T2", CheckJackpot(2, SEEN), SURVEILLANCE)
    assert washington.jackpot("T2-1-2").checked_by == str(SURVEILLANCE)
    assert washington.cents("chips:T2:2") > CHIPS_CENTS + 400_000
    with pytest.raises(RefusedError, match="a jackpot is pending at table T2: decide it before a new round starts"):
        washington.at("T2", StartRound())
    washington.at("T2", VerifyJackpot(2), SUPERVISOR)
    washington.at("T2", AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), SUPERVISOR)
    washington.at("T2", StartRound())
    refuse_play(selfcheck(washington.database, washington.room.house, washington.room.box))


def test_what_the_camera_shows_to_be_no_win_is_rejected_and_the_wagers_go_back(washington):
    win(washington)
    before = washington.cents("tray:T1")
    with pytest.raises(NotPermittedError, match="reject-jackpot is not for dealer 7"):
        washington.at("T1", RejectJackpot(2, "a card was switched"))
    with pytest.raises(RefusedError, match="a rejection needs a reason"):
        washington.at("T1", RejectJackpot(2, " "), SUPERVISOR)
    events = told(washington.at("T1", RejectJackpot(2, "a card was switched"), SUPERVISOR))
    assert events == [{"event": "held-win-rejected", "seat": 2, "cents": WON_CENTS, "reason": "a card was switched"}]
    assert washington.cents("chips:T1:2") == CHIPS_CENTS
    assert washington.cents("tray:T1") == before - (PAID_CENTS - WON_CENTS)
    assert held(washington) == []
    with pytest.raises(RefusedError, match="no jackpot is pending at seat 2"):
        washington.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
    with washington.database.reading() as connection:
        (played,) = rounds_played(connection, ("P1", "T1"), "2026-01-01", "2027-01-01")
    assert {staked.seat for staked in played.wagers} == {5}
    washington.reopen()
    washington.at("T1", StartRound())
    refuse_play(selfcheck(washington.database, washington.room.house, washington.room.box))


@pytest.mark.parametrize("is_paid", [True, False])
def test_a_jackpot_at_the_same_seat_that_is_decided_stays_as_it_was(washington, is_paid):
    """The look is for what is held: it neither decides the jackpot a second time, nor at another hour."""
    washington.meter("M1", "TCPP-1")
    washington.table("T2", meter="M1")
    washington.player("cal")
    washington.sit("T2", 2, "cal", dollars=CHIPS_CENTS // 100)
    washington.play("T2", wagers={2: WAGERS | {"progressive": 100}}, hands={2: "Ah Kh Qh"}, dealer=WEAK)
    washington.at("T2", VerifyJackpot(2), SUPERVISOR)
    decision = AuthorizeJackpot(2, "licence WDL-1", "") if is_paid else RejectJackpot(2, "a marked card")
    washington.at("T2", decision, SUPERVISOR)
    decided = washington.jackpot("T2-1-2")
    events = told(washington.at("T2", CheckJackpot(2, SEEN), SURVEILLANCE))
    assert [event["event"] for event in events] == ["held-win-paid"]
    assert washington.jackpot("T2-1-2") == decided
    washington.at("T2", StartRound())
    refuse_play(selfcheck(washington.database, washington.room.house, washington.room.box))


@pytest.mark.parametrize(
    ("wagers", "is_held"),
    [
        ({"pair-plus": 7_500}, False),
        ({"ante": 3_000, "pair-plus": 7_000}, False),
        ({"ante": 3_500, "pair-plus": 7_000}, True),
    ],
    ids=["3000", "2980", "3010"],
)
def test_the_limit_is_on_what_a_seat_wins_at_once(washington, wagers, is_held):
    win(washington, wagers)
    assert bool(held(washington)) is is_held


def test_where_no_rule_asks_for_it_everybody_is_paid_at_once(floor):
    seat_two(floor)
    win(floor)
    assert held(floor) == []
    assert floor.cents("chips:T1:2") == CHIPS_CENTS + WON_CENTS
