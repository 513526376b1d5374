"""The room itself as the records have it: its name, and every version of what it is set to."""

import json
from typing import Any

from sqlalchemy import Connection

from pitboss.house.journal import Stamp
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import HOUSE_SETTINGS, PROPERTIES


class House:
    """The name of the room, and the versions of its settings."""

    def __init__(self) -> None:
        self._rooms = Sheet(PROPERTIES, "the room", "rooms")
        self._versions = Sheet(HOUSE_SETTINGS, "version", "house settings", read={"settings": json.loads})
        self._number = 0
        self.sheets = (self._rooms, self._versions)

    def note(self, said: Said) -> None:
        """The room is founded, or set by two people."""
        match said.comes_true:
            case "found-room":
                self._rooms.write(name=said.content["name"])
                self._set(said.stamp, said.stamp.day, said.content["settings"])
            case "set-house":
                self._set(said.stamp, said.content["from_day"], said.content["settings"])

    def _set(self, stamp: Stamp, from_day: str, settings: dict[str, Any]) -> None:
        self._number += 1
        self._versions.write(self._number, from_day=from_day, settings=settings, seq=stamp.seq)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes what the room is set to."""
