"""A progressive without funds: no round that feeds it begins at any of its tables, and what is on the felt is played."""

import pytest

from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.jackpots.meter_suspension import ResumeMeter, SuspendMeter
from pitboss.house.posted.display import display
from pitboss.house.tables.commands import StartRound
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, told

HOLD = SuspendMeter("M1", "the bank holds the funds")
HELD = "progressive M1 is suspended: the bank holds the funds"


@pytest.fixture
def floor(floor):
    """An electronic and a physical table on meter M1, and an electronic one without a progressive."""
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    floor.table("T2")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    for table_id, player in (("T1", "ann"), ("T2", "bob")):
        floor.player(player)
        floor.sit(table_id, 3, player)
    return floor


def test_no_round_that_feeds_it_begins_until_it_is_resumed(floor):
    floor.press("P", "place-chip", seat=2)
    floor.office(HOLD, SUPERVISOR)
    for begin in (lambda: floor.at("T1", StartRound()), lambda: floor.press("P", "press-coin-in")):
        with pytest.raises(RefusedError, match=HELD):
            begin()
    floor.at("T2", StartRound())
    answer = floor.office(ResumeMeter("M1"), ACCOUNTING)
    assert told(answer) == [{"event": "meter-held", "meter_id": "M1", "reason": None}]
    floor.at("T1", StartRound())
    floor.press("P", "press-coin-in")


def test_what_is_on_the_felt_is_played_and_paid(floor):
    wagers, hands = {3: {"ante": 500, "progressive": 100}}, {3: "9h 8h 7h"}
    steps = floor.steps("T1", wagers, hands, "Qd 6d 4c")
    next(steps)
    floor.office(HOLD, EXECUTIVE)
    for _ in steps:
        pass
    assert floor.room.table("T1").round.is_over
    assert floor.meter_now("M1").shown_cents == 100_014


def test_its_displays_and_a_restart_know_it(floor):
    floor.office(HOLD, SUPERVISOR)
    floor.reopen()
    with floor.database.reading() as connection:
        assert display(connection, "P1", "M1").is_suspended
    with pytest.raises(RefusedError, match=HELD):
        floor.at("T1", StartRound())


def test_who_suspends_and_who_resumes(floor):
    with pytest.raises(NotPermittedError, match="suspend-meter is not for dealer 7"):
        floor.office(HOLD, DEALER_7)
    floor.office(HOLD, SUPERVISOR)
    with pytest.raises(NotPermittedError, match="resume-meter is not for supervisor 4"):
        floor.office(ResumeMeter("M1"), SUPERVISOR)
    with pytest.raises(RefusedError, match="meter M1 is suspended already: the bank holds the funds"):
        floor.office(HOLD, EXECUTIVE)
    floor.office(ResumeMeter("M1"), EXECUTIVE)
    with pytest.raises(RefusedError, match="meter M1 is not suspended"):
        floor.office(ResumeMeter("M1"), EXECUTIVE)
    with pytest.raises(UnknownError, match="there is no meter 'M9'"):
        floor.office(SuspendMeter("M9", "no funds"), EXECUTIVE)
    with pytest.raises(RefusedError, match="a reason is needed"):
        floor.office(SuspendMeter("M1", " "), EXECUTIVE)
