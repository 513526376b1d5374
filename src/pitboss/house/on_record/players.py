"""Players as the records have them: who they are, and who may not play."""

from typing import Any

from sqlalchemy import Connection

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import EXCLUSIONS, PLAYERS


class Players:
    """The lists of players and of exclusions."""

    def __init__(self) -> None:
        self._players = Sheet(PLAYERS, "player", "players")
        self._exclusions = Sheet(EXCLUSIONS, "exclusion", "exclusions")
        self._numbers: dict[str, int] = {}
        """Of each player who was ever excluded, how often."""
        self.sheets = (self._players, self._exclusions)

    def note(self, said: Said) -> None:
        """Somebody is registered, corrected, excluded or readmitted, or gets play money."""
        asked = said.content
        match said.comes_true:
            case "register-player":
                who = {"name": asked["name"], "born": asked["born"], "is_guest": int(asked["is_guest"])}
                self._players.write(asked["player"], **who, registered_at=said.stamp.at)
            case "correct-player":
                self._players.write(asked["player"], name=asked["name"], born=asked["born"])
            case "give-guest-chips":
                self._players.write(asked["player"], chips_day=said.stamp.day)
            case "exclude-player":
                self._exclude(said, asked)
            case "lift-exclusion":
                self._lift(said, asked)

    def _exclude(self, said: Said, asked: dict[str, Any]) -> None:
        number = self._numbers[asked["player"]] = self._numbers.get(asked["player"], 0) + 1
        made = {"made_by": said.actor, "made_at": said.stamp.at}
        self._exclusions.write(asked["player"], number, until=asked["until"], reason=asked["reason"], **made)

    def _lift(self, said: Said, asked: dict[str, Any]) -> None:
        lifted = {"lifted_by": said.actor, "lifted_at": said.stamp.at, "lifted_reason": asked["reason"]}
        for number in range(1, self._numbers.get(asked["player"], 0) + 1):
            if "lifted_at" not in self._exclusions.last(asked["player"], number):
                self._exclusions.write(asked["player"], number, **lifted)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes these lists."""
