"""Figures: what is counted, and who may read it."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from support.demo_rooms import visited


def figures(client):
    """Every figure by its name and labels, without the number of the process."""
    found = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            assert sample.labels["pid"].isdigit()
            labels = ",".join(value for name, value in sorted(sample.labels.items()) if name != "pid")
            found[f"{sample.name} {labels}".strip()] = sample.value
    return found


def test_requests_commands_and_the_room_are_counted(visitors):
    admin, here = visitors.as_("supervisor"), visitors.nobody("127.0.0.1")
    assert admin.done("/api/tables/T1/fill", cents=500)
    assert admin.command("/api/tables/T1/fill", cents=-500).status_code == 409
    assert admin.post("/api/tables/T1/fill", json={"command_id": "again", "cents": 500}).status_code == 200
    assert admin.post("/api/tables/T1/fill", json={"command_id": "again", "cents": 500}).status_code == 200
    assert here.get("/nowhere").status_code == here.get("/elsewhere").status_code == 404
    seen = figures(here)
    assert seen["pitboss_requests_total POST,/api/tables/{table_id}/fill,200"] == 3
    assert seen["pitboss_requests_total POST,/api/tables/{table_id}/fill,409"] == 1
    assert seen["pitboss_requests_total GET,nowhere,404"] == 2
    assert seen["pitboss_request_seconds_count /api/tables/{table_id}/fill"] == 4
    assert seen["pitboss_commands_total fill,done"] == 2
    assert seen["pitboss_commands_total fill,repeated"] == 1
    assert seen["pitboss_commands_total fill,refused"] == 1
    assert seen["pitboss_tables open"] == 5
    assert seen["pitboss_meter_shown_cents M1"] == 100_000
    assert seen["pitboss_database_up"] == 1
    assert seen["pitboss_threads"] == 8


def test_no_figure_has_a_name_of_a_player_or_a_table_in_it(visitors):
    visitors.as_("dealer").done("/api/tables/T1/take-seat", seat=1, player="ann")
    page = visitors.nobody("127.0.0.1").get("/metrics").text
    assert not re.search(r"\bann\b|T1", page)


def test_sockets_are_counted_while_they_are_open(visitors):
    here = visitors.nobody("127.0.0.1")
    with here.websocket_connect("/api/live") as line:
        line.send_json({"watch": "room"})
        line.receive_json()
        assert figures(here)["pitboss_sockets"] == 1
    assert figures(here)["pitboss_sockets"] == 0


@pytest.mark.parametrize(("address", "status"), [("127.0.0.1", 200), ("::1", 200), ("10.0.0.7", 403)])
def test_only_this_machine_may_read_them(shared_visitors, address, status):
    assert shared_visitors.nobody(address).get("/metrics").status_code == status


def test_they_can_be_set_to_be_open(demo):
    with visited(demo, metrics_open=True) as visitors:
        assert visitors.nobody("10.0.0.7").get("/metrics").status_code == 200
