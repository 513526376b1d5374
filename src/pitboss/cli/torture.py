"""``pitboss torture``: runs a simulated card room through faults of every kind, all drawn from one seed."""

import json
import sys
from typing import Annotated

from cyclopts import Parameter
from msgspec import to_builtins
from rich.progress import TextColumn

from pitboss.cli.lab.progress import verify_processes, work_bar
from pitboss.cli.output import AsJson, Screen, TerminalError, open_screen, plain_table
from pitboss.fault_simulator import Failure, Plan, RunTally, torture


def run_torture(  # noqa: PLR0913
    *,
    seed: Annotated[str, Parameter(help="The same seed gives the same steps.")] = "1",
    steps: Annotated[int, Parameter(help="How many steps; each is a command, a clock jump or a restart.")] = 20_000,
    database: Annotated[
        str, Parameter(help="An empty PostgreSQL database, postgresql://host/name. [a temporary file]")
    ] = "",
    day: Annotated[int | None, Parameter(help="Run only this day of the seed.")] = None,
    only: Annotated[str, Parameter(help="Run only these steps of the day, such as 3,17,18.")] = "",
    calm: Annotated[str, Parameter(help="Steps without injected faults.")] = "",
    processes: Annotated[
        int | None, Parameter(help="How many processes share the days; by default one for each core.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a card room of eight tables through crashes, failing disks, lost messages, clock jumps and malice.

    After every step an auditor reads the database directly and checks every invariant. If one is
    broken, the shortest list of steps that breaks it is printed, with the command to repeat it; the exit status is 1.
    """
    verify_processes(processes)
    plan = Plan(seed, steps, database, day, _numbers(only, "--only"), frozenset(_numbers(calm, "--calm")))
    with work_bar(
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} steps, {task.fields[faults]:,} faults")
    ) as bar:
        task = bar.add_task("torture", total=sum(len(steps) for _, steps in plan.days()), faults=0)
        tally = torture(
            plan, processes, lambda so_far: bar.update(task, completed=so_far.steps, faults=so_far.injected)
        )
    if as_json:
        print(json.dumps(to_builtins(tally.view(), order="deterministic")))
    else:
        _show(plan, tally)
    if tally.failure is not None:
        sys.exit(1)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise TerminalError(f"{option} {text!r}: write the numbers of steps, such as 3,17,18") from None


def _show(plan: Plan, tally: RunTally) -> None:
    screen = open_screen()
    table = plain_table("Fault", "Times")
    for fault, count in sorted(tally.faults.items(), key=lambda each: -each[1]):
        table.add_row(fault, f"{count:,}")
    screen.print(table)
    outcomes = ", ".join(f"{count:,} {outcome}" for outcome, count in tally.outcomes.most_common())
    screen.print(f"{tally.commands:,} commands in {tally.steps:,} steps and {tally.days:,} days: {outcomes}.")
    if tally.failure is None:
        words = f"{tally.injected:,} faults were injected, and no invariant was broken"
        screen.print(f"{words} (seed {plan.seed}).")
    else:
        _show_failure(screen, tally.failure)


def _show_failure(screen: Screen, failure: Failure) -> None:
    screen.print(f"BROKEN on day {failure.day} of seed {failure.seed}: {failure.invariant}: {failure.words}")
    screen.print(f"The shortest list of steps found has {len(failure.steps)}:")
    for line in failure.story:
        screen.print(f"  {line}")
    screen.print(f"To repeat it: {failure.command}")
