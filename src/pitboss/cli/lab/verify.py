"""``pitboss verify``: every printed figure of the approvals against the exact one."""

import json
import sys

from rich.text import Text

from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import AsJson, open_screen
from pitboss.lab.verify import Verdict, VerdictKind
from pitboss.lab.verify.everything import verify_all
from pitboss.paytables import load_catalogue

_STYLES = {VerdictKind.AGREES: "green", VerdictKind.AGREES_AS_PRINTED: "green", VerdictKind.UNEXPLAINED: "bold red"}


def show_verdicts(
    *,
    as_json: AsJson = False,
    working: Working = USUAL,
) -> None:
    """Recompute every printed figure; a figure that neither agrees nor is explained makes it fail with status 1."""
    with at_work("Printed figures", working) as means:
        verdicts = verify_all(load_catalogue(), means)
    if as_json:
        print(json.dumps([verdict.as_json() for verdict in verdicts], indent=2))
    else:
        _show(verdicts)
    if any(verdict.kind.is_failure for verdict in verdicts):
        sys.exit(1)


def _show(verdicts: list[Verdict]) -> None:
    """A line each, however narrow the terminal is."""
    screen = open_screen()
    screen.print(f"{'Paytable':<14}{'Figure':<20}{'Printed':>13}{'Exact':>19}  Verdict", style="bold", soft_wrap=True)
    for verdict in verdicts:
        claim = verdict.claim
        exact = claim.as_printed(verdict.exact) if verdict.exact is not None else ""
        line = f"{claim.designator:<14}{claim.figure.replace('-', ' '):<20}{claim.text:>13}{exact:>19}  "
        words = Text(verdict.words, style=_STYLES.get(verdict.kind, "yellow"))
        screen.print(Text.assemble(line, words), soft_wrap=True)
    failed = sum(verdict.kind.is_failure for verdict in verdicts)
    screen.print(f"{len(verdicts)} printed figures; {failed or 'none'} without agreement or explanation.")
