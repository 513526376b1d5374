"""Tables that take seconds to make are kept with the results, so that every process but the first only reads them."""

import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.store import Store, key_of, put_file

Arrays = dict[str, NDArray[Any]]


def kept_arrays(
    name: str,
    inputs: Mapping[str, Any],
    modules: tuple[str, ...],
    make: Callable[[], Arrays],
    store: Store | None = None,
) -> Arrays:
    """Arrays from the store, or made and put there. What cannot be read is made again.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     made = [kept_arrays("tens", {}, (), lambda n=n: {"tens": np.full(n, 10)}, store) for n in (2, 3)]
    >>> [len(arrays["tens"]) for arrays in made]
    [2, 2]
    """
    key = key_of(name, inputs, modules)
    file = (store or Store()).folder / key[:2] / f"{key[2:]}.npz"
    try:
        with np.load(file) as kept:
            return dict(kept)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error):
        arrays = make()
        put_file(file, lambda draft: np.savez(draft, allow_pickle=False, **arrays))
        return arrays
