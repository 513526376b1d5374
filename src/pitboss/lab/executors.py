"""Executors that share long work: threads of this process, or the workers of a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from pitboss.errors import PitbossError
from pitboss.lab.work import ExecutorFactory

_TIMEOUT_SECONDS: Final = 10
"""How long to wait for a cluster to answer."""


class ClusterError(PitbossError):
    """A cluster cannot be reached, or has no workers.

    >>> issubclass(ClusterError, PitbossError)
    True
    """


@contextmanager
def threads(number: int) -> Iterator[Executor]:
    """Threads of this process. Kernels release the GIL, so threads share the cores as processes do, with less memory.

    >>> with threads(2) as executor:
    ...     executor.submit(max, 1, 2).result()
    2
    """
    executor = ThreadPoolExecutor(number, thread_name_prefix="lab")
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def cluster(address: str) -> ExecutorFactory:
    """The workers of a Dask cluster, by the address of its scheduler. Other workers redo the blocks of a lost one."""

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
        client = Client(address, timeout=_TIMEOUT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address!r}: {error}") from error
    try:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"the cluster at {address} has no workers: start some with dask worker {address}")
        # The result of a block depends only on its number, so any worker can redo it.
        executor = client.get_executor(pure=False, retries=10)  # type: ignore[no-untyped-call]
        yield executor
        executor.shutdown()
    finally:
        client.close(timeout=_TIMEOUT_SECONDS)  # type: ignore[no-untyped-call]
