"""Sessions as the records have them: which passes devices have, and when all sessions of somebody were last ended.

Sessions of people are not made again: each is held by its seal alone.
"""

from sqlalchemy import Connection

from pitboss.house.actor import Actor, Role
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.people.sessions import DEVICES, pass_of
from pitboss.house.schema import SESSION_EPOCHS, SESSIONS

_COLUMNS = ("kind", "actor", "subject", "table_id", "csrf", "label", "made_at", "ends_at")


class Sessions:
    """The epochs, and the passes of devices."""

    def __init__(self) -> None:
        self._epochs = Sheet(SESSION_EPOCHS, "epoch of", "ended sessions")
        self._passes = Sheet(SESSIONS, "pass with token", "passes", columns=_COLUMNS, only=SESSIONS.c.kind.in_(DEVICES))
        self._issued: dict[str, str] = {}
        """The token of each pass, as its hash."""
        self.sheets = (self._epochs, self._passes)

    def note(self, said: Said) -> None:
        """A pass is issued or revoked, or all sessions of somebody end."""
        if said.kind == "issue-pass":
            asked = said.asked
            of_device = {"actor": str(Actor(f"{asked['kind']}-{asked['label']}", Role.HOUSE)), "csrf": ""}
            of_device |= {name: asked[name] for name in ("kind", "table_id", "label")}
            of_device |= {"subject": pass_of(asked["label"]), "made_at": said.stamp.at}
            self._passes.write(asked["token_hash"], **of_device)
            self._issued[asked["label"]] = asked["token_hash"]
        elif said.kind == "revoke-pass":
            self._passes.rows.pop((self._issued.pop(said.asked["label"]),))
        # Most records end nothing, and need not be read for it.
        if '"sessions-ended"' in said.events:
            for told in said.told():
                if told["event"] == "sessions-ended":
                    self._epochs.write(told["subject"], epoch=said.stamp.seq)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table ends a session."""
