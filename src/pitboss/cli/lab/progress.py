"""Progress bars for long work, on standard error, so that they do not mix with the output of a command."""

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
    """The options of commands that compute for a long time."""

    processes: Annotated[
        int | None, Parameter(help="How many processes share the work; by default one for each core.")
    ] = None
    cache: Annotated[bool, Parameter(help="Keep results for the next time.")] = True


USUAL = Working()


def verify_processes(processes: int | None) -> None:
    """Refuse fewer than one process."""
    if processes is not None and processes < 1:
        raise PitbossError(f"{processes} processes cannot do the work: give 1 or more")


def work_bar(done: ProgressColumn) -> Progress:
    """A bar with an estimate of the time left; ``done`` is the column of progress. It is hidden without a terminal."""
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
    """Give the resources for a piece of work, and show a bar with an estimate of the time left."""
    verify_processes(working.processes)
    bar = work_bar(MofNCompleteColumn())
    with bar:
        task = bar.add_task(title, visible=False)

        def watch(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > 1)

        yield Resources(Store() if working.cache else None, working.processes, watch)
