"""Backs up a room while it is open, restores it, and checks the restored room before anybody plays.

A backup is one file, and next to it a manifest: its hash, and the last record of every chain, which must be there again
after the restore. It can be encrypted with a passphrase or with the room's key. The room's key is a separate secret: it
is copied only on request, and never together with what it opens.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from pitboss.house import property as properties
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.property import Property
from pitboss.house.records.audit import verify_chains, verify_sound
from pitboss.house.records.encrypted_file import NONE, PASSPHRASE, ROOM_KEY, Secret, decrypted, encrypt
from pitboss.house.records.restore_target import file_of, set_aside, verify_free_place
from pitboss.house.records.self_check import Check, refuse_play, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage import postgresql_tools, sqlite_tools
from pitboss.house.storage.atomic_files import copy_permissions, finish, part_files, part_of
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import right_to_write
from pitboss.sources import SystemEntropy

FORMAT: Final = 1


@dataclass(frozen=True)
class Manifest:
    """The description of a backup: its content has its own file.

    >>> Manifest("sqlite", "P1", "2026-11-15T20:00:00.000000Z", "5f0c", "none", {"room": (3, "77aa")}).kind
    'sqlite'
    """

    kind: str
    """``sqlite`` or ``postgresql``."""
    property_id: str
    made_at: str
    sha256: str
    encryption: str
    """What decrypts it: ``none``, ``passphrase`` or ``room key``."""
    heads: dict[str, tuple[int, str]]

    @staticmethod
    def read(path: Path) -> "Manifest":
        """Read a manifest from its file."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise StorageError(f"there is no manifest {path}: it belongs to the backup") from None
        except OSError as error:
            raise StorageError(f"the manifest {path} cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise StorageError(f"the manifest {path} cannot be read: it is not JSON") from error
        if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
            raise StorageError(f"{path} is not the manifest of a backup in format {FORMAT}")
        names = Manifest.__match_args__
        if set(data) != set(names) or not all(isinstance(data[name], str) for name in names[:-1]):
            raise StorageError(f"the manifest {path} cannot be read: it must have {', '.join(names)}")
        return Manifest(**data | {"heads": _read_heads(path, data["heads"])})


def _read_heads(path: Path, heads: Any) -> dict[str, tuple[int, str]]:
    """The last record of every chain: its number and its hash."""
    entries = heads.values() if isinstance(heads, dict) else (None,)
    if not all(isinstance(entry, list) and [type(part) for part in entry] == [int, str] for entry in entries):
        raise StorageError(f"the manifest {path} cannot be read: each of its heads is a number and a hash")
    return {chain: (seq, record) for chain, (seq, record) in heads.items()}


def manifest_of(backup: Path) -> Path:
    """The path of the manifest of a backup.

    >>> manifest_of(Path("monday.backup"))
    PosixPath('monday.backup.json')
    """
    return backup.with_name(f"{backup.name}.json")


def read_manifest(backup: Path) -> Manifest:
    """Read the manifest of a backup."""
    _verify_no_folder(backup)
    return Manifest.read(manifest_of(backup))


def key_of(backup: Path) -> Path:
    """The path of the room's key next to a backup, if it was included.

    >>> key_of(Path("monday.backup"))
    PosixPath('monday.backup.key')
    """
    return backup.with_name(f"{backup.name}.key")


def back_up(  # noqa: PLR0913 - each is an option of the backup
    database: Database,
    house: Property,
    target: Path,
    *,
    now: datetime,
    key: Path | None = None,
    secret: Secret | None = None,
) -> Manifest:
    """Write a backup while the room is open, encrypted if there is a secret.

    ``key`` is the path of the room's key, if the backup shall include it.
    """
    if key is not None and secret is not None:
        raise RefusedError(
            "the room's key does not go along with an encrypted backup: keep a copy of it in a safe, or leave the "
            "backup in the clear with --encryption none"
        )
    _verify_free(target, key is not None)
    if key is not None:
        read_key(key)
    with database.reading() as connection:
        heads = verify_chains(connection, house.property_id, last=0).heads
    # The backup itself is renamed last: if it is there, so are its manifest and its key.
    names = [manifest_of(target), target] if key is None else [key_of(target), manifest_of(target), target]
    try:
        with part_files(*names):
            # Another process may have written one meanwhile.
            _verify_free(target, key is not None)
            _copy(database, target, secret)
            written = (_hash(part_of(target)), secret.kind if secret else NONE)
            manifest = Manifest(_kind(database), house.property_id, print_instant(now), *written, heads)
            part_of(names[-2]).write_text(
                json.dumps({"format": FORMAT, **vars(manifest)}, indent=2) + "\n", encoding="utf-8"
            )
            if key is not None:
                shutil.copyfile(key, part_of(key_of(target)))
            finish(*names)
    except OSError as error:
        raise StorageError(f"the backup {target} cannot be written: {error.strerror}") from error
    return manifest


def restore(backup: Path, url: str, key: Path, *, overwrite: bool = False, passphrase: str = "") -> list[Check]:
    """Restore a backup into an empty place, and check everything there.

    If the backup includes the room's key, it is copied to ``key``; otherwise the key must be at ``key`` already.
    """
    manifest = read_manifest(backup)
    _verify_content(backup, manifest)
    database = Database(url)
    try:
        _verify_apart(backup, database, key)
        _verify_place(database, manifest, overwrite)
        _verify_key(backup, key, overwrite)
        secret = _secret_of(manifest, key, passphrase)
        _verify_opens(backup, secret)
        return _restore(backup, database, key, manifest, secret)
    except OSError as error:
        raise StorageError(f"{backup} cannot be restored into {database.name}: {error.strerror}") from error
    finally:
        database.close()


def _restore(backup: Path, database: Database, key: Path, manifest: Manifest, secret: Secret | None) -> list[Check]:
    room_key = key_of(backup) if key_of(backup).exists() else key
    if database.is_sqlite:
        # Without this right, a server could start meanwhile and go on with the old room, whose file is replaced.
        with right_to_write(str(target := file_of(database))), part_files(target):
            _open_into(backup, part_of(target), secret)
            checks = _restore_sqlite(target, room_key, manifest)
            _copy_key(room_key, key)
            finish(target)
        return checks
    with _plain(backup, secret) as dump, set_aside(database):
        postgresql_tools.restore(database, dump)
        checks = verify_restored(database, room_key, manifest)
        _copy_key(room_key, key)
    return checks


def verify_restored(database: Database, key: Path, manifest: Manifest) -> list[Check]:
    """Refuse a restored room that differs from the backup, or that fails a check."""
    database.migrate()
    with database.reading() as connection:
        house = properties.load(connection, manifest.property_id, parse_instant(manifest.made_at))
        verify_sound(verify_chains(connection, house.property_id, known=manifest.heads))
    checks = selfcheck(database, house, Strongbox(read_key(key)))
    refuse_play(checks)
    return checks


# ---- checks before anything is written


def _verify_free(target: Path, with_key: bool) -> None:
    _verify_no_folder(target)
    for path in (target, manifest_of(target), *([key_of(target)] if with_key else [])):
        if path.exists():
            raise StorageError(f"{path} is there already: backups overwrite nothing")
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}")


def _verify_no_folder(backup: Path) -> None:
    if backup.is_dir():
        raise StorageError(f"{backup} is a folder: name the file of a backup")


def _verify_content(backup: Path, manifest: Manifest) -> None:
    if not backup.is_file():
        raise StorageError(f"there is no backup {backup}")
    if _hash(backup) != manifest.sha256:
        raise StorageError(f"{backup} is not the file that its manifest describes: it was damaged or changed")


def _secret_of(manifest: Manifest, key: Path, passphrase: str) -> Secret | None:
    match manifest.encryption:
        case "none":
            return None
        case "room key":
            return Secret.of_room(Strongbox(read_key(key)))
        case "passphrase" if passphrase:
            return Secret.of_passphrase(passphrase)
        case "passphrase":
            raise StorageError("the backup is locked with a passphrase: give it with --passphrase-file")
    known = ", ".join((NONE, PASSPHRASE, ROOM_KEY))
    raise StorageError(f"the manifest says {manifest.encryption!r} of what opens the backup; known are {known}")


def _verify_opens(backup: Path, secret: Secret | None) -> None:
    """Refuse a backup of which any part cannot be decrypted, before anything is written."""
    if secret is not None:
        for _ in _pieces(backup, secret):
            pass


def _verify_apart(backup: Path, database: Database, key: Path) -> None:
    """Refuse to restore a room over its own backup: it would be the only copy of both."""
    own = [path for path in (backup, manifest_of(backup), key_of(backup)) if path.exists()]
    rooms = [file_of(database), *sqlite_tools.side_files(file_of(database))] if database.is_sqlite else []
    for path in own:
        # The key may stay next to the backup: it is the same key.
        targets = rooms if path == key_of(backup) else [*rooms, key]
        if any(target.exists() and target.samefile(path) for target in targets):
            raise StorageError(f"{path} is of the backup itself: name another place")


def _verify_place(database: Database, manifest: Manifest, overwrite: bool) -> None:
    kind = _kind(database)
    if kind != manifest.kind:
        raise StorageError(f"this is a backup of {manifest.kind}, and {database.name} is {kind}")
    if database.is_in_memory:
        raise StorageError("a backup is restored into a file: name one")
    verify_free_place(database, overwrite)


def _verify_key(backup: Path, key: Path, overwrite: bool) -> None:
    own = key_of(backup)
    if not own.exists():
        if not key.exists():
            raise StorageError(f"the backup has no key with it: put the room's key at {key}, from your safe copy")
        return
    if key.exists() and not _is_same(own, key) and not overwrite:
        raise StorageError(f"there is another key at {key}: name another place, or say overwrite")


# ---- copying


def _copy(database: Database, target: Path, secret: Secret | None) -> None:
    if secret is None:
        _copy_plainly(database, part_of(target))
        return
    with (
        _place_of_copy(database) as plain,
        part_of(target).open("wb") as sealed,
    ):
        _copy_plainly(database, plain)
        with plain.open("rb") as source:
            encrypt(source, sealed, secret, SystemEntropy())


def _copy_plainly(database: Database, target: Path) -> None:
    if not database.is_sqlite:
        postgresql_tools.dump(database, target)
        return
    result = sqlite_tools.copy(database, target)
    if result != "ok":
        raise StorageError(f"{database.name} is damaged, and no backup of it is written: {result}")


@contextmanager
def _place_of_copy(database: Database) -> Iterator[Path]:
    """The path of a copy while it is encrypted: next to the room, which is unencrypted too, not where backups go."""
    if database.is_sqlite and not database.is_in_memory:
        copy = file_of(database).with_name(f"{file_of(database).name}.copy")
        with part_files(copy):
            yield part_of(copy)
    else:
        with TemporaryDirectory(prefix="pitboss-") as folder:
            yield Path(folder) / "copy"


@contextmanager
def _plain(backup: Path, secret: Secret | None) -> Iterator[Path]:
    """The backup without its encryption, while it is read."""
    if secret is None:
        yield backup
        return
    with TemporaryDirectory(prefix="pitboss-") as folder:
        _open_into(backup, Path(folder) / "copy", secret)
        yield Path(folder) / "copy"


def _open_into(backup: Path, target: Path, secret: Secret | None) -> None:
    if secret is None:
        shutil.copyfile(backup, target)
        return
    with target.open("wb") as file:
        for piece in _pieces(backup, secret):
            file.write(piece)


def _pieces(backup: Path, secret: Secret) -> Iterator[bytes]:
    try:
        with backup.open("rb") as source:
            yield from decrypted(source, secret)
    except StorageError as error:
        raise StorageError(f"{backup} cannot be restored: {error}") from None


def _restore_sqlite(target: Path, key: Path, manifest: Manifest) -> list[Check]:
    """Check the room in its part file: a room that is refused does not replace what was there before."""
    with closing(Database(str(part_of(target)))) as database:
        checks = verify_restored(database, key, manifest)
    if target.exists():
        copy_permissions(target, part_of(target))
    for path in sqlite_tools.side_files(target):
        path.unlink(missing_ok=True)
    return checks


def _copy_key(source: Path, target: Path) -> None:
    if _is_same(source, target):
        return
    with part_files(target):
        shutil.copyfile(source, part_of(target))
        finish(target)


def _kind(database: Database) -> str:
    return "sqlite" if database.is_sqlite else "postgresql"


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
