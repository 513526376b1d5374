"""Everything that lists or shows does so for machines too, and on a terminal without signs."""

import json
import sqlite3
from datetime import timedelta
from types import SimpleNamespace

import pytest

from pitboss.cli.house.progressives import _displayed, sparkline
from pitboss.house.open_room import create_room
from pitboss.house.property import Property
from pitboss.house.storage.database import Database
from pitboss.sources import SystemClock
from support.card_room import pin_of
from support.terminal_queries import QUERIES


def test_everything_can_be_read_by_people_and_by_machines(playing):
    for line in QUERIES:
        page = playing.line(None, line)
        assert (page.status, page.err) == (0, ""), line
        assert page.out.strip()
        told = playing.line(None, f"{line} --json")
        assert told.status == 0
        assert isinstance(json.loads(told.out), list | dict), line
        assert "argon2" not in page.out + told.out, line


def test_a_report_on_a_narrow_terminal_has_every_amount_whole(playing, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    playing.line("3", "table fill T1 $1,234,567.89")
    told = playing.line(None, "report master-game").out.split()
    assert told.count("$1,234,567.89") == 4, "of the table, the game, and twice of all"
    assert "$1,244,567.89" in told, "what the trays ended the day with"


def test_staff_come_and_go(staffed):
    for badge, line, said in (
        ("1", "staff role 4 supervisor --name Dana --reason able --proposal-id p1", "(change-staff, 4) is proposed"),
        ("7", "proposals approve p1", "badge 4 is Dana, supervisor"),
        ("1", "staff deactivate 4 --reason left", "badge 4 is deactivated: left"),
        ("1", "staff reactivate 4 --reason back --proposal-id p2", "(reactivate-staff, 4) is proposed"),
        ("2", "proposals approve p2", "badge 4 is active again: back"),
        ("1", "staff reset-pin 4 --reason forgot --proposal-id p3", "(reset-pin, 4) is proposed"),
        ("2", "proposals approve p3", "The enrollment code of badge 4: "),
        ("2", "staff enroll 4 --code {code} --new-pin-file 3.pin", "badge 4 has enrolled with badge 2 present"),
    ):
        assert said in staffed.line(badge, line.format(code=staffed.codes.get("4"))).out
    badges = {each["badge"]: each for each in json.loads(staffed.line(None, "staff list --json").out)}
    assert (badges["4"]["name"], badges["4"]["role"], badges["4"]["status"]) == ("Dana", "supervisor", "active")


def test_players_are_excluded_and_readmitted(playing):
    assert (
        playing.line("5", "player exclude ann --until 2026-12-31 --reason asked").out
        == "ann is excluded until Dec 31, 2026\n"
    )
    assert "excluded until Dec 31, 2026" in " ".join(playing.line(None, "player wallet ann").out.split())
    assert "cannot be lifted before that is over" in playing.line("2", "player lift-exclusion ann --reason asked").err
    assert "ann is excluded" in playing.line("4", "table seat take T1 3 ann").err


def test_a_meter_is_changed_by_two_people(playing):
    for badge, line in (
        ("3", "progressive adjust M1 $10 --reason seed-recovered --note 'too much' --proposal-id down"),
        ("2", "proposals approve down"),
    ):
        assert playing.line(badge, line).status == 0
    status = json.loads(playing.line(None, "progressive show M1 --json").out)
    assert (status["shown_cents"], status["tables"], status["pending"]) == (990_00, ["T1", "T2"], 0)
    shown = playing.line(None, "progressive history M1").out
    assert "too much" in shown
    last = json.loads(playing.line(None, "progressive history M1 --json").out)[-1]
    assert (last["act"], last["proposed_by"], last["actor"]) == ("adjustment", "3", "executive:2")
    assert "Proposed by" in " ".join(shown.split())
    assert playing.line("2", "proposals list --all").out.count("used") == 4 + 6


def test_a_contribution_by_hand_comes_from_no_tray(playing):
    for badge, line in (
        ("3", "progressive adjust M1 $10 --reason contribution --note missed --proposal-id up"),
        ("2", "proposals approve up"),
    ):
        assert playing.line(badge, line).status == 0
    shown = " ".join(playing.line(None, "progressive history M1").out.split())
    assert "adjustments to shown $10 contribution: missed" in shown
    assert "tray" not in shown


def test_funds_that_are_not_displayed_leave_the_pot_that_is_named(playing):
    """The reserve of M1 is empty: that it is asked for shows that the name has arrived."""
    line = "progressive adjust M1 $1 --reason not-displayed --note 'the fund is closed' "
    assert "leave one of reserve, overflow: name it" in playing.line("3", line).err
    assert "$0 is reserve" in playing.line("3", line + "--pot reserve").err
    assert "'shown' is not a pot whose funds are not displayed" in playing.line("3", line + "--pot shown").err


def test_all_parameters_can_be_named(staffed):
    options = (
        "--rate 15% --reserve-rate 2% --seed $2,000 --maximum none --denomination $5 --several-wins right-to-left "
        "--envy-needs-wager --no-folded-hands-play --jackpot-lock --supervisor-from $600 "
        "--executive-above $6,000 --surveillance-above $2,500"
    )
    assert staffed.line("3", f"progressive create M1 TCPP-1 {options} --proposal-id m1").status == 0
    asked = json.loads(staffed.line(None, "proposals show m1 --json").out)["content"]["parameters"]
    assert asked == {
        "format": 1,
        "paytable": "TCPP-1",
        "rate": "3/20",
        "seed_cents": 200_000,
        "denomination_cents": 500,
        "maximum_cents": None,
        "reserve_rate": "1/50",
        "several_wins": "right-to-left",
        "envy_needs_wager": True,
        "folded_hands_play": False,
        "jackpot_lock": True,
        "supervisor_from_cents": 60_000,
        "executive_above_cents": 600_000,
        "surveillance_above_cents": 250_000,
    }


def test_the_picture_of_a_meter():
    assert sparkline([5, 5, 5]) == "▁▁▁"
    assert sparkline(range(8)) == "▁▂▃▄▅▆▇█"
    assert len(sparkline(range(1000))) <= 72
    assert sparkline(range(1000))[-1] == "█"


def test_the_picture_has_what_people_saw_and_not_the_steps_of_a_win():
    moved = [("table:T1", 7, 100_014_000), ("table:T1", 8, 0), ("table:T1", 8, 100_000_000), ("room", 8, 100_500_000)]
    rows = [SimpleNamespace(chain=chain, seq=seq, shown_after=shown) for chain, seq, shown in moved]
    assert _displayed(rows) == [100_014_000, 100_000_000, 100_500_000]


def broken(folder, statement):
    with sqlite3.connect(folder.path / "pitboss.db") as connection:
        assert connection.execute(statement).rowcount
    connection.close()


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE journal SET actor = 'supervisor:9' WHERE kind = 'open-table'", "its hash is not that of its content"),
        ("UPDATE journal SET at = 'soon' WHERE kind = 'open-table'", "its hash is not that of its content"),
        ("DELETE FROM journal WHERE chain = 'table:T1' AND seq = 1", "record 1 is missing"),
        ("UPDATE accounts SET millicents = millicents + 1 WHERE account = 'desk'", "desk does not hold the sum"),
    ],
)
def test_a_record_that_was_changed_is_found_and_the_status_is_1(playing, statement, finding):
    broken(playing, statement)
    for line in ("audit verify", "selfcheck"):
        answer = playing.line(None, line)
        assert (answer.status, answer.err) == (1, "")
    assert finding in playing.line(None, "audit verify").out
    assert json.loads(playing.line(None, "audit verify --json").out)["is_sound"] is False
    checks = {check["name"]: check["ok"] for check in json.loads(playing.line(None, "selfcheck --json").out)}
    assert checks["chains"] is False


def test_an_export_of_a_part(playing):
    records = json.loads(
        playing.line(None, "audit export --json --kind open-table --actor supervisor:3 --chain table:T2").out
    )
    assert [(record["chain"], record["kind"]) for record in records] == [("table:T2", "open-table")]
    assert playing.line(None, "audit export journal.json --since 2026-11-15 --until 2026-11-15").out.endswith(
        "journal.json\n"
    )
    assert json.loads((playing.path / "journal.json").read_text())[0]["kind"] == "found-room"
    assert json.loads(playing.line(None, "audit export --json --until 2026-11-14").out) == []


def test_what_staff_were_refused_is_listed(playing):
    assert playing.line("4", "table time-out T2 3").status == 2
    assert playing.line(None, "audit refused T1").out == "Refused at the tables: none.\n"
    (act,) = json.loads(playing.line(None, "audit refused --json").out)
    assert (act["table_id"], act["kind"], act["seat"], act["and_more"]) == ("T2", "time-out", 3, False)
    assert act["by"].endswith(":4")
    assert "time-out" in playing.line(None, "audit refused").out


def test_days_that_need_not_be_kept_any_longer_are_listed(playing, monkeypatch):
    assert playing.line(None, "audit retention").out == "Gaming days that are older than 5 years: none.\n"
    later = playing.clock.now() + timedelta(days=5 * 366)
    monkeypatch.setattr(SystemClock, "now", lambda _: later)
    (old,) = json.loads(playing.line(None, "audit retention --json").out)
    assert old["day"] == "2026-11-15"
    assert "Nov 15, 2026" in playing.line(None, "audit retention").out


def test_envy_without_a_wager_and_a_chip_that_is_late(playing):
    for line in ("table keypad place-chip T2 1", "table keypad coin-in T2"):
        assert playing.line("4", line).status == 0
    assert "late" in playing.line("4", "table keypad place-chip T2 5").out
    shown = playing.line(None, "table show T2").out
    assert "press-hand" in shown
    assert "owe-envy" not in shown, "no person presses it: it comes from the host"
    assert "brings $100 envy to seat 1" in playing.line("4", "table award-envy T2 3 akq-of-spades").out
    assert "pay-envy 1" in " ".join(playing.line(None, "table show T2").out.split())


def test_a_jackpot_that_is_not_there_is_not_decided(playing):
    for badge, line in (
        ("3", "table jackpots verify T1 3"),
        ("3", "table jackpots authorize T1 3 --identity 'licence 1'"),
        ("3", "table jackpots reject T1 3 --reason misread"),
    ):
        answer = playing.line(badge, line)
        assert answer.status == 2
        assert "no jackpot is pending at seat 3 of table T1" in answer.err


def test_where_all_admins_are_locked_out_the_key_lets_them_in_again(staffed):
    for badge in "17":
        staffed.pin_file(badge, pin="9081")
        for _ in range(5):
            staffed.line(badge, "staff unlock 1")
    assert (
        staffed.line(None, "staff unlock-admins").out
        == "badge 1 is logged out everywhere\nbadge 1 is unlocked\nbadge 7 is logged out everywhere\nbadge 7 is unlocked\n"
    )
    staffed.pin_file("1", pin=pin_of("1"))
    assert "badge 7 is not locked" in staffed.line("1", "staff unlock 7").err


def test_a_room_that_was_begun_and_has_nobody_in_it_is_finished(folder):
    database = Database("pitboss.db")
    create_room(database, Property("main", "Half Made"), folder.path / "pitboss.key")
    database.close()
    begun = folder.line("1", f"init --name Other --second-pin-file {folder.pin_file('2')}")
    assert begun.status == 0, begun.err
    assert "Half Made is made" in begun.out
    assert "there is a card room 'main'" in folder.line("1", "init --name Other").err
