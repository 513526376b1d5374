"""Jobs: asked once, claimed once, gone on with after a worker that died, cancelled, done; on both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec import to_builtins

from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import CommandReusedError, NotPermittedError, RefusedError, StorageError, UnknownError
from pitboss.house.people.staff import DeactivateStaff
from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.database import Database
from pitboss.jobs import rows
from pitboss.jobs import worker as working
from pitboss.jobs.claims import MAX_LOST
from pitboss.jobs.desk import LEASE_SECONDS, MAX_OPEN, JobDesk
from pitboss.jobs.laboratory import question
from pitboss.jobs.room_theory import ASKER, ask_for_theory
from pitboss.jobs.rows import Status
from pitboss.jobs.worker import Worker
from pitboss.lab.store import Store
from pitboss.paytables import Game, load_catalogue
from support.card_room import FakeClock
from support.crash_hammer import together
from support.crash_parent import address
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE
from support.lab import Adding, claim_all


@pytest.fixture
def lab():
    return Adding()


@pytest.fixture
def desk(floor, lab):
    return JobDesk(floor.database, "P1", floor.clock, lab)


@pytest.fixture
def make_worker(desk, tmp_path):
    def make(name="w1", **more):
        return Worker(desk, name, store=Store(tmp_path / "cache"), processes=1, **more)

    return make


def ask(desk, by=EXECUTIVE, command_id="c1", kind="adding", **inputs):
    return desk.ask(kind, inputs, by=by, command_id=command_id)


# ---- asking


def test_a_job_is_asked_worked_out_and_kept(desk, make_worker, clock):
    begin = clock.now()
    asked = ask(desk, blocks=3)
    assert (asked.status, asked.asked_by, asked.inputs) == (Status.QUEUED, "executive:3", {"blocks": 3})
    clock.tick(seconds=5)
    assert make_worker().work_on_one()
    job, result = desk.get(asked.job_id)
    assert (job.status, result, job.reason) == (Status.DONE, {"sum": 6}, None)
    assert (job.asked_at, job.started_at) == (print_instant(begin), print_instant(clock.now()))
    assert (job.worker, job.lease_until, job.finished_at) == ("w1", None, print_instant(clock.now()))
    assert not make_worker().work_on_one()


def test_the_same_question_is_one_job_whoever_asks(desk, make_worker, lab):
    first = ask(desk, blocks=2)
    assert ask(desk, by=ACCOUNTING, command_id="c2", blocks=2) == first
    make_worker().work_on_one()
    again = ask(desk, by=ADMIN, command_id="c3", blocks=2, nothing=None)
    assert (again.job_id, again.status) == (first.job_id, Status.DONE)
    assert lab.done == [0, 1]
    assert ask(desk, command_id="c4", blocks=3).job_id != first.job_id


def test_a_command_id_is_for_one_question_by_one_person(desk):
    first = ask(desk, blocks=2)
    assert ask(desk, blocks=2) == first
    with pytest.raises(CommandReusedError, match=f"'c1' was used for job {first.job_id} .adding. by executive:3"):
        ask(desk, blocks=3)
    with pytest.raises(CommandReusedError, match="make a new id"):
        ask(desk, by=ADMIN, blocks=2)


def test_a_retry_does_not_begin_anew_what_was_cancelled_since_but_a_new_command_does(desk, make_worker):
    first = ask(desk, blocks=2)
    desk.cancel(first.job_id, by=SUPERVISOR)
    assert ask(desk, blocks=2).status is Status.CANCELLED
    assert ask(desk, command_id="c2", by=ADMIN, blocks=2).status is Status.QUEUED
    make_worker().work_on_one()
    job, result = desk.get(first.job_id)
    assert (job.status, job.asked_by, job.reason, result) == (Status.DONE, "admin:1", None, {"sum": 3})


@pytest.mark.parametrize("by", [DEALER_7, SURVEILLANCE, Actor("ann", Role.PLAYER)], ids=str)
def test_only_some_ask_and_cancel(desk, by):
    asked = ask(desk)
    with pytest.raises(NotPermittedError, match="ask-job is not for .*; it is for: supervisor, executive"):
        ask(desk, by=by, command_id="c2", blocks=2)
    with pytest.raises(NotPermittedError, match="cancel-job is not for"):
        desk.cancel(asked.job_id, by=by)


def test_who_was_dismissed_asks_nothing(floor, desk):
    floor.office(DeactivateStaff("3", "left"), ADMIN)
    with pytest.raises(NotPermittedError, match="badge 3 is not active"):
        ask(desk)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"kind": "dreaming"}, "there is no work 'dreaming'; there is: adding, par, verify, strategy"),
        ({"blocks": "two"}, "blocks is 'two', and must be a whole number"),
        ({"deep": float("nan")}, "the inputs of a job are names with numbers, texts or lists, not too deep"),
        ({"text": "x" * 70_000}, "the inputs of a job may be 65,536 characters long, and these are 70,012"),
        ({"command_id": " "}, "' ' cannot be a command id: write 1 to 200 readable characters"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(desk, asked, words):
    with pytest.raises(PitbossError) as refusal:
        ask(desk, **asked)
    assert str(refusal.value) == words
    assert desk.last(10) == []


def test_the_queue_ends_somewhere(desk):
    for number in range(MAX_OPEN):
        ask(desk, command_id=f"c{number}", number=number)
    with pytest.raises(RefusedError, match=f"{MAX_OPEN} jobs wait already"):
        ask(desk, command_id="one more", number=-1)
    assert ask(desk, command_id="the same", number=0).status is Status.QUEUED


def test_other_code_or_other_data_is_another_job(monkeypatch):
    before = question("par", {"designator": "TCP-01"}).key
    monkeypatch.setattr("pitboss.lab.store.code_hash", lambda _modules: "other paytables")
    assert question("par", {"designator": "TCP-01"}).key != before


# ---- claiming


def test_people_come_before_the_house_and_who_asked_first_first(desk, clock):
    ask(desk, by=ASKER, command_id="theory", number=0)
    for number in (1, 2):
        clock.tick(seconds=1)
        ask(desk, command_id=f"c{number}", number=number)
    claimed = [desk.claim(f"w{number}").inputs["number"] for number in range(3)]
    assert claimed == [1, 2, 0]
    assert desk.claim("w4") is None


def test_nothing_is_written_where_there_is_nothing_to_do(desk, floor):
    before = floor.everything()
    assert desk.claim("w1") is None
    assert floor.everything() == before


def test_a_lease_that_runs_out_is_claimed_again_and_the_first_worker_hears_of_it(desk, clock):
    job_id = ask(desk).job_id
    desk.claim("w1")
    clock.tick(seconds=LEASE_SECONDS - 1)
    assert desk.renew(job_id, "w1", 1, 3)
    clock.tick(seconds=LEASE_SECONDS - 1)
    assert desk.claim("w2") is None
    clock.tick(seconds=1)
    again = desk.claim("w2")
    assert (again.job_id, again.worker, again.done_blocks) == (job_id, "w2", 1)
    assert not desk.renew(job_id, "w1", 2, 3)
    assert not desk.finish(job_id, "w1", {"sum": 0})
    assert desk.finish(job_id, "w2", {"sum": 6})
    assert desk.get(job_id)[1] == {"sum": 6}


def test_a_job_that_ends_its_workers_is_given_up(desk, clock):
    job_id = ask(desk).job_id
    clock.tick(seconds=1)
    ask(desk, command_id="c2", blocks=2)
    for number in range(MAX_LOST):
        assert desk.claim(f"w{number}").job_id == job_id
        clock.tick(seconds=LEASE_SECONDS)
    assert desk.claim("w9").inputs == {"blocks": 2}
    job, _ = desk.get(job_id)
    assert (job.status, job.reason) == (
        Status.FAILED,
        "3 workers died while they worked on it",
    )


def test_a_worker_that_leaves_with_a_word_does_not_count(desk):
    job_id = ask(desk).job_id
    for number in range(2 * MAX_LOST):
        assert desk.claim(f"w{number}").job_id == job_id
        assert desk.put_back(job_id, f"w{number}")
    assert desk.get(job_id)[0].status is Status.QUEUED


def test_what_was_asked_of_other_code_is_left_to_workers_of_that_code(desk, clock, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.lab.store.code_hash", lambda _modules: "the paytables of before")
        old = ask(desk).job_id
        assert desk.clear_away() == 0
    new = ask(desk, command_id="c2").job_id
    assert new != old
    assert desk.claim("w1").job_id == new
    assert desk.claim("w1") is None
    assert desk.clear_away() == 0
    clock.tick(days=1, seconds=1)
    desk.renew(new, "w1", 1, 2)
    assert desk.clear_away() == 1
    job, _ = desk.get(old)
    assert (job.status, job.reason) == (Status.CANCELLED, "asked of another version of the lab: ask again")


CLAIMS = 40


def test_several_processes_claim_each_job_once(floor, desk):
    for number in range(CLAIMS):
        ask(desk, command_id=f"c{number}", number=number)
    works = [(claim_all, f"w{number}") for number in range(3)]
    claimed = together(address(floor.database), floor.key, *works)
    assert sorted(number for numbers in claimed for number in numbers) == list(range(CLAIMS))
    for name, numbers in zip(("w0", "w1", "w2"), claimed, strict=True):
        for number in numbers:
            job_id = question("adding", {"number": number}).job_id
            assert desk.get(job_id)[1] == {"by": name}


def test_many_who_ask_the_same_at_once_have_one_job(desk):
    with ThreadPoolExecutor(4) as pool:
        asked = list(pool.map(lambda number: ask(desk, command_id=f"c{number}", blocks=2), range(12)))
    assert len({job.job_id for job in asked}) == 1
    assert len(desk.last(10)) == 1


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_job_that_another_is_about_to_claim_is_left_to_it(floor, desk):
    first, second = (ask(desk, command_id=f"c{number}", number=number) for number in range(2))
    other = Database(address(floor.database))
    with other.transaction() as connection:
        connection.exec_driver_sql("SELECT 1 FROM jobs WHERE job_id = %s FOR UPDATE", (first.job_id,))
        assert desk.claim("w1").job_id == second.job_id
    other.close()
    assert desk.claim("w1").job_id == first.job_id


# ---- working


def test_a_job_that_fails_says_why_and_the_worker_lives_on(desk, make_worker):
    ask(desk, command_id="c1", fault="by zero")
    ask(desk, command_id="c2", refusal="0 decks in the shoe: allowed are 1 to 8")
    ask(desk, command_id="c3", blocks=2)
    worker = make_worker()
    assert [worker.work_on_one() for _ in range(4)] == [True, True, True, False]
    by_input = {next(iter(job.inputs)): (job.status.value, job.reason) for job in desk.last(10)}
    assert by_input == {
        "fault": ("failed", "an error of ours (ZeroDivisionError): by zero"),
        "refusal": ("failed", "0 decks in the shoe: allowed are 1 to 8"),
        "blocks": ("done", None),
    }
    assert ask(desk, command_id="c4", fault="by zero").status is Status.QUEUED


def test_a_result_that_is_no_json_is_a_fault(desk, make_worker, lab, monkeypatch):
    monkeypatch.setattr(lab, "run", lambda *_: {"edge": float("nan")})
    job_id = ask(desk).job_id
    make_worker().work_on_one()
    assert desk.get(job_id)[0].reason.startswith("an error of ours (ValueError): Out of range float values")


@pytest.fixture
def quick_pulse(monkeypatch):
    monkeypatch.setattr(working, "PROGRESS_SECONDS", 0.01)


def wait_until(condition):
    """A minute at most; the pulse has its own thread."""
    waiting = working.Event()
    for _ in range(6000):
        if condition():
            return
        waiting.wait(0.01)
    raise AssertionError("it did not happen within a minute")


def test_progress_is_told_while_the_work_goes_on(desk, make_worker, lab, quick_pulse):
    job_id = ask(desk, blocks=3).job_id
    told = []

    def wait_for_two():
        wait_until(lambda: desk.get(job_id)[0].done_blocks == 2)
        told.append(desk.get(job_id)[0])

    lab.at_block[2] = wait_for_two
    make_worker().work_on_one()
    (job,) = told
    assert (job.status, job.done_blocks, job.all_blocks, job.worker) == (Status.RUNNING, 2, 3, "w1")
    assert (desk.get(job_id)[0].done_blocks, desk.get(job_id)[0].all_blocks) == (3, 3)


def test_who_cancels_stops_the_work_at_a_block(desk, make_worker, lab, quick_pulse, monkeypatch):
    job_id = ask(desk, blocks=50).job_id
    heard, renew = [], desk.renew
    monkeypatch.setattr(desk, "renew", lambda *told: heard.append(renew(*told)) or heard[-1])
    lab.at_block[1] = lambda: desk.cancel(job_id, by=SUPERVISOR)
    lab.at_block[2] = lambda: wait_until(lambda: False in heard)
    assert make_worker().work_on_one()
    job, result = desk.get(job_id)
    assert (job.status, job.reason, result) == (Status.CANCELLED, "cancelled by supervisor:4", None)
    assert len(lab.done) < 50


def test_a_job_that_is_not_there(desk):
    for asked in (lambda: desk.get("nine"), lambda: desk.cancel("nine", by=SUPERVISOR)):
        with pytest.raises(UnknownError, match="there is no job 'nine'"):
            asked()


def test_to_cancel_twice_is_no_harm_but_what_is_done_is_done(desk, make_worker):
    job_id = ask(desk, blocks=1).job_id
    assert desk.cancel(job_id, by=ADMIN) == desk.cancel(job_id, by=SUPERVISOR)
    ask(desk, command_id="c2", blocks=1)
    make_worker().work_on_one()
    with pytest.raises(RefusedError, match=f"job {job_id} is done already: only what is queued or running"):
        desk.cancel(job_id, by=ADMIN)


def test_a_worker_that_is_stopped_puts_the_job_back_and_the_next_goes_on_from_its_blocks(desk, make_worker, lab):
    job_id = ask(desk, blocks=4).job_id
    first = make_worker()
    lab.at_block[2] = first.interrupt  # as a signal does, in the middle of the work
    assert first.work_on_one()
    job, _ = desk.get(job_id)
    assert (job.status, job.worker, lab.done) == (Status.QUEUED, None, [0, 1])
    lab.at_block.clear()
    make_worker("w2").work_on_one()
    assert lab.done == [0, 1, 2, 3]
    assert desk.get(job_id)[1] == {"sum": 10}


def test_a_worker_that_is_stopped_while_it_claims_does_not_begin(desk, make_worker, lab, monkeypatch):
    job_id = ask(desk, blocks=4).job_id
    worker, claim = make_worker(), desk.claim
    monkeypatch.setattr(desk, "claim", lambda name: worker.interrupt() or claim(name))
    worker.run()
    assert (desk.get(job_id)[0].status, lab.done) == (Status.QUEUED, [])


def test_a_result_that_the_database_does_not_take_is_no_fault_of_the_job(desk, make_worker, lab, clock, monkeypatch):
    job_id = ask(desk, blocks=4).job_id
    with monkeypatch.context() as patch:
        patch.setattr(desk, "finish", lambda *_: (_ for _ in ()).throw(StorageError("the database is away")))
        with pytest.raises(StorageError):
            make_worker().work_on_one()
    assert desk.get(job_id)[0].status is Status.RUNNING
    clock.tick(seconds=LEASE_SECONDS)
    assert make_worker("w2").work_on_one()
    assert (desk.get(job_id)[1], lab.done) == ({"sum": 10}, [0, 1, 2, 3])


def test_processes_that_end_with_the_worker_are_no_fault_of_the_job(desk, make_worker, lab):
    job_id = ask(desk, blocks=2).job_id
    worker = make_worker()

    def break_down():
        worker.stop()
        raise OSError("a process of the crew ended")

    lab.at_block[1] = break_down
    worker.work_on_one()
    assert desk.get(job_id)[0].status is Status.QUEUED


def test_a_worker_runs_until_it_is_stopped_and_survives_a_database_that_is_away(desk, make_worker, lab, monkeypatch):
    monkeypatch.setattr(working, "POLL_SECONDS", 0.01)
    done, claims, claim = [], [], desk.claim

    def unsteady(name):
        claims.append(name)
        if len(claims) == 2:
            raise PitbossError("the database is away")
        return claim(name)

    monkeypatch.setattr(desk, "claim", unsteady)
    worker = make_worker(now_and_then=lambda: done.append(True))
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(worker.run)
        wait_until(lambda: len(claims) > 2)
        job_id = ask(desk, blocks=2).job_id
        wait_until(lambda: desk.get(job_id)[0].status is Status.DONE)
        worker.stop()
        running.result(60)
    assert done


# ---- the theory of the room


class Ticking(FakeClock):
    """A clock that never says the same twice."""

    def now(self):
        self.tick(milliseconds=1)
        return self.instant


TABLES_FIRST = [
    "power-blackjack",
    "PUSH22-11",
    "three-card-poker",
    "TCP-01",
    "TCP-6B1",
    "TCPP-1",
    "double-draw",
    "DDP-1",
]


def test_a_room_asks_for_its_tables_first_and_then_for_all_that_the_lab_shows(floor, lab):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", Game.DOUBLE_DRAW)
    floor.table("T2", Game.POWER_BLACKJACK)
    floor.table("T3", Game.THREE_CARD_POKER, meter="M1")
    floor.table("T4", Game.THREE_CARD_POKER, meter="M1")
    desk = JobDesk(floor.database, "P1", Ticking(floor.clock.now()), lab)
    assert ask_for_theory(floor.database, "P1", desk) == 35
    claimed = [desk.claim("w1") for _ in range(35)]
    assert {job.asked_by for job in claimed} == {"house:theory"}
    names = [job.inputs.get("designator", job.kind) for job in claimed]
    assert names[:8] == TABLES_FIRST
    assert names[-3:] == ["strategy", "DDP-2", "verify"]
    paytables = {paytable.designator for paytable in load_catalogue()}
    assert set(names) == paytables | {game.value for game in Game} | {"strategy", "verify"}


def test_what_a_room_has_asked_for_it_does_not_ask_for_again(floor, desk, make_worker, lab, monkeypatch):
    assert ask_for_theory(floor.database, "P1", desk) == 35
    cancelled = desk.last(1)[0].job_id
    desk.cancel(cancelled, by=ADMIN)
    monkeypatch.setattr(lab, "run", lambda *_: 1 / 0)
    make_worker().work_on_one()
    assert ask_for_theory(floor.database, "P1", desk) == 0
    statuses = [job.status for job in desk.last(50)]
    assert [statuses.count(status) for status in (Status.CANCELLED, Status.FAILED, Status.QUEUED)] == [1, 1, 33]


def test_rows_of_another_room_are_not_ours(floor, desk, lab):
    ask(desk)
    other = JobDesk(floor.database, "P2", floor.clock, lab)
    assert other.claim("w1") is None
    assert other.last(10) == []


def test_a_list_has_no_results_and_no_keys(desk, make_worker):
    ask(desk, blocks=2)
    make_worker().work_on_one()
    (job,) = desk.last(10)
    assert set(to_builtins(job)) == {
        "job_id", "kind", "inputs", "asked_by", "asked_at", "status", "done_blocks", "all_blocks", "worker",
        "lease_until", "started_at", "finished_at", "reason",
    }  # fmt: skip
    with desk._database.reading() as connection:
        assert rows.number_of(connection, "P1") == 1
