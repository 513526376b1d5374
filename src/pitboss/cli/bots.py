"""``pitboss bots``: runs bots at the tables of an open room, and prints their progress and a summary."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec import to_builtins
from msgspec.structs import asdict

from pitboss.bots.bot import PACES
from pitboss.bots.crowd import Plan
from pitboss.bots.deciding import STRATEGIES
from pitboss.bots.errors import BotsError
from pitboss.bots.processes import play_in, run
from pitboss.bots.staff import Badges, find_tables, log_in, make_tables, read_badges
from pitboss.bots.tally import BotSummary, BotTally
from pitboss.bots.wire import Address, Wire
from pitboss.cli.output import Screen, open_screen, plain_table
from pitboss.cli.play import verify_number
from pitboss.paytables import Game
from pitboss.sources import Clock, SystemClock, SystemIds

SECONDS_A_LINE = 5
"""Seconds between two lines of progress."""


def run_bots(  # noqa: PLR0913 - each is an option of the command
    *,
    url: Annotated[str, Parameter(help="The address of the open room.")] = "http://127.0.0.1:8022",
    tables: Annotated[int, Parameter(help="At how many auto-dealt tables they play.")] = 4,
    seats: Annotated[int, Parameter(help="How many bots at each, 1 to 7.")] = 3,
    strategy: Annotated[str, Parameter(help=f"How they decide: {', '.join(STRATEGIES)}.")] = "simple",
    pace: Annotated[str, Parameter(help=f"How long they think: {', '.join(PACES)}.")] = "human",
    minutes: Annotated[float, Parameter(help="How long they play.")] = 1.0,
    processes: Annotated[int, Parameter(help="In how many processes they run.")] = 1,
    poll: Annotated[bool, Parameter(negative="", help="Poll the server instead of waiting for pushes.")] = False,
    make: Annotated[
        bool, Parameter(name="--make-tables", negative="", help="Make and open the tables that are missing.")
    ] = False,
    staff: Annotated[
        str,
        Parameter(
            env_var="PITBOSS_STAFF",
            help="BADGE:PIN of an executive and others, separated by spaces: they make tables and pay jackpots.",
            show_default=False,
        ),
    ] = "",
    ca: Annotated[
        Path | None,
        Parameter(help="The authority for the certificate of an https room, in PEM form; else those of the system."),
    ] = None,
    to: Annotated[Path | None, Parameter(name="--json", help="Write the summary into a file.")] = None,
) -> None:
    """Let bots play as guests at the tables of a practice room until the time is up or you press Ctrl-C."""
    verify_number("--tables", tables, 1, 1_000)
    verify_number("--seats", seats, 1, 7)
    verify_number("--processes", processes, 1, 16)
    if not 0 < minutes <= 24 * 60:
        raise BotsError(f"--minutes must be more than 0 and at most {24 * 60}, not {minutes}")
    plan = Plan(url, (), seats, strategy, pace, poll, ca)
    badges, screen = read_badges(staff), open_screen()
    chosen = run(_choose_tables(Wire(Address.parse(url), ca=ca), tables, badges if make else None))
    plan = replace(plan, tables=chosen)
    screen.print(f"{plan.number} bots at {len(chosen)} tables, {plan.strategy}, at {plan.pace} pace.")
    progress = Progress(screen, SystemClock())
    tally = play_in(processes, plan, minutes * 60, badges, progress.tell)
    summary = tally.summary(progress.seconds)
    _show(screen, summary)
    if to is not None:
        _write(to, summary)


async def _choose_tables(wire: Wire, number: int, badges: Badges | None) -> tuple[str, ...]:
    try:
        if badges is not None:
            await make_tables(wire, await log_in(wire, badges, SystemIds()), number, list(Game))
        playable = [table.table_id for table in await find_tables(wire) if table.is_for_bots]
    finally:
        wire.close()
    if len(playable) < number:
        raise BotsError(
            f"{len(playable)} auto-dealt tables are open, and --tables asks for {number}: "
            "give fewer --tables, or add --make-tables with --staff"
        )
    return tuple(playable[:number])


class Progress:
    """Prints a line of progress from time to time."""

    def __init__(self, screen: Screen, clock: Clock) -> None:
        self._screen, self._clock, self._start = screen, clock, clock.now()
        self._last_line = 0.0

    @property
    def seconds(self) -> float:
        """How long the bots have played."""
        return max((self._clock.now() - self._start).total_seconds(), 0.001)

    def tell(self, tally: BotTally) -> None:
        """Print a line, unless the last one was printed only a moment ago."""
        if self.seconds < self._last_line + SECONDS_A_LINE:
            return
        self._last_line = self.seconds
        summary = tally.summary(self.seconds)
        rounds, commands = summary.rounds_a_second, summary.commands_a_second
        self._screen.print(
            f"{self.seconds:5.0f} s  {rounds:7.2f} rounds/s  {commands:8.1f} commands/s"
            f"  p50 {summary.p50_ms:6.1f} ms  p99 {summary.p99_ms:6.1f} ms"
            f"  refused {sum(tally.refused.values())}  lost {sum(tally.lost.values())}",
            soft_wrap=True,
        )


def _show(screen: Screen, summary: BotSummary) -> None:
    table = plain_table("What", "How much", title="Summary")
    for name, value in asdict(summary).items():
        shown = ", ".join(f"{code} {count}" for code, count in value.items()) if isinstance(value, dict) else value
        table.add_row(name.replace("_", " ").replace(" ms", ", ms"), str(shown or 0))
    screen.print(table)


def _write(file: Path, summary: BotSummary) -> None:
    try:
        file.write_text(json.dumps(to_builtins(summary), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BotsError(f"{file} cannot be written: {error.strerror}") from None
