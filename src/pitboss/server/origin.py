"""Where a page comes from that sends something: a page of somebody else must not use what a browser keeps for us."""

from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from pitboss.server.context import Hall

_PORTS: Final = {"http": 80, "https": 443}
_SCHEMES: Final = {"ws": "http", "wss": "https", "http": "http", "https": "https"}


def is_same_origin(origin: str, host: str, scheme: str) -> bool:
    """Whether a page comes from this host, by the same scheme: a page over HTTP is not one of ours over HTTPS.

    >>> is_same_origin("https://ace.example", "ace.example", "https")
    True
    >>> is_same_origin("http://ace.example:443", "ace.example", "https")
    False
    >>> is_same_origin("http://localhost:8022", "localhost:8022", "http"), is_same_origin("null", "localhost", "http")
    (True, False)
    """
    try:
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS[scheme]
        is_here = (page.hostname, page.port or usual) == (here.hostname, here.port or usual)
        return bool(here.hostname) and page.scheme == scheme and is_here
    except ValueError:
        return False


def scheme_of(scope: Scope, hall: Hall) -> str:
    """How browsers reach this server: https where it is set so, or where a proxy that is believed says so.

    >>> _SCHEMES["wss"]
    'https'
    """
    return "https" if hall.settings.is_https else _SCHEMES.get(scope.get("scheme", ""), "http")
