"""What all tests share: fixed seeds, so that a red test is red again, and the command as a user runs it."""

import os
import subprocess
import sys
from dataclasses import dataclass

import pytest
from hypothesis import settings

from support.databases import clock, database, postgresql, postgresql_copies, postgresql_template

__all__ = ["clock", "database", "postgresql", "postgresql_copies", "postgresql_template"]

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


# The user's own settings must not decide whether a test passes.
OWN = ("PITBOSS_PAYTABLES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "PYTHONIOENCODING")
PLAIN = {name: value for name, value in os.environ.items() if name not in OWN}


@dataclass
class Answer:
    status: int
    out: str
    err: str


@pytest.fixture
def pitboss():
    """Run the command in a process of its own."""

    def run(*arguments, **environment):
        process = subprocess.run(
            [sys.executable, "-m", "pitboss", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            env=PLAIN | {"COLUMNS": "120", "PYTHONIOENCODING": "utf-8"} | environment,
            timeout=60,
            check=False,
        )
        return Answer(process.returncode, process.stdout, process.stderr)

    return run
