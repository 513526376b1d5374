"""The error of a design that is refused."""

from pitboss.errors import PitbossError


class DesignError(PitbossError):
    """A design cannot be read, or asks for something that no paytable can have.

    >>> issubclass(DesignError, PitbossError)
    True
    """
