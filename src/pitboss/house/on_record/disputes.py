"""Disputes as the records have them: the claim, the ruling, and who signed it."""

from sqlalchemy import Connection

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.round_rows import start_of
from pitboss.house.schema import DISPUTES, SIGNATURES


class Disputes:
    """The lists of disputes and of signatures."""

    def __init__(self) -> None:
        self._disputes = Sheet(DISPUTES, "dispute", "disputes")
        self._signatures = Sheet(SIGNATURES, "signature", "signatures")
        self.sheets = (self._disputes, self._signatures)

    def note(self, said: Said) -> None:
        """A dispute is opened, ruled, signed or closed."""
        asked, at, by = said.asked, said.stamp.at, said.actor
        match said.kind:
            case "open-dispute":
                claim = {name: asked[name] for name in ("table_id", "round_number", "player", "claim")}
                self._disputes.write(asked["dispute_id"], **claim, status="open", opened_at=at, opened_by=by)
            case "rule-dispute":
                ruled = {"status": "ruled", "ruling": asked["ruling"], "ruled_at": at, "ruled_by": by}
                self._disputes.write(asked["dispute_id"], **ruled)
            case "sign-dispute":
                self._signatures.write(
                    asked["dispute_id"], asked["party"], signature=asked["signature"], at=at, actor=by
                )
            case "close-dispute":
                self._disputes.write(asked["dispute_id"], status="closed", closed_at=at, closed_by=by)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Where the disputed round begins in the records of its table."""
        for (dispute_id,), row in self._disputes.rows.items():
            if "table_id" in row:
                first = start_of(connection, property_id, row["table_id"], row["round_number"])
                self._disputes.write(dispute_id, first_seq=first.seq)
