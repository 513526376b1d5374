"""Backups, taken while the room is open, and what brings them back. What comes back is checked before anybody plays.

A backup is one file and, beside it, a manifest: its hash, and the last record of every chain, which must be there again
after the restore. The key of the room is a secret of its own and goes along only when somebody says so.
"""

import hashlib
import json
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import inspect

from pitboss.house import postgresql_tools
from pitboss.house import property as properties
from pitboss.house.audit import verify_chains, verify_sound
from pitboss.house.database import Database
from pitboss.house.errors import StorageError
from pitboss.house.gambling_day import print_instant
from pitboss.house.property import Property
from pitboss.house.selfcheck import Check, refuse_play, selfcheck
from pitboss.house.strongbox import Strongbox, read_key

FORMAT: Final = 1


@dataclass(frozen=True)
class Manifest:
    """What is known of a backup besides its content.

    >>> Manifest("sqlite", "P1", "2026-11-15T20:00:00.000000Z", "5f0c", {"room": (3, "77aa")}).kind
    'sqlite'
    """

    kind: str
    """``sqlite`` or ``postgresql``."""
    property_id: str
    made_at: str
    sha256: str
    heads: dict[str, tuple[int, str]]

    def as_json(self) -> dict[str, Any]:
        """The manifest for its file."""
        return {"format": FORMAT, **vars(self)}

    @staticmethod
    def read(path: Path) -> "Manifest":
        """The manifest in a file."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data.pop("format") != FORMAT:
                raise StorageError(f"{path} is not the manifest of a backup in format {FORMAT}")
            heads = {chain: (int(seq), str(record)) for chain, (seq, record) in data.pop("heads").items()}
            return Manifest(**data, heads=heads)
        except FileNotFoundError:
            raise StorageError(f"there is no manifest {path}: it belongs to the backup") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise StorageError(f"the manifest {path} cannot be read: {error}") from error


def manifest_of(backup: Path) -> Path:
    """Where the manifest of a backup lies.

    >>> manifest_of(Path("monday.backup"))
    PosixPath('monday.backup.json')
    """
    return backup.with_name(f"{backup.name}.json")


def key_of(backup: Path) -> Path:
    """Where the key of a backup lies, if it went along.

    >>> key_of(Path("monday.backup"))
    PosixPath('monday.backup.key')
    """
    return backup.with_name(f"{backup.name}.key")


def back_up(database: Database, house: Property, target: Path, *, now: datetime, key: Path | None = None) -> Manifest:
    """Write a backup while the room is open. ``key`` is the room's key, where it shall go along."""
    _verify_free(target, key is not None)
    if key is not None:
        read_key(key)
    with database.reading() as connection:
        heads = verify_chains(connection, house.property_id, last=0).heads
    part = target.with_name(f"{target.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()
    try:
        part.touch(mode=0o600)
        if database.is_sqlite:
            _copy_sqlite(database, part)
        else:
            postgresql_tools.dump(database, part)
        manifest = Manifest(_kind(database), house.property_id, print_instant(now), _hash(part), heads)
        _sync(part)
        part.replace(target)
    except OSError as error:
        raise StorageError(f"the backup {target} cannot be written: {error.strerror}") from error
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    manifest_of(target).write_text(json.dumps(manifest.as_json(), indent=2) + "\n", encoding="utf-8")
    if key is not None:
        _copy_key(key, key_of(target))
    return manifest


def restore(backup: Path, url: str, key: Path, *, overwrite: bool = False) -> list[Check]:
    """Bring a backup back into an empty place, and check everything there.

    The key is taken from the backup where it went along, and must lie at ``key`` already where it did not.
    """
    manifest = Manifest.read(manifest_of(backup))
    _verify_content(backup, manifest)
    database = Database(url)
    try:
        _verify_place(database, manifest, overwrite)
        _verify_key(backup, key, overwrite)
        if database.is_sqlite:
            _restore_sqlite(backup, Path(str(database.url.database)))
        else:
            postgresql_tools.restore(database, backup)
        if key_of(backup).exists() and not _is_same(key_of(backup), key):
            _copy_key(key_of(backup), key)
        return verify_restored(database, key, manifest)
    finally:
        database.close()


def verify_restored(database: Database, key: Path, manifest: Manifest) -> list[Check]:
    """Refuse a restored room that is not what was backed up, or in which a check fails."""
    database.verify_schema()
    with database.reading() as connection:
        house = properties.load(connection, manifest.property_id)
        verify_sound(verify_chains(connection, house.property_id, known=manifest.heads))
    checks = selfcheck(database, house, Strongbox(read_key(key)))
    refuse_play(checks)
    return checks


# ---- before


def _verify_free(target: Path, with_key: bool) -> None:
    for path in (target, manifest_of(target), *([key_of(target)] if with_key else [])):
        if path.exists():
            raise StorageError(f"{path} is there already: backups overwrite nothing")
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}")


def _verify_content(backup: Path, manifest: Manifest) -> None:
    if not backup.is_file():
        raise StorageError(f"there is no backup {backup}")
    if _hash(backup) != manifest.sha256:
        raise StorageError(f"{backup} is not the file that its manifest describes: it was damaged or changed")


def _verify_place(database: Database, manifest: Manifest, overwrite: bool) -> None:
    kind = _kind(database)
    if kind != manifest.kind:
        raise StorageError(f"this is a backup of {manifest.kind}, and {database.name} is {kind}")
    if database.is_sqlite and not database.url.database:
        raise StorageError("a backup is restored into a file: name one")
    if not overwrite and not _is_empty(database):
        raise StorageError(f"there is something in {database.name} already: name an empty place, or say overwrite")


def _is_empty(database: Database) -> bool:
    if database.is_sqlite and not Path(str(database.url.database)).exists():
        return True
    with database.reading() as connection:
        return not inspect(connection).get_table_names()


def _verify_key(backup: Path, key: Path, overwrite: bool) -> None:
    own = key_of(backup)
    if not own.exists():
        if not key.exists():
            raise StorageError(f"the backup has no key with it: put the room's key at {key}, from your safe copy")
        return
    if key.exists() and not _is_same(own, key) and not overwrite:
        raise StorageError(f"there is another key at {key}: name another place, or say overwrite")


# ---- doing it


def _copy_sqlite(database: Database, part: Path) -> None:
    with database.reading() as connection, closing(sqlite3.connect(part)) as copy:
        source: Any = connection.connection.driver_connection
        source.backup(copy)
        # One file, with nothing beside it.
        copy.execute("PRAGMA journal_mode=DELETE")


def _restore_sqlite(backup: Path, target: Path) -> None:
    """By SQLite itself, not by copying files: somebody may have the target open, with a log beside it."""
    address = f"{backup.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(target)) as room:
            source.backup(room)
    except sqlite3.Error as error:
        raise StorageError(f"{backup} cannot be restored into {target}: {error}") from error


def _copy_key(source: Path, target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()
    part.touch(mode=0o600)
    shutil.copyfile(source, part)
    _sync(part)
    part.replace(target)


def _kind(database: Database) -> str:
    return "sqlite" if database.is_sqlite else "postgresql"


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
