"""Jackpots with electronic cards: the round claims them, people verify and decide them, then envy is paid.

The winning hands stay face up until the last jackpot is decided and the envy is paid.
"""

from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from pitboss.cards import print_cards
from pitboss.games.reports import ProgressiveReport
from pitboss.games.round import Round
from pitboss.house.actor import Role
from pitboss.house.cage.ledger import account
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import TICKS, verify_ticks, verify_words
from pitboss.house.tables import camera_holds
from pitboss.house.tables.commands import AuthorizeJackpot, CheckJackpot, RejectJackpot, VerifyJackpot
from pitboss.house.tables.doing import (
    Doing,
    Handler,
    Part,
    Verifying,
    note_award,
    pay_from_tray,
    take_from_tray,
    wallet_of,
)
from pitboss.house.tables.events import EnvyPaid, JackpotChanged, ProgressivePaid
from pitboss.house.tables.host import Queries
from pitboss.house.tables.pending_jackpot import WINNERS, Jackpot
from pitboss.house.tables.preconditions import keypad_of
from pitboss.house.tables.quotes import QuotedAward
from pitboss.house.tables.state import TableState
from pitboss.paytables import print_dollars
from pitboss.progressive import WinStatus

# ---- the claim, when the round is over


def claim_wins(doing: Doing, round: Round[Any, Any]) -> None:
    """Pay the progressive wins that the dealer pays, and claim those that must be verified."""
    state, report = doing.state, round.progressive_report
    meter_id = state.settings.meter_id
    if meter_id is None or not report.hands or not report.wagers:
        return
    name = f"{state.table_id} round {state.round_number}"
    quote = doing.host.freeze(meter_id, report, name, doing.entry, state.settings.envy_reading)
    for award in quote.awards:
        if award.needs == "dealer":
            pay_from_tray(doing, award.seat, award.cents)
            note_award(doing, "progressive", award.seat, award.cents)
            doing.tell(ProgressivePaid(award.seat, award.words, award.cents, "tray"))
        else:
            claimed = new_jackpot(state.table_id, state.round_number, meter_id, award)
            _note(doing, replace(claimed, cards=print_cards(round.seats[claimed.seat].cards)))
    state.envy_due = quote.envy
    state.pays_together = quote.together


# ---- verification


def verify_verify_jackpot(asking: Verifying, seat: int) -> None:
    """Only a claim that is not verified yet can be verified."""
    jackpot = _jackpot(asking.state, seat)
    if jackpot.status != "claimed":
        raise RefusedError(f"the jackpot of seat {seat} is {jackpot.status} already")


def verify_jackpot(doing: Doing, seat: int) -> None:
    """Record that a supervisor has verified a claim."""
    _update(doing, seat, status="verified", verified_by=str(doing.by))


def verify_check_jackpot(asking: Verifying, seat: int, seen: str) -> None:
    """A win must wait at the seat, and surveillance must have ticked the whole checklist."""
    state = asking.state
    if seat in state.held_wins:
        asking.host.verify_may_resume(state.round_number)
    elif state.is_live:
        _verify_lit_at(state, seat)
    else:
        _jackpot(state, seat)
    verify_ticks(seen)


def _verify_lit_at(state: TableState, seat: int) -> None:
    """With live cards, surveillance checks a win while the hand button is lit."""
    keypad = keypad_of(state)
    if keypad.lit is None or seat not in keypad.sensors.locked:
        raise RefusedError(f"no win is claimed at seat {seat} of table {state.table_id}: no hand button is lit")


def check_jackpot(doing: Doing, seat: int, seen: str) -> None:
    """Record that surveillance has seen a win. A held win is paid then."""
    state = doing.state
    state.checked_by[seat] = str(doing.by)
    if state.pending(seat) is not None:
        _update(doing, seat, checked_by=str(doing.by))
    elif seat not in state.held_wins:
        doing.tell(JackpotChanged(seat, f"surveillance has seen {', '.join(TICKS)} of seat {seat}", "claimed"))
    if seat in state.held_wins:
        camera_holds.pay_held(doing, seat)
        _close_if_over(doing)


# ---- the decision


def verify_authorize_jackpot(asking: Verifying, seat: int, identity: str, tax_form: str) -> None:
    """The win is verified, seen on camera if needed, and authorized by a card of the needed level, with the papers.

    An authorized win that waits for others of its round may have grown since; it is then authorized again.
    """
    jackpot = at_current_meter(asking.state, asking.host, _jackpot(asking.state, seat))
    verify_decidable(asking, seat)
    verify_verified(jackpot)
    verify_camera_and_card(asking, jackpot, str(asking.by))
    verify_papers(jackpot, identity, tax_form)
    asking.host.verify_payee(jackpot.player)


def verify_verified(jackpot: Jackpot) -> None:
    """Refuse to decide a jackpot that no supervisor has verified."""
    if jackpot.status not in ("verified", "authorized"):
        words = f"the jackpot of seat {jackpot.seat} is {jackpot.status}"
        raise RefusedError(f"{words}: a supervisor must verify it first")


def verify_decidable(asking: Verifying, seat: int) -> None:
    """Refuse a decision out of turn or in a disputed round, or if an authorized win has outgrown its card or papers."""
    state, host = asking.state, asking.host
    _verify_turn(state, seat)
    host.verify_no_reversal(meter_id=state.jackpots[seat].meter_id)
    host.verify_may_resume(state.round_number)
    for waiting in state.jackpots.values():
        if waiting.status == "authorized" and waiting.seat != seat:
            grown = at_current_meter(state, host, waiting)
            verify_camera_and_card(asking, grown, str(waiting.decided_by))
            if waiting.seat not in state.withheld_seats:
                verify_papers(grown, str(waiting.identity), waiting.tax_form or "")
                host.verify_payee(waiting.player)


def _verify_turn(state: TableState, seat: int) -> None:
    """Refuse out of order: the seat farthest on the dealer's right is paid first, the next from what is left."""
    if state.pays_together:
        return
    first = next(seat for seat, jackpot in state.jackpots.items() if not jackpot.is_decided)
    if seat != first:
        raise RefusedError(f"seat {first} comes first: jackpots are decided from the dealer's right")


def verify_camera_and_card(asking: Verifying, jackpot: Jackpot, decided_by: str) -> None:
    """Refuse a win that surveillance must see first, or that needs a card of a higher level."""
    if jackpot.needs_surveillance and jackpot.checked_by is None:
        amount = print_dollars(jackpot.cents)
        raise RefusedError(f"{amount} at seat {jackpot.seat} needs the checklist of surveillance first")
    _verify_card(asking, jackpot, decided_by)


def _verify_card(asking: Verifying, jackpot: Jackpot, decided_by: str) -> None:
    executive = Role.EXECUTIVE.value
    if jackpot.needs == executive and executive not in (asking.by.role.value, decided_by.partition(":")[0]):
        raise NotPermittedError(f"{print_dollars(jackpot.cents)} at seat {jackpot.seat} needs an executive card")


def verify_papers(jackpot: Jackpot, identity: str, tax_form: str) -> None:
    """Refuse to pay without the winner's identity, and the tax form where one is needed."""
    if not identity.strip():
        raise RefusedError("a jackpot needs the winner's identity document: note it")
    verify_words(identity, "identity document")
    if jackpot.needs_tax_form and not tax_form.strip():
        amount = print_dollars(jackpot.cents)
        raise RefusedError(f"{amount} at seat {jackpot.seat} is paid with a tax form: note its number")
    if tax_form.strip():
        verify_words(tax_form, "tax form")


def authorize_jackpot(doing: Doing, seat: int, identity: str, tax_form: str) -> None:
    """Authorize a verified win, and pay it."""
    decide(doing, seat, identity=identity, tax_form=tax_form.strip() or None)


def decide(doing: Doing, seat: int, **papers: str | None) -> None:
    """Pay or withhold a win, as soon as no other win must be paid together with it."""
    state = doing.state
    _update(doing, seat, status="authorized", decided_by=str(doing.by), **papers)
    ready = [other for other in state.jackpots.values() if other.status == "authorized"]
    if not _waits_for_others(state):
        _pay_jackpots(doing, ready)
        close_round(doing)


def _waits_for_others(state: TableState) -> bool:
    """Whether the wins of the round are paid together, and one of them is undecided."""
    undecided = (jackpot.status in ("claimed", "verified") for jackpot in state.jackpots.values())
    return state.pays_together and any(undecided)


def _pay_jackpots(doing: Doing, jackpots: list[Jackpot]) -> None:
    state = doing.state
    assert state.round is not None
    report = only_hands_of(state.round.progressive_report, {jackpot.seat for jackpot in jackpots})
    names = {jackpot.seat: jackpot.win_name for jackpot in jackpots}
    for award in doing.host.pay(state.meter_id, report, names, WinStatus.PAID, doing.entry):
        pay_award(doing, state.jackpots[award.seat], award)


def pay_award(doing: Doing, jackpot: Jackpot, award: QuotedAward) -> None:
    """Pay a win to its winner's wallet, or confiscate one that must not be paid."""
    is_withheld = jackpot.seat in doing.state.withheld_seats
    target = account("house", "confiscated") if is_withheld else wallet_of(jackpot.player)
    if jackpot.source == "tray":
        take_from_tray(doing, target, award.cents)
    else:
        doing.move(WINNERS, target, award.cents)
    if not is_withheld:
        note_award(doing, "jackpot", jackpot.seat, award.cents)
    _note(doing, replace(_as_paid(jackpot, award), status="withheld" if is_withheld else "paid"))


def verify_reject_jackpot(asking: Verifying, seat: int, reason: str) -> None:
    """A claim can be rejected with a reason until it is paid, by a card that could authorize it.

    A held win can be rejected too: surveillance may see that it is none.
    """
    state = asking.state
    if state.waits_for_camera_only(seat):
        asking.host.verify_may_resume(state.round_number)
    else:
        jackpot = at_current_meter(state, asking.host, _jackpot(state, seat))
        verify_decidable(asking, seat)
        _verify_card(asking, jackpot, str(asking.by))
    if not reason.strip():
        raise RefusedError("a rejection needs a reason")
    verify_words(reason, "reason")


def reject_jackpot(doing: Doing, seat: int, reason: str) -> None:
    """Reject a claim or a held win."""
    state = doing.state
    if state.waits_for_camera_only(seat):
        camera_holds.refuse_held(doing, seat, reason)
        _close_if_over(doing)
        return
    jackpot = _update(doing, seat, status="rejected", decided_by=str(doing.by), reason=reason)
    if jackpot.claim is not None:
        _return_claim(doing, jackpot, reason)
    ready = [other for other in state.jackpots.values() if other.status == "authorized"]
    if ready and not _waits_for_others(state):
        _pay_jackpots(doing, ready)
    close_round(doing)


def _return_claim(doing: Doing, rejected: Jackpot, reason: str) -> None:
    """Return a rejected claim to the meter, and update the amounts of the claims after it."""
    doing.host.reject(rejected.meter_id, str(rejected.claim), reason, doing.entry)
    for waiting in [jackpot for jackpot in doing.state.jackpots.values() if not jackpot.is_decided and jackpot.claim]:
        _note(doing, _at_current_claim(doing.host, waiting))


# ---- the end of the round


def _close_if_over(doing: Doing) -> None:
    if doing.state.round is not None and doing.state.round.is_over:
        close_round(doing)


def close_round(doing: Doing) -> None:
    """Once every win is seen and decided, pay the envy and return the cards."""
    state = doing.state
    if state.held_wins or any(not jackpot.is_decided for jackpot in state.jackpots.values()):
        return
    no_wins = {seat for seat, jackpot in state.jackpots.items() if jackpot.status in ("rejected", "reversed")}
    for envy in state.envy_due:
        if envy.from_seat not in no_wins:
            _pay_envy(doing, envy.seat, envy.cents)
            note_award(doing, "envy", envy.seat, envy.cents)
            doing.tell(EnvyPaid(envy.seat, envy.from_seat, envy.cents))
    state.jackpots, state.envy_due, state.checked_by, state.withheld_seats = {}, [], {}, set()
    state.cards.end_round()
    doing.is_checkpoint = True


def _pay_envy(doing: Doing, seat: int, cents: int) -> None:
    """Pay envy to the chips of a seat, or to the wallet of a player who has left."""
    state = doing.state
    if seat in state.seatings:
        pay_from_tray(doing, seat, cents)
        return
    assert state.round is not None
    take_from_tray(doing, wallet_of(state.round.seats[seat].player), cents)


# ---- helpers


def at_current_meter(state: TableState, queries: Queries, jackpot: Jackpot) -> Jackpot:
    """The jackpot at the current meter: other wins change its amount, and with it who must authorize it."""
    if jackpot.source == "tray":
        return jackpot
    if jackpot.claim is not None:
        return _at_current_claim(queries, jackpot)
    assert state.round is not None
    report = only_hands_of(state.round.progressive_report, {jackpot.seat})
    quote = queries.quote(state.meter_id, report, state.settings.envy_reading)
    return _as_paid(jackpot, quote.award)


def _at_current_claim(queries: Queries, jackpot: Jackpot) -> Jackpot:
    """The jackpot with the current amount of its claim."""
    return replace(jackpot, **structs.asdict(queries.claim_now(jackpot.meter_id, str(jackpot.claim))))


def _jackpot(state: TableState, seat: int) -> Jackpot:
    jackpot = state.pending(seat)
    if jackpot is None:
        pending = ", ".join(str(seat) for seat, other in state.jackpots.items() if not other.is_decided) or "none"
        held = f"; to be seen on camera only: {', '.join(map(str, state.held_wins))}" if state.held_wins else ""
        raise RefusedError(f"no jackpot is pending at seat {seat} of table {state.table_id}; pending: {pending}{held}")
    return jackpot


def _update(doing: Doing, seat: int, **changes: Any) -> Jackpot:
    return _note(doing, replace(doing.state.jackpots[seat], **changes))


def _note(doing: Doing, jackpot: Jackpot) -> Jackpot:
    doing.state.jackpots[jackpot.seat] = jackpot
    doing.host.note(jackpot)
    doing.tell(JackpotChanged(jackpot.seat, jackpot.sentence, jackpot.status))
    return jackpot


def new_jackpot(table_id: str, round_number: int, meter_id: str, award: QuotedAward) -> Jackpot:
    """A jackpot from a quoted award."""
    return Jackpot(
        jackpot_id=f"{table_id}-{round_number}-{award.seat}",
        table_id=table_id,
        round_number=round_number,
        seat=award.seat,
        player=award.player,
        meter_id=meter_id,
        row=award.row,
        hand=award.words,
        pay=award.pay,
        cents=award.cents,
        source=award.source,
        percent=award.percent,
        needs=award.needs,
        needs_surveillance=award.needs_surveillance,
        shown_before_cents=award.shown_before_cents,
        shown_after_cents=award.shown_after_cents,
        claim=award.claim,
        needs_tax_form=award.needs_tax_form,
    )


def _as_paid(jackpot: Jackpot, award: QuotedAward) -> Jackpot:
    """The jackpot as the meter pays it now. A frozen amount left the display when it was claimed."""
    if jackpot.claim:
        return replace(jackpot, cents=award.cents)
    return replace(
        jackpot,
        cents=award.cents,
        shown_before_cents=award.shown_before_cents,
        shown_after_cents=award.shown_after_cents,
        needs=award.needs,
        needs_surveillance=award.needs_surveillance,
        needs_tax_form=award.needs_tax_form,
    )


def only_hands_of(report: ProgressiveReport, seats: set[int]) -> ProgressiveReport:
    """A round's report with the hands of some seats only."""
    return replace(report, hands=tuple(hand for hand in report.hands if hand.seat in seats))


JACKPOTS: Final[Part] = {
    VerifyJackpot: Handler(verify_verify_jackpot, verify_jackpot),
    CheckJackpot: Handler(verify_check_jackpot, check_jackpot),
    AuthorizeJackpot: Handler(verify_authorize_jackpot, authorize_jackpot),
    RejectJackpot: Handler(verify_reject_jackpot, reject_jackpot),
}
"""Commands about the jackpots of a round with electronic cards."""
