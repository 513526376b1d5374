"""Write the document of the interface, from which the types of the pages are made."""

import json
import sys
import tempfile
from pathlib import Path

from pitboss.house.open_room import create_room, open_room
from pitboss.house.property import Property
from pitboss.house.storage.database import Database
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings

with tempfile.TemporaryDirectory() as name:
    database = Database(str(Path(name) / "room.db"))
    create_room(database, Property("types", "Types"), Path(name) / "room.key")
    app = create_app(open_room(database, Path(name) / "room.key"), ServerSettings())
    Path(sys.argv[1]).write_text(json.dumps(app.openapi(), indent=1, sort_keys=True))
    database.close()
