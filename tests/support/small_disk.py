"""Disks that are full or cannot be written: real ones in memory where this user may mount them.

Elsewhere the system is told to let no file grow, or the folder is closed to its owner. A test says in its own output
(``pytest -rP``) which way it went, so that nothing is left out unseen.
"""

import os
import resource
import stat
import subprocess
from contextlib import contextmanager, suppress

FILLER = "filler"


class Mounted:
    """A disk of a few megabytes."""

    way = "a disk in memory was mounted"

    def __init__(self, path):
        self.path = path

    def fill(self, *, small_ones_too=False):
        """Not a byte is left."""
        with (self.path / FILLER).open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"\0" * 4096)

    def make_room(self):
        """Somebody has cleared up."""
        (self.path / FILLER).unlink()

    def close_to_writing(self):
        """As the system does with a disk that fails."""
        _mount("-o", "remount,ro", self.path)

    def open_to_writing(self):
        """It is in order again."""
        _mount("-o", "remount,rw", self.path)


class Limited:
    """A folder in which this process can let no file grow, and which can be closed to its owner."""

    way = "nothing may be mounted here: the system was told to let no file grow"

    def __init__(self, path):
        self.path = path
        _, self._most = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(self, *, small_ones_too=False):
        """No file grows beyond the largest that is there, or at all."""
        largest = 0 if small_ones_too else max((file.stat().st_size for file in self.path.iterdir()), default=0)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, self._most))

    def make_room(self):
        """Files may grow again."""
        resource.setrlimit(resource.RLIMIT_FSIZE, (self._most, self._most))

    def close_to_writing(self):
        """Nobody may write here, nor into what is here."""
        self._allow(stat.S_IRUSR, stat.S_IRUSR | stat.S_IXUSR)

    def open_to_writing(self):
        """Its owner may do all again."""
        self._allow(stat.S_IRUSR | stat.S_IWUSR, stat.S_IRWXU)

    def _allow(self, file_mode, folder_mode):
        self.path.chmod(stat.S_IRWXU)
        for file in self.path.iterdir():
            file.chmod(file_mode)
        self.path.chmod(folder_mode)


@contextmanager
def small_disk(path, kilobytes):
    """A disk of this size, mounted at a folder that is made for it; or what comes nearest."""
    path.mkdir()
    is_mounted = os.geteuid() == 0 and _mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", path, check=False)
    disk = (Mounted if is_mounted else Limited)(path)
    print(disk.way)
    try:
        yield disk
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", str(path)], check=True)
        else:
            disk.make_room()
            disk.open_to_writing()


def _mount(*words, check=True):
    done = subprocess.run(["mount", *map(str, words)], check=False, capture_output=True, text=True)
    assert not check or not done.returncode, done.stderr
    return not done.returncode
