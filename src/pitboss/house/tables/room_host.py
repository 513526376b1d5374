"""The room as its tables see it: checks and answers their queries, writes to meters and lists, and records answers."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

from msgspec import structs

from pitboss.games.reports import ProgressiveReport
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import view_of
from pitboss.house.cage.drop_boxes import verify_open_over_cut_off, verify_uncounted
from pitboss.house.cage.ledger import Entry, account
from pitboss.house.errors import RefusedError
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.house.jackpots.meter_suspension import verify_in_service
from pitboss.house.jackpots.meters import Act
from pitboss.house.people import proposals
from pitboss.house.people.incidents import OpenIncident, verify_new
from pitboss.house.people.players import (
    barred_among,
    last_birthday,
    verify_barred,
    verify_may_play,
    verify_no_play_money,
    verify_served,
)
from pitboss.house.people.players import find as find_player
from pitboss.house.people.staff import find as find_person
from pitboss.house.property import Property
from pitboss.house.records.journal import Stamp
from pitboss.house.records.room_clock import Moment
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.transactions import DeferredTransaction
from pitboss.house.tables.host import RecordedEntropy, hands_of, name_of
from pitboss.house.tables.pending_jackpot import WINNERS, Jackpot, PastGame
from pitboss.house.tables.quotes import ClaimNow, Quote, QuotedAward, QuotedEnvy
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table_holds import verify_may_open, verify_may_resume
from pitboss.paytables import PayKind, Row
from pitboss.progressive import (
    Award,
    Change,
    EnvyReading,
    Level,
    MeterParameters,
    Pricing,
    SeveralWins,
    WinStatus,
    level_of,
    price,
)
from pitboss.progressive.controllers import HandButton
from pitboss.sources import Entropy

Answer = TypeVar("Answer")


def _named(report: ProgressiveReport, name: str) -> dict[int, str]:
    return {hand.seat: f"{name}, seat {hand.seat}" for hand in report.hands}


class RoomChecks:
    """What a table may ask while it verifies a command. It changes nothing."""

    def __init__(self, later: DeferredTransaction, stamp: Stamp, house: Property, moment: Moment) -> None:
        self._later, self._stamp, self._house = later, stamp, house
        self._moment, self.clock = moment, moment.clock
        self._table_id = stamp.chain.partition(":")[2]

    def verify_clock(self) -> None:
        """Refuse to start anything new while the clock is in doubt."""
        self._moment.by.verify_certain(self._later)

    def verify_settings(self, settings: TableSettings) -> None:
        """Refuse settings that today's jurisdiction or the meter does not allow."""
        settings.rules.verify_for(self._house.jurisdiction, date.fromisoformat(self._stamp.day))
        settings.verify(None if settings.meter_id is None else self._meter(settings.meter_id).parameters)

    def verify_agreed(self, kind: str, settings: Mapping[str, Any], proposal_id: str) -> None:
        """Refuse settings that are not those of an approved proposal."""
        agreed = (proposal_id, kind, self._table_id, dict(settings))
        proposals.verify_approved(self._later.connection, self._stamp, self._house.days, *agreed)

    def verify_may_resume(self, round_number: int) -> None:
        """Refuse to resume a table whose last round is disputed."""
        verify_may_resume(self._later.connection, self._stamp.property_id, self._table_id, round_number)

    def verify_may_open(self) -> None:
        """Refuse more open tables than the law allows."""
        max_tables = self._house.max_tables
        if max_tables is not None:
            verify_may_open(self._later.connection, self._stamp.property_id, self._table_id, max_tables)

    def verify_uncounted(self) -> None:
        """Refuse to count a drop box twice."""
        verify_uncounted(self._later.connection, self._stamp.property_id, self._stamp.chain, self._table_id)

    def verify_open_over_cut_off(self) -> None:
        """Refuse to count an open table except once for the gaming day that ended with the last cut-off."""
        verify_open_over_cut_off(self._later.connection, self._stamp, self._table_id)

    def verify_dealer(self, badge: str) -> None:
        """Refuse a badge whose owner is not an active dealer, supervisor or executive."""
        person = find_person(self._later.connection, self._stamp.property_id, badge)
        if person is None or not person.is_active:
            raise RefusedError(f"no active person has badge {badge!r}")
        if not person.role.deals:
            deal = ", ".join(role for role in Role if role.deals)
            raise RefusedError(f"badge {badge} is {person.role.value}, and a table is dealt by {deal}")

    def verify_player(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse a player who is unknown, too young or excluded, and play money except in a practice room."""
        verify_may_play(self._later.connection, self._stamp.property_id, player, self._stamp.day)
        known = find_player(self._later.connection, self._stamp.property_id, player)
        verify_no_play_money(known, self._house.jurisdiction)
        if known.is_guest and by_cash:
            raise RefusedError(f"{player} is a guest with play money, and does not buy in for cash")

    def verify_in_service(self, meter_id: str) -> None:
        """Refuse a round that would feed a suspended progressive."""
        verify_in_service(self._later, self._stamp.property_id, meter_id)

    def verify_some_may_play(self, players: list[str]) -> None:
        """Refuse a round if none of these players may play any more."""
        if self._barred(players).issuperset(players):
            raise RefusedError(f"nobody at table {self._table_id} may play any more")

    def verify_payee(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse to pay a player who is excluded or too young at the time of the payment."""
        verify_served(self._later.connection, self._stamp.property_id, player, self._stamp.day, "payment to")
        if by_cash and find_player(self._later.connection, self._stamp.property_id, player).is_guest:
            raise RefusedError(f"{player} is a guest with play money: a booked win is paid to a registered player")

    def verify_barred(self, player: str) -> None:
        """Refuse to withhold a win from a player who may be paid."""
        verify_barred(self._later.connection, self._stamp.property_id, player, self._stamp.day)

    def verify_not_excluded(self, player: str) -> None:
        """Refuse an excluded player. It is called with every wager, so it reads the database once."""
        if self._barred([player]):
            verify_may_play(self._later.connection, self._stamp.property_id, player, self._stamp.day)

    def verify_no_reversal(self, *, meter_id: str = "", jackpot_id: str = "") -> None:
        """Refuse to pay a win, or to book one on its meter, while a reversal is proposed."""
        waiting = jackpot_rows.reversals(self._later.connection, self._stamp.property_id)
        for proposal_id, reversing, meter in waiting:
            if jackpot_id == reversing:
                raise RefusedError(f"the reversal of {reversing} is proposed ({proposal_id}): decide it first")
            if meter_id == meter:
                raise RefusedError(
                    f"the reversal of {reversing} is proposed ({proposal_id}): no win is booked on meter {meter} "
                    "until it is decided"
                )

    def verify_decides(self, kind: str, subject: str, content: Mapping[str, Any], proposal_id: str, by: Actor) -> None:
        """Refuse a decision by the proposer, or about anything else than what was proposed."""
        decision = proposals.Decision(kind, subject, dict(content), proposal_id)
        proposals.verify_decides(self._later.connection, self._stamp, self._house, decision, by)

    def verify_reverse(self, wrong: Jackpot, *, keeps_seed: bool) -> None:
        """Refuse to reverse a win if a later win on the meter stands; after a paid one, the seed stays on the meter."""
        place = (self._later.connection, self._stamp.property_id)
        jackpot_rows.verify_reversible(*place, wrong, self._meter(wrong.meter_id).meter, keeps_seed=keeps_seed)

    def _barred(self, players: list[str]) -> set[str]:
        born_until = last_birthday(self._stamp.day, self._house.settings.min_age)
        return barred_among(self._later, self._stamp.property_id, players, born_until)

    # ---- queries

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> Quote:
        """The awards at the current meter."""
        stored = self._meter(meter_id)
        parameters = replace(stored.parameters, jackpot_lock=False)
        pricing = price(report, parameters, stored.meter, _named(report, ""), envy_reading=envy_reading)
        return self._quote(pricing, parameters)

    def _quote(self, pricing: Pricing, parameters: MeterParameters) -> Quote:
        return Quote(
            awards=[self._quoted_award(award, parameters) for award in pricing.awards],
            envy=[view_of(QuotedEnvy, envy) for envy in pricing.envy],
            shares=[row.hand.slug for row in parameters.pays.rows if row.pay.kind is PayKind.METER],
            folded_hands_play=parameters.folded_hands_play,
            together=parameters.several_wins is SeveralWins.FULL_METER_EACH,
            executive_above_cents=parameters.executive_above_cents,
            surveillance_above_cents=parameters.surveillance_above_cents,
        )

    def _quoted_award(self, award: Award, parameters: MeterParameters) -> QuotedAward:
        needs_tax_form = award.cents >= self._tax_form_from_cents(parameters)
        # Dealers handle no tax forms.
        needs = Level.SUPERVISOR if needs_tax_form and award.needs is Level.DEALER else award.needs
        return view_of(
            QuotedAward,
            award,
            source=award.source.value,
            percent=None if award.percent is None else str(award.percent),
            needs=needs.value,
            needs_tax_form=needs_tax_form,
        )

    def _tax_form_from_cents(self, parameters: MeterParameters) -> int:
        settings = self._house.settings
        return max(settings.tax_form_from_cents, settings.tax_form_times * parameters.denomination_cents)

    def claim_now(self, meter_id: str, claim: str) -> ClaimNow:
        """The current amount of a pending claim, and who must confirm it."""
        stored = self._meter(meter_id)
        cents = stored.meter.claim(claim).cents
        needs_tax_form = cents >= self._tax_form_from_cents(stored.parameters)
        return ClaimNow(
            cents=cents,
            needs=level_of(cents, True, stored.parameters).value,
            needs_surveillance=cents > stored.parameters.surveillance_above_cents,
            needs_tax_form=needs_tax_form,
        )

    def jackpot(self, jackpot_id: str) -> Jackpot:
        """A win as it is stored."""
        return jackpot_rows.read(self._later.connection, self._stamp.property_id, jackpot_id)

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """The person from surveillance who checked the proposed award on camera; nothing while nobody has."""
        row = proposals.find(self._later.connection, self._stamp.property_id, proposal_id)
        seen_by: str | None = row.checked_by
        return seen_by

    def proposer(self, proposal_id: str) -> str:
        """The person who made a proposal, with their current role."""
        place = (self._later.connection, self._stamp.property_id)
        person = find_person(*place, proposals.find(*place, proposal_id).proposed_by)
        assert person is not None, "nobody is ever removed from the staff list"
        return str(person.actor)

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""
        place = (self._stamp.property_id, self._table_id, round_number)
        return jackpot_rows.past_game(self._later.connection, *place)

    def _meter(self, meter_id: str) -> meters.StoredMeter:
        """The meter, locked until the command is done or refused."""
        return meters.lock(self._later.connection, self._stamp.property_id, meter_id)


class RoomHost(RoomChecks):
    """The room while a command is done. It collects its answers by name, for the record."""

    def __init__(
        self, later: DeferredTransaction, stamp: Stamp, house: Property, entropy: Entropy, moment: Moment
    ) -> None:
        super().__init__(later, stamp, house, moment)
        self.entropy = RecordedEntropy(entropy)
        self._answers: dict[str, list[Any]] = {}
        self.rows = RowHashes(stamp)
        """Hashes of the rows that are written outside the journal, and not by a projection."""
        self._for_projections: dict[str, Any] = {}
        """Values that projections of the record need besides the command and the events."""

    def use_proposal(self, proposal_id: str) -> None:
        """Refuse an approved proposal that was used already."""
        proposals.verify_unused(self._later.connection, self._stamp.property_id, proposal_id)

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """Open an incident, and start the time to report it."""
        verify_new(self._later.connection, self._stamp.property_id, incident)
        self._for_projections["incident"] = vars(incident)

    def barred(self, players: list[str]) -> list[str]:
        """The players among these who may not play any more: excluded since, or too young."""
        return self._record_answer(sorted(self._barred(players)), "barred")

    def camera_above_cents(self) -> int | None:
        """The limit of the jurisdiction."""
        return self._record_answer(self._house.jurisdiction.camera_above_cents, "camera_above_cents")

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """Add progressive wagers to the meter at once, and return what it shows."""
        stored = self._meter(meter_id)
        change = stored.meter.contribute(stored.parameters, wagers)
        return self._record_answer(
            self._save(stored, change, entry, Act.WAGERS).displayed_cents, "contribute", meter_id
        )

    # ---- queries, whose answers are recorded while a command is done

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> Quote:
        """The awards at the current meter."""
        return self._record_answer(super().quote(meter_id, report, envy_reading), "quote", *hands_of(report))

    def claim_now(self, meter_id: str, claim: str) -> ClaimNow:
        """The current amount of a pending claim, and who must confirm it."""
        return self._record_answer(super().claim_now(meter_id, claim), "claim_now", claim)

    def jackpot(self, jackpot_id: str) -> Jackpot:
        """A win as it is stored."""
        return self._record_answer(super().jackpot(jackpot_id), "jackpot", jackpot_id)

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """The person from surveillance who checked the proposed award on camera; nothing while nobody has."""
        return self._record_answer(super().seen_on_camera(proposal_id), "seen_on_camera", proposal_id)

    def proposer(self, proposal_id: str) -> str:
        """The person who made a proposal, with their current role."""
        return self._record_answer(super().proposer(proposal_id), "proposer", proposal_id)

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""
        return self._record_answer(super().past_game(round_number), "past_game", round_number)

    # ---- the meter

    def freeze(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """The awards at the current meter; with the jackpot lock, it freezes them as claims of that name."""
        stored = self._meter(meter_id)
        parameters = stored.parameters
        pricing = price(report, parameters, stored.meter, _named(report, claim), envy_reading=envy_reading)
        if parameters.jackpot_lock:
            self._save(stored, Change(pricing.meter, pricing.movements), entry, Act.CLAIM)
        return self._record_answer(self._quote(pricing, parameters), "freeze", claim)

    def hold(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """Reserve the amount of a win, so that the next win in the order of booking takes from the rest.

        The display includes it until the meter is adjusted.
        """
        stored = self._meter(meter_id)
        holding = replace(stored.parameters, jackpot_lock=True, several_wins=SeveralWins.RIGHT_TO_LEFT)
        pricing = price(report, holding, stored.meter, _named(report, claim), envy_reading=envy_reading)
        meter = pricing.meter
        for award in pricing.awards:
            meter = meter.keep_on_display(award.claim) if award.claim else meter
        self._save(stored, Change(meter, pricing.movements), entry, Act.CLAIM)
        return self._record_answer(self._quote(pricing, stored.parameters), "hold", claim)

    def pay(
        self, meter_id: str, report: ProgressiveReport, names: Mapping[int, str], status: WinStatus, entry: Entry
    ) -> list[QuotedAward]:
        """Take verified wins off the meter; confirm those that were frozen."""
        stored = self._meter(meter_id)
        unlocked = replace(stored.parameters, jackpot_lock=False)
        frozen = {claim.name for claim in stored.meter.claims}
        unclaimed = {seat: name for seat, name in names.items() if name not in frozen}
        pricing = price(report, unlocked, stored.meter, unclaimed, status)
        awards = [self._quoted_award(award, unlocked) for award in pricing.awards]
        change = Change(pricing.meter, pricing.movements)
        for place, award in enumerate(awards):
            if names[award.seat] in frozen:
                change = stored.meter.confirm(names[award.seat], status)
                after = change.meter.shown_cents
                confirmed = {"cents": change.cents, "shown_before_cents": after, "shown_after_cents": after}
                awards[place] = structs.replace(award, **confirmed)
        self._save(stored, change, entry, Act.WIN)
        return self._record_answer(awards, "pay", *names.values())

    def reject(self, meter_id: str, claim: str, note: str, entry: Entry) -> None:
        """Return a frozen claim to the meter."""
        stored = self._meter(meter_id)
        self._save(stored, stored.meter.reject(claim, note), entry, Act.REJECTION)

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id for the next win of a seat: a new one after a reversed win."""
        place = (self._table_id, round_number, seat)
        jackpot_id = jackpot_rows.free_id(self._later.connection, self._stamp.property_id, *place)
        return self._record_answer(jackpot_id, "free_jackpot_id", round_number, seat)

    def decide(self, proposal_id: str, by: Actor) -> None:
        """Refuse a proposal that was decided already; this record decides it."""
        proposals.verify_undecided(self._later.connection, self._stamp.property_id, proposal_id)

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """Set the meter to what it would be without the win. What was paid is the house's expense."""
        stored = self._meter(wrong.meter_id)
        change = (stored.meter.give_back if keeps_seed else stored.meter.reverse)(wrong.win_name, note)
        self._save(stored, change, entry, Act.REVERSAL, winners=wrong.account)

    def note_paid(self, meter_id: str, name: str) -> None:
        """Note at the meter that a booked win was paid."""
        stored = self._meter(meter_id)
        meters.store(self._later.connection, self.rows, stored, stored.meter.note_paid(name))

    def hand_buttons(self, meter_id: str) -> list[HandButton]:
        """Every row of the meter's paytable, and whether it stops the table."""
        parameters = self._meter(meter_id).parameters
        buttons = [
            HandButton(row.hand.slug, row.hand.label, stops_table=self._stops_table(row, parameters))
            for row in parameters.pays.rows
        ]
        return self._record_answer(buttons, "hand_buttons")

    def _stops_table(self, row: Row, parameters: MeterParameters) -> bool:
        if row.pay.kind is PayKind.METER:
            return True
        cents = int(row.pay.amount * parameters.denomination_cents)
        is_dealers = level_of(cents, False, parameters) is Level.DEALER
        return not is_dealers or cents >= self._tax_form_from_cents(parameters)

    def note(self, jackpot: Jackpot) -> None:
        """Store the current state of a jackpot."""
        jackpot_rows.note(self._later.connection, self.rows, jackpot)

    def _save(
        self, stored: meters.StoredMeter, change: Change, entry: Entry, act: Act, winners: str = WINNERS
    ) -> meters.StoredMeter:
        saved = meters.save(self._later.connection, self.rows, stored, change, act)
        feeding = account("contribution", self._table_id)
        meters.post(entry, stored.meter_id, change.movements, wagers_from=feeding, winner=winners)
        return saved

    # ---- the record

    def _record_answer(self, answer: Answer, question: str, *about: object) -> Answer:
        self._answers.setdefault(name_of(question, *about), []).append(answer)
        return answer

    def drawn(self, box: Strongbox, entropy: Entropy) -> dict[str, Any]:
        """What the record keeps for a replay: answers, row hashes, and random bytes, encrypted. The clock too, if it
        differs from the time of the record.

        A dict, because the room adds parts of its own, and a part without content is left out.
        """
        record: dict[str, Any] = {"answers": self._answers} if self._answers else {}
        record |= self.rows.as_json() | ({"found": self._for_projections} if self._for_projections else {})
        if self._moment.is_noted:
            record["clock"] = self._moment.clock
        if self.entropy.drawn:
            record["chance"] = base64.b64encode(box.lock(self.entropy.drawn, self._stamp.place, entropy)).decode()
        return record
