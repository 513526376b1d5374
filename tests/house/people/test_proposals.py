"""Two different people, beyond the tables: whatever is tried, nobody decides their own."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from pitboss.errors import PitbossError
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import CollisionError, RefusedError
from pitboss.house.people import proposals
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.proposals import Approve, Propose, Reject, WithdrawProposal
from pitboss.house.records.journal import Stamp
from pitboss.house.storage.schema import PROPOSALS
from pitboss.house.tables.commands import ConfigureTable
from pitboss.house.tables.settings import TableSettings
from pitboss.progressive import usual_parameters
from support.card_room import approval, change_role, hire, hire_chiefs, new_room, office
from support.floor import EXECUTIVE, SUPERVISOR
from support.lists import use_proposal

NUMBERS = count(1)
ROLES = ["supervisor", "executive", "accounting", "admin"]


SETTINGS = TableSettings(rules=ThreeCardPokerRules(progressive=None)).as_json()
TOO_MANY_SEATS = SETTINGS | {"rules": SETTINGS["rules"] | {"seats": 9}}

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["propose", "approve", "approve", "reject", "withdraw", "role"]),
        st.sampled_from(["2", "3"]),
        st.sampled_from(ROLES),
        st.sampled_from(["p1", "p2"]),
    ),
    max_size=25,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_nobody_decides_their_own_in_whatever_role(room, clock, tmp_path, steps):
    fresh = new_room(room.database, tmp_path / "room.key", clock, f"Q{next(NUMBERS)}")
    hire_chiefs(fresh)
    hire(fresh, "2", "executive")
    hire(fresh, "3", "executive")
    proposed, decided = {}, {}
    for what, badge, role, proposal_id in steps:
        by = Actor(badge, Role(role))
        command = {
            "propose": Propose(proposal_id, "create-table", "T1", SETTINGS, "why"),
            "approve": approval(fresh, proposal_id),
            "reject": Reject(proposal_id, "no"),
            "withdraw": WithdrawProposal(proposal_id),
            "role": None,
        }[what]
        try:
            if command is None:
                change_role(fresh, badge, role)
            else:
                office(fresh, command, by)
        except PitbossError:
            continue
        if what == "propose":
            assert proposal_id not in proposed
            proposed[proposal_id] = badge
        elif what != "role":
            assert proposal_id not in decided
            assert (proposed[proposal_id] == badge) == (what == "withdraw")
            decided[proposal_id] = badge
    with fresh.database.reading() as connection:
        of_tables = (PROPOSALS.c.property_id == fresh.house.property_id) & (PROPOSALS.c.kind == "create-table")
        rows = connection.execute(select(PROPOSALS).where(of_tables)).all()
        waiting = [row.proposal_id for row in proposals.pending(connection, fresh.house.property_id)]
    assert {row.proposal_id: row.proposed_by for row in rows} == proposed
    assert {row.proposal_id: row.decided_by for row in rows if row.decided_by} == decided
    assert sorted(waiting) == sorted(set(proposed) - set(decided))


@pytest.fixture
def approved(room):
    """A proposal p1 that badge 2 made and badge 3 approved."""
    hire_chiefs(room)
    by, other = hire(room, "2", "executive"), hire(room, "3", "executive")
    office(room, Propose("p1", "create-table", "T1", SETTINGS, "a new table"), by)
    office(room, approval(room, "p1"), other)
    return room


def test_the_database_itself_refuses_that_somebody_decides_their_own(approved):
    with (
        pytest.raises(CollisionError, match="two_people"),
        approved.database.transaction() as connection,
    ):
        connection.execute(update(PROPOSALS).values(decided_by="2"))


def test_an_approved_proposal_is_used_once_also_by_two_tables_at_once(approved):
    def use(number):
        stamp = Stamp("P1", f"table:T{number}", 1, "", "")
        try:
            with approved.database.transaction() as connection:
                use_proposal(connection, stamp, "create-table", "p1")
        except RefusedError:
            return False
        return True

    with ThreadPoolExecutor(4) as hands:
        assert sum(hands.map(use, range(4))) == 1
    with approved.database.reading() as connection:
        assert proposals.find(connection, "P1", "p1").used_in.startswith("P1 table:T")


def test_the_content_may_be_written_in_another_order_and_nothing_else(approved):
    days = approved.house.days
    with approved.database.reading() as connection:
        verify = partial(proposals.verify_approved, connection, Stamp("P1", "table:T1", 1, "", ""), days, "p1")
        order = SETTINGS["rules"]["settling_order"]
        verify("create-table", "T1", dict(reversed(SETTINGS.items())))
        verify("create-table", "T1", SETTINGS | {"rules": SETTINGS["rules"] | {"settling_order": tuple(order)}})
        with pytest.raises(RefusedError, match="approved with another content"):
            verify("create-table", "T1", SETTINGS | {"rules": SETTINGS["rules"] | {"settling_order": order[::-1]}})


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Propose("p2", "make-money", "T1", {}, "why"), "'make-money' cannot be proposed; kinds are create-table"),
        (Propose("p:2", "create-table", "T1", {}, "why"), "'p:2' cannot be a proposal id"),
        (Propose("p2", "create-table", "T1", {}, " "), "a reason is needed"),
        (Propose("p2", "create-table", "T\n1", {}, "why"), "a subject is needed"),
        (Propose("p2", "create-table", "T1", [], "why"), "a set of named values, not"),
        (Propose("p2", "create-table", "T1", {}, "why"), "the table settings cannot be read"),
        (Propose("p2", "create-table", "T1", TOO_MANY_SEATS, "why"), "9 seats at Three Card Poker"),
        (Propose("p2", "configure-table", "T1", SETTINGS, "why"), "there is no table 'T1'; there are: none"),
        (Propose("p2", "create-meter", "M1", {"meter_id": "M1"}, "why"), "not the parameters of a meter"),
        (Propose("p2", "set-parameters", "M1", {"meter_id": "M1"}, "why"), "not the parameters of a meter"),
        (Approve("\x00", ""), "there is no proposal"),
        (Reject("p1", "why"), "proposal p1 is approved by badge 3, and cannot be decided again"),
    ],
)
def test_proposals_that_are_none(approved, command, reason):
    with pytest.raises(PitbossError, match=reason):
        office(approved, command, Actor("2", Role.EXECUTIVE))


def test_what_is_refused_on_approval_leaves_the_proposal_pending(approved):
    office(approved, RegisterPlayer("zoe", "Zoe", "1990-01-01", is_guest=False), Actor("2", Role.EXECUTIVE))
    taken_back = {"player": "zoe", "cents": -500}
    office(approved, Propose("p2", "correct-wallet", "zoe", taken_back, "a slip"), Actor("2", Role.EXECUTIVE))
    with pytest.raises(PitbossError, match="zoe"):
        office(approved, approval(approved, "p2"), Actor("3", Role.EXECUTIVE))
    with approved.database.reading() as connection:
        assert proposals.find(connection, "P1", "p2").status == "pending"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"player": "zoe", "cents": 5}, "player 'zoe' is not registered"),
        ({"cents": 5}, "correct-wallet takes player and cents, not cents"),
        ({"player": "zoe", "cents": 5, "day": "yesterday"}, "'yesterday'"),
        ({"player": "zoe", "cents": 5, "day": "2099-01-01"}, "a correction is about a gaming day up to"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_when_it_is_proposed(approved, content, reason):
    with pytest.raises(PitbossError, match=reason):
        office(approved, Propose("p2", "correct-wallet", "zoe", content, "a slip"), Actor("2", Role.EXECUTIVE))


METER = usual_parameters("TCPP-1", maximum_cents=5_000_000)


def adjustment(**other):
    usual = {"meter_id": "M1", "reason": "display malfunction", "millicents": -100_000, "note": "two digits dark"}
    return "adjust-meter", usual | other


def parameters(kind, meter_id="M1", **other):
    return kind, {"meter_id": meter_id, "parameters": replace(METER, **other).as_json()}


@pytest.mark.parametrize(
    ("proposed", "reason"),
    [
        (adjustment(meter_id="M9"), "there is no meter 'M9'"),
        (adjustment(millicents=0), "an adjustment of $0 moves nothing: name an amount, up or down"),
        (adjustment(millicents="5"), "an adjustment moves a whole number of millicents, up or down, not '5'"),
        (adjustment(millicents=-100_000_001), "$1,000.00001 cannot be moved: $1,000 is shown"),
        (adjustment(reason="not displayed", pot="reserve"), "$1 cannot be moved: $0 is reserve"),
        (adjustment(reason="not displayed"), "funds that are not displayed leave one of reserve, overflow: name it"),
        (adjustment(reason="not displayed", pot="frozen"), "'frozen' is not a pot whose funds are not displayed"),
        (adjustment(pot="reserve"), "a pot is named for 'not displayed' only"),
        (adjustment(reason="over maximum"), "$1 cannot be moved: $0 is shown above the maximum"),
        (adjustment(reason="claim rejected", millicents=5), "'claim rejected' is not a reason to adjust a meter"),
        (adjustment(reason="under maximum", millicents=5), "'under maximum' is not a reason to adjust a meter"),
        (adjustment(reason="seed"), "a meter does not go down for 'seed'"),
        (adjustment(note=" "), "a note is needed"),
        (parameters("create-meter"), "there is a meter M1 already"),
        (parameters("create-meter", "M 1"), "'M 1' cannot be a meter id"),
        (parameters("set-parameters", "M9"), "there is no meter 'M9'"),
        (parameters("set-parameters", seed_cents=50_000, maximum_cents=90_000), "a maximum of $900 is below the"),
        (parameters("set-parameters", denomination_cents=500), "a meter keeps its game and its denomination"),
        (parameters("set-parameters", executive_above_cents=10**12), "executive above of $10,000,000,000 is more than"),
    ],
)
def test_what_a_meter_cannot_take_is_not_even_proposed(floor, proposed, reason):
    floor.meter("M1", "TCPP-1")
    before = floor.everything()
    kind, content = proposed
    with pytest.raises(PitbossError, match=re.escape(reason)):
        floor.office(Propose("p1", kind, content["meter_id"], content, "why"), SUPERVISOR)
    assert floor.everything() == before


def test_what_a_meter_could_take_when_it_was_proposed_is_asked_again(floor):
    floor.meter("M1", "TCPP-1")
    kind, content = adjustment(millicents=-60_000_000)
    for proposal_id in ("p1", "p2"):
        floor.office(Propose(proposal_id, kind, "M1", content, "why"), SUPERVISOR)
    floor.approve("p1", EXECUTIVE)
    with pytest.raises(PitbossError, match=re.escape("$600 cannot be moved: $400 is shown")):
        floor.approve("p2", EXECUTIVE)


def test_at_a_real_table_an_older_agreement_does_not_undo_a_newer_one(floor):
    floor.table("T1", opener=0)
    settings = [TableSettings(rules=ThreeCardPokerRules(progressive=None, seats=seats)).as_json() for seats in (5, 6)]
    older, newer = [floor.agree("configure-table", "T1", content) for content in settings]
    floor.at("T1", ConfigureTable(settings[1], newer), EXECUTIVE)
    with pytest.raises(RefusedError, match=f"proposal {newer} was approved later and has come true"):
        floor.at("T1", ConfigureTable(settings[0], older), EXECUTIVE)
    again = floor.agree("configure-table", "T1", settings[0])
    floor.days_pass(2)
    with pytest.raises(RefusedError, match=f"proposal {again} was approved too long ago, good until Nov 16, 2026"):
        floor.at("T1", ConfigureTable(settings[0], again), EXECUTIVE)
    assert floor.room.table("T1").settings.rules.seats == 6
    floor.reopen()
    assert floor.room.table("T1").settings.rules.seats == 6
