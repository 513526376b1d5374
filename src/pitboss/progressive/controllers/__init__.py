"""The two table controllers of the progressive: Aquarius and Nexus Command, as machines of keys and lights."""

from pitboss.progressive.controllers.aquarius import Aquarius
from pitboss.progressive.controllers.buttons import HandButton
from pitboss.progressive.controllers.controller import Controller
from pitboss.progressive.controllers.errors import ControllerError, ControllerRecordError, PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.nexus import Nexus
from pitboss.progressive.controllers.presses import Press
from pitboss.progressive.controllers.sensors import Light
from pitboss.progressive.controllers.start import Start

CONTROLLERS: dict[str, type[Controller]] = {kind.name: kind for kind in (Aquarius, Nexus)}
"""The kinds of controllers by their names in storage."""

__all__ = [
    "CONTROLLERS",
    "Aquarius",
    "Controller",
    "ControllerError",
    "ControllerEvent",
    "ControllerRecordError",
    "HandButton",
    "Light",
    "Nexus",
    "Press",
    "PressRefusedError",
    "Start",
]
