"""The room as its tables ask it: it refuses, answers, writes, and keeps its answers for the record."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

from pitboss.games.reports import ProgressiveReport
from pitboss.house.actor import Actor, Role
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
from pitboss.house.records.recorded_entropy import RecordedEntropy
from pitboss.house.records.room_clock import Moment
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.transactions import DeferredTransaction
from pitboss.house.tables.host import hands_of, name_of
from pitboss.house.tables.pending_jackpot import WINNERS, Jackpot, PastGame
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
from pitboss.sources import Entropy

Told = TypeVar("Told")


def _named(report: ProgressiveReport, name: str) -> dict[int, str]:
    return {hand.seat: f"{name}, seat {hand.seat}" for hand in report.hands}


class RoomChecks:
    """What a table may ask while it verifies a command: refusals, and questions. It changes nothing."""

    def __init__(self, later: DeferredTransaction, stamp: Stamp, house: Property, moment: Moment) -> None:
        self._later, self._stamp, self._house = later, stamp, house
        self._moment, self.clock = moment, moment.clock
        self._table_id = stamp.chain.partition(":")[2]

    def verify_clock(self) -> None:
        """Nothing new begins while the clock is in doubt."""
        self._moment.by.verify_certain(self._later)

    def verify_settings(self, settings: TableSettings) -> None:
        """Settings go with the jurisdiction of this day, and with the meter."""
        settings.rules.verify_for(self._house.jurisdiction, date.fromisoformat(self._stamp.day))
        settings.verify(None if settings.meter_id is None else self._meter(settings.meter_id).parameters)

    def verify_agreed(self, kind: str, settings: Mapping[str, Any], proposal_id: str) -> None:
        """Two people agreed on exactly this."""
        agreed = (proposal_id, kind, self._table_id, dict(settings))
        proposals.verify_approved(self._later.connection, self._stamp, self._house.days, *agreed)

    def verify_may_resume(self, round_number: int) -> None:
        """A disputed round keeps its table."""
        verify_may_resume(self._later.connection, self._stamp.property_id, self._table_id, round_number)

    def verify_may_open(self) -> None:
        """The law says how many tables a room may have."""
        most = self._house.most_tables
        if most is not None:
            verify_may_open(self._later.connection, self._stamp.property_id, self._table_id, most)

    def verify_uncounted(self) -> None:
        """A drop box is counted once for every time that its table was open."""
        verify_uncounted(self._later.connection, self._stamp.property_id, self._stamp.chain, self._table_id)

    def verify_open_over_cut_off(self) -> None:
        """An open table is counted for the gaming day that ended with the last cut-off."""
        verify_open_over_cut_off(self._later.connection, self._stamp, self._table_id)

    def verify_dealer(self, badge: str) -> None:
        """Whoever deals works here now, as a dealer or on the floor."""
        person = find_person(self._later.connection, self._stamp.property_id, badge)
        if person is None or not person.is_active:
            raise RefusedError(f"nobody who works here has badge {badge!r}")
        if not person.role.deals:
            deal = ", ".join(role for role in Role if role.deals)
            raise RefusedError(f"badge {badge} is {person.role.value}, and a table is dealt by {deal}")

    def verify_player(self, player: str, *, by_cash: bool = False) -> None:
        """Players are known, of age and not excluded. Guests have play money, and only a practice room takes that."""
        verify_may_play(self._later.connection, self._stamp.property_id, player, self._stamp.day)
        known = find_player(self._later.connection, self._stamp.property_id, player)
        verify_no_play_money(known, self._house.jurisdiction)
        if known.is_guest and by_cash:
            raise RefusedError(f"{player} is a guest with play money, and does not buy in for cash")

    def verify_in_service(self, meter_id: str) -> None:
        """Nobody plays for a progressive that is suspended."""
        verify_in_service(self._later, self._stamp.property_id, meter_id)

    def verify_some_may_play(self, players: list[str]) -> None:
        """A round is played by somebody who may still play."""
        if self._barred(players).issuperset(players):
            raise RefusedError(f"nobody at table {self._table_id} may play any more")

    def verify_payee(self, player: str, *, by_cash: bool = False) -> None:
        """Exclusion and age are asked at the payment, whenever the win was."""
        verify_served(self._later.connection, self._stamp.property_id, player, self._stamp.day, "payment to")
        if by_cash and find_player(self._later.connection, self._stamp.property_id, player).is_guest:
            raise RefusedError(f"{player} is a guest with play money: a booked win is paid to a registered player")

    def verify_barred(self, player: str) -> None:
        """What is withheld could not be paid."""
        verify_barred(self._later.connection, self._stamp.property_id, player, self._stamp.day)

    def verify_not_excluded(self, player: str) -> None:
        """Whoever is excluded bets no more from that moment on. It is asked with every wager, so it is one question."""
        if self._barred([player]):
            verify_may_play(self._later.connection, self._stamp.property_id, player, self._stamp.day)

    def verify_no_reversal(self, *, meter_id: str = "", jackpot_id: str = "") -> None:
        """While a reversal is proposed, its win is not paid, and no win is booked on its meter."""
        waiting = jackpot_rows.reversals(self._later.connection, self._stamp.property_id)
        for proposal_id, reversing, meter in waiting:
            if jackpot_id == reversing:
                raise RefusedError(f"the reversal of {reversing} is proposed ({proposal_id}): it is decided first")
            if meter_id == meter:
                raise RefusedError(
                    f"the reversal of {reversing} is proposed ({proposal_id}): no win is booked on meter {meter} "
                    "until it is decided"
                )

    def verify_decides(self, kind: str, subject: str, content: Mapping[str, Any], proposal_id: str, by: Actor) -> None:
        """Another person decides what was proposed, by doing it."""
        asked = proposals.Decision(kind, subject, dict(content), proposal_id)
        proposals.verify_decides(self._later.connection, self._stamp, self._house, asked, by)

    def verify_reverse(self, wrong: Jackpot, *, keeps_seed: bool) -> None:
        """Whether a win can be reversed; one after which another was paid leaves its seed."""
        place = (self._later.connection, self._stamp.property_id)
        jackpot_rows.verify_reversible(*place, wrong, self._meter(wrong.meter_id).meter, keeps_seed=keeps_seed)

    def _barred(self, players: list[str]) -> set[str]:
        born_until = last_birthday(self._stamp.day, self._house.settings.least_age)
        return barred_among(self._later, self._stamp.property_id, players, born_until)

    # ---- questions

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> dict[str, Any]:
        """The awards by the meter as it stands."""
        kept = self._meter(meter_id)
        parameters = replace(kept.parameters, jackpot_lock=False)
        pricing = price(report, parameters, kept.meter, _named(report, ""), envy_reading=envy_reading)
        return self._quote_as_json(pricing, parameters)

    def _quote_as_json(self, pricing: Pricing, parameters: MeterParameters) -> dict[str, Any]:
        return {
            "awards": [self._award_as_json(award, parameters) for award in pricing.awards],
            "envy": [{"seat": envy.seat, "from_seat": envy.from_seat, "cents": envy.cents} for envy in pricing.envy],
            "shares": [row.hand.slug for row in parameters.pays.rows if row.pay.kind is PayKind.METER],
            "folded_hands_play": parameters.folded_hands_play,
            "together": parameters.several_wins is SeveralWins.FULL_METER_EACH,
            "executive_above_cents": parameters.executive_above_cents,
            "surveillance_above_cents": parameters.surveillance_above_cents,
        }

    def _award_as_json(self, award: Award, parameters: MeterParameters) -> dict[str, Any]:
        needs_tax_form = award.cents >= self._tax_form_from_cents(parameters)
        told = award.as_json() | {"needs_tax_form": needs_tax_form}
        # Papers are no dealer's work.
        return told | {"needs": Level.SUPERVISOR.value} if needs_tax_form and award.needs is Level.DEALER else told

    def _tax_form_from_cents(self, parameters: MeterParameters) -> int:
        settings = self._house.settings
        return max(settings.tax_form_from_cents, settings.tax_form_times * parameters.denomination_cents)

    def claim_now(self, meter_id: str, claim: str) -> dict[str, Any]:
        """What a pending claim comes to now, and who must confirm it."""
        kept = self._meter(meter_id)
        cents = kept.meter.claim(claim).cents
        needs_tax_form = cents >= self._tax_form_from_cents(kept.parameters)
        return {
            "cents": cents,
            "needs": level_of(cents, True, kept.parameters).value,
            "needs_surveillance": cents > kept.parameters.surveillance_above_cents,
            "needs_tax_form": needs_tax_form,
        }

    def jackpot(self, jackpot_id: str) -> dict[str, Any]:
        """A win as it is on record."""
        return jackpot_rows.read(self._later.connection, self._stamp.property_id, jackpot_id).as_json()

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """Who of surveillance has seen on camera what is proposed."""
        row = proposals.find(self._later.connection, self._stamp.property_id, proposal_id)
        seen_by: str | None = row.checked_by
        return seen_by

    def proposer(self, proposal_id: str) -> str:
        """Who proposed something, with the role of that person now."""
        place = (self._later.connection, self._stamp.property_id)
        person = find_person(*place, proposals.find(*place, proposal_id).proposed_by)
        assert person is not None, "nobody is ever removed from the staff list"
        return str(person.actor)

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""
        place = (self._stamp.property_id, self._table_id, round_number)
        return jackpot_rows.past_game(self._later.connection, *place)

    def _meter(self, meter_id: str) -> meters.StoredMeter:
        """The meter, which nobody else moves until the command is done or refused."""
        return meters.lock(self._later.connection, self._stamp.property_id, meter_id)


class RoomHost(RoomChecks):
    """The room, answering now. What it answers while a command is done is remembered for the record, by name."""

    def __init__(
        self, later: DeferredTransaction, stamp: Stamp, house: Property, entropy: Entropy, moment: Moment
    ) -> None:
        super().__init__(later, stamp, house, moment)
        self.entropy = RecordedEntropy(entropy)
        self._answers: dict[str, list[Any]] = {}
        self.rows = RowHashes(stamp)
        """Of what is written outside the journal, and not by a projection."""
        self._found: dict[str, Any] = {}
        """What projections of the record need besides the command and the events."""

    def use_proposal(self, proposal_id: str) -> None:
        """It cannot be used again."""
        proposals.verify_unused(self._later.connection, self._stamp.property_id, proposal_id)

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """It is in the list of incidents, and its clock runs."""
        verify_new(self._later.connection, self._stamp.property_id, incident)
        self._found["incident"] = vars(incident)

    def barred(self, players: list[str]) -> list[str]:
        """Whoever was excluded since sitting down, or turned out to be too young."""
        return self._told(sorted(self._barred(players)), "barred")

    def camera_above_cents(self) -> int | None:
        """As the jurisdiction has it."""
        return self._told(self._house.jurisdiction.camera_above_cents, "camera_above_cents")

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """The meter rises at once."""
        kept = self._meter(meter_id)
        change = kept.meter.contribute(kept.parameters, wagers)
        return self._told(self._save(kept, change, entry, Act.WAGERS).displayed_cents, "contribute", meter_id)

    # ---- questions, whose answers are recorded while a command is done

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> dict[str, Any]:
        """The awards by the meter as it stands."""
        return self._told(super().quote(meter_id, report, envy_reading), "quote", *hands_of(report))

    def claim_now(self, meter_id: str, claim: str) -> dict[str, Any]:
        """What a pending claim comes to now, and who must confirm it."""
        return self._told(super().claim_now(meter_id, claim), "claim_now", claim)

    def jackpot(self, jackpot_id: str) -> dict[str, Any]:
        """A win as it is on record."""
        return self._told(super().jackpot(jackpot_id), "jackpot", jackpot_id)

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """Who of surveillance has seen on camera what is proposed."""
        return self._told(super().seen_on_camera(proposal_id), "seen_on_camera", proposal_id)

    def proposer(self, proposal_id: str) -> str:
        """Who proposed something, with the role of that person now."""
        return self._told(super().proposer(proposal_id), "proposer", proposal_id)

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""
        return self._told(super().past_game(round_number), "past_game", round_number)

    # ---- the meter

    def freeze(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> dict[str, Any]:
        """The awards by the meter as it stands. Under the jackpot lock they are frozen as claims of that name."""
        kept = self._meter(meter_id)
        parameters = kept.parameters
        pricing = price(report, parameters, kept.meter, _named(report, claim), envy_reading=envy_reading)
        if parameters.jackpot_lock:
            self._save(kept, Change(pricing.meter, pricing.movements), entry, Act.CLAIM)
        return self._told(self._quote_as_json(pricing, parameters), "freeze", claim)

    def hold(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> dict[str, Any]:
        """What a win is worth is its own from now on, and the next in the order of booking takes from the rest.

        The display has it until the meter is adjusted.
        """
        kept = self._meter(meter_id)
        holding = replace(kept.parameters, jackpot_lock=True, several_wins=SeveralWins.RIGHT_TO_LEFT)
        pricing = price(report, holding, kept.meter, _named(report, claim), envy_reading=envy_reading)
        meter = pricing.meter
        for award in pricing.awards:
            meter = meter.keep_on_display(award.claim) if award.claim else meter
        self._save(kept, Change(meter, pricing.movements), entry, Act.CLAIM)
        return self._told(self._quote_as_json(pricing, kept.parameters), "hold", claim)

    def pay(
        self, meter_id: str, report: ProgressiveReport, names: Mapping[int, str], status: WinStatus, entry: Entry
    ) -> list[dict[str, Any]]:
        """Verified wins come off the meter; frozen ones are confirmed."""
        kept = self._meter(meter_id)
        unlocked = replace(kept.parameters, jackpot_lock=False)
        frozen = {claim.name for claim in kept.meter.claims}
        unclaimed = {seat: name for seat, name in names.items() if name not in frozen}
        pricing = price(report, unlocked, kept.meter, unclaimed, status)
        awards = [self._award_as_json(award, unlocked) for award in pricing.awards]
        change = Change(pricing.meter, pricing.movements)
        for award in awards:
            if names[award["seat"]] in frozen:
                change = kept.meter.confirm(names[award["seat"]], status)
                after = change.meter.shown_cents
                award |= {"cents": change.cents, "shown_before_cents": after, "shown_after_cents": after}
        self._save(kept, change, entry, Act.WIN)
        return self._told(awards, "pay", *names.values())

    def reject(self, meter_id: str, claim: str, note: str, entry: Entry) -> None:
        """The meter is what it would be without the claim."""
        kept = self._meter(meter_id)
        self._save(kept, kept.meter.reject(claim, note), entry, Act.REJECTION)

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id of the win of a seat: another one than that of a win which was reversed."""
        place = (self._table_id, round_number, seat)
        found = jackpot_rows.free_id(self._later.connection, self._stamp.property_id, *place)
        return self._told(found, "free_jackpot_id", round_number, seat)

    def decide(self, proposal_id: str, by: Actor) -> None:
        """It is decided, and comes true in this record."""
        proposals.verify_undecided(self._later.connection, self._stamp.property_id, proposal_id)

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """The meter is what it would be had the win never been booked. What was paid is the house's expense."""
        kept = self._meter(wrong.meter_id)
        change = (kept.meter.give_back if keeps_seed else kept.meter.reverse)(wrong.win_name, note)
        self._save(kept, change, entry, Act.REVERSAL, winners=wrong.account)

    def note_paid(self, meter_id: str, name: str) -> None:
        """A booked win was paid to its winner."""
        kept = self._meter(meter_id)
        meters.store(self._later.connection, self.rows, kept, kept.meter.note_paid(name))

    def hand_buttons(self, meter_id: str) -> list[dict[str, Any]]:
        """Every row of the meter's paytable, and whether it stops the table."""
        parameters = self._meter(meter_id).parameters
        buttons = [
            {
                "row": row.hand.slug,
                "label": row.hand.label,
                "stops_table": self._stops_table(row, parameters),
            }
            for row in parameters.pays.rows
        ]
        return self._told(buttons, "hand_buttons")

    def _stops_table(self, row: Row, parameters: MeterParameters) -> bool:
        if row.pay.kind is PayKind.METER:
            return True
        cents = int(row.pay.amount * parameters.denomination_cents)
        is_dealers = level_of(cents, False, parameters) is Level.DEALER
        return not is_dealers or cents >= self._tax_form_from_cents(parameters)

    def note(self, jackpot: Jackpot) -> None:
        """What became of a jackpot is kept."""
        jackpot_rows.note(self._later.connection, self.rows, jackpot)

    def _save(
        self, kept: meters.StoredMeter, change: Change, entry: Entry, act: Act, winners: str = WINNERS
    ) -> meters.StoredMeter:
        saved = meters.save(self._later.connection, self.rows, kept, change, act)
        feeding = account("contribution", self._table_id)
        meters.post(entry, kept.meter_id, change.movements, wagers_from=feeding, winner=winners)
        return saved

    # ---- the record

    def _told(self, answer: Told, question: str, *about: object) -> Told:
        self._answers.setdefault(name_of(question, *about), []).append(answer)
        return answer

    def drawn(self, box: Strongbox, entropy: Entropy) -> dict[str, Any]:
        """What chance and the meters answered, for the record; chance under lock. And the clock, where it was not
        followed, and the hashes of the rows that were written."""
        told: dict[str, Any] = {"answers": self._answers} if self._answers else {}
        told |= self.rows.as_json() | ({"found": self._found} if self._found else {})
        if self._moment.is_noted:
            told["clock"] = self._moment.clock
        if self.entropy.drawn:
            told["chance"] = base64.b64encode(box.lock(self.entropy.drawn, self._stamp.place, entropy)).decode()
        return told
