"""The whole interface as its document describes it, asked at random: no fault, and every answer as described."""

import os

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pitboss.house.permissions import ASKS, MATRIX
from support.demo import TABLES

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

LOOKING = ("nobody", "player", "auditor", "admin")
SENDING = ("dealer", "player", "supervisor", "executive", "accounting", "surveillance", "admin")
"""Who looks, and who sends commands: of each command the first two who may."""

AT_THE_DOOR = tuple(f"/api/{name}" for name in ("log-in", "enroll", "guest", "second-factor", "here", "log-out"))

BOUNDED = settings(
    max_examples=3 * int(os.environ.get("PITBOSS_PROVE", "1")),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def schema(both_visitors):
    return schemathesis.openapi.from_dict(both_visitors.app.openapi())


@pytest.fixture(scope="module")
def people(both_visitors):
    """Somebody in each role."""
    return {who: both_visitors.as_(who) for who in {*LOOKING, *SENDING}}


def ask(operation, visitor):
    """Ask one operation a few times."""

    @BOUNDED
    @given(case=operation.as_strategy(), table_id=st.sampled_from([*TABLES, None]))
    def asked(case, table_id):
        if table_id is not None:  # else it is one that nobody knows
            known = {"table_id": table_id, "meter_id": "M1", "player": "bob"}
            case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
        wanted = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
        headers = {name: value for name, value in wanted.headers.items() if name != "User-Agent"}
        answer = visitor.request(wanted.method, wanted.url, headers=headers, content=wanted.body)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"

    asked()


def operations(schema, method):
    """What the document has under a method."""
    found = [result.ok() for result in schema.get_all_operations()]
    return [operation for operation in found if operation.method == method]


def test_every_look_answers_as_described(schema, people):
    looks = operations(schema, "get")
    assert len(looks) > 30
    for who in LOOKING:
        for operation in looks:
            ask(operation, people[who])


def test_every_command_answers_as_described(schema, people):
    commands = [each for each in operations(schema, "post") if each.path not in AT_THE_DOOR]
    assert len(commands) > 100
    for operation in commands:
        raw = operation.definition.raw
        allowed = MATRIX[raw["x-command"]] if "x-command" in raw else ASKS[raw["x-ask"]]
        for who in [who for who in SENDING if who in allowed][:2]:
            ask(operation, people[who])


def test_the_door_answers_as_described(schema, both_visitors):
    for operation in operations(schema, "post"):
        if operation.path in AT_THE_DOOR:
            ask(operation, both_visitors.nobody())
