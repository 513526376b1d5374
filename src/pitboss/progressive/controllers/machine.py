"""A machine of keys: every press is verified first, done second, and answered with events.

Every press is a triple: ``verify_x`` raises with the reason, ``can_x`` asks, ``x`` does. A controller writes
``verify_x`` and ``_x``; the rest comes from here. A refused press changes nothing.
"""

from typing import ClassVar

from pitboss.errors import PitbossError
from pitboss.games.command import add_triple
from pitboss.progressive.controllers.errors import PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.presses import Press


class KeyMachine:
    """What takes presses and answers with events."""

    name: ClassVar[str]
    operations: ClassVar[tuple[type[Press], ...]]
    presses: list[Press]
    """The presses of this game, from which it is made again."""

    def __init_subclass__(cls) -> None:
        for kind in getattr(cls, "operations", ()):
            add_triple(cls, kind)

    def verify(self, press: Press) -> None:
        """Raise with the reason unless the press is allowed now."""
        if not isinstance(press, self.operations):
            raise PressRefusedError(f"{press.slug()} is not a press of {self.name}")
        getattr(self, f"verify_{press.operation()}")(*press.arguments())

    def why_not(self, press: Press) -> str | None:
        """The reason why a press is refused now; nothing where it is allowed."""
        try:
            self.verify(press)
        except PitbossError as error:
            return str(error)
        return None

    def can(self, press: Press) -> bool:
        """Whether the press is allowed now."""
        return self.why_not(press) is None

    def do(self, press: Press) -> tuple[ControllerEvent, ...]:
        """Do the press, and answer with what happened."""
        self.verify(press)
        self.presses.append(press)
        return tuple(getattr(self, f"_{press.operation()}")(*press.arguments()))
