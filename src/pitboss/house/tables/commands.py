"""The commands of a table, besides those of its game."""

from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.command import AT_SEAT, DEALING, ON_THE_FLOOR, Command, CommandError, Who

DEALING_BY_HAND: Final = frozenset({Who.DEALER, Who.FLOOR})
"""Who may do what only people can: the auto-dealer takes no cash and sees no live cards."""

ANY_DEALING: Final = frozenset({Who.ANY_DEALER, Who.FLOOR, Who.HOUSE})
"""Who may deal, including a dealer who is tapped in at another table."""

AGREED: Final = frozenset({Who.EXECUTIVE, Who.ADMIN})
"""Who may carry out what two people have agreed about a table."""


@dataclass(frozen=True)
class CreateTable(Command):
    """Create a closed table with the settings that two people agreed on.

    >>> CreateTable({"rules": {"game": "three-card-poker"}}, "proposal 1").operation()
    'create_table'
    """

    who = AGREED
    settings: dict[str, Any]
    proposal_id: str


@dataclass(frozen=True)
class ConfigureTable(Command):
    """Give a closed table the new settings that two people agreed on.

    >>> ConfigureTable({"rules": {"game": "three-card-poker"}}, "proposal 2").operation()
    'configure_table'
    """

    who = AGREED
    settings: dict[str, Any]
    proposal_id: str


@dataclass(frozen=True)
class OpenTable(Command):
    """Open a table with chips from the cage in its tray: the opener.

    >>> OpenTable(500_000).opener_cents
    500000
    """

    who = ON_THE_FLOOR
    opener_cents: int


@dataclass(frozen=True)
class CloseTable(Command):
    """Close a table and return its chips to the cage, as counted: the closer.

    >>> CloseTable(512_300).closer_cents
    512300
    """

    who = ON_THE_FLOOR
    closer_cents: int


@dataclass(frozen=True)
class SuspendTable(Command):
    """Suspend a table for a reason: play stops."""

    who = ON_THE_FLOOR | {Who.SURVEILLANCE, Who.HOUSE}
    reason: str


@dataclass(frozen=True)
class ResumeTable(Command):
    """Resume play at a suspended table.

    >>> ResumeTable().as_json()
    {'do': 'resume-table'}
    """

    who = ON_THE_FLOOR


@dataclass(frozen=True)
class TakeSeat(Command):
    """Seat a player.

    >>> TakeSeat(3, "ann").player
    'ann'
    """

    who = AT_SEAT
    seat: int
    player: str


@dataclass(frozen=True)
class LeaveSeat(Command):
    """Free a seat; its chips go to the player's wallet at the cage."""

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class BuyInWithCash(Command):
    """Give a player chips from the tray for cash, which goes into the drop box.

    >>> BuyInWithCash(3, 10_000).cents
    10000
    """

    who = DEALING_BY_HAND
    seat: int
    cents: int


@dataclass(frozen=True)
class BuyInFromWallet(Command):
    """Give a player chips from the tray for money in their wallet. A slip goes into the drop box.

    >>> BuyInFromWallet(3, 10_000).cents
    10000
    """

    who = AT_SEAT
    seat: int
    cents: int


@dataclass(frozen=True)
class CashOut(Command):
    """Move chips of a seat to the player's wallet at the cage."""

    who = AT_SEAT
    seat: int
    cents: int


@dataclass(frozen=True)
class Fill(Command):
    """Bring chips from the cage to the tray."""

    who = ON_THE_FLOOR | {Who.HOUSE}
    cents: int


@dataclass(frozen=True)
class Credit(Command):
    """Return chips from the tray to the cage."""

    who = ON_THE_FLOOR
    cents: int


@dataclass(frozen=True)
class CountDrop(Command):
    """Empty the drop box and count it, once for each time that its table was open.

    >>> CountDrop(250_000).counted_cents
    250000
    """

    who = frozenset({Who.ACCOUNTING})
    counted_cents: int


@dataclass(frozen=True)
class CountOpenTable(Command):
    """Count tray and drop box of a table that stayed open over the cut-off, for the gaming day that ended.

    >>> CountOpenTable(482_500, 61_000).operation()
    'count_open_table'
    """

    who = ON_THE_FLOOR
    tray_cents: int
    drop_cents: int


@dataclass(frozen=True)
class HandOver(Command):
    """Tap another dealer in: a person by badge, ``house`` for the auto-dealer, or nobody.

    >>> HandOver("house").as_json()
    {'do': 'hand-over', 'to': 'house'}
    """

    who = ANY_DEALING
    to: str
    """A badge, ``house``, or empty for nobody."""


@dataclass(frozen=True)
class StartRound(Command):
    """Start a new round: the bets are open."""

    who = DEALING


@dataclass(frozen=True)
class DealCards(Command):
    """Deal the cards that the round waits for, out of the shuffler or the shoe."""

    who = DEALING


@dataclass(frozen=True)
class Act(Command):
    """Do a command of the game itself: a wager, a decision, an act of the dealer.

    It deals no cards, and only the player at a seat may name the cards of that seat.

    >>> Act({"do": "place-wager", "seat": 2, "wager": "ante", "cents": 500}).operation()
    'act'
    """

    who = AT_SEAT
    command: dict[str, Any]

    def __post_init__(self) -> None:
        super().__post_init__()
        _verify_named(self.command)

    @property
    def names_cards(self) -> bool:
        """Whether it names cards that a player holds, as a draw with discards does.

        >>> Act({"do": "draw", "seat": 2, "cards": "7c"}).names_cards, Act({"do": "fold", "seat": 2}).names_cards
        (True, False)
        """
        return bool(self.command.get("cards"))


@dataclass(frozen=True)
class TimeOut(Command):
    """Decide for a player who has not decided in time, by the posted policy."""

    who = DEALING
    seat: int


@dataclass(frozen=True)
class ReportMalfunction(Command):
    """Report that the shuffler has stopped, and what was seen.

    >>> ReportMalfunction("cards are stuck at the mouth").fault
    'cards are stuck at the mouth'
    """

    who = ANY_DEALING
    fault: str


@dataclass(frozen=True)
class FollowGuide(Command):
    """Record that the guide on the shuffler was followed, and whether it helped.

    >>> FollowGuide(helped=True).as_json()
    {'do': 'follow-guide', 'helped': True}
    """

    who = ON_THE_FLOOR
    helped: bool


@dataclass(frozen=True)
class ReplaceShuffler(Command):
    """Confirm one of the seven steps that replace the shuffler with the backup.

    >>> ReplaceShuffler(3).step
    3
    """

    who = ON_THE_FLOOR
    step: int


@dataclass(frozen=True)
class FollowLocalProcedure(Command):
    """Record a procedure of the local regulator that was followed instead of the guide and the seven steps.

    >>> FollowLocalProcedure("letter of 3 May 2026", "shuffled by hand", round_goes_on=True).approval
    'letter of 3 May 2026'
    """

    who = ON_THE_FLOOR
    approval: str
    """The reference of the approval."""
    done: str
    """What was done."""
    round_goes_on: bool
    """Whether the round or game in progress is played to its end; if not, it is void."""


@dataclass(frozen=True)
class VerifyJackpot(Command):
    """Verify a winning hand as a supervisor."""

    who = ON_THE_FLOOR
    is_signed = True
    seat: int


@dataclass(frozen=True)
class CheckJackpot(Command):
    """Record that surveillance has checked a win on camera.

    >>> CheckJackpot(3, "hand wager payout player").seen
    'hand wager payout player'
    """

    who = frozenset({Who.SURVEILLANCE})
    seat: int
    seen: str


@dataclass(frozen=True)
class AuthorizeJackpot(Command):
    """Authorize a verified win: it is booked and paid.

    >>> AuthorizeJackpot(3, "driving licence WDL-1", "W-2G 17").identity
    'driving licence WDL-1'
    """

    who = ON_THE_FLOOR
    is_signed = True
    seat: int
    identity: str
    tax_form: str


@dataclass(frozen=True)
class RejectJackpot(Command):
    """Reject a claim, or a win that waits for surveillance, with the reason.

    >>> RejectJackpot(3, "the hand was misread").reason
    'the hand was misread'
    """

    who = ON_THE_FLOOR
    seat: int
    reason: str


@dataclass(frozen=True)
class Press(Command):
    """Press a key of the progressive's keypad at a live-card table. Amounts come from the meter and are never keyed in.

    >>> Press({"do": "press-coin-in"}).operation()
    'press'
    """

    who = DEALING
    press: dict[str, Any]

    def __post_init__(self) -> None:
        super().__post_init__()
        _verify_named(self.press)


@dataclass(frozen=True)
class AwardEnvy(Command):
    """Award envy for a hand without a progressive wager at a live-card table.

    >>> AwardEnvy(3, "royal-flush").row
    'royal-flush'
    """

    who = DEALING_BY_HAND
    seat: int
    row: str


@dataclass(frozen=True)
class ClaimWin(Command):
    """Say as the dealer which seat has the lit hand, at a live-card table whose keypad has no spots."""

    who = DEALING_BY_HAND
    seat: int


@dataclass(frozen=True)
class NameWinner(Command):
    """Name as a supervisor the seat that has the lit hand, at a live-card table.

    >>> NameWinner(1, none_to_the_right=True).as_json()
    {'do': 'name-winner', 'seat': 1, 'none_to_the_right': True}
    """

    who = ON_THE_FLOOR
    is_signed = True
    seat: int
    none_to_the_right: bool | None
    """Whether no seat farther on the dealer's right has a meter hand; nothing if there is no such seat."""


@dataclass(frozen=True)
class MarkFold(Command):
    """Mark a folded hand at a live-card table; a second time removes the mark."""

    who = DEALING_BY_HAND
    seat: int


@dataclass(frozen=True)
class ReverseJackpot(Command):
    """Approve the proposed reversal of a win, and reverse it (the approvals say: back it out).

    >>> ReverseJackpot("P-12-3", "the hand was a pair", "camera 4 at 10:41 PM", False, "p4").operation()
    'reverse_jackpot'
    """

    who = frozenset({Who.EXECUTIVE, Who.ACCOUNTING})
    is_signed = True
    jackpot_id: str
    reason: str
    evidence: str
    keeps_seed: bool
    """Whether the seed that came with the win stays on the meter, because a later winner was paid from it."""
    proposal_id: str


@dataclass(frozen=True)
class AwardLate(Command):
    """Approve the proposed late award of a win in a game that is over, and book it.

    >>> AwardLate(12, 3, "royal-flush", "the hand was missed", "camera 4 at 10:41 PM", "p5").operation()
    'award_late'
    """

    who = frozenset({Who.EXECUTIVE, Who.ACCOUNTING})
    is_signed = True
    round_number: int
    seat: int
    row: str
    reason: str
    evidence: str
    proposal_id: str


@dataclass(frozen=True)
class PayBooked(Command):
    """Pay a win that was booked at a live-card table to a registered person, at the cage.

    >>> PayBooked("T1-12-3", "ann", "driving licence WDL-1", "").player
    'ann'
    """

    who = frozenset({Who.ACCOUNTING})
    is_signed = True
    jackpot_id: str
    player: str
    """The id of the payee, as registered."""
    identity: str
    """The document by which the payee's identity was checked."""
    tax_form: str


@dataclass(frozen=True)
class WithholdWin(Command):
    """Confiscate a win that the law forbids to pay, as two people agreed.

    >>> WithholdWin("T1-12-3", "ann", "proposal 5").operation()
    'withhold_win'
    """

    who = ON_THE_FLOOR
    is_signed = True
    jackpot_id: str
    player: str
    """The id of the registered person who won and must not be paid."""
    proposal_id: str


def _verify_named(command: object) -> None:
    """Refuse a command without a name."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        raise CommandError(f"{command!r} is not a command: it must have a name under 'do'")
