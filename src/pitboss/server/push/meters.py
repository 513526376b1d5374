"""The feed of a meter: what its displays show, whenever that changes."""

from pitboss.house.posted.display import MeterDisplay, display
from pitboss.server.context import Hall
from pitboss.server.encoding import encode
from pitboss.server.push.feed import Feed, Watch
from pitboss.server.push.messages import MeterPush


class MeterFeed(Feed):
    """A meter that is watched."""

    def __init__(self, hall: Hall, meter_id: str) -> None:
        super().__init__(hall, f"meter:{meter_id}")
        self._meter_id = meter_id
        self._version, self._view = 0, b""

    async def refresh(self) -> None:
        """What the displays show now."""
        shown = await self.hall.show(self._look)
        self._version, self._view = shown.version, encode(shown)

    def _look(self) -> MeterDisplay:
        with self.hall.room.database.reading() as connection:
            return display(connection, self.hall.room.house.property_id, self._meter_id)

    def message(self, watch: Watch) -> str | None:
        """The display, if it is another than was sent."""
        if watch.shown == self._view:
            return None
        watch.sent, watch.shown = self._version, self._view
        return self.push(MeterPush, self._version, self._view)
