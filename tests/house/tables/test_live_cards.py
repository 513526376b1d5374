"""Physical cards: the dealer keys in what the felt shows, and Pitboss is the progressive system behind the keypad."""

from dataclasses import replace

import pytest

from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.tables.commands import (
    AwardEnvy,
    CheckJackpot,
    CloseTable,
    ConfigureTable,
    OpenTable,
    PayBooked,
    StartRound,
)
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.progressive.controllers import PressRefusedError
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, SURVEILLANCE, told

TOP, FIXED, SMALL = "akq-of-spades", "akq-of-another-suit", "three-of-a-kind"
SEEN = "hand wager payout player"


@pytest.fixture
def aquarius(floor):
    """Table P of live cards with an Aquarius keypad."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.player("ann")
    return floor


@pytest.fixture
def nexus(floor):
    """Table P of live cards with a Nexus keypad."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=ControllerKind.NEXUS)
    floor.player("ann")
    return floor


def take_in(floor, *seats, key="press-coin-in"):
    """Chips on the sensors, and the key that takes them in."""
    for seat in seats:
        floor.press("P", "place-chip", seat=seat)
    return floor.press("P", key)


def book_aquarius(floor, seat, row=TOP, by=SUPERVISOR):
    """Button, the winner named, JPH, J-POT, RUN: one full cycle."""
    floor.press("P", "press-hand", row=row)
    floor.name_winner("P", seat, by)
    floor.press("P", "turn-key", by, position="JPH")
    floor.press("P", "press-j-pot", by, seat=seat)
    return floor.press("P", "turn-key", by, position="RUN")


def claim_nexus(floor, seat, row=TOP):
    """Spot, hand, the winner named, CONFIRM: the card comes next."""
    floor.press("P", "press-spot", seat=seat)
    floor.press("P", "press-hand", row=row)
    floor.name_winner("P", seat)
    floor.press("P", "press-confirm", SUPERVISOR)


def pay_booked(floor, jackpot_id, by=ACCOUNTING, **papers):
    noted = {"player": "ann", "identity": "licence WDL-1", "tax_form": "W-2G 17"} | papers
    return floor.at("P", PayBooked(jackpot_id, **noted), by)


def names(answer):
    return [event["event"] for event in told(answer)]


def shown(floor):
    return floor.meter_now("M1").displayed_cents


# ---- a game


def test_a_whole_cycle_on_the_aquarius_keypad(aquarius):
    floor = aquarius
    answer = take_in(floor, 2, 5)
    assert told(answer)[-1] == {"event": "meter-rose", "meter_id": "M1", "wagers": 2, "shown_cents": 100_028}
    floor.press("P", "count-chips", chips=2)
    floor.press("P", "press-hand", row=TOP)
    with pytest.raises(PressRefusedError, match="A-K-Q of spades is lit: a supervisor must book it"):
        floor.press("P", "press-game-over")
    with pytest.raises(NotPermittedError, match="turn-key is for a supervisor or an executive, not for dealer:7"):
        floor.press("P", "turn-key", DEALER_7, position="JPH")
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    floor.name_winner("P", 2)
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    assert shown(floor) == 100_028
    assert names(floor.press("P", "turn-key", SUPERVISOR, position="RUN"))[:3] == [
        "key-turned",
        "meter-adjusted",
        "jackpot-changed",
    ]
    # The meter is adjusted; what was won is owed until the cage pays it.
    assert shown(floor) == 100_000
    assert floor.cents("house:jackpots") == 100_028
    with pytest.raises(PressRefusedError, match="envy is unpaid: seat 5"):
        floor.press("P", "press-game-over")
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}
    floor.press("P", "pay-envy", seat=5)
    floor.press("P", "press-game-over")
    desk = floor.cents("desk")
    pay_booked(floor, "P-1-2")
    assert floor.cents("house:jackpots") == 0
    assert floor.cents("desk") == desk + 100_028
    row = floor.jackpot("P-1-2")
    assert (row.status, row.player, row.cents) == ("paid", "ann", 100_028)
    assert (row.shown_before_cents, row.shown_after_cents) == (100_028, 100_000)
    assert (row.verified_by, row.decided_by, row.identity) == ("supervisor:4", "accounting:5", "licence WDL-1")


def test_a_whole_cycle_on_the_nexus_keypad(nexus):
    floor = nexus
    take_in(floor, 2, 5, key="press-start-game")
    claim_nexus(floor, 2)
    with pytest.raises(NotPermittedError, match="swipe-card is for a supervisor or an executive, not for dealer:7"):
        floor.press("P", "swipe-card", DEALER_7)
    # The amount comes from the meter, whatever somebody keys in.
    answer = floor.press("P", "swipe-card", SUPERVISOR, prize_cents=1, card="executive")
    assert told(answer)[0] == {"event": "card-swiped", "card": "supervisor", "prize_cents": 100_028}
    assert shown(floor) == 100_000
    floor.press("P", "pay-envy", seat=5)
    floor.press("P", "press-end-game")
    pay_booked(floor, "P-1-2")
    assert floor.jackpot("P-1-2").status == "paid"


def test_two_wins_of_one_game_are_two_cycles(aquarius):
    floor = aquarius
    take_in(floor, 2, 5)
    book_aquarius(floor, 5)
    floor.press("P", "press-hand", row=FIXED)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    with pytest.raises(PressRefusedError, match="seat 5 has akq-of-spades in this game already"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=5)
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    assert [floor.jackpot(f"P-1-{seat}").cents for seat in (5, 2)] == [100_028, 50_000]
    assert floor.cents("house:jackpots") == 150_028


# ---- wagers


def test_chips_collected_are_counted_against_the_wagers_taken_in(aquarius):
    floor = aquarius
    take_in(floor, 2, 5)
    assert told(floor.press("P", "count-chips", chips=1)) == [{"event": "count-differs", "chips": 1, "wagers": 2}]
    with pytest.raises(PressRefusedError, match="chips collected: 1, wagers taken: 2; a note must explain it"):
        floor.press("P", "press-game-over")
    with pytest.raises(NotPermittedError, match="explain-count is for a supervisor or an executive, not for dealer:7"):
        floor.press("P", "explain-count", note="one fell down")
    floor.press("P", "explain-count", SUPERVISOR, note="one fell down")
    floor.press("P", "press-game-over")
    assert shown(floor) == 100_028


def test_a_chip_that_comes_late_does_not_count_until_the_next_game(aquarius):
    floor = aquarius
    take_in(floor, 2)
    assert names(floor.press("P", "place-chip", seat=5)) == ["late-wager"]
    assert floor.room.table("P").controller.view().sensors[5] == "late"
    assert shown(floor) == 100_014
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    with pytest.raises(PressRefusedError, match="seat 5 has no progressive wager in this game: seat 2 can win"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=5)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "press-game-over")
    floor.press("P", "press-coin-in")
    assert shown(floor) == 100_028


def test_a_void_game_keeps_the_wagers_lit_and_the_meter_as_it_is(aquarius):
    floor = aquarius
    take_in(floor, 2, 5)
    with pytest.raises(NotPermittedError, match="void-game is for a supervisor"):
        floor.press("P", "void-game", reason="a card was exposed")
    floor.press("P", "void-game", SUPERVISOR, reason="a card was exposed")
    assert shown(floor) == 100_028
    with pytest.raises(RefusedError, match="the progressive wager of seat 2 is lit since a void game"):
        floor.at("P", CloseTable(500_000), SUPERVISOR)
    floor.press("P", "return-wager", SUPERVISOR, seat=5)
    # Seat 2 plays on with the wager of the void game: it can win, and feeds the meter no second time.
    assert names(floor.press("P", "press-coin-in")) == ["wagers-taken"]
    assert shown(floor) == 100_028
    book_aquarius(floor, 2)
    assert floor.jackpot("P-2-2").cents == 100_028


def test_a_table_that_lost_its_link_takes_no_progressive_wagers(aquarius):
    floor = aquarius
    floor.press("P", "place-chip", seat=2)
    with pytest.raises(NotPermittedError, match="lose-link is for the house itself, not for supervisor:4"):
        floor.press("P", "lose-link", SUPERVISOR)
    floor.press("P", "lose-link", HOUSE)
    for do, values in (("place-chip", {"seat": 5}), ("press-coin-in", {})):
        with pytest.raises(PressRefusedError, match="the link is lost: no progressive wagers are taken"):
            floor.press("P", do, **values)
    floor.press("P", "restore-link", HOUSE)
    floor.press("P", "press-coin-in")
    assert shown(floor) == 100_014


def close_and_open(floor, **settings):
    """The table closed and open again; set anew in between, where settings are given."""
    floor.at("P", CloseTable(500_000), SUPERVISOR)
    if settings:
        content = replace(floor.room.table("P").settings, **settings).as_json()
        floor.at("P", ConfigureTable(content, floor.agree("configure-table", "P", content)), ADMIN)
    floor.at("P", OpenTable(500_000), SUPERVISOR)


def test_a_lost_link_stays_lost_until_it_is_back_however_the_table_is_opened(aquarius):
    floor = aquarius
    floor.press("P", "lose-link", HOUSE)
    close_and_open(floor)
    close_and_open(floor, cards=CardKind.ELECTRONIC)
    close_and_open(floor, cards=CardKind.LIVE, equipment=("Coin Spot v6.0",))
    for _ in range(2):
        with pytest.raises(PressRefusedError, match="the link is lost: no progressive wagers are taken"):
            floor.press("P", "place-chip", seat=2)
        floor.reopen()
    floor.press("P", "restore-link", HOUSE)
    close_and_open(floor)
    take_in(floor, 2)
    assert shown(floor) == 100_014


def test_a_win_waits_for_a_lost_link(aquarius):
    floor = aquarius
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    floor.press("P", "lose-link", HOUSE)
    with pytest.raises(PressRefusedError, match="the link is lost: a win cannot be booked"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    assert shown(floor) == 100_014


# ---- hands


def test_a_mis_keyed_hand_is_put_out_before_booking_and_stays_on_record(aquarius):
    floor = aquarius
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "press-hand", row=TOP)
    book_aquarius(floor, 2, FIXED)
    pressed = [row for row in floor.rows("journal") if "press-hand" in row["asked"]]
    assert [TOP in row["asked"] for row in pressed] == [True, True, False]
    assert ["hand-lit" in row["events"] for row in pressed] == [True, False, True]
    assert "hand-off" in pressed[1]["events"]
    assert [row["row"] for row in floor.rows("jackpots")] == [FIXED]
    assert shown(floor) == 100_014


def test_hits_of_a_meter_are_the_wins_that_more_than_the_dealer_has_seen(aquarius):
    """As at electronic cards: a straight comes every half hour, and would leave no room for the others on the page."""
    floor = aquarius
    floor.key_in_a_jackpot("P")
    with floor.database.reading() as connection:
        hits = [(row.jackpot_id, row.cents) for row in jackpot_rows.last_hits(connection, "P1", "M1")]
        assert jackpot_rows.number_of_hits(connection, "P1", "M1") == 1
    assert hits == [("P-1-2", 50_000)]


def test_a_small_win_is_paid_by_the_dealer_and_written_down(aquarius):
    floor = aquarius
    take_in(floor, 2)
    tray = floor.cents("tray:P")
    floor.press("P", "press-hand", row=SMALL)
    floor.press("P", "pay-hand", seat=2)
    row = floor.jackpot("P-1-2")
    assert (row.row, row.cents, row.status, row.decided_by) == (SMALL, 6000, "paid", "dealer:7")
    assert shown(floor) == 100_014
    assert floor.cents("tray:P") == tray - 6000
    assert floor.room.table("P").booked == {}


def test_a_fixed_win_leaves_the_tray_when_it_is_booked_and_the_cage_pays_it(aquarius):
    floor = aquarius
    take_in(floor, 2, 5)
    tray, desk = floor.cents("tray:P"), floor.cents("desk")
    book_aquarius(floor, 2, FIXED)
    assert (shown(floor), floor.cents("house:jackpots"), floor.cents("tray:P")) == (100_028, 50_000, tray - 50_000)
    assert floor.room.table("P").controller.envy.owed == {5: 2500}
    pay_booked(floor, "P-1-2", tax_form="")
    assert (floor.cents("house:jackpots"), floor.cents("desk")) == (0, desk + 50_000)
    assert floor.jackpot("P-1-2").status == "paid"
    restored = floor.room.table("P").tray_cents
    floor.reopen()
    assert floor.room.table("P").tray_cents == restored == tray - 50_000


def test_a_hand_without_a_wager_brings_envy(aquarius):
    floor = aquarius
    take_in(floor, 2, 5)
    with pytest.raises(RefusedError, match="there is no hand 'royal' here"):
        floor.at("P", AwardEnvy(3, "royal"))
    with pytest.raises(RefusedError, match="seat 2 has a progressive wager: press its hand button"):
        floor.at("P", AwardEnvy(2, TOP))
    with pytest.raises(RefusedError, match="Three of a kind at seat 3 awards envy to nobody"):
        floor.at("P", AwardEnvy(3, SMALL))
    floor.at("P", AwardEnvy(3, TOP))
    assert floor.room.table("P").controller.envy.owed == {2: 10_000, 5: 10_000}
    with pytest.raises(RefusedError, match="envy and reversals come from the host, and are not keyed in"):
        floor.press("P", "owe-envy", winner=4, cents=10_000, seats=[2])
    with pytest.raises(RefusedError, match="envy and reversals come from the host, and are not keyed in"):
        floor.press("P", "withdraw-envy", winner=3)
    assert floor.rows("jackpots") == []


def test_envy_that_was_paid_and_taken_back_is_not_brought_again(aquarius):
    """A dealer could pay it again and again."""
    floor = aquarius
    take_in(floor, 2, 5)
    floor.at("P", AwardEnvy(4, TOP))
    floor.press("P", "pay-envy", seat=2)
    floor.at("P", AwardEnvy(4, TOP))
    with pytest.raises(
        RefusedError, match="envy for the hand of seat 4 was paid in this game: it is not awarded again"
    ):
        floor.at("P", AwardEnvy(4, TOP))
    floor.at("P", AwardEnvy(3, TOP))


def test_seats_of_one_player_have_no_envy_for_each_other_under_nexus(nexus):
    floor = nexus
    floor.press("P", "mark-together", seat=2, other=3)
    take_in(floor, 2, 3, 5, key="press-start-game")
    claim_nexus(floor, 2)
    floor.press("P", "swipe-card", SUPERVISOR)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}


# ---- who decides


def test_a_high_win_on_aquarius_needs_an_executive_and_surveillance(aquarius):
    floor = aquarius
    floor.adjust("M1", "display corrected", 4100)
    take_in(floor, 2)
    with pytest.raises(RefusedError, match="no win is claimed at seat 2 of table P: no hand button is lit"):
        floor.at("P", CheckJackpot(2, SEEN), SURVEILLANCE)
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 2)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    with pytest.raises(NotPermittedError, match=r"\$5,100.14 at seat 2 needs an executive"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    with pytest.raises(RefusedError, match=r"\$5,100.14 at seat 2 needs the checklist of surveillance first"):
        floor.press("P", "press-j-pot", EXECUTIVE, seat=2)
    floor.at("P", CheckJackpot(2, SEEN), SURVEILLANCE)
    floor.press("P", "press-j-pot", EXECUTIVE, seat=2)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    row = floor.jackpot("P-1-2")
    assert (row.cents, row.checked_by, row.verified_by) == (510_014, "surveillance:6", "executive:3, supervisor:4")


def test_a_high_win_on_nexus_needs_an_executive_card_and_surveillance(nexus):
    floor = nexus
    floor.adjust("M1", "display corrected", 4100)
    take_in(floor, 2, key="press-start-game")
    claim_nexus(floor, 2)
    with pytest.raises(PressRefusedError, match=r"\$5,100.14 needs the executive card"):
        floor.press("P", "swipe-card", SUPERVISOR)
    with pytest.raises(
        PressRefusedError, match=r"\$5,100.14 is above \$3,000: the surveillance checklist comes before"
    ):
        floor.press("P", "swipe-card", EXECUTIVE)
    floor.at("P", CheckJackpot(2, SEEN), SURVEILLANCE)
    floor.press("P", "swipe-card", EXECUTIVE)
    assert floor.jackpot("P-1-2").checked_by == "surveillance:6"


def test_the_checklist_of_one_hand_is_not_good_for_the_next(nexus):
    floor = nexus
    floor.adjust("M1", "display corrected", 2500)
    take_in(floor, 2, key="press-start-game")
    claim_nexus(floor, 2, FIXED)
    floor.at("P", CheckJackpot(2, SEEN), SURVEILLANCE)
    floor.press("P", "press-hand", row=FIXED)
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 2)
    floor.press("P", "press-confirm", SUPERVISOR)
    with pytest.raises(PressRefusedError, match="the surveillance checklist comes before the card"):
        floor.press("P", "swipe-card", SUPERVISOR)


# ---- the jackpot lock


@pytest.fixture
def linked(floor):
    """Physical table P and electronic table T1 on one meter with the jackpot lock."""
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.table("T1", meter="M1")
    floor.player("cid")
    floor.sit("T1", 3, "cid")
    return floor


def play_on(floor):
    floor.play("T1", wagers={3: {"ante": 500, "progressive": 100}}, hands={3: "9c 7d 2h"}, dealer="Jh 8c 3c")


def test_a_lit_button_freezes_the_amount_and_linked_tables_play_on(linked):
    floor = linked
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    assert (shown(floor), floor.meter_now("M1").frozen) == (100_000, 100_014_000)
    play_on(floor)
    floor.name_winner("P", 2)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.frozen, meter.paid) == (100_014, 0, 100_014_000)
    row = floor.jackpot("P-1-2")
    assert (row.cents, row.shown_before_cents, row.shown_after_cents) == (100_014, 100_014, 100_000)


def test_a_button_that_is_put_out_gives_the_frozen_amount_back(linked):
    floor = linked
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    play_on(floor)
    floor.press("P", "press-hand", row=TOP)
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.frozen, meter.paid) == (100_028, 0, 0)
    assert floor.cents("seed:M1") == -100_000


def test_a_void_gives_the_frozen_amount_back(linked):
    floor = linked
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "void-game", SUPERVISOR, reason="a card was exposed")
    assert (shown(floor), floor.meter_now("M1").frozen) == (100_014, 0)


def test_a_frozen_amount_is_pending_on_the_displays(linked):
    floor = linked
    take_in(floor, 2)
    floor.press("P", "press-hand", row=TOP)
    with floor.database.reading() as connection:
        assert jackpot_rows.pending(connection, "P1", "M1") == 1


# ---- the cage


def test_a_booked_win_is_paid_once_with_papers_by_accounting(aquarius):
    floor = aquarius
    take_in(floor, 2)
    book_aquarius(floor, 2)
    with pytest.raises(NotPermittedError, match="pay-booked is not for supervisor 4; it is for: accounting"):
        pay_booked(floor, "P-1-2", by=SUPERVISOR)
    for missing, words in (
        ({"jackpot_id": "P-1-5"}, "no booked win 'P-1-5' waits to be paid at table P; waiting: P-1-2"),
        ({"identity": ""}, "a jackpot needs the winner's identity document"),
        ({"tax_form": ""}, "is paid with a tax form: note its number"),
        ({"player": " "}, "player ' ' is not registered"),
    ):
        with pytest.raises((RefusedError, UnknownError), match=words):
            pay_booked(floor, **({"jackpot_id": "P-1-2"} | missing))
    pay_booked(floor, "P-1-2")
    with pytest.raises(RefusedError, match="waiting: none"):
        pay_booked(floor, "P-1-2")


def test_a_booked_win_can_be_paid_after_the_table_has_closed(aquarius):
    floor = aquarius
    take_in(floor, 2)
    book_aquarius(floor, 2)
    floor.press("P", "press-game-over")
    floor.at("P", CloseTable(500_000), SUPERVISOR)
    floor.reopen()
    pay_booked(floor, "P-1-2")
    floor.reopen()
    assert floor.room.table("P").booked == {}
    assert floor.cents("house:jackpots") == 0


# ---- what does not go together


def test_each_kind_of_table_has_its_own_commands(linked):
    floor = linked
    with pytest.raises(RefusedError, match="table P is dealt by hand: press the keys of its controller"):
        floor.at("P", StartRound())
    with pytest.raises(RefusedError, match="table T1 has no keypad"):
        floor.press("T1", "press-coin-in")


def test_a_table_does_not_close_in_the_middle_of_a_game(aquarius):
    floor = aquarius
    take_in(floor, 2)
    with pytest.raises(RefusedError, match="the game of table P is on: GAME OVER comes first"):
        floor.at("P", CloseTable(500_000), SUPERVISOR)
    floor.press("P", "press-game-over")
    floor.at("P", CloseTable(500_000), SUPERVISOR)
    with pytest.raises(RefusedError, match="table P is closed"):
        floor.press("P", "place-chip", seat=2)
    floor.at("P", OpenTable(500_000), SUPERVISOR)
    take_in(floor, 2)
    book_aquarius(floor, 2)
    assert floor.jackpot("P-2-2").status == "booked"
