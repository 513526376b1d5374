"""The cage beyond its tables: the sums are always right, also when many take at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, GiveGuestChips, Withdraw
from pitboss.house.errors import CommandReusedError, MoneyError, RefusedError
from pitboss.house.open_room import open_room
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.records import journal
from pitboss.house.storage.schema import ACCOUNTS
from support.card_room import hire, hire_chiefs, new_room, office, register

CAGE = Actor("5", Role.ACCOUNTING)
NUMBERS = count(1)


def open_cage(room):
    """Somebody of accounting works at the cage."""
    hire_chiefs(room)
    hire(room, CAGE.name, CAGE.role)


def wallet(room, player):
    with room.database.reading() as connection:
        return journal.balance(connection, room.house.property_id, f"wallet:{player}") // 1000


def total(room):
    with room.database.reading() as connection:
        of_room = ACCOUNTS.c.property_id == room.house.property_id
        return connection.scalar(select(func.sum(ACCOUNTS.c.millicents)).where(of_room))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.sampled_from(["ann", "ben"]), st.integers(-500, 500)), min_size=1, max_size=20))
def test_wallets_are_what_came_less_what_went(room, clock, tmp_path, moves):
    fresh = new_room(room.database, tmp_path / "room.key", clock, f"C{next(NUMBERS)}")
    open_cage(fresh)
    held = {"ann": 0, "ben": 0}
    for player in held:
        register(fresh, player)
    for player, cents in moves:
        command = Deposit(player, cents, "cash") if cents > 0 else Withdraw(player, -cents)
        if cents == 0:
            with pytest.raises(RefusedError, match="a withdrawal of 0 cents"):
                office(fresh, command, CAGE)
        elif held[player] + cents < 0:
            with pytest.raises(MoneyError, match=f"{player} has .* at the cage, less than"):
                office(fresh, command, CAGE)
        else:
            office(fresh, command, CAGE)
            held[player] += cents
        assert {name: wallet(fresh, name) for name in held} == held
        assert total(fresh) in (0, None)


def test_the_same_id_counts_once(room):
    open_cage(room)
    register(room, "ann")
    first = office(room, Deposit("ann", 500, "cash"), CAGE, command_id="d1")
    again = office(room, Deposit("ann", 500, "cash"), CAGE, command_id="d1")
    assert (again.version, again.is_repeat, wallet(room, "ann")) == (first.version, True, 500)
    with pytest.raises(CommandReusedError, match="'d1' was used for deposit"):
        office(room, Deposit("ann", 600, "cash"), CAGE, command_id="d1")


def test_many_who_take_at_once_take_no_more_than_there_is(room, clock, tmp_path):
    open_cage(room)
    register(room, "ann")
    office(room, Deposit("ann", 300, "cash"), CAGE)
    # Two servers on one database: neither knows of the other's locks.
    doors = [room, open_room(room.database, tmp_path / "room.key", clock=clock)]

    def take(number):
        try:
            office(doors[number % 2], Withdraw("ann", 100), CAGE)
        except MoneyError:
            return 0
        return 100

    with ThreadPoolExecutor(8) as hands:
        taken = sum(hands.map(take, range(8)))
    assert (taken, wallet(room, "ann"), total(room)) == (300, 0, 0)


def test_play_money_comes_once_however_often_it_is_asked_for_at_once(room, clock, tmp_path):
    bob = Actor("bob", Role.PLAYER)
    office(room, RegisterPlayer("bob", "Bob", None, True), bob)
    doors = [room, open_room(room.database, tmp_path / "room.key", clock=clock)]

    def ask(number):
        try:
            office(doors[number % 2], GiveGuestChips("bob"), bob)
        except RefusedError:
            return False
        return True

    with ThreadPoolExecutor(8) as hands:
        assert sum(hands.map(ask, range(8))) == 1
    assert wallet(room, "bob") == 100_000


def test_the_play_money_of_guests_is_a_setting(database, clock, tmp_path):
    room = new_room(database, tmp_path / "room.key", clock, guest_chips_cents=250)
    office(room, RegisterPlayer("bob", "Bob", None, True), Actor("bob", Role.PLAYER))
    answer = office(room, GiveGuestChips("bob"), Actor("bob", Role.PLAYER))
    assert wallet(room, "bob") == 250
    assert [event["all"]["what"] for event in answer.events] == ["play money"]


def test_no_gambling_day_comes_twice_where_the_clock_is_put_back_over_its_beginning(database, clock, tmp_path):
    """On 1 November 2026 it is half past one in Los Angeles twice; the day begins with the first."""
    clock.instant = datetime(2026, 11, 1, 8, 45, tzinfo=UTC)  # a quarter to two, for the first time
    room = new_room(database, tmp_path / "room.key", clock, day_starts="01:30")
    guest = Actor("gus", Role.PLAYER)
    office(room, RegisterPlayer("gus", "Gus", None, is_guest=True), guest)
    office(room, GiveGuestChips("gus"), guest)
    clock.tick(minutes=30)
    with pytest.raises(RefusedError, match="gus got play money on Nov 1, 2026 already"):
        office(room, GiveGuestChips("gus"), guest)
