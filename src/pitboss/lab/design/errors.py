"""What is wrong with a design."""

from pitboss.errors import PitbossError


class DesignError(PitbossError):
    """A design that cannot be read, or asks for what no paytable can give.

    >>> issubclass(DesignError, PitbossError)
    True
    """
