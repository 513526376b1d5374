"""``pitboss worker`` in a process of its own: it starts, claims, stops when it is told, and the next one goes on."""

import os
import re
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.app import app
from pitboss.house.database import Database
from pitboss.house.job_desk import LEASE_SECONDS, JobDesk
from pitboss.house.jobs import Status
from pitboss.house.people import pins
from pitboss.outside import SystemClock
from support.card_room import CHEAP
from support.crash_parent import address
from support.floor import EXECUTIVE
from support.lab import Adding
from support.started import Started

TESTS = Path(__file__).parents[1]
CHILD = TESTS / "support" / "worker_child.py"
PATIENCE = 120


@pytest.fixture
def room(floor, monkeypatch):
    """A card room with staff and no tables."""
    monkeypatch.setattr(pins, "HASHER", CHEAP)
    return floor


@pytest.fixture
def desk(room):
    return JobDesk(room.database, "P1", SystemClock(), Adding())


@pytest.fixture
def start(room, tmp_path):
    """Starts workers of a slow lab, and ends those that are left."""
    started = []

    def run(*arguments, seconds=0.2):
        command = [sys.executable, str(CHILD), str(tmp_path / "blocks"), str(seconds), "worker", *arguments]
        own = {"PYTHONPATH": str(TESTS), "PITBOSS_CACHE": str(tmp_path / "cache")}
        process = subprocess.Popen(
            [*command, "--database", address(room.database), "--processes", "1"],
            env={name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")} | own,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
            process.communicate()


def wait_until(condition):
    for _ in range(PATIENCE * 20):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def blocks(tmp_path):
    file = tmp_path / "blocks"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def ask(desk, number=1, **inputs):
    return desk.ask("adding", inputs, by=EXECUTIVE, command_id=f"c{number}").job_id


def test_a_worker_does_what_waits_and_stops_when_it_is_told(desk, start):
    ids = [ask(desk, number, blocks=number) for number in (1, 2)]
    worker = start(seconds=0)
    wait_until(lambda: all(desk.look(job_id)[0].status is Status.DONE for job_id in ids))
    later = ask(desk, 3, blocks=3)
    wait_until(lambda: desk.look(later)[0].status is Status.DONE)
    assert [desk.look(job_id)[1] for job_id in (*ids, later)] == [{"sum": 1}, {"sum": 3}, {"sum": 6}]
    worker.send_signal(signal.SIGTERM)
    _, told = worker.communicate(timeout=PATIENCE)
    assert worker.returncode == 0
    assert "Traceback" not in told
    for words in ("works for Lucky Ace", f"job {later} is done", "has stopped"):
        assert words in told


@pytest.mark.parametrize(
    ("database", "by"), [("sqlite", signal.SIGTERM), ("postgresql", signal.SIGINT)], indirect=["database"]
)
def test_a_worker_that_is_stopped_leaves_its_job_to_the_next_which_goes_on(desk, start, tmp_path, by):
    job_id = ask(desk, blocks=12)
    first = start()
    wait_until(lambda: len(blocks(tmp_path)) >= 3)
    first.send_signal(by)
    _, told = first.communicate(timeout=PATIENCE)
    assert (first.returncode, "is left to the next worker" in told) == (0, True), told
    job, _ = desk.look(job_id)
    assert (job.status, job.worker) == (Status.QUEUED, None)
    done = len(blocks(tmp_path))
    assert done < 12
    start(seconds=0)
    wait_until(lambda: desk.look(job_id)[0].status is Status.DONE)
    assert desk.look(job_id)[1] == {"sum": 78}
    # At most the block in hand was done twice.
    assert sorted(set(blocks(tmp_path))) == list(range(12))
    assert len(blocks(tmp_path)) <= 13


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_worker_that_is_killed_is_followed_by_another_when_its_lease_is_over(desk, start, tmp_path, room):
    job_id = ask(desk, blocks=12)
    first = start()
    wait_until(lambda: len(blocks(tmp_path)) >= 3)
    first.kill()
    first.communicate()
    job, _ = desk.look(job_id)
    assert job.status is Status.RUNNING
    # The lease runs out: another clock, rather than half a minute of waiting.
    late = JobDesk(room.database, "P1", Late(), Adding())
    claimed = late.claim("another")
    assert (claimed.job_id, claimed.worker) == (job_id, "another")
    late.put_back(job_id, "another")
    start(seconds=0)
    wait_until(lambda: desk.look(job_id)[0].status is Status.DONE)
    assert len(blocks(tmp_path)) <= 13


class Late:
    """A clock for whoever comes when a lease is over."""

    def now(self):
        return SystemClock().now() + timedelta(seconds=LEASE_SECONDS + 1)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_cancelled_job_stops_and_the_worker_goes_on(desk, start, tmp_path):
    job_id = ask(desk, blocks=200)
    start()
    wait_until(lambda: desk.look(job_id)[0].done_blocks >= 2)
    desk.cancel(job_id, by=EXECUTIVE)
    other = ask(desk, 2, blocks=1)
    wait_until(lambda: desk.look(other)[0].status is Status.DONE)
    assert desk.look(job_id)[0].status is Status.CANCELLED
    assert len(blocks(tmp_path)) < 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "none.db"], "there is no card room at none.db"),
        (["--processes", "0"], "0 processes cannot do the work: give 1 or more"),
        (["--config", "none.toml"], "none.toml cannot be read: No such file or directory"),
        (["--database", "postgresql://127.0.0.1:1/none"], "the database refused"),
    ],
)
def test_what_cannot_be_worked_for_is_one_sentence(capsys, monkeypatch, tmp_path, arguments, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(["worker", *arguments])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err.startswith(f"pitboss: {words}")
    assert len(told.err.splitlines()) == 1


def test_the_demo_has_a_worker_which_asks_for_all_that_the_lab_shows_and_ends_with_it(tmp_path):
    arguments = ("--demo", "--port", "0", "--worker", "--log-file", "")
    with Started(tmp_path, *arguments, PITBOSS_CACHE=str(tmp_path / "cache")) as server:
        assert server.address
        server.wait_for(r"worker \S+ works for Pitboss Demo Room", "err")
        server.wait_for(r"job \w+: par", "err")
        desk = JobDesk(Database(str(tmp_path / "pitboss-demo" / "pitboss.db")), "demo", SystemClock())
        asked = {job.inputs.get("designator", job.kind) for job in desk.last(50)}
        assert {"TCP-01", "TCPP-1", "FSLPP-01", "DDP-1", "power-blackjack", "fortune-san-lo", "verify"} <= asked
        assert server.stop() == 0
    assert "Traceback" not in server.said()
    assert re.search(r"worker \S+ has stopped", server.said())
    assert not [job for job in desk.last(50) if job.status is Status.RUNNING]


@pytest.mark.parametrize(("said", "wanted"), [(["--worker"], True), (["--no-worker"], False), ([], None)])
def test_whether_a_server_has_a_worker_can_be_said(said, wanted):
    _, bound, *_ = app.parse_args(["serve", "--demo", *said], print_error=False, exit_on_error=False)
    assert getattr(bound.arguments.get("options"), "worker", None) is wanted
