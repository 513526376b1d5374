"""The lab behind the server's door: jobs, what is stored, short questions, and what is pushed."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack

import anyio
import pytest

from pitboss.errors import PitbossError
from pitboss.jobs.desk import JobDesk
from pitboss.jobs.room_theory import ASKER
from pitboss.jobs.worker import Worker
from pitboss.lab.store import Store
from pitboss.server.lab import quick_answers
from pitboss.server.lab.quick_process import QuickProcess
from pitboss.server.limits import Limit
from pitboss.server.problems import BusyError, TooLongError
from pitboss.server.push import feeds as live_jobs
from support.lab import Adding
from support.live import Line

SHEET = {
    "sheet": {
        "wagers": [
            {
                "wager": "pair-plus",
                "title": "Pair Plus A",
                "readings": {
                    "rules": {
                        "house_edge": {"fraction": "128/5525", "percent": 2.3167},
                        "hit_frequency": {"fraction": "1/4", "percent": 25.0},
                        "standard_deviation": 2.85,
                    }
                },
                "printed_figures": {"hit-frequency": ["25%"]},
            }
        ]
    },
    "plots": {},
}


@pytest.fixture
def lab(context):
    """A lab that adds up, in the place of the real one."""
    context.jobs.lab = Adding()
    return context.jobs.lab


@pytest.fixture
def worker(context, lab, tmp_path):
    return Worker(context.jobs, "w1", store=Store(tmp_path / "cache"), processes=1)


def asked(client, command_id="c1", kind="adding", **inputs):
    return client.post("/api/lab/jobs", json={"command_id": command_id, "kind": kind, "inputs": inputs})


# ---- jobs


def test_a_job_from_the_question_to_the_result(client_as, worker):
    executive = client_as("executive")
    answer = asked(executive, blocks=3)
    assert answer.status_code == 200, answer.text
    job = answer.json()
    assert (job["status"], job["asked_by"], job["result"]) == ("queued", "executive:3", None)
    assert executive.look("/api/lab/jobs")["jobs"][0]["job_id"] == job["job_id"]
    worker.work_on_one()
    done = executive.look(f"/api/lab/jobs/{job['job_id']}")
    assert (done["status"], done["result"]) == ("done", {"sum": 6})
    # Whoever asks the same again is answered at once.
    again = asked(client_as("auditor"), command_id="c2", blocks=3).json()
    assert (again["job_id"], again["status"], again["result"]) == (job["job_id"], "done", {"sum": 6})


def test_a_job_is_asked_once_under_one_id(client_as, lab):
    admin = client_as("admin")
    first = asked(admin, blocks=3).json()
    assert asked(admin, blocks=3).json() == first
    reused = asked(admin, blocks=4)
    assert (reused.status_code, reused.json()["code"]) == (409, "command-reused")


def test_a_job_is_cancelled(client_as, worker):
    admin = client_as("admin")
    job_id = asked(admin, blocks=3).json()["job_id"]
    for _ in range(2):
        cancelled = admin.done(f"/api/lab/jobs/{job_id}/cancel")
        assert (cancelled["status"], cancelled["reason"]) == ("cancelled", "cancelled by admin:1")
    assert not worker.work_on_one()
    assert admin.command("/api/lab/jobs/nine/cancel").status_code == 404


def test_what_the_lab_refuses_is_a_problem(client_as, lab):
    answer = asked(client_as("admin"), kind="dreaming")
    assert (answer.status_code, answer.headers["content-type"]) == (409, "application/problem+json")
    assert answer.json()["detail"].startswith("there is no work 'dreaming'")


def test_the_real_lab_says_what_it_can_and_refuses_the_rest(client_as):
    kinds = {each["kind"]: each for each in client_as("nobody").look("/api/lab/tasks")["tasks"]}
    assert {"par", "verify", "design", "strategy", "progressive"} <= set(kinds)
    assert "designator" in kinds["par"]["needs"]
    admin = client_as("admin")
    assert "there is no paytable 'TCP-99'" in asked(admin, kind="par", designator="TCP-99").json()["detail"]
    for inputs in ({"decks": {}}, {"rules": 7}, {"decks": "six"}, {"rules": {"decks": []}}):
        refused = asked(admin, kind="strategy", **inputs)
        assert (refused.status_code, refused.json()["code"]) == (409, "refused"), inputs


@pytest.mark.parametrize("others", [-1, 7, True, 2.0, "two", [], {}])
def test_the_meter_of_a_progressive_is_asked_for_with_none_to_six_others(client_as, others):
    refused = asked(client_as("admin"), kind="progressive", designator="TCPP-1", others=others)
    words = f"{others!r} others on envy: allowed are whole numbers from 0 to 6"
    assert (refused.status_code, refused.json()["detail"]) == (409, words)


def test_the_others_on_envy_are_few_or_not_said(client_as):
    admin = client_as("admin")
    answers = [
        asked(admin, command_id=f"c{number}", kind="progressive", designator="TCPP-1", others=others)
        for number, others in enumerate((0, 6, None))
    ]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.json()["job_id"] for answer in answers}) == 3


@pytest.mark.parametrize("who", ["nobody", "player", "dealer", "surveillance", "display"])
def test_jobs_are_not_for_everybody(client_as, who, lab):
    answer = asked(client_as(who))
    assert answer.status_code == (401 if who == "nobody" else 403)


# ---- what is stored


def finish(context, kind, inputs, result):
    """Somebody has asked, and this came of it."""
    desk = JobDesk(context.room.database, context.room.house.property_id, context.clock, context.jobs.lab)
    job = desk.ask(kind, inputs, by=ASKER, command_id=f"{kind} {inputs}")
    assert desk.claim("w1").job_id == job.job_id
    desk.finish(job.job_id, "w1", result)
    return job.job_id


def test_a_stored_sheet_is_for_everybody(client_as, context, lab):
    job_id = finish(context, "par", {"designator": "TCP-01"}, SHEET)
    for who in ("nobody", "player", "dealer", "admin", "display"):
        found = client_as(who).look("/api/lab/sheets/tcp-01")
        assert (found["job_id"], found["result"]) == (job_id, SHEET)


def test_who_may_ask_asks_by_looking_and_all_others_are_told(client_as, lab, worker):
    nobody, auditor = client_as("nobody"), client_as("auditor")
    missing = nobody.get("/api/lab/sheets/TCP-01")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown")
    waiting = [auditor.get("/api/lab/sheets/TCP-01") for _ in range(2)]
    assert [answer.status_code for answer in waiting] == [202, 202]
    assert waiting[0].json() == waiting[1].json()
    assert nobody.get("/api/lab/sheets/TCP-01").status_code == 202
    assert len(auditor.look("/api/lab/jobs")["jobs"]) == 1
    worker.work_on_one()
    assert nobody.look("/api/lab/sheets/TCP-01")["result"] == {"sum": 1}


def test_what_failed_is_not_begun_anew_by_looking(client_as, context, lab, worker, monkeypatch):
    admin = client_as("admin")
    assert admin.get("/api/lab/verify").status_code == 202
    monkeypatch.setattr(lab, "run", lambda *_: 1 / 0)
    worker.work_on_one()
    for who in ("admin", "nobody"):
        answer = client_as(who).get("/api/lab/verify")
        assert answer.status_code == 404
        assert "is failed (an error of ours (ZeroDivisionError)" in answer.json()["detail"]


def test_a_sheet_is_asked_for_by_decks_or_as_a_table_is_set(client_as):
    admin = client_as("admin")
    usual, two = (admin.get("/api/lab/sheets/power-blackjack", params=params).json() for params in ({}, {"decks": 2}))
    assert usual["job_id"] != two["job_id"]
    # T4 is set as usual.
    assert admin.get("/api/lab/sheets/power-blackjack", params={"table": "T4"}).json()["job_id"] == usual["job_id"]
    charts = [admin.get("/api/lab/strategy", params=params) for params in ({}, {"table": "T4"}, {"decks": 2})]
    assert [chart.status_code for chart in charts] == [202] * 3
    assert charts[0].json() == charts[1].json() != charts[2].json()
    for address in ("/api/lab/sheets/TCP-01?table=T4", "/api/lab/strategy?table=T1", "/api/lab/sheets/TCP-99"):
        assert admin.get(address).status_code == 404, address
    assert admin.get("/api/lab/sheets/power-blackjack?decks=9").status_code == 422
    assert admin.get("/api/lab/sheets/TCP-01?decks=2").status_code == 409


def test_every_paytable_with_its_edges_as_far_as_they_are_known(client_as, context, lab):
    finish(context, "par", {"designator": "TCP-01"}, SHEET)
    told = client_as("nobody").look("/api/lab/paytables")
    assert (len(told["paytables"]), len(told["games"])) == (29, 4)
    lines = {line["designator"]: line for line in told["paytables"]}
    (edge,) = lines["TCP-01"]["wagers"]
    assert (edge["wager"], edge["house_edge"]["fraction"]) == ("pair-plus", "128/5525")
    assert (lines["TCP-01"]["status"], lines["TCP-02"]["status"], lines["TCP-02"]["wagers"]) == ("done", None, [])


def test_a_paytable_is_shown_to_everybody_with_every_pay(client_as):
    for who in ("nobody", "player", "dealer", "surveillance", "admin", "display"):
        told = client_as(who).look("/api/lab/paytables/tcpp-1")
        assert (told["designator"], told["game"]) == ("TCPP-1", "three-card-poker")
        (wager,) = told["wagers"]
        assert (wager["seed_cents"], wager["contribution"]) == (100_000, "7/50")
        top = {"hand": "akq-of-spades", "pay": "100% of meter", "kind": "meter", "amount": "1", "envy_cents": 10_000}
        assert wager["pays"][0].items() >= top.items()
    assert client_as("nobody").look("/api/lab/paytables/TCP-01")["wagers"][1]["wager"] == "pair-plus"


def test_a_paytable_that_is_not_there_is_one_sentence_with_those_near_it(client_as):
    answer = client_as("nobody").get("/api/lab/paytables/TCP-99")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["detail"] == "there is no paytable 'TCP-99'; near it are TCP-09, TCPP-2, TCPP-1"
    # A game is no paytable.
    assert client_as("admin").get("/api/lab/paytables/three-card-poker").status_code == 404


# ---- short questions


def advise(client, **body):
    return client.post("/api/lab/advise", json=body)


def test_the_adviser_answers_for_every_game(shared_visitors):
    dealer = shared_visitors.as_("dealer")
    best = {
        "play": {"game": "three-card-poker", "cards": "Qs 6d 4h"},
        "replace 2d": {"game": "double-draw", "cards": "Ks Kd 9h 5c 2d", "draw": 2, "dead": "3h 4h 7d"},
        "power split": {"game": "power-blackjack", "cards": "Ts 6d", "up_card": "9h"},
    }
    for words, body in best.items():
        answer = advise(dealer, **body)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert (told["options"][0]["words"], told["cards"]) == (words, body["cards"])
    assert advise(dealer, **best["replace 2d"]).json()["options"][0]["fraction"] == "-63/23"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "three-card-poker", "cards": "Qs 6d"}, "a hand of Three Card Poker has 3 cards, not 2"),
        ({"game": "three-card-poker", "cards": ""}, "no cards were given"),
        ({"game": "three-card-poker", "cards": "Qs Qs Qs"}, "Qs appears"),
        ({"game": "three-card-poker", "cards": "Qs 6d 4h", "decks": 2}, "decks is not asked for at Three Card Poker"),
        ({"game": "three-card-poker", "cards": "Qs 6d 4h", "paytable": "DDP-1"}, "DDP-1 does not decide how"),
        ({"game": "power-blackjack", "cards": "Ts 6d"}, "up_card is missing"),
        ({"game": "power-blackjack", "cards": "Ts 6d", "up_card": "9h", "decks": 0}, "0 decks in the shoe"),
        ({"game": "power-blackjack", "cards": "Ts 6d", "up_card": "9h", "hands": 9}, "9 hands at a seat"),
        ({"game": "double-draw", "cards": "Ks Kd 9h 5c 2d", "draw": 3}, "there is no draw 3"),
    ],
)
def test_what_cannot_be_advised_is_one_sentence(shared_visitors, body, words):
    answer = advise(shared_visitors.as_("dealer"), **body)
    assert (answer.status_code, answer.headers["content-type"]) == (409, "application/problem+json"), answer.text
    assert answer.json()["detail"].startswith(words)


def test_the_designer_answers_at_once(shared_visitors):
    text = 'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "3 to 1"'
    answer = shared_visitors.as_("executive").post("/api/lab/design", json={"text": text})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["edits"] == [{"place": "wagers.pair-plus.pays.flush", "before": "4 to 1", "after": "3 to 1"}]
    edges = [told[when]["wagers"][1]["readings"]["rules"]["house_edge"]["percent"] for when in ("before", "after")]
    assert [round(edge, 4) for edge in edges] == [2.3167, 7.276]
    wrong = shared_visitors.as_("executive").post("/api/lab/design", json={"text": "price = 3"})
    assert (wrong.status_code, "'price' is unknown here" in wrong.json()["detail"]) == (409, True)


def test_players_ask_in_a_room_for_practice_only(visitors, context, monkeypatch):
    ann = visitors.as_("ann")
    body = {"game": "three-card-poker", "cards": "Qs 6d 4h"}
    assert advise(ann, **body).status_code == 200
    monkeypatch.setattr(type(context.room.house), "jurisdiction", "Washington")
    refused = advise(ann, **body)
    assert (refused.status_code, refused.json()["detail"]) == (403, "advise is for players in a room for practice only")
    assert advise(visitors.as_("dealer"), **body).status_code == 200
    assert advise(visitors.nobody(), **body).status_code == 401


def test_nobody_asks_too_often(visitors, hall_app, context, monkeypatch):
    async def at_once(*_):
        return {"game": "", "cards": "", "per": "", "columns": [], "options": []}

    monkeypatch.setattr(context.lab_process, "do", at_once)
    monkeypatch.setattr(context.limits, "_questions", Limit(2, 60))
    dealer, body = visitors.as_("dealer"), {"game": "three-card-poker", "cards": "Qs 6d 4h"}
    assert [advise(dealer, **body).status_code for _ in range(3)] == [200, 200, 429]
    assert advise(visitors.as_("admin"), **body).status_code == 200


# ---- the bench


@pytest.fixture
def bench(request):
    bench = QuickProcess(seconds=getattr(request, "param", 60.0))
    yield bench
    bench.close()


@pytest.fixture
def do(bench):
    """Asks the bench, as a loop does."""
    return lambda *asked: anyio.run(bench.do, *asked)


def test_the_bench_works_in_a_process_of_its_own_with_low_priority(do):
    own = do(os.getpid)
    assert own != os.getpid()
    assert do(os.getpid) == own
    assert do(os.getpriority, os.PRIO_PROCESS, 0) == min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)


def test_an_error_on_the_bench_is_raised_here_and_it_goes_on(do):
    with pytest.raises(PitbossError, match="there is no draw 3"):
        do(quick_answers.advise, quick_answers.Game.DOUBLE_DRAW, "Ks Kd 9h 5c 2d", {"draw": 3})
    with pytest.raises(RuntimeError, match="ValueError: invalid literal"):
        do(int, "seven")
    assert do(int, "7") == 7


@pytest.mark.parametrize("bench", [1.0], indirect=True)
def test_what_takes_too_long_is_ended_and_the_next_begins_anew(bench, do):
    with pytest.raises(TooLongError, match="it takes longer than 1 seconds: ask for it as a job"):
        do(signal.pause)
    bench._seconds = 60
    assert do(int, "7") == 7


def test_a_process_that_dies_is_replaced(do):
    with pytest.raises(BusyError, match="has ended: ask again"):
        do(os._exit, 3)
    assert do(int, "7") == 7


def test_too_many_who_wait_are_sent_away(bench, do):
    bench._waiting = 10**6
    with pytest.raises(BusyError, match="questions wait for the lab already"):
        do(int, "7")


def test_the_server_does_not_load_the_kernels(tmp_path):
    code = (
        "import sys; from pitboss.server.app import create_app; import pitboss.server.lab.quick_answers, pitboss.lab.tasks;"
        " sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- what is pushed


@pytest.fixture
def line(visitors):
    with ExitStack() as open_lines:
        yield lambda who: Line(open_lines.enter_context(visitors.as_(who).websocket_connect("/api/live")))


def test_jobs_are_pushed_as_they_go_on(line, client_as, worker, monkeypatch):
    monkeypatch.setattr(live_jobs, "LOOK_SECONDS", 0.05)
    watching = line("supervisor").ask(watch="jobs")
    first = watching.next()
    assert (first["watch"], first["fresh"], first["view"]) == ("jobs", True, {"jobs": []})
    asked(client_as("admin"), blocks=3)
    assert [job["status"] for job in watching.next()["view"]["jobs"]] == ["queued"]
    worker.work_on_one()
    while (told := watching.next())["view"]["jobs"][0]["status"] != "done":
        pass
    assert told["version"] > first["version"]
    assert not {"result", "lease_until"} & set(told["view"]["jobs"][0])


@pytest.mark.parametrize("who", ["nobody", "player", "dealer", "display"])
def test_jobs_are_not_pushed_to_everybody(line, who):
    problem = line(who).ask(watch="jobs").next()["problem"]
    assert problem["status"] in (401, 403)
