"""What is pushed through the WebSocket: to whom, in which order, and never what they may not see."""

import json
import threading
from contextlib import contextmanager
from functools import partial

import anyio
import anyio.lowlevel
import pytest
import uvicorn
from starlette.testclient import WebSocketDenialResponse
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.games.audience import DEALER, PUBLIC, Audience, Role, player
from pitboss.house.answers import seen_by
from pitboss.house.records import face_down, journal
from pitboss.house.tables.commands import Fill, LeaveSeat, SuspendTable
from pitboss.server.app import create_app
from pitboss.server.authentication import shown_to, table_for
from pitboss.server.bus import LocalBus
from pitboss.server.context import ServerContext
from pitboss.server.encoding import encode
from pitboss.server.push import socket as live_socket
from pitboss.server.push import tables as live_tables
from pitboss.server.push.board import PushBoard
from pitboss.server.push.socket import Socket
from pitboss.server.settings import ServerSettings
from support.floor import SUPERVISOR
from support.live import PATIENCE_SECONDS, Announcing, Line, SlowWebSocket

HANDS = {2: "9c 7d 2h", 5: "Ts 6d 4h"}
BETS = {"ante": 500, "progressive": 100}


@pytest.fixture
def floor(demo, visitors):
    """The demo room, with Ann and Bob at T1. What is done there goes by the hall."""
    for seat, name in ((2, "ann"), (5, "bob")):
        demo.sit("T1", seat, name)
    demo.room = Announcing(visitors.app.state.context)
    return demo


def version_of(floor, table_id="T1"):
    return floor.room.view(table_id, PUBLIC).version


def play(floor):
    floor.play("T1", wagers=dict.fromkeys(HANDS, BETS), hands=HANDS, dealer="Jh 8c 3c", folds=(5,))
    return version_of(floor)


def events_of(messages):
    return [(each["version"], each["event"]) for message in messages for each in message["events"]]


def on_record(floor, audience, after):
    """What an audience may see of the journal."""
    with floor.database.reading() as connection:
        found = list(journal.read(connection, "P1", "table:T1", after))
    opened = [(record.seq, face_down.events_of(floor.room.box, record)) for record in found]
    return [(seq, seen_by(event, audience)) for seq, events in opened for event in events]


AUDIENCES = {
    "nobody": PUBLIC,
    "ann": player(2),
    "bob": player(5),
    "dealer": DEALER,
    "supervisor": Audience(Role.SUPERVISOR),
    "surveillance": Audience(Role.SURVEILLANCE),
    "display": PUBLIC,
}


def test_everybody_gets_every_event_once_in_order_as_they_may_see_it(floor, line):
    before = version_of(floor)
    lines = {who: line(who).ask(watch="table:T1") for who in AUDIENCES}
    for each in lines.values():
        first = each.next()
        assert (first["watch"], first["version"], first["fresh"], first["events"]) == ("table:T1", before, True, [])
    after = play(floor)
    for who, audience in AUDIENCES.items():
        came = lines[who].until(after)
        recorded = on_record(floor, audience, before)
        assert events_of(came) == [(version, shown_to(audience, event)) for version, event in recorded]
        assert came[-1]["view"] == json.loads(encode(table_for(audience, floor.room.view("T1", audience))))
        assert not any(message["fresh"] for message in came)
        versions = [message["version"] for message in came]
        assert versions == sorted(set(versions))


def test_a_hidden_card_is_never_in_a_push_to_somebody_else(floor, line):
    own, other, public = (line(who).ask(watch="table:T1") for who in ("bob", "ann", "nobody"))
    for each in (own, other, public):
        each.next()
    version = play(floor)  # Bob folds: nobody but him ever sees his hand
    for each in (own, other, public):
        each.until(version)
    hidden = HANDS[5].split()
    assert all(card in json.dumps(own.messages) for card in hidden)
    for each in (other, public):
        assert not any(f'"{card}"' in json.dumps(each.messages) for card in hidden)


def test_nobody_learns_who_plays_without_logging_in(floor, visitors, line):
    public, display, staff = (line(who).ask(watch="table:T1") for who in ("nobody", "display", "supervisor"))
    for each in (public, display, staff):
        each.next()
    floor.at("T1", LeaveSeat(5))
    floor.sit("T1", 5, "bob")
    version = play(floor)
    for each in (public, display, staff):
        each.until(version)
    anybody = visitors.nobody()
    told = [anybody.get(path).text for path in ("/api/tables", "/api/tables/T1", "/api/meters", "/api/meters/M1")]
    for words in (*told, json.dumps(public.messages), json.dumps(display.messages)):
        assert not [name for name in ("ann", "bob") if f'"{name}"' in words or f" {name} " in words]
    assert '"ann"' in json.dumps(staff.messages)


def test_who_sits_down_later_sees_nothing_of_the_hand_before(floor, visitors, line):
    before = version_of(floor)
    play(floor)
    floor.at("T1", LeaveSeat(5))
    floor.player("cleo")
    floor.sit("T1", 5, "cleo")
    came = line("cleo").ask(watch="table:T1", after=before).until(version_of(floor))
    assert not any(f'"{card}"' in json.dumps(came) for card in HANDS[5].split())
    assert events_of(came) == on_record(floor, PUBLIC, before)
    # And Bob, who is gone, still hears of his own hand what he could see then.
    came = line("bob").ask(watch="table:T1", after=before).until(version_of(floor))
    assert events_of(came) == on_record(floor, player(5), before)


def test_whoever_takes_a_seat_sees_it_from_then_on(floor, visitors, line):
    floor.player("cleo")
    watching = line("cleo").ask(watch="table:T1")
    watching.next()
    floor.sit("T1", 1, "cleo")
    hands = HANDS | {1: "Qs 9d 3h"}
    floor.play("T1", wagers=dict.fromkeys(hands, BETS), hands=hands, dealer="Jh 8c 3c", folds=(1,))
    came = watching.until(version_of(floor))
    assert all(card in json.dumps(came) for card in hands[1].split())


def test_coming_back_goes_on_without_a_gap_and_without_repeats(floor, line):
    start = version_of(floor)
    for seen in (start, start + 3, play(floor)):
        now = version_of(floor)
        came = line("ann").ask(watch="table:T1", after=seen).until(now)
        assert [message["fresh"] for message in came] == [False]
        assert events_of(came) == on_record(floor, player(2), seen)


def test_all_who_come_back_to_a_table_that_is_watched_get_what_they_missed(floor, line):
    start = version_of(floor)
    play(floor)
    line("ann").ask(watch="table:T1").next()
    for seen in (start + 5, start, start + 2):
        came = line("ann").ask(watch="table:T1", after=seen).until(version_of(floor))
        assert events_of(came) == on_record(floor, player(2), seen)


@pytest.mark.parametrize("after", [0, 10**9])
def test_too_old_or_from_nowhere_begins_afresh(floor, line, after, monkeypatch):
    monkeypatch.setattr(live_tables, "KEPT", 3)
    now = version_of(floor)
    assert now > 3
    first = line().ask(watch="table:T1", after=after).next()
    assert (first["fresh"], first["events"], first["version"]) == (True, [], now)
    first = line().ask(watch="table:T1", after=now - 3).next()
    assert (first["fresh"], len({version for version, _ in events_of([first])})) == (False, 3)


def test_a_socket_that_was_told_too_little_begins_afresh(floor, line, monkeypatch):
    """More happened in one go than is kept."""
    monkeypatch.setattr(live_tables, "KEPT", 3)
    watching = line().ask(watch="table:T1")
    watching.next()
    for _ in range(5):
        floor.room._hall.room.at_table("T1", Fill(1), by=SUPERVISOR, command_id=floor.ids.new())
    floor.at("T1", Fill(1), SUPERVISOR)
    told = watching.next()
    assert (told["fresh"], told["events"], told["version"]) == (True, [], version_of(floor))


def test_a_table_that_is_not_there(line):
    problem = line().ask(watch="table:T99").next()["problem"]
    assert (problem["code"], problem["watch"]) == ("unknown", "table:T99")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"watch": "door:1"}, "unknown"),
        ({"watch": "table:"}, "unknown"),
        ({"watch": "meter:M9"}, "unknown"),
        ({"watch": "table:T1", "after": -1}, "refused"),
        ({"watch": "table:T1", "after": "7"}, "refused"),
        ({"watch": "table:T1", "after": True}, "refused"),
        ({"watch": 7}, "unreadable"),
        ({"hello": "there"}, "unreadable"),
        ({"watch": "x" * 5000}, "unreadable"),
    ],
)
def test_what_cannot_be_asked_is_answered_in_words(shared_visitors, asked, code):
    with shared_visitors.nobody().websocket_connect("/api/live") as websocket:
        line = Line(websocket)
        problem = line.ask(**asked).next()["problem"]
        assert problem["code"] == code
        assert problem["detail"]
        assert line.ask(watch="table:T1").next()["watch"] == "table:T1"


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 4000])
def test_what_is_not_json_is_answered_in_words(shared_visitors, text):
    with shared_visitors.nobody().websocket_connect("/api/live") as websocket:
        websocket.send_text(text)
        assert Line(websocket).next()["problem"]["code"] == "unreadable"
        websocket.send_bytes(b"\xff\x00")
        assert Line(websocket).next()["problem"]["code"] == "unreadable"


def test_what_is_watched_no_more_is_not_told(floor, line):
    watching = line().ask(watch="table:T1").ask(watch="table:T2")
    assert {watching.next()["watch"], watching.next()["watch"]} == {"table:T1", "table:T2"}
    watching.ask(unwatch="table:T1").ask(watch="table:T3").next()
    floor.at("T1", Fill(1), SUPERVISOR)
    floor.at("T2", Fill(1), SUPERVISOR)
    assert watching.next()["watch"] == "table:T2"


# ---- meters and the room


def test_a_meter_is_pushed_after_a_wager_at_a_linked_table(floor, line, visitors):
    watching = line("display").ask(watch="meter:M1")
    first = watching.next()
    assert (first["fresh"], first["view"]["meter"], first["events"]) == (True, "M1", [])
    play(floor)
    told = watching.until(first["version"] + 1)[-1]
    assert told["view"]["shown_cents"] > first["view"]["shown_cents"]
    assert told["view"]["version"] == told["version"]


def test_a_meter_is_pushed_when_the_office_adjusts_it(floor, line):
    watching = line().ask(watch="meter:M1")
    before = watching.next()["view"]["shown_cents"]
    floor.adjust("M1", "display corrected", 10)
    assert watching.next()["view"]["shown_cents"] == before + 1000


def test_the_room_shows_tables_and_meters_as_they_change(floor, line):
    watching = line().ask(watch="room")
    first = watching.next()
    assert [each["table"] for each in first["view"]["tables"]] == ["T1", "T2", "T3", "T4", "T5"]
    assert first["view"]["tables"][0]["players"] == 2
    assert [each["meter"] for each in first["view"]["meters"]] == ["M1"]
    floor.at("T3", SuspendTable("a spilt drink"), SUPERVISOR)
    assert {each["table"]: each["status"] for each in watching.next()["view"]["tables"]}["T3"] == "suspended"
    floor.at("T1", LeaveSeat(5))
    assert watching.next()["view"]["tables"][0]["players"] == 1


# ---- who may come in


@contextmanager
def refused(status):
    with pytest.raises(WebSocketDenialResponse) as caught:
        yield
    assert caught.value.status_code == status
    assert caught.value.headers["content-type"] == "application/problem+json"


def test_a_page_of_another_origin_cannot_use_the_cookie(visitors, line):
    with refused(403):
        line("dealer", origin="https://evil.example")
    with refused(403):
        line("dealer", origin="null")
    assert line("dealer", origin="http://testserver").ask(watch="table:T1").next()["version"]
    # A browser inside the network of the card room does not show the tables to a page from outside either.
    with refused(403):
        line("nobody", origin="https://evil.example")


def test_a_wrong_token_is_refused(visitors, line):
    with refused(401):
        line("nobody", authorization="Bearer nonsense")
    wrong = line().ask(token="nonsense")
    assert wrong.next()["problem"]["code"] == "not-logged-in"
    assert wrong.closed() == live_socket.POLICY


def test_a_display_watches_its_own_table_and_meter_only(visitors, line):
    display = line("display")
    for name in ("table:T2", "table:T5", "meter:M2", "room"):
        problem = display.ask(watch=name).next()["problem"]
        assert (problem["code"], problem["watch"]) == ("not-permitted", name)
    assert display.ask(watch="table:T1").next()["view"]["table"] == "T1"
    assert display.ask(watch="meter:M1").next()["view"]["meter"] == "M1"


def test_a_display_in_a_browser_sends_its_token_first(visitors, line):
    token = visitors.device("display").headers["authorization"].removeprefix("Bearer ")
    display = line().ask(token=token)
    assert display.ask(watch="table:T2").next()["problem"]["code"] == "not-permitted"
    assert display.ask(watch="table:T1").next()["view"]["table"] == "T1"
    assert display.ask(token=token).next()["problem"]["code"] == "refused"


# ---- how a socket ends


def test_silence_is_broken_by_pings(shared_visitors, monkeypatch):
    monkeypatch.setattr(live_socket, "PING_SECONDS", 0.01)
    with shared_visitors.nobody().websocket_connect("/api/live") as websocket:
        assert [json.loads(websocket.receive_text()) for _ in range(3)] == [
            {"message": "ping", "ping": number} for number in (1, 2, 3)
        ]


def test_a_feed_is_there_as_long_as_somebody_watches(hall_app, line, visitors):
    board = hall_app.state.board
    with visitors.nobody().websocket_connect("/api/live") as one:
        Line(one).ask(watch="table:T1").next()
        assert list(board._feeds) == ["table:T1"]
    again = line().ask(watch="table:T2").ask(unwatch="table:T2").ask(watch="table:T3")
    while again.next()["watch"] != "table:T3":
        pass
    assert list(board._feeds) == ["table:T3"]


# ---- slow sockets, and a server that stops


def test_a_slow_socket_holds_up_nobody_and_gets_everything_in_one_go(demo):
    context = ServerContext(demo.room, ServerSettings(push_seconds=0), LocalBus())
    before = version_of(demo)

    async def run():
        board = PushBoard(context)
        board.start()
        slow, quick = (SlowWebSocket({"watch": "table:T1"}) for _ in range(2))
        quick.may_take.set()
        async with anyio.create_task_group() as group:
            for websocket in (slow, quick):
                group.start_soon(Socket(websocket, board, None, None).run)
            await came(quick, before)
            for cents in (100, 200, 300):
                fill = partial(context.at_table, "T1", Fill(cents), by=SUPERVISOR, command_id=f"fill {cents}")
                await came(quick, (await context.do(fill)).version)
            assert slow.taken == []
            slow.may_take.set()
            await came(slow, before + 3)
            await board.stop()
        return slow, quick

    slow, quick = anyio.run(run)
    context.close()
    assert [message["version"] for message in quick.taken] == list(range(before, before + 4))
    first, second = slow.taken
    assert (first["version"], first["fresh"]) == (before, True)
    assert [each["event"]["cents"] for each in second["events"]] == [100, 200, 300]
    assert (slow.code, quick.code) == (live_socket.RESTART, live_socket.RESTART)


async def came(websocket, version):
    with anyio.fail_after(PATIENCE_SECONDS):
        while not websocket.taken or websocket.taken[-1]["version"] < version:
            await anyio.lowlevel.checkpoint()


@contextmanager
def real_server(app):
    """A server in a thread, and its port."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", lifespan="on")
    server, listening = uvicorn.Server(config), config.bind_socket()
    listening.listen()  # whoever comes before it has begun waits
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def test_a_server_that_stops_says_so(demo):
    """A real server, and a client of another make."""
    with real_server(create_app(demo.room, ServerSettings())) as (server, port):
        with connect(f"ws://127.0.0.1:{port}/api/live", open_timeout=PATIENCE_SECONDS) as client:
            client.send('{"watch": "table:T1"}')
            assert json.loads(client.recv(PATIENCE_SECONDS))["view"]["table"] == "T1"
            server.should_exit = True
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(PATIENCE_SECONDS)
        assert closed.value.rcvd.code == live_socket.RESTART
