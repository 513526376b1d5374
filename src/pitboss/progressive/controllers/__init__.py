"""The two table controllers of the progressive: Aquarius and Nexus Command, as machines of keys and lights."""

from typing import Final

from pitboss.progressive.controllers.aquarius import Aquarius
from pitboss.progressive.controllers.buttons import HandButton
from pitboss.progressive.controllers.controller import Controller
from pitboss.progressive.controllers.errors import ControllerError, ControllerRecordError, PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.nexus import Nexus
from pitboss.progressive.controllers.presses import Press
from pitboss.progressive.controllers.sensors import Light
from pitboss.progressive.controllers.start import Start
from pitboss.registry import Registry

CONTROLLERS: Final = Registry[type[Controller]]("controller")
"""The kinds of controllers by their names in storage. The keys of each are commands of the keypad, at every door."""


def add_controller(kind: type[Controller]) -> type[Controller]:
    """Register a controller under its name.

    >>> add_controller(Nexus)
    Traceback (most recent call last):
    pitboss.registry.DoubleError: controller 'nexus' is registered already: give this one another name
    """
    CONTROLLERS.add(kind.name, kind)
    return kind


for _kind in (Aquarius, Nexus):
    add_controller(_kind)

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
    "add_controller",
]
