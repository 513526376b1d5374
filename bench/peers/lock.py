"""Pin the newest versions of the peers, with hashes and without addresses, as `make lock` does for ourselves."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COMPILE = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
PLAIN = ["--generate-hashes", "--no-header", "--no-annotate", "--upgrade"]

if __name__ == "__main__":
    target = HERE / "requirements.txt"
    wanted = [str(HERE / "requirements.in"), "--output-file", str(target)]
    subprocess.run([*COMPILE, *PLAIN, *wanted], check=True, stdout=subprocess.DEVNULL)
    if "://" in target.read_text():
        sys.exit(f"{target.name} holds an address; a lock must not say where packages are downloaded from")
    print(f"{target.name}: {target.read_text().count('==')} packages")
