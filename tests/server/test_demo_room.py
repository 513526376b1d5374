"""The demo room: what is in it, and that two people agreed on all of it."""

import re

from pitboss.games.audience import PUBLIC
from pitboss.house.open_room import open_room
from pitboss.house.people.login import log_in
from pitboss.house.people.staff import all_staff, staff_roles
from pitboss.server.first_day import PEOPLE, draw_pin, make_demo
from pitboss.shuffler import draw_below
from support.floor import everything_in


def test_the_demo_room(database, tmp_path):
    people = make_demo(database, tmp_path / "demo.key")
    room = open_room(database, tmp_path / "demo.key")
    views = {table_id: room.view(table_id, PUBLIC) for table_id in ("T1", "T2", "T3", "T4", "T5")}
    assert [view.status for view in views.values()] == ["open"] * 5
    assert [view.dealer for view in views.values()] == ["house"] * 4 + [""]
    assert [room.table(table_id).settings.cards.value for table_id in views] == ["electronic"] * 4 + ["live"]
    assert [room.table(table_id).settings.meter_id for table_id in views] == ["M1", "M2", None, None, "M1"]
    assert room.house.jurisdiction.name == "practice"
    assert [log_in(room, person.badge, person.pin).role for person in people] == [person.role for person in people]
    with database.reading() as connection:
        assert all(person.is_enrolled and person.code_by is None for person in all_staff(connection, "demo"))
    assert all(row["proposed_by"] != row["decided_by"] for row in everything_in(database)["proposals"])


def test_somebody_has_each_role():
    assert {role for _, _, role in PEOPLE} == set(staff_roles()), "add a person to PEOPLE in server/first_day.py"


def test_pins_are_never_easy():
    class Easy:
        """Chance that draws an easy PIN first."""

        is_live = False
        tokens = 0

        def token(self, size):
            self.tokens += 1
            return bytes(size) if self.tokens == 1 else b"\x01\x23\x45\x67\x89\xab\xcd\xef"[:size]

    assert draw_below(Easy(), 1_000_000) == 0
    pin = draw_pin(Easy())
    assert re.fullmatch(r"\d{6}", pin)
    assert pin != "000000"
