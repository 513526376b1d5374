"""A card room in which every kind of record has been written that changes a stored list, and its lists as text.

The text (`tests/house/lists.txt`) is read by people: it says, apart from any projection, what each list must hold. After
a change on purpose it is written again: `cd tests && python -m support.whole_room`.
"""

import json
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.jackpots.meter_suspension import ResumeMeter, SuspendMeter
from pitboss.house.people import pins
from pitboss.house.people.enrollment import NewEnrollmentCode
from pitboss.house.people.forged_sessions import FORGED, NoteForgedSession
from pitboss.house.people.login import change_pin, confirm_factor, log_in, unlock_admins
from pitboss.house.people.players import ExcludePlayer
from pitboss.house.people.proposals import Propose
from pitboss.house.people.second_factor import STEP_SECONDS, new_factor, secret_of, totp
from pitboss.house.people.sessions import LOGIN, RevokePass
from pitboss.house.people.staff import DeactivateStaff, UnlockStaff
from pitboss.house.records.list_check import LISTS
from pitboss.house.records.projector import keys_of
from pitboss.house.tables.commands import ConfigureTable, WithholdWin
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from support.busy import make_busy
from support.card_room import CHEAP, FakeClock
from support.floor import ADMIN, EXECUTIVE, PIN, RULES, SECOND_ADMIN, SUPERVISOR, Floor
from support.quick import quick_database

LISTED = Path(__file__).parents[1] / "house" / "lists.txt"
MASKED = ("pin_hash", "factor", "reports_hash")
"""What chance or the room's key makes: the text says only whether there is anything."""


def make_whole(floor):
    """A busy room, and what does not happen in it."""
    make_busy(floor)
    people(floor)
    what_is_withheld(floor)
    floor.office(ResumeMeter("M2"), EXECUTIVE)
    settings = TableSettings(rules=RULES[Game.THREE_CARD_POKER](progressive=None)).as_json()
    floor.table("C", opener=0)
    floor.at("C", ConfigureTable(settings, floor.agree("configure-table", "C", settings)), ADMIN)
    floor.office(RevokePass("lobby"), ADMIN)
    last_things(floor)
    forged = NoteForgedSession("5f0c", "session of admin:1 (badge 1)")
    floor.room.in_office(forged, by=LOGIN, command_id=f"{FORGED}5f0c")
    lock_the_admins_out(floor)
    return floor


def people(floor):
    """Badges that are promoted, reset, taken back, unlocked, or get another PIN, code or authenticator app."""
    two = (ADMIN, SECOND_ADMIN)
    floor.hire(Actor("13", Role.DEALER))
    promoted = {"badge": "13", "name": "Promoted", "role": "supervisor", "license": ""}
    floor.agree("change-staff", "13", promoted, *two)
    floor.agree("reset-pin", "7", {"badge": "7"}, *two)
    floor.agree("reactivate-staff", "10", {"badge": "10"}, *two)
    newcomer = {"badge": "12", "name": "Late", "role": "dealer", "license": "68-12"}
    floor.office(Propose("late-12", "add-staff", "12", newcomer, "busy"), ADMIN)
    floor.approve("late-12", SECOND_ADMIN)
    floor.office(NewEnrollmentCode("12"), SECOND_ADMIN)
    floor.office(UnlockStaff("9"), ADMIN)
    change_pin(floor.room, "7", PIN, "739105", command_id="pin-7", ids=floor.ids, entropy=floor.entropy)
    app = new_factor(floor.room, "10", floor.entropy)
    step = int(floor.clock.now().timestamp()) // STEP_SECONDS
    code = totp(secret_of(floor.room, "10", app.salt), step)
    confirm_factor(floor.room, "10", PIN, app.salt, code, command_id="app-10", ids=floor.ids)


def what_is_withheld(floor):
    """Ann is excluded: her win is withheld, and some of her money at the cage is confiscated."""
    floor.office(ExcludePlayer("ann", None, "asked for it"), SUPERVISOR)
    content = {"jackpot_id": "T1-3-2", "player": "ann"}
    floor.office(Propose("withhold", "withhold-win", "T1", content, "excluded"), SUPERVISOR)
    floor.approve("withhold", EXECUTIVE)
    floor.at("T1", WithholdWin("T1-3-2", "ann", "withhold"), EXECUTIVE)
    floor.agree("confiscate-money", "ann", {"player": "ann", "cents": 500})


def last_things(floor):
    """What was taken back above, and stands here."""
    floor.hire(Actor("14", Role.DEALER))
    floor.office(DeactivateStaff("14", "left"), ADMIN)
    floor.office(Propose("reset-13", "reset-pin", "13", {"badge": "13"}, "forgotten"), ADMIN)
    floor.approve("reset-13", SECOND_ADMIN)
    with pytest.raises(NotPermittedError):
        log_in(floor.room, "9", "9999")
    floor.office(SuspendMeter("M1", "the bank holds the funds"), EXECUTIVE)


def lock_the_admins_out(floor):
    for badge in (ADMIN.name, SECOND_ADMIN.name):
        for _ in range(floor.room.house.settings.failed_tries):
            with pytest.raises(NotPermittedError):
                log_in(floor.room, badge, "9999")
    unlock_admins(floor.room)


def as_text(rows_of):
    """Lists as text, a line for every value. ``rows_of`` gives the rows of a table by their keys."""
    lines = []
    for listed in LISTS:
        for key, row in sorted(rows_of(listed.table).items(), key=str):
            named = dict(zip(keys_of(listed.table), key, strict=True))
            lines += ["", f"{listed.table.name}: {', '.join(f'{name} {value}' for name, value in named.items())}"]
            lines += [
                f"  {name}: {'(made by chance)' if name in MASKED else shown(row[name])}"
                for name in listed.compared
                if row.get(name) is not None
            ]
    return "\n".join(lines).lstrip() + "\n"


def shown(value):
    """A value; of what is long, the beginning."""
    text = json.dumps(value)
    return text if len(text) <= 120 else f"{text[:60]}..."


def stored(floor, table, columns):
    """The rows of a stored list by their keys, read past the house."""
    keys = keys_of(table)
    return {tuple(row[name] for name in keys): {name: row[name] for name in columns} for row in floor.rows(table.name)}


def stored_text(floor):
    """All lists of a room as they are stored."""
    columns = {listed.table.name: listed.compared for listed in LISTS}

    def rows_of(table):
        rows = stored(floor, table, columns[table.name])
        # Sessions of people are on no record.
        return {key: row for key, row in rows.items() if row.get("kind") != "session"}

    return as_text(rows_of)


def main():
    """Write the text again."""
    pins.HASHER = CHEAP
    with tempfile.TemporaryDirectory() as folder, closing(quick_database(f"{folder}/room.db")) as database:
        LISTED.write_text(stored_text(make_whole(Floor(database, Path(folder) / "room.key", FakeClock()))))


if __name__ == "__main__":
    main()
