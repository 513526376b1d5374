"""One of two server processes is killed in the middle of a round: its players go on at the other, and miss nothing."""

import json
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from support.started import PATIENCE, Started

QUICK = (
    *("--betting-seconds", "1", "--pause-seconds", "0.05"),
    *("--result-seconds", "0.1", "--decision-seconds", "60"),
)
"""Bets are open for a second; a decision has time enough for a player who must find another server."""


@pytest.fixture
def two_servers(postgresql_copies, tmp_path):
    with postgresql_copies() as (url, _):
        arguments = ("--demo", "--database", url, "--port", "0", *QUICK)
        with Started(tmp_path, *arguments) as one:
            assert one.address
            with Started(tmp_path, *arguments) as other:
                assert other.address
                yield one, other


class Guest:
    """A guest at seat 3 of the demo room's Three Card Poker, who keeps every number that came."""

    def __init__(self, server):
        with server.client() as client:
            me = client.post("/api/guest", json={"name": "Ann"})
            self.id, self.csrf, self.cookies = me.json()["name"], me.json()["csrf"], dict(client.cookies)
        self.numbers, self.view, self._sent = [], None, 0

    def send(self, server, path, **fields):
        self._sent += 1
        body = {"command_id": f"{self.id} {self._sent}", **fields}
        with server.client() as client:
            client.cookies.update(self.cookies)
            answer = client.post(f"/api/tables/T1/{path}", json=body, headers={"x-csrf-token": self.csrf})
        assert answer.status_code == 200, answer.text

    @contextmanager
    def line(self, server):
        """A line to a server, which goes on after the last number that came."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"cookie": cookie, "origin": server.address}
        address = server.address.replace("http", "ws") + "/api/live"
        with connect(address, additional_headers=headers, proxy=None) as line:
            after = {"after": self.numbers[-1]} if self.numbers else {}
            line.send(json.dumps({"watch": "table:T1", **after}))
            yield line

    def listen(self, line, until):
        """Hear until the table is as it should be."""
        while self.view is None or not until(self.view):
            said = json.loads(line.recv(timeout=PATIENCE))
            assert "problem" not in said, said
            if "view" in said:
                self.view = said["view"]
                self.numbers += [event["version"] for event in said["events"]]
                if said["fresh"]:
                    self.numbers.append(said["version"])


def waits_for_seat_3(view):
    return (
        bool(view["round"])
        and view["round"]["awaiting"]["kind"] == "decision"
        and view["round"]["awaiting"]["seat"] == 3
    )


def is_over(view):
    return bool(view["round"]) and view["round"]["phase"] == "over" and view["round"]["seats"]["3"]["is_settled"]


def test_players_of_a_killed_server_go_on_at_the_other(two_servers):
    one, other = two_servers
    guest = Guest(one)
    with guest.line(one) as line:
        guest.send(one, "take-seat", seat=3, player=guest.id)
        guest.send(one, "buy-in-from-wallet", seat=3, cents=20_000)
        guest.listen(line, lambda view: view["round"] and view["round"]["phase"] == "betting")
        guest.send(one, "round/place-wager", seat=3, wager="ante", cents=500)
        guest.listen(line, waits_for_seat_3)
        one.process.kill()
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=PATIENCE)
    with guest.line(other) as line:
        guest.send(other, "round/play", seat=3)
        guest.listen(line, is_over)
        guest.listen(line, lambda view: view["round_number"] > 1)
    assert guest.view["seats"]["3"]["player"] == guest.id
    # A record may tell of several events; none is missing, and none came again.
    assert sorted(set(guest.numbers)) == list(range(guest.numbers[0], guest.numbers[-1] + 1))
    assert guest.numbers == sorted(guest.numbers)
