"""Progress of long work, on the side of the terminal where errors go: the answer itself stays clean."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from pitboss.errors import PitbossError
from pitboss.lab.store import Store
from pitboss.lab.work import Resources


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Working:
    """How long work is done."""

    processes: Annotated[
        int | None, Parameter(help="How many processes share the work; as many as there are cores, where not said.")
    ] = None
    cache: Annotated[bool, Parameter(help="Whether results are kept for the next time.")] = True


USUAL = Working()


def verify_processes(processes: int | None) -> None:
    """Refuse a number of processes that can do nothing."""
    if processes is not None and processes < 1:
        raise PitbossError(f"{processes} processes cannot do the work: give 1 or more")


def work_bar(done: ProgressColumn) -> Progress:
    """A bar with an estimate of the time that is left; ``done`` says how much is done. Nothing where nobody looks."""
    errors = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )


@contextmanager
def at_work(title: str, working: Working = USUAL) -> Iterator[Resources]:
    """The means for a piece of work, with a bar and an estimate of the time that is left."""
    verify_processes(working.processes)
    bar = work_bar(MofNCompleteColumn())
    with bar:
        task = bar.add_task(title, visible=False)

        def watch(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > 1)

        yield Resources(Store() if working.cache else None, working.processes, watch)
