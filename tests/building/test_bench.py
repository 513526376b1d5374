"""The bench: ratios say who is better by how much, the page says what could not be measured, the peers are pinned."""

import re
import subprocess
import sys
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"
MODULES = ("groups", "machine", "page", "rows", "run", "telling")


@pytest.fixture
def bench(monkeypatch):
    """Gives a module of the bench, whose scripts stand beside each other and in no package."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield import_module
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.fixture
def rows(bench):
    return bench("rows")


def row(rows, figure, unit="hands/s", **more):
    return rows.Row("Exact analyses", "work", "Pitboss", figure, unit, "Once.", **more)


@pytest.mark.parametrize(
    ("figure", "unit", "mark", "ratio"),
    [(30.0, "hands/s", 10.0, 3.0), (5.0, "hands/s", 10.0, 0.5), (5.0, "s", 10.0, 2.0), (1000.0, "MB", 500.0, 0.5)],
)
def test_more_than_one_is_better_than_the_mark_whatever_the_unit(rows, figure, unit, mark, ratio):
    found, words = rows.comparison(row(rows, figure, unit, mark=mark), [])
    assert found == ratio
    assert words == f"this to the mark of {rows.shown(mark)} {unit}"


def test_a_peer_is_held_against_ours_and_more_work_against_less(rows):
    ours = row(rows, 300.0, name="ours")
    assert rows.comparison(row(rows, 100.0, against="ours"), [ours])[0] == 3.0
    assert rows.comparison(row(rows, 150.0, over="ours"), [ours])[0] == 0.5


def test_a_row_without_anything_to_hold_it_against_has_no_ratio(rows):
    unmeasured = rows.not_measured("Exact analyses", "work", "a peer", "it is not there")
    assert rows.comparison(row(rows, 1.0), []) is None
    assert rows.comparison(unmeasured, []) is None
    assert rows.comparison(row(rows, 1.0, against="ours"), [row(rows, None, name="ours")]) is None


@pytest.mark.parametrize(
    ("figure", "text"),
    [(0.0314, "0.0314"), (0.5, "0.50"), (42.04, "42.0"), (1234.0, "1,234"), (15_000_000.0, "15.0 M")],
)
def test_figures_are_short(rows, figure, text):
    assert rows.shown(figure) == text


def test_hands_compare_alike_under_any_numbering(bench):
    worth_of = bench("dealt_hands").worth_of
    assert worth_of([7, 3, 7, 9]) == worth_of([20, 10, 20, 21])
    assert worth_of([7, 3, 7, 9]) != worth_of([7, 3, 8, 9])


def test_the_page_names_who_disagrees_and_what_was_not_measured(bench, rows):
    machine = bench("machine").Machine("a processor", 2, 16.0, "a system", "a Python", [("numba", "1")], [])
    measured = [
        rows.Row("Durable commands", "writing", "Pitboss", None, "", "Not measured: no disk."),
        row(rows, 2_000_000.0, worth="a", name="ours"),
        rows.Row("Exact analyses", "work", "a peer", 500_000.0, "hands/s", "In a loop.", against="ours", worth="b"),
    ]
    text = bench("page").write_page(measured, machine, date(2026, 11, 16), "0.1 and 0.2", quick=True)
    assert "| 2 |  | work | a peer | 500,000 hands/s | 4.00 | ours, work, to this |" in text
    assert "| 3 | Durable commands | writing | Pitboss | not measured |  |  |" in text
    assert "3. Pitboss, writing: Not measured: no disk." in text
    assert "something else than we do: a peer." in text
    assert "quick run" in text
    assert "{" not in text


def test_every_measurement_is_there_and_belongs_to_a_group(bench):
    run, groups = bench("run"), bench("groups")
    measurements = run.MEASUREMENTS | run.LONG
    assert [script for script in measurements if not (BENCH / script).exists()] == []
    assert set(measurements.values()) <= set(groups.GROUPS)


def bench_run(*arguments):
    command = [sys.executable, str(BENCH / "run.py"), "--quick", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_run_writes_its_page_and_says_which_peers_are_missing(tmp_path):
    page = tmp_path / "page.md"
    nobody = ["--peers", str(tmp_path / "nobody")]
    ended = bench_run("--only", "one_seat.py", "peers/rounds.py", *nobody, "--page", str(page))
    text = page.read_text(encoding="utf-8")
    assert ended.returncode == 1
    assert re.search(r"\| Power Blackjack \| Pitboss \| [\d,]+ rounds/s \|", text)
    assert "Not measured: the peers are not installed" in text


def test_a_measurement_that_is_none_is_refused_with_those_that_are():
    ended = bench_run("--only", "roulette.py")
    assert ended.returncode == 1
    assert ended.stderr.startswith("roulette.py is no measurement: there are hand_values.py, ")


def test_the_peers_are_pinned_with_hashes_and_without_addresses():
    text = (BENCH / "peers" / "requirements.txt").read_text()
    asked = [line for line in (BENCH / "peers" / "requirements.in").read_text().splitlines() if line[:1] != "#"]
    pins = re.split(r"\n(?=\S)", text.strip())
    assert "://" not in text
    assert all("==" in pin.splitlines()[0] and "--hash=sha256:" in pin for pin in pins)
    assert {name.replace("_", "-") for name in asked} <= {pin.split("==")[0] for pin in pins}
