"""``pitboss simulate``: plays many rounds of a game, and compares the results with the exact figures."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter
from rich.progress import TextColumn

from pitboss.cli.lab.progress import USUAL, Working, verify_processes, work_bar
from pitboss.cli.output import OUTPUT, AsJson, TerminalError, open_screen, plain_table, verify_folder, written
from pitboss.lab.executors import cluster as cluster_at
from pitboss.lab.executors import threads
from pitboss.lab.question import read_rules_file
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import Game, parse_dollars
from pitboss.sources import SystemClock

SCALE = Group("Scale", sort_key=20)


def simulate_game(  # noqa: PLR0913
    game: Game,
    *,
    rounds: Annotated[str, Parameter(help="How many rounds; 1e9 is a billion.")] = "1e7",
    player: Annotated[str, Parameter(help="optimal, basic, house-way, typical, or a file.")] = "optimal",
    seats: Annotated[int, Parameter(help="How many seats are taken, each by the same kind of player.")] = 1,
    tables: Annotated[int, Parameter(help="How many tables share the meter and the rounds.")] = 1,
    bet: Annotated[
        list[str] | None, Parameter(help="A wager and its dollars, such as ante=25; repeat for more.")
    ] = None,
    rules: Annotated[Path | None, Parameter(help="The settings of the table, from a file.")] = None,
    decks: Annotated[int | None, Parameter(help="Power Blackjack: how many decks, 1 to 8.")] = None,
    fresh_shoe: Annotated[bool, Parameter(negative="", help="Power Blackjack: a full shoe for every round.")] = False,
    session: Annotated[int, Parameter(help="Rounds of a session.")] = 300,
    day: Annotated[int, Parameter(help="Rounds of a gaming day.")] = 1_200,
    seed: Annotated[int, Parameter(help="The same seed deals the same rounds, however the work is split.")] = 1,
    check: Annotated[bool, Parameter(negative="", help="Compare every wager with its exact figure.")] = False,
    executor: Annotated[
        Literal["processes", "threads"], Parameter(group=SCALE, help="Share the work among processes or threads.")
    ] = "processes",
    cluster: Annotated[str | None, Parameter(group=SCALE, help="The address of a Dask scheduler.")] = None,
    device: Annotated[
        Literal["cpu", "cuda"],
        Parameter(group=SCALE, help="Play on the processor, or on a GPU while threads count its rounds."),
    ] = "cpu",
    as_json: AsJson = False,
    html: Annotated[Path | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None,
    plots: Annotated[Path | None, Parameter(group=OUTPUT, help="Draw its plots into this folder.")] = None,
    working: Working = USUAL,
) -> None:
    """Simulate many rounds of a game: means with standard errors, sessions, risk of ruin, days, and the meter.

    Finished blocks are kept, so a simulation that was stopped continues where it was.

    Parameters
    ----------
    game
        three-card-poker, fortune-san-lo, double-draw or power-blackjack.
    """
    verify_folder(html)
    choices: dict[str, Any] = {
        "player": player,
        "seats": seats,
        "tables": tables,
        "bets": _bets(bet),
        "rules": read_rules_file(rules) if rules else None,
        "decks": decks,
        "fresh_shoe": fresh_shoe or None,
        "session": session,
        "day": day,
        "seed": seed,
    }
    simulation = Simulation.ask(game, rounds=_rounds(rounds), **choices)
    if cluster and device == "cuda":
        raise TerminalError(f"--device cuda plays on this machine, not on the cluster at {cluster}: give one of them")
    gpu = device == "cuda" and _finds_gpu(game)
    with _at_tables(simulation, working) as usual:
        helpers = cluster_at(cluster) if cluster else threads if gpu or executor == "threads" else None
        result, checks = _play(simulation, replace(usual, executor=helpers, gpu=gpu), check)
    if html:
        _write_page(result, checks, html)
    if plots:
        _draw(result, plots)
    if as_json:
        print(json.dumps(result.as_json() | {"checks": [each.as_json() for each in checks]}))
    else:
        _show(result, checks)
    if not all(each.holds for each in checks):
        sys.exit(1)


def _finds_gpu(game: Game) -> bool:
    """Whether there is a GPU; without one the processor plays the same rounds, and a line on standard error says so."""
    from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError  # noqa: PLC0415
    from pitboss.lab.simulation.gpu.device import load_cuda  # noqa: PLC0415

    try:
        load_cuda(game)
    except NoGpuError as error:
        print(f"{error}; playing on the processor", file=sys.stderr)
        return False
    return True


def _rounds(text: str) -> int:
    try:
        number = float(text.replace(",", "").replace("_", ""))
    except ValueError:
        number = 0.5
    if number != number // 1 or not 1 <= number <= 1e12:
        raise TerminalError(f"{text!r} rounds cannot be played: give a whole number, such as 5000000 or 1e9")
    return int(number)


def _bets(texts: list[str] | None) -> dict[str, int] | None:
    if not texts:
        return None
    bets = {}
    for text in texts:
        wager, _, amount = text.partition("=")
        try:
            bets[wager] = parse_dollars(amount if amount.startswith("$") else f"${amount}")
        except ValueError:
            raise TerminalError(f"{text!r} is not a bet: write a wager and its dollars, such as ante=25") from None
    return bets


@contextmanager
def _at_tables(simulation: Simulation, working: Working) -> Iterator[Resources]:
    """Give the resources of a simulation, and show the rounds played, their rate and the time left."""
    verify_processes(working.processes)
    bar = work_bar(TextColumn("{task.fields[played]}"))
    with bar:
        task = bar.add_task(simulation.game.label, total=simulation.blocks, played="")

        def watch(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = f", {speed * simulation.block_rounds / 1e6:.1f} M/s" if speed else ""
            played = min(done * simulation.block_rounds, simulation.rounds)
            bar.update(task, completed=done, total=total, played=f"{played:,} rounds{rate}")

        yield Resources(Store() if working.cache else None, working.processes, watch)


def _play(simulation: Simulation, resources: Resources, check: bool) -> Any:
    from pitboss.lab.simulation.checking import checks_of  # noqa: PLC0415
    from pitboss.lab.simulation.result import simulate  # noqa: PLC0415

    result = simulate(simulation, resources)
    return result, checks_of(result, replace(resources, executor=None, gpu=False)) if check else ()


def _show(result: Any, checks: Any) -> None:
    from pitboss.lab.simulation.report import parts_of, wager_rows  # noqa: PLC0415

    screen, simulation = open_screen(), result.simulation
    screen.print(f"{simulation.game.label}: {result.rounds:,} rounds, seed {simulation.seed}", style="bold")
    screen.print(f"{simulation.player.name}: {simulation.player.words}")
    table = plain_table("Wager", "Amount", "Made", "House edge", "Of all at risk", "Deviation")
    for row in wager_rows(result):
        table.add_row(*row)
    screen.print(table)
    for title, rows in parts_of(result):
        screen.print(f"\n{title}", style="bold")
        part = plain_table("", "")
        for row in rows:
            part.add_row(*row)
        screen.print(part)
    for each in checks:
        screen.print(each.sentence, style=None if each.holds else "bold red", soft_wrap=True)


def _write_page(result: Any, checks: Any, html: Path) -> None:
    from pitboss.lab.simulation.report import as_html  # noqa: PLC0415

    with written(str(html), for_everybody=True) as file:
        file.write(as_html(result, checks, SystemClock().now()))


def _draw(result: Any, folder: Path) -> None:
    from pitboss.lab.plots.drawing import save_plot  # noqa: PLC0415
    from pitboss.lab.simulation.report import plots_of  # noqa: PLC0415

    for number, plot in enumerate(plots_of(result), 1):
        save_plot(plot, folder / f"{result.simulation.game.value}-{number}.png")
