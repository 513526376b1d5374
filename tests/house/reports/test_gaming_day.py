"""The gaming day, also in the nights in which clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest

from pitboss.house.reports.gaming_day import GamingDays

SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)
"""The days on which clocks change in Los Angeles: from 2:00 to 3:00, and from 2:00 back to 1:00."""


def changes(starts, day):
    """When the gaming day changes from the evening before a day to its noon, with the day that begins."""
    days = GamingDays("America/Los_Angeles", starts)
    evening = datetime(day.year, day.month, day.day, 4, tzinfo=UTC)
    minutes = [evening + timedelta(minutes=number) for number in range(16 * 60)]
    told = [days.day_of(instant) for instant in minutes]
    pairs = zip(minutes[1:], told, told[1:], strict=False)
    return [(f"{instant:%H:%M}", after) for instant, before, after in pairs if before != after]


@pytest.mark.parametrize(
    ("starts", "day", "begins"),
    [
        (time(6), SPRING, "13:00"),
        (time(6), AUTUMN, "14:00"),
        (time(1, 30), SPRING, "09:30"),
        (time(1, 30), AUTUMN, "08:30"),  # the first half past one of that night
        (time(2, 30), SPRING, "10:00"),  # there is no half past two: the clock goes on at three
        (time(2, 30), AUTUMN, "10:30"),
    ],
)
def test_a_day_begins_once_also_when_clocks_change(starts, day, begins):
    assert changes(starts, day) == [(begins, day)]


@pytest.mark.parametrize("starts", [time(0), time(1), time(1, 30), time(2, 30), time(6), time(23, 30)])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "America/Havana", "Asia/Beirut", "Australia/Lord_Howe"])
def test_gambling_days_follow_each_other_one_by_one(zone, starts):
    days, first = GamingDays(zone, starts), datetime(2025, 1, 1, tzinfo=UTC)
    found = [days.day_of(first + timedelta(minutes=30 * number)) for number in range(366 * 48)]
    assert {after - before for before, after in pairwise(found)} == {timedelta(0), timedelta(days=1)}
