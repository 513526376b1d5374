"""Late awards: two people award a win that was missed at a live-card table, after its game has ended."""

from dataclasses import replace
from typing import Any, Final

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.jackpots.jackpot_rows import verify_can_win_late, verify_had_wager
from pitboss.house.tables.commands import AwardLate
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying, tray_pays
from pitboss.house.tables.electronic_jackpots import new_jackpot
from pitboss.house.tables.events import JackpotChanged
from pitboss.house.tables.host import Queries
from pitboss.house.tables.pending_jackpot import ENVY, WINNERS, Jackpot, PastGame, envy_id
from pitboss.paytables import print_dollars
from pitboss.progressive import ENVY_RULES, WinStatus

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
    allowed = {"is_share": row in quoted["shares"], "folded_hands_play": quoted["folded_hands_play"]}
    verify_can_win_late(game, seat, row, **allowed)
    content = {"round_number": round_number, "seat": seat, "row": row, "reason": reason, "evidence": evidence}
    content["table_id"] = state.table_id
    host.verify_decides(KIND, state.table_id, content, proposal_id, asking.by)
    prize = quoted["awards"][0]
    if prize["needs_surveillance"] and host.seen_on_camera(proposal_id) is None:
        amount = print_dollars(prize["cents"])
        raise RefusedError(
            f"{amount} at seat {seat} needs the checklist of surveillance first: check-award {proposal_id}"
        )


def _quoted_for(asked: Queries, game: PastGame, seat: int, row: str) -> dict[str, Any]:
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
    envy = _quoted_for(host, game, seat, row)["envy"]
    paid = host.pay(meter_id, report, {seat: jackpot_id}, WinStatus.BOOKED, doing.entry)[0]
    people_and_reason: dict[str, Any] = {"verified_by": str(doing.by), "reason": reason, "evidence": evidence}
    people_and_reason |= {"named_by": host.proposer(proposal_id), "checked_by": host.seen_on_camera(proposal_id)}
    won = replace(new_jackpot(state.table_id, round_number, meter_id, paid), jackpot_id=jackpot_id, **people_and_reason)
    _book_for_winner(doing, won)
    for award in envy:
        _book_for_winner(doing, _as_envy(won, award, people_and_reason))
    doing.is_checkpoint = state.can_be_stored


def _as_envy(won: Jackpot, award: dict[str, Any], people_and_reason: dict[str, Any]) -> Jackpot:
    own = {**award, "player": f"seat {award['seat']}", "row": won.row, "words": won.hand, "pay": ENVY}
    own |= {"source": "tray", "percent": None, "needs": "dealer", "claim": None}
    own |= dict.fromkeys(("needs_surveillance", "needs_tax_form"), False)
    own |= dict.fromkeys(("shown_before_cents", "shown_after_cents"), won.shown_after_cents)
    envy = new_jackpot(won.table_id, won.round_number, won.meter_id, own)
    return replace(envy, jackpot_id=envy_id(won.jackpot_id, award["seat"]), **people_and_reason)


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
