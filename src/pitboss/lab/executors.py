"""Others who share long work: threads of this process, or the workers of a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from pitboss.errors import PitbossError
from pitboss.lab.work import Crew

_PATIENCE: Final = 10
"""Seconds in which a cluster must answer."""


class ClusterError(PitbossError):
    """A cluster that cannot be reached or has nobody to work.

    >>> issubclass(ClusterError, PitbossError)
    True
    """


@contextmanager
def threads(number: int) -> Iterator[Executor]:
    """Threads: kernels let each other run, so this shares the cores as processes do, in the memory of one.

    >>> with threads(2) as executor:
    ...     executor.submit(max, 1, 2).result()
    2
    """
    executor = ThreadPoolExecutor(number, thread_name_prefix="lab")
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def cluster(address: str) -> Crew:
    """The workers of a Dask cluster, by the address of its scheduler. A worker that is lost is replaced by others."""

    def executor(_number: int) -> AbstractContextManager[Executor]:
        return _of_cluster(address)

    return executor


@contextmanager
def _of_cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # noqa: PLC0415
    except ImportError:
        raise ClusterError("a cluster needs Dask, which is not installed: pip install 'pitboss[cluster]'") from None
    try:
        client = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address!r}: {error}") from error
    try:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"the cluster at {address} has no workers: start some with dask worker {address}")
        # What a block comes to follows from its number alone, so whoever is asked again gives the same answer.
        executor = client.get_executor(pure=False, retries=10)  # type: ignore[no-untyped-call]
        yield executor
        executor.shutdown()
    finally:
        client.close(timeout=_PATIENCE)  # type: ignore[no-untyped-call]
