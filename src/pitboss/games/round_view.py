"""A round as people see it, as frozen Structs; each game still adds fields of its own."""

from typing import Annotated, Final

from msgspec import Meta, Struct


class Awaiting(Struct, frozen=True, kw_only=True):
    """What a round waits for."""

    kind: Annotated[str, Meta(description="wagers, cards, decision, dealer or nothing.", examples=["decision"])]
    words: Annotated[str, Meta(examples=["seat 3 to play or fold"])]
    seat: Annotated[int | None, Meta(description="Whose cards or decision; nothing: the dealer's, or anybody's.")]
    cards: int
    operations: Annotated[list[str], Meta(description="What may be done now, with underscores.", examples=[["play"]])]


class SettledWager(Struct, frozen=True, kw_only=True):
    """What became of one wager."""

    seat: int
    wager: Annotated[str, Meta(examples=["ante"])]
    stake_cents: int
    outcome: Annotated[str, Meta(description="In words.", examples=["wins 1 to 1"])]
    pay_cents: Annotated[int, Meta(description="All that the player receives for it, a returned stake included.")]
    source: Annotated[str, Meta(description="tray or meter.", examples=["tray"])]
    hand: Annotated[str | None, Meta(description="The hand that decided it, in words.")]


class SeatRound(Struct, frozen=True, kw_only=True):
    """A seat in a round. A game adds what only it has."""

    wagers: Annotated[dict[str, int], Meta(description="In cents, by betting spot.", examples=[{"ante": 500}])]
    cards: Annotated[list[str], Meta(description="As, Td, Jk (joker) or ?? (face down).", examples=[["As", "??"]])]
    folded: bool
    settled: bool
    lines: Annotated[list[SettledWager], Meta(description="What became of its wagers.")]
    player: Annotated[str, Meta(description="For those who are logged in.", examples=["ann"])] = ""


class DealerHand(Struct, frozen=True, kw_only=True):
    """The dealer's side of the table. A game adds what only it has."""

    cards: list[str]


class RoundView(Struct, frozen=True, kw_only=True):
    """A round as somebody may see it. A game adds what only it has."""

    game: Annotated[str, Meta(examples=["three-card-poker"])]
    phase: Annotated[str, Meta(examples=["betting"])]
    want: Awaiting
    seats: Annotated[dict[str, SeatRound], Meta(description="By number.")]
    dealer: DealerHand
    void_reason: str | None


OPEN: Final = (SeatRound, DealerHand, RoundView)
"""The views to which a game adds fields."""
