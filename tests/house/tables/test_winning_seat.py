"""Whose hand is lit at a live-card table: the dealer's claim, the supervisor's naming, the order of Appendix A, folds."""

import pytest

from pitboss.games.audience import PUBLIC
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.jackpots.win_page import read_win_page
from pitboss.house.tables.commands import AwardEnvy, CheckJackpot, ClaimWin, MarkFold
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.house.tables.state import LiveGame
from pitboss.progressive.controllers import PressRefusedError
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE, told
from support.lists import change, found, wrong

FIVE_ACES, ROYAL, STRAIGHT = "five-aces", "royal-flush", "straight"
TOP, FIXED, SMALL = "akq-of-spades", "akq-of-another-suit", "three-of-a-kind"


def open_table(floor, designator, *seats, **settings):
    """Live-card table P on Aquarius with these seats in the game."""
    game = "fortune-san-lo" if designator.startswith("FSLPP") else "three-card-poker"
    floor.meter("M1", designator, **settings)
    floor.table("P", game, meter="M1", cards=CardKind.LIVE)
    take_in(floor, *seats)


def take_in(floor, *seats, key="press-coin-in"):
    for seat in seats:
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", key)


@pytest.fixture
def san_lo(floor):
    """Seats 1, 3 and 6 are in the game, and the meter shows $5,000.63."""
    open_table(floor, "FSLPP-01", 1, 3, 6)
    assert floor.meter_now("M1").displayed_cents == 500_063
    return floor


@pytest.fixture
def three_card(floor):
    """Seats 2 and 5 are in the game, and the meter shows $1,000.28."""
    open_table(floor, "TCPP-1", 2, 5)
    return floor


@pytest.fixture
def nexus(floor):
    """The same on Nexus."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=ControllerKind.NEXUS)
    take_in(floor, 2, 5, key="press-start-game")
    return floor


def light(floor, row=ROYAL):
    floor.press("P", "press-hand", row=row)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")


def put_out(floor, row=ROYAL):
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    floor.press("P", "press-hand", row=row)


def j_pot(floor, seat):
    """J-POT and the key back at RUN; what is written down of the win."""
    floor.press("P", "press-j-pot", SUPERVISOR, seat=seat)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    return floor.jackpot(f"P-{floor.room.table('P').round_number}-{seat}")


def book(floor, seat, row=ROYAL, **answer):
    light(floor, row)
    floor.name_winner("P", seat, **answer)
    return j_pot(floor, seat)


def live_game(floor):
    return floor.room.table("P").live_game


# ---- the order of Appendix A


def test_two_royals_are_paid_from_the_dealers_right(san_lo):
    """Seat 6 takes 10% of $5,000.63, and seat 1 10% of what is left."""
    assert book(san_lo, 6).cents == 50_006
    assert book(san_lo, 1, none_to_the_right=True).cents == 45_005
    assert san_lo.jackpot("P-1-1").named_by == "supervisor:4; seat 3: no meter hand"
    assert san_lo.jackpot("P-1-6").named_by == "supervisor:4"


def test_j_pot_waits_until_the_winner_is_named(san_lo):
    light(san_lo)
    with pytest.raises(RefusedError, match="wins a share of the meter: a supervisor must name the winner"):
        san_lo.press("P", "press-j-pot", SUPERVISOR, seat=1)
    with pytest.raises(NotPermittedError, match="name-winner is not for dealer 7"):
        san_lo.name_winner("P", 1, DEALER_7)


def test_the_question_about_the_seats_farther_right_must_be_answered(san_lo):
    light(san_lo)
    with pytest.raises(RefusedError, match="seats 3, 6 are in the game farther on the dealer's right: say whether"):
        san_lo.name_winner("P", 1)
    answer = san_lo.name_winner("P", 1, none_to_the_right=True)
    named = {"seat": 1, "hand": "Royal flush", "asked": [3, 6], "none_to_the_right": True}
    assert told(answer) == [{"event": "winner-named", **named}]
    row = san_lo.rows("journal")[-1]
    assert (row["kind"], row["actor"]) == ("name-winner", "supervisor:4")
    assert j_pot(san_lo, 1).named_by == "supervisor:4; seats 3, 6: no meter hand"


def test_where_there_is_one_nothing_is_booked_and_that_seat_goes_first(san_lo):
    light(san_lo)
    san_lo.name_winner("P", 1, none_to_the_right=False)
    goes_first = "a seat farther right than seat 1 has a meter hand and goes first: put the hand button out"
    with pytest.raises(RefusedError, match=goes_first):
        san_lo.press("P", "press-j-pot", SUPERVISOR, seat=1)
    with pytest.raises(RefusedError, match=goes_first):
        san_lo.name_winner("P", 1, none_to_the_right=True)
    put_out(san_lo)
    assert san_lo.rows("jackpots") == []
    assert book(san_lo, 6).cents == 50_006
    assert book(san_lo, 1, none_to_the_right=True).cents == 45_005


def test_nobody_is_said_to_have_a_hand_where_nobody_is_farther_right(san_lo):
    light(san_lo)
    with pytest.raises(RefusedError, match="no seat farther right than seat 6 can have a hand that is paid before it"):
        san_lo.name_winner("P", 6, none_to_the_right=False)


def test_a_seat_that_was_missed_is_booked_after_a_reversal_only(san_lo):
    book(san_lo, 1, none_to_the_right=True)
    light(san_lo)
    with pytest.raises(RefusedError, match="seat 6 is paid before seat 1, booked already: reverse that win, then book"):
        san_lo.name_winner("P", 6)
    put_out(san_lo)
    san_lo.reverse("P-1-1", by=ACCOUNTING)
    assert book(san_lo, 6).cents == 50_006
    book(san_lo, 1, none_to_the_right=True)
    wins = [(row["seat"], row["cents"], row["status"]) for row in san_lo.rows("jackpots")]
    assert sorted(wins) == [(1, 45_005, "booked"), (1, 50_006, "reversed"), (6, 50_006, "booked")]
    assert wrong(san_lo) == []


def test_the_order_holds_for_a_share_of_the_meter_only(floor):
    """A fixed pay comes from the tray: it does not matter who is first."""
    open_table(floor, "FSLPP-01", 1, 6, supervisor_from_cents=10_000)
    light(floor, "straight-flush")
    floor.name_winner("P", 1)
    assert j_pot(floor, 1).source == "tray"


def test_a_fixed_pay_is_booked_without_naming(three_card):
    light(three_card, FIXED)
    assert j_pot(three_card, 2).named_by is None


LIMITS = {"executive_above_cents": 900_000, "surveillance_above_cents": 900_000}


def test_five_aces_leave_nobody_a_meter_hand_to_ask_about(floor):
    """There is one joker: with five aces nobody has a royal."""
    open_table(floor, "FSLPP-01", 1, 3, 6, **LIMITS)
    assert book(floor, 1, FIVE_ACES).named_by == "supervisor:4"


def test_three_card_poker_has_one_meter_hand_and_no_question(three_card):
    assert book(three_card, 2, TOP).named_by == "supervisor:4"


def test_seats_that_became_able_to_win_since_are_asked_about(san_lo):
    san_lo.at("P", MarkFold(6))
    light(san_lo)
    san_lo.name_winner("P", 1, none_to_the_right=True)
    san_lo.at("P", MarkFold(6))
    with pytest.raises(RefusedError, match="nobody was asked about seat 6: name the winner again"):
        san_lo.press("P", "press-j-pot", SUPERVISOR, seat=1)
    san_lo.name_winner("P", 1, none_to_the_right=True)
    assert j_pot(san_lo, 1).named_by == "supervisor:4; seats 3, 6: no meter hand"


def test_under_the_jackpot_lock_a_button_that_is_put_out_gives_back_what_was_frozen(floor):
    open_table(floor, "FSLPP-01", 1, 6, jackpot_lock=True)
    light(floor)
    floor.name_winner("P", 1, none_to_the_right=False)
    put_out(floor)
    assert book(floor, 6).cents == 50_004
    assert book(floor, 1).cents == 45_003


def test_on_nexus_confirm_and_the_card_wait_until_the_winner_is_named(nexus):
    nexus.press("P", "press-spot", seat=2)
    nexus.press("P", "press-hand", row=TOP)
    with pytest.raises(RefusedError, match="a supervisor must name the winner before it is booked"):
        nexus.press("P", "press-confirm", SUPERVISOR)
    with pytest.raises(RefusedError, match="the dealer says that seat 2 has the hand, not seat 5"):
        nexus.name_winner("P", 5)
    nexus.name_winner("P", 2)
    nexus.press("P", "press-confirm", SUPERVISOR)
    nexus.press("P", "swipe-card", SUPERVISOR)
    assert nexus.jackpot("P-1-2").named_by == "supervisor:4"


def test_nexus_asks_the_same_question(floor):
    floor.meter("M1", "FSLPP-01")
    nexus = {"cards": CardKind.LIVE, "controller": ControllerKind.NEXUS}
    floor.table("P", "fortune-san-lo", meter="M1", **nexus)
    take_in(floor, 1, 6, key="press-start-game")
    floor.press("P", "press-spot", seat=1)
    floor.press("P", "press-hand", row=ROYAL)
    with pytest.raises(RefusedError, match="seat 6 is in the game farther on the dealer's right"):
        floor.name_winner("P", 1)
    floor.name_winner("P", 1, none_to_the_right=False)
    with pytest.raises(RefusedError, match="seat 1 has a meter hand and goes first"):
        floor.press("P", "press-confirm", SUPERVISOR)
    floor.press("P", "press-hand", row=ROYAL)
    floor.press("P", "press-spot", seat=1)
    for seat, answer in ((6, None), (1, None)):
        floor.press("P", "press-spot", seat=seat)
        floor.press("P", "press-hand", row=ROYAL)
        floor.name_winner("P", seat, none_to_the_right=answer)
        floor.press("P", "press-confirm", SUPERVISOR)
        floor.press("P", "swipe-card", SUPERVISOR)
    assert [floor.jackpot(f"P-1-{seat}").cents for seat in (6, 1)] == [50_004, 45_003]


# ---- the seat of a win


def test_the_dealers_seat_travels_with_the_claim(three_card):
    floor = three_card
    light(floor, FIXED)
    assert told(floor.at("P", ClaimWin(5))) == [
        {"event": "win-claimed", "seat": 5, "hand": "A-K-Q of hearts, diamonds or clubs"}
    ]
    assert floor.room.view("P", PUBLIC).claimed_seat == 5
    for wrong_seat in (
        lambda: floor.press("P", "press-j-pot", SUPERVISOR, seat=2),
        lambda: floor.name_winner("P", 2),
    ):
        with pytest.raises(RefusedError, match="the dealer says that seat 5 has the hand, not seat 2"):
            wrong_seat()
    floor.name_winner("P", 5)
    with pytest.raises(RefusedError, match="seat 5 is named as the winner: put the hand button out first"):
        floor.at("P", ClaimWin(2))
    assert j_pot(floor, 5).seat == 5


def test_a_win_is_booked_for_the_seat_that_was_named(three_card):
    light(three_card, FIXED)
    three_card.name_winner("P", 5)
    with pytest.raises(RefusedError, match="seat 5 is named as the winner, not seat 2"):
        three_card.press("P", "press-j-pot", SUPERVISOR, seat=2)


@pytest.mark.parametrize("command", [ClaimWin(2), None], ids=["claimed", "named"])
def test_whose_hand_it_is_can_be_said_of_a_lit_hand_that_stops_the_table(three_card, command):
    floor = three_card

    def say(seat=2):
        return floor.name_winner("P", seat) if command is None else floor.at("P", ClaimWin(seat))

    with pytest.raises(RefusedError, match="no hand button is lit at table P"):
        say()
    floor.press("P", "press-hand", row=SMALL)
    with pytest.raises(RefusedError, match="Three of a kind does not stop the table: the dealer pays it"):
        say()
    floor.press("P", "pay-hand", seat=5)
    light(floor, FIXED)
    with pytest.raises(RefusedError, match="seat 4 has no progressive wager in this game: seats 2, 5 can win"):
        say(4)
    with pytest.raises(RefusedError, match="seat 5 has a win in this game already"):
        say(5)
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    with pytest.raises(RefusedError, match="the win of seat 2 is booked already"):
        say()


def test_on_nexus_the_spot_says_whose_hand_it_is(nexus):
    nexus.press("P", "press-spot", seat=2)
    nexus.press("P", "press-hand", row=TOP)
    with pytest.raises(RefusedError, match="on this keypad the spot says which seat has the lit hand"):
        nexus.at("P", ClaimWin(2))


def test_what_was_said_is_forgotten_when_the_button_is_put_out(three_card):
    floor = three_card
    for _ in range(2):
        light(floor, TOP)
        floor.at("P", ClaimWin(2))
        floor.name_winner("P", 2)
        put_out(floor, TOP)
        assert live_game(floor) == LiveGame()


# ---- one deck


def test_a_k_q_of_spades_is_not_dealt_twice(three_card):
    book(three_card, 2, TOP)
    clash = "one deck cannot deal A-K-Q of spades as well: seat 2 has A-K-Q of spades in this game"
    with pytest.raises(RefusedError, match=clash):
        three_card.press("P", "press-hand", row=TOP)
    with pytest.raises(RefusedError, match=clash):
        three_card.at("P", AwardEnvy(3, TOP))
    assert three_card.meter_now("M1").displayed_cents == 100_000


def test_a_hand_without_a_wager_is_of_the_same_deck(three_card):
    floor = three_card
    floor.at("P", AwardEnvy(3, TOP))
    with pytest.raises(RefusedError, match="seat 3 has A-K-Q of spades in this game"):
        floor.press("P", "press-hand", row=TOP)
    with pytest.raises(RefusedError, match="seat 3 has A-K-Q of spades in this game"):
        floor.at("P", AwardEnvy(4, TOP))
    floor.at("P", AwardEnvy(3, TOP))
    assert book(floor, 2, TOP).seat == 2


def test_a_hand_that_is_brought_while_another_is_lit_cannot_be_booked_twice(three_card):
    floor = three_card
    light(floor, TOP)
    floor.at("P", AwardEnvy(3, TOP))
    with pytest.raises(RefusedError, match="seat 3 has A-K-Q of spades in this game"):
        floor.name_winner("P", 2)


def test_five_aces_leave_nobody_a_royal(floor):
    open_table(floor, "FSLPP-01", 1, 3, 6, **LIMITS)
    book(floor, 6, FIVE_ACES)
    with pytest.raises(RefusedError, match="one deck cannot deal Royal flush as well: seat 6 has Five aces in this"):
        floor.press("P", "press-hand", row=ROYAL)
    floor.press("P", "press-hand", row=STRAIGHT)
    floor.press("P", "pay-hand", seat=3)


def test_after_a_reversal_the_cards_are_another_seats(three_card):
    book(three_card, 2, TOP)
    three_card.reverse("P-1-2", by=ACCOUNTING)
    assert book(three_card, 5, TOP).seat == 5


# ---- folds


def test_a_folded_hand_does_not_win_and_collects_envy(nexus):
    floor = nexus
    assert told(floor.at("P", MarkFold(5))) == [{"event": "fold-marked", "seat": 5}]
    assert floor.room.view("P", PUBLIC).folded == [5]
    with pytest.raises(RefusedError, match="seat 5 has folded, and a folded hand does not win"):
        floor.press("P", "press-spot", seat=5)
    floor.press("P", "press-spot", seat=2)
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 2)
    floor.press("P", "press-confirm", SUPERVISOR)
    floor.press("P", "swipe-card", SUPERVISOR)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}


def test_a_fold_that_is_marked_late_stops_the_win(nexus):
    floor = nexus
    floor.press("P", "press-spot", seat=2)
    floor.at("P", MarkFold(2))
    with pytest.raises(RefusedError, match="seat 2 has folded"):
        floor.press("P", "press-hand", row=SMALL)
    assert told(floor.at("P", MarkFold(2))) == [{"event": "fold-taken-back", "seat": 2}]
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 2)
    floor.press("P", "press-confirm", SUPERVISOR)
    floor.at("P", MarkFold(2))
    with pytest.raises(RefusedError, match="seat 2 has folded"):
        floor.press("P", "swipe-card", SUPERVISOR)


def test_on_aquarius_a_folded_hand_does_not_win_and_is_not_asked_about(san_lo):
    floor = san_lo
    for seat in (1, 6):
        floor.at("P", MarkFold(seat))
    floor.press("P", "press-hand", row=STRAIGHT)
    with pytest.raises(RefusedError, match="seat 1 has folded"):
        floor.press("P", "pay-hand", seat=1)
    floor.press("P", "press-hand", row=STRAIGHT)
    light(floor)
    for seat_1_wins in (lambda: floor.name_winner("P", 1), lambda: floor.at("P", ClaimWin(1))):
        with pytest.raises(RefusedError, match="seat 1 has folded"):
            seat_1_wins()
    with pytest.raises(RefusedError, match="seat 1 has folded"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=1)
    floor.name_winner("P", 3)
    assert j_pot(floor, 3).cents == 50_006
    assert floor.room.table("P").controller.envy.owed == {1: 5000, 6: 5000}


def test_where_folded_hands_play_they_win_and_are_asked_about(floor):
    open_table(floor, "FSLPP-01", 1, 6, folded_hands_play=True)
    for seat in (1, 6):
        floor.at("P", MarkFold(seat))
    light(floor)
    with pytest.raises(RefusedError, match="seat 6 is in the game farther on the dealer's right"):
        floor.name_winner("P", 1)
    floor.name_winner("P", 1, none_to_the_right=True)
    assert j_pot(floor, 1).cents == 50_004
    assert floor.room.table("P").controller.envy.owed == {6: 5000}


def test_under_the_lock_a_folded_first_seat_freezes_all_the_same(floor):
    open_table(floor, "FSLPP-01", 1, 6, jackpot_lock=True)
    floor.at("P", MarkFold(1))
    light(floor)
    assert floor.meter_now("M1").frozen == 50_004_000
    floor.name_winner("P", 6)
    assert j_pot(floor, 6).cents == 50_004


def test_folds_are_marked_for_seats_of_a_game_that_have_no_win(three_card):
    floor = three_card
    with pytest.raises(RefusedError, match="seat 4 has no progressive wager in this game"):
        floor.at("P", MarkFold(4))
    light(floor, FIXED)
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    with pytest.raises(RefusedError, match="the win of seat 2 is booked"):
        floor.at("P", MarkFold(2))
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    with pytest.raises(RefusedError, match="seat 2 has a win in this game already"):
        floor.at("P", MarkFold(2))
    floor.press("P", "pay-envy", seat=5)
    floor.press("P", "press-game-over")
    with pytest.raises(RefusedError, match="no game is on at table P: COIN IN comes first"):
        floor.at("P", MarkFold(5))


# ---- when a game ends, and over a restart


@pytest.mark.parametrize("ending", ["press-game-over", "void-game"])
def test_a_new_game_knows_nothing_of_the_last(three_card, ending):
    floor = three_card
    floor.at("P", MarkFold(5))
    floor.at("P", AwardEnvy(3, TOP))
    light(floor, FIXED)
    floor.at("P", ClaimWin(2))
    put_out(floor, FIXED)
    if ending == "void-game":
        floor.press("P", ending, SUPERVISOR, reason="a card was exposed")
    else:
        for seat in (2, 5):
            floor.press("P", "pay-envy", seat=seat)
        floor.press("P", ending)
    assert live_game(floor) == LiveGame()
    floor.reopen()
    assert live_game(floor) == LiveGame()


def test_what_was_said_in_the_middle_of_a_game_is_there_after_a_restart(san_lo):
    floor = san_lo
    steps = (
        lambda: floor.at("P", MarkFold(3)),
        lambda: floor.at("P", AwardEnvy(2, ROYAL)),
        lambda: light(floor),
        lambda: floor.at("P", ClaimWin(1)),
        lambda: floor.name_winner("P", 1, none_to_the_right=True),
        lambda: floor.at("P", CheckJackpot(1, "hand wager payout player"), SURVEILLANCE),
        lambda: floor.press("P", "press-j-pot", EXECUTIVE, seat=1),
        lambda: floor.press("P", "turn-key", SUPERVISOR, position="RUN"),
    )
    for step in steps:
        step()
        before = live_game(floor)
        floor.reopen()
        assert live_game(floor) == before
    assert (before.folded, before.hands_brought, before.named) == ({3}, {2: ROYAL}, None)
    assert floor.jackpot("P-1-1").named_by == "supervisor:4; seat 6: no meter hand"


# ---- on record


def test_who_named_the_seat_is_on_the_win_page_and_is_found_when_edited(san_lo):
    book(san_lo, 1, none_to_the_right=True)
    with san_lo.database.reading() as connection:
        page = read_win_page(connection, san_lo.room.house, "P-1-1")
    assert ("Seat named by", "Badge 4 (supervisor, badge 4); seats 3, 6: no meter hand") in dict(page.sections)[
        "Who verified it"
    ]
    assert wrong(san_lo) == []
    change(san_lo, "UPDATE jackpots SET named_by = 'supervisor:9' WHERE jackpot_id = 'P-1-1'")
    assert wrong(san_lo) == found("jackpot P-1-1", "jackpots")


def test_the_seat_is_checked_after_the_keypad(three_card):
    """What the approved keypad refuses, it refuses in its own words."""
    three_card.press("P", "press-hand", row=TOP)
    with pytest.raises(PressRefusedError, match="the key is at RUN: J-POT needs it at JPH"):
        three_card.press("P", "press-j-pot", SUPERVISOR, seat=2)
