"""Pin the newest allowed dependencies, with hashes and without addresses: locks/run.txt and locks/test.txt.

`make lock` runs it. One resolution serves every platform and every Python from 3.11 on. The test pins hold the
run pins too, so that both files always agree.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILE = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
PLAIN = ["--generate-hashes", "--no-header", "--no-annotate", "--upgrade"]


def lock(name: str, *groups: str) -> None:
    """Write one lock: the project's own dependencies and those of the groups."""
    target = ROOT / "locks" / name
    asked = [part for group in groups for part in ("--group", group)]
    command = [*COMPILE, *PLAIN, "pyproject.toml", *asked, "--output-file", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    if "://" in target.read_text():
        sys.exit(f"{target.name} holds an address; a lock must not say where packages are downloaded from")
    print(f"{target.name}: {target.read_text().count('==')} packages")


if __name__ == "__main__":
    lock("run.txt", "build")
    lock("test.txt", "build", "dev")
