"""``pitboss worker`` in a process of its own: it starts, claims, stops when it is told, and the next one goes on."""

import os
import re
import signal
import sys
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.app import app
from pitboss.house.people import pins
from pitboss.house.storage.database import Database
from pitboss.jobs.desk import LEASE_SECONDS, JobDesk
from pitboss.jobs.rows import Status
from pitboss.sources import SystemClock
from support.card_room import CHEAP
from support.command import path_with
from support.crash_parent import address
from support.fifo import News, Turns
from support.floor import EXECUTIVE
from support.lab import Adding
from support.started import Program, Started

TESTS = Path(__file__).parents[1]
CHILD = TESTS / "support" / "worker_child.py"


@pytest.fixture
def room(floor, monkeypatch):
    """A card room with staff and no tables."""
    monkeypatch.setattr(pins, "HASHER", CHEAP)
    return floor


@pytest.fixture
def desk(room):
    return JobDesk(room.database, "P1", SystemClock(), Adding())


@pytest.fixture
def news(tmp_path):
    """What workers say of their blocks."""
    with closing(News(tmp_path / "news")) as news:
        yield news


@pytest.fixture
def turns(tmp_path):
    """Where this is asked for, each block of a worker waits for a turn."""
    with closing(Turns(tmp_path / "turns")) as turns:
        yield turns
        (tmp_path / "turns").unlink(missing_ok=True)


@pytest.fixture
def start(room, news, tmp_path):
    """Starts workers of a lab that adds up, and ends those that are left."""
    own = path_with(TESTS) | {"PITBOSS_CACHE": str(tmp_path / "cache")}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")} | own
    command = [sys.executable, CHILD, tmp_path, "worker", "--database", address(room.database), "--processes", "1"]
    with ExitStack() as started:
        yield lambda: started.enter_context(Program(command, tmp_path, environment))


def blocks(tmp_path):
    return [int(line) for line in (tmp_path / "blocks").read_text().split()]


def ask(desk, number=1, **inputs):
    return desk.ask("adding", inputs, by=EXECUTIVE, command_id=f"c{number}").job_id


def is_done(worker, job_id):
    worker.wait_for(f"job {job_id} is done$", "err")
    return True


def test_a_worker_does_what_waits_and_stops_when_it_is_told(desk, start):
    ids = [ask(desk, number, blocks=number) for number in (1, 2)]
    worker = start()
    assert all(is_done(worker, job_id) for job_id in ids)
    later = ask(desk, 3, blocks=3)
    assert is_done(worker, later)
    assert [desk.get(job_id)[0].status for job_id in (*ids, later)] == [Status.DONE] * 3
    assert [desk.get(job_id)[1] for job_id in (*ids, later)] == [{"sum": 1}, {"sum": 3}, {"sum": 6}]
    assert worker.stop(signal.SIGTERM) == 0
    told = worker.said()
    assert "Traceback" not in told
    for words in ("works for Lucky Ace", "has stopped"):
        assert words in told


@pytest.mark.parametrize(
    ("database", "by"), [("sqlite", signal.SIGTERM), ("postgresql", signal.SIGINT)], indirect=["database"]
)
def test_a_worker_that_is_stopped_leaves_its_job_to_the_next_which_goes_on(  # noqa: PLR0913, PLR0917
    desk, start, tmp_path, by, news, turns
):
    job_id = ask(desk, blocks=12)
    first = start()
    turns.give(2)
    news.until("block 2")
    assert first.stop(by) == 0
    assert "is left to the next worker" in first.said()
    job, _ = desk.get(job_id)
    assert (job.status, job.worker) == (Status.QUEUED, None)
    assert blocks(tmp_path) == [0, 1, 2]
    (tmp_path / "turns").unlink()
    assert is_done(start(), job_id)
    assert desk.get(job_id)[1] == {"sum": 78}
    # The block in hand was begun again, and none that was done.
    assert blocks(tmp_path) == [0, 1, 2, *range(2, 12)]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_worker_that_is_killed_is_followed_by_another_when_its_lease_is_over(  # noqa: PLR0913, PLR0917
    desk, start, tmp_path, room, news, turns
):
    job_id = ask(desk, blocks=12)
    first = start()
    turns.give(2)
    news.until("block 2")
    first.stop(signal.SIGKILL)
    job, _ = desk.get(job_id)
    assert job.status is Status.RUNNING
    # The lease runs out: another clock, rather than half a minute of waiting.
    late = JobDesk(room.database, "P1", Late(), Adding())
    claimed = late.claim("another")
    assert (claimed.job_id, claimed.worker) == (job_id, "another")
    late.put_back(job_id, "another")
    (tmp_path / "turns").unlink()
    assert is_done(start(), job_id)
    assert blocks(tmp_path) == [0, 1, 2, *range(2, 12)]


class Late:
    """A clock for whoever comes when a lease is over."""

    def now(self):
        return SystemClock().now() + timedelta(seconds=LEASE_SECONDS + 1)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_cancelled_job_stops_and_the_worker_goes_on(desk, start, tmp_path, news, turns):
    job_id = ask(desk, blocks=200)
    worker = start()
    turns.give(2)
    news.until("2 noted, wanted")
    assert desk.get(job_id)[0].done_blocks == 2
    desk.cancel(job_id, by=EXECUTIVE)
    other = ask(desk, 2, blocks=1)
    turns.give()
    news.until("3 noted, cancelled")
    turns.give(20)  # more than enough for what is still done of it, and for the other job
    assert is_done(worker, other)
    assert desk.get(other)[0].status is Status.DONE
    assert desk.get(job_id)[0].status is Status.CANCELLED
    assert blocks(tmp_path)[:4] == [0, 1, 2, 3]
    assert len(blocks(tmp_path)) < 20


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
