"""The types that show a table: all of it for its page, or one line in a list."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.games.round_view import RoundView
from pitboss.house.tables.pending_jackpot import Jackpot
from pitboss.house.tables.settings import StoredSettings
from pitboss.progressive.controllers.console import ControllerView

GameName = Literal["three-card-poker", "fortune-san-lo", "double-draw", "power-blackjack"]


class SeatedPlayer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that is taken."""

    chips_cents: Annotated[int, Meta(examples=[10_000])]
    lit_cents: Annotated[int, Meta(description="A progressive wager kept lit from a void round.", examples=[0])]
    player: Annotated[str, Meta(description="Shown to those who are logged in.", examples=["ann"])] = ""


class StoppedShuffler(Struct, frozen=True, kw_only=True):
    """The fault of a stopped shuffler, and what the procedure asks for now."""

    fault: str
    asked_for: str


class WaitingSince(Struct, frozen=True, kw_only=True):
    """The times since when a table waits."""

    moved: str
    decisions: str
    bets: Annotated[str, Meta(description="Since when the bets of those who have bet are waited for.")]
    seats: Annotated[dict[int, str], Meta(description="When the player of a seat last did something.")]


class PendingJackpot(Struct, frozen=True, kw_only=True):
    """A win that people must verify."""

    seat: int
    words: str
    status: Literal["claimed", "verified", "authorized", "paid", "rejected"]
    hand: str
    cents: Annotated[int, Meta(description="As quoted; the meter may have grown when it is paid.")]


class HeldWin(Struct, frozen=True, kw_only=True):
    """A win that surveillance must see on camera before it is paid."""

    seat: int
    cents: int


class Award(Struct, frozen=True, kw_only=True):
    """A payment to a seat that is no line of a wager. A jackpot went to the player's wallet."""

    kind: Literal["progressive", "jackpot", "envy"]
    seat: int
    cents: int


class NamedWinner(Struct, frozen=True, kw_only=True):
    """At live cards, the winner of the lit hand, as named by a supervisor."""

    seat: int
    asked: Annotated[list[int], Meta(description="The seats farther right about which the supervisor was asked.")]
    none_to_the_right: Annotated[bool, Meta(description="Whether none of them has a hand that is paid first.")]


class LitPrize(Struct, frozen=True, kw_only=True):
    """What the hand whose button is lit would win if it were booked now."""

    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(description="As the paytable prints it.", examples=["100% of meter"])]
    cents: Annotated[int, Meta(examples=[1_234_567])]
    source: Annotated[str, Meta(description="meter or tray.", examples=["meter"])]
    is_frozen: Annotated[
        bool,
        Meta(description="Whether the amount was frozen when the button lit; else the meter at the booking counts."),
    ]
    needs: Annotated[
        str, Meta(description="The role that books it: dealer, supervisor or executive.", examples=["supervisor"])
    ]
    needs_surveillance: Annotated[bool, Meta(description="Whether surveillance looks first.")]
    asks_about: Annotated[
        dict[str, list[int]],
        Meta(
            description="For each seat that can win, the seats farther on the dealer's right, which are paid first: "
            "the person who names the seat says whether one of them has a hand that wins a share of the meter.",
            examples=[{"1": [6, 7], "6": [7], "7": []}],
        ),
    ]


DeadlineKind = Literal["bets", "decision", "cards", "dealer", "round", "nobody-bets"]


class Deadline(Struct, frozen=True, kw_only=True, rename={"what": "for"}):
    """When the table continues by itself."""

    at: str
    what: DeadlineKind
    then: Annotated[str, Meta(description="What is posted for the moment when it has passed.")]


class TableView(Struct, frozen=True, kw_only=True):
    """A table as one audience may see it."""

    version: Annotated[int, Meta(description="The number of its last record.", examples=[12])]
    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[GameName, Meta(examples=["three-card-poker"])]
    status: Annotated[Literal["new", "open", "closed", "suspended"], Meta(examples=["open"])]
    reason: Annotated[str, Meta(description="Why it is suspended or closed.")]
    dealer: Annotated[str, Meta(description="A badge, house, or empty.", examples=["house"])]
    cards: Literal["electronic", "live"]
    meter: Annotated[str | None, Meta(description="The progressive that it feeds.", examples=["M1"])]
    malfunction: StoppedShuffler | None
    since: WaitingSince
    round_number: Annotated[int, Meta(examples=[12])]
    seats: Annotated[dict[int, SeatedPlayer], Meta(description="The seats that are taken, by number.")]
    round: RoundView | None
    jackpots: list[PendingJackpot]
    held_wins: Annotated[list[HeldWin], Meta(description="Wins that check-jackpot pays to the chips.")]
    awards: Annotated[list[Award], Meta(description="Of this round.")]
    folded: Annotated[list[int], Meta(description="At live cards, the seats of this game that are marked as folded.")]
    claimed_seat: Annotated[
        int | None, Meta(description="At live cards on Aquarius, the seat with the lit hand, as the dealer says.")
    ]
    named: NamedWinner | None
    controller: Annotated[ControllerView | None, Meta(description="At live cards, the keypad.")]
    deadline: Deadline | None = None


class SeatChoice(Struct, frozen=True, kw_only=True):
    """A decision of the game for a player, and why it is not allowed now."""

    do: Annotated[str, Meta(description="The name of its command.", examples=["play"])]
    words: Annotated[str, Meta(description="The text of its button.", examples=["Play: bet $5"])]
    cents: Annotated[
        int | None,
        Meta(
            description="The most that it puts on the table; nothing if the rules do not allow it now.",
            examples=[500],
        ),
    ]
    reason: Annotated[str | None, Meta(description="Why it cannot be done now; nothing if it can.", examples=[None])]
    step_cents: Annotated[
        int | None, Meta(description="If less is allowed, too: any multiple of this.", examples=[None])
    ]


class TableBooks(TableView, frozen=True, kw_only=True):
    """A table as the floor sees it."""

    tray_cents: int
    drop_cents: int
    slips_cents: int
    booked: Annotated[list[Jackpot], Meta(description="Wins that wait for the cage.")]
    settings: Annotated[StoredSettings, Meta(description="The configuration of the table.")]


class ListedTable(Struct, frozen=True, kw_only=True):
    """A table in one line, without the fields that change with every round."""

    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[GameName, Meta(examples=["three-card-poker"])]
    status: Annotated[str, Meta(description="new, open, suspended or closed.", examples=["open"])]
    dealer: Annotated[str, Meta(description="A badge, house, or nobody.", examples=["house"])]
    cards: Literal["electronic", "live"]
    meter: Annotated[str | None, Meta(description="The progressive that it feeds.", examples=["M1"])]
    seats: Annotated[int, Meta(examples=[6])]
    players: Annotated[int, Meta(description="The number of players who sit there.", examples=[3])]
    lit_hand: Annotated[
        str | None,
        Meta(description="At live cards, the hand whose lit button stops the table until it is booked."),
    ]


class TableLine(ListedTable, frozen=True, kw_only=True):
    """A table in one line."""

    round_number: Annotated[int, Meta(examples=[12])]


class FloorLine(TableLine, frozen=True, kw_only=True):
    """A table in one line, with its money."""

    tray_cents: Annotated[int, Meta(description="The chips in its tray, in cents.", examples=[500_000])]
    drop_cents: Annotated[int, Meta(description="The content of its drop box, in cents.", examples=[40_000])]
    slips_cents: Annotated[
        int, Meta(description="The part of the drop that is slips of buy-ins from wallets.", examples=[15_000])
    ]
