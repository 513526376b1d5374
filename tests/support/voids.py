"""What must hold for a round that is void: every stake goes back, except the progressive wagers that the meter has."""

from pitboss.games.reports import ProgressiveWager
from pitboss.games.statement import Source


def check_void(round, reason, collected=()):
    """Check lines, totals, report and what stays lit. Tells it from the wagers, not from how the round does it.

    What was collected from hands that have folded was charged by those lines, and is not charged again.
    """
    closed = any(command.operation() == "no_more_bets" for command in round.commands)
    taken = {number for number, seat in _playing(round) if closed and "progressive" in seat.wagers}
    lit = sorted(taken | set(round.lit))
    assert (round.phase, round.void_reason, round.is_over) == ("void", reason, True)
    assert round.still_lit == {number: round.seats[number].wagers["progressive"] for number in lit}
    charged = {(line.seat, line.wager) for line in collected}
    assert tuple(round.lines[: len(collected)]) == collected
    assert [_told(line) for line in round.lines[len(collected) :]] == [
        (number, wager, 0 if (number, wager) in charged else stake, *told)
        for number, seat in reversed(_playing(round))
        for wager, cents in seat.wagers.items()
        for stake, *told in [_kept(round, number) if (number, wager) in _on_the_meter(lit) else _back(cents, reason)]
    ]
    assert round.progressive_report.hands == ()
    assert round.progressive_report.wagers == tuple(
        ProgressiveWager(number, round.seats[number].player, round.still_lit[number], number in round.lit)
        for number in sorted(taken)
    )
    assert round.statement.house_cents == sum(round.still_lit[number] for number in taken - set(round.lit))


def _playing(round):
    """Seats with a wager of this round: one that is only carried over does not bring a seat into play."""
    carried = {number: {"progressive"} for number in round.lit}
    return [(number, seat) for number, seat in round.seats.items() if set(seat.wagers) - carried.get(number, set())]


def _told(line):
    return line.seat, line.wager, line.stake_cents, line.outcome, line.pay_cents, line.source


def _on_the_meter(lit):
    return {(number, "progressive") for number in lit}


def _back(cents, reason):
    return cents, f"goes back: void, {reason}", cents, Source.TRAY


def _kept(round, number):
    stake = 0 if number in round.lit else round.still_lit[number]
    return stake, "stays lit for the next round: the meter has it", 0, Source.METER
