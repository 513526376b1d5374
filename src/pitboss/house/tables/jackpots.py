"""Jackpots at an electronic table: claimed by the round, verified by people, paid or rejected; then envy.

The winning hands stay face up until the last jackpot is decided and the envy is paid.
"""

from dataclasses import replace
from typing import Any

from pitboss.cards import print_cards
from pitboss.games.reports import ProgressiveReport
from pitboss.games.round import Round
from pitboss.house.actor import Role
from pitboss.house.checks import TICKS, verify_ticks, verify_words
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.ledger import account
from pitboss.house.tables.events import EnvyPaid, JackpotChanged, ProgressivePaid
from pitboss.house.tables.held_wins import HeldWins
from pitboss.house.tables.jackpot import WINNERS, Jackpot
from pitboss.paytables import print_dollars
from pitboss.progressive import WinStatus

_BY_THE_METER = ("cents", "shown_before_cents", "shown_after_cents", "needs", "needs_surveillance", "needs_tax_form")
"""What of a jackpot depends on how the meter stands."""


class Jackpots(HeldWins):
    """What happens between a winning hand and its payment."""

    # ---- the claim, when the round is over

    def _claim_wins(self, round: Round[Any, Any]) -> None:
        report, meter_id = round.progressive_report, self.settings.meter_id
        if meter_id is None or not report.hands or not report.wagers:
            return
        name = f"{self.table_id} round {self.round_number}"
        quote = self._quoted(report, name)
        for award in quote["awards"]:
            if award["needs"] == "dealer":
                self._pay_from_tray(award["seat"], award["cents"])
                self._award("progressive", award["seat"], award["cents"])
                self._tell(ProgressivePaid(award["seat"], award["words"], award["cents"], "tray"))
            else:
                claimed = new_jackpot(self.table_id, self.round_number, meter_id, award)
                self._add_jackpot(replace(claimed, cards=print_cards(round.seats[claimed.seat].cards)))
        self.envy_due = quote["envy"]
        self.reckons_together = quote["together"]

    def _add_jackpot(self, jackpot: Jackpot) -> None:
        self.jackpots[jackpot.seat] = jackpot
        self._outside.note(jackpot)
        self._tell(JackpotChanged(jackpot.seat, jackpot.sentence, jackpot.status))

    # ---- verification

    def verify_verify_jackpot(self, seat: int) -> None:
        """A supervisor verifies a claim once."""
        if self._jackpot(seat).status != "claimed":
            raise RefusedError(f"the jackpot of seat {seat} is {self._jackpot(seat).status} already")

    def _verify_jackpot(self, seat: int) -> None:
        self._update(seat, status="verified", verified_by=str(self._by))

    def verify_check_jackpot(self, seat: int, seen: str) -> None:
        """Surveillance ticks everything, or nothing counts."""
        if seat in self.held_wins:
            self._outside.verify_may_resume(self.round_number)
        else:
            self._verify_claimed(seat)
        verify_ticks(seen)

    def _verify_claimed(self, seat: int) -> None:
        self._jackpot(seat)

    def _check_jackpot(self, seat: int, seen: str) -> None:
        self.checked_by[seat] = str(self._by)
        if self._pending(seat) is not None:
            self._update(seat, checked_by=str(self._by))
        elif seat not in self.held_wins:
            self._tell(JackpotChanged(seat, f"surveillance has seen {', '.join(TICKS)} of seat {seat}", "claimed"))
        if seat in self.held_wins:
            self._pay_held(seat)
            self._close_if_over()

    # ---- the decision

    def verify_authorise_jackpot(self, seat: int, identity: str, tax_form: str) -> None:
        """Verified, on camera where it must be, by a card that is good for it, with the winner's identity.

        One that waits for the others of its round may have grown since, and is authorised again with other papers.
        """
        jackpot = self._as_it_stands(self._jackpot(seat))
        self._verify_decidable(seat)
        self._verify_verified(jackpot)
        self._verify_good(jackpot, str(self._by))
        self._verify_papers(jackpot, identity, tax_form)
        self._outside.verify_payee(jackpot.player)

    def _verify_verified(self, jackpot: Jackpot) -> None:
        if jackpot.status not in ("verified", "authorised"):
            words = f"the jackpot of seat {jackpot.seat} is {jackpot.status}"
            raise RefusedError(f"{words}: a supervisor must verify it first")

    def _verify_decidable(self, seat: int) -> None:
        """In its turn, not in a disputed round; and the others who wait are still good for what they get."""
        self._verify_turn(seat)
        self._outside.verify_no_reversal(meter_id=self.jackpots[seat].meter_id)
        self._outside.verify_may_resume(self.round_number)
        for waiting in self.jackpots.values():
            if waiting.status == "authorised" and waiting.seat != seat:
                grown = self._as_it_stands(waiting)
                self._verify_good(grown, str(waiting.decided_by))
                if waiting.seat not in self.withheld_seats:
                    self._verify_papers(grown, str(waiting.identity), waiting.tax_form or "")
                    self._outside.verify_payee(waiting.player)

    def _verify_good(self, jackpot: Jackpot, decided_by: str) -> None:
        """Seen on camera where it must be, by a card that is good for it."""
        if jackpot.needs_surveillance and jackpot.checked_by is None:
            amount = print_dollars(jackpot.cents)
            raise RefusedError(f"{amount} at seat {jackpot.seat} needs the checklist of surveillance first")
        self._verify_card(jackpot, decided_by)

    def _verify_card(self, jackpot: Jackpot, decided_by: str) -> None:
        executive = Role.EXECUTIVE.value
        if jackpot.needs == executive and executive not in (self._by.role.value, decided_by.partition(":")[0]):
            raise NotPermittedError(f"{print_dollars(jackpot.cents)} at seat {jackpot.seat} needs an executive card")

    def _as_it_stands(self, jackpot: Jackpot) -> Jackpot:
        """The win by the meter now: other wins change what it comes to, and so who is asked."""
        if jackpot.source == "tray":
            return jackpot
        if jackpot.claim is not None:
            return replace(jackpot, **self._outside.claim_now(jackpot.meter_id, jackpot.claim))
        assert self.round is not None
        report = only_hands_of(self.round.progressive_report, {jackpot.seat})
        quote = self._quoted(report, "")
        return replace(jackpot, **_as_paid(jackpot, quote["awards"][0]))

    def _verify_papers(self, jackpot: Jackpot, identity: str, tax_form: str) -> None:
        if not identity.strip():
            raise RefusedError("a jackpot is paid to somebody: note the winner's identity document")
        verify_words(identity, "identity document")
        if jackpot.needs_tax_form and not tax_form.strip():
            amount = print_dollars(jackpot.cents)
            raise RefusedError(f"{amount} at seat {jackpot.seat} is paid with a tax form: note its number")
        if tax_form.strip():
            verify_words(tax_form, "tax form")

    def _authorise_jackpot(self, seat: int, identity: str, tax_form: str) -> None:
        self._decide(seat, identity=identity, tax_form=tax_form.strip() or None)

    def _decide(self, seat: int, **papers: str | None) -> None:
        """The win is paid, or withheld, together with those that it waits for."""
        self._update(seat, status="authorised", decided_by=str(self._by), **papers)
        ready = [other for other in self.jackpots.values() if other.status == "authorised"]
        if not self._waits_for_others():
            self._pay_jackpots(ready)
            self._close_round()

    def _waits_for_others(self) -> bool:
        """Whether wins of one round are reckoned together, and one of them is undecided."""
        return self.reckons_together and any(
            jackpot.status in ("claimed", "verified") for jackpot in self.jackpots.values()
        )

    def _pay_jackpots(self, jackpots: list[Jackpot]) -> None:
        assert self.round is not None
        report = only_hands_of(self.round.progressive_report, {jackpot.seat for jackpot in jackpots})
        names = {jackpot.seat: jackpot.win_name for jackpot in jackpots}
        for award in self._outside.pay(self._meter_id, report, names, WinStatus.PAID, self._done.entry):
            self._pay_award(self.jackpots[award["seat"]], award)

    def _pay_award(self, jackpot: Jackpot, award: dict[str, Any]) -> None:
        is_withheld = jackpot.seat in self.withheld_seats
        target = account("house", "confiscated") if is_withheld else account("wallet", jackpot.player)
        if jackpot.source == "tray":
            self._take_from_tray(target, award["cents"])
        else:
            self._move(WINNERS, target, award["cents"])
        if not is_withheld:
            self._award("jackpot", jackpot.seat, award["cents"])
        self._update(jackpot.seat, status="withheld" if is_withheld else "paid", **_as_paid(jackpot, award))

    def verify_reject_jackpot(self, seat: int, reason: str) -> None:
        """A claim is rejected for a reason, before it is paid, by a card that would be good for paying it.

        A win that waits for the camera only can be rejected too: what is seen there may be no win.
        """
        if self._waits_for_camera_only(seat):
            self._outside.verify_may_resume(self.round_number)
        else:
            jackpot = self._as_it_stands(self._jackpot(seat))
            self._verify_decidable(seat)
            self._verify_card(jackpot, str(self._by))
        if not reason.strip():
            raise RefusedError("a rejection needs a reason")
        verify_words(reason, "reason")

    def _waits_for_camera_only(self, seat: int) -> bool:
        return seat in self.held_wins and self._pending(seat) is None

    def _reject_jackpot(self, seat: int, reason: str) -> None:
        if self._waits_for_camera_only(seat):
            self._refuse_held(seat, reason)
            self._close_if_over()
            return
        jackpot = self._update(seat, status="rejected", decided_by=str(self._by), reason=reason)
        if jackpot.claim is not None:
            self._return_claim(jackpot, reason)
        ready = [other for other in self.jackpots.values() if other.status == "authorised"]
        if ready and not self._waits_for_others():
            self._pay_jackpots(ready)
        self._close_round()

    def _return_claim(self, rejected: Jackpot, reason: str) -> None:
        """The meter is what it would be without the claim, and the claims after it take their share of that."""
        self._outside.reject(rejected.meter_id, str(rejected.claim), reason, self._done.entry)
        for waiting in [jackpot for jackpot in self.jackpots.values() if not jackpot.is_decided and jackpot.claim]:
            self._update(waiting.seat, **self._outside.claim_now(waiting.meter_id, str(waiting.claim)))

    # ---- the end of the round

    def _close_if_over(self) -> None:
        if self.round is not None and self.round.is_over:
            self._close_round()

    def _close_round(self) -> None:
        """When the last win is seen and decided: envy, and the cards go back."""
        if self.held_wins or any(not jackpot.is_decided for jackpot in self.jackpots.values()):
            return
        no_wins = {seat for seat, jackpot in self.jackpots.items() if jackpot.status in ("rejected", "reversed")}
        for envy in self.envy_due:
            if envy["from_seat"] not in no_wins:
                self._give_envy(envy["seat"], envy["cents"])
                self._award("envy", envy["seat"], envy["cents"])
                self._tell(EnvyPaid(envy["seat"], envy["from_seat"], envy["cents"]))
        self.jackpots, self.envy_due, self.checked_by, self.withheld_seats = {}, [], {}, set()
        self.cards.end_round()
        self._done.is_checkpoint = True

    def _give_envy(self, seat: int, cents: int) -> None:
        """To the chips of the seat; who has left since finds it at the cash desk."""
        if seat in self.seatings:
            self._pay_from_tray(seat, cents)
            return
        assert self.round is not None
        self._take_from_tray(account("wallet", self.round.seats[seat].player), cents)

    # ---- helpers

    def _quoted(self, report: ProgressiveReport, claim: str) -> dict[str, Any]:
        """What hands win by the meter as it stands, with envy as the controller of this table reads it."""
        reading = self.settings.envy_reading
        return self._outside.quote(self._meter_id, report, claim, self._done.entry, reading)

    @property
    def _meter_id(self) -> str:
        assert self.settings.meter_id is not None
        return self.settings.meter_id

    def _pending(self, seat: int) -> Jackpot | None:
        """The jackpot of a seat that is not decided yet."""
        jackpot = self.jackpots.get(seat)
        return None if jackpot is None or jackpot.is_decided else jackpot

    def _jackpot(self, seat: int) -> Jackpot:
        jackpot = self._pending(seat)
        if jackpot is None:
            pending = ", ".join(str(seat) for seat, other in self.jackpots.items() if not other.is_decided) or "none"
            held = f"; to be seen on camera only: {', '.join(map(str, self.held_wins))}" if self.held_wins else ""
            raise RefusedError(
                f"no jackpot is pending at seat {seat} of table {self.table_id}; pending: {pending}{held}"
            )
        return jackpot

    def _verify_turn(self, seat: int) -> None:
        """Each is paid from what the one before has left: the dealer's right comes first."""
        if self.reckons_together:
            return
        first = next(seat for seat, jackpot in self.jackpots.items() if not jackpot.is_decided)
        if seat != first:
            raise RefusedError(f"seat {first} comes first: jackpots are decided from the dealer's right")

    def _update(self, seat: int, **changes: Any) -> Jackpot:
        self.jackpots[seat] = jackpot = replace(self.jackpots[seat], **changes)
        self._outside.note(jackpot)
        self._tell(JackpotChanged(seat, jackpot.sentence, jackpot.status))
        return jackpot


def new_jackpot(table_id: str, round_number: int, meter_id: str, award: dict[str, Any]) -> Jackpot:
    """A jackpot from the award that was quoted."""
    return Jackpot(
        jackpot_id=f"{table_id}-{round_number}-{award['seat']}",
        table_id=table_id,
        round_number=round_number,
        seat=award["seat"],
        player=award["player"],
        meter_id=meter_id,
        row=award["row"],
        hand=award["words"],
        pay=award["pay"],
        cents=award["cents"],
        source=award["source"],
        percent=award["percent"],
        needs=award["needs"],
        needs_surveillance=award["needs_surveillance"],
        shown_before_cents=award["shown_before_cents"],
        shown_after_cents=award["shown_after_cents"],
        claim=award["claim"],
        needs_tax_form=award["needs_tax_form"],
    )


def _as_paid(jackpot: Jackpot, award: dict[str, Any]) -> dict[str, Any]:
    """What changes with the payment. What was frozen left the display when it was claimed."""
    return {name: award[name] for name in (("cents",) if jackpot.claim else _BY_THE_METER)}


def only_hands_of(report: ProgressiveReport, seats: set[int]) -> ProgressiveReport:
    """A round's report with the hands of some seats only."""
    return replace(report, hands=tuple(hand for hand in report.hands if hand.seat in seats))
