"""What a table knows of itself, and how it tells what happens. The parts of a table build on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from pitboss.games.card_source import CardSource
from pitboss.games.event import Event
from pitboss.games.reports import ProgressiveReport
from pitboss.games.round import Round
from pitboss.games.statement import Line
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError
from pitboss.house.incidents import OpenIncident
from pitboss.house.ledger import Entry, account
from pitboss.house.tables.events import MoneyMoved
from pitboss.house.tables.jackpot import Jackpot, PastGame
from pitboss.house.tables.live_game import LiveGame
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.waiting import Waiting
from pitboss.outside import Entropy
from pitboss.paytables import print_dollars
from pitboss.progressive import EnvyReading, WinStatus
from pitboss.progressive.controllers import Controller

HOUSE: Final = "house"
"""The house dealer, where the dealer of a table is named."""


class Outside(Protocol):
    """What a table asks of the room while it does a command. Every answer is recorded; what only refuses has none."""

    @property
    def clock(self) -> str:
        """What the clock said: how long somebody waits is measured by it."""

    @property
    def entropy(self) -> Entropy:
        """Chance."""

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

    def use_proposal(self, proposal_id: str) -> None:
        """What two people agreed has come true."""

    def verify_dealer(self, badge: str) -> None:
        """Refuse a badge that is not of somebody who deals here."""

    def verify_player(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse somebody who may not play here, or not for cash."""

    def verify_in_service(self, meter_id: str) -> None:
        """Refuse a round that would feed a suspended progressive."""

    def verify_payee(self, player: str, *, by_cash: bool = False) -> None:
        """Refuse to pay somebody who is not registered, or whom the law forbids to pay now; in cash, a guest too."""

    def verify_barred(self, player: str) -> None:
        """Refuse to withhold anything from somebody who may be paid."""

    def report_incident(self, incident: OpenIncident, by: Actor) -> None:
        """Open an incident that the commission must know of."""

    def verify_not_excluded(self, player: str) -> None:
        """Refuse somebody who was excluded since the round began, or turned out to be too young."""

    def barred(self, players: list[str]) -> list[str]:
        """Those who may not play any more."""

    def camera_above_cents(self) -> int | None:
        """The win above which surveillance sees it on camera before it is paid; nothing where no rule asks for it."""

    def contribute(self, meter_id: str, wagers: int, entry: Entry) -> int:
        """Add progressive wagers to a meter, and say what it shows then."""

    def quote(
        self, meter_id: str, report: ProgressiveReport, claim: str, entry: Entry, envy_reading: EnvyReading
    ) -> dict[str, Any]:
        """What a round's hands win by the meter as it stands; under the jackpot lock, named claims are frozen."""

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

    def claim_now(self, meter_id: str, claim: str) -> dict[str, Any]:
        """What a pending claim comes to now, and who must confirm it."""

    def jackpot(self, jackpot_id: str) -> dict[str, Any]:
        """A win as it is on record."""

    def free_jackpot_id(self, round_number: int, seat: int) -> str:
        """The id of the win of a seat in a round."""

    def seen_on_camera(self, proposal_id: str) -> str | None:
        """Who of surveillance has seen on camera what is proposed."""

    def past_game(self, round_number: int) -> PastGame:
        """A game at the keypad: its wagers, folds, wins, and hands without a wager."""

    def verify_no_reversal(self, *, meter_id: str = "", jackpot_id: str = "") -> None:
        """Refuse to pay a win, or to book one on a meter, while a reversal is proposed there."""

    def verify_decides(self, kind: str, subject: str, content: Mapping[str, Any], proposal_id: str, by: Actor) -> None:
        """Refuse a decision that is not another person's about exactly this."""

    def decide(self, proposal_id: str, by: Actor) -> None:
        """What was proposed is decided, and comes true in this record."""

    def verify_reverse(self, wrong: Jackpot, *, keeps_seed: bool) -> None:
        """Refuse to reverse a win after which another one stands."""

    def reverse(self, wrong: Jackpot, note: str, entry: Entry, *, keeps_seed: bool) -> None:
        """Make the meter what it would be had a win never been booked."""

    def note_paid(self, meter_id: str, name: str) -> None:
        """Tell the meter that a booked win was paid."""

    def hand_buttons(self, meter_id: str) -> list[dict[str, Any]]:
        """The hand buttons of a keypad: every row of the meter's paytable."""

    def note(self, jackpot: Jackpot) -> None:
        """Write down what became of a jackpot."""


@dataclass
class Seating:
    """Somebody at a seat."""

    player: str
    chips_cents: int = 0
    lit_cents: int = 0
    """A progressive wager that waits since a void round."""


class HeldWin(NamedTuple):
    """What a seat has won and is not paid yet: the win alone, and with the stakes that come back.

    >>> HeldWin(400_000, 410_000).pay_cents
    410000
    """

    won_cents: int
    pay_cents: int

    def with_line(self, line: Line) -> "HeldWin":
        """One wager more."""
        return HeldWin(self.won_cents + max(line.net_cents, 0), self.pay_cents + line.pay_cents)


@dataclass
class Done:
    """What a command did."""

    events: list[Event] = field(default_factory=list)
    entry: Entry = field(default_factory=Entry)
    is_checkpoint: bool = False
    """Whether the table should be stored as it stands now."""
    has_new_status: bool = False
    dealt_from: dict[str, Any] = field(default_factory=dict)
    """Where in the sealed deck the cards lay that it dealt."""


class TableState:
    """A table: who sits there with how much, its tray, its round."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.status = "new"
        self.reason = ""
        self.dealer = ""
        """Who deals: a badge, ``house`` for the house dealer, or nobody by name."""
        self.seatings: dict[int, Seating] = {}
        self.tray_cents = 0
        self.result_cents = 0
        """The table result of live cards since the table was opened, as far as anything was counted or paid yet."""
        self.drop_cents = 0
        self.slips_cents = 0
        """What in the drop box is slips: buy-ins that were paid from wallets. They are counted with the cash."""
        self.round_number = 0
        self.round: Round[Any, Any] | None = None
        self.waiting = Waiting()
        self._barred: frozenset[str] = frozenset()
        """Who sits here and may not play any more, as of the last start of a round."""
        self._camera_above_cents: int | None = None
        """A win above this is seen on camera before it is paid, as of the last start of a round."""
        self.held_wins: dict[int, HeldWin] = {}
        """By seat, wins of wagers in this round that nobody has seen on camera yet."""
        self.jackpots: dict[int, Jackpot] = {}
        """Wins of this round by seat that somebody must verify, in paying order."""
        self.withheld_seats: set[int] = set()
        """Seats whose win of this round must not be paid, and is confiscated instead."""
        self.envy_due: list[dict[str, Any]] = []
        self.awards: list[dict[str, Any]] = []
        """What the progressive and envy brought the seats in this round, beside the lines of its wagers."""
        self.reckons_together = False
        """Whether several wins of a round are reckoned by the meter as it stood, and so paid together."""
        self.checked_by: dict[int, str] = {}
        """Who of surveillance has seen the win of a seat on camera."""
        self.controller: Controller | None = None
        self.link_is_lost = False
        """Whether the keypad has no link. It stays so, however the table is closed, set anew and opened again."""
        self.lit_claim: dict[str, Any] | None = None
        """What was frozen when the hand button was lit, under the jackpot lock."""
        self.win_pressed_by: Actor | None = None
        """Who pressed J-POT or CONFIRM for the win that waits for the key or the card."""
        self.live_game = LiveGame()
        self.booked: dict[str, Jackpot] = {}
        """Wins at physical cards that are off the meter, and not paid yet."""
        self._settings: TableSettings | None = None
        self._cards: CardSource | None = None
        self._outside: Outside
        self._asked_at: dict[int, str] = {}
        """In which second it was last asked whether whoever sits there is excluded."""
        self._by = Actor("", Role.HOUSE)
        self._done = Done()

    @property
    def settings(self) -> TableSettings:
        """What the table is set to."""
        if self._settings is None:
            raise RefusedError(f"there is no table {self.table_id} yet: create it first")
        return self._settings

    @property
    def cards(self) -> CardSource:
        """What the table deals from."""
        _ = self.settings  # refuses a table that is not there
        assert self._cards is not None
        return self._cards

    @property
    def is_playing(self) -> bool:
        """Whether a round is in progress. It is until its last win is seen or decided, and its envy is paid."""
        return self.round is not None and (not self.round.is_over or bool(self.jackpots) or bool(self.held_wins))

    @property
    def waits_for_first_bet(self) -> bool:
        """Whether the bets of a round are open, and nobody has bet."""
        return self.round is not None and self.round.phase == "betting" and not self.round.has_wagers

    # ---- telling what happens

    def _tell(self, *events: Event) -> None:
        self._done.events.extend(events)

    def _award(self, kind: str, seat: int, cents: int) -> None:
        """Note what is paid beside the lines: a win of the ``progressive``, a verified ``jackpot``, or ``envy``."""
        self.awards.append({"kind": kind, "seat": seat, "cents": cents})

    def _move(self, source: str, target: str, cents: int) -> None:
        self._done.entry.move_cents(source, target, cents)

    @property
    def _tray(self) -> str:
        return account("tray", self.table_id)

    @property
    def _felt(self) -> str:
        return account("felt", self.table_id)

    def _chips(self, seat: int) -> str:
        return account("chips", self.table_id, seat)

    def _pay_from_tray(self, seat: int, cents: int) -> None:
        self._take_from_tray(self._chips(seat), cents)
        self.seatings[seat].chips_cents += cents

    def _take_from_tray(self, target: str, cents: int) -> None:
        if cents > self.tray_cents:
            # Nobody waits for their money: the fill is posted with the pay.
            self._add_fill(cents - self.tray_cents)
        self._move(self._tray, target, cents)
        self.tray_cents -= cents

    def _add_fill(self, cents: int) -> None:
        self._move("desk", self._tray, cents)
        self.tray_cents += cents
        self._tell(MoneyMoved("fill", cents, None))

    # ---- checks

    def _verify_status(self, allowed: str | tuple[str, ...], what: str) -> None:
        _ = self.settings
        statuses = (allowed,) if isinstance(allowed, str) else allowed
        if self.status not in statuses:
            needed = " or ".join(statuses)
            raise RefusedError(f"table {self.table_id} is {self.status} and cannot be {what}: it must be {needed}")

    def _verify_open(self) -> None:
        _ = self.settings
        if self.status != "open":
            why = f": {self.reason}" if self.reason else ""
            raise RefusedError(f"table {self.table_id} is {self.status}{why}")

    def _verify_no_round(self, then: str) -> None:
        """Refuse what can only be done ``then``, when the round has ended and everything in it is paid."""
        for seat, held in self.held_wins.items():
            won = f"{print_dollars(held.won_cents)} at seat {seat} of table {self.table_id}"
            raise RefusedError(f"{won} waits for surveillance, who must see it on camera before {then}")
        if self.round is not None and not self.round.is_over:
            raise RefusedError(
                f"round {self.round_number} of table {self.table_id} is in progress: end it before {then}"
            )
        if self.is_playing:
            raise RefusedError(f"a jackpot is pending at table {self.table_id}: decide it before {then}")

    def _playing(self) -> Round[Any, Any]:
        self._verify_open()
        if self.jackpots:
            raise RefusedError(f"a jackpot is pending at table {self.table_id}: it is decided first")
        if self.round is None or self.round.is_over:
            raise RefusedError(f"no round is in progress at table {self.table_id}: start one")
        return self.round

    def _seating(self, seat: int) -> Seating:
        if seat not in self.seatings:
            taken = ", ".join(map(str, sorted(self.seatings))) or "none"
            raise RefusedError(f"nobody sits at seat {seat} of table {self.table_id}; taken seats: {taken}")
        return self.seatings[seat]

    def _verify_chips(self, seat: int, cents: int) -> None:
        has = self._seating(seat).chips_cents
        if cents > has:
            raise RefusedError(f"seat {seat} has {print_dollars(has)} in chips, and this needs {print_dollars(cents)}")

    def _wagers_at(self, seat: int) -> bool:
        """Whether a seat has bet in this round. What is only lit since a void one goes with its player."""
        return self.round is not None and not self.round.is_over and self.round.has_bet(seat)
