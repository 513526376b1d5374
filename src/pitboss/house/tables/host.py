"""What a table asks of the room. Checks and questions change nothing; effects write, and the record keeps answers."""

from collections.abc import Mapping
from typing import Any, Protocol

from pitboss.games.reports import ProgressiveReport
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry
from pitboss.house.people.incidents import OpenIncident
from pitboss.house.tables.pending_jackpot import Jackpot, PastGame
from pitboss.house.tables.settings import TableSettings
from pitboss.progressive import EnvyReading, WinStatus
from pitboss.sources import Entropy


class Queries(Protocol):
    """Questions about what is on record outside the table. They change nothing."""

    @property
    def clock(self) -> str:
        """What the clock said: waiting times are measured by it."""

    def quote(self, meter_id: str, report: ProgressiveReport, envy_reading: EnvyReading) -> dict[str, Any]:
        """What hands win by the meter as it stands."""

    def claim_now(self, meter_id: str, claim: str) -> dict[str, Any]:
        """What a pending claim comes to now, and who must confirm it."""

    def jackpot(self, jackpot_id: str) -> dict[str, Any]:
        """A win as it is on record."""

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """Who of surveillance has seen on camera what is proposed."""

    def proposer(self, proposal_id: str) -> str:
        """Who proposed something, with the role of that person now."""

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""


class Checks(Queries, Protocol):
    """What verifying a command may ask: refusals and questions. A replay does not verify, so nothing is recorded."""

    def verify_clock(self) -> None:
        """Refuse to begin anything new while the clock is in doubt."""

    def verify_settings(self, settings: TableSettings) -> None:
        """Refuse settings that do not go with the jurisdiction or the meter."""

    def verify_agreed(self, kind: str, settings: Mapping[str, Any], proposal_id: str) -> None:
        """Refuse settings that one person made alone."""

    def verify_may_resume(self, round_number: int) -> None:
        """Refuse to play on while the round on the table is disputed."""

    def verify_may_open(self) -> None:
        """Refuse one table more than a room may have open."""

    def verify_uncounted(self) -> None:
        """Refuse to count a drop box twice."""

    def verify_open_over_cut_off(self) -> None:
        """Refuse to count an open table but for the gaming day that ended, and once only."""

    def verify_dealer(self, badge: str) -> None:
        """Refuse a badge that is not of somebody who deals here."""

    def verify_player(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse somebody who may not play here, or not for cash."""

    def verify_in_service(self, meter_id: str) -> None:
        """Refuse a round that would feed a suspended progressive."""

    def verify_some_may_play(self, players: list[str]) -> None:
        """Refuse a round for players of whom none may play any more."""

    def verify_payee(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse to pay somebody who is not registered, or whom the law forbids to pay now; in cash, a guest too."""

    def verify_barred(self, player: str) -> None:
        """Refuse to withhold anything from somebody who may be paid."""

    def verify_not_excluded(self, player: str) -> None:
        """Refuse somebody who was excluded since the round began, or turned out to be too young."""

    def verify_no_reversal(self, *, meter_id: str = "", jackpot_id: str = "") -> None:
        """Refuse to pay a win, or to book one on a meter, while a reversal is proposed there."""

    def verify_decides(self, kind: str, subject: str, content: Mapping[str, Any], proposal_id: str, by: Actor) -> None:
        """Refuse a decision that is not another person's about exactly this."""

    def verify_reverse(self, wrong: Jackpot, *, keeps_seed: bool) -> None:
        """Refuse to reverse a win after which another one stands."""


class Effects(Queries, Protocol):
    """What doing a command may ask: questions, whose answers are recorded by name, and changes outside the table."""

    @property
    def entropy(self) -> Entropy:
        """Chance."""

    def barred(self, players: list[str]) -> list[str]:
        """Those who may not play any more."""

    def camera_above_cents(self) -> int | None:
        """The win above which surveillance sees it on camera before it is paid; nothing where no rule asks for it."""

    def hand_buttons(self, meter_id: str) -> list[dict[str, Any]]:
        """The hand buttons of a keypad: every row of the meter's paytable."""

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id of the win of a seat in a round."""

    def use_proposal(self, proposal_id: str) -> None:
        """Mark what two people agreed as used."""

    def decide(self, proposal_id: str, by: Actor) -> None:
        """Mark what was proposed as decided: it comes true in this record."""

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """Open an incident that the commission must know of."""

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """Add progressive wagers to a meter, and say what it shows then."""

    def freeze(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> dict[str, Any]:
        """What hands win by the meter as it stands; under the jackpot lock it is frozen as a claim of that name."""

    def hold(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> dict[str, Any]:
        """Keep what a booked win is worth for it, until the meter is adjusted."""

    def pay(
        self, meter_id: str, report: ProgressiveReport, names: Mapping[int, str], status: WinStatus, entry: Entry
    ) -> list[dict[str, Any]]:
        """Take the awards of verified hands off the meter, and say how much each is."""

    def reject(self, meter_id: str, claim: str, note: str, entry: Entry) -> None:
        """Give a frozen claim back to the meter."""

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """Make the meter what it would be had a win never been booked."""

    def note_paid(self, meter_id: str, name: str) -> None:
        """Tell the meter that a booked win was paid."""

    def note(self, jackpot: Jackpot) -> None:
        """Write down what became of a jackpot."""


# ---- answers on record


def name_of(question: str, *about: object) -> str:
    """The name under which an answer is recorded, and found again by a replay.

    >>> name_of("free_jackpot_id", 12, 3)
    'free_jackpot_id 12 3'
    """
    return " ".join((question, *map(str, about)))


def hands_of(report: ProgressiveReport) -> list[str]:
    """The hands that a quote is about, for its name."""
    return [f"{hand.seat}:{hand.row}" for hand in report.hands]
