"""The errors of a short question that the lab does not answer: it is busy, or the question takes too long."""

from pitboss.errors import PitbossError


class BusyError(PitbossError):
    """The lab is busy or has stopped: ask again later.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(BusyError("ask again in a minute")).status
    503
    """


class TooLongError(PitbossError):
    """The question takes too long to answer while the caller waits: ask for it as a job.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(TooLongError("ask for it as a job")).code
    'too-long'
    """
