"""What a live-card table knows of the game that is on, besides its keypad. It is forgotten when the game ends."""

from dataclasses import dataclass, field

from pitboss.progressive.controllers.events import seats_in_words


@dataclass(frozen=True)
class NamedWinner:
    """The seat that a supervisor has named as the winner of the lit hand.

    >>> NamedWinner(1, "supervisor:4", (6, 7), none_to_the_right=True).sentence
    'supervisor:4; seats 6, 7: no meter hand'
    """

    seat: int
    by: str
    asked: tuple[int, ...]
    """The seats farther on the dealer's right that were asked about."""
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
    """Whose hand is lit and who said so, which seats have folded, and the hands without a wager.

    >>> LiveGame(folded={3}).folded
    {3}
    """

    claimed_seat: int | None = None
    """The seat whose hand the dealer says is lit, where the keypad has no spots."""
    named: NamedWinner | None = None
    """The winner of the lit hand, as a supervisor has named them."""
    folded: set[int] = field(default_factory=set)
    """Seats whose folds were marked."""
    hands_brought: dict[int, str] = field(default_factory=dict)
    """By seat, hands without a progressive wager that award envy."""
