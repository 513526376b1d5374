"""The log: one line a request and one a command, with its ids, and never a secret."""

import io
import json
import logging

import pytest

from pitboss.server.logs import LOG, AsJson, InWords
from support.floor import PIN
from support.visitors import guest, log_in


@pytest.fixture
def written(monkeypatch):
    """What is logged, in both ways."""
    logs = {"json": io.StringIO(), "words": io.StringIO()}
    handlers = [logging.StreamHandler(stream) for stream in logs.values()]
    for handler, formatter in zip(handlers, (AsJson(), InWords()), strict=True):
        handler.setFormatter(formatter)
        LOG.addHandler(handler)
    monkeypatch.setattr(LOG, "propagate", False)
    level = LOG.level
    LOG.setLevel(logging.DEBUG)
    yield logs
    LOG.setLevel(level)
    for handler in handlers:
        LOG.removeHandler(handler)


def lines(written):
    return [json.loads(line) for line in written["json"].getvalue().splitlines()]


def test_a_request_and_its_command_are_logged_under_one_id(visitors, written):
    supervisor = visitors.as_("supervisor")
    body = {"command_id": "fill-of-the-evening", "cents": 500}
    supervisor.post("/api/tables/T1/fill", json=body, headers={"x-request-id": "evening-0001"})
    command, request = [line for line in lines(written) if line.get("request_id") == "evening-0001"]
    assert command["words"].startswith("fill by supervisor:4: table:T1 ")
    assert (command["command_id"], command["outcome"], command["by"]) == ("fill-of-the-evening", "done", "supervisor:4")
    assert (request["method"], request["route"], request["status"]) == ("POST", "/api/tables/{table_id}/fill", 200)
    assert "POST /api/tables/T1/fill 200, 0 ms [evening-0001]" in written["words"].getvalue()


def test_a_refusal_is_logged_with_its_code(visitors, written):
    visitors.as_("supervisor").post("/api/tables/T1/fill", json={"command_id": "wrong", "cents": -5})
    (refused,) = [line for line in lines(written) if line.get("command_id") == "wrong"]
    assert refused["outcome"] == "refused"


def test_nobody_can_write_lines_of_their_own(visitors, written):
    visitors.nobody().get("/x%0a2026-11-15 12:00:00 the jackpot was paid", headers={"x-request-id": "a\tb\tc\td\te"})
    (line,) = written["words"].getvalue().splitlines()
    assert line.endswith("]")
    assert "\t" not in line


def test_probes_are_quiet(visitors, written):
    for path in ("/health", "/ready"):
        visitors.nobody().get(path)
    assert {line["level"] for line in lines(written)} == {"debug"}


def test_a_day_of_requests_leaves_no_secret_in_the_log(visitors, written):
    secrets = {"860215", "771903", "338156", PIN}
    admin, other = visitors.nobody(), visitors.nobody()
    for client, badge in ((admin, "1"), (other, "2")):
        log_in(client, badge)
        secrets |= {client.headers["x-csrf-token"], client.cookies["pitboss_session"]}
    # a wrong PIN, one that cannot be read, one in a query, one of a newcomer, one that is set
    assert other.post("/api/log-in", json={"badge": "1", "pin": "860215"}).status_code == 403
    assert other.post("/api/log-in", json={"badge": "1", "pin": ["860215"]}).status_code == 422
    assert other.post("/api/log-in?pin=860215", content=b'{"pin": "860215"').status_code == 422
    content = {"badge": "9", "name": "New", "role": "dealer", "license": "68-9"}
    new = {"proposal_id": "hire-9", "kind": "add-staff", "subject": "9", "content": content, "reason": "busy"}
    admin.done("/api/office/propose", **new)
    assert admin.command("/api/office/propose", **new | {"proposal_id": "hire-99", "kind": "odd"}).status_code >= 400
    code = log_in(visitors.nobody(), "2").approve("hire-9")["enrollment"]["code"]
    beside = {"approver": "2", "approver_pin": PIN}
    for typed in ("2222-2222", code):
        other.post("/api/enroll", json={"badge": "9", "code": typed, "pin": "771903"} | beside)
    log_in(visitors.nobody(), "9", "771903")
    secrets |= {code, code.replace("-", ""), "2222-2222"}
    admin.done("/api/office/set-pin", old_pin=PIN, pin="338156")
    told = log_in(visitors.nobody(), "1", "338156").done(
        "/api/office/issue-pass", label="lobby", kind="display", table_id="T1"
    )
    display = visitors.nobody()
    display.headers["authorization"] = f"Bearer {told['token']}"
    assert display.look("/api/me")["role"] == "display"
    ann = guest(visitors.nobody())
    assert (
        ann.post("/api/office/give-guest-chips", json={}, headers={"x-csrf-token": "forged-value"}).status_code == 403
    )
    secrets |= {told["token"], ann.headers["x-csrf-token"], ann.cookies["pitboss_session"], "forged-value"}
    ann.post("/api/log-out", json={})
    logged = written["json"].getvalue() + written["words"].getvalue()
    assert logged.count("\n") > 30
    assert [secret for secret in secrets if secret in logged] == []
    assert "argon2" not in logged
