"""What a table has at hand, account by account: the ledger must say the same."""

from typing import Any

from pitboss.games.round import Round
from pitboss.house.ledger import account
from pitboss.house.tables.table import Table


def at_hand(table: Table) -> dict[str, int]:
    """The cents in the tray, in the drop, on the felt and before every seat of a table.

    >>> at_hand(Table("T1"))
    {'tray:T1': 0, 'drop:T1': 0, 'felt:T1': 0}
    """
    table_id, round = table.table_id, table.round
    found = {
        account("tray", table_id): table.tray_cents,
        account("drop", table_id): table.drop_cents,
        account("felt", table_id): 0 if round is None or round.is_over else _in_action(round),
    }
    for seat in () if table.status == "new" else range(1, table.settings.rules.seats + 1):
        seating = table.seatings.get(seat)
        found[account("chips", table_id, seat)] = seating.chips_cents if seating else 0
    return found


def _in_action(round: Round[Any, Any]) -> int:
    """What lies on the felt: all wagers that are not settled. One that is lit since a void round is the tray's."""

    def is_on_the_felt(seat: int, wager: str) -> bool:
        return not (wager == "progressive" and seat in round.lit)

    seats = round.seats.items()
    staked: int = sum(c for seat, state in seats for wager, c in state.wagers.items() if is_on_the_felt(seat, wager))
    return staked - sum(line.stake_cents for line in round.lines if is_on_the_felt(line.seat, line.wager))
