"""``pitboss design``: the exact edge of an edited paytable, and the pay that meets a target edge."""

import json
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import AsJson, open_screen, plain_table
from pitboss.cli.paytables import Folder, known_paytables
from pitboss.lab.design import Consequences, Solution, consequences, read_design, solve
from pitboss.lab.tasks import elsewhere


def show_design(
    file: Path,
    /,
    *,
    as_json: AsJson = False,
    folder: Folder = None,
    working: Working = USUAL,
) -> None:
    """Show the exact consequences of an edited paytable, and solve for one unknown that meets a target edge.

    Parameters
    ----------
    file
        A design: base = "TCP-6B1", then the changed pays, and optionally [solve] with an unknown and a target.
    """
    design = read_design(file, known_paytables(folder))
    with at_work(file.name, working) as resources:
        result = consequences(design, resources, elsewhere)
        solution = solve(design, resources, elsewhere) if design.question is not None else None
    if as_json:
        answer = result.as_json() | {"solution": solution.as_json() if solution else None}
        print(json.dumps(answer, indent=2))
    else:
        open_screen().print(design_page(result, solution))


def design_page(result: Consequences, solution: Solution | None) -> RenderableType:
    """The design for the terminal."""
    parts: list[RenderableType] = [Text(result.after.title, style="bold green")]
    parts += [Text(f"{edit.place}: {edit.before} becomes {edit.after}") for edit in result.edits]
    table = plain_table("Wager", "Reading", "Edge before", "Edge now", "Hits before", "Hits now", "Deviation now")
    for column in table.columns[2:]:
        column.justify = "right"
    for sheet in result.after.wagers:
        for name, now in sheet.readings.items():
            before = result.before[sheet.wager].readings[name]
            edges, hits = (before.house_edge, now.house_edge), (before.hit_frequency, now.hit_frequency)
            deviation = f"{now.standard_deviation:.4f}"
            table.add_row(sheet.title, name, *map(str, edges), *map(str, hits), deviation)
    parts += [Text(), table]
    if solution is not None:
        parts += [Text(), *_solution_lines(solution)]
    return Group(*parts)


def _solution_lines(solution: Solution) -> list[Text]:
    target = f"{float(solution.question.target):.4%}"
    amount = f"{'' if solution.is_exact else 'about '}{float(solution.amount):.6f}"
    lines = [Text(f"{solution.question.unknown} of {amount} meets {target}.", style="bold")]
    lines += [Text(f"  now {solution.now}")]
    lines += [Text(f"  next {choice}") for choice in (solution.below, solution.above) if choice is not None]
    return lines
