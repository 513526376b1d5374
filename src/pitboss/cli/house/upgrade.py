"""``pitboss upgrade``: prepare a room for the next version of Pitboss, and check it with that version."""

import sys
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import listed, show
from pitboss.cli.output import TerminalError
from pitboss.house.records import upgrade
from pitboss.sources import SystemIds


def upgrade_room(
    *,
    prepare: Annotated[
        bool, Parameter(negative="", help="With the old version: end or void all rounds, suspend all tables, anchor.")
    ] = False,
    check: Annotated[
        bool, Parameter(negative="", help="With the new version: compare all tables; void a round that differs.")
    ] = False,
    me: Working = ME,
) -> None:
    """Bring the room from one version of Pitboss to the next. Stop the server first.

    The old version prepares the room, the new one checks it. A round that was not ended before, and goes another way
    under the new version, is void: each seat gets its wagers back, and progressive wagers stay lit. The exit status is
    1 where a table needs somebody.
    """
    if prepare == check:
        raise TerminalError("name one: --prepare with the old version, or --check with the new one")
    with on_shift(me, is_upgrade=check) as shift:
        act = upgrade.check if check else upgrade.prepare
        found = list(act(shift.room, shift.actor, SystemIds().new))
    rows = [
        (Text("ok", style="green") if each.is_ok else Text("WAITS", style="bold red"), each.table_id, each.words)
        for each in found
    ]
    waiting = sum(not each.is_ok for each in found)
    ready = "The room is ready for play: resume its tables." if check else "The room is ready for the new version."
    words = f"{waiting} of {len(found)} tables need somebody first." if waiting else ready
    data = [each.as_json() for each in found]
    show(me, data, listed("Upgrade", ("", "Table", "Finding"), rows), Text(), Text(words))
    if waiting:
        sys.stdout.flush()  # while a reader who has left is still told from a failure
        sys.exit(1)
