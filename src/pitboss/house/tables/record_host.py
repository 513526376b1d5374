"""Answers a replayed command from its record, so that it gets the same answers as when it was recorded."""

import base64
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

from msgspec import ValidationError, convert

from pitboss.games.reports import ProgressiveReport
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry
from pitboss.house.errors import StorageError
from pitboss.house.people.incidents import OpenIncident
from pitboss.house.records.journal import Record
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.tables.host import Effects, RepeatedEntropy, hands_of, name_of
from pitboss.house.tables.pending_jackpot import Jackpot, PastGame
from pitboss.house.tables.quotes import ClaimNow, Quote, QuotedAward
from pitboss.progressive import EnvyReading, WinStatus
from pitboss.progressive.controllers import HandButton


@cache
def _type_of(question: str) -> Any:
    """The type of an answer: what the method of that name returns."""
    return get_type_hints(getattr(Effects, question))["return"]


class RecordHost:
    """The room for a replay: it finds recorded answers by name, and writes nothing. It needs no checks."""

    def __init__(self, record: Record, box: Strongbox) -> None:
        recorded = json.loads(record.drawn)
        self.clock: str = recorded.get("clock", record.at)
        self._place = record.stamp.place
        self._answers: dict[str, list[Any]] = recorded.get("answers", {})
        chance = base64.b64decode(recorded.get("chance", ""))
        self.has_drawn = bool(chance)
        """Whether the command drew random bytes."""
        self.entropy = RepeatedEntropy(box.unlock(chance, self._place) if chance else b"")

    def _answer(self, question: str, *about: object) -> Any:
        name = name_of(question, *about)
        if not self._answers.get(name):
            raise StorageError(f"{self._place} has no answer to {name!r}: it was recorded by other rules")
        try:
            return convert(self._answers[name].pop(0), _type_of(question))
        except ValidationError as error:
            what = f"{self._place} has an answer to {name!r} that cannot be read ({error})"
            raise StorageError(f"{what}: it was recorded by other rules") from error

    # ---- questions

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> Quote:
        """The recorded quote."""
        quoted: Quote = self._answer("quote", *hands_of(report))
        return quoted

    def claim_now(self, meter_id: str, claim: str) -> ClaimNow:
        """The recorded amount of the claim."""
        amount: ClaimNow = self._answer("claim_now", claim)
        return amount

    def jackpot(self, jackpot_id: str) -> Jackpot:
        """The win as it was stored then."""
        jackpot: Jackpot = self._answer("jackpot", jackpot_id)
        return jackpot

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """The person from surveillance who had checked it then."""
        seen_by: str | None = self._answer("seen_on_camera", proposal_id)
        return seen_by

    def proposer(self, proposal_id: str) -> str:
        """The person who had proposed it."""
        proposed_by: str = self._answer("proposer", proposal_id)
        return proposed_by

    def past_game(self, round_number: int) -> PastGame:
        """The game as it was stored then."""
        game: PastGame = self._answer("past_game", round_number)
        return game

    # ---- effects with an answer

    def barred(self, players: list[str]) -> list[str]:
        """The players who were barred then."""
        players_barred: list[str] = self._answer("barred")
        return players_barred

    def camera_above_cents(self) -> int | None:
        """The limit at the time of the record."""
        cents: int | None = self._answer("camera_above_cents")
        return cents

    def hand_buttons(self, meter_id: str) -> list[HandButton]:
        """The buttons at the time of the record."""
        buttons: list[HandButton] = self._answer("hand_buttons")
        return buttons

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id that was given."""
        jackpot_id: str = self._answer("free_jackpot_id", round_number, seat)
        return jackpot_id

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """What the meter showed after these wagers."""
        cents: int = self._answer("contribute", meter_id)
        return cents

    def freeze(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """The quote whose amounts were frozen."""
        quoted: Quote = self._answer("freeze", claim)
        return quoted

    def hold(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """The quote whose amount was reserved."""
        quoted: Quote = self._answer("hold", claim)
        return quoted

    def pay(
        self, meter_id: str, report: ProgressiveReport, names: Mapping[int, str], status: WinStatus, entry: Entry
    ) -> list[QuotedAward]:
        """The awards that were paid."""
        awards: list[QuotedAward] = self._answer("pay", *names.values())
        return awards

    # ---- effects without an answer: they are stored already

    def use_proposal(self, proposal_id: str) -> None:
        """Nothing: the proposal is used already."""

    def decide(self, proposal_id: str, by: Actor) -> None:
        """Nothing: the proposal is decided already."""

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """Nothing: the incident is open already."""

    def reject(self, meter_id: str, claim: str, note: str, entry: Entry) -> None:
        """Nothing: the claim was returned already."""

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """Nothing: the meter was corrected already."""

    def note_paid(self, meter_id: str, name: str) -> None:
        """Nothing: the meter has noted the payment already."""

    def note(self, jackpot: Jackpot) -> None:
        """Nothing: the jackpot is stored already."""
