"""Whether there is a GPU to count on."""

from importlib import import_module
from typing import Any

from pitboss.errors import PitbossError


class NoGpuError(PitbossError):
    """There is no GPU to count on, and why.

    >>> issubclass(NoGpuError, PitbossError)
    True
    """


def load_cupy(name: str = "cupy") -> Any:
    """CuPy, where it is installed and finds a GPU.

    >>> load_cupy("no_such_package")
    Traceback (most recent call last):
    pitboss.lab.fortune_san_lo.gpu.device.NoGpuError: no GPU here: CuPy is not installed
    """
    try:
        cupy = import_module(name)
    except ImportError:
        raise NoGpuError("no GPU here: CuPy is not installed") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except Exception as error:  # a missing or outdated driver shows in many ways, and none of them is ours
        raise NoGpuError(f"no GPU here: CuPy finds none ({' '.join(str(error).split())})") from error
    if not found:
        raise NoGpuError("no GPU here: CuPy finds none")
    return cupy
