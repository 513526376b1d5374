"""Why the lab does not answer at once."""

from pitboss.errors import PitbossError


class BusyError(PitbossError):
    """A question that has no turn now.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(BusyError("ask again in a minute")).status
    503
    """


class TooLongError(PitbossError):
    """A question that cannot be answered while somebody waits.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(TooLongError("ask for it as a job")).code
    'too-long'
    """
