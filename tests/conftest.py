"""Fixed seeds for everything that `make test` runs: a red test is red again the next time."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
