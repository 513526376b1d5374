"""Pin the newest allowed dependencies, with hashes and without addresses: run.txt, test.txt and node.txt.

`make lock` runs it. One resolution serves every platform and every Python from 3.11 on. The run pins are taken from
the test pins, so that both files agree.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILE = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
PLAIN = ["--generate-hashes", "--no-header", "--no-annotate", "--upgrade"]


def lock(name: str, *wanted: str) -> None:
    """Write one lock: of the project's own dependencies, of groups, or of both."""
    target = ROOT / "locks" / name
    command = [*COMPILE, *PLAIN, *wanted, "--output-file", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    if "://" in target.read_text():
        sys.exit(f"{target.name} holds an address; a lock must not say where packages are downloaded from")
    print(f"{target.name}: {target.read_text().count('==')} packages")


if __name__ == "__main__":
    lock("test.txt", "pyproject.toml", "--group", "build", "--group", "dev")
    lock("run.txt", "pyproject.toml", "--group", "build", "--constraint", "locks/test.txt")
    lock("node.txt", "--group", "node")
