"""Wins that must not be paid: a win whose payee the law forbids to pay is won, and its amount is confiscated."""

from dataclasses import replace
from typing import Final

from pitboss.house.cage.ledger import account
from pitboss.house.errors import RefusedError
from pitboss.house.people.incidents import of_withheld_win
from pitboss.house.tables.booked_wins import booked_win
from pitboss.house.tables.commands import WithholdWin
from pitboss.house.tables.doing import Asking, Doing, Handler, Part
from pitboss.house.tables.electronic_jackpots import (
    as_it_stands,
    decide,
    verify_decidable,
    verify_good,
    verify_verified,
)
from pitboss.house.tables.events import JackpotChanged, WinWithheld
from pitboss.house.tables.pending_jackpot import WINNERS, Jackpot
from pitboss.house.tables.state import TableState


def verify_withhold_win(asking: Asking, jackpot_id: str, player: str, proposal_id: str) -> None:
    """As two people agreed, and only from somebody whom the law forbids to pay at this moment."""
    state, host = asking.state, asking.host
    host.verify_agreed("withhold-win", {"jackpot_id": jackpot_id, "player": player}, proposal_id)
    host.verify_barred(player)
    pending = _waiting_to_be_paid(state, jackpot_id)
    if pending is None:
        host.verify_may_resume(booked_win(state, jackpot_id).round_number)
        host.verify_no_reversal(jackpot_id=jackpot_id)
        return
    if pending.player != player:
        raise RefusedError(f"the win {jackpot_id} is of {pending.player}, not of {player}")
    jackpot = as_it_stands(state, host, pending)
    verify_decidable(asking, jackpot.seat)
    verify_verified(jackpot)
    verify_good(asking, jackpot, str(asking.by))


def withhold_win(doing: Doing, jackpot_id: str, player: str, proposal_id: str) -> None:
    """Confiscate a win, and report it."""
    state, host = doing.state, doing.host
    host.use_proposal(proposal_id)
    pending = _waiting_to_be_paid(state, jackpot_id)
    cents = (state.booked[jackpot_id] if pending is None else as_it_stands(state, host, pending)).cents
    withheld = WinWithheld(jackpot_id, player, cents)
    doing.tell(withheld)
    host.report_incident(of_withheld_win(jackpot_id, withheld.sentence), doing.by)
    if pending is None:
        _confiscate_booked(doing, jackpot_id, player)
    else:
        state.withheld_seats.add(pending.seat)
        decide(doing, pending.seat)


def _confiscate_booked(doing: Doing, jackpot_id: str, player: str) -> None:
    booked = doing.state.booked.pop(jackpot_id)
    withheld = replace(booked, status="withheld", player=player, decided_by=str(doing.by))
    doing.move(WINNERS, account("house", "confiscated"), withheld.cents)
    if withheld.source == "meter":
        doing.host.note_paid(withheld.meter_id, withheld.win_name)
    doing.host.note(withheld)
    doing.tell(JackpotChanged(withheld.seat, withheld.sentence, withheld.status))
    doing.is_checkpoint = doing.state.can_be_stored


def _waiting_to_be_paid(state: TableState, jackpot_id: str) -> Jackpot | None:
    """A win of the round with electronic cards that is not decided yet; nothing where it is not of this round."""
    waiting = (jackpot for jackpot in state.jackpots.values() if not jackpot.is_decided)
    return next((jackpot for jackpot in waiting if jackpot.jackpot_id == jackpot_id), None)


PAYEES: Final[Part] = {WithholdWin: Handler(verify_withhold_win, withhold_win)}
"""What becomes of a win that must not be paid."""
