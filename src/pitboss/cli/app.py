"""The command ``pitboss``: its commands, and how errors reach the person at the keyboard."""

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from cyclopts import App, CycloptsError

from pitboss.cli import drill, fair, hand, paytables, play, replay, tour
from pitboss.cli.house.commands import add_house
from pitboss.cli.lab.commands import add_lab
from pitboss.cli.screen import write_letters_where_signs_fail
from pitboss.errors import PitbossError

app = App(
    name="pitboss",
    help="A card room's licensed table games, their progressives, and the mathematics of every paytable.",
    version=version("pitboss"),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
)
app.command(tour.show_tour, name="tour")
app.command(paytables.show_paytables, name="paytables")
app.command(hand.show_hand, name="hand")
app.command(play.show_play, name="play")
app.command(drill.show_drill, name="drill")
app.command(replay.show_replay, name="replay")
app.command(fair.show_fair, name="fair")
app.command("pitboss.cli.serve:run_server", name="serve", help="Open the card room to browsers, displays and bots.")
app.command("pitboss.cli.worker:run_jobs", name="worker", help="Work on the jobs that the lab was asked for.")
app.command("pitboss.cli.bots:run_bots", name="bots", help="Let bots play at the tables of a room that is open.")
app.command("pitboss.cli.torture:run_torture", name="torture", help="Break a simulated card room in every way we know.")
add_lab(app)
add_house(app)


def main(arguments: list[str] | None = None) -> None:
    """Run a command. A refusal is one sentence on standard error and exit status 2."""
    _provide_streams()
    try:
        app(sys.argv[1:] if arguments is None else arguments, result_action="return_none")
        sys.stdout.flush()
    except (PitbossError, CycloptsError) as error:
        # What Cyclopts says names the word as it was typed, however long that is; our own sentences are short.
        _refuse(str(PitbossError(" ".join(str(error).split()))))
    except BrokenPipeError:
        # The reader has seen enough (`pitboss paytables | head`).
        _drop_output()
    except OSError as error:
        _drop_output()
        _refuse(f"the output cannot be written: {error.strerror}")


def _provide_streams() -> None:
    """A closed standard stream is missing altogether; reading nothing and writing nowhere will do."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    write_letters_where_signs_fail()


def _drop_output() -> None:
    """What is still buffered has nowhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> NoReturn:
    print(f"pitboss: {sentence}", file=sys.stderr)
    sys.exit(2)
