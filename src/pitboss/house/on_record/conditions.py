"""The conditions register as the records have it: what is met at which table, by which evidence and whom."""

from sqlalchemy import Connection

from pitboss.house.conditions import MET, NOT_MET
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import CONDITIONS


class Conditions:
    """The conditions register."""

    def __init__(self) -> None:
        self._sheet = Sheet(CONDITIONS, "condition", "conditions")
        self.sheets = (self._sheet,)

    def note(self, said: Said) -> None:
        """Two people record that a condition is met, or one that it is not."""
        match said.comes_true:
            case "meet-condition":
                self._record(said, MET, said.agreed and said.agreed.proposed_by)
            case "lapse-condition":
                self._record(said, NOT_MET, None)

    def _record(self, said: Said, status: str, proposed_by: str | None) -> None:
        texts = said.content
        by = {"proposed_by": proposed_by, "recorded_by": said.badge, "recorded_at": said.stamp.at}
        evidence = {"evidence": texts["evidence"], "dated": texts["dated"]}
        self._sheet.write(texts["table_id"], texts["condition"], status=status, **evidence, **by)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes the register."""
