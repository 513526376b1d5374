"""The command ``pitboss``: its commands, and how errors reach the person at the keyboard."""

import os
import sys
from importlib.metadata import version
from typing import Final, NoReturn

from cyclopts import App, CycloptsError

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
        "hand:show_tour",
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
    "worker": ("serve:run_jobs", "Work on the jobs that the lab was asked for."),
    "bots": ("bots:run_bots", "Let bots play at the tables of a room that is open."),
    "torture": ("torture:run_torture", "Break a simulated card room in every way we know."),
    "par": ("lab.par:show_par", "The par sheet of a paytable or a game: exact, with the printed figures beside it."),
    "verify": ("lab.par:show_verdicts", "Recompute every printed figure of the approvals, and judge it."),
    "advise": ("lab.advise:app", "What each decision is worth with these cards, exactly."),
    "strategy": ("lab.advise:show_strategy", "The basic strategy of Power Blackjack as a chart."),
    "design": ("lab.design:show_design", "What an edited paytable brings, and the pay that meets a target."),
    "rng-test": ("lab.rng_test:show_rng_test", "Whether the cards come by chance: a battery of tests, and a report."),
    "simulate": ("lab.simulate:simulate_game", "Play many rounds: means with their errors, sessions, days, the meter."),
    "init": ("house.init_room:make_room", "Make a card room: its database, its key, its first two admins."),
    "log-in": ("house.staff:log_in", "Log in, so that not every command asks for badge and PIN."),
    "log-out": ("house.staff:log_out", "Log out: the session at this terminal ends."),
    "house": ("house.house:app", "What the room as a whole is set to, and what two people set it to."),
    "staff": ("house.staff:app", "Who works here: badges, roles and PINs."),
    "device": ("house.staff:device_app", "Displays and controllers of tables, each with a token of its own."),
    "player": ("house.players:app", "Who plays here, what they have at the cash desk, and who may not play."),
    "table": ("house.tables:app", "Tables: set by two people, opened, filled, played, closed and counted."),
    "progressive": (
        "house.progressives:app",
        "Progressives: what each shows, what it paid, and what two people change.",
    ),
    "proposals": ("house.proposals:app", "What one person proposes and another decides."),
    "day": ("house.house:day_app", "Gaming days: what is missing, and how two people close them."),
    "clock": ("house.house:clock_app", "The clock of the room: whether it is in doubt, and who has acknowledged that."),
    "report": ("house.reports:app", "Reports of a gambling day, a week or a quarter."),
    "audit": ("house.audit:app", "The journal: whether it is as it was written, and copies for auditors."),
    "incident": (
        "house.incidents:incident_app",
        "What went wrong, and the 72 hours in which the commission must know.",
    ),
    "dispute": ("house.incidents:dispute_app", "What players dispute: the claim, the ruling, and the signatures."),
    "office": ("house.generated:office_app", "Whatever else the office of the room is asked for."),
    "backup": ("house.backups:make_backup", "Write a backup while the room is open."),
    "restore": ("house.backups:bring_back", "Bring a backup back into an empty place, and check everything there."),
    "upgrade": ("house.backups:upgrade_room", "Prepare the room for the next version, and check it with that version."),
    "selfcheck": ("house.audit:show_checks", "Check code, database, books, chains, meters, lists and key."),
}
"""Where each command is, and its words in the help. It is loaded when it is called, so that all start quickly."""

for _name, (_place, _words) in COMMANDS.items():
    app.command(f"pitboss.cli.{_place}", name=_name, help=_words, show=_name != "office")


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
