"""The simulator itself: fixed seeds hold, the same seed brings the same day, and each fault can strike."""

import pytest

from pitboss.cli import main
from pitboss.fault_simulator import BrokenError, Fault, Plan, SimulatorError, torture
from pitboss.fault_simulator.day import Day
from pitboss.fault_simulator.disk import COMMIT, STRIKES, Disk
from pitboss.fault_simulator.errors import PlugPulledError
from pitboss.fault_simulator.faults import OF_THE_DISK
from pitboss.fault_simulator.running import run_and_shorten
from pitboss.fault_simulator.sites import PostgresqlSite
from pitboss.house.tables import camera_holds
from pitboss.sources import SystemIds

FIXED = ("1", "2", "3")
STEPS = 200


def played(site, seed, steps=STEPS):
    day = Day(site, seed)
    try:
        day.run(range(1, steps + 1))
    finally:
        day.leave()
    return day


@pytest.mark.parametrize("seed", FIXED)
def test_a_fixed_seed_holds(site, seed):
    day = played(site, seed)
    assert day.outcomes["done"] > STEPS / 2
    assert sum(day.faults.values()) > STEPS / 20
    assert not day.network.waiting()


def test_the_same_seed_brings_the_same_day(site):
    one, other = (played(site, "twice", 120) for _ in range(2))
    assert one.story == other.story
    assert one.outcomes == other.outcomes
    assert one.faults == other.faults


@pytest.mark.parametrize("_number", range(3))
def test_fresh_seeds_are_reported_and_do_not_block(site, _number):
    seed = SystemIds().new()
    tally = run_and_shorten(site, Plan(seed, 150, tries=30), 1, tuple(range(1, 151)))
    if tally.failure is not None:
        pytest.xfail(f"{tally.failure.invariant}: {tally.failure.words}; again: {tally.failure.command}")
    assert tally.commands


@pytest.mark.parametrize("fault", sorted(set(OF_THE_DISK)))
def test_each_fault_of_the_disk_strikes_a_command_and_nothing_is_lost(site, fault, monkeypatch):
    monkeypatch.setattr("pitboss.fault_simulator.day.OF_THE_DISK", (fault,))
    day = Day(site, f"only {fault.name}")
    try:
        number = 0
        while day.faults[fault] < 2:
            number += 1
            assert number < 2_000
            day.step(number)
        day.close()
    finally:
        day.leave()


def test_wins_that_must_be_seen_on_camera_happen_and_are_paid(site, monkeypatch):
    paid, pay = [], camera_holds.pay_held
    monkeypatch.setattr(camera_holds, "pay_held", lambda doing, seat: paid.append(seat) or pay(doing, seat))
    day = Day(site, "camera")
    try:
        number = 0
        while not paid:
            number += 1
            assert number < 4_000
            day.step(number)
        day.close()
    finally:
        day.leave()


def test_postgresql_holds_too(postgresql_copies, tmp_path):
    with postgresql_copies() as (url, _):
        day = played(PostgresqlSite(url, tmp_path), "postgresql", 250)
    assert day.outcomes["done"] > 100
    assert sum(day.faults[fault] for fault in OF_THE_DISK) > 0


@pytest.mark.parametrize("fault", [fault for fault in STRIKES if COMMIT in STRIKES[fault] and fault is not Fault.SLOW])
def test_what_is_armed_strikes_before_the_commit_at_the_latest(fault):
    disk = Disk()
    disk.arm(fault, passes=99)
    with pytest.raises((PlugPulledError, OSError)):
        disk.reach(COMMIT, OSError)
    disk.reach(COMMIT, OSError)
    assert disk.struck == [fault]


def test_bad_plans_are_refused():
    with pytest.raises(SimulatorError, match="0 steps"):
        Plan("1", 0)
    with pytest.raises(SimulatorError, match="name it by --day"):
        Plan("1", 5, only=(3,))
    with pytest.raises(SimulatorError, match="is a SQLite file"):
        torture(Plan("1", 5, database="room.db"))


def test_the_command_tells_what_was_done(capsys):
    main(["torture", "--seed", "9", "--steps", "60", "--processes", "1"])
    told = " ".join(capsys.readouterr().out.split())
    assert "faults were injected, and no invariant was broken (seed 9)." in told
    assert "commands in 60 steps and 1 days" in told


def test_steps_that_are_no_numbers_are_refused(pitboss):
    refused = pitboss("torture", "--only", "x")
    assert refused.status == 2
    assert refused.err == "pitboss: --only 'x': write the numbers of steps, such as 3,17,18\n"


def test_a_broken_room_is_told_with_its_history(monkeypatch, capsys):
    def broken(self, number, *, is_calm=False):
        self._number = number
        self.played.append(number)
        self._note("something")
        raise BrokenError("balance", "a cent is missing")

    monkeypatch.setattr(Day, "step", broken)
    with pytest.raises(SystemExit) as ended:
        main(["torture", "--seed", "9", "--steps", "3", "--processes", "1"])
    assert ended.value.code == 1
    told = capsys.readouterr().out
    assert "BROKEN on day 1 of seed 9: balance: a cent is missing" in told
    assert "To repeat it: pitboss torture --seed 9 --day 1 --only" in told
