"""The errors of bots: they cannot play, or a request gets no answer."""

from pitboss.errors import PitbossError


class BotsError(PitbossError):
    """Bots cannot play, with the reason.

    >>> from pitboss.bots.wire import Address
    >>> Address.parse("ftp://localhost")
    Traceback (most recent call last):
    pitboss.bots.errors.BotsError: 'ftp://localhost' is no address of a card room: write http://127.0.0.1:8022
    """


class WireError(BotsError):
    """A request got no answer.

    >>> issubclass(WireError, BotsError)
    True
    """
