"""Makes, stores and opens the table of every Fortune San Lo Poker hand as one way sets it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.games.fortune_san_lo.house_way import HouseWay, shipped_house_way
from pitboss.games.fortune_san_lo.house_way_batch import set_by_rules, strengths_of
from pitboss.games.fortune_san_lo.house_ways import store_house_way
from pitboss.games.fortune_san_lo.rule_list import RuleList
from pitboss.lab.fortune_san_lo.dealer import DealerTable, kept_dealer_table
from pitboss.lab.fortune_san_lo.work import MODULES as COUNTING
from pitboss.lab.fortune_san_lo.work import dealer_place
from pitboss.lab.simulation.fortune_san_lo_hands import NUMBER_OF_HANDS, Words, spread, words_of
from pitboss.lab.store import key_of, put_file
from pitboss.lab.work import Resources

MODULES: Final = (*COUNTING, "pitboss.lab.simulation.fortune_san_lo_hands", __name__)
"""The modules whose code computes the tables."""


def hands_set_by(way: HouseWay, resources: Resources) -> Words:
    """All hands by number, set by a house way. A way that cannot be stored with a table's rules is refused.

    >>> hands_set_by(shipped_house_way(), Resources(processes=1)).shape
    (6795152,)
    """
    key = key_of("fortune-san-lo-hands", {"way": store_house_way(way)}, MODULES)
    return kept_hands(key, resources, partial(_settings_by, way))


def _settings_by(way: HouseWay, dealer: DealerTable) -> NDArray[np.uint16]:
    """How each class of the dealer's table is set: the strengths of the three hands."""
    if way == shipped_house_way():
        return dealer.settings[dealer.setting]
    assert isinstance(way, RuleList)
    strengths = strengths_of(dealer.hands)
    return np.stack(strengths.set(set_by_rules(strengths, way)), axis=1)


Setter = Callable[[DealerTable], NDArray[np.uint16]]
"""Sets every class of hands: the strengths of its three hands."""

# Without a store, the table is made once in each process.
_at_hand: dict[str, Words] = {}
# One thread makes it, and the others wait.
_making = Lock()


def kept_hands(key: str, resources: Resources, setter: Setter) -> Words:
    """Open the table from its file, so that processes share it; make and write it first if it is missing.

    >>> from tempfile import TemporaryDirectory
    >>> from pitboss.lab.store import Store
    >>> with TemporaryDirectory() as folder:
    ...     resources = Resources(Store(Path(folder)))
    ...     zeros = np.zeros(NUMBER_OF_HANDS, np.uint32)
    ...     put_file(_file("a" * 64, resources), lambda draft: np.save(draft, zeros))
    ...     int(kept_hands("a" * 64, resources, lambda dealer: dealer.settings)[-1])
    0
    """
    file = _file(key, resources)
    with _making:
        found = _opened(file)
        return _kept(key, file, resources, setter) if found is None else found


def _kept(key: str, file: Path | None, resources: Resources, setter: Setter) -> Words:
    made = _at_hand[key] if key in _at_hand else _made(resources, setter)
    if file is not None:
        put_file(file, lambda draft: np.save(draft, made))
    found = _opened(file)
    if found is None:
        _at_hand[key] = found = made
    return found


def _file(key: str, resources: Resources) -> Path | None:
    return None if resources.store is None else resources.store.folder / key[:2] / f"{key[2:]}.npy"


def _made(resources: Resources, setter: Setter) -> Words:
    dealer = kept_dealer_table(*dealer_place(resources))
    table = spread(dealer.hands, words_of(dealer.hands, setter(dealer)))
    table.setflags(write=False)  # as those from files are
    return table


def _opened(file: Path | None) -> Words | None:
    """Map the file: the system reads only the pages that are used, once for all processes."""
    if file is None:
        return None
    try:
        kept = np.load(file, mmap_mode="r")
    except (OSError, EOFError, ValueError):
        return None
    return np.asarray(kept) if kept.shape == (NUMBER_OF_HANDS,) and kept.dtype == np.uint32 else None
