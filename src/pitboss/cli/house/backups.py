"""``pitboss backup`` and ``pitboss restore``."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.house.place import Place, open_books, verify_can_be_made
from pitboss.cli.house.selfcheck import page_of
from pitboss.cli.house.showing import LOOK, Looking, progress, show
from pitboss.cli.screen import open_screen
from pitboss.house.backup import back_up, key_of, manifest_of, restore
from pitboss.outside import SystemClock

HERE = Place()


def make_backup(
    file: Annotated[Path, Parameter(help="The file, which must not be there yet.")],
    /,
    *,
    with_key: Annotated[
        bool, Parameter(negative="", help="Put the key beside it: keep such a backup in a safe.")
    ] = False,
    place: Place = HERE,
) -> None:
    """Write a backup while the room is open. Beside it goes a manifest with the last record of every chain."""
    with open_books(place) as books, progress("The backup is written"):
        key = place.key_file if with_key else None
        manifest = back_up(books.database, books.house, file, now=SystemClock().now(), key=key)
    screen = open_screen()
    records = sum(number for number, _ in manifest.heads.values())
    screen.print(f"{books.house.name}, {records:,} records, is in {file}", soft_wrap=True)
    screen.print(f"  manifest    {manifest_of(file)}", soft_wrap=True)
    kept = key_of(file) if with_key else "not with it: without the room's key no backup can be restored"
    screen.print(f"  key         {kept}", soft_wrap=True)


def bring_back(
    file: Annotated[Path, Parameter(help="The backup, with its manifest beside it.")],
    /,
    *,
    overwrite: Annotated[bool, Parameter(negative="", help="Also over a room that is there.")] = False,
    look: Looking = LOOK,
) -> None:
    """Bring a backup back into an empty place, named by --database, and check everything there."""
    verify_can_be_made(look)
    with progress("The backup is restored and checked"):
        checks = restore(file, look.url, look.key_file, overwrite=overwrite)
    data = {"database": look.url, "key": str(look.key_file), "checks": [check.as_json() for check in checks]}
    said = Text(f"{file} is restored into {look.url}, with the key at {look.key_file}")
    show(look, data, *page_of(checks), said)
