"""One client that asks for too much is refused, and nobody who is logged in notices it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from threading import Event
from types import SimpleNamespace

import httpx
import pytest
from argon2.exceptions import VerifyMismatchError
from starlette.testclient import WebSocketDenialResponse
from websockets.sync.client import connect

from pitboss.house.actor import Role
from pitboss.house.people import pins
from pitboss.server import middleware
from pitboss.server.app import create_app
from pitboss.server.authentication import COOKIE
from pitboss.server.connections import Connections, slow_client_protocol
from pitboss.server.limits import Limits
from pitboss.server.middleware import MAX_BYTES_OF_STRANGERS, Middleware
from pitboss.server.push import socket as live_socket
from pitboss.server.settings import ServerSettings
from support.demo import BADGES
from support.demo_rooms import visited
from support.floor import PIN
from support.limits import UNLIMITED
from support.live import PATIENCE_SECONDS, Line
from support.serving import listening
from support.visitors import guest, log_in
from support.wires import answered, head, line_to, status_of

STRANGER = "10.0.0.66"


@pytest.fixture(autouse=True)
def not_held(monkeypatch):
    """A refusal comes at once: what it is held for is no matter here."""
    monkeypatch.setattr(middleware, "HOLD_SECONDS", 0)
    monkeypatch.setattr(live_socket, "HOLD_SECONDS", 0)


@pytest.fixture
def limited(visitors, monkeypatch):
    """Sets limits of the room."""
    context = visitors.app.state.context

    def limit(**settings):
        told = ServerSettings(**UNLIMITED | settings)
        monkeypatch.setattr(context, "settings", told)
        monkeypatch.setattr(context, "limits", Limits(told))

    return limit


def until_refused(ask, most=100):
    """How often it was answered, and the refusal."""
    for number in range(most):
        answer = ask()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError(f"{most} were answered, and none was refused")


# ---- requests


@pytest.mark.parametrize("path", ["/api/tables", "/openapi.json", "/", "/api/tables/T1/placard", "/nowhere"])
def test_an_address_that_asks_too_often_is_told_when_to_try_again(visitors, demo, limited, path):
    limited(requests_a_second=2)
    stranger = visitors.nobody(STRANGER)
    answered, refused = until_refused(lambda: stranger.get(path))
    assert answered == 10  # five seconds' worth at once
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["code"] == "too-many-tries"
    assert refused.json()["detail"] == "more than 2 requests a second from one address: try again in 1 second"
    assert visitors.nobody("10.0.0.67").get(path).status_code != 429
    demo.clock.tick(seconds=1)
    assert stranger.get(path).status_code != 429


def test_an_address_of_the_newer_kind_is_counted_by_its_line(visitors, limited):
    limited(requests_a_second=2)
    numbers = iter(range(100))
    until_refused(lambda: visitors.nobody(f"2001:db8:7:7::{next(numbers):x}").get("/api/room"))
    assert visitors.nobody("2001:db8:7:8::1").get("/api/room").status_code == 200


def test_staff_at_the_same_address_are_never_refused_because_of_strangers(visitors, limited):
    limited(requests_a_second=2, sockets_per_address=1)
    dealer = log_in(visitors.nobody(STRANGER), "7")
    stranger = visitors.nobody(STRANGER)
    with stranger.websocket_connect("/api/live"):
        until_refused(lambda: stranger.get("/api/tables"))
        assert [dealer.get("/api/tables").status_code for _ in range(50)] == [200] * 50
        assert dealer.look("/api/me")["role"] == "dealer"
        with dealer.websocket_connect("/api/live") as line:
            assert Line(line).ask(watch="table:T1").next()["watch"] == "table:T1"


def test_a_session_has_its_own_limit(visitors, limited):
    limited(session_requests_a_second=1)
    dealer, other = visitors.as_("dealer"), visitors.as_("supervisor")
    answered, refused = until_refused(lambda: dealer.get("/api/tables"))
    assert 10 <= answered <= 12
    assert refused.json()["detail"] == "more than 1 requests a second in one session: try again in 1 second"
    assert other.get("/api/tables").status_code == 200


def test_tokens_that_nobody_has_are_not_looked_up_for_ever(visitors, limited):
    limited(requests_a_second=2)
    numbers = iter(range(1000))

    def guess():
        client = visitors.nobody(STRANGER)
        client.cookies.set("pitboss_session", f"{next(numbers):043}", domain="testserver.local")
        return client.get("/api/me")

    assert until_refused(guess)[0] == 10


def test_who_watches_the_server_is_never_refused(visitors, limited):
    limited(requests_a_second=1)
    client = visitors.nobody(STRANGER)
    until_refused(lambda: client.get("/api/tables"))
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("path", ["/health", "/api/log-in"])
def test_health_checks_and_log_ins_have_a_limit_of_requests_too(visitors, limited, path):
    limited(requests_a_second=2)
    client = visitors.nobody(STRANGER)
    assert until_refused(lambda: client.get(path))[0] == 10
    assert client.get("/api/tables").status_code == 200
    assert visitors.nobody("10.0.0.67").get(path).status_code != 429


def test_requests_under_another_name_of_the_server_are_counted(own_demo):
    with visited(own_demo, hosts="testserver", requests_a_second=2) as visitors:
        client = visitors.nobody(STRANGER)
        foreign = {"host": "other.example"}
        assert client.get("/api/tables", headers=foreign).status_code == 421
        assert until_refused(lambda: client.get("/api/tables", headers=foreign))[0] == 9
        with pytest.raises(WebSocketDenialResponse), client.websocket_connect("/api/live", headers=foreign):
            pass


def test_somebody_who_guesses_pins_delays_no_command(own_demo, monkeypatch):
    started, released = Event(), Event()

    def verify(*_):
        started.set()
        released.wait(PATIENCE_SECONDS)
        raise VerifyMismatchError

    with visited(own_demo, threads=1) as visitors, ThreadPoolExecutor(1) as attacker:
        supervisor = visitors.as_("supervisor")
        stranger = visitors.nobody(STRANGER)
        monkeypatch.setattr(pins, "HASHER", SimpleNamespace(verify=verify))
        guess = attacker.submit(stranger.post, "/api/log-in", json={"badge": "7", "pin": "918273"})
        assert started.wait(PATIENCE_SECONDS)
        supervisor.done("/api/tables/T1/fill", cents=500)
        assert not guess.done()
        released.set()
        assert guess.result().status_code == 403


# ---- bodies


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        ("/api/tables/T1/fill", (401, "not-logged-in")),
        ("/api/office/deposit", (401, "not-logged-in")),
        ("/api/lab/advise", (401, "not-logged-in")),
    ],
)
def test_who_may_not_send_is_told_before_the_body_is_read(visitors, path, refusal):
    answer = visitors.nobody(STRANGER).post(path, content=b"{" * 1000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == refusal


def test_a_role_that_may_not_send_is_told_before_the_body_is_read(visitors):
    answer = visitors.as_("dealer").post(
        "/api/tables/T1/count-drop", content=b"no JSON", headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "not-permitted")


@pytest.mark.parametrize("path", ["/api/guest", "/api/log-in", "/api/tables/T1/fill"])
def test_a_stranger_sends_no_large_body(visitors, path):
    body = json.dumps({"name": "x" * MAX_BYTES_OF_STRANGERS})
    answer = visitors.nobody(STRANGER).post(path, content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


# ---- sockets


def test_an_address_has_so_many_sockets(visitors, limited):
    limited(sockets_per_address=3)
    stranger = visitors.nobody(STRANGER)
    with ExitStack() as sockets:
        for _ in range(3):
            sockets.enter_context(stranger.websocket_connect("/api/live"))
        with pytest.raises(WebSocketDenialResponse) as refused, stranger.websocket_connect("/api/live"):
            pass
        assert refused.value.status_code == 429
        assert refused.value.headers["retry-after"] == "1"
        with visitors.nobody("10.0.0.67").websocket_connect("/api/live"):
            pass
    with stranger.websocket_connect("/api/live"):
        pass


def test_a_display_that_shows_its_token_does_not_take_a_place_of_its_address(visitors, limited):
    token = visitors.as_("display").headers["authorization"].removeprefix("Bearer ")
    limited(sockets_per_address=1, sockets_per_session=1)
    with visitors.nobody(STRANGER).websocket_connect("/api/live") as display:
        Line(display).ask(token=token).ask(watch="table:T1").next()
        with visitors.nobody(STRANGER).websocket_connect("/api/live") as again:
            told = Line(again).ask(token=token).next()
        assert told["problem"]["code"] == "not-logged-in"


@pytest.mark.parametrize("who", ["dealer", "display"])
def test_a_socket_counts_for_its_session_also_where_this_process_does_not_know_it_yet(visitors, limited, who):
    limited(sockets_per_address=1)
    known = visitors.as_(who)
    visitors.app.state.context.sessions.forget(token_of(known))  # as after a restart, or in another process
    with visitors.nobody().websocket_connect("/api/live"), known.websocket_connect("/api/live") as line:
        assert Line(line).ask(watch="table:T1").next()["watch"] == "table:T1"


def token_of(client):
    return client.headers.get("authorization", "").removeprefix("Bearer ") or client.cookies[COOKIE]


def test_messages_through_a_socket_are_limited(visitors, demo, limited):
    limited(messages_a_second=2)
    with visitors.nobody(STRANGER).websocket_connect("/api/live") as websocket:
        line = Line(websocket)
        for _ in range(10):
            line.ask(after=0)
        assert [line.next()["problem"]["code"] for _ in range(10)] == ["unreadable"] * 10
        refused = line.ask(watch="table:T1", after=0).next()["problem"]
        assert (refused["code"], refused["watch"], refused["retry_after"]) == ("too-many-tries", "table:T1", 1)
        demo.clock.tick(seconds=1)
        assert line.ask(watch="table:T1", after=0).next()["watch"] == "table:T1"


# ---- guests


def test_an_address_lets_in_so_many_guests(visitors, limited):
    limited(guests_an_hour=3)
    answered, refused = until_refused(lambda: visitors.nobody(STRANGER).post("/api/guest", json={"name": "Gina"}))
    assert answered == 3
    assert refused.headers["retry-after"] == "1200"
    guest(visitors.nobody("10.0.0.67"))


def test_a_guest_writes_so_many_records(visitors, demo, limited):
    limited(guest_commands_a_minute=20)
    gina = guest(visitors.nobody(STRANGER))
    assert sit(gina, "T3", 2).status_code == 200
    gina.done("/api/tables/T3/buy-in-from-wallet", seat=2, cents=2000)
    before = len(demo.rows("journal"))
    answered, refused = until_refused(
        lambda: gina.command("/api/office/exclude-player", player="nobody", until=None, reason="again and again")
    )
    assert answered == 20
    assert refused.json()["detail"] == "more than 20 commands a minute of one guest: try again in 3 seconds"
    assert len(demo.rows("journal")) <= before + 20


def test_the_guests_of_an_address_write_so_many_records_together(visitors, demo, limited):
    limited(guest_commands_a_minute=20)
    guests = cycle([guest(visitors.nobody("10.0.0.68")) for _ in range(3)])
    told = (next(guests).command("/api/tables/T1/leave-seat", seat=1) for _ in range(100))
    answered, refused = until_refused(lambda: next(told))
    assert answered == 20
    assert refused.json()["detail"] == (
        "more than 20 commands a minute of the guests of one address who have no chips at a table: "
        "try again in 3 seconds"
    )


def sit(client, table_id, seat):
    return client.command(f"/api/tables/{table_id}/take-seat", seat=seat, player=client.look("/api/me")["name"])


def test_a_guest_and_the_guests_of_an_address_have_so_many_seats(visitors, limited):
    limited(seats_per_guest=2, guest_seats_per_address=3)
    greedy = guest(visitors.nobody(STRANGER))
    told = [sit(greedy, "T1", seat) for seat in (1, 2, 3)]
    assert [answer.status_code for answer in told] == [200, 200, 409]
    assert told[-1].json()["detail"] == "a guest has 2 seats at most: leave one first"
    friend = guest(visitors.nobody(STRANGER))
    told = [sit(friend, table_id, 1) for table_id in ("T3", "T4")]
    assert [answer.status_code for answer in told] == [200, 409]
    assert "guests of one address have 3 seats at most" in told[-1].json()["detail"]
    assert sit(guest(visitors.nobody("10.0.0.67")), "T4", 1).status_code == 200
    greedy.done("/api/tables/T1/leave-seat", seat=1)
    assert sit(friend, "T4", 2).status_code == 200


def test_the_same_command_for_a_seat_is_answered_again(visitors, limited):
    limited(seats_per_guest=1, guest_seats_per_address=1)
    gina = guest(visitors.nobody(STRANGER))
    body = {"command_id": "my seat", "seat": 1, "player": gina.look("/api/me")["name"]}
    told = [gina.post("/api/tables/T1/take-seat", json=body) for _ in range(2)]
    assert [answer.json()["repeat"] for answer in told] == [False, True]


def test_a_guest_who_plays_is_counted_apart_from_the_address(visitors, limited):
    limited(requests_a_second=4)
    gina, idle, stranger = (visitors.nobody(STRANGER) for _ in range(3))
    guest(gina), guest(idle)
    assert sit(gina, "T4", 5).status_code == 200
    gina.done("/api/tables/T4/buy-in-from-wallet", seat=5, cents=2000)
    until_refused(lambda: stranger.get("/api/tables"))
    assert gina.get("/api/tables").status_code == 200
    assert idle.get("/api/tables").status_code == 429


# ---- connections


@pytest.fixture
def address(own_demo):
    """A room behind a real server, with few connections for an address."""
    app = create_app(own_demo.room, ServerSettings(**UNLIMITED))
    connections = Connections(most=8, per_address=5, per_session=5)
    with listening(app, http=slow_client_protocol(connections), server_header=False) as address:
        yield address


def test_idle_connections_of_an_address_make_room(address):
    with ExitStack() as idle:
        lines = [idle.enter_context(line_to(address)) for _ in range(20)]
        assert httpx.get(f"{address}/health", trust_env=False).json() == {"alive": True}
        assert sum(is_open(line) for line in lines) <= 5


def test_a_connection_that_somebody_is_logged_in_with_stays(address):
    with httpx.Client(base_url=address, trust_env=False) as client, ExitStack() as idle:
        told = client.post("/api/log-in", json={"badge": "7", "pin": PIN}).json()
        client.headers["x-csrf-token"] = told["csrf"]
        assert client.get("/api/me").json()["role"] == "dealer"
        own = client._transport._pool.connections[0]
        lines = [idle.enter_context(line_to(address)) for _ in range(20)]
        for line in lines[-2:]:
            line.sendall(head("GET /health HTTP/1.1", "Connection: close"))
            assert status_of(answered(line)) == 200
        assert client.get("/api/me").json()["role"] == "dealer"
        assert client._transport._pool.connections == [own]


def test_a_session_keeps_so_many_connections(address):
    """A guest with chips is logged in as everybody else is, and took every file descriptor with their own session."""
    with httpx.Client(base_url=address, trust_env=False) as gina, ExitStack() as held:
        me = gina.post("/api/guest", json={"name": "Gina"}).json()
        gina.headers["x-csrf-token"] = me["csrf"]
        seat = {"seat": 5, "player": me["name"], "command_id": "my seat"}
        chips = {"seat": 5, "cents": 2000, "command_id": "my chips"}
        for path, body in (("take-seat", seat), ("buy-in-from-wallet", chips)):
            assert gina.post(f"/api/tables/T4/{path}", json=body).status_code == 200
        asked = head("GET /api/me HTTP/1.1", f"Cookie: {COOKIE}={gina.cookies[COOKIE]}")
        lines = []
        for _ in range(12):
            lines.append(held.enter_context(line_to(address)))
            lines[-1].sendall(asked)
            assert status_of(lines[-1].recv(65_536)) == 200
        for line in lines[:7]:
            assert answered(line) == b"", "the server hangs up"
        assert all(is_open(line) for line in lines[7:])
        assert httpx.get(f"{address}/health", trust_env=False).json() == {"alive": True}


def test_a_display_that_shows_its_token_in_the_socket_stays(address, own_demo):
    with httpx.Client(base_url=address, trust_env=False) as admin:
        told = admin.post("/api/log-in", json={"badge": BADGES[Role.ADMIN], "pin": PIN}).json()
        body = {"command_id": "lobby", "label": "lobby", "kind": "display", "table_id": "T1"}
        headers = {"x-csrf-token": told["csrf"]}
        token = admin.post("/api/office/issue-pass", json=body, headers=headers).json()["token"]
    with ExitStack() as idle, connect(address.replace("http", "ws") + "/api/live", proxy=None) as display:
        display.send(json.dumps({"token": token}))
        display.send(json.dumps({"watch": "table:T1"}))
        assert json.loads(display.recv(PATIENCE_SECONDS))["watch"] == "table:T1"
        lines = [idle.enter_context(line_to(address)) for _ in range(20)]
        lines[-1].sendall(head("GET /health HTTP/1.1", "Connection: close"))
        assert status_of(answered(lines[-1])) == 200
        display.send(json.dumps({"watch": "meter:M1"}))
        assert json.loads(display.recv(PATIENCE_SECONDS))["watch"] == "meter:M1"


def is_open(line):
    """Whether the server has not hung up."""
    line.settimeout(0)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


# ---- documents


@pytest.mark.parametrize(
    "path", ["/openapi.json", "/api/tables", "/api/tables/T1/rules", "/api/tables/T1/felt", "/api/tables/T1/placard"]
)
def test_a_browser_that_has_a_document_is_not_sent_it_again(visitors, demo, path):
    first = visitors.nobody().get(path)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = visitors.nobody().get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("path", "maker"),
    [
        ("/openapi.json", "pitboss.server.openapi.as_document"),
        ("/api/tables", "pitboss.server.queries.tables.as_document"),
        ("/api/tables/T2/rules", "pitboss.server.queries.games.as_document"),
        ("/api/tables/T2/felt", "pitboss.server.queries.games.as_document"),
        ("/api/tables/T2/placard", "pitboss.server.queries.tables.placard"),
        ("/api/permissions", "pitboss.server.queries.room.as_document"),
    ],
)
def test_a_document_is_encoded_once_for_everybody(visitors, monkeypatch, path, maker):
    first = visitors.nobody().get(path).content
    monkeypatch.setattr(maker, None)  # to make it again would fail
    assert {visitors.nobody().get(path).content for _ in range(3)} == {first}


def test_a_document_changes_with_what_it_is_made_from(visitors, demo):
    def players():
        tables = visitors.nobody().look("/api/tables")["tables"]
        return next(table["players"] for table in tables if table["table"] == "T5")

    before = players()
    demo.sit("T5", 6, "bob")
    assert players() == before + 1


def test_a_page_is_printed_once_and_not_by_the_server_itself(visitors, monkeypatch):
    context, printed = visitors.app.state.context, []

    async def do(work, html):
        printed.append(html)
        return b"%PDF-"

    monkeypatch.setattr(context.pdf_process, "do", do)
    pages = [visitors.nobody().get("/api/tables/T3/placard", params={"format": "pdf"}) for _ in range(3)]
    assert [(page.status_code, page.content) for page in pages] == [(200, b"%PDF-")] * 3
    assert len(printed) == 1


def test_pages_of_strangers_wait_behind_those_of_staff(visitors, monkeypatch):
    press = visitors.app.state.context.pdf_process
    monkeypatch.setattr(press, "_waiting", 2)

    async def do(work, html):
        return b"%PDF-"

    monkeypatch.setattr(press, "do", do)
    refused = visitors.nobody().get("/api/tables/T4/placard", params={"format": "pdf"})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
    assert refused.json()["detail"] == "2 pages wait to be printed: try again in 5 seconds"
    assert visitors.as_("dealer").get("/api/tables/T4/placard", params={"format": "pdf"}).status_code == 200


# ---- a burst of one address


class SlowApp:
    """An application that notes who has come to it, and answers when it is told to."""

    def __init__(self, context):
        self.gate, self.came, self.goes_on = Middleware(self, context), [], asyncio.Event()
        self.last_came = asyncio.Event()

    async def __call__(self, scope, _receive, send):
        self.came.append((scope["client"][0], scope["method"]))
        if scope["path"] == "/last":
            self.last_came.set()
        if scope["path"] == "/slowly-read":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.goes_on.wait()
        if scope["path"] != "/slowly-read":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def ask(self, path, address=STRANGER, method="GET"):
        async def nothing(*_):
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": [(b"host", b"ace")]}
        more = {"client": (address, 50_000), "scheme": "http", "server": ("ace", 80), "root_path": ""}
        return asyncio.create_task(self.gate(scope | more, nothing, nothing))


def test_a_burst_of_one_address_is_read_two_at_a_time_and_others_do_not_wait(visitors):
    async def burst():
        app = SlowApp(visitors.app.state.context)
        asked = [app.ask("/api/tables") for _ in range(5)]
        asked += [app.ask("/api/log-in", method="POST"), app.ask("/last", "10.0.0.67")]
        await app.last_came.wait()
        assert app.came == [(STRANGER, "GET"), (STRANGER, "GET"), (STRANGER, "POST"), ("10.0.0.67", "GET")]
        app.goes_on.set()
        await asyncio.gather(*asked)
        assert len(app.came) == 7

    asyncio.run(burst())


def test_an_answer_that_is_read_slowly_keeps_nobody_in_line(visitors):
    async def burst():
        app = SlowApp(visitors.app.state.context)
        asked = [app.ask("/slowly-read") for _ in range(5)] + [app.ask("/last")]
        await app.last_came.wait()
        assert len(app.came) == 6
        app.goes_on.set()
        await asyncio.gather(*asked)

    asyncio.run(burst())
