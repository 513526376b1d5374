"""The commands of the lab, by name: each is loaded when it is called, so that the others start quickly."""

from typing import Final

from cyclopts import App

COMMANDS: Final = {
    "par": ("par:show_par", "The par sheet of a paytable or a game: exact, with the printed figures beside it."),
    "verify": ("verify:show_verdicts", "Recompute every printed figure of the approvals, and judge it."),
    "advise": ("advise:app", "What each decision is worth with these cards, exactly."),
    "strategy": ("strategy:show_strategy", "The basic strategy of Power Blackjack as a chart."),
    "design": ("design:show_design", "What an edited paytable brings, and the pay that meets a target."),
    "rng-test": ("rng_test:show_rng_test", "Whether the cards come by chance: a battery of tests, and a report."),
    "simulate": ("simulate:simulate_game", "Play many rounds: means with their errors, sessions, days, the meter."),
}
"""Where each command is, and its line in the help."""


def add_lab(app: App) -> None:
    """Give the program the commands of the lab."""
    for name, (place, words) in COMMANDS.items():
        app.command(f"pitboss.cli.lab.{place}", name=name, help=words)
