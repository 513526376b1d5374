"""A deck or shoe on the table: dealt in order, shown card by card, opened whole when it is retired."""

from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.chance import draw_start_position, require_live
from pitboss.shuffler.errors import OutOfCardsError, RecordError, SealedCardError, ShufflerError
from pitboss.shuffler.record import FORMAT, Record
from pitboss.shuffler.seal import Opening, Seal, StartOpening
from pitboss.shuffler.sealed_deck import SealedDeck
from pitboss.shuffler.shuffle import shuffle
from pitboss.sources import Entropy


@dataclass(frozen=True)
class Packet:
    """Cards that left the deck together, by their positions.

    >>> Packet(first=4, size=3).positions
    (4, 5, 6)
    """

    first: int
    size: int
    burned: bool = False

    @property
    def positions(self) -> tuple[int, ...]:
        """Where the cards lay in the deck."""
        return tuple(range(self.first, self.first + self.size))


@dataclass
class DeckInPlay:
    """A shuffled and sealed deck or shoe. Its cards leave in order, each once.

    >>> from pitboss.cards import shoe
    >>> from pitboss.sources import SeededEntropy
    >>> deck = shuffle_deck(shoe(6), SeededEntropy("a drill"), cut_percent=75, is_drill=True)
    >>> deck.burn()
    >>> deck.deal(2), deck.packets[-1].positions, deck.remaining, deck.cut_after, deck.needs_reshuffle
    ((6h, Jh), (2, 3), 309, 234, False)
    """

    sealed: SealedDeck
    """The secret part; only the storage under lock asks for it."""
    cut_after: int | None = None
    """How many cards lie before the cut card; none where the deck is shuffled for every round."""
    packets: list[Packet] = field(default_factory=list)
    """What has left the deck so far, in order."""
    retired: bool = False

    def __post_init__(self) -> None:
        size = self.sealed.size
        if self.cut_after is not None and not 1 <= self.cut_after <= size:
            raise ShufflerError(f"a cut card after {self.cut_after} cards is not in the deck: it has {size} cards")

    @property
    def seal(self) -> Seal:
        """What is published before the deal."""
        return self.sealed.seal

    @property
    def gone(self) -> int:
        """How many cards have left the deck."""
        return sum(packet.size for packet in self.packets)

    @property
    def remaining(self) -> int:
        """How many cards are left."""
        return self.sealed.size - self.gone

    @property
    def needs_reshuffle(self) -> bool:
        """Whether the next round needs a new shuffle; a round in which the cut card comes out is played to its end."""
        return self.retired or self.gone >= (self.cut_after or 1)

    def verify_deal(self, number: int = 1) -> None:
        """Raise unless so many cards can leave the deck now."""
        if self.retired:
            raise OutOfCardsError(f"no card leaves the {self.sealed.deck} any more: it is retired")
        if number < 1:
            raise OutOfCardsError(f"{number} cards cannot be dealt: deal at least 1")
        if number > self.remaining:
            raise OutOfCardsError(
                f"{number} cards were asked for, and {self.remaining} of the {self.sealed.deck} remain"
            )

    def can_deal(self, number: int = 1) -> bool:
        """Whether so many cards can leave the deck now."""
        return is_allowed(self.verify_deal, number)

    def deal(self, number: int = 1) -> tuple[Card, ...]:
        """The next cards. Their positions are those of the last packet."""
        self.verify_deal(number)
        start = self.gone
        self.packets.append(Packet(start + 1, number))
        return self.sealed.order[start : start + number]

    def verify_burn(self, number: int = 1) -> None:
        """Raise unless so many cards can be burned now."""
        self.verify_deal(number)

    def burn(self, number: int = 1) -> None:
        """Take the next cards out of play face down."""
        self.verify_burn(number)
        self.packets.append(Packet(self.gone + 1, number, burned=True))

    def verify_open(self, position: int) -> None:
        """Raise unless the card there has been dealt, or the deck is retired. Who may look is the table's business."""
        self.sealed.verify_position(position)
        until = "stays sealed until the deck is retired"
        if self.retired:
            return
        if position > self.gone:
            raise SealedCardError(f"position {position} is not dealt yet, and {until}")
        if any(packet.burned and position in packet.positions for packet in self.packets):
            raise SealedCardError(f"position {position} was burned face down, and {until}")

    def open(self, position: int) -> Opening:
        """The opening of a position."""
        self.verify_open(position)
        return self.sealed.opening(position)

    def verify_open_start(self) -> None:
        """Raise unless the deck has a start position, which everybody may see on the display."""
        self.sealed.verify_start()

    def can_open_start(self) -> bool:
        """Whether the deck has a start position."""
        return is_allowed(self.verify_open_start)

    def open_start(self) -> StartOpening:
        """The opening of the start position."""
        return self.sealed.start_opening()

    def verify_retire(self) -> None:
        """Raise unless the deck can be taken out of play now."""
        if self.retired:
            raise ShufflerError(f"the {self.sealed.deck} is retired already")

    def retire(self) -> None:
        """Take the deck out of play for good."""
        self.verify_retire()
        self.retired = True

    def verify_open_all(self) -> None:
        """Raise unless an auditor may see every card."""
        if not self.retired:
            raise SealedCardError(f"the {self.sealed.deck} is still in play, and opens as a whole only when retired")

    def open_all(self) -> tuple[Opening, ...]:
        """Every opening, for the auditor."""
        self.verify_open_all()
        return tuple(map(self.sealed.opening, range(1, self.sealed.size + 1)))

    def as_json(self) -> dict[str, Any]:
        """The public record: it names no card. The secret one is that of ``sealed``."""
        packets = [{"cards": packet.size, "burned": packet.burned} for packet in self.packets]
        return {
            "format": FORMAT,
            "seal": self.seal.as_json(),
            "cut_after": self.cut_after,
            "packets": packets,
            "retired": self.retired,
        }

    @staticmethod
    def from_json(data: object, sealed: object) -> "DeckInPlay":
        """The deck from its public and its secret record, which must belong together."""
        record = Record(data, "the deck in play", ("format", "seal", "cut_after", "packets", "retired"))
        deck = DeckInPlay(SealedDeck.from_json(sealed), record.optional_integer("cut_after", 1))
        published = Seal.from_json(record.data["seal"])
        if deck.seal != published:
            raise RecordError(f"the sealed deck is a {deck.seal}, and not the published {published}")
        for number, packet in enumerate(record.entries("packets"), start=1):
            deck._replay(Record(packet, f"packet {number}", ("cards", "burned")))
        deck.retired = record.boolean("retired")
        return deck

    def _replay(self, packet: Record) -> None:
        leave = self.burn if packet.boolean("burned") else self.deal
        leave(packet.integer("cards", 1))


def shuffle_deck(
    deck: Deck,
    entropy: Entropy,
    *,
    cut_percent: int | None = None,
    start_positions: int | None = None,
    is_drill: bool = False,
) -> DeckInPlay:
    """Shuffle and seal a whole deck. Only a drill may be dealt from a seed.

    A shoe gets a cut card after that part of it; with start positions, one of them is drawn and sealed too.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SystemEntropy
    >>> str(shuffle_deck(DECK_52, SystemEntropy()).seal)[:24]
    '52-card deck under root '
    """
    if not is_drill:
        require_live(entropy)
    if cut_percent is not None and not 1 <= cut_percent <= 100:
        raise ShufflerError(f"a cut card at {cut_percent}% is not in the shoe: choose 1 to 100")
    cut_after = None if cut_percent is None else max(1, deck.size * cut_percent // 100)
    order = shuffle(deck.cards, entropy)
    start = None if start_positions is None else draw_start_position(entropy, start_positions)
    return DeckInPlay(SealedDeck.of(deck, order, entropy, start=start), cut_after)
