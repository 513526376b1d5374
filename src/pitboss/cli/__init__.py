"""The terminal door. Processes that share work pass it too and need nothing of it, so nothing is loaded yet."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run a command: that of the command line, where no other is given. Ctrl-C leaves quietly, also while it loads."""
    try:
        from pitboss.cli.app import main as begin  # noqa: PLC0415

        begin(arguments)
    except KeyboardInterrupt:
        sys.exit(130)
