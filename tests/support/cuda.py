"""A GPU's part played by the processor: ``numba.cuda`` as far as the simulation uses it, a thread after the other."""

from threading import local
from types import SimpleNamespace

import numpy as np


class DeviceArray(np.ndarray):
    """An array in the memory of the GPU: kernels write it, and it is brought back."""

    def copy_to_host(self, here, stream):
        assert stream.is_mine
        here[...] = self


class Kernel:
    """What ``cuda.jit`` makes."""

    def __init__(self, cuda, function):
        self.cuda, self.function = cuda, function

    def __getitem__(self, launch):
        blocks, threads, stream = launch
        assert stream.is_mine
        return lambda *arguments: self.cuda.run(self.function, blocks * threads, arguments)


class StandIn:
    """In the place of the module ``numba.cuda``."""

    def __init__(self, *, memory=2**40):
        self.memory, self.rounds, self._thread = memory, 0, local()
        # What a thread has of its own is not empty at first.
        self.local = SimpleNamespace(array=lambda shape, kind: np.full(shape, 99, kind))

    def jit(self, function=None, *, device=False):
        return (lambda inner: inner) if device else Kernel(self, function)

    def grid(self, dimensions):
        assert dimensions == 1
        return self._thread.number

    def run(self, function, threads, arguments):
        self.rounds += threads
        for thread in range(threads):
            self._thread.number = thread
            function(*arguments)

    def stream(self):
        return SimpleNamespace(is_mine=True, synchronize=lambda: None)

    def to_device(self, array):
        self.memory -= array.nbytes
        if self.memory < 0:
            raise MemoryError("out of\nmemory")
        return array

    def device_array(self, shape, kind):
        return np.full(shape, 99, kind).view(DeviceArray)

    def pinned_array(self, shape, kind):
        return np.full(shape, 99, kind)
