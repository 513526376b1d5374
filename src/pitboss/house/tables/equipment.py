"""The equipment register of a table: compares machines and versions with what an approval requires."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from msgspec import Struct

_ENTRY: Final = re.compile(r"(?P<name>.*?)(?:\s+v?(?P<version>\d+(?:\.\d+)*(?:\s*Build\s*\d+|[A-Za-z$]+)?))?")


@dataclass(frozen=True)
class Component:
    """A machine or a program, with its version if it has one.

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
        entry = _ENTRY.fullmatch(" ".join(text.split()))
        assert entry is not None, "the pattern takes any text"
        return Component(entry["name"], entry["version"] or "")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the version, for comparing."""
        return tuple(map(int, re.findall(r"\d+", self.version)))

    @property
    def letters(self) -> str:
        """The letters of the version."""
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
        """Whether a name in the register means this component.

        >>> Wanted(Component("ViPS display"), also_called=("ViPS",)).is_called("vips")
        True
        """
        return _comparable_name(name) in map(_comparable_name, (self.component.name, *self.also_called))

    def why_not(self, registered: Component) -> str | None:
        """What is wrong with a registered component of this name; nothing if it matches."""
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


class ListedComponent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A component in the data file of the approvals."""

    name: str
    version: str = ""
    or_higher: bool = False
    also_called: tuple[str, ...] = ()


class ListedRequirement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A requirement in the data file of the approvals."""

    rule: str
    any_of: list[ListedComponent]


@dataclass(frozen=True)
class Requirement:
    """A component that a table must have, or one of several.

    >>> display = Requirement("display", (Wanted(Component("CHAM2+", "1.66")), Wanted(Component("ViPS"))))
    >>> display.why_not([Component("ViPS", "2.0")]), display.why_not([])
    (None, 'not registered: CHAM2+ v1.66, or ViPS')
    """

    rule: str
    any_of: tuple[Wanted, ...]

    @staticmethod
    def read(listed: ListedRequirement) -> "Requirement":
        """A requirement from the data file."""
        named = (Wanted(Component(each.name, each.version), each.or_higher, each.also_called) for each in listed.any_of)
        return Requirement(listed.rule, tuple(named))

    def why_not(self, registered: Iterable[Component]) -> str | None:
        """What the register lacks; nothing if it has one of the components in the required version."""
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


def _comparable_name(name: str) -> str:
    """A name for comparing: lower case, without the trademark sign."""
    return name.replace("®", "").casefold()


def _compare(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Negative if the first version is lower; 6.6 and 6.6.0 are the same."""
    for mine, theirs in zip_longest(one, other, fillvalue=0):
        if mine != theirs:
            return -1 if mine < theirs else 1
    return 0
