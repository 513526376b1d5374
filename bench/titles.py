"""The peers by the names that they call themselves, with the versions that are installed."""

from importlib.metadata import version

TITLES = {"open_spiel": "OpenSpiel", "rlcard": "RLCard", "gymnasium": "Gymnasium", "pokerkit": "PokerKit"}


def title(package: str) -> str:
    return f"{TITLES.get(package, package)} {version(package)}"
