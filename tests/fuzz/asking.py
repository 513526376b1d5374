"""Spoilt requests to every address of the interface: bodies, queries, paths, cookies and headers.

What Schemathesis does not reach (tests/server/test_schemathesis.py asks by the document): bodies that are nearly right,
bodies that are no JSON, what lies inside free tables such as the content of a proposal, and what comes beside a body.
"""

import json
from urllib.parse import quote, urlencode

from hypothesis import strategies as st

from fuzz import machines
from fuzz.junk import WORDS
from fuzz.oracle import FaultError, judge_sentence
from fuzz.spoiling import spoilt
from pitboss.house.actor import Actor
from pitboss.house.permissions import ASKS, MATRIX
from support.demo import BADGES, TABLES

SLOW = ("/api/lab/advise", "/api/lab/design")
"""Answered by the bench, a process of its own; what it reads is in the table of readers."""

KINDS = ("application/json", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "")
NAMES = {"table_id": list(TABLES), "meter_id": ["M1"], "player": ["ann", "bob"], "round_number": ["1"], "badge": ["7"]}

SETTINGS = {"rules": {"game": "three-card-poker", "seats": 6, "progressive": "TCPP-1"}, "meter_id": "M1"}
PROPOSALS = (
    ("create-table", "T9", SETTINGS),
    ("configure-table", "T1", SETTINGS | {"rules": {"game": "fortune-san-lo", "house_way": "rule-list"}}),
    ("create-meter", "M9", {"meter_id": "M9", "parameters": machines.parameters()[0]}),
    ("set-parameters", "M1", {"meter_id": "M1", "parameters": machines.parameters()[0]}),
    ("adjust-meter", "M1", {"meter_id": "M1", "reason": "display malfunction", "millicents": -1000, "note": "dark"}),
    ("add-staff", "99", {"badge": "99", "name": "Nia", "role": "dealer", "license": ""}),
)
"""What two people agree on has a form of its own for each kind."""


class Operation:
    """An address with its method, and what the document says of it."""

    def __init__(self, method, path, told):
        self.method, self.path, self.told = method, path, told
        self.queries = [each["name"] for each in told.get("parameters", ()) if each["in"] == "query"]

    @property
    def who(self):
        """Roles that may, where only some may."""
        slug = self.told.get("x-command")
        allowed = MATRIX[slug] if slug else ASKS.get(self.told.get("x-ask", ""), ())
        return [role.value for role in BADGES if role in allowed][:2] or ["nobody", "auditor", "admin"]

    def bodies(self, schemas):
        """Valid bodies."""
        content = self.told.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return ({},)
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        shown = schemas.get(name, {}).get("example", {"name": "Gina"})
        if self.path == "/api/office/propose":
            return tuple(
                shown | {"kind": kind, "subject": subject, "content": content} for kind, subject, content in PROPOSALS
            )
        return (shown,)


def operations(document):
    """Everything that can be asked."""
    found = [
        Operation(method, path, told) for path, methods in document["paths"].items() for method, told in methods.items()
    ]
    return [each for each in found if each.path not in SLOW]


@st.composite
def requests(draw, document):
    """Who asks, how, where, and with what."""
    operation = draw(st.sampled_from(operations(document)))
    who = draw(st.sampled_from(operation.who))
    path = operation.path
    for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
        known = NAMES.get(name, ["x"])
        path = path.replace(
            f"{{{name}}}",
            quote(draw(st.sampled_from([*known] * 8 + list(WORDS))), safe="", errors="surrogatepass") or "%20",
        )
    if operation.queries and draw(st.booleans()):
        asked = draw(st.dictionaries(st.sampled_from(operation.queries), st.sampled_from((*WORDS, "5", "json", "csv"))))
        path += f"?{urlencode(asked, errors='surrogatepass')}"
    content = None
    if operation.method == "post":
        bodies = operation.bodies(document["components"]["schemas"])
        trees = spoilt(bodies).map(as_body)
        papers = spoilt([json.dumps(body).encode() for body in bodies])
        content = draw(trees | trees | papers)
    headers = {"content-type": draw(st.sampled_from((KINDS[0],) * 9 + KINDS))}
    if draw(st.integers(0, 9)) == 0:
        name = draw(
            st.sampled_from(("cookie", "authorization", "x-csrf-token", "x-request-id", "accept", "host", "range"))
        )
        headers[name] = (
            draw(st.sampled_from(WORDS)).encode("utf-8", "surrogatepass").replace(b"\n", b" ").replace(b"\r", b"")
        )
    return who, operation.method, path, content, headers


def as_body(tree):
    """A tree as it is sent; what JSON cannot write is left out."""
    return json.dumps(tree).encode()


class Crowd:
    """Somebody of every role, who comes in again whenever what was asked has ended the session."""

    def __init__(self, visitors):
        self._visitors, self._known = visitors, {}
        self.fine = self.refused = 0

    def ask(self, who, *asked):
        """Ask as somebody; the answer is judged."""
        status = ask(self._client(who), *asked)
        if status == 401:
            self._known.pop(who)
        if status < 400:
            self.fine += 1
        else:
            self.refused += 1

    def _client(self, who):
        if who not in self._known:
            role = next((role for role in BADGES if role.value == who), None)
            visitors = self._visitors
            self._known[who] = visitors.session_of(Actor(BADGES[role], role)) if role else visitors.as_(who)
        return self._known[who]


def ask(client, method, path, content, headers):
    """Ask, and judge the answer; its status."""
    answer = client.request(method, path, content=content, headers=headers)
    given = (method, path, content, headers)
    if answer.status_code >= 500 and answer.json().get("code") not in ("busy", "too-long"):
        raise FaultError(f"{method} {path} answers {answer.status_code}: {answer.text[:300]}\n  given {given!r:.3000}")
    if answer.status_code >= 400:
        if answer.headers["content-type"] != "application/problem+json":
            raise FaultError(f"{method} {path} refuses in another form: {answer.text[:300]}\n  given {given!r:.3000}")
        # The faults of a body are told one by one, so such a sentence may be longer.
        if answer.json()["code"] != "unreadable":
            judge_sentence(answer.json()["detail"], given, f"{method} {path}")
    return answer.status_code
