"""The win page and the display, from the claim to the payment."""

from datetime import UTC, datetime

import pytest
from msgspec import to_builtins

from pitboss.house.errors import UnknownError
from pitboss.house.jackpots.win_page import read_win_page
from pitboss.house.posted.display import display
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    CloseTable,
    HandOver,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind
from pitboss.printing import to_pdf
from support.floor import DEALER_7, SUPERVISOR, SURVEILLANCE

BETS = {"ante": 500, "progressive": 100}


@pytest.fixture
def won(floor):
    """Ann has A-K-Q of spades at a meter of $1,000.28, and nobody has looked at it yet."""
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    hands = {2: "As Ks Qs", 5: "9c 7d 2h"}
    floor.play("T1", wagers=dict.fromkeys(hands, BETS), hands=hands, dealer="Jh 8c 3c")
    return floor


def shown(floor):
    with floor.database.reading() as connection:
        return to_builtins(display(connection, "P1", "M1"))


def page(floor, jackpot_id="T1-1-2"):
    with floor.database.reading() as connection:
        return read_win_page(connection, floor.room.house, jackpot_id).as_html()


def test_the_display_says_pending_until_the_win_is_decided(won):
    assert (shown(won)["pending"], shown(won)["shown_cents"]) == (1, 100_028)
    won.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert shown(won)["pending"] == 1
    won.at("T1", AuthorizeJackpot(2, "driving licence WDL-1", "W-2G 17"), SUPERVISOR)
    assert (shown(won)["pending"], shown(won)["shown_cents"]) == (0, 100_000)


def test_the_display_tells_of_the_last_win_and_not_of_the_winner(won):
    assert shown(won)["last_win"] is None
    won.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert shown(won)["last_win"] is None
    won.at("T1", AuthorizeJackpot(2, "driving licence WDL-1", "W-2G 17"), SUPERVISOR)
    told = shown(won)["last_win"]
    assert told.pop("at")
    assert told == {
        "jackpot_id": "T1-1-2",
        "table": "T1",
        "seat": 2,
        "hand": "ace-king-queen straight flush in spades",
        "pay": "100% of meter",
        "cents": 100_028,
    }


def test_the_display_tells_the_pays_and_nothing_that_is_set_aside(won):
    told = shown(won)
    assert told["pays"][0] == {"hand": "A-K-Q of spades", "pay": "100% of meter", "envy_cents": 10_000}
    assert not {"reserve", "overflow", "seeds"} & told.keys()


def test_the_win_page_of_a_claim_says_what_is_missing(won):
    html = page(won)
    assert "This jackpot is claimed." in html
    assert "A♠" in html or "As Ks Qs" in html
    assert "$1,000.28" in html


def test_the_win_page_of_a_payment_names_everybody_and_the_meter_before_and_after(won):
    won.at("T1", VerifyJackpot(2), SUPERVISOR)
    won.at("T1", AuthorizeJackpot(2, "<i>licence</i>", "W-2G 17"), SUPERVISOR)
    html = page(won)
    for words in (
        "This jackpot is paid.",
        "Badge 4 (supervisor, badge 4)",
        "W-2G 17",
        "T1",
        "$1,000.28",
        "$1,000<",
        "&lt;i&gt;licence",
    ):
        assert words in html, words
    assert "<i>" not in html


def rows_of(floor, jackpot_id):
    with floor.database.reading() as connection:
        sections = read_win_page(connection, floor.room.house, jackpot_id).sections
    return {name: str(value) for _, rows in sections for name, value in rows}


@pytest.fixture
def late(floor):
    """A win at a live-card table at 2 at night, booked by a supervisor while badge 7 deals."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.clock.instant = datetime(2026, 11, 16, 10, 0, 7, 120_000, tzinfo=UTC)
    floor.at("T2", HandOver("7"), SUPERVISOR)
    floor.key_in_a_jackpot("T2")
    return floor


def test_the_win_page_tells_times_by_the_clock_of_the_room_with_the_gaming_day(late):
    rows = rows_of(late, "T2-1-2")
    assert rows["Claimed"] == "Nov 16, 2026 2:00:16 AM, gaming day Nov 15"
    assert rows["Gaming day"] == "Nov 15, 2026"
    assert "Nov 16, 2026 2:00:16 AM, gaming day Nov 15" in page(late, "T2-1-2")


def test_the_win_page_for_machines_has_iso_instants(late):
    with late.database.reading() as connection:
        told = read_win_page(connection, late.room.house, "T2-1-2").as_json()
    assert told.sections["The win"]["Claimed"] == "2026-11-16T10:00:16.120000Z"


def test_the_win_page_names_the_game_the_dealer_and_everybody_by_name_and_badge(late):
    late.at("T2", HandOver("4"), SUPERVISOR)
    rows = rows_of(late, "T2-1-2")
    assert (rows["Game"], rows["Dealer"]) == ("Three Card Poker", "Badge 7 (dealer, badge 7)")
    assert rows["Hand verified by"] == "Badge 4 (supervisor, badge 4)"
    late.at("T2", CloseTable(late.room.table("T2").tray_cents), SUPERVISOR)
    assert rows_of(late, "T2-1-2")["Dealer"] == "Badge 7 (dealer, badge 7)"


def test_the_win_page_names_a_registered_player(won):
    assert rows_of(won, "T1-1-2")["Player"] == "Ann (ann)"
    assert rows_of(won, "T1-1-2")["Dealer"] == "nobody was named"


def test_a_reversed_win_misses_no_tax_form_and_no_camera(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.adjust("M1", "seed", 3000)
    for do, values, by in (
        ("place-chip", {"seat": 2}, DEALER_7),
        ("press-coin-in", {}, DEALER_7),
        ("press-hand", {"row": "akq-of-spades"}, DEALER_7),
    ):
        floor.press("T2", do, by, **values)
    floor.at("T2", CheckJackpot(2, "hand wager payout player"), SURVEILLANCE)
    for do, values in (
        ("turn-key", {"position": "JPH"}),
        ("press-j-pot", {"seat": 2}),
        ("turn-key", {"position": "RUN"}),
    ):
        if do == "press-j-pot":
            floor.name_winner("T2", 2)
        floor.press("T2", do, SUPERVISOR, **values)
    assert rows_of(floor, "T2-1-2")["Tax form"] == "missing"
    floor.reverse("T2-1-2")
    rows, html = rows_of(floor, "T2-1-2"), page(floor, "T2-1-2")
    assert rows["Tax form"] == "not needed: the win was reversed"
    assert rows["Reversed by"] == "Badge 3 (executive, badge 3)"
    assert rows["Reversed"].endswith("gaming day Nov 15")
    assert "missing" not in html
    assert "This jackpot was reversed (backed out)." in html


def test_the_win_page_prints(won):
    assert to_pdf(page(won)).startswith(b"%PDF-")


def test_there_is_no_win_page_without_a_win(won):
    with pytest.raises(UnknownError, match="there is no jackpot 'T1-9-9'; they are named by table, round and seat"):
        page(won, "T1-9-9")
