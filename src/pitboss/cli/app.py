"""The ``pitboss`` command: the list of its subcommands, and how errors reach the person at the keyboard.

Standard streams that are closed, or cannot print suit signs, are repaired first.
"""

import codecs
import io
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn

from cyclopts import App, CycloptsError

from pitboss.errors import PitbossError

_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "─": "-", "…": "..."}
_LETTERS |= dict(zip("▁▂▃▄▅▆▇█", "_.-:=+*#", strict=True))


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    sign = error.object[error.start]
    return _LETTERS.get(sign, "?"), error.start + 1


def write_letters_where_signs_fail() -> None:
    """On a terminal without suit signs, print letters instead of failing."""
    codecs.register_error("pitboss-letters", _in_letters)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="pitboss-letters")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def provide_streams() -> None:
    """Replace a closed standard stream, which Python sets to None, by the null device."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    write_letters_where_signs_fail()


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
        "Show the hands and the paytables of the four games, page by page."
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
        "\n\nThe exit status is 1 if they do not match it.",
    ),
    "serve": ("serve:run_server", "Open the card room to browsers, displays and bots."),
    "worker": ("serve:run_jobs", "Run the jobs of the lab."),
    "bots": ("bots:run_bots", "Let bots play at the tables of an open room."),
    "torture": ("torture:run_torture", "Run a simulated card room through faults of every kind."),
    "par": ("lab.par:show_par", "The exact par sheet of a paytable or a game, next to the printed figures."),
    "verify": ("lab.par:show_verdicts", "Recompute every printed figure of the approvals, and judge it."),
    "advise": ("lab.advise:app", "What each decision is worth with these cards, exactly."),
    "strategy": ("lab.advise:show_strategy", "The basic strategy of Power Blackjack as a chart."),
    "design": ("lab.design:show_design", "The exact edge of an edited paytable, and the pay that meets a target."),
    "rng-test": (
        "lab.rng_test:show_rng_test",
        "Test whether the shuffler is random: a battery of tests, and a report.",
    ),
    "simulate": (
        "lab.simulate:simulate_game",
        "Simulate many rounds: means with standard errors, sessions, days, the meter.",
    ),
    "init": ("house.init_room:make_room", "Make a card room: its database, its key, its first two admins."),
    "log-in": ("house.staff:log_in", "Log in, so that you need not type badge and PIN for every command."),
    "log-out": ("house.staff:log_out", "Log out: the session at this terminal ends."),
    "house": ("house.house:app", "The settings of the room, and proposals to change them."),
    "staff": ("house.staff:app", "The staff: badges, roles and PINs."),
    "device": ("house.staff:device_app", "Displays and controllers of tables, each with its own token."),
    "player": ("house.players:app", "The players, their money at the cage, and who is excluded."),
    "table": ("house.tables:app", "Tables: configured by two people, opened, filled, played, closed and counted."),
    "progressive": (
        "house.progressives:app",
        "Progressives: meter status, meter history, and proposals to change them.",
    ),
    "proposals": ("house.proposals:app", "Proposals: one person makes them, another approves or rejects them."),
    "day": ("house.house:day_app", "Gaming days: what is missing before they close, and proposals to close them."),
    "clock": ("house.house:clock_app", "The room's clock: whether it is in doubt, and who acknowledged that."),
    "report": ("house.reports:app", "Reports of a gaming day, a week or a quarter."),
    "audit": ("house.audit:app", "The journal: whether its audit chain is intact, and exports for auditors."),
    "incident": (
        "house.incidents:incident_app",
        "Incidents, and the 72 hours to report them to the commission.",
    ),
    "dispute": ("house.incidents:dispute_app", "Disputes of players: the claim, the ruling, and the signatures."),
    "office": ("house.generated:office_app", "All other office commands."),
    "backup": ("house.backups:make_backup", "Write a backup while the room is open."),
    "restore": ("house.backups:bring_back", "Restore a backup into an empty place, and check everything there."),
    "upgrade": ("house.backups:upgrade_room", "Prepare the room for the next version, and check it with that version."),
    "selfcheck": ("house.audit:show_checks", "Check code, database, books, chains, meters, lists and key."),
}
"""The module and the help text of each command. A module is loaded when its command runs, so all start quickly."""

for _name, (_place, _words) in COMMANDS.items():
    app.command(f"pitboss.cli.{_place}", name=_name, help=_words, show=_name != "office")


def main(arguments: list[str] | None = None) -> None:
    """Run a command. A refusal is one sentence on standard error and exit status 2."""
    provide_streams()
    try:
        app(sys.argv[1:] if arguments is None else arguments, result_action="return_none")
        sys.stdout.flush()
    except (PitbossError, CycloptsError) as error:
        # Messages of Cyclopts repeat the typed word, however long it is: PitbossError shortens them.
        _refuse(str(PitbossError(" ".join(str(error).split()))))
    except BrokenPipeError:
        # The reader closed the pipe (`pitboss paytables | head`).
        _drop_output()
    except OSError as error:
        _drop_output()
        _refuse(f"the output cannot be written: {error.strerror}")


def _drop_output() -> None:
    """Discard what is still buffered: nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> NoReturn:
    print(f"pitboss: {sentence}", file=sys.stderr)
    sys.exit(2)
