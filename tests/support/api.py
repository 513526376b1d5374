"""People of the card room who know its public interface only."""

from itertools import count

from support.visitors import Visitor, guest, log_in

_numbers = count(1)


class Person:
    """Somebody with a browser: one session, and commands with ids of their own."""

    def __init__(self, app, name):
        self.client, self.name = Visitor(app), name

    def log_in(self, badge, pin):
        """Come in with badge and PIN."""
        log_in(self.client, badge, pin)
        return self

    def come_in(self):
        """Come in as a guest."""
        guest(self.client, self.name)
        self.id = self.client.look("/api/me")["name"]
        return self

    def post(self, path, **fields):
        """Send a command, whatever comes of it. What must be signed is."""
        return self.client.command(f"/api/{path}", **fields)

    def send(self, path, **fields):
        """Send a command that must be done."""
        answer = self.post(path, **fields)
        assert answer.status_code == 200, f"{path} {fields}: {answer.text}"
        return answer.json()

    def refused(self, path, **fields):
        """Send a command that must be refused; the problem."""
        answer = self.post(path, **fields)
        assert answer.status_code >= 400, f"{path} {fields} was done"
        assert answer.headers["content-type"] == "application/problem+json"
        return answer.json()

    def look(self, path, **query):
        """Look at something."""
        answer = self.client.get(f"/api/{path}", params=query)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json() if "json" in answer.headers["content-type"] else answer

    def agree_with(self, other, kind, subject, content):
        """Propose something that another approves; the id of the proposal."""
        proposal_id = f"p-{next(_numbers)}"
        self.approval_of(other, kind, subject, content, proposal_id)
        return proposal_id

    def approval_of(self, other, kind, subject, content, proposal_id=None):
        """The same: what the other one was answered."""
        proposal_id = proposal_id or f"p-{next(_numbers)}"
        self.send(
            "office/propose",
            proposal_id=proposal_id,
            kind=kind,
            subject=subject,
            content=content,
            reason="as discussed",
        )
        return other.approve(proposal_id)

    def approve(self, proposal_id):
        """Approve a proposal as it is read, with the PIN again."""
        digest = self.look(f"proposals/{proposal_id}")["digest"]
        return self.send("office/approve", proposal_id=proposal_id, digest=digest)


DECISIONS = {
    "play": {},
    "set_hand": None,
    "ask_house_way": {},
    "draw": {"cards": ""},
    "no_insurance": {},
    "stand": {},
    "keep_card": {},
}
"""What our players do, the first that is allowed. Hands that must be set are left to the house way."""


def play_on(table_id, dealer, players):
    """Let a round go on to its end, by what everybody sees of it."""
    awaiting = dealer.look(f"tables/{table_id}")["round"]["awaiting"]
    while awaiting["kind"] != "nothing":
        view = _step(table_id, awaiting, dealer, players)["view"]
        awaiting = view["round"]["awaiting"]
    return view


def _step(table_id, awaiting, dealer, players):
    seat, operations = awaiting["seat"], awaiting["operations"]
    if awaiting["kind"] == "cards" or operations == ["press_green_button"]:
        return dealer.send(f"tables/{table_id}/deal-cards")
    if awaiting["kind"] == "decision":
        name = next(name for name, more in DECISIONS.items() if name in operations and more is not None)
        slug = name.replace("_", "-")
        return players[seat].send(f"tables/{table_id}/round/{slug}", seat=seat, **DECISIONS[name])
    slug = operations[0].replace("_", "-")
    whose = {"seat": seat} if slug in ("settle", "player-house-way", "pay-blackjack") else {}
    return dealer.send(f"tables/{table_id}/round/{slug}", **whose)
