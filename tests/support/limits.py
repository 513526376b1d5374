"""Settings without limits, for tests in which one address is everybody and the clock stands still."""

from pitboss.server.settings import ServerSettings

_LIMITS = [name for name in ServerSettings.model_fields if name.endswith(("_a_second", "_a_minute", "_an_hour"))]
_PLACES = [
    name for name in ServerSettings.model_fields if name.endswith(("_per_address", "_per_session", "_per_guest"))
]

UNLIMITED = dict.fromkeys([*_LIMITS, *_PLACES], 0) | {"log_ins_a_minute": 1_000_000, "questions_a_minute": 1_000_000}
"""Nobody is refused for asking too often."""
