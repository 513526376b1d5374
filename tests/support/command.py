"""The command as its users run it: in a process of its own; or in this one, where the process is not what is tested.

A process of its own loads everything anew, which takes longer than most commands.
"""

import io
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from pitboss.cli import main

# The user's own settings must not decide whether a test passes.
OWN = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "PYTHONIOENCODING")


def is_own(name):
    return name in OWN or name.startswith("PITBOSS_")


def path_with(folder):
    """The environment of a process that finds modules in this folder too, before all others."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))}


PLAIN = {name: value for name, value in os.environ.items() if not is_own(name)}


@dataclass
class Answer:
    status: int
    out: str
    err: str


def in_a_process(*arguments, **environment):
    """Run the command in a process of its own."""
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


def here(*arguments, keys=(), cwd=None, **environment):
    """Run the command in this process, and type these lines; after them the input ends, as with Ctrl-D."""
    typed = "".join(f"{key}\n" for key in keys).encode()
    encoding = environment.pop("PYTHONIOENCODING", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(is_own, list(os.environ)):
            patch.delenv(name)
        for name, value in ({"COLUMNS": "120"} | environment).items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")}
        for name, stream in ({"stdin": io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")} | streams).items():
            patch.setattr(sys, name, stream)
        status = _status_of(arguments)
        told = []
        for stream in streams.values():
            stream.flush()
            told.append(stream.buffer.getvalue().decode(encoding))
    return Answer(status, *told)


def _status_of(arguments):
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as left:
        return left.code or 0
    return 0
