"""What can be asked of a table, besides the commands of its game."""

from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.command import AT_SEAT, DEALING, ON_THE_FLOOR, Command, CommandError, Who

DEALING_BY_HAND: Final = frozenset({Who.DEALER, Who.FLOOR})
"""Who deals, where a person does: the house takes no cash and sees no live cards."""

ANY_DEALING: Final = frozenset({Who.ANY_DEALER, Who.FLOOR, Who.HOUSE})
"""Who deals in the room, at whichever table."""

AGREED: Final = frozenset({Who.EXECUTIVE, Who.ADMIN})
"""Who does what two people have agreed about a table."""


@dataclass(frozen=True)
class CreateTable(Command):
    """Put a table into the room, closed, as two people agreed.

    >>> CreateTable({"rules": {"game": "three-card-poker"}}, "proposal 1").operation()
    'create_table'
    """

    who = AGREED
    settings: dict[str, Any]
    proposal_id: str


@dataclass(frozen=True)
class ConfigureTable(Command):
    """Set a closed table anew, as two people agreed.

    >>> ConfigureTable({"rules": {"game": "three-card-poker"}}, "proposal 2").operation()
    'configure_table'
    """

    who = AGREED
    settings: dict[str, Any]
    proposal_id: str


@dataclass(frozen=True)
class OpenTable(Command):
    """Open a table with chips from the cash desk in its tray: the opener.

    >>> OpenTable(500_000).opener_cents
    500000
    """

    who = ON_THE_FLOOR
    opener_cents: int


@dataclass(frozen=True)
class CloseTable(Command):
    """Close a table. Its chips go back to the cash desk: the closer, as it was counted.

    >>> CloseTable(512_300).closer_cents
    512300
    """

    who = ON_THE_FLOOR
    closer_cents: int


@dataclass(frozen=True)
class SuspendTable(Command):
    """Stop play, for a reason."""

    who = ON_THE_FLOOR | {Who.SURVEILLANCE, Who.HOUSE}
    reason: str


@dataclass(frozen=True)
class ResumeTable(Command):
    """Let play go on.

    >>> ResumeTable().as_json()
    {'do': 'resume-table'}
    """

    who = ON_THE_FLOOR


@dataclass(frozen=True)
class TakeSeat(Command):
    """Somebody sits down.

    >>> TakeSeat(3, "ann").player
    'ann'
    """

    who = AT_SEAT
    seat: int
    player: str


@dataclass(frozen=True)
class LeaveSeat(Command):
    """Somebody leaves, and takes the chips along to the cash desk."""

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class BuyInWithCash(Command):
    """A player gets chips from the tray for cash, which goes into the drop box.

    >>> BuyInWithCash(3, 10_000).cents
    10000
    """

    who = DEALING_BY_HAND
    seat: int
    cents: int


@dataclass(frozen=True)
class BuyInFromWallet(Command):
    """A player gets chips from the tray for money at the cage. A slip goes into the drop box.

    >>> BuyInFromWallet(3, 10_000).cents
    10000
    """

    who = AT_SEAT
    seat: int
    cents: int


@dataclass(frozen=True)
class CashOut(Command):
    """A player takes chips from the table to the cash desk."""

    who = AT_SEAT
    seat: int
    cents: int


@dataclass(frozen=True)
class Fill(Command):
    """Chips from the cash desk to the tray."""

    who = ON_THE_FLOOR | {Who.HOUSE}
    cents: int


@dataclass(frozen=True)
class Credit(Command):
    """Chips from the tray back to the cash desk."""

    who = ON_THE_FLOOR
    cents: int


@dataclass(frozen=True)
class CountDrop(Command):
    """The drop box is emptied and counted: once for every time that its table was open.

    >>> CountDrop(250_000).counted_cents
    250000
    """

    who = frozenset({Who.ACCOUNTING})
    counted_cents: int


@dataclass(frozen=True)
class CountOpenTable(Command):
    """A table that was open over the cut-off is counted for the gaming day that ended: its tray, and its drop box.

    >>> CountOpenTable(482_500, 61_000).operation()
    'count_open_table'
    """

    who = ON_THE_FLOOR
    tray_cents: int
    drop_cents: int


@dataclass(frozen=True)
class HandOver(Command):
    """Somebody else deals from now on: a person by badge, ``house`` for the house dealer, or nobody.

    >>> HandOver("house").as_json()
    {'do': 'hand-over', 'to': 'house'}
    """

    who = ANY_DEALING
    to: str
    """A badge, ``house``, or nothing for nobody."""


@dataclass(frozen=True)
class StartRound(Command):
    """The dealer opens the bets of a new round."""

    who = DEALING


@dataclass(frozen=True)
class DealCards(Command):
    """The cards that the round waits for come out of the shuffler or the shoe."""

    who = DEALING


@dataclass(frozen=True)
class Act(Command):
    """A command of the game itself: a wager, a decision, an act of the dealer.

    Cards never come this way, and only the player at a seat names those that lie there.

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
        """Whether it says which cards somebody holds, as a draw with discards does.

        >>> Act({"do": "draw", "seat": 2, "cards": "7c"}).names_cards, Act({"do": "fold", "seat": 2}).names_cards
        (True, False)
        """
        return bool(self.command.get("cards"))


@dataclass(frozen=True)
class TimeOut(Command):
    """A player has not decided in time: the posted policy decides for the seat, and nobody names a card."""

    who = DEALING
    seat: int


@dataclass(frozen=True)
class ReportMalfunction(Command):
    """The shuffler has stopped: what was seen.

    >>> ReportMalfunction("cards are stuck at the mouth").fault
    'cards are stuck at the mouth'
    """

    who = ANY_DEALING
    fault: str


@dataclass(frozen=True)
class FollowGuide(Command):
    """The guide on the shuffler was followed, and has helped or not.

    >>> FollowGuide(helped=True).as_json()
    {'do': 'follow-guide', 'helped': True}
    """

    who = ON_THE_FLOOR
    helped: bool


@dataclass(frozen=True)
class ReplaceShuffler(Command):
    """One of the seven steps by which the backup takes the place of the shuffler is done.

    >>> ReplaceShuffler(3).step
    3
    """

    who = ON_THE_FLOOR
    step: int


@dataclass(frozen=True)
class FollowLocalProcedure(Command):
    """A procedure that the local regulator has approved took the place of the guide and the seven steps, and is done.

    >>> FollowLocalProcedure("letter of 3 May 2026", "shuffled by hand", round_goes_on=True).approval
    'letter of 3 May 2026'
    """

    who = ON_THE_FLOOR
    approval: str
    """Under which approval: its reference."""
    done: str
    """What was done."""
    round_goes_on: bool
    """Whether the round or the game that is on is played to its end; if not, it is void."""


@dataclass(frozen=True)
class VerifyJackpot(Command):
    """A supervisor has verified the winning hand."""

    who = ON_THE_FLOOR
    is_signed = True
    seat: int


@dataclass(frozen=True)
class CheckJackpot(Command):
    """Surveillance has seen on camera what it must.

    >>> CheckJackpot(3, "hand wager payout player").seen
    'hand wager payout player'
    """

    who = frozenset({Who.SURVEILLANCE})
    seat: int
    seen: str


@dataclass(frozen=True)
class AuthorizeJackpot(Command):
    """The card that books a win and pays it.

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
    """A claim, or a win that waits for the camera, that is no win, with the reason.

    >>> RejectJackpot(3, "the hand was misread").reason
    'the hand was misread'
    """

    who = ON_THE_FLOOR
    seat: int
    reason: str


@dataclass(frozen=True)
class Press(Command):
    """A press of the progressive's keypad, where cards are physical. Amounts are never keyed in: the meter has them.

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
    """A hand without a progressive wager of its own brings envy to the others, where cards are physical.

    >>> AwardEnvy(3, "royal-flush").row
    'royal-flush'
    """

    who = DEALING_BY_HAND
    seat: int
    row: str


@dataclass(frozen=True)
class ClaimWin(Command):
    """The dealer says which seat has the lit hand, where cards are live and the keypad has no spots."""

    who = DEALING_BY_HAND
    seat: int


@dataclass(frozen=True)
class NameWinner(Command):
    """A supervisor names the seat that has the lit hand, where cards are live.

    >>> NameWinner(1, none_to_the_right=True).as_json()
    {'do': 'name-winner', 'seat': 1, 'none_to_the_right': True}
    """

    who = ON_THE_FLOOR
    is_signed = True
    seat: int
    none_to_the_right: bool | None
    """Whether no seat farther on the dealer's right has a meter hand; nothing where there is no such seat."""


@dataclass(frozen=True)
class MarkFold(Command):
    """A hand was folded, where cards are live; the same again takes the mark back."""

    who = DEALING_BY_HAND
    seat: int


@dataclass(frozen=True)
class ReverseJackpot(Command):
    """Another person approves that a win was none, and with that it is reversed (the approvals say: backed out).

    >>> ReverseJackpot("P-12-3", "the hand was a pair", "camera 4 at 10:41 PM", False, "p4").operation()
    'reverse_jackpot'
    """

    who = frozenset({Who.EXECUTIVE, Who.ACCOUNTING})
    is_signed = True
    jackpot_id: str
    reason: str
    evidence: str
    keeps_seed: bool
    """Whether the seed that came with it stays, because it was paid out to a later winner."""
    proposal_id: str


@dataclass(frozen=True)
class AwardLate(Command):
    """Another person approves that a seat has won in a game that is over, and with that it is booked.

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
    """The cage pays a win that was booked at live cards to a registered person.

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
    """A win that the law forbids to pay is confiscated, as two people agreed.

    >>> WithholdWin("T1-12-3", "ann", "proposal 5").operation()
    'withhold_win'
    """

    who = ON_THE_FLOOR
    is_signed = True
    jackpot_id: str
    player: str
    """Whose win it is: the id of the registered person who must not be paid."""
    proposal_id: str


def _verify_named(command: object) -> None:
    """Refuse what says nothing that can be done."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        raise CommandError(f"{command!r} is not a command: it must have a name under 'do'")
