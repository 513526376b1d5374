"""Alive and ready; what passes the gate; and a database that goes away and comes back."""

import psycopg
import pytest
from sqlalchemy import text
from starlette.routing import Route

from support.databases import at
from support.demo_rooms import postgresql_copy, visited


def test_alive_and_ready(client):
    assert client.look("/health") == {"alive": True}
    assert client.look("/ready") == {"ready": True, "room": "P1"}


def test_another_schema_is_not_ready(client, demo):
    with demo.database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'tomorrow'"))
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
    assert "has schema tomorrow, of a newer version" in answer.json()["detail"]
    assert client.look("/health") == {"alive": True}


def test_a_database_that_goes_away_and_comes_back(postgresql_demo):
    server, *_ = postgresql_demo
    with postgresql_copy(postgresql_demo) as floor, visited(floor) as visitors:
        client, guest = visitors.nobody("127.0.0.1"), {"name": "Ann"}
        name = floor.database.url.database
        assert client.look("/ready")["ready"]
        assert client.post("/api/guest", json=guest).status_code == 200
        with psycopg.connect(at(server, "postgres"), autocommit=True) as chief:
            chief.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            chief.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            for answer in (client.get("/ready"), client.post("/api/guest", json=guest), client.get("/api/room")):
                assert answer.status_code == 503
                assert answer.headers["content-type"] == "application/problem+json"
                assert "the database refused" in answer.json()["detail"]
            assert "pitboss_database_up{" in client.get("/metrics").text
            assert client.look("/health") == {"alive": True}
            chief.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        assert client.look("/ready")["ready"]
        assert client.post("/api/guest", json=guest).status_code == 200
        assert client.get("/api/room").status_code == 200


# ---- the gate


@pytest.fixture
def passing(shared_visitors):
    """Somebody at the gate of a room that several tests share."""
    return shared_visitors.nobody()


@pytest.mark.parametrize("path", ["/", "/docs", "/health", "/api/me", "/nowhere", "/openapi.json"])
def test_every_answer_carries_our_headers(passing, path):
    headers = passing.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert len(headers["x-request-id"]) == 32


def test_cookies_that_travel_over_https_come_with_a_header_that_keeps_it_so(demo):
    with visited(demo, secure=True) as visitors:
        assert "strict-transport-security" in visitors.nobody().get("/health").headers


@pytest.mark.parametrize(("sent", "is_kept"), [("7b3f0c52-1", True), ("short", False), ("a b c d e f g", False)])
def test_the_id_of_a_request_is_kept_if_it_can_be_one(passing, sent, is_kept):
    answer = passing.get("/nowhere", headers={"x-request-id": sent})
    assert (answer.headers["x-request-id"] == sent) is is_kept
    assert answer.json()["request_id"] == answer.headers["x-request-id"]


def test_a_long_body_is_not_read(passing):
    long = b"x" * 1_048_577
    for content in (long, iter([long[:600_000], long[600_000:]])):  # with its length, and without
        answer = passing.post("/api/log-in", content=content, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_server_answers_to_its_own_names(demo):
    with visited(demo, hosts="Room.example, 10.0.0.5") as visitors:
        client = visitors.nobody()
        for host in ("room.example", "room.example:8022", "10.0.0.5"):
            assert client.get("/health", headers={"host": host}).status_code == 200
        answer = client.get("/health", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")


def test_by_default_only_this_machine_is_answered(demo):
    with visited(demo, hosts="") as visitors:
        client = visitors.nobody()
        assert client.get("/api/me", headers={"host": "localhost:8022"}).status_code == 200
        assert client.get("/api/me", headers={"host": "evil.example"}).status_code == 421


def test_an_error_of_ours_is_a_problem_and_no_traceback(visitors):
    async def breaks(_request):
        raise ZeroDivisionError("nobody should see this")

    visitors.app.router.routes.insert(0, Route("/breaks", breaks))
    answer = visitors.nobody().get("/breaks")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert "nobody should see this" not in answer.text


# ---- pages


def test_the_pages_need_nothing_from_outside(passing):
    for path in ("/", "/docs", "/pages/pages.css", "/pages/interface.js"):
        page = passing.get(path)
        assert page.status_code == 200
        assert "//" not in page.text.replace("// Lists", "")
        assert "<script>" not in page.text


def test_nothing_else_is_among_the_pages(passing):
    for name in ("__init__.py", "web.py", "..%2fapp.py"):
        assert passing.get(f"/pages/{name}").status_code == 404
