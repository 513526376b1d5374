"""The browser writes an instant exactly as the house does, whatever the zone of the machine it runs on."""

import json
import os
import shutil
import subprocess
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pitboss.house.reports.gaming_day import GamingDays, LocalTime, print_instant

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join((os.environ["PATH"], str(ROOT / ".venv/bin")))
RUN = """
import { written } from "./local-time.mjs";
const { zone, dayStarts, instants } = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(instants.map(([at, day]) => written(at, { zone, dayStarts }, day))));
"""


@pytest.fixture(scope="module")
def browser_writes(tmp_path_factory):
    """What the code of the pages makes of some instants, in Node, on a machine that stands in Tokyo."""
    folder = tmp_path_factory.mktemp("time")
    (folder / "run.mjs").write_text(RUN)
    node = shutil.which("node", path=PATH)
    source = ROOT / "web/src/parts/local-time.ts"
    bundle = [node, ROOT / "web/node_modules/rolldown/bin/cli.mjs", source, "--format", "esm"]
    subprocess.run([*bundle, "--file", "local-time.mjs"], cwd=folder, check=True, capture_output=True, timeout=60)

    def ask(zone, day_starts, instants):
        said = json.dumps({"zone": zone, "dayStarts": day_starts, "instants": instants})
        machine = os.environ | {"TZ": "Asia/Tokyo"}
        run = [node, "run.mjs"]
        done = subprocess.run(
            run, cwd=folder, input=said, text=True, check=True, capture_output=True, timeout=60, env=machine
        )
        return json.loads(done.stdout)

    return ask


def instants(zone):
    """Around both changes of the clock of a year, around midnights and starts of days, and some others."""
    found = [
        datetime(2026, 1, 1, 7, 59, 59, 999_000, tzinfo=UTC),
        datetime(2026, 11, 16, 6, 23, 7, 120_000, tzinfo=UTC),
    ]
    for hours in range(365 * 24):
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hours)
        offsets = {(at + timedelta(hours=each)).astimezone(ZoneInfo(zone)).utcoffset() for each in (-1, 1)}
        if len(offsets) > 1:
            found += [at + timedelta(minutes=minutes) for minutes in range(-240, 241, 5)]
    found += [datetime(2026, 11, 15, tzinfo=UTC) + timedelta(minutes=15 * number) for number in range(4 * 24)]
    return found


@pytest.mark.parametrize("starts", ["00:00", "01:45", "06:00", "06:30", "12:00"])
@pytest.mark.parametrize(
    "zone",
    ["America/Los_Angeles", "America/New_York", "America/Phoenix", "Australia/Lord_Howe", "Europe/London", "UTC"],
)
def test_the_browser_writes_what_the_house_writes(browser_writes, zone, starts):
    days = GamingDays(zone, time.fromisoformat(starts))
    asked = [print_instant(each) for each in instants(zone)]
    assert browser_writes(zone, starts, [(at, None) for at in asked]) == [str(LocalTime(at, days)) for at in asked]


def test_a_record_brings_its_own_gaming_day(browser_writes):
    (told,) = browser_writes("America/Los_Angeles", "06:00", [("2026-11-16T06:23:07.120000Z", "2026-11-14")])
    assert told == "Nov 15, 2026 10:23:07 PM, gaming day Nov 14"
