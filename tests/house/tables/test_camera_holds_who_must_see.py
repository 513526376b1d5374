"""Wins that nobody may pay alone, whatever the house has set; and settings of table and meter that cannot go together."""

import pytest

from pitboss.games.table import Limit
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.disputes import OpenDispute
from pitboss.house.tables.approval import departures
from pitboss.house.tables.commands import CloseTable, ConfigureTable, OpenTable, PayBooked, SuspendTable
from pitboss.house.tables.conditions import Register
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.paytables import Game, load_catalogue
from pitboss.progressive import Level, SeveralWins, level_of, usual_parameters
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, Floor, told

TEN = 1000
AT_TEN = {"limits": {"progressive": Limit(TEN, TEN, TEN)}}
HIGH = {"wagers": {2: {"ante": 500, "progressive": TEN}}, "hands": {2: "Ah Kh Qh"}, "dealer": "Jd 6h 3c"}
"""It wins 500 for 1, which is $5,000, and asks for a tax form."""
FREE = {"supervisor_from_cents": 600_000, "executive_above_cents": 700_000}
"""The house would leave it to the dealer."""


def test_a_win_above_the_cameras_limit_is_never_the_dealers():
    parameters = usual_parameters("TCPP-1", supervisor_from_cents=400_000, surveillance_above_cents=300_000)
    assert level_of(300_000, False, parameters) is Level.DEALER
    assert level_of(300_001, False, parameters) is Level.SUPERVISOR


@pytest.mark.parametrize(("camera_cents", "is_on_camera"), [(499_999, 1), (500_000, 0)])
def test_a_win_with_a_checklist_or_a_tax_form_is_never_the_dealers(floor, camera_cents, is_on_camera):
    floor.meter("M1", "TCPP-1", denomination_cents=TEN, surveillance_above_cents=camera_cents, **FREE)
    floor.table("T1", meter="M1", rules=AT_TEN, opener=20_000)
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    answer = floor.play("T1", **HIGH)
    assert "progressive-paid" not in [event["event"] for event in told(answer)]
    found = floor.jackpot("T1-1-2")
    assert (found.cents, found.status, found.needs) == (500_000, "claimed", "supervisor")
    assert (found.needs_surveillance, found.needs_tax_form) == (is_on_camera, 1)


@pytest.mark.parametrize("camera_cents", [499_999, 500_000])
def test_at_physical_cards_such_a_hand_stops_the_table(floor, camera_cents):
    floor.meter("M1", "TCPP-1", denomination_cents=TEN, surveillance_above_cents=camera_cents, **FREE)
    floor.table("P", meter="M1", rules=AT_TEN, cards=CardKind.LIVE)
    stops = {row: button.stops_table for row, button in floor.room.table("P").controller.buttons.items()}
    assert stops["akq-of-another-suit"]
    assert not stops["straight-flush"]


def test_washington_wants_every_win_above_3000_on_camera(database, tmp_path, clock):
    floor = Floor(database, tmp_path / "room.key", clock, jurisdiction="washington")
    with pytest.raises(
        RefusedError, match=r"surveillance above \$3,000.01 is too high: Washington wants every win abo"
    ):
        floor.meter("M1", "TCPP-1", surveillance_above_cents=300_001)
    floor.meter("M1", "TCPP-1", surveillance_above_cents=300_000)


def test_envy_that_washington_wants_on_camera_is_refused_with_its_meter(database, tmp_path, clock):
    """Envy is paid at the end of the round by whoever deals. $100 for $1 are $3,100 for $31."""
    floor = Floor(database, tmp_path / "room.key", clock, jurisdiction="washington")
    with pytest.raises(
        RefusedError,
        match=r"at \$31 the envy of A-K-Q of spades is \$3,100, .* wants every win above \$3,000 verified on",
    ):
        floor.meter("M1", "TCPP-1", denomination_cents=3100)
    floor.meter("M1", "TCPP-1", denomination_cents=3000)


def test_an_executive_who_saw_another_hand_is_not_good_for_this_one(floor):
    """CONFIRM was pressed for a hand that was put out; later the table has the keypad with the key."""
    limits = {"executive_above_cents": 90_000}
    floor.meter("M1", "TCPP-1", **limits)
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=ControllerKind.NEXUS)
    light = [("press-hand", DEALER_7, {"row": "akq-of-spades"})]
    confirm = [("press-start-game", DEALER_7, {}), ("press-spot", DEALER_7, {"seat": 2}), *light]
    key_in(floor, [*confirm, ("press-confirm", EXECUTIVE, {}), *light, ("press-end-game", DEALER_7, {})])
    floor.at("P", CloseTable(floor.room.table("P").tray_cents), SUPERVISOR)
    floor.agree(
        "set-parameters", "M1", {"meter_id": "M1", "parameters": usual_parameters("TCPP-1", **limits).as_json()}
    )
    settings = floor.room.table("P").settings.as_json() | {"controller": "aquarius"}
    floor.at("P", ConfigureTable(settings, floor.agree("configure-table", "P", settings)), EXECUTIVE)
    floor.at("P", OpenTable(500_000), SUPERVISOR)
    key_in(floor, [("press-coin-in", DEALER_7, {}), *light, ("turn-key", SUPERVISOR, {"position": "JPH"})])
    with pytest.raises(NotPermittedError, match=r"\$1,000.28 at seat 2 needs an executive"):
        floor.press("P", "press-j-pot", SUPERVISOR, seat=2)


def key_in(floor, presses):
    floor.press("P", "place-chip", seat=2)
    for do, by, values in presses:
        floor.press("P", do, by, **values)
        if do == "press-hand" and floor.room.table("P").lit_hand:
            floor.name_winner("P", 2)


def test_a_higher_limit_of_the_camera_departs_from_the_approval():
    settings = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1")
    register = Register(Game.THREE_CARD_POKER, "commercial", {})
    usual, late = (
        {departure.setting for departure in departures(settings, usual_parameters("TCPP-1", **limit), register)}
        for limit in ({}, {"surveillance_above_cents": 300_001})
    )
    assert late - usual == {"meter M1: surveillance_above_cents"}


def test_table_and_meter_agree_about_folded_hands(floor):
    floor.meter("M1", "TCPP-1")
    floor.meter("M2", "TCPP-1", folded_hands_play=True)
    folded = {"folded_hands_qualify": True}
    for meter, rules in (("M1", folded), ("M2", {})):
        with pytest.raises(RefusedError, match=f"the table and meter {meter} disagree about folded hands: set"):
            floor.table("T1", meter=meter, rules=rules)
    floor.table("T1", meter="M2", rules=folded)


def test_a_meter_has_one_paytable_for_all_its_tables(floor):
    """Whatever else the meter is set to: its maximum is no reason, for a table has none."""
    floor.meter("M1", "TCPP-1", maximum_cents=10_000_000)
    floor.table("T1", meter="M1")
    second = {"progressive": load_catalogue()["TCPP-2"]}
    with pytest.raises(
        RefusedError, match="pays by TCPP-2, and meter M1 by TCPP-1: a meter has one paytable for all its tables"
    ):
        floor.table("T2", meter="M1", rules=second)
    floor.meter("M2", "TCPP-2")
    floor.table("T2", meter="M2", rules=second)


def test_physical_cards_book_wins_one_by_one(floor):
    floor.meter("M1", "TCPP-1", several_wins=SeveralWins.FULL_METER_EACH)
    with pytest.raises(
        RefusedError, match="wins are booked one by one, and meter M1 pays full-meter-each: set several"
    ):
        floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.table("T1", meter="M1")


def test_a_booked_win_of_a_disputed_game_waits_for_the_ruling(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("P")
    floor.at("P", SuspendTable("dispute"), SUPERVISOR)
    floor.player("ann")
    floor.office(OpenDispute("D1", "P", 1, "ann", "the hand was hers"), SUPERVISOR)
    pay = PayBooked("P-1-2", "ann", "licence WDL-1", "")
    with pytest.raises(RefusedError, match="dispute D1 is about round 1, .*: rule it first"):
        floor.at("P", pay, ACCOUNTING)
    assert floor.jackpot("P-1-2").status == "booked"
