"""The example of the recipe for a controller: a Nexus with a bell that calls the floor."""

from dataclasses import dataclass
from typing import ClassVar

from pitboss.games.command import DEALING
from pitboss.progressive.controllers import Nexus, Press, add_controller
from pitboss.progressive.controllers.errors import PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent


@dataclass(frozen=True)
class RingBell(Press):
    """BELL: the floor is called to the table."""

    who = DEALING


@dataclass(frozen=True)
class BellRang(ControllerEvent):
    words: ClassVar[str] = "the bell rings for the floor"


@add_controller
class Bell(Nexus):
    """A Nexus with a bell."""

    name = "bell"
    label = "Bell controller"
    operations = (*Nexus.operations, RingBell)

    def verify_ring_bell(self):
        if not self.sensors.is_locked:
            raise PressRefusedError("no game is on: START GAME comes first")

    def _ring_bell(self):
        yield BellRang()
