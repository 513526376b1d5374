"""Stores results on disk, under keys that change with the question and with the code that answers it.

A key is a hash over the name of the analysis, its inputs, and the source of the modules that compute it; so
a changed rule or kernel never gets an old answer. A result that cannot be read is computed again.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import get_ident
from typing import Any, Final

import pitboss

CACHE_FORMAT = 1


def cache_folder() -> Path:
    """The folder for results: ``PITBOSS_CACHE``, or the user's cache folder.

    >>> cache_folder().name
    'lab'
    """
    own = os.environ.get("PITBOSS_CACHE")
    base = Path(own) if own else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    return base / "lab"


@lru_cache
def code_hash(modules: tuple[str, ...]) -> str:
    """A hash over the source of modules and over all files of packages, without importing them.

    >>> len(code_hash(("pitboss.lab.store", "pitboss.cards")))
    64
    """
    digest = hashlib.sha256()
    for module in sorted(modules):
        place, files = _sources(module)
        for file in files:
            digest.update(f"{module} {file.relative_to(place).as_posix()}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _sources(module: str) -> tuple[Path, list[Path]]:
    """The file of a module of ours, or all files of a package or data folder, and the folder that contains them.

    Python's own lookup would import the packages around it, and so load Numba just to read a result.
    """
    place = Path(pitboss.__file__).parent.parent.joinpath(*module.split("."))
    found = place.rglob("*") if place.is_dir() else [place.with_suffix(".py")]
    files = sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts)
    if not files:
        raise ModuleNotFoundError(f"the analysis names {module} as its code, and there is no such module")
    return (place if place.is_dir() else place.parent), files


def key_of(name: str, inputs: Mapping[str, Any], modules: Iterable[str]) -> str:
    """The key of a question for the current code.

    >>> key_of("par", {"decks": 6}, ("pitboss.lab.store",)) == key_of("par", {"decks": 8}, ("pitboss.lab.store",))
    False
    """
    question = json.dumps([CACHE_FORMAT, name, inputs], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{question}\n{code_hash(tuple(modules))}".encode()).hexdigest()


JOB_MODULES: Final = ("cards", "paytables", "games", "progressive", "lab")
"""The rooms whose code and data can change a result of the lab. Their hash is part of the key of a job."""


def job_key(kind: str, inputs: Mapping[str, Any]) -> str:
    """The key of a job: the same question to the same code has the same key.

    >>> job_key("par", {"designator": "TCP-01"}) == job_key("par", {"designator": "TCP-02"})
    False
    """
    return key_of(f"job {kind}", inputs, [f"pitboss.{room}" for room in JOB_MODULES])


def put_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file completely or not at all: two processes may write it at once, and a disk may refuse.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     put_file(Path(folder) / "new" / "edge.txt", lambda draft: draft.write_text("3"))
    ...     (Path(folder) / "new" / "edge.txt").read_text()
    '3'
    """
    draft = file.with_suffix(f".{os.getpid()}-{get_ident()}.draft{file.suffix}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(draft)
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink()


class Store:
    """Results by key, each a JSON file. Writes are atomic, so two processes may work on the same question.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     store.put("a" * 64, {"edge": 3})
    ...     store.get("a" * 64), store.get("b" * 64)
    ({'edge': 3}, None)
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def get(self, key: str) -> Any:
        """The result, or None."""
        try:
            return json.loads(self._file(key).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, result: Any) -> None:
        """Store a result. If the disk refuses it, it is computed again later."""
        text = json.dumps(result, separators=(",", ":"))
        put_file(self._file(key), lambda draft: draft.write_text(text, encoding="utf-8"))

    def drop(self, key: str) -> None:
        """Delete a result."""
        with suppress(OSError):
            self._file(key).unlink()

    def _file(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"
