"""Loads CuPy, if it is installed and finds a GPU."""

from importlib import import_module
from typing import Any

from pitboss.errors import PitbossError


class NoGpuError(PitbossError):
    """There is no usable GPU; the message says why.

    >>> issubclass(NoGpuError, PitbossError)
    True
    """


def load_cupy(name: str = "cupy") -> Any:
    """Load CuPy, if it is installed and finds a GPU.

    >>> load_cupy("no_such_package")
    Traceback (most recent call last):
    pitboss.lab.fortune_san_lo.gpu.device.NoGpuError: no GPU here: CuPy is not installed
    """
    try:
        cupy = import_module(name)
    except ImportError:
        raise NoGpuError("no GPU here: CuPy is not installed") from None
    try:
        devices = cupy.cuda.runtime.getDeviceCount()
    except Exception as error:  # a missing or outdated driver raises many kinds of errors
        raise NoGpuError(f"no GPU here: CuPy finds none ({' '.join(str(error).split())})") from error
    if not devices:
        raise NoGpuError("no GPU here: CuPy finds none")
    return cupy
