"""The terminal door."""


def main() -> None:
    """Open it."""
