"""What happens to booked wins: the cage pays them, or two people reverse or withhold them.

Late awards belong to them: two people award a win that was missed, after its game has ended.
"""

from dataclasses import replace
from typing import Any, Final

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import account
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.jackpots.jackpot_rows import verify_can_win_late, verify_had_wager
from pitboss.house.people.incidents import of_withheld_win
from pitboss.house.tables.commands import AwardLate, PayBooked, ReverseJackpot, WithholdWin
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying, put_chips_back, tray_pays
from pitboss.house.tables.electronic_jackpots import (
    at_current_meter,
    decide,
    new_jackpot,
    verify_camera_and_card,
    verify_decidable,
    verify_papers,
    verify_verified,
)
from pitboss.house.tables.events import JackpotChanged, WinWithheld
from pitboss.house.tables.host import Queries
from pitboss.house.tables.pending_jackpot import ENVY, WINNERS, Jackpot, PastGame, envy_id
from pitboss.house.tables.quotes import Quote, QuotedAward, QuotedEnvy
from pitboss.house.tables.state import TableState
from pitboss.paytables import print_dollars
from pitboss.progressive import ENVY_RULES, WinStatus
from pitboss.progressive.controllers import Controller
from pitboss.progressive.controllers.presses import ReverseWin


def booked_win(state: TableState, jackpot_id: str) -> Jackpot:
    """Return a booked win of the table that is not paid yet, or refuse."""
    if jackpot_id not in state.booked:
        known = ", ".join(state.booked) or "none"
        raise RefusedError(f"no booked win {jackpot_id!r} waits to be paid at table {state.table_id}; waiting: {known}")
    return state.booked[jackpot_id]


def verify_pay_booked(asking: Verifying, jackpot_id: str, player: str, identity: str, tax_form: str) -> None:
    """A booked win is paid once, to a registered person, with the papers that it needs."""
    booked = booked_win(asking.state, jackpot_id)
    asking.host.verify_may_resume(booked.round_number)
    asking.host.verify_no_reversal(jackpot_id=booked.win_id)
    verify_papers(booked, identity, tax_form)
    asking.host.verify_payee(player, by_cash=True)


def pay_booked(doing: Doing, jackpot_id: str, player: str, identity: str, tax_form: str) -> None:
    """Pay a booked win at the cage."""
    paid = replace(
        doing.state.booked.pop(jackpot_id),
        status="paid",
        player=player,
        identity=identity,
        tax_form=tax_form.strip() or None,
        decided_by=str(doing.by),
    )
    doing.move(WINNERS, "desk", paid.cents)
    if paid.source == "meter":
        doing.host.note_paid(paid.meter_id, paid.win_name)
    doing.host.note(paid)
    doing.is_checkpoint = doing.state.can_be_stored
    doing.tell(JackpotChanged(paid.seat, paid.sentence, paid.status))


# ---- reversing a win that was booked by mistake


def verify_reverse_jackpot(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
    asking: Verifying, jackpot_id: str, reason: str, evidence: str, keeps_seed: bool, proposal_id: str
) -> None:
    """Approved by a person who neither proposed it nor booked the win; the key is at RUN; no dispute is open."""
    host = asking.host
    wrong = _reversible_win(asking.state, host, jackpot_id)
    verify_words(reason, "reason")
    verify_words(evidence, "line of evidence")
    _verify_has_not_booked(asking.by, wrong)
    host.verify_may_resume(wrong.round_number)
    keypad = _keypad_with(asking.state, wrong)
    if keypad is not None:
        keypad.verify(ReverseWin(wrong.seat))
    content = {"jackpot_id": jackpot_id, "reason": reason, "evidence": evidence, "keeps_seed": keeps_seed}
    host.verify_decides("reverse-jackpot", jackpot_id, content, proposal_id, asking.by)
    if wrong.source == "meter":
        host.verify_reverse(wrong, keeps_seed=keeps_seed)


def _reversible_win(state: TableState, queries: Queries, jackpot_id: str) -> Jackpot:
    """Return a win of this table that was booked, paid or withheld, or refuse."""
    wrong = queries.jackpot(jackpot_id)
    if wrong.table_id != state.table_id:
        raise RefusedError(f"the win {jackpot_id} is of table {wrong.table_id}, not of table {state.table_id}")
    verify_can_be_reversed(wrong)
    return wrong


def _verify_has_not_booked(by: Actor, wrong: Jackpot) -> None:
    if by.name in wrong.bookers:
        what = f"badge {by.name} booked the win {wrong.jackpot_id}"
        raise NotPermittedError(f"{what}: another person must approve this")


def _keypad_with(state: TableState, wrong: Jackpot) -> Controller | None:
    """The keypad if the game of a win is still in progress; nothing if it is over, or the cards were electronic."""
    keypad = state.controller
    is_in_game = keypad is not None and state.round_number == wrong.round_number and wrong.seat in keypad.wins
    return keypad if is_in_game else None


def reverse_jackpot(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
    doing: Doing, jackpot_id: str, reason: str, evidence: str, keeps_seed: bool, proposal_id: str
) -> None:
    """Set the meter, and the keypad of a game in progress, to what they would be without the win."""
    state, host = doing.state, doing.host
    wrong = _reversible_win(state, host, jackpot_id)
    host.decide(proposal_id, doing.by)
    if wrong.source == "meter":
        host.reverse(wrong, f"{jackpot_id}: {reason}", doing.entry, keeps_seed=keeps_seed)
    elif wrong.status != "paid":
        put_chips_back(doing, wrong.account, wrong.cents)
    decision: dict[str, Any] = {"decided_by": str(doing.by), "reason": reason, "evidence": evidence}
    is_reversed = _note_reversed(doing, wrong, decision)
    if jackpot_id in [jackpot.jackpot_id for jackpot in state.jackpots.values()]:
        state.jackpots[wrong.seat] = is_reversed
    _withdraw_late_envy(doing, jackpot_id, decision)
    keypad = _keypad_with(state, wrong)
    if keypad is not None:
        doing.tell(*keypad.do(ReverseWin(wrong.seat)))
    doing.is_checkpoint = state.can_be_stored


def _note_reversed(doing: Doing, wrong: Jackpot, decision: dict[str, Any]) -> Jackpot:
    doing.state.booked.pop(wrong.jackpot_id, None)
    is_reversed = replace(wrong, status="reversed", **decision)
    doing.host.note(is_reversed)
    correct = f"; tax form {wrong.tax_form} must be corrected" if wrong.tax_form else ""
    doing.tell(JackpotChanged(wrong.seat, is_reversed.sentence + correct, is_reversed.status))
    return is_reversed


def _withdraw_late_envy(doing: Doing, jackpot_id: str, decision: dict[str, Any]) -> None:
    """Withdraw the envy of a late award that the cage has not paid yet."""
    for envy in [each for each in doing.state.booked.values() if each.win_id == jackpot_id]:
        put_chips_back(doing, envy.account, envy.cents)
        _note_reversed(doing, envy, decision)


def verify_can_be_reversed(jackpot: Jackpot) -> None:
    """Refuse a win that is not booked, paid or withheld.

    >>> won = Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "royal-flush", "royal flush", "10% of meter", 54_000)
    >>> verify_can_be_reversed(won)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the win T1-12-3 is claimed: only a win that is booked, paid or withheld can be...
    """
    if jackpot.status not in ("booked", "paid", "withheld"):
        what = f"the win {jackpot.jackpot_id} is {jackpot.status}"
        raise RefusedError(f"{what}: only a win that is booked, paid or withheld can be reversed")


BOOKED: Final[Part] = {
    PayBooked: Handler(verify_pay_booked, pay_booked),
    ReverseJackpot: Handler(verify_reverse_jackpot, reverse_jackpot),
}
"""Commands about booked wins."""


def verify_withhold_win(asking: Verifying, jackpot_id: str, player: str, proposal_id: str) -> None:
    """As two people agreed, and only from a player whom the law forbids to pay at this moment."""
    state, host = asking.state, asking.host
    host.verify_agreed("withhold-win", {"jackpot_id": jackpot_id, "player": player}, proposal_id)
    host.verify_barred(player)
    pending = _undecided_win(state, jackpot_id)
    if pending is None:
        host.verify_may_resume(booked_win(state, jackpot_id).round_number)
        host.verify_no_reversal(jackpot_id=jackpot_id)
        return
    if pending.player != player:
        raise RefusedError(f"the win {jackpot_id} is of {pending.player}, not of {player}")
    jackpot = at_current_meter(state, host, pending)
    verify_decidable(asking, jackpot.seat)
    verify_verified(jackpot)
    verify_camera_and_card(asking, jackpot, str(asking.by))


def withhold_win(doing: Doing, jackpot_id: str, player: str, proposal_id: str) -> None:
    """Confiscate a win, and report it."""
    state, host = doing.state, doing.host
    host.use_proposal(proposal_id)
    pending = _undecided_win(state, jackpot_id)
    cents = (state.booked[jackpot_id] if pending is None else at_current_meter(state, host, pending)).cents
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


def _undecided_win(state: TableState, jackpot_id: str) -> Jackpot | None:
    """A win of the current round with electronic cards that is not decided yet; nothing if it is not of this round."""
    waiting = (jackpot for jackpot in state.jackpots.values() if not jackpot.is_decided)
    return next((jackpot for jackpot in waiting if jackpot.jackpot_id == jackpot_id), None)


PAYEES: Final[Part] = {WithholdWin: Handler(verify_withhold_win, withhold_win)}
"""Commands about wins that must not be paid."""


KIND: Final = "award-late"


def verify_award_late(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
    asking: Verifying, round_number: int, seat: int, row: str, reason: str, evidence: str, proposal_id: str
) -> None:
    """Approved by another person than the proposer, for a seat with a wager and no win in a game that is over."""
    state, host = asking.state, asking.host
    if not state.is_live:
        raise RefusedError(f"table {state.table_id} has no keypad: its wins are known when they are dealt")
    verify_words(reason, "reason")
    verify_words(evidence, "line of evidence")
    if round_number == state.round_number and not state.keypad_is_idle:
        raise RefusedError(f"game {round_number} of table {state.table_id} is on: the keypad records its wins")
    host.verify_may_resume(round_number)
    game = host.past_game(round_number)
    verify_had_wager(game, seat)
    host.verify_no_reversal(meter_id=_meter_of(game))
    quoted = _quoted_for(host, game, seat, row)
    verify_can_win_late(game, seat, row, is_share=row in quoted.shares, folded_hands_play=quoted.folded_hands_play)
    content = {"round_number": round_number, "seat": seat, "row": row, "reason": reason, "evidence": evidence}
    content["table_id"] = state.table_id
    host.verify_decides(KIND, state.table_id, content, proposal_id, asking.by)
    prize = quoted.award
    if prize.needs_surveillance and host.seen_on_camera(proposal_id) is None:
        amount = print_dollars(prize.cents)
        raise RefusedError(
            f"{amount} at seat {seat} needs the checklist of surveillance first: check-award {proposal_id}"
        )


def _quoted_for(asked: Queries, game: PastGame, seat: int, row: str) -> Quote:
    """What the hand wins by the meter of that game as it stands now, with envy as its controller read it."""
    return asked.quote(_meter_of(game), _hand_of(game, seat, row), ENVY_RULES[game.envy_reading])


def _hand_of(game: PastGame, seat: int, row: str) -> ProgressiveReport:
    """The wagers of a game, with one hand."""
    wagers = tuple(ProgressiveWager(each, f"seat {each}", game.wager_cents) for each in game.wagers)
    hand = QualifyingHand(seat, f"seat {seat}", row, row.replace("-", " "), has_wager=True, is_folded=False)
    return ProgressiveReport(wagers, (hand,))


def _meter_of(game: PastGame) -> str:
    """The meter that the wagers of a game fed."""
    assert game.meter_id is not None, "it had wagers"
    return game.meter_id


def award_late(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
    doing: Doing, round_number: int, seat: int, row: str, reason: str, evidence: str, proposal_id: str
) -> None:
    """Book the win at the current meter of that game, and its envy; the cage pays both."""
    state, host = doing.state, doing.host
    game = host.past_game(round_number)
    report, meter_id = _hand_of(game, seat, row), _meter_of(game)
    host.decide(proposal_id, doing.by)
    jackpot_id = host.free_jackpot_id(round_number, seat)
    envy = _quoted_for(host, game, seat, row).envy
    paid = host.pay(meter_id, report, {seat: jackpot_id}, WinStatus.BOOKED, doing.entry)[0]
    people_and_reason: dict[str, Any] = {"verified_by": str(doing.by), "reason": reason, "evidence": evidence}
    people_and_reason |= {"named_by": host.proposer(proposal_id), "checked_by": host.seen_on_camera(proposal_id)}
    won = replace(new_jackpot(state.table_id, round_number, meter_id, paid), jackpot_id=jackpot_id, **people_and_reason)
    _book_for_winner(doing, won)
    for award in envy:
        _book_for_winner(doing, _as_envy(won, award, people_and_reason))
    doing.is_checkpoint = state.can_be_stored


def _as_envy(won: Jackpot, envy: QuotedEnvy, people_and_reason: dict[str, Any]) -> Jackpot:
    award = QuotedAward(
        seat=envy.seat,
        player=f"seat {envy.seat}",
        row=won.row,
        words=won.hand,
        pay=ENVY,
        cents=envy.cents,
        source="tray",
        percent=None,
        shown_before_cents=won.shown_after_cents,
        shown_after_cents=won.shown_after_cents,
        needs="dealer",
        needs_surveillance=False,
        needs_tax_form=False,
    )
    owed = new_jackpot(won.table_id, won.round_number, won.meter_id, award)
    return replace(owed, jackpot_id=envy_id(won.jackpot_id, envy.seat), **people_and_reason)


def _book_for_winner(doing: Doing, jackpot: Jackpot) -> None:
    """Book a win for the cage to pay. A win from the tray of a closed table comes from the cage."""
    if jackpot.source == "tray":
        if doing.state.status == "closed":
            doing.move("desk", WINNERS, jackpot.cents)
        else:
            tray_pays(doing, WINNERS, jackpot.cents)
    booked = replace(jackpot, status="booked")
    doing.state.booked[booked.jackpot_id] = booked
    doing.host.note(booked)
    doing.tell(JackpotChanged(booked.seat, booked.sentence, booked.status))


LATE_AWARDS: Final[Part] = {AwardLate: Handler(verify_award_late, award_late)}
"""Commands about wins of earlier games."""
