"""Every paytable that is known: those of the approvals, and those that the operator adds in a folder."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

from pitboss.errors import PaytableError, UnknownNameError
from pitboss.paytables.loading import load_paytable
from pitboss.paytables.paytable import Paytable
from pitboss.paytables.wagers import WAGERS, Game


class Catalogue:
    """Paytables by designator, in the order of the games.

    >>> catalogue = load_catalogue()
    >>> catalogue["tcp-01"].title, "TCP-13" in catalogue
    ('Three Card Poker, Ante Bonus A with Pair Plus A', False)
    """

    def __init__(self, paytables: Iterable[Paytable]) -> None:
        found: dict[str, Paytable] = {}
        for paytable in paytables:
            first = found.setdefault(paytable.designator, paytable)
            if first is not paytable:
                taken = f"the designator {paytable.designator} is already taken in {first.place}"
                raise PaytableError(f"{paytable.place}: {taken}")
        self._paytables = {paytable.designator: paytable for paytable in sorted(found.values(), key=_catalogue_order)}

    def __getitem__(self, designator: str) -> Paytable:
        found = self._paytables.get(designator.upper())
        if found is None:
            near = get_close_matches(designator.upper(), self._paytables, n=3, cutoff=0.5)
            hint = f"near it are {', '.join(near)}" if near else f"they go from {' to '.join(self._ends())}"
            raise UnknownNameError(f"there is no paytable {designator!r}; {hint}")
        return found

    def _ends(self) -> tuple[str, str]:
        names = list(self._paytables)
        return names[0], names[-1]

    def __contains__(self, designator: object) -> bool:
        return isinstance(designator, str) and designator.upper() in self._paytables

    def __iter__(self) -> Iterator[Paytable]:
        return iter(self._paytables.values())

    def __len__(self) -> int:
        return len(self._paytables)

    def for_wager(self, game: Game, wager: str) -> list[Paytable]:
        """The paytables of a game that pay a wager.

        >>> [paytable.designator for paytable in load_catalogue().for_wager(Game.DOUBLE_DRAW, "bonus")]
        ['DDP-1', 'DDP-2']
        """
        return [
            paytable
            for paytable in self
            if paytable.game is game and any(part.wager.slug == wager for part in paytable.wagers)
        ]


def _catalogue_order(paytable: Paytable) -> tuple[int, int, list[str | int]]:
    """By game, then by wager, then by designator with its numbers as numbers."""
    wager = list(WAGERS[paytable.game]).index(paytable.wagers[0].wager.slug)
    parts = re.split(r"(\d+)", paytable.designator)
    return list(Game).index(paytable.game), wager, [int(part) if part.isdigit() else part for part in parts]


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """The paytables of the approvals, and every ``.toml`` file of the operator's folder.

    >>> len(load_catalogue())
    29
    """
    paytables = list(_shipped())
    if folder is not None:
        paytables += [load_paytable(file) for file in _own_files(folder)]
    return Catalogue(paytables)


# Paytables cannot change, and every stored round asks for them: the files are read once.
@cache
def _shipped() -> tuple[Paytable, ...]:
    folder = files("pitboss.paytables") / "data"
    return tuple(load_paytable(file, file.name) for file in folder.iterdir() if file.name.endswith(".toml"))


def _own_files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix.lower() == ".toml")
    except OSError as error:
        raise PaytableError(f"{folder} is not a folder of paytables: {error.strerror}") from error
