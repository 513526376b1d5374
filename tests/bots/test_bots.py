"""Bots through the door of a real server: they sit down, bet and decide, and nobody refuses them anything."""

import asyncio
from pathlib import Path

import pytest

import pitboss.bots
from pitboss.bots import crowd as crowds
from pitboss.bots.crowd import Crowd, Plan
from pitboss.bots.errors import BotsError
from pitboss.bots.staff import find_tables, log_in, make_tables
from pitboss.bots.wire import Address, Wire
from pitboss.games.audience import PUBLIC
from pitboss.house.reports.trial_balance import trial_balance
from pitboss.paytables import Game
from pitboss.sources import SystemIds
from support.crowds import BADGES, play_rounds
from support.imports import imports_of


def troubles(crowd):
    """What was refused, but for what comes too late: others were faster, or the bets were closed."""
    return {what: times for what, times in crowd.tally.refused.items() if not what.endswith("not-allowed")}


async def full_house(url, rounds, games=tuple(Game), **plan):
    """Tables of these games made by the staff, and bots at them."""
    wire = Wire(Address.parse(url))
    staff = await log_in(wire, BADGES, SystemIds())
    assert await make_tables(wire, staff, len(games), list(games)) == len(games)
    assert await make_tables(wire, staff, len(games), list(games)) == 0
    tables = tuple(table.table_id for table in await find_tables(wire) if table.is_for_bots)
    crowd = Crowd(Plan(url, tables, **({"pace": "flat", "seats": 2} | plan)), wire, staff)
    await play_rounds(crowd, rounds)
    wire.close()
    return crowd


def test_bots_play_every_game_and_leave(served):
    with served() as (floor, url):
        crowd = asyncio.run(full_house(url, rounds=3))
        assert crowd.tally.rounds >= 12
        assert crowd.tally.pushes
        assert not crowd.tally.lost
        assert not troubles(crowd)
        assert all(not floor.room.table(table_id).seatings for table_id in crowd.plan.tables)
        with floor.database.reading() as connection:
            assert trial_balance(connection, floor.room.house).total_millicents == 0


@pytest.mark.parametrize("strategy", ["random", "timid"])
def test_other_strategies_play_too(quickly_served, strategy):
    with quickly_served() as (_, url):
        crowd = asyncio.run(full_house(url, rounds=2, strategy=strategy))
        assert not crowd.tally.lost
        assert not troubles(crowd)


def test_the_house_decides_for_sleepers(quickly_served):
    with quickly_served(decision_seconds=0) as (_, url):
        crowd = asyncio.run(full_house(url, rounds=1, strategy="sleeper"))
        assert not troubles(crowd)


def test_bots_that_look_again_and_again_play_too(quickly_served):
    with quickly_served() as (_, url):
        crowd = asyncio.run(full_house(url, rounds=1, games=[Game.THREE_CARD_POKER], poll=True))
        assert not crowd.tally.pushes
        assert not troubles(crowd)


def test_who_has_lost_everything_makes_room(quickly_served, monkeypatch):
    monkeypatch.setattr(crowds, "RETRY_SECONDS", 0)
    with quickly_served(guest_chips_cents=6_000) as (_, url):
        crowd = asyncio.run(full_house(url, rounds=6, games=[Game.DOUBLE_DRAW], strategy="timid"))
        assert crowd.tally.guests > crowd.plan.number
        assert crowd.tally.refused["buy-in-from-wallet money"] > 0
        assert crowd.tally.refused["give-guest-chips refused"] > 0


def test_staff_decide_about_jackpots(quickly_served):
    async def decide(url, jackpots):
        wire = Wire(Address.parse(url))
        staff = await log_in(wire, BADGES, SystemIds())
        await staff.decide_jackpots("T1", jackpots)
        wire.close()

    with quickly_served() as (floor, url):
        floor.meter("M1", "TCPP-1")
        floor.table("T1", meter="M1")
        floor.player("ann")
        floor.sit("T1", 3, "ann")
        floor.play("T1", wagers={3: {"ante": 500, "progressive": 100}}, hands={3: "As Ks Qs"}, dealer="9h 8d 2c")
        jackpots = floor.room.view("T1", PUBLIC).jackpots
        assert [jackpot.status for jackpot in jackpots] == ["claimed"]
        asyncio.run(decide(url, jackpots))
        assert floor.room.view("T1", PUBLIC).jackpots == []
        assert [row["status"] for row in floor.rows("jackpots")] == ["paid"]


def test_staff_without_an_executive_cannot_make_tables(quickly_served):
    async def try_it(url):
        wire = Wire(Address.parse(url))
        staff = await log_in(wire, [("4", "470815")], SystemIds())
        with pytest.raises(BotsError, match="this needs an executive or admin"):
            await make_tables(wire, staff, 1, [Game.DOUBLE_DRAW])
        with pytest.raises(BotsError, match="badge 4 cannot log in"):
            await log_in(wire, [("4", "0000")], SystemIds())
        wire.close()

    with quickly_served() as (_, url):
        asyncio.run(try_it(url))


def test_bots_know_the_public_interface_only():
    files = sorted(Path(pitboss.bots.__file__).parent.rglob("*.py"))
    used = {name.split(".")[1] for path in files for name in imports_of(path) if name.startswith("pitboss.")}
    assert used
    assert not used & {"house", "server"}
