"""A table as people see it: everybody in a list, and those who look at one table."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pitboss.games.round_view import RoundView

GameName = Literal["three-card-poker", "fortune-san-lo", "double-draw", "power-blackjack"]


class SeatedPlayer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that is taken."""

    chips_cents: Annotated[int, Meta(examples=[10_000])]
    lit_cents: Annotated[int, Meta(description="A progressive wager that waits since a void round.", examples=[0])]
    player: Annotated[str, Meta(description="For those who are logged in.", examples=["ann"])] = ""


class StoppedShuffler(Struct, frozen=True, kw_only=True):
    """What stops the shuffler, and what is asked for now."""

    fault: str
    asked_for: str


class WaitingSince(Struct, frozen=True, kw_only=True):
    """Since when a table waits."""

    moved: str
    decisions: str
    bets: Annotated[str, Meta(description="Since when the bets of those who have bet are waited for.")]
    seats: Annotated[dict[int, str], Meta(description="When the player of a seat last did something.")]


class PendingJackpot(Struct, frozen=True, kw_only=True):
    """A win that people verify."""

    seat: int
    words: str
    status: Literal["claimed", "verified", "authorized", "paid", "rejected"]
    hand: str
    cents: Annotated[int, Meta(description="As it was quoted; what the meter shows when it is paid may be more.")]


class HeldWin(Struct, frozen=True, kw_only=True):
    """A win that surveillance sees on camera before it is paid."""

    seat: int
    cents: int


class Award(Struct, frozen=True, kw_only=True):
    """What came to a seat beside the lines of its wagers. A jackpot was verified by people and went to the wallet."""

    kind: Literal["progressive", "jackpot", "envy"]
    seat: int
    cents: int


class NamedWinner(Struct, frozen=True, kw_only=True):
    """At live cards, the winner of the lit hand as a supervisor named them."""

    seat: int
    asked: Annotated[list[int], Meta(description="The seats farther right that were asked about.")]
    none_to_the_right: Annotated[bool, Meta(description="Whether none of them has a hand that is paid first.")]


DeadlineKind = Literal["bets", "decision", "cards", "dealer", "round", "nobody-bets"]


class Deadline(Struct, frozen=True, kw_only=True, rename={"what": "for"}):
    """When the table goes on by itself."""

    at: str
    what: DeadlineKind
    then: Annotated[str, Meta(description="What is posted for the moment when it has passed.")]


class TableView(Struct, frozen=True, kw_only=True):
    """A table as somebody may see it."""

    version: Annotated[int, Meta(description="The number of its last record.", examples=[12])]
    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[GameName, Meta(examples=["three-card-poker"])]
    status: Annotated[Literal["new", "open", "closed", "suspended"], Meta(examples=["open"])]
    reason: Annotated[str, Meta(description="Why it is suspended or closed.")]
    dealer: Annotated[str, Meta(description="A badge, house, or empty.", examples=["house"])]
    cards: Literal["electronic", "physical"]
    meter: Annotated[str | None, Meta(description="The progressive that it feeds.", examples=["M1"])]
    malfunction: StoppedShuffler | None
    since: WaitingSince
    round_number: Annotated[int, Meta(examples=[12])]
    seats: Annotated[dict[int, SeatedPlayer], Meta(description="The seats that are taken, by number.")]
    round: RoundView | None
    jackpots: list[PendingJackpot]
    held_wins: Annotated[list[HeldWin], Meta(description="They go to the chips with check-jackpot.")]
    awards: Annotated[list[Award], Meta(description="Of this round.")]
    folded: Annotated[list[int], Meta(description="At live cards, the seats of this game that are marked as folded.")]
    claimed_seat: Annotated[
        int | None, Meta(description="At live cards on Aquarius, the seat whose hand the dealer says is lit.")
    ]
    named: NamedWinner | None
    controller: Annotated[dict[str, Any] | None, Meta(description="At live cards, the keypad.")]
    deadline: Deadline | None = None


class TableBooks(TableView, frozen=True, kw_only=True):
    """A table as the floor sees it."""

    tray_cents: int
    drop_cents: int
    slips_cents: int
    booked: Annotated[list[dict[str, Any]], Meta(description="Wins that wait for the cage.")]
    settings: Annotated[dict[str, Any], Meta(description="What the table is set to.")]


class ListedTable(Struct, frozen=True, kw_only=True):
    """A table in one line, without what changes with every round."""

    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[GameName, Meta(examples=["three-card-poker"])]
    status: Annotated[str, Meta(description="new, open, suspended or closed.", examples=["open"])]
    dealer: Annotated[str, Meta(description="A badge, house, or nobody.", examples=["house"])]
    cards: Literal["electronic", "physical"]
    meter: Annotated[str | None, Meta(description="The progressive that it feeds.", examples=["M1"])]
    seats: Annotated[int, Meta(examples=[6])]
    players: Annotated[int, Meta(description="How many sit there.", examples=[3])]
    lit_hand: Annotated[
        str | None,
        Meta(description="At live cards, the hand whose lit button stops the table until it is booked."),
    ]


class TableLine(ListedTable, frozen=True, kw_only=True):
    """A table in one line."""

    round_number: Annotated[int, Meta(examples=[12])]


class FloorLine(TableLine, frozen=True, kw_only=True):
    """A table in one line, with its money."""

    tray_cents: Annotated[int, Meta(description="What its tray holds, in cents.", examples=[500_000])]
    drop_cents: Annotated[int, Meta(description="What its drop box holds, in cents.", examples=[40_000])]
    slips_cents: Annotated[int, Meta(description="What of that is slips of buy-ins from wallets.", examples=[15_000])]
