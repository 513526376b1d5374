"""What can go wrong for somebody outside the card room."""

from pitboss.errors import PitbossError


class BotsError(PitbossError):
    """Bots that cannot play, with the reason.

    >>> from pitboss.bots.wire import Address
    >>> Address.parse("ftp://localhost")
    Traceback (most recent call last):
    pitboss.bots.errors.BotsError: 'ftp://localhost' is no address of a card room: write http://127.0.0.1:8022
    """


class WireError(BotsError):
    """A request that got no answer.

    >>> issubclass(WireError, BotsError)
    True
    """
