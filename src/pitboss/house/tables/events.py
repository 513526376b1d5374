"""The events of a table, besides those of its rounds: what happened, as fields and as a sentence."""

from dataclasses import dataclass

from pitboss.games.event import Event
from pitboss.paytables import print_dollars
from pitboss.progressive.controllers.events import seats_in_words


@dataclass(frozen=True)
class TableChanged(Event):
    """A table was created, configured, opened, closed, suspended or resumed.

    >>> TableChanged("open", "opener $5,000").sentence
    'the table is open: opener $5,000'
    """

    status: str
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the table is {self.status}: {self.words}"


@dataclass(frozen=True)
class TableCounted(Event):
    """A table that was open over the cut-off was counted for the gaming day that ended.

    >>> TableCounted(482_500, "short $10", 61_000, "").sentence
    'counted while open, for the gaming day that ended: tray $4,825 (short $10), drop $610'
    """

    tray_cents: int
    tray: str
    """The difference of the tray in words; empty if there is none."""
    drop_cents: int
    drop: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        counted = (("tray", self.tray_cents, self.tray), ("drop", self.drop_cents, self.drop))
        parts = [f"{name} {print_dollars(cents)}" + (f" ({words})" if words else "") for name, cents, words in counted]
        return f"counted while open, for the gaming day that ended: {', '.join(parts)}"


@dataclass(frozen=True)
class DealerChanged(Event):
    """Another dealer tapped in.

    >>> DealerChanged("17").sentence, DealerChanged("house").sentence, DealerChanged("").sentence
    ('badge 17 deals', 'the auto-dealer deals', 'nobody deals')
    """

    dealer: str
    """A badge, ``house``, or empty for nobody."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{dealer_in_words(self.dealer)} deals"


def dealer_in_words(dealer: str) -> str:
    """The dealer of a table in words.

    >>> dealer_in_words("house")
    'the auto-dealer'
    """
    return {"": "nobody", "house": "the auto-dealer"}.get(dealer, f"badge {dealer}")


@dataclass(frozen=True)
class SeatTaken(Event):
    """A player sat down.

    >>> SeatTaken(3, "ann").sentence
    'ann takes seat 3'
    """

    seat: int
    player: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.player} takes seat {self.seat}"


@dataclass(frozen=True)
class SeatLeft(Event):
    """A player left a seat.

    >>> SeatLeft(3, "ann", 12_000).sentence
    'ann leaves seat 3 with $120'
    """

    seat: int
    player: str
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.player} leaves seat {self.seat} with {print_dollars(self.cents)}"


@dataclass(frozen=True)
class MoneyMoved(Event):
    """Chips or money came to the table or left it.

    >>> MoneyMoved("fill", 100_000, None).sentence
    'fill of $1,000'
    """

    what: str
    cents: int
    seat: int | None

    @property
    def sentence(self) -> str:
        """The event in words."""
        where = "" if self.seat is None else f" at seat {self.seat}"
        return f"{self.what} of {print_dollars(self.cents)}{where}"


@dataclass(frozen=True)
class WinHeld(Event):
    """A win is held until surveillance has seen it on camera.

    >>> WinHeld(3, 400_000).sentence
    'seat 3 wins $4,000: surveillance sees it on camera before it is paid'
    """

    seat: int
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} wins {print_dollars(self.cents)}: surveillance sees it on camera before it is paid"


@dataclass(frozen=True)
class HeldWinPaid(Event):
    """Surveillance has seen a held win, and it was paid.

    >>> HeldWinPaid(3, 400_000).sentence
    'surveillance has seen hand, wager, payout and player: the win of $4,000 at seat 3 is paid'
    """

    seat: int
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        won = f"the win of {print_dollars(self.cents)} at seat {self.seat}"
        return f"surveillance has seen hand, wager, payout and player: {won} is paid"


@dataclass(frozen=True)
class HeldWinRejected(Event):
    """Surveillance saw that a held win was none.

    >>> HeldWinRejected(3, 400_000, "a card was switched").sentence
    'the win of $4,000 at seat 3 is rejected, and its wagers go back: a card was switched'
    """

    seat: int
    cents: int
    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        won = f"the win of {print_dollars(self.cents)} at seat {self.seat}"
        return f"{won} is rejected, and its wagers go back: {self.reason}"


@dataclass(frozen=True)
class RoundStarted(Event):
    """A round started: its deck is sealed and the bets are open.

    >>> RoundStarted(12, "5f0c").sentence
    'round 12 begins, from the deck under root 5f0c'
    """

    number: int
    root: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"round {self.number} begins, from the deck under root {self.root}"


@dataclass(frozen=True)
class ShufflerChanged(Event):
    """The shuffler stopped, a step to repair it was done, or it runs again.

    >>> ShufflerChanged("stopped", "cards are stuck at the mouth").sentence
    'the shuffler is stopped: cards are stuck at the mouth'
    """

    status: str
    """``stopped`` or ``running``."""
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the shuffler is {self.status}: {self.words}"


@dataclass(frozen=True)
class MeterRose(Event):
    """Progressive wagers were added to the meter.

    >>> MeterRose("M1", 3, 1_200_42).sentence
    'meter M1 takes 3 wagers and shows $1,200.42'
    """

    meter_id: str
    wagers: int
    shown_cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        number = "1 wager" if self.wagers == 1 else f"{self.wagers} wagers"
        return f"meter {self.meter_id} takes {number} and shows {print_dollars(self.shown_cents)}"


@dataclass(frozen=True)
class JackpotChanged(Event):
    """A jackpot was claimed, verified, authorized, paid or rejected.

    >>> JackpotChanged(3, "10% of meter, $540, is claimed", "claimed").sentence
    'jackpot: 10% of meter, $540, is claimed'
    """

    seat: int
    words: str
    status: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"jackpot: {self.words}"


@dataclass(frozen=True)
class WinClaimed(Event):
    """The dealer said which seat has the lit hand.

    >>> WinClaimed(3, "Royal flush").sentence
    'the dealer says that seat 3 has the Royal flush'
    """

    seat: int
    hand: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the dealer says that seat {self.seat} has the {self.hand}"


@dataclass(frozen=True)
class WinnerNamed(Event):
    """A supervisor named the winner of the lit hand, and answered for the seats that would be paid first.

    >>> WinnerNamed(1, "Royal flush", (6, 7), none_to_the_right=True).sentence
    'seat 1 is named as the winner with the Royal flush; seats 6, 7: no meter hand'
    """

    seat: int
    hand: str
    asked: tuple[int, ...]
    """The seats farther on the dealer's right about which the supervisor was asked."""
    none_to_the_right: bool

    @property
    def sentence(self) -> str:
        """The event in words."""
        named = f"seat {self.seat} is named as the winner with the {self.hand}"
        if not self.asked:
            return named
        answer = "no meter hand" if self.none_to_the_right else "one has a meter hand and goes first"
        return f"{named}; {seats_in_words(self.asked)}: {answer}"


@dataclass(frozen=True)
class FoldMarked(Event):
    """A hand was folded at a live-card table.

    >>> FoldMarked(3).sentence
    'seat 3 has folded'
    """

    seat: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} has folded"


@dataclass(frozen=True)
class FoldTakenBack(Event):
    """The mark of a fold was removed.

    >>> FoldTakenBack(3).sentence
    'seat 3 has not folded: the mark is taken back'
    """

    seat: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} has not folded: the mark is taken back"


@dataclass(frozen=True)
class ProgressivePaid(Event):
    """The dealer paid a progressive win.

    >>> ProgressivePaid(3, "six-high straight", 600, "tray").sentence
    'seat 3 wins $6 with the progressive: six-high straight'
    """

    seat: int
    hand: str
    cents: int
    source: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} wins {print_dollars(self.cents)} with the progressive: {self.hand}"


@dataclass(frozen=True)
class EnvyPaid(Event):
    """Envy was paid at the end of the round.

    >>> EnvyPaid(2, 3, 5000).sentence
    'seat 2 gets $50 envy for the hand of seat 3'
    """

    seat: int
    from_seat: int
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} gets {print_dollars(self.cents)} envy for the hand of seat {self.from_seat}"


@dataclass(frozen=True)
class WinWithheld(Event):
    """Two people withheld a win that the law forbids to pay.

    >>> WinWithheld("T1-12-3", "ann", 54_000).sentence
    'the win T1-12-3 of ann, $540, is withheld'
    """

    jackpot_id: str
    player: str
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the win {self.jackpot_id} of {self.player}, {print_dollars(self.cents)}, is withheld"
