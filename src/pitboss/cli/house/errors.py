"""What the terminal door itself refuses."""

from pitboss.errors import PitbossError


class TerminalError(PitbossError):
    """Something that was typed, named or left out, which the card room never heard of.

    >>> str(TerminalError("who are you? name your badge"))
    'who are you? name your badge'
    """
