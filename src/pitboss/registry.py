"""A registry: things of one kind by name, filled while modules are imported, where no name is given twice."""

from typing import Final, TypeVar

from pitboss.errors import PitbossError

T = TypeVar("T")


class DoubleError(PitbossError):
    """A name that was registered before.

    >>> str(DoubleError("report 'deposits' is registered already: give this one another name"))
    "report 'deposits' is registered already: give this one another name"
    """


class Registry(dict[str, T]):
    """Things by name, in the order in which they were registered. Reading it is reading a dict.

    >>> fruit = Registry[str]("fruit")
    >>> fruit.add("lemon", "yellow")
    >>> fruit["lemon"], list(fruit)
    ('yellow', ['lemon'])
    >>> fruit.add("lemon", "green")
    Traceback (most recent call last):
    pitboss.registry.DoubleError: fruit 'lemon' is registered already: give this one another name
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind: Final = kind
        """What is in it, as an error names it."""

    def add(self, name: str, thing: T) -> None:
        """Register a thing under a name of its own."""
        if name in self:
            raise DoubleError(f"{self.kind} {name!r} is registered already: give this one another name")
        self[name] = thing
