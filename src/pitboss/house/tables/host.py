"""What a table may ask of the room around it: queries and checks change nothing, effects write.

The record of a command keeps the answers, so that a replay gets the same ones.
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from pitboss.games.reports import ProgressiveReport
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry
from pitboss.house.errors import StorageError
from pitboss.house.people.incidents import OpenIncident
from pitboss.house.tables.pending_jackpot import Jackpot, PastGame
from pitboss.house.tables.quotes import ClaimNow, Quote, QuotedAward
from pitboss.house.tables.settings import TableSettings
from pitboss.progressive import EnvyReading, WinStatus
from pitboss.progressive.controllers import HandButton
from pitboss.sources import Entropy


class Queries(Protocol):
    """Queries about what is stored outside the table. They change nothing."""

    @property
    def clock(self) -> str:
        """The time of the command; waiting times are measured by it."""

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> Quote:
        """What hands win at the current meter."""

    def claim_now(self, meter_id: str, claim: str) -> ClaimNow:
        """The current amount of a pending claim, and who must confirm it."""

    def jackpot(self, jackpot_id: str) -> Jackpot:
        """A win as it is stored."""

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """The person from surveillance who checked the proposed award on camera; nothing while nobody has."""

    def proposer(self, proposal_id: str) -> str:
        """The person who made a proposal, with their current role."""

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""


class Checks(Queries, Protocol):
    """What a table may ask while it verifies a command. A replay does not verify, so no answer is recorded."""

    def verify_clock(self) -> None:
        """Refuse to start anything new while the clock is in doubt."""

    def verify_settings(self, settings: TableSettings) -> None:
        """Refuse settings that the jurisdiction or the meter does not allow."""

    def verify_agreed(self, kind: str, settings: Mapping[str, Any], proposal_id: str) -> None:
        """Refuse settings that two people have not agreed on."""

    def verify_may_resume(self, round_number: int) -> None:
        """Refuse to resume play while the last round of the table is disputed."""

    def verify_may_open(self) -> None:
        """Refuse to open more tables than the room may have open."""

    def verify_uncounted(self) -> None:
        """Refuse to count a drop box twice."""

    def verify_open_over_cut_off(self) -> None:
        """Refuse to count an open table except once for each gaming day that ended while it was open."""

    def verify_dealer(self, badge: str) -> None:
        """Refuse a badge whose owner is not active or does not deal."""

    def verify_player(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse a player who may not play, or may not buy in with cash."""

    def verify_in_service(self, meter_id: str) -> None:
        """Refuse a round that would feed a suspended progressive."""

    def verify_some_may_play(self, players: list[str]) -> None:
        """Refuse a round if none of these players may play any more."""

    def verify_payee(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse to pay an unregistered player, or one whom the law forbids to pay now; with ``by_cash`` a guest."""

    def verify_barred(self, player: str) -> None:
        """Refuse to withhold a win from a player who may be paid."""

    def verify_not_excluded(self, player: str) -> None:
        """Refuse a player who was excluded since the round began, or whose corrected birthday is too late."""

    def verify_no_reversal(self, *, meter_id: str = "", jackpot_id: str = "") -> None:
        """Refuse to pay a win, or to book one on a meter, while its reversal is proposed."""

    def verify_decides(self, kind: str, subject: str, content: Mapping[str, Any], proposal_id: str, by: Actor) -> None:
        """Refuse a decision by the person who proposed it, or about anything else than what was proposed."""

    def verify_reverse(self, wrong: Jackpot, *, keeps_seed: bool) -> None:
        """Refuse to reverse a win if a later win on the same meter still stands."""


class Effects(Queries, Protocol):
    """What a table may ask while it does a command: queries, whose answers are recorded, and changes elsewhere."""

    @property
    def entropy(self) -> Entropy:
        """The source of random bytes."""

    def barred(self, players: list[str]) -> list[str]:
        """The players among these who may not play any more."""

    def camera_above_cents(self) -> int | None:
        """Surveillance checks wins above this amount on camera before they are paid; nothing if no rule asks for it."""

    def hand_buttons(self, meter_id: str) -> list[HandButton]:
        """The hand buttons of a keypad, one for every row of the meter's paytable."""

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id for the next win of a seat in a round."""

    def use_proposal(self, proposal_id: str) -> None:
        """Mark an approved proposal as used."""

    def decide(self, proposal_id: str, by: Actor) -> None:
        """Mark a proposal as decided: this record carries it out."""

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """Open an incident that must be reported to the commission."""

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """Add progressive wagers to a meter, and return what it shows then."""

    def freeze(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """What hands win at the current meter; with the jackpot lock, the meter freezes the amounts as claims."""

    def hold(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> Quote:
        """Reserve the amount of a booked win until the meter is adjusted."""

    def pay(
        self, meter_id: str, report: ProgressiveReport, names: Mapping[int, str], status: WinStatus, entry: Entry
    ) -> list[QuotedAward]:
        """Take the awards of verified hands off the meter, and return them."""

    def reject(self, meter_id: str, claim: str, note: str, entry: Entry) -> None:
        """Return a frozen claim to the meter."""

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """Set the meter to what it would be without a win."""

    def note_paid(self, meter_id: str, name: str) -> None:
        """Note at the meter that a booked win was paid."""

    def note(self, jackpot: Jackpot) -> None:
        """Store the current state of a jackpot."""


# ---- recorded answers


def name_of(question: str, *about: object) -> str:
    """The name under which an answer is recorded, and by which a replay finds it.

    >>> name_of("free_jackpot_id", 12, 3)
    'free_jackpot_id 12 3'
    """
    return " ".join((question, *map(str, about)))


def hands_of(report: ProgressiveReport) -> list[str]:
    """The hands in a report, as a part of the name of their quote."""
    return [f"{hand.seat}:{hand.row}" for hand in report.hands]


class RecordedEntropy:
    """A generator that remembers the bytes it gave.

    >>> from pitboss.sources import SystemEntropy
    >>> recorded = RecordedEntropy(SystemEntropy())
    >>> drawn = recorded.token(4)
    >>> recorded.drawn == drawn, recorded.is_live
    (True, True)
    """

    def __init__(self, source: Entropy) -> None:
        self._source = source
        self._drawn = bytearray()

    @property
    def is_live(self) -> bool:
        """Whether its source is a live generator."""
        return self._source.is_live

    def token(self, size: int) -> bytes:
        """The next bytes."""
        token = self._source.token(size)
        self._drawn += token
        return token

    @property
    def drawn(self) -> bytes:
        """All bytes so far."""
        return bytes(self._drawn)


class RepeatedEntropy:
    """Gives recorded bytes again. It counts as live, since the bytes were live when they were drawn.

    >>> RepeatedEntropy(b"abcd").token(2)
    b'ab'
    """

    is_live: Final = True

    def __init__(self, drawn: bytes) -> None:
        self._rest = drawn

    def token(self, size: int) -> bytes:
        """The next bytes."""
        if size > len(self._rest):
            raise StorageError("a record draws more chance than was kept with it: it was written by other rules")
        token, self._rest = self._rest[:size], self._rest[size:]
        return token
