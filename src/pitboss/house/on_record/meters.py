"""What meters are set to, as the records have it: every set of parameters that two people agreed on."""

import json
from typing import Any

from sqlalchemy import Connection

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import METERS, PARAMETERS
from pitboss.progressive import MeterParameters


class Meters:
    """The parameters in force, and those that were in force before."""

    def __init__(self) -> None:
        read = {"parameters": lambda text: _as_kept(json.loads(text))}
        self._meters = Sheet(METERS, "the setting of meter", "meters", ("parameters", "suspended"), read)
        self._parameters = Sheet(PARAMETERS, "set of parameters", "parameters", read=read)
        self._numbers: dict[str, int] = {}
        """Of each meter, how often it was set."""
        self.sheets = (self._meters, self._parameters)

    def note(self, said: Said) -> None:
        """A meter is made, set anew, suspended or resumed."""
        if said.kind in ("suspend-meter", "resume-meter"):
            self._meters.write(said.asked["meter_id"], suspended=said.asked.get("reason"))
        if said.comes_true in ("create-meter", "set-parameters"):
            meter_id, parameters = said.content["meter_id"], _as_kept(said.content["parameters"])
            number = self._numbers[meter_id] = self._numbers.get(meter_id, 0) + 1
            since = {"since": said.stamp.at, "day": said.stamp.day, "approved_by": said.actor}
            self._meters.write(meter_id, parameters=parameters)
            self._parameters.write(meter_id, number, parameters=parameters, **since)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes what a meter is set to."""


def _as_kept(parameters: Any) -> dict[str, Any]:
    """As a meter keeps them: somebody may have written a rate of 7/50 as 14/100."""
    return MeterParameters.from_json(parameters).as_json()
