"""Jobs where two things happen at once, or where something goes wrong that nobody thought of; on both databases."""

import pytest

from pitboss.house.errors import CommandReusedError, RefusedError
from pitboss.jobs import claims
from pitboss.jobs import worker as working
from pitboss.jobs.desk import MAX_OPEN, JobDesk
from pitboss.jobs.rows import Status
from pitboss.jobs.worker import Worker
from pitboss.lab.store import Store
from support.floor import ADMIN, EXECUTIVE
from support.lab import Adding


@pytest.fixture
def lab():
    return Adding()


@pytest.fixture
def desk(floor, lab):
    return JobDesk(floor.database, "P1", floor.clock, lab)


def ask(desk, command_id, by=EXECUTIVE, **inputs):
    return desk.ask("adding", inputs, by=by, command_id=command_id)


def work_on_one(desk, tmp_path):
    return Worker(desk, "w1", store=Store(tmp_path / "cache"), processes=1).work_on_one()


def test_what_a_worker_of_its_code_claims_is_not_cleared_away_from_under_it(desk, clock, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.lab.store.code_hash", lambda _modules: "the code of before")
        old, older = (ask(desk, f"c{number}", number=number).job_id for number in (1, 2))
    clock.tick(days=2)
    free = claims.free

    def then_claimed(*asked):
        """Between looking and clearing away, a worker of the code of before takes one."""
        found = free(*asked)
        with desk._database.transaction() as connection:
            claims.claim(connection, "P1", [old], "of before", (clock.now(), 30.0))
        return found

    monkeypatch.setattr(claims, "free", then_claimed)
    assert desk.clear_away() == 1
    assert desk.get(old)[0].status is Status.RUNNING
    assert desk.get(older)[0].status is Status.CANCELLED
    assert desk.finish(old, "of before", {"sum": 1})


def test_a_full_queue_still_answers_what_is_done(desk, tmp_path):
    done = ask(desk, "first", blocks=2)
    assert work_on_one(desk, tmp_path)
    lost = ask(desk, "second", refusal="no")
    assert work_on_one(desk, tmp_path)
    for number in range(MAX_OPEN):
        ask(desk, f"c{number}", number=number)
    again = ask(desk, "again", by=ADMIN, blocks=2)
    assert (again.job_id, again.status) == (done.job_id, Status.DONE)
    with pytest.raises(RefusedError, match=f"{MAX_OPEN} jobs wait already"):
        ask(desk, "anew", refusal="no")
    assert desk.get(lost.job_id)[0].status is Status.FAILED


def test_an_id_that_asked_one_question_does_not_ask_another_that_is_there(desk):
    first, second = ask(desk, "c1", number=1), ask(desk, "c2", number=2)
    with pytest.raises(CommandReusedError, match=f"'c1' was used for job {first.job_id}"):
        ask(desk, "c1", number=2)
    assert ask(desk, "c3", number=2) == second


def test_a_pulse_goes_on_whatever_goes_wrong_with_a_beat(desk, lab, tmp_path, monkeypatch):
    monkeypatch.setattr(working, "PROGRESS_SECONDS", 0.01)
    beats, renew = [], desk.renew

    def unsteady(*told):
        beats.append(told)
        if len(beats) == 1:
            raise RuntimeError("nobody thought of this")
        return renew(*told)

    monkeypatch.setattr(desk, "renew", unsteady)
    told = working.Event()
    lab.at_block[1] = lambda: [told.wait(0.01) for _ in range(6000) if len(beats) < 2]
    job_id = ask(desk, "c1", blocks=3).job_id
    assert work_on_one(desk, tmp_path)
    assert len(beats) >= 2
    assert desk.get(job_id)[1] == {"sum": 6}
