"""``pitboss backup``, ``restore`` and ``upgrade``: saves a room, restores it, and moves it to a new version."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.house.audit import page_of
from pitboss.cli.house.place import Place, open_books, verify_can_be_made
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, progress, show
from pitboss.cli.house.user_input import ask_passphrase
from pitboss.cli.output import TerminalError, open_screen
from pitboss.games.table import PRACTICE
from pitboss.house.property import Property
from pitboss.house.records import upgrade
from pitboss.house.records.backup import back_up, key_of, manifest_of, read_manifest, restore
from pitboss.house.records.encrypted_file import PASSPHRASE, Secret
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.sources import SystemClock, SystemIds

HERE = Place()

Encryption = Literal["room-key", "passphrase", "none"]
"""What a backup can be encrypted with."""

PassphraseFile = Annotated[
    str,
    Parameter(env_var="PITBOSS_PASSPHRASE_FILE", show_default=False, help="A file with the passphrase of the backup."),
]


def make_backup(
    file: Annotated[Path, Parameter(help="The file; it must not exist yet.")],
    /,
    *,
    with_key: Annotated[
        bool, Parameter(negative="", help="Save the key too, next to the backup: keep such a backup in a safe.")
    ] = False,
    encryption: Annotated[
        Encryption | None,
        Parameter(show_default=False, help="How to encrypt it; a licensed room uses its key by default."),
    ] = None,
    passphrase_file: PassphraseFile = "",
    place: Place = HERE,
) -> None:
    """Write a backup while the room is open, and a manifest with the last record of every chain.

    The backup of a licensed room is encrypted with the room's key, unless --encryption says otherwise.
    """
    with open_books(place) as books:
        secret = _secret(place, books.house, encryption, passphrase_file)
        with progress("The backup is written"):
            key = place.key_file if with_key else None
            manifest = back_up(books.database, books.house, file, now=SystemClock().now(), key=key, secret=secret)
    screen = open_screen()
    records = sum(number for number, _ in manifest.heads.values())
    screen.print(f"{books.house.name}, {records:,} records, is in {file}", soft_wrap=True)
    screen.print(f"  manifest    {manifest_of(file)}", soft_wrap=True)
    kept = key_of(file) if with_key else "not saved with it: no backup can be restored without the room's key"
    screen.print(f"  key         {kept}", soft_wrap=True)
    screen.print(f"  encryption  {manifest.encryption}", soft_wrap=True)


def _secret(place: Place, house: Property, encryption: Encryption | None, passphrase_file: str) -> Secret | None:
    if encryption is None:
        usual: Encryption = "none" if house.jurisdiction is PRACTICE else "room-key"
        encryption = "passphrase" if passphrase_file else usual
    if encryption == "passphrase":
        return Secret.of_passphrase(ask_passphrase(passphrase_file, again=True))
    if passphrase_file:
        raise TerminalError(f"--passphrase-file goes with --encryption passphrase, not with {encryption}")
    return Secret.of_room(Strongbox(read_key(place.key_file))) if encryption == "room-key" else None


def bring_back(
    file: Annotated[Path, Parameter(help="The backup; its manifest must be in the same folder.")],
    /,
    *,
    overwrite: Annotated[bool, Parameter(negative="", help="Overwrite an existing room.")] = False,
    passphrase_file: PassphraseFile = "",
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """Restore a backup into the empty place that --database names, and check everything there."""
    verify_can_be_made(options)
    has_passphrase = read_manifest(file).encryption == PASSPHRASE
    passphrase = ask_passphrase(passphrase_file) if has_passphrase else ""
    with progress("The backup is restored and checked"):
        checks = restore(file, options.url, options.key_file, overwrite=overwrite, passphrase=passphrase)
    data = {"database": options.url, "key": str(options.key_file), "checks": checks}
    done = Text(f"{file} is restored into {options.url}, with the key at {options.key_file}")
    show(options, data, *page_of(checks), done)


def upgrade_room(
    *,
    prepare: Annotated[
        bool,
        Parameter(
            negative="", help="With the old version: end or void all rounds, suspend all tables, anchor the chains."
        ),
    ] = False,
    check: Annotated[
        bool, Parameter(negative="", help="With the new version: compare all tables; void a round that differs.")
    ] = False,
    me: Working = ME,
) -> None:
    """Upgrade the room from one version of Pitboss to the next. Stop the server first.

    The old version prepares the room, the new one checks it. A round that was not ended, and that differs
    under the new version, is void: each seat gets its wagers back, and progressive wagers stay lit. The exit status is
    1 if a table needs attention.
    """
    if prepare == check:
        raise TerminalError("name one: --prepare with the old version, or --check with the new one")
    with on_shift(me, is_upgrade=check) as shift:
        act = upgrade.check if check else upgrade.prepare
        findings = list(act(shift.room, shift.actor, SystemIds().new))
    rows = [
        (Text("ok", style="green") if each.is_ok else Text("WAITS", style="bold red"), each.table_id, each.words)
        for each in findings
    ]
    waiting = sum(not each.is_ok for each in findings)
    ready = "The room is ready for play: resume its tables." if check else "The room is ready for the new version."
    words = f"{waiting} of {len(findings)} tables need attention first." if waiting else ready
    data = [each.as_json() for each in findings]
    show(me, data, listed("Upgrade", ("", "Table", "Finding"), rows), Text(), Text(words))
    if waiting:
        sys.stdout.flush()  # raises BrokenPipeError here if the reader has left, before status 1 reports a failure
        sys.exit(1)
