"""Hostile texts in every field of every address: nothing breaks, nothing is run, and what comes out is harmless."""

import csv
import io
import json
import os
import re
from itertools import cycle
from urllib.parse import quote

import pytest
from sqlalchemy import inspect

from pitboss.house.permissions import ASKS, MATRIX, QUERIES
from pitboss.house.records.export import harmless
from pitboss.house.records.self_check import selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.report_list import REPORTS
from pitboss.house.storage.schema import METADATA
from support.demo import BADGES
from support.visitors import guest

PRINTABLE = "=1+1'); DROP TABLE staff; --\"<script>alert(1)</script>{{7*7}}${7*7}%s%n../../etc/passwd|calc"
"""For SQL, HTML, templates, format strings, paths and spreadsheets at once. It is a good reason for anything."""

UNPRINTABLE = "a\r\nSet-Cookie: x=1\n2026-11-15 12:00:00 the jackpot was paid\x1b[31m\x00\u202e"
SURROGATE = "\ud800"
LONG = "x" * 100_000

OTHERS = (UNPRINTABLE, SURROGATE, LONG)
"""In `make test` each field gets one of them in turn, and all with PITBOSS_PROVE=2."""

ALL = int(os.environ.get("PITBOSS_PROVE", "1")) > 1

SENDERS = ("supervisor", "admin", "executive", "accounting", "surveillance", "dealer", "player", "auditor")
KNOWN = {"table_id": "T1", "meter_id": "M1", "player": "bob", "number": "1", "game": "double-draw", "seat": "1"}
LOGIN = ("/api/log-in", "/api/enroll", "/api/guest", "/api/second-factor", "/api/here")


@pytest.fixture(scope="module")
def document(visitors):
    return visitors.app.openapi()


@pytest.fixture(scope="module")
def people(visitors):
    return {who: visitors.as_(who) for who in (*SENDERS, "nobody")}


def operations(document, method):
    for path, methods in document["paths"].items():
        if method in methods:
            yield path, methods[method]


def filled(path, **other):
    known = KNOWN | {"name": "trial-balance"} | other
    return re.sub(r"{(\w+)}", lambda found: str(known.get(found[1], "x-1")), path)


def sender_of(told):
    allowed = MATRIX[told["x-command"]] if "x-command" in told else ASKS[told["x-ask"]]
    return next(who for who in SENDERS if who in allowed)


def bodies(document):
    """Every address that takes a body, with its example and the names of its texts."""
    for path, told in operations(document, "post"):
        if "requestBody" not in told:
            continue
        name = told["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        schema = document["components"]["schemas"][name]
        texts = [
            field
            for field, kind in schema["properties"].items()
            if "string" in (kind.get("type"), *(one.get("type") for one in kind.get("anyOf", ())))
        ]
        yield path, told, schema["example"], texts


def verify_answered(answer):
    assert answer.status_code < 500, f"{answer.request.url}: {answer.text[:300]}"
    assert "html" not in answer.headers.get("content-type", "")
    assert "x" not in answer.cookies


def post(client, path, body):
    """As JSON says it: what cannot be sent as UTF-8 is sent as JSON writes it."""
    return client.post(filled(path), content=json.dumps(body), headers={"content-type": "application/json"})


@pytest.fixture(scope="module")
def attacked(document, people):
    """The room after hostile texts were sent in every field: how many, and how many were taken."""
    taken, tried, in_turn = 0, 0, cycle(OTHERS)
    for path, told, example, texts in bodies(document):
        client = people["nobody" if path in LOGIN else sender_of(told)]
        for field in texts:
            for text in (PRINTABLE, *OTHERS) if ALL else (PRINTABLE, next(in_turn)):
                tried += 1
                own = {"command_id": f"attack-{tried}"} if "command_id" in example else {}
                answer = post(client, path, example | own | {field: text})
                verify_answered(answer)
                taken += answer.status_code == 200
    return tried, taken


def test_no_text_in_any_body_breaks_the_room(attacked, demo):
    tried, taken = attacked
    assert tried > 350
    assert taken > 3  # some are words of people, and are on record now
    with demo.database.reading() as connection:
        assert set(METADATA.tables) <= set(inspect(connection).get_table_names())
    checks = selfcheck(demo.database, demo.room.house, Strongbox(read_key(demo.key)))
    assert [check.sentence for check in checks if not check.is_ok] == []
    assert len(demo.rows("staff")) == len(BADGES) + 1, "badge 2 is a second admin"


def test_no_text_in_any_address_breaks_the_room(document, people):
    for path, told in operations(document, "get"):
        client = next(
            people[who] for who in ("nobody", *SENDERS) if "x-query" not in told or who in QUERIES[told["x-query"]]
        )
        for parameter in told.get("parameters", ()):
            for text in (PRINTABLE, UNPRINTABLE, "9" * 400):
                where = parameter["name"]
                in_query = {where: text} if parameter["in"] == "query" else {}
                in_path = {} if in_query else {where: quote(text, safe="")}
                answer = client.get(filled(path, **in_path), params=in_query)
                assert answer.status_code < 500, f"{answer.request.url}: {answer.text[:300]}"


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_no_cell_is_a_formula_whatever_separates_the_cells(separator):
    hostile = ["=1+1", "ann;=1+1", "ann\t@SUM(A1)", "ann|+1", 'ann;"=1+1"', "ann\r\n-1", " ;  =1", '"=1', "a,=1"]
    out = io.StringIO(newline="")
    csv.writer(out).writerow(harmless([*hostile, -5, 7, -2.5]))
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        if separator == "," and quoting == csv.QUOTE_NONE:
            continue  # who separates by commas knows quotes: they are there for it
        read = csv.reader(io.StringIO(out.getvalue(), newline=""), delimiter=separator, quoting=quoting)
        cells = [cell for row in read for cell in row]
        assert not [cell for cell in cells if re.match(r"[\s\"]*[=+@-]", cell) and not re.match(r"-?[\d.]+(,|$)", cell)]
    assert out.getvalue().endswith(",-5,7,-2.5\r\n")


def test_no_cell_of_any_csv_is_a_formula_and_amounts_stay_numbers(attacked, people):
    sheets = {"audit/export": people["auditor"].get("/api/audit/export", params={"format": "csv"}).text}
    for name in REPORTS:
        sheets[name] = people["auditor"].get(f"/api/reports/{name}", params={"format": "csv"}).text
    cells = [cell for sheet in sheets.values() for row in csv.reader(io.StringIO(sheet)) for cell in row]
    risky = [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n")]
    assert [cell for cell in risky if not re.fullmatch(r"-\d+(\.\d+)?", cell)] == []
    assert any("'=1+1" in cell for cell in cells)
    assert any(re.fullmatch(r"-\d+\.\d\d", cell) for cell in risky)


def test_no_page_has_a_script_of_somebody(attacked, people, visitors):
    gina = guest(visitors.nobody(), "<script>alert(1)</script>")
    assert gina.look("/api/wallet")["name"] == "<script>alert(1)</script>"
    pages = [f"reports/{name}" for name in REPORTS] + ["tables/T1/placard"]
    for page in pages:
        for who in ("auditor", "executive"):
            answer = people[who].get(f"/api/{page}", params={"format": "html"})
            assert answer.headers["content-type"] == "text/html; charset=utf-8", page
            assert "<script" not in answer.text, page


# ---- what cannot be told again


NESTED = '{"a":' * 400 + "1" + "}" * 400
CONTENTS = [
    NESTED,
    '{"a": NaN}',
    '{"a": -Infinity}',
    '{"a": 1e999}',
    '{"a": "\\u0000"}',
    '{"a": "\\ud800"}',
    '{"\\ud800": 1}',
]


@pytest.mark.parametrize("content", [*CONTENTS, "[" * 100_000, '{"a": ' + "9" * 5000 + "}"], ids=range(9))
def test_what_could_not_be_told_again_is_not_recorded(people, content, demo):
    before = len(demo.rows("journal"))
    body = '{"command_id": "deep", "proposal_id": "deep", "kind": "adjust-meter", "subject": "M1", "reason": "r", '
    answer = people["supervisor"].post(
        "/api/office/propose", content=f'{body}"content": {content}}}', headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == "unreadable"
    assert len(demo.rows("journal")) == before
    assert people["auditor"].get("/api/proposals").status_code == 200


def test_twenty_levels_are_enough_for_anybody_and_can_be_told(people):
    adjustment = {"meter_id": "M1", "reason": "display malfunction", "millicents": -1000, "note": "a cent"}
    deep = adjustment | json.loads('{"a":' * 18 + "1" + "}" * 18)
    proposed = {"proposal_id": "level", "kind": "adjust-meter", "subject": "M1", "content": deep, "reason": "odd"}
    people["supervisor"].done("/api/office/propose", **proposed)
    assert any(each["proposal_id"] == "level" for each in people["auditor"].look("/api/proposals")["proposals"])
    assert people["auditor"].get("/api/audit/export", params={"format": "csv"}).status_code == 200


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 19_000, "a = " + "{a = " * 3_000, "a." * 9_000 + "a = 1"], ids=range(3)
)
def test_a_nested_design_is_refused_and_breaks_no_bench(people, text):
    answer = people["executive"].post("/api/lab/design", json={"text": text})
    assert answer.status_code in (409, 422), answer.text[:300]
