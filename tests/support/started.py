"""A program in a process of its own, such as a server as an operator starts it, and what it says."""

import os
import re
import signal
import subprocess
import sys
from threading import Condition, Thread

import httpx

PATIENCE = 60
"""Seconds until a server that says nothing has failed."""

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")} | {
    # The lab takes all cores for minutes; tests that are about its worker say so.
    "PITBOSS_WORKER": "false"
}


class Program:
    """A program that was started. Leaving it stops it."""

    def __init__(self, command, folder, environment):
        self.lines = {"out": [], "err": []}
        self._news = Condition()
        self._open = 2
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment | {"COLUMNS": "150", "PYTHONIOENCODING": "utf-8"},
        )
        self._readers = [
            Thread(target=self._read, args=(name, stream))
            for name, stream in (("out", self.process.stdout), ("err", self.process.stderr))
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, name, stream):
        with stream:
            for line in stream:
                with self._news:
                    self.lines[name].append(line.rstrip("\n"))
                    self._news.notify_all()
        with self._news:
            self._open -= 1
            self._news.notify_all()

    def wait_for(self, pattern, stream="out", times=1):
        """The matches of the lines in which something is said; wait until there are so many."""

        def found():
            return [match for line in self.lines[stream] if (match := re.search(pattern, line))]

        with self._news:
            self._news.wait_for(lambda: len(found()) >= times or not self._open, PATIENCE)
            assert len(found()) >= times, f"{pattern!r} was not said {times} times:\n{self.said()}"
            return found()

    def said(self):
        """All of it."""
        return "\n".join([*self.lines["out"], *self.lines["err"]])

    def stop(self, by=signal.SIGTERM):
        """Say stop; the exit status, when all is read that it had to say."""
        self.process.send_signal(by)
        return self.end()

    def end(self):
        """Wait for its end: the exit status."""
        status = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.end()


class Started(Program):
    """A server."""

    def __init__(self, folder, *arguments, python=sys.executable, **environment):
        super().__init__([python, "-m", "pitboss", "serve", *arguments], folder, PLAIN | environment)

    @property
    def address(self):
        """Where it listens, as soon as it says so."""
        return self.wait_for(r"is open: (http://\S+)")[0][1]

    def client(self):
        """A client of it; every request is a connection of its own."""
        return httpx.Client(base_url=self.address, headers={"connection": "close"}, timeout=PATIENCE, trust_env=False)
