"""Where the cards of a table come from: its shuffler, or its shoe. The round asks, and this answers.

A table deals all its rounds from one source. It knows what was published for the round in play, and which position of
which deck every card came from, so that everybody can check the cards they saw.
"""

from collections.abc import Sequence
from typing import Any, TypeGuard, cast

from pitboss.cards import Card, shoe
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.command import Command, Deal
from pitboss.games.event import CardsDealt, CardsShown, Event
from pitboss.games.power_blackjack import CardsBurned, PowerBlackjackRules
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.shuffler import DeckInPlay, Opening, Packet, Seal, SeenCards, Shoe, Shuffler, ShufflerState
from pitboss.sources import Entropy

GREEN_BUTTON = "press_green_button"
"""What a round waits for where its shuffler shows a start position, or gives its stub."""

_TROUBLE = ("malfunction", "malfunctions")
"""What is kept of a shuffler between rounds."""


class CardSource:
    """The shuffler or the shoe of a table.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> from pitboss.sources import SeededEntropy
    >>> source = CardSource(ThreeCardPokerRules(), is_drill=True)
    >>> seal = source.start_round(SeededEntropy("a drill"))
    >>> source.deal(3, SeededEntropy("a drill")), source.seals == [seal]
    ((Th, Ks, 7c), True)
    """

    def __init__(self, rules: TableRules, *, is_drill: bool = False, before: "CardSource | None" = None) -> None:
        """A source of cards. A table that is set anew keeps the shuffler it had before, and what is wrong with it."""
        self.machine = _machine_for(rules, is_drill)
        if before is not None and isinstance(before.machine, Shuffler):
            self.restore(before.as_json(), {})
        self.seals: list[Seal] = []
        """What was published for this round: one seal, and another if the shoe ran out."""
        self.dealt: list[tuple[DeckInPlay, Packet]] = []
        """What has left the shuffler or the shoe in this round."""

    def start_round(self, entropy: Entropy) -> Seal:
        """Press the green button, or begin from the shoe. Before the bets: nobody can say the cards follow them."""
        if self.machine.can_take_back_cards():
            self.machine.take_back_cards()
        shuffle = self.machine.start_round if isinstance(self.machine, Shoe) else self.machine.press_green_button
        self.seals, self.dealt = [shuffle(entropy)], []
        return self.seals[0]

    def answer(self, round: Round[Any, Any], entropy: Entropy) -> Command | None:
        """The command that answers a round which waits for the shuffler; nothing where it waits for people."""
        if GREEN_BUTTON in round.awaiting.operations:
            return self._press_green_button(round)
        return Deal(self.deal(round.awaiting.cards, entropy)) if round.awaiting.kind == "cards" else None

    def _press_green_button(self, round: Round[Any, Any]) -> Command:
        start = self.press_green_button()
        presses = (option for option in round.options() if option.operation() == GREEN_BUTTON)
        return next(press for press in presses if press.arguments() in ((), (start,)))

    def press_green_button(self) -> int | None:
        """At the packets the button shows where the first one goes; after them it gives the stub."""
        assert isinstance(self.machine, Shuffler)
        if self.machine.start_position is None:
            self.machine.dispense_stub()
        return self.machine.start_position

    def deal(self, number: int, entropy: Entropy) -> tuple[Card, ...]:
        """The next cards: a packet, cards from the stub in the dealer's hand, or from the shoe."""
        shuffler = isinstance(self.machine, Shuffler)
        cards = self._from_shuffler(number) if shuffler else self._from_shoe(number, entropy)
        deck = self.machine.deck
        assert deck is not None
        self.dealt.append((deck, deck.packets[-1]))
        return cards

    def dealt_from(self) -> dict[str, Any]:
        """The positions of the cards that were dealt last; with the root of their deck, if the shoe was refilled.

        >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
        >>> from pitboss.sources import SeededEntropy
        >>> source, chance = CardSource(ThreeCardPokerRules(), is_drill=True), SeededEntropy("a drill")
        >>> _ = source.start_round(chance), source.deal(3, chance), source.deal(3, chance)
        >>> source.dealt_from()
        {'positions': [4, 5, 6]}
        """
        deck, packet = self.dealt[-1]
        place = {"positions": list(packet.positions)}
        return place if deck.seal is self.seals[0] else place | {"root": deck.seal.root.hex()}

    def _from_shoe(self, number: int, entropy: Entropy) -> tuple[Card, ...]:
        assert isinstance(self.machine, Shoe)
        if not self.machine.can_deal(number):
            self.seals.append(self.machine.refill(entropy))
        return self.machine.deal(number)

    def _from_shuffler(self, number: int) -> tuple[Card, ...]:
        assert isinstance(self.machine, Shuffler)
        if self.machine.state is ShufflerState.DISPENSING:
            return self.machine.dispense_packet()
        assert self.machine.deck is not None
        return self.machine.deck.deal(number)

    def end_round(self) -> None:
        """The cards go back. What was dealt can still be opened until the next round."""
        if self.machine.can_take_back_cards():
            self.machine.take_back_cards()

    def has_more_for(self, round: Round[Any, Any]) -> bool:
        """Whether the round still needs cards that are inside the shuffler."""
        if not isinstance(self.machine, Shuffler) or self.machine.state is not ShufflerState.DISPENSING:
            return False
        assert self.machine.setting is not None
        # Where there is no stub, all packets are out before anybody decides.
        waits_for_packets = round.awaiting.kind in ("wagers", "cards") or GREEN_BUTTON in round.awaiting.operations
        return self.machine.setting.gives_stub or waits_for_packets

    def seen_by(self, audience: Audience, round: Round[Any, Any]) -> list[SeenCards]:
        """The openings of the cards that somebody has seen in the round, one record for each seal.

        Nothing for a round that was dealt before this source was restored: the room makes those again from its journal.
        """
        return self.openings(round.events, audience)

    def openings(self, events: Sequence[Event], audience: Audience | None) -> list[SeenCards]:
        """The openings of the cards that somebody has seen in the events of the last round; of all, for nobody by name.

        What was never shown is only for those who may see everything, after the round.
        """
        if not self.dealt:
            return []
        shown = {(event.seat, card) for event in events if isinstance(event, CardsShown) for card in event.cards}
        openings: dict[Seal, list[Opening]] = {}
        for event, (deck, packet) in zip(_from_source(events), self.dealt, strict=True):
            known = event.cards
            if audience is not None and isinstance(event, CardsDealt):
                known = event.seen_by(audience).cards
            for position, card, face in zip(packet.positions, event.cards, known, strict=True):
                if audience is None or face != HIDDEN or (getattr(event, "seat", None), card) in shown:
                    openings.setdefault(deck.seal, []).append(deck.open(position))
        starts = {deck.seal: deck.open_start() for deck, _ in self.dealt if deck.can_open_start()}
        return [SeenCards(seal, tuple(opened), starts.get(seal)) for seal, opened in openings.items()]

    # ---- storage, between rounds: a shuffler has a fresh deck for each, a shoe goes on

    def as_json(self) -> dict[str, Any] | None:
        """The public part: the shoe, or how often the shuffler has failed. Nothing for one that never has."""
        if isinstance(self.machine, Shoe):
            return self.machine.as_json()
        if not self.machine.malfunctions:
            return None
        public = self.machine.as_json()
        return {name: public[name] for name in _TROUBLE}

    def secret(self) -> dict[str, Any]:
        """The secret part, for storage under lock."""
        if not isinstance(self.machine, Shoe):
            return {}
        decks = {"shuffled": self.machine.shuffled, "refilled": self.machine.refilled}
        return {name: deck.sealed.as_json() for name, deck in decks.items() if deck is not None}

    def restore(self, public: dict[str, Any] | None, secret: dict[str, Any]) -> None:
        """Go on from what was stored."""
        if public is None:
            return
        if isinstance(self.machine, Shoe):
            self.machine = Shoe.from_json(public, secret.get("shuffled"), secret.get("refilled"))
        else:
            self.machine = Shuffler.from_json(self.machine.as_json() | public)


def _from_source(events: Sequence[Event]) -> list[CardsDealt | CardsBurned]:
    """What left the shuffler or the shoe. A card that is burned face up lay before a hand already."""
    return [event for event in events if isinstance(event, CardsDealt) or _is_burned_unseen(event)]


def _is_burned_unseen(event: Event) -> TypeGuard[CardsBurned]:
    return isinstance(event, CardsBurned) and HIDDEN in event.cards


def _machine_for(rules: TableRules, is_drill: bool) -> Shuffler | Shoe:
    setting = ROUNDS[rules.game].shuffler
    if setting is None:
        settings = cast(PowerBlackjackRules, rules)
        return Shoe(shoe(settings.decks), settings.cut_card_percent, is_drill=is_drill)
    shuffler = Shuffler(is_drill=is_drill)
    shuffler.set_game(setting)
    return shuffler
