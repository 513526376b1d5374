"""Staff as the records have it: who was hired, in which role, with which PIN of whom, and who is locked out."""

from typing import Any

from sqlalchemy import Connection

from pitboss.house.actor import Role
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.people.enrollment import open_until
from pitboss.house.people.staff import COUNTED, license_of
from pitboss.house.schema import STAFF


class Staff:
    """The list of staff."""

    def __init__(self) -> None:
        self._sheet = Sheet(STAFF, "badge", "staff")
        self.sheets = (self._sheet,)

    def note(self, said: Said) -> None:
        """Somebody is hired, changed, deactivated or taken back, enrolls or has another PIN, or is at the door."""
        asked = said.content
        match said.comes_true:
            case "first-admins":
                for admin in asked["admins"]:
                    self._enter(said, admin | {"role": Role.ADMIN.value}, pin_hash=admin["pin_hash"])
            case "add-staff":
                self._enter(said, asked)
                self._open(said, asked["badge"])
            case "change-staff":
                number = asked["license"] or self._sheet.last(asked["badge"]).get("license", "")
                now = {"name": asked["name"], "role": asked["role"], "license": license_of(asked["badge"], number)}
                self._sheet.write(asked["badge"], **now)
                if any(told["event"] == "enrollment-opened" for told in said.told()):
                    self._open(said, asked["badge"])
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
                self._sheet.write(said.badge, pin_hash=asked["pin_hash"])
            case "add-second-factor":
                self._sheet.write(said.badge, factor=asked["factor"], factor_step=asked["factor_step"])
            case "reset-pin" | "new-enrollment-code":
                self._open(said, asked["badge"])
            case "enroll" if asked["is_right"]:
                none = {"code_by": None, "code_until": None, "failed": 0}
                self._sheet.write(asked["badge"], **none, pin_hash=asked["pin_hash"])
            case "note-log-in" | "enroll":
                self._count(said)
            case "unlock-staff" | "unlock-admins":
                for told in said.told():
                    if told["event"] == "staff-changed":
                        self._sheet.write(told["badge"], failed=0, locked_at=None)

    def _enter(self, said: Said, newcomer: dict[str, Any], *, pin_hash: str | None = None) -> None:
        number = license_of(newcomer["badge"], newcomer["license"])
        who = {"name": newcomer["name"], "role": newcomer["role"], "license": number}
        standing = {"is_active": 1, "failed": 0, "factor_step": 0, "added_at": said.stamp.at}
        self._sheet.write(newcomer["badge"], **who, **standing, pin_hash=pin_hash)

    def _open(self, said: Said, badge: str) -> None:
        none = {"pin_hash": None, "factor": None, "factor_step": 0, "failed": 0, "locked_at": None}
        self._sheet.write(badge, **none, code_by=said.badge, code_until=open_until(said.stamp))

    def _count(self, said: Said) -> None:
        """Wrong PINs and codes since the last right one. The first event is about the try, another about the lock."""
        tried, *locked = said.told()
        badge = tried["badge"]
        if tried["event"] in ("logged-in", "pin-checked"):
            self._sheet.write(badge, failed=0, factor_step=said.asked["step"])
        elif tried["why"] in COUNTED:
            self._sheet.write(badge, failed=self._sheet.last(badge).get("failed", 0) + 1)
        if locked:
            self._sheet.write(badge, locked_at=said.stamp.at)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes this list."""
