"""A round as people see it: one closed set of frozen Structs. Each game maps its state to them and adds no field."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pitboss.cards import CARDS, Card
from pitboss.games.audience import HIDDEN

HandStatus = Literal["in-play", "left-to-house", "set", "fouled", "folded", "picked-up", "surrendered", "bust", "dead"]


class Awaiting(Struct, frozen=True):
    """What a round waits for.

    >>> Awaiting("cards", "three cards for seat 3", seat=3, cards=3).operations
    ()
    """

    kind: Annotated[
        Literal["wagers", "cards", "decision", "dealer", "nothing"],
        Meta(description="dealer is an act of the dealer; nothing: the round is over.", examples=["decision"]),
    ]
    words: Annotated[str, Meta(examples=["seat 3 to play or fold"])]
    seat: Annotated[int | None, Meta(description="Whose cards or decision; nothing: the dealer's, or anybody's.")] = (
        None
    )
    cards: Annotated[int, Meta(description="How many cards.")] = 0
    operations: Annotated[
        tuple[str, ...], Meta(description="What may be done now, with underscores.", examples=[["play", "fold"]])
    ] = ()
    hand: Annotated[int | None, Meta(description="Which hand of the seat, where a seat may have several.")] = None


class Outcome(StrEnum):
    """How a row of cards does against the dealer's, in a game that compares row with row.

    >>> Outcome.TIES.value
    'ties'
    """

    WINS = "wins"
    TIES = "ties"
    """Identical hands: the house wins."""
    LOSES = "loses"


class CardRow(Struct, frozen=True):
    """Cards that lie together.

    >>> CardRow(["??", "??"], "discards").words is None
    True
    """

    cards: Annotated[list[str], Meta(description="As, Td, Jk (joker) or ?? (face down).", examples=[["As", "??"]])]
    label: Annotated[
        str,
        Meta(description="Which cards, where a hand or a place has several rows: high, discards.", examples=["high"]),
    ] = ""
    words: Annotated[
        str | None,
        Meta(description="What they are worth, for those who see them.", examples=["pair of kings, four kicker"]),
    ] = None
    outcome: Annotated[Outcome | None, Meta(description="Where it is compared with the dealer's.")] = None


class HandView(Struct, frozen=True):
    """A hand of a seat or of the dealer.

    >>> HandView(1, [CardRow(["6s", "5d"], words="hard 11")], bets_cents=[1000]).status
    'in-play'
    """

    id: Annotated[int, Meta(description="Its number at its seat.", examples=[1])]
    rows: Annotated[list[CardRow], Meta(description="One row, or one for each part of a hand that was set.")]
    status: HandStatus = "in-play"
    note: Annotated[
        str | None,
        Meta(description="Why: why it is fouled or dead, or how the house way set it. For those who see it."),
    ] = None
    bets_cents: Annotated[
        list[int], Meta(description="The bets on this hand alone, where a seat may have several: its bet, its double.")
    ] = []


class SettledWager(Struct, frozen=True):
    """What became of one wager."""

    seat: int
    wager: Annotated[str, Meta(examples=["ante"])]
    stake_cents: int
    outcome: Annotated[str, Meta(description="In words.", examples=["wins 1 to 1"])]
    pay_cents: Annotated[int, Meta(description="All that the player receives for it, a returned stake included.")]
    source: Annotated[str, Meta(description="tray or meter.", examples=["tray"])]
    hand: Annotated[str | None, Meta(description="The hand that decided it, in words.")]


class SeatRound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a round."""

    player: Annotated[str, Meta(description="For those who are logged in.", examples=["ann"])] = ""
    wagers: Annotated[dict[str, int], Meta(description="In cents, by betting spot.", examples=[{"ante": 500}])]
    hands: Annotated[list[HandView], Meta(description="None before the deal.")]
    piles: Annotated[list[CardRow], Meta(description="Cards that lie there and are in no hand: discards.")]
    is_settled: bool
    results: Annotated[list[SettledWager], Meta(description="What became of its wagers.")]

    @property
    def cards(self) -> list[str]:
        """The cards of all its hands.

        >>> one, other = HandView(1, [CardRow(["8s"])]), HandView(2, [CardRow(["8d"])])
        >>> SeatRound(wagers={"bet": 500}, hands=[one, other], piles=[], is_settled=False, results=[]).cards
        ['8s', '8d']
        """
        return cards_of(self.hands)

    @property
    def is_folded(self) -> bool:
        """Whether it has folded."""
        return any(hand.status == "folded" for hand in self.hands)


class Screen(Struct, frozen=True):
    """What a display in the table shows."""

    words: Annotated[str, Meta(examples=["PLAYER HOUSE WAY, SEAT 3"])]
    seat: Annotated[int | None, Meta(description="Whose cards; nothing: the dealer's.")]
    rows: list[CardRow]


class RoundView(Struct, frozen=True, kw_only=True):
    """A round as somebody may see it."""

    game: Annotated[str, Meta(examples=["three-card-poker"])]
    phase: Annotated[str, Meta(examples=["betting"])]
    awaiting: Awaiting
    seats: Annotated[dict[int, SeatRound], Meta(description="By number.")]
    dealer: Annotated[
        list[HandView], Meta(description="The dealer's hand; none before the deal, or in a game without one.")
    ]
    piles: Annotated[list[CardRow], Meta(description="Cards on the table that are in no hand: stub, burned.")]
    screen: Annotated[Screen | None, Meta(description="The display in the table, where the game has one.")]
    void_reason: Annotated[str | None, Meta(description="Why the round is void; nothing where it is not.")]


def cards_of(hands: Iterable[HandView]) -> list[str]:
    """All cards of some hands.

    >>> cards_of([HandView(1, [CardRow(["Ks", "Kd", "4h"], "high"), CardRow(["Ac", "Jd"], "mid")])])
    ['Ks', 'Kd', '4h', 'Ac', 'Jd']
    """
    return [card for hand in hands for row in hand.rows for card in row.cards]


_FACES: Final = tuple(map(str, CARDS))


def faces(cards: Iterable[Card], is_seen: bool = True) -> list[str]:
    """Cards as somebody sees them who sees their faces, or only their backs.

    >>> from pitboss.cards import parse_cards
    >>> faces(parse_cards("As Kd")), faces(parse_cards("As Kd"), is_seen=False)
    (['As', 'Kd'], ['??', '??'])
    """
    return [_FACES[card.code] for card in cards] if is_seen else [HIDDEN for _ in cards]
