"""Holds large wins of ordinary wagers until surveillance has seen them on camera (WAC 230-15-320)."""

from collections import Counter
from collections.abc import Sequence

from pitboss.games.statement import Line
from pitboss.house.tables.doing import Doing, pay_from_tray
from pitboss.house.tables.events import HeldWinPaid, HeldWinRejected, WinHeld
from pitboss.house.tables.state import HeldWin, TableState

_NONE_YET = HeldWin(0, 0)


def settle(doing: Doing, lines: Sequence[Line]) -> None:
    """Take the stakes off the felt and pay the players; held wins stay in the tray."""
    state = doing.state
    held = _cents_to_hold(state, lines)
    for line in lines:
        doing.move(state.felt_account, state.tray_account, line.stake_cents)
        if line.seat in held:
            state.held_wins[line.seat] = state.held_wins.get(line.seat, _NONE_YET).with_line(line)
        else:
            pay_from_tray(doing, line.seat, line.pay_cents)
    for seat, cents in held.items():
        doing.tell(WinHeld(seat, cents))


def _cents_to_hold(state: TableState, lines: Sequence[Line]) -> dict[int, int]:
    """By seat, the wins in these lines that are too large to be paid before surveillance has seen them."""
    above_cents = state.camera_above_cents
    if above_cents is None:
        return {}
    won: Counter[int] = Counter()
    for line in lines:
        won[line.seat] += max(line.net_cents, 0)
    return {seat: cents for seat, cents in won.items() if cents > above_cents}


def pay_held(doing: Doing, seat: int) -> None:
    """Pay a held win that surveillance has seen."""
    held = doing.state.held_wins.pop(seat)
    pay_from_tray(doing, seat, held.pay_cents)
    doing.tell(HeldWinPaid(seat, held.won_cents))


def refuse_held(doing: Doing, seat: int, reason: str) -> None:
    """Reject a held win: return its wagers, and pay nothing on them."""
    held = doing.state.held_wins.pop(seat)
    pay_from_tray(doing, seat, held.pay_cents - held.won_cents)
    doing.tell(HeldWinRejected(seat, held.won_cents, reason))
