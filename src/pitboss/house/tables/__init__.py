"""The tables of the room: a table, its parts, and what is set, approved and held at it.

- ``Table`` (in ``table``): the state of a table with all that can be done to it
- ``TableSettings``, ``CardKind``, ``ControllerKind``: what it is set to
- ``commands``, ``events``: what can be asked of a table, and what happens there
- ``table_cache``, ``room_host``, ``record_host``, ``dry_run``: how the room runs a table, replays it, or only asks
- ``doing``, ``state``, ``preconditions``, ``pending_jackpot``, ``count_differences``: what the parts work with
- ``approval``, ``conditions``, ``equipment``: does the table run as approved
- ``table_proposals``, ``table_holds``, ``deadlines``: what two people decide, what stops a table, when it goes on
- ``settings``, ``rules_form``, ``choices``, ``views``, ``queries``: what pages and the terminal ask
"""

from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.house.tables.table import Table

__all__ = ["CardKind", "ControllerKind", "Table", "TableSettings"]
