"""The display in the table (i-Verify): what it reads, and who may see the cards on it."""

from dataclasses import dataclass
from typing import Any, Final

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.round_view import CardRow, Screen

Faces = tuple[Card | str, ...]
"""Cards on the display; a card that the audience may not see is a hidden one."""


@dataclass(frozen=True)
class Display:
    """One screen of the display.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.audience import DEALER, player
    >>> screen = player_screen(3, parse_cards("Ks Kd 4h Ac Jd Qs"))
    >>> screen.words, screen.seen_by(player(3)).low, screen.seen_by(DEALER).low
    ('PLAYER HOUSE WAY, SEAT 3', (Qs,), ('??',))
    """

    words: str
    seat: int | None = None
    """The seat whose cards are shown; nothing for the dealer's."""
    high: Faces = ()
    mid: Faces = ()
    low: Faces = ()

    def seen_by(self, audience: Audience) -> "Display":
        """The screen as this audience sees it: a player's cards are the player's business until they are settled."""
        if self.seat is None or audience.may_look_at(self.seat):
            return self
        high, mid, low = ((HIDDEN,) * len(faces) for faces in (self.high, self.mid, self.low))
        return Display(self.words, self.seat, high, mid, low)

    @property
    def sentence(self) -> str:
        """The screen in words.

        >>> from pitboss.cards import parse_cards
        >>> dealer_screen(parse_cards("Ks Kd 4h Ac Jd Qs")).sentence
        'DEALER HOUSE WAY: mid Ac Jd, low Qs'
        """
        hands = {"high": self.high, "mid": self.mid, "low": self.low}
        told = ", ".join(f"{name} {' '.join(map(str, faces))}" for name, faces in hands.items() if faces)
        return f"{self.words}: {told}" if told else self.words

    @property
    def view(self) -> Screen:
        """The screen for a view of the round: the hands that stand on it."""
        hands = (("high", self.high), ("mid", self.mid), ("low", self.low))
        return Screen(self.words, self.seat, [CardRow(list(map(str, shown)), name) for name, shown in hands if shown])

    def as_json(self) -> dict[str, Any]:
        """The screen for machines."""
        hands = {"high": self.high, "mid": self.mid, "low": self.low}
        return {"words": self.words, "seat": self.seat} | {name: list(map(str, hands[name])) for name in hands}


BLANK_SCREEN: Final = Display("")
"""Before the green button."""

READY_SCREEN: Final = Display("DEALER HOUSE WAY")
"""From the last packet on, while players set their hands."""


def start_screen(number: int) -> Display:
    """The number that the shuffler drew: which position gets the first packet.

    >>> start_screen(4).words
    '4'
    """
    return Display(str(number))


def player_screen(seat: int, cards: tuple[Card, ...]) -> Display:
    """A player's six cards, set the house way.

    >>> from pitboss.cards import parse_cards
    >>> player_screen(3, parse_cards("Ks Kd 4h Ac Jd Qs")).mid
    (Ac, Jd)
    """
    return Display(f"PLAYER HOUSE WAY, SEAT {seat}", seat, cards[:3], cards[3:5], cards[5:])


def dealer_screen(cards: tuple[Card, ...]) -> Display:
    """The dealer's low and mid hand. The high hand is what remains, so the display does not show it.

    >>> from pitboss.cards import parse_cards
    >>> screen = dealer_screen(parse_cards("Ks Kd 4h Ac Jd Qs"))
    >>> screen.high, screen.mid, screen.low
    ((), (Ac, Jd), (Qs,))
    """
    return Display(READY_SCREEN.words, mid=cards[3:5], low=cards[5:])
