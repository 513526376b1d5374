"""A meter that tables on Aquarius and on Nexus feed together: envy follows each table's own controller."""

import re

import pytest

from pitboss.errors import PitbossError
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.jackpots.meters import look
from pitboss.house.jackpots.queries import meter_status
from pitboss.house.people.proposals import Propose
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.tables.queries import approval_of
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.paytables import Game
from pitboss.progressive import SeveralWins, usual_parameters
from support.floor import EXECUTIVE, RULES, SUPERVISOR, told

AQUARIUS, NEXUS = ControllerKind.AQUARIUS, ControllerKind.NEXUS
SPADES = "akq-of-spades"


@pytest.fixture
def shared(floor):
    """Live-card tables A on Aquarius and N on Nexus, on one meter of $1,000."""
    floor.meter("M1", "TCPP-1")
    floor.table("A", meter="M1", cards=CardKind.LIVE, controller=AQUARIUS)
    floor.table("N", meter="M1", cards=CardKind.LIVE, controller=NEXUS)
    return floor


def take_in(floor, table_id, key):
    """Seats 2 and 3, which are one player's, and seat 5."""
    floor.press(table_id, "mark-together", seat=2, other=3)
    for seat in (2, 3, 5):
        floor.press(table_id, "place-chip", seat=seat)
    floor.press(table_id, key)


def owed(floor, table_id):
    return floor.room.table(table_id).controller.envy.owed


def test_envy_follows_the_controller_of_the_table_where_the_hand_was_won(shared):
    floor = shared
    take_in(floor, "N", "press-start-game")
    take_in(floor, "A", "press-coin-in")
    floor.press("N", "press-spot", seat=2)
    floor.press("N", "press-hand", row=SPADES)
    floor.name_winner("N", 2, none_to_the_right=True)
    floor.press("N", "press-confirm", SUPERVISOR)
    floor.press("N", "swipe-card", SUPERVISOR)
    assert owed(floor, "N") == {5: 10_000}, "Nexus: not from oneself, and only at the table of the hand"
    assert owed(floor, "A") == {}
    floor.press("A", "press-hand", row=SPADES)
    floor.press("A", "turn-key", SUPERVISOR, position="JPH")
    floor.name_winner("A", 2, none_to_the_right=True)
    floor.press("A", "press-j-pot", SUPERVISOR, seat=2)
    floor.press("A", "turn-key", SUPERVISOR, position="RUN")
    assert owed(floor, "A") == {3: 10_000, 5: 10_000}, "Aquarius: hands are independent"
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


@pytest.mark.parametrize(("controller", "collects"), [(AQUARIUS, [3, 5]), (NEXUS, [5])])
def test_an_electronic_table_follows_the_controller_that_it_is_set_to(floor, controller, collects):
    floor.meter("M1", "TCPP-1")
    floor.table("E", meter="M1", controller=controller)
    for seat, name in ((2, "ann"), (3, "ann"), (5, "bob")):
        if name not in [row["player"] for row in floor.rows("players")]:
            floor.player(name)
        floor.sit("E", seat, name)
    bets = {"ante": 500, "progressive": 100}
    hands = {2: "Ah Kh Qh", 3: "9c 7d 2h", 5: "8c 6d 2s"}
    floor.play("E", wagers=dict.fromkeys(hands, bets), hands=hands, dealer="Jh 8d 3c")
    (jackpot,) = floor.room.table("E").jackpots.values()
    assert (jackpot.seat, jackpot.cents) == (2, 50_000)
    assert sorted(envy.seat for envy in floor.room.table("E").envy_due) == collects


def test_a_shared_meter_is_a_departure_at_each_of_its_tables_and_on_its_page(shared):
    floor = shared
    floor.meter("M2", "TCPP-1")
    floor.table("B", meter="M2", cards=CardKind.LIVE, controller=AQUARIUS)
    with floor.database.reading() as connection:
        found = {
            table_id: [
                each
                for each in approval_of(connection, floor.room.house, table_id)[2].departures
                if "meter" in each.setting
            ]
            for table_id in "ANB"
        }
        pages = {
            meter_id: meter_status(connection, "P1", look(connection, "P1", meter_id)).not_as_approved
            for meter_id in ("M1", "M2")
        }
    assert found["B"] == []
    for table_id in "AN":
        (departure,) = found[table_id]
        assert (departure.setting, departure.value) == ("meter M1: controllers", "aquarius and nexus")
        assert "two separate systems" in departure.rule
        assert "WAC 230-15-685(7)" in departure.rule
        assert "WAC 230-06-050" in departure.rule
    assert [("two separate systems" in sentence) for sentence in pages["M1"]] == [True]
    assert pages["M2"] == []


# ---- what cannot be done is not even proposed


def settings(game=Game.THREE_CARD_POKER, meter_id="M1", rules=None, **other):
    return TableSettings(rules=RULES[game](**(rules or {})), meter_id=meter_id, **other).as_json()


@pytest.mark.parametrize(
    ("kind", "table_id", "content", "reason"),
    [
        ("create-table", "A", settings(), "there is a table A already"),
        ("create-table", "T 9", settings(), "'T 9' cannot be a table"),
        ("create-table", "T9", settings(meter_id="M9"), "there is no meter 'M9'"),
        ("create-table", "T9", settings(meter_id=None), "is linked to no meter: name one"),
        ("create-table", "T9", settings(rules={"progressive": None}), "offers no progressive wager"),
        ("create-table", "T9", settings(Game.FORTUNE_SAN_LO), "deal different games"),
        ("create-table", "T9", settings(rules={"folded_hands_qualify": True}), "disagree about folded hands"),
        ("create-table", "T9", settings(meter_id="M2", cards=CardKind.LIVE), "wins are booked one by one"),
        ("create-table", "T9", settings(meter_id="M3"), "the progressive wager is $1, and meter M3 takes $5"),
        ("create-table", "T9", settings(meter_id="M4"), "the table pays by TCPP-1, and meter M4 by TCPP-2"),
        ("configure-table", "T9", settings(), "there is no table 'T9'"),
        ("configure-table", "A", settings(Game.DOUBLE_DRAW, None), "A is a table of Three Card Poker: create another"),
        ("configure-table", "A", settings(meter_id="M2", cards=CardKind.LIVE), "wins are booked one by one"),
    ],
)
def test_what_cannot_be_done_with_a_table_is_not_even_proposed(shared, kind, table_id, content, reason):
    shared.meter("M2", "TCPP-1", several_wins=SeveralWins.FULL_METER_EACH)
    shared.meter("M3", "TCPP-1", denomination_cents=500)
    shared.meter("M4", "TCPP-2")
    before = shared.everything()
    with pytest.raises(PitbossError, match=re.escape(reason)):
        shared.office(Propose("p1", kind, table_id, content, "why"), SUPERVISOR)
    assert shared.everything() == before


def test_a_meter_with_live_card_tables_is_not_set_to_what_they_cannot_do(floor):
    """The tables would never open again. Refused when it is proposed, and when a table was added since."""
    parameters = usual_parameters("TCPP-1", several_wins=SeveralWins.FULL_METER_EACH).as_json()
    content = {"meter_id": "M1", "parameters": parameters}
    floor.meter("M1", "TCPP-1")
    floor.table("E", meter="M1", opener=0)
    floor.office(Propose("p1", "set-parameters", "M1", content, "why"), SUPERVISOR)
    floor.table("P", meter="M1", opener=0, cards=CardKind.LIVE)
    refusal = "wins are booked one by one, and meter M1 pays full-meter-each: set several_wins to right-to-left"
    with pytest.raises(PitbossError, match=refusal):
        floor.approve("p1", EXECUTIVE)
    with pytest.raises(PitbossError, match=refusal):
        floor.office(Propose("p2", "set-parameters", "M1", content, "why"), SUPERVISOR)


def test_what_a_table_could_be_when_it_was_proposed_is_asked_again_when_it_is_approved(floor):
    floor.meter("M1", "TCPP-1")
    for number in (1, 2):
        floor.office(Propose(f"p{number}", "create-table", "T1", settings(), "why"), SUPERVISOR)
    floor.meter("M9", "TCPP-1")
    floor.table("T1", meter="M1")
    with pytest.raises(PitbossError, match="there is a table T1 already"):
        floor.approve("p2", EXECUTIVE)


def test_a_table_that_is_open_may_be_set_anew_later_so_that_may_be_proposed(shared):
    content = TableSettings(rules=ThreeCardPokerRules(progressive=None)).as_json()
    assert told(shared.office(Propose("p1", "configure-table", "A", content, "why"), SUPERVISOR))
