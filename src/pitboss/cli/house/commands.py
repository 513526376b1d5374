"""The commands of the card room, by name: each is loaded when it is called, so that the others start quickly."""

from typing import Final

from cyclopts import App

COMMANDS: Final = {
    "init": ("making:make_room", "Make a card room: its database, its key, its first two admins."),
    "log-in": ("log_in:log_in", "Log in, so that not every command asks for badge and PIN."),
    "log-out": ("log_in:log_out", "Log out: the session ends."),
    "house": ("house:app", "What the room as a whole is set to, and what two people set it to."),
    "staff": ("staff:app", "Who works here: badges, roles and PINs."),
    "player": ("players:app", "Who plays here, what they have at the cash desk, and who may not play."),
    "table": ("tables.commands:app", "Tables: set by two people, opened, filled, played, closed and counted."),
    "progressive": (
        "progressives.commands:app",
        "Progressives: what each shows, what it paid, and what two people change.",
    ),
    "proposals": ("proposals:app", "What one person proposes and another decides."),
    "day": ("days:day_app", "Gaming days: what is missing, and how two people close them."),
    "clock": ("days:clock_app", "The clock of the room: whether it is in doubt, and who has acknowledged that."),
    "report": ("reports:app", "Reports of a gambling day, a week or a quarter."),
    "audit": ("audit:app", "The journal: whether it is as it was written, and copies for auditors."),
    "incident": ("incidents:app", "What went wrong, and the 72 hours in which the commission must know."),
    "dispute": ("disputes:app", "What players dispute: the claim, the ruling, and the signatures."),
    "backup": ("backups:make_backup", "Write a backup while the room is open."),
    "restore": ("backups:bring_back", "Bring a backup back into an empty place, and check everything there."),
    "selfcheck": ("selfcheck:show_checks", "Check code, database, books, chains, meters, lists and key."),
}
"""Where each command is, and its line in the help."""


def add_house(app: App) -> None:
    """Give the program the commands of the card room."""
    for name, (place, words) in COMMANDS.items():
        app.command(f"pitboss.cli.house.{place}", name=name, help=words)
