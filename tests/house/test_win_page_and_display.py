"""The win page and the display, from the claim to the payment."""

import pytest

from pitboss.house.display import display
from pitboss.house.errors import UnknownError
from pitboss.house.tables.commands import AuthoriseJackpot, VerifyJackpot
from pitboss.house.win_page import read_win_page
from pitboss.printing import to_pdf
from support.floor import SUPERVISOR

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
        return display(connection, "P1", "M1")


def page(floor, jackpot_id="T1-1-2"):
    with floor.database.reading() as connection:
        return read_win_page(connection, floor.room.house, jackpot_id).as_html()


def test_the_display_says_pending_until_the_win_is_decided(won):
    assert (shown(won)["pending"], shown(won)["shown_cents"]) == (1, 100_028)
    won.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert shown(won)["pending"] == 1
    won.at("T1", AuthoriseJackpot(2, "driving licence WDL-1", "W-2G 17"), SUPERVISOR)
    assert (shown(won)["pending"], shown(won)["shown_cents"]) == (0, 100_000)


def test_the_display_tells_of_the_last_win_and_not_of_the_winner(won):
    assert shown(won)["last_win"] is None
    won.at("T1", VerifyJackpot(2), SUPERVISOR)
    assert shown(won)["last_win"] is None
    won.at("T1", AuthoriseJackpot(2, "driving licence WDL-1", "W-2G 17"), SUPERVISOR)
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
    won.at("T1", AuthoriseJackpot(2, "<i>licence</i>", "W-2G 17"), SUPERVISOR)
    html = page(won)
    for words in ("This jackpot is paid.", "supervisor:4", "W-2G 17", "T1", "$1,000.28", "$1,000<", "&lt;i&gt;licence"):
        assert words in html, words
    assert "<i>" not in html


def test_the_win_page_prints(won):
    assert to_pdf(page(won)).startswith(b"%PDF-")


def test_there_is_no_win_page_without_a_win(won):
    with pytest.raises(UnknownError, match="there is no jackpot 'T1-9-9'; they are named by table, round and seat"):
        page(won, "T1-9-9")
