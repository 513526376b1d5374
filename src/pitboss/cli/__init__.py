"""The terminal door. Processes that share work pass it too and need nothing of it, so nothing is loaded yet."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command: that of the command line, where no other is given."""
    from pitboss.cli.app import main as begin  # noqa: PLC0415

    begin(arguments)
