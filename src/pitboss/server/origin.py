"""Where a page comes from that sends something: a page of somebody else must not use what a browser keeps for us."""

from typing import Final
from urllib.parse import urlsplit

_PORTS: Final = {"http": 80, "https": 443}


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page comes from this host.

    >>> is_same_origin("https://ace.example", "ace.example"), is_same_origin("https://evil.example", "ace.example")
    (True, False)
    >>> is_same_origin("http://localhost:8022", "localhost:8022"), is_same_origin("null", "localhost:8022")
    (True, False)
    """
    try:
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS.get(page.scheme)
        return bool(here.hostname) and (page.hostname, page.port or usual) == (here.hostname, here.port or usual)
    except ValueError:
        return False
