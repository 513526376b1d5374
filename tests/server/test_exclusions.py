"""Who learns that somebody is excluded: authorized staff, and nobody else (WAC 230-23-030)."""

import pytest

from pitboss.house.people.players import ExcludePlayer
from support.floor import SUPERVISOR

AUTHORIZED, OTHERS = ("supervisor", "executive", "surveillance", "auditor"), ("accounting",)


@pytest.fixture
def excluded(demo, client_as):
    """Ann is excluded for good; her day of birth and her money are known to all of the cage."""
    demo.office(ExcludePlayer("ann", None, "asked for it herself"), SUPERVISOR)
    return client_as


@pytest.mark.parametrize("role", AUTHORIZED)
def test_authorized_staff_see_the_list(excluded, role):
    staff = excluded(role)
    (listed,) = staff.look("/api/exclusions")["exclusions"]
    assert (listed["player"], listed["until"], listed["made_by"]) == ("ann", None, "supervisor:4")
    assert staff.look("/api/players/ann")["excluded"] == "for good"


@pytest.mark.parametrize("role", OTHERS)
def test_only_authorized_staff_learn_who_is_excluded(excluded, role):
    staff = excluded(role)
    assert staff.get("/api/exclusions").status_code == 403
    assert staff.look("/api/players/ann")["excluded"] is None
    assert {each["excluded"] for each in staff.look("/api/players")["players"]} == {None}
    records = staff.look("/api/records", limit=500)["records"]
    (record,) = [each for each in records if each["kind"] == "exclude-player"]
    assert (record["asked"], record["events"]) == ({"do": "exclude-player"}, [])
    exported = staff.get("/api/audit/export", params={"kind": "exclude-player"}).json()
    assert [(each["asked"], each["events"]) for each in exported] == [({"do": "exclude-player"}, [])]
    for path, fields in (("withdraw", {"cents": 100}), ("deposit", {"cents": 100, "how": "cash"})):
        answer = staff.command(f"/api/office/{path}", player="ann", **fields)
        assert "excl" not in answer.text
        assert "needs the shift manager" in answer.text


def test_an_auditor_reads_the_record_of_an_exclusion(excluded):
    records = excluded("auditor").look("/api/records", limit=500)["records"]
    (record,) = [each for each in records if each["kind"] == "exclude-player"]
    assert record["asked"]["player"] == "ann"


def test_the_excluded_person_sees_their_own_standing(excluded):
    assert excluded("ann").look("/api/wallet")["excluded"] == "for good"
