"""``pitboss fair``: checks that the cards a player saw are the ones that were sealed before the deal."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.output import face, open_screen, plain_table
from pitboss.errors import PitbossError
from pitboss.shuffler import RecordError, SeenCards


def show_fair(
    file: Path,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="For machines.")] = False,
) -> None:
    """Check the cards and the start position you have seen against the root that was published before the deal.

    The exit status is 1 if they do not match it.

    Parameters
    ----------
    file
        A JSON file with the root, the deck and the openings you received; for a retired deck, all openings.
    """
    seen = _read(file)
    problem = _problem(seen)
    if as_json:
        print(json.dumps(_as_json(seen, problem), indent=2))
    else:
        _show(open_screen(), seen, problem)
    if problem:
        sys.stdout.flush()  # raises BrokenPipeError here if the reader has left, before status 1 reports a failure
        sys.exit(1)


def _read(file: Path) -> SeenCards:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{file} is not JSON: {error}") from error
    try:
        return SeenCards.from_json(data)
    except PitbossError as error:
        raise RecordError(f"{file}: {error}") from error


def _problem(seen: SeenCards) -> str | None:
    """Why the cards do not match the seal, in one sentence; None if they do."""
    try:
        seen.verify()
    except PitbossError as error:
        return f"Not proven: {error}."
    return None


def _finding(seen: SeenCards) -> str:
    started = f" The start position {seen.start.number} was sealed with them." if seen.start else ""
    return f"Proven: {_finding_of_cards(seen)}{started}"


def _finding_of_cards(seen: SeenCards) -> str:
    seal, number = seen.seal, len(seen.openings)
    if not seen.is_complete:
        return f"{number} of the {seal.size} positions of the {seal.name} held the card shown when the root was made."
    whole = f"can all come from the {seal.deck}" if seal.left_out else f"are the whole {seal.deck}"
    return f"all {number} cards lay in this order when the root was made, and they {whole}."


def _show(screen: Console, seen: SeenCards, problem: str | None) -> None:
    table = plain_table("Position", "Card", "Opening", title=seen.seal.name.capitalize())
    table.columns[0].justify = "right"
    for opening in sorted(seen.openings, key=lambda opening: opening.position):
        verdict = "true" if seen.seal.proves(opening) else "FALSE"
        table.add_row(str(opening.position), face(opening.card), verdict)
    if seen.start is not None:
        verdict = "true" if seen.seal.proves_start(seen.start) else "FALSE"
        table.add_row("start", str(seen.start.number), verdict)
    screen.print(table)
    screen.print()
    screen.print(f"Root: {seen.seal.root.hex()}", style="dim")
    screen.print(problem or _finding(seen))


def _as_json(seen: SeenCards, problem: str | None) -> dict[str, Any]:
    openings = [
        {"position": opening.position, "card": str(opening.card), "true": seen.seal.proves(opening)}
        for opening in seen.openings
    ]
    start = seen.start and {"number": seen.start.number, "true": seen.seal.proves_start(seen.start)}
    answer = seen.seal.as_json() | {"openings": openings, "start": start, "complete": seen.is_complete}
    return answer | {"proven": problem is None, "sentence": problem or _finding(seen)}
