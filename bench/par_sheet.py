"""How long `pitboss par TCP-01` takes from a cold shell the second time, when its result is kept: by the clock."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from groups import EXACT
from rows import OURS, Row
from telling import tell
from timing import seconds

COMMAND = [str(Path(sys.executable).with_name("pitboss")), "par", "TCP-01"]
MARK = 1.5


def measure(quick: bool) -> Iterator[Row]:
    runs = 1 if quick else 5
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        surroundings = os.environ | {"PITBOSS_CACHE": folder}

        def ask() -> None:
            subprocess.run(COMMAND, env=surroundings, check=True, stdout=subprocess.DEVNULL)

        taken = seconds(ask, runs, time.perf_counter)
    words = f"The whole command by the clock, a new process each time, best of {runs} after one that fills the cache."
    yield Row(EXACT, "`pitboss par TCP-01`, the second time", OURS, taken, "s", words, mark=MARK)


if __name__ == "__main__":
    tell(measure)
