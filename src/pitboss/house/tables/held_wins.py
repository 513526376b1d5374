"""Large wins of ordinary wagers: surveillance sees them on camera before they are paid (WAC 230-15-320)."""

from collections import Counter
from collections.abc import Sequence

from pitboss.games.statement import Line
from pitboss.house.tables.events import HeldWinPaid, HeldWinRejected, WinHeld
from pitboss.house.tables.state import HeldWin, TableState


class HeldWins(TableState):
    """What happens between the end of a wager and its pay."""

    def _settle(self, lines: Sequence[Line]) -> None:
        """The stakes leave the felt, and the pays go to the players; what is to be seen first waits in the tray."""
        held = self._to_be_seen(lines)
        for line in lines:
            self._move(self._felt, self._tray, line.stake_cents)
            self.tray_cents += line.stake_cents
            if line.seat in held:
                self.held_wins[line.seat] = self._held_at(line.seat).with_line(line)
            else:
                self._pay_from_tray(line.seat, line.pay_cents)
        for seat, cents in held.items():
            self._tell(WinHeld(seat, cents))

    def _to_be_seen(self, lines: Sequence[Line]) -> dict[int, int]:
        """What each seat wins that is paid too much at once for anybody to pay it unseen."""
        if self._camera_above_cents is None:
            return {}
        won: Counter[int] = Counter()
        for line in lines:
            won[line.seat] += max(line.net_cents, 0)
        return {seat: cents for seat, cents in won.items() if cents > self._camera_above_cents}

    def _held_at(self, seat: int) -> HeldWin:
        return self.held_wins.get(seat, HeldWin(0, 0))

    def _pay_held(self, seat: int) -> None:
        held = self.held_wins.pop(seat)
        self._pay_from_tray(seat, held.pay_cents)
        self._tell(HeldWinPaid(seat, held.won_cents))

    def _refuse_held(self, seat: int, reason: str) -> None:
        """It was no win: the wagers of the hand go back, and nothing is paid on them."""
        held = self.held_wins.pop(seat)
        self._pay_from_tray(seat, held.pay_cents - held.won_cents)
        self._tell(HeldWinRejected(seat, held.won_cents, reason))
