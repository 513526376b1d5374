"""People and devices that come to the server's door, each with a client of their own over one running application."""

from datetime import timedelta
from itertools import count

from fastapi.testclient import TestClient

from pitboss.house.actor import Actor, Role
from pitboss.house.people import sessions
from pitboss.house.people.staff import staff_roles
from pitboss.house.permissions import SIGNED, signed_presses
from support.demo import BADGES
from support.floor import PIN

CSRF = "x-csrf-token"
DEVICES = ("display", "controller")


class Visitor(TestClient):
    """Somebody at the door; what they send carries what log-in gave them, and their PIN where it must be signed."""

    _numbers = count(1)
    pin = PIN

    def command(self, address, **body):
        """A command under a new id, such as ``command("/api/tables/T1/fill", cents=500)``."""
        slug = address.rpartition("/")[2]
        signed = {"pin": self.pin} if slug in SIGNED or slug in signed_presses() else {}
        return self.post(address, json={"command_id": f"sent-{next(self._numbers)}"} | signed | body)

    def approve(self, proposal_id):
        """Approve a proposal as it is read."""
        digest = self.look(f"/api/proposals/{proposal_id}")["digest"]
        return self.done("/api/office/approve", proposal_id=proposal_id, digest=digest)

    def done(self, address, **body):
        """The same, where it must be done: what it answered."""
        answer = self.command(address, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def look(self, address, **query):
        """What is seen at an address, where it must be there."""
        answer = self.get(address, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()


def log_in(client, badge, pin=PIN, second=""):
    """Staff log in; the client remembers what it must send."""
    client.pin = pin
    return _in(client, client.post("/api/log-in", json={"badge": badge, "pin": pin, "second": second}))


def guest(client, name="Gina"):
    """A guest comes in with play money."""
    return _in(client, client.post("/api/guest", json={"name": name}))


def _in(client, answer):
    assert answer.status_code == 200, answer.text
    client.headers[CSRF] = answer.json()["csrf"]
    return client


def token_for(context, actor):
    """The token and the session of somebody who came in another way, such as a player at a terminal of the room."""
    now = context.clock.now()
    place = context.room.box, context.room.house.property_id
    with context.room.database.transaction() as connection:
        return sessions.open_session(connection, *place, actor, (now, now + timedelta(days=1)), context.entropy)


class Visitors:
    """An application that runs, and everybody who comes to it."""

    def __init__(self, app):
        self.app = app
        self._first = Visitor(app, raise_server_exceptions=True)
        self._labels = count(1)

    def __enter__(self):
        self._first.__enter__()
        return self

    def __exit__(self, *told):
        self._first.__exit__(*told)

    def nobody(self, address="testclient"):
        """Somebody who has not come in. All share the loop of the application."""
        visitor = Visitor(self.app, client=(address, 50000))
        visitor.portal = self._first.portal
        return visitor

    def as_(self, who):
        """Somebody by role, by the name of a player, or a device at T1; ``"player"`` is Ann."""
        name = str(who)
        if name == "nobody":
            return self.nobody()
        if name in DEVICES:
            return self.device(name)
        if name in BADGES:
            return log_in(self.nobody(), BADGES[Role(name)])
        assert name not in staff_roles(), f"add a badge for {name} to BADGES in tests/support/demo.py"
        return self.session_of(Actor("ann" if name == "player" else name, Role.PLAYER))

    def session_of(self, actor):
        """Somebody who came in another way."""
        token, session = token_for(self.app.state.context, actor)
        visitor = self.nobody()
        visitor.cookies.set("pitboss_session", token)
        visitor.headers[CSRF] = session.csrf
        return visitor

    def device(self, kind, table_id="T1"):
        """A display or the controller of a table, with its token."""
        admin = self.as_("admin")
        label = f"{kind}-{next(self._labels)}"
        told = admin.done("/api/office/issue-pass", label=label, kind=kind, table_id=table_id)
        visitor = self.nobody()
        visitor.headers["authorization"] = f"Bearer {told['token']}"
        return visitor
