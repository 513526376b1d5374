"""Sockets of a session that has ended are closed at once, and get nothing more."""

import anyio
import anyio.lowlevel
import pytest
from starlette.websockets import WebSocket

from pitboss.house.people import sessions
from pitboss.house.people.sessions import RevokePass
from pitboss.house.terminal import TERMINAL_PATH, TerminalRequest, seal
from pitboss.server.bus import LocalBus
from pitboss.server.context import ServerContext
from pitboss.server.push import socket as live_socket
from pitboss.server.push.board import PushBoard
from pitboss.server.push.socket import Socket
from pitboss.server.settings import ServerSettings
from pitboss.sources import SystemEntropy
from support.floor import ADMIN, SUPERVISOR
from support.live import SlowWebSocket, until
from support.visitors import token_for


def revoke(visitors):
    """An admin revokes the pass of the display."""
    return visitors.app.state.context.in_office(RevokePass("display-1"), by=ADMIN, command_id="revoke it")


@pytest.fixture
def quiet_sockets(monkeypatch):
    """Sockets that neither check their session nor ping by themselves within a test."""
    for name in ("CHECK_SECONDS", "PING_SECONDS"):
        monkeypatch.setattr(live_socket, name, 3600)


def test_a_socket_ends_as_soon_as_somebody_logs_out(visitors, line):
    client = visitors.as_("dealer")
    watching = line(client).ask(watch="table:T1")
    watching.next()
    assert client.post("/api/log-out").status_code == 200
    assert watching.next()["problem"]["code"] == "not-logged-in"
    assert watching.closed() == live_socket.POLICY


def test_a_socket_ends_as_soon_as_its_pass_is_revoked(visitors, line):
    display, dealer = line("display").ask(watch="table:T1"), line("dealer").ask(watch="table:T1")
    display.next(), dealer.next()
    revoke(visitors)
    assert dealer.ask(watch="table:T2").next()["watch"] == "table:T2"  # everybody else stays
    assert display.closed() == live_socket.POLICY


def test_a_socket_ends_as_soon_as_all_admins_are_unlocked_at_the_terminal(visitors, line, quiet_sockets):
    """Unlocking a badge ends its sessions. The server closes their sockets, whichever command unlocked it."""
    admin = line("admin").ask(watch="table:T1")
    admin.next()
    for badge in ("1", "2"):
        for _ in range(5):
            visitors.nobody().post("/api/log-in", json={"badge": badge, "pin": "918273"})
    context = visitors.app.state.context
    asked = seal(context.room.box, context.room.property_id, TerminalRequest("unlock-admins"), SystemEntropy())
    told = visitors.nobody().post(TERMINAL_PATH, content=asked.content)
    assert asked.read_answer(told.content).events
    assert admin.closed() == live_socket.POLICY


def test_a_pass_that_is_revoked_while_its_socket_opens_is_noticed(visitors, line, monkeypatch, quiet_sockets):
    """The socket was not on the board yet when its pass was revoked, and stayed open for half a minute."""
    display, honest = visitors.device("display"), WebSocket.accept

    async def accept(websocket):
        await visitors.app.state.context.do(revoke, visitors)
        for _ in range(100):
            await anyio.lowlevel.checkpoint()  # the board hears of it
        await honest(websocket)

    monkeypatch.setattr(WebSocket, "accept", accept)
    assert line(display).closed() == live_socket.POLICY


def test_a_pass_that_is_revoked_while_a_socket_shows_it_is_noticed(visitors, line, monkeypatch, quiet_sockets):
    display, honest, revoked = visitors.device("display"), live_socket.find_session, []

    def find_and_revoke(context, token):
        found = honest(context, token)
        if not revoked:
            revoked.append(revoke(visitors))
        return found

    monkeypatch.setattr(live_socket, "find_session", find_and_revoke)
    assert line().ask(token=display.headers["authorization"][7:]).closed() == live_socket.POLICY


def test_a_slow_socket_whose_session_has_ended_gets_nothing_more(demo):
    """It could go on reading for as long as there was something new, because it was never asked whether it may."""
    context = ServerContext(demo.room, ServerSettings(push_seconds=0), LocalBus())
    token, session = token_for(context, SUPERVISOR)

    async def run():
        board = PushBoard(context)
        board.start()
        slow = SlowWebSocket({"watch": "table:T1"}, {"watch": "table:T2"})
        async with anyio.create_task_group() as group:
            socket = Socket(slow, board, session, token)
            group.start_soon(socket.run)
            await until(lambda: slow.is_sent_something and socket._new)
            await context.do(sessions.log_out, context.room, SUPERVISOR, token)
            context.end_sessions(token)
            await until(lambda: socket._is_doubted)
            slow.may_take.set()
            await until(lambda: slow.code)
            await board.stop()
        return slow

    slow = anyio.run(run)
    context.close()
    in_flight, refused = slow.taken
    assert "view" in in_flight
    assert (refused["problem"]["code"], slow.code) == ("not-logged-in", live_socket.POLICY)
