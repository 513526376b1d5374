"""The command ``pitboss``: its commands, and how errors reach the person at the keyboard."""

import os
import sys
from importlib.metadata import version
from typing import Final, NoReturn

from cyclopts import App, CycloptsError

from pitboss.cli.house.commands import add_house
from pitboss.cli.lab.commands import add_lab
from pitboss.cli.streams import provide_streams
from pitboss.errors import PitbossError

app = App(
    name="pitboss",
    help="A card room's licensed table games, their progressives, and the mathematics of every paytable.",
    version=version("pitboss"),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
)
COMMANDS: Final = {
    "tour": (
        "tour:show_tour",
        "Walk past the hands and the paytables of the four games."
        "\n\nIn a terminal it stops after each page; elsewhere it prints all of them.",
    ),
    "paytables": (
        "paytables:show_paytables",
        "Show every paytable, or one with its hands, pays, source and printed figures.",
    ),
    "hand": ("hand:show_hand", "Explain what cards are worth in a game."),
    "play": ("play:show_play", "Play a game in the terminal, with play money."),
    "drill": (
        "drill:show_drill",
        "Deal a game as a trainee: settle every wager in the right order; mistakes are marked and explained.",
    ),
    "replay": ("replay:show_replay", "Play a recorded round again and print it, step by step."),
    "fair": (
        "fair:show_fair",
        "Check the cards and the start position you have seen against the root that was published before the deal."
        "\n\nThe exit status is 1 where they do not hold.",
    ),
    "serve": ("serve:run_server", "Open the card room to browsers, displays and bots."),
    "worker": ("worker:run_jobs", "Work on the jobs that the lab was asked for."),
    "bots": ("bots:run_bots", "Let bots play at the tables of a room that is open."),
    "torture": ("torture:run_torture", "Break a simulated card room in every way we know."),
}
"""Where each command is, and its words in the help. It is loaded when it is called, so that all start quickly."""

for _name, (_place, _words) in COMMANDS.items():
    app.command(f"pitboss.cli.{_place}", name=_name, help=_words)
add_lab(app)
add_house(app)


def main(arguments: list[str] | None = None) -> None:
    """Run a command. A refusal is one sentence on standard error and exit status 2."""
    provide_streams()
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


def _drop_output() -> None:
    """What is still buffered has nowhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> NoReturn:
    print(f"pitboss: {sentence}", file=sys.stderr)
    sys.exit(2)
