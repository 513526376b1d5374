"""The entry point of the terminal. Worker processes import it too, so it loads nothing until a command runs."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the given command, or the one on the command line. Ctrl-C ends it quietly, even while it loads."""
    try:
        from pitboss.cli.app import main as run_app  # noqa: PLC0415

        run_app(arguments)
    except KeyboardInterrupt:
        sys.exit(130)
