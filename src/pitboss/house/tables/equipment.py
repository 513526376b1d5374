"""The equipment register of a table: components with their versions, and what an approval wants of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

_ENTRY: Final = re.compile(r"(?P<name>.*?)(?:\s+v?(?P<version>\d+(?:\.\d+)*(?:\s*Build\s*\d+|[A-Za-z$]+)?))?")


@dataclass(frozen=True)
class Component:
    """A machine or a program, with its version where it has one.

    >>> Component.read("Game Manager v6.6 Build 520")
    Component(name='Game Manager', version='6.6 Build 520')
    >>> Component.read("CHAM2+ v1.66P$").numbers, Component.read("ViPS").version
    ((1, 66), '')
    """

    name: str
    version: str = ""

    @staticmethod
    def read(text: str) -> "Component":
        """An entry of the register: a name, then a version."""
        found = _ENTRY.fullmatch(" ".join(text.split()))
        assert found is not None, "the pattern takes any text"
        return Component(found["name"], found["version"] or "")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The version as numbers that compare."""
        return tuple(map(int, re.findall(r"\d+", self.version)))

    @property
    def letters(self) -> str:
        """What stands in the version besides numbers."""
        return "".join(re.findall(r"[a-z$]", self.version.casefold()))

    def __str__(self) -> str:
        return f"{self.name} v{self.version}" if self.version else self.name


@dataclass(frozen=True)
class Wanted:
    """A component as an approval names it.

    >>> ideal = Wanted(Component("i-Deal", "3.8.024"), or_higher=True)
    >>> ideal.why_not(Component("i-Deal", "3.8.23")), ideal.why_not(Component("i-Deal", "3.9"))
    ('i-Deal v3.8.23, below v3.8.024', None)
    """

    component: Component
    or_higher: bool = False
    also_called: tuple[str, ...] = ()

    def is_called(self, name: str) -> bool:
        """Whether a register that says this name means it.

        >>> Wanted(Component("ViPS display"), also_called=("ViPS",)).is_called("vips")
        True
        """
        return _as_said(name) in map(_as_said, (self.component.name, *self.also_called))

    def why_not(self, registered: Component) -> str | None:
        """What is wrong with a registered component of this name."""
        wanted = self.component
        if not wanted.version:
            return None
        if not registered.version:
            return f"{registered.name} without its version"
        order = _compare(registered.numbers, wanted.numbers)
        if order < 0:
            return f"{registered}, below v{wanted.version}"
        if not self.or_higher and (order, registered.letters) != (0, wanted.letters):
            return f"{registered}, and not v{wanted.version}"
        return None

    def __str__(self) -> str:
        return f"{self.component}{' or higher' if self.or_higher else ''}"


@dataclass(frozen=True)
class Requirement:
    """What a table must have, one of several components.

    >>> display = Requirement("display", (Wanted(Component("CHAM2+", "1.66")), Wanted(Component("ViPS"))))
    >>> display.why_not([Component("ViPS", "2.0")]), display.why_not([])
    (None, 'not registered: CHAM2+ v1.66, or ViPS')
    """

    rule: str
    any_of: tuple[Wanted, ...]

    @staticmethod
    def read(data: dict[str, Any]) -> "Requirement":
        """A requirement of the data file."""
        named = (
            Wanted(
                Component(entry["name"], entry.get("version", "")),
                entry.get("or_higher", False),
                tuple(entry.get("also_called", ())),
            )
            for entry in data["any_of"]
        )
        return Requirement(data["rule"], tuple(named))

    def why_not(self, registered: Iterable[Component]) -> str | None:
        """What the register lacks; nothing where one of the components is there as it must be."""
        pairs = [
            (wanted, component)
            for wanted in self.any_of
            for component in registered
            if wanted.is_called(component.name)
        ]
        wrong = [wanted.why_not(component) for wanted, component in pairs]
        if not wrong:
            return f"not registered: {', or '.join(map(str, self.any_of))}"
        return None if None in wrong else wrong[0]


def _as_said(name: str) -> str:
    """A name as people say it: no capitals, and no mark of its owner."""
    return name.replace("®", "").casefold()


def _compare(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Less than nothing where the first is lower; 6.6 and 6.6.0 are the same."""
    for mine, theirs in zip_longest(one, other, fillvalue=0):
        if mine != theirs:
            return -1 if mine < theirs else 1
    return 0
