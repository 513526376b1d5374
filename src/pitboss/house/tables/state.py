"""The state of a table: its players, money, round, jackpots, keypad and shuffler, with the values derived from it."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pitboss.games.card_source import CardSource
from pitboss.games.round import Round
from pitboss.games.statement import Line
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import account
from pitboss.house.errors import RefusedError
from pitboss.house.tables.pending_jackpot import Jackpot
from pitboss.house.tables.quotes import Quote, QuotedEnvy
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.house.tables.views import Award, StoppedShuffler
from pitboss.house.tables.waiting_times import WaitingTimes
from pitboss.progressive.controllers import CONTROLLERS, Controller, HandButton
from pitboss.progressive.controllers.events import seats_in_words
from pitboss.shuffler import Malfunction, Shuffler


@dataclass(frozen=True)
class NamedWinner:
    """The seat that a supervisor has named as the winner of the lit hand.

    >>> NamedWinner(1, "supervisor:4", (6, 7), none_to_the_right=True).sentence
    'supervisor:4; seats 6, 7: no meter hand'
    """

    seat: int
    by: str
    asked: tuple[int, ...]
    """The seats farther on the dealer's right about which the supervisor was asked."""
    none_to_the_right: bool
    """Whether none of them has a hand that is paid first."""

    @property
    def sentence(self) -> str:
        """Who named the seat, and the answer."""
        if not self.asked:
            return self.by
        answer = "no meter hand" if self.none_to_the_right else "one has a meter hand"
        return f"{self.by}; {seats_in_words(self.asked)}: {answer}"


@dataclass
class LiveGame:
    """What people have entered about a live-card game: the seat of the lit hand, folds, and hands without a wager.

    >>> LiveGame(folded={3}).folded
    {3}
    """

    claimed_seat: int | None = None
    """The seat that has the lit hand, as the dealer said, if the keypad has no spots."""
    named: NamedWinner | None = None
    """The winner of the lit hand, as named by a supervisor."""
    folded: set[int] = field(default_factory=set)
    """Seats whose folds were marked."""
    hands_brought: dict[int, str] = field(default_factory=dict)
    """By seat, hands without a progressive wager that award envy."""


HOUSE: Final = "house"
"""The value of a table's ``dealer`` while the auto-dealer deals."""


@dataclass
class Seating:
    """A player at a seat."""

    player: str
    lit_cents: int = 0
    """A progressive wager kept lit from a void round."""


class HeldWin(NamedTuple):
    """A win of a seat that waits for surveillance: the win alone, and with the returned stakes.

    >>> HeldWin(400_000, 410_000).pay_cents
    410000
    """

    won_cents: int
    pay_cents: int

    def with_line(self, line: Line) -> "HeldWin":
        """This win with one more line."""
        return HeldWin(self.won_cents + max(line.net_cents, 0), self.pay_cents + line.pay_cents)


class TableState:
    """The state of a table: its players, its money, its round.

    >>> TableState("T1").balances
    {'tray:T1': 0, 'drop:T1': 0, 'felt:T1': 0}
    """

    __slots__ = (
        "_cards",
        "_settings",
        "asked_at",
        "awards",
        "balances",
        "barred",
        "booked",
        "camera_above_cents",
        "checked_by",
        "controller",
        "dealer",
        "drop_account",
        "envy_due",
        "felt_account",
        "held_wins",
        "jackpots",
        "link_is_lost",
        "lit_claim",
        "live_game",
        "pays_together",
        "reason",
        "result_cents",
        "round",
        "round_number",
        "seatings",
        "slips_cents",
        "status",
        "table_id",
        "tray_account",
        "waiting",
        "win_pressed_by",
        "withheld_seats",
    )

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.tray_account = account("tray", table_id)
        self.drop_account = account("drop", table_id)
        self.felt_account = account("felt", table_id)
        self.status = "new"
        self.reason = ""
        self.dealer = ""
        """The dealer: a badge, ``house`` for the auto-dealer, or empty for nobody."""
        self.seatings: dict[int, Seating] = {}
        self.balances: dict[str, int] = dict.fromkeys((self.tray_account, self.drop_account, self.felt_account), 0)
        """The cents in each account of the table: tray, drop, felt, chips at every seat. Only postings change them."""
        self.result_cents = 0
        """The known table result of live cards since the table was opened, from counts and payments so far."""
        self.slips_cents = 0
        """The slips in the drop box: buy-ins that were paid from wallets. They are counted with the cash."""
        self.round_number = 0
        self.round: Round[Any, Any] | None = None
        self.waiting = WaitingTimes()
        self.barred: frozenset[str] = frozenset()
        """Players at the table who could not play any more when the last round started."""
        self.camera_above_cents: int | None = None
        """Surveillance must see a win above this before it is paid; set when a round starts."""
        self.held_wins: dict[int, HeldWin] = {}
        """By seat, wins of ordinary wagers in this round that wait for surveillance."""
        self.jackpots: dict[int, Jackpot] = {}
        """By seat, progressive wins of this round that people must verify, in paying order."""
        self.withheld_seats: set[int] = set()
        """Seats whose win of this round is confiscated instead of paid."""
        self.envy_due: list[QuotedEnvy] = []
        self.awards: list[Award] = []
        """What the progressive and envy brought the seats in this round, beside the lines of its wagers."""
        self.pays_together = False
        """Whether several wins of a round are reckoned by the meter as it stood, and so paid together."""
        self.checked_by: dict[int, str] = {}
        """By seat, the person from surveillance who has seen its win on camera."""
        self.controller: Controller | None = None
        self.link_is_lost = False
        """Whether the keypad has lost its link. It stays lost when the table is closed, configured and opened again."""
        self.lit_claim: Quote | None = None
        """The quote whose amount was frozen when the hand button was lit, with the jackpot lock."""
        self.win_pressed_by: Actor | None = None
        """The person who pressed J-POT or CONFIRM for the win that waits for the key or the card."""
        self.live_game = LiveGame()
        self.booked: dict[str, Jackpot] = {}
        """Wins at live cards that are off the meter and that the cage has not paid yet."""
        self.asked_at: dict[int, str] = {}
        """By seat, the second of the last check whether its player is excluded."""
        self._settings: TableSettings | None = None
        self._cards: CardSource | None = None

    # ---- configuration

    @property
    def is_created(self) -> bool:
        """Whether the table was created."""
        return self._settings is not None

    @property
    def settings(self) -> TableSettings:
        """The configuration of the table."""
        if self._settings is None:
            raise RefusedError(f"there is no table {self.table_id} yet: create it first")
        return self._settings

    @property
    def cards(self) -> CardSource:
        """The shuffler or shoe that the table deals from."""
        _ = self.settings  # refuses a table that was not created
        assert self._cards is not None
        return self._cards

    def configure(self, settings: TableSettings) -> None:
        """Configure the table. It keeps its money and its shuffler, if it has one."""
        self._settings, self._cards = settings, CardSource(settings.rules, before=self._cards)
        seats = range(1, settings.rules.seats + 1)
        ends = (self.tray_account, self.drop_account, self.felt_account)
        self.balances = {name: self.balances[name] for name in ends} | dict.fromkeys(map(self.chips_account, seats), 0)

    @property
    def is_live(self) -> bool:
        """Whether people deal live cards, and Pitboss is only the progressive system."""
        return self.settings.cards is CardKind.LIVE

    @property
    def meter_id(self) -> str:
        """The meter that the table feeds; it must have one."""
        assert self.settings.meter_id is not None
        return self.settings.meter_id

    @property
    def controller_type(self) -> type[Controller]:
        """The kind of keypad that the table has."""
        return CONTROLLERS[self.settings.controller]

    # ---- money

    def chips_account(self, seat: int) -> str:
        """The account of the chips at a seat."""
        return account("chips", self.table_id, seat)

    @property
    def tray_cents(self) -> int:
        """The chips in the tray."""
        return self.balances[self.tray_account]

    @property
    def drop_cents(self) -> int:
        """The content of the drop box."""
        return self.balances[self.drop_account]

    def chips_cents(self, seat: int) -> int:
        """The chips at a seat."""
        return self.balances.get(self.chips_account(seat), 0)

    @property
    def cents_in_action(self) -> int:
        """All wagers of the round that are not settled; the balance of the felt is exactly that.

        A progressive wager kept lit from a void round is in the tray already.
        """
        round = self.round
        if round is None or round.is_over:
            return 0

        def is_on_the_felt(seat: int, wager: str) -> bool:
            return not (wager == "progressive" and seat in round.lit)

        seats = round.seats.items()
        staked: int = sum(c for seat, at in seats for wager, c in at.wagers.items() if is_on_the_felt(seat, wager))
        return staked - sum(line.stake_cents for line in round.lines if is_on_the_felt(line.seat, line.wager))

    # ---- the round

    @property
    def is_playing(self) -> bool:
        """Whether a round is in progress. It ends when its last win is decided and its envy is paid."""
        return self.round is not None and (not self.round.is_over or bool(self.jackpots) or bool(self.held_wins))

    @property
    def round_in_progress(self) -> Round[Any, Any] | None:
        """The round until its last wager is settled, then nothing."""
        return None if self.round is None or self.round.is_over else self.round

    @property
    def waits_for_first_bet(self) -> bool:
        """Whether the bets of a round are open and nobody has bet."""
        return self.round is not None and self.round.phase == "betting" and not self.round.has_wagers

    def has_wagers_at(self, seat: int) -> bool:
        """Whether a seat has bet in this round. A wager kept lit from a void round does not count."""
        return self.round is not None and not self.round.is_over and self.round.has_bet(seat)

    @property
    def barred_seats(self) -> set[int]:
        """Seats of players who could not play any more when the last round started."""
        # Queries do not lock the table, so the seats may change meanwhile.
        return {seat for seat, seating in list(self.seatings.items()) if seating.player in self.barred}

    # ---- jackpots

    def pending(self, seat: int) -> Jackpot | None:
        """The jackpot of a seat that is not decided yet."""
        jackpot = self.jackpots.get(seat)
        return None if jackpot is None or jackpot.is_decided else jackpot

    def waits_for_camera_only(self, seat: int) -> bool:
        """Whether a seat has a held win and no pending jackpot."""
        return seat in self.held_wins and self.pending(seat) is None

    # ---- the keypad

    @property
    def keypad_is_idle(self) -> bool:
        """Whether no game is in progress at the keypad; true without a keypad."""
        return self.controller is None or not self.controller.sensors.is_locked

    @property
    def can_be_stored(self) -> bool:
        """Whether the table can be stored: it is between two rounds."""
        return not self.is_playing and self.keypad_is_idle

    @property
    def lit_hand(self) -> HandButton | None:
        """The hand whose button is lit, if one is."""
        keypad = self.controller
        return None if keypad is None or keypad.lit is None else keypad.buttons[keypad.lit]

    @property
    def booked_seat(self) -> int | None:
        """On Aquarius, the seat for which J-POT was pressed, until the key is back at RUN."""
        return getattr(self.controller, "booked_seat", None)

    @property
    def jackpot_is_booked(self) -> bool:
        """Whether J-POT was pressed for the lit hand, and the key is not back at RUN yet."""
        return self.booked_seat is not None

    @property
    def dealers_seat(self) -> int | None:
        """The seat with the lit hand, as the dealer says: by the spot on Nexus, else as claimed."""
        return getattr(self.controller, "spot", None) or self.live_game.claimed_seat

    @property
    def wager_cents(self) -> int:
        """The progressive wager of a seat."""
        return self.settings.rules.limit("progressive").unit_cents

    # ---- the shuffler

    @property
    def malfunction(self) -> Malfunction | None:
        """The malfunction of the shuffler, if it has stopped."""
        machine = self.cards.machine
        return machine.malfunction if isinstance(machine, Shuffler) else None

    @property
    def trouble(self) -> StoppedShuffler | None:
        """The malfunction as everybody may see it: what was seen, and what is asked for now."""
        stopped = self.malfunction
        return None if stopped is None else StoppedShuffler(fault=stopped.fault, asked_for=asked_for(stopped))


def asked_for(malfunction: Malfunction) -> str:
    """What the procedure for a malfunction asks for now."""
    if malfunction.next_step is not None:
        sentence = malfunction.next_step.sentence
        return f"step {malfunction.next_step.value} comes next, {sentence[0].lower()}{sentence[1:-1]}"
    if malfunction.can_begin_replacement():
        return "the guide on it again, or the backup in its place"
    return "the guide on it comes first"
