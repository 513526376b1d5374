"""The terminal door."""

from pitboss.cli.app import main

__all__ = ["main"]
