"""The servers of the simulated room: processes that share one database, each with its own memory of the tables."""

from pitboss.fault_simulator.disk import Disk
from pitboss.fault_simulator.drivers import put_under
from pitboss.fault_simulator.sites import Site
from pitboss.fault_simulator.world import Luck, Sun
from pitboss.house.open_room import open_room
from pitboss.house.storage.database import Database
from pitboss.server.auto_dealer import HouseDealer
from pitboss.server.bus import LocalBus
from pitboss.server.context import Hall
from pitboss.server.settings import ServerSettings


class Server:
    """One process: a connection to the database, the room as it has it at hand, and the house dealer."""

    def __init__(self, site: Site, disk: Disk, sun: Sun, luck: Luck) -> None:
        self.database = Database(site.url, connections=2)
        put_under(self.database, disk)
        self.room = open_room(self.database, site.key, property_id=site.property_id, clock=sun, entropy=luck)
        self.hall = Hall(self.room, ServerSettings.model_validate({}), LocalBus())
        self.dealer = HouseDealer(self.hall)

    def die(self) -> None:
        """Stop at once: what was not committed never happened."""
        self.hall.close()
        self.database.close()
