"""Staff as the records have it: who was hired, in which role, with which PIN of whom, and who is locked out."""

from typing import Any

from sqlalchemy import Connection

from pitboss.house.actor import Role
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import STAFF


class Staff:
    """The list of staff."""

    def __init__(self) -> None:
        self._sheet = Sheet(STAFF, "badge", "staff")
        self.sheets = (self._sheet,)

    def note(self, said: Said) -> None:
        """Somebody is hired, changed, dismissed or taken back, has another PIN, or is at the door."""
        asked = said.content
        match said.comes_true:
            case "first-admins":
                for admin in asked["admins"]:
                    self._enter(said, admin | {"role": Role.ADMIN.value}, pin_set_by=admin["badge"])
            case "add-staff":
                self._enter(said, asked, pin_set_by=_proposer(said))
            case "change-staff":
                self._sheet.write(asked["badge"], name=asked["name"], role=asked["role"])
            case "deactivate-staff":
                self._sheet.write(asked["badge"], is_active=0)
            case "reactivate-staff":
                self._sheet.write(asked["badge"], is_active=1)
            case _:
                self._note_pin(said)

    def _note_pin(self, said: Said) -> None:
        asked = said.content
        match said.comes_true:
            case "set-pin":
                self._sheet.write(said.badge, pin_hash=asked["pin_hash"], pin_set_by=said.badge)
            case "reset-pin":
                self._sheet.write(asked["badge"], pin_hash=asked["pin_hash"], pin_set_by=_proposer(said))
            case "note-log-in":
                self._count(said)
            case "unlock-staff" | "unlock-admins":
                for told in said.told():
                    if told["event"] == "staff-changed":
                        self._sheet.write(told["badge"], failed=0, locked_at=None)

    def _enter(self, said: Said, newcomer: dict[str, Any], *, pin_set_by: str) -> None:
        who = {name: newcomer[name] for name in ("name", "role", "pin_hash")}
        standing = {"is_active": 1, "failed": 0, "added_at": said.stamp.at}
        self._sheet.write(newcomer["badge"], **who, **standing, pin_set_by=pin_set_by)

    def _count(self, said: Said) -> None:
        """Wrong PINs since the last right one. The first event is about the try, another one about the lock."""
        tried, *locked = said.told()
        badge = tried["badge"]
        if tried["event"] == "logged-in":
            self._sheet.write(badge, failed=0)
        elif tried["why"] == "wrong PIN":
            self._sheet.write(badge, failed=self._sheet.last(badge).get("failed", 0) + 1)
        if locked:
            self._sheet.write(badge, locked_at=said.stamp.at)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes this list."""


def _proposer(said: Said) -> str:
    """Whose PIN it counts as that two people gave to somebody."""
    assert said.agreed is not None
    return said.agreed.proposed_by
