"""A short soak: guests who keep books of their own play every game, and the cage has what they reckoned.

``prove/soak.py`` does it for tens of thousands of rounds, and looks at memory and latency too.
"""

import asyncio

import pytest

from pitboss.bots.crowd import Plan
from pitboss.bots.staff import find_tables, log_in, make_tables
from pitboss.bots.tally import Times
from pitboss.bots.wire import Address, Wire
from pitboss.house.records.self_check import selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.trial_balance import trial_balance
from pitboss.paytables import Game
from pitboss.sources import SystemIds
from support.crash_audit import faults
from support.crowds import BADGES, play_rounds
from support.soak_bots import CountingCrowd, Purse
from support.soak_figures import Figures, Process, Sample

ROUNDS = 8
"""At each of four tables, on each database."""
CHIPS_CENTS = 60_000
"""So little that some lose it all, and somebody else takes the seat."""


async def counted(url):
    """Two guests at a table of each game."""
    wire = Wire(Address.parse(url))
    staff = await log_in(wire, BADGES, SystemIds())
    await make_tables(wire, staff, len(Game), list(Game))
    tables = tuple(table.table_id for table in await find_tables(wire) if table.is_for_bots)
    crowd = CountingCrowd(Plan(url, tables, seats=2, pace="flat"), wire, staff, CHIPS_CENTS)
    await play_rounds(crowd, ROUNDS)
    wire.close()
    return crowd


def test_what_guests_reckon_is_what_the_cage_has(served):
    with served(guest_chips_cents=CHIPS_CENTS) as (floor, url):
        crowd = asyncio.run(counted(url))
        assert crowd.faults == []
        assert crowd.reckoned >= crowd.plan.number
        assert any(purse.gained_cents for purse in crowd.purses)
        assert crowd.push_times.share(50) > 0
        with floor.database.reading() as connection:
            assert trial_balance(connection, floor.room.house).total_millicents == 0
        checks = selfcheck(floor.database, floor.room.house, Strongbox(read_key(floor.key)))
        assert [check.sentence for check in checks if not check.is_ok] == []
        assert faults(floor.room) == []


# ---- what a soak says of its samples


def test_a_purse_that_is_short_is_found():
    purse = Purse("guest-1", given_cents=10_000)
    line = {"pay_cents": 1_000, "stake_cents": 500}
    taken = {"event": "seat-taken", "seat": 2, "player": "guest-1"}
    events = [
        taken,
        {"event": "seat-settled", "seat": 2, "lines": [line]},
        {"event": "envy-paid", "seat": 3, "cents": 7},
    ]
    purse.hear({"fresh": False, "view": {}, "events": [{"version": 1, "event": event} for event in events]})
    purse.says_cents = 10_500
    assert purse.off_cents == 0
    purse.says_cents = 10_499
    assert purse.off_cents == -1


def samples(number=40, *, leak_mb=0.0, slower=1.0, dearer=1.0, files=0):
    """A soak in which something grows with the rounds."""
    made = []
    for i in range(number + 1):
        rounds, share = 500 * i, i / number
        times = Times()
        times.add(0.01 * (1 + (slower - 1) * share), 50)
        process = Process(200 + leak_mb * rounds / 10_000, 30 + round(files * share), 12)
        cpu = rounds * 0.04 * (1 + (dearer - 1) * share)
        made.append(Sample(i * 5.0, rounds, {"server": process}, 50 + rounds * 0.01, cpu, times, times))
    return made


def test_a_flat_soak_has_no_faults():
    assert list(Figures(samples()).faults()) == []
    assert Figures(samples()).as_json()["database_kb_a_round"] == pytest.approx(10.2, abs=0.1)


@pytest.mark.parametrize(
    ("grows", "sentence"),
    [
        ({"leak_mb": 13}, "the server grew by 13.0 MB in 10,000 rounds"),
        ({"slower": 3}, "commands took 1.5"),
        ({"dearer": 2}, "a round cost 1.5"),
        ({"files": 60}, "30 more files are open than in the second quarter"),
    ],
)
def test_what_grows_is_named(grows, sentence):
    assert any(fault.startswith(sentence) for fault in Figures(samples(**grows)).faults())
