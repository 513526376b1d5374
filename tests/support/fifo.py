"""Named pipes between a test and the processes that it started: news come one way, turns go the other.

Nobody looks again and again whether something has happened: whoever waits reads, and sleeps in the system until then.
"""

import os
import select
import signal

PATIENCE = 120
"""Seconds until what never comes has failed."""


class News:
    """Lines that other processes write, as they come; and the end of all that write."""

    def __init__(self, path):
        os.mkfifo(path)
        self._pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._came = b""

    def next(self):
        """The next line; nothing when everybody who wrote has ended."""
        while b"\n" not in self._came:
            assert select.select([self._pipe], [], [], PATIENCE)[0], "nothing comes"
            some = os.read(self._pipe, 4096)
            if not some:
                return None
            self._came += some
        line, _, self._came = self._came.partition(b"\n")
        return line.decode()

    def until(self, line):
        """Read until this line comes."""
        while (came := self.next()) != line:
            assert came is not None, f"all have ended, and nobody said {line!r}"

    def until_the_end(self):
        """Read until everybody who wrote has ended: the lines."""
        return list(iter(self.next, None))

    def close(self):
        os.close(self._pipe)


class Turns:
    """So many turns as a test gives; whoever takes one waits until there is one. Closed, it stops nobody any more."""

    def __init__(self, path):
        os.mkfifo(path)
        # Open for both, so that neither side waits for the other to open it.
        self._pipe = os.open(path, os.O_RDWR)

    def give(self, number=1):
        os.write(self._pipe, b"." * number)

    def close(self):
        os.close(self._pipe)


def speak(path):
    """For a process that writes news: it is heard of until it ends."""
    pipe = os.open(path, os.O_WRONLY)
    return lambda line: os.write(pipe, f"{line}\n".encode())


def take_turn(path):
    """Wait for a turn."""
    with open(path, "rb", buffering=0) as pipe:  # noqa: PTH123 - unbuffered, or one would take them all
        pipe.read(1)


def wait_for_ever():
    """Until the process is ended."""
    while True:
        signal.pause()
